//! What editors are told, on small texts. A bar `‸` marks the cursor.

use super::slot::Slot;
use super::*;
use hexa_lang::NoIncludes;
use hexa_lang::syntax::THEORY_WORDS;
use std::path::Path;

fn draft(text: &str) -> Draft {
    Draft::read("a.hexa", text, &NoIncludes, &[], &Limits::default())
}

/// The draft without the mark, and the place of the mark.
fn at_mark(text: &str) -> (Draft, usize) {
    let at = text.find('‸').expect("a mark");
    (draft(&text.replace('‸', "")), at)
}

const THREE: &str = "agents anne, bill, cath\ndeal r | w | b\natoms rain, at(x,y) for x, y in 1..2\n\
    set reds = {r}\nparam n = 3\nformula safe(x) = ~exists i in agents: K_i x\naction tell(x) = L_all ?x\n\
    frame showing\n  event red: pre r_anne\n  event other: otherwise\n  cells bill: {red, other}\n\
    state early = deal facedown r | w | b\n";

fn offered(rest: &str) -> Vec<String> {
    let (draft, at) = at_mark(&format!("{THREE}{rest}"));
    draft.complete(at).offers.into_iter().map(|offer| offer.text).collect()
}

#[test]
fn completion_offers_what_fits_and_nothing_else() {
    let cases: [(&str, &[&str], &[&str]); 38] = [
        ("ch‸", &["check"], &["choice", "anne"]),
        (
            "check ‸",
            &["valid", "executable", "K_", "safe", "rain", "r_anne", "forall"],
            &["tell", "anne", "L_", "worlds"],
        ),
        ("check K_‸", &["anne", "bill", "cath"], &["all", "reds", "rain", "safe"]),
        ("check K_a‸", &["anne"], &["bill", "all"]),
        ("check C_‸", &["anne", "all"], &["rain", "r"]),
        ("check C_{anne,‸", &["bill"], &["rain"]),
        ("check K_anne (rain & ‸", &["r_anne", "safe", "K_"], &["anne", "L_"]),
        ("check forall i in ‸", &["agents", "cards", "reds", "sub"], &["anne", "K_"]),
        ("check forall i in agents: K_‸", &["anne", "i"], &["all"]),
        ("check forall who in agents: w‸", &["who", "w_bill"], &["white"]),
        ("check [‸", &["tell", "L_", "showing", "ask"], &["rain", "K_"]),
        ("check [L_all ?‸", &["rain", "K_"], &["tell", "anne"]),
        ("check <tell(‸", &["r", "safe"], &[]),
        ("do ‸", &["tell", "L_", "look", "seq"], &["rain", "valid"]),
        ("do showing(‸", &["red", "other"], &["rain", "anne"]),
        ("do L_‸", &["all", "anne"], &["rain"]),
        ("do ask ‸", &["anne"], &["rain", "r"]),
        ("do ask anne bill for ‸", &["r", "w"], &["anne", "rain"]),
        ("expect ‸", &["worlds", "bisimilar"], &["anne", "K_"]),
        ("expect bisimilar ‸", &["initial", "early"], &["rain", "anne"]),
        ("print ‸", &["state", "knowledge", "rain"], &["valid"]),
        ("state s = ‸", &["deal", "model"], &[]),
        ("atoms wet(x) ‸", &["for"], &["rain"]),
        ("do ask anne bill for ‸", &["cards"], &[]),
        ("print ‸", &["count", "minimal", "classes"], &[]),
        ("check ‸", &["B_", "P_"], &[]),
        ("check P_anne(‸", &["rain", "K_", "r_anne"], &["anne", "tell"]),
        ("check count(‸", &[], &["rain"]),
        ("check count(i in agents: ‸", &["rain", "K_", "safe"], &["tell"]),
        ("check count(i ‸", &["in"], &[]),
        ("check forall i in agents, c ‸", &["in"], &[]),
        ("do ‸", &["announce", "tell", "privately", "lie"], &[]),
        ("tell rain ‸", &["to", "by"], &["rain"]),
        ("tell rain to ‸", &["bill"], &["by", "to"]),
        ("lie (rain & r_anne) to bill ‸", &["by"], &["to"]),
        ("observe ‸", &["anne"], &["rain"]),
        ("# a comment ‸", &[], &["check"]),
        ("scenario \"a name ‸", &[], &["check", "anne"]),
    ];
    for (text, wanted, unwanted) in cases {
        let offers = offered(text);
        for word in wanted {
            assert!(offers.iter().any(|offer| offer == word), "{text}: no {word} in {offers:?}");
        }
        for word in unwanted {
            assert!(!offers.iter().any(|offer| offer == word), "{text}: {word} in {offers:?}");
        }
    }
}

#[test]
fn clauses_of_blocks_are_offered_with_their_worlds() {
    let complete = |text: &str| {
        let (draft, at) = at_mark(text);
        draft.complete(at).offers.into_iter().map(|offer| offer.text).collect::<Vec<_>>()
    };
    let model = "agents a, b\nmodel\n  world rainy: wet\n  world dry:\n";
    assert_eq!(
        complete(&format!("{model}  ‸\n  point dry\n")),
        ["arrows", "cells", "point", "world"]
    );
    assert_eq!(complete(&format!("{model}  cells a: {{‸\n")), ["dry", "rainy"]);
    assert!(complete(&format!("{model}  arrows a: dry -> ‸\n")).contains(&"rainy".to_owned()));
    assert_eq!(complete("agents a\nframe f\n  ev‸"), ["event"]);
}

#[test]
fn a_name_leads_to_its_declaration_and_to_all_its_uses() {
    let text =
        format!("{THREE}scenario \"one\"\ncheck saf‸e(rain) & safe(r_anne)\ncheck K_bill rain\n");
    let (draft, at) = at_mark(&text);
    let definition = draft.definition(at).expect("it is defined");
    assert_eq!(&draft.text[definition.span.range()], "safe");
    assert!(draft.text[..definition.span.start as usize].ends_with("formula "));
    assert_eq!(references(&draft, at).len(), 3);
    // A variable belongs to its binder.
    let (draft, at) = at_mark(
        "agents a, b\natoms p\npoint p\ncheck (forall i in agents: K_‸i p) & exists i in agents: M_i p\n",
    );
    assert_eq!(references(&draft, at).len(), 2);
    // Events belong to their frame, and worlds to their model.
    let (event, at) = at_mark(&format!("{THREE}do showing(r‸ed)\n"));
    let place = event.definition(at).expect("an event");
    assert!(event.text[place.span.start as usize..].starts_with("red: pre"));
    // Everything that is declared is in the outline.
    let names: Vec<String> = event.outline().into_iter().map(|item| item.name).collect();
    for name in ["anne", "r", "rain", "at", "reds", "n", "safe", "tell", "showing", "red", "early"]
    {
        assert!(names.iter().any(|there| there == name), "{name} is not in {names:?}");
    }
}

fn references(draft: &Draft, at: usize) -> Vec<TextPlace> {
    draft.definition(at).map(|place| draft.references(&place)).unwrap_or_default()
}

fn renamed(
    draft: &Draft,
    at: usize,
    name: &str,
    resolver: &dyn Resolver,
) -> Result<Vec<TextEdits>, String> {
    let limits = Limits::default();
    let rereading = Rereading { resolver, settings: &[], limits: &limits };
    let place = draft.definition(at).ok_or("it is declared nowhere")?;
    draft.rename(&place, name, rereading).map_err(|problem| problem.message)
}

fn rename(text: &str, name: &str) -> Result<String, String> {
    let (draft, at) = at_mark(text);
    let edits = renamed(&draft, at, name, &NoIncludes)?;
    Ok(rename::apply(&draft.text, &edits[0].edits))
}

#[test]
fn renaming_changes_what_is_meant_and_nothing_else() {
    let text =
        "agents 1, 2\ndeal r | w\natoms p, q_1\n# p and 1\ncheck K_‸1 (p & q_1 & r_1) | C_12 p\n";
    let renamed = rename(text, "anne").expect("it can be");
    assert_eq!(
        renamed,
        "agents anne, 2\ndeal r | w\natoms p, q_1\n# p and 1\ncheck K_anne (p & q_1 & r_anne) | C_{anne,2} p\n"
    );
    assert_eq!(rename(text, "3").expect("it can be").matches("C_32").count(), 1);
    // What is taken, reserved, no name, or bound otherwise is refused.
    for taken in ["2", "p", "r", "true", "a b", "", "agents", "K_1"] {
        assert!(rename(text, taken).is_err(), "{taken}");
    }
    let inner = "agents a\natoms p\npoint p\nset s = {x, y}\ncheck forall ‸i in s: forall j in s where i != j: p\n";
    assert!(rename(inner, "j").is_err());
    assert!(
        rename(inner, "k")
            .expect("it can be")
            .contains("forall k in s: forall j in s where k != j")
    );
}

#[test]
fn hovering_tells_meaning_declaration_and_value() {
    let hover = |text: &str| {
        let (draft, at) = at_mark(text);
        draft.hover(at)
    };
    let keyword = hover("agents a\natoms p\npoint p\ncheck ‸K_a p\n").expect("a word");
    assert!(keyword.text.contains("a knows φ"), "{keyword:?}");
    // At the end of a word, and where brackets and numbers say nothing.
    let end = hover("agents a\natoms p\npoint p\ncheck K‸_a p\n").expect("a word");
    assert_eq!((end.title, end.text), (keyword.title, keyword.text));
    for nothing in ["check ‸(p)", "check p ‸ & p", "expect worlds ‸6"] {
        assert_eq!(hover(&format!("agents a\natoms p\npoint p\n{nothing}\n")), None, "{nothing}");
    }
    let name =
        hover(&format!("{THREE}# who is safe\nformula dry = ~rain\ncheck d‸ry\n")).expect("a name");
    assert_eq!(name.title, "`dry`: a defined formula");
    assert_eq!(name.code.as_deref(), Some("formula dry = ~rain"));
    assert_eq!(name.text, "who is safe");
    let value = |text: &str| {
        let (draft, at) = at_mark(&format!("agents 1, 2, 3\ndeal r | w | b\n{text}"));
        draft
            .value_at(at, &Limits::default())
            .map(|found| (draft.text[found.span.range()].to_owned(), found.place, found.value))
    };
    let told = |formula: &str, place: &str, value: &str| {
        Some((formula.to_owned(), place.to_owned(), value.to_owned()))
    };
    assert_eq!(
        value("check K_1 ‸r_1\n"),
        told("r_1", "in the initial state", "true (in 2 of 6 worlds)")
    );
    assert_eq!(
        value("do L_123 ?~w_1\ncheck K‸_3 r_1\n"),
        told("K_3 r_1", "before this step", "true (in 1 of 4 worlds)")
    );
    assert_eq!(
        value("check forall c in cards: (c_‸1 -> K_1 c_1)\n").map(|found| found.0),
        Some("forall c in cards: (c_1 -> K_1 c_1)".to_owned())
    );
}

#[test]
fn formulas_are_read_aloud() {
    let read = |formula: &str| {
        let (draft, at) = at_mark(&format!("agents 1, 2\ndeal r | w\natoms p\ncheck {formula}\n"));
        draft.value_at(at, &Limits::default()).and_then(|found| found.reading).expect("a sentence")
    };
    let cases = [
        ("‸K_1 r_1", "1 knows that 1 holds r"),
        ("~‸(K_2 r_1) | p", "2 does not know that 1 holds r"),
        ("‸~K_2 (p & ~r_1)", "2 does not know that (p and 1 does not hold r)"),
        (
            "p ‸-> C_12 (Kw_1 p | p)",
            "if p, then it is common knowledge in 12 that (1 knows whether p or p)",
        ),
        (
            "‸[L_12 ?r_1] M_2 p",
            "whatever comes of `L_12 ?r_1`, then 2 considers it possible that p",
        ),
        (
            "‸forall i in agents where i != 1: ~p",
            "for every i in agents with i != 1: it is not so that p",
        ),
        ("‸P_1(p) >= 1/2", "for 1 the probability that p is at least 1/2"),
    ];
    for (formula, sentence) in cases {
        assert_eq!(read(formula), sentence, "{formula}");
    }
}

#[test]
fn every_assertion_is_judged_with_its_reason() {
    let text = "agents 1, 2, 3\ndeal r | w | b\ncheck K_1 r_1\nscenario \"two\"\ndo L_123 ?~w_1\nexpect worlds 6\n\
        print r_1\ndo L_123 ?w_1\ncheck r_1\nscenario \"three\"\ncheck K_2 r_1\n";
    let draft = draft(text);
    let judge = |only| {
        let mut told = Vec::new();
        draft.judge(only, &Limits::default(), |judgement| told.push(judgement));
        told
    };
    let told = judge(None);
    let of = |what: &str| {
        let found = told.iter().find(|one| draft.text[one.span.range()] == *what);
        found.unwrap_or_else(|| panic!("{what} is not judged: {told:?}"))
    };
    assert_eq!(of("check K_1 r_1").outcome, Outcome::Holds(None));
    assert_eq!(of("expect worlds 6").outcome, Outcome::Fails("expected 6, found 4".to_owned()));
    assert!(matches!(of("print r_1").outcome, Outcome::Shows(_)));
    assert!(
        matches!(&of("do L_123 ?w_1").outcome, Outcome::Stuck(why) if why.code.as_str() == "R001")
    );
    assert!(matches!(of("check r_1").outcome, Outcome::NotRun(_)));
    assert_eq!((of("check K_2 r_1").scenario, of("check K_2 r_1").step), (2, 0));
    assert_eq!(
        judge(Some(2)),
        told.iter().filter(|one| one.scenario == 2).cloned().collect::<Vec<_>>()
    );
    // What no state can be built for is said once, and no step is run.
    let unbuilt = self::draft("agents 1, 2\ndeal r w | b\nlaw r_1 & r_2\ncheck r_1\n");
    let mut told = Vec::new();
    let obstacle = unbuilt.judge(None, &Limits::default(), |one| told.push(one.outcome));
    let obstacle = obstacle.expect("no world obeys the law");
    assert_eq!(
        (obstacle.code.as_str(), &unbuilt.text[obstacle.span.range()]),
        ("R007", "law r_1 & r_2")
    );
    assert!(matches!(told[..], [Outcome::NotRun(_)]), "{told:?}");
    let stopped = Limits::default();
    stopped.stop.ask();
    let mut verdicts = 0;
    draft.judge(None, &stopped, |one| {
        verdicts += usize::from(matches!(one.outcome, Outcome::Holds(_)))
    });
    assert_eq!(verdicts, 0);
}

#[test]
fn the_state_is_the_one_at_the_line_of_the_cursor() {
    let shown = |text: &str| {
        let (draft, at) = at_mark(&format!("agents 1, 2, 3\ndeal r | w | b\n{text}"));
        draft.state_at(at, &Limits::default()).expect("nobody stopped it")
    };
    let first = shown("scenario \"say\"\nch‸eck r_1\ndo L_123 ?~w_1\n");
    assert!(first.title == "the initial state" && first.text.starts_with("6 worlds"), "{first:?}");
    let after = shown("scenario \"say\"\ndo L_123 ?‸~w_1\ncheck r_1\n");
    assert_eq!((after.title.as_str(), after.steps), ("after `do L_123 ?~w_1`", 1));
    assert!(after.text.starts_with("4 worlds"), "{}", after.text);
    assert!(after.picture.is_some_and(|picture| picture.contains("<svg")));
    let declared = shown("state face‸down = deal facedown r | w | b\nsave x\n");
    assert_eq!(declared.title, "the state `facedown`");
    let stuck = shown("do L_123 ?w_1\nch‸eck r_1\n");
    assert_eq!(stuck.problem.map(|problem| problem.code.as_str()), Some("R001"));
    assert!(shown("agents 1‸\n").problem.is_some());
}

#[test]
fn formatting_changes_what_is_not_in_its_usual_form() {
    let format = |text: &str| draft(text).format(Spelling::AsWritten, &Limits::default());
    let text = "agents a\natoms p,q\r\npoint p\n# ∧\ncheck p∧q";
    let edits = format(text);
    assert_eq!(edits.len(), 2, "{edits:?}");
    assert_eq!(rename::apply(text, &edits), "agents a\natoms p, q\npoint p\n# ∧\ncheck p ∧ q\n");
    let blank = "agents a\n\n\n\natoms   p\n";
    assert_eq!(rename::apply(blank, &format(blank)), "agents a\n\natoms p\n");
    assert_eq!(format("agents a\natoms p\n"), []);
    assert_eq!(format("agents a,\natoms p &\n"), []);
}

struct Other;

impl Resolver for Other {
    fn resolve(&self, _: &str, path: &str) -> Result<(String, String), String> {
        match path {
            "three.hexa" => Ok((
                "three.hexa".into(),
                "agents 1, 2, 3\ndeal r | w | b\nformula red = r_1\n".into(),
            )),
            "wrong.hexa" => Ok(("wrong.hexa".into(), "agents 1\natoms p\npoint q\n".into())),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

#[test]
fn what_is_included_is_known_and_its_problems_show_where_it_is() {
    let read = |text: &str| Draft::read("a.hexa", text, &Other, &[], &Limits::default());
    let text = "include \"three.hexa\"\ncheck red\n";
    let draft = read(text);
    assert_eq!(draft.problems(), []);
    let place = draft.definition(text.find("red").expect("it is there")).expect("it is defined");
    assert_eq!((place.other.as_deref(), place.span), (Some("three.hexa"), Span::new(38, 41)));
    assert_eq!(draft.others, ["three.hexa"]);
    assert_eq!(draft.text_at(12), Some("three.hexa"));
    assert_eq!(draft.text_at(text.len() - 2), None);
    let wrong = read("# first\ninclude \"wrong.hexa\"\ncheck p\n");
    let problem = &wrong.problems()[0];
    assert_eq!(&wrong.text[problem.span.range()], "include \"wrong.hexa\"");
    assert_eq!(problem.related[0].place.other.as_deref(), Some("wrong.hexa"));
}

#[test]
fn renaming_goes_through_the_texts_that_are_included() {
    let text = "include \"three.hexa\"\nformula both = red & K_1 r_1\ncheck both & C_12 red\n";
    let draft = Draft::read("a.hexa", text, &Other, &[], &Limits::default());
    let rename_at = |what: &str, name: &str| {
        let at = text.find(what).expect("it is there");
        let changes = renamed(&draft, at, name, &Other)?;
        let changed = changes.iter().map(|change| {
            let before =
                change.other.as_deref().map_or(text, |other| draft.text_of(other).expect("it"));
            rename::apply(before, &change.edits)
        });
        Ok::<Vec<String>, String>(changed.collect())
    };
    assert_eq!(
        rename_at("red", "rouge").expect("it can be"),
        [
            text.replace("red", "rouge"),
            "agents 1, 2, 3\ndeal r | w | b\nformula rouge = r_1\n".to_owned()
        ]
    );
    // An agent, as a subscript, in a group, and where it is declared.
    assert_eq!(
        rename_at("1 r_1", "anne").expect("it can be"),
        [
            "include \"three.hexa\"\nformula both = red & K_anne r_anne\ncheck both & C_{anne,2} red\n",
            "agents anne, 2, 3\ndeal r | w | b\nformula red = r_anne\n"
        ]
    );
    for taken in ["both", "w", "3"] {
        assert!(rename_at("red", taken).is_err(), "{taken}");
    }
}

fn scenarios() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("scenarios/").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|end| end == "hexa") {
            let text = std::fs::read_to_string(&path).expect("a scenario");
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    assert!(found.len() > 50, "{}", found.len());
    found
}

#[test]
fn the_names_of_all_scenarios_are_resolved() {
    for (name, text) in scenarios() {
        let draft = draft(&text);
        // What a scenario includes is not here.
        if draft.opened.is_err() {
            continue;
        }
        let names = draft.names();
        let is_joined = |word: &str| {
            let agents = |c: char| names.globals.find(&c.to_string()).is_some();
            word.chars().all(agents)
        };
        for found in names.occurrences.iter().filter(|found| found.meaning.is_none()) {
            let word = &text[found.span.range()];
            let known = THEORY_WORDS.contains(&word) || word == "initial";
            let number = word.starts_with(|c: char| c.is_ascii_digit());
            // `cells a by x` speaks of variables of the names of worlds, and joined groups of several agents.
            let other = matches!(found.slot, Slot::Value | Slot::Group)
                && (is_joined(word) || word.len() == 1);
            assert!(known || number || other, "{name}: `{word}` is {:?}", found.slot);
        }
    }
}

#[test]
fn every_place_of_a_text_has_answers() {
    let text = "agents 1, 2\ndeal r | w # ∧🂡\nset s = {r}\nformula f(x) = K_1 x\ncheck [L_12 ?r_1] forall i in agents, c in s: (K_i f(c_i) | true)\n";
    let limits = Limits::default();
    for (end, _) in text.char_indices() {
        let draft = draft(&text[..end]);
        draft.complete(end);
        draft.hover(end);
        draft.format(Spelling::AsWritten, &limits);
        draft.judge(None, &limits, |_| ());
    }
    let draft = draft(text);
    for (at, _) in text.char_indices() {
        let offers = draft.complete(at);
        assert!(offers.span.end as usize == at && !offers.more);
        draft.hover(at);
        draft.value_at(at, &limits);
        draft.state_at(at, &limits);
        assert_eq!(draft.definition(at).is_some(), !references(&draft, at).is_empty());
        let is_renamed = renamed(&draft, at, "fresh", &NoIncludes).is_ok();
        assert_eq!(draft.renameable(at).is_ok(), is_renamed, "{at}");
    }
}

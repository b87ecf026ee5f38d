//! Games described in EGDL: those that come with Hexa, against what is known of them and against rules written by hand; and
//! descriptions that are refused.

use hexa_lang::{Code, SourceId};
use hexa_logic::{Agent, Stop};
use hexa_rules::egdl::{
    self, Description, EgdlRequest, ModelLimits, NoModel, NotRead, PositionFlaw, TransitionModel,
    Uniqueness, closures, uniqueness,
};
use hexa_rules::frame::{Frame, Valuation};
use hexa_rules::{AskedFormula, Checker, Recall, Unfolding};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const SOURCE: SourceId = SourceId(0);
const MOST: u64 = 1_000_000_000;

fn described(text: &str) -> Description {
    egdl::read(text, SOURCE, &Stop::new()).expect("a description")
}

fn modelled(text: &str) -> (Description, TransitionModel) {
    let mut description = described(text);
    let model =
        TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), &Stop::new())
            .expect("a model");
    (description, model)
}

/// The rules that do not hold, with the number of states in which they fail.
fn failing(
    description: &mut Description,
    model: &TransitionModel,
    recall: Recall,
) -> Vec<(String, usize)> {
    let rules = description.rules.clone();
    let (stop, formulas) = (Stop::new(), &mut description.formulas);
    let mut checker = Checker::new(&model.frame, model, formulas, recall, MOST, &stop);
    let mut failing = Vec::new();
    for rule in &rules {
        let mut states = BTreeSet::new();
        for instance in &rule.instances {
            states.extend(checker.everywhere(instance.formula).expect("no limit").zeroes());
        }
        if !states.is_empty() {
            failing.push((rule.label.clone(), states.len()));
        }
    }
    failing
}

fn holds(
    description: &mut Description,
    model: &TransitionModel,
    recall: Recall,
    text: &str,
) -> bool {
    let instances = egdl::read_formula(description, text, SOURCE, &Stop::new()).expect("a formula");
    let (stop, formulas) = (Stop::new(), &mut description.formulas);
    let mut checker = Checker::new(&model.frame, model, formulas, recall, MOST, &stop);
    instances.iter().all(|instance| {
        checker.everywhere(instance.formula).expect("no limit").count_zeroes(..) == 0
    })
}

const KRIEG: &str = include_str!("../../../../games/egdl/krieg-tictactoe.egdl");
const KRIEG_2X2: &str = include_str!("../../../../games/egdl/krieg-2x2.egdl");
const TICTACTOE: &str = include_str!("../../../../games/egdl/tictactoe.egdl");
const KUHN: &str = include_str!("../../../../games/egdl/kuhn-poker.egdl");
const CUPS: &str = include_str!("../../../../games/egdl/cups.egdl");

/// Marks of both, tries of both, and the turn.
type Krieg = ([u16; 2], [u16; 2], usize);

fn krieg_wins(marks: u16) -> bool {
    [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124].iter().any(|line| marks & line == *line)
}

fn krieg_is_over((marks, ..): &Krieg) -> bool {
    krieg_wins(marks[0]) || krieg_wins(marks[1]) || marks[0] | marks[1] == 0o777
}

/// All states and the number of steps, by rules written by hand.
fn krieg_by_hand() -> (Vec<Krieg>, usize) {
    let (mut states, mut steps) = (vec![([0; 2], [0; 2], 0)], 0);
    let mut met: BTreeSet<Krieg> = states.iter().copied().collect();
    let mut at = 0;
    while at < states.len() {
        let (marks, tried, turn) = states[at];
        for cell in (0..9).map(|cell| 1 << cell) {
            if krieg_is_over(&states[at]) || (marks[turn] | tried[turn]) & cell != 0 {
                continue;
            }
            let mut next = (marks, tried, 1 - turn);
            match marks[1 - turn] & cell {
                0 => next.0[turn] |= cell,
                _ => next.1[turn] |= cell,
            }
            steps += 1;
            if met.insert(next) {
                states.push(next);
            }
        }
        at += 1;
    }
    (states, steps)
}

#[test]
fn krieg_tictactoe_is_what_its_rules_say() {
    let (mut description, model) = modelled(KRIEG);
    let (states, steps) = krieg_by_hand();
    assert_eq!((model.frame.states(), model.transitions()), (states.len(), steps));
    let over = states.iter().filter(|state| krieg_is_over(state)).count();
    let signature = description.signature.clone();
    assert_eq!(model.truth(signature.terminal()).count_ones(..), over);
    for player in 0..2 {
        let agent = Agent::from_index(player);
        let wins = states.iter().filter(|(marks, ..)| krieg_wins(marks[player])).count();
        assert_eq!(model.truth(signature.wins(agent)).count_ones(..), wins);
        let seen: BTreeSet<_> = states
            .iter()
            .map(|(marks, tried, turn)| (marks[player], tried[player], turn))
            .collect();
        assert_eq!(model.frame.classes(agent).count, seen.len());
    }
    // To the letter, who has more than one legal action does not know which one they take; nor does who has one if it may be over,
    // and they could do nothing.
    let look = |(marks, tried, turn): &Krieg| (marks[*turn], tried[*turn], *turn);
    let ends: BTreeSet<_> = states.iter().filter(|state| krieg_is_over(state)).map(look).collect();
    let several =
        |(marks, tried, turn): &Krieg| (marks[*turn] | tried[*turn]).count_zeros() - 7 > 1;
    let unsure = states
        .iter()
        .filter(|state| !krieg_is_over(state))
        .filter(|state| several(state) || ends.contains(&look(state)))
        .count();
    assert_eq!(failing(&mut description, &model, Recall::None), [("10".to_owned(), unsure)]);
    assert_eq!(failing(&mut description, &model, Recall::OwnAction), []);
    assert_eq!(
        uniqueness(&mut description, &model, MOST, &Stop::new()),
        Ok(Uniqueness::SeesMore(Agent(0)))
    );
}

#[test]
fn tictactoe_has_the_states_that_are_known() {
    let (mut description, model) = modelled(TICTACTOE);
    let signature = description.signature.clone();
    let count = |fact| model.truth(fact).count_ones(..);
    assert_eq!(model.frame.states(), 5478);
    assert_eq!(count(signature.terminal()), 958);
    assert_eq!((count(signature.wins(Agent(0))), count(signature.wins(Agent(1)))), (626, 316));
    assert_eq!(model.frame.common(&Stop::new()).expect("nobody stops it").count, 5478);
    assert_eq!(failing(&mut description, &model, Recall::None), []);
    assert_eq!(uniqueness(&mut description, &model, MOST, &Stop::new()), Ok(Uniqueness::Unique));
}

#[test]
fn all_rules_of_the_small_games_hold() {
    for (text, initial) in [(KRIEG_2X2, 1), (KUHN, 6), (CUPS, 1)] {
        let (mut description, model) = modelled(text);
        assert_eq!(model.frame.initial().len(), initial);
        assert_eq!(failing(&mut description, &model, Recall::None), [], "{:?}", description.title);
    }
    // With rules that say what nobody knows, not everybody can see everything.
    let (mut description, model) = modelled(KUHN);
    let Ok(Uniqueness::Unknown(rule)) = uniqueness(&mut description, &model, MOST, &Stop::new())
    else {
        panic!()
    };
    assert_eq!(description.rules[rule].label, "19");
}

#[test]
fn knowledge_of_own_actions_and_of_what_is_legal() {
    let (mut description, model) = modelled(KRIEG_2X2);
    let own = "does(a^r_{i,j}) -> K_r does(a^r_{i,j})";
    assert!(!holds(&mut description, &model, Recall::None, own));
    assert!(holds(&mut description, &model, Recall::OwnAction, own));
    // A player does not see that the opponent has won.
    let legal = "legal(a^r_{i,j}) -> K_r legal(a^r_{i,j})";
    assert!(!holds(&mut description, &model, Recall::None, legal));
}

/// Histories by the definition: all plays of at most so many moves, and what each agent has seen and done in them.
fn histories_are_what_was_seen_and_done(frame: &Frame) {
    for moves in 0..4 {
        let unfolding = Unfolding::new(frame, moves, 100_000, &Stop::new()).expect("no limit");
        let mut plays: Vec<(u32, Vec<Vec<u32>>)> = frame
            .initial()
            .iter()
            .map(|&state| {
                (
                    state,
                    (0..2)
                        .map(|agent| vec![frame.classes(Agent(agent)).of[state as usize]])
                        .collect(),
                )
            })
            .collect();
        let mut distinct: BTreeSet<(u32, Vec<Vec<u32>>)> = plays.iter().cloned().collect();
        for _ in 0..moves {
            let longer = |(state, views): &(u32, Vec<Vec<u32>>)| {
                let with = |step: u32| {
                    let mut views = views.clone();
                    for (agent, view) in views.iter_mut().enumerate() {
                        let of = &frame.classes(Agent::from_index(agent)).of;
                        view.extend([frame.actions(step)[agent].0, of[frame.to(step) as usize]]);
                    }
                    (frame.to(step), views)
                };
                frame.steps(*state).map(with).collect::<Vec<_>>()
            };
            plays = plays.iter().flat_map(longer).collect();
            distinct.extend(plays.iter().cloned());
        }
        assert_eq!(unfolding.frame.states(), distinct.len());
        for agent in 0..2 {
            let views: BTreeSet<&Vec<u32>> =
                distinct.iter().map(|(_, views)| &views[agent]).collect();
            assert_eq!(unfolding.frame.classes(Agent::from_index(agent)).count, views.len());
        }
    }
}

#[test]
fn perfect_recall_is_what_was_seen_and_done() {
    let (_, model) = modelled(KRIEG_2X2);
    histories_are_what_was_seen_and_done(&model.frame);
    let whole = Unfolding::new(&model.frame, 20, 100_000, &Stop::new()).expect("no limit");
    assert!(whole.is_whole);
    assert!(Unfolding::new(&model.frame, 20, 10, &Stop::new()).is_err());
}

/// Where nothing changes whatever is done, agents still remember what they did.
#[test]
fn what_was_done_is_remembered_where_nothing_changes() {
    let (_, model) = modelled(&LIGHT.replace("on | exists r: does(push^r)", "on"));
    assert_eq!(model.frame.states(), 2);
    histories_are_what_was_seen_and_done(&model.frame);
    assert!(!Unfolding::new(&model.frame, 3, 100_000, &Stop::new()).expect("no limit").is_whole);
}

/// Who remembers what they have seen and done knows no less.
#[test]
fn memory_does_not_lose_knowledge() {
    let (mut description, model) = modelled(CUPS);
    let unfolding = Unfolding::new(&model.frame, 20, 100_000, &Stop::new()).expect("no limit");
    assert!(unfolding.is_whole);
    let facts = unfolding.facts(&model);
    let stop = Stop::new();
    for text in [
        "K_seeker coin_c",
        "K_hider coin_c",
        "K_seeker K_hider coin_c",
        "C terminal",
        "next K_seeker coin_c",
    ] {
        for instance in
            egdl::read_formula(&mut description, text, SOURCE, &Stop::new()).expect("a formula")
        {
            let of_states = {
                let mut checker = Checker::new(
                    &model.frame,
                    &model,
                    &mut description.formulas,
                    Recall::None,
                    MOST,
                    &stop,
                );
                checker.everywhere(instance.formula).expect("no limit")
            };
            let mut checker = Checker::new(
                &unfolding.frame,
                &facts,
                &mut description.formulas,
                Recall::None,
                MOST,
                &stop,
            );
            let of_histories = checker.everywhere(instance.formula).expect("no limit");
            for history in 0..unfolding.frame.states() {
                let state = unfolding.state(history as u32) as usize;
                assert!(!of_states[state] || of_histories[history], "{text}");
            }
        }
    }
}

#[test]
fn witnesses_are_paths_that_the_agent_cannot_tell_apart() {
    let (mut description, model) = modelled(KRIEG_2X2);
    let text = "legal(a^r_{i,j}) -> K_r legal(a^r_{i,j})";
    let instance = egdl::read_formula(&mut description, text, SOURCE, &Stop::new())
        .expect("a formula")
        .remove(0);
    let (stop, formulas) = (Stop::new(), &mut description.formulas);
    let mut checker = Checker::new(&model.frame, &model, formulas, Recall::None, MOST, &stop);
    let fails = checker.everywhere(instance.formula).expect("no limit");
    let state = fails.zeroes().next().expect("it fails") as u32;
    let witness = checker.witness(instance.formula, state).expect("no limit").expect("it fails");
    let [unseen] = &witness.unseen[..] else { panic!("{witness:?}") };
    let of = &model.frame.classes(unseen.agent).of;
    assert_eq!(of[witness.state as usize], of[unseen.state as usize]);
    let legal = model.truth(
        description.signature.legal(description.signature.move_named("a^x_{1,1}").expect("a move")),
    );
    assert!(legal[witness.state as usize] && !legal[unseen.state as usize]);
    let play = model.frame.play_to(unseen.state, &stop).expect("nobody stops it").expect("a play");
    let end = play.iter().fold(0, |at, &step| {
        assert_eq!(model.frame.from(step), at);
        model.frame.to(step)
    });
    assert_eq!(end, unseen.state);
}

/// A small game; words of it are replaced to spoil it.
const LIGHT: &str = "\
agents a, b
index r in agents
actions push^r
atoms on, begun
1. initial <-> ~on & ~begun
2. terminal <-> on
3. wins(r) <-> on
4. legal(noop^r) <-> true
5. legal(push^r) <-> ~terminal
6. next on <-> on | exists r: does(push^r)
7. next begun <-> true
8. (on -> E on) & (~on -> E ~on)
";

/// What is not common knowledge is told to the end: also why somebody does not know what they would have to know.
#[test]
fn witnesses_against_common_knowledge_explain_what_is_below_it() {
    let (mut description, model) = modelled(LIGHT);
    // Nobody sees whether the game has begun: 0 is the initial state, 1 the one after nothing was done.
    let mut unseen = |text: &str| {
        let formula = egdl::read_formula(&mut description, text, SOURCE, &Stop::new())
            .expect("a formula")
            .remove(0)
            .formula;
        let (stop, formulas) = (Stop::new(), &mut description.formulas);
        let mut checker = Checker::new(&model.frame, &model, formulas, Recall::None, MOST, &stop);
        let witness = checker.witness(formula, 0).expect("no limit").expect("it fails");
        let shown = witness.unseen.iter().map(|unseen| (unseen.agent, unseen.from, unseen.state));
        shown.collect::<Vec<_>>()
    };
    let (a, b) = (Agent(0), Agent(1));
    assert_eq!(unseen("C (K_b begun | K_b ~begun)"), [(b, None, 1)]);
    assert_eq!(unseen("C (begun -> K_b begun)"), [(a, None, 1), (b, Some(0), 0)]);
}

#[test]
fn a_small_game_has_its_states() {
    let (mut description, model) = modelled(LIGHT);
    // Not begun; begun and off; on.
    assert_eq!((model.frame.states(), model.transitions()), (3, 8));
    assert_eq!(failing(&mut description, &model, Recall::None), []);
}

#[test]
fn rules_that_define_no_model_are_refused_with_the_state() {
    let refused = |from: &str, to: &str| {
        assert!(LIGHT.contains(from));
        let mut description = described(&LIGHT.replace(from, to));
        match TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), &Stop::new()) {
            Err(NoModel::State(flaw, reached)) => (flaw, reached.play.len()),
            other => panic!("{other:?}"),
        }
    };
    let description = described(LIGHT);
    let signature = &description.signature;
    let push = signature.move_named("push^a").expect("a move");
    assert_eq!(
        refused("legal(push^r) <-> ~terminal", "legal(push^r) <-> true"),
        (PositionFlaw::LegalAtTheEnd(push), 1)
    );
    assert_eq!(
        refused("legal(noop^r) <-> true", "legal(noop^r) <-> false"),
        (PositionFlaw::NoNoopAtTheEnd(Agent(0)), 1)
    );
}

#[test]
fn other_flaws_are_refused_too() {
    let refused = |changes: &[(&str, &str)]| {
        let text = changes.iter().fold(LIGHT.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let mut description = described(&text);
        TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), &Stop::new())
            .map(|model| model.frame.states())
    };
    let flaw = |changes: &[(&str, &str)]| match refused(changes) {
        Err(NoModel::State(flaw, reached)) => (flaw, reached.play.len()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        flaw(&[("next begun <-> true", "next begun <-> on")]),
        (PositionFlaw::InitialAgain, 1)
    );
    assert_eq!(
        flaw(&[("terminal <-> on", "terminal <-> ~begun")]).0,
        PositionFlaw::InitialAndTerminal
    );
    assert_eq!(
        flaw(&[
            ("legal(noop^r) <-> true", "legal(noop^r) <-> terminal | begun"),
            ("legal(push^r) <-> ~terminal", "legal(push^r) <-> begun & ~terminal")
        ]),
        (PositionFlaw::NoLegalAction(Agent(0)), 0)
    );
    assert!(matches!(
        flaw(&[("next begun <-> true", "~begun -> next begun")]),
        (PositionFlaw::NotSaid(..), 1)
    ));
    assert!(matches!(
        flaw(&[("next begun <-> true", "(~begun -> next begun) & (~on -> next ~begun)")]),
        (PositionFlaw::BothSaid(_, _, [6, 6]), 0)
    ));
    assert!(matches!(
        refused(&[("initial <-> ~on & ~begun", "initial <-> on & ~on")]),
        Err(NoModel::NoInitialState)
    ));
    let mut description = described(LIGHT);
    let limits = ModelLimits { states: 2, ..ModelLimits::default() };
    assert!(matches!(
        TransitionModel::new(&mut description, SOURCE, limits, &Stop::new()),
        Err(NoModel::TooManyStates(2))
    ));
    let limits = ModelLimits { steps: 3, ..ModelLimits::default() };
    assert!(matches!(
        TransitionModel::new(&mut description, SOURCE, limits, &Stop::new()),
        Err(NoModel::TooManySteps(3))
    ));
}

fn codes(text: &str) -> Vec<&'static str> {
    let of_rules = match egdl::read(text, SOURCE, &Stop::new()) {
        Ok(mut description) => {
            match TransitionModel::new(
                &mut description,
                SOURCE,
                ModelLimits::default(),
                &Stop::new(),
            ) {
                Err(NoModel::Rules(wrong)) => wrong,
                other => panic!("{other:?}"),
            }
        }
        Err(NotRead::Wrong(wrong)) => wrong,
        Err(NotRead::Stopped) => panic!("nobody stops it"),
    };
    of_rules.iter().map(|diagnostic| diagnostic.code.as_str()).collect()
}

#[test]
fn mistakes_are_told_with_their_codes() {
    let spoilt = |from: &str, to: &str| {
        assert!(LIGHT.contains(from), "{from}");
        codes(&LIGHT.replace(from, to))
    };
    let code = |code: Code| vec![code.as_str()];
    assert_eq!(spoilt("7. next begun <-> true\n", ""), code(Code::Undefined));
    assert_eq!(spoilt("5. legal(push^r) <-> ~terminal\n", ""), code(Code::Undefined));
    assert_eq!(
        spoilt("8. ", "8. on <-> terminal\n9. terminal <-> begun\n10. "),
        code(Code::DefinedTwice)
    );
    assert_eq!(
        spoilt("terminal <-> on", "terminal <-> wins(a)\n3. wins(r) <-> terminal\n33. on <-> on"),
        code(Code::DuplicateName)
    );
    assert_eq!(
        codes(
            &LIGHT
                .replace("terminal <-> on", "terminal <-> wins(a)")
                .replace("wins(r) <-> on", "wins(r) <-> terminal")
        ),
        code(Code::CircularRules)
    );
    assert_eq!(spoilt("on | exists", "off | exists"), code(Code::UnknownName));
    assert_eq!(spoilt("does(push^r)", "does(pull^r)"), code(Code::UnknownName));
    assert_eq!(spoilt("atoms on", "atoms on, on"), code(Code::DuplicateName));
    assert_eq!(spoilt("actions push^r", "actions push"), code(Code::WrongKind));
    assert_eq!(spoilt("agents a, b", "agents a, b, c\n9. wins(-a) <-> on"), code(Code::NoOpponent));
    assert_eq!(spoilt("8. (on", "8. ((on"), code(Code::Expected));
    assert_eq!(spoilt("8. (on", "8. (initial(on"), code(Code::Expected));
    assert_eq!(spoilt("agents a, b\n", ""), code(Code::NoAgents));
    assert_eq!(spoilt("index r in agents", "index r in 1..99999999"), code(Code::TooLarge));
    assert_eq!(
        codes(&KRIEG_2X2.replace("p^r_{i,1} & p^r_{i,2}", "p^r_{i,3}")),
        code(Code::OutOfRange)
    );
    let deep = format!("8. {}on", "~".repeat(100_000));
    assert_eq!(spoilt("8. (on -> E on) & (~on -> E ~on)", &deep), code(Code::TooDeep));
}

#[test]
fn what_is_typed_about_a_game_is_checked() {
    let mut description = described(LIGHT);
    for (text, code) in [
        ("K_c on", Code::UnknownName),
        ("on &", Code::Expected),
        ("does(on)", Code::UnknownName),
        ("wins(3)", Code::UnknownName),
        ("on $", Code::UnknownCharacter),
        ("", Code::Expected),
    ] {
        let wrong =
            egdl::read_formula(&mut description, text, SOURCE, &Stop::new()).expect_err(text);
        let NotRead::Wrong(wrong) = wrong else { panic!("nobody stops it") };
        assert_eq!(wrong[0].code, code, "{text}");
    }
}

/// Initial states by trying all values of all atoms.
#[test]
fn initial_states_are_all_that_the_rules_allow() {
    let (_, model) = modelled(KUHN);
    let mut hands = BTreeMap::new();
    for &state in model.frame.initial() {
        *hands.entry(model.atoms(state)).or_insert(0) += 1;
    }
    assert_eq!(hands.len(), 6);
    let free = LIGHT
        .replace("initial <-> ~on & ~begun", "initial <-> ~begun")
        .replace("terminal <-> on", "terminal <-> on & begun");
    let (_, model) = modelled(&free);
    assert_eq!(model.frame.initial().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// No text makes the reader panic, whatever is wrong with it.
    #[test]
    fn any_text_is_read_or_refused(cut in 0..2000usize, insert in "[a-z0-9^_{}(),.:;~&|<>\\-=\" \n]{0,12}", until in 0..40usize) {
        let start = (0..=cut.min(KRIEG.len())).rev().find(|&at| KRIEG.is_char_boundary(at)).unwrap_or(0);
        let end = (0..=(start + until).min(KRIEG.len())).rev().find(|&at| KRIEG.is_char_boundary(at)).unwrap_or(0).max(start);
        let text = format!("{}{insert}{}", &KRIEG[..start], &KRIEG[end..]);
        match egdl::read(&text, SOURCE, &Stop::new()) {
            Err(NotRead::Wrong(wrong)) => prop_assert!(!wrong.is_empty()),
            Err(NotRead::Stopped) => prop_assert!(false, "nobody stops it"),
            Ok(mut description) => {
                // It may have a model or not.
                let limits = ModelLimits { states: 2000, steps: 20_000 };
                if let Ok(model) = TransitionModel::new(&mut description, SOURCE, limits, &Stop::new()) {
                    prop_assert!(model.frame.states() <= 2000);
                }
            }
        }
    }
}

/// The paper's examples of alternation depth, and the sizes of closures counted by hand: of `K_x p` the basic closure is
/// `K_x p`, `~K_x p`, `p`, `~p`, of whose fifteen disjunctions x may know each, one of which is there already.
#[test]
fn closures_are_as_large_as_the_definition_makes_them() {
    let closure = |formula: &str| {
        let mut request =
            EgdlRequest::new("krieg.egdl", include_str!("../../../../games/egdl/krieg-2x2.egdl"));
        request.checks = vec![AskedFormula { name: "formula".into(), text: formula.into() }];
        let found = closures(&request, &Stop::new()).answer.expect("it is a formula");
        found.closures.into_iter().next().expect("one was asked for")
    };
    let depth = |formula: &str| closure(formula).alternation_depth;
    assert_eq!(depth("K_x K_o K_x turn(x)"), 3);
    assert_eq!(depth("K_x K_x K_o turn(x)"), 2);
    assert_eq!(depth("C K_x K_o turn(x)"), 0);
    assert_eq!(depth("K_x K_o next K_x turn(x)"), 3);
    assert_eq!(depth("K_x turn(x) & K_o ~K_x turn(o)"), 2);
    let sizes = |formula: &str| -> Vec<String> {
        closure(formula).sizes.iter().map(|size| size.size.to_string()).collect()
    };
    let known = closure("K_x turn(x)");
    let mut basic = known.basic.clone();
    basic.sort();
    assert_eq!(basic, ["K_x turn(x)", "turn(x)", "~K_x turn(x)", "~turn(x)"]);
    assert_eq!(sizes("K_x turn(x)"), ["4", "32", "34", "62"]);
    let large = "more than 2^254";
    assert_eq!(sizes("K_x K_o turn(x)"), ["6", "130", "130", "254", large, large, large]);
    assert_eq!(
        sizes("K_x K_o K_x turn(x)").last().map(String::as_str),
        Some("more than 2^(2^1022)")
    );
    // C p, E C p, K_x C p, K_o C p, p, and their negations.
    assert_eq!(sizes("C turn(x)"), ["10"]);
    let free = closure("p^r_{i,j} -> K_r p^r_{i,j}");
    assert_eq!((free.instances, free.indices.len()), (8, 3));
}

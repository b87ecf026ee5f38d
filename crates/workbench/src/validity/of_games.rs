//! Formulas of EGDL, decided: with a proof from the axioms and the rules of a game, or with a game in which they fail.

use super::{
    Asked, Deciding, FoundLine, FoundProof, GaveUp, LogicName, Proved, ShownModel, SpokenOf,
    Validity, ValidityAnswer,
};
use crate::proofs::game_of;
use hexa_engine::Limits;
use hexa_lang::NoIncludes;
use hexa_lang::proof::load_proof;
use hexa_logic::Stop;
use hexa_proof::elimination::{Decision, Goal, Structure, Undecided, Unsuitable, decide};
use hexa_proof::reading::{Game, Games, read};
use hexa_proof::{Development, ProofSystem, Script, Sentence, Sentences, Theorem, Who, checker};
use hexa_rules::AskedFormula;
use hexa_rules::egdl::{EgdlRequest, answer};
use hexa_text::{Code, Diagnostic, Sources};
use std::collections::BTreeSet;

/// The text of a game, and where it is from.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'t> {
    /// The file.
    pub name: &'t str,
    /// The description.
    pub text: &'t str,
}

struct OneGame<'t>(Option<GameText<'t>>, &'t Stop);

impl Games for OneGame<'_> {
    fn game(&self, _: &str, path: &str) -> Result<Game, String> {
        match self.0 {
            Some(game) => game_of(game.text, self.1),
            None => Err(format!("there is no game {path}")),
        }
    }
}

/// Decides a formula of EGDL: from the rules of a game, or alone; agents and actions are then told by where their names stand.
pub fn decide_of_games(
    asked: Asked,
    formula: &str,
    how: &Deciding,
    game: Option<GameText<'_>>,
    limits: &Limits,
) -> Result<Validity, Box<(Diagnostic, Sources)>> {
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let formula = in_one_line(formula);
    let premises: Vec<String> = how.premises.iter().map(|text| in_one_line(text)).collect();
    let all: Vec<&str> = premises.iter().map(String::as_str).chain([&formula[..]]).collect();
    let mut text = "logic EGDL\n".to_owned();
    let mut spoken_of = None;
    match game {
        Some(GameText { name, .. }) => text.push_str(&format!("game \"{name}\"\n")),
        None => {
            let (agents, actions) = names(&all);
            for (what, names) in [("agents", &agents), ("actions", &actions)] {
                if !names.is_empty() {
                    let names = names.iter().cloned().collect::<Vec<_>>().join(", ");
                    text.push_str(&format!("{what} {names}\n"));
                }
            }
            spoken_of = Some(agents);
        }
    }
    for (at, said) in all.iter().enumerate() {
        text.push_str(&format!("theorem formula-{at}: {said}\n  1. true by tautology\n"));
    }
    let loaded = load_proof("formula", &text, &NoIncludes);
    let reading = read(&loaded, &OneGame(game, &limits.stop)).map_err(|problems| {
        let first = problems.into_iter().next();
        let unread = || Diagnostic::without_place(Code::Expected, "this is no formula of EGDL");
        Box::new((first.unwrap_or_else(unread), loaded.sources.clone()))
    })?;
    let mut development = reading.development;
    let mut statements: Vec<Sentence> =
        development.theorems.drain(..).map(|theorem| theorem.statement).collect();
    let Some(said) = statements.pop() else {
        let problem = Diagnostic::without_place(Code::Expected, "there is no formula");
        return Err(Box::new((problem, loaded.sources)));
    };
    let goal = match asked {
        Asked::Valid => said,
        Asked::Satisfiable => development.sentences.not(said),
    };
    let everywhere = match statements.is_empty() {
        true => development.rules.clone(),
        false => [&development.rules[..], &[("".into(), statements)]].concat(),
    };
    let letters = letters_of(&development.sentences, said);
    let signature = development.signature.clone();
    let question = Goal {
        system: ProofSystem::Egdl,
        signature: &signature,
        everywhere: &everywhere,
        formula: goal,
    };
    let answer = match decide(&mut development.sentences, &question, limits) {
        Ok(Decision::Provable(lines)) => {
            development.theorems.push(Theorem {
                name: "found".into(),
                parameters: Vec::new(),
                conditions: Vec::new(),
                statement: goal,
                lines,
            });
            let proof = checked(&mut development, game, limits);
            ValidityAnswer::Proved(Proved { theorems: 0, worlds: 0, proof })
        }
        Ok(Decision::Refutable(structure)) => {
            shown(asked, &development, &structure, said, &limits.stop)
        }
        Err(Undecided::Limit(limit)) => ValidityAnswer::GaveUp(GaveUp {
            because: limit.to_string(),
            was_stopped: limit == hexa_engine::Limit::Stopped,
        }),
        Err(Undecided::Unsuitable(why)) => {
            return Err(Box::new((unsuitable(&development, why), loaded.sources)));
        }
    };
    let spoken_of =
        spoken_of.map(|agents| SpokenOf { agents: agents.into_iter().collect(), atoms: letters });
    let logic = LogicName::Egdl;
    Ok(Validity { asked, logic, formula, premises, answer, spoken_of })
}

fn unsuitable(development: &Development, why: Unsuitable) -> Diagnostic {
    let write = |sentence| development.sentences.write(sentence, Script::Ascii);
    match why {
        Unsuitable::Operator(sentence) => {
            let message = format!("`{}` is no part of EGDL", write(sentence));
            Diagnostic::without_place(Code::WrongKind, message)
                .help("EGDL has connectives, `next`, `K_r`, `M_r`, `E` and `C`")
        }
        Unsuitable::EmptyGroup(sentence) => {
            let message = format!("`{}` is about nobody", write(sentence));
            Diagnostic::without_place(Code::NoAgents, message)
        }
        Unsuitable::TooMany(most) => {
            let message = format!("there are more than {most} letters and operators");
            Diagnostic::without_place(Code::NotRun, message)
        }
        Unsuitable::Logic(system) => {
            let message = format!("formulas of {} are decided in another way", system.name());
            Diagnostic::without_place(Code::NotRun, message)
        }
    }
}

/// The agents and actions of formulas, by where their names stand: `K_x`, `wins(x)`, `does(a^x)`.
fn names(formulas: &[&str]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut agents, mut actions) = (BTreeSet::new(), BTreeSet::new());
    let word = |text: &str| -> String {
        text.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '\'').collect()
    };
    for text in formulas {
        for operator in ["K_", "M_", "Kw_", "wins("] {
            for (at, _) in text.match_indices(operator) {
                let before = text[..at].chars().next_back();
                if before.is_none_or(|sign| !sign.is_alphanumeric()) {
                    agents.insert(word(text[at + operator.len()..].trim_start()));
                }
            }
        }
        for (at, _) in text.match_indices('^') {
            agents.insert(word(&text[at + 1..]));
        }
        for what in ["does(", "legal("] {
            for (at, _) in text.match_indices(what) {
                let rest = &text[at + what.len()..];
                let mut depth = 1;
                let end = rest.find(|sign| {
                    depth += i32::from(sign == '(') - i32::from(sign == ')');
                    depth == 0
                });
                let action: String =
                    rest[..end.unwrap_or(0)].chars().filter(|sign| !sign.is_whitespace()).collect();
                if !action.is_empty() && !action.starts_with("noop^") {
                    actions.insert(action);
                }
            }
        }
    }
    agents.remove("");
    (agents, actions)
}

/// The names of the letters of a formula.
fn letters_of(sentences: &Sentences, formula: Sentence) -> Vec<String> {
    let (mut met, mut waiting) = (BTreeSet::new(), vec![formula]);
    let mut names = BTreeSet::new();
    while let Some(at) = waiting.pop() {
        if met.insert(at) {
            if let hexa_proof::Shape::Letter(letter) = sentences.shape(at) {
                names.insert(sentences.letter_name(*letter).to_owned());
            }
            sentences.shape(at).parts(|part| waiting.push(part));
        }
    }
    names.into_iter().collect()
}

/// The proof, if the checker accepts it.
fn checked(
    development: &mut Development,
    game: Option<GameText<'_>>,
    limits: &Limits,
) -> Option<FoundProof> {
    let checking = checker::Limits { stop: limits.stop.clone(), ..checker::Limits::default() };
    let found = checker::check(development, &checking).ok()?;
    if found.iter().any(|checked| !checked.faults.is_empty()) {
        return None;
    }
    let theorem = development.theorems.last()?;
    let lines = theorem.lines.iter().map(|line| FoundLine {
        formula: development.sentences.write(line.sentence, Script::Ascii),
        inference: line.reason.clone(),
    });
    let lines = lines.collect();
    let text = development.text_about(game.map(|game| game.name));
    Some(FoundProof { is_of_reduced: false, lines, text })
}

/// A game in which the formula fails, or holds; confirmed by building its model.
fn shown(
    asked: Asked,
    development: &Development,
    structure: &Structure,
    formula: Sentence,
    stop: &Stop,
) -> ValidityAnswer {
    let text = game_text(development, structure);
    let formula = development.sentences.write(formula, Script::Ascii);
    let (check, expected) = match asked {
        Asked::Valid => (format!("at(1) -> ({formula})"), false),
        Asked::Satisfiable => (format!("at(1) -> ~({formula})"), false),
    };
    let mut request = EgdlRequest::new("model", text.clone());
    request.checks.push(AskedFormula { name: "formula".to_owned(), text: check.clone() });
    let confirmed = answer(&request, stop).answer.is_ok_and(|answer| {
        let rules = answer.rules.iter().all(|rule| rule.failing == 0);
        rules && answer.checks.iter().all(|found| (found.failing == 0) == expected)
    });
    if !confirmed {
        return ValidityAnswer::ShownWithoutModel;
    }
    let command = format!("# The first state refutes it: hexa egdl FILE --check '{check}'\n");
    ValidityAnswer::Shown(ShownModel {
        worlds: structure.worlds.len(),
        is_smallest: None,
        text: format!("{command}{text}"),
    })
}

/// A game whose states are these worlds, each with one step. States that nothing leads to come after an initial state of their own.
fn game_text(development: &Development, structure: &Structure) -> String {
    let sentences = &development.sentences;
    let count = structure.worlds.len();
    let holds = |name: &str, at: usize| {
        structure.worlds[at].iter().any(|&letter| sentences.write(letter, Script::Ascii) == name)
    };
    let of_all = |is_it: &dyn Fn(usize) -> bool| {
        let some: Vec<String> =
            (0..count).filter(|&at| is_it(at)).map(|at| format!("at({})", at + 1)).collect();
        if some.is_empty() { "false".to_owned() } else { some.join(" | ") }
    };
    let starts: Vec<usize> = (0..count).filter(|&at| !holds("initial", at)).collect();
    let all = count + starts.len();
    let agents: Vec<String> =
        sentences.agents().map(|agent| sentences.agent_name(agent).to_owned()).collect();
    let names: BTreeSet<String> =
        structure.worlds.iter().flatten().map(|&it| sentences.write(it, Script::Ascii)).collect();
    let is_special = |name: &&String| {
        ["does(", "legal(", "wins("].iter().any(|what| name.starts_with(what))
            || ["initial", "terminal"].contains(&name.as_str())
    };
    let atoms: Vec<&String> = names.iter().filter(|name| !is_special(name)).collect();
    let mut actions: BTreeSet<String> = BTreeSet::new();
    for deed in development.signature.actions.iter().flat_map(|deeds| deeds.iter().skip(1)) {
        let name = sentences.letter_name(deed.does);
        let name = name.strip_prefix("does(").and_then(|name| name.strip_suffix(')'));
        actions.extend(name.map(str::to_owned));
    }
    let mut text = format!(
        "game \"model\"\nagents {}\n",
        match agents.is_empty() {
            true => "r".to_owned(),
            false => agents.join(", "),
        }
    );
    text.push_str(&format!("index s in 1..{all}\n"));
    if !actions.is_empty() {
        text.push_str(&format!(
            "actions {}\n",
            actions.iter().cloned().collect::<Vec<_>>().join(", ")
        ));
    }
    let list: String = atoms.iter().map(|atom| format!("{atom}, ")).collect();
    text.push_str(&format!("atoms {list}at(s)\n\n"));
    let mut rules = Vec::new();
    let here = |at: usize| {
        let others =
            (1..=all).filter(|&other| other != at + 1).map(|other| format!("~at({other})"));
        let mut parts = vec![format!("at({})", at + 1)];
        parts.extend(others);
        for atom in &atoms {
            let is_true = at < count && holds(atom, at);
            parts.push(if is_true { (*atom).clone() } else { format!("~{atom}") });
        }
        format!("({})", parts.join(" & "))
    };
    let initial: Vec<usize> =
        (0..count).filter(|&at| holds("initial", at)).chain(count..all).collect();
    let initial: Vec<String> = initial.into_iter().map(here).collect();
    rules.push(format!("initial <-> {}", initial.join(" | ")));
    rules.push(format!("terminal <-> {}", of_all(&|at| holds("terminal", at))));
    for agent in &agents {
        let wins = format!("wins({agent})");
        rules.push(format!("{wins} <-> {}", of_all(&|at| holds(&wins, at))));
    }
    for (at, deeds) in development.signature.actions.iter().enumerate() {
        let named = deeds.iter().any(|deed| {
            let name = |letter| sentences.letter_name(letter);
            names.contains(name(deed.does)) || names.contains(name(deed.legal))
        });
        for (number, deed) in deeds.iter().enumerate() {
            let legal = sentences.letter_name(deed.legal);
            let mut when = match named {
                true => of_all(&|at| holds(legal, at)),
                false if number == 0 => "true".to_owned(),
                false => "false".to_owned(),
            };
            // Who stands before a state that nothing leads to can do nothing.
            if named && number == 0 {
                when.extend((count..all).map(|at| format!(" | at({})", at + 1)));
            }
            rules.push(format!("{legal} <-> {when}"));
        }
        _ = at;
    }
    for agent in agents.iter().skip(development.signature.actions.len()) {
        rules.push(format!("legal(noop^{agent}) <-> true"));
    }
    if agents.is_empty() {
        rules.push("wins(r) <-> false".to_owned());
        rules.push("legal(noop^r) <-> true".to_owned());
    }
    let next = |at: usize| if at < count { structure.next[at] } else { starts[at - count] };
    let leads = |is_it: &dyn Fn(usize) -> bool| {
        let some: Vec<String> =
            (0..all).filter(|&at| is_it(next(at))).map(|at| format!("at({})", at + 1)).collect();
        if some.is_empty() { "false".to_owned() } else { some.join(" | ") }
    };
    for at in 0..all {
        rules.push(format!("next at({}) <-> {}", at + 1, leads(&|to| to == at)));
    }
    for atom in &atoms {
        rules.push(format!("next {atom} <-> {}", leads(&|to| holds(atom, to))));
    }
    for (who, classes) in &structure.classes {
        let Who::Agent(agent) = who else { continue };
        let name = sentences.agent_name(*agent);
        let most = classes.iter().copied().max().unwrap_or(0);
        for class in 0..=most {
            let of_class = of_all(&|at| classes[at] == class);
            rules.push(format!("K_{name} ({of_class}) | K_{name} ~({of_class})"));
        }
    }
    for (at, rule) in rules.iter().enumerate() {
        text.push_str(&format!("{}. {rule}\n", at + 1));
    }
    text
}

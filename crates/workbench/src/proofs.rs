//! Proofs: texts of theorems, each line of which is checked; also from the rules of a game (EGDL sec. 3.1).

use hexa_lang::Resolver;
use hexa_lang::proof::load_proof;
use hexa_logic::Stop;
use hexa_proof::checker::{Checked, Limits, check};
use hexa_proof::reading::{Game, Games, ReadProofs, Said, read};
use hexa_proof::{Script, words};
use hexa_rules::egdl::{NotRead, RuleClause};
use hexa_text::{Diagnostic, SourceId, Sources};

/// What is proved in a text.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CheckedProofs {
    /// What the text is called.
    pub file: String,
    /// The logic.
    pub logic: &'static str,
    /// Its theorems, without those that it includes.
    pub theorems: Vec<CheckedTheorem>,
    /// How many theorems it includes.
    pub included: usize,
    /// How many theorems are not proved, those that are included among them.
    pub unproved: usize,
}

/// A theorem, and whether it is proved.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CheckedTheorem {
    /// What it is called.
    pub name: String,
    /// On which line of the text it stands.
    pub line: usize,
    /// What it says.
    pub statement: String,
    /// How many lines its proof has.
    pub lines: usize,
    /// Whether each of them follows.
    pub proved: bool,
    /// What it is assumed to hold here and now.
    pub premises: Vec<String>,
    /// What it is assumed to be a theorem.
    pub given: Vec<String>,
    /// The rules of the game from which it follows.
    pub rules: Vec<String>,
    /// In words: a theorem, or a consequence of what.
    pub result: String,
}

/// What became of a text with proofs.
#[derive(Clone, Debug)]
pub struct ProofOutcome {
    /// The texts that were read.
    pub sources: Sources,
    /// What is proved; nothing if the text cannot be read.
    pub answer: Option<CheckedProofs>,
    /// What is wrong, and what is strange.
    pub problems: Vec<Diagnostic>,
    /// The proofs for LaTeX, if all is proved.
    pub latex: Option<String>,
}

/// Checks the proofs of a text, with those that it includes.
pub fn check_proofs(name: &str, text: &str, resolver: &dyn Resolver, stop: &Stop) -> ProofOutcome {
    let loaded = load_proof(name, text, resolver);
    let games = ResolvedGames { resolver, stop };
    let mut reading = match read(&loaded, &games) {
        Ok(reading) => reading,
        Err(problems) => {
            return ProofOutcome { sources: loaded.sources, answer: None, problems, latex: None };
        }
    };
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let Ok(found) = check(&mut reading.development, &limits) else {
        let problems = vec![Diagnostic::for_stop()];
        return ProofOutcome { sources: loaded.sources, answer: None, problems, latex: None };
    };
    let problems = found.iter().enumerate();
    let problems = problems.flat_map(|(at, it)| words::problems(&reading, at, it)).collect();
    let unproved = found.iter().filter(|checked| !checked.faults.is_empty()).count();
    let own = found.iter().enumerate().skip(reading.included);
    let theorems = own.map(|(at, checked)| theorem(&reading, &loaded.sources, at, checked));
    let answer = CheckedProofs {
        file: name.to_owned(),
        logic: reading.development.system.name(),
        theorems: theorems.collect(),
        included: reading.included,
        unproved,
    };
    let latex = (unproved == 0).then(|| hexa_proof::latex::write(&reading));
    ProofOutcome { sources: loaded.sources, answer: Some(answer), problems, latex }
}

fn theorem(
    reading: &ReadProofs,
    sources: &Sources,
    at: usize,
    checked: &Checked,
) -> CheckedTheorem {
    let (theorem, places) = (&reading.development.theorems[at], &reading.places[at]);
    let names = &reading.development.sentences;
    let write = |&it: &hexa_proof::Sentence| names.write(it, Script::Ascii);
    let place = hexa_text::Location { source: places.source, span: places.name };
    let foundations = &checked.foundations;
    let proved = checked.faults.is_empty();
    CheckedTheorem {
        name: theorem.name.to_string(),
        line: sources.line_column(place).0,
        statement: write(&theorem.statement),
        lines: theorem.lines.len(),
        proved,
        premises: foundations.premises.iter().map(write).collect(),
        given: foundations.given.iter().map(write).collect(),
        rules: foundations.rules.iter().map(|rule| rule.to_string()).collect(),
        result: match proved {
            true => words::result(reading, foundations),
            false => "not proved".to_owned(),
        },
    }
}

/// Games in texts that can be had.
struct ResolvedGames<'r> {
    resolver: &'r dyn Resolver,
    stop: &'r Stop,
}

impl Games for ResolvedGames<'_> {
    fn game(&self, from: &str, path: &str) -> Result<Game, String> {
        let (_, text) = self.resolver.resolve(from, path)?;
        game_of(&text, self.stop)
    }
}

/// The game that a description in EGDL is about.
pub(crate) fn game_of(text: &str, stop: &Stop) -> Result<Game, String> {
    let read = hexa_rules::egdl::read(text, SourceId(0), stop);
    let description = read.map_err(|why| match why {
        NotRead::Stopped => "it was stopped".to_owned(),
        NotRead::Wrong(problems) => {
            let first = problems.first().map_or("", |problem| &problem.message);
            format!("it is no game in EGDL: {first}")
        }
    })?;
    let signature = &description.signature;
    let agents = signature.agents().enumerate().map(|(at, name)| {
        let agent = hexa_logic::Agent::from_index(at);
        let noop = signature.move_name(signature.noop(agent)).to_owned();
        let theirs = signature.moves().filter(|&(name, whose)| whose == agent && name != noop);
        let actions = theirs.map(|(name, _)| name.to_owned());
        (name.to_owned(), std::iter::once(noop.clone()).chain(actions).collect())
    });
    let agents = agents.collect();
    let fluents = (0..signature.facts() as u32)
        .map(|at| signature.fluent_name(hexa_logic::Fluent(at)))
        .collect();
    let actions = signature.moves().map(|(name, _)| name.to_owned()).collect();
    let said = |clause: &RuleClause| match *clause {
        RuleClause::Iff(left, right) => Said::Iff(left, right),
        RuleClause::Implies(left, right) => Said::Implies(left, right),
        RuleClause::Other(formula) => Said::Other(formula),
    };
    let rules = description.rules.iter().map(|rule| {
        let instances = rule.instances.iter();
        let instances = instances.map(|instance| instance.clauses.iter().map(said).collect());
        (rule.label.clone(), instances.collect())
    });
    let rules = rules.collect();
    Ok(Game { agents, fluents, actions, rules, formulas: description.formulas })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROPOSITION_2: &str = include_str!("../../../proofs/krieg-tictactoe.proof");
    const PROPOSITION_1: &str = include_str!("../../../proofs/egdl.proof");

    /// The games that the proofs are about.
    struct GameTexts;

    impl Resolver for GameTexts {
        fn resolve(&self, _from: &str, path: &str) -> Result<(String, String), String> {
            let text = match path {
                "../games/egdl/krieg-tictactoe.egdl" => {
                    include_str!("../../../games/egdl/krieg-tictactoe.egdl")
                }
                "../games/egdl/krieg-2x2.egdl" => {
                    include_str!("../../../games/egdl/krieg-2x2.egdl")
                }
                _ => return Err("there is no such file".to_owned()),
            };
            Ok((path.to_owned(), text.to_owned()))
        }
    }

    fn checked(text: &str) -> ProofOutcome {
        check_proofs("text.proof", text, &GameTexts, &Stop::new())
    }

    #[test]
    fn both_propositions_of_epistemic_gdl_are_proved() {
        for (text, theorems) in [(PROPOSITION_1, 11), (PROPOSITION_2, 60)] {
            let outcome = checked(text);
            assert!(outcome.problems.is_empty(), "{:?}", outcome.problems);
            let answer = outcome.answer.expect("it can be read");
            assert_eq!((answer.theorems.len(), answer.unproved), (theorems, 0));
        }
    }

    #[test]
    fn the_rules_that_are_needed_are_named() {
        let answer = checked(PROPOSITION_2).answer.expect("it can be read");
        let rules = |name: &str| {
            let found = answer.theorems.iter().find(|theorem| theorem.name == name);
            found.expect("a theorem").rules.join(" ")
        };
        assert_eq!(rules("initial-common"), "11");
        assert_eq!(rules("one-turn"), "5");
        assert_eq!(rules("legal-known-x11"), "5 6 7 10 12 13 14");
        assert_eq!(rules("opponent-known-o33"), "2");
        let answer = checked(PROPOSITION_1).answer.expect("it can be read");
        assert!(answer.theorems.iter().all(|theorem| theorem.rules.is_empty()));
    }

    /// Every rule that is cited is needed where it is cited.
    #[test]
    fn other_rules_do_not_do() {
        for (rule, other) in [("by rule 10", "by rule 9"), ("by rule 2", "by rule 3")] {
            let outcome =
                checked(&PROPOSITION_2.replacen(&format!("{rule}\n"), &format!("{other}\n"), 1));
            let answer = outcome.answer.expect("it can be read");
            assert!(answer.unproved > 0, "{rule}");
        }
        let outcome = checked(&PROPOSITION_2.replacen("by rule 10\n", "by rule 99\n", 1));
        assert_eq!(outcome.problems[0].code, hexa_text::Code::Uncitable);
    }
}

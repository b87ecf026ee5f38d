//! Krieg-Tictactoe (*Epistemic GDL*, figure 1 and proposition 2): the model that its rules define, and what holds there.

use super::{Check, Work, holds_if};
use crate::Verdict;
use hexa_lang::SourceId;

use hexa_logic::Stop;
use hexa_rules::egdl::{
    self, Description, Instance, ModelLimits, TransitionModel, Uniqueness, uniqueness,
};
use hexa_rules::{Checker, Recall, Unseen};
use std::sync::{Mutex, OnceLock, PoisonError};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "Krieg-Tictactoe: the signature", at: file!(), run: signature },
    Check { name: "Krieg-Tictactoe: a game of imperfect information", at: file!(), run: imperfect },
    Check { name: "Krieg-Tictactoe: all rules", at: file!(), run: |work| rules(work, &[]) },
    Check { name: "Krieg-Tictactoe: rule 1", at: file!(), run: |work| rules(work, &["1"]) },
    Check { name: "Krieg-Tictactoe: rule 2", at: file!(), run: |work| rules(work, &["2"]) },
    Check { name: "Krieg-Tictactoe: rule 3", at: file!(), run: |work| rules(work, &["3"]) },
    Check { name: "Krieg-Tictactoe: rule 4", at: file!(), run: |work| rules(work, &["4"]) },
    Check { name: "Krieg-Tictactoe: rule 5", at: file!(), run: |work| rules(work, &["5"]) },
    Check { name: "Krieg-Tictactoe: rule 6", at: file!(), run: |work| rules(work, &["6"]) },
    Check { name: "Krieg-Tictactoe: rule 7", at: file!(), run: |work| rules(work, &["7"]) },
    Check { name: "Krieg-Tictactoe: rule 8", at: file!(), run: |work| rules(work, &["8"]) },
    Check { name: "Krieg-Tictactoe: rule 9", at: file!(), run: |work| rules(work, &["9"]) },
    Check { name: "Krieg-Tictactoe: rule 10", at: file!(), run: |work| rules(work, &["10"]) },
    Check { name: "Krieg-Tictactoe: rule 11", at: file!(), run: |work| rules(work, &["11"]) },
    Check { name: "Krieg-Tictactoe: rule 12", at: file!(), run: |work| rules(work, &["12"]) },
    Check { name: "Krieg-Tictactoe: rule 13", at: file!(), run: |work| rules(work, &["13"]) },
    Check { name: "Krieg-Tictactoe: rule 14", at: file!(), run: |work| rules(work, &["14"]) },
    Check { name: "Krieg-Tictactoe: one model only", at: file!(), run: one_model },
    Check { name: "Krieg-Tictactoe: knowing what is legal", at: file!(), run: legal_known },
    Check {
        name: "Krieg-Tictactoe: prop. 2.1",
        at: file!(),
        run: |work| follows(work, "initial -> C initial"),
    },
    Check { name: "Krieg-Tictactoe: prop. 2.2", at: file!(), run: legal_follows },
    Check {
        name: "Krieg-Tictactoe: prop. 2.3",
        at: file!(),
        run: |work| follows(work, "does(a^r_{i,j}) -> next K_r (p^r_{i,j} | tried(a^r_{i,j}))"),
    },
    Check {
        name: "Krieg-Tictactoe: prop. 2.4",
        at: file!(),
        run: |work| follows(work, "K_r tried(a^r_{i,j}) -> K_r p^-r_{i,j}"),
    },
    Check {
        name: "Krieg-Tictactoe: turns",
        at: file!(),
        run: |work| follows(work, "turn(r) -> C turn(r)"),
    },
];

const KRIEG: &str = include_str!("../../../../games/egdl/krieg-tictactoe.egdl");
const SOURCE: SourceId = SourceId(0);
/// So many steps are taken along paths.
const MOST: u64 = 2_000_000_000;
const KNOWN_TO_BE_LEGAL: &str = "legal(a^r_{i,j}) -> K_r legal(a^r_{i,j})";

/// The description and its model, built once. If the work was stopped there is none, and it is built when it is next
/// asked for.
fn game(work: &Work) -> Result<(Description, &'static TransitionModel), Verdict> {
    static GAME: OnceLock<(Description, TransitionModel)> = OnceLock::new();
    static BUILDING: Mutex<()> = Mutex::new(());
    let _turn = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let (description, model) = match GAME.get() {
        Some(built) => built,
        None => {
            let none = || Verdict::Fails("the rules define no model".to_owned());
            let built = build_game(&work.limits.stop).ok_or_else(none)?;
            GAME.get_or_init(|| built)
        }
    };
    Ok((description.clone(), model))
}

fn build_game(stop: &Stop) -> Option<(Description, TransitionModel)> {
    let mut description = egdl::read(KRIEG, SOURCE, stop).ok()?;
    let model =
        TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), stop).ok()?;
    Some((description, model))
}

/// The verdict, whether there is a model or not.
fn in_game(work: &Work, check: impl FnOnce(Description, &TransitionModel) -> Verdict) -> Verdict {
    match game(work) {
        Ok((description, model)) => check(description, model),
        Err(verdict) => verdict,
    }
}

/// Two agents, ten actions each, all of them different; 38 atoms.
fn signature(work: &Work) -> Verdict {
    in_game(work, |description, _| {
        let signature = &description.signature;
        let of = |agent| signature.moves().filter(|(_, owner)| owner.index() == agent).count();
        let found = (signature.agents().len(), [of(0), of(1)], signature.atoms().len());
        holds_if(found == (2, [10, 10], 38), || format!("{found:?}"))
    })
}

/// Where a formula fails: in how many states, and the first path with what an agent cannot tell from it.
fn failure(
    work: &Work,
    description: &mut Description,
    model: &TransitionModel,
    recall: Recall,
    instances: &[Instance],
) -> Result<Option<String>, Verdict> {
    let gave_up = |gave_up: hexa_rules::GaveUp| Verdict::Open(gave_up.to_string());
    let signature = description.signature.clone();
    let (stop, formulas) = (work.limits.stop.clone(), &mut description.formulas);
    let mut checker = Checker::new(&model.frame, model, formulas, recall, MOST, &stop);
    let (mut states, mut first) = (vec![false; model.frame.states()], None);
    for instance in instances {
        work.go_on().map_err(Verdict::Open)?;
        let holds = checker.everywhere(instance.formula).map_err(gave_up)?;
        if first.is_none()
            && let Some(state) = holds.zeroes().next()
        {
            first = checker.witness(instance.formula, state as u32).map_err(gave_up)?;
        }
        holds.zeroes().for_each(|state| states[state] = true);
    }
    let Some(witness) = first else { return Ok(None) };
    let path = |state: u32, steps: &[u32]| {
        let play = model.frame.play_to(state, &stop).ok().flatten().unwrap_or_default();
        let moves = play.iter().chain(steps).map(|&step| {
            let own = |action: &&hexa_logic::AgentAction| action.0 > 1;
            model
                .frame
                .actions(step)
                .iter()
                .find(own)
                .map_or("noop", |&action| signature.move_name(action))
        });
        moves.collect::<Vec<_>>().join(" ")
    };
    let mut told = format!("on the path {}", path(witness.state, &witness.steps));
    for Unseen { agent, state, steps, .. } in &witness.unseen {
        let agent = signature.agents().nth(agent.index()).unwrap_or("?");
        told += &format!(", which {agent} cannot tell from {}", path(*state, steps));
    }
    let count = states.iter().filter(|&&fails| fails).count();
    Ok(Some(format!("{told}; from {count} states in all")))
}

/// Some rules, or all, hold on all paths (defs. 3 and 5 to the letter).
fn rules(work: &Work, labels: &[&str]) -> Verdict {
    in_game(work, |mut description, model| {
        let rules = description.rules.clone();
        let wanted = |label: &str| labels.is_empty() || labels.contains(&label);
        for rule in rules.iter().filter(|rule| wanted(&rule.label)) {
            match failure(work, &mut description, model, Recall::None, &rule.instances) {
                Ok(None) => {}
                Ok(Some(witness)) => {
                    return Verdict::Fails(format!("rule {}: {witness}", rule.label));
                }
                Err(verdict) => return verdict,
            }
        }
        Verdict::Holds
    })
}

fn instances(
    work: &Work,
    description: &mut Description,
    formula: &str,
) -> Result<Vec<Instance>, Verdict> {
    let read = egdl::read_formula(description, formula, SOURCE, &work.limits.stop);
    read.map_err(|_| Verdict::Open(format!("{formula} could not be read")))
}

/// Whether a formula holds on all paths, to the letter.
fn valid(work: &Work, formula: &str, recall: Recall) -> Result<Option<String>, Verdict> {
    let (mut description, model) = game(work)?;
    let instances = instances(work, &mut description, formula)?;
    failure(work, &mut description, model, recall, &instances)
}

/// What is said to follow from the rules. They all hold where agents know what they are about to do; to the letter, rule 10
/// does not, so that nothing is shown by what fails there.
fn follows(work: &Work, formula: &str) -> Verdict {
    let rule_10 = "does(a^r_{i,j}) -> K_r does(a^r_{i,j})";
    let found = valid(work, rule_10, Recall::OwnAction).and_then(|rule| match rule {
        None => valid(work, formula, Recall::OwnAction),
        Some(witness) => Err(Verdict::Open(format!("rule 10: {witness}"))),
    });
    match found {
        Ok(None) => Verdict::HoldsUpTo(
            "the largest model of the rules in which agents know what they do".to_owned(),
        ),
        Ok(Some(witness)) => Verdict::Fails(witness),
        Err(verdict) => verdict,
    }
}

/// That players know which actions are legal is said to follow from the rules. The model that is built from figure 1
/// does not obey rule 10, so that what fails there is no witness; no derivation is checked.
fn legal_follows(work: &Work) -> Verdict {
    let by_the_letter = match valid(work, KNOWN_TO_BE_LEGAL, Recall::None) {
        Ok(None) => "holds".to_owned(),
        Ok(Some(witness)) => format!("fails {witness}"),
        Err(verdict) => return verdict,
    };
    match follows(work, KNOWN_TO_BE_LEGAL) {
        Verdict::HoldsUpTo(model) => Verdict::HoldsUpTo(format!(
            "{model}. In the model built from figure 1, which violates rule 10 taken literally, it {by_the_letter}. \
             From the rules it is derivable: whoever does something knows so by rule 10, and so knows that it is legal, \
             hence by rules 6 and 7 whether it is their turn in a game that goes on; their marks and tries they know by \
             rules 13 and 14. This derivation is not checked by a program yet"
        )),
        verdict @ (Verdict::Holds | Verdict::Open(_) | Verdict::Fails(_)) => verdict,
    }
}

/// Players do not see each other's marks: there are some that they do not know of.
fn imperfect(work: &Work) -> Verdict {
    match valid(work, "p^r_{i,j} -> K_{-r} p^r_{i,j}", Recall::None) {
        Ok(Some(_)) => Verdict::Holds,
        Ok(None) => Verdict::Fails("the players see everything".to_owned()),
        Err(verdict) => verdict,
    }
}

/// That players know which actions are legal is not true in all models: not in this one, since a player
/// does not see that the opponent has won.
fn legal_known(work: &Work) -> Verdict {
    match valid(work, KNOWN_TO_BE_LEGAL, Recall::None) {
        Ok(Some(_)) => Verdict::Holds,
        Ok(None) => Verdict::Fails("in this game they do know".to_owned()),
        Err(verdict) => verdict,
    }
}

/// Whether the rules leave no other choice of who can tell which states apart.
fn one_model(work: &Work) -> Verdict {
    in_game(work, |mut description, model| {
        match uniqueness(&mut description, model, MOST, &work.limits.stop) {
            Ok(Uniqueness::Unique) => Verdict::Holds,
            Ok(Uniqueness::SeesMore(_)) => Verdict::Fails(
                "players who see the whole board obey the same rules, and know more".to_owned(),
            ),
            Ok(Uniqueness::Unknown(rule)) => Verdict::Open(format!(
                "players who see everything do not obey rule {}",
                description.rules[rule].label
            )),
            Err(gave_up) => Verdict::Open(gave_up.to_string()),
        }
    })
}

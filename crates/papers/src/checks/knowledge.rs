//! Knowledge in states: access in initial states, what is commonly known of a state itself, and what
//! announcements leave of it.

use super::random::search_fitting;
use super::snippet::{actions, in_words, verdict_or_open};
use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{
    Among, Engine, Held, State, bisimilar, build, describe, is_valid, state_size, truth, update,
};
use hexa_lang::{Document, NoIncludes, load};
use hexa_logic::{
    Action, Agent, Atom, Deal, DealSetup, Formula, FormulaNode, Group, ModelSetup, RelationSetup,
    Setup, Sight, Terms, Vocabulary, World, WorldSetup,
};
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "everybody knows", at: file!(), run: everybody_knows },
    Check { name: "knowing a winning action", at: file!(), run: winning_action },
    Check { name: "access in initial states", at: file!(), run: initial_states },
    Check {
        name: "the model is common knowledge",
        at: file!(),
        run: the_model_is_common_knowledge,
    },
    Check { name: "announcements and sizes", at: file!(), run: announcements },
];

fn everybody() -> Group {
    Group::first(generate::AGENTS)
}

fn state(work: &Work, setup: &Setup) -> Option<State> {
    build(setup, &generate::vocabulary(), &Terms::default(), &work.limits).ok()
}

/// Looks at random models with random formulas.
fn on_models(
    work: &Work,
    test: impl Fn(&State, &mut Terms, Formula) -> Result<bool, Doubt>,
) -> Verdict {
    let of_what = "models of up to 8 worlds with formulas";
    search_fitting(work, 2000, of_what, |case| {
        let setup = generate::model(case, 8, Access::Cells);
        let decisions = generate::decisions(case);
        let mut terms = Terms::default();
        let formula = generate::formula(&mut terms, Language::FULL, &everybody(), &decisions);
        match state(work, &setup) {
            Some(state) => test(&state, &mut terms, formula),
            None => Ok(false),
        }
    })
}

/// `Eφ` is the conjunction of all `Kφ`.
fn everybody_knows(work: &Work) -> Verdict {
    on_models(work, |state, terms, formula| {
        let knows = |agent: Agent| terms.formula(FormulaNode::Knows(agent, formula));
        let each = everybody().iter().map(knows).collect();
        let each = terms.and(each);
        let generally = terms.formula(FormulaNode::Everybody(everybody(), formula));
        match (truth(state, terms, generally), truth(state, terms, each)) {
            (Ok(left), Ok(right)) if left == right => Ok(true),
            (Ok(_), Ok(_)) => Err(Doubt::Witness(format!("they differ in a model: {state:?}"))),
            (Err(_), Err(_)) => Ok(false),
            (Err(why), Ok(_)) | (Ok(_), Err(why)) => Err(why.to_string().into()),
        }
    })
}

/// Models of one agent who considers all worlds possible: any set of the four valuations of two atoms.
/// Up to bisimilarity there are no others.
fn one_agent() -> impl Iterator<Item = ModelSetup> {
    (1..16u32).flat_map(|set| {
        let valuations: Vec<u32> = (0..4).filter(|at| set >> at & 1 == 1).collect();
        let worlds: Vec<WorldSetup> = valuations
            .iter()
            .map(|&valuation| WorldSetup {
                name: format!("w{valuation}"),
                atoms: (0..2).filter(|at| valuation >> at & 1 == 1).map(Atom).collect(),
            })
            .collect();
        (0..worlds.len()).map(move |point| ModelSetup {
            worlds: worlds.clone(),
            relations: vec![Some(RelationSetup::Cells(vec![0; worlds.len()]))],
            point: World::from_index(point),
        })
    })
}

/// The rule that who knows a winning action takes it, as it is written down: that they know that they take
/// it and win implies that they take it. A rule that some agents follow and others do not would be
/// false somewhere.
fn winning_action(work: &Work) -> Verdict {
    let mut terms = Terms::default();
    let [takes, wins] = [0, 1].map(|atom| terms.formula(FormulaNode::Atom(Atom(atom))));
    let both = terms.and(vec![takes, wins]);
    let known = terms.formula(FormulaNode::Knows(Agent(0), both));
    let rule = terms.formula(FormulaNode::Implies(known, takes));
    let valid = |model| {
        let (names, limits) = (generate::vocabulary(), work.limits.clone());
        let state = in_words(build(&Setup::Model(model), &names, &terms, &limits))?;
        in_words(is_valid(&state, &terms, rule))
    };
    let valid: Result<Vec<bool>, String> = one_agent().map(valid).collect();
    verdict_or_open(valid.map(|valid| {
        holds_if(valid.contains(&false), || {
            "K(p & q) -> p is true in all models, whatever agents do, since knowledge is true: it says nothing \
             about them".to_owned()
        })
    }))
}

/// A deal: so many cards for each player, and for the table.
fn deal(sizes: [usize; 3], table: usize) -> (Vocabulary, Setup) {
    let mut names = Vocabulary::default();
    for at in 1..=sizes.len() {
        names.add_agent(at.to_string());
    }
    names.set_table("t");
    let mut hands = Vec::new();
    for size in sizes.into_iter().chain([table]) {
        let hand = (0..size).map(|at| names.add_card(&format!("c{}x{at}", hands.len())));
        hands.push(hand.collect());
    }
    for card in names.cards() {
        for holder in names.holders() {
            names.add_holding_atom(card, holder);
        }
    }
    let deal = Deal::new(hands, &names);
    (names, Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE }))
}

/// All deals of the same sizes are worlds, and a player cannot tell two of them apart if and only if they
/// have the same cards in both. So access is reflexive, transitive and euclidean. All engines list the
/// same worlds.
fn initial_states(work: &Work) -> Verdict {
    let most = match work.effort {
        Effort::Short => 4,
        Effort::Deep => 6,
    };
    for (a, b, c, table) in sizes(most) {
        let (names, setup) = deal([a, b, c], table);
        match wrong_initial_state(work, &names, &setup) {
            Ok(None) => {}
            Ok(Some(wrong)) => {
                let sizes = format!("{a}, {b}, {c} cards and {table} on the table");
                return Verdict::Fails(format!("{sizes}: {wrong}"));
            }
            Err(why) => return Verdict::Open(why),
        }
    }
    Verdict::HoldsUpTo(format!(
        "all sizes of hands of three players and a table, up to {most} cards"
    ))
}

fn sizes(most: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let up_to = move || 0..=most;
    let all = up_to().flat_map(move |a| up_to().flat_map(move |b| up_to().map(move |c| (a, b, c))));
    let all = all.flat_map(move |(a, b, c)| up_to().map(move |t| (a, b, c, t)));
    all.filter(move |&(a, b, c, t)| (1..=most).contains(&(a + b + c + t)))
}

/// What is wrong with an initial state, if anything is.
fn wrong_initial_state(
    work: &Work,
    names: &Vocabulary,
    setup: &Setup,
) -> Result<Option<String>, String> {
    let terms = Terms::default();
    let limits = work.limits.clone();
    let state = in_words(hexa_engine::definitional::build(setup, names, &terms, &limits))?;
    let distinct: BTreeSet<Vec<Atom>> =
        (0..state.world_count()).map(|world| state.atoms(world)).collect();
    if distinct.len() != state.world_count() || state_size(setup) != distinct.len().into() {
        return Ok(Some("the worlds are not all deals".to_owned()));
    }
    for agent in names.agents() {
        let cards = |world: usize| -> Vec<Atom> {
            let his = |atom: &Atom| {
                let holding = names.holding(*atom);
                holding
                    .is_some_and(|(_, holder)| names.holder_name(holder) == names.agent_name(agent))
            };
            state.atoms(world).into_iter().filter(his).collect()
        };
        for v in 0..state.world_count() {
            for w in 0..state.world_count() {
                if state.is_related(agent, v, w) != (cards(v) == cards(w)) {
                    return Ok(Some(
                        "a player sees something else than their own cards".to_owned(),
                    ));
                }
            }
        }
    }
    let mut counts = BTreeSet::new();
    for engine in Engine::GENERAL {
        let held = in_words(engine.build(setup, names, &terms, &limits))?;
        counts.insert(in_words(held.relevant_count())?);
    }
    Ok((counts.len() > 1).then(|| "the engines disagree".to_owned()))
}

/// Hexa, and the moves that can be made in it.
fn hexa() -> Option<(Document, Vec<Action>)> {
    let mut text = "agents 1, 2, 3\ndeal r | w | b\n".to_owned();
    for i in 1..=3 {
        text.push_str(&format!("do nowin {i}\n"));
        for j in (1..=3).filter(|&j| j != i) {
            for c in ["r", "w", "b"] {
                text.push_str(&format!(
                    "do ask {i} {j} for {c}: no\ndo ask {i} {j} for cards: show {c}\n"
                ));
            }
        }
    }
    let document = load("hexa.hexa", &text, &NoIncludes, &[]).document?;
    let moves = actions(&document);
    Some((document, moves))
}

/// The states that so many moves lead to, up to bisimilarity.
fn reachable(work: &Work, document: &Document, moves: &[Action], steps: usize) -> Vec<State> {
    let start = build(&document.initial, &document.vocabulary, &document.terms, &work.limits);
    let mut found: Vec<State> = start.into_iter().collect();
    let mut last = found.clone();
    for _ in 0..steps {
        let mut next = Vec::new();
        for state in &last {
            for &action in moves {
                let after = update(state, &document.terms, action).ok();
                let after = after.and_then(|outcomes| outcomes.into_single());
                let new = |after: &State| {
                    !found.iter().chain(&next).any(|known| bisimilar(known, after) == Ok(true))
                };
                next.extend(after.filter(new));
            }
        }
        found.extend(next.iter().cloned());
        last = next;
    }
    found
}

/// In every state that is reached in Hexa, everybody commonly knows which worlds there are and what the
/// players consider possible in each; and nobody who considers two worlds possible knows which it is.
fn the_model_is_common_knowledge(work: &Work) -> Verdict {
    let steps = match work.effort {
        Effort::Short => 2,
        Effort::Deep => 4,
    };
    let Some((document, moves)) = hexa() else {
        return Verdict::Open("the moves of Hexa could not be read".to_owned());
    };
    let states = reachable(work, &document, &moves, steps);
    for state in &states {
        let mut terms = document.terms.clone();
        let Ok(description) = describe(state, &mut terms) else {
            return Verdict::Open("a state is too large to be described".to_owned());
        };
        let mut parts = description.everywhere.clone();
        for sight in &description.sights {
            parts.push(description.sight(sight, Among::Partitions, &mut terms));
            for &world in sight.from.iter().filter(|_| sight.seen.len() > 1) {
                let world = description.worlds[world];
                let known = terms.formula(FormulaNode::Knows(sight.agent, world));
                let unknown = terms.not(known);
                parts.push(terms.formula(FormulaNode::Implies(world, unknown)));
            }
        }
        let one_of = terms.or(description.worlds.clone());
        parts.push(one_of);
        let all = terms.and(parts);
        let common = terms.formula(FormulaNode::Common(description.group.clone(), all));
        match is_valid(state, &terms, common) {
            Ok(true) => {}
            Ok(false) => return Verdict::Fails(format!("not in the state {state:?}")),
            Err(why) => return Verdict::Open(why.to_string()),
        }
    }
    let count = states.len();
    Verdict::HoldsUpTo(format!("the {count} states that at most {steps} moves lead to in Hexa"))
}

/// An announcement leaves some of the worlds, and no more.
fn announcements(work: &Work) -> Verdict {
    on_models(work, |state, terms, formula| {
        let action = terms.announcement(everybody(), formula);
        let Ok(outcomes) = update(state, terms, action) else { return Ok(false) };
        let count = |state: State| in_words(Held::from(state).relevant_count());
        let after = outcomes.into_single().ok_or("there are several outcomes")?;
        match count(after)? <= count(state.clone())? {
            true => Ok(true),
            false => {
                Err(Doubt::Witness(format!("an announcement makes a state larger: {state:?}")))
            }
        }
    })
}

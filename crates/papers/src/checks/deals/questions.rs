//! Any question and answer (thesis def. 9) in states of card games, as random numbers decide: the answers are unions of the
//! respondent's cells, and everybody hears as much of them as it happens.

use crate::Verdict;
use crate::checks::Work;
use crate::checks::random::{partition, search_fitting};
use crate::checks::snippet::{Snippet, in_words};
use crate::verdict::Doubt;
use hexa_engine::Engine;
use hexa_engine::definitional::State;
use hexa_engine::definitional::game_action::{Answer, GameAction};
use hexa_engine::generate::Case;
use hexa_logic::{
    Agent, Atom, Card, Formula, Holder, ModelSetup, RelationSetup, Setup, World, WorldSetup,
};
use std::collections::{BTreeMap, BTreeSet};

/// Games, each with the formula that says of a state that it is one of that game.
const GAMES: [&str; 4] = [
    "agents 1, 2\ndeal b | w\ncheck deals & see\n",
    "agents 1, 2, 3\ndeal r | w | b\ncheck deals & see\n",
    "agents 1, 2, 3\ndeal n | e | s w\ncheck deals & see\n",
    "agents 1, 2\ntable t\ndeal a | b c | d\ncheck deals & see\n",
];

/// No question is asked in larger states.
const MOST_WORLDS: usize = 60;

struct Game {
    snippet: Snippet,
    initial: State,
    is_state: Formula,
}

impl Game {
    fn read(work: &Work, text: &str) -> Result<Self, String> {
        let snippet = Snippet::read(work, text)?;
        let held = snippet.hold(Engine::Definitional)?;
        let initial = held.as_defined().cloned().ok_or("the definitional engine was asked")?;
        let &[is_state] = &snippet.formulas()[..] else { return Err("one formula".to_owned()) };
        Ok(Self { snippet, initial, is_state })
    }

    fn hand(&self, state: &State, world: usize, holder: Holder) -> Vec<Card> {
        let names = &self.snippet.document.vocabulary;
        let atoms = state.atoms(world);
        let holds =
            |card: &Card| names.holding_atom(*card, holder).is_some_and(|a| atoms.contains(&a));
        names.cards().filter(holds).collect()
    }

    /// Def. 7: access is an equivalence, every world is a deal of the size, and agents know their own
    /// cards.
    fn is_game_state(&self, state: &State) -> bool {
        let deals = valuations(&self.initial, 0..self.initial.world_count());
        let worlds = || 0..state.world_count();
        let pairs = || worlds().flat_map(|v| worlds().map(move |w| (v, w)));
        let knows_hand = |agent: Agent| {
            let hand = |w| self.hand(state, w, Holder::Agent(agent));
            let related = |v, w| state.is_related(agent, v, w);
            let alike = |v, w| worlds().all(|u| related(v, u) == related(w, u));
            worlds().all(|w| related(w, w))
                && pairs().all(|(v, w)| !related(v, w) || hand(v) == hand(w) && alike(v, w))
        };
        valuations(state, worlds()).is_subset(&deals) && state.group().iter().all(knows_hand)
    }
}

/// What is true in some worlds.
fn valuations(state: &State, worlds: impl IntoIterator<Item = usize>) -> BTreeSet<Vec<Atom>> {
    worlds.into_iter().map(|w| state.atoms(w)).collect()
}

/// A question, and an answer that is true.
fn question(state: &State, case: &mut Case) -> GameAction {
    let agents: Vec<Agent> = state.group().iter().collect();
    let respondent = agents[case.below(agents.len())];
    let worlds = 0..state.world_count();
    let cell = |v: usize| -> Answer {
        worlds.clone().filter(|&w| state.is_related(respondent, v, w)).collect()
    };
    let cells: Vec<Answer> =
        worlds.clone().map(cell).collect::<BTreeSet<_>>().into_iter().collect();
    let mut question: BTreeSet<Answer> = BTreeSet::new();
    // Each partition of the cells covers all worlds; answers of two of them overlap.
    for _ in 0..2 {
        let class = partition(case, cells.len());
        for chosen in 0..cells.len() {
            let parts = cells.iter().zip(&class).filter(|(_, c)| **c == chosen);
            question.insert(parts.flat_map(|(cell, _)| cell.iter().copied()).collect());
        }
    }
    question.remove(&Answer::new());
    let answers: Vec<Answer> = question.iter().cloned().collect();
    let here: Vec<&Answer> = answers.iter().filter(|a| a.contains(&state.point())).collect();
    let answer = here[case.below(here.len())].clone();
    let mut publicity = BTreeMap::new();
    for agent in agents {
        let class = match agent == respondent {
            true => (0..answers.len()).collect(),
            false => partition(case, answers.len()),
        };
        let pairs = (0..answers.len()).flat_map(|i| (0..answers.len()).map(move |j| (i, j)));
        let confused = pairs.filter(|&(i, j)| class[i] == class[j]);
        let confused = confused.map(|(i, j)| (answers[i].clone(), answers[j].clone())).collect();
        publicity.insert(agent, confused);
    }
    GameAction { question, respondent, answer, publicity }
}

/// Looks at random cases of a game; those for which the test says `false` do not count.
fn in_games(
    work: &Work,
    cases: u32,
    of_what: &str,
    each: impl Fn(&Game, &mut Case) -> Result<bool, Doubt>,
) -> Verdict {
    let games: Result<Vec<Game>, String> =
        GAMES.iter().map(|text| Game::read(work, text)).collect();
    let games = match games {
        Ok(games) => games,
        Err(why) => return Verdict::Open(why),
    };
    search_fitting(work, cases, of_what, |case| {
        let game = &games[case.below(games.len())];
        each(game, case)
    })
}

/// Three questions one after the other.
fn after_questions(
    work: &Work,
    each: impl Fn(&Game, &State, &GameAction, &State) -> Result<(), Doubt>,
) -> Verdict {
    in_games(work, 100, "sequences of questions", |game, case| {
        let mut state = game.initial.clone();
        for _ in 0..3 {
            let action = question(&state, case);
            let next = action.execute(&state).ok_or("the answer is not true")?;
            each(game, &state, &action, &next)?;
            if next.world_count() > MOST_WORLDS {
                break;
            }
            state = next;
        }
        Ok(true)
    })
}

/// Proposition 2: the next state is one of the same game.
pub(super) fn next_states(work: &Work) -> Verdict {
    after_questions(work, |game, _, action, next| match game.is_game_state(next) {
        true => Ok(()),
        false => Err(Doubt::Witness(format!("{action:?}"))),
    })
}

/// Def. 8: what was no relevant deal does not become one.
pub(super) fn relevant_deals(work: &Work) -> Verdict {
    after_questions(work, |_, before, action, next| {
        let deals = |state: &State| valuations(state, state.relevant());
        match deals(next).is_subset(&deals(before)) {
            true => Ok(()),
            false => Err(Doubt::Witness(format!("{action:?}"))),
        }
    })
}

/// Section 2.4.1: with a group, the answers that it takes for possible become more. There is a largest group that hears the answer
/// itself, namely all who do, among them the respondent; and whatever is heard, nobody hears nothing.
pub(super) fn receivers(work: &Work) -> Verdict {
    after_questions(work, |_, state, action, _| {
        let agents: Vec<Agent> = state.group().iter().collect();
        let group = |set: usize| -> BTreeSet<Agent> {
            (0..agents.len()).filter(|at| set >> at & 1 == 1).map(|at| agents[at]).collect()
        };
        let exactly = |heard: &BTreeSet<Answer>| heard.len() == 1;
        let alone = |agent: Agent| exactly(&heard(action, &BTreeSet::from([agent])));
        let all: BTreeSet<Agent> = agents.iter().copied().filter(|&agent| alone(agent)).collect();
        let groups: Vec<BTreeSet<Agent>> = (1..1usize << agents.len()).map(group).collect();
        let receives = |group: &BTreeSet<Agent>| exactly(&heard(action, group));
        let largest = groups.iter().all(|group| receives(group) == group.is_subset(&all));
        let grows = groups.iter().all(|small| {
            let larger = groups.iter().filter(|large| small.is_subset(large));
            larger.into_iter().all(|large| heard(action, small).is_subset(&heard(action, large)))
        });
        match largest && grows && all.contains(&action.respondent) {
            true => Ok(()),
            false => Err(Doubt::Witness(format!("{action:?}"))),
        }
    })
}

/// The answers that a group cannot tell from the one that was given, as chains of what its members confuse.
fn heard(action: &GameAction, group: &BTreeSet<Agent>) -> BTreeSet<Answer> {
    let mut heard = BTreeSet::from([action.answer.clone()]);
    let mut waiting = vec![action.answer.clone()];
    while let Some(answer) = waiting.pop() {
        let links = group.iter().filter_map(|agent| action.publicity.get(agent)).flatten();
        for (_, to) in links.filter(|(from, _)| *from == answer) {
            if heard.insert(to.clone()) {
                waiting.push(to.clone());
            }
        }
    }
    heard
}

/// Def. 7 and the formula that says it, in random models: deals, now and then with a card too few, and cells that are
/// those of hands, now and then two of them as one.
pub(super) fn game_states(work: &Work) -> Verdict {
    in_games(work, 1000, "models", |game, case| {
        let model = random_model(game, case);
        let document = &game.snippet.document;
        let setup = Setup::Model(model);
        let (names, terms) = (&document.vocabulary, &document.terms);
        let held = in_words(Engine::Definitional.build(&setup, names, terms, &work.limits))?;
        let Some(state) = held.as_defined() else { return Err("another engine".into()) };
        // The formula speaks of the worlds that can be reached, the definition of all.
        if state.relevant().len() < state.world_count() {
            return Ok(false);
        }
        match in_words(held.is_valid(terms, game.is_state))? == game.is_game_state(state) {
            true => Ok(true),
            false => Err(Doubt::Witness(format!("{setup:?}"))),
        }
    })
}

fn random_model(game: &Game, case: &mut Case) -> ModelSetup {
    let deals = game.initial.world_count();
    let count = 1 + case.below(5);
    let mut originals = Vec::new();
    let mut worlds = Vec::new();
    for at in 0..count {
        let original = case.below(deals);
        let mut atoms = game.initial.atoms(original);
        if case.below(12) == 0 {
            atoms.pop();
        }
        originals.push(original);
        worlds.push(WorldSetup { name: format!("w{at}"), atoms });
    }
    let relation = |agent: Agent, case: &mut Case| {
        let merge = case.below(8) == 0;
        let alike = |v: usize, w: usize| merge || game.initial.is_related(agent, v, w);
        let mut cells: Vec<u32> = Vec::new();
        for (at, &original) in originals.iter().enumerate() {
            let earlier = (0..at).find(|&before| alike(originals[before], original));
            let next = cells.iter().max().map_or(0, |most| most + 1);
            cells.push(earlier.map_or(next, |before| cells[before]));
        }
        Some(RelationSetup::Cells(cells))
    };
    let agents: Vec<Agent> = game.initial.group().iter().collect();
    let relations = agents.into_iter().map(|agent| relation(agent, case)).collect();
    ModelSetup { worlds, relations, point: World(0) }
}

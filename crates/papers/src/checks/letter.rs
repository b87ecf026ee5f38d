//! What can become of the letter (thesis sec. 6.1): is every model that knowledge actions make of it a part of the
//! cube, up to bisimilarity?

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Work};
use crate::Verdict;
use hexa_engine::{AccessView, State, View, contraction, isomorphic, view};
use hexa_logic::{Action, Atom, ModelSetup, RelationSetup, Setup, World, WorldSetup};
use std::fmt::Write as _;

pub(super) const CHECKS: &[Check] =
    &[Check { name: "parts of the cube", at: file!(), run: parts_of_the_cube }];

const LETTER: &str = "agents 1, 2\nmodel\n  world night: p\n  world lecture:\n  cells all: {night, lecture}\n  point night\n";
/// None, one or both may have read it.
const CUBE: &str = "do L_12(L_1 ?p + L_1 ?~p + !skip + L_2 ?p + L_2 ?~p + (L_1 ?p || L_2 ?p) + (L_1 ?~p || L_2 ?~p))\n";

/// All models with at most so many worlds are looked at, reached or not.
const SMALL: usize = 3;

/// What may be learnt, or announced.
const FACTS: [&str; 10] =
    ["p", "~p", "K_1 p", "~K_1 p", "K_2 p", "~K_2 p", "Kw_1 p", "~Kw_1 p", "Kw_2 p", "~Kw_2 p"];

/// A letter with actions, in the words of the text too.
struct Search {
    text: Snippet,
    actions: Vec<(Action, String)>,
    parts: Vec<State>,
}

/// A state that was reached, with the places of the actions that lead there.
type Reached = (State, Vec<usize>);

impl Search {
    fn new(work: &Work) -> Result<Self, String> {
        let words = types();
        let lines = words.iter().fold(CUBE.to_owned(), |mut lines, word| {
            let _ = writeln!(lines, "do {word}");
            lines
        });
        let text = Snippet::read(work, &format!("{LETTER}{lines}"))?;
        let mut actions = text.actions();
        let cube = text.after(&text.initial()?, actions.remove(0))?;
        let parts = parts(&text, &in_words(view(&cube))?)?;
        Ok(Self { actions: actions.into_iter().zip(words).collect(), text, parts })
    }

    fn is_part(&self, state: &State) -> Result<bool, String> {
        is_known(&self.parts, state)
    }

    /// A model of few worlds that is no part of the cube, reached or not.
    fn small_exception(&self) -> Result<Option<Setup>, String> {
        for setup in (1..=SMALL).flat_map(all_models) {
            let state = in_words(contraction(&self.text.build(&setup)?))?;
            if !self.is_part(&state)? {
                return Ok(Some(setup));
            }
        }
        Ok(None)
    }

    fn describe_path(&self, (state, path): &Reached) -> String {
        let words: Vec<&str> = path.iter().map(|&at| self.actions[at].1.as_str()).collect();
        format!("{} worlds after {}", state.world_count(), words.join(" ; "))
    }

    /// Goes through what is reached, breadth first, to the first state that is no part of the cube. At most so many
    /// states are gone through.
    fn exception(&self, most: usize) -> Result<Option<Reached>, String> {
        let mut reached: Vec<Reached> = vec![(self.text.initial()?, Vec::new())];
        let mut known = vec![reached[0].0.clone()];
        for at in 0..most {
            let Some((state, path)) = reached.get(at).cloned() else { break };
            for (place, &(action, _)) in self.actions.iter().enumerate() {
                for after in self.text.outcomes(&state, action)? {
                    let after = in_words(contraction(&after))?;
                    if is_known(&known, &after)? {
                        continue;
                    }
                    known.push(after.clone());
                    let next = (after, [path.as_slice(), &[place]].concat());
                    if !self.is_part(&next.0)? {
                        return Ok(Some(next));
                    }
                    reached.push(next);
                }
            }
        }
        Ok(None)
    }

    /// The smallest part of a state that is no part of the cube. No two of its worlds are bisimilar, so that each part can
    /// be announced.
    fn smallest_announced(&self, state: &State) -> Result<usize, String> {
        let mut smallest = state.world_count();
        for part in parts(&self.text, &in_words(view(state))?)? {
            if part.world_count() < smallest && !self.is_part(&part)? {
                smallest = part.world_count();
            }
        }
        Ok(smallest)
    }
}

/// Announcements, and choices between two things that one of the two, or nobody, learns.
fn types() -> Vec<String> {
    let learnt = FACTS.iter().flat_map(|fact| [1, 2].map(|who| format!("L_{who} ?{fact}")));
    let mut alternatives: Vec<String> = vec!["skip".to_owned()];
    alternatives.extend(learnt);
    let mut types: Vec<String> = FACTS.iter().map(|fact| format!("L_12 ?{fact}")).collect();
    for (at, one) in alternatives.iter().enumerate() {
        let pair = |other: &String| format!("L_12({one} + {other})");
        types.extend(alternatives[at + 1..].iter().map(pair));
    }
    types
}

fn is_known(known: &[State], state: &State) -> Result<bool, String> {
    for known in known.iter().filter(|known| known.world_count() == state.world_count()) {
        if in_words(isomorphic(known, state))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The parts of a model, each contracted, with each of its worlds as the actual one.
fn parts(text: &Snippet, whole: &View) -> Result<Vec<State>, String> {
    let mut parts = Vec::new();
    for mask in 1..1u32 << whole.worlds.len() {
        let kept: Vec<usize> = (0..whole.worlds.len()).filter(|at| mask >> at & 1 == 1).collect();
        for point in 0..kept.len() {
            let state = in_words(contraction(&text.build(&part(whole, &kept, point))?))?;
            if !is_known(&parts, &state)? {
                parts.push(state);
            }
        }
    }
    Ok(parts)
}

fn part(whole: &View, kept: &[usize], point: usize) -> Setup {
    // A cell is numbered by the first of its worlds that is kept.
    let cells = |access: &AccessView| -> Vec<u32> {
        let AccessView::Cells(cells) = access else { return Vec::new() };
        let cell = |world: &usize| cells.iter().find(|cell| cell.contains(world));
        let first = |world| kept.iter().position(|other| cell(other) == cell(world));
        kept.iter().filter_map(first).map(|place| place as u32).collect()
    };
    let relations: Vec<Vec<u32>> = whole.access.iter().map(|(_, access)| cells(access)).collect();
    let true_in = |&world: &usize| !whole.worlds[world].atoms.is_empty();
    model(&kept.iter().map(true_in).collect::<Vec<_>>(), &relations, point)
}

fn model(true_in: &[bool], cells: &[Vec<u32>], point: usize) -> Setup {
    let world = |(at, &holds): (usize, &bool)| WorldSetup {
        name: format!("w{at}"),
        atoms: if holds { vec![Atom(0)] } else { Vec::new() },
    };
    Setup::Model(ModelSetup {
        worlds: true_in.iter().enumerate().map(world).collect(),
        relations: cells.iter().cloned().map(RelationSetup::Cells).map(Some).collect(),
        point: World::from_index(point),
    })
}

/// All models of so many worlds for two agents and one atom. The first world is the actual one.
fn all_models(worlds: usize) -> Vec<Setup> {
    let partitions = hexa_engine::generate::model::partitions(worlds);
    let mut all = Vec::new();
    for mask in 0..1u32 << worlds {
        let true_in: Vec<bool> = (0..worlds).map(|at| mask >> at & 1 == 1).collect();
        for one in &partitions {
            for two in &partitions {
                all.push(model(&true_in, &[one.clone(), two.clone()], 0));
            }
        }
    }
    all
}

/// It is not: two types lead to five worlds that are no part of the cube, and four of them can be announced. All smaller
/// models are parts of it.
fn parts_of_the_cube(work: &Work) -> Verdict {
    const MOST: usize = 100;
    verdict_or_open((|| {
        let search = Search::new(work)?;
        let Some(found) = search.exception(MOST)? else {
            return Ok(Verdict::HoldsUpTo(format!("{MOST} states that were reached")));
        };
        let announced = search.smallest_announced(&found.0)?;
        let smaller = match search.small_exception()? {
            None => format!("all models of at most {SMALL} worlds are parts of the cube"),
            Some(setup) => format!("{setup:?} is no part of it either, reached or not"),
        };
        let told = search.describe_path(&found);
        Ok(Verdict::Fails(format!("{told}, of which {announced} can be announced; {smaller}")))
    })())
}

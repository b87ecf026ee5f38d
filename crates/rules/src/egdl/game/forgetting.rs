//! Whether agents without recall forget anything: whether the class of a state tells all that they have done and noticed on the way
//! there. If it does not, two plays show it, the shortest that do: after both they are asked in the same class, and
//! have done or noticed other things.

use super::EgdlGame;
use hexa_games::game::{Forgetting, Recall, RecallFailure};
use hexa_logic::{AgentAction, Stop, Stopped};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Whether agents without recall remember all that matters is found out in models with at most so many steps.
const FEW_STEPS: usize = 200_000;
/// Plays that show what an agent forgets are looked for among so many moments.
const FEW_MOMENTS: usize = 20_000;

impl EgdlGame {
    /// Whether the class of a state tells all that an agent has done and noticed. Where that takes too long, it is said that
    /// it does not.
    pub(super) fn recall_of_classes(&self, agent: usize, stop: &Stop) -> Result<Recall, Stopped> {
        let frame = &self.model.frame;
        if frame.step_count() > FEW_STEPS {
            return self.forgets(agent, stop);
        }
        let classes = &self.classes(agent).of;
        // What was seen, what was done, whether there was a choice, and what was seen then.
        let mut memories: FxHashMap<(u32, AgentAction, bool, u32), u32> = FxHashMap::default();
        // What is remembered in each state, and in each class.
        let mut of_state: Vec<Option<u32>> = vec![None; frame.states()];
        let mut of_class: Vec<Option<u32>> = vec![None; self.classes(agent).count];
        let mut open: Vec<u32> = Vec::new();
        let mut remember = |state: u32, memory: u32, open: &mut Vec<u32>| {
            let class = classes[state as usize] as usize;
            let is_same = *of_class[class].get_or_insert(memory) == memory;
            match of_state[state as usize] {
                Some(known) => is_same && known == memory,
                None => {
                    of_state[state as usize] = Some(memory);
                    open.push(state);
                    is_same
                }
            }
        };
        for &state in frame.initial() {
            let memory = (u32::MAX, AgentAction(u32::MAX), false, classes[state as usize]);
            let next = memories.len() as u32;
            let memory = *memories.entry(memory).or_insert(next);
            if !remember(state, memory, &mut open) {
                return self.forgets(agent, stop);
            }
        }
        while let Some(state) = open.pop() {
            stop.count(1)?;
            if self.is_over(state) {
                continue;
            }
            let class = classes[state as usize];
            let is_choice = self.legal(agent, state).len() > 1;
            // A class has one memory, or the search has ended.
            for step in frame.steps(state) {
                let to = frame.to(step);
                let done = frame.actions(step)[agent];
                let memory = (class, done, is_choice, classes[to as usize]);
                let next = memories.len() as u32;
                let memory = *memories.entry(memory).or_insert(next);
                if !remember(to, memory, &mut open) {
                    return self.forgets(agent, stop);
                }
            }
        }
        Ok(Recall::Perfect)
    }

    fn forgets(&self, agent: usize, stop: &Stop) -> Result<Recall, Stopped> {
        let failure = self.find_forgetting(agent, stop)?;
        Ok(Recall::Imperfect(failure.map(Box::new)))
    }

    /// Two plays after which an agent is asked in the same class, and has done or noticed other things.
    fn find_forgetting(&self, agent: usize, stop: &Stop) -> Result<Option<RecallFailure>, Stopped> {
        let frame = &self.model.frame;
        let classes = &self.classes(agent).of;
        let mut memories: IndexSet<Moment, FxBuildHasher> = IndexSet::default();
        let mut moments: Vec<Reached> = Vec::new();
        let mut met: FxHashSet<(u32, Option<usize>)> = FxHashSet::default();
        // For each class the first moment at which the agent is asked there.
        let mut asked: FxHashMap<u32, usize> = FxHashMap::default();
        let mut open: VecDeque<usize> = VecDeque::new();
        for (number, &state) in frame.initial().iter().enumerate() {
            if met.insert((state, None)) {
                open.push_back(moments.len());
                let start = Some(number).filter(|_| self.starts.1.is_some());
                moments.push(Reached { state, memory: None, came: Came::Start(start) });
            }
        }
        while let Some(at) = open.pop_front() {
            stop.count(1)?;
            let Reached { state, memory, .. } = moments[at];
            if self.is_over(state) {
                continue;
            }
            let class = classes[state as usize];
            let is_asked = self.legal(agent, state).len() > 1;
            if is_asked {
                let first = *asked.entry(class).or_insert(at);
                if moments[first].memory != memory {
                    let again =
                        std::iter::successors(before(&moments, at), |&at| before(&moments, at))
                            .find(|&before| {
                                let state = moments[before].state;
                                classes[state as usize] == class
                                    && self.legal(agent, state).len() > 1
                            });
                    let kind = match again {
                        Some(_) => Forgetting::Absentminded,
                        None => compare(&memories, moments[first].memory, memory),
                    };
                    let other = again.unwrap_or(first);
                    let plays = [other, at].map(|at| self.texts_to(&moments, at));
                    return Ok(Some(RecallFailure { kind, plays }));
                }
            }
            for step in frame.steps(state) {
                let made = frame.actions(step)[agent];
                let (next, _) =
                    memories.insert_full(Moment { before: memory, class, made, is_asked });
                let to = frame.to(step);
                if met.insert((to, Some(next))) {
                    if moments.len() == FEW_MOMENTS {
                        return Ok(None);
                    }
                    open.push_back(moments.len());
                    moments.push(Reached {
                        state: to,
                        memory: Some(next),
                        came: Came::By(at, step),
                    });
                }
            }
        }
        Ok(None)
    }

    /// The steps of the play to a moment, as texts: a draw where plays start, and what those chose who had a choice.
    fn texts_to(&self, moments: &[Reached], mut at: usize) -> Vec<String> {
        let mut texts = Vec::new();
        loop {
            match moments[at].came {
                Came::Start(number) => {
                    texts.extend(number.map(|number| format!("chance: initial {}", number + 1)));
                    texts.reverse();
                    return texts;
                }
                Came::By(before, step) => {
                    let actions = self.model.frame.actions(step);
                    let state = moments[before].state;
                    let choosing =
                        (0..self.agents()).filter(|&who| self.legal(who, state).len() > 1);
                    let text = |who: usize| {
                        let name = &self.declaration.players[who];
                        format!("{name}: {}", self.signature.move_name(actions[who]))
                    };
                    let chosen: Vec<String> = choosing.map(text).collect();
                    if !chosen.is_empty() {
                        texts.push(chosen.join("; "));
                    }
                    at = before;
                }
            }
        }
    }
}

/// What an agent noticed at a moment, and what they did then.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Moment {
    before: Option<usize>,
    class: u32,
    made: AgentAction,
    is_asked: bool,
}

/// A moment of a play: the state, what the agent remembers of the way there, and how it was come to.
struct Reached {
    state: u32,
    memory: Option<usize>,
    came: Came,
}

#[derive(Clone, Copy)]
enum Came {
    /// A play starts there; which start it is, if there are several.
    Start(Option<usize>),
    /// By a step, from a moment.
    By(usize, u32),
}

fn before(moments: &[Reached], at: usize) -> Option<usize> {
    match moments[at].came {
        Came::Start(_) => None,
        Came::By(before, _) => Some(before),
    }
}

/// How two different memories differ first.
fn compare(
    memories: &IndexSet<Moment, FxBuildHasher>,
    left: Option<usize>,
    right: Option<usize>,
) -> Forgetting {
    let all = |memory: Option<usize>| {
        let moment = |at: &usize| memories.get_index(*at).copied();
        let mut all: Vec<Moment> =
            std::iter::successors(memory.as_ref().and_then(moment), |later| {
                later.before.as_ref().and_then(moment)
            })
            .collect();
        all.reverse();
        all
    };
    let (left, right) = (all(left), all(right));
    let differ =
        |(left, right): &(&Moment, &Moment)| (left.class, left.made) != (right.class, right.made);
    match left.iter().zip(&right).find(differ) {
        Some((left, right)) if left.class == right.class && left.is_asked && right.is_asked => {
            Forgetting::OwnMove
        }
        Some(_) | None => Forgetting::Knowledge,
    }
}

//! From a game action to a knowledge action that describes it (thesis defs. 46 to 48): who learns
//! more than whom, and which group learns what inside which.
//!
//! The hierarchy of learning is that of def. 47, on the answers. There `~_∅` is read as the empty
//! relation, so that ∅ is below the broadcast unit, as the thesis says; read as the identity, ∅ would be
//! the same as whoever tells all answers apart.
//!
//! The procedure is not that of def. 48, which offers every answer once for each group that is the
//! first to learn more: where there are two such groups, what it gives does not describe the action
//! (proposition 16 fails; the smallest witness has three answers). Instead, the answers of a group
//! that cannot tell them apart are cut into parts, each learnt by those who tell it from the rest.
//! That is what [`Learning`] is: a knowledge action without sequences, whose frame is the game action's
//! by construction. Where answers can be cut in no such way there is none.

use crate::limits::{Limit, Limits, MOST_STEPS_BETWEEN_LOOKS, Pace, Work};
use crate::translation::game_action::GameAction;
use hexa_logic::{Action, ActionNode, Agent, Formula, Group, Terms};
use std::collections::BTreeSet;

/// The groups that learn differently much, those who learn most first (def. 47).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hierarchy {
    /// The largest groups with what they learn together, except ∅; smaller ones first.
    pub groups: Vec<Group>,
    /// For each group those that are the first to learn more; none if that is ∅.
    pub first_to_learn_more: Vec<Vec<usize>>,
}

impl Hierarchy {
    /// The groups above ∅: one, the broadcast unit, if somebody hears everything.
    pub fn broadcast_units(&self) -> impl Iterator<Item = &Group> {
        let least = |at: &usize| self.first_to_learn_more[*at].is_empty();
        (0..self.groups.len()).filter(least).map(|at| &self.groups[at])
    }
}

/// The most groups in a hierarchy.
const MOST_GROUPS: usize = 1 << 12;

/// The most steps of looking for parts.
const MOST_STEPS: u64 = 1 << 24;

/// The hierarchy of learning of a game action.
pub fn hierarchy(action: &GameAction, limits: &Limits) -> Result<Hierarchy, Limit> {
    let hearing = Hearing::of(action);
    let mut found: BTreeSet<Group> = BTreeSet::new();
    let mut waiting: Vec<Group> =
        hearing.agents().map(|agent| hearing.top(&agent.into())).collect();
    let pace = Pace::new(&limits.stop);
    // To find the largest group that confuses no more, all pairs of answers are looked at.
    let effort = (hearing.publicity.len() * hearing.answers * hearing.answers) as u64;
    while let Some(group) = waiting.pop() {
        pace.count(1 + effort.min(MOST_STEPS_BETWEEN_LOOKS / 2))?;
        if !found.insert(group.clone()) {
            continue;
        }
        if found.len() > MOST_GROUPS {
            return Err(Limit::Work(MOST_GROUPS as u64));
        }
        let more = hearing.agents().filter(|&agent| !group.contains(agent));
        waiting.extend(more.map(|agent| hearing.top(&group.union(&agent.into()))));
    }
    let mut groups: Vec<Group> = found.into_iter().collect();
    groups.sort_by_key(|group| (group.len(), group.clone()));
    let below = |at: usize| first_below(&groups, at);
    let first_to_learn_more = (0..groups.len()).map(below).collect();
    Ok(Hierarchy { groups, first_to_learn_more })
}

/// The largest groups inside a group.
fn first_below(groups: &[Group], at: usize) -> Vec<usize> {
    let inside =
        |left: usize, right: usize| left != right && groups[left].is_subset(&groups[right]);
    let below: Vec<usize> = (0..groups.len()).filter(|&other| inside(other, at)).collect();
    let largest = |&other: &usize| !below.iter().any(|&between| inside(other, between));
    below.iter().copied().filter(largest).collect()
}

/// What agents hear of answers.
struct Hearing<'a> {
    answers: usize,
    publicity: &'a [(Agent, Vec<u32>)],
}

impl<'a> Hearing<'a> {
    fn of(action: &'a GameAction) -> Self {
        Self { answers: action.question.len(), publicity: &action.publicity }
    }

    fn agents(&self) -> impl Iterator<Item = Agent> + '_ {
        self.publicity.iter().map(|(agent, _)| *agent)
    }

    /// The classes of answers that a group confuses together, step by step.
    fn together(&self, group: &Group) -> Vec<usize> {
        let confusing = self.publicity.iter().filter(|(agent, _)| group.contains(*agent));
        let all: Vec<usize> = (0..self.answers).collect();
        connect_answers(&all, confusing.flat_map(|(_, heard)| classes(&all, heard)))
    }

    /// The largest group that confuses no more answers.
    fn top(&self, group: &Group) -> Group {
        let class = self.together(group);
        let no_more = |heard: &Vec<u32>| {
            let pairs = (0..self.answers).flat_map(|i| (0..i).map(move |j| (i, j)));
            pairs.into_iter().all(|(i, j)| heard[i] != heard[j] || class[i] == class[j])
        };
        let inside = self.publicity.iter().filter(|(_, heard)| no_more(heard));
        inside.map(|(agent, _)| *agent).collect()
    }
}

/// The answers that are heard alike, where there are several.
fn classes(answers: &[usize], heard: &[u32]) -> Vec<Vec<usize>> {
    let numbers: BTreeSet<u32> = answers.iter().map(|&answer| heard[answer]).collect();
    let class = |number: u32| answers.iter().copied().filter(|&a| heard[a] == number).collect();
    numbers.into_iter().map(class).filter(|class: &Vec<usize>| class.len() > 1).collect()
}

/// For each answer the first of those that classes connect it with, by place.
fn connect_answers(answers: &[usize], classes: impl IntoIterator<Item = Vec<usize>>) -> Vec<usize> {
    let mut first: Vec<usize> = (0..answers.len()).collect();
    let place = |answer: &usize| answers.binary_search(answer).unwrap_or(0);
    for class in classes {
        let firsts: BTreeSet<usize> = class.iter().map(|answer| first[place(answer)]).collect();
        let least = firsts.iter().next().copied().unwrap_or(0);
        first.iter_mut().filter(|at| firsts.contains(at)).for_each(|at| *at = least);
    }
    first
}

/// Who learns what: a knowledge action without sequences, over the answers of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learning {
    /// Who learns which part it is.
    pub group: Group,
    /// What it is.
    pub part: Part,
}

/// What a group learns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// An answer.
    Answer(usize),
    /// That others learn one of these.
    OneOf(Vec<Learning>),
}

/// Why no knowledge action was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undescribed {
    /// These answers, which this group cannot tell apart, cannot be cut into parts.
    Tangled {
        /// The group.
        group: Group,
        /// The answers, by their places.
        answers: Vec<usize>,
    },
    /// The action is some but not all of the alternatives of a choice.
    SeveralAnswers,
    /// Gave up.
    Limit(Limit),
}

impl From<Limit> for Undescribed {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// Who learns what in a game action: one alternative for each class of answers that the public can
/// tell apart.
pub fn learning(action: &GameAction, limits: &Limits) -> Result<Vec<Learning>, Undescribed> {
    let hearing = Hearing::of(action);
    let public: Group = hearing.agents().collect();
    let class = hearing.together(&public);
    let first: BTreeSet<usize> = class.iter().copied().collect();
    let mut cutting =
        Cutting { hearing, work: Work::at_most(limits.work.min(MOST_STEPS), &limits.stop) };
    let of = |first: usize| (0..class.len()).filter(|&at| class[at] == first).collect();
    first.into_iter().map(|first| cutting.learning(&public, of(first))).collect()
}

/// Cuts answers into parts.
struct Cutting<'a> {
    hearing: Hearing<'a>,
    work: Work,
}

impl Cutting<'_> {
    /// What a group learns that cannot tell these answers apart, together.
    fn learning(&mut self, group: &Group, answers: Vec<usize>) -> Result<Learning, Undescribed> {
        if let [only] = answers[..] {
            return Ok(Learning { group: group.clone(), part: Part::Answer(only) });
        }
        let agents: Vec<(Agent, Vec<Vec<usize>>)> = self
            .hearing
            .publicity
            .iter()
            .filter(|(agent, _)| group.contains(*agent))
            .map(|(agent, heard)| (*agent, classes(&answers, heard)))
            .collect();
        let parts = self.cut(&answers, &agents, &mut Vec::new())?;
        let tangled = || Undescribed::Tangled { group: group.clone(), answers: answers.clone() };
        let part = Part::OneOf(parts.ok_or_else(tangled)?);
        Ok(Learning { group: group.clone(), part })
    }

    /// Chooses for each agent the class that parts may cut, if any: those are the answers where they do
    /// not learn which part it is. Other classes stay whole.
    fn cut(
        &mut self,
        answers: &[usize],
        agents: &[(Agent, Vec<Vec<usize>>)],
        chosen: &mut Vec<Option<usize>>,
    ) -> Result<Option<Vec<Learning>>, Undescribed> {
        self.work.spend(answers.len() as u64)?;
        let Some((_, classes)) = agents.get(chosen.len()) else {
            return self.parts(answers, agents, chosen);
        };
        // Who cannot tell any of them apart learns in no part.
        let hears_nothing = classes.first().is_some_and(|class| class.len() == answers.len());
        let options = (!hears_nothing).then_some(None).into_iter();
        for option in options.chain((0..classes.len()).map(Some)) {
            chosen.push(option);
            let found = self.cut(answers, agents, chosen)?;
            chosen.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The parts for a choice, if they are parts: each is inside or outside of what is cut.
    fn parts(
        &mut self,
        answers: &[usize],
        agents: &[(Agent, Vec<Vec<usize>>)],
        chosen: &[Option<usize>],
    ) -> Result<Option<Vec<Learning>>, Undescribed> {
        let whole = agents.iter().zip(chosen).flat_map(|((_, classes), chosen)| {
            let kept = classes.iter().enumerate().filter(|(at, _)| Some(*at) != *chosen);
            kept.map(|(_, class)| class.clone())
        });
        let first = connect_answers(answers, whole);
        if first.iter().all(|&at| at == first[0]) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for start in first.iter().copied().collect::<BTreeSet<usize>>() {
            let places = (0..answers.len()).filter(|&at| first[at] == start);
            let part: Vec<usize> = places.map(|at| answers[at]).collect();
            let mut group = Group::empty();
            for ((agent, classes), chosen) in agents.iter().zip(chosen) {
                let cut = chosen.map_or(&[][..], |at| &classes[at]);
                let inside = part.iter().filter(|answer| cut.contains(answer)).count();
                match inside {
                    0 => group.insert(*agent),
                    all if all == part.len() => {}
                    _ => return Ok(None),
                }
            }
            match self.learning(&group, part) {
                Ok(learning) => parts.push(learning),
                Err(Undescribed::Tangled { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(parts))
    }
}

/// A game action as knowledge actions (def. 46).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Described {
    /// With all answers.
    pub whole: Action,
    /// Without those that everybody can tell from the one given: it does the same.
    pub short: Action,
}

/// The knowledge action that describes a game action whose answers are given by formulas.
pub fn describe_game_action(
    action: &GameAction,
    answers: &[Formula],
    limits: &Limits,
    terms: &mut Terms,
) -> Result<Described, Undescribed> {
    let alternatives = learning(action, limits)?;
    let given: BTreeSet<usize> = action.answer.iter().copied().collect();
    let mut writing = Writing { given, answers, terms };
    let whole = writing.one_of(&alternatives)?;
    let mut possible = alternatives.iter().filter(|part| writing.given_in(part) > 0);
    let short = match (possible.next(), possible.next()) {
        (Some(only), None) => writing.action(only)?,
        _ => whole,
    };
    Ok(Described { whole, short })
}

/// Writes a learning as an action.
struct Writing<'a> {
    given: BTreeSet<usize>,
    answers: &'a [Formula],
    terms: &'a mut Terms,
}

impl Writing<'_> {
    fn action(&mut self, learning: &Learning) -> Result<Action, Undescribed> {
        let inner = match &learning.part {
            Part::Answer(answer) => self.terms.action(ActionNode::Test(self.answers[*answer])),
            Part::OneOf(parts) => self.one_of(parts)?,
        };
        Ok(match learning.group.is_empty() {
            // Nobody hears which answer it is.
            true => inner,
            false => self.terms.action(ActionNode::Learn(learning.group.clone(), inner)),
        })
    }

    /// A choice, marked where the answer is known to be in one part.
    fn one_of(&mut self, parts: &[Learning]) -> Result<Action, Undescribed> {
        let given: Vec<usize> = parts.iter().map(|part| self.given_in(part)).collect();
        let possible: Vec<usize> = (0..parts.len()).filter(|&at| given[at] > 0).collect();
        let mark = match possible[..] {
            [] => None,
            [only] => Some(only as u32),
            _ if parts.iter().zip(&given).all(|(part, &count)| leaves(part) == count) => None,
            _ => return Err(Undescribed::SeveralAnswers),
        };
        let alternatives: Result<Box<[Action]>, _> =
            parts.iter().map(|part| self.action(part)).collect();
        Ok(match alternatives?[..] {
            [only] => only,
            ref several => self.terms.action(ActionNode::Choice(several.into(), mark)),
        })
    }

    /// How many answers of a part may be the one given.
    fn given_in(&self, learning: &Learning) -> usize {
        match &learning.part {
            Part::Answer(answer) => usize::from(self.given.contains(answer)),
            Part::OneOf(parts) => parts.iter().map(|part| self.given_in(part)).sum(),
        }
    }
}

fn leaves(learning: &Learning) -> usize {
    match &learning.part {
        Part::Answer(_) => 1,
        Part::OneOf(parts) => parts.iter().map(leaves).sum(),
    }
}

//! The frames of all knowledge actions of three agents (thesis def. 41), up to a number of events. Tests,
//! `L_B` and `;` are followed until nothing new comes up; a choice puts frames beside each other.

use super::super::Work;
use hexa_engine::generate::model;
use std::collections::{BTreeMap, BTreeSet};

/// How many agents there are.
pub(super) const AGENTS: usize = 3;

/// What an agent confuses: a number for each event, the same for those they cannot tell apart, counted
/// from 0 in the order of the events. None if they have no access.
pub(super) type Heard = Option<Vec<u8>>;

/// A frame of events that no choice takes apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Frame {
    pub(super) events: usize,
    pub(super) heard: [Heard; AGENTS],
}

/// The same numbers, counted from 0.
fn renumber<T: Ord>(numbers: impl IntoIterator<Item = T>) -> Vec<u8> {
    let mut known = BTreeMap::new();
    let mut all = Vec::new();
    for number in numbers {
        let next = known.len() as u8;
        all.push(*known.entry(number).or_insert(next));
    }
    all
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(count - 1) {
        for place in 0..count {
            let mut longer = order.clone();
            longer.insert(place, count - 1);
            all.push(longer);
        }
    }
    all
}

/// Brings frames into one form, whatever the order of their events.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    orders: BTreeMap<usize, Vec<Vec<usize>>>,
    known: BTreeMap<Frame, Frame>,
}

impl Forms {
    pub(super) fn of(&mut self, frame: Frame) -> Frame {
        if let Some(known) = self.known.get(&frame) {
            return known.clone();
        }
        let orders = self.orders.entry(frame.events).or_insert_with(|| orders(frame.events));
        let moved = |order: &Vec<usize>| {
            let heard = frame
                .heard
                .clone()
                .map(|heard| heard.map(|heard| renumber(order.iter().map(|&event| heard[event]))));
            Frame { events: frame.events, heard }
        };
        let least = orders.iter().map(moved).min().unwrap_or_else(|| frame.clone());
        self.known.insert(frame, least.clone());
        least
    }
}

/// Groups as bits.
type Group = u8;

const EVERYBODY: Group = (1 << AGENTS) - 1;

/// Frames, each with the smallest groups of learning agents that types with it have.
type Found = BTreeMap<Frame, BTreeSet<Group>>;

/// Whether actions may follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sequences {
    With,
    Without,
}

/// The frames of actions with at most so many events.
pub(super) fn describable(
    work: &Work,
    most: usize,
    sequences: Sequences,
    forms: &mut Forms,
) -> Result<BTreeSet<Frame>, String> {
    let test = Frame { events: 1, heard: [const { None }; AGENTS] };
    let mut found = Found::from([(test, BTreeSet::from([0]))]);
    loop {
        let mut next = found.clone();
        for group in 0..=EVERYBODY {
            let parts: Vec<&Frame> = found
                .iter()
                .filter(|(_, learners)| learners.iter().any(|l| l & !group == 0))
                .map(|(frame, _)| frame)
                .collect();
            together(&parts, most, &mut Vec::new(), &mut |chosen| {
                work.go_on()?;
                add(&mut next, forms.of(learnt(group, chosen)), group);
                Ok(())
            })?;
        }
        if sequences == Sequences::With {
            for (frame, learners) in sequences_of_two(&next, most) {
                work.go_on()?;
                add(&mut next, forms.of(frame), learners);
            }
        }
        if next == found {
            return Ok(found.into_keys().collect());
        }
        found = next;
    }
}

/// Adds a frame, unless fewer learning agents are known to do.
fn add(found: &mut Found, frame: Frame, learners: Group) {
    let known = found.entry(frame).or_default();
    if !known.iter().any(|less| less & !learners == 0) {
        known.retain(|more| learners & !more != 0);
        known.insert(learners);
    }
}

/// Calls `each` for all collections of parts that have at most so many events together.
fn together<'f>(
    parts: &[&'f Frame],
    left: usize,
    chosen: &mut Vec<&'f Frame>,
    each: &mut dyn FnMut(&[&'f Frame]) -> Result<(), String>,
) -> Result<(), String> {
    for (at, part) in parts.iter().enumerate() {
        if part.events <= left {
            chosen.push(part);
            each(chosen)?;
            together(&parts[at..], left - part.events, chosen, each)?;
            chosen.pop();
        }
    }
    Ok(())
}

/// `L_B` of a choice (def. 40): inside an alternative where they learn, an agent of B confuses what they
/// confuse there; they confuse all events where they do not learn.
fn learnt(group: Group, parts: &[&Frame]) -> Frame {
    let mut heard = [const { None }; AGENTS];
    for (agent, heard) in heard.iter_mut().enumerate() {
        if group >> agent & 1 == 1 {
            let inside = parts.iter().enumerate().flat_map(|(at, part)| {
                let inside = move |event| part.heard[agent].as_ref().map(|h| (at, h[event]));
                (0..part.events).map(inside)
            });
            *heard = Some(renumber(inside));
        }
    }
    Frame { events: parts.iter().map(|part| part.events).sum(), heard }
}

/// Sequences of two (def. 40): pairs are confused if both parts are.
fn sequences_of_two(found: &Found, most: usize) -> Vec<(Frame, Group)> {
    let mut all = Vec::new();
    for (first, before) in found {
        for (second, after) in found.iter().filter(|(s, _)| s.events * first.events <= most) {
            let access = bits(first);
            if bits(second) == 0 {
                continue;
            }
            for &learners in after.iter().filter(|&&learners| learners & !access == 0) {
                all.extend(before.iter().map(|&b| (pairs(first, second), b | learners)));
            }
        }
    }
    all
}

/// Who has access.
fn bits(frame: &Frame) -> Group {
    (0..AGENTS).filter(|&agent| frame.heard[agent].is_some()).map(|agent| 1 << agent).sum()
}

fn pairs(first: &Frame, second: &Frame) -> Frame {
    let mut heard = [const { None }; AGENTS];
    for (agent, heard) in heard.iter_mut().enumerate() {
        if let (Some(i), Some(j)) = (&first.heard[agent], &second.heard[agent]) {
            *heard = Some(renumber(i.iter().flat_map(|a| j.iter().map(move |b| (a, b)))));
        }
    }
    Frame { events: first.events * second.events, heard }
}

/// All ways to hear so many answers.
pub(super) fn partitions(answers: usize) -> Vec<Vec<u8>> {
    let small = |cells: Vec<u32>| cells.into_iter().map(|cell| cell as u8).collect();
    model::partitions(answers).into_iter().map(small).collect()
}

/// All frames of game actions where the first agent answers: they tell all answers apart.
pub(super) fn game_frames(answers: usize, forms: &mut Forms) -> BTreeSet<Frame> {
    let apart: Vec<u8> = (0..answers as u8).collect();
    let mut all = BTreeSet::new();
    for second in partitions(answers) {
        for third in partitions(answers) {
            let heard = [Some(apart.clone()), Some(second.clone()), Some(third)];
            all.insert(forms.of(Frame { events: answers, heard }));
        }
    }
    all
}

/// What 2 and 3 hear of the answers of 1, in words.
pub(super) fn describe_frame(frame: &Frame) -> String {
    let answer = |at: usize| char::from(b'a' + at as u8).to_string();
    let join = |parts: &[String], word: &str| match parts {
        [all @ .., one, last] => {
            let last = format!("{one} {word} {last}");
            all.iter().cloned().chain([last]).collect::<Vec<_>>().join(", ")
        }
        _ => parts.concat(),
    };
    let told = |heard: &Heard| {
        let Some(heard) = heard else { return "hears nothing".to_owned() };
        let most = heard.iter().copied().max().unwrap_or(0);
        let cells = (0..=most).map(|number| {
            let answers = (0..frame.events).filter(|&at| heard[at] == number);
            answers.map(answer).collect::<Vec<String>>()
        });
        let confused: Vec<String> = cells
            .filter(|cell| cell.len() > 1)
            .map(|cell| format!("{} from {}", cell[0], join(&cell[1..], "or")))
            .collect();
        match confused.is_empty() {
            true => "hears which it is".to_owned(),
            false => format!("cannot tell {}", confused.join(", nor ")),
        }
    };
    let answers: Vec<String> = (0..frame.events).map(answer).collect();
    let answers = join(&answers, "and");
    let (second, third) = (told(&frame.heard[1]), told(&frame.heard[2]));
    format!("of the answers {answers}, 2 {second}, and 3 {third}")
}

#[cfg(test)]
mod tests {
    use super::{Frame, describe_frame};

    #[test]
    fn frames_are_described_in_words() {
        let heard = |second: &[u8], third: &[u8]| {
            let which = (0..second.len() as u8).collect();
            let heard = [Some(which), Some(second.to_vec()), Some(third.to_vec())];
            describe_frame(&Frame { events: second.len(), heard })
        };
        assert_eq!(
            heard(&[0, 0, 1], &[0, 1, 2]),
            "of the answers a, b and c, 2 cannot tell a from b, and 3 hears which it is"
        );
        assert_eq!(
            heard(&[0, 0, 1, 1], &[0, 0, 0, 1]),
            "of the answers a, b, c and d, 2 cannot tell a from b, nor c from d, and 3 cannot tell a from b or c"
        );
    }
}

//! Plays: a deal and the moves that lead to what a search has found, all in the same names. A search
//! keeps only how each model was reached from the one before, each with names of its own; so
//! a play is followed back to the deal first, and then told from there.

use crate::game::{Game, Own};
use crate::game_move::{Moved, answered};
use crate::model::{Model, PackedDeal};
use crate::search::{Batch, Found, Growth, Part, Search, Step, ended, is_of_others, parts};

/// A play, from the deal on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The cards of each holder, the table last.
    pub hands: Vec<Vec<usize>>,
    /// What happens.
    pub turns: Vec<Turn>,
    /// What happens next, if that was looked for: a card is shown that makes the state larger.
    pub growth: Option<(Turn, Growth)>,
}

/// Something that happens in a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A question and its answer.
    Answer {
        /// Who asks.
        asker: usize,
        /// Who answers.
        respondent: usize,
        /// The cards that one of is asked for.
        cards: Vec<usize>,
        /// The card that he shows; none if he has none of them.
        shown: Option<usize>,
    },
    /// A player says that he cannot win.
    NoWin(usize),
    /// Everybody says so.
    NobodyWins,
}

impl Play {
    /// Who asked last.
    pub fn last_asker(&self) -> Option<usize> {
        self.turns.iter().rev().find_map(|turn| match turn {
            Turn::Answer { asker, .. } => Some(*asker),
            _ => None,
        })
    }

    /// How many questions are asked.
    pub fn questions(&self) -> usize {
        let asked = self.turns.iter().filter(|turn| matches!(turn, Turn::Answer { .. }));
        asked.count() + usize::from(self.growth.is_some())
    }

    /// The same play with other names for the cards.
    fn renamed(mut self, name: &[usize]) -> Self {
        let rename = |cards: &mut Vec<usize>| {
            cards.iter_mut().for_each(|card| *card = name[*card]);
            cards.sort_unstable();
        };
        self.hands.iter_mut().for_each(rename);
        let turns = self.turns.iter_mut();
        for turn in turns.chain(self.growth.as_mut().map(|(turn, _)| turn)) {
            if let Turn::Answer { cards, shown, .. } = turn {
                rename(cards);
                *shown = shown.map(|card| name[card]);
            }
        }
        self
    }

    /// The first player gets the first cards, and so on.
    fn dealt_in_order(self) -> Self {
        let mut name = vec![0; self.hands.iter().map(Vec::len).sum()];
        self.hands.iter().flatten().enumerate().for_each(|(new, &card)| name[card] = new);
        self.renamed(&name)
    }
}

/// A move, in the names of the model before it; and how cards and agents are called after it.
struct Past {
    step: Step,
    shown: Option<u8>,
    card: Vec<usize>,
    agent: Vec<usize>,
}

/// What cards and agents of a model are called in the play.
struct Names {
    card: Vec<usize>,
    agent: Vec<usize>,
}

impl Names {
    fn turn(&self, step: Step, shown: Option<u8>) -> Option<Turn> {
        match step {
            Step::Deal => None,
            Step::NoWin(None) => Some(Turn::NobodyWins),
            Step::NoWin(Some(agent)) => Some(Turn::NoWin(self.agent[agent])),
            Step::Ask(ask) => {
                let asked = (0..self.card.len()).filter(|card| ask.cards >> card & 1 == 1);
                let mut cards: Vec<usize> = asked.map(|card| self.card[card]).collect();
                cards.sort_unstable();
                Some(Turn::Answer {
                    asker: self.agent[ask.asker],
                    respondent: self.agent[ask.respondent],
                    cards,
                    shown: shown.map(|card| self.card[usize::from(card)]),
                })
            }
        }
    }

    fn after(&self, past: &Past) -> Self {
        let carried = |names: &[usize], moved: &[usize]| {
            let mut carried = vec![0; names.len()];
            moved.iter().zip(names).for_each(|(&to, &name)| carried[to] = name);
            carried
        };
        Self { card: carried(&self.card, &past.card), agent: carried(&self.agent, &past.agent) }
    }
}

impl Search {
    /// The play that leads to what was found.
    pub fn play(&self, found: &Found) -> Play {
        let (mut at, mut world) = (found.batch, found.world);
        let mut past = Vec::new();
        while self.batches[at].step != Step::Deal {
            let (step, origin) = self.before(&self.batches[at], world);
            past.push(step);
            at = self.batches[at].parent;
            world = origin;
        }
        let game = self.game();
        let deal = self.model(self.batches[at].node).deal(world);
        let mut names =
            Names { card: (0..game.cards()).collect(), agent: (0..game.agents()).collect() };
        let mut turns = Vec::new();
        for past in past.iter().rev() {
            turns.extend(names.turn(past.step, past.shown));
            names = names.after(past);
        }
        let growth = found.next.and_then(|growth| {
            let turn = names.turn(Step::Ask(growth.ask), growth.shown)?;
            Some((turn, growth))
        });
        let play = Play { hands: hands(deal, game), turns, growth };
        if game.names_cards() { play } else { play.dealt_in_order() }
    }

    /// The step that led to a point of a batch, and the point before it.
    fn before(&self, batch: &Batch, world: usize) -> (Past, usize) {
        let parent = &self.batches[batch.parent];
        let model = self.model(parent.node);
        let moved = self.moved(&model, batch.step);
        let is_point = |raw: usize| {
            let origin = usize::from(moved.origin[raw]);
            parent.points.contains(origin) && self.is_played(&model, origin, batch.step)
        };
        for part in parts(&moved.model, self.kinds()) {
            if !self.is_form(batch.node, &part.canonical.form) {
                continue;
            }
            let is_here = |raw: &usize| is_at(&part, *raw, world) && is_point(*raw);
            if let Some(raw) = (0..moved.origin.len()).find(is_here) {
                let Part { canonical, .. } = part;
                let (card, agent) = (canonical.card, canonical.agent);
                let past = Past { step: batch.step, shown: moved.shown[raw], card, agent };
                return (past, usize::from(moved.origin[raw]));
            }
        }
        unreachable!("every point of a batch comes from one of the batch before")
    }

    /// What a step leads to, as it did when it was taken.
    fn moved(&self, model: &Model, step: Step) -> Moved {
        match step {
            Step::Ask(ask) => answered(model, self.game().own, ask, usize::MAX)
                .expect("no number of worlds is too large here"),
            Step::NoWin(asker) => ended(model, self.game(), asker),
            Step::Deal => unreachable!("nothing comes before the deal"),
        }
    }

    /// Whether a step is taken in a world.
    fn is_played(&self, model: &Model, world: usize, step: Step) -> bool {
        match (self.game().own, step) {
            (Own::Avoided, Step::Ask(ask)) => is_of_others(model, world, ask),
            _ => true,
        }
    }
}

fn is_at(part: &Part, raw: usize, world: usize) -> bool {
    part.place[raw].is_some_and(|place| part.canonical.world[place] == world)
}

fn hands(deal: PackedDeal, game: &Game) -> Vec<Vec<usize>> {
    let mut hands = vec![Vec::new(); game.agents() + 1];
    (0..game.cards()).for_each(|card| hands[deal.holder(card)].push(card));
    hands
}

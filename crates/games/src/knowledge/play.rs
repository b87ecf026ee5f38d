//! Plays: a deal and the moves that lead to what a search has found, all in the same names. A search
//! keeps only how each model was reached from the one before, each with names of its own; so
//! a play is followed back to the deal first, and then told from there.

use super::cards::PackedDeal;
use super::moves::{Moved, apply_ask};
use super::packed::PackedModel;
use super::rules::{KnowledgeGame, OwnCards};
use super::search::{
    Batch, Found, Growth, Part, StateSearch, Step, after_turn, is_of_others, parts,
};
use hexa_logic::{Agent, Card, Stop};

/// A play, from the deal on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPlay {
    /// The cards of each holder, the table last.
    pub hands: Vec<Vec<Card>>,
    /// What happens.
    pub turns: Vec<PlayEvent>,
    /// What happens next, if that was looked for: a card is shown that makes the state larger.
    pub growth: Option<(PlayEvent, Growth)>,
}

/// Something that happens in a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEvent {
    /// A question and its answer.
    Answer {
        /// Who asks.
        asker: Agent,
        /// Who answers.
        respondent: Agent,
        /// The cards that one of is asked for.
        cards: Vec<Card>,
        /// The card that is shown; none if the respondent has none of them.
        shown: Option<Card>,
    },
    /// A player says that they cannot win.
    NoWin(Agent),
    /// Everybody says so.
    NobodyWins,
}

impl FoundPlay {
    /// Who asked last.
    pub fn last_asker(&self) -> Option<Agent> {
        self.turns.iter().rev().find_map(|turn| match turn {
            PlayEvent::Answer { asker, .. } => Some(*asker),
            PlayEvent::NoWin(_) | PlayEvent::NobodyWins => None,
        })
    }

    /// How many questions are asked.
    pub fn questions(&self) -> usize {
        let asked = self.turns.iter().filter(|turn| matches!(turn, PlayEvent::Answer { .. }));
        asked.count() + usize::from(self.growth.is_some())
    }

    /// The same play with other names for the cards.
    fn rename_cards(mut self, name: &[Card]) -> Self {
        let rename = |cards: &mut Vec<Card>| {
            cards.iter_mut().for_each(|card| *card = name[card.index()]);
            cards.sort_unstable();
        };
        self.hands.iter_mut().for_each(rename);
        let turns = self.turns.iter_mut();
        for turn in turns.chain(self.growth.as_mut().map(|(turn, _)| turn)) {
            if let PlayEvent::Answer { cards, shown, .. } = turn {
                rename(cards);
                *shown = shown.map(|card| name[card.index()]);
            }
        }
        self
    }

    /// The first player gets the first cards, and so on.
    fn deal_in_order(self) -> Self {
        let mut name = vec![Card(0); self.hands.iter().map(Vec::len).sum()];
        let cards = self.hands.iter().flatten().enumerate();
        cards.for_each(|(new, card)| name[card.index()] = Card::from_index(new));
        self.rename_cards(&name)
    }
}

/// A move, in the names of the model before it; and how cards and agents are called after it.
struct Past {
    step: Step,
    shown: Option<Card>,
    card: Vec<Card>,
    agent: Vec<Agent>,
}

/// What cards and agents of a model are called in the play.
struct Names {
    card: Vec<Card>,
    agent: Vec<Agent>,
}

impl Names {
    fn event(&self, step: Step, shown: Option<Card>) -> Option<PlayEvent> {
        match step {
            Step::Deal => None,
            Step::NoWin(None) => Some(PlayEvent::NobodyWins),
            Step::NoWin(Some(agent)) => Some(PlayEvent::NoWin(self.agent[agent.index()])),
            Step::Ask(ask) => {
                let asked = ask.cards.cards();
                let mut cards: Vec<Card> = asked.map(|card| self.card[card.index()]).collect();
                cards.sort_unstable();
                Some(PlayEvent::Answer {
                    asker: self.agent[ask.asker.index()],
                    respondent: self.agent[ask.respondent.index()],
                    cards,
                    shown: shown.map(|card| self.card[card.index()]),
                })
            }
        }
    }

    fn after(&self, past: &Past) -> Self {
        let (mut card, mut agent) = (self.card.clone(), self.agent.clone());
        past.card.iter().zip(&self.card).for_each(|(to, &name)| card[to.index()] = name);
        past.agent.iter().zip(&self.agent).for_each(|(to, &name)| agent[to.index()] = name);
        Self { card, agent }
    }
}

impl StateSearch {
    /// The play that leads to what was found.
    pub fn play(&self, found: &Found) -> FoundPlay {
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
        let mut names = Names { card: all(game.cards(), Card), agent: all(game.agents(), Agent) };
        let mut turns = Vec::new();
        for past in past.iter().rev() {
            turns.extend(names.event(past.step, past.shown));
            names = names.after(past);
        }
        let growth = found.next.and_then(|growth| {
            let turn = names.event(Step::Ask(growth.ask), growth.shown)?;
            Some((turn, growth))
        });
        let play = FoundPlay { hands: hands(deal, game), turns, growth };
        if game.names_cards() { play } else { play.deal_in_order() }
    }

    /// The step that led to a point of a batch, and the point before it.
    fn before(&self, batch: &Batch, world: usize) -> (Past, usize) {
        let parent = &self.batches[batch.parent];
        let model = self.model(parent.node);
        let moved = self.replay(&model, batch.step);
        let is_point = |raw: usize| {
            let origin = usize::from(moved.origin[raw]);
            parent.points.contains(origin) && self.is_played(&model, origin, batch.step)
        };
        // This was all done once, and is not asked to end.
        let again = parts(&moved.model, self.kinds(), &Stop::new()).unwrap_or_default();
        for part in again {
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
    fn replay(&self, model: &PackedModel, step: Step) -> Moved {
        match step {
            Step::Ask(ask) => apply_ask(model, self.game().own, ask, usize::MAX)
                .expect("no number of worlds is too large here"),
            Step::NoWin(asker) => after_turn(model, self.game(), asker),
            Step::Deal => unreachable!("nothing comes before the deal"),
        }
    }

    /// Whether a step is taken in a world.
    fn is_played(&self, model: &PackedModel, world: usize, step: Step) -> bool {
        match (self.game().own, step) {
            (OwnCards::Avoided, Step::Ask(ask)) => is_of_others(model, world, ask),
            (OwnCards::Allowed | OwnCards::Avoided | OwnCards::Forbidden, _) => true,
        }
    }
}

fn is_at(part: &Part, raw: usize, world: usize) -> bool {
    part.place[raw].is_some_and(|place| part.canonical.world[place] == world)
}

fn hands(deal: PackedDeal, game: &KnowledgeGame) -> Vec<Vec<Card>> {
    let mut hands = vec![Vec::new(); game.agents() + 1];
    for card in all(game.cards(), Card) {
        hands[deal.seat(card).index()].push(card);
    }
    hands
}

/// So many things, in order.
fn all<T>(many: usize, thing: fn(u32) -> T) -> Vec<T> {
    (0..many as u32).map(thing).collect()
}

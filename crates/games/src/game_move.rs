//! The moves of knowledge games on packed models (thesis defs. 11 and 14): a question and its answer, and
//! saying that one cannot win. What everybody hears leaves some of the worlds; when a card is shown,
//! there is a world for each card that can have been shown, and only those two tell them apart.
//!
//! Two cards that are held in the same worlds lead to equal models, which count once (thesis def. 33);
//! here they count twice, and are bisimilar.

use crate::game::{Game, NoWin, Own};
use crate::model::Model;
use hexa_logic::{Holder, WinCondition};

/// A question with what is heard by all of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ask {
    /// Who asks.
    pub asker: usize,
    /// Who answers.
    pub respondent: usize,
    /// The cards asked for, as bits.
    pub cards: u16,
    /// What everybody hears of the answer.
    pub answer: Answer,
}

/// What everybody hears of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// He has none of the cards.
    No,
    /// He shows one of them.
    Show,
}

/// What a move leads to, before contraction. There may be no world at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The worlds, and the access between them.
    pub model: Model,
    /// For each world the one that it comes from.
    pub origin: Vec<u16>,
    /// For each world the card that was shown, if one was.
    pub shown: Vec<Option<u8>>,
}

/// A question and its answer. `Err` with how many worlds there would be, if they are too many.
pub fn answered(model: &Model, own: Own, ask: Ask, most: usize) -> Result<Moved, usize> {
    let cards = model.cards();
    let held = |world: usize, agent| model.deal(world).hand(cards, agent) & ask.cards;
    let asked = (0..model.worlds())
        .filter(|&world| own != Own::Forbidden || held(world, ask.asker) == 0)
        .map(|world| (world as u16, held(world, ask.respondent)));
    match ask.answer {
        Answer::No => {
            let none = asked.filter(|&(_, hand)| hand == 0);
            Ok(left(model, none.map(|(world, _)| world).collect()))
        }
        Answer::Show => {
            let some: Vec<(u16, u16)> = asked.filter(|&(_, hand)| hand != 0).collect();
            let worlds = some.iter().map(|(_, hand)| hand.count_ones() as usize).sum();
            if worlds > most { Err(worlds) } else { Ok(shown(model, ask, &some)) }
        }
    }
}

/// Everybody learns which worlds are left.
fn left(model: &Model, origin: Vec<u16>) -> Moved {
    Moved { model: model.select(&origin), shown: vec![None; origin.len()], origin }
}

/// A world for each card that can have been shown.
fn shown(model: &Model, ask: Ask, some: &[(u16, u16)]) -> Moved {
    let cards = model.cards();
    let (mut origin, mut shown) = (Vec::new(), Vec::new());
    for &(world, hand) in some {
        for card in (0..cards).filter(|card| hand >> card & 1 == 1) {
            origin.push(world);
            shown.push(Some(card as u8));
        }
    }
    let sees = |agent| agent == ask.asker || agent == ask.respondent;
    let mut cells = Vec::with_capacity(model.agents() * origin.len());
    for agent in 0..model.agents() {
        let before = model.cells(agent);
        for (&world, &card) in origin.iter().zip(&shown) {
            let cell = u32::from(before[usize::from(world)]);
            let card = card.map_or(0, u32::from);
            cells.push(if sees(agent) { cell * cards as u32 + card } else { cell });
        }
    }
    let deals = origin.iter().map(|&world| model.deal(usize::from(world))).collect();
    Moved { model: Model::new(cards, model.agents(), deals, cells), origin, shown }
}

/// Somebody, or everybody, says that he cannot win.
pub fn passed(model: &Model, win: WinCondition, who: NoWin, asker: usize) -> Moved {
    let players: Vec<usize> = match who {
        NoWin::Asker => vec![asker],
        NoWin::All => (0..model.agents()).collect(),
        NoWin::None => Vec::new(),
    };
    let mut out = vec![false; model.worlds()];
    for player in players {
        let can = wins(model, win, player);
        out.iter_mut().zip(can).for_each(|(out, can)| *out |= can);
    }
    left(model, (0..model.worlds() as u16).filter(|&world| !out[usize::from(world)]).collect())
}

/// In which worlds a player can win: in his cell, all that must be known is the same everywhere.
pub fn wins(model: &Model, win: WinCondition, player: usize) -> Vec<bool> {
    let cards = model.cards();
    let known = |world: usize| match win {
        WinCondition::Deal => model.deal(world).0,
        WinCondition::Table => u64::from(model.deal(world).hand(cards, model.agents())),
        WinCondition::Hand(Holder::Agent(agent)) => {
            u64::from(model.deal(world).hand(cards, agent.index()))
        }
        WinCondition::Hand(Holder::Table) => {
            u64::from(model.deal(world).hand(cards, model.agents()))
        }
    };
    let cells = model.cells(player);
    let mut seen: Vec<Option<u64>> = vec![None; model.cell_count(player)];
    let mut same = vec![true; seen.len()];
    for (world, &cell) in cells.iter().enumerate() {
        let cell = usize::from(cell);
        let first = *seen[cell].get_or_insert_with(|| known(world));
        same[cell] &= first == known(world);
    }
    cells.iter().map(|&cell| same[usize::from(cell)]).collect()
}

impl Game {
    /// The questions that can be asked and the answers to them, with any names.
    pub fn asks(&self) -> impl Iterator<Item = Ask> + '_ {
        let agents = self.agents();
        let pairs = (0..agents).flat_map(move |respondent| {
            let others = (0..agents).filter(move |&asker| asker != respondent);
            others.map(move |asker| (asker, respondent))
        });
        pairs.flat_map(move |(asker, respondent)| {
            self.questions().flat_map(move |cards| {
                let both = [Answer::No, Answer::Show].into_iter();
                both.map(move |answer| Ask { asker, respondent, cards, answer })
            })
        })
    }
}

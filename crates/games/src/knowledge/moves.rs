//! The moves of knowledge games on packed models (thesis defs. 11 and 14): a question and its answer, and
//! saying that one cannot win. What everybody hears leaves some of the worlds; when a card is shown,
//! there is a world for each card that can have been shown, and only those two tell them apart.
//!
//! Two cards that are held in the same worlds lead to equal models, which count once (thesis def. 33);
//! here they count twice, and are bisimilar.

use super::cards::CardSet;
use super::packed::PackedModel;
use super::rules::{KnowledgeGame, NoWin, OwnCards};
use hexa_logic::{Agent, Card, Holder, WinCondition};

/// A question with what is heard by all of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ask {
    /// Who asks.
    pub asker: Agent,
    /// Who answers.
    pub respondent: Agent,
    /// The cards asked for.
    pub cards: CardSet,
    /// What everybody hears of the answer.
    pub answer: HeardAnswer,
}

/// What everybody hears of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeardAnswer {
    /// The respondent has none of the cards.
    No,
    /// The respondent shows one of them.
    Show,
}

/// What a move leads to, before contraction. There may be no world at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The worlds, and the access between them.
    pub model: PackedModel,
    /// For each world the one that it comes from.
    pub origin: Vec<u16>,
    /// For each world the card that was shown, if one was.
    pub shown: Vec<Option<Card>>,
}

/// A question and its answer. `Err` with how many worlds there would be, if they are too many.
pub fn apply_ask(
    model: &PackedModel,
    own: OwnCards,
    ask: Ask,
    most: usize,
) -> Result<Moved, usize> {
    let held = |world: usize, agent| model.hand(world, agent).and(ask.cards);
    let asked = (0..model.worlds())
        .filter(|&world| own != OwnCards::Forbidden || held(world, ask.asker).is_empty())
        .map(|world| (world as u16, held(world, ask.respondent)));
    match ask.answer {
        HeardAnswer::No => {
            let none = asked.filter(|(_, hand)| hand.is_empty());
            Ok(keep_worlds(model, none.map(|(world, _)| world).collect()))
        }
        HeardAnswer::Show => {
            let some: Vec<(u16, CardSet)> = asked.filter(|(_, hand)| !hand.is_empty()).collect();
            let worlds = some.iter().map(|(_, hand)| hand.count()).sum();
            let sees = [ask.asker, ask.respondent];
            if worlds > most { Err(worlds) } else { Ok(show_to(model, &sees, &some)) }
        }
    }
}

/// Everybody learns which worlds are left.
fn keep_worlds(model: &PackedModel, origin: Vec<u16>) -> Moved {
    Moved { model: model.select(&origin), shown: vec![None; origin.len()], origin }
}

/// A world for each card that can have been shown to these agents.
fn show_to(model: &PackedModel, to: &[Agent], some: &[(u16, CardSet)]) -> Moved {
    let (mut origin, mut shown) = (Vec::new(), Vec::new());
    for &(world, hand) in some {
        for card in hand.cards() {
            origin.push(world);
            shown.push(Some(card));
        }
    }
    let sees = |agent| to.contains(&agent);
    let cards = model.cards() as u32;
    let mut cells = Vec::with_capacity(model.agents() * origin.len());
    for agent in model.all_agents() {
        let before = model.cells(agent);
        for (&world, &card) in origin.iter().zip(&shown) {
            let cell = u32::from(before[usize::from(world)]);
            let card = card.map_or(0, |card: Card| card.0);
            cells.push(if sees(agent) { cell * cards + card } else { cell });
        }
    }
    let deals = origin.iter().map(|&world| model.deal(usize::from(world))).collect();
    let model = PackedModel::new(model.cards(), model.agents(), deals, cells);
    Moved { model, origin, shown }
}

/// A player looks at a card of the table, any of them, and only they see which: the table responds to the request to show one
/// of its cards (thesis def. 9). `Err` with how many worlds there would be, if they are too many.
pub fn apply_draw(model: &PackedModel, player: Agent, most: usize) -> Result<Moved, usize> {
    let tables: Vec<(u16, CardSet)> =
        (0..model.worlds()).map(|world| (world as u16, model.table(world))).collect();
    let worlds = tables.iter().map(|(_, cards)| cards.count()).sum();
    if worlds > most { Err(worlds) } else { Ok(show_to(model, &[player], &tables)) }
}

/// Everybody learns that a guess was wrong, and which it was.
pub fn apply_wrong_guess(model: &PackedModel, win: WinCondition, guess: u64) -> Moved {
    let worlds = 0..model.worlds() as u16;
    let wrong = worlds.filter(|&world| target(model, win, usize::from(world)) != guess);
    keep_worlds(model, wrong.collect())
}

/// A player sees what must be known to win, and everybody sees that they do.
pub fn apply_look(model: &PackedModel, win: WinCondition, player: Agent) -> Moved {
    let targets: Vec<u64> = (0..model.worlds()).map(|world| target(model, win, world)).collect();
    let mut distinct = targets.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |target: &u64| distinct.binary_search(target).unwrap_or(0) as u32;
    let mut cells = Vec::with_capacity(model.agents() * model.worlds());
    for agent in model.all_agents() {
        for (&cell, target) in model.cells(agent).iter().zip(&targets) {
            let cell = u32::from(cell);
            let sees = agent == player;
            cells.push(if sees { cell * distinct.len() as u32 + place(target) } else { cell });
        }
    }
    let origin: Vec<u16> = (0..model.worlds() as u16).collect();
    let model = PackedModel::new(model.cards(), model.agents(), model.deals().to_vec(), cells);
    Moved { model, shown: vec![None; origin.len()], origin }
}

/// Who has asked, or everybody, says that they cannot win.
pub fn apply_nowin(model: &PackedModel, win: WinCondition, who: NoWin, asker: Agent) -> Moved {
    let players: Vec<Agent> = match who {
        NoWin::Asker => vec![asker],
        NoWin::All => model.all_agents().collect(),
        NoWin::None => Vec::new(),
    };
    apply_cannot_win(model, win, &players)
}

/// These players say that they cannot win.
pub fn apply_cannot_win(model: &PackedModel, win: WinCondition, players: &[Agent]) -> Moved {
    let mut out = vec![false; model.worlds()];
    for &player in players {
        let can = worlds_won_by(model, win, player);
        out.iter_mut().zip(can).for_each(|(out, can)| *out |= can);
    }
    let worlds = 0..model.worlds() as u16;
    keep_worlds(model, worlds.filter(|&world| !out[usize::from(world)]).collect())
}

/// What must be known to win, in a world: the deal, or the cards of a holder, as a number.
pub fn target(model: &PackedModel, win: WinCondition, world: usize) -> u64 {
    match win {
        WinCondition::Deal => model.deal(world).0,
        WinCondition::Table | WinCondition::Hand(Holder::Table) => u64::from(model.table(world).0),
        WinCondition::Hand(Holder::Agent(agent)) => u64::from(model.hand(world, agent).0),
    }
}

/// In which worlds a player can win: in the player's cell, all that must be known is the same everywhere.
pub fn worlds_won_by(model: &PackedModel, win: WinCondition, player: Agent) -> Vec<bool> {
    let known = |world: usize| target(model, win, world);
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

impl KnowledgeGame {
    /// The questions that can be asked and the answers to them, with any names.
    pub fn asks(&self) -> impl Iterator<Item = Ask> + '_ {
        let agents = 0..self.agents() as u32;
        let pairs = agents.clone().map(Agent).flat_map(move |respondent| {
            let others = agents.clone().map(Agent).filter(move |&asker| asker != respondent);
            others.map(move |asker| (asker, respondent))
        });
        pairs.flat_map(move |(asker, respondent)| {
            self.questions().flat_map(move |cards| {
                let both = [HeardAnswer::No, HeardAnswer::Show].into_iter();
                both.map(move |answer| Ask { asker, respondent, cards, answer })
            })
        })
    }
}

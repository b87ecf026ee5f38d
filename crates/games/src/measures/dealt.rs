//! The questions of the player who begins a small knowledge game, before anything was asked.

use super::{MeasuredQuestion, MeasuredQuestions, OwnAsked, Preferred, entropy};
use crate::knowledge::{
    Ask, CardSet, HeardAnswer, KnowledgeGame, OwnCards, PackedModel, apply_ask, components,
    contract, worlds_won_by,
};
use crate::share::Share;
use hexa_logic::{Agent, Card, Stop, Stopped, WinCondition};
use std::collections::BTreeMap;

const ASKER: Agent = Agent(0);

/// Compares the questions of player 1 in the initial state of a game. `None` if states become too large.
pub fn compare_questions(
    game: &KnowledgeGame,
    most_worlds: usize,
    stop: &Stop,
) -> Result<Option<MeasuredQuestions>, Stopped> {
    let model = PackedModel::initial(game);
    let asking = Asking::new(game, &model);
    let mut questions = Vec::new();
    for respondent in model.all_agents().filter(|&agent| agent != ASKER) {
        for (own, cards) in asking.questions() {
            stop.count(1)?;
            let Some(found) = asking.measure(respondent, own, cards, most_worlds, stop)? else {
                return Ok(None);
            };
            questions.push(found);
        }
    }
    let sought = asking.possible.iter().map(|&world| asking.sought(&model, world));
    Ok(Some(MeasuredQuestions {
        deals_before: asking.possible.len() as u128,
        worlds_before: contract(&model, stop)?.0.worlds() as u128,
        entropy_before: asking.bits(sought.map(|sought| (sought, 1))),
        preferred: Preferred::new(&questions),
        questions,
    }))
}

/// The player who asks.
struct Asking<'a> {
    game: &'a KnowledgeGame,
    model: &'a PackedModel,
    /// The worlds that the player considers possible in the first one.
    possible: Vec<usize>,
    hand: CardSet,
    /// A number that all numbers of cards that can be shown divide.
    multiple: u128,
}

impl<'a> Asking<'a> {
    fn new(game: &'a KnowledgeGame, model: &'a PackedModel) -> Self {
        let cells = model.cells(ASKER);
        let possible = (0..model.worlds()).filter(|&world| cells[world] == cells[0]).collect();
        let multiple = (1..=model.cards() as u128).product();
        Self { game, model, possible, hand: model.hand(0, ASKER), multiple }
    }

    /// The questions up to the names of cards, with how many are one's own.
    fn questions(&self) -> Vec<(usize, CardSet)> {
        let all = (0..self.model.cards() as u32).map(Card);
        let (own, others): (Vec<Card>, Vec<Card>) = all.partition(|&card| self.hand.contains(card));
        let most_own = match self.game.own {
            OwnCards::Allowed => own.len(),
            OwnCards::Avoided | OwnCards::Forbidden => 0,
        };
        let of_size = |size: usize| {
            let (own, others) = (&own, &others);
            let fits = move |count: &usize| size - count <= others.len();
            (0..=most_own.min(size)).filter(fits).map(move |count| {
                let cards = own[..count].iter().chain(&others[..size - count]);
                (count, cards.fold(CardSet(0), |set, card| CardSet(set.0 | 1 << card.0)))
            })
        };
        self.game.ask().iter().flat_map(|&size| of_size(size)).collect()
    }

    /// What must be known to win.
    fn sought(&self, model: &PackedModel, world: usize) -> u64 {
        match self.game.win {
            WinCondition::Deal => model.deal(world).0,
            WinCondition::Table => u64::from(model.table(world).0),
            WinCondition::Hand(holder) => match holder {
                hexa_logic::Holder::Table => u64::from(model.table(world).0),
                hexa_logic::Holder::Agent(agent) => u64::from(model.hand(world, agent).0),
            },
        }
    }

    fn bits(&self, weighted: impl Iterator<Item = (u64, u128)>) -> f64 {
        let mut by_sought: BTreeMap<u64, u128> = BTreeMap::new();
        weighted.for_each(|(sought, weight)| *by_sought.entry(sought).or_default() += weight);
        entropy(by_sought.values().copied())
    }

    fn measure(
        &self,
        respondent: Agent,
        own: usize,
        cards: CardSet,
        most: usize,
        stop: &Stop,
    ) -> Result<Option<MeasuredQuestion>, Stopped> {
        let whole = self.possible.len() as u128 * self.multiple;
        let (mut deals, mut worlds, mut win, mut bits) = (0, 0, 0, 0.0);
        for answer in [HeardAnswer::No, HeardAnswer::Show] {
            let ask = Ask { asker: ASKER, respondent, cards, answer };
            let Ok(moved) = apply_ask(self.model, self.game.own, ask, most) else {
                return Ok(None);
            };
            let model = &moved.model;
            let (small, stands_for) = contract(model, stop)?;
            let parts = components(&small);
            let size = |world: usize| {
                let part = parts.iter().find(|part| part.contains(&stands_for[world]));
                part.map_or(0, |part| part.len() as u128)
            };
            let can_win = worlds_won_by(model, self.game.win, ASKER);
            let mut cells: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
            for world in 0..model.worlds() {
                if self.possible.contains(&usize::from(moved.origin[world])) {
                    cells.entry(model.cells(ASKER)[world]).or_default().push(world);
                }
            }
            for cell in cells.values() {
                let weight = |&world: &usize| {
                    let held = model.hand(world, respondent).and(cards).count().max(1);
                    self.multiple / held as u128
                };
                let together: u128 = cell.iter().map(weight).sum();
                deals += together * cell.len() as u128;
                worlds += cell.iter().map(|world| weight(world) * size(*world)).sum::<u128>();
                win += if can_win[cell[0]] { together } else { 0 };
                let sought = cell.iter().map(|world| (self.sought(model, *world), weight(world)));
                bits += self.bits(sought) * together as f64 / whole as f64;
            }
        }
        Ok(Some(MeasuredQuestion {
            respondent: Some(respondent.index() + 1),
            own: OwnAsked::Cards(own),
            others: cards.count() - own,
            deals: Share::of(deals, whole),
            worlds: Share::of(worlds, whole),
            entropy: bits,
            win: Share::of(win, whole),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(
        hands: &[usize],
        table: usize,
        ask: &[usize],
        win: WinCondition,
    ) -> MeasuredQuestions {
        let game = KnowledgeGame::new(hands, table, ask).and_then(|game| game.won_by(win));
        let found = compare_questions(&game.expect("a game"), 5000, &Stop::new());
        found.expect("not stopped").expect("small enough")
    }

    #[test]
    fn in_hexa_a_question_for_another_card_wins_and_one_for_the_own_card_does_not() {
        let found = compared(&[1, 1, 1], 0, &[1], WinCondition::Deal);
        assert_eq!((found.deals_before, found.worlds_before, found.entropy_before), (2, 6, 1.0));
        let to_two: Vec<String> = found.questions[..2].iter().map(|q| q.win.to_string()).collect();
        assert_eq!(to_two, ["1", "0"]);
        assert_eq!(found.preferred.win, [0, 2]);
    }

    /// Thesis sec. 2.6: with two cards each and one on the table, asking for another card wins with 1/3.
    #[test]
    fn with_five_cards_the_chance_to_win_at_once_is_a_third() {
        let found = compared(&[2, 2], 1, &[1], WinCondition::Table);
        let win: Vec<String> = found.questions.iter().map(|q| q.win.to_string()).collect();
        assert_eq!(win, ["1/3", "0"]);
        assert_eq!(found.questions[0].deals.to_string(), "5/3");
    }
}

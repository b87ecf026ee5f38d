//! What is found by looking through the states of all small games: whether "nobody can win" can be
//! said and become false by that (thesis sec. 6.2.2, Cluedo paper sec. 6), and whether states keep
//! shrinking when cards are shown (thesis sec. 5.3).

use super::{Check, Effort, Work};
use crate::Verdict;
use hexa_games::knowledge::{
    Custom, NoWin, OwnCards, SearchBounds, Sizes, Smallest, TableCards, smallest_growing,
    smallest_unsuccessful,
};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "nobody can win, in all variants", at: file!(), run: nobody_can_win },
    Check { name: "cards shown in small games", at: file!(), run: shrinking },
];

/// The most cards, and the most states of one game.
fn bounds(work: &Work) -> (usize, SearchBounds) {
    let (cards, states) = match work.effort {
        Effort::Short => (4, 20_000),
        Effort::Deep => (5, 400_000),
    };
    (cards, SearchBounds { states, ..SearchBounds::default() })
}

fn sizes(table: TableCards, cards: usize) -> Sizes {
    Sizes { table, players: 2..=4, cards }
}

/// A state where nobody can win until that is said, with and without table, with one to three cards
/// asked for, own cards allowed or not, said by the asker or by everybody.
fn nobody_can_win(work: &Work) -> Verdict {
    let (cards, bounds) = bounds(work);
    let (mut variants, mut found) = (0, 0);
    for table in [TableCards::Without, TableCards::With] {
        for said in [NoWin::Asker, NoWin::All] {
            for own in [OwnCards::Allowed, OwnCards::Avoided, OwnCards::Forbidden] {
                for ask in 1..=3 {
                    let custom = Custom { ask, own, nowin: said };
                    let of = sizes(table, cards);
                    let smallest =
                        smallest_unsuccessful(&of, custom, said, bounds, &work.limits.stop);
                    if let Err(stopped) = work.go_on() {
                        return Verdict::Open(stopped);
                    }
                    variants += 1;
                    found += usize::from(smallest.play.is_some());
                }
            }
        }
    }
    work.tell(format!("{found} of {variants} variants have one with at most {cards} cards"));
    match found {
        // There may be one with more cards.
        0 => {
            Verdict::Open(format!("none of {variants} variants with at most {cards} cards has one"))
        }
        _ => Verdict::Holds,
    }
}

/// The smallest game where showing a card makes a state larger, although the first card that is
/// shown makes it smaller. Five cards are needed.
fn shrinking(work: &Work) -> Verdict {
    let (_, bounds) = bounds(work);
    let (mut searched, mut games) = (0, 0);
    for table in [TableCards::Without, TableCards::With] {
        let custom = Custom { ask: 2, own: OwnCards::Allowed, nowin: NoWin::Asker };
        let smallest = smallest_growing(&sizes(table, 5), custom, bounds, &work.limits.stop);
        searched += smallest.tried.iter().map(|tried| tried.states).sum::<usize>();
        games += smallest.tried.len();
        if let Some(witness) = describe_growth(&smallest) {
            work.tell(format!("{searched} states of {games} games were seen"));
            return Verdict::Fails(witness);
        }
    }
    Verdict::HoldsUpTo(format!("games of at most 5 cards, of which {searched} states were seen"))
}

fn describe_growth(smallest: &Smallest) -> Option<String> {
    let (play, game) = (smallest.play.as_ref()?, &smallest.tried.last()?.game);
    let (_, growth) = play.growth.as_ref()?;
    let hands: Vec<String> = game.hands().iter().map(usize::to_string).collect();
    let table = match game.table() {
        0 => String::new(),
        cards => format!(" and {cards} on the table"),
    };
    Some(format!(
        "hands {}{table}, two cards asked for: after {} questions a card is shown, and {} worlds \
         become {}",
        hands.join(", "),
        play.questions(),
        growth.before,
        growth.after
    ))
}

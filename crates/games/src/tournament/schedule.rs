//! Who sits where: the line-ups of a tournament.
//!
//! In every round each choice of as many strategies as there are seats sits down in an order that is drawn anew, and the table is
//! turned until everybody has sat in every seat. So in a round each strategy plays equally often in each seat, and over
//! rounds nobody always has the same neighbours. If the order were fixed, two equal strategies would not be alike: with three
//! seats, one would always come right after the other, and would do better on more deals than not.

use hexa_logic::Stream;

/// A strategy that takes part, by its place among those that were named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entrant(pub u32);

impl Entrant {
    /// Its place.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who sits in each seat, in the order of the game's players.
pub type LineUp = Vec<Entrant>;

/// The most strategies in a tournament.
pub const MOST_ENTRANTS: usize = 50;

/// The most line-ups in a tournament.
pub const MOST_LINE_UPS: u64 = 10_000;

/// The line-ups of a tournament, and which game is whose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// What entrants are called; all names are different.
    pub names: Vec<String>,
    /// What seats are called.
    pub seats: Vec<String>,
    /// Who plays with whom.
    choices: Vec<LineUp>,
    /// What orders are drawn from.
    seed: u64,
    seat_order: SeatOrder,
}

/// How seats are taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum SeatOrder {
    /// In an order that is drawn anew for every deal, and turned until everybody has sat in every seat.
    #[default]
    Turned,
    /// Everybody sits in the same seat in all games, in the order in which they were named.
    Fixed,
}

/// Why there is no schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSchedule {
    /// The game has no players.
    NoSeats,
    /// There are fewer strategies than seats.
    TooFew {
        /// How many were named.
        given: usize,
        /// How many are needed.
        seats: usize,
    },
    /// There are more strategies than the limit.
    TooMany(usize),
    /// There would be more line-ups than the limit.
    LineUps(u64),
    /// Seats are fixed, and there are more strategies than seats.
    NotSeated {
        /// How many were named.
        given: usize,
        /// How many can sit down.
        seats: usize,
    },
}

/// Games are handed out, written and checked in pieces of whole rounds of at least so many games.
const PIECE: u64 = 16;

impl Schedule {
    /// The schedule of these strategies in these seats.
    pub fn new(strategies: &[String], seats: &[String], seed: u64) -> Result<Self, NoSchedule> {
        let (given, needed) = (strategies.len(), seats.len());
        if needed == 0 {
            return Err(NoSchedule::NoSeats);
        } else if given < needed {
            return Err(NoSchedule::TooFew { given, seats: needed });
        } else if given > MOST_ENTRANTS {
            return Err(NoSchedule::TooMany(given));
        }
        let many = count_line_ups(given as u64, needed as u64);
        if many > MOST_LINE_UPS {
            return Err(NoSchedule::LineUps(many));
        }
        let mut choices = Vec::new();
        let mut chosen: Vec<u32> = (0..needed as u32).collect();
        loop {
            choices.push(chosen.iter().copied().map(Entrant).collect());
            if !choose_next(&mut chosen, given as u32) {
                break;
            }
        }
        let seed = Stream::new("seats", seed).word();
        let (names, seats, seat_order) =
            (distinct_names(strategies), seats.to_vec(), SeatOrder::default());
        Ok(Self { names, seats, choices, seed, seat_order })
    }

    /// The same with other seats. If they are fixed, there must be as many strategies as seats.
    pub fn seated(self, seat_order: SeatOrder) -> Result<Self, NoSchedule> {
        let (given, seats) = (self.names.len(), self.seats.len());
        match seat_order {
            SeatOrder::Fixed if given > seats => Err(NoSchedule::NotSeated { given, seats }),
            SeatOrder::Fixed | SeatOrder::Turned => Ok(Self { seat_order, ..self }),
        }
    }

    /// How seats are taken.
    pub fn seat_order(&self) -> SeatOrder {
        self.seat_order
    }

    /// How many games a round has.
    pub fn round(&self) -> u64 {
        match self.seat_order {
            SeatOrder::Turned => (self.choices.len() * self.seats.len()) as u64,
            SeatOrder::Fixed => 1,
        }
    }

    /// How many games are in whole rounds if there are to be at least so many.
    pub fn whole_rounds(&self, games: u64) -> u64 {
        games.div_ceil(self.round()).saturating_mul(self.round())
    }

    /// How many games are handed out, written and checked together.
    pub fn piece(&self) -> u64 {
        self.whole_rounds(PIECE)
    }

    /// The deal of a game, and which of its line-ups plays.
    pub fn place(&self, number: u64) -> (u64, u64) {
        (number / self.round(), number % self.round())
    }

    /// Who sits where in a game.
    pub fn line_up(&self, number: u64) -> LineUp {
        let (deal, at) = self.place(number);
        let seats = self.seats.len() as u64;
        let (choice, turned) = ((at / seats) as usize, (at % seats) as usize);
        let Some(mut order) = self.choices.get(choice).cloned() else { return LineUp::new() };
        if self.seat_order == SeatOrder::Fixed {
            return order;
        }
        let table = deal.wrapping_mul(self.choices.len() as u64).wrapping_add(choice as u64);
        Stream::new("order", self.seed.wrapping_add(table)).shuffle(&mut order);
        order.rotate_left(turned);
        order
    }

    /// What an entrant is called.
    pub fn name(&self, entrant: Entrant) -> &str {
        self.names.get(entrant.index()).map_or("", String::as_str)
    }
}

/// The choices of so many, each turned in all ways.
fn count_line_ups(given: u64, seats: u64) -> u64 {
    let mut choices = 1u64;
    for at in 0..seats {
        choices = choices.saturating_mul(given - at) / (at + 1);
        if choices > MOST_LINE_UPS {
            break;
        }
    }
    choices.saturating_mul(seats)
}

/// The next choice in order, if there is one.
fn choose_next(chosen: &mut [u32], given: u32) -> bool {
    let many = chosen.len() as u32;
    let last = |at: usize| given - many + at as u32;
    let Some(at) = (0..chosen.len()).rev().find(|&at| chosen[at] < last(at)) else { return false };
    let first = chosen[at] + 1;
    chosen[at..].iter_mut().zip(first..).for_each(|(one, next)| *one = next);
    true
}

/// A strategy that is named several times is told apart from itself by a number.
fn distinct_names(strategies: &[String]) -> Vec<String> {
    let name = |(at, name): (usize, &String)| {
        let before = strategies[..at].iter().filter(|other| *other == name).count();
        if before == 0 { name.clone() } else { format!("{name} #{}", before + 1) }
    };
    strategies.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn words(of: &[&str]) -> Vec<String> {
        of.iter().map(|&word| word.to_owned()).collect()
    }

    fn schedule(strategies: &[&str], seats: &[&str]) -> Result<Schedule, NoSchedule> {
        Schedule::new(&words(strategies), &words(seats), 1)
    }

    #[test]
    fn everybody_plays_equally_often_in_every_seat() {
        for (strategies, seats, many) in [
            (&["a", "b"][..], &["1", "2"][..], 2),
            (&["a", "b", "c"], &["1", "2", "3"], 3),
            (&["a", "b", "c", "d"], &["1", "2"], 12),
            (&["a", "b", "c", "d", "e"], &["1", "2", "3"], 30),
            (&["a", "b"], &["1"], 2),
        ] {
            let schedule = schedule(strategies, seats).expect("a schedule");
            assert_eq!(schedule.round(), many);
            for round in 0..5 {
                let mut times = BTreeMap::<(usize, Entrant), u64>::new();
                for number in round * many..(round + 1) * many {
                    for (seat, entrant) in schedule.line_up(number).into_iter().enumerate() {
                        *times.entry((seat, entrant)).or_default() += 1;
                    }
                }
                assert_eq!(times.len(), strategies.len() * seats.len());
                assert!(times.values().all(|&n| n == many / strategies.len() as u64), "{times:?}");
            }
        }
    }

    #[test]
    fn nobody_always_sits_after_the_same_player() {
        let schedule = schedule(&["a", "b", "c"], &["1", "2", "3"]).expect("a schedule");
        let after = |number| {
            let line_up = schedule.line_up(number);
            let first = line_up.iter().position(|&at| at == Entrant(0)).expect("they play");
            line_up[(first + 1) % 3]
        };
        let times = (0..3000).filter(|&number| after(number) == Entrant(1)).count();
        assert!((1350..1650).contains(&times), "{times}");
    }

    #[test]
    fn all_line_ups_play_a_deal_before_the_next() {
        let schedule = schedule(&["a", "b", "a"], &["1", "2"]).expect("a schedule");
        assert_eq!(schedule.names, ["a", "b", "a #2"]);
        assert_eq!(schedule.place(5), (0, 5));
        assert_eq!(schedule.place(6), (1, 0));
        let (first, mut second) = (schedule.line_up(6), schedule.line_up(7));
        second.reverse();
        assert_eq!(first, second);
        assert_eq!((schedule.whole_rounds(7), schedule.piece()), (12, 18));
    }

    #[test]
    fn fixed_seats_are_the_same_in_every_game() {
        let all = schedule(&["a", "b", "a"], &["1", "2", "3"]).expect("a schedule");
        let fixed = all.seated(SeatOrder::Fixed).expect("there are as many seats");
        assert_eq!((fixed.round(), fixed.place(5), fixed.piece()), (1, (5, 0), 16));
        let seats = [0, 1, 2].map(Entrant);
        assert!((0..50).all(|number| fixed.line_up(number) == seats));
        let more = schedule(&["a", "b", "a"], &["1", "2"]).expect("a schedule");
        let refused = NoSchedule::NotSeated { given: 3, seats: 2 };
        assert_eq!(more.seated(SeatOrder::Fixed), Err(refused));
    }

    #[test]
    fn too_few_and_too_many_are_refused() {
        let few = schedule(&["a"], &["1", "2"]);
        assert_eq!(few, Err(NoSchedule::TooFew { given: 1, seats: 2 }));
        assert_eq!(schedule(&["a"], &[]), Err(NoSchedule::NoSeats));
        let many = vec!["a"; 30];
        let seats = vec!["1"; 15];
        assert!(matches!(schedule(&many, &seats), Err(NoSchedule::LineUps(_))));
        assert_eq!(schedule(&vec!["a"; 51], &["1"]), Err(NoSchedule::TooMany(51)));
    }
}

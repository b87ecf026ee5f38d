//! SixPit for players who remember (*Logic and game theory of Pit*, section 5, with a departure).
//!
//! The paper says that who did not trade cannot choose well between two cards, as nothing they know tells the two apart. That is
//! so of what they *know*. But who knew the deal, and then sees the other two trade, knows how likely these were to swap
//! their hands, if they know how the others play: after a trade of both distinct cards the hands of the other two are exchanged,
//! after a trade of both shared cards they are not, and else the play is over. If the others do one of these more
//! often, what was known of the deal is still worth something. Here this is a choice: after so many trades of the other two, to offer
//! the card that was shared with the partner of one's last trade when one last knew, or the other card. Who never traded, or
//! too long ago, offers anything, as in the paper.
//!
//! All open deals are alike up to names: any two players share one suit, and nobody else has it. So a card is called by whom
//! its player shares its suit with.

use super::Player;
use crate::exact::RBig;
use crate::situations::{Choice, CourseEnd, Situation, SituationCourse, SituationGame};
use indexmap::IndexSet;

/// How often players share may depend on this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// On nothing.
    Alike,
    /// On with whom they traded.
    ByPartner,
}

/// What somebody who did not trade last remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Memory {
    /// With whom they traded before that.
    partner: Player,
    /// How many trades of the others ago.
    ago: usize,
    /// Whether the hands of the others have been exchanged since.
    is_exchanged: bool,
}

/// Where a play stands: who traded last, and what the third player remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Standing {
    last: Option<(Player, Player)>,
    memory: Option<Memory>,
}

/// The offer of a player: with whom they share the suit of it, the alternative that was made, and how likely it is without.
type Offer = (Player, Option<(usize, usize)>, RBig);

const PAIRS: [(Player, Player); 3] = [(0, 1), (0, 2), (1, 2)];

/// The game in which who did not trade remembers so many trades of the others.
pub fn remembering_game(sharing: Sharing, trades: usize) -> SituationGame {
    let mut made = Remembering { sharing, trades, found: IndexSet::new() };
    made.found.insert(Standing { last: None, memory: None });
    let mut situations = Vec::new();
    while let Some(&standing) = made.found.get_index(situations.len()) {
        let courses = made.courses(standing);
        situations.push(Situation { name: name(standing), courses });
    }
    SituationGame {
        players: (0..3).map(letter).collect(),
        choices: made.choices(),
        situations,
        start: 0,
    }
}

struct Remembering {
    sharing: Sharing,
    trades: usize,
    found: IndexSet<Standing>,
}

impl Remembering {
    /// How many choices each player has after own trades.
    fn own_choices(&self) -> usize {
        match self.sharing {
            Sharing::Alike => 1,
            Sharing::ByPartner => 2,
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        let mut add = |player, name: String, alternatives: [&str; 2]| {
            let alternatives = alternatives.map(str::to_owned).to_vec();
            all.push(Choice { player, name, alternatives });
        };
        for player in 0..3 {
            match self.sharing {
                Sharing::Alike => add(player, "after a trade".to_owned(), ["shared", "distinct"]),
                Sharing::ByPartner => others(player).into_iter().for_each(|partner| {
                    let name = format!("after a trade with {}", letter(partner));
                    add(player, name, ["shared", "distinct"]);
                }),
            }
        }
        for player in 0..3 {
            for partner in others(player) {
                for ago in 1..=self.trades {
                    let name = format!("{ago} after a trade with {}", letter(partner));
                    add(player, name, ["then shared", "then distinct"]);
                }
            }
        }
        all
    }

    /// The choice of a trader, who knows the deal.
    fn trader(&self, player: Player, partner: Player) -> usize {
        match self.sharing {
            Sharing::Alike => player,
            Sharing::ByPartner => 2 * player + usize::from(others(player)[1] == partner),
        }
    }

    /// The choice of somebody who remembers.
    fn watcher(&self, player: Player, memory: Memory) -> usize {
        let before = 3 * self.own_choices();
        let which = 2 * player + usize::from(others(player)[1] == memory.partner);
        before + which * self.trades + memory.ago - 1
    }

    fn offers(&self, standing: Standing, player: Player) -> [Offer; 2] {
        let [first, second] = others(player);
        let chosen = |choice, shares: Player| {
            let other = 3 - player - shares;
            [(shares, Some((choice, 0)), RBig::ONE), (other, Some((choice, 1)), RBig::ONE)]
        };
        match (standing.last, standing.memory) {
            (Some((a, b)), _) if player == a || player == b => {
                let partner = a + b - player;
                chosen(self.trader(player, partner), partner)
            }
            (Some(_), Some(memory)) => {
                // With whom the card is shared now that was shared with the partner then.
                let other = 3 - player - memory.partner;
                let now = if memory.is_exchanged { other } else { memory.partner };
                chosen(self.watcher(player, memory), now)
            }
            (_, _) => [first, second].map(|with| (with, None, half())),
        }
    }

    fn courses(&mut self, standing: Standing) -> Vec<SituationCourse> {
        let mut all = Vec::new();
        for (a, b) in PAIRS {
            for (of_a, made_a, chance_a) in self.offers(standing, a) {
                for (of_b, made_b, chance_b) in self.offers(standing, b) {
                    let end = match (of_a == b, of_b == a) {
                        // Who gets the shared suit and keeps their own card of it has both.
                        (true, false) => CourseEnd::Over(worth(b)),
                        (false, true) => CourseEnd::Over(worth(a)),
                        (is_shared, _) => {
                            let next = self.next(standing, (a, b), !is_shared);
                            CourseEnd::Situation(self.found.insert_full(next).0)
                        }
                    };
                    let mut made: Vec<_> = made_a.into_iter().chain(made_b).collect();
                    made.sort_unstable();
                    let chance = &chance_a * chance_b / RBig::from(3);
                    all.push(SituationCourse { chance, made, end });
                }
            }
        }
        all
    }

    /// After a trade of these, by which their hands were exchanged or not.
    fn next(&self, before: Standing, pair: (Player, Player), is_exchanged: bool) -> Standing {
        let third = 3 - pair.0 - pair.1;
        let memory = match before.last {
            // They traded before this, and knew the deal.
            Some((a, b)) if a == third || b == third => {
                Some(Memory { partner: a + b - third, ago: 1, is_exchanged })
            }
            Some(_) => before.memory.map(|memory| Memory {
                ago: memory.ago + 1,
                is_exchanged: memory.is_exchanged != is_exchanged,
                ..memory
            }),
            None => None,
        };
        let memory = memory.filter(|memory| memory.ago <= self.trades);
        Standing { last: Some(pair), memory }
    }
}

fn others(player: Player) -> [Player; 2] {
    [[1, 2], [0, 2], [0, 1]][player]
}

fn half() -> RBig {
    RBig::ONE / RBig::from(2)
}

fn worth(winner: Player) -> Vec<RBig> {
    (0..3).map(|player| RBig::from(if player == winner { 2 } else { -1 })).collect()
}

fn letter(player: Player) -> String {
    char::from(b'a' + player as u8).to_string()
}

fn name(standing: Standing) -> String {
    let Some((a, b)) = standing.last else { return "dealt".to_owned() };
    let memory = standing.memory.map_or(String::new(), |memory| {
        let kept = if memory.is_exchanged { "exchanged" } else { "as it was" };
        format!(", {} after a trade with {}, {kept}", memory.ago, letter(memory.partner))
    });
    format!("{}{}{memory}", letter(a), letter(b))
}

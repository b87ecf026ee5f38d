//! Other names for suits and players. Suits can always be exchanged, as cards of all suits have equal value (section 3); which
//! players are exchanged depends on what is asked.

use super::limits::{PitCut, PitLimits};
use super::table::DealTable;
use crate::pit::Player;
use hexa_logic::Stop;

/// Which players may get other names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchanged {
    /// None: only suits are renamed.
    Nobody,
    /// All but this one.
    Others(Player),
    /// All.
    Everybody,
}

/// New names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Renaming {
    /// For each suit the new one.
    pub suits: Vec<u8>,
    /// For each player the new one.
    pub players: Vec<u8>,
    /// For each deal the one that it becomes.
    pub deals: Vec<u16>,
}

/// All ways to give new names, and what they leave apart.
#[derive(Clone, Debug)]
pub(super) struct Renamings {
    pub all: Vec<Renaming>,
    /// For each deal the first one that it can become.
    pub kind: Vec<u16>,
    /// For each player the first one that they can become.
    pub player_kind: Vec<u8>,
}

impl Renamings {
    pub fn new(
        table: &DealTable,
        exchanged: Exchanged,
        limits: &PitLimits,
        stop: &Stop,
    ) -> Result<Self, PitCut> {
        let players = table.deck().players();
        let moved: Vec<u8> = (0..players as u8)
            .filter(|&player| match exchanged {
                Exchanged::Nobody => false,
                Exchanged::Others(fixed) => usize::from(player) != fixed,
                Exchanged::Everybody => true,
            })
            .collect();
        let too_many = PitCut::Renamings(limits.renamings);
        let suits: Vec<u8> = (0..table.deck().suits() as u8).collect();
        let many = factorial(suits.len()).checked_mul(factorial(moved.len()));
        if many.is_none_or(|many| many > limits.renamings) {
            return Err(too_many);
        }
        let mut all = Vec::new();
        for of_moved in orders(&moved) {
            let mut players: Vec<u8> = (0..players as u8).collect();
            moved.iter().zip(of_moved).for_each(|(&from, to)| players[usize::from(from)] = to);
            for suits in orders(&suits) {
                let deals = renamed_deals(table, &suits, &players);
                all.push(Renaming { suits, players: players.clone(), deals });
                stop.count(table.open() as u64)?;
            }
        }
        let kind =
            (0..table.open()).map(|deal| all.iter().map(|by| by.deals[deal]).min().unwrap_or(0));
        let player_kind =
            (0..players).map(|at| all.iter().map(|by| by.players[at]).min().unwrap_or(0));
        let (kind, player_kind) = (kind.collect(), player_kind.collect());
        Ok(Self { all, kind, player_kind })
    }
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// All orders of some things, the given one first.
fn orders(of: &[u8]) -> Vec<Vec<u8>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..of.len() {
        let mut rest = of.to_vec();
        let first = rest.remove(at);
        all.extend(orders(&rest).into_iter().map(|rest| [&[first], &rest[..]].concat()));
    }
    all
}

fn renamed_deals(table: &DealTable, suits: &[u8], players: &[u8]) -> Vec<u16> {
    let width = suits.len();
    let mut counts = vec![0; width * players.len()];
    let renamed = |deal| {
        for (player, &name) in players.iter().enumerate() {
            for (&many, &suit) in table.hand(deal, player).iter().zip(suits) {
                counts[usize::from(name) * width + usize::from(suit)] = many;
            }
        }
        table.find(&counts).unwrap_or(deal) as u16
    };
    (0..table.open()).map(renamed).collect()
}

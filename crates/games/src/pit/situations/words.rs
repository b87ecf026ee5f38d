//! What players, situations, choices and alternatives of Pit are called.

use super::derivation::{PitChoice, PitSituation};
use super::meaning::{OfferMeaning, Sharing};
use super::table::Swap;
use super::tree::PitAction;
use crate::pit::{Player, Suit};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Suits: wheat, flax, rye, and on from there.
const SUITS: [&str; 10] = ["w", "x", "y", "z", "s", "t", "u", "v", "p", "q"];

/// Suits are letters.
pub(super) fn suit(suit: Suit) -> &'static str {
    SUITS.get(suit).copied().unwrap_or("?")
}

impl fmt::Display for PitAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offer { player: of, number, suit: None } => {
                write!(f, "Offer({},{number})", player(*of))
            }
            Self::Offer { player: of, number, suit: Some(what) } => {
                write!(f, "Offer({},{number})({})", player(*of), suit(*what))
            }
            Self::Trade(Swap { traders: (a, b), given: (u, v), number }) => {
                let (a, b, u, v) = (player(*a), player(*b), suit(*u), suit(*v));
                write!(f, "Trade({a},{b},{number})({u},{v})")
            }
            Self::Withdraw => f.write_str("Withdraw"),
            Self::NoCorner(None) => f.write_str("Nocorner"),
            Self::NoCorner(Some((a, b))) => write!(f, "Nocorner({},{})", player(*a), player(*b)),
            Self::Cornered { player: of, suit: what } => {
                write!(f, "Cornered({},{})", player(*of), suit(*what))
            }
        }
    }
}

/// Hands as in the paper: `wx.wy.xy`.
pub fn write_hands(hands: &[Vec<u8>]) -> String {
    let cards = |(of, &many): (Suit, &u8)| suit(of).repeat(many.into());
    let hand = |hand: &Vec<u8>| hand.iter().enumerate().map(cards).collect::<String>();
    hands.iter().map(hand).collect::<Vec<String>>().join(".")
}

/// The situation in which chance deals.
pub(super) const DEAL: &str = "deal";

/// Players are letters.
pub(super) fn player(player: Player) -> String {
    char::from(b'a' + player as u8).to_string()
}

fn pair((first, second): (Player, Player)) -> String {
    player(first) + &player(second)
}

/// By who traded last, with a number if that is not enough.
pub(super) fn situation_names(situations: &[PitSituation]) -> Vec<String> {
    let name = |situation: &PitSituation| match situation.last_traders() {
        Some(traders) => pair(traders),
        None if situation.last.is_empty() => "dealt".to_owned(),
        None => "s".to_owned(),
    };
    numbered(situations.iter().map(name).collect())
}

/// What a choice is about: who traded last, or that it is after a trade of one's own.
pub(super) fn choice_names(choices: &[PitChoice], situations: &[PitSituation]) -> Vec<String> {
    let name = |choice: &PitChoice| {
        let last: BTreeSet<_> =
            choice.situations.iter().map(|&at| situations[at].last_traders()).collect();
        let is_own = |&(a, b): &(Player, Player)| a == choice.player || b == choice.player;
        let name = match last.first().copied().flatten() {
            Some(traders) if last.len() == 1 => format!("after {}", pair(traders)),
            Some(_) if last.iter().all(|last| last.as_ref().is_some_and(is_own)) => {
                "after a trade".to_owned()
            }
            Some(_) | None => "offer".to_owned(),
        };
        (choice.player, name)
    };
    let named: Vec<(Player, String)> = choices.iter().map(name).collect();
    let whose = named.iter().map(|(of, name)| format!("{} {name}", player(*of))).collect();
    let start =
        |(name, (of, _)): (String, &(Player, String))| name[player(*of).len() + 1..].to_owned();
    numbered(whose).into_iter().zip(&named).map(start).collect()
}

/// Names that occur more than once get numbers.
fn numbered(names: Vec<String>) -> Vec<String> {
    let mut many: BTreeMap<&String, usize> = BTreeMap::new();
    names.iter().for_each(|name| *many.entry(name).or_default() += 1);
    let mut next: BTreeMap<&String, usize> = BTreeMap::new();
    let number = |name| {
        let next = next.entry(name).or_default();
        *next += 1;
        if many[name] > 1 { format!("{name} {next}") } else { name.clone() }
    };
    names.iter().map(number).collect()
}

/// By what they mean for the player: whether the partner of the last trade is known to hold the suit; what is known of
/// others; or else by letters.
pub(super) fn alternative_names(choice: &PitChoice) -> Vec<String> {
    let has_numbers = choice.alternatives.iter().flatten().any(|meaning| meaning.number > 1);
    let by_partner = |meaning: &OfferMeaning| {
        let sharing = match meaning.sharing()? {
            Sharing::Shared => "shared",
            Sharing::Distinct => "distinct",
        };
        Some(if has_numbers { format!("{} {sharing}", meaning.number) } else { sharing.to_owned() })
    };
    let by_others = |meaning: &OfferMeaning| Some(known(meaning, choice.player));
    names_by(choice, by_partner)
        .or_else(|| names_by(choice, by_others))
        .unwrap_or_else(|| (0..choice.alternatives.len()).map(lettered).collect())
}

/// A name for each alternative, if all that it stands for has the same one, and no other has it.
fn names_by(
    choice: &PitChoice,
    name: impl Fn(&OfferMeaning) -> Option<String>,
) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for meanings in &choice.alternatives {
        let found: BTreeSet<Option<String>> = meanings.iter().map(&name).collect();
        let (Some(found), 1) = (found.first().cloned().flatten(), found.len()) else {
            return None;
        };
        names.push(found);
    }
    let different: BTreeSet<&String> = names.iter().collect();
    (different.len() == names.len()).then_some(names)
}

/// How many of how many, and who is known to hold cards of that suit.
fn known(meaning: &OfferMeaning, of: Player) -> String {
    let mut name = format!("{} of {}", meaning.number, meaning.held);
    for (other, known) in meaning.known.iter().enumerate().filter(|&(other, _)| other != of) {
        let many = match (known.least, known.most) {
            (least, most) if least == most => format!("{least}"),
            (least, most) => format!("{least} to {most}"),
        };
        name += &format!(", {} {many}", player(other));
    }
    name
}

fn lettered(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at @ 0..26) => format!("offer {}", char::from(b'A' + at)),
        Ok(_) | Err(_) => format!("offer {}", at + 1),
    }
}

//! The English of strong players of Cluedo: why they moved as they did.

use crate::cluedo::advice::{Choice, Recommendation};
use crate::cluedo::players::nowin::Conclusions;
use crate::cluedo::players::sample::SampleBasis;
use crate::cluedo::players::{CluedoAim, CluedoReason, CluedoWhy, Millionths};
use crate::measures::Measure;

/// Why a player of Cluedo moved, in a few sentences.
pub(super) fn why(reason: &CluedoReason) -> String {
    let place = match &reason.aim {
        CluedoAim::InRoom => Place::Room,
        CluedoAim::Move
        | CluedoAim::ToSuspect(_)
        | CluedoAim::InsteadOf(_)
        | CluedoAim::ToAccuse(_) => Place::Anywhere,
    };
    let after = match reason.conclusions {
        Conclusions::NotAccusing if rests_on_others(reason.why) => {
            " All others are taken for perfect logicians."
        }
        Conclusions::NotAccusing | Conclusions::Answers => "",
    };
    aim(&reason.aim) + &why_that(reason.why, place) + after
}

/// What a player wants who does something else first; with a space behind it.
pub(super) fn aim(aim: &CluedoAim) -> String {
    match aim {
        CluedoAim::Move | CluedoAim::InRoom => String::new(),
        CluedoAim::ToSuspect(cards) => {
            format!("The player wants to suspect {}. ", cards.join(", "))
        }
        CluedoAim::InsteadOf(cards) => format!(
            "The player wanted to suspect {}, and does so with the room where they are. ",
            cards.join(", ")
        ),
        CluedoAim::ToAccuse(cards) => format!("The player wants to accuse {}. ", cards.join(", ")),
    }
}

/// Whether a reason is about what can be in the envelope, and does not say by itself how the others are taken to be.
fn rests_on_others(why: CluedoWhy) -> bool {
    match why {
        CluedoWhy::Possible { .. }
        | CluedoWhy::PossibleElsewhere { .. }
        | CluedoWhy::Measured { .. }
        | CluedoWhy::NotCertain { .. } => true,
        CluedoWhy::AnyTriple { .. }
        | CluedoWhy::Bluff { .. }
        | CluedoWhy::Lookahead { .. }
        | CluedoWhy::AdvisedSuspicion { .. }
        | CluedoWhy::OnlyEnvelope
        | CluedoWhy::OnlyWithoutWin { .. }
        | CluedoWhy::Weighed { .. }
        | CluedoWhy::ShownBefore
        | CluedoWhy::AnyCard { .. }
        | CluedoWhy::LeavesMost { .. }
        | CluedoWhy::AdvisedCard { .. } => false,
    }
}

/// Where the suspicions are that were weighed.
#[derive(Clone, Copy)]
enum Place {
    Anywhere,
    Room,
}

impl Place {
    fn of_room(self) -> &'static str {
        match self {
            Self::Anywhere => "",
            Self::Room => " of this room",
        }
    }

    fn in_room(self) -> &'static str {
        match self {
            Self::Anywhere => "",
            Self::Room => " in this room",
        }
    }
}

fn why_that(why: CluedoWhy, place: Place) -> String {
    match why {
        CluedoWhy::Possible { envelopes } => format!(
            "The suspicion was drawn from the {}{} that can be in the envelope.",
            triples(envelopes),
            place.of_room()
        ),
        CluedoWhy::PossibleElsewhere { among } => format!(
            "No triple of this room can be in the envelope. The suspicion was drawn from {} that could be there with another \
             room.",
            triples(among)
        ),
        CluedoWhy::AnyTriple { among } => {
            format!("The suspicion was drawn from all {}{}.", triples(among), place.of_room())
        }
        CluedoWhy::Measured { measure, worth, ties, basis } => {
            measured((measure, worth), ties, basis, place)
        }
        CluedoWhy::Bluff { own, gain, leak, tried, basis } => format!(
            "The suspicion, with {}, is expected to tell the player {} bits of the envelope, and each other player {} on \
             average, by {}. {} tells more beyond that.",
            own_cards(own),
            two_places(gain),
            two_places(leak),
            by_deals(basis),
            no_other(tried, basis, place)
        ),
        CluedoWhy::Lookahead { wins, games, tried } => format!(
            "With this suspicion the player won {wins} of {} that were played on, the most of {}{} that were tried.",
            counted(games, "game"),
            counted(tried, "suspicion"),
            place.of_room()
        ),
        CluedoWhy::AdvisedSuspicion { gain, leak } => format!(
            "The assistant ranks this suspicion first{}: it is expected to tell the player {} bits of the envelope, and everybody {}.",
            place.in_room(),
            two_places(gain),
            two_places(leak)
        ),
        CluedoWhy::OnlyEnvelope => "Only these cards can be in the envelope.".to_owned(),
        CluedoWhy::OnlyWithoutWin { otherwise } => format!(
            "If all others are perfect logicians, only these cards of {} can be in the envelope: with others somebody would have \
             accused.",
            triples(otherwise)
        ),
        CluedoWhy::NotCertain { envelopes } => {
            format!(
                "{} can be in the envelope, and the player accuses only when certain.",
                triples(envelopes)
            )
        }
        CluedoWhy::Weighed { recommendation, chance, wins, games } => {
            weighed(recommendation, chance, wins, games)
        }
        CluedoWhy::ShownBefore => {
            "The card was shown to the same player before, so that it tells nothing.".to_owned()
        }
        CluedoWhy::AnyCard { among } => {
            format!("The card was drawn from the {among} that could be shown.")
        }
        CluedoWhy::LeavesMost { knows, open, basis } => format!(
            "With this card whoever asks knows the envelope with {}, and {} bits of it are open for them, by {}: no other card \
             does better.",
            percent(knows),
            two_places(open),
            by_deals(basis)
        ),
        CluedoWhy::AdvisedCard { choice } => match choice {
            Choice::None | Choice::Only => "There is no other card to show.".to_owned(),
            Choice::Known => "Whoever asks surely knows of this card.".to_owned(),
            Choice::Least => "The assistant finds that this card tells least.".to_owned(),
            Choice::Equal => "The assistant finds that no card tells less.".to_owned(),
            Choice::TooClose => {
                "The assistant could not tell which card tells least; this one seems to.".to_owned()
            }
        },
    }
}

fn measured(
    (measure, worth): (Measure, Millionths),
    ties: usize,
    basis: SampleBasis,
    place: Place,
) -> String {
    let expected = match measure {
        Measure::Deals => format!("to leave {} of the deals", percent(worth)),
        Measure::Worlds => format!(
            "to leave {} of the worlds there are for somebody who knows only what is public",
            percent(worth)
        ),
        Measure::Entropy => format!("to leave {} bits of the envelope open", two_places(worth)),
        Measure::Win => format!("to tell the envelope with {}", percent(worth)),
    };
    let basis = by_deals(basis);
    let ties = match ties {
        0 | 1 => String::new(),
        ties => format!("; {ties} suspicions are as good, and one of them was drawn"),
    };
    format!(
        "The suspicion is expected {expected}, by {basis}. None{} is better{ties}.",
        place.in_room()
    )
}

fn weighed(
    recommendation: Recommendation,
    chance: Millionths,
    wins: usize,
    games: usize,
) -> String {
    let waiting = format!("the player won {wins} of {} by waiting", counted(games, "game"));
    match recommendation {
        Recommendation::Accuse => "Only these cards can be in the envelope.".to_owned(),
        Recommendation::Risk => format!(
            "The cards are right with {}, and {waiting}: to accuse wins more often.",
            percent(chance)
        ),
        Recommendation::Wait => format!(
            "The best accusation is right with {}, and {waiting}: to wait wins more often.",
            percent(chance)
        ),
        Recommendation::TooClose => format!(
            "The best accusation is right with {}, and {waiting}: it could not be told which is better.",
            percent(chance)
        ),
    }
}

fn by_deals(basis: SampleBasis) -> String {
    match basis {
        SampleBasis::Listed(deals) => format!("{}, all that are possible", counted(deals, "deal")),
        SampleBasis::Drawn(deals) => format!("{} that were drawn", counted(deals, "deal")),
    }
}

/// All suspicions are compared where deals are listed; exchanging cards that the player cannot tell apart makes no difference.
fn no_other(tried: usize, basis: SampleBasis, place: Place) -> String {
    match basis {
        SampleBasis::Listed(_) => {
            format!("No other of {} of suspicions{}", counted(tried, "kind"), place.in_room())
        }
        SampleBasis::Drawn(_) => format!(
            "No other of {}{} that were tried",
            counted(tried, "suspicion"),
            place.of_room()
        ),
    }
}

fn own_cards(own: usize) -> String {
    match own {
        0 => "no own card".to_owned(),
        1 => "1 own card".to_owned(),
        own => format!("{own} own cards"),
    }
}

fn triples(many: usize) -> String {
    counted(many, "triple")
}

fn counted(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

fn percent(number: Millionths) -> String {
    format!("{:.1} %", number.value() * 100.0)
}

fn two_places(number: Millionths) -> String {
    // Adding zero takes the sign from a zero that has one.
    format!("{:.2}", (number.value() * 100.0).round() / 100.0 + 0.0)
}

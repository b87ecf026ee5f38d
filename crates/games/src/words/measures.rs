//! Measures of questions, and sizes of states, in words.

use super::count;
use crate::knowledge::{RepeatedQuestion, StateSizes};
use crate::measures::{Measure, MeasuredQuestion, MeasuredQuestions, NoTableLikeThis, OwnAsked};
use std::fmt;

impl fmt::Display for NoTableLikeThis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(n) => write!(f, "there must be 2 to 6 players, not {n}"),
            Self::Hands { dealt, cards } => {
                write!(f, "there are {cards} cards to deal, and the hands have {dealt}")
            }
            Self::Own => write!(
                f,
                "one's own cards must be as many as one is dealt, and leave one of each kind for the table"
            ),
            Self::Cards(n) => {
                write!(f, "there must be a card of each kind, and at most 24 in all, not {n}")
            }
        }
    }
}

impl std::error::Error for NoTableLikeThis {}

fn measure(by: Measure) -> &'static str {
    match by {
        Measure::Deals => "deals left",
        Measure::Worlds => "worlds",
        Measure::Entropy => "bits left",
        Measure::Win => "chance to win",
    }
}

/// Which question it is.
fn question(of: &MeasuredQuestion) -> String {
    let whom = of.respondent.map_or(String::new(), |player| format!("ask {player} for "));
    let others = match of.others {
        0 => String::new(),
        n => format!("{n} of others"),
    };
    let own = match &of.own {
        OwnAsked::Cards(0) => String::new(),
        OwnAsked::Cards(n) => format!("{n} of one's own"),
        OwnAsked::Kinds(kinds) => {
            let names = ["suspect", "weapon", "room"];
            let own: Vec<&str> = (0..3).filter(|&at| kinds[at]).map(|at| names[at]).collect();
            if own.is_empty() { String::new() } else { format!("own {}", own.join(", own ")) }
        }
    };
    let parts: Vec<String> = [others, own].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{whom}{}", parts.join(", "))
}

/// A table of questions, and which of them each measure prefers.
pub fn questions(found: &MeasuredQuestions) -> String {
    let names: Vec<String> = found.questions.iter().map(question).collect();
    let wide = names.iter().map(String::len).chain([8]).max().unwrap_or(8);
    let mut text = format!(
        "{:<wide$} {:>22} {:>24} {:>9} {:>13}\n",
        "question", "deals left", "worlds", "bits left", "chance to win"
    );
    text += &format!(
        "{:<wide$} {:>22} {:>24} {:>9.4} {:>13}\n",
        "(before)", found.deals_before, found.worlds_before, found.entropy_before, "-"
    );
    for (name, of) in names.iter().zip(&found.questions) {
        let [deals, worlds] = [of.deals, of.worlds].map(|share| format!("{:.3}", share.to_f64()));
        text += &format!(
            "{name:<wide$} {deals:>22} {worlds:>24} {:>9.4} {:>13}\n",
            of.entropy,
            of.win.to_string()
        );
    }
    text += "\nEach is an average over the answers. Preferred:\n";
    for by in Measure::ALL {
        let best: Vec<&str> = found.preferred.by(by).iter().map(|&at| names[at].as_str()).collect();
        text += &format!("  by {}: {}\n", measure(by), best.join("; "));
    }
    let apart = found.preferred.disagreements();
    let pairs: Vec<String> =
        apart.iter().map(|&(one, two)| format!("{} and {}", measure(one), measure(two))).collect();
    text += &match pairs.is_empty() {
        true => "All measures have a best question in common, two by two.\n".to_owned(),
        false => format!("These have no best question in common: {}.\n", pairs.join("; ")),
    };
    text
}

/// How large states become when a question is answered again and again.
pub fn sizes(of: &RepeatedQuestion, initial: &str, sizes: &[StateSizes]) -> String {
    let RepeatedQuestion { cards, hand, asked } = of;
    let mut text = format!(
        "{initial} worlds at first. One of {} is asked for, of a player with {hand} of {cards}.\n\
         If none is shown, {} of the worlds are left. If one is shown, and the same is asked again:\n\n",
        count(*asked, "card"),
        of.not_shown(),
    );
    text += &format!(
        "{:>5} {:>20} {:>10} {:>24} {:>10}\n",
        "shown", "of the initial size", "growth", "one player asks always", "growth"
    );
    for StateSizes { shown, built, same_asker, growth, same_asker_growth } in sizes {
        text += &format!(
            "{shown:>5} {:>20} {:>10} {:>24} {:>10}\n",
            built.to_string(),
            growth.to_string(),
            same_asker.to_string(),
            same_asker_growth.to_string()
        );
    }
    text + "\nThe second number is of worlds as they are built. The fourth counts what one player who asks each time can have\n\
            seen, which is up to bisimilarity as long as the hand is not known anyway.\n"
}

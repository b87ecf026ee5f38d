//! Cluedo at its full size (thesis sec. 6.4): six players and the table with three cards each. The states are too large
//! for lists of worlds, and are held as diagrams.

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Work, holds_if};
use crate::Verdict;
use hexa_engine::{Engine, UBig};
use hexa_games::measures::{CluedoTable, Measure, MeasuredQuestion, OwnAsked, compare_suspicions};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "deals of Cluedo", at: file!(), run: deals },
    Check { name: "a first showing in Cluedo", at: file!(), run: first_showing },
    Check { name: "questions of Cluedo", at: file!(), run: suspicions },
];

const CLUEDO: &str = "agents 1, 2, 3, 4, 5, 6\ntable t\n\
    deal a b c | d e f | g h i | j k l | m n o | p q r | s u v\nwin table\n\
    do ask 2 1 for a, d, g: show a\n";

fn factorial(n: u32) -> UBig {
    (1..=n).map(UBig::from).product()
}

/// 21! / (3!)^7 deals.
fn deals(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let found =
            in_words(Snippet::read(work, CLUEDO)?.hold(Engine::Symbolic)?.relevant_count())?;
        let expected = factorial(21) / factorial(3).pow(7);
        work.tell(format!("{found} deals"));
        Ok(holds_if(found == expected, || format!("there are {found} deals, not {expected}")))
    })())
}

/// When 1 first shows 2 one of three cards, fewer worlds are left.
fn first_showing(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let text = Snippet::read(work, CLUEDO)?;
        let before = text.hold(Engine::Symbolic)?;
        let after = in_words(before.update(&text.document.terms, text.actions()[0]))?.into_single();
        let after = after.ok_or("there are several outcomes")?;
        let [before, after] = [before, after].map(|state| state.relevant_count());
        let (before, after) = (in_words(before)?, in_words(after)?);
        work.tell(format!("{before} worlds become {after}"));
        Ok(holds_if(after < before, || format!("{before} worlds become {after}")))
    })())
}

/// Whether a first suspicion without own cards is better by every measure than one with a single own card.
fn suspicions(work: &Work) -> Verdict {
    let Ok(table) = CluedoTable::dealt([6, 6, 9], 6, None) else {
        return Verdict::Open("there is no such table".to_owned());
    };
    let found = compare_suspicions(&table);
    let own = |question: &MeasuredQuestion| match &question.own {
        OwnAsked::Cards(many) => *many,
        OwnAsked::Kinds(kinds) => kinds.iter().filter(|&&own| own).count(),
    };
    let told = |by: Measure| {
        let kinds = ["suspect", "weapon", "room"];
        let name = |at: &usize| match &found.questions[*at].own {
            OwnAsked::Kinds(own) if own.contains(&true) => {
                let own: Vec<&str> = (0..3).filter(|&k| own[k]).map(|k| kinds[k]).collect();
                format!("own {}", own.join(" and "))
            }
            OwnAsked::Kinds(_) | OwnAsked::Cards(_) => "no own card".to_owned(),
        };
        let best: Vec<String> = found.preferred.by(by).iter().map(name).collect();
        best.join(" or ")
    };
    let best = format!(
        "six players, one card of each kind in one's hand. Fewest deals left: {}; fewest worlds: {}; fewest bits \
         left: {}; best chance to win at once: {}",
        told(Measure::Deals),
        told(Measure::Worlds),
        told(Measure::Entropy),
        told(Measure::Win)
    );
    work.tell(best.clone());
    let always = Measure::ALL.iter().all(|&by| {
        found.preferred.by(by).iter().all(|&at| own(&found.questions[at]) != 1)
            && found.preferred.by(by).iter().any(|&at| own(&found.questions[at]) == 0)
    });
    holds_if(always, || format!("it depends on the measure: {best}"))
}

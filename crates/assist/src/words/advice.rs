//! Advice in plain words. How much is learnt is told as the number of yes-or-no questions about the envelope that it is worth.

use super::answers::unfinished_suggestions;
use super::{Words, capital, list, percent};
use crate::advice::{
    Close, Guess, Recommendation, Shown, SuggestProgress, Suggestion, Warning, What, WhatCard,
};
use hexa_engine::Limit;
use hexa_engine::deals::{Fact, Left, Reply};
use hexa_logic::{Card, Holder};

/// So many suspicions are told.
const MOST_SUGGESTED: usize = 6;

/// `3` or `2 to 5`
fn left(left: &Result<Left, Limit>) -> String {
    match left {
        Ok(Left { least, most }) if least == most => least.to_string(),
        Ok(Left { least, most }) => format!("{least} to {most}"),
        Err(_) => "?".to_owned(),
    }
}

impl Words<'_> {
    /// What to ask for, the best first; and how far it came, if it was stopped.
    pub fn suggestions(&self, ranked: &[Suggestion], progress: SuggestProgress) -> Vec<String> {
        let mut lines = vec![
            "The best suspicions; `you` is what you learn of the envelope, `all` what everybody does,".to_owned(),
            "as the number of yes-or-no questions that it is worth:".to_owned(),
            "   you   all".to_owned(),
        ];
        // What was only estimated may give away more than is known; it is told if nothing else is there.
        let exact = ranked.iter().filter(|one| one.exact.is_some());
        let told: Vec<&Suggestion> = match exact.clone().count() {
            0 => ranked.iter().take(MOST_SUGGESTED).collect(),
            _ => exact.take(MOST_SUGGESTED).collect(),
        };
        for one in told {
            let settles = match &one.exact {
                Some(exact) if !exact.settles.is_impossible() => {
                    format!("; then you know the envelope: {}", percent(&exact.settles))
                }
                Some(_) | None => String::new(),
            };
            let cards = self.cards(&one.cards, "and");
            lines.push(format!("  {:4.2}  {:4.2}  {cards}{settles}", one.gain, one.leak));
            let warnings = one.exact.as_ref().and_then(|exact| exact.warnings.as_ref());
            lines.extend(
                warnings
                    .into_iter()
                    .flatten()
                    .map(|warning| format!("              {}", self.warning(warning))),
            );
        }
        lines.extend(unfinished_suggestions(progress));
        lines
    }

    /// The best suspicion so far, while others are looked at.
    pub fn so_far(&self, best: &Suggestion) -> String {
        format!("so far: {}", self.cards(&best.cards, "and"))
    }

    fn warning(&self, warning: &Warning) -> String {
        match warning {
            Warning::Hand { opponent, card, chance } => {
                format!(
                    "careful: {} may learn that you have {}: {}",
                    self.who(*opponent),
                    self.card(*card),
                    percent(chance)
                )
            }
            Warning::Table { opponent, chance, .. } => {
                format!(
                    "careful: {} may learn that you know the envelope: {}",
                    self.who(*opponent),
                    percent(chance)
                )
            }
        }
    }

    /// Which card to show, the best first.
    pub fn cards_to_show(&self, shown: &[Shown]) -> Vec<String> {
        let Some(best) = shown.first() else {
            return vec!["You have none of these cards.".to_owned()];
        };
        let mut lines = vec![format!("Show {}.", self.card(best.card))];
        if shown.len() > 1 {
            lines.push(
                "What each card tells, as the number of yes-or-no questions that it is worth:"
                    .to_owned(),
            );
            lines.push("   envelope  your hand".to_owned());
        }
        for one in shown.iter().filter(|_| shown.len() > 1) {
            let known = match one.is_known() {
                true => ", known already".to_owned(),
                false if one.knows.is_impossible() => String::new(),
                false => format!(", perhaps known already: {}", percent(&one.knows)),
            };
            lines.push(format!(
                "  {:9.2} {:10.2}  {}{known}",
                one.table_bits,
                one.hand_bits,
                self.card(one.card)
            ));
        }
        lines
    }

    /// How close the others may be.
    pub fn close(&self, close: &[Close]) -> Vec<String> {
        let categories = self.setup.deck().categories();
        let of_category = |one: &Close| -> String {
            let parts = one.categories.iter().zip(categories).map(|(close, category)| {
                let name = crate::entry::one_of(&category.name);
                format!("{name} {} ({})", percent(&close.knows), left(&close.left))
            });
            parts.collect::<Vec<_>>().join(", ")
        };
        let line = |one: &Close| {
            let (who, knows, left) = (self.who(one.opponent), percent(&one.knows), left(&one.left));
            format!(
                "{who} knows the envelope: {knows}, and can think of {left}; {}",
                of_category(one)
            )
        };
        let mut lines: Vec<String> = close.iter().map(line).collect();
        lines.push("(In brackets: how many cards each can still think of.)".to_owned());
        lines
    }

    /// What somebody knows.
    pub fn what(&self, what: &What) -> Vec<String> {
        let who = self.who(what.opponent);
        let mut lines = vec![format!("What {who} knows for certain, as far as you can tell:")];
        let sure = |card: &WhatCard| -> Option<String> {
            let (holder, _) = card.holds.iter().find(|(_, chance)| chance.is_certain())?;
            Some(self.fact(Fact::Holds(*holder, card.card)))
        };
        let holds: Vec<String> = what.cards.iter().filter_map(sure).collect();
        lines.extend(holds.iter().map(|fact| format!("  {fact}")));
        lines.extend(self.known_out(what).into_iter().map(|fact| format!("  {fact}")));
        let may = what
            .cards
            .iter()
            .filter(|card| !card.whereabouts.is_certain() && !card.whereabouts.is_impossible());
        let may: Vec<String> = may
            .map(|card| format!("{} {}", self.card(card.card), percent(&card.whereabouts)))
            .collect();
        if lines.len() == 1 {
            lines.push("  nothing".to_owned());
        }
        if !may.is_empty() {
            lines.push(format!("Where these are, {who} may know: {}", may.join(", ")));
        }
        let deeper = what.deeper.iter();
        lines.extend(deeper.map(|deep| {
            format!(
                "{} knows that {}: {}",
                capital(who),
                self.does(deep.third, "knows", "know"),
                self.fact(deep.fact)
            )
        }));
        lines
    }

    /// What somebody surely knows that holders do not have, of cards that they cannot place.
    fn known_out(&self, what: &What) -> Vec<String> {
        let placed = |card: &WhatCard| card.holds.iter().any(|(_, chance)| chance.is_certain());
        let lacks = |holder: Holder| -> Vec<Card> {
            let is_out = |card: &&WhatCard| {
                !placed(card)
                    && card.lacks.iter().any(|(at, chance)| *at == holder && chance.is_certain())
            };
            what.cards.iter().filter(is_out).map(|card| card.card).collect()
        };
        let others = self.setup.holders().filter(|&holder| holder != Holder::Agent(what.opponent));
        let line = |holder: Holder| {
            let cards = lacks(holder);
            (!cards.is_empty())
                .then(|| format!("{} {}", self.has_not(holder), self.cards(&cards, "or")))
        };
        others.filter_map(line).collect()
    }

    /// Whether to accuse.
    pub fn guess(&self, guess: &Guess) -> Vec<String> {
        let best = self.cards(&guess.best.table, "and");
        let chance = percent(&guess.best.chance);
        let mut lines = vec![match guess.recommendation {
            Recommendation::Accuse => format!("Accuse: it is {best}."),
            Recommendation::Risk => format!("Accuse {best} ({chance}): to wait is no better."),
            Recommendation::Wait => {
                format!("Wait. The best guess is {best}: {chance}, of {}.", guess.candidates)
            }
        }];
        if guess.recommendation != Recommendation::Accuse {
            let threats: Vec<String> = guess
                .threats
                .iter()
                .map(|threat| {
                    format!("{} {} of {}", self.who(threat.opponent), threat.wins, guess.courses)
                })
                .collect();
            lines.push(format!(
                "Somebody else wins before your next move in {} of {} games drawn at random: {}.",
                guess.lost,
                guess.courses,
                list(&threats, "and")
            ));
        }
        lines
    }

    /// An answer that can come.
    pub fn reply(&self, reply: &Reply) -> String {
        match reply {
            Reply::Nobody => "nobody shows a card".to_owned(),
            Reply::Shows(player, None) => format!("{} shows a card", self.who(*player)),
            Reply::Shows(player, Some(card)) => {
                format!("{} shows {}", self.who(*player), self.card(*card))
            }
        }
    }
}

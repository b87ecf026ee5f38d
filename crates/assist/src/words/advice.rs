//! Advice in plain words: how many envelopes are left, how likely one wins. In detail, how much is learnt is told in bits, as the
//! number of yes-or-no questions about the envelope that it is worth.

use super::answers::unfinished_suggestions;
use super::{Words, capital, list, percent};
use crate::advice::confidence::{CONFIDENCE_PERCENT, Interval};
use crate::advice::{
    Choice, Close, Guess, Recommendation, ShowAdvice, Shown, SuggestProgress, Suggestion, Warning,
    What, WhatCard,
};
use crate::answer::Among;
use hexa_engine::Limit;
use hexa_engine::deals::{Fact, Left, Reply};
use hexa_games::named::Named;
use hexa_logic::{Agent, Card, Holder};

/// So many suspicions are told.
const MOST_SUGGESTED: usize = 6;

/// So many bits tell the others little, and so many much.
const LITTLE: f64 = 0.1;
const MUCH: f64 = 0.5;

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Detail {
    /// Plain numbers.
    #[default]
    Plain,
    /// Bits as well.
    Numbers,
}

/// `about 12 %`: an estimate is never called impossible or certain.
fn share(value: f64) -> String {
    match (value * 100.0).round() {
        percent if percent < 1.0 => "less than 1 %".to_owned(),
        percent if percent > 99.0 => "more than 99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// `12 envelopes are`
fn envelopes(likely: f64) -> String {
    match likely.round() {
        many if many <= 1.0 => "one envelope is".to_owned(),
        many => format!("{many} envelopes are"),
    }
}

/// About how many envelopes are likely after a suspicion, where so many are now.
fn envelopes_left(one: &Suggestion, likely: f64) -> f64 {
    (likely * (-one.gain).exp2()).max(1.0).round()
}

/// What somebody who shows a card expects of it.
fn expected_of(card: &Shown, choice: Choice) -> String {
    match choice {
        Choice::None | Choice::Only => String::new(),
        Choice::Known => ", and expects that it tells nothing new".to_owned(),
        Choice::Least | Choice::Equal | Choice::TooClose => format!(
            ", and expects that it tells as much as {:.2} yes-or-no questions",
            card.table_bits + card.hand_bits
        ),
    }
}

/// That a strategy does something, or that there is none that follows the advice.
fn followed(strategy: &Option<Named>, does: &str) -> String {
    match strategy {
        Some(named) => format!("The strategy `{named}` {does}."),
        None => "No strategy takes the players as the settings have them, so that none plays by this advice.".to_owned(),
    }
}

/// `3` or `2 to 5`
fn left(left: &Result<Left, Limit>) -> String {
    match left {
        Ok(Left { least, most }) if least == most => least.to_string(),
        Ok(Left { least, most }) => format!("{least} to {most}"),
        Err(_) => "?".to_owned(),
    }
}

impl Words<'_> {
    /// What to ask for, the best first. About so many envelopes are likely now.
    pub fn suggestions(&self, ranked: &[Suggestion], likely: f64, detail: Detail) -> Vec<String> {
        let mut lines = match detail {
            Detail::Plain => vec![format!(
                "The best suspicions. About {} likely now; so many are left on average:",
                envelopes(likely)
            )],
            Detail::Numbers => vec![
                "The best suspicions; `you` is what you learn of the envelope, `all` what everybody does,"
                    .to_owned(),
                "as the number of yes-or-no questions that it is worth (bits):".to_owned(),
                "   you   all".to_owned(),
            ],
        };
        // What was only estimated may give away more than is known; it is told if nothing else is there.
        let exact = ranked.iter().filter(|one| one.exact.is_some());
        let told: Vec<&Suggestion> = match exact.clone().count() {
            0 => ranked.iter().take(MOST_SUGGESTED).collect(),
            _ => exact.take(MOST_SUGGESTED).collect(),
        };
        let indent = match detail {
            Detail::Plain => "        ",
            Detail::Numbers => "              ",
        };
        for one in told {
            lines.push(self.suggestion(one, likely, detail));
            let warnings = one.exact.as_ref().and_then(|exact| exact.warnings.as_ref());
            let warnings = warnings.into_iter().flatten();
            lines.extend(warnings.map(|warning| format!("{indent}{}", self.warning(warning))));
        }
        lines
    }

    /// Which strategy makes the first of some suspicions, and what it expects; and how far it came, if it was stopped.
    pub fn suggested(
        &self,
        (ranked, progress): (&[Suggestion], SuggestProgress),
        likely: f64,
        (among, strategy): (Among, &Option<Named>),
        detail: Detail,
    ) -> Vec<String> {
        let expects = |first: &Suggestion| match (among, detail) {
            (Among::Some, _) => "chooses among all suspicions, and not only these".to_owned(),
            (Among::All, Detail::Plain) => format!(
                "makes the first one, and expects that about {} left",
                envelopes(envelopes_left(first, likely))
            ),
            (Among::All, Detail::Numbers) => {
                let Suggestion { gain, leak, .. } = first;
                format!("makes the first one, and expects {gain:.2} for you and {leak:.2} for all")
            }
        };
        let first = ranked.first().map(|first| followed(strategy, &expects(first)));
        first.into_iter().chain(unfinished_suggestions(progress)).collect()
    }

    fn suggestion(&self, one: &Suggestion, likely: f64, detail: Detail) -> String {
        let settles = match &one.exact {
            Some(exact) if !exact.settles.is_impossible() => {
                format!("; then you know the envelope: {}", percent(&exact.settles))
            }
            Some(_) | None => String::new(),
        };
        let cards = self.cards(&one.cards, "and");
        match detail {
            Detail::Plain => {
                let left = envelopes_left(one, likely);
                let others = match one.leak {
                    leak if leak < LITTLE => "",
                    leak if leak < MUCH => "; tells the others something",
                    _ => "; tells the others much",
                };
                format!("  {left:>4}  {cards}{settles}{others}")
            }
            Detail::Numbers => format!("  {:4.2}  {:4.2}  {cards}{settles}", one.gain, one.leak),
        }
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
    pub fn cards_to_show(
        &self,
        advice: &ShowAdvice,
        strategy: &Option<Named>,
        detail: Detail,
    ) -> Vec<String> {
        let Some(best) = advice.cards.first() else {
            return vec!["You have none of these cards.".to_owned()];
        };
        let card = self.card(best.card);
        let mut lines = vec![match advice.choice {
            Choice::None | Choice::Only => format!("Show {card}."),
            Choice::Known => format!("Show {card}: it is known already."),
            Choice::Least => {
                format!("Show {card}: it tells least (sure to {CONFIDENCE_PERCENT} %).")
            }
            Choice::Equal => {
                format!("Show {card}. Another card tells as little, so it does not matter which.")
            }
            Choice::TooClose => {
                format!(
                    "Too close to call: show {card} or another one; there is little difference."
                )
            }
        }];
        lines
            .push(followed(strategy, &format!("shows {card}{}", expected_of(best, advice.choice))));
        let is_weighed = advice.courses > 0;
        match detail {
            Detail::Plain => {}
            Detail::Numbers if is_weighed => {
                lines.push("What each card tells, as the number of yes-or-no questions that it is worth (bits):".to_owned());
                lines.push("   envelope  your hand".to_owned());
            }
            Detail::Numbers => {}
        }
        for one in advice.cards.iter().filter(|_| advice.cards.len() > 1) {
            let known = match one.is_known() {
                true => ", known already".to_owned(),
                false if one.knows.is_impossible() => String::new(),
                false => format!(", perhaps known already: {}", percent(&one.knows)),
            };
            let card = self.card(one.card);
            match detail {
                Detail::Plain if known.is_empty() => {}
                Detail::Plain => lines.push(format!("  {card}{known}")),
                Detail::Numbers if is_weighed => lines.push(format!(
                    "  {:9.2} {:10.2}  {card}{known}",
                    one.table_bits, one.hand_bits
                )),
                Detail::Numbers => lines.push(format!("  {card}{known}")),
            }
        }
        lines
    }

    /// How close the others may be, and who has no more moves.
    pub fn close(&self, close: &[Close], out: &[Agent]) -> Vec<String> {
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
        if !close.is_empty() {
            lines.push("(In brackets: how many cards each can still think of.)".to_owned());
        }
        lines.extend(self.are_out(out));
        lines
    }

    /// That players have no more moves, if some have not.
    pub fn are_out(&self, out: &[Agent]) -> Option<String> {
        let me = self.setup.me();
        let verb = if out.len() == 1 && out[0] != me { "is" } else { "are" };
        let players = capital(&self.players(out, "and"));
        (!out.is_empty()).then(|| format!("{players} accused wrongly and {verb} out."))
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
    pub fn guess(&self, guess: &Guess, strategy: &Option<Named>) -> Vec<String> {
        let best = self.cards(&guess.best.table, "and");
        let chance = percent(&guess.best.chance);
        let mut lines = vec![match guess.recommendation {
            Recommendation::Accuse => {
                let accuses = followed(strategy, "does so too, and expects to win");
                return vec![format!("Accuse: it is {best}."), accuses];
            }
            Recommendation::Risk => format!("Accuse {best}."),
            Recommendation::Wait => "Wait.".to_owned(),
            Recommendation::TooClose => "Too close to call.".to_owned(),
        }];
        let waiting = match guess.between {
            Some(Interval { low, high }) => format!(
                "{} (between {} and {}, sure to {CONFIDENCE_PERCENT} %)",
                share(guess.waiting.value()),
                share(low),
                share(high)
            ),
            None => share(guess.waiting.value()),
        };
        lines.push(format!(
            "To accuse now wins {chance}: the best guess is {best}, one of {} that are possible.",
            guess.candidates
        ));
        lines.push(format!("To wait until you are certain wins {waiting}."));
        let threats: Vec<String> = guess
            .threats
            .iter()
            .map(|threat| format!("{} {}", self.who(threat.opponent), share(threat.wins.value())))
            .collect();
        lines.push(format!(
            "Then the game takes about {}; the others win: {}.",
            super::about_turns(guess.rounds),
            list(&threats, "and")
        ));
        let does = match guess.recommendation {
            Recommendation::Accuse | Recommendation::Risk | Recommendation::Wait => "does so too",
            Recommendation::TooClose => "waits then",
        };
        lines.push(followed(strategy, &format!("{does}, and expects this")));
        lines
    }

    /// An answer that can come.
    pub fn reply(&self, reply: &Reply) -> String {
        let shows = |(player, card): &(Agent, Option<Card>)| {
            let card = card.map_or("a card", |card| self.card(card));
            format!("{} shows {card}", self.who(*player))
        };
        match reply {
            Reply::Nobody => "nobody shows a card".to_owned(),
            Reply::Shows(player, card) => shows(&(*player, *card)),
            Reply::All(shown) if shown.is_empty() => "nobody shows a card".to_owned(),
            Reply::All(shown) => list(&shown.iter().map(shows).collect::<Vec<_>>(), "and"),
        }
    }
}

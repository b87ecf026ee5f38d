//! What an agent does, by the bullet points of the page (Decision Making), each a switch, and which version of the agents is
//! meant where page, program and what is right differ.

use crate::named::{BadSetting, Named};

/// Which of the three literal versions of an agent is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentMode {
    /// As the page says. Passing is no update, for the page has no formula for it; known hand cards leave the goal model at the
    /// end of every turn.
    Page,
    /// As the project's program does. Who passes does not have all three cards at once; everybody is taken to have as many
    /// cards as the agent; known hand cards leave the goal model after one's own refuted suspicion only.
    Program,
    /// As it should be: who passes has none of the three cards, hands have the sizes that were dealt, no card is in two places,
    /// and what is in the goal deck is what is in no hand.
    Right,
}

/// Which card of a kind is suspected when the one in the goal deck is known. The site says that cards of which it is known
/// whether they are in the goal deck are not suspected, and own cards neither; then no card of the kind is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecidedCard {
    /// The one that is in most worlds: that of the goal deck.
    Goal,
    /// One of another player, at random.
    Other,
    /// One of one's own, at random.
    Own,
}

/// What an agent does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AgentSettings {
    /// Which version is meant.
    pub mode: AgentMode,
    /// The knowledge order: 0, 1 or 2. What follows is decided by it, unless it is set.
    pub order: u8,
    /// First point: a card that is presented to the agent leaves its goal model (~k). The page gives agents of the first order
    /// `K_m ~k`; by reflexivity both leave the same worlds, if the formula is what is to hold after the update.
    pub sees: bool,
    /// Second point: when a card is shown to another player, the three suspected cards are not the goal deck (~(c & w & r)).
    pub watches: bool,
    /// Of the section on hand cards: models of hands follow what others are shown (c | w | r), and who passes.
    pub follows: bool,
    /// Third point: suspects the most frequent cards of the goal model, instead of one of its worlds at random.
    pub combines: bool,
    /// Fifth point: takes cards that are known to be in a hand out of the goal model.
    pub checks: bool,
    /// Sixth point: prefers to show a card that the other was shown before, instead of any.
    pub repeats: bool,
    /// What is suspected of a kind whose card in the goal deck is known.
    pub decided: DecidedCard,
}

/// The settings that are yes or no.
const SWITCHES: [&str; 6] = ["sees", "watches", "follows", "combines", "checks", "repeats"];

impl AgentSettings {
    /// An agent of an order, as a mode has it.
    pub fn of_order(order: u8, mode: AgentMode) -> Self {
        let reasons = order >= 1;
        Self {
            mode,
            order,
            sees: true,
            watches: reasons,
            follows: reasons,
            // The random branch of the program could not run.
            combines: reasons || mode == AgentMode::Program,
            checks: reasons,
            repeats: order >= 2,
            decided: match mode {
                AgentMode::Page => DecidedCard::Other,
                AgentMode::Program | AgentMode::Right => DecidedCard::Goal,
            },
        }
    }

    /// The settings of a name such as `agent(order=1; mode=page)`.
    pub fn named(named: &Named) -> Result<Self, BadSetting> {
        let known = ["order", "mode", "decided"].into_iter().chain(SWITCHES);
        named.check_keys(&known.collect::<Vec<_>>())?;
        let modes = [
            ("right", AgentMode::Right),
            ("page", AgentMode::Page),
            ("program", AgentMode::Program),
        ];
        let mode = named.one_of("mode", &modes)?;
        let mut settings = Self::of_order(named.number("order", 1, 0..=2)? as u8, mode);
        for key in SWITCHES {
            if named.setting(key).is_some() {
                let is_on = named.one_of(key, &[("yes", true), ("no", false)])?;
                *settings.switch(key) = is_on;
            }
        }
        if named.setting("decided").is_some() {
            let cards = [
                ("goal", DecidedCard::Goal),
                ("other", DecidedCard::Other),
                ("own", DecidedCard::Own),
            ];
            settings.decided = named.one_of("decided", &cards)?;
        }
        Ok(settings)
    }

    fn switch(&mut self, key: &str) -> &mut bool {
        match key {
            "sees" => &mut self.sees,
            "watches" => &mut self.watches,
            "follows" => &mut self.follows,
            "combines" => &mut self.combines,
            "checks" => &mut self.checks,
            _ => &mut self.repeats,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_turns_one_thing() {
        let read = |text: &str| AgentSettings::named(&Named::read(text).expect("a name"));
        let usual = read("agent(order=2)").expect("an agent");
        assert_eq!(usual, AgentSettings::of_order(2, AgentMode::Right));
        let mut turned: Vec<AgentSettings> = SWITCHES
            .iter()
            .map(|key| read(&format!("agent(order=2; {key}=no)")).expect("an agent"))
            .collect();
        for (settings, key) in turned.iter_mut().zip(SWITCHES) {
            assert_ne!(*settings, usual, "{key}");
            *settings.switch(key) = true;
            assert_eq!(*settings, usual, "{key}");
        }
        assert!(matches!(read("agent(combine=no)"), Err(BadSetting::Unknown { .. })));
        assert!(matches!(read("agent(order=3)"), Err(BadSetting::Value { .. })));
        let own = read("agent(decided=own)").expect("an agent");
        assert_eq!(own.decided, DecidedCard::Own);
    }
}

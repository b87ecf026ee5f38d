//! The assistant's moves: what [`Advisor`] says to somebody who has noticed what a player has. Whoever uses the assistant at a
//! table is told the same, by the same functions.

use super::account::Account;
use super::notes::{Notes, agent_of};
use crate::cluedo::advice::{
    Advisor, GameRequest, Guess, GuessRequest, NoAdvice, ShowAdvice, ShowRequest, Strength,
    SuggestRequest, Suggestion,
};
use crate::cluedo::edition::AfterAccusing;
use crate::cluedo::{CluedoCards, CluedoRules, cards_in};
use crate::game::Player;
use crate::strategy::NoChoice;
use hexa_logic::{Agent, Card, Stop};

/// What the assistant is told beside what was noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssistanceSettings {
    /// How strong the others are taken to be.
    pub others: Strength,
    /// So many games are played on at most to tell whether to accuse.
    pub games: usize,
    /// Where the drawing of deals starts.
    pub seed: u64,
}

/// The assistant of a player at a moment.
pub struct Assistance<'a> {
    account: &'a Account,
    rules: &'a CluedoRules,
    notes: &'a Notes,
    settings: AssistanceSettings,
    stop: &'a Stop,
}

impl<'a> Assistance<'a> {
    /// The assistant of a player whose notes are up to date.
    pub fn new(
        (account, notes): (&'a Account, &'a Notes),
        rules: &'a CluedoRules,
        settings: AssistanceSettings,
        stop: &'a Stop,
    ) -> Self {
        Self { account, rules, notes, settings, stop }
    }

    fn out(&self) -> Vec<Agent> {
        let players = Player::first(self.rules.hands().len());
        players.filter(|&player| self.account.is_out(player)).map(agent_of).collect()
    }

    fn silent(&self) -> Vec<Agent> {
        match self.rules.edition.after_accusing {
            AfterAccusing::StillShow => Vec::new(),
            AfterAccusing::NotAsked => self.out(),
        }
    }

    fn advisor(&self) -> Advisor<'a> {
        let me = agent_of(self.account.player());
        Advisor::new(self.notes.record(), self.notes.categories(), me)
            .with_out(self.out(), self.silent())
            .with_stop(self.stop)
    }

    /// The suspicion that ranks best; in this room, if one is told.
    pub fn suggest(&self, room: Vec<Card>) -> Result<Option<Suggestion>, NoChoice> {
        let asked = self.rules.edition.asked;
        let request = SuggestRequest::to_move(self.settings.seed, room, asked);
        let mut suggestions = self.advisor().suggest(request).map_err(refuse)?;
        suggestions.finish().map_err(refuse)?;
        Ok(suggestions.ranked().first().map(|&best| best.clone()))
    }

    /// Which card to show.
    pub fn show(&self, asker: Player, asked: CluedoCards) -> Result<ShowAdvice, NoChoice> {
        let cards = cards_in(asked).collect();
        let request = ShowRequest::new(agent_of(asker), self.settings.others, cards);
        self.advisor().show(&request).map_err(refuse)
    }

    /// Whether to accuse at the end of the turn.
    pub fn guess(&self) -> Result<Guess, NoChoice> {
        let players = self.rules.hands().len() as u32;
        let own = self.account.player();
        let after = (1..=players).map(|step| Player((own.0 + step) % players));
        let next = after.into_iter().find(|&player| !self.account.is_out(player)).unwrap_or(own);
        self.advisor().guess(&self.request(next)).map_err(refuse)
    }

    /// In how many games the player wins who makes each of some suspicions now, of so many that are played on in the same
    /// courses.
    pub fn compare(&self, suspicions: &[CluedoCards]) -> Result<Vec<usize>, NoChoice> {
        let request = self.request(self.account.player());
        self.advisor().compare_suspicions(&request, suspicions).map_err(refuse)
    }

    fn request(&self, next: Player) -> GuessRequest {
        let game = GameRequest {
            strengths: vec![self.settings.others; self.rules.hands().len()],
            out: self.out(),
            silent: self.silent(),
            next: agent_of(next),
            asked: self.rules.edition.asked,
        };
        GuessRequest { game, most: self.settings.games }
    }
}

/// Why a player does not move if there is no advice.
fn refuse(no: NoAdvice) -> NoChoice {
    match no {
        NoAdvice::Unfinished(_) => NoChoice::Stopped,
        NoAdvice::NoView(no) => super::sample::refuse_view(no),
    }
}

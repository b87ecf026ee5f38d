//! What one player may be shown. Everything that a person reads at the table is a function of this, so that positions that
//! they cannot tell apart look the same to them.

use hexa_games::game::{Game, Memory, Move, Player, PlayerView, Recall, Trouble};
use hexa_games::strategy::Mind;
use hexa_games::{Decision, NoChoice, Strategy};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// What a player sees of whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SeenTurn {
    /// They are asked.
    Asked,
    /// The play is over.
    Over,
    /// Others are asked.
    Waiting,
}

/// What a player can see of a play: what they have done and noticed, and what they can do.
#[derive(Clone)]
pub struct Seen {
    pub(super) game: Arc<dyn Game>,
    pub(super) player: Player,
    pub(super) information: Vec<u8>,
    pub(super) turn: SeenTurn,
    /// All that they have done and noticed; nothing, if they do not remember it all.
    pub(crate) memory: Memory,
    /// Earlier moments: how much they had noticed, and their information set.
    pub(super) moments: Vec<(usize, Vec<u8>)>,
    /// How much they had noticed when they were asked last.
    pub(super) last_asked: usize,
    /// The legal moves with their texts, if the player is next.
    pub(super) moves: Vec<(Move, String)>,
    /// What the player has chosen, while others have yet to choose.
    pub(super) waiting: Option<String>,
}

impl Seen {
    /// Whose it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Their name.
    pub fn name(&self) -> &str {
        self.game.declaration().players.get(self.player.index()).map_or("", String::as_str)
    }

    /// The texts of the legal moves.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.moves.iter().map(|(_, text)| &**text)
    }

    /// What they have noticed since they chose last, in words; all that they are shown, if they do not remember it all.
    pub fn heard_lately(&self) -> Result<Vec<String>, Trouble> {
        match self.remembers_all() {
            true => Ok(self.heard_since(self.last_asked)),
            false => Ok(self.view()?.heard),
        }
    }

    /// Whether the player remembers all that they have done and noticed.
    pub fn remembers_all(&self) -> bool {
        let recall = self.game.declaration().recall.get(self.player.index());
        matches!(recall, Some(Recall::Perfect))
    }

    /// What they have noticed from this observation on, in words.
    pub fn heard_since(&self, first: usize) -> Vec<String> {
        self.heard_between(first, self.memory.len())
    }

    /// What they have noticed from this observation on and before that one, in words.
    pub(super) fn heard_between(&self, first: usize, end: usize) -> Vec<String> {
        let heard = self.memory.since(first).map(|observed| self.game.tell(self.player, observed));
        let heard = heard.take(end.saturating_sub(first));
        heard.filter(|told| !told.is_empty()).collect()
    }

    /// What they are shown.
    pub fn view(&self) -> Result<PlayerView, Trouble> {
        self.game.view(self.player, &self.information)
    }

    /// What a strategy that knows no more than they do keeps in mind, if it can be shown.
    pub fn mind(&self, strategy: &mut dyn Strategy) -> Option<Mind> {
        strategy.begin(self.player);
        self.memory.since(0).for_each(|observed| strategy.observe(observed));
        strategy.mind()
    }

    /// What a strategy that knows no more than they do would choose.
    pub fn ask(
        &self,
        strategy: &mut dyn Strategy,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<&str, NoChoice> {
        strategy.begin(self.player);
        self.memory.since(0).for_each(|observed| strategy.observe(observed));
        let moves: Vec<Move> = self.moves.iter().map(|(made, _)| *made).collect();
        let text = |made: Move| {
            let found = self.moves.iter().find(|(known, _)| *known == made);
            found.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        let decision = Decision {
            player: self.player,
            information: &self.information,
            moves: &moves,
            text: &text,
        };
        let chosen = strategy.choose(decision, stream, stop)?;
        self.moves.get(chosen).map(|(_, text)| &**text).ok_or(NoChoice::UnknownInformation)
    }
}

//! Knowledge games as games that are played (thesis secs. 2.4 to 2.6): chance deals the cards, the players ask in turn, who
//! was asked shows a card, and whoever knows enough wins. What players know decides when a play is over; it is knowledge
//! of what was said and shown, not of how the others choose.

mod beliefs;
mod declaration;
mod move_list;
mod noticed;
mod position;

use super::cards::CardSet;
use super::explicit::vocabulary;
use super::known::{KnownModel, ModelShelf, TableUse};
use super::packed::PackedModel;
use super::protocol::{Drawing, Guessing, Protocol, Winning};
use super::rules::{KnowledgeGame, NoWin};
use crate::belief::{Belief, BeliefOf, EpistemicGame, NoBelief};
use crate::game::{
    Declaration, Game, Memory, Move, Observation, Play, PlayStep, Player, PlayerView, Trouble,
    Weights,
};
use hexa_logic::{Agent, Holder, Stop, Vocabulary, WinCondition};
use move_list::{MoveKind, MoveList, cards_text};
use position::KnowledgePlay;
use std::sync::Arc;

/// Worlds of the models that are kept for later plays, at most, for each play that goes on at the same time.
const MOST_KEPT_WORLDS: u64 = 4_000_000;
/// The most that can be guessed: more would be no list to choose from.
const MOST_GUESSES: usize = 10_000;

/// A knowledge game that can be played.
pub struct PlayedKnowledgeGame {
    rules: KnowledgeGame,
    protocol: Protocol,
    declaration: Declaration,
    moves: MoveList,
    deals: (Vec<Move>, Weights),
    /// For each number of alternatives from one on that they are equally likely.
    equal: Vec<Weights>,
    root: KnownModel,
    shelf: Arc<ModelShelf>,
}

/// Why a knowledge game is not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotPlayed {
    /// Nobody ever says that they can win.
    NobodyWins,
    /// There are no questions.
    NoQuestions,
    /// Everybody says at the end of a turn that they cannot win, and yet who can win need not: it is one or the other.
    EverybodyMay,
    /// A card can be drawn, and none lies on the table.
    NothingToDraw,
    /// So many things can be guessed, more than can be listed.
    Guesses(usize),
}

impl PlayedKnowledgeGame {
    /// The game by these rules, played as usual.
    pub fn new(rules: KnowledgeGame) -> Result<Self, NotPlayed> {
        Self::by_protocol(rules, Protocol::default())
    }

    /// The game by these rules, played in this way.
    pub fn by_protocol(rules: KnowledgeGame, protocol: Protocol) -> Result<Self, NotPlayed> {
        Self::with_table(rules, protocol, MOST_KEPT_WORLDS)
    }

    /// The same, where models with so many worlds are kept for later plays; with none, all are computed in every play.
    pub fn with_table(
        rules: KnowledgeGame,
        protocol: Protocol,
        most_worlds: u64,
    ) -> Result<Self, NotPlayed> {
        match (rules.nowin, protocol.winning) {
            (NoWin::None, _) => return Err(NotPlayed::NobodyWins),
            (NoWin::All, Winning::May) => return Err(NotPlayed::EverybodyMay),
            (NoWin::Asker | NoWin::All, _) => {}
        }
        if protocol.drawing == Drawing::Allowed && rules.table() == 0 {
            return Err(NotPlayed::NothingToDraw);
        }
        if rules.questions().next().is_none() {
            return Err(NotPlayed::NoQuestions);
        }
        let root = KnownModel::initial(&rules);
        if protocol.guessing != Guessing::No && root.model.worlds() > MOST_GUESSES {
            return Err(NotPlayed::Guesses(root.model.worlds()));
        }
        let moves = MoveList::new(&rules, protocol, &root.model);
        // A deal of at least one card to at least two players can always be dealt.
        let equal = |many: usize| Weights::equal(many).map_err(|_| NotPlayed::NoQuestions);
        let deals = root.model.worlds();
        let deals = ((0..deals as u32).map(Move).collect(), equal(deals)?);
        let most = rules.cards().max(rules.agents());
        let equal = (1..=most).map(equal).collect::<Result<_, _>>()?;
        let declaration = declaration::declare(&rules, protocol, &moves);
        let shelf = Arc::new(ModelShelf::new(root.without_next(), most_worlds));
        Ok(Self { rules, protocol, declaration, moves, deals, equal, root, shelf })
    }

    /// The rules.
    pub fn rules(&self) -> &KnowledgeGame {
        &self.rules
    }

    /// How it is played.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The model and its actual world after these steps; none before the deal.
    pub fn state_after(
        self: &Arc<Self>,
        way: &[PlayStep],
    ) -> Result<Option<(PackedModel, usize)>, Trouble> {
        let mut play = KnowledgePlay::new(Arc::clone(self));
        way.iter().try_for_each(|step| play.apply(step))?;
        Ok(play.known().map(|(known, world)| (known.model.clone(), usize::from(world))))
    }

    /// How the tables of models were used so far.
    pub fn table_use(&self) -> TableUse {
        self.shelf.usage()
    }
}

impl Game for PlayedKnowledgeGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        noticed::tell(&self.rules, &self.moves, player, observed)
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed));
        let mut lines = Vec::new();
        if let Some([low, high]) = memory.since(0).next().map(|first| first.private) {
            let hand = cards_text(CardSet(u16::from_le_bytes([*low, *high])));
            lines.push(format!("your cards: {hand}"));
        }
        Ok(PlayerView { lines, board: Vec::new(), heard: heard.collect() })
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        Ok(Box::new(KnowledgePlay::new(self)))
    }

    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        Some(self)
    }
}

impl EpistemicGame for PlayedKnowledgeGame {
    fn find_belief(self: Arc<Self>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
        beliefs::find(&self, of, stop)
    }

    fn needed_facts(&self, _: Player, play: &dyn Play) -> Option<Vec<String>> {
        let mut facts = play.facts();
        let end = match self.rules.win {
            WinCondition::Deal => return Some(facts),
            WinCondition::Table | WinCondition::Hand(Holder::Table) => "_t".to_owned(),
            WinCondition::Hand(Holder::Agent(agent)) => format!("_{}", agent.0 + 1),
        };
        facts.retain(|fact| fact.ends_with(&end));
        Some(facts)
    }

    fn is_stake(&self, player: Player, made: Move) -> bool {
        match self.moves.kind(Agent(player.0), made) {
            Some(MoveKind::Guess(_) | MoveKind::Win) => true,
            Some(MoveKind::Ask(..) | MoveKind::Show(_) | MoveKind::Draw | MoveKind::Pass)
            | None => false,
        }
    }

    fn vocabulary(&self) -> Vocabulary {
        vocabulary(&self.rules)
    }
}

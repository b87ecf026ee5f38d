//! Knowledge games as games that are played (thesis secs. 2.4 to 2.6): chance deals the cards, the players ask in turn, who
//! was asked shows a card, and whoever knows enough wins. What players know decides when a play is over; it is knowledge
//! of what was said and shown, not of how the others choose.

use super::cards::{CardSet, PackedDeal, Seat};
use super::known::{KnownModel, ModelTable, TableUse};
use super::moves::{Ask, HeardAnswer};
use super::rules::{CARD_NAMES, KnowledgeGame, NoWin, OwnCards};
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Declaration, Game, GameLimit, Memory, Move, MoveNumbers, Observation, Play, PlayLength,
    PlayStep, Player, PlayerView, Trouble, Turn, Weights,
};
use hexa_logic::{Agent, Card, Stop, Stream};
use std::sync::Arc;

/// Worlds of all models that are kept for later plays, at most.
const MOST_KEPT_WORLDS: u64 = 4_000_000;

/// A knowledge game that can be played.
pub struct PlayedKnowledgeGame {
    rules: KnowledgeGame,
    declaration: Declaration,
    /// The questions of each player, in the order of their texts.
    questions: Vec<Vec<(Agent, CardSet)>>,
    deals: (Vec<Move>, Weights),
    root: Arc<KnownModel>,
    table: ModelTable,
}

/// Why a knowledge game is not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotPlayed {
    /// Nobody ever says that they can win.
    NobodyWins,
    /// There are no questions.
    NoQuestions,
}

impl PlayedKnowledgeGame {
    /// The game by these rules.
    pub fn new(rules: KnowledgeGame) -> Result<Self, NotPlayed> {
        Self::with_table(rules, MOST_KEPT_WORLDS)
    }

    /// The same, where models with so many worlds are kept for later plays; with none, all are computed in every play.
    pub fn with_table(rules: KnowledgeGame, most_worlds: u64) -> Result<Self, NotPlayed> {
        if rules.nowin == NoWin::None {
            return Err(NotPlayed::NobodyWins);
        }
        let all: Vec<CardSet> = rules.questions().collect();
        let agents = || (0..rules.agents() as u32).map(Agent);
        let of = |asker: Agent| {
            let others = agents().filter(move |&other| other != asker);
            let mut questions: Vec<(Agent, CardSet)> =
                others.flat_map(|other| all.iter().map(move |&cards| (other, cards))).collect();
            questions.sort_by_key(|&question| question_text(question));
            questions
        };
        let questions: Vec<Vec<(Agent, CardSet)>> = agents().map(of).collect();
        if all.is_empty() {
            return Err(NotPlayed::NoQuestions);
        }
        let root = Arc::new(KnownModel::initial(&rules));
        let deals = root.model.worlds();
        // A deal of at least one card to at least two players can always be dealt.
        let weights = Weights::equal(deals).map_err(|_| NotPlayed::NoQuestions)?;
        let deals = ((0..deals as u32).map(Move).collect(), weights);
        let declaration = declare(&rules, &questions);
        let table = ModelTable::new(most_worlds);
        Ok(Self { rules, declaration, questions, deals, root, table })
    }

    /// The rules.
    pub fn rules(&self) -> &KnowledgeGame {
        &self.rules
    }

    /// How the table of models was used so far.
    pub fn table_use(&self) -> TableUse {
        self.table.usage()
    }

    fn question(&self, asker: Agent, made: Move) -> (Agent, CardSet) {
        self.questions[asker.index()][made.index()]
    }

    /// Showing a card, as a move.
    fn show(&self, player: Player, card: Card) -> Move {
        Move((self.questions[player.index()].len() + card.index()) as u32)
    }

    fn deal_text(&self, deal: PackedDeal) -> String {
        let hand = |seat| cards_text(deal.hand(self.rules.cards(), Seat(seat as u8)));
        let holders = self.rules.agents() + usize::from(self.rules.table() > 0);
        (0..holders).map(hand).collect::<Vec<_>>().join(" | ")
    }
}

fn declare(rules: &KnowledgeGame, questions: &[Vec<(Agent, CardSet)>]) -> Declaration {
    let players = (1..=rules.agents()).map(|player| player.to_string()).collect();
    let list = |sizes: &[usize]| sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let mut name = format!("knowledge(hands={}", list(rules.hands()));
    if rules.table() > 0 {
        name.push_str(&format!("; table={}", rules.table()));
    }
    name.push_str(&format!("; ask={}", list(rules.ask())));
    match rules.own {
        OwnCards::Allowed => {}
        OwnCards::Avoided => name.push_str("; own=avoided"),
        OwnCards::Forbidden => name.push_str("; own=forbidden"),
    }
    if rules.nowin == NoWin::All {
        name.push_str("; nowin=all");
    }
    name.push(')');
    let cards = (0..rules.cards()).map(|card| format!("show {}", CARD_NAMES[card]));
    let moves = |questions: &Vec<(Agent, CardSet)>| {
        questions.iter().map(|&question| question_text(question)).chain(cards.clone()).collect()
    };
    let questions_in_all: usize = questions.iter().map(Vec::len).sum();
    Declaration {
        about: "Players ask for cards, and who knows the deal wins".to_owned(),
        numbers: MoveNumbers::Listed(questions.iter().map(moves).collect()),
        payoffs: Some((Exact(RBig::ZERO), Exact(RBig::ONE))),
        // The deal, and a question and an answer each; nobody asks the same twice.
        length: PlayLength::AtMost(1 + 2 * questions_in_all),
        assumptions: vec![
            "All deals are equally likely.".to_owned(),
            "Nobody asks the same twice; who has nothing left to ask is passed over.".to_owned(),
            "Who can win at the end of a turn does; if several can, they share it.".to_owned(),
        ],
        ..Declaration::of_players(&name, players)
    }
}

fn question_text((respondent, cards): (Agent, CardSet)) -> String {
    format!("ask {} for {}", respondent.0 + 1, cards_text(cards))
}

fn cards_text(cards: CardSet) -> String {
    let names: Vec<&str> = cards.cards().map(|card| CARD_NAMES[card.index()]).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

/// What is noticed, as bytes: a kind, and what there is to say.
mod noticed {
    pub(super) const DEAL: u8 = 0;
    pub(super) const QUESTION: u8 = 1;
    pub(super) const ANSWER: u8 = 2;
    pub(super) const END_OF_TURN: u8 = 3;
}

/// Where a play stands.
#[derive(Clone)]
struct Stage {
    turn: Turn,
    moves: Vec<Move>,
    /// What is known, and the actual world.
    known: Option<(Arc<KnownModel>, u16)>,
    /// Who is next to ask; where a question is open, who has asked.
    asker: Agent,
    /// The question that is open.
    open: Option<Move>,
    /// Who has won, a bit for each player.
    winners: u8,
    /// How many observations everybody had before, and how many questions had been asked.
    before: (usize, usize),
}

struct KnowledgePlay {
    game: Arc<PlayedKnowledgeGame>,
    stages: Vec<Stage>,
    now: Stage,
    asked: Vec<(Agent, Move)>,
    memories: Vec<Memory>,
}

impl Game for PlayedKnowledgeGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        let set = |low: u8, high: u8| cards_text(CardSet(u16::from_le_bytes([low, high])));
        let public = match observed.public {
            [noticed::DEAL] => "the cards are dealt".to_owned(),
            [noticed::QUESTION, asker, respondent, low, high] => {
                format!("{} asks {} for {}", asker + 1, respondent + 1, set(*low, *high))
            }
            [noticed::ANSWER, respondent, 0] => format!("{} has none of them", respondent + 1),
            [noticed::ANSWER, respondent, _] => format!("{} shows a card", respondent + 1),
            [noticed::END_OF_TURN, asker, 0] => match self.rules.nowin {
                NoWin::All => "nobody can win".to_owned(),
                NoWin::Asker | NoWin::None => format!("{} cannot win", asker + 1),
            },
            [noticed::END_OF_TURN, _, winners] => {
                let won = Player::first(self.rules.agents()).filter(|p| winners >> p.0 & 1 == 1);
                let won: Vec<String> = won.map(|winner| (winner.0 + 1).to_string()).collect();
                format!("{} wins", won.join(" and "))
            }
            _ => String::new(),
        };
        match (observed.public, observed.private) {
            ([noticed::DEAL], [low, high]) => format!("you get {}", set(*low, *high)),
            ([noticed::ANSWER, respondent, _], [card]) => {
                let name = CARD_NAMES.get(usize::from(*card)).copied().unwrap_or_default();
                match u32::from(*respondent) == player.0 {
                    true => format!("you show {name}"),
                    false => format!("{} shows you {name}", respondent + 1),
                }
            }
            _ => public,
        }
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
        let memories = vec![Memory::default(); self.rules.agents()];
        let now = Stage {
            turn: Turn::Chance,
            moves: Vec::new(),
            known: None,
            asker: Agent(0),
            open: None,
            winners: 0,
            before: (0, 0),
        };
        Ok(Box::new(KnowledgePlay {
            game: self,
            stages: Vec::new(),
            now,
            asked: Vec::new(),
            memories,
        }))
    }
}

impl KnowledgePlay {
    fn rules(&self) -> &KnowledgeGame {
        &self.game.rules
    }

    fn players(&self) -> usize {
        self.memories.len()
    }

    /// Everybody notices something public, and some something private.
    fn notice<'b>(
        &mut self,
        own: Option<(Player, Move)>,
        public: &[u8],
        private: impl Fn(Player) -> &'b [u8],
    ) {
        let players = Player::first(self.memories.len());
        for (memory, player) in self.memories.iter_mut().zip(players) {
            let own = own.filter(|&(who, _)| who == player).map(|(_, made)| made);
            memory.record(Observation { own, public, private: private(player) });
        }
    }

    fn deal(&mut self, world: u16) {
        let root = Arc::clone(&self.game.root);
        let hands: Vec<[u8; 2]> = (0..self.players() as u32)
            .map(|agent| root.model.hand(usize::from(world), Agent(agent)).0.to_le_bytes())
            .collect();
        self.notice(None, &[noticed::DEAL], |player| &hands[player.index()]);
        self.now.known = Some((root, world));
        self.give_turn(Agent(0));
    }

    /// The cards of a question that its respondent has.
    fn shown_cards(&self, question: Move) -> CardSet {
        let (respondent, cards) = self.game.question(self.now.asker, question);
        match &self.now.known {
            Some((known, world)) => known.model.hand(usize::from(*world), respondent).and(cards),
            None => CardSet(0),
        }
    }

    /// Asks. The answer comes at once unless there is a choice.
    fn ask(&mut self, question: Move) -> Result<(), Trouble> {
        let asker = self.now.asker;
        let (respondent, cards) = self.game.question(asker, question);
        self.asked.push((asker, question));
        let [low, high] = cards.0.to_le_bytes();
        let public = [noticed::QUESTION, asker.0 as u8, respondent.0 as u8, low, high];
        self.notice(Some((Player(asker.0), question)), &public, |_| &[]);
        self.now.open = Some(question);
        let shown = self.shown_cards(question);
        if shown.count() > 1 {
            let player = Player(respondent.0);
            self.now.turn = Turn::Decision(player);
            self.now.moves = shown.cards().map(|card| self.game.show(player, card)).collect();
            return Ok(());
        }
        self.answer(question, shown.cards().next(), None)
    }

    /// An answer, and the end of the turn.
    fn answer(
        &mut self,
        question: Move,
        shown: Option<Card>,
        own: Option<Move>,
    ) -> Result<(), Trouble> {
        let asker = self.now.asker;
        let (respondent, cards) = self.game.question(asker, question);
        let answer = if shown.is_some() { HeardAnswer::Show } else { HeardAnswer::No };
        let ask = Ask { asker, respondent, cards, answer };
        let Some((known, world)) = self.now.known.take() else { return Err(Trouble::WrongTurn) };
        let next = known.ask((self.rules(), &self.game.table), ask, (world, shown));
        let (known, world) = reached(next)?;
        let card = shown.map_or(0, |card| card.0 as u8);
        let public = [noticed::ANSWER, respondent.0 as u8, u8::from(shown.is_some())];
        let sees =
            |player: Player| shown.is_some() && (player.0 == asker.0 || player.0 == respondent.0);
        let own = own.map(|made| (Player(respondent.0), made));
        let card = [card];
        self.notice(own, &public, |player| if sees(player) { &card } else { &[] });
        self.now.open = None;
        self.end_turn(&known, world)
    }

    fn end_turn(&mut self, known: &KnownModel, world: u16) -> Result<(), Trouble> {
        let asker = self.now.asker;
        let heard = match self.rules().nowin {
            NoWin::All => u8::MAX,
            NoWin::Asker | NoWin::None => 1 << asker.0,
        };
        let winners = known.winners(world) & heard;
        self.notice(None, &[noticed::END_OF_TURN, asker.0 as u8, winners], |_| &[]);
        self.now.winners = winners;
        if winners != 0 {
            self.over();
            return Ok(());
        }
        let next = known.nowin((self.rules(), &self.game.table), asker, world);
        self.now.known = Some(reached(next)?);
        self.give_turn(Agent((asker.0 + 1) % self.players() as u32));
        Ok(())
    }

    fn over(&mut self) {
        self.now.turn = Turn::Over;
        self.now.moves.clear();
    }

    /// The next to ask is the first from this one on who has something left to ask.
    fn give_turn(&mut self, first: Agent) {
        let players = self.players() as u32;
        for after in 0..players {
            let asker = Agent((first.0 + after) % players);
            let moves = self.questions_left(asker);
            if !moves.is_empty() {
                self.now.asker = asker;
                self.now.turn = Turn::Decision(Player(asker.0));
                self.now.moves = moves;
                return;
            }
        }
        self.over();
    }

    fn questions_left(&self, asker: Agent) -> Vec<Move> {
        let hand = match &self.now.known {
            Some((known, world)) => known.model.hand(usize::from(*world), asker),
            None => CardSet(0),
        };
        let may_ask = |cards: CardSet| match self.rules().own {
            OwnCards::Allowed => true,
            OwnCards::Avoided | OwnCards::Forbidden => hand.and(cards).is_empty(),
        };
        let questions = self.game.questions[asker.index()].iter().zip((0..).map(Move));
        let left = questions
            .filter(|((_, cards), made)| may_ask(*cards) && !self.asked.contains(&(asker, *made)));
        left.map(|(_, made)| made).collect()
    }

    fn go_on(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        match (step, &self.now.turn) {
            (PlayStep::Chance(made), Turn::Chance) => {
                if made.index() >= self.game.deals.0.len() {
                    return Err(Trouble::NoSuchChance);
                }
                self.deal(made.0 as u16);
                Ok(())
            }
            (PlayStep::Moves(moves), &Turn::Decision(player)) => {
                let &[made] = &moves[..] else { return Err(Trouble::WrongTurn) };
                if !self.now.moves.contains(&made) {
                    return Err(Trouble::NoSuchMove { player, made });
                }
                match self.now.open {
                    None => self.ask(made),
                    Some(question) => {
                        let first = self.game.show(player, Card(0));
                        self.answer(question, Some(Card(made.0 - first.0)), Some(made))
                    }
                }
            }
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                Err(Trouble::WrongTurn)
            }
        }
    }
}

/// Every world in which something is done becomes one.
fn reached(
    next: Result<Option<(Arc<KnownModel>, u16)>, usize>,
) -> Result<(Arc<KnownModel>, u16), Trouble> {
    match next {
        Ok(Some(reached)) => Ok(reached),
        Ok(None) => Err(Trouble::WrongTurn),
        Err(worlds) => Err(Trouble::Limit(GameLimit::Worlds(worlds))),
    }
}

impl Play for KnowledgePlay {
    fn turn(&self) -> &Turn {
        &self.now.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if self.now.turn.players().contains(&player) { &self.now.moves } else { &[] }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        match &self.game.declaration.numbers {
            MoveNumbers::Listed(moves) => {
                moves[player.index()].get(made.index()).cloned().unwrap_or_default()
            }
            MoveNumbers::PerPosition => String::new(),
        }
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match self.now.turn {
            Turn::Chance => Ok(Chance::Listed(&self.game.deals.0, &self.game.deals.1)),
            Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        let deals = self.game.root.model.deals();
        deals.get(made.index()).map(|&deal| self.game.deal_text(deal)).unwrap_or_default()
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        self.chance()?;
        let (moves, weights) = &self.game.deals;
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(moves[at]), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let mut before = self.now.clone();
        before.before = (self.memories[0].len(), self.asked.len());
        self.stages.push(before);
        let gone_on = self.go_on(step);
        if gone_on.is_err() {
            self.undo();
        }
        gone_on
    }

    fn undo(&mut self) {
        if let Some(before) = self.stages.pop() {
            let (observations, asked) = before.before;
            self.memories.iter_mut().for_each(|memory| memory.truncate(observations));
            self.asked.truncate(asked);
            self.now = before;
        }
    }

    fn steps(&self) -> usize {
        self.stages.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let share = RBig::ONE / RBig::from(self.now.winners.count_ones().max(1));
        let of = |player: Player| match self.now.winners >> player.0 & 1 {
            1 => Exact(share.clone()),
            _ => Exact(RBig::ZERO),
        };
        Ok(Player::first(self.players()).map(of).collect())
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            stages: self.stages.clone(),
            now: self.now.clone(),
            asked: self.asked.clone(),
            memories: self.memories.clone(),
        })
    }
}

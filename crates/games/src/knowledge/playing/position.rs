//! Where a play of a knowledge game stands, and how it goes on.

mod interface;

use super::super::cards::CardSet;
use super::super::known::{BorrowedTable, KnownModel, PublicEvent};
use super::super::moves::{Ask, HeardAnswer, target};
use super::super::protocol::{Drawing, Guessing, TurnOrder, Winning, WrongGuess};
use super::super::rules::{KnowledgeGame, NoWin, OwnCards};
use super::PlayedKnowledgeGame;
use super::move_list::MoveKind;
use super::noticed::Noticed;
use crate::game::{GameLimit, Memory, Move, Observation, Play, PlayStep, Player, Trouble, Turn};
use hexa_logic::{Agent, Card};
use std::sync::Arc;

/// What is to happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The cards are dealt.
    Deal,
    /// Chance says whose turn it is.
    Next,
    /// Somebody asks, draws or guesses.
    Ask,
    /// This question is answered.
    Answer(Agent, CardSet),
    /// Chance says which card is drawn.
    Draw,
    /// Somebody ends their turn.
    End,
    /// Nothing.
    Over,
}

/// Whether moves that are against the rules are refused. Nobody counts on others avoiding questions for cards of their own, so
/// that positions are considered possible in which they were asked all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Legality {
    Checked,
    Unchecked,
}

/// Where a play stands.
#[derive(Clone)]
struct Stage {
    turn: Turn,
    /// What the player whose turn it is can do, or chance.
    moves: Vec<Move>,
    /// What is known, and the actual world.
    known: Option<(Arc<KnownModel>, u16)>,
    /// Whose turn it is; where a question is open, who has asked.
    asker: Agent,
    phase: Phase,
    /// Who has won, a bit for each player.
    winners: u8,
    /// Who has guessed wrong, a bit for each player.
    out: u8,
    /// How many observations everybody had before, and how many questions had been asked.
    before: (usize, usize),
}

/// A play of a knowledge game.
pub(super) struct KnowledgePlay {
    game: Arc<PlayedKnowledgeGame>,
    table: Arc<BorrowedTable>,
    stages: Vec<Stage>,
    now: Stage,
    /// What was asked or drawn by whom.
    asked: Vec<(Agent, Move)>,
    memories: Vec<Memory>,
}

impl KnowledgePlay {
    pub(super) fn new(game: Arc<PlayedKnowledgeGame>) -> Self {
        let memories = vec![Memory::default(); game.rules.agents()];
        let now = Stage {
            turn: Turn::Chance,
            moves: Vec::new(),
            known: None,
            asker: Agent(0),
            phase: Phase::Deal,
            winners: 0,
            out: 0,
            before: (0, 0),
        };
        let table = Arc::new(game.shelf.borrow_table(&game.root));
        Self { game, table, stages: Vec::new(), now, asked: Vec::new(), memories }
    }

    /// What is known by everybody, and the actual world.
    pub(super) fn known(&self) -> Option<(&Arc<KnownModel>, u16)> {
        self.now.known.as_ref().map(|(known, world)| (known, *world))
    }

    fn rules(&self) -> &KnowledgeGame {
        &self.game.rules
    }

    fn players(&self) -> usize {
        self.memories.len()
    }

    /// Everybody notices something public, and some something private.
    fn notice<'b>(
        &mut self,
        own: Option<(Agent, Move)>,
        noticed: Noticed,
        private: impl Fn(Agent) -> &'b [u8],
    ) {
        let (bytes, len) = noticed.write();
        let public = &bytes[..len];
        for (memory, agent) in self.memories.iter_mut().zip((0..).map(Agent)) {
            let own = own.filter(|&(who, _)| who == agent).map(|(_, made)| made);
            memory.record(Observation { own, public, private: private(agent) });
        }
    }

    fn world(&self) -> Result<(&KnownModel, u16), Trouble> {
        match &self.now.known {
            Some((known, world)) => Ok((known, *world)),
            None => Err(Trouble::WrongTurn),
        }
    }

    /// Everybody learns something, and a card may be shown.
    fn learn(&mut self, event: PublicEvent, shown: Option<Card>) -> Result<(), Trouble> {
        let (known, world) = self.world()?;
        let next = known.after((&self.game.rules, &**self.table), event, (world, shown));
        self.now.known = match next {
            Ok(Some(reached)) => Some(reached),
            // Every world in which something is done becomes one.
            Ok(None) => return Err(Trouble::WrongTurn),
            Err(worlds) => return Err(Trouble::Limit(GameLimit::Worlds(worlds))),
        };
        Ok(())
    }

    fn deal(&mut self, world: u16) -> Result<(), Trouble> {
        let root = Arc::clone(self.table.root());
        let mut hands = [[0; 2]; 16];
        for (agent, hand) in (0..self.players() as u32).zip(&mut hands) {
            *hand = root.model.hand(usize::from(world), Agent(agent)).0.to_le_bytes();
        }
        self.notice(None, Noticed::Deal, |agent| {
            hands.get(agent.index()).map_or(&[], |hand| hand.as_slice())
        });
        self.now.known = Some((root, world));
        match self.game.protocol.order {
            TurnOrder::Round => self.give_turn(Agent(0)),
            TurnOrder::RandomStart | TurnOrder::Any => self.draw_next(),
        }
    }

    /// Asks. The answer comes at once unless there is a choice.
    fn ask(
        &mut self,
        (respondent, cards): (Agent, CardSet),
        question: Move,
        own: Option<Move>,
    ) -> Result<(), Trouble> {
        let asker = self.now.asker;
        self.asked.push((asker, question));
        let own = own.map(|made| (asker, made));
        self.notice(own, Noticed::Question { asker, respondent, cards }, |_| &[]);
        let (known, world) = self.world()?;
        let shown = known.model.hand(usize::from(world), respondent).and(cards);
        self.now.phase = Phase::Answer(respondent, cards);
        if shown.count() > 1 {
            self.now.turn = Turn::Decision(Player(respondent.0));
            self.now.moves.clear();
            self.now.moves.extend(shown.cards().map(|card| self.game.moves.show(card)));
            return Ok(());
        }
        self.answer((respondent, cards), shown.cards().next(), None)
    }

    fn answer(
        &mut self,
        (respondent, cards): (Agent, CardSet),
        shown: Option<Card>,
        own: Option<Move>,
    ) -> Result<(), Trouble> {
        let asker = self.now.asker;
        let answer = if shown.is_some() { HeardAnswer::Show } else { HeardAnswer::No };
        self.learn(PublicEvent::Ask(Ask { asker, respondent, cards, answer }), shown)?;
        let card = [shown.map_or(0, |card| card.0 as u8)];
        let sees = |agent: Agent| shown.is_some() && (agent == asker || agent == respondent);
        let own = own.map(|made| (respondent, made));
        let noticed = Noticed::Answer { respondent, shows: shown.is_some() };
        self.notice(own, noticed, |agent| if sees(agent) { &card } else { &[] });
        self.end_turn()
    }

    fn draw_card(&mut self, own: Option<Move>) -> Result<(), Trouble> {
        let asker = self.now.asker;
        self.asked.push((asker, self.game.moves.draw()));
        self.notice(own.map(|made| (asker, made)), Noticed::Draw(asker), |_| &[]);
        let (known, world) = self.world()?;
        let cards = known.model.table(usize::from(world));
        match (cards.count(), cards.cards().next()) {
            (1, Some(card)) => self.see_card(card),
            _ => {
                self.now.phase = Phase::Draw;
                self.now.turn = Turn::Chance;
                self.now.moves.clear();
                self.now.moves.extend(cards.cards().map(|card| Move(card.0)));
                Ok(())
            }
        }
    }

    fn see_card(&mut self, card: Card) -> Result<(), Trouble> {
        let asker = self.now.asker;
        self.learn(PublicEvent::Draw(asker), Some(card))?;
        let seen = [card.0 as u8];
        let sees = |agent: Agent| if agent == asker { &seen[..] } else { &[] };
        self.notice(None, Noticed::Drawn(asker), sees);
        self.end_turn()
    }

    /// The asker has learnt something: they win, or may win or guess, or the turn ends.
    fn end_turn(&mut self) -> Result<(), Trouble> {
        let asker = self.now.asker;
        let protocol = self.game.protocol;
        match (protocol.guessing, protocol.winning) {
            (Guessing::Instead, _) => return self.next_turn(),
            (Guessing::No | Guessing::After, Winning::Must) => {
                if self.announce()? {
                    return Ok(());
                }
            }
            (Guessing::No | Guessing::After, Winning::May) => {}
        }
        self.now.moves.clear();
        match (protocol.guessing, protocol.winning) {
            (Guessing::After, _) => {
                self.now.moves.push(self.game.moves.pass());
                self.add_guesses();
            }
            (Guessing::No, Winning::May) => {
                let (known, world) = self.world()?;
                if known.winners(world) >> asker.0 & 1 == 0 {
                    return self.pass(None);
                }
                self.now.moves.extend([self.game.moves.pass(), self.game.moves.win()]);
            }
            (Guessing::No, Winning::Must) | (Guessing::Instead, _) => return self.next_turn(),
        }
        self.now.phase = Phase::End;
        self.now.turn = Turn::Decision(Player(asker.0));
        Ok(())
    }

    fn add_guesses(&mut self) {
        let moves = &self.game.moves;
        self.now.moves.extend((0..moves.guesses().len()).map(|place| moves.guess(place)));
    }

    /// Whoever speaks wins, or says that they cannot. Whether the play is over.
    fn announce(&mut self) -> Result<bool, Trouble> {
        let asker = self.now.asker;
        let everybody = u8::MAX >> (8 - self.players().min(8));
        let speak = match self.rules().nowin {
            NoWin::All => everybody & !self.now.out,
            NoWin::Asker | NoWin::None => 1 << asker.0,
        };
        let (known, world) = self.world()?;
        let winners = known.winners(world) & speak;
        self.notice(None, Noticed::EndOfTurn { asker, winners }, |_| &[]);
        if winners != 0 {
            self.now.winners = winners;
            self.end_play();
            return Ok(true);
        }
        self.learn(PublicEvent::CannotWin(speak), None)?;
        Ok(false)
    }

    fn pass(&mut self, own: Option<Move>) -> Result<(), Trouble> {
        let asker = self.now.asker;
        self.notice(own.map(|made| (asker, made)), Noticed::Pass(asker), |_| &[]);
        self.next_turn()
    }

    fn claim(&mut self, own: Move) {
        let asker = self.now.asker;
        let winners = 1 << asker.0;
        self.notice(Some((asker, own)), Noticed::EndOfTurn { asker, winners }, |_| &[]);
        self.now.winners = winners;
        self.end_play();
    }

    fn guess(&mut self, place: usize, own: Move) -> Result<(), Trouble> {
        let guesser = self.now.asker;
        let (known, world) = self.world()?;
        let truth = target(&known.model, self.rules().win, usize::from(world));
        let truth_place = self.game.moves.guess_place(truth).ok_or(Trouble::WrongTurn)?;
        let is_right = truth_place == place;
        let (heard, truth_bytes) = match self.game.protocol.wrong {
            WrongGuess::Hidden => (None, (truth_place as u16).to_le_bytes()),
            WrongGuess::Heard => (Some(place as u16), [0; 2]),
        };
        let sees = !is_right && heard.is_none();
        let private = |agent: Agent| if sees && agent == guesser { &truth_bytes[..] } else { &[] };
        self.notice(Some((guesser, own)), Noticed::Guess { guesser, heard, is_right }, private);
        if is_right {
            self.now.winners = 1 << guesser.0;
            self.end_play();
            return Ok(());
        }
        self.now.out |= 1 << guesser.0;
        let guessed = self.game.moves.guesses().get(place).copied().unwrap_or_default();
        let event = match self.game.protocol.wrong {
            WrongGuess::Hidden => PublicEvent::Look(guesser),
            WrongGuess::Heard => PublicEvent::WrongGuess(guessed),
        };
        self.learn(event, None)?;
        self.next_turn()
    }

    fn end_play(&mut self) {
        self.now.turn = Turn::Over;
        self.now.phase = Phase::Over;
        self.now.moves.clear();
    }

    fn next_turn(&mut self) -> Result<(), Trouble> {
        match self.game.protocol.order {
            TurnOrder::Any => self.draw_next(),
            TurnOrder::Round | TurnOrder::RandomStart => {
                self.give_turn(Agent((self.now.asker.0 + 1) % self.players() as u32))
            }
        }
    }

    /// The next is the first from this one on who has something left to ask.
    fn give_turn(&mut self, first: Agent) -> Result<(), Trouble> {
        let players = self.players() as u32;
        for after in 0..players {
            let asker = Agent((first.0 + after) % players);
            if self.has_turn(asker) {
                return self.begin_turn(asker);
            }
        }
        self.end_play();
        Ok(())
    }

    /// Chance says who is next, of all who have something left to ask.
    fn draw_next(&mut self) -> Result<(), Trouble> {
        let agents = (0..self.players() as u32).map(Agent);
        let moves: Vec<Move> =
            agents.filter(|&agent| self.has_turn(agent)).map(|agent| Move(agent.0)).collect();
        match moves[..] {
            [] => {
                self.end_play();
                Ok(())
            }
            [only] => self.begin_drawn_turn(Agent(only.0)),
            _ => {
                self.now.moves = moves;
                self.now.phase = Phase::Next;
                self.now.turn = Turn::Chance;
                Ok(())
            }
        }
    }

    fn begin_drawn_turn(&mut self, asker: Agent) -> Result<(), Trouble> {
        self.notice(None, Noticed::Next(asker), |_| &[]);
        self.begin_turn(asker)
    }

    fn begin_turn(&mut self, asker: Agent) -> Result<(), Trouble> {
        self.now.asker = asker;
        let protocol = self.game.protocol;
        if protocol.guessing == Guessing::Instead
            && protocol.winning == Winning::Must
            && self.announce()?
        {
            return Ok(());
        }
        let mut moves = std::mem::take(&mut self.now.moves);
        moves.clear();
        moves.extend(self.questions_left(asker));
        self.now.moves = moves;
        if protocol.guessing == Guessing::Instead {
            self.add_guesses();
        }
        self.now.phase = Phase::Ask;
        self.now.turn = Turn::Decision(Player(asker.0));
        // Who has no choice is not asked.
        if let [only] = self.now.moves[..] {
            return self.make(asker, only, None);
        }
        Ok(())
    }

    fn has_turn(&self, asker: Agent) -> bool {
        self.now.out >> asker.0 & 1 == 0 && self.questions_left(asker).next().is_some()
    }

    /// The questions that a player can still ask, and drawing a card.
    fn questions_left(&self, asker: Agent) -> impl Iterator<Item = Move> + '_ {
        let hand = match &self.now.known {
            Some((known, world)) => known.model.hand(usize::from(*world), asker),
            None => CardSet(0),
        };
        let may_ask = move |cards: CardSet| match self.rules().own {
            OwnCards::Allowed => true,
            OwnCards::Avoided | OwnCards::Forbidden => hand.and(cards).is_empty(),
        };
        let questions = self.game.moves.questions(asker).iter().zip((0..).map(Move));
        let questions =
            questions.filter(move |((_, cards), _)| may_ask(*cards)).map(|(_, made)| made);
        let draw = match self.game.protocol.drawing {
            Drawing::No => None,
            Drawing::Allowed => Some(self.game.moves.draw()),
        };
        questions.chain(draw).filter(move |&made| !self.asked.contains(&(asker, made)))
    }

    /// Makes a move. If it was forced, the player has not chosen it.
    fn make(&mut self, player: Agent, made: Move, own: Option<Move>) -> Result<(), Trouble> {
        let wrong = Trouble::NoSuchMove { player: Player(player.0), made };
        match (self.game.moves.kind(player, made), self.now.phase) {
            (Some(MoveKind::Ask(respondent, cards)), Phase::Ask) => {
                self.ask((respondent, cards), made, own)
            }
            (Some(MoveKind::Show(card)), Phase::Answer(respondent, cards)) => {
                self.answer((respondent, cards), Some(card), own)
            }
            (Some(MoveKind::Draw), Phase::Ask) => self.draw_card(own),
            (Some(MoveKind::Pass), Phase::End) => self.pass(own),
            (Some(MoveKind::Win), Phase::End) => {
                self.claim(made);
                Ok(())
            }
            (Some(MoveKind::Guess(place)), Phase::Ask | Phase::End) => self.guess(place, made),
            (Some(_) | None, _) => Err(wrong),
        }
    }

    fn go_on(&mut self, step: &PlayStep, legality: Legality) -> Result<(), Trouble> {
        match (step, &self.now.turn) {
            (PlayStep::Chance(made), Turn::Chance) => match self.now.phase {
                Phase::Deal if made.index() < self.game.deals.0.len() => self.deal(made.0 as u16),
                Phase::Next if self.now.moves.contains(made) => {
                    self.begin_drawn_turn(Agent(made.0))
                }
                Phase::Draw if self.now.moves.contains(made) => self.see_card(Card(made.0)),
                Phase::Deal
                | Phase::Next
                | Phase::Draw
                | Phase::Ask
                | Phase::Answer(..)
                | Phase::End
                | Phase::Over => Err(Trouble::NoSuchChance),
            },
            (PlayStep::Moves(moves), &Turn::Decision(player)) => {
                let &[made] = &moves[..] else { return Err(Trouble::WrongTurn) };
                if legality == Legality::Checked && !self.now.moves.contains(&made) {
                    return Err(Trouble::NoSuchMove { player, made });
                }
                self.make(Agent(player.0), made, Some(made))
            }
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                Err(Trouble::WrongTurn)
            }
        }
    }

    /// Goes on by a step. If it is refused, nothing has changed.
    pub(super) fn step(&mut self, step: &PlayStep, legality: Legality) -> Result<(), Trouble> {
        let mut before = self.now.clone();
        before.before = (self.memories[0].len(), self.asked.len());
        self.stages.push(before);
        let gone_on = self.go_on(step, legality);
        if gone_on.is_err() {
            self.undo();
        }
        gone_on
    }
}

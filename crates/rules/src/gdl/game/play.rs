//! A play of a game in GDL, round by round. Rounds in which nobody has a choice are made at once, and everybody notices them.

use super::layers::{HistoryPlace, Layers};
use super::room::{Room, SOME, Turns, fresh_memories};
use super::{GdlGame, MOST_FORCED, trouble_of};
use crate::gdl::referee::{Referee, RoleId, RoleMove};
use crate::work::BATCH;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{
    Chance, ChanceError, GameLimit, Memory, Move, Observation, Play, PlayStep, Player, Trouble,
    Turn, Weights,
};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// Writes the facts of a position as atoms.
pub(super) type FactsOf<R> = fn(&GdlGame, &R, &<R as Referee>::Position) -> Vec<String>;

/// A play.
pub(super) struct GdlPlay<R: Referee> {
    game: Arc<GdlGame>,
    referee: R,
    facts: FactsOf<R>,
    /// Where rules depend on knowledge, what is known.
    layers: Option<Arc<Layers<R>>>,
    stop: Stop,
    /// Work that was not reported yet.
    unreported: u64,
    /// From the start on; the last is where the play stands.
    stages: Vec<Stage<R::Position>>,
    /// Positions of steps that were taken back, to be written over.
    spare: Vec<R::Position>,
    /// Whether the referee has entered the position of the last stage.
    is_entered: bool,
    /// Legal moves of all stages, one after the other, by the numbers that they have for players.
    numbers: Vec<Move>,
    /// The same by the numbers of the referee, where those are others.
    legal: Vec<RoleMove>,
    /// For each stage and role where its moves end.
    ends: Vec<usize>,
    /// For each stage and player how many observations there were.
    noticed: Vec<usize>,
    memories: Vec<Memory>,
    turns: Turns,
    room: Room,
}

/// Where a play stands.
#[derive(Clone)]
struct Stage<P> {
    position: P,
    /// Shared by stages in which the same players are asked.
    turn: Arc<Turn>,
    history: HistoryPlace,
    /// Where its legal moves start.
    first: usize,
    /// Where it is the turn of chance.
    weights: Option<Arc<Weights>>,
    besides: Option<Box<Besides>>,
}

/// What few stages have.
#[derive(Clone)]
enum Besides {
    /// Players have chosen and chance has not: a move of each role, of which chance's is still open.
    Chosen(Vec<RoleMove>),
    /// The play is over: what the rules say that it is worth for each player.
    Worth(Vec<Vec<i64>>),
}

impl<R: Referee + Clone> Clone for GdlPlay<R> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            referee: self.referee.clone(),
            facts: self.facts,
            layers: self.layers.clone(),
            stop: self.stop.clone(),
            unreported: 0,
            stages: self.stages.clone(),
            spare: Vec::new(),
            is_entered: self.is_entered,
            legal: self.legal.clone(),
            numbers: self.numbers.clone(),
            ends: self.ends.clone(),
            noticed: self.noticed.clone(),
            memories: self.memories.clone(),
            turns: self.turns.clone(),
            room: Room::default(),
        }
    }
}

impl<R: Referee> GdlPlay<R> {
    /// A play at its start, after the rounds in which nobody has a choice.
    pub(super) fn start(
        game: Arc<GdlGame>,
        mut referee: R,
        facts: FactsOf<R>,
        layers: Option<Arc<Layers<R>>>,
        stop: &Stop,
    ) -> Result<Self, Trouble> {
        let position = referee.initial();
        let memories = fresh_memories(game.players.len());
        let (turns, room) = (Turns::new(game.players.len()), Room::of_roles(game.roles.len()));
        let mut play = Self {
            game,
            referee,
            facts,
            layers,
            stop: stop.clone(),
            unreported: 0,
            stages: Vec::with_capacity(16),
            spare: Vec::new(),
            is_entered: false,
            legal: Vec::with_capacity(SOME),
            numbers: Vec::with_capacity(SOME),
            ends: Vec::with_capacity(SOME),
            noticed: Vec::with_capacity(SOME),
            memories,
            turns,
            room,
        };
        play.settle(position, HistoryPlace::START)?;
        Ok(play)
    }

    fn roles(&self) -> usize {
        self.game.roles.len()
    }

    fn now(&self) -> &Stage<R::Position> {
        &self.stages[self.stages.len() - 1]
    }

    /// Where the moves of a role stand in a stage: from where to where.
    fn place_of(&self, stage: usize, role: RoleId) -> std::ops::Range<usize> {
        let ends = &self.ends[stage * self.roles()..][..self.roles()];
        let start = role.index().checked_sub(1).map_or(self.stages[stage].first, |at| ends[at]);
        start..ends[role.index()]
    }

    fn place_now(&self, role: RoleId) -> std::ops::Range<usize> {
        self.place_of(self.stages.len() - 1, role)
    }

    /// A legal move as the referee knows it, by where it stands.
    fn move_at(&self, at: usize) -> RoleMove {
        match self.game.numbers_are_listed {
            true => RoleMove(self.numbers[at].0),
            false => self.legal[at],
        }
    }

    fn report(&mut self) -> Result<(), Trouble> {
        self.unreported += self.referee.weight();
        if self.unreported >= BATCH {
            self.stop.count(std::mem::take(&mut self.unreported))?;
        }
        Ok(())
    }

    fn enter(&mut self, position: &R::Position, history: HistoryPlace) -> Result<(), Trouble> {
        if let Some(layers) = &self.layers {
            layers.tell(history, &mut self.referee);
        }
        self.referee.enter(position).map_err(trouble_of)
    }

    /// Goes on from a position until somebody has a choice or the play is over, and stops there.
    fn settle(
        &mut self,
        mut position: R::Position,
        mut history: HistoryPlace,
    ) -> Result<(), Trouble> {
        for _ in 0..=MOST_FORCED {
            self.report()?;
            self.enter(&position, history)?;
            if self.referee.is_terminal() {
                self.is_entered = true;
                return self.end(position, history);
            }
            if let Some(turn) = self.turn_here()? {
                self.is_entered = true;
                self.stop_at(position, history, turn);
                return Ok(());
            }
            let only = RoleId::first(self.roles()).map(|role| self.referee.legal(role)[0]);
            self.room.moves.clear();
            self.room.moves.extend(only);
            let moves = std::mem::take(&mut self.room.moves);
            let made = self.make(&mut position, &mut history, &moves);
            self.room.moves = moves;
            made?;
        }
        Err(Trouble::Limit(GameLimit::Steps(MOST_FORCED)))
    }

    /// Whose turn it is in the position that was entered, if anybody has a choice there.
    fn turn_here(&mut self) -> Result<Option<Arc<Turn>>, Trouble> {
        let Self { game, referee, turns, .. } = self;
        let players = || game.players.iter().zip(Player::first(game.players.len()));
        let (mut asked, mut first) = (0, Player(0));
        for (&role, player) in players() {
            match referee.legal(role).len() {
                0 => return Err(Trouble::Stuck(player)),
                1 => {}
                _ => {
                    first = if asked == 0 { player } else { first };
                    asked += 1;
                }
            }
        }
        let outcomes = game.chance.map_or(1, |role| referee.legal(role).len());
        if outcomes == 0 {
            return Err(Trouble::Chance(ChanceError::Nothing));
        }
        Ok(match asked {
            0 if outcomes == 1 => None,
            0 => Some(Arc::clone(&turns.chance)),
            1 => Some(Arc::clone(&turns.decisions[first.index()])),
            _ => {
                let asked = players().filter(|(role, _)| referee.legal(**role).len() > 1);
                Some(turns.of_several(asked.map(|(_, player)| player)))
            }
        })
    }

    fn stop_at(&mut self, position: R::Position, history: HistoryPlace, turn: Arc<Turn>) {
        let first = self.numbers.len();
        for role in RoleId::first(self.roles()) {
            let legal = self.referee.legal(role);
            match self.game.numbers_are_listed {
                true => self.numbers.extend(legal.iter().map(|made| Move(made.0))),
                false => {
                    self.legal.extend_from_slice(legal);
                    self.numbers.extend((0..legal.len() as u32).map(Move));
                }
            }
            self.ends.push(self.numbers.len());
        }
        self.push(Stage { position, turn, history, first, weights: None, besides: None });
    }

    fn end(&mut self, position: R::Position, history: HistoryPlace) -> Result<(), Trouble> {
        let goals = self.game.players.iter().map(|&role| self.referee.goals(role));
        let worth = goals.collect::<Result<_, _>>().map_err(trouble_of)?;
        let first = self.numbers.len();
        self.ends.extend(std::iter::repeat_n(first, self.game.roles.len()));
        let besides = Some(Box::new(Besides::Worth(worth)));
        let turn = Arc::clone(&self.turns.over);
        self.push(Stage { position, turn, history, first, weights: None, besides });
        Ok(())
    }

    fn push(&mut self, mut stage: Stage<R::Position>) {
        if let (Turn::Chance, Some(chance)) = (&*stage.turn, self.game.chance) {
            let ends = &self.ends[self.ends.len() - self.roles()..];
            let start = chance.index().checked_sub(1).map_or(stage.first, |at| ends[at]);
            stage.weights = self.game.equal_weights(ends[chance.index()] - start);
        }
        self.noticed.extend(self.memories.iter().map(Memory::len));
        self.stages.push(stage);
    }

    /// Makes a move of every role; everybody notices what they notice of it.
    fn make(
        &mut self,
        position: &mut R::Position,
        history: &mut HistoryPlace,
        moves: &[RoleMove],
    ) -> Result<(), Trouble> {
        self.is_entered = false;
        self.referee.make(moves, position).map_err(trouble_of)?;
        self.notice(moves)?;
        if let Some(layers) = &self.layers {
            let made = (&mut self.referee, moves);
            *history = layers.follow(*history, made, position, &self.stop)?;
        }
        Ok(())
    }

    /// Everybody notices a round, with the choices that are in the room.
    fn notice(&mut self, moves: &[RoleMove]) -> Result<(), Trouble> {
        let Self { game, referee, room, memories, .. } = self;
        let own = std::mem::take(&mut room.own);
        let own_of = |player: Player| own.iter().find(|(who, _)| *who == player).map(|own| own.1);
        if game.sees_all {
            room.public.clear();
            for (role, &made) in RoleId::first(moves.len()).zip(moves) {
                game.texts.push_move(referee, (role, made), &mut room.public);
                room.public.push(b'\n');
            }
            for (memory, player) in memories.iter_mut().zip(Player::first(game.players.len())) {
                let own = own_of(player);
                memory.record(Observation { own, public: &room.public, private: &[] });
            }
            room.own = own;
            room.own.clear();
            return Ok(());
        }
        for (at, memory) in memories.iter_mut().enumerate() {
            let role = game.players[at];
            room.public.clear();
            room.private.clear();
            game.texts.push_move(referee, (role, moves[role.index()]), &mut room.private);
            let seen = referee.sees(role).map_err(trouble_of)?;
            let Room { public, private, .. } = room;
            game.texts.push_percepts(referee, (role, &seen), public, private);
            let own = own_of(Player::from_index(at));
            memory.record(Observation { own, public: &room.public, private: &room.private });
        }
        Ok(())
    }

    /// The moves of those who are asked, if they are legal, into the room for a move of every role.
    fn choose(&mut self, moves: &[Move]) -> Result<(), Trouble> {
        let now = &self.stages[self.stages.len() - 1];
        let asked = now.turn.players();
        if asked.len() != moves.len() || asked.is_empty() {
            return Err(Trouble::WrongTurn);
        }
        self.take_first_moves();
        let asked = self.stages[self.stages.len() - 1].turn.players();
        for (&player, &made) in asked.iter().zip(moves) {
            let role = self.game.players[player.index()];
            let place = self.place_now(role);
            // Numbers are in order.
            let at = self.numbers[place.clone()].binary_search(&made);
            let at = at.map_err(|_| Trouble::NoSuchMove { player, made })?;
            self.room.moves[role.index()] = self.move_at(place.start + at);
        }
        Ok(())
    }

    /// The players have chosen.
    fn take_moves(&mut self, moves: &[Move]) -> Result<(), Trouble> {
        self.choose(moves)?;
        let Some(chance) = self.game.chance else {
            let Self { stages, room, .. } = self;
            let asked = stages.iter().rev().take(1).flat_map(|now| now.turn.players());
            room.own.clear();
            room.own.extend(asked.copied().zip(moves.iter().copied()));
            return self.make_round();
        };
        // Whether chance has a choice in the same round is nobody's business, so that a choice is always remembered by
        // itself where there is chance.
        let Self { stages, memories, .. } = self;
        let asked = stages.iter().rev().take(1).flat_map(|now| now.turn.players());
        for (player, &made) in asked.zip(moves) {
            let choice = Observation { own: Some(made), public: &[], private: &[] };
            memories[player.index()].record(choice);
        }
        match self.place_now(chance).len() {
            1 => self.make_round(),
            _ => {
                self.wait_for_chance();
                Ok(())
            }
        }
    }

    /// Chance has a choice in the same round, and draws now.
    fn wait_for_chance(&mut self) {
        let now = self.now();
        let (position, history) = (now.position.clone(), now.history);
        let first = self.numbers.len();
        for role in RoleId::first(self.roles()) {
            let place = self.place_of(self.stages.len() - 1, role);
            if !self.game.numbers_are_listed {
                self.legal.extend_from_within(place.clone());
            }
            self.numbers.extend_from_within(place);
            self.ends.push(self.numbers.len());
        }
        let besides = Some(Box::new(Besides::Chosen(self.room.moves.clone())));
        let turn = Arc::clone(&self.turns.chance);
        self.push(Stage { position, turn, history, first, weights: None, besides });
    }

    fn take_chance(&mut self, made: Move) -> Result<(), Trouble> {
        let Some(chance) = self.game.chance else { return Err(Trouble::WrongTurn) };
        let place = self.place_now(chance);
        let at = self.numbers[place.clone()].binary_search(&made);
        let at = at.map_err(|_| Trouble::NoSuchChance)?;
        let made = self.move_at(place.start + at);
        self.take_first_moves();
        let Self { stages, room, .. } = self;
        if let Some(Besides::Chosen(chosen)) = stages.last().and_then(|now| now.besides.as_deref())
        {
            room.moves.clone_from(chosen);
        }
        room.moves[chance.index()] = made;
        self.make_round()
    }

    /// The first legal move of every role into the room.
    fn take_first_moves(&mut self) {
        self.room.moves.clear();
        for role in RoleId::first(self.roles()) {
            let first = self.move_at(self.place_now(role).start);
            self.room.moves.push(first);
        }
    }

    /// Makes the moves that are in the room, and goes on from there.
    fn make_round(&mut self) -> Result<(), Trouble> {
        let spare = self.spare.pop();
        let &Stage { ref position, mut history, .. } = self.now();
        let mut position = match spare {
            Some(mut spare) => {
                spare.clone_from(position);
                spare
            }
            None => position.clone(),
        };
        if !self.is_entered {
            self.enter(&position, history)?;
        }
        let moves = std::mem::take(&mut self.room.moves);
        let made = self.make(&mut position, &mut history, &moves);
        self.room.moves = moves;
        made?;
        self.settle(position, history)
    }

    /// Forgets what came after the stage that is the last now.
    fn go_back(&mut self) {
        let stage = self.stages.len() - 1;
        self.ends.truncate((stage + 1) * self.game.roles.len());
        let legal = self.ends.last().copied().unwrap_or(0);
        self.legal.truncate(legal);
        self.numbers.truncate(legal);
        let players = self.memories.len();
        self.noticed.truncate((stage + 1) * players);
        self.room.own.clear();
        let noticed = &self.noticed[stage * players..];
        for (memory, &noticed) in self.memories.iter_mut().zip(noticed) {
            memory.truncate(noticed);
        }
        self.is_entered = false;
    }
}

impl<R> Play for GdlPlay<R>
where
    R: Referee + Clone + Send + 'static,
    R::Position: Send,
    Layers<R>: Send + Sync,
{
    fn turn(&self) -> &Turn {
        &self.now().turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        match self.game.players.get(player.index()) {
            Some(&role) if self.now().turn.players().contains(&player) => {
                &self.numbers[self.place_now(role)]
            }
            Some(_) | None => &[],
        }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        match self.game.players.get(player.index()) {
            Some(&role) => self.text_of(role, made),
            None => String::new(),
        }
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match (self.game.chance, &*self.now().turn) {
            (Some(role), Turn::Chance) => {
                let moves = &self.numbers[self.place_now(role)];
                let weights = self.now().weights.as_deref().ok_or(Trouble::WrongTurn)?;
                Ok(Chance::Listed(moves, weights))
            }
            (_, Turn::Chance | Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over) => {
                Err(Trouble::WrongTurn)
            }
        }
    }

    fn chance_text(&self, made: Move) -> String {
        self.game.chance.map(|role| self.text_of(role, made)).unwrap_or_default()
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let Chance::Listed(moves, weights) = self.chance()? else { return Err(Trouble::WrongTurn) };
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(moves[at]), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let taken = match (step, &*self.now().turn) {
            (PlayStep::Moves(moves), Turn::Decision(_) | Turn::Simultaneous(_)) => {
                self.take_moves(moves)
            }
            (PlayStep::Chance(made), Turn::Chance) => self.take_chance(*made),
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        };
        if taken.is_err() {
            self.go_back();
        }
        taken
    }

    fn undo(&mut self) {
        if self.stages.len() > 1 {
            self.spare.extend(self.stages.pop().map(|stage| stage.position));
            self.go_back();
        }
    }

    fn steps(&self) -> usize {
        self.stages.len() - 1
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn facts(&self) -> Vec<String> {
        (self.facts)(&self.game, &self.referee, &self.now().position)
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let values = match self.now().besides.as_deref() {
            Some(Besides::Worth(worth)) => &worth[..],
            Some(Besides::Chosen(_)) | None => &[],
        };
        let worth = |player: Player| match values.get(player.index()).map(|values| &values[..]) {
            Some([only]) => Ok(Exact(RBig::from(*only))),
            Some(_) => Err(Trouble::NoPayoff(player)),
            None => Ok(Exact(RBig::ZERO)),
        };
        Player::first(self.game.players.len()).map(worth).collect()
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

impl<R: Referee> GdlPlay<R> {
    /// A move as it is written, by its number.
    fn text_of(&self, role: RoleId, made: Move) -> String {
        if self.game.numbers_are_listed {
            let moves = self.game.texts.moves.get(role.index());
            return moves.and_then(|moves| moves.get(made.index())).cloned().unwrap_or_default();
        }
        let legal = self.legal[self.place_now(role)].get(made.index());
        legal.map(|&made| self.referee.show_move(role, made)).unwrap_or_default()
    }
}

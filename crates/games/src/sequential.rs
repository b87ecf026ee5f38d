//! The sequential form of a game: players who move at once move one after the other, and nobody notices what those before
//! them chose until all have chosen. Information sets are those of the game itself, together with one's own choice that
//! waits for the others.

use crate::exact::Exact;
use crate::game::{
    Chance, Declaration, Game, Memory, Move, Observation, Play, PlayStep, Player, PlayerView,
    Trouble, Turn,
};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// A game in which one player moves at a time.
pub struct Sequential(Arc<dyn Game>);

impl Sequential {
    /// The sequential form of a game.
    pub fn new(game: Arc<dyn Game>) -> Self {
        Self(game)
    }
}

struct SequentialPlay {
    inner: Box<dyn Play>,
    /// Who moves; the rest of those who move at once come later.
    turn: Turn,
    /// What those before them chose.
    waiting: Vec<Move>,
    /// For each step whether it was one of the game itself, with what had been chosen before it.
    made: Vec<Made>,
}

#[derive(Clone)]
enum Made {
    /// A step of the game itself, of chance or of one player who moves alone.
    Alone,
    Choice,
    Joint(Vec<Move>),
}

impl Game for Sequential {
    fn declaration(&self) -> &Declaration {
        self.0.declaration()
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        self.0.tell(player, observed)
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        self.0.view(player, information)
    }

    fn start(self: Arc<Self>, stop: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let inner = Arc::clone(&self.0).start(stop)?;
        let turn = first_turn(inner.turn());
        Ok(Box::new(SequentialPlay { inner, turn, waiting: Vec::new(), made: Vec::new() }))
    }
}

fn first_turn(turn: &Turn) -> Turn {
    match turn {
        Turn::Simultaneous(players) => Turn::Decision(players[0]),
        Turn::Decision(_) | Turn::Chance | Turn::Over => turn.clone(),
    }
}

impl SequentialPlay {
    fn enter(&mut self) {
        self.turn = match (self.inner.turn().players().get(self.waiting.len()), self.inner.turn()) {
            (Some(&player), _) => Turn::Decision(player),
            (None, turn) => first_turn(turn),
        };
    }
}

impl Play for SequentialPlay {
    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if self.turn.players().contains(&player) { self.inner.moves(player) } else { &[] }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        self.inner.move_text(player, made)
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        self.inner.chance()
    }

    fn chance_text(&self, made: Move) -> String {
        self.inner.chance_text(made)
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        self.inner.draw(stream)
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let (PlayStep::Moves(moves), Turn::Simultaneous(_)) = (step, self.inner.turn()) else {
            self.inner.apply(step)?;
            self.made.push(Made::Alone);
            self.enter();
            return Ok(());
        };
        let (&Turn::Decision(player), &[made]) = (&self.turn, &moves[..]) else {
            return Err(Trouble::WrongTurn);
        };
        if !self.inner.moves(player).contains(&made) {
            return Err(Trouble::NoSuchMove { player, made });
        }
        self.waiting.push(made);
        if self.waiting.len() < self.inner.turn().players().len() {
            self.made.push(Made::Choice);
        } else {
            let joint = std::mem::take(&mut self.waiting);
            if let Err(trouble) = self.inner.apply(&PlayStep::Moves(joint.clone())) {
                self.waiting = joint;
                self.waiting.pop();
                return Err(trouble);
            }
            self.made.push(Made::Joint(joint));
        }
        self.enter();
        Ok(())
    }

    fn undo(&mut self) {
        match self.made.pop() {
            None => return,
            Some(Made::Alone) => self.inner.undo(),
            Some(Made::Choice) => {
                self.waiting.pop();
            }
            Some(Made::Joint(mut joint)) => {
                self.inner.undo();
                joint.pop();
                self.waiting = joint;
            }
        }
        self.enter();
    }

    fn steps(&self) -> usize {
        self.made.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        self.inner.memory(player)
    }

    fn information(&self, player: Player, bytes: &mut Vec<u8>) {
        self.inner.information(player, bytes);
        // A player whose choice waits is not asked again before the game goes on; until then they remember it.
        let place = self.inner.turn().players().iter().position(|&asked| asked == player);
        if let Some(made) = place.and_then(|place| self.waiting.get(place)) {
            bytes.extend_from_slice(&made.0.to_be_bytes());
            bytes.push(0xFF);
        }
    }

    fn facts(&self) -> Vec<String> {
        self.inner.facts()
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.inner.rewards()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        self.inner.returns()
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(Self {
            inner: self.inner.fork(),
            turn: self.turn.clone(),
            waiting: self.waiting.clone(),
            made: self.made.clone(),
        })
    }
}

//! A play together with the lines of its log: choices come one by one, also of players who move at once, and can be taken
//! back. Whatever goes through a play again, to resume it or to tell it, does so here.

use super::log::LogEntry;
use super::seen::{Seen, SeenTurn};
use hexa_games::exact::Exact;
use hexa_games::game::{Chance, Game, Memory, Move, Play, PlayStep, Player, Recall, Trouble, Turn};
use hexa_lang::closest;
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// A play and how it came to be.
pub struct Course {
    game: Arc<dyn Game>,
    play: Box<dyn Play>,
    /// What players chose who move at once, in the order of the turn, while others have yet to choose.
    waiting: Vec<Move>,
    /// What was chosen and not taken back; for each choice that completed a step of the play, all choices of that step.
    entries: Vec<(LogEntry, Option<Vec<Move>>)>,
    /// When players were asked, for each choice: who, how much they had noticed, and their information set.
    asked: Vec<(Player, usize, Vec<u8>)>,
}

/// Who is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// A player.
    Player(Player),
    /// Chance.
    Chance,
    /// Nobody: the play is over.
    Nobody,
}

/// Why a line of a log cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfollowed {
    /// Somebody else is next.
    NotNext(Due),
    /// There is no such move.
    NoSuchMove {
        /// What was written.
        made: String,
        /// What could be.
        legal: Vec<String>,
        /// What was probably meant.
        meant: Option<String>,
    },
    /// More was taken back than there was.
    TooMuchUndone,
    /// The game does not go on.
    Trouble(Trouble),
}

impl From<Trouble> for Unfollowed {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Course {
    /// A play at its start.
    pub fn new(game: &Arc<dyn Game>, stop: &Stop) -> Result<Self, Trouble> {
        let play = Arc::clone(game).start(stop)?;
        let game = Arc::clone(game);
        let (waiting, entries, asked) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { game, play, waiting, entries, asked })
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// Who is next.
    pub fn due(&self) -> Due {
        match self.play.turn() {
            Turn::Chance => Due::Chance,
            Turn::Over => Due::Nobody,
            turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
                turn.players().get(self.waiting.len()).map_or(Due::Nobody, |&p| Due::Player(p))
            }
        }
    }

    /// What was chosen so far, without what was taken back.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &LogEntry> + ExactSizeIterator {
        self.entries.iter().map(|(entry, _)| entry)
    }

    /// What a player may be shown.
    pub fn seen(&self, player: Player) -> Seen {
        let mut information = Vec::new();
        self.play.information(player, &mut information);
        let due = self.due() == Due::Player(player);
        let moves = if due { self.play.moves(player) } else { &[] };
        let texts = self.move_texts(player, moves);
        let place = self.play.turn().players().iter().position(|&asked| asked == player);
        let waiting = place.and_then(|place| self.waiting.get(place));
        let memory = self.play.memory(player);
        let asked = || self.asked.iter().filter(move |(who, ..)| *who == player);
        let recall = self.game.declaration().recall.get(player.index());
        let moments = match recall {
            // Who forgets has no past.
            Some(Recall::Imperfect(_)) | None => Vec::new(),
            Some(Recall::Perfect) if memory.bytes() == information => prefixes(memory),
            Some(Recall::Perfect) => {
                asked().map(|(_, noticed, information)| (*noticed, information.clone())).collect()
            }
        };
        Seen {
            game: Arc::clone(&self.game),
            player,
            information,
            turn: match self.due() {
                Due::Player(due) if due == player => SeenTurn::Asked,
                Due::Nobody => SeenTurn::Over,
                Due::Player(_) | Due::Chance => SeenTurn::Waiting,
            },
            memory: memory.clone(),
            moments,
            last_asked: asked().next_back().map_or(0, |(_, noticed, _)| *noticed),
            moves: moves.iter().copied().zip(texts).collect(),
            waiting: waiting.map(|&made| self.play.move_text(player, made)),
        }
    }

    /// The texts of moves, each different from the others.
    fn move_texts(&self, player: Player, moves: &[Move]) -> Vec<String> {
        distinct(moves.iter().map(|&made| self.play.move_text(player, made)).collect())
    }

    /// What a move is in the log.
    pub fn choice(&self, player: Player, text: &str) -> LogEntry {
        let name = self.game.declaration().players.get(player.index());
        LogEntry::Choice { player: name.cloned().unwrap_or_default(), made: text.to_owned() }
    }

    /// What chance does, drawn.
    pub fn draw(&self, stream: &mut Stream) -> Result<LogEntry, Trouble> {
        let (step, _) = self.play.draw(stream)?;
        match step {
            PlayStep::Drawn(text) => Ok(LogEntry::Chance(text)),
            PlayStep::Moves(_) => Err(Trouble::NoSuchChance),
            PlayStep::Chance(made) => {
                let Chance::Listed(moves, _) = self.play.chance()? else {
                    return Err(Trouble::NoSuchChance);
                };
                let place = moves.iter().position(|&listed| listed == made);
                let text = place.and_then(|place| self.chance_texts(moves).into_iter().nth(place));
                text.map(LogEntry::Chance).ok_or(Trouble::NoSuchChance)
            }
        }
    }

    fn chance_texts(&self, moves: &[Move]) -> Vec<String> {
        distinct(moves.iter().map(|&made| self.play.chance_text(made)).collect())
    }

    /// Goes on by a line. If it is refused, nothing has changed.
    pub fn take(&mut self, entry: &LogEntry) -> Result<(), Unfollowed> {
        match (entry, self.due()) {
            (LogEntry::Undo(lines), _) => self.take_back(*lines),
            (LogEntry::Chance(made), Due::Chance) => self.take_chance(entry, made),
            (LogEntry::Choice { player: name, made }, Due::Player(player)) => {
                let expected = self.game.declaration().players.get(player.index());
                match expected.is_some_and(|expected| expected == name) {
                    true => self.take_choice(entry, player, made),
                    false => Err(Unfollowed::NotNext(Due::Player(player))),
                }
            }
            (LogEntry::Chance(_) | LogEntry::Choice { .. }, due) => Err(Unfollowed::NotNext(due)),
        }
    }

    fn take_chance(&mut self, entry: &LogEntry, made: &str) -> Result<(), Unfollowed> {
        let step = match self.play.chance()? {
            Chance::Drawn => PlayStep::Drawn(made.to_owned()),
            Chance::Listed(moves, _) => {
                let texts = self.chance_texts(moves);
                PlayStep::Chance(moves[place_of(made, &texts)?])
            }
        };
        self.play.apply(&step)?;
        self.entries.push((entry.clone(), Some(Vec::new())));
        Ok(())
    }

    fn take_choice(
        &mut self,
        entry: &LogEntry,
        player: Player,
        made: &str,
    ) -> Result<(), Unfollowed> {
        let moves = self.play.moves(player);
        let place = place_of(made, &self.move_texts(player, moves))?;
        let mut joint = self.waiting.clone();
        joint.push(moves[place]);
        let mut information = Vec::new();
        self.play.information(player, &mut information);
        let asked = (player, self.play.memory(player).len(), information);
        if joint.len() < self.play.turn().players().len() {
            self.waiting = joint;
            self.entries.push((entry.clone(), None));
            self.asked.push(asked);
            return Ok(());
        }
        self.play.apply(&PlayStep::Moves(joint.clone()))?;
        self.waiting.clear();
        self.entries.push((entry.clone(), Some(joint)));
        self.asked.push(asked);
        Ok(())
    }

    fn take_back(&mut self, lines: usize) -> Result<(), Unfollowed> {
        if lines > self.entries.len() {
            return Err(Unfollowed::TooMuchUndone);
        }
        for (entry, joint) in self.entries.split_off(self.entries.len() - lines).into_iter().rev() {
            if matches!(entry, LogEntry::Choice { .. }) {
                self.asked.pop();
            }
            match joint {
                None => {
                    self.waiting.pop();
                }
                Some(mut joint) => {
                    self.play.undo();
                    joint.pop();
                    self.waiting = joint;
                }
            }
        }
        Ok(())
    }

    /// What came of the last choice without another one. Only where everything is told may this be shown.
    pub fn consequences(&self) -> Vec<String> {
        match self.waiting[..] {
            [] => self.play.consequences(),
            // Others have yet to choose.
            [..] => Vec::new(),
        }
    }

    /// What the play has been worth, where it is over.
    pub fn payoffs(&self) -> Result<Vec<Exact>, Trouble> {
        self.play.returns()
    }

    /// What is the case. Only where a play is over, or told to everybody, may this be shown.
    pub fn facts(&self) -> Vec<String> {
        self.play.facts()
    }
}

/// All that somebody remembered who remembers more now.
fn prefixes(memory: &Memory) -> Vec<(usize, Vec<u8>)> {
    let mut earlier = memory.clone();
    let mut moments = Vec::new();
    for noticed in (0..memory.len()).rev() {
        earlier.truncate(noticed);
        moments.push((noticed, earlier.bytes().to_vec()));
    }
    moments.reverse();
    moments
}

/// The same texts, with numbers behind those that are the same.
fn distinct(mut texts: Vec<String>) -> Vec<String> {
    let mut sorted: Vec<&String> = texts.iter().collect();
    sorted.sort_unstable();
    let twice: Vec<String> =
        sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone()).collect();
    if !twice.is_empty() {
        for (text, number) in texts.iter_mut().zip(1..) {
            if twice.contains(text) {
                *text = format!("{text} #{number}");
            }
        }
    }
    texts
}

fn place_of(made: &str, texts: &[String]) -> Result<usize, Unfollowed> {
    texts.iter().position(|text| text == made).ok_or_else(|| Unfollowed::NoSuchMove {
        made: made.to_owned(),
        legal: texts.to_vec(),
        meant: closest(made, texts.iter().map(String::as_str)).map(str::to_owned),
    })
}

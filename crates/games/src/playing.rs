//! Plays by strategies: everybody is told what they notice, and asked when it is their turn.

use crate::exact::Exact;
use crate::game::{Move, Play, PlayStep, Player, Trouble, Turn};
use crate::strategy::{Decision, NoChoice, Strategy};
use hexa_logic::{Stop, Stream};

/// Random numbers of a play: those of chance and those of each player do not depend on each other, so that the same
/// cards are dealt whoever plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayStreams {
    chance: Stream,
    players: Vec<Stream>,
}

impl PlayStreams {
    /// Those of a play with this number, for so many players.
    pub fn new(seed: u64, number: u64, players: usize) -> Self {
        Self::of_deal(seed, number, number, players)
    }

    /// Those of a play with this number in which chance does what it does in the play with the number `deal`: the same
    /// cards are dealt, and whoever moves at random moves otherwise.
    pub fn of_deal(seed: u64, deal: u64, number: u64, players: usize) -> Self {
        let first = Stream::new("plays", seed).word();
        let mut words = Stream::new("players", first.wrapping_add(number));
        Self {
            chance: Stream::new("chance", first.wrapping_add(deal)),
            players: (0..players).map(|_| Stream::new("player", words.word())).collect(),
        }
    }
}

/// How a play ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// By the rules; this is what it was worth for each player.
    Over(Vec<Exact>),
    /// It was left after too many steps.
    TooLong,
}

/// Why a play did not come to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abandoned {
    /// Something is wrong with the game.
    Trouble(Trouble),
    /// A player did not move.
    NoChoice(Player, NoChoice),
}

impl From<Trouble> for Abandoned {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// Plays on to the end, or for so many steps. Whoever keeps a log is shown the play before each step.
pub fn play_on(
    play: &mut dyn Play,
    strategies: &mut [Box<dyn Strategy + '_>],
    streams: &mut PlayStreams,
    most_steps: usize,
    stop: &Stop,
    log: &mut dyn FnMut(&dyn Play, &PlayStep),
) -> Result<PlayEnd, Abandoned> {
    let mut told = vec![0; strategies.len()];
    for (strategy, player) in strategies.iter_mut().zip(Player::first(told.len())) {
        strategy.begin(player);
    }
    let mut information = Vec::new();
    for _ in 0..most_steps {
        stop.look().map_err(Trouble::from)?;
        tell(play, strategies, &mut told);
        let step = match play.turn() {
            Turn::Over => return Ok(PlayEnd::Over(play.returns()?)),
            Turn::Chance => play.draw(&mut streams.chance)?.0,
            turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
                let mut moves = Vec::with_capacity(turn.players().len());
                for &player in turn.players() {
                    information.clear();
                    play.information(player, &mut information);
                    let text = |made: Move| play.move_text(player, made);
                    let moves_here = play.moves(player);
                    let (information, moves_asked) = (&information[..], moves_here);
                    let decision =
                        Decision { player, information, moves: moves_asked, text: &text };
                    let strategy = &mut strategies[player.index()];
                    let chosen =
                        strategy.choose(decision, &mut streams.players[player.index()], stop);
                    let chosen = chosen.map_err(|why| Abandoned::NoChoice(player, why))?;
                    let no_move = Trouble::NoSuchMove { player, made: Move(chosen as u32) };
                    moves.push(*moves_here.get(chosen).ok_or(no_move)?);
                }
                PlayStep::Moves(moves)
            }
        };
        log(play, &step);
        play.apply(&step)?;
    }
    match play.turn() {
        Turn::Over => Ok(PlayEnd::Over(play.returns()?)),
        Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Chance => Ok(PlayEnd::TooLong),
    }
}

/// Tells everybody what they have noticed since they were told last.
fn tell(play: &dyn Play, strategies: &mut [Box<dyn Strategy + '_>], told: &mut [usize]) {
    let players = Player::first(told.len());
    for ((strategy, told), player) in strategies.iter_mut().zip(told).zip(players) {
        let memory = play.memory(player);
        memory.since(*told).for_each(|observed| strategy.observe(observed));
        *told = memory.len();
    }
}

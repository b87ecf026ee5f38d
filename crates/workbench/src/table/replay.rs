//! Goes through a play again, as a player saw it or as it was, and says when somebody could have known something: the first
//! moment at which a fact holds in every position that they consider possible.

use super::course::Course;
use super::knowledge::{card_names, settled_facts};
use super::log::{LogEntry, PlayLog};
use super::seating::{EVERYBODY, Seating, player_of};
use super::{OverShown, SeatShown, follow};
use crate::game_argument::{OpenedGame, trouble_problem};
use hexa_games::game::{Player, Trouble};
use hexa_games::words;
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use std::collections::BTreeSet;

/// Whose eyes a play is seen with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayFor {
    /// Those of a player.
    Player(Player),
    /// Everything is told, and what each player could know.
    Everybody,
}

impl ReplayFor {
    /// Whose eyes are meant: those of a named player, or of all; if nobody is named, those of the only person, if there is one.
    pub fn read(
        name: Option<&str>,
        seating: &Seating,
        players: &[String],
    ) -> Result<Self, Diagnostic> {
        match (name, &seating.persons()[..]) {
            (Some(EVERYBODY), _) => Ok(Self::Everybody),
            (Some(name), _) => player_of(name, players).map(Self::Player),
            (None, &[only]) => Ok(Self::Player(only)),
            (None, _) => Ok(Self::Everybody),
        }
    }
}

/// What is told of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "event", rename_all = "snake_case")
)]
pub enum ReplayEvent {
    /// What is told.
    Replay {
        /// The game, by its canonical name.
        game: String,
        /// The players with who played them.
        seats: Vec<SeatShown>,
        /// Whose eyes it is seen with; none, if everything is told.
        player: Option<String>,
    },
    /// Somebody chose, where everything is told.
    Chosen {
        /// The number of the choice, from 1 on.
        choice: usize,
        /// Who; none if it was chance.
        player: Option<String>,
        /// What.
        made: String,
    },
    /// What came of a choice without another one, where everything is told.
    Followed {
        /// In words.
        what: Vec<String>,
    },
    /// What the player noticed.
    Noticed {
        /// In words.
        heard: Vec<String>,
    },
    /// From here on a player could know something.
    CouldKnow {
        /// Who.
        player: String,
        /// What is the case.
        facts: Vec<String>,
        /// How many positions they consider possible; none where they are too many to list.
        positions: Option<usize>,
    },
    /// What a player could know is not looked for any more.
    NotFound {
        /// Who.
        player: String,
        /// Why, in words.
        why: String,
    },
    /// The play was not played to its end.
    Unfinished,
    /// How it ended.
    Over(OverShown),
}

/// What is known of a player's knowledge so far.
struct Watched {
    player: Player,
    noticed: usize,
    known: BTreeSet<String>,
    is_lost: bool,
}

/// Tells the play of a log. The file is what the log is called in messages.
pub fn replay(
    opened: &OpenedGame,
    log: &PlayLog,
    file: &str,
    whom: ReplayFor,
    stop: &Stop,
    tell: &mut dyn FnMut(ReplayEvent),
) -> Result<(), Diagnostic> {
    let whole = follow(opened, log, file, stop)?;
    let entries: Vec<LogEntry> = whole.entries().cloned().collect();
    let declaration = opened.game.declaration();
    let name = |player: Player| declaration.players[player.index()].clone();
    let seats = log
        .head
        .seating
        .seats()
        .map(|(player, taken)| SeatShown { player: player.to_owned(), by: taken.to_string() });
    tell(ReplayEvent::Replay {
        game: log.head.game.clone(),
        seats: seats.collect(),
        player: match whom {
            ReplayFor::Player(player) => Some(name(player)),
            ReplayFor::Everybody => None,
        },
    });
    let players = Player::first(declaration.players.len());
    let is_watched = |player: &Player| match whom {
        ReplayFor::Player(only) => *player == only,
        ReplayFor::Everybody => true,
    };
    // Where everybody sees everything, there is nothing to find out.
    let is_lost = declaration.perfect_information;
    let watched = players.filter(is_watched);
    let mut watched: Vec<Watched> = watched
        .map(|player| Watched { player, noticed: 0, known: BTreeSet::new(), is_lost })
        .collect();
    let course = Course::new(&opened.game, stop);
    let mut course = course.map_err(|trouble| trouble_problem(&*opened.game, &trouble))?;
    for (entry, choice) in entries.iter().zip(1..) {
        if course.take(entry).is_err() {
            // It was followed before.
            break;
        }
        if whom == ReplayFor::Everybody {
            tell(chosen(choice, entry));
            let what = course.consequences();
            if !what.is_empty() {
                tell(ReplayEvent::Followed { what });
            }
        }
        for watched in &mut watched {
            notice(&course, watched, whom, stop, tell)?;
        }
    }
    let over = match course.payoffs() {
        Ok(payoffs) if course.due() == super::Due::Nobody => payoffs,
        Ok(_) | Err(_) => {
            tell(ReplayEvent::Unfinished);
            return Ok(());
        }
    };
    let payoffs = declaration.players.iter().cloned().zip(over.iter().map(ToString::to_string));
    let (payoffs, facts, cards) = (payoffs.collect(), course.facts(), card_names(&opened.game));
    tell(ReplayEvent::Over(OverShown { heard: Vec::new(), payoffs, facts, cards }));
    Ok(())
}

fn chosen(choice: usize, entry: &LogEntry) -> ReplayEvent {
    let (player, made) = match entry {
        LogEntry::Chance(made) => (None, made.clone()),
        LogEntry::Choice { player, made } => (Some(player.clone()), made.clone()),
        LogEntry::Undo(lines) => (None, lines.to_string()),
    };
    ReplayEvent::Chosen { choice, player, made }
}

/// What a player notices of a choice, and what they could know after it.
fn notice(
    course: &Course,
    watched: &mut Watched,
    whom: ReplayFor,
    stop: &Stop,
    tell: &mut dyn FnMut(ReplayEvent),
) -> Result<(), Diagnostic> {
    let seen = course.seen(watched.player);
    let heard = seen.heard_since(watched.noticed);
    let is_new = seen.memory.len() != watched.noticed;
    watched.noticed = seen.memory.len();
    if matches!(whom, ReplayFor::Player(_)) && !heard.is_empty() {
        tell(ReplayEvent::Noticed { heard });
    }
    if !is_new || watched.is_lost {
        return Ok(());
    }
    let player = seen.name().to_owned();
    match settled_facts(&seen, stop) {
        Ok(settled) => {
            let facts: Vec<String> = settled.known.difference(&watched.known).cloned().collect();
            watched.known = settled.known;
            if !facts.is_empty() {
                tell(ReplayEvent::CouldKnow { player, facts, positions: settled.positions });
            }
        }
        Err(hexa_games::belief::NoBelief::Trouble(Trouble::Stopped)) => {
            return Err(Diagnostic::for_stop());
        }
        Err(why) => {
            watched.is_lost = true;
            let why = words::no_belief(&why, course.game().declaration());
            tell(ReplayEvent::NotFound { player, why });
        }
    }
    Ok(())
}

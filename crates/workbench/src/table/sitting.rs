//! Persons sit at a table: who is asked when, who sees the screen, and what happens to what they type. Whoever has a screen,
//! a keyboard and a place for logs lends them as a [`Desk`].

use super::answer::{Heard, Refused, TableEvent};
use super::log::LogEntry;
use super::{Due, MindShown, MindWatch, Next, NotesLevel, Table};
use hexa_games::game::Player;
use hexa_logic::Stop;

/// A screen, a keyboard, and a place for logs.
pub trait Desk {
    /// Why it cannot be used any more.
    type Broken;

    /// Shows something to whoever looks at the screen.
    fn show(&mut self, event: &TableEvent) -> Result<(), Self::Broken>;

    /// The next line that is typed; none at the end.
    fn ask(&mut self, asked: &Asked<'_>) -> Result<Option<String>, Self::Broken>;

    /// What was shown and typed so far is not to be seen any more by whoever looks at the screen next.
    fn hide(&mut self) -> Result<(), Self::Broken>;

    /// Another piece of work begins.
    fn begin(&mut self);

    /// How much is noted down for persons at first.
    fn notes(&self) -> NotesLevel {
        NotesLevel::Nothing
    }

    /// Keeps a line of the log, if the play is kept. It is done when this returns; if not, the reason is told.
    fn keep(&mut self, entry: &LogEntry) -> Result<(), String>;

    /// Keeps the play in this file from now on; this is the log so far.
    fn save(&mut self, file: &str, log: &str) -> Result<(), String>;
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked<'a> {
    /// Nothing: somebody says that they have read what they were told, before the screen is for somebody else. Where nothing
    /// can be hidden, nothing need be asked.
    Read,
    /// Nothing: somebody says that they have the screen now.
    Ready,
    /// Somebody moves, or asks something.
    Line {
        /// Who.
        player: &'a str,
        /// What they can do.
        moves: Vec<String>,
    },
}

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sat {
    /// Whether the play is over.
    pub is_over: bool,
    /// How many lines were refused.
    pub refused: usize,
}

/// What a line did.
enum Done {
    /// The play went on, or back.
    Moved,
    /// Nothing that matters to the play.
    Stayed,
    /// Whoever typed it leaves.
    Left,
}

/// Plays at a table until the persons leave.
pub fn sit<D: Desk>(table: &mut Table, desk: &mut D, stop: &Stop) -> Result<Sat, D::Broken> {
    desk.show(&table.greeting())?;
    if table.watching == MindWatch::Shown && table.minds().is_empty() {
        // It is so as long as they sit here, and said once.
        desk.show(&TableEvent::Minds { minds: Vec::new() })?;
        table.watching = MindWatch::Hidden;
    }
    let players = table.game().declaration().players.len();
    let notes = vec![desk.notes(); players];
    let mut sitting = Sitting { screen: None, refused: 0, notes, minds: Vec::new() };
    loop {
        desk.begin();
        let next = table.next(stop);
        let player = match &next {
            Next::LogEntry(entry) => match keep(table, desk, entry) {
                Ok(()) => {
                    sitting.show_minds(table, desk)?;
                    continue;
                }
                Err(why) => {
                    sitting.refuse(desk, why)?;
                    sitting.viewer(table)
                }
            },
            Next::Refused(why) => {
                sitting.refuse(desk, why.clone())?;
                sitting.viewer(table)
            }
            Next::Person(player) => {
                if !sitting.give_screen(table, desk, *player)? {
                    return Ok(sitting.end(table));
                }
                desk.show(&table.turn(*player))?;
                sitting.show_notes(table, desk, *player, stop)?;
                *player
            }
            Next::Over => {
                let viewer = sitting.viewer(table);
                desk.show(&table.over(viewer))?;
                viewer
            }
        };
        if !sitting.listen(table, desk, player, stop)? {
            return Ok(sitting.end(table));
        }
    }
}

/// Takes a line, and keeps it; nobody is told of it before. A line that the game refuses is not kept, so that whatever stands in
/// a log can be followed; one that cannot be kept is taken back.
fn keep<D: Desk>(table: &mut Table, desk: &mut D, entry: &LogEntry) -> Result<(), Refused> {
    let not_kept = |why| Refused::NotKept { why };
    if matches!(entry, LogEntry::Undo(_)) {
        // It is counted from what was taken, so that it can be done.
        desk.keep(entry).map_err(not_kept)?;
        return table.take(entry);
    }
    table.take(entry)?;
    desk.keep(entry).map_err(|why| match table.take(&LogEntry::Undo(1)) {
        Ok(()) => not_kept(why),
        Err(other) => other,
    })
}

struct Sitting {
    /// Who looks at the screen.
    screen: Option<Player>,
    refused: usize,
    /// How much is noted down for each player.
    notes: Vec<NotesLevel>,
    /// What strategies kept in mind when it was shown last.
    minds: Vec<MindShown>,
}

impl Sitting {
    /// Shows what strategies keep in mind, if somebody wants to see it: what is other than before.
    fn show_minds<D: Desk>(&mut self, table: &Table, desk: &mut D) -> Result<(), D::Broken> {
        if table.watching == MindWatch::Hidden {
            return Ok(());
        }
        let minds = table.minds();
        let is_new = |mind: &&MindShown| !self.minds.iter().any(|before| before.is_same(mind));
        let new: Vec<MindShown> = minds.iter().filter(is_new).cloned().collect();
        self.minds = minds;
        if new.is_empty() {
            return Ok(());
        }
        desk.show(&TableEvent::Minds { minds: new })
    }

    fn end(&self, table: &Table) -> Sat {
        Sat { is_over: table.course().due() == Due::Nobody, refused: self.refused }
    }

    /// Who looks at the screen, or will.
    fn viewer(&self, table: &Table) -> Player {
        self.screen.or_else(|| table.persons().first().copied()).unwrap_or(Player(0))
    }

    fn refuse<D: Desk>(&mut self, desk: &mut D, why: Refused) -> Result<(), D::Broken> {
        self.refused += 1;
        desk.show(&TableEvent::Refused { why })
    }

    /// What is noted down for whoever is asked. Where it cannot be found out, this is said once.
    fn show_notes<D: Desk>(
        &mut self,
        table: &Table,
        desk: &mut D,
        player: Player,
        stop: &Stop,
    ) -> Result<(), D::Broken> {
        let level = self.notes[player.index()];
        for note in table.notes(player, level, stop) {
            desk.show(&note)?;
            if matches!(note, TableEvent::Refused { .. }) {
                self.notes[player.index()] = NotesLevel::Nothing;
                return Ok(());
            }
        }
        Ok(())
    }

    /// The screen is for this person, and for nobody else. False if nobody is there any more.
    fn give_screen<D: Desk>(
        &mut self,
        table: &Table,
        desk: &mut D,
        player: Player,
    ) -> Result<bool, D::Broken> {
        if self.screen == Some(player) {
            return Ok(true);
        }
        if let Some(before) = self.screen {
            let heard = table.heard(before);
            desk.show(&heard)?;
            let is_silent = matches!(&heard, TableEvent::Heard { heard, .. } if heard.is_empty());
            if !is_silent && desk.ask(&Asked::Read)?.is_none() {
                return Ok(false);
            }
            // The next one comes to a screen that is empty already.
            desk.hide()?;
        }
        self.screen = Some(player);
        if table.persons().len() < 2 {
            return Ok(true);
        }
        desk.show(&TableEvent::Pass { to: table.name(player).to_owned() })?;
        if desk.ask(&Asked::Ready)?.is_none() {
            return Ok(false);
        }
        desk.hide()?;
        Ok(true)
    }

    /// Answers lines until one of them moves the play. False if whoever types leaves.
    fn listen<D: Desk>(
        &mut self,
        table: &mut Table,
        desk: &mut D,
        player: Player,
        stop: &Stop,
    ) -> Result<bool, D::Broken> {
        loop {
            let moves = table.course().seen(player).moves().map(str::to_owned).collect();
            let name = table.name(player).to_owned();
            let line = desk.ask(&Asked::Line { player: &name, moves })?;
            let Some(line) = line else { return Ok(false) };
            desk.begin();
            match self.answer(table, desk, (player, &line), stop)? {
                Done::Moved => return Ok(true),
                Done::Left => return Ok(false),
                Done::Stayed => {}
            }
        }
    }

    fn answer<D: Desk>(
        &mut self,
        table: &mut Table,
        desk: &mut D,
        (player, line): (Player, &str),
        stop: &Stop,
    ) -> Result<Done, D::Broken> {
        match table.hear(player, line, stop) {
            Heard::Nothing => Ok(Done::Stayed),
            Heard::Quit => Ok(Done::Left),
            Heard::GoOn => Ok(Done::Moved),
            Heard::Event(TableEvent::Refused { why }) => {
                self.refuse(desk, why)?;
                Ok(Done::Stayed)
            }
            Heard::Event(event) => {
                desk.show(&event)?;
                Ok(Done::Stayed)
            }
            Heard::Notes(level) => {
                self.notes[player.index()] = level;
                desk.show(&TableEvent::Notes { player: table.name(player).to_owned(), level })?;
                self.show_notes(table, desk, player, stop)?;
                Ok(Done::Stayed)
            }
            Heard::Save(file) => {
                match desk.save(&file, &table.log_text()) {
                    Ok(()) => desk.show(&TableEvent::Saved { file })?,
                    Err(why) => self.refuse(desk, Refused::NotKept { why })?,
                }
                Ok(Done::Stayed)
            }
            Heard::LogEntry(entry) => match keep(table, desk, &entry) {
                Ok(()) => {
                    if matches!(entry, LogEntry::Undo(_)) {
                        desk.show(&TableEvent::Undone)?;
                    }
                    self.show_minds(table, desk)?;
                    Ok(Done::Moved)
                }
                Err(why) => {
                    self.refuse(desk, why)?;
                    Ok(Done::Stayed)
                }
            },
        }
    }
}

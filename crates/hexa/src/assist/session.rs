//! A session: a game, its file, and what was looked at last. Whatever changes the game is tried on a copy, written to
//! the file, and only then it is so.

use super::journal::{Journal, Unusable};
use super::reply::{Done, No, Reply};
use hexa_assist::about::about;
use hexa_assist::command::{self, Command};
use hexa_assist::entry::Entry;
use hexa_assist::game::{Game, Refusal, Repair, Way};
use hexa_assist::sheet::{Change, Mark, Sheet};
use hexa_assist::words::{self, Words};
use hexa_engine::Limit;
use hexa_logic::Holder;
use std::path::Path;

/// Longer lines are not read.
const MOST_BYTES: usize = 10_000;

/// A change of a game, as it is written to the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// What happens next.
    Enter(String),
    /// Another line instead of an entry, counted from 0.
    Edit(usize, String),
    /// Without an entry.
    Delete(usize),
    /// A line before an entry.
    Insert(usize, String),
    /// Back.
    Undo,
    /// Forth.
    Redo,
    /// Whether a player accuses as soon as he can.
    Logician(String),
}

/// A session.
#[derive(Debug)]
pub struct Session {
    game: Game,
    journal: Option<Journal>,
    now: Sheet,
    /// The sheet when somebody looked at it last.
    looked: Sheet,
    /// Where drawing at random starts.
    seed: u64,
    /// What was refused last, and the ways out.
    offered: Option<(Op, usize, Vec<Repair>)>,
}

impl Op {
    /// The change that a command asks for.
    fn of(command: &Command) -> Option<Self> {
        let place = |number: usize| number.wrapping_sub(1);
        Some(match command {
            Command::Undo => Self::Undo,
            Command::Redo => Self::Redo,
            Command::Edit(number, line) => Self::Edit(place(*number), line.clone()),
            Command::Delete(number) => Self::Delete(place(*number)),
            Command::Insert(number, line) => Self::Insert(place(*number), line.clone()),
            Command::Logician(name) => Self::Logician(name.clone()),
            _ => return None,
        })
    }

    /// Reads a line of a file.
    pub fn read(line: &str) -> Option<Self> {
        match command::read(line) {
            None => Some(Self::Enter(line.trim().to_owned())),
            Some(Ok(command)) => Self::of(&command),
            Some(Err(_)) => None,
        }
    }

    /// Makes the change. What is written to the file, and what was done.
    pub fn apply(&self, game: &mut Game) -> Result<(String, Done), No> {
        let refused = |refusal: Refusal, line: &str| match refusal {
            Refusal::Unread(unread) => No::Unread { line: line.to_owned(), unread },
            refusal => No::Refused { refusal, repairs: Vec::new() },
        };
        Ok(match self {
            Self::Enter(line) => {
                let entry =
                    game.read(line).map_err(|unread| refused(Refusal::Unread(unread), line))?;
                let text = entry.text(game.setup());
                game.enter(entry).map_err(|refusal| refused(refusal, line))?;
                (text, Done::Entered(game.entries().len() - 1))
            }
            Self::Edit(at, line) => {
                game.edit(*at, line).map_err(|refusal| refused(refusal, line))?;
                let text = game.entries()[*at].text(game.setup());
                (format!("edit {}: {text}", at + 1), Done::Edited(*at))
            }
            Self::Insert(at, line) => {
                game.insert(*at, line).map_err(|refusal| refused(refusal, line))?;
                let text = game.entries()[*at].text(game.setup());
                (format!("insert {}: {text}", at + 1), Done::Inserted(*at))
            }
            Self::Delete(at) => {
                game.delete(*at).map_err(|refusal| refused(refusal, ""))?;
                (format!("delete {}", at + 1), Done::Deleted(*at))
            }
            Self::Undo => {
                game.undo().map_err(|refusal| refused(refusal, ""))?;
                ("undo".to_owned(), Done::Undone)
            }
            Self::Redo => {
                game.redo().map_err(|refusal| refused(refusal, ""))?;
                ("redo".to_owned(), Done::Redone)
            }
            Self::Logician(name) => {
                let [player] = game.setup().player_meant(name)[..] else {
                    let flaw = hexa_assist::setup::Flaw::UnknownPlayer(name.clone());
                    return Err(No::Other(words::flaw(&flaw)));
                };
                let name = game.setup().name(player).to_owned();
                game.turn_logician(player).map_err(|refusal| refused(refusal, ""))?;
                (format!("logician {name}"), Done::Logician(player))
            }
        })
    }
}

impl Session {
    /// A session about a game, with a file to write to.
    pub fn new(game: Game, journal: Option<Journal>) -> Result<Self, Limit> {
        let now = game.sheet()?;
        Ok(Self { game, journal, looked: now.clone(), now, seed: 1, offered: None })
    }

    /// With another start for drawing at random.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Where drawing at random starts.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The sheet as it is.
    pub(super) fn now(&self) -> &Sheet {
        &self.now
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Answers a line.
    pub fn hear(&mut self, line: &str) -> Reply {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Reply::Nothing;
        }
        if line.len() > MOST_BYTES {
            return Reply::No(No::Other(words::TOO_LONG.to_owned()));
        }
        match command::read(line) {
            None => self.change(&[Op::Enter(line.to_owned())], None),
            Some(Err(bad)) => Reply::No(No::Other(words::bad_command(&bad))),
            Some(Ok(command)) => match Op::of(&command) {
                Some(op) => self.change(&[op], None),
                None => self.ask(command),
            },
        }
    }

    /// Makes changes, all or none.
    fn change(&mut self, ops: &[Op], instead: Option<Done>) -> Reply {
        let (mut game, mut lines, mut last) = (self.game.clone(), Vec::new(), None);
        for op in ops {
            match op.apply(&mut game) {
                Ok((line, done)) => {
                    lines.push(line);
                    last = Some(done);
                }
                Err(no) => return Reply::No(self.refused(op, no)),
            }
        }
        let Some(done) = instead.or(last) else { return Reply::Nothing };
        let sheet = match game.sheet() {
            Ok(sheet) => sheet,
            Err(limit) => return gave_up(&limit),
        };
        if let Some(Err(error)) = self.journal.as_mut().map(|journal| journal.append(&lines)) {
            return Reply::No(No::Other(words::not_saved(&error.to_string())));
        }
        let decided = sheet.decided_since(&self.now);
        self.game = game;
        self.now = sheet.clone();
        self.offered = None;
        Reply::Done { done, standing: self.game.standing(), decided, sheet }
    }

    /// Looks for ways out.
    fn refused(&mut self, op: &Op, no: No) -> No {
        let No::Refused { refusal: Refusal::Clash { clash, entries, fresh }, .. } = no else {
            return no;
        };
        let repairs = self.game.repairs(&clash, &entries, fresh);
        self.offered = Some((op.clone(), entries.len(), repairs.clone()));
        No::Refused { refusal: Refusal::Clash { clash, entries, fresh }, repairs }
    }

    /// Takes a way out, by its letter.
    fn fix(&mut self, letter: &str) -> Reply {
        let Some((op, many, repairs)) = self.offered.clone() else {
            return Reply::No(No::Other(words::NOTHING_OFFERED.to_owned()));
        };
        let place = letter.bytes().next().filter(|_| letter.len() == 1);
        let place = place.and_then(|letter| letter.to_ascii_lowercase().checked_sub(b'a'));
        match place.and_then(|place| repairs.get(usize::from(place))) {
            Some(repair) => {
                let ops = self.fixing(&op, repair, many);
                match ops.is_empty() {
                    true => {
                        self.offered = None;
                        Reply::Text(words::LEFT_OUT.to_owned())
                    }
                    false => self.change(&ops, Some(Done::Fixed)),
                }
            }
            None => Reply::No(No::Other(words::no_such_way(repairs.len()))),
        }
    }

    /// The changes that a way out takes, in terms of the entries as they are now.
    fn fixing(&self, op: &Op, repair: &Repair, many: usize) -> Vec<Op> {
        let text = |entry: &Entry| entry.text(self.game.setup());
        let changed = |at: usize| match &repair.way {
            Way::LeaveOut => Op::Delete(at),
            Way::Looser(entry) | Way::Retyped(entry) => Op::Edit(at, text(entry)),
        };
        let before = |at: usize, than: usize| usize::from(repair.way == Way::LeaveOut && at < than);
        let at = repair.entry;
        match (op, &repair.way) {
            (Op::Enter(_), Way::LeaveOut) if at + 1 == many => Vec::new(),
            (Op::Enter(_), Way::Looser(entry) | Way::Retyped(entry)) if at + 1 == many => {
                vec![Op::Enter(text(entry))]
            }
            (Op::Edit(place, _), _) if at == *place => vec![changed(at)],
            (Op::Insert(place, _), Way::LeaveOut) if at == *place => Vec::new(),
            (Op::Insert(place, _), Way::Looser(entry) | Way::Retyped(entry)) if at == *place => {
                vec![Op::Insert(*place, text(entry))]
            }
            (Op::Edit(place, line), _) => {
                vec![changed(at), Op::Edit(place - before(at, *place), line.clone())]
            }
            (Op::Insert(place, line), _) => {
                let old = at - usize::from(at > *place);
                vec![changed(old), Op::Insert(place - before(old, *place), line.clone())]
            }
            (Op::Delete(place), _) => {
                let old = at + usize::from(at >= *place);
                vec![changed(old), Op::Delete(place - before(old, *place))]
            }
            (other, _) => vec![changed(at), other.clone()],
        }
    }

    fn ask(&mut self, command: Command) -> Reply {
        match command {
            Command::Advice(advice) => self.advise(&advice),
            Command::Grid => Reply::Grid(self.look()),
            Command::Envelope => Reply::Envelope(self.look()),
            Command::Changes => self.changes(),
            Command::Why(text) => self.why(&text),
            Command::List => Reply::List(self.game.entries().to_vec()),
            Command::Fix(letter) => self.fix(&letter),
            Command::Settings => {
                let words = Words { setup: self.game.setup() };
                Reply::Text(words.settings(&self.game.out()))
            }
            Command::SaveAs(file) => self.save_as(&file),
            Command::Help(topic) => self.help(&topic),
            _ => Reply::Quit,
        }
    }

    fn look(&mut self) -> Sheet {
        self.looked = self.now.clone();
        self.now.clone()
    }

    fn changes(&mut self) -> Reply {
        let decided = self.now.decided_since(&self.looked);
        let is_moved = |change: &Change| {
            change.holder == Holder::Table
                && change.after.mark() == Mark::Open
                && change.before.mark() == Mark::Open
                && change.before.percent() != change.after.percent()
        };
        let moved = self.now.changes_since(&self.looked).into_iter().filter(is_moved).collect();
        self.look();
        Reply::Changes { decided, moved }
    }

    fn why(&self, text: &str) -> Reply {
        let setup = self.game.setup();
        let about = match about(setup, text) {
            Ok(about) => about,
            Err(not) => return Reply::No(No::Other(words::not_about(setup, &not))),
        };
        let Some(fact) = about.fact(&self.now) else {
            let (holder, card) = (about.place(&self.now), about.card);
            return Reply::Open { holder, card, chance: self.now.chance(holder, card) };
        };
        match self.game.grounds(fact) {
            Ok(Some(grounds)) => Reply::Why { fact, grounds },
            Ok(None) => Reply::No(No::Other(words::NO_GROUNDS.to_owned())),
            Err(limit) => gave_up(&limit),
        }
    }

    fn help(&self, topic: &str) -> Reply {
        if topic == "cards" {
            return Reply::Text(Words { setup: self.game.setup() }.deck());
        }
        match words::help(topic) {
            Some(text) => Reply::Text(text),
            None => Reply::No(No::Other(words::no_help(topic))),
        }
    }

    fn save_as(&mut self, file: &str) -> Reply {
        let Some(journal) = &mut self.journal else {
            return Reply::No(No::Other(words::not_saved(words::NO_FILE)));
        };
        match journal.copy_to(Path::new(file)) {
            Ok(()) => Reply::Text(format!("{}\n", words::saved(file))),
            Err(Unusable::Exists) => Reply::No(No::Other(words::copy_exists(file))),
            Err(Unusable::System(error)) => {
                Reply::No(No::Other(words::not_copied(file, &error.to_string())))
            }
            Err(Unusable::InUse | Unusable::NotText) => {
                Reply::No(No::Other(words::not_copied(file, "")))
            }
        }
    }
}

fn gave_up(limit: &Limit) -> Reply {
    Reply::No(No::Other(words::gave_up(&limit.to_string())))
}

//! Going on with a tournament: what is whole in a table of games is counted, and what follows is played again.

use super::checks::Check;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::tally::Tally;
use std::iter::Peekable;

/// Reads a table line by line, after its header.
pub struct Resumption<'t, C: Iterator<Item = Check>> {
    schedule: &'t Schedule,
    checks: Peekable<C>,
    /// How many games are wanted in the end.
    wanted: u64,
    /// What was read, and how far it is known to be whole.
    read: Check,
    whole: Check,
    checks_bytes: u64,
    checks_read: u64,
    tally: Tally,
    /// What was read and not checked yet.
    round: Vec<GameRecord>,
    pending: Tally,
}

/// How far a table is whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholePart {
    /// Up to here.
    pub check: Check,
    /// How many bytes the checks of it have that stay, their header among them.
    pub checks_bytes: u64,
    /// The same with the check of a part of a piece, which is good until the whole piece has one.
    pub checks_read: u64,
    /// What was counted up to there.
    pub tally: Tally,
}

/// Why a table cannot be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It is not what was written, in the piece from one game up to another, both counted from 0.
    Changed {
        /// The first game of the piece.
        from: u64,
        /// The game after its last one.
        to: u64,
    },
    /// It has more games than are wanted: at least so many.
    More(u64),
}

impl<'t, C: Iterator<Item = Check>> Resumption<'t, C> {
    /// Of a table with these checks, of which so many games are wanted in the end.
    pub fn new(schedule: &'t Schedule, checks: C, wanted: u64) -> Self {
        let (tally, pending) = (Tally::new(schedule), Tally::new(schedule));
        let header = GameRecord::header(schedule);
        let start = Check::default().after(0, header.as_bytes());
        Self {
            schedule,
            checks: checks.peekable(),
            wanted,
            read: start,
            whole: start,
            checks_bytes: Check::HEADER.len() as u64,
            checks_read: Check::HEADER.len() as u64,
            tally,
            round: Vec::new(),
            pending,
        }
    }

    /// What the next lines are held against. After a part of a piece nothing more is.
    pub fn next_check(&mut self) -> Option<Check> {
        if self.is_part(self.whole) { None } else { self.checks.peek().copied() }
    }

    fn is_part(&self, check: Check) -> bool {
        !check.games.is_multiple_of(self.schedule.piece())
    }

    /// The next line, after the header.
    pub fn read(&mut self, line: &[u8]) -> Result<(), Damage> {
        let Some(check) = self.next_check() else { return Ok(()) };
        if check.games > self.wanted {
            return Err(Damage::More(check.games));
        }
        let damage = Damage::Changed { from: self.whole.games, to: check.games };
        let number = self.read.games;
        self.read = self.read.after(1, line);
        let row = std::str::from_utf8(line).ok();
        let record = row.and_then(|row| GameRecord::read_row(row, number, self.schedule).ok());
        self.round.push(record.ok_or(damage)?);
        if self.round.len() as u64 == self.schedule.round() {
            self.pending.add_round(self.schedule, &self.round);
            self.round.clear();
        }
        if self.read.games < check.games {
            return Ok(());
        }
        if self.read != check || !self.round.is_empty() {
            return Err(damage);
        }
        self.checks.next();
        self.checks_read += check.row().len() as u64;
        // The check of a part, where there are to be more games, gives way to that of the whole piece, so that the files come out
        // as if they had never been interrupted.
        if !self.is_part(check) || check.games >= self.wanted {
            self.checks_bytes = self.checks_read;
        }
        self.whole = check;
        self.tally.merge(&self.pending);
        self.pending = Tally::new(self.schedule);
        Ok(())
    }

    /// How far the table is whole.
    pub fn finish(self) -> WholePart {
        let Self { whole: check, checks_bytes, checks_read, tally, .. } = self;
        WholePart { check, checks_bytes, checks_read, tally }
    }
}

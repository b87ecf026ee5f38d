//! A game as it is written down: the set-up, the entries, and the record that they make. Every change makes another
//! version; what is impossible is refused, and the version stays as it was.

mod repair;
mod slip;

pub use repair::{Repair, RepairWay};

use crate::entry::{AccusationVerdict, Context, Entry, Having, Unread, read};
use crate::habit::Habit;
use crate::setup::{self, Setup, SetupFlaw};
use crate::sheet::Sheet;
use hexa_engine::deals::{
    Conflict, Core, Event, Fact, Looks, Misdealt, Obstacle, Reason, Record, Size,
};
use hexa_engine::{Limit, Limits};
use hexa_games::cluedo::edition::{AfterAccusing, LastPlayer, WrongAccusation};
use hexa_logic::{Agent, Card, Holder, Stop, Stopped};

/// Where an event of the record comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// I have this card.
    Hand(Card),
    /// An entry, by its place.
    Entry(usize),
}

/// Something that the record tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Where it comes from.
    pub source: Source,
    /// What it is.
    pub event: Event,
}

/// Why entries are impossible.
#[derive(Clone, Debug)]
pub struct Clash {
    /// What is impossible after the rest.
    pub told: Told,
    /// What is wrong with it.
    pub reason: Reason,
    /// What it is impossible with: as little as there is. Nothing, before that was [looked for](Self::find_grounds).
    pub with: Option<Grounds>,
    /// What was told before, and where that comes from.
    record: Record,
    sources: Vec<Source>,
}

impl PartialEq for Clash {
    fn eq(&self, other: &Self) -> bool {
        // What was told before says the rest.
        (&self.told, &self.reason, &self.with) == (&other.told, &other.reason, &other.with)
            && self.record.events() == other.record.events()
    }
}

impl Eq for Clash {}

impl Clash {
    /// Finds what it is impossible with. It can take long.
    pub fn find_grounds(&mut self) -> Result<(), Limit> {
        let Conflict { events, size, .. } = self.record.conflict(&self.told.event)?;
        let told = |event: usize| Told {
            source: self.sources[event],
            event: self.record.events()[event].clone(),
        };
        self.with = Some(Grounds { told: events.into_iter().map(told).collect(), size });
        Ok(())
    }

    /// All that does not go together, as far as it was looked for.
    pub fn all(&self) -> impl Iterator<Item = &Told> {
        self.with.iter().flat_map(|grounds| &grounds.told).chain([&self.told])
    }
}

/// Why a change is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The line cannot be read.
    Unread(Unread),
    /// There is no entry of that number.
    NoEntry(usize),
    /// Entries would clash.
    Clash {
        /// How.
        clash: Box<Clash>,
        /// The set-up as it would have been.
        setup: Box<Setup>,
        /// The entries as they would have been.
        entries: Vec<Entry>,
        /// Which of them was typed just now.
        fresh: Option<usize>,
    },
    /// It was not found out whether it is possible.
    GaveUp(Limit),
    /// Somebody asked for the end before it was found out, after so many events of so many.
    Unfinished {
        /// How many events were looked at.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// There is nothing to take back.
    NothingToUndo,
    /// Nothing was taken back.
    NothingToRedo,
    /// The game is over before it.
    Over(Standing),
    /// The set-up would be wrong.
    Setup(Vec<SetupFlaw>),
    /// An entry cannot be read with the other set-up.
    NotReread {
        /// Its place.
        entry: usize,
        /// What it says.
        line: String,
    },
    /// The player cannot know what they let slip, whoever showed a card that was not seen.
    CannotKnow(Agent),
}

/// The smallest part of the record that a fact follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grounds {
    /// What is told, in order.
    pub told: Vec<Told>,
    /// Whether there can be less.
    pub size: Size,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It goes on.
    Open,
    /// Somebody has accused rightly, or is the only one left.
    Won(Agent),
    /// All have accused wrongly.
    Lost,
}

/// What is remarkable about a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// The entry says the same as the one before, by its place.
    SameAs(usize),
    /// The player has moved just before.
    MovesAgain(Agent),
    /// What the player lets slip could not be counted, because others may have seen more than was typed.
    NotCounted(Agent),
    /// The player named cards, which only I am taken to have heard.
    OnlyMeHeard(Agent),
}

/// The game at one moment.
#[derive(Clone, Debug)]
struct Version {
    setup: Setup,
    entries: Vec<Entry>,
    record: Record,
    /// Where the events of the record come from.
    sources: Vec<Source>,
}

/// The notebook of a game.
#[derive(Clone, Debug)]
pub struct Notebook {
    now: Version,
    done: Vec<Version>,
    undone: Vec<Version>,
    limits: Limits,
    stop: Stop,
}

impl Notebook {
    /// A game in which nothing has happened.
    pub fn new(setup: Setup, limits: Limits) -> Result<Self, Misdealt> {
        let now = Version::new(setup, limits.clone())?;
        Ok(Self { now, done: Vec::new(), undone: Vec::new(), limits, stop: Stop::new() })
    }

    /// The same, with something to end its work by.
    pub fn with_stop(self, stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// What ends its work.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.now.setup
    }

    /// What has happened.
    pub fn entries(&self) -> &[Entry] {
        &self.now.entries
    }

    /// The record of it.
    pub fn record(&self) -> &Record {
        &self.now.record
    }

    /// Which entry an event of the record comes from.
    pub fn source(&self, event: usize) -> Option<Source> {
        self.now.sources.get(event).copied()
    }

    /// Where the cards can be.
    pub fn sheet(&self) -> Result<Sheet, Limit> {
        Sheet::of(&self.now.record)
    }

    /// Who accused wrongly before an entry.
    pub fn out_before(&self, entry: usize) -> Vec<Agent> {
        out(self.now.entries.iter().take(entry))
    }

    /// Who accused wrongly.
    pub fn out(&self) -> Vec<Agent> {
        out(self.now.entries.iter())
    }

    /// Those who are not asked any more.
    pub fn silent(&self) -> Vec<Agent> {
        match self.setup().edition().after_accusing {
            AfterAccusing::StillShow => Vec::new(),
            AfterAccusing::NotAsked => self.out(),
        }
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        let won = self.now.entries.iter().find_map(|entry| match entry {
            Entry::Accusation { accuser, verdict: AccusationVerdict::Right, .. } => Some(*accuser),
            Entry::Accusation { verdict: AccusationVerdict::Wrong, .. }
            | Entry::Suspicion { .. }
            | Entry::Seen { .. }
            | Entry::Slip { .. }
            | Entry::Pass(_) => None,
        });
        standing_of(self.setup(), won, &self.out())
    }

    /// Who moves next, as far as the entries tell: the next player who has not accused wrongly.
    pub fn next_mover(&self) -> Agent {
        let (many, out) = (self.setup().players().len(), self.out());
        let last = self.now.entries.iter().rev().find_map(Entry::mover);
        let first = last.map_or(0, |last| last.index() + 1);
        let seats = (first..first + many).map(|seat| Agent::from_index(seat % many));
        seats.clone().find(|player| !out.contains(player)).unwrap_or(self.setup().me())
    }

    /// Reads a line as what happens next.
    pub fn read(&self, line: &str) -> Result<Entry, Unread> {
        read(Context { setup: self.setup(), out: &self.out() }, line)
    }

    /// Writes down what happens next.
    pub fn enter(&mut self, entry: Entry) -> Result<(), Refusal> {
        let fresh = Some(self.now.entries.len());
        let entries = self.now.entries.iter().cloned().chain([entry]).collect();
        self.change(entries, fresh)
    }

    /// Writes another line instead of an entry, counted from 0.
    pub fn edit(&mut self, at: usize, line: &str) -> Result<(), Refusal> {
        self.exists(at)?;
        let context = Context { setup: self.setup(), out: &self.out_before(at) };
        let entry = read(context, line).map_err(Refusal::Unread)?;
        let mut entries = self.now.entries.clone();
        entries[at] = entry;
        self.change(entries, Some(at))
    }

    /// Puts a line before an entry.
    pub fn insert(&mut self, at: usize, line: &str) -> Result<(), Refusal> {
        if at > self.now.entries.len() {
            return Err(Refusal::NoEntry(at));
        }
        let context = Context { setup: self.setup(), out: &self.out_before(at) };
        let entry = read(context, line).map_err(Refusal::Unread)?;
        let mut entries = self.now.entries.clone();
        entries.insert(at, entry);
        self.change(entries, Some(at))
    }

    /// Leaves an entry out.
    pub fn delete(&mut self, at: usize) -> Result<(), Refusal> {
        self.exists(at)?;
        let mut entries = self.now.entries.clone();
        entries.remove(at);
        self.change(entries, None)
    }

    /// Whether a player has a habit: the other way round than before.
    pub fn turn_habit(&mut self, habit: Habit, player: Agent) -> Result<(), Refusal> {
        let setup = self.setup().turn_habit(habit, player);
        let entries = self.now.entries.clone();
        let next = self.now.with(setup, entries, None, &self.stop)?;
        self.go_to(next);
        Ok(())
    }

    /// Changes the set-up, in the words of a set-up: one or more lines, with `;` between them. What was entered is read anew.
    pub fn set(&mut self, lines: &str) -> Result<(), Refusal> {
        let old = self.setup();
        let setup = setup::amend(old, lines).map_err(Refusal::Setup)?;
        let named = old.with_names_of(&setup);
        let (mut entries, mut out) = (Vec::new(), Vec::new());
        for (at, entry) in self.now.entries.iter().enumerate() {
            let line = entry.text(&named);
            let entry = read(Context { setup: &setup, out: &out }, &line)
                .map_err(|_| Refusal::NotReread { entry: at, line })?;
            if let Entry::Accusation { accuser, verdict: AccusationVerdict::Wrong, .. } = &entry {
                out.push(*accuser);
            }
            entries.push(entry);
        }
        let misdealt = |misdealt| Refusal::Setup(vec![SetupFlaw::Misdealt(misdealt)]);
        let empty = Version::new(setup.clone(), self.limits.clone()).map_err(misdealt)?;
        let next = empty.with(setup, entries, None, &self.stop)?;
        self.go_to(next);
        Ok(())
    }

    /// How many changes can be taken back.
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    /// Makes all changes but the first so many one that is taken back at once.
    pub fn merge_down_to(&mut self, depth: usize) {
        self.done.truncate(depth + 1);
    }

    /// What is remarkable about an entry.
    pub fn notes(&self, at: usize) -> Vec<Note> {
        let mut notes = Vec::new();
        let Some(entry) = self.now.entries.get(at) else { return notes };
        if let Some(before) = at.checked_sub(1)
            && self.now.entries[before] == *entry
        {
            notes.push(Note::SameAs(before));
        } else if let Entry::Suspicion { asker, .. } | Entry::Pass(asker) = entry
            && self.now.entries[..at].iter().rev().find_map(Entry::mover) == Some(*asker)
        {
            notes.push(Note::MovesAgain(*asker));
        }
        if let Entry::Accusation { accuser, named: Some(_), verdict: AccusationVerdict::Wrong } =
            entry
            && *accuser != self.now.setup.me()
            && self.now.setup.edition().wrong_accusation == WrongAccusation::NotHeard
        {
            notes.push(Note::OnlyMeHeard(*accuser));
        }
        if let Entry::Slip { player, .. } = entry {
            let events = self.now.sources.iter().enumerate();
            let mut events = events.filter(|(_, source)| **source == Source::Entry(at));
            if events.any(|(event, _)| !self.now.record.is_counted(event)) {
                notes.push(Note::NotCounted(*player));
            }
        }
        notes
    }

    /// Takes the last change back.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let before = self.done.pop().ok_or(Refusal::NothingToUndo)?;
        self.undone.push(std::mem::replace(&mut self.now, before));
        Ok(())
    }

    /// Takes back what was taken back.
    pub fn redo(&mut self) -> Result<(), Refusal> {
        let after = self.undone.pop().ok_or(Refusal::NothingToRedo)?;
        self.done.push(std::mem::replace(&mut self.now, after));
        Ok(())
    }

    /// What a fact follows from; none, if it is not certain.
    pub fn grounds(&self, fact: Fact) -> Result<Option<Grounds>, Limit> {
        let Some(Core { events, size }) = self.now.record.why(fact)? else { return Ok(None) };
        let told = events.into_iter().map(|event| self.now.told_by(event)).collect();
        Ok(Some(Grounds { told, size }))
    }

    fn exists(&self, at: usize) -> Result<(), Refusal> {
        match at < self.now.entries.len() {
            true => Ok(()),
            false => Err(Refusal::NoEntry(at)),
        }
    }

    fn change(&mut self, entries: Vec<Entry>, fresh: Option<usize>) -> Result<(), Refusal> {
        let next = self.now.with(self.now.setup.clone(), entries, fresh, &self.stop)?;
        self.go_to(next);
        Ok(())
    }

    fn go_to(&mut self, next: Version) {
        self.undone.clear();
        self.done.push(std::mem::replace(&mut self.now, next));
    }
}

impl Version {
    /// A game in which nothing has happened.
    fn new(setup: Setup, limits: Limits) -> Result<Self, Misdealt> {
        let record = setup.record(limits)?;
        let sources = setup.hand().iter().map(|&card| Source::Hand(card)).collect();
        Ok(Self { setup, entries: Vec::new(), record, sources })
    }

    /// Other entries, one of which may have been typed just now.
    fn with(
        &self,
        setup: Setup,
        entries: Vec<Entry>,
        fresh: Option<usize>,
        stop: &Stop,
    ) -> Result<Self, Refusal> {
        if let Some(standing) = over_before_end(&setup, &entries) {
            return Err(Refusal::Over(standing));
        }
        let hand = setup.hand().len();
        let told = events(&setup, &entries);
        let told_count = told.len();
        let old = &self.record.events()[hand..];
        let same = old.iter().zip(&told).take_while(|(old, new)| **old == new.event).count();
        let mut record = self.record.up_to(hand + same).with_memory(setup.remembering());
        let mut sources = self.sources[..hand].to_vec();
        sources.extend(told.iter().map(|told| told.source));
        for (done, told) in told.iter().enumerate().skip(same) {
            let unfinished = Refusal::Unfinished { done, of: told_count };
            stop.count(1).map_err(|Stopped| unfinished)?;
            match record.try_with(told.event.clone()) {
                Ok(next) => {
                    if let Some(player) = slip::cannot_know(&next).map_err(Refusal::GaveUp)? {
                        return Err(Refusal::CannotKnow(player));
                    }
                    record = next;
                }
                Err(Obstacle::GaveUp(limit)) => return Err(Refusal::GaveUp(limit)),
                Err(Obstacle::Reason(reason)) => {
                    let clash = Clash { told: told.clone(), reason, with: None, record, sources };
                    let (clash, setup) = (Box::new(clash), Box::new(setup));
                    return Err(Refusal::Clash { clash, setup, entries, fresh });
                }
            }
        }
        Ok(Self { setup, entries, record, sources })
    }

    fn told_by(&self, event: usize) -> Told {
        Told { source: self.sources[event], event: self.record.events()[event].clone() }
    }
}

/// How a game stands in which somebody accused rightly, and some wrongly.
fn standing_of(setup: &Setup, won: Option<Agent>, out: &[Agent]) -> Standing {
    let left: Vec<Agent> = setup.players().filter(|player| !out.contains(player)).collect();
    match (won, &left[..], setup.edition().last_player) {
        (Some(winner), ..) => Standing::Won(winner),
        (None, [], _) => Standing::Lost,
        (None, [last], LastPlayer::Wins) => Standing::Won(*last),
        (None, ..) => Standing::Open,
    }
}

/// How the game stands if it is over before its last entry.
fn over_before_end(setup: &Setup, entries: &[Entry]) -> Option<Standing> {
    let mut out = Vec::new();
    for entry in entries.split_last().map_or(&[][..], |(_, before)| before) {
        let Entry::Accusation { accuser, verdict, .. } = entry else { continue };
        let won = match verdict {
            AccusationVerdict::Right => Some(*accuser),
            AccusationVerdict::Wrong => {
                out.push(*accuser);
                None
            }
        };
        match standing_of(setup, won, &out) {
            Standing::Open => {}
            over @ (Standing::Won(_) | Standing::Lost) => return Some(over),
        }
    }
    None
}

/// Who accused wrongly.
fn out<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<Agent> {
    let wrong = entries.filter_map(|entry| match entry {
        Entry::Accusation { accuser, verdict: AccusationVerdict::Wrong, .. } => Some(*accuser),
        Entry::Accusation { verdict: AccusationVerdict::Right, .. }
        | Entry::Suspicion { .. }
        | Entry::Seen { .. }
        | Entry::Slip { .. }
        | Entry::Pass(_) => None,
    });
    wrong.collect()
}

/// What entries say. A logician who ends a move cannot win; it has ended unless the next thing that anybody does is that
/// the logician accuses.
fn events(setup: &Setup, entries: &[Entry]) -> Vec<Told> {
    let (mut told, mut out) = (Vec::new(), Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        let source = Source::Entry(at);
        let events = entry.events(Context { setup, out: &out });
        let events = events.into_iter().map(|event| as_far_as_told(event, setup, entries));
        told.extend(events.map(|event| Told { source, event }));
        let ended = ended_by(entry, &entries[at + 1..]).filter(|&player| setup.is_logician(player));
        told.extend(ended.map(|player| Told { source, event: Event::NoWin(player) }));
        if let Entry::Accusation { accuser, verdict: AccusationVerdict::Wrong, .. } = entry {
            out.push(*accuser);
        }
    }
    told
}

/// What I saw in the envelope and have not written down is left out: I have then seen nothing there.
fn as_far_as_told(mut event: Event, setup: &Setup, entries: &[Entry]) -> Event {
    let is_told = |category: &Vec<Card>| {
        entries.iter().any(|entry| matches!(entry, Entry::Seen { holder: Holder::Table, having: Having::Has, cards, .. } if cards.iter().any(|card| category.contains(card))))
    };
    if let Event::WrongAccusation { accuser, looks, .. } = &mut event
        && *accuser == setup.me()
        && !setup.deck().dealt_categories().iter().all(is_told)
    {
        *looks = Looks::AtNothing;
    }
    event
}

/// Whose move an entry ends without an accusation.
fn ended_by(entry: &Entry, later: &[Entry]) -> Option<Agent> {
    let player = match entry {
        Entry::Suspicion { asker, .. } => *asker,
        Entry::Pass(player) => *player,
        Entry::Accusation { .. } | Entry::Seen { .. } | Entry::Slip { .. } => return None,
    };
    let next = later.iter().find(|entry| entry.mover().is_some());
    let accuses = matches!(next, Some(Entry::Accusation { accuser, .. }) if *accuser == player);
    (!accuses).then_some(player)
}

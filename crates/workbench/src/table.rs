//! A table at which a game is played: persons and strategies take seats, lines are typed, and everybody is shown what they
//! may see, as data. Every choice is a line of a log, which whoever keeps it writes down before anybody is told; a play that was
//! interrupted is a log that is followed. The same seed and the same lines give the same play: random numbers depend on how
//! many choices were made, and on nothing else.
//!
//! Nothing here does I/O or looks at a clock.

mod answer;
mod course;
mod knowledge;
pub mod log;
mod minds;
mod replay;
mod seating;
mod seen;
mod sitting;
#[cfg(test)]
mod tests;
mod typed;

pub use answer::{
    FactStanding, Heard, ListedName, ListedNames, OverShown, Refused, SeatShown, TableEvent,
    TurnShown, ViewShown, WhyShown,
};
pub use course::{Course, Due, Unfollowed};
pub use knowledge::{BoardPlace, FactLayout, KnownDetail, KnownShown, compare_numbers, layouts};
pub use minds::{MindCardShown, MindModelShown, MindShown};
pub use replay::{ReplayEvent, ReplayFor, replay};
pub use seating::{EVERYBODY, SeatWishes, Seating, TakenBy, USUAL_STRATEGY, player_of};
pub use seen::Seen;
pub use sitting::{Asked, Desk, Sat, sit};
pub use typed::{COMMANDS, NotUnderstood, NotesLevel, TableCommand, Typed, has_numbers};

use crate::game_argument::{Fingerprint, OpenedGame, trouble_problem};
use crate::strategy_argument::{OpenedStrategy, StrategyName, StrategyTexts, read_strategy_name};
use hexa_games::game::{Game, Player, Trouble};
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::words;
use hexa_logic::{Stop, Stream};
use hexa_text::{Code, Diagnostic};
use log::{LogEntry, LogHead, PlayLog};
use std::sync::Arc;

/// A play with those who play it.
pub struct Table {
    opened: OpenedGame,
    head: LogHead,
    course: Course,
    /// What plays the players that no person plays.
    strategies: Vec<Option<OpenedStrategy>>,
    /// Where strategies come from that are asked for later.
    texts: Box<dyn StrategyTexts>,
    /// Whether what strategies keep in mind is shown after each step.
    pub watching: MindWatch,
}

/// Whether what strategies keep in mind is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MindWatch {
    /// It is hidden, as it is from players.
    #[default]
    Hidden,
    /// It is shown after each step.
    Shown,
}

/// So much that is new is explained at once.
const MOST_REASONS: usize = 8;

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A line that chance or a strategy chose, which has to be taken, and kept before anybody is told.
    LogEntry(LogEntry),
    /// A person is asked.
    Person(Player),
    /// Nothing: the play is over.
    Over,
    /// It does not go on.
    Refused(Refused),
}

impl Table {
    /// A play that begins. Which strategy files play is added to the head.
    pub fn begin(
        opened: OpenedGame,
        head: LogHead,
        texts: Box<dyn StrategyTexts>,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        let strategies = head.seating.open_strategies(&opened, &*texts)?;
        let head = LogHead { strategies: files_of(&strategies), ..head };
        let course = Course::new(&opened.game, stop);
        let course = course.map_err(|trouble| trouble_problem(&*opened.game, &trouble))?;
        Ok(Self { opened, head, course, strategies, texts, watching: MindWatch::default() })
    }

    /// A play that goes on after what a log says. The file is what the log is called in messages.
    pub fn resume(
        opened: OpenedGame,
        log: &PlayLog,
        file: &str,
        texts: Box<dyn StrategyTexts>,
        stop: &Stop,
    ) -> Result<Self, Diagnostic> {
        let course = follow(&opened, log, file, stop)?;
        let head = log.head.clone();
        let strategies = head.seating.open_strategies(&opened, &*texts);
        let strategies = strategies.map_err(|problem| in_log(file, problem))?;
        check_files(&head, &files_of(&strategies), file)?;
        Ok(Self { opened, head, course, strategies, texts, watching: MindWatch::default() })
    }

    /// What is played, with its name and what is strange about its text.
    pub fn opened(&self) -> &OpenedGame {
        &self.opened
    }

    /// What is played.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.opened.game
    }

    /// What stands in the log before the play.
    pub fn head(&self) -> &LogHead {
        &self.head
    }

    /// The play.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The whole log.
    pub fn log_text(&self) -> String {
        let lines: String = self.course.entries().map(|entry| format!("{entry}\n")).collect();
        log::begin(&self.head) + &lines
    }

    /// How it begins.
    pub fn greeting(&self) -> TableEvent {
        let seats = self
            .head
            .seating
            .seats()
            .map(|(player, taken)| SeatShown { player: player.to_owned(), by: taken.to_string() });
        TableEvent::Began {
            game: self.head.game.clone(),
            about: self.game().declaration().about.clone(),
            seats: seats.collect(),
            seed: self.head.seed,
            is_resumed: self.course.entries().len() > 0 && self.course.due() != Due::Nobody,
        }
    }

    /// The persons who play.
    pub fn persons(&self) -> Vec<Player> {
        self.head.seating.persons()
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        self.game().declaration().players.get(player.index()).map_or("", String::as_str)
    }

    /// Random numbers for the next choice.
    fn stream(&self, of: &str) -> Stream {
        let first = Stream::new("table", self.head.seed).word();
        Stream::new(of, first.wrapping_add(self.course.entries().len() as u64))
    }

    /// What comes next. Chance and strategies choose; nothing has changed until their choice is taken.
    pub fn next(&self, stop: &Stop) -> Next {
        match self.course.due() {
            Due::Nobody => Next::Over,
            Due::Chance => match self.course.draw(&mut self.stream("chance")) {
                Ok(entry) => Next::LogEntry(entry),
                Err(trouble) => Next::Refused(self.trouble(&trouble)),
            },
            Due::Player(player) => match self.strategies.get(player.index()) {
                Some(Some(strategy)) => self.choose(player, strategy, stop),
                Some(None) | None => Next::Person(player),
            },
        }
    }

    fn choose(&self, player: Player, opened: &OpenedStrategy, stop: &Stop) -> Next {
        let seen = self.course.seen(player);
        let no_choice = |why: String| {
            let (player, strategy) = (self.name(player).to_owned(), opened.name.to_string());
            Next::Refused(Refused::NoChoice { player, strategy, why })
        };
        let mut strategy = match opened.make(self.game()) {
            Ok(strategy) => strategy,
            Err(problem) => return no_choice(problem.message),
        };
        match seen.ask(&mut *strategy, &mut self.stream("player"), stop) {
            Ok(made) => Next::LogEntry(self.course.choice(player, made)),
            Err(why) => no_choice(words::no_choice(&why, self.game().declaration())),
        }
    }

    fn trouble(&self, trouble: &Trouble) -> Refused {
        Refused::Trouble { why: words::trouble(trouble, self.game().declaration()) }
    }

    /// Takes a line. If the game refuses it, nothing has changed, and it is not to be kept.
    pub fn take(&mut self, entry: &LogEntry) -> Result<(), Refused> {
        self.course.take(entry).map_err(|why| {
            let why = crate::words::table::unfollowed(&why, self.game().declaration());
            Refused::Trouble { why }
        })
    }

    /// What a person is shown who is asked.
    pub fn turn(&self, player: Player) -> TableEvent {
        let seen = self.course.seen(player);
        let shown = seen.view().and_then(|view| Ok((view, seen.heard_lately()?)));
        match shown {
            Err(trouble) => TableEvent::Refused { why: self.trouble(&trouble) },
            Ok((view, heard)) => TableEvent::Turn(TurnShown {
                player: seen.name().to_owned(),
                heard,
                lines: view.lines,
                board: view.board,
                moves: seen.moves().map(str::to_owned).collect(),
            }),
        }
    }

    /// What a person has heard after they moved.
    pub fn heard(&self, player: Player) -> TableEvent {
        let seen = self.course.seen(player);
        match seen.heard_lately() {
            Ok(mut heard) => {
                let chosen = seen.waiting.as_ref();
                heard.extend(chosen.map(|made| crate::words::table::chosen(made)));
                TableEvent::Heard { player: seen.name().to_owned(), heard }
            }
            Err(trouble) => TableEvent::Refused { why: self.trouble(&trouble) },
        }
    }

    /// What is noted down for a person.
    pub fn notes(&self, player: Player, level: NotesLevel, stop: &Stop) -> Vec<TableEvent> {
        let seen = self.course.seen(player);
        let known = |detail| vec![knowledge::known(&seen, detail, stop)];
        match level {
            NotesLevel::Nothing => Vec::new(),
            NotesLevel::Marks => known(KnownDetail::Facts),
            NotesLevel::Chances => known(KnownDetail::Chances),
            NotesLevel::Reasons => {
                let mut notes = known(KnownDetail::Chances);
                // Where it could not be found out, the grid says so already.
                let news = knowledge::news(&seen, stop).unwrap_or_default();
                let mut reasons = Vec::new();
                for fact in news.iter().take(MOST_REASONS) {
                    match knowledge::find_reason(&seen, fact, stop) {
                        Ok(reason) => reasons.push(reason),
                        Err(why) => notes.push(TableEvent::Refused { why }),
                    }
                }
                notes.extend((!reasons.is_empty()).then_some(TableEvent::Reasons { reasons }));
                notes
            }
        }
    }

    /// How it ended, with what whoever looks at the screen has heard of it.
    pub fn over(&self, viewer: Player) -> TableEvent {
        let payoffs = match self.course.payoffs() {
            Ok(payoffs) => payoffs,
            Err(trouble) => return TableEvent::Refused { why: self.trouble(&trouble) },
        };
        let players = self.game().declaration().players.iter();
        let heard = self.course.seen(viewer).heard_lately().unwrap_or_default();
        TableEvent::Over(OverShown {
            heard,
            payoffs: players.cloned().zip(payoffs.iter().map(ToString::to_string)).collect(),
            facts: self.course.facts(),
            cards: knowledge::card_names(self.game()),
        })
    }

    /// Reads a line of a person who is asked, or of one whose play is over, and answers it.
    pub fn hear(&self, player: Player, line: &str, stop: &Stop) -> Heard {
        let seen = self.course.seen(player);
        let moves: Vec<&str> = seen.moves().collect();
        match typed::read(line, &moves) {
            Typed::Nothing => Heard::Nothing,
            Typed::Move(at) => Heard::LogEntry(self.course.choice(player, moves[at])),
            Typed::NotUnderstood(_) if self.course.due() == Due::Nobody => refuse(Refused::Over),
            Typed::NotUnderstood(why) => refuse(Refused::NotUnderstood {
                line: line.trim().to_owned(),
                why,
                moves: moves.into_iter().map(str::to_owned).collect(),
            }),
            Typed::Command(command) => self.obey(&seen, command, stop),
        }
    }

    fn obey(&self, seen: &Seen, command: TableCommand, stop: &Stop) -> Heard {
        let player = seen.name().to_owned();
        Heard::Event(match command {
            TableCommand::Quit => return Heard::Quit,
            TableCommand::GoOn => return Heard::GoOn,
            TableCommand::Save(file) => return Heard::Save(file),
            TableCommand::Notes(level) => return Heard::Notes(level),
            TableCommand::Undo => {
                return self.lines_to_undo(seen.player()).map_or_else(
                    || refuse(Refused::NothingToUndo),
                    |lines| Heard::LogEntry(LogEntry::Undo(lines)),
                );
            }
            TableCommand::Help => TableEvent::Help,
            TableCommand::Moves => {
                TableEvent::Moves { player, moves: seen.moves().map(str::to_owned).collect() }
            }
            TableCommand::View | TableCommand::Log => match (seen.view(), command) {
                (Err(trouble), _) => TableEvent::Refused { why: self.trouble(&trouble) },
                (Ok(view), TableCommand::Log) => TableEvent::Log { player, heard: view.heard },
                (Ok(view), _) => {
                    let (lines, board, heard) = (view.lines, view.board, view.heard);
                    TableEvent::View(ViewShown { player, lines, board, heard })
                }
            },
            TableCommand::Know => knowledge::known(seen, KnownDetail::Facts, stop),
            TableCommand::Chances => knowledge::known(seen, KnownDetail::Chances, stop),
            TableCommand::Why(fact) => knowledge::why(seen, &fact, stop),
            TableCommand::Hint(name) => self.hint(seen, name.as_deref(), stop),
            TableCommand::Replay(whom) => match self.tell_again(whom.as_deref(), stop) {
                Ok(events) => TableEvent::Replayed { events },
                Err(why) => TableEvent::Refused { why: Refused::NoReplay { why } },
            },
        })
    }

    /// The play again, as a player saw it or all of it. While it goes on, what others see is hidden.
    fn tell_again(&self, whom: Option<&str>, stop: &Stop) -> Result<Vec<ReplayEvent>, String> {
        if self.course.due() != Due::Nobody {
            return Err("the play is not over".to_owned());
        }
        let players = &self.game().declaration().players;
        let whom = whom.unwrap_or(EVERYBODY);
        let whom = ReplayFor::read(Some(whom), &self.head.seating, players);
        let entries = (1..).zip(self.course.entries().cloned()).collect();
        let log = PlayLog { head: self.head.clone(), entries, torn: None, end: 0 };
        let mut events = Vec::new();
        let told = whom.and_then(|whom| {
            replay(&self.opened, &log, "the log", whom, stop, &mut |event| events.push(event))
        });
        told.map(|()| events).map_err(|problem| problem.message)
    }

    /// How many lines lie between now and before the last choice of a player.
    fn lines_to_undo(&self, player: Player) -> Option<usize> {
        let name = self.name(player);
        let is_theirs =
            |entry: &LogEntry| matches!(entry, LogEntry::Choice { player, .. } if player == name);
        self.course.entries().rev().position(is_theirs).map(|back| back + 1)
    }

    fn hint(&self, seen: &Seen, name: Option<&str>, stop: &Stop) -> TableEvent {
        if seen.moves().len() == 0 {
            return TableEvent::Refused { why: Refused::Over };
        }
        let no_hint = |strategy: &str, why: String| TableEvent::Refused {
            why: Refused::NoHint { strategy: strategy.to_owned(), why },
        };
        let named = name.map_or_else(|| Ok(self.adviser()), read_strategy_name);
        let made = named.and_then(|name| {
            let opened = OpenedStrategy::open(&name, &self.opened, &*self.texts)?;
            opened.check_players([seen.player()], self.game())?;
            Ok((name.to_string(), opened.make(self.game())?))
        });
        let (text, mut strategy) = match made {
            Ok(made) => made,
            Err(problem) => {
                let help = problem.way_out.map(|way_out| format!("; {way_out}"));
                let name = name.unwrap_or_default();
                // Whoever reads it is told which strategy it is already.
                let prefix = format!("`{name}`: ");
                let why = problem.message.strip_prefix(&prefix).unwrap_or(&problem.message);
                return no_hint(name, format!("{why}{}", help.unwrap_or_default()));
            }
        };
        // What is drawn depends on what the player knows alone.
        let known =
            Stream::new("hint", self.head.seed ^ Fingerprint::of_bytes(&seen.information).0);
        match seen.ask(&mut *strategy, &mut { known }, stop) {
            Ok(made) => TableEvent::Hint {
                strategy: text,
                made: made.to_owned(),
                why: strategy.explain().as_ref().map(words::why),
            },
            Err(why) => no_hint(&text, words::no_choice(&why, self.game().declaration())),
        }
    }

    /// The strategy that gives hints: the first of these that is for the game.
    fn adviser(&self) -> StrategyName {
        let advisers = ["measure", "logician", "montecarlo"].map(Named::word);
        let fits = |named: &Named| named_strategy(named, self.game()).is_ok();
        let first = advisers.into_iter().find(fits);
        StrategyName::Known(first.unwrap_or_else(|| Named::word(USUAL_STRATEGY)))
    }
}

fn refuse(why: Refused) -> Heard {
    Heard::Event(TableEvent::Refused { why })
}

/// The play that a log tells, line by line. What it says is checked: the game's text, the players, every move.
pub fn follow(
    opened: &OpenedGame,
    log: &PlayLog,
    file: &str,
    stop: &Stop,
) -> Result<Course, Diagnostic> {
    check_head(opened, &log.head, file)?;
    let course = Course::new(&opened.game, stop);
    let mut course = course.map_err(|trouble| trouble_problem(&*opened.game, &trouble))?;
    for (line, entry) in &log.entries {
        course.take(entry).map_err(|why| {
            let declaration = opened.game.declaration();
            crate::words::table::unfollowed_problem(file, (*line, entry), &why, declaration)
        })?;
    }
    Ok(course)
}

/// Whether a log is of this game.
pub fn check_head(opened: &OpenedGame, head: &LogHead, file: &str) -> Result<(), Diagnostic> {
    if head.fingerprint != opened.fingerprint {
        let message = format!("{file}: the file of the game, {}, is another one now", head.game);
        let shown = |print: Option<Fingerprint>| {
            print.map_or_else(|| "none".to_owned(), |print| print.to_string())
        };
        let (then, now) = (shown(head.fingerprint), shown(opened.fingerprint));
        return Err(Diagnostic::without_place(Code::BadLog, message)
            .note(format!("the fingerprint of its text was {then}, and is {now}"))
            .help("bring back the file that was played, or begin a new play"));
    }
    let players = &opened.game.declaration().players;
    head.seating.check(players).map_err(|problem| in_log(file, problem))
}

/// The files of strategies with the fingerprints of their texts, each once.
fn files_of(strategies: &[Option<OpenedStrategy>]) -> Vec<(String, Fingerprint)> {
    let mut files: Vec<_> = strategies.iter().flatten().flat_map(OpenedStrategy::files).collect();
    files.sort();
    files.dedup();
    files
}

/// Whether strategy files still say what they said.
fn check_files(
    head: &LogHead,
    now: &[(String, Fingerprint)],
    file: &str,
) -> Result<(), Diagnostic> {
    let Some((path, print)) = now.iter().find(|one| !head.strategies.contains(one)) else {
        return Ok(());
    };
    let message = format!("{file}: the strategy file {path} is another one now");
    let then = head.strategies.iter().find(|(known, _)| known == path);
    let then = then.map_or_else(|| "none".to_owned(), |(_, print)| print.to_string());
    Err(Diagnostic::without_place(Code::BadLog, message)
        .note(format!("the fingerprint of its text was {then}, and is {print}"))
        .help("bring back the file that played, or begin a new play"))
}

/// A problem with what a log names.
fn in_log(file: &str, problem: Diagnostic) -> Diagnostic {
    let message = format!("{file}: {}", problem.message);
    Diagnostic { code: Code::BadLog, message, ..problem }
}

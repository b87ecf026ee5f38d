//! The English of the table: what is shown to those who play, and why a log cannot be followed.

use super::move_list::{MOST_MOVES, columns_of, is_long, kinds_of_moves, list_moves};
use super::{count_noun, list};
use crate::table::log::{LogEntry, LogFault, WrongLine};
use crate::table::{
    BoardPlace, COMMANDS, Due, FactLayout, FactStanding, KnownDetail, KnownShown, ListedName,
    ListedNames, NotUnderstood, NotesLevel, OverShown, Refused, ReplayEvent, SeatShown, TableEvent,
    TurnShown, Unfollowed, WhyShown, compare_numbers, layouts,
};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::Declaration;
use hexa_games::words;
use hexa_text::{Code, Diagnostic};
use unicode_width::UnicodeWidthStr;

/// How a line is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emphasis {
    /// As all others.
    Plain,
    /// As a heading.
    Head,
    /// As something that can be passed over.
    Quiet,
    /// As something that was refused.
    Bad,
}

/// A line, or several that stand together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordedLine {
    /// How it is meant.
    pub emphasis: Emphasis,
    /// What it says.
    pub text: String,
}

/// Longer fractions are not written out in grids.
const LONGEST_FRACTION: usize = 5;

/// So many facts are told at once.
const MOST_FACTS: usize = 12;

fn plain(text: impl Into<String>) -> WordedLine {
    WordedLine { emphasis: Emphasis::Plain, text: text.into() }
}

fn head(text: impl Into<String>) -> WordedLine {
    WordedLine { emphasis: Emphasis::Head, text: text.into() }
}

fn quiet(text: impl Into<String>) -> WordedLine {
    WordedLine { emphasis: Emphasis::Quiet, text: text.into() }
}

fn bad(text: impl Into<String>) -> WordedLine {
    WordedLine { emphasis: Emphasis::Bad, text: text.into() }
}

fn indented(texts: &[String]) -> impl Iterator<Item = WordedLine> {
    texts.iter().map(|text| plain(format!("  {text}")))
}

/// An event in lines, for so many columns.
pub fn event(event: &TableEvent, columns: usize) -> Vec<WordedLine> {
    match event {
        TableEvent::Began { game, about, seats, seed, is_resumed } => {
            began(game, about, seats, *seed, *is_resumed)
        }
        TableEvent::Pass { to } => vec![head(format!("Pass the screen to {to}."))],
        TableEvent::Heard { heard, .. } => indented(heard).collect(),
        TableEvent::Turn(turn) => turn_lines(turn, columns),
        TableEvent::View(view) => {
            let mut lines: Vec<WordedLine> = indented(&view.heard).collect();
            lines.extend(seen_lines(&view.lines, &view.board));
            or_nothing(lines, "You have seen nothing so far.")
        }
        TableEvent::Moves { moves, .. } => {
            let listed = list_moves(moves, columns).into_iter().map(plain).collect();
            or_nothing(listed, "You are not asked to move.")
        }
        TableEvent::Log { heard, .. } => {
            let numbered =
                heard.iter().zip(1..).map(|(heard, number)| plain(format!("{number:>4} {heard}")));
            or_nothing(numbered.collect(), "You have heard nothing so far.")
        }
        TableEvent::Known(known) => known_lines(known, columns),
        TableEvent::Notes { level, .. } => vec![plain(match level {
            NotesLevel::Nothing => "Nothing is noted for you from now on.".to_owned(),
            NotesLevel::Marks | NotesLevel::Chances | NotesLevel::Reasons => {
                format!("You get notes at every turn: {}.", level.word())
            }
        })],
        TableEvent::Why(why) => why_lines(why, &[why]),
        TableEvent::Reasons { reasons } => reason_lines(reasons),
        TableEvent::Replayed { events } => {
            events.iter().flat_map(|event| replayed(event, columns)).collect()
        }
        TableEvent::Hint { strategy, made, why } => {
            let why = why.as_ref().map_or(String::new(), |why| format!(" {why}"));
            vec![plain(format!("`{strategy}` would choose: {made}.{why}"))]
        }
        TableEvent::Minds { minds } if minds.is_empty() => vec![plain(
            "No strategy here shows what it keeps in mind; agents of Cluedo do, such as `agent(order=2)`.",
        )],
        TableEvent::Minds { minds } => minds
            .iter()
            .flat_map(super::minds::mind)
            .map(|line| WordedLine { emphasis: Emphasis::Quiet, text: line })
            .collect(),
        TableEvent::Undone => vec![plain("Taken back.")],
        TableEvent::Saved { file } => {
            vec![plain(format!("The play is kept in {file} from now on."))]
        }
        TableEvent::Help => help(),
        TableEvent::Over(over) => over_lines(over, columns),
        TableEvent::Refused { why } => refused(why, columns),
    }
}

fn or_nothing(lines: Vec<WordedLine>, nothing: &str) -> Vec<WordedLine> {
    if lines.is_empty() { vec![plain(nothing)] } else { lines }
}

fn began(
    game: &str,
    about: &str,
    seats: &[SeatShown],
    seed: u64,
    is_resumed: bool,
) -> Vec<WordedLine> {
    let mut lines = vec![head(game)];
    if !about.is_empty() {
        lines.push(plain(format!("{about}.")));
    }
    let seats: Vec<String> = seats.iter().map(seat).collect();
    lines.push(plain(format!("{}; seed {seed}.", capital(&seats.join(", ")))));
    if is_resumed {
        lines.push(plain("The play goes on where it was left."));
    }
    lines
}

fn seat(seat: &SeatShown) -> String {
    match seat.by.as_str() {
        "person" => format!("a person plays {}", seat.player),
        strategy => format!("`{strategy}` plays {}", seat.player),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What somebody hears who chose before others who move at once.
pub fn chosen(made: &str) -> String {
    format!("you chose {made}; others have yet to choose")
}

/// What somebody reads first who plays at a terminal.
pub const HOW_TO_PLAY: &str =
    "Type a move, its number or its beginning; `know` tells what you know, `help` the rest.";

/// What is asked of whoever passes the screen on.
pub const PRESS_ENTER_TO_HIDE: &str = "Press Enter to hide this. ";

/// What is asked of whoever gets the screen.
pub const PRESS_ENTER: &str = "Press Enter when nobody else looks. ";

/// Names that can be typed; with games, what else can be played.
pub fn listed(listed: &ListedNames) -> Vec<WordedLine> {
    let (title, names, files) = match listed {
        ListedNames::Games(names) => ("Games that are known by name:", names, GAME_FILES),
        ListedNames::Strategies(names) => {
            ("Strategies that are known by name:", names, LEVEL_WORDS)
        }
    };
    let mut lines = vec![head(title)];
    for ListedName { name, about, settings } in names {
        lines.push(plain(format!("  {name}")));
        lines.push(plain(format!("    {about}")));
        lines.extend(settings.iter().map(|(key, what)| quiet(format!("    {key}: {what}"))));
    }
    let title = match listed {
        ListedNames::Games(_) => "Files of games:",
        ListedNames::Strategies(_) => "How strong they are to be can be said instead:",
    };
    lines.push(head(title));
    for (ending, what) in files {
        lines.push(plain(format!("  {ending}")));
        lines.push(plain(format!("    {what}")));
    }
    lines
}

/// Levels, with what they mean.
const LEVEL_WORDS: &[(&str, &str)] = &[
    ("easy", "who reasons little"),
    ("medium", "who keeps account of what they see"),
    ("hard", "who works out what is possible"),
];

/// Files that can be played, with an example of each.
const GAME_FILES: &[(&str, &str)] = &[
    (".gdl .kif", "rules in GDL, GDL-II or GDL-III, for example games/gdl/guess.gdl"),
    (".egdl", "rules in EGDL, for example games/egdl/krieg-2x2.egdl"),
    (".efg", "extensive games of Gambit, for example games/efg/kuhn.efg"),
    (
        ".board",
        "boards of Cluedo, for example 'games/cluedo/two-rooms.board(players=2; deck=2/2/2)'",
    ),
];

fn turn_lines(turn: &TurnShown, columns: usize) -> Vec<WordedLine> {
    let mut lines: Vec<WordedLine> = indented(&turn.heard).collect();
    lines.extend(seen_lines(&turn.lines, &turn.board));
    lines.push(head(format!("{}, your move:", turn.player)));
    match is_long(&turn.moves) {
        true => lines.extend(kinds_of_moves(&turn.moves).into_iter().map(quiet)),
        false => lines.extend(list_moves(&turn.moves, columns).into_iter().map(plain)),
    }
    lines
}

fn seen_lines(lines: &[String], places: &[(String, String, String)]) -> Vec<WordedLine> {
    let mut shown: Vec<WordedLine> = indented(lines).collect();
    let mut cells: Vec<BoardCell> = Vec::new();
    for (column, row, what) in places {
        match cells.iter_mut().find(|cell| (&cell.0, &cell.1) == (column, row)) {
            Some((_, _, text)) => *text = format!("{text}{TOGETHER}{}", value(what)),
            None => cells.push((column.clone(), row.clone(), value(what).to_owned())),
        }
    }
    shown.extend(board(&cells).into_iter().map(plain));
    shown
}

/// A place of a board: its column, its row, and what is written there.
type BoardCell = (String, String, String);

/// Stands between things that are at a place at once.
const TOGETHER: &str = "+";

/// So many things that may be at a place are told with their probabilities.
const MOST_VALUES: usize = 3;

/// What is written at a place of a board: what is known to be there, and `?` or probabilities if something else may be.
fn place(place: &BoardPlace, detail: KnownDetail) -> BoardCell {
    let mut texts: Vec<String> = place.known.iter().map(|what| value(what).to_owned()).collect();
    match (&place.possible[..], detail) {
        ([], _) => {}
        (_, KnownDetail::Facts) => texts.push("?".to_owned()),
        (possible, KnownDetail::Chances) => {
            let told = possible.iter().take(MOST_VALUES);
            let mut told: Vec<String> =
                told.map(|(what, p)| format!("{}:{p}", value(what))).collect();
            told.extend((possible.len() > MOST_VALUES).then(|| "...".to_owned()));
            texts.push(told.join("|"));
        }
    }
    (place.column.clone(), place.row.clone(), texts.join(TOGETHER))
}

/// A board: rows from the first to the last, columns from the left to the right.
fn board(places: &[BoardCell]) -> Vec<String> {
    if places.is_empty() {
        return Vec::new();
    }
    let values = |of: fn(&BoardCell) -> &String| {
        let mut values: Vec<&String> = places.iter().map(of).collect();
        values.sort_by(|left, right| compare_numbers(left, right));
        values.dedup();
        values
    };
    let (columns, rows) = (values(|place| &place.0), values(|place| &place.1));
    let at = |column: &String, row: &String| {
        let there = places.iter().find(|(x, y, _)| x == column && y == row);
        there.map_or_else(|| " ".to_owned(), |(_, _, text)| text.clone())
    };
    let mut table =
        vec![[String::new()].into_iter().chain(columns.iter().map(|c| (*c).clone())).collect()];
    table.extend(rows.iter().map(|row| {
        let cells = columns.iter().map(|column| at(column, row));
        [(*row).clone()].into_iter().chain(cells).collect::<Vec<String>>()
    }));
    aligned(&table)
}

/// What is at a place; a point for what descriptions of games call a place where nothing is.
fn value(what: &str) -> &str {
    if matches!(what, "b" | "blank" | "empty" | "e") { "." } else { what }
}

/// A table that fits into so many columns, if that takes no more than shorter names at the left, which stay different.
fn narrowed(mut table: Vec<Vec<String>>, columns: usize) -> Vec<Vec<String>> {
    let widest = aligned(&table).iter().map(|line| line.width()).max().unwrap_or(0);
    let names = || table.iter().filter_map(|row| row.first());
    let longest = names().map(|name| name.width()).max().unwrap_or(0);
    let Some(too_wide) = widest.checked_sub(columns).filter(|over| *over > 0) else { return table };
    let Some(room) = longest.checked_sub(too_wide).filter(|room| *room > 0) else { return table };
    let cut: Vec<String> = names().map(|name| name.chars().take(room).collect()).collect();
    let different: std::collections::BTreeSet<&String> = cut.iter().collect();
    if different.len() == cut.len() {
        for (row, name) in table.iter_mut().zip(cut) {
            row[0] = name;
        }
    }
    table
}

/// Rows of cells, in columns.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|c| c.width()).max();
    let widths: Vec<usize> = (0..count).map(|at| width(at).unwrap_or(0)).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| {
                format!("{cell}{} ", " ".repeat(width.saturating_sub(cell.width())))
            });
            format!("  {}", cells.collect::<String>().trim_end())
        })
        .collect()
}

fn known_lines(known: &KnownShown, columns: usize) -> Vec<WordedLine> {
    let mut lines = layout_lines(known, "  Known: ", columns);
    if lines.is_empty() {
        lines.push(plain("Nothing is the case here that could be known."));
    }
    lines.push(quiet(match known.positions {
        Some(1) => "Only one position is possible: you know everything.".to_owned(),
        Some(positions) => format!("{} are possible for you.", count_noun(positions, "position")),
        None if known.possible.is_empty() => "You know everything.".to_owned(),
        None => "More positions are possible for you than could be listed.".to_owned(),
    }));
    match known.detail {
        KnownDetail::Chances if !known.possible.is_empty() => {
            let model = &known.model;
            let how = format!("How likely things are depends on how others move: here `{model}`.");
            lines.push(quiet(how));
        }
        KnownDetail::Chances | KnownDetail::Facts => {}
    }
    lines
}

/// Facts in their shapes; those of no shape follow these words.
fn layout_lines(known: &KnownShown, before_list: &str, width: usize) -> Vec<WordedLine> {
    let mut lines = Vec::new();
    let layouts = layouts(known);
    let is_shape = |layout: &&FactLayout| !matches!(layout, FactLayout::List { .. });
    let shapes = layouts.iter().filter(is_shape).count();
    for layout in layouts {
        match layout {
            FactLayout::Grid { relation, rows, columns, cells } => {
                lines.extend(relation.map(|relation| plain(format!("  {relation}:"))));
                let top = [String::new()].into_iter().chain(columns).collect();
                let written = Written::in_grid(&cells);
                let rows = rows.into_iter().zip(cells).map(|(row, cells)| {
                    let cells = cells.iter().map(|cell| mark(cell, known.detail, written));
                    [row].into_iter().chain(cells).collect()
                });
                let table: Vec<Vec<String>> = [top].into_iter().chain(rows).collect();
                lines.extend(aligned(&narrowed(table, width)).into_iter().map(plain));
            }
            FactLayout::Board { relation, places } => {
                let is_obvious = shapes == 1 && relation == "cell";
                lines.extend((!is_obvious).then(|| plain(format!("  {relation}:"))));
                let cells: Vec<BoardCell> =
                    places.iter().map(|one| place(one, known.detail)).collect();
                lines.extend(board(&cells).into_iter().map(plain));
            }
            FactLayout::List { known: sure, possible } => {
                if !sure.is_empty() {
                    lines.push(plain(format!("{before_list}{}.", some(&sure))));
                }
                let open: Vec<String> = possible
                    .iter()
                    .map(|(fact, p)| match known.detail {
                        KnownDetail::Facts => fact.clone(),
                        KnownDetail::Chances => format!("{fact} ({p})"),
                    })
                    .collect();
                if !open.is_empty() {
                    lines.push(plain(format!("  Open: {}.", some(&open))));
                }
            }
        }
    }
    lines
}

fn mark(standing: &FactStanding, detail: KnownDetail, written: Written) -> String {
    match (standing, detail) {
        (FactStanding::Known, _) => "yes".to_owned(),
        (FactStanding::KnownNot, _) => "-".to_owned(),
        (FactStanding::Open(_), KnownDetail::Facts) => "?".to_owned(),
        (FactStanding::Open(p), KnownDetail::Chances) => written.write(p),
    }
}

/// How probabilities are written in a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Exactly,
    /// Rounded, but never to what is certain.
    InPercent,
}

impl Written {
    /// In percent as soon as one is too long as a fraction.
    fn in_grid(cells: &[Vec<FactStanding>]) -> Self {
        let is_long = |cell: &FactStanding| matches!(cell, FactStanding::Open(p) if p.len() > LONGEST_FRACTION);
        match cells.iter().flatten().any(is_long) {
            true => Self::InPercent,
            false => Self::Exactly,
        }
    }

    fn write(self, p: &str) -> String {
        match (self, Exact::read(p)) {
            (Self::InPercent, Some(Exact(p))) => {
                let percent = RBig::from((p * RBig::from(100)).round());
                format!("{}%", percent.clamp(RBig::ONE, RBig::from(99)))
            }
            (Self::Exactly | Self::InPercent, _) => p.to_owned(),
        }
    }
}

/// The first of some facts, and how many more there are.
fn some(facts: &[String]) -> String {
    match facts.len().checked_sub(MOST_FACTS) {
        None | Some(0 | 1) => facts.join(", "),
        Some(more) => format!("{} and {more} more", facts[..MOST_FACTS].join(", ")),
    }
}

/// Reasons, those together that are the same for several facts.
fn reason_lines(reasons: &[WhyShown]) -> Vec<WordedLine> {
    let is_same = |one: &&WhyShown, other: &WhyShown| {
        (&one.standing, &one.since, one.positions)
            == (&other.standing, &other.since, other.positions)
    };
    let mut together: Vec<Vec<&WhyShown>> = Vec::new();
    for why in reasons {
        match together.iter_mut().find(|same| is_same(&same[0], why)) {
            Some(same) => same.push(why),
            None => together.push(vec![why]),
        }
    }
    together.iter().flat_map(|same| why_lines(same[0], same)).collect()
}

/// Why facts are known that have this reason in common.
fn why_lines(why: &WhyShown, same: &[&WhyShown]) -> Vec<WordedLine> {
    let WhyShown { standing, since, positions, .. } = why;
    let facts: Vec<String> = same.iter().map(|why| why.fact.clone()).collect();
    let facts = list(&facts);
    let what = match standing {
        FactStanding::KnownNot if since.is_empty() => return vec![plain(impossible(&facts))],
        FactStanding::Known => format!("You know {facts}."),
        FactStanding::KnownNot => format!("You know that {facts} is not so."),
        FactStanding::Open(p) => {
            return vec![plain(format!("You do not know {facts}; its probability is {p}."))];
        }
    };
    let since = match (positions, &since[..]) {
        (_, []) => return vec![plain(format!("{what} You have known it from the start."))],
        (None, _) => "You have known it since you heard this:".to_owned(),
        (Some((now, before)), _) => {
            let were = if *before == 1 { "was" } else { "were" };
            let are = if *now == 1 { "is" } else { "are" };
            let before = count_noun(before, "position");
            format!("{before} {were} possible, and {now} {are} since you heard this:")
        }
    };
    let mut lines = vec![plain(format!("{what} {since}"))];
    lines.extend(indented(&why.since));
    lines
}

fn impossible(fact: &str) -> String {
    format!("`{fact}` is so in no position that is possible for you.")
}

fn help() -> Vec<WordedLine> {
    let mut lines = vec![plain("Type a move, its number or its beginning. Or one of these:")];
    let rows: Vec<Vec<String>> = COMMANDS
        .iter()
        .map(|(usage, meaning)| vec![format!("{usage} "), (*meaning).to_owned()])
        .collect();
    lines.extend(aligned(&rows).into_iter().map(plain));
    lines.push(quiet(
        "Where a move is written like a command, `:` before a word means the command.",
    ));
    lines
}

fn over_lines(over: &OverShown, columns: usize) -> Vec<WordedLine> {
    let mut lines: Vec<WordedLine> = indented(&over.heard).collect();
    let payoffs: Vec<String> =
        over.payoffs.iter().map(|(player, worth)| format!("{player} gets {worth}")).collect();
    lines.push(head(format!("The play is over: {}.", list(&payoffs))));
    let known = KnownShown {
        player: String::new(),
        positions: Some(1),
        known: over.facts.clone(),
        possible: Vec::new(),
        model: String::new(),
        detail: KnownDetail::Facts,
        cards: over.cards.clone(),
    };
    let facts = layout_lines(&known, "  ", columns);
    if !facts.is_empty() {
        lines.push(plain("This is how it was:"));
        lines.extend(facts);
    }
    lines
}

fn refused(why: &Refused, columns: usize) -> Vec<WordedLine> {
    match why {
        Refused::NotUnderstood { line, why, moves } => not_understood(line, why, moves, columns),
        Refused::NothingToUndo => vec![bad("You have made no move that could be taken back.")],
        Refused::Over => vec![bad(
            "The play is over; `replay all` tells it again, `undo` takes moves back, `quit` leaves.",
        )],
        Refused::NoReplay { why } => vec![bad(format!("Nothing is told again: {why}."))],
        Refused::NoHint { strategy, why } => {
            vec![bad(format!("`{strategy}` has no hint: {why}."))]
        }
        Refused::NoBelief { why } => {
            vec![bad(format!("What you know was not found out: {why}."))]
        }
        Refused::NoSuchFact { fact, facts, meant } => {
            let mut lines = vec![bad(impossible(fact))];
            lines.extend(meant.as_ref().map(|meant| plain(format!("Did you mean `{meant}`?"))));
            match &facts[..] {
                [] => {}
                facts => {
                    lines.push(plain(format!("Facts that are or were possible: {}.", some(facts))))
                }
            }
            lines
        }
        Refused::Trouble { why } => vec![
            bad(format!("The play cannot go on: {why}.")),
            plain(
                "If it is your turn, choose another move; `undo` takes moves back, `quit` leaves.",
            ),
        ],
        Refused::NoChoice { player, strategy, why } => vec![
            bad(format!("`{strategy}` does not move for {player}: {why}.")),
            plain("`go` lets it think again, `undo` takes moves back, `quit` leaves."),
        ],
        Refused::NotKept { why } => {
            vec![bad(format!("This could not be kept, so that nothing was done: {why}."))]
        }
    }
}

fn not_understood(
    line: &str,
    why: &NotUnderstood,
    moves: &[String],
    columns: usize,
) -> Vec<WordedLine> {
    let legal = || match is_long(moves) {
        true => kinds_of_moves(moves).into_iter().map(quiet).collect(),
        false => {
            let listed = list_moves(moves, columns).into_iter().map(plain);
            [plain("Legal moves:")].into_iter().chain(listed).collect::<Vec<_>>()
        }
    };
    match why {
        NotUnderstood::Unknown { meant } => {
            let mut lines = vec![bad(format!("`{line}` is no legal move and no command."))];
            lines.extend(meant.as_ref().map(|meant| plain(format!("Did you mean `{meant}`?"))));
            lines.extend(legal());
            lines
        }
        NotUnderstood::Ambiguous { moves } => {
            let mut lines = vec![bad(format!("`{line}` is the beginning of several moves:"))];
            let shown = &moves[..moves.len().min(MOST_MOVES)];
            lines.extend(columns_of(shown, columns).into_iter().map(plain));
            let more = moves.len() - shown.len();
            lines.extend((more > 0).then(|| quiet(format!("  and {more} more"))));
            lines
        }
        NotUnderstood::NoSuchNumber { moves } => {
            let mut lines =
                vec![bad(format!("There are moves from 1 to {moves}, and none is {line}."))];
            lines.extend(legal());
            lines
        }
        NotUnderstood::Incomplete { example } => vec![bad(format!("Type `{example}`."))],
    }
}

/// What is told of a play that is gone through again.
pub fn replayed(event: &ReplayEvent, columns: usize) -> Vec<WordedLine> {
    match event {
        ReplayEvent::Replay { game, seats, player } => {
            let seats: Vec<String> = seats.iter().map(seat).collect();
            let whose = match player {
                Some(player) => format!("As {player} saw it."),
                None => "All that happened.".to_owned(),
            };
            vec![head(game), plain(format!("{}. {whose}", capital(&seats.join(", "))))]
        }
        ReplayEvent::Chosen { choice, player, made } => {
            let who = player.as_deref().unwrap_or("chance");
            vec![plain(format!("{choice:>4} {who}: {made}"))]
        }
        ReplayEvent::Followed { what } => {
            what.iter().map(|told| plain(format!("     {told}"))).collect()
        }
        ReplayEvent::Noticed { heard } => indented(heard).collect(),
        ReplayEvent::CouldKnow { player, facts, positions } => {
            let left = positions.map(|left| format!(" ({} left)", count_noun(left, "position")));
            let facts = some(facts);
            vec![quiet(format!(
                "     {player} could know here: {facts}{}",
                left.unwrap_or_default()
            ))]
        }
        ReplayEvent::NotFound { player, why } => {
            vec![quiet(format!(
                "     What {player} could know from here on was not found out: {why}."
            ))]
        }
        ReplayEvent::Unfinished => vec![plain("The play was left here.")],
        ReplayEvent::Over(over) => over_lines(over, columns),
    }
}

/// Why a line of a log, or a choice, cannot be followed.
pub fn unfollowed(why: &Unfollowed, declaration: &Declaration) -> String {
    match why {
        Unfollowed::NotNext(Due::Chance) => "it is the turn of chance".to_owned(),
        Unfollowed::NotNext(Due::Nobody) => "the play is over before it".to_owned(),
        Unfollowed::NotNext(Due::Player(player)) => {
            let name = declaration.players.get(player.index()).map_or("", String::as_str);
            format!("it is the turn of {name}")
        }
        Unfollowed::NoSuchMove { made, .. } => format!("`{made}` is no legal move here"),
        Unfollowed::TooMuchUndone => "more is taken back than there is".to_owned(),
        Unfollowed::Trouble(trouble) => words::trouble(trouble, declaration),
    }
}

/// The same as a problem of a file.
pub fn unfollowed_problem(
    file: &str,
    (line, entry): (usize, &LogEntry),
    why: &Unfollowed,
    declaration: &Declaration,
) -> Diagnostic {
    let message = format!("this log cannot be followed: {}", unfollowed(why, declaration));
    let problem = Diagnostic::without_place(Code::BadLog, message)
        .of_file(format!("{file}:{line}"))
        .note(format!("line {line} is `{entry}`"));
    let Unfollowed::NoSuchMove { legal, meant, .. } = why else { return problem };
    let problem = problem.note(format!("legal moves: {}", some(legal)));
    match meant {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem,
    }
}

/// The last line of a log is not whole. What it says is not told: it may be hidden from whoever goes on.
pub fn torn_line(file: &str) -> Diagnostic {
    let message = format!("the last line of {file} is not whole, and does not count");
    Diagnostic::without_place(Code::BadLog, message)
        .of_file(file)
        .note("it was never answered; the play goes on before it")
        .as_warning()
}

/// What is wrong with a log, as problems of its file.
pub fn log_faults(file: &str, faults: &[LogFault]) -> Vec<Diagnostic> {
    let problem = |fault: &LogFault| {
        let message = match &fault.what {
            WrongLine::NotText => "this is no log of a play: it is not UTF-8 text".to_owned(),
            WrongLine::Unknown(line) => format!("`{line}` is no line of a log"),
            WrongLine::Twice(what) => format!("there is a second line `{what}`"),
            WrongLine::Value(what, value) => format!("`{what}` cannot be `{value}`"),
            WrongLine::Missing(what) => {
                format!("this is no log of a play: there is no line `{what}`")
            }
        };
        let place = fault.line.map_or(file.to_owned(), |line| format!("{file}:{line}"));
        Diagnostic::without_place(Code::BadLog, message).of_file(place)
    };
    faults.iter().map(problem).collect()
}

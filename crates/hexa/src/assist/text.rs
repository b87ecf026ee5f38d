//! Answers as people read them in a terminal. Colours are written always; the console drops them where they are not
//! wanted.

use anstyle::{AnsiColor, Style};
use hexa_assist::answer::{AssistAnswer, Done, Moment, NamedAnswer, NotDone};
use hexa_assist::notebook::{Clash, Refusal, Repair};
use hexa_assist::session::Finding;
use hexa_assist::setup::Setup;
use hexa_assist::sheet::{Candidate, Chance, Change, Mark, MarkChance, Sheet};
use hexa_assist::words::{self, Detail, Words};
use hexa_logic::{Card, Holder};
use hexa_text::clean;
use hexa_workbench::words::wrapping::wrap;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

const YES: Style = AnsiColor::Green.on_default().bold();
const NO: Style = Style::new().dimmed();
const HEAD: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Columns are no wider than this, and no narrower than that.
const WIDEST: usize = 9;
const NARROWEST: usize = 4;

/// Names of cards are not shortened further.
const LEAST_LABEL: usize = 12;

/// Chances that moved by fewer hundredths are not told.
const MUCH: u8 = 3;

/// So many candidates for the envelope are listed.
const MOST_CANDIDATES: usize = 8;

/// How answers are told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// How many columns there are, if that is known.
    pub columns: Option<usize>,
    /// How much is told.
    pub detail: Detail,
}

/// Columns, if nothing is known of them.
const USUAL_COLUMNS: usize = 80;

/// An answer as text. Where the number of columns is known, no line is longer, as far as there are spaces.
pub fn text(named: NamedAnswer<'_>, telling: Telling) -> String {
    wrap(&unwrapped(named, telling), telling.columns)
}

fn unwrapped(named: NamedAnswer<'_>, telling: Telling) -> String {
    let (words, detail) = (Words { setup: named.setup }, telling.detail);
    match named.answer {
        AssistAnswer::Nothing | AssistAnswer::Quit => String::new(),
        AssistAnswer::Done { done, standing, decided, notes, .. } => {
            let mut text = done_text(words, done);
            text += &lines(notes.iter().map(|&note| words.note(note)).collect(), "");
            text += &lines(words.changes(decided), "  ");
            text += &words.standing(*standing).map_or(String::new(), |over| over + "\n");
            text
        }
        AssistAnswer::NotDone(why) => not_done_text(words, why, telling.columns),
        AssistAnswer::Grid { sheet, out } => {
            let columns = telling.columns.unwrap_or(USUAL_COLUMNS);
            grid(words, sheet, columns) + &lines(words.are_out(out).into_iter().collect(), "")
        }
        AssistAnswer::Envelope(sheet) => envelope(words, sheet),
        AssistAnswer::Changes { decided, moved } => changes(words, decided, moved),
        AssistAnswer::Why { fact, grounds, steps } => {
            lines(words.because(*fact, grounds, steps.as_deref()), "")
        }
        AssistAnswer::Open { holder, card, chance } => words.open(*holder, *card, chance) + "\n",
        AssistAnswer::Suggest { ranked, progress, likely, among, strategy } => {
            let found = (ranked.as_slice(), *progress);
            let suggested = words.suggested(found, *likely, (*among, strategy), detail);
            lines(words.suggestions(ranked, *likely, detail), "") + &lines(suggested, "")
        }
        AssistAnswer::Show { advice, strategy } => {
            lines(words.cards_to_show(advice, strategy, detail), "")
        }
        AssistAnswer::Who { close, out } => lines(words.close(close, out), ""),
        AssistAnswer::What(what) => lines(words.what(what), ""),
        AssistAnswer::Guess { guess, strategy } => lines(words.guess(guess, strategy), ""),
        AssistAnswer::When { moment, entry } => match (moment, entry) {
            (Moment::NotYet, _) => words::NOT_YET.to_owned(),
            (Moment::After(at), Some(entry)) => words::after(*at, &entry.text(words.setup)),
            (Moment::Start | Moment::After(_), _) => words::FROM_THE_START.to_owned(),
        },
        AssistAnswer::List(entries) => {
            let entries = entries.iter().enumerate().map(|(at, entry)| words.entry(at, entry));
            match entries.len() {
                0 => words::NOTHING_YET.to_owned(),
                _ => lines(entries.collect(), ""),
            }
        }
        AssistAnswer::WhatIf { line, standing, decided, moved } => {
            let mut said = words.changes(decided);
            said.extend(moved.iter().filter(is_much).map(|change| words.moved(change)));
            said.extend(words.standing(*standing));
            if said.is_empty() {
                said.push(words::NOTHING_FOLLOWS.to_owned());
            }
            words::what_if(line) + "\n" + &lines(said, "  ")
        }
        AssistAnswer::SheetAs { file, .. } | AssistAnswer::SheetWritten(file) => {
            words::sheet_written(file) + "\n"
        }
        AssistAnswer::Settings(out) => words.settings(out),
        AssistAnswer::Deck => words.deck(),
        AssistAnswer::Help(topic) => words::help(*topic).to_owned(),
        AssistAnswer::LeftOut => words::LEFT_OUT.to_owned(),
        AssistAnswer::SaveAs(file) | AssistAnswer::Saved(file) => words::saved(file) + "\n",
    }
}

fn lines(lines: Vec<String>, indent: &str) -> String {
    lines.into_iter().map(|line| format!("{indent}{line}\n")).collect()
}

fn done_text(words: Words<'_>, done: &Done) -> String {
    let said = match done {
        Done::Entered(at) => words::entered(*at),
        Done::Edited(at) => words::edited(*at),
        Done::Deleted(at) => words::deleted(*at),
        Done::Inserted(at) => words::inserted(*at),
        Done::Undone => words::UNDONE.to_owned(),
        Done::Redone => words::REDONE.to_owned(),
        Done::Set => words::SET.to_owned(),
        Done::Fixed => words::FIXED.to_owned(),
        Done::Habit(habit, player) => words.habit(*habit, *player),
    };
    said + "\n"
}

fn not_done_text(words: Words<'_>, why: &NotDone, columns: Option<usize>) -> String {
    if let NotDone::Unread { line, unread } = why {
        let (what, help) = words.unread(line, unread);
        let help = help.map_or(String::new(), |help| format!("  {help}\n"));
        let (line, what) = (underline(line, unread.at.clone(), columns), clean(&what));
        return format!("{line}{BAD}{what}{BAD:#}\n{}", clean(&help));
    }
    let NotDone::Refused { refusal, repairs, is_finished } = why else {
        return format!("{BAD}{}{BAD:#}\n", clean(&words.not_done(why)));
    };
    let Refusal::Clash { clash, fresh, .. } = refusal else {
        let mut said = words.refusal(refusal).into_iter();
        let first = said.next().unwrap_or_default();
        return format!("{BAD}{first}{BAD:#}\n") + &lines(said.collect(), "");
    };
    let mut text = impossible_text(words, clash) + &contradiction_text(words, clash, *fresh);
    for (at, repair) in repairs.iter().enumerate() {
        text += &way_out_text(words, at, repair, *fresh);
    }
    text + unfinished_text(*is_finished)
}

/// What is found on the way to an answer, if it is told at once: the text of a refusal, part by part.
pub fn finding_text(words: Words<'_>, finding: Finding<'_>) -> Option<String> {
    match finding {
        Finding::Best(_) | Finding::Possible => None,
        Finding::Impossible(clash) => Some(impossible_text(words, clash)),
        Finding::Contradicted { clash, fresh } => Some(contradiction_text(words, clash, fresh)),
        Finding::WayOut { at, repair, fresh } => Some(way_out_text(words, at, repair, fresh)),
    }
}

/// What is left to tell of an answer whose parts were told.
pub fn rest_text(answer: &AssistAnswer) -> &'static str {
    let is_unfinished =
        matches!(answer, AssistAnswer::NotDone(NotDone::Refused { is_finished: false, .. }));
    unfinished_text(!is_unfinished)
}

fn unfinished_text(is_finished: bool) -> &'static str {
    if is_finished { "" } else { words::WAYS_OUT_UNFINISHED }
}

fn impossible_text(words: Words<'_>, clash: &Clash) -> String {
    format!("{BAD}{}{BAD:#}\n", words.impossible(clash))
}

fn contradiction_text(words: Words<'_>, clash: &Clash, fresh: Option<usize>) -> String {
    lines(words.contradiction(clash, fresh), "")
}

fn way_out_text(words: Words<'_>, at: usize, repair: &Repair, fresh: Option<usize>) -> String {
    let head = if at == 0 { words::WAYS_OUT } else { "" };
    let (letter, way) = (words::letter(at), words.repair(at, repair, fresh));
    format!("{head}  {letter}  {way}\n     {}\n", words.follows(repair))
}

/// A line with marks below a part of it. If it is too long, what stands around that part.
fn underline(line: &str, at: Range<usize>, columns: Option<usize>) -> String {
    let part = |range: Range<usize>| clean(line.get(range).unwrap_or_default());
    let (before, marked) = (part(0..at.start), part(at.clone()));
    let after = part(at.end..line.len());
    let room = columns.unwrap_or(usize::MAX).saturating_sub(2).max(10);
    let marked = shorten(&marked, room.saturating_sub(4));
    let (before, after) = match before.width() + marked.width() + after.width() > room {
        true => {
            let left = room.saturating_sub(marked.width() + 2);
            let before = shorten_start(&before, left / 2);
            let after = shorten(&after, left.saturating_sub(before.width()));
            (format!("\u{2026}{before}"), format!("{after}\u{2026}"))
        }
        false => (before, after),
    };
    let (space, below) = (" ".repeat(before.width()), "^".repeat(marked.width().max(1)));
    format!("  {before}{marked}{after}\n  {space}{BAD}{below}{BAD:#}\n")
}

/// The last characters of a text, as many as fit.
fn shorten_start(text: &str, most: usize) -> String {
    let mut start = text.len();
    for (at, _) in text.char_indices().rev() {
        if text[at..].width() > most {
            break;
        }
        start = at;
    }
    text[start..].to_owned()
}

fn is_much(change: &&Change) -> bool {
    change.before.percent().abs_diff(change.after.percent()) >= MUCH
}

fn changes(words: Words<'_>, decided: &[Change], moved: &[Change]) -> String {
    let mut said = words.changes(decided);
    said.extend(moved.iter().filter(is_much).map(|change| words.moved(change)));
    match said.is_empty() {
        true => words::NO_CHANGES.to_owned(),
        false => lines(said, ""),
    }
}

/// The grid: a row for each card, a column for each player, the envelope last.
pub fn grid(words: Words<'_>, sheet: &Sheet, width: usize) -> String {
    let setup = words.setup;
    let holders: Vec<Holder> = setup.holders().collect();
    let label = 2 + setup.deck().cards().map(|card| words.card(card).width()).max().unwrap_or(0);
    let label = label.min(width.saturating_sub(NARROWEST * holders.len()).max(LEAST_LABEL));
    let column = (width.saturating_sub(label) / holders.len()).clamp(NARROWEST, WIDEST);
    let heads = heads(words, &holders, column - 1);
    let heads: String = heads.iter().map(|head| pad(head, column, HEAD)).collect();
    let mut text = String::new();
    for category in setup.deck().categories() {
        let name = shorten(&category.name, label);
        let space = " ".repeat(label - name.width());
        text += &format!("{HEAD}{name}{HEAD:#}{space}{heads}\n");
        for &card in &category.cards {
            let name = shorten(words.card(card), label - 2);
            let space = " ".repeat(label - 2 - name.width());
            let cells: String =
                holders.iter().map(|&holder| cell(setup, sheet, holder, card, column)).collect();
            text += &format!("  {name}{space}{}\n", trim_cells(&cells));
        }
    }
    text
}

fn trim_cells(cells: &str) -> &str {
    cells.trim_end_matches(' ')
}

fn cell(setup: &Setup, sheet: &Sheet, holder: Holder, card: Card, column: usize) -> String {
    if !setup.deck().is_dealt(card) {
        let is_last = holder == Holder::Table;
        return pad(if is_last { words::FACE_UP } else { "" }, column, NO);
    }
    let chance = sheet.chance(holder, card);
    match chance.mark() {
        Mark::Yes => pad(words::YES, column, YES),
        Mark::No => pad(words::NO, column, NO),
        Mark::Open => pad(&chance.percent().to_string(), column, Style::new()),
    }
}

/// On the right of a column.
fn pad(text: &str, column: usize, style: Style) -> String {
    let space = " ".repeat(column.saturating_sub(text.width()));
    format!("{space}{style}{text}{style:#}")
}

/// Names that fit, and differ.
fn heads(words: Words<'_>, holders: &[Holder], most: usize) -> Vec<String> {
    let full: Vec<&str> = holders.iter().map(|&holder| words.column(holder)).collect();
    let short: Vec<String> = full.iter().map(|name| shorten(name, most)).collect();
    let is_same = |at: usize| short.iter().filter(|other| **other == short[at]).count() > 1;
    let numbered = |at: usize| format!("{}{}", shorten(full[at], most.saturating_sub(2)), at + 1);
    (0..full.len()).map(|at| if is_same(at) { numbered(at) } else { short[at].clone() }).collect()
}

/// As many characters as fit.
fn shorten(text: &str, most: usize) -> String {
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + c.to_string().width() > most {
            break;
        }
        short.push(c);
    }
    short
}

/// What can be in the envelope: card by card, then together.
fn envelope(words: Words<'_>, sheet: &Sheet) -> String {
    let mut text = String::new();
    for (category, cards) in
        words.setup.deck().categories().iter().zip(words.setup.deck().dealt_categories())
    {
        let chance = |card: Card| sheet.chance(Holder::Table, card);
        let mut open: Vec<(Card, Chance)> =
            cards.into_iter().map(|card| (card, chance(card))).collect();
        open.retain(|(_, chance)| chance.mark() != Mark::No);
        open.sort_by(|one, two| two.1.part.cmp(&one.1.part).then(one.0.cmp(&two.0)));
        let said = |(card, chance): &(Card, Chance)| match chance.mark() {
            Mark::Yes => format!("{YES}{}{YES:#}", words.card(*card)),
            Mark::No | Mark::Open => format!("{} {}", words.card(*card), words::percent(chance)),
        };
        let said: Vec<String> = open.iter().map(said).collect();
        text += &format!("{HEAD}{}{HEAD:#}: {}\n", category.name, said.join(", "));
    }
    text + &together(words, sheet.candidates())
}

fn together(words: Words<'_>, candidates: &[Candidate]) -> String {
    let mut text = words::together(candidates.len());
    for candidate in candidates.iter().take(MOST_CANDIDATES) {
        let percent = words::percent(&candidate.chance);
        text += &format!("  {percent:>5}  {}\n", words.cards(&candidate.cards, "and"));
    }
    match candidates.len().saturating_sub(MOST_CANDIDATES) {
        0 => text,
        more => text + &words::more(more),
    }
}

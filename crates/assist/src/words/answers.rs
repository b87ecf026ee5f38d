//! Answers of a session: why something was not done, and texts that are answers.

use super::{Words, count};
use crate::advice::{NoAdvice, Piece, SuggestProgress, Unfinished};
use crate::answer::{NotCopied, NotDone};
use crate::export::{NoGlyph, SheetFormat};
use crate::session::BadLine;
use hexa_engine::Limit;
use hexa_engine::deals::NoView;

impl Words<'_> {
    /// Why a line is not followed.
    pub fn not_done(&self, why: &NotDone) -> String {
        match why {
            NotDone::Unread { line, unread } => self.unread(line, unread).0,
            NotDone::Refused { refusal, .. } => self.refusal(refusal).join("\n"),
            NotDone::TooLong => "The line is too long.".to_owned(),
            NotDone::Command(bad) => super::bad_command(bad),
            NotDone::Name(flaw) => super::flaw(flaw),
            NotDone::NotAbout(not) => super::not_about(self.setup, not),
            NotDone::AboutMe => "What you know is in the grid.".to_owned(),
            NotDone::NoAdvice(no) => no_advice(no),
            NotDone::IsOut => "You have accused wrongly, and have no more moves.".to_owned(),
            NotDone::Over(standing) => self.standing(*standing).unwrap_or_default(),
            NotDone::GaveUp(limit) => super::gave_up(&limit.to_string()),
            NotDone::ReasonsUnfinished => {
                "This is not finished: it was stopped before the reasons were found.".to_owned()
            }
            NotDone::NoGrounds => "No reasons were found.".to_owned(),
            NotDone::NothingOffered | NotDone::NoSuchWay(0) => "No way out was offered.".to_owned(),
            NotDone::NoSuchWay(1) => "There is one way out: `fix a`.".to_owned(),
            NotDone::NoSuchWay(many) => {
                let last = super::letter(many - 1);
                format!("There are {many} ways out: `fix a` to `fix {last}`.")
            }
            NotDone::WhichCard(cards) => {
                format!("Say which card you have after the letter: {}.", self.cards(cards, "or"))
            }
            NotDone::NoSheetFormat(file) => {
                let endings = SheetFormat::ENDINGS.iter().map(|(ending, _)| format!(".{ending}"));
                let endings = super::list(&endings.collect::<Vec<_>>(), "or");
                let mut why = format!(
                    "The sheet is written to files that end in {endings}, and {file} does not."
                );
                if file.to_lowercase().ends_with(".png") {
                    why += " This program was built without its part `png`.";
                }
                why
            }
            NotDone::NoGlyph(NoGlyph(character)) => {
                format!(
                    "`{character}` cannot be drawn in this kind of picture; take a file that ends in .svg."
                )
            }
            NotDone::NoHelp(topic) => {
                format!("There is no help on `{topic}`; `help` lists the topics.")
            }
            NotDone::NotSaved { file, why } => {
                format!("This could not be saved in {file}, and is not entered: {why}.")
            }
            NotDone::NotCopied { file, why } => not_copied(file, why),
        }
    }

    /// A line of a journal that cannot be followed.
    pub fn bad_line(&self, file: &str, bad: &BadLine) -> String {
        let why = match &bad.why {
            None => format!("`{}` changes nothing in a game", bad.line),
            Some(NotDone::Unread { line, unread }) => {
                let (what, help) = self.unread(line, unread);
                [line.clone(), what].into_iter().chain(help).collect::<Vec<_>>().join("\n")
            }
            Some(why) => self.not_done(why),
        };
        let number = bad.number;
        format!(
            "{file}, line {number}: {why}\nNothing is changed. Correct the line, or delete it.\n"
        )
    }
}

fn not_copied(file: &str, why: &NotCopied) -> String {
    match why {
        NotCopied::NoFile => {
            "This could not be saved, and is not entered: there is no file.".to_owned()
        }
        NotCopied::Exists => format!("{file} is there already. Take another name."),
        NotCopied::System(why) => format!("{file} was not written: {why}"),
    }
}

fn no_advice(no: &NoAdvice) -> String {
    match no {
        NoAdvice::NoView(NoView::GaveUp(Limit::Stopped)) => {
            "This is not finished: it was stopped before anything was found.".to_owned()
        }
        NoAdvice::NoView(view) => format!("This cannot be told: {}.", no_view(view)),
        NoAdvice::Unfinished(unfinished) => {
            format!("This is not finished: it was stopped after {}.", how_far(*unfinished))
        }
    }
}

fn no_view(view: &NoView) -> String {
    match view {
        NoView::UnknownAgent(_) => "there is no such player".to_owned(),
        NoView::Hand(_) => "the record does not tell all cards of their hand".to_owned(),
        NoView::Shown(event) => {
            format!("the record does not tell which card they saw in event {}", event + 1)
        }
        NoView::Table => "they have seen the table, and the record does not tell it".to_owned(),
        NoView::GaveUp(limit) => format!("this was given up: {limit}"),
    }
}

fn how_far(unfinished: Unfinished) -> String {
    let Unfinished { piece, done, of } = unfinished;
    let pieces = match piece {
        Piece::Opponents => count(of, "opponent", "opponents"),
        Piece::Facts => count(of, "fact", "facts"),
        Piece::Courses => format!("{} drawn at random", count(of, "game", "games")),
        Piece::Moments => count(of, "moment", "moments"),
        Piece::Suspicions => count(of, "suspicion", "suspicions"),
    };
    format!("{done} of {pieces}")
}

/// That suspicions are not all looked at as closely as they could be.
pub(super) fn unfinished_suggestions(progress: SuggestProgress) -> Option<String> {
    let how_far = match progress {
        SuggestProgress::Done => return None,
        SuggestProgress::Starting => "nothing was found yet".to_owned(),
        SuggestProgress::Drawing => "all are ranked from a few deals".to_owned(),
        SuggestProgress::Ranking(done, of) => {
            format!("{done} of {of} are ranked from many deals, the others from a few")
        }
        SuggestProgress::Refining(done) => {
            format!("{} taken to look at the best closely", count(done, "step was", "steps were"))
        }
    };
    Some(format!("(This is not finished: it was stopped when {how_far}.)"))
}

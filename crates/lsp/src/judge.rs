//! The judge: runs the scenarios of a version once nobody has typed for a moment, and publishes what comes out.

use crate::message::guarded;
use crate::shelf::{JudgingProgress, Shelf, Shelved};
use hexa_logic::Stop;
use hexa_workbench::editor::{Judgement, Outcome};
use serde_json::json;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

/// So often it is looked whether somebody types again.
const LOOK: Duration = Duration::from_millis(5);

/// While a long run goes on, what is known so far is published so often.
const PUBLISH: Duration = Duration::from_millis(500);

/// A version to judge.
pub struct Case {
    /// The version.
    pub shelved: Arc<Shelved>,
    /// Asked for when the next version is there.
    pub edited: Stop,
    /// What the run looks at: asked for then too, and by the clock.
    pub run: Stop,
}

/// Judges what comes, until nothing can come any more.
pub fn work(shelf: &Shelf, cases: &Receiver<Case>) {
    for case in cases {
        if wait(&case.edited, Duration::from_millis(shelf.options.delay)) {
            drop(guarded(|| judge(shelf, &case)));
        }
    }
}

/// Waits, unless somebody asks for the end.
fn wait(edited: &Stop, length: Duration) -> bool {
    let end = Instant::now() + length;
    while Instant::now() < end && !edited.is_asked() {
        thread::sleep(LOOK.min(length));
    }
    !edited.is_asked()
}

fn judge(shelf: &Shelf, case: &Case) {
    let Case { shelved, edited, run } = case;
    let limits = shelf.limits(run);
    shelf.clock.limit(run, shelf.options.limit());
    let mut published = Instant::now();
    let mut gave_up = false;
    let obstacle = shelved.draft.judge(None, &limits, |judgement: Judgement| {
        gave_up |= judgement.outcome == Outcome::Stopped;
        shelved.judged().judgements.push(judgement);
        if published.elapsed() > PUBLISH && !edited.is_asked() {
            published = Instant::now();
            shelf.publish(shelved);
            shelf.refresh();
        }
    });
    // The clock need not look at it any more.
    run.ask();
    if edited.is_asked() {
        return;
    }
    let progress = if gave_up { JudgingProgress::GaveUp } else { JudgingProgress::Ended };
    {
        let mut judged = shelved.judged();
        (judged.progress, judged.obstacle) = (progress, obstacle);
    }
    shelf.publish(shelved);
    shelf.refresh();
    shelf.notify("hexa/judged", json!({ "uri": shelved.uri, "version": shelved.version }));
}

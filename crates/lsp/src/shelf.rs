//! The drafts of the texts that are open, which all threads look at, and what the threads say to the client.

use crate::address::{address_of, path_of};
use crate::clock::Clock;
use crate::message;
use crate::options::Options;
use crate::translate::Translator;
use gen_lsp_types::{Diagnostic, PublishDiagnosticsParams};
use hexa_engine::Limits;
use hexa_logic::Stop;
use hexa_workbench::editor::{ColumnUnit, Draft, DraftProblem, Judgement};
use lsp_server::{Message, Notification};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all threads share.
pub struct Shelf {
    drafts: Mutex<BTreeMap<String, Arc<Shelved>>>,
    /// Says something to the client.
    pub say: Box<dyn Fn(Message) + Send + Sync>,
    /// What the client chose.
    pub options: Options,
    /// What its columns count.
    pub unit: ColumnUnit,
    /// Whether it can be asked to ask for lenses and hints again.
    pub refreshes: Refreshes,
    /// What may be used.
    pub limits: Limits,
    /// Ends what takes too long.
    pub clock: Clock,
}

/// The file that an address means, without links.
pub fn canonical(uri: &str) -> Option<PathBuf> {
    fs::canonicalize(path_of(uri)?).ok()
}

/// What a client can be asked to ask for again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refreshes {
    /// Lenses.
    pub lenses: bool,
    /// Hints.
    pub hints: bool,
}

/// A draft of a version.
pub struct Shelved {
    /// The address of the text.
    pub uri: String,
    /// The version.
    pub version: i32,
    /// The draft.
    pub draft: Draft,
    /// What is known of its scenarios.
    pub judged: Mutex<Judged>,
}

/// What is known of the scenarios of a version.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// What came out so far.
    pub judgements: Vec<Judgement>,
    /// What is in the way of all scenarios, if anything is.
    pub obstacle: Option<DraftProblem>,
    /// How far the run is.
    pub progress: JudgingProgress,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JudgingProgress {
    /// It was not begun, or has not ended.
    #[default]
    Under,
    /// It has ended.
    Ended,
    /// It took too long.
    GaveUp,
}

impl Shelved {
    /// What is known of its scenarios.
    pub fn judged(&self) -> MutexGuard<'_, Judged> {
        self.judged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    /// An empty one.
    pub fn new(
        say: Box<dyn Fn(Message) + Send + Sync>,
        (options, unit, refreshes): (Options, ColumnUnit, Refreshes),
        limits: Limits,
        clock: Clock,
    ) -> Self {
        Self { drafts: Mutex::default(), say, options, unit, refreshes, limits, clock }
    }

    fn drafts(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Shelved>>> {
        self.drafts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last draft of a text.
    pub fn draft(&self, uri: &str) -> Option<Arc<Shelved>> {
        self.drafts().get(uri).cloned()
    }

    /// All last drafts.
    pub fn all(&self) -> Vec<Arc<Shelved>> {
        self.drafts().values().cloned().collect()
    }

    /// Puts a draft in the place of the one before.
    pub fn put(&self, shelved: Arc<Shelved>) {
        // What was there before is dropped when nobody is kept waiting.
        let before = self.drafts().insert(shelved.uri.clone(), shelved);
        drop(before);
    }

    /// The text is not open any more: it has no problems to show.
    pub fn remove(&self, uri: &str) {
        let before = self.drafts().remove(uri);
        drop(before);
        self.publish_all(uri, None, Vec::new());
    }

    /// The address of a text by its name: the one that the client gave it, if it is open.
    pub fn address(&self, name: &str) -> String {
        let path = fs::canonicalize(name).ok();
        let open =
            self.drafts().keys().find(|uri| path.is_some() && canonical(uri) == path).cloned();
        open.unwrap_or_else(|| address_of(name))
    }

    /// What may be used for a piece of work that looks at this flag.
    pub fn limits(&self, stop: &Stop) -> Limits {
        Limits { stop: stop.clone(), ..self.limits.clone() }
    }

    /// Turns data of a draft into words of the protocol.
    pub fn translator<'a>(&'a self, shelved: &'a Shelved) -> Translator<'a> {
        Translator { draft: &shelved.draft, uri: &shelved.uri, shelf: self }
    }

    /// Tells the client what is wrong with a draft, as far as that is known.
    pub fn publish(&self, shelved: &Shelved) {
        let translator = self.translator(shelved);
        let judged = shelved.judged().clone();
        let mut problems = translator.problems();
        problems.extend(judged.obstacle.as_ref().map(|found| translator.problem(found)));
        problems.extend(translator.failures(&judged.judgements, self.options.limit()));
        self.publish_all(&shelved.uri, Some(shelved.version), problems);
    }

    fn publish_all(&self, uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        let params = PublishDiagnosticsParams { uri: uri.into(), version, diagnostics };
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: impl serde::Serialize) {
        (self.say)(Message::Notification(Notification::new(method.to_owned(), params)));
    }

    /// Puts a mistake of the client into its log.
    pub fn log(&self, message: &str) {
        // 2 is a warning.
        self.notify("window/logMessage", serde_json::json!({ "type": 2, "message": message }));
    }

    /// Asks the client to ask for lenses and hints again.
    pub fn refresh(&self) {
        if self.refreshes.lenses {
            (self.say)(message::to_client("workspace/codeLens/refresh"));
        }
        if self.refreshes.hints {
            (self.say)(message::to_client("workspace/inlayHint/refresh"));
        }
    }
}

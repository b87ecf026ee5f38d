//! The reader: reads every version of every text, and answers what takes no computing.

use crate::address::path_of;
use crate::judge::Case;
use crate::message::{OpenRequest, Unanswered, answer};
use crate::options::Verdicts;
use crate::shelf::{Judged, Shelf, Shelved};
use crate::thinker::Computation;
use gen_lsp_types::{
    CompletionList, InlayHint, Location, PrepareRenameResult, RenameParams,
    TextDocumentPositionParams, WorkspaceEdit,
};
use hexa_files::IncludedFiles;
use hexa_lang::syntax::Spelling;
use hexa_lang::{NoIncludes, Resolver};
use hexa_logic::Stop;
use hexa_workbench::editor::{Draft, Rereading};
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};

/// What the reader is asked to do.
pub enum ReaderTask {
    /// Read a version.
    Version(Version),
    /// Answer a request.
    Answer(OpenRequest),
    /// A text is not open any more.
    Close(String),
}

/// A version of a text.
pub struct Version {
    /// The address of the text.
    pub uri: String,
    /// The version.
    pub version: i32,
    /// The text.
    pub text: Arc<str>,
    /// Asked for when the next version is there.
    pub edited: Stop,
    /// Texts that are open, by their paths, which it may include.
    pub open: Vec<(PathBuf, Arc<str>)>,
    /// If its scenarios are to be run, what the run looks at.
    pub run: Option<Stop>,
}

/// A reader.
pub struct Reader {
    /// What it shares with the others.
    pub shelf: Arc<Shelf>,
    /// Folders from which texts may include others, besides their own.
    pub include_dirs: Vec<PathBuf>,
    /// The judge.
    pub judge: Sender<Case>,
    /// The thinker.
    pub thinker: Sender<Computation>,
    /// The texts that are open, as of the last version that was read.
    pub open: Vec<(PathBuf, Arc<str>)>,
}

impl Reader {
    /// Does what comes, until nothing can come any more.
    pub fn work(mut self, tasks: &Receiver<ReaderTask>) {
        for task in tasks {
            match task {
                ReaderTask::Version(version) => self.read(version),
                ReaderTask::Answer(asked) => self.answer(asked),
                ReaderTask::Close(uri) => self.shelf.remove(&uri),
            }
        }
    }

    fn read(&mut self, version: Version) {
        let Version { uri, version, text, edited, open, run } = version;
        self.open = open;
        if edited.is_asked() {
            return;
        }
        let limits = self.shelf.limits(&edited);
        let (name, resolver) = self.resolver(&uri);
        let draft = Draft::read(&name, text, &*resolver, &[], &limits);
        if edited.is_asked() {
            return;
        }
        let judged = Mutex::new(Judged::default());
        let shelved = Arc::new(Shelved { uri, version, draft, judged });
        self.shelf.put(Arc::clone(&shelved));
        self.shelf.publish(&shelved);
        if let Some(run) = run {
            // A judge that has ended judges nothing.
            let _ = self.judge.send(Case { shelved, edited, run });
        }
    }

    /// What a text is called, and what brings the texts that it includes: those that are open, and files.
    fn resolver(&self, uri: &str) -> (String, Box<dyn Resolver>) {
        match path_of(uri) {
            Some(path) => {
                let files = IncludedFiles::of(&path, &self.include_dirs);
                let open = self.open.clone();
                (path.display().to_string(), Box::new(files.with_open(open)))
            }
            None => (uri.to_owned(), Box::new(NoIncludes)),
        }
    }

    fn answer(&self, asked: OpenRequest) {
        let shelved = match self.shelf.draft(&asked.uri) {
            _ if asked.stop.is_asked() => Err(Unanswered::Cancelled),
            Some(shelved) if shelved.version == asked.version => Ok(shelved),
            Some(_) | None => Err(Unanswered::Outdated),
        };
        let told = match shelved {
            Err(no_answer) => Err(no_answer),
            Ok(shelved) if is_computed(&asked.request.method) => {
                // A thinker that has ended answers nothing; then the server ends as well.
                let _ = self.thinker.send(Computation { asked, shelved });
                return;
            }
            Ok(shelved) => self.told(&asked, &shelved),
        };
        (self.shelf.say)(asked.reply(told));
    }

    fn told(&self, asked: &OpenRequest, shelved: &Shelved) -> Result<Value, Unanswered> {
        let draft = &shelved.draft;
        let translator = self.shelf.translator(shelved);
        let at = || -> Result<usize, Unanswered> {
            let params: TextDocumentPositionParams = asked.params()?;
            Ok(translator.byte(params.position))
        };
        match asked.request.method.as_str() {
            "textDocument/completion" => {
                let offers = draft.complete(at()?);
                let items = translator.completion(&offers);
                answer(CompletionList { is_incomplete: offers.more, items, ..Default::default() })
            }
            "textDocument/definition" => {
                let at = at()?;
                let found = draft.definition(at).and_then(|place| translator.location(&place));
                answer(found.or_else(|| self.file_at(draft, at)))
            }
            "textDocument/references" => {
                let places = draft.references(at()?);
                answer(
                    places
                        .iter()
                        .filter_map(|place| translator.location(place))
                        .collect::<Vec<_>>(),
                )
            }
            "textDocument/documentHighlight" => {
                answer(translator.highlights(&draft.references(at()?)))
            }
            "textDocument/prepareRename" => match draft.renameable(at()?) {
                Ok(span) => answer(PrepareRenameResult::Range(translator.range(span))),
                Err(problem) => Err(Unanswered::Refused(problem.message)),
            },
            "textDocument/rename" => self.rename(asked, shelved),
            "textDocument/formatting" => {
                let limits = self.shelf.limits(&asked.stop);
                let edits = draft.format(Spelling::AsWritten, &limits);
                answer(edits.iter().map(|edit| translator.edit(edit)).collect::<Vec<_>>())
            }
            "textDocument/documentSymbol" => answer(translator.symbols(&draft.outline())),
            "textDocument/codeLens" => {
                let verdicts = self.shelf.options.verdicts != Verdicts::Hint;
                answer(translator.lenses(&shelved.judged(), verdicts, self.shelf.options.limit()))
            }
            "textDocument/inlayHint" => match self.shelf.options.verdicts {
                Verdicts::Lens => answer(Vec::<InlayHint>::new()),
                Verdicts::Hint | Verdicts::Both => answer(translator.hints(&shelved.judged())),
            },
            other => Err(Unanswered::Invalid(format!("there is no request {other}"))),
        }
    }

    fn rename(&self, asked: &OpenRequest, shelved: &Shelved) -> Result<Value, Unanswered> {
        let params: RenameParams = asked.params()?;
        let translator = self.shelf.translator(shelved);
        let at = translator.byte(params.text_document_position_params.position);
        let limits = self.shelf.limits(&asked.stop);
        let (_, resolver) = self.resolver(&asked.uri);
        let rereading = Rereading { resolver: &*resolver, settings: &[], limits: &limits };
        match shelved.draft.rename(at, &params.new_name, rereading) {
            Ok(edits) => {
                let edits = edits.iter().map(|edit| translator.edit(edit)).collect();
                let changes = HashMap::from([(asked.uri.as_str().into(), edits)]);
                answer(WorkspaceEdit { changes: Some(changes), ..Default::default() })
            }
            Err(_) if asked.stop.is_asked() => Err(Unanswered::Cancelled),
            Err(problem) => Err(Unanswered::Refused(problem.message)),
        }
    }

    /// The start of the text that a path in quotes means.
    fn file_at(&self, draft: &Draft, at: usize) -> Option<Location> {
        let path = draft.path_at(at)?;
        let folder = PathBuf::from(&draft.name);
        let file = folder.parent()?.join(path);
        let uri = crate::address::address_of(&file.display().to_string());
        Some(Location { uri: uri.into(), range: Default::default() })
    }
}

/// Whether the answer takes computing.
fn is_computed(method: &str) -> bool {
    matches!(
        method,
        "textDocument/hover" | "hexa/state" | "hexa/explain" | "workspace/executeCommand"
    )
}

//! The reader: reads every version of every text, and answers what takes no computing.

use crate::address::{address_of, path_of};
use crate::includers::knowing;
use crate::judge::Case;
use crate::message::{OpenRequest, Unanswered, answer, guarded};
use crate::options::Verdicts;
use crate::shelf::{Judged, Shelf, Shelved};
use crate::thinker::Computation;
use gen_lsp_types::{
    CodeActionParams, CompletionList, InlayHint, Location, PrepareRenameResult, ReferenceParams,
    RenameParams, TextDocumentPositionParams, TextEdit,
};
use hexa_files::IncludedFiles;
use hexa_lang::syntax::Spelling;
use hexa_lang::{NoIncludes, Resolver};
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use hexa_workbench::editor::{Draft, Rereading, TextEdits};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    /// The folders that the client works in, without links.
    pub folders: Vec<PathBuf>,
    /// The texts that are open, as of the last version that was read.
    pub open: Vec<(PathBuf, Arc<str>)>,
}

impl Reader {
    /// Does what comes, until nothing can come any more.
    pub fn work(mut self, tasks: &Receiver<ReaderTask>) {
        for task in tasks {
            match task {
                ReaderTask::Version(version) => drop(guarded(|| self.read(version))),
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

    /// A file that is not open, read as if it were.
    pub fn shelved_file(&self, path: &Path, text: String, stop: &Stop) -> Shelved {
        let uri = address_of(&path.display().to_string());
        let (name, resolver) = self.resolver(&uri);
        let draft = Draft::read(&name, text, &*resolver, &[], &self.shelf.limits(stop));
        Shelved { uri, version: 0, draft, judged: Mutex::default() }
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
            Ok(shelved) => guarded(|| self.told(&asked, &shelved)).and_then(|told| told),
        };
        (self.shelf.say)(asked.reply(told));
    }

    fn told(&self, asked: &OpenRequest, shelved: &Arc<Shelved>) -> Result<Value, Unanswered> {
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
            "textDocument/references" => answer(self.references(asked, shelved)?),
            "textDocument/documentHighlight" => {
                let places = draft.definition(at()?).map(|place| draft.references(&place));
                answer(translator.highlights(&places.unwrap_or_default()))
            }
            "textDocument/codeAction" => {
                let params: CodeActionParams = asked.params()?;
                answer(translator.repairs(params.range))
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
            other => Err(Unanswered::Unknown(other.to_owned())),
        }
    }

    fn references(
        &self,
        asked: &OpenRequest,
        shelved: &Arc<Shelved>,
    ) -> Result<Vec<Location>, Unanswered> {
        let params: ReferenceParams = asked.params()?;
        let at = params.text_document_position_params.position;
        let at = self.shelf.translator(shelved).byte(at);
        let Some(declaration) = shelved.draft.definition(at) else { return Ok(Vec::new()) };
        let with_declaration = params.context.include_declaration;
        let mut found = Vec::new();
        for (text, place) in knowing(self, shelved, &declaration, &asked.stop) {
            let places = text.draft.references(&place);
            let wanted = places.iter().filter(|other| with_declaration || **other != place);
            let translator = self.shelf.translator(&text);
            for location in wanted.filter_map(|place| translator.location(place)) {
                if !found.contains(&location) {
                    found.push(location);
                }
            }
        }
        Ok(found)
    }

    fn rename(&self, asked: &OpenRequest, shelved: &Arc<Shelved>) -> Result<Value, Unanswered> {
        let params: RenameParams = asked.params()?;
        let refuse = |problem: Diagnostic| Unanswered::Refused(problem.message);
        let at = params.text_document_position_params.position;
        let at = self.shelf.translator(shelved).byte(at);
        shelved.draft.renameable(at).map_err(refuse)?;
        let Some(declaration) = shelved.draft.definition(at) else { return answer(Value::Null) };
        let limits = self.shelf.limits(&asked.stop);
        let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for (text, place) in knowing(self, shelved, &declaration, &asked.stop) {
            let (_, resolver) = self.resolver(&text.uri);
            let rereading = Rereading { resolver: &*resolver, settings: &[], limits: &limits };
            let told = text.draft.rename(&place, &params.new_name, rereading);
            let told = told.map_err(|problem| match asked.stop.is_asked() {
                true => Unanswered::Cancelled,
                false if text.uri == asked.uri => refuse(problem),
                false => Unanswered::Refused(format!("{}: {}", text.draft.name, problem.message)),
            })?;
            let translator = self.shelf.translator(&text);
            for TextEdits { other, edits } in told {
                let other = other.as_deref();
                let uri = other.map_or(text.uri.clone(), |other| self.shelf.address(other));
                let known = changes.entry(uri).or_default();
                for edit in edits.iter().filter_map(|edit| translator.edit_of(other, edit)) {
                    if !known.contains(&edit) {
                        known.push(edit);
                    }
                }
            }
        }
        answer(json!({ "changes": changes }))
    }

    /// The start of the text that a path in quotes means.
    fn file_at(&self, draft: &Draft, at: usize) -> Option<Location> {
        let uri = self.shelf.address(draft.text_at(at)?);
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

//! The thread that hears messages, keeps the texts that are open, and gives the others their work.

use crate::address::path_of;
use crate::clock::Clock;
use crate::judge;
use crate::message::{METHODS, OpenRequest, Unanswered, reply};
use crate::open_text::OpenText;
use crate::options::{Options, WhenToRun};
use crate::reader::{Reader, ReaderTask, Version};
use crate::shelf::{Refreshes, Shelf, canonical};
use crate::thinker;
use crate::wire::{self, Incoming};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, Range,
};
use hexa_engine::Limits;
use hexa_logic::Stop;
use hexa_workbench::editor::ColumnUnit;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

/// What the threads need for texts that nest as deeply as they may.
const STACK: usize = 64 << 20;

/// With what the server is started.
#[derive(Clone, Debug)]
pub struct Service {
    /// What may be used for each piece of work.
    pub limits: Limits,
    /// Folders from which texts may include others, besides their own.
    pub include_dirs: Vec<PathBuf>,
    /// The version of the program.
    pub version: String,
    /// Asked for when too much memory is held.
    pub overall: Stop,
    /// Called when the work that held it has been ended.
    pub recover: fn(),
}

/// Why the server could not go on.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How a client has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// It has said goodbye, or its end of the pipe is closed.
    Said,
    /// It has left without the goodbye that the protocol asks for.
    NotSaid,
}

/// Serves one client over standard input and output.
pub fn serve_stdio(service: Service) -> Result<Farewell, Failure> {
    serve(std::io::stdin().lock(), std::io::stdout(), service)
}

/// Serves one client, until it says goodbye or is gone.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    service: Service,
) -> Result<Farewell, Failure> {
    let (sender, frames) = mpsc::channel();
    let writer = spawn("writer", move || wire::write(output, &frames))?;
    let mut talk = Talk { sender, phase: Phase::Fresh(service) };
    let farewell = loop {
        match wire::hear(&mut input)? {
            None => break Farewell::Said,
            Some(Incoming::Malformed(malformed)) => talk.send(malformed.answer()),
            Some(Incoming::Message(Message::Notification(told))) if told.method == "exit" => {
                break match talk.phase {
                    Phase::Ended => Farewell::Said,
                    Phase::Fresh(_) | Phase::Serving(_) => Farewell::NotSaid,
                };
            }
            Some(Incoming::Message(message)) => talk.hear(message)?,
        }
    };
    talk.end();
    drop(talk);
    // Whoever panicked has said so.
    let _ = writer.join();
    Ok(farewell)
}

/// A talk with a client.
struct Talk {
    sender: Sender<Vec<u8>>,
    phase: Phase,
}

/// How far a talk is.
enum Phase {
    /// The client has not said who it is.
    Fresh(Service),
    Serving(Box<Server>),
    /// The client has said goodbye.
    Ended,
}

impl Talk {
    fn send(&self, frame: Vec<u8>) {
        // A client that is gone hears nothing; the end of what it says will be noticed.
        let _ = self.sender.send(frame);
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        let response = Response::new_err(id, code as i32, why.to_owned());
        self.send(wire::bytes(&Message::Response(response)));
    }

    fn hear(&mut self, message: Message) -> Result<(), Failure> {
        match (&mut self.phase, message) {
            (Phase::Serving(server), Message::Request(request)) => match &*request.method {
                "initialize" => {
                    self.refuse(request.id, ErrorCode::InvalidRequest, "this was said before");
                }
                "shutdown" => {
                    let answer = Response::new_ok(request.id, Value::Null);
                    self.send(wire::bytes(&Message::Response(answer)));
                    self.end();
                }
                _ => server.request(request),
            },
            (Phase::Serving(server), Message::Notification(told)) => server.hear(told),
            (Phase::Fresh(_), Message::Request(request)) if request.method == "initialize" => {
                self.greet(request)?;
            }
            (Phase::Fresh(_), Message::Request(request)) => {
                let why = "the client has not said `initialize` yet";
                self.refuse(request.id, ErrorCode::ServerNotInitialized, why);
            }
            (Phase::Ended, Message::Request(request)) => {
                let why = "the client has said `shutdown`";
                self.refuse(request.id, ErrorCode::InvalidRequest, why);
            }
            // Of what it was asked, the client has nothing to tell.
            (Phase::Fresh(_) | Phase::Ended, Message::Notification(_))
            | (_, Message::Response(_)) => {}
        }
        Ok(())
    }

    fn greet(&mut self, request: Request) -> Result<(), Failure> {
        let Phase::Fresh(service) = std::mem::replace(&mut self.phase, Phase::Ended) else {
            return Ok(());
        };
        let (unit, encoding) = column_unit(&request.params);
        let greeting = json!({
            "capabilities": capabilities(encoding),
            "serverInfo": { "name": "hexa", "version": service.version },
        });
        let sender = self.sender.clone();
        let say = Box::new(move |message: Message| drop(sender.send(wire::bytes(&message))));
        self.send(wire::bytes(&Message::Response(Response::new_ok(request.id, greeting))));
        self.phase = Phase::Serving(Box::new(Server::start(say, service, &request.params, unit)?));
        Ok(())
    }

    fn end(&mut self) {
        if let Phase::Serving(server) = std::mem::replace(&mut self.phase, Phase::Ended) {
            server.end();
        }
    }
}

/// The folders that a client works in.
fn folders(params: &Value) -> Vec<PathBuf> {
    let several = params["workspaceFolders"].as_array().map(Vec::as_slice).unwrap_or_default();
    let several = several.iter().map(|folder| &folder["uri"]);
    let all = several.chain([&params["rootUri"]]).filter_map(Value::as_str);
    let mut all: Vec<PathBuf> = all.filter_map(canonical).collect();
    all.sort();
    all.dedup();
    all
}

/// What the columns of a client count. Bytes are what we count too; all clients know UTF-16.
fn column_unit(params: &Value) -> (ColumnUnit, &'static str) {
    let offered = &params["capabilities"]["general"]["positionEncodings"];
    let offered = offered.as_array().map(Vec::as_slice).unwrap_or_default();
    let knows = |name: &str| offered.iter().any(|offer| offer == name);
    // The order of a client is the order of its liking.
    match offered.first().and_then(Value::as_str) {
        Some("utf-8") => (ColumnUnit::Utf8, "utf-8"),
        Some("utf-32") if !knows("utf-16") => (ColumnUnit::Utf32, "utf-32"),
        _ => (ColumnUnit::Utf16, "utf-16"),
    }
}

fn capabilities(encoding: &str) -> Value {
    json!({
        "positionEncoding": encoding,
        // 2 is: changes are sent as such.
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "completionProvider": { "triggerCharacters": ["_", " ", "(", "{", "[", "?"] },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "documentSymbolProvider": true,
        "codeLensProvider": {},
        "inlayHintProvider": true,
        "executeCommandProvider": { "commands": ["hexa.run", "hexa.explain"] },
        "experimental": { "hexaState": true, "hexaExplain": true },
    })
}

struct Server {
    shelf: Arc<Shelf>,
    open: BTreeMap<String, OpenText>,
    reader: Sender<ReaderTask>,
    threads: Vec<JoinHandle<()>>,
    /// Requests that were not answered yet, as far as anybody knows, with their texts.
    pending: Vec<Pending>,
}

struct Pending {
    id: RequestId,
    uri: String,
    method: String,
    stop: Stop,
}

impl Server {
    fn start(
        say: Box<dyn Fn(Message) + Send + Sync>,
        service: Service,
        params: &Value,
        unit: ColumnUnit,
    ) -> Result<Self, Failure> {
        let options = &params["initializationOptions"];
        let options: Options = serde_json::from_value(options.clone()).unwrap_or_default();
        let refreshes =
            |what: &str| params["capabilities"]["workspace"][what]["refreshSupport"] == true;
        let refreshes = Refreshes { lenses: refreshes("codeLens"), hints: refreshes("inlayHint") };
        let clock = Clock::start(service.overall, service.recover);
        let shelf = Arc::new(Shelf::new(say, (options, unit, refreshes), service.limits, clock));
        let (reader, readings) = mpsc::channel();
        let (judge, cases) = mpsc::channel();
        let (thinker, questions) = mpsc::channel();
        let include_dirs = service.include_dirs;
        let (folders, open) = (folders(params), Vec::new());
        let reading =
            Reader { shelf: Arc::clone(&shelf), include_dirs, judge, thinker, folders, open };
        let judging = Arc::clone(&shelf);
        let thinking = Arc::clone(&shelf);
        let threads = vec![
            spawn("reader", move || reading.work(&readings))?,
            spawn("judge", move || judge::work(&judging, &cases))?,
            spawn("thinker", move || thinker::work(&thinking, &questions))?,
        ];
        Ok(Self { shelf, open: BTreeMap::new(), reader, threads, pending: Vec::new() })
    }

    /// Ends all work, and waits for it to end.
    fn end(self) {
        let Self { open, reader, threads, pending, .. } = self;
        for text in open.values() {
            text.edited.ask();
            text.run.ask();
        }
        pending.iter().for_each(|asked| asked.stop.ask());
        drop(reader);
        for thread in threads {
            // Whoever panicked has said so.
            let _ = thread.join();
        }
    }

    fn hear(&mut self, told: Notification) {
        match told.method.as_str() {
            "textDocument/didOpen" => {
                let Some(params) = self.params::<DidOpenTextDocumentParams>(told) else { return };
                let opened = params.text_document;
                let uri = opened.uri.0;
                self.open.insert(uri.clone(), OpenText::new(opened.text, opened.version));
                self.read(&uri, self.shelf.options.check != WhenToRun::Never);
            }
            "textDocument/didChange" => {
                if !has_readable_ranges(&told.params) {
                    return self.shelf.log("textDocument/didChange has a range that is none");
                }
                let Some(params) = self.params::<DidChangeTextDocumentParams>(told) else { return };
                let uri = params.text_document.text_document_identifier.uri.0;
                let Some(text) = self.open.get_mut(&uri) else {
                    return self.shelf.log(&format!("{uri} was changed and is not open"));
                };
                text.change(params.content_changes, params.text_document.version, self.shelf.unit);
                self.outdate(&uri);
                self.read(&uri, self.shelf.options.check == WhenToRun::Typing);
            }
            "textDocument/didSave" => {
                let Some(params) = self.params::<DidSaveTextDocumentParams>(told) else { return };
                if self.shelf.options.check == WhenToRun::Saving {
                    self.read_again(&params.text_document.uri.0);
                }
            }
            "textDocument/didClose" => {
                let Some(params) = self.params::<DidCloseTextDocumentParams>(told) else { return };
                let uri = params.text_document.uri.0;
                if let Some(mut text) = self.open.remove(&uri) {
                    text.renew();
                }
                self.outdate(&uri);
                self.send(ReaderTask::Close(uri));
            }
            "$/cancelRequest" => {
                let id = &told.params["id"];
                let text = id.as_str().map(|id| RequestId::from(id.to_owned()));
                let number = id.as_i64().and_then(|id| i32::try_from(id).ok()).map(RequestId::from);
                let is_meant = |asked: &&Pending| {
                    [&text, &number].into_iter().any(|id| id.as_ref() == Some(&asked.id))
                };
                self.pending.iter().filter(is_meant).for_each(|asked| asked.stop.ask());
            }
            // The protocol lets servers leave alone what they do not know.
            _ => {}
        }
    }

    /// The parameters of a notification. Nobody waits for an answer, so that the client's log says what cannot be read.
    fn params<P: DeserializeOwned>(&self, told: Notification) -> Option<P> {
        let params = serde_json::from_value(told.params);
        params.map_err(|error| self.shelf.log(&format!("{}: {error}", told.method))).ok()
    }

    fn send(&self, task: ReaderTask) {
        // A reader that has ended was ended by a fault, which has been told.
        let _ = self.reader.send(task);
    }

    /// What was asked about the text as it was is of no use any more.
    fn outdate(&mut self, uri: &str) {
        self.pending.retain(|asked| {
            if asked.uri == uri {
                asked.stop.ask();
            }
            asked.uri != uri
        });
    }

    /// Has a text read, and then those that are read with it.
    fn read(&mut self, uri: &str, run: bool) {
        self.read_one(uri, run);
        let Some(path) = path_of(uri).and_then(|path| std::fs::canonicalize(path).ok()) else {
            return;
        };
        let speaks = |other: &String| std::fs::canonicalize(other).is_ok_and(|other| other == path);
        for shelved in self.shelf.all() {
            if shelved.uri != uri && shelved.draft.others.iter().any(speaks) {
                self.read_again(&shelved.uri);
            }
        }
    }

    fn read_again(&mut self, uri: &str) {
        if let Some(text) = self.open.get_mut(uri) {
            text.renew();
            self.read_one(uri, self.shelf.options.check != WhenToRun::Never);
        }
    }

    fn read_one(&self, uri: &str, run: bool) {
        let Some(text) = self.open.get(uri) else { return };
        let open = self.open.iter().filter_map(|(uri, text)| {
            let path = std::fs::canonicalize(path_of(uri)?).ok()?;
            Some((path, Arc::clone(&text.text)))
        });
        self.send(ReaderTask::Version(Version {
            uri: uri.to_owned(),
            version: text.version,
            text: Arc::clone(&text.text),
            edited: text.edited.clone(),
            open: open.collect(),
            run: run.then(|| text.run.clone()),
        }));
    }

    fn request(&mut self, request: Request) {
        let uri = uri_of(&request.params);
        let text = uri.as_ref().and_then(|uri| self.open.get(uri));
        let (Some(uri), Some(text)) = (uri.clone(), text) else {
            let why = match uri {
                _ if !METHODS.contains(&&*request.method) => Unanswered::Unknown(request.method),
                Some(_) => Unanswered::Invalid("this text is not open".to_owned()),
                None => Unanswered::Invalid(format!("{} names no text", request.method)),
            };
            return (self.shelf.say)(reply(request.id, Err(why)));
        };
        const MOST_PENDING: usize = 64;
        let excess = self.pending.len().saturating_sub(MOST_PENDING);
        // Long answered, most likely: forgotten, and not ended.
        self.pending.drain(..excess);
        if request.method == "hexa/state" {
            let states = self.pending.iter().filter(|asked| asked.method == request.method);
            states.for_each(|asked| asked.stop.ask());
        }
        let (stop, edited, version) = (Stop::new(), text.edited.clone(), text.version);
        let (id, method) = (request.id.clone(), request.method.clone());
        self.pending.push(Pending { id, uri: uri.clone(), method, stop: stop.clone() });
        self.send(ReaderTask::Answer(OpenRequest { request, uri, version, stop, edited }));
    }
}

/// The text that a request is about; a command names it in its argument.
fn uri_of(params: &Value) -> Option<String> {
    let of_command = &params["arguments"][0]["uri"];
    let uri = params["textDocument"]["uri"].as_str().or(of_command.as_str());
    uri.map(str::to_owned)
}

/// Whether the ranges of all changes can be read. One that cannot be would otherwise be left out, and a change without a range
/// replaces the whole text.
fn has_readable_ranges(params: &Value) -> bool {
    let changes = params["contentChanges"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut ranges = changes.iter().map(|change| &change["range"]).filter(|range| !range.is_null());
    ranges.all(|range| Range::deserialize(range).is_ok())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work)
}

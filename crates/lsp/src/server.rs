//! The thread that hears messages, keeps the texts that are open, and gives the others their work.

use crate::address::path_of;
use crate::clock::Clock;
use crate::judge;
use crate::message::{OpenRequest, Unanswered, reply};
use crate::open_text::OpenText;
use crate::options::{Options, WhenToRun};
use crate::reader::{Reader, ReaderTask, Version};
use crate::shelf::{Refreshes, Shelf};
use crate::thinker;
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};
use hexa_engine::Limits;
use hexa_logic::Stop;
use hexa_workbench::editor::ColumnUnit;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
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

/// Serves one client over standard input and output.
pub fn serve_stdio(service: Service) -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    serve(connection, service)?;
    Ok(threads.join()?)
}

/// Serves one client, until it says goodbye or is gone.
pub fn serve(connection: Connection, service: Service) -> Result<(), Failure> {
    let (id, params) = connection.initialize_start()?;
    let (unit, encoding) = column_unit(&params);
    let greeting = json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "hexa", "version": service.version },
    });
    connection.initialize_finish(id, greeting)?;
    let mut server = Server::start(&connection, service, &params, unit)?;
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                server.request(request);
            }
            Message::Notification(told) if told.method == "exit" => break,
            Message::Notification(told) => server.hear(told),
            // Of what it was asked, the client has nothing to tell.
            Message::Response(_) => {}
        }
    }
    server.end();
    Ok(())
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
        connection: &Connection,
        service: Service,
        params: &Value,
        unit: ColumnUnit,
    ) -> Result<Self, Failure> {
        let sender = connection.sender.clone();
        // A client that is gone hears nothing; the first thread will notice.
        let say = Box::new(move |message| drop(sender.send(message)));
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
        let reading =
            Reader { shelf: Arc::clone(&shelf), include_dirs, judge, thinker, open: Vec::new() };
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
                let Some(params) = params::<DidOpenTextDocumentParams>(told) else { return };
                let opened = params.text_document;
                let uri = opened.uri.0;
                self.open.insert(uri.clone(), OpenText::new(opened.text, opened.version));
                self.read(&uri, self.shelf.options.check != WhenToRun::Never);
            }
            "textDocument/didChange" => {
                let Some(params) = params::<DidChangeTextDocumentParams>(told) else { return };
                let uri = params.text_document.text_document_identifier.uri.0;
                let Some(text) = self.open.get_mut(&uri) else { return };
                text.change(params.content_changes, params.text_document.version, self.shelf.unit);
                self.outdate(&uri);
                self.read(&uri, self.shelf.options.check == WhenToRun::Typing);
            }
            "textDocument/didSave" => {
                let Some(params) = params::<DidSaveTextDocumentParams>(told) else { return };
                if self.shelf.options.check == WhenToRun::Saving {
                    self.read_again(&params.text_document.uri.0);
                }
            }
            "textDocument/didClose" => {
                let Some(params) = params::<DidCloseTextDocumentParams>(told) else { return };
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

/// The parameters of a notification; what cannot be read is not heard, because nobody waits for an answer.
fn params<P: DeserializeOwned>(told: Notification) -> Option<P> {
    serde_json::from_value(told.params).ok()
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work)
}

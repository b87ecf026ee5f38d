//! The language server, as an editor uses it: a client that follows a script talks to `hexa lsp` over a pipe. `HEXA_CASES=20` takes
//! the prefixes of twenty times as many scenarios, and twenty times as many edits.

use hexa_logic::Stream;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Nothing that a client waits for takes so long, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor.
struct Client {
    server: Child,
    input: ChildStdin,
    heard: Receiver<Value>,
    next: i64,
    /// Answers by the number of their request.
    answers: BTreeMap<i64, Value>,
    /// The last problems of each text, with their version.
    problems: BTreeMap<String, (i64, Vec<Value>)>,
    /// The last version of each text whose scenarios have been run.
    judged: BTreeMap<String, i64>,
    /// Why messages without a number that can be read were refused.
    refused: Vec<i64>,
}

impl Client {
    /// Starts a server with options.
    fn start(options: Value) -> Self {
        Self::start_in(Value::Null, options)
    }

    /// Starts a server that works in a folder.
    fn start_in(root: Value, options: Value) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_hexa"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("a pipe");
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        let (said, heard) = channel();
        thread::spawn(move || {
            let mut output = output;
            while let Some(message) = message(&mut output) {
                if said.send(message).is_err() {
                    return;
                }
            }
        });
        let (answers, problems, judged, refused) = Default::default();
        let next = 0;
        let mut client = Self { server, input, heard, next, answers, problems, judged, refused };
        let hello = client.request("initialize", json!({
            "processId": null, "rootUri": root, "capabilities": {}, "initializationOptions": options,
        }));
        let told = client.answer(hello);
        assert_eq!(told["result"]["capabilities"]["positionEncoding"], "utf-16", "{told}");
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    fn send_text(&mut self, text: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }),
        );
        self.next
    }

    /// Hears one message.
    fn hear(&mut self) {
        let message = self.heard.recv_timeout(PATIENCE).expect("the server says something");
        match (message["method"].as_str(), message["id"].as_i64()) {
            (None, None) => {
                assert!(message["id"].is_null() && message["error"].is_object(), "{message}");
                self.refused.push(message["error"]["code"].as_i64().unwrap_or_default());
            }
            (None, Some(id)) => {
                let before = self.answers.insert(id, message);
                assert!(before.is_none(), "request {id} was answered twice");
            }
            (Some("textDocument/publishDiagnostics"), _) => {
                let params = &message["params"];
                let uri = params["uri"].as_str().expect("an address").to_owned();
                let found = params["diagnostics"].as_array().expect("a list").clone();
                let version = params["version"].as_i64().unwrap_or_default();
                self.problems.insert(uri, (version, found));
            }
            (Some("hexa/judged"), _) => {
                let params = &message["params"];
                let uri = params["uri"].as_str().expect("an address").to_owned();
                self.judged.insert(uri, params["version"].as_i64().expect("a version"));
            }
            _ => {}
        }
    }

    fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.hear();
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "hexa", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn replace(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The problems of a version, once its scenarios have been run.
    fn judged(&mut self, uri: &str, version: i64) -> Vec<Value> {
        while self.judged.get(uri) != Some(&version) {
            self.hear();
        }
        let (of, problems) = self.problems[uri].clone();
        assert_eq!(of, version);
        problems
    }

    /// The problems of a version.
    fn problems(&mut self, uri: &str, version: i64) -> Vec<Value> {
        while self.problems.get(uri).is_none_or(|(of, _)| *of != version) {
            self.hear();
        }
        self.problems[uri].1.clone()
    }

    /// Says goodbye, and sees the server end well.
    fn end(mut self) {
        let id = self.request("shutdown", Value::Null);
        self.answer(id);
        self.notify("exit", Value::Null);
        drop(self.input);
        assert!(self.server.wait().expect("it ends").success());
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim() {
            "" => break,
            line => {
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.parse().expect("a number");
                }
            }
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}

fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

fn scenarios() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let folder = fs::canonicalize(folder).expect("scenarios/");
    let entries = fs::read_dir(folder).expect("scenarios/").flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| path.extension().is_some_and(|end| end == "hexa");
    let mut found: Vec<_> = entries.filter(is_ours).collect();
    found.sort();
    let text = |path: PathBuf| fs::read_to_string(&path).map(|text| (path, text)).expect("a text");
    found.into_iter().map(text).collect()
}

#[test]
fn every_scenario_is_opened_judged_and_asked() {
    let mut client = Client::start(json!({ "delay": 0, "seconds": 0.2 }));
    let all = scenarios();
    assert!(all.len() > 50);
    let mut holding = 0;
    for (path, text) in all {
        let uri = format!("file://{}", path.display());
        client.open(&uri, &text);
        let problems = client.judged(&uri, 1);
        // They all hold, as far as there was time; errors are only where nothing can be included from elsewhere.
        let wrong = problems.iter().find(|problem| problem["code"] == "FAILED");
        assert!(wrong.is_none(), "{uri}: {wrong:?}");
        let about = json!({ "textDocument": { "uri": uri } });
        let symbols = client.ask("textDocument/documentSymbol", about.clone());
        assert!(
            symbols["result"].as_array().is_some_and(|list| !list.is_empty()),
            "{uri}: {symbols}"
        );
        let lenses = client.ask("textDocument/codeLens", about.clone());
        let lenses = lenses["result"].as_array().expect("lenses").clone();
        let titles = lenses.iter().filter_map(|lens| lens["command"]["title"].as_str());
        holding += titles.filter(|title| title.starts_with("✓ holds")).count();
        let edits = client.ask(
            "textDocument/formatting",
            json!({
                "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true },
            }),
        );
        assert!(edits["result"].is_array(), "{uri}: {edits}");
        client.notify("textDocument/didClose", about);
    }
    assert!(holding > 500, "only {holding} lenses say that something holds");
    client.end();
}

const SHORT: &str = "agents anne, bill\ndeal r | w\natoms p # ∧ 🂡\nformula f(x) = K_anne x\n\
    frame show\n  event red: pre r_anne\n  event other: otherwise\n  cells bill: {red, other}\n  cells anne: {red} {other}\n\
    scenario \"one\"\ndo show(red)\ncheck f(r_anne) & ~(∀ i ∈ agents: K_i p)\nexpect worlds 1\n";

/// `HEXA_CASES`: how many times as much is tried.
fn times() -> usize {
    std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

#[test]
fn every_prefix_of_a_text_is_survived_while_somebody_types() {
    type_text(SHORT);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    for name in ["messages", "describing-moves", "sumproduct", "letter"].iter().take(times() / 5) {
        let path = folder.join(name).with_extension("hexa");
        type_text(&fs::read_to_string(path).expect("a scenario"));
    }
}

fn type_text(whole: &str) {
    let mut client = Client::start(json!({ "delay": 0 }));
    let uri = "untitled:short";
    client.open(uri, "");
    let mut asked = Vec::new();
    let mut version = 1;
    for (end, _) in whole.char_indices() {
        version += 1;
        let text = &whole[..end];
        client.replace(uri, version, text);
        let line = text.matches('\n').count();
        let column = text.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        for method in ["textDocument/completion", "textDocument/hover", "hexa/state"] {
            asked.push(client.request(method, at(uri, line, column)));
        }
        asked.push(
            client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } })),
        );
        // Now and then somebody waits for the answer, which then is one.
        if version % 16 == 0 {
            let offers = client.ask("textDocument/completion", at(uri, line, column));
            assert!(offers["result"]["items"].is_array(), "{offers}");
        }
    }
    client.replace(uri, version + 1, whole);
    for id in asked {
        let answer = client.answer(id);
        // An answer, or that it is of no use any more; nothing else.
        let outdated =
            [-32801, -32800].contains(&answer["error"]["code"].as_i64().unwrap_or_default());
        assert!(answer.get("result").is_some() || outdated, "{answer}");
    }
    let left = client.judged(uri, version + 1);
    assert!(left.iter().all(|problem| problem["severity"] != 1), "{left:?}");
    client.end();
}

#[test]
fn after_any_edits_the_text_is_the_one_that_the_client_has() {
    let mut client = Client::start(json!({ "check": "never" }));
    let uri = "untitled:edits";
    let mut text = SHORT.replace('\n', "\r\n");
    client.open(uri, &text);
    let mut stream = Stream::new("edits of the language server", 7);
    let pieces = ["", "∧", "🂡", "(", "\r\n", "\n", "check K_anne ", "\"", "# ", "p", "{", "  "];
    let mut pick = |most: usize| stream.below(most);
    for version in 2..200 * times() as i64 {
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let start = pick(places.len());
        let end = (start + pick(4)).min(places.len() - 1);
        let (start, end) = (places[start], places[end]);
        // No place is between the two characters that end a line.
        let splits = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
        if splits(start) || splits(end) {
            continue;
        }
        let position = |byte: usize| {
            let before = &text[..byte];
            let line = before.matches('\n').count();
            let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
            json!({ "line": line, "character": column })
        };
        let piece = pieces[pick(pieces.len())];
        let range = json!({ "start": position(start), "end": position(end) });
        let changed = format!("{}{piece}{}", &text[..start], &text[end..]);
        // A lone carriage return ends a line for clients, and none of them would write one.
        if changed.replace("\r\n", "").contains('\r') {
            continue;
        }
        client.change(uri, version, json!([{ "range": range, "text": piece }]));
        text = changed;
    }
    let last = 1_000_000;
    client.change(uri, last, json!([]));
    let edited = client.problems(uri, last);
    client.open("untitled:fresh", &text);
    let fresh = client.problems("untitled:fresh", 1);
    assert!(edited.len() > 5);
    // Places that belong to a problem name their text.
    let named = |problems: &[Value]| json!(problems).to_string().replace("untitled:fresh", uri);
    assert_eq!(named(&edited), named(&fresh));
    client.end();
}

#[test]
fn places_are_counted_in_utf_16() {
    let mut client = Client::start(json!({ "delay": 0 }));
    let uri = "untitled:columns";
    client.open(uri, "# 🂡∧\r\nagents a\r\natoms p\r\npoint p\r\ncheck (p ∧ p) ∧ rain # 🂡\r\n");
    let problems = client.problems(uri, 1);
    let range = &problems[0]["range"];
    assert_eq!(range["start"], json!({ "line": 4, "character": 16 }), "{problems:?}");
    assert_eq!(range["end"], json!({ "line": 4, "character": 20 }));
    assert_eq!(problems[0]["code"], "E020");
    client.change(uri, 2, json!([{ "range": range, "text": "p" }]));
    assert_eq!(client.judged(uri, 2), Vec::<Value>::new());
    let renamed = client.ask("textDocument/rename", {
        let mut params = at(uri, 4, 11);
        params["newName"] = json!("q");
        params
    });
    let edits = renamed["result"]["changes"][uri].as_array().expect("edits").clone();
    let starts: Vec<i64> =
        edits.iter().filter_map(|edit| edit["range"]["start"]["character"].as_i64()).collect();
    assert_eq!(starts, [6, 6, 7, 11, 16], "{renamed}");
    client.end();
}

/// Twenty children, each of whom sees the others: a million worlds that nobody can take together.
const LONG: &str = "set kids = 1..20\nagents kids\natoms m(i) for i in kids\n\
    observe i in kids: m(j) for j in kids where j != i\npoint m(1)\n";

#[test]
fn a_long_check_is_cancelled_by_the_next_edit_and_by_the_clock() {
    let mut client = Client::start(json!({ "delay": 0, "seconds": 100000 }));
    let uri = "untitled:long";
    client.open(uri, &format!("{LONG}expect isomorphic initial\n"));
    client.problems(uri, 1);
    thread::sleep(Duration::from_millis(300));
    client.replace(uri, 2, "agents a\natoms p\npoint p\ncheck K_a p | p\n");
    assert_eq!(client.judged(uri, 2), Vec::<Value>::new());
    assert!(client.judged.get(uri) == Some(&2));
    client.end();
    let mut client = Client::start(json!({ "delay": 0, "seconds": 0.1 }));
    client.open(uri, &format!("{LONG}expect isomorphic initial\n"));
    let problems = client.judged(uri, 1);
    assert_eq!(problems[0]["message"], "gave up after 0.1 s", "{problems:?}");
    client.end();
}

#[test]
fn a_text_of_ten_megabytes_is_no_obstacle() {
    let mut client = Client::start(json!({ "delay": 0, "seconds": 1 }));
    let uri = "untitled:large";
    let check = format!("check {}p\n", "~~p & ".repeat(400));
    let comment = format!("# {}\n", "a comment ∧ ".repeat(8));
    let lines = (check.repeat(10) + &comment.repeat(500)).repeat(120);
    let text = format!("agents a\natoms p\npoint p\n{lines}");
    assert!(text.len() > 9_000_000, "{}", text.len());
    client.open(uri, &text);
    let id = client.request("textDocument/completion", at(uri, 3, 6));
    // While it is read, somebody types, and takes it back.
    let start = json!({ "line": 1, "character": 6 });
    client.change(uri, 2, json!([{ "range": { "start": start, "end": start }, "text": "q, " }]));
    let answer = client.answer(id);
    assert!(answer.get("result").is_some() || answer["error"]["code"] == -32801, "{answer}");
    let offers = client.ask("textDocument/completion", at(uri, 3, 6));
    assert!(offers["result"]["items"].as_array().is_some_and(|items| items.len() > 5), "{offers}");
    client.replace(uri, 3, "agents a\natoms p\npoint p\ncheck p\n");
    assert_eq!(client.judged(uri, 3), Vec::<Value>::new());
    client.end();
}

#[test]
fn texts_that_are_open_come_before_those_on_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = fs::canonicalize(folder.path()).map(|path| (path, folder)).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.0.join(name);
        fs::write(&path, text).expect("it can be written");
        (format!("file://{}", path.display()), text.to_owned())
    };
    let (base, base_text) = write("base.hexa", "agents a\natoms p\npoint p\n");
    let (main, main_text) = write("main.hexa", "include \"base.hexa\"\ncheck p & q\n");
    let mut client = Client::start(json!({ "delay": 0 }));
    client.open(&main, &main_text);
    assert_eq!(client.problems(&main, 1)[0]["code"], "E020");
    let definition = client.ask("textDocument/definition", at(&main, 1, 6));
    assert_eq!(definition["result"]["uri"], base.as_str(), "{definition}");
    assert_eq!(definition["result"]["range"]["start"], json!({ "line": 1, "character": 6 }));
    client.open(&base, &base_text);
    client.replace(&base, 2, "agents a\natoms p, q\npoint p, q\n");
    while !client.problems[&main].1.is_empty() {
        client.hear();
    }
    client.end();
}

#[test]
fn a_name_changes_in_all_texts_that_know_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = fs::canonicalize(folder.path()).expect("a folder");
    fs::create_dir(root.join("lib")).expect("it can be made");
    let write = |name: &str, text: &str| {
        fs::write(root.join(name), text).expect("it can be written");
        format!("file://{}", root.join(name).display())
    };
    // `main` is open and includes `middle`, which is not and includes `base`; so does `other`, and `apart` does not.
    let base_text = "agents 1, 2, 3\ndeal r | w | b\nformula red = r_1\n";
    let main_text = "include \"middle.hexa\"\ncheck both & C_12 red\n";
    let base = write("lib/base.hexa", base_text);
    let middle = write("middle.hexa", "include \"lib/base.hexa\"\nformula both = red & K_1 r_1\n");
    let main = write("main.hexa", main_text);
    let other = write("other.hexa", "include \"lib/base.hexa\"\n# red\ncheck red\n");
    write("apart.hexa", "agents a\natoms red\npoint red\ncheck red\n");
    let mut client = Client::start_in(json!(format!("file://{}", root.display())), json!({}));
    client.open(&base, base_text);
    client.open(&main, main_text);
    let mut rename = |(uri, line, column): (&str, usize, usize), name: &str| {
        let mut params = at(uri, line, column);
        params["newName"] = json!(name);
        client.ask("textDocument/rename", params)
    };
    let edited = |told: &Value| -> Vec<(String, Vec<String>)> {
        let changes = told["result"]["changes"].as_object().unwrap_or_else(|| panic!("{told}"));
        let edit = |edit: &Value| {
            let (start, text) = (&edit["range"]["start"], &edit["newText"]);
            format!(
                "{}:{} {}",
                start["line"],
                start["character"],
                text.as_str().unwrap_or_default()
            )
        };
        let edits = |edits: &Value| edits.as_array().expect("a list").iter().map(edit).collect();
        changes.iter().map(|(uri, found)| (uri.clone(), edits(found))).collect()
    };
    let all = |name: &str| {
        let edits =
            |places: &[&str]| places.iter().map(|place| format!("{place} {name}")).collect();
        let mut all: Vec<(String, Vec<String>)> = vec![
            (base.clone(), edits(&["2:8"])),
            (middle.clone(), edits(&["1:15"])),
            (main.clone(), edits(&["1:18"])),
            (other.clone(), edits(&["2:6"])),
        ];
        all.sort();
        all
    };
    assert_eq!(edited(&rename((&base, 2, 9), "rouge")), all("rouge"));
    assert_eq!(edited(&rename((&main, 1, 19), "rot")), all("rot"));
    // `both` is a name in a text that includes it.
    let refused = rename((&base, 2, 9), "both");
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    let mut params = at(&base, 2, 9);
    params["context"] = json!({ "includeDeclaration": false });
    let places = client.ask("textDocument/references", params);
    let mut places: Vec<&str> = places["result"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|place| place["uri"].as_str())
        .collect();
    places.sort_unstable();
    assert_eq!(places, [&main, &middle, &other]);
    let target = client.ask("textDocument/definition", at(&main, 0, 12));
    assert_eq!(target["result"]["uri"], middle.as_str(), "{target}");
    client.end();
}

#[test]
fn what_is_no_message_or_comes_at_the_wrong_time_is_answered() {
    let mut client = Client::start(json!({ "delay": 0 }));
    for text in ["{", "[]", "7", "\"\"", "{\"jsonrpc\":\"2.0\"}"] {
        client.send_text(text);
    }
    let uri = "untitled:a";
    client.open(uri, "agents 1, 2\ndeal r w | b\nlaw r_1 & r_2\ncheck r_1\n");
    // What no state can be built for is a problem, too.
    assert_eq!(client.judged(uri, 1)[0]["code"], "R007");
    assert_eq!(client.refused, [-32700, -32600, -32600, -32600, -32600]);
    for (method, params, code) in [
        ("nonsense", json!({}), -32601),
        ("textDocument/nonsense", at(uri, 0, 0), -32601),
        ("$/nonsense", Value::Null, -32601),
        ("initialize", json!({}), -32600),
        ("textDocument/hover", json!({}), -32602),
        ("textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": 7 }), -32602),
        ("textDocument/hover", at("untitled:b", 0, 0), -32602),
        ("textDocument/rename", at(uri, 0, 8), -32602),
    ] {
        let told = client.ask(method, params);
        assert_eq!(told["error"]["code"], code, "{method}: {told}");
    }
    // Changes of texts that nobody has opened, and changes that are none, change nothing.
    client.change("untitled:b", 3, json!([{ "text": "agents" }]));
    client.change(uri, 3, json!("agents"));
    client.change(uri, 4, json!([{ "range": 7, "text": "agents" }]));
    client.notify("textDocument/didOpen", json!({}));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": "untitled:b" } }));
    client.change(uri, 5, json!([{
        "range": { "start": { "line": 2, "character": 9 }, "end": { "line": 2, "character": 0 } },
        "text": "law r_1 | ",
    }]));
    assert_eq!(client.judged(uri, 5), Vec::<Value>::new());
    let id = client.request("shutdown", Value::Null);
    client.answer(id);
    let late = client.ask("textDocument/hover", at(uri, 0, 0));
    assert_eq!(late["error"]["code"], -32600, "{late}");
    client.open(uri, "agents 1\n");
    client.notify("exit", Value::Null);
    assert!(client.server.wait().expect("it ends").success());
    // Who leaves without a goodbye is told so by the exit status.
    let mut rude = Client::start(json!({}));
    rude.notify("exit", Value::Null);
    assert_eq!(rude.server.wait().expect("it ends").code(), Some(1));
}

#[test]
fn another_word_is_offered_where_one_is_meant() {
    let mut client = Client::start(json!({ "check": "never" }));
    let uri = "untitled:repair";
    client.open(uri, "agents anne, bill\ndeal r | w\ncheck K_ane r_anne\n");
    let problems = client.problems(uri, 1);
    let context = json!({ "diagnostics": problems });
    let params = json!({ "textDocument": { "uri": uri }, "range": problems[0]["range"], "context": context });
    let told = client.ask("textDocument/codeAction", params);
    let action = &told["result"][0];
    assert_eq!(action["title"], "replace by `anne`", "{told}");
    client.change(uri, 2, json!([{
        "range": action["edit"]["changes"][uri][0]["range"], "text": action["edit"]["changes"][uri][0]["newText"],
    }]));
    assert_eq!(client.problems(uri, 2), Vec::<Value>::new());
    client.end();
}

#[test]
fn verdicts_reasons_and_states_are_told() {
    let mut client = Client::start(json!({ "delay": 0, "messages": false }));
    let uri = "untitled:verdicts";
    client.open(uri, "agents 1, 2, 3\ndeal r | w | b\nscenario \"say\"\ndo L_123 ?~w_1\ncheck K_3 r_1\nexpect worlds 6\n");
    let problems = client.judged(uri, 1);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["message"], "does not hold: expected 6, found 4");
    let lenses = client.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lenses = lenses["result"].as_array().expect("lenses").clone();
    let titles: Vec<&str> =
        lenses.iter().filter_map(|lens| lens["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["▶ run this scenario", "✓ 1, ✗ 1", "✓ holds", "✗ expected 6, found 4"]);
    for (lens, said) in [(&lenses[2], "`K_3 r_1` is true"), (&lenses[0], "1 passed, 1 failed")] {
        let (command, arguments) = (&lens["command"]["command"], &lens["command"]["arguments"]);
        let told = client
            .ask("workspace/executeCommand", json!({ "command": command, "arguments": arguments }));
        assert!(told["result"].as_str().is_some_and(|text| text.contains(said)), "{told}");
    }
    let state = client.ask("hexa/state", at(uri, 4, 0));
    let state = &state["result"];
    assert_eq!(state["title"], "after `do L_123 ?~w_1`", "{state}");
    assert!(state["text"].as_str().is_some_and(|text| text.starts_with("4 worlds")));
    assert!(state["picture"].as_str().is_some_and(|picture| picture.contains("<svg")));
    let hover = client.ask("textDocument/hover", at(uri, 4, 6));
    let value = hover["result"]["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(value.contains("`K_3 r_1` before this step: true (in 1 of 4 worlds)"), "{value}");
    assert!(value.contains("a knows φ"), "{value}");
    // What nobody can ask is refused, and the server goes on.
    let refused = client.ask("textDocument/hover", at("untitled:unknown", 0, 0));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");
    let unknown = client.ask("textDocument/nonsense", at(uri, 0, 0));
    assert!(unknown.get("error").is_some(), "{unknown}");
    let far = client.ask("textDocument/hover", at(uri, 4_000_000_000, 4_000_000_000));
    assert!(far.get("error").is_none(), "{far}");
    client.end();
}

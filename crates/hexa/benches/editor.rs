//! How long somebody who types waits for the problems of what they have typed: from the message with the change to the one
//! with the problems, through `hexa lsp` and its pipes. For texts of a thousand lines and more, alone and while a scenario is
//! computed that would take minutes. The promise is 50 ms for a thousand lines.
//!
//! The answers are checked first: a problem that is typed is told where it is, as the only one. As a test it does that with a
//! short text, without a clock.

#![allow(clippy::print_stdout)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Twenty children, each of whom sees the others: comparing a million worlds with a million takes minutes.
const LONG: &str = "set kids = 1..20\nagents kids\natoms m(i) for i in kids\n\
    observe i in kids: m(j) for j in kids where j != i\npoint m(1)\nexpect isomorphic initial\n";

/// What is typed, one character after the other; only `rian` is wrong in the end.
const TYPED: &str = "K_1 rian & ";

fn main() {
    let is_full = std::env::args().any(|argument| argument == "--bench");
    let sizes: &[usize] = if is_full { &[1000, 2000, 4000, 8000] } else { &[43] };
    for &lines in sizes {
        for is_busy in [false, true] {
            let mut times = type_into(lines, is_busy, if is_full { 10 } else { 1 });
            times.sort();
            let of = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
            if is_full {
                println!(
                    "{lines} lines, {}: problems after a keystroke in {:.1} ms (median), {:.1} ms (95 of 100), {:.1} ms (longest)",
                    if is_busy { "while a scenario is computed" } else { "alone" },
                    of(50),
                    of(95),
                    of(100)
                );
            }
        }
    }
}

/// A text of so many lines: a deal, definitions, and scenarios that speak of them.
fn text(lines: usize) -> String {
    let mut text =
        "agents 1, 2, 3\ndeal r y | w g | b k\natoms rain, snow(x) for x in 1..3\n".to_owned();
    let mut at = 3;
    while at + 10 <= lines {
        text += &format!(
            "# Part {at}\nformula sure{at}(i) = forall c in cards: (c_i -> K_i c_i)\n\
             action tell{at}(x) = L_all ?(x & ~rain | x & snow(1))\nscenario \"part {at}\"\n\
             check forall i in agents: sure{at}(i)\ndo L_123 ?~(w_1 & b_1)\n\
             check [tell{at}(r_1)] C_123 r_1 & ~K_3 (r_1 & y_1)\nexpect worlds 88\n\
             check exists i in agents where i != 1: M_i w_2\ncheck K_1 (r_1 & y_1) -> ~K_2 w_1\n"
        );
        at += 10;
    }
    text + &"check ~rain | K_2 ~snow(2)\n".repeat(lines - at)
}

/// Types into the middle of a text, and takes it back, so many times; how long each answer took.
fn type_into(lines: usize, is_busy: bool, times: usize) -> Vec<Duration> {
    let mut client = Client::start();
    if is_busy {
        client.open("untitled:long", LONG);
        client.problems("untitled:long", 1);
        // It is being computed from now on.
        std::thread::sleep(Duration::from_millis(100));
    }
    let text = text(lines);
    let uri = "untitled:text";
    client.open(uri, &text);
    assert_eq!(client.problems(uri, 1), Vec::<Value>::new());
    let lines: Vec<&str> = text.lines().collect();
    let middle = lines.len() / 2;
    let line = middle
        + lines[middle..].iter().position(|line| line.starts_with("check ")).expect("a check");
    let mut version = 1;
    let mut waited = Vec::new();
    for _ in 0..times {
        for (at, c) in TYPED.char_indices() {
            version += 1;
            let column = "check ".len() + at;
            let start = Instant::now();
            client.change(uri, version, (line, column, column), &c.to_string());
            let problems = client.problems(uri, version);
            waited.push(start.elapsed());
            if at + 1 == TYPED.len() {
                let places: Vec<&Value> =
                    problems.iter().map(|problem| &problem["range"]["start"]).collect();
                assert_eq!(places, [&json!({ "line": line, "character": "check K_1 ".len() })]);
            }
        }
        version += 1;
        client.change(uri, version, (line, "check ".len(), "check ".len() + TYPED.len()), "");
        assert_eq!(client.problems(uri, version), Vec::<Value>::new());
    }
    client.end();
    waited
}

/// An editor.
struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("the server starts");
        let input = server.stdin.take().expect("a pipe");
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        let mut client = Self { server, input, output };
        // Scenarios of the text are not what is measured; that of the other text is computed as long as it is open.
        let options = json!({ "delay": 0, "seconds": 100_000 });
        let params = json!({ "capabilities": {}, "initializationOptions": options });
        client.say(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }));
        client
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "hexa", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(
        &mut self,
        uri: &str,
        version: i64,
        (line, from, to): (usize, usize, usize),
        text: &str,
    ) {
        let at = |column: usize| json!({ "line": line, "character": column });
        let change = json!({ "range": { "start": at(from), "end": at(to) }, "text": text });
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// The first problems that are told of a version.
    fn problems(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let told = self.hear();
            let params = &told["params"];
            let is_meant =
                told["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri;
            if is_meant && params["version"] == version {
                return params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).expect("it speaks") > 0,
                "the server has ended"
            );
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("it speaks");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn end(mut self) {
        self.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
        self.notify("exit", Value::Null);
        drop(self.input);
        assert!(self.server.wait().expect("it ends").success());
    }
}

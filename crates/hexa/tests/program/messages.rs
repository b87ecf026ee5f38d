//! A second client beside the command line: it knows the workbench by its messages only, as a page or a notebook would,
//! and replays every scenario with the same answers as `hexa run`.

use crate::schema::Schema;
use hexa_engine::Limits;
use hexa_lang::{NoIncludes, Resolver};
use hexa_workbench::json::to_json;
use hexa_workbench::{Request, Workbench};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Brings included files, from the folder of the scenario.
struct Folder(PathBuf);

impl Resolver for Folder {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let base = Path::new(from).parent().map_or(self.0.clone(), |parent| self.0.join(parent));
        let text = std::fs::read_to_string(base.join(path)).map_err(|error| error.to_string())?;
        Ok((path.to_owned(), text))
    }
}

/// Whoever sends JSON and gets JSON back.
struct Client(Workbench);

impl Client {
    fn new(folder: &Path) -> Self {
        Self(Workbench::new(Limits::default(), Box::new(Folder(folder.to_owned()))))
    }

    fn ask(&mut self, message: &Value) -> Value {
        let request: Request = serde_json::from_value(message.clone())
            .unwrap_or_else(|error| panic!("{message} is no request: {error}"));
        let answer = to_json(&self.0.handle(&request));
        serde_json::from_str(&answer).expect("answers are JSON")
    }

    fn open(&mut self, name: &str, text: &str) -> (Value, Value) {
        let opened = self.ask(&json!({ "ask": "open", "name": name, "text": text }));
        (opened["opened"]["text"].clone(), opened["opened"]["problems"].clone())
    }
}

fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read").flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "hexa"));
    found.sort();
    found
}

/// What `hexa run` tells, line by line, and the tally.
fn by_command_line(file: &Path) -> (Vec<Value>, Value) {
    let pictures = tempfile::tempdir().expect("a temporary folder can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["run", "--json", "--out-dir"])
        .arg(pictures.path())
        .arg(file.file_name().expect("a file has a name"))
        .current_dir(file.parent().expect("a file is in a folder"))
        .output()
        .expect("hexa can be run");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    let tally = lines.pop().expect("there is a tally");
    (lines, tally)
}

/// Events that say something: what a list of assertions has.
fn telling(events: &Value) -> Vec<Value> {
    let says = |event: &&Value| {
        event.get("picture").is_none() && event.as_object().is_some_and(|it| it.len() > 2)
    };
    events.as_array().expect("events are a list").iter().filter(says).cloned().collect()
}

#[test]
fn messages_and_the_command_line_give_the_same_answers() {
    let (mut compared, schema) = (0, Schema::open());
    for folder in [scenarios(), scenarios().join("classics")] {
        for file in files(&folder) {
            let name = file.file_name().and_then(|name| name.to_str()).expect("a plain name");
            let text = std::fs::read_to_string(&file).expect("a readable scenario");
            let mut client = Client::new(&folder);
            let (id, problems) = client.open(name, &text);
            assert_eq!(problems, json!([]), "{name}");
            let run = &client.ask(&json!({ "ask": "run", "text": id }))["run"];
            let (lines, tally) = by_command_line(&file);
            for line in &lines {
                assert_eq!(schema.fault("run", line), None, "{name}");
            }
            assert_eq!(telling(&run["events"]), lines, "{name}");
            assert_eq!(
                (&run["passed"], &run["failed"]),
                (&tally["passed"], &tally["failed"]),
                "{name}"
            );
            compared += lines.len();
        }
    }
    assert!(compared > 1000, "only {compared} answers were compared");
}

/// Steps that are typed one after the other lead where the scenario leads.
#[test]
fn scenarios_can_be_typed() {
    let mut typed = 0;
    for file in files(&scenarios()).iter().step_by(4) {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let text = std::fs::read_to_string(file).expect("a readable scenario");
        let mut client = Client::new(&scenarios());
        let (id, _) = client.open(name, &text);
        let steps = client.ask(&json!({ "ask": "steps", "text": id }));
        let Some(first) = steps["steps"].as_array().and_then(|all| all.first()).cloned() else {
            continue;
        };
        let run = client.ask(&json!({ "ask": "run", "text": id }));
        let holds: Vec<Value> = telling(&run["run"]["events"])
            .into_iter()
            .filter(|event| event["scenario"] == first["name"])
            .filter_map(|event| event.get("holds").cloned())
            .collect();
        let mut found = Vec::new();
        for step in first["steps"].as_array().expect("steps are a list") {
            let line = step["text"].as_str().expect("a text");
            if line.starts_with("draw") {
                continue;
            }
            let heard =
                client.ask(&json!({ "ask": "step", "text": id, "line": line }))["heard"].clone();
            assert_eq!(heard["problems"], json!([]), "{name}: {line}");
            found.extend(heard["replies"][0]["verdict"].get("holds").cloned());
        }
        let repeated = holds.len() != found.len();
        assert!(repeated || holds == found, "{name}");
        typed += found.len();
    }
    assert!(typed > 100, "only {typed} assertions were typed");
}

#[test]
fn every_question_is_answered() {
    let text =
        "agents 1, 2, 3\ndeal r | w | b\nscenario \"one\"\ndo L_123 ?~w_1\ncheck K_3 r_1\nsave s\n";
    let mut client = Client::new(&scenarios());
    let (id, _) = client.open("three.hexa", text);
    let mut answered = |message: Value, key: &str| {
        let answer = client.ask(&message);
        assert!(answer.get(key).is_some() || answer == json!(key), "{message}: {answer}");
        answer
    };
    answered(json!({"ask": "step", "text": id, "line": "do L_123 ?~w_1"}), "heard");
    answered(json!({"ask": "evaluate", "text": id, "formula": "K_3 r_1"}), "heard");
    answered(json!({"ask": "trace", "text": id, "on": true}), "done");
    let moved = answered(json!({"ask": "undo", "text": id}), "moved");
    assert_eq!(moved["moved"], json!({"moved": true, "worlds": 6}));
    let moved = answered(json!({"ask": "redo", "text": id}), "moved");
    assert_eq!(moved["moved"], json!({"moved": true, "worlds": 4}));
    answered(json!({"ask": "state", "text": id}), "state");
    answered(json!({"ask": "knowledge", "text": id}), "knowledge");
    answered(json!({"ask": "explain", "text": id, "formula": "K_3 r_1"}), "explained");
    let when = json!({"scenario": "one", "step": 1});
    let why = answered(
        json!({"ask": "explain", "text": id, "formula": "K_3 r_1", "when": when}),
        "explained",
    );
    assert_eq!(why["explained"]["holds"], json!(true));
    let side = json!({"text": id, "name": "s"});
    answered(json!({"ask": "compare", "left": {"text": id}, "right": side}), "compared");
    answered(json!({"ask": "describe", "text": id}), "described");
    answered(
        json!({"ask": "describe_action", "text": id, "action": "ask 2 1 for r, w: show r"}),
        "described_action",
    );
    answered(json!({"ask": "equations", "text": id}), "equations");
    answered(
        json!({"ask": "translate", "text": id, "action": "L_12 ?r_1", "to": "updates"}),
        "translated",
    );
    let reduced = answered(
        json!({"ask": "reduce", "text": id, "formula": "[L_123 ?~w_1] K_3 r_1"}),
        "reduced",
    );
    assert_eq!(reduced["reduced"]["name"], Value::Null);
    let strength = json!({"ask": "strength", "text": id, "left": "r_1", "right": "K_1 r_1", "worlds": 3, "conflicts": 10_000});
    answered(strength, "strength");
    answered(json!({"ask": "decide", "asked": "valid", "formula": "K_a p -> p"}), "decided");
    answered(
        json!({"ask": "decide", "text": id, "asked": "satisfiable", "formula": "r_1 & ~K_1 r_1"}),
        "decided",
    );
    answered(json!({"ask": "draw", "text": id, "format": "svg"}), "drawn");
    let names = answered(json!({"ask": "complete", "text": id, "prefix": "r"}), "names");
    assert!(names["names"].as_array().is_some_and(|names| names.contains(&json!("r"))));
    answered(
        json!({"ask": "diagnose", "name": "x.hexa", "text": "agents a\ncheck K_b p\n"}),
        "diagnosed",
    );
    answered(json!({"ask": "format", "name": "x.hexa", "text": "agents  a\n"}), "formatted");
    answered(json!({"ask": "convert", "text": id, "to": "dot"}), "converted");
    answered(json!({"ask": "reset", "text": id}), "moved");
    answered(json!({"ask": "close", "text": id}), "done");
    answered(json!({"ask": "state", "text": id}), "refused");
}

#[test]
fn a_page_lists_lessons_and_judges_attempts() {
    let (mut client, schema) = (Client::new(&scenarios()), Schema::open());
    let lessons = client.ask(&json!({"ask": "lessons"}));
    assert_eq!(schema.fault("learn", &lessons["lessons"]), None);
    let exercise = &lessons["lessons"][0]["exercises"][0];
    let mut attempt = |text: &Value| {
        let asked = json!({"ask": "attempt", "exercise": exercise["name"], "text": text});
        client.ask(&asked)["attempted"].clone()
    };
    assert_eq!(attempt(&exercise["start"])["outcome"]["missing"]["what"], "gap");
    assert_eq!(attempt(&exercise["solution"])["outcome"], "solved");
    let wanted = &exercise["requirements"][0];
    let short = attempt(&wanted["attempts"][0]);
    assert_eq!(short["hint"], wanted["hint"], "{short}");
    let unread = attempt(&json!("agents anne, bert\n"));
    assert!(unread["problems"][0]["code"] == "E040", "{unread}");
    let refused = client.ask(&json!({"ask": "attempt", "exercise": "none", "text": ""}));
    assert!(refused["refused"].is_array(), "{refused}");
}

#[test]
fn texts_from_strangers_include_nothing() {
    let mut bench = Workbench::new(Limits::default(), Box::new(NoIncludes));
    let text = "include \"/etc/hostname\"\n".to_owned();
    let open = Request::Open { name: "x.hexa".to_owned(), text, settings: Vec::new() };
    let answer: Value = serde_json::from_str(&to_json(&bench.handle(&open))).expect("JSON");
    assert_eq!(answer["opened"]["text"], Value::Null);
    assert!(answer["opened"]["problems"][0]["code"] == "E071", "{answer}");
}

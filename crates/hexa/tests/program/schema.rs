//! `docs/answers.schema.json` describes what every command prints with `--json`: checked on what they really print. Only
//! the words of JSON Schema that the file uses are understood, and others are refused.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schema of a command.
pub struct Schema {
    whole: Value,
}

impl Schema {
    pub fn open() -> Self {
        let path = root().join("docs/answers.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema can be read");
        Self { whole: serde_json::from_str(&text).expect("the schema is JSON") }
    }

    /// What is wrong with an answer of a command.
    pub fn fault(&self, command: &str, answer: &Value) -> Option<String> {
        let schema = &self.whole["$defs"][command];
        assert!(schema.is_object(), "there is no schema for {command}");
        self.check(schema, answer, command)
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Option<String> {
        let schema = schema.as_object().expect("a schema is an object");
        schema.iter().find_map(|(word, said)| match word.as_str() {
            "description" | "title" => None,
            "$ref" => self.check(self.referred(said), value, at),
            "anyOf" => {
                let ways = said.as_array().expect("a list of schemas");
                let faults: Vec<String> =
                    ways.iter().map_while(|way| self.check(way, value, at)).collect();
                (faults.len() == ways.len())
                    .then(|| format!("{at}: none of: {}", faults.join("; ")))
            }
            "type" => (!has_type(value, said.as_str().expect("one type")))
                .then(|| format!("{at}: no {said}: {value}")),
            "const" => (value != said).then(|| format!("{at}: {value} instead of {said}")),
            "enum" => {
                let all = said.as_array().expect("a list of values");
                (!all.contains(value)).then(|| format!("{at}: {value} is none of {said}"))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten();
                items.find_map(|item| self.check(said, item, &format!("{at}[]")))
            }
            "required" => {
                let mut keys = said.as_array().expect("a list of keys").iter();
                let missing = |key: &&Value| value.get(key.as_str().expect("a key")).is_none();
                keys.find(missing).map(|key| format!("{at}: {key} is missing"))
            }
            "properties" => {
                let mut fields = value.as_object().into_iter().flatten();
                fields.find_map(|(key, field)| {
                    self.check(said.get(key)?, field, &format!("{at}.{key}"))
                })
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let fields = value.as_object().into_iter().flatten();
                let mut strangers =
                    fields.filter(|(key, _)| known.is_none_or(|known| !known.contains_key(*key)));
                strangers.find_map(|(key, field)| match said {
                    Value::Bool(false) => Some(format!("{at}: {key} is not described")),
                    _ => self.check(said, field, &format!("{at}.{key}")),
                })
            }
            _ => panic!("the schema uses {word}, which is not understood here"),
        })
    }

    fn referred(&self, reference: &Value) -> &Value {
        let reference = reference.as_str().expect("the name of a definition");
        let name = reference.strip_prefix("#/$defs/").expect("a reference to a definition");
        self.whole["$defs"].get(name).unwrap_or_else(|| panic!("{name} is not defined"))
    }

    /// Every part of a schema, itself included, whether an answer gets there or not.
    fn visit<'a>(&'a self, schema: &'a Value, visit: &mut impl FnMut(&'a Value)) {
        visit(schema);
        let words = schema.as_object().expect("a schema is an object");
        for (word, said) in words {
            match (word.as_str(), said) {
                ("items", _) => self.visit(said, visit),
                ("additionalProperties", Value::Object(_)) => self.visit(said, visit),
                ("anyOf", _) => {
                    said.as_array().expect("schemas").iter().for_each(|way| self.visit(way, visit));
                }
                ("properties", _) => {
                    let fields = said.as_object().expect("schemas by name").values();
                    fields.for_each(|field| self.visit(field, visit));
                }
                _ => {}
            }
        }
    }

    /// The values of `kind` that the schema of a command knows.
    pub fn kinds(&self, command: &str) -> std::collections::BTreeSet<String> {
        let ways = self.whole["$defs"][command]["anyOf"].as_array().expect("several kinds");
        let kind = |way: &Value| -> Vec<String> {
            let kind = &way["properties"]["kind"];
            let all =
                kind["enum"].as_array().cloned().unwrap_or_else(|| vec![kind["const"].clone()]);
            all.iter().map(|kind| kind.as_str().expect("a kind").to_owned()).collect()
        };
        ways.iter().flat_map(kind).collect()
    }
}

/// What is described is described wholly: names lead somewhere, every object says which fields it has, and every field
/// that must be there is one of them.
#[test]
fn the_schema_is_closed() {
    let schema = Schema::open();
    let definitions = schema.whole["$defs"].as_object().expect("definitions");
    let mut objects = 0;
    for (name, definition) in definitions {
        schema.visit(definition, &mut |part| {
            if let Some(reference) = part.get("$ref") {
                schema.referred(reference);
            }
            if part.get("type").is_some_and(|kind| kind == "object") {
                objects += 1;
                assert!(
                    part.get("additionalProperties").is_some(),
                    "{name}: an open object: {part}"
                );
            }
            for key in part.get("required").and_then(Value::as_array).into_iter().flatten() {
                let key = key.as_str().expect("a key");
                assert!(part["properties"].get(key).is_some(), "{name}: {key} is not described");
            }
        });
    }
    assert!(objects > 100, "only {objects} objects are described");
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        // A number of more digits than fit in 64 bits is read as a fraction, without digits after the point.
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
        _ => panic!("the schema uses the type {name}, which is not understood here"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A game in which every play gets stuck, with a goal that is none.
const STUCK: &str =
    "(role me) (role you) (base ?x) (init (n 0)) (legal you wait) (<= (legal me go) (true (n 0)))
(<= (next (n 1)) (does me go)) (<= terminal (true (n 2))) (goal me 200)";

/// Where results of a tournament go.
const EXPERIMENT: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/schema-experiment");
const TABLE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/schema-tournament");

/// A command, its arguments, and what is typed.
const COMMANDS: [(&str, &[&str], &str); 97] = [
    ("run", &["run", "scenarios/hexa.hexa", "--trace", "--verbose"], ""),
    ("run", &["run", "scenarios/errors/names.hexa"], ""),
    ("run", &["run", "scenarios/large/cluedo.hexa", "--trace"], ""),
    ("run", &["run", "nowhere.hexa"], ""),
    ("why", &["why", "scenarios/hexa.hexa", "C_123 ~K_2 r_1 & K_1 r_1"], ""),
    (
        "why",
        &["why", "scenarios/muddy.hexa", "--set", "n=3", "[L_all ?(m(1) | m(2) | m(3))] ~K_1 m(1)"],
        "",
    ),
    ("problems", &["why", "scenarios/hexa.hexa", "K_x p"], ""),
    ("compare", &["compare", "scenarios/hexa.hexa", "scenarios/tetra.hexa"], ""),
    ("compare", &["compare", "scenarios/hexa.hexa", "scenarios/hexa.hexa"], ""),
    ("describe", &["describe", "scenarios/hexa.hexa"], ""),
    ("describe", &["describe", "scenarios/hexa.hexa", "--equations"], ""),
    (
        "describe_theory",
        &[
            "describe",
            "scenarios/one-card.hexa",
            "--theory",
            "r_1",
            "--after",
            "L_12 ?r_1",
            "--worlds",
            "2",
        ],
        "",
    ),
    ("describe", &["describe", "scenarios/hexa.hexa", "--action", "ask 2 1 for r, w: show r"], ""),
    ("strength", &["strength", "scenarios/hexa.hexa", "r_1", "K_1 r_1", "--worlds", "3"], ""),
    ("valid", &["valid", "K_a p -> p"], ""),
    ("valid", &["valid", "p -> K_a p"], ""),
    ("satisfiable", &["satisfiable", "p & ~p"], ""),
    ("prove", &["prove", "K_a p -> p"], ""),
    ("translate", &["translate", "scenarios/hexa.hexa", "L_12 ?r_1", "--to", "frame"], ""),
    ("reduce", &["reduce", "[L_123 ?~w_1] K_2 r_1"], ""),
    ("written", &["convert", "scenarios/letter.hexa", "--to", "dot"], ""),
    ("written", &["draw", "scenarios/hexa.hexa", "-o", "-"], ""),
    ("written", &["gdl", "games/gdl/guess.gdl", "--to", "smcdel", "--length", "1"], ""),
    ("written", &["egdl", "games/egdl/cups.egdl", "--to", "hexa"], ""),
    ("proof", &["proof", "check", "proofs/introspection.proof"], ""),
    ("fmt", &["fmt", "--check", "scenarios/hexa.hexa"], ""),
    ("explain", &["explain", "R004"], ""),
    ("explain", &["explain"], ""),
    (
        "repl",
        &["repl"],
        "K_1 r_1\ndo L_123 ?~w_1\ncheck K_3 r_1\n:who\n:state\n:why K_3 r_1\nK_x p\nsave s\n",
    ),
    ("search", &["search", "--hands", "1,1,1"], ""),
    ("search", &["search", "--hands", "1,1,2", "--unsuccessful", "all"], ""),
    ("search", &["search", "--hands", "1,1,1", "--ask", "1..3", "--similar"], ""),
    ("search", &["search", "--hands", "1,1,2", "--depth", "1"], ""),
    ("gdl", &["gdl", "games/gdl/guess.gdl"], ""),
    ("gossip", &["gossip", "--agents", "4", "--calls", "12,34"], ""),
    ("problems", &["gossip", "--agents", "8"], ""),
    ("questions", &["questions", "--hands", "1,1,1"], ""),
    ("questions", &["questions", "--cluedo", "--players", "3"], ""),
    ("problems", &["questions", "--cluedo", "--players", "9"], ""),
    ("sizes", &["sizes", "--hands", "3,2,2", "--ask", "2"], ""),
    ("problems", &["sizes", "--hands", "3,2,2", "--ask", "9"], ""),
    ("sizes", &["sizes", "--kinds", "6,6,9"], ""),
    ("problems", &["sizes", "--kinds", "6,6"], ""),
    ("value", &["value", "--hands", "2,2", "--ask", "1"], ""),
    ("problems", &["value", "--hands", "2,2", "--ask", "3"], ""),
    ("problems", &["value", "--hands", "1,2,3"], ""),
    ("pit", &["pit", "--shared", "1,0,1/2"], ""),
    ("pit", &["pit", "--players", "2", "--suits", "3"], ""),
    ("pit", &["pit", "--players", "7", "--cards", "9"], ""),
    ("pit_tree", &["pit", "--tree", "--depth", "2"], ""),
    ("written", &["pit", "--tree", "-o", "-"], ""),
    ("problems", &["pit", "--players", "11"], ""),
    ("problems", &["pit", "--shared", "1,2,0"], ""),
    ("dice", &["dice"], ""),
    ("problems", &["dice", "--dice", "0"], ""),
    ("gdl", &["gdl", "games/gdl/guess.gdl", "--playouts", "10"], ""),
    ("gdl", &["gdl", "games/gdl/guess.gdl", "--playouts", "2", "--engine", "interpreter"], ""),
    ("gdl", &["gdl", "games/gdl/guess.gdl", "--max-rules", "50"], ""),
    ("gdl", &["gdl", "games/gdl/guess.gdl", "--trace", "--after", "(hide 7) noop"], ""),
    ("gdl", &["gdl", "-"], STUCK),
    ("gdl", &["gdl", "-", "--playouts", "3"], STUCK),
    ("problems", &["gdl", "-", "--after", "go; go; go"], STUCK),
    ("problems", &["gdl", "-"], "(role me) (base ?x) (<= (legal me ?m) (true (n ?x)))"),
    (
        "gdl",
        &["gdl", "games/gdl/guess.gdl", "--check", "found -> K_guesser (secret 7)", "--depth", "3"],
        "",
    ),
    ("problems", &["gdl", "nowhere.gdl"], ""),
    ("egdl", &["egdl", "games/egdl/krieg-2x2.egdl"], ""),
    (
        "egdl_closures",
        &[
            "egdl",
            "games/egdl/krieg-2x2.egdl",
            "--closure",
            "C p^r_{1,1}",
            "--closure",
            "K_x K_o turn(x)",
        ],
        "",
    ),
    ("problems", &["egdl", "games/egdl/krieg-2x2.egdl", "--closure", "K_x nowhere"], ""),
    ("egdl", &["egdl", "games/egdl/krieg-2x2.egdl", "--recall", "perfect", "--depth", "2"], ""),
    (
        "egdl",
        &[
            "egdl",
            "games/egdl/krieg-2x2.egdl",
            "--check",
            "legal(a^r_{i,j}) -> K_r legal(a^r_{i,j})",
        ],
        "",
    ),
    (
        "egdl",
        &[
            "egdl",
            "games/egdl/krieg-2x2.egdl",
            "--from",
            "a^x_{1,1}; a^o_{1,1}",
            "--along",
            "a^x_{2,2}",
            "--check",
            "next (p^x_{2,2} & wins(x))",
        ],
        "",
    ),
    ("problems", &["egdl", "nowhere.egdl"], ""),
    ("play", &["play"], ""),
    ("play", &["play", "--strategies"], ""),
    (
        "play",
        &["play", "--hands", "1,1,1", "--seed", "5"],
        "know\nchances\nwhy k_1\nwhy l_2\nwhy x\nhint\nhint chess\nviwe\nask\n99\nwhy\nundo\nview\nlog\nmoves\n\
         help\n1\nundo\nsave /nowhere/x\n2\n1\nquit\n",
    ),
    ("play", &["play", "kuhn", "--seat", "all", "--seed", "1"], "\n1\n\n2\n\n1\n"),
    ("problems", &["play", "khun"], ""),
    ("problems", &["play", "--resume", "README.md"], ""),
    ("problems", &["replay", "nowhere.play"], ""),
    ("reproduce", &["reproduce", "--paper", "pit", "--item", "sec. 3 (2)"], ""),
    ("reproduce", &["reproduce", "--paper", "agents", "--item", "Logical Background (6)"], ""),
    (
        "tournament",
        &["tournament", "kuhn", "--players", "random,random", "--games", "64", "-o", TABLE],
        "",
    ),
    (
        "tournament",
        &[
            "tournament",
            "kuhn",
            "--players",
            "random,random",
            "--games",
            "64",
            "-o",
            TABLE,
            "--knowledge",
            "4",
        ],
        "",
    ),
    (
        "play",
        &["play", "cluedo(players=3; deck=2/2/2)", "--against", "agent", "--seed", "1", "--minds"],
        "1\n",
    ),
    ("experiment", &["experiment", "agents", "-o", EXPERIMENT, "--quick"], ""),
    ("problems", &["experiment", "agents", "-o", EXPERIMENT, "--quick", "--seed", "2"], ""),
    ("problems", &["experiment", "agents", "-o", "README.md"], ""),
    ("problems", &["tournament", "kuhn", "--players", "random", "-o", TABLE], ""),
    ("problems", &["reproduce", "--item", "nothing"], ""),
    ("completions", &["completions", "bash"], ""),
    ("learn", &["learn"], ""),
    ("learn", &["learn", "3"], ""),
    ("learn", &["learn", "8.1", "--solution"], ""),
    ("problems", &["learn", "9.9"], ""),
    ("run", &["run", "-"], "#! exercise 1.1: gaps\nagents anne, bert\n___\n"),
    ("run", &["run", "-"], "#! exercise 8.1: words\nagents anne, bert\npoint\n"),
    ("run", &["run", "-"], "#! exercise 8.4: lines\nagents anne, bert\n"),
];

#[test]
fn every_command_prints_what_the_schema_says() {
    let schema = Schema::open();
    for (name, arguments, typed) in COMMANDS {
        let printed = output(arguments, typed);
        assert!(!printed.is_empty(), "{arguments:?} prints nothing");
        for line in printed.lines() {
            let answer: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"));
            let fault = schema.fault(name, &answer);
            assert!(fault.is_none(), "{arguments:?}: {}\n{line}", fault.unwrap_or_default());
        }
    }
}

fn output(arguments: &[&str], typed: &str) -> String {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .arg("--json")
        .args(arguments)
        .current_dir(root())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("hexa can be run");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("hexa ends");
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

#[test]
fn every_command_has_a_schema() {
    let schema = Schema::open();
    let help = String::from_utf8(
        Command::new(env!("CARGO_BIN_EXE_hexa"))
            .arg("--help")
            .output()
            .expect("hexa can be run")
            .stdout,
    )
    .expect("help is text");
    // Commands are listed in groups, before the options.
    let commands = help.split("Options:").next().expect("a list of commands");
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = commands
        .filter_map(|line| line.split_whitespace().next().filter(|_| !line.starts_with(' ')));
    let mut found = 0;
    // The language server answers in the words of its protocol.
    for name in names.filter(|name| !["help", "lsp"].contains(name)) {
        let name = if ["convert", "draw"].contains(&name) { "written" } else { name };
        assert!(schema.whole["$defs"][name].is_object(), "there is no schema for {name}");
        found += 1;
    }
    assert!(found > 10, "only {found} commands were found");
}

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
            "$ref" => {
                let name =
                    said.as_str()?.strip_prefix("#/$defs/").expect("a reference to a definition");
                self.check(&self.whole["$defs"][name], value, at)
            }
            "anyOf" => {
                let ways = said.as_array()?;
                let faults: Vec<String> =
                    ways.iter().map_while(|way| self.check(way, value, at)).collect();
                (faults.len() == ways.len())
                    .then(|| format!("{at}: none of: {}", faults.join("; ")))
            }
            "type" => {
                (!has_type(value, said.as_str()?)).then(|| format!("{at}: no {said}: {value}"))
            }
            "const" => (value != said).then(|| format!("{at}: {value} instead of {said}")),
            "enum" => {
                let all = said.as_array()?;
                (!all.contains(value)).then(|| format!("{at}: {value} is none of {said}"))
            }
            "items" => {
                let items = value.as_array()?;
                items.iter().find_map(|item| self.check(said, item, &format!("{at}[]")))
            }
            "required" => {
                let missing = |key: &&Value| value.get(key.as_str().unwrap_or_default()).is_none();
                said.as_array()?.iter().find(missing).map(|key| format!("{at}: {key} is missing"))
            }
            "properties" => {
                let fields = value.as_object()?;
                fields.iter().find_map(|(key, field)| {
                    self.check(said.get(key)?, field, &format!("{at}.{key}"))
                })
            }
            "additionalProperties" => {
                assert_eq!(*said, false, "only `false` is understood");
                let known = schema["properties"].as_object()?;
                let stranger = |key: &&String| !known.contains_key(*key);
                value
                    .as_object()?
                    .keys()
                    .find(stranger)
                    .map(|key| format!("{at}: {key} is not described"))
            }
            _ => panic!("the schema uses {word}, which is not understood here"),
        })
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        // A number of more digits than fit in 64 bits is read as a fraction.
        "integer" | "number" => value.is_number(),
        _ => panic!("the schema uses the type {name}, which is not understood here"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command, its arguments, and what is typed.
const COMMANDS: [(&str, &[&str], &str); 30] = [
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
    ("describe", &["describe", "scenarios/hexa.hexa", "--action", "ask 2 1 for r, w: show r"], ""),
    ("strength", &["strength", "scenarios/hexa.hexa", "r_1", "K_1 r_1", "--worlds", "3"], ""),
    ("translate", &["translate", "scenarios/hexa.hexa", "L_12 ?r_1", "--to", "frame"], ""),
    ("reduce", &["reduce", "[L_123 ?~w_1] K_2 r_1"], ""),
    ("written", &["convert", "scenarios/letter.hexa", "--to", "dot"], ""),
    ("written", &["draw", "scenarios/hexa.hexa", "-o", "-"], ""),
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
    ("gdl", &["gdl", "games/gdl/guess.gdl", "--playouts", "10"], ""),
    ("problems", &["gdl", "nowhere.gdl"], ""),
    ("egdl", &["egdl", "games/egdl/krieg-2x2.egdl"], ""),
    ("problems", &["egdl", "nowhere.egdl"], ""),
    ("reproduce", &["reproduce", "--paper", "pit", "--item", "sec. 3 (2)"], ""),
    ("problems", &["reproduce", "--item", "nothing"], ""),
    ("completions", &["completions", "bash"], ""),
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
    let commands = help.split("Commands:").nth(1).expect("a list of commands");
    let commands = commands.lines().skip(1).map_while(|line| line.strip_prefix("  "));
    let names = commands
        .filter_map(|line| line.split_whitespace().next().filter(|_| !line.starts_with(' ')));
    let mut found = 0;
    for name in names.filter(|name| *name != "help") {
        let name = if ["convert", "draw"].contains(&name) { "written" } else { name };
        assert!(schema.whole["$defs"][name].is_object(), "there is no schema for {name}");
        found += 1;
    }
    assert!(found > 10, "only {found} commands were found");
}

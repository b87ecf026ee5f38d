//! The grammar by which editors colour texts of Hexa is made from the words that the language knows.
//!
//! `HEXA_BLESS=1` writes `editors/vscode/syntaxes/hexa.tmLanguage.json` anew.

use hexa_lang::SourceId;
use hexa_lang::syntax::{
    CLAUSE_WORDS, EXPECTATIONS, STATEMENT_WORDS, Symbols, THEORY_WORDS, parse,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Words that follow others: after `check`, `print`, `deal`, `win`, `ask`, in events and cells.
const FURTHER_WORDS: [&str; 20] = [
    "valid",
    "executable",
    "blocked",
    "state",
    "knowledge",
    "facedown",
    "from",
    "by",
    "pre",
    "post",
    "chance",
    "weight",
    "otherwise",
    "which",
    "tell",
    "say",
    "show",
    "no",
    "to",
    "table",
];

const ACTION_WORDS: [&str; 11] =
    ["look", "ask", "trade", "announce", "tell", "privately", "lie", "win", "nowin", "fix", "hand"];

/// The words that nothing can be named, as the reference lists them.
fn reserved_words() -> Vec<String> {
    let page = page("docs/language.md");
    let list = page.split("These words can never be names").nth(1).expect("the list");
    let list = list.split("```").nth(1).expect("a block");
    let words: Vec<String> = list.split_whitespace().skip(1).map(str::to_owned).collect();
    assert!(words.len() > 15, "{words:?}");
    words
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn any_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable();
    words.dedup();
    words.join("|")
}

fn grammar() -> Value {
    let reserved = reserved_words();
    let reserved = any_of(reserved.iter().map(String::as_str));
    let statements = any_of(STATEMENT_WORDS.iter().copied());
    let clauses = any_of(CLAUSE_WORDS.iter().copied());
    let further = any_of(EXPECTATIONS.into_iter().chain(FURTHER_WORDS));
    let actions = any_of(ACTION_WORDS);
    let theories = any_of(THEORY_WORDS.iter().copied().filter(|word| !word.starts_with('3')));
    // Words end where no letter, digit or prime follows.
    let whole =
        |words: &str| format!("(?<![\\p{{L}}\\p{{N}}_'])(?:{words})(?![\\p{{L}}\\p{{N}}'_])");
    let rule =
        |name: &str, pattern: String| json!({ "name": format!("{name}.hexa"), "match": pattern });
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Hexa",
        "scopeName": "source.hexa",
        "fileTypes": ["hexa"],
        "patterns": [
            rule("comment.line.number-sign", "#.*$".to_owned()),
            rule("string.quoted.double", "\"[^\"\\n]*\"?".to_owned()),
            rule("keyword.control", format!("^(?:{statements})(?![\\p{{L}}\\p{{N}}'_])")),
            rule("keyword.control.clause", format!("^\\s+(?:{clauses})(?![\\p{{L}}\\p{{N}}'_])")),
            rule("keyword.operator.knowledge", "(?<![\\p{L}\\p{N}_'])(?:Kw|[KMECDPLUS]|win|hand)(?=_)".to_owned()),
            rule("constant.language", whole("true|false")),
            rule("keyword.other", whole(&reserved)),
            rule("support.function.action", whole(&actions)),
            rule("keyword.other.part", whole(&further)),
            rule("support.constant.theory", whole(&theories)),
            rule("constant.numeric", "(?<![\\p{L}\\p{N}'])\\d+(?![\\p{L}\\p{N}'])".to_owned()),
            rule("constant.language", "[⊤⊥]".to_owned()),
            rule("keyword.operator", "[~¬&∧|∨→↔∀∃∈∪∩≔≠≤≥?!;:=<>+^*⟨⟩-]".to_owned()),
        ],
    })
}

#[test]
fn the_grammar_for_editors_has_the_words_of_the_language() {
    for word in reserved_words() {
        let parsed = parse(&word, SourceId(0), &mut Symbols::default());
        assert!(parsed.tokens[0].kind.is_reserved_word(), "{word}");
    }
    let grammar = serde_json::to_string_pretty(&grammar()).expect("JSON") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../editors/vscode/syntaxes/hexa.tmLanguage.json");
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(&path, &grammar).expect("it can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == grammar,
        "HEXA_BLESS=1 writes editors/vscode/syntaxes/hexa.tmLanguage.json anew"
    );
}

#[test]
fn the_extension_asks_for_what_the_server_has() {
    let package: Value = serde_json::from_str(&page("editors/vscode/package.json")).expect("JSON");
    let configuration = page("editors/vscode/language-configuration.json");
    serde_json::from_str::<Value>(&configuration).expect("JSON");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let commands = package["contributes"]["commands"].as_array().expect("commands").iter();
    let client = page("editors/vscode/extension.js");
    for command in commands.filter_map(|command| command["command"].as_str()) {
        assert!(client.contains(&format!("\"{command}\"")), "{command} is not registered");
    }
    for name in ["hexa/state", "hexa/judged"] {
        assert!(client.contains(name) && page("crates/lsp/src/lib.rs").contains(name), "{name}");
    }
    let settings =
        package["contributes"]["configuration"]["properties"].as_object().expect("settings");
    for setting in settings.keys().map(|key| key.trim_start_matches("hexa.")) {
        assert!(client.contains(&format!("\"{setting}\"")), "{setting} is not read");
    }
}

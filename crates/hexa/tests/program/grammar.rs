//! The grammars by which editors colour texts of Hexa are made from the words that the language knows: the TextMate grammar of
//! VS Code, the syntax of Vim and Neovim, and the mode of Emacs.
//!
//! `HEXA_BLESS=1` writes them anew, into `editors`.

use hexa_lang::SourceId;
use hexa_lang::syntax::{
    CLAUSE_WORDS, EXPECTATIONS, STATEMENT_WORDS, Symbols, THEORY_WORDS, parse,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Words that follow others and are names elsewhere: what comes before them tells.
const FURTHER_WORDS: [(&str, &[&str]); 5] = [
    ("check", &["valid", "executable", "blocked"]),
    ("print", &["state", "knowledge", "worlds", "minimal", "classes"]),
    ("win", &["deal", "table", "hand"]),
    (":", &["show", "no", "tell", "say"]),
    ("=", &["deal", "model", "hypercube", "atoms"]),
];

/// Words of events: after a colon or a comma.
const EVENT_WORDS: [&str; 4] = ["pre", "post", "chance", "otherwise"];

/// Words that stand between others.
const PARTICLES: [&str; 6] = ["by", "to", "from", "which", "weight", "facedown"];

const ACTION_WORDS: [&str; 10] =
    ["look", "ask", "trade", "announce", "tell", "privately", "lie", "nowin", "win", "fix"];

/// Statements that name something: what is written with arguments, and the others.
const OF_FUNCTIONS: [&str; 2] = ["action", "formula"];
const OF_OTHERS: [&str; 7] = ["frame", "param", "set", "state", "save", "restore", "table"];

/// Operators that are followed by `_` and an agent or a group.
const OPERATORS: &str = "Kw|[KBMECDPLUS]|win|hand";

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

fn further(after: &str) -> String {
    let words = FURTHER_WORDS.iter().find(|(word, _)| *word == after);
    any_of(words.expect("it is in the list").1.iter().copied())
}

/// Words as one pattern, by the name that the templates below have for them.
fn lists() -> Vec<(&'static str, String)> {
    let reserved = reserved_words();
    let (truth, others): (Vec<&str>, Vec<&str>) =
        reserved.iter().map(String::as_str).partition(|word| ["true", "false"].contains(word));
    let theories = THEORY_WORDS.iter().copied().filter(|word| !word.starts_with('3'));
    vec![
        ("STATEMENTS", any_of(STATEMENT_WORDS.iter().copied())),
        ("CLAUSES", any_of(CLAUSE_WORDS.iter().copied())),
        ("FUNCTIONS", any_of(OF_FUNCTIONS)),
        ("OTHERS", any_of(OF_OTHERS)),
        ("EXPECTATIONS", any_of(EXPECTATIONS)),
        ("CHECKS", further("check")),
        ("PRINTS", further("print")),
        ("WINS", further("win")),
        ("ANSWERS", further(":")),
        ("STATES", further("=")),
        ("EVENTS", any_of(EVENT_WORDS)),
        ("PARTICLES", any_of(PARTICLES)),
        ("ACTIONS", any_of(ACTION_WORDS)),
        ("TRUTH", any_of(truth)),
        ("RESERVED", any_of(others)),
        ("THEORIES", any_of(theories)),
        ("OPERATORS", OPERATORS.to_owned()),
    ]
}

/// A template with the words in their places.
fn filled(template: &str, write: impl Fn(&str) -> String) -> String {
    lists().iter().fold(template.to_owned(), |text, (name, words)| {
        text.replace(&format!("<{name}>"), &write(words))
    })
}

fn textmate() -> String {
    let word = "[\\p{L}\\p{N}]+'*";
    let end = "(?![\\p{L}\\p{N}'_])";
    let start = "(?<![\\p{L}\\p{N}_'])";
    let pattern = |template: &str| {
        filled(template, str::to_owned)
            .replace("<WORD>", word)
            .replace("<END>", end)
            .replace("<START>", start)
    };
    let rule = |name: &str, template: &str| json!({ "name": format!("{name}.hexa"), "match": pattern(template) });
    let named = |(first, second): (&str, &str), template: &str| {
        let captures = json!({
            "1": { "name": format!("{first}.hexa") }, "2": { "name": format!("{second}.hexa") },
        });
        json!({ "match": pattern(template), "captures": captures })
    };
    let part = ("keyword.control", "keyword.other.part");
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Hexa",
        "scopeName": "source.hexa",
        "fileTypes": ["hexa"],
        "patterns": [
            rule("comment.line.number-sign", "#.*$"),
            rule("string.quoted.double", "\"[^\"\\n]*\"?"),
            named(("keyword.control", "entity.name.function"), "^(<FUNCTIONS>)\\s+(<WORD>)"),
            named(("keyword.control", "constant.language"), "^(restore)\\s+(initial)<END>"),
            named(("keyword.control", "entity.name.type"), "^(<OTHERS>)\\s+(<WORD>)"),
            named(part, "^(check)\\s+(<CHECKS>)<END>"),
            named(part, "^(expect)\\s+(<EXPECTATIONS>)<END>"),
            named(part, "^(print)\\s+(<PRINTS>)<END>"),
            named(part, "^(win)\\s+(<WINS>)<END>"),
            rule("keyword.control", "^(?:<STATEMENTS>)<END>"),
            rule("keyword.control.clause", "^\\s+(?:<CLAUSES>|<EVENTS>)<END>(?!\\()"),
            rule("keyword.control.clause", "(?<==)\\s*(?:<STATES>)<END>(?!\\()"),
            rule("keyword.other.part", "(?<=:)\\s*(?:<ANSWERS>|<EVENTS>)<END>(?!\\()"),
            rule("keyword.other.part", "(?<=,)\\s*(?:<EVENTS>)<END>(?=\\s)"),
            rule("keyword.operator.knowledge", "<START>(?:<OPERATORS>)(?=_)"),
            rule("support.function.deal", "<START>deal(?=\\()"),
            rule("constant.language", "<START>(?:<TRUTH>)<END>"),
            rule("keyword.other", "(?:<START>|(?<=_))(?:<RESERVED>)<END>"),
            rule("support.function.action", "<START>(?:<ACTIONS>)<END>(?=\\s+\\S)"),
            rule("support.function.action", "<START>(?:announce|nowin)(?=\\()"),
            rule("keyword.other.part", "<START>(?:<PARTICLES>)<END>(?=\\s+\\S)"),
            rule("support.constant.theory", "<START>(?:<THEORIES>)<END>"),
            rule("constant.numeric", "(?<![\\p{L}\\p{N}'])\\d+(?![\\p{L}\\p{N}'])"),
            rule("constant.language", "[⊤⊥]"),
            rule("keyword.operator", "[~¬&∧|∨→↔∀∃∈∪∩≔≠≤≥?!;:=<>+^*⟨⟩-]"),
        ],
    });
    serde_json::to_string_pretty(&grammar).expect("JSON") + "\n"
}

const VIM: &str = r##"" Syntax of files of Hexa. A test of the project writes it from the words of the language.
if exists('b:current_syntax')
  finish
endif

" Words end before `_`, as in `K_anne`.
syntax iskeyword @,48-57,192-255,'

syntax match hexaOperator "[~¬&∧|∨→↔∀∃∈∪∩≔≠≤≥?!;:=<>+^*⟨⟩-]"
syntax match hexaConstant "[⊤⊥]"
syntax match hexaNumber "\<\d\+\>"
syntax match hexaTheory "\%(_\)\@1<!\<\%(<THEORIES>\)\>_\@!"
syntax match hexaPart "\<\%(<PARTICLES>\)\>\%(\s\+\S\)\@="
syntax match hexaAction "\<\%(<ACTIONS>\)\>\%(\s\+\S\)\@="
syntax match hexaAction "\<\%(announce\|deal\|nowin\)(\@="
syntax match hexaReserved "\<\%(<RESERVED>\)\>_\@!"
syntax match hexaConstant "\<\%(<TRUTH>\)\>"
syntax match hexaKnowledge "\<\%(<OPERATORS>\)_\@="
syntax match hexaPart ",\@1<=\s*\%(<EVENTS>\)\>\s\@="
syntax match hexaPart ":\@1<=\s*\%(<ANSWERS>\|<EVENTS>\)\>(\@!"
syntax match hexaClause "=\@1<=\s*\%(<STATES>\)\>(\@!"
syntax match hexaClause "^\s\+\%(<CLAUSES>\|<EVENTS>\)\>(\@!"
syntax match hexaStatement "^\%(<STATEMENTS>\)\>" nextgroup=hexaNothing
syntax match hexaPart "\%(^check\s\+\)\@<=\%(<CHECKS>\)\>"
syntax match hexaPart "\%(^expect\s\+\)\@<=\%(<EXPECTATIONS>\)\>"
syntax match hexaPart "\%(^print\s\+\)\@<=\%(<PRINTS>\)\>"
syntax match hexaPart "\%(^win\s\+\)\@<=\%(<WINS>\)\>"
syntax match hexaName "\%(^\%(<OTHERS>\)\s\+\)\@<=\k\+"
syntax match hexaConstant "\%(^restore\s\+\)\@<=initial\>"
syntax match hexaFunction "\%(^\%(<FUNCTIONS>\)\s\+\)\@<=\k\+"
syntax region hexaString start=+"+ end=+"+ oneline contains=@Spell
syntax match hexaComment "#.*$" contains=@Spell

highlight default link hexaOperator Operator
highlight default link hexaConstant Boolean
highlight default link hexaNumber Number
highlight default link hexaTheory Constant
highlight default link hexaPart Keyword
highlight default link hexaAction Special
highlight default link hexaReserved Keyword
highlight default link hexaKnowledge PreProc
highlight default link hexaClause Statement
highlight default link hexaStatement Statement
highlight default link hexaName Type
highlight default link hexaFunction Function
highlight default link hexaString String
highlight default link hexaComment Comment

let b:current_syntax = 'hexa'
"##;

const EMACS: &str = r##";;; hexa-mode.el --- Files of Hexa -*- lexical-binding: t -*-

;; A test of the project writes this file, from the words of the language.

;;; Commentary:

;; Colours, comments and indentation for files of Hexa, and the language server `hexa lsp' for Eglot, which comes with
;; Emacs 29.  C-c C-s shows the state at the cursor.

;;; Code:

(require 'seq)

(defvar hexa-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\' "w" table)
    ;; Words end before `_', as in `K_anne'.
    (modify-syntax-entry ?_ "." table)
    (dolist (operator '(?~ ?& ?| ?? ?! ?= ?< ?> ?+ ?- ?* ?^ ?/))
      (modify-syntax-entry operator "." table))
    table)
  "Which characters are what in files of Hexa.")

(defconst hexa-font-lock-keywords
  '(("^\\(<FUNCTIONS>\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    ("^restore\\s-+\\(initial\\)\\>" (1 font-lock-constant-face))
    ("^\\(<OTHERS>\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("^check\\s-+\\(<CHECKS>\\)\\>" (1 font-lock-builtin-face))
    ("^expect\\s-+\\(<EXPECTATIONS>\\)\\>" (1 font-lock-builtin-face))
    ("^print\\s-+\\(<PRINTS>\\)\\>" (1 font-lock-builtin-face))
    ("^win\\s-+\\(<WINS>\\)\\>" (1 font-lock-builtin-face))
    ("^\\(<STATEMENTS>\\)\\>" (1 font-lock-keyword-face))
    ("^\\s-+\\(<CLAUSES>\\|<EVENTS>\\)\\>[^(]" (1 font-lock-keyword-face))
    ("=\\s-*\\(<STATES>\\)\\>\\(?:[^(]\\|$\\)" (1 font-lock-keyword-face))
    (":\\s-*\\(<ANSWERS>\\|<EVENTS>\\)\\>\\(?:[^(]\\|$\\)" (1 font-lock-builtin-face))
    (",\\s-*\\(<EVENTS>\\)\\>\\s-" (1 font-lock-builtin-face))
    ("\\<\\(<OPERATORS>\\)_" (1 font-lock-preprocessor-face))
    ("\\<\\(announce\\|deal\\|nowin\\)(" (1 font-lock-builtin-face))
    ("\\<\\(<TRUTH>\\)\\>" (1 font-lock-constant-face))
    ("\\<\\(<RESERVED>\\)\\>" (1 font-lock-builtin-face))
    ("\\<\\(<ACTIONS>\\)\\>\\s-+\\S-" (1 font-lock-builtin-face))
    ("\\<\\(<PARTICLES>\\)\\>\\s-+\\S-" (1 font-lock-builtin-face))
    ("\\<\\(<THEORIES>\\)\\>" (1 font-lock-constant-face)))
  "What is coloured in files of Hexa.")

;;;###autoload
(define-derived-mode hexa-mode prog-mode "Hexa"
  "Files of Hexa."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+\\s-*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(hexa-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.hexa\\'" . hexa-mode))

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function eglot--TextDocumentPositionParams "eglot")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '(hexa-mode . ("hexa" "lsp" :initializationOptions (:verdicts "hint")))))

(defun hexa-state ()
  "Show the state at the cursor."
  (interactive)
  (let* ((server (or (eglot-current-server) (user-error "No server: M-x eglot starts it")))
         (state (jsonrpc-request server :hexa/state (eglot--TextDocumentPositionParams))))
    (with-help-window "*Hexa state*"
      (princ (format "%s\n\n%s" (plist-get state :title)
                     (or (plist-get state :problem) (plist-get state :text)))))))

(define-key hexa-mode-map (kbd "C-c C-s") #'hexa-state)

(provide 'hexa-mode)
;;; hexa-mode.el ends here
"##;

fn vim() -> String {
    filled(VIM, |words| words.replace('|', "\\|"))
}

fn emacs() -> String {
    filled(EMACS, |words| words.replace('|', "\\\\|"))
}

#[test]
fn the_grammars_for_editors_have_the_words_of_the_language() {
    for word in reserved_words() {
        let parsed = parse(&word, SourceId(0), &mut Symbols::default());
        assert!(parsed.tokens[0].kind.is_reserved_word(), "{word}");
    }
    for (name, grammar) in [
        ("vscode/syntaxes/hexa.tmLanguage.json", textmate()),
        ("vim/syntax/hexa.vim", vim()),
        ("emacs/hexa-mode.el", emacs()),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors").join(name);
        if std::env::var_os("HEXA_BLESS").is_some() {
            fs::write(&path, &grammar).expect("it can be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == grammar, "HEXA_BLESS=1 writes editors/{name} anew");
    }
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

//! The reference pages are true: every example in them is run, and every code is explained.

use hexa_lang::Code;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LANGUAGE: &str = "docs/language.md";
const ERRORS: &str = "docs/errors.md";

/// An example of a page.
struct Example {
    /// The line of the page on which it starts.
    line: usize,
    /// The heading that it stands under.
    heading: String,
    expected: Expected,
    text: String,
}

/// What running an example should come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// Everything holds.
    Fine,
    /// Something fails.
    Failure,
    /// Something cannot be run.
    Problem,
    /// Everything holds, and something is strange.
    Warning,
    /// Everything holds, and the example before it does not have the problem any more.
    Repaired,
}

impl Expected {
    fn of_tag(tag: &str) -> Option<Self> {
        match tag {
            "hexa" => Some(Self::Fine),
            "hexa-fail" => Some(Self::Failure),
            "hexa-error" => Some(Self::Problem),
            "hexa-warning" => Some(Self::Warning),
            "hexa-repair" => Some(Self::Repaired),
            "text" | "text-repair" | "gdl" | "gdl-repair" => None,
            other => panic!("a block is tagged `{other}`"),
        }
    }

    fn status(self) -> i32 {
        match self {
            Self::Fine | Self::Warning | Self::Repaired => 0,
            Self::Failure => 1,
            Self::Problem => 2,
        }
    }
}

#[test]
fn every_example_of_the_language_does_what_it_says() {
    let examples = examples(LANGUAGE);
    assert!(examples.len() > 40, "there are only {} examples", examples.len());
    let directory = directory("language");
    for example in examples {
        let output = run(&directory, &example.text);
        let place = format!("{LANGUAGE}:{}\n{}", example.line, shown(&output));
        assert_eq!(output.status.code(), Some(example.expected.status()), "{place}");
        for code in codes_in(&example.text) {
            assert!(shown(&output).contains(&format!("[{code}]")), "no {code}: {place}");
        }
    }
}

#[test]
fn a_card_game_at_full_size_is_played() {
    let directory = directory("deals");
    for example in examples("docs/deals.md") {
        let output = run(&directory, &example.text);
        assert_eq!(output.status.code(), Some(example.expected.status()), "{}", shown(&output));
    }
}

#[test]
fn every_example_of_an_error_gives_that_error_and_no_other() {
    let directory = directory("errors");
    for example in examples(ERRORS) {
        let output = run(&directory, &example.text);
        let place = format!("{ERRORS}:{}\n{}", example.line, shown(&output));
        assert_eq!(output.status.code(), Some(example.expected.status()), "{place}");
        let mut codes = codes_reported(&shown(&output));
        // An error may come with a warning of what led to it.
        codes.retain(|code| example.expected == Expected::Warning || !code.starts_with('W'));
        match example.expected {
            Expected::Repaired => assert_eq!(codes, [""; 0], "{place}"),
            Expected::Fine | Expected::Failure | Expected::Problem | Expected::Warning => {
                assert_eq!(codes, [example.heading], "{place}");
            }
        }
    }
}

#[test]
fn every_example_of_an_error_in_a_tree_gives_that_error_and_is_repaired() {
    let directory = directory("trees");
    let page = page(ERRORS);
    let mut tried = 0;
    for section in page.split("\n### T").skip(1) {
        let code = format!("T{}", section.lines().next().expect("a heading"));
        let section = section.split("\n### ").next().unwrap_or(section);
        for (tag, text) in blocks(section) {
            fs::write(directory.join("x.efg"), text).expect("can be written");
            let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
                .args(["convert", "x.efg", "--to", "tree"])
                .current_dir(&directory)
                .output()
                .expect("runs");
            let told = codes_reported(&shown(&output));
            match tag == "text-repair" {
                true => assert_eq!((output.status.code(), told), (Some(0), vec![]), "{code}"),
                false => assert_eq!(told, [code.as_str()]),
            }
            tried += 1;
        }
    }
    assert!(tried >= 22, "only {tried} examples");
}

#[test]
fn every_code_is_explained_in_the_words_of_the_program() {
    let page = page(ERRORS);
    let listed = Command::new(env!("CARGO_BIN_EXE_hexa")).arg("explain").output().expect("runs");
    let listed = String::from_utf8(listed.stdout).expect("is text");
    let codes: Vec<(&str, &str)> =
        listed.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  ")).collect();
    for code in Code::ALL {
        assert!(
            codes.contains(&(code.as_str(), code.meaning())),
            "{} is not listed",
            code.as_str()
        );
    }
    for (code, meaning) in codes {
        let entry = format!("\n### {code}\n\n{meaning}\n");
        assert!(page.contains(&entry), "{ERRORS} does not say:{entry}");
    }
}

#[test]
fn a_text_that_nests_without_end_is_refused() {
    let directory = directory("limits");
    let (open, close) = ("(".repeat(200_000), ")".repeat(200_000));
    let output = run(&directory, &format!("agents 1, 2\natoms p\npoint p\ncheck {open}p{close}\n"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(codes_reported(&shown(&output)), ["E006"]);
}

#[test]
fn the_examples_of_strength_can_be_read() {
    let scenarios = root().join("scenarios");
    let help = printed(&scenarios, "hexa strength --help");
    let examples: Vec<&str> =
        help.lines().map(str::trim).filter(|line| line.starts_with("hexa strength ")).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        // What comes after it explains it, and small models are searched soon.
        let command = example.split("   ").next().unwrap_or(example);
        let command = command.split(" --worlds").next().unwrap_or(command);
        let said = printed(&scenarios, &format!("{command} --worlds 1"));
        assert!(said.starts_with("# Asked: "), "$ {command}\n{said}");
    }
}

/// What a command of the tour prints, on whichever stream.
fn printed(directory: &Path, command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_hexa"));
    let mut path = vec![binary.parent().expect("is in a directory").to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .env("PATH", std::env::join_paths(path).expect("is a path"))
        .current_dir(directory)
        .output()
        .expect("runs");
    shown(&output)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The blocks of a page with their tags.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(tag) = line.strip_prefix("```") else { continue };
        let block = lines.by_ref().take_while(|line| *line != "```");
        blocks.push((tag, block.map(|line| format!("{line}\n")).collect()));
    }
    blocks
}

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the page is there")
}

/// The blocks of a page that are examples.
fn examples(path: &str) -> Vec<Example> {
    let page = page(path);
    let mut examples = Vec::new();
    let mut heading = String::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(name) = line.strip_prefix("#") {
            heading = name.trim_start_matches('#').trim().to_owned();
        }
        let Some(tag) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        if let Some(expected) = Expected::of_tag(tag) {
            let text = block.join("\n") + "\n";
            examples.push(Example { line: at + 1, heading: heading.clone(), expected, text });
        }
    }
    examples
}

/// A directory for examples, with the files that they may include.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference").join(name);
    let included = root().join("scenarios/include");
    fs::create_dir_all(directory.join("include")).expect("can be made");
    for file in fs::read_dir(included).expect("is there") {
        let file = file.expect("can be listed");
        fs::copy(file.path(), directory.join("include").join(file.file_name())).expect("is copied");
    }
    directory
}

fn run(directory: &Path, text: &str) -> Output {
    fs::write(directory.join("example.hexa"), text).expect("can be written");
    Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["run", "--no-color", "example.hexa"])
        .current_dir(directory)
        .output()
        .expect("runs")
}

fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// The codes of the problems that were reported, each once.
fn codes_reported(shown: &str) -> Vec<String> {
    let mut codes: Vec<String> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("error[").or(line.strip_prefix("warning[")))
        .filter_map(|rest| rest.split(']').next())
        .map(str::to_owned)
        .collect();
    codes.sort();
    codes.dedup();
    codes
}

/// The codes that the comments of an example name.
fn codes_in(text: &str) -> Vec<&str> {
    let comments = text.lines().filter_map(|line| line.split_once('#')).map(|(_, comment)| comment);
    let words = comments.flat_map(|comment| comment.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| is_code(word)).collect()
}

fn is_code(word: &str) -> bool {
    let mut characters = word.chars();
    word.len() == 4
        && matches!(characters.next(), Some('E' | 'R'))
        && characters.all(|c| c.is_ascii_digit())
}

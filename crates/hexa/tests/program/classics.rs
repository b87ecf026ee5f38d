//! `docs/classics.md` is true: it lists every scenario of `scenarios/classics`, and each command that it gives
//! runs, with all checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The arguments of the commands in the page: what stands after `hexa`, between backquotes.
fn commands() -> Vec<Vec<String>> {
    let page = fs::read_to_string(root().join("docs/classics.md")).expect("the page is there");
    let quoted = page.split('`').skip(1).step_by(2);
    let commands = quoted.filter_map(|text| text.strip_prefix("hexa run "));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    commands.map(words).collect()
}

#[test]
fn every_classic_is_on_the_page() {
    let commands = commands();
    let folder = root().join("scenarios/classics");
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let name = entry.expect("the folder can be read").file_name();
        let path = format!("scenarios/classics/{}", name.to_string_lossy());
        assert!(commands.iter().any(|words| words[0] == path), "{path} is not on the page");
    }
}

#[test]
fn every_command_on_the_page_runs_and_all_holds() {
    let commands = commands();
    assert!(!commands.is_empty(), "there are no commands on the page");
    for words in commands {
        let hexa = Command::new(env!("CARGO_BIN_EXE_hexa"))
            .arg("run")
            .args(&words)
            .current_dir(root())
            .output()
            .expect("hexa can be run");
        let told = String::from_utf8_lossy(&hexa.stdout);
        let complaints = String::from_utf8_lossy(&hexa.stderr);
        assert!(hexa.status.success(), "hexa run {}:\n{told}{complaints}", words.join(" "));
    }
}

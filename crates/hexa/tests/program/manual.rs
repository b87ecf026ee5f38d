//! What belongs to a program that is installed: manual pages, completions, a version that means something.

use clap_complete::Shell;
use std::fs;
use std::process::Command;

fn hexa(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_hexa")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    hexa(&["man", folder.path().to_str().expect("UTF-8")]);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    for command in ["run", "repl", "why", "lsp", "completions"] {
        assert!(page(&format!("hexa-{command}.1")).contains(".TH"), "no page for {command}");
        for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
            let script = hexa(&["completions", &shell.to_string()]);
            assert!(script.contains(command), "{shell} does not complete {command}");
        }
    }
    assert!(page("hexa-run.1").contains("max\\-worlds"), "{}", page("hexa-run.1"));
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = hexa(&["--version"]);
    assert!(version.starts_with(concat!("hexa ", env!("CARGO_PKG_VERSION"))), "{version}");
    let citation = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../CITATION.cff"));
    let line = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(citation.expect("the file").lines().any(|there| there == line));
}

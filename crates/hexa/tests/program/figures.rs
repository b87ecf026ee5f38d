//! The figures of the papers, as `docs/figures.md` shows them: every command there is
//! run, and draws exactly the picture that is checked in. `HEXA_BLESS=1` draws them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of a command, with what stands between quotes as one.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is a first word").push(c),
        }
    }
    words
}

#[test]
fn figures_are_what_their_commands_draw() {
    let page = fs::read_to_string(root().join("docs/figures.md")).expect("the page can be read");
    let bless = std::env::var_os("HEXA_BLESS").is_some();
    let mut drawn = BTreeSet::new();
    let draws =
        |line: &&str| line.starts_with("hexa draw ") || line.starts_with("hexa pit --tree ");
    for command in page.lines().filter(draws) {
        let mut words = words(command);
        let picture = words.pop().expect("a command names its picture");
        words.push("-".to_owned());
        let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
            .args(&words[1..])
            .current_dir(root())
            .output()
            .expect("hexa can be run");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{told}");
        let path = root().join(&picture);
        if bless {
            fs::write(&path, &output.stdout).expect("the picture can be written");
        }
        let kept = fs::read(&path).unwrap_or_else(|error| panic!("{picture}: {error}"));
        assert!(kept == output.stdout, "{picture} has changed: look at it, then set HEXA_BLESS=1");
        assert!(
            page.contains(&format!("]({})", picture.trim_start_matches("docs/"))),
            "{picture} is shown"
        );
        assert!(drawn.insert(picture), "{command} draws a picture that another one draws");
    }
    assert!(drawn.len() > 30, "there are only {} figures", drawn.len());
    let folder = fs::read_dir(root().join("docs/figures")).expect("the folder can be read");
    for entry in folder {
        let name = entry.expect("the folder can be read").file_name();
        let name = format!("docs/figures/{}", name.to_string_lossy());
        assert!(drawn.contains(&name), "no command draws {name}");
    }
}

//! `hexa new` writes a file that runs and is in its usual form, and overwrites nothing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn hexa(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.current_dir(folder).args(args).output().expect("it can be started")
}

#[test]
fn a_new_file_runs_and_is_not_written_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    };
    for (args, name) in [(&["new"][..], "first.hexa"), (&["new", "wise.hexa"], "wise.hexa")] {
        let written = hexa(folder.path(), args);
        assert_eq!(written.status.code(), Some(0), "{}", text(&written));
        assert!(text(&written).contains(&format!("hexa run {name}")), "{}", text(&written));
        let run = hexa(folder.path(), &["run", "--deny", "warnings", name]);
        assert_eq!(run.status.code(), Some(0), "{}", text(&run));
        assert!(text(&run).contains("0 failed") && text(&run).contains("1/2"), "{}", text(&run));
        let formatted = hexa(folder.path(), &["fmt", "--check", name]);
        assert_eq!(formatted.status.code(), Some(0), "{}", text(&formatted));
        let file = folder.path().join(name);
        fs::write(&file, "mine").expect("it can be written");
        let again = hexa(folder.path(), args);
        assert_eq!(again.status.code(), Some(2), "{}", text(&again));
        assert!(text(&again).contains("exists"), "{}", text(&again));
        assert_eq!(fs::read_to_string(&file).expect("it can be read"), "mine");
    }
}

//! `hexa run --watch` runs again whenever a file has changed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn a_file_that_changes_is_run_again() {
    let folder = std::env::temp_dir().join(format!("hexa-watch-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("can be made");
    let file = folder.join("rain.hexa");
    let text = |check: &str| format!("agents anne\natoms rain\npoint rain\ncheck {check}\n");
    fs::write(&file, text("rain")).expect("can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["run", "--watch", "rain.hexa"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    let mut lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
    let mut until = |summary: &str| {
        let line = lines.find(|line| line.as_ref().is_ok_and(|line| line == summary));
        assert!(line.is_some(), "{summary}");
    };
    until("1 passed, 0 failed");
    fs::write(&file, text("K_anne rain")).expect("can be written");
    until("0 passed, 1 failed");
    child.kill().expect("ends");
    let _ = child.wait();
    let _ = fs::remove_dir_all(&folder);
}

//! Texts that nobody would write by hand: huge, deep, or no text at all. They end
//! soon, with a message, and never with a panic.

use std::path::Path;
use std::process::{Command, Output};

const HEAD: &str = "agents 1, 2, 3\ndeal r | w | b\n";

fn run(bytes: &[u8]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::write(folder.path().join("f.hexa"), bytes).expect("a file can be written");
    hexa(folder.path(), &["run", "f.hexa"])
}

fn run_json(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::write(folder.path().join("f.hexa"), text).expect("a file can be written");
    let output = hexa(folder.path(), &["run", "f.hexa", "--json"]);
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

fn hexa(folder: &Path, args: &[&str]) -> Output {
    let hexa = Command::new(env!("CARGO_BIN_EXE_hexa")).args(args).current_dir(folder).output();
    hexa.expect("hexa can be run")
}

fn complaints(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("complaints are UTF-8")
}

#[test]
fn what_is_not_utf8_is_found_by_line_and_column() {
    let output = run(&[HEAD.as_bytes(), b"check r_1 & \xff r_1\n"].concat());
    assert_eq!(output.status.code(), Some(2));
    let said = complaints(&output);
    assert!(said.contains("error[E072]") && said.contains("f.hexa:3:13"), "{said}");
}

#[test]
fn two_hundred_thousand_parentheses_are_refused_or_read() {
    let deep = "(".repeat(200_000) + "r_1" + &")".repeat(200_000);
    let output = run(format!("{HEAD}check {deep}\n").as_bytes());
    let said = complaints(&output);
    assert!(output.status.success() || said.contains("error[E006]"), "{said}");
    assert!(said.len() < 10_000);
}

#[test]
fn a_line_of_ten_megabytes_is_read() {
    let output = run(format!("{HEAD}check r_1{}\n", " & r_1".repeat(1_700_000)).as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
    assert!(output.stdout.len() < 10_000, "the line is not repeated in full");
}

#[test]
fn an_error_in_a_line_of_ten_megabytes_is_shown_with_its_surroundings() {
    let half = " & r_1".repeat(850_000);
    let output = run(format!("{HEAD}check r_1{half} & nosuch{half}\n").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let said = complaints(&output);
    assert!(said.contains("f.hexa:3:5100013") && said.contains("nosuch"), "{said}");
    assert!(said.len() < 10_000);
}

#[test]
fn what_takes_too_long_is_given_up_and_everything_is_still_told() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = "agents 1, 2, 3, 4\ndeal a b | c d | e f | g h\ncheck a_1\nexpect minimal 2520\n\
                check a_1\nprint a_1\nscenario \"later\"\ncheck a_1\n";
    std::fs::write(folder.path().join("f.hexa"), text).expect("a file can be written");
    std::fs::write(folder.path().join("g.hexa"), text).expect("a file can be written");
    let slow = ["run", "f.hexa", "g.hexa", "--engine", "definitional", "--timeout", "1", "--json"];
    let output = hexa(folder.path(), &slow);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    // Where it was when the time was over depends on the machine.
    assert!(told.contains("the time limit of 1 s"), "{told}");
    let about = |file: &str| format!("{{\"file\":\"{file}\"");
    let steps = told.lines().filter(|line| line.starts_with(&about("f.hexa")));
    assert_eq!(steps.filter(|line| line.contains("\"step\":\"")).count(), 4, "{told}");
    assert!(told.contains(&about("g.hexa")), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.contains("passed")), "{told}");
}

#[test]
fn there_is_a_line_for_every_step_however_many_are_broken() {
    let text = format!("{HEAD}check r_1\n{}", "check nosuch\n".repeat(300));
    let output = run_json(&text);
    assert_eq!(output.lines().filter(|line| line.contains("\"step\":\"check")).count(), 301);
    let last = output.lines().last().unwrap_or_default();
    assert!(last.starts_with("{\"passed\":1,\"failed\":0,\"errors\":300,\"not_run\":0,"), "{last}");
}

#[test]
fn a_file_that_was_not_drawn_by_hexa_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = format!("{HEAD}draw \"x.svg\"\n");
    std::fs::write(folder.path().join("f.hexa"), text).expect("a file can be written");
    let picture = folder.path().join("x.svg");
    std::fs::write(&picture, "mine").expect("a file can be written");
    assert_eq!(hexa(folder.path(), &["run", "f.hexa"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&picture).expect("it is still there"), "mine");
    std::fs::remove_file(&picture).expect("it can be removed");
    for _ in 0..2 {
        assert_eq!(hexa(folder.path(), &["run", "f.hexa"]).status.code(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn formatting_keeps_permissions_and_leaves_broken_files_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("f.hexa");
    std::fs::write(&file, "agents 1,2\n").expect("a file can be written");
    let mode = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(&file, mode).expect("permissions can be set");
    assert_eq!(hexa(folder.path(), &["fmt", "f.hexa"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "agents 1, 2\n");
    let metadata = std::fs::metadata(&file).expect("it is there");
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
    std::fs::write(&file, "agents 1,(\n").expect("a file can be written");
    assert_eq!(hexa(folder.path(), &["fmt", "f.hexa"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "agents 1,(\n");
}

//! `print` shows numbers, in files, as JSON and in the dialogue, by whichever engine lists worlds.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

const TEXT: &str = "\
agents a, b
param n = 3
atoms p(i) for i in 1..n
observe a: p(1)
point p(1), p(3)
announce p(1) | p(2)
print P_a(p(2))
print P_b(p(1) & p(2))
print P_a(p(1))
print count(i in 1..n: p(i))
print worlds
print minimal
print classes a
print n^2 - 1
print n
print count
";

fn answer(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it can be started");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn numbers_are_printed() {
    for engine in ["explicit", "symbolic"] {
        let printed = answer(&["run", "--engine", engine, "-"], TEXT);
        let shown = printed.lines().filter(|line| line.starts_with("print "));
        let values: Vec<&str> = shown.filter_map(|line| Some(line.rsplit_once(": ")?.1)).collect();
        let values = &values[..9];
        // Six worlds are left, and b sees nothing: both are true in two of them. In two of the four where p(1) is, p(2) is.
        assert_eq!(
            values,
            ["1/2", "1/3", "1", "2", "6", "6", "2", "8", "3"],
            "{engine}: {printed}"
        );
        assert!(printed.contains("6 worlds; cells: a 2, b 1\n"), "{engine}: {printed}");
    }
}

#[test]
fn numbers_are_printed_as_json() {
    let printed = answer(&["run", "--json", "-"], TEXT);
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let shown = |at: usize| lines.iter().filter(|line| line["print"].is_string()).nth(at).cloned();
    assert_eq!(shown(0).expect("shown")["value"], "1/2");
    assert!(shown(9).expect("shown")["sizes"]["classes"][0]["count"].is_number());
}

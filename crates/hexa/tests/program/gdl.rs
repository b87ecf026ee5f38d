//! The examples of errors in games are what the page says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.arg("gdl").args(arguments).output().expect("it runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_example_of_an_error_gives_that_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/errors.md")).expect("the page");
    let file = std::env::temp_dir().join(format!("hexa-gdl-{}.gdl", std::process::id()));
    let mut tried = 0;
    for section in page.split("\n### ").skip(1) {
        let code = section.lines().next().expect("a heading");
        for block in section.split("```gdl\n").skip(1) {
            let text = block.split("```").next().expect("an end");
            fs::write(&file, text).expect("it can be written");
            let output = run(&[file.to_str().expect("a plain name")]);
            assert_eq!(output.status.code(), Some(2), "{text}");
            assert!(errors(&output).contains(&format!("[{code}]")), "{code}: {}", errors(&output));
            tried += 1;
        }
        for block in section.split("```gdl-repair\n").skip(1) {
            let text = block.split("```").next().expect("an end");
            fs::write(&file, text).expect("it can be written");
            let output = run(&[file.to_str().expect("a plain name")]);
            assert_eq!(output.status.code(), Some(0), "{text}{}", errors(&output));
        }
    }
    let _ = fs::remove_file(&file);
    assert!(tried >= 6, "only {tried} examples");
}

#[test]
fn bytes_that_are_no_text_are_refused_outside_of_comments() {
    let folder = std::env::temp_dir();
    let file = folder.join(format!("hexa-gdl-bytes-{}.gdl", std::process::id()));
    let name = file.to_str().expect("a plain name");
    let game = b"(role me) (legal me go) (<= (next (n 1)) (not (true (n 1)))) (<= terminal (true (n 1))) (goal me 1)\n";
    fs::write(&file, [b"; caf\xe9\n", &game[..]].concat()).expect("it can be written");
    assert_eq!(run(&[name]).status.code(), Some(0));
    fs::write(&file, [&game[..], b"(caf\xe9 1)\n"].concat()).expect("it can be written");
    let output = run(&[name]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("E001"), "{}", errors(&output));
    fs::write(&file, [0_u8, 255, 7, 200, 40, 41].repeat(5000)).expect("it can be written");
    assert_eq!(run(&[name]).status.code(), Some(2));
    let _ = fs::remove_file(&file);
}

//! `hexa why` and `hexa draw` say which state they speak of, and take it by step, line, number or name.

use std::process::Command;

const TEXT: &str = "\
agents a, b
atoms p, q
point p, q

scenario \"one thing\"
do L_ab ?p
check p
do L_ab ?q

scenario \"another\"
check p
do L_ab ?q
";

/// What is printed and what is said beside it.
fn ask(command: &str, args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.hexa"), TEXT).expect("it can be written");
    let mut run = Command::new(env!("CARGO_BIN_EXE_hexa"));
    let output = run.args([command, "f.hexa"]).args(args).current_dir(folder.path()).output();
    let output = output.expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn the_state_is_chosen_and_said() {
    let last = "the last state of scenario \"one thing\", after step 3, line 8";
    let choices: [(&[&str], &str, bool); 9] = [
        (&[], last, true),
        (&["--step", "0"], "the initial state", false),
        (&["--step", "2"], "the state after step 2 of scenario \"one thing\", line 7", false),
        (&["--scenario", "one"], last, true),
        (
            &["--scenario", "2"],
            "the last state of scenario \"another\", after step 2, line 12",
            true,
        ),
        (
            &["--scenario", "an", "--step", "1"],
            "the state after step 1 of scenario \"another\", line 11",
            false,
        ),
        (&["--line", "7"], "the state after step 2 of scenario \"one thing\", line 7", false),
        (&["--line", "10"], "the initial state", false),
        (&["--line", "99"], "the last state of scenario \"another\", after step 2, line 12", true),
    ];
    for (args, state, known) in choices {
        let (answer, said) = ask("why", &[&["K_a q"], args].concat());
        assert_eq!(said, format!("hexa: about {state}\n"), "{args:?}");
        assert_eq!(answer.starts_with("`K_a q` is true"), known, "{args:?}: {answer}");
        let (_, said) = ask("draw", &[&["-o", "out.svg"], args].concat());
        assert_eq!(said, format!("hexa: drawn: {state}\n"), "{args:?}");
    }
}

#[test]
fn steps_are_listed() {
    let (list, _) = ask("why", &["--steps"]);
    let expected = "\
scenario 1 \"one thing\"
  step 1, line 6: do L_ab ?p
  step 2, line 7: check p
  step 3, line 8: do L_ab ?q
scenario 2 \"another\"
  step 1, line 11: check p
  step 2, line 12: do L_ab ?q
";
    assert_eq!(list, expected);
    let (_, said) = ask("why", &["K_a q", "--scenario", ""]);
    assert!(said.contains("there is no scenario"), "{said}");
    let (_, said) = ask("why", &["K_a q", "--scenario", "3"]);
    assert!(said.contains("there is no scenario"), "{said}");
}

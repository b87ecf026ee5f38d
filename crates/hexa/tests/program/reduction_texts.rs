//! What `hexa reduce` and `hexa translate --to frame` print can be added to the file, and means the
//! same there: on the initial state of some files, formulas and actions of many kinds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FILE: &str = "\
agents 1, 2, 3
atoms seen
deal r | w | b
frame secret
  event shown: pre r_1, post seen := K_1 r_1
  event nothing:
  cells 1, 2: {shown} {nothing}
  cells 3: {shown, nothing}
";

const ACTIONS: [&str; 9] = [
    "L_123 ?r_1",
    "L_123(!L_12 ?r_1 + L_12 ?w_1 + L_12 ?b_1)",
    "ask 2 1 for r, w: show r",
    "nowin 2",
    "L_123(!L_12 ?~w_1 + L_12 ?~b_1 + L_12 ?~r_1)",
    "secret(shown)",
    "L_123(L_12 ?r_1 ; L_1 ?K_2 r_1)",
    "L_123(seen := ~K_2 r_1) ; L_123(!L_12(seen := r_1) + L_3 ?seen)",
    "L_123(!L_1 ?w_2 + L_1 ?~w_2) ; L_123(!L_2 ?K_1 w_2 + L_2 ?~K_1 w_2)",
];

const FORMULAS: [&str; 5] = [
    "K_2 r_1",
    "Kw_1 (w_2 & seen) <-> ~K_3 (K_2 r_1 -> M_1 w_3)",
    "count(a in agents: K_a r_1) = 2",
    "E_123 D_12 (r_1 & ~K_3 r_1)",
    "forall a in agents: exists c in cards: K_a (c_1 | seen)",
];

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&directory).expect("a directory for files");
    directory
}

fn hexa(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(arguments).current_dir(directory).output().expect("hexa runs")
}

/// What is printed if all is well.
fn printed(arguments: &[&str], directory: &Path) -> String {
    let output = hexa(arguments, directory);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}\n{errors}");
    String::from_utf8(output.stdout).expect("it is text")
}

fn all_hold(text: &str, directory: &Path) {
    fs::write(directory.join("with.hexa"), text).expect("it can be written");
    let output = hexa(&["run", "with.hexa"], directory);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{out}\n{err}");
}

#[test]
fn reduced_formulas_say_the_same_in_the_file() {
    let directory = directory("reduced");
    fs::write(directory.join("file.hexa"), FILE).expect("it can be written");
    let mut long = 0;
    for action in ACTIONS {
        for formula in FORMULAS {
            for after in [format!("[{action}] ({formula})"), format!("<{action}> ({formula})")] {
                let text = printed(&["reduce", "file.hexa", &after], &directory);
                assert!(!text.contains('[') && !text.replace("<->", "").contains('<'), "{text}");
                let (definitions, reduced) = match text.starts_with("formula ") {
                    true => (text.as_str(), "reduced"),
                    false => ("", text.trim()),
                };
                long += u32::from(!definitions.is_empty());
                let check = format!("check valid ({after}) <-> ({reduced})");
                all_hold(&format!("{FILE}{definitions}\n{check}\n"), &directory);
            }
        }
    }
    assert!(long > 5, "only {long} of the formulas are long");
}

#[test]
fn frames_do_what_actions_do_in_the_file() {
    let directory = directory("frames");
    fs::write(directory.join("file.hexa"), FILE).expect("it can be written");
    for action in ACTIONS {
        let text = printed(&["translate", "file.hexa", action, "--to", "frame"], &directory);
        let steps = format!(
            "do {action}\nsave there\nrestore initial\ndo translated\nexpect bisimilar there"
        );
        all_hold(&format!("{FILE}{text}\n{steps}\n"), &directory);
    }
}

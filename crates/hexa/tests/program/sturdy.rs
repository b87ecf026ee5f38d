//! What no input may do: replace what is no ordinary file, read what is none of its business, wait without end, take all
//! memory, or go on when nobody listens.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const HEAD: &str = "agents 1, 2, 3\ndeal r | w | b\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::write(folder.join(file), text).expect("a file can be written");
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

fn hexa(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("hexa can be run")
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).expect("what is said is UTF-8")
}

/// It could not be done, and this is said.
#[track_caller]
fn is_refused(output: &Output, with: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(with), "`{with}` is not in {said}");
}

/// A pipe that nobody writes into: reading it never ends.
#[cfg(unix)]
fn make_pipe(folder: &Path, name: &str) {
    let made = Command::new("mkfifo").arg(folder.join(name)).status();
    assert!(made.expect("there is a program mkfifo").success());
}

#[test]
#[cfg(unix)]
fn only_ordinary_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder();
    let at = folder.path();
    write(at, "f.hexa", HEAD);
    write(at, "old.svg", "a letter\n");
    make_pipe(at, "pipe.svg");
    symlink("pipe.svg", at.join("link.svg")).expect("a link can be made");
    fs::create_dir(at.join("sub.svg")).expect("a folder can be made");
    symlink("nowhere.svg", at.join("lost.svg")).expect("a link can be made");
    for (name, what) in [
        ("pipe.svg", "a pipe"),
        ("link.svg", "a pipe"),
        ("sub.svg", "a directory"),
        ("lost.svg", "a link that leads nowhere"),
    ] {
        is_refused(&hexa(at, &["draw", "f.hexa", "-o", name, "--force"]), what);
        let convert = ["convert", "f.hexa", "--to", "smcdel", "-o", name, "--force"];
        is_refused(&hexa(at, &convert), what);
        is_refused(&hexa(at, &["draw", "f.hexa", "-o", name]), what);
    }
    let kind = fs::metadata(at.join("pipe.svg")).expect("it is still there").file_type();
    assert!(kind.is_fifo());
    assert!(at.join("link.svg").is_symlink() && at.join("lost.svg").is_symlink());
    let replaced = hexa(at, &["draw", "f.hexa", "-o", "old.svg", "--force"]);
    assert_eq!(replaced.status.code(), Some(0), "{}", said(&replaced));
    assert!(fs::read_to_string(at.join("old.svg")).expect("a picture").contains("<svg"));
}

#[test]
#[cfg(unix)]
fn what_is_no_ordinary_file_is_not_read() {
    let folder = folder();
    let at = folder.path();
    make_pipe(at, "pipe");
    write(at, "pipe.hexa", &format!("include \"pipe\"\n{HEAD}"));
    write(at, "state.hexa", &format!("{HEAD}state s from \"pipe\"\ncheck r_1\n"));
    write(at, "device.hexa", &format!("{HEAD}include \"/dev/zero\"\n"));
    is_refused(&hexa(at, &["run", "pipe.hexa"]), "it is a pipe");
    is_refused(&hexa(at, &["run", "state.hexa"]), "it is a pipe");
    let device = hexa(at, &["run", "device.hexa", "--include-dir", "/dev"]);
    is_refused(&device, "it is a device");
    for command in ["run", "gdl", "egdl", "fmt"] {
        is_refused(&hexa(at, &[command, "pipe"]), "it is a pipe");
    }
    is_refused(&hexa(at, &["assist", "cluedo", "pipe"]), "it is a pipe");
    is_refused(&hexa(at, &["assist", "cluedo", "new.game", "--setup", "pipe"]), "it is a pipe");
    assert!(!at.join("new.game").exists());
}

#[test]
fn files_include_what_lies_in_their_folder_and_nothing_else() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir_all(inner.join("deeper")).expect("folders can be made");
    write(folder.path(), "secret.hexa", HEAD);
    write(&inner, "own.hexa", HEAD);
    write(&inner, "deeper/up.hexa", "include \"../own.hexa\"\n");
    write(&inner, "good.hexa", "include \"deeper/up.hexa\"\ncheck r_1\n");
    write(&inner, "up.hexa", "include \"../secret.hexa\"\ncheck r_1\n");
    write(&inner, "from.hexa", &format!("{HEAD}state s from \"../secret.hexa\"\ncheck r_1\n"));
    let good = hexa(folder.path(), &["run", "inner/good.hexa"]);
    assert_eq!(good.status.code(), Some(0), "{}", said(&good));
    for file in ["up.hexa", "from.hexa"] {
        is_refused(&hexa(&inner, &["run", file]), "outside of the folder");
        let allowed = hexa(&inner, &["run", file, "--include-dir", ".."]);
        assert_eq!(allowed.status.code(), Some(0), "{}", said(&allowed));
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.hexa", inner.join("link.hexa")).expect("a link");
        write(&inner, "by-link.hexa", "include \"link.hexa\"\ncheck r_1\n");
        is_refused(&hexa(&inner, &["run", "by-link.hexa"]), "outside of the folder");
    }
}

#[test]
#[cfg(unix)]
fn endless_input_is_refused() {
    let folder = folder();
    for args in [&["run", "-"], &["fmt", "-"], &["gdl", "-"], &["egdl", "-"]] {
        let endless = File::open("/dev/zero").expect("there are zeros");
        let output = command(folder.path(), args).stdin(endless).output();
        is_refused(&output.expect("hexa can be run"), "longer than");
    }
}

/// Doubles the worlds at every round, and no round is like one before.
const GROWING: &str = "\
agents 1, 2
model
  world w: p
  world v:
  cells 1: {w, v}
  cells 2: {w} {v}
  point w
frame f
  event e: pre true, post p := ~p
  event d: pre true
  cells 1: {e, d}
  cells 2: {e} {d}
";

#[test]
fn what_takes_too_much_memory_ends_in_the_limit() {
    let folder = folder();
    let at = folder.path();
    let endless = "check [(f(e))^*] D_12 (p | ~p)\n";
    write(at, "f.hexa", &format!("{GROWING}{endless}check p\n"));
    for engine in ["explicit", "symbolic"] {
        let args = ["run", "f.hexa", "--engine", engine, "--max-memory", "40M"];
        let output = hexa(at, &args);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{engine}: {said}");
        assert!(said.contains("the memory limit of"), "{engine}: {said}");
    }
    let search = hexa(at, &["search", "--hands", "3,3,3", "--ask", "1..3", "--max-memory", "4M"]);
    is_refused(&search, "the memory limit of 4000 kB");
}

#[test]
fn games_that_take_too_much_memory_are_told_to_take_more_of_it_and_not_more_time() {
    let folder = folder();
    let numbers: String = (0..40).map(|number| format!("(d {number})")).collect();
    let rules = "(role me) (init (n 0)) (<= (q ?a ?b ?c ?e) (d ?a) (d ?b) (d ?c) (d ?e))
        (<= (legal me (go ?a)) (q ?a ?b ?c ?e) (true (n ?b))) (<= (next (n ?a)) (does me (go ?a)))
        (<= terminal (true (n 5))) (<= (goal me 100) terminal)";
    write(folder.path(), "large.gdl", &format!("{numbers}{rules}"));
    let krieg = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/egdl/krieg-tictactoe.egdl");
    let krieg = krieg.display().to_string();
    for (command, file, memory) in [("egdl", &krieg[..], "2M"), ("gdl", "large.gdl", "40M")] {
        let refused = hexa(folder.path(), &[command, file, "--max-memory", memory]);
        is_refused(&refused, "the memory limit of");
        let told = said(&refused);
        assert!(told.contains("--max-memory") && !told.contains("--timeout"), "{told}");
        let refused = hexa(folder.path(), &[command, file, "--timeout", "0.001"]);
        is_refused(&refused, "raise the limit with --timeout");
    }
}

#[test]
fn every_file_has_its_chance_after_one_that_took_too_much_memory() {
    let folder = folder();
    let at = folder.path();
    write(
        at,
        "much.hexa",
        &format!("agents 1\natoms p(i) for i in 1..24\n{}", "point p(1)\ncheck p(1)\n"),
    );
    write(at, "little.hexa", &format!("{HEAD}check r_1\n"));
    let args = ["run", "much.hexa", "little.hexa", "--engine", "explicit", "--max-memory", "30M"];
    let output = hexa(at, &args);
    is_refused(&output, "limit");
    assert!(said(&output).contains("ok     little.hexa:3"), "{}", said(&output));
}

#[test]
fn every_scenario_has_its_chance_after_one_that_took_too_much_memory() {
    let folder = folder();
    let at = folder.path();
    let text = [
        "agents 1, 2\nmodel\n  world w: p\n  world v:\n  cells 1: {w, v}\n  cells 2: {w, v}\n  point w\n",
        "frame h\n  event e: pre p\n  event g: pre true\n  event k: pre true\n",
        "  cells 1: {e, k} {g}\n  cells 2: {e, g} {k}\n",
        "scenario \"much\"\ncheck [(h(k))^*] ~D_12 p\nscenario \"little\"\ncheck p\n",
    ];
    write(at, "f.hexa", &text.concat());
    let output = hexa(at, &["run", "f.hexa", "--engine", "explicit", "--max-memory", "200M"]);
    is_refused(&output, "memory limit");
    let said = said(&output);
    assert!(
        said.contains("ok     f.hexa:17") && said.contains("1 passed, 0 failed, 1 error"),
        "{said}"
    );
}

#[test]
#[cfg(unix)]
fn little_address_space_is_enough_for_small_questions() {
    let folder = folder();
    let at = folder.path();
    let scenarios: String =
        (0..20).map(|i| format!("scenario \"{i}\"\ndo L_123 ?~r_2\ncheck K_1 ~r_2\n")).collect();
    write(at, "f.hexa", &format!("{HEAD}{scenarios}"));
    let within = |args: &str| {
        let hexa = env!("CARGO_BIN_EXE_hexa");
        let line = format!("ulimit -v 250000; exec '{hexa}' {args}");
        let output = Command::new("sh").args(["-c", &line]).current_dir(at).output();
        output.expect("there is a shell")
    };
    let run = within("run f.hexa --engine symbolic");
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let strength = within("strength f.hexa r_1 'K_1 r_1' --worlds 3");
    assert_eq!(strength.status.code(), Some(0), "{}", said(&strength));
    // The limit of the process is seen: what is allowed is less than half of it.
    write(at, "much.hexa", "agents 1, 2\natoms p(i) for i in 1..26\npoint p(1)\ncheck p(1)\n");
    is_refused(&within("run much.hexa --engine explicit"), "limit");
}

/// Where memory runs out so fast that nobody can be asked to end, JSON is printed too.
#[test]
#[cfg(unix)]
fn the_last_words_are_json_for_those_who_want_json() {
    let folder = folder();
    let output = hexa(folder.path(), &["reproduce", "--json", "--max-memory", "1k"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let last = String::from_utf8_lossy(&output.stdout).lines().last().map(str::to_owned);
    let object: serde_json::Value =
        serde_json::from_str(&last.expect("something is printed")).expect("JSON");
    let problem = &object["problems"][0];
    assert_eq!((&problem["severity"], &problem["code"]), (&"error".into(), &"R004".into()));
    assert_eq!(problem["message"], "gave up: the memory limit of 1000 bytes was reached");
    let plain = hexa(folder.path(), &["reproduce", "--max-memory", "1k"]);
    assert_eq!(plain.status.code(), Some(2));
    assert!(!String::from_utf8_lossy(&plain.stdout).contains("problems"), "{}", said(&plain));
}

/// Reads the first line of what a command prints, and goes away.
fn first_line(args: &[&str]) -> (String, Option<i32>, String) {
    let folder = folder();
    write(folder.path(), "f.hexa", &format!("{HEAD}{}", "check r_1\n".repeat(100_000)));
    let mut child = command(folder.path(), args);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("hexa");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("there is output"));
    out.read_line(&mut line).expect("a line can be read");
    drop(out);
    let ended = child.wait_with_output().expect("it ends");
    (line, ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[test]
fn when_nobody_listens_the_work_ends_quietly() {
    for args in [
        &["reproduce", "--json", "--deep"][..],
        &["reproduce", "--deep"],
        &["run", "f.hexa"],
        &["run", "f.hexa", "--json"],
        &["fmt", "--json", "-"],
    ] {
        let (line, status, complaints) = first_line(args);
        if args[0] != "fmt" {
            assert_eq!(status, Some(141), "{args:?}: {line} {complaints}");
        }
        assert!(!line.is_empty() && complaints.is_empty(), "{args:?}: {line} {complaints}");
    }
}

/// A line with so many parts takes so much longer, and no more: all of them together take less than a second where this
/// is so, and hours where every part is compared with all others.
#[test]
fn long_lines_are_read_in_time_that_grows_as_they_do() {
    const PARTS: usize = 150_000;
    let list = |part: fn(usize) -> String| (0..PARTS).map(part).collect::<Vec<_>>().join(", ");
    let numbered = |name: &'static str| move |at: usize| format!("{name}{at}");
    let (atoms, values) = (list(|at| format!("p{at}")), list(|_| "q".to_owned()));
    let (agents, names) = (list(|at| format!("a{at}")), list(|at| format!("x{at}")));
    let sum = (0..PARTS).map(numbered("x")).collect::<Vec<_>>().join(" & ");
    let cards = agents.replace(',', "");
    let model = "model\n  world w: q\n  cells 1: {w}\n  point w\n";
    let folder = folder();
    for text in [
        format!("agents 1\nmodel\n  world w: {atoms}\n  cells 1: {{w}}\n  point w\ncheck p7\n"),
        format!("agents 1\n{model}formula f({names}) = {sum}\ncheck f({values})\n"),
        format!("agents 1\n{model}set s = {{{agents}}}\ncheck forall i in s: q\n"),
        format!(
            "agents {agents}\nmodel\n  world w: q\n  cells all: {{w}}\n  point w\ncheck C_{{{agents}}} q\n"
        ),
        format!("agents 1\ndeal {cards}\ncheck a7_1\n"),
    ] {
        write(folder.path(), "f.hexa", &text);
        let output = hexa(folder.path(), &["run", "f.hexa"]);
        let said = said(&output);
        let said: String = said.chars().take(300).collect();
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
}

#[test]
fn an_answer_says_that_it_does_not_depend_on_errors_or_is_none() {
    let folder = folder();
    let at = folder.path();
    let steps = "scenario \"good\"\ndo L_123 ?r_1\nsave after\ncheck K_2 r_1\n\
                 scenario \"bad\"\ndo L_123 ?nosuch_1\nsave after\ncheck r_1\n\
                 scenario \"later\"\nrestore after\ncheck r_1\n";
    write(at, "f.hexa", &format!("{HEAD}{steps}"));
    let independent = "does not depend on it";
    for args in [
        &["why", "f.hexa", "K_1 r_1"][..],
        &["why", "f.hexa", "--scenario", "good", "K_2 r_1"],
        &["describe", "f.hexa"],
        &["draw", "f.hexa", "-o", "-", "--format", "dot"],
        &["compare", "f.hexa", "f.hexa"],
        &["translate", "f.hexa", "L_123 ?r_1", "--to", "updates"],
        &["reduce", "f.hexa", "[L_123 ?r_1] K_2 r_1"],
        &["strength", "f.hexa", "r_1", "r_1", "--worlds", "2"],
    ] {
        let output = hexa(at, args);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        assert!(said.contains("error[E020]") && said.contains(independent), "{args:?}: {said}");
    }
    for args in [
        &["run", "f.hexa"][..],
        &["why", "f.hexa", "--scenario", "bad", "K_1 r_1"],
        &["why", "f.hexa", "--scenario", "later", "K_1 r_1"],
        &["describe", "f.hexa", "--scenario", "bad"],
        &["draw", "f.hexa", "--scenario", "bad", "-o", "-", "--format", "dot"],
        &["compare", "f.hexa", "f.hexa#bad"],
        &["convert", "f.hexa", "--to", "smcdel"],
        &["repl", "f.hexa"],
    ] {
        let output = hexa(at, args);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(!said.contains(independent), "{args:?}: {said}");
    }
}

/// A command whose files may not grow beyond so many kilobytes: writing more fails as on a full disk.
#[cfg(unix)]
fn on_a_full_disk(folder: &Path, kilobytes: u32, args: &str) -> Command {
    let mut shell = Command::new("bash");
    // Whoever does not ignore the signal is killed by it instead of being told.
    let line = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$HEXA\" {args}");
    shell.env("HEXA", env!("CARGO_BIN_EXE_hexa")).args(["-c", &line]).current_dir(folder);
    shell
}

#[test]
#[cfg(unix)]
fn what_cannot_be_written_whole_leaves_the_old_file() {
    let folder = folder();
    let at = folder.path();
    write(at, "f.hexa", HEAD);
    assert!(hexa(at, &["draw", "f.hexa", "-o", "old.svg"]).status.success());
    let old = fs::read(at.join("old.svg")).expect("it was drawn");
    assert!(old.len() > 1024, "{} bytes are too few for this test", old.len());
    for (name, force) in [("old.svg", "--force"), ("new.svg", "")] {
        let output = on_a_full_disk(at, 1, &format!("draw f.hexa -o {name} {force}"))
            .stdin(Stdio::null())
            .output()
            .expect("bash can be run");
        is_refused(&output, name);
        assert_eq!(fs::read(at.join("old.svg")).expect("it is there"), old);
    }
    let names: Vec<_> =
        fs::read_dir(at).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 2, "nothing else is left: {names:?}");
}

#[test]
#[cfg(unix)]
fn a_journal_on_a_full_disk_keeps_all_that_was_acknowledged() {
    use std::io::Write;
    let folder = folder();
    let at = folder.path();
    let setup = "players: me, bob, cid\nme: me\nhands: 6 6 6\nhand: ballroom, revolver, lounge, lead pipe, rope, library\n";
    let entry = "me: scarlett wrench hall. bob shows scarlett\n";
    write(at, "g.game", &format!("# A game of Cluedo: hexa assist cluedo\n{setup}---\n{entry}"));
    let before = fs::read_to_string(at.join("g.game")).expect("it is there");
    let mut child = on_a_full_disk(at, 1, "assist cluedo g.game")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash can be run");
    let more =
        "bob: white wrench hall. cid shows\ncid: green lead pipe ballroom. me shows lead pipe\n";
    let mut typed = child.stdin.take().expect("it is typed into");
    for _ in 0..12 {
        // It may have ended already.
        let _ = typed.write_all(more.as_bytes());
    }
    drop(typed);
    let output = child.wait_with_output().expect("it ends");
    let said = said(&output);
    let after = fs::read_to_string(at.join("g.game")).expect("it is there");
    assert!(after.starts_with(&before) && after.ends_with('\n'), "{after}");
    assert!(after.len() <= 1024, "{after}");
    assert!(said.contains("g.game") && said.to_lowercase().contains("not"), "{said}");
    // What is there can be gone on with.
    assert!(hexa(at, &["assist", "cluedo", "g.game"]).status.success(), "{after}");
}

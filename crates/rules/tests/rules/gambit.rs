//! Gambit reads what we write, and reads our game files as we do. The test makes its own Python environment with Gambit in
//! it, below the folder of the build, the first time it is run.

use hexa_games::catalogue::named_game;
use hexa_games::exact::Exact;
use hexa_games::game::{Game, Recall};
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, NodeKind, TreeGame};
use hexa_logic::Stop;
use hexa_rules::efg;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GAMBIT: &str = "pygambit==17.0.0b2";

/// The Python that has Gambit. Whoever comes first makes the environment, in a folder of another name, so that one that
/// is there is complete; others wait.
fn python() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder for builds");
    let folder = target.join("python");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let lock = File::create(folder.join("lock")).expect("a file can be made");
    lock.lock().expect("a file can be locked");
    let made = folder.join(GAMBIT.replace("==", "-"));
    if !made.exists() {
        let making = folder.join("making");
        let _ = fs::remove_dir_all(&making);
        run(Command::new("python3").args(["-m", "venv"]).arg(&making), "make an environment");
        let install = ["-m", "pip", "install", "--quiet", GAMBIT];
        run(Command::new(program_in(&making)).args(install), "install Gambit");
        fs::rename(&making, &made).expect("a folder can be renamed");
    }
    program_in(&made)
}

fn program_in(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

#[track_caller]
fn run(command: &mut Command, what: &str) -> Output {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => panic!("this test needs `python3` to {what}, and it does not start: {error}"),
    };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "this test cannot {what} ({GAMBIT}):\n{told}");
    output
}

/// What the script prints of a game, from our tree of it.
fn show(tree: &FlatTree) -> String {
    let mut out = "file\n".to_owned();
    let game = TreeGame::new(tree.clone());
    for (player, recall) in tree.players.iter().zip(&game.declaration().recall) {
        let remembers = if *recall == Recall::Perfect { "remembers" } else { "forgets" };
        writeln!(out, "player {player} {remembers}").expect("a string");
    }
    let mut places: Vec<String> = vec![String::new(); tree.nodes.len()];
    let mut firsts: Vec<Option<String>> = vec![None; tree.sets.len()];
    let mut waiting = vec![(0, vec![Exact::default(); tree.players.len()])];
    while let Some((at, mut paid)) = waiting.pop() {
        let node = &tree.nodes[at];
        for (sum, more) in
            paid.iter_mut().zip(node.pays.iter().flat_map(|&pays| &tree.payoffs[pays as usize]))
        {
            *sum = Exact(&sum.0 + &more.0);
        }
        let worth: Vec<String> = paid.iter().map(ToString::to_string).collect();
        let (place, worth) = (places[at].clone(), worth.join(" "));
        let shown = if place.is_empty() { "/" } else { &place };
        let moves = match node.kind {
            NodeKind::End => {
                writeln!(out, "end {shown} worth {worth}").expect("a string");
                continue;
            }
            NodeKind::Chance { weights, names } => {
                let (weights, names) =
                    (&tree.weights[weights as usize], &tree.chances[names as usize]);
                let chances: Vec<String> = names
                    .iter()
                    .enumerate()
                    .map(|(at, name)| format!("{name}={}", weights.probability(at)))
                    .collect();
                writeln!(out, "chance {shown} worth {worth} moves {}", chances.join(" "))
                    .expect("a string");
                names
            }
            NodeKind::Decision(set) => {
                let first = firsts[set as usize].get_or_insert(shown.to_owned()).clone();
                let set = &tree.sets[set as usize];
                let (player, moves) = (&tree.players[set.player.index()], set.moves.join(" "));
                writeln!(
                    out,
                    "decision {shown} worth {worth} of {player} as {first} moves {moves}"
                )
                .expect("a string");
                &set.moves
            }
        };
        for (child, name) in node.children().zip(moves) {
            places[child] = format!("{place}/{name}");
        }
        waiting.extend(node.children().rev().map(|child| (child, paid.clone())));
    }
    out
}

#[test]
fn gambit_reads_the_same_games_as_we_do() {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gambit-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let mut files = Vec::new();
    let mut expected = String::new();
    let mut expect = |name: &str, text: &str, tree: &FlatTree| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file can be written");
        files.push(path);
        expected.push_str(&show(tree));
    };
    for (at, name) in ["kuhn(cards=3)", "knowledge(hands=1,1,1; ask=1)"].into_iter().enumerate() {
        let game = named_game(&Named::read(name).expect("a name")).expect("a game");
        let tree = FlatTree::of(&game, 100_000, &Stop::new()).expect("it is small");
        expect(&format!("named-{at}.efg"), &efg::write(&tree), &tree);
    }
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/efg");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(games).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let (tree, _) = efg::read(&name, &text, &Stop::new()).expect("a game");
        expect(&name, &text, &tree);
        expect(&format!("written-{name}"), &efg::write(&tree), &tree);
    }
    // Names that Gambit would not take, or would take for one.
    let (mut odd, _) = efg::read(
        "odd",
        "EFG 2 R \"\" { \"a \\\"b\\\"\" \"\" } p \"\" 1 1 \"s\" { \"x\" \"y/z\" } 0 \
         p \"\" 1 2 \"s\" { \"\" \"ü\" } 0 t \"\" 0 t \"\" 1 \"\" { 1/3, 2.5 } t \"\" 1",
        &Stop::new(),
    )
    .expect("a game");
    odd.sets[1].words = " s\t".to_owned();
    odd.about = "a \\ b \" c".to_owned();
    expect("odd.efg", &efg::write(&odd), &odd);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/gambit.py");
    let output = run(
        Command::new(python()).arg(script).args(&files).env("PYTHONIOENCODING", "utf-8"),
        "read games with Gambit",
    );
    let printed = String::from_utf8(output.stdout).expect("a text");
    let differing =
        printed.lines().zip(expected.lines()).find(|(printed, expected)| printed != expected);
    assert_eq!(differing, None);
    assert_eq!(printed.lines().count(), expected.lines().count());
    fs::remove_dir_all(folder).expect("the folder can be removed");
}

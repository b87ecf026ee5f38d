//! Tournaments: the same bytes whatever the number of threads and however often they were interrupted; folders of others, torn
//! and changed files, full disks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const FILES: [&str; 6] =
    ["tournament.toml", "games.csv", "checks.csv", "summary.csv", "report.md", "report.html"];

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tournament").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn play(&self, game: &str, args: &str) -> Output {
        self.command(game, args).output().expect("hexa can be run")
    }

    fn command(&self, game: &str, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
        command.args(["tournament", game]).args(args.split_whitespace()).current_dir(&self.0);
        command.stdin(Stdio::null());
        command
    }

    fn is_same(&self, left: &str, right: &str) {
        for name in FILES {
            let [left, right] = [left, right].map(|folder| {
                fs::read(self.path(folder).join(name))
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
            });
            assert!(left == right, "{name} is not the same");
        }
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

#[track_caller]
fn is_fine(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", said(output));
}

#[track_caller]
fn is_refused(output: &Output, with: &[&str]) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    with.iter().for_each(|part| assert!(said.contains(part), "no `{part}` in {said}"));
}

const KUHN: &str = "--players random,random --seed 3";

#[test]
fn threads_and_parts_change_nothing() {
    let folder = Folder::new("threads");
    for (game, players) in [("kuhn", "random,random"), ("knowledge", "random,random,random,random")]
    {
        let args = |more: &str| format!("--players {players} {more}");
        is_fine(&folder.play(game, &args(&format!("--games 1500 -o {game}-one --threads 1"))));
        is_fine(&folder.play(game, &args(&format!("--games 1500 -o {game}-two --threads 2"))));
        for games in [1, 700, 1100, 1500] {
            let part = format!("--games {games} -o {game}-parts --threads 3");
            is_fine(&folder.play(game, &args(&part)));
        }
        folder.is_same(&format!("{game}-one"), &format!("{game}-two"));
        folder.is_same(&format!("{game}-one"), &format!("{game}-parts"));
    }
}

#[test]
fn a_killed_tournament_goes_on_and_comes_out_the_same() {
    let folder = Folder::new("killed");
    let args = |folder: &str| format!("{KUHN} --games 60000 -o {folder}");
    is_fine(&folder.play("kuhn", &args("whole")));
    let table = folder.path("parts").join("games.csv");
    let size = || fs::metadata(&table).map_or(0, |metadata| metadata.len());
    let mut kills = 0;
    for delay in [0, 3, 9, 40, 80, 120, 160] {
        let before = size();
        let mut child = folder.command("kuhn", &args("parts"));
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("hexa");
        let started = Instant::now();
        // In mid-tournament: as soon as something was added, and a while later.
        while size() <= before
            && started.elapsed() < Duration::from_secs(20)
            && child.try_wait().expect("it runs").is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it ends");
        kills += usize::from(!status.success());
    }
    assert!(kills > 0, "it was never killed before its end");
    is_fine(&folder.play("kuhn", &format!("{} --resume", args("parts"))));
    folder.is_same("whole", "parts");
    let text = fs::read_to_string(&table).expect("the table");
    let numbers = text.lines().skip(1).map(|line| line.split(',').next().expect("a number"));
    assert!(
        numbers.eq((1..=60_000).map(|n: u32| n.to_string())),
        "a game is lost, or counted twice"
    );
}

#[test]
fn a_time_limit_ends_it_in_whole_games() {
    let folder = Folder::new("limit");
    let endless = format!("{KUHN} --games 1000000000 -o part --timeout 0.3");
    let output = folder.play("kuhn", &endless);
    is_refused(&output, &["the time limit of 0.3 s", "goes on with the rest"]);
    assert!(!said(&output).contains("smaller"), "{}", said(&output));
    let report = fs::read_to_string(folder.path("part").join("report.md")).expect("a report");
    assert!(report.contains(" of 1,000,000,000 games"), "{report}");
}

#[test]
fn torn_files_are_mended() {
    let folder = Folder::new("torn");
    let args = |folder: &str| format!("{KUHN} --games 200 -o {folder}");
    is_fine(&folder.play("kuhn", &args("whole")));
    is_fine(&folder.play("kuhn", &args("torn")));
    let cut = |name: &str, bytes: usize| {
        let path = folder.path("torn").join(name);
        let text = fs::read(&path).expect("it is there");
        fs::write(&path, &text[..text.len() - bytes]).expect("it can be written");
    };
    let add = |name: &str, more: &str| {
        let path = folder.path("torn").join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        fs::write(&path, text + more).expect("it can be written");
    };
    for tear in 0..8 {
        match tear {
            0 => cut("games.csv", 3),
            1 => cut("checks.csv", 5),
            2 => add("games.csv", "201,101,1,rand"),
            3 => add("games.csv", "201,101,1,random,random #2,9,-9,4,over\n"),
            4 => add("checks.csv", "216,8"),
            5 => cut("games.csv", 1500),
            6 => cut("checks.csv", 100),
            _ => fs::remove_file(folder.path("torn").join("checks.csv")).expect("it was there"),
        }
        is_fine(&folder.play("kuhn", &args("torn")));
        folder.is_same("whole", "torn");
    }
}

#[test]
fn what_was_changed_by_hand_is_refused_and_kept() {
    let folder = Folder::new("changed");
    let args = format!("{KUHN} --games 200 -o out");
    is_fine(&folder.play("kuhn", &args));
    let path = folder.path("out").join("games.csv");
    let text = fs::read_to_string(&path).expect("a table");
    let row = text.lines().nth(100).expect("a row").to_owned();
    let cheat = row.replace("over", "left");
    let changed = text.replacen(&row, &cheat, 1);
    fs::write(&path, &changed).expect("it can be written");
    let output = folder.play("kuhn", &args);
    is_refused(&output, &["R032", "among the games 97 to 112", "put the table back"]);
    assert!(!said(&output).contains("more games"), "{}", said(&output));
    assert_eq!(fs::read_to_string(&path).expect("a table"), changed);
}

#[test]
fn folders_of_others_are_refused() {
    let folder = Folder::new("others");
    is_fine(&folder.play("kuhn", &format!("{KUHN} --games 64 -o out")));
    let refused = |game: &str, args: &str, with: &[&str]| {
        let before = fs::read(folder.path("out").join("games.csv")).expect("a table");
        is_refused(&folder.play(game, args), with);
        assert_eq!(fs::read(folder.path("out").join("games.csv")).expect("a table"), before);
    };
    let other = "--players random,random --seed 4 --games 64 -o out";
    refused("kuhn", other, &["R032", "seed: 3 there, 4 asked for"]);
    let same = format!("{KUHN} --games 64 -o out");
    refused("kuhn(cards=4)", &same, &["game: \"kuhn(cards=3)\" there", "fingerprint"]);
    let more = "--players random,random,random --seed 3 --games 64 -o out";
    refused("kuhn", more, &["players: "]);
    refused("kuhn", &format!("{KUHN} --games 20 -o out"), &["more games already"]);
    is_refused(
        &folder.play("kuhn", &format!("{KUHN} -o new --resume")),
        &["nothing to go on with"],
    );
    fs::create_dir_all(folder.path("mine")).expect("a folder");
    fs::write(folder.path("mine").join("report.md"), "mine").expect("a file");
    is_refused(&folder.play("kuhn", &format!("{KUHN} -o mine")), &["report.md is there already"]);
    fs::rename(folder.path("mine").join("report.md"), folder.path("mine").join("letter.txt"))
        .expect("it can be renamed");
    let mine = ["R032", "letter.txt is there already", "take a folder that is empty or new"];
    is_refused(&folder.play("kuhn", &format!("{KUHN} -o mine")), &mine);
    assert_eq!(fs::read_dir(folder.path("mine")).expect("a folder").count(), 1);
    for more in ["", "--resume"] {
        let output = folder.play("kuhn", &format!("{KUHN} -o mine/letter.txt {more}"));
        is_refused(&output, &["letter.txt is a file, and results go to a folder"]);
    }
    fs::create_dir_all(folder.path("empty")).expect("a folder");
    let output = folder.play("kuhn", &format!("{KUHN} --games 2 -o empty"));
    is_fine(&output);
    assert!(said(&output).contains(": 2 games, 1 deal, by 2 line-ups; "), "{}", said(&output));
}

#[test]
fn what_cannot_take_part_is_refused() {
    let folder = Folder::new("refused");
    let refused = |game: &str, args: &str, with: &[&str]| {
        is_refused(&folder.play(game, &format!("{args} -o out")), with);
        assert!(!folder.path("out").exists());
    };
    refused("kuhn", "--players randm,random", &["did you mean `random`?"]);
    refused("kuhn", "--players random", &["this game is for 2 players, and 1 is named"]);
    refused("khun", "--players random,random", &["did you mean `kuhn`?"]);
    refused("nowhere.efg", "--players random,random", &["cannot read nowhere.efg"]);
}

#[test]
fn strategies_from_files_take_part_and_another_text_is_another_tournament() {
    let folder = Folder::new("strategies");
    let write = |name: &str, game: &str, player: u32, chance: &str| {
        let rest = if chance == "1" { "" } else { "move 1/2 pass\n" };
        let text = format!(
            "hexa-strategy 1\ngame {game}\nplayer {player}\nelsewhere uniform\n\nset 00000400000000\nmove {chance} bet\n{rest}"
        );
        fs::write(folder.path(name), text).expect("it can be written");
    };
    write("one.strategy", "kuhn(cards=3)", 1, "1");
    write("two.strategy", "kuhn(cards=3)", 2, "1");
    write("four.strategy", "kuhn(cards=4)", 1, "1");
    let args = "--players one.strategy+two.strategy,random --games 64 -o out";
    is_fine(&folder.play("kuhn", args));
    is_fine(&folder.play("kuhn", args));
    write("one.strategy", "kuhn(cards=3)", 1, "1/2");
    is_refused(&folder.play("kuhn", args), &["R032", "players: [\"one.strategy+two.strategy "]);
    let refused = |players: &str, with: &[&str]| {
        is_refused(&folder.play("kuhn", &format!("--players {players},random -o no")), with);
        assert!(!folder.path("no").exists());
    };
    refused("one.strategy", &["has no file for the player `2`", "a.strategy+b.strategy"]);
    refused("one.strategy+one.strategy", &["there is another file for the player `1`"]);
    refused("four.strategy", &["is for `kuhn(cards=4)`, and the game is `kuhn(cards=3)`"]);
}

/// Whoever goes left and is pushed falls into a pit, where nobody can move and the play is not over.
const PIT: &str = "
    (role me) (role you) (init (at start))
    (<= (legal me left) (true (at start)))
    (<= (legal me right) (true (at start)))
    (<= (legal you wait) (true (at start)))
    (<= (legal me wait) (true (at edge)))
    (<= (legal you push) (true (at edge)))
    (<= (legal you help) (true (at edge)))
    (<= (next (at edge)) (does me left))
    (<= (next (at home)) (does me right))
    (<= (next (at pit)) (does you push))
    (<= (next (at home)) (does you help))
    (<= terminal (true (at home)))
    (<= (goal me 100) (true (at home)))
    (<= (goal you 0) (true (at home)))";

#[test]
fn a_game_that_gets_stuck_is_named_with_its_moves() {
    let folder = Folder::new("stuck");
    fs::write(folder.path("pit.gdl"), PIT).expect("it can be written");
    let args = "--players random,random --games 64 --threads 1 -o out";
    let output = folder.play("pit.gdl", args);
    let way = "what happened until then: left; push\n";
    is_refused(&output, &["error[R020]: game ", "me must move and cannot", "me: `random", way]);
    // It is the same game whoever comes to it first.
    let again = folder.play("pit.gdl", &args.replace("--threads 1 -o out", "--threads 4 -o other"));
    assert_eq!(said(&again), said(&output));
    folder.is_same("out", "other");
}

/// Nine dice that all show one side lead to a pit: it happens once in 512 games.
#[test]
fn whole_pieces_before_a_game_that_gets_stuck_are_kept() {
    let folder = Folder::new("stuck-later");
    let mut rules = "
        (role me) (role random) (init (at 0)) (succ 9 end)
        (<= (legal me wait) (true (at ?n)) (distinct ?n end))
        (<= (legal random up) (true (at ?n)) (distinct ?n end))
        (<= (legal random down) (true (at ?n)) (distinct ?n end))
        (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m))
        (<= (next saved) (true saved))
        (<= (next saved) (does random up))
        (<= terminal (true (at end)) (true saved))
        (goal me 100)"
        .to_owned();
    (0..9).for_each(|n| rules += &format!(" (succ {n} {})", n + 1));
    fs::write(folder.path("dice.gdl"), rules).expect("it can be written");
    for threads in [1, 3] {
        let args = format!("--players random --games 100000 --threads {threads} -o out{threads}");
        let output = folder.play("dice.gdl", &args);
        is_refused(&output, &["error[R020]: game ", "me must move and cannot"]);
        let said = said(&output);
        let number = said.split("game ").nth(1).and_then(|rest| rest.split(' ').next());
        let number: usize = number.and_then(|text| text.parse().ok()).expect("a number");
        let table = folder.path(&format!("out{threads}")).join("games.csv");
        let there = fs::read_to_string(table).expect("a table").lines().count() - 1;
        assert_eq!(there, (number - 1) / 16 * 16, "{said}");
        assert!(there > 0, "it got stuck too early to see anything: {said}");
    }
    folder.is_same("out1", "out3");
}

/// Less time than a piece takes is enough for some rounds of it.
#[test]
fn long_games_are_kept_when_time_is_over() {
    let folder = Folder::new("long");
    let play = |more: &str| {
        let args = format!("--players montecarlo,montecarlo,random --games 24 {more}");
        folder.play("knowledge(hands=2,2,2)", &args)
    };
    let table = folder.path("parts").join("games.csv");
    // On a busy machine a time may be too short for a round: then more is given.
    let (mut there, mut parts, mut seconds) = (0, 0, 0.5);
    while there < 24 {
        let output = play(&format!("--timeout {seconds} -o parts"));
        let before = there;
        there = fs::read_to_string(&table).expect("a table").lines().count() - 1;
        assert!(there >= before, "games were lost: {}", said(&output));
        if there < 24 {
            let limit = format!("the time limit of {seconds} s");
            is_refused(&output, &[&limit, "goes on with the rest"]);
        }
        if there == before {
            seconds *= 2.0;
        }
        parts += 1;
        assert!(parts < 60, "there are {there} games only");
    }
    is_fine(&play("-o parts"));
    is_fine(&play("-o whole"));
    folder.is_same("whole", "parts");
}

#[test]
fn a_strategy_that_gives_up_is_told_with_its_limit() {
    let folder = Folder::new("gives-up");
    let args = "--players montecarlo(positions=1),random --games 20 -o out";
    let why =
        "`montecarlo(positions=1)` does not move: more positions are possible than the limit of 1";
    is_refused(
        &folder.play("kuhn", args),
        &["cannot be played to its end: ", why, "what happened until then: "],
    );
}

/// With one pair nothing is corrected.
#[test]
fn several_pairs_are_corrected_and_one_is_not() {
    let folder = Folder::new("pairs");
    for (players, is_corrected) in [("random,random", false), ("random,random,random", true)] {
        let out = if is_corrected { "several" } else { "one" };
        is_fine(&folder.play("kuhn", &format!("--players {players} --games 30 -o {out}")));
        for name in ["report.md", "report.html"] {
            let text = fs::read_to_string(folder.path(out).join(name)).expect("a report");
            assert_eq!(text.contains("Holm"), is_corrected, "{name} of {players}: {text}");
        }
    }
}

#[test]
fn endless_games_are_left_and_counted() {
    let folder = Folder::new("left");
    let output = folder.play("kuhn", &format!("{KUHN} --games 100 --max-steps 4 -o out"));
    is_fine(&output);
    assert!(said(&output).contains("left after 4 steps"), "{}", said(&output));
    let table = fs::read_to_string(folder.path("out").join("games.csv")).expect("a table");
    let left = table.lines().filter(|line| line.ends_with(",,,4,left")).count();
    assert!((5..60).contains(&left), "{left}");
}

/// Files may not grow beyond a size: writing more fails as on a full disk.
#[test]
#[cfg(unix)]
fn on_a_full_disk_what_was_written_stays_whole() {
    let folder = Folder::new("full");
    let args = "tournament kuhn --players random,random --seed 3 --games 3000 -o";
    let line = format!("trap '' XFSZ; ulimit -f 40; exec \"$HEXA\" {args} out");
    let mut shell = Command::new("bash");
    shell.env("HEXA", env!("CARGO_BIN_EXE_hexa")).args(["-c", &line]).current_dir(&folder.0);
    let output = shell.stdin(Stdio::null()).output().expect("bash can be run");
    is_refused(&output, &["cannot write out/games.csv", "what was written before is whole"]);
    is_fine(&folder.play("kuhn", "--players random,random --seed 3 --games 3000 -o out"));
    is_fine(&folder.play("kuhn", "--players random,random --seed 3 --games 3000 -o whole"));
    folder.is_same("whole", "out");
}

/// Of every command the first line is shown.
#[test]
fn the_page_shows_what_really_comes_out() {
    let folder = Folder::new("page");
    let page = include_str!("../../../../docs/tournaments.md");
    let blocks = page.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    let lines: Vec<&str> = blocks.flat_map(str::lines).collect();
    let hexa = Path::new(env!("CARGO_BIN_EXE_hexa")).parent().expect("a folder");
    let path = format!("{}:{}", hexa.display(), std::env::var("PATH").unwrap_or_default());
    let mut tried = 0;
    for shown in lines.chunks(2) {
        let &[command, expected] = shown else { panic!("a command and a line: {shown:?}") };
        let line = format!("exec 2>&1; {}", command.strip_prefix("$ ").expect("a command"));
        let output = Command::new("sh")
            .args(["-c", &line])
            .env("PATH", &path)
            .current_dir(&folder.0)
            .output()
            .expect("there is a shell");
        assert_eq!(said(&output).lines().next(), Some(expected), "{command}");
        tried += 1;
    }
    assert_eq!(tried, 4);
}

/// What is said below the options of an experiment stands as it was written: no line is so long that it is broken.
#[test]
fn the_help_of_an_experiment_breaks_no_line() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    let said = said(&command.args(["experiment", "--help"]).output().expect("hexa can be run"));
    let (_, below) = said.split_once("Examples:").expect("examples");
    let lines: Vec<&str> = below.lines().filter(|line| !line.is_empty()).collect();
    let broken = lines.iter().find(|line| line.split_whitespace().count() < 3);
    assert_eq!(broken, None, "{below}");
    assert!(lines.len() > 5, "{below}");
}

/// An experiment that was interrupted goes on to the same bytes, whatever the number of threads: some of its tournaments are
/// missing, and one has lost half of its games.
#[test]
fn an_experiment_goes_on_to_the_same_bytes_with_any_number_of_threads() {
    const REPORTS: [&str; 4] = ["experiment.csv", "comparisons.csv", "report.md", "report.html"];
    let folder = Folder::new("experiment");
    let run = |output: &str, threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
        command.args(["experiment", "agents", "--quick", "-o", output, "--threads", threads]);
        is_fine(&command.current_dir(&folder.0).output().expect("hexa can be run"));
    };
    run("whole", "1");
    // As it was left: the first tournaments alone, the last of them torn.
    let tournaments = || fs::read_dir(folder.path("whole")).expect("a folder").flatten();
    let mut names: Vec<_> = tournaments().filter(|entry| entry.path().is_dir()).collect();
    names.sort_by_key(fs::DirEntry::path);
    assert!(names.len() > 20, "{}", names.len());
    let kept = &names[..names.len() / 2];
    for tournament in kept {
        let to = folder.path("left").join(tournament.file_name());
        fs::create_dir_all(&to).expect("a folder can be made");
        for file in FILES {
            fs::copy(tournament.path().join(file), to.join(file)).expect("can be copied");
        }
    }
    let torn = folder.path("left").join(kept[0].file_name());
    let games = fs::read_to_string(torn.join("games.csv")).expect("games");
    let half: String = games.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(torn.join("games.csv"), half).expect("can be written");
    fs::copy(folder.path("whole/experiment.toml"), folder.path("left/experiment.toml"))
        .expect("can be copied");
    run("left", "2");
    for name in REPORTS {
        let [left, right] = ["whole", "left"]
            .map(|output| fs::read(folder.path(output).join(name)).expect("a report"));
        assert!(left == right, "{name} is not the same");
    }
    for name in &names {
        let name = name.file_name();
        let name = name.to_string_lossy();
        folder.is_same(&format!("whole/{name}"), &format!("left/{name}"));
    }
}

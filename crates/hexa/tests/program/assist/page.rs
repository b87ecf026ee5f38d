//! `docs/assist.md`: its sessions are played again line by line, and its pictures are those of what is printed.

use super::directory;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PROMPT: &str = "cluedo> ";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// A session through pipes, answered line by line.
struct Session {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Session {
    fn start(directory: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
            .args(["--color", "always", "assist", "cluedo", "page.game", "--setup", "us"])
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("runs");
        let stdin = child.stdin.take().expect("is piped");
        let stdout = BufReader::new(child.stdout.take().expect("is piped"));
        Self { child, stdin, stdout }
    }

    /// The answer to a line, with its colours. A question about nothing tells where it ends.
    fn answer(&mut self, line: &str) -> String {
        writeln!(self.stdin, "{line}\nhelp end-of-answer").expect("is read");
        let (mut answer, mut next) = (String::new(), String::new());
        loop {
            next.clear();
            assert!(self.stdout.read_line(&mut next).expect("is text") > 0, "{line}: no answer");
            if next.contains("end-of-answer") {
                return answer;
            }
            answer += &next;
        }
    }
}

/// A part of the page between fences, and the picture that is shown right before it.
struct Block {
    tag: String,
    lines: Vec<String>,
    picture: Option<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut picture) = (Vec::new(), None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some((_, rest)) = line.split_once("](assist/") {
            picture = rest.split(')').next().map(str::to_owned);
        }
        let Some(tag) = line.strip_prefix("```") else { continue };
        let inside = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
        blocks.push(Block { tag: tag.to_owned(), lines: inside, picture: picture.take() });
    }
    blocks
}

fn without_colours(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Plays one block again: what it should look like, in colours.
fn played(session: &mut Session, block: &Block) -> String {
    let typed = block.lines.iter().filter_map(|line| line.strip_prefix(PROMPT));
    typed.map(|line| format!("{PROMPT}{line}\n{}", session.answer(line))).collect()
}

#[test]
fn the_page_shows_what_really_comes_out() {
    let page = fs::read_to_string(docs().join("assist.md")).expect("is there");
    let bless = std::env::var_os("HEXA_BLESS").is_some();
    let directory = directory("page");
    let blocks = blocks(&page);
    let setup = blocks.iter().find(|block| block.tag == "setup").expect("a set-up");
    fs::write(directory.join("us"), setup.lines.join("\n") + "\n").expect("can be written");
    let mut session = Session::start(&directory);
    let (mut tried, mut drawn, mut blessed) = (0, Vec::new(), page.clone());
    for block in blocks.iter().filter(|block| block.tag == "console") {
        let colourful = played(&mut session, block);
        let shown = without_colours(&colourful);
        let written = block.lines.join("\n") + "\n";
        if bless {
            blessed = blessed.replacen(
                &format!("```console\n{written}"),
                &format!("```console\n{shown}"),
                1,
            );
        } else {
            assert_eq!(shown, written, "the page is not true; look, then set HEXA_BLESS=1");
        }
        tried += 1;
        if let Some(name) = &block.picture {
            let picture = anstyle_svg::Term::new().render_svg(colourful.trim_end());
            let path = docs().join("assist").join(name);
            if bless {
                fs::create_dir_all(docs().join("assist")).expect("can be made");
                fs::write(&path, &picture).expect("can be written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(kept == picture, "{name} has changed: look at it, then set HEXA_BLESS=1");
            drawn.push(name.clone());
        }
    }
    if bless {
        fs::write(docs().join("assist.md"), blessed).expect("can be written");
    }
    let _ = session.child.kill();
    let _ = session.child.wait();
    assert!(tried >= 6, "only {tried} sessions");
    drawn.sort();
    let mut there: Vec<String> = fs::read_dir(docs().join("assist"))
        .expect("is there")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    there.sort();
    assert_eq!(there, drawn, "every picture is shown once");
}

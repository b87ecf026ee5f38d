//! The pages that teach are true: lessons, traps, the gallery, the pages of commands and the tour of the README. Every text
//! on them is run, every command prints what stands below it, every picture is what its command draws, exercises and options
//! are those of the program, and every link of every page leads somewhere.
//!
//! `HEXA_BLESS=1 cargo test -p hexa --test program pages` writes outputs, pictures, exercises and options anew.
//!
//! A block tagged `hexa` must hold, `hexa-fail` must fail, `hexa-error` cannot be run; one whose first line is `# NAME.hexa`,
//! or before which `<!-- file: NAME -->` stands, is kept under that name for the commands after it. A line
//! `<!-- $ COMMAND -->` is run and prints nothing.

use hexa_workbench::exercise::{Exercise, lessons};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_blessed() -> bool {
    std::env::var_os("HEXA_BLESS").is_some()
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The pages below a folder, by their paths from the root, sorted.
fn pages_in(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder can be read") {
        let entry = entry.expect("a file");
        let name = format!("{folder}/{}", entry.file_name().into_string().expect("a plain name"));
        if entry.path().is_dir() {
            found.extend(pages_in(&name));
        } else if name.ends_with(".md") {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// The page as it should be; where that is another one, it is written or refused.
fn settle(page: &str, written: &str, fresh: &str) {
    if is_blessed() && written != fresh {
        fs::write(root().join(page), fresh).expect("the page can be written");
    } else {
        for (line, (is, should)) in written.lines().zip(fresh.lines()).enumerate() {
            assert_eq!(is, should, "{page}:{}; HEXA_BLESS=1 writes it anew", line + 1);
        }
        assert!(written == fresh, "{page} is old; HEXA_BLESS=1 writes it anew");
    }
}

/// A folder to try a page in, in which scenarios and games can be found as from the root.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["scenarios", "games", "docs", "proofs"] {
            let there = fs::canonicalize(root().join(name)).expect("it is there");
            std::os::unix::fs::symlink(there, folder.path().join(name)).expect("it can be linked");
        }
        Self { folder }
    }

    fn keep(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("it can be written");
    }

    fn hexa(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
        command.args(arguments).current_dir(&self.folder).output().expect("it runs")
    }

    /// What a command prints, on whichever stream.
    fn shell(&self, command: &str) -> String {
        let binary = Path::new(env!("CARGO_BIN_EXE_hexa"));
        let mut path = vec![binary.parent().expect("is in a directory").to_owned()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .env("PATH", std::env::join_paths(path).expect("is a path"))
            .current_dir(&self.folder)
            .output()
            .expect("runs");
        let text = String::from_utf8_lossy(&output.stdout);
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}

/// Tries a page, and gives back what it should be.
fn fresh(page: &str, text: &str) -> String {
    let place = Place::new();
    let mut fresh = String::new();
    let mut lines = text.lines();
    let mut named = None;
    while let Some(line) = lines.next() {
        fresh += &format!("{line}\n");
        if let Some(command) = comment(line, "$ ") {
            place.shell(command);
        }
        let name = comment(line, "file: ").map(str::to_owned);
        let Some(tag) = line.strip_prefix("```") else {
            named = name.or(named.filter(|_| line.is_empty()));
            continue;
        };
        let block: String = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .map(|line| format!("{line}\n"))
            .collect();
        let first = block.lines().next().and_then(|line| line.strip_prefix("# "));
        let first = first.filter(|name| name.ends_with(".hexa") && !name.contains(' '));
        if let Some(name) = named.take().as_deref().or(first) {
            place.keep(name, &block);
        }
        fresh += &match tag {
            "console" => try_commands(&place, &block),
            _ => {
                try_block(&place, tag, &block, page);
                block
            }
        };
        fresh += "```\n";
    }
    keep_pictures(&place, page, text);
    fresh
}

/// What stands in a comment that begins in this way.
fn comment<'l>(line: &'l str, start: &str) -> Option<&'l str> {
    line.strip_prefix("<!-- ")?.strip_suffix(" -->")?.strip_prefix(start)
}

/// Commands with what they print.
fn try_commands(place: &Place, block: &str) -> String {
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    commands.map(|command| format!("$ {command}\n{}", place.shell(command))).collect()
}

fn try_block(place: &Place, tag: &str, block: &str, page: &str) {
    let status = match tag {
        "hexa" => 0,
        "hexa-fail" => 1,
        "hexa-error" => 2,
        // A line of an exercise with a gap, a formula, a command that is long.
        "text" | "hexa-part" | "json" => return,
        other => panic!("{page}: a block is tagged `{other}`"),
    };
    place.keep("example.hexa", block);
    let output = place.hexa(&["run", "--no-color", "example.hexa"]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{page}:\n{block}\n{said}");
}

/// Pictures that were drawn and that the page shows are those that lie beside it.
fn keep_pictures(place: &Place, page: &str, text: &str) {
    let beside = root().join(page).parent().expect("a folder").to_owned();
    for picture in links(text).filter(|link| link.ends_with(".svg") && !link.contains('/')) {
        let drawn = fs::read(place.folder.path().join(picture));
        let drawn = drawn.unwrap_or_else(|_| panic!("{page}: no command draws {picture}"));
        let path = beside.join(picture);
        if is_blessed() {
            fs::write(&path, &drawn).expect("the picture can be written");
        }
        assert!(
            fs::read(&path).is_ok_and(|kept| kept == drawn),
            "{page}: {picture} has changed: look at it, then set HEXA_BLESS=1"
        );
    }
}

/// What the links and pictures of a text lead to, outside of blocks.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    let outside = text.lines().filter(move |line| {
        is_block ^= line.starts_with("```");
        !is_block
    });
    let of_line =
        |line: &'_ str| -> Vec<usize> { line.match_indices("](").map(|(at, _)| at).collect() };
    outside.flat_map(move |line| {
        of_line(line)
            .into_iter()
            .filter_map(move |at| line[at + 2..].split_once(')').map(|it| it.0))
    })
}

/// A page with a part between two comments replaced.
fn with_part(page: &str, text: &str, name: &str, part: &str) -> String {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let from = text.find(&start).unwrap_or_else(|| panic!("{page}: no `{start}`")) + start.len();
    let to = text.find(&end).unwrap_or_else(|| panic!("{page}: no `{end}`"));
    format!("{}{part}{}", &text[..from], &text[to..])
}

#[test]
fn pages_that_teach_are_true() {
    let mut pages: Vec<String> = pages_in("docs/tutorial");
    for lesson in lessons() {
        let page = pages.iter().find(|page| page.contains(&format!("/{}-", lesson.number)));
        let start = format!("# {}. {}\n", lesson.number, lesson.title);
        assert!(page.is_some_and(|page| read(page).starts_with(&start)), "{start} is no page");
    }
    pages.extend(["README.md", "docs/traps.md", "docs/gallery.md"].map(str::to_owned));
    for page in pages {
        let text = read(&page);
        let lesson = lessons().iter().find(|lesson| page.contains(&format!("/{}-", lesson.number)));
        // Lessons have the exercises of the program.
        let whole = lesson.map(|lesson| {
            let part: String = lesson.exercises.iter().map(exercise).collect();
            with_part(&page, &text, "exercises", &part)
        });
        settle(&page, &text, &fresh(&page, whole.as_ref().unwrap_or(&text)));
    }
}

/// An exercise on its page.
fn exercise(exercise: &Exercise) -> String {
    let Exercise { name, title, task, start, solution, .. } = exercise;
    format!(
        "\n### {name} {title}\n\n{task}\n\n```hexa-part\n{start}```\n\n\
         <details><summary>A solution</summary>\n\n```hexa\n{solution}```\n\n</details>\n\n"
    )
}

/// The commands, as the program lists them.
fn commands() -> BTreeSet<String> {
    let help = Place::new().shell("hexa --help");
    let name = |line: &str| {
        let (name, about) = line.strip_prefix("  ")?.split_once("  ")?;
        let is_name = name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty();
        (is_name && about.trim_start().starts_with(char::is_uppercase)).then(|| name.to_owned())
    };
    let found: BTreeSet<String> = help.lines().filter_map(name).collect();
    // The groups of `hexa help` leave none out: each has a manual page.
    let place = Place::new();
    place.shell("hexa man .");
    let manual = place.shell("ls hexa-*.1");
    for page in manual.lines().map(|page| page.trim_start_matches("hexa-").trim_end_matches(".1")) {
        let is_listed = page.contains('-') || found.contains(page) || page == "man";
        assert!(is_listed, "`hexa help` does not list {page}");
    }
    assert!(found.len() > 25 && manual.lines().count() >= found.len(), "{help}{manual}");
    found.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn every_command_has_its_page() {
    let place = Place::new();
    let commands = commands();
    for command in &commands {
        let page = format!("docs/commands/{command}.md");
        let text = read(&page);
        assert!(text.starts_with(&format!("# hexa {command}\n")), "{page}");
        let asked = match command.as_str() {
            "assist" => "hexa assist cluedo --help".to_owned(),
            "proof" => "hexa proof check --help".to_owned(),
            _ => format!("hexa {command} --help"),
        };
        let help = format!("\n```text\n$ {asked}\n{}```\n\n", place.shell(&asked));
        let tried = fresh(&page, &text);
        settle(&page, &text, &with_part(&page, &tried, "options", &help));
    }
    let pages = pages_in("docs/commands");
    let known = |page: &String| {
        let name = page.trim_start_matches("docs/commands/").trim_end_matches(".md");
        name == "README" || commands.contains(name)
    };
    assert!(pages.iter().all(known), "{pages:?}");
    let index = read("docs/commands/README.md");
    for command in &commands {
        assert!(index.contains(&format!("]({command}.md)")), "{command} is not in the list");
    }
}

#[test]
fn exercises_of_a_course_lie_beside_the_attempts_and_nothing_is_overwritten() {
    let place = Place::new();
    fs::create_dir(place.folder.path().join("inner")).expect("a folder");
    let course =
        "#! lesson A: L\n#! exercise A.1: E\ndo it\n#! start\n___\n#! solution\nagents a\n";
    let attempt =
        |file: &str| format!("#! exercise A.1 of {file}: E\nagents a\natoms p\npoint p\ncheck p\n");
    place.keep("c.exercises", course);
    place.keep("ours.hexa", &attempt("c.exercises"));
    place.keep("inner/theirs.hexa", &attempt("../c.exercises"));
    place.keep("lost.hexa", &attempt("d.exercises"));
    let ours = place.shell("hexa run ours.hexa");
    assert!(ours.contains("solved ours.hexa: exercise A.1"), "{ours}");
    for file in ["inner/theirs.hexa", "lost.hexa"] {
        let refused = place.shell(&format!("hexa run {file}"));
        assert!(refused.contains("E071") && !refused.contains("solved"), "{refused}");
    }
    let wrong = place.shell("hexa learn --from ours.hexa");
    assert!(wrong.contains("ours.hexa:1:1"), "{wrong}");
    let twice = place.shell("hexa learn 1.1; echo mine > 1-1.hexa; hexa learn 1.1; cat 1-1.hexa");
    assert!(twice.contains("it exists already") && twice.ends_with("mine\n"), "{twice}");
}

/// The names under which the headings of a page can be reached.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut is_block = false;
    let headings = text.lines().filter(|line| {
        is_block ^= line.starts_with("```");
        !is_block && line.starts_with('#')
    });
    let anchor = |heading: &str| -> String {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere_and_every_page_can_be_reached() {
    if is_blessed() {
        // Pages and pictures are being written.
        return;
    }
    let mut pages = pages_in("docs");
    pages.extend(["README.md", "CONTRIBUTING.md"].map(str::to_owned));
    let texts: BTreeMap<String, String> =
        pages.iter().map(|page| (page.clone(), read(page))).collect();
    let mut leads: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (page, text) in &texts {
        for link in links(text).filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => join(page, file),
            };
            assert!(root().join(&target).exists(), "{page}: {link} leads nowhere");
            if let (false, Some(text)) = (anchor.is_empty(), texts.get(&target)) {
                assert!(anchors(text).contains(anchor), "{page}: there is no {link}");
            }
            leads.entry(page).or_default().push(target);
        }
    }
    let (mut reached, mut open) = (BTreeSet::new(), vec!["README.md".to_owned()]);
    while let Some(page) = open.pop() {
        let folder = format!("{}/README.md", page.trim_end_matches('/'));
        let page = if texts.contains_key(&folder) { folder } else { page };
        if reached.insert(page.clone()) {
            open.extend(leads.get(page.as_str()).into_iter().flatten().cloned());
        }
    }
    let lost: Vec<&String> = texts.keys().filter(|page| !reached.contains(*page)).collect();
    assert!(lost.is_empty(), "no links lead from README.md to {lost:?}");
}

/// What a link of a page means, from the root.
fn join(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

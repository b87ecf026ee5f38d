//! The rules of the house: `docs/architecture.md` and `docs/files.md` are true, arrows between crates and modules point
//! one way, and what touches the world stays where it belongs.
//!
//! `HEXA_BLESS=1` writes `docs/files.md` anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn crate_folders() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("crates/");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("a folder").file_name().into_string().expect("a plain name"))
        .collect();
    folders.sort();
    folders
}

/// The source files below a folder, with their texts, by their paths from the root.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect(&root().join(folder), folder, &mut found);
    found
}

fn collect(folder: &Path, name: &str, found: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, file) = (entry.path(), entry.file_name().into_string().expect("a plain name"));
        let name = format!("{name}/{file}");
        if path.is_dir() {
            collect(&path, &name, found);
        } else if file.ends_with(".rs") {
            found.insert(name, fs::read_to_string(&path).expect("readable source"));
        }
    }
}

/// The names of the dependencies in sections of a manifest.
fn dependencies(manifest: &str, sections: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = sections.contains(&line);
        } else if let (true, Some((name, _))) = (inside, line.split_once(['=', '.'])) {
            names.insert(name.trim().to_owned());
        }
    }
    names
}

const SHIPPED: [&str; 1] = ["[dependencies]"];
const ALL_SECTIONS: [&str; 3] =
    ["[dependencies]", "[dev-dependencies]", "[target.'cfg(unix)'.dev-dependencies]"];

/// The backquoted words of a text.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn crates_and_arrows_are_as_the_page_says() {
    let page = read("docs/architecture.md");
    for folder in crate_folders() {
        let manifest = read(&format!("crates/{folder}/Cargo.toml"));
        let row = page
            .lines()
            .find(|line| line.starts_with('|') && line.contains(&format!("| `{folder}` |")))
            .unwrap_or_else(|| panic!("no row for crates/{folder}"));
        let said: BTreeSet<String> = quoted(row.split('|').nth(3).expect("three columns"));
        let ours: BTreeSet<String> = dependencies(&manifest, &SHIPPED)
            .into_iter()
            .filter_map(|name| name.strip_prefix("hexa-").map(str::to_owned))
            .collect();
        assert_eq!(ours, said, "crates/{folder}");
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let page = read("docs/architecture.md");
    let reasons = page.split("## Dependencies and why").nth(1).expect("a section on dependencies");
    let explained = quoted(reasons);
    let mut used = BTreeSet::new();
    for folder in crate_folders() {
        for name in dependencies(&read(&format!("crates/{folder}/Cargo.toml")), &ALL_SECTIONS) {
            let ours = name.starts_with("hexa");
            assert!(ours || explained.contains(&name), "{name} of crates/{folder} has no reason");
            used.insert(name);
        }
    }
    let table = reasons.lines().filter(|line| line.starts_with("| `"));
    for name in table.flat_map(|row| quoted(row.split('|').nth(1).expect("a first column"))) {
        assert!(used.contains(&name), "{name} has a reason, but is not used");
    }
}

#[test]
fn named_files_exist() {
    for page in ["docs/architecture.md", "CONTRIBUTING.md"] {
        for name in quoted(&read(page)).iter().filter(|name| name.contains('/')) {
            let is_path = !name.contains([' ', '<', '*']) && !name.starts_with(['-', '/', '.']);
            assert!(!is_path || root().join(name).exists(), "{page}: {name} does not exist");
        }
    }
}

#[test]
fn every_file_is_found_by_notion() {
    let page = files_page();
    let path = root().join("docs/files.md");
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/files.md is not what the headers say; HEXA_BLESS=1 writes it anew"
    );
}

/// All source files with what their headers say of them.
fn files_page() -> String {
    let mut page = "# Files\n\nEvery source file with the first sentence of its header, kept true by a test. What the crates \
                    are is on the page [architecture](architecture.md).\n"
        .to_owned();
    for folder in crate_folders() {
        page.push_str(&format!("\n## {folder}\n\n| file | what it is |\n|---|---|\n"));
        let base = format!("crates/{folder}/src");
        for (file, text) in sources(&base) {
            let name = &file[base.len() + 1..];
            let sentence = first_sentence(&text);
            assert!(!sentence.is_empty(), "{file} has no header");
            page.push_str(&format!("| `{name}` | {} |\n", sentence.replace('|', "\\|")));
        }
    }
    page
}

/// The first sentence of a header, without links.
fn first_sentence(text: &str) -> String {
    let header = text.lines().take_while(|line| line.starts_with("//!"));
    let lines = header.map(|line| line.trim_start_matches("//!").trim());
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    let end = sentence_end(&paragraph);
    paragraph[..end].trim_end_matches(['.', ':']).replace(['[', ']'], "").replace("(`", "(")
}

/// Where the first sentence ends: at a full stop that is not part of an abbreviation or a number.
fn sentence_end(text: &str) -> usize {
    const ABBREVIATIONS: [&str; 10] =
        ["def", "defs", "sec", "secs", "fig", "prop", "props", "ch", "ex", "pp"];
    let mut from = 0;
    while let Some(at) = text[from..].find(". ").map(|at| from + at) {
        let word = text[..at].rsplit([' ', '(', '*']).next().unwrap_or_default();
        let goes_on = text[at + 2..].starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
        if !ABBREVIATIONS.contains(&word) && !goes_on {
            return at;
        }
        from = at + 2;
    }
    text.len()
}

/// For each paper, by the word that citations begin with, the highest number of its definitions.
const DEFINITIONS: [(&str, u32); 5] = [
    ("thesis", 76),
    ("Knowledge games,", 76),
    ("Knowledge games*,", 76),
    ("Cluedo paper", 7),
    ("EGDL", 10),
];

#[test]
fn cited_definitions_exist() {
    let mut citations = 0;
    for (file, text) in sources("crates") {
        let text = text.replace("\n//!", " ").replace("\n///", " ").replace("\n    ///", " ");
        for (paper, most) in DEFINITIONS {
            for number in cited_definitions(&text, paper) {
                citations += 1;
                assert!((1..=most).contains(&number), "{file}: {paper} def. {number}");
            }
        }
    }
    assert!(citations > 100, "only {citations} citations were found");
}

/// The numbers after "thesis def." and "thesis defs.", in lists and ranges too.
fn cited_definitions(text: &str, paper: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    for mark in [format!("{paper} def. "), format!("{paper} defs. ")] {
        for rest in text.split(&mark).skip(1) {
            let list = |c: char| c.is_ascii_digit() || ",- ".contains(c) || "toand".contains(c);
            let end = rest.find(|c: char| !list(c)).unwrap_or(rest.len());
            let digits = rest[..end].split(|c: char| !c.is_ascii_digit());
            numbers.extend(digits.take(4).filter_map(|digits| digits.parse::<u32>().ok()));
        }
    }
    numbers
}

/// Words that only some crates may use, with these crates: what touches files, terminals, clocks and threads, and
/// formats that only interfaces speak.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("std::fs", &["hexa", "papers"]),
    ("std::net", &["hexa"]),
    ("std::env", &["hexa", "cases"]),
    ("std::process", &["hexa"]),
    ("println!", &["hexa", "cases"]),
    ("eprintln!", &["hexa", "cases"]),
    ("std::io", &["hexa"]),
    ("std::thread", &["hexa"]),
    ("std::time::Instant", &["hexa"]),
    ("clap::", &["hexa"]),
    ("rustyline", &["hexa"]),
    ("serde_json", &["hexa", "workbench"]),
];

#[test]
fn what_touches_the_world_stays_where_it_belongs() {
    for folder in crate_folders() {
        for (file, text) in sources(&format!("crates/{folder}/src")) {
            if file.ends_with("/tests.rs") || file.contains("/tests/") {
                continue;
            }
            // Tests inside of a file are not part of the library.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (word, allowed) in ALLOWED {
                let used = text
                    .lines()
                    .any(|line| !line.trim_start().starts_with("//") && line.contains(word));
                assert!(!used || allowed.contains(&&*folder), "{file} uses {word}");
            }
        }
    }
}

/// The most modules of a crate that may depend on each other in a circle.
const CYCLES: [(&str, usize); 12] = [
    ("assist", 4),
    ("draw", 4),
    ("engine", 7),
    ("games", 4),
    ("hexa", 4),
    ("lang", 4),
    ("logic", 7),
    ("papers", 4),
    ("rules", 4),
    ("text", 4),
    ("workbench", 7),
    ("solve", 4),
];

#[test]
fn modules_depend_on_each_other_in_small_circles_only() {
    for folder in crate_folders() {
        let most = CYCLES.iter().find(|(name, _)| *name == folder).map_or(4, |(_, most)| *most);
        let circle = largest_circle(&module_arrows(&folder));
        assert!(circle.len() <= most, "{folder}: {} modules in a circle: {circle:?}", circle.len());
    }
}

/// For each module of a crate (its files and folders directly below `src`) those that it uses.
fn module_arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let base = format!("crates/{folder}/src/");
    let files = sources(&format!("crates/{folder}/src"));
    let module = |file: &str| {
        let name = file[base.len()..].split('/').next().unwrap_or_default();
        name.trim_end_matches(".rs").to_owned()
    };
    let modules: BTreeSet<String> = files.keys().map(|file| module(file)).collect();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in &files {
        let from = module(file);
        if ["lib", "main"].contains(&from.as_str()) {
            continue;
        }
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let used = used_modules(&code).into_iter().filter(|to| modules.contains(to) && *to != from);
        arrows.entry(from.clone()).or_default().extend(used);
    }
    arrows
}

/// The words after `crate::`, also in braces.
fn used_modules(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => _ = found.insert(word(rest)),
            Some(list) => {
                let mut depth = 1;
                let mut start = true;
                for (at, c) in list.char_indices() {
                    if start && depth == 1 {
                        found.insert(word(&list[at..]));
                        start = false;
                    }
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 1 => start = true,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
        }
    }
    found
}

/// Folders in which more than four files may depend on each other in a circle. In the explicit engine truth, change and
/// iteration are defined by each other.
const FILE_CYCLES: [(&str, usize); 1] = [("engine/explicit", 7)];

#[test]
fn files_of_a_folder_depend_on_each_other_in_small_circles_only() {
    let mut folders = 0;
    for folder in crate_folders() {
        let files = sources(&format!("crates/{folder}/src"));
        let base = format!("crates/{folder}/src/");
        let inside = files.keys().filter_map(|file| file[base.len()..].split_once('/'));
        for module in inside.map(|(module, _)| module.to_owned()).collect::<BTreeSet<_>>() {
            folders += 1;
            let name = format!("{folder}/{module}");
            let most = FILE_CYCLES.iter().find(|(known, _)| *known == name).map_or(4, |(_, m)| *m);
            let circle = largest_circle(&file_arrows(&base, &module, &files));
            assert!(circle.len() <= most, "{name}: {} files in a circle: {circle:?}", circle.len());
        }
    }
    assert!(folders > 20, "only {folders} folders were found");
}

/// For each file of a folder directly below `src`, also of folders in it, those that it uses. As `lib.rs` does for
/// a crate, the file named like the folder puts it together; and what a file only exports again it does not use.
fn file_arrows(
    base: &str,
    folder: &str,
    files: &BTreeMap<String, String>,
) -> BTreeMap<String, BTreeSet<String>> {
    let path = |file: &str| file[base.len()..].trim_end_matches(".rs").replace('/', "::");
    let start = format!("{folder}::");
    let texts: BTreeMap<String, &String> = files
        .iter()
        .map(|(file, text)| (path(file), text))
        .filter(|(path, _)| path.starts_with(&start) && !path.contains("::tests"))
        .collect();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (from, text) in &texts {
        let text = text.replace("#[cfg(test)]\nmod tests;", "");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = code.map(|line| format!("{line}\n")).collect();
        let is_export = |part: &&str| {
            let words: Vec<&str> = part.split_whitespace().take(3).collect();
            words.first().is_some_and(|word| word.starts_with("pub")) && words.contains(&"use")
        };
        let parts: Vec<&str> = code.split(';').filter(|part| !is_export(part)).collect();
        let mut paths = Vec::new();
        parts.iter().for_each(|part| collect_paths(part, &mut paths));
        let used = paths.iter().filter_map(|path| {
            let mut target = resolve(from, path)?;
            while !texts.contains_key(&target) {
                target = target.rsplit_once("::")?.0.to_owned();
            }
            Some(target)
        });
        arrows.entry(from.clone()).or_default().extend(used.filter(|to| to != from));
    }
    arrows
}

/// The paths with `::` that a text names, with lists in braces written out.
fn collect_paths(text: &str, paths: &mut Vec<String>) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let path = &rest[start..];
        let end = path.find(|c: char| !is_part(c)).unwrap_or(path.len());
        let (path, after) = path.split_at(end);
        match (path.strip_suffix("::"), after.strip_prefix('{')) {
            (Some(prefix), Some(list)) => {
                let end = closing_brace(list);
                let mut inside = Vec::new();
                collect_paths(&list[..end], &mut inside);
                paths.extend(inside.iter().map(|path| format!("{prefix}::{path}")));
                rest = &list[end..];
            }
            _ => {
                paths.push(path.to_owned());
                rest = after;
            }
        }
    }
}

fn closing_brace(list: &str) -> usize {
    let mut depth = 1;
    let ends = |(_, c): &(usize, char)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    };
    list.char_indices().find(ends).map_or(list.len(), |(at, _)| at)
}

/// The path from the root of the crate of what a path means in a module, if it begins with `crate`, `super`, `self` or
/// may begin with a module below it.
fn resolve(module: &str, path: &str) -> Option<String> {
    let (mut module, mut path) = (Some(module), path);
    if !path.contains("::") {
        return None;
    }
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(path.to_owned());
    }
    while let Some((first, rest)) = path.split_once("::") {
        match first {
            "self" => {}
            "super" => module = module?.rsplit_once("::").map(|(above, _)| above),
            _ => break,
        }
        path = rest;
    }
    Some(format!("{}::{path}", module?))
}

/// The largest set of modules that all reach each other.
fn largest_circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let reach = |from: &String| -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = vec![from];
        while let Some(next) = open.pop() {
            for to in arrows.get(next).into_iter().flatten() {
                if seen.insert(to.clone()) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        arrows.keys().map(|from| (from, reach(from))).collect();
    let circle = |from: &String| -> BTreeSet<String> {
        let back = |to: &&String| reached.get(to).is_some_and(|set| set.contains(from));
        reached[from].iter().filter(back).cloned().collect()
    };
    arrows.keys().map(circle).max_by_key(BTreeSet::len).unwrap_or_default()
}

#[test]
fn no_test_reaches_into_the_sources_of_a_crate() {
    for (file, text) in sources("crates") {
        let mut lines = text.lines().filter(|line| line.trim_start().starts_with("#[path"));
        let line = lines.find(|line| line.contains("/src/"));
        assert!(line.is_none(), "{file}: {line:?}");
    }
}

#[test]
fn tools_for_tests_are_not_shipped() {
    for folder in crate_folders() {
        let shipped = dependencies(&read(&format!("crates/{folder}/Cargo.toml")), &SHIPPED);
        for tool in ["proptest", "trycmd", "rexpect", "anstyle-svg", "biodivine-lib-bdd"] {
            assert!(!shipped.contains(tool), "crates/{folder} ships {tool}");
        }
    }
}

/// Words that would mean too many things: in how many crates a public type may have the same name.
const MOST_CRATES_OF_A_NAME: usize = 2;

#[test]
fn one_word_has_one_meaning() {
    let mut crates_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in crate_folders() {
        for text in sources(&format!("crates/{folder}/src")).values() {
            for line in text.lines() {
                let kinds = ["pub struct ", "pub enum ", "pub trait "];
                let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else {
                    continue;
                };
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
                crates_of.entry(name).or_default().insert(folder.clone());
            }
        }
    }
    crates_of.retain(|_, crates| crates.len() > MOST_CRATES_OF_A_NAME);
    assert!(crates_of.is_empty(), "{crates_of:?}");
}

#[test]
fn the_program_is_a_thin_client() {
    let lines: usize = sources("crates/hexa/src").values().map(|text| text.lines().count()).sum();
    assert!(
        lines <= 8000,
        "crates/hexa/src has {lines} lines; what is not command line lives in a library"
    );
}

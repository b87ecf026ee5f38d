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
    files(folder, ".rs")
}

fn files(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    collect(&root().join(folder), folder, ending, &mut found);
    found
}

fn collect(folder: &Path, name: &str, ending: &str, found: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, file) = (entry.path(), entry.file_name().into_string().expect("a plain name"));
        let name = format!("{name}/{file}");
        if path.is_dir() {
            collect(&path, &name, ending, found);
        } else if file.ends_with(ending) {
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
const ALL_SECTIONS: [&str; 4] = [
    "[dependencies]",
    "[dev-dependencies]",
    "[target.'cfg(unix)'.dependencies]",
    "[target.'cfg(unix)'.dev-dependencies]",
];

/// The backquoted words of a text.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn crates_and_arrows_are_as_the_page_says() {
    let page = read("docs/architecture.md");
    let picture: Vec<&str> = page.lines().filter(|line| line.starts_with("    ")).collect();
    // Behind the crates of a line stands what they are for.
    let stands = |line: &&str, name: &str| line[..39].split_whitespace().any(|word| word == name);
    let height = |name: &str| picture.iter().position(|line| stands(line, name));
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
        // Only tests use it.
        if folder != "cases" {
            let own = height(&folder).unwrap_or_else(|| panic!("{folder} is not in the picture"));
            let is_above = |name: &String| height(name).is_some_and(|height| height < own);
            assert!(ours.iter().all(is_above), "{folder} stands above something it sees");
        }
    }
}

/// What the checker of proofs may see of its own crate, besides itself: what proofs are made of.
const SEEN_BY_THE_CHECKER: [&str; 4] = ["checker", "proof", "sentence", "system"];

#[test]
fn the_checker_of_proofs_sees_nothing_but_proofs() {
    let mut arrows = 0;
    for (file, text) in sources("crates/proof/src") {
        let module = file["crates/proof/src/".len()..].trim_end_matches(".rs").replace('/', "::");
        if module != "checker" && !module.starts_with("checker::") {
            continue;
        }
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = lines.map(|line| format!("{line}\n")).collect();
        let mut paths = Vec::new();
        collect_paths(&code, &mut paths);
        for path in paths {
            let first = path.split("::").next().unwrap_or_default();
            let is_foreign = first.starts_with("hexa_") && first != "hexa_logic";
            assert!(!is_foreign, "{file} uses {path}");
            let target = resolve(&module, &path).unwrap_or_default();
            let is_inside = path.starts_with("crate::") || path.starts_with("super::");
            let seen = target.split("::").next().unwrap_or_default();
            assert!(!is_inside || SEEN_BY_THE_CHECKER.contains(&seen), "{file} uses {path}");
            arrows += usize::from(is_inside);
        }
    }
    assert!(arrows > 0, "the checker uses proofs, and no path was found");
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

/// A paper, as sources cite it: `NAME def. 7`, `NAME, section 2.1`, ...
struct Paper {
    names: &'static [&'static str],
    /// The highest number of its definitions; none has a number in some papers.
    definitions: u32,
    /// Its sections. Chapters count as sections.
    sections: &'static str,
    figures: &'static str,
    tables: &'static str,
}

const PAPERS: [Paper; 4] = [
    Paper {
        names: &["thesis", "Knowledge games"],
        definitions: 76,
        sections: "1 1.1 1.2 1.3 1.4 2 2.1 2.2 2.3 2.3.1 2.3.2 2.4 2.4.1 2.4.2 2.4.3 2.4.4 2.5 2.6 2.7 3 3.1 3.1.1 3.2 \
                   3.2.1 3.3 3.4 3.5 3.6 4 4.1 4.2 4.3 4.4 4.5 5 5.1 5.2 5.3 5.4 6 6.1 6.2 6.2.1 6.2.2 6.3 6.4 6.5 \
                   6.6 6.7 7 7.1 7.1.1 7.1.2 7.2 7.2.1 7.2.2 7.2.3 7.3",
        figures: "1.1 1.2 1.3 2.1 2.2 2.3 3.1 4.1 4.2 4.3 5.1 5.2 6.1 6.2 6.3 6.3.1 6.3.2 6.4 6.5 7.1 7.2 7.3",
        tables: "",
    },
    Paper {
        names: &["Cluedo paper"],
        definitions: 7,
        sections: "1 2 3 4 4.1 4.2 4.3 4.4 4.5 4.6 5 6 7",
        figures: "1 2 3 4 5",
        tables: "",
    },
    Paper {
        names: &["EGDL", "EGDL paper"],
        definitions: 10,
        sections: "1 2 2.1 2.2 2.3 3 3.1 3.2 4 5",
        figures: "1",
        tables: "",
    },
    Paper {
        names: &["Pit paper", "Logic and game theory of Pit"],
        definitions: 0,
        sections: "1 2 3 4 4.1 5 6 appendix",
        figures: "1 2",
        tables: "1 2 3 4",
    },
];

/// The page on agents has headings only.
const AGENTS_PAGE: [&str; 5] = [
    "Logical Background",
    "Modelling the Goal Deck",
    "Modelling the Hand Cards",
    "Decision Making",
    "Implementation",
];

#[test]
fn cited_definitions_exist() {
    let mut texts = sources("crates");
    texts.extend(files("scenarios", ".hexa"));
    texts.remove("crates/hexa/tests/program/architecture.rs");
    let plain = |text: &str| {
        let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!', '#']));
        lines.map(str::trim).collect::<Vec<_>>().join(" ").replace('*', "")
    };
    let mut citations: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, text) in texts.iter().map(|(file, text)| (file, plain(text))) {
        for paper in PAPERS {
            for (what, number) in paper.names.iter().flat_map(|name| cited(&text, name)) {
                let exists = |list: &str| list.split_whitespace().any(|known| known == number);
                let is_right = match what {
                    "definition" => {
                        number.parse().is_ok_and(|it: u32| (1..=paper.definitions).contains(&it))
                    }
                    "section" => exists(paper.sections),
                    "figure" => exists(paper.figures),
                    _ => exists(paper.tables),
                };
                assert!(is_right, "{file}: {} has no {what} {number}", paper.names[0]);
                *citations.entry(paper.names[0]).or_default() += 1;
            }
        }
        for rest in text.split("Agents page").skip(1).filter(|rest| rest.starts_with([',', ':'])) {
            let known =
                AGENTS_PAGE.iter().any(|heading| rest[1..].trim_start().starts_with(heading));
            assert!(known, "{file}: the page on agents has no such heading: {:.60}", rest);
            *citations.entry("Agents page").or_default() += 1;
        }
    }
    for (paper, least) in
        [("thesis", 100), ("Cluedo paper", 5), ("EGDL", 3), ("Pit paper", 5), ("Agents page", 4)]
    {
        let found = citations.get(paper).copied().unwrap_or_default();
        assert!(found >= least, "only {found} citations of {paper} were found");
    }
}

/// What a text cites of a paper: the kind of each item and its number, in lists and ranges too.
fn cited<'t>(text: &'t str, paper: &str) -> Vec<(&'static str, &'t str)> {
    const KINDS: [(&str, &str); 14] = [
        ("definition", "defs. "),
        ("definition", "def. "),
        ("section", "secs. "),
        ("section", "sec. "),
        ("section", "sections "),
        ("section", "section "),
        ("section", "chs. "),
        ("section", "ch. "),
        ("figure", "figures "),
        ("figure", "figure "),
        ("figure", "fig. "),
        ("table", "tables "),
        ("table", "table "),
        ("section", ""),
    ];
    let mut found = Vec::new();
    for rest in text.split(paper).skip(1) {
        let rest = rest.trim_start_matches(',').trim_start();
        let (kind, rest) = KINDS
            .iter()
            .find_map(|(kind, mark)| Some((*kind, rest.strip_prefix(mark)?)))
            .expect("the last mark is empty");
        let end = rest.find(|c: char| !c.is_ascii_digit() && !",.- toand".contains(c));
        let list = &rest[..end.unwrap_or(rest.len())];
        let numbers = list.split([',', ' ', '-']).map(|word| word.trim_end_matches('.'));
        let numbers = numbers.filter(|word| !["", "to", "and"].contains(word));
        found.extend(
            numbers
                .take_while(|word| word.starts_with(|c: char| c.is_ascii_digit()))
                .map(|it| (kind, it)),
        );
        found.extend(rest.starts_with("appendix").then_some((kind, "appendix")));
    }
    found
}

/// Words that only some crates may use, with these crates: what touches files, terminals, clocks and threads, and
/// formats that only interfaces speak.
const ALLOWED: [(&str, &[&str]); 13] = [
    ("std::fs", &["files", "hexa", "lsp", "papers"]),
    ("std::net", &["hexa"]),
    ("std::env", &["hexa", "cases"]),
    ("std::process", &["hexa"]),
    ("println!", &["hexa", "cases"]),
    ("eprintln!", &["hexa", "cases"]),
    ("std::io", &["files", "hexa", "lsp"]),
    ("std::thread", &["hexa", "lsp"]),
    ("std::time::Instant", &["hexa", "lsp"]),
    ("std::time::SystemTime", &["hexa"]),
    ("clap::", &["hexa"]),
    ("rustyline", &["hexa"]),
    ("serde_json", &["hexa", "lsp", "workbench"]),
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
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code: String = lines.map(|line| format!("{} ", line.trim())).collect();
            // `use std::{fs, io}` uses `std::fs` too.
            let mut listed = Vec::new();
            collect_paths(&code, &mut listed);
            for (word, allowed) in ALLOWED {
                let is_below =
                    |path: &String| path == word || path.starts_with(&format!("{word}::"));
                let used = code.contains(word) || listed.iter().any(is_below);
                assert!(!used || allowed.contains(&&*folder), "{file} uses {word}");
            }
        }
    }
}

/// The most modules of a crate that may depend on each other in a circle, where it is more than four.
const CYCLES: [(&str, usize); 2] = [("engine", 7), ("logic", 7)];

#[test]
fn modules_depend_on_each_other_in_small_circles_only() {
    let mut circles = 0;
    for folder in crate_folders() {
        let most = CYCLES.iter().find(|(name, _)| *name == folder).map_or(4, |(_, most)| *most);
        let circle = largest_circle(&module_arrows(&folder));
        assert!(circle.len() <= most, "{folder}: {} modules in a circle: {circle:?}", circle.len());
        circles += usize::from(circle.len() > 1);
    }
    assert!(circles > 0, "there are small circles, and none was found");
}

/// For each module of a crate (its files and folders directly below `src`) those that it uses: by `crate::` or `super::`,
/// and by names that the crate gives away under its own.
fn module_arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let base = format!("crates/{folder}/src/");
    let files = sources(base.trim_end_matches('/'));
    let path = |file: &str| file[base.len()..].trim_end_matches(".rs").replace('/', "::");
    let first = |path: &str| path.split("::").next().unwrap_or_default().to_owned();
    let modules: BTreeSet<String> = files.keys().map(|file| first(&path(file))).collect();
    let code = |text: &str| -> String {
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let mut given_away: BTreeMap<String, String> = BTreeMap::new();
    for root in ["lib.rs", "main.rs"].iter().filter_map(|name| files.get(&format!("{base}{name}")))
    {
        for export in code(root).split("pub use ").skip(1) {
            let mut paths = Vec::new();
            collect_paths(export.split(';').next().unwrap_or_default(), &mut paths);
            let names = paths.iter().filter_map(|path| path.rsplit_once("::"));
            let names = names.filter(|(of, _)| modules.contains(&first(of)));
            given_away.extend(names.map(|(of, name)| (name.to_owned(), first(of))));
        }
    }
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in &files {
        let module = path(file);
        let from = first(&module);
        if ["lib", "main"].contains(&from.as_str()) {
            continue;
        }
        let mut paths = Vec::new();
        collect_paths(&code(text), &mut paths);
        let used = paths.iter().filter_map(|path| {
            let word = first(&resolve(module.trim_end_matches("::mod"), path)?);
            given_away.get(&word).cloned().or(Some(word))
        });
        let used = used.filter(|to| modules.contains(to) && *to != from);
        arrows.entry(from.clone()).or_default().extend(used);
    }
    arrows
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
    let (mut module, mut path) = (module, path);
    if !path.contains("::") {
        return None;
    }
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(path.to_owned());
    }
    while let Some((first, rest)) = path.split_once("::") {
        match first {
            "self" => {}
            "super" => module = module.rsplit_once("::").map_or("", |(above, _)| above),
            _ => break,
        }
        path = rest;
    }
    Some(if module.is_empty() { path.to_owned() } else { format!("{module}::{path}") })
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
        let reaches = |line: &&str| line.starts_with("#[path") || line.starts_with("include!(");
        let mut lines = text.lines().map(str::trim_start).filter(reaches);
        let line = lines.find(|line| line.contains("src/"));
        assert!(line.is_none(), "{file}: {line:?}");
    }
}

/// Packages that the program is made of, whichever way it comes to them: those of our crates by their manifests, of others
/// by the lock file, which has only what is shipped of them.
fn shipped_packages() -> BTreeSet<String> {
    let lock = read("Cargo.lock");
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
        let name = package.lines().find(|line| line.starts_with("name = ")).map(value);
        let needed = package.lines().filter(|line| line.starts_with(" \""));
        // A name with a version behind it is needed in that version.
        let needed =
            needed.map(|line| value(line).split(' ').next().unwrap_or_default().to_owned());
        needs.entry(name.expect("a name")).or_default().extend(needed);
    }
    for folder in crate_folders() {
        let manifest = read(&format!("crates/{folder}/Cargo.toml"));
        let name = if folder == "hexa" { folder } else { format!("hexa-{folder}") };
        needs.insert(name, dependencies(&manifest, &SHIPPED));
    }
    let mut found = BTreeSet::new();
    let mut open = vec!["hexa".to_owned()];
    while let Some(next) = open.pop() {
        if found.insert(next.clone()) {
            open.extend(needs.get(&next).unwrap_or_else(|| panic!("{next} is not locked")).clone());
        }
    }
    found
}

#[test]
fn tools_for_tests_are_not_shipped() {
    let shipped = shipped_packages();
    assert!(shipped.contains("hexa-logic") && shipped.contains("serde_core"), "{shipped:?}");
    for tool in ["proptest", "trycmd", "rexpect", "anstyle-svg", "biodivine-lib-bdd", "hexa-cases"]
    {
        assert!(!shipped.contains(tool), "the program ships {tool}");
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
        lines <= 9300,
        "crates/hexa/src has {lines} lines; what is not command line lives in a library"
    );
}

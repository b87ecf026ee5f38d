//! What is checked of any input, one body for each format. The fuzz targets (`cargo fuzz run NAME`) and the ordinary
//! suite (`crates/cases/tests/mutations.rs`) share these bodies and the changes of texts that they are tried on.
//!
//! A new format takes a module here with a function from a text, a row in [`TARGETS`], a file in `fuzz_targets`, a
//! `[[bin]]`, and a folder in `corpus`; `./test --long` and the ordinary suite then try it too.

mod assist;
mod document;
mod efg;
mod egdl;
mod gdl;
mod mutate;
mod parse_print_parse;
mod play_log;
mod small;
mod strategy;

pub use mutate::Mutator;

/// A format, what is checked of its texts, and where texts to start from are.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the fuzz target, and of its folder in `corpus`.
    pub name: &'static str,
    /// Panics if something is wrong with what comes of a text. Says in short what came of it, the same every time.
    pub check: fn(&str) -> Outcome,
    /// Texts to start from beside the corpus: folders seen from the root of the project, and how the files end.
    pub seeds: &'static [(&'static str, &'static str)],
    /// How many changed texts the ordinary suite tries.
    pub changes: usize,
}

/// What came of a text, roughly: enough to see that most changed texts still get somewhere.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It was refused when it was read.
    Refused,
    /// Work on it was given up at a limit.
    GaveUp,
    /// It was worked on to the end; with a digest of what was answered.
    Answered(u64),
}

/// Every format.
pub const TARGETS: [Target; 10] = [
    Target {
        name: "parse_print_parse",
        check: |text| {
            parse_print_parse::parse_print_parse(text);
            Outcome::Answered(0)
        },
        seeds: &[],
        // The tests of the language try their own.
        changes: 0,
    },
    Target { name: "run", check: document::run, seeds: &[("scenarios", ".hexa")], changes: 3_500 },
    Target {
        name: "engines",
        check: document::compare_engines,
        seeds: &[("scenarios", ".hexa")],
        changes: 2_500,
    },
    Target {
        name: "smcdel",
        check: document::smcdel,
        seeds: &[("scenarios/smcdel", ".smcdel.txt")],
        changes: 1_000,
    },
    Target { name: "gdl", check: gdl::play, seeds: &[("games/gdl", ".gdl")], changes: 1_500 },
    Target { name: "egdl", check: egdl::model, seeds: &[("games/egdl", ".egdl")], changes: 500 },
    Target {
        name: "assist",
        check: assist::sit,
        seeds: &[("crates/assist/tests/positions", ".game")],
        changes: 1_000,
    },
    Target { name: "efg", check: efg::grow, seeds: &[("games/efg", ".efg")], changes: 1_500 },
    Target { name: "strategy", check: strategy::follow, seeds: &[], changes: 1_500 },
    Target { name: "play_log", check: play_log::tell_again, seeds: &[], changes: 1_500 },
];

/// Checks bytes as the fuzz target of that name does. What is not UTF-8 is refused before anything else happens.
pub fn check_bytes(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    if let Ok(text) = std::str::from_utf8(bytes) {
        (target.check)(text);
    }
}

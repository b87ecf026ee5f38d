//! A bounded run of the fuzz target: the corpus as it is, and random changes of it.
//! The same changes each time; `cargo fuzz` explores further.

use crate::parse_print_parse::parse_print_parse;
use crate::syntax_properties::SOUP;
use std::path::Path;

const CHANGES: usize = 10_000;
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// Pieces that changes insert, beside those that random texts are made of.
const PIECES: &[&str] = &[
    "^*",
    "_(",
    "_{",
    ">=",
    "'",
    "\t",
    "\r\n",
    "forall x in S: ",
    "choice x in S: ",
    "count(",
    "K_1 ",
    "L_12 ",
    "P_a(",
    "deal(",
    "hand_a(",
    "look a",
    "ask 1 2 for r: show",
    "ask 1 2 which p, ~p: tell ~p to all",
    "event e: otherwise",
    " for x in S",
    " where ",
    " in ",
    "size(",
    "sub(",
    "007",
    "model\n  ",
    "state s = ",
    "frame f\n  ",
    "check ",
    "do ",
    "set s = ",
    "expect ",
    "valid ",
    "₁",
    "−",
    "∈",
    "∪",
    "∩",
    "≔",
    "é",
    "e\u{301}",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "`",
];

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn piece(&mut self) -> &'static str {
        let at = self.below(SOUP.len() + PIECES.len());
        SOUP.get(at).unwrap_or_else(|| &PIECES[at - SOUP.len()])
    }

    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn range(&mut self, text: &str) -> std::ops::Range<usize> {
        let start = self.place(text);
        let length = self.below(24);
        let mut end = (start + length).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }
}

fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/parse_print_parse");
    let entries = std::fs::read_dir(&folder).expect("the corpus is checked in");
    let mut texts: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("readable").path();
            let bytes = std::fs::read(&path).expect("readable");
            (path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned())
        })
        .collect();
    texts.sort();
    assert!(texts.len() >= 10, "the corpus is checked in");
    texts
}

#[test]
fn the_corpus_prints_and_reads_back_as_the_same_tree() {
    for (_, text) in corpus() {
        parse_print_parse(&text);
    }
}

#[test]
fn changes_of_the_corpus_print_and_read_back_as_the_same_tree() {
    let corpus = corpus();
    let mut random = Random(SEED);
    for _ in 0..CHANGES {
        let mut text = corpus[random.below(corpus.len())].1.clone();
        // Single lines go wrong in fewer places at once, so more of them still parse.
        if random.below(2) == 0 {
            let lines: Vec<&str> = text.lines().collect();
            text = lines.get(random.below(lines.len())).copied().unwrap_or_default().to_owned();
        }
        for _ in 0..=random.below(3) {
            change(&mut text, &corpus, &mut random);
        }
        parse_print_parse(&text);
    }
}

fn change(text: &mut String, corpus: &[(String, String)], random: &mut Random) {
    let range = random.range(text);
    match random.below(5) {
        0 => text.replace_range(range, ""),
        1 => text.insert_str(range.start, random.piece()),
        2 => text.replace_range(range, random.piece()),
        3 => {
            let again = text[range.clone()].to_owned();
            text.insert_str(range.start, &again);
        }
        _ => {
            let other = &corpus[random.below(corpus.len())].1;
            let piece = &other[random.range(other)];
            text.insert_str(range.start, piece);
        }
    }
}

//! What the words of the language mean, from its reference: the page is read, so that there is one place that says it.

use hexa_lang::syntax::{CLAUSE_WORDS, STATEMENT_WORDS};
use std::collections::BTreeMap;
use std::sync::OnceLock;

const PAGE: &str = include_str!("../../../../docs/language.md");

/// Words that stand inside of what they are a part of, and are explained with it.
const WORDS_INSIDE: [&str; 14] = [
    "by",
    "chance",
    "facedown",
    "for",
    "in",
    "initial",
    "otherwise",
    "post",
    "pre",
    "show",
    "to",
    "weight",
    "where",
    "which",
];

/// What a word or a sign of the language means, as the reference says it, in Markdown.
pub fn explanation_of_word(word: &str) -> Option<String> {
    explanations().get(word).cloned()
}

/// All words and signs that are explained, sorted.
pub fn words_with_explanations() -> Vec<&'static str> {
    let mut words: Vec<&str> = explanations().keys().map(String::as_str).collect();
    words.sort_unstable();
    words
}

fn explanations() -> &'static BTreeMap<String, String> {
    static ALL: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::default();
        for line in lines_outside_of_code() {
            explain_row(line, &mut all);
        }
        let paragraphs = paragraphs();
        let mut told = BTreeMap::default();
        for paragraph in &paragraphs {
            explain_paragraph(paragraph, &mut told);
        }
        // What a statement is comes before what else its word is used for.
        for (word, paragraph) in told {
            let rows = all.remove(&word).map_or(String::new(), |rows| format!("\n\n{rows}"));
            let is_statement = STATEMENT_WORDS.contains(&&*word) || CLAUSE_WORDS.contains(&&*word);
            let is_led = paragraph.strip_prefix('`').is_some_and(|rest| rest.starts_with(&*word));
            let text = match (is_statement, rows.is_empty()) {
                (_, true) => paragraph,
                (true, false) if is_led => paragraph + &rows,
                (true, false) => format!("{}\n\n{paragraph}", rows.trim_start()),
                (false, false) => rows.trim_start().to_owned(),
            };
            all.insert(word, text);
        }
        // Others are explained where they are first spoken of.
        for word in STATEMENT_WORDS.iter().chain(CLAUSE_WORDS) {
            let speaks = |paragraph: &&String| {
                let codes = paragraph.split('`').skip(1).step_by(2);
                codes.map(|code| code.split(' ').next()).any(|first| first == Some(word))
            };
            if let Some(paragraph) = paragraphs.iter().find(speaks) {
                all.entry((*word).to_owned()).or_insert_with(|| paragraph.clone());
            }
        }
        for word in WORDS_INSIDE {
            let speaks = |paragraph: &&String| {
                let mut codes = paragraph.split('`').skip(1).step_by(2);
                codes.any(|code| code.split([' ', ',', ':']).any(|inside| inside == word))
            };
            if let Some(paragraph) = paragraphs.iter().find(speaks) {
                all.entry(word.to_owned()).or_insert_with(|| paragraph.clone());
            }
        }
        all.values_mut().for_each(|text| *text = without_links(text));
        all
    })
}

/// Links inside of the page lead nowhere elsewhere.
fn without_links(text: &str) -> String {
    let mut left = text;
    let mut plain = String::new();
    while let Some((before, (shown, after))) =
        left.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once("](")?)))
    {
        // Other brackets are operators.
        match after.split_once(')') {
            Some((_, after)) if !shown.contains(['[', ']', '`']) => {
                plain.push_str(before);
                plain.push_str(shown);
                left = after;
            }
            _ => {
                plain.push_str(before);
                plain.push('[');
                left = &left[before.len() + 1..];
            }
        }
    }
    plain + left
}

/// The page without the examples and without what is left of it in tables.
fn lines_outside_of_code() -> impl Iterator<Item = &'static str> {
    let mut inside = false;
    PAGE.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// A row of a table: what is written, and what it means. The first words of what is written are explained by it.
fn explain_row(line: &str, all: &mut BTreeMap<String, String>) {
    let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return;
    };
    // A bar that belongs to a cell has a backslash before it.
    let cells = cells.replace("\\|", "\u{1}");
    let cells: Vec<String> = cells.split(" | ").map(|cell| cell.replace('\u{1}', "|")).collect();
    // What has more columns says how something works, and not what it means.
    let ([written, _] | [written, _, _]) = &cells[..] else { return };
    let meaning: Vec<&str> = cells[1..].iter().map(|cell| cell.trim()).collect();
    if meaning.iter().any(|cell| cell.ends_with('|')) {
        return;
    }
    let meaning = meaning.join("; ");
    let meaning = meaning.trim_end_matches("; ");
    let refers = meaning.starts_with("see ") || meaning.starts_with("the same as `do ");
    if !written.starts_with('`') || meaning.is_empty() || meaning.starts_with('`') || refers {
        return;
    }
    let sentence = format!("{written}: {meaning}");
    for code in written.split('`').skip(1).step_by(2) {
        for key in keys(code) {
            all.entry(key)
                .and_modify(|known| add_line(known, &sentence))
                .or_insert(sentence.clone());
        }
    }
}

fn add_line(known: &mut String, line: &str) {
    if !known.lines().any(|there| there == line) {
        known.push_str("\n\n");
        known.push_str(line);
    }
}

/// The words that a piece of code is an example of: its first one, and a second one that makes it another statement.
fn keys(code: &str) -> Vec<String> {
    let word =
        |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric()).collect() };
    let first = word(code);
    if first.is_empty() {
        let sign: String = code.chars().take_while(|c| !c.is_alphanumeric() && *c != ' ').collect();
        let inner = code.split(' ').nth(1).unwrap_or_default();
        let infix = !inner.is_empty() && !inner.starts_with(char::is_alphanumeric);
        return [sign, if infix { inner.to_owned() } else { String::new() }]
            .into_iter()
            .filter(|key| !key.is_empty())
            .collect();
    }
    let rest: Vec<&str> = code.split(' ').skip(1).collect();
    let second = rest.first().map(|second| word(second)).unwrap_or_default();
    let statement = ["check", "expect", "print", "win"].contains(&&*first);
    let is_word = second.len() > 1 && second.chars().all(|c| c.is_ascii_lowercase());
    if statement && is_word {
        // `check valid φ` explains both words.
        return vec![first, second];
    }
    // `φ & ψ`: the sign between.
    let infix =
        rest.first().filter(|sign| !sign.starts_with(char::is_alphanumeric) && rest.len() > 1);
    let is_variable = first.chars().count() == 1 && !first.is_ascii();
    match infix {
        Some(sign) if is_variable => vec![(*sign).to_owned()],
        _ => vec![first],
    }
}

fn paragraphs() -> Vec<String> {
    let mut all = vec![String::new()];
    for line in lines_outside_of_code() {
        let ends = line.is_empty() || line.starts_with(['#', '|']);
        if ends || line.starts_with("- ") {
            all.push(String::new());
        }
        if let (false, Some(last)) = (ends, all.last_mut()) {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(line.trim_start_matches("- ").trim());
        }
    }
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// A paragraph that begins with a word, or has a sentence that does, explains it unless a table did.
fn explain_paragraph(paragraph: &str, all: &mut BTreeMap<String, String>) {
    let mut sentence_starts = true;
    for (at, code) in paragraph.split('`').enumerate().filter(|(at, _)| at % 2 == 1) {
        let before = paragraph.split('`').nth(at - 1).unwrap_or_default();
        sentence_starts = before.is_empty() && at == 1
            || before.trim_end().ends_with(['.', ':'])
            || sentence_starts && before == " and ";
        let word = code.split([' ', '_', '(']).next().unwrap_or_default();
        let plain = word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
        if sentence_starts && plain {
            all.entry(word.to_owned()).or_insert_with(|| paragraph.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_lang::syntax::EXPECTATIONS;

    #[test]
    fn every_word_of_the_language_is_explained_by_its_reference() {
        let operators = ["K", "M", "Kw", "E", "C", "D", "P", "L", "U", "S", "win", "hand"];
        let others = [
            "forall", "exists", "count", "choice", "seq", "fix", "skip", "look", "trade", "nowin",
            "ask",
        ];
        let words = STATEMENT_WORDS.iter().chain(CLAUSE_WORDS).chain(&EXPECTATIONS);
        let missing: Vec<&&str> = words
            .chain(&operators)
            .chain(&others)
            .chain(&WORDS_INSIDE)
            .filter(|word| explanation_of_word(word).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        for (word, said) in [
            ("K", "a knows φ"),
            ("valid", "every relevant world"),
            ("deal", "hands"),
            ("announce", "φ is said; everybody hears it"),
            ("where", "as many items as the rule gives"),
            ("initial", "exactly one initial state"),
        ] {
            let told = explanation_of_word(word).unwrap_or_default();
            assert!(told.contains(said), "{word}: {told}");
            assert!(!told.contains("]("), "{word}: {told}");
        }
        assert_eq!(without_links("[a b](#c) `[α] φ`, [d](e)"), "a b `[α] φ`, d");
    }
}

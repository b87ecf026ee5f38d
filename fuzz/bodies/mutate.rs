//! Changes of texts, drawn from a seed: bytes, words and lines are left out, doubled, exchanged, taken from other texts
//! or replaced by words that the format has elsewhere.

use hexa_logic::Stream;

/// Words that are strange everywhere.
const STRANGE: [&str; 18] = [
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    "0",
    "1",
    "2",
    "999999999999999999999",
    "\n",
    "é",
    "\u{feff}",
    "_",
    "-",
    "~",
    "\\",
    "\u{a0}",
];

/// Draws changed texts from some texts.
#[derive(Clone, Debug)]
pub struct Mutator {
    texts: Vec<String>,
    stream: Stream,
}

impl Mutator {
    /// Changes of these texts. The same name and seed give the same changes.
    pub fn new(name: &str, seed: u64, texts: Vec<String>) -> Self {
        Self { texts, stream: Stream::new(&format!("changes of {name}"), seed) }
    }

    /// The next changed text: one to three changes of a text.
    pub fn draw(&mut self) -> String {
        let mut text = self.any_text();
        for _ in 0..=self.stream.below(3) {
            text = self.change(text);
        }
        text
    }

    fn any_text(&mut self) -> String {
        self.stream.pick(&self.texts).cloned().unwrap_or_default()
    }

    fn change(&mut self, mut text: String) -> String {
        match self.stream.below(9) {
            0 => {
                let range = self.range(&text);
                text.replace_range(range, "");
            }
            1 => {
                let (at, word) = (self.place(&text), self.word());
                text.insert_str(at, &word);
            }
            2 => {
                let range = self.range(&text);
                let again = text[range.clone()].to_owned();
                text.insert_str(range.start, &again);
            }
            3 => return self.change_lines(&text),
            4 => {
                let strange = self.stream.pick(&STRANGE).copied().unwrap_or_default();
                let at = self.place(&text);
                text.insert_str(at, strange);
            }
            // Most texts that are still read come of these.
            _ => return self.exchange_words(&text),
        }
        text
    }

    /// Puts words of the same kind, of this text or of another one, in the place of others.
    fn exchange_words(&mut self, text: &str) -> String {
        let words = words(text);
        let Some(&(start, old)) = self.stream.pick(&words) else { return text.to_owned() };
        let other = if self.stream.one_in(3) { self.any_text() } else { text.to_owned() };
        let alike: Vec<(usize, &str)> =
            self::words(&other).into_iter().filter(|(_, word)| is_alike(word, old)).collect();
        let new = self.stream.pick(&alike).map_or("", |(_, word)| word);
        format!("{}{new}{}", &text[..start], &text[start + old.len()..])
    }

    /// Leaves out, doubles or exchanges lines, or takes one from another text.
    fn change_lines(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let many = lines.len();
        if many == 0 {
            return text.to_owned();
        }
        let (one, two) = (self.stream.below(many), self.stream.below(many));
        match self.stream.below(4) {
            0 => _ = lines.remove(one),
            1 => lines.insert(two, lines[one].clone()),
            2 => lines.swap(one, two),
            _ => {
                let other = self.any_text();
                let others: Vec<&str> = other.lines().collect();
                lines
                    .insert(two, self.stream.pick(&others).copied().unwrap_or_default().to_owned());
            }
        }
        lines.join("\n") + "\n"
    }

    fn word(&mut self) -> String {
        let text = self.any_text();
        self.stream.pick(&words(&text)).map_or(String::new(), |(_, word)| format!(" {word} "))
    }

    fn place(&mut self, text: &str) -> usize {
        let mut at = self.stream.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn range(&mut self, text: &str) -> std::ops::Range<usize> {
        let start = self.place(text);
        let mut end = (start + self.stream.below(24)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }
}

/// Names, numbers and signs, with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = kind(first);
        let end = match kind {
            Kind::Name | Kind::Number => rest.find(|c| self::kind(c) != kind).unwrap_or(rest.len()),
            Kind::Sign | Kind::Space => first.len_utf8(),
        };
        if kind != Kind::Space {
            words.push((text.len() - rest.len(), &rest[..end]));
        }
        rest = &rest[end..];
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Name,
    Number,
    Sign,
    Space,
}

fn kind(c: char) -> Kind {
    match c {
        _ if c.is_alphabetic() => Kind::Name,
        _ if c.is_numeric() => Kind::Number,
        _ if c.is_whitespace() => Kind::Space,
        _ => Kind::Sign,
    }
}

fn is_alike(one: &str, two: &str) -> bool {
    let first = |word: &str| word.chars().next().map(kind);
    one != two && first(one) == first(two)
}

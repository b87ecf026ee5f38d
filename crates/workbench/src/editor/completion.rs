//! What can be written at a place: what fits there, and nothing else.
//!
//! What fits is asked of the grammar. The statement is read up to the place, with a name there that nobody has, and where
//! the syntax tree has that name is what fits. Where a word of the language is wanted and no name, the words before it tell.

use super::Draft;
use super::names::{NameKind, Names};
use super::reference::explanation_of_word;
use super::slot::Slot;
use super::walk::{Walk, Watched};
use hexa_lang::syntax::{
    CLAUSE_WORDS, EXPECTATIONS, Kind, STATEMENT_WORDS, Symbols, THEORY_WORDS, parse,
};
use hexa_lang::{SourceId, Span};
use std::collections::BTreeSet;

/// Something that can be written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Offer {
    /// The text.
    pub text: String,
    /// What it is.
    pub kind: OfferKind,
    /// What there is to say about it, in a line.
    pub detail: String,
}

/// What is offered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OfferKind {
    /// A name.
    Name(NameKind),
    /// A word of the language.
    Word,
    /// An operator, which its agent or group follows.
    Operator,
}

/// What can be written at a place, instead of what of it there is already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// The beginning of the word that is being written.
    pub span: Span,
    /// What it can become, sorted.
    pub offers: Vec<Offer>,
    /// Whether there is more that starts in the same way.
    pub more: bool,
}

/// So much is offered at once.
const MOST_OFFERED: usize = 500;

/// A name that nobody has.
const NOBODY: &str = "zzHexaCursor";

/// What may stand behind a word that is being written, so that the statement around it is whole.
const RESTS: [&str; 8] =
    ["", " true", " skip", "(true)", ": true", ": no", " for x: no", " x for x: no"];

/// What may stand behind the brackets around it.
const ENDS: [&str; 2] = ["", " = 1"];

/// Operators that are followed by `_` and an agent or a group: of formulas, and of actions.
const FORMULA_OPERATORS: [&str; 10] = ["K", "B", "M", "Kw", "E", "C", "D", "P", "win", "hand"];
const ACTION_OPERATORS: [&str; 3] = ["L", "U", "S"];

impl Draft {
    /// What can be written at a place.
    pub fn complete(&self, at: usize) -> Offers {
        let before = &self.text[..at];
        let part_of_word = |c: &char| c.is_alphanumeric() || *c == '\'';
        let length: usize = before.chars().rev().take_while(part_of_word).map(char::len_utf8).sum();
        let start = at - length;
        let context = Context::new(self, start);
        let wanted = match context.place {
            Place::Text => BTreeSet::new(),
            Place::Words(words) => words.iter().map(|word| word_offer(word)).collect(),
            Place::Inside => self.fitting(&context),
        };
        let prefix = before[start..].to_lowercase();
        let begins = |offer: &Offer| offer.text.to_lowercase().starts_with(&prefix);
        let mut offers: Vec<Offer> = wanted.into_iter().filter(begins).collect();
        let more = offers.len() > MOST_OFFERED;
        offers.truncate(MOST_OFFERED);
        Offers { span: Span::new(start, at), offers, more }
    }

    /// What fits inside of a statement.
    fn fitting(&self, context: &Context<'_>) -> BTreeSet<Offer> {
        let names = self.names();
        let mut offers: BTreeSet<Offer> =
            context.words_before().iter().map(|word| word_offer(word)).collect();
        if let Some(watched) = context.watched(names) {
            let mut offering = Offering { draft: self, names, watched: &watched, offers };
            offering.all();
            offers = offering.offers;
        }
        offers
    }
}

fn word_offer(word: &str) -> Offer {
    let detail = explanation_of_word(word).map(first_line).unwrap_or_default();
    Offer { text: word.to_owned(), kind: OfferKind::Word, detail }
}

fn first_line(text: String) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// Where something is being written.
struct Context<'a> {
    /// The statement up to the word.
    statement: &'a str,
    place: Place,
}

enum Place {
    /// In a comment or a text in quotes: nothing is offered.
    Text,
    /// At the start of a statement or a clause.
    Words(&'static [&'static str]),
    /// Inside of one.
    Inside,
}

const OF_A_MODEL: &[&str] = &["world", "cells", "arrows", "point"];
const OF_A_FRAME: &[&str] = &["event", "cells", "arrows", "ask"];

impl<'a> Context<'a> {
    fn new(draft: &'a Draft, start: usize) -> Self {
        let text = &*draft.text;
        let line = draft.lines.line(start);
        let begins = |line: &usize| {
            let first = text[draft.lines.bytes(text, *line)].chars().next();
            first.is_some_and(|c| !c.is_whitespace() && c != '#')
        };
        let line_start = draft.lines.bytes(text, line).start;
        let first =
            if start == line_start { line } else { (0..=line).rev().find(begins).unwrap_or(line) };
        let statement = &text[draft.lines.bytes(text, first).start..start];
        let in_line = &text[line_start..start];
        let quotes = in_line.matches('"').count();
        let in_comment = in_line
            .find('#')
            .is_some_and(|at| in_line[..at].matches('"').count().is_multiple_of(2));
        let place = if !quotes.is_multiple_of(2) || in_comment {
            Place::Text
        } else if start == line_start {
            Place::Words(STATEMENT_WORDS)
        } else if in_line.trim().is_empty() {
            clauses_of(statement).map_or(Place::Inside, Place::Words)
        } else {
            Place::Inside
        };
        Self { statement, place }
    }

    /// The words of the language that the words before them call for.
    fn words_before(&self) -> &'static [&'static str] {
        let last_line = self.statement.lines().next_back().unwrap_or_default();
        let between = |c: char| c.is_whitespace() || "([{".contains(c);
        let words = last_line.split(between).filter(|word| !word.is_empty());
        let written: Vec<&str> = words.collect();
        match written[..] {
            ["expect"] => &EXPECTATIONS,
            ["expect", "worlds"] => &["all"],
            ["check"] => &["valid", "executable", "blocked"],
            ["print"] => &["state", "knowledge", "count", "worlds", "minimal", "classes"],
            ["deal"] => &["facedown"],
            ["win"] => &["deal", "table", "hand"],
            ["state", _] => &["from"],
            ["state", _, "="] => &["atoms", "deal", "hypercube", "model"],
            ["event", .., last] if last.ends_with(':') => &["pre", "otherwise", "chance", "post"],
            [.., "ask", _, _] => &["for", "which"],
            [.., "trade", _, with] if with.ends_with(':') => &[],
            [.., last]
                if last.ends_with(':') && written.contains(&"for") && written.contains(&"ask") =>
            {
                &["show", "no"]
            }
            [.., last] if last.ends_with(':') && written.contains(&"which") => {
                &["tell", "say", "no"]
            }
            [.., "for", _]
            | [.., "forall", _]
            | [.., "exists", _]
            | [.., "choice", _]
            | [.., "seq", _]
            | [.., "count", _] => &["in"],
            [.., "in", _] => &["where"],
            [.., last] if last.ends_with(',') && written[0] == "event" => &["chance", "post"],
            [.., before, _] if before.ends_with(',') && is_in_binder(&written) => &["in"],
            [first, .., last] if LISTS.contains(&first) && last.ends_with(is_end) => &["for"],
            _ => words_of_message(&written),
        }
    }

    /// Where a name would stand that is written here.
    fn watched(&self, names: &Names) -> Option<Watched> {
        let closers = closing_brackets(self.statement);
        let ends = RESTS.iter().map(|rest| (*rest, *rest));
        let numbers = RESTS.iter().flat_map(|rest| ENDS.map(|end| (*rest, end)));
        ends.chain(numbers).find_map(|(rest, end)| {
            let text = format!("{}{NOBODY}{rest}{closers}{end}\n", self.statement);
            let parsed = parse(&text, SourceId(0), &mut Symbols::default());
            let mut walk = Walk::new(&parsed.tree, &text, 0, &names.globals).watching(NOBODY);
            walk.statements();
            walk.watched
        })
    }
}

/// Statements that list something, which may be given by a rule.
const LISTS: [&str; 6] = ["agents", "atoms", "hypercube", "observe", "point", "set"];

/// Whether a character may end an expression.
fn is_end(c: char) -> bool {
    c.is_alphanumeric() || "')}".contains(c)
}

/// Whether the words end in a binder, before its body.
fn is_in_binder(written: &[&str]) -> bool {
    let binders = ["for", "forall", "exists", "choice", "seq", "count"];
    let begins = written.iter().rposition(|word| binders.contains(word));
    begins.is_some_and(|at| written[at..].iter().all(|word| !word.ends_with(':')))
}

/// What follows the formula of a message: to whom, and by whom.
fn words_of_message(written: &[&str]) -> &'static [&'static str] {
    let messages = ["announce", "tell", "privately", "lie"];
    let Some(at) = written.iter().rposition(|word| messages.contains(word)) else { return &[] };
    let said = &written[at + 1..];
    let is_said = said.last().is_some_and(|last| *last != "to" && last.ends_with(is_end));
    if !is_said || said.contains(&"by") {
        return &[];
    }
    let is_told = written[at] == "announce" || said.contains(&"to");
    if is_told { &["by"] } else { &["to", "by"] }
}

/// The clauses that a block has lines for.
fn clauses_of(statement: &str) -> Option<&'static [&'static str]> {
    let inside_model = statement.lines().any(|line| line.trim() == "model");
    match statement.split_whitespace().next() {
        Some("frame") => Some(OF_A_FRAME),
        Some("model" | "state") if inside_model => Some(OF_A_MODEL),
        Some("state") => Some(CLAUSE_WORDS),
        _ => None,
    }
}

/// What closes the brackets that are open at the end of a text, the innermost first.
#[expect(clippy::wildcard_enum_match_arm, reason = "what closes is one of four")]
fn closing_brackets(text: &str) -> String {
    let parsed = parse(text, SourceId(0), &mut Symbols::default());
    let mut open = Vec::new();
    for token in &parsed.tokens {
        if let Some(closer) = token.kind.closer() {
            open.push(closer);
        } else if open.last() == Some(&token.kind) {
            open.pop();
        }
    }
    let sign = |kind: Kind| match kind {
        Kind::CloseParen => ')',
        Kind::CloseBracket => ']',
        Kind::CloseBrace => '}',
        _ => '⟩',
    };
    open.into_iter().rev().map(sign).collect()
}

/// What fits at one place, being collected.
struct Offering<'a> {
    draft: &'a Draft,
    names: &'a Names,
    watched: &'a Watched,
    offers: BTreeSet<Offer>,
}

impl Offering<'_> {
    fn all(&mut self) {
        use NameKind::{Action, Card, Formula, Frame, Parameter, Plain, Set};
        let slot = self.watched.slot;
        if slot != Slot::New {
            for name in self.watched.locals.clone() {
                self.name(&name, NameKind::Variable);
            }
        }
        match slot {
            Slot::Formula => {
                self.atoms();
                self.kinds(&[Formula]);
                self.operators(&FORMULA_OPERATORS);
                self.words(&["forall", "exists", "count", "true", "false", "deal", "at"]);
                if self.has_cards() {
                    self.words(THEORY_WORDS);
                }
            }
            Slot::Action => {
                self.kinds(&[Action, Frame]);
                self.operators(&ACTION_OPERATORS);
                self.words(&["choice", "seq", "skip", "fix"]);
                self.words(&["announce", "tell", "privately", "lie"]);
                if self.has_cards() {
                    self.words(&["look", "ask", "nowin", "win", "trade"]);
                } else {
                    self.words(&["ask"]);
                }
            }
            Slot::Number => {
                self.kinds(&[Parameter]);
                self.words(&["size"]);
            }
            Slot::Set => {
                self.kinds(&[Set]);
                self.words(&["agents", "cards", "holders", "deals", "sub"]);
            }
            Slot::Group => {
                self.agents();
                self.kinds(&[Set]);
                self.words(&["all"]);
            }
            Slot::Agent => self.agents(),
            Slot::Holder => {
                self.agents();
                self.kinds(&[NameKind::Table]);
            }
            Slot::Card => {
                self.kinds(&[Card, Set]);
                self.words(&["cards"]);
            }
            Slot::Element | Slot::Value => {
                self.agents();
                self.kinds(&[Plain, Card, Parameter, Set, Formula, Action]);
            }
            Slot::Atom => self.atoms(),
            Slot::World => self.block(NameKind::World),
            Slot::Event => self.block(NameKind::Event),
            Slot::State => {
                self.words(&["initial"]);
                let states: Vec<Box<str>> = self.names.globals.states.keys().cloned().collect();
                states.iter().for_each(|state| self.name(state, NameKind::State));
            }
            Slot::New => {}
        }
    }

    fn name(&mut self, name: &str, kind: NameKind) {
        let detail = kind.words().to_owned();
        self.offers.insert(Offer { text: name.to_owned(), kind: OfferKind::Name(kind), detail });
    }

    fn words(&mut self, words: &[&str]) {
        self.offers.extend(words.iter().map(|word| word_offer(word)));
    }

    fn operators(&mut self, operators: &[&str]) {
        for operator in operators {
            let text = format!("{operator}_");
            let detail = explanation_of_word(operator).map(first_line).unwrap_or_default();
            self.offers.insert(Offer { text, kind: OfferKind::Operator, detail });
        }
    }

    /// What is declared of these kinds.
    fn kinds(&mut self, kinds: &[NameKind]) {
        for declared in &self.names.globals.declared {
            if kinds.contains(&declared.kind) {
                let (text, kind) = (declared.name.clone(), OfferKind::Name(declared.kind));
                self.offers.insert(Offer { text, kind, detail: declared.kind.words().to_owned() });
            }
        }
    }

    /// The agents by their declaration and, where sets and ranges give them, by the document.
    fn agents(&mut self) {
        self.kinds(&[NameKind::Agent]);
        if let Ok(opened) = &self.draft.opened {
            let vocabulary = &opened.document.vocabulary;
            for agent in vocabulary.agents() {
                self.name(vocabulary.agent_name(agent), NameKind::Agent);
            }
        }
    }

    /// Atoms, as far as they are not too many, and what they begin with.
    fn atoms(&mut self) {
        self.kinds(&[NameKind::Atom, NameKind::Card]);
        if let Ok(opened) = &self.draft.opened {
            let vocabulary = &opened.document.vocabulary;
            for atom in vocabulary.atoms().take(MOST_OFFERED) {
                self.name(vocabulary.atom_name(atom), NameKind::Atom);
            }
        }
    }

    fn block(&mut self, kind: NameKind) {
        for name in self.watched.block.clone() {
            self.name(&name, kind);
        }
    }

    fn has_cards(&self) -> bool {
        let mut declared = self.names.globals.declared.iter();
        declared.any(|declared| declared.kind == NameKind::Card)
    }
}

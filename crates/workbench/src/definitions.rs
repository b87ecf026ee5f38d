//! A large formula as definitions that use each other, so that what is shared is written once.

use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{CountTest, Formula, FormulaNode, Terms, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Formulas of at most so many symbols are written in one piece.
const SHORT: u64 = 60;
/// What is used several times gets a name if it has more symbols.
const WORTH_A_NAME: u64 = 5;
/// Definitions are cut where they would be longer or deeper than that.
const LONGEST: u64 = 120;
const DEEPEST: u64 = 30;

/// A formula as text.
pub struct Written {
    /// One formula if it is short, or else definitions.
    pub text: String,
    /// What the last definition is called; none if there are no definitions.
    pub name: Option<String>,
}

/// A formula that contains no actions, written so that it can be read back; with a name for the
/// whole if it is long, as far as that is not taken.
pub fn write_with_definitions(
    document: &Document,
    terms: &Terms,
    formula: Formula,
    name: &str,
) -> Written {
    let mut terms = terms.clone();
    let formula = without_counts(&mut terms, formula);
    let parts = parts(&terms, formula);
    let mut symbols: BTreeMap<Formula, u64> = BTreeMap::new();
    for &part in &parts {
        let mut all: u64 = 1;
        terms.node(part).parts(|inside| all = all.saturating_add(symbols[&inside]));
        symbols.insert(part, all);
    }
    if symbols[&formula] <= SHORT {
        let text = Printer::new(&terms, &document.vocabulary).formula(formula) + "\n";
        return Written { text, name: None };
    }
    Pieces::new(document, &terms).cut(&parts, name)
}

/// All parts of a formula, those inside others before these.
fn parts(terms: &Terms, formula: Formula) -> Vec<Formula> {
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    parts
}

/// The same without counting: a count is written with a binder, and there is none any more.
fn without_counts(terms: &mut Terms, formula: Formula) -> Formula {
    let mut now: BTreeMap<Formula, Formula> = BTreeMap::new();
    for part in parts(terms, formula) {
        let node = with_parts(terms.node(part), |inside| now[&inside]);
        let same = if let FormulaNode::Count(of, test) = node {
            expand_count(terms, &of, &test)
        } else {
            terms.formula(node)
        };
        now.insert(part, same);
    }
    now[&formula]
}

/// How many hold, one after the other: how many of the first ones hold is all that is remembered.
fn expand_count(terms: &mut Terms, of: &[Formula], test: &CountTest) -> Formula {
    let whether = |accepted: bool| if accepted { Terms::TRUE } else { Terms::FALSE };
    let mut then: Vec<Formula> =
        (0..=of.len()).map(|count| whether(test.accepts(count as i64))).collect();
    for (before, &next) in of.iter().enumerate().rev() {
        let denied = terms.not(next);
        let ways = (0..=before).map(|count| match (then[count], then[count + 1]) {
            (without, with) if without == with => with,
            (Terms::FALSE, Terms::TRUE) => next,
            (Terms::TRUE, Terms::FALSE) => denied,
            (without, with) => {
                let with = terms.and(vec![next, with]);
                let without = terms.and(vec![denied, without]);
                terms.or(vec![with, without])
            }
        });
        then = ways.collect();
    }
    then[0]
}

/// A formula that is being cut into definitions.
struct Pieces<'a> {
    given: &'a Terms,
    /// Formulas with names in the place of what is defined.
    terms: Terms,
    vocabulary: Vocabulary,
    taken: BTreeSet<String>,
    prefix: &'static str,
    /// For each part, what stands for it, and how long and deep that is.
    pieces: BTreeMap<Formula, (Formula, u64, u64)>,
}

impl<'a> Pieces<'a> {
    fn new(document: &Document, given: &'a Terms) -> Self {
        let taken: BTreeSet<String> = document.names().into_iter().collect();
        let numbered = |name: &String, prefix: &str| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
        };
        let free = |prefix: &&&str| !taken.iter().any(|name| numbered(name, prefix));
        let prefix = ["f", "g", "h", "part"].iter().find(free).copied().unwrap_or("reduction");
        Self {
            given,
            terms: given.clone(),
            vocabulary: document.vocabulary.clone(),
            taken,
            prefix,
            pieces: BTreeMap::new(),
        }
    }

    fn cut(mut self, parts: &[Formula], last: &str) -> Written {
        let mut uses: BTreeMap<Formula, usize> = BTreeMap::new();
        for &part in parts {
            self.given.node(part).parts(|inside| *uses.entry(inside).or_default() += 1);
        }
        let (mut lines, mut called) = (String::new(), None);
        let mut named = 0;
        for &part in parts {
            let (piece, length, depth) = self.piece(part);
            let is_last = Some(&part) == parts.last();
            let shared = uses.get(&part).is_some_and(|&uses| uses > 1) && length > WORTH_A_NAME;
            if !is_last && !shared && length <= LONGEST && depth <= DEEPEST {
                self.pieces.insert(part, (piece, length, depth));
                continue;
            }
            named += 1;
            let name = match is_last {
                true => self.free(last.to_owned()),
                false => self.free(format!("{}{named}", self.prefix)),
            };
            let text = Printer::new(&self.terms, &self.vocabulary).formula(piece);
            lines.push_str(&format!("formula {name} = {text}\n"));
            let atom = self.vocabulary.add_atom(&name);
            called = Some(name);
            let atom = self.terms.formula(FormulaNode::Atom(atom));
            self.pieces.insert(part, (atom, 1, 1));
        }
        Written { text: lines, name: called }
    }

    /// A name that is not taken.
    fn free(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('\'');
        }
        name
    }

    /// What stands for a part before it gets a name, with its length and depth.
    fn piece(&mut self, part: Formula) -> (Formula, u64, u64) {
        let node = self.given.node(part);
        let (mut length, mut depth) = (1_u64, 1_u64);
        node.parts(|inside| {
            let (_, long, deep) = self.pieces[&inside];
            length = length.saturating_add(long);
            depth = depth.max(deep + 1);
        });
        let pieces = &self.pieces;
        let node = with_parts(node, |inside| pieces[&inside].0);
        (self.terms.formula(node), length, depth)
    }
}

/// A formula with other parts.
fn with_parts(node: &FormulaNode, now: impl Fn(Formula) -> Formula) -> FormulaNode {
    use FormulaNode as F;
    let all = |of: &[Formula]| of.iter().map(|&part| now(part)).collect();
    match node.clone() {
        F::True | F::False | F::Atom(_) => node.clone(),
        F::Not(f) => F::Not(now(f)),
        F::And(of) => F::And(all(&of)),
        F::Or(of) => F::Or(all(&of)),
        F::Implies(left, right) => F::Implies(now(left), now(right)),
        F::Iff(left, right) => F::Iff(now(left), now(right)),
        F::Knows(agent, f) => F::Knows(agent, now(f)),
        F::Believes(agent, f) => F::Believes(agent, now(f)),
        F::Imagines(agent, f) => F::Imagines(agent, now(f)),
        F::KnowsWhether(agent, f) => F::KnowsWhether(agent, now(f)),
        F::Everybody(group, f) => F::Everybody(group, now(f)),
        F::Common(group, f) => F::Common(group, now(f)),
        F::Distributed(group, f) => F::Distributed(group, now(f)),
        F::After(modality, action, f) => F::After(modality, action, now(f)),
        F::Count(of, test) => F::Count(all(&of), test),
        F::Probability(agent, f, how, number) => F::Probability(agent, now(f), how, number),
    }
}

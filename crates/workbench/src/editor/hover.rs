//! What there is to say about what stands at a place: what a word of the language means, how a name is declared, and what a
//! formula is worth where it stands.

use super::Draft;
use super::names::{Declared, NameKind};
use super::reference::explanation_of_word;
use super::slot::Slot;
use super::state::Standpoint;
use crate::opened::Opened;
use crate::printed::{Printed, Truth};
use crate::refusal::Refused;
use crate::words::reading::Reader;
use crate::words::verdict::word_print;
use hexa_engine::Limits;
use hexa_lang::Span;
use hexa_lang::syntax::Token;
use hexa_lang::syntax::tree::{BindOp, ChainOp, Expr, ExprKind};
use hexa_text::{Code, Diagnostic};

/// What there is to say about what stands at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What it is about.
    pub span: Span,
    /// What it is, in a few words.
    pub title: String,
    /// A piece of the text: how a name is declared.
    pub code: Option<String>,
    /// More, in Markdown: what the reference says, and the comment above a declaration.
    pub text: String,
}

/// What a formula is worth where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulaValue {
    /// The formula.
    pub span: Span,
    /// The formula in words, unless it is too long for a sentence.
    pub reading: Option<String>,
    /// In which state: `before this step`, `in the initial state`.
    pub place: String,
    /// Whether it is true there, and in how many worlds; or why that cannot be said.
    pub value: String,
}

impl Draft {
    /// What there is to say about a word or a name, without computing anything.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        if let Some(found) = self.names().at(at)
            && let Some(meaning) = found.meaning
        {
            let declared = &self.names().declared[meaning];
            return Some(self.told_name(found.span, declared));
        }
        // At the end of a word, what follows may say nothing.
        self.tokens_at(at).find_map(|token| {
            let word = &self.text[token.span.range()];
            let says_something = |c: char| !c.is_ascii_digit() && !"()[]{},_.".contains(c);
            let text =
                explanation_of_word(ascii(word)).filter(|_| word.starts_with(says_something))?;
            Some(Hover { span: token.span, title: format!("`{word}`"), code: None, text })
        })
    }

    fn told_name(&self, span: Span, declared: &Declared) -> Hover {
        let text = match declared.file {
            0 => &self.text,
            other => &self.included[other - 1].text,
        };
        let whole = &text[declared.whole.range()];
        let title = format!("`{}`: {}", declared.name, declared.kind.words());
        let title = match self.other_name(declared.file) {
            Some(other) => format!("{title}, from {other}"),
            None => title,
        };
        let code = (declared.kind != NameKind::Variable).then(|| shorten(whole));
        Hover { span, title, code, text: comment_above(text, declared.whole) }
    }

    /// The token that starts at a place or that the place is inside of, and the one that ends there.
    fn tokens_at(&self, at: usize) -> impl Iterator<Item = &Token> {
        let tokens = &self.parsed.tokens;
        let after = tokens.partition_point(|token| token.span.start as usize <= at);
        let last = tokens[..after].iter().rev().take(2);
        last.filter(move |token| at <= token.span.end as usize)
    }

    /// What the innermost formula at a place is worth in the state that its step is taken in; in the initial state, if it
    /// stands in no step. Nothing if there is none, or if it depends on a variable. Work, which looks at the limits.
    pub fn value_at(&self, at: usize, limits: &Limits) -> Option<FormulaValue> {
        let formula = self.closed_formula_at(at)?;
        let span = self.parsed.tree.span(formula);
        let opened = self.opened.as_ref().ok()?;
        let mut opened = Opened { limits: limits.clone(), ..opened.clone() };
        let standpoint = self.standpoint_before(span.start as usize, &opened);
        let value = match evaluate(&mut opened, &self.text[span.range()], standpoint) {
            Ok(truth) => word_print(&Printed::Truth(truth)).trim_end().to_owned(),
            Err(problem) if problem.code == Code::Stopped => return None,
            Err(problem) => problem.message,
        };
        let (reading, place) = (self.reading(formula), standpoint.words().to_owned());
        Some(FormulaValue { span, reading, place, value })
    }

    /// The innermost formula at a place that says something without what is around it.
    fn closed_formula_at(&self, at: usize) -> Option<Expr> {
        let tree = &self.parsed.tree;
        let touches = |span: Span| (span.start as usize..=span.end as usize).contains(&at);
        let all = (0..tree.len() as u32).map(Expr);
        let around = all.filter(|&expr| touches(tree.span(expr)) && self.is_formula(expr));
        let closed = around.filter(|&expr| self.is_closed(tree.span(expr)));
        closed.min_by_key(|&expr| {
            let span = tree.span(expr);
            (span.end - span.start, std::cmp::Reverse(span.start))
        })
    }

    /// A formula in words.
    fn reading(&self, formula: Expr) -> Option<String> {
        let globals = &self.names().globals;
        let is_card =
            |name: &str| globals.find(name).is_some_and(|declared| declared.kind == NameKind::Card);
        let reader = Reader { tree: &self.parsed.tree, text: &self.text, is_card: &is_card };
        let written = &self.text[self.parsed.tree.span(formula).range()];
        reader.sentence(formula).filter(|sentence| sentence != written)
    }

    fn is_formula(&self, expr: Expr) -> bool {
        let tree = &self.parsed.tree;
        match tree.kind(expr) {
            ExprKind::Formula(_) => true,
            ExprKind::Chain(op, _) => match op {
                ChainOp::Iff | ChainOp::Implies | ChainOp::Or | ChainOp::And => true,
                ChainOp::Plus | ChainOp::Concurrent | ChainOp::Sequence => false,
            },
            ExprKind::Bind(op, ..) => matches!(op, BindOp::Forall | BindOp::Exists),
            ExprKind::Name(_) => self.begins_with(expr, Slot::Formula),
            ExprKind::Subscript(..) | ExprKind::Apply(..) => self.begins_with(expr, Slot::Atom),
            ExprKind::Error
            | ExprKind::Paren(_)
            | ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Number(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Subsets(..)
            | ExprKind::Size(_)
            | ExprKind::Builtin(_)
            | ExprKind::Minus(..)
            | ExprKind::Times(_)
            | ExprKind::Power(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Action(_) => false,
        }
    }

    /// Whether the name that an expression begins with stands where something of this kind fits.
    fn begins_with(&self, expr: Expr, slot: Slot) -> bool {
        let start = self.parsed.tree.span(expr).start;
        let mut names = self.names().occurrences.iter().filter(|found| found.file == 0);
        names.any(|found| found.span.start == start && found.slot == slot)
    }

    /// Whether no name in a part of the text is a variable that is bound outside of it.
    fn is_closed(&self, span: Span) -> bool {
        let names = self.names();
        let is_inside = |inner: Span| span.start <= inner.start && inner.end <= span.end;
        let inside =
            names.occurrences.iter().filter(|found| found.file == 0 && is_inside(found.span));
        inside.filter_map(|found| found.meaning).all(|meaning| {
            let declared = &names.declared[meaning];
            declared.kind != NameKind::Variable || is_inside(declared.span)
        })
    }
}

fn evaluate(opened: &mut Opened, text: &str, standpoint: Standpoint) -> Result<Truth, Diagnostic> {
    let (formula, typing) = opened.formula(text)?;
    let reached = opened.timeline().reach(standpoint.moment())?;
    let (document, snapshot, limits) = (&opened.document, reached.snapshot(), &opened.limits);
    let refused = Refused { document, step: &typing.step, snapshot, limits };
    let state = &snapshot.state;
    let here = state.holds(&document.terms, formula).map_err(|error| refused.evaluation(&error))?;
    let extension = state.extension(&document.terms, formula, 0);
    let count = extension.map_err(|error| refused.evaluation(&error))?.count;
    let worlds = state.relevant_count().map_err(|limit| refused.limit(&limit))?;
    Ok(Truth { here, count, worlds })
}

/// The comment on the lines just above a declaration, or behind it on its first line.
fn comment_above(text: &str, whole: Span) -> String {
    let before = text[..whole.start as usize].lines().rev();
    let lines = before.take_while(|line| line.starts_with('#'));
    let mut lines: Vec<&str> = lines.map(|line| line.trim_start_matches('#').trim()).collect();
    lines.reverse();
    lines.join(" ")
}

/// As much of a declaration as can be read at a glance.
fn shorten(code: &str) -> String {
    const MOST_LINES: usize = 8;
    const MOST_CHARACTERS: usize = 400;
    let lines: Vec<&str> = code.lines().take(MOST_LINES + 1).collect();
    let mut short = lines[..lines.len().min(MOST_LINES)].join("\n");
    if short.chars().count() > MOST_CHARACTERS {
        short = short.chars().take(MOST_CHARACTERS).collect();
    }
    if short.len() < code.trim_end().len() { short + " ..." } else { short }
}

/// The ASCII spelling of a sign.
fn ascii(sign: &str) -> &str {
    match sign {
        "¬" => "~",
        "∧" => "&",
        "∨" => "|",
        "→" => "->",
        "↔" => "<->",
        "∀" => "forall",
        "∃" => "exists",
        "∪" => "+",
        "∩" => "||",
        "≔" => ":=",
        other => other,
    }
}

//! Where a name is declared and where else it is meant; and what a text consists of.

use super::names::{Declared, NameKind};
use super::{Draft, Way};
use hexa_lang::Span;
use hexa_lang::syntax::tree::{ExprKind, StatementKind};

/// A place in the draft or in a text that it includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPlace {
    /// What the text is called; none is the draft itself.
    pub other: Option<String>,
    /// Where in it.
    pub span: Span,
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineItem {
    /// What it is called.
    pub name: String,
    /// What is declared; none is a scenario.
    pub kind: Option<NameKind>,
    /// Where the name stands.
    pub span: Span,
    /// All of it.
    pub whole: Span,
}

impl Draft {
    /// What the name at a place means, where that is declared.
    pub fn declaration(&self, at: usize) -> Option<&Declared> {
        let names = self.names();
        names.at(at)?.meaning.map(|meaning| &names.declared[meaning])
    }

    /// Where the name at a place is declared.
    pub fn definition(&self, at: usize) -> Option<TextPlace> {
        let declared = self.declaration(at)?;
        Some(TextPlace { other: self.other_name(declared.file), span: declared.span })
    }

    /// Everywhere in the draft and in the texts that it includes what is declared at a place is meant, its declaration included.
    pub fn references(&self, declaration: &TextPlace) -> Vec<TextPlace> {
        let Some(meaning) = self.declared_at(declaration) else { return Vec::new() };
        let place = |file: usize, span| TextPlace { other: self.other_name(file), span };
        self.names().places_of(meaning).map(|found| place(found.file, found.span)).collect()
    }

    /// What is declared at a place, by its place among the declared names.
    pub(super) fn declared_at(&self, place: &TextPlace) -> Option<usize> {
        let is_there = |declared: &Declared| {
            declared.span == place.span && self.other_name(declared.file) == place.other
        };
        self.names().declared.iter().position(is_there)
    }

    /// What the texts are called that it includes, directly or not: those whose names it shares.
    pub fn included_names(&self) -> impl Iterator<Item = &str> {
        self.included.iter().map(|included| &*included.name)
    }

    /// What the text is called that the path in quotes at a place leads to: one to include or to take a state from.
    pub fn text_at(&self, at: usize) -> Option<&str> {
        let touches = |span: Span| (span.start as usize..=span.end as usize).contains(&at);
        let tree = &self.parsed.tree;
        let statement = tree.statements.iter().find(|statement| touches(statement.span))?;
        let (StatementKind::Include(path) | StatementKind::StateFrom(_, path)) = statement.kind
        else {
            return None;
        };
        let ExprKind::Text(text) = tree.kind(path) else { return None };
        let is_meant = |way: &&Way| way.from == self.name && *way.path == **text;
        let found = self.ways.iter().find(is_meant).filter(|_| touches(tree.span(path)));
        found.map(|way| &*way.to)
    }

    /// What the text consists of: what it declares by name, and its scenarios, in order.
    pub fn outline(&self) -> Vec<OutlineItem> {
        let declared = self.names().globals.declared.iter().filter(|declared| declared.file == 0);
        let mut items: Vec<OutlineItem> = declared
            .map(|Declared { name, kind, span, whole, .. }| OutlineItem {
                name: name.clone(),
                kind: Some(*kind),
                span: *span,
                whole: *whole,
            })
            .collect();
        let tree = &self.parsed.tree;
        let mut open: Option<OutlineItem> = None;
        for statement in &tree.statements {
            if let StatementKind::Scenario(name) = statement.kind {
                items.extend(open.take());
                let text = if let ExprKind::Text(text) = tree.kind(name) { &**text } else { "" };
                let name = if text.is_empty() { "scenario" } else { text }.to_owned();
                let (span, whole) = (statement.span, statement.span);
                open = Some(OutlineItem { name, kind: None, span, whole });
            } else if let Some(scenario) = &mut open {
                scenario.whole = scenario.whole.to(statement.span);
            }
        }
        items.extend(open);
        items.sort_by_key(|item| item.span.start);
        items
    }

    /// What a text is called that the draft includes.
    pub(super) fn other_name(&self, file: usize) -> Option<String> {
        file.checked_sub(1).map(|at| self.included[at].name.clone())
    }
}

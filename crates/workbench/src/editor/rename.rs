//! Another name for what a name means, everywhere in the draft and in the texts that it includes. The new texts are read
//! before they are given away: a change that would bring an error into them, or let some name mean something else, is refused.

use super::names::{NameKind, Names};
use super::slot::Slot;
use super::{Draft, Edit, TextPlace};
use hexa_engine::Limits;
use hexa_lang::{Resolver, Settings, Span};
use hexa_text::{Code, Diagnostic};
use std::sync::Arc;

/// With what a draft is read again.
#[derive(Clone, Copy)]
pub struct Rereading<'a> {
    /// What brings the texts that it includes.
    pub resolver: &'a dyn Resolver,
    /// The values of parameters.
    pub settings: &'a Settings,
    /// What may be used.
    pub limits: &'a Limits,
}

/// What changes in one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextEdits {
    /// What the text is called; none is the draft itself.
    pub other: Option<String>,
    /// The changes, in order.
    pub edits: Vec<Edit>,
}

impl Draft {
    /// The name at a place, if it can be changed.
    pub fn renameable(&self, at: usize) -> Result<Span, Diagnostic> {
        let names = self.names();
        let found = names.at(at).ok_or_else(|| refuse("there is no name here"))?;
        found.meaning.map(|_| found.span).ok_or_else(|| refuse("it is declared nowhere"))
    }

    /// The changes that give what is declared at a place another name, in the draft and in the texts that it includes. Whoever
    /// else includes these has to be asked as well.
    pub fn rename(
        &self,
        declaration: &TextPlace,
        name: &str,
        rereading: Rereading<'_>,
    ) -> Result<Vec<TextEdits>, Diagnostic> {
        let names = self.names();
        let meaning =
            self.declared_at(declaration).ok_or_else(|| refuse("it is declared nowhere"))?;
        let declared = &names.declared[meaning];
        let mut changes = Vec::new();
        for file in 0..=self.included.len() {
            let places = names.places_of(meaning).filter(|found| found.file == file);
            let mut edits: Vec<Edit> =
                places.map(|found| Edit { span: found.span, text: name.to_owned() }).collect();
            if declared.kind == NameKind::Agent {
                edits.extend(self.groups_to_rewrite(file, &declared.name, name));
                edits.sort_by_key(|edit| edit.span.start);
            }
            if !edits.is_empty() {
                changes.push(TextEdits { other: self.other_name(file), edits });
            }
        }
        self.check_renamed(name, &changes, rereading)?;
        Ok(changes)
    }

    /// Reads the texts as they are with another name.
    fn check_renamed(
        &self,
        name: &str,
        changes: &[TextEdits],
        rereading: Rereading<'_>,
    ) -> Result<(), Diagnostic> {
        let Rereading { resolver, settings, limits } = rereading;
        let changed = |other: Option<&str>, text: &str| {
            let found = changes.iter().find(|change| change.other.as_deref() == other);
            found.map(|change| apply(text, &change.edits))
        };
        let text = changed(None, &self.text).map_or_else(|| Arc::clone(&self.text), Arc::from);
        let resolver = Changed { resolver, changed: &changed };
        let renamed = Draft::read(&self.name, text, &resolver, settings, limits);
        limits.stop.look().map_err(|_| Diagnostic::for_stop())?;
        let errors = |draft: &Draft| -> Vec<String> {
            let errors = draft.diagnostics().iter().filter(|problem| !problem.is_warning());
            errors.map(|problem| problem.message.clone()).collect()
        };
        let (before, after) = (errors(self), errors(&renamed));
        if after.len() > before.len() {
            let new = after.iter().find(|message| !before.contains(message)).unwrap_or(&after[0]);
            let message = format!("it cannot be called `{name}`: {new}");
            return Err(Diagnostic::without_place(Code::DuplicateName, message));
        }
        if !binds_alike(self.names(), renamed.names()) {
            let message =
                format!("called `{name}`, it would be taken for something else somewhere");
            return Err(Diagnostic::without_place(Code::DuplicateName, message));
        }
        Ok(())
    }

    /// Groups such as `12` join agents whose names are single characters. With a longer name they are written out.
    fn groups_to_rewrite(&self, file: usize, agent: &str, name: &str) -> Vec<Edit> {
        let names = self.names();
        let whole = file.checked_sub(1).map_or(&*self.text, |at| &*self.included[at].text);
        let is_agent = |c: char| {
            let found = names.globals.find(c.encode_utf8(&mut [0; 4]));
            found.is_some_and(|declared| declared.kind == NameKind::Agent)
        };
        let stays_joined = name.chars().count() == 1;
        let mut edits = Vec::new();
        for found in names.occurrences.iter().filter(|found| found.file == file) {
            let text = &whole[found.span.range()];
            let is_joined = found.slot == Slot::Group
                && found.meaning.is_none()
                && text.chars().count() > 1
                && text.chars().all(is_agent);
            if !is_joined || (stays_joined && !text.contains(agent)) {
                continue;
            }
            let member =
                |c: char| if agent == c.to_string() { name.to_owned() } else { c.to_string() };
            let members: Vec<String> = text.chars().map(member).collect();
            let text =
                if stays_joined { members.concat() } else { format!("{{{}}}", members.join(",")) };
            edits.push(Edit { span: found.span, text });
        }
        edits
    }
}

fn refuse(why: &str) -> Diagnostic {
    Diagnostic::without_place(Code::UnknownName, why)
}

/// A resolver of texts that have changed.
struct Changed<'r> {
    resolver: &'r dyn Resolver,
    changed: &'r dyn Fn(Option<&str>, &str) -> Option<String>,
}

impl Resolver for Changed<'_> {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let (name, text) = self.resolver.resolve(from, path)?;
        let changed = (self.changed)(Some(&name), &text);
        Ok((name, changed.unwrap_or(text)))
    }
}

/// The text after some changes, which are in order and do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut from = 0;
    for edit in edits {
        changed.push_str(&text[from..edit.span.start as usize]);
        changed.push_str(&edit.text);
        from = edit.span.end as usize;
    }
    changed + &text[from..]
}

/// Whether the names of two texts mean the same declarations, one after the other. Groups that were written out have
/// their members in addition.
fn binds_alike(before: &Names, after: &Names) -> bool {
    let kinds = |names: &Names| -> Vec<NameKind> {
        names.globals.declared.iter().map(|declared| declared.kind).collect()
    };
    let meanings = |names: &Names| -> Vec<usize> {
        let not_in_group = names.occurrences.iter().filter(|found| found.slot != Slot::Group);
        not_in_group.filter_map(|found| found.meaning).collect()
    };
    kinds(before) == kinds(after) && meanings(before) == meanings(after)
}

//! Another name for what a name means, everywhere in the draft. The new text is read before it is given away: a change that
//! would bring an error into the text, or let some name mean something else, is refused.

use super::names::{Declared, NameKind, Names, Occurrence};
use super::slot::Slot;
use super::{Draft, Edit};
use hexa_engine::Limits;
use hexa_lang::{Resolver, Settings, Span};
use hexa_text::{Code, Diagnostic};

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

impl Draft {
    /// The name at a place, if it can be changed.
    pub fn renameable(&self, at: usize) -> Result<Span, Diagnostic> {
        self.to_rename(at).map(|(found, _)| found.span)
    }

    /// The changes that give what a name means another name.
    pub fn rename(
        &self,
        at: usize,
        name: &str,
        rereading: Rereading<'_>,
    ) -> Result<Vec<Edit>, Diagnostic> {
        let (found, declared) = self.to_rename(at)?;
        let names = self.names();
        let meaning = found.meaning.unwrap_or_default();
        let own = names.places_of(meaning).filter(|found| found.file == 0);
        let mut edits: Vec<Edit> =
            own.map(|found| Edit { span: found.span, text: name.to_owned() }).collect();
        if declared.kind == NameKind::Agent {
            edits.extend(self.groups_to_rewrite(&declared.name, name));
            edits.sort_by_key(|edit| edit.span.start);
        }
        let text = apply(&self.text, &edits);
        let Rereading { resolver, settings, limits } = rereading;
        let renamed = Draft::read(&self.name, text, resolver, settings, limits);
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
        if !binds_alike(names, renamed.names()) {
            let message =
                format!("called `{name}`, it would be taken for something else somewhere");
            return Err(Diagnostic::without_place(Code::DuplicateName, message));
        }
        Ok(edits)
    }

    fn to_rename(&self, at: usize) -> Result<(&Occurrence, &Declared), Diagnostic> {
        let refuse = |why: &str| Diagnostic::without_place(Code::UnknownName, why);
        let names = self.names();
        let found = names.at(at).ok_or_else(|| refuse("there is no name here"))?;
        let meaning = found.meaning.ok_or_else(|| refuse("it is declared nowhere"))?;
        let declared = &names.declared[meaning];
        if let Some(other) = self.other_name(declared.file) {
            return Err(refuse(&format!("it is declared in {other}: rename it there")));
        }
        if names.places_of(meaning).any(|found| found.file != 0) {
            return Err(refuse("a text that is included speaks of it too"));
        }
        Ok((found, declared))
    }

    /// Groups such as `12` join agents whose names are single characters. With a longer name they are written out.
    fn groups_to_rewrite(&self, agent: &str, name: &str) -> Vec<Edit> {
        let names = self.names();
        let is_agent = |c: char| {
            let found = names.globals.find(c.encode_utf8(&mut [0; 4]));
            found.is_some_and(|declared| declared.kind == NameKind::Agent)
        };
        let stays_joined = name.chars().count() == 1;
        let mut edits = Vec::new();
        for found in names.occurrences.iter().filter(|found| found.file == 0) {
            let text = &self.text[found.span.range()];
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

//! Why a formula is false, in a few words: the part that fails, and a world that
//! stands against it.

use crate::naming::Naming;
use crate::outline::Outline;
use crate::snapshot::Snapshot;
use crate::verdict::{Against, Reason};
use crate::why::names::Names;
use crate::why::{self, Why};
use hexa_engine::{Because, Extension, View, WorldView, explain};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Sources, Step};
use hexa_logic::{Formula, FormulaNode};

/// In larger states no world is named, unless they are deals of cards: looking for it may take longer than
/// the check.
const MOST_WORLDS: usize = 1 << 16;
/// Longer texts are not quoted.
const MOST_BYTES: usize = 60;

/// What reasons are found from.
pub struct Witness<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its texts.
    pub sources: &'a Sources,
    /// The step that the formula stands in.
    pub step: &'a Step,
    /// The state.
    pub snapshot: &'a Snapshot,
}

impl Witness<'_> {
    /// Why a formula that is false in the actual world is false there.
    pub fn against(&self, formula: Formula) -> Option<Reason> {
        let failing = self.failing_part(formula);
        let part = (failing != formula).then(|| self.quote(failing)).flatten();
        let against = self.stands_against(failing);
        (part.is_some() || against.is_some()).then_some(Reason::False { part, against })
    }

    /// A relevant world where a formula is false that should hold in all of them.
    pub fn against_everywhere(&self, formula: Formula) -> Option<Reason> {
        let Some(view) = self.view() else { return self.exception(formula) };
        let truths = self.snapshot.state.truth(&self.document.terms, formula).ok()?;
        let world = truths.iter().position(|truth| !truth)?;
        let others = truths.iter().filter(|truth| !**truth).count();
        let (count, of) = (others.into(), truths.len().into());
        Some(Reason::Exceptions { count, of, example: self.name(&view, world) })
    }

    /// The conjunct that fails first, and so on inside it.
    fn failing_part(&self, mut formula: Formula) -> Formula {
        let terms = &self.document.terms;
        while let FormulaNode::And(of) = terms.node(formula) {
            let fails = |part: &&Formula| self.snapshot.state.holds(terms, **part) == Ok(false);
            match of.iter().find(fails) {
                Some(&part) => formula = part,
                None => break,
            }
        }
        formula
    }

    /// What stands against a formula that is false, as `hexa why` finds it, in one line.
    fn stands_against(&self, formula: Formula) -> Option<Against> {
        let Self { document, sources, step, snapshot } = *self;
        let scene = snapshot.state.explain(&document.terms, formula, why::MOST_WORLDS).ok()??;
        let why = Why { document, sources, step, way: &[], snapshot, scene };
        Outline { names: Names::new(&why, &why.scene.view) }.against(&why.scene.explanation)
    }

    /// The value of a probability that is compared with a number.
    pub(crate) fn likelihood(&self, formula: Formula) -> Option<String> {
        let (state, terms) = (&self.snapshot.state, &self.document.terms);
        let scene = match state.card_game() {
            Some(state) => state.explain(terms, formula),
            None if state.has_at_most(MOST_WORLDS) == Ok(true) => {
                explain(&state.list_worlds().ok()?, terms, formula)
            }
            None => return None,
        };
        let Because::Probability { part, whole } = scene.ok()?.explanation.because else {
            return None;
        };
        Some(if whole == "1" { part } else { format!("{part}/{whole}") })
    }

    /// A relevant world of a card game, whose worlds are not listed, where a formula is false.
    fn exception(&self, formula: Formula) -> Option<Reason> {
        let state = self.snapshot.state.card_game()?;
        let Extension { count, first } = state.exceptions(&self.document.terms, formula, 1).ok()?;
        let of = state.relevant_count().ok()?;
        let world = WorldView { name: None, events: Vec::new(), atoms: first.into_iter().next()? };
        Some(Reason::Exceptions { count, of, example: self.naming().name(&world).label })
    }

    fn naming(&self) -> Naming<'_> {
        Naming::new(self.document, self.snapshot.origin.setup(self.document))
    }

    fn view(&self) -> Option<View> {
        let state = &self.snapshot.state;
        state.has_at_most(MOST_WORLDS).ok()?.then(|| state.view().ok()).flatten()
    }

    fn name(&self, view: &View, world: usize) -> String {
        self.naming().names(view).swap_remove(world).label
    }

    /// A part of the step, if it is short: what it says, or else how it is written.
    fn quote(&self, part: Formula) -> Option<String> {
        let Document { terms, vocabulary, .. } = self.document;
        let printer = Printer { limit: MOST_BYTES, ..Printer::new(terms, vocabulary) };
        let written = || self.sources.snippet(self.step.places.formula(part)?).lines().next();
        let short = |text: &str| text.len() < MOST_BYTES;
        let said = Some(printer.formula(part)).filter(|said| short(said));
        said.or_else(|| written().filter(|text| short(text)).map(str::to_owned))
    }
}

//! The state at a place of a draft, as text and as a picture: after all steps at the line of the place and above it in its
//! scenario.

use super::{Draft, DraftProblem};
use crate::knowledge::Knowledge;
use crate::listing::Listing;
use crate::moment::Moment;
use crate::opened::Opened;
use crate::picture;
use crate::refusal::Means;
use crate::words;
use hexa_draw::Format;
use hexa_engine::{Limits, UBig};
use hexa_lang::{SourceId, Step, StepRole};
use hexa_text::Diagnostic;

/// Of larger states no picture is made: nobody could read it.
pub const MOST_DRAWN: usize = 100;

/// A state at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateShown {
    /// Which state it is: `the initial state`, `after do L_123 ?~w_1`.
    pub title: String,
    /// The scenario, if it is the state of one that has a name.
    pub scenario: Option<String>,
    /// How many steps of the scenario were taken.
    pub steps: usize,
    /// Its worlds and who cannot tell which apart, and who knows what.
    pub text: String,
    /// A picture as SVG, unless it is too large for one.
    pub picture: Option<String>,
    /// Why there is no state here, if there is none.
    pub problem: Option<DraftProblem>,
}

/// Where in a document a place of its text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standpoint {
    /// In no step.
    Outside,
    /// In a state that is declared, by its place.
    Declared(usize),
    /// After so many steps of a scenario, by its place.
    After { scenario: usize, steps: usize },
}

impl Standpoint {
    pub(super) fn moment(self) -> Moment {
        match self {
            Self::Outside => Moment::Initial,
            Self::Declared(at) => Moment::Declared(at),
            Self::After { scenario, steps } => Moment::After { scenario, steps },
        }
    }

    /// Which state that is, for what stands before a step.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Outside | Self::After { steps: 0, .. } => "in the initial state",
            Self::Declared(_) => "in this state",
            Self::After { .. } => "before this step",
        }
    }
}

impl Draft {
    /// The state at a place. Work, which looks at the limits; if it was stopped, nothing.
    pub fn state_at(&self, at: usize, limits: &Limits) -> Option<StateShown> {
        let opened = match &self.opened {
            Ok(opened) => Opened { limits: limits.clone(), ..opened.clone() },
            Err(_) => return Some(self.no_state()),
        };
        let standpoint = self.standpoint_at(at, &opened);
        let mut shown = StateShown { title: title(standpoint, &opened), ..empty() };
        if let Standpoint::After { scenario, steps } = standpoint {
            shown.scenario = opened.document.scenarios[scenario].name.clone();
            shown.steps = steps;
        }
        match describe(&opened, standpoint, &mut shown) {
            Ok(()) => {}
            Err(_) if limits.stop.is_asked() => return None,
            Err(problem) => shown.problem = Some(self.finding(&opened.at_initial_state(problem))),
        }
        Some(shown)
    }

    fn no_state(&self) -> StateShown {
        let mut problems = self.problems().into_iter();
        let title = "there is no state: the text has errors".to_owned();
        StateShown { title, problem: problems.next(), ..empty() }
    }

    /// After the steps of the line of a place and above it.
    fn standpoint_at(&self, at: usize, opened: &Opened) -> Standpoint {
        let line = self.lines.line(at);
        self.standpoint(at, opened, |step| self.lines.line(step.at.span.start as usize) <= line)
    }

    /// Before the step that a place stands in.
    pub(super) fn standpoint_before(&self, at: usize, opened: &Opened) -> Standpoint {
        self.standpoint(at, opened, |step| (step.at.span.end as usize) < at)
    }

    fn standpoint(
        &self,
        at: usize,
        opened: &Opened,
        is_taken: impl Fn(&Step) -> bool,
    ) -> Standpoint {
        let document = &opened.document;
        let covers = |start: u32, end: u32| (start as usize..=end as usize).contains(&at);
        let outline = self.outline();
        let around = outline.iter().find(|item| {
            let is_state = item.kind == Some(super::NameKind::State) && !is_save(self, item);
            is_state && covers(item.whole.start, item.whole.end)
        });
        let declared =
            around.and_then(|item| document.states.iter().position(|one| one.name == item.name));
        let line = |byte: usize| self.lines.line(byte);
        let is_above = |&scenario: &usize| {
            let start = document.scenarios[scenario].at;
            start.source == SourceId(0) && line(start.span.start as usize) <= line(at)
        };
        match (declared, (0..document.scenarios.len()).rfind(is_above)) {
            (Some(at), _) => Standpoint::Declared(at),
            (None, None) => Standpoint::Outside,
            (None, Some(scenario)) => {
                let all = &document.scenarios[scenario].steps;
                let steps = all.iter().take_while(|step| is_taken(step)).count();
                Standpoint::After { scenario, steps }
            }
        }
    }
}

/// Whether a state is one that a step saves.
fn is_save(draft: &Draft, item: &super::OutlineItem) -> bool {
    draft.text[item.whole.range()].starts_with("save")
}

fn empty() -> StateShown {
    let (title, text) = (String::new(), String::new());
    StateShown { title, scenario: None, steps: 0, text, picture: None, problem: None }
}

fn title(standpoint: Standpoint, opened: &Opened) -> String {
    let document = &opened.document;
    match standpoint {
        Standpoint::Outside => "the initial state".to_owned(),
        Standpoint::Declared(at) => format!("the state `{}`", document.states[at].name),
        Standpoint::After { scenario, steps } => {
            let taken = &document.scenarios[scenario].steps[..steps];
            let last = taken.iter().rev().find(|step| step.kind.role() == StepRole::Move);
            last.map_or("the initial state".to_owned(), |step| format!("after `{}`", step.text))
        }
    }
}

fn describe(
    opened: &Opened,
    standpoint: Standpoint,
    shown: &mut StateShown,
) -> Result<(), Diagnostic> {
    let reached = opened.timeline().reach(standpoint.moment())?;
    let (document, snapshot) = (&opened.document, reached.snapshot());
    let means = Means { document, engine: snapshot.state.engine(), limits: &opened.limits };
    let listing = Listing::new(snapshot, document).map_err(|limit| means.limit(&limit))?;
    shown.text = words::state::listing(&listing);
    if listing.count <= UBig::from(MOST_DRAWN) {
        let title = shown.scenario.clone();
        let picture = picture::draw(snapshot, document, title, Format::Svg);
        shown.picture = Some(picture.map_err(|limit| means.limit(&limit))?);
        let knowledge = Knowledge::new(&snapshot.state, &document.vocabulary);
        let knowledge = knowledge.map_err(|limit| means.limit(&limit))?;
        shown.text += "\n";
        shown.text += &words::knowledge::knowledge(&knowledge);
    }
    Ok(())
}

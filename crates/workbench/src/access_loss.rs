//! Steps that take access away from somebody whose knowledge is asked for later (thesis def. 33: a test leaves nobody
//! access, learning leaves it to those who learn). Found before anything is run, by groups alone.

use crate::session::INITIAL;
use hexa_engine::{Lack, Meaningless, Undefined, check_action, check_formula};
use hexa_lang::{Document, Step, StepKind};
use hexa_logic::{Action, Agent, Group, RelationSetup, Setup};
use hexa_text::{Code, Diagnostic, Location};
use std::collections::{BTreeMap, BTreeSet};

/// Warns of steps that take access away from somebody whose knowledge is asked for later.
pub fn warn_of_lost_access(document: &Document) -> Vec<Diagnostic> {
    let mut walk =
        Walk { document, saved: BTreeMap::new(), warned: BTreeSet::new(), found: Vec::new() };
    walk.saved.insert(INITIAL.to_owned(), Access::of(&document.initial, document));
    for state in &document.states {
        walk.saved.insert(state.name.clone(), Access::of(&state.setup, document));
    }
    for scenario in &document.scenarios {
        let mut access = walk.saved.get(INITIAL).cloned();
        for step in &scenario.steps {
            // What is not known to have a state is not looked at further.
            let Some(here) = access else { break };
            access = walk.after(step, here);
        }
    }
    walk.found
}

/// Who has access, whose access is by arrows, and which step took it from others.
#[derive(Clone)]
struct Access {
    group: Group,
    arrows: Group,
    lost: BTreeMap<Agent, Location>,
}

impl Access {
    /// That of a state that is described.
    fn of(setup: &Setup, document: &Document) -> Self {
        let (group, arrows) = match setup.model() {
            Some(model) => {
                let related = model.relations.iter().enumerate();
                let by = |wanted: fn(&RelationSetup) -> bool| {
                    let related = related.clone().filter_map(move |(at, relation)| {
                        relation.as_ref().filter(|relation| wanted(relation)).map(|_| at)
                    });
                    related.map(Agent::from_index).collect::<Group>()
                };
                (by(|_| true), by(|relation| matches!(relation, RelationSetup::Arrows(_))))
            }
            None => (document.vocabulary.agents().collect(), Group::default()),
        };
        Self { group, arrows, lost: BTreeMap::new() }
    }
}

struct Walk<'d> {
    document: &'d Document,
    saved: BTreeMap<String, Access>,
    warned: BTreeSet<Location>,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    /// Who has access after a step; nothing if that is not known.
    fn after(&mut self, step: &Step, access: Access) -> Option<Access> {
        match &step.kind {
            StepKind::Do(action) => self.executed(step, *action, access),
            StepKind::Save(name) => {
                self.saved.insert(name.clone(), access.clone());
                Some(access)
            }
            StepKind::Restore(name) => self.saved.get(name).cloned(),
            StepKind::Check(formula)
            | StepKind::CheckValid(formula)
            | StepKind::CheckAt(_, formula)
            | StepKind::Print(formula)
            | StepKind::Where(formula) => {
                let terms = &self.document.terms;
                let asked = check_formula(terms, *formula, &access.group, &access.arrows);
                self.blame(step, asked.err(), &access);
                Some(access)
            }
            StepKind::CheckExecutable(action)
            | StepKind::CheckBlocked(action)
            | StepKind::ExpectOutcomes(_, action)
            | StepKind::ExpectAction(_, action) => {
                self.leaves(step, *action, &access);
                Some(access)
            }
            StepKind::ExpectClasses(agent, _) => {
                if !access.group.contains(*agent) {
                    self.warn(step, *agent, &access);
                }
                Some(access)
            }
            StepKind::Broken
            | StepKind::ExpectWorlds(_)
            | StepKind::ExpectAllWorlds(_)
            | StepKind::ExpectMinimal(_)
            | StepKind::ExpectCompare(..)
            | StepKind::ExpectNumber(..)
            | StepKind::PrintNumber(_)
            | StepKind::PrintCount
            | StepKind::PrintState
            | StepKind::PrintKnowledge
            | StepKind::Draw(_) => Some(access),
        }
    }

    fn executed(&mut self, step: &Step, action: Action, access: Access) -> Option<Access> {
        let mut left = self.leaves(step, action, &access)?.into_iter();
        let (group, None) = (left.next()?, left.next()) else { return None };
        let mut lost = access.lost;
        for agent in access.group.iter().filter(|&agent| !group.contains(agent)) {
            lost.insert(agent, step.at);
        }
        Some(Access { group, arrows: access.arrows, lost })
    }

    /// The groups that an action can leave access; nothing if it means nothing.
    fn leaves(&mut self, step: &Step, action: Action, access: &Access) -> Option<Vec<Group>> {
        match check_action(&self.document.terms, action, &access.group, &access.arrows) {
            Ok(groups) => Some(groups),
            Err(why) => {
                self.blame(step, Some(why), access);
                None
            }
        }
    }

    fn blame(&mut self, step: &Step, why: Option<Meaningless>, access: &Access) {
        if let Some(Meaningless::Undefined(Undefined { agent, lack: Lack::Access, .. })) = why {
            self.warn(step, agent, access);
        }
    }

    /// Warns of the step that took an agent's access, once.
    fn warn(&mut self, asking: &Step, agent: Agent, access: &Access) {
        let Some(&at) = access.lost.get(&agent) else { return };
        if !self.warned.insert(at) {
            return;
        }
        let name = self.document.vocabulary.agent_name(agent);
        let message = format!("this step takes access away from {name}, who is spoken of later");
        let warning = Diagnostic::without_place(Code::AccessTakenAway, message)
            .as_warning()
            .at(at, format!("from here on {name} has no access"))
            .at(asking.at, format!("what {name} knows is not defined here"))
            .help("to keep everybody's access, let everybody learn what happens: `L_all (...)`");
        self.found.push(warning);
    }
}

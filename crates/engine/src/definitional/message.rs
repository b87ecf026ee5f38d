//! Messages, to the letter of the table in the reference of the language: what can happen where, and who suspects
//! what when it does. Nothing is taken from the frame that the terms hold. Where everybody is told and nobody lies,
//! worlds are taken away and nothing else changes.

use super::definedness::have_access;
use super::models::{Constructed, Happening, Images, Member, ModelId, Object, Outcome, admit};
use super::reading::Reading;
use super::scope::Scope;
use super::semantics::Semantics;
use super::{Access, Given, Model};
use crate::definedness::Term;
use crate::evaluation::EvalError;
use hexa_logic::{Action, Agent, Group, Manner, Message, MessageIndex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A message among so many agents.
struct Sent<'a> {
    message: &'a Message,
    agents: usize,
}

impl Sent<'_> {
    /// What can happen; the first does.
    fn happenings(&self) -> Vec<Happening> {
        use Happening::{Denied, Lie, Nothing, Said};
        let some_are_not_told = Group::first(self.agents).iter().any(|agent| !self.is_told(agent));
        match self.message.manner {
            Manner::Lie if some_are_not_told => vec![Lie, Said, Denied],
            Manner::Lie => vec![Lie, Said],
            Manner::Tell if some_are_not_told => vec![Said, Denied],
            Manner::Privately if some_are_not_told => vec![Said, Nothing],
            Manner::Announce | Manner::Tell | Manner::Privately => vec![Said],
        }
    }

    fn is_told(&self, agent: Agent) -> bool {
        let addressed = match &self.message.to {
            Some(to) => to.contains(agent),
            None => true,
        };
        addressed || self.message.by == Some(agent)
    }

    fn suspects(&self, agent: Agent, happens: Happening, suspected: Happening) -> bool {
        use Happening::{Denied, Lie, Nothing, Said};
        match happens {
            Lie if self.message.by == Some(agent) => suspected == Lie,
            Lie | Said if self.is_told(agent) => suspected == Said,
            Denied if self.is_told(agent) => suspected == Denied,
            Nothing if self.is_told(agent) => suspected == Nothing,
            Lie | Said | Denied | Nothing => match self.message.manner {
                Manner::Privately => suspected == Nothing,
                Manner::Announce | Manner::Tell | Manner::Lie => {
                    suspected == Said || suspected == Denied
                }
            },
        }
    }

    /// Whether what an agent suspects is a partition of what can happen.
    fn is_equivalence(&self, agent: Agent) -> bool {
        let all = self.happenings();
        let suspected = |&from: &Happening| -> Vec<Happening> {
            all.iter().copied().filter(|&to| self.suspects(agent, from, to)).collect()
        };
        all.iter().all(|from| {
            let cell = suspected(from);
            cell.contains(from) && cell.iter().all(|other| suspected(other) == cell)
        })
    }
}

impl Semantics<'_> {
    fn sent(&self, index: MessageIndex) -> Sent<'_> {
        let (message, frame) = self.terms.said(index);
        Sent { message, agents: frame.relations.len() }
    }

    /// A message needs access for everybody, and leaves it.
    pub(super) fn message_defined(
        &self,
        action: Action,
        index: MessageIndex,
        scope: &Scope,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let sent = self.sent(index);
        let everybody = Group::first(sent.agents);
        have_access(&everybody, scope, Term::Action(action))?;
        self.formula_defined(sent.message.said, scope)?;
        let by_arrows =
            |&agent: &Agent| scope.arrows.contains(agent) || !sent.is_equivalence(agent);
        let arrows = everybody.iter().filter(by_arrows).collect();
        Ok(BTreeSet::from([Scope { group: everybody, arrows }]))
    }

    /// What a message leads to from each world: the first thing that can happen does.
    pub(super) fn message(
        &self,
        id: ModelId,
        action: Action,
        index: MessageIndex,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let sent = self.sent(index);
        let happenings = sent.happenings();
        let before = self.model(id);
        let mut pairs: Vec<(usize, Happening)> = Vec::new();
        for &happens in &happenings {
            for w in 0..before.world_count() {
                if self.can_happen((id, w), sent.message, happens)? {
                    pairs.push((w, happens));
                }
            }
        }
        admit(pairs.len(), &self.limits).map_err(EvalError::Limit)?;
        self.spend(pairs.len() * pairs.len() * sent.agents)?;
        let mut images = vec![BTreeSet::new(); before.world_count()];
        let announced = happenings.len() == 1;
        if pairs.is_empty() {
            return Ok(images);
        }
        let mut objects = Vec::new();
        let mut worlds = Vec::new();
        for &(w, happens) in &pairs {
            let (origin, mut world) = (before.objects[w].clone(), before.model.worlds[w].clone());
            if announced {
                objects.push(origin);
            } else {
                objects.push(Object::Said(index, happens, Box::new(origin)));
                world.events.push(format!("{happens:?}").to_lowercase());
                if pairs.iter().filter(|(other, _)| *other == w).count() > 1 {
                    world.weight.lose(action);
                }
            }
            worlds.push(world);
        }
        let access = access_after(&before.model, &sent, &pairs);
        let after = Constructed { objects, model: Arc::new(Model { worlds, access }) };
        let after = self.add_model(after)?;
        for (at, &(w, happened)) in pairs.iter().enumerate() {
            if how == Reading::Type || happened == happenings[0] {
                images[w].insert(Outcome::from([(after, at)]));
            }
        }
        Ok(images)
    }

    /// Whether something can happen in a world.
    fn can_happen(
        &self,
        here: Member,
        message: &Message,
        happens: Happening,
    ) -> Result<bool, EvalError> {
        let model = self.model(here.0);
        let spoken_of: Vec<usize> = match message.by {
            None => vec![here.1],
            Some(speaker) => (0..model.world_count())
                .filter(|&v| model.model.is_related(speaker, here.1, v))
                .collect(),
        };
        let mut true_in = 0;
        for &v in &spoken_of {
            true_in += usize::from(self.holds_at((here.0, v), message.said)?);
        }
        Ok(match happens {
            Happening::Said => true_in == spoken_of.len(),
            Happening::Denied => true_in == 0,
            Happening::Lie => true_in < spoken_of.len(),
            Happening::Nothing => true,
        })
    }
}

/// (w, d) and (v, e) are related iff w and v are, and e is suspected where d happens.
fn access_after(
    model: &Model,
    sent: &Sent<'_>,
    pairs: &[(usize, Happening)],
) -> BTreeMap<Agent, Access> {
    let of_agent = |(&agent, before): (&Agent, &Access)| {
        let related = |&(w, d): &(usize, Happening), &(v, e): &(usize, Happening)| {
            before.pairs[w][v] && sent.suspects(agent, d, e)
        };
        let row = |from| pairs.iter().map(|to| related(from, to)).collect();
        let given = if sent.is_equivalence(agent) { before.given } else { Given::Arrows };
        (agent, Access { given, pairs: pairs.iter().map(row).collect() })
    };
    model.access.iter().map(of_agent).collect()
}

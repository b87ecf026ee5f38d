//! Gerbrandy's updates, literally (thesis defs. 51-55). Possibilities are the solutions of
//! a system of equations: for each of its indeterminates the atoms that are true, and
//! for each agent the set of indeterminates that is their information state (def. 52). Two
//! indeterminates have the same solution iff they are bisimilar, which is decided by taking
//! pairs away that break the definition until none does. A program is a relation
//! between possibilities, one clause for each construct.

use super::models::{Constructed, Images, ModelId, Object, Outcome, admit};
use super::reading::{Reading, alternatives, beside_update};
use super::semantics::Semantics;
use super::{Access, Given, Model, World};
use crate::evaluation::EvalError;
use crate::limits::Limit;
use hexa_logic::{Action, ActionNode, Agent, Atom, Formula, Group};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More indeterminates than this are not written down.
const MOST: usize = 400;

/// An indeterminate.
type Name = usize;

/// The equations of one indeterminate (def. 51).
#[derive(Clone)]
struct Possibility {
    name: Option<String>,
    events: Vec<String>,
    atoms: BTreeSet<Atom>,
    information: BTreeMap<Agent, BTreeSet<Name>>,
}

/// Equations no two of whose indeterminates have the same solution.
struct System {
    action: Action,
    equations: Vec<Possibility>,
    /// The model that was given, as far as its worlds are different possibilities.
    given: ModelId,
    given_count: usize,
    /// The updates that were found, since they are functional: of an update and a possibility.
    updated: BTreeMap<(Action, Name), Name>,
}

impl Semantics<'_> {
    /// What a program with `U` leads to from each world of a model.
    pub(super) fn program_images(
        &self,
        id: ModelId,
        action: Action,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let (mut system, solutions) = self.solve_equations(id, action)?;
        let mut outcomes = Vec::new();
        for &solution in &solutions {
            outcomes.push(system.outcomes(self, solution, action, how)?);
        }
        let after = system.model(self, Given::Arrows, &BTreeMap::new())?;
        let image = |name: &Name| Outcome::from([(after, *name)]);
        Ok(outcomes.iter().map(|of_world| of_world.iter().map(image).collect()).collect())
    }

    /// The equations of a model, and the solution of each of its worlds.
    fn solve_equations(
        &self,
        id: ModelId,
        action: Action,
    ) -> Result<(System, Vec<Name>), EvalError> {
        let before = self.model(id);
        let model = &before.model;
        let equation = |w: usize| Possibility {
            name: model.worlds[w].name.clone(),
            events: model.worlds[w].events.clone(),
            atoms: model.worlds[w].atoms.clone(),
            information: model
                .access
                .keys()
                .map(|&a| {
                    (a, (0..model.worlds.len()).filter(|&v| model.is_related(a, w, v)).collect())
                })
                .collect(),
        };
        let equations = (0..model.worlds.len()).map(equation).collect();
        let mut system =
            System { action, equations, given: id, given_count: 0, updated: BTreeMap::new() };
        let solutions = system.identify(self, 0)?;
        system.given_count = system.equations.len();
        let given = model.access.iter().map(|(&a, access)| (a, access.given)).collect();
        system.given = system.model(self, Given::Arrows, &given)?;
        Ok((system, solutions))
    }
}

impl System {
    /// The v with w⟦π⟧v (def. 55).
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn outcomes(
        &mut self,
        semantics: &Semantics<'_>,
        w: Name,
        program: Action,
        how: Reading,
    ) -> Result<BTreeSet<Name>, EvalError> {
        use ActionNode as A;
        semantics.deeper(|| match semantics.terms.action_node(program) {
            A::Test(f) => {
                let holds = self.holds(semantics, w, *f)?;
                Ok(if holds { BTreeSet::from([w]) } else { BTreeSet::new() })
            }
            A::Sequence(of) => of.iter().try_fold(BTreeSet::from([w]), |reached, &next| {
                self.all_outcomes(semantics, &reached, next, how)
            }),
            A::Choice(of, mark) => {
                let mut all = BTreeSet::new();
                for &alternative in alternatives(of, *mark, how) {
                    all.extend(self.outcomes(semantics, w, alternative, how)?);
                }
                Ok(all)
            }
            A::Update(b, inner) => {
                let known = self.updated.get(&(program, w)).copied();
                let found = match known {
                    Some(known) => known,
                    None => self.update(semantics, w, (program, b, *inner))?,
                };
                Ok(BTreeSet::from([found]))
            }
            _ => Err(EvalError::Unsupported(beside_update(program))),
        })
    }

    fn all_outcomes(
        &mut self,
        semantics: &Semantics<'_>,
        of: &BTreeSet<Name>,
        program: Action,
        how: Reading,
    ) -> Result<BTreeSet<Name>, EvalError> {
        let mut all = BTreeSet::new();
        for &w in of {
            all.extend(self.outcomes(semantics, w, program, how)?);
        }
        Ok(all)
    }

    /// The v that differs from w in the information states of B only, where for a in B
    /// v(a) = {v' | w'⟦π⟧⟦U_B π⟧v' for some w' in w(a)}. An equation is written for every
    /// possibility whose update occurs in another one.
    fn update(
        &mut self,
        semantics: &Semantics<'_>,
        w: Name,
        (program, group, inner): (Action, &Group, Action),
    ) -> Result<Name, EvalError> {
        // For each possibility to be updated the possibilities whose updates are in v(a).
        let mut learnt: BTreeMap<Name, BTreeMap<Agent, BTreeSet<Name>>> = BTreeMap::new();
        let mut waiting = vec![w];
        while let Some(w) = waiting.pop() {
            if learnt.contains_key(&w) {
                continue;
            }
            let mut of_agents = BTreeMap::new();
            for a in group.iter() {
                let seen = self.equations[w].information.get(&a).cloned().unwrap_or_default();
                let executed = self.all_outcomes(semantics, &seen, inner, Reading::Type)?;
                waiting.extend(&executed);
                of_agents.insert(a, executed);
            }
            learnt.insert(w, of_agents);
        }
        let first = self.equations.len();
        let places: BTreeMap<Name, Name> =
            learnt.keys().enumerate().map(|(at, &w)| (w, first + at)).collect();
        for (&w, of_agents) in &learnt {
            let mut v = self.equations[w].clone();
            for (&a, executed) in of_agents {
                v.information.insert(a, executed.iter().map(|x| places[x]).collect());
            }
            self.equations.push(v);
        }
        let solutions = self.identify(semantics, first)?;
        self.updated.extend(places.iter().map(|(&w, &v)| ((program, w), solutions[v])));
        Ok(solutions[places[&w]])
    }

    /// Strikes out every indeterminate from this one on that has the solution of an earlier one, and
    /// tells which one stands for each.
    fn identify(&mut self, semantics: &Semantics<'_>, first: Name) -> Result<Vec<Name>, EvalError> {
        let same = self.same_solutions(semantics)?;
        let mut kept: Vec<Name> = (0..first).collect();
        let mut standing = kept.clone();
        for (x, same) in same.iter().enumerate().skip(first) {
            let place = kept.iter().position(|&y| same[y]);
            standing.push(place.unwrap_or(kept.len()));
            if place.is_none() {
                kept.push(x);
            }
        }
        let renamed = |x: &Name| {
            let mut equation = self.equations[*x].clone();
            for information in equation.information.values_mut() {
                *information = information.iter().map(|&y| standing[y]).collect();
            }
            equation
        };
        self.equations = kept.iter().map(renamed).collect();
        match self.equations.len() > MOST {
            true => Err(EvalError::Limit(Limit::Possibilities(MOST as u64))),
            false => Ok(standing),
        }
    }

    /// The greatest bisimulation between the indeterminates.
    fn same_solutions(&self, semantics: &Semantics<'_>) -> Result<Vec<Vec<bool>>, EvalError> {
        let names = 0..self.equations.len();
        let alike = |x: Name, y: Name| self.equations[x].atoms == self.equations[y].atoms;
        let mut same: Vec<Vec<bool>> =
            names.clone().map(|x| names.clone().map(|y| alike(x, y)).collect()).collect();
        loop {
            semantics.spend(self.equations.len() * self.equations.len())?;
            let pairs = names.clone().flat_map(|x| names.clone().map(move |y| (x, y)));
            let broken: Vec<(Name, Name)> =
                pairs.filter(|&(x, y)| same[x][y] && !self.agree(&same, x, y)).collect();
            if broken.is_empty() {
                return Ok(same);
            }
            broken.into_iter().for_each(|(x, y)| same[x][y] = false);
        }
    }

    /// Whether everybody's information states have the same members, as far as is known.
    fn agree(&self, same: &[Vec<bool>], x: Name, y: Name) -> bool {
        let covered = |these: &BTreeSet<Name>, by: &BTreeSet<Name>| {
            these.iter().all(|&x| by.iter().any(|&y| same[x][y] && same[y][x]))
        };
        let of_x = &self.equations[x].information;
        let of_y = &self.equations[y].information;
        of_x.iter().all(|(a, here)| {
            of_y.get(a).is_some_and(|there| covered(here, there) && covered(there, here))
        })
    }

    /// w ⊨ φ. In what was given, agents may have cells.
    fn holds(
        &self,
        semantics: &Semantics<'_>,
        w: Name,
        formula: Formula,
    ) -> Result<bool, EvalError> {
        let id = match w < self.given_count {
            true => self.given,
            false => self.model(semantics, Given::Arrows, &BTreeMap::new())?,
        };
        semantics.holds_at((id, w), formula)
    }

    /// The equations as a model: a picture of all their solutions.
    fn model(
        &self,
        semantics: &Semantics<'_>,
        otherwise: Given,
        given: &BTreeMap<Agent, Given>,
    ) -> Result<ModelId, EvalError> {
        let names = 0..self.equations.len();
        admit(names.len(), &semantics.limits).map_err(EvalError::Limit)?;
        semantics.spend(names.len() * names.len())?;
        let world = |of: &Possibility| {
            let mut world = World {
                name: of.name.clone(),
                events: of.events.clone(),
                atoms: of.atoms.clone(),
                ..World::default()
            };
            world.weight.lose(self.action);
            world
        };
        let agents: BTreeSet<Agent> =
            self.equations.iter().flat_map(|of| of.information.keys().copied()).collect();
        let access = |&a: &Agent| {
            let row = |of: &Possibility| {
                let seen = of.information.get(&a);
                names.clone().map(|y| seen.is_some_and(|seen| seen.contains(&y))).collect()
            };
            let given = given.get(&a).copied().unwrap_or(otherwise);
            (a, Access { given, pairs: self.equations.iter().map(row).collect() })
        };
        let model = Model {
            worlds: self.equations.iter().map(world).collect(),
            access: agents.iter().map(access).collect(),
        };
        let objects = names.map(Object::Possibility).collect();
        semantics.add_model(Constructed { objects, model: Arc::new(model) })
    }
}

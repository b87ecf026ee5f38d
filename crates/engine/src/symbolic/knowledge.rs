//! Knowledge in models whose worlds are not listed. What an agent can imagine is found in one
//! pass over the diagrams of the law and of the formula: what they do not see is quantified away
//! while the two are joined. Common knowledge is a fixed point.
//!
//! Values outside of the law are meaningless.

use super::model::{Access, Model, without};
use crate::diagram::{Diagram, Variable};
use crate::limits::Limit;
use hexa_logic::{Agent, Group};

type Made = Result<Diagram, Limit>;

/// A diagram of fewer nodes is not worth simplifying.
const WIDE: usize = 4096;

impl Model {
    /// Where an agent can imagine that something holds.
    pub(super) fn imagines(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.and_exists(&self.law, set, &self.hidden_cube(seeing)?)
            }
            Some(Access::Arrows(arrows)) => self.before(arrows, &self.worlds(set)?),
            // Who has no access is not spoken of: that was checked before.
            None => Ok(self.diagrams.constant(false)),
        }
    }

    /// The worlds from which arrows lead to some of these worlds.
    fn before(&self, arrows: &Diagram, worlds: &Diagram) -> Made {
        let twins: Vec<Variable> = self.variables.iter().map(|v| v.twin()).collect();
        let there = self.as_second(worlds)?;
        self.diagrams.and_exists(arrows, &there, &self.diagrams.cube(&twins)?)
    }

    /// Where an agent knows something.
    pub(super) fn knows(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.implies_forall(&self.law, set, &self.hidden_cube(seeing)?)
            }
            _ => self.diagrams.not(&self.doubts(agent, set)?),
        }
    }

    /// Where an agent can imagine that something does not hold.
    fn doubts(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.minus_exists(&self.law, set, &self.hidden_cube(seeing)?)
            }
            _ => self.imagines(agent, &self.diagrams.not(set)?),
        }
    }

    /// Where an agent knows whether something holds.
    pub(super) fn knows_whether(&self, agent: Agent, set: &Diagram) -> Made {
        self.diagrams.not(&self.unsure(agent, set)?)
    }

    /// Where an agent does not know whether something holds.
    pub(super) fn unsure(&self, agent: Agent, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        match self.access(agent) {
            // With one variable hidden, both its values must be possible and make a difference.
            Some(Access::Sees(seeing)) if self.hides_one(agent) => {
                let hidden = self.hidden_cube(seeing)?;
                let either = diagrams.forall(&self.law, &hidden)?;
                diagrams.and(&either, &diagrams.differs(set, &hidden)?)
            }
            _ => diagrams.and(&self.imagines(agent, set)?, &self.doubts(agent, set)?),
        }
    }

    /// Whether an agent sees all variables but one.
    pub(super) fn hides_one(&self, agent: Agent) -> bool {
        let Some(Access::Sees(seeing)) = self.access(agent) else { return false };
        seeing.seen.len() + 1 == self.variables.len()
    }

    /// Where each of some agents does not know whether something holds. The law is gone through once for
    /// all of them to whom one variable is hidden.
    pub(super) fn each_unsure(&self, of: &[(Agent, &Diagram)]) -> Made {
        let (mut hidden, mut parts) = (Vec::new(), Vec::new());
        for &(agent, set) in of {
            match self.access(agent) {
                Some(Access::Sees(seeing)) if self.hides_one(agent) => {
                    hidden.extend(without(&self.variables, &seeing.seen));
                    parts.push(self.diagrams.differs(set, &self.hidden_cube(seeing)?)?);
                }
                _ => parts.push(self.unsure(agent, set)?),
            }
        }
        if !hidden.is_empty() {
            parts.push(self.diagrams.forall_each(&self.law, &self.diagrams.cube(&hidden)?)?);
        }
        self.all(parts.iter())
    }

    /// The conjunction of all, from the last to the first: those that speak of late variables
    /// are small, and what was found for them is found again for the earlier ones.
    pub(super) fn all<'d>(&self, of: impl DoubleEndedIterator<Item = &'d Diagram>) -> Made {
        let (mut all, mut made) = (self.diagrams.constant(true), self.diagrams.made());
        for part in of.rev() {
            all = self.diagrams.and(part, &all)?;
            if self.is_wide(&mut made, &all) {
                all = self.worlds(&all)?;
            }
        }
        Ok(all)
    }

    /// The disjunction of all, likewise.
    pub(super) fn some<'d>(&self, of: impl DoubleEndedIterator<Item = &'d Diagram>) -> Made {
        let (mut some, mut made) = (self.diagrams.constant(false), self.diagrams.made());
        for part in of.rev() {
            some = self.diagrams.or(part, &some)?;
            if self.is_wide(&mut made, &some) {
                some = self.worlds(&some)?;
            }
        }
        Ok(some)
    }

    /// Whether it may pay to forget what is said about valuations that are no worlds: looked at when many nodes
    /// were made since the last time, for counting them takes as long as an operation.
    fn is_wide(&self, made: &mut u64, set: &Diagram) -> bool {
        let now = self.diagrams.made();
        if now - *made < 2 * self.law_size().max(WIDE) as u64 {
            return false;
        }
        *made = now;
        !set.is_at_most(WIDE.max(self.law_size() / 2))
    }

    /// Where everybody in a group knows something.
    pub(super) fn everybody(&self, group: &Group, set: &Diagram) -> Made {
        let (mut hidden, mut known) = (Vec::new(), Vec::new());
        for agent in group.iter() {
            match self.access(agent) {
                Some(Access::Sees(seeing)) if self.hides_one(agent) => {
                    hidden.extend(without(&self.variables, &seeing.seen));
                }
                _ => known.push(self.knows(agent, set)?),
            }
        }
        if !hidden.is_empty() {
            let rule = self.diagrams.implies(&self.law, set)?;
            known.push(self.diagrams.forall_each(&rule, &self.diagrams.cube(&hidden)?)?);
        }
        self.all(known.iter())
    }

    /// Where something is commonly known: from there nothing else can be reached.
    pub(super) fn common(&self, group: &Group, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let mut doubtful = diagrams.minus(&self.law, set)?;
        let agents: Vec<Agent> = group.iter().collect();
        // Agents in turn, until none of them has added anything.
        let (mut idle, mut turn) = (0, 0);
        while idle < agents.len() && !doubtful.is_false() && doubtful != self.law {
            let imagined = self.imagines(agents[turn], &doubtful)?;
            let next = diagrams.or(&doubtful, &self.worlds(&imagined)?)?;
            idle = if next == doubtful { idle + 1 } else { 0 };
            doubtful = next;
            turn = (turn + 1) % agents.len();
        }
        diagrams.not(&doubtful)
    }

    /// Where the agents of a group know something together.
    pub(super) fn distributed_knowledge(&self, group: &Group, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let doubtful = diagrams.minus(&self.law, set)?;
        let seen = group.iter().map(|agent| match self.access(agent) {
            Some(Access::Sees(seeing)) => Some(&seeing.seen),
            _ => None,
        });
        let imagined = match seen.collect::<Option<Vec<_>>>() {
            Some(seen) => {
                let mut together: Vec<Variable> =
                    seen.iter().flat_map(|s| s.iter()).copied().collect();
                together.sort_unstable();
                let hidden = diagrams.cube(&without(&self.variables, &together))?;
                diagrams.exists(&doubtful, &hidden)?
            }
            None => self.before(&self.meet(group)?, &doubtful)?,
        };
        diagrams.not(&imagined)
    }

    /// The access that all of a group have, as a function of two worlds.
    fn meet(&self, group: &Group) -> Made {
        let mut meet = self.diagrams.constant(true);
        for agent in group.iter() {
            if let Some(access) = self.access(agent) {
                meet = self.diagrams.and(&meet, &self.relation_diagram(access)?)?;
            }
        }
        Ok(meet)
    }

    /// Access as a function of two worlds.
    pub(super) fn relation_diagram(&self, access: &Access) -> Made {
        match access {
            Access::Sees(seeing) => self.same(&seeing.seen),
            Access::Arrows(arrows) => Ok(arrows.clone()),
        }
    }

    /// The worlds that the access of a group leads to from some worlds, those included.
    pub(super) fn reachable(&self, group: &Group, from: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let mut reached = from.clone();
        let agents: Vec<Agent> = group.iter().collect();
        let (mut idle, mut turn) = (0, 0);
        while idle < agents.len() && reached != self.law {
            let next = diagrams.or(&reached, &self.after(agents[turn], &reached)?)?;
            idle = if next == reached { idle + 1 } else { 0 };
            reached = next;
            turn = (turn + 1) % agents.len();
        }
        Ok(reached)
    }

    /// The worlds that an agent can imagine in some of these worlds.
    fn after(&self, agent: Agent, worlds: &Diagram) -> Made {
        let there = match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.exists(worlds, &self.hidden_cube(seeing)?)?
            }
            Some(Access::Arrows(arrows)) => {
                let cube = self.diagrams.cube(&self.variables)?;
                self.as_first(&self.diagrams.and_exists(arrows, worlds, &cube)?)?
            }
            None => return Ok(self.diagrams.constant(false)),
        };
        self.worlds(&there)
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::order::Order;
    use crate::symbolic::build;
    use hexa_logic::{
        Agent, Atom, Formula, FormulaNode, Group, Modality, Setup, Structure, Terms, Vocabulary,
    };

    /// How many nodes are made until so many children, all of them muddy, know it: asked in one formula.
    fn nodes_for_muddy_children(children: usize) -> u64 {
        let (mut names, mut terms) = (Vocabulary::default(), Terms::default());
        for child in 0..children {
            names.add_agent(child.to_string());
            names.add_atom(&format!("p{child}"));
        }
        let atoms: Vec<Atom> = (0..children).map(Atom::from_index).collect();
        let muddy = atoms.iter().map(|&atom| terms.formula(FormulaNode::Atom(atom)));
        let muddy: Vec<Formula> = muddy.collect();
        let others = |child: usize| [&muddy[..child], &muddy[child + 1..]].concat();
        let observations = (0..children).map(others).collect();
        let structure =
            Structure { observations, law: Terms::TRUE, point: Some(atoms.clone()), atoms };
        let unsure = muddy.iter().enumerate().map(|(child, &own)| {
            let whether = FormulaNode::KnowsWhether(Agent::from_index(child), own);
            let whether = terms.formula(whether);
            terms.formula(FormulaNode::Not(whether))
        });
        let nobody = FormulaNode::And(unsure.collect());
        let (nobody, all) = (terms.formula(nobody), FormulaNode::And(muddy.clone().into()));
        let somebody = terms.formula(FormulaNode::Or(muddy.into()));
        let everybody = Group::first(children);
        let all = terms.formula(all);
        let mut asked = terms.formula(FormulaNode::Common(everybody.clone(), all));
        for said in std::iter::repeat_n(nobody, children - 1).chain([somebody]) {
            let told = terms.announcement(everybody.clone(), said);
            asked = terms.formula(FormulaNode::After(Modality::Some, told, asked));
        }
        let (setup, limits) = (Setup::Structure(structure), Limits::default());
        let state = build(&setup, &names, &terms, &limits, Order::Auto).expect("a state");
        assert_eq!(state.holds(&terms, asked), Ok(true));
        state.model.diagrams.made()
    }

    #[test]
    fn twice_as_many_muddy_children_take_at_most_ten_times_the_nodes() {
        let (few, many) = (nodes_for_muddy_children(20), nodes_for_muddy_children(40));
        // 2^3.3 is 9.8.
        assert!(10 * many <= 98 * few, "{few} nodes for 20 children, {many} for 40");
    }
}

//! States in the words of another vocabulary, so that states of two documents can be
//! compared.

use crate::explicit::bits::Bits;
use crate::explicit::model::Model;
use crate::explicit::relation::{Relation, ranks};
use crate::explicit::state::State;
use crate::limits::Limit;
use hexa_logic::{Agent, Atom, Group, World};
use std::sync::Arc;

/// The relevant part of a state, with new indices for its agents and atoms: for each old one the
/// new one. No two become the same.
pub fn rename_state(state: &State, agents: &[Agent], atoms: &[Atom]) -> Result<State, Limit> {
    let pace = &state.pace();
    let relevant = state.relevant_worlds(pace)?;
    let point = World(ranks(&relevant, pace)?[state.point().index()]);
    let state = state.only(&relevant, pace)?;
    let model = state.model();
    let nowhere = Arc::new(Bits::with_capacity(model.worlds()));
    let mut columns = vec![nowhere; bound(atoms.iter().map(|atom| atom.index()))];
    for (column, atom) in model.columns().iter().zip(atoms) {
        columns[atom.index()] = Arc::clone(column);
    }
    let mut relations: Vec<Option<Arc<Relation>>> =
        vec![None; bound(agents.iter().map(|agent| agent.index()))];
    for (at, agent) in agents.iter().enumerate() {
        relations[agent.index()] = model.shared_relation(Agent::from_index(at));
    }
    let group: Group = state.group().iter().map(|agent| agents[agent.index()]).collect();
    let called = model.called_all(0..model.worlds());
    let model = Model::new(model.worlds(), columns, relations, called);
    Ok(State::initial(model, point, state.limits().clone()).with_group(group))
}

fn bound(indices: impl Iterator<Item = usize>) -> usize {
    indices.max().map_or(0, |most| most + 1)
}

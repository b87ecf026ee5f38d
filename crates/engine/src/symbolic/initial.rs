//! Initial states, built from their descriptions without listing their worlds: deals (thesis
//! def. 6), knowledge structures, hypercubes (section 7.3). Models written out are listed first.

use super::State;
use super::cliques::{self, Exclusions};
use super::conversion::{self, Building};
use super::interpretation::Interpreter;
use super::model::{Likelihood, Listing, Parts, Sight};
use super::order;
use crate::building::{BuildError, Misfit};
use crate::diagram::{Diagram, Diagrams, Variable};
use crate::explicit::initial;
use crate::limits::{Limit, Limits};
use crate::order::Order;
use crate::propositional::Proposition;
use crate::propositional::conjuncts;
use hexa_logic::{
    Agent, Atom, Card, DealSetup, Formula, FormulaNode, Group, Holder, Hypercube, Setup,
    Sight as Looked, Structure, Terms, Vocabulary,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Builds an initial state, its variables in some order.
pub(crate) fn build(
    setup: &Setup,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
    order: Order,
) -> Result<State, BuildError> {
    let site = Site { vocabulary, terms, limits, order };
    match setup {
        Setup::Deal(deal) => site.deal(deal),
        Setup::Structure(structure) => site.structure(structure),
        Setup::Hypercube(cube) => site.hypercube(cube),
        Setup::Model(_) => {
            let listed = initial::build(setup, vocabulary, terms, limits)?;
            Ok(conversion::import(&listed, limits, Likelihood::Equal)?)
        }
        Setup::Weighed(_) => Err(BuildError::Weighed),
    }
}

struct Site<'a> {
    vocabulary: &'a Vocabulary,
    terms: &'a Terms,
    limits: &'a Limits,
    order: Order,
}

impl Site<'_> {
    /// A model of all valuations of some variables; nobody sees anything.
    fn start(&self, variables: usize) -> Building {
        let diagrams = Arc::new(Diagrams::new(self.limits.nodes, self.limits.stop.clone()));
        Building {
            law: diagrams.constant(true),
            values: vec![diagrams.constant(false); self.vocabulary.atom_count()],
            variables: (0..variables).map(Variable::at).collect(),
            fixed: Vec::new(),
            diagrams,
        }
    }

    /// Where propositional formulas are true.
    fn truths(
        &self,
        building: &Building,
        formulas: &[Formula],
    ) -> Result<Vec<Diagram>, BuildError> {
        let bare = Parts {
            diagrams: Arc::clone(&building.diagrams),
            variables: building.variables.clone(),
            law: building.diagrams.constant(true),
            values: building.values.clone().into(),
            sights: Vec::new(),
            listing: Arc::default(),
            likelihood: Likelihood::Equal,
        };
        let model = Arc::new(bare.model());
        let mut interpreter = Interpreter::new(self.terms, self.limits, model, Group::empty());
        let mut truths = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            Proposition::new(self.terms, formula)?;
            let truth = interpreter.truth(Interpreter::START, formula);
            truths.push(truth.map_err(|error| BuildError::of_law(formula, error))?);
        }
        Ok(truths)
    }

    /// Worlds that break a law are none.
    fn obey(&self, building: &mut Building, law: Formula) -> Result<(), BuildError> {
        if law != Terms::TRUE {
            let Exclusions { cliques, others } =
                Exclusions::new(self.terms, conjuncts(self.terms, law));
            let mut parts = vec![building.law.clone()];
            parts.extend(self.truths(building, &others)?);
            let nowhere = building.diagrams.constant(false);
            for clique in cliques {
                let value = |atom: Atom| building.values.get(atom.index()).unwrap_or(&nowhere);
                let values = clique.into_iter().map(|atom| value(atom).clone());
                parts.push(cliques::at_most_one(&building.diagrams, values.collect())?);
            }
            building.law = building.diagrams.smallest_first(parts)?;
        }
        match building.law.is_false() {
            true => Err(BuildError::NoWorldObeysTheLaw),
            false => Ok(()),
        }
    }

    fn finish(
        &self,
        building: Building,
        sights: Vec<Option<Sight>>,
        listing: Listing,
        point: Vec<Variable>,
    ) -> Result<State, BuildError> {
        let group = self.vocabulary.agents().collect();
        let law = building.law.clone();
        let state =
            building.finish(sights, Arc::new(listing), point, group, self.limits.clone())?;
        match state.obeys(&law) {
            true => Ok(state),
            false => Err(BuildError::PointBreaksTheLaw),
        }
    }

    fn structure(&self, setup: &Structure) -> Result<State, BuildError> {
        if setup.observations.len() != self.vocabulary.agent_count() {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let mut building = self.start(setup.atoms.len());
        let mut variable_of: FxHashMap<Atom, Variable> = FxHashMap::default();
        for (at, atom) in order::order(self.terms, setup, self.order).into_iter().enumerate() {
            let variable = Variable::at(at);
            let value = building.values.get_mut(atom.index());
            *value.ok_or(BuildError::Malformed(Misfit::Index))? =
                building.diagrams.variable(variable)?;
            variable_of.insert(atom, variable);
        }
        self.obey(&mut building, setup.law)?;
        let mut sights = Vec::new();
        for formulas in &setup.observations {
            let (mut seen, mut functions) = (Vec::new(), Vec::new());
            for &formula in formulas {
                if let FormulaNode::Atom(atom) = self.terms.node(formula) {
                    seen.extend(variable_of.get(atom))
                } else {
                    functions.push(formula)
                }
            }
            if !functions.is_empty() {
                for function in self.truths(&building, &functions)? {
                    if !function.is_true() && !function.is_false() {
                        seen.push(building.variable_for(&function)?);
                    }
                }
            }
            sights.push(Some(Sight::Sees(seen)));
        }
        let listed = setup.atoms.iter().filter_map(|atom| variable_of.get(atom)).copied();
        let listing = Listing { variables: listed.collect(), ..Listing::default() };
        let point = match &setup.point {
            Some(point) => {
                let point = point.iter().map(|atom| variable_of.get(atom).copied());
                point.collect::<Option<Vec<_>>>().ok_or(BuildError::PointBreaksTheLaw)?
            }
            // The first world that obeys the law.
            None => first_world(&building, &listing)?,
        };
        self.finish(building, sights, listing, point)
    }

    fn hypercube(&self, setup: &Hypercube) -> Result<State, BuildError> {
        let agents = self.vocabulary.agent_count();
        if setup.atoms.len() != agents || setup.point.len() != agents {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let mut building = self.start(setup.atoms.iter().map(Vec::len).sum());
        let (mut sights, mut point, mut next) = (Vec::new(), Vec::new(), 0);
        for (states, &actual) in setup.atoms.iter().zip(&setup.point) {
            let own: Vec<Variable> = (next..next + states.len()).map(Variable::at).collect();
            next += states.len();
            for (&atom, &variable) in states.iter().zip(&own) {
                let value = building.values.get_mut(atom.index());
                *value.ok_or(BuildError::Malformed(Misfit::Index))? =
                    building.diagrams.variable(variable)?;
            }
            let (yes, no) = (building.diagrams.constant(true), building.diagrams.constant(false));
            let each = own.iter().map(|&variable| building.diagrams.variable(variable));
            let each = each.collect::<Result<Vec<_>, _>>()?;
            let mut one = vec![&yes; own.len()];
            one.push(&no);
            let one = building.diagrams.one_or_none(&each, &[one])?.swap_remove(0);
            building.law = building.diagrams.and(&building.law, &one)?;
            point.push(*own.get(actual).ok_or(BuildError::Malformed(Misfit::Index))?);
            sights.push(Some(Sight::Sees(own)));
        }
        let listing =
            Listing { variables: building.variables.clone(), first: true, ..Listing::default() };
        self.finish(building, sights, listing, point)
    }

    fn deal(&self, setup: &DealSetup) -> Result<State, BuildError> {
        let holders: Vec<Holder> = self.vocabulary.holders().collect();
        if setup.deal.hands().len() != holders.len() {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let mut cards: Vec<Card> = setup.deal.hands().iter().flatten().copied().collect();
        cards.sort_unstable();
        // A card that nobody holds lies on the table: that takes no variable.
        let agents = self.vocabulary.agent_count();
        let mut building = self.start(cards.len() * agents);
        let variable = |card: usize, agent: usize| Variable::at(card * agents + agent);
        for (at, &card) in cards.iter().enumerate() {
            let own: Vec<Variable> = (0..agents).map(|agent| variable(at, agent)).collect();
            for &holder in &holders {
                let Some(atom) = self.vocabulary.holding_atom(card, holder) else { continue };
                building.values[atom.index()] = match holder {
                    Holder::Agent(agent) => building.diagrams.variable(own[agent.index()])?,
                    Holder::Table => none_of(&building.diagrams, &own)?,
                };
            }
        }
        building.law =
            deals(&building.diagrams, cards.len(), (agents, &setup.deal.size()), self.limits)?;
        self.obey(&mut building, setup.law)?;
        let sight = |agent: Agent| match setup.sight {
            Looked::FaceDown => Sight::Sees(Vec::new()),
            Looked::OwnCards => {
                let own = (0..cards.len()).map(|card| variable(card, agent.index()));
                Sight::Sees(own.collect())
            }
        };
        let sights = self.vocabulary.agents().map(|agent| Some(sight(agent))).collect();
        let mut point = Vec::new();
        for (holder, hand) in setup.deal.holdings() {
            if let Holder::Agent(agent) = holder {
                let places = hand.iter().filter_map(|card| cards.binary_search(card).ok());
                point.extend(places.map(|card| variable(card, agent.index())));
            }
        }
        let listing =
            Listing { variables: building.variables.clone(), first: true, ..Listing::default() };
        self.finish(building, sights, listing, point)
    }
}

/// Where none of these variables is true.
fn none_of(diagrams: &Diagrams, variables: &[Variable]) -> Result<Diagram, Limit> {
    let mut none = diagrams.constant(true);
    for &variable in variables.iter().rev() {
        none = diagrams.minus(&none, &diagrams.variable(variable)?)?;
    }
    Ok(none)
}

/// The deals in which every holder has as many cards as they should (thesis def. 3), card by card: what matters
/// of the cards before is how many each holder has of them.
fn deals(
    diagrams: &Diagrams,
    cards: usize,
    (agents, sizes): (usize, &[usize]),
    limits: &Limits,
) -> Result<Diagram, Limit> {
    let hands = Hands::new(sizes);
    // There is at least a node for each way to have had some of the cards.
    if hands.count().is_none_or(|count| count > u128::from(limits.nodes)) {
        return Err(Limit::Nodes(limits.nodes));
    }
    // The hands that holders can have before each card.
    let mut layers: Vec<Vec<u128>> = vec![vec![0]];
    for _ in 0..cards {
        let last = layers.last().into_iter().flatten();
        let mut next: Vec<u128> = last.flat_map(|&held| hands.after(held).flatten()).collect();
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    let nowhere = diagrams.constant(false);
    let mut after: FxHashMap<u128, Diagram> = FxHashMap::default();
    for held in layers.pop().into_iter().flatten() {
        after.insert(held, diagrams.constant(true));
    }
    for (card, layer) in layers.into_iter().enumerate().rev() {
        let variables =
            (0..agents).map(|agent| diagrams.variable(Variable::at(card * agents + agent)));
        let variables = variables.collect::<Result<Vec<_>, _>>()?;
        // Whom the card can go to; to nobody if it goes to the table.
        let owners = layer.iter().map(|&held| {
            let given = hands.after(held).map(|held| held.and_then(|held| after.get(&held)));
            let mut given: Vec<&Diagram> = given.map(|given| given.unwrap_or(&nowhere)).collect();
            given.resize(agents + 1, &nowhere);
            given
        });
        let made = diagrams.one_or_none(&variables, &owners.collect::<Vec<_>>())?;
        after = layer.into_iter().zip(made).collect();
    }
    Ok(after.into_values().next().unwrap_or(nowhere))
}

/// How many cards each holder has, as digits of one number.
struct Hands {
    /// For each holder the value of their digit, and their most.
    digits: Vec<(u128, u128)>,
    count: Option<u128>,
}

impl Hands {
    fn new(sizes: &[usize]) -> Self {
        let mut count = Some(1u128);
        let mut digits = Vec::new();
        for &size in sizes {
            digits.push((count.unwrap_or(1), size as u128));
            count = count.and_then(|count| count.checked_mul(size as u128 + 1));
        }
        Self { digits, count }
    }

    /// How many there are; none if that is more than fits.
    fn count(&self) -> Option<u128> {
        self.count
    }

    /// For each holder the hands after they are given a card, if they may have another.
    fn after(&self, held: u128) -> impl Iterator<Item = Option<u128>> {
        let given = move |&(value, most): &(u128, u128)| {
            (held / value % (most + 1) < most).then_some(held + value)
        };
        self.digits.iter().map(given)
    }
}

/// The variables that are true in the first world of a listing.
fn first_world(building: &Building, listing: &Listing) -> Result<Vec<Variable>, Limit> {
    // Diagrams list their worlds in the order of their variables.
    if listing.variables.is_sorted() {
        let first = building.law.solutions(&building.variables).next().unwrap_or_default();
        let held = building.variables.iter().zip(first).filter(|(_, value)| *value);
        let listed = |v: &Variable| listing.variables.binary_search(v).is_ok();
        return Ok(held.map(|(&variable, _)| variable).filter(listed).collect());
    }
    let diagrams = &building.diagrams;
    let (mut worlds, mut point) = (building.law.clone(), Vec::new());
    for &variable in &listing.variables {
        let literal = diagrams.variable(variable)?;
        let without = diagrams.minus(&worlds, &literal)?;
        worlds = match without.is_false() {
            true => {
                point.push(variable);
                diagrams.and(&worlds, &literal)?
            }
            false => without,
        };
    }
    Ok(point)
}

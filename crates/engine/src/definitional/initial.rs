//! Initial states in the most literal way: list everything that could be a world,
//! and keep what is one.

use super::semantics::Semantics;
use super::weights::Weight;
use super::{Access, Given, Model, State, World};
use crate::building::{BuildError, Counted, Misfit};
use crate::limits::{Limit, Limits};
use crate::propositional::NotPropositional;
use dashu_int::UBig;
use hexa_logic::{
    Agent, Atom, DealSetup, Formula, Hypercube, ModelSetup, Ratio, RelationSetup, Setup, Sight,
    Structure, Terms, Vocabulary, WeighedModel,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most worlds that this engine takes.
pub const MAX_WORLDS: u64 = 4096;

/// The most candidates for worlds that are listed.
const MAX_CANDIDATES: u64 = 1 << 20;

/// Builds an initial state.
pub fn build(
    setup: &Setup,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
) -> Result<State, BuildError> {
    let site = Site { vocabulary, terms, limits };
    match setup {
        Setup::Deal(deal) => site.deal(deal),
        Setup::Structure(structure) => site.structure(structure),
        Setup::Hypercube(cube) => site.hypercube(cube),
        Setup::Model(model) => site.written_out(model, None),
        Setup::Weighed(WeighedModel { model, weights }) => site.written_out(model, Some(weights)),
    }
}

type Valuation = BTreeSet<Atom>;

struct Site<'a> {
    vocabulary: &'a Vocabulary,
    terms: &'a Terms,
    limits: &'a Limits,
}

impl Site<'_> {
    /// The deals of the size of this one (thesis defs. 3 and 6): all functions from cards to
    /// holders under which everybody has as many cards.
    fn deal(&self, setup: &DealSetup) -> Result<State, BuildError> {
        let holders: Vec<_> = self.vocabulary.holders().collect();
        let mut cards: Vec<_> = setup.deal.hands().iter().flatten().copied().collect();
        cards.sort_unstable();
        let functions = self.combinations(&vec![holders.len(); cards.len()])?;
        let sized = |function: &Vec<usize>| {
            let size = |h: usize| function.iter().filter(|&&holder| holder == h).count();
            (0..holders.len()).map(size).eq(setup.deal.size())
        };
        let valuation = |function: Vec<usize>| -> Valuation {
            let held = cards.iter().zip(function);
            held.filter_map(|(&card, at)| self.vocabulary.holding_atom(card, holders[at])).collect()
        };
        let deals: Vec<Valuation> = functions.into_iter().filter(sized).map(valuation).collect();
        let point = setup.deal.holdings().flat_map(|(holder, hand)| {
            hand.iter().filter_map(move |&card| self.vocabulary.holding_atom(card, holder))
        });
        let deals = self.obeying(setup.law, deals)?;
        let own = |agent, deal: &Valuation| -> Vec<Atom> {
            let holder = hexa_logic::Holder::Agent(agent);
            let mine = |atom: &&Atom| {
                self.vocabulary.holding(**atom).is_some_and(|(_, who)| who == holder)
            };
            match setup.sight {
                Sight::OwnCards => deal.iter().filter(mine).copied().collect(),
                Sight::FaceDown => Vec::new(),
            }
        };
        self.state(deals, own, &point.collect())
    }

    fn structure(&self, setup: &Structure) -> Result<State, BuildError> {
        if setup.observations.len() != self.vocabulary.agent_count() {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let choices = self.combinations(&vec![2; setup.atoms.len()])?;
        let valuation = |choice: Vec<usize>| -> Valuation {
            setup.atoms.iter().zip(choice).filter(|&(_, c)| c == 1).map(|(&a, _)| a).collect()
        };
        let worlds = self.obeying(setup.law, choices.into_iter().map(valuation).collect())?;
        for &formula in setup.observations.iter().flatten() {
            self.propositional(formula, 0)?;
        }
        let model = Arc::new(without_access(&worlds));
        let semantics = Semantics::new(self.terms, &model, self.limits);
        let place: BTreeMap<&Valuation, usize> = worlds.iter().zip(0..).collect();
        let mut seen: BTreeMap<(Agent, usize), Vec<bool>> = BTreeMap::new();
        for (agent, formulas) in self.vocabulary.agents().zip(&setup.observations) {
            for world in 0..worlds.len() {
                let values = formulas.iter().map(|&f| semantics.holds(world, f));
                let values = values.collect::<Result<_, _>>().map_err(too_long)?;
                seen.insert((agent, world), values);
            }
        }
        let look = |agent, world: &Valuation| seen[&(agent, place[world])].clone();
        let first = || worlds.first().cloned().unwrap_or_default();
        let point = setup.point.as_ref().map(|atoms| atoms.iter().copied().collect());
        self.state(worlds.clone(), look, &point.unwrap_or_else(first))
    }

    fn hypercube(&self, setup: &Hypercube) -> Result<State, BuildError> {
        let agents = self.vocabulary.agent_count();
        if setup.atoms.len() != agents || setup.point.len() != agents {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let sizes: Vec<usize> = setup.atoms.iter().map(Vec::len).collect();
        let local = |choice: Vec<usize>| -> Valuation {
            setup.atoms.iter().zip(choice).map(|(states, at)| states[at]).collect()
        };
        let worlds: Vec<Valuation> = self.combinations(&sizes)?.into_iter().map(local).collect();
        let point = setup.atoms.iter().zip(&setup.point).map(|(states, &at)| states.get(at));
        let point: Option<Valuation> = point.map(|atom| atom.copied()).collect();
        let own = |agent: Agent, world: &Valuation| -> Vec<Atom> {
            setup.atoms[agent.index()].iter().filter(|atom| world.contains(atom)).copied().collect()
        };
        self.state(worlds, own, &point.ok_or(BuildError::Malformed(Misfit::Index))?)
    }

    fn written_out(
        &self,
        setup: &ModelSetup,
        weights: Option<&Vec<Ratio>>,
    ) -> Result<State, BuildError> {
        let count = setup.worlds.len();
        if weights.is_some_and(|weights| weights.len() != count) {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        self.admit(UBig::from(count), MAX_WORLDS, Counted::Exactly)?;
        if setup.point.index() >= count {
            return Err(BuildError::Malformed(Misfit::Index));
        }
        let mut access = BTreeMap::new();
        for (agent, relation) in setup.relations.iter().enumerate() {
            if let Some(relation) = relation {
                access.insert(Agent::from_index(agent), written_access(relation, count)?);
            }
        }
        let weight = |at: usize| weights.map(|weights| Weight::from(weights[at]));
        let worlds = setup.worlds.iter().enumerate().map(|(at, world)| World {
            name: Some(world.name.clone()),
            atoms: world.atoms.iter().copied().collect(),
            weight: weight(at).unwrap_or_default(),
            ..World::default()
        });
        let model = Arc::new(Model { worlds: worlds.collect(), access });
        Ok(State { model, point: setup.point.index(), limits: self.limits.clone() })
    }

    /// All ways to choose one of so many at every place, in order.
    fn combinations(&self, sizes: &[usize]) -> Result<Vec<Vec<usize>>, BuildError> {
        let count: UBig = sizes.iter().map(|&size| UBig::from(size)).product();
        self.admit(count, MAX_CANDIDATES, Counted::Candidates)?;
        let mut all = vec![Vec::new()];
        for &size in sizes {
            let longer = |choice: Vec<usize>| {
                (0..size).map(move |next| [choice.as_slice(), &[next]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        Ok(all)
    }

    fn admit(&self, worlds: UBig, most: u64, counted: Counted) -> Result<(), BuildError> {
        let most = match counted {
            Counted::Candidates => most,
            Counted::Exactly | Counted::BeforeTheLaw | Counted::AtLeast => {
                self.limits.max_worlds.map_or(most, |limit| limit.min(most))
            }
        };
        match worlds > UBig::from(most) {
            true => Err(BuildError::TooManyWorlds { worlds, counted, limit: Limit::Worlds(most) }),
            false => Ok(()),
        }
    }

    fn obeying(&self, law: Formula, worlds: Vec<Valuation>) -> Result<Vec<Valuation>, BuildError> {
        self.propositional(law, 0)?;
        let model = Arc::new(without_access(&worlds));
        let semantics = Semantics::new(self.terms, &model, self.limits);
        let mut kept = Vec::new();
        for (at, world) in worlds.into_iter().enumerate() {
            if semantics.holds(at, law).map_err(too_long)? {
                kept.push(world);
            }
        }
        self.admit(UBig::from(kept.len()), MAX_WORLDS, Counted::Exactly)?;
        match kept.is_empty() {
            true => Err(BuildError::NoWorldObeysTheLaw),
            false => Ok(kept),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn propositional(&self, formula: Formula, depth: usize) -> Result<(), BuildError> {
        use hexa_logic::FormulaNode as F;
        if depth > 500 {
            return Err(BuildError::SearchTooLong { found: 0, limit: Limit::Depth(500) });
        }
        let all = |of: &[Formula]| of.iter().try_for_each(|&f| self.propositional(f, depth + 1));
        match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => Ok(()),
            F::Not(f) => all(&[*f]),
            F::And(of) | F::Or(of) | F::Count(of, _) => all(of),
            F::Implies(f, g) | F::Iff(f, g) => all(&[*f, *g]),
            _ => Err(BuildError::NotPropositional(NotPropositional { formula })),
        }
    }

    /// Worlds look the same to an agent iff they see the same in them.
    fn state<T: PartialEq>(
        &self,
        worlds: Vec<Valuation>,
        sees: impl Fn(Agent, &Valuation) -> T,
        point: &Valuation,
    ) -> Result<State, BuildError> {
        self.admit(UBig::from(worlds.len()), MAX_WORLDS, Counted::Exactly)?;
        let access = self.vocabulary.agents().map(|agent| {
            let sights: Vec<T> = worlds.iter().map(|world| sees(agent, world)).collect();
            let row = |v: &T| sights.iter().map(|w| v == w).collect();
            (agent, Access { given: Given::Cells, pairs: sights.iter().map(row).collect() })
        });
        let access = access.collect();
        let at = worlds.iter().position(|world| world == point);
        let model = Model { access, ..without_access(&worlds) };
        let point = at.ok_or(BuildError::PointBreaksTheLaw)?;
        Ok(State { model: Arc::new(model), point, limits: self.limits.clone() })
    }
}

fn without_access(worlds: &[Valuation]) -> Model {
    let worlds = worlds.iter().map(|atoms| World { atoms: atoms.clone(), ..World::default() });
    Model { worlds: worlds.collect(), access: BTreeMap::new() }
}

fn written_access(relation: &RelationSetup, count: usize) -> Result<Access, BuildError> {
    let mut pairs = vec![vec![false; count]; count];
    let given = match relation {
        RelationSetup::Cells(class) if class.len() != count => {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        RelationSetup::Cells(class) => {
            for (v, row) in pairs.iter_mut().enumerate() {
                row.iter_mut().enumerate().for_each(|(w, cell)| *cell = class[v] == class[w]);
            }
            Given::Cells
        }
        RelationSetup::Arrows(arrows) => {
            for &(v, w) in arrows {
                let row = pairs.get_mut(v as usize).and_then(|row| row.get_mut(w as usize));
                *row.ok_or(BuildError::Malformed(Misfit::Index))? = true;
            }
            Given::Arrows
        }
    };
    Ok(Access { given, pairs })
}

fn too_long(error: crate::evaluation::EvalError) -> BuildError {
    let limit = match error {
        crate::evaluation::EvalError::Limit(limit) => limit,
        crate::evaluation::EvalError::Undefined(_)
        | crate::evaluation::EvalError::Unsupported(_)
        | crate::evaluation::EvalError::NoProbability { .. }
        | crate::evaluation::EvalError::Unweighed { .. }
        | crate::evaluation::EvalError::Disagreement { .. }
        | crate::evaluation::EvalError::Unanswerable { .. } => Limit::Work(0),
    };
    BuildError::SearchTooLong { found: 0, limit }
}

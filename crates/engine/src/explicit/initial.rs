//! Initial states, built from their descriptions: deals (thesis def. 6), knowledge
//! structures, hypercubes (section 7.3) and models written out. How many worlds
//! there will be is known, exactly, before anything is built.

use crate::building::{BuildError, Counted, Misfit, multinomial, state_size};
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::called::Called;
use crate::explicit::model::Model;
use crate::explicit::relation::{Arrows, Cells, Digits, Relation};
use crate::explicit::state::State;
use crate::explicit::truth;
use crate::explicit::valuations;
use crate::explicit::weights::Weights;
use crate::limits::{Limits, Pace};
use crate::propositional::Proposition;
use dashu_int::UBig;
use hexa_logic::{
    Atom, Card, DealSetup, Formula, FormulaNode, Holder, Hypercube, ModelSetup, RelationSetup,
    Setup, Sight, Stopped, Structure, Terms, Vocabulary, WeighedModel, World,
};
use std::sync::Arc;

/// Builds an initial state.
pub fn build(
    setup: &Setup,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
) -> Result<State, BuildError> {
    let site = Site { vocabulary, terms, limits };
    site.admit(setup)?;
    match setup {
        Setup::Deal(deal) => site.deal(deal),
        Setup::Structure(structure) => site.structure(structure),
        Setup::Hypercube(cube) => site.hypercube(cube),
        Setup::Model(model) => site.written_out(model, Weights::default()),
        Setup::Weighed(WeighedModel { model, weights }) if weights.len() == model.worlds.len() => {
            site.written_out(model, Weights::given(weights))
        }
        Setup::Weighed(_) => Err(BuildError::Malformed(Misfit::Length)),
    }
}

/// The first state of a structure, without building the others: the atoms true in it.
pub fn first_state(
    structure: &Structure,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
) -> Result<Vec<Atom>, BuildError> {
    let law = Proposition::new(terms, structure.law)?;
    valuations::first(structure, law, terms, vocabulary, limits)
}

/// A state from its parts: for each atom the worlds where it is true, for each agent their access if they
/// have any.
pub fn assemble(
    worlds: usize,
    columns: Vec<Bits>,
    relations: Vec<Option<RelationSetup>>,
    point: World,
    limits: &Limits,
) -> Result<State, BuildError> {
    if point.index() >= worlds || columns.iter().any(|column| column.len() != worlds) {
        return Err(BuildError::Malformed(Misfit::Length));
    }
    let count = UBig::from(worlds);
    limits.admit(&count, relations.len(), columns.len()).map_err(|limit| {
        BuildError::TooManyWorlds { worlds: count, counted: Counted::Exactly, limit }
    })?;
    let columns = columns.into_iter().map(Arc::new).collect();
    let relations = written_relations(relations, worlds, &Pace::new(&limits.stop))?;
    let model = Model::new(worlds, columns, relations, None);
    Ok(State::initial(model, point, limits.clone()))
}

/// Whether the explicit engine could hold a state of that size, before building it.
pub(crate) fn admit(
    setup: &Setup,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
) -> Result<(), BuildError> {
    Site { vocabulary, terms, limits }.admit(setup)
}

/// What is needed to build: names, formulas, and how much may be used.
struct Site<'a> {
    vocabulary: &'a Vocabulary,
    terms: &'a Terms,
    limits: &'a Limits,
}

impl Site<'_> {
    /// Refuses what is known to be too large. A structure with a law is not counted before
    /// its worlds are found: the law may leave few of very many valuations.
    fn admit(&self, setup: &Setup) -> Result<(), BuildError> {
        let law = match setup {
            Setup::Deal(deal) => deal.law,
            Setup::Structure(structure) if structure.law != Terms::TRUE => return Ok(()),
            Setup::Structure(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => {
                Terms::TRUE
            }
        };
        let counted = if law == Terms::TRUE { Counted::Exactly } else { Counted::BeforeTheLaw };
        self.admit_worlds(state_size(setup), counted)
    }

    fn admit_worlds(&self, worlds: UBig, counted: Counted) -> Result<(), BuildError> {
        let (agents, atoms) = (self.vocabulary.agent_count(), self.vocabulary.atom_count());
        let admitted = self.limits.admit(&worlds, agents, atoms);
        admitted.map_err(|limit| BuildError::TooManyWorlds { worlds, counted, limit })
    }

    fn deal(&self, setup: &DealSetup) -> Result<State, BuildError> {
        let deals = Deals::of_the_size(setup, self.vocabulary)?;
        let pace = &self.pace();
        let columns = self.obeying(setup.law, deals.columns(self.vocabulary, pace)?)?;
        let point: Vec<Atom> = setup
            .deal
            .holdings()
            .flat_map(|(holder, hand)| hand.iter().map(move |&card| (card, holder)))
            .filter_map(|(card, holder)| self.vocabulary.holding_atom(card, holder))
            .collect();
        let relations = self.vocabulary.agents().map(|agent| match setup.sight {
            Sight::FaceDown => Ok(Cells::universal(columns.worlds)),
            Sight::OwnCards => {
                let cards = self.vocabulary.cards();
                let own =
                    cards.filter_map(|c| self.vocabulary.holding_atom(c, Holder::Agent(agent)));
                columns.agreeing_on(own, pace)
            }
        });
        let relations = relations.collect::<Result<_, _>>()?;
        self.finish(columns, relations, &point)
    }

    fn pace(&self) -> Pace {
        Pace::new(&self.limits.stop)
    }

    fn structure(&self, setup: &Structure) -> Result<State, BuildError> {
        let agents = self.vocabulary.agent_count();
        if setup.observations.len() != agents {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let law = Proposition::new(self.terms, setup.law)?;
        let columns = valuations::obeying(setup, law, self.terms, self.vocabulary, self.limits)?;
        let relations = self.observation_cells(setup, &columns)?;
        let first = || columns.atoms_at(0);
        let point = setup.point.clone().unwrap_or_else(first);
        self.finish(columns, relations, &point)
    }

    /// Each agent's partition: worlds that agree on what they observe.
    fn observation_cells(
        &self,
        setup: &Structure,
        columns: &Columns,
    ) -> Result<Vec<Cells>, BuildError> {
        let (world, pace) = (columns.without_access(self.limits), &self.pace());
        setup
            .observations
            .iter()
            .map(|formulas| {
                if let Some(digits) = self.hidden_digits(setup, columns.worlds, formulas) {
                    return Ok(Cells::hiding(digits));
                }
                let seen = formulas.iter().map(|&formula| self.column(&world, formula));
                let seen = seen.collect::<Result<Vec<_>, _>>()?;
                let seen: Vec<&Bits> = seen.iter().map(|column| &**column).collect();
                Ok(Cells::agreeing(columns.worlds, &seen, pace)?)
            })
            .collect()
    }

    /// The digits that are hidden from somebody who sees some formulas, if worlds are all valuations, in order,
    /// and these formulas are atoms.
    fn hidden_digits(&self, setup: &Structure, worlds: usize, seen: &[Formula]) -> Option<Digits> {
        let count = u32::try_from(setup.atoms.len()).ok().filter(|&count| count < u32::BITS)?;
        let mut sorted = setup.atoms.clone();
        sorted.sort_unstable();
        if worlds != 1 << count || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let mut hidden = (1 << count) - 1;
        for &formula in seen {
            let FormulaNode::Atom(atom) = self.terms.node(formula) else { return None };
            // The first atom is the highest digit. What is no atom of the structure is false everywhere.
            if let Some(at) = setup.atoms.iter().position(|known| known == atom) {
                hidden &= !(1 << (count - 1 - at as u32));
            }
        }
        Some(Digits { count, hidden })
    }

    fn column(&self, state: &State, formula: Formula) -> Result<Arc<Bits>, BuildError> {
        if let FormulaNode::Atom(atom) = self.terms.node(formula)
            && let Some(column) = state.model().column(*atom)
        {
            return Ok(Arc::clone(column));
        }
        Proposition::new(self.terms, formula)?;
        self.evaluate(state, formula).map(Arc::new)
    }

    fn evaluate(&self, state: &State, formula: Formula) -> Result<Bits, BuildError> {
        truth::column(state, self.terms, formula).map_err(|error| {
            if let EvalError::Limit(limit) = error {
                BuildError::SearchTooLong { found: 0, limit }
            } else {
                BuildError::of_law(formula, error)
            }
        })
    }

    /// The worlds among these that obey the law.
    fn obeying(&self, law: Formula, columns: Columns) -> Result<Columns, BuildError> {
        if law == Terms::TRUE {
            return Ok(columns);
        }
        Proposition::new(self.terms, law)?;
        let state = columns.without_access(self.limits);
        let kept = self.evaluate(&state, law)?;
        if kept.is_clear() {
            return Err(BuildError::NoWorldObeysTheLaw);
        }
        let model = state.model().restrict(&kept, &self.pace())?;
        Ok(Columns { worlds: model.worlds(), of: model.columns().to_vec() })
    }

    fn hypercube(&self, setup: &Hypercube) -> Result<State, BuildError> {
        let agents = self.vocabulary.agent_count();
        if setup.atoms.len() != agents || setup.point.len() != agents {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let worlds = usize::try_from(state_size(&Setup::Hypercube(setup.clone())))
            .map_err(|_| BuildError::Malformed(Misfit::Length))?;
        let mut columns = Columns::nowhere(worlds, self.vocabulary.atom_count());
        let mut relations = Vec::new();
        let mut point = Vec::new();
        let (mut span, pace) = (worlds, self.pace());
        for (states, &actual) in setup.atoms.iter().zip(&setup.point) {
            span /= states.len().max(1);
            let local = |world: usize| world / span % states.len();
            for (place, &atom) in states.iter().enumerate() {
                let values = (0..worlds).map(|world| local(world) == place);
                columns.set(atom, bits::pack(worlds, values, &pace)?)?;
            }
            relations.push(Cells::new(pace.table(worlds, |world| local(world) as u32)?));
            point.push(*states.get(actual).ok_or(BuildError::Malformed(Misfit::Index))?);
        }
        self.finish(columns, relations, &point)
    }

    fn written_out(&self, setup: &ModelSetup, weights: Weights) -> Result<State, BuildError> {
        let worlds = setup.worlds.len();
        if setup.point.index() >= worlds {
            return Err(BuildError::Malformed(Misfit::Index));
        }
        let mut columns = Columns::nowhere(worlds, self.vocabulary.atom_count());
        let pace = &self.pace();
        for (at, world) in setup.worlds.iter().enumerate() {
            pace.count(1 + world.atoms.len() as u64)?;
            world.atoms.iter().try_for_each(|&atom| columns.insert(atom, at))?;
        }
        let relations = written_relations(setup.relations.clone(), worlds, pace)?;
        let called = setup.worlds.iter().map(|world| Called::new(Some(&world.name), &[])).collect();
        let model = Model::new(worlds, columns.of, relations, Some(called)).weighing(weights);
        Ok(State::initial(model, setup.point, self.limits.clone()))
    }

    /// A state with these worlds and partitions; the actual world is the one where exactly these
    /// atoms are true.
    fn finish(
        &self,
        columns: Columns,
        relations: Vec<Cells>,
        point: &[Atom],
    ) -> Result<State, BuildError> {
        let point = columns.find(point).ok_or(BuildError::PointBreaksTheLaw)?;
        let relations =
            relations.into_iter().map(|cells| Some(Arc::new(Relation::Cells(cells)))).collect();
        let model = Model::new(columns.worlds, columns.of, relations, None);
        Ok(State::initial(model, point, self.limits.clone()))
    }
}

fn written_relations(
    setups: Vec<Option<RelationSetup>>,
    worlds: usize,
    pace: &Pace,
) -> Result<Vec<Option<Arc<Relation>>>, BuildError> {
    let relation = |setup| written_relation(setup, worlds, pace).map(Arc::new);
    setups.into_iter().map(|setup| setup.map(relation).transpose()).collect()
}

fn written_relation(
    setup: RelationSetup,
    worlds: usize,
    pace: &Pace,
) -> Result<Relation, BuildError> {
    let exists = |world: u32| (world as usize) < worlds;
    match setup {
        RelationSetup::Cells(class) if class.len() != worlds => {
            Err(BuildError::Malformed(Misfit::Length))
        }
        RelationSetup::Cells(class) if !class.iter().all(|&class| exists(class)) => {
            Err(BuildError::Malformed(Misfit::Index))
        }
        RelationSetup::Cells(class) => Ok(Relation::Cells(Cells::new(class))),
        RelationSetup::Arrows(pairs) if !pairs.iter().all(|&(v, w)| exists(v) && exists(w)) => {
            Err(BuildError::Malformed(Misfit::Index))
        }
        RelationSetup::Arrows(pairs) => Ok(Relation::Arrows(Arrows::new(worlds, &pairs, pace)?)),
    }
}

/// The valuation of a model under construction.
pub(crate) struct Columns {
    pub(crate) worlds: usize,
    /// One for each atom of the vocabulary.
    pub(crate) of: Vec<Arc<Bits>>,
}

impl Columns {
    /// No atom is true anywhere.
    pub(crate) fn nowhere(worlds: usize, atoms: usize) -> Self {
        let nowhere = Arc::new(Bits::with_capacity(worlds));
        Self { worlds, of: vec![nowhere; atoms] }
    }

    fn set(&mut self, atom: Atom, column: Bits) -> Result<(), BuildError> {
        let place = self.of.get_mut(atom.index()).ok_or(BuildError::Malformed(Misfit::Index))?;
        if !column.is_clear() {
            *place = Arc::new(column);
        }
        Ok(())
    }

    fn insert(&mut self, atom: Atom, world: usize) -> Result<(), BuildError> {
        let column = self.of.get_mut(atom.index()).ok_or(BuildError::Malformed(Misfit::Index))?;
        Arc::make_mut(column).insert(world);
        Ok(())
    }

    /// A state in which nobody has access, for evaluating propositional formulas. Its actual world
    /// means nothing.
    pub(crate) fn without_access(&self, limits: &Limits) -> State {
        let model = Model::new(self.worlds, self.of.clone(), Vec::new(), None);
        State::initial(model, World(0), limits.clone())
    }

    fn agreeing_on(
        &self,
        atoms: impl Iterator<Item = Atom>,
        pace: &Pace,
    ) -> Result<Cells, Stopped> {
        let columns: Vec<&Bits> =
            atoms.filter_map(|atom| self.of.get(atom.index())).map(|column| &**column).collect();
        Cells::agreeing(self.worlds, &columns, pace)
    }

    /// The atoms true in a world.
    pub(crate) fn atoms_at(&self, world: usize) -> Vec<Atom> {
        let columns = self.of.iter().enumerate().filter(|(_, column)| column.contains(world));
        columns.map(|(atom, _)| Atom::from_index(atom)).collect()
    }

    /// The first world where exactly these atoms are true.
    fn find(&self, atoms: &[Atom]) -> Option<World> {
        let mut wanted = vec![false; self.of.len()];
        for atom in atoms {
            *wanted.get_mut(atom.index())? = true;
        }
        let mut left = bits::all(self.worlds);
        for (column, wanted) in self.of.iter().zip(wanted) {
            match wanted {
                true => left.intersect_with(column),
                false => left.difference_with(column),
            }
        }
        left.minimum().map(World::from_index)
    }
}

/// The deals of one size, in lexicographic order of who holds the first card, the second, ...
struct Deals {
    cards: Vec<Card>,
    holders: Vec<Holder>,
    /// For each card the place of its holder, in the first deal.
    first: Vec<u32>,
    count: usize,
}

impl Deals {
    fn of_the_size(setup: &DealSetup, vocabulary: &Vocabulary) -> Result<Self, BuildError> {
        let holders: Vec<Holder> = vocabulary.holders().collect();
        if setup.deal.hands().len() != holders.len() {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        let mut cards: Vec<_> = setup.deal.hands().iter().flatten().copied().collect();
        cards.sort_unstable();
        let hands = setup.deal.hands().iter().enumerate();
        let first = hands.flat_map(|(at, hand)| hand.iter().map(move |_| at as u32)).collect();
        let count = usize::try_from(multinomial(&setup.deal.size()))
            .map_err(|_| BuildError::Malformed(Misfit::Length))?;
        Ok(Self { cards, holders, first, count })
    }

    /// Where each atom is true (def. 6).
    fn columns(&self, vocabulary: &Vocabulary, pace: &Pace) -> Result<Columns, Stopped> {
        let holders = self.holders.len();
        let mut held = vec![Bits::with_capacity(self.count); self.cards.len() * holders];
        let mut deal = self.first.clone();
        pace.each(0..self.count, |world| {
            for (card, &holder) in deal.iter().enumerate() {
                held[card * holders + holder as usize].insert(world);
            }
            next_arrangement(&mut deal);
        })?;
        let mut columns = Columns::nowhere(self.count, vocabulary.atom_count());
        for (at, column) in held.into_iter().enumerate() {
            let (card, holder) = (self.cards[at / holders], self.holders[at % holders]);
            if let Some(atom) = vocabulary.holding_atom(card, holder) {
                columns.of[atom.index()] = Arc::new(column);
            }
        }
        Ok(columns)
    }
}

/// The lexicographically next arrangement of the same items; after the last one, nothing changes.
fn next_arrangement(items: &mut [u32]) {
    let Some(pivot) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return };
    if let Some(swap) = items.iter().rposition(|&item| item > items[pivot]) {
        items.swap(pivot, swap);
        items[pivot + 1..].reverse();
    }
}

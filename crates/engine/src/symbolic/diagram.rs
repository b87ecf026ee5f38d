//! Decision diagrams: functions of truth values, held so that equal functions are one (Bryant 1986).
//! The order of variables is the order of their numbers.
//!
//! Every operation may need more nodes than there is room for, and may be stopped at any moment;
//! then it is given up and everything made before is still there. What is no longer used is swept
//! away between operations, at moments that depend on nothing but the operations themselves, so
//! that the same work always ends in the same way.

mod graph;
mod memo;
mod operations;
#[cfg(test)]
mod oracle;
mod question;
mod store;
#[cfg(test)]
mod tests;

use crate::limits::Limit;
use dashu_int::UBig;
pub(crate) use graph::{Graph, GraphEdge, Solutions, Table};
use hexa_logic::Stop;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Edge, Halt, Store};

/// A variable: a function that is what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// A function of variables. Cheap to clone and to compare.
#[derive(Clone)]
pub struct Diagram(Arc<Root>);

/// What keeps a function from being swept away.
struct Root {
    edge: Edge,
    store: Arc<Mutex<Store>>,
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        self.0.edge == other.0.edge && Arc::ptr_eq(&self.0.store, &other.0.store)
    }
}

impl Eq for Diagram {}

impl Hash for Diagram {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.edge.hash(state);
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a diagram of {} nodes", self.size())
    }
}

/// A function, or the limit that was reached.
type Made = Result<Diagram, Limit>;

/// A conjunct of so many nodes is small: a clause of as many variables.
const SMALL: usize = 4;

/// Where diagrams live.
pub struct Diagrams {
    store: Arc<Mutex<Store>>,
}

impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes of at most {}", self.nodes(), self.lock().limit())
    }
}

fn lock(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    // Nothing in the store is left half done where a thread could panic.
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Diagrams {
    /// For at most so many nodes in use, until somebody asks for the end of the work.
    pub fn new(limit: u64, stop: Stop) -> Self {
        Self { store: Arc::new(Mutex::new(Store::new(limit, stop))) }
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    /// What ends the work.
    pub fn stop(&self) -> Stop {
        self.lock().stop().clone()
    }

    /// How many nodes there are now.
    pub fn nodes(&self) -> usize {
        self.lock().count()
    }

    /// How many nodes were ever made.
    pub(crate) fn made(&self) -> u64 {
        self.lock().made()
    }

    /// The most nodes that were there at once.
    pub(crate) fn peak(&self) -> usize {
        self.lock().peak()
    }

    /// Holds a function.
    fn hold(&self, store: &mut Store, edge: Edge) -> Diagram {
        let root = Arc::new(Root { edge, store: Arc::clone(&self.store) });
        store.hold(edge, Arc::downgrade(&root));
        Diagram(root)
    }

    /// Runs an operation.
    fn run(&self, operation: impl FnMut(&mut Store) -> Result<Edge, Halt>) -> Made {
        let mut store = self.lock();
        let edge = store.attempt(operation)?;
        let made = self.hold(&mut store, edge);
        store.tidy()?;
        Ok(made)
    }

    /// Everywhere or nowhere.
    pub fn constant(&self, value: bool) -> Diagram {
        Diagram(Arc::new(Root { edge: Edge::constant(value), store: Arc::clone(&self.store) }))
    }

    /// Where a variable is true.
    pub fn variable(&self, variable: Variable) -> Made {
        self.run(|store| store.make(variable.0, Edge::FALSE, Edge::TRUE))
    }

    /// Where these are all true.
    pub fn cube(&self, variables: &[Variable]) -> Made {
        let mut variables = variables.to_vec();
        variables.sort_unstable();
        variables.dedup();
        self.run(|store| {
            let rest = variables.iter().rev();
            rest.copied().try_fold(Edge::TRUE, |cube, Variable(variable)| {
                store.step()?;
                store.make(variable, Edge::FALSE, cube)
            })
        })
    }

    /// Both.
    pub fn and(&self, left: &Diagram, right: &Diagram) -> Made {
        self.run(|store| store.and(left.edge(), right.edge()))
    }

    /// The first and not the second.
    pub fn minus(&self, left: &Diagram, right: &Diagram) -> Made {
        self.run(|store| store.and(left.edge(), !right.edge()))
    }

    /// One of the two.
    pub fn or(&self, left: &Diagram, right: &Diagram) -> Made {
        self.run(|store| store.or(left.edge(), right.edge()))
    }

    /// If the first then the second.
    pub fn implies(&self, left: &Diagram, right: &Diagram) -> Made {
        self.run(|store| store.or(!left.edge(), right.edge()))
    }

    /// Where the two agree.
    pub fn iff(&self, left: &Diagram, right: &Diagram) -> Made {
        self.run(|store| store.xor(left.edge(), !right.edge()))
    }

    /// Everywhere else.
    pub fn not(&self, of: &Diagram) -> Made {
        self.run(|_| Ok(!of.edge()))
    }

    /// The second where the first holds, the third elsewhere.
    pub fn if_then_else(&self, test: &Diagram, yes: &Diagram, no: &Diagram) -> Made {
        self.run(|store| store.choose(test.edge(), yes.edge(), no.edge()))
    }

    /// For each case where just one of these variables is true and what goes with it, or none is and
    /// what goes with that, which comes last. Many cases at once, because every operation by itself
    /// has its price.
    pub(crate) fn one_or_none(
        &self,
        variables: &[Diagram],
        cases: &[Vec<&Diagram>],
    ) -> Result<Vec<Diagram>, Limit> {
        let mut store = self.lock();
        let made = store.attempt(|store| one_or_none(store, variables, cases))?;
        let made = made.into_iter().map(|edge| self.hold(&mut store, edge)).collect();
        store.tidy()?;
        Ok(made)
    }

    /// What is left where a variable is false, and where it is true. No variable before this one may occur.
    pub fn cofactors(&self, of: &Diagram, variable: Variable) -> Result<(Diagram, Diagram), Limit> {
        let side = |high: bool| {
            self.run(|store| {
                let (low, then) = store.split(of.edge(), variable.0);
                Ok(if high { then } else { low })
            })
        };
        Ok((side(false)?, side(true)?))
    }

    /// For some values of the variables of a cube.
    pub fn exists(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| store.exists(of.edge(), cube.edge()))
    }

    /// For all values of the variables of a cube.
    pub(crate) fn forall(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| Ok(!store.exists(!of.edge(), cube.edge())?))
    }

    /// Where it depends on the value of the only variable of a cube.
    pub(crate) fn differs(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| store.differs(of.edge(), cube.edge()))
    }

    /// Where it holds and, for each single variable of a cube, for both its values, in one pass.
    pub(crate) fn forall_each(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| store.forall_each(of.edge(), cube.edge()))
    }

    /// For some values of the variables of a cube both hold, in one pass.
    pub fn and_exists(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| store.and_exists(left.edge(), right.edge(), cube.edge()))
    }

    /// For some values of the variables of a cube the first holds and the second does not, in one pass.
    pub fn minus_exists(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| store.and_exists(left.edge(), !right.edge(), cube.edge()))
    }

    /// For all values of the variables of a cube the first implies the second, in one pass.
    pub(crate) fn implies_forall(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.run(|store| Ok(!store.and_exists(left.edge(), !right.edge(), cube.edge())?))
    }

    /// With other functions instead of variables, all at once.
    pub fn substitute(&self, of: &Diagram, instead: &[(Variable, Diagram)]) -> Made {
        let instead = instead.iter().map(|(variable, function)| (variable.0, function.edge()));
        let instead: Vec<(u32, Edge)> = instead.collect();
        self.run(|store| store.substitute(of.edge(), &instead))
    }

    /// A function that lives elsewhere, with other names for its variables.
    pub(crate) fn copy(&self, of: &Diagram, name: impl Fn(Variable) -> Variable) -> Made {
        let graph = Graph::of(of);
        self.run(|store| {
            let mut made: Vec<Edge> = Vec::with_capacity(graph.nodes().len());
            let lead = |made: &[Edge], edge: GraphEdge| match edge {
                GraphEdge::Node(node) => made[node as usize],
                GraphEdge::Constant(value) => Edge::constant(value),
            };
            for node in graph.nodes() {
                store.step()?;
                let (high, low) = (lead(&made, node.high), lead(&made, node.low));
                let test = store.make(name(node.variable).0, Edge::FALSE, Edge::TRUE)?;
                made.push(store.choose(test, high, low)?);
            }
            Ok(lead(&made, graph.root()))
        })
    }

    /// The conjunction of all. Small ones that begin with the same variable are joined first: many
    /// clauses about one variable are one chain. Then the two smallest at a time: what is about few
    /// variables binds them before what is about many is split by their values.
    pub fn smallest_first(&self, of: Vec<Diagram>) -> Made {
        let mut waiting = BTreeMap::new();
        for (at, diagram) in self.chained(of)?.into_iter().enumerate() {
            waiting.insert((diagram.size(), at), diagram);
        }
        let mut next = waiting.len();
        while let Some((_, left)) = waiting.pop_first() {
            let Some((_, right)) = waiting.pop_first() else { return Ok(left) };
            let both = self.and(&left, &right)?;
            waiting.insert((both.size(), next), both);
            next += 1;
        }
        Ok(self.constant(true))
    }

    /// Those that are not small, and the conjunctions of small ones that begin with the same variable,
    /// late variables first. Each conjunction is built from its last variables to its first, so that every
    /// step adds to the beginning of a chain.
    fn chained(&self, of: Vec<Diagram>) -> Result<Vec<Diagram>, Limit> {
        let mut all = Vec::new();
        let mut chains: BTreeMap<Reverse<Variable>, Vec<(Vec<Variable>, Diagram)>> =
            BTreeMap::new();
        for diagram in of {
            let support = match diagram.is_at_most(SMALL) {
                true => diagram.support(),
                false => Vec::new(),
            };
            match support.first() {
                Some(&first) => chains.entry(Reverse(first)).or_default().push((support, diagram)),
                None => all.push(diagram),
            }
        }
        for mut chain in chains.into_values() {
            chain.sort_by(|(left, _), (right, _)| right.cmp(left));
            let mut parts = chain.into_iter().map(|(_, part)| part);
            if let Some(last) = parts.next() {
                all.push(parts.try_fold(last, |rest, part| self.and(&part, &rest))?);
            }
        }
        Ok(all)
    }

    /// The disjunction of all, two by two.
    pub(crate) fn any(&self, of: Vec<Diagram>) -> Made {
        self.two_by_two(of, |left, right| self.or(left, right))
    }

    /// Where an odd number of them hold, two by two: what occurs in two of them falls away soon.
    pub(crate) fn odd(&self, of: Vec<Diagram>) -> Made {
        self.two_by_two(of, |left, right| self.run(|store| store.xor(left.edge(), right.edge())))
    }

    fn two_by_two(&self, mut of: Vec<Diagram>, join: impl Fn(&Diagram, &Diagram) -> Made) -> Made {
        while of.len() > 1 {
            let pairs = of.chunks(2).map(|pair| match pair {
                [left, right] => join(left, right),
                rest => Ok(rest[0].clone()),
            });
            of = pairs.collect::<Result<_, _>>()?;
        }
        Ok(of.pop().unwrap_or_else(|| self.constant(false)))
    }
}

/// See [`Diagrams::one_or_none`].
fn one_or_none(
    store: &mut Store,
    variables: &[Diagram],
    cases: &[Vec<&Diagram>],
) -> Result<Vec<Edge>, Halt> {
    let mut none_after = vec![Edge::TRUE];
    let mut none = Edge::TRUE;
    for variable in variables.iter().skip(1).rev() {
        none = store.and(none, !variable.edge())?;
        none_after.push(none);
    }
    let mut made = Vec::with_capacity(cases.len());
    for case in cases {
        let Some(last) = case.last() else { continue };
        let mut found = last.edge();
        // From the last variable to the first.
        let tests = variables.iter().zip(case).rev().zip(&none_after);
        for ((variable, then), &none) in tests {
            let alone = store.and(none, then.edge())?;
            found = store.choose(variable.edge(), alone, found)?;
        }
        made.push(found);
    }
    Ok(made)
}

impl Diagram {
    fn edge(&self) -> Edge {
        self.0.edge
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        lock(&self.0.store)
    }

    /// Whether it holds everywhere.
    pub fn is_true(&self) -> bool {
        self.edge() == Edge::TRUE
    }

    /// Whether it holds nowhere.
    pub fn is_false(&self) -> bool {
        self.edge() == Edge::FALSE
    }

    /// How many nodes it takes.
    pub fn size(&self) -> usize {
        self.store().reachable(self.edge()).len()
    }

    /// The first variable that it depends on; none if it is constant.
    pub fn first_variable(&self) -> Option<Variable> {
        let edge = self.edge();
        (!edge.is_constant()).then(|| Variable(self.store().variable(edge)))
    }

    /// Whether it takes at most so many nodes.
    pub(crate) fn is_at_most(&self, nodes: usize) -> bool {
        self.store().reachable_within(self.edge(), nodes).len() <= nodes
    }

    /// Whether it holds where just these variables are true.
    pub fn holds(&self, is_true: impl Fn(Variable) -> bool) -> bool {
        let mut edge = self.edge();
        while !edge.is_constant() {
            let variable = self.store().variable(edge);
            // Who is asked may look at diagrams, and a lock cannot be taken twice.
            let value = is_true(Variable(variable));
            let (low, high) = self.store().split(edge, variable);
            edge = if value { high } else { low };
        }
        edge == Edge::TRUE
    }

    /// It, taken out to be looked up often.
    pub(crate) fn table(&self) -> Table {
        Table(Graph::of(self))
    }

    /// The variables that it depends on, in order.
    pub fn support(&self) -> Vec<Variable> {
        let mut store = self.store();
        let nodes = store.reachable(self.edge());
        let mut support: Vec<Variable> =
            nodes.into_iter().map(|node| Variable(store.variable(node))).collect();
        support.sort_unstable();
        support.dedup();
        support
    }

    /// Those of these variables that have one value wherever it holds, with that value; none if it
    /// holds nowhere. They must be in order, and it may depend on no others.
    pub(crate) fn fixed_values(&self, variables: &[Variable]) -> FxHashMap<Variable, bool> {
        Graph::of(self).fixed_values(variables)
    }

    /// For how many values of these variables it holds. It may depend on no others.
    pub fn count(&self, variables: &[Variable]) -> UBig {
        Graph::of(self).count(variables)
    }

    /// The values of these variables, in their order, for which it holds, those with the earlier
    /// variables false first. It may depend on no others.
    pub fn solutions<'v>(&self, variables: &'v [Variable]) -> Solutions<'v> {
        Solutions::new(Graph::of(self), variables)
    }
}

//! Decision diagrams: functions of truth values, held so that equal functions are one. Nothing
//! else in the tree knows which library does this.
//!
//! Every operation may need more nodes than there is room for; then it is given up and
//! everything made before is still there. What is no longer used is swept away between
//! operations, at moments that depend on nothing but the operations themselves, so that the same
//! work always ends in the same way.
//!
//! The order of variables is the order of their numbers. Edges are never marked as negated: the
//! library finds earlier results by nodes, without the marks, so that with marks the four ways of
//! negating two functions drive each other out, and parities take exponential time.

use crate::limits::Limit;
use dashu_int::UBig;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::{AllocResult, Ref};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel,
    InnerNode, Manager, ManagerRef, Node, Subst,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A variable: a function that is what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Variable(pub(crate) u32);

/// A function of variables. Cheap to clone and to compare.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Diagram(BDDFunction);

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a diagram of {} nodes", self.0.node_count())
    }
}

type Made = Result<Diagram, Limit>;

/// Where diagrams live.
pub(crate) struct Diagrams {
    manager: BDDManagerRef,
    /// The most nodes that may be in use.
    limit: usize,
    /// Sweeping starts when there are so many nodes.
    full: AtomicUsize,
    peak: AtomicUsize,
    /// The variables that were asked for.
    variables: Mutex<Vec<Option<Diagram>>>,
}

impl fmt::Debug for Diagrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes of at most {}", self.nodes(), self.limit)
    }
}

/// With fewer nodes than this, sweeping does not pay.
const FEW: usize = 1 << 20;

/// The library sets aside room for all nodes that may be needed, 16 bytes each.
const MOST: usize = 1 << 28;

/// How many results of operations are remembered, for so many variables. Remembering more takes
/// longer to set up than small problems take to solve; thousands of variables make long diagrams
/// rather than wide ones.
fn remembered(variables: usize) -> usize {
    match variables {
        ..=100 => 1 << 16,
        101..=150 | 2000.. => 1 << 18,
        _ => 1 << 21,
    }
}

impl Diagrams {
    /// For about so many variables, and at most so many nodes.
    pub(crate) fn new(variables: usize, limit: u64) -> Self {
        let limit = usize::try_from(limit).unwrap_or(MOST).min(MOST / 2);
        // An operation may make as many nodes again before it is seen that they are not needed.
        let room = (2 * limit).max(1 << 10);
        let manager = oxidd::bdd::new_manager(room, remembered(variables), 1);
        Self {
            manager,
            limit,
            full: AtomicUsize::new(FEW.min(limit)),
            peak: AtomicUsize::new(0),
            variables: Mutex::default(),
        }
    }

    /// Makes sure that these variables exist.
    pub(crate) fn extend(&self, variables: u32) {
        self.manager.with_manager_exclusive(|manager| {
            let there = manager.num_vars();
            if there < variables {
                manager.add_vars(variables - there);
            }
        });
    }

    /// How many nodes there are now.
    pub(crate) fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// The most nodes that were seen at once.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed).max(self.nodes())
    }

    /// Everywhere or nowhere.
    pub(crate) fn constant(&self, value: bool) -> Diagram {
        self.manager.with_manager_shared(|manager| match value {
            true => Diagram(BDDFunction::t(manager)),
            false => Diagram(BDDFunction::f(manager)),
        })
    }

    /// Where a variable is true.
    pub(crate) fn variable(&self, variable: Variable) -> Made {
        // A thread that panicked while holding the lock left the table as it was.
        let mut known = self.variables.lock().unwrap_or_else(PoisonError::into_inner);
        let place = variable.0 as usize;
        if let Some(Some(known)) = known.get(place) {
            return Ok(known.clone());
        }
        self.extend(variable.0 + 1);
        let made = self.run(|manager| BDDFunction::var(manager, variable.0))?;
        if known.len() <= place {
            known.resize(place + 1, None);
        }
        known[place] = Some(made.clone());
        Ok(made)
    }

    /// Where these are all true.
    pub(crate) fn cube(&self, variables: &[Variable]) -> Made {
        let mut cube = self.constant(true);
        let mut variables = variables.to_vec();
        variables.sort_unstable();
        // From the last to the first each takes one step.
        for &variable in variables.iter().rev() {
            cube = self.and(&self.variable(variable)?, &cube)?;
        }
        Ok(cube)
    }

    fn run(
        &self,
        operation: impl for<'id> FnOnce(
            &<BDDFunction as Function>::Manager<'id>,
        ) -> AllocResult<BDDFunction>,
    ) -> Made {
        // Nothing sweeps while an operation runs: whether there is room must not depend on when.
        let done = self.manager.with_manager_exclusive(|manager| {
            let done = operation(manager).map(Diagram);
            let nodes = manager.approx_num_inner_nodes();
            if nodes > self.full.load(Ordering::Relaxed) || done.is_err() {
                self.sweep(manager);
            }
            done
        });
        let over = || self.peak.load(Ordering::Relaxed) > self.limit && self.nodes() > self.limit;
        match done {
            Ok(done) if !over() => Ok(done),
            _ => Err(Limit::Nodes(self.limit as u64)),
        }
    }

    fn sweep<'id>(&self, manager: &<BDDFunction as Function>::Manager<'id>) {
        self.peak.fetch_max(manager.num_inner_nodes(), Ordering::Relaxed);
        manager.gc();
        let left = manager.num_inner_nodes();
        self.full.store((4 * left).max(FEW).min(self.limit), Ordering::Relaxed);
    }

    fn binary(&self, left: &Diagram, right: &Diagram, operator: BooleanOperator) -> Made {
        use BooleanOperator as O;
        self.run(|manager| {
            let (l, r) = (left.0.as_edge(manager), right.0.as_edge(manager));
            let edge = match operator {
                O::And => BDDFunction::and_edge(manager, l, r),
                O::Or => BDDFunction::or_edge(manager, l, r),
                O::Equiv => BDDFunction::equiv_edge(manager, l, r),
                O::Xor => BDDFunction::xor_edge(manager, l, r),
                O::Imp => BDDFunction::imp_edge(manager, l, r),
                O::ImpStrict => BDDFunction::imp_strict_edge(manager, l, r),
                O::Nand => BDDFunction::nand_edge(manager, l, r),
                O::Nor => BDDFunction::nor_edge(manager, l, r),
            }?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// Both.
    pub(crate) fn and(&self, left: &Diagram, right: &Diagram) -> Made {
        self.binary(left, right, BooleanOperator::And)
    }

    /// The first and not the second.
    pub(crate) fn minus(&self, left: &Diagram, right: &Diagram) -> Made {
        self.binary(right, left, BooleanOperator::ImpStrict)
    }

    /// One of the two.
    pub(crate) fn or(&self, left: &Diagram, right: &Diagram) -> Made {
        self.binary(left, right, BooleanOperator::Or)
    }

    /// If the first then the second.
    pub(crate) fn implies(&self, left: &Diagram, right: &Diagram) -> Made {
        self.binary(left, right, BooleanOperator::Imp)
    }

    /// Where the two agree.
    pub(crate) fn iff(&self, left: &Diagram, right: &Diagram) -> Made {
        self.binary(left, right, BooleanOperator::Equiv)
    }

    /// Everywhere else.
    pub(crate) fn not(&self, of: &Diagram) -> Made {
        self.run(|manager| {
            let edge = BDDFunction::not_edge(manager, of.0.as_edge(manager))?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// The second where the first holds, the third elsewhere.
    pub(crate) fn if_then_else(&self, test: &Diagram, yes: &Diagram, no: &Diagram) -> Made {
        self.run(|manager| {
            let edge = BDDFunction::ite_edge(
                manager,
                test.0.as_edge(manager),
                yes.0.as_edge(manager),
                no.0.as_edge(manager),
            )?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// For each case where just one of these variables is true and what goes with it, or none is and
    /// what goes with that, which comes last. Many cases at once, because every operation by itself
    /// has its price.
    pub(crate) fn one_or_none(
        &self,
        variables: &[Diagram],
        cases: &[Vec<&Diagram>],
    ) -> Result<Vec<Diagram>, Limit> {
        let mut made = Vec::with_capacity(cases.len());
        let none = self.run(|manager| {
            let mut none_after = vec![BDDFunction::t(manager)];
            for variable in variables.iter().skip(1).rev() {
                let (f, v) = (&none_after[none_after.len() - 1], &variable.0);
                let edge =
                    BDDFunction::imp_strict_edge(manager, v.as_edge(manager), f.as_edge(manager))?;
                none_after.push(BDDFunction::from_edge(manager, edge));
            }
            for case in cases {
                let Some(last) = case.last() else { continue };
                let mut found = last.0.clone();
                // From the last variable to the first.
                let tests = variables.iter().zip(case).rev().zip(&none_after);
                for ((variable, then), none) in tests {
                    let (n, t) = (none.as_edge(manager), then.0.as_edge(manager));
                    let alone = BDDFunction::and_edge(manager, n, t)?;
                    let alone = BDDFunction::from_edge(manager, alone);
                    let (v, a) = (variable.0.as_edge(manager), alone.as_edge(manager));
                    let edge = BDDFunction::ite_edge(manager, v, a, found.as_edge(manager))?;
                    found = BDDFunction::from_edge(manager, edge);
                }
                made.push(Diagram(found));
            }
            Ok(BDDFunction::f(manager))
        });
        none.map(|_| made)
    }

    /// For some values of the variables of a cube.
    pub(crate) fn exists(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|manager| {
            let (f, c) = (of.0.as_edge(manager), cube.0.as_edge(manager));
            let edge = BDDFunction::exists_edge(manager, f, c)?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// For all values of the variables of a cube.
    pub(crate) fn forall(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|manager| {
            let (f, c) = (of.0.as_edge(manager), cube.0.as_edge(manager));
            let edge = BDDFunction::forall_edge(manager, f, c)?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// Where it depends on the value of the only variable of a cube.
    pub(crate) fn differs(&self, of: &Diagram, cube: &Diagram) -> Made {
        self.run(|manager| {
            let (f, c) = (of.0.as_edge(manager), cube.0.as_edge(manager));
            let edge = BDDFunction::unique_edge(manager, f, c)?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// For some values of the variables of a cube both hold, in one pass.
    pub(crate) fn and_exists(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.apply_exists(BooleanOperator::And, left, right, cube)
    }

    /// For some values of the variables of a cube the first holds and the second does not, in one pass.
    pub(crate) fn minus_exists(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.apply_exists(BooleanOperator::ImpStrict, right, left, cube)
    }

    fn apply_exists(
        &self,
        operator: BooleanOperator,
        left: &Diagram,
        right: &Diagram,
        cube: &Diagram,
    ) -> Made {
        self.run(|manager| {
            let (l, r) = (left.0.as_edge(manager), right.0.as_edge(manager));
            let cube = cube.0.as_edge(manager);
            let edge = BDDFunction::apply_exists_edge(manager, operator, l, r, cube)?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// For all values of the variables of a cube the first implies the second, in one pass.
    pub(crate) fn implies_forall(&self, left: &Diagram, right: &Diagram, cube: &Diagram) -> Made {
        self.run(|manager| {
            let (l, r) = (left.0.as_edge(manager), right.0.as_edge(manager));
            let cube = cube.0.as_edge(manager);
            let edge = BDDFunction::apply_forall_edge(manager, BooleanOperator::Imp, l, r, cube)?;
            Ok(BDDFunction::from_edge(manager, edge))
        })
    }

    /// With other functions instead of variables, all at once.
    pub(crate) fn substitute(&self, of: &Diagram, instead: &[(Variable, Diagram)]) -> Made {
        self.extend(instead.iter().map(|(variable, _)| variable.0 + 1).max().unwrap_or(0));
        let variables: Vec<u32> = instead.iter().map(|(variable, _)| variable.0).collect();
        let functions: Vec<BDDFunction> = instead.iter().map(|(_, f)| f.0.clone()).collect();
        let substitution = Subst::new(variables, functions);
        // The library takes its own lock here, and a lock cannot be taken twice.
        let done = of.0.substitute(&substitution);
        self.run(|_| done)
    }

    /// A function that lives elsewhere, with other names for its variables.
    pub(crate) fn copy(&self, of: &Diagram, name: impl Fn(Variable) -> Variable) -> Made {
        let graph = Graph::of(of);
        let mut made: Vec<Diagram> = Vec::with_capacity(graph.nodes.len());
        let reached = |made: &[Diagram], edge: GraphEdge| match edge {
            GraphEdge::Node(node) => made[node as usize].clone(),
            GraphEdge::Constant(value) => self.constant(value),
        };
        for node in &graph.nodes {
            let (high, low) = (reached(&made, node.high), reached(&made, node.low));
            let test = self.variable(name(node.variable))?;
            made.push(self.if_then_else(&test, &high, &low)?);
        }
        Ok(reached(&made, graph.root))
    }

    /// The conjunction of all, the two smallest at a time: what is about few variables binds them
    /// before what is about many is split by their values.
    pub(crate) fn smallest_first(&self, of: Vec<Diagram>) -> Made {
        let mut waiting = BTreeMap::new();
        for (at, diagram) in of.into_iter().enumerate() {
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

    /// The disjunction of all, two by two.
    pub(crate) fn any(&self, of: Vec<Diagram>) -> Made {
        self.two_by_two(of, |left, right| self.or(left, right))
    }

    /// Where an odd number of them hold, two by two: what occurs in two of them falls away soon.
    pub(crate) fn odd(&self, of: Vec<Diagram>) -> Made {
        self.two_by_two(of, |left, right| self.binary(left, right, BooleanOperator::Xor))
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

impl Diagram {
    /// Whether it holds everywhere.
    pub(crate) fn is_true(&self) -> bool {
        self.0.valid()
    }

    /// Whether it holds nowhere.
    pub(crate) fn is_false(&self) -> bool {
        !self.0.satisfiable()
    }

    /// How many nodes it takes.
    pub(crate) fn size(&self) -> usize {
        self.0.node_count()
    }

    /// Whether it holds where just these variables are true.
    pub(crate) fn holds(&self, is_true: impl Fn(Variable) -> bool) -> bool {
        self.table().holds(is_true)
    }

    /// It, taken out to be looked up often.
    pub(crate) fn table(&self) -> Table {
        Table(Graph::of(self))
    }

    /// The variables that it depends on, in order.
    pub(crate) fn support(&self) -> Vec<Variable> {
        let mut support: Vec<Variable> =
            Graph::of(self).nodes.iter().map(|node| node.variable).collect();
        support.sort_unstable();
        support.dedup();
        support
    }

    /// Those of these variables that have one value wherever it holds, with that value; none if it
    /// holds nowhere. They must be in order, and it may depend on no others.
    pub(crate) fn fixed(&self, variables: &[Variable]) -> FxHashMap<Variable, bool> {
        Graph::of(self).fixed(variables)
    }

    /// For how many values of these variables it holds. It may depend on no others.
    pub(crate) fn count(&self, variables: &[Variable]) -> UBig {
        Graph::of(self).count(variables)
    }

    /// The values of these variables, in their order, for which it holds, those with the earlier
    /// variables false first. It may depend on no others.
    pub(crate) fn solutions<'v>(&self, variables: &'v [Variable]) -> Solutions<'v> {
        let graph = Graph::of(self);
        let (values, waiting) = (Vec::new(), Vec::new());
        Solutions { edge: Some(graph.root), graph, variables, values, waiting }
    }
}

/// Where an edge of a [`Graph`] leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GraphEdge {
    Node(u32),
    Constant(bool),
}

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphNode {
    pub(crate) variable: Variable,
    pub(crate) low: GraphEdge,
    pub(crate) high: GraphEdge,
}

/// A diagram taken out of the library: its nodes, children first.
pub(crate) struct Graph {
    nodes: Vec<GraphNode>,
    root: GraphEdge,
}

/// Where an edge of the library leads, if that is known; and which node is the constant true.
fn reached<M: Manager>(
    manager: &M,
    (known, truth): (&FxHashMap<usize, u32>, usize),
    edge: Ref<'_, M::Edge>,
) -> Option<GraphEdge> {
    match manager.get_node(edge) {
        Node::Inner(_) => known.get(&edge.node_id()).map(|&node| GraphEdge::Node(node)),
        Node::Terminal(_) => Some(GraphEdge::Constant(edge.node_id() == truth)),
    }
}

impl Graph {
    /// Its nodes, children first.
    pub(crate) fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// Where it begins.
    pub(crate) fn root(&self) -> GraphEdge {
        self.root
    }

    pub(crate) fn of(diagram: &Diagram) -> Self {
        diagram.0.with_manager_shared(|manager, root| {
            let truth = BDDFunction::t(manager);
            let truth = truth.as_edge(manager).node_id();
            let mut nodes: Vec<GraphNode> = Vec::new();
            let mut known: FxHashMap<usize, u32> = FxHashMap::default();
            let mut stack = vec![root];
            while let Some(&edge) = stack.last() {
                let Node::Inner(node) = manager.get_node(edge) else {
                    stack.pop();
                    continue;
                };
                if known.contains_key(&edge.node_id()) {
                    stack.pop();
                    continue;
                }
                let (high, low) = (node.child(0), node.child(1));
                match (
                    reached(manager, (&known, truth), high),
                    reached(manager, (&known, truth), low),
                ) {
                    (Some(high), Some(low)) => {
                        stack.pop();
                        known.insert(edge.node_id(), nodes.len() as u32);
                        let variable = Variable(manager.level_to_var(node.level()));
                        nodes.push(GraphNode { variable, low, high });
                    }
                    _ => stack.extend([high, low]),
                }
            }
            let root = reached(manager, (&known, truth), root);
            let root = root.unwrap_or(GraphEdge::Constant(false));
            Self { nodes, root }
        })
    }

    fn node(&self, edge: GraphEdge) -> Option<&GraphNode> {
        match edge {
            GraphEdge::Node(node) => self.nodes.get(node as usize),
            GraphEdge::Constant(_) => None,
        }
    }

    /// How many of these variables come before the one an edge leads to.
    fn place(&self, edge: GraphEdge, variables: &[Variable]) -> usize {
        match self.node(edge) {
            Some(node) => self.place_of(node.variable, variables),
            None => variables.len(),
        }
    }

    fn place_of(&self, wanted: Variable, variables: &[Variable]) -> usize {
        variables.partition_point(|&variable| variable < wanted)
    }

    fn fixed(&self, variables: &[Variable]) -> FxHashMap<Variable, bool> {
        // For each place how many edges begin, and end, to pass over the variable there.
        let mut passing = vec![0i64; variables.len() + 1];
        let mut pass = |from: usize, to: usize| {
            passing[from] += 1;
            passing[to] -= 1;
        };
        pass(0, self.place(self.root, variables));
        let nowhere = GraphEdge::Constant(false);
        // For each variable whether some of its nodes lead somewhere, if false and if true.
        let mut leads = vec![[false; 2]; variables.len()];
        for node in &self.nodes {
            let here = self.place_of(node.variable, variables);
            for (value, edge) in [node.low, node.high].into_iter().enumerate() {
                if edge != nowhere {
                    pass(here + 1, self.place(edge, variables));
                    leads[here][value] = true;
                }
            }
        }
        let mut passed = 0;
        let mut fixed = FxHashMap::default();
        for (place, &variable) in variables.iter().enumerate() {
            passed += passing[place];
            match leads[place] {
                [false, true] if passed == 0 => fixed.insert(variable, true),
                [true, false] if passed == 0 => fixed.insert(variable, false),
                _ => None,
            };
        }
        fixed
    }

    fn count(&self, variables: &[Variable]) -> UBig {
        // For each node how many values of the variables from its own on make it true.
        let mut counts: Vec<UBig> = Vec::with_capacity(self.nodes.len());
        let from = |counts: &[UBig], edge: GraphEdge, place: usize| {
            let here = self.place(edge, variables);
            let count = match edge {
                GraphEdge::Node(node) => counts[node as usize].clone(),
                GraphEdge::Constant(value) => UBig::from(u8::from(value)),
            };
            count << (here - place)
        };
        for node in &self.nodes {
            let place = variables.partition_point(|&variable| variable < node.variable) + 1;
            let both = from(&counts, node.low, place) + from(&counts, node.high, place);
            counts.push(both);
        }
        from(&counts, self.root, 0)
    }
}

/// See [`Diagram::table`].
pub(crate) struct Table(Graph);

impl Table {
    /// Whether the diagram holds where just these variables are true.
    pub(crate) fn holds(&self, is_true: impl Fn(Variable) -> bool) -> bool {
        let Self(graph) = self;
        let mut edge = graph.root;
        while let Some(node) = graph.node(edge) {
            edge = if is_true(node.variable) { node.high } else { node.low };
        }
        edge == GraphEdge::Constant(true)
    }
}

/// See [`Diagram::solutions`].
pub(crate) struct Solutions<'v> {
    graph: Graph,
    variables: &'v [Variable],
    /// The values chosen, and where they lead unless that has been followed.
    values: Vec<bool>,
    edge: Option<GraphEdge>,
    /// Where the places lead that are false and may still be true; the last one last.
    waiting: Vec<(usize, GraphEdge)>,
}

impl Solutions<'_> {
    /// Makes the last variable true that may still be.
    fn turn(&mut self) -> Option<GraphEdge> {
        let (place, edge) = self.waiting.pop()?;
        self.values.truncate(place);
        self.values.push(true);
        Some(edge)
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<bool>;

    fn next(&mut self) -> Option<Vec<bool>> {
        while let Some(edge) = self.edge.take().or_else(|| self.turn()) {
            if edge == GraphEdge::Constant(false) {
                continue;
            }
            let place = self.values.len();
            let Some(&variable) = self.variables.get(place) else {
                return Some(self.values.clone());
            };
            let (low, high) = match self.graph.node(edge) {
                Some(node) if node.variable == variable => (node.low, node.high),
                _ => (edge, edge),
            };
            self.waiting.push((place, high));
            self.values.push(false);
            self.edge = Some(low);
        }
        None
    }
}

#[cfg(test)]
mod oracle;

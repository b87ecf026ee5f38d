//! Diagrams taken out of where they live, to be counted, listed and looked up.

use super::store::Edge;
use super::{Diagram, Variable};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

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

/// A diagram taken out of its store, without marks: its nodes, children first.
pub(crate) struct Graph {
    nodes: Vec<GraphNode>,
    root: GraphEdge,
}

/// Where an edge leads, if that is known.
fn lead(known: &FxHashMap<Edge, u32>, edge: Edge) -> Option<GraphEdge> {
    match edge.is_constant() {
        true => Some(GraphEdge::Constant(edge == Edge::TRUE)),
        false => known.get(&edge).map(|&node| GraphEdge::Node(node)),
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
        let store = diagram.store();
        let mut graph = Self { nodes: Vec::new(), root: GraphEdge::Constant(false) };
        let mut known: FxHashMap<Edge, u32> = FxHashMap::default();
        let mut waiting = vec![diagram.edge()];
        while let Some(&edge) = waiting.last() {
            if edge.is_constant() || known.contains_key(&edge) {
                waiting.pop();
                continue;
            }
            let variable = store.variable(edge);
            let (low, high) = store.split(edge, variable);
            match (lead(&known, low), lead(&known, high)) {
                (Some(low), Some(high)) => {
                    waiting.pop();
                    known.insert(edge, graph.nodes.len() as u32);
                    graph.nodes.push(GraphNode { variable: Variable(variable), low, high });
                }
                _ => waiting.extend([high, low]),
            }
        }
        if let Some(root) = lead(&known, diagram.edge()) {
            graph.root = root;
        }
        graph
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

    pub(super) fn fixed_values(&self, variables: &[Variable]) -> FxHashMap<Variable, bool> {
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

    pub(super) fn count(&self, variables: &[Variable]) -> UBig {
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
pub(crate) struct Table(pub(super) Graph);

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
pub struct Solutions<'v> {
    graph: Graph,
    variables: &'v [Variable],
    /// The values chosen, and where they lead unless that has been followed.
    values: Vec<bool>,
    edge: Option<GraphEdge>,
    /// Where the places lead that are false and may still be true; the last one last.
    waiting: Vec<(usize, GraphEdge)>,
}

impl<'v> Solutions<'v> {
    pub(super) fn new(graph: Graph, variables: &'v [Variable]) -> Self {
        let (values, waiting) = (Vec::new(), Vec::new());
        Self { edge: Some(graph.root), graph, variables, values, waiting }
    }

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

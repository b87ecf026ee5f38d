//! Strongly connected components of a graph: what depends on each other. Those that others depend on come first.

use std::collections::VecDeque;

/// A graph by its arrows: every node has a row of the nodes that it depends on.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph with these arrows, from who depends to what they depend on.
    pub fn new(nodes: usize, arrows: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        for &(from, _) in arrows {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; arrows.len()];
        for &(from, to) in arrows {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Self { starts, targets }
    }

    /// What a node depends on.
    pub fn row(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// A shortest way from one node to another along the arrows, both with it; only the second if there is none.
    pub fn path<E>(
        &self,
        from: u32,
        to: u32,
        mut report: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<u32>, E> {
        let mut before: Vec<u32> = vec![UNSEEN; self.nodes()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front().filter(|&node| node != to) {
            for &next in self.row(node) {
                report()?;
                if next != from && before[next as usize] == UNSEEN {
                    before[next as usize] = node;
                    queue.push_back(next);
                }
            }
        }
        let mut path = vec![to];
        let mut at = to;
        while at != from && before[at as usize] != UNSEEN {
            at = before[at as usize];
            path.push(at);
        }
        path.reverse();
        Ok(path)
    }

    /// The components; each after all that it depends on (Tarjan's algorithm, without recursion).
    /// Every arrow that is followed is reported, and may end it.
    pub fn components<E>(
        &self,
        mut report: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<Vec<u32>>, E> {
        let mut search = Search {
            graph: self,
            order: vec![UNSEEN; self.nodes()],
            low: vec![0; self.nodes()],
            stack: Vec::new(),
            found: Vec::new(),
            seen: 0,
        };
        for node in 0..self.nodes() as u32 {
            if search.order[node as usize] == UNSEEN {
                search.visit(node, &mut report)?;
            }
        }
        Ok(search.found)
    }
}

const UNSEEN: u32 = u32::MAX;
const DONE: u32 = u32::MAX - 1;

struct Search<'a> {
    graph: &'a Graph,
    order: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    found: Vec<Vec<u32>>,
    seen: u32,
}

impl Search<'_> {
    fn visit<E>(&mut self, root: u32, report: &mut impl FnMut() -> Result<(), E>) -> Result<(), E> {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, next)) = path.pop() {
            report()?;
            match self.graph.row(node).get(next) {
                Some(&to) => {
                    path.push((node, next + 1));
                    match self.order[to as usize] {
                        UNSEEN => {
                            self.enter(to);
                            path.push((to, 0));
                        }
                        DONE => {}
                        order => self.lower(node, order),
                    }
                }
                None => {
                    if let Some(&(parent, _)) = path.last() {
                        self.lower(parent, self.low[node as usize]);
                    }
                    self.leave(node);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, node: u32) {
        self.order[node as usize] = self.seen;
        self.low[node as usize] = self.seen;
        self.seen += 1;
        self.stack.push(node);
    }

    fn lower(&mut self, node: u32, order: u32) {
        let low = &mut self.low[node as usize];
        *low = (*low).min(order);
    }

    fn leave(&mut self, node: u32) {
        if self.low[node as usize] != self.order[node as usize] {
            return;
        }
        let from = self.stack.iter().rposition(|&other| other == node).unwrap_or(0);
        let component = self.stack.split_off(from);
        for &member in &component {
            self.order[member as usize] = DONE;
        }
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use std::convert::Infallible;

    #[test]
    fn dependencies_come_first() {
        let graph = Graph::new(5, &[(0, 1), (1, 2), (2, 1), (3, 0), (3, 3)]);
        let Ok(mut found) = graph.components(|| Ok::<(), Infallible>(()));
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![1, 2], vec![0], vec![3], vec![4]]);
    }

    #[test]
    fn long_chains_do_not_overflow() {
        let arrows: Vec<(u32, u32)> = (0..299_999).map(|node| (node, node + 1)).collect();
        let graph = Graph::new(300_000, &arrows);
        let Ok(found) = graph.components(|| Ok::<(), Infallible>(()));
        assert_eq!(found.len(), 300_000);
    }
}

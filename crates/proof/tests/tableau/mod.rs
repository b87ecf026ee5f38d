//! Two straightforward decisions, to compare others with: a tableau without common knowledge, which learns nothing, and the elimination of
//! valuations, all of which are listed. They share nothing with the search that is tested but the formulas.

#![allow(dead_code, reason = "tests and benchmarks use different parts")]

use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Terms};
use hexa_proof::decide::Logic;
use std::collections::{BTreeMap, BTreeSet};

/// Something that is true in a world of the tableau.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Item {
    /// The formula has this value.
    Is(Formula, bool),
    /// It has this value wherever access leads.
    Box(Agent, Formula, bool),
    /// It has this value somewhere where access leads.
    Diamond(Agent, Formula, bool),
}

impl Item {
    fn negation(self) -> Self {
        match self {
            Self::Is(f, value) => Self::Is(f, !value),
            Self::Box(a, f, value) => Self::Diamond(a, f, !value),
            Self::Diamond(a, f, value) => Self::Box(a, f, !value),
        }
    }
}

/// A tableau, which ends early when it is told to.
pub struct Tableau<'a> {
    terms: &'a Terms,
    logic: Logic,
    agents: usize,
    give_up: &'a dyn Fn() -> bool,
}

type Set = BTreeSet<Item>;

/// Whether a formula is satisfiable; none if it was told to give up. None, too, if the tableau has no rule for it.
pub fn is_satisfiable(
    terms: &Terms,
    logic: Logic,
    agents: usize,
    formula: Formula,
    give_up: &dyn Fn() -> bool,
) -> Option<bool> {
    let has_no_rule = |f: &Formula| {
        matches!(
            terms.node(*f),
            FormulaNode::Common(..)
                | FormulaNode::Distributed(..)
                | FormulaNode::After(..)
                | FormulaNode::Probability(..)
        )
    };
    if terms.occurring(&[formula], &[]).formulas.iter().any(has_no_rule) {
        return None;
    }
    let tableau = Tableau { terms, logic, agents, give_up };
    tableau.world(vec![Item::Is(formula, true)], None, &mut Vec::new())
}

impl Tableau<'_> {
    /// Whether there is a world in which all of these are true.
    fn world(
        &self,
        items: Vec<Item>,
        entered: Option<Agent>,
        above: &mut Vec<(Option<Agent>, Set)>,
    ) -> Option<bool> {
        let here = (entered, items.iter().copied().collect::<Set>());
        if above.contains(&here) {
            return Some(true);
        }
        above.push(here);
        let found = self.expand(Set::new(), items, entered, above);
        above.pop();
        found
    }

    /// One of several ways must do.
    fn branch(
        &self,
        done: &Set,
        open: &[Item],
        ways: Vec<Vec<Item>>,
        entered: Option<Agent>,
        above: &mut Vec<(Option<Agent>, Set)>,
    ) -> Option<bool> {
        for way in ways {
            let open = [open, &way].concat();
            if self.expand(done.clone(), open, entered, above)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn expand(
        &self,
        mut done: Set,
        mut open: Vec<Item>,
        entered: Option<Agent>,
        above: &mut Vec<(Option<Agent>, Set)>,
    ) -> Option<bool> {
        use FormulaNode as F;
        while let Some(item) = open.pop() {
            if (self.give_up)() {
                return None;
            }
            if done.contains(&item.negation()) {
                return Some(false);
            }
            if !done.insert(item) {
                continue;
            }
            let (formula, value) = match item {
                Item::Is(formula, value) => (formula, value),
                Item::Box(_, f, value) => {
                    if self.logic.is_reflexive() {
                        open.push(Item::Is(f, value));
                    }
                    continue;
                }
                Item::Diamond(..) => continue,
            };
            let each = |of: &[Formula]| of.iter().map(|&f| Item::Is(f, value)).collect::<Vec<_>>();
            let one = |of: &[Formula]| of.iter().map(|&f| vec![Item::Is(f, value)]).collect();
            let ways: Vec<Vec<Item>> = match self.terms.node(formula) {
                F::True if !value => return Some(false),
                F::False if value => return Some(false),
                F::True | F::False | F::Atom(_) => continue,
                F::Not(f) => vec![vec![Item::Is(*f, !value)]],
                F::And(of) if value => vec![each(of)],
                F::And(of) => one(of),
                F::Or(of) if value => one(of),
                F::Or(of) => vec![each(of)],
                F::Implies(f, g) if value => {
                    vec![vec![Item::Is(*f, false)], vec![Item::Is(*g, true)]]
                }
                F::Implies(f, g) => vec![vec![Item::Is(*f, true), Item::Is(*g, false)]],
                F::Iff(f, g) => [true, false]
                    .map(|left| vec![Item::Is(*f, left), Item::Is(*g, left == value)])
                    .into(),
                F::Count(of, test) => (0..1u32 << of.len())
                    .filter(|ones| test.accepts(ones.count_ones().into()) == value)
                    .map(|ones| {
                        let item = |(at, &f): (usize, &Formula)| Item::Is(f, ones >> at & 1 == 1);
                        of.iter().enumerate().map(item).collect()
                    })
                    .collect(),
                F::Knows(a, f) | F::Believes(a, f) if value => vec![vec![Item::Box(*a, *f, true)]],
                F::Knows(a, f) | F::Believes(a, f) => vec![vec![Item::Diamond(*a, *f, false)]],
                F::Imagines(a, f) if value => vec![vec![Item::Diamond(*a, *f, true)]],
                F::Imagines(a, f) => vec![vec![Item::Box(*a, *f, false)]],
                F::KnowsWhether(a, f) if value => {
                    [true, false].map(|known| vec![Item::Box(*a, *f, known)]).into()
                }
                F::KnowsWhether(a, f) => {
                    vec![vec![Item::Diamond(*a, *f, true), Item::Diamond(*a, *f, false)]]
                }
                F::Everybody(group, f) if value => {
                    vec![group.iter().map(|a| Item::Box(a, *f, true)).collect()]
                }
                F::Everybody(group, f) => {
                    group.iter().map(|a| vec![Item::Diamond(a, *f, false)]).collect()
                }
                F::Common(..) | F::Distributed(..) | F::After(..) | F::Probability(..) => {
                    unreachable!("there is no rule for it")
                }
            };
            if let [only] = &ways[..] {
                open.extend(only);
            } else {
                return self.branch(&done, &open, ways, entered, above);
            }
        }
        if self.logic.is_euclidean()
            && let Some(undecided) = self.undecided(&done)
        {
            let ways = vec![vec![undecided], vec![undecided.negation()]];
            return self.branch(&done, &[], ways, entered, above);
        }
        for agent in (0..self.agents).map(Agent::from_index) {
            // Whoever came by this access has seen to it.
            let is_entered = self.logic.is_euclidean() && entered == Some(agent);
            if !is_entered && !self.leads(agent, &done, above)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn leads(
        &self,
        agent: Agent,
        done: &Set,
        above: &mut Vec<(Option<Agent>, Set)>,
    ) -> Option<bool> {
        let mut handed = Vec::new();
        let mut wanted: Vec<Vec<Item>> = Vec::new();
        for &item in done {
            match item {
                Item::Box(a, f, value) if a == agent => {
                    handed.push(Item::Is(f, value));
                    if self.logic.is_transitive() {
                        handed.push(item);
                    }
                }
                Item::Diamond(a, f, value) if a == agent => {
                    wanted.push(vec![Item::Is(f, value)]);
                    if self.logic.is_euclidean() {
                        handed.push(item);
                    }
                }
                Item::Is(..) | Item::Box(..) | Item::Diamond(..) => {}
            }
        }
        if wanted.is_empty() && self.logic == Logic::Kd45 && !handed.is_empty() {
            wanted.push(Vec::new());
        }
        for want in wanted {
            if !self.world([&handed[..], &want].concat(), Some(agent), above)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// A box inside what is true here of which nothing is said yet.
    fn undecided(&self, done: &Set) -> Option<Item> {
        let formulas: Vec<Formula> = done
            .iter()
            .map(|item| match *item {
                Item::Is(f, _) | Item::Box(_, f, _) | Item::Diamond(_, f, _) => f,
            })
            .collect();
        let mut boxes = Vec::new();
        for &formula in &self.terms.occurring(&formulas, &[]).formulas {
            boxes_of(self.terms, formula, &mut boxes);
        }
        boxes.into_iter().find(|item| !done.contains(item) && !done.contains(&item.negation()))
    }
}

fn boxes_of(terms: &Terms, formula: Formula, boxes: &mut Vec<Item>) {
    match terms.node(formula) {
        FormulaNode::Knows(a, f) | FormulaNode::Believes(a, f) => {
            boxes.push(Item::Box(*a, *f, true))
        }
        FormulaNode::Imagines(a, f) => boxes.push(Item::Box(*a, *f, false)),
        FormulaNode::KnowsWhether(a, f) => {
            boxes.extend([true, false].map(|value| Item::Box(*a, *f, value)));
        }
        FormulaNode::Everybody(group, f) => {
            boxes.extend(group.iter().map(|a| Item::Box(a, *f, true)));
        }
        FormulaNode::True
        | FormulaNode::False
        | FormulaNode::Atom(_)
        | FormulaNode::Not(_)
        | FormulaNode::And(_)
        | FormulaNode::Or(_)
        | FormulaNode::Implies(..)
        | FormulaNode::Iff(..)
        | FormulaNode::Common(..)
        | FormulaNode::Distributed(..)
        | FormulaNode::After(..)
        | FormulaNode::Count(..)
        | FormulaNode::Probability(..) => {}
    }
}

/// What a valuation gives values to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Atom(Atom),
    Knows(Agent, Formula),
    Common(Group, Formula),
}

/// Whether a formula is satisfiable in S5 with common knowledge: all valuations of what occurs in it are listed, and those that want what
/// no other one has are crossed out. None if it was told to give up, or if something else occurs.
pub fn is_satisfiable_by_elimination(
    terms: &Terms,
    formula: Formula,
    give_up: &dyn Fn() -> bool,
) -> Option<bool> {
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    let mut named: BTreeSet<Part> = BTreeSet::new();
    for &part in &parts {
        match terms.node(part) {
            FormulaNode::Atom(atom) => _ = named.insert(Part::Atom(*atom)),
            FormulaNode::Knows(a, f) => _ = named.insert(Part::Knows(*a, *f)),
            FormulaNode::Common(group, f) => {
                named.insert(Part::Common(group.clone(), *f));
            }
            FormulaNode::True
            | FormulaNode::False
            | FormulaNode::Not(_)
            | FormulaNode::And(_)
            | FormulaNode::Or(_)
            | FormulaNode::Implies(..)
            | FormulaNode::Iff(..) => {}
            FormulaNode::Believes(..)
            | FormulaNode::Imagines(..)
            | FormulaNode::KnowsWhether(..)
            | FormulaNode::Everybody(..)
            | FormulaNode::Distributed(..)
            | FormulaNode::After(..)
            | FormulaNode::Count(..)
            | FormulaNode::Probability(..) => return None,
        }
    }
    let named: Vec<Part> = named.into_iter().collect();
    if named.len() > 30 {
        return None;
    }
    let mut valuations: Vec<(u64, BTreeMap<Formula, bool>)> = Vec::new();
    for bits in 0..1u64 << named.len() {
        if give_up() {
            return None;
        }
        let has = |part: Part| named.binary_search(&part).is_ok_and(|at| bits >> at & 1 == 1);
        let mut truth: BTreeMap<Formula, bool> = BTreeMap::new();
        for &part in &parts {
            let value = match terms.node(part) {
                FormulaNode::True => true,
                FormulaNode::Atom(atom) => has(Part::Atom(*atom)),
                FormulaNode::Not(f) => !truth[f],
                FormulaNode::And(of) => of.iter().all(|f| truth[f]),
                FormulaNode::Or(of) => of.iter().any(|f| truth[f]),
                FormulaNode::Implies(f, g) => !truth[f] || truth[g],
                FormulaNode::Iff(f, g) => truth[f] == truth[g],
                FormulaNode::Knows(a, f) => has(Part::Knows(*a, *f)),
                FormulaNode::Common(group, f) => has(Part::Common(group.clone(), *f)),
                _ => false,
            };
            truth.insert(part, value);
        }
        let is_true = |f: &Formula| truth[f];
        let reflexive = named.iter().enumerate().all(|(at, part)| match part {
            Part::Atom(_) => true,
            Part::Knows(_, f) | Part::Common(_, f) => bits >> at & 1 == 0 || is_true(f),
        });
        if reflexive {
            valuations.push((bits, truth));
        }
    }
    let handed = |agent: Agent| -> u64 {
        let of = |part: &Part| match part {
            Part::Atom(_) => false,
            Part::Knows(a, _) => *a == agent,
            Part::Common(group, _) => group.contains(agent),
        };
        named.iter().enumerate().filter(|(_, part)| of(part)).map(|(at, _)| 1 << at).sum()
    };
    loop {
        let before = valuations.len();
        for (at, part) in named.iter().enumerate() {
            let reaching: BTreeSet<u64> = match part {
                Part::Atom(_) => continue,
                Part::Knows(agent, f) => {
                    let mask = handed(*agent);
                    let seen: BTreeSet<u64> = valuations
                        .iter()
                        .filter(|(_, truth)| !truth[f])
                        .map(|(bits, _)| bits & mask)
                        .collect();
                    let has = |(bits, _): &&(u64, _)| seen.contains(&(bits & mask));
                    valuations.iter().filter(has).map(|(bits, _)| *bits).collect()
                }
                Part::Common(group, f) => {
                    let masks: Vec<u64> = group.iter().map(handed).collect();
                    let mut reaching: BTreeSet<u64> = valuations
                        .iter()
                        .filter(|(_, truth)| !truth[f])
                        .map(|(bits, _)| *bits)
                        .collect();
                    loop {
                        let many = reaching.len();
                        for &mask in &masks {
                            if give_up() {
                                return None;
                            }
                            let seen: BTreeSet<u64> =
                                reaching.iter().map(|bits| bits & mask).collect();
                            let more =
                                valuations.iter().filter(|(bits, _)| seen.contains(&(bits & mask)));
                            reaching.extend(more.map(|(bits, _)| *bits));
                        }
                        if reaching.len() == many {
                            break reaching;
                        }
                    }
                }
            };
            valuations.retain(|(bits, _)| bits >> at & 1 == 1 || reaching.contains(bits));
        }
        if valuations.len() == before {
            return Some(valuations.iter().any(|(_, truth)| truth[&formula]));
        }
    }
}

/// A random formula: boxes before small disjunctions of atoms and earlier boxes, and a conjunction of clauses of three literals over them. The more
/// clauses there are for each box, the fewer of these formulas are satisfiable.
pub fn random_clauses(
    terms: &mut Terms,
    mut below: impl FnMut(usize) -> usize,
    size: Size,
) -> Formula {
    let mut literals: Vec<Formula> =
        (0..size.atoms).map(|at| terms.formula(FormulaNode::Atom(Atom::from_index(at)))).collect();
    let mut clause = |terms: &mut Terms, of: &[Formula], most: usize| {
        let literals = (0..most)
            .map(|_| {
                let positive = of[below(of.len())];
                if below(2) == 0 { terms.not(positive) } else { positive }
            })
            .collect();
        (terms.or(literals), below(usize::MAX))
    };
    for at in 0..size.boxes {
        let (body, choice) = clause(terms, &literals, 2);
        let is_common = size.has_common && at % 4 == 3;
        let agent = Agent::from_index(choice % size.agents);
        literals.push(match is_common {
            true => terms.formula(FormulaNode::Common(Group::first(size.agents), body)),
            false => terms.formula(FormulaNode::Knows(agent, body)),
        });
    }
    let clauses = (0..size.clauses).map(|_| clause(terms, &literals, 3).0).collect();
    terms.and(clauses)
}

/// How large a random formula is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub agents: usize,
    pub atoms: usize,
    pub boxes: usize,
    pub clauses: usize,
    pub has_common: bool,
}

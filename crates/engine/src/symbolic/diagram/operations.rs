//! The questions that operations ask. Since edges can be marked, conjunction and exclusive
//! disjunction are enough of the connectives: the others are these, of negations.

use super::memo::{Key, Kind};
use super::question::{Ask, Look, Question, Split, Waiting, answer};
use super::store::{Edge, Halt, NO_VARIABLE, Node, Store};

/// The lists of questions that wait, of each kind.
#[derive(Debug, Default)]
pub(super) struct Lists {
    both: Vec<Waiting<Both>>,
    unequal: Vec<Waiting<Unequal>>,
    choice: Vec<Waiting<Choice>>,
    somewhere: Vec<Waiting<Somewhere>>,
    both_somewhere: Vec<Waiting<BothSomewhere>>,
    dependence: Vec<Waiting<Dependence>>,
    each: Vec<Waiting<Each>>,
    substituted: Vec<Waiting<Substituted>>,
}

impl Store {
    pub(super) fn and(&mut self, left: Edge, right: Edge) -> Result<Edge, Halt> {
        answer(self, Both(left, right))
    }

    pub(super) fn or(&mut self, left: Edge, right: Edge) -> Result<Edge, Halt> {
        self.and(!left, !right).map(|neither| !neither)
    }

    pub(super) fn xor(&mut self, left: Edge, right: Edge) -> Result<Edge, Halt> {
        answer(self, Unequal(left, right))
    }

    /// The second where the first holds, the third elsewhere.
    pub(super) fn choose(&mut self, test: Edge, yes: Edge, no: Edge) -> Result<Edge, Halt> {
        answer(self, Choice { test, yes, no })
    }

    /// For some values of the variables of a cube.
    pub(super) fn exists(&mut self, of: Edge, cube: Edge) -> Result<Edge, Halt> {
        self.choose_cube(cube);
        answer(self, Somewhere(of))
    }

    /// For some values of the variables of a cube both.
    pub(super) fn and_exists(&mut self, f: Edge, g: Edge, cube: Edge) -> Result<Edge, Halt> {
        self.choose_cube(cube);
        answer(self, BothSomewhere(f, g))
    }

    /// For an odd number of values of the variables of a cube.
    pub(super) fn differs(&mut self, of: Edge, cube: Edge) -> Result<Edge, Halt> {
        answer(self, Dependence { of, cube })
    }

    /// It, and for each variable of a cube, for both its values.
    pub(super) fn forall_each(&mut self, of: Edge, cube: Edge) -> Result<Edge, Halt> {
        answer(self, Each { of, cube })
    }

    /// With other functions instead of variables.
    pub(super) fn substitute(&mut self, of: Edge, instead: &[(u32, Edge)]) -> Result<Edge, Halt> {
        self.substitution.set(instead);
        answer(self, Substituted(of))
    }

    /// Takes the variables of a cube to be quantified.
    fn choose_cube(&mut self, cube: Edge) {
        if self.quantified.cube == cube {
            return;
        }
        let mut quantified = std::mem::take(&mut self.quantified);
        quantified.cube = cube;
        quantified.variables.clear();
        let mut rest = cube;
        while !rest.is_constant() {
            let &Node { variable, high, .. } = self.node(rest);
            quantified.variables.resize(variable as usize, false);
            quantified.variables.push(true);
            rest = high;
        }
        self.quantified = quantified;
    }

    fn recall<Q>(&self, key: Key, question: Q) -> Look<Q> {
        self.recall_negated(key, question, false)
    }

    fn recall_negated<Q>(&self, key: Key, question: Q, negated: bool) -> Look<Q> {
        match self.memo.recall(key) {
            Some(answer) => Look::Answer(answer.negated_if(negated)),
            None => Look::Ask(Ask { question, negated }),
        }
    }
}

/// Both of two functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Both(Edge, Edge);

/// Two functions, the one that was made last first (see [`Memo`](super::memo::Memo)).
#[inline]
fn latest_first(f: Edge, g: Edge) -> (Edge, Edge) {
    (f.max(g), f.min(g))
}

/// The conjunction of two functions, the latest first, where it is one of them or false.
#[inline]
fn simple_and(f: Edge, g: Edge) -> Option<Edge> {
    match g {
        Edge::FALSE => Some(g),
        Edge::TRUE => Some(f),
        _ if f == g => Some(f),
        _ if f == !g => Some(Edge::FALSE),
        _ => None,
    }
}

impl Question for Both {
    #[inline]
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let (f, g) = latest_first(self.0, self.1);
        Ok(match simple_and(f, g) {
            Some(simple) => Look::Answer(simple),
            None => store.recall(Self(f, g).key(store), Self(f, g)),
        })
    }

    #[inline]
    fn split(self, store: &Store) -> Split<Self> {
        split_two(store, self.0, self.1, Self)
    }

    #[inline]
    fn key(self, _: &Store) -> Key {
        Key::new(Kind::And, self.0, self.1, Edge::FALSE)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.both
    }
}

/// A question about two functions, where the first of their variables is false and where it is true.
#[inline]
fn split_two<Q>(store: &Store, f: Edge, g: Edge, ask: impl Fn(Edge, Edge) -> Q) -> Split<Q> {
    let variable = store.variable(f).min(store.variable(g));
    let ((f_low, f_high), (g_low, g_high)) = (store.split(f, variable), store.split(g, variable));
    Split { variable, low: ask(f_low, g_low), high: ask(f_high, g_high) }
}

/// One of two functions and not the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unequal(Edge, Edge);

impl Question for Unequal {
    #[inline]
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let negated = self.0.is_marked() != self.1.is_marked();
        let (f, g) = latest_first(self.0.without_mark(), self.1.without_mark());
        Ok(match g {
            Edge::FALSE => Look::Answer(f.negated_if(negated)),
            _ if f == g => Look::Answer(Edge::FALSE.negated_if(negated)),
            _ => store.recall_negated(Self(f, g).key(store), Self(f, g), negated),
        })
    }

    #[inline]
    fn split(self, store: &Store) -> Split<Self> {
        split_two(store, self.0, self.1, Self)
    }

    #[inline]
    fn key(self, _: &Store) -> Key {
        Key::new(Kind::Xor, self.0, self.1, Edge::FALSE)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.unequal
    }
}

/// One function where a test holds, another elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    test: Edge,
    yes: Edge,
    no: Edge,
}

impl Choice {
    /// The node that it is, if the test is a variable before all others.
    fn make(self, store: &mut Store) -> Option<Result<Edge, Halt>> {
        let Self { test, yes, no } = self;
        let &Node { variable, low, high, .. } = store.node(test);
        let is_variable = low == Edge::FALSE && high == Edge::TRUE;
        let is_first = variable < store.variable(yes).min(store.variable(no));
        (is_variable && is_first).then(|| store.make(variable, no, yes))
    }

    /// The answer, where two of the functions are enough to know it.
    fn reduce(self, store: &mut Store) -> Option<Result<Edge, Halt>> {
        let Self { test, yes, no } = self;
        Some(match (yes, no) {
            (Edge::TRUE, _) => store.or(test, no),
            (Edge::FALSE, _) => store.and(!test, no),
            (_, Edge::FALSE) => store.and(test, yes),
            (_, Edge::TRUE) => store.or(!test, yes),
            _ if yes == !no => store.xor(test, no),
            _ => return None,
        })
    }
}

impl Question for Choice {
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let Self { mut test, mut yes, mut no } = self;
        if test.is_marked() {
            (test, yes, no) = (!test, no, yes);
        }
        if test == Edge::FALSE || yes == no {
            return Ok(Look::Answer(no));
        }
        // The functions are asked only where the test holds, or does not.
        if yes.without_mark() == test {
            yes = Edge::constant(yes == test);
        }
        if no.without_mark() == test {
            no = Edge::constant(no != test);
        }
        let choice = Self { test, yes, no };
        if let Some(made) = choice.make(store) {
            return made.map(Look::Answer);
        }
        if let Some(reduced) = choice.reduce(store) {
            return reduced.map(Look::Answer);
        }
        let negated = yes.is_marked();
        let choice = Self { test, yes: yes.negated_if(negated), no: no.negated_if(negated) };
        Ok(store.recall_negated(choice.key(store), choice, negated))
    }

    fn split(self, store: &Store) -> Split<Self> {
        let parts = [self.test, self.yes, self.no];
        let variable = parts.map(|part| store.variable(part)).into_iter().min();
        let variable = variable.unwrap_or(NO_VARIABLE);
        let [test, yes, no] = parts.map(|part| store.split(part, variable));
        Split {
            variable,
            low: Self { test: test.0, yes: yes.0, no: no.0 },
            high: Self { test: test.1, yes: yes.1, no: no.1 },
        }
    }

    fn key(self, _: &Store) -> Key {
        Key::new(Kind::Choose, self.test, self.yes, self.no)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.choice
    }
}

/// The variables that are quantified.
#[derive(Debug)]
pub(super) struct Quantified {
    cube: Edge,
    /// For each variable up to the last of them.
    variables: Vec<bool>,
}

impl Default for Quantified {
    fn default() -> Self {
        Self { cube: Edge::TRUE, variables: Vec::new() }
    }
}

impl Quantified {
    /// Numbers of nodes may from now on mean others.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn contains(&self, variable: u32) -> bool {
        self.variables.get(variable as usize).copied().unwrap_or(false)
    }

    /// Whether all of them come before a variable.
    fn are_before(&self, variable: u32) -> bool {
        variable as usize >= self.variables.len()
    }

    /// A function for some values of a variable, if it is true for one of them.
    fn settle(&self, variable: u32, low: Edge) -> Option<Edge> {
        (low == Edge::TRUE && self.contains(variable)).then_some(low)
    }
}

/// A function for some values of a variable, if that is quantified, or for each value.
fn quantify(store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
    match store.quantified.contains(variable) {
        true => store.or(low, high),
        false => store.make(variable, low, high),
    }
}

/// A function for some values of the quantified variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Somewhere(Edge);

impl Question for Somewhere {
    #[inline]
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        Ok(match store.quantified.are_before(store.variable(self.0)) {
            true => Look::Answer(self.0),
            false => store.recall(self.key(store), self),
        })
    }

    #[inline]
    fn split(self, store: &Store) -> Split<Self> {
        let variable = store.variable(self.0);
        let (low, high) = store.split(self.0, variable);
        Split { variable, low: Self(low), high: Self(high) }
    }

    fn settle(self, store: &Store, variable: u32, low: Edge) -> Option<Edge> {
        store.quantified.settle(variable, low)
    }

    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        quantify(store, variable, low, high)
    }

    #[inline]
    fn key(self, store: &Store) -> Key {
        Key::new(Kind::Exists, self.0, Edge::FALSE, store.quantified.cube)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.somewhere
    }
}

/// Both of two functions for some values of the quantified variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct BothSomewhere(Edge, Edge);

impl Question for BothSomewhere {
    #[inline]
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let (f, g) = latest_first(self.0, self.1);
        match simple_and(f, g) {
            Some(simple) if simple.is_constant() => return Ok(Look::Answer(simple)),
            Some(simple) => return answer(store, Somewhere(simple)).map(Look::Answer),
            None => {}
        }
        if store.quantified.are_before(store.variable(f).min(store.variable(g))) {
            return store.and(f, g).map(Look::Answer);
        }
        let question = Self(f, g);
        Ok(store.recall(question.key(store), question))
    }

    #[inline]
    fn split(self, store: &Store) -> Split<Self> {
        let Split { variable, low, high } = Both(self.0, self.1).split(store);
        Split { variable, low: Self(low.0, low.1), high: Self(high.0, high.1) }
    }

    fn settle(self, store: &Store, variable: u32, low: Edge) -> Option<Edge> {
        store.quantified.settle(variable, low)
    }

    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        quantify(store, variable, low, high)
    }

    #[inline]
    fn key(self, store: &Store) -> Key {
        Key::new(Kind::AndExists, self.0, self.1, store.quantified.cube)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.both_somewhere
    }
}

/// Where a function holds for an odd number of values of the variables of a cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    of: Edge,
    cube: Edge,
}

impl Question for Dependence {
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let Self { of, cube } = self;
        if cube == Edge::TRUE {
            return Ok(Look::Answer(of));
        }
        // It has the same value for both of a variable on which it does not depend.
        if store.variable(cube) < store.variable(of) {
            return Ok(Look::Answer(Edge::FALSE));
        }
        // The number of all values is even.
        let question = Self { of: of.without_mark(), cube };
        Ok(store.recall(question.key(store), question))
    }

    fn split(self, store: &Store) -> Split<Self> {
        let variable = store.variable(self.of);
        let (low, high) = store.split(self.of, variable);
        let cube = match store.variable(self.cube) == variable {
            true => store.node(self.cube).high,
            false => self.cube,
        };
        Split { variable, low: Self { of: low, cube }, high: Self { of: high, cube } }
    }

    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        match store.variable(self.cube) == variable {
            true => store.xor(low, high),
            false => store.make(variable, low, high),
        }
    }

    fn key(self, _: &Store) -> Key {
        Key::new(Kind::OneByOne, self.of, Edge::FALSE, self.cube)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.dependence
    }
}

/// Where a function holds and, for each single variable of a cube, would hold for its other value too.
/// The conjunction of many quantifications in one pass: one after the other, each writes everything
/// before its variable anew.
#[derive(Clone, Copy, Debug)]
pub(super) struct Each {
    of: Edge,
    cube: Edge,
}

impl Question for Each {
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let Self { of, mut cube } = self;
        // It holds for both values of a variable on which it does not depend.
        while store.variable(cube) < store.variable(of) {
            cube = store.node(cube).high;
        }
        if cube == Edge::TRUE || of.is_constant() {
            return Ok(Look::Answer(of));
        }
        let question = Self { of, cube };
        Ok(store.recall(question.key(store), question))
    }

    fn split(self, store: &Store) -> Split<Self> {
        let variable = store.variable(self.of);
        let (low, high) = store.split(self.of, variable);
        let cube = self.cube;
        Split { variable, low: Self { of: low, cube }, high: Self { of: high, cube } }
    }

    fn settle(self, store: &Store, variable: u32, low: Edge) -> Option<Edge> {
        let holds_nowhere = store.split(self.of, variable).0 == Edge::FALSE;
        (low == Edge::FALSE && holds_nowhere && store.variable(self.cube) == variable)
            .then_some(Edge::FALSE)
    }

    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        if store.variable(self.cube) != variable {
            return store.make(variable, low, high);
        }
        let (of_low, of_high) = store.split(self.of, variable);
        let (low, high) = (store.and(low, of_high)?, store.and(high, of_low)?);
        store.make(variable, low, high)
    }

    fn key(self, _: &Store) -> Key {
        Key::new(Kind::OneByOne, self.of, Edge::TRUE, self.cube)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.each
    }
}

/// A function, with those of the present substitution instead of variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substituted(Edge);

/// Functions that stand for variables.
#[derive(Debug, Default)]
pub(super) struct Substitution {
    /// For each variable up to the last one that is replaced.
    functions: Vec<Option<Edge>>,
    /// Answers are remembered for it alone.
    number: u32,
}

impl Substitution {
    /// The same functions as before have the same number, for what is remembered about them is forgotten
    /// when edges may come to mean others.
    fn set(&mut self, instead: &[(u32, Edge)]) {
        let last = instead.iter().map(|&(variable, _)| variable as usize + 1).max();
        let mut functions = vec![None; last.unwrap_or(0)];
        for &(variable, function) in instead {
            functions[variable as usize] = Some(function);
        }
        if functions != self.functions {
            self.functions = functions;
            self.number = self.number.wrapping_add(1);
        }
    }

    fn of(&self, variable: u32) -> Option<Edge> {
        self.functions.get(variable as usize).copied().flatten()
    }
}

impl Question for Substituted {
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt> {
        let Self(of) = self;
        if store.variable(of) as usize >= store.substitution.functions.len() {
            return Ok(Look::Answer(of));
        }
        let question = Self(of.without_mark());
        Ok(store.recall_negated(question.key(store), question, of.is_marked()))
    }

    fn split(self, store: &Store) -> Split<Self> {
        let variable = store.variable(self.0);
        let (low, high) = store.split(self.0, variable);
        Split { variable, low: Self(low), high: Self(high) }
    }

    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        let test = match store.substitution.of(variable) {
            Some(function) => function,
            None => store.make(variable, Edge::FALSE, Edge::TRUE)?,
        };
        store.choose(test, high, low)
    }

    fn key(self, store: &Store) -> Key {
        Key::substitution(self.0, store.substitution.number)
    }

    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>> {
        &mut store.lists.substituted
    }
}

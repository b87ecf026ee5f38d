//! Bundles (thesis def. 28) and local interpretation (defs. 33 and 34) to the letter, for one agent and
//! one atom: all types up to a size, on all models of up to two worlds.

use hexa_logic::{Action, ActionNode, Agent, Atom, FormulaNode, Group, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What is tested of the only atom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tested {
    Atom,
    Always,
    Not,
    Never,
}

impl Tested {
    const ALL: [Self; 4] = [Self::Atom, Self::Always, Self::Not, Self::Never];

    fn text(self) -> &'static str {
        match self {
            Self::Atom => "p",
            Self::Not => "~p",
            Self::Always => "true",
            Self::Never => "false",
        }
    }

    fn keeps(self, value: bool) -> bool {
        match self {
            Self::Atom => value,
            Self::Not => !value,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// A type (def. 26).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Type {
    Test(Tested),
    Learn(Box<Type>),
    Choice(Box<Type>, Box<Type>),
    Sequence(Box<Type>, Box<Type>),
}

/// All types with so many tests and operators.
pub(super) fn types(size: usize) -> Vec<Type> {
    let Some(inside) = size.checked_sub(1) else { return Vec::new() };
    if inside == 0 {
        return Tested::ALL.map(Type::Test).to_vec();
    }
    let mut all: Vec<Type> = types(inside).into_iter().map(|t| Type::Learn(Box::new(t))).collect();
    for left in 1..inside {
        for first in types(left) {
            for second in types(inside - left) {
                let both = || (Box::new(first.clone()), Box::new(second.clone()));
                let (one, two) = (both(), both());
                all.push(Type::Choice(one.0, one.1));
                all.push(Type::Sequence(two.0, two.1));
            }
        }
    }
    all
}

/// A valued labelled structure: a value for each choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Valued {
    Leaf,
    Inside(Box<Valued>),
    Choice(bool, Box<Valued>, Box<Valued>),
    Pair(Box<Valued>, Box<Valued>),
}

/// A bundle: what is left when the branches that are not chosen are pruned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Bundle {
    Leaf,
    Inside(Box<Bundle>),
    Side(bool, Box<Bundle>),
    Pair(Box<Bundle>, Box<Bundle>),
}

impl Type {
    /// The labelled structure with all valuations.
    pub(super) fn valued_structures(&self) -> Vec<Valued> {
        let pairs = |left: &Type, right: &Type| {
            let (left, right) = (left.valued_structures(), right.valued_structures());
            let with = |l: &Valued| {
                let l = l.clone();
                right.clone().into_iter().map(move |r| (Box::new(l.clone()), Box::new(r)))
            };
            left.iter().flat_map(with).collect::<Vec<_>>()
        };
        match self {
            Self::Test(_) => vec![Valued::Leaf],
            Self::Learn(inner) => {
                inner.valued_structures().into_iter().map(|v| Valued::Inside(Box::new(v))).collect()
            }
            Self::Sequence(left, right) => {
                pairs(left, right).into_iter().map(|(l, r)| Valued::Pair(l, r)).collect()
            }
            Self::Choice(left, right) => {
                let chosen = |(l, r): (Box<Valued>, Box<Valued>)| {
                    [false, true].map(|side| Valued::Choice(side, l.clone(), r.clone()))
                };
                pairs(left, right).into_iter().flat_map(chosen).collect()
            }
        }
    }

    /// The bundles, each with how many valued structures it is a class of.
    pub(super) fn bundles(&self) -> BTreeMap<Bundle, usize> {
        let mut classes = BTreeMap::new();
        for valued in self.valued_structures() {
            *classes.entry(valued.bundle()).or_insert(0) += 1;
        }
        classes
    }

    /// How many bundles there should be: those of the parts, added for a choice, else multiplied.
    pub(super) fn expected_bundles(&self) -> usize {
        match self {
            Self::Test(_) => 1,
            Self::Learn(inner) => inner.expected_bundles(),
            Self::Choice(left, right) => left.expected_bundles() + right.expected_bundles(),
            Self::Sequence(left, right) => left.expected_bundles() * right.expected_bundles(),
        }
    }

    /// As a term, with the marks of a bundle (def. 30).
    pub(super) fn action(&self, bundle: Option<&Bundle>, terms: &mut Terms) -> Action {
        let node = match (self, bundle) {
            (Self::Test(tested), _) => ActionNode::Test(formula(*tested, terms)),
            (Self::Learn(inner), bundle) => {
                let inside = bundle.and_then(|b| match b {
                    Bundle::Inside(inside) => Some(&**inside),
                    Bundle::Leaf | Bundle::Side(..) | Bundle::Pair(..) => None,
                });
                ActionNode::Learn(Group::from(Agent(0)), inner.action(inside, terms))
            }
            (Self::Choice(left, right), Some(Bundle::Side(side, inside))) => {
                let marks = [(!side).then_some(&**inside), side.then_some(&**inside)];
                let parts = [left.action(marks[0], terms), right.action(marks[1], terms)];
                ActionNode::Choice(parts.into(), Some(u32::from(*side)))
            }
            (Self::Choice(left, right), _) => {
                let parts = [left.action(None, terms), right.action(None, terms)];
                ActionNode::Choice(parts.into(), None)
            }
            (Self::Sequence(left, right), bundle) => {
                let marks = match bundle {
                    Some(Bundle::Pair(l, r)) => [Some(&**l), Some(&**r)],
                    _ => [None, None],
                };
                let parts = [left.action(marks[0], terms), right.action(marks[1], terms)];
                ActionNode::Sequence(parts.into())
            }
        };
        terms.action(node)
    }

    /// As text, with the marks of a bundle.
    pub(super) fn text(&self, bundle: Option<&Bundle>) -> String {
        match (self, bundle) {
            (Self::Test(tested), _) => format!("?{}", tested.text()),
            (Self::Learn(inner), Some(Bundle::Inside(inside))) => {
                format!("L_1 {}", inner.part(Some(inside)))
            }
            (Self::Learn(inner), _) => format!("L_1 {}", inner.part(None)),
            (Self::Choice(left, right), Some(Bundle::Side(false, inside))) => {
                format!("!{} + {}", left.part(Some(inside)), right.part(None))
            }
            (Self::Choice(left, right), Some(Bundle::Side(true, inside))) => {
                format!("{} + !{}", left.part(None), right.part(Some(inside)))
            }
            (Self::Choice(left, right), _) => {
                format!("{} + {}", left.part(None), right.part(None))
            }
            (Self::Sequence(left, right), Some(Bundle::Pair(i, j))) => {
                format!("{} ; {}", left.part(Some(i)), right.part(Some(j)))
            }
            (Self::Sequence(left, right), _) => {
                format!("{} ; {}", left.part(None), right.part(None))
            }
        }
    }

    /// As a part of another.
    fn part(&self, bundle: Option<&Bundle>) -> String {
        match self {
            Self::Test(_) | Self::Learn(_) => self.text(bundle),
            Self::Choice(..) | Self::Sequence(..) => format!("({})", self.text(bundle)),
        }
    }
}

fn formula(tested: Tested, terms: &mut Terms) -> hexa_logic::Formula {
    let atom = terms.formula(FormulaNode::Atom(Atom(0)));
    match tested {
        Tested::Atom => atom,
        Tested::Not => terms.not(atom),
        Tested::Always => Terms::TRUE,
        Tested::Never => Terms::FALSE,
    }
}

impl Valued {
    /// The bundle that the structure is a member of.
    fn bundle(&self) -> Bundle {
        match self {
            Self::Leaf => Bundle::Leaf,
            Self::Inside(inner) => Bundle::Inside(Box::new(inner.bundle())),
            Self::Choice(false, left, _) => Bundle::Side(false, Box::new(left.bundle())),
            Self::Choice(true, _, right) => Bundle::Side(true, Box::new(right.bundle())),
            Self::Pair(left, right) => {
                Bundle::Pair(Box::new(left.bundle()), Box::new(right.bundle()))
            }
        }
    }
}

/// A world by its name: in the direct sum it is a pair of a model and a world.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Name {
    Given(usize),
    In(usize, Box<Name>),
}

/// A model: for each world the value of the atom and its cell; cells only where the agent has access.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Model {
    worlds: BTreeMap<Name, (bool, usize)>,
    access: bool,
}

/// The type asks for the access of an agent who has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Undefined;

/// How the image of an action is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clauses {
    /// Def. 34 to the letter.
    Letter,
    /// The first variant of footnote 3: the image is one of the type's images of that world.
    Footnote,
    /// The model must be one that the chosen alternative leads to.
    Chosen,
}

/// Models by number, equal ones once.
#[derive(Clone, Debug)]
pub(super) struct Universe {
    models: Vec<Model>,
}

impl Universe {
    /// With one model of worlds that are there from the beginning, given by the atom's value and cell.
    pub(super) fn new(worlds: &[(bool, usize)]) -> Self {
        let named = worlds.iter().enumerate().map(|(at, world)| (Name::Given(at), *world));
        Self { models: vec![Model { worlds: named.collect(), access: true }] }
    }

    fn number(&mut self, model: Model) -> usize {
        match self.models.iter().position(|known| *known == model) {
            Some(at) => at,
            None => {
                self.models.push(model);
                self.models.len() - 1
            }
        }
    }

    /// [M[τ]] (def. 33.b).
    fn interpret(&mut self, model: usize, of: &Type) -> Result<BTreeSet<usize>, Undefined> {
        match of {
            Type::Test(tested) => {
                let mut worlds = self.models[model].worlds.clone();
                worlds.retain(|_, (value, _)| tested.keeps(*value));
                worlds.values_mut().for_each(|world| world.1 = 0);
                Ok(match worlds.is_empty() {
                    true => BTreeSet::new(),
                    false => BTreeSet::from([self.number(Model { worlds, access: false })]),
                })
            }
            Type::Learn(_) if !self.models[model].access => Err(Undefined),
            Type::Learn(inner) => {
                let parts = self.interpret(model, inner)?;
                if parts.is_empty() {
                    return Ok(BTreeSet::new());
                }
                let sum = self.sum(model, inner, &parts)?;
                Ok(BTreeSet::from([self.number(sum)]))
            }
            Type::Choice(left, right) => {
                let mut all = self.interpret(model, left)?;
                all.extend(self.interpret(model, right)?);
                Ok(all)
            }
            Type::Sequence(first, second) => {
                let mut all = BTreeSet::new();
                for between in self.interpret(model, first)? {
                    all.extend(self.interpret(between, second)?);
                }
                // Undefinedness is strict, even where nothing is left to interpret.
                if second.learns() && !first.leaves_access() {
                    return Err(Undefined);
                }
                Ok(all)
            }
        }
    }

    /// The direct sum, with access between worlds of models where nobody has it (def. 33.d and e).
    fn sum(
        &mut self,
        model: usize,
        inner: &Type,
        parts: &BTreeSet<usize>,
    ) -> Result<Model, Undefined> {
        let mut worlds = BTreeMap::new();
        for &part in parts {
            let origins = self.arrows(model, inner, part)?;
            for (name, &(value, cell)) in &self.models[part].worlds {
                let origin = origins.iter().find(|(_, to)| to == name).map(|(from, _)| from);
                let number = match (self.models[part].access, origin) {
                    (true, _) => 1000 * (part + 1) + cell,
                    (false, Some(origin)) => self.models[model].worlds[origin].1,
                    (false, None) => return Err(Undefined),
                };
                worlds.insert(Name::In(part, Box::new(name.clone())), (value, number));
            }
        }
        Ok(Model { worlds: renumber(worlds), access: true })
    }

    /// Which world has which image in a model that the type leads to (def. 33.c).
    fn arrows(
        &mut self,
        model: usize,
        of: &Type,
        to: usize,
    ) -> Result<BTreeSet<(Name, Name)>, Undefined> {
        let mut all = BTreeSet::new();
        if !self.interpret(model, of)?.contains(&to) {
            return Ok(all);
        }
        match of {
            Type::Test(_) => {
                all.extend(self.models[to].worlds.keys().map(|w| (w.clone(), w.clone())));
            }
            Type::Learn(inner) => {
                for part in self.interpret(model, inner)? {
                    let inside = self.arrows(model, inner, part)?;
                    let named = |(w, v)| (w, Name::In(part, Box::new(v)));
                    all.extend(inside.into_iter().map(named));
                }
            }
            Type::Choice(left, right) => {
                all.extend(self.arrows(model, left, to)?);
                all.extend(self.arrows(model, right, to)?);
            }
            Type::Sequence(first, second) => {
                for between in self.interpret(model, first)? {
                    let then = self.arrows(between, second, to)?;
                    for (w, v) in self.arrows(model, first, between)? {
                        let on = then.iter().filter(|(from, _)| *from == v);
                        all.extend(on.map(|(_, u)| (w.clone(), u.clone())));
                    }
                }
            }
        }
        Ok(all)
    }

    /// Which world an action has as image of which, among the worlds of a model (def. 34.b).
    fn images_of_action(
        &mut self,
        model: usize,
        (of, bundle): (&Type, &Bundle),
        to: usize,
        clauses: Clauses,
    ) -> Result<BTreeSet<(Name, Name)>, Undefined> {
        let mut all = BTreeSet::new();
        if clauses == Clauses::Chosen && !self.interpret(model, of)?.contains(&to) {
            return Ok(all);
        }
        match (of, bundle) {
            (Type::Learn(inner), Bundle::Inside(inside)) => {
                for part in self.interpret(model, inner)? {
                    let found = self.images_of_action(model, (inner, inside), part, clauses)?;
                    let named = |(w, v)| (w, Name::In(part, Box::new(v)));
                    all.extend(found.into_iter().map(named));
                }
                all.retain(|(_, image)| self.models[to].worlds.contains_key(image));
            }
            (Type::Choice(left, _), Bundle::Side(false, inside)) => {
                all.extend(self.images_of_action(model, (left, inside), to, clauses)?);
            }
            (Type::Choice(_, right), Bundle::Side(true, inside)) => {
                all.extend(self.images_of_action(model, (right, inside), to, clauses)?);
            }
            (Type::Sequence(first, second), Bundle::Pair(i, j)) => {
                for between in self.interpret(model, first)? {
                    if !self.interpret(between, second)?.contains(&to) {
                        continue;
                    }
                    let then = self.images_of_action(between, (second, j), to, clauses)?;
                    for (w, v) in self.images_of_action(model, (first, i), between, clauses)? {
                        let on = then.iter().filter(|(from, _)| *from == v);
                        all.extend(on.map(|(_, u)| (w.clone(), u.clone())));
                    }
                }
            }
            _ => {
                let here = self.models[model].worlds.keys();
                let kept = here.filter(|w| self.models[to].worlds.contains_key(w));
                all.extend(kept.map(|w| (w.clone(), w.clone())));
            }
        }
        Ok(all)
    }

    /// The images of the worlds of the first model under an action (def. 34.a): worlds with models.
    pub(super) fn images(
        &mut self,
        of: &Type,
        bundle: &Bundle,
        clauses: Clauses,
    ) -> Result<BTreeSet<(Name, usize, Name)>, Undefined> {
        let mut all = BTreeSet::new();
        for to in self.interpret(0, of)? {
            let mut found = self.images_of_action(0, (of, bundle), to, clauses)?;
            if clauses == Clauses::Footnote {
                let of_type = self.arrows(0, of, to)?;
                found.retain(|pair| of_type.contains(pair));
            }
            all.extend(found.into_iter().map(|(w, v)| (w, to, v)));
        }
        Ok(all)
    }
}

impl Type {
    fn learns(&self) -> bool {
        match self {
            Self::Test(_) => false,
            Self::Learn(_) => true,
            Self::Choice(left, right) | Self::Sequence(left, right) => {
                left.learns() || right.learns()
            }
        }
    }

    /// Whether the agent has access after it in any case.
    fn leaves_access(&self) -> bool {
        match self {
            Self::Test(_) => false,
            Self::Learn(_) => true,
            Self::Choice(l, r) => l.leaves_access() && r.leaves_access(),
            Self::Sequence(_, second) => second.leaves_access(),
        }
    }
}

/// The same cells, numbered in order.
fn renumber(mut worlds: BTreeMap<Name, (bool, usize)>) -> BTreeMap<Name, (bool, usize)> {
    let mut numbers = BTreeMap::new();
    for (_, cell) in worlds.values_mut() {
        let next = numbers.len();
        *cell = *numbers.entry(*cell).or_insert(next);
    }
    worlds
}

/// The models: one world, or two that the agent can or cannot tell apart.
pub(super) fn universes() -> Vec<Universe> {
    let models: [&[(bool, usize)]; 4] =
        [&[(true, 0)], &[(false, 0)], &[(true, 0), (false, 0)], &[(true, 0), (false, 1)]];
    models.map(Universe::new).to_vec()
}

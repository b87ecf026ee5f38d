//! Models and frames written out: worlds, events, cells and arrows.

use super::Elaborator;
use super::scope::{Entity, Env, FrameDeclaration, Node, closest};
use super::value::{Novelty, Value};
use crate::syntax::Symbol;
use crate::syntax::tree::{
    AccessKind, Arrow, Clause, ClauseKind, Exponent, Expr, ExprKind, Fraction, Item, Precondition,
    Who,
};
use hexa_logic::{
    Agent, Atom, EventClause, EventModel, ModelSetup, Ratio, RelationSetup, Roles, Setup, Terms,
    WeighedModel, World, WorldSetup,
};
use hexa_text::Code;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The things that relations relate: worlds or events, by name, each with the variables of its rule.
struct Points {
    things: Things,
    names: Vec<Arc<str>>,
    envs: Vec<Env>,
    by_name: FxHashMap<Arc<str>, u32>,
    /// What is true in worlds, each in order; of events there is nothing to say.
    atoms: Vec<Vec<Atom>>,
    listing: Listing,
}

/// What a model or a frame lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Things {
    Worlds,
    Events,
}

/// What `cells a by ...` compares worlds by.
enum Key {
    /// A value of a world's variables.
    Value(Node),
    /// The values of these atoms.
    Atoms(FxHashSet<Atom>),
    /// The value of an atom that may depend on a world's variables.
    Atom(Node),
}

/// What a world has for a key.
#[derive(PartialEq, Eq, Hash)]
enum KeyValue {
    Value(Value),
    TrueAtoms(Vec<Atom>),
    Truth(bool),
}

/// Whether all worlds or events are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    Complete,
    /// A clause is in error; what is missing may be its.
    Partial,
}

impl Points {
    fn of(things: Things, clauses: &[Clause]) -> Self {
        let unreadable = clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Error));
        let listing = if unreadable { Listing::Partial } else { Listing::Complete };
        Self {
            things,
            names: Vec::new(),
            envs: Vec::new(),
            by_name: FxHashMap::default(),
            atoms: Vec::new(),
            listing,
        }
    }

    /// Remembers if one is in error.
    fn expect<T>(&mut self, point: Option<T>) -> Option<T> {
        if point.is_none() {
            self.listing = Listing::Partial;
        }
        point
    }
}

/// One relation per agent, with where it was given.
struct Relations {
    by_agent: Vec<Option<(Node, RelationSetup)>>,
}

/// A clause that gives a world, or several by rule.
#[derive(Clone, Copy)]
struct WorldClause<'c> {
    name: Node,
    atoms: &'c [Item],
    weight: Option<Fraction>,
}

/// Weights of worlds, or chances of events, and where they stand.
#[derive(Default)]
struct Measures {
    given: Vec<(Node, Ratio)>,
    /// The first world or event that has none.
    without: Option<Node>,
}

impl Elaborator<'_> {
    /// Declares the atoms that worlds list, if they are new.
    pub(super) fn declare_model_atoms(&mut self, node: Node, clauses: &[Clause]) {
        self.for_worlds(node, clauses, |this, world, env| {
            this.for_items(node, world.atoms, env, |this, item, env| {
                let name = this.new_atom_name(item, env)?;
                if this.vocabulary.atom(&name).is_none() {
                    let base = this.scope.symbols.intern(base_name(&name));
                    if this.scope.entity(base).is_none() {
                        this.undeclared_atoms.insert(base);
                    }
                    this.declare_atom(item, &name);
                }
                Some(())
            })
        });
    }

    /// Calls `each` for every world that the clauses give, with its variables.
    fn for_worlds(
        &mut self,
        node: Node,
        clauses: &[Clause],
        mut each: impl FnMut(&mut Self, WorldClause<'_>, &Env) -> Option<()>,
    ) -> Option<()> {
        let mut complete = Some(());
        for clause in clauses {
            let ClauseKind::World(name, atoms, weight, rule) = &clause.kind else { continue };
            let world = WorldClause { name: node.with(*name), atoms, weight: *weight };
            let done = match rule {
                None => each(self, world, &Env::default()),
                Some(rule) => {
                    self.for_each(node, rule, &Env::default(), |this, env| each(this, world, env))
                }
            };
            complete = complete.and(done);
        }
        complete
    }

    /// The model that a block describes.
    pub(super) fn model(&mut self, node: Node, clauses: &[Clause]) -> Option<Setup> {
        let mut points = Points::of(Things::Worlds, clauses);
        let mut worlds = Vec::new();
        let mut weights = Measures::default();
        let complete = self.for_worlds(node, clauses, |this, world, env| {
            let text = this.point_name(world.name, env);
            let text = points.expect(text)?;
            this.add_point(&mut points, world.name, &text, env)?;
            this.measure(&mut weights, world.name, world.weight, env)?;
            let mut atoms = Vec::new();
            this.for_items(node, world.atoms, env, |this, item, env| {
                atoms.push(this.atom(item, env)?);
                Some(())
            })?;
            atoms.sort_unstable();
            atoms.dedup();
            points.atoms.push(atoms.clone());
            worlds.push(WorldSetup { name: text, atoms });
            Some(())
        });
        if worlds.is_empty() && complete.is_some() && points.listing == Listing::Complete {
            return self.error_help(
                Code::NoInitialState,
                node,
                "a model without worlds",
                "a clause such as `world w: p, q`",
            );
        }
        let relations = self.relations(node, clauses, &points);
        let point = self.model_point(node, clauses, &points);
        let ((), (relations, point)) = complete.zip(relations.zip(point))?;
        let weights = self.all_or_none(weights, "world", "weight")?;
        let model = ModelSetup { worlds, relations, point };
        Some(match weights {
            None => Setup::Model(model),
            Some(weights) => Setup::Weighed(WeighedModel { model, weights }),
        })
    }

    /// The weight of a world or the chance of an event, if it has one.
    fn measure(
        &mut self,
        measures: &mut Measures,
        name: Node,
        fraction: Option<Fraction>,
        env: &Env,
    ) -> Option<()> {
        let Some(fraction) = fraction else {
            measures.without.get_or_insert(name);
            return Some(());
        };
        let ratio = self.ratio(name, fraction, env)?;
        measures.given.push((name.with(fraction.above), ratio));
        Some(())
    }

    /// Weights or chances, if they are given; then all of them, and all more than nothing.
    fn all_or_none(
        &mut self,
        measures: Measures,
        thing: &str,
        measure: &str,
    ) -> Option<Option<Vec<Ratio>>> {
        let Some(&(first, _)) = measures.given.first() else { return Some(None) };
        if let Some(without) = measures.without {
            let message = format!("this {thing} has no {measure}, and others have");
            let help = format!("give every {thing} a {measure}, or none");
            let first = self.location(first);
            let diagnostic = self.diagnostic(Code::BadWeight, without, message);
            self.report(diagnostic.at(first, format!("a {measure} is given here")).help(help));
            return None;
        }
        let none = measures.given.iter().find(|(_, ratio)| ratio.numerator() <= 0);
        if let Some(&(at, _)) = none {
            let message = format!("a {measure} is more than 0");
            let help = match thing {
                "world" => "leave out a world that is impossible",
                _ => "leave out an event that never happens, or give it `pre false`",
            };
            return self.error_help(Code::BadWeight, at, message, help);
        }
        Some(Some(measures.given.into_iter().map(|(_, ratio)| ratio).collect()))
    }

    /// How a world or event is called: `w`, `3` or `s(2,3)`.
    fn point_name(&mut self, node: Node, env: &Env) -> Option<String> {
        self.new_name(node, env)
    }

    fn add_point(&mut self, points: &mut Points, node: Node, name: &str, env: &Env) -> Option<()> {
        let next = points.names.len() as u32;
        let name: Arc<str> = name.into();
        if points.by_name.contains_key(&name) {
            let message = format!("`{name}` is given twice");
            return self.error(Code::DuplicateName, node, message);
        }
        points.by_name.insert(name.clone(), next);
        points.names.push(name);
        points.envs.push(env.clone());
        Some(())
    }

    fn find_point(&mut self, points: &Points, node: Node, env: &Env, code: Code) -> Option<u32> {
        let name = self.atom_name(node, env)?;
        if let Some(&point) = points.by_name.get(name.as_str()) {
            return Some(point);
        }
        if points.listing == Listing::Partial {
            return None;
        }
        let help = match closest(&name, points.names.iter().map(|name| &**name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", preview(&points.names)),
        };
        self.error_help(code, node, format!("there is no world or event `{name}`"), help)
    }

    fn model_point(&mut self, node: Node, clauses: &[Clause], points: &Points) -> Option<World> {
        let mut given = clauses.iter().filter_map(|clause| {
            let ClauseKind::Point(items) = &clause.kind else { return None };
            Some((node.with(clause.at), items))
        });
        let Some((at, items)) = given.next() else {
            if clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Error)) {
                return None;
            }
            return self.error_help(
                Code::NoPoint,
                node,
                "the actual world is not given",
                "a clause such as `point w`",
            );
        };
        if let Some((second, _)) = given.next() {
            return self.error(Code::DuplicateName, second, "the actual world is given twice");
        }
        let [Item { expr, rule: None }] = items[..] else {
            return self.error(Code::BadPoint, at, "one world is the actual one");
        };
        self.find_point(points, node.with(expr), &Env::default(), Code::BadPoint).map(World)
    }

    fn relations(
        &mut self,
        node: Node,
        clauses: &[Clause],
        points: &Points,
    ) -> Option<Vec<Option<RelationSetup>>> {
        let mut relations = Relations { by_agent: vec![None; self.vocabulary.agent_count()] };
        let mut complete = Some(());
        for clause in clauses {
            let ClauseKind::Access(who, access) = &clause.kind else { continue };
            let at = node.with(clause.at);
            let done = match access {
                AccessKind::Cells(cells) => self.cells(at, who, cells, points, &mut relations),
                AccessKind::CellsBy(keys) => self.cells_by(at, who, keys, points, &mut relations),
                AccessKind::Arrows(arrows) => self.arrows(at, who, arrows, points, &mut relations),
            };
            complete = complete.and(done);
        }
        complete.map(|()| relations.by_agent.into_iter().map(|r| r.map(|(_, r)| r)).collect())
    }

    fn relate(
        &mut self,
        at: Node,
        agent: Agent,
        relation: RelationSetup,
        relations: &mut Relations,
    ) -> Option<()> {
        if let Some((first, _)) = &relations.by_agent[agent.index()] {
            let first = self.location(*first);
            let name = self.vocabulary.agent_name(agent).to_owned();
            let diagnostic = self
                .diagnostic(Code::MixedAccess, at, format!("the access of `{name}` is given twice"))
                .at(first, "given here already")
                .help("one `cells` or `arrows` clause for each agent");
            self.report(diagnostic);
            return None;
        }
        relations.by_agent[agent.index()] = Some((at, relation));
        Some(())
    }

    /// `cells 1: {w, v} {u}`: worlds that are not listed are alone.
    fn cells(
        &mut self,
        at: Node,
        who: &Who,
        cells: &[Item],
        points: &Points,
        relations: &mut Relations,
    ) -> Option<()> {
        self.for_who(at, who, |this, agent, env| {
            let mut cell_of: Vec<Option<u32>> = vec![None; points.names.len()];
            let mut next = 0;
            this.for_items(at, cells, env, |this, cell, env| {
                this.cell(cell, env, points, next, &mut cell_of)?;
                next += 1;
                Some(())
            })?;
            this.relate(at, agent, RelationSetup::Cells(number_cells(&cell_of)), relations)
        })
    }

    fn cell(
        &mut self,
        cell: Node,
        env: &Env,
        points: &Points,
        number: u32,
        cell_of: &mut [Option<u32>],
    ) -> Option<()> {
        let tree = self.tree(cell);
        let ExprKind::Set(members) = tree.kind(cell.expr) else {
            return self.error(Code::NotASet, cell, "a cell is a set in braces");
        };
        self.for_items(cell, members, env, |this, member, env| {
            let point = this.find_point(points, member, env, Code::UnknownName)? as usize;
            match cell_of[point] {
                Some(other) if other != number => {
                    let message = format!("`{}` is in two cells", points.names[point]);
                    this.error(Code::OverlappingCells, member, message)
                }
                _ => {
                    cell_of[point] = Some(number);
                    Some(())
                }
            }
        })
    }

    /// `cells 2 by x + y`: same cell iff same value; `by month`: same values of the atoms of this name. Worlds
    /// without these variables are not listed, and so alone.
    fn cells_by(
        &mut self,
        at: Node,
        who: &Who,
        keys: &[Expr],
        points: &Points,
        relations: &mut Relations,
    ) -> Option<()> {
        let mut variables = Vec::new();
        keys.iter().for_each(|&key| self.free_names(at.with(key), &mut variables));
        let has_all = |env: &Env| variables.iter().all(|&(name, _)| env.get(name).is_some());
        let listed: Vec<bool> = points.envs.iter().map(has_all).collect();
        if !listed.contains(&true) {
            let unbound = |env: &Env| variables.iter().find(|(name, _)| env.get(*name).is_none());
            let missing = points.envs.last().and_then(unbound).copied();
            return missing
                .and_then(|(name, node)| self.unknown_name(node, name, "a world's variable"));
        }
        let keys: Vec<Option<Key>> =
            keys.iter().map(|&key| self.key(at.with(key), points)).collect();
        let keys: Vec<Key> = keys.into_iter().collect::<Option<_>>()?;
        let mut numbers: FxHashMap<Vec<KeyValue>, u32> = FxHashMap::default();
        let mut cell_of = vec![None; points.envs.len()];
        for point in (0..points.envs.len()).filter(|&point| listed[point]) {
            let values: Option<Vec<KeyValue>> =
                keys.iter().map(|key| self.key_value(key, point, points)).collect();
            let next = numbers.len() as u32;
            cell_of[point] = Some(*numbers.entry(values?).or_insert(next));
        }
        let relation = RelationSetup::Cells(number_cells(&cell_of));
        self.for_who(at, who, |this, agent, _| this.relate(at, agent, relation.clone(), relations))
    }

    /// What stands after `by`: a value, or atoms. What is the same in all worlds tells nobody anything.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of all others only the value counts")]
    fn key(&mut self, node: Node, points: &Points) -> Option<Key> {
        let none = Env::default();
        let (inner, _) = self.resolve(node, &none);
        let of_worlds = points.things == Things::Worlds;
        match *self.kind(inner) {
            ExprKind::Name(symbol) if self.scope.entity(symbol) == Some(Entity::Atoms) => {
                let name = self.scope.symbols.name(symbol).to_owned();
                if !of_worlds {
                    return self.constant_key(node, &format!("`{name}` is an atom"), points);
                }
                let atoms = self.vocabulary.atoms();
                let called = |atom: &Atom| base_name(self.vocabulary.atom_name(*atom)) == name;
                Some(Key::Atoms(atoms.filter(called).collect()))
            }
            ExprKind::Apply(..) | ExprKind::Subscript(..) if of_worlds => Some(Key::Atom(inner)),
            ExprKind::Apply(..) | ExprKind::Subscript(..) => {
                self.constant_key(node, "this is an atom", points)
            }
            ExprKind::Name(symbol) => match self.scope.entity(symbol) {
                None => Some(Key::Value(node)),
                Some(entity) => {
                    let name = self.scope.symbols.name(symbol);
                    let what = format!("`{name}` is {}", entity.describe());
                    self.constant_key(node, &what, points)
                }
            },
            _ if self.can_vary(inner) => Some(Key::Value(node)),
            _ => self.constant_key(node, "this is a constant", points),
        }
    }

    /// Refuses to compare by what cannot differ.
    fn constant_key<T>(&mut self, node: Node, what: &str, points: &Points) -> Option<T> {
        let (one, many) = match points.things {
            Things::Events => ("event", "events"),
            Things::Worlds => ("world", "worlds"),
        };
        let message = format!("{what}, the same in all {many}");
        let mut help = format!(
            "write a variable of the {many}' rule, as in `{one} s(x): ... for x in 1..3` and `by x`"
        );
        if points.things == Things::Worlds {
            let atom = points.atoms.iter().flatten().next();
            let atom = atom.map_or("p", |&atom| base_name(self.vocabulary.atom_name(atom)));
            help.push_str(&format!(
                ", or atoms, as in `by {atom}`; list the worlds to put them all into one cell"
            ));
        }
        self.error_help(Code::WrongKind, node, message, help)
    }

    /// Whether an expression can differ from world to world.
    fn can_vary(&self, node: Node) -> bool {
        let any = |parts: &[Expr]| parts.iter().any(|&part| self.can_vary(node.with(part)));
        match self.kind(node) {
            ExprKind::Number(_) | ExprKind::Builtin(_) => false,
            ExprKind::Name(symbol) => self.scope.entity(*symbol).is_none(),
            ExprKind::Paren(inner) | ExprKind::Size(inner) => any(&[*inner]),
            ExprKind::Chain(_, parts) | ExprKind::Times(parts) => any(parts),
            ExprKind::Minus(left, right)
            | ExprKind::Range(left, right)
            | ExprKind::Power(left, Exponent::Exactly(right)) => any(&[*left, *right]),
            ExprKind::Set(items) => {
                items.iter().any(|item| item.rule.is_some() || any(&[item.expr]))
            }
            ExprKind::Error
            | ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Subscript(..)
            | ExprKind::Apply(..)
            | ExprKind::Subsets(..)
            | ExprKind::Power(_, Exponent::AtMost(_) | Exponent::Star)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Bind(..)
            | ExprKind::Formula(_)
            | ExprKind::Action(_) => true,
        }
    }

    fn key_value(&mut self, key: &Key, point: usize, points: &Points) -> Option<KeyValue> {
        let env = &points.envs[point];
        let true_here = points.atoms.get(point).map_or(&[][..], Vec::as_slice);
        Some(match key {
            Key::Value(node) => KeyValue::Value(self.value(*node, env, Novelty::Known)?),
            Key::Atoms(atoms) => {
                let of_name = true_here.iter().filter(|atom| atoms.contains(atom));
                KeyValue::TrueAtoms(of_name.copied().collect())
            }
            Key::Atom(node) => KeyValue::Truth(true_here.contains(&self.atom(*node, env)?)),
        })
    }

    /// The names of a number or name expression that nothing declares.
    pub(super) fn free_names(&self, node: Node, names: &mut Vec<(Symbol, Node)>) {
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Name(symbol) if self.scope.entity(*symbol).is_none() => {
                names.push((*symbol, node));
            }
            ExprKind::Paren(inner) | ExprKind::Size(inner) => {
                self.free_names(node.with(*inner), names);
            }
            ExprKind::Chain(_, parts) | ExprKind::Times(parts) | ExprKind::Apply(_, parts) => {
                parts.iter().for_each(|&part| self.free_names(node.with(part), names));
            }
            ExprKind::Minus(left, right)
            | ExprKind::Power(left, Exponent::Exactly(right))
            | ExprKind::Subscript(left, right) => {
                self.free_names(node.with(*left), names);
                self.free_names(node.with(*right), names);
            }
            ExprKind::Error
            | ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Subsets(..)
            | ExprKind::Builtin(_)
            | ExprKind::Power(_, Exponent::AtMost(_) | Exponent::Star)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Bind(..)
            | ExprKind::Formula(_)
            | ExprKind::Action(_) => {}
        }
    }

    fn arrows(
        &mut self,
        at: Node,
        who: &Who,
        arrows: &[Arrow],
        points: &Points,
        relations: &mut Relations,
    ) -> Option<()> {
        self.for_who(at, who, |this, agent, env| {
            let mut pairs = Vec::new();
            for arrow in arrows {
                let (from, to) = (at.with(arrow.from), at.with(arrow.to));
                let mut each = |this: &mut Self, env: &Env| {
                    let from = this.find_point(points, from, env, Code::UnknownName);
                    let to = this.find_point(points, to, env, Code::UnknownName);
                    pairs.push(from.zip(to)?);
                    Some(())
                };
                match &arrow.rule {
                    None => each(this, env)?,
                    Some(rule) => this.for_each(at, rule, env, each)?,
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
            this.relate(at, agent, RelationSetup::Arrows(pairs), relations)
        })
    }

    /// The events and relations of a frame, which can be read before its formulas.
    pub(super) fn frame_relations(
        &mut self,
        frame: &FrameDeclaration,
    ) -> Option<(Vec<String>, Vec<Option<RelationSetup>>)> {
        let mut points = Points::of(Things::Events, &frame.clauses);
        self.listing(|this| {
            this.for_events(frame, |this, name, _, env| {
                let text = this.point_name(name, env);
                let text = points.expect(text)?;
                this.add_point(&mut points, name, &text, env)
            })
        })?;
        if points.names.is_empty() && points.listing == Listing::Complete {
            return self.error_help(
                Code::Expected,
                frame.name,
                "a frame without events",
                "a clause such as `event e: pre p`",
            );
        }
        let mut relations =
            self.listing(|this| this.relations(frame.name, &frame.clauses, &points))?;
        if let Some((at, roles)) = self.roles(frame)? {
            self.publicity(at, roles, points.names.len(), &mut relations)?;
        }
        Some((points.names.iter().map(|name| name.to_string()).collect(), relations))
    }

    /// Calls `each` for every event that the clauses give: its name, its clause, its variables.
    fn for_events(
        &mut self,
        frame: &FrameDeclaration,
        mut each: impl FnMut(&mut Self, Node, &Clause, &Env) -> Option<()>,
    ) -> Option<()> {
        let mut complete = Some(());
        for clause in &frame.clauses {
            let ClauseKind::Event(name, .., rule) = &clause.kind else { continue };
            let name = frame.name.with(*name);
            let done = match rule {
                None => each(self, name, clause, &Env::default()),
                Some(rule) => self.for_each(name, rule, &Env::default(), |this, env| {
                    each(this, name, clause, env)
                }),
            };
            complete = complete.and(done);
        }
        complete
    }

    /// The event model of a frame whose relations are known.
    pub(super) fn frame(
        &mut self,
        frame: &FrameDeclaration,
        relations: Vec<Option<RelationSetup>>,
    ) -> Option<EventModel> {
        let (mut events, mut rest) = (Vec::new(), Vec::new());
        let mut chances = Measures::default();
        self.for_events(frame, |this, name, clause, env| {
            let ClauseKind::Event(_, pre, chance, post, _) = &clause.kind else { return Some(()) };
            this.measure(&mut chances, name, *chance, env)?;
            let precondition = match pre {
                Precondition::Formula(pre) => this.formula(name.with(*pre), env),
                Precondition::None => Some(Terms::TRUE),
                Precondition::Otherwise => {
                    rest.push((name, events.len()));
                    Some(Terms::FALSE)
                }
            };
            let postcondition = this.assignments(name, post, env);
            let (precondition, postcondition) = precondition.zip(postcondition)?;
            let name = this.point_name(name, env)?;
            events.push(EventClause { name, precondition, postcondition });
            Some(())
        })?;
        self.otherwise(&mut events, &rest)?;
        let roles = self.roles(frame)?.map(|(_, roles)| roles);
        if roles.is_some() && events.iter().any(|event| !event.postcondition.is_empty()) {
            let message = "an answer to a question changes no facts";
            return self.error(Code::BadRequest, frame.name, message);
        }
        let chances = self.chances(chances)?;
        let name = self.name(frame.name, &Env::default())?;
        Some(EventModel { name, events, relations, roles, chances })
    }

    /// The chances of events: of all or none, more than nothing and at most 1.
    fn chances(&mut self, chances: Measures) -> Option<Option<Box<[Ratio]>>> {
        let too_large = |(_, chance): &&(Node, Ratio)| {
            u64::try_from(chance.numerator()).is_ok_and(|above| above > chance.denominator())
        };
        if let Some(&(at, _)) = chances.given.iter().find(too_large) {
            let help = "a chance says how often the event happens where it can: `chance 1/2`";
            return self.error_help(Code::BadWeight, at, "a chance is at most 1", help);
        }
        let chances = self.all_or_none(chances, "event", "chance")?;
        Some(chances.map(Vec::into_boxed_slice))
    }

    /// `otherwise`: what happens when nothing else can.
    fn otherwise(&mut self, events: &mut [EventClause], rest: &[(Node, usize)]) -> Option<()> {
        let [(_, at)] = rest else {
            let Some((second, _)) = rest.get(1) else { return Some(()) };
            let message = "two events of a frame cannot both be what happens otherwise";
            return self.error(Code::Expected, *second, message);
        };
        let others = events.iter().enumerate().filter(|(other, _)| other != at);
        let none = others.map(|(_, event)| self.terms.not(event.precondition)).collect();
        events[*at].precondition = self.terms.and(none);
        Some(())
    }

    /// `ask 2 1` of a frame, if it has such a clause.
    fn roles(&mut self, frame: &FrameDeclaration) -> Option<Option<(Node, Roles)>> {
        let mut asked = frame.clauses.iter().filter_map(|clause| {
            let ClauseKind::Ask(requester, respondent) = clause.kind else { return None };
            Some((clause.at, requester, respondent))
        });
        let Some((at, requester, respondent)) = asked.next() else { return Some(None) };
        if let Some((second, ..)) = asked.next() {
            let message = "a frame has one question only";
            return self.error(Code::BadRequest, frame.name.with(second), message);
        }
        let requester = self.agent(frame.name.with(requester), &Env::default());
        let respondent = self.agent(frame.name.with(respondent), &Env::default());
        let (requester, respondent) = requester.zip(respondent)?;
        Some(Some((frame.name.with(at), Roles { requester, respondent })))
    }

    /// Who hears which answer: everybody all that they are not said to confuse, and who answers hears
    /// themselves (thesis def. 9).
    fn publicity(
        &mut self,
        at: Node,
        roles: Roles,
        answers: usize,
        relations: &mut [Option<RelationSetup>],
    ) -> Option<()> {
        for relation in relations.iter_mut() {
            match relation {
                None => *relation = Some(RelationSetup::Cells((0..answers as u32).collect())),
                Some(RelationSetup::Cells(_)) => {}
                Some(RelationSetup::Arrows(_)) => {
                    let message = "what is heard of an answer is given by `cells`, not by `arrows`";
                    return self.error(Code::BadRequest, at, message);
                }
            }
        }
        let heard = relations.get(roles.respondent.index()).and_then(Option::as_ref);
        let Some(RelationSetup::Cells(cells)) = heard else { return Some(()) };
        let mut told: Vec<u32> = cells.clone();
        told.sort_unstable();
        told.dedup();
        if told.len() < answers {
            let message = "whoever answers can tell their own answers apart";
            return self.error_help(
                Code::BadRequest,
                at,
                message,
                "leave out the `cells` of the one who answers",
            );
        }
        Some(())
    }
}

/// What the atoms `p`, `p_1` and `p(1,2)` have in common.
fn base_name(atom: &str) -> &str {
    atom.split(['(', '_']).next().unwrap_or(atom)
}

/// Cells numbered in order of appearance; what is in none is alone.
fn number_cells(cell_of: &[Option<u32>]) -> Vec<u32> {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    cell_of
        .iter()
        .map(|cell| match cell {
            None => fresh(),
            Some(cell) => *numbers.entry(*cell).or_insert_with(&mut fresh),
        })
        .collect()
}

fn preview(names: &[Arc<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(12).map(|name| &**name).collect();
    let dots = if names.len() > shown.len() { ", ..." } else { "" };
    format!("{}{dots}", shown.join(", "))
}

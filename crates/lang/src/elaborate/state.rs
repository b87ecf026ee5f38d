//! Initial states: from clauses to a setup.

use super::Elaborator;
use super::scope::{Dealt, Entity, Env, Node};
use super::value::Novelty;
use crate::syntax::tree::{Clause, ClauseKind, Expr, ExprKind, Facing, Item, Who};
use hexa_logic::{
    Agent, Atom, Card, DealSetup, Formula, FormulaNode, Hypercube, Setup, Sight, Structure,
};
use hexa_text::Code;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// The clauses that describe one state, by kind.
#[derive(Default)]
pub(super) struct Description {
    /// Where to report what is missing.
    pub at: Option<Node>,
    /// The clauses that say which kind of state it is: deal, hypercube or model.
    pub forms: Vec<(Node, ClauseKind)>,
    pub atoms: Vec<(Node, Vec<Item>)>,
    pub observations: Vec<(Node, Who, Vec<Item>)>,
    pub laws: Vec<(Node, Expr)>,
    pub points: Vec<(Node, Vec<Item>)>,
    /// Whether some clause could not be read, so that what is missing may be there.
    pub unreadable: bool,
}

impl Description {
    /// Whether it describes a state at all; atoms alone may stand beside any.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty() && self.observations.is_empty() && self.points.is_empty()
    }

    /// Adds a clause.
    pub fn add(&mut self, file: u32, clause: &Clause) {
        let node = Node { file, expr: clause.at };
        self.at.get_or_insert(node);
        match &clause.kind {
            ClauseKind::Atoms(items) => self.atoms.push((node, items.clone())),
            ClauseKind::Observe(who, items) => {
                self.observations.push((node, who.clone(), items.clone()));
            }
            ClauseKind::Law(law) => self.laws.push((node, *law)),
            ClauseKind::Point(items) => self.points.push((node, items.clone())),
            ClauseKind::Error => self.unreadable = true,
            kind @ (ClauseKind::Deal(..)
            | ClauseKind::Hypercube(_)
            | ClauseKind::Model(_)
            | ClauseKind::World(..)
            | ClauseKind::Access(..)
            | ClauseKind::Event(..)
            | ClauseKind::Ask(..)) => self.forms.push((node, kind.clone())),
        }
    }
}

impl Elaborator<'_> {
    /// Declares the cards, atoms and local states that a description speaks of. The initial state
    /// declares them in the namespace; other states may repeat them.
    pub(super) fn declare_things(&mut self, description: &Description, novelty: Declaring) {
        for (at, (node, form)) in description.forms.iter().enumerate() {
            // A second form is an error of its own, which `setup` reports.
            let novelty = if at == 0 { novelty } else { Declaring::Further };
            match form {
                ClauseKind::Deal(_, hands) => {
                    self.declare_cards(*node, hands, novelty);
                    if novelty == Declaring::Initial {
                        self.remember_deal(*node, hands, description);
                    }
                }
                ClauseKind::Hypercube(items) => self.declare_locals(*node, items),
                ClauseKind::Model(clauses) => {
                    self.listing(|this| this.declare_model_atoms(*node, clauses));
                }
                // These are misplaced, or declare nothing.
                ClauseKind::World(..)
                | ClauseKind::Access(..)
                | ClauseKind::Event(..)
                | ClauseKind::Ask(..)
                | ClauseKind::Atoms(_)
                | ClauseKind::Observe(..)
                | ClauseKind::Law(_)
                | ClauseKind::Point(_)
                | ClauseKind::Error => {}
            }
        }
        for (node, items) in &description.atoms {
            self.declare_atoms(*node, items, novelty);
        }
    }

    fn declare_cards(&mut self, node: Node, hands: &[Vec<Expr>], declaring: Declaring) {
        for &expr in hands.iter().flatten() {
            let node = node.with(expr);
            if self.stands_for_itself(node, &Env::default(), "a card").is_none() {
                continue;
            }
            let Some(name) = self.name(node, &Env::default()) else { continue };
            if super::is_operator(&name) {
                self.error_help::<()>(
                    Code::ReservedName,
                    node,
                    format!("a card cannot be called `{name}`: `{name}_` starts an operator"),
                    "choose another name",
                );
                continue;
            }
            match self.scope.entity_named(&name) {
                Some(Entity::Card(card)) if declaring == Declaring::Initial => {
                    self.dealt_twice::<()>(node, card);
                }
                Some(Entity::Card(_)) => {}
                // A hypercube's local state may be a card elsewhere.
                Some(Entity::Local) => {
                    self.vocabulary.add_card(&name);
                }
                _ => {
                    let card = self.vocabulary.add_card(&name);
                    self.declare(node, &name, Entity::Card(card));
                }
            }
        }
        let cards: Vec<Card> = self.vocabulary.cards().collect();
        for card in cards {
            for holder in self.holders_in_order() {
                self.vocabulary.add_holding_atom(card, holder);
            }
        }
    }

    /// Makes the initial deal known to what is declared after it.
    fn remember_deal(&mut self, node: Node, hands: &[Vec<Expr>], description: &Description) {
        let Some(deal) = self.deal(node, hands, &Env::default()) else { return };
        let laws = description.laws.iter().map(|&(node, law)| node.with(law)).collect();
        self.scope.dealt = Some(Dealt { deal, laws });
    }

    fn declare_locals(&mut self, node: Node, items: &[Item]) {
        let mut given: FxHashMap<String, Node> = FxHashMap::default();
        self.for_items(node, items, &Env::default(), |this, item, env| {
            this.names_something_new(item, env, "a local state")?;
            for name in this.names_of_item(item, env)? {
                match given.entry(name) {
                    Entry::Occupied(first) => this.given_twice(item, first.key(), *first.get()),
                    Entry::Vacant(new) => {
                        this.declare_local(item, new.key());
                        new.insert(item);
                    }
                }
            }
            Some(())
        });
    }

    fn given_twice(&mut self, second: Node, name: &str, first: Node) {
        let first = self.location(first);
        let message = format!("the local state `{name}` is given twice");
        let diagnostic = self.diagnostic(Code::DuplicateName, second, message);
        self.report(diagnostic.at(first, "given here already"));
    }

    fn declare_local(&mut self, node: Node, name: &str) {
        match self.scope.entity_named(name) {
            // Numbers may be both: `hypercube 0, 1` for the agents 1, 2.
            Some(Entity::Local | Entity::Card(_) | Entity::Constant | Entity::Agent(_)) => {}
            _ => self.declare(node, name, Entity::Local),
        }
        for agent in self.agent_names() {
            self.vocabulary.add_atom(&format!("{name}_{agent}"));
        }
    }

    /// Whether a name that is to be declared stands for itself, and not for a parameter or set of that
    /// name; reports it if not.
    pub(super) fn stands_for_itself(&mut self, node: Node, env: &Env, as_what: &str) -> Option<()> {
        let ExprKind::Name(symbol) = *self.tree(node).kind(node.expr) else { return Some(()) };
        let known = self.scope.entities.get(&symbol).copied();
        match known {
            Some((
                entity @ (Entity::Parameter(_) | Entity::BrokenParameter | Entity::Set(_)),
                at,
            )) if env.get(symbol).is_none() => {
                let name = self.scope.symbols.name(symbol).to_owned();
                let is = entity.describe();
                let message =
                    format!("`{name}` is declared already, as {is}: it cannot be {as_what}");
                let diagnostic = self.diagnostic(Code::DuplicateName, node, message);
                self.report(diagnostic.at(at, "declared here").help(super::declare::NAMESPACE));
                None
            }
            _ => Some(()),
        }
    }

    /// The same for an item of a list, where a set's name stands for its elements.
    pub(super) fn names_something_new(
        &mut self,
        item: Node,
        env: &Env,
        as_what: &str,
    ) -> Option<()> {
        if self.set_variable(item, env).is_some() {
            return Some(());
        }
        self.stands_for_itself(item, env, as_what)
    }

    fn local_names(&mut self, node: Node, items: &[Item]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        self.for_items(node, items, &Env::default(), |this, item, env| {
            names.extend(this.names_of_item(item, env)?);
            Some(())
        })?;
        Some(names)
    }

    /// The names that an item of a list gives: its own, or those of the set it names.
    pub(super) fn names_of_item(&mut self, item: Node, env: &Env) -> Option<Vec<String>> {
        let set = if self.kind(item).name().is_some() {
            self.set_variable(item, env)
        } else if self.kind(item).is_plain_set() {
            Some(self.set(item, env)?)
        } else {
            None
        };
        match set {
            None => Some(vec![self.name(item, env)?]),
            Some(elements) => {
                let names: Option<Vec<String>> =
                    elements.iter().map(|element| self.value_name(element)).collect();
                names.or_else(|| self.error(Code::WrongKind, item, "names are needed, not sets"))
            }
        }
    }

    /// Declares the atoms of an `atoms` line.
    fn declare_atoms(&mut self, node: Node, items: &[Item], declaring: Declaring) {
        let mut listed = FxHashSet::default();
        self.listing(|this| {
            this.declare_listed_atoms(node, items, declaring, &mut listed);
        });
    }

    fn declare_listed_atoms(
        &mut self,
        node: Node,
        items: &[Item],
        declaring: Declaring,
        listed: &mut FxHashSet<String>,
    ) {
        self.for_items(node, items, &Env::default(), |this, item, env| {
            for name in this.atom_names_of_item(item, env)? {
                let known = this.vocabulary.atom(&name).is_some_and(|atom| this.is_declared(atom));
                if !listed.insert(name.clone()) || (known && declaring == Declaring::Initial) {
                    let message = format!("the atom `{name}` is declared twice");
                    this.error::<()>(Code::DuplicateName, item, message);
                } else {
                    this.declare_atom(item, &name);
                }
            }
            Some(())
        });
    }

    /// The atoms that an item declares: its own, or those that a set's elements are called.
    fn atom_names_of_item(&mut self, item: Node, env: &Env) -> Option<Vec<String>> {
        if let ExprKind::Name(_) | ExprKind::Set(_) = self.kind(item) {
            self.names_something_new(item, env, "an atom")?;
            return self.names_of_item(item, env);
        }
        Some(vec![self.new_atom_name(item, env)?])
    }

    /// The name of an atom that may be new, with its arguments allowed to be new names.
    pub(super) fn new_atom_name(&mut self, node: Node, env: &Env) -> Option<String> {
        let mut head = node;
        if let ExprKind::Apply(base, _) | ExprKind::Subscript(base, _) = self.kind(node) {
            head = node.with(*base);
        }
        self.stands_for_itself(head, env, "an atom")?;
        self.new_name(node, env)
    }

    /// A name with its arguments, which may be new names themselves.
    pub(super) fn new_name(&mut self, node: Node, env: &Env) -> Option<String> {
        let tree = self.tree(node);
        if let ExprKind::Apply(_, arguments) = tree.kind(node.expr) {
            for &argument in arguments {
                self.value(node.with(argument), env, Novelty::MayBeNew)?;
            }
        }
        self.atom_name(node, env)
    }

    /// Declares one atom; its name without arguments or subscript joins the namespace.
    pub(super) fn declare_atom(&mut self, node: Node, name: &str) -> Atom {
        let base: String = name.chars().take_while(|&c| c != '(' && c != '_').collect();
        let subscripted = name.contains('_');
        if subscripted && super::is_operator(&base) {
            self.error_help::<()>(
                Code::ReservedName,
                node,
                format!("`{base}_` starts an operator"),
                "choose another name for the atom",
            );
        }
        match self.scope.entity_named(&base) {
            Some(Entity::Atoms) => {}
            // `r_1` may speak of the card, local state or plain name `r`.
            Some(Entity::Card(_) | Entity::Local | Entity::Constant) if subscripted => {}
            _ => self.declare(node, &base, Entity::Atoms),
        }
        let atom = self.vocabulary.add_atom(name);
        self.scope.atoms.insert(atom);
        atom
    }

    /// Whether an atom is declared in this document, not only in one that it takes a state from.
    fn is_declared(&self, atom: Atom) -> bool {
        self.scope.atoms.contains(&atom) || self.vocabulary.holding(atom).is_some()
    }

    /// The state that a description describes.
    pub(super) fn setup(&mut self, description: &Description) -> Option<Setup> {
        if let [_, (second, _), ..] = description.forms[..] {
            let first = self.location(description.forms[0].0);
            let diagnostic = self
                .diagnostic(Code::TwoInitialStates, second, "this describes a second state")
                .at(first, "the state is described here already")
                .help("one of deal, hypercube, model, or atoms with observe and point");
            self.report(diagnostic);
            return None;
        }
        match description.forms.first().cloned() {
            None => self.structure(description),
            Some((node, ClauseKind::Deal(facing, hands))) => {
                self.deal_setup(node, facing, &hands, description)
            }
            Some((node, ClauseKind::Hypercube(items))) => self.hypercube(node, &items, description),
            Some((node, ClauseKind::Model(clauses))) => {
                self.allow_only(description, "a model", &[]);
                if let Some((point, _)) = description.points.first() {
                    self.report_misplaced(*point, "in a model, the point is a clause of the block");
                }
                self.listing(|this| this.model(node, &clauses))
            }
            Some((node, _)) => {
                self.report_misplaced(node, "this clause belongs in a `model` or `frame` block");
                None
            }
        }
    }

    fn report_misplaced(&mut self, node: Node, message: &str) {
        self.error::<()>(Code::Misplaced, node, message);
    }

    /// Reports `observe` and `law` clauses that do not go with the form.
    fn allow_only(&mut self, description: &Description, form: &str, allowed: &[&str]) {
        if let Some((node, ..)) = description.observations.first() {
            self.report_misplaced(*node, &format!("`observe` does not go with {form}"));
        }
        match description.laws[..] {
            [(node, _), ..] if !allowed.contains(&"law") => {
                self.report_misplaced(node, &format!("`law` does not go with {form}"));
            }
            _ => {}
        }
    }

    fn law(&mut self, description: &Description) -> Option<Formula> {
        let laws: Vec<Node> = description.laws.iter().map(|&(node, law)| node.with(law)).collect();
        self.all_laws(&laws)
    }

    /// All laws together.
    pub(super) fn all_laws(&mut self, laws: &[Node]) -> Option<Formula> {
        let laws: Vec<_> =
            laws.iter().map(|&law| self.propositional(law, &Env::default(), "a law")).collect();
        let laws = laws.into_iter().collect::<Option<Vec<_>>>()?;
        Some(self.terms.and(laws))
    }

    fn deal_setup(
        &mut self,
        node: Node,
        facing: Facing,
        hands: &[Vec<Expr>],
        description: &Description,
    ) -> Option<Setup> {
        self.allow_only(description, "a deal", &["law"]);
        if let Some((point, _)) = description.points.first() {
            self.report_misplaced(*point, "a deal is its own point");
        }
        let deal = self.deal(node, hands, &Env::default())?;
        let sight = match facing {
            Facing::Up => Sight::OwnCards,
            Facing::Down => Sight::FaceDown,
        };
        let law = self.law(description)?;
        Some(Setup::Deal(DealSetup { deal, sight, law }))
    }

    fn hypercube(
        &mut self,
        node: Node,
        items: &[Item],
        description: &Description,
    ) -> Option<Setup> {
        self.allow_only(description, "a hypercube", &[]);
        let locals = self.local_names(node, items)?;
        let mut atoms = vec![Vec::new(); self.vocabulary.agent_count()];
        for &agent in &self.scope.agents {
            for local in &locals {
                let name = format!("{local}_{}", self.vocabulary.agent_name(agent));
                atoms[agent.index()].push(self.vocabulary.add_atom(&name));
            }
        }
        let point = self.hypercube_point(node, &locals, description)?;
        Some(Setup::Hypercube(Hypercube { atoms, point }))
    }

    fn hypercube_point(
        &mut self,
        node: Node,
        locals: &[String],
        description: &Description,
    ) -> Option<Vec<usize>> {
        let help = format!(
            "add a line `point ...` with one local state for each of {}",
            self.agent_names().join(", ")
        );
        let (at, items) = self.point_items(node, description, &help)?;
        let mut chosen = Vec::new();
        self.for_items(at, &items, &Env::default(), |this, item, env| {
            let name = this.name(item, env)?;
            match locals.iter().position(|local| *local == name) {
                Some(local) => chosen.push(local),
                None => return this.not_a(item, &name, None, "a local state", locals),
            }
            Some(())
        })?;
        if chosen.len() != self.scope.agents.len() {
            let message = format!(
                "{} for {}",
                count_noun(chosen.len(), "local state"),
                count_noun(self.scope.agents.len(), "agent")
            );
            let help = format!("one for each of {}", self.agent_names().join(", "));
            return self.error_help(Code::BadPoint, at, message, help);
        }
        let mut point = vec![0; chosen.len()];
        for (agent, local) in self.scope.agents.iter().zip(chosen) {
            point[agent.index()] = local;
        }
        Some(point)
    }

    /// The items of the one `point` of a description.
    fn point_items(
        &mut self,
        node: Node,
        description: &Description,
        help: &str,
    ) -> Option<(Node, Vec<Item>)> {
        match &description.points[..] {
            [] if description.unreadable => None,
            [] => self.error_help(Code::NoPoint, node, "the actual world is not given", help),
            [(node, items)] => Some((*node, items.clone())),
            [_, (second, _), ..] => {
                self.error(Code::DuplicateName, *second, "the actual world is given twice")
            }
        }
    }

    fn structure(&mut self, description: &Description) -> Option<Setup> {
        let node = description.at?;
        let mut atoms = Vec::new();
        for (node, items) in &description.atoms {
            self.listing(|this| {
                this.for_items(*node, items, &Env::default(), |this, item, env| {
                    for name in this.atom_names_of_item(item, env)? {
                        atoms.extend(this.vocabulary.atom(&name));
                    }
                    Some(())
                })
            })?;
        }
        atoms.sort_unstable();
        atoms.dedup();
        let observations = self.observations(description);
        let law = self.law(description);
        let point = self.structure_point(node, &atoms, description);
        let ((observations, law), point) = observations.zip(law).zip(point)?;
        Some(Setup::Structure(Structure { atoms, observations, law, point: Some(point) }))
    }

    fn observations(&mut self, description: &Description) -> Option<Vec<Vec<Formula>>> {
        let mut observations = vec![Vec::new(); self.vocabulary.agent_count()];
        let mut complete = Some(());
        for (node, who, items) in &description.observations {
            let done = self.for_who(*node, who, |this, agent, env| {
                this.for_items(*node, items, env, |this, item, env| {
                    for formula in this.observed_formulas(item, env)? {
                        observations[agent.index()].push(formula);
                    }
                    Some(())
                })
            });
            complete = complete.and(done);
        }
        complete.map(|()| observations)
    }

    /// What an item of an `observe` line says: a formula, or all atoms of a set.
    fn observed_formulas(&mut self, item: Node, env: &Env) -> Option<Vec<Formula>> {
        if self.set_variable(item, env).is_none() {
            return Some(vec![self.propositional(item, env, "an observation")?]);
        }
        let mut formulas = Vec::new();
        for name in self.names_of_item(item, env)? {
            match self.vocabulary.atom(&name) {
                Some(atom) => formulas.push(self.terms.formula(FormulaNode::Atom(atom))),
                None => {
                    let message = format!("there is no atom `{name}`");
                    return self.error(Code::UnknownName, item, message);
                }
            }
        }
        Some(formulas)
    }

    /// Calls `each` for every agent that a clause is for, with the clause's variable bound.
    pub(super) fn for_who(
        &mut self,
        node: Node,
        who: &Who,
        mut each: impl FnMut(&mut Self, Agent, &Env) -> Option<()>,
    ) -> Option<()> {
        match who {
            Who::Listed(groups) => {
                let mut complete = Some(());
                for &group in groups {
                    let Some(group) = self.group(node.with(group), &Env::default()) else {
                        complete = None;
                        continue;
                    };
                    for agent in group.iter() {
                        complete = complete.and(each(self, agent, &Env::default()));
                    }
                }
                complete
            }
            Who::Each(binder) => {
                let first = binder.variables.first().and_then(|(names, _)| names.first()).copied();
                self.for_each(node, binder, &Env::default(), |this, env| {
                    let agent = this.agent(node.with(first?), env)?;
                    each(this, agent, env)
                })
            }
        }
    }

    fn structure_point(
        &mut self,
        node: Node,
        atoms: &[Atom],
        description: &Description,
    ) -> Option<Vec<Atom>> {
        let help = "add a line `point ...`; `point` alone means that no atom is true";
        let (at, items) = self.point_items(node, description, help)?;
        let mut point = Vec::new();
        self.for_items(at, &items, &Env::default(), |this, item, env| {
            let atom = this.atom(item, env)?;
            if atoms.binary_search(&atom).is_err() {
                if description.unreadable {
                    return None;
                }
                let message = "this atom is not one of those that vary";
                return this.error(Code::BadPoint, item, message);
            }
            point.push(atom);
            Some(())
        })?;
        point.sort_unstable();
        point.dedup();
        Some(point)
    }
}

/// `1 agent`, `2 agents`
pub(super) fn count_noun(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// Whether things are declared for the first time or spoken of by a further state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declaring {
    Initial,
    Further,
}

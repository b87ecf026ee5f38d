//! The names in definitions with parameters, which are spelt out only where they are used: what stands for
//! nothing, whatever the arguments are, is an error even if nobody uses them.
//!
//! Places that need an agent, a number, a set or an action accept declared names only. Elsewhere a name
//! may be part of an atom, an event, or an element of some set in braces.

use super::Elaborator;
use super::scope::{Entity, Macro, Node, closest};
use super::theory::theory;
use crate::syntax::Symbol;
use crate::syntax::tree::{
    ActionKind, Binder, Builtin, Definition, Exponent, Expr, ExprKind, FormulaKind, Item, Reply,
    ShownCard, Wanted,
};
use hexa_logic::Manner;
use hexa_text::Code;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What a place needs, as far as it matters for names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Formula,
    Action,
    /// An agent, a group, a holder, a card, a number or a set: a declared name.
    Declared,
    /// An agent or a group, where letters may join.
    Group,
    /// An argument, or an element of a set in braces: anything.
    Any,
}

/// The work of checking one definition.
struct Names {
    bound: Variables,
    /// Names that are no declared ones and yet mean something somewhere.
    plain: Arc<FxHashSet<String>>,
}

/// The variables in scope, the innermost last; definitions may have any number of parameters.
#[derive(Default)]
struct Variables {
    order: Vec<Symbol>,
    times: FxHashMap<Symbol, usize>,
}

impl Variables {
    fn extend(&mut self, symbols: impl IntoIterator<Item = Symbol>) {
        for symbol in symbols {
            self.order.push(symbol);
            *self.times.entry(symbol).or_default() += 1;
        }
    }

    /// Only so many are left.
    fn truncate(&mut self, left: usize) {
        for symbol in self.order.drain(left..) {
            self.times.entry(symbol).and_modify(|times| *times -= 1);
        }
    }

    fn contains(&self, symbol: Symbol) -> bool {
        self.times.get(&symbol).is_some_and(|&times| times > 0)
    }
}

impl Elaborator<'_> {
    /// Reports the names in a definition that mean nothing.
    pub(super) fn check_names(&mut self, index: usize) {
        let Macro { sort, parameters, body, .. } = self.scope.macros[index].clone();
        let plain = self.plain_names();
        let mut names = Names { bound: Variables::default(), plain };
        names.bound.extend(parameters);
        let place = match sort {
            Definition::Formula => Place::Formula,
            Definition::Action => Place::Action,
        };
        self.names_in(body, place, &mut names);
    }

    /// Parts of atoms, events, and what stands in braces. Collected once for all definitions.
    fn plain_names(&mut self) -> Arc<FxHashSet<String>> {
        if let Some(plain) = &self.plain_names {
            return plain.clone();
        }
        let mut plain = FxHashSet::default();
        for atom in self.vocabulary.atoms() {
            let parts = self.vocabulary.atom_name(atom).split(['_', '(', ',', ')']);
            for part in parts.filter(|part| !part.is_empty()) {
                if !plain.contains(part) {
                    plain.insert(part.to_owned());
                }
            }
        }
        for frame in &self.scope.frames {
            for event in &frame.events {
                plain.extend(event.split(['_', '(', ',', ')']).map(str::to_owned));
            }
        }
        for (_, tree) in &self.scope.trees {
            for at in 0..tree.len() {
                let ExprKind::Set(items) = tree.kind(Expr(at as u32)) else { continue };
                for item in items {
                    if let ExprKind::Name(symbol) = tree.kind(item.expr) {
                        plain.insert(self.scope.symbols.name(*symbol).to_owned());
                    }
                }
            }
        }
        self.plain_names.insert(Arc::new(plain)).clone()
    }

    fn names_in(&mut self, node: Node, place: Place, names: &mut Names) {
        let tree = self.tree(node);
        let of = |expr: Expr| node.with(expr);
        match tree.kind(node.expr) {
            ExprKind::Error
            | ExprKind::Keyword
            | ExprKind::Text(_)
            | ExprKind::Number(_)
            | ExprKind::Builtin(_) => {}
            ExprKind::Name(symbol) => self.name_in(node, *symbol, place, names),
            ExprKind::Paren(inner) => self.names_in(of(*inner), place, names),
            ExprKind::Subscript(base, subscript) => {
                self.atom_in(node, &[*base], &[*subscript], place, names);
            }
            ExprKind::Apply(head, arguments) => {
                self.application_in(node, *head, arguments, place, names);
            }
            ExprKind::Set(items) => {
                let inner = if place == Place::Group { Place::Declared } else { Place::Any };
                self.items_in(node, items, inner, names);
            }
            ExprKind::Range(left, right)
            | ExprKind::Subsets(left, right)
            | ExprKind::Minus(left, right) => {
                self.all_in(node, &[*left, *right], Place::Declared, names);
            }
            ExprKind::Size(inner) => self.names_in(of(*inner), Place::Declared, names),
            ExprKind::Times(parts) => self.all_in(node, parts, Place::Declared, names),
            ExprKind::Power(base, exponent) => {
                self.names_in(of(*base), place, names);
                if let Exponent::Exactly(times) | Exponent::AtMost(times) = exponent {
                    self.names_in(of(*times), Place::Declared, names);
                }
            }
            ExprKind::Chain(_, parts) => self.all_in(node, parts, place, names),
            ExprKind::Compare(_, left, right) => {
                self.all_in(node, &[*left, *right], Place::Any, names);
            }
            ExprKind::In(element, set) => {
                self.names_in(of(*element), Place::Any, names);
                self.names_in(of(*set), Place::Declared, names);
            }
            ExprKind::Bind(op, binder, body) => {
                use crate::syntax::tree::BindOp;
                let inside = match op {
                    BindOp::Forall | BindOp::Exists => Place::Formula,
                    BindOp::Choice | BindOp::Seq => Place::Action,
                };
                self.bound_in(node, Some(binder), names, |this, names| {
                    this.names_in(of(*body), inside, names);
                });
            }
            ExprKind::Formula(kind) => self.names_in_formula(node, kind, place, names),
            ExprKind::Action(kind) => self.names_in_action(node, kind, names),
        }
    }

    fn names_in_formula(
        &mut self,
        node: Node,
        kind: &FormulaKind,
        place: Place,
        names: &mut Names,
    ) {
        let of = |expr: Expr| node.with(expr);
        match kind {
            FormulaKind::True | FormulaKind::False => {}
            FormulaKind::WinIs(agent) => self.names_in(of(*agent), Place::Declared, names),
            // What worlds are called is looked up where the definition is used.
            FormulaKind::AtWorld(_) => {}
            FormulaKind::Not(inner) => {
                let inside = if place == Place::Any { Place::Any } else { Place::Formula };
                self.names_in(of(*inner), inside, names);
            }
            FormulaKind::Knowledge(_, who, what) => {
                self.names_in(of(*who), Place::Group, names);
                self.names_in(of(*what), Place::Formula, names);
            }
            FormulaKind::After(_, action, inner) => {
                self.names_in(of(*action), Place::Action, names);
                self.names_in(of(*inner), Place::Formula, names);
            }
            FormulaKind::Count(binder, body, side) => {
                use crate::syntax::tree::CountSide;
                self.bound_in(node, Some(binder), names, |this, names| {
                    this.names_in(of(*body), Place::Formula, names);
                });
                let (CountSide::Compare(_, side) | CountSide::In(side)) = side;
                self.names_in(of(*side), Place::Declared, names);
            }
            FormulaKind::Probability(agent, body, _, above, below) => {
                self.names_in(of(*agent), Place::Group, names);
                self.names_in(of(*body), Place::Formula, names);
                self.names_in(of(*above), Place::Declared, names);
                self.all_in(node, below.as_slice(), Place::Declared, names);
            }
            FormulaKind::DealIs(hands) => {
                hands.iter().for_each(|hand| self.all_in(node, hand, Place::Declared, names));
            }
            FormulaKind::TheoryIs(name, hands) => {
                self.names_in(of(*name), Place::Formula, names);
                hands.iter().for_each(|hand| self.all_in(node, hand, Place::Any, names));
            }
            FormulaKind::HandIs(holder, cards) => {
                self.names_in(of(*holder), Place::Declared, names);
                self.all_in(node, cards, Place::Declared, names);
            }
        }
    }

    fn names_in_action(&mut self, node: Node, kind: &ActionKind, names: &mut Names) {
        let of = |expr: Expr| node.with(expr);
        match kind {
            ActionKind::Skip => {}
            ActionKind::Look(agent) | ActionKind::Win(agent) | ActionKind::NoWin(agent) => {
                self.names_in(of(*agent), Place::Declared, names);
            }
            ActionKind::Test(inner) => self.names_in(of(*inner), Place::Formula, names),
            ActionKind::Mark(inner) => self.names_in(of(*inner), Place::Action, names),
            ActionKind::Learn(who, what)
            | ActionKind::Update(who, what)
            | ActionKind::Suspect(who, what) => {
                self.names_in(of(*who), Place::Group, names);
                self.names_in(of(*what), Place::Action, names);
            }
            ActionKind::Fix(variable, body) => {
                let outside = names.bound.order.len();
                names.bound.extend(self.variable(of(*variable)));
                self.names_in(of(*body), Place::Action, names);
                names.bound.truncate(outside);
            }
            ActionKind::Assign(list) => {
                for change in list {
                    self.bound_in(node, change.rule.as_ref(), names, |this, names| {
                        this.all_in(node, &[change.atom, change.value], Place::Formula, names);
                    });
                }
            }
            ActionKind::Trade(trade) => {
                self.all_in(node, &trade.traders, Place::Declared, names);
                let given = trade.given.iter().flatten().flatten().copied();
                self.all_in(node, &given.collect::<Vec<_>>(), Place::Declared, names);
            }
            ActionKind::Message(message) => {
                self.names_in(of(message.said), Place::Formula, names);
                self.all_in(node, &message.to, Place::Group, names);
                self.all_in(node, message.by.as_slice(), Place::Declared, names);
            }
            ActionKind::Ask(ask) => {
                self.all_in(node, &[ask.asker, ask.respondent], Place::Declared, names);
                match &ask.wanted {
                    Wanted::Cards(cards, answer) => {
                        self.items_in(node, cards, Place::Declared, names);
                        if let ShownCard::Show(Some(card)) = *answer {
                            self.names_in(of(card), Place::Declared, names);
                        }
                    }
                    Wanted::Answers(answers, reply) => {
                        self.items_in(node, answers, Place::Formula, names);
                        self.names_in_reply(node, *reply, names);
                    }
                }
            }
        }
    }

    fn names_in_reply(&mut self, node: Node, reply: Reply, names: &mut Names) {
        let (said, to) = match reply {
            Reply::Tell(said, to) => (said, to),
            Reply::Say(said) => (said, None),
            Reply::No => (None, None),
        };
        self.all_in(node, said.as_slice(), Place::Formula, names);
        self.all_in(node, to.as_slice(), Place::Declared, names);
    }

    fn all_in(&mut self, node: Node, parts: &[Expr], place: Place, names: &mut Names) {
        parts.iter().for_each(|&part| self.names_in(node.with(part), place, names));
    }

    fn items_in(&mut self, node: Node, items: &[Item], place: Place, names: &mut Names) {
        for item in items {
            self.bound_in(node, item.rule.as_ref(), names, |this, names| {
                this.names_in(node.with(item.expr), place, names);
            });
        }
    }

    /// What stands in the scope of a binder, if there is one.
    fn bound_in(
        &mut self,
        node: Node,
        binder: Option<&Binder>,
        names: &mut Names,
        inside: impl FnOnce(&mut Self, &mut Names),
    ) {
        let outside = names.bound.order.len();
        if let Some(binder) = binder {
            for (variables, domain) in &binder.variables {
                self.names_in(node.with(*domain), Place::Declared, names);
                for &variable in variables {
                    names.bound.extend(self.variable(node.with(variable)));
                }
            }
            if let Some(guard) = binder.guard {
                self.names_in(node.with(guard), Place::Any, names);
            }
        }
        inside(self, names);
        names.bound.truncate(outside);
    }

    fn name_in(&mut self, node: Node, symbol: Symbol, place: Place, names: &Names) {
        if names.bound.contains(symbol) || self.scope.entity(symbol).is_some() {
            return;
        }
        let name = self.scope.symbols.name(symbol);
        let known = match place {
            Place::Formula => self.vocabulary.atom(name).is_some() || theory(name).is_some(),
            Place::Group => self.joins_agents(name),
            Place::Any => {
                names.plain.contains(name) || self.joins_agents(name) || theory(name).is_some()
            }
            Place::Action | Place::Declared => false,
        };
        if !known {
            self.report_unknown(node, symbol, names);
        }
    }

    /// `p_x`, `p(x,1)`: an atom that is known whatever its variables are, or else all of its parts.
    fn atom_in(
        &mut self,
        node: Node,
        head: &[Expr],
        parts: &[Expr],
        place: Place,
        names: &mut Names,
    ) {
        let literal = |this: &Self, expr: Expr| {
            let tree = this.tree(node);
            let Some(symbol) = tree.kind(expr).name() else {
                return matches!(tree.kind(expr), ExprKind::Number(_));
            };
            let entity = this.scope.entity(symbol);
            let computed = matches!(entity, Some(Entity::Set(_) | Entity::BrokenParameter));
            !names.bound.contains(symbol) && !computed
        };
        let closed = head.iter().chain(parts).all(|&expr| literal(self, expr));
        if closed && place == Place::Formula {
            self.atom(node, &super::scope::Env::default());
            return;
        }
        self.all_in(node, head, Place::Any, names);
        for &part in parts {
            let is_name = matches!(
                self.tree(node).kind(part),
                ExprKind::Name(_)
                    | ExprKind::Subscript(..)
                    | ExprKind::Apply(..)
                    | ExprKind::Builtin(Builtin::All)
            );
            let inside = if is_name { Place::Any } else { Place::Declared };
            self.names_in(node.with(part), inside, names);
        }
    }

    fn application_in(
        &mut self,
        node: Node,
        head: Expr,
        arguments: &[Expr],
        place: Place,
        names: &mut Names,
    ) {
        let named = self.tree(node).kind(head).name();
        let Some(symbol) = named.filter(|symbol| !names.bound.contains(*symbol)) else {
            return self.all_in(node, arguments, Place::Any, names);
        };
        match (self.scope.entity(symbol), place) {
            (Some(Entity::Macro(_) | Entity::Frame(_)), _) => {
                self.all_in(node, arguments, Place::Any, names);
            }
            (None, Place::Action) if self.scope.symbols.name(symbol) == Manner::Announce.word() => {
                self.all_in(node, arguments, Place::Formula, names);
            }
            (None, Place::Action) => self.report_unknown(node.with(head), symbol, names),
            (None, _) if theory(self.scope.symbols.name(symbol)).is_some() => {
                self.all_in(node, arguments, Place::Any, names);
            }
            _ => self.atom_in(node, &[head], arguments, place, names),
        }
    }

    fn report_unknown(&mut self, node: Node, symbol: Symbol, names: &Names) {
        let name = self.scope.symbols.name(symbol).to_owned();
        let mut known = self.scope.names();
        known.extend(
            names.bound.order.iter().map(|&bound| self.scope.symbols.name(bound).to_owned()),
        );
        let message = format!("`{name}` is not declared");
        let diagnostic = self.diagnostic(Code::UnknownName, node, message);
        let words = ["all", "agents", "cards", "holders", "deals"];
        let known = known.iter().map(String::as_str).chain(words);
        self.report(match closest(&name, known) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => {
                diagnostic.help("a declared name, a parameter of the definition, or a variable")
            }
        });
    }
}

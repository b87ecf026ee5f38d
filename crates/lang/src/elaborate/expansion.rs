//! Definitions where they are used: a call's arguments bound to the parameters, the body spelt out. A call with
//! plain values means the same everywhere, so that it is spelt out once, whichever steps use it.

use super::Elaborator;
use super::action::Iteration;
use super::scope::{Bound, Entity, Env, Joining, Node};
use super::value::Value;
use crate::document::Places;
use crate::syntax::tree::{Binder, Definition, Expr, ExprKind};
use hexa_logic::{Action, Formula};
use hexa_text::{Code, Location};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a definition stands for: a formula or an action.
pub(super) trait Term: Copy {
    const DEFINITION: Definition;
    /// What `^*` depends on, if it may stand there.
    fn iteration(elaborator: &Elaborator<'_>) -> Iteration;
    /// The term at a place, which is looked at without parentheses.
    fn read(elaborator: &mut Elaborator<'_>, node: Node, env: &Env) -> Option<Self>;
    fn place(self, places: &Places) -> Option<Location>;
    /// Keeps the place of its first occurrence.
    fn keep_place(self, places: &mut Places, at: Location);
    fn calls<'e>(elaborator: &'e mut Elaborator<'_>) -> &'e mut FxHashMap<Call, Spelt<Self>>;
}

impl Term for Formula {
    const DEFINITION: Definition = Definition::Formula;

    /// The actions in a formula stand in modalities, wherever the formula stands.
    fn iteration(_: &Elaborator<'_>) -> Iteration {
        Iteration::Unbounded
    }

    fn read(elaborator: &mut Elaborator<'_>, node: Node, env: &Env) -> Option<Self> {
        elaborator.formula_inside(node, env)
    }

    fn place(self, places: &Places) -> Option<Location> {
        places.formulas.get(&self).copied()
    }

    fn keep_place(self, places: &mut Places, at: Location) {
        places.formulas.entry(self).or_insert(at);
    }

    fn calls<'e>(elaborator: &'e mut Elaborator<'_>) -> &'e mut FxHashMap<Call, Spelt<Self>> {
        &mut elaborator.formula_calls
    }
}

impl Term for Action {
    const DEFINITION: Definition = Definition::Action;

    fn iteration(elaborator: &Elaborator<'_>) -> Iteration {
        elaborator.iteration
    }

    fn read(elaborator: &mut Elaborator<'_>, node: Node, env: &Env) -> Option<Self> {
        elaborator.action_inside(node, env)
    }

    fn place(self, places: &Places) -> Option<Location> {
        places.actions.get(&self).copied()
    }

    fn keep_place(self, places: &mut Places, at: Location) {
        places.actions.entry(self).or_insert(at);
    }

    fn calls<'e>(elaborator: &'e mut Elaborator<'_>) -> &'e mut FxHashMap<Call, Spelt<Self>> {
        &mut elaborator.action_calls
    }
}

/// A definition, used with plain values. Whether `^*` is allowed in it depends on where the call stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Call {
    index: usize,
    values: Vec<Value>,
    iteration: Iteration,
}

impl Call {
    pub fn new<T: Term>(elaborator: &Elaborator<'_>, index: usize, values: Vec<Value>) -> Self {
        Self { index, values, iteration: T::iteration(elaborator) }
    }
}

/// A definition that was spelt out.
#[derive(Clone, Debug)]
pub(super) struct Spelt<T> {
    /// What it stands for, unless it is in error.
    pub term: Option<T>,
    /// Where the parts of its body stand.
    places: Arc<Places>,
    /// How many levels it nests.
    levels: u32,
}

impl Elaborator<'_> {
    /// The term at a place.
    pub(super) fn term<T: Term>(&mut self, node: Node, env: &Env) -> Option<T> {
        self.spend(node)?;
        self.enter(node)?;
        let (inner, inner_env) = self.resolve(node, env);
        let term = T::read(self, inner, &inner_env);
        self.leave();
        let term = term?;
        let at = self.location(node);
        term.keep_place(&mut self.places, at);
        Some(term)
    }

    /// The body of a binder, once for every binding.
    pub(super) fn instances<T: Term>(
        &mut self,
        node: Node,
        binder: &Binder,
        body: Expr,
        env: &Env,
    ) -> Option<Vec<T>> {
        let mut instances = Vec::new();
        self.for_each(node, binder, env, |this, env| {
            instances.push(this.term(node.with(body), env)?);
            Some(())
        })?;
        Some(instances)
    }

    /// What a definition stands for where it is used with these arguments.
    pub(super) fn expand<T: Term>(
        &mut self,
        node: Node,
        index: usize,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<T> {
        let (body, inner, values) = self.open_macro(node, index, T::DEFINITION, arguments, env)?;
        let Some(values) = values else { return self.term(body, &inner) };
        let call = Call::new::<T>(self, index, values);
        let spelt = match T::calls(self).get(&call) {
            Some(spelt) => spelt.clone(),
            None => {
                let spelt = self.spell_out(|this| this.term(body, &inner));
                T::calls(self).insert(call, spelt.clone());
                spelt
            }
        };
        let term = self.use_spelt(body, &spelt)?;
        if let Some(at) = term.place(&spelt.places) {
            term.keep_place(&mut self.places, at);
        }
        Some(term)
    }

    /// Spells out a definition, with places and nesting of its own.
    pub(super) fn spell_out<T>(&mut self, body: impl FnOnce(&mut Self) -> Option<T>) -> Spelt<T> {
        let places = std::mem::take(&mut self.places);
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        let term = body(self);
        let places = Arc::new(std::mem::replace(&mut self.places, places));
        let levels = self.deepest - self.depth;
        self.deepest = deepest;
        Spelt { term, places, levels }
    }

    /// Uses what was spelt out, as if it stood here.
    fn use_spelt<T: Copy>(&mut self, node: Node, spelt: &Spelt<T>) -> Option<T> {
        let term = spelt.term?;
        self.reach(node, self.depth + spelt.levels)?;
        self.places.definitions.push(Arc::clone(&spelt.places));
        Some(term)
    }

    /// A macro's body and environment, after checking that it may be called like this.
    fn open_macro(
        &mut self,
        node: Node,
        index: usize,
        sort: Definition,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<(Node, Env, Option<Vec<Value>>)> {
        let declared = self.scope.macros[index].clone();
        if declared.sort != sort {
            let (is, needed) = match sort {
                Definition::Formula => ("an action", "a formula"),
                Definition::Action => ("a formula", "an action"),
            };
            let message = format!("this is defined as {is}, and {needed} is needed");
            return self.error(Code::WrongKind, node, message);
        }
        if declared.parameters.len() != arguments.len() {
            let (takes, given) = (declared.parameters.len(), arguments.len());
            let takes =
                if takes == 1 { "1 argument".to_owned() } else { format!("{takes} arguments") };
            let message = format!("{takes} needed, {given} given");
            return self.error(Code::WrongArity, node, message);
        }
        if env.is_inside(index) {
            return self.error(Code::Recursive, node, "this is defined by itself");
        }
        let (inner, values) = self.bind_arguments(node, index, arguments, env);
        Some((declared.body, inner, values))
    }

    /// The definition whose name stands here, if no variable hides it.
    pub(super) fn definition_named(&self, node: Node, env: &Env) -> Option<usize> {
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        let &ExprKind::Name(symbol) = tree.kind(node.expr) else { return None };
        match (env.get(symbol), self.scope.entity(symbol)) {
            (None, Some(Entity::Macro(index))) => Some(index),
            _ => None,
        }
    }

    /// The environment of a macro's body: its parameters, bound to what the call says. A parameter that
    /// stands for a plain value is bound to the value itself, so that equal calls are recognised.
    fn bind_arguments(
        &mut self,
        node: Node,
        index: usize,
        arguments: &[Expr],
        env: &Env,
    ) -> (Env, Option<Vec<Value>>) {
        let mut all = Vec::new();
        let mut values = Some(Vec::new());
        let parameters = self.scope.macros[index].parameters.clone();
        for (parameter, &argument) in parameters.into_iter().zip(arguments) {
            let (node, inner) = self.resolve(node.with(argument), env);
            let value = self.plain_value(node, &inner);
            let bound = match &value {
                Some(value) => Bound::Value(value.clone()),
                None => Bound::Argument(node, inner.into_owned()),
            };
            all.push((parameter, bound));
            values = values.zip(value).map(|(mut values, value)| {
                values.push(value);
                values
            });
        }
        (env.inside(index).bind_all(all), values)
    }

    /// A bound variable, number, agent, holder or card: it means the same wherever it stands.
    fn plain_value(&self, node: Node, env: &Env) -> Option<Value> {
        if let ExprKind::Number(number) = *self.kind(node) {
            // `12` may turn out to be the group of 1 and 2.
            let is_plain = number < 10 || self.scope.joining == Joining::Never;
            return is_plain.then_some(Value::Number(number));
        }
        let symbol = self.kind(node).name()?;
        match (env.get(symbol), self.scope.entity(symbol)) {
            (Some(Bound::Value(value)), _) => Some(value.clone()),
            (None, Some(Entity::Parameter(number))) => Some(Value::Number(number)),
            (None, Some(Entity::Agent(_) | Entity::Table | Entity::Card(_))) => {
                Some(Value::Name(symbol))
            }
            _ => None,
        }
    }
}

//! Numbers, sets, guards and binders: what is computed before there is any logic.

use super::Elaborator;
use super::scope::{Bound, Entity, Env, Node, SetValue, closest};
use crate::syntax::Symbol;
use crate::syntax::tree::{Binder, Builtin, ChainOp, Exponent, ExprKind, FormulaKind, Item};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use hexa_logic::{Comparison, Deal, Holder, Stop, Stopped};
use hexa_text::Code;
use std::borrow::Cow;
use std::sync::Arc;

/// What a bound variable can stand for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Value {
    Number(i64),
    Name(Symbol),
    Set(Arc<[Value]>),
    Deal(Arc<Deal>),
}

/// Whether a name may be new where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Novelty {
    /// It must be declared.
    Known,
    /// In a set, or as an argument of a declared atom, it may be a plain name of its own.
    MayBeNew,
}

/// More elements than this in one set are refused.
const MAX_ELEMENTS: usize = 4_000_000;

/// Numbers of worlds with more bits than this are refused.
const MAX_BITS: u64 = 1 << 17;

impl Elaborator<'_> {
    /// Looks through parentheses and macro arguments to what really stands at a place.
    pub(super) fn resolve<'e>(&self, node: Node, env: &'e Env) -> (Node, Cow<'e, Env>) {
        let (mut node, mut env) = (node, Cow::Borrowed(env));
        loop {
            if let ExprKind::Paren(inner) = *self.kind(node) {
                node = node.with(inner);
            } else if let Some(symbol) = self.kind(node).name()
                && let Some(Bound::Argument(argument, inner)) = env.get(symbol)
            {
                (node, env) = (*argument, Cow::Owned(inner.clone()));
            } else {
                return (node, env);
            }
        }
    }

    /// A number.
    pub(super) fn number(&mut self, node: Node, env: &Env) -> Option<i64> {
        match self.value(node, env, Novelty::Known)? {
            Value::Number(number) => Some(number),
            other @ (Value::Name(_) | Value::Set(_) | Value::Deal(_)) => {
                let found = self.describe_value(&other);
                let message = format!("{found} stands where a number is needed");
                self.error(Code::NotANumber, node, message)
            }
        }
    }

    /// A number that is not negative.
    pub(super) fn natural(&mut self, node: Node, env: &Env) -> Option<u64> {
        let number = self.number(node, env)?;
        u64::try_from(number)
            .ok()
            .or_else(|| self.error(Code::NegativeCount, node, format!("{number} is negative")))
    }

    /// A number that is not negative and may have more than 64 bits. Parameters and variables have not.
    pub(super) fn large_natural(&mut self, node: Node, env: &Env) -> Option<UBig> {
        let number = self.large(node, env)?;
        UBig::try_from(number.clone())
            .ok()
            .or_else(|| self.error(Code::NegativeCount, node, format!("{number} is negative")))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all others have at most 64 bits")]
    fn large(&mut self, node: Node, env: &Env) -> Option<IBig> {
        self.spend(node)?;
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        let result = match tree.kind(node.expr) {
            ExprKind::Chain(ChainOp::Plus, parts) => {
                let mut sum = IBig::ZERO;
                for &part in parts {
                    sum += self.large(node.with(part), &env)?;
                }
                sum
            }
            ExprKind::Times(parts) => {
                let mut product = IBig::ONE;
                for &part in parts {
                    product *= self.large(node.with(part), &env)?;
                    product = self.small_enough(node, product)?;
                }
                product
            }
            ExprKind::Minus(left, right) => {
                self.large(node.with(*left), &env)? - self.large(node.with(*right), &env)?
            }
            ExprKind::Power(base, Exponent::Exactly(exponent)) => {
                let base = self.large(node.with(*base), &env)?;
                let exponent = self.natural(node.with(*exponent), &env)?;
                let bits = (base.bit_len() as u64).saturating_mul(exponent);
                match usize::try_from(exponent) {
                    Ok(exponent) if bits <= MAX_BITS => base.pow(exponent),
                    _ => return self.error(Code::Overflow, node, "this number is too large"),
                }
            }
            _ => IBig::from(self.number(node, &env)?),
        };
        self.small_enough(node, result)
    }

    fn small_enough(&mut self, node: Node, number: IBig) -> Option<IBig> {
        match number.bit_len() as u64 <= MAX_BITS {
            true => Some(number),
            false => self.error(Code::Overflow, node, "this number is too large"),
        }
    }

    /// A name, number, set or deal.
    pub(super) fn value(&mut self, node: Node, env: &Env, novelty: Novelty) -> Option<Value> {
        self.spend(node)?;
        if let Some(value) = self.immediate(node, env) {
            return Some(value);
        }
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Error => None,
            ExprKind::Number(number) => Some(Value::Number(*number)),
            ExprKind::Name(symbol) => self.named_value(node, *symbol, &env, novelty),
            ExprKind::Subscript(..) | ExprKind::Apply(..) => self.atom_value(node, &env),
            ExprKind::Set(items) => self.elements(node, items, &env, novelty).map(Value::Set),
            ExprKind::Range(low, high) => self.range(node, node.with(*low), node.with(*high), &env),
            ExprKind::Subsets(size, set) => {
                self.subsets(node, node.with(*size), node.with(*set), &env)
            }
            ExprKind::Builtin(builtin) => self.builtin(node, *builtin).map(Value::Set),
            ExprKind::Chain(ChainOp::Plus, parts) => {
                let sum = self.fold(node, parts, &env, 0, i64::checked_add)?;
                self.in_range(node, sum)
            }
            ExprKind::Times(parts) => {
                let product = self.fold(node, parts, &env, 1, i64::checked_mul)?;
                self.in_range(node, product)
            }
            ExprKind::Minus(left, right) => {
                let left = self.number(node.with(*left), &env)?;
                let right = self.number(node.with(*right), &env)?;
                self.in_range(node, left.checked_sub(right))
            }
            ExprKind::Power(base, Exponent::Exactly(exponent)) => {
                let base = self.number(node.with(*base), &env)?;
                let exponent = u32::try_from(self.natural(node.with(*exponent), &env)?).ok();
                self.in_range(node, exponent.and_then(|exponent| base.checked_pow(exponent)))
            }
            ExprKind::Size(of) => self.size(node.with(*of), &env).map(Value::Number),
            ExprKind::Paren(_)
            | ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Power(_, Exponent::AtMost(_) | Exponent::Star)
            | ExprKind::Chain(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Bind(..)
            | ExprKind::Formula(_)
            | ExprKind::Action(_) => {
                let message = "this is neither a name nor a number nor a set";
                self.error(Code::NotANumber, node, message)
            }
        }
    }

    /// The value that a number, a bound variable or a parameter has by itself. Lists by rule and guards
    /// ask for these most of all, so nothing else is looked at.
    pub(super) fn immediate(&self, node: Node, env: &Env) -> Option<Value> {
        if let ExprKind::Number(number) = *self.kind(node) {
            return Some(Value::Number(number));
        }
        let symbol = self.kind(node).name()?;
        match (env.get(symbol), self.scope.entity(symbol)) {
            (Some(Bound::Value(value)), _) => Some(value.clone()),
            (None, Some(Entity::Parameter(number))) => Some(Value::Number(number)),
            _ => None,
        }
    }

    fn named_value(
        &mut self,
        node: Node,
        symbol: Symbol,
        env: &Env,
        novelty: Novelty,
    ) -> Option<Value> {
        if let Some(Bound::Value(value)) = env.get(symbol) {
            return Some(value.clone());
        }
        match self.scope.entity(symbol) {
            Some(Entity::Parameter(number)) => Some(Value::Number(number)),
            Some(Entity::BrokenParameter) => None,
            Some(Entity::Set(set)) => self.declared_set(node, set).map(Value::Set),
            Some(_) => Some(Value::Name(symbol)),
            None if novelty == Novelty::MayBeNew => {
                let at = self.location(node);
                self.scope.entities.insert(symbol, (Entity::Constant, at));
                Some(Value::Name(symbol))
            }
            None => self.unknown_name(node, symbol, "a declared name or a variable"),
        }
    }

    /// An atom taken as a name, so that sets of atoms can be bound over.
    fn atom_value(&mut self, node: Node, env: &Env) -> Option<Value> {
        let atom = self.atom(node, env)?;
        let name = self.vocabulary.atom_name(atom).to_owned();
        Some(Value::Name(self.scope.symbols.intern(&name)))
    }

    fn range(&mut self, node: Node, low: Node, high: Node, env: &Env) -> Option<Value> {
        let (low, high) = (self.number(low, env)?, self.number(high, env)?);
        if i128::from(high) - i128::from(low) >= MAX_ELEMENTS as i128 {
            let message = format!("a range of more than {MAX_ELEMENTS} numbers");
            return self.error(Code::TooLarge, node, message);
        }
        Some(Value::Set((low..=high).map(Value::Number).collect()))
    }

    /// `sub(k, S)`: the subsets of k elements, each in the order of S.
    fn subsets(&mut self, node: Node, size: Node, set: Node, env: &Env) -> Option<Value> {
        let size = self.natural(size, env)?;
        let set = self.set(set, env)?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let Ok(subsets) = choose(&set, size, &self.stop) else {
            self.end();
            return None;
        };
        if subsets.len() > MAX_ELEMENTS / size.max(1) {
            let message = format!("subsets with more than {MAX_ELEMENTS} elements altogether");
            return self.error(Code::TooLarge, node, message);
        }
        Some(Value::Set(subsets.into()))
    }

    fn builtin(&mut self, node: Node, builtin: Builtin) -> Option<Arc<[Value]>> {
        match builtin {
            Builtin::All | Builtin::Agents => {
                let agents = self.scope.agents.clone();
                Some(agents.into_iter().map(|a| self.holder_value(Holder::Agent(a))).collect())
            }
            Builtin::Holders => {
                let holders: Vec<_> = self.holders_in_order();
                Some(holders.into_iter().map(|holder| self.holder_value(holder)).collect())
            }
            Builtin::Cards => {
                self.require_cards(node)?;
                let names = self.cards().into_iter();
                let names = names.map(|card| self.vocabulary.card_name(card).to_owned());
                let names: Vec<String> = names.collect();
                Some(names.iter().map(|name| self.name_value(name)).collect())
            }
            Builtin::Deals => self.deals(node),
        }
    }

    fn holder_value(&mut self, holder: Holder) -> Value {
        let name = self.vocabulary.holder_name(holder).to_owned();
        self.name_value(&name)
    }

    /// A name as a value; a name of digits is a number, as it is wherever it is written.
    pub(super) fn name_value(&mut self, name: &str) -> Value {
        match name.parse::<i64>() {
            Ok(number) if number.to_string() == name => Value::Number(number),
            _ => Value::Name(self.scope.symbols.intern(name)),
        }
    }

    /// The number that a computation gave, unless it is too large.
    fn in_range(&mut self, node: Node, result: Option<i64>) -> Option<Value> {
        let number =
            result.or_else(|| self.error(Code::Overflow, node, "this number is too large"));
        number.map(Value::Number)
    }

    fn fold(
        &mut self,
        node: Node,
        parts: &[crate::syntax::tree::Expr],
        env: &Env,
        start: i64,
        combine: fn(i64, i64) -> Option<i64>,
    ) -> Option<Option<i64>> {
        let mut result = Some(start);
        for &part in parts {
            let number = self.number(node.with(part), env)?;
            result = result.and_then(|sum| combine(sum, number));
        }
        Some(result)
    }

    /// `size(a)` is the size of a hand, `size(S)` of a set.
    fn size(&mut self, of: Node, env: &Env) -> Option<i64> {
        let value = self.value(of, env, Novelty::Known)?;
        if let Value::Set(set) = value {
            return Some(set.len() as i64);
        }
        let holder = self.holder(of, env)?;
        self.require_cards(of)?;
        let dealt = self.scope.dealt.as_ref()?;
        Some(dealt.deal.hand(holder).len() as i64)
    }

    /// The elements of a set.
    pub(super) fn set(&mut self, node: Node, env: &Env) -> Option<Arc<[Value]>> {
        if let Some(symbol) = self.undeclared_name(node, env) {
            let name = self.scope.symbols.name(symbol).to_owned();
            let help = self.set_help(&name);
            return self.error_help(
                Code::UnknownName,
                node,
                format!("`{name}` is not declared"),
                help,
            );
        }
        match self.value(node, env, Novelty::MayBeNew)? {
            Value::Set(set) => Some(set),
            other @ (Value::Number(_) | Value::Name(_) | Value::Deal(_)) => {
                let found = self.describe_value(&other);
                let message = format!("{found} stands where a set is needed");
                let help = self.set_help(&self.value_name(&other).unwrap_or_default());
                self.error_help(Code::NotASet, node, message, help)
            }
        }
    }

    /// The name that stands at a place, if it stands for nothing.
    fn undeclared_name(&self, node: Node, env: &Env) -> Option<Symbol> {
        let (node, env) = self.resolve(node, env);
        let symbol = self.kind(node).name()?;
        let known = env.get(symbol).is_some() || self.scope.entity(symbol).is_some();
        (!known).then_some(symbol)
    }

    /// What would be accepted where a name that is no set stands.
    fn set_help(&self, name: &str) -> String {
        let mut sets = self.scope.names();
        sets.retain(|name| matches!(self.scope.entity_named(name), Some(Entity::Set(_))));
        let words = ["agents", "cards", "holders", "deals"];
        let known = sets.iter().map(String::as_str).chain(words);
        match closest(name, known.filter(|known| *known != name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "a set's name, `{...}`, a range such as `1..n`, `agents`, `cards`, `holders`, \
                     `deals` or `sub(k, S)`"
                .to_owned(),
        }
    }

    /// The elements of a declared set, evaluated when first asked for.
    pub(super) fn declared_set(&mut self, node: Node, set: usize) -> Option<Arc<[Value]>> {
        match &self.scope.sets[set].value {
            SetValue::Known(elements) => return Some(elements.clone()),
            SetValue::Failed => return None,
            SetValue::Busy => {
                return self.error(Code::Recursive, node, "this set is defined by itself");
            }
            SetValue::Unknown => {}
        }
        self.scope.sets[set].value = SetValue::Busy;
        let declaration = self.scope.sets[set].clone();
        let elements = self.list_elements(declaration.name, &declaration.items);
        self.scope.sets[set].value = match &elements {
            Some(elements) => SetValue::Known(elements.clone()),
            None => SetValue::Failed,
        };
        elements
    }

    /// The right side of a `set` declaration: one item that is a set is that set.
    fn list_elements(&mut self, node: Node, items: &[Item]) -> Option<Arc<[Value]>> {
        if let [Item { expr, rule: None }] = items {
            let only = self.value(node.with(*expr), &Env::default(), Novelty::MayBeNew)?;
            return Some(match only {
                Value::Set(set) => set,
                single @ (Value::Number(_) | Value::Name(_) | Value::Deal(_)) => Arc::new([single]),
            });
        }
        self.elements(node, items, &Env::default(), Novelty::MayBeNew)
    }

    /// The elements that a list gives, each once, in order. A name or range that is a set gives its
    /// elements; a set in braces is an element itself.
    pub(super) fn elements(
        &mut self,
        node: Node,
        items: &[Item],
        env: &Env,
        novelty: Novelty,
    ) -> Option<Arc<[Value]>> {
        let mut elements: Vec<Value> = Vec::new();
        let complete = self.for_items(node, items, env, |this, item, env| {
            let value = this.value(item, env, novelty)?;
            let braces = matches!(this.tree(item).kind(item.expr), ExprKind::Set(_));
            if let Value::Set(set) = &value
                && !braces
            {
                elements.extend(set.iter().cloned());
            } else {
                elements.push(value);
            }
            Some(())
        });
        complete?;
        let mut seen = rustc_hash::FxHashSet::default();
        elements.retain(|element| seen.insert(element.clone()));
        Some(elements.into())
    }

    /// Calls `each` for every item of a list, with lists by rule spelt out. All items are tried even if
    /// one is in error.
    pub(super) fn for_items(
        &mut self,
        node: Node,
        items: &[Item],
        env: &Env,
        mut each: impl FnMut(&mut Self, Node, &Env) -> Option<()>,
    ) -> Option<()> {
        let mut complete = Some(());
        for item in items {
            let expr = node.with(item.expr);
            let done = match &item.rule {
                None => each(self, expr, env),
                Some(rule) => self.for_each(node, rule, env, |this, env| each(this, expr, env)),
            };
            complete = complete.and(done);
        }
        complete
    }

    /// Calls `each` for every binding that a binder gives. Stops at the first error.
    pub(super) fn for_each(
        &mut self,
        node: Node,
        binder: &Binder,
        env: &Env,
        mut each: impl FnMut(&mut Self, &Env) -> Option<()>,
    ) -> Option<()> {
        let mut variables = Vec::new();
        for (names, domain) in &binder.variables {
            for &name in names {
                variables.push((self.variable(node.with(name))?, node.with(*domain)));
            }
        }
        let guard = binder.guard.map(|guard| node.with(guard));
        self.for_variables(&variables, guard, env, &mut each)
    }

    fn for_variables(
        &mut self,
        variables: &[(Symbol, Node)],
        guard: Option<Node>,
        env: &Env,
        each: &mut dyn FnMut(&mut Self, &Env) -> Option<()>,
    ) -> Option<()> {
        let Some((&(name, domain), rest)) = variables.split_first() else {
            return match guard {
                Some(guard) if !self.guard(guard, env)? => Some(()),
                _ => each(self, env),
            };
        };
        let elements = self.set(domain, env)?;
        // Binders nest in the text; what nests within one is its further variables.
        if !rest.is_empty() {
            self.enter(domain)?;
        }
        let done = elements.iter().try_for_each(|element| {
            self.spend(domain)?;
            let env = env.bind(name, Bound::Value(element.clone()));
            self.for_variables(rest, guard, &env, each)
        });
        if !rest.is_empty() {
            self.leave();
        }
        done
    }

    /// The symbol of a variable that is being bound: it must not be declared.
    pub(super) fn variable(&mut self, node: Node) -> Option<Symbol> {
        let tree = self.tree(node);
        let &ExprKind::Name(symbol) = tree.kind(node.expr) else { return None };
        match self.scope.entities.get(&symbol) {
            Some(&(entity, at)) if entity != Entity::Constant => {
                let name = self.scope.symbols.name(symbol).to_owned();
                let message = format!("`{name}` is declared already, as {}", entity.describe());
                self.report(
                    self.diagnostic(Code::DuplicateName, node, message)
                        .at(at, "declared here")
                        .help("choose another name for the variable"),
                );
                None
            }
            _ => Some(symbol),
        }
    }

    /// Whether a guard holds.
    pub(super) fn guard(&mut self, node: Node, env: &Env) -> Option<bool> {
        self.spend(node)?;
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Paren(inner) => self.guard(node.with(*inner), env),
            ExprKind::Formula(FormulaKind::Not(inner)) => {
                self.guard(node.with(*inner), env).map(|holds| !holds)
            }
            ExprKind::Formula(FormulaKind::True) => Some(true),
            ExprKind::Formula(FormulaKind::False) => Some(false),
            ExprKind::Chain(ChainOp::And, parts) => {
                self.guards(node, parts, env).map(|holds| holds.iter().all(|&holds| holds))
            }
            ExprKind::Chain(ChainOp::Or, parts) => {
                self.guards(node, parts, env).map(|holds| holds.iter().any(|&holds| holds))
            }
            ExprKind::Compare(comparison, left, right) => {
                self.compare(node, *comparison, node.with(*left), node.with(*right), env)
            }
            ExprKind::In(element, set) => {
                let element = self.value(node.with(*element), env, Novelty::Known)?;
                Some(self.set(node.with(*set), env)?.contains(&element))
            }
            ExprKind::Error => None,
            ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Subscript(..)
            | ExprKind::Apply(..)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Subsets(..)
            | ExprKind::Size(_)
            | ExprKind::Builtin(_)
            | ExprKind::Minus(..)
            | ExprKind::Times(_)
            | ExprKind::Power(..)
            | ExprKind::Chain(..)
            | ExprKind::Bind(..)
            | ExprKind::Formula(_)
            | ExprKind::Action(_) => self.error_help(
                Code::BadGuard,
                node,
                "a guard speaks of names and numbers",
                "comparisons with = != < <= > >=, `x in S`, and & | ~ between them",
            ),
        }
    }

    fn guards(
        &mut self,
        node: Node,
        parts: &[crate::syntax::tree::Expr],
        env: &Env,
    ) -> Option<Vec<bool>> {
        parts.iter().map(|&part| self.guard(node.with(part), env)).collect()
    }

    fn compare(
        &mut self,
        node: Node,
        comparison: Comparison,
        left: Node,
        right: Node,
        env: &Env,
    ) -> Option<bool> {
        let left = self.value(left, env, Novelty::Known)?;
        let right = self.value(right, env, Novelty::Known)?;
        match (comparison, &left, &right) {
            (_, Value::Number(left), Value::Number(right)) => {
                Some(comparison.holds(left.cmp(right)))
            }
            (Comparison::Equal, ..) => Some(left == right),
            (Comparison::NotEqual, ..) => Some(left != right),
            _ => {
                let (left, right) = (self.describe_value(&left), self.describe_value(&right));
                let message = format!("{left} and {right} are not ordered");
                self.error_help(
                    Code::BadGuard,
                    node,
                    message,
                    "only numbers are; compare with = or !=",
                )
            }
        }
    }

    /// What to call a value in messages.
    pub(super) fn describe_value(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => format!("the number {number}"),
            Value::Name(symbol) => format!("`{}`", self.scope.symbols.name(*symbol)),
            Value::Set(_) => "a set".to_owned(),
            Value::Deal(_) => "a deal".to_owned(),
        }
    }
}

/// All ways to choose `size` elements, in order; one too many if there are more than allowed.
fn choose(set: &[Value], size: usize, stop: &Stop) -> Result<Vec<Value>, Stopped> {
    let mut subsets = Vec::new();
    if size > set.len() {
        return Ok(subsets);
    }
    let mut at: Vec<usize> = (0..size).collect();
    while subsets.len() <= MAX_ELEMENTS / size.max(1) {
        stop.count(1 + size as u64)?;
        subsets.push(Value::Set(at.iter().map(|&at| set[at].clone()).collect()));
        // The last position that can still move right; those after it follow closely.
        let Some(moving) = (0..size).rev().find(|&i| at[i] < set.len() - size + i) else { break };
        at[moving] += 1;
        for i in moving + 1..size {
            at[i] = at[i - 1] + 1;
        }
    }
    Ok(subsets)
}

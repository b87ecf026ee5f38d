//! The values of terms: numbers, agents, actions and constants, with indices put in.

use super::{Bound, Grounded, Reader};
use crate::egdl::tree::{Applied, Comparison, Term};
use hexa_lang::{Code, Diagnostic, Span};
use hexa_logic::{Agent, AgentAction};

/// What an index can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Value {
    Number(i64),
    /// An agent, an action, or a constant of a set.
    Symbol(String),
}

impl Reader<'_> {
    /// Whether a name stands for something already.
    pub(super) fn stands_for(&self, name: &str, bound: &Bound) -> bool {
        let names = &self.description.names;
        bound.iter().any(|(known, _)| known == name)
            || names.parameters.contains_key(name)
            || self.description.signature.agents.contains(name)
    }

    pub(super) fn number(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<i64> {
        match self.value(term, bound)? {
            Value::Number(number) => Ok(number),
            Value::Symbol(name) => {
                Err(self.error(Code::NotANumber, span, format!("`{name}` is no number")))
            }
        }
    }

    pub(super) fn value(&self, term: &Term, bound: &Bound) -> Grounded<Value> {
        match term {
            Term::Number(number) => Ok(Value::Number(*number)),
            Term::Named(applied) if applied.is_plain() => self.value_of_name(applied, bound),
            Term::Named(applied) => {
                let name = self.full_name(applied, bound)?;
                match self.description.signature.moves.contains_key(&name) {
                    true => Ok(Value::Symbol(name)),
                    false => Err(self.no_such("action", &name, applied)),
                }
            }
            Term::Opponent(of, span) => self.opponent(of, bound, *span),
            Term::Sum(left, right, span) => self.sum(left, right, bound, *span, i64::checked_add),
            Term::Difference(left, right, span) => {
                self.sum(left, right, bound, *span, i64::checked_sub)
            }
        }
    }

    pub(super) fn sum(
        &self,
        left: &Term,
        right: &Term,
        bound: &Bound,
        span: Span,
        of: impl Fn(i64, i64) -> Option<i64>,
    ) -> Grounded<Value> {
        let (left, right) = (self.number(left, bound, span)?, self.number(right, bound, span)?);
        of(left, right)
            .map(Value::Number)
            .ok_or_else(|| self.error(Code::Overflow, span, "this number is too large"))
    }

    pub(super) fn value_of_name(&self, applied: &Applied, bound: &Bound) -> Grounded<Value> {
        let (name, names) = (&applied.name, &self.description.names);
        if let Some((_, value)) = bound.iter().rev().find(|(known, _)| known == name) {
            return Ok(value.clone());
        }
        if let Some(&number) = names.parameters.get(name) {
            return Ok(Value::Number(number));
        }
        let signature = &self.description.signature;
        if signature.agents.contains(name)
            || names.constants.contains(name)
            || signature.moves.contains_key(name)
        {
            return Ok(Value::Symbol(name.clone()));
        }
        let message = format!("`{name}` is no index, agent or constant");
        Err(self.error(Code::UnknownName, applied.span, message))
    }

    /// `-r`: the other one of two agents; of a number, its negative.
    pub(super) fn opponent(&self, of: &Term, bound: &Bound, span: Span) -> Grounded<Value> {
        let name = match self.value(of, bound)? {
            Value::Number(number) => {
                let negative = number.checked_neg();
                return negative
                    .map(Value::Number)
                    .ok_or_else(|| self.error(Code::Overflow, span, "this number is too large"));
            }
            Value::Symbol(name) => name,
        };
        let agents = &self.description.signature.agents;
        match (agents.get_index_of(&name), agents.len()) {
            (Some(at), 2) => Ok(Value::Symbol(agents[1 - at].clone())),
            (Some(_), many) => Err(self
                .error(
                    Code::NoOpponent,
                    span,
                    match many {
                        1 => format!("`{name}` has no opponent: there is one agent"),
                        _ => format!("`{name}` has no opponent: there are {many} agents"),
                    },
                )
                .help("`-r` is the other one of two agents")),
            (None, _) => Err(self.error(
                Code::WrongKind,
                span,
                format!("`{name}` is no agent, and has no opponent"),
            )),
        }
    }

    pub(super) fn agent(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<Agent> {
        let value = self.value(term, bound)?.show();
        match self.description.signature.agents.get_index_of(&value) {
            Some(index) => Ok(Agent::from_index(index)),
            None => {
                Err(self.error(Code::UnknownName, span, format!("`{value}` is no agent")).help(
                    format!("the agents are {}", list_names(self.description.signature.agents())),
                ))
            }
        }
    }

    pub(super) fn action(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<AgentAction> {
        let Value::Symbol(name) = self.value(term, bound)? else {
            return Err(self.error(Code::WrongKind, span, "an action was expected, not a number"));
        };
        let found = self.description.signature.moves.get_index_of(&name);
        let no = || {
            self.error(Code::UnknownName, span, format!("`{name}` is no action"))
                .help("actions are declared: `actions a^r_{i,j}`; `noop^r` always is one")
        };
        Ok(AgentAction(found.ok_or_else(no)? as u32))
    }

    /// A name with its indices, as it is written.
    pub(super) fn full_name(&self, applied: &Applied, bound: &Bound) -> Grounded<String> {
        let list = |terms: &[Term]| -> Grounded<String> {
            let values = terms.iter().map(|term| Ok(self.value(term, bound)?.show()));
            Ok(values.collect::<Grounded<Vec<String>>>()?.join(","))
        };
        let mut name = applied.name.clone();
        for (sign, terms) in [('^', &applied.above), ('_', &applied.below)] {
            match terms.len() {
                0 => {}
                1 => name += &format!("{sign}{}", in_braces(list(terms)?)),
                _ => name += &format!("{sign}{{{}}}", list(terms)?),
            }
        }
        if !applied.behind.is_empty() {
            name += &format!("({})", list(&applied.behind)?);
        }
        Ok(name)
    }

    pub(super) fn no_such(&self, kind: &str, name: &str, applied: &Applied) -> Diagnostic {
        let signature = &self.description.signature;
        let is_of = |known: &&str| {
            known
                .strip_prefix(&applied.name[..])
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let same: Vec<&str> = match kind {
            "atom" => signature.atoms().filter(is_of).collect(),
            _ => signature.moves().map(|(name, _)| name).filter(is_of).collect(),
        };
        let message = format!("there is no {kind} {name}");
        match same[..] {
            [] => self
                .error(Code::UnknownName, applied.span, message)
                .help(format!("`{}` is not declared: `{kind}s {}...`", applied.name, applied.name)),
            [one] => {
                self.error(Code::OutOfRange, applied.span, message).help(format!("there is {one}"))
            }
            [first, .., last] => self
                .error(Code::OutOfRange, applied.span, message)
                .help(format!("there are {first} to {last}, {} in all", same.len())),
        }
    }

    pub(super) fn compare(
        &self,
        comparison: Comparison,
        left: &Term,
        right: &Term,
        bound: &Bound,
        span: Span,
    ) -> Grounded<bool> {
        let (left, right) = (self.value(left, bound)?, self.value(right, bound)?);
        let in_order = || match (&left, &right) {
            (Value::Number(left), Value::Number(right)) => Ok(left.cmp(right)),
            _ => Err(self.error(Code::NotANumber, span, "only numbers are in an order")),
        };
        Ok(match comparison {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => in_order()?.is_lt(),
            Comparison::AtMost => in_order()?.is_le(),
            Comparison::More => in_order()?.is_gt(),
            Comparison::AtLeast => in_order()?.is_ge(),
        })
    }
}

impl Applied {
    pub(super) fn is_plain(&self) -> bool {
        self.above.is_empty() && self.below.is_empty() && self.behind.is_empty()
    }
}

impl Value {
    pub(super) fn show(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Symbol(name) => name.clone(),
        }
    }
}

/// In braces unless it is one word.
fn in_braces(value: String) -> String {
    match value.chars().all(char::is_alphanumeric) {
        true => value,
        false => format!("{{{value}}}"),
    }
}

fn list_names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

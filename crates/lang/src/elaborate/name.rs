//! What a name at a place stands for: an agent, a holder, a card, an atom, a group.

use super::Elaborator;
use super::scope::{Entity, Env, Joining, Node, closest};
use super::value::{Novelty, Value};
use crate::syntax::tree::{Builtin, Definition, ExprKind};
use crate::syntax::{Symbol, THEORY_WORDS};
use crate::syntax::{is_operator_name, operator_without_subscript};
use hexa_logic::{Agent, Atom, Card, Group, Holder};
use hexa_text::Code;
use std::fmt::Write;

impl Elaborator<'_> {
    /// The name that stands at a place, declared or not; numbers are names of digits.
    pub(super) fn name(&mut self, node: Node, env: &Env) -> Option<String> {
        let mut name = String::new();
        self.spell(&mut name, node, env)?;
        Some(name)
    }

    /// Appends the name that stands at a place to a text.
    fn spell(&mut self, text: &mut String, node: Node, env: &Env) -> Option<()> {
        let (node, env) = self.resolve(node, env);
        if let ExprKind::Name(symbol) = *self.kind(node) {
            let declared = matches!(
                self.scope.entity(symbol),
                Some(Entity::Parameter(_) | Entity::BrokenParameter | Entity::Set(_))
            );
            if env.get(symbol).is_none() && !declared {
                text.push_str(self.scope.symbols.name(symbol));
                return Some(());
            }
        }
        match self.value(node, &env, Novelty::Known)? {
            Value::Number(number) => write!(text, "{number}").ok(),
            Value::Name(symbol) => {
                text.push_str(self.scope.symbols.name(symbol));
                Some(())
            }
            other @ (Value::Set(_) | Value::Deal(_)) => {
                let found = self.describe_value(&other);
                let written = self.sources.snippet(self.location(node)).to_owned();
                self.error_help(
                    Code::WrongKind,
                    node,
                    format!("{found} stands where one name is needed"),
                    format!("`{written}` is {found}: name one of its elements"),
                )
            }
        }
    }

    /// An agent.
    pub(super) fn agent(&mut self, node: Node, env: &Env) -> Option<Agent> {
        let name = self.name(node, env)?;
        match self.scope.entity_named(&name) {
            Some(Entity::Agent(agent)) => Some(agent),
            Some(Entity::Table) => self.error_help(
                Code::NotAMind,
                node,
                format!("`{name}` is the table: it knows and learns nothing"),
                "an agent",
            ),
            None if self.joins_agents(&name) => self.not_a_group(node),
            entity => self.not_a(node, &name, entity, "an agent", &self.agent_names()),
        }
    }

    /// Reports a group where one agent is needed.
    pub(super) fn not_a_group<T>(&mut self, node: Node) -> Option<T> {
        self.error_help(
            Code::WrongKind,
            node,
            "one agent is needed here, not a group",
            format!("one of {}", self.agent_names().join(", ")),
        )
    }

    /// An agent or the table.
    pub(super) fn holder(&mut self, node: Node, env: &Env) -> Option<Holder> {
        let name = self.name(node, env)?;
        match self.scope.entity_named(&name) {
            Some(Entity::Agent(agent)) => Some(Holder::Agent(agent)),
            Some(Entity::Table) => Some(Holder::Table),
            entity => self.not_a(node, &name, entity, "a holder of cards", &self.holder_names()),
        }
    }

    /// A card.
    pub(super) fn card(&mut self, node: Node, env: &Env) -> Option<Card> {
        let name = self.name(node, env)?;
        match self.scope.entity_named(&name) {
            Some(Entity::Card(card)) => Some(card),
            Some(Entity::Local) if self.vocabulary.card(&name).is_some() => {
                self.vocabulary.card(&name)
            }
            entity => {
                let cards: Vec<String> = self
                    .vocabulary
                    .cards()
                    .map(|card| self.vocabulary.card_name(card).to_owned())
                    .collect();
                self.not_a(node, &name, entity, "a card", &cards)
            }
        }
    }

    /// A group: `{1,2}`, `all`, a set's name, one agent, or letters joined.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are groups by their value")]
    pub(super) fn group(&mut self, node: Node, env: &Env) -> Option<Group> {
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Builtin(Builtin::All | Builtin::Agents) => {
                Some(self.scope.agents.iter().copied().collect())
            }
            ExprKind::Name(symbol) if env.get(*symbol).is_none() => {
                let name = self.scope.symbols.name(*symbol).to_owned();
                self.literal_group(node, &name, &env)
            }
            ExprKind::Number(number) => self.literal_group(node, &number.to_string(), &env),
            _ => self.computed_group(node, &env),
        }
    }

    fn literal_group(&mut self, node: Node, name: &str, env: &Env) -> Option<Group> {
        if self.scope.entity_named(name).is_some() {
            return self.computed_group(node, env);
        }
        self.group_of_digits(name).or_else(|| {
            let agents = self.agent_names();
            self.not_a(node, name, None, "a group", &agents)
        })
    }

    /// Whether a word is several agents' letters, as in `C_12`.
    pub(super) fn joins_agents(&self, name: &str) -> bool {
        name.chars().count() > 1 && self.group_of_digits(name).is_some()
    }

    /// `12` as the group of 1 and 2.
    fn group_of_digits(&self, name: &str) -> Option<Group> {
        if self.scope.joining == Joining::Never {
            return None;
        }
        let mut letter = [0; 4];
        name.chars().map(|c| self.vocabulary.agent(c.encode_utf8(&mut letter))).collect()
    }

    fn computed_group(&mut self, node: Node, env: &Env) -> Option<Group> {
        let tree = self.tree(node);
        if let ExprKind::Set(items) = tree.kind(node.expr) {
            let mut agents = Vec::new();
            self.for_items(node, items, env, |this, item, env| {
                agents.extend(this.members(item, env)?);
                Some(())
            })?;
            return Some(agents.into_iter().collect());
        }
        Some(self.members(node, env)?.into_iter().collect())
    }

    /// The agents that a value names.
    fn members(&mut self, node: Node, env: &Env) -> Option<Vec<Agent>> {
        match self.value(node, env, Novelty::Known)? {
            Value::Set(members) => {
                members.iter().map(|member| self.agent_value(node, member)).collect()
            }
            single @ (Value::Number(_) | Value::Name(_) | Value::Deal(_)) => {
                self.agent_value(node, &single).map(|agent| vec![agent])
            }
        }
    }

    /// The agent that a value names.
    pub(super) fn agent_value(&mut self, node: Node, value: &Value) -> Option<Agent> {
        let name = self.value_name(value);
        match name.as_deref().and_then(|name| self.scope.entity_named(name)) {
            Some(Entity::Agent(agent)) => Some(agent),
            Some(Entity::Table) => self.error_help(
                Code::NotAMind,
                node,
                "the table knows and learns nothing",
                "agents only",
            ),
            _ => {
                let found = self.describe_value(value);
                let help = format!("agents are {}", self.agent_names().join(", "));
                self.error_help(Code::WrongKind, node, format!("{found} is not an agent"), help)
            }
        }
    }

    /// The name that a value is, if it is one.
    pub(super) fn value_name(&self, value: &Value) -> Option<String> {
        match value {
            Value::Number(number) => Some(number.to_string()),
            Value::Name(symbol) => Some(self.scope.symbols.name(*symbol).to_owned()),
            Value::Set(_) | Value::Deal(_) => None,
        }
    }

    /// The atom that stands at a place: `p`, `c_a` or `p(x,1)`.
    pub(super) fn atom(&mut self, node: Node, env: &Env) -> Option<Atom> {
        let name = self.atom_name(node, env)?;
        self.vocabulary.atom(&name).or_else(|| self.unknown_atom(node, &name))
    }

    /// How the atom at a place is called, whether or not it is declared.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is an atom")]
    pub(super) fn atom_name(&mut self, node: Node, env: &Env) -> Option<String> {
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Error => None,
            ExprKind::Subscript(base, subscript) => {
                let mut name = self.name(node.with(*base), &env)?;
                name.push('_');
                self.spell(&mut name, node.with(*subscript), &env)?;
                Some(name)
            }
            ExprKind::Apply(head, arguments) => {
                let mut name = self.name(node.with(*head), &env)?;
                name.push('(');
                for (at, &argument) in arguments.iter().enumerate() {
                    if at > 0 {
                        name.push(',');
                    }
                    self.spell(&mut name, node.with(argument), &env)?;
                }
                name.push(')');
                Some(name)
            }
            ExprKind::Name(_) | ExprKind::Number(_) => self.name(node, &env),
            _ => self.error_help(
                Code::WrongKind,
                node,
                "this is not an atom",
                "an atom is `p`, `c_a` or `p(x,1)`",
            ),
        }
    }

    fn unknown_atom<T>(&mut self, node: Node, name: &str) -> Option<T> {
        let known: Vec<&str> =
            self.vocabulary.atoms().map(|atom| self.vocabulary.atom_name(atom)).collect();
        let mut definitions = self.scope.names();
        definitions.retain(|name| {
            matches!(self.scope.entity_named(name), Some(Entity::Macro(index))
                if self.scope.macros[index].sort == Definition::Formula)
        });
        let definitions = definitions.iter().map(String::as_str);
        let words =
            definitions.clone().chain(["true", "false"]).chain(THEORY_WORDS.iter().copied());
        let base = name.split('(').next().unwrap_or(name);
        let near = closest(name, known.iter().copied().chain(words)).map(str::to_owned);
        let near = near.or_else(|| with_parameters(name, definitions));
        let operator = operator_without_subscript(base);
        let operator = operator.map(|(operator, agent)| format!("{operator}_{agent}"));
        let help = match near.or(operator) {
            _ if base == "not" => "negation is written `~p`".to_owned(),
            _ if is_operator_name(base) => {
                format!("an operator has its agent or group as a subscript: `{base}_a φ`")
            }
            Some(meant) => format!("did you mean `{meant}`?"),
            None if known.is_empty() => "no atoms are declared".to_owned(),
            None => format!("the atoms are {}", listing(&known)),
        };
        self.error_help(Code::UnknownName, node, format!("there is no atom `{name}`"), help)
    }

    /// Reports a name that is not declared at all.
    pub(super) fn unknown_name<T>(
        &mut self,
        node: Node,
        symbol: Symbol,
        needed: &str,
    ) -> Option<T> {
        let name = self.scope.symbols.name(symbol).to_owned();
        let names = self.scope.names();
        let help = match closest(&name, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("{needed} is accepted here"),
        };
        self.error_help(Code::UnknownName, node, format!("`{name}` is not declared"), help)
    }

    /// Reports a name that is not of the kind its place needs.
    pub(super) fn not_a<T>(
        &mut self,
        node: Node,
        name: &str,
        entity: Option<Entity>,
        needed: &str,
        accepted: &[String],
    ) -> Option<T> {
        let (code, message) = match entity {
            Some(Entity::BrokenParameter) => return None,
            Some(entity) => {
                (Code::WrongKind, format!("`{name}` is {}, not {needed}", entity.describe()))
            }
            None => (Code::UnknownName, format!("`{name}` is not declared")),
        };
        let help = match closest(name, accepted.iter().map(String::as_str)) {
            Some(meant) if meant != name => format!("did you mean `{meant}`?"),
            _ if accepted.is_empty() => format!("{needed} is needed here, and there is none"),
            _ => {
                let accepted: Vec<&str> = accepted.iter().map(String::as_str).collect();
                format!("{needed} is needed here: {}", listing(&accepted))
            }
        };
        self.error_help(code, node, message, help)
    }

    pub(super) fn agent_names(&self) -> Vec<String> {
        self.scope.agents.iter().map(|&a| self.vocabulary.agent_name(a).to_owned()).collect()
    }

    fn holder_names(&self) -> Vec<String> {
        self.holders_in_order()
            .into_iter()
            .map(|holder| self.vocabulary.holder_name(holder).to_owned())
            .collect()
    }

    /// The holders in the order of this document: its agents, then the table.
    pub(super) fn holders_in_order(&self) -> Vec<Holder> {
        let table = self.vocabulary.has_table().then_some(Holder::Table);
        self.scope.agents.iter().copied().map(Holder::Agent).chain(table).collect()
    }
}

/// A list for messages, cut short if it is long.
pub(super) fn listing(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut text = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(", ... ({} in all)", names.len()));
    }
    text
}

/// A formula with parameters whose name a name begins with, nearly: `win_1` for `wim_1`, `happy(a)` for `hapy_a`.
fn with_parameters<'a>(name: &str, definitions: impl Iterator<Item = &'a str>) -> Option<String> {
    let (head, behind) = name.split_at(name.find(['_', '('])?);
    let subscript = behind.strip_prefix('_');
    let meant = closest(head, definitions.chain(subscript.map(|_| "win")))?;
    Some(match subscript {
        Some(who) if meant != "win" => format!("{meant}({who})"),
        Some(_) | None => format!("{meant}{behind}"),
    })
}

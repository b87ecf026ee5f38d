//! Formulas: names resolved, macros and binders spelt out.

use super::Elaborator;
use super::scope::{Bound, Entity, Env, Node};
use super::value::{Novelty, Value};
use crate::syntax::Symbol;
use crate::syntax::tree::{
    BindOp, Binder, ChainOp, CountSide, Expr, ExprKind, FormulaKind, Fraction, Item, KnowledgeOp,
};
use hexa_logic::{
    Agent, Comparison, CountTest, Formula, FormulaNode, Group, Modality, Ratio, Terms,
};
use hexa_text::Code;

impl Elaborator<'_> {
    /// The formula at a place.
    pub(super) fn formula(&mut self, node: Node, env: &Env) -> Option<Formula> {
        self.term(node, env)
    }

    /// The formula at a place that stands in no parentheses.
    pub(super) fn formula_inside(&mut self, node: Node, env: &Env) -> Option<Formula> {
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Error => None,
            ExprKind::Name(symbol) => self.named_formula(node, *symbol, env),
            ExprKind::Subscript(..) => self.atomic(node, env),
            ExprKind::Apply(head, arguments) => {
                match self.definition_named(node.with(*head), env) {
                    Some(index) => self.expand(node, index, arguments, env),
                    None => self.theory_or_atom(node, *head, arguments, env),
                }
            }
            ExprKind::Chain(op, parts) => self.chain(node, *op, parts, env),
            ExprKind::Bind(op, binder, body) => self.quantification(node, *op, binder, *body, env),
            ExprKind::Formula(kind) => self.formula_of_kind(node, kind, env),
            ExprKind::Number(_) => self.theory_or(node, "a number", env),
            ExprKind::Builtin(_) => self.theory_or(node, "a set", env),
            ExprKind::Minus(..) | ExprKind::Times(_) | ExprKind::Size(_) => {
                self.not_a_formula(node, "a number")
            }
            ExprKind::Power(..) => self.not_a_formula(node, "a power or an iteration"),
            ExprKind::Compare(..) | ExprKind::In(..) => self.not_a_formula(node, "a guard"),
            ExprKind::Action(_) => self.not_a_formula(node, "an action"),
            ExprKind::Set(_) | ExprKind::Range(..) | ExprKind::Subsets(..) => {
                self.not_a_formula(node, "a set")
            }
            ExprKind::Paren(_) | ExprKind::Text(_) | ExprKind::Keyword => {
                self.not_a_formula(node, "something else")
            }
        }
    }

    fn formula_of_kind(&mut self, node: Node, kind: &FormulaKind, env: &Env) -> Option<Formula> {
        match kind {
            FormulaKind::True => Some(Terms::TRUE),
            FormulaKind::False => Some(Terms::FALSE),
            FormulaKind::Not(inner) => {
                let inner = self.formula(node.with(*inner), env)?;
                Some(self.terms.not(inner))
            }
            FormulaKind::Knowledge(op, who, what) => {
                self.knowledge(*op, node.with(*who), node.with(*what), env)
            }
            FormulaKind::After(modality, action, body) => {
                self.after(*modality, node.with(*action), node.with(*body), env)
            }
            FormulaKind::Count(binder, body, side) => self.count(node, binder, *body, *side, env),
            FormulaKind::Probability(agent, body, comparison, above, below) => {
                let fraction = Fraction { above: *above, below: *below };
                self.probability(node, *agent, *body, *comparison, fraction, env)
            }
            FormulaKind::DealIs(hands) => self.deal_is(node, hands, env),
            FormulaKind::HandIs(holder, cards) => self.hand_is(node, *holder, cards, env),
            FormulaKind::WinIs(agent) => self.win_is(node, *agent, env),
            FormulaKind::AtWorld(world) => self.at_world(node.with(*world), env),
            FormulaKind::TheoryIs(name, hands) => self.theory_is(node, *name, hands, env),
        }
    }

    /// The theory of that name, if there is one.
    fn theory_or(&mut self, node: Node, what: &str, env: &Env) -> Option<Formula> {
        match self.theory_named(node, env) {
            Some(theory) => self.theory_of_file(node, theory),
            None => self.not_a_formula(node, what),
        }
    }

    fn not_a_formula(&mut self, node: Node, what: &str) -> Option<Formula> {
        self.error_help(
            Code::WrongKind,
            node,
            format!("this is {what}, and a formula is needed"),
            "a formula such as `p`, `K_a p` or `[α] p`",
        )
    }

    fn named_formula(&mut self, node: Node, symbol: Symbol, env: &Env) -> Option<Formula> {
        if env.get(symbol).is_some() {
            return self.atomic(node, env);
        }
        if let Some(theory) = self.theory_named(node, env) {
            return self.theory_of_file(node, theory);
        }
        match self.scope.entity(symbol) {
            Some(Entity::Macro(index)) => self.expand(node, index, &[], env),
            Some(Entity::Atoms) | None => self.atomic(node, env),
            entity => {
                let name = self.scope.symbols.name(symbol).to_owned();
                self.not_a(node, &name, entity, "a formula", &[])
            }
        }
    }

    fn atomic(&mut self, node: Node, env: &Env) -> Option<Formula> {
        let atom = self.atom(node, env)?;
        Some(self.terms.formula(FormulaNode::Atom(atom)))
    }

    /// `kgames(r | w | b)`, `p(x,1)`
    fn theory_or_atom(
        &mut self,
        node: Node,
        head: Expr,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<Formula> {
        let (head, inner) = self.resolve(node.with(head), env);
        let theory = self.theory_named(head, &inner);
        match theory.and_then(|theory| Some((theory, self.hands_in(node, arguments)?))) {
            Some((theory, hands)) => self.theory_of_hands(node, theory, &hands, env),
            None => self.atomic(node, env),
        }
    }

    /// `kgames(r w | b | -)`, which could be nothing but a theory.
    fn theory_is(
        &mut self,
        node: Node,
        name: Expr,
        hands: &[Vec<Expr>],
        env: &Env,
    ) -> Option<Formula> {
        match self.theory_named(node.with(name), env) {
            Some(theory) => self.theory_of_hands(node, theory, hands, env),
            None => self.error_help(
                Code::WrongKind,
                node,
                "hands of cards stand where an argument is needed",
                "this name is declared here, so it does not stand for the theory of that name",
            ),
        }
    }

    fn chain(&mut self, node: Node, op: ChainOp, parts: &[Expr], env: &Env) -> Option<Formula> {
        let join = match op {
            ChainOp::And => |this: &mut Self, parts| this.terms.and(parts),
            ChainOp::Or => |this: &mut Self, parts| this.terms.or(parts),
            ChainOp::Implies => Self::implications,
            ChainOp::Iff => Self::equivalences,
            ChainOp::Plus | ChainOp::Sequence | ChainOp::Concurrent => {
                let message = "this is an action or a number, and a formula is needed";
                return self.error(Code::WrongKind, node, message);
            }
        };
        let parts = self.formulas(node, parts, env)?;
        Some(join(self, parts))
    }

    /// All formulas of a list; every one is tried even if one is in error.
    fn formulas(&mut self, node: Node, parts: &[Expr], env: &Env) -> Option<Vec<Formula>> {
        let parts: Vec<_> = parts.iter().map(|&part| self.formula(node.with(part), env)).collect();
        parts.into_iter().collect()
    }

    /// `φ -> ψ -> χ` is `φ -> (ψ -> χ)`.
    fn implications(&mut self, parts: Vec<Formula>) -> Formula {
        let mut parts = parts.into_iter().rev();
        let last = parts.next().unwrap_or(Terms::TRUE);
        parts.fold(last, |then, when| self.terms.formula(FormulaNode::Implies(when, then)))
    }

    fn equivalences(&mut self, parts: Vec<Formula>) -> Formula {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or(Terms::TRUE);
        parts.fold(first, |left, right| self.terms.formula(FormulaNode::Iff(left, right)))
    }

    fn knowledge(&mut self, op: KnowledgeOp, who: Node, what: Node, env: &Env) -> Option<Formula> {
        match op {
            KnowledgeOp::Knows => self.of_agent(FormulaNode::Knows, who, what, env),
            KnowledgeOp::Believes if self.declares_belief() => self.error_help(
                Code::WrongKind,
                who,
                "`B` is declared in this file, so it does not say what somebody believes",
                "belief is the same as `K_a φ`, which looks along the arrows of a; or use another name for `B`",
            ),
            KnowledgeOp::Believes => self.of_agent(FormulaNode::Believes, who, what, env),
            KnowledgeOp::Imagines => self.of_agent(FormulaNode::Imagines, who, what, env),
            KnowledgeOp::KnowsWhether => self.of_agent(FormulaNode::KnowsWhether, who, what, env),
            KnowledgeOp::Everybody => self.of_group(FormulaNode::Everybody, who, what, env),
            KnowledgeOp::Common => self.of_group(FormulaNode::Common, who, what, env),
            KnowledgeOp::Distributed => self.of_group(FormulaNode::Distributed, who, what, env),
        }
    }

    fn of_agent(
        &mut self,
        operator: fn(Agent, Formula) -> FormulaNode,
        who: Node,
        what: Node,
        env: &Env,
    ) -> Option<Formula> {
        let agent = self.single_agent(who, env);
        let (agent, what) = agent.zip(self.formula(what, env))?;
        Some(self.terms.formula(operator(agent, what)))
    }

    fn of_group(
        &mut self,
        operator: fn(Group, Formula) -> FormulaNode,
        who: Node,
        what: Node,
        env: &Env,
    ) -> Option<Formula> {
        let group = self.group(who, env);
        let (group, what) = group.zip(self.formula(what, env))?;
        Some(self.terms.formula(operator(group, what)))
    }

    /// The agent of `K_a`; several joined letters get a hint.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever else names an agent is read as one"
    )]
    pub(super) fn single_agent(&mut self, who: Node, env: &Env) -> Option<Agent> {
        let (node, inner) = self.resolve(who, env);
        let tree = self.tree(node);
        let text = match tree.kind(node.expr) {
            // `K_{a}`
            ExprKind::Set(items) => match &items[..] {
                [Item { expr, rule: None }] if !self.kind(node.with(*expr)).is_plain_set() => {
                    return self.single_agent(node.with(*expr), &inner);
                }
                _ => String::new(),
            },
            ExprKind::Builtin(_) => String::new(),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Name(symbol) if inner.get(*symbol).is_none() => {
                self.scope.symbols.name(*symbol).to_owned()
            }
            _ => return self.agent(who, env),
        };
        let several = text.is_empty()
            || (self.scope.entity_named(&text).is_none() && self.joins_agents(&text));
        if several {
            return self.error_help(
                Code::WrongKind,
                who,
                "one agent is needed here, not a group",
                "for groups write `E_B` (everybody knows), `C_B` (common knowledge) or `D_B` \
                 (distributed knowledge)",
            );
        }
        self.agent(who, env)
    }

    fn after(
        &mut self,
        modality: Modality,
        action: Node,
        body: Node,
        env: &Env,
    ) -> Option<Formula> {
        let action = self.action_in_modality(action, env);
        let body = self.formula(body, env);
        let (action, body) = action.zip(body)?;
        Some(self.terms.formula(FormulaNode::After(modality, action, body)))
    }

    fn quantification(
        &mut self,
        node: Node,
        op: BindOp,
        binder: &Binder,
        body: Expr,
        env: &Env,
    ) -> Option<Formula> {
        match op {
            BindOp::Forall => {
                let instances = self.instances(node, binder, body, env)?;
                Some(self.terms.and(instances))
            }
            BindOp::Exists => {
                let instances = self.instances(node, binder, body, env)?;
                Some(self.terms.or(instances))
            }
            BindOp::Choice | BindOp::Seq => self.error_help(
                Code::WrongKind,
                node,
                "this is an action, and a formula is needed",
                "`forall` and `exists` bind in formulas",
            ),
        }
    }

    fn count(
        &mut self,
        node: Node,
        binder: &Binder,
        body: Expr,
        side: CountSide,
        env: &Env,
    ) -> Option<Formula> {
        let instances = self.instances(node, binder, body, env);
        let test = match side {
            CountSide::Compare(comparison, number) => {
                CountTest::Compare(comparison, self.number(node.with(number), env)?)
            }
            CountSide::In(set) => {
                let mut numbers = Vec::new();
                for value in self.set(node.with(set), env)?.iter() {
                    let Value::Number(number) = value else {
                        let message = "a count is a number";
                        return self.error(Code::NotANumber, node.with(set), message);
                    };
                    numbers.push(*number);
                }
                numbers.sort_unstable();
                CountTest::OneOf(numbers.into())
            }
        };
        Some(self.terms.formula(FormulaNode::Count(instances?.into(), test)))
    }

    fn probability(
        &mut self,
        node: Node,
        agent: Expr,
        body: Expr,
        comparison: Comparison,
        fraction: Fraction,
        env: &Env,
    ) -> Option<Formula> {
        let agent = self.single_agent(node.with(agent), env);
        let body = self.formula(node.with(body), env);
        let ratio = self.ratio(node, fraction, env)?;
        let (agent, body) = agent.zip(body)?;
        Some(self.terms.formula(FormulaNode::Probability(agent, body, comparison, ratio)))
    }

    /// `1/3`
    pub(super) fn ratio(&mut self, node: Node, fraction: Fraction, env: &Env) -> Option<Ratio> {
        let Fraction { above, below } = fraction;
        let numerator = self.number(node.with(above), env)?;
        let denominator = match below {
            Some(below) => self.number(node.with(below), env)?,
            None => 1,
        };
        let ratio = Ratio::new(numerator, denominator);
        ratio.or_else(|| {
            let message = format!("{numerator}/{denominator} is not a fraction");
            self.error(Code::BadRatio, node.with(below.unwrap_or(above)), message)
        })
    }

    /// Whether a formula speaks of facts only; gives the first part that does not.
    pub(super) fn not_propositional(&self, formula: Formula) -> Option<Formula> {
        let mut open = vec![formula];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(formula) = open.pop() {
            if !seen.insert(formula) {
                continue;
            }
            let node = self.terms.node(formula);
            if !speaks_of_facts(node) {
                return Some(formula);
            }
            node.parts(|part| open.push(part));
        }
        None
    }

    /// A formula that must speak of facts only: a law or an observation.
    pub(super) fn propositional(&mut self, node: Node, env: &Env, what: &str) -> Option<Formula> {
        let formula = self.formula(node, env)?;
        match self.not_propositional(formula) {
            None => Some(formula),
            Some(part) => {
                let at = self.places.formula(part);
                let message = format!("{what} speaks of facts only, not of knowledge or change");
                let mut diagnostic = self.diagnostic(Code::NotPropositional, node, message);
                if let Some(at) = at {
                    diagnostic.labels[0].at = at;
                }
                self.report(diagnostic.help("atoms, ~ & | -> <->, forall, exists and count"));
                None
            }
        }
    }

    /// A variable's deal, if that is what stands here.
    pub(super) fn deal_variable(
        &self,
        node: Node,
        env: &Env,
    ) -> Option<std::sync::Arc<hexa_logic::Deal>> {
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        let &ExprKind::Name(symbol) = tree.kind(node.expr) else { return None };
        match env.get(symbol) {
            Some(Bound::Value(Value::Deal(deal))) => Some(deal.clone()),
            _ => None,
        }
    }

    /// A variable's or a declared set, if that is what stands here.
    pub(super) fn set_variable(
        &mut self,
        node: Node,
        env: &Env,
    ) -> Option<std::sync::Arc<[Value]>> {
        let (node, env) = self.resolve(node, env);
        let tree = self.tree(node);
        let &ExprKind::Name(symbol) = tree.kind(node.expr) else { return None };
        let is_set = match env.get(symbol) {
            Some(Bound::Value(value)) => matches!(value, Value::Set(_)),
            _ => matches!(self.scope.entity(symbol), Some(Entity::Set(_))),
        };
        if !is_set {
            return None;
        }
        match self.value(node, &env, Novelty::Known) {
            Some(Value::Set(elements)) => Some(elements),
            _ => None,
        }
    }
}

/// Whether a formula speaks of facts, as far as its outermost operator goes.
fn speaks_of_facts(node: &FormulaNode) -> bool {
    use FormulaNode as F;
    matches!(node, F::True | F::False | F::Atom(_) | F::Not(_) | F::And(_) | F::Or(_))
        || matches!(node, F::Implies(..) | F::Iff(..) | F::Count(..))
}

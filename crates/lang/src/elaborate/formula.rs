//! Formulas: names resolved, macros and binders spelt out.

use super::Elaborator;
use super::scope::{Bound, Entity, Env, Node};
use super::value::{Novelty, Value};
use crate::syntax::Symbol;
use crate::syntax::tree::{
    BindOp, Binder, ChainOp, CountSide, Expr, ExprKind, Fraction, KnowledgeOp,
};
use hexa_logic::{Comparison, CountTest, Formula, FormulaNode, Modality, Ratio, Terms};
use hexa_text::Code;

impl Elaborator<'_> {
    /// The formula at a place.
    pub(super) fn formula(&mut self, node: Node, env: &Env) -> Option<Formula> {
        self.term(node, env)
    }

    pub(super) fn formula_inside(&mut self, node: Node, env: &Env) -> Option<Formula> {
        let (node, env) = self.resolve(node, env);
        let env = &env;
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Error => None,
            ExprKind::True => Some(Terms::TRUE),
            ExprKind::False => Some(Terms::FALSE),
            ExprKind::Name(symbol) => self.named_formula(node, *symbol, env),
            ExprKind::Subscript(..) => self.atomic(node, env),
            ExprKind::Apply(head, arguments) => self.applied_formula(node, *head, arguments, env),
            ExprKind::Not(inner) => {
                let inner = self.formula(node.with(*inner), env)?;
                Some(self.terms.not(inner))
            }
            ExprKind::Chain(op, parts) => self.chain(node, *op, parts, env),
            ExprKind::Knowledge(op, who, what) => {
                self.knowledge(*op, node.with(*who), node.with(*what), env)
            }
            ExprKind::After(modality, action, body) => {
                self.after(*modality, node.with(*action), node.with(*body), env)
            }
            ExprKind::Bind(op, binder, body) => self.quantification(node, *op, binder, *body, env),
            ExprKind::Count(binder, body, side) => self.count(node, binder, *body, *side, env),
            ExprKind::Probability(agent, body, comparison, above, below) => {
                let fraction = Fraction { above: *above, below: *below };
                self.probability(node, *agent, *body, *comparison, fraction, env)
            }
            ExprKind::DealIs(hands) => self.deal_is(node, hands, env),
            ExprKind::HandIs(holder, cards) => self.hand_is(node, *holder, cards, env),
            ExprKind::WinIs(agent) => self.win_is(node, *agent, env),
            ExprKind::TheoryIs(name, hands) => self.theory_is(node, *name, hands, env),
            _ => match self.theory_named(node, env) {
                Some(theory) => self.theory_of_file(node, theory),
                None => self.not_a_formula(node),
            },
        }
    }

    fn not_a_formula(&mut self, node: Node) -> Option<Formula> {
        let what = match self.tree(node).kind(node.expr) {
            ExprKind::Test(_)
            | ExprKind::Learn(..)
            | ExprKind::Update(..)
            | ExprKind::Suspect(..)
            | ExprKind::Fix(..)
            | ExprKind::Mark(_)
            | ExprKind::Assign(_)
            | ExprKind::Skip
            | ExprKind::Look(_)
            | ExprKind::Ask(_)
            | ExprKind::Win(_)
            | ExprKind::NoWin(_) => "an action",
            ExprKind::Number(_) | ExprKind::Minus(..) | ExprKind::Times(_) | ExprKind::Size(_) => {
                "a number"
            }
            ExprKind::Power(..) => "a power or an iteration",
            ExprKind::Compare(..) | ExprKind::In(..) => "a guard",
            _ => "a set",
        };
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

    fn applied_formula(
        &mut self,
        node: Node,
        head: Expr,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<Formula> {
        let (head, inner) = self.resolve(node.with(head), env);
        if let Some(index) = self.macro_named(head, &inner) {
            return self.expand(node, index, arguments, env);
        }
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
        if matches!(op, ChainOp::Plus | ChainOp::Sequence | ChainOp::Concurrent) {
            let message = "this is an action or a number, and a formula is needed";
            return self.error(Code::WrongKind, node, message);
        }
        let parts: Vec<Formula> = self.formulas(node, parts, env)?;
        Some(match op {
            ChainOp::And => self.terms.and(parts),
            ChainOp::Or => self.terms.or(parts),
            ChainOp::Implies => self.implications(&parts),
            _ => self.equivalences(&parts),
        })
    }

    /// All formulas of a list; every one is tried even if one is in error.
    fn formulas(&mut self, node: Node, parts: &[Expr], env: &Env) -> Option<Vec<Formula>> {
        let parts: Vec<_> = parts.iter().map(|&part| self.formula(node.with(part), env)).collect();
        parts.into_iter().collect()
    }

    /// `φ -> ψ -> χ` is `φ -> (ψ -> χ)`.
    fn implications(&mut self, parts: &[Formula]) -> Formula {
        let mut parts = parts.iter().rev();
        let last = *parts.next().unwrap_or(&Terms::TRUE);
        parts.fold(last, |then, &when| self.terms.formula(FormulaNode::Implies(when, then)))
    }

    fn equivalences(&mut self, parts: &[Formula]) -> Formula {
        let mut parts = parts.iter();
        let first = *parts.next().unwrap_or(&Terms::TRUE);
        parts.fold(first, |left, &right| self.terms.formula(FormulaNode::Iff(left, right)))
    }

    fn knowledge(&mut self, op: KnowledgeOp, who: Node, what: Node, env: &Env) -> Option<Formula> {
        let node = match op {
            KnowledgeOp::Everybody | KnowledgeOp::Common | KnowledgeOp::Distributed => {
                let group = self.group(who, env);
                let what = self.formula(what, env);
                let (group, what) = group.zip(what)?;
                match op {
                    KnowledgeOp::Everybody => FormulaNode::Everybody(group, what),
                    KnowledgeOp::Common => FormulaNode::Common(group, what),
                    _ => FormulaNode::Distributed(group, what),
                }
            }
            KnowledgeOp::Knows | KnowledgeOp::Imagines | KnowledgeOp::KnowsWhether => {
                let agent = self.single_agent(who, env);
                let what = self.formula(what, env);
                let (agent, what) = agent.zip(what)?;
                match op {
                    KnowledgeOp::Knows => FormulaNode::Knows(agent, what),
                    KnowledgeOp::Imagines => FormulaNode::Imagines(agent, what),
                    _ => FormulaNode::KnowsWhether(agent, what),
                }
            }
        };
        Some(self.terms.formula(node))
    }

    /// The agent of `K_a`; several joined letters get a hint.
    fn single_agent(&mut self, who: Node, env: &Env) -> Option<hexa_logic::Agent> {
        let (node, inner) = self.resolve(who, env);
        let tree = self.tree(node);
        let text = match tree.kind(node.expr) {
            ExprKind::Set(_) | ExprKind::Builtin(_) => String::new(),
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

    /// The body of a binder, once for every binding.
    fn instances(
        &mut self,
        node: Node,
        binder: &Binder,
        body: Expr,
        env: &Env,
    ) -> Option<Vec<Formula>> {
        let mut instances = Vec::new();
        self.for_each(node, binder, env, |this, env| {
            instances.push(this.formula(node.with(body), env)?);
            Some(())
        })?;
        Some(instances)
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
            match self.terms.node(formula) {
                FormulaNode::True | FormulaNode::False | FormulaNode::Atom(_) => {}
                FormulaNode::Not(inner) => open.push(*inner),
                FormulaNode::And(parts) | FormulaNode::Or(parts) | FormulaNode::Count(parts, _) => {
                    open.extend(parts);
                }
                FormulaNode::Implies(left, right) | FormulaNode::Iff(left, right) => {
                    open.extend([*left, *right]);
                }
                _ => return Some(formula),
            }
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

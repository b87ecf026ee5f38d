//! A formula as it is written, read aloud: the operators as English, names as they are. Parts that belong together stand in
//! parentheses, so that the sentence has one meaning only.

use hexa_lang::syntax::tree::{
    BindOp, Binder, ChainOp, Expr, ExprKind, FormulaKind, KnowledgeOp, Tree,
};
use hexa_logic::{Comparison, Modality};

/// Longer sentences are no help to anybody.
const LONGEST: usize = 400;

/// A text whose formulas are read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// Its syntax tree.
    pub tree: &'a Tree,
    /// The text.
    pub text: &'a str,
    /// Whether a name is that of a card.
    pub is_card: &'a dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    /// A formula as a sentence, unless it is too long for one.
    pub(crate) fn sentence(&self, formula: Expr) -> Option<String> {
        let span = self.tree.span(formula);
        if (span.end - span.start) as usize > LONGEST {
            return None;
        }
        let sentence = self.clause(formula);
        (sentence.chars().count() <= LONGEST).then_some(sentence)
    }

    fn spelt(&self, expr: Expr) -> String {
        let text = self.text.get(self.tree.span(expr).range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn clause(&self, formula: Expr) -> String {
        match self.tree.kind(formula) {
            ExprKind::Paren(inner) => self.clause(*inner),
            ExprKind::Subscript(card, holder) if (self.is_card)(&self.spelt(*card)) => {
                format!("{} holds {}", self.spelt(*holder), self.spelt(*card))
            }
            ExprKind::Chain(op, parts) => self.chain(*op, parts),
            ExprKind::Bind(op, binder, body) => {
                let (variables, body) = (self.variables(binder), self.clause(*body));
                match op {
                    BindOp::Forall => format!("for every {variables}: {body}"),
                    BindOp::Exists => format!("there is {variables} such that {body}"),
                    BindOp::Choice | BindOp::Seq => self.spelt(formula),
                }
            }
            ExprKind::Formula(kind) => self.formula(formula, kind),
            ExprKind::Error
            | ExprKind::Text(_)
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
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Action(_) => self.spelt(formula),
        }
    }

    /// A clause inside of another.
    fn inner(&self, formula: Expr) -> String {
        let clause = self.clause(formula);
        let is_compound =
            |expr: Expr| matches!(self.tree.kind(expr), ExprKind::Chain(..) | ExprKind::Bind(..));
        let inner = |expr: Expr| {
            if let ExprKind::Paren(inner) = self.tree.kind(expr) { *inner } else { expr }
        };
        if is_compound(inner(formula)) { format!("({clause})") } else { clause }
    }

    fn chain(&self, op: ChainOp, parts: &[Expr]) -> String {
        let between = match op {
            ChainOp::And => " and ",
            ChainOp::Or => " or ",
            ChainOp::Iff => " exactly if ",
            ChainOp::Implies => " implies that ",
            ChainOp::Plus | ChainOp::Concurrent | ChainOp::Sequence => " ; ",
        };
        let parts: Vec<String> = parts.iter().map(|&part| self.inner(part)).collect();
        match (op, &parts[..]) {
            (ChainOp::Implies, [condition, result]) => format!("if {condition}, then {result}"),
            _ => parts.join(between),
        }
    }

    fn variables(&self, binder: &Binder) -> String {
        let group = |(names, domain): &(Vec<Expr>, Expr)| {
            let names: Vec<String> = names.iter().map(|&name| self.spelt(name)).collect();
            format!("{} in {}", names.join(", "), self.spelt(*domain))
        };
        let groups: Vec<String> = binder.variables.iter().map(group).collect();
        let guard = binder.guard.map(|guard| format!(" with {}", self.spelt(guard)));
        groups.join(", ") + &guard.unwrap_or_default()
    }

    fn negation(&self, inner: Expr) -> String {
        let kind = self.tree.kind(inner);
        if let ExprKind::Paren(inside) = kind
            && !matches!(self.tree.kind(*inside), ExprKind::Chain(..) | ExprKind::Bind(..))
        {
            return self.negation(*inside);
        }
        if let ExprKind::Subscript(card, holder) = kind
            && (self.is_card)(&self.spelt(*card))
        {
            return format!("{} does not hold {}", self.spelt(*holder), self.spelt(*card));
        }
        if let ExprKind::Formula(FormulaKind::Knowledge(op, who, inner)) = kind {
            let (who, inner) = (self.spelt(*who), self.inner(*inner));
            if *op == KnowledgeOp::Knows {
                return format!("{who} does not know that {inner}");
            } else if *op == KnowledgeOp::KnowsWhether {
                return format!("{who} does not know whether {inner}");
            }
        }
        format!("it is not so that {}", self.inner(inner))
    }

    fn formula(&self, whole: Expr, kind: &FormulaKind) -> String {
        match kind {
            FormulaKind::True => "true".to_owned(),
            FormulaKind::False => "false".to_owned(),
            FormulaKind::Not(inner) => self.negation(*inner),
            FormulaKind::Knowledge(op, who, inner) => {
                let (who, inner) = (self.spelt(*who), self.inner(*inner));
                match op {
                    KnowledgeOp::Knows => format!("{who} knows that {inner}"),
                    KnowledgeOp::Believes => format!("{who} believes that {inner}"),
                    KnowledgeOp::Imagines => format!("{who} considers it possible that {inner}"),
                    KnowledgeOp::KnowsWhether => format!("{who} knows whether {inner}"),
                    KnowledgeOp::Everybody => format!("everybody in {who} knows that {inner}"),
                    KnowledgeOp::Common => format!("it is common knowledge in {who} that {inner}"),
                    KnowledgeOp::Distributed => {
                        format!("with all that {who} know together, {inner}")
                    }
                }
            }
            FormulaKind::After(modality, action, inner) => {
                let (action, inner) = (self.spelt(*action), self.inner(*inner));
                match modality {
                    Modality::Every => format!("whatever comes of `{action}`, then {inner}"),
                    Modality::Some => format!("`{action}` can happen so that then {inner}"),
                }
            }
            FormulaKind::Probability(agent, inner, comparison, above, below) => {
                let below = below.map(|below| format!("/{}", self.spelt(below)));
                let number = self.spelt(*above) + &below.unwrap_or_default();
                let (agent, inner) = (self.spelt(*agent), self.inner(*inner));
                let compared = match comparison {
                    Comparison::Equal => "is",
                    Comparison::NotEqual => "is not",
                    Comparison::Less => "is less than",
                    Comparison::AtMost => "is at most",
                    Comparison::Greater => "is more than",
                    Comparison::AtLeast => "is at least",
                };
                format!("for {agent} the probability that {inner} {compared} {number}")
            }
            FormulaKind::WinIs(agent) => format!("{} can win", self.spelt(*agent)),
            FormulaKind::AtWorld(world) => format!("the actual world is {}", self.spelt(*world)),
            FormulaKind::HandIs(holder, cards) => {
                let cards: Vec<String> = cards.iter().map(|&card| self.spelt(card)).collect();
                format!("{} holds exactly {}", self.spelt(*holder), cards.join(" "))
            }
            FormulaKind::Count(..) | FormulaKind::DealIs(_) | FormulaKind::TheoryIs(..) => {
                self.spelt(whole)
            }
        }
    }
}

//! Formulas. Prefixes are collected and applied from the inside, so that only brackets and lists
//! make the reader recurse.

use super::lexer::Kind;
use super::parser::{Parser, Part};
use super::quantifier::Quantifier;
use crate::elaborate::closest;
use crate::syntax::MAX_DEPTH;
use hexa_logic::{
    Action, ActionNode, Agent, Comparison, CountTest, Formula, FormulaNode, Group, Modality, Terms,
};
use hexa_text::Code;
use hexa_text::{Location, Span};
use rustc_hash::FxHashSet;

/// What stands in front of a formula.
enum Prefix {
    Not,
    Knowledge(Knower, Mood),
    After(Modality, Action),
}

/// Whose knowledge: of one agent, common, or distributed.
enum Knower {
    Single(Agent),
    Common(Group),
    Distributed(Group),
}

/// `that` or `whether`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    That,
    Whether,
}

/// How tight an infix binds: those of one level group to the left, whichever they are.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
fn level(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Implies | Kind::Iff => Some(1),
        Kind::And | Kind::Or => Some(2),
        _ => None,
    }
}

impl Parser<'_> {
    /// A formula, as long as it goes.
    pub(super) fn formula(&mut self) -> Option<Formula> {
        self.binary(1)
    }

    /// A formula whose infixes bind at least so tight.
    fn binary(&mut self, least: u8) -> Option<Formula> {
        let start = self.span();
        // Conjuncts or disjuncts that are still to be joined.
        let mut chain = vec![self.operand()?];
        let mut joined = None;
        while let Some(kind) = self.kind()
            && let Some(level) = level(kind).filter(|level| *level >= least)
        {
            if joined.is_some_and(|before| before != kind) {
                chain = vec![self.join(joined, chain, start)];
            }
            self.advance();
            let right = match level {
                1 => self.binary(2)?,
                _ => self.operand()?,
            };
            chain.push(right);
            joined = Some(kind);
            if level == 1 {
                chain = vec![self.join(joined.take(), chain, start)];
            }
        }
        Some(self.join(joined, chain, start))
    }

    fn join(&mut self, by: Option<Kind>, chain: Vec<Formula>, start: Span) -> Formula {
        let formula = match (by, &chain[..]) {
            (Some(Kind::Or), _) => self.terms.or(chain),
            (Some(Kind::Implies), &[left, right]) => {
                self.terms.formula(FormulaNode::Implies(left, right))
            }
            (Some(Kind::Iff), &[left, right]) => self.terms.formula(FormulaNode::Iff(left, right)),
            _ => self.terms.and(chain),
        };
        self.remember_place(formula, start)
    }

    /// Remembers that a formula stands from here to the token before the next.
    fn remember_place(&mut self, formula: Formula, start: Span) -> Formula {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        let at = Location { source: self.source, span: start.to(last) };
        self.places.formulas.entry(formula).or_insert(at);
        formula
    }

    /// A formula without infixes outside of brackets.
    fn operand(&mut self) -> Option<Formula> {
        let mut prefixes: Vec<(Prefix, Span)> = Vec::new();
        let mut of = loop {
            let start = self.span();
            match self.kind() {
                Some(Kind::Not) => {
                    self.advance();
                    prefixes.push((Prefix::Not, start));
                }
                Some(Kind::OpenBracket | Kind::Less) => {
                    let after = self.one_level_deeper(Self::announcement)?;
                    prefixes.push((after, start));
                }
                Some(Kind::Word) => {
                    let knowledge = self.knowledge()?;
                    prefixes.push((knowledge, start));
                }
                Some(Kind::Open) if self.group_ahead() => {
                    let knowledge = self.knowledge()?;
                    prefixes.push((knowledge, start));
                }
                Some(Kind::Open) => {
                    let after_knowledge =
                        matches!(prefixes.last(), Some((Prefix::Knowledge(..), _)));
                    break self
                        .one_level_deeper(|this| this.formulas_in_brackets(after_knowledge))?;
                }
                _ => break vec![self.one_level_deeper(Self::basic)?],
            }
        };
        while let Some((prefix, start)) = prefixes.pop() {
            // A list of things known: the prefix holds of each.
            let formulas =
                of.into_iter().map(|formula| self.apply_prefix(&prefix, formula)).collect();
            let formula = self.terms.and(formulas);
            of = vec![self.remember_place(formula, start)];
        }
        of.pop()
    }

    fn apply_prefix(&mut self, prefix: &Prefix, formula: Formula) -> Formula {
        match prefix {
            Prefix::Not => self.terms.not(formula),
            Prefix::After(modality, action) => {
                self.terms.formula(FormulaNode::After(*modality, *action, formula))
            }
            Prefix::Knowledge(Knower::Single(agent), mood) => self.terms.formula(match mood {
                Mood::That => FormulaNode::Knows(*agent, formula),
                Mood::Whether => FormulaNode::KnowsWhether(*agent, formula),
            }),
            Prefix::Knowledge(Knower::Common(group), mood) => {
                self.of_group(FormulaNode::Common, group, *mood, formula)
            }
            Prefix::Knowledge(Knower::Distributed(group), mood) => {
                self.of_group(FormulaNode::Distributed, group, *mood, formula)
            }
        }
    }

    fn of_group(
        &mut self,
        node: fn(Group, Formula) -> FormulaNode,
        group: &Group,
        mood: Mood,
        formula: Formula,
    ) -> Formula {
        let that = self.terms.formula(node(group.clone(), formula));
        if mood == Mood::That {
            return that;
        }
        let denied = self.terms.not(formula);
        let that_not = self.terms.formula(node(group.clone(), denied));
        self.terms.or(vec![that, that_not])
    }

    /// One level deeper, unless that is too deep.
    fn one_level_deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            let problem = self.report.diagnostic(Code::TooDeep, self.span(), message);
            self.report.add(problem.help("write it with fewer brackets inside each other"));
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// `(φ)`; after `knows that` and the like also `(φ, ψ)`.
    fn formulas_in_brackets(&mut self, may_list: bool) -> Option<Vec<Formula>> {
        self.advance();
        let mut formulas = vec![self.formula()?];
        while self.kind() == Some(Kind::Comma) && may_list {
            self.advance();
            formulas.push(self.formula()?);
        }
        self.close("`)`")?;
        Some(formulas)
    }

    fn close(&mut self, what: &str) -> Option<()> {
        if self.eat(Kind::Close) {
            return Some(());
        }
        let help = "every `(` needs its `)`; lists stand in AND (...), OR (...), XOR (...), ONEOF (...) \
                    and after `knows whether`";
        self.report_expected(what, help)
    }

    /// A formula that starts with neither prefix nor bracket.
    fn basic(&mut self) -> Option<Formula> {
        let start = self.span();
        let kind = self.kind();
        let formula = match kind {
            Some(Kind::Top) => self.constant(Terms::TRUE),
            Some(Kind::Bottom) => self.constant(Terms::FALSE),
            Some(Kind::Number) => {
                let number = self.here().parse().unwrap_or(u64::MAX);
                self.advance();
                // What is wrong with it is told; the rest can still be read.
                match self.variable(number, start) {
                    Some(atom) => self.terms.formula(FormulaNode::Atom(atom)),
                    None => Terms::FALSE,
                }
            }
            Some(Kind::AllOf | Kind::AnyOf | Kind::OddOf | Kind::OneOf) => self.of_list()?,
            Some(Kind::Forall | Kind::Exists) => self.quantification()?,
            Some(Kind::Knows) => self.wide(Mood::That)?,
            Some(Kind::KnowsWhether) => self.wide(Mood::Whether)?,
            _ => {
                let help = "formulas are made of numbers, Top, Bot, ~, &, |, ->, iff, AND (...), OR (...), \
                            XOR (...), ONEOF (...), `a knows that φ`, `(a,b) comknow that φ`, \
                            `(a,b) distknow that φ`, `[! φ] ψ` and `< ! φ > ψ`";
                return self.report_expected("a formula", help);
            }
        };
        Some(self.remember_place(formula, start))
    }

    fn constant(&mut self, formula: Formula) -> Formula {
        self.advance();
        formula
    }

    /// `AND (φ, ψ)`, `OR (...)`, `XOR (...)`, `ONEOF (...)`
    fn of_list(&mut self) -> Option<Formula> {
        let (kind, word) = (self.kind(), self.here().to_owned());
        self.advance();
        if !self.eat(Kind::Open) {
            return self.report_expected("`(`", &format!("write {word} (1, 2, 3)"));
        }
        if self.kind() == Some(Kind::Close) {
            return self
                .report_expected("a formula", &format!("{word} is of at least one formula"));
        }
        let mut of = vec![self.formula()?];
        while self.eat(Kind::Comma) {
            of.push(self.formula()?);
        }
        self.close("`,` or `)`")?;
        Some(match kind {
            Some(Kind::AllOf) => self.terms.and(of),
            Some(Kind::AnyOf) => self.terms.or(of),
            Some(Kind::OddOf) => odd(&mut self.terms, &of),
            _ => one(&mut self.terms, &of),
        })
    }

    /// `Forall 1,2 φ`, as far to the right as it goes.
    fn quantification(&mut self) -> Option<Formula> {
        let start = self.span();
        let quantifier = match self.kind() {
            Some(Kind::Forall) => Quantifier::Forall,
            _ => Quantifier::Exists,
        };
        self.advance();
        let numbers = self.number_list("a number, the variable that is quantified");
        let count = numbers.len();
        let atoms: Vec<_> =
            numbers.into_iter().filter_map(|(number, at)| self.variable(number, at)).collect();
        let body = self.formula()?;
        // Told already.
        if atoms.len() < count || count == 0 {
            return Some(Terms::FALSE);
        }
        self.quantify(quantifier, &atoms, body, start)
    }

    /// `K alice φ`, as far to the right as it goes.
    fn wide(&mut self, mood: Mood) -> Option<Formula> {
        self.only_in_queries()?;
        self.advance();
        let agent = self.agent()?;
        let inner = self.formula()?;
        Some(self.apply_prefix(&Prefix::Knowledge(Knower::Single(agent), mood), inner))
    }

    /// `alice knows that`, `alice, bob comknow whether`, `(alice, bob) distknow that`
    fn knowledge(&mut self) -> Option<Prefix> {
        self.only_in_queries()?;
        let start = self.span();
        let bracket = self.eat(Kind::Open);
        let agents = self.agent_list()?;
        if bracket {
            self.close("`)`")?;
        }
        let verb = self.here();
        let help = "knowledge is written `a knows that φ`, `a knows whether φ`, `(a,b) comknow that φ`, \
                    `(a,b) distknow that φ`";
        if self.kind() != Some(Kind::Word) || !matches!(verb, "knows" | "comknow" | "distknow") {
            return self.report_expected("`knows`, `comknow` or `distknow`", help);
        }
        self.advance();
        let mood = match (self.kind(), self.here()) {
            (Some(Kind::Word), "that") => Mood::That,
            (Some(Kind::Word), "whether") => Mood::Whether,
            _ => return self.report_expected("`that` or `whether`", help),
        };
        self.advance();
        let whose = match (verb, &agents[..]) {
            ("comknow", _) => Knower::Common(agents.into_iter().collect()),
            ("distknow", _) => Knower::Distributed(agents.into_iter().collect()),
            (_, &[agent]) => Knower::Single(agent),
            _ => return self.several_know(start),
        };
        Some(Prefix::Knowledge(whose, mood))
    }

    fn several_know<T>(&mut self, start: Span) -> Option<T> {
        let message = "`knows` is for one agent";
        let problem = self.report.diagnostic(Code::Expected, start, message);
        self.report.add(problem.help(
            "write `(a,b) comknow that φ` for common knowledge, `(a,b) distknow that φ` for \
             distributed knowledge, or AND (a knows that φ, b knows that φ)",
        ));
        None
    }

    /// Agents with commas between them.
    fn agent_list(&mut self) -> Option<Vec<Agent>> {
        let mut agents = vec![self.agent()?];
        while self.eat(Kind::Comma) {
            agents.push(self.agent()?);
        }
        Some(agents)
    }

    fn agent(&mut self) -> Option<Agent> {
        if self.kind() != Some(Kind::Word) {
            return self.report_expected("the name of an agent", "agents are declared after `OBS`");
        }
        let (name, span) = (self.here(), self.span());
        self.advance();
        if let Some(&(agent, _)) = self.agents.get(name) {
            return Some(agent);
        }
        let mut known: Vec<&str> = self.agents.keys().copied().collect();
        known.sort_unstable();
        let help = match closest(name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the agents are {}", known[..known.len().min(12)].join(", ")),
        };
        let message = format!("`{name}` is no agent: there is no line for it after `OBS`");
        let problem = self.report.diagnostic(Code::UnknownName, span, message);
        self.report.add(problem.help(help).shorten_names());
        None
    }

    /// Whether a group in brackets comes next, and not a formula.
    fn group_ahead(&self) -> bool {
        let mut more = 1;
        while self.kind_after(more) == Some(Kind::Word) {
            match self.kind_after(more + 1) {
                Some(Kind::Comma) => more += 2,
                other => return other == Some(Kind::Close),
            }
        }
        false
    }

    /// The law speaks of one state.
    fn only_in_queries(&mut self) -> Option<()> {
        if self.part == Part::Query {
            return Some(());
        }
        let message = "the law speaks of knowledge or announcements";
        let problem = self.report.diagnostic(Code::NotPropositional, self.span(), message);
        self.report
            .add(problem.help("a law says which states there are, in terms of variables only"));
        None
    }

    /// `[! φ]`, `[?! φ]`, `<! φ>`, `<?! φ>`, and to a group: `[a, b ! φ]`
    fn announcement(&mut self) -> Option<Prefix> {
        self.only_in_queries()?;
        let (modality, close, sign) = match self.kind() {
            Some(Kind::OpenBracket) => (Modality::Every, Kind::CloseBracket, "`]`"),
            _ => (Modality::Some, Kind::Greater, "`>`"),
        };
        self.advance();
        let hearers = match self.kind() {
            Some(Kind::Word) => Some(self.agent_list()?),
            Some(Kind::Open) => {
                self.advance();
                let agents = self.agent_list()?;
                self.close("`)`")?;
                Some(agents)
            }
            _ => None,
        };
        let mood = if self.eat(Kind::Question) { Mood::Whether } else { Mood::That };
        let help = "announcements are written `[! φ] ψ`, `[?! φ] ψ`, `< ! φ > ψ`, `< ?! φ > ψ`, and to a \
                    group `[a,b ! φ] ψ`";
        if !self.eat(Kind::Bang) {
            return self.report_expected("`!`", help);
        }
        let said = self.formula()?;
        if !self.eat(close) {
            return self.report_expected(sign, help);
        }
        let hearers = hearers.map(|agents| agents.into_iter().collect());
        Some(Prefix::After(modality, self.announce(hearers, mood, said)))
    }

    fn announce(&mut self, hearers: Option<Group>, mood: Mood, said: Formula) -> Action {
        let everybody = Group::first(self.observed.len());
        let group = hearers.clone().unwrap_or_else(|| everybody.clone());
        let that = self.terms.announcement(group.clone(), said);
        if (hearers.is_none(), mood) == (true, Mood::That) {
            return that;
        }
        let denied = self.terms.not(said);
        let that_not = self.terms.announcement(group, denied);
        let marked = (mood == Mood::That).then_some(0);
        let choice = self.terms.action(ActionNode::Choice([that, that_not].into(), marked));
        match hearers {
            None => choice,
            // The others know that it is said whether.
            Some(_) => self.terms.action(ActionNode::Learn(everybody, choice)),
        }
    }
}

/// Whether an odd number of these hold. Halves are compared, so that long lists stay shallow.
fn odd(terms: &mut Terms, of: &[Formula]) -> Formula {
    match of {
        [] => Terms::FALSE,
        [only] => *only,
        _ => {
            let (left, right) = of.split_at(of.len() / 2);
            let (left, right) = (odd(terms, left), odd(terms, right));
            let same = terms.formula(FormulaNode::Iff(left, right));
            terms.not(same)
        }
    }
}

/// Whether exactly one of these holds. Different variables are counted, which is written shorter; of
/// other formulas, one half has one that holds, and the other half has none.
pub(super) fn one(terms: &mut Terms, of: &[Formula]) -> Formula {
    let mut seen = FxHashSet::default();
    let variable = |part: &Formula| matches!(terms.node(*part), FormulaNode::Atom(_));
    match of {
        [] => Terms::FALSE,
        [only] => *only,
        _ if of.iter().all(|part| variable(part) && seen.insert(*part)) => {
            let test = CountTest::Compare(Comparison::Equal, 1);
            terms.formula(FormulaNode::Count(of.into(), test))
        }
        _ => {
            let (left, right) = of.split_at(of.len() / 2);
            let ways = [(left, right), (right, left)].map(|(some, none)| {
                let (some, any) = (one(terms, some), terms.or(none.to_vec()));
                let none = terms.not(any);
                terms.and(vec![some, none])
            });
            terms.or(ways.to_vec())
        }
    }
}

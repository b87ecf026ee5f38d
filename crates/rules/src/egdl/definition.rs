//! What the rules of a description define: `initial`, `terminal`, `wins(r)` and `legal(a)` by what they are equivalent to, the next
//! value of an atom by `next p <-> φ` or by conditions that together say it everywhere, and what an agent sees by rules of the
//! shape `p -> K_r p` with `~p -> K_r ~p`. All other rules are properties, true or not.

use super::ground::{Description, NumberedRule, RuleClause};
use super::no_model::NoModel;
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::{Agent, Fluent, PathFormula, PathFormulas, PathNode, Stopped};
use indexmap::{IndexMap, IndexSet};

/// How the next value of an atom is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NextValue {
    /// It is what this is.
    Exactly(PathFormula),
    /// If a condition holds, it is true, or false; by the number of the rule.
    When(Vec<(PathFormula, bool, usize)>),
}

/// What rules define.
#[derive(Clone, Debug)]
pub(crate) struct Definitions {
    /// What `initial`, `terminal`, `wins(r)`, `legal(a)` are equivalent to: facts come after those that they need.
    pub(crate) derived: IndexMap<Fluent, PathFormula>,
    /// For each atom its next value.
    pub(crate) next: Vec<NextValue>,
    /// For each agent what they see of a state.
    pub(crate) seen: Vec<Vec<PathFormula>>,
    /// Other rules that speak of one state.
    pub(crate) of_states: Vec<PathFormula>,
}

/// What has been found so far, with the numbers of the rules.
#[derive(Default)]
struct Found {
    derived: IndexMap<Fluent, (PathFormula, usize)>,
    exactly: IndexMap<Fluent, (PathFormula, usize)>,
    when: IndexMap<Fluent, Vec<(PathFormula, bool, usize)>>,
    /// An agent knows something if it is so.
    known: IndexSet<(Agent, PathFormula)>,
    of_states: Vec<PathFormula>,
    wrong: Vec<Diagnostic>,
}

/// Finds what the rules define; what they leave open or define twice is wrong.
pub(crate) fn definitions(
    description: &mut Description,
    source: SourceId,
    work: &Work<'_>,
) -> Result<Definitions, NoModel> {
    let mut found = Found::default();
    let rules = std::mem::take(&mut description.rules);
    let noted = found.clauses(description, &rules, source, work);
    description.rules = rules;
    noted?;
    found.finish(description, source, work)
}

impl Found {
    fn clauses(
        &mut self,
        description: &mut Description,
        rules: &[NumberedRule],
        source: SourceId,
        work: &Work<'_>,
    ) -> Result<(), Stopped> {
        for (number, rule) in rules.iter().enumerate() {
            for &clause in rule.instances.iter().flat_map(|instance| &instance.clauses) {
                work.step(1)?;
                self.clause(description, rules, (number, clause), source);
            }
        }
        Ok(())
    }

    fn clause(
        &mut self,
        description: &mut Description,
        rules: &[NumberedRule],
        (number, clause): (usize, RuleClause),
        source: SourceId,
    ) {
        let of_state = match clause {
            RuleClause::Iff(left, right) => {
                let defined = self.equivalence(description, rules, (left, right, number), source)
                    || self.equivalence(description, rules, (right, left, number), source);
                (!defined).then(|| description.formulas.iff(left, right))
            }
            RuleClause::Implies(left, right) => {
                let is_used = self.condition(description, left, right, number)
                    || self.knowledge(description, left, right);
                (!is_used).then(|| description.formulas.implies(left, right))
            }
            RuleClause::Other(formula) => {
                (!self.knows_whether(description, formula)).then_some(formula)
            }
        };
        let formulas = &description.formulas;
        self.of_states.extend(of_state.filter(|&formula| formulas.is_of_state(formula)));
    }

    /// `wins(r) <-> φ` and the like, or `next p <-> φ`.
    fn equivalence(
        &mut self,
        description: &Description,
        rules: &[NumberedRule],
        (left, right, number): (PathFormula, PathFormula, usize),
        source: SourceId,
    ) -> bool {
        let (formulas, signature) = (&description.formulas, &description.signature);
        let atoms = signature.atoms().len() as u32;
        let node = formulas.node(left);
        let (into, fact) = if let Some(fact) = node.fluent()
            && fact.0 >= atoms
            && formulas.is_of_state(right)
        {
            (&mut self.derived, fact)
        } else if let PathNode::Next(body) = node
            && let Some(fact) = formulas.node(*body).fluent()
            && fact.0 < atoms
            && is_of_step(formulas, right)
        {
            (&mut self.exactly, fact)
        } else {
            return false;
        };
        match into.get(&fact) {
            Some((known, _)) if *known == right => {}
            Some((_, earlier)) => {
                let name = signature.fluent_name(fact);
                let (one, other) = (&rules[*earlier].label, &rules[number].label);
                let message = match one == other {
                    true => format!("rule {one} defines {name} twice"),
                    false => format!("{name} is defined by rules {one} and {other}"),
                };
                let wrong =
                    Diagnostic::new(Code::DefinedTwice, source, rules[number].span, message);
                self.wrong.push(wrong.help("one rule has to say all of it"));
            }
            None => _ = into.insert(fact, (right, number)),
        }
        true
    }

    /// `φ -> next p & next ~q`.
    fn condition(
        &mut self,
        description: &mut Description,
        when: PathFormula,
        then: PathFormula,
        number: usize,
    ) -> bool {
        let mut literals = Vec::new();
        if !is_of_step(&description.formulas, when)
            || !next_literals(&description.formulas, then, true, &mut literals)
        {
            return false;
        }
        let atoms = description.signature.atoms().len() as u32;
        if literals.iter().any(|(fact, _)| fact.0 >= atoms) {
            return false;
        }
        for (fact, value) in literals {
            self.when.entry(fact).or_default().push((when, value, number));
        }
        true
    }

    /// `φ -> K_r φ`: of one agent, or of several.
    fn knowledge(
        &mut self,
        description: &Description,
        if_so: PathFormula,
        then: PathFormula,
    ) -> bool {
        let formulas = &description.formulas;
        if !formulas.is_of_state(if_so) {
            return false;
        }
        let knows = |formula: PathFormula| {
            let PathNode::Knows(agent, body) = *formulas.node(formula) else { return None };
            (body == if_so).then_some(agent)
        };
        let agents: Option<Vec<Agent>> = if let PathNode::And(of) = formulas.node(then) {
            of.iter().map(|&part| knows(part)).collect()
        } else {
            knows(then).map(|agent| vec![agent])
        };
        let Some(agents) = agents else { return false };
        self.known.extend(agents.into_iter().map(|agent| (agent, if_so)));
        true
    }

    /// `K_r φ | K_r ~φ`, which is what `sees r: φ` is: r sees whether φ. Several of them may stand together, and
    /// `E φ | E ~φ` says it of everybody.
    fn knows_whether(&mut self, description: &mut Description, formula: PathFormula) -> bool {
        let node = description.formulas.node(formula).clone();
        if let PathNode::And(of) = &node {
            let seen: Option<Vec<_>> = of.iter().map(|&part| seen_by(description, part)).collect();
            let Some(seen) = seen else { return false };
            self.known.extend(seen.into_iter().flatten());
            return true;
        }
        let Some(seen) = seen_by(description, formula) else { return false };
        self.known.extend(seen);
        true
    }

    fn finish(
        mut self,
        description: &mut Description,
        source: SourceId,
        work: &Work<'_>,
    ) -> Result<Definitions, NoModel> {
        let signature = &description.signature;
        let derived = (signature.atoms().len() as u32..signature.facts() as u32).map(Fluent);
        let missing: Vec<Fluent> =
            derived.filter(|fact| !self.derived.contains_key(fact)).collect();
        let named = |fact: Fluent| (signature.fluent_name(fact), description.place_of(fact));
        let names: Vec<(String, Span)> = missing.into_iter().map(named).collect();
        self.report_undefined(source, &names);
        let next = |atom: usize| {
            let fact = Fluent(atom as u32);
            let exactly = self.exactly.get(&fact).map(|(formula, _)| NextValue::Exactly(*formula));
            exactly.or_else(|| self.when.get(&fact).cloned().map(NextValue::When))
        };
        let next: Vec<Option<NextValue>> = (0..signature.atoms().len()).map(next).collect();
        let open = signature.atoms().zip(&next).enumerate().filter(|(_, (_, next))| next.is_none());
        let named = |(at, (name, _)): (usize, (&str, _))| {
            (format!("next {name}"), description.place_of(Fluent(at as u32)))
        };
        let names: Vec<(String, Span)> = open.map(named).collect();
        self.report_undefined(source, &names);
        let seen = self.find_seen(description, work)?;
        let order = match self.order(description, source, work)? {
            Ok(order) => order,
            Err(circle) => {
                self.wrong.push(circle);
                Vec::new()
            }
        };
        if !self.wrong.is_empty() {
            return Err(NoModel::Rules(self.wrong));
        }
        let derived = order.into_iter().map(|fact| (fact, self.derived[&fact].0)).collect();
        let next = next.into_iter().flatten().collect();
        Ok(Definitions { derived, next, seen, of_states: self.of_states })
    }

    /// That no rule says some things, with the places where these are declared.
    fn report_undefined(&mut self, source: SourceId, names: &[(String, Span)]) {
        let Some((first, at)) = names.first() else { return };
        let message = match names {
            [_] => format!("no rule defines {first}"),
            [_, (second, _)] => format!("no rule defines {first} and {second}"),
            many => format!("no rule defines {first} and {} others", many.len() - 1),
        };
        let wrong = Diagnostic::new(Code::Undefined, source, *at, message);
        self.wrong.push(wrong.help(format!("write a rule `{first} <-> ...`")));
    }

    /// What each agent sees: that of which they know whether it is so.
    fn find_seen(
        &self,
        description: &mut Description,
        work: &Work<'_>,
    ) -> Result<Vec<Vec<PathFormula>>, Stopped> {
        let mut seen = vec![Vec::new(); description.signature.agents().len()];
        for &(agent, formula) in &self.known {
            work.step(1 + seen[agent.index()].len() as u64)?;
            let negated = description.formulas.not(formula);
            let is_first = !seen[agent.index()].contains(&negated);
            if self.known.contains(&(agent, negated)) && is_first {
                seen[agent.index()].push(formula);
            }
        }
        Ok(seen)
    }

    /// Derived facts such that each comes after those that it needs.
    fn order(
        &self,
        description: &Description,
        source: SourceId,
        work: &Work<'_>,
    ) -> Result<Result<Vec<Fluent>, Diagnostic>, Stopped> {
        let (formulas, signature) = (&description.formulas, &description.signature);
        let atoms = signature.atoms().len() as u32;
        let needs = |formula: PathFormula| {
            let derived = |node: &PathNode| node.fluent().filter(|fluent| fluent.0 >= atoms);
            formulas.parts(formula, derived)
        };
        let mut order: IndexSet<Fluent> = IndexSet::new();
        loop {
            let before = order.len();
            for (&fact, &(formula, _)) in &self.derived {
                work.step(1)?;
                let is_ready =
                    |needed: &Fluent| order.contains(needed) || !self.derived.contains_key(needed);
                if !order.contains(&fact) && needs(formula).iter().all(is_ready) {
                    order.insert(fact);
                }
            }
            if order.len() == self.derived.len() {
                return Ok(Ok(order.into_iter().collect()));
            }
            if order.len() == before {
                break;
            }
        }
        let circle = self.derived.iter().find(|(fact, _)| !order.contains(*fact));
        let (name, number) = circle.map_or((String::new(), 0), |(&fact, &(_, number))| {
            (signature.fluent_name(fact), number)
        });
        let message = format!("{name} is defined by what is defined by it");
        let at = description.rules.get(number).map_or(Span::new(0, 0), |rule| rule.span);
        Ok(Err(Diagnostic::new(Code::CircularRules, source, at, message)))
    }
}

/// What agents know of a state if a formula `K_r φ | K_r ~φ` holds, of one agent or of several.
fn seen_by(
    description: &mut Description,
    formula: PathFormula,
) -> Option<Vec<(Agent, PathFormula)>> {
    let formulas = &mut description.formulas;
    let PathNode::Or(of) = formulas.node(formula).clone() else { return None };
    let [left, right] = of[..] else { return None };
    let (agents, body) = known_by_all(formulas, left)?;
    let (others, negated) = known_by_all(formulas, right)?;
    let is_whether =
        agents == others && formulas.not(body) == negated && formulas.is_of_state(body);
    let of_agent = |agent| [(agent, body), (agent, negated)];
    is_whether.then(|| agents.into_iter().flat_map(of_agent).collect())
}

/// Who knows what, if a formula says that some agents know one thing.
fn known_by_all(
    formulas: &PathFormulas,
    formula: PathFormula,
) -> Option<(Vec<Agent>, PathFormula)> {
    let parts = match formulas.node(formula) {
        PathNode::And(of) => &of[..],
        PathNode::Knows(..) => &[formula],
        PathNode::Constant(_)
        | PathNode::Fluent(_)
        | PathNode::Does(_)
        | PathNode::Not(_)
        | PathNode::Or(_)
        | PathNode::Next(_)
        | PathNode::Common(_) => return None,
    };
    let mut agents = Vec::new();
    let mut known = None;
    for &part in parts {
        let PathNode::Knows(agent, body) = *formulas.node(part) else { return None };
        if *known.get_or_insert(body) != body {
            return None;
        }
        agents.push(agent);
    }
    agents.sort_unstable();
    known.map(|known| (agents, known))
}

/// Whether a formula speaks of a state and what is done in it, and not of knowledge.
fn is_of_step(formulas: &PathFormulas, formula: PathFormula) -> bool {
    let further = |node: &PathNode| {
        matches!(node, PathNode::Next(_) | PathNode::Knows(..) | PathNode::Common(_)).then_some(())
    };
    formulas.parts(formula, further).is_empty()
}

/// The atoms that a formula says to be true or false next; whether it says just that.
fn next_literals(
    formulas: &PathFormulas,
    formula: PathFormula,
    value: bool,
    found: &mut Vec<(Fluent, bool)>,
) -> bool {
    match formulas.node(formula) {
        PathNode::And(of) if value => {
            of.iter().all(|&part| next_literals(formulas, part, value, found))
        }
        PathNode::Not(body) => next_literals(formulas, *body, !value, found),
        PathNode::Next(body) => {
            let literals = formulas.literals(*body, value);
            found.extend(literals.iter().flatten());
            literals.is_some()
        }
        PathNode::Constant(_)
        | PathNode::Fluent(_)
        | PathNode::Does(_)
        | PathNode::And(_)
        | PathNode::Or(_)
        | PathNode::Knows(..)
        | PathNode::Common(_) => false,
    }
}

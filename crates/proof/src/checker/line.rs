//! Whether a line follows from the lines that it uses, and what it depends on: rule by rule.

use super::action;
use super::consequence::Consequence;
use super::instance::{Instance, is_included, is_inhabited};
use super::scheme::{SCHEMES, SchemeForm, SideCondition};
use super::{Checked, Checker, Order, Wrong};
use crate::proof::{
    Argument, Development, GroupCondition, Inference, ProofLine, ProofSystem, Theorem,
};
use crate::sentence::{ActShape, Members, Operator, Sentence, Sentences, Shape, Who};
use rustc_hash::FxHashSet;

/// The premises, as what a line depends on; the nth open assumption is bit n.
const PREMISES: u64 = 1;

/// Judges lines of one theorem.
pub(super) struct Judge<'c> {
    pub(super) checker: &'c mut Checker,
    pub(super) development: &'c mut Development,
    pub(super) theorem: &'c Theorem,
    /// What was found out about the theorems before.
    pub(super) earlier: &'c [Checked],
}

impl Judge<'_> {
    /// What a line depends on, if it follows.
    pub(super) fn line(&mut self, number: usize, line: &ProofLine) -> Result<u64, Wrong> {
        let what = line.sentence;
        match &line.reason {
            Inference::Premise => Ok(PREMISES),
            Inference::Given => Ok(0),
            Inference::Assumption => Ok(1 << line.depth),
            Inference::Rule(name) => self.rule(what, name),
            Inference::Consequence(lines) => self.consequence(number, what, lines),
            Inference::Axiom(name) => self.axiom(what, name).map(|()| 0),
            Inference::ModusPonens(one, other) => {
                let (first, depends) = self.used(number, *one)?;
                let (second, depends_too) = self.used(number, *other)?;
                let sentences = &self.development.sentences;
                let leads = |from, implication| matches!(sentences.shape(implication), Shape::Implies(left, right) if *left == from && *right == what);
                match leads(first, second) || leads(second, first) {
                    true => Ok(depends | depends_too),
                    false => Err(Wrong::NoModusPonens(*one, *other)),
                }
            }
            Inference::Necessitation(from) => {
                let body = self.proved(number, *from)?;
                match self.development.sentences.as_box(what) {
                    Some((operator, inside)) if inside == body => self.admit(operator),
                    _ => Err(Wrong::NoNecessitation(*from)),
                }
            }
            Inference::Monotonicity(from) => self.monotonicity(number, what, *from),
            Inference::Replacement(from) => self.replacement(number, what, *from),
            Inference::Induction(from) => self.induction(number, what, *from),
            Inference::LearntInduction(one, other) => {
                self.learnt_induction(number, what, (*one, *other))
            }
            Inference::Subproof(assumption) => self.subproof(number, what, *assumption),
            Inference::Lemma(name, arguments, lines) => {
                self.lemma(number, what, name, arguments, lines)
            }
        }
    }

    /// What a line that is used says, and depends on.
    fn used(&self, number: usize, line: usize) -> Result<(Sentence, u64), Wrong> {
        if line >= number {
            return Err(Wrong::Forward(line));
        }
        let standing = self.checker.standings[line];
        if !standing.under.is_none_or(|assumption| self.checker.open.contains(&assumption)) {
            return Err(Wrong::OutOfSight(line));
        }
        match standing.is_right {
            true => Ok((self.theorem.lines[line].sentence, standing.depends)),
            false => Err(Wrong::UsesWrong(line)),
        }
    }

    /// What a line that is used says, if it depends on nothing.
    fn proved(&self, number: usize, line: usize) -> Result<Sentence, Wrong> {
        let (sentence, depends) = self.used(number, line)?;
        if depends == 0 {
            return Ok(sentence);
        }
        let lines = &self.theorem.lines[..number];
        let premise = lines.iter().position(|line| line.reason == Inference::Premise);
        let on = match depends & PREMISES != 0 {
            true => premise.unwrap_or(line),
            false => self.checker.open[depends.trailing_zeros() as usize - 1],
        };
        Err(Wrong::Depends { line, on })
    }

    /// Whether what is proved is proved for every place that an operator leads to.
    fn admit(&self, operator: Operator) -> Result<u64, Wrong> {
        let system = self.development.system;
        match operator {
            Operator::After(_) if !system.has_actions() => Err(Wrong::NoActions),
            Operator::Next if system != ProofSystem::Egdl => Err(Wrong::NoActions),
            Operator::Knows(_)
            | Operator::Everybody(_)
            | Operator::Common(_)
            | Operator::Distributed(_)
            | Operator::After(_)
            | Operator::Next => Ok(0),
        }
    }

    fn consequence(
        &mut self,
        number: usize,
        what: Sentence,
        lines: &[usize],
    ) -> Result<u64, Wrong> {
        let mut from = Vec::with_capacity(lines.len());
        let mut depends = 0;
        for &line in lines {
            let (sentence, depends_too) = self.used(number, line)?;
            from.push(sentence);
            depends |= depends_too;
        }
        let most = self.checker.limits.parts;
        let sentences = &self.development.sentences;
        match self.checker.consequences.follows(sentences, &from, what, most) {
            Consequence::Follows => Ok(depends),
            Consequence::DoesNot => Err(Wrong::NoConsequence),
            Consequence::GaveUp(most) => Err(Wrong::GaveUp(most)),
        }
    }

    /// A rule of the game says it, or says something of which it is a propositional consequence.
    fn rule(&mut self, what: Sentence, name: &str) -> Result<u64, Wrong> {
        let checker = &mut *self.checker;
        let Some(instances) = checker.rules.get(name) else {
            return Err(Wrong::UnknownRule(name.into()));
        };
        if instances.contains(&what) {
            return Ok(0);
        }
        let (sentences, most) = (&self.development.sentences, checker.limits.parts);
        let is_so = instances.iter().any(|&instance| {
            checker.consequences.follows(sentences, &[instance], what, most) == Consequence::Follows
        });
        match is_so {
            true => Ok(0),
            false => Err(Wrong::NoRule(name.into())),
        }
    }

    fn axiom(&mut self, what: Sentence, name: &str) -> Result<(), Wrong> {
        let Some(&at) = self.checker.names.get(name) else {
            return Err(Wrong::UnknownScheme(name.into()));
        };
        let scheme = &SCHEMES[at];
        if !scheme.systems.contains(&self.development.system) {
            return Err(Wrong::ForeignScheme(name.into(), self.development.system));
        }
        let no_instance = || Wrong::NoInstance(name.into());
        let is_so = match scheme.form {
            SchemeForm::Pattern(_, side) => {
                let pattern = self.checker.schemes[at].ok_or_else(no_instance)?;
                let (patterns, sentences) = (&self.checker.patterns, &self.development.sentences);
                let mut instance = Instance::between(patterns, sentences);
                if !instance.fits(pattern, what) || !instance.settle() {
                    return Err(no_instance());
                }
                let condition = self.checker.sides.condition(side);
                let known = &self.theorem.conditions;
                if condition.is_some_and(|condition| !instance.meets(condition, known)) {
                    return Err(Wrong::Side(name.into(), side));
                }
                true
            }
            SchemeForm::Tautology => {
                let most = self.checker.limits.parts;
                let sentences = &self.development.sentences;
                match self.checker.consequences.follows(sentences, &[], what, most) {
                    Consequence::Follows => true,
                    Consequence::DoesNot => false,
                    Consequence::GaveUp(most) => return Err(Wrong::GaveUp(most)),
                }
            }
            SchemeForm::Everybody => return self.everybody(what, name),
            SchemeForm::OnlyNoop => self.is_only_noop(what),
            SchemeForm::SomethingDone => self.is_something_done(what),
            SchemeForm::OneThingDone => self.is_one_thing_done(what),
            SchemeForm::DoneIfLegal => self.is_done_if_legal(what),
            SchemeForm::Reduction(axiom) => {
                let sentences = &mut self.development.sentences;
                let expected =
                    action::reduce(sentences, what, axiom).map_err(Wrong::NoReduction)?;
                if expected != what {
                    return Err(Wrong::Expected(expected));
                }
                true
            }
        };
        if is_so { Ok(()) } else { Err(no_instance()) }
    }

    /// `E_B φ ↔ ⋀ K_a φ`; the agents may stand in any order.
    fn everybody(&mut self, what: Sentence, name: &str) -> Result<(), Wrong> {
        let sentences = &mut self.development.sentences;
        let no_instance = || Wrong::NoInstance(name.into());
        let Shape::Iff(left, right) = *sentences.shape(what) else { return Err(no_instance()) };
        let Shape::Box(Operator::Everybody(party), body) = *sentences.shape(left) else {
            return Err(no_instance());
        };
        let Members { agents, groups } = sentences.members(party).clone();
        if !groups.is_empty() {
            return Err(no_instance());
        }
        let known = agents.iter().map(|&who| sentences.boxed(Operator::Knows(who), body));
        let known: Vec<Sentence> = known.collect();
        if are_same(parts_of_and(sentences, right), &known) {
            return Ok(());
        }
        let known = sentences.and(known);
        Err(Wrong::Expected(sentences.iff(left, known)))
    }

    fn is_only_noop(&self, what: Sentence) -> bool {
        let sentences = &self.development.sentences;
        let Shape::Implies(left, right) = *sentences.shape(what) else { return false };
        let terminal = sentences.known_letter("terminal");
        if terminal.is_none_or(|terminal| *sentences.shape(left) != Shape::Letter(terminal)) {
            return false;
        }
        // What is legal, and what is not.
        let mut said = Vec::new();
        for part in parts_of_and(sentences, right) {
            let not =
                if let Shape::Not(inside) = *sentences.shape(part) { Some(inside) } else { None };
            let (inside, value) = (not.unwrap_or(part), not.is_none());
            let Shape::Letter(letter) = *sentences.shape(inside) else { return false };
            said.push((letter, value));
        }
        let said: FxHashSet<_> = said.into_iter().collect();
        self.development.signature.actions.iter().any(|actions| {
            let wanted = actions.iter().enumerate().map(|(at, action)| (action.legal, at == 0));
            wanted.collect::<FxHashSet<_>>() == said
        })
    }

    fn is_something_done(&self, what: Sentence) -> bool {
        let sentences = &self.development.sentences;
        let parts = if let Shape::Or(of) = sentences.shape(what) { &of[..] } else { &[what][..] };
        let mut said = FxHashSet::default();
        for &part in parts {
            let Shape::Letter(letter) = *sentences.shape(part) else { return false };
            said.insert(letter);
        }
        self.development.signature.actions.iter().any(|actions| {
            actions.iter().map(|action| action.does).collect::<FxHashSet<_>>() == said
        })
    }

    fn is_one_thing_done(&self, what: Sentence) -> bool {
        let sentences = &self.development.sentences;
        let Shape::Not(both) = *sentences.shape(what) else { return false };
        let Shape::And(of) = sentences.shape(both) else { return false };
        let [one, other] = of[..] else { return false };
        let (Shape::Letter(one), Shape::Letter(other)) =
            (sentences.shape(one), sentences.shape(other))
        else {
            return false;
        };
        one != other
            && self.development.signature.actions.iter().any(|actions| {
                let is_theirs = |letter| actions.iter().any(|action| action.does == letter);
                is_theirs(*one) && is_theirs(*other)
            })
    }

    fn is_done_if_legal(&self, what: Sentence) -> bool {
        let sentences = &self.development.sentences;
        let Shape::Implies(left, right) = *sentences.shape(what) else { return false };
        let (Shape::Letter(does), Shape::Letter(legal)) =
            (sentences.shape(left), sentences.shape(right))
        else {
            return false;
        };
        let mut actions = self.development.signature.actions.iter().flatten();
        actions.any(|action| action.does == *does && action.legal == *legal)
    }

    /// From φ → ψ follows □φ → □ψ, and from φ ∧ χ → ψ follows □φ ∧ □χ → □ψ.
    fn monotonicity(&mut self, number: usize, what: Sentence, from: usize) -> Result<u64, Wrong> {
        let proved = self.proved(number, from)?;
        let sentences = &self.development.sentences;
        let no = Wrong::NoMonotonicity(from);
        let (Shape::Implies(left, right), Shape::Implies(less, more)) =
            (sentences.shape(proved), sentences.shape(what))
        else {
            return Err(no);
        };
        let Shape::Box(operator, inside) = *sentences.shape(*more) else { return Err(no) };
        let is_boxed = |part: Sentence, body: Sentence| matches!(*sentences.shape(part), Shape::Box(same, inside) if same == operator && inside == body);
        let each = match (sentences.shape(*left), sentences.shape(*less)) {
            (Shape::And(bodies), Shape::And(parts)) => {
                bodies.len() == parts.len()
                    && parts.iter().zip(bodies).all(|(&part, &body)| is_boxed(part, body))
            }
            _ => false,
        };
        match inside == *right && (each || is_boxed(*less, *left)) {
            true => self.admit(operator),
            false => Err(no),
        }
    }

    fn replacement(&mut self, number: usize, what: Sentence, from: usize) -> Result<u64, Wrong> {
        let proved = self.proved(number, from)?;
        let sentences = &self.development.sentences;
        let no = Wrong::NoReplacement(from);
        let (&Shape::Iff(one, other), &Shape::Iff(left, right)) =
            (sentences.shape(proved), sentences.shape(what))
        else {
            return Err(no);
        };
        let mut open = vec![(left, right)];
        let mut met = FxHashSet::default();
        while let Some((left, right)) = open.pop() {
            let is_replaced = [(one, other), (other, one)].contains(&(left, right));
            if left == right || is_replaced || !met.insert((left, right)) {
                continue;
            }
            let (shape, changed) = (sentences.shape(left), sentences.shape(right));
            let (mut parts, mut others) = (Vec::new(), Vec::new());
            shape.parts(|part| parts.push(part));
            changed.parts(|part| others.push(part));
            if let (Shape::Box(operator, _), Shape::Box(same, _)) = (shape, changed) {
                if operator != same {
                    return Err(no);
                }
                self.admit(*operator)?;
            }
            let is_alike = std::mem::discriminant(shape) == std::mem::discriminant(changed);
            if !is_alike || parts.len() != others.len() || parts.is_empty() {
                return Err(no);
            }
            open.extend(parts.into_iter().zip(others));
        }
        Ok(0)
    }

    /// From φ → E_B(φ ∧ ψ) follows φ → C_B ψ, where what is known holds and somebody is in B; from φ → ψ ∧ E_B φ it follows anyway,
    /// and so it does from φ → E_B φ, if φ is ψ.
    fn induction(&mut self, number: usize, what: Sentence, from: usize) -> Result<u64, Wrong> {
        let proved = self.proved(number, from)?;
        let sentences = &self.development.sentences;
        let no = Wrong::NoInduction(from);
        let (&Shape::Implies(one, step), &Shape::Implies(left, right)) =
            (sentences.shape(proved), sentences.shape(what))
        else {
            return Err(no);
        };
        let Shape::Box(Operator::Common(party), goal) = *sentences.shape(right) else {
            return Err(no);
        };
        if one != left {
            return Err(no);
        }
        let everybody = |part: Sentence| {
            let found = sentences.as_box(part);
            found.filter(|(same, _)| *same == Operator::Everybody(party)).map(|(_, body)| body)
        };
        let is_pair = |part: Sentence, test: &dyn Fn(Sentence, Sentence) -> bool| matches!(sentences.shape(part), Shape::And(of) if of.len() == 2 && (test(of[0], of[1]) || test(of[1], of[0])));
        let keeps = everybody(step) == Some(left) && goal == left;
        let holds = is_pair(step, &|now, then| now == goal && everybody(then) == Some(left));
        if keeps || holds {
            return Ok(0);
        }
        let known = everybody(step);
        if !known.is_some_and(|it| is_pair(it, &|one, other| one == left && other == goal)) {
            return Err(no);
        }
        let (members, known) = (sentences.members(party), &self.theorem.conditions);
        let is_inhabited = is_inhabited(sentences, members, known);
        match self.development.system.is_truthful() && is_inhabited {
            true => Ok(0),
            false => Err(Wrong::WeakInduction(from)),
        }
    }

    /// From χ → [L_A ?φ]ψ and χ ∧ φ → E_B χ follows χ → [L_A ?φ]C_B ψ: χ holds along all paths through worlds where φ does, and there ψ
    /// holds afterwards.
    fn learnt_induction(
        &mut self,
        number: usize,
        what: Sentence,
        (one, other): (usize, usize),
    ) -> Result<u64, Wrong> {
        let (after, step) = (self.proved(number, one)?, self.proved(number, other)?);
        let sentences = &self.development.sentences;
        let no = Wrong::NoLearntInduction(one, other);
        let implication = |sentence| match *sentences.shape(sentence) {
            Shape::Implies(left, right) => Ok((left, right)),
            Shape::True
            | Shape::False
            | Shape::Letter(_)
            | Shape::Variable(_)
            | Shape::Not(_)
            | Shape::And(_)
            | Shape::Or(_)
            | Shape::Iff(..)
            | Shape::Box(..) => Err(no.clone()),
        };
        let (kept, left) = implication(after)?;
        let (both, everybody) = implication(step)?;
        let (same, right) = implication(what)?;
        let boxed = |sentence| sentences.as_box(sentence).ok_or(no.clone());
        let ((first, body), (second, common)) = (boxed(left)?, boxed(right)?);
        let ((group, goal), (those, known)) = (boxed(common)?, boxed(everybody)?);
        let (Operator::After(act), Operator::Common(party)) = (second, group) else {
            return Err(no);
        };
        let ActShape::Learn(learners, inside) = *sentences.act_shape(act) else { return Err(no) };
        let ActShape::Test(said) = *sentences.act_shape(inside) else { return Err(no) };
        let is_both = matches!(sentences.shape(both), Shape::And(of) if **of == [kept, said]);
        let is_so = [kept, kept] == [same, known]
            && is_both
            && (first, body) == (second, goal)
            && those == Operator::Everybody(party)
            && is_included(sentences, party, learners, &self.theorem.conditions);
        if is_so { self.admit(second) } else { Err(no) }
    }

    fn subproof(&mut self, number: usize, what: Sentence, assumption: usize) -> Result<u64, Wrong> {
        let lines = &self.theorem.lines;
        if assumption >= number {
            return Err(Wrong::Forward(assumption));
        }
        if lines[assumption].reason != Inference::Assumption {
            return Err(Wrong::NoAssumption(assumption));
        }
        if self.checker.open.contains(&assumption) {
            return Err(Wrong::OpenSubproof(assumption));
        }
        // It stood under assumptions that must still be open.
        let depth = lines[assumption].depth;
        let outside = lines[..assumption].iter().enumerate().rev();
        let mut outside = outside
            .filter(|(_, line)| line.reason == Inference::Assumption && line.depth + 1 == depth);
        if depth > 1 && !outside.next().is_some_and(|(line, _)| self.checker.open.contains(&line)) {
            return Err(Wrong::OutOfSight(assumption));
        }
        let last = self.checker.last.get(&assumption).copied().unwrap_or(assumption);
        let standing = self.checker.standings[last];
        if !standing.is_right || !self.checker.standings[assumption].is_right {
            return Err(Wrong::UsesWrong(last));
        }
        // A line further inside is not what the subproof ends with.
        let is_inside = lines[last].depth == depth;
        let sentences = &self.development.sentences;
        let is_so = is_inside
            && matches!(*sentences.shape(what), Shape::Implies(left, right) if left == lines[assumption].sentence && right == lines[last].sentence);
        match is_so {
            true => Ok(standing.depends & !(1 << depth)),
            false => Err(Wrong::NoSubproof { assumption, last }),
        }
    }

    fn lemma(
        &mut self,
        number: usize,
        what: Sentence,
        name: &str,
        arguments: &[Argument],
        lines: &[usize],
    ) -> Result<u64, Wrong> {
        let theorems = &self.development.theorems;
        let Some(&at) = self.checker.theorems.get(name) else {
            let order = match theorems.iter().any(|theorem| *theorem.name == *name) {
                _ if *self.theorem.name == *name => Order::Itself,
                true => Order::Later,
                false => Order::Nowhere,
            };
            return Err(Wrong::UnknownLemma(name.into(), order));
        };
        let lemma = &theorems[at];
        if !self.earlier.get(at).is_some_and(|checked| checked.faults.is_empty()) {
            return Err(Wrong::WrongLemma(name.into()));
        }
        let mut instance = Instance::within(&self.development.sentences);
        if !arguments.is_empty() {
            let (wanted, given) = (lemma.parameters.len(), arguments.len());
            if wanted != given {
                return Err(Wrong::Arity { wanted, given });
            }
            for (place, (&parameter, &argument)) in
                lemma.parameters.iter().zip(arguments).enumerate()
            {
                if !instance.put(parameter, argument) {
                    return Err(Wrong::Kind(place));
                }
            }
        }
        if !instance.fits(lemma.statement, what) {
            return Err(Wrong::NoLemma(name.into()));
        }
        let starts =
            |line: &&ProofLine| matches!(line.reason, Inference::Premise | Inference::Given);
        let starts: Vec<&ProofLine> = lemma.lines.iter().filter(starts).collect();
        let (wanted, given) = (starts.len(), lines.len());
        if wanted != given {
            return Err(Wrong::Lines { wanted, given });
        }
        let mut depends = 0;
        for (start, &line) in starts.into_iter().zip(lines) {
            let sentence = match start.reason == Inference::Given {
                true => self.proved(number, line)?,
                false => {
                    let (sentence, depends_too) = self.used(number, line)?;
                    depends |= depends_too;
                    sentence
                }
            };
            if !instance.fits(start.sentence, sentence) {
                return Err(Wrong::NoStart(line));
            }
        }
        if !instance.settle() {
            return Err(Wrong::NoLemma(name.into()));
        }
        let known = &self.theorem.conditions;
        let unmet = lemma.conditions.iter().position(|&it| !instance.meets(it, known));
        match unmet {
            None => Ok(depends),
            Some(at) => Err(Wrong::Condition(name.into(), at)),
        }
    }
}

/// The conditions of schemes, about the variables of their patterns.
pub(super) struct Sides {
    member: GroupCondition,
    subset: GroupCondition,
    inhabited: GroupCondition,
}

impl Sides {
    pub(super) fn new(patterns: &mut Sentences) -> Self {
        let mut group = |name| {
            let groups = vec![patterns.variable(name)];
            patterns.party(Members { agents: Vec::new(), groups })
        };
        let (part, whole) = (group("B"), group("B'"));
        let agent = Who::Variable(patterns.variable("a"));
        Self {
            member: GroupCondition::Member(agent, part),
            subset: GroupCondition::Subset(part, whole),
            inhabited: GroupCondition::Inhabited(part),
        }
    }

    fn condition(&self, side: SideCondition) -> Option<GroupCondition> {
        match side {
            SideCondition::Any => None,
            SideCondition::Member => Some(self.member),
            SideCondition::Subset => Some(self.subset),
            SideCondition::Inhabited => Some(self.inhabited),
        }
    }
}

/// The parts of a conjunction; of anything else, itself.
fn parts_of_and(sentences: &Sentences, sentence: Sentence) -> Vec<Sentence> {
    match sentences.shape(sentence) {
        Shape::And(of) => of.to_vec(),
        Shape::True => Vec::new(),
        Shape::False
        | Shape::Letter(_)
        | Shape::Variable(_)
        | Shape::Not(_)
        | Shape::Or(_)
        | Shape::Implies(..)
        | Shape::Iff(..)
        | Shape::Box(..) => vec![sentence],
    }
}

/// Whether two lists have the same members.
fn are_same(one: Vec<Sentence>, other: &[Sentence]) -> bool {
    let one: FxHashSet<Sentence> = one.into_iter().collect();
    one == other.iter().copied().collect()
}

//! From the evidence of a decision to a proof that the checker accepts.
//!
//! Each theorem that was learnt becomes a few lines, and only those that the conclusion needs. *From these boxes follows this one*: what
//! access hands on of the boxes implies the body, by propositional logic; so it does where access leads; and access hands it on, by
//! the schemes `4` and `5`, and what follows from them for groups. *This is common knowledge*: an induction over the formula that
//! the search ended in.
//!
//! What is needed for a propositional step is found by a solver. The checker is not told how.

use crate::decide::needs::{Need, Needs};
use crate::decide::{Accessibility, Evidence, Learnt, Logic, SignedBox, TooMuch};
use crate::proof::{Development, Inference, ProofLine, ProofSystem, Theorem};
use crate::sentence::{Operator, Sentence, Shape, Who};
use hexa_logic::{Agent, CountTest, Formula, FormulaNode, Stop, Stopped, Terms, Vocabulary};
use rustc_hash::FxHashMap;

/// How long a proof may become.
const MOST_LINES: usize = 200_000;

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproved {
    /// It would be longer than so many lines.
    Lines(usize),
    /// The formula has a part that proofs cannot speak of.
    Part(Formula),
    /// Finding out what its steps need was too much.
    TooMuch(TooMuch),
    /// Somebody asked for the end.
    Stopped,
}

impl From<TooMuch> for Unproved {
    fn from(too_much: TooMuch) -> Self {
        match too_much {
            TooMuch::Stopped => Self::Stopped,
            TooMuch::Conflicts(_)
            | TooMuch::Worlds(_)
            | TooMuch::Literals(_)
            | TooMuch::Kinds(_)
            | TooMuch::NoSolver => Self::TooMuch(too_much),
        }
    }
}

impl From<Stopped> for Unproved {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Where access may be of any kind, the system of axioms.
fn system(logic: Logic) -> ProofSystem {
    match logic {
        Logic::K => ProofSystem::K,
        Logic::T => ProofSystem::T,
        Logic::S4 => ProofSystem::S4,
        Logic::S5 => ProofSystem::S5,
        Logic::Kd45 => ProofSystem::KD45,
    }
}

/// What is to be proved, as it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The store of the formulas.
    pub terms: &'a Terms,
    /// The names of agents and atoms.
    pub vocabulary: &'a Vocabulary,
    /// What is true in all worlds: the proof starts from it.
    pub premises: &'a [Formula],
    /// What is proved.
    pub conclusion: Formula,
}

/// A development with one theorem, of this name: that the conclusion follows.
pub fn prove(
    evidence: &Evidence,
    goal: Goal<'_>,
    name: &str,
    stop: &Stop,
) -> Result<Development, Unproved> {
    let needs = Needs::find(evidence, stop)?;
    let mut proving = Proving {
        evidence,
        goal,
        development: Development::new(system(evidence.logic)),
        lines: Vec::new(),
        at: FxHashMap::default(),
        sentences: FxHashMap::default(),
        theorems: FxHashMap::default(),
        handed: FxHashMap::default(),
        givens: Vec::new(),
        stop,
    };
    for agent in goal.vocabulary.agents() {
        proving.development.sentences.agent(goal.vocabulary.agent_name(agent));
    }
    proving.write(&needs)?;
    let Proving { mut development, lines, .. } = proving;
    let statement = lines.last().map_or(crate::sentence::Sentences::TRUE, |line| line.sentence);
    development.theorems.push(Theorem {
        name: name.into(),
        parameters: Vec::new(),
        conditions: Vec::new(),
        statement,
        lines,
    });
    Ok(development)
}

/// The place of a line.
type At = usize;

struct Proving<'a> {
    evidence: &'a Evidence,
    goal: Goal<'a>,
    development: Development,
    lines: Vec<ProofLine>,
    /// The line that says a sentence.
    at: FxHashMap<Sentence, At>,
    /// Formulas of the core language.
    sentences: FxHashMap<Formula, Sentence>,
    /// The line of a theorem that was learnt.
    theorems: FxHashMap<usize, At>,
    /// For an access and a box that is true or false, the line that says that access hands it on.
    handed: FxHashMap<(Accessibility, SignedBox), At>,
    givens: Vec<At>,
    stop: &'a Stop,
}

impl Proving<'_> {
    fn line(&mut self, sentence: Sentence, reason: Inference) -> Result<At, Unproved> {
        if let Some(&known) = self.at.get(&sentence) {
            return Ok(known);
        }
        self.repeat(sentence, reason)
    }

    fn repeat(&mut self, sentence: Sentence, reason: Inference) -> Result<At, Unproved> {
        if self.lines.len() >= MOST_LINES {
            return Err(Unproved::Lines(MOST_LINES));
        }
        self.stop.count(1)?;
        self.lines.push(ProofLine { depth: 0, sentence, reason });
        self.at.insert(sentence, self.lines.len() - 1);
        Ok(self.lines.len() - 1)
    }

    fn axiom(&mut self, sentence: Sentence, name: &str) -> Result<At, Unproved> {
        self.line(sentence, Inference::Axiom(name.into()))
    }

    fn follow(&mut self, sentence: Sentence, mut from: Vec<At>) -> Result<At, Unproved> {
        if let [only] = from[..]
            && self.lines[only].sentence == sentence
        {
            return Ok(only);
        }
        from.sort_unstable();
        from.dedup();
        self.line(sentence, Inference::Consequence(from))
    }

    /// A formula of the core language.
    fn sentence(&mut self, formula: Formula) -> Result<Sentence, Unproved> {
        if !self.sentences.contains_key(&formula) {
            let terms = &self.evidence.terms;
            write_parts(terms, formula, self.goal, &mut self.development, &mut self.sentences)?;
        }
        Ok(self.sentences[&formula])
    }

    fn literal(&mut self, literal: SignedBox) -> Result<Sentence, Unproved> {
        let holds = self.sentence(literal.formula)?;
        Ok(if literal.holds { holds } else { self.development.sentences.not(holds) })
    }

    fn literals(&mut self, of: &[SignedBox]) -> Result<Vec<Sentence>, Unproved> {
        of.iter().map(|&literal| self.literal(literal)).collect()
    }

    fn operator(&mut self, access: &Accessibility) -> Operator {
        match access {
            Accessibility::Agent(agent) => Operator::Knows(Who::Agent(*agent)),
            Accessibility::Distributed(group) => {
                Operator::Distributed(self.development.sentences.party_of(group.iter()))
            }
            Accessibility::Common(group) => {
                Operator::Common(self.development.sentences.party_of(group.iter()))
            }
        }
    }

    fn boxed(&mut self, access: &Accessibility, body: Sentence) -> Sentence {
        let operator = self.operator(access);
        self.development.sentences.boxed(operator, body)
    }

    fn implies(&mut self, left: Sentence, right: Sentence) -> Sentence {
        self.development.sentences.implies(left, right)
    }

    /// The lines that a propositional step needs.
    fn needed(&mut self, needs: &[Need]) -> Result<Vec<At>, Unproved> {
        needs
            .iter()
            .map(|need| match *need {
                Need::Theorem(at) => Ok(self.theorems[&at]),
                Need::Given(at) => Ok(self.givens[at]),
                Need::Truth(formula) => self.truth(formula),
            })
            .collect()
    }

    /// What is known is so.
    fn truth(&mut self, formula: Formula) -> Result<At, Unproved> {
        let known = self.sentence(formula)?;
        let (operator, body) =
            self.development.sentences.as_box(known).expect("only boxes are said to be true");
        let name = match operator {
            Operator::Common(_) => "TC",
            Operator::Distributed(_) => "TD",
            Operator::Everybody(_) => "TE",
            Operator::Knows(_) | Operator::Next | Operator::After(_) => "T",
        };
        let sentence = self.implies(known, body);
        self.axiom(sentence, name)
    }

    fn write(&mut self, needs: &Needs) -> Result<(), Unproved> {
        for &premise in &self.evidence.premises {
            let sentence = self.sentence(premise)?;
            let given = self.line(sentence, Inference::Given)?;
            self.givens.push(given);
        }
        for (at, learnt) in self.evidence.learnt.iter().enumerate() {
            let Some(steps) = &needs.of_theorem[at] else { continue };
            let line = match learnt {
                Learnt::Step { access, from, to } => {
                    self.step(access, from, *to, (&steps[0], needs.by_bodies[at]))?
                }
                Learnt::Induction { group, common, never } => {
                    self.induction(group, *common, never, steps)?
                }
            };
            self.theorems.insert(at, line);
        }
        let from = self.needed(&needs.of_conclusion)?;
        let core = self.sentence(self.evidence.conclusion)?;
        let proved = self.follow(core, from)?;
        let last = self.as_asked(proved)?;
        // What is proved is said last.
        if last + 1 != self.lines.len() {
            let sentence = self.lines[last].sentence;
            self.repeat(sentence, Inference::Consequence(vec![last]))?;
        }
        Ok(())
    }

    /// From boxes that access hands on follows another box.
    fn step(
        &mut self,
        access: &Accessibility,
        from: &[SignedBox],
        to: Option<Formula>,
        (needs, by_bodies): (&[Need], bool),
    ) -> Result<At, Unproved> {
        let logic = self.evidence.logic;
        let support = self.needed(needs)?;
        let literals = self.literals(from)?;
        let left = self.development.sentences.and(literals.clone());
        let goal = match to {
            Some(to) => {
                let to = self.sentence(to)?;
                self.development.sentences.as_box(to).expect("what follows is a box").1
            }
            None => crate::sentence::Sentences::FALSE,
        };
        if to.is_none() && logic.is_reflexive() {
            let sentence = self.denial(left, &literals);
            return self.follow(sentence, support);
        }
        // What is so where access leads.
        let mut there = Vec::new();
        let mut reasons = Vec::new();
        for (&literal, &sentence) in from.iter().zip(&literals) {
            let used = self.evidence.there(access, literal, to.is_none(), by_bodies);
            if used.is_box {
                there.push(sentence);
                reasons.push(self.hand_on(access, literal)?);
            }
            if used.is_body {
                let body = self.development.sentences.as_box(sentence).expect("it is a box").1;
                there.push(body);
            }
        }
        if to.is_some() {
            let known = self.boxed(access, goal);
            let sentence = self.implies(left, known);
            if let Some(&known) = self.at.get(&sentence) {
                return Ok(known);
            }
        }
        let boxes: Vec<Sentence> = there.iter().map(|&part| self.boxed(access, part)).collect();
        let known = self.boxed(access, goal);
        let follows = match there.is_empty() {
            true => {
                let goal = self.follow(goal, support)?;
                self.line(known, Inference::Necessitation(goal))?
            }
            false => {
                let there = self.development.sentences.and(there);
                let inside = self.implies(there, goal);
                let inside = self.follow(inside, support)?;
                let boxes = self.development.sentences.and(boxes);
                let sentence = self.implies(boxes, known);
                self.line(sentence, Inference::Monotonicity(inside))?
            }
        };
        reasons.push(follows);
        if to.is_some() {
            let sentence = if from.is_empty() { known } else { self.implies(left, known) };
            return self.follow(sentence, reasons);
        }
        // Nobody believes a contradiction.
        let never = self.development.sentences.not(goal);
        let so = self.follow(never, Vec::new())?;
        let believed = self.boxed(access, never);
        reasons.push(self.line(believed, Inference::Necessitation(so))?);
        let denied = self.development.sentences.not(believed);
        let serial = self.implies(known, denied);
        reasons.push(self.axiom(serial, "D")?);
        let sentence = self.denial(left, &literals);
        self.follow(sentence, reasons)
    }

    /// That a conjunction of literals is not so.
    fn denial(&mut self, all: Sentence, literals: &[Sentence]) -> Sentence {
        if let [only] = literals[..]
            && let Shape::Not(inside) = *self.development.sentences.shape(only)
        {
            return inside;
        }
        self.development.sentences.not(all)
    }

    /// That access hands on a box, or that it is false.
    fn hand_on(&mut self, access: &Accessibility, literal: SignedBox) -> Result<At, Unproved> {
        let key = (access.clone(), literal);
        if let Some(&known) = self.handed.get(&key) {
            return Ok(known);
        }
        let sentence = self.literal(literal)?;
        let there = self.boxed(access, sentence);
        let goal = self.implies(sentence, there);
        let holds = self.sentence(literal.formula)?;
        let (operator, _) = self.development.sentences.as_box(holds).expect("it is a box");
        let line = match (access, operator) {
            (Accessibility::Agent(_), Operator::Knows(_)) => {
                self.axiom(goal, if literal.holds { "4" } else { "5" })?
            }
            (Accessibility::Agent(agent), Operator::Common(_)) => match literal.holds {
                true => self.common_is_known(*agent, holds, goal)?,
                false => self.lack_is_known(access, holds, goal)?,
            },
            (Accessibility::Distributed(_), Operator::Distributed(_))
                if operator == self.operator(access) =>
            {
                self.axiom(goal, if literal.holds { "4D" } else { "5D" })?
            }
            // What somebody in the group knows to be so, or knows not to be so, the group does.
            (Accessibility::Distributed(_), Operator::Knows(Who::Agent(agent))) => {
                let own = self.hand_on(&Accessibility::Agent(agent), literal)?;
                self.pass_on(own, access, "KDa", goal)?
            }
            (Accessibility::Distributed(_), Operator::Distributed(_)) => {
                let own = self.development.sentences.boxed(operator, sentence);
                let first = self.implies(sentence, own);
                let first = self.axiom(first, if literal.holds { "4D" } else { "5D" })?;
                self.pass_on(first, access, "DD", goal)?
            }
            (Accessibility::Distributed(group), Operator::Common(party)) => {
                let members = self.development.sentences.members(party).agents.clone();
                let agent = group.iter().find(|&agent| members.contains(&Who::Agent(agent)));
                let agent = agent.expect("somebody is in both groups");
                let own = self.hand_on(&Accessibility::Agent(agent), literal)?;
                self.pass_on(own, access, "KDa", goal)?
            }
            (
                Accessibility::Agent(_) | Accessibility::Distributed(_) | Accessibility::Common(_),
                _,
            ) => {
                unreachable!("access does not hand this on")
            }
        };
        self.handed.insert(key, line);
        Ok(line)
    }

    /// From φ → □φ, for one box, φ → □'φ for a stronger one.
    fn pass_on(
        &mut self,
        own: At,
        access: &Accessibility,
        scheme: &str,
        goal: Sentence,
    ) -> Result<At, Unproved> {
        let Shape::Implies(sentence, known) =
            *self.development.sentences.shape(self.lines[own].sentence)
        else {
            unreachable!("what is handed on is an implication")
        };
        let there = self.boxed(access, sentence);
        let stronger = self.implies(known, there);
        let stronger = self.axiom(stronger, scheme)?;
        self.follow(goal, vec![own, stronger])
    }

    /// C_B φ → K_a C_B φ, for a in B.
    fn common_is_known(
        &mut self,
        agent: Agent,
        common: Sentence,
        goal: Sentence,
    ) -> Result<At, Unproved> {
        let party = self.party_of_common(common);
        let sentences = &mut self.development.sentences;
        let everybody = sentences.boxed(Operator::Everybody(party), common);
        let known = sentences.knows(agent, common);
        let (first, second) =
            (sentences.implies(common, everybody), sentences.implies(everybody, known));
        let first = self.axiom(first, "EC")?;
        let second = self.axiom(second, "EK")?;
        self.follow(goal, vec![first, second])
    }

    /// ¬C_B φ → K_a ¬C_B φ: who does not know C_B φ knows that, and C_B φ would be known.
    fn lack_is_known(
        &mut self,
        access: &Accessibility,
        common: Sentence,
        goal: Sentence,
    ) -> Result<At, Unproved> {
        let Accessibility::Agent(agent) = *access else { unreachable!("only agents come here") };
        let known = self.development.sentences.knows(agent, common);
        let positive = self.implies(common, known);
        let positive = self.common_is_known(agent, common, positive)?;
        let truth = self.implies(known, common);
        let truth = self.axiom(truth, "T")?;
        let (no, unknown) =
            (self.development.sentences.not(common), self.development.sentences.not(known));
        let know_unknown = self.development.sentences.knows(agent, unknown);
        let negative = self.implies(unknown, know_unknown);
        let negative = self.axiom(negative, "5")?;
        let back = self.implies(unknown, no);
        let back = self.follow(back, vec![positive])?;
        let know_no = self.development.sentences.knows(agent, no);
        let there = self.implies(know_unknown, know_no);
        let there = self.line(there, Inference::Monotonicity(back))?;
        self.follow(goal, vec![truth, negative, there])
    }

    fn party_of_common(&self, common: Sentence) -> crate::sentence::Party {
        match self.development.sentences.as_box(common) {
            Some((Operator::Common(party), _)) => party,
            _ => unreachable!("it is common knowledge"),
        }
    }

    /// What is never so is never so on any way: then what follows is common knowledge.
    fn induction(
        &mut self,
        group: &hexa_logic::Group,
        common: Formula,
        never: &[Vec<SignedBox>],
        steps: &[Vec<Need>],
    ) -> Result<At, Unproved> {
        let common = self.sentence(common)?;
        let (operator, body) =
            self.development.sentences.as_box(common).expect("it is common knowledge");
        let party = self.party_of_common(common);
        if never.is_empty() {
            let support = self.needed(&steps[0])?;
            let body = self.follow(body, support)?;
            return self.line(common, Inference::Necessitation(body));
        }
        let mut each = Vec::new();
        for list in never {
            each.push(self.never(list)?);
        }
        let invariant = self.development.sentences.and(each);
        let support = self.needed(&steps[0])?;
        let leads = self.implies(invariant, body);
        let leads = self.follow(leads, support)?;
        let mut known_by = Vec::new();
        let mut step = 1;
        for agent in group.iter() {
            let access = Accessibility::Agent(agent);
            let (mut parts, mut reasons) = (Vec::new(), Vec::new());
            for list in never {
                let own: Vec<SignedBox> = list
                    .iter()
                    .copied()
                    .filter(|literal| self.evidence.is_handed_on(agent, literal.formula))
                    .collect();
                let support = self.needed(&steps[step])?;
                step += 1;
                let part = self.never(&own)?;
                let so = self.implies(invariant, part);
                reasons.push(self.follow(so, support)?);
                reasons.push(self.never_is_known(&access, &own, part)?);
                parts.push(part);
            }
            parts.dedup();
            let boxes: Vec<Sentence> =
                parts.iter().map(|&part| self.boxed(&access, part)).collect();
            let all = self.development.sentences.and(parts);
            let inside = self.implies(all, invariant);
            let inside = self.follow(inside, Vec::new())?;
            let boxes = self.development.sentences.and(boxes);
            let known = self.boxed(&access, invariant);
            let there = self.implies(boxes, known);
            reasons.push(self.line(there, Inference::Monotonicity(inside))?);
            let goal = self.implies(invariant, known);
            known_by.push((known, self.follow(goal, reasons)?));
        }
        let sentences = &mut self.development.sentences;
        let everybody = sentences.boxed(Operator::Everybody(party), invariant);
        let all = sentences.and(known_by.iter().map(|(known, _)| *known).collect());
        let spelt_out = sentences.iff(everybody, all);
        let mut reasons = vec![self.axiom(spelt_out, "E")?, leads];
        reasons.extend(known_by.iter().map(|(_, at)| *at));
        let both = self.development.sentences.and(vec![body, everybody]);
        let base = self.implies(invariant, both);
        let base = self.follow(base, reasons)?;
        let known = self.development.sentences.boxed(operator, body);
        let goal = self.implies(invariant, known);
        self.line(goal, Inference::Induction(base))
    }

    /// That some of these literals is false.
    fn never(&mut self, list: &[SignedBox]) -> Result<Sentence, Unproved> {
        let others: Vec<SignedBox> =
            list.iter().map(|&literal| SignedBox { holds: !literal.holds, ..literal }).collect();
        let others = self.literals(&others)?;
        Ok(self.development.sentences.or(others))
    }

    /// If some of these literals is false, then that is known.
    fn never_is_known(
        &mut self,
        access: &Accessibility,
        list: &[SignedBox],
        part: Sentence,
    ) -> Result<At, Unproved> {
        let known = self.boxed(access, part);
        let goal = self.implies(part, known);
        let mut reasons = Vec::new();
        for &literal in list {
            let other = SignedBox { holds: !literal.holds, ..literal };
            reasons.push(self.hand_on(access, other)?);
            let sentence = self.literal(other)?;
            if sentence == part {
                continue;
            }
            let inside = self.implies(sentence, part);
            let inside = self.follow(inside, Vec::new())?;
            let boxed = self.boxed(access, sentence);
            let there = self.implies(boxed, known);
            reasons.push(self.line(there, Inference::Monotonicity(inside))?);
        }
        self.follow(goal, reasons)
    }

    /// The conclusion with `E` where it was asked with `E`: each takes the place of what it is spelt out as.
    fn as_asked(&mut self, proved: At) -> Result<At, Unproved> {
        let Goal { terms, conclusion, .. } = self.goal;
        let mut asked = FxHashMap::default();
        write_parts(terms, conclusion, self.goal, &mut self.development, &mut asked)?;
        let mut now = asked[&conclusion];
        let mut reasons = vec![proved];
        let whole = now;
        while let Some((group, operator, body)) = self.innermost_of_group(now) {
            let sentences = &mut self.development.sentences;
            let party = match operator {
                Operator::Everybody(party) | Operator::Distributed(party) => party,
                Operator::Knows(_) | Operator::Common(_) | Operator::Next | Operator::After(_) => {
                    break;
                }
            };
            let members = sentences.members(party).agents.clone();
            let known = members
                .into_iter()
                .map(|who| sentences.boxed(Operator::Knows(who), body))
                .collect();
            let spelt_out = sentences.and(known);
            let both = sentences.iff(group, spelt_out);
            let same = if matches!(operator, Operator::Distributed(_)) {
                let less = self.implies(group, spelt_out);
                let more = self.implies(spelt_out, group);
                let from = vec![self.axiom(less, "DK")?, self.axiom(more, "KDa")?];
                self.follow(both, from)?
            } else {
                self.axiom(both, "E")?
            };
            let next = self.replace(now, group, spelt_out);
            let replaced = self.development.sentences.iff(now, next);
            reasons.push(self.line(replaced, Inference::Replacement(same))?);
            now = next;
        }
        self.follow(whole, reasons)
    }

    /// An `E`, or a `D` of one agent, inside of which there is no other one.
    fn innermost_of_group(&self, whole: Sentence) -> Option<(Sentence, Operator, Sentence)> {
        let sentences = &self.development.sentences;
        parts_of(sentences, whole).into_iter().find_map(|part| {
            let (operator, body) = sentences.as_box(part)?;
            let is_meant = match operator {
                Operator::Everybody(_) => true,
                Operator::Distributed(party) => sentences.members(party).agents.len() == 1,
                Operator::Knows(_) | Operator::Common(_) | Operator::Next | Operator::After(_) => {
                    false
                }
            };
            is_meant.then_some((part, operator, body))
        })
    }

    fn replace(&mut self, whole: Sentence, one: Sentence, other: Sentence) -> Sentence {
        let sentences = &mut self.development.sentences;
        let mut now: FxHashMap<Sentence, Sentence> = FxHashMap::default();
        for part in parts_of(sentences, whole) {
            let of = |inside: &Sentence| now[inside];
            let all = |inside: &[Sentence]| inside.iter().map(of).collect();
            let shape = match sentences.shape(part) {
                Shape::True | Shape::False | Shape::Letter(_) | Shape::Variable(_) => None,
                Shape::Not(inside) => Some(Shape::Not(of(inside))),
                Shape::And(inside) => Some(Shape::And(all(inside))),
                Shape::Or(inside) => Some(Shape::Or(all(inside))),
                Shape::Implies(left, right) => Some(Shape::Implies(of(left), of(right))),
                Shape::Iff(left, right) => Some(Shape::Iff(of(left), of(right))),
                Shape::Box(operator, inside) => Some(Shape::Box(*operator, of(inside))),
            };
            let same = shape.map_or(part, |shape| sentences.make(shape));
            now.insert(part, if part == one { other } else { same });
        }
        now[&whole]
    }
}

/// All parts of a sentence, those inside others before these.
fn parts_of(sentences: &crate::sentence::Sentences, whole: Sentence) -> Vec<Sentence> {
    let mut seen: rustc_hash::FxHashSet<Sentence> = [whole].into_iter().collect();
    let mut parts = vec![whole];
    let mut at = 0;
    while at < parts.len() {
        let shape = sentences.shape(parts[at]);
        at += 1;
        shape.parts(|part| {
            if seen.insert(part) {
                parts.push(part);
            }
        });
    }
    parts.sort_unstable();
    parts
}

/// Writes a formula and its parts as sentences.
fn write_parts(
    terms: &Terms,
    formula: Formula,
    goal: Goal<'_>,
    development: &mut Development,
    written: &mut FxHashMap<Formula, Sentence>,
) -> Result<(), Unproved> {
    use FormulaNode as F;
    let mut parts: Vec<Formula> = terms.occurring(&[formula], &[]).formulas.into_iter().collect();
    parts.sort_unstable();
    for part in parts {
        if written.contains_key(&part) {
            continue;
        }
        let sentences = &mut development.sentences;
        let of = |inside: &Formula| written[inside];
        let all = |inside: &[Formula]| -> Box<[Sentence]> { inside.iter().map(of).collect() };
        let sentence = match terms.node(part) {
            F::True => sentences.make(Shape::True),
            F::False => sentences.make(Shape::False),
            F::Atom(atom) => sentences.letter(goal.vocabulary.atom_name(*atom)),
            F::Not(inside) => sentences.not(of(inside)),
            F::And(inside) => sentences.and(all(inside).into()),
            F::Or(inside) => sentences.or(all(inside).into()),
            F::Implies(left, right) => sentences.implies(of(left), of(right)),
            F::Iff(left, right) => sentences.iff(of(left), of(right)),
            F::Knows(agent, inside) | F::Believes(agent, inside) => {
                sentences.knows(*agent, of(inside))
            }
            F::Imagines(agent, inside) => {
                let denied = sentences.not(of(inside));
                let known = sentences.knows(*agent, denied);
                sentences.not(known)
            }
            F::KnowsWhether(agent, inside) => {
                let denied = sentences.not(of(inside));
                let both =
                    vec![sentences.knows(*agent, of(inside)), sentences.knows(*agent, denied)];
                sentences.or(both)
            }
            F::Everybody(group, inside) => {
                let party = sentences.party_of(group.iter());
                sentences.boxed(Operator::Everybody(party), of(inside))
            }
            F::Common(group, inside) => {
                let party = sentences.party_of(group.iter());
                sentences.boxed(Operator::Common(party), of(inside))
            }
            F::Distributed(group, inside) => {
                let party = sentences.party_of(group.iter());
                sentences.boxed(Operator::Distributed(party), of(inside))
            }
            F::Count(inside, test) => spell_out_count(sentences, &all(inside), test),
            F::After(..) | F::Probability(..) => return Err(Unproved::Part(part)),
        };
        written.insert(part, sentence);
    }
    Ok(())
}

/// How many hold, one after the other: how many of the first ones hold is all that is remembered.
fn spell_out_count(
    sentences: &mut crate::sentence::Sentences,
    of: &[Sentence],
    test: &CountTest,
) -> Sentence {
    use crate::sentence::Sentences;
    let whether = |accepted: bool| if accepted { Sentences::TRUE } else { Sentences::FALSE };
    let mut then: Vec<Sentence> =
        (0..=of.len()).map(|count| whether(test.accepts(count as i64))).collect();
    for (before, &next) in of.iter().enumerate().rev() {
        let denied = sentences.not(next);
        then = (0..=before)
            .map(|count| match (then[count], then[count + 1]) {
                (without, with) if without == with => with,
                (Sentences::FALSE, Sentences::TRUE) => next,
                (Sentences::TRUE, Sentences::FALSE) => denied,
                (without, with) => {
                    let one_more = sentences.and(vec![next, with]);
                    let same = sentences.and(vec![denied, without]);
                    sentences.or(vec![one_more, same])
                }
            })
            .collect();
    }
    then[0]
}

//! The types that are left, round by round. Each round looks at every operator once; it ends when the formula holds in all types that
//! are left, or when nothing goes any more.

use super::closure::{Closure, each_knows};
use super::cover::{Cover, cover};
use super::facts::{Chainless, Escape, Fact, Known, Law, Normal, Why};
use super::{Goal, Undecided};
use crate::proof::ProofSystem;
use crate::sentence::{Operator, Party, Sentence, Sentences, Shape, Who};
use hexa_engine::{Diagram, Diagrams, Limit, Limits, Variable};
use rustc_hash::FxHashMap;

/// Types as decision diagrams, and what was found out about them.
pub(super) struct Rounds<'s> {
    pub sentences: &'s mut Sentences,
    pub goal: Goal<'s>,
    pub closure: Closure,
    pub diagrams: Diagrams,
    /// For each sentence of the closure, where it holds.
    pub truth: FxHashMap<Sentence, Diagram>,
    /// The types that are left.
    pub left: Diagram,
    /// What they have in common.
    pub facts: Vec<Fact>,
    pub goal_diagram: Diagram,
    /// The sentences with an operator in front.
    pub boxes: Boxes,
}

/// Sentences with an operator in front, by their operators.
#[derive(Debug, Default)]
pub(super) struct Boxes {
    /// Of each agent what they may know: `K_r ψ`, and ψ.
    pub known: Vec<(Who, Vec<(Sentence, Sentence)>)>,
    /// `C_B ψ`, B and ψ.
    pub common: Vec<(Sentence, Party, Sentence)>,
    /// `next ψ`, and ψ.
    pub next: Vec<(Sentence, Sentence)>,
}

/// The variable of a decided sentence.
pub(super) fn variable(place: usize) -> Variable {
    Variable(2 * place as u32)
}

/// The variable that stands for ψ in the next state, beside that of `next ψ`.
fn image(place: usize) -> Variable {
    Variable(2 * place as u32 + 1)
}

impl<'s> Rounds<'s> {
    /// All types that obey what the axioms say of each by itself.
    pub(super) fn new(
        sentences: &'s mut Sentences,
        goal: &Goal<'s>,
        closure: Closure,
        limits: &Limits,
    ) -> Result<Self, Undecided> {
        let diagrams = Diagrams::new(limits.nodes, limits.stop.clone());
        let everywhere = diagrams.constant(true);
        let mut rounds = Self {
            sentences,
            goal: *goal,
            closure,
            truth: FxHashMap::default(),
            left: everywhere.clone(),
            facts: Vec::new(),
            goal_diagram: everywhere,
            boxes: Boxes::default(),
            diagrams,
        };
        for at in 0..rounds.closure.order.len() {
            let sentence = rounds.closure.order[at];
            let diagram = rounds.shape_diagram(sentence)?;
            rounds.truth.insert(sentence, diagram);
        }
        rounds.goal_diagram = rounds.truth[&goal.formula].clone();
        rounds.sort_boxes();
        rounds.begin()?;
        Ok(rounds)
    }

    fn shape_diagram(&self, sentence: Sentence) -> Result<Diagram, Limit> {
        let (diagrams, truth) = (&self.diagrams, |part: &Sentence| self.truth[part].clone());
        match self.sentences.shape(sentence) {
            Shape::True => Ok(diagrams.constant(true)),
            Shape::False => Ok(diagrams.constant(false)),
            Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..) => {
                diagrams.variable(variable(self.closure.places[&sentence]))
            }
            Shape::Not(body) => diagrams.not(&truth(body)),
            Shape::And(of) => diagrams.smallest_first(of.iter().map(truth).collect()),
            Shape::Or(of) => {
                let none = of.iter().map(|part| diagrams.not(&truth(part)));
                diagrams.not(&diagrams.smallest_first(none.collect::<Result<_, _>>()?)?)
            }
            Shape::Implies(left, right) => diagrams.implies(&truth(left), &truth(right)),
            Shape::Iff(left, right) => diagrams.iff(&truth(left), &truth(right)),
        }
    }

    fn sort_boxes(&mut self) {
        for &sentence in &self.closure.decided {
            let Shape::Box(operator, body) = *self.sentences.shape(sentence) else { continue };
            match operator {
                Operator::Knows(who) => {
                    let known = &mut self.boxes.known;
                    match known.iter_mut().find(|(other, _)| *other == who) {
                        Some((_, list)) => list.push((sentence, body)),
                        None => known.push((who, vec![(sentence, body)])),
                    }
                }
                Operator::Common(party) => self.boxes.common.push((sentence, party, body)),
                Operator::Next => self.boxes.next.push((sentence, body)),
                Operator::Everybody(_) | Operator::Distributed(_) | Operator::After(_) => {}
            }
        }
    }

    /// Where a sentence holds that is made of decided ones, even if it is not in the closure.
    pub(super) fn diagram(&mut self, sentence: Sentence) -> Result<Diagram, Limit> {
        let mut waiting = vec![sentence];
        while let Some(&at) = waiting.last() {
            let from = waiting.len();
            if !self.truth.contains_key(&at) && !self.closure.places.contains_key(&at) {
                let truth = &self.truth;
                self.sentences.shape(at).parts(|part| {
                    if !truth.contains_key(&part) {
                        waiting.push(part);
                    }
                });
            }
            if waiting.len() == from {
                waiting.pop();
                if !self.truth.contains_key(&at) {
                    let diagram = self.shape_diagram(at)?;
                    self.truth.insert(at, diagram);
                }
            }
        }
        Ok(self.truth[&sentence].clone())
    }

    fn add(&mut self, diagram: Diagram, why: Why) -> Result<(), Limit> {
        self.left = self.diagrams.and(&self.left, &diagram)?;
        self.facts.push(Fact { diagram, why });
        Ok(())
    }

    fn add_axiom(&mut self, law: Law, sentence: Sentence) -> Result<(), Limit> {
        let diagram = self.diagram(sentence)?;
        self.add(diagram, Why::Axiom(law, sentence))
    }

    /// Rules, and axioms about one state.
    fn begin(&mut self) -> Result<(), Limit> {
        for (name, instances) in self.goal.everywhere {
            for &instance in instances {
                let diagram = self.diagram(instance)?;
                self.add(diagram, Why::Rule(name.clone(), instance))?;
            }
        }
        for at in 0..self.closure.decided.len() {
            let sentence = self.closure.decided[at];
            let Shape::Box(operator, body) = *self.sentences.shape(sentence) else { continue };
            match operator {
                Operator::Knows(_) => {
                    let truth = self.sentences.implies(sentence, body);
                    self.add_axiom(Law::Truth, truth)?;
                }
                Operator::Everybody(party) => {
                    let each = each_knows(self.sentences, party, body);
                    let all = self.sentences.and(each);
                    let axiom = self.sentences.iff(sentence, all);
                    self.add_axiom(Law::Everybody, axiom)?;
                }
                Operator::Common(party) => {
                    let both = self.sentences.and(vec![body, sentence]);
                    let everybody = self.sentences.boxed(Operator::Everybody(party), both);
                    let axiom = self.sentences.implies(sentence, everybody);
                    self.add_axiom(Law::Common, axiom)?;
                }
                Operator::Next => {
                    let same = self.diagrams.iff(&self.truth[&sentence], &self.truth[&body])?;
                    let terminal = self.sentences.letter("terminal");
                    let Some(terminal) = self.known_diagram(terminal) else { continue };
                    let diagram = self.diagrams.implies(&terminal, &same)?;
                    self.add(diagram, Why::End(sentence))?;
                }
                Operator::Distributed(_) | Operator::After(_) => {}
            }
        }
        if self.goal.system == ProofSystem::Egdl {
            self.begin_game()?;
        }
        Ok(())
    }

    /// Where a letter holds, if types decide it.
    pub(super) fn known_diagram(&self, letter: Sentence) -> Option<Diagram> {
        self.truth.get(&letter).cloned()
    }

    /// The axioms of games that speak of actions.
    fn begin_game(&mut self) -> Result<(), Limit> {
        let signature = self.goal.signature;
        let terminal = self.sentences.letter("terminal");
        let initial = self.sentences.letter("initial");
        if let (Some(end), Some(start)) =
            (self.known_diagram(terminal), self.known_diagram(initial))
        {
            let not_both = self.diagrams.not(&self.diagrams.and(&end, &start)?)?;
            self.add(not_both, Why::EndIsNoStart)?;
        }
        for deeds in &signature.actions {
            let letters = |sentences: &mut Sentences, at: usize| {
                (
                    sentences.make(Shape::Letter(deeds[at].legal)),
                    sentences.make(Shape::Letter(deeds[at].does)),
                )
            };
            let each: Vec<(Sentence, Sentence)> =
                (0..deeds.len()).map(|at| letters(self.sentences, at)).collect();
            // Of agents of whom nothing is said it can always be said that they do nothing.
            let decides = |(legal, does): &(Sentence, Sentence)| {
                self.truth.contains_key(legal) || self.truth.contains_key(does)
            };
            if !each.iter().any(decides) {
                continue;
            }
            for sentence in each.iter().flat_map(|(legal, does)| [*legal, *does]) {
                self.decide_also(sentence)?;
            }
            self.decide_also(terminal)?;
            self.begin_agent(terminal, &each)?;
        }
        Ok(())
    }

    /// A letter that the axioms speak of.
    fn decide_also(&mut self, letter: Sentence) -> Result<(), Limit> {
        if self.closure.places.contains_key(&letter) {
            return Ok(());
        }
        let place = self.closure.decided.len();
        self.closure.places.insert(letter, place);
        self.closure.decided.push(letter);
        let diagram = self.diagrams.variable(variable(place))?;
        self.truth.insert(letter, diagram);
        Ok(())
    }

    fn begin_agent(
        &mut self,
        terminal: Sentence,
        each: &[(Sentence, Sentence)],
    ) -> Result<(), Limit> {
        let mut idle: Vec<Sentence> =
            each[1..].iter().map(|(legal, _)| self.sentences.not(*legal)).collect();
        idle.push(each[0].0);
        let idle = self.sentences.and(idle);
        let end = self.sentences.implies(terminal, idle);
        self.add_axiom(Law::EndIsIdle, end)?;
        let something = self.sentences.or(each.iter().map(|(_, does)| *does).collect());
        self.add_axiom(Law::SomethingIsDone, something)?;
        for (at, (legal, does)) in each.iter().enumerate() {
            let is_legal = self.sentences.implies(*does, *legal);
            self.add_axiom(Law::DoneIsLegal, is_legal)?;
            for (_, other) in &each[at + 1..] {
                let both = self.sentences.and(vec![*does, *other]);
                let one = self.sentences.not(both);
                self.add_axiom(Law::OneThingIsDone, one)?;
            }
        }
        Ok(())
    }

    /// Whether the formula holds in all types that are left when nothing goes any more.
    pub(super) fn run(&mut self) -> Result<bool, Limit> {
        while !self.holds_in_all()? {
            if !self.look()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks until nothing goes any more.
    pub(super) fn exhaust(&mut self) -> Result<(), Limit> {
        while self.look()? {}
        Ok(())
    }

    /// Looks at every operator once; whether a type went.
    fn look(&mut self) -> Result<bool, Limit> {
        let before = self.left.clone();
        for at in 0..self.boxes.known.len() {
            self.look_at_agent(at)?;
        }
        if self.goal.system == ProofSystem::Egdl {
            self.look_ahead()?;
        }
        for at in 0..self.boxes.common.len() {
            self.look_along_chains(at)?;
        }
        Ok(self.left != before)
    }

    fn holds_in_all(&self) -> Result<bool, Limit> {
        Ok(self.diagrams.minus(&self.left, &self.goal_diagram)?.is_false())
    }

    /// A cube of all variables but those that tell what an agent knows.
    pub(super) fn unseen(&self, who: Who) -> Result<Diagram, Limit> {
        let known = self.boxes.known.iter().find(|(other, _)| *other == who);
        let seen = |place: usize| {
            let sentence = self.closure.decided[place];
            known.is_some_and(|(_, known)| known.iter().any(|(knows, _)| *knows == sentence))
        };
        let places = (0..self.closure.decided.len()).filter(|&place| !seen(place));
        self.diagrams.cube(&places.map(variable).collect::<Vec<_>>())
    }

    /// Types that are left look to an agent as these do.
    pub(super) fn alike(&self, who: Who, types: &Diagram) -> Result<Diagram, Limit> {
        self.diagrams.exists(types, &self.unseen(who)?)
    }

    /// A cover of what an agent's knowledge is like, where only types that are left matter.
    fn seen_as(&self, who: Who, like: &Diagram) -> Result<(Normal, Diagram), Limit> {
        let never = self.diagrams.not(&self.alike(who, &self.left)?)?;
        self.normal(like, &self.diagrams.or(like, &never)?)
    }

    /// A disjunction of conjunctions that is true at least and at most where it may be, and where it is.
    fn normal(&self, at_least: &Diagram, at_most: &Diagram) -> Result<(Normal, Diagram), Limit> {
        let (cover, diagram) = cover(&self.diagrams, at_least, at_most)?;
        Ok((self.name(cover), diagram))
    }

    /// Variables are the sentences that they stand for, or whose bodies they stand for.
    fn name(&self, cover: Cover) -> Normal {
        let name = |(Variable(variable), value): (Variable, bool)| {
            (self.closure.decided[variable as usize / 2], value)
        };
        cover.into_iter().map(|all| all.into_iter().map(name).collect()).collect()
    }

    /// What is not known must fail in some type that looks the same.
    fn look_at_agent(&mut self, at: usize) -> Result<(), Limit> {
        let (who, known) = self.boxes.known[at].clone();
        for (knows, body) in known {
            let lacking = self.diagrams.minus(&self.left, &self.truth[&body])?;
            let like = self.alike(who, &lacking)?;
            let fact = self.diagrams.or(&self.truth[&knows], &like)?;
            if self.diagrams.minus(&self.left, &fact)?.is_false() {
                continue;
            }
            let (unless, like) = self.seen_as(who, &like)?;
            let source = self.diagrams.or(&like, &self.truth[&body])?;
            let diagram = self.diagrams.or(&like, &self.truth[&knows])?;
            self.add(diagram, Why::Known(Known { who, body, unless, source }))?;
        }
        Ok(())
    }

    /// The next state must be of some type, and not initial.
    fn look_ahead(&mut self) -> Result<(), Limit> {
        let initial = self.sentences.letter("initial");
        let next = match self.known_diagram(initial) {
            Some(initial) => self.diagrams.minus(&self.left, &initial)?,
            None => self.left.clone(),
        };
        let mut parts = vec![next];
        for (sentence, body) in &self.boxes.next {
            let place = self.closure.places[sentence];
            let there = self.diagrams.variable(image(place))?;
            parts.push(self.diagrams.iff(&there, &self.truth[body])?);
        }
        let all = (0..self.closure.decided.len()).map(variable).collect::<Vec<_>>();
        let cube = self.diagrams.cube(&all)?;
        let mut joined = self.diagrams.constant(true);
        for part in parts {
            joined = self.diagrams.and(&joined, &part)?;
        }
        let images = self.diagrams.exists(&joined, &cube)?;
        let never = self.diagrams.not(&images)?;
        let (conjunctions, _) = self.normal(&never, &never)?;
        for conjunction in conjunctions {
            let clause: Vec<(Sentence, bool)> =
                conjunction.iter().map(|&(sentence, value)| (sentence, !value)).collect();
            let mut diagram = self.diagrams.constant(false);
            for (sentence, value) in &clause {
                let truth = &self.truth[sentence];
                let literal = if *value { truth.clone() } else { self.diagrams.not(truth)? };
                diagram = self.diagrams.or(&diagram, &literal)?;
            }
            if !self.diagrams.minus(&self.left, &diagram)?.is_false() {
                self.add(diagram, Why::Next(clause))?;
            }
        }
        Ok(())
    }

    /// A clause of what is next, said of the state itself unless it is initial.
    pub(super) fn clause_source(&self, clause: &[(Sentence, bool)]) -> Result<Diagram, Limit> {
        let initial = self.sentences.known_letter("initial").map(Shape::Letter);
        let is_initial =
            |sentence: &&Sentence| Some(self.sentences.shape(**sentence)) == initial.as_ref();
        let initial = self.closure.decided.iter().find(is_initial);
        let mut source = match initial {
            Some(initial) => self.truth[initial].clone(),
            None => self.diagrams.constant(false),
        };
        for (sentence, value) in clause {
            let Shape::Box(_, body) = *self.sentences.shape(*sentence) else { continue };
            let truth = &self.truth[&body];
            let literal = if *value { truth.clone() } else { self.diagrams.not(truth)? };
            source = self.diagrams.or(&source, &literal)?;
        }
        Ok(source)
    }

    /// The types from which chains of a group lead to where something fails: rings, each a step further.
    pub(super) fn rings(&self, party: Party, body: Sentence) -> Result<Vec<Diagram>, Limit> {
        let mut rings = vec![self.diagrams.minus(&self.left, &self.truth[&body])?];
        loop {
            let last = &rings[rings.len() - 1];
            let mut next = last.clone();
            for who in self.sentences.members(party).agents.clone() {
                let there = self.diagrams.and(&self.left, &self.alike(who, last)?)?;
                next = self.diagrams.or(&next, &there)?;
            }
            if next == *last {
                return Ok(rings);
            }
            rings.push(next);
        }
    }

    /// What is not common knowledge must fail at the end of some chain.
    fn look_along_chains(&mut self, at: usize) -> Result<(), Limit> {
        let (common, party, body) = self.boxes.common[at];
        let rings = self.rings(party, body)?;
        let reaching = &rings[rings.len() - 1];
        let lacking = self.diagrams.minus(&self.left, &self.truth[&common])?;
        if self.diagrams.minus(&lacking, reaching)?.is_false() {
            return Ok(());
        }
        let apart = self.diagrams.minus(&self.left, reaching)?;
        let elsewhere = self.diagrams.not(&self.left)?;
        let (cut_off, where_cut) = self.normal(&apart, &self.diagrams.or(&apart, &elsewhere)?)?;
        let both = self.diagrams.and(&where_cut, &self.truth[&body])?;
        let mut steps = Vec::new();
        for who in self.sentences.members(party).agents.clone() {
            let (unless, like) = self.seen_as(who, &self.alike(who, reaching)?)?;
            let source = self.diagrams.or(&like, &both)?;
            let shut = self.diagrams.not(&self.diagrams.and(&where_cut, &like)?)?;
            let known = Known { who, body, unless, source };
            steps.push(Escape { known, shut });
        }
        let diagram = self.diagrams.implies(&where_cut, &self.truth[&common])?;
        self.add(diagram, Why::Common(Chainless { party, body, cut_off, steps }))
    }
}

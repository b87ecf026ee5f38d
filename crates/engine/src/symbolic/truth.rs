//! Truth in all worlds at once (thesis defs. 32 and 66), as a function of the world. Every
//! subformula is evaluated once for each model that it is asked on. Nothing recurses through
//! announcements: formulas may be 10^5 deep.

use super::conversion;
use super::interpretation::{self, Interpreter, Place};
use super::model::{Likelihood, without};
use super::update;
use crate::diagram::Diagram;
use crate::evaluation::EvalError;
use crate::explicit::truth;
use crate::limits::Limit;
use crate::propositional::is_epistemic;
use hexa_logic::{Action, Agent, CountTest, Formula, FormulaNode, Modality, Terms};
use std::rc::Rc;

/// A formula to be evaluated on a model.
type Question = (Place, Formula);

impl Interpreter<'_> {
    /// Where a formula is true in a model that has been reached. Values outside of its law are
    /// meaningless.
    pub(super) fn truth(&mut self, place: Place, formula: Formula) -> Result<Diagram, EvalError> {
        self.deeper()?;
        let mut stack = vec![(place, formula)];
        while let Some(&question) = stack.last() {
            if !self.is_answered(question) {
                let before = stack.len();
                self.ask(question, &mut stack)?;
                if stack.len() > before {
                    continue;
                }
                self.work.pace().count(64)?;
                let answer = self.conclude(question)?;
                self.answer(question, answer);
            }
            stack.pop();
        }
        self.shallower();
        let truth = self.answers[&(place, formula)].clone();
        self.model(place).remember(self.terms.stamp().number(), formula, &truth);
        Ok(truth)
    }

    fn is_answered(&mut self, question: Question) -> bool {
        if self.answers.contains_key(&question) {
            return true;
        }
        let (place, formula) = question;
        match self.model(place).recall(self.terms.stamp().number(), formula) {
            Some(known) => {
                self.answers.insert(question, known);
                true
            }
            None => false,
        }
    }

    fn answer(&mut self, question: Question, answer: Diagram) {
        let (place, formula) = question;
        // What is known of the state itself will be asked again.
        if place == Self::START && is_epistemic(self.terms.node(formula)) {
            self.model(place).remember(self.terms.stamp().number(), formula, &answer);
        }
        self.answers.insert(question, answer);
    }

    /// Adds what must be answered first.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn ask(&mut self, question: Question, stack: &mut Vec<Question>) -> Result<(), EvalError> {
        let (place, formula) = question;
        match *self.terms.node(formula) {
            FormulaNode::After(_, action, body) => {
                match self.tests(action)? {
                    Some(tests) => match self.follow(place, action, &tests)? {
                        Ok(end) => self.ask_once((end, body), stack),
                        Err(test) => stack.push(test),
                    },
                    None if self.is_held(action, body) => {
                        for image in self.interpret(place, action)?.iter() {
                            if self.is_ever_chosen(image)? {
                                self.ask_once((image.place, body), stack);
                            }
                        }
                    }
                    None => {}
                };
            }
            FormulaNode::Probability(..) => {}
            // Not knowing is found by itself: negation would have to go through it all again.
            FormulaNode::Not(part) if unknown_formula(self.terms, part).is_some() => {
                self.terms.node(part).parts(|part| self.ask_once((place, part), stack));
            }
            // Of those who do not know, it is asked together.
            ref node @ (FormulaNode::And(_) | FormulaNode::Or(_)) => node.parts(|part| {
                let unsure = self.unsure_part(place, node, part);
                self.ask_once((place, unsure.map_or(part, |(_, of_what)| of_what)), stack);
            }),
            ref node => node.parts(|part| self.ask_once((place, part), stack)),
        }
        Ok(())
    }

    fn ask_once(&mut self, question: Question, stack: &mut Vec<Question>) {
        if !self.is_answered(question) {
            stack.push(question);
        }
    }

    /// The tests that an announcement makes; none if it is none.
    fn tests(&mut self, action: Action) -> Result<Option<Rc<[Formula]>>, EvalError> {
        if let Some(known) = self.tests.get(&action) {
            return Ok(Some(Rc::clone(known)));
        }
        let tests = interpretation::tests(self.terms, action, &mut self.work);
        let tests = tests.map_err(EvalError::Limit)?;
        if let Some(tests) = &tests {
            self.tests.insert(action, Rc::clone(tests));
        }
        Ok(tests)
    }

    /// Follows an announcement as far as its tests are answered.
    fn follow(
        &mut self,
        place: Place,
        action: Action,
        tests: &[Formula],
    ) -> Result<Result<Place, Question>, EvalError> {
        let (mut done, mut here) = self.routes.get(&(place, action)).copied().unwrap_or((0, place));
        while let Some(&test) = tests.get(done) {
            if !self.is_answered((here, test)) {
                self.routes.insert((place, action), (done, here));
                return Ok(Err((here, test)));
            }
            let truth = self.answers[&(here, test)].clone();
            let model = self.model(here).restrict_to(&truth).map_err(EvalError::Limit)?;
            self.model(here).remember(self.terms.stamp().number(), test, &truth);
            here = self.reach(model, self.reached[here].group.clone());
            done += 1;
        }
        self.routes.insert((place, action), (done, here));
        Ok(Ok(here))
    }

    /// The answer to a question all of whose parts are answered.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn conclude(&mut self, (place, formula): Question) -> Result<Diagram, EvalError> {
        use FormulaNode as F;
        let terms = self.terms;
        let node = terms.node(formula);
        let explicitly = match node {
            F::Probability(..) => true,
            F::After(_, action, body) => {
                self.tests(*action)?.is_none() && !self.is_held(*action, *body)
            }
            _ => false,
        };
        if explicitly {
            return self.world_by_world(place, formula);
        }
        if let F::After(modality, action, body) = node {
            return self.after((place, *modality), *action, *body);
        }
        // Which possibilities there are after updates depends on how they were found.
        if let F::Distributed(group, _) = node
            && group.is_empty()
            && let Some(action) = self.model(place).likelihood.lost()
            && terms.has_update(action)
        {
            return Err(EvalError::NoProbability { formula, action });
        }
        if let F::Distributed(..) = node {
            self.admit(place, formula)?;
        }
        self.within(place, node).map_err(EvalError::Limit)
    }

    /// Whether what holds after an action is found on diagrams.
    fn is_held(&self, action: Action, body: Formula) -> bool {
        interpretation::is_held(self.terms, action)
            && !(self.terms.has_update(action) && update::asks_apart(self.terms, body))
    }

    /// Where worlds may picture the same possibility, not everything can be asked.
    fn admit(&self, place: Place, formula: Formula) -> Result<(), EvalError> {
        match self.model(place).likelihood {
            Likelihood::Pictures(_) if update::asks_apart(self.terms, formula) => {
                Err(EvalError::Limit(update::PICTURES))
            }
            Likelihood::Equal | Likelihood::Lost(_) | Likelihood::Pictures(_) => Ok(()),
        }
    }

    /// Operators that stay in the model.
    fn within(&self, place: Place, node: &FormulaNode) -> Result<Diagram, Limit> {
        use FormulaNode as F;
        let (model, diagrams) = (self.model(place), &self.diagrams);
        let of = |part: &Formula| &self.answers[&(place, *part)];
        match node {
            F::True => Ok(diagrams.constant(true)),
            F::False => Ok(diagrams.constant(false)),
            F::Atom(atom) => Ok(model.value(*atom)),
            F::Not(part) => match unknown_formula(self.terms, *part) {
                Some((agent, of_what)) => model.unsure(agent, of(&of_what)),
                None => diagrams.not(of(part)),
            },
            F::And(parts) => {
                let (unsure, others) = self.unsure_parts(place, node, parts);
                let all = model.all(others.into_iter())?;
                diagrams.and(&model.each_unsure(&unsure)?, &all)
            }
            F::Or(parts) => {
                let (unsure, others) = self.unsure_parts(place, node, parts);
                let some = model.some(others.into_iter())?;
                diagrams.implies(&model.each_unsure(&unsure)?, &some)
            }
            F::Implies(left, right) => diagrams.implies(of(left), of(right)),
            F::Iff(left, right) => diagrams.iff(of(left), of(right)),
            F::Knows(agent, part) | F::Believes(agent, part) => model.knows(*agent, of(part)),
            F::Imagines(agent, part) => model.imagines(*agent, of(part)),
            F::KnowsWhether(agent, part) => model.knows_whether(*agent, of(part)),
            F::Everybody(group, part) => model.everybody(group, of(part)),
            F::Common(group, part) => model.common(group, of(part)),
            F::Distributed(group, part) => model.distributed_knowledge(group, of(part)),
            F::Count(parts, test) => {
                let parts: Vec<&Diagram> = parts.iter().map(of).collect();
                self.where_count_passes(&parts, test)
            }
            F::After(..) | F::Probability(..) => Ok(diagrams.constant(false)),
        }
    }

    /// What somebody to whom one variable is hidden does not know if a part of a conjunction holds, or if a
    /// part of a disjunction does not.
    fn unsure_part(
        &self,
        place: Place,
        whole: &FormulaNode,
        part: Formula,
    ) -> Option<(Agent, Formula)> {
        let knowing =
            if let (FormulaNode::And(_), FormulaNode::Not(of)) = (whole, self.terms.node(part)) {
                *of
            } else if let FormulaNode::Or(_) = whole {
                part
            } else {
                return None;
            };
        unknown_formula(self.terms, knowing)
            .filter(|&(agent, _)| self.model(place).hides_one(agent))
    }

    /// Those parts, and where the others hold.
    fn unsure_parts(
        &self,
        place: Place,
        whole: &FormulaNode,
        parts: &[Formula],
    ) -> (Vec<(Agent, &Diagram)>, Vec<&Diagram>) {
        let (mut unsure, mut others) = (Vec::new(), Vec::new());
        for &part in parts {
            match self.unsure_part(place, whole, part) {
                Some((agent, of_what)) => unsure.push((agent, &self.answers[&(place, of_what)])),
                None => others.push(&self.answers[&(place, part)]),
            }
        }
        (unsure, others)
    }

    /// Where the number of functions that hold passes a test. From the last to the first: for each
    /// number that may hold before, where those from here on make it pass.
    fn where_count_passes(&self, parts: &[&Diagram], test: &CountTest) -> Result<Diagram, Limit> {
        let diagrams = &self.diagrams;
        if let Some(odd) = parity(test, parts.len()) {
            let found = diagrams.odd(parts.iter().map(|&part| part.clone()).collect())?;
            return if odd { Ok(found) } else { diagrams.not(&found) };
        }
        let most = test.bound(parts.len());
        let passes = |count: usize| diagrams.constant(test.accepts(count as i64));
        let mut row: Vec<Diagram> = (0..=most).map(passes).collect();
        for (before, part) in parts.iter().enumerate().rev() {
            for count in 0..=most.min(before) {
                let more = &row[(count + 1).min(most)];
                if *more != row[count] {
                    row[count] = diagrams.if_then_else(part, more, &row[count])?;
                }
            }
        }
        Ok(row.swap_remove(0))
    }

    /// `[α]φ` or `<α>φ`, when what it leads to is known.
    fn after(
        &mut self,
        (place, modality): (Place, Modality),
        action: Action,
        body: Formula,
    ) -> Result<Diagram, EvalError> {
        if let Some(&(done, end)) = self.routes.get(&(place, action))
            && self.tests.get(&action).is_some_and(|tests| tests.len() == done)
        {
            let (law, body) = (&self.model(end).law, &self.answers[&(end, body)]);
            let after = match modality {
                Modality::Every => self.diagrams.implies(law, body),
                Modality::Some => self.diagrams.and(law, body),
            };
            return after.map_err(EvalError::Limit);
        }
        let images = self.interpret(place, action)?;
        self.after_images((place, modality), &images, body).map_err(EvalError::Limit)
    }

    /// Whether the marked alternatives lead to some world of an image. Otherwise nothing is asked there, and
    /// it may not even be defined.
    pub(super) fn is_ever_chosen(&self, image: &interpretation::Image) -> Result<bool, EvalError> {
        let worlds = self.diagrams.and(&self.model(image.place).law, &image.chosen);
        Ok(!worlds.map_err(EvalError::Limit)?.is_false())
    }

    fn after_images(
        &self,
        (place, modality): (Place, Modality),
        images: &[interpretation::Image],
        body: Formula,
    ) -> Result<Diagram, Limit> {
        let (diagrams, base) = (&self.diagrams, self.model(place));
        let mut found = Vec::new();
        for image in images {
            let model = self.model(image.place);
            let worlds = diagrams.and(&model.law, &image.chosen)?;
            if worlds.is_false() {
                continue;
            }
            let body = &self.answers[&(image.place, body)];
            let wanted = match modality {
                Modality::Every => diagrams.not(body)?,
                Modality::Some => body.clone(),
            };
            let cube = diagrams.cube(&without(&model.variables, &base.variables))?;
            found.push(diagrams.and_exists(&worlds, &wanted, &cube)?);
        }
        let some = diagrams.any(found)?;
        match modality {
            Modality::Every => diagrams.not(&some),
            Modality::Some => Ok(some),
        }
    }

    /// What can only be evaluated world by world, if the worlds are few enough.
    fn world_by_world(&mut self, place: Place, formula: Formula) -> Result<Diagram, EvalError> {
        self.model(place).likelihood.admit(self.terms, &[formula], &[])?;
        self.admit(place, formula)?;
        let export = match self.exports.get(&place) {
            Some(known) => Rc::clone(known),
            None => {
                let export =
                    conversion::export(self.model(place), &self.reached[place].group, &self.limits);
                Rc::new(export.map_err(EvalError::Limit)?)
            }
        };
        self.exports.insert(place, Rc::clone(&export));
        // Where a test left no world, no state could have an actual one, and nothing is true.
        if export.worlds.is_empty() {
            return Ok(self.model(place).diagrams.constant(false));
        }
        let column = truth::column(&export.state(0, &self.limits), self.terms, formula)?;
        export.set(self.model(place), &column).map_err(EvalError::Limit)
    }
}

/// What somebody does not know if this formula does not hold.
fn unknown_formula(terms: &Terms, formula: Formula) -> Option<(Agent, Formula)> {
    if let FormulaNode::KnowsWhether(agent, of_what) = *terms.node(formula) {
        Some((agent, of_what))
    } else {
        None
    }
}

/// Whether a test asks for an odd number of so many, or for an even one.
fn parity(test: &CountTest, of: usize) -> Option<bool> {
    let CountTest::OneOf(numbers) = test else { return None };
    let odd = match numbers.first()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let wanted = (0..=of as i64).filter(|number| (number % 2 == 1) == odd);
    (of > 2 && wanted.eq(numbers.iter().copied())).then_some(odd)
}

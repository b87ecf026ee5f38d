//! Answers to questions: executing a game action (thesis defs. 9 to 11 and 14). The formulas of a
//! move become a covering of the worlds; each answer is the part of the model that those who hear it
//! learn, and everybody learns which parts there are. That is the product of the state with the frame
//! of the move, without the answers that everybody can tell from the one given.

use super::concurrency::Collected;
use super::{Choice, Image, Interpretation, Interpreted, Interpreter, Making, Place, Reached};
use crate::evaluation::EvalError;
use crate::evaluation::Unanswerable;
use crate::explicit::bits::{self, Bits};
use crate::explicit::model::Submodel;
use crate::explicit::relation::Relation;
use crate::limits::Pace;
use dashu_int::UBig;
use hexa_logic::{
    Action, ActionNode, Agent, EventModel, Formula, GameAction, Group, Move, Question, Response,
    Stopped,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

impl Interpreter<'_> {
    /// A move of a knowledge game.
    pub(super) fn game(&mut self, place: Place, action: Action, game: &GameAction) -> Interpreted {
        let mut answers = Vec::new();
        for &answer in &game.question.answers {
            answers.push(self.truth(place, answer)?);
        }
        if let (Move::Answer, Some(respondent)) = (&game.name, game.question.respondent) {
            let asked = game.question.answers.iter().copied().zip(&answers);
            self.about_knowledge(place, action, respondent, asked)?;
        }
        let public =
            if let ActionNode::Learn(public, _) = self.terms().action_node(game.description) {
                public.clone()
            } else {
                self.reached_at(place).group.clone()
            };
        let answered = self.learn_answer(place, action, &game.question, &answers, &public)?;
        match (game.question.response, answered) {
            (Response::This(_) | Response::Some, Some(answered)) => {
                self.pick_answer(place, action, answered, &answers)
            }
            // What is said where no answer is true is not chosen.
            (Response::None, Some(answered)) => Ok(images(Some(answered.image))),
            (_, None) => Ok(images(None)),
        }
    }

    /// What everybody learns from an answer; nothing if it is true nowhere.
    fn learn_answer(
        &mut self,
        place: Place,
        action: Action,
        question: &Question,
        answers: &[Arc<Bits>],
        public: &Group,
    ) -> Result<Option<Answered>, EvalError> {
        let alone = match question.response {
            Response::None => Some((complement(self.submodel(place), answers), 1)),
            Response::This(at) if question.hearers == *public => {
                let given = &answers[at as usize];
                let same = answers.iter().filter(|answer| *answer == given).count();
                Some((Bits::clone(given), same))
            }
            Response::This(_) | Response::Some => None,
        };
        if let Some((alone, times)) = alone {
            let image = self.heard(place, action, &alone, public)?;
            let parts = |image: &Image| BTreeMap::from([(image.place, times)]);
            return Ok(image.map(|image| Answered { parts: parts(&image), image }));
        }
        let mut together = Collected::default();
        let mut parts = BTreeMap::new();
        for (at, answer) in answers.iter().enumerate() {
            let Some(part) = self.heard(place, action, answer, &question.hearers)? else {
                continue;
            };
            let given = match question.response {
                Response::This(given) => given as usize == at,
                Response::Some | Response::None => true,
            };
            let choice = if given { Choice::Actual } else { Choice::Possible };
            *parts.entry(part.place).or_insert(0) += 1;
            together.add(self, &Interpretation::Images(vec![part]), choice)?;
        }
        match together.into_interpretation(self)? {
            Interpretation::Images(images) if !images.is_empty() => {
                let image = self.learn_images(place, action, public, &images)?;
                Ok(Some(Answered { image, parts }))
            }
            Interpretation::Images(_) | Interpretation::Sets(..) => Ok(None),
        }
    }

    /// What a group learns that hears an answer.
    fn heard(
        &mut self,
        place: Place,
        action: Action,
        answer: &Bits,
        hearers: &Group,
    ) -> Result<Option<Image>, EvalError> {
        let submodel = self.submodel(place).narrow(answer);
        if submodel.size == 0 {
            return Ok(None);
        }
        let image = self.image_within(place, submodel, Group::empty(), &[])?;
        self.learn_images(place, action, hearers, &[image]).map(Some)
    }

    /// Whoever answers picks one of the answers that are true, each as likely as the others. Answers that
    /// are true in the same worlds lead to the same worlds, which are as likely as all of them.
    fn pick_answer(
        &mut self,
        place: Place,
        action: Action,
        answered: Answered,
        answers: &[Arc<Bits>],
    ) -> Interpreted {
        let Answered { image, parts } = answered;
        let Reached { submodel, group, .. } = self.reached_at(image.place).clone();
        let worlds = submodel.model.worlds();
        // One part after the other, as they were put side by side.
        let leading: Vec<usize> = match parts.len() {
            1 => vec![parts.values().sum(); worlds],
            _ => {
                let part = |(&part, &answers): (&Place, &usize)| {
                    std::iter::repeat_n(answers, self.submodel(part).size)
                };
                parts.iter().flat_map(part).collect()
            }
        };
        let origins: Vec<u32> = self.pace().table(worlds, |w| image.origin(w) as u32)?;
        let true_in = |w: usize| answers.iter().filter(|a| a.contains(origins[w] as usize)).count();
        let mut equal = true;
        bits::each(&submodel.domain, self.pace(), |w| equal = equal && leading[w] == true_in(w))?;
        if equal {
            return Ok(images(Some(image)));
        }
        let weights = self.submodel(place).model.weights().gather(&origins, self.pace())?;
        let share = |w: usize| (UBig::from(leading[w]), UBig::from(true_in(w)));
        let weights = weights.multiply_by(worlds, share, self.pace())?;
        let model = Arc::new(submodel.model.copy_without_memory().weighing(weights));
        let submodel = Submodel { model, ..submodel };
        let place =
            self.make_model(Making::Weighed(image.place, action), &group, |_| Ok(submodel))?;
        Ok(images(Some(Image { place, ..image })))
    }

    /// Whether a frame that has a question is one here (def. 9): the answers cover all worlds, and each
    /// says something that the respondent knows.
    pub(super) fn answerable(
        &mut self,
        place: Place,
        action: Action,
        frame: &EventModel,
    ) -> Result<(), EvalError> {
        let Some(roles) = frame.roles else { return Ok(()) };
        let (mut formulas, mut answers) = (Vec::new(), Vec::new());
        for event in &frame.events {
            formulas.push(event.precondition);
            answers.push(self.truth(place, event.precondition)?);
        }
        if !complement(self.submodel(place), &answers).is_clear() {
            return Err(EvalError::Unanswerable { action, why: Unanswerable::NoAnswer });
        }
        let asked = formulas.into_iter().zip(&answers);
        self.about_knowledge(place, action, roles.respondent, asked)
    }

    /// Every answer must be coarser than what the respondent can tell apart.
    fn about_knowledge<'b>(
        &self,
        place: Place,
        action: Action,
        respondent: Agent,
        answers: impl Iterator<Item = (Formula, &'b Arc<Bits>)>,
    ) -> Result<(), EvalError> {
        let submodel = self.submodel(place);
        let Some(relation) = submodel.model.relation(respondent) else { return Ok(()) };
        for (answer, worlds) in answers {
            if !respects(relation, &submodel.domain, worlds, self.pace())? {
                let why = Unanswerable::NotKnown { answer, respondent };
                return Err(EvalError::Unanswerable { action, why });
            }
        }
        Ok(())
    }
}

/// What everybody learns from an answer.
struct Answered {
    image: Image,
    /// The models it consists of, with how many answers lead to each.
    parts: BTreeMap<Place, usize>,
}

fn images(image: Option<Image>) -> Rc<Interpretation> {
    Rc::new(Interpretation::Images(image.into_iter().collect()))
}

/// The worlds that exist and are in none of the sets.
fn complement(submodel: &Submodel, sets: &[Arc<Bits>]) -> Bits {
    let mut rest = Bits::clone(&submodel.domain);
    sets.iter().for_each(|set| rest.difference_with(set));
    rest
}

/// Whether related worlds are both in the set or both outside.
fn respects(relation: &Relation, domain: &Bits, set: &Bits, pace: &Pace) -> Result<bool, Stopped> {
    let mut so_far = true;
    match relation {
        Relation::Cells(cells) => {
            let mut seen: Vec<Option<bool>> = vec![None; cells.bound()];
            bits::each(domain, pace, |world| {
                let inside = set.contains(world);
                let first = *seen[cells.class()[world] as usize].get_or_insert(inside);
                so_far = so_far && first == inside;
            })?;
        }
        Relation::Arrows(arrows) => {
            for world in domain.ones() {
                let next = arrows.successors(world);
                pace.count(1 + next.len() as u64)?;
                let mut next = next.iter().filter(|&&to| domain.contains(to as usize));
                so_far = so_far && next.all(|&to| set.contains(to as usize) == set.contains(world));
            }
        }
    }
    Ok(so_far)
}

//! What a step changed in what is known of cards, in words and for programs.

use super::trace::{Length, shorten};
use super::{count_noun, list};
use crate::card_knowledge::{Known, Literal};
use crate::latex;
use crate::trace::{BeforeAfter, CardLearner, CardTrace, CardsChange, Learner, Number};
use hexa_engine::UBig;
use hexa_lang::Document;
use hexa_logic::Agent;

/// A change in what is known of cards, with the words for it.
pub(super) struct CardTelling<'a> {
    pub(super) trace: &'a CardTrace,
    pub(super) document: &'a Document,
    pub(super) length: Length,
}

/// Agents who all learnt the same, and what.
type Lesson = (Vec<Agent>, Vec<Literal>);

impl CardTelling<'_> {
    /// The change in lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.sizes()];
        lines.extend(self.possible());
        for (word, lessons) in self.lessons() {
            let sentence = |(agents, literals): &Lesson| self.sentence(agents, literals);
            let sentences: Vec<String> = lessons.iter().map(sentence).collect();
            let sentences = shorten(&sentences, self.length);
            lines.extend(sentences.iter().map(|sentence| format!("{word}: {sentence}")));
        }
        lines.extend(self.who_learnt_nothing());
        lines.push(
            "left out: who knows what others know; there are too many worlds to list".to_owned(),
        );
        lines
    }

    /// The change in lines of LaTeX.
    pub(super) fn latex(&self) -> Vec<String> {
        let mut lines = vec![self.sizes().replace("->", "$\\to$")];
        for (word, lessons) in self.lessons() {
            let formulas = lessons.iter().flat_map(|(agents, literals)| {
                let of = |&agent: &Agent| literals.iter().map(move |l| self.formula(agent, l));
                agents.iter().flat_map(of)
            });
            let formulas: Vec<String> = formulas.map(|formula| latex::formula(&formula)).collect();
            let formulas = shorten(&formulas, self.length);
            if !formulas.is_empty() {
                lines.push(format!("{word}: {}", formulas.join(", ")));
            }
        }
        lines
    }

    fn sizes(&self) -> String {
        let (before, after) = &self.trace.worlds;
        format!("{} -> {after}", count_noun(before, "world"))
    }

    /// One line for each agent who considers other worlds possible, and one for all the others.
    fn possible(&self) -> Vec<String> {
        let same = |learner: &&Learner| learner.possible.0 == learner.possible.1;
        let line = |learner: &Learner| {
            let (before, after) = &learner.possible;
            let agent = self.agent(learner.agent);
            format!("{agent}: possible {} -> {after}", count_noun(before, "world"))
        };
        let learners = &self.trace.learners;
        let mut lines: Vec<String> =
            learners.iter().filter(|learner| !same(learner)).map(line).collect();
        let same: Vec<&str> =
            learners.iter().filter(same).map(|learner| self.agent(learner.agent)).collect();
        if !same.is_empty() {
            lines.push(format!("{}: possible as before", same.join(", ")));
        }
        lines
    }

    /// What became known to whom, and what is not known any more.
    fn lessons(&self) -> [(&'static str, Vec<Lesson>); 2] {
        let learners = &self.trace.learners;
        [
            ("now", lessons(learners.iter().map(|learner| (learner.agent, &learner.now[..])))),
            (
                "no longer",
                lessons(learners.iter().map(|learner| (learner.agent, &learner.no_longer[..]))),
            ),
        ]
    }

    /// Those who learnt and forgot nothing about cards.
    fn who_learnt_nothing(&self) -> Option<String> {
        let untaught = |learner: &&Learner| learner.now.is_empty() && learner.no_longer.is_empty();
        let such = self.trace.learners.iter().filter(untaught);
        let names: Vec<String> = such.map(|learner| self.agent(learner.agent).to_owned()).collect();
        match names.len() {
            0 => None,
            all if all == self.trace.learners.len() => {
                Some("nobody learnt or forgot for sure where a card is or is not".to_owned())
            }
            _ => Some(format!("nothing new about where cards are for {}", list(&names))),
        }
    }

    fn sentence(&self, agents: &[Agent], literals: &[Literal]) -> String {
        let names: Vec<String> = agents.iter().map(|&agent| self.agent(agent).to_owned()).collect();
        let literals: Vec<String> = literals.iter().map(|literal| self.literal(literal)).collect();
        match agents.len() {
            1 => format!("{} knows {}", list(&names), list(&literals)),
            all if all == self.trace.learners.len() => {
                format!("everybody knows {}", list(&literals))
            }
            _ => format!("{} know {}", list(&names), list(&literals)),
        }
    }

    fn literal(&self, literal: &Literal) -> String {
        let vocabulary = &self.document.vocabulary;
        let holder = vocabulary.holders().nth(literal.holder);
        let atom = holder.and_then(|holder| vocabulary.holding_atom(literal.card, holder));
        let name = atom.map_or("", |atom| vocabulary.atom_name(atom));
        match literal.known {
            Known::False => format!("~{name}"),
            Known::True | Known::Open => name.to_owned(),
        }
    }

    fn formula(&self, agent: Agent, literal: &Literal) -> String {
        format!("K_{} {}", self.agent(agent), self.literal(literal))
    }

    fn agent(&self, agent: Agent) -> &str {
        self.document.vocabulary.agent_name(agent)
    }
}

/// Literals that the same agents learnt are told together, in order of the first of them.
fn lessons<'a>(learnt: impl Iterator<Item = (Agent, &'a [Literal])>) -> Vec<Lesson> {
    let mut by_literal: Vec<(Literal, Vec<Agent>)> = Vec::new();
    for (agent, literals) in learnt {
        for &literal in literals {
            match by_literal.iter_mut().find(|(known, _)| *known == literal) {
                Some((_, agents)) => agents.push(agent),
                None => by_literal.push((literal, vec![agent])),
            }
        }
    }
    let mut lessons: Vec<Lesson> = Vec::new();
    for (literal, agents) in by_literal {
        match lessons.iter_mut().find(|(of, _)| *of == agents) {
            Some((_, literals)) => literals.push(literal),
            None => lessons.push((agents, vec![literal])),
        }
    }
    lessons
}

impl CardTelling<'_> {
    /// The change as data.
    pub(super) fn data(&self) -> CardsChange {
        let learner = |learner: &Learner| CardLearner {
            agent: self.agent(learner.agent).to_owned(),
            possible: numbers(&learner.possible),
            now: self.formulas(learner.agent, &learner.now),
            no_longer: self.formulas(learner.agent, &learner.no_longer),
        };
        CardsChange {
            worlds: numbers(&self.trace.worlds),
            agents: self.trace.learners.iter().map(learner).collect(),
            left_out: true,
        }
    }

    fn formulas(&self, agent: Agent, literals: &[Literal]) -> Vec<String> {
        literals.iter().map(|literal| self.formula(agent, literal)).collect()
    }
}

fn numbers((before, after): &(UBig, UBig)) -> BeforeAfter<Number> {
    BeforeAfter { before: Number(before.clone()), after: Number(after.clone()) }
}

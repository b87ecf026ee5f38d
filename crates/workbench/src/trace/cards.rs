//! What a step changed where the worlds are too many to list: how many there are, and what everybody knows of the
//! cards.

use crate::card_knowledge::{CardKnowledge, Literal};
use hexa_engine::{Limit, UBig, deals};
use hexa_logic::Agent;

/// What a step changed in a card game.
#[derive(Clone, Debug)]
pub struct CardTrace {
    /// How many worlds there were and are.
    pub worlds: (UBig, UBig),
    /// Those who have access before and after.
    pub learners: Vec<Learner>,
}

/// What somebody learnt or forgot about cards.
#[derive(Clone, Debug)]
pub struct Learner {
    /// Who.
    pub agent: Agent,
    /// How many worlds they considered possible, and consider possible.
    pub possible: (UBig, UBig),
    /// What they know now and did not know before.
    pub now: Vec<Literal>,
    /// What they knew before and do not know now.
    pub no_longer: Vec<Literal>,
}

impl CardTrace {
    /// Compares two states.
    pub fn new(before: &deals::State, after: &deals::State) -> Result<Self, Limit> {
        let both = before.group().iter().filter(|&agent| after.group().contains(agent));
        let learner = |agent| Learner::new(agent, before, after);
        Ok(Self {
            worlds: (before.relevant_count()?, after.relevant_count()?),
            learners: both.map(learner).collect::<Result<_, _>>()?,
        })
    }
}

impl Learner {
    fn new(agent: Agent, before: &deals::State, after: &deals::State) -> Result<Self, Limit> {
        let (old, new) = (CardKnowledge::of(before, agent)?, CardKnowledge::of(after, agent)?);
        Ok(Self {
            agent,
            possible: (before.considered_count(agent)?, after.considered_count(agent)?),
            now: new.beyond(&old),
            no_longer: old.beyond(&new),
        })
    }
}

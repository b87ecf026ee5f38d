//! A group of agents (thesis def. 31): the agents an operator speaks of, or those
//! for whom a model defines access.

use crate::Agent;

/// A set of agents. Equal sets compare, hash and order alike, whatever their history.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Group {
    /// One bit per agent, without trailing zero words.
    words: Vec<u64>,
}

impl Group {
    /// Nobody.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The first `count` agents: everybody, if there are that many.
    pub fn first(count: usize) -> Self {
        (0..count).map(Agent::from_index).collect()
    }

    /// Whether the agent is in the group.
    pub fn contains(&self, agent: Agent) -> bool {
        let word = self.words.get(agent.index() / 64).copied().unwrap_or(0);
        word >> (agent.index() % 64) & 1 == 1
    }

    /// Adds an agent.
    pub fn insert(&mut self, agent: Agent) {
        let word = agent.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (agent.index() % 64);
    }

    /// Whether nobody is in the group.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many agents are in the group.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The agents, in the order declared.
    pub fn iter(&self) -> impl Iterator<Item = Agent> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Agent(at as u32 * 64 + bit))
        })
    }

    /// The first agent of this group that is not in the other.
    pub fn first_outside(&self, other: &Group) -> Option<Agent> {
        self.iter().find(|&agent| !other.contains(agent))
    }

    /// Whether everybody in this group is in the other.
    pub fn is_subset(&self, other: &Group) -> bool {
        self.first_outside(other).is_none()
    }

    /// Everybody in either group.
    pub fn union(&self, other: &Group) -> Group {
        self.iter().chain(other.iter()).collect()
    }
}

impl FromIterator<Agent> for Group {
    fn from_iter<I: IntoIterator<Item = Agent>>(agents: I) -> Self {
        let mut group = Group::empty();
        agents.into_iter().for_each(|agent| group.insert(agent));
        group
    }
}

impl From<Agent> for Group {
    fn from(agent: Agent) -> Self {
        std::iter::once(agent).collect()
    }
}

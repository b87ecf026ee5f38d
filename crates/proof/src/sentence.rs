//! What the lines of a proof say: sentences, in a store in which equal sentences are one.
//!
//! A sentence is taken as it is written, nothing in it is simplified: `p & p` is not `p`, and that they are equivalent takes a line.
//! The operators are those of thesis def. 66 with `D` (also for beliefs: what the systems say of `K_a` is what tells the two apart),
//! `next` of EGDL def. 4, and `[α]` of thesis def. 25. The rest is written with these: `M_a φ` is `~K_a ~φ`, `<α>φ` is `~[α]~φ`,
//! `Kw_a φ` is `K_a φ | K_a ~φ`.
//!
//! Variables stand for any sentence, agent or group; theorems about them have instances. A letter is not a variable: a theorem about
//! `p` says nothing of `q`.

use hexa_logic::Agent;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The index as a position in an array.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The thing at a position of an array.
            ///
            /// # Panics
            /// If the position does not fit in 32 bits; memory ends before.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("memory ends before 32 bits do"))
            }
        }
    };
}

index! {
    /// A sentence of some [`Sentences`]. Older sentences never contain newer ones.
    Sentence
}
index! {
    /// Something that is true or false where a sentence is, by its name: an atom; for EGDL also `initial`, `terminal`, `legal(a)`,
    /// `does(a)`, `wins(r)`.
    Letter
}
index! {
    /// What a theorem is about in general: it stands for any sentence, agent, group or action. Its name is that of a [`Letter`].
    Variable
}
index! {
    /// A group of agents of some [`Sentences`].
    Party
}
index! {
    /// An action of some [`Sentences`].
    Act
}

/// The outermost shape of a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// What always holds.
    True,
    /// What never holds.
    False,
    /// A letter.
    Letter(Letter),
    /// Any sentence.
    Variable(Variable),
    /// Negation.
    Not(Sentence),
    /// Conjunction of any number; of none it is true.
    And(Box<[Sentence]>),
    /// Disjunction of any number; of none it is false.
    Or(Box<[Sentence]>),
    /// Implication.
    Implies(Sentence, Sentence),
    /// Equivalence.
    Iff(Sentence, Sentence),
    /// An operator before a sentence. All of them are boxes: they distribute over conjunction.
    Box(Operator, Sentence),
}

impl Shape {
    /// Calls `each` for the sentences directly inside, in order; not for those inside an action.
    pub fn parts(&self, mut each: impl FnMut(Sentence)) {
        match self {
            Self::True | Self::False | Self::Letter(_) | Self::Variable(_) => {}
            Self::Not(body) | Self::Box(_, body) => each(*body),
            Self::And(of) | Self::Or(of) => of.iter().copied().for_each(each),
            Self::Implies(left, right) | Self::Iff(left, right) => {
                each(*left);
                each(*right);
            }
        }
    }
}

/// What can stand before a sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// `K_a`: the agent knows.
    Knows(Who),
    /// `E_B`: everybody in the group knows.
    Everybody(Party),
    /// `C_B`: common knowledge of the group, over the reflexive and transitive closure.
    Common(Party),
    /// `D_B`: distributed knowledge of the group.
    Distributed(Party),
    /// `next`: in the next state.
    Next,
    /// `[α]`: after every execution of the action.
    After(Act),
}

/// An agent, or any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Who {
    /// This one.
    Agent(Agent),
    /// Any.
    Variable(Variable),
}

/// A group as it is said: these agents, together with any groups.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Members {
    /// The agents that are named, in order.
    pub agents: Vec<Who>,
    /// The groups that are any, in order.
    pub groups: Vec<Variable>,
}

impl Members {
    /// Whether everybody in a group is certainly in this one, whoever the variables are.
    pub fn include(&self, other: &Self) -> bool {
        other.agents.iter().all(|who| self.agents.contains(who))
            && other.groups.iter().all(|group| self.groups.contains(group))
    }

    /// Those who are in either group.
    pub fn join(mut self, other: &Self) -> Self {
        self.agents.extend(&other.agents);
        self.groups.extend(&other.groups);
        self.agents.sort_unstable();
        self.agents.dedup();
        self.groups.sort_unstable();
        self.groups.dedup();
        self
    }
}

/// The outermost shape of an action (thesis defs. 26 and 29).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ActShape {
    /// Any action.
    Variable(Variable),
    /// `?φ`
    Test(Sentence),
    /// `L_B α`: the group learns α.
    Learn(Party, Act),
    /// `α ; β ; ...`
    Sequence(Box<[Act]>),
    /// `α + β + ...`, with the place of the alternative that was actually chosen, if one is marked.
    Choice(Box<[Act]>, Option<u32>),
}

/// A store of sentences, with the names of what they speak of.
#[derive(Clone, Debug)]
pub struct Sentences {
    shapes: IndexSet<Shape, FxBuildHasher>,
    acts: IndexSet<ActShape, FxBuildHasher>,
    parties: IndexSet<Members, FxBuildHasher>,
    letters: IndexSet<Box<str>, FxBuildHasher>,
    agents: IndexSet<Box<str>, FxBuildHasher>,
}

impl Default for Sentences {
    fn default() -> Self {
        let mut shapes = IndexSet::default();
        shapes.insert(Shape::True);
        shapes.insert(Shape::False);
        Self {
            shapes,
            acts: IndexSet::default(),
            parties: IndexSet::default(),
            letters: IndexSet::default(),
            agents: IndexSet::default(),
        }
    }
}

impl Sentences {
    /// What always holds; in every store the same.
    pub const TRUE: Sentence = Sentence(0);
    /// What never holds; in every store the same.
    pub const FALSE: Sentence = Sentence(1);

    /// The sentence of that shape, whose parts are of this store.
    pub fn make(&mut self, shape: Shape) -> Sentence {
        Sentence::from_index(self.shapes.insert_full(shape).0)
    }

    /// The sentence of that shape, if there is one.
    pub fn known(&self, shape: &Shape) -> Option<Sentence> {
        self.shapes.get_index_of(shape).map(Sentence::from_index)
    }

    /// The shape of a sentence of this store.
    pub fn shape(&self, sentence: Sentence) -> &Shape {
        &self.shapes[sentence.index()]
    }

    /// The operator that a sentence begins with, and what stands behind it.
    pub fn as_box(&self, sentence: Sentence) -> Option<(Operator, Sentence)> {
        if let Shape::Box(operator, body) = *self.shape(sentence) {
            Some((operator, body))
        } else {
            None
        }
    }

    /// How many sentences there are; their indices are below this.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Never: what always holds is a sentence.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The letter of that name, as a sentence.
    pub fn letter(&mut self, name: &str) -> Sentence {
        let letter = self.name(name);
        self.make(Shape::Letter(letter))
    }

    /// The letter of that name.
    pub fn name(&mut self, name: &str) -> Letter {
        match self.letters.get_index_of(name) {
            Some(known) => Letter::from_index(known),
            None => Letter::from_index(self.letters.insert_full(name.into()).0),
        }
    }

    /// The letter of that name, if there is one.
    pub fn known_letter(&self, name: &str) -> Option<Letter> {
        self.letters.get_index_of(name).map(Letter::from_index)
    }

    /// The variable of that name.
    pub fn variable(&mut self, name: &str) -> Variable {
        Variable(self.name(name).0)
    }

    /// What a letter is called.
    pub fn letter_name(&self, letter: Letter) -> &str {
        &self.letters[letter.index()]
    }

    /// What a variable is called.
    pub fn variable_name(&self, variable: Variable) -> &str {
        &self.letters[variable.index()]
    }

    /// The agent of that name.
    pub fn agent(&mut self, name: &str) -> Agent {
        match self.agents.get_index_of(name) {
            Some(known) => Agent::from_index(known),
            None => Agent::from_index(self.agents.insert_full(name.into()).0),
        }
    }

    /// The agent of that name, if there is one.
    pub fn known_agent(&self, name: &str) -> Option<Agent> {
        self.agents.get_index_of(name).map(Agent::from_index)
    }

    /// An agent's name.
    pub fn agent_name(&self, agent: Agent) -> &str {
        &self.agents[agent.index()]
    }

    /// All agents, in the order in which they were named.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = Agent> + use<> {
        (0..self.agents.len()).map(Agent::from_index)
    }

    /// The group of these.
    pub fn party(&mut self, members: Members) -> Party {
        // In order, each once.
        let members = members.join(&Members::default());
        Party::from_index(self.parties.insert_full(members).0)
    }

    /// The group of these agents.
    pub fn party_of(&mut self, agents: impl IntoIterator<Item = Agent>) -> Party {
        let agents = agents.into_iter().map(Who::Agent).collect();
        self.party(Members { agents, groups: Vec::new() })
    }

    /// Who is in a group of this store.
    pub fn members(&self, party: Party) -> &Members {
        &self.parties[party.index()]
    }

    /// The action of that shape, whose parts are of this store.
    pub fn act(&mut self, shape: ActShape) -> Act {
        Act::from_index(self.acts.insert_full(shape).0)
    }

    /// The shape of an action of this store.
    pub fn act_shape(&self, act: Act) -> &ActShape {
        &self.acts[act.index()]
    }

    /// Not.
    pub fn not(&mut self, body: Sentence) -> Sentence {
        self.make(Shape::Not(body))
    }

    /// All of them; of one it is that one.
    pub fn and(&mut self, of: Vec<Sentence>) -> Sentence {
        match of[..] {
            [] => Self::TRUE,
            [only] => only,
            _ => self.make(Shape::And(of.into())),
        }
    }

    /// Some of them; of one it is that one.
    pub fn or(&mut self, of: Vec<Sentence>) -> Sentence {
        match of[..] {
            [] => Self::FALSE,
            [only] => only,
            _ => self.make(Shape::Or(of.into())),
        }
    }

    /// If the first, then the second.
    pub fn implies(&mut self, left: Sentence, right: Sentence) -> Sentence {
        self.make(Shape::Implies(left, right))
    }

    /// Both or none.
    pub fn iff(&mut self, left: Sentence, right: Sentence) -> Sentence {
        self.make(Shape::Iff(left, right))
    }

    /// An operator before a sentence.
    pub fn boxed(&mut self, operator: Operator, body: Sentence) -> Sentence {
        self.make(Shape::Box(operator, body))
    }

    /// `K_a φ`
    pub fn knows(&mut self, agent: Agent, body: Sentence) -> Sentence {
        self.boxed(Operator::Knows(Who::Agent(agent)), body)
    }
}

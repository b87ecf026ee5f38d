//! What somebody says, and who notices: announcements, what is told to some, private messages and lies (van Ditmarsch,
//! van der Hoek and Kooi 2007, *Dynamic epistemic logic*, ch. 4 and 6; van Ditmarsch 2014, *Dynamics of lying*). Each stands
//! for an action frame, whose product is defined on any relations, partitions or not.
//!
//! Here φ is what is said, ψ is φ without a speaker and `K_c φ` with a speaker c, and χ is likewise `~φ` or `K_c ~φ`.
//! Who is told are those named, and the speaker.
//!
//! | message | events | told | others |
//! |---|---|---|---|
//! | `announce φ` | said: ψ | | tell nothing apart, for there is one event |
//! | `tell φ to B` | said: ψ; denied: χ | tell them apart | cannot |
//! | `privately φ to B` | said: ψ; nothing | tell them apart | think that nothing happens |
//! | `lie φ to B by c` | lie: `~K_c φ`; said: ψ; denied: χ | c tells them apart; B takes the lie for said | take it for said or denied |
//!
//! Where everybody is told, only the first event of the first three can be noticed by anybody: they are one announcement.

use crate::vocabulary::index;
use crate::{
    Action, ActionNode, Agent, Event, EventClause, EventModel, Formula, FormulaNode, Group,
    RelationSetup, Terms,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

index! {
    /// A message of a store of terms.
    MessageIndex
}

/// Something that is said.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// How it is said.
    pub manner: Manner,
    /// What is said.
    pub said: Formula,
    /// Those to whom it is said; none if it is said to everybody.
    pub to: Option<Group>,
    /// Who says it, if somebody does.
    pub by: Option<Agent>,
}

/// How something is said: who notices what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// `announce φ`: everybody hears it.
    Announce,
    /// `tell φ to B`: the others see that B is told whether φ.
    Tell,
    /// `privately φ to B`: the others notice nothing.
    Privately,
    /// `lie φ to B by c`: c does not believe it, and for the others it is as if c told it.
    Lie,
}

impl Manner {
    /// The word that it starts with.
    pub fn word(self) -> &'static str {
        match self {
            Self::Announce => "announce",
            Self::Tell => "tell",
            Self::Privately => "privately",
            Self::Lie => "lie",
        }
    }
}

impl Message {
    /// Whether an agent knows which event happens: they are told, or speak.
    pub fn is_told(&self, agent: Agent) -> bool {
        self.by == Some(agent) || self.to.as_ref().is_none_or(|to| to.contains(agent))
    }
}

/// The messages of a store, with their frames. The first event happens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages {
    all: Vec<(Message, EventModel)>,
    /// By the message and the number of agents.
    known: FxHashMap<(Message, usize), MessageIndex>,
}

impl Terms {
    /// The action of saying something, if there are so many agents.
    pub fn message(&mut self, message: Message, agents: usize) -> Action {
        let key = (message.clone(), agents);
        let index = match self.messages.known.get(&key) {
            Some(&known) => known,
            None => {
                let frame = self.message_frame(&message, agents);
                let index = MessageIndex::from_index(self.messages.all.len());
                self.messages.all.push((message, frame));
                self.messages.known.insert(key, index);
                index
            }
        };
        self.action(ActionNode::Message(index))
    }

    /// A message of this store, and its frame.
    pub fn said(&self, index: MessageIndex) -> (&Message, &EventModel) {
        let (message, frame) = &self.messages.all[index.index()];
        (message, frame)
    }

    /// What must hold where a message is heard by everybody and believed; none if it is another message. Executing one
    /// leaves the worlds where this holds.
    pub fn announced(&self, index: MessageIndex) -> Option<Formula> {
        match &self.said(index).1.events[..] {
            [only] => Some(only.precondition),
            _ => None,
        }
    }

    /// An event of a message as an action of its own, which happens whether or not the message is sent.
    pub fn other_message(&mut self, index: MessageIndex, event: Event) -> Action {
        let (message, frame) = self.said(index);
        let (message, agents) = (message.clone(), frame.relations.len());
        let told = |said| Message { manner: Manner::Tell, said, ..message.clone() };
        match Happening::all(message.manner)[event.index()] {
            Happening::Lie => self.message(message, agents),
            Happening::Said if message.manner == Manner::Lie => {
                let told = told(message.said);
                self.message(told, agents)
            }
            Happening::Said => self.message(message, agents),
            Happening::Denied => {
                let denial = self.not(message.said);
                self.message(told(denial), agents)
            }
            Happening::Nothing => {
                let nothing =
                    Message { manner: Manner::Announce, said: Terms::TRUE, to: None, by: None };
                self.message(nothing, agents)
            }
        }
    }

    fn message_frame(&mut self, message: &Message, agents: usize) -> EventModel {
        let denial = self.not(message.said);
        let said = self.as_said(message.by, message.said);
        let denied = self.as_said(message.by, denial);
        let everybody_told = Group::first(agents).iter().all(|agent| message.is_told(agent));
        let lied = self.not(said);
        let precondition = |happens| match happens {
            Happening::Lie => lied,
            Happening::Said => said,
            Happening::Denied => denied,
            Happening::Nothing => Terms::TRUE,
        };
        let noticed = |happens: &Happening| {
            !everybody_told || matches!(happens, Happening::Lie | Happening::Said)
        };
        let happenings = Happening::all(message.manner).iter().copied().filter(noticed);
        let events: Vec<_> = happenings.map(|happens| (happens, precondition(happens))).collect();
        let relation = |agent: Agent| {
            let mut pairs = BTreeSet::new();
            for (from, (happens, _)) in events.iter().enumerate() {
                for (to, (suspected, _)) in events.iter().enumerate() {
                    if message.suspects(agent, *happens, *suspected) {
                        pairs.insert((from as u32, to as u32));
                    }
                }
            }
            Some(RelationSetup::of_pairs(events.len(), pairs))
        };
        let relations = Group::first(agents).iter().map(relation).collect();
        let clause = |&(happens, precondition): &(Happening, Formula)| EventClause {
            name: happens.name().to_owned(),
            precondition,
            postcondition: Vec::new(),
        };
        let name = message.manner.word().to_owned();
        let events = events.iter().map(clause).collect();
        EventModel { name, events, relations, roles: None, chances: None }
    }

    /// When something can be said truthfully: its speaker must know it.
    fn as_said(&mut self, speaker: Option<Agent>, formula: Formula) -> Formula {
        match speaker {
            Some(speaker) => self.formula(FormulaNode::Knows(speaker, formula)),
            None => formula,
        }
    }
}

/// What can happen where a message is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Happening {
    /// The speaker lies.
    Lie,
    /// It is said, truthfully.
    Said,
    /// That it is not so is said, truthfully.
    Denied,
    /// Nothing is said.
    Nothing,
}

impl Happening {
    /// All that can happen, that which does first.
    fn all(manner: Manner) -> &'static [Self] {
        match manner {
            Manner::Announce => &[Self::Said],
            Manner::Tell => &[Self::Said, Self::Denied],
            Manner::Privately => &[Self::Said, Self::Nothing],
            Manner::Lie => &[Self::Lie, Self::Said, Self::Denied],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Lie => "lie",
            Self::Said => "said",
            Self::Denied => "denied",
            Self::Nothing => "nothing",
        }
    }
}

impl Message {
    /// Whether an agent thinks that one thing may happen when another does.
    fn suspects(&self, agent: Agent, happens: Happening, suspected: Happening) -> bool {
        use Happening::{Denied, Lie, Nothing, Said};
        // Only the liar knows of the lie.
        let seems = if happens == Lie && self.by != Some(agent) { Said } else { happens };
        if self.is_told(agent) {
            return suspected == seems;
        }
        match self.manner {
            Manner::Privately => suspected == Nothing,
            Manner::Announce | Manner::Tell | Manner::Lie => matches!(suspected, Said | Denied),
        }
    }
}

//! Names and the indices that stand for them. One index type per kind of thing,
//! so that a card can never be taken for an agent.

use rustc_hash::FxHashMap;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a position in an array.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The thing at a position of an array.
            ///
            /// # Panics
            /// If the position does not fit in 32 bits; limits are checked long before.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("index spaces are limited to 32 bits"))
            }
        }
    };
}
pub(crate) use index;

index! {
    /// Somebody who knows and learns.
    Agent
}
index! {
    /// A propositional letter.
    Atom
}
index! {
    /// A card that is dealt.
    Card
}
index! {
    /// A world of a model.
    World
}

/// Who can hold cards: the agents and, if there is one, the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    /// An agent's hand.
    Agent(Agent),
    /// The cards that are nobody's: the table knows and learns nothing.
    Table,
}

/// The names of everything a document speaks of.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    agents: Vec<String>,
    agent_by_name: FxHashMap<String, Agent>,
    /// Whether `12` would not read as the group of 1 and 2.
    apart: bool,
    table: Option<String>,
    cards: Vec<String>,
    card_by_name: FxHashMap<String, Card>,
    atoms: Vec<String>,
    atom_by_name: FxHashMap<String, Atom>,
    held: FxHashMap<(Card, Holder), Atom>,
    holding: FxHashMap<Atom, (Card, Holder)>,
}

impl Vocabulary {
    /// The names of a card game without a table: its players, its cards, and who may hold which.
    pub fn of_cards(agents: &[&str], cards: &[&str]) -> (Self, Vec<Card>) {
        let mut names = Self::default();
        for &agent in agents {
            names.add_agent(agent);
        }
        let cards: Vec<Card> = cards.iter().map(|&card| names.add_card(card)).collect();
        for &card in &cards {
            for holder in names.holders() {
                names.add_holding_atom(card, holder);
            }
        }
        (names, cards)
    }

    /// Declares an agent.
    pub fn add_agent(&mut self, name: impl Into<String>) -> Agent {
        let (name, agent) = (name.into(), Agent::from_index(self.agents.len()));
        // Of several with one name, the first goes by it.
        self.agent_by_name.entry(name.clone()).or_insert(agent);
        self.agents.push(name);
        agent
    }

    /// Says that agents' names are never written together: `{1,2}`, not `12`.
    pub fn keep_agents_apart(&mut self) {
        self.apart = true;
    }

    /// Whether `12` may be written for the group of 1 and 2.
    pub fn agents_join(&self) -> bool {
        let of_one = |name: &String| name.chars().count() == 1;
        !self.apart && self.agents.iter().all(of_one)
    }

    /// Declares the table.
    pub fn set_table(&mut self, name: impl Into<String>) {
        self.table = Some(name.into());
    }

    /// Declares a card, or finds it if it is known already.
    pub fn add_card(&mut self, name: &str) -> Card {
        self.card(name).unwrap_or_else(|| {
            let card = Card::from_index(self.cards.len());
            self.card_by_name.insert(name.to_owned(), card);
            self.cards.push(name.to_owned());
            card
        })
    }

    /// Declares an atom, or finds it if it is known already.
    pub fn add_atom(&mut self, name: &str) -> Atom {
        if let Some(&atom) = self.atom_by_name.get(name) {
            return atom;
        }
        let atom = Atom::from_index(self.atoms.len());
        self.atoms.push(name.to_owned());
        self.atom_by_name.insert(name.to_owned(), atom);
        atom
    }

    /// The atom `c_h`: the holder has the card (thesis sec. 2.3.1). Declares it if need be.
    pub fn add_holding_atom(&mut self, card: Card, holder: Holder) -> Atom {
        if let Some(&atom) = self.held.get(&(card, holder)) {
            return atom;
        }
        let name = format!("{}_{}", self.card_name(card), self.holder_name(holder));
        let atom = self.add_atom(&name);
        self.held.insert((card, holder), atom);
        self.holding.insert(atom, (card, holder));
        atom
    }

    /// All agents, in the order declared.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = Agent> + use<> {
        (0..self.agents.len()).map(Agent::from_index)
    }

    /// All holders: the agents, then the table.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + use<> {
        let table = self.table.is_some().then_some(Holder::Table);
        self.agents().map(Holder::Agent).chain(table)
    }

    /// All cards, in the order first dealt.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Card> + use<> {
        (0..self.cards.len()).map(Card::from_index)
    }

    /// All atoms, in the order declared.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = Atom> + use<> {
        (0..self.atoms.len()).map(Atom::from_index)
    }

    /// How many agents there are.
    pub fn agent_count(&self) -> usize {
        self.agents.len()
    }

    /// How many atoms there are.
    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    /// The agent of that name.
    pub fn agent(&self, name: &str) -> Option<Agent> {
        self.agent_by_name.get(name).copied()
    }

    /// The holder of that name.
    pub fn holder(&self, name: &str) -> Option<Holder> {
        let table = self.table.as_deref() == Some(name);
        self.agent(name).map(Holder::Agent).or(table.then_some(Holder::Table))
    }

    /// The card of that name.
    pub fn card(&self, name: &str) -> Option<Card> {
        self.card_by_name.get(name).copied()
    }

    /// The atom of that name.
    pub fn atom(&self, name: &str) -> Option<Atom> {
        self.atom_by_name.get(name).copied()
    }

    /// The atom `c_h`, which says that a holder has a card, if there is one.
    pub fn holding_atom(&self, card: Card, holder: Holder) -> Option<Atom> {
        self.held.get(&(card, holder)).copied()
    }

    /// Which card at which holder an atom speaks of, if it speaks of that.
    pub fn holding(&self, atom: Atom) -> Option<(Card, Holder)> {
        self.holding.get(&atom).copied()
    }

    /// Whether there is a table.
    pub fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// An agent's name.
    pub fn agent_name(&self, agent: Agent) -> &str {
        &self.agents[agent.index()]
    }

    /// A holder's name.
    pub fn holder_name(&self, holder: Holder) -> &str {
        match holder {
            Holder::Agent(agent) => self.agent_name(agent),
            Holder::Table => self.table.as_deref().unwrap_or("table"),
        }
    }

    /// A card's name.
    pub fn card_name(&self, card: Card) -> &str {
        &self.cards[card.index()]
    }

    /// An atom's name, as it is written.
    pub fn atom_name(&self, atom: Atom) -> &str {
        &self.atoms[atom.index()]
    }
}

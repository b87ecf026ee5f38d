//! Who knows what: for each agent what they know of the atoms, as a table of cards and holders where there are cards.

use crate::card_knowledge::{CardKnowledge, Known};
use hexa_engine::{AccessView, Held, Limit, UBig, View, deals};
use hexa_logic::{Agent, Atom, Holder, Vocabulary};

/// What everybody knows in the actual world.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Knowledge {
    /// The holders of cards, in the order of the table's columns.
    pub holders: Vec<String>,
    /// Everybody, in order.
    pub agents: Vec<AgentKnowledge>,
}

/// What an agent knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct AgentKnowledge {
    /// Who.
    pub agent: String,
    /// How many worlds they consider possible; none if they have no access.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits_if_known"))]
    pub possible: Option<UBig>,
    /// For each card what they know of it and each holder.
    pub cards: Vec<CardRow>,
    /// Atoms that are not about cards, by what they know of them.
    #[cfg_attr(feature = "json", serde(rename = "true"))]
    pub known_true: Vec<String>,
    /// Those that they know to be false.
    #[cfg_attr(feature = "json", serde(rename = "false"))]
    pub known_false: Vec<String>,
    /// Those that they are open about.
    pub open: Vec<String>,
}

/// What an agent knows of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CardRow {
    /// The card.
    pub card: String,
    /// For each holder whether they have it; none where that is no question.
    pub held: Vec<Option<Known>>,
}

impl Knowledge {
    /// What everybody knows in a state.
    pub fn new(state: &Held, vocabulary: &Vocabulary) -> Result<Self, Limit> {
        let agents: Result<_, Limit> = match state.card_game() {
            Some(state) => {
                vocabulary.agents().map(|agent| of_cards(state, vocabulary, agent)).collect()
            }
            None => {
                let view = state.view()?;
                vocabulary.agents().map(|agent| Ok(in_view(&view, vocabulary, agent))).collect()
            }
        };
        let name = |holder| vocabulary.holder_name(holder).to_owned();
        Ok(Self { holders: vocabulary.holders().map(name).collect(), agents: agents? })
    }
}

impl AgentKnowledge {
    fn nothing(agent: &str, possible: Option<UBig>) -> Self {
        let (cards, open) = (Vec::new(), Vec::new());
        let agent = agent.to_owned();
        Self { agent, possible, cards, known_true: Vec::new(), known_false: Vec::new(), open }
    }

    fn new(
        agent: &str,
        possible: UBig,
        vocabulary: &Vocabulary,
        known: impl Fn(Atom) -> Known,
    ) -> Self {
        let held = |card| {
            let atom = |holder: Holder| vocabulary.holding_atom(card, holder).map(&known);
            let held = vocabulary.holders().map(atom).collect();
            CardRow { card: vocabulary.card_name(card).to_owned(), held }
        };
        let such = |what: Known| -> Vec<String> {
            let others = vocabulary.atoms().filter(|&atom| vocabulary.holding(atom).is_none());
            let such = others.filter(|&atom| known(atom) == what);
            such.map(|atom| vocabulary.atom_name(atom).to_owned()).collect()
        };
        Self {
            cards: vocabulary.cards().map(held).collect(),
            known_true: such(Known::True),
            known_false: such(Known::False),
            open: such(Known::Open),
            ..Self::nothing(agent, Some(possible))
        }
    }
}

/// For deals of cards, without listing worlds.
fn of_cards(
    state: &deals::State,
    vocabulary: &Vocabulary,
    agent: Agent,
) -> Result<AgentKnowledge, Limit> {
    let name = vocabulary.agent_name(agent);
    if !state.group().contains(agent) {
        return Ok(AgentKnowledge::nothing(name, None));
    }
    let cards = CardKnowledge::of(state, agent)?;
    let known = |atom: Atom| match vocabulary.holding(atom) {
        Some((card, holder)) => {
            let place = vocabulary.holders().position(|other| other == holder);
            place.map_or(Known::False, |place| cards.knowledge_of(card, place))
        }
        None => Known::False,
    };
    Ok(AgentKnowledge::new(name, state.considered_count(agent)?, vocabulary, known))
}

fn in_view(view: &View, vocabulary: &Vocabulary, agent: Agent) -> AgentKnowledge {
    let name = vocabulary.agent_name(agent);
    let Some(worlds) = considered_worlds(view, agent) else {
        return AgentKnowledge::nothing(name, None);
    };
    if worlds.is_empty() {
        return AgentKnowledge::nothing(name, Some(UBig::ZERO));
    }
    let mut held = vec![0; vocabulary.atom_count()];
    for atom in worlds.iter().flat_map(|&world| &view.worlds[world].atoms) {
        held[atom.index()] += 1;
    }
    let known = |atom: Atom| match held[atom.index()] {
        0 => Known::False,
        all if all == worlds.len() => Known::True,
        _ => Known::Open,
    };
    AgentKnowledge::new(name, worlds.len().into(), vocabulary, known)
}

/// The worlds that an agent considers possible in the actual one; none if they have no access.
pub fn considered_worlds(view: &View, agent: Agent) -> Option<Vec<usize>> {
    let (_, access) = view.access.iter().find(|(of, _)| *of == agent)?;
    Some(match access {
        AccessView::Cells(cells) => cells
            .iter()
            .find(|cell| cell.binary_search(&view.actual).is_ok())
            .cloned()
            .unwrap_or_default(),
        AccessView::Arrows(arrows) => {
            arrows.iter().filter(|(from, _)| *from == view.actual).map(|(_, to)| *to).collect()
        }
    })
}

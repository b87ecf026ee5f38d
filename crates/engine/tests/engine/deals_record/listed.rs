//! All worlds of a record, one by one: the definitions that records are compared with.

use super::*;

/// A world: who holds each card, and the card shown in each event.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct World {
    pub(super) deal: Vec<usize>,
    pub(super) shown: Vec<(usize, Card)>,
    pub(super) weight: u128,
}

/// All worlds, listed. This is what records are tested against.
pub(super) struct Listed<'p> {
    pub(super) play: &'p Play,
    deals: Vec<Vec<usize>>,
    table: usize,
}

/// Lists that are longer are not looked at.
pub(super) const MOST_WORLDS: usize = 6000;

impl<'p> Listed<'p> {
    pub(super) fn new(play: &'p Play) -> Self {
        let sizes = play.deal().size();
        let table = play.vocabulary.agent_count();
        let mut deals: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in play.vocabulary.cards() {
            let with = |deal: Vec<usize>| {
                let has = |holder: usize| deal.iter().filter(|&&other| other == holder).count();
                let free = (0..sizes.len()).filter(|&holder| has(holder) < sizes[holder]);
                let more = |holder| deal.iter().copied().chain([holder]).collect();
                free.map(more).collect::<Vec<Vec<usize>>>()
            };
            deals = deals.into_iter().flat_map(with).collect();
        }
        for kind in kinds(&play.game) {
            let on_table = |deal: &Vec<usize>| {
                kind.iter().filter(|card| deal[card.index()] == table).count() == 1
            };
            deals.retain(on_table);
        }
        Self { play, deals, table }
    }

    pub(super) fn table_of(&self, world: &World) -> Vec<Card> {
        let on = |card: &Card| world.deal[card.index()] == self.table;
        self.play.vocabulary.cards().filter(on).collect()
    }

    /// What an agent sees of a world after these events.
    pub(super) fn sight(
        &self,
        world: &World,
        agent: Agent,
        events: &[(usize, &Event)],
    ) -> Vec<usize> {
        let looks = |(_, event): &(usize, &Event)| matches!(event, Event::WrongAccusation { accuser, looks: Looks::AtTable, .. } if *accuser == agent);
        let sees_table = events.iter().any(looks);
        let sees =
            |&holder: &usize| holder == agent.index() || (sees_table && holder == self.table);
        let mut seen: Vec<usize> = world
            .deal
            .iter()
            .map(|holder| if sees(holder) { *holder } else { usize::MAX })
            .collect();
        for (at, event) in events {
            if let Event::Shows { requester, respondent, .. } = event
                && (agent == *requester || agent == *respondent)
            {
                let shown = world.shown.iter().find(|(event, _)| event == at);
                seen.push(shown.expect("it was shown").1.index());
            }
        }
        seen
    }

    /// Whether an agent knows the table, in each of these worlds.
    fn knows(&self, worlds: &[World], agent: Agent, events: &[(usize, &Event)]) -> Vec<bool> {
        let mut tables: BTreeMap<Vec<usize>, BTreeSet<Vec<Card>>> = BTreeMap::new();
        for world in worlds {
            let sight = self.sight(world, agent, events);
            tables.entry(sight).or_default().insert(self.table_of(world));
        }
        worlds.iter().map(|world| tables[&self.sight(world, agent, events)].len() == 1).collect()
    }

    /// Whether an agent knows which of some cards are on the table, in each of these worlds.
    fn knows_which(
        &self,
        worlds: &[World],
        agent: Agent,
        events: &[(usize, &Event)],
        cards: &[Card],
    ) -> Vec<bool> {
        let which = |world: &World| -> Vec<Card> {
            self.table_of(world).into_iter().filter(|card| cards.contains(card)).collect()
        };
        let mut found: BTreeMap<Vec<usize>, BTreeSet<Vec<Card>>> = BTreeMap::new();
        for world in worlds {
            found.entry(self.sight(world, agent, events)).or_default().insert(which(world));
        }
        worlds.iter().map(|world| found[&self.sight(world, agent, events)].len() == 1).collect()
    }

    /// The worlds that are left after what everybody has seen of some events; none, if they are too many.
    pub(super) fn public(&self, events: &[(usize, &Event)]) -> Option<Vec<World>> {
        let world = |deal: &Vec<usize>| World { deal: deal.clone(), shown: Vec::new(), weight: 1 };
        let mut worlds: Vec<World> = self.deals.iter().map(world).collect();
        for (done, &(at, event)) in events.iter().enumerate() {
            worlds = self.after(worlds, &events[..done], at, event);
            if worlds.len() > MOST_WORLDS {
                return None;
            }
        }
        Some(worlds)
    }

    fn after(
        &self,
        mut worlds: Vec<World>,
        before: &[(usize, &Event)],
        at: usize,
        event: &Event,
    ) -> Vec<World> {
        let has = |world: &World, holder: Holder, card: &Card| {
            world.deal[card.index()] == place(self.play, holder)
        };
        let any = |world: &World, agent: Agent, cards: &[Card]| {
            cards.iter().any(|card| has(world, Holder::Agent(agent), card))
        };
        let is_table = |world: &World, cards: &[Card]| {
            self.table_of(world)
                == cards.iter().copied().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        };
        match event {
            Event::Holds { holder, card, seen: Witness::Everybody } => {
                worlds.retain(|world| has(world, *holder, card));
            }
            Event::Lacks { holder, card, seen: Witness::Everybody } => {
                worlds.retain(|world| !has(world, *holder, card));
            }
            Event::Holds { .. } | Event::Lacks { .. } => {}
            Event::NoCard { respondent, cards, .. } => {
                worlds.retain(|world| !any(world, *respondent, cards));
            }
            Event::Shows { respondent, cards, .. } => {
                let cards: BTreeSet<Card> = cards.iter().copied().collect();
                worlds = worlds
                    .into_iter()
                    .flat_map(|world| {
                        let held = cards.iter().copied();
                        let held =
                            held.filter(|card| has(&world, Holder::Agent(*respondent), card));
                        let held: Vec<Card> = held.collect();
                        let shown = |&card: &Card| World {
                            deal: world.deal.clone(),
                            shown: world.shown.iter().copied().chain([(at, card)]).collect(),
                            weight: world.weight * 12 / held.len() as u128,
                        };
                        held.iter().map(shown).collect::<Vec<World>>()
                    })
                    .collect();
            }
            Event::SomebodyShows { respondents, cards, .. } => {
                worlds.retain(|world| respondents.iter().any(|&agent| any(world, agent, cards)));
            }
            Event::NoWin(agent) => {
                let knows = self.knows(&worlds, *agent, before);
                worlds = without(worlds, &knows);
            }
            Event::Knows { agent, cards } => {
                if tells_everything(before, *agent) {
                    let knows = self.knows_which(&worlds, *agent, before, cards);
                    worlds = without(worlds, &knows.iter().map(|knows| !knows).collect::<Vec<_>>());
                }
            }
            Event::KnowsNot { agent, cards } => {
                let knows = self.knows_which(&worlds, *agent, before, cards);
                worlds = without(worlds, &knows);
            }
            Event::Wins { agent, table, player } => {
                if *player == Player::Logician && tells_everything(before, *agent) {
                    let knows = self.knows(&worlds, *agent, before);
                    worlds = without(worlds, &knows.iter().map(|knows| !knows).collect::<Vec<_>>());
                }
                worlds.retain(|world| table.as_ref().is_none_or(|table| is_table(world, table)));
            }
            Event::WrongAccusation { accuser, accused, heard, player, .. } => {
                if *player == Player::Logician {
                    let knows = self.knows(&worlds, *accuser, before);
                    worlds = without(worlds, &knows);
                }
                if *heard == Witness::Everybody {
                    let is_named = |world: &World| {
                        accused.as_ref().is_some_and(|table| is_table(world, table))
                    };
                    worlds.retain(|world| !is_named(world));
                }
            }
        }
        worlds
    }

    /// Those in which what some have seen is so.
    fn seen(&self, mut worlds: Vec<World>, events: &[(usize, &Event)]) -> Vec<World> {
        for (at, event) in events {
            match event {
                Event::Holds { holder, card, .. } => {
                    worlds.retain(|world| world.deal[card.index()] == place(self.play, *holder));
                }
                Event::Lacks { holder, card, .. } => {
                    worlds.retain(|world| world.deal[card.index()] != place(self.play, *holder));
                }
                Event::Shows { card: Some(card), .. } => {
                    worlds.retain(|world| world.shown.contains(&(*at, *card)));
                }
                Event::WrongAccusation {
                    accused: Some(named), heard: Witness::Only(_), ..
                } => {
                    let named: BTreeSet<Card> = named.iter().copied().collect();
                    worlds.retain(|world| {
                        !self.table_of(world).into_iter().eq(named.iter().copied())
                    });
                }
                _ => {}
            }
        }
        worlds
    }

    /// The worlds in which all events have happened.
    pub(super) fn worlds(&self, events: &[(usize, &Event)]) -> Option<Vec<World>> {
        Some(self.seen(self.public(events)?, events))
    }

    pub(super) fn is_possible(&self, events: &[(usize, &Event)]) -> Option<bool> {
        Some(!self.worlds(events)?.is_empty())
    }

    /// The worlds that an agent cannot tell from one of those given.
    pub(super) fn cell(
        &self,
        agent: Agent,
        here: &World,
        events: &[(usize, &Event)],
    ) -> Option<Vec<World>> {
        let sight = self.sight(here, agent, events);
        let mut worlds = self.public(events)?;
        worlds.retain(|world| self.sight(world, agent, events) == sight);
        let own = |(_, event): &&(usize, &Event)| {
            matches!(event, Event::Holds { seen: Witness::Only(by), .. } | Event::Lacks { seen: Witness::Only(by), .. } if *by == agent)
                || matches!(event, Event::WrongAccusation { accuser, heard: Witness::Only(by), .. } if *by == agent || *accuser == agent)
        };
        let own: Vec<(usize, &Event)> = events.iter().filter(own).copied().collect();
        Some(self.seen(worlds, &own))
    }
}

pub(super) fn without(worlds: Vec<World>, out: &[bool]) -> Vec<World> {
    worlds.into_iter().zip(out).filter(|(_, out)| !**out).map(|(world, _)| world).collect()
}

/// Whether what an agent knows can be told from these events.
pub(super) fn tells_everything(events: &[(usize, &Event)], of: Agent) -> bool {
    let looked = |agent: Agent, until: usize| {
        let looks = |(_, event): &(usize, &Event)| matches!(event, Event::WrongAccusation { accuser, looks: Looks::AtTable, .. } if *accuser == agent);
        events[..until].iter().any(looks)
    };
    events.iter().enumerate().all(|(at, (_, event))| match event {
        Event::SomebodyShows { .. } => false,
        Event::Holds { holder, seen: Witness::Only(agent), .. }
        | Event::Lacks { holder, seen: Witness::Only(agent), .. } => match holder {
            Holder::Agent(own) => own == agent,
            Holder::Table => looked(*agent, at),
        },
        // Who named something that not all have heard knows that it is not on the table.
        Event::WrongAccusation { accuser, accused, heard, .. } => {
            let is_alone = match heard {
                Witness::Only(by) => *accuser == of || *by == of,
                Witness::Everybody => *accuser == of && accused.is_none(),
            };
            !is_alone || looked(of, at + 1)
        }
        _ => true,
    })
}

pub(super) fn numbered(events: &[Event]) -> Vec<(usize, &Event)> {
    events.iter().enumerate().collect()
}

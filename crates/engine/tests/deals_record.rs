//! Records of plays, against lists of all deals and choices: what is refused is impossible and nothing else is, the events that
//! it contradicts are the first of the smallest sets, and the grids are those of whoever sees so much.
//!
//! `HEXA_CASES=20` takes twenty times as many cases.

use hexa_engine::deals::{
    Dealing, Event, Fact, Grid, Misdealt, NoView, Player, Reason, Record, Refused, Size, Witness,
};
use hexa_engine::generate::play::{
    CardGame, Category, Kind, Play, Reply, Step, decisions_from, small_games,
};
use hexa_engine::{Engine, Held, Limits, UBig};
use hexa_logic::{
    Agent, Card, Comparison, FormulaNode, Holder, Ratio, Terms, Vocabulary, WinCondition,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Always the same cases: what is found once is found again.
fn run<S: Strategy>(
    cases: u32,
    inputs: &S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let more = std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let config =
        ProptestConfig { cases: cases * more, failure_persistence: None, ..Default::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(inputs, property)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

fn plays(cards: usize, turns: usize) -> impl Strategy<Value = (CardGame, usize, Vec<u8>)> {
    (small_games(cards), 1..=turns, vec(any::<u8>(), 0..120))
}

fn kinds(game: &CardGame) -> Vec<Vec<Card>> {
    let mut next = 0;
    let mut kind = |category: &Category| {
        let first = next;
        next += category.cards.len();
        (first..next).map(Card::from_index).collect()
    };
    game.categories.iter().map(&mut kind).collect()
}

fn dealing(play: &Play) -> Dealing<'_> {
    let mut dealing = Dealing::new(&play.vocabulary, play.deal().size());
    dealing.categories = kinds(&play.game);
    dealing
}

fn place(play: &Play, holder: Holder) -> usize {
    match holder {
        Holder::Agent(agent) => agent.index(),
        Holder::Table => play.vocabulary.agent_count(),
    }
}

/// A world: who holds each card, and the card shown in each event.
#[derive(Clone, PartialEq, Debug)]
struct World {
    deal: Vec<usize>,
    shown: Vec<(usize, Card)>,
    weight: u128,
}

/// All worlds, listed. This is what records are tested against.
struct Listed<'p> {
    play: &'p Play,
    deals: Vec<Vec<usize>>,
    table: usize,
}

/// Lists that are longer are not looked at.
const MOST_WORLDS: usize = 6000;

impl<'p> Listed<'p> {
    fn new(play: &'p Play) -> Self {
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

    fn table_of(&self, world: &World) -> Vec<Card> {
        let on = |card: &Card| world.deal[card.index()] == self.table;
        self.play.vocabulary.cards().filter(on).collect()
    }

    /// What an agent sees of a world after these events.
    fn sight(&self, world: &World, agent: Agent, events: &[(usize, &Event)]) -> Vec<usize> {
        let looks = |(_, event): &(usize, &Event)| matches!(event, Event::WrongAccusation { accuser, .. } if *accuser == agent);
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
    fn public(&self, events: &[(usize, &Event)]) -> Option<Vec<World>> {
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
                if tells_everything(before) {
                    let knows = self.knows_which(&worlds, *agent, before, cards);
                    worlds = without(worlds, &knows.iter().map(|knows| !knows).collect::<Vec<_>>());
                }
            }
            Event::KnowsNot { agent, cards } => {
                let knows = self.knows_which(&worlds, *agent, before, cards);
                worlds = without(worlds, &knows);
            }
            Event::Wins { agent, table, player } => {
                if *player == Player::Logician && tells_everything(before) {
                    let knows = self.knows(&worlds, *agent, before);
                    worlds = without(worlds, &knows.iter().map(|knows| !knows).collect::<Vec<_>>());
                }
                worlds.retain(|world| table.as_ref().is_none_or(|table| is_table(world, table)));
            }
            Event::WrongAccusation { accuser, accused, player } => {
                if *player == Player::Logician {
                    let knows = self.knows(&worlds, *accuser, before);
                    worlds = without(worlds, &knows);
                }
                worlds.retain(|world| accused.as_ref().is_none_or(|table| !is_table(world, table)));
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
                _ => {}
            }
        }
        worlds
    }

    /// The worlds in which all events have happened.
    fn worlds(&self, events: &[(usize, &Event)]) -> Option<Vec<World>> {
        Some(self.seen(self.public(events)?, events))
    }

    fn is_possible(&self, events: &[(usize, &Event)]) -> Option<bool> {
        Some(!self.worlds(events)?.is_empty())
    }

    /// The worlds that an agent cannot tell from one of those given.
    fn cell(&self, agent: Agent, here: &World, events: &[(usize, &Event)]) -> Option<Vec<World>> {
        let sight = self.sight(here, agent, events);
        let mut worlds = self.public(events)?;
        worlds.retain(|world| self.sight(world, agent, events) == sight);
        let own = |(_, event): &&(usize, &Event)| matches!(event, Event::Holds { seen: Witness::Only(by), .. } | Event::Lacks { seen: Witness::Only(by), .. } if *by == agent);
        let own: Vec<(usize, &Event)> = events.iter().filter(own).copied().collect();
        Some(self.seen(worlds, &own))
    }
}

fn without(worlds: Vec<World>, out: &[bool]) -> Vec<World> {
    worlds.into_iter().zip(out).filter(|(_, out)| !**out).map(|(world, _)| world).collect()
}

fn tells_everything(events: &[(usize, &Event)]) -> bool {
    let looked = |agent: &Agent, until: usize| {
        let looks = |(_, event): &(usize, &Event)| matches!(event, Event::WrongAccusation { accuser, .. } if accuser == agent);
        events[..until].iter().any(looks)
    };
    events.iter().enumerate().all(|(at, (_, event))| match event {
        Event::SomebodyShows { .. } => false,
        Event::Holds { holder, seen: Witness::Only(agent), .. }
        | Event::Lacks { holder, seen: Witness::Only(agent), .. } => match holder {
            Holder::Agent(own) => own == agent,
            Holder::Table => looked(agent, at),
        },
        _ => true,
    })
}

fn numbered(events: &[Event]) -> Vec<(usize, &Event)> {
    events.iter().enumerate().collect()
}

/// Decisions one after the other; zeros when there are none left.
struct Picks<'d>(std::slice::Iter<'d, u8>);

impl Picks<'_> {
    fn of(&mut self, many: usize) -> usize {
        self.0.next().map_or(0, |&pick| usize::from(pick) % many)
    }

    fn agent(&mut self, play: &Play) -> Agent {
        Agent::from_index(self.of(play.vocabulary.agent_count()))
    }

    fn card(&mut self, play: &Play) -> Card {
        Card::from_index(self.of(play.vocabulary.cards().len()))
    }

    fn holder(&mut self, play: &Play) -> Holder {
        let holders: Vec<Holder> = play.vocabulary.holders().collect();
        holders[self.of(holders.len())]
    }

    fn player(&mut self) -> Player {
        [Player::Logician, Player::Guesser][self.of(2)]
    }

    fn tables(&mut self, play: &Play) -> Option<Vec<Card>> {
        let own = play.deal().hand(Holder::Table).to_vec();
        match self.of(3) {
            0 => None,
            1 => Some(own),
            _ => {
                let mut cards: Vec<Card> = play.vocabulary.cards().collect();
                Some(own.iter().map(|_| cards.remove(self.of(cards.len()))).collect())
            }
        }
    }

    /// An event, mostly a true one.
    fn event(&mut self, play: &Play) -> Event {
        let table = play.game.table.is_some();
        let agents = play.vocabulary.agent_count();
        let requester = self.agent(play);
        let respondent = Agent::from_index((requester.index() + 1 + self.of(agents - 1)) % agents);
        let mut cards: Vec<Card> = (0..=self.of(3)).map(|_| self.card(play)).collect();
        cards.sort_unstable();
        cards.dedup();
        match self.of(17) {
            kind @ 0..=1 => {
                let (holder, card) = (self.holder(play), self.card(play));
                let seen = match self.of(3) {
                    0 => Witness::Everybody,
                    1 => Witness::Only(self.agent(play)),
                    _ => match holder {
                        Holder::Agent(agent) => Witness::Only(agent),
                        Holder::Table => Witness::Everybody,
                    },
                };
                let is_true = play.deal().hand(holder).contains(&card) == (self.of(5) > 0);
                match is_true && kind == 0 {
                    true => Event::Holds { holder, card, seen },
                    false => Event::Lacks { holder, card, seen },
                }
            }
            2..=8 => {
                let hand = play.deal().hand(Holder::Agent(respondent));
                let held: Vec<Card> =
                    cards.iter().copied().filter(|card| hand.contains(card)).collect();
                match (self.of(6), held.first()) {
                    (0, _) => Event::NoCard { requester, respondent, cards },
                    (1, _) => {
                        let card = Some(cards[self.of(cards.len())]);
                        Event::Shows { requester, respondent, cards, card }
                    }
                    (_, None) => Event::NoCard { requester, respondent, cards },
                    (2..=3, _) => Event::Shows { requester, respondent, cards, card: None },
                    _ => {
                        let card = Some(held[self.of(held.len())]);
                        Event::Shows { requester, respondent, cards, card }
                    }
                }
            }
            9 => {
                let others = play.vocabulary.agents().filter(|&agent| agent != requester);
                let respondents = others.take(1 + self.of(2)).collect();
                Event::SomebodyShows { requester, respondents, cards }
            }
            10..=11 if table => Event::NoWin(requester),
            12 if table => {
                Event::Wins { agent: requester, table: self.tables(play), player: self.player() }
            }
            14 if table => Event::Knows { agent: requester, cards },
            15..=16 if table => Event::KnowsNot { agent: requester, cards },
            13 if table => Event::WrongAccusation {
                accuser: requester,
                accused: self.tables(play),
                player: self.player(),
            },
            _ => Event::NoCard { requester, respondent, cards },
        }
    }
}

/// The first of the smallest sets of events that are impossible with the last one, by trying all.
fn first_smallest(listed: &Listed<'_>, events: &[Event], last: &Event) -> Option<Vec<usize>> {
    let count = events.len();
    let mut sets: Vec<Vec<usize>> = (0..1u32 << count)
        .map(|bits| (0..count).filter(|at| bits >> at & 1 == 1).collect())
        .collect();
    sets.sort_by_key(|set: &Vec<usize>| (set.len(), set.clone()));
    for set in sets {
        let mut chosen: Vec<(usize, &Event)> = set.iter().map(|&at| (at, &events[at])).collect();
        chosen.push((count, last));
        if !listed.is_possible(&chosen)? {
            return Some(set);
        }
    }
    None
}

fn is_knowing_win(event: &Event) -> bool {
    matches!(event, Event::Wins { player: Player::Logician, .. } | Event::Knows { .. })
}

/// Entries, some of them wrong, in a small game.
fn entries() -> impl Strategy<Value = (CardGame, Vec<u8>, Vec<u8>)> {
    (small_games(6), vec(any::<u8>(), 20), vec(any::<u8>(), 0..240))
}

/// Enters events as long as there are decisions, at most so many; what is refused, or comes later, is only tried.
fn entered(
    (game, deal, decisions): &(CardGame, Vec<u8>, Vec<u8>),
    most: usize,
    each: impl Fn(
        &Play,
        &Listed<'_>,
        &Record,
        &Event,
        &Result<Record, Refused>,
    ) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let play = game.play(0, Kind::Suspicions, deal);
    let listed = Listed::new(&play);
    let mut record = Record::new(&dealing(&play)).expect("a deal");
    let mut picks = Picks(decisions.iter());
    while picks.0.len() > 0 {
        let event = picks.event(&play);
        let all: Vec<Event> = record.events().iter().cloned().chain([event.clone()]).collect();
        if listed.public(&numbered(&all)).is_none() {
            return Ok(());
        }
        let next = record.with(event.clone());
        each(&play, &listed, &record, &event, &next)?;
        if record.events().len() < most {
            record = next.unwrap_or(record);
        }
    }
    Ok(())
}

#[test]
fn what_is_impossible_is_refused_and_nothing_else() {
    let (refused, accepted) = (Cell::new(0), Cell::new(0));
    run(400, &entries(), |input| {
        entered(&input, 14, |_, listed, record, event, next| {
            let all: Vec<Event> = record.events().iter().cloned().chain([event.clone()]).collect();
            let possible = listed.is_possible(&numbered(&all)).expect("few worlds");
            prop_assert_eq!(next.is_ok(), possible, "{:?}: {:?}", all, next.as_ref().err());
            let tally = if possible { &accepted } else { &refused };
            tally.set(tally.get() + 1);
            Ok(())
        })
    });
    assert!(refused.get() > 500 && accepted.get() > 1000, "{refused:?} {accepted:?}");
}

#[test]
fn what_is_contradicted_is_the_first_of_the_smallest_sets() {
    let (sizes, knowing) = (Cell::new([0; 5]), Cell::new(0));
    run(700, &entries(), |input| {
        entered(&input, 9, |_, listed, record, event, next| {
            let Err(refused) = next else { return Ok(()) };
            let Refused::Conflict(conflict) = refused else { panic!("{refused:?}") };
            prop_assert_eq!(conflict.event, record.events().len());
            // What a win said is not found out again.
            if record.events().iter().chain([event]).any(is_knowing_win) {
                return Ok(());
            }
            let expected = first_smallest(listed, record.events(), event);
            prop_assert_eq!(
                Some(&conflict.events),
                expected.as_ref(),
                "{:?} {:?}",
                record.events(),
                event
            );
            prop_assert_eq!(conflict.size, Size::Smallest);
            let mut counted = sizes.get();
            counted[conflict.events.len().min(4)] += 1;
            sizes.set(counted);
            let about = |&at: &usize| {
                matches!(record.events()[at], Event::NoWin(_) | Event::KnowsNot { .. })
            };
            knowing.set(knowing.get() + u32::from(conflict.events.iter().any(about)));
            Ok(())
        })
    });
    assert!(sizes.get().iter().skip(1).all(|&many| many > 2), "{sizes:?}");
    assert!(knowing.get() > 10, "{knowing:?} of {sizes:?}");
}

#[test]
fn why_gives_the_first_of_the_smallest_sets() {
    let asked = Cell::new(0);
    run(60, &entries(), |input| {
        entered(&input, 7, |play, listed, _, _, next| {
            let Ok(record) = next else { return Ok(()) };
            if record.events().len() != 7 || record.events().iter().any(is_knowing_win) {
                return Ok(());
            }
            for (card, holder) in holdings(play) {
                let seen = Witness::Only(Agent(0));
                for (fact, denial) in [
                    (Fact::Holds(holder, card), Event::Lacks { holder, card, seen }),
                    (Fact::Lacks(holder, card), Event::Holds { holder, card, seen }),
                ] {
                    let why = record.why(fact).expect("a small game");
                    let expected = first_smallest(listed, record.events(), &denial);
                    asked.set(asked.get() + u32::from(why.is_some()));
                    prop_assert_eq!(why.map(|core| core.events), expected);
                }
            }
            Ok(())
        })
    });
    assert!(asked.get() > 300, "{asked:?}");
}

fn holdings(play: &Play) -> Vec<(Card, Holder)> {
    let holders = |card| play.vocabulary.holders().map(move |holder| (card, holder));
    play.vocabulary.cards().flat_map(holders).collect()
}

/// Whether a grid has the probabilities of these worlds.
fn agrees(play: &Play, grid: &Grid, worlds: &[World]) -> Result<(), TestCaseError> {
    let all: u128 = worlds.iter().map(|world| world.weight).sum();
    for (card, holder) in holdings(play) {
        let at = place(play, holder);
        let has = worlds.iter().filter(|world| world.deal[card.index()] == at);
        let part: u128 = has.map(|world| world.weight).sum();
        let held = &grid.held[card.index()][at];
        prop_assert_eq!(held * UBig::from(all), &grid.total * UBig::from(part));
        prop_assert_eq!(held.is_zero(), part == 0);
    }
    Ok(())
}

#[test]
fn grids_are_those_of_the_listed_worlds() {
    let seen = Cell::new(0);
    run(150, &entries(), |input| {
        entered(&input, 12, |play, listed, _, _, next| {
            let Ok(record) = next else { return Ok(()) };
            let events = numbered(record.events());
            // What nobody tells of a choice weighs nothing: only what was told counts.
            let worlds = listed.worlds(&events).expect("few worlds");
            agrees(play, &record.grid().expect("a small game"), &worlds)?;
            for agent in play.vocabulary.agents() {
                match record.grid_of(agent) {
                    Ok(grid) => {
                        for here in worlds.iter().take(3) {
                            let cell = listed.cell(agent, here, &events).expect("few worlds");
                            agrees(play, &grid, &cell)?;
                            seen.set(seen.get() + 1);
                        }
                    }
                    Err(NoView::GaveUp(limit)) => panic!("{limit}"),
                    Err(_) => {}
                }
            }
            Ok(())
        })
    });
    assert!(seen.get() > 200, "{seen:?}");
}

/// All that happens in a play, seen by those who see it.
fn hands(play: &Play) -> Vec<Event> {
    let hand = |agent: Agent| {
        let holder = Holder::Agent(agent);
        let seen = Witness::Only(agent);
        let cards = play.deal().hand(holder).to_vec();
        cards.into_iter().map(move |card| Event::Holds { holder, card, seen })
    };
    play.vocabulary.agents().flat_map(hand).collect()
}

/// A step as events; none for announcements.
fn events(play: &Play, step: &Step) -> Vec<Event> {
    let (table, player) = (None, Player::Logician);
    match step {
        Step::Answer { asker, respondent, cards, reply } => {
            let (requester, respondent, cards) = (*asker, *respondent, cards.clone());
            vec![match *reply {
                Reply::No => Event::NoCard { requester, respondent, cards },
                Reply::Shows(card) => {
                    Event::Shows { requester, respondent, cards, card: Some(card) }
                }
                Reply::ShowsSome => Event::Shows { requester, respondent, cards, card: None },
            }]
        }
        Step::NoWin(agent) => vec![Event::NoWin(*agent)],
        Step::Win(agent) => vec![Event::Wins { agent: *agent, table, player }],
        Step::WrongAccusation(agent) => {
            let (holder, seen) = (Holder::Table, Witness::Only(*agent));
            let cards = play.deal().hand(holder).iter();
            let looks = cards.map(|&card| Event::Holds { holder, card, seen });
            let wrong = Event::WrongAccusation { accuser: *agent, accused: None, player };
            [wrong].into_iter().chain(looks).collect()
        }
        Step::Announcement(_) => Vec::new(),
    }
}

fn limits() -> Limits {
    Limits { max_worlds: Some(2000), work: 20_000_000, nodes: 1 << 20, ..Limits::default() }
}

/// What an agent can see of an event, as he would write it down; none if he sees nothing of it.
fn as_seen_by(agent: Agent, event: &Event) -> Option<Event> {
    match event {
        Event::Holds { seen: Witness::Only(by), .. }
        | Event::Lacks { seen: Witness::Only(by), .. } => (*by == agent).then(|| event.clone()),
        Event::Shows { requester, respondent, cards, .. }
            if agent != *requester && agent != *respondent =>
        {
            Some(Event::Shows {
                requester: *requester,
                respondent: *respondent,
                cards: cards.clone(),
                card: None,
            })
        }
        event => Some(event.clone()),
    }
}

fn written(dealing: &Dealing<'_>, events: impl IntoIterator<Item = Event>) -> Record {
    let empty = Record::new(dealing).expect("a deal");
    events.into_iter().fold(empty, |record, event| {
        record.with(event.clone()).unwrap_or_else(|refused| panic!("{event:?}: {refused:?}"))
    })
}

#[test]
fn a_real_play_is_entered_and_tells_what_the_explicit_engine_tells() {
    let compared = Cell::new(0);
    run(60, &plays(6, 5), |(game, turns, decisions)| {
        let mut play = game.play(turns, Kind::Any, &decisions);
        let build = Engine::Explicit.build(&play.setup, &play.vocabulary, &play.terms, &limits());
        let mut explicit = build.expect("a small game");
        let mut record = written(&dealing(&play), hands(&play));
        let steps: Vec<Step> = play.steps().cloned().collect();
        for step in steps {
            let events = events(&play, &step);
            let is_answer = matches!(step, Step::Answer { .. });
            if events.is_empty() || !(is_answer || play.game.win == WinCondition::Table) {
                continue;
            }
            let action = play.action(&step);
            let Ok(after) = explicit.update(&play.terms, action) else { continue };
            let Some(after) = after.into_single() else { continue };
            explicit = after;
            for event in events {
                record = record.with(event).expect("it happened");
            }
            for agent in play.vocabulary.agents() {
                let Ok(grid) = record.grid_of(agent) else { continue };
                for (card, holder) in holdings(&play) {
                    let held = play.held(card, holder);
                    let weight = &grid.held[card.index()][place(&play, holder)];
                    let ratio = fraction(weight, &grid.total);
                    let same = FormulaNode::Probability(agent, held, Comparison::Equal, ratio);
                    let same = play.terms.formula(same);
                    prop_assert_eq!(explicit.holds(&play.terms, same), Ok(true));
                    compared.set(compared.get() + 1);
                }
            }
        }
        Ok(())
    });
    assert!(compared.get() > 5000, "{compared:?}");
}

fn fraction(part: &UBig, all: &UBig) -> Ratio {
    let number = |of: &UBig| i64::try_from(of.clone()).expect("a small game");
    let (mut one, mut two) = (number(part), number(all));
    while one != 0 {
        (one, two) = (two % one, one);
    }
    Ratio::new(number(part) / two, number(all) / two).expect("something is possible")
}

#[test]
fn a_player_is_told_nothing_that_he_cannot_see() {
    let compared = Cell::new(0);
    run(160, &plays(6, 5), |(game, turns, decisions)| {
        let play = game.play(turns, Kind::Any, &decisions);
        let mut record = written(&dealing(&play), hands(&play));
        // Whatever somebody saw is told.
        let is_told = |step: &&Step| {
            !matches!(step, Step::WrongAccusation(_) | Step::Answer { reply: Reply::ShowsSome, .. })
        };
        for step in play.steps().filter(is_told) {
            for event in events(&play, step) {
                // What did not happen is left out.
                record = record.with(event).unwrap_or(record);
            }
        }
        let happened = record.events().to_vec();
        let listed = Listed::new(&play);
        for agent in play.vocabulary.agents() {
            // The card that somebody showed him may not be told.
            let Ok(grid) = record.grid_of(agent) else { continue };
            // As he writes it down himself.
            let own = happened.iter().filter_map(|event| as_seen_by(agent, event));
            let own = written(&dealing(&play), own);
            prop_assert_eq!(&own.grid_of(agent), &Ok(grid.clone()));
            // As all would write it down if something else had happened that he cannot tell from it.
            let numbers = numbered(&happened);
            let (Some(worlds), Some(all)) = (listed.worlds(&numbers), listed.public(&numbers))
            else {
                continue;
            };
            let here = &worlds[0];
            let cell = all.into_iter().filter(|world| {
                listed.sight(world, agent, &numbers) == listed.sight(here, agent, &numbers)
            });
            for other in cell.take(12) {
                let other = written(&dealing(&play), elsewhere(&play, &other, &happened));
                prop_assert_eq!(&other.grid_of(agent), &Ok(grid.clone()));
                compared.set(compared.get() + 1);
            }
        }
        Ok(())
    });
    assert!(compared.get() > 500, "{compared:?}");
}

/// The events as everybody has seen them in another world.
fn elsewhere(play: &Play, world: &World, happened: &[Event]) -> Vec<Event> {
    let mut events = Vec::new();
    for (at, event) in happened.iter().enumerate() {
        match event {
            Event::Holds { .. } => {}
            Event::Shows { requester, respondent, cards, .. } => {
                let shown = world.shown.iter().find(|(event, _)| *event == at);
                events.push(Event::Shows {
                    requester: *requester,
                    respondent: *respondent,
                    cards: cards.clone(),
                    card: shown.map(|(_, card)| *card),
                });
            }
            event => events.push(event.clone()),
        }
    }
    for agent in play.vocabulary.agents() {
        for (card, &holder) in world.deal.iter().enumerate() {
            if holder == agent.index() {
                let (holder, card) = (Holder::Agent(agent), Card::from_index(card));
                events.push(Event::Holds { holder, card, seen: Witness::Only(agent) });
            }
        }
    }
    events
}

#[test]
fn an_edited_record_is_the_one_that_is_written_anew() {
    let (same, refused) = (Cell::new(0), Cell::new(0));
    run(60, &entries(), |input| {
        entered(&input, 10, |play, _, record, event, _| {
            let empty = Record::new(&dealing(play)).expect("a deal");
            let anew = |events: &[Event]| {
                events.iter().cloned().try_fold(empty.clone(), |record, event| record.with(event))
            };
            for index in 0..record.events().len() {
                let mut fewer = record.events().to_vec();
                let mut other = fewer.clone();
                fewer.remove(index);
                other[index] = event.clone();
                for (edited, events) in
                    [(record.without(index), fewer), (record.replaced(index, event.clone()), other)]
                {
                    match (edited, anew(&events)) {
                        (Ok(edited), Ok(anew)) => {
                            prop_assert_eq!(edited.events(), anew.events());
                            prop_assert_eq!(edited.grid(), anew.grid());
                            same.set(same.get() + 1);
                        }
                        (Err(edited), Err(anew)) => {
                            prop_assert_eq!(edited, anew);
                            refused.set(refused.get() + 1);
                        }
                        (edited, anew) => {
                            prop_assert!(false, "{:?} {:?} {:?}", events, edited.err(), anew.err())
                        }
                    }
                }
                let early = record.up_to(index);
                prop_assert_eq!(early.events(), &record.events()[..index]);
                prop_assert_eq!(early.grid(), anew(early.events()).expect("as before").grid());
            }
            Ok(())
        })
    });
    assert!(same.get() > 500 && refused.get() > 200, "{same:?} {refused:?}");
}

/// A play of Cluedo at full size, as far as it goes.
fn cluedo(players: usize, turns: usize, seed: u64) -> Play {
    CardGame::cluedo(players).play(turns, Kind::Suspicions, &decisions_from(seed, 2000))
}

#[test]
fn at_full_size_everybody_is_told_what_the_engine_that_knows_the_deal_tells() {
    for players in 3..=6 {
        let mut play = cluedo(players, 24, players as u64);
        let steps: Vec<Step> = play.steps().cloned().collect();
        let built =
            Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
        let Ok(Held::Deals(mut state)) = built else { panic!("a deal") };
        let mut record = written(&dealing(&play), hands(&play));
        for (at, step) in steps.iter().enumerate() {
            let action = play.action(step);
            let after = state.update(&play.terms, action).expect("it happened");
            state = after.into_single().expect("one outcome");
            for event in events(&play, step) {
                record = record.with(event).expect("it happened");
            }
            if at % 12 == 11 {
                for agent in play.vocabulary.agents() {
                    assert_eq!(record.grid_of(agent), Ok(state.grid(agent).expect("no limit")));
                    let own = record.events().iter().filter_map(|event| as_seen_by(agent, event));
                    let own = written(&dealing(&play), own);
                    assert_eq!(own.grid_of(agent), record.grid_of(agent));
                    assert_eq!(own.tables_of(agent), record.tables_of(agent));
                }
            }
        }
    }
}

/// Whether some events of a record are impossible with another one, all by themselves.
fn is_impossible(play: &Play, record: &Record, core: &[usize], last: &Event) -> bool {
    let events = core.iter().map(|&at| record.events()[at].clone());
    matches!(written(&dealing(play), events).with(last.clone()), Err(Refused::Conflict(_)))
}

#[test]
fn at_full_size_ends_of_turns_say_what_the_engine_that_knows_the_deal_says() {
    let mut play = cluedo(6, 12, 6);
    let steps: Vec<Step> = play
        .turns
        .iter()
        .flat_map(|turn| turn.steps.iter().cloned().chain([Step::NoWin(turn.player)]))
        .collect();
    let built = Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
    let Ok(Held::Deals(mut state)) = built else { panic!("a deal") };
    let owner = Agent(0);
    let own = hands(&play).into_iter().filter(|event| as_seen_by(owner, event).is_some());
    let (mut record, mut all) =
        (written(&dealing(&play), own), written(&dealing(&play), hands(&play)));
    for step in &steps {
        let action = play.action(step);
        let after = state.update(&play.terms, action);
        for event in events(&play, step) {
            let next = all.with(event.clone());
            assert_eq!(next.is_ok(), after.is_ok(), "{event:?}");
            let Ok(next) = next else { continue };
            all = next;
            let seen = as_seen_by(owner, &event).expect("public");
            record = record.with(seen).expect("it happened");
        }
        state = after.ok().and_then(|after| after.into_single()).unwrap_or(state);
    }
    for agent in play.vocabulary.agents() {
        assert_eq!(all.grid_of(agent), Ok(state.grid(agent).expect("no limit")));
    }
    assert_eq!(record.grid_of(owner), all.grid_of(owner));
    // What follows from some events follows from them alone.
    let (mut picks, decisions) = (0, decisions_from(5, 400));
    let grid = record.grid().expect("no limit");
    for (card, holder) in holdings(&play) {
        let (weight, seen) = (&grid.held[card.index()][place(&play, holder)], Witness::Only(owner));
        let (fact, denial) = match weight.is_zero() {
            true => (Fact::Lacks(holder, card), Event::Holds { holder, card, seen }),
            false => (Fact::Holds(holder, card), Event::Lacks { holder, card, seen }),
        };
        let core = record.why(fact).expect("no limit");
        assert_eq!(core.is_some(), weight.is_zero() || *weight == grid.total);
        if let Some(core) = core {
            picks += 1;
            assert!(is_impossible(&play, &record, &core.events, &denial), "{fact:?}: {core:?}");
        }
    }
    let mut wrong = Picks(decisions.iter());
    while wrong.0.len() > 0 {
        let event = wrong.event(&play);
        if let (Err(Refused::Conflict(conflict)), false) =
            (record.with(event.clone()), is_knowing_win(&event))
        {
            picks += 1;
            assert!(is_impossible(&play, &record, &conflict.events, &event), "{conflict:?}");
        }
    }
    assert!(picks > 30, "{picks}");
}

/// Cluedo with six players, called 1 to 6, who have three cards each.
struct Six {
    play: Play,
    empty: Record,
}

impl Six {
    fn new() -> Self {
        let play = cluedo(6, 0, 1);
        let empty = Record::new(&dealing(&play)).expect("a deal");
        Self { play, empty }
    }

    fn card(&self, name: &str) -> Card {
        self.play.vocabulary.card(name).unwrap_or_else(|| panic!("no card {name}"))
    }

    fn cards(&self, names: &str) -> Vec<Card> {
        names.split(' ').map(|name| self.card(name)).collect()
    }

    /// Something seen by everybody.
    fn holds(&self, holder: Holder, name: &str) -> Event {
        Event::Holds { holder, card: self.card(name), seen: Witness::Everybody }
    }

    fn lacks(&self, holder: Holder, name: &str) -> Event {
        Event::Lacks { holder, card: self.card(name), seen: Witness::Everybody }
    }

    fn no(&self, respondent: u32, names: &str) -> Event {
        let requester = Agent(if respondent == 1 { 1 } else { 0 });
        let respondent = Agent(respondent - 1);
        Event::NoCard { requester, respondent, cards: self.cards(names) }
    }

    fn shows(&self, respondent: u32, names: &str) -> Event {
        let requester = Agent(if respondent == 1 { 1 } else { 0 });
        let respondent = Agent(respondent - 1);
        Event::Shows { requester, respondent, cards: self.cards(names), card: None }
    }

    /// What comes of entering the last event after the others: the reason, and what it contradicts.
    fn refused(&self, events: Vec<Event>, last: Event) -> (Reason, Vec<usize>) {
        let count = events.len();
        let record = events.into_iter().fold(self.empty.clone(), |record, event| {
            record.with(event.clone()).unwrap_or_else(|refused| panic!("{event:?}: {refused:?}"))
        });
        let before = record.grid();
        match record.with(last) {
            Err(Refused::Conflict(conflict)) => {
                assert_eq!((conflict.event, conflict.size), (count, Size::Smallest));
                assert_eq!((record.events().len(), record.grid()), (count, before), "unchanged");
                (conflict.reason, conflict.events)
            }
            other => panic!("{other:?}"),
        }
    }
}

fn agent(name: u32) -> Holder {
    Holder::Agent(Agent(name - 1))
}

#[test]
fn a_card_in_two_hands_is_refused() {
    let six = Six::new();
    let plum = six.card("plum");
    let before = vec![six.no(4, "green rope hall"), six.holds(agent(2), "plum")];
    let found = six.refused(before, six.holds(agent(3), "plum"));
    assert_eq!(found, (Reason::HeldElsewhere { card: plum, by: agent(2) }, vec![1]));
}

#[test]
fn a_no_from_somebody_who_must_hold_one_is_refused() {
    let six = Six::new();
    let before = vec![
        six.shows(3, "plum rope pool"),
        six.shows(2, "plum rope hall"),
        six.no(5, "plum rope hall"),
    ];
    let found = six.refused(before, six.no(2, "plum rope hall"));
    let reason = Reason::MustHoldOne { respondent: Agent(1), cards: six.cards("plum rope hall") };
    assert_eq!(found, (reason, vec![1]));
    // Who must hold one by what the others say: nobody else has it, and it is not on the table.
    let mut before: Vec<Event> = (3..=6).map(|other| six.no(other, "plum rope hall")).collect();
    before.extend([six.no(1, "plum gun hall"), six.lacks(Holder::Table, "plum")]);
    let found = six.refused(before, six.no(2, "plum knife pool"));
    assert_eq!(
        found,
        (Reason::MustHold { holder: agent(2), card: six.card("plum") }, vec![0, 1, 2, 3, 4, 5])
    );
}

#[test]
fn more_cards_than_a_hand_has_are_refused() {
    let six = Six::new();
    let before = ["plum", "rope", "hall"].map(|card| six.holds(agent(2), card)).to_vec();
    let found = six.refused(before, six.holds(agent(2), "pool"));
    assert_eq!(found, (Reason::HandFull { holder: agent(2), size: 3 }, vec![0, 1, 2]));
    // Four shows about different cards.
    let before = vec![
        six.shows(2, "plum rope hall"),
        six.shows(2, "green gun pool"),
        six.shows(3, "green gun pool"),
        six.shows(2, "white knife study"),
    ];
    let (reason, events) = six.refused(before, six.shows(2, "peacock pipe patio"));
    let cards = six.cards("peacock pipe patio");
    assert_eq!(reason, Reason::HoldsNone { respondents: vec![Agent(1)], cards });
    assert_eq!(events, [0, 1, 3]);
}

#[test]
fn a_show_by_somebody_who_has_none_is_refused() {
    let six = Six::new();
    let before = vec![
        six.no(2, "plum rope pool"),
        six.no(2, "green gun hall"),
        six.no(2, "green rope hall"),
    ];
    let (reason, events) = six.refused(before.clone(), six.shows(2, "plum rope hall"));
    let cards = six.cards("plum rope hall");
    assert_eq!(reason, Reason::HoldsNone { respondents: vec![Agent(1)], cards: cards.clone() });
    assert_eq!(events, [0, 1]);
    // It was not seen who showed.
    let respondents = vec![Agent(1), Agent(2)];
    let somebody = Event::SomebodyShows { requester: Agent(0), respondents, cards };
    let before = [before, vec![six.no(3, "plum rope hall")]].concat();
    let (reason, events) = six.refused(before, somebody);
    assert!(matches!(reason, Reason::HoldsNone { respondents, .. } if respondents.len() == 2));
    assert_eq!(events, [0, 1, 3]);
}

#[test]
fn a_card_seen_that_somebody_cannot_have_is_refused() {
    let six = Six::new();
    let (requester, respondent) = (Agent(0), Agent(1));
    let shows = |card: &str| {
        let (cards, card) = (six.cards("plum rope hall"), Some(six.card(card)));
        Event::Shows { requester, respondent, cards, card }
    };
    let found = six.refused(vec![six.lacks(agent(2), "plum")], shows("plum"));
    assert_eq!(found, (Reason::CannotHold { holder: agent(2), card: six.card("plum") }, vec![0]));
    let found = six.refused(Vec::new(), shows("pool"));
    assert_eq!(found, (Reason::NotAskedFor(six.card("pool")), Vec::new()));
}

#[test]
fn the_table_has_one_card_of_each_category() {
    let six = Six::new();
    let before = vec![six.holds(agent(2), "rope"), six.holds(Holder::Table, "plum")];
    let (reason, events) = six.refused(before, six.holds(Holder::Table, "green"));
    assert_eq!(reason, Reason::CannotHold { holder: Holder::Table, card: six.card("green") });
    assert_eq!(events, [1]);
    // All weapons are in hands.
    let weapons = ["candlestick", "rope", "pipe", "wrench", "gun"];
    let before =
        weapons.iter().zip([1, 1, 2, 2, 3]).map(|(card, name)| six.holds(agent(name), card));
    let found = six.refused(before.collect(), six.holds(agent(4), "knife"));
    let reason = Reason::HeldElsewhere { card: six.card("knife"), by: Holder::Table };
    assert_eq!(found, (reason, vec![0, 1, 2, 3, 4]));
}

#[test]
fn accusations_that_clash_are_refused() {
    let six = Six::new();
    let named = six.cards("plum rope hall");
    let wrong = |names: &str| Event::WrongAccusation {
        accuser: Agent(4),
        accused: Some(six.cards(names)),
        player: Player::Guesser,
    };
    let right = |names: &str| Event::Wins {
        agent: Agent(2),
        table: Some(six.cards(names)),
        player: Player::Guesser,
    };
    let before = vec![six.no(3, "plum gun pool"), wrong("plum rope hall")];
    assert_eq!(
        six.refused(before, right("plum rope hall")),
        (Reason::NotOnTable(named.clone()), vec![1])
    );
    let before = vec![six.no(3, "plum gun pool"), six.holds(agent(2), "rope")];
    assert_eq!(
        six.refused(before, right("plum rope hall")),
        (Reason::NotOnTable(named.clone()), vec![1])
    );
    let on_table = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Table, card));
    let found = six.refused(on_table.to_vec(), wrong("plum rope hall"));
    assert_eq!(found, (Reason::OnTable(named), vec![0, 1, 2]));
    let found = six.refused(Vec::new(), right("plum green hall"));
    assert_eq!(found, (Reason::NotOnTable(six.cards("plum green hall")), Vec::new()));
    let found = six.refused(Vec::new(), wrong("plum hall"));
    assert_eq!(found, (Reason::NoTableHand { size: 3 }, Vec::new()));
    let found = six.refused(Vec::new(), wrong("plum plum hall"));
    assert_eq!(found, (Reason::NoTableHand { size: 3 }, Vec::new()));
}

#[test]
fn who_has_seen_the_table_knows_it() {
    let six = Six::new();
    let player = Player::Logician;
    let wrong = Event::WrongAccusation { accuser: Agent(4), accused: None, player };
    let before = vec![six.no(3, "plum gun pool"), wrong];
    let found = six.refused(before, Event::NoWin(Agent(4)));
    assert_eq!(found, (Reason::KnowsTable(Agent(4)), vec![1]));
    // Everybody sees all of the table.
    let before = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Table, card));
    let found = six.refused(before.to_vec(), Event::NoWin(Agent(2)));
    assert_eq!(found, (Reason::KnowsTable(Agent(2)), vec![0, 1, 2]));
    // Nobody can know it before anything has happened.
    let wins = Event::Wins { agent: Agent(2), table: None, player };
    assert_eq!(six.refused(Vec::new(), wins), (Reason::CannotKnowTable(Agent(2)), Vec::new()));
}

#[test]
fn who_says_what_he_knows_of_a_category_says_something_of_his_cards() {
    let six = Six::new();
    let persons = six.cards("mustard plum green peacock scarlett white");
    let table = Holder::Table;
    let seen = Witness::Everybody;
    let lacks = |name: &str| Event::Lacks { holder: table, card: six.card(name), seen };
    let told: Vec<Event> = ["green", "mustard", "white"].into_iter().map(lacks).collect();
    let knows = Event::Knows { agent: Agent(2), cards: persons.clone() };
    let knows_not = Event::KnowsNot { agent: Agent(2), cards: persons.clone() };
    let one =
        Event::Holds { holder: agent(4), card: six.card("plum"), seen: Witness::Only(Agent(3)) };
    // Of three persons that may be there he has two.
    let record = written(&dealing(&six.play), told.iter().cloned().chain([knows.clone()]));
    let grid = record.grid().expect("no limit");
    let held = |name: &str, by: usize| &grid.held[six.card(name).index()][by];
    for name in ["peacock", "plum", "scarlett"] {
        let both = held(name, 2) + held(name, 6);
        assert_eq!(both, grid.total, "{name} is his, or on the table");
    }
    let reason = Reason::CannotKnowWhich { agent: Agent(2), cards: persons.clone() };
    let before: Vec<Event> = told.iter().cloned().chain([one]).collect();
    assert_eq!(six.refused(before, knows.clone()), (reason, vec![0, 1, 2, 3]));
    let two = ["plum", "scarlett"].map(|name| Event::Holds {
        holder: agent(3),
        card: six.card(name),
        seen: Witness::Only(Agent(2)),
    });
    let reason = Reason::KnowsWhich { agent: Agent(2), cards: persons };
    let before: Vec<Event> = told.iter().cloned().chain(two).collect();
    assert_eq!(six.refused(before, knows_not), (reason, vec![0, 1, 2, 3, 4]));
    let nothing = Event::Knows { agent: Agent(2), cards: Vec::new() };
    assert_eq!(six.refused(Vec::new(), nothing), (Reason::NothingAskedFor, Vec::new()));
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let six = Six::new();
    let cards = six.cards("plum rope hall");
    let (one, two) = (Agent(0), Agent(1));
    let (stranger, strange) = (Agent(9), Card::from_index(99));
    let asks = |requester, respondent, cards: &[Card]| Event::NoCard {
        requester,
        respondent,
        cards: cards.to_vec(),
    };
    let somebody = |respondents: Vec<Agent>| Event::SomebodyShows {
        requester: one,
        respondents,
        cards: cards.clone(),
    };
    let cases = [
        (asks(one, one, &cards), Reason::AsksHimself(one)),
        (somebody(vec![two, one]), Reason::AsksHimself(one)),
        (somebody(Vec::new()), Reason::NobodyAsked),
        (asks(one, two, &[]), Reason::NothingAskedFor),
        (asks(one, stranger, &cards), Reason::UnknownHolder(Holder::Agent(stranger))),
        (asks(one, two, &[strange]), Reason::UnknownCard(strange)),
        (Event::NoWin(stranger), Reason::UnknownHolder(Holder::Agent(stranger))),
    ];
    for (event, reason) in cases {
        assert_eq!(six.refused(Vec::new(), event), (reason, Vec::new()));
    }
}

#[test]
fn hands_that_do_not_add_up_are_refused() {
    let Six { play, .. } = Six::new();
    let of = |sizes: Vec<usize>, categories: Vec<Vec<Card>>| {
        let mut dealing = Dealing::new(&play.vocabulary, sizes);
        dealing.categories = categories;
        Record::new(&dealing).err()
    };
    let (cards, holders) = (21, 7);
    assert_eq!(of(vec![3; 7], kinds(&play.game)), None);
    assert_eq!(
        of(vec![4, 3, 3, 3, 3, 3, 3], Vec::new()),
        Some(Misdealt::HandsDoNotAddUp { cards, held: 22 })
    );
    assert_eq!(
        of(vec![usize::MAX; 7], Vec::new()),
        Some(Misdealt::HandsDoNotAddUp { cards, held: usize::MAX })
    );
    assert_eq!(of(vec![3; 6], Vec::new()), Some(Misdealt::Hands { holders, hands: 6 }));
    let many = play.vocabulary.cards().map(|card| vec![card]).take(4).collect();
    assert_eq!(of(vec![3; 7], many), Some(Misdealt::NoDealObeysTheLaw));
    let strange = Card::from_index(99);
    assert_eq!(of(vec![3; 7], vec![vec![strange]]), Some(Misdealt::UnknownCard(strange)));
    let nobody = Vocabulary::default();
    assert_eq!(Record::new(&Dealing::new(&nobody, Vec::new())).err(), Some(Misdealt::NoPlayers));
}

#[test]
fn a_law_can_be_any_formula_about_cards() {
    let Six { mut play, empty } = Six::new();
    let mut law = Vec::new();
    for kind in kinds(&play.game) {
        let held = kind.iter().map(|&card| play.held(card, Holder::Table)).collect();
        let one = hexa_logic::CountTest::Compare(Comparison::Equal, 1);
        law.push(play.terms.formula(FormulaNode::Count(held, one)));
    }
    let law = play.terms.and(law);
    let mut dealing = Dealing::new(&play.vocabulary, vec![3; 7]);
    dealing.law = Some((&play.terms, law));
    let record = Record::new(&dealing).expect("a deal");
    assert_eq!(record.grid(), empty.grid());
    let mut terms = Terms::default();
    let knows = terms.formula(FormulaNode::True);
    let knows = terms.formula(FormulaNode::Knows(Agent(0), knows));
    dealing.law = Some((&terms, knows));
    assert_eq!(Record::new(&dealing).err(), Some(Misdealt::Law(knows)));
}

#[test]
fn a_view_needs_what_the_player_has_seen() {
    let six = Six::new();
    let agent = Agent(1);
    let view = |events: Vec<Event>| written(&dealing(&six.play), events).grid_of(agent);
    assert_eq!(view(Vec::new()), Err(NoView::Hand(agent)));
    let hand = ["plum", "rope", "hall"].map(|card| six.holds(Holder::Agent(agent), card)).to_vec();
    assert!(view(hand.clone()).is_ok());
    let wrong = Event::WrongAccusation { accuser: agent, accused: None, player: Player::Guesser };
    assert_eq!(view([&hand[..], &[wrong]].concat()), Err(NoView::Table));
    let (requester, respondent, cards) = (agent, Agent(2), six.cards("green gun hall"));
    let shows = Event::Shows { requester, respondent, cards, card: None };
    assert_eq!(view([&hand[..], std::slice::from_ref(&shows)].concat()), Err(NoView::Shown(3)));
    // He has one of the cards himself and the other one is elsewhere.
    assert!(
        view([&hand[..], &[shows, six.lacks(Holder::Agent(respondent), "gun")]].concat()).is_ok()
    );
    assert_eq!(
        written(&dealing(&six.play), hand).grid_of(Agent(9)),
        Err(NoView::UnknownAgent(Agent(9)))
    );
}

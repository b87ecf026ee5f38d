//! Small games of three players, their worlds listed: each deal with the cards that were shown, and what the players see.

use hexa_engine::deals::{Dealing, Event, Fact, Record, Witness};
use hexa_logic::{Agent, Card, Holder, Stream, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// A game of which the first player has written down what they saw.
pub struct Small {
    pub vocabulary: Vocabulary,
    pub categories: Vec<Vec<Card>>,
    sizes: Vec<usize>,
    deal: Vec<usize>,
    events: Vec<Event>,
}

/// A deal, and the card shown in each event; its weight is that of the choices made.
#[derive(Clone, Debug)]
pub struct World {
    pub deal: Vec<usize>,
    pub shown: Vec<(usize, Card)>,
    pub weight: u64,
}

/// Games with different hands and numbers of suspicions.
pub fn games(many: u64) -> Vec<Small> {
    let game = |seed: u64| {
        let sizes = [[2, 2, 1], [1, 2, 2], [2, 1, 2], [3, 1, 1]][seed as usize % 4];
        let mut game = Small::new(&sizes, seed);
        game.play(seed as usize % 5, &mut Stream::new("suspicions", seed));
        game
    };
    (0..many).map(game).collect()
}

impl Small {
    /// Three persons and four rooms, one of each on the table.
    pub fn new(hands: &[usize], seed: u64) -> Self {
        let mut vocabulary = Vocabulary::default();
        ["a", "b", "c"].into_iter().for_each(|name| _ = vocabulary.add_agent(name));
        vocabulary.set_table("t");
        ["p1", "p2", "p3", "r1", "r2", "r3", "r4"]
            .into_iter()
            .for_each(|name| _ = vocabulary.add_card(name));
        for card in vocabulary.cards() {
            vocabulary.holders().for_each(|holder| _ = vocabulary.add_holding_atom(card, holder));
        }
        let category = |from: usize, to: usize| (from..to).map(Card::from_index).collect();
        let categories: Vec<Vec<Card>> = vec![category(0, 3), category(3, 7)];
        let sizes = hands.iter().copied().chain([2]).collect();
        let mut game = Self { vocabulary, categories, sizes, deal: Vec::new(), events: Vec::new() };
        let deals = game.deals();
        game.deal = deals[Stream::new("deal", seed).below(deals.len())].clone();
        game.events = game.hand(Agent(0)).into_iter().map(own).collect();
        game
    }

    /// All deals.
    fn deals(&self) -> Vec<Vec<usize>> {
        let mut deals: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in self.vocabulary.cards() {
            let with = |deal: Vec<usize>| {
                let has = |holder: usize| deal.iter().filter(|&&other| other == holder).count();
                let free = (0..self.sizes.len()).filter(|&holder| has(holder) < self.sizes[holder]);
                free.map(|holder| deal.iter().copied().chain([holder]).collect())
                    .collect::<Vec<_>>()
            };
            deals = deals.into_iter().flat_map(with).collect();
        }
        let on_table = |deal: &Vec<usize>, cards: &Vec<Card>| {
            cards.iter().filter(|card| deal[card.index()] == 3).count()
        };
        deals.retain(|deal| self.categories.iter().all(|cards| on_table(deal, cards) == 1));
        deals
    }

    /// So many suspicions, from the second player on.
    fn play(&mut self, turns: usize, stream: &mut Stream) {
        for turn in 0..turns {
            let requester = Agent::from_index((turn + 1) % 3);
            let cards: Vec<Card> = self
                .categories
                .iter()
                .map(|category| category[stream.below(category.len())])
                .collect();
            for after in 1..3 {
                let respondent = Agent::from_index((requester.index() + after) % 3);
                let held = cards.iter().copied();
                let held: Vec<Card> =
                    held.filter(|card| self.deal[card.index()] == respondent.index()).collect();
                let Some(&card) = stream.pick(&held) else {
                    self.events.push(Event::NoCard { requester, respondent, cards: cards.clone() });
                    continue;
                };
                let is_seen = requester == Agent(0) || respondent == Agent(0);
                let card = is_seen.then_some(card);
                self.events.push(Event::Shows {
                    requester,
                    respondent,
                    cards: cards.clone(),
                    card,
                });
                break;
            }
        }
    }

    /// The first player asks so often, for few different cards; who is asked shows again what was shown.
    pub fn ask_again_and_again(&mut self, times: usize, stream: &mut Stream) {
        let mut past: Vec<(Agent, Card)> = Vec::new();
        for _ in 0..times {
            let requester = Agent(0);
            let cards: Vec<Card> = self
                .categories
                .iter()
                .map(|category| category[stream.below(2).min(category.len() - 1)])
                .collect();
            for respondent in [Agent(1), Agent(2)] {
                let mut held = cards.clone();
                held.retain(|card| self.deal[card.index()] == respondent.index());
                let again = held.iter().copied().find(|&card| past.contains(&(respondent, card)));
                let Some(card) = again.or(stream.pick(&held).copied()) else {
                    self.events.push(Event::NoCard { requester, respondent, cards: cards.clone() });
                    continue;
                };
                past.push((respondent, card));
                let (cards, card) = (cards.clone(), Some(card));
                self.events.push(Event::Shows { requester, respondent, cards, card });
                break;
            }
        }
    }

    /// Before anything was written down.
    pub fn empty(&self) -> Record {
        let mut dealing = Dealing::new(&self.vocabulary, self.sizes.clone());
        dealing.categories = self.categories.clone();
        Record::new(&dealing).expect("a deal")
    }

    pub fn record(&self) -> Record {
        let events = self.events.iter().cloned();
        events.fold(self.empty(), |record, event| record.with(event).expect("it happened"))
    }

    pub fn hand(&self, agent: Agent) -> Vec<Card> {
        self.vocabulary.cards().filter(|card| self.deal[card.index()] == agent.index()).collect()
    }

    /// All cards with all holders.
    pub fn holdings(&self) -> Vec<(Card, Holder)> {
        let holders = |card| self.vocabulary.holders().map(move |holder| (card, holder));
        self.vocabulary.cards().flat_map(holders).collect()
    }

    /// Whether a fact holds in a world.
    pub fn holds(&self, world: &World, fact: Fact) -> bool {
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = fact;
        let place = match holder {
            Holder::Agent(agent) => agent.index(),
            Holder::Table => 3,
        };
        (world.deal[card.index()] == place) == matches!(fact, Fact::Holds(..))
    }
}

fn own(card: Card) -> Event {
    Event::Holds { holder: Holder::Agent(Agent(0)), card, seen: Witness::Only(Agent(0)) }
}

/// What an agent sees of a world: their cards, and those that were shown to them or by them.
pub type Sight = (Vec<usize>, Vec<(usize, Card)>);

/// All worlds after what everybody has seen of a game.
pub struct Listing<'g> {
    game: &'g Small,
    pub worlds: Vec<World>,
}

impl<'g> Listing<'g> {
    pub fn new(game: &'g Small) -> Self {
        let world = |deal| World { deal, shown: Vec::new(), weight: 1 };
        let mut worlds: Vec<World> = game.deals().into_iter().map(world).collect();
        for (at, event) in game.events.iter().enumerate() {
            worlds = worlds.into_iter().flat_map(|world| after(world, at, event)).collect();
        }
        Self { game, worlds }
    }

    /// The worlds as the first player weighs them if all others remember what they have shown: where a card comes that was shown
    /// to the same player before, there was no choice.
    pub fn with_memory(game: &'g Small) -> Self {
        let mut listing = Self::new(game);
        for world in &mut listing.worlds {
            for (place, &(at, card)) in world.shown.iter().enumerate() {
                let Event::Shows { requester: Agent(0), respondent, cards, .. } = &game.events[at]
                else {
                    continue;
                };
                let is_same = |&(other, shown): &(usize, Card)| {
                    let pair = matches!(&game.events[other], Event::Shows { requester: Agent(0), respondent: showing, .. } if showing == respondent);
                    pair && shown == card
                };
                if world.shown[..place].iter().any(is_same) {
                    let has = |card: &&Card| world.deal[card.index()] == respondent.index();
                    world.weight *= cards.iter().filter(has).count() as u64;
                }
            }
        }
        listing
    }

    pub fn table_place(&self) -> usize {
        3
    }

    pub fn table(&self, world: &World) -> Vec<Card> {
        self.game.vocabulary.cards().filter(|card| world.deal[card.index()] == 3).collect()
    }

    pub fn sight(&self, world: &World, agent: Agent) -> Sight {
        let own = (0..world.deal.len()).filter(|&card| world.deal[card] == agent.index()).collect();
        let takes_part = |at: usize| matches!(&self.game.events[at], Event::Shows { requester, respondent, .. } if *requester == agent || *respondent == agent);
        (own, world.shown.iter().copied().filter(|(at, _)| takes_part(*at)).collect())
    }

    /// The worlds in which an agent sees just this.
    pub fn alike(&self, sight: &Sight, agent: Agent) -> Vec<&World> {
        self.worlds.iter().filter(|world| self.sight(world, agent) == *sight).collect()
    }

    /// What the first player, who has written it down, considers possible.
    pub fn cell(&self, agent: Agent) -> Vec<&World> {
        let own = (0..self.game.deal.len()).filter(|&card| self.game.deal[card] == agent.index());
        let told = self.game.events.iter().enumerate().filter_map(|(at, event)| match event {
            Event::Shows { card: Some(card), .. } => Some((at, *card)),
            _ => None,
        });
        self.alike(&(own.collect(), told.collect()), agent)
    }

    /// The weights of what the first player considers possible where something is so, and of all of it.
    pub fn weigh(&self, is_so: impl Fn(&World) -> bool) -> (u64, u64) {
        let cell = self.cell(Agent(0));
        let so = cell.iter().filter(|world| is_so(world)).map(|world| world.weight).sum();
        (so, cell.iter().map(|world| world.weight).sum())
    }

    /// What something is on average, in what the first player considers possible.
    pub fn mean(&self, of: impl Fn(&World) -> f64) -> f64 {
        let cell = self.cell(Agent(0));
        let all: f64 = cell.iter().map(|world| world.weight as f64).sum();
        cell.iter().map(|world| world.weight as f64 / all * of(world)).sum()
    }

    /// What an agent sees where they know something.
    pub fn knows(&self, agent: Agent, is_so: impl Fn(&World) -> bool) -> BTreeSet<Sight> {
        let mut known: BTreeMap<Sight, bool> = BTreeMap::new();
        for world in &self.worlds {
            *known.entry(self.sight(world, agent)).or_insert(true) &= is_so(world);
        }
        known.into_iter().filter(|(_, known)| *known).map(|(sight, _)| sight).collect()
    }

    /// The tables that an agent thinks of in a world.
    pub fn tables(&self, world: &World, agent: Agent) -> BTreeSet<Vec<Card>> {
        let alike = self.alike(&self.sight(world, agent), agent);
        alike.into_iter().map(|world| self.table(world)).collect()
    }
}

/// A world after an event: one for each choice, none if it is impossible.
fn after(world: World, at: usize, event: &Event) -> Vec<World> {
    let held = |agent: &Agent, cards: &[Card]| -> Vec<Card> {
        cards.iter().copied().filter(|card| world.deal[card.index()] == agent.index()).collect()
    };
    match event {
        Event::NoCard { respondent, cards, .. } if !held(respondent, cards).is_empty() => {
            Vec::new()
        }
        Event::Shows { respondent, cards, .. } => {
            let held = held(respondent, cards);
            let shown = |&card: &Card| World {
                deal: world.deal.clone(),
                shown: world.shown.iter().copied().chain([(at, card)]).collect(),
                weight: world.weight * 2 / held.len() as u64,
            };
            held.iter().map(shown).collect()
        }
        _ => vec![world],
    }
}

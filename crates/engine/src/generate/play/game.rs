//! Card games: who holds how many cards, of which kinds. From decisions to a deal, and to a play.

use super::{Kind, Play, Reply, Step, Turn};
use crate::generate::{Case, Choices};
use hexa_logic::{
    Agent, Card, Comparison, CountTest, Deal, DealSetup, Formula, FormulaNode, Holder, Setup,
    Sight, Stream, Terms, Vocabulary, WinCondition,
};

/// Who plays with which cards. The hands and the table hold all cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardGame {
    /// The players, in the order of their turns.
    pub players: Vec<Seat>,
    /// The table, if there is one.
    pub table: Option<Seat>,
    /// Cards of which exactly one is on the table, each in one category only.
    pub categories: Vec<Category>,
    /// The other cards.
    pub others: Vec<String>,
    /// Which cards are asked for.
    pub asking: Asking,
    /// What it takes to win.
    pub win: WinCondition,
}

/// A holder, and how many cards they have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Their name.
    pub name: String,
    /// How many cards they have.
    pub cards: usize,
}

/// Cards of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Category {
    /// What they are called together.
    pub name: String,
    /// The cards.
    pub cards: Vec<String>,
}

/// Which cards a suspicion is about; one's own are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// One of each category.
    OneOfEach,
    /// Any cards, from one up to so many; often the same again, for another one may be shown.
    AtMost(usize),
}

const SUSPECTS: [&str; 6] = ["mustard", "plum", "green", "peacock", "scarlett", "white"];
const WEAPONS: [&str; 6] = ["candlestick", "rope", "pipe", "wrench", "gun", "knife"];
const ROOMS: [&str; 9] =
    ["hall", "kitchen", "dining", "study", "sitting", "patio", "ballroom", "library", "pool"];

impl CardGame {
    /// Cluedo with 21 cards.
    pub fn cluedo(players: usize) -> Self {
        let kinds = [("suspects", &SUSPECTS[..]), ("weapons", &WEAPONS), ("rooms", &ROOMS)];
        let category = |(name, cards): (&str, &[&str])| Category {
            name: name.to_owned(),
            cards: cards.iter().map(|&card| card.to_owned()).collect(),
        };
        Self::like_cluedo(players, kinds.map(category).into())
    }

    /// A game like Cluedo with so many cards in each category.
    pub fn with_kinds(players: usize, kinds: &[usize]) -> Self {
        let category = |(at, &cards): (usize, &usize)| Category {
            name: format!("kind{}", at + 1),
            cards: (1..=cards).map(|card| format!("c{}k{card}", at + 1)).collect(),
        };
        Self::like_cluedo(players, kinds.iter().enumerate().map(category).collect())
    }

    /// One card of each category is on the table; the first players hold one more if need be.
    fn like_cluedo(players: usize, categories: Vec<Category>) -> Self {
        let cards: usize = categories.iter().map(|category| category.cards.len()).sum();
        let dealt = cards - categories.len();
        let hand = |at| dealt / players + usize::from(at < dealt % players);
        Self {
            players: seats(&(0..players).map(hand).collect::<Vec<_>>()),
            table: Some(Seat { name: "t".to_owned(), cards: categories.len() }),
            categories,
            others: Vec::new(),
            asking: Asking::OneOfEach,
            win: WinCondition::Table,
        }
    }

    fn cards(&self) -> impl Iterator<Item = &String> {
        self.categories.iter().flat_map(|category| &category.cards).chain(&self.others)
    }

    fn card_count(&self) -> usize {
        self.cards().count()
    }

    /// The cards of each category.
    pub(super) fn kinds(&self) -> Vec<Vec<Card>> {
        let mut next = 0;
        let mut kind = |category: &Category| {
            let first = next;
            next += category.cards.len();
            (first..next).map(Card::from_index).collect()
        };
        self.categories.iter().map(&mut kind).collect()
    }

    /// How many cards are on the table beside those of the categories.
    pub(super) fn others_on_table(&self) -> usize {
        let on_table = self.table.as_ref().map_or(0, |table| table.cards);
        on_table.saturating_sub(self.categories.len())
    }

    fn other_cards(&self) -> Vec<Card> {
        let categories: usize = self.categories.iter().map(|category| category.cards.len()).sum();
        (categories..self.card_count()).map(Card::from_index).collect()
    }

    /// What may be on the table: one card of each category, and some of the others.
    pub(super) fn tables(&self) -> Vec<Vec<Card>> {
        let mut tables = vec![Vec::new()];
        for kind in self.kinds() {
            let with = |table: Vec<Card>| {
                kind.clone().into_iter().map(move |card| [&table[..], &[card]].concat())
            };
            tables = tables.into_iter().flat_map(with).collect();
        }
        let others = self.other_cards();
        for at in 0..self.others_on_table() {
            let with = |table: Vec<Card>| {
                let last = if at == 0 { None } else { table.last().copied() };
                let later = others.clone().into_iter().filter(move |&card| last < Some(card));
                later.map(move |card| [&table[..], &[card]].concat())
            };
            tables = tables.into_iter().flat_map(with).collect();
        }
        tables
    }

    fn vocabulary(&self) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        self.players.iter().for_each(|player| _ = vocabulary.add_agent(&player.name));
        if let Some(table) = &self.table {
            vocabulary.set_table(&table.name);
        }
        self.cards().for_each(|card| _ = vocabulary.add_card(card));
        for card in vocabulary.cards() {
            vocabulary.holders().for_each(|holder| _ = vocabulary.add_holding_atom(card, holder));
        }
        vocabulary
    }

    /// The initial state for a deal: exactly one card of each category is on the table.
    pub(super) fn setup(&self, vocabulary: &Vocabulary, terms: &mut Terms, deal: Deal) -> Setup {
        let mut law = Vec::new();
        for kind in self.kinds() {
            let atoms =
                kind.into_iter().filter_map(|card| vocabulary.holding_atom(card, Holder::Table));
            let atoms = atoms.map(|atom| terms.formula(FormulaNode::Atom(atom))).collect();
            let one = CountTest::Compare(Comparison::Equal, 1);
            law.push(terms.formula(FormulaNode::Count(atoms, one)));
        }
        Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: terms.and(law) })
    }

    /// The play of so many turns that grows from a list of decisions.
    pub fn play(&self, turns: usize, kind: Kind, decisions: &[u8]) -> Play {
        let mut growth = Growth { choices: Choices::new(decisions) };
        let hands = growth.deal(self);
        let mut play = Play::from_deal(self.clone(), self.vocabulary(), hands);
        for turn in 0..turns {
            let player = Agent::from_index(turn % self.players.len());
            let mut steps = growth.suspicion(&play, player);
            match kind {
                Kind::Suspicions => {}
                Kind::NoWins => steps.push(Step::NoWin(player)),
                Kind::Any => steps.extend(growth.other_step(&mut play, player)),
            }
            play.turns.push(Turn { player, steps });
        }
        play
    }
}

/// Grows plays from a list of decisions.
struct Growth<'a> {
    choices: Choices<'a>,
}

impl Growth<'_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.choices.choose(ways)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        self.choices.one_of(of)
    }

    /// So many of these, which are left without them.
    fn take(&mut self, many: usize, from: &mut Vec<Card>) -> Vec<Card> {
        (0..many).map(|_| from.remove(self.choose(from.len()))).collect()
    }

    /// The hands, the table's last. First what lies on the table is taken away.
    fn deal(&mut self, game: &CardGame) -> Vec<Vec<Card>> {
        let (mut table, mut rest) = (Vec::new(), Vec::new());
        for mut kind in game.kinds() {
            table.extend(self.take(1, &mut kind));
            rest.extend(kind);
        }
        let mut others = game.other_cards();
        table.extend(self.take(game.others_on_table(), &mut others));
        rest.extend(others);
        let players = game.players.iter().map(|player| self.take(player.cards, &mut rest));
        players
            .collect::<Vec<_>>()
            .into_iter()
            .chain(game.table.is_some().then_some(table))
            .collect()
    }

    fn choose_cards(&mut self, play: &Play, asker: Agent) -> Vec<Card> {
        let game = &play.game;
        let again = play.steps().filter_map(|step| match step {
            Step::Answer { asker: who, cards, .. } if *who == asker => Some(cards),
            Step::Answer { .. }
            | Step::NoWin(_)
            | Step::Win(_)
            | Step::WrongAccusation(_)
            | Step::Announcement(_) => None,
        });
        match (game.asking, again.last()) {
            (Asking::AtMost(_), Some(cards)) if self.choose(2) == 1 => cards.clone(),
            (Asking::OneOfEach, _) => game.kinds().iter().map(|kind| self.one_of(kind)).collect(),
            (Asking::AtMost(most), _) => {
                let mut cards = (0..game.card_count()).map(Card::from_index).collect();
                let many = 1 + self.choose(most.min(game.card_count()));
                self.take(many, &mut cards)
            }
        }
    }

    /// The answers of the players after the one who asks, until one shows a card.
    fn suspicion(&mut self, play: &Play, asker: Agent) -> Vec<Step> {
        let cards = self.choose_cards(play, asker);
        let players = play.vocabulary.agent_count();
        let mut steps = Vec::new();
        for after in 1..players {
            let respondent = Agent::from_index((asker.index() + after) % players);
            let hand = play.deal().hand(Holder::Agent(respondent));
            let has: Vec<Card> = cards.iter().copied().filter(|card| hand.contains(card)).collect();
            let reply = if has.is_empty() { Reply::No } else { Reply::Shows(self.one_of(&has)) };
            steps.push(Step::Answer { asker, respondent, cards: cards.clone(), reply });
            if reply != Reply::No {
                break;
            }
        }
        steps
    }

    /// What may happen beside suspicions; nothing, if there are no decisions left.
    fn other_step(&mut self, play: &mut Play, player: Agent) -> Option<Step> {
        let has_table = play.game.table.as_ref().is_some_and(|table| table.cards > 0);
        match self.choose(10) {
            1..=3 => Some(Step::NoWin(player)),
            4 => Some(Step::Win(player)),
            5 if has_table => Some(Step::WrongAccusation(player)),
            6 => Some(Step::Announcement(self.about_cards(play))),
            7 => Some(Step::Announcement(self.about_knowledge(play))),
            8 => Some(self.attempt(play)),
            _ => None,
        }
    }

    /// Something true about the deal: one of a few literals, the first of which is true.
    fn about_cards(&mut self, play: &mut Play) -> Formula {
        let mut literals = Vec::new();
        for at in 0..=self.choose(3) {
            let (card, holder) = (self.card(play), self.holder(play));
            let is_true = play.deal().hand(holder).contains(&card);
            let held = play.holding(card, holder);
            let stands = if at == 0 { is_true } else { self.choose(2) == 0 };
            literals.push(if stands { held } else { play.terms.not(held) });
        }
        literals.dedup();
        play.terms.or(literals)
    }

    /// What somebody knows or does not know, or that they can win or cannot.
    fn about_knowledge(&mut self, play: &mut Play) -> Formula {
        let players: Vec<Agent> = play.vocabulary.agents().collect();
        let (knower, card, holder) = (self.one_of(&players), self.card(play), self.holder(play));
        let held = play.holding(card, holder);
        let lacks = play.terms.not(held);
        let known = match self.choose(4) {
            0 => play.wins(knower),
            1 => play.terms.formula(FormulaNode::Knows(knower, held)),
            2 => play.terms.formula(FormulaNode::Knows(knower, lacks)),
            _ => play.terms.formula(FormulaNode::KnowsWhether(knower, held)),
        };
        if self.choose(3) == 0 { known } else { play.terms.not(known) }
    }

    /// Somebody asks somebody, and the answer may not be true.
    fn attempt(&mut self, play: &Play) -> Step {
        let players = play.vocabulary.agent_count();
        let asker = self.choose(players);
        let respondent = Agent::from_index((asker + 1 + self.choose(players - 1)) % players);
        let cards = self.choose_cards(play, Agent::from_index(asker));
        let reply = match self.choose(5) {
            0 => Reply::No,
            1 => Reply::ShowsSome,
            _ => Reply::Shows(self.one_of(&cards)),
        };
        Step::Answer { asker: Agent::from_index(asker), respondent, cards, reply }
    }

    fn card(&mut self, play: &Play) -> Card {
        Card::from_index(self.choose(play.game.card_count()))
    }

    fn holder(&mut self, play: &Play) -> Holder {
        let holders: Vec<Holder> = play.vocabulary.holders().collect();
        self.one_of(&holders)
    }
}

/// So many decisions from a seed: the same on every machine, in every version.
pub fn decisions_from(seed: u64, many: usize) -> Vec<u8> {
    let mut stream = Stream::of_seed(seed);
    (0..many).map(|_| (stream.word() >> 56) as u8).collect()
}

/// A game with two to four holders, at least two of them players, and three up to so many cards; with and
/// without a table and categories, hands of any sizes.
pub fn small_game(case: &mut Case, most: usize) -> CardGame {
    let (holders, kinds, cards) = (2 + case.below(3), case.below(4), case.between(3..most + 1));
    let has_table = holders > 2 && case.below(4) != 0;
    let shape = Shape {
        players: holders - usize::from(has_table),
        kinds: if has_table { kinds.min(cards) } else { 0 },
        others_on_table: has_table.then(|| case.below(2)),
        cards,
    };
    let asking = if case.flip() { Asking::AtMost(1 + case.below(3)) } else { Asking::OneOfEach };
    shape.game(&case.decisions(most + 1..most + 2), asking)
}

/// A game with three players and one card on the table, which is to be found out. With so few cards, who
/// cannot win often tells something by saying so; also about the cards that they were shown, which the
/// third player did not see.
pub fn tight_game(case: &mut Case, most: usize) -> CardGame {
    let dealt = case.between(2..most);
    let mut hands = [1, 0, 0];
    (1..dealt).for_each(|_| hands[case.below(3)] += 1);
    CardGame {
        players: seats(&hands),
        table: Some(Seat { name: "t".to_owned(), cards: 1 }),
        categories: Vec::new(),
        others: (0..=dealt).map(|card| format!("c{}", card + 1)).collect(),
        asking: Asking::AtMost(2),
        win: WinCondition::Table,
    }
}

struct Shape {
    players: usize,
    kinds: usize,
    others_on_table: Option<usize>,
    cards: usize,
}

impl Shape {
    /// The game in which every card is of the kind, and goes to the player, that a decision says.
    fn game(&self, decisions: &[u8], asking: Asking) -> CardGame {
        let mut kinds: Vec<Vec<String>> = vec![Vec::new(); self.kinds + 1];
        for (card, &decision) in decisions.iter().enumerate().take(self.cards) {
            // Each category has a card.
            let kind = if card < self.kinds { card } else { decision as usize % kinds.len() };
            kinds[kind].push(format!("c{}", card + 1));
        }
        let others = kinds.pop().unwrap_or_default();
        let more = self.others_on_table.map(|more| more.min(others.len()));
        let on_table = more.map(|more| self.kinds + more);
        let mut hands = vec![0; self.players];
        for &decision in &decisions[..self.cards - on_table.unwrap_or(0)] {
            hands[decision as usize / 7 % self.players] += 1;
        }
        let named = |(at, cards)| Category { name: format!("kind{}", at + 1), cards };
        CardGame {
            players: seats(&hands),
            table: on_table.map(|cards| Seat { name: "t".to_owned(), cards }),
            categories: kinds.into_iter().enumerate().map(named).collect(),
            others,
            asking: if self.kinds == 0 { Asking::AtMost(2) } else { asking },
            win: win(on_table, decisions[self.cards]),
        }
    }
}

fn seats(hands: &[usize]) -> Vec<Seat> {
    let seat = |(at, &cards): (usize, &usize)| Seat { name: (at + 1).to_string(), cards };
    hands.iter().enumerate().map(seat).collect()
}

fn win(on_table: Option<usize>, decision: u8) -> WinCondition {
    match decision % 4 {
        3 => WinCondition::Hand(Holder::Agent(Agent(0))),
        2 => WinCondition::Deal,
        _ if on_table.is_some() => WinCondition::Table,
        _ => WinCondition::Deal,
    }
}

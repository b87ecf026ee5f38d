//! Games that are really played: a random deal, random suspicions, and answers that are true.

use hexa_assist::entry::{AnswerGiven, Ending, Entry};
use hexa_assist::notebook::Notebook;
use hexa_assist::setup::{Draft, Setup};
use hexa_engine::Limits;
use hexa_logic::{Agent, Card, Holder, Stream};

/// One of these; there must be one.
pub fn one_of<T: Copy>(stream: &mut Stream, these: &[T]) -> T {
    *stream.pick(these).expect("there is something to pick")
}

/// A game whose deal is known to the test.
pub struct Table {
    pub setup: Setup,
    /// Who has each card.
    pub holders: Vec<Holder>,
}

const NAMES: [&str; 6] = ["ann", "bob", "me", "eve", "fay", "gus"];

impl Table {
    /// A random deal of the classic deck.
    pub fn dealt(players: usize, stream: &mut Stream) -> Self {
        let mut draft = Draft {
            players: NAMES[..players].iter().map(|name| (*name).to_owned()).collect(),
            ..Draft::default()
        };
        let deck = draft.open_deck(&mut Vec::new());
        let mut holders = vec![Holder::Table; deck.dealt_count()];
        let categories = deck.dealt_categories();
        let envelope: Vec<Card> = categories.iter().map(|cards| one_of(stream, cards)).collect();
        let mut rest: Vec<Card> = deck.cards().filter(|card| !envelope.contains(card)).collect();
        stream.shuffle(&mut rest);
        let sizes = draft.even_sizes(&deck);
        let seats = sizes.iter().enumerate().flat_map(|(at, &size)| std::iter::repeat_n(at, size));
        for (card, seat) in rest.iter().zip(seats) {
            holders[card.index()] = Holder::Agent(Agent::from_index(seat));
        }
        let me = draft.me().expect("one of them is me");
        let mine = deck.cards().filter(|card| holders[card.index()] == Holder::Agent(me));
        draft.hand = mine.map(|card| deck.name(card).to_owned()).collect();
        Self { setup: draft.settle().expect("a good set-up"), holders }
    }

    /// A suspicion with true answers. Who shows a card picks any.
    pub fn suspicion(&self, asker: Agent, stream: &mut Stream) -> Entry {
        let categories = self.setup.deck().dealt_categories();
        let cards: Vec<Card> = categories.iter().map(|cards| one_of(stream, cards)).collect();
        let (mut answers, many) = (Vec::new(), self.setup.players().len());
        for step in 1..many {
            let player = Agent::from_index((asker.index() + step) % many);
            let has = |card: &&Card| self.holders[card.index()] == Holder::Agent(player);
            let held: Vec<Card> = cards.iter().filter(has).copied().collect();
            if held.is_empty() {
                answers.push((player, AnswerGiven::No));
                continue;
            }
            let me = self.setup.me();
            let shown = Some(one_of(stream, &held)).filter(|_| asker == me || player == me);
            answers.push((player, AnswerGiven::Shows(shown)));
            break;
        }
        Entry::Suspicion { asker, cards, answers, ending: Ending::Answered }
    }

    pub fn game(&self) -> Notebook {
        Notebook::new(self.setup.clone(), Limits::default()).expect("a good set-up")
    }

    /// A game with so many suspicions.
    pub fn played(&self, suspicions: usize, stream: &mut Stream) -> Notebook {
        let (mut game, many) = (self.game(), self.setup.players().len());
        for turn in 0..suspicions {
            let entry = self.suspicion(Agent::from_index(turn % many), stream);
            game.enter(entry).expect("what is true is possible");
        }
        game
    }
}

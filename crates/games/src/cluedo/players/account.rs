//! What a player of Cluedo has noticed, and what follows from it for them: which triples can lie in the envelope (Cluedo paper
//! sec. 4: knowledge is what holds in all deals that agree with what was seen). Each triple keeps a deal that shows that it is
//! possible; only when something is noticed that the deal does not agree with, another one is looked for.

use super::clues::{Clues, Dealt};
use crate::cluedo::edition::WrongAccusation;
use crate::cluedo::{CluedoCards, CluedoNotice, CluedoRules, Ending};
use crate::game::{Observation, Player};
use std::cell::Cell;
use std::sync::Arc;

/// A deal, and which card was shown in each notice that is a show: a world of the full model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// What is in the envelope.
    pub envelope: CluedoCards,
    /// The hands, by player.
    pub hands: Vec<CluedoCards>,
    /// By notice, the card that was shown, as a set; nothing where none was.
    pub shown: Vec<CluedoCards>,
}

/// A suspicion that is being answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspicion {
    /// Who suspects.
    pub by: Player,
    /// The cards.
    pub cards: CluedoCards,
}

/// What a player has noticed.
#[derive(Clone)]
pub struct Account {
    dealt: Arc<Dealt>,
    accusations: WrongAccusation,
    ends: Ending,
    player: Player,
    hand: CluedoCards,
    notices: Vec<CluedoNotice>,
    /// What everybody can tell, and what the player can.
    public: Clues,
    own: Clues,
    suspicion: Option<Suspicion>,
    /// Players who accused wrongly, a bit for each.
    out: u32,
    turns: u32,
    possible: Possible,
    /// How often it was worked out what somebody else could tell.
    nested: Cell<u64>,
}

/// Triples that are possible, each with hands that show it.
#[derive(Clone, Default)]
struct Possible {
    envelopes: Vec<CluedoCards>,
    /// The hands for each of them, one after the other.
    hands: Vec<CluedoCards>,
    /// So many notices are taken into account.
    after: usize,
    searches: u64,
}

impl Account {
    /// Of a player of a game with these rules, before the cards are dealt.
    pub fn new(rules: &CluedoRules) -> Self {
        let dealt = Arc::new(Dealt::of(rules));
        let clues = Clues::new(&dealt);
        Self {
            dealt,
            accusations: rules.edition.wrong_accusation,
            ends: rules.ends,
            player: Player(0),
            hand: 0,
            notices: Vec::new(),
            public: clues.clone(),
            own: clues,
            suspicion: None,
            out: 0,
            turns: 0,
            possible: Possible::default(),
            nested: Cell::new(0),
        }
    }

    /// A play begins.
    pub fn begin(&mut self, player: Player) {
        let clues = Clues::new(&self.dealt);
        (self.player, self.hand) = (player, 0);
        (self.public, self.own) = (clues.clone(), clues);
        (self.suspicion, self.out, self.turns) = (None, 0, 0);
        self.notices.clear();
        self.possible = Possible::default();
    }

    /// Something is noticed.
    pub fn observe(&mut self, observed: Observation<'_>) {
        let Some(notice) = CluedoNotice::read(observed) else { return };
        self.notices.push(notice);
        let dealt = &self.dealt;
        let asked = self.suspicion.map_or(0, |suspicion| suspicion.cards);
        match notice {
            CluedoNotice::Dealt(hand) => {
                self.hand = hand;
                self.own.sees(self.player.index(), hand);
                _ = self.own.conclude(dealt);
                self.possible.fill(dealt, &self.own);
            }
            CluedoNotice::Suspicion(by, cards) => self.suspicion = Some(Suspicion { by, cards }),
            CluedoNotice::Pass(by) => {
                self.public.lacks(dealt, by.index(), asked);
                self.own.lacks(dealt, by.index(), asked);
            }
            CluedoNotice::Show(by, card) => {
                self.public.holds_one(by.index(), asked);
                match card {
                    Some(card) => self.own.holds(dealt, by.index(), 1 << card.0),
                    None => self.own.holds_one(by.index(), asked),
                }
            }
            CluedoNotice::Right(_, cards) => {
                let envelope = dealt.envelope();
                self.public.holds(dealt, envelope, cards);
                self.own.holds(dealt, envelope, cards);
            }
            CluedoNotice::Wrong { player, named, envelope } => {
                self.out |= 1 << player.0;
                self.turns += 1;
                if let Some(cards) = named {
                    self.own.is_not_envelope(cards);
                    if self.hears_accusations() {
                        self.public.is_not_envelope(cards);
                    }
                }
                if let Some(cards) = envelope {
                    self.own.holds(dealt, dealt.envelope(), cards);
                }
            }
            CluedoNotice::EndOfTurn(_) => {
                self.turns += 1;
                _ = self.public.conclude(dealt);
            }
            // Where pawns go says nothing of the cards.
            CluedoNotice::Board(_) => {}
        }
    }

    /// What is dealt.
    pub fn dealt(&self) -> &Arc<Dealt> {
        &self.dealt
    }

    /// Whose account it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Their cards.
    pub fn hand(&self) -> CluedoCards {
        self.hand
    }

    /// What they have noticed.
    pub fn notices(&self) -> &[CluedoNotice] {
        &self.notices
    }

    /// What everybody can tell.
    pub fn public(&self) -> &Clues {
        &self.public
    }

    /// What the player can tell.
    pub fn own(&self) -> &Clues {
        &self.own
    }

    /// The suspicion that was made last.
    pub fn suspicion(&self) -> Option<Suspicion> {
        self.suspicion
    }

    /// Whether somebody has accused wrongly.
    pub fn is_out(&self, player: Player) -> bool {
        self.out >> player.0 & 1 == 1
    }

    /// How many turns are over.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The triples that can be in the envelope, in order.
    pub fn envelopes(&mut self) -> &[CluedoCards] {
        if self.possible.after < self.notices.len() {
            self.possible.after = self.notices.len();
            _ = self.own.conclude(&self.dealt);
            self.possible.narrow(&self.dealt, &self.own);
        }
        &self.possible.envelopes
    }

    /// What ends the game.
    pub fn ends(&self) -> Ending {
        self.ends
    }

    /// Whether everybody hears what is named in a wrong accusation.
    pub fn hears_accusations(&self) -> bool {
        self.accusations == WrongAccusation::Heard
    }

    /// By card a number that is the same for cards of a category which the player cannot tell apart: exchanging them in
    /// everything that was noticed changes nothing. What is the case with one of them can be the case with the other.
    pub fn kinds_of_cards(&self) -> Vec<usize> {
        let sets: Vec<CluedoCards> =
            self.dealt.categories.iter().copied().chain(self.named()).collect();
        let kind = |card: u32| sets.iter().map(|set| set >> card & 1).collect::<Vec<_>>();
        let kinds: Vec<Vec<CluedoCards>> =
            (0..CluedoCards::BITS - self.dealt.all.leading_zeros()).map(kind).collect();
        let first = |of: &Vec<CluedoCards>| kinds.iter().position(|kind| kind == of).unwrap_or(0);
        kinds.iter().map(first).collect()
    }

    /// All sets of cards that were noticed.
    fn named(&self) -> Vec<CluedoCards> {
        let mut named = Vec::new();
        for notice in &self.notices {
            match *notice {
                CluedoNotice::Dealt(cards)
                | CluedoNotice::Suspicion(_, cards)
                | CluedoNotice::Right(_, cards) => named.push(cards),
                CluedoNotice::Show(_, Some(card)) => named.push(1 << card.0),
                CluedoNotice::Wrong { named: cards, envelope, .. } => {
                    named.extend(cards.into_iter().chain(envelope));
                }
                CluedoNotice::Pass(_)
                | CluedoNotice::Show(_, None)
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_) => {}
            }
        }
        named
    }

    /// How often a deal was looked for since the cards were dealt.
    pub fn searches(&self) -> u64 {
        self.possible.searches
    }

    /// How often it was worked out whether somebody else could know the envelope, in all plays.
    pub fn count_nested(&self) -> u64 {
        self.nested.get()
    }

    pub(super) fn note_nested(&self) {
        self.nested.set(self.nested.get() + 1);
    }

    /// What another player can tell in a world that the player considers possible. What they named when they accused wrongly,
    /// and saw then, is left out: they cannot win any more.
    pub fn clues_in(&self, world: &World, player: Player) -> Clues {
        self.clues_with(&world.hands, player, self.shown_to(world, player))
    }

    /// The cards that a player saw in a world.
    pub fn shown_to(&self, world: &World, player: Player) -> CluedoCards {
        let shows = self.shows();
        let to_player = shows.iter().filter(|show| show.asker == player);
        to_player.fold(0, |all, show| all | world.shown[show.at])
    }

    /// What another player can tell, with some hands, who was shown these cards.
    pub fn clues_with(&self, hands: &[CluedoCards], player: Player, seen: CluedoCards) -> Clues {
        self.with_sight(self.public.clone(), hands, player, seen)
    }
}

impl Possible {
    /// All triples that the player does not hold a card of.
    fn fill(&mut self, dealt: &Dealt, clues: &Clues) {
        let players = dealt.sizes.len();
        self.searches = 0;
        self.envelopes.clear();
        self.hands.clear();
        for envelope in clues.open_envelopes(dealt) {
            self.searches += 1;
            if let Some(hands) = clues.find_hands(dealt, envelope) {
                self.envelopes.push(envelope);
                self.hands.extend_from_slice(&hands[..players]);
            }
        }
        self.after = 1;
    }

    /// Leaves out what is not possible any more.
    fn narrow(&mut self, dealt: &Dealt, clues: &Clues) {
        let players = dealt.sizes.len();
        let mut kept = 0;
        for at in 0..self.envelopes.len() {
            let envelope = self.envelopes[at];
            let (from, to) = (at * players, kept * players);
            if !clues.agrees(envelope, &self.hands[from..from + players]) {
                self.searches += 1;
                match clues.find_hands(dealt, envelope) {
                    Some(hands) => self.hands[to..to + players].copy_from_slice(&hands),
                    None => continue,
                }
            } else {
                self.hands.copy_within(from..from + players, to);
            }
            self.envelopes[kept] = envelope;
            kept += 1;
        }
        self.envelopes.truncate(kept);
        self.hands.truncate(kept * players);
    }
}

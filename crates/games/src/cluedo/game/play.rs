//! A play of Cluedo: where it stands, what comes of each step, and what everybody notices of it.

use super::cards::{CluedoCards, cards_in, fact_name};
use super::deals::CluedoDeal;
use super::notice::noticed;
use super::{CluedoGame, CluedoMove};
use crate::cluedo::board::PawnStanding;
use crate::cluedo::edition::{Accuser, AfterAccusing, Asked, LastPlayer, WrongAccusation};
use crate::cluedo::rules::Ending;
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Memory, Move, MoveNumbers, Observation, Play, PlayStep, Player, Trouble, Turn, Weights,
};
use hexa_logic::{Card, Stream};
use std::sync::Arc;

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Deal,
    /// Chance says where rooms and pawns are.
    Place,
    /// Chance says who begins.
    First,
    /// A turn begins on the board; nobody is asked in this phase.
    Depart,
    /// A player says where to go, or throws the dice.
    Travel,
    /// The dice fall.
    Throw,
    /// A player suspects or accuses.
    Begin,
    /// A player shows one of several cards.
    Answer(Player),
    /// A player accuses or ends the turn.
    Decide,
    Over,
}

/// Where a play stands, beside the deal.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub(super) phase: Phase,
    /// Whose turn it is.
    pub(super) player: Player,
    pub(super) suspicion: CluedoCards,
    /// Players who accused wrongly, a bit for each.
    pub(super) out: u16,
    pub(super) winner: Option<Player>,
    pub(super) turns: u32,
    /// How many observations everybody had before.
    pub(super) noticed: u32,
    /// Where pawns stand, if there is a board.
    pub(super) standing: Option<PawnStanding>,
    /// Players who were summoned since they moved last, a bit for each.
    pub(super) summoned: u16,
    /// What the dice show; none, before they are thrown.
    pub(super) thrown: Option<u8>,
    /// The room where somebody suspects, by its number.
    pub(super) room: Option<usize>,
}

fn listed_chance(listed: Option<&(Vec<Move>, Weights)>) -> Result<Chance<'_>, Trouble> {
    let (moves, weights) = listed.ok_or(Trouble::WrongTurn)?;
    Ok(Chance::Listed(moves, weights))
}

/// A play.
pub(super) struct CluedoPlay {
    pub(super) game: Arc<CluedoGame>,
    pub(super) envelope: CluedoCards,
    pub(super) hands: Vec<CluedoCards>,
    pub(super) now: Stage,
    pub(super) turn: Turn,
    /// The cards that can be shown.
    pub(super) shows: Vec<Move>,
    /// Where a player can go.
    pub(super) goes: Vec<Move>,
    pub(super) before: Vec<Stage>,
    pub(super) memories: Vec<Memory>,
}

impl CluedoPlay {
    /// A play that begins.
    pub(super) fn new(game: Arc<CluedoGame>) -> Self {
        let now = Stage {
            phase: Phase::Deal,
            player: Player(0),
            suspicion: 0,
            out: 0,
            winner: None,
            turns: 0,
            noticed: 0,
            standing: game.standing_at_start(),
            summoned: 0,
            thrown: None,
            room: None,
        };
        let players = game.players();
        Self {
            game,
            envelope: 0,
            hands: vec![0; players],
            now,
            turn: Turn::Chance,
            shows: Vec::new(),
            goes: Vec::new(),
            before: Vec::new(),
            memories: vec![Memory::default(); players],
        }
    }

    pub(super) fn players(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<> {
        Player::first(self.hands.len())
    }

    pub(super) fn notice<'b>(
        &mut self,
        own: Option<(Player, Move)>,
        public: &[u8],
        private: impl Fn(Player) -> &'b [u8],
    ) {
        for (memory, player) in self.memories.iter_mut().zip(Player::first(self.hands.len())) {
            let own = own.filter(|&(who, _)| who == player).map(|(_, made)| made);
            memory.record(Observation { own, public, private: private(player) });
        }
    }

    fn deal(&mut self, (envelope, hands): CluedoDeal) {
        (self.envelope, self.hands) = (envelope, hands);
        let hands: Vec<[u8; 8]> = self.hands.iter().map(|hand| hand.to_le_bytes()).collect();
        self.notice(None, &[noticed::DEAL], |player| &hands[player.index()]);
        self.now.phase = self.after_deal();
    }

    /// A deal that is written.
    fn read_deal(&self, text: &str) -> Option<CluedoDeal> {
        let deck = self.game.rules.deck();
        let card = |name: &str| deck.cards().find(|&card| deck.name(card) == name.trim());
        let read = |part: &str| -> Option<CluedoCards> {
            if part.trim() == "-" {
                return Some(0);
            }
            part.split(',').try_fold(0, |set, name| {
                let bit = 1 << card(name)?.0;
                (set & bit == 0).then_some(set | bit)
            })
        };
        let sets = text.split('|').map(read).collect::<Option<Vec<CluedoCards>>>()?;
        let (&envelope, hands) = sets.split_first()?;
        let sizes = hands.iter().map(|hand| hand.count_ones() as usize);
        let all: u64 = deck.cards().fold(0, |all, card| all | 1 << card.0);
        let is_deal = self.game.triples.contains(&envelope)
            && sizes.eq(self.game.rules.hands().iter().copied())
            && sets.iter().fold(0, |union, set| union | set) == all;
        is_deal.then(|| (envelope, hands.to_vec()))
    }

    pub(super) fn suspect(&mut self, player: Player, made: Option<Move>, cards: CluedoCards) {
        let mut public = vec![noticed::SUSPICION, player.0 as u8];
        public.extend_from_slice(&cards.to_le_bytes());
        self.notice(made.map(|made| (player, made)), &public, |_| &[]);
        self.now.suspicion = cards;
        self.summon(cards);
        self.answer_from(player);
    }

    /// Those after a player answer, in turn, until somebody has a choice or all have answered.
    fn answer_from(&mut self, after: Player) {
        let players = self.hands.len() as u32;
        let mut next = Player((after.0 + 1) % players);
        while next != self.now.player {
            let asked = match self.game.rules.edition.after_accusing {
                AfterAccusing::StillShow => true,
                AfterAccusing::NotAsked => self.now.out >> next.0 & 1 == 0,
            };
            let shown = self.hands[next.index()] & self.now.suspicion;
            match shown.count_ones() {
                _ if !asked => {}
                0 => self.notice(None, &[noticed::PASS, next.0 as u8], |_| &[]),
                1 => {
                    self.show(next, Card(shown.trailing_zeros()), None);
                    if self.game.rules.edition.asked == Asked::UntilOneShows {
                        break;
                    }
                }
                _ => {
                    self.shows = cards_in(shown).map(|card| self.game.show_of(card)).collect();
                    self.now.phase = Phase::Answer(next);
                    return;
                }
            }
            next = Player((next.0 + 1) % players);
        }
        self.now.phase = Phase::Decide;
        // Nobody else has one of these cards, and neither does whoever asked: it is an accusation (Agents page, Modelling the Goal Deck).
        let is_right = self.now.suspicion == self.envelope;
        if is_right && self.game.rules.ends == Ending::Unrefuted {
            self.win(self.now.player, None);
        }
    }

    fn show(&mut self, player: Player, card: Card, own: Option<Move>) {
        let asker = self.now.player;
        let private = [card.0 as u8];
        let public = [noticed::SHOW, player.0 as u8];
        self.notice(own.map(|made| (player, made)), &public, |who| {
            if who == player || who == asker { &private } else { &[] }
        });
    }

    fn accuse(&mut self, player: Player, made: Move, cards: CluedoCards) {
        let edition = self.game.rules.edition;
        let named = cards.to_le_bytes();
        if cards == self.envelope {
            self.win(player, Some(made));
            return;
        }
        let mut public = vec![noticed::WRONG, player.0 as u8];
        if edition.wrong_accusation == WrongAccusation::Heard {
            public.extend_from_slice(&named);
        }
        let mut private = named.to_vec();
        if edition.accuser == Accuser::Looks {
            private.extend_from_slice(&self.envelope.to_le_bytes());
        }
        self.notice(
            Some((player, made)),
            &public,
            |who| if who == player { &private } else { &[] },
        );
        self.now.out |= 1 << player.0;
        let mut left = self.players().filter(|left| self.now.out >> left.0 & 1 == 0);
        match (left.next(), left.next(), edition.last_player) {
            (None, _, _) => self.now.phase = Phase::Over,
            (Some(last), None, LastPlayer::Wins) => {
                self.now.winner = Some(last);
                self.now.phase = Phase::Over;
            }
            (Some(_), _, LastPlayer::Wins | LastPlayer::MustAccuse) => self.next_player(),
        }
    }

    /// A player names what lies in the envelope.
    fn win(&mut self, player: Player, made: Option<Move>) {
        let mut public = vec![noticed::RIGHT, player.0 as u8];
        public.extend_from_slice(&self.envelope.to_le_bytes());
        self.notice(made.map(|made| (player, made)), &public, |_| &[]);
        self.now.winner = Some(player);
        self.now.phase = Phase::Over;
    }

    pub(super) fn end_turn(&mut self, player: Player, own: Option<Move>) {
        let public = [noticed::END_OF_TURN, player.0 as u8];
        self.notice(own.map(|made| (player, made)), &public, |_| &[]);
        self.next_player();
    }

    /// The turn passes to the next player who has not accused wrongly.
    fn next_player(&mut self) {
        let players = self.hands.len() as u32;
        self.now.turns += 1;
        if self.now.turns >= self.game.rules.most_turns {
            self.now.phase = Phase::Over;
            return;
        }
        let after = (1..=players).map(|step| Player((self.now.player.0 + step) % players));
        let out = self.now.out;
        if let Some(next) = after.into_iter().find(|next| out >> next.0 & 1 == 0) {
            self.now.player = next;
        }
        self.now.phase = self.beginning();
    }

    fn go_on(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let moves = match (step, self.now.phase) {
            (PlayStep::Drawn(text), Phase::Deal) if self.game.deals.is_none() => {
                let deal = self.read_deal(text).ok_or(Trouble::NoSuchChance)?;
                self.deal(deal);
                return Ok(());
            }
            (PlayStep::Chance(made), Phase::Deal) => {
                let listed = self.game.deals.as_ref();
                let deal = listed.and_then(|listed| listed.deals.get(made.index()));
                let deal = deal.ok_or(Trouble::NoSuchChance)?.clone();
                self.deal(deal);
                return Ok(());
            }
            (PlayStep::Drawn(text), Phase::Place) => return self.place(text),
            (PlayStep::Chance(made), Phase::First) => return self.begin_with(*made),
            (PlayStep::Chance(made), Phase::Throw) => return self.roll(*made),
            (
                PlayStep::Moves(moves),
                Phase::Begin | Phase::Answer(_) | Phase::Decide | Phase::Travel,
            ) => moves,
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        };
        let (&[made], &Turn::Decision(player)) = (&moves[..], &self.turn) else {
            return Err(Trouble::WrongTurn);
        };
        let meaning = match self.moves(player).binary_search(&made) {
            Ok(_) => self.game.meaning(made),
            Err(_) => None,
        };
        match meaning.ok_or(Trouble::NoSuchMove { player, made })? {
            CluedoMove::Suspect(cards) => self.suspect(player, Some(made), cards),
            CluedoMove::Accuse(cards) => self.accuse(player, made, cards),
            CluedoMove::EndTurn => self.end_turn(player, Some(made)),
            CluedoMove::Travel(travel) => self.travel(player, Some(made), travel),
            CluedoMove::Show(card) => {
                self.show(player, card, Some(made));
                match self.game.rules.edition.asked {
                    Asked::UntilOneShows => self.now.phase = Phase::Decide,
                    Asked::Everybody => self.answer_from(player),
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self) {
        self.turn = match self.now.phase {
            Phase::Deal | Phase::Place | Phase::First | Phase::Throw => Turn::Chance,
            Phase::Begin | Phase::Decide | Phase::Depart | Phase::Travel => {
                Turn::Decision(self.now.player)
            }
            Phase::Answer(player) => Turn::Decision(player),
            Phase::Over => Turn::Over,
        };
    }
}

impl Play for CluedoPlay {
    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if !self.turn.players().contains(&player) {
            return &[];
        }
        match self.now.phase {
            Phase::Begin => self.game.beginnings(self.now.room),
            Phase::Travel => &self.goes,
            Phase::Decide => self.game.accusations_and_end(),
            Phase::Answer(_) => &self.shows,
            Phase::Deal
            | Phase::Place
            | Phase::First
            | Phase::Throw
            | Phase::Depart
            | Phase::Over => &[],
        }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        match &self.game.declaration.numbers {
            MoveNumbers::Listed(moves) => {
                let texts = moves.get(player.index()).map(Vec::as_slice).unwrap_or_default();
                texts.get(made.index()).cloned().unwrap_or_default()
            }
            MoveNumbers::PerPosition => String::new(),
        }
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match self.now.phase {
            Phase::Deal => Ok(match &self.game.deals {
                Some(listed) => Chance::Listed(&listed.moves, &listed.weights),
                None => Chance::Drawn,
            }),
            Phase::Place => Ok(Chance::Drawn),
            Phase::First => listed_chance(self.game.first.as_ref()),
            Phase::Throw => {
                listed_chance(self.game.journeys.as_ref().and_then(|journeys| journeys.throws()))
            }
            Phase::Begin
            | Phase::Answer(_)
            | Phase::Decide
            | Phase::Depart
            | Phase::Travel
            | Phase::Over => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        if let Some(text) = self.board_chance_text(made) {
            return text;
        }
        let listed = self.game.deals.as_ref();
        let deal = listed.and_then(|listed| listed.deals.get(made.index()));
        deal.map_or_else(String::new, |deal| self.game.deal_text(deal))
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        if let Chance::Listed(moves, weights) = self.chance()? {
            let at = weights.draw(stream);
            return Ok((PlayStep::Chance(moves[at]), weights.probability(at)));
        }
        if self.now.phase == Phase::Place {
            return self.draw_placement(stream);
        }
        let (deck, rules) = (self.game.rules.deck(), &self.game.rules);
        let triples = &self.game.triples;
        let envelope = stream.pick(triples).copied().unwrap_or_default();
        let mut rest: Vec<Card> = deck.cards().filter(|card| envelope >> card.0 & 1 == 0).collect();
        stream.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        let hand = |&size: &usize| rest.by_ref().take(size).fold(0, |set, card| set | 1 << card.0);
        let hands: Vec<CluedoCards> = rules.hands().iter().map(hand).collect();
        let text = self.game.deal_text(&(envelope, hands));
        Ok((PlayStep::Drawn(text), self.game.chance.clone()))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let mut before = self.now;
        before.noticed = self.memories.first().map_or(0, |memory| memory.len() as u32);
        self.before.push(before);
        let gone_on = self.go_on(step);
        if gone_on.is_err() {
            self.before.pop();
        } else {
            self.depart();
            self.enter();
        }
        gone_on
    }

    fn undo(&mut self) {
        let Some(before) = self.before.pop() else { return };
        self.memories.iter_mut().for_each(|memory| memory.truncate(before.noticed as usize));
        self.now = before;
        match before.phase {
            Phase::Deal => {
                self.envelope = 0;
                self.hands.iter_mut().for_each(|hand| *hand = 0);
            }
            Phase::Answer(player) => {
                let shown = self.hands[player.index()] & before.suspicion;
                self.shows = cards_in(shown).map(|card| self.game.show_of(card)).collect();
            }
            Phase::Travel => self.goes = self.destinations(),
            Phase::Begin
            | Phase::Decide
            | Phase::Place
            | Phase::First
            | Phase::Throw
            | Phase::Depart
            | Phase::Over => {}
        }
        self.enter();
    }

    fn steps(&self) -> usize {
        self.before.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn facts(&self) -> Vec<String> {
        if self.now.phase == Phase::Deal {
            return Vec::new();
        }
        let deck = self.game.rules.deck();
        let holder = |card: Card| {
            let hands = self.hands.iter().position(|hand| hand >> card.0 & 1 == 1);
            hands.map_or("t".to_owned(), |player| (player + 1).to_string())
        };
        let mut facts: Vec<String> = deck
            .cards()
            .map(|card| format!("{}_{}", fact_name(deck.name(card)), holder(card)))
            .collect();
        facts.extend(self.board_facts());
        facts.sort_unstable();
        facts
    }

    fn consequences(&self) -> Vec<String> {
        self.tell_consequences()
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let worth = |player| match self.now.winner == Some(player) {
            true => Exact(RBig::ONE),
            false => Exact(RBig::ZERO),
        };
        Ok(self.players().map(worth).collect())
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            envelope: self.envelope,
            hands: self.hands.clone(),
            now: self.now,
            turn: self.turn.clone(),
            shows: self.shows.clone(),
            goes: self.goes.clone(),
            before: self.before.clone(),
            memories: self.memories.clone(),
        })
    }
}

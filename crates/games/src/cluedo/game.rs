//! Cluedo as a game that is played: chance deals, whoever is to move suspects or accuses, the others show a card or cannot
//! (Cluedo paper secs. 1 and 4). What follows for what players know is not computed here: a step is a few words of memory.

mod cards;
mod consequences;
mod deals;
mod declaration;
mod notice;
mod travel;

use super::board::PawnStanding;
use super::edition::{Accuser, AfterAccusing, Asked, LastPlayer, WrongAccusation};
use super::rules::{CluedoRules, Ending, FirstPlayer};
use crate::belief::EpistemicGame;
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Declaration, Game, Memory, Move, MoveNumbers, Observation, Play, PlayStep, Player,
    PlayerView, Trouble, Turn, Weights,
};
pub(super) use cards::fact_name;
use cards::list_cards;
pub use cards::{CluedoCards, cards_in};
pub(super) use deals::CluedoDeal;
use deals::{ListedDeals, count_deals, equal_moves, list_deals};
use declaration::declare;
use hexa_logic::{Card, Stop, Stream};
pub use notice::CluedoNotice;
use notice::noticed;
use std::sync::Arc;
use travel::Journeys;
pub use travel::Travel;

/// Cluedo.
pub struct CluedoGame {
    rules: CluedoRules,
    declaration: Declaration,
    /// The cards of each triple, the last category counting fastest.
    triples: Vec<CluedoCards>,
    /// Triples to suspect, triples to accuse, ending the turn, cards to show, and moving on a board, in this order.
    moves: Vec<Move>,
    /// What there is to know of moving, if there is a board.
    journeys: Option<Journeys>,
    /// Who begins, where chance says it.
    first: Option<(Vec<Move>, Weights)>,
    /// One over the number of deals.
    chance: Exact,
    /// All deals, where they can be listed.
    deals: Option<ListedDeals>,
}

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CluedoMove {
    /// A suspicion of these cards.
    Suspect(CluedoCards),
    /// An accusation of these cards.
    Accuse(CluedoCards),
    /// The turn ends.
    EndTurn,
    /// A card is shown.
    Show(Card),
    /// The player moves on the board, or throws the dice.
    Travel(Travel),
}

impl CluedoGame {
    /// The game by these rules.
    pub fn new(rules: CluedoRules) -> Self {
        let mut triples: Vec<CluedoCards> = vec![0];
        for category in rules.deck().categories() {
            let with = |triple: &u64| {
                let triple = *triple;
                category.cards.iter().map(move |card| triple | 1 << card.0)
            };
            triples = triples.iter().flat_map(with).collect();
        }
        let many = 2 * triples.len() + 1 + rules.deck().cards().len();
        let journeys = Journeys::new(&rules, &triples, many);
        let many = many + journeys.as_ref().map_or(0, |journeys| journeys.travels().len());
        let moves = (0..many as u32).map(Move).collect();
        let chance = Exact(RBig::ONE / count_deals(&rules));
        let declaration = declare(&rules, &triples, journeys.as_ref());
        let deals = list_deals(&rules, &triples);
        let first = match rules.first {
            FirstPlayer::FirstSeat => None,
            FirstPlayer::HighestThrow => equal_moves(rules.hands().len()),
        };
        Self { rules, declaration, triples, moves, journeys, first, chance, deals }
    }

    /// The rules.
    pub fn rules(&self) -> &CluedoRules {
        &self.rules
    }

    /// The triples that can be suspected, in the order of their moves.
    pub fn triples(&self) -> &[CluedoCards] {
        &self.triples
    }

    /// What a move is.
    pub fn meaning(&self, made: Move) -> Option<CluedoMove> {
        let (at, triples) = (made.index(), self.triples.len());
        match at {
            _ if at < triples => Some(CluedoMove::Suspect(self.triples[at])),
            _ if at < 2 * triples => Some(CluedoMove::Accuse(self.triples[at - triples])),
            _ if at == 2 * triples => Some(CluedoMove::EndTurn),
            _ if at <= 2 * triples + self.rules.deck().cards().len() => {
                Some(CluedoMove::Show(Card((at - 2 * triples - 1) as u32)))
            }
            _ => self.journeys.as_ref()?.travel(made).map(CluedoMove::Travel),
        }
    }

    /// The move that a meaning has; `None` if these cards are no triple, or that card is none.
    pub fn move_of(&self, meaning: CluedoMove) -> Option<Move> {
        let triples = self.triples.len();
        let place = |cards: CluedoCards| self.triples.iter().position(|&triple| triple == cards);
        let at = match meaning {
            CluedoMove::Suspect(cards) => place(cards)?,
            CluedoMove::Accuse(cards) => place(cards)? + triples,
            CluedoMove::EndTurn => 2 * triples,
            CluedoMove::Show(card) => 2 * triples + 1 + card.index(),
            CluedoMove::Travel(travel) => return self.journeys.as_ref()?.move_of(travel),
        };
        self.moves.get(at).copied()
    }

    fn players(&self) -> usize {
        self.rules.hands().len()
    }

    fn suspicions_and_accusations(&self) -> &[Move] {
        &self.moves[..2 * self.triples.len()]
    }

    fn accusations_and_end(&self) -> &[Move] {
        &self.moves[self.triples.len()..=2 * self.triples.len()]
    }

    /// Whether all deals are moves of chance that are listed.
    pub(super) fn has_listed_deals(&self) -> bool {
        self.deals.is_some()
    }

    /// The move of chance that deals so.
    pub(super) fn step_of_deal(&self, deal: &CluedoDeal) -> Option<PlayStep> {
        match &self.deals {
            None => Some(PlayStep::Drawn(self.deal_text(deal))),
            Some(listed) => {
                let at = listed.deals.iter().position(|one| one == deal)?;
                listed.moves.get(at).copied().map(PlayStep::Chance)
            }
        }
    }

    /// The moves with which a turn begins, after the way to a room, if there is a board.
    fn beginnings(&self, room: Option<usize>) -> &[Move] {
        match (&self.journeys, room, self.rules.ends) {
            (Some(journeys), Some(room), _) => journeys.beginnings(room),
            (_, _, Ending::Accusation) => self.suspicions_and_accusations(),
            (_, _, Ending::Unrefuted) => &self.moves[..self.triples.len()],
        }
    }

    fn show_of(&self, card: Card) -> Move {
        self.moves[2 * self.triples.len() + 1 + card.index()]
    }

    /// A deal as it is written: the envelope, then the hands.
    fn deal_text(&self, (envelope, hands): &CluedoDeal) -> String {
        let sets = std::iter::once(envelope).chain(hands);
        sets.map(|&cards| self.names(cards)).collect::<Vec<_>>().join(" | ")
    }

    fn names(&self, cards: CluedoCards) -> String {
        list_cards(self.rules.deck(), cards)
    }

    /// What an observation says, in words for a player, or for somebody who does not play.
    fn tell_to(&self, reader: Option<Player>, observed: Observation<'_>) -> String {
        let who = |other: Player| match Some(other) == reader {
            true => "you".to_owned(),
            false => (other.0 + 1).to_string(),
        };
        let verb = |other: Player, plain: &str| match Some(other) == reader {
            true => plain.to_owned(),
            false => format!("{plain}s"),
        };
        let Some(notice) = CluedoNotice::read(observed) else { return String::new() };
        match notice {
            CluedoNotice::Dealt(hand) => format!("you get {}", self.names(hand)),
            CluedoNotice::Suspicion(by, cards) => {
                format!("{} {}: {}", who(by), verb(by, "suspect"), self.names(cards))
            }
            CluedoNotice::Pass(by) => format!("{} cannot show a card", who(by)),
            CluedoNotice::Show(by, card) => {
                let card = match card {
                    Some(card) => self.rules.deck().name(card),
                    None => "a card",
                };
                format!("{} {} {card}", who(by), verb(by, "show"))
            }
            CluedoNotice::Right(by, cards) => {
                format!("{} {}: {}. That is right", who(by), verb(by, "accuse"), self.names(cards))
            }
            CluedoNotice::Wrong { player: by, named, envelope } => {
                let named = named.map(|cards| format!(": {}", self.names(cards)));
                let seen =
                    envelope.map(|cards| format!("; the envelope has {}", self.names(cards)));
                format!(
                    "{} {}{}. That is wrong{}",
                    who(by),
                    verb(by, "accuse"),
                    named.unwrap_or_default(),
                    seen.unwrap_or_default()
                )
            }
            CluedoNotice::EndOfTurn(by) => format!("{} {} the turn", who(by), verb(by, "end")),
            CluedoNotice::Board(notice) => self.tell_board(notice, who, verb),
        }
    }
}

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
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
struct Stage {
    phase: Phase,
    /// Whose turn it is.
    player: Player,
    suspicion: CluedoCards,
    /// Players who accused wrongly, a bit for each.
    out: u16,
    winner: Option<Player>,
    turns: u32,
    /// How many observations everybody had before.
    noticed: u32,
    /// Where pawns stand, if there is a board.
    standing: Option<PawnStanding>,
    /// Players who were summoned since they moved last, a bit for each.
    summoned: u16,
    /// What the dice show; none, before they are thrown.
    thrown: Option<u8>,
    /// The room where somebody suspects, by its number.
    room: Option<usize>,
}

fn listed_chance(listed: Option<&(Vec<Move>, Weights)>) -> Result<Chance<'_>, Trouble> {
    let (moves, weights) = listed.ok_or(Trouble::WrongTurn)?;
    Ok(Chance::Listed(moves, weights))
}

struct CluedoPlay {
    game: Arc<CluedoGame>,
    envelope: CluedoCards,
    hands: Vec<CluedoCards>,
    now: Stage,
    turn: Turn,
    /// The cards that can be shown.
    shows: Vec<Move>,
    /// Where a player can go.
    goes: Vec<Move>,
    before: Vec<Stage>,
    memories: Vec<Memory>,
}

impl Game for CluedoGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        self.tell_to(Some(player), observed)
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed)).collect();
        let mut lines = Vec::new();
        let first = memory.since(0).next().and_then(CluedoNotice::read);
        if let Some(CluedoNotice::Dealt(hand)) = first {
            lines.push(format!("your cards: {}", self.names(hand)));
        }
        lines.extend(self.board_lines(player, &memory));
        Ok(PlayerView { lines, board: Vec::new(), heard })
    }

    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        Some(self)
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let now = Stage {
            phase: Phase::Deal,
            player: Player(0),
            suspicion: 0,
            out: 0,
            winner: None,
            turns: 0,
            noticed: 0,
            standing: self.standing_at_start(),
            summoned: 0,
            thrown: None,
            room: None,
        };
        let players = self.players();
        Ok(Box::new(CluedoPlay {
            game: self,
            envelope: 0,
            hands: vec![0; players],
            now,
            turn: Turn::Chance,
            shows: Vec::new(),
            goes: Vec::new(),
            before: Vec::new(),
            memories: vec![Memory::default(); players],
        }))
    }
}

impl CluedoPlay {
    fn players(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<> {
        Player::first(self.hands.len())
    }

    fn notice<'b>(
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

    fn suspect(&mut self, player: Player, made: Option<Move>, cards: CluedoCards) {
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

    fn end_turn(&mut self, player: Player, own: Option<Move>) {
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

//! Where a play of Pit stands, and how it goes on (*Logic and game theory of Pit*, sections 3 and 4): deal, offer, trade, no
//! corner, corner. What follows for what players know is not computed here: a step is a few words of memory.

use super::deck::{MOST_PLAYERS, PitDeck};
use super::game::PitGame;
use super::hands::{PitHands, SuitSet};
use super::moves::{PitMove, PitOffer, suit_name};
use super::notice::{NoticeBytes, OfferNumbers, Pair, PitNotice};
use super::rules::{OfferLife, Passing, Refusing, TradingPairs};
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Memory, Move, Observation, Play, PlayStep, Player, Trouble, Turn, Weights,
};
use hexa_logic::Stream;
use std::sync::Arc;

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The cards are dealt.
    Deal,
    /// Those who have no offer make one.
    Offers,
    /// Chance says who is matched.
    Match,
    /// These two say whether they trade.
    Answers(Pair),
    /// Chance says which of those who have a corner wins.
    Corner,
    /// Nothing.
    Over,
}

/// Where a play stands.
#[derive(Clone, Copy)]
struct Stage {
    phase: Phase,
    hands: PitHands,
    /// What is offered; nothing by those who have no offer.
    offers: [Option<PitOffer>; MOST_PLAYERS],
    /// Pairs who refused in this round, a bit for each.
    refused: u64,
    /// Whether somebody has traded in this round.
    has_traded: bool,
    rounds: u32,
    winner: Option<usize>,
    /// How many observations everybody had before.
    noticed: u32,
}

/// A play of Pit.
#[derive(Clone)]
pub(super) struct PitPlay {
    game: Arc<PitGame>,
    now: Stage,
    turn: Turn,
    /// What those who are asked can do.
    moves: Vec<Vec<Move>>,
    /// What chance can do, beside dealing.
    chances: Vec<Move>,
    before: Vec<Stage>,
    memories: Vec<Memory>,
}

impl PitPlay {
    pub(super) fn new(game: Arc<PitGame>) -> Self {
        let players = game.rules.deck.players();
        let now = Stage {
            phase: Phase::Deal,
            hands: PitHands::EMPTY,
            offers: [None; MOST_PLAYERS],
            refused: 0,
            has_traded: false,
            rounds: 0,
            winner: None,
            noticed: 0,
        };
        Self {
            game,
            now,
            turn: Turn::Chance,
            moves: vec![Vec::new(); players],
            chances: Vec::new(),
            before: Vec::new(),
            memories: vec![Memory::default(); players],
        }
    }

    fn deck(&self) -> PitDeck {
        self.game.rules.deck
    }

    fn players(&self) -> std::ops::Range<usize> {
        0..self.deck().players()
    }

    /// Everybody notices something public.
    fn notice(&mut self, notice: PitNotice) {
        self.notice_each(notice, |_| None, |_| &[]);
    }

    /// Everybody notices something public, some have chosen, and some notice something private.
    fn notice_each<'b>(
        &mut self,
        notice: PitNotice,
        own: impl Fn(usize) -> Option<Move>,
        private: impl Fn(usize) -> &'b [u8],
    ) {
        let (bytes, len): NoticeBytes = notice.write(self.deck());
        for (player, memory) in self.memories.iter_mut().enumerate() {
            let (own, private) = (own(player), private(player));
            memory.record(Observation { own, public: &bytes[..len], private });
        }
    }

    fn deal(&mut self, hands: PitHands) {
        self.now.hands = hands;
        let deck = self.deck();
        self.notice_each(PitNotice::Deal, |_| None, |player| hands.of(player, deck));
        if !self.meets_corner() {
            self.now.phase = Phase::Offers;
        }
    }

    fn corners(&self, player: usize) -> SuitSet {
        self.now.hands.corners(player, self.deck())
    }

    /// Whoever has a corner wins, or chance says who. If nobody has, everybody learns that.
    fn meets_corner(&mut self) -> bool {
        let mut cornered = self.players().filter(|&player| self.corners(player) != 0);
        match (cornered.next(), cornered.next()) {
            (None, _) => {
                self.notice(PitNotice::NoCorner);
                return false;
            }
            (Some(only), None) => self.win(only),
            (Some(_), Some(_)) => self.now.phase = Phase::Corner,
        }
        true
    }

    fn win(&mut self, winner: usize) {
        self.now.winner = Some(winner);
        self.now.phase = Phase::Over;
        self.notice(PitNotice::Corner(winner, self.corners(winner)));
    }

    /// Those who are asked choose what they offer, all at once.
    fn offer(&mut self, made: &[Move]) {
        let players = self.turn.players().iter().map(|player| player.index());
        let mut own = [None; MOST_PLAYERS];
        for (player, &made) in players.zip(made) {
            own[player] = Some(made);
            self.now.offers[player] = match self.game.meaning(made) {
                Some(PitMove::Offer(offer)) => Some(offer),
                Some(PitMove::Pass | PitMove::Trade | PitMove::Refuse) | None => None,
            };
        }
        let mut numbers = OfferNumbers::default();
        for (number, offer) in numbers.iter_mut().zip(&self.now.offers) {
            *number = offer.map_or(0, |offer| offer.cards as u8);
        }
        self.notice_each(PitNotice::Offers(numbers), |player| own[player], |_| &[]);
        self.match_next();
    }

    /// The pairs who offer as many cards and have not refused.
    fn matching(&self) -> impl Iterator<Item = (Move, Pair)> + '_ {
        let cards = |player: usize| self.now.offers[player].map(|offer| offer.cards);
        let pairs = self.game.pairs.iter().copied().zip((0..).map(Move));
        let matching = pairs.filter(move |&((first, second), at)| {
            cards(first).is_some()
                && cards(first) == cards(second)
                && self.now.refused >> at.0 & 1 == 0
        });
        matching.map(|(pair, at)| (at, pair))
    }

    /// Who is matched next: nobody, the only pair, or one that chance picks.
    fn match_next(&mut self) {
        let mut matching = self.matching();
        let (first, second) = (matching.next(), matching.next());
        drop(matching);
        match (first, second) {
            (None, _) if self.now.has_traded => self.look_for_corners(),
            (None, _) => {
                self.notice(PitNotice::NoTrade);
                self.now.offers = [None; MOST_PLAYERS];
                self.end_round();
            }
            (Some((_, only)), None) => self.meet(only),
            (Some(_), Some(_)) => self.now.phase = Phase::Match,
        }
    }

    fn meet(&mut self, pair: Pair) {
        match self.game.rules.refusing {
            Refusing::No => self.trade(pair),
            Refusing::Allowed => {
                self.notice(PitNotice::Match(pair));
                self.now.phase = Phase::Answers(pair);
            }
        }
    }

    fn answer(&mut self, pair: Pair, made: [Move; 2]) {
        let trades = made.map(|made| self.game.meaning(made) == Some(PitMove::Trade));
        let own = |player: usize| match player {
            _ if player == pair.0 => Some(made[0]),
            _ if player == pair.1 => Some(made[1]),
            _ => None,
        };
        self.notice_each(PitNotice::Answers(pair, trades), own, |_| &[]);
        if trades == [true, true] {
            self.trade(pair);
            return;
        }
        let at = self.game.pairs.iter().position(|&other| other == pair).unwrap_or(0);
        self.now.refused |= 1 << at;
        self.match_next();
    }

    /// Two players swap what they offer. Both hold it: a card that is given does not come back in the same trade.
    fn trade(&mut self, (first, second): Pair) {
        let (Some(one), Some(other)) = (self.now.offers[first], self.now.offers[second]) else {
            return;
        };
        self.now.hands.give((first, second), one.suit, one.cards);
        self.now.hands.give((second, first), other.suit, other.cards);
        let (got_first, got_second) = ([other.suit as u8], [one.suit as u8]);
        let private = |player: usize| match player {
            _ if player == first => &got_first[..],
            _ if player == second => &got_second,
            _ => &[],
        };
        self.notice_each(PitNotice::Trade((first, second), one.cards as u8), |_| None, private);
        self.now.offers[first] = None;
        self.now.offers[second] = None;
        self.now.has_traded = true;
        match self.game.rules.trading {
            TradingPairs::One => self.look_for_corners(),
            TradingPairs::All => self.match_next(),
        }
    }

    /// When all have traded who are to trade in this round.
    fn look_for_corners(&mut self) {
        match self.game.rules.offers {
            OfferLife::Withdrawn => self.now.offers = [None; MOST_PLAYERS],
            OfferLife::Valid => {}
        }
        if !self.meets_corner() {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        self.now.refused = 0;
        self.now.has_traded = false;
        self.now.rounds += 1;
        if self.now.rounds == self.game.rules.rounds {
            self.notice(PitNotice::LastRound);
            self.now.phase = Phase::Over;
        } else {
            self.now.phase = Phase::Offers;
        }
    }

    /// The moves of those who are asked, as they must be made: in the order of the turn, each legal.
    fn check_moves(&self, made: &[Move]) -> Result<(), Trouble> {
        let asked = self.turn.players();
        if asked.is_empty() || asked.len() != made.len() {
            return Err(Trouble::WrongTurn);
        }
        let is_legal = |(player, made): (&Player, &Move)| {
            self.moves[player.index()].binary_search(made).is_ok()
        };
        match asked.iter().zip(made).find(|&(player, made)| !is_legal((player, made))) {
            Some((&player, &made)) => Err(Trouble::NoSuchMove { player, made }),
            None => Ok(()),
        }
    }

    fn go_on(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        match (step, self.now.phase) {
            (PlayStep::Chance(made), Phase::Deal) => {
                let listed = self.game.dealing.listed();
                let hands = listed.and_then(|listed| listed.deals.get(made.index()));
                self.deal(*hands.ok_or(Trouble::NoSuchChance)?);
            }
            (PlayStep::Drawn(text), Phase::Deal) if self.game.dealing.listed().is_none() => {
                let hands = PitHands::read(text, self.deck()).ok_or(Trouble::NoSuchChance)?;
                if !self.game.dealing.is_dealt(&hands) {
                    return Err(Trouble::NoSuchChance);
                }
                self.deal(hands);
            }
            (PlayStep::Chance(made), Phase::Match | Phase::Corner) => self.draw_lot(*made)?,
            (PlayStep::Moves(moves), Phase::Offers) => {
                self.check_moves(moves)?;
                self.offer(moves);
            }
            (PlayStep::Moves(moves), Phase::Answers(pair)) => {
                self.check_moves(moves)?;
                let &[first, second] = &moves[..] else { return Err(Trouble::WrongTurn) };
                self.answer(pair, [first, second]);
            }
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        }
        Ok(())
    }

    /// Chance says who is matched, or who wins.
    fn draw_lot(&mut self, made: Move) -> Result<(), Trouble> {
        if !self.chances.contains(&made) {
            return Err(Trouble::NoSuchChance);
        }
        match self.now.phase {
            Phase::Match => {
                let pair = self.game.pairs.get(made.index()).copied();
                self.meet(pair.ok_or(Trouble::NoSuchChance)?);
            }
            Phase::Corner => self.win(made.index()),
            Phase::Deal | Phase::Offers | Phase::Answers(_) | Phase::Over => {}
        }
        Ok(())
    }

    /// Lists what can be done here.
    fn enter(&mut self) {
        self.moves.iter_mut().for_each(Vec::clear);
        self.chances.clear();
        self.turn = match self.now.phase {
            Phase::Deal => Turn::Chance,
            Phase::Offers => self.list_offers(),
            Phase::Match => {
                let mut chances = std::mem::take(&mut self.chances);
                chances.extend(self.matching().map(|(at, _)| at));
                self.chances = chances;
                Turn::Chance
            }
            Phase::Answers((first, second)) => {
                let answers = [PitMove::Trade, PitMove::Refuse];
                let answers = answers.map(|answer| self.game.move_of(answer));
                for player in [first, second] {
                    self.moves[player].extend(answers.iter().flatten());
                }
                Turn::Simultaneous([first, second].map(Player::from_index).to_vec())
            }
            Phase::Corner => {
                let cornered = self.players().filter(|&player| self.corners(player) != 0);
                let cornered: Vec<Move> = cornered.map(|player| Move(player as u32)).collect();
                self.chances.extend(cornered);
                Turn::Chance
            }
            Phase::Over => Turn::Over,
        };
    }

    /// Those who have no offer are asked for one. Who has no corner holds two suits at least, so that they have a choice.
    fn list_offers(&mut self) -> Turn {
        let (rules, numbering) = (&self.game.rules, self.game.numbering);
        let mut asked = Vec::with_capacity(self.moves.len());
        for (player, moves) in self.moves.iter_mut().enumerate() {
            if self.now.offers[player].is_some() {
                continue;
            }
            asked.push(Player::from_index(player));
            for cards in 1..=rules.largest_offer() {
                let held = |&suit: &usize| self.now.hands.count(player, suit) >= cards;
                let suits = (0..rules.deck.suits()).filter(held);
                moves.extend(
                    suits.filter_map(|suit| {
                        numbering.number(PitMove::Offer(PitOffer { suit, cards }))
                    }),
                );
            }
            match rules.passing {
                Passing::Allowed => moves.extend(numbering.number(PitMove::Pass)),
                Passing::No => {}
            }
        }
        match asked[..] {
            [only] => Turn::Decision(only),
            _ => Turn::Simultaneous(asked),
        }
    }
}

impl Play for PitPlay {
    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        self.moves.get(player.index()).map_or(&[], Vec::as_slice)
    }

    fn move_text(&self, _: Player, made: Move) -> String {
        self.game.texts.get(made.index()).cloned().unwrap_or_default()
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match (self.now.phase, self.game.dealing.listed()) {
            (Phase::Deal, Some(listed)) => Ok(Chance::Listed(&listed.moves, &listed.weights)),
            (Phase::Deal, None) => Ok(Chance::Drawn),
            (Phase::Match | Phase::Corner, _) => {
                let many = self.chances.len().saturating_sub(1);
                let weights: Option<&Weights> = self.game.equal.get(many);
                Ok(Chance::Listed(&self.chances, weights.ok_or(Trouble::WrongTurn)?))
            }
            (Phase::Offers | Phase::Answers(_) | Phase::Over, _) => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        match self.now.phase {
            Phase::Deal => {
                let listed = self.game.dealing.listed();
                let hands = listed.and_then(|listed| listed.deals.get(made.index()));
                hands.map_or_else(String::new, |hands| hands.text(self.deck()))
            }
            Phase::Match => match self.game.pairs.get(made.index()) {
                Some((first, second)) => format!("match {} {}", first + 1, second + 1),
                None => String::new(),
            },
            Phase::Corner => format!("corner {}", made.0 + 1),
            Phase::Offers | Phase::Answers(_) | Phase::Over => String::new(),
        }
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        if self.now.phase == Phase::Deal {
            let Some(listed) = self.game.dealing.listed() else {
                let (hands, probability) = self.game.dealing.draw(stream);
                return Ok((PlayStep::Drawn(hands.text(self.deck())), probability));
            };
            let at = listed.draw(stream);
            return Ok((PlayStep::Chance(listed.moves[at]), listed.weights.probability(at)));
        }
        let Chance::Listed(moves, weights) = self.chance()? else { return Err(Trouble::WrongTurn) };
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(moves[at]), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let noticed = self.memories.first().map_or(0, |memory| memory.len() as u32);
        let before = Stage { noticed, ..self.now };
        self.go_on(step)?;
        self.before.push(before);
        self.enter();
        Ok(())
    }

    fn undo(&mut self) {
        let Some(before) = self.before.pop() else { return };
        self.memories.iter_mut().for_each(|memory| memory.truncate(before.noticed as usize));
        self.now = before;
        self.enter();
    }

    fn steps(&self) -> usize {
        self.before.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        for player in self.players() {
            for (suit, &count) in self.now.hands.of(player, self.deck()).iter().enumerate() {
                facts.extend(
                    (1..=usize::from(count)).map(|cards| holding_fact(player, suit, cards)),
                );
            }
            if let Some(offer) = self.now.offers[player] {
                facts.push(offer_fact(player, offer));
            }
        }
        facts.sort_unstable();
        facts
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let players = self.deck().players() as u64;
        let worth = |player: usize| match self.now.winner {
            Some(winner) if winner == player => RBig::from(players - 1),
            Some(_) => RBig::from(-1),
            None => RBig::ZERO,
        };
        Ok(self.players().map(|player| Exact(worth(player))).collect())
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

/// That a player holds at least so many cards of a suit.
pub(super) fn holding_fact(player: usize, suit: usize, cards: usize) -> String {
    format!("h({},{},{cards})", suit_name(suit), player + 1)
}

/// That a player offers this.
pub(super) fn offer_fact(player: usize, offer: PitOffer) -> String {
    format!("offer({},{},{})", suit_name(offer.suit), player + 1, offer.cards)
}

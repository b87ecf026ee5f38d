//! Kuhn poker (Kuhn 1950) with any number of cards: two players get a card each and may bet once; the higher card wins.

use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Declaration, Game, Memory, Move, MoveNumbers, Observation, Play, PlayLength, PlayStep,
    Player, PlayerView, Sum, Trouble, Turn, Weights,
};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

const PASS: Move = Move(0);
const BET: Move = Move(1);
const MOVES: [&str; 2] = ["pass", "bet"];

/// Kuhn poker.
pub struct KuhnPoker {
    cards: u32,
    declaration: Declaration,
    /// The cards that can be dealt, and what is left for the second player: the same moves but the first player's card.
    moves: Vec<Move>,
    weights: [Weights; 2],
}

/// The fewest and the most cards.
pub const KUHN_CARDS: std::ops::RangeInclusive<u32> = 2..=10_000;

impl KuhnPoker {
    /// With so many cards, if that can be played.
    pub fn new(cards: u32) -> Option<Self> {
        if !KUHN_CARDS.contains(&cards) {
            return None;
        }
        let moves = MOVES.map(str::to_owned).to_vec();
        let players = ["1", "2"].map(str::to_owned).to_vec();
        let declaration = Declaration {
            about: "Two players get a card each and may bet once; the higher card wins".to_owned(),
            parameters: vec![("cards".to_owned(), cards.to_string())],
            numbers: MoveNumbers::Listed(vec![moves.clone(), moves]),
            payoffs: Some((Exact(RBig::from(-2)), Exact(RBig::from(2)))),
            sum: Sum::Constant(Exact(RBig::ZERO)),
            length: PlayLength::AtMost(5),
            ..Declaration::of_players(&format!("kuhn(cards={cards})"), players)
        };
        let weights = [cards, cards - 1].map(|many| Weights::equal(many as usize).ok());
        let [Some(first), Some(second)] = weights else { return None };
        let moves = (0..cards).map(Move).collect();
        Some(Self { cards, declaration, moves, weights: [first, second] })
    }
}

#[derive(Clone)]
struct KuhnPlay {
    game: Arc<KuhnPoker>,
    /// The cards that were dealt, and what players did.
    dealt: Vec<u32>,
    bets: Vec<Move>,
    turn: Turn,
    memories: [Memory; 2],
}

impl Game for KuhnPoker {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, _: Player, observed: Observation<'_>) -> String {
        match (observed.public, <[u8; 4]>::try_from(observed.private)) {
            (_, Ok(card)) => format!("you get {}", u32::from_be_bytes(card) + 1),
            ([player, made], _) => {
                let name = MOVES.get(usize::from(*made)).copied().unwrap_or_default();
                format!("{}: {name}", player + 1)
            }
            _ => String::new(),
        }
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed));
        Ok(PlayerView {
            heard: heard.filter(|told| !told.is_empty()).collect(),
            ..PlayerView::default()
        })
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let (dealt, bets, turn) = (Vec::new(), Vec::new(), Turn::Chance);
        Ok(Box::new(KuhnPlay { game: self, dealt, bets, turn, memories: Default::default() }))
    }
}

impl KuhnPlay {
    fn turn_now(&self) -> Turn {
        match (self.dealt.len(), &self.bets[..]) {
            (0 | 1, _) => Turn::Chance,
            (_, [] | [PASS, BET]) => Turn::Decision(Player(0)),
            (_, [_]) => Turn::Decision(Player(1)),
            _ => Turn::Over,
        }
    }
}

impl Play for KuhnPlay {
    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if self.turn.players().contains(&player) { &[PASS, BET] } else { &[] }
    }

    fn move_text(&self, _: Player, made: Move) -> String {
        MOVES.get(made.index()).copied().unwrap_or_default().to_owned()
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match (&self.turn, self.dealt.len()) {
            (Turn::Chance, second) => {
                let moves = &self.game.moves[..self.game.cards as usize - second];
                Ok(Chance::Listed(moves, &self.game.weights[second]))
            }
            (Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over, _) => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        // The second player gets one of the others.
        let skips = self.dealt.first().is_some_and(|&first| made.0 >= first);
        (made.0 + u32::from(skips) + 1).to_string()
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let Chance::Listed(moves, weights) = self.chance()? else { return Err(Trouble::WrongTurn) };
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(moves[at]), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        match (step, &self.turn) {
            (PlayStep::Chance(made), Turn::Chance) => {
                let player = self.dealt.len();
                if made.index() >= self.game.cards as usize - player {
                    return Err(Trouble::NoSuchChance);
                }
                let card = match self.dealt.first() {
                    Some(&first) => made.0 + u32::from(made.0 >= first),
                    None => made.0,
                };
                self.dealt.push(card);
                let private = &card.to_be_bytes();
                self.memories[player].record(Observation { own: None, public: &[], private });
            }
            (PlayStep::Moves(moves), &Turn::Decision(player)) => {
                let &[made] = &moves[..] else { return Err(Trouble::WrongTurn) };
                if made != PASS && made != BET {
                    return Err(Trouble::NoSuchMove { player, made });
                }
                self.bets.push(made);
                let public = &[player.0 as u8, made.0 as u8];
                for (memory, who) in self.memories.iter_mut().zip(Player::first(2)) {
                    let own = (who == player).then_some(made);
                    memory.record(Observation { own, public, private: &[] });
                }
            }
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        }
        self.turn = self.turn_now();
        Ok(())
    }

    fn undo(&mut self) {
        if self.bets.pop().is_some() {
            self.memories.iter_mut().for_each(|memory| memory.truncate(memory.len() - 1));
        } else if self.dealt.pop().is_some() {
            self.memories[self.dealt.len()].truncate(0);
        }
        self.turn = self.turn_now();
    }

    fn steps(&self) -> usize {
        self.dealt.len() + self.bets.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn facts(&self) -> Vec<String> {
        let holders = self.dealt.iter().zip(1..);
        let mut facts: Vec<String> =
            holders.map(|(card, player)| format!("holds({player},{})", card + 1)).collect();
        facts.sort_unstable();
        facts
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let higher = match self.dealt[..] {
            [first, second] if first > second => 1,
            _ => -1,
        };
        let first = match self.bets[..] {
            [PASS, PASS] => higher,
            [PASS, BET, PASS] => -1,
            [BET, PASS] => 1,
            [BET, BET] | [PASS, BET, BET] => 2 * higher,
            _ => 0,
        };
        Ok(vec![Exact(RBig::from(first)), Exact(RBig::from(-first))])
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

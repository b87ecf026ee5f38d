//! A play of a knowledge game as others see it.

use super::{KnowledgePlay, Legality, Phase};
use crate::exact::{Exact, RBig};
use crate::game::{Chance, Memory, Move, MoveNumbers, Play, PlayStep, Player, Trouble, Turn};
use crate::knowledge::cards::Seat;
use crate::knowledge::playing::move_list::deal_text;
use crate::knowledge::rules::CARD_NAMES;
use hexa_logic::{Card, Stream};
use std::sync::Arc;

impl Play for KnowledgePlay {
    fn turn(&self) -> &Turn {
        &self.now.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if self.now.turn.players().contains(&player) { &self.now.moves } else { &[] }
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        match &self.game.declaration.numbers {
            MoveNumbers::Listed(moves) => {
                let text = moves.get(player.index()).and_then(|moves| moves.get(made.index()));
                text.cloned().unwrap_or_default()
            }
            MoveNumbers::PerPosition => String::new(),
        }
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match self.now.phase {
            Phase::Deal => Ok(Chance::Listed(&self.game.deals.0, &self.game.deals.1)),
            Phase::Next | Phase::Draw => {
                let weights = self.game.equal.get(self.now.moves.len().saturating_sub(1));
                let weights = weights.ok_or(Trouble::WrongTurn)?;
                Ok(Chance::Listed(&self.now.moves, weights))
            }
            Phase::Ask | Phase::Answer(..) | Phase::End | Phase::Over => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        match self.now.phase {
            Phase::Next => (made.0 + 1).to_string(),
            Phase::Draw => CARD_NAMES.get(made.index()).copied().unwrap_or_default().to_owned(),
            Phase::Deal | Phase::Ask | Phase::Answer(..) | Phase::End | Phase::Over => {
                let deals = self.game.root.model.deals();
                deals
                    .get(made.index())
                    .map(|&deal| deal_text(self.rules(), deal))
                    .unwrap_or_default()
            }
        }
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let Chance::Listed(moves, weights) = self.chance()? else {
            return Err(Trouble::WrongTurn);
        };
        let at = weights.draw(stream);
        let made = moves.get(at).copied().ok_or(Trouble::NoSuchChance)?;
        Ok((PlayStep::Chance(made), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        self.step(step, Legality::Checked)
    }

    fn undo(&mut self) {
        if let Some(before) = self.stages.pop() {
            let (observations, asked) = before.before;
            self.memories.iter_mut().for_each(|memory| memory.truncate(observations));
            self.asked.truncate(asked);
            self.now = before;
        }
    }

    fn steps(&self) -> usize {
        self.stages.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn facts(&self) -> Vec<String> {
        let Some((known, world)) = &self.now.known else { return Vec::new() };
        let deal = known.model.deals()[usize::from(*world)];
        let holder = |card: usize| match deal.seat(Card(card as u32)) {
            Seat(seat) if usize::from(seat) < self.players() => (seat + 1).to_string(),
            Seat(_) => "t".to_owned(),
        };
        (0..self.rules().cards())
            .map(|card| format!("{}_{}", CARD_NAMES[card], holder(card)))
            .collect()
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.returns()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        let share = RBig::ONE / RBig::from(self.now.winners.count_ones().max(1));
        let of = |player: Player| match self.now.winners >> player.0 & 1 {
            1 => Exact(share.clone()),
            _ => Exact(RBig::ZERO),
        };
        Ok(Player::first(self.players()).map(of).collect())
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            table: Arc::clone(&self.table),
            stages: self.stages.clone(),
            now: self.now.clone(),
            asked: self.asked.clone(),
            memories: self.memories.clone(),
        })
    }
}

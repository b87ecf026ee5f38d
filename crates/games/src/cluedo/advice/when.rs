//! The first moment at which the player could have known something. What is known of cards stays known, so that it is found
//! by halving.

use super::{Advisor, NoAdvice, Piece};
use hexa_engine::UBig;
use hexa_engine::deals::{Fact, NoView, Record};
use hexa_logic::{Agent, Holder};

/// What could have been known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhenQuestion {
    /// A fact.
    Fact(Fact),
    /// What is on the table.
    Table,
}

/// When something could first be known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// Not yet.
    NotYet,
    /// Before anything was written down.
    Always,
    /// After the event with this number, counted from zero.
    After(usize),
}

impl Advisor<'_> {
    /// When the player could first know something.
    pub fn when(&self, question: WhenQuestion) -> Result<When, NoAdvice> {
        let all = self.record.events().len();
        if !self.knew(all, question)? {
            return Ok(When::NotYet);
        }
        let (mut without, mut with) = (None, all);
        while with > without.map_or(0, |without| without + 1) {
            let middle = without.map_or(with / 2, |without: usize| without + (with - without) / 2);
            match self.knew(middle, question)? {
                true => with = middle,
                false => without = Some(middle),
            }
        }
        Ok(with.checked_sub(1).map_or(When::Always, When::After))
    }

    /// Whether the player could know something after so many events.
    fn knew(&self, events: usize, question: WhenQuestion) -> Result<bool, NoAdvice> {
        self.go_on(Piece::Moments, 0, self.record.events().len())?;
        match knows_now(&self.record.up_to(events), self.me, question) {
            Err(NoView::Hand(_) | NoView::Shown(_) | NoView::Table)
                if events < self.record.events().len() =>
            {
                Ok(false)
            }
            known => Ok(known?),
        }
    }
}

/// Whether an agent can know something after all of a record.
fn knows_now(record: &Record, agent: Agent, question: WhenQuestion) -> Result<bool, NoView> {
    let grid = record.grid_of(agent)?;
    let place = |holder: Holder| record.holders().position(|other| other == holder);
    let weight = |holder: Holder, card: usize| grid.held.get(card)?.get(place(holder)?);
    let is_sure = |weight: &UBig| weight.is_zero() || *weight == grid.total;
    Ok(match question {
        WhenQuestion::Fact(Fact::Holds(holder, card)) => {
            weight(holder, card.index()) == Some(&grid.total)
        }
        WhenQuestion::Fact(Fact::Lacks(holder, card)) => {
            weight(holder, card.index()).is_some_and(UBig::is_zero)
        }
        WhenQuestion::Table => {
            (0..grid.held.len()).all(|card| weight(Holder::Table, card).is_none_or(is_sure))
        }
    })
}

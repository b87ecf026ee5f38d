//! `P_a(φ)`: the worlds that an agent considers possible are equally likely, and
//! announcements condition. Fractions are compared exactly.

use crate::explicit::bits::{self, Bits, WORD, Word};
use crate::explicit::model::Submodel;
use crate::explicit::relation::{Cells, Relation};
use crate::limits::Pace;
use dashu_int::{IBig, UBig};
use hexa_logic::{Agent, Comparison, Ratio, Stopped};

/// Where an agent's probability of a column compares so with a number.
pub(crate) fn compares(
    submodel: &Submodel,
    agent: Agent,
    column: &Bits,
    comparison: Comparison,
    ratio: Ratio,
    pace: &Pace,
) -> Result<Bits, Stopped> {
    let mut found = Bits::with_capacity(column.len());
    let Some(Relation::Cells(cells)) = submodel.model.relation(agent) else { return Ok(found) };
    if let Some(weight) = submodel.model.weights().whole_numbers() {
        return where_weight_passes(submodel, cells, column, (comparison, ratio), weight, pace);
    }
    let (exists, holds) = (submodel.words(), column.as_slice());
    let likely = tally(cells, |at| exists[at] & holds[at], pace)?;
    let all = tally(cells, |at| exists[at], pace)?;
    let accepted = |class: usize| {
        let part = i128::from(likely[class]) * i128::from(ratio.denominator());
        let whole = i128::from(ratio.numerator()) * i128::from(all[class]);
        comparison.holds(part.cmp(&whole))
    };
    let accepted: Bits = (0..cells.bound()).filter(|&class| accepted(class)).collect();
    spread(cells, &accepted, &mut found, pace)?;
    Ok(found)
}

/// The worlds whose class is accepted.
fn spread(cells: &Cells, accepted: &Bits, found: &mut Bits, pace: &Pace) -> Result<(), Stopped> {
    let (words, class) = (found.as_mut_slice(), cells.class());
    pace.pass(class.len(), |piece| {
        let words = &mut words[piece.start / WORD..];
        for (word, chunk) in words.iter_mut().zip(class[piece].chunks(WORD)) {
            for (bit, &class) in chunk.iter().enumerate() {
                *word |= Word::from(accepted.contains(class as usize)) << bit;
            }
        }
    })
}

/// The same where worlds are not equally likely.
fn where_weight_passes(
    submodel: &Submodel,
    cells: &Cells,
    column: &Bits,
    (comparison, ratio): (Comparison, Ratio),
    weight: impl Fn(usize) -> UBig,
    pace: &Pace,
) -> Result<Bits, Stopped> {
    let mut sums = vec![(UBig::ZERO, UBig::ZERO); cells.bound()];
    bits::each(&submodel.domain, pace, |world| {
        let (likely, all) = &mut sums[cells.class()[world] as usize];
        let weight = weight(world);
        if column.contains(world) {
            *likely += &weight;
        }
        *all += weight;
    })?;
    let accepted = |(_, (likely, all)): &(usize, &(UBig, UBig))| {
        let part = IBig::from(likely * UBig::from(ratio.denominator()));
        let whole = IBig::from(ratio.numerator()) * IBig::from(all.clone());
        comparison.holds(part.cmp(&whole))
    };
    let classes: Bits = sums.iter().enumerate().filter(accepted).map(|(class, _)| class).collect();
    let mut found = Bits::with_capacity(column.len());
    spread(cells, &classes, &mut found, pace)?;
    Ok(found)
}

/// How many worlds of a set are in each class.
fn tally(cells: &Cells, word: impl Fn(usize) -> Word, pace: &Pace) -> Result<Vec<u32>, Stopped> {
    let mut counts = vec![0u32; cells.bound()];
    let class = cells.class();
    pace.pass(class.len(), |piece| {
        for at in piece.start / WORD..piece.end.div_ceil(WORD) {
            bits::each_one(word(at), at * WORD, |world| counts[class[world] as usize] += 1);
        }
    })?;
    Ok(counts)
}

//! `P_a(φ)`: the worlds that an agent considers possible are equally likely, and
//! announcements condition. Fractions are compared exactly.

use crate::bits::{self, Bits, WORD, Word};
use crate::model::Submodel;
use crate::relation::{Cells, Relation};
use dashu_int::{IBig, UBig};
use hexa_logic::{Agent, Comparison, Ratio};

/// Where an agent's probability of a column compares so with a number.
pub(crate) fn compares(
    submodel: &Submodel,
    agent: Agent,
    column: &Bits,
    comparison: Comparison,
    ratio: Ratio,
) -> Bits {
    let mut found = Bits::with_capacity(column.len());
    let Some(Relation::Cells(cells)) = submodel.model.relation(agent) else { return found };
    if let Some(weight) = submodel.model.weights().whole_numbers() {
        return weighted(submodel, cells, column, (comparison, ratio), weight);
    }
    let likely = tally(cells, submodel.words().iter().zip(column.as_slice()).map(|(d, c)| d & c));
    let all = tally(cells, submodel.words().iter().copied());
    let accepted = |class: usize| {
        let part = i128::from(likely[class]) * i128::from(ratio.denominator());
        let whole = i128::from(ratio.numerator()) * i128::from(all[class]);
        comparison.holds(part.cmp(&whole))
    };
    let accepted: Bits = (0..cells.bound()).filter(|&class| accepted(class)).collect();
    spread(cells, &accepted, &mut found);
    found
}

/// The worlds whose class is accepted.
fn spread(cells: &Cells, accepted: &Bits, found: &mut Bits) {
    for (word, chunk) in found.as_mut_slice().iter_mut().zip(cells.class().chunks(WORD)) {
        for (bit, &class) in chunk.iter().enumerate() {
            *word |= Word::from(accepted.contains(class as usize)) << bit;
        }
    }
}

/// The same where worlds are not equally likely.
fn weighted(
    submodel: &Submodel,
    cells: &Cells,
    column: &Bits,
    (comparison, ratio): (Comparison, Ratio),
    weight: impl Fn(usize) -> UBig,
) -> Bits {
    let mut sums = vec![(UBig::ZERO, UBig::ZERO); cells.bound()];
    for world in submodel.domain.ones() {
        let (likely, all) = &mut sums[cells.class()[world] as usize];
        let weight = weight(world);
        if column.contains(world) {
            *likely += &weight;
        }
        *all += weight;
    }
    let accepted = |(_, (likely, all)): &(usize, &(UBig, UBig))| {
        let part = IBig::from(likely * UBig::from(ratio.denominator()));
        let whole = IBig::from(ratio.numerator()) * IBig::from(all.clone());
        comparison.holds(part.cmp(&whole))
    };
    let classes: Bits = sums.iter().enumerate().filter(accepted).map(|(class, _)| class).collect();
    let mut found = Bits::with_capacity(column.len());
    spread(cells, &classes, &mut found);
    found
}

/// How many worlds of a set are in each class.
fn tally(cells: &Cells, words: impl Iterator<Item = Word>) -> Vec<u32> {
    let mut counts = vec![0u32; cells.bound()];
    for (at, word) in words.enumerate() {
        bits::each_one(word, at * WORD, |world| counts[cells.class()[world] as usize] += 1);
    }
    counts
}

//! Throws of dice (thesis sec. 1.3): how likely a room that is so many steps away is reached, by counting all throws.

use crate::Share;

/// Dice that are thrown together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dice {
    /// How many dice there are.
    pub dice: u32,
    /// How many sides each has, counted from 1.
    pub sides: u32,
    /// What a throw is on average.
    pub mean: Share,
    /// What can be thrown.
    pub sums: Vec<SumOfDice>,
}

/// What can be thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SumOfDice {
    /// The sum of all dice.
    pub sum: u32,
    /// How likely it is.
    pub exactly: Share,
    /// How likely it is to throw this or more.
    pub at_least: Share,
}

/// Throws that are not counted: there are no dice, or too many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoDice;

/// More dice, or more sides, are not counted.
pub const MOST_DICE: u32 = 10;
/// More sides are not counted.
pub const MOST_SIDES: u32 = 100;

/// All throws of so many dice.
pub fn throw(dice: u32, sides: u32) -> Result<Dice, NoDice> {
    if !(1..=MOST_DICE).contains(&dice) || !(1..=MOST_SIDES).contains(&sides) {
        return Err(NoDice);
    }
    // How many throws have each sum.
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + sides as usize];
        for (sum, &many) in ways.iter().enumerate() {
            (1..=sides as usize).for_each(|side| next[sum + side] += many);
        }
        ways = next;
    }
    let all: u128 = ways.iter().sum();
    let total = ways.iter().zip(0u128..).map(|(&many, sum)| many * sum).sum();
    let sum_of = |sum: u32| SumOfDice {
        sum,
        exactly: Share::of(ways[sum as usize], all),
        at_least: Share::of(ways[sum as usize..].iter().sum(), all),
    };
    let sums = (dice..=dice * sides).map(sum_of).collect();
    Ok(Dice { dice, sides, mean: Share::of(total, all), sums })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_as_they_are_listed() {
        let found = throw(2, 6).expect("two dice");
        assert_eq!((found.sums.len(), found.mean), (11, Share::of(7, 1)));
        for of in &found.sums {
            let listed = (1..=6).flat_map(|one| (1..=6).map(move |two| one + two));
            let at_least = listed.clone().filter(|&sum| sum >= of.sum).count() as u128;
            let exactly = listed.filter(|&sum| sum == of.sum).count() as u128;
            assert_eq!(
                (of.exactly, of.at_least),
                (Share::of(exactly, 36), Share::of(at_least, 36))
            );
        }
        assert_eq!(throw(0, 6), Err(NoDice));
        assert_eq!(
            throw(MOST_DICE, MOST_SIDES).map(|found| found.sums[0].at_least),
            Ok(Share::of(1, 1))
        );
    }
}

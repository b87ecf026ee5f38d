//! How often something is done, as a fraction from which it can be drawn exactly.

use crate::exact::{Exact, RBig};
use crate::named::{BadSetting, Named};
use hexa_logic::Stream;

/// So many times out of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    parts: u64,
    whole: u64,
}

impl Odds {
    /// Once in two times.
    pub const EVEN: Self = Self { parts: 1, whole: 2 };
    /// Always.
    pub const ALWAYS: Self = Self { parts: 1, whole: 1 };
    /// Never.
    pub const NEVER: Self = Self { parts: 0, whole: 1 };

    /// With this probability, if it is one with numbers of 64 bits.
    pub fn new(probability: &Exact) -> Option<Self> {
        if !(RBig::ZERO..=RBig::ONE).contains(&probability.0) {
            return None;
        }
        let parts = u64::try_from(probability.0.numerator().clone()).ok()?;
        let whole = u64::try_from(probability.0.denominator().clone()).ok()?;
        Some(Self { parts, whole })
    }

    /// The probability.
    pub fn probability(self) -> Exact {
        Exact(RBig::from(self.parts) / RBig::from(self.whole))
    }

    /// Whether it is done this time.
    pub(super) fn draw(self, stream: &mut Stream) -> bool {
        match self.whole {
            1 => self.parts == 1,
            whole => (stream.below(whole as usize) as u64) < self.parts,
        }
    }

    /// The values of settings that end in the numbers of players, for so many players; of these the list of settings has one
    /// that ends in N.
    pub fn of_players(
        named: &Named,
        key: &'static str,
        players: usize,
    ) -> Result<Vec<Option<Self>>, BadSetting> {
        let word = key.trim_end_matches('N');
        let number = |key: &str| key.strip_prefix(word)?.parse::<usize>().ok();
        for (written, value) in &named.settings {
            if let Some(player) = number(written).filter(|&player| player > players) {
                let takes = format!("a number N from 1 to {players}, not {player}");
                return Err(BadSetting::Value { key, value: value.clone(), takes });
            }
        }
        (1..=players).map(|player| Self::setting(named, key, &format!("{word}{player}"))).collect()
    }

    /// The value of a setting, if it is given. If it is not right, the setting is called `key`.
    pub fn setting(
        named: &Named,
        key: &'static str,
        written: &str,
    ) -> Result<Option<Self>, BadSetting> {
        let Some(value) = named.setting(written) else { return Ok(None) };
        let read = Exact::read(value).or_else(|| Exact::read_decimal(value));
        let odds = read.and_then(|probability| Self::new(&probability));
        odds.map(Some).ok_or_else(|| BadSetting::Value {
            key,
            value: value.to_owned(),
            takes: "a fraction from 0 to 1, such as 1/2 or 0.315, of numbers below 2 to the 64th"
                .to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_drawn_as_often_as_they_say() {
        let odds = |text: &str| Exact::read(text).and_then(|probability| Odds::new(&probability));
        let mut stream = Stream::new("odds", 1);
        for (text, least, most) in [("0", 0, 0), ("1", 3_000, 3_000), ("1/3", 900, 1_100)] {
            let odds = odds(text).expect("odds");
            assert_eq!(odds.probability().to_string(), text);
            let drawn = (0..3_000).filter(|_| odds.draw(&mut stream)).count();
            assert!((least..=most).contains(&drawn), "{text}: {drawn}");
        }
        let setting = |value: &str| {
            let named = Named::read(&format!("trader(shared={value})")).expect("a name");
            Odds::setting(&named, "shared", "shared").map(|odds| odds.map(Odds::probability))
        };
        for (text, fraction) in [("0.5", "1/2"), ("0.315", "63/200"), ("1.0", "1"), ("1/3", "1/3")]
        {
            assert_eq!(setting(text), Ok(Exact::read(fraction)));
        }
        for text in ["1.5", "0.", ".", "-0.5", "0.5.5", "0.1/2", "0.00000000000000000001"] {
            assert!(setting(text).is_err(), "{text}");
        }
        for text in ["-1/2", "3/2", "1/18446744073709551617"] {
            assert_eq!(odds(text), None, "{text}");
        }
    }
}

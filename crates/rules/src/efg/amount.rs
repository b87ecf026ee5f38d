//! Numbers of Gambit's files, exactly: `3`, `-1/3`, `0.25`, `.5`, `1e-3`.

use hexa_games::exact::{Exact, RBig};

/// Numbers with more digits, or a larger exponent, are not read.
const MAX_DIGITS: usize = 1000;

/// The number that a word is, if it is one.
pub(super) fn read_amount(word: &str) -> Option<Exact> {
    if word.len() > MAX_DIGITS {
        return None;
    }
    let (negative, unsigned) = match word.strip_prefix(['-', '+']) {
        Some(rest) => (word.starts_with('-'), rest),
        None => (false, word),
    };
    let amount = match unsigned.split_once('/') {
        Some((above, below)) => {
            let (above, below) = (whole(above)?, whole(below)?);
            if below == RBig::ZERO {
                return None;
            }
            above / below
        }
        None => decimal(unsigned)?,
    };
    Some(Exact(if negative { -amount } else { amount }))
}

fn whole(digits: &str) -> Option<RBig> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

fn decimal(word: &str) -> Option<RBig> {
    let (mantissa, exponent) = match word.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let exponent: i32 = exponent.parse().ok()?;
            (mantissa, exponent)
        }
        None => (word, 0),
    };
    if exponent.unsigned_abs() as usize > MAX_DIGITS {
        return None;
    }
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let amount = whole(&format!("{before}{behind}"))?;
    let shift = exponent - behind.len() as i32;
    let power: RBig = format!("1{}", "0".repeat(shift.unsigned_abs() as usize)).parse().ok()?;
    Some(if shift < 0 { amount / power } else { amount * power })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for (word, meant) in [
            ("3", "3"),
            ("-1/3", "-1/3"),
            ("2/6", "1/3"),
            ("0.25", "1/4"),
            (".5", "1/2"),
            ("-2.", "-2"),
            ("+1e-3", "1/1000"),
            ("1.5E2", "150"),
        ] {
            assert_eq!(read_amount(word).map(|amount| amount.to_string()), Some(meant.to_owned()));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let long = "1".repeat(2000);
        for word in [
            "",
            "-",
            ".",
            "1/0",
            "1/-2",
            "1//2",
            "0x1",
            "1e",
            "1e999999999",
            "nan",
            "--1",
            "1.2.3",
            &long,
        ] {
            assert_eq!(read_amount(word), None, "{word}");
        }
    }
}

//! Polynomials as texts: `3*p0^2*p1 - 1`, with any names for the variables, and back.

use super::Polynomial;
use dashu_int::{IBig, Sign};
use std::fmt;

/// A text that is no polynomial in these variables: the part that was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPolynomial(pub String);

impl Polynomial {
    /// As a text, highest powers first.
    pub fn write(&self, names: &[String]) -> String {
        let mut text = String::new();
        for (powers, number) in self.terms.iter().rev() {
            let (sign, size) = number.clone().into_parts();
            text.push_str(match (sign, text.is_empty()) {
                (Sign::Negative, true) => "-",
                (Sign::Positive, true) => "",
                (Sign::Negative, false) => " - ",
                (Sign::Positive, false) => " + ",
            });
            write_term(&mut text, &size.to_string(), powers, names);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// From a text of the same form.
    pub fn read(text: &str, names: &[String]) -> Result<Self, NoPolynomial> {
        let mut made = Self::zero(names.len());
        let spaced = text.replace(" - ", " + -");
        for part in spaced.split(" + ").filter(|part| *part != "0") {
            let (powers, number) =
                read_term(part, names).ok_or_else(|| NoPolynomial(part.to_owned()))?;
            made.add_term(powers, number);
        }
        Ok(made)
    }
}

fn write_term(text: &mut String, size: &str, powers: &[u16], names: &[String]) {
    let mut parts: Vec<String> = Vec::new();
    for (power, name) in powers.iter().zip(names) {
        match power {
            0 => {}
            1 => parts.push(name.clone()),
            _ => parts.push(format!("{name}^{power}")),
        }
    }
    if size != "1" || parts.is_empty() {
        parts.insert(0, size.to_owned());
    }
    text.push_str(&parts.join("*"));
}

fn read_term(part: &str, names: &[String]) -> Option<(Vec<u16>, IBig)> {
    let (unsigned, mut number) = match part.strip_prefix('-') {
        Some(rest) => (rest, IBig::NEG_ONE),
        None => (part, IBig::ONE),
    };
    let mut powers: Vec<u16> = vec![0; names.len()];
    for factor in unsigned.split('*') {
        if factor.bytes().all(|byte| byte.is_ascii_digit()) {
            number *= factor.parse::<IBig>().ok()?;
            continue;
        }
        let (name, power) = factor.split_once('^').unwrap_or((factor, "1"));
        let at = names.iter().position(|known| known == name)?;
        powers[at] = powers[at].checked_add(power.parse().ok()?)?;
    }
    Some((powers, number))
}

/// With the names `x0`, `x1`, ...
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = (0..self.variables).map(|at| format!("x{at}")).collect();
        f.write_str(&self.write(&names))
    }
}

//! A comparison of two states in words.

use super::count_noun;
use crate::compare::{Comparison, Difference, Sought};
use hexa_engine::Limit;

impl Comparison {
    /// For people, in lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (letter, size) in ["A", "B"].iter().zip(&self.sizes) {
            let worlds = count_noun(size.worlds, "world");
            text += &match size.worlds == size.minimal {
                true if size.worlds == 1 => format!("{letter}  {}: {worlds}\n", size.called),
                true => format!("{letter}  {}: {worlds}, no two bisimilar\n", size.called),
                false => format!(
                    "{letter}  {}: {worlds}, {} up to bisimilarity\n",
                    size.called, size.minimal
                ),
            };
        }
        text += &self.remarks();
        text += &format!("isomorphic     {}\n", answer(&self.isomorphic));
        text += &format!("bisimilar      {}\n", yes_or_no(self.bisimilar));
        text += &format!("agent-similar  {}\n", self.similarity());
        text + &self.reason()
    }

    /// What the files do not have in common.
    fn remarks(&self) -> String {
        let mut text = String::new();
        for (at, (has, lacks)) in [("A", "B"), ("B", "A")].into_iter().enumerate() {
            if !self.atoms[at].is_empty() {
                let atoms = few(&self.atoms[at]);
                text += &format!("only {has} speaks of {atoms}; in {lacks} this counts as false\n");
            }
            if !self.access[at].is_empty() {
                text += &format!("only in {has} is there access for {}\n", few(&self.access[at]));
            }
        }
        text
    }

    fn similarity(&self) -> String {
        match &self.agents {
            Ok(Some(pairs)) if pairs.is_empty() => "yes".to_owned(),
            Ok(Some(pairs)) => {
                let pairs: Vec<_> = pairs.iter().map(|(a, b)| format!("{a}→{b}")).collect();
                format!("yes, with {}", pairs.join(", "))
            }
            Ok(None) => "no".to_owned(),
            Err(limit) => gave_up(limit),
        }
    }

    fn reason(&self) -> String {
        match &self.difference {
            Sought::Needless => self.sameness(),
            Sought::Found(found) => {
                let length = match found.shortest {
                    true => format!("{}, and no shorter formula does this", symbols(found)),
                    false => format!("{}; there may be a shorter formula", symbols(found)),
                };
                format!("true in A and false in B ({length}):\n  {}\n", found.formula)
            }
            Sought::None => "no formula that is defined in both tells them apart\n".to_owned(),
            Sought::GaveUp(limit) => {
                format!("what tells them apart is not known: {}\n", gave_up(limit))
            }
            Sought::Wrong => "a formula was found that does not tell them apart: this is an error \
                              of hexa, please report it\n"
                .to_owned(),
        }
    }

    /// What bisimilar states can still differ in.
    fn sameness(&self) -> String {
        match self.isomorphic {
            Ok(false) => "only D, P and numbers of worlds can tell them apart\n".to_owned(),
            _ => String::new(),
        }
    }

    /// What could not be found out, if there is something.
    pub fn trouble(&self) -> Option<String> {
        match &self.difference {
            Sought::GaveUp(limit) => Some(gave_up(limit)),
            Sought::Wrong => Some("wrong formula".to_owned()),
            Sought::Needless | Sought::Found(_) | Sought::None => {
                self.isomorphic.as_ref().err().or(self.agents.as_ref().err()).map(gave_up)
            }
        }
    }
}

fn gave_up(limit: &Limit) -> String {
    format!("gave up: {limit}")
}

fn symbols(found: &Difference) -> String {
    match found.symbols {
        u64::MAX => "a great many symbols".to_owned(),
        1 => "1 symbol".to_owned(),
        number => format!("{number} symbols"),
    }
}

/// Some names, and how many more there are.
fn few(names: &[String]) -> String {
    const MOST: usize = 8;
    match names.len() {
        0..=MOST => names.join(", "),
        more => format!("{} and {} more", names[..MOST].join(", "), more - MOST),
    }
}

fn answer(found: &Result<bool, Limit>) -> String {
    found.as_ref().map_or_else(gave_up, |&yes| yes_or_no(yes).to_owned())
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

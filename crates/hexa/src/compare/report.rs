//! A comparison as text for people or as JSON for programs.

use super::gave_up;
use crate::command::Status;
use crate::report::counted;
use hexa_engine::Limit;
use serde_json::{Value, json};

/// All that is found out about two states.
pub struct Comparison {
    /// What they are called, and how large they are.
    pub sizes: [Size; 2],
    /// Whether they are isomorphic.
    pub isomorphic: Result<bool, Limit>,
    /// Whether they are bisimilar.
    pub bisimilar: bool,
    /// Who stands for whom, if they are agent-similar.
    pub agents: Result<Option<Vec<(String, String)>>, Limit>,
    /// Why they are not bisimilar.
    pub difference: Sought,
    /// Who has access in one of them only.
    pub access: [Vec<String>; 2],
    /// The atoms that only one of the files has.
    pub atoms: [Vec<String>; 2],
}

/// A state, by its name and size.
pub struct Size {
    /// How it was asked for.
    pub called: String,
    /// Its relevant worlds.
    pub worlds: usize,
    /// Those of its contraction.
    pub minimal: usize,
}

/// A formula that is true in the first state only.
pub struct Difference {
    /// The formula, cut off if it is very long.
    pub formula: String,
    /// How many symbols it has.
    pub symbols: u64,
    /// Whether there is no shorter one.
    pub shortest: bool,
}

/// What became of the search for such a formula.
pub enum Sought {
    /// The states are bisimilar.
    Needless,
    /// It was found, and evaluated in both states.
    Found(Difference),
    /// There is none that is defined in both.
    None,
    /// The search was given up.
    GaveUp(Limit),
    /// Evaluation does not agree with the search. This is an error of the program.
    Wrong,
}

impl Comparison {
    /// The exit status.
    pub fn status(&self) -> Status {
        let stuck = self.isomorphic.is_err()
            || self.agents.is_err()
            || matches!(self.difference, Sought::GaveUp(_) | Sought::Wrong);
        match (stuck, self.bisimilar) {
            (true, _) => Status::Broken,
            (false, true) => Status::Fine,
            (false, false) => Status::Failed,
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (letter, size) in ["A", "B"].iter().zip(&self.sizes) {
            let worlds = counted(size.worlds, "world");
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

    /// For programs.
    pub fn json(&self) -> Value {
        let size = |size: &Size| json!({ "state": size.called, "worlds": size.worlds, "minimal": size.minimal });
        let [a, b] = &self.sizes;
        let pairs = self.agents.as_ref().ok().and_then(Option::as_ref);
        let difference = match &self.difference {
            Sought::Found(found) => json!({
                "formula": found.formula, "symbols": found.symbols, "shortest": found.shortest,
            }),
            _ => Value::Null,
        };
        let error = match &self.difference {
            Sought::GaveUp(limit) => Some(gave_up(limit)),
            Sought::Wrong => Some("wrong formula".to_owned()),
            _ => self.isomorphic.as_ref().err().or(self.agents.as_ref().err()).map(gave_up),
        };
        json!({
            "a": size(a),
            "b": size(b),
            "isomorphic": self.isomorphic.as_ref().ok(),
            "bisimilar": self.bisimilar,
            "similar": self.agents.as_ref().ok().map(Option::is_some),
            "agents": pairs,
            "difference": difference,
            "only_a": { "atoms": self.atoms[0], "access": self.access[0] },
            "only_b": { "atoms": self.atoms[1], "access": self.access[1] },
            "error": error,
        })
    }
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

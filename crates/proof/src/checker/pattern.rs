//! Reads the schemes of the table: `K_a (φ → ψ) → (K_a φ → K_a ψ)`.
//!
//! Greek letters from φ on are sentences, α is an action, small letters are agents, capital ones groups; words are letters of the
//! language of games.

use crate::sentence::{
    Act, ActShape, Members, Operator, Party, Sentence, Sentences, Shape, Variable, Who,
};

/// The sentence that a scheme is written as.
///
/// # Panics
/// If the text is no scheme. All of them are in the table, and a test reads them.
pub fn read(text: &str, sentences: &mut Sentences) -> Sentence {
    let mut reader = Reader { rest: text, sentences };
    let sentence = reader.sentence(0);
    assert!(reader.rest.trim().is_empty(), "{text}: {} is left", reader.rest);
    sentence
}

/// The signs between sentences, from the loosest to the tightest.
const SIGNS: [&str; 4] = ["↔", "→", "∨", "∧"];

struct Reader<'t> {
    rest: &'t str,
    sentences: &'t mut Sentences,
}

impl Reader<'_> {
    fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        let after = rest.strip_prefix(sign);
        self.rest = after.unwrap_or(rest);
        after.is_some()
    }

    fn name(&mut self) -> &str {
        let rest = self.rest;
        let end = rest.find(|c: char| !c.is_alphabetic() && c != '\'').unwrap_or(rest.len());
        self.rest = &rest[end..];
        &rest[..end]
    }

    /// A sentence whose signs are these and tighter ones.
    fn sentence(&mut self, level: usize) -> Sentence {
        let Some(sign) = SIGNS.get(level) else { return self.prefixed() };
        let left = self.sentence(level + 1);
        if !self.take(sign) {
            return left;
        }
        // Implications go on to the right; the other signs stand once.
        let right = self.sentence(if *sign == "→" { level } else { level + 1 });
        match *sign {
            "↔" => self.sentences.iff(left, right),
            "→" => self.sentences.implies(left, right),
            "∨" => self.sentences.or(vec![left, right]),
            _ => self.sentences.and(vec![left, right]),
        }
    }

    fn prefixed(&mut self) -> Sentence {
        if self.take("(") {
            let inside = self.sentence(0);
            assert!(self.take(")"), "a bracket is not closed before {}", self.rest);
            return inside;
        }
        if self.take("¬") {
            let body = self.prefixed();
            return self.sentences.not(body);
        }
        let operator = if self.take("next ") {
            Operator::Next
        } else if self.take("[") {
            let act = self.act();
            assert!(self.take("]"), "an action is not closed before {}", self.rest);
            Operator::After(act)
        } else if self.take("K_") {
            Operator::Knows(Who::Variable(self.variable()))
        } else if self.take("E_") {
            Operator::Everybody(self.party())
        } else if self.take("C_") {
            Operator::Common(self.party())
        } else if self.take("D_") {
            Operator::Distributed(self.party())
        } else {
            return self.letter();
        };
        let body = self.prefixed();
        self.sentences.boxed(operator, body)
    }

    /// `α`, `L_B ?φ`
    fn act(&mut self) -> Act {
        let shape = if self.take("L_") {
            let (party, inside) = (self.party(), self.act());
            ActShape::Learn(party, inside)
        } else if self.take("?") {
            ActShape::Test(self.prefixed())
        } else {
            ActShape::Variable(self.variable())
        };
        self.sentences.act(shape)
    }

    fn letter(&mut self) -> Sentence {
        let name = self.name().to_owned();
        assert!(!name.is_empty(), "a sentence is missing before {}", self.rest);
        if name.is_ascii() {
            return self.sentences.letter(&name);
        }
        let variable = self.sentences.variable(&name);
        self.sentences.make(Shape::Variable(variable))
    }

    fn variable(&mut self) -> Variable {
        let name = self.name().to_owned();
        self.sentences.variable(&name)
    }

    fn party(&mut self) -> Party {
        let is_agent = self.rest.starts_with(char::is_lowercase);
        let variable = self.variable();
        let members = match is_agent {
            true => Members { agents: vec![Who::Variable(variable)], groups: Vec::new() },
            false => Members { agents: Vec::new(), groups: vec![variable] },
        };
        self.sentences.party(members)
    }
}

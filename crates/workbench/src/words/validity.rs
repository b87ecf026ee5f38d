//! Whether formulas are valid, in words. All of it but models is a remark in a text, so that a model can be run as it is printed.

use super::{count_noun, list};
use crate::validity::{
    Asked, FoundLine, FoundProof, GaveUp, LogicName, Proved, ShownModel, SpokenOf, Validity,
    ValidityAnswer,
};
use hexa_proof::Inference;

impl LogicName {
    /// How it is usually written.
    pub fn title(self) -> &'static str {
        match self {
            Self::K => "K",
            Self::T => "T",
            Self::S4 => "S4",
            Self::S5 => "S5",
            Self::S5ec => "S5 with E and C",
            Self::Kd45 => "KD45",
            Self::Del => "S5 with actions",
            Self::Egdl => "EGDL",
        }
    }

    /// The models that it is about.
    fn models(self) -> &'static str {
        match self {
            Self::K => "any access",
            Self::T => "access that is reflexive",
            Self::S4 => "access that is reflexive and transitive",
            Self::S5 | Self::S5ec | Self::Del => "access that is an equivalence",
            Self::Kd45 => "access that is serial, transitive and Euclidean",
            Self::Egdl => "games",
        }
    }
}

impl Validity {
    /// What was found, as remarks, and as a model that can be run.
    pub fn text(&self) -> String {
        let Self { formula, logic, asked, premises, spoken_of, .. } = self;
        let mut text = format!("# {formula}\n");
        for premise in premises {
            text.push_str(&format!("# where this is true in all worlds: {premise}\n"));
        }
        let (title, models) = (logic.title(), logic.models());
        let (is, is_not) = match asked {
            Asked::Valid => ("valid", "not valid"),
            Asked::Satisfiable => ("satisfiable", "not satisfiable"),
        };
        let which = match asked {
            Asked::Valid => "a countermodel",
            Asked::Satisfiable => "a model",
        };
        match &self.answer {
            ValidityAnswer::Proved(Proved { theorems, proof, .. }) => {
                let (verdict, all) = match asked {
                    Asked::Valid => (is, "true in all worlds of all models"),
                    Asked::Satisfiable => (is_not, "true in no world of any model"),
                };
                text.push_str(&match (logic, asked) {
                    (LogicName::Egdl, Asked::Valid) => {
                        format!("# {verdict} in {title}: true on all paths of all models\n")
                    }
                    (LogicName::Egdl, Asked::Satisfiable) => {
                        format!("# {verdict} in {title}: true on no path of any model\n")
                    }
                    _ => format!("# {verdict} in {title}: {all} with {models}\n"),
                });
                if *theorems > 0 {
                    let learnt = count_noun(*theorems, "theorem");
                    text.push_str(&format!("# learnt on the way: {learnt} about knowledge\n"));
                }
                text.push_str(&match proof {
                    Some(proof) => format!(
                        "# the checker accepts a proof of {}\n",
                        count_noun(proof.lines.len(), "line")
                    ),
                    None => "# no proof was written: it would be too long\n".to_owned(),
                });
                text.extend(spoken_of.as_ref().map(names));
            }
            ValidityAnswer::Shown(ShownModel { worlds, is_smallest, text: model }) => {
                let verdict = verdict_of_model(*asked, is, is_not);
                let worlds = count_noun(*worlds, "world");
                let fewest = match is_smallest {
                    Some(true) => ", and there is none with fewer",
                    Some(false) | None => "",
                };
                text.push_str(&format!("# {verdict} in {title}: {which} has {worlds}{fewest}\n"));
                text.push_str(model);
            }
            ValidityAnswer::ShownWithoutModel => {
                let verdict = verdict_of_model(*asked, is, is_not);
                let why = match *logic == LogicName::Egdl {
                    true => "what shows it is no game that rules can describe",
                    false => "no small model with distributed knowledge was found to show it",
                };
                text.push_str(&format!("# {verdict} in {title}, but {why}\n"));
            }
            ValidityAnswer::GaveUp(GaveUp { because, .. }) => {
                text.push_str(&format!("# gave up: {because}; nothing is known\n"));
            }
        }
        text
    }
}

impl Validity {
    /// The proof as a text that can be checked; if there is none, what was found.
    pub fn proof_text(&self) -> String {
        match self.proof() {
            Some(proof) => format!("{}{}", self.about(proof), proof.text),
            None => self.text(),
        }
    }

    /// The proof in words.
    pub fn explanation(&self) -> String {
        let Some(proof) = self.proof() else { return self.text() };
        let mut text = self.about(proof);
        for (at, FoundLine { formula, inference }) in proof.lines.iter().enumerate() {
            text.push_str(&format!("{}. {formula}\n   {}\n", at + 1, because(inference)));
        }
        text
    }

    fn proof(&self) -> Option<&FoundProof> {
        match &self.answer {
            ValidityAnswer::Proved(proved) => proved.proof.as_ref(),
            ValidityAnswer::Shown(_)
            | ValidityAnswer::ShownWithoutModel
            | ValidityAnswer::GaveUp(_) => None,
        }
    }

    fn about(&self, proof: &FoundProof) -> String {
        let (formula, title) = (&self.formula, self.logic.title());
        let of = match self.asked {
            Asked::Valid => format!("# {formula}\n# valid in {title}\n"),
            Asked::Satisfiable => {
                format!("# {formula}\n# not satisfiable in {title}: it is refuted\n")
            }
        };
        match proof.is_of_reduced {
            true => format!(
                "{of}# what is proved is the formula without actions, as `hexa reduce` gives it\n"
            ),
            false => of,
        }
    }
}

/// Why a line of a proof may stand where it does. Lines are counted from 1.
fn because(reason: &Inference) -> String {
    let number = |line: &usize| (line + 1).to_string();
    let all = |lines: &[usize]| list(&lines.iter().map(number).collect::<Vec<_>>());
    match reason {
        Inference::Premise => "This is what is proved from.".to_owned(),
        Inference::Given => "This is true in all worlds: it was given.".to_owned(),
        Inference::Rule(name) => format!("This is the rule {name} of the game."),
        Inference::Assumption => "Suppose that this is so.".to_owned(),
        Inference::Consequence(lines) => match &lines[..] {
            [] => "This is so whatever is the case: a tautology.".to_owned(),
            [only] => format!("This follows from {} alone.", number(only)),
            lines => format!("This follows from {}.", all(lines)),
        },
        Inference::Axiom(name) => match &**name {
            "T" => "What is known is so.".to_owned(),
            "TC" => "What is common knowledge is so.".to_owned(),
            "TD" => "What a group knows together is so.".to_owned(),
            "4" => "Who knows something knows that they know it.".to_owned(),
            "5" => "Who does not know something knows that they do not.".to_owned(),
            "4D" => "What a group knows together, it knows together that it knows.".to_owned(),
            "5D" => "What a group does not know together, it knows together that it does not."
                .to_owned(),
            "D" => "Nobody believes something and its contrary.".to_owned(),
            "E" => "Everybody knows it if each of them does.".to_owned(),
            "EK" => "What everybody knows, each of them knows.".to_owned(),
            "EC" => "Of what is common knowledge, everybody knows that it is.".to_owned(),
            "KDa" => "What somebody knows, a group that they are in knows together.".to_owned(),
            "DK" => "What one agent knows together is what they know.".to_owned(),
            "DD" => "What a group knows together, a larger one does.".to_owned(),
            name => format!("This is an instance of the scheme {name}."),
        },
        Inference::ModusPonens(first, second) => {
            format!("This follows from {} and {}.", first + 1, second + 1)
        }
        Inference::Necessitation(line) => {
            format!("{} is so in all worlds, so that it is known.", number(line))
        }
        Inference::Monotonicity(line) => {
            format!("By {}: what follows from what is known is known.", number(line))
        }
        Inference::Replacement(line) => {
            format!("The two sides of {} can take the place of each other.", number(line))
        }
        Inference::Induction(line) => format!(
            "By {}: what everybody knows wherever it is so is common knowledge, and so is what follows from it.",
            number(line)
        ),
        Inference::LearntInduction(first, second) => format!(
            "By {} and {}: what holds after it was said, wherever those who heard it can get, is common knowledge after it.",
            first + 1,
            second + 1
        ),
        Inference::Subproof(line) => format!("This was seen by supposing {}.", number(line)),
        Inference::Lemma(name, _, _) => format!("This is an instance of the theorem {name}."),
    }
}

/// That there is a model is good for one question and bad for the other.
fn verdict_of_model<'a>(asked: Asked, is: &'a str, is_not: &'a str) -> &'a str {
    match asked {
        Asked::Valid => is_not,
        Asked::Satisfiable => is,
    }
}

fn names(SpokenOf { agents, atoms }: &SpokenOf) -> String {
    match atoms.is_empty() {
        true => format!("# agents {}; no atoms\n", agents.join(", ")),
        false => format!("# agents {}; atoms {}\n", agents.join(", "), atoms.join(", ")),
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{FoundLine, because};
    use serde::{Serialize, Serializer};

    #[derive(Serialize)]
    struct Object<'a> {
        formula: &'a str,
        because: String,
    }

    impl Serialize for FoundLine {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let Self { formula, inference } = self;
            Object { formula, because: because(inference) }.serialize(serializer)
        }
    }
}

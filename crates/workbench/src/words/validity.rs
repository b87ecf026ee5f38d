//! Whether formulas are valid, in words. All of it but models is a remark in a text, so that a model can be run as it is printed.

use super::count_noun;
use crate::validity::{
    Asked, GaveUp, LogicName, Proved, ShownModel, SpokenOf, Validity, ValidityAnswer,
};

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
            ValidityAnswer::Proved(Proved { theorems, .. }) => {
                let (verdict, all) = match asked {
                    Asked::Valid => (is, "true in all worlds of all models"),
                    Asked::Satisfiable => (is_not, "true in no world of any model"),
                };
                text.push_str(&format!("# {verdict} in {title}: {all} with {models}\n"));
                if *theorems > 0 {
                    let learnt = count_noun(*theorems, "theorem");
                    text.push_str(&format!("# learnt on the way: {learnt} about knowledge\n"));
                }
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
                text.push_str(&format!(
                    "# {verdict} in {title}, but no small model with distributed knowledge was found to show it\n"
                ));
            }
            ValidityAnswer::GaveUp(GaveUp { because, .. }) => {
                text.push_str(&format!("# gave up: {because}; nothing is known\n"));
            }
        }
        text
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

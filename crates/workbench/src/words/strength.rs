//! How strong formulas are, in words.

use super::count_noun;
use crate::strength::{Direction, Strength};
use crate::tally::Standing;
use hexa_engine::{Searched, TooMuch};

impl Strength {
    /// What was found, as remarks and countermodels that can be added to the file.
    pub fn text(&self) -> String {
        let Self { forth, back } = self;
        let mut text = format!("# {}\n# {}\n", outcome(forth), outcome(back));
        text.push_str(&format!("# {}\n", verdict(forth, back)));
        text.extend([forth, back].into_iter().filter_map(|direction| direction.witness.as_deref()));
        text
    }

    /// What follows for the two together.
    pub fn verdict(&self) -> String {
        verdict(&self.forth, &self.back)
    }

    /// Fine if nothing was found against either, failed if something was, broken if nothing is known.
    pub fn standing(&self) -> Standing {
        standing(&self.forth).max(standing(&self.back))
    }
}

/// What was found for one formula in the place of the other.
pub fn outcome(direction: &Direction) -> String {
    let Direction { has, lacks, found, name, .. } = direction;
    let instead = format!("{has} in the place of {lacks}");
    match found {
        Searched::Found(model) => {
            let worlds = worlds(model.worlds.len());
            format!("{instead}: not as strong. {name} has {worlds}.")
        }
        Searched::NoneOfAtMost(most) => {
            let meaning = meaning(direction.models.as_ref());
            format!("{instead}: no countermodel of at most {}{meaning}.", worlds(*most))
        }
        Searched::GaveUp { after, over } => {
            let more = worlds(after + 1);
            format!("{instead}: gave up at {more}, {}; {}.", because(*over), none_so_far(*after))
        }
    }
}

/// How much it says that there is no countermodel: nothing if the premises have no model so small.
fn meaning(models: Option<&Searched>) -> String {
    match models {
        Some(Searched::Found(model)) => {
            format!("; the smallest model of the premises has {}", worlds(model.worlds.len()))
        }
        Some(Searched::NoneOfAtMost(_)) => {
            ", but the premises have no model so small, so this says nothing".to_owned()
        }
        _ => ", but it is not known whether the premises have a model so small".to_owned(),
    }
}

fn because(over: TooMuch) -> String {
    format!("because {over}")
}

fn none_so_far(after: usize) -> String {
    match after {
        0 => "nothing is known".to_owned(),
        _ => format!("no countermodel of at most {}", worlds(after)),
    }
}

fn worlds(count: usize) -> String {
    count_noun(count, "world")
}

/// What follows for the two together, and never more.
fn verdict(forth: &Direction, back: &Direction) -> String {
    let stronger = |strong: &str, weak: &str, converse: &Searched| match converse {
        Searched::NoneOfAtMost(most) => format!(
            "{} is stronger than {}, unless a model of more than {} shows that neither is.",
            strong,
            weak,
            worlds(*most)
        ),
        _ => format!("{} is not as strong as {}; the converse is open.", weak, strong),
    };
    match (&forth.found, &back.found) {
        (Searched::Found(_), Searched::Found(_)) => "Neither is as strong as the other.".to_owned(),
        (Searched::Found(_), converse) => stronger(&forth.lacks, &forth.has, converse),
        (converse, Searched::Found(_)) => stronger(&forth.has, &forth.lacks, converse),
        (Searched::NoneOfAtMost(most), Searched::NoneOfAtMost(_)) => {
            format!("No difference shows in models of at most {}.", worlds(*most))
        }
        _ => "No difference was found, and not all was searched.".to_owned(),
    }
}

/// Without a model of the premises nothing was found out.
fn standing(direction: &Direction) -> Standing {
    match (&direction.found, &direction.models) {
        (Searched::Found(_), _) => Standing::Failed,
        (Searched::NoneOfAtMost(_), Some(Searched::Found(_))) => Standing::Fine,
        (Searched::NoneOfAtMost(_) | Searched::GaveUp { .. }, _) => Standing::Broken,
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Direction, Searched, outcome};
    use serde::{Serialize, Serializer};

    /// The order of the fields is the order of the keys.
    #[derive(Serialize)]
    struct Object<'a> {
        formula: &'a str,
        instead_of: &'a str,
        /// Whether it can take its place, as far as was searched; none if nothing is known.
        as_strong: Option<bool>,
        /// All models of at most so many worlds were searched.
        searched: usize,
        text: String,
        countermodel: Option<&'a str>,
    }

    impl Serialize for Direction {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let has_models = matches!(self.models, Some(Searched::Found(_)));
            let (as_strong, searched) = match &self.found {
                Searched::Found(model) => (Some(false), model.worlds.len()),
                Searched::NoneOfAtMost(most) => (has_models.then_some(true), *most),
                Searched::GaveUp { after, .. } => (None, *after),
            };
            Object {
                formula: &self.has,
                instead_of: &self.lacks,
                as_strong,
                searched,
                text: outcome(self),
                countermodel: self.witness.as_deref(),
            }
            .serialize(serializer)
        }
    }
}

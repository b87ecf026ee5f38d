//! How strong formulas are, in words.

use super::count_noun;
use crate::strength::{Direction, Notion, Reach, Strength};
use crate::tally::Standing;
use hexa_engine::{Searched, TooMuch};

impl Strength {
    /// What was found, as remarks and countermodels that can be added to the file.
    pub fn text(&self) -> String {
        let Self { notion, forth, back } = self;
        let mut text = format!("# {}\n", question(*notion));
        text.push_str(&format!("# {}\n# {}\n", outcome(forth), outcome(back)));
        text.push_str(&format!("# {}\n", self.verdict()));
        text.extend([forth, back].into_iter().filter_map(|direction| direction.witness.as_deref()));
        text
    }

    /// What follows for the two together.
    pub fn verdict(&self) -> String {
        match self.notion {
            Notion::Replacement => verdict(&self.forth, &self.back),
            Notion::Implication => implication(&self.forth, &self.back),
        }
    }

    /// Failed if something was found against either, whatever is known of the other; broken if nothing is known.
    pub fn standing(&self) -> Standing {
        match (standing(&self.forth), standing(&self.back)) {
            (Standing::Failed, _) | (_, Standing::Failed) => Standing::Failed,
            (forth, back) => forth.max(back),
        }
    }
}

/// What was asked, and what was not.
fn question(notion: Notion) -> &'static str {
    match notion {
        Notion::Replacement => {
            "Asked: can one take the place of the other, that is, is the other true in all worlds of every model in \
             which the one is? Implication, world by world, is more."
        }
        Notion::Implication => {
            "Asked: does one imply the other, that is, is the other true in each world in which the one is? To take its \
             place in a theory is less."
        }
    }
}

/// What was found for one formula in the place of the other.
pub fn outcome(direction: &Direction) -> String {
    let Direction { notion, has, lacks, found, name, .. } = direction;
    let (instead, against) = match notion {
        Notion::Replacement => (format!("{has} in the place of {lacks}"), "not as strong"),
        Notion::Implication => (format!("{has} -> {lacks}"), "not valid"),
    };
    match found {
        _ if direction.reach == Reach::AnySize => {
            format!("{instead}: proved, for models of any size{}.", vacuity(direction))
        }
        Searched::Found(model) => {
            let worlds = worlds(model.worlds.len());
            format!("{instead}: {against}. {name} has {worlds}.")
        }
        Searched::NoneOfAtMost(most) => {
            let meaning = meaning(direction);
            format!("{instead}: no countermodel of at most {}{meaning}.", worlds(*most))
        }
        Searched::GaveUp { after, over } => {
            let more = worlds(after + 1);
            format!("{instead}: gave up at {more}, {}; {}.", because(*over), none_so_far(*after))
        }
    }
}

/// Everything follows from what is never so.
fn vacuity(direction: &Direction) -> String {
    match direction.models {
        Some(Searched::NoneOfAtMost(_)) => {
            format!(", because there is no model of {}", of_premises(direction))
        }
        Some(Searched::Found(_) | Searched::GaveUp { .. }) | None => String::new(),
    }
}

fn of_premises(direction: &Direction) -> String {
    match direction.notion {
        Notion::Replacement => "the premises".to_owned(),
        Notion::Implication => format!("the theory with {} in some world", direction.has),
    }
}

/// How much it says that there is no countermodel: nothing if the premises have no model so small.
fn meaning(direction: &Direction) -> String {
    let of = of_premises(direction);
    match &direction.models {
        Some(Searched::Found(model)) => {
            format!("; the smallest model of {of} has {}", worlds(model.worlds.len()))
        }
        Some(Searched::NoneOfAtMost(_)) => {
            format!(", but there is no model of {of} so small, so this says nothing")
        }
        Some(Searched::GaveUp { .. }) | None => {
            format!(", but it is not known whether there is a model of {of} so small")
        }
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

/// In which models nothing stands against it.
enum Unrefuted {
    /// In all.
    AnySize,
    /// In those of at most so many worlds.
    AtMost(usize),
}

/// In which models nothing stands against it, if there was something to be found.
fn unrefuted(direction: &Direction) -> Option<Unrefuted> {
    match (&direction.found, &direction.models) {
        _ if direction.reach == Reach::AnySize => Some(Unrefuted::AnySize),
        (Searched::NoneOfAtMost(most), Some(Searched::Found(_))) => Some(Unrefuted::AtMost(*most)),
        (Searched::NoneOfAtMost(_) | Searched::GaveUp { .. } | Searched::Found(_), _) => None,
    }
}

/// What follows for the two together, and never more.
fn verdict(forth: &Direction, back: &Direction) -> String {
    let stronger = |Direction { has: weak, lacks: strong, .. }: &Direction, converse| {
        match unrefuted(converse) {
            Some(Unrefuted::AnySize) => format!("{strong} is stronger than {weak}."),
            Some(Unrefuted::AtMost(most)) => format!(
                "{strong} is stronger than {weak}, unless a model of more than {} shows that neither is.",
                worlds(most)
            ),
            None => format!("{weak} is not as strong as {strong}; the converse is open."),
        }
    };
    match (&forth.found, &back.found) {
        _ if forth.reach == Reach::AnySize && back.reach == Reach::AnySize => {
            "They are equally strong, in models of any size.".to_owned()
        }
        (Searched::Found(_), Searched::Found(_)) => "Neither is as strong as the other.".to_owned(),
        (Searched::Found(_), _) => stronger(forth, back),
        (_, Searched::Found(_)) => stronger(back, forth),
        (Searched::NoneOfAtMost(most), Searched::NoneOfAtMost(_)) => {
            format!("No difference shows in models of at most {}.", worlds(*most))
        }
        _ => "No difference was found, and not all was searched.".to_owned(),
    }
}

/// The same for implication.
fn implication(forth: &Direction, back: &Direction) -> String {
    let one_way = |Direction { has: weak, lacks: strong, .. }: &Direction, converse| match unrefuted(
        converse,
    ) {
        Some(Unrefuted::AnySize) => {
            format!("{strong} implies {weak} and not the other way round.")
        }
        Some(Unrefuted::AtMost(most)) => format!(
            "{strong} implies {weak} and not the other way round, unless a model of more than {} shows that \
                 neither does.",
            worlds(most)
        ),
        None => format!("{weak} does not imply {strong}; the converse is open."),
    };
    match (&forth.found, &back.found) {
        _ if forth.reach == Reach::AnySize && back.reach == Reach::AnySize => {
            "Each implies the other, in models of any size.".to_owned()
        }
        (Searched::Found(_), Searched::Found(_)) => "Neither implies the other.".to_owned(),
        (Searched::Found(_), _) => one_way(forth, back),
        (_, Searched::Found(_)) => one_way(back, forth),
        (Searched::NoneOfAtMost(most), Searched::NoneOfAtMost(_)) => {
            format!("No difference shows in models of at most {}.", worlds(*most))
        }
        (Searched::NoneOfAtMost(_) | Searched::GaveUp { .. }, _) => {
            "No difference was found, and not all was searched.".to_owned()
        }
    }
}

/// Without a model of the premises nothing was found out.
fn standing(direction: &Direction) -> Standing {
    match (&direction.found, &direction.models) {
        (Searched::Found(_), _) => Standing::Failed,
        _ if unrefuted(direction).is_some() => Standing::Fine,
        (Searched::NoneOfAtMost(_) | Searched::GaveUp { .. }, _) => Standing::Broken,
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Direction, Notion, Reach, Searched, outcome};
    use serde::{Serialize, Serializer};

    /// The order of the fields is the order of the keys.
    #[derive(Serialize)]
    struct Object<'a> {
        formula: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        instead_of: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        other: Option<&'a str>,
        /// Whether it can take its place, as far as was searched; none if nothing is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        as_strong: Option<Option<bool>>,
        /// Whether it implies it, likewise.
        #[serde(skip_serializing_if = "Option::is_none")]
        implies: Option<Option<bool>>,
        /// Whether nothing stands against it in models of any size.
        any_size: bool,
        /// All models of at most so many worlds were searched.
        searched: usize,
        text: String,
        countermodel: Option<&'a str>,
    }

    impl Serialize for Direction {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let replaces = self.notion == Notion::Replacement;
            let has_models = matches!(self.models, Some(Searched::Found(_)));
            let (follows, searched) = match &self.found {
                Searched::Found(model) => (Some(false), model.worlds.len()),
                Searched::NoneOfAtMost(most) if self.reach == Reach::AnySize => (Some(true), *most),
                Searched::NoneOfAtMost(most) => (has_models.then_some(true), *most),
                Searched::GaveUp { after, .. } => (None, *after),
            };
            Object {
                formula: &self.has,
                instead_of: replaces.then_some(&self.lacks),
                other: (!replaces).then_some(&self.lacks),
                as_strong: replaces.then_some(follows),
                implies: (!replaces).then_some(follows),
                any_size: self.reach == Reach::AnySize,
                searched,
                text: outcome(self),
                countermodel: self.witness.as_deref(),
            }
            .serialize(serializer)
        }
    }
}

//! Descriptions of states and moves in words: the remarks between definitions.

use super::count_noun;
use super::verdict::possible_answers;
use crate::describe::theory::TheoryRevision;
use hexa_engine::Among;

/// What stands before a description.
pub fn head(worlds: usize, among: Among) -> String {
    let worlds = if worlds == 1 { "one world".to_owned() } else { count_noun(worlds, "world") };
    let among_which = match among {
        Among::Partitions => " Among the states where access is a partition,",
        Among::All => "",
    };
    format!(
        "# {worlds}, up to bisimilarity.{among_which}\n# `description` is true in this state and in those \
         bisimilar to it only.\n"
    )
}

/// That a theory describes the state too.
pub fn theory(said: &str) -> String {
    format!("# A theory of its deal describes this state: `{said}`. Spelt out:\n#\n")
}

/// Who asks whom, and how many answers there are.
pub fn question(requester: Option<&str>, respondent: Option<&str>, answers: usize) -> String {
    let there = if answers == 1 { "There is" } else { "There are" };
    let answers = possible_answers(answers);
    match (requester, respondent) {
        (Some(asks), Some(answered)) if asks != answered => {
            format!("{asks} asks, {answered} answers. {there} {answers}:")
        }
        (_, Some(answered)) => format!("{answered} answers. {there} {answers}:"),
        _ => format!("Nobody answers, something is seen. {there} {answers}:"),
    }
}

impl TheoryRevision {
    /// Line by line, as definitions.
    pub fn text(&self) -> String {
        let found = self;
        let states =
            |many: usize| if many == 1 { "1 state".to_owned() } else { format!("{many} states") };
        let bound = match found.all_of_at_most {
            Some(worlds) => format!("no others of at most {worlds} worlds"),
            None => "there may be others".to_owned(),
        };
        let mut text =
            format!("# the theory has {}, up to bisimilarity; {bound}\n", states(found.states));
        if found.blocked > 0 {
            text += &format!("# in {} of them the action cannot be executed\n", found.blocked);
        }
        text += &format!("# after the action: {}\n", states(found.revised.len()));
        let mut all = Vec::new();
        for (at, state) in found.revised.iter().enumerate() {
            text += &format!("formula revised{} = {}\n", at + 1, state.description);
            all.push(format!("revised{}", at + 1));
        }
        let all = if all.is_empty() { "false".to_owned() } else { all.join(" | ") };
        text + &format!("formula revised = {all}\n")
    }
}

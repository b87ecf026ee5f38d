//! What can be typed next: the line is read up to the word that is being typed, and what would be expected there is
//! offered.

use super::read::{Expected, Trouble, read};
use super::{Context, one_of, player};
use hexa_games::cluedo::deck::Category;
use hexa_logic::Card;

/// Where the word that is being typed starts, and what it can become. Commands are offered at the start of a line.
pub fn completions(context: Context<'_>, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let before = line.get(..cursor).unwrap_or(line);
    let part = |c: char| !c.is_whitespace() && !":,.;>?!".contains(c);
    let start = before.char_indices().rev().take_while(|(_, c)| part(*c)).last();
    let start = start.map_or(before.len(), |(at, _)| at);
    let typed = before[start..].to_lowercase();
    let mut words = expected(context, &before[..start]);
    if before[..start].trim().is_empty() {
        words.extend(crate::command::words().map(str::to_owned));
    }
    let fits = |word: &String| word.to_lowercase().starts_with(&typed);
    (start, words.into_iter().filter(fits).collect())
}

/// What can come after the start of a line.
fn expected(context: Context<'_>, before: &str) -> Vec<String> {
    let Err(unread) = read(context, before) else { return Vec::new() };
    if unread.at.start < before.trim_end().len() {
        return Vec::new();
    }
    let setup = context.setup;
    let players = || setup.players().map(|one| player(setup, one).to_owned());
    let cards = || setup.deck().cards().map(|card| setup.deck().name(card).to_owned());
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    match unread.trouble {
        Trouble::Expected(expected) => match expected {
            Expected::Start => players().chain(words(&["everybody sees", "envelope"])).collect(),
            Expected::Deed => words(&["accuses", "has", "has not", "knows the", "passes"]),
            Expected::Category => {
                let one = |category: &Category| one_of(&category.name).to_owned();
                setup.deck().categories().iter().map(one).collect()
            }
            Expected::Card => cards().collect(),
            Expected::AskedCard => cards().collect(),
            Expected::Respondent => players().chain(words(&["none", "somebody shows"])).collect(),
            Expected::Answer => words(&["no", "shows", "?"]),
            Expected::Holder => players().chain(words(&["envelope"])).collect(),
            Expected::Having => words(&["has", "has not"]),
            Expected::Verdict => words(&["wrong", "right"]),
            Expected::Shows => words(&["shows"]),
            Expected::Nothing => Vec::new(),
        },
        Trouble::MissingCard { category } => {
            let names = |&card: &Card| setup.deck().name(card).to_owned();
            setup.deck().categories()[category].cards.iter().map(names).collect()
        }
        Trouble::Unanswered(left) => left
            .first()
            .map(|&one| player(setup, one).to_owned())
            .into_iter()
            .chain(words(&["somebody shows", "others no"]))
            .collect(),
        Trouble::WhichShownByMe(cards) => {
            cards.iter().map(|&card| setup.deck().name(card).to_owned()).collect()
        }
        Trouble::WhichShownToMe => cards().collect(),
        // Something stands there that has to be written otherwise.
        Trouble::UnknownPlayer { .. }
        | Trouble::SeveralPlayers(_)
        | Trouble::UnknownCard { .. }
        | Trouble::SeveralCards(_)
        | Trouble::SameCategory { .. }
        | Trouble::NotAskedFor(_)
        | Trouble::AsksThemselves(_)
        | Trouble::Skipped(_)
        | Trouble::OutOfTurn(_)
        | Trouble::NotAsked(_)
        | Trouble::IsOut(_)
        | Trouble::AfterShow
        | Trouble::SomebodyToMe
        | Trouble::FaceUp(_)
        | Trouble::UnknownCategory
        | Trouble::NoPlayer => Vec::new(),
    }
}

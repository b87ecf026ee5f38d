//! What a strategy is called wherever one is asked for: a name with settings, or files of behaviour strategies. A file is for one
//! player; files for several players are joined by `+`. Whoever asks brings the texts of files.

use crate::game_argument::{Fingerprint, OpenedGame};
use hexa_games::behaviour::{BehaviourFile, BehaviourStrategy, OtherGame};
use hexa_games::game::{Game, Observation, Player};
use hexa_games::named::{Named, NoName};
use hexa_games::strategy::{Decision, NoChoice, Strategy};
use hexa_games::strategy_catalogue::{NoStrategy, STRATEGIES, named_strategy};
use hexa_lang::closest;
use hexa_logic::{Stop, Stream};
use hexa_text::{Code, Diagnostic};
use std::fmt;
use std::sync::Arc;

/// How names of strategy files end.
pub const STRATEGY_ENDING: &str = ".strategy";

/// What stands between files for several players.
const JOINT: &str = "+";

/// What a strategy is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrategyName {
    /// A strategy that is known by name.
    Known(Named),
    /// Files, each for one player.
    Files(Vec<String>),
}

/// Brings the texts of strategy files.
pub trait StrategyTexts {
    /// The text of a file, or why there is none.
    fn text(&self, path: &str) -> Result<String, Diagnostic>;
}

/// Where there are no files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoStrategyTexts;

impl StrategyTexts for NoStrategyTexts {
    fn text(&self, path: &str) -> Result<String, Diagnostic> {
        let message = format!("cannot read {path}: there are no files here");
        Err(Diagnostic::without_place(Code::CannotRead, message).of_file(path))
    }
}

impl StrategyName {
    /// Reads what was typed.
    pub fn read(text: &str) -> Result<Self, NoName> {
        let text = text.trim();
        let Some(stem) = text.strip_suffix(STRATEGY_ENDING) else {
            return Named::read(text).map(Self::Known);
        };
        // A path may hold the joint itself: it joins only where a file has ended.
        let joint = format!("{STRATEGY_ENDING}{JOINT}");
        let stems = stem.split(&*joint).map(str::trim_start);
        let files: Vec<String> = stems.map(|stem| format!("{stem}{STRATEGY_ENDING}")).collect();
        Ok(Self::Files(files))
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(named) => named.fmt(f),
            Self::Files(files) => f.write_str(&files.join(JOINT)),
        }
    }
}

/// A strategy that can play a game.
#[derive(Clone, Debug)]
pub struct OpenedStrategy {
    /// What it is called.
    pub name: StrategyName,
    /// Those of the texts of its files, in their order.
    pub fingerprints: Vec<Fingerprint>,
    /// What its files say, by the player whom they are for.
    parts: Vec<(Player, BehaviourStrategy)>,
}

impl OpenedStrategy {
    /// The strategy of a name, for a game.
    pub fn open(
        name: &StrategyName,
        opened: &OpenedGame,
        texts: &dyn StrategyTexts,
    ) -> Result<Self, Diagnostic> {
        let mut strategy = Self { name: name.clone(), fingerprints: Vec::new(), parts: Vec::new() };
        match name {
            StrategyName::Known(_) => strategy.make(&opened.game).map(|_| strategy),
            StrategyName::Files(paths) => {
                for path in paths {
                    strategy.add(path, &texts.text(path)?, opened)?;
                }
                Ok(strategy)
            }
        }
    }

    fn add(&mut self, path: &str, text: &str, opened: &OpenedGame) -> Result<(), Diagnostic> {
        let file = BehaviourFile::read(text).map_err(|faults| {
            let mut faults = faults.iter();
            let first = faults.next().map_or_else(String::new, ToString::to_string);
            let problem = refuse(path, format!("{path} is no strategy that can be read: {first}"));
            faults.fold(problem, |problem, fault| problem.note(fault.to_string()))
        })?;
        let declaration = opened.game.declaration();
        let print = opened.fingerprint.map(|print| print.0);
        let player = file.check_game(declaration, print);
        let other = |why: OtherGame| refuse(path, format!("{path}: {why}"));
        let player = player.map_err(other)?;
        if self.parts.iter().any(|(known, _)| *known == player) {
            let message = format!("{path}: there is another file for the player `{}`", file.player);
            return Err(refuse(path, message).help("name one file for each player"));
        }
        let part = BehaviourStrategy::new(&file, declaration, print);
        self.parts.push((player, part.map_err(other)?));
        self.fingerprints.push(Fingerprint::of(text));
        Ok(())
    }

    /// Whether it can play for these players.
    pub fn check_players(
        &self,
        players: impl IntoIterator<Item = Player>,
        game: &Arc<dyn Game>,
    ) -> Result<(), Diagnostic> {
        let StrategyName::Files(paths) = &self.name else { return Ok(()) };
        let is_there = |player: &Player| self.parts.iter().any(|(known, _)| known == player);
        let Some(missing) = players.into_iter().find(|player| !is_there(player)) else {
            return Ok(());
        };
        let name_of = |player: Player| {
            let name = game.declaration().players.get(player.index());
            format!("`{}`", name.map_or("", String::as_str))
        };
        let own: Vec<String> = self.parts.iter().map(|(player, _)| name_of(*player)).collect();
        let (name, own, missing) = (&self.name, own.join(", "), name_of(missing));
        let path = paths.first().map_or("", String::as_str);
        let message = format!("{name} plays for {own}, and has no file for the player {missing}");
        let help = format!(
            "join files for several players, such as `a{STRATEGY_ENDING}+b{STRATEGY_ENDING}`"
        );
        Err(refuse(path, message).help(help))
    }

    /// Somebody who plays so.
    pub fn make(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Strategy + Send>, Diagnostic> {
        match &self.name {
            StrategyName::Known(named) => {
                named_strategy(named, game).map_err(|why| no_strategy(&named.to_string(), &why))
            }
            StrategyName::Files(_) => Ok(Box::new(JoinedFiles(self.parts.clone()))),
        }
    }

    /// Its name, with what tells its files from others.
    pub fn identity(&self) -> String {
        let prints = self.fingerprints.iter().map(|print| format!(" {print}"));
        prints.fold(self.name.to_string(), |text, print| text + &print)
    }

    /// Its files, with the fingerprints of their texts.
    pub fn files(&self) -> Vec<(String, Fingerprint)> {
        match &self.name {
            StrategyName::Known(_) => Vec::new(),
            StrategyName::Files(paths) => {
                paths.iter().cloned().zip(self.fingerprints.iter().copied()).collect()
            }
        }
    }
}

fn refuse(path: &str, message: String) -> Diagnostic {
    Diagnostic::without_place(Code::NoSuchGame, message).of_file(path)
}

/// Plays for each player what their file says.
#[derive(Clone, Debug)]
struct JoinedFiles(Vec<(Player, BehaviourStrategy)>);

impl Strategy for JoinedFiles {
    fn begin(&mut self, _: Player) {}

    fn observe(&mut self, _: Observation<'_>) {}

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let part = self.0.iter_mut().find(|(player, _)| *player == decision.player);
        part.ok_or(NoChoice::UnknownInformation)?.1.choose(decision, stream, stop)
    }
}

/// Reads the name of a strategy.
pub fn read_strategy_name(text: &str) -> Result<StrategyName, Diagnostic> {
    StrategyName::read(text).map_err(|why| {
        let message = format!("`{text}` is no name of a strategy: {why}");
        let problem = Diagnostic::without_place(Code::NoSuchGame, message);
        match text.contains(['/', '\\', '.']) {
            true => problem.help(format!("strategy files end in `{STRATEGY_ENDING}`")),
            false => problem,
        }
    })
}

/// Why there is no such strategy, with the one that was probably meant.
fn no_strategy(text: &str, why: &NoStrategy) -> Diagnostic {
    let problem = |message: String| Diagnostic::without_place(Code::NoSuchGame, message);
    match why {
        NoStrategy::Unknown(word) => {
            let words = || STRATEGIES.iter().map(|entry| entry.word);
            let problem = problem(why.to_string());
            match closest(word, words()) {
                Some(meant) => problem.help(format!("did you mean `{meant}`?")),
                None => problem,
            }
        }
        NoStrategy::Setting(_) | NoStrategy::NotForGame(_) => problem(format!("`{text}`: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_told_apart_and_read_again() {
        let files = |text: &str| match StrategyName::read(text).expect("a name") {
            StrategyName::Files(files) => files,
            StrategyName::Known(named) => panic!("{named}"),
        };
        assert_eq!(files("a+b/c d.strategy"), ["a+b/c d.strategy"]);
        assert_eq!(files(" a.strategy+b.strategy "), ["a.strategy", "b.strategy"]);
        for text in ["montecarlo(samples=5)", "a.strategy+b.strategy", ".strategy"] {
            let name = StrategyName::read(text).expect("a name");
            assert_eq!((name.to_string().as_str(), StrategyName::read(text)), (text, Ok(name)));
        }
        assert!(StrategyName::read("a.txt").is_err());
    }
}

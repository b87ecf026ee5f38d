//! Questions that the papers leave open, answered by searching all games with few cards, the smallest
//! first. An answer says what was searched: that nothing was found says nothing of larger games, and
//! nothing of games whose search was cut off.

use super::moves::{HeardAnswer, apply_ask};
use super::packed::PackedModel;
use super::play::FoundPlay;
use super::rules::{KnowledgeGame, NoWin, OwnCards};
use super::search::{SearchBounds, SearchCut, SearchEnd, SearchGoal, StateSearch, parts};
use hexa_logic::{Stop, Stopped, WinCondition};
use std::ops::RangeInclusive;

/// Whether cards lie on the table. If they do, who knows them wins; if not, who knows the deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableCards {
    /// All cards are dealt to players.
    Without,
    /// At least one card lies on the table.
    With,
}

/// A game that was searched.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The game.
    pub game: KnowledgeGame,
    /// How the search ended.
    pub end: SearchEnd,
    /// How many states were found.
    pub states: usize,
    /// How many models were found.
    pub models: usize,
    /// How many questions the longest plays had.
    pub depth: usize,
}

/// What was found in games from small to large.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The games that were searched, in order.
    pub tried: Vec<Tried>,
    /// The play in the last of them, if one was found.
    pub play: Option<FoundPlay>,
}

impl Smallest {
    /// Whether all searches before the last one came to their end, so that there is no smaller game.
    pub fn is_certain(&self) -> bool {
        let smaller = self.tried.len() - usize::from(self.play.is_some());
        self.tried[..smaller].iter().all(|tried| tried.end == SearchEnd::Exhausted)
    }
}

/// How games may differ in size.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Whether cards lie on the table.
    pub table: TableCards,
    /// How many players there may be, each with at least one card.
    pub players: RangeInclusive<usize>,
    /// The most cards.
    pub cards: usize,
}

/// The sizes of hands and of the table: those with fewer cards first, then those with fewer players.
/// Players with fewer cards come first.
pub fn sizes(sizes: &Sizes) -> Vec<(Vec<usize>, usize)> {
    let mut all = Vec::new();
    for cards in 1..=sizes.cards {
        for players in sizes.players.clone() {
            let tables = match sizes.table {
                TableCards::Without => 0..=0,
                TableCards::With => 1..=cards.saturating_sub(players),
            };
            for table in tables {
                hands_from(1, players, cards - table, &mut Vec::new(), &mut |hands| {
                    all.push((hands.to_vec(), table));
                });
            }
        }
    }
    all
}

/// All ways to give so many players so many cards, none fewer than the one before.
fn hands_from(
    least: usize,
    players: usize,
    cards: usize,
    hands: &mut Vec<usize>,
    each: &mut dyn FnMut(&[usize]),
) {
    if players == 0 {
        if cards == 0 {
            each(hands);
        }
        return;
    }
    for size in least..=cards / players {
        hands.push(size);
        hands_from(size, players - 1, cards - size, hands, each);
        hands.pop();
    }
}

/// What is asked and said, in games of all sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Custom {
    /// For how many cards players ask.
    pub ask: usize,
    /// Whether they ask for cards of their own.
    pub own: OwnCards,
    /// Who says that they cannot win at the end of a turn.
    pub nowin: NoWin,
}

/// The games of these sizes with these customs in which so many cards can be asked for.
pub fn games(of: &Sizes, custom: Custom) -> Vec<KnowledgeGame> {
    let game = |(hands, table): (Vec<usize>, usize)| {
        let game = KnowledgeGame::new(&hands, table, &[custom.ask]).ok()?;
        let win = match of.table {
            TableCards::Without => WinCondition::Deal,
            TableCards::With => WinCondition::Table,
        };
        let mut game = game.won_by(win).ok()?;
        (game.own, game.nowin) = (custom.own, custom.nowin);
        Some(game)
    };
    sizes(of).into_iter().filter_map(game).collect()
}

/// The smallest game with a state where nobody can win, until it is said that nobody can, or until
/// who has asked says that they cannot (thesis sec. 6.2.2, Cluedo paper sec. 6). Games that are not searched
/// through within the bounds are left behind.
pub fn smallest_unsuccessful(
    of: &Sizes,
    custom: Custom,
    said: NoWin,
    bounds: SearchBounds,
    stop: &Stop,
) -> Smallest {
    smallest(games(of, custom), || SearchGoal::Unsuccessful(said), bounds, stop)
}

/// The smallest game where the first card that is shown always makes the state smaller, and a later one
/// can make it larger (thesis sec. 5.3).
pub fn smallest_growing(of: &Sizes, custom: Custom, bounds: SearchBounds, stop: &Stop) -> Smallest {
    let mut shrinking = Vec::new();
    for game in games(of, custom) {
        match shrinks_at_first(&game, stop) {
            Ok(true) => shrinking.push(game),
            Ok(false) => {}
            Err(Stopped) => return Smallest { tried: vec![Tried::stopped_game(game)], play: None },
        }
    }
    smallest(shrinking, || SearchGoal::Grows, bounds, stop)
}

fn smallest<'g>(
    games: Vec<KnowledgeGame>,
    goal: impl Fn() -> SearchGoal<'g>,
    bounds: SearchBounds,
    stop: &Stop,
) -> Smallest {
    let mut tried = Vec::new();
    for game in games {
        let mut search = StateSearch::new(game.clone(), bounds);
        let end = search.run(goal(), stop, &mut |_| {});
        let play = match &end {
            SearchEnd::Found(found) => Some(search.play(found)),
            SearchEnd::Exhausted | SearchEnd::Cut(_) => None,
        };
        let is_over = play.is_some() || end == SearchEnd::Cut(SearchCut::Stopped);
        let depth = search.counts().len().saturating_sub(1);
        tried.push(Tried { game, end, states: search.states(), models: search.models(), depth });
        if is_over {
            return Smallest { tried, play };
        }
    }
    Smallest { tried, play: None }
}

impl Tried {
    /// A game whose search was stopped before it began.
    fn stopped_game(game: KnowledgeGame) -> Self {
        Self { game, end: SearchEnd::Cut(SearchCut::Stopped), states: 0, models: 0, depth: 0 }
    }
}

/// Whether any card that is shown in the initial state makes it smaller.
fn shrinks_at_first(game: &KnowledgeGame, stop: &Stop) -> Result<bool, Stopped> {
    let model = PackedModel::initial(game);
    let kinds = game.kinds();
    let largest = |model: &PackedModel| -> Result<usize, Stopped> {
        let parts = parts(model, &kinds, stop)?;
        Ok(parts.iter().map(|part| part.model.worlds()).max().unwrap_or(0))
    };
    let worlds = largest(&model)?;
    for ask in game.asks().filter(|ask| ask.answer == HeardAnswer::Show) {
        let Ok(moved) = apply_ask(&model, game.own, ask, usize::MAX) else { return Ok(false) };
        if largest(&moved.model)? >= worlds {
            return Ok(false);
        }
    }
    Ok(true)
}

//! Questions that the papers leave open, answered by searching all games with few cards, the smallest
//! first. An answer says what was searched: that nothing was found says nothing of larger games, and
//! nothing of games whose search was cut off.

use crate::game::{Game, NoWin, Own};
use crate::game_move::{Answer, answered};
use crate::model::Model;
use crate::play::Play;
use crate::search::{Bounds, End, Goal, Search, parts};
use hexa_logic::WinCondition;
use std::ops::{ControlFlow, RangeInclusive};

/// Whether cards lie on the table. If they do, who knows them wins; if not, who knows the deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Table {
    /// All cards are dealt to players.
    Without,
    /// At least one card lies on the table.
    With,
}

/// A game that was searched.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The game.
    pub game: Game,
    /// How the search ended.
    pub end: End,
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
    pub play: Option<Play>,
}

impl Smallest {
    /// Whether all searches before the last one came to their end, so that there is no smaller game.
    pub fn is_certain(&self) -> bool {
        let smaller = self.tried.len() - usize::from(self.play.is_some());
        self.tried[..smaller].iter().all(|tried| tried.end == End::Exhausted)
    }
}

/// How games may differ in size.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Whether cards lie on the table.
    pub table: Table,
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
                Table::Without => 0..=0,
                Table::With => 1..=cards.saturating_sub(players),
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

/// All ways to give so many players so many cards, none fewer than the one before him.
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
    pub own: Own,
    /// Who says that he cannot win at the end of a turn.
    pub nowin: NoWin,
}

/// The games of these sizes with these customs in which so many cards can be asked for.
pub fn games(of: &Sizes, custom: Custom) -> Vec<Game> {
    let game = |(hands, table): (Vec<usize>, usize)| {
        let game = Game::new(&hands, table, &[custom.ask]).ok()?;
        let win = match of.table {
            Table::Without => WinCondition::Deal,
            Table::With => WinCondition::Table,
        };
        let mut game = game.won_by(win).ok()?;
        (game.own, game.nowin) = (custom.own, custom.nowin);
        Some(game)
    };
    sizes(of).into_iter().filter_map(game).collect()
}

/// The smallest game with a state where nobody can win, until it is said that nobody can, or until
/// who has asked says that he cannot (thesis sec. 6.2.2, Cluedo paper sec. 6). Games that are not searched
/// through within the bounds are left behind.
pub fn smallest_unsuccessful(
    of: &Sizes,
    custom: Custom,
    said: NoWin,
    bounds: Bounds,
    watch: &mut dyn FnMut(&Search) -> ControlFlow<()>,
) -> Smallest {
    smallest(games(of, custom), || Goal::Unsuccessful(said), bounds, watch)
}

/// The smallest game where the first card that is shown always makes the state smaller, and a later one
/// can make it larger (thesis sec. 5.3).
pub fn smallest_growing(
    of: &Sizes,
    custom: Custom,
    bounds: Bounds,
    watch: &mut dyn FnMut(&Search) -> ControlFlow<()>,
) -> Smallest {
    let games = games(of, custom).into_iter().filter(shrinks_at_first);
    smallest(games.collect(), || Goal::Grows, bounds, watch)
}

fn smallest<'g>(
    games: Vec<Game>,
    goal: impl Fn() -> Goal<'g>,
    bounds: Bounds,
    watch: &mut dyn FnMut(&Search) -> ControlFlow<()>,
) -> Smallest {
    let mut tried = Vec::new();
    for game in games {
        let mut search = Search::new(game.clone(), bounds);
        let end = search.run(goal(), &mut *watch);
        let play = match &end {
            End::Found(found) => Some(search.play(found)),
            _ => None,
        };
        let depth = search.counts().len().saturating_sub(1);
        tried.push(Tried { game, end, states: search.states(), models: search.models(), depth });
        if play.is_some() {
            return Smallest { tried, play };
        }
    }
    Smallest { tried, play: None }
}

/// Whether any card that is shown in the initial state makes it smaller.
fn shrinks_at_first(game: &Game) -> bool {
    let model = Model::initial(game);
    let kinds = game.kinds();
    let worlds = parts(&model, &kinds).iter().map(|part| part.model.worlds()).max().unwrap_or(0);
    game.asks().filter(|ask| ask.answer == Answer::Show).all(|ask| {
        let Ok(moved) = answered(&model, game.own, ask, usize::MAX) else { return false };
        parts(&moved.model, &kinds).iter().all(|part| part.model.worlds() < worlds)
    })
}

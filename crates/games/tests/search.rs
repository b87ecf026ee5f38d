//! The search against a naive one by the engine, the numbers of the thesis, and the plays it gives.

mod by_engine;

use by_engine::{Table, orders};
use hexa_engine::{State, bisimilar, contraction, minimal_count};
use hexa_games::{
    Ask, Bounds, Cut, End, Game, Goal, Model, NoWin, Own, Play, Search, Turn, WorldSet,
};
use std::ops::ControlFlow;

fn on(_: &Search) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn game(hands: &[usize], table: usize, ask: &[usize]) -> Game {
    Game::new(hands, table, ask).expect("a small game")
}

fn bounds(depth: usize) -> Bounds {
    Bounds { depth: Some(depth), ..Bounds::default() }
}

#[test]
fn hexa_has_seven_game_states_and_six_game_models_up_to_similarity() {
    // Thesis sec. 6.2, figure 6.2: one, two or three cards are asked for.
    let mut search = Search::new(game(&[1, 1, 1], 0, &[1, 2, 3]), Bounds::default());
    assert_eq!(search.run(Goal::Nothing, on), End::Exhausted);
    let similar = search.similar();
    assert_eq!((similar.states, similar.models), (7, 6));
}

/// A play, and the states that renamed plays lead to.
struct Known {
    play: Play,
    renamed: Vec<State>,
}

/// A search state by state, that compares states with the engine.
struct Naive {
    table: Table,
    renamings: Vec<(Vec<usize>, Vec<usize>)>,
    known: Vec<Known>,
}

impl Naive {
    fn new(game: &Game) -> Self {
        let sizes = game.hands();
        let fits = |order: &Vec<usize>| (0..order.len()).all(|at| sizes[at] == sizes[order[at]]);
        let agents: Vec<Vec<usize>> = orders(game.agents()).into_iter().filter(fits).collect();
        let cards = orders(game.cards());
        let pairs = cards.iter().flat_map(|c| agents.iter().map(move |a| (c.clone(), a.clone())));
        Self { table: Table::new(game), renamings: pairs.collect(), known: Vec::new() }
    }

    /// Remembers where a play leads, if that is new.
    fn add(&mut self, play: &Play) -> bool {
        let Some(state) = self.table.played(play) else { return false };
        let state = contraction(&state).expect("few worlds");
        if self
            .known
            .iter()
            .any(|known| known.renamed.iter().any(|r| bisimilar(r, &state) == Ok(true)))
        {
            return false;
        }
        let renamed = self.renamings.clone().into_iter().map(|(cards, agents)| {
            let play = renamed(play, &cards, &agents);
            let after = self.table.played(&play).expect("renamed moves can be played");
            contraction(&after).expect("few worlds")
        });
        let mut distinct: Vec<State> = Vec::new();
        for state in renamed.collect::<Vec<_>>() {
            if !distinct.iter().any(|known| bisimilar(known, &state) == Ok(true)) {
                distinct.push(state);
            }
        }
        self.known.push(Known { play: play.clone(), renamed: distinct });
        true
    }

    /// How many states there are after at most so many questions.
    fn count(game: &Game, depth: usize) -> usize {
        let mut naive = Self::new(game);
        let mut starts = Self::new(game);
        let hands = dealt_in_order(game);
        let first = Play { hands, turns: Vec::new(), growth: None };
        naive.add(&first);
        starts.add(&first);
        let mut at = 0;
        for _ in 0..depth {
            let end = starts.known.len();
            for start in at..end {
                let play = starts.known[start].play.clone();
                naive.ask(&play, &mut starts);
            }
            at = end;
        }
        naive.known.len()
    }

    fn ask(&mut self, play: &Play, starts: &mut Self) {
        let asks: Vec<Ask> = self.table.game.asks().collect();
        for ask in asks {
            let own = &play.hands[ask.asker];
            let asked: Vec<usize> = (0..12).filter(|card| ask.cards >> card & 1 == 1).collect();
            let avoided = self.table.game.own == Own::Avoided;
            if avoided && asked.iter().any(|card| own.contains(card)) {
                continue;
            }
            for shown in asked.iter().copied().map(Some).chain([None]) {
                let (asker, respondent) = (ask.asker, ask.respondent);
                let mut next = play.clone();
                next.turns.push(Turn::Answer { asker, respondent, cards: asked.clone(), shown });
                self.add(&next);
                next.turns.extend(self.table.ending(asker));
                self.add(&next);
                starts.add(&next);
            }
        }
    }
}

fn dealt_in_order(game: &Game) -> Vec<Vec<usize>> {
    let mut next = 0;
    let hand = |size: usize| {
        next += size;
        (next - size..next).collect()
    };
    game.hand_sizes().into_iter().map(hand).collect()
}

fn renamed(play: &Play, cards: &[usize], agents: &[usize]) -> Play {
    let set = |old: &Vec<usize>| -> Vec<usize> {
        let mut new: Vec<usize> = old.iter().map(|&card| cards[card]).collect();
        new.sort_unstable();
        new
    };
    let mut hands = vec![Vec::new(); play.hands.len()];
    for (holder, hand) in play.hands.iter().enumerate() {
        let holder = agents.get(holder).copied().unwrap_or(holder);
        hands[holder] = set(hand);
    }
    let turn = |turn: &Turn| match turn {
        Turn::NobodyWins => Turn::NobodyWins,
        Turn::NoWin(agent) => Turn::NoWin(agents[*agent]),
        Turn::Answer { asker, respondent, cards: asked, shown } => Turn::Answer {
            asker: agents[*asker],
            respondent: agents[*respondent],
            cards: set(asked),
            shown: shown.map(|card| cards[card]),
        },
    };
    Play { hands, turns: play.turns.iter().map(turn).collect(), growth: None }
}

/// Games with few deals, under all rules.
fn ruled(hands: &[usize], table: usize, ask: &[usize]) -> Vec<Game> {
    let mut games = Vec::new();
    for own in [Own::Allowed, Own::Avoided, Own::Forbidden] {
        for nowin in [NoWin::Asker, NoWin::All, NoWin::None] {
            let mut game = game(hands, table, ask);
            (game.own, game.nowin) = (own, nowin);
            games.push(game);
        }
    }
    games
}

#[test]
fn as_many_states_as_a_naive_search_finds() {
    let two_questions = ruled(&[1, 1, 1], 0, &[1, 2]).into_iter().map(|game| (game, 2));
    let table = ruled(&[1, 1], 1, &[1, 2]).into_iter().map(|game| (game, 2));
    let four_cards =
        ruled(&[1, 1, 2], 0, &[2]).into_iter().filter(|game| game.nowin == NoWin::Asker);
    let four_cards = four_cards.map(|game| (game, 1));
    let mut most = 0;
    for (game, depth) in two_questions.chain(table).chain(four_cards) {
        let mut search = Search::new(game.clone(), bounds(depth));
        search.run(Goal::Nothing, on);
        let (found, naive) = (search.states(), Naive::count(&game, depth));
        assert_eq!(found, naive, "{game:?}");
        most = most.max(found);
    }
    assert!(most > 8, "{most}");
}

#[test]
fn every_state_is_the_end_of_a_play() {
    let mut played = 0;
    for game in [ruled(&[1, 1, 2], 0, &[1]), ruled(&[1, 2], 1, &[2])].concat() {
        // Some states are picked out: the n-th model with n worlds or more, at its n-th world.
        for pick in [1, 3, 7, 20, 60] {
            let mut seen = 0;
            let mut sizes = 0;
            let mut holds = |model: &Model| {
                seen += 1;
                sizes = model.worlds();
                let here = seen >= pick;
                ControlFlow::Continue(WorldSet::of(model.worlds(), |world| {
                    here && world == pick % model.worlds()
                }))
            };
            let mut search = Search::new(game.clone(), bounds(3));
            let End::Found(found) = search.run(Goal::Holds(&mut holds), on) else { continue };
            let play = search.play(&found);
            let mut table = Table::new(&game);
            let state = table.played(&play).unwrap_or_else(|| panic!("{game:?}: {play:?}"));
            assert_eq!(minimal_count(&state), Ok(sizes), "{game:?}: {play:?}");
            if game.own == Own::Avoided {
                assert!(play.turns.iter().all(|turn| avoids_own(turn, &play)), "{play:?}");
            }
            played += 1;
        }
    }
    assert!(played > 40, "{played}");
}

fn avoids_own(turn: &Turn, play: &Play) -> bool {
    match turn {
        Turn::Answer { asker, cards, .. } => {
            !cards.iter().any(|card| play.hands[*asker].contains(card))
        }
        _ => true,
    }
}

#[test]
fn nobody_can_win_until_that_is_said() {
    // Thesis sec. 6.2.2. The engine finds that the update is unsuccessful.
    for nowin in [NoWin::Asker, NoWin::None] {
        let mut game = game(&[1, 1, 2], 0, &[1]);
        game.nowin = nowin;
        let mut search = Search::new(game.clone(), Bounds::default());
        let end = search.run(Goal::Unsuccessful(NoWin::All), on);
        let End::Found(found) = end else { panic!("{nowin:?}: {end:?}") };
        let play = search.play(&found);
        let mut table = Table::new(&game);
        let state = table.played(&play).expect("it can be played");
        let nobody = table.nobody_wins();
        let holds = |state: &State, table: &Table| {
            hexa_engine::holds(state, &table.terms, nobody).expect("defined")
        };
        assert!(holds(&state, &table), "{play:?}");
        let said = table.after(&state, &Turn::NobodyWins).expect("it is true");
        assert!(!holds(&said, &table), "{play:?}");
    }
}

#[test]
fn a_state_grows_when_a_card_is_shown() {
    let game = game(&[1, 2, 2], 0, &[2]);
    let mut search = Search::new(game.clone(), Bounds::default());
    let end = search.run(Goal::Grows, on);
    let End::Found(found) = end else { panic!("{end:?}") };
    let play = search.play(&found);
    let (turn, growth) = play.growth.clone().expect("a card is shown");
    assert!(growth.after > growth.before);
    let mut table = Table::new(&game);
    let state = table.played(&play).expect("it can be played");
    assert_eq!(minimal_count(&state), Ok(growth.before));
    let next = table.after(&state, &turn).expect("it can be shown");
    assert_eq!(minimal_count(&next), Ok(growth.after));
}

#[test]
fn what_is_cut_off_is_not_exhausted() {
    let game = game(&[1, 1, 2], 0, &[2]);
    let end = |bounds: Bounds| Search::new(game.clone(), bounds).run(Goal::Nothing, on);
    assert_eq!(end(bounds(1)), End::Cut(Cut::Depth(1)));
    let few = Bounds { states: 10, ..Bounds::default() };
    assert_eq!(end(few), End::Cut(Cut::States(10)));
    let small = Bounds { worlds: 12, depth: Some(2), ..Bounds::default() };
    assert!(matches!(end(small), End::Cut(Cut::Worlds(12, _))));
    let little = Bounds { memory: 2_000, ..Bounds::default() };
    assert_eq!(end(little), End::Cut(Cut::Memory(2_000)));
    let stopped =
        Search::new(game.clone(), Bounds::default()).run(Goal::Nothing, |_| ControlFlow::Break(()));
    assert_eq!(stopped, End::Cut(Cut::Stopped));
}

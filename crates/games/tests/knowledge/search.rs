//! The search against a naive one by the engine, the numbers of the thesis, and the plays it gives.

use crate::by_engine::{Table, orders};
use hexa_engine::{State, bisimilar, contraction, minimal_count};
use hexa_games::knowledge::{
    Ask, FoundPlay, KnowledgeGame, NoWin, OwnCards, PackedModel, PlayEvent, SearchBounds,
    SearchCut, SearchEnd, SearchGoal, StateSearch, WorldSet,
};
use hexa_logic::{Agent, Card, Stop};
use std::ops::ControlFlow;

/// Searches, and nobody stops it.
fn run(search: &mut StateSearch, goal: SearchGoal<'_>) -> SearchEnd {
    search.run(goal, &Stop::new(), &mut |_| {})
}

fn game(hands: &[usize], table: usize, ask: &[usize]) -> KnowledgeGame {
    KnowledgeGame::new(hands, table, ask).expect("a small game")
}

fn bounds(depth: usize) -> SearchBounds {
    SearchBounds { depth: Some(depth), ..SearchBounds::default() }
}

#[test]
fn hexa_has_seven_game_states_and_six_game_models_up_to_similarity() {
    // Thesis sec. 6.2, figure 6.2: one, two or three cards are asked for.
    let mut search = StateSearch::new(game(&[1, 1, 1], 0, &[1, 2, 3]), SearchBounds::default());
    assert_eq!(run(&mut search, SearchGoal::Nothing), SearchEnd::Exhausted);
    let similar = search.similar(&Stop::new()).expect("nobody stops it");
    assert_eq!((similar.states, similar.models), (7, 6));
}

/// A play, and the states that renamed plays lead to.
struct Known {
    play: FoundPlay,
    renamed: Vec<State>,
}

/// A search state by state, that compares states with the engine.
struct Naive {
    table: Table,
    renamings: Vec<(Vec<Card>, Vec<Agent>)>,
    known: Vec<Known>,
}

impl Naive {
    fn new(game: &KnowledgeGame) -> Self {
        let sizes = game.hands();
        let fits = |order: &Vec<usize>| (0..order.len()).all(|at| sizes[at] == sizes[order[at]]);
        let agents: Vec<Vec<usize>> = orders(game.agents()).into_iter().filter(fits).collect();
        let agent = |order: Vec<usize>| order.into_iter().map(Agent::from_index).collect();
        let agents: Vec<Vec<Agent>> = agents.into_iter().map(agent).collect();
        let card = |order: Vec<usize>| order.into_iter().map(Card::from_index).collect();
        let cards: Vec<Vec<Card>> = orders(game.cards()).into_iter().map(card).collect();
        let pairs = cards.iter().flat_map(|c| agents.iter().map(move |a| (c.clone(), a.clone())));
        Self { table: Table::new(game), renamings: pairs.collect(), known: Vec::new() }
    }

    /// Remembers where a play leads, if that is new.
    fn add(&mut self, play: &FoundPlay) -> bool {
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
    fn count(game: &KnowledgeGame, depth: usize) -> usize {
        let mut naive = Self::new(game);
        let mut starts = Self::new(game);
        let hands = dealt_in_order(game);
        let first = FoundPlay { hands, turns: Vec::new(), growth: None };
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

    fn ask(&mut self, play: &FoundPlay, starts: &mut Self) {
        let asks: Vec<Ask> = self.table.game.asks().collect();
        for ask in asks {
            let own = &play.hands[ask.asker.index()];
            let asked: Vec<Card> = ask.cards.cards().collect();
            let avoided = self.table.game.own == OwnCards::Avoided;
            if avoided && asked.iter().any(|card| own.contains(card)) {
                continue;
            }
            for shown in asked.iter().copied().map(Some).chain([None]) {
                let (asker, respondent) = (ask.asker, ask.respondent);
                let mut next = play.clone();
                next.turns.push(PlayEvent::Answer {
                    asker,
                    respondent,
                    cards: asked.clone(),
                    shown,
                });
                self.add(&next);
                next.turns.extend(self.table.ending(asker));
                self.add(&next);
                starts.add(&next);
            }
        }
    }
}

fn dealt_in_order(game: &KnowledgeGame) -> Vec<Vec<Card>> {
    let mut next = 0;
    let hand = |size: usize| {
        next += size;
        (next - size..next).map(Card::from_index).collect()
    };
    game.hand_sizes().into_iter().map(hand).collect()
}

fn renamed(play: &FoundPlay, cards: &[Card], agents: &[Agent]) -> FoundPlay {
    let set = |old: &Vec<Card>| -> Vec<Card> {
        let mut new: Vec<Card> = old.iter().map(|card| cards[card.index()]).collect();
        new.sort_unstable();
        new
    };
    let mut hands = vec![Vec::new(); play.hands.len()];
    for (holder, hand) in play.hands.iter().enumerate() {
        let holder = agents.get(holder).map_or(holder, |agent| agent.index());
        hands[holder] = set(hand);
    }
    let turn = |turn: &PlayEvent| match turn {
        PlayEvent::NobodyWins => PlayEvent::NobodyWins,
        PlayEvent::NoWin(agent) => PlayEvent::NoWin(agents[agent.index()]),
        PlayEvent::Answer { asker, respondent, cards: asked, shown } => PlayEvent::Answer {
            asker: agents[asker.index()],
            respondent: agents[respondent.index()],
            cards: set(asked),
            shown: shown.map(|card| cards[card.index()]),
        },
    };
    FoundPlay { hands, turns: play.turns.iter().map(turn).collect(), growth: None }
}

/// Games with few deals, under all rules.
fn ruled(hands: &[usize], table: usize, ask: &[usize]) -> Vec<KnowledgeGame> {
    let mut games = Vec::new();
    for own in [OwnCards::Allowed, OwnCards::Avoided, OwnCards::Forbidden] {
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
        let mut search = StateSearch::new(game.clone(), bounds(depth));
        run(&mut search, SearchGoal::Nothing);
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
            let mut holds = |model: &PackedModel| {
                seen += 1;
                sizes = model.worlds();
                let here = seen >= pick;
                ControlFlow::Continue(WorldSet::of(model.worlds(), |world| {
                    here && world == pick % model.worlds()
                }))
            };
            let mut search = StateSearch::new(game.clone(), bounds(3));
            let SearchEnd::Found(found) = run(&mut search, SearchGoal::Holds(&mut holds)) else {
                continue;
            };
            let play = search.play(&found);
            let mut table = Table::new(&game);
            let state = table.played(&play).unwrap_or_else(|| panic!("{game:?}: {play:?}"));
            assert_eq!(minimal_count(&state), Ok(sizes), "{game:?}: {play:?}");
            if game.own == OwnCards::Avoided {
                assert!(play.turns.iter().all(|turn| avoids_own(turn, &play)), "{play:?}");
            }
            played += 1;
        }
    }
    assert!(played > 40, "{played}");
}

fn avoids_own(turn: &PlayEvent, play: &FoundPlay) -> bool {
    match turn {
        PlayEvent::Answer { asker, cards, .. } => {
            !cards.iter().any(|card| play.hands[asker.index()].contains(card))
        }
        PlayEvent::NoWin(_) | PlayEvent::NobodyWins => true,
    }
}

#[test]
fn nobody_can_win_until_that_is_said() {
    // Thesis sec. 6.2.2. The engine finds that the update is unsuccessful.
    for nowin in [NoWin::Asker, NoWin::None] {
        let mut game = game(&[1, 1, 2], 0, &[1]);
        game.nowin = nowin;
        let mut search = StateSearch::new(game.clone(), SearchBounds::default());
        let end = run(&mut search, SearchGoal::Unsuccessful(NoWin::All));
        let SearchEnd::Found(found) = end else { panic!("{nowin:?}: {end:?}") };
        let play = search.play(&found);
        let mut table = Table::new(&game);
        let state = table.played(&play).expect("it can be played");
        let nobody = table.nobody_wins();
        let holds = |state: &State, table: &Table| {
            hexa_engine::holds(state, &table.terms, nobody).expect("defined")
        };
        assert!(holds(&state, &table), "{play:?}");
        let said = table.after(&state, &PlayEvent::NobodyWins).expect("it is true");
        assert!(!holds(&said, &table), "{play:?}");
    }
}

#[test]
fn a_state_grows_when_a_card_is_shown() {
    let game = game(&[1, 2, 2], 0, &[2]);
    let mut search = StateSearch::new(game.clone(), SearchBounds::default());
    let end = run(&mut search, SearchGoal::Grows);
    let SearchEnd::Found(found) = end else { panic!("{end:?}") };
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
    let end = |bounds: SearchBounds| {
        run(&mut StateSearch::new(game.clone(), bounds), SearchGoal::Nothing)
    };
    assert_eq!(end(bounds(1)), SearchEnd::Cut(SearchCut::Depth(1)));
    let few = SearchBounds { states: 10, ..SearchBounds::default() };
    assert_eq!(end(few), SearchEnd::Cut(SearchCut::States(10)));
    let small = SearchBounds { worlds: 12, depth: Some(2), ..SearchBounds::default() };
    assert!(matches!(end(small), SearchEnd::Cut(SearchCut::Worlds(12, _))));
    let little = SearchBounds { memory: 2_000, ..SearchBounds::default() };
    assert_eq!(end(little), SearchEnd::Cut(SearchCut::Memory(2_000)));
    let stop = Stop::new();
    let mut search = StateSearch::new(game.clone(), SearchBounds::default());
    let stopped = search.run(SearchGoal::Nothing, &stop, &mut |_| stop.ask());
    assert_eq!(stopped, SearchEnd::Cut(SearchCut::Stopped));
}

//! Records of plays, against lists of all deals and choices: what is refused is impossible and nothing else is, the events that
//! it contradicts are the first of the smallest sets, and the grids are those of whoever sees so much.
//!
//! `HEXA_CASES=20` takes twenty times as many cases.

mod entries;
mod listed;
mod nested;
mod refusals;

use entries::Picks;
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::deals::{
    Dealing, Event, Fact, Grid, Looks, Misdealt, NoView, Player, Reason, Record, Refused, Size,
    Witness,
};
use hexa_engine::generate::Case;
use hexa_engine::generate::play::{
    CardGame, Category, Kind, Play, Reply, Step, decisions_from, small_game,
};
use hexa_engine::{Engine, Limits, UBig};
use hexa_logic::{
    Agent, Card, Comparison, FormulaNode, Holder, Ratio, Terms, Vocabulary, WinCondition,
};
use listed::{Listed, World, numbered};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A random play of a game with up to six cards, with up to five turns.
fn random_play(case: &mut Case) -> Play {
    let (game, turns) = (small_game(case, 6), 1 + case.below(5));
    game.play(turns, Kind::Any, &case.decisions(0..120))
}

fn kinds(game: &CardGame) -> Vec<Vec<Card>> {
    let mut next = 0;
    let mut kind = |category: &Category| {
        let first = next;
        next += category.cards.len();
        (first..next).map(Card::from_index).collect()
    };
    game.categories.iter().map(&mut kind).collect()
}

fn dealing(play: &Play) -> Dealing<'_> {
    let mut dealing = Dealing::new(&play.vocabulary, play.deal().size());
    dealing.categories = kinds(&play.game);
    dealing
}

fn place(play: &Play, holder: Holder) -> usize {
    match holder {
        Holder::Agent(agent) => agent.index(),
        Holder::Table => play.vocabulary.agent_count(),
    }
}

/// The first of the smallest sets of events that are impossible with the last one, by trying all.
fn first_smallest(listed: &Listed<'_>, events: &[Event], last: &Event) -> Option<Vec<usize>> {
    let count = events.len();
    let mut sets: Vec<Vec<usize>> = (0..1u32 << count)
        .map(|bits| (0..count).filter(|at| bits >> at & 1 == 1).collect())
        .collect();
    sets.sort_by_key(|set: &Vec<usize>| (set.len(), set.clone()));
    for set in sets {
        let mut chosen: Vec<(usize, &Event)> = set.iter().map(|&at| (at, &events[at])).collect();
        chosen.push((count, last));
        if !listed.is_possible(&chosen)? {
            return Some(set);
        }
    }
    None
}

fn is_knowing_win(event: &Event) -> bool {
    matches!(event, Event::Wins { player: Player::Logician, .. } | Event::Knows { .. })
}

/// Entries, some of them wrong, in a small game.
fn entries(case: &mut Case) -> (CardGame, Vec<u8>, Vec<u8>) {
    (small_game(case, 6), case.decisions(20..21), case.decisions(0..240))
}

/// Enters events as long as there are decisions, at most so many; what is refused, or comes later, is only tried.
fn entered(
    (game, deal, decisions): &(CardGame, Vec<u8>, Vec<u8>),
    most: usize,
    each: impl Fn(&Play, &Listed<'_>, &Record, &Event, &Result<Record, Refused>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let play = game.play(0, Kind::Suspicions, deal);
    let listed = Listed::new(&play);
    let mut record = Record::new(&dealing(&play)).expect("a deal");
    let mut picks = Picks(decisions.iter());
    while picks.0.len() > 0 {
        let event = picks.event(&play);
        let all: Vec<Event> = record.events().iter().cloned().chain([event.clone()]).collect();
        if listed.public(&numbered(&all)).is_none() {
            return Ok(());
        }
        let next = record.with(event.clone());
        each(&play, &listed, &record, &event, &next)?;
        if record.events().len() < most {
            record = next.unwrap_or(record);
        }
    }
    Ok(())
}

#[test]
fn what_is_impossible_is_refused_and_nothing_else() {
    let (refused, accepted) = (Cell::new(0), Cell::new(0));
    cases("what is impossible is refused and nothing else", 400, |case| {
        entered(&entries(case), 14, |_, listed, record, event, next| {
            let all: Vec<Event> = record.events().iter().cloned().chain([event.clone()]).collect();
            let possible = listed.is_possible(&numbered(&all)).expect("few worlds");
            ensure_eq!(next.is_ok(), possible, "{:?}: {:?}", all, next.as_ref().err());
            let tally = if possible { &accepted } else { &refused };
            tally.set(tally.get() + 1);
            Ok(())
        })
    });
    assert!(refused.get() > 500 && accepted.get() > 1000, "{refused:?} {accepted:?}");
}

#[test]
fn what_is_contradicted_is_the_first_of_the_smallest_sets() {
    let (sizes, knowing) = (Cell::new([0; 5]), Cell::new(0));
    cases("what is contradicted is the first of the smallest sets", 700, |case| {
        entered(&entries(case), 9, |_, listed, record, event, next| {
            let Err(refused) = next else { return Ok(()) };
            let Refused::Conflict(conflict) = refused else { panic!("{refused:?}") };
            ensure_eq!(conflict.event, record.events().len());
            // What a win said is not found out again.
            if record.events().iter().chain([event]).any(is_knowing_win) {
                return Ok(());
            }
            let expected = first_smallest(listed, record.events(), event);
            ensure_eq!(
                Some(&conflict.events),
                expected.as_ref(),
                "{:?} {:?}",
                record.events(),
                event
            );
            ensure_eq!(conflict.size, Size::Smallest);
            let mut counted = sizes.get();
            counted[conflict.events.len().min(4)] += 1;
            sizes.set(counted);
            let about = |&at: &usize| {
                matches!(record.events()[at], Event::NoWin(_) | Event::KnowsNot { .. })
            };
            knowing.set(knowing.get() + u32::from(conflict.events.iter().any(about)));
            Ok(())
        })
    });
    assert!(sizes.get().iter().skip(1).all(|&many| many > 2), "{sizes:?}");
    assert!(knowing.get() > 10, "{knowing:?} of {sizes:?}");
}

#[test]
fn why_gives_the_first_of_the_smallest_sets() {
    let asked = Cell::new(0);
    cases("why gives the first of the smallest sets", 80, |case| {
        entered(&entries(case), 7, |play, listed, _, _, next| {
            let Ok(record) = next else { return Ok(()) };
            if record.events().len() != 7 || record.events().iter().any(is_knowing_win) {
                return Ok(());
            }
            for (card, holder) in holdings(play) {
                let seen = Witness::Only(Agent(0));
                for (fact, denial) in [
                    (Fact::Holds(holder, card), Event::Lacks { holder, card, seen }),
                    (Fact::Lacks(holder, card), Event::Holds { holder, card, seen }),
                ] {
                    let why = record.why(fact).expect("a small game");
                    let expected = first_smallest(listed, record.events(), &denial);
                    asked.set(asked.get() + u32::from(why.is_some()));
                    ensure_eq!(why.map(|core| core.events), expected);
                }
            }
            Ok(())
        })
    });
    assert!(asked.get() > 300, "{asked:?}");
}

fn holdings(play: &Play) -> Vec<(Card, Holder)> {
    let holders = |card| play.vocabulary.holders().map(move |holder| (card, holder));
    play.vocabulary.cards().flat_map(holders).collect()
}

/// Whether a grid has the probabilities of these worlds.
fn agrees(play: &Play, grid: &Grid, worlds: &[World]) -> Result<(), Failed> {
    let all: u128 = worlds.iter().map(|world| world.weight).sum();
    for (card, holder) in holdings(play) {
        let at = place(play, holder);
        let has = worlds.iter().filter(|world| world.deal[card.index()] == at);
        let part: u128 = has.map(|world| world.weight).sum();
        let held = &grid.held[card.index()][at];
        ensure_eq!(held * UBig::from(all), &grid.total * UBig::from(part));
        ensure_eq!(held.is_zero(), part == 0);
    }
    Ok(())
}

#[test]
fn grids_are_those_of_the_listed_worlds() {
    let seen = Cell::new(0);
    cases("grids are those of the listed worlds", 150, |case| {
        entered(&entries(case), 12, |play, listed, _, _, next| {
            let Ok(record) = next else { return Ok(()) };
            let events = numbered(record.events());
            // What nobody tells of a choice weighs nothing: only what was told counts.
            let worlds = listed.worlds(&events).expect("few worlds");
            agrees(play, &record.grid().expect("a small game"), &worlds)?;
            for agent in play.vocabulary.agents() {
                match record.grid_of(agent) {
                    Ok(grid) => {
                        for here in worlds.iter().take(3) {
                            let cell = listed.cell(agent, here, &events).expect("few worlds");
                            agrees(play, &grid, &cell)?;
                            seen.set(seen.get() + 1);
                        }
                    }
                    Err(NoView::GaveUp(limit)) => panic!("{limit}"),
                    Err(_) => {}
                }
            }
            Ok(())
        })
    });
    assert!(seen.get() > 200, "{seen:?}");
}

/// All that happens in a play, seen by those who see it.
fn hands(play: &Play) -> Vec<Event> {
    let hand = |agent: Agent| {
        let holder = Holder::Agent(agent);
        let seen = Witness::Only(agent);
        let cards = play.deal().hand(holder).to_vec();
        cards.into_iter().map(move |card| Event::Holds { holder, card, seen })
    };
    play.vocabulary.agents().flat_map(hand).collect()
}

/// A step as events; none for announcements.
fn events(play: &Play, step: &Step) -> Vec<Event> {
    let (table, player) = (None, Player::Logician);
    match step {
        Step::Answer { asker, respondent, cards, reply } => {
            let (requester, respondent, cards) = (*asker, *respondent, cards.clone());
            vec![match *reply {
                Reply::No => Event::NoCard { requester, respondent, cards },
                Reply::Shows(card) => {
                    Event::Shows { requester, respondent, cards, card: Some(card) }
                }
                Reply::ShowsSome => Event::Shows { requester, respondent, cards, card: None },
            }]
        }
        Step::NoWin(agent) => vec![Event::NoWin(*agent)],
        Step::Win(agent) => vec![Event::Wins { agent: *agent, table, player }],
        Step::WrongAccusation(agent) => {
            let (holder, seen) = (Holder::Table, Witness::Only(*agent));
            let cards = play.deal().hand(holder).iter();
            let looks = cards.map(|&card| Event::Holds { holder, card, seen });
            let wrong = Event::WrongAccusation {
                accuser: *agent,
                accused: None,
                heard: Witness::Everybody,
                player,
                looks: Looks::AtTable,
            };
            [wrong].into_iter().chain(looks).collect()
        }
        Step::Announcement(_) => Vec::new(),
    }
}

fn limits() -> Limits {
    Limits { max_worlds: Some(2000), work: 20_000_000, nodes: 1 << 20, ..Limits::default() }
}

/// What an agent can see of an event, as they would write it down; none if they see nothing of it.
fn as_seen_by(agent: Agent, event: &Event) -> Option<Event> {
    match event {
        Event::Holds { seen: Witness::Only(by), .. }
        | Event::Lacks { seen: Witness::Only(by), .. } => (*by == agent).then(|| event.clone()),
        Event::Shows { requester, respondent, cards, .. }
            if agent != *requester && agent != *respondent =>
        {
            Some(Event::Shows {
                requester: *requester,
                respondent: *respondent,
                cards: cards.clone(),
                card: None,
            })
        }
        event => Some(event.clone()),
    }
}

fn written(dealing: &Dealing<'_>, events: impl IntoIterator<Item = Event>) -> Record {
    let empty = Record::new(dealing).expect("a deal");
    events.into_iter().fold(empty, |record, event| {
        record.with(event.clone()).unwrap_or_else(|refused| panic!("{event:?}: {refused:?}"))
    })
}

#[test]
fn a_real_play_is_entered_and_tells_what_the_explicit_engine_tells() {
    let compared = Cell::new(0);
    cases("a real play is entered and tells what the explicit engine tells", 60, |case| {
        let mut play = random_play(case);
        let build = Engine::Explicit.build(&play.setup, &play.vocabulary, &play.terms, &limits());
        let mut explicit = build.expect("a small game");
        let mut record = written(&dealing(&play), hands(&play));
        let steps: Vec<Step> = play.steps().cloned().collect();
        for step in steps {
            let events = events(&play, &step);
            let is_answer = matches!(step, Step::Answer { .. });
            if events.is_empty() || !(is_answer || play.game.win == WinCondition::Table) {
                continue;
            }
            let action = play.action(&step);
            let Ok(after) = explicit.update(&play.terms, action) else { continue };
            let Some(after) = after.into_single() else { continue };
            explicit = after;
            for event in events {
                record = record.with(event).expect("it happened");
            }
            for agent in play.vocabulary.agents() {
                let Ok(grid) = record.grid_of(agent) else { continue };
                for (card, holder) in holdings(&play) {
                    let held = play.holding(card, holder);
                    let weight = &grid.held[card.index()][place(&play, holder)];
                    let ratio = fraction(weight, &grid.total);
                    let same = FormulaNode::Probability(agent, held, Comparison::Equal, ratio);
                    let same = play.terms.formula(same);
                    ensure_eq!(explicit.holds(&play.terms, same), Ok(true));
                    compared.set(compared.get() + 1);
                }
            }
        }
        Ok(())
    });
    assert!(compared.get() > 5000, "{compared:?}");
}

fn fraction(part: &UBig, all: &UBig) -> Ratio {
    let number = |of: &UBig| i64::try_from(of.clone()).expect("a small game");
    let (mut one, mut two) = (number(part), number(all));
    while one != 0 {
        (one, two) = (two % one, one);
    }
    Ratio::new(number(part) / two, number(all) / two).expect("something is possible")
}

#[test]
fn a_player_is_told_nothing_that_he_cannot_see() {
    let compared = Cell::new(0);
    cases("a player is told nothing that he cannot see", 160, |case| {
        let play = random_play(case);
        let mut record = written(&dealing(&play), hands(&play));
        // Whatever somebody saw is told.
        let is_told = |step: &&Step| {
            !matches!(step, Step::WrongAccusation(_) | Step::Answer { reply: Reply::ShowsSome, .. })
        };
        for step in play.steps().filter(is_told) {
            for event in events(&play, step) {
                // What did not happen is left out.
                record = record.with(event).unwrap_or(record);
            }
        }
        let happened = record.events().to_vec();
        let listed = Listed::new(&play);
        for agent in play.vocabulary.agents() {
            // The card that somebody showed them may not be told.
            let Ok(grid) = record.grid_of(agent) else { continue };
            // As they write it down themselves.
            let own = happened.iter().filter_map(|event| as_seen_by(agent, event));
            let own = written(&dealing(&play), own);
            ensure_eq!(&own.grid_of(agent), &Ok(grid.clone()));
            // As all would write it down if something else had happened that they cannot tell from it.
            let numbers = numbered(&happened);
            let (Some(worlds), Some(all)) = (listed.worlds(&numbers), listed.public(&numbers))
            else {
                continue;
            };
            let here = &worlds[0];
            let cell = all.into_iter().filter(|world| {
                listed.sight(world, agent, &numbers) == listed.sight(here, agent, &numbers)
            });
            for other in cell.take(12) {
                let other = written(&dealing(&play), elsewhere(&play, &other, &happened));
                ensure_eq!(&other.grid_of(agent), &Ok(grid.clone()));
                compared.set(compared.get() + 1);
            }
        }
        Ok(())
    });
    assert!(compared.get() > 500, "{compared:?}");
}

/// The events as everybody has seen them in another world.
fn elsewhere(play: &Play, world: &World, happened: &[Event]) -> Vec<Event> {
    let mut events = Vec::new();
    for (at, event) in happened.iter().enumerate() {
        match event {
            Event::Holds { .. } => {}
            Event::Shows { requester, respondent, cards, .. } => {
                let shown = world.shown.iter().find(|(event, _)| *event == at);
                events.push(Event::Shows {
                    requester: *requester,
                    respondent: *respondent,
                    cards: cards.clone(),
                    card: shown.map(|(_, card)| *card),
                });
            }
            event => events.push(event.clone()),
        }
    }
    for agent in play.vocabulary.agents() {
        for (card, &holder) in world.deal.iter().enumerate() {
            if holder == agent.index() {
                let (holder, card) = (Holder::Agent(agent), Card::from_index(card));
                events.push(Event::Holds { holder, card, seen: Witness::Only(agent) });
            }
        }
    }
    events
}

#[test]
fn an_edited_record_is_the_one_that_is_written_anew() {
    let (same, refused) = (Cell::new(0), Cell::new(0));
    cases("an edited record is the one that is written anew", 60, |case| {
        entered(&entries(case), 10, |play, _, record, event, _| {
            let empty = Record::new(&dealing(play)).expect("a deal");
            let anew = |events: &[Event]| {
                events.iter().cloned().try_fold(empty.clone(), |record, event| record.with(event))
            };
            for index in 0..record.events().len() {
                let mut fewer = record.events().to_vec();
                let mut other = fewer.clone();
                fewer.remove(index);
                other[index] = event.clone();
                for (edited, events) in [
                    (record.without_event(index), fewer),
                    (record.replace_event(index, event.clone()), other),
                ] {
                    match (edited, anew(&events)) {
                        (Ok(edited), Ok(anew)) => {
                            ensure_eq!(edited.events(), anew.events());
                            ensure_eq!(edited.grid(), anew.grid());
                            same.set(same.get() + 1);
                        }
                        (Err(edited), Err(anew)) => {
                            ensure_eq!(edited, anew);
                            refused.set(refused.get() + 1);
                        }
                        (edited, anew) => {
                            ensure!(false, "{:?} {:?} {:?}", events, edited.err(), anew.err())
                        }
                    }
                }
                let early = record.up_to(index);
                ensure_eq!(early.events(), &record.events()[..index]);
                ensure_eq!(early.grid(), anew(early.events()).expect("as before").grid());
            }
            Ok(())
        })
    });
    assert!(same.get() > 500 && refused.get() > 200, "{same:?} {refused:?}");
}

/// A play of Cluedo at full size, as far as it goes.
fn cluedo(players: usize, turns: usize, seed: u64) -> Play {
    CardGame::cluedo(players).play(turns, Kind::Suspicions, &decisions_from(seed, 2000))
}

#[test]
fn at_full_size_everybody_is_told_what_the_engine_that_knows_the_deal_tells() {
    for players in 3..=6 {
        let mut play = cluedo(players, 24, players as u64);
        let steps: Vec<Step> = play.steps().cloned().collect();
        let built =
            Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
        let mut state =
            built.expect("a deal").card_game().cloned().expect("the deals engine was asked");
        let mut record = written(&dealing(&play), hands(&play));
        for (at, step) in steps.iter().enumerate() {
            let action = play.action(step);
            let after = state.update(&play.terms, action).expect("it happened");
            state = after.into_single().expect("one outcome");
            for event in events(&play, step) {
                record = record.with(event).expect("it happened");
            }
            if at % 12 == 11 {
                for agent in play.vocabulary.agents() {
                    assert_eq!(record.grid_of(agent), Ok(state.grid(agent).expect("no limit")));
                    let own = record.events().iter().filter_map(|event| as_seen_by(agent, event));
                    let own = written(&dealing(&play), own);
                    assert_eq!(own.grid_of(agent), record.grid_of(agent));
                    assert_eq!(own.tables_of(agent), record.tables_of(agent));
                }
            }
        }
    }
}

/// Whether some events of a record are impossible with another one, all by themselves.
fn is_impossible(play: &Play, record: &Record, core: &[usize], last: &Event) -> bool {
    let events = core.iter().map(|&at| record.events()[at].clone());
    matches!(written(&dealing(play), events).with(last.clone()), Err(Refused::Conflict(_)))
}

#[test]
fn at_full_size_ends_of_turns_say_what_the_engine_that_knows_the_deal_says() {
    let mut play = cluedo(6, 12, 6);
    let steps: Vec<Step> = play
        .turns
        .iter()
        .flat_map(|turn| turn.steps.iter().cloned().chain([Step::NoWin(turn.player)]))
        .collect();
    let built = Engine::Deals.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
    let mut state =
        built.expect("a deal").card_game().cloned().expect("the deals engine was asked");
    let owner = Agent(0);
    let own = hands(&play).into_iter().filter(|event| as_seen_by(owner, event).is_some());
    let (mut record, mut all) =
        (written(&dealing(&play), own), written(&dealing(&play), hands(&play)));
    for step in &steps {
        let action = play.action(step);
        let after = state.update(&play.terms, action);
        for event in events(&play, step) {
            let next = all.with(event.clone());
            assert_eq!(next.is_ok(), after.is_ok(), "{event:?}");
            let Ok(next) = next else { continue };
            all = next;
            let seen = as_seen_by(owner, &event).expect("public");
            record = record.with(seen).expect("it happened");
        }
        state = after.ok().and_then(|after| after.into_single()).unwrap_or(state);
    }
    for agent in play.vocabulary.agents() {
        assert_eq!(all.grid_of(agent), Ok(state.grid(agent).expect("no limit")));
    }
    assert_eq!(record.grid_of(owner), all.grid_of(owner));
    // What follows from some events follows from them alone.
    let (mut picks, decisions) = (0, decisions_from(5, 400));
    let grid = record.grid().expect("no limit");
    for (card, holder) in holdings(&play) {
        let (weight, seen) = (&grid.held[card.index()][place(&play, holder)], Witness::Only(owner));
        let (fact, denial) = match weight.is_zero() {
            true => (Fact::Lacks(holder, card), Event::Holds { holder, card, seen }),
            false => (Fact::Holds(holder, card), Event::Lacks { holder, card, seen }),
        };
        let core = record.why(fact).expect("no limit");
        assert_eq!(core.is_some(), weight.is_zero() || *weight == grid.total);
        if let Some(core) = core {
            picks += 1;
            assert!(is_impossible(&play, &record, &core.events, &denial), "{fact:?}: {core:?}");
        }
    }
    let mut wrong = Picks(decisions.iter());
    while wrong.0.len() > 0 {
        let event = wrong.event(&play);
        if let (Err(Refused::Conflict(conflict)), false) =
            (record.with(event.clone()), is_knowing_win(&event))
        {
            picks += 1;
            assert!(is_impossible(&play, &record, &conflict.events, &event), "{conflict:?}");
        }
    }
    assert!(picks > 30, "{picks}");
}

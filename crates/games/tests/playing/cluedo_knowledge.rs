//! What players know in Cluedo at any size, against all plays of small decks tried one by one.

use crate::cluedo_seats::cluedo;
use hexa_games::belief::{Belief, BeliefLimits, BeliefOf, EpistemicGame, UniformMoves, enumerate};
use hexa_games::cluedo::{CluedoGame, CluedoMove};
use hexa_games::exact::Exact;
use hexa_games::game::{Game, Play, PlayStep, Player, Turn};
use hexa_logic::{Stop, Stream};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const EDITIONS: [&str; 6] = [
    "cluedo(players=3; deck=2/1/2; hands=1,1,0; turns=6)",
    "cluedo(players=2; deck=2/2/1; turns=6; wrong=heard; accuser=told)",
    "cluedo(players=3; deck=2/2/2; turns=6; asked=everybody; out=not-asked)",
    "cluedo(players=2; deck=2/2/2; hands=2,1; turns=6; last=accuses; accuser=told)",
    "cluedo(players=3; deck=3/2/1; turns=6; last=accuses)",
    "cluedo(players=2; deck=2/1/2; turns=4; board=ring)",
];

fn of(player: Player, information: &[u8]) -> BeliefOf<'_> {
    let limits = BeliefLimits::default();
    BeliefOf { player, information, model: &UniformMoves, limits }
}

fn information(play: &dyn Play, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    play.information(player, &mut bytes);
    bytes
}

/// A random step, in which accusations are as frequent as all that is not one.
fn random_step(game: &CluedoGame, play: &dyn Play, stream: &mut Stream) -> Option<PlayStep> {
    match play.turn() {
        Turn::Over => None,
        Turn::Chance => Some(play.draw(stream).expect("it can be drawn").0),
        turn => {
            let player = turn.players()[0];
            let wanted = stream.below(4) == 0;
            let is_wanted =
                |made: &&_| matches!(game.meaning(**made), Some(CluedoMove::Accuse(_))) == wanted;
            let moves: Vec<_> = play.moves(player).iter().filter(is_wanted).copied().collect();
            let made = stream.pick(&moves).or_else(|| stream.pick(play.moves(player)));
            Some(PlayStep::Moves(vec![*made.expect("a move")]))
        }
    }
}

fn facts_of(belief: &Belief) -> BTreeMap<String, Exact> {
    let all: BTreeSet<String> =
        belief.positions().iter().flat_map(|one| one.play.facts()).collect();
    all.into_iter().map(|fact| (fact.clone(), belief.probability_of_fact(&fact))).collect()
}

/// Looks at a position of a player: what they cannot tell apart, and what they believe.
type Look<'l> = &'l mut dyn FnMut(&Arc<CluedoGame>, Player, &[u8], &Belief);

/// Goes through random plays, and shows every position with what every player believes there by trying all plays.
fn in_random_plays(name: &str, plays: u64, look: Look<'_>) {
    let game = cluedo(name);
    let shared: Arc<dyn Game> = Arc::clone(&game) as Arc<dyn Game>;
    let stop = Stop::new();
    for seed in 0..plays {
        let mut stream = Stream::new("cluedo knowledge", seed);
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        for _ in 0..9 {
            let Some(step) = random_step(&game, &*play, &mut stream) else { break };
            play.apply(&step).expect("it is legal");
            let chooses = |player: &Player| {
                let first = play.moves(*player).first().and_then(|&made| game.meaning(made));
                matches!(first, Some(CluedoMove::Show(_)))
            };
            let choosing = Player::first(game.rules().hands().len()).find(chooses);
            for player in Player::first(game.rules().hands().len()) {
                // That somebody takes their time says that they have a choice; nobody is asked what they know then.
                if choosing.is_some_and(|other| other != player) {
                    continue;
                }
                let bytes = information(&*play, player);
                let belief = enumerate(&shared, of(player, &bytes), &stop).expect("a small deck");
                look(&game, player, &bytes, &belief);
            }
        }
    }
}

/// Where every card can be, and how likely that is, is the same as by trying all plays.
#[test]
fn outlooks_agree_with_all_plays() {
    let mut compared = 0;
    for name in EDITIONS {
        in_random_plays(name, 6, &mut |game, player, bytes, belief| {
            let outlook = game.outlook(of(player, bytes), &Stop::new()).expect("an outlook");
            assert_eq!(outlook.facts, facts_of(belief), "{name} {player:?}");
            compared += 1;
        });
    }
    assert!(compared > 300, "{compared}");
}

/// Positions that are drawn are possible, the player cannot tell them from where they are, and all that are possible come up.
#[test]
fn positions_are_drawn_from_all_that_are_possible() {
    let mut stream = Stream::new("cluedo positions", 1);
    let stop = Stop::new();
    for name in EDITIONS {
        let mut looked = 0;
        in_random_plays(name, 1, &mut |game, player, bytes, belief| {
            looked += 1;
            if belief.positions().len() > 12 || looked % 5 != 1 {
                return;
            }
            let sampler = Arc::clone(game).find_sampler(of(player, bytes), &stop).expect("drawn");
            let others = |play: &dyn Play| {
                let all = Player::first(game.rules().hands().len());
                (play.facts(), all.map(|other| information(play, other)).collect::<Vec<_>>())
            };
            let possible: BTreeSet<_> =
                belief.positions().iter().map(|one| others(&*one.play)).collect();
            let mut drawn = BTreeSet::new();
            for _ in 0..40 * possible.len() {
                let play = sampler.draw(&mut stream, &stop).expect("a position");
                assert_eq!(information(&*play, player), bytes, "{name}");
                let position = others(&*play);
                assert!(possible.contains(&position), "{name}: {position:?}");
                drawn.insert(position);
            }
            assert_eq!(drawn.len(), possible.len(), "{name}");
        });
    }
}

/// At full size the outlook is there at once, and what was shown is known.
#[test]
fn what_is_shown_is_known_at_full_size() {
    let game = cluedo("cluedo(players=6)");
    let shared: Arc<dyn Game> = Arc::clone(&game) as Arc<dyn Game>;
    let stop = Stop::new();
    let mut stream = Stream::new("full size", 1);
    let mut play = Arc::clone(&shared).start(&stop).expect("it starts");
    let mut shown = 0;
    for _ in 0..12 {
        let Some(step) = random_step(&game, &*play, &mut stream) else { break };
        play.apply(&step).expect("it is legal");
        for player in Player::first(6) {
            let bytes = information(&*play, player);
            let outlook = Arc::clone(&game).find_outlook(of(player, &bytes), &stop);
            let outlook = outlook.expect("too many to list").expect("an outlook");
            // What is the case is possible.
            let facts = play.facts();
            assert!(facts.iter().all(|fact| outlook.facts.contains_key(fact)));
            let certain = outlook.facts.values().filter(|p| p.to_string() == "1").count();
            shown = shown.max(certain);
        }
    }
    assert!(shown > 3, "more than the own hand: {shown}");
}

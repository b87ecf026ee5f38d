//! What players know in Pit, against trying all plays, against named cards, and against the paper.

use super::{chance, dealt, game, moves, start};
use hexa_games::belief::{
    Belief, BeliefLimits, BeliefOf, MoveModel, NoBelief, UniformMoves, belief, enumerate,
};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Chance, GameLimit, Move, Play, PlayStep, Player, Trouble, Turn};
use hexa_logic::{Stop, Stream};
use std::collections::BTreeMap;
use std::sync::Arc;

fn of<'b>(player: Player, information: &'b [u8], model: &'b dyn MoveModel) -> BeliefOf<'b> {
    BeliefOf { player, information, model, limits: BeliefLimits::default() }
}

fn information(play: &dyn Play, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    play.information(player, &mut bytes);
    bytes
}

fn content(belief: &Belief) -> Vec<(Vec<PlayStep>, String, String)> {
    let of = |one: &hexa_games::belief::Possible| {
        (one.way.clone(), one.probability.to_string(), one.reach.to_string())
    };
    belief.positions().iter().map(of).collect()
}

/// Whoever has more moves makes the first one more often.
struct First;

impl MoveModel for First {
    fn name(&self) -> String {
        "first".to_owned()
    }

    fn chance_of(&self, play: &dyn Play, player: Player, made: Move) -> Exact {
        let many = play.moves(player).len() as u64;
        let parts = if play.moves(player).first() == Some(&made) { 2 } else { 1 };
        Exact(RBig::from(parts) / RBig::from(many + 1))
    }
}

fn random_step(play: &dyn Play, stream: &mut Stream) -> Option<PlayStep> {
    match play.turn() {
        Turn::Over => None,
        Turn::Chance => Some(play.draw(stream).expect("it can be drawn").0),
        turn => {
            let pick = |&player: &Player| *stream.pick(play.moves(player)).expect("a move");
            Some(PlayStep::Moves(turn.players().iter().map(pick).collect()))
        }
    }
}

const SMALL: [(&str, usize); 11] = [
    ("pit", 6),
    ("pit(deal=open; pass=allowed)", 4),
    ("pit(players=2; cards=3)", 8),
    ("pit(players=2; suits=4; cards=2; most=1)", 5),
    ("pit(players=3; cards=3; deal=open)", 3),
    ("pit(refuse=allowed)", 6),
    ("pit(deal=open; offers=valid; pass=allowed; refuse=allowed)", 6),
    ("pit(players=3; cards=3; offers=valid)", 3),
    ("pit(players=4; suits=4; cards=2; pairs=all; deal=open)", 4),
    ("pit(players=4; cards=2; pairs=all; offers=valid; pass=allowed; deal=open)", 3),
    ("pit(pairs=all; refuse=allowed; pass=allowed)", 5),
];

/// Following what was noticed finds the positions that trying all plays finds, with the same weights.
#[test]
fn beliefs_are_those_that_trying_all_plays_gives() {
    let stop = Stop::new();
    let mut compared = 0;
    for (name, steps) in SMALL {
        let game = game(name);
        for seed in 0..3 {
            let mut stream = Stream::new("beliefs of Pit", seed);
            let mut play = start(name);
            for _ in 0..steps {
                for player in Player::first(game.declaration().players.len()) {
                    let bytes = information(&*play, player);
                    let models: [&dyn MoveModel; 2] = [&UniformMoves, &First];
                    for model in models {
                        let own = belief(&game, of(player, &bytes, model), &stop);
                        let tried = enumerate(&game, of(player, &bytes, model), &stop);
                        let (own, tried) = (own.expect("a belief"), tried.expect("a belief"));
                        assert_eq!(content(&own), content(&tried), "{name} {player:?} {play:?}");
                        compared += 1;
                    }
                }
                let Some(step) = random_step(&*play, &mut stream) else { break };
                play.apply(&step).expect("it is legal");
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Whether chance says next who of several wins.
fn is_lot(play: &dyn Play) -> bool {
    match play.chance() {
        Ok(Chance::Listed(moves, _)) => play.chance_text(moves[0]).starts_with("corner"),
        Ok(Chance::Drawn) | Err(_) => false,
    }
}

/// How likely facts are, from hands alone, is what positions say.
#[test]
fn outlooks_are_what_beliefs_say_of_facts() {
    let stop = Stop::new();
    let mut compared = 0;
    for (name, steps) in SMALL {
        let game = game(name);
        let epistemic = Arc::clone(&game).epistemic().expect("it keeps account of knowledge");
        for seed in 0..6 {
            let mut stream = Stream::new("outlooks of Pit", seed);
            let mut play = start(name);
            for _ in 0..steps {
                let Some(step) = random_step(&*play, &mut stream) else { break };
                play.apply(&step).expect("it is legal");
                // Before the lot is drawn nobody has been told that somebody has a corner; that nobody has been told that the
                // play goes on, positions tell, and hands alone do not.
                if is_lot(&*play) {
                    continue;
                }
                for player in Player::first(game.declaration().players.len()) {
                    let bytes = information(&*play, player);
                    let all = of(player, &bytes, &UniformMoves);
                    let few = BeliefLimits { positions: 0, ..BeliefLimits::default() };
                    let few = BeliefOf { limits: few, ..all };
                    assert!(Arc::clone(&epistemic).find_outlook(all, &stop).is_none());
                    let outlook = Arc::clone(&epistemic).find_outlook(few, &stop);
                    let outlook = outlook.expect("too many").expect("an outlook");
                    let believed = belief(&game, all, &stop).expect("a belief");
                    let mut facts: BTreeMap<String, RBig> = BTreeMap::new();
                    for one in believed.positions() {
                        for fact in one.play.facts() {
                            *facts.entry(fact).or_insert(RBig::ZERO) += &one.probability.0;
                        }
                    }
                    let facts: BTreeMap<String, Exact> =
                        facts.into_iter().map(|(fact, chance)| (fact, Exact(chance))).collect();
                    assert_eq!(outlook.facts, facts, "{name} {player:?} {play:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// In plays that last, positions are too many to list; hands are not, and what is known of them is still told.
#[test]
fn what_is_known_is_told_in_long_plays_too() {
    let mut play = dealt("pit", "w x | w y | x y");
    for _ in 0..16 {
        moves(&mut *play, &["offer w", "offer w", "offer x"]);
        chance(&mut *play, "match 1 2");
    }
    let game = game("pit");
    let epistemic = Arc::clone(&game).epistemic().expect("it keeps account of knowledge");
    let stop = Stop::new();
    let bytes = information(&*play, Player(2));
    let asked = of(Player(2), &bytes, &UniformMoves);
    let outlook = epistemic.find_outlook(asked, &stop).expect("many").expect("an outlook");
    let told: Vec<(&str, String)> =
        outlook.facts.iter().map(|(fact, chance)| (fact.as_str(), chance.to_string())).collect();
    let half = || "1/2".to_owned();
    assert_eq!(
        told,
        [
            ("h(w,1,1)", "1".to_owned()),
            ("h(w,2,1)", "1".to_owned()),
            ("h(x,1,1)", half()),
            ("h(x,2,1)", half()),
            ("h(x,3,1)", "1".to_owned()),
            ("h(y,1,1)", half()),
            ("h(y,2,1)", half()),
            ("h(y,3,1)", "1".to_owned()),
        ]
    );
    let limit = BeliefLimits::default().positions;
    let too_many = Some(NoBelief::Trouble(Trouble::Limit(GameLimit::Positions(limit))));
    assert_eq!(belief(&game, asked, &stop).err(), too_many);
}

/// Section 5: who traded knows the deal, and the third player considers two deals possible.
#[test]
fn who_traded_last_knows_the_deal() {
    let game = game("pit");
    let mut play = dealt("pit", "w x | w y | x y");
    let deals = |play: &dyn Play, player: u32| {
        let bytes = information(play, Player(player));
        let found = belief(&game, of(Player(player), &bytes, &UniformMoves), &Stop::new());
        let found = found.expect("a belief");
        let mut facts: Vec<Vec<String>> =
            found.positions().iter().map(|one| one.play.facts()).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.len()
    };
    assert_eq!([0, 1, 2].map(|player| deals(&*play, player)), [2, 2, 2]);
    for (offers, pair, known) in [
        (["offer w", "offer w", "offer x"], "match 1 2", [1, 1, 2]),
        (["offer x", "offer y", "offer x"], "match 1 3", [1, 2, 1]),
        (["offer w", "offer y", "offer x"], "match 1 3", [1, 2, 1]),
    ] {
        moves(&mut *play, &offers);
        chance(&mut *play, pair);
        if play.turn() == &Turn::Over {
            break;
        }
        assert_eq!([0, 1, 2].map(|player| deals(&*play, player)), known, "{pair}");
    }
}

#[test]
fn larger_decks_say_that_they_are_too_large() {
    let game = game("pit(players=7; cards=9)");
    let mut play = start("pit(players=7; cards=9)");
    let step = play.draw(&mut Stream::new("large", 1)).expect("a deal").0;
    play.apply(&step).expect("a deal");
    let bytes = information(&*play, Player(0));
    let none = belief(&game, of(Player(0), &bytes, &UniformMoves), &Stop::new()).err();
    let limit = Trouble::Limit(GameLimit::Positions(20_000));
    assert_eq!(none, Some(NoBelief::Trouble(limit)));
    let small = super::game("pit");
    for wrong in [&b"x"[..], &[0, 1, 0, 0], &[0, 1, 0, 3, 9, 9, 9], &[0, 1, 7, 0]] {
        let none = belief(&small, of(Player(0), wrong, &UniformMoves), &Stop::new()).err();
        assert_eq!(none, Some(NoBelief::Impossible), "{wrong:?}");
    }
}

//! Who counts chances in Pit, against all positions weighed by what traders do in them, and against the paper.

use super::{chance, dealt, game, moves};
use hexa_games::belief::{BeliefLimits, BeliefOf, MoveModel, UniformMoves, belief, enumerate};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Chance, Game, Move, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_games::pit::players::PitWhy;
use hexa_games::strategy::Why;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Decision, NoChoice, Strategy};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

fn gambler(name: &str, game: &Arc<dyn Game>) -> Box<dyn Strategy> {
    let named = Named::read(name).expect("a name");
    named_strategy(&named, game).unwrap_or_else(|why| panic!("{why}"))
}

fn ratio(above: i64, below: i64) -> RBig {
    RBig::from(above) / RBig::from(below)
}

/// Everybody is a trader who shares so often: written from what is known in positions, and not from hands.
struct Traders {
    game: Arc<dyn Game>,
    shared: RBig,
}

impl Traders {
    /// The suits of a player's offers, and whether the partner is known to hold them.
    fn kinds(&self, play: &dyn Play, player: Player) -> Vec<(Move, Option<bool>)> {
        let mut information = Vec::new();
        play.information(player, &mut information);
        let (model, limits) = (&UniformMoves, BeliefLimits::default());
        let of = BeliefOf { player, information: &information, model, limits };
        let known = belief(&self.game, of, &Stop::new()).expect("a belief");
        let partner = super::partner(play, player);
        let kind = |&made: &Move| {
            let text = play.move_text(player, made);
            let suit = text.rsplit(' ').next().expect("a suit").to_owned();
            let standing = partner.and_then(|partner| {
                let fact = format!("h({suit},{},1)", partner.0 + 1);
                match known.probability_of_fact(&fact).to_string().as_str() {
                    "0" => Some(false),
                    "1" => Some(true),
                    _ => None,
                }
            });
            (made, standing)
        };
        play.moves(player).iter().map(kind).collect()
    }
}

impl MoveModel for Traders {
    fn name(&self) -> String {
        "traders".to_owned()
    }

    fn chance_of(&self, play: &dyn Play, player: Player, made: Move) -> Exact {
        let kinds = self.kinds(play, player);
        let count = |kind| kinds.iter().filter(|&&(_, one)| one == kind).count() as i64;
        let (some, none) = (count(Some(true)), count(Some(false)));
        let own = kinds.iter().find(|&&(one, _)| one == made).and_then(|&(_, kind)| kind);
        Exact(match (some, none, own) {
            (0, 0, _) => ratio(1, kinds.len() as i64),
            (_, _, None) => RBig::ZERO,
            (_, 0, Some(true)) => ratio(1, some),
            (0, _, Some(false)) => ratio(1, none),
            (_, _, Some(true)) => &self.shared / RBig::from(some),
            (_, _, Some(false)) => (RBig::ONE - &self.shared) / RBig::from(none),
        })
    }
}

/// What each own move is worth in the next trade, over all positions.
fn worths(traders: &Traders, play: &dyn Play, player: Player) -> Vec<RBig> {
    let mut information = Vec::new();
    play.information(player, &mut information);
    let limits = BeliefLimits::default();
    let of = BeliefOf { player, information: &information, model: traders, limits };
    let believed = enumerate(&traders.game, of, &Stop::new()).expect("a belief");
    let own = play.moves(player).to_vec();
    let mut worths = vec![RBig::ZERO; own.len()];
    for position in believed.positions().iter().filter(|one| one.probability.0 != RBig::ZERO) {
        let mut joint = vec![(Vec::new(), position.probability.0.clone())];
        for &asked in position.play.turn().players() {
            let moves = position.play.moves(asked).iter().map(|&made| {
                let chance = match asked == player {
                    true => RBig::ONE,
                    false => traders.chance_of(&*position.play, asked, made).0,
                };
                (made, chance)
            });
            let moves: Vec<(Move, RBig)> =
                moves.filter(|(_, chance)| *chance != RBig::ZERO).collect();
            let longer = joint.iter().flat_map(|(before, likely): &(Vec<Move>, RBig)| {
                moves.iter().map(move |(made, chance)| {
                    ([before.as_slice(), &[*made]].concat(), likely * chance)
                })
            });
            joint = longer.collect();
        }
        let asked = position.play.turn().players();
        let place = asked.iter().position(|&one| one == player).expect("they are asked");
        for (made, likely) in joint {
            let at = own.iter().position(|&one| one == made[place]).expect("an own move");
            worths[at] += likely * after(&*position.play, PlayStep::Moves(made), player);
        }
    }
    worths
}

/// What the next trade is worth after this step.
fn after(play: &dyn Play, step: PlayStep, player: Player) -> RBig {
    let mut play = play.fork();
    play.apply(&step).expect("it is legal");
    match play.turn() {
        Turn::Over => play.returns().expect("a worth")[player.index()].0.clone(),
        Turn::Chance => {
            let Ok(Chance::Listed(moves, weights)) = play.chance() else { panic!("listed") };
            let each = (0..moves.len()).map(|at| {
                let next = after(&*play, PlayStep::Chance(moves[at]), player);
                next * weights.probability(at).0
            });
            each.fold(RBig::ZERO, |sum, one| sum + one)
        }
        Turn::Decision(_) | Turn::Simultaneous(_) => RBig::ZERO,
    }
}

/// A play, and those who were told what happens in it.
struct Told {
    play: Box<dyn Play>,
    told: Vec<usize>,
}

impl Told {
    fn tell(&mut self, gamblers: &mut [Box<dyn Strategy>]) {
        for (player, gambler) in gamblers.iter_mut().enumerate() {
            let memory = self.play.memory(Player(player as u32));
            memory.since(self.told[player]).for_each(|observed| gambler.observe(observed));
            self.told[player] = memory.len();
        }
    }

    /// What the best offer of a player is worth, as they say.
    fn best(&self, gambler: &mut dyn Strategy, player: Player) -> (Move, RBig, usize) {
        let text = |made| self.play.move_text(player, made);
        let moves = self.play.moves(player);
        let decision = Decision { player, information: &[], moves, text: &text };
        let mut stream = Stream::new("gambler", 1);
        let at = gambler.choose(decision, &mut stream, &Stop::new()).expect("a choice");
        match gambler.explain() {
            Some(Why::Pit(PitWhy::NextTrade { worth, ties })) => (moves[at], worth.0, ties),
            why => panic!("{why:?}"),
        }
    }
}

/// Worlds of hands and of what everybody knows give what all positions give.
#[test]
fn gamblers_count_as_all_positions_count() {
    let mut compared = 0;
    for (name, rounds, seeds) in [
        ("pit(deal=open)", 4, 6),
        ("pit(players=3; cards=3; deal=open; most=1)", 2, 2),
        ("pit(players=2; suits=4; cards=2; deal=open)", 3, 3),
        ("pit(deal=open; offers=valid)", 3, 4),
        ("pit(players=4; cards=2; deal=open; most=1; pairs=all)", 2, 1),
    ] {
        let game = game(name);
        let players = game.declaration().players.len();
        for (seed, shared) in (0..seeds).zip([(1, 3), (3, 4), (1, 2), (1, 5)].into_iter().cycle()) {
            let traders = Traders { game: Arc::clone(&game), shared: ratio(shared.0, shared.1) };
            let own = format!("gambler(shared={}/{})", shared.0, shared.1);
            let mut gamblers: Vec<_> = (0..players).map(|_| gambler(&own, &game)).collect();
            let play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
            let mut now = Told { play, told: vec![0; players] };
            let mut stream = Stream::new("counting chances", seed);
            for (player, gambler) in gamblers.iter_mut().enumerate() {
                gambler.begin(Player(player as u32));
            }
            let mut asked = 0;
            while asked < rounds && *now.play.turn() != Turn::Over {
                now.tell(&mut gamblers);
                let step = match now.play.turn() {
                    Turn::Over => break,
                    Turn::Chance => now.play.draw(&mut stream).expect("a draw").0,
                    Turn::Decision(_) | Turn::Simultaneous(_) => {
                        asked += 1;
                        for &player in now.play.turn().players() {
                            let expected = worths(&traders, &*now.play, player);
                            let most = expected.iter().max().expect("a move");
                            let gambler = &mut *gamblers[player.index()];
                            let (made, worth, ties) = now.best(gambler, player);
                            assert_eq!(worth, *most, "{name} {seed} {player:?}");
                            let best = expected.iter().filter(|&worth| worth == most);
                            assert_eq!(ties, best.count());
                            let moves = now.play.moves(player);
                            let at = moves.iter().position(|&one| one == made).expect("legal");
                            assert_eq!(expected[at], *most);
                            compared += 1;
                        }
                        // All do what traders can do.
                        let pick = |&player: &Player| {
                            let kinds = traders.kinds(&*now.play, player);
                            let moves = kinds.iter().map(|&(made, _)| made);
                            let can = |&made: &Move| {
                                traders.chance_of(&*now.play, player, made).0 != RBig::ZERO
                            };
                            let moves: Vec<Move> = moves.filter(can).collect();
                            *stream.pick(&moves).expect("a move")
                        };
                        PlayStep::Moves(now.play.turn().players().iter().map(pick).collect())
                    }
                };
                now.play.apply(&step).expect("it is legal");
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Section 5: who traded last shares if the other does so less than half of the time, and what that is worth.
#[test]
fn gamblers_find_the_best_answers_of_the_paper() {
    let game = game("pit");
    for (shared, best) in [((1, 4), Some("offer w")), ((3, 4), Some("offer x")), ((1, 2), None)] {
        let name = format!("gambler(shared={}/{})", shared.0, shared.1);
        let mut gamblers: Vec<_> = (0..3).map(|_| gambler(&name, &game)).collect();
        gamblers.iter_mut().zip(0..).for_each(|(one, player)| one.begin(Player(player)));
        let mut play = dealt("pit", "w x | w y | x y");
        moves(&mut *play, &["offer w", "offer w", "offer x"]);
        chance(&mut *play, "match 1 2");
        let mut now = Told { play, told: vec![0; 3] };
        now.tell(&mut gamblers);
        let (made, worth, ties) = now.best(&mut *gamblers[0], Player(0));
        let p = ratio(shared.0, shared.1);
        let shares = ratio(1, 6) - ratio(1, 3) * &p;
        let expected = ratio(2, 3) * &p - ratio(1, 3) + shares.max(RBig::ZERO);
        assert_eq!(worth, expected);
        match best {
            Some(best) => {
                assert_eq!((now.play.move_text(Player(0), made).as_str(), ties), (best, 1))
            }
            None => assert_eq!(ties, 2),
        }
    }
}

/// Who did not trade knows nothing that tells their cards apart. But chances do: after a trade with Anne, Cath knows which card
/// Anne shares with them; if Anne always offers it, then after a trade of Anne and Bill Cath knows who holds what.
#[test]
fn who_did_not_trade_can_choose_by_chances() {
    let game = game("pit");
    let offers = |name: &str| {
        let mut cath = [gambler(name, &game)];
        cath[0].begin(Player(2));
        let mut play = dealt("pit", "w x | w y | x y");
        moves(&mut *play, &["offer x", "offer w", "offer x"]);
        chance(&mut *play, "match 1 3");
        moves(&mut *play, &["offer x", "offer y", "offer x"]);
        chance(&mut *play, "match 1 2");
        play.memory(Player(2)).since(0).for_each(|observed| cath[0].observe(observed));
        let now = Told { play, told: Vec::new() };
        let (made, worth, ties) = now.best(&mut *cath[0], Player(2));
        (now.play.move_text(Player(2), made), worth.to_string(), ties)
    };
    // If both share as often, neither of Cath's cards is better. Otherwise, one is.
    assert_eq!(offers("gambler(shared=3/4)").2, 2);
    let (text, _, ties) = offers("gambler(shared1=1; shared2=0)");
    assert_eq!((text.as_str(), ties), ("offer y", 1));
}

/// Somebody does what no trader would: what the rules allow stays possible. And too much is said.
#[test]
fn gamblers_are_surprised_and_say_what_is_too_much() {
    let game = game("pit");
    let mut bill = [gambler("gambler(shared=1)", &game)];
    bill[0].begin(Player(1));
    let mut play = dealt("pit", "w x | w y | x y");
    moves(&mut *play, &["offer w", "offer w", "offer x"]);
    chance(&mut *play, "match 1 2");
    // Anne would share wheat, and trades flax.
    moves(&mut *play, &["offer x", "offer y", "offer x"]);
    chance(&mut *play, "match 1 2");
    play.memory(Player(1)).since(0).for_each(|observed| bill[0].observe(observed));
    let now = Told { play, told: Vec::new() };
    assert_eq!(now.best(&mut *bill[0], Player(1)).2, 1);

    let large = super::game("pit(players=3; cards=3)");
    let mut tight = gambler("gambler(worlds=2)", &large);
    tight.begin(Player(0));
    let play = dealt("pit(players=3; cards=3)", "w w x | w x y | x y y");
    play.memory(Player(0)).since(0).for_each(|observed| tight.observe(observed));
    let text = |made| play.move_text(Player(0), made);
    let moves = play.moves(Player(0));
    let decision = Decision { player: Player(0), information: &[], moves, text: &text };
    let gave_up = tight.choose(decision, &mut Stream::new("tight", 1), &Stop::new());
    assert!(matches!(gave_up, Err(NoChoice::NoBelief(_))), "{gave_up:?}");
}

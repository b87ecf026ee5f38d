//! The numbers of *Logic and game theory of Pit*, section 5, from plays of the game.

use super::{chance, dealt, full_play, moves, worth};
use hexa_games::exact::RBig;
use hexa_games::game::{Chance, Play, PlayStep, Player, Turn};

fn ratio(above: i64, below: i64) -> RBig {
    RBig::from(above) / RBig::from(below)
}

/// Who traded last, and the chance of each player to offer the card that they share with the other.
struct Habits {
    last: (usize, usize),
    shared: [RBig; 3],
}

/// The deal `wx.wy.xy` after two players have traded a card of the suit that both hold.
fn after(last: (usize, usize)) -> Box<dyn Play> {
    let mut play = dealt("pit", "w x | w y | x y");
    let offers = match last {
        (0, 1) => ["offer w", "offer w", "offer x"],
        (0, 2) => ["offer x", "offer y", "offer x"],
        _ => ["offer x", "offer y", "offer y"],
    };
    moves(&mut *play, &offers);
    chance(&mut *play, &format!("match {} {}", last.0 + 1, last.1 + 1));
    play
}

/// The chance that a player offers this.
fn chance_of(play: &dyn Play, habits: &Habits, player: usize, text: &str) -> RBig {
    let (first, second) = habits.last;
    let partner = match player {
        _ if player == first => second,
        _ if player == second => first,
        _ => return ratio(1, 2),
    };
    let suit = text.trim_start_matches("offer ");
    let is_shared = play.facts().contains(&format!("h({suit},{},1)", partner + 1));
    if is_shared { habits.shared[player].clone() } else { RBig::ONE - &habits.shared[player] }
}

/// How likely something is, who trades, and what everybody gets, if the play is over.
type SituationCourse = (RBig, (usize, usize), Option<Vec<RBig>>);

/// What can happen next.
fn courses(habits: &Habits) -> Vec<SituationCourse> {
    let mut play = after(habits.last);
    let mut found = Vec::new();
    let choices = |play: &dyn Play, player: usize| play.moves(Player(player as u32)).to_vec();
    for &a in &choices(&*play, 0) {
        for &b in &choices(&*play, 1) {
            for &c in &choices(&*play, 2) {
                let mut likely = RBig::ONE;
                for (player, made) in [a, b, c].into_iter().enumerate() {
                    let text = play.move_text(Player(player as u32), made);
                    likely *= chance_of(&*play, habits, player, &text);
                }
                play.apply(&PlayStep::Moves(vec![a, b, c])).expect("they are legal");
                let Ok(Chance::Listed(pairs, weights)) = play.chance() else { panic!("listed") };
                let pairs: Vec<_> = (0..pairs.len())
                    .map(|at| (pairs[at], play.chance_text(pairs[at]), weights.probability(at)))
                    .collect();
                for (pair, text, probability) in pairs {
                    play.apply(&PlayStep::Chance(pair)).expect("it is legal");
                    let is_over = *play.turn() == Turn::Over;
                    let worths = play.returns().expect("a worth").into_iter().map(|one| one.0);
                    let digits: Vec<usize> = text
                        .bytes()
                        .filter(u8::is_ascii_digit)
                        .map(|c| usize::from(c - b'1'))
                        .collect();
                    let end = is_over.then(|| worths.collect());
                    found.push((&likely * probability.0, (digits[0], digits[1]), end));
                    play.undo();
                }
                play.undo();
            }
        }
    }
    found
}

/// What each player can expect of the next trade, if a play that goes on is worth nothing.
fn one_move(habits: &Habits) -> [RBig; 3] {
    let courses = courses(habits);
    [0, 1, 2].map(|player| {
        let over = courses.iter().filter_map(|(chance, _, end)| Some((chance, end.as_ref()?)));
        over.fold(RBig::ZERO, |sum, (chance, worths)| sum + chance * &worths[player])
    })
}

fn share(a: RBig, b: RBig) -> Habits {
    Habits { last: (0, 1), shared: [a, b, ratio(1, 2)] }
}

/// The three matrices of what everybody gets for each trade after Anne and Bill traded in `wx.wy.xy`.
#[test]
fn trades_are_worth_what_the_matrices_say() {
    let wins = [["2", "-1", "-1"], ["-1", "2", "-1"], ["-1", "-1", "2"]];
    let goes_on = ["0", "0", "0"];
    for (pair, offers, worths) in [
        ("match 1 2", ["offer w", "offer w", "offer x"], goes_on),
        ("match 1 2", ["offer w", "offer y", "offer x"], wins[1]),
        ("match 1 2", ["offer x", "offer w", "offer x"], wins[0]),
        ("match 1 2", ["offer x", "offer y", "offer x"], goes_on),
        ("match 1 3", ["offer w", "offer w", "offer x"], wins[0]),
        ("match 1 3", ["offer w", "offer w", "offer y"], goes_on),
        ("match 1 3", ["offer x", "offer w", "offer x"], goes_on),
        ("match 1 3", ["offer x", "offer w", "offer y"], wins[2]),
        ("match 2 3", ["offer w", "offer w", "offer x"], goes_on),
        ("match 2 3", ["offer w", "offer w", "offer y"], wins[1]),
        ("match 2 3", ["offer w", "offer y", "offer x"], wins[2]),
        ("match 2 3", ["offer w", "offer y", "offer y"], goes_on),
    ] {
        let mut play = after((0, 1));
        moves(&mut *play, &offers);
        chance(&mut *play, pair);
        assert_eq!(worth(&*play), worths, "{pair} {offers:?}");
        assert_eq!(*play.turn() == Turn::Over, worths != goes_on);
    }
}

/// E_a, E_b and E_c of one move as the paper has them, at many points, and the matrix of the game.
#[test]
fn one_move_is_worth_what_the_formulas_say() {
    for i in 0..=4 {
        for j in 0..=4 {
            let (a, b) = (ratio(i, 4), ratio(j, 4));
            let both = &a * &b;
            let trader = |own: &RBig, other: &RBig| {
                ratio(2, 3) * other + ratio(1, 6) * own - ratio(1, 3) * &both - ratio(1, 3)
            };
            let watcher = ratio(2, 3) + ratio(2, 3) * &both - ratio(5, 6) * (&a + &b);
            let expected = [trader(&a, &b), trader(&b, &a), watcher];
            assert_eq!(one_move(&share(a, b)), expected);
        }
    }
    let matrix = [0, 1].map(|a| {
        [0, 1].map(|b| {
            let [anne, bill, _] = one_move(&share(ratio(a, 1), ratio(b, 1)));
            (anne.to_string(), bill.to_string())
        })
    });
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        matrix,
        [[pair("-1/3", "-1/3"), pair("1/3", "-1/6")], [pair("-1/6", "1/3"), pair("1/6", "1/6")],]
    );
    let mixed = one_move(&share(ratio(1, 2), ratio(1, 2)));
    assert_eq!(mixed, [RBig::ZERO, RBig::ZERO, RBig::ZERO]);
}

/// If Anne offers anything, Bill changes what they can expect, and not what they can.
#[test]
fn who_does_not_think_cannot_be_taken_advantage_of() {
    for i in 0..=4 {
        let [anne, bill, _] = one_move(&share(ratio(1, 2), ratio(i, 4)));
        assert_eq!((anne, bill), (ratio(i, 8) - ratio(1, 4), RBig::ZERO));
    }
}

/// What the full game is worth solves the paper's nine equations, as plays of the game lead from one pair to another.
#[test]
fn the_full_game_is_worth_what_its_equations_say() {
    let pairs = [(0, 1), (0, 2), (1, 2)];
    for shared in [[0, 4, 4], [1, 2, 3], [2, 2, 2], [4, 0, 1], [4, 4, 4], [0, 0, 0]] {
        let shared = shared.map(|part| ratio(part, 4));
        let (before, after) = full_play(&shared);
        // In the first round half of the trades of each pair go on, and nobody expects anything of the others.
        for (player, before) in before.iter().enumerate() {
            let sum = after.iter().fold(RBig::ZERO, |sum, of| sum + &of[player]);
            assert_eq!(*before, sum / RBig::from(6));
        }
        for (at, &last) in pairs.iter().enumerate() {
            let courses = courses(&Habits { last, shared: shared.clone() });
            for player in 0..3 {
                let worth = |pair: &(usize, usize), end: &Option<Vec<RBig>>| match end {
                    Some(worths) => worths[player].clone(),
                    None => {
                        let next = pairs.iter().position(|other| other == pair).expect("a pair");
                        after[next][player].clone()
                    }
                };
                let sum = courses
                    .iter()
                    .fold(RBig::ZERO, |sum, (chance, pair, end)| sum + chance * worth(pair, end));
                assert_eq!(sum, after[at][player], "{shared:?} {last:?} {player}");
            }
        }
    }
}

//! Games by hand: SixPit as in section 5 of the paper, and classics with one situation.

use hexa_games::exact::{Exact, RBig};
use hexa_games::situations::{Choice, CourseEnd, Situation, SituationCourse, SituationGame};

/// A number as it is written.
pub fn number(text: &str) -> RBig {
    Exact::read(text).expect("a number").0
}

const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];
const HANDS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// Whether the probability of sharing may depend on the trade before.
#[derive(Clone, Copy)]
pub enum Memory {
    Constant,
    ByTrade,
}

/// The choice of a player after a trade of a pair in which they were.
fn choice_of(memory: Memory, player: usize, last: usize) -> usize {
    let earlier = |pair: &usize| PAIRS[*pair].0 == player || PAIRS[*pair].1 == player;
    match memory {
        Memory::Constant => player,
        Memory::ByTrade => 2 * player + (0..last).filter(earlier).count(),
    }
}

/// How likely an offer is, what was chosen, and the suit.
type Offer = (RBig, Option<(usize, usize)>, usize);

/// What a player can offer after a trade.
fn offers(memory: Memory, player: usize, last: Option<usize>) -> Vec<Offer> {
    let half = number("1/2");
    let traded = last.filter(|&pair| PAIRS[pair].0 == player || PAIRS[pair].1 == player);
    let Some(pair) = traded else {
        return HANDS[player].map(|suit| (half.clone(), None, suit)).to_vec();
    };
    let partner = if PAIRS[pair].0 == player { PAIRS[pair].1 } else { PAIRS[pair].0 };
    let choice = choice_of(memory, player, pair);
    let is_shared = |suit: usize| HANDS[partner].contains(&suit);
    HANDS[player]
        .map(|suit| (RBig::ONE, Some((choice, usize::from(!is_shared(suit)))), suit))
        .to_vec()
}

fn courses(memory: Memory, last: Option<usize>) -> Vec<SituationCourse> {
    let mut made = Vec::new();
    for (next, &(i, j)) in PAIRS.iter().enumerate() {
        for (chance, choice, given) in offers(memory, i, last) {
            for (other_chance, other, got) in offers(memory, j, last) {
                let kept = |player: usize, gone: usize| {
                    HANDS[player].iter().copied().find(|&of| of != gone)
                };
                let winner = [(i, kept(i, given), got), (j, kept(j, got), given)]
                    .into_iter()
                    .find_map(|(player, kept, new)| (kept == Some(new)).then_some(player));
                let end = match winner {
                    None => CourseEnd::Situation(next),
                    Some(winner) => CourseEnd::Over(
                        (0..3).map(|of| RBig::from(if of == winner { 2 } else { -1 })).collect(),
                    ),
                };
                let made_here = choice.into_iter().chain(other).collect();
                let chance = number("1/3") * &chance * other_chance;
                made.push(SituationCourse { chance, made: made_here, end });
            }
        }
    }
    made
}

/// SixPit: Anne, Bill and Cath; situations by who traded last, and the start.
pub fn six_pit(memory: Memory) -> SituationGame {
    let names = ["a", "b", "c"];
    let pair_name = |pair: usize| format!("{}{}", names[PAIRS[pair].0], names[PAIRS[pair].1]);
    let alternatives = vec!["shared".to_owned(), "distinct".to_owned()];
    let mut choices = Vec::new();
    for player in 0..3 {
        let own = (0..3).filter(|&pair| PAIRS[pair].0 == player || PAIRS[pair].1 == player);
        let of = |name: String| Choice { player, name, alternatives: alternatives.clone() };
        match memory {
            Memory::Constant => choices.push(of("always".to_owned())),
            Memory::ByTrade => choices.extend(own.map(|pair| of(pair_name(pair)))),
        }
    }
    let after = |pair| Situation { name: pair_name(pair), courses: courses(memory, Some(pair)) };
    let mut situations: Vec<Situation> = (0..3).map(after).collect();
    situations.push(Situation { name: "start".to_owned(), courses: courses(memory, None) });
    SituationGame { players: names.map(str::to_owned).to_vec(), choices, situations, start: 3 }
}

/// A game of two players with two alternatives each, played once.
pub fn bimatrix(first: [[i32; 2]; 2], second: [[i32; 2]; 2]) -> SituationGame {
    let choice = |player| Choice {
        player,
        name: "move".to_owned(),
        alternatives: vec!["first".to_owned(), "second".to_owned()],
    };
    let course = |i: usize, j: usize| SituationCourse {
        chance: RBig::ONE,
        made: vec![(0, i), (1, j)],
        end: CourseEnd::Over(vec![RBig::from(first[i][j]), RBig::from(second[i][j])]),
    };
    let courses = vec![course(0, 0), course(0, 1), course(1, 0), course(1, 1)];
    SituationGame {
        players: vec!["a".to_owned(), "b".to_owned()],
        choices: vec![choice(0), choice(1)],
        situations: vec![Situation { name: "only".to_owned(), courses }],
        start: 0,
    }
}

/// Each part a hawk or a dove, played once: two pure equilibria and a mixed one.
pub fn chicken() -> SituationGame {
    bimatrix([[0, 3], [1, 2]], [[0, 1], [3, 2]])
}

/// The second player does not care: whatever they do, and for whole edges of it the first one has a best answer.
pub fn indifferent() -> SituationGame {
    bimatrix([[1, 0], [0, 1]], [[0, 0], [0, 0]])
}

/// Somebody who is alone stops, which is worth 1, or goes on, and then takes 0 or 2. Only one of all points is an equilibrium, but
/// wherever they stop nothing shows at the start that they would choose badly later.
pub fn two_tries() -> SituationGame {
    let choice = |name: &str, alternatives: [&str; 2]| Choice {
        player: 0,
        name: name.to_owned(),
        alternatives: alternatives.map(str::to_owned).to_vec(),
    };
    let course = |made, end| SituationCourse { chance: RBig::ONE, made: vec![made], end };
    let over = |worth: i32| CourseEnd::Over(vec![RBig::from(worth)]);
    let first = vec![course((0, 0), over(1)), course((0, 1), CourseEnd::Situation(1))];
    let second = vec![course((1, 0), over(0)), course((1, 1), over(2))];
    let situation = |name: &str, courses| Situation { name: name.to_owned(), courses };
    SituationGame {
        players: vec!["a".to_owned()],
        choices: vec![choice("first", ["stop", "go"]), choice("second", ["bad", "good"])],
        situations: vec![situation("first", first), situation("second", second)],
        start: 0,
    }
}

/// Somebody who is alone has two hands that must do the same, and better both the second thing: neither hand gains alone.
pub fn two_hands() -> SituationGame {
    let mut game = bimatrix([[1, 0], [0, 2]], [[0, 0], [0, 0]]);
    game.players.truncate(1);
    game.choices[1].player = 0;
    game.choices[1].name = "other hand".to_owned();
    for course in &mut game.situations[0].courses {
        if let CourseEnd::Over(worth) = &mut course.end {
            worth.truncate(1);
        }
    }
    game
}

/// As chicken, but who chickens out together comes to a place that is never left.
pub fn dead_end() -> SituationGame {
    let mut game = chicken();
    let stay = SituationCourse { chance: RBig::ONE, made: vec![], end: CourseEnd::Situation(1) };
    game.situations.push(Situation { name: "limbo".to_owned(), courses: vec![stay] });
    game.situations[0].courses[3].end = CourseEnd::Situation(1);
    game
}

/// Both say a number, until it is the same: the play may never end, if they choose so.
pub fn until_equal() -> SituationGame {
    let mut game = bimatrix([[1, 0], [0, 1]], [[-1, 0], [0, -1]]);
    for course in &mut game.situations[0].courses {
        if course.made[0].1 != course.made[1].1 {
            course.end = CourseEnd::Situation(0);
        }
    }
    game
}

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

/// What a player can offer after a trade: how likely it is, what was chosen, and the suit.
fn offers(
    memory: Memory,
    player: usize,
    last: Option<usize>,
) -> Vec<(RBig, Option<(usize, usize)>, usize)> {
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

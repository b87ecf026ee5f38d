//! Initial states of all small games: looking at one's cards (thesis sec. 6.2.1), local states, and how many steps lead
//! from any deal to any other (sec. 7.3). Each game is written in the Hexa language.

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Effort, Work};
use crate::Verdict;
use hexa_engine::{bisimilar, holds, is_valid, isomorphic};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "looking in any order", at: file!(), run: looking },
    Check { name: "deals that are confused", at: file!(), run: confused },
    Check { name: "hands are local states", at: file!(), run: local_states },
    Check { name: "deals within three steps", at: file!(), run: three_steps },
    Check { name: "combinations within two steps", at: file!(), run: two_steps },
    Check { name: "deals in the hypercube", at: file!(), run: hyperplane },
];

/// How many cards there are at most, for so many players.
fn most_cards(players: usize, work: &Work) -> usize {
    let fewer = players.saturating_sub(3);
    match work.effort {
        Effort::Short => 5 - fewer,
        Effort::Deep => 6 - fewer,
    }
}

/// The sizes of all hands: so many cards for so many players.
fn sizes(players: usize, cards: usize) -> Vec<Vec<usize>> {
    if players == 1 {
        return vec![vec![cards]];
    }
    let first = |hand: usize| {
        let rest = sizes(players - 1, cards - hand);
        rest.into_iter().map(move |rest| [&[hand], rest.as_slice()].concat())
    };
    (0..=cards).flat_map(first).collect()
}

/// All games of these numbers of players, by the sizes of their hands.
fn games(players: RangeInclusive<usize>, work: &Work) -> impl Iterator<Item = Vec<usize>> {
    players.flat_map(move |players| {
        (1..=most_cards(players, work)).flat_map(move |cards| sizes(players, cards))
    })
}

fn agents(players: usize) -> String {
    let names: Vec<String> = (1..=players).map(|player| player.to_string()).collect();
    format!("agents {}\n", names.join(", "))
}

/// The cards `a`, `b`, ... in hands of these sizes.
fn deal(sizes: &[usize]) -> String {
    let mut cards = 'a'..='z';
    let hand = |&size: &usize| match size {
        0 => "-".to_owned(),
        _ => cards.by_ref().take(size).map(String::from).collect::<Vec<_>>().join(" "),
    };
    sizes.iter().map(hand).collect::<Vec<_>>().join(" | ")
}

/// Looks at all games until something is found that speaks against the claim.
fn in_all_games(
    players: RangeInclusive<usize>,
    work: &Work,
    mut fits: impl FnMut(&[usize]) -> Result<bool, String>,
) -> Verdict {
    verdict_or_open((|| {
        let mut count = 0;
        for sizes in games(players.clone(), work) {
            work.go_on()?;
            if !fits(&sizes)? {
                return Ok(Verdict::Fails(deal(&sizes)));
            }
            count += 1;
        }
        let (few, many) = (players.start(), players.end());
        let [most, fewer] = [3, 4].map(|players| most_cards(players, work));
        Ok(Verdict::HoldsUpTo(format!(
            "{count} sizes of deals for {few} to {many} players: at most {most} cards, {fewer} for four"
        )))
    })())
}

/// All orders in which so many players can look at their cards.
fn orders(players: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..players {
        let longer = |order: Vec<usize>| {
            let left: Vec<usize> = (1..=players).filter(|player| !order.contains(player)).collect();
            left.into_iter().map(move |player| [order.as_slice(), &[player]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

/// Whoever looks first, all looking leads from the pre-initial state to the initial state.
fn looking(work: &Work) -> Verdict {
    in_all_games(2..=4, work, |sizes| {
        let (players, deal) = (sizes.len(), deal(sizes));
        let mut text =
            format!("{}deal facedown {deal}\nstate looked = deal {deal}\n", agents(players));
        for order in orders(players) {
            let looks: Vec<String> = order.iter().map(|player| format!("look {player}")).collect();
            let _ = writeln!(text, "do {}", looks.join(" ; "));
        }
        let text = Snippet::read(work, &text)?;
        let looked = text.build(&text.document.states[0].setup)?;
        let initial = text.initial()?;
        for action in text.actions() {
            if !in_words(isomorphic(&text.after(&initial, action)?, &looked))? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// With two players only one deal is relevant, unless one of them has no cards.
const THREE_OR_MORE: RangeInclusive<usize> = 3..=4;

/// Whether a formula is true in all deals of a game.
fn valid_in(work: &Work, sizes: &[usize], formula: &str) -> Result<bool, String> {
    let deal = deal(sizes);
    let text =
        Snippet::read(work, &format!("{}deal {deal}\ncheck {formula}\n", agents(sizes.len())))?;
    in_words(is_valid(&text.initial()?, &text.document.terms, text.formulas()[0]))
}

/// Deals are confused if and only if they agree on one's own cards.
fn confused(work: &Work) -> Verdict {
    let agree = "forall who in agents, dealt in deals: (M_who deal(dealt) <-> hand_who(dealt))";
    in_all_games(THREE_OR_MORE, work, |sizes| valid_in(work, sizes, agree))
}

/// From any deal to any other in three steps, for three players and more.
fn three_steps(work: &Work) -> Verdict {
    let near =
        "forall dealt in deals: exists one, two, three in agents: M_one M_two M_three deal(dealt)";
    in_all_games(THREE_OR_MORE, work, |sizes| valid_in(work, sizes, near))
}

/// In how many ways some of so many things can be chosen.
fn over(things: usize, chosen: usize) -> usize {
    (0..chosen).fold(1, |ways, at| ways * (things - at) / (at + 1))
}

/// With h of m cards one has (m over h) local states, which are n for n players with one card each.
fn local_states(work: &Work) -> Verdict {
    in_all_games(THREE_OR_MORE, work, |sizes| {
        let cards = sizes.iter().sum();
        let text = Snippet::read(work, &format!("{}deal {}\n", agents(sizes.len()), deal(sizes)))?;
        let view = in_words(hexa_engine::view(&text.initial()?))?;
        let cells = view.access.iter().map(|(_, access)| match access {
            hexa_engine::AccessView::Cells(cells) => cells.len(),
            hexa_engine::AccessView::Arrows(_) => 0,
        });
        Ok(cells.eq(sizes.iter().map(|&size| over(cards, size))))
    })
}

/// Most agents, each with as many local states.
const MOST_AGENTS: usize = 4;

/// Agents with as many local states as there are agents, and the same states dealt as cards.
fn hypercube(agents_: usize) -> String {
    let states: Vec<String> = ('a'..='z').take(agents_).map(String::from).collect();
    let (list, deal) = (states.join(", "), states.join(" | "));
    format!(
        "{}hypercube {list}\npoint {list}\nset states = {list}\nstate dealt = deal {deal}\n\
         formula different = forall some in states: count(who in agents: some_who) = 1\n",
        agents(agents_)
    )
}

/// In a hypercube two steps lead anywhere.
fn two_steps(work: &Work) -> Verdict {
    verdict_or_open((|| {
        for agents in 2..=MOST_AGENTS {
            let variables: Vec<String> = (1..=agents).map(|at| format!("of{at}")).collect();
            let facts: Vec<String> = (1..=agents).map(|at| format!("of{at}_{at}")).collect();
            let near = format!(
                "check forall {} in states: exists one, two in agents: M_one M_two ({})\n",
                variables.join(", "),
                facts.join(" & ")
            );
            let text = Snippet::read(work, &format!("{}{near}", hypercube(agents)))?;
            if !in_words(holds(&text.initial()?, &text.document.terms, text.formulas()[0]))? {
                return Ok(Verdict::Fails(format!("{agents} agents")));
            }
        }
        Ok(Verdict::HoldsUpTo(format!("2 to {MOST_AGENTS} agents with as many local states")))
    })())
}

/// The part of the hypercube where all have different local states is the initial state of a game with one card each.
fn hyperplane(work: &Work) -> Verdict {
    verdict_or_open((|| {
        for agents in 2..=MOST_AGENTS {
            let text = Snippet::read(work, &format!("{}do L_all ?different\n", hypercube(agents)))?;
            let cut = text.after(&text.initial()?, text.actions()[0])?;
            let dealt = text.build(&text.document.states[0].setup)?;
            if !in_words(bisimilar(&cut, &dealt))? || !in_words(isomorphic(&cut, &dealt))? {
                return Ok(Verdict::Fails(format!("{agents} agents")));
            }
        }
        Ok(Verdict::HoldsUpTo(format!("2 to {MOST_AGENTS} players with one card each")))
    })())
}

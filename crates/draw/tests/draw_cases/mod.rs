//! Pictures that the drawing tests draw: models of the papers and a few more.

use hexa_draw::{Access, Picture, PictureWorld};
use std::collections::BTreeMap;

/// All pictures with a checked-in drawing, by file name.
pub fn all() -> Vec<(&'static str, Picture)> {
    vec![
        ("letter", letter()),
        ("hexa", deals("hexa", &[1, 1, 1], "rwb")),
        ("hexa_shown", hexa_shown()),
        ("tetra", deals("tetra", &[1, 1, 2], "nesw")),
        ("four_players", deals("Four players, one card each", &[1, 1, 1, 1], "nesw")),
        ("five_cards", deals("Five cards", &[1, 2, 2], "abcde")),
        ("six_cards", deals("Six cards", &[1, 2, 3], "abcdef")),
        ("muddy3", muddy(3, |_| true)),
        ("muddy3_announced", muddy(3, |mud| mud != 0)),
        ("muddy4", muddy(4, |_| true)),
        ("muddy4_announced", muddy(4, |mud| mud.count_ones() > 1)),
        ("muddy5", muddy(5, |_| true)),
        ("own_bits", own_bits()),
        ("chain", chain()),
        ("arrows", arrows()),
        ("parts", parts()),
        ("one_cell", one_cell()),
        ("seven_cards", deals("Russian cards", &[3, 3, 1], "abcdefg")),
        ("nine_cards", deals("Nine cards", &[3, 3, 3], "abcdefghi")),
        ("hostile", hostile()),
    ]
}

/// A world with a name and nothing else to say.
pub fn world(label: impl Into<String>) -> PictureWorld {
    PictureWorld { label: label.into(), ..PictureWorld::default() }
}

fn named(labels: &[&str]) -> Vec<PictureWorld> {
    labels.iter().map(|label| world(*label)).collect()
}

fn agents(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn titled(title: &str) -> Option<String> {
    Some(title.to_string())
}

/// Two worlds that agent 2 cannot tell apart, agent 1 can (nightclub or lecture).
fn letter() -> Picture {
    Picture {
        title: titled("letter"),
        agents: agents(&["1", "2"]),
        worlds: named(&["p", "¬p"]),
        links: vec![Access::Cells(vec![vec![0, 1]]), Access::Cells(vec![vec![0, 1]])],
        point: Some(0),
        ..Picture::default()
    }
}

/// Classes of worlds by what an agent sees in them.
pub fn cells<K: Ord>(count: usize, seen: impl Fn(usize) -> K) -> Access {
    let mut classes: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    (0..count).for_each(|w| classes.entry(seen(w)).or_default().push(w));
    Access::Cells(classes.into_values().collect())
}

/// All deals of cards, where agents see their own hands.
pub fn deals(title: &str, hands: &[usize], cards: &str) -> Picture {
    let cards: Vec<char> = cards.chars().collect();
    let mut found = Vec::new();
    deal(&cards, hands, &mut Vec::new(), &mut found);
    let short = hands.iter().all(|&size| size == 1);
    let separator = if short { "" } else { "|" };
    Picture {
        title: titled(title),
        agents: (1..=hands.len()).map(|n| n.to_string()).collect(),
        worlds: found.iter().map(|d| world(d.join(separator))).collect(),
        links: (0..hands.len()).map(|a| cells(found.len(), |w| found[w][a].clone())).collect(),
        point: Some(0),
        ..Picture::default()
    }
}

fn deal(left: &[char], hands: &[usize], dealt: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let Some((&size, rest)) = hands.split_first() else {
        found.push(dealt.clone());
        return;
    };
    for mask in (0_u32..1 << left.len()).rev().filter(|m| m.count_ones() as usize == size) {
        let held = |i: usize| mask >> (left.len() - 1 - i) & 1 == 1;
        let hand: String = (0..left.len()).filter(|&i| held(i)).map(|i| left[i]).collect();
        let others: Vec<char> = (0..left.len()).filter(|&i| !held(i)).map(|i| left[i]).collect();
        dealt.push(hand);
        deal(&others, rest, dealt, found);
        dealt.pop();
    }
}

/// Hexa after 1 has shown a card to 2: nothing is left for 2 to wonder about.
fn hexa_shown() -> Picture {
    let mut picture = deals("hexa after show", &[1, 1, 1], "rwb");
    picture.links[1] = Access::Cells((0..6).map(|w| vec![w]).collect());
    picture
}

fn muddy(children: u32, possible: impl Fn(u32) -> bool) -> Picture {
    let states: Vec<u32> = (0..1 << children).filter(|&mud| possible(mud)).collect();
    let label = |mud: u32| -> String {
        (0..children).map(|c| if mud >> c & 1 == 1 { '1' } else { '0' }).collect()
    };
    let names = ["anne", "bill", "cath", "dave", "emma"];
    Picture {
        title: Some(format!("{children} muddy children")),
        agents: agents(&names[..children as usize]),
        worlds: states.iter().map(|&mud| world(label(mud))).collect(),
        links: (0..children).map(|c| cells(states.len(), |w| states[w] & !(1 << c))).collect(),
        point: states.iter().position(|&mud| mud == 3),
        ..Picture::default()
    }
}

/// A hypercube: each of three agents knows its own coordinate.
fn own_bits() -> Picture {
    let label = |w: usize| format!("{}{}{}", w >> 2 & 1, w >> 1 & 1, w & 1);
    Picture {
        title: titled("hypercube"),
        agents: agents(&["1", "2", "3"]),
        worlds: (0..8).map(|w| world(label(w))).collect(),
        links: (0..3).map(|a| cells(8, move |w| w >> (2 - a) & 1)).collect(),
        point: Some(0),
        ..Picture::default()
    }
}

fn chain() -> Picture {
    Picture {
        title: titled("consecutive numbers"),
        agents: agents(&["a", "b"]),
        worlds: (0..10).map(|n| world(format!("{n},{}", n + 1))).collect(),
        links: vec![cells(10, |n| n.div_ceil(2)), cells(10, |n| n / 2)],
        point: Some(2),
        ..Picture::default()
    }
}

fn arrows() -> Picture {
    let mut worlds = named(&["p, q", "p", "q", "–"]);
    worlds[0].details = vec!["K_a p".to_string(), "¬K_b q".to_string()];
    Picture {
        title: titled("belief"),
        agents: agents(&["a", "b", "c"]),
        worlds,
        links: vec![
            Access::Arrows(vec![(0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)]),
            Access::Arrows(vec![(0, 0), (1, 1), (2, 2), (3, 3), (0, 1), (1, 0), (1, 2), (3, 0)]),
            Access::Arrows(vec![(0, 1), (0, 3), (3, 3)]),
        ],
        point: Some(0),
        ..Picture::default()
    }
}

fn parts() -> Picture {
    Picture {
        title: titled("several parts"),
        agents: agents(&["1", "2", "3"]),
        worlds: named(&["rwb", "rbw", "wrb", "wbr", "brw", "bwr", "x", "y", "z", "u", "v"]),
        links: vec![
            Access::Cells(vec![
                vec![0, 1],
                vec![2, 3],
                vec![4, 5],
                vec![6, 7, 8],
                vec![9],
                vec![10],
            ]),
            Access::Cells(vec![
                vec![0, 5],
                vec![1, 3],
                vec![2, 4],
                vec![6],
                vec![7],
                vec![8],
                vec![9, 10],
            ]),
            Access::Nobody,
        ],
        point: Some(0),
        ..Picture::default()
    }
}

fn one_cell() -> Picture {
    Picture {
        title: titled("one agent who knows nothing"),
        agents: agents(&["a"]),
        worlds: (0..16).map(|n| world(format!("{n:04b}"))).collect(),
        links: vec![Access::Cells(vec![(0..16).collect()])],
        point: Some(5),
        ..Picture::default()
    }
}

fn hostile() -> Picture {
    let mut worlds = named(&[
        "<script>alert(1)</script>&\"'",
        "line\nbreak\u{0}\u{1b}[31m",
        "\\input{x}$%#_^~{}",
        "\u{202e}reversed",
        "",
    ]);
    worlds.push(world("long ".repeat(200)));
    worlds[1].details = (0..9).map(|n| format!("detail {n} <&>")).collect();
    Picture {
        title: titled("<b>&\"'\\ $x_1$ %\n"),
        agents: agents(&["<a>&\"", "b\\_%", "c\n\u{7}"]),
        worlds,
        links: vec![
            Access::Cells(vec![vec![0, 1, 99, 1], vec![1, 2], vec![], vec![3, 4, 5]]),
            Access::Arrows(vec![(0, 7), (2, 3), (9, 9), (2, 3)]),
        ],
        point: Some(77),
        notes: vec!["note <&>".to_string()],
        ..Picture::default()
    }
}

//! Two sources of one game have the same tree, up to names, forced moves, the order of moves and a scaling of payoffs.

use super::{gdl_game, repository};
use hexa_games::catalogue::named_game;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Game, Player};
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, NodeKind, PayoffScaling, TreeAgreement, compare_trees};
use hexa_logic::Stop;
use std::sync::Arc;

fn tree(game: &Arc<dyn Game>) -> FlatTree {
    FlatTree::of(game, 1_000_000, &Stop::new()).expect("a small tree")
}

fn catalogued(name: &str) -> FlatTree {
    let named = Named::read(name).expect("a name");
    tree(&named_game(&named).unwrap_or_else(|why| panic!("{why:?}")))
}

fn by_rules(file: &str) -> FlatTree {
    tree(&gdl_game(&repository("games/gdl").join(file)))
}

fn scaling(factor: i64, more: i64) -> PayoffScaling {
    PayoffScaling { factor: Exact(RBig::from(factor)), more: Exact(RBig::from(more)) }
}

#[test]
fn kuhn_poker_by_rules_is_kuhn_poker() {
    let (known, ruled) = (catalogued("kuhn(cards=3)"), by_rules("kuhn.gdl"));
    assert!(matches!(compare_trees(&known, &ruled, &scaling(25, 50)), TreeAgreement::Same(_)));
    // The payoffs are compared, and so is who knows what.
    assert_eq!(compare_trees(&known, &ruled, &scaling(25, 0)), TreeAgreement::Different);
    let other = catalogued("kuhn(cards=4)");
    assert_eq!(compare_trees(&other, &ruled, &scaling(25, 50)), TreeAgreement::Sizes);
}

/// Two nodes of one player change their information sets: the sizes are the same, the games are not.
#[test]
fn who_knows_what_is_compared() {
    let known = catalogued("kuhn(cards=3)");
    let opening = |at: &usize| match known.nodes[*at].kind {
        NodeKind::Decision(set) => known.sets[set as usize].player == Player(0),
        NodeKind::Chance { .. } | NodeKind::End => false,
    };
    let nodes: Vec<usize> = (0..known.nodes.len()).filter(opening).collect();
    let first = nodes[0];
    let other = nodes.iter().copied().find(|&at| {
        known.nodes[at].children == known.nodes[first].children
            && known.nodes[at].kind != known.nodes[first].kind
    });
    let other = other.expect("another card");
    let mut changed = known.clone();
    (changed.nodes[first].kind, changed.nodes[other].kind) =
        (known.nodes[other].kind, known.nodes[first].kind);
    let compared = compare_trees(&known, &changed, &PayoffScaling::none());
    assert_eq!(compared, TreeAgreement::Different);
    let same = compare_trees(&known, &known, &PayoffScaling::none());
    assert!(matches!(same, TreeAgreement::Same(_)), "{same:?}");
}

#[test]
fn ask_and_show_by_rules_is_the_knowledge_game() {
    let known = catalogued("knowledge(hands=1,1,1; ask=1)");
    let ruled = by_rules("ask-and-show.gdl");
    assert_eq!((known.nodes.len(), known.sets.len()), (ruled.nodes.len(), ruled.sets.len()));
    let agreement = compare_trees(&known, &ruled, &scaling(100, 0));
    assert!(matches!(agreement, TreeAgreement::Same(_)), "{agreement:?}");
}

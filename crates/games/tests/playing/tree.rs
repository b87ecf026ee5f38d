//! Flat trees, and trees as games.

use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Game, GameLimit, Player, Trouble};
use hexa_games::knowledge::{KnowledgeGame, PlayedKnowledgeGame};
use hexa_games::kuhn::KuhnPoker;
use hexa_games::tree::{FlatTree, NodeKind, TreeGame};
use hexa_logic::Stop;
use std::sync::Arc;

const TRIALS: Trials = Trials { plays: 200, steps: 100, seed: 3 };

fn kuhn(cards: u32) -> Arc<dyn Game> {
    Arc::new(KuhnPoker::new(cards).expect("so many cards"))
}

fn passes(game: &Arc<dyn Game>) {
    let tried = conform(game, TRIALS, &Stop::new());
    let tried = tried.unwrap_or_else(|violation| panic!("{violation:#?}"));
    assert_eq!((tried.stranded, tried.first_stranded), (0, None));
}

/// With n cards: a root, n cards of the first player, n(n-1) deals, and nine nodes for each deal with the deal's own.
#[test]
fn the_tree_of_kuhn_poker() {
    for cards in [2, 3, 10] {
        let tree = FlatTree::of(&kuhn(cards), 1_000_000, &Stop::new()).expect("it is small");
        let deals = (cards * (cards - 1)) as usize;
        assert_eq!(tree.nodes.len(), 1 + cards as usize + 9 * deals);
        assert_eq!(tree.count_sets(Player(0)), 2 * cards as usize);
        assert_eq!(tree.count_sets(Player(1)), 2 * cards as usize);
        let ends = tree.nodes.iter().filter(|node| node.kind == NodeKind::End).count();
        assert_eq!(ends, 5 * deals);
        for (at, node) in tree.nodes.iter().enumerate() {
            assert!(
                node.children().all(|child| tree.nodes[child].parent == at as u32 && child > at)
            );
        }
    }
}

#[test]
fn a_tree_is_a_game_with_the_same_tree() {
    let knowledge = KnowledgeGame::new(&[1, 1, 1], 0, &[1]).expect("there is such a game");
    let knowledge = PlayedKnowledgeGame::new(knowledge).expect("it can be played");
    for game in [kuhn(4), Arc::new(knowledge) as Arc<dyn Game>] {
        passes(&game);
        let tree = FlatTree::of(&game, 1_000_000, &Stop::new()).expect("it is small");
        assert_eq!(tree.check(), Ok(()));
        let again: Arc<dyn Game> = Arc::new(TreeGame::new(tree.clone()));
        passes(&again);
        assert_eq!(again.declaration().recall, game.declaration().recall);
        let second = FlatTree::of(&again, 1_000_000, &Stop::new()).expect("as small");
        assert_eq!((&second.nodes, &second.payoffs), (&tree.nodes, &tree.payoffs));
        let shapes = |tree: &FlatTree| {
            tree.sets.iter().map(|set| (set.player, set.moves.clone())).collect::<Vec<_>>()
        };
        assert_eq!(shapes(&second), shapes(&tree));
    }
}

#[test]
fn a_tree_that_is_too_large_is_not_made() {
    let tree = FlatTree::of(&kuhn(10), 100, &Stop::new());
    assert_eq!(tree.unwrap_err(), Trouble::Limit(GameLimit::Nodes(100)));
    assert_eq!(FlatTree::of(&kuhn(10), 1_000, &Stop::after(50)).unwrap_err(), Trouble::Stopped);
}

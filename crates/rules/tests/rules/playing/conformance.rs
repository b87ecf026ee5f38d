//! Every game passes the conformance suite.

use super::{egdl_game, files_in, gdl_game};
use hexa_games::conformance::{Trials, Tried, conform};
use hexa_games::game::{Game, MoveNumbers};
use hexa_logic::Stop;
use hexa_rules::egdl::EgdlRecall;
use std::sync::Arc;

fn passes(game: &Arc<dyn Game>, trials: Trials) -> Tried {
    let tried = conform(game, trials, &Stop::new());
    tried.unwrap_or_else(|violation| panic!("{}: {violation:#?}", game.declaration().name))
}

#[test]
fn games_in_gdl_conform() {
    let files = files_in("games/gdl");
    assert!(files.len() >= 6, "{files:?}");
    for file in files {
        let game = gdl_game(&file);
        let tried = passes(&game, Trials { plays: 30, steps: 60, seed: 5 });
        assert!(tried.finished > 0, "{}", file.display());
        assert_eq!((tried.stranded, tried.first_stranded), (0, None), "{}", file.display());
    }
}

#[test]
fn peers_games_in_gdl_conform() {
    // Beside the repository, or beside the folder of its work trees.
    let folders = ["../shared/peers/gdl", "../../shared/peers/gdl"];
    let files = folders.into_iter().map(files_in).find(|files| !files.is_empty());
    for file in files.unwrap_or_default() {
        let game = gdl_game(&file);
        // Where moves are not listed, rules are interpreted, which takes its time.
        let (plays, steps) = match game.declaration().numbers {
            MoveNumbers::Listed(_) => (20, 40),
            MoveNumbers::PerPosition if game.declaration().name == "chess.kif" => (1, 1),
            MoveNumbers::PerPosition => (1, 3),
        };
        let trials = Trials { plays, steps, seed: 5 };
        passes(&game, trials);
    }
}

#[test]
fn games_in_egdl_conform() {
    let files = files_in("games/egdl");
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        for recall in [EgdlRecall::None, EgdlRecall::Perfect { depth: 0 }] {
            let game = egdl_game(&file, recall);
            let tried = passes(&game, Trials { plays: 20, steps: 60, seed: 5 });
            assert!(tried.finished > 0, "{}", file.display());
            assert_eq!((tried.stranded, tried.first_stranded), (0, None), "{}", file.display());
        }
    }
}

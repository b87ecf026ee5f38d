//! Pieces that are moved by suspicions (the site's conclusion): whether somebody is kept out of a room that they could have entered,
//! in the project's own game on its ring.

use super::{cluedo, number_of_games, play_games, seated};
use crate::Verdict;
use crate::checks::Work;
use hexa_games::cluedo::agents::{AgentMode, AgentSettings};
use hexa_games::cluedo::board::{Board, BoardNotice, PawnStanding, Place};
use hexa_games::cluedo::{CluedoGame, CluedoNotice};
use hexa_games::game::{Play, Player};

const PROJECT: &str = "cluedo(players=4; deck=6/6/7; board=ring; ends=unrefuted; summons=in-reach)";

#[derive(Default)]
struct Tally {
    /// How many pieces of players were moved.
    moved: u64,
    /// After how many of these moves there was a room out of reach that was in reach before.
    kept_out: u64,
    witness: Option<String>,
}

/// One step leads to these rooms.
fn rooms(board: &Board, standing: &PawnStanding, pawn: usize) -> Vec<Place> {
    let mut reached = standing.reach(board, pawn, 1);
    reached.retain(|&place| board.room_at(place).is_some());
    reached
}

impl Tally {
    fn add(&mut self, game: &CluedoGame, play: &dyn Play) {
        let (Some(rules), Some(mut standing)) = (&game.rules().board, game.standing_at_start())
        else {
            return;
        };
        let board = &rules.board;
        for observed in play.memory(Player(0)).since(0) {
            let Some(CluedoNotice::Board(notice)) = CluedoNotice::read(observed) else { continue };
            let before = standing;
            standing.observe(board, notice);
            let BoardNotice::Summoned(pawn, to) = notice else { continue };
            let Some(player) = standing.player_of(pawn) else { continue };
            self.moved += 1;
            let after = rooms(board, &standing, pawn);
            let mut lost = rooms(board, &before, pawn);
            lost.retain(|room| *room != to && !after.contains(room));
            if lost.is_empty() {
                continue;
            }
            self.kept_out += 1;
            self.witness.get_or_insert_with(|| {
                let name = |place: &Place| board.place_name(*place);
                let lost: Vec<String> = lost.iter().map(name).collect();
                let from = name(&before.place_of(board, pawn));
                let player = player.0 + 1;
                let (to, lost) = (name(&to), lost.join(", "));
                format!("{player} is moved from {from} to {to}, from where {lost} is no step away")
            });
        }
    }
}

pub(super) fn keeps_out(work: &Work) -> Verdict {
    let games = number_of_games(work, 40, 1_000);
    let Some(game) = cluedo(PROJECT) else {
        return Verdict::Open("there is no such game".to_owned());
    };
    let orders = [2, 1, 0, 0].map(|order| AgentSettings::of_order(order, AgentMode::Page));
    let mut tally = Tally::default();
    let add = &mut |play: &dyn Play| tally.add(&game, play);
    if let Err(why) = play_games(work, &game, &mut seated(&game, &orders), games, add) {
        return Verdict::Open(why);
    }
    let Tally { moved, kept_out, witness } = tally;
    work.tell(format!(
        "{kept_out} of {moved} pieces that were moved; for example {}",
        witness.as_deref().unwrap_or("none")
    ));
    match witness {
        Some(_) => Verdict::Holds,
        None => Verdict::Fails(format!("no piece of {moved} that were moved in {games} games")),
    }
}

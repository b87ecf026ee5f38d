//! Krieg-Tictactoe (*Epistemic GDL*, figure 1) by plain search: all states that can be reached, with what the
//! two players see of them. A cell that is marked by the opponent can be tried once; then the turn
//! passes all the same. A player sees his own marks, his own tries and whose turn it is.

use super::{Check, Effort, decided};
use crate::Verdict;
use std::collections::{HashMap, HashSet};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "Krieg-Tictactoe: a game of imperfect information", at: file!(), run: imperfect },
    Check { name: "Krieg-Tictactoe: one initial state", at: file!(), run: initial },
    Check { name: "Krieg-Tictactoe: tried cells are marked", at: file!(), run: tried_cells },
    Check { name: "Krieg-Tictactoe: who wins and when it is over", at: file!(), run: winning },
    Check { name: "Krieg-Tictactoe: what changes", at: file!(), run: changes },
    Check { name: "Krieg-Tictactoe: what is legal", at: file!(), run: legality },
    Check { name: "Krieg-Tictactoe: knowing one's action", at: file!(), run: own_action },
    Check { name: "Krieg-Tictactoe: knowing the initial state", at: file!(), run: initial_known },
    Check { name: "Krieg-Tictactoe: knowing what one sees", at: file!(), run: seen_known },
    Check { name: "Krieg-Tictactoe: the relations", at: file!(), run: relations },
    Check { name: "Krieg-Tictactoe: knowing what is legal", at: file!(), run: legal_known },
];

/// Cells of the board, one bit each, row by row.
type Cells = u16;
/// 0 is cross, 1 is naught.
type Player = usize;

const ALL: Cells = 0o777;
const LINES: [Cells; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    marks: [Cells; 2],
    tried: [Cells; 2],
    turn: Player,
}

const START: State = State { marks: [0; 2], tried: [0; 2], turn: 0 };

impl State {
    fn wins(self, player: Player) -> bool {
        LINES.iter().any(|line| self.marks[player] & line == *line)
    }

    fn is_terminal(self) -> bool {
        self.wins(0) || self.wins(1) || self.marks[0] | self.marks[1] == ALL
    }

    /// The cells that a player may mark; none of them if he can only do nothing.
    fn legal(self, player: Player) -> Cells {
        match self.turn == player && !self.is_terminal() {
            true => ALL & !self.marks[player] & !self.tried[player],
            false => 0,
        }
    }

    /// Who has the turn marks a cell, or finds it marked by the opponent.
    fn after(mut self, cell: usize) -> Self {
        let (player, bit) = (self.turn, 1 << cell);
        match self.marks[1 - player] & bit {
            0 => self.marks[player] |= bit,
            _ => self.tried[player] |= bit,
        }
        self.turn = 1 - player;
        self
    }

    /// What a player sees.
    fn seen(self, player: Player) -> (Cells, Cells, Player) {
        (self.marks[player], self.tried[player], self.turn)
    }

    /// The states that can be next.
    fn next(self) -> impl Iterator<Item = (usize, Self)> {
        let legal = self.legal(self.turn);
        (0..9).filter(move |cell| legal >> cell & 1 == 1).map(move |cell| (cell, self.after(cell)))
    }

    fn told(self) -> String {
        let cell = |cell: usize| match [0, 1].map(|player: Player| self.marks[player] >> cell & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        let row = |row: usize| (3 * row..3 * row + 3).map(cell).collect::<String>();
        format!("{}/{}/{}", row(0), row(1), row(2))
    }
}

/// All states that can be reached, those of fewer moves first.
fn reachable() -> Vec<State> {
    let mut known = HashSet::from([START]);
    let mut all = vec![START];
    let mut at = 0;
    while at < all.len() {
        all.extend(
            all[at]
                .next()
                .map(|(_, next)| next)
                .filter(|&next| known.insert(next))
                .collect::<Vec<_>>(),
        );
        at += 1;
    }
    all
}

/// States that look the same to a player, each time the first and all of them.
fn cells(states: &[State], player: Player) -> HashMap<(Cells, Cells, Player), Vec<State>> {
    let mut cells: HashMap<_, Vec<State>> = HashMap::new();
    for &state in states {
        cells.entry(state.seen(player)).or_default().push(state);
    }
    cells
}

/// The first state that speaks against something.
fn nowhere(wrong: impl Fn(State) -> bool) -> Verdict {
    let found = reachable().into_iter().find(|&state| wrong(state));
    decided(found.is_none(), || found.map(State::told).unwrap_or_default())
}

/// Players take turns, always have a move until the game is over, and do not see each other's marks:
/// some states look the same to a player and have different marks of the opponent.
fn imperfect(_: Effort) -> Verdict {
    let states = reachable();
    let stuck = states.iter().find(|state| !state.is_terminal() && state.next().next().is_none());
    let unseen = [0, 1].map(|player: Player| {
        let differ = |cell: &Vec<State>| {
            cell.iter().any(|state| state.marks[1 - player] != cell[0].marks[1 - player])
        };
        cells(&states, player).values().any(differ)
    });
    decided(stuck.is_none() && unseen == [true; 2], || match stuck {
        Some(state) => format!("no move is left in {}", state.told()),
        None => "the players see everything".to_owned(),
    })
}

/// Cross has the turn and the board is empty in no state but the first.
fn initial(_: Effort) -> Verdict {
    nowhere(|state| (state.turn == 0 && state.marks == [0; 2]) != (state == START))
}

fn tried_cells(_: Effort) -> Verdict {
    nowhere(|state| (0..2).any(|player| state.tried[player] & !state.marks[1 - player] != 0))
}

/// The board as a table.
fn board(of: Cells) -> [[bool; 3]; 3] {
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| of >> (3 * row + column) & 1 == 1))
}

/// A player wins with a row, a column or a diagonal; then, or if the board is full, it is over.
fn winning(_: Effort) -> Verdict {
    let line = |of: Cells| {
        let board = board(of);
        let rows = (0..3).any(|i| (0..3).all(|l| board[i][l]));
        let columns = (0..3).any(|j| (0..3).all(|l| board[l][j]));
        rows || columns || (0..3).all(|l| board[l][l]) || (0..3).all(|l| board[l][2 - l])
    };
    nowhere(|state| {
        let wins = [0, 1].map(|player: Player| line(state.marks[player]));
        let [x, o] = state.marks.map(board);
        let full = (0..3).all(|i| (0..3).all(|j| x[i][j] || o[i][j]));
        [0, 1].map(|player| state.wins(player)) != wins
            || state.is_terminal() != (wins[0] || wins[1] || full)
    })
}

/// Rules 5, 8 and 9, cell by cell: whose turn is next, which marks are, and which tries.
fn changes(_: Effort) -> Verdict {
    let has = |cells: Cells, cell: usize| cells >> cell & 1 == 1;
    nowhere(|state| {
        state.next().any(|(done, next)| {
            let as_said = |player: Player, cell: usize| {
                let does = player == state.turn && cell == done;
                let (mine, his) = (state.marks[player], state.marks[1 - player]);
                let marked = has(mine, cell) || does && !has(mine | his, cell);
                let tried = has(state.tried[player], cell) || does && has(his, cell);
                (has(next.marks[player], cell), has(next.tried[player], cell)) == (marked, tried)
            };
            next.turn == state.turn
                || !(0..2).all(|player| (0..9).all(|cell| as_said(player, cell)))
        })
    })
}

/// Rules 6 and 7: who has not the turn or has finished can only do nothing; otherwise he may take the cells
/// that have not his mark and that he has not tried, and there is one.
fn legality(_: Effort) -> Verdict {
    let has = |cells: Cells, cell: usize| cells >> cell & 1 == 1;
    nowhere(|state| {
        (0..2).any(|player: Player| {
            let may = state.turn == player && !state.is_terminal();
            let free = |cell| !has(state.marks[player], cell) && !has(state.tried[player], cell);
            let legal = state.legal(player);
            (0..9).any(|cell| has(legal, cell) != (may && free(cell))) || may != (legal != 0)
        })
    })
}

/// Rule 10: who takes an action knows that he does. To the letter he considers all paths from states that
/// look the same to him, also those that start with another action.
fn own_action(_: Effort) -> Verdict {
    let states = reachable();
    let several = |state: &&State| state.legal(state.turn).count_ones() > 1;
    let first = states.iter().find(several);
    let count = states.iter().filter(several).count();
    decided(first.is_none(), || {
        let first = first.map(|state| state.told()).unwrap_or_default();
        format!(
            "rule 10: in {first}, and in {count} states in all, who has the turn can take one of several actions, and \
             takes another on another path from the same state"
        )
    })
}

/// Rule 11: no other state looks like the initial one to anybody.
fn initial_known(_: Effort) -> Verdict {
    nowhere(|state| state != START && (0..2).any(|player| state.seen(player) == START.seen(player)))
}

/// Rules 12 to 14: states that look the same have the same turn, marks and tries of one's own.
fn seen_known(_: Effort) -> Verdict {
    let states = reachable();
    let differs = (0..2).find(|&player| !knows_what_he_sees(&states, player));
    decided(differs.is_none(), || "states that look the same differ".to_owned())
}

fn knows_what_he_sees(states: &[State], player: Player) -> bool {
    cells(states, player).values().all(|cell| {
        cell.iter().all(|state| {
            state.turn == cell[0].turn
                && state.marks[player] == cell[0].marks[player]
                && state.tried[player] == cell[0].tried[player]
        })
    })
}

/// Rules 12 to 14 should leave no other choice of who can tell which states apart. They say what a player
/// sees at least: players who tell all states apart obey them too.
fn relations(_: Effort) -> Verdict {
    let states = reachable();
    let obeyed = (0..2).all(|player| {
        states.iter().all(|state| knows_what_he_sees(std::slice::from_ref(state), player))
    });
    let coarser = cells(&states, 0).values().any(|cell| cell.len() > 1);
    decided(!(obeyed && coarser), || {
        "players who see the whole board obey rules 12 to 14 as well, and know more".to_owned()
    })
}

/// That players know which actions are legal is not true in all models: not in this one, since a player
/// does not see that the opponent has won.
fn legal_known(_: Effort) -> Verdict {
    let states = reachable();
    let unknown = (0..2).any(|player| {
        let differ = |cell: &Vec<State>| {
            cell.iter().any(|state| state.legal(player) != cell[0].legal(player))
        };
        cells(&states, player).values().any(differ)
    });
    decided(unknown, || "in this game they do know".to_owned())
}

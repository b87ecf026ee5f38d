//! What the project found with its line-ups (the site's results): what its log says of 25 games each, with fixed seats.

/// What the project found with a line-up, in 25 games with fixed seats and its own board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProjectResult {
    /// The knowledge orders in the seats.
    pub orders: &'static [u8],
    /// The deck: how many suspects, weapons and rooms.
    pub deck: &'static str,
    /// How many games each order won, the highest first.
    pub wins: &'static [(u8, u64)],
    /// How many games were won in each seat.
    pub seat_wins: &'static [u64],
    /// The mean number of rounds.
    pub rounds: &'static str,
}

/// What the project found.
pub const PROJECT_RESULTS: [ProjectResult; 4] = [
    ProjectResult {
        orders: &[2, 2, 0, 0],
        deck: "6/6/7",
        wins: &[(2, 23), (0, 2)],
        seat_wins: &[13, 10, 2, 0],
        rounds: "12.1",
    },
    ProjectResult {
        orders: &[1, 1, 0, 0],
        deck: "6/6/7",
        wins: &[(1, 25), (0, 0)],
        seat_wins: &[12, 13, 0, 0],
        rounds: "11.6",
    },
    ProjectResult {
        orders: &[2, 2, 1, 1],
        deck: "6/6/7",
        wins: &[(2, 13), (1, 12)],
        seat_wins: &[5, 8, 8, 4],
        rounds: "10.1",
    },
    ProjectResult {
        orders: &[2, 2, 1, 1, 0, 0],
        deck: "6/7/8",
        wins: &[(2, 12), (1, 13), (0, 0)],
        seat_wins: &[7, 5, 5, 8, 0, 0],
        rounds: "11.3",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_the_project_are_of_25_games() {
        for result in &PROJECT_RESULTS {
            assert_eq!(result.wins.iter().map(|(_, wins)| wins).sum::<u64>(), 25);
            assert_eq!(result.seat_wins.iter().sum::<u64>(), 25);
            for (order, wins) in result.wins {
                let seats = result.orders.iter().zip(result.seat_wins);
                let of_order = seats.filter(|(known, _)| *known == order);
                assert_eq!(of_order.map(|(_, wins)| wins).sum::<u64>(), *wins);
            }
        }
    }
}

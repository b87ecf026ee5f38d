//! How histories look to players: what each of them has done and seen, by numbers.

use super::Remembering;
use crate::gdl::cut_short::CutShort;
use crate::gdl::query::Queries;
use crate::gdl::referee::{Percept, Referee, RoleId, RoleMove};
use crate::gdl::rulebook::Rulebook;
use rustc_hash::FxHashMap;

/// How histories look.
pub struct Views {
    remembering: Remembering,
    /// The roles, players first, then chance.
    order: Vec<RoleId>,
    players: usize,
    /// The roles that see only a part: none if everybody sees everything.
    viewers: Vec<RoleId>,
    numbers: Vec<FxHashMap<Look, u32>>,
}

/// How a history looked before, what was done and what was seen since.
type Look = (u32, Option<RoleMove>, Vec<Percept>);

impl Views {
    /// Those of a game.
    pub fn new(
        referee: &impl Referee,
        game: &Rulebook,
        queries: &Queries,
        remembering: Remembering,
    ) -> Self {
        let players = queries.players().to_vec();
        let rest = RoleId::first(referee.roles()).filter(|role| !players.contains(role));
        let order: Vec<RoleId> = players.iter().copied().chain(rest).collect();
        let chance_knows = referee
            .knowledge_atoms()
            .iter()
            .any(|known| known.role.is_some_and(|role| !players.contains(&role)));
        let sees_all = !game.has_percepts() && order.len() == players.len();
        let viewers = match (sees_all, chance_knows) {
            (true, _) => Vec::new(),
            (false, true) => order.clone(),
            (false, false) => players.clone(),
        };
        let numbers = vec![FxHashMap::default(); viewers.len()];
        Self { remembering, order, players: players.len(), viewers, numbers }
    }

    /// How many roles see only a part.
    pub fn viewers(&self) -> usize {
        self.viewers.len()
    }

    /// How many roles are no chance.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The roles, players first.
    pub fn order(&self) -> &[RoleId] {
        &self.order
    }

    /// How the start looks.
    pub fn at_start(&self) -> Vec<u32> {
        vec![0; self.viewers.len()]
    }

    /// How a history looks after the moves that were made last.
    pub fn after(
        &mut self,
        referee: &mut impl Referee,
        before: &[u32],
        moves: &[RoleMove],
    ) -> Result<Vec<u32>, CutShort> {
        let mut views = Vec::with_capacity(self.viewers.len());
        for (at, &role) in self.viewers.iter().enumerate() {
            let seen = referee.sees(role)?;
            let look = match self.remembering {
                Remembering::Everything => (before[at], Some(moves[role.index()]), seen),
                Remembering::LastStep => (0, None, seen),
            };
            // The start looks like nothing else.
            let next = self.numbers[at].len() as u32 + 1;
            views.push(*self.numbers[at].entry(look).or_insert(next));
        }
        Ok(views)
    }

    /// How a history looks to each player; its own number if everybody sees everything.
    pub fn of_players(&self, number: u32, views: &[u32]) -> impl Iterator<Item = u32> {
        (0..self.players).map(move |player| views.get(player).copied().unwrap_or(number))
    }

    /// How a history looks to a role; nothing if it sees everything.
    pub fn of_role(&self, role: RoleId, views: &[u32]) -> Option<u32> {
        self.viewers.iter().position(|&viewer| viewer == role).map(|at| views[at])
    }
}

//! The tree of a play of Pit to a depth, as in figure 2: what is known at each node, and the actions that lead to the next.
//! What players offer who do not trade leads nowhere of its own, and is left out.

use super::canonical::place_of;
use super::census::Search;
use super::limits::{PitCut, PitLimits};
use super::renaming::Exchanged;
use super::rounds::{Next, Round, all_numbers, all_swaps, rounds_of, split};
use super::state::{PitState, RoundResult};
use super::table::{DealTable, SuitCounts, Swap};
use crate::knowledge::{PackedDeal, PackedModel};
use crate::pit::{Pair, Player, Suit};
use hexa_logic::Stop;
use indexmap::IndexSet;

/// A tree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitTree {
    /// The nodes; the first one is the root, and each comes after the one before it.
    pub nodes: Vec<PitNode>,
    /// What leads from node to node.
    pub edges: Vec<PitEdge>,
    /// What ended it before its depth was reached.
    pub cut: Option<PitCut>,
}

/// A node: a state of knowledge.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitNode {
    /// After how many rounds.
    pub rounds: usize,
    /// For each world, what each player holds of each suit.
    pub worlds: Vec<Vec<Vec<u8>>>,
    /// The actual world.
    pub actual: usize,
    /// For each player a number for each world: they cannot tell worlds apart that have the same.
    pub cells: Vec<Vec<u16>>,
    /// How many deals each player considers possible. Who considers one knows the deal.
    pub considered: Vec<usize>,
    /// Whether the game goes on.
    pub stage: PitStage,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PitStage {
    /// It does. Situations that differ in the names of suits alone have the same first number, and the same second one if they
    /// differ in the names of suits and of players.
    Open {
        /// Up to suits.
        by_suits: usize,
        /// Up to suits and players.
        by_all: usize,
    },
    /// Somebody has a corner.
    Won(Player),
}

/// What leads from one node to another.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitEdge {
    /// The place of the node where it begins.
    pub from: usize,
    /// The place of the node where it ends.
    pub to: usize,
    /// What is done.
    pub actions: Vec<PitAction>,
}

/// One of the actions of the paper, without the deal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PitAction {
    /// A player offers so many cards; of which suit is left out if it leads nowhere.
    Offer {
        /// Who.
        player: Player,
        /// How many.
        number: usize,
        /// Of what.
        suit: Option<Suit>,
    },
    /// Two players swap.
    Trade(Swap),
    /// Nobody trades.
    Withdraw,
    /// The traders have no corner, or nobody has if nobody traded.
    NoCorner(Option<Pair>),
    /// A player has all cards of a suit.
    Cornered {
        /// Who.
        player: Player,
        /// Of what.
        suit: Suit,
    },
}

/// Who may trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTraders {
    /// Anybody.
    Any,
    /// In the first round, these two.
    These(Pair),
}

/// A tree under way.
struct Growth<'a> {
    table: &'a DealTable,
    limits: &'a PitLimits,
    stop: &'a Stop,
    by_suits: Search<'a>,
    by_all: Search<'a>,
    situations: [IndexSet<(usize, u16)>; 2],
    tree: PitTree,
    /// The nodes where the game goes on, with their states.
    open: Vec<(usize, PitState)>,
}

/// The tree from a deal, to so many rounds.
pub fn grow_tree(
    table: &DealTable,
    deal: usize,
    first: FirstTraders,
    rounds: usize,
    limits: &PitLimits,
    stop: &Stop,
) -> Result<PitTree, PitCut> {
    let mut growth = Growth {
        table,
        limits,
        stop,
        by_suits: Search::new(table, Exchanged::Nobody, limits, stop)?,
        by_all: Search::new(table, Exchanged::Everybody, limits, stop)?,
        situations: [IndexSet::new(), IndexSet::new()],
        tree: PitTree { nodes: Vec::new(), edges: Vec::new(), cut: None },
        open: Vec::new(),
    };
    growth.enter(PitState::dealt(table, deal, stop)?, 0)?;
    let mut at = 0;
    while let Some((node, state)) = growth.open.get(at).cloned() {
        let done = growth.tree.nodes[node].rounds;
        let traders = if done == 0 { first } else { FirstTraders::Any };
        if done == rounds {
            break;
        }
        if let Err(cut) = growth.expand(node, &state, traders) {
            growth.tree.cut = Some(cut);
            break;
        }
        at += 1;
    }
    Ok(growth.tree)
}

impl Growth<'_> {
    fn push(&mut self, node: PitNode) -> Result<usize, PitCut> {
        if self.tree.nodes.len() >= self.limits.situations {
            return Err(PitCut::Situations(self.limits.situations));
        }
        self.tree.nodes.push(node);
        Ok(self.tree.nodes.len() - 1)
    }

    fn enter(&mut self, state: PitState, rounds: usize) -> Result<usize, PitCut> {
        let by_suits = number(&mut self.by_suits, &mut self.situations[0], &state, rounds)?;
        let by_all = number(&mut self.by_all, &mut self.situations[1], &state, rounds)?;
        let stage = PitStage::Open { by_suits, by_all };
        let hands = |world| self.table.hands(state.deal(world));
        let worlds = (0..state.worlds()).map(hands).collect();
        let node = node(worlds, state.model(), state.world(), rounds, stage);
        let at = self.push(node)?;
        self.open.push((at, state));
        Ok(at)
    }

    fn expand(
        &mut self,
        from: usize,
        state: &PitState,
        traders: FirstTraders,
    ) -> Result<(), PitCut> {
        for numbers in all_numbers(self.table) {
            for round in rounds_of(self.table, &numbers) {
                let is_asked = match traders {
                    FirstTraders::Any => true,
                    FirstTraders::These(pair) => round.matched == Some(pair),
                };
                if is_asked {
                    self.play(from, state, &round)?;
                }
            }
        }
        Ok(())
    }

    /// All swaps of a round.
    fn play(&mut self, from: usize, state: &PitState, round: &Round) -> Result<(), PitCut> {
        let suits = if round.matched.is_some() { self.table.deck().suits() } else { 1 };
        all_swaps(suits).into_iter().try_for_each(|given| self.swap(from, state, round, given))
    }

    fn swap(
        &mut self,
        from: usize,
        state: &PitState,
        round: &Round,
        given: (Suit, Suit),
    ) -> Result<(), PitCut> {
        let rounds = self.tree.nodes[from].rounds + 1;
        match state.after(self.table, round, given, self.limits, self.stop)? {
            RoundResult::Impossible => {}
            RoundResult::Open(next) => {
                let to = self.enter(next, rounds)?;
                let mut actions = actions(round, given);
                actions.push(PitAction::NoCorner(round.matched));
                self.tree.edges.push(PitEdge { from, to, actions });
            }
            RoundResult::Corners(winners) => {
                for winner in winners {
                    self.corner(from, state, round, given, winner)?;
                }
            }
        }
        Ok(())
    }

    /// Somebody has a corner, and says of which suit.
    fn corner(
        &mut self,
        from: usize,
        state: &PitState,
        round: &Round,
        given: (Suit, Suit),
        player: Player,
    ) -> Result<(), PitCut> {
        let rounds = self.tree.nodes[from].rounds + 1;
        let Some(after) = Cornered::new(self.table, state, round, given, player) else {
            return Ok(());
        };
        let (parts, at) = split(&after.model, self.stop)?;
        let (part, actual) = at[after.actual];
        let hands = |world| after.hands(self.table, place_of(&parts[part], world));
        let worlds = (0..parts[part].worlds()).map(hands).collect();
        let stage = PitStage::Won(player);
        let to = self.push(node(worlds, &parts[part], actual, rounds, stage))?;
        let mut actions = actions(round, given);
        actions.push(PitAction::Cornered { player, suit: after.suit });
        self.tree.edges.push(PitEdge { from, to, actions });
        Ok(())
    }
}

/// The number of a situation, up to the names that a search does not care for.
fn number(
    search: &mut Search<'_>,
    situations: &mut IndexSet<(usize, u16)>,
    state: &PitState,
    rounds: usize,
) -> Result<usize, PitCut> {
    let (model, form) = search.enter(state.model(), rounds)?;
    Ok(situations.insert_full((model, form.orbit(state.world()))).0)
}

fn node(
    worlds: Vec<Vec<Vec<u8>>>,
    model: &PackedModel,
    actual: usize,
    rounds: usize,
    stage: PitStage,
) -> PitNode {
    let cells: Vec<Vec<u16>> = model.all_agents().map(|of| model.cells(of).to_vec()).collect();
    let considered = |cells: &Vec<u16>| {
        let alike = (0..worlds.len()).filter(|&world| cells[world] == cells[actual]);
        alike.map(|world| &worlds[world]).collect::<std::collections::BTreeSet<_>>().len()
    };
    let considered = cells.iter().map(considered).collect();
    PitNode { rounds, worlds, actual, cells, considered, stage }
}

/// What is done in a round, up to what is said about corners.
fn actions(round: &Round, given: (Suit, Suit)) -> Vec<PitAction> {
    let mut actions = Vec::new();
    for (player, &number) in round.numbers.iter().enumerate() {
        let suit = match round.matched {
            Some((a, _)) if a == player => Some(given.0),
            Some((_, b)) if b == player => Some(given.1),
            Some(_) | None => None,
        };
        actions.push(PitAction::Offer { player, number, suit });
    }
    actions.push(match round.matched {
        Some(traders) => {
            PitAction::Trade(Swap { traders, given, number: round.numbers[traders.0] })
        }
        None => PitAction::Withdraw,
    });
    actions
}

/// What is known when somebody got a corner in a round and says of which suit. Deals with a corner have no place in the table
/// of deals: they are numbered here.
struct Cornered {
    model: PackedModel,
    actual: usize,
    suit: Suit,
    deals: IndexSet<SuitCounts>,
}

impl Cornered {
    fn new(
        table: &DealTable,
        state: &PitState,
        round: &Round,
        given: (Suit, Suit),
        player: Player,
    ) -> Option<Self> {
        let swapped = |world, given| hands_swapped(table, state.deal(world), round, given);
        let is_whole = |counts: &SuitCounts, suit: Suit| {
            usize::from(counts.0[player * table.deck().suits() + suit]) == table.deck().cards()
        };
        let actual = swapped(state.world(), given)?;
        let suit = (0..table.deck().suits()).find(|&suit| is_whole(&actual, suit))?;
        let (mut deals, mut next) = (IndexSet::new(), Next::default());
        for world in 0..state.worlds() {
            for given in all_swaps(table.deck().suits()) {
                let after = swapped(world, given).filter(|counts| is_whole(counts, suit));
                if let Some(counts) = after {
                    next.deals.push(PackedDeal(deals.insert_full(counts).0 as u64));
                    next.from.push((world as u16, given.0, given.1));
                }
            }
        }
        let from = (state.world() as u16, given.0, given.1);
        let actual = next.from.iter().position(|&of| of == from)?;
        Some(Self { model: next.model(table, state.model(), round), actual, suit, deals })
    }

    fn hands(&self, table: &DealTable, deal: usize) -> Vec<Vec<u8>> {
        let counts = self.deals.get_index(deal).map_or(&[][..], |counts| &counts.0);
        counts.chunks(table.deck().suits()).map(<[u8]>::to_vec).collect()
    }
}

/// The hands after a round, if all can offer so many cards and the traders have what they give.
fn hands_swapped(
    table: &DealTable,
    deal: usize,
    round: &Round,
    given: (Suit, Suit),
) -> Option<SuitCounts> {
    let mut numbers = round.numbers.iter().enumerate();
    let traders = round.matched?;
    let can = numbers.all(|(player, &number)| table.can_offer(deal, player, number));
    let swap = Swap { traders, given, number: round.numbers[traders.0] };
    if can { table.hands_after(deal, swap) } else { None }
}

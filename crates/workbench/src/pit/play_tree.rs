//! The tree of a play of Pit, grown and drawn (*Logic and game theory of Pit*, figure 2): who knows what at each node.

use super::{NoPitReport, PitRequest};
use hexa_draw::{PlayEdge, PlayNode, PlayTree, render_play_tree, render_play_tree_dot};
use hexa_games::pit::situations::{
    DealTable, FirstTraders, NoDerivation, PitAction, PitCut, PitEdge, PitLimits, PitNode,
    PitStage, PitTree, grow_tree, write_hands,
};
use hexa_games::pit::{PitDeck, SUIT_NAMES};
use hexa_logic::Stop;

/// A tree that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeRequest {
    /// The deck.
    pub deck: PitDeck,
    /// The most cards that are offered at once.
    pub most: usize,
    /// The hands that are dealt, such as `wx.wy.xy`; the first deal without a corner, if they are left out.
    pub deal: Option<String>,
    /// Who trades in the first round.
    pub first: FirstTraders,
    /// To how many rounds.
    pub rounds: usize,
    /// How far to go.
    pub limits: PitLimits,
}

impl TreeRequest {
    /// A tree of a game, from a deal, with the two who trade first as two letters.
    pub fn new(
        game: &PitRequest,
        deal: Option<&str>,
        first: Option<&str>,
        rounds: usize,
    ) -> Result<Self, NoPitReport> {
        let first = first.map_or(Ok(FirstTraders::Any), |of| read_traders(of, game.deck.players()));
        Ok(Self {
            deck: game.deck,
            most: game.most,
            deal: deal.map(str::to_owned),
            first: first?,
            rounds,
            limits: PitLimits { situations: MOST_NODES, ..game.limits },
        })
    }
}

/// Larger trees are neither drawn nor read.
const MOST_NODES: usize = 2000;

/// The tree of a play.
pub fn grow(request: &TreeRequest, stop: &Stop) -> Result<PitTree, NoPitReport> {
    let cut = |cut: PitCut| NoPitReport::Derivation(NoDerivation::Cut(cut));
    let table = DealTable::new(request.deck, request.most, &request.limits).map_err(cut)?;
    if table.open() == 0 {
        return Err(NoPitReport::Derivation(NoDerivation::NoOpenDeal));
    }
    let deal = match &request.deal {
        None => 0,
        Some(wanted) => {
            let is_it = |deal: &usize| sorted(&write_hands(&table.hands(*deal))) == sorted(wanted);
            (0..table.open()).find(is_it).ok_or_else(|| no_open_deal(request.deck, wanted))?
        }
    };
    grow_tree(&table, deal, request.first, request.rounds, &request.limits, stop).map_err(cut)
}

/// Why a text is no deal in which cards are traded.
fn no_open_deal(deck: PitDeck, wanted: &str) -> NoPitReport {
    let hands = sorted(wanted);
    let suits: Vec<char> =
        SUIT_NAMES[..deck.suits()].iter().flat_map(|name| name.chars()).collect();
    let count = |hand: &[char], suit: char| hand.iter().filter(|&&card| card == suit).count();
    let all = hands.concat();
    let is_deal = hands.len() == deck.players()
        && hands.iter().all(|hand| hand.len() == deck.hand())
        && suits.iter().all(|&suit| count(&all, suit) == deck.cards());
    let has_corner = |hand: &Vec<char>| suits.iter().any(|&suit| count(hand, suit) == deck.cards());
    match hands.iter().position(has_corner) {
        Some(player) if is_deal => NoPitReport::DealtCorner { player },
        Some(_) | None => NoPitReport::NoSuchDeal,
    }
}

/// Hands whose cards are in order: it does not matter in which they are written.
fn sorted(deal: &str) -> Vec<Vec<char>> {
    let hand = |hand: &str| {
        let mut cards: Vec<char> = hand.chars().collect();
        cards.sort_unstable();
        cards
    };
    deal.split('.').map(hand).collect()
}

/// Two letters for the two who trade first, such as `ab`.
fn read_traders(text: &str, players: usize) -> Result<FirstTraders, NoPitReport> {
    let place = |of: char| (0..players).find(|&player| letter(player) == of.to_string());
    let found: Vec<Option<usize>> = text.chars().map(place).collect();
    match found[..] {
        [Some(one), Some(other)] if one != other => {
            Ok(FirstTraders::These((one.min(other), one.max(other))))
        }
        _ => Err(NoPitReport::FirstTraders { players }),
    }
}

/// What a tree is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreePicture {
    /// A picture in SVG.
    Svg,
    /// A graph for Graphviz.
    Dot,
}

impl TreePicture {
    /// By the end of the name of a file; SVG, if it is not written to one.
    pub fn of_file(name: &str, is_standard: bool) -> Result<Self, NoPitReport> {
        match name.rsplit_once('.') {
            _ if is_standard => Ok(Self::Svg),
            Some((_, "svg")) => Ok(Self::Svg),
            Some((_, "dot" | "gv")) => Ok(Self::Dot),
            Some(_) | None => Err(NoPitReport::Picture),
        }
    }
}

/// Draws a tree.
pub fn draw_tree(tree: &PitTree, title: &str, players: usize, picture: TreePicture) -> String {
    let letters = (0..players).map(letter).collect();
    let mut notes = vec![
        "Links join worlds that a player cannot tell apart; the actual world is bold.".to_owned(),
        "Situations with the same number differ only in the names of suits.".to_owned(),
    ];
    notes.extend(tree.cut.map(|_| "The tree goes on: a limit was reached.".to_owned()));
    let edge = |of: &PitEdge| PlayEdge { from: of.from, to: of.to, lines: describe_edge(tree, of) };
    let drawn = PlayTree {
        title: title.to_owned(),
        players: letters,
        nodes: tree.nodes.iter().map(node).collect(),
        edges: tree.edges.iter().map(edge).collect(),
        notes,
    };
    match picture {
        TreePicture::Svg => render_play_tree(&drawn),
        TreePicture::Dot => render_play_tree_dot(&drawn),
    }
}

/// Players are letters.
pub(super) fn letter(player: usize) -> String {
    char::from(b'a' + (player % 26) as u8).to_string()
}

fn node(of: &PitNode) -> PlayNode {
    let links = |cells: &Vec<u16>| {
        let pairs =
            (0..cells.len()).flat_map(|one| (one + 1..cells.len()).map(move |other| (one, other)));
        pairs.filter(|&(one, other)| cells[one] == cells[other]).collect()
    };
    PlayNode {
        worlds: of.worlds.iter().map(|hands| write_hands(hands)).collect(),
        actual: of.actual,
        links: of.cells.iter().map(links).collect(),
        caption: describe_node(of),
        is_end: matches!(of.stage, PitStage::Won(_)),
    }
}

/// If there are more worlds than this it is told how many deals each player considers possible.
const MOST_LISTED: usize = 12;

/// Who knows the deal, or who wins.
pub fn describe_node(of: &PitNode) -> String {
    match of.stage {
        PitStage::Won(player) => format!("{} wins", letter(player)),
        PitStage::Open { by_suits, .. } => {
            let knows = |(at, &many): (usize, &usize)| (many == 1).then(|| letter(at));
            let who: Vec<String> = of.considered.iter().enumerate().filter_map(knows).collect();
            let who = match &who[..] {
                [] => "nobody knows the deal".to_owned(),
                [one] => format!("{one} knows the deal"),
                [some @ .., last] => format!("{} and {last} know the deal", some.join(", ")),
            };
            let each = || of.considered.iter().map(ToString::to_string).collect::<Vec<_>>();
            let many = match of.worlds.len() > MOST_LISTED {
                true => format!("; possible deals: {}", each().join(", ")),
                false => String::new(),
            };
            format!("situation {}: {who}{many}", by_suits + 1)
        }
    }
}

/// Offers of those who trade stand in the trade. How many cards the others offer is told where it can differ.
pub fn describe_edge(tree: &PitTree, of: &PitEdge) -> Vec<String> {
    let is_larger =
        |action: &PitAction| matches!(action, PitAction::Offer { number, .. } if *number > 1);
    let is_varied = tree.edges.iter().flat_map(|edge| &edge.actions).any(is_larger);
    let is_told = |action: &&PitAction| match action {
        PitAction::Offer { suit, .. } => is_varied && suit.is_none(),
        PitAction::Trade(_)
        | PitAction::Withdraw
        | PitAction::NoCorner(_)
        | PitAction::Cornered { .. } => true,
    };
    of.actions.iter().filter(is_told).map(ToString::to_string).collect()
}

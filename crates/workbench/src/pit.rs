//! What can be said of Pit (*Logic and game theory of Pit*): how many deals there are, which situations plays come back to,
//! what everybody can expect, and all equilibria in stationary strategies, with what shows that there are no others.
//!
//! Everything is derived: situations from what players know, payoffs from situations, equilibria from payoffs. Certificates are
//! checked by a checker of their own before an answer says that a list is complete.

mod equilibria;
mod play_tree;
mod sensible;
mod shared;

pub use equilibria::{
    EquilibriaReport, EquilibriumRow, FunctionRow, MatrixRow, NumberRow, RefutedRow, Settled,
    VariableRow,
};
pub use play_tree::{TreePicture, TreeRequest, describe_edge, describe_node, draw_tree, grow};
pub use sensible::Sense;
pub use shared::{SharedReport, SituationValues};

use equilibria::report;
use hexa_games::exact::{Exact, RBig};
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, Derived, KnowledgeDepth, NoDerivation, PitCut,
    PitLimits, PitSituation, derive, write_hands,
};
use hexa_games::pit::{
    NoPitDeck, OfferedTrade, Pair, PitDeals, PitDeck, count_pit_deals, offered_trades,
};
use hexa_games::situations::{CourseEnd, SituationGame};
use hexa_logic::Stop;
use hexa_solve::stationary::limits::SolveLimits;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PitRequest {
    /// The deck.
    pub deck: PitDeck,
    /// The most cards that are offered at once.
    pub most: usize,
    /// How often each player offers what they share with whom they traded last, if that is asked.
    pub shared: Vec<RBig>,
    /// How far to go.
    pub limits: PitLimits,
}

impl PitRequest {
    /// What is asked, if there is such a game: as many suits as players, and offers of all cards of a suit, unless it is said
    /// otherwise.
    pub fn new(
        players: usize,
        suits: Option<usize>,
        cards: usize,
        most: Option<usize>,
        shared: &[RBig],
    ) -> Result<Self, NoPitReport> {
        let deck = PitDeck::new(players, suits.unwrap_or(players), cards);
        let deck = deck.map_err(NoPitReport::Deck)?;
        let most = most.unwrap_or(cards);
        if !(1..=deck.hand()).contains(&most) {
            return Err(NoPitReport::Most { most, hand: deck.hand() });
        }
        let request = Self { deck, most, shared: shared.to_vec(), limits: PitLimits::default() };
        shared::check(&request)?;
        Ok(request)
    }
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PitStep {
    /// Situations are derived.
    Situations,
    /// One move is solved.
    OneMove,
    /// The full game is solved.
    Full,
    /// The full game is solved in which it may matter who traded last.
    ByLastTrade,
}

/// What can be said of a game of Pit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PitReport {
    /// How many players there are.
    pub players: usize,
    /// How many suits.
    pub suits: usize,
    /// How many cards of each.
    pub cards: usize,
    /// How many each hand has.
    pub hand: usize,
    /// The most cards that are offered at once.
    pub most: usize,
    /// How many deals there are.
    pub deals: PitDeals,
    /// The trades in the deal `wx.wy.xy` of SixPit, and what they are worth; of no other deck.
    pub trades: Vec<OfferedTrade>,
    /// The situations after the deal, or those that were found.
    pub situations: Vec<SituationRow>,
    /// What ended their derivation early.
    pub cut: Option<PitCut>,
    /// One move, after a trade without a corner: play that goes on is worth nothing. For two who choose alone.
    pub one_move: Option<EquilibriaReport>,
    /// How likely a round ends the play at least, whatever everybody does; nothing if that takes too long to find out.
    pub ending_chance: Option<Exact>,
    /// The full game, if everybody offers alike after all of their trades.
    pub full: Option<EquilibriaReport>,
    /// The full game, if it may matter who traded last.
    pub by_last_trade: Option<EquilibriaReport>,
    /// What can be expected with given probabilities, if that was asked.
    pub shared: Option<SharedReport>,
}

impl PitReport {
    /// Whether everything was found out that can be.
    pub fn is_whole(&self) -> bool {
        let solved = [&self.one_move, &self.full, &self.by_last_trade];
        self.cut.is_none()
            && solved.into_iter().flatten().all(|one| match one.settled {
                Settled::Complete { .. }
                | Settled::Endless { .. }
                | Settled::Alternatives { .. } => true,
                Settled::Open { .. }
                | Settled::NotAccepted
                | Settled::Stopped
                | Settled::Limit { .. } => false,
            })
    }
}

/// A situation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SituationRow {
    /// What it is called: who traded last.
    pub name: String,
    /// Who holds what, with some names of suits.
    pub hands: String,
    /// Who traded last, where that is always the same.
    pub last: Option<Pair>,
    /// Whether somebody can have traded before.
    pub is_after_trades: bool,
    /// After how few trades it occurs.
    pub rounds: usize,
    /// How many worlds its model has.
    pub worlds: Option<usize>,
    /// How many deals each player considers possible.
    pub considered: Vec<usize>,
    /// A number that situations share which differ only in the names of suits and players.
    pub kind: Option<usize>,
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPitReport {
    /// There is no such deck.
    Deck(NoPitDeck),
    /// Nobody can offer so many cards, or nobody may offer any.
    Most {
        /// The most that is offered.
        most: usize,
        /// How many cards a hand has.
        hand: usize,
    },
    /// So many probabilities are needed, one for each player, and these are no such; or the game has other choices.
    Shared {
        /// How many players there are.
        players: usize,
    },
    /// No game came of the situations that the probabilities could be for.
    NoChoices,
    /// Nobody called these two players, by two letters.
    FirstTraders {
        /// How many players there are.
        players: usize,
    },
    /// Trees are drawn as something else.
    Picture,
    /// Somebody asked for the end.
    Stopped,
    /// There are no situations.
    Derivation(NoDerivation),
    /// There is no such deal.
    NoSuchDeal,
    /// There is such a deal, and this player has a corner in it.
    DealtCorner {
        /// Their place.
        player: usize,
    },
}

/// What can be said of a game of Pit. Tells what is being done.
pub fn report_pit(
    request: &PitRequest,
    stop: &Stop,
    doing: &mut dyn FnMut(PitStep),
) -> Result<PitReport, NoPitReport> {
    shared::check(request)?;
    let derived = |names| {
        let asked = DerivationRequest {
            deck: request.deck,
            most: request.most,
            knowledge: KnowledgeDepth::All,
            names,
            corners: DealtCorners::Never,
            rounds: None,
        };
        derive(&asked, &request.limits, stop)
    };
    let deals = count_pit_deals(request.deck, stop).map_err(|_| NoPitReport::Stopped)?;
    doing(PitStep::Situations);
    let constant = match derived(ChoiceNames::Forgotten) {
        Ok(derived) => derived,
        // How many deals there are can be said all the same.
        Err(NoDerivation::Cut(cut)) => {
            Derived { game: None, situations: Vec::new(), choices: Vec::new(), cut: Some(cut) }
        }
        Err(why @ NoDerivation::NoOpenDeal) => return Err(NoPitReport::Derivation(why)),
    };
    let limits = SolveLimits::default();
    let mut solve = |game: Option<&SituationGame>, step| {
        doing(step);
        game.map(|game| report(game, &limits, stop))
    };
    let move_game = one_move(&constant);
    let mut one_move = solve(move_game.as_ref(), PitStep::OneMove);
    let mut full = solve(constant.game.as_ref(), PitStep::Full);
    // If it makes no difference who the others are, this is the full game again.
    let kept = constant.game.as_ref().and_then(|_| derived(ChoiceNames::Kept).ok());
    let kept = kept.and_then(|kept| kept.game).filter(|kept| constant.game.as_ref() != Some(kept));
    let mut by_last_trade = solve(kept.as_ref(), PitStep::ByLastTrade);
    sensible::mark(&mut one_move, &mut full, &mut by_last_trade);
    let mut report = PitReport {
        players: request.deck.players(),
        suits: request.deck.suits(),
        cards: request.deck.cards(),
        hand: request.deck.hand(),
        most: request.most,
        deals,
        trades: if is_sixpit(request.deck) { offered_trades() } else { Vec::new() },
        situations: rows(&constant),
        cut: constant.cut,
        one_move,
        ending_chance: constant.game.as_ref().and_then(shared::least_ending).map(Exact),
        full,
        by_last_trade,
        shared: None,
    };
    if !request.shared.is_empty() {
        let game = constant.game.as_ref().ok_or(NoPitReport::NoChoices)?;
        report.shared = Some(shared::expect(request, game, move_game.as_ref(), &report)?);
    }
    Ok(report)
}

/// Three players, three suits, two cards of each.
fn is_sixpit(deck: PitDeck) -> bool {
    (deck.players(), deck.suits(), deck.cards()) == (3, 3, 2)
}

fn rows(derived: &Derived) -> Vec<SituationRow> {
    let name = |at: usize| match &derived.game {
        Some(game) => game.situations.get(at + 1).map_or(String::new(), |one| one.name.clone()),
        None => String::new(),
    };
    let row = |(at, one): (usize, &PitSituation)| SituationRow {
        name: name(at),
        hands: write_hands(&one.hands),
        last: one.last_traders(),
        is_after_trades: !one.last.is_empty(),
        rounds: one.rounds,
        worlds: one.worlds,
        considered: one.considered.clone(),
        kind: one.kind,
    };
    derived.situations.iter().enumerate().map(row).collect()
}

/// The game of one move that begins in the first situation after a trade, in which play that goes on is worth nothing.
fn one_move(derived: &Derived) -> Option<SituationGame> {
    let game = derived.game.as_ref()?;
    let place = derived.situations.iter().position(|one| one.last_traders().is_some())?;
    let mut situation = game.situations.get(place + 1)?.clone();
    for course in &mut situation.courses {
        if let CourseEnd::Situation(_) = course.end {
            course.end = CourseEnd::Over(vec![RBig::ZERO; game.players.len()]);
        }
    }
    let mut used: Vec<usize> =
        situation.courses.iter().flat_map(|course| &course.made).map(|&(at, _)| at).collect();
    used.sort_unstable();
    used.dedup();
    for (choice, _) in situation.courses.iter_mut().flat_map(|course| &mut course.made) {
        *choice = used.binary_search(choice).unwrap_or(0);
    }
    let choices = used.iter().map(|&at| game.choices[at].clone()).collect();
    let players = game.players.clone();
    Some(SituationGame { players, choices, situations: vec![situation], start: 0 })
}

#[cfg(test)]
mod tests;

//! An agent of the project as a strategy. Each bullet point of the page (Decision Making) is a switch.

use super::AgentMode;
use super::models::{GoalModel, HandModel, ShownModel};
use crate::cluedo::board::{Traveller, room_card, suspect_here};
use crate::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice, cards_in};
use crate::game::{Move, Observation, Player};
use crate::named::{BadSetting, Named};
use crate::strategy::{Decision, NoChoice, Strategy};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// What an agent does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentSettings {
    /// Which version is meant.
    pub mode: AgentMode,
    /// The knowledge order: 0, 1 or 2.
    pub order: u8,
    /// Learns from cards that are shown to others, and from who cannot show one.
    pub watches: bool,
    /// Suspects the most frequent cards of the goal model instead of one of its worlds.
    pub combines: bool,
    /// Takes cards that are known to be in a hand out of the goal model.
    pub checks_hands: bool,
    /// Prefers to show a card that the other was shown before.
    pub repeats: bool,
}

impl AgentSettings {
    /// An agent of an order, as a mode has it.
    pub fn of_order(order: u8, mode: AgentMode) -> Self {
        let reasons = order >= 1;
        Self {
            mode,
            order,
            watches: reasons,
            // The random branch of the program could not run.
            combines: reasons || mode == AgentMode::Program,
            checks_hands: reasons,
            repeats: order >= 2,
        }
    }

    /// The settings of a name such as `agent(order=1; mode=page)`.
    pub fn named(named: &Named) -> Result<Self, BadSetting> {
        named.check_keys(&["order", "mode", "watches", "combines", "checks", "repeats"])?;
        let mode = named.one_of(
            "mode",
            &[
                ("right", AgentMode::Right),
                ("page", AgentMode::Page),
                ("program", AgentMode::Program),
            ],
        )?;
        let mut settings = Self::of_order(named.number("order", 1, 0..=2)? as u8, mode);
        for (key, switch) in [
            ("watches", &mut settings.watches),
            ("combines", &mut settings.combines),
            ("checks", &mut settings.checks_hands),
            ("repeats", &mut settings.repeats),
        ] {
            if named.setting(key).is_some() {
                *switch = named.one_of(key, &[("yes", true), ("no", false)])?;
            }
        }
        Ok(settings)
    }
}

/// An agent of the project.
pub struct CluedoAgent {
    game: Arc<CluedoGame>,
    settings: AgentSettings,
    player: Player,
    hand: CluedoCards,
    goal: GoalModel,
    /// The models of the other players' hands; the own one is empty.
    hands: Vec<HandModel>,
    shown: ShownModel,
    /// Who suspected last, and which cards.
    suspicion: (Player, CluedoCards),
    refuted: bool,
    traveller: Traveller,
    /// What the agent moves to suspect, in this turn.
    wanted: Option<CluedoCards>,
}

impl CluedoAgent {
    /// An agent for a game.
    pub fn new(game: Arc<CluedoGame>, settings: AgentSettings) -> Self {
        let players = game.rules().hands().len();
        Self {
            game,
            settings,
            player: Player(0),
            hand: 0,
            goal: GoalModel::default(),
            hands: vec![HandModel::default(); players],
            shown: ShownModel::default(),
            suspicion: (Player(0), 0),
            refuted: false,
            traveller: Traveller::default(),
            wanted: None,
        }
    }

    /// What the agent takes for possible in the goal deck.
    pub fn goal(&self) -> &GoalModel {
        &self.goal
    }

    /// What the agent takes for possible in the hand of another player.
    pub fn hand_of(&self, player: Player) -> &HandModel {
        &self.hands[player.index()]
    }

    /// What the agent takes the others to know of its hand.
    pub fn shown(&self) -> &ShownModel {
        &self.shown
    }

    /// The agent's own cards.
    pub fn hand(&self) -> CluedoCards {
        self.hand
    }

    fn deal(&mut self, hand: CluedoCards) {
        self.hand = hand;
        // Nobody has suspected yet.
        (self.suspicion, self.refuted) = ((Player(0), 0), true);
        self.goal.reset(self.game.triples());
        self.goal.exclude_cards(hand);
        self.shown.reset(self.hands.len());
        let deck = self.game.rules().deck();
        let others = deck.cards().fold(0, |all, card| all | 1 << card.0) & !hand;
        for (at, (model, size)) in self.hands.iter_mut().zip(self.game.rules().hands()).enumerate()
        {
            // The program takes everybody to have as many cards as the agent.
            let size = match self.settings.mode {
                AgentMode::Program => hand.count_ones() as usize,
                AgentMode::Page | AgentMode::Right => *size,
            };
            if at != self.player.index() {
                model.reset(others, size);
            }
        }
    }

    fn pass(&mut self, player: Player) {
        if player == self.player || !self.settings.watches {
            return;
        }
        let cards = self.suspicion.1;
        let model = &mut self.hands[player.index()];
        match self.settings.mode {
            // The page gives no formula.
            AgentMode::Page => {}
            AgentMode::Program => model.exclude_all_together(cards),
            AgentMode::Right => model.exclude_cards(cards),
        }
    }

    fn show(&mut self, shower: Player, card: Option<hexa_logic::Card>) {
        let (asker, cards) = self.suspicion;
        self.refuted = true;
        match card {
            Some(card) if shower == self.player => self.shown.show(asker.index(), card),
            Some(card) => {
                self.goal.exclude_cards(1 << card.0);
                self.hands[shower.index()].include_card(card);
            }
            None if self.settings.watches => {
                self.goal.exclude_triple(cards);
                self.hands[shower.index()].include_some(cards);
            }
            None => {}
        }
        let checks_now = match self.settings.mode {
            AgentMode::Program => asker == self.player,
            AgentMode::Page | AgentMode::Right => false,
        };
        if checks_now {
            self.check_hands();
        }
    }

    /// A card that is known to be in a hand is not in the goal deck.
    fn check_hands(&mut self) {
        if !self.settings.checks_hands {
            return;
        }
        let own = self.player.index();
        let mut known = 0;
        loop {
            let certain: Vec<CluedoCards> = self.hands.iter().map(HandModel::certain).collect();
            let held = certain.iter().enumerate().filter(|(at, _)| *at != own);
            let held = held.fold(0, |held, (_, certain)| held | certain);
            self.goal.exclude_cards(held);
            if self.settings.mode != AgentMode::Right {
                return;
            }
            // No card is in two places, and what is in the goal deck is in no hand.
            let goal = self.goal.certain();
            let all = held | goal;
            if all == known {
                return;
            }
            known = all;
            for (at, model) in self.hands.iter_mut().enumerate().filter(|(at, _)| *at != own) {
                let elsewhere = all & !certain[at];
                if elsewhere != 0 {
                    model.exclude_cards(elsewhere);
                }
            }
        }
    }

    /// The cards to suspect.
    fn suspect(&self, stream: &mut Stream) -> CluedoCards {
        if !self.settings.combines {
            let world = stream.pick(self.goal.worlds()).copied();
            return world.unwrap_or_else(|| self.game.triples()[0]);
        }
        let certain = self.goal.certain();
        let mut triple = 0;
        for category in self.game.rules().deck().categories() {
            let cards = category.cards.iter().fold(0, |all, card| all | 1u64 << card.0);
            let decided = certain & cards;
            // The page: a card that is known to be in the goal deck is not suspected; an own card asks nothing.
            let own = self.hand & cards;
            if self.settings.mode == AgentMode::Page && decided != 0 && own != 0 {
                triple |= pick_card(own, stream);
                continue;
            }
            let count = |card: &hexa_logic::Card| self.goal.count(*card);
            let most = category.cards.iter().map(count).max().unwrap_or(0);
            let mut best = category.cards.iter().filter(|card| count(card) == most);
            triple |= match self.settings.mode {
                AgentMode::Program => best.next().map_or(0, |card| 1 << card.0),
                AgentMode::Page | AgentMode::Right => {
                    pick_card(best.fold(0, |all, card| all | 1 << card.0), stream)
                }
            };
        }
        triple
    }

    /// The card to show, of these.
    fn choose_shown(&self, cards: CluedoCards, stream: &mut Stream) -> CluedoCards {
        let known = self.shown.known_to(self.suspicion.0.index()) & cards;
        if self.settings.repeats && known != 0 {
            return pick_card(known, stream);
        }
        pick_card(cards, stream)
    }

    /// What to accuse of, if anything: the only goal deck that is left, or what nobody could refute.
    fn accusation(&self) -> Option<CluedoCards> {
        let (asker, cards) = self.suspicion;
        let unrefuted = asker == self.player && !self.refuted && cards & self.hand == 0;
        self.goal.only().or(unrefuted.then_some(cards))
    }
}

impl CluedoAgent {
    /// The page: players move based on their suggestion in the current turn.
    fn travel(&mut self, moves: &[Move], stream: &mut Stream) -> Result<usize, NoChoice> {
        let wanted = match self.wanted {
            Some(wanted) => wanted,
            None => self.suspect(stream),
        };
        self.wanted = Some(wanted);
        let room = room_card(&self.game, wanted).ok_or(NoChoice::UnknownInformation)?;
        let made = self.traveller.towards(&self.game, self.player, moves, room);
        let made = made.ok_or(NoChoice::UnknownInformation)?;
        moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }
}

fn pick_card(cards: CluedoCards, stream: &mut Stream) -> CluedoCards {
    let many = cards.count_ones() as usize;
    let at = if many > 1 { stream.below(many) } else { 0 };
    cards_in(cards).nth(at).map_or(0, |card| 1 << card.0)
}

impl Strategy for CluedoAgent {
    fn begin(&mut self, player: Player) {
        self.player = player;
        self.traveller.begin(&self.game);
        self.wanted = None;
    }

    fn observe(&mut self, observed: Observation<'_>) {
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Dealt(hand)) => self.deal(hand),
            Some(CluedoNotice::Suspicion(by, cards)) => {
                self.suspicion = (by, cards);
                self.refuted = false;
            }
            Some(CluedoNotice::Pass(by)) => self.pass(by),
            Some(CluedoNotice::Show(by, card)) => self.show(by, card),
            Some(CluedoNotice::Wrong { named: Some(cards), .. }) => {
                self.goal.exclude_triple(cards);
            }
            Some(CluedoNotice::EndOfTurn(_)) => {
                // In the next turn the agent decides anew where to go.
                self.wanted = None;
                if self.settings.mode != AgentMode::Program {
                    self.check_hands();
                }
            }
            Some(CluedoNotice::Board(notice)) => self.traveller.observe(&self.game, notice),
            Some(CluedoNotice::Right(..) | CluedoNotice::Wrong { named: None, .. }) | None => {}
        }
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        _: &Stop,
    ) -> Result<usize, NoChoice> {
        let first = decision.moves.first().and_then(|&made| self.game.meaning(made));
        let made = match first {
            Some(CluedoMove::Travel(_)) => return self.travel(decision.moves, stream),
            Some(CluedoMove::Suspect(_)) => {
                let wanted = self.wanted.take().unwrap_or_else(|| self.suspect(stream));
                // On a board one suspects where one is.
                let is_free = self.traveller.standing().is_none();
                CluedoMove::Suspect(match is_free {
                    true => wanted,
                    false => suspect_here(&self.game, decision.moves, wanted),
                })
            }
            Some(CluedoMove::Accuse(_)) => {
                if self.settings.mode != AgentMode::Program {
                    self.check_hands();
                }
                self.accusation().map_or(CluedoMove::EndTurn, CluedoMove::Accuse)
            }
            Some(CluedoMove::Show(_)) => {
                let card = |made: &Move| match self.game.meaning(*made) {
                    Some(CluedoMove::Show(card)) => 1 << card.0,
                    Some(
                        CluedoMove::Suspect(_)
                        | CluedoMove::Accuse(_)
                        | CluedoMove::EndTurn
                        | CluedoMove::Travel(_),
                    )
                    | None => 0,
                };
                let cards = decision.moves.iter().map(card).fold(0, |all, card| all | card);
                let shown = self.choose_shown(cards, stream);
                CluedoMove::Show(hexa_logic::Card(shown.trailing_zeros()))
            }
            Some(CluedoMove::EndTurn) | None => return Err(NoChoice::UnknownInformation),
        };
        let made = self.game.move_of(made).ok_or(NoChoice::UnknownInformation)?;
        decision.moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }
}

//! The agents of the Cluedo agents project on their own models (Agents page; the site's game and results): what splitting
//! loses, what updates do, and whether agents do what their bullet points say. Games are played by the agents themselves.

mod engine_updates;
mod summoning;

use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use hexa_games::cluedo::agents::{
    AgentMode, AgentSettings, AgentsMeasure, AgentsTally, CluedoAgent, DecidedCard, EndingKind,
    Lacking, LossTally, LossWitness, LostKind, ShownModel, card_names, parts_are_projections,
};
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoRules, cards_in};
use hexa_games::game::{Game, Observation, Play, Player};
use hexa_games::named::Named;
use hexa_games::tournament::wilson;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "what splitting loses", at: file!(), run: splitting },
    Check { name: "parts are projections of their product", at: file!(), run: projections },
    Check { name: "updates of split models keep S5", at: file!(), run: equivalences },
    Check { name: "updates of split models", at: file!(), run: engine_updates::compare },
    Check { name: "agents of order zero", at: file!(), run: order_zero },
    Check { name: "agents of order one", at: file!(), run: order_one },
    Check { name: "agents of order two", at: file!(), run: order_two },
    Check { name: "order two against order one", at: file!(), run: second_order },
    Check { name: "suspicions of what is not known", at: file!(), run: decided_kinds },
    Check { name: "games that end before deduction", at: file!(), run: endings },
    Check { name: "summoning keeps out", at: file!(), run: summoning::keeps_out },
];

const MODES: [(AgentMode, &str); 3] =
    [(AgentMode::Page, "page"), (AgentMode::Program, "program"), (AgentMode::Right, "right")];

/// The deck with which the project plays with three players.
const THREE: &str = "cluedo(players=3; deck=4/4/4)";

fn cluedo(name: &str) -> Option<Arc<CluedoGame>> {
    let rules = CluedoRules::named(&Named::read(name).ok()?).ok()?;
    Some(Arc::new(CluedoGame::new(rules)))
}

fn number_of_games(work: &Work, short: u64, deep: u64) -> u64 {
    match work.effort {
        Effort::Short => short,
        Effort::Deep => deep,
    }
}

/// Plays games by these strategies, and shows each at its end.
fn play_games(
    work: &Work,
    game: &Arc<CluedoGame>,
    strategies: &mut [Box<dyn Strategy>],
    games: u64,
    show: &mut dyn FnMut(&dyn Play),
) -> Result<(), String> {
    let stop: &Stop = &work.limits.stop;
    let mut play = Arc::clone(game).start(stop).map_err(|why| format!("{why:?}"))?;
    for number in 0..games {
        work.go_on()?;
        let mut streams = PlayStreams::new(22, number, strategies.len());
        let end = play_on(&mut *play, strategies, &mut streams, 10_000, stop, &mut |_, _| {});
        match end {
            Ok(PlayEnd::Over(_)) => show(&*play),
            Ok(PlayEnd::TooLong) => return Err("a game did not end".to_owned()),
            Err(why) => return Err(format!("a game was abandoned: {why:?}")),
        }
        (0..play.steps()).for_each(|_| play.undo());
    }
    Ok(())
}

fn seated(game: &Arc<CluedoGame>, settings: &[AgentSettings]) -> Vec<Box<dyn Strategy>> {
    let agent = |&settings: &AgentSettings| -> Box<dyn Strategy> {
        Box::new(CluedoAgent::new(Arc::clone(game), settings))
    };
    settings.iter().map(agent).collect()
}

fn kind_words(kind: LostKind) -> &'static str {
    match kind {
        LostKind::NotInGoal => "that a card is not in the goal deck",
        LostKind::InGoal => "that a card is in the goal deck",
        LostKind::NotGoal => "that three possible cards are not the goal deck",
        LostKind::InHand => "that a player has a card",
        LostKind::NotInHand => "that a player does not have a card",
        LostKind::NotHand => "that possible cards are not a hand",
        LostKind::FromProduct => "what the parts do not say together either",
        LostKind::AcrossParts => "what is about several parts at once",
    }
}

fn lost(game: &CluedoGame, witness: &LossWitness) -> String {
    let player = witness.player.0 + 1;
    let cards = card_names(game, witness.fact.cards).join(", ");
    let of = witness.fact.of.map_or(String::new(), |of| format!(" (of player {})", of.0 + 1));
    format!(
        "player {player} notices: {}. Then {player} could know, and the models of {player} do not say, {}{of}: {cards}",
        witness.told.join("; "),
        kind_words(witness.fact.kind)
    )
}

/// After every turn of every game, for every player: what somebody who keeps a list of all deals knows, and the models do not.
fn splitting(work: &Work) -> Verdict {
    let games = number_of_games(work, 8, 10_000);
    let (Some(game), Some(small)) = (cluedo(THREE), cluedo("cluedo(players=3; deck=2/2/2)")) else {
        return Verdict::Open("there is no such game".to_owned());
    };
    let mut witness = None;
    for (mode, name) in MODES {
        let settings = AgentSettings::of_order(1, mode);
        let mut tally = LossTally::default();
        let mut agent = CluedoAgent::new(Arc::clone(&game), settings);
        let mut strategies = seated(&game, &[settings; 3]);
        let add = &mut |play: &dyn Play| tally.add(&game, play, &mut agent);
        if let Err(why) = play_games(work, &game, &mut strategies, games, add) {
            return Verdict::Open(why);
        }
        let counts = LostKind::ALL.iter().zip(tally.with_loss);
        let counts = counts.map(|(kind, count)| format!("{count} {}", kind_words(*kind)));
        work.tell(format!(
            "{name}: {} games, {} positions; lost in {}; something false in {}",
            tally.games,
            tally.positions,
            counts.collect::<Vec<_>>().join(", "),
            tally.falsehoods
        ));
        if mode == AgentMode::Page {
            // The smallest deck has the smallest plays.
            let (mut tally, mut agent) =
                (LossTally::default(), CluedoAgent::new(Arc::clone(&small), settings));
            let mut strategies = seated(&small, &[settings; 3]);
            let add = &mut |play: &dyn Play| tally.add(&small, play, &mut agent);
            if let Err(why) = play_games(work, &small, &mut strategies, 40, add) {
                return Verdict::Open(why);
            }
            // A witness for what parts could say by themselves.
            let first = tally.witnesses.iter().take(6).flatten();
            witness = first.min_by_key(|one| one.turns).map(|one| lost(&small, one));
        }
    }
    match witness {
        Some(witness) => Verdict::Fails(witness),
        None => Verdict::HoldsUpTo(format!("{games} games")),
    }
}

/// Models of agents that reason rightly, in positions of games, against the product of their parts as they were updated one by
/// one, without deals in which a card is in two places.
fn projections(work: &Work) -> Verdict {
    let games = number_of_games(work, 8, 1_000);
    let mut positions = 0u64;
    for name in [THREE, "cluedo(players=3; deck=3/3/4; hands=4,2,1)"] {
        let Some(game) = cluedo(name) else { return Verdict::Open(name.to_owned()) };
        let settings = AgentSettings::of_order(1, AgentMode::Right);
        let mut strategies = seated(&game, &[settings; 3]);
        let mut is_so = true;
        let shown = &mut |play: &dyn Play| {
            for player in Player::first(3) {
                let [mut settled, mut unsettled] =
                    [(); 2].map(|()| CluedoAgent::new(Arc::clone(&game), settings));
                settled.begin(player);
                unsettled.begin(player);
                for observed in play.memory(player).since(0) {
                    settled.observe(observed);
                    unsettled.observe(observed);
                    is_so &= settled.settle_hands(&work.limits.stop).is_ok();
                    is_so &= parts_are_projections(&settled, &unsettled);
                    positions += 1;
                }
            }
        };
        if let Err(why) = play_games(work, &game, &mut strategies, games, shown) {
            return Verdict::Open(why);
        }
        if !is_so {
            return Verdict::Fails(format!("in a game of {name}"));
        }
    }
    Verdict::HoldsUpTo(format!(
        "{positions} moments of {} games for three with even and uneven hands",
        2 * games
    ))
}

/// The only model from which access is taken away is that of what was shown; all ways to show cards of hands of up to five
/// cards, in both readings of the update. In the other models all worlds that are left are linked.
fn equivalences(work: &Work) -> Verdict {
    let mut models = 0u64;
    for size in 0..=number_of_games(work, 4, 6) {
        let hand: CluedoCards = (1 << size) - 1;
        for shown in ShownModel::worlds(hand) {
            let mut model = ShownModel::default();
            model.reset(1);
            cards_in(shown).for_each(|card| model.show(0, card));
            for lacking in [Lacking::Linked, Lacking::Apart] {
                models += 1;
                let linked = |v, w| model.is_linked(0, v, w, lacking);
                for v in ShownModel::worlds(hand) {
                    let near = || ShownModel::worlds(hand).filter(move |&w| linked(v, w));
                    let is_reflexive = linked(v, v);
                    // Euclidean and reflexive: an equivalence.
                    let is_euclidean = near().all(|w| near().all(|u| linked(w, u)));
                    if !is_reflexive || !is_euclidean {
                        return Verdict::Fails(format!("{shown:b} shown of {hand:b}, {lacking:?}"));
                    }
                }
            }
        }
    }
    Verdict::HoldsUpTo(format!("{models} models of what was shown, in both readings"))
}

/// What is noticed of choices.
#[derive(Default)]
struct Choices {
    suspicions: u64,
    shows: u64,
    /// Choices that are not as the page says.
    wrong: Option<String>,
    /// Suspicions with an own card or one of which it is known whether it is in the goal deck.
    known: Option<String>,
    /// What was shown though something else had been shown before, and what was shown again.
    shown_again: u64,
}

/// An agent whose choices are held against its models.
struct Examined {
    game: Arc<CluedoGame>,
    agent: CluedoAgent,
    asker: Player,
    choices: Rc<RefCell<Choices>>,
}

impl Strategy for Examined {
    fn begin(&mut self, player: Player) {
        self.agent.begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        use hexa_games::cluedo::CluedoNotice;
        if let Some(CluedoNotice::Suspicion(by, _)) = CluedoNotice::read(observed) {
            self.asker = by;
        }
        self.agent.observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let chosen = self.agent.choose(decision, stream, stop)?;
        let made = decision.moves.get(chosen).and_then(|&made| self.game.meaning(made));
        match made {
            Some(CluedoMove::Suspect(cards)) => self.examine_suspicion(cards),
            Some(CluedoMove::Show(card)) => {
                let can = decision.moves.iter().filter_map(|&made| self.game.meaning(made));
                let can = can.fold(0, |all: CluedoCards, made| match made {
                    CluedoMove::Show(card) => all | 1 << card.0,
                    CluedoMove::Suspect(_)
                    | CluedoMove::Accuse(_)
                    | CluedoMove::EndTurn
                    | CluedoMove::Travel(_) => all,
                });
                self.examine_show(1 << card.0, can);
            }
            Some(CluedoMove::Accuse(_) | CluedoMove::EndTurn | CluedoMove::Travel(_)) | None => {}
        }
        Ok(chosen)
    }
}

impl Examined {
    fn examine_suspicion(&mut self, cards: CluedoCards) {
        let mut choices = self.choices.borrow_mut();
        choices.suspicions += 1;
        let goal = self.agent.goal();
        let names = || card_names(&self.game, cards).join(", ");
        let is_as_said = match self.agent.settings().order {
            0 => goal.worlds().contains(&cards),
            _ => self.game.rules().deck().categories().iter().all(|category| {
                let of_kind = category.cards.iter().map(|card| goal.count(*card));
                let most = of_kind.max().unwrap_or(0);
                let suspected = category.cards.iter().find(|card| cards >> card.0 & 1 == 1);
                // One of these cards is in all worlds: the site says that it is not suspected then.
                most == goal.worlds().len() || suspected.is_some_and(|c| goal.count(*c) == most)
            }),
        };
        if !is_as_said {
            choices.wrong.get_or_insert_with(names);
        }
        let possible = goal.worlds().iter().fold(0, |any, world| any | world);
        let open = possible & !goal.certain();
        if cards & !open != 0 {
            choices.known.get_or_insert_with(|| {
                let left: Vec<String> =
                    goal.worlds().iter().map(|&w| card_names(&self.game, w).join(" ")).collect();
                format!("with the goal worlds {}, {} are suspected", left.join(" | "), names())
            });
        }
    }

    fn examine_show(&mut self, card: CluedoCards, can: CluedoCards) {
        let mut choices = self.choices.borrow_mut();
        choices.shows += 1;
        let known = self.agent.shown().known_to(self.asker.index()) & can;
        choices.shown_again += u64::from(known != 0);
        if self.agent.settings().order == 2 && known != 0 && known & card == 0 {
            choices.wrong.get_or_insert_with(|| card_names(&self.game, card).join(", "));
        }
    }
}

fn examine(work: &Work, order: u8) -> Result<(u64, Choices), String> {
    let games = number_of_games(work, 20, 2_000);
    let game = cluedo(THREE).ok_or("there is no such game")?;
    let choices = Rc::new(RefCell::new(Choices::default()));
    let examined = |_| -> Box<dyn Strategy> {
        let agent =
            CluedoAgent::new(Arc::clone(&game), AgentSettings::of_order(order, AgentMode::Page));
        let (game, choices) = (Arc::clone(&game), Rc::clone(&choices));
        Box::new(Examined { game, agent, asker: Player(0), choices })
    };
    let mut strategies: Vec<Box<dyn Strategy>> = (0..3).map(examined).collect();
    play_games(work, &game, &mut strategies, games, &mut |_| {})?;
    Ok((games, choices.take()))
}

fn as_said(work: &Work, order: u8) -> Verdict {
    match examine(work, order) {
        Err(why) => Verdict::Open(why),
        Ok((_, Choices { wrong: Some(cards), .. })) => Verdict::Fails(cards),
        Ok((games, choices)) => Verdict::HoldsUpTo(format!(
            "{games} games by such agents, {} suspicions and {} choices of a card to show, {} of these with a card that was shown before",
            choices.suspicions, choices.shows, choices.shown_again
        )),
    }
}

fn order_zero(work: &Work) -> Verdict {
    as_said(work, 0)
}

fn order_one(work: &Work) -> Verdict {
    as_said(work, 1)
}

fn order_two(work: &Work) -> Verdict {
    as_said(work, 2)
}

/// The same games by agents of the second order and by agents of the first, move by move.
fn second_order(work: &Work) -> Verdict {
    let games = number_of_games(work, 20, 2_000);
    let Some(game) = cluedo(THREE) else {
        return Verdict::Open("there is no such game".to_owned());
    };
    let mut different = 0u64;
    for (mode, _) in MODES {
        let [second, first] = [2, 1].map(|order| {
            let settings = AgentSettings {
                decided: DecidedCard::Goal,
                ..AgentSettings::of_order(order, mode)
            };
            let mut noticed = Vec::new();
            let show = &mut |play: &dyn Play| {
                let bytes = Player::first(3).map(|player| play.memory(player).bytes().to_vec());
                noticed.push(bytes.collect::<Vec<_>>());
            };
            play_games(work, &game, &mut seated(&game, &[settings; 3]), games, show)
                .map(|()| noticed)
        });
        match (second, first) {
            (Ok(second), Ok(first)) => {
                different +=
                    second.iter().zip(&first).filter(|(one, other)| one != other).count() as u64;
            }
            (Err(why), _) | (_, Err(why)) => return Verdict::Open(why),
        }
    }
    work.tell(format!("{different} of {} games are different", 3 * games));
    holds_if(different > 0, || {
        format!(
            "all {} games of three modes go move by move as those of agents of the first order: nobody suspects a card again that \
             they were shown, so that there is never a card to show that the other knows",
            3 * games
        )
    })
}

/// Where the card of a kind is known, no card of it is open; then something is suspected all the same.
fn decided_kinds(work: &Work) -> Verdict {
    match examine(work, 1) {
        Err(why) => Verdict::Open(why),
        Ok((games, Choices { known: None, .. })) => Verdict::HoldsUpTo(format!("{games} games")),
        Ok((_, Choices { known: Some(witness), .. })) => Verdict::Fails(witness),
    }
}

/// Four agents of the page, and how their games end.
fn endings(work: &Work) -> Verdict {
    let games = number_of_games(work, 60, 5_000);
    let Some(game) = cluedo("cluedo(players=4; deck=6/6/7)") else {
        return Verdict::Open("there is no such game".to_owned());
    };
    let mut is_so = true;
    let mut told = Vec::new();
    for orders in [[2, 2, 0, 0], [1, 1, 0, 0], [2, 2, 1, 1]] {
        let settings = orders.map(|order| AgentSettings::of_order(order, AgentMode::Page));
        let agents = settings.map(|settings| Some(CluedoAgent::new(Arc::clone(&game), settings)));
        let mut measure = AgentsMeasure::new(Arc::clone(&game), agents.into());
        let line_up = [0, 1, 2, 3];
        let mut strategies = seated(&game, &settings);
        let add = &mut |play: &dyn Play| measure.add(play, &line_up);
        if let Err(why) = play_games(work, &game, &mut strategies, games, add) {
            return Verdict::Open(why);
        }
        let tally: AgentsTally = measure.into_tally();
        let before = tally.endings[EndingKind::Unrefuted as usize];
        let interval = wilson(before, games);
        is_so &= interval.is_some_and(|interval| interval.high > 0.95);
        told.push(format!("{before} of {games} with orders {orders:?}"));
    }
    let told = told.join(", ");
    work.tell(told.clone());
    holds_if(is_so, || {
        format!("a suspicion that nobody refuted, and several goal worlds before it: {told}")
    })
}

//! The updates of split models, one by one, against the engine's Kripke models: each model is written in the Hexa language, each
//! formula of the page is announced there, and the worlds and the access that are left are compared.

use super::super::Work;
use super::super::snippet::{Snippet, in_words, verdict_or_open};
use super::{MODES, cluedo, number_of_games, play_games, seated};
use crate::Verdict;
use hexa_engine::{AccessView, View};
use hexa_games::Strategy;
use hexa_games::cluedo::agents::{AgentMode, AgentSettings, CluedoAgent, Lacking, ShownModel};
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoNotice, cards_in};
use hexa_games::game::{Play, Player};
use std::fmt::Write as _;
use std::sync::Arc;

/// A model in the Hexa language, with the worlds that an agent had left after each update.
struct Written {
    text: String,
    after: Vec<Vec<CluedoCards>>,
}

fn atoms(cards: CluedoCards) -> Vec<String> {
    cards_in(cards).map(|card| format!("c{}", card.0)).collect()
}

fn list(cards: CluedoCards) -> String {
    atoms(cards).join(", ")
}

impl Written {
    /// Cards in a place of which only this is known: as many of each of these sets as it says.
    fn new(all: CluedoCards, counts: &[(CluedoCards, u32)], actual: CluedoCards) -> Self {
        let mut text = format!("agents 1\natoms {}\n", list(all));
        for (cards, count) in counts {
            let _ = writeln!(text, "law count(c in {{{}}}: c) = {count}", list(*cards));
        }
        let _ = writeln!(text, "point {}", list(actual));
        Self { text, after: Vec::new() }
    }

    /// An update with a formula, and what the agent has left after it.
    fn update(&mut self, formula: &str, after: &[CluedoCards]) {
        let _ = writeln!(self.text, "do L_1 ?({formula})");
        self.after.push(sorted(after.to_vec()));
    }

    /// How many updates led to the same worlds; an error if one did not.
    fn compare(&self, work: &Work) -> Result<u64, String> {
        let snippet = Snippet::read(work, &self.text)?;
        let mut state = snippet.initial()?;
        for (action, expected) in snippet.actions().into_iter().zip(&self.after) {
            state = snippet.after(&state, action)?;
            let view = in_words(hexa_engine::view(&state))?;
            if sorted(worlds(&view)) != *expected {
                return Err(format!("other worlds are left of {}", self.text));
            }
        }
        Ok(self.after.len() as u64)
    }
}

fn sorted(mut worlds: Vec<CluedoCards>) -> Vec<CluedoCards> {
    worlds.sort_unstable();
    worlds
}

/// Atoms are declared in the order of their cards.
fn worlds(view: &View) -> Vec<CluedoCards> {
    let world = |atoms: &[hexa_logic::Atom]| {
        atoms.iter().fold(0, |cards: CluedoCards, atom| cards | 1 << atom.index())
    };
    view.worlds.iter().map(|one| world(&one.atoms)).collect()
}

fn any_of(cards: CluedoCards) -> String {
    atoms(cards).join(" | ")
}

fn not_all_of(cards: CluedoCards) -> String {
    format!("~({})", atoms(cards).join(" & "))
}

fn none_of(cards: CluedoCards) -> String {
    atoms(cards).iter().map(|atom| format!("~{atom}")).collect::<Vec<_>>().join(" & ")
}

/// The models of a player in a game, written with the page's formulas, and compared.
fn compare_player(
    work: &Work,
    game: &Arc<CluedoGame>,
    play: &dyn Play,
    player: Player,
    mode: AgentMode,
) -> Result<u64, String> {
    let players = game.rules().hands().len();
    let hand_of = |player| {
        let notices = play.memory(player).since(0).filter_map(CluedoNotice::read);
        let mut hands = notices.filter_map(|notice| match notice {
            CluedoNotice::Dealt(hand) => Some(hand),
            CluedoNotice::Suspicion(..)
            | CluedoNotice::Pass(_)
            | CluedoNotice::Show(..)
            | CluedoNotice::Right(..)
            | CluedoNotice::Wrong { .. }
            | CluedoNotice::EndOfTurn(_)
            | CluedoNotice::Board(_) => None,
        });
        hands.next().unwrap_or_default()
    };
    let hands: Vec<CluedoCards> = Player::first(players).map(hand_of).collect();
    let all: CluedoCards = game.rules().deck().cards().fold(0, |all, card| all | 1 << card.0);
    let envelope = hands.iter().fold(all, |left, hand| left & !hand);
    let kinds = game.rules().deck().categories().iter();
    let kind = |cards: &[hexa_logic::Card]| cards.iter().fold(0, |all, card| all | 1 << card.0);
    let kinds: Vec<(CluedoCards, u32)> = kinds.map(|one| (kind(&one.cards), 1)).collect();
    let mut goal = Written::new(all, &kinds, envelope);
    let of_hand = |hand: &CluedoCards| Written::new(all, &[(all, hand.count_ones())], *hand);
    let mut models: Vec<Written> = hands.iter().map(of_hand).collect();
    let mut agent = CluedoAgent::new(Arc::clone(game), AgentSettings::of_order(2, mode));
    agent.begin(player);
    let own = hands[player.index()];
    let mut shows = Vec::new();
    let (mut asker, mut suspected) = (player, 0);
    for observed in play.memory(player).since(0) {
        agent.observe(observed);
        let left = |other: Player| agent.hand_of(other).worlds();
        // Cards that are in all worlds of a hand leave the goal model, when a mode says so.
        let known = known_cards(&agent, players);
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Dealt(hand)) => {
                goal.update(&none_of(hand), agent.goal().worlds());
                for other in Player::first(players).filter(|other| *other != player) {
                    models[other.index()].update(&none_of(hand), left(other));
                }
            }
            Some(CluedoNotice::Suspicion(by, cards)) => (asker, suspected) = (by, cards),
            Some(CluedoNotice::Pass(by)) if by != player => match mode {
                AgentMode::Page => {}
                AgentMode::Program => models[by.index()].update(&not_all_of(suspected), left(by)),
                AgentMode::Right => models[by.index()].update(&none_of(suspected), left(by)),
            },
            Some(CluedoNotice::Show(by, card)) if by == player => {
                shows.extend(card.map(|card| (asker, card)));
            }
            Some(CluedoNotice::Show(by, Some(card))) => {
                models[by.index()].update(&any_of(1 << card.0), left(by));
                let gone = match mode {
                    AgentMode::Program => known | 1 << card.0,
                    AgentMode::Page | AgentMode::Right => 1 << card.0,
                };
                goal.update(&none_of(gone), agent.goal().worlds());
            }
            Some(CluedoNotice::Show(by, None)) => {
                goal.update(&not_all_of(suspected), agent.goal().worlds());
                models[by.index()].update(&any_of(suspected), left(by));
            }
            Some(CluedoNotice::EndOfTurn(_)) if mode == AgentMode::Page && known != 0 => {
                goal.update(&none_of(known), agent.goal().worlds());
            }
            Some(
                CluedoNotice::Pass(_)
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::Board(_),
            )
            | None => {}
        }
    }
    let mut compared = goal.compare(work)?;
    for (model, other) in models.iter().zip(Player::first(players)) {
        if other != player {
            compared += model.compare(work)?;
        }
    }
    Ok(compared + compare_shown(work, &agent, own, &shows)?)
}

fn known_cards(agent: &CluedoAgent, players: usize) -> CluedoCards {
    let others = Player::first(players).filter(|other| *other != agent.player());
    others.fold(0, |known, other| known | agent.hand_of(other).certain())
}

/// The model of what others know of a hand, with the access of each: the update takes away links of who is shown a card between
/// worlds that differ in it.
fn compare_shown(
    work: &Work,
    agent: &CluedoAgent,
    hand: CluedoCards,
    shows: &[(Player, hexa_logic::Card)],
) -> Result<u64, String> {
    let own = agent.player();
    let others: Vec<Player> =
        Player::first(agent.players()).filter(|player| *player != own).collect();
    let name = |player: &Player| format!("{}", player.0 + 1);
    let names: Vec<String> = Player::first(agent.players()).map(|player| name(&player)).collect();
    let cards = list(hand);
    let mut text = format!(
        "agents {}\natoms {cards}\nobserve {}: {cards}\npoint {cards}\n",
        names.join(", "),
        name(&own)
    );
    let all = names.join(",");
    for (to, card) in shows {
        let (to, own) = (name(to), name(&own));
        let c = format!("c{}", card.0);
        let _ = writeln!(text, "do L_{{{all}}}(!L_{{{to},{own}}} ?{c} + L_{{{to},{own}}} ?~{c})");
    }
    let snippet = Snippet::read(work, &text)?;
    let mut state = snippet.initial()?;
    let mut model = ShownModel::default();
    model.reset(agent.players());
    let places: Vec<hexa_logic::Card> = cards_in(hand).collect();
    for (action, (to, card)) in snippet.actions().into_iter().zip(shows) {
        model.show(to.index(), *card);
        state = snippet.after(&state, action)?;
        let view = in_words(hexa_engine::view(&state))?;
        let world = |place: usize| {
            let atoms = view.worlds[place].atoms.iter();
            atoms.fold(0, |cards: CluedoCards, atom| cards | 1 << places[atom.index()].0)
        };
        for other in &others {
            let access = view.access.iter().find(|(agent, _)| agent.index() == other.index());
            let Some((_, AccessView::Cells(cells))) = access else {
                return Err("access is no partition any more".to_owned());
            };
            let cell = |place| cells.iter().position(|cell| cell.contains(&place));
            for v in 0..view.worlds.len() {
                for w in 0..view.worlds.len() {
                    let linked =
                        model.is_linked(other.index(), world(v), world(w), Lacking::Linked);
                    if linked != (cell(v) == cell(w)) {
                        return Err(format!("other links are left of {text}"));
                    }
                }
            }
        }
    }
    if model != *agent.shown() {
        return Err("the agent keeps another model of what was shown".to_owned());
    }
    Ok(shows.len() as u64)
}

/// Every update of every player in some games with nine cards, in all modes.
pub(super) fn compare(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let games = number_of_games(work, 2, 40);
        let game = cluedo("cluedo(players=3; deck=3/3/3)").ok_or("there is no such game")?;
        let (mut updates, mut different) = (0, None);
        for (mode, _) in MODES {
            let settings = AgentSettings::of_order(2, mode);
            let mut strategies: Vec<Box<dyn Strategy>> = seated(&game, &[settings; 3]);
            let shown = &mut |play: &dyn Play| {
                for player in Player::first(3) {
                    match compare_player(work, &game, play, player, mode) {
                        Ok(compared) => updates += compared,
                        Err(why) => drop(different.get_or_insert(why)),
                    }
                }
            };
            play_games(work, &game, &mut strategies, games, shown)?;
        }
        work.limits.stop.look().map_err(|stopped| stopped.to_string())?;
        Ok(match different {
            Some(why) => Verdict::Fails(why),
            None => Verdict::HoldsUpTo(format!("{updates} updates in {} games", 3 * games)),
        })
    })())
}

//! Games of Cluedo a second and core, at full size without a board, by strong players, with how many questions about what others
//! know each game asked. It is checked first that somebody wins every game, that nobody accuses wrongly who accuses only when
//! certain, and that players know what the deals engine counts.
//!
//! `cargo bench -p hexa-games --bench cluedo_players -- paired 1000 "cluedo(players=3; deck=3/3/4)"` plays pairs of games instead:
//! the same deals with the assistant in the first seat, who once accuses as advised and once only when certain, against each
//! agent and perfect logicians, or those alone whose name follows. Its sign test has one side: how likely so many of the games that come out differently are lost,
//! if each were as likely won (Dixon, Mood 1946).

#![allow(clippy::print_stdout)]

#[path = "../tests/playing/cluedo_seats.rs"]
mod cluedo_seats;

use cluedo_seats::{cluedo, first_wins};
use hexa_games::cluedo::players::notes::{Memories, Notes, agent_of};
use hexa_games::cluedo::players::{CluedoPlayer, PlayerSettings};
use hexa_games::cluedo::{CluedoGame, CluedoNotice};
use hexa_games::game::{Game, Observation, Play, Player};
use hexa_games::named::Named;
use hexa_games::tournament::sign_test_against;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// Players in all seats, and how many games are timed.
const LINE_UPS: &[(&str, u64)] = &[
    ("perfect(asks=possible)", 300),
    ("nowin", 20),
    ("nested(worlds=8)", 5),
    ("measure(by=entropy)", 10),
    ("measure(by=deals)", 10),
    ("measure(by=worlds)", 10),
    ("measure(by=win)", 10),
    ("lookahead(accuses=certain; plays=20)", 2),
];

const FULL: &str = "cluedo(players=6)";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    if let [mode, games, name, opponents @ ..] = &arguments[..]
        && mode == "paired"
    {
        return play_pairs(name, games.parse().expect("a number of games"), opponents);
    }
    let game = cluedo(FULL);
    for &(name, games) in LINE_UPS {
        let is_slow = name != LINE_UPS[0].0;
        if is_test && is_slow {
            continue;
        }
        let players: Vec<Rc<RefCell<CluedoPlayer>>> =
            (0..6).map(|_| Rc::new(RefCell::new(player(name, &game)))).collect();
        let seat = |player: &Rc<_>| Box::new(Seat(Rc::clone(player))) as Box<dyn Strategy>;
        let mut seats: Vec<Box<dyn Strategy>> = players.iter().map(seat).collect();
        play(&game, &mut seats, 1);
        for player in &players {
            check(&game, &mut player.borrow_mut());
        }
        if is_test {
            continue;
        }
        let nested = || players.iter().map(|one| one.borrow().count_nested()).sum::<u64>();
        let (before, started) = (nested(), Instant::now());
        let turns = play(&game, &mut seats, games);
        let rate = games as f64 / started.elapsed().as_secs_f64();
        let per_game = |number: u64| number as f64 / games as f64;
        println!(
            "{FULL}, six of {name}: {rate:.2} games a second; {:.1} turns and {:.1} nested questions a game",
            per_game(turns),
            per_game(nested() - before)
        );
    }
}

/// A player that is looked at after the game.
struct Seat(Rc<RefCell<CluedoPlayer>>);

impl Strategy for Seat {
    fn begin(&mut self, player: Player) {
        self.0.borrow_mut().begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.0.borrow_mut().observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        self.0.borrow_mut().choose(decision, stream, stop)
    }
}

fn player(name: &str, game: &Arc<CluedoGame>) -> CluedoPlayer {
    let named = Named::read(name).expect("a name");
    let settings = PlayerSettings::named(&named).expect("a player").expect("settings");
    CluedoPlayer::new(Arc::clone(game), settings)
}

/// What a player knows at the end is what the deals engine counts, without what follows from not accusing.
fn check(game: &CluedoGame, player: &mut CluedoPlayer) {
    let mut account = player.account().clone();
    let mut notes = Notes::new(game.rules(), Memories::Bad, &Stop::new()).expect("a deal");
    notes.take(game.rules(), &account).expect("it happened");
    let counted = notes.record().tables_of(agent_of(account.player())).expect("no limit");
    assert_eq!(counted.len(), account.envelopes().len(), "the deals engine agrees");
}

/// Plays games; how many turns they took.
fn play(game: &Arc<CluedoGame>, seats: &mut [Box<dyn Strategy>], games: u64) -> u64 {
    let stop = Stop::new();
    let mut turns = 0;
    for number in 0..games {
        let mut play: Box<dyn Play> = Arc::clone(game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(7, number, seats.len());
        let end = play_on(&mut *play, seats, &mut streams, 100_000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        assert_eq!(returns.iter().filter(|worth| worth.to_string() == "1").count(), 1);
        for notice in play.memory(Player(0)).since(0).filter_map(CluedoNotice::read) {
            match notice {
                CluedoNotice::Wrong { .. } => panic!("nobody guesses"),
                CluedoNotice::EndOfTurn(_) | CluedoNotice::Right(..) => turns += 1,
                CluedoNotice::Dealt(_)
                | CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Board(_) => {}
            }
        }
    }
    turns
}

/// What a seat that follows the assistant wins, against what it wins when it accuses only when certain.
fn play_pairs(name: &str, games: u64, opponents: &[String]) {
    let game = cluedo(name);
    for (opponent, others) in [
        ("agent(order=0)", "ordinary"),
        ("agent(order=1)", "perfect"),
        ("agent(order=2)", "perfect"),
        ("perfect", "perfect"),
    ] {
        if !opponents.is_empty() && !opponents.iter().any(|named| named == opponent) {
            continue;
        }
        let wins = |accuses: &str| -> Vec<bool> {
            let assistant = format!("assistant(others={others}; accuses={accuses})");
            (0..games).map(|number| first_wins(&game, &assistant, opponent, number)).collect()
        };
        let started = Instant::now();
        let (advised, certain) = (wins("weighed"), wins("certain"));
        let both = || advised.iter().zip(&certain);
        let gained = both().filter(|&(advised, certain)| *advised && !*certain).count() as u64;
        let lost = both().filter(|&(advised, certain)| !*advised && *certain).count() as u64;
        let won = |wins: &[bool]| wins.iter().filter(|&&win| win).count();
        println!(
            "{name}, assistant(others={others}) against {opponent}: {games} pairs; wins {} as advised, {} when certain only; \
             {gained} gained, {lost} lost; sign test {:.4}; {:.0} s",
            won(&advised),
            won(&certain),
            sign_test_against(gained, lost),
            started.elapsed().as_secs_f64()
        );
    }
}

//! Pit as a game of the interface.

mod gambler;
mod knowledge;
mod named_cards;
mod paper;
mod rules;
mod traders;

use hexa_games::catalogue::named_game;
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_logic::Stop;
use std::sync::Arc;

fn game(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).expect("a game")
}

fn start(name: &str) -> Box<dyn Play> {
    game(name).start(&Stop::new()).expect("it starts")
}

/// Chance does this.
fn chance(play: &mut dyn Play, text: &str) {
    let step = match play.chance() {
        Ok(Chance::Listed(moves, _)) => {
            let made = moves.iter().find(|&&made| play.chance_text(made) == text);
            PlayStep::Chance(*made.unwrap_or_else(|| panic!("no chance {text}")))
        }
        Ok(Chance::Drawn) => PlayStep::Drawn(text.to_owned()),
        Err(why) => panic!("{text}: {why:?}"),
    };
    play.apply(&step).unwrap_or_else(|why| panic!("{text}: {why:?}"));
}

/// Those who are asked do this, in order.
fn moves(play: &mut dyn Play, texts: &[&str]) {
    let step = moves_called(play, texts);
    play.apply(&step).unwrap_or_else(|why| panic!("{texts:?}: {why:?}"));
}

fn moves_called(play: &dyn Play, texts: &[&str]) -> PlayStep {
    assert_eq!(play.turn().players().len(), texts.len(), "{texts:?} {:?}", play.turn());
    let made = |(&player, text): (&Player, &&str)| {
        let called = |&&made: &&_| play.move_text(player, made) == **text;
        let found = play.moves(player).iter().find(called);
        *found.unwrap_or_else(|| panic!("{player:?} has no move {text}"))
    };
    PlayStep::Moves(play.turn().players().iter().zip(texts).map(made).collect())
}

/// A play with this deal.
fn dealt(name: &str, deal: &str) -> Box<dyn Play> {
    let mut play = start(name);
    chance(&mut *play, deal);
    play
}

fn worth(play: &dyn Play) -> Vec<String> {
    play.returns().expect("it has a worth").iter().map(ToString::to_string).collect()
}

fn is_over(play: &dyn Play) -> bool {
    *play.turn() == Turn::Over
}

/// What is the case where these hands are held and nothing is offered.
fn facts_of(deal: &str) -> Vec<String> {
    let mut facts = Vec::new();
    for (player, hand) in deal.split(" | ").enumerate() {
        for suit in ["w", "x", "y"] {
            let count = hand.split(' ').filter(|&card| card == suit).count();
            facts.extend((1..=count).map(|card| format!("h({suit},{},{card})", player + 1)));
        }
    }
    facts.sort_unstable();
    facts
}

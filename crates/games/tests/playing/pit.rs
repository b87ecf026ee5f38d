//! Pit as a game of the interface.

mod gambler;
mod knowledge;
mod named_cards;
mod paper;
mod rules;
mod traders;

use hexa_games::catalogue::named_game;
use hexa_games::exact::RBig;
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_games::pit::PitDeck;
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, KnowledgeDepth, PitLimits, derive,
};
use hexa_games::situations::{Choice, values_at};
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

/// With whom a player traded in the last round in which somebody traded.
fn partner(play: &dyn Play, player: Player) -> Option<Player> {
    let (mut found, mut has_traded) = (None, false);
    for observed in play.memory(player).since(0) {
        match *observed.public {
            // Offers: another round.
            [1, ..] => has_traded = false,
            [4, first, second, _] => {
                let own = player.0 as u8;
                let other = match own == first {
                    true => Some(second),
                    false => (own == second).then_some(first),
                };
                found = other.map(|other| Player(other.into())).or(found.filter(|_| has_traded));
                has_traded = true;
            }
            _ => {}
        }
    }
    found
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

/// What everybody can expect of SixPit if they share so often: before the first trade, and after trades of 1 and 2, 1 and 3,
/// 2 and 3.
fn full_play(shared: &[RBig; 3]) -> ([RBig; 3], [[RBig; 3]; 3]) {
    let request = DerivationRequest {
        deck: PitDeck::new(3, 3, 2).expect("a deck"),
        most: 1,
        knowledge: KnowledgeDepth::All,
        names: ChoiceNames::Forgotten,
        corners: DealtCorners::Never,
        rounds: None,
    };
    let derived = derive(&request, &PitLimits::default(), &Stop::new()).expect("situations");
    let game = derived.game.expect("finitely many");
    assert!(game.choices.iter().all(|choice| choice.alternatives == ["shared", "distinct"]));
    let of =
        |choice: &Choice| vec![shared[choice.player].clone(), RBig::ONE - &shared[choice.player]];
    let strategies: Vec<Vec<RBig>> = game.choices.iter().map(of).collect();
    let values = values_at(&game, &strategies).expect("strategies");
    let of = |name: &str| -> [RBig; 3] {
        let at = game.situations.iter().position(|one| one.name == name).expect("a situation");
        values[at].clone().try_into().expect("three players")
    };
    (of("dealt"), ["ab", "ac", "bc"].map(of))
}

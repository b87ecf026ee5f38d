//! The games that are known by name, each with its settings.

use crate::cluedo::{CluedoGame, CluedoRules, NoCluedo};
use crate::game::Game;
use crate::knowledge::{
    Drawing, Guessing, KnowledgeGame, NoSuchGame, NoWin, NotPlayed, OwnCards, PlayedKnowledgeGame,
    Protocol, TurnOrder, Winning, WrongGuess,
};
use crate::kuhn::{KUHN_CARDS, KuhnPoker};
use crate::named::{BadSetting, Named};
use crate::pit::{NoPitGame, PitGame, PitRules};
use hexa_logic::{Agent, Holder, WinCondition};
use std::sync::Arc;

/// A game, or a family of games, that is known by name.
pub struct CatalogueEntry {
    /// Its word.
    pub word: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// A name with settings, as it can be typed.
    pub example: &'static str,
    /// The settings, each with what it means.
    pub settings: &'static [(&'static str, &'static str)],
    make: fn(&Named) -> Result<Arc<dyn Game>, NoGame>,
}

/// Why there is no game with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGame {
    /// No game is known by this word.
    Unknown(String),
    /// A setting does not fit.
    Setting(BadSetting),
    /// There is no game of Cluedo by these rules.
    Cluedo(NoCluedo),
    /// There is no knowledge game by these rules.
    Knowledge(NoSuchGame),
    /// There is, but it cannot be played.
    NotPlayed(NotPlayed),
    /// There is no game of Pit by these rules.
    Pit(NoPitGame),
}

impl From<BadSetting> for NoGame {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

/// All games that are known by name.
pub const CATALOGUE: &[CatalogueEntry] = &[
    CatalogueEntry {
        word: "cluedo",
        about: "Cluedo, with a board or without: who finds out what lies in the envelope wins",
        example: "cluedo(players=3)",
        settings: &[
            ("players", "how many players there are [default: 3]"),
            (
                "deck",
                "classic, orchid, master detective, or how many cards of each kind, such as 4/4/4 [default: classic]",
            ),
            ("hands", "how many cards each player gets [default: as even as can be]"),
            ("board", "ring or squares; a file of a board is a game of its own [default: none]"),
            ("asked", "who answers: in-turn, until one shows, or everybody [default: in-turn]"),
            ("wrong", "what a wrong accusation names is heard or not-heard [default: not-heard]"),
            ("out", "who accused wrongly: still-show or not-asked [default: still-show]"),
            ("accuser", "who accused wrongly looks at the envelope or is told [default: looks]"),
            ("last", "the last one left wins or accuses [default: wins]"),
            ("turns", "after so many turns nobody wins [default: 1000]"),
            ("start", "who begins: first-seat, or highest, a throw of dice [default: by board]"),
            (
                "ends",
                "the game ends with a right accusation, or also with an unrefuted suspicion of it [default: accusation]",
            ),
            ("suspicion", "whoever can suspect must, or may end the turn [default: must]"),
            ("stay", "staying in a room to ask again is allowed or forbidden [default: allowed]"),
            ("dice", "how many dice are thrown, 0 to 2 [default: by board]"),
            ("steps", "without dice, how far one goes [default: by board]"),
            (
                "summoned",
                "a player whose pawn was moved may-ask there, or must-move [default: may-ask]",
            ),
            (
                "summons",
                "the suspect's pawn is moved: always, in-reach, or never [default: always]",
            ),
            (
                "cards",
                "rooms, starts and pawns are printed, or drawn in each game [default: printed]",
            ),
        ],
        make: cluedo,
    },
    CatalogueEntry {
        word: "knowledge",
        about: "Players ask each other for cards, and who knows the deal wins",
        example: "knowledge(hands=1,1,1; ask=1)",
        settings: &[
            ("hands", "how many cards each player gets [default: 1,1,1]"),
            ("table", "how many cards lie on the table [default: 0]"),
            ("ask", "for how many cards players ask, such as 1, 2,3 or 1..3 [default: 1]"),
            ("own", "asking for own cards: allowed, avoided or forbidden [default: allowed]"),
            ("win", "what one must know: deal, table, or the hand of a player [default: deal]"),
            ("nowin", "who says that they cannot win: asker or all [default: asker]"),
            ("order", "who is next: round, start (chance says who begins) or any [default: round]"),
            ("end", "whether who can win must or may [default: must]"),
            ("guess", "guessing: no, after the answer, or instead of asking [default: no]"),
            (
                "wrong",
                "a wrong guess is hidden, and who guessed sees the truth, or heard [default: hidden]",
            ),
            ("draw", "seeing a card of the table instead of asking: no or allowed [default: no]"),
        ],
        make: knowledge,
    },
    CatalogueEntry {
        word: "kuhn",
        about: "Kuhn poker: two players get a card each and may bet once; the higher card wins",
        example: "kuhn(cards=3)",
        settings: &[("cards", "how many cards there are [default: 3]")],
        make: kuhn,
    },
    CatalogueEntry {
        word: "pit",
        about: "Pit: players trade cards face down, and who holds a whole suit wins",
        example: "pit(players=3; cards=2)",
        settings: &[
            ("players", "how many players there are [default: 3]"),
            ("suits", "how many suits there are [default: as many as players]"),
            ("cards", "how many cards each suit has [default: 2]"),
            ("most", "the most cards that are offered at once [default: a whole hand]"),
            ("pass", "offering nothing: no or allowed [default: no]"),
            ("refuse", "refusing a trade when matched: no or allowed [default: no]"),
            (
                "offers",
                "offers of those who did not trade are withdrawn, or stay valid [default: withdrawn]",
            ),
            (
                "pairs",
                "how many pairs trade in a round: one, or all that can be matched [default: one]",
            ),
            ("deal", "any deal, or open: only those without a corner [default: any]"),
            ("rounds", "after so many rounds nobody wins [default: 1000]"),
        ],
        make: pit,
    },
];

/// The game with a name.
pub fn named_game(named: &Named) -> Result<Arc<dyn Game>, NoGame> {
    let entry = CATALOGUE.iter().find(|entry| entry.word == named.word);
    let entry = entry.ok_or_else(|| NoGame::Unknown(named.word.clone()))?;
    let known: Vec<&'static str> = entry.settings.iter().map(|(key, _)| *key).collect();
    named.check_keys(&known)?;
    (entry.make)(named)
}

fn cluedo(named: &Named) -> Result<Arc<dyn Game>, NoGame> {
    let rules = CluedoRules::named(named).map_err(|why| match why {
        NoCluedo::Setting(bad) => NoGame::Setting(bad),
        NoCluedo::Players(_)
        | NoCluedo::Deck { .. }
        | NoCluedo::Hands { .. }
        | NoCluedo::Board(_) => NoGame::Cluedo(why),
    })?;
    Ok(Arc::new(CluedoGame::new(rules)))
}

fn kuhn(named: &Named) -> Result<Arc<dyn Game>, NoGame> {
    let (least, most) = (u64::from(*KUHN_CARDS.start()), u64::from(*KUHN_CARDS.end()));
    let cards = named.number("cards", 3, least..=most)?;
    let game = u32::try_from(cards).ok().and_then(KuhnPoker::new);
    let game = game.ok_or(BadSetting::Missing("cards"))?;
    Ok(Arc::new(game))
}

fn pit(named: &Named) -> Result<Arc<dyn Game>, NoGame> {
    let rules = PitRules::named(named).map_err(|why| match why {
        NoPitGame::Setting(bad) => NoGame::Setting(bad),
        NoPitGame::Deck(_) | NoPitGame::Most { .. } | NoPitGame::NoOpenDeal => NoGame::Pit(why),
    })?;
    Ok(Arc::new(PitGame::new(rules).map_err(NoGame::Pit)?))
}

fn knowledge(named: &Named) -> Result<Arc<dyn Game>, NoGame> {
    let hands = named.numbers("hands")?.unwrap_or_else(|| vec![1, 1, 1]);
    let table = named.number("table", 0, 0..=99)? as usize;
    let ask = named.numbers("ask")?.unwrap_or_else(|| vec![1]);
    let rules = KnowledgeGame::new(&hands, table, &ask).map_err(NoGame::Knowledge)?;
    let mut rules = rules.won_by(winning(named)?).map_err(NoGame::Knowledge)?;
    rules.own = named.one_of(
        "own",
        &[
            ("allowed", OwnCards::Allowed),
            ("avoided", OwnCards::Avoided),
            ("forbidden", OwnCards::Forbidden),
        ],
    )?;
    rules.nowin = named.one_of("nowin", &[("asker", NoWin::Asker), ("all", NoWin::All)])?;
    let protocol = protocol(named)?;
    let game = PlayedKnowledgeGame::by_protocol(rules, protocol).map_err(NoGame::NotPlayed)?;
    Ok(Arc::new(game))
}

/// How it is played.
fn protocol(named: &Named) -> Result<Protocol, BadSetting> {
    let orders =
        [("round", TurnOrder::Round), ("start", TurnOrder::RandomStart), ("any", TurnOrder::Any)];
    let guesses =
        [("no", Guessing::No), ("after", Guessing::After), ("instead", Guessing::Instead)];
    Ok(Protocol {
        order: named.one_of("order", &orders)?,
        winning: named.one_of("end", &[("must", Winning::Must), ("may", Winning::May)])?,
        guessing: named.one_of("guess", &guesses)?,
        wrong: named
            .one_of("wrong", &[("hidden", WrongGuess::Hidden), ("heard", WrongGuess::Heard)])?,
        drawing: named.one_of("draw", &[("no", Drawing::No), ("allowed", Drawing::Allowed)])?,
    })
}

/// What one must know to win.
fn winning(named: &Named) -> Result<WinCondition, BadSetting> {
    let value = named.setting("win").unwrap_or("deal");
    let of_hand = || value.strip_prefix("hand:")?.parse::<u32>().ok()?.checked_sub(1);
    match (value, of_hand()) {
        ("deal", _) => Ok(WinCondition::Deal),
        ("table", _) => Ok(WinCondition::Table),
        (_, Some(player)) => Ok(WinCondition::Hand(Holder::Agent(Agent(player)))),
        (_, None) => Err(BadSetting::Value {
            key: "win",
            value: value.to_owned(),
            takes: "`deal`, `table`, or `hand:2` for the hand of player 2".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_game_with_that_name() {
        for entry in CATALOGUE {
            let named = Named::read(entry.example).expect("a name");
            let game = named_game(&named).expect("a game");
            assert_eq!(game.declaration().name, entry.example);
            let again = Named::read(&game.declaration().name).expect("a name");
            let again = named_game(&again).expect("the same game");
            assert_eq!(again.declaration(), game.declaration());
        }
    }

    #[test]
    fn names_of_no_game_are_refused() {
        let refused = |text: &str| named_game(&Named::read(text).expect("a name")).err();
        assert_eq!(refused("chess"), Some(NoGame::Unknown("chess".to_owned())));
        assert!(matches!(refused("kuhn(deck=3)"), Some(NoGame::Setting(_))));
        assert!(matches!(refused("kuhn(cards=1)"), Some(NoGame::Setting(_))));
        assert!(matches!(refused("knowledge(win=table)"), Some(NoGame::Knowledge(_))));
        assert!(matches!(refused("knowledge(win=hand:0)"), Some(NoGame::Setting(_))));
    }
}

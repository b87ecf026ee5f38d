//! The rules by which Pit is played (*Logic and game theory of Pit*, section 3), and its settings. Of what the paper leaves out,
//! players may offer nothing, refuse a trade, offers may stay valid, and several pairs may trade at once (section 6); it leaves
//! out that players speak when they like, and so does this. Cards of all suits are worth the same.

use super::deck::{NoPitDeck, PitDeck};
use crate::named::{BadSetting, Named};

/// By which rules Pit is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PitRules {
    /// Players, suits and cards.
    pub deck: PitDeck,
    /// The most cards that are offered at once.
    pub most: usize,
    /// Whether players may offer nothing.
    pub passing: Passing,
    /// Whether players may refuse a trade.
    pub refusing: Refusing,
    /// How long offers stand.
    pub offers: OfferLife,
    /// How many pairs trade in a round.
    pub trading: TradingPairs,
    /// Which deals are dealt.
    pub dealt: DealtHands,
    /// After so many rounds nobody wins.
    pub rounds: u32,
}

/// Whether players may offer nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passing {
    /// Everybody offers something.
    No,
    /// They may.
    Allowed,
}

/// Whether players may refuse a trade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusing {
    /// Who is matched trades.
    No,
    /// Both who are matched say at once whether they trade. A pair that refused is not matched again before the next round.
    Allowed,
}

/// How long offers stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OfferLife {
    /// A trade ends all offers (section 3).
    Withdrawn,
    /// Who did not trade is not asked again: their offer stands until they trade, or until nobody can be matched.
    Valid,
}

/// How many pairs trade in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TradingPairs {
    /// One.
    One,
    /// As many as can be matched, one after the other; who has a corner says so when all have traded.
    All,
}

/// Which deals are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealtHands {
    /// All of them.
    Any,
    /// Those in which nobody has a corner, each as likely as before.
    Open,
}

/// Rounds, if nothing else is said.
const ROUNDS: u32 = 1_000;
/// The most rounds.
const MOST_ROUNDS: u64 = 1_000_000;

/// Why there is no game of Pit by these rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPitGame {
    /// There is no such deck.
    Deck(NoPitDeck),
    /// Nobody can offer so many cards.
    Most {
        /// How many.
        most: usize,
        /// How many cards a hand has.
        hand: usize,
    },
    /// With one card in a suit, everybody always has a corner: no deal is open.
    NoOpenDeal,
    /// A setting does not fit.
    Setting(BadSetting),
}

impl From<BadSetting> for NoPitGame {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

impl PitRules {
    /// The rules of the paper, with this deck.
    pub fn of_deck(deck: PitDeck) -> Self {
        Self {
            deck,
            most: deck.hand(),
            passing: Passing::No,
            refusing: Refusing::No,
            offers: OfferLife::Withdrawn,
            trading: TradingPairs::One,
            dealt: DealtHands::Any,
            rounds: ROUNDS,
        }
    }

    /// The rules with these settings.
    pub fn named(named: &Named) -> Result<Self, NoPitGame> {
        let number = |key, default: usize| {
            named.number(key, default as u64, 0..=1_000).map(|number| number as usize)
        };
        let players = number("players", 3)?;
        let (suits, cards) = (number("suits", players)?, number("cards", 2)?);
        let deck = PitDeck::new(players, suits, cards).map_err(NoPitGame::Deck)?;
        let rules = Self {
            deck,
            most: number("most", deck.hand())?,
            passing: named.one_of("pass", &[("no", Passing::No), ("allowed", Passing::Allowed)])?,
            refusing: named
                .one_of("refuse", &[("no", Refusing::No), ("allowed", Refusing::Allowed)])?,
            offers: named.one_of(
                "offers",
                &[("withdrawn", OfferLife::Withdrawn), ("valid", OfferLife::Valid)],
            )?,
            trading: named
                .one_of("pairs", &[("one", TradingPairs::One), ("all", TradingPairs::All)])?,
            dealt: named.one_of("deal", &[("any", DealtHands::Any), ("open", DealtHands::Open)])?,
            rounds: named.number("rounds", u64::from(ROUNDS), 1..=MOST_ROUNDS)? as u32,
        };
        rules.check()?;
        Ok(rules)
    }

    /// Whether there is such a game.
    pub fn check(&self) -> Result<(), NoPitGame> {
        let hand = self.deck.hand();
        if !(1..=hand).contains(&self.most) {
            return Err(NoPitGame::Most { most: self.most, hand });
        }
        match (self.dealt, self.deck.cards()) {
            (DealtHands::Open, 1) => Err(NoPitGame::NoOpenDeal),
            (DealtHands::Open | DealtHands::Any, _) => Ok(()),
        }
    }

    /// The most cards that anybody can ever offer: who holds a whole suit has won.
    pub fn largest_offer(&self) -> usize {
        self.most.min(self.deck.cards().saturating_sub(1)).max(1)
    }

    /// All settings, in the order in which the canonical name has them.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let allowed = |is_allowed: bool| if is_allowed { "allowed" } else { "no" };
        let offers = match self.offers {
            OfferLife::Withdrawn => "withdrawn",
            OfferLife::Valid => "valid",
        };
        let pairs = match self.trading {
            TradingPairs::One => "one",
            TradingPairs::All => "all",
        };
        let dealt = match self.dealt {
            DealtHands::Any => "any",
            DealtHands::Open => "open",
        };
        vec![
            ("players", self.deck.players().to_string()),
            ("suits", self.deck.suits().to_string()),
            ("cards", self.deck.cards().to_string()),
            ("most", self.most.to_string()),
            ("pass", allowed(self.passing == Passing::Allowed).to_owned()),
            ("refuse", allowed(self.refusing == Refusing::Allowed).to_owned()),
            ("offers", offers.to_owned()),
            ("pairs", pairs.to_owned()),
            ("deal", dealt.to_owned()),
            ("rounds", self.rounds.to_string()),
        ]
    }

    /// The canonical name: settings that are as usual are left out, but for players and cards.
    pub fn name(&self) -> Named {
        let usual = Self::of_deck(self.deck).parameters();
        let is_usual = |key: &str, value: &str| match key {
            "players" | "cards" => false,
            "suits" => self.deck.suits() == self.deck.players(),
            _ => usual.iter().any(|(known, usual)| *known == key && usual == value),
        };
        let told = self.parameters().into_iter().filter(|(key, value)| !is_usual(key, value));
        told.fold(Named::word("pit"), |named, (key, value)| named.with(key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> Result<PitRules, NoPitGame> {
        PitRules::named(&Named::read(name).expect("a name"))
    }

    #[test]
    fn names_are_canonical() {
        for name in [
            "pit(players=3; cards=2)",
            "pit(players=2; suits=4; cards=2; most=1)",
            "pit(players=3; cards=3; pass=allowed; refuse=allowed; offers=valid; pairs=all; deal=open; rounds=7)",
        ] {
            assert_eq!(rules(name).map(|rules| rules.name().to_string()), Ok(name.to_owned()));
        }
        assert_eq!(rules("pit"), rules("pit(suits=3; most=2; rounds=1000)"));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let deck = |why| Err(NoPitGame::Deck(why));
        assert_eq!(rules("pit(players=1)"), deck(NoPitDeck::Players(1)));
        assert_eq!(rules("pit(suits=1)"), deck(NoPitDeck::Suits(1)));
        assert_eq!(rules("pit(cards=0)"), deck(NoPitDeck::Cards(0)));
        let uneven = NoPitDeck::Uneven { cards: 9, players: 4 };
        assert_eq!(rules("pit(players=4; suits=3; cards=3)"), deck(uneven));
        assert_eq!(rules("pit(most=3)"), Err(NoPitGame::Most { most: 3, hand: 2 }));
        assert_eq!(rules("pit(most=0)"), Err(NoPitGame::Most { most: 0, hand: 2 }));
        assert_eq!(rules("pit(cards=1; deal=open)"), Err(NoPitGame::NoOpenDeal));
        assert!(matches!(rules("pit(offers=some)"), Err(NoPitGame::Setting(_))));
        assert!(matches!(rules("pit(rounds=0)"), Err(NoPitGame::Setting(_))));
    }
}

//! Pit as a game that is played (*Logic and game theory of Pit*, sections 2, 3 and 6): chance deals, all players offer at once,
//! chance says which of those who offer as many cards trade, and whoever holds a whole suit wins.

use super::account::{PitAccount, PitEvent};
use super::dealing::Dealing;
use super::deck::PitDeck;
use super::hands::{SuitSet, hand_text};
use super::moves::{MoveNumbering, PitMove, SUIT_NAMES, cards_text, number_word, suit_name};
use super::notice::{OfferNumbers, Pair, PitNotice, read_suit};
use super::play::PitPlay;
use super::rules::{DealtHands, NoPitGame, OfferLife, PitRules, Refusing, TradingPairs};
use crate::belief::EpistemicGame;
use crate::exact::{Exact, RBig};
use crate::game::{
    Declaration, Game, Memory, Move, MoveNumbers, Observation, Play, PlayLength, Player,
    PlayerView, Sum, Symmetry, Trouble, Weights,
};
use hexa_logic::Stop;
use std::sync::Arc;

/// Pit.
pub struct PitGame {
    pub(super) rules: PitRules,
    declaration: Declaration,
    pub(super) numbering: MoveNumbering,
    pub(super) texts: Vec<String>,
    pub(super) dealing: Dealing,
    /// All pairs of players, the first one first.
    pub(super) pairs: Vec<Pair>,
    /// For each number of alternatives from one on that they are equally likely.
    pub(super) equal: Vec<Weights>,
}

impl PitGame {
    /// The game by these rules.
    pub fn new(rules: PitRules) -> Result<Self, NoPitGame> {
        rules.check()?;
        let players = rules.deck.players();
        let numbering = MoveNumbering::new(&rules);
        let texts = numbering.texts();
        let later = |first: usize| (first + 1..players).map(move |second| (first, second));
        let pairs: Vec<Pair> = (0..players).flat_map(later).collect();
        let most = pairs.len().max(players);
        let declaration = declare(&rules, &texts, pairs.len());
        let equal = (1..=most).filter_map(|many| Weights::equal(many).ok()).collect();
        let dealing = Dealing::new(&rules);
        Ok(Self { rules, declaration, numbering, texts, dealing, pairs, equal })
    }

    /// The rules.
    pub fn rules(&self) -> &PitRules {
        &self.rules
    }

    /// What a move is.
    pub fn meaning(&self, made: Move) -> Option<PitMove> {
        self.numbering.meaning(made)
    }

    /// The move that a meaning has, if there is such a move in the game.
    pub fn move_of(&self, meaning: PitMove) -> Option<Move> {
        self.numbering.number(meaning)
    }

    /// Whether all deals are listed, so that it can be told what players know.
    pub fn has_listed_deals(&self) -> bool {
        self.dealing.listed().is_some()
    }

    fn deck(&self) -> PitDeck {
        self.rules.deck
    }

    /// What a player with this information set has noticed, step by step.
    pub(super) fn read(
        &self,
        player: Player,
        information: &[u8],
    ) -> Option<(PitAccount, Vec<PitEvent>)> {
        let memory = Memory::read(information)?;
        if player.index() >= self.deck().players() {
            return None;
        }
        let mut account = PitAccount::new(self.rules, player);
        let events = memory.since(0).map(|observed| account.notice(observed));
        let events = events.collect::<Option<Vec<PitEvent>>>()?;
        Some((account, events))
    }
}

impl Game for PitGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        match PitNotice::read(observed.public, self.deck()) {
            Some(notice) => self.tell_notice(player.index(), notice, observed),
            None => String::new(),
        }
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed)).collect();
        let (account, events) = self.read(player, information).ok_or(Trouble::NoInformation)?;
        let mut lines = Vec::new();
        if !events.is_empty() {
            lines.push(format!("your cards: {}", hand_text(account.hand())));
        }
        if let Some(own) = account.own {
            lines.push(format!("you offer {}", cards_text(own)));
        }
        lines.extend(self.standing_offers(&account));
        Ok(PlayerView { lines, board: Vec::new(), heard })
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        Ok(Box::new(PitPlay::new(self)))
    }

    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        Some(self)
    }
}

impl PitGame {
    fn tell_notice(&self, player: usize, notice: PitNotice, observed: Observation<'_>) -> String {
        let name = |other: usize| match other == player {
            true => "you".to_owned(),
            false => (other + 1).to_string(),
        };
        let both = |(first, second): Pair| match second == player {
            true => format!("you and {}", name(first)),
            false => format!("{} and {}", name(first), name(second)),
        };
        match notice {
            PitNotice::Deal => format!("you get {}", hand_text(observed.private)),
            PitNotice::Offers(numbers) => self.tell_offers(player, &numbers, observed),
            PitNotice::Match(pair) => format!("{} are matched", both(pair)),
            PitNotice::Answers((first, second), answers) => {
                let told = [first, second].into_iter().zip(answers);
                told.map(|(who, trades)| answer_text(&name(who), who == player, trades))
                    .collect::<Vec<_>>()
                    .join("; ")
            }
            PitNotice::Trade(pair, cards) => {
                let got = read_suit(observed, self.deck());
                let got = got.map(|suit| format!(": you get {}", suit_name(suit)));
                let number = number_word(usize::from(cards));
                format!("{} trade {number}{}", both(pair), got.unwrap_or_default())
            }
            PitNotice::NoTrade => "nobody trades, and all offers are withdrawn".to_owned(),
            PitNotice::NoCorner => "nobody has a corner".to_owned(),
            PitNotice::Corner(winner, suits) => {
                let verb = if winner == player { "have" } else { "has" };
                format!("{} {verb} a corner in {}", name(winner), suits_text(suits))
            }
            PitNotice::LastRound => "that was the last round".to_owned(),
        }
    }

    fn tell_offers(
        &self,
        player: usize,
        numbers: &OfferNumbers,
        observed: Observation<'_>,
    ) -> String {
        let own = observed.own.and_then(|made| self.meaning(made));
        let of = |(other, &cards): (usize, &u8)| match (other == player, own, cards) {
            (true, Some(PitMove::Offer(offer)), _) => format!("you offer {}", cards_text(offer)),
            (true, _, 0) => "you pass".to_owned(),
            (true, _, _) => "your offer stands".to_owned(),
            (false, _, 0) => format!("{} passes", other + 1),
            (false, _, _) => format!("{} offers {}", other + 1, number_word(usize::from(cards))),
        };
        let numbers = numbers[..self.deck().players()].iter().enumerate();
        numbers.map(of).collect::<Vec<_>>().join("; ")
    }

    /// What others offer, while it stands.
    fn standing_offers(&self, account: &PitAccount) -> Vec<String> {
        let others = (0..self.deck().players()).filter(|&other| other != account.player);
        let offered = others.filter(|&other| account.numbers[other] > 0);
        let number = |other: usize| number_word(usize::from(account.numbers[other]));
        offered.map(|other| format!("{} offers {}", other + 1, number(other))).collect()
    }
}

fn answer_text(name: &str, is_self: bool, trades: bool) -> String {
    let verb = if trades { "trade" } else { "refuse" };
    if is_self { format!("{name} {verb}") } else { format!("{name} {verb}s") }
}

/// Suits of which somebody holds all cards.
fn suits_text(suits: SuitSet) -> String {
    let names = SUIT_NAMES.iter().enumerate().filter(|(suit, _)| suits >> suit & 1 == 1);
    names.map(|(_, name)| *name).collect::<Vec<_>>().join(" and ")
}

fn declare(rules: &PitRules, texts: &[String], pairs: usize) -> Declaration {
    let count = rules.deck.players();
    let players: Vec<String> = (1..=count).map(|player| player.to_string()).collect();
    let parameters = rules.parameters().into_iter().map(|(key, value)| (key.to_owned(), value));
    // Each round has offers, and then pairs one after the other: of those who trade, or as long as they refuse.
    let of_round = match (rules.refusing, rules.trading) {
        (Refusing::No, TradingPairs::One) => 2,
        (Refusing::No, TradingPairs::All) => 1 + count / 2,
        (Refusing::Allowed, TradingPairs::One | TradingPairs::All) => 1 + 2 * pairs,
    };
    Declaration {
        about: "Players trade cards until somebody holds a whole suit".to_owned(),
        parameters: parameters.collect(),
        numbers: MoveNumbers::Listed(vec![texts.to_vec(); count]),
        payoffs: Some((Exact(RBig::from(-1)), Exact(RBig::from(count as u64 - 1)))),
        sum: Sum::Constant(Exact(RBig::ZERO)),
        length: PlayLength::AtMost(2 + rules.rounds as usize * of_round),
        symmetries: symmetries(rules.deck),
        assumptions: assumptions(rules),
        ..Declaration::of_players(&rules.name().to_string(), players)
    }
}

/// Any two suits can be exchanged, and any two players; two neighbours at a time make all renamings. A pair of players is a
/// set, so that their names are among those that are put in order.
fn symmetries(deck: PitDeck) -> Vec<Symmetry> {
    let exchange = |first: Option<usize>| {
        move |at: usize| match first {
            Some(first) if at == first => first + 1,
            Some(first) if at == first + 1 => first,
            Some(_) | None => at,
        }
    };
    let renaming = |players: Option<usize>, suits: Option<usize>| {
        let (player, suit) = (exchange(players), exchange(suits));
        let name = |player: usize| (player + 1).to_string();
        let of_players = (0..deck.players()).map(|at| (name(at), name(player(at))));
        let of_suits =
            (0..deck.suits()).map(|at| (suit_name(at).to_owned(), suit_name(suit(at)).to_owned()));
        Symmetry {
            players: (0..deck.players()).map(|at| Player::from_index(player(at))).collect(),
            names: of_players.chain(of_suits).collect(),
        }
    };
    let suits = (1..deck.suits()).map(|suit| renaming(None, Some(suit - 1)));
    let players = (1..deck.players()).map(|player| renaming(Some(player - 1), None));
    suits.chain(players).collect()
}

fn assumptions(rules: &PitRules) -> Vec<String> {
    let mut assumed = vec![
        "Every way to deal the cards is equally likely; cards of a suit look alike.".to_owned(),
        "All players offer at once; everybody hears how many cards, and nobody which.".to_owned(),
        "Of the pairs who offer as many cards, each is equally likely to trade.".to_owned(),
        "If several have a corner, each is equally likely to win; if nobody has, all learn that."
            .to_owned(),
        format!("After {} rounds nobody wins.", rules.rounds),
    ];
    let mut assume = |text: &str| assumed.push(text.to_owned());
    match rules.dealt {
        DealtHands::Any => {}
        DealtHands::Open => assume("No deal has a corner."),
    }
    match rules.refusing {
        Refusing::No => {}
        Refusing::Allowed => assume(
            "Those who are matched say at once whether they trade; if not, they are not matched again in that round.",
        ),
    }
    match rules.trading {
        TradingPairs::One => assume("One pair trades in a round."),
        TradingPairs::All => assume(
            "As many pairs trade in a round as can be matched, one after the other; then corners are looked for.",
        ),
    }
    match rules.offers {
        OfferLife::Withdrawn => assume("A round ends all offers."),
        OfferLife::Valid => assume(
            "Offers of those who did not trade stand, until they trade or nobody can be matched.",
        ),
    }
    assumed
}

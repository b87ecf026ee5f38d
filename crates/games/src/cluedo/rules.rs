//! The rules of a game of Cluedo as data: the deck, how many cards everybody gets, what the edition says, and the board, if
//! there is one. Full Cluedo (Cluedo paper sec. 1; thesis 1.1); without a board whoever is to move may suspect in any room.

use super::board::{BOARDS, Board, BoardRules, NoBoardGame, usual_steps};
use super::board::{Placing, Summoned, Summons};
use super::card_list::CardList;
use super::deck::Deck;
use super::edition::{
    Accuser, AfterAccusing, Asked, Edition, LastPlayer, Staying, WrongAccusation,
};
use crate::named::{BadSetting, Named};

/// What the game is called.
const CLUEDO: &str = "cluedo";
/// The fewest and the most players.
pub const CLUEDO_PLAYERS: std::ops::RangeInclusive<usize> = 2..=10;
/// Cards are bits of a word.
pub const MOST_CLUEDO_CARDS: usize = 64;
/// Triples of one card of each category are moves.
const MOST_TRIPLES: usize = 100_000;

/// The rules of a game of Cluedo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CluedoRules {
    deck: Deck,
    hands: Vec<usize>,
    /// What differs between editions.
    pub edition: Edition,
    /// The board and how one moves on it, if there is one.
    pub board: Option<BoardRules>,
    /// Who begins.
    pub first: FirstPlayer,
    /// What ends the game.
    pub ends: Ending,
    /// Whether whoever can suspect has to.
    pub suspecting: Suspecting,
    /// After so many turns nobody wins.
    pub most_turns: u32,
    /// The settings that differ from the usual ones.
    name: Named,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FirstPlayer {
    /// The first player.
    #[default]
    FirstSeat,
    /// Whoever throws highest; those who throw equally throw again. So it is anybody with the same chance.
    HighestThrow,
}

/// What ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Ending {
    /// A right accusation.
    #[default]
    Accusation,
    /// Also a suspicion of what lies in the envelope, which nobody can refute; one accuses only after one's own suspicion was
    /// refuted (Cluedo agents project).
    Unrefuted,
}

/// Whether whoever can suspect has to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Suspecting {
    /// They suspect or accuse.
    #[default]
    Must,
    /// They may end their turn without it.
    May,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCluedo {
    /// So few or so many players cannot play.
    Players(usize),
    /// A deck of so many cards, or so many triples of them, is too large, or there is nothing to find out.
    Deck {
        /// Cards.
        cards: usize,
        /// Triples.
        triples: usize,
    },
    /// The hands need so many cards, and so many are dealt.
    Hands {
        /// What the hands need.
        needed: usize,
        /// What there is.
        dealt: usize,
    },
    /// It cannot be played on this board.
    Board(NoBoardGame),
    /// A setting does not fit.
    Setting(BadSetting),
}

impl From<NoBoardGame> for NoCluedo {
    fn from(why: NoBoardGame) -> Self {
        Self::Board(why)
    }
}

impl From<BadSetting> for NoCluedo {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

/// After so many turns nobody wins, unless it is set otherwise.
const USUAL_TURNS: u32 = 1_000;

impl CluedoRules {
    /// A deck and hands, by the usual rules.
    pub fn new(deck: Deck, hands: &[usize]) -> Result<Self, NoCluedo> {
        if !CLUEDO_PLAYERS.contains(&hands.len()) {
            return Err(NoCluedo::Players(hands.len()));
        }
        let cards = deck.cards().len();
        let sizes = deck.categories().iter().map(|category| category.cards.len());
        let triples = sizes.clone().fold(1usize, usize::saturating_mul);
        let fits = cards <= MOST_CLUEDO_CARDS && (2..=MOST_TRIPLES).contains(&triples);
        if !fits || deck.dealt_count() != cards {
            return Err(NoCluedo::Deck { cards, triples });
        }
        let needed = hands.iter().fold(0usize, |sum, hand| sum.saturating_add(*hand));
        let dealt = cards - deck.categories().len();
        if needed != dealt {
            return Err(NoCluedo::Hands { needed, dealt });
        }
        let name = Named::word(CLUEDO);
        let (hands, edition) = (hands.to_vec(), Edition::default());
        let (first, ends) = (FirstPlayer::default(), Ending::default());
        let suspecting = Suspecting::default();
        let most_turns = USUAL_TURNS;
        Ok(Self { deck, hands, edition, board: None, first, ends, suspecting, most_turns, name })
    }

    /// The rules with a name, such as `cluedo(players=4; deck=6/6/9)`.
    pub fn named(named: &Named) -> Result<Self, NoCluedo> {
        let Some(word) = named.setting("board") else { return Self::with_board(named, None) };
        let board = Board::named(word).ok_or_else(|| {
            let known: Vec<String> = BOARDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            let takes = format!("one of {}; or name a file of a board", known.join(", "));
            BadSetting::Value { key: "board", value: word.to_owned(), takes }
        })?;
        Self::with_board(named, Some(board))
    }

    /// The rules with a name, on a board.
    pub fn with_board(named: &Named, board: Option<Board>) -> Result<Self, NoCluedo> {
        let (deck, deck_name) = deck(named)?;
        let dealt = deck.dealt_count().saturating_sub(deck.categories().len());
        let (hands, is_even) = match named.numbers("hands")? {
            Some(hands) => {
                let even = even_hands(dealt, hands.len());
                let is_even = hands == even;
                (hands, is_even)
            }
            None => {
                let least = *CLUEDO_PLAYERS.start() as u64;
                let most = *CLUEDO_PLAYERS.end() as u64;
                (even_hands(dealt, named.number("players", 3, least..=most)? as usize), true)
            }
        };
        if let (Some(players), Some(_)) = (named.setting("players"), named.setting("hands"))
            && players != hands.len().to_string()
        {
            let takes = format!("{}, as many as there are hands", hands.len());
            return Err(
                BadSetting::Value { key: "players", value: players.to_owned(), takes }.into()
            );
        }
        let mut rules = Self::new(deck, &hands)?;
        let mut name = Named::word(&named.word).with("players", hands.len());
        if let Some(deck) = deck_name {
            name = name.with("deck", deck);
        }
        if !is_even {
            let list: Vec<String> = hands.iter().map(usize::to_string).collect();
            name = name.with("hands", list.join(","));
        }
        if let Some(board) = named.setting("board") {
            name = name.with("board", board);
        }
        let edition = &mut rules.edition;
        let mut choose = |key: &str, is_usual: bool| {
            if !is_usual {
                name = std::mem::replace(&mut name, Named::word(""))
                    .with(key, named.setting(key).unwrap_or_default());
            }
        };
        edition.asked = named.one_of(
            "asked",
            &[("in-turn", Asked::UntilOneShows), ("everybody", Asked::Everybody)],
        )?;
        choose("asked", edition.asked == Asked::default());
        edition.wrong_accusation = named.one_of(
            "wrong",
            &[("not-heard", WrongAccusation::NotHeard), ("heard", WrongAccusation::Heard)],
        )?;
        choose("wrong", edition.wrong_accusation == WrongAccusation::default());
        edition.after_accusing = named.one_of(
            "out",
            &[("still-show", AfterAccusing::StillShow), ("not-asked", AfterAccusing::NotAsked)],
        )?;
        choose("out", edition.after_accusing == AfterAccusing::default());
        edition.accuser = named
            .one_of("accuser", &[("looks", Accuser::Looks), ("told", Accuser::DoesNotLook)])?;
        choose("accuser", edition.accuser == Accuser::default());
        edition.last_player = named
            .one_of("last", &[("wins", LastPlayer::Wins), ("accuses", LastPlayer::MustAccuse)])?;
        choose("last", edition.last_player == LastPlayer::default());
        rules.most_turns = named.number("turns", u64::from(USUAL_TURNS), 1..=1_000_000)? as u32;
        choose("turns", rules.most_turns == USUAL_TURNS);
        let throws = board.as_ref().is_some_and(Board::has_map);
        let firsts =
            [("first-seat", FirstPlayer::FirstSeat), ("highest", FirstPlayer::HighestThrow)];
        let usual_first = if throws { FirstPlayer::HighestThrow } else { FirstPlayer::FirstSeat };
        rules.first = match named.setting("start") {
            Some(_) => named.one_of("start", &firsts)?,
            None => usual_first,
        };
        choose("start", rules.first == usual_first);
        rules.ends = named.one_of(
            "ends",
            &[("accusation", Ending::Accusation), ("unrefuted", Ending::Unrefuted)],
        )?;
        choose("ends", rules.ends == Ending::default());
        rules.suspecting =
            named.one_of("suspicion", &[("must", Suspecting::Must), ("may", Suspecting::May)])?;
        choose("suspicion", rules.suspecting == Suspecting::default());
        match board {
            Some(board) => {
                edition.staying = named.one_of(
                    "stay",
                    &[("allowed", Staying::Allowed), ("forbidden", Staying::Forbidden)],
                )?;
                choose("stay", edition.staying == Staying::default());
                let on_board = on_board(named, board, &mut choose)?;
                on_board.check(&rules.deck, rules.hands.len())?;
                rules.board = Some(on_board);
            }
            None => {
                let of_boards = ["dice", "steps", "stay", "summoned", "summons", "cards"];
                if let Some(key) = of_boards.iter().find(|key| named.setting(key).is_some()) {
                    return Err(NoBoardGame::NeedsBoard(key).into());
                }
            }
        }
        rules.name = name;
        Ok(rules)
    }

    /// The canonical name.
    pub fn name(&self) -> &Named {
        &self.name
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many cards everybody gets.
    pub fn hands(&self) -> &[usize] {
        &self.hands
    }
}

/// How one moves on a board.
fn on_board(
    named: &Named,
    board: Board,
    choose: &mut dyn FnMut(&str, bool),
) -> Result<BoardRules, NoCluedo> {
    let usual = BoardRules::usual(board);
    let mut rules = usual.clone();
    rules.dice = named.number("dice", u64::from(usual.dice), 0..=2)? as u32;
    choose("dice", rules.dice == usual.dice);
    let steps = u64::from(usual_steps(&usual.board));
    rules.steps = named.number("steps", steps, 1..=100)? as u32;
    if rules.dice > 0 && named.setting("steps").is_some() {
        let takes = "no value where dice are thrown; `dice=0` goes equally far each turn";
        let value = rules.steps.to_string();
        return Err(BadSetting::Value { key: "steps", value, takes: takes.to_owned() }.into());
    }
    choose("steps", rules.steps == usual.steps);
    rules.summoned = named
        .one_of("summoned", &[("may-ask", Summoned::MayAsk), ("must-move", Summoned::MustMove)])?;
    choose("summoned", rules.summoned == usual.summoned);
    rules.summons = named.one_of(
        "summons",
        &[("always", Summons::Always), ("in-reach", Summons::InReach), ("never", Summons::Never)],
    )?;
    choose("summons", rules.summons == usual.summons);
    rules.placing =
        named.one_of("cards", &[("printed", Placing::Printed), ("drawn", Placing::Drawn)])?;
    choose("cards", rules.placing == usual.placing);
    Ok(rules)
}

/// The cards are dealt one by one, beginning with the first player.
fn even_hands(dealt: usize, players: usize) -> Vec<usize> {
    let players = players.max(1);
    (0..players).map(|player| dealt / players + usize::from(player < dealt % players)).collect()
}

/// A deck by its name, or by how many cards it has of each category; with its canonical name unless it is the classic one.
fn deck(named: &Named) -> Result<(Deck, Option<String>), NoCluedo> {
    let Some(text) = named.setting("deck") else { return Ok((Deck::classic(), None)) };
    if let Some(list) = CardList::called(text) {
        let deck = Deck::of(&list);
        let name = (list.names != CardList::CLASSIC.names).then(|| text.to_owned());
        return Ok((deck, name));
    }
    let sizes: Result<Vec<usize>, _> = text.split('/').map(|size| size.trim().parse()).collect();
    let lists = [&CardList::CLASSIC, &CardList::MASTER_DETECTIVE];
    let largest = |place: usize| {
        let sizes = lists.iter().map(|list| list.categories[place].1.len());
        sizes.max().unwrap_or(0)
    };
    let fitting = sizes.ok().filter(|sizes| {
        sizes.len() == 3
            && sizes.iter().enumerate().all(|(at, size)| (1..=largest(at)).contains(size))
    });
    let Some(sizes) = fitting else {
        let editions = CardList::ALL.map(|list| format!("`{}`", list.names[0])).join(", ");
        let takes = format!(
            "{editions}, or sizes such as 4/4/4, at most {}/{}/{}",
            largest(0),
            largest(1),
            largest(2)
        );
        return Err(BadSetting::Value { key: "deck", value: text.to_owned(), takes }.into());
    };
    let mut deck = Deck::empty();
    for (place, &size) in sizes.iter().enumerate() {
        let list = lists.iter().find(|list| list.categories[place].1.len() >= size);
        let Some(list) = list else { continue };
        let ((category, _), cards) = list.categories[place];
        deck.add_category(category, Vec::new());
        cards[..size].iter().for_each(|(card, _)| deck.add_card(card, Vec::new()));
    }
    let name: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let name = name.join("/");
    let is_classic = name == "6/6/9";
    Ok((deck, (!is_classic).then_some(name)))
}

//! From a typed line to an entry. Players and cards can be abbreviated, commas and stops left out; what somebody must
//! have answered is never filled in unless `>` or `none` says so.

mod answers;

use super::tokens::{Kind, Token, tokens};
use super::{AccusationVerdict, AnswerGiven, Context, Entry, Having, Knowing, SeenBy};
use hexa_games::cluedo::deck::best;
use hexa_games::cluedo::names::Rank;
use hexa_logic::{Agent, Card, Holder};
use std::ops::Range;

/// What could stand at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A player, and then what they do; or `everybody sees`.
    Start,
    /// `:`, `accuses`, `has`, `passes`.
    Deed,
    /// A card.
    Card,
    /// A card of those asked for.
    AskedCard,
    /// A player who answers, `none`, `somebody shows`.
    Respondent,
    /// `no`, `shows`, a card, `?`.
    Answer,
    /// A player, or the envelope.
    Holder,
    /// `has`, `has not`.
    Having,
    /// `right` or `wrong`.
    Verdict,
    /// `shows`.
    Shows,
    /// A category.
    Category,
    /// Nothing more.
    Nothing,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Something else should stand there.
    Expected(Expected),
    /// No player is called so.
    UnknownPlayer {
        /// Those whose names look like it.
        similar: Vec<String>,
    },
    /// Several players could be meant.
    SeveralPlayers(Vec<Agent>),
    /// No card is called so.
    UnknownCard {
        /// The names that look like it.
        similar: Vec<String>,
    },
    /// Several cards could be meant.
    SeveralCards(Vec<Card>),
    /// Two cards are of one category, and none of another.
    SameCategory {
        /// The category that there are two cards of.
        twice: usize,
        /// The category that there is none of.
        missing: usize,
    },
    /// A card of this category is missing.
    MissingCard {
        /// The category.
        category: usize,
    },
    /// This card was not asked for.
    NotAskedFor(Card),
    /// Who asks does not answer.
    AsksThemselves(Agent),
    /// Others are asked before this one: it must be said what they did.
    Skipped(Vec<Agent>),
    /// This one was asked before.
    OutOfTurn(Agent),
    /// This one accused wrongly, and is not asked any more.
    NotAsked(Agent),
    /// This one accused wrongly, and has no more moves.
    IsOut(Agent),
    /// Nobody is asked after a card was shown.
    AfterShow,
    /// It must be said what these did.
    Unanswered(Vec<Agent>),
    /// I was shown a card, and must say which one.
    WhichShownToMe,
    /// I showed one of these cards, and must say which one.
    WhichShownByMe(Vec<Card>),
    /// I know who showed a card to me, or whether I showed one.
    SomebodyToMe,
    /// This card lies face up.
    FaceUp(Card),
    /// No category is called so.
    UnknownCategory,
    /// This one cannot pass or accuse: it is no player.
    NoPlayer,
}

/// A line that is no entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// Where the trouble is, by bytes. At the end of the line nothing is there.
    pub at: Range<usize>,
    /// What it is.
    pub trouble: Trouble,
}

const EVERYBODY: &[&str] = &["everybody", "everyone", "all"];
const SEES: &[&str] = &["sees", "see", "saw"];
const ASKS: &[&str] = &["asks", "ask", "asked", "suspects", "suspected", "suggests", "suggested"];
const ACCUSES: &[&str] = &["accuses", "accuse", "accused"];
const HAS: &[&str] = &["has", "have", "holds"];
const HAS_NOT: &[&str] = &["lacks", "lack", "hasn't", "haven't", "hasnt", "havent"];
const NOT: &[&str] = &["not", "no"];
const PASSES: &[&str] = &["passes", "pass", "passed", "ends"];
const KNOWS: &[&str] = &["knows", "know", "knew"];
const DOES_NOT: &[&str] = &["doesn't", "don't", "doesnt", "dont"];
const DOES: &[&str] = &["does", "do"];
const RIGHT: &[&str] = &["right", "correct", "wins", "true"];
const WRONG: &[&str] = &["wrong", "incorrect", "loses", "false"];
const WINS: &[&str] = &["wins", "won"];
/// What people say between what is accused and whether it is right: `and was wrong`.
const BEFORE_VERDICT: &[&str] = &["and", "but", "is", "was", "are", "were", "it"];
const ENVELOPE: &[&str] = &["envelope", "table"];
const EVERYTHING: &[&str] = &["it", "envelope", "solution", "all", "everything"];
const SHOWS: &[&str] = &["shows", "showed"];
/// What people say between cards: `plum with the rope in the hall`.
const BETWEEN_CARDS: &[&str] = &["with", "using", "in", "the", "and"];

/// Reads a line.
pub fn read(context: Context<'_>, line: &str) -> Result<Entry, Unread> {
    let mut reader = Reader { context, line, tokens: tokens(line), at: 0 };
    let entry = reader.entry()?;
    reader.marks(",.;!");
    match reader.here() {
        Some(_) => Err(reader.missing_here(Expected::Nothing)),
        None => Ok(entry),
    }
}

/// Reads who asks, and for what: `bob: plum rope hall`.
pub fn read_asked(context: Context<'_>, line: &str) -> Result<(Agent, Vec<Card>), Unread> {
    let mut reader = Reader { context, line, tokens: tokens(line), at: 0 };
    let asker = reader.player(Expected::Holder)?;
    reader.marks(":");
    let cards = reader.one_of_each()?;
    reader.marks(",.;!?");
    match reader.here() {
        Some(_) => Err(reader.missing_here(Expected::Nothing)),
        None => Ok((asker, cards)),
    }
}

/// So many choices of cards are followed.
const MOST_CHOICES: usize = 1000;

/// Words that name a card.
struct Phrase {
    /// Where they stand.
    at: Range<usize>,
    /// The cards that they can mean.
    cards: Vec<(Rank, Card)>,
}

/// A line, and how far it is read.
struct Reader<'l> {
    context: Context<'l>,
    line: &'l str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'l> Reader<'l> {
    fn here(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The word that comes next, as it is compared.
    fn word(&self) -> Option<String> {
        let token = self.here().filter(|token| token.kind == Kind::Word)?;
        Some(self.line[token.at.clone()].to_lowercase())
    }

    /// Takes one of these words, if it comes next.
    fn takes(&mut self, words: &[&str]) -> bool {
        let taken = self.word().is_some_and(|word| words.contains(&word.as_str()));
        self.at += usize::from(taken);
        taken
    }

    /// Takes a mark, if it comes next.
    fn mark(&mut self, mark: char) -> bool {
        let taken = self.here().is_some_and(|token| token.kind == Kind::Mark(mark));
        self.at += usize::from(taken);
        taken
    }

    /// Takes all of these marks that come next.
    fn marks(&mut self, marks: &str) {
        while marks.chars().any(|mark| self.mark(mark)) {}
    }

    /// Where the next word or mark stands.
    fn place(&self) -> Range<usize> {
        self.here().map_or(self.line.len()..self.line.len(), |token| token.at.clone())
    }

    /// Where the word or mark before stands.
    fn before(&self) -> Range<usize> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(0..0, |token| token.at.clone())
    }

    fn missing_here(&self, expected: Expected) -> Unread {
        Unread { at: self.place(), trouble: Trouble::Expected(expected) }
    }

    fn entry(&mut self) -> Result<Entry, Unread> {
        if self.word().is_some_and(|word| EVERYBODY.contains(&word.as_str())) {
            self.at += 1;
            if !self.takes(SEES) {
                return Err(self.missing_here(Expected::Start));
            }
            self.takes(&["that"]);
            let holder = self.holder(Expected::Holder)?;
            return self.seen(holder, SeenBy::Everybody);
        }
        let start = self.place();
        let holder = self.holder(Expected::Start)?;
        let player = match holder {
            Holder::Agent(player) if self.context.out.contains(&player) => {
                Err(Unread { at: start, trouble: Trouble::IsOut(player) })
            }
            Holder::Agent(player) => Ok(player),
            Holder::Table => Err(Unread { at: start, trouble: Trouble::NoPlayer }),
        };
        let with_colon = self.mark(':');
        if self.passes() {
            return Ok(Entry::Pass(player?));
        }
        if with_colon || self.takes(ASKS) {
            self.takes(&["for"]);
            self.mark(':');
            return self.suspicion(player?);
        }
        if self.takes(ACCUSES) {
            return self.accusation(player?);
        }
        if self.takes(WINS) {
            let (accuser, verdict) = (player?, AccusationVerdict::Right);
            return Ok(Entry::Accusation { accuser, named: None, verdict });
        }
        if let (true, Holder::Agent(player)) = (self.takes(SHOWS), holder) {
            return self.shown_to_me(player);
        }
        match self.knowing() {
            Some(knowing) => match holder {
                Holder::Agent(speaker) => self.slip(speaker, knowing),
                Holder::Table => player.and_then(|player| self.slip(player, knowing)),
            },
            None => self.seen(holder, SeenBy::Me),
        }
    }

    /// `passes`, `ends the move`, `does not accuse`
    fn passes(&mut self) -> bool {
        if self.takes_denied(ACCUSES) {
            return true;
        }
        let passes = self.takes(PASSES);
        if passes {
            self.takes(&["the", "a", "their", "her", "his", "my"]);
            self.takes(&["move", "turn"]);
        }
        passes
    }

    /// `knows`, `knows not`, `does not know`
    fn knowing(&mut self) -> Option<Knowing> {
        if self.takes(KNOWS) {
            return Some(if self.takes(NOT) { Knowing::KnowsNot } else { Knowing::Knows });
        }
        self.takes_denied(KNOWS).then_some(Knowing::KnowsNot)
    }

    /// Takes `does not` and one of these words, if they come next.
    fn takes_denied(&mut self, words: &[&str]) -> bool {
        let before = self.at;
        let denied = self.takes(DOES_NOT) || (self.takes(DOES) && self.takes(NOT));
        let taken = denied && self.takes(words);
        if !taken {
            self.at = before;
        }
        taken
    }

    /// `the room`
    fn slip(&mut self, player: Agent, knowing: Knowing) -> Result<Entry, Unread> {
        self.takes(&["the"]);
        if self.takes(EVERYTHING) {
            return Ok(Entry::Slip { player, category: None, knowing });
        }
        let Some(word) = self.word() else { return Err(self.missing_here(Expected::Category)) };
        match self.context.setup.deck().category_called(&word) {
            Some(category) => {
                self.at += 1;
                Ok(Entry::Slip { player, category: Some(category), knowing })
            }
            None => Err(Unread { at: self.place(), trouble: Trouble::UnknownCategory }),
        }
    }

    /// `has plum`, `has not plum`, `does not have plum`
    fn seen(&mut self, holder: Holder, by: SeenBy) -> Result<Entry, Unread> {
        let having = if self.takes(HAS_NOT) || self.takes_denied(HAS) {
            Having::HasNot
        } else if self.takes(HAS) {
            if self.takes(NOT) { Having::HasNot } else { Having::Has }
        } else {
            return Err(self.missing_here(match by {
                SeenBy::Me => Expected::Deed,
                SeenBy::Everybody => Expected::Having,
            }));
        };
        let mut cards = vec![self.dealt_card()?];
        loop {
            self.marks(",");
            self.takes(&["and", "or"]);
            if self.word().is_none() {
                return Ok(Entry::Seen { holder, cards, having, by });
            }
            match self.dealt_card() {
                Ok(card) => cards.push(card),
                // What does not even look like a card is no part of the list.
                Err(Unread { trouble: Trouble::UnknownCard { similar }, .. })
                    if similar.is_empty() =>
                {
                    return Ok(Entry::Seen { holder, cards, having, by });
                }
                Err(unread) => return Err(unread),
            }
        }
    }

    /// `shows me plum`
    fn shown_to_me(&mut self, player: Agent) -> Result<Entry, Unread> {
        self.takes(&["me", "us"]);
        let (holder, having, by) = (Holder::Agent(player), Having::Has, SeenBy::Me);
        Ok(Entry::Seen { holder, cards: vec![self.dealt_card()?], having, by })
    }

    /// A card that does not lie face up.
    fn dealt_card(&mut self) -> Result<Card, Unread> {
        let start = self.place();
        let found = best(&self.phrase(Expected::Card)?);
        let at = start.start..self.before().end;
        match found[..] {
            [card] if !self.context.setup.deck().is_dealt(card) => {
                Err(Unread { at, trouble: Trouble::FaceUp(card) })
            }
            [card] => Ok(card),
            _ => Err(Unread { at, trouble: Trouble::SeveralCards(found) }),
        }
    }

    /// `accuses plum rope hall: wrong`, `accuses: wrong`
    fn accusation(&mut self, accuser: Agent) -> Result<Entry, Unread> {
        self.marks(":,");
        let is_verdict =
            |word: &String| RIGHT.contains(&word.as_str()) || WRONG.contains(&word.as_str());
        let named = match self.word() {
            Some(word) if is_verdict(&word) => None,
            Some(_) => Some(self.one_of_each()?),
            None => return Err(self.missing_here(Expected::Card)),
        };
        self.marks(":,.;");
        while self.takes(BEFORE_VERDICT) {}
        let verdict = if self.takes(RIGHT) {
            AccusationVerdict::Right
        } else if self.takes(WRONG) {
            AccusationVerdict::Wrong
        } else {
            return Err(self.missing_here(Expected::Verdict));
        };
        Ok(Entry::Accusation { accuser, named, verdict })
    }

    fn holder(&mut self, expected: Expected) -> Result<Holder, Unread> {
        match self.takes(ENVELOPE) {
            true => Ok(Holder::Table),
            false => self.player(expected).map(Holder::Agent),
        }
    }

    fn player(&mut self, expected: Expected) -> Result<Agent, Unread> {
        let Some(word) = self.word() else { return Err(self.missing_here(expected)) };
        let setup = self.context.setup;
        // A name can have several words.
        let words = self.tokens[self.at..].iter().take_while(|token| token.kind == Kind::Word);
        let words: Vec<&str> = words.map(|token| &self.line[token.at.clone()]).collect();
        for many in (2..=words.len().min(4)).rev() {
            if let [player] = setup.players_called(&words[..many].join(" "))[..] {
                self.at += many;
                return Ok(player);
            }
        }
        let trouble = match setup.players_called(&word)[..] {
            [player] => {
                self.at += 1;
                return Ok(player);
            }
            [] => {
                let names: Vec<&str> = setup.players().map(|player| setup.name(player)).collect();
                let similar = hexa_games::cluedo::names::similar(&word, names.into_iter());
                Trouble::UnknownPlayer { similar: similar.into_iter().map(str::to_owned).collect() }
            }
            ref several => Trouble::SeveralPlayers(several.to_vec()),
        };
        Err(Unread { at: self.place(), trouble })
    }

    /// The cards that the next words can mean: as many words as are a name together.
    fn phrase(&mut self, expected: Expected) -> Result<Vec<(Rank, Card)>, Unread> {
        let deck = self.context.setup.deck();
        // A card may be called so.
        while self.word().is_some_and(|word| deck.rank_cards(&word).is_empty())
            && self.takes(BETWEEN_CARDS)
        {}
        let Some(word) = self.word() else { return Err(self.missing_here(expected)) };
        let words = self.tokens[self.at..].iter().take_while(|token| token.kind == Kind::Word);
        let words: Vec<&str> = words.map(|token| &self.line[token.at.clone()]).collect();
        for many in (1..=words.len().min(4)).rev() {
            let found = deck.rank_cards(&words[..many].join(" "));
            if !found.is_empty() {
                self.at += many;
                return Ok(found);
            }
        }
        let similar = deck.similar(&word).into_iter().map(str::to_owned).collect();
        Err(Unread { at: self.place(), trouble: Trouble::UnknownCard { similar } })
    }

    /// One card of each category. What could be several cards is the one whose category is still missing.
    fn one_of_each(&mut self) -> Result<Vec<Card>, Unread> {
        let many = self.context.setup.deck().categories().len();
        let mut found: Vec<Phrase> = Vec::new();
        while found.len() < many {
            self.marks(",");
            let start = self.place().start;
            match self.phrase(Expected::Card) {
                Ok(cards) => found.push(Phrase { at: start..self.before().end, cards }),
                Err(unread) => return Err(self.missing(unread, &found)),
            }
        }
        self.assign_categories(&found)
    }

    /// What is missing, if the line ends before all cards are named.
    fn missing(&self, unread: Unread, found: &[Phrase]) -> Unread {
        let deck = self.context.setup.deck();
        if found.is_empty() || !matches!(unread.trouble, Trouble::Expected(_)) {
            return unread;
        }
        let is_named = |category: usize| found.iter().any(|one| self.category(one) == category);
        match (0..deck.categories().len()).find(|&category| !is_named(category)) {
            Some(category) => Unread { trouble: Trouble::MissingCard { category }, ..unread },
            None => unread,
        }
    }

    /// The best choice of cards that are of different categories.
    fn assign_categories(&self, found: &[Phrase]) -> Result<Vec<Card>, Unread> {
        let deck = self.context.setup.deck();
        let mut choices: Vec<(usize, Vec<Card>)> = vec![(0, Vec::new())];
        for phrase in found {
            let fits = |chosen: &[Card], card: Card| {
                chosen.iter().all(|&other| deck.category_of(other) != deck.category_of(card))
            };
            let longer = |(cost, chosen): &(usize, Vec<Card>)| -> Vec<(usize, Vec<Card>)> {
                let cards = phrase.cards.iter().filter(|(_, card)| fits(chosen, *card));
                let with = |&(rank, card): &(Rank, Card)| {
                    (cost + rank as usize, chosen.iter().copied().chain([card]).collect())
                };
                cards.map(with).collect()
            };
            choices = choices.iter().flat_map(longer).collect();
            choices.sort();
            choices.truncate(MOST_CHOICES);
        }
        let least = choices.first().map(|(cost, _)| *cost);
        let equal = choices.into_iter().filter(|(cost, _)| Some(*cost) == least);
        let equal: Vec<Vec<Card>> = equal.map(|(_, cards)| cards).collect();
        match &equal[..] {
            [one] => Ok(one.clone()),
            [] => Err(self.clash(found)),
            [first, others @ ..] => {
                let differs = |at: &usize| others.iter().any(|other| other[*at] != first[*at]);
                let at = (0..first.len()).find(differs).unwrap_or(0);
                let mut cards: Vec<Card> = equal.iter().map(|choice| choice[at]).collect();
                cards.sort_unstable();
                cards.dedup();
                Err(Unread { at: found[at].at.clone(), trouble: Trouble::SeveralCards(cards) })
            }
        }
    }

    /// The category that is most likely meant.
    fn category(&self, phrase: &Phrase) -> usize {
        self.context.setup.deck().category_of(best(&phrase.cards)[0])
    }

    /// Why cards are not of different categories.
    fn clash(&self, found: &[Phrase]) -> Unread {
        let deck = self.context.setup.deck();
        let category = |at: usize| self.category(&found[at]);
        let again = |at: &usize| (0..*at).any(|before| category(before) == category(*at));
        let at = (0..found.len()).find(again).unwrap_or(found.len() - 1);
        let missing = (0..deck.categories().len())
            .find(|&missing| (0..found.len()).all(|at| category(at) != missing));
        let trouble = match missing {
            Some(missing) => Trouble::SameCategory { twice: category(at), missing },
            None => Trouble::SeveralCards(best(&found[at].cards)),
        };
        Unread { at: found[at].at.clone(), trouble }
    }
}

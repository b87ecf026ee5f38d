//! The questions before a game, one after the other. Each is asked until its answer is good, and one can go back.

use crate::habit::Habit;
use crate::setup::{Draft, Setup, SetupFlaw, card_phrases, cards, set_habit, set_line, sizes};
use hexa_games::cluedo::deck::Deck;
use hexa_games::cluedo::edition::Players;
use hexa_games::cluedo::names::fold;

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Which cards there are.
    Cards,
    /// Who plays.
    Players,
    /// Which of them I am.
    Me,
    /// Which cards lie face up.
    FaceUp,
    /// How many cards everybody has.
    Sizes,
    /// Which are mine.
    Hand,
    /// Who accuses as soon as they can.
    Logicians,
    /// Which rules are other than usual.
    Rules,
}

/// How much is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Everything.
    All,
    /// What has no answer yet and no default.
    Missing,
}

/// Questions and the answers so far.
#[derive(Clone, Debug)]
pub struct Dialogue {
    draft: Draft,
    scope: Scope,
    /// What was asked and answered, with the draft before.
    asked: Vec<(Question, Draft)>,
    now: Option<Question>,
    /// What was answered before one went back, by question.
    given: Vec<(Question, String)>,
}

const ORDER: [Question; 8] = [
    Question::Cards,
    Question::Players,
    Question::Me,
    Question::FaceUp,
    Question::Sizes,
    Question::Hand,
    Question::Logicians,
    Question::Rules,
];

impl Dialogue {
    /// The questions about a draft.
    pub fn new(draft: Draft, scope: Scope) -> Self {
        let mut dialogue = Self { draft, scope, asked: Vec::new(), now: None, given: Vec::new() };
        dialogue.now = dialogue.first_from(0);
        dialogue
    }

    /// What is asked now; none, if all is said.
    pub fn question(&self) -> Option<Question> {
        self.now
    }

    /// How many cards everybody has, as far as it is said.
    pub fn sizes(&self) -> Vec<usize> {
        match self.draft.sizes.is_empty() {
            true => self.draft.even_sizes(&self.deck()),
            false => self.draft.sizes.clone(),
        }
    }

    /// How many cards I have.
    pub fn hand_size(&self) -> Option<usize> {
        self.sizes().get(self.draft.me()?.index()).copied()
    }

    /// The deck, for completion.
    pub fn deck(&self) -> Deck {
        self.draft.open_deck(&mut Vec::new())
    }

    /// Whether something was said of the cards.
    pub fn has_own_cards(&self) -> bool {
        self.draft.deck.is_some()
    }

    /// The players, for completion.
    pub fn players(&self) -> &[String] {
        &self.draft.players
    }

    /// Goes back to the question before.
    pub fn back(&mut self) {
        if let Some((question, draft)) = self.asked.pop() {
            self.draft = draft;
            self.now = Some(question);
        }
    }

    /// What was answered to the question before one went back. Return takes it again.
    pub fn given(&self) -> Option<&str> {
        let given = self.given.iter().rev().find(|(question, _)| Some(*question) == self.now);
        given.map(|(_, line)| line.as_str()).filter(|line| !line.is_empty())
    }

    /// Takes an answer, or says what is wrong with it.
    pub fn answer(&mut self, line: &str) -> Result<(), Vec<SetupFlaw>> {
        let Some(question) = self.now else { return Ok(()) };
        let mut draft = self.draft.clone();
        let line = match line.trim() {
            "" if question != Question::Rules => self.given().unwrap_or_default().to_owned(),
            line => line.to_owned(),
        };
        let line = line.as_str();
        if is_move(&draft.players, question, line) {
            return Err(vec![SetupFlaw::MoveBeforeGame(line.to_owned())]);
        }
        set(&mut draft, question, line)?;
        let before = std::mem::replace(&mut self.draft, draft);
        // Rules, and cards of one's own, are told line by line.
        let goes_on = match question {
            Question::Rules => !line.is_empty(),
            Question::Cards => is_category(line) || self.deck().categories().is_empty(),
            Question::Players
            | Question::Me
            | Question::FaceUp
            | Question::Sizes
            | Question::Hand
            | Question::Logicians => false,
        };
        if goes_on {
            return Ok(());
        }
        self.asked.push((question, before));
        self.given.push((question, line.to_owned()));
        let at = ORDER.iter().position(|&one| one == question).unwrap_or(0);
        self.now = self.first_from(at + 1);
        Ok(())
    }

    /// The set-up, when all is said.
    pub fn setup(&self) -> Result<Setup, Vec<SetupFlaw>> {
        self.draft.settle()
    }

    fn first_from(&self, at: usize) -> Option<Question> {
        ORDER[at..].iter().copied().find(|&question| match question {
            Question::Players => self.draft.players.is_empty() || self.scope == Scope::All,
            Question::Me => self.draft.me().is_none(),
            Question::Hand => self.draft.hand.is_empty() || self.scope == Scope::All,
            Question::Cards
            | Question::FaceUp
            | Question::Sizes
            | Question::Logicians
            | Question::Rules => self.scope == Scope::All,
        })
    }
}

fn set(draft: &mut Draft, question: Question, line: &str) -> Result<(), Vec<SetupFlaw>> {
    let mut flaws = Vec::new();
    match question {
        Question::Cards if line.is_empty() => {
            if draft.deck.as_ref().is_some_and(|deck| deck.categories().is_empty()) {
                flaws.push(SetupFlaw::NoCards);
            }
        }
        Question::Cards => {
            let line = if is_category(line) { line.to_owned() } else { format!("edition: {line}") };
            set_line(&line, draft).map_err(|flaw| vec![flaw])?;
        }
        Question::Players => {
            draft.players = words(line);
            if draft.players.len() == 2 {
                draft.edition.players = Players::TwoAllowed;
            }
            flaws = draft.player_flaws();
        }
        Question::Me => {
            draft.me = Some(line.to_owned());
            if draft.me().is_none() {
                flaws.push(SetupFlaw::UnknownPlayer(line.to_owned()));
            }
        }
        Question::FaceUp => {
            draft.face_up = phrases(draft, line);
            draft.open_deck(&mut flaws);
        }
        Question::Sizes => {
            draft.sizes = sizes(line).map_err(|flaw| vec![flaw])?;
            let deck = draft.open_deck(&mut flaws);
            draft.hand_sizes(&deck, &mut flaws);
        }
        Question::Hand => {
            draft.hand = phrases(draft, line);
            let deck = draft.open_deck(&mut flaws);
            cards(&deck, &draft.hand, &mut flaws);
            if flaws.is_empty() {
                flaws = draft.settle().err().unwrap_or_default();
            }
        }
        Question::Logicians => {
            let players =
                if line.eq_ignore_ascii_case("nobody") { Vec::new() } else { words(line) };
            set_habit(draft, Habit::Logician, players);
            flaws = draft.settle().err().unwrap_or_default();
        }
        Question::Rules if line.is_empty() || line.eq_ignore_ascii_case("none") => {}
        Question::Rules => {
            set_line(line, draft).map_err(|flaw| vec![flaw])?;
            flaws = draft.settle().err().unwrap_or_default();
        }
    }
    if flaws.is_empty() { Ok(()) } else { Err(flaws) }
}

/// Whether a line tells what a player does: no answer to a question has a colon or `>` after a player's name, and no rule is called
/// like a player.
fn is_move(players: &[String], question: Question, line: &str) -> bool {
    let before = |mark: &[char]| line.split_once(mark).map(|(said, _)| fold(said.trim()));
    let said = match question {
        Question::Cards | Question::Players => None,
        Question::Rules => before(&[':', ' ']),
        Question::Me
        | Question::FaceUp
        | Question::Sizes
        | Question::Hand
        | Question::Logicians => before(&[':', '>']),
    };
    let whole = before(&[':']);
    let is_said = |name: &str| {
        let called =
            |said: &String| fold(name) == *said || name.split(' ').any(|word| fold(word) == *said);
        said.iter().chain(&whole).any(called)
    };
    !matches!(question, Question::Cards | Question::Players)
        && players.iter().any(|name| is_said(name))
}

/// Whether a line tells the cards of a category.
fn is_category(line: &str) -> bool {
    line.to_lowercase().starts_with("category ")
}

/// Names between commas; between spaces, if there are no commas.
fn words(line: &str) -> Vec<String> {
    let between = if line.contains(',') { ',' } else { ' ' };
    line.split(between).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Names of cards, unless there are none.
fn phrases(draft: &Draft, line: &str) -> Vec<String> {
    match line.eq_ignore_ascii_case("none") {
        true => Vec::new(),
        false => card_phrases(&draft.deck.clone().unwrap_or_else(Deck::classic), line),
    }
}

//! What is wrong with what was typed, and what to type instead.

use super::{Words, count, list};
use crate::about::NotAbout;
use crate::command::BadCommand;
use crate::entry::{Expected, Trouble, Unread, one_of};
use crate::notebook::{Clash, Refusal, Source, Told};
use crate::setup::{Mistake, Setup, SetupFlaw};
use hexa_engine::deals::{Event, Misdealt, Reason, Size};
use hexa_logic::{Agent, Card, Holder};

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

/// `; did you mean ...?`
fn or_rather(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        similar => format!("; did you mean {}?", list(&quoted(similar), "or")),
    }
}

/// What is wrong with a set-up, and where.
pub fn mistake(mistake: &Mistake) -> String {
    match mistake.line {
        Some(line) => format!("line {line}: {}", flaw(&mistake.flaw)),
        None => flaw(&mistake.flaw),
    }
}

/// What is wrong with a set-up.
pub fn flaw(flaw: &SetupFlaw) -> String {
    match flaw {
        SetupFlaw::PlayerCount { count: 0, .. } => {
            "nobody plays; write `players: ann, bob, me`".to_owned()
        }
        SetupFlaw::PlayerCount { count: 2, least } => format!(
            "2 cannot play: there must be {least} to 6 players; `number of players: 2 allowed` lets two play"
        ),
        SetupFlaw::PlayerCount { count, least } => {
            format!("{count} cannot play: there must be {least} to 6 players")
        }
        SetupFlaw::NoName(name) => {
            format!("`{name}` cannot be a name: take words of letters, with digits if you like")
        }
        SetupFlaw::Reserved(name) => {
            format!("no player can be called `{name}`: that word means something else")
        }
        SetupFlaw::SameName(name) => format!("two players are called `{name}`"),
        SetupFlaw::NoMe => "which player are you? Call one `me`, or write `me: NAME`".to_owned(),
        SetupFlaw::UnknownPlayer(name) => format!("there is no player called `{name}`"),
        SetupFlaw::UnknownCard { text, similar } => {
            format!("there is no card called `{text}`{}", or_rather(similar))
        }
        SetupFlaw::SeveralCards { text, cards } => format!("`{text}` can be {}", list(cards, "or")),
        SetupFlaw::CardTwice(name) => format!("{name} is named twice"),
        SetupFlaw::SameCardName(name) => format!("two cards are called {name}"),
        SetupFlaw::EmptyCategory(name) => format!("no card of the {name} can be in the envelope"),
        SetupFlaw::NoCards => "there are no cards".to_owned(),
        SetupFlaw::SizeCount { players, sizes } => {
            format!(
                "there are {players} players, but {}",
                count(*sizes, "size of a hand", "sizes of hands")
            )
        }
        SetupFlaw::SizeSum { given, dealt } => {
            format!(
                "the players have {dealt} cards in all, but the sizes of the hands add up to {given}"
            )
        }
        SetupFlaw::HandSize { given, size } => {
            let cards = |number| count(number, "card", "cards");
            format!(
                "you have {}, but named {}; if the hands are dealt otherwise, tell their sizes",
                cards(*size),
                given
            )
        }
        SetupFlaw::Misdealt(misdealt) => self::misdealt(misdealt),
        SetupFlaw::NoColon(line) => {
            format!("`{line}` sets nothing; write for example `players: ann, bob, me`")
        }
        SetupFlaw::UnknownKey { key, similar } => {
            format!("there is no setting `{key}`{}", or_rather(similar))
        }
        SetupFlaw::KeyTwice(key) => format!("`{key}` is set twice"),
        SetupFlaw::UnknownValue { key, value, allowed } => {
            format!("`{key}` cannot be `{value}`, but {}", list(&quoted(allowed), "or"))
        }
        SetupFlaw::NoNumber(text) => format!("`{text}` is not a number"),
        SetupFlaw::MoveBeforeGame(line) => {
            format!(
                "the game has not begun: answer this first, or press Return; then type `{line}`"
            )
        }
        SetupFlaw::UnknownEdition { text, known } => {
            format!("there is no edition called `{text}`; there are {}", super::list(known, "and"))
        }
    }
}

/// Why cards cannot be dealt so.
pub fn misdealt(misdealt: &Misdealt) -> String {
    format!("the cards cannot be dealt so: {misdealt}")
}

/// What is wrong with a command.
pub fn bad_command(bad: &BadCommand) -> String {
    match bad {
        BadCommand::NoNumber(word) => {
            format!("say which entry: `{word} 3`; `list` shows the numbers")
        }
        BadCommand::TooMuch("delete") => "delete one entry at a time: `delete 3`".to_owned(),
        BadCommand::TooMuch(word) => {
            format!("`{}` stands alone; nothing was done", word.trim_end_matches('?'))
        }
        BadCommand::NoArgument("why") => "say what to explain: `why plum at bob`".to_owned(),
        BadCommand::NoArgument("show") => {
            "say who asks, and for what: `show bob: plum rope hall`".to_owned()
        }
        BadCommand::NoArgument("what") => "say who: `what bob`".to_owned(),
        BadCommand::NoArgument("what if") => "say what happens: `what if bob has plum`".to_owned(),
        BadCommand::NoArgument("sheet-as") => "say which file: `sheet-as sheet.svg`".to_owned(),
        BadCommand::NoArgument("set") => "say what: `set hand: plum, rope, hall`".to_owned(),
        BadCommand::NoArgument("fix") => "say which way out to take: `fix a`".to_owned(),
        BadCommand::NoArgument("logician") => "say who: `logician bob`".to_owned(),
        BadCommand::NoArgument("save-as") => "say which file: `save-as other.game`".to_owned(),
        BadCommand::NoArgument(word) => {
            format!("`{word}` needs something after it; `help {word}` says what")
        }
        BadCommand::Several(words) => format!("this can be {}", list(words, "or")),
    }
}

/// Why a question is about nothing.
pub fn not_about(setup: &Setup, not: &NotAbout) -> String {
    match not {
        NotAbout::Unknown { text, similar } => {
            format!("`{text}` is neither a card nor a player{}", or_rather(similar))
        }
        NotAbout::Several { text, names } => format!("`{text}` can be {}", list(names, "or")),
        NotAbout::NoCard => "name a card: `why plum at bob`".to_owned(),
        NotAbout::TooMuch(text) => format!("`{text}` is too much: name one card and one player"),
        NotAbout::FaceUp(card) => format!("{} lies face up", setup.deck().name(*card)),
    }
}

impl Words<'_> {
    /// What is wrong with a line, and what to do about it.
    pub fn unread(&self, line: &str, unread: &Unread) -> (String, Option<String>) {
        let text = line.get(unread.at.clone()).unwrap_or_default();
        let there = match text.is_empty() {
            true => "the line ends here".to_owned(),
            false => format!("`{text}` does not fit here"),
        };
        let similar = |similar: &[String]| match similar {
            [] => None,
            similar => Some(format!("did you mean {}?", list(&quoted(similar), "or"))),
        };
        let category = |at: usize| &self.setup.deck().categories()[at].name;
        let typed = |players: &[Agent], last| {
            list(&players.iter().map(|&one| self.typed(one)).collect::<Vec<_>>(), last)
        };
        match &unread.trouble {
            Trouble::Expected(expected) => (there, Some(expectation(*expected).to_owned())),
            Trouble::UnknownPlayer { similar: names } => {
                let names = similar(names).or_else(|| {
                    let players: Vec<Agent> = self.setup.players().collect();
                    Some(format!(
                        "the players are {}; `help` lists the commands",
                        typed(&players, "and")
                    ))
                });
                (format!("there is no player and no command called `{text}`"), names)
            }
            Trouble::SeveralPlayers(players) => {
                (format!("this can be {}", typed(players, "or")), None)
            }
            Trouble::UnknownCard { similar: names } => (
                format!("there is no card called `{text}`"),
                similar(names).or(Some("`help cards` lists them".to_owned())),
            ),
            Trouble::SeveralCards(cards) => (
                format!("this can be {}", self.cards(cards, "or")),
                Some("type one letter more".to_owned()),
            ),
            Trouble::SameCategory { twice, missing } => (
                format!("two of the {}, and none of the {}", category(*twice), category(*missing)),
                Some("name one card of each category".to_owned()),
            ),
            Trouble::MissingCard { category: missing } => (
                format!("one of the {} is missing", category(*missing)),
                Some("name one card of each category".to_owned()),
            ),
            Trouble::NotAskedFor(card) => (format!("{} was not asked for", self.card(*card)), None),
            Trouble::AsksThemselves(player) => {
                let asks = self.does(*player, "asks, and does", "ask, and do");
                (format!("{asks} not answer"), None)
            }
            Trouble::Skipped(players) => (
                format!(
                    "it is the turn of {} first: what happened there?",
                    self.players(players, "and")
                ),
                Some(format!(
                    "type `> NAME` if all before have none, or `{} no`, or `{} ?` if you missed it",
                    self.typed(players[0]),
                    self.typed(players[0])
                )),
            ),
            Trouble::OutOfTurn(player) => {
                (format!("it was {} turn before", self.whose(*player)), None)
            }
            Trouble::NotAsked(player) => {
                let is = self.does(*player, "accused wrongly, and is", "accused wrongly, and are");
                (format!("{is} not asked any more"), None)
            }
            Trouble::IsOut(player) => {
                let has =
                    self.does(*player, "accused wrongly, and has", "accused wrongly, and have");
                (format!("{has} no more moves"), None)
            }
            Trouble::AfterShow => ("nobody is asked after a card was shown".to_owned(), None),
            Trouble::Unanswered(players) => (
                format!("what did {} do?", self.players(players, "and")),
                Some(format!(
                    "go on, for example `{} no`, or `others no`, or `somebody shows`",
                    self.typed(players[0])
                )),
            ),
            Trouble::WhichShownToMe => {
                ("you saw which card it was".to_owned(), Some("name it after `shows`".to_owned()))
            }
            Trouble::WhichShownByMe(cards) => (
                format!("you have {}: which one did you show?", self.cards(cards, "and")),
                Some("name it after `shows`".to_owned()),
            ),
            Trouble::SomebodyToMe => ("you know who showed a card here".to_owned(), None),
            Trouble::FaceUp(card) => (format!("{} lies face up", self.card(*card)), None),
            Trouble::UnknownCategory => {
                let names = self.setup.deck().categories().iter().map(|one| one_of(&one.name));
                let names = list(&names.collect::<Vec<_>>(), "or");
                (format!("there is no category called `{text}`"), Some(format!("say {names}")))
            }
            Trouble::NoPlayer => ("the envelope does not play".to_owned(), None),
        }
    }

    /// Why a change is refused, apart from a line that cannot be read.
    pub fn refusal(&self, refusal: &Refusal) -> Vec<String> {
        match refusal {
            Refusal::Unread(unread) => vec![self.unread("", unread).0],
            Refusal::NoEntry(at) => {
                vec![format!("There is no entry {}; `list` shows the numbers.", at + 1)]
            }
            Refusal::GaveUp(limit) => vec![format!(
                "It was not found out whether this is possible, so it is not entered: {limit}."
            )],
            Refusal::Unfinished { done, of } => vec![format!(
                "It was stopped after {done} of {} before it was found out whether this is possible, so it is not entered.",
                count(*of, "event", "events")
            )],
            Refusal::NothingToUndo => vec!["There is nothing to undo.".to_owned()],
            Refusal::NothingToRedo => vec!["There is nothing to redo.".to_owned()],
            Refusal::Setup(flaws) => flaws.iter().map(flaw).collect(),
            Refusal::NotReread { entry, line } => vec![format!(
                "Entry {} cannot be read with this set-up: {line}. Change or delete it first.",
                entry + 1
            )],
            Refusal::CannotKnow(player) => vec![format!(
                "This cannot be: {} know that, whoever showed the cards that you did not see.",
                self.does(*player, "cannot", "cannot")
            )],
            Refusal::Over(standing) => vec![format!(
                "{} Nothing more can be entered; `undo` takes the last entry back.",
                self.standing(*standing).unwrap_or_default()
            )],
            Refusal::Clash { clash, fresh, .. } => {
                let first = self.impossible(clash);
                [first].into_iter().chain(self.contradiction(clash, *fresh)).collect()
            }
        }
    }

    /// That something cannot be.
    pub fn impossible(&self, clash: &Clash) -> String {
        format!("This cannot be: {}.", self.reason(&clash.reason))
    }

    /// What does not go together, if that was found.
    pub fn contradiction(&self, clash: &Clash, fresh: Option<usize>) -> Vec<String> {
        let Some(with) = &clash.with else { return Vec::new() };
        let told = |told: &Told| format!("  {}", self.source(told));
        let mut lines = vec!["These do not go together:".to_owned()];
        lines.extend(with.told.iter().map(told));
        lines.push(match clash.told.source {
            Source::Entry(at) if Some(at) == fresh => {
                format!("  this line: {}", self.event(&clash.told.event))
            }
            Source::Entry(_) | Source::Hand(_) => told(&clash.told),
        });
        if with.size == Size::Small {
            lines.push("(There may be fewer that do not go together.)".to_owned());
        }
        lines
    }

    /// What was told, and where.
    pub fn source(&self, told: &Told) -> String {
        match told.source {
            Source::Hand(card) => format!("your hand: {}", self.card(card)),
            Source::Entry(at) => format!("entry {}: {}", at + 1, self.event(&told.event)),
        }
    }

    /// What an event says.
    pub fn event(&self, event: &Event) -> String {
        match event {
            Event::Holds { holder, card, .. } => {
                format!("{} {}", self.has(*holder), self.card(*card))
            }
            Event::Lacks { holder, card, .. } => {
                format!("{} {}", self.has_not(*holder), self.card(*card))
            }
            Event::NoCard { respondent, cards, .. } => {
                format!(
                    "{} none of {}",
                    self.has(Holder::Agent(*respondent)),
                    self.cards(cards, "and")
                )
            }
            Event::Shows { requester, respondent, card: Some(card), .. } => {
                format!(
                    "{} showed {} to {}",
                    self.who(*respondent),
                    self.card(*card),
                    self.who(*requester)
                )
            }
            Event::Shows { requester, respondent, cards, .. } => format!(
                "{} showed {} one of {}",
                self.who(*respondent),
                self.who(*requester),
                self.cards(cards, "and")
            ),
            Event::SomebodyShows { respondents, cards, .. } => {
                format!(
                    "{} showed one of {}",
                    self.players(respondents, "or"),
                    self.cards(cards, "and")
                )
            }
            Event::NoWin(player) => format!("{} could not win", self.who(*player)),
            Event::Knows { agent, cards } => {
                format!("{} said that they know the {}", self.who(*agent), self.category(cards))
            }
            Event::KnowsNot { agent, cards } => {
                format!(
                    "{} said that they do not know the {}",
                    self.who(*agent),
                    self.category(cards)
                )
            }
            Event::Wins { agent, table: Some(cards), .. } => {
                format!(
                    "{} right with {}",
                    self.does(*agent, "was", "were"),
                    self.cards(cards, "and")
                )
            }
            Event::Wins { agent, table: None, .. } => {
                format!("{} right", self.does(*agent, "was", "were"))
            }
            Event::WrongAccusation { accuser, accused: Some(cards), .. } => {
                format!(
                    "{} wrong with {}",
                    self.does(*accuser, "was", "were"),
                    self.cards(cards, "and")
                )
            }
            Event::WrongAccusation { accuser, accused: None, .. } => {
                format!("{} accused wrongly", self.who(*accuser))
            }
        }
    }

    /// `your`, `bob's`
    fn whose(&self, player: Agent) -> String {
        match player == self.setup.me() {
            true => "your".to_owned(),
            false => format!("{}'s", self.setup.name(player)),
        }
    }

    /// The category of these cards, one of which is in the envelope.
    fn category(&self, cards: &[Card]) -> &str {
        let deck = self.setup.deck();
        cards.first().map_or("", |&card| one_of(&deck.categories()[deck.category_of(card)].name))
    }

    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::UnknownCard(card) => format!("{} lies face up", self.card(*card)),
            Reason::UnknownHolder(_) => "there is no such player".to_owned(),
            Reason::AsksHimself(player) => {
                format!("{} not answer", self.does(*player, "asks, and does", "ask, and do"))
            }
            Reason::NobodyAsked => "nobody is asked".to_owned(),
            Reason::NothingAskedFor => "all cards that were asked for lie face up".to_owned(),
            Reason::NotAskedFor(card) => format!("{} was not asked for", self.card(*card)),
            Reason::NoTable => "there is no envelope".to_owned(),
            Reason::NoTableHand { size } => {
                format!("the envelope has {}", count(*size, "card", "cards"))
            }
            Reason::HeldElsewhere { card, by } => format!("{} {}", self.has(*by), self.card(*card)),
            Reason::HandFull { holder, size } => {
                format!(
                    "{} {}, and all are known",
                    self.has(*holder),
                    count(*size, "card", "cards")
                )
            }
            Reason::CannotHold { holder, card } => {
                format!("{} cannot be with {}", self.card(*card), self.holder(*holder))
            }
            Reason::MustHold { holder, card } => {
                format!("{} must be with {}", self.card(*card), self.holder(*holder))
            }
            Reason::MustHoldOne { respondent, cards } => {
                format!("{} must have one of {}", self.who(*respondent), self.cards(cards, "and"))
            }
            Reason::HoldsNone { respondents, cards } => {
                format!(
                    "{} can have none of {}",
                    self.players(respondents, "and"),
                    self.cards(cards, "and")
                )
            }
            Reason::NotOnTable(cards) => {
                format!("{} cannot be in the envelope", self.cards(cards, "and"))
            }
            Reason::OnTable(cards) => {
                format!("{} must be in the envelope", self.cards(cards, "and"))
            }
            Reason::KnowsTable(player) => {
                let knows = self.does(*player, "knows", "know");
                format!("{knows} the envelope by now, and would have accused")
            }
            Reason::KnowsWhich { agent, cards } => {
                let knows = self.does(*agent, "knows", "know");
                format!("{knows} the {} by now", self.category(cards))
            }
            Reason::CannotKnowWhich { agent, cards } => {
                format!("{} cannot know the {} yet", self.who(*agent), self.category(cards))
            }
            Reason::CannotKnowTable(player) => {
                format!("{} cannot know the envelope yet", self.who(*player))
            }
        }
    }
}

fn expectation(expected: Expected) -> &'static str {
    match expected {
        Expected::Start => {
            "start with a player: `bob: plum rope hall > eve`; `help` lists the commands"
        }
        Expected::Deed => {
            "after a player comes `:` and what they ask for, or `accuses`, `has`, `has not`, `knows the`, `passes`"
        }
        Expected::Category => "say which category",
        Expected::Card => "name a card",
        Expected::AskedCard => "name one of the cards asked for",
        Expected::Respondent => {
            "say who answers: `ann no, eve shows`, or `> eve` if all before eve have none, or `none`, or `somebody shows`"
        }
        Expected::Answer => "say `no`, `shows`, the card that you saw, or `?` if you missed it",
        Expected::Holder => "name a player, or the envelope",
        Expected::Having => "say `has` or `has not`, and a card",
        Expected::Verdict => "say `wrong` or `right`",
        Expected::Shows => "say `somebody shows`",
        Expected::Nothing => "the line should end here",
    }
}

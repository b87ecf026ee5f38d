//! The parts of Gambit's files: the first line, and nodes one by one. After a node that cannot be read, reading goes on at
//! the next letter of a node.

use super::problems::Problems;
use super::token::{Token, Tokens, plain_name};
use hexa_lang::{Code, Span};

/// The first line.
pub(super) struct Header {
    /// What the game is called.
    pub(super) title: String,
    /// The players, with the place of their list.
    pub(super) players: Vec<String>,
    /// Where they stand.
    pub(super) span: Span,
}

/// A node as it is written.
pub(super) struct Record<'t> {
    /// Its letter's place.
    pub(super) span: Span,
    /// What happens there.
    pub(super) kind: RecordKind<'t>,
    /// Its outcome.
    pub(super) outcome: RecordOutcome<'t>,
}

/// What happens at a node.
pub(super) enum RecordKind<'t> {
    /// `c`
    Chance(RecordSet<'t>),
    /// `p`, with the number of the player.
    Decision(&'t str, Span, RecordSet<'t>),
    /// `t`
    End,
}

/// An information set as a node mentions it.
pub(super) struct RecordSet<'t> {
    /// Its number.
    pub(super) number: &'t str,
    /// Where that stands.
    pub(super) span: Span,
    /// Its name, if it is given.
    pub(super) label: Option<&'t str>,
    /// Its moves, if they are given, with the place of their list.
    pub(super) moves: Option<(Vec<RecordMove<'t>>, Span)>,
}

/// A move as it is written.
pub(super) struct RecordMove<'t> {
    /// Its name.
    pub(super) name: &'t str,
    /// Where it stands.
    pub(super) span: Span,
    /// The probability, if one follows.
    pub(super) chance: Option<(&'t str, Span)>,
}

/// An outcome as a node mentions it.
pub(super) struct RecordOutcome<'t> {
    /// Its number.
    pub(super) number: &'t str,
    /// Where that stands.
    pub(super) span: Span,
    /// Whether it has a name here.
    pub(super) label: Option<Span>,
    /// The payoffs, if they are given, with the place of their list.
    pub(super) payoffs: Option<Payoffs<'t>>,
}

/// Payoffs as they are written, and the place of their list.
pub(super) type Payoffs<'t> = (Vec<(&'t str, Span)>, Span);

/// A node could not be read. It was told why.
pub(super) struct Unreadable;

/// Reads the parts of a file.
pub(super) struct NodeReader<'t> {
    tokens: Tokens<'t>,
    token: Token<'t>,
    span: Span,
    /// Whether the next node follows one that could not be read.
    lost: bool,
}

const NODES: &str = "a node starts with `c`, `p` or `t`";

impl<'t> NodeReader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut tokens = Tokens::new(text);
        let (token, span) = tokens.next();
        Self { tokens, token, span, lost: false }
    }

    /// Where the file ends, or where reading stands.
    pub(super) fn end(&self) -> Span {
        self.span
    }

    fn advance(&mut self) -> (Token<'t>, Span) {
        let now = (self.token, self.span);
        (self.token, self.span) = self.tokens.next();
        now
    }

    /// A text in quotes, if one stands here.
    fn take_text(&mut self) -> Option<(&'t str, Span)> {
        let Token::Text(text) = self.token else { return None };
        let (_, span) = self.advance();
        Some((text, span))
    }

    /// The first line, with the comment that may follow; nothing if there is none.
    pub(super) fn header(&mut self, problems: &mut Problems) -> Option<Header> {
        let help = "a file of Gambit's starts like `EFG 2 R \"title\" { \"first player\" \"second player\" }`";
        for expected in [&["EFG"][..], &["2"], &["R", "D"]] {
            match self.token {
                Token::Word(word) if expected.contains(&word) => self.advance(),
                Token::Word("NFG") if expected == ["EFG"] => {
                    let message = "this is a game in strategic form, which has no tree";
                    problems.error(Code::NotEfg, self.span, message, help);
                    return None;
                }
                Token::Word(_)
                | Token::Text(_)
                | Token::OpenText
                | Token::Open
                | Token::Close
                | Token::Comma
                | Token::End => {
                    let expected = expected.join("` or `");
                    let message =
                        format!("expected `{expected}`, found {}", word_token(self.token));
                    problems.error(Code::NotEfg, self.span, message, help);
                    return None;
                }
            };
        }
        let Some((title, _)) = self.take_text() else {
            self.refuse(Code::NotEfg, "the title in quotes", problems);
            return None;
        };
        let title = plain_name(title);
        let (players, span) = self.players(problems).ok()?;
        // A comment may follow.
        self.take_text();
        Some(Header { title, players, span })
    }

    fn players(&mut self, problems: &mut Problems) -> Result<(Vec<String>, Span), Unreadable> {
        if self.token != Token::Open {
            return Err(self.refuse(Code::BadPlayer, "the list of players in braces", problems));
        }
        let (_, open) = self.advance();
        let mut players = Vec::new();
        loop {
            match self.advance() {
                (Token::Text(name), _) => players.push(plain_name(name)),
                (Token::Comma, _) => {}
                (Token::Close, close) => return Ok((players, open.to(close))),
                (Token::OpenText, span) => return Err(refuse_text(span, problems)),
                (Token::Word(_) | Token::Open | Token::End, _) => {
                    return Err(refuse_brace(open, problems));
                }
            }
        }
    }

    /// The next node; nothing at the end of the file.
    pub(super) fn node(
        &mut self,
        problems: &mut Problems,
    ) -> Option<Result<Record<'t>, Unreadable>> {
        let was_lost = std::mem::take(&mut self.lost);
        if self.token == Token::End {
            return None;
        }
        let Token::Word(letter @ ("c" | "p" | "t")) = self.token else {
            // What follows a node that could not be read belongs to it.
            if self.token == Token::OpenText {
                refuse_text(self.span, problems);
            } else if !was_lost {
                let message = format!("expected a node, found {}", word_token(self.token));
                problems.error(Code::BadNode, self.span, message, NODES);
            }
            self.advance();
            return Some(Err(self.lose()));
        };
        let (_, span) = self.advance();
        let record = self.rest(letter, span, problems);
        Some(record.map_err(|Unreadable| self.lose()))
    }

    /// Goes on at the next letter of a node.
    fn lose(&mut self) -> Unreadable {
        while !matches!(self.token, Token::Word("c" | "p" | "t") | Token::End) {
            self.advance();
        }
        self.lost = true;
        Unreadable
    }

    fn rest(
        &mut self,
        letter: &str,
        span: Span,
        problems: &mut Problems,
    ) -> Result<Record<'t>, Unreadable> {
        if self.take_text().is_none() {
            return Err(self.refuse(Code::BadNode, "the node's name in quotes", problems));
        }
        let kind = match letter {
            "c" => RecordKind::Chance(self.set(problems)?),
            "p" => {
                let (player, at) = self.number("the number of the player", problems)?;
                RecordKind::Decision(player, at, self.set(problems)?)
            }
            _ => RecordKind::End,
        };
        let outcome = self.outcome(problems)?;
        Ok(Record { span, kind, outcome })
    }

    fn number(
        &mut self,
        what: &str,
        problems: &mut Problems,
    ) -> Result<(&'t str, Span), Unreadable> {
        if let Token::Word(word) = self.token
            && !is_letter(word)
        {
            let (_, span) = self.advance();
            return Ok((word, span));
        }
        Err(self.refuse(Code::BadNode, what, problems))
    }

    fn set(&mut self, problems: &mut Problems) -> Result<RecordSet<'t>, Unreadable> {
        let (number, span) = self.number("the number of the information set", problems)?;
        let label = self.take_text().map(|(label, _)| label);
        let moves = if self.token == Token::Open { Some(self.moves(problems)?) } else { None };
        Ok(RecordSet { number, span, label, moves })
    }

    fn moves(
        &mut self,
        problems: &mut Problems,
    ) -> Result<(Vec<RecordMove<'t>>, Span), Unreadable> {
        let (_, open) = self.advance();
        let mut moves: Vec<RecordMove<'t>> = Vec::new();
        loop {
            let (token, span) = (self.token, self.span);
            match (token, moves.last_mut()) {
                (Token::Text(name), _) => moves.push(RecordMove { name, span, chance: None }),
                (Token::Comma, _) => {}
                (Token::Word(word), Some(last)) if last.chance.is_none() && !is_letter(word) => {
                    last.chance = Some((word, span));
                }
                (Token::Close, _) => {
                    self.advance();
                    return Ok((moves, open.to(span)));
                }
                (Token::OpenText, _) => return Err(refuse_text(span, problems)),
                (Token::Word(_) | Token::Open | Token::End, _) => {
                    return Err(refuse_brace(open, problems));
                }
            }
            self.advance();
        }
    }

    fn outcome(&mut self, problems: &mut Problems) -> Result<RecordOutcome<'t>, Unreadable> {
        let (number, span) = self.number("the number of the outcome", problems)?;
        let label = self.take_text().map(|(_, span)| span);
        let payoffs = if self.token == Token::Open { Some(self.payoffs(problems)?) } else { None };
        Ok(RecordOutcome { number, span, label, payoffs })
    }

    fn payoffs(&mut self, problems: &mut Problems) -> Result<Payoffs<'t>, Unreadable> {
        let (_, open) = self.advance();
        let mut payoffs = Vec::new();
        loop {
            match (self.token, self.span) {
                (Token::Word(word), span) if !is_letter(word) => payoffs.push((word, span)),
                (Token::Comma, _) => {}
                (Token::Close, close) => {
                    self.advance();
                    return Ok((payoffs, open.to(close)));
                }
                (Token::OpenText, span) => return Err(refuse_text(span, problems)),
                (Token::Word(_) | Token::Text(_) | Token::Open | Token::End, _) => {
                    return Err(refuse_brace(open, problems));
                }
            }
            self.advance();
        }
    }

    fn refuse(&mut self, code: Code, what: &str, problems: &mut Problems) -> Unreadable {
        if self.token == Token::OpenText {
            return refuse_text(self.span, problems);
        }
        let message = format!("expected {what}, found {}", word_token(self.token));
        let help = "nodes are written `c \"\" 1 \"name\" { \"move\" 1/2 \"other\" 1/2 } 0`, \
                    `p \"\" 1 1 \"name\" { \"move\" \"other\" } 0` and `t \"\" 1 \"name\" { 1, -1 }`";
        problems.error(code, self.span, message, help);
        Unreadable
    }
}

fn is_letter(word: &str) -> bool {
    matches!(word, "c" | "p" | "t")
}

fn refuse_text(span: Span, problems: &mut Problems) -> Unreadable {
    let message = "this text in quotes is never closed";
    problems.error(Code::OpenText, span, message, "close it with `\"`; inside of it, write `\\\"`");
    Unreadable
}

fn refuse_brace(open: Span, problems: &mut Problems) -> Unreadable {
    problems.error(Code::OpenText, open, "this brace is not closed", "close it with `}`");
    Unreadable
}

fn word_token(token: Token<'_>) -> String {
    match token {
        Token::Text(_) => "a text in quotes".to_owned(),
        Token::OpenText => "a text in quotes that is never closed".to_owned(),
        Token::Word(word) => format!("`{word}`"),
        Token::Open => "`{`".to_owned(),
        Token::Close => "`}`".to_owned(),
        Token::Comma => "`,`".to_owned(),
        Token::End => "the end of the file".to_owned(),
    }
}

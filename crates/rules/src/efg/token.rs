//! The words, texts in quotes, braces and commas of Gambit's files. There are no comments.

use super::name::one_line;
use hexa_lang::Span;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A text in quotes, without them; `\"` stands for a quote.
    Text(&'t str),
    /// A text in quotes that is never closed: the rest of the file is in it.
    OpenText,
    /// A letter, a number, or whatever else stands between spaces.
    Word(&'t str),
    /// `{`
    Open,
    /// `}`
    Close,
    /// `,`
    Comma,
    /// The end of the file.
    End,
}

/// Cuts a text into tokens.
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at }
    }

    /// The next token, with its place.
    pub(super) fn next(&mut self) -> (Token<'t>, Span) {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let (token, length) = match rest.as_bytes().first() {
            None => (Token::End, 0),
            Some(b'{') => (Token::Open, 1),
            Some(b'}') => (Token::Close, 1),
            Some(b',') => (Token::Comma, 1),
            Some(b'"') => match closing_quote(rest) {
                Some(close) => (Token::Text(&rest[1..close]), close + 1),
                None => {
                    self.at = self.text.len();
                    return (Token::OpenText, Span::new(start, start + 1));
                }
            },
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',' | '"');
                let length = rest.find(ends).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        self.at = start + length;
        (token, Span::new(start, self.at))
    }
}

/// Where the quote is that closes the one at the start. A backslash before a quote makes it part of the text, whatever
/// stands before the backslash.
fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (1..bytes.len()).find(|&at| bytes[at] == b'"' && bytes[at - 1] != b'\\')
}

/// What stands in quotes as a name.
pub(super) fn plain_name(text: &str) -> String {
    one_line(&text.replace("\\\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_a_quote_without_a_backslash() {
        let mut tokens = Tokens::new("\u{feff}c \"a \\\"b\\\"\n c\"{1/2,x}\"");
        let mut all = Vec::new();
        loop {
            let (token, _) = tokens.next();
            all.push(token);
            if token == Token::End {
                break;
            }
        }
        assert_eq!(
            all,
            [
                Token::Word("c"),
                Token::Text("a \\\"b\\\"\n c"),
                Token::Open,
                Token::Word("1/2"),
                Token::Comma,
                Token::Word("x"),
                Token::Close,
                Token::OpenText,
                Token::End,
            ]
        );
        assert_eq!(plain_name("a \\\"b\\\"\n c"), "a \"b\" c");
    }
}

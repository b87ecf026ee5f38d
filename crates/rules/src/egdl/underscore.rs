//! Names with `_` in them. An index may stand below a name, `p_i`, `has_{a,b}`, and so `has_ball` could be the name `has` with the
//! index `ball`. It is, if something is called `ball`: an index, an agent, a number, a constant. Otherwise it is one name. What
//! is declared as one name, as in `agents player_1, player_2`, is one name everywhere.

use super::token::{Kind, Token};
use rustc_hash::FxHashSet;

/// What can stand below a name, and which names have a `_` in them.
#[derive(Clone, Debug, Default)]
pub(super) struct NameParts {
    /// Indices, agents, numbers and constants.
    indices: FxHashSet<String>,
    /// Those of them that are made of several words.
    joined: FxHashSet<String>,
}

impl NameParts {
    /// What a text declares, in addition to what is known.
    pub(super) fn declare(&mut self, tokens: &[Token]) {
        let mut at = 0;
        while at < tokens.len() {
            let is_start = at == 0 || tokens[at - 1].kind == Kind::Start;
            at = match word(tokens, at) {
                Some("agents") if is_start => self.listed(tokens, at + 1),
                Some("param") if is_start => self.one(tokens, at + 1),
                Some("index") if is_start => self.binder(tokens, at + 1),
                Some("forall" | "exists") => self.binder(tokens, at + 1),
                Some(_) | None => at + 1,
            };
        }
    }

    /// Names between commas; the place after them.
    fn listed(&mut self, tokens: &[Token], mut at: usize) -> usize {
        loop {
            at = self.one(tokens, at);
            if !is_sign(tokens, at, ",") {
                return at;
            }
            at += 1;
        }
    }

    /// `i, j in {red, blue}`.
    fn binder(&mut self, tokens: &[Token], at: usize) -> usize {
        let at = self.listed(tokens, at);
        if word(tokens, at) == Some("in") && is_sign(tokens, at + 1, "{") {
            return self.listed(tokens, at + 2);
        }
        at
    }

    fn one(&mut self, tokens: &[Token], at: usize) -> usize {
        if word(tokens, at).is_none() {
            return at;
        }
        let end = run_end(tokens, at);
        let name: String = tokens[at..end].iter().map(Token::text).collect();
        if end > at + 1 {
            self.joined.insert(name.clone());
        }
        self.indices.insert(name);
        end
    }

    /// The words of a text, with names in one piece.
    pub(super) fn join(&self, tokens: Vec<Token>) -> Vec<Token> {
        let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            let end = match word(&tokens, at) {
                // What follows `K_` and `M_` is an agent.
                None | Some("K" | "M") => at + 1,
                Some(_) => self.name_end(&tokens, at),
            };
            match end - at {
                1 => joined.push(tokens[at].clone()),
                _ => {
                    let name = tokens[at..end].iter().map(Token::text).collect();
                    let span = tokens[at].span.to(tokens[end - 1].span);
                    joined.push(Token { kind: Kind::Name(name), span });
                }
            }
            at = end;
        }
        joined
    }

    /// Where the name ends that starts here.
    fn name_end(&self, tokens: &[Token], at: usize) -> usize {
        let run = run_end(tokens, at);
        let spelt = |end: usize| tokens[at..end].iter().map(Token::text).collect::<String>();
        let declared =
            (at + 3..=run).rev().step_by(2).find(|&end| self.joined.contains(&spelt(end)));
        let mut end = declared.unwrap_or(at + 1);
        // One letter is meant to be an index: if it is none, that is told.
        while end + 2 <= run
            && word(tokens, end + 1).is_some_and(|part| part.chars().count() > 1)
            && !self.starts_index(tokens, end + 1, run)
        {
            end += 2;
        }
        end
    }

    /// Whether an index starts here, of one word or of several.
    fn starts_index(&self, tokens: &[Token], at: usize, run: usize) -> bool {
        let spelt = |end: usize| tokens[at..end].iter().map(Token::text).collect::<String>();
        (at + 1..=run).step_by(2).any(|end| self.indices.contains(&spelt(end)))
    }
}

/// The end of words that hang together: `a_b_1`.
fn run_end(tokens: &[Token], at: usize) -> usize {
    let mut end = at + 1;
    while is_sign(tokens, end, "_")
        && tokens
            .get(end + 1)
            .is_some_and(|part| matches!(part.kind, Kind::Name(_) | Kind::Number(_)))
        && (end..end + 2).all(|next| tokens[next].span.start == tokens[next - 1].span.end)
    {
        end += 2;
    }
    end
}

fn word(tokens: &[Token], at: usize) -> Option<&str> {
    match &tokens.get(at)?.kind {
        Kind::Name(name) => Some(name),
        Kind::Number(_) | Kind::Quoted(_) | Kind::Sign(_) | Kind::Start | Kind::End => None,
    }
}

fn is_sign(tokens: &[Token], at: usize, sign: &str) -> bool {
    tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Sign(found) if found == sign))
}

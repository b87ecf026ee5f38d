//! Text to tree. The lexer finds tokens and comments, the layout rules cut them
//! into statements, the parser builds a [`Tree`]. Parsing never fails: what cannot
//! be read becomes [`ExprKind::Error`](tree::ExprKind::Error) and a diagnostic.

mod atom;
mod binder;
mod clause;
mod expression;
mod format;
mod game;
mod latex;
mod layout;
mod lexer;
mod lookalike;
mod measure;
pub(crate) mod message;
mod parser;
mod print;
mod quantity;
mod report;
mod spelling;
mod statement;
pub mod symbol;
pub mod tree;

pub use clause::CLAUSE_WORDS;
pub use format::{format, format_until};
pub use game::THEORY_WORDS;
pub use latex::{Line as LatexLine, latex};
pub use layout::Layout;
pub use lexer::{Comment, Kind, Role, Token};
pub use parser::MAX_DEPTH;
pub(crate) use parser::{is_operator_name, operator_without_subscript};
pub(crate) use print::ratio_text;
pub use print::{GroupSpelling, MAX_PRINTED, Printer, action_text, formula_text};
pub use report::MAX_ERRORS;
pub(crate) use report::Report;
pub use spelling::Spelling;
pub use statement::{EXPECTATIONS, STATEMENT_WORDS};
pub use symbol::{Symbol, Symbols};
pub use tree::Tree;

use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic};
use hexa_text::{SourceId, Sources, Span};
use lexer::Lexed;
use parser::Parser;
use tree::Expr;

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What it says.
    pub tree: Tree,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Its tokens, and how each is used.
    pub tokens: Vec<Token>,
    /// Its comments.
    pub comments: Vec<Comment>,
    /// Its lines, and what each belongs to.
    pub layout: Layout,
}

/// One formula or action that was read.
#[derive(Clone, Debug)]
pub struct ParsedExpr {
    /// The tree that holds it.
    pub tree: Tree,
    /// The formula or action.
    pub expr: Expr,
    /// What is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file. Takes time linear in the length of the text.
pub fn parse(text: &str, source: SourceId, symbols: &mut Symbols) -> Parsed {
    parse_until(text, source, symbols, &Stop::new())
}

/// Reads a file, until somebody asks for the end: then that is all there is to say about it.
pub fn parse_until(text: &str, source: SourceId, symbols: &mut Symbols, stop: &Stop) -> Parsed {
    let (mut parser, comments) = start(text, source, symbols, stop);
    parser.statements();
    Parsed {
        tree: parser.tree,
        diagnostics: parser.report.finish(),
        tokens: parser.tokens,
        comments,
        layout: parser.layout,
    }
}

/// Reads one formula, on any number of lines.
pub fn parse_formula(text: &str, source: SourceId, symbols: &mut Symbols) -> ParsedExpr {
    parse_expr(text, source, symbols, Parser::formula)
}

/// Reads one action, on any number of lines.
pub fn parse_action(text: &str, source: SourceId, symbols: &mut Symbols) -> ParsedExpr {
    parse_expr(text, source, symbols, Parser::action)
}

fn parse_expr<'a>(
    text: &'a str,
    source: SourceId,
    symbols: &'a mut Symbols,
    read: fn(&mut Parser<'a>) -> Expr,
) -> ParsedExpr {
    let (mut parser, _) = start(text, source, symbols, &Stop::new());
    let tokens = 0..parser.tokens.len();
    parser.open_window(tokens);
    let stumbles = parser.report.stumbles();
    let expr = read(&mut parser);
    parser.finish_window(stumbles);
    ParsedExpr { tree: parser.tree, expr, diagnostics: parser.report.finish() }
}

fn start<'a>(
    text: &'a str,
    source: SourceId,
    symbols: &'a mut Symbols,
    stop: &Stop,
) -> (Parser<'a>, Vec<Comment>) {
    let mut report = Report::new(source, stop);
    let lexed = if text.len() > Sources::MAX_BYTES {
        let message =
            format!("a text of {} bytes; the limit is {}", text.len(), Sources::MAX_BYTES);
        let diagnostic = report.diagnostic(Code::TooLong, Span::new(0, 0), message);
        report.add(diagnostic);
        Lexed::default()
    } else {
        lexer::lex(text, &mut report)
    };
    report.give_up(lexed.lost);
    let layout = Layout::new(lexed.lines, lexed.tokens.len());
    (Parser::new(text, source, lexed.tokens, layout, report, symbols), lexed.comments)
}

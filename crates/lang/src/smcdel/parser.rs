//! The parts of a file: variables, law, observations, queries. A query that cannot be read leaves the
//! others to be run; anything wrong before the queries leaves nothing to run, but all is told.

use super::lexer::{Kind, Token, lex};
use crate::document::{Document, Notation, Places, Scenario, Step, StepKind};
use crate::elaborate::Scope;
use crate::load::Settings;
use crate::syntax::Report;
use hexa_logic::{
    Agent, Atom, Formula, FormulaNode, Setup, Stop, Structure, Terms, Vocabulary, WinCondition,
};
use hexa_text::{Code, Diagnostic};
use hexa_text::{Location, SourceId, Sources, Span};
use rustc_hash::FxHashMap;

/// The work of reading one file.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) source: SourceId,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) report: Report,
    pub(super) terms: Terms,
    /// Where the formulas of the query being read stand.
    pub(super) places: Places,
    pub(super) part: Part,
    pub(super) depth: usize,
    /// The variables by their numbers, and where each is declared.
    pub(super) variables: FxHashMap<u64, (Atom, Span)>,
    /// For each atom its number.
    pub(super) numbers: Vec<u64>,
    /// The agents by their names, and where each is declared.
    pub(super) agents: FxHashMap<&'a str, (Agent, Span)>,
    /// For each agent what they observe.
    pub(super) observed: Vec<Vec<Atom>>,
    names: Vec<&'a str>,
}

/// Which part of the file is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The law speaks of one state only.
    Law,
    Query,
}

/// The document of a text, unless its variables, law or observations are in error; and all that is wrong.
pub(super) fn read(
    text: &str,
    source: SourceId,
    settings: &Settings,
    stop: &Stop,
) -> (Option<Document>, Vec<Diagnostic>) {
    let mut report = Report::new(source, stop);
    for (name, _) in settings {
        let message = format!("there is no parameter `{name}`: files of SMCDEL have none");
        report.add(report.diagnostic(Code::UnknownParameter, Span::default(), message));
    }
    let tokens = match text.len() > Sources::MAX_BYTES {
        true => {
            let message = format!("a text of more than {} bytes", Sources::MAX_BYTES);
            report.add(report.diagnostic(Code::TooLong, Span::default(), message));
            Vec::new()
        }
        false => lex(text, &mut report),
    };
    let mut parser = Parser {
        text,
        source,
        tokens,
        at: 0,
        report,
        terms: Terms::default(),
        places: Places::default(),
        part: Part::Law,
        depth: 0,
        variables: FxHashMap::default(),
        numbers: Vec::new(),
        agents: FxHashMap::default(),
        observed: Vec::new(),
        names: Vec::new(),
    };
    let document = parser.file().filter(|_| !parser.report.is_stopped());
    (document, parser.report.finish())
}

impl<'a> Parser<'a> {
    fn file(&mut self) -> Option<Document> {
        let stumbles = self.report.stumbles();
        self.variables();
        let law = self.law();
        self.observations();
        self.part = Part::Query;
        // What is wrong before the first query leaves no structure to ask about.
        let end = self.peek().map_or(self.text.len(), |token| token.span.start as usize);
        let sound = self.report.stumbles() == stumbles;
        let steps = self.queries();
        let stands = sound && steps.is_some() && !self.report.has_problem_in(Span::new(0, end));
        law.filter(|_| stands).map(|law| self.document(law, steps.unwrap_or_default()))
    }

    fn variables(&mut self) {
        if !self.begin(Kind::Vars, "`VARS`", "a file of SMCDEL starts with `VARS 1, 2, 3`") {
            return;
        }
        for (number, span) in self.number_list("a number, the name of a variable") {
            if let Some(&(_, first)) = self.variables.get(&number) {
                let message = format!("the variable {number} is declared twice");
                let first = Location { source: self.source, span: first };
                let problem = self.report.diagnostic(Code::DuplicateName, span, message);
                self.report.add(problem.at(first, "first here"));
                continue;
            }
            let atom = Atom::from_index(self.numbers.len());
            self.variables.insert(number, (atom, span));
            self.numbers.push(number);
        }
        self.end_part("`,` or `LAW`");
    }

    fn law(&mut self) -> Option<Formula> {
        let help = "after the variables comes `LAW` with a formula that all states obey; `LAW Top` \
                    if there is nothing to obey";
        if !self.begin(Kind::Law, "`LAW`", help) {
            return None;
        }
        let law = self.formula();
        if law.is_some() {
            self.end_part("`OBS`, or `&`, `|`, `->` or `iff`");
        } else {
            self.skip_part();
        }
        law
    }

    fn observations(&mut self) {
        let help = "after the law comes `OBS` with a line `name: 1, 2` for each agent";
        if !self.begin(Kind::Obs, "`OBS`", help) {
            return;
        }
        if self.kind() != Some(Kind::Word) {
            self.report_expected::<()>(
                "the name of an agent",
                "write a line `name: 1, 2` for each agent",
            );
        }
        while self.kind() == Some(Kind::Word) {
            self.observer();
        }
        self.end_part("`,`, another agent, or a query `TRUE?`, `VALID?` or `WHERE?`");
    }

    /// `alice: 1, 2`; nothing after the colon, and they observe nothing.
    fn observer(&mut self) {
        let (name, span) = (self.here(), self.span());
        self.advance();
        let agent = Agent::from_index(self.names.len());
        match self.agents.get(name) {
            Some(&(_, first)) => {
                let message = format!("the agent {name} has two lines");
                let first = Location { source: self.source, span: first };
                let problem = self.report.diagnostic(Code::DuplicateName, span, message);
                let problem = problem.at(first, "first here");
                self.report.add(problem.help("write all that an agent observes on one line"));
            }
            None => {
                self.agents.insert(name, (agent, span));
                self.names.push(name);
                self.observed.push(Vec::new());
            }
        }
        if !self.eat(Kind::Colon) {
            self.report_expected::<()>("`:`", "what an agent observes is written `name: 1, 2`");
            return self.skip_part();
        }
        if self.kind() == Some(Kind::Number) {
            let numbers = self.number_list("a number");
            let atoms: Vec<Atom> =
                numbers.into_iter().filter_map(|(number, at)| self.variable(number, at)).collect();
            if let Some(last) = self.observed.last_mut() {
                last.extend(atoms);
            }
        }
    }

    /// Numbers with commas between them.
    pub(super) fn number_list(&mut self, what: &str) -> Vec<(u64, Span)> {
        let mut numbers = Vec::new();
        loop {
            if self.kind() != Some(Kind::Number) {
                self.report_expected::<()>(what, "variables are numbers, with commas between them");
                return numbers;
            }
            numbers.push((self.here().parse().unwrap_or(u64::MAX), self.span()));
            self.advance();
            if !self.eat(Kind::Comma) {
                return numbers;
            }
        }
    }

    /// The variable of that number.
    pub(super) fn variable(&mut self, number: u64, span: Span) -> Option<Atom> {
        if let Some(&(atom, _)) = self.variables.get(&number) {
            return Some(atom);
        }
        let message = format!("{number} is not one of the variables");
        let problem = self.report.diagnostic(Code::UnknownName, span, message);
        self.report.add(problem.help(match self.numbers.len() {
            0 => "no variables are declared after `VARS`".to_owned(),
            1..=12 => format!("the variables are {}", list_numbers(&self.numbers)),
            all => format!("{all} variables are declared after `VARS`; add it there"),
        }));
        None
    }

    /// The queries; none if a part that belongs before them stands among them.
    fn queries(&mut self) -> Option<Vec<Step>> {
        let mut steps = Some(Vec::new());
        while let Some(kind) = self.kind() {
            if kind.starts_query() {
                let query = self.query(kind);
                steps.iter_mut().for_each(|steps| steps.push(query.clone()));
            } else {
                steps = self.report_expected(
                    "a query",
                    "queries are `TRUE? {1,2} φ`, `VALID? φ` and `WHERE? φ`; each of `VARS`, `LAW` \
                     and `OBS` stands once, in this order, before them",
                );
                self.advance();
                self.skip_part();
            }
        }
        steps
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a query starts with one of three words")]
    fn query(&mut self, kind: Kind) -> Step {
        let start = self.at;
        self.advance();
        let stumbles = self.report.stumbles();
        let read = match kind {
            Kind::True => self.truth_query(),
            Kind::Valid => self.formula().map(StepKind::CheckValid),
            _ => self.formula().map(StepKind::Where),
        };
        if read.is_some() && !self.kind().is_none_or(Kind::starts_part) {
            self.report_expected::<()>("`&`, `|`, `->`, `iff`, or the next query", OPERAND_ENDS);
        }
        self.skip_part();
        let tokens = &self.tokens[start..self.at];
        let span = tokens[0].span.to(tokens[tokens.len() - 1].span);
        // A character that was left out may have changed the meaning.
        let well = self.report.stumbles() == stumbles && !self.report.has_problem_in(span);
        Step {
            kind: read.filter(|_| well).unwrap_or(StepKind::Broken),
            at: Location { source: self.source, span },
            text: join_tokens(self.text, tokens),
            places: std::mem::take(&mut self.places),
        }
    }

    /// `{1,3} φ`
    fn truth_query(&mut self) -> Option<StepKind> {
        let help = "a state is written `{1,3}`, with the variables that are true; `{}` if none is";
        if !self.eat(Kind::OpenBrace) {
            return self.report_expected("`{`", help);
        }
        let mut numbers = Vec::new();
        if self.kind() != Some(Kind::CloseBrace) {
            numbers = self.number_list("a number or `}`");
        }
        if !self.eat(Kind::CloseBrace) {
            return self.report_expected("`,` or `}`", help);
        }
        let count = numbers.len();
        let atoms: Vec<Atom> =
            numbers.into_iter().filter_map(|(number, at)| self.variable(number, at)).collect();
        let known = atoms.len() == count;
        let formula = self.formula()?;
        known.then_some(StepKind::CheckAt(atoms, formula))
    }

    fn document(&mut self, law: Formula, steps: Vec<Step>) -> Document {
        let atoms: Vec<Atom> = (0..self.numbers.len()).map(Atom::from_index).collect();
        let vocabulary = self.vocabulary();
        let terms = &mut self.terms;
        let mut seen = |atoms: &Vec<Atom>| {
            atoms.iter().map(|&a| terms.formula(FormulaNode::Atom(a))).collect()
        };
        let mut observations: Vec<Vec<Formula>> = self.observed.iter().map(&mut seen).collect();
        observations.resize(vocabulary.agent_count(), Vec::new());
        let at = steps.first().map_or(Span::default(), |step| step.at.span);
        let at = Location { source: self.source, span: at };
        let scenarios = match steps.is_empty() {
            true => Vec::new(),
            false => vec![Scenario { name: None, at, steps, claims: Vec::new() }],
        };
        Document {
            scope: Scope::of_names(&vocabulary, at),
            vocabulary,
            terms: std::mem::take(&mut self.terms),
            initial: Setup::Structure(Structure { atoms, observations, law, point: None }),
            states: Vec::new(),
            win: WinCondition::default(),
            scenarios,
            notation: Notation::Smcdel(std::mem::take(&mut self.numbers)),
        }
    }

    /// Names for agents and atoms: a variable 3 is the atom `p3`.
    fn vocabulary(&self) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        vocabulary.keep_agents_apart();
        self.names.iter().for_each(|name| _ = vocabulary.add_agent(*name));
        if !self.observed.iter().any(Vec::is_empty) {
            vocabulary.add_agent(self.free("anyone", |name| self.agents.contains_key(name)));
        }
        let taken = |prefix: &str| {
            let names = self.names.iter().filter_map(|name| name.strip_prefix(prefix));
            names.filter_map(|rest| rest.parse().ok()).any(|n| self.variables.contains_key(&n))
        };
        let prefix = self.free("p", taken);
        for number in &self.numbers {
            vocabulary.add_atom(&format!("{prefix}{number}"));
        }
        vocabulary
    }

    /// A name that is not taken.
    fn free(&self, wanted: &str, taken: impl Fn(&str) -> bool) -> String {
        let mut name = wanted.to_owned();
        while taken(&name) {
            name.push('x');
        }
        name
    }
}

/// What ends a formula.
const OPERAND_ENDS: &str = "a formula ends where a query, a comma or a closing bracket stands";

/// Tokens.
impl<'a> Parser<'a> {
    /// Goes past a token; to the end of the text, if somebody asked for the end of the reading.
    pub(super) fn advance(&mut self) {
        self.at = if self.report.goes_on() { self.at + 1 } else { self.tokens.len() };
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        self.peek().map(|token| token.kind)
    }

    pub(super) fn kind_after(&self, more: usize) -> Option<Kind> {
        self.tokens.get(self.at + more).map(|token| token.kind)
    }

    /// The place of the next token, or the end of the text.
    pub(super) fn span(&self) -> Span {
        let end = || {
            let last = self.tokens.last().map_or(0, |token| token.span.end as usize);
            Span::new(last, last)
        };
        self.peek().map_or_else(end, |token| token.span)
    }

    /// The text of the next token.
    pub(super) fn here(&self) -> &'a str {
        self.text.get(self.span().range()).unwrap_or("")
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == Some(kind);
        self.at += usize::from(found);
        found
    }

    /// Says that something else should stand here.
    pub(super) fn report_expected<T>(&mut self, what: &str, help: &str) -> Option<T> {
        let (span, found) = match self.kind() {
            // Of a query that breaks off, the next one is not to blame.
            Some(kind) if kind.starts_query() && self.part == Part::Query => {
                let end = self.tokens[self.at.saturating_sub(1)].span.end as usize;
                (Span::new(end, end), "the query ends here".to_owned())
            }
            Some(_) => (self.span(), format!("this is `{}`", self.here())),
            None => (self.span(), "the text ends here".to_owned()),
        };
        let problem = self.report.diagnostic(Code::Expected, span, format!("expected {what}"));
        self.report.add(problem.label(found).help(help).shorten_names());
        None
    }

    /// Starts a part of the file, unless it is missing.
    fn begin(&mut self, kind: Kind, what: &str, help: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.report_expected::<()>(what, help);
        }
        found
    }

    /// Says what is wrong if a part of the file does not end here.
    fn end_part(&mut self, what: &str) {
        if !self.kind().is_none_or(Kind::starts_part) {
            self.report_expected::<()>(what, OPERAND_ENDS);
            self.skip_part();
        }
    }

    /// Goes to where the next part starts.
    fn skip_part(&mut self) {
        while self.kind().is_some_and(|kind| !kind.starts_part()) {
            self.advance();
        }
    }
}

/// Tokens on one line, with spaces where there is any space between them.
fn join_tokens(text: &str, tokens: &[Token]) -> String {
    let mut line = String::new();
    let mut end = None;
    for token in tokens {
        if end.is_some_and(|end| end < token.span.start) {
            line.push(' ');
        }
        line.push_str(text.get(token.span.range()).unwrap_or(""));
        end = Some(token.span.end);
    }
    line
}

fn list_numbers(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

//! From expressions to rules. Bodies are brought into a form without `or`, `and` and nested `not`: a rule with
//! alternatives becomes several. Keywords are read in any case, all other names as they are written.

use super::kif::{Expression, ExpressionKind};
use super::program::{
    Atom, Condition, KEYWORDS, Literal, Pattern, Predicate, Program, ProgramRule,
};
use super::term::{Symbol, Terms};
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::Stopped;
use rustc_hash::FxHashMap;

/// A rule has at most so many conditions.
const MAX_CONDITIONS: usize = 256;

/// A rule has at most so many alternatives.
const MAX_ALTERNATIVES: usize = 4096;

/// The rules of a text, and what is wrong with it and what strange.
pub(crate) fn rules(
    expressions: &[Expression],
    source: SourceId,
    work: &Work<'_>,
) -> Result<(Program, Vec<Diagnostic>, Vec<Diagnostic>), Stopped> {
    let mut builder = Builder {
        program: Program::default(),
        source,
        fluents: FxHashMap::default(),
        functions: FxHashMap::default(),
        wrong: Vec::new(),
        warnings: Vec::new(),
    };
    builder.note_names(expressions);
    for expression in expressions {
        work.step(u64::from(1 + expression.span.end - expression.span.start))?;
        builder.top_level(expression);
    }
    Ok((builder.program, builder.wrong, builder.warnings))
}

/// A keyword in its usual case; any other word as it is.
pub fn usual_case(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    let is_keyword = KEYWORDS.iter().any(|(name, _)| *name == lower)
        || matches!(
            lower.as_str(),
            "not" | "or" | "and" | "distinct" | "random" | "base" | "input"
        );
    if is_keyword { lower } else { word.to_owned() }
}

struct Builder {
    program: Program,
    source: SourceId,
    /// The functions that facts of a state are made of.
    fluents: FxHashMap<Symbol, usize>,
    /// With how many arguments a function was met first, and where.
    functions: FxHashMap<Symbol, (usize, Span)>,
    wrong: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

/// The variables of a rule while it is read.
#[derive(Default)]
struct Scope {
    names: Vec<Box<str>>,
}

impl Scope {
    fn variable(&mut self, name: &str) -> u32 {
        let known = self.names.iter().position(|known| **known == *name);
        known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        }) as u32
    }
}

/// A body as it is written.
enum BodyFormula {
    Literal(Literal),
    All(Vec<BodyFormula>),
    Any(Vec<BodyFormula>),
}

/// Something was wrong, and has been told.
struct Told;

impl Builder {
    /// Finds out first which relations and fluents there are, so that the argument of `knows` can be read.
    fn note_names(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            let head = match expression.application() {
                Some(("<=", [head, ..])) => head,
                Some(("<=", [])) | None => continue,
                Some(_) => expression,
            };
            let Some((name, arguments)) = head.application() else { continue };
            match usual_case(name).as_str() {
                "init" | "next" => {
                    if let [fluent] = arguments
                        && let Some((function, inner)) = fluent.application()
                    {
                        let function = self.program.terms.symbol(function);
                        self.fluents.insert(function, inner.len());
                    }
                }
                "not" | "or" | "and" | "distinct" => {}
                name if KEYWORDS.iter().any(|(keyword, _)| *keyword == name)
                    || name.starts_with('?') => {}
                name => {
                    let symbol = self.program.terms.symbol(name);
                    if self.program.predicate(symbol).is_none() {
                        self.program.declare(symbol, arguments.len(), head.span);
                    }
                }
            }
        }
    }

    fn top_level(&mut self, expression: &Expression) {
        let read = match expression.application() {
            Some(("<=", [head, body @ ..])) => self.rule(head, body),
            Some(("<=", [])) => self.complain(
                Code::BadRule,
                expression.span,
                "this rule has no head",
                "write `(<= head condition ...)`",
            ),
            Some((word, []))
                if matches!(expression.kind, ExpressionKind::Word(_))
                    && usual_case(word) != "terminal" =>
            {
                let message = format!("`{word}` stands outside of brackets");
                self.complain(
                    Code::BadRule,
                    expression.span,
                    message,
                    "facts are written `(name ...)`, rules `(<= head condition ...)`",
                )
            }
            Some(_) => self.rule(expression, &[]),
            None => self.complain(
                Code::BadRule,
                expression.span,
                "this is no rule and no fact",
                "a list starts with the name of a relation, or with `<=`",
            ),
        };
        // Whatever was wrong has been told, and the other rules are still read.
        let _: Result<(), Told> = read;
    }

    fn rule(&mut self, head: &Expression, body: &[Expression]) -> Result<(), Told> {
        let mut scope = Scope::default();
        let atom = self.head(head, &mut scope);
        let parts =
            body.iter().map(|part| self.formula(part, Sign::Plain, &mut scope)).collect::<Vec<_>>();
        let parts = parts.into_iter().collect::<Result<Vec<_>, Told>>()?;
        let atom = atom?;
        let Some(alternatives) = alternatives(&BodyFormula::All(parts)) else {
            let message = format!("this rule has more than {MAX_ALTERNATIVES} alternatives");
            return self.complain(
                Code::TooLarge,
                head.span,
                message,
                "name the parts of `or` with relations",
            );
        };
        if alternatives.iter().any(|body| body.len() > MAX_CONDITIONS) {
            let message = format!("this rule has more than {MAX_CONDITIONS} conditions");
            let help = "name some of them together with a relation";
            return self.complain(Code::TooLarge, head.span, message, help);
        }
        for body in alternatives {
            let variables = scope.names.clone();
            self.program.rules.push(ProgramRule {
                head: atom.clone(),
                body,
                variables,
                at: head.span,
            });
        }
        Ok(())
    }

    fn head(&mut self, head: &Expression, scope: &mut Scope) -> Result<Atom, Told> {
        if let Some((name, _)) = head.application() {
            let name = usual_case(name);
            let help = match name.as_str() {
                "true" => {
                    "what holds next is written `(next f)`, what holds at the start `(init f)`"
                }
                "does" => "which moves may be made is written `(legal r m)`",
                "knows" => "what a player knows follows from what `sees` says",
                "not" | "or" | "and" | "distinct" | "<=" => "a head is one atom",
                _ => "",
            };
            if !help.is_empty() {
                let message = format!("`{name}` cannot be the head of a rule");
                return self.complain(Code::Misused, head.span, message, help);
            }
        }
        self.atom(head, scope)
    }

    /// Reads a body; below an odd number of `not`, as its negation.
    fn formula(
        &mut self,
        part: &Expression,
        sign: Sign,
        scope: &mut Scope,
    ) -> Result<BodyFormula, Told> {
        let Some((name, arguments)) = part.application() else {
            let help = "a condition is a relation of terms, `not`, `or`, `and` or `distinct`";
            return self.complain(Code::BadRule, part.span, "this is no condition", help);
        };
        match (usual_case(name).as_str(), arguments) {
            ("not", [inner]) => self.formula(inner, sign.opposite(), scope),
            ("or", parts) => self.parts(parts, sign, scope).map(|parts| match sign {
                Sign::Plain => BodyFormula::Any(parts),
                Sign::Negated => BodyFormula::All(parts),
            }),
            ("and", parts) => self.parts(parts, sign, scope).map(|parts| match sign {
                Sign::Plain => BodyFormula::All(parts),
                Sign::Negated => BodyFormula::Any(parts),
            }),
            ("distinct", [left, right]) => {
                let (left, right) = (self.pattern(left, scope)?, self.pattern(right, scope)?);
                let condition = match sign {
                    Sign::Plain => Condition::Distinct(left, right),
                    Sign::Negated => Condition::Same(left, right),
                };
                Ok(BodyFormula::Literal(Literal { condition, at: part.span }))
            }
            (word @ ("not" | "distinct"), _) => {
                let wanted = if word == "not" { "one condition" } else { "two terms" };
                let message = format!("`{word}` is about {wanted}, not {}", arguments.len());
                self.complain(
                    Code::WrongArity,
                    part.span,
                    message,
                    "write `(not p)` and `(distinct a b)`",
                )
            }
            ("<=", _) => {
                let help = "is a bracket missing at the end of the rule before?";
                self.complain(
                    Code::BadRule,
                    part.span,
                    "a rule cannot stand inside of a rule",
                    help,
                )
            }
            _ => {
                let atom = self.atom(part, scope)?;
                let at = part.span;
                Ok(match sign {
                    Sign::Plain => {
                        let implied = self.implied_atoms(&atom);
                        let holds = implied.into_iter().chain([atom]).map(Condition::Holds);
                        BodyFormula::All(
                            holds
                                .map(|condition| BodyFormula::Literal(Literal { condition, at }))
                                .collect(),
                        )
                    }
                    Sign::Negated => {
                        BodyFormula::Literal(Literal { condition: Condition::Fails(atom), at })
                    }
                })
            }
        }
    }

    fn parts(
        &mut self,
        parts: &[Expression],
        sign: Sign,
        scope: &mut Scope,
    ) -> Result<Vec<BodyFormula>, Told> {
        parts.iter().map(|part| self.formula(part, sign, scope)).collect()
    }

    /// What is known is true, and only roles know something. So `knows` binds variables like any atom.
    fn implied_atoms(&self, atom: &Atom) -> Vec<Atom> {
        let mut implied = Vec::new();
        let inner = match (atom.predicate, &*atom.arguments) {
            (Predicate::KNOWS, [who, inner]) => {
                implied.push(Atom { predicate: Predicate::ROLE, arguments: [who.clone()].into() });
                inner
            }
            (Predicate::COMMON, [inner]) => inner,
            _ => return implied,
        };
        if let Some(inner) = atom_of(&self.program, &self.program.terms, inner) {
            implied.extend(self.implied_atoms(&inner));
            implied.push(inner);
        }
        implied
    }

    fn atom(&mut self, expression: &Expression, scope: &mut Scope) -> Result<Atom, Told> {
        let Some((name, arguments)) = expression.application() else {
            let help = "an atom starts with the name of a relation";
            return self.complain(Code::BadRule, expression.span, "this is no atom", help);
        };
        if name.starts_with('?') {
            let message = format!("the variable `{name}` stands where a relation is needed");
            return self.complain(
                Code::BadRule,
                expression.span,
                message,
                "relations have names of their own",
            );
        }
        match (usual_case(name).as_str(), arguments) {
            ("knows", [who, what]) => {
                let (who, what) = (self.pattern(who, scope)?, self.known_pattern(what, scope)?);
                Ok(Atom { predicate: Predicate::KNOWS, arguments: [who, what].into() })
            }
            ("knows", [what]) => {
                let what = self.known_pattern(what, scope)?;
                Ok(Atom { predicate: Predicate::COMMON, arguments: [what].into() })
            }
            (name, _) => {
                let predicate = self.relation(name, arguments.len(), expression.span)?;
                let patterns = arguments.iter().map(|argument| self.pattern(argument, scope));
                Ok(Atom { predicate, arguments: patterns.collect::<Result<_, _>>()? })
            }
        }
    }

    /// The argument of `knows`: an atom of the file as a term. A fact of the state may stand without `true`.
    fn known_pattern(&mut self, what: &Expression, scope: &mut Scope) -> Result<Pattern, Told> {
        let help = "name what is known with a relation of its own, as in `(knows r (p a))`";
        let Some((name, arguments)) = what.application().filter(|(name, _)| !name.starts_with('?'))
        else {
            return self.complain(Code::Misused, what.span, "`knows` is said of an atom", help);
        };
        let name = usual_case(name);
        if matches!(
            name.as_str(),
            "not" | "or" | "and" | "distinct" | "next" | "does" | "init" | "sees"
        ) {
            let message = format!("`knows` is said of an atom of the state, not of `{name}`");
            return self.complain(Code::Misused, what.span, message, help);
        }
        let symbol = self.program.terms.symbol(&name);
        if self.program.predicate(symbol).is_none() && self.fluents.contains_key(&symbol) {
            let fluent = self.pattern(what, scope)?;
            let holds = self.program.terms.symbol("true");
            return Ok(self.compound(holds, vec![fluent]));
        }
        if name == "knows" {
            let inner = match arguments {
                [who, what] => vec![self.pattern(who, scope)?, self.known_pattern(what, scope)?],
                [what] => vec![self.known_pattern(what, scope)?],
                _ => {
                    return self.complain(
                        Code::WrongArity,
                        what.span,
                        "`knows` has one or two arguments",
                        help,
                    );
                }
            };
            return Ok(self.compound(symbol, inner));
        }
        self.relation(&name, arguments.len(), what.span)?;
        let inner = arguments.iter().map(|argument| self.pattern(argument, scope));
        let inner = inner.collect::<Result<Vec<_>, _>>()?;
        Ok(self.compound(symbol, inner))
    }

    fn relation(&mut self, name: &str, arity: usize, at: Span) -> Result<Predicate, Told> {
        let symbol = self.program.terms.symbol(name);
        let Some(predicate) = self.program.predicate(symbol) else {
            return Ok(self.program.declare(symbol, arity, at));
        };
        let known = &self.program.relations[predicate.index()];
        if known.arity == arity {
            return Ok(predicate);
        }
        let is_keyword = predicate.index() < KEYWORDS.len();
        let message = format!("`{name}` has {}, not {}", arguments(known.arity), arguments(arity));
        let mut wrong = Diagnostic::new(Code::WrongArity, self.source, at, message);
        if is_keyword {
            wrong = wrong.help("this is a relation of the language");
        } else {
            let first = Location { source: self.source, span: known.at };
            wrong = wrong
                .at(first, "it is met first here")
                .help("give relations with other arguments another name");
        }
        self.wrong.push(wrong);
        Err(Told)
    }

    fn pattern(&mut self, expression: &Expression, scope: &mut Scope) -> Result<Pattern, Told> {
        match &expression.kind {
            ExpressionKind::Word(word) if word.starts_with('?') => {
                Ok(Pattern::Variable(scope.variable(word)))
            }
            ExpressionKind::Word(word) => {
                let symbol = self.program.terms.symbol(&usual_case(word));
                Ok(Pattern::Ground(self.program.terms.constant(symbol)))
            }
            ExpressionKind::List(_) => {
                let Some((name, arguments)) =
                    expression.application().filter(|(name, _)| !name.starts_with('?'))
                else {
                    let help = "a term is a name, a variable, or `(function term ...)`";
                    return self.complain(Code::BadRule, expression.span, "this is no term", help);
                };
                let symbol = self.program.terms.symbol(&usual_case(name));
                self.note_function(symbol, arguments.len(), expression.span);
                let inner = arguments.iter().map(|argument| self.pattern(argument, scope));
                let inner = inner.collect::<Result<Vec<_>, _>>()?;
                Ok(self.compound(symbol, inner))
            }
        }
    }

    fn compound(&mut self, name: Symbol, inner: Vec<Pattern>) -> Pattern {
        let ground = |pattern: &Pattern| match pattern {
            Pattern::Ground(term) => Some(*term),
            _ => None,
        };
        match inner.iter().map(ground).collect::<Option<Box<[_]>>>() {
            Some(terms) => Pattern::Ground(self.program.terms.compound(name, terms)),
            None => Pattern::Compound(name, inner.into()),
        }
    }

    /// A function with another number of arguments is most likely a mistake, but means something.
    fn note_function(&mut self, name: Symbol, arity: usize, at: Span) {
        let (known, first) = *self.functions.entry(name).or_insert((arity, at));
        if known == arity {
            return;
        }
        let shown = self.program.terms.name(name);
        let message =
            format!("`{shown}` has {} here, and {} elsewhere", arguments(arity), arguments(known));
        let first = Location { source: self.source, span: first };
        let warning = Diagnostic::new(Code::WrongArity, self.source, at, message)
            .at(first, "it is met first here")
            .help("terms with another number of arguments are never the same");
        self.warnings.push(warning);
        // It is told once.
        self.functions.insert(name, (arity, at));
    }

    fn complain<T>(
        &mut self,
        code: Code,
        at: Span,
        message: impl Into<String>,
        help: &str,
    ) -> Result<T, Told> {
        self.wrong.push(Diagnostic::new(code, self.source, at, message).help(help));
        Err(Told)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plain,
    Negated,
}

impl Sign {
    fn opposite(self) -> Self {
        match self {
            Self::Plain => Self::Negated,
            Self::Negated => Self::Plain,
        }
    }
}

/// The atom that a term stands for.
pub fn atom_of(program: &Program, terms: &Terms, pattern: &Pattern) -> Option<Atom> {
    let (name, arguments): (Symbol, Box<[Pattern]>) = match pattern {
        Pattern::Ground(term) => {
            let node = terms.node(*term);
            (node.name, node.arguments.iter().map(|&term| Pattern::Ground(term)).collect())
        }
        Pattern::Compound(name, inner) => (*name, inner.clone()),
        Pattern::Variable(_) => return None,
    };
    let predicate = program.atom_of(name, arguments.len())?;
    Some(Atom { predicate, arguments })
}

/// The disjunctive form of a body; nothing if it is too large.
fn alternatives(formula: &BodyFormula) -> Option<Vec<Vec<Literal>>> {
    match formula {
        BodyFormula::Literal(literal) => Some(vec![vec![literal.clone()]]),
        BodyFormula::Any(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
            }
            Some(all).filter(|all| all.len() <= MAX_ALTERNATIVES)
        }
        BodyFormula::All(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let choices = alternatives(part)?;
                if all.len() * choices.len() > MAX_ALTERNATIVES {
                    return None;
                }
                let longer = |body: &Vec<Literal>| {
                    choices
                        .iter()
                        .map(|choice| body.iter().chain(choice).cloned().collect())
                        .collect::<Vec<_>>()
                };
                all = all.iter().flat_map(longer).collect();
            }
            Some(all)
        }
    }
}

fn arguments(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

//! From expressions to rules. Bodies are brought into a form without `or`, `and` and nested `not`: a rule with
//! alternatives becomes several. Keywords are read in any case, all other names as they are written.

use super::kif::{Expression, ExpressionKind};
use super::modes::unbound_variables;
use super::program::{
    Atom, Condition, KEYWORDS, Literal, Pattern, Predicate, Program, ProgramRule,
};
use super::term::{Symbol, Terms};
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::Stopped;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

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
        auxiliary: Vec::new(),
        used_declarations: DECLARATIONS.map(|name| speaks_of(expressions, name)),
    };
    builder.note_names(expressions);
    for expression in expressions {
        work.step(u64::from(1 + expression.span.end - expression.span.start))?;
        builder.top_level(expression);
    }
    builder.program.rules.append(&mut builder.auxiliary);
    Ok((builder.program, builder.wrong, builder.warnings))
}

/// Whether a condition of some rule speaks of a relation.
fn speaks_of(expressions: &[Expression], name: &str) -> bool {
    fn occurs(part: &Expression, name: &str) -> bool {
        match part.application() {
            Some((word, _)) if word.eq_ignore_ascii_case(name) => true,
            Some((word, parts)) => {
                let connects = ["not", "or", "and", "knows"];
                connects.iter().any(|connective| word.eq_ignore_ascii_case(connective))
                    && parts.iter().any(|part| occurs(part, name))
            }
            None => false,
        }
    }
    expressions.iter().any(|expression| match expression.application() {
        Some(("<=", [_, body @ ..])) => body.iter().any(|part| occurs(part, name)),
        Some(_) | None => false,
    })
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
    /// Rules that say for which values a condition below `not` holds.
    auxiliary: Vec<ProgramRule>,
    /// Whether conditions speak of `base`, and of `input`.
    used_declarations: [bool; 2],
}

/// The variables of a rule while it is read.
#[derive(Default)]
struct Scope {
    names: IndexSet<Box<str>, FxBuildHasher>,
    /// The variables that stand outside of every `not`.
    outside: FxHashSet<Box<str>>,
}

impl Scope {
    fn variable(&mut self, name: &str) -> u32 {
        match self.names.get_index_of(name) {
            Some(known) => known as u32,
            None => self.names.insert_full(name.into()).0 as u32,
        }
    }
}

/// The relations that only say what facts and moves there are.
const DECLARATIONS: [&str; 2] = ["base", "input"];

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
        let head = match expression.application() {
            Some(("<=", [head, ..])) => head,
            Some(_) | None => expression,
        };
        let name = head.application().map(|(name, _)| usual_case(name)).unwrap_or_default();
        if name == "distinct" && self.says_what_is_distinct(expression) {
            return;
        }
        let declared = DECLARATIONS.iter().position(|declaration| *declaration == name);
        match declared.filter(|&which| !self.used_declarations[which]) {
            Some(which) => self.declaration(expression, which),
            None => self.statement(expression),
        }
    }

    /// Facts such as `(distinct black white)` say what is so without them.
    fn says_what_is_distinct(&mut self, expression: &Expression) -> bool {
        let Some(("distinct", [left, right])) = expression.application() else { return false };
        let mut variables = IndexSet::default();
        collect_variables(expression, &mut variables);
        let (wrong, mut scope) = (self.wrong.len(), Scope::default());
        let terms = (self.pattern(left, &mut scope), self.pattern(right, &mut scope));
        self.wrong.truncate(wrong);
        let (Ok(left), Ok(right)) = terms else { return false };
        let is_so = variables.is_empty() && left != right;
        if is_so {
            let message = "this says nothing: terms that are not the same are distinct anyway";
            let warning =
                Diagnostic::new(Code::BadDeclaration, self.source, expression.span, message);
            self.warnings.push(warning);
        }
        is_so
    }

    /// Nothing depends on what facts and moves are said to be, so that mistakes in it change nothing.
    fn declaration(&mut self, expression: &Expression, which: usize) {
        let (wrong, rules) = (self.wrong.len(), self.program.rules.len());
        self.statement(expression);
        let is_safe = |rule: &ProgramRule| unbound_variables(rule, &[]).is_empty();
        let name = DECLARATIONS[which];
        let head = match expression.application() {
            Some(("<=", [head, ..])) => head,
            Some(_) | None => expression,
        };
        let given = head.application().map_or(0, |(_, arguments)| arguments.len());
        let what = match self.wrong.len() > wrong {
            _ if given != which + 1 => {
                format!(
                    "this says nothing: `{name}` has {}, not {}",
                    arguments(which + 1),
                    arguments(given)
                )
            }
            true => format!("this says nothing of `{name}`: {}", self.wrong[wrong].message),
            false if !self.program.rules[rules..].iter().all(is_safe) => {
                format!("this says nothing of `{name}`: some of its variables are not bound")
            }
            false => return,
        };
        self.wrong.truncate(wrong);
        self.program.rules.truncate(rules);
        let warning = Diagnostic::new(Code::BadDeclaration, self.source, expression.span, what)
            .note(format!("no rule depends on `{name}`, so that the game is the same without it"));
        self.warnings.push(warning);
    }

    fn statement(&mut self, expression: &Expression) {
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
        for part in body.iter().chain([head]) {
            note_outside(part, &mut scope.outside);
        }
        let atom = self.head(head, &mut scope);
        let parts =
            body.iter().map(|part| self.formula(part, Sign::Plain, &mut scope)).collect::<Vec<_>>();
        let parts = parts.into_iter().collect::<Result<Vec<_>, Told>>()?;
        let atom = atom?;
        self.add_rules(atom, BodyFormula::All(parts), &scope, head.span)
    }

    /// Adds a rule for each alternative of a body.
    fn add_rules(
        &mut self,
        atom: Atom,
        body: BodyFormula,
        scope: &Scope,
        at: Span,
    ) -> Result<(), Told> {
        let Some(alternatives) = alternatives(body) else {
            let message = format!("this rule has more than {MAX_ALTERNATIVES} alternatives");
            return self.complain(
                Code::TooLarge,
                at,
                message,
                "name the parts of `or` with relations",
            );
        };
        if alternatives.iter().any(|body| body.len() > MAX_CONDITIONS) {
            let message = format!("this rule has more than {MAX_CONDITIONS} conditions");
            let help = "name some of them together with a relation";
            return self.complain(Code::TooLarge, at, message, help);
        }
        for mut body in alternatives {
            self.close_negations(&atom, &mut body, scope)?;
            let variables = scope.names.iter().cloned().collect();
            self.program.rules.push(ProgramRule { head: atom.clone(), body, variables, at });
        }
        Ok(())
    }

    /// Conditions with `not` whose variables stand elsewhere only in other alternatives of the rule: they too are read as
    /// "for no value".
    fn close_negations(
        &mut self,
        head: &Atom,
        body: &mut [Literal],
        scope: &Scope,
    ) -> Result<(), Told> {
        let mut outside = FxHashSet::default();
        let mut note = |variable| _ = outside.insert(variable);
        head.each_variable(&mut note);
        for literal in body.iter() {
            match &literal.condition {
                Condition::Holds(atom) => atom.each_variable(&mut note),
                Condition::Fails(_) => {}
                Condition::Distinct(left, right) | Condition::Same(left, right) => {
                    left.each_variable(&mut note);
                    right.each_variable(&mut note);
                }
            }
        }
        for literal in body.iter_mut() {
            let Condition::Fails(atom) = &literal.condition else { continue };
            let (mut own, mut shared) = (None, IndexSet::<u32, FxBuildHasher>::default());
            atom.each_variable(&mut |variable| match outside.contains(&variable) {
                true => _ = shared.insert(variable),
                false => _ = own.get_or_insert(variable),
            });
            let Some(own) = own else { continue };
            let atom = atom.clone();
            self.warn_of_no_value(&scope.names[own as usize], literal.at);
            let name = self.program.relations[atom.predicate.index()].name;
            let predicate = self.program.declare_unnamed(name, shared.len(), literal.at);
            let arguments: Box<[Pattern]> = shared.into_iter().map(Pattern::Variable).collect();
            let implied = self.implied_atoms(&atom).into_iter().chain([atom]);
            let holds = |atom| Literal { condition: Condition::Holds(atom), at: literal.at };
            self.auxiliary.push(ProgramRule {
                head: Atom { predicate, arguments: arguments.clone() },
                body: implied.map(holds).collect(),
                variables: scope.names.iter().cloned().collect(),
                at: literal.at,
            });
            literal.condition = Condition::Fails(Atom { predicate, arguments });
        }
        Ok(())
    }

    fn warn_of_no_value(&mut self, name: &str, at: Span) {
        let message =
            format!("`{name}` stands only below `not`: it is read as \"for no value of `{name}`\"");
        self.warnings.push(Diagnostic::new(Code::Unsafe, self.source, at, message));
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
            ("not", [inner]) => match self.inner_variables(inner, sign, scope) {
                Some(shared) => self.for_no_value(inner, shared, scope),
                None => self.formula(inner, sign.opposite(), scope),
            },
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

    /// The variables that a condition below `not` shares with the rest of its rule, if it has some of its own.
    fn inner_variables(
        &mut self,
        inner: &Expression,
        sign: Sign,
        scope: &Scope,
    ) -> Option<Vec<Box<str>>> {
        if sign == Sign::Negated {
            return None;
        }
        let mut variables = IndexSet::default();
        collect_variables(inner, &mut variables);
        let name = variables.iter().find(|name| !scope.outside.contains(*name))?;
        self.warn_of_no_value(name, inner.span);
        variables.retain(|name| scope.outside.contains(name));
        Some(variables.into_iter().collect())
    }

    /// A condition below `not` with variables of its own: a relation says of the others whether some value of these
    /// satisfies it.
    fn for_no_value(
        &mut self,
        inner: &Expression,
        shared: Vec<Box<str>>,
        scope: &mut Scope,
    ) -> Result<BodyFormula, Told> {
        let mut inside = Scope::default();
        note_outside(inner, &mut inside.outside);
        let of = |name: &str, scope: &mut Scope| Pattern::Variable(scope.variable(name));
        let head: Box<[Pattern]> = shared.iter().map(|name| of(name, &mut inside)).collect();
        let here: Box<[Pattern]> = shared.iter().map(|name| of(name, scope)).collect();
        let shown = inner.application().map_or("not", |(name, _)| name);
        let name = self.program.terms.symbol(&usual_case(shown));
        let predicate = self.program.declare_unnamed(name, shared.len(), inner.span);
        let body = self.formula(inner, Sign::Plain, &mut inside)?;
        let before = self.program.rules.len();
        self.add_rules(Atom { predicate, arguments: head }, body, &inside, inner.span)?;
        self.auxiliary.extend(self.program.rules.split_off(before));
        let condition = Condition::Fails(Atom { predicate, arguments: here });
        Ok(BodyFormula::Literal(Literal { condition, at: inner.span }))
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

/// Notes the variables that stand outside of every `not`.
fn note_outside(part: &Expression, outside: &mut FxHashSet<Box<str>>) {
    match &part.kind {
        ExpressionKind::Word(word) => {
            if word.starts_with('?') {
                outside.insert(word.clone());
            }
        }
        ExpressionKind::List(parts) => match part.application() {
            Some((name, _)) if name.eq_ignore_ascii_case("not") => {}
            Some(_) | None => parts.iter().for_each(|part| note_outside(part, outside)),
        },
    }
}

/// The variables of a condition, in their order.
fn collect_variables(part: &Expression, variables: &mut IndexSet<Box<str>, FxBuildHasher>) {
    match &part.kind {
        ExpressionKind::Word(word) => {
            if word.starts_with('?') {
                variables.insert(word.clone());
            }
        }
        ExpressionKind::List(parts) => {
            parts.iter().for_each(|part| collect_variables(part, variables));
        }
    }
}

/// The disjunctive form of a body; nothing if it is too large.
fn alternatives(formula: BodyFormula) -> Option<Vec<Vec<Literal>>> {
    match formula {
        BodyFormula::Literal(literal) => Some(vec![vec![literal]]),
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
                let mut choices = alternatives(part)?;
                if all.len() * choices.len() > MAX_ALTERNATIVES {
                    return None;
                }
                // Most conditions have one alternative, and are added where they are.
                if let ([only], 1) = (&mut all[..], choices.len()) {
                    choices.pop().into_iter().for_each(|choice| only.extend(choice));
                    continue;
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

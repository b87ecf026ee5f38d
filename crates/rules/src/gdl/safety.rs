//! Whether a game description means something (GDL's restrictions): every variable is bound by a positive
//! condition, no relation depends on its own negation, and the relations of the language stand where they may.
//! All that is wrong is told.

use super::dependency::{Dependencies, Phase, Use, uses};
use super::modes::{each_variable_at, unbound_variables};
use super::program::{Condition, Literal, Pattern, Predicate, Program, ProgramRule};
use super::term::Term;
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::Stopped;
use rustc_hash::FxHashSet;

/// What is wrong with the rules, and what is only strange.
#[derive(Default, Debug)]
pub struct Findings {
    /// What makes the description meaningless.
    pub errors: Vec<Diagnostic>,
    /// What is most likely a mistake.
    pub warnings: Vec<Diagnostic>,
}

/// Checks the rules.
pub(crate) fn check(
    program: &Program,
    (dependencies, required): (&Dependencies, &[u64]),
    source: SourceId,
    work: &Work<'_>,
) -> Result<Findings, Stopped> {
    let findings = Findings::default();
    let mut checker = Checker { program, dependencies, required, source, findings, work };
    checker.safety()?;
    checker.stratification()?;
    checker.inputs()?;
    checker.parts();
    checker.check_undefined()?;
    checker.goals()?;
    checker.growth()?;
    Ok(checker.findings)
}

struct Checker<'a> {
    program: &'a Program,
    dependencies: &'a Dependencies,
    required: &'a [u64],
    source: SourceId,
    findings: Findings,
    work: &'a Work<'a>,
}

impl Checker<'_> {
    /// Reports that a rule is looked at.
    fn look(&self, rule: &ProgramRule) -> Result<(), Stopped> {
        self.work.step(1 + rule.body.len() as u64)
    }

    /// Reports a search through all rules.
    fn search(&self) -> Result<(), Stopped> {
        self.work.step(self.program.rules.len() as u64)
    }

    fn safety(&mut self) -> Result<(), Stopped> {
        let mut told: FxHashSet<(Span, u32)> = FxHashSet::default();
        for rule in &self.program.rules {
            self.look(rule)?;
            let free = unbound_variables(rule, self.required);
            if free.is_empty() {
                if self.required[rule.head.predicate.index()] != 0 {
                    self.asked_only(rule, &mut told);
                }
                continue;
            }
            let mut unbound = Vec::new();
            rule.head
                .each_variable(&mut |variable| unbound.push((variable, rule.at, "in the head")));
            for literal in &rule.body {
                each_tested(literal, self.required, &mut |variable, place| {
                    unbound.push((variable, literal.at, place))
                });
            }
            for (variable, at, place) in unbound {
                if free.contains(&variable) && told.insert((rule.at, variable)) {
                    self.unsafe_variable(rule, variable, at, place);
                }
            }
        }
        Ok(())
    }

    /// A rule that means something only to who knows what it is asked of.
    fn asked_only(&mut self, rule: &ProgramRule, told: &mut FxHashSet<(Span, u32)>) {
        let mut bound = FxHashSet::default();
        rule.positive()
            .for_each(|atom| atom.each_variable(&mut |variable| _ = bound.insert(variable)));
        let mut free = None;
        rule.head.each_variable(&mut |variable| {
            if !bound.contains(&variable) {
                free.get_or_insert(variable);
            }
        });
        if let Some(variable) = free.filter(|&variable| told.insert((rule.at, variable))) {
            let name = &rule.variables[variable as usize];
            let head = self.program.relation_name(rule.head.predicate);
            let message = format!(
                "nothing in this rule says what `{name}` may be: `{head}` is evaluated on demand"
            );
            let warning = self.diagnostic(Code::Unsafe, rule.at, message);
            self.findings.warnings.push(warning);
        }
    }

    fn unsafe_variable(&mut self, rule: &ProgramRule, variable: u32, at: Span, place: &str) {
        let name = &rule.variables[variable as usize];
        let message = format!("nothing says what `{name}` may be");
        let help =
            format!("add a condition without `not` that says which values `{name}` may have");
        let mut wrong = self
            .diagnostic(Code::Unsafe, at, message)
            .label(format!("it stands {place}"))
            .help(help);
        if at != rule.at {
            wrong = wrong.at(self.place(rule.at), "in this rule");
        }
        self.findings.errors.push(wrong);
    }

    fn stratification(&mut self) -> Result<(), Stopped> {
        let mut told = FxHashSet::default();
        for rule in &self.program.rules {
            self.look(rule)?;
            for literal in &rule.body {
                for (used, kind) in uses(self.program, literal) {
                    let head = rule.head.predicate;
                    // What atoms depend on is found out without variables, but this needs no search.
                    let denies_itself = literal.condition == Condition::Fails(rule.head.clone())
                        && rule.body.len() == 1;
                    let is_cycle = kind == Use::Strict
                        && self.dependencies.is_mutual(head, used)
                        && (self.dependencies.knows_itself(head) || denies_itself);
                    if is_cycle && told.insert(literal.at) {
                        self.search()?;
                        self.cycle(rule, used, literal);
                    }
                }
            }
        }
        Ok(())
    }

    fn cycle(&mut self, rule: &ProgramRule, used: Predicate, literal: &Literal) {
        let names = |predicate: &Predicate| format!("`{}`", self.program.relation_name(*predicate));
        let path = self.dependencies.path(used, rule.head.predicate);
        let path: Vec<String> = [rule.head.predicate].iter().chain(&path).map(names).collect();
        let head = names(&rule.head.predicate);
        let how = match literal.condition {
            Condition::Fails(_) => "its own negation",
            Condition::Holds(_) | Condition::Distinct(..) | Condition::Same(..) => {
                "what somebody knows of it"
            }
        };
        let message = format!("{head} depends on {how}");
        let help = format!("break this circle: {}", path.join(" needs "));
        let wrong = self
            .diagnostic(Code::Unstratified, literal.at, message)
            .at(self.place(rule.at), "in this rule")
            .help(help);
        self.findings.errors.push(wrong);
    }

    /// The relations of the language depend only on what is there when they are needed.
    fn inputs(&mut self) -> Result<(), Stopped> {
        let limits = [
            (Predicate::ROLE, Phase::Static),
            (Predicate::INIT, Phase::Static),
            (Predicate::LEGAL, Phase::State),
            (Predicate::GOAL, Phase::State),
            (Predicate::TERMINAL, Phase::State),
        ];
        for rule in &self.program.rules {
            self.look(rule)?;
            let limit = limits.iter().find(|(predicate, _)| *predicate == rule.head.predicate);
            for literal in &rule.body {
                for (used, _) in uses(self.program, literal) {
                    let phase = self.dependencies.phase(used);
                    if let Some(&(_, most)) = limit.filter(|(_, most)| phase > *most) {
                        self.search()?;
                        self.too_late(rule, literal, used, most);
                    }
                }
                self.known_moves(literal);
            }
        }
        Ok(())
    }

    fn too_late(&mut self, rule: &ProgramRule, literal: &Literal, used: Predicate, most: Phase) {
        let head = self.program.relation_name(rule.head.predicate);
        let (what, input) = match (most, self.dependencies.phase(used)) {
            (_, Phase::Moves) => ("the moves that are made", Predicate::DOES),
            _ => ("the state", Predicate::TRUE),
        };
        let message = format!("`{head}` cannot depend on {what}");
        let mut wrong = self
            .diagnostic(Code::Misused, literal.at, message)
            .at(self.place(rule.at), "in this rule");
        let path = self.dependencies.path(used, input);
        if path.len() > 1 {
            let names: Vec<_> = path
                .iter()
                .map(|predicate| format!("`{}`", self.program.relation_name(*predicate)))
                .collect();
            wrong = wrong.help(names.join(" needs "));
        }
        self.findings.errors.push(wrong);
    }

    fn known_moves(&mut self, literal: &Literal) {
        let (Condition::Holds(atom) | Condition::Fails(atom)) = &literal.condition else { return };
        if !matches!(atom.predicate, Predicate::KNOWS | Predicate::COMMON) {
            return;
        }
        let late = uses(self.program, literal);
        if late.iter().any(|(used, _)| self.dependencies.phase(*used) == Phase::Moves) {
            let message = "what is known is a matter of the state, not of the moves that are made";
            let wrong = self.diagnostic(Code::Misused, literal.at, message);
            self.findings
                .errors
                .push(wrong.help("let the fact be `next`, and known one step later"));
        }
    }

    fn parts(&mut self) {
        let start = Span::new(0, 0);
        for (predicate, what, help) in [
            (Predicate::ROLE, "roles", "name the players: `(role white)`"),
            (
                Predicate::LEGAL,
                "legal moves",
                "say which moves there are: `(<= (legal white noop) ...)`",
            ),
        ] {
            if !self.program.is_defined(predicate) {
                let wrong =
                    self.diagnostic(Code::NoGame, start, format!("this game has no {what}"));
                self.findings.errors.push(wrong.help(help));
            }
        }
        for (predicate, what) in
            [(Predicate::TERMINAL, "never ends"), (Predicate::GOAL, "is never won nor lost")]
        {
            if !self.program.is_defined(predicate) {
                let name = self.program.relation_name(predicate);
                let message = format!("this game {what}: there is no rule for `{name}`");
                let warning = self.diagnostic(Code::NoGame, start, message);
                self.findings.warnings.push(warning);
            }
        }
    }

    fn check_undefined(&mut self) -> Result<(), Stopped> {
        let mut told: FxHashSet<Predicate> =
            [Predicate::TRUE, Predicate::DOES, Predicate::KNOWS, Predicate::COMMON]
                .into_iter()
                .collect();
        told.extend(self.program.rules.iter().map(|rule| rule.head.predicate));
        for literal in self.program.rules.iter().flat_map(|rule| &rule.body) {
            self.work.step(1)?;
            for (used, _) in uses(self.program, literal) {
                if told.insert(used) {
                    self.search()?;
                    let name = self.program.relation_name(used);
                    let mut warning = self.diagnostic(
                        Code::UnknownName,
                        literal.at,
                        format!("no rule defines `{name}`: it never holds"),
                    );
                    if let Some(help) = self.alike(used) {
                        warning = warning.help(help);
                    }
                    self.findings.warnings.push(warning);
                }
            }
        }
        Ok(())
    }

    /// Goals are numbers from 0 to 100, and every role but chance has one.
    fn goals(&mut self) -> Result<(), Stopped> {
        let mut have: FxHashSet<Term> = FxHashSet::default();
        let mut all_have = !self.program.is_defined(Predicate::GOAL);
        for rule in &self.program.rules {
            self.look(rule)?;
            let (Predicate::GOAL, [role, value]) = (rule.head.predicate, &*rule.head.arguments)
            else {
                continue;
            };
            match role {
                Pattern::Ground(role) => _ = have.insert(*role),
                Pattern::Variable(_) | Pattern::Compound(..) => all_have = true,
            }
            if let Pattern::Ground(value) = value {
                let shown = self.program.terms.show(*value).to_string();
                if !shown.parse::<i64>().is_ok_and(|value| (0..=100).contains(&value)) {
                    let message = format!("`{shown}` is no goal: goals are numbers from 0 to 100");
                    let warning = self.diagnostic(Code::BadGoal, rule.at, message);
                    self.findings.warnings.push(warning);
                }
            }
        }
        if all_have {
            return Ok(());
        }
        for rule in &self.program.rules {
            let (Predicate::ROLE, [Pattern::Ground(role)]) =
                (rule.head.predicate, &*rule.head.arguments)
            else {
                continue;
            };
            let shown = self.program.terms.show(*role).to_string();
            if shown != "random" && have.insert(*role) {
                let message = format!("no rule says what plays are worth for `{shown}`");
                let warning = self.diagnostic(Code::BadGoal, rule.at, message);
                self.findings
                    .warnings
                    .push(warning.help(format!("add a rule for `(goal {shown} ...)`")));
            }
        }
        Ok(())
    }

    /// What may have been meant by a relation that nothing defines.
    fn alike(&self, used: Predicate) -> Option<String> {
        let name = self.program.relation_name(used);
        let known = |other: &Predicate| self.program.relation_name(*other);
        let defined = self.program.rules.iter().map(|rule| rule.head.predicate);
        let mut heads = defined.clone();
        let other_case = heads.find(|other| known(other).eq_ignore_ascii_case(name));
        if let Some(other) = other_case {
            return Some(format!(
                "did you mean `{}`? Names are the same only in the same case",
                known(&other)
            ));
        }
        let is_fluent = |rule: &&ProgramRule| match (&rule.head.predicate, &*rule.head.arguments) {
            (&Predicate::INIT | &Predicate::NEXT, [Pattern::Compound(fluent, _)]) => {
                self.program.terms.name(*fluent) == name
            }
            (&Predicate::INIT | &Predicate::NEXT, [Pattern::Ground(term)]) => {
                self.program.terms.name(self.program.terms.node(*term).name) == name
            }
            _ => false,
        };
        let fluent = self.program.rules.iter().find(is_fluent);
        fluent.map(|_| format!("`{name}` is a fact of the state: write `(true ({name} ...))`"))
    }

    /// Recursion must not build ever larger terms: what stands inside of a function of the head comes from elsewhere.
    fn growth(&mut self) -> Result<(), Stopped> {
        for rule in self.program.rules.iter().filter(|rule| self.dependencies.is_recursive(rule)) {
            self.look(rule)?;
            let mut elsewhere = FxHashSet::default();
            let others = rule
                .positive()
                .filter(|atom| !self.dependencies.is_mutual(atom.predicate, rule.head.predicate));
            others.for_each(|atom| {
                atom.each_variable(&mut |variable| _ = elsewhere.insert(variable))
            });
            let mut grown = None;
            for pattern in &rule.head.arguments {
                if let Pattern::Compound(..) = pattern {
                    pattern.each_variable(&mut |variable| {
                        if !elsewhere.contains(&variable) {
                            grown.get_or_insert(variable);
                        }
                    });
                }
            }
            if let Some(variable) = grown {
                let name = &rule.variables[variable as usize];
                let message = "this recursion may build ever larger terms";
                let warning = self.diagnostic(Code::Growing, rule.at, message).help(format!(
                    "bind `{name}` by a condition that does not depend on this rule"
                ));
                self.findings.warnings.push(warning);
            }
        }
        Ok(())
    }

    fn diagnostic(&self, code: Code, at: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.source, at, message)
    }

    fn place(&self, span: Span) -> Location {
        Location { source: self.source, span }
    }
}

/// Tells of the variables that a condition tests without binding them.
fn each_tested(literal: &Literal, required: &[u64], f: &mut impl FnMut(u32, &'static str)) {
    match &literal.condition {
        Condition::Holds(atom) => {
            let known = required[atom.predicate.index()];
            each_variable_at(atom, known, &mut |variable| {
                f(variable, "in what is asked only with it known")
            });
        }
        Condition::Fails(atom) => atom.each_variable(&mut |variable| f(variable, "below `not`")),
        Condition::Distinct(left, right) | Condition::Same(left, right) => {
            for pattern in [left, right] {
                pattern.each_variable(&mut |variable| f(variable, "in `distinct`"));
            }
        }
    }
}

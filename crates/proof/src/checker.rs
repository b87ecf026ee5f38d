//! Whether a proof is one. The checker shares no code with whatever finds proofs, and reads nothing but sentences, lines and the
//! table of schemes.
//!
//! A line says what follows from earlier lines that are in sight: an assumption and what stands under it are out of sight further down,
//! and all that is left of them is the implication. With each line it is kept what it depends on: the premises, and assumptions that
//! are still open. A line that depends on any holds here, and maybe nowhere else: nobody knows it, and it need not hold next. So
//! necessitation, monotonicity, replacement, induction and derived rules take lines that depend on none. Rules of a game and what a
//! derived rule starts from are theorems, as far as this proof is concerned; the result says that it rests on them.

mod action;
mod consequence;
mod instance;
mod line;
mod pattern;
mod scheme;

pub use action::NoReduction;
pub use consequence::Consequence;
pub use scheme::{Reduction, SCHEMES, Scheme, SchemeForm, SideCondition};

use crate::proof::{Development, Inference, ProofLine, ProofSystem, Theorem};
use crate::sentence::{Sentence, Sentences};
use consequence::Consequences;
use hexa_logic::{Stop, Stopped};
use line::{Judge, Sides};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// What a theorem rests on, besides the axioms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Foundations {
    /// What is assumed to hold here and now.
    pub premises: Vec<Sentence>,
    /// What is assumed to be a theorem: this is a derived rule.
    pub given: Vec<Sentence>,
    /// The rules of the game that are used.
    pub rules: Vec<Box<str>>,
}

impl Foundations {
    /// Whether there are none: the theorem is one of the logic.
    pub fn is_empty(&self) -> bool {
        self.premises.is_empty() && self.given.is_empty() && self.rules.is_empty()
    }
}

/// How much may be done.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many parts of sentences may be looked at for one propositional consequence.
    pub parts: u64,
    /// What ends the work from outside.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        Self { parts: 20_000_000, stop: Stop::new() }
    }
}

/// What was found out about a theorem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// What it rests on, if it is proved.
    pub foundations: Foundations,
    /// What is wrong; if nothing is, it is proved.
    pub faults: Vec<Fault>,
    /// Lines from which nothing that is proved follows.
    pub unused: Vec<usize>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line; without one it is about the theorem.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub what: Wrong,
}

/// What is wrong with a line, or with a theorem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// There is no line.
    NoLines,
    /// The last line says something else than the theorem, or stands under an assumption.
    NotReached,
    /// Another theorem has the name.
    DuplicateName(Box<str>),
    /// There is a parameter twice.
    DuplicateParameter,
    /// It stands under more assumptions than there are.
    Depth,
    /// Assumptions may be nested so deeply only.
    TooDeep(u32),
    /// It uses this line, which stands further down, or is itself.
    Forward(usize),
    /// It uses this line, which stands under an assumption that is not open any more.
    OutOfSight(usize),
    /// It uses this line, which is itself wrong.
    UsesWrong(usize),
    /// The rule cannot be used with this line, because it depends on this premise or assumption.
    Depends {
        /// The line that is used.
        line: usize,
        /// What it depends on.
        on: usize,
    },
    /// It does not follow from these lines by propositional logic.
    NoConsequence,
    /// Whether it follows was not found out: so many parts of sentences were looked at.
    GaveUp(u64),
    /// There is no such scheme.
    UnknownScheme(Box<str>),
    /// This logic does not have it.
    ForeignScheme(Box<str>, ProofSystem),
    /// It is no instance of the scheme.
    NoInstance(Box<str>),
    /// It is an instance of the scheme, but for what is asked of its agents and groups.
    Side(Box<str>, SideCondition),
    /// The scheme says this.
    Expected(Sentence),
    /// The scheme does not speak of this action.
    NoReduction(NoReduction),
    /// Actions have no place in this logic.
    NoActions,
    /// The second line should be the implication from the first to this one.
    NoModusPonens(usize, usize),
    /// It should be an operator before what this line says.
    NoNecessitation(usize),
    /// It should be an operator before both sides of this implication.
    NoMonotonicity(usize),
    /// It should be two sentences that differ in the two sides of this equivalence only.
    NoReplacement(usize),
    /// This line should be `φ → E_B(φ ∧ ψ)`, where this one is `φ → C_B ψ`; also `φ → ψ ∧ E_B φ`.
    NoInduction(usize),
    /// What is known need not hold in this logic, or nobody need be in the group.
    WeakInduction(usize),
    /// The first line should be `χ → [L_A ?φ] ψ` and the second `χ ∧ φ → E_B χ`, where this one is `χ → [L_A ?φ] C_B ψ` and everybody in B is
    /// in A.
    NoLearntInduction(usize, usize),
    /// This line is no assumption.
    NoAssumption(usize),
    /// The assumption is still open.
    OpenSubproof(usize),
    /// It should be the implication from the assumption to the last line under it.
    NoSubproof {
        /// The assumption.
        assumption: usize,
        /// The last line under it.
        last: usize,
    },
    /// There is no rule of that name, or no game.
    UnknownRule(Box<str>),
    /// It is no instance of the rule of the game.
    NoRule(Box<str>),
    /// No earlier theorem has that name; if one further down has it, or this one, that is said.
    UnknownLemma(Box<str>, Order),
    /// The theorem that is used is not proved.
    WrongLemma(Box<str>),
    /// The theorem is about so many things, and so many are given.
    Arity {
        /// How many it is about.
        wanted: usize,
        /// How many are given.
        given: usize,
    },
    /// This argument is of another kind than what the theorem is about.
    Kind(usize),
    /// It is no instance of the theorem.
    NoLemma(Box<str>),
    /// What is asked of agents and groups is not certain.
    Condition(Box<str>, usize),
    /// The theorem starts from so many lines, and so many are given.
    Lines {
        /// How many it starts from.
        wanted: usize,
        /// How many are given.
        given: usize,
    },
    /// This line is not what the theorem starts from.
    NoStart(usize),
    /// Assumptions and what is proved from are not to stand under an assumption.
    PremiseInside,
}

/// Where a theorem stands that was looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Nowhere.
    Nowhere,
    /// It is the one that is being proved.
    Itself,
    /// Further down.
    Later,
}

/// Checks every line of every theorem. Sentences are added to the store, of what was expected.
pub fn check(development: &mut Development, limits: &Limits) -> Result<Vec<Checked>, Stopped> {
    let mut checker = Checker::new(development, limits);
    let mut found = Vec::with_capacity(development.theorems.len());
    for at in 0..development.theorems.len() {
        let checked = checker.check(development, at, &found)?;
        found.push(checked);
    }
    Ok(found)
}

/// Assumptions may be nested so deeply: what a line depends on is one bit for each.
const DEEPEST: u32 = 63;

/// What is known of a line.
#[derive(Clone, Copy)]
struct Standing {
    /// The assumption that it stands under.
    under: Option<usize>,
    /// What it depends on: bit 0 for premises, bit n for the nth open assumption.
    depends: u64,
    is_right: bool,
}

struct Checker {
    patterns: Sentences,
    schemes: Vec<Option<Sentence>>,
    sides: Sides,
    names: FxHashMap<&'static str, usize>,
    rules: FxHashMap<Box<str>, Vec<Sentence>>,
    /// In the order of the game.
    rule_names: Vec<Box<str>>,
    theorems: FxHashMap<Box<str>, usize>,
    consequences: Consequences,
    limits: Limits,
    // Of the proof that is being checked.
    standings: Vec<Standing>,
    /// The assumptions that are open.
    open: Vec<usize>,
    /// For each assumption the last line under it.
    last: FxHashMap<usize, usize>,
}

impl Checker {
    fn new(development: &Development, limits: &Limits) -> Self {
        let mut patterns = Sentences::default();
        let mut schemes = Vec::new();
        for scheme in &SCHEMES {
            schemes.push(match scheme.form {
                SchemeForm::Pattern(text, _) => Some(pattern::read(text, &mut patterns)),
                SchemeForm::Tautology
                | SchemeForm::Everybody
                | SchemeForm::OnlyNoop
                | SchemeForm::SomethingDone
                | SchemeForm::OneThingDone
                | SchemeForm::DoneIfLegal
                | SchemeForm::Reduction(_) => None,
            });
        }
        let names = SCHEMES.iter().enumerate();
        let names = names.flat_map(|(at, scheme)| scheme.names.iter().map(move |&name| (name, at)));
        let mut rules: FxHashMap<Box<str>, Vec<Sentence>> = FxHashMap::default();
        let mut rule_names: Vec<Box<str>> = Vec::new();
        for (name, instances) in &development.rules {
            if !rules.contains_key(name) {
                rule_names.push(name.clone());
            }
            rules.entry(name.clone()).or_default().extend(instances);
        }
        let sides = Sides::new(&mut patterns);
        Self {
            patterns,
            schemes,
            sides,
            names: names.collect(),
            rules,
            rule_names,
            theorems: FxHashMap::default(),
            consequences: Consequences::default(),
            limits: limits.clone(),
            standings: Vec::new(),
            open: Vec::new(),
            last: FxHashMap::default(),
        }
    }

    fn check(
        &mut self,
        development: &mut Development,
        at: usize,
        earlier: &[Checked],
    ) -> Result<Checked, Stopped> {
        let mut checked = Checked::default();
        let theorem = development.theorems[at].clone();
        let mut wrong = |line, what| checked.faults.push(Fault { line, what });
        let mut variables: Vec<_> = theorem.parameters.iter().map(|it| it.variable()).collect();
        variables.sort_unstable();
        if variables.windows(2).any(|pair| pair[0] == pair[1]) {
            wrong(None, Wrong::DuplicateParameter);
        }
        self.standings.clear();
        self.open.clear();
        self.last.clear();
        for (number, line) in theorem.lines.iter().enumerate() {
            if number % 256 == 0 && self.limits.stop.is_asked() {
                return Err(Stopped);
            }
            let judged = self.enter(number, line).and_then(|()| {
                Judge { checker: self, development, theorem: &theorem, earlier }.line(number, line)
            });
            let under = self.open.last().copied();
            let (depends, is_right) = match judged {
                Ok(depends) => (depends, true),
                Err(what) => {
                    // What is wrong with the lines that it uses has been said there.
                    if !matches!(what, Wrong::UsesWrong(_)) {
                        wrong(Some(number), what);
                    }
                    (0, false)
                }
            };
            self.standings.push(Standing { under, depends, is_right });
            for &assumption in &self.open {
                self.last.insert(assumption, number);
            }
        }
        match theorem.lines.last() {
            None => wrong(None, Wrong::NoLines),
            Some(line) if line.depth > 0 || line.sentence != theorem.statement => {
                wrong(Some(theorem.lines.len() - 1), Wrong::NotReached);
            }
            Some(_) => {}
        }
        match self.theorems.entry(theorem.name.clone()) {
            Entry::Occupied(_) => wrong(None, Wrong::DuplicateName(theorem.name.clone())),
            Entry::Vacant(free) => {
                free.insert(at);
            }
        }
        self.collect_foundations(&theorem, earlier, &mut checked);
        Ok(checked)
    }

    /// Goes to where a line stands.
    fn enter(&mut self, number: usize, line: &ProofLine) -> Result<(), Wrong> {
        let is_assumption = line.reason == Inference::Assumption;
        if line.depth > DEEPEST {
            return Err(Wrong::TooDeep(DEEPEST));
        }
        let outside = line.depth as usize - usize::from(is_assumption && line.depth > 0);
        if outside > self.open.len() || is_assumption && line.depth == 0 {
            return Err(Wrong::Depth);
        }
        self.open.truncate(outside);
        if is_assumption {
            self.open.push(number);
        }
        let is_start = matches!(line.reason, Inference::Premise | Inference::Given);
        if is_start && line.depth > 0 { Err(Wrong::PremiseInside) } else { Ok(()) }
    }

    /// What the last line rests on, and the lines that it does not need.
    fn collect_foundations(&self, theorem: &Theorem, earlier: &[Checked], checked: &mut Checked) {
        let mut is_used = vec![false; theorem.lines.len()];
        let mut rules: Vec<Box<str>> = Vec::new();
        if let Some(last) = is_used.last_mut() {
            *last = true;
        }
        for (number, line) in theorem.lines.iter().enumerate().rev() {
            if !is_used[number] {
                continue;
            }
            line.reason.uses(|used| {
                if used < number {
                    is_used[used] = true;
                }
            });
            match &line.reason {
                Inference::Premise => checked.foundations.premises.push(line.sentence),
                Inference::Given => checked.foundations.given.push(line.sentence),
                Inference::Rule(name) => rules.push(name.clone()),
                Inference::Lemma(name, ..) => {
                    let rests = self.theorems.get(name).and_then(|&at| earlier.get(at));
                    rules.extend(rests.iter().flat_map(|it| it.foundations.rules.iter().cloned()));
                }
                Inference::Subproof(assumption) => {
                    if let Some(&last) = self.last.get(assumption).filter(|&&last| last < number) {
                        is_used[last] = true;
                    }
                }
                Inference::Assumption
                | Inference::Consequence(_)
                | Inference::Axiom(_)
                | Inference::ModusPonens(..)
                | Inference::Necessitation(_)
                | Inference::Monotonicity(_)
                | Inference::Replacement(_)
                | Inference::Induction(_)
                | Inference::LearntInduction(..) => {}
            }
        }
        checked.foundations.premises.reverse();
        checked.foundations.given.reverse();
        let own = self.rule_names.iter().filter(|name| rules.contains(name));
        checked.foundations.rules = own.cloned().collect();
        checked.unused = (0..is_used.len()).filter(|&line| !is_used[line]).collect();
    }
}

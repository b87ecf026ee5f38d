//! Playing by interpreting the rules, in every state anew. Relations are computed from the facts up, stratum by stratum,
//! as long as that takes few steps; otherwise, and where relations depend on their own negations by name, they are
//! evaluated on demand ([`super::tabling`]). Needs no preparation, and takes games whose rules are too many without
//! variables.

use super::cut_short::{CutShort, RuleLimits};
use super::dependency::Phase;
use super::join::Negation;
use super::program::Predicate;
use super::referee::{Percept, Referee, RoleId, RoleMove};
use super::rulebook::{Rulebook, Statics};
use super::saturation::{Nobody, Saturation, Workspace};
use super::tabling::{FREE, Ground, Tabling};
use super::term::{Term, Terms};
use crate::work::Work;
use hexa_logic::Stop;
use std::cmp::Ordering;
use std::sync::Arc;

/// A relation that never changes is computed from the facts up if it has at most so many rows, found in so many ways.
const FEW_STATIC: (usize, usize) = (100_000, 400_000);

/// The relations of a state are computed from the facts up as long as rules are applied in at most so many ways.
const FEW_WAYS: usize = 30_000;

/// Interprets the rules of a game.
#[derive(Clone, Debug)]
pub struct Interpreter {
    game: Arc<Rulebook>,
    statics: Statics,
    limits: RuleLimits,
    stop: Stop,
    evaluation: Evaluation,
    /// Relations that are computed for a state, and for its moves.
    changing: [Vec<Predicate>; 2],
    is_terminal: bool,
    legal: Vec<Vec<RoleMove>>,
    /// Where plays start, if not where the rules say.
    start: Option<Box<[Term]>>,
}

/// How relations are evaluated.
#[derive(Clone, Debug)]
enum Evaluation {
    /// From the facts up, all rows.
    BottomUp { of_state: Vec<Saturation>, of_moves: Vec<Saturation> },
    /// On demand, the rows that somebody asks for.
    OnDemand(Box<Tabling>),
}

impl Interpreter {
    /// Plans for the rules of a game. Also the relations that are given are computed.
    pub fn new(
        game: &Rulebook,
        also: &[Predicate],
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        let (atoms, instances) = FEW_STATIC;
        let few = RuleLimits {
            atoms: limits.atoms.min(atoms),
            instances: limits.instances.min(instances),
            answers: limits.answers,
        };
        let mut statics = game.statics(also, few, stop)?;
        let mut planned = |phase| {
            let strata = game.strata(phase, &statics.needed);
            let tables = strata.iter();
            tables
                .map(|stratum| {
                    game.saturation(
                        stratum,
                        (&mut statics.database, &statics.terms),
                        Negation::Exact,
                    )
                })
                .collect::<Vec<_>>()
        };
        let (of_state, of_moves) = (planned(Phase::State), planned(Phase::Moves));
        let changing = [Phase::State, Phase::Moves].map(|phase| {
            let all = (0..game.program.relations.len() as u32).map(Predicate);
            all.filter(|&predicate| game.dependencies.phase(predicate) == phase).collect()
        });
        let legal = vec![Vec::new(); statics.roles.len()];
        let mut made = Self {
            game: Arc::new(game.clone()),
            evaluation: Evaluation::BottomUp { of_state, of_moves },
            statics,
            limits,
            stop: stop.clone(),
            changing,
            is_terminal: false,
            legal,
            start: None,
        };
        if made.must_ask() {
            made.evaluate_on_demand()?;
        }
        Ok(made)
    }

    /// The terms that have occurred.
    pub fn terms(&self) -> &Terms {
        &self.statics.terms
    }

    /// From now on, this is who can ask for the end.
    pub(crate) fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Whether relations are evaluated on demand.
    pub fn is_on_demand(&self) -> bool {
        match self.evaluation {
            Evaluation::BottomUp { .. } => false,
            Evaluation::OnDemand(_) => true,
        }
    }

    /// Whether some relations cannot be computed from the facts up.
    fn must_ask(&self) -> bool {
        let all = (0..self.game.program.relations.len() as u32).map(Predicate);
        let mut needed = all.filter(|predicate| self.statics.needed[predicate.index()]);
        needed.any(|predicate| {
            let is_static = self.game.dependencies.phase(predicate) == Phase::Static;
            self.statics.on_demand[predicate.index()]
                || self.game.required[predicate.index()] != 0
                || (!is_static && self.game.dependencies.is_mixed(predicate))
        })
    }

    /// From now on, relations are evaluated on demand.
    pub fn evaluate_on_demand(&mut self) -> Result<(), CutShort> {
        self.clear(0);
        self.clear(1);
        let relation = |number: usize| Predicate(number as u32);
        let is_stored = |number: usize| match relation(number) {
            Predicate::TRUE | Predicate::DOES | Predicate::KNOWS | Predicate::COMMON => true,
            other => {
                self.game.dependencies.phase(other) == Phase::Static
                    && self.statics.needed[number]
                    && !self.statics.on_demand[number]
            }
        };
        let is_stored = (0..self.game.program.relations.len()).map(is_stored).collect();
        let work = Work::new(&self.stop);
        let Statics { database, terms, .. } = &mut self.statics;
        let mut on = Ground { database, terms, work: &work };
        let tabling = Tabling::new(&self.game, is_stored, self.limits.answers, &mut on)?;
        self.evaluation = Evaluation::OnDemand(Box::new(tabling));
        Ok(())
    }

    fn clear(&mut self, phase: usize) {
        match &mut self.evaluation {
            Evaluation::BottomUp { .. } => {
                for &predicate in &self.changing[phase] {
                    self.statics.database.table_mut(predicate).clear();
                }
            }
            Evaluation::OnDemand(tabling) => {
                let (stored, forgotten) =
                    [(Predicate::TRUE, Phase::State), (Predicate::DOES, Phase::Moves)][phase];
                self.statics.database.table_mut(stored).clear();
                tabling.forget(forgotten);
            }
        }
    }

    fn insert(&mut self, predicate: Predicate, row: &[Term]) {
        self.statics.database.table_mut(predicate).insert(row, &self.statics.terms);
    }

    /// Computes the relations of a phase, unless they are evaluated on demand; says whether they are too many.
    fn saturate(&mut self, phase: Phase) -> Result<Saturated, CutShort> {
        let Evaluation::BottomUp { of_state, of_moves } = &self.evaluation else {
            return Ok(Saturated::Fully);
        };
        let rules = if phase == Phase::State { of_state } else { of_moves };
        let Statics { database, terms, .. } = &mut self.statics;
        let limits = RuleLimits { instances: self.limits.instances.min(FEW_WAYS), ..self.limits };
        let mut workspace = Workspace { database, terms, limits, stop: &self.stop };
        let run = rules.iter().try_for_each(|stratum| stratum.run(&mut workspace, &mut Nobody));
        match run {
            Ok(()) => Ok(Saturated::Fully),
            Err(CutShort::Atoms(_) | CutShort::Instances(_) | CutShort::Depth(_)) => {
                Ok(Saturated::TooMany)
            }
            Err(cut_short) => Err(cut_short),
        }
    }

    /// The rows of a relation of which something is known.
    fn rows(&mut self, predicate: Predicate, known: &[Term]) -> Result<Vec<Box<[Term]>>, CutShort> {
        let Statics { database, terms, .. } = &mut self.statics;
        match &mut self.evaluation {
            Evaluation::BottomUp { .. } => {
                let table = database.table(predicate);
                let rows = (0..table.len()).map(|row| table.row(row));
                let agrees = |row: &&[Term]| {
                    row.iter().zip(known).all(|(term, known)| *known == FREE || term == known)
                };
                Ok(rows.filter(agrees).map(Into::into).collect())
            }
            Evaluation::OnDemand(tabling) => {
                self.stop.look()?;
                let work = Work::new(&self.stop);
                tabling.ask(predicate, known, &mut Ground { database, terms, work: &work })
            }
        }
    }

    /// The second arguments of the rows of a role.
    fn of_role(&mut self, predicate: Predicate, role: RoleId) -> Result<Vec<Term>, CutShort> {
        let rows = self.rows(predicate, &[self.statics.roles[role.index()], FREE])?;
        Ok(rows.into_iter().map(|row| row[1]).collect())
    }

    fn only_column(&mut self, predicate: Predicate) -> Result<Box<[Term]>, CutShort> {
        let mut facts: Vec<Term> =
            self.rows(predicate, &[FREE])?.into_iter().map(|row| row[0]).collect();
        facts.sort_unstable();
        Ok(facts.into())
    }
}

/// Whether all was computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saturated {
    Fully,
    TooMany,
}

impl Referee for Interpreter {
    type Position = Box<[Term]>;

    fn roles(&self) -> usize {
        self.statics.roles.len()
    }

    fn role_names(&self) -> Vec<String> {
        self.statics.role_names()
    }

    fn is_slow(&self) -> bool {
        self.is_on_demand()
    }

    fn initial(&mut self) -> Self::Position {
        if let Some(start) = &self.start {
            return start.clone();
        }
        let table = self.statics.database.table(Predicate::INIT);
        let mut facts: Box<[Term]> = (0..table.len()).map(|row| table.row(row)[0]).collect();
        facts.sort_unstable();
        facts
    }

    fn start_from(&mut self, position: Self::Position) {
        self.start = Some(position);
    }

    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort> {
        self.clear(0);
        self.clear(1);
        for &fact in position {
            self.insert(Predicate::TRUE, &[fact]);
        }
        if self.saturate(Phase::State)? == Saturated::TooMany {
            self.evaluate_on_demand()?;
            return self.enter(position);
        }
        self.is_terminal = self.holds(Predicate::TERMINAL, &[])?;
        for role in RoleId::first(self.roles()) {
            let mut moves = self.of_role(Predicate::LEGAL, role)?;
            moves.sort_by(|&one, &other| in_order(&self.statics.terms, one, other));
            self.legal[role.index()] = moves.into_iter().map(|term| RoleMove(term.0)).collect();
        }
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    fn legal(&self, role: RoleId) -> &[RoleMove] {
        &self.legal[role.index()]
    }

    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort> {
        let goals = self.of_role(Predicate::GOAL, role)?;
        Ok(values(&self.statics.terms, goals))
    }

    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort> {
        self.clear(1);
        for (role, made) in moves.iter().enumerate() {
            self.insert(Predicate::DOES, &[self.statics.roles[role], Term(made.0)]);
        }
        if self.saturate(Phase::Moves)? == Saturated::TooMany {
            let table = self.statics.database.table(Predicate::TRUE);
            let position: Self::Position = (0..table.len()).map(|row| table.row(row)[0]).collect();
            self.evaluate_on_demand()?;
            self.enter(&position)?;
            return self.make(moves, next);
        }
        *next = self.only_column(Predicate::NEXT)?;
        Ok(())
    }

    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort> {
        let mut seen: Vec<_> =
            self.of_role(Predicate::SEES, role)?.into_iter().map(|term| Percept(term.0)).collect();
        seen.sort_unstable();
        Ok(seen)
    }

    fn complete(&mut self) -> Result<(), CutShort> {
        Ok(())
    }

    fn holds(&mut self, predicate: Predicate, row: &[Term]) -> Result<bool, CutShort> {
        match &self.evaluation {
            Evaluation::BottomUp { .. } => {
                Ok(self.statics.database.table(predicate).find(row).is_some())
            }
            Evaluation::OnDemand(_) => Ok(!self.rows(predicate, row)?.is_empty()),
        }
    }

    fn move_term(&self, _: RoleId, made: RoleMove) -> Term {
        Term(made.0)
    }

    fn show_position(&self, position: &Self::Position) -> Vec<String> {
        let mut facts: Vec<_> =
            position.iter().map(|&fact| self.statics.terms.show(fact).to_string()).collect();
        facts.sort_unstable();
        facts
    }

    fn show_term(&self, term: Term) -> String {
        self.statics.terms.show(term).to_string()
    }

    fn show_move(&self, _: RoleId, made: RoleMove) -> String {
        self.statics.terms.show(Term(made.0)).to_string()
    }

    fn show_percept(&self, _: RoleId, percept: Percept) -> String {
        self.statics.terms.show(Term(percept.0)).to_string()
    }
}

/// The numbers among some terms, in order.
pub fn values(terms: &Terms, goals: Vec<Term>) -> Vec<i64> {
    let number = |term: Term| terms.name(terms.node(term).name).parse::<i64>().ok();
    let mut values: Vec<i64> = goals.into_iter().filter_map(number).collect();
    values.sort_unstable();
    values
}

/// The order of moves: by names, then by arguments.
pub fn in_order(terms: &Terms, one: Term, other: Term) -> Ordering {
    let (left, right) = (terms.node(one), terms.node(other));
    let names = terms.name(left.name).cmp(terms.name(right.name));
    let arguments = || {
        let pairs = left.arguments.iter().zip(&right.arguments);
        let mut differences = pairs.map(|(&left, &right)| in_order(terms, left, right));
        let first = differences.find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        first.then(left.arguments.len().cmp(&right.arguments.len()))
    };
    names.then_with(arguments)
}

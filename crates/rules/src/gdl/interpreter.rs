//! Playing by interpreting the rules: for every state, the least model of the rules together with the facts of the
//! state, stratum by stratum. Needs no preparation, and takes games whose rules are too many without variables.

use super::cut_short::{CutShort, RuleLimits};
use super::dependency::Phase;
use super::join::Negation;
use super::program::Predicate;
use super::referee::{Percept, Referee, RoleId, RoleMove};
use super::rulebook::{Rulebook, Statics};
use super::saturation::{Nobody, Saturation, Workspace};
use super::term::{Term, Terms};
use hexa_logic::Stop;
use std::cmp::Ordering;

/// Interprets the rules of a game.
#[derive(Clone, Debug)]
pub struct Interpreter {
    statics: Statics,
    limits: RuleLimits,
    stop: Stop,
    of_state: Vec<Saturation>,
    of_moves: Vec<Saturation>,
    /// Relations that are computed for a state, and for its moves.
    changing: [Vec<Predicate>; 2],
    legal: Vec<Vec<RoleMove>>,
}

impl Interpreter {
    /// Plans for the rules of a game. Also the relations that are given are computed.
    pub fn new(
        game: &Rulebook,
        also: &[Predicate],
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        let mut statics = game.statics(also, limits, stop)?;
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
        let stop = stop.clone();
        Ok(Self { statics, limits, stop, of_state, of_moves, changing, legal })
    }

    /// The terms that have occurred.
    pub fn terms(&self) -> &Terms {
        &self.statics.terms
    }

    fn clear(&mut self, phase: usize) {
        for &predicate in &self.changing[phase] {
            self.statics.database.table_mut(predicate).clear();
        }
    }

    fn insert(&mut self, predicate: Predicate, row: &[Term]) {
        self.statics.database.table_mut(predicate).insert(row, &self.statics.terms);
    }

    fn saturate(&mut self, phase: Phase) -> Result<(), CutShort> {
        let rules = if phase == Phase::State { &self.of_state } else { &self.of_moves };
        let Statics { database, terms, .. } = &mut self.statics;
        let mut workspace = Workspace { database, terms, limits: self.limits, stop: &self.stop };
        rules.iter().try_for_each(|stratum| stratum.run(&mut workspace, &mut Nobody))
    }

    /// The second arguments of the rows of a role.
    fn of_role(&self, predicate: Predicate, role: RoleId) -> Vec<Term> {
        let table = self.statics.database.table(predicate);
        let rows = (0..table.len()).map(|row| table.row(row));
        rows.filter(|row| row[0] == self.statics.roles[role.index()]).map(|row| row[1]).collect()
    }

    fn only_column(&self, predicate: Predicate) -> Box<[Term]> {
        let table = self.statics.database.table(predicate);
        let mut facts: Box<[Term]> = (0..table.len()).map(|row| table.row(row)[0]).collect();
        facts.sort_unstable();
        facts
    }
}

impl Referee for Interpreter {
    type Position = Box<[Term]>;

    fn roles(&self) -> usize {
        self.statics.roles.len()
    }

    fn role_names(&self) -> Vec<String> {
        self.statics.role_names()
    }

    fn initial(&mut self) -> Self::Position {
        self.only_column(Predicate::INIT)
    }

    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort> {
        self.clear(0);
        self.clear(1);
        for &fact in position {
            self.insert(Predicate::TRUE, &[fact]);
        }
        self.saturate(Phase::State)?;
        for role in RoleId::first(self.roles()) {
            let mut moves = self.of_role(Predicate::LEGAL, role);
            moves.sort_by(|&one, &other| in_order(&self.statics.terms, one, other));
            self.legal[role.index()] = moves.into_iter().map(|term| RoleMove(term.0)).collect();
        }
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.holds(Predicate::TERMINAL, &[])
    }

    fn legal(&self, role: RoleId) -> &[RoleMove] {
        &self.legal[role.index()]
    }

    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort> {
        Ok(values(&self.statics.terms, self.of_role(Predicate::GOAL, role)))
    }

    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort> {
        self.clear(1);
        for (role, made) in moves.iter().enumerate() {
            self.insert(Predicate::DOES, &[self.statics.roles[role], Term(made.0)]);
        }
        self.saturate(Phase::Moves)?;
        *next = self.only_column(Predicate::NEXT);
        Ok(())
    }

    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort> {
        let mut seen: Vec<_> =
            self.of_role(Predicate::SEES, role).into_iter().map(|term| Percept(term.0)).collect();
        seen.sort_unstable();
        Ok(seen)
    }

    fn complete(&mut self) -> Result<(), CutShort> {
        Ok(())
    }

    fn holds(&self, predicate: Predicate, row: &[Term]) -> bool {
        self.statics.database.table(predicate).find(row).is_some()
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

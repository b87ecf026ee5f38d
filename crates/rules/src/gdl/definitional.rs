//! The meaning of a game description, transcribed: the stratified model of its rules with the facts of a state and
//! the moves that are made. Every rule is tried on all atoms until nothing is added. It is the oracle for the
//! others, and shares none of their code beyond the rules.

use super::cut_short::CutShort;
use super::dependency::{Dependencies, Phase};
use super::program::{Atom, Condition, Pattern, Predicate, Program, ProgramRule};
use super::referee::{Percept, Referee, RoleId, RoleMove};
use super::rulebook::Rulebook;
use super::term::{Term, Terms};
use std::collections::BTreeSet;

type Facts = Vec<BTreeSet<Vec<Term>>>;

/// The definition of a game.
#[derive(Clone, Debug)]
pub struct DefinitionalReferee {
    program: Program,
    dependencies: Dependencies,
    terms: Terms,
    /// What holds in all states; in the state that was entered; with the moves that were made.
    models: [Facts; 3],
    roles: Vec<Term>,
    legal: Vec<Vec<RoleMove>>,
    /// What speaks against what holds in all states.
    circle: Option<CutShort>,
    /// Where plays start, if not where the rules say.
    start: Option<BTreeSet<Term>>,
}

impl DefinitionalReferee {
    /// That of a game.
    pub fn new(game: &Rulebook) -> Self {
        let Rulebook { program, dependencies, .. } = game.clone();
        let empty: Facts = vec![BTreeSet::new(); program.relations.len()];
        let terms = program.terms.clone();
        let models = [empty.clone(), empty.clone(), empty];
        let (roles, legal, circle, start) = (Vec::new(), Vec::new(), None, None);
        let mut made = Self { program, dependencies, terms, models, roles, legal, circle, start };
        let model = made.models[0].clone();
        match made.complete_phase(model, Phase::Static) {
            Ok(facts) => made.models[0] = facts,
            Err(circle) => made.circle = Some(circle),
        }
        made.roles = made.roles_in_order();
        made.legal = vec![Vec::new(); made.roles.len()];
        made
    }

    fn roles_in_order(&self) -> Vec<Term> {
        let mut roles: Vec<Term> = Vec::new();
        for rule in self.program.rules.iter().filter(|rule| rule.head.predicate == Predicate::ROLE)
        {
            let all = self.models[0][Predicate::ROLE.index()].iter().map(|row| row[0]);
            let matching = all.filter(|&role| match &rule.head.arguments[0] {
                Pattern::Ground(term) => *term == role,
                Pattern::Variable(_) | Pattern::Compound(..) => true,
            });
            let fresh: Vec<Term> = matching.filter(|role| !roles.contains(role)).collect();
            roles.extend(fresh);
        }
        roles
    }

    /// Adds all that follows by the rules of a phase, stratum by stratum.
    fn complete_phase(&mut self, mut facts: Facts, phase: Phase) -> Result<Facts, CutShort> {
        for stratum in self.dependencies.strata.clone() {
            if self.dependencies.phase(stratum[0]) != phase {
                continue;
            }
            facts = match self.dependencies.is_mixed(stratum[0]) {
                true => self.well_founded(&stratum, &facts)?,
                false => self.least(&stratum, &facts, &facts),
            };
        }
        Ok(facts)
    }

    /// What follows by the rules of a stratum if exactly the assumed atoms are denied to `not`.
    fn least(&mut self, stratum: &[Predicate], below: &Facts, assumed: &Facts) -> Facts {
        let applies = |rule: &&ProgramRule| stratum.contains(&rule.head.predicate);
        let rules: Vec<&ProgramRule> = self.program.rules.iter().filter(applies).collect();
        let mut facts = below.clone();
        loop {
            let mut added = false;
            for rule in &rules {
                for values in ways(rule, &facts, assumed, &mut self.terms) {
                    let row = arguments(&rule.head, &values, &mut self.terms);
                    added |= facts[rule.head.predicate.index()].insert(row);
                }
            }
            if !added {
                return facts;
            }
        }
    }

    /// The well-founded model of a stratum whose relations depend on their own negations by name (Van Gelder 1989, by
    /// alternating between too much and too little). If no atom depends on its own negation, it decides every atom, and
    /// is the stratified model.
    fn well_founded(&mut self, stratum: &[Predicate], below: &Facts) -> Result<Facts, CutShort> {
        let mut certain = below.clone();
        loop {
            let possible = self.least(stratum, below, &certain);
            let next = self.least(stratum, below, &possible);
            if next == possible {
                return Ok(next);
            }
            if next == certain {
                return Err(CutShort::Circle(self.undecided(stratum, &certain, &possible)));
            }
            certain = next;
        }
    }

    /// The atoms that are possible and not certain.
    fn undecided(&self, stratum: &[Predicate], certain: &Facts, possible: &Facts) -> Vec<String> {
        let mut shown = Vec::new();
        for &predicate in stratum {
            let rows = possible[predicate.index()].difference(&certain[predicate.index()]);
            shown.extend(rows.map(|row| {
                let row: Vec<String> =
                    row.iter().map(|&term| self.terms.show(term).to_string()).collect();
                format!("{} {}", self.program.relation_name(predicate), row.join(" "))
            }));
        }
        shown
    }

    fn of_role(&self, model: usize, predicate: Predicate, role: RoleId) -> Vec<Term> {
        let rows = self.models[model][predicate.index()].iter();
        rows.filter(|row| row[0] == self.roles[role.index()]).map(|row| row[1]).collect()
    }
}

/// The ways to satisfy a body: values of its variables.
fn ways(
    rule: &ProgramRule,
    facts: &Facts,
    assumed: &Facts,
    terms: &mut Terms,
) -> Vec<Vec<Option<Term>>> {
    let mut ways = vec![vec![None; rule.variables.len()]];
    for atom in rule.positive() {
        let mut longer = Vec::new();
        for way in &ways {
            for row in &facts[atom.predicate.index()] {
                let mut way = way.clone();
                if atom
                    .arguments
                    .iter()
                    .zip(row)
                    .all(|(pattern, &term)| unify(pattern, term, &mut way, terms))
                {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    ways.retain(|way| {
        rule.body.iter().all(|literal| is_satisfied(&literal.condition, way, assumed, terms))
    });
    ways
}

fn unify(pattern: &Pattern, term: Term, values: &mut [Option<Term>], terms: &Terms) -> bool {
    match pattern {
        Pattern::Ground(ground) => *ground == term,
        Pattern::Variable(variable) => *values[*variable as usize].get_or_insert(term) == term,
        Pattern::Compound(name, inner) => {
            let node = terms.node(term);
            node.name == *name
                && node.arguments.len() == inner.len()
                && inner
                    .iter()
                    .zip(&node.arguments)
                    .all(|(pattern, &term)| unify(pattern, term, values, terms))
        }
    }
}

fn is_satisfied(
    condition: &Condition,
    values: &[Option<Term>],
    facts: &Facts,
    terms: &mut Terms,
) -> bool {
    match condition {
        Condition::Holds(_) => true,
        Condition::Fails(atom) => {
            let row = arguments(atom, values, terms);
            !facts[atom.predicate.index()].contains(&row)
        }
        Condition::Distinct(left, right) => {
            substitute(left, values, terms) != substitute(right, values, terms)
        }
        Condition::Same(left, right) => {
            substitute(left, values, terms) == substitute(right, values, terms)
        }
    }
}

fn arguments(atom: &Atom, values: &[Option<Term>], terms: &mut Terms) -> Vec<Term> {
    atom.arguments.iter().map(|pattern| substitute(pattern, values, terms)).collect()
}

fn substitute(pattern: &Pattern, values: &[Option<Term>], terms: &mut Terms) -> Term {
    match pattern {
        Pattern::Ground(term) => *term,
        // Rules are safe, so that every variable has a value once the body is satisfied.
        Pattern::Variable(variable) => values[*variable as usize].unwrap_or(Term(u32::MAX)),
        Pattern::Compound(name, inner) => {
            let inner = inner.iter().map(|pattern| substitute(pattern, values, terms)).collect();
            terms.compound(*name, inner)
        }
    }
}

impl Referee for DefinitionalReferee {
    type Position = BTreeSet<Term>;

    fn roles(&self) -> usize {
        self.roles.len()
    }

    fn role_names(&self) -> Vec<String> {
        self.roles.iter().map(|&role| self.terms.show(role).to_string()).collect()
    }

    fn initial(&mut self) -> Self::Position {
        if let Some(start) = &self.start {
            return start.clone();
        }
        self.models[0][Predicate::INIT.index()].iter().map(|row| row[0]).collect()
    }

    fn start_from(&mut self, position: Self::Position) {
        self.start = Some(position);
    }

    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort> {
        if let Some(circle) = &self.circle {
            return Err(circle.clone());
        }
        let mut facts = self.models[0].clone();
        facts[Predicate::TRUE.index()] = position.iter().map(|&fact| vec![fact]).collect();
        self.models[1] = self.complete_phase(facts, Phase::State)?;
        for role in RoleId::first(self.roles.len()) {
            let mut moves: Vec<(String, RoleMove)> = self
                .of_role(1, Predicate::LEGAL, role)
                .into_iter()
                .map(|term| {
                    (self.terms.show(term).to_string().replace(['(', ')'], ""), RoleMove(term.0))
                })
                .collect();
            moves.sort();
            self.legal[role.index()] = moves.into_iter().map(|(_, made)| made).collect();
        }
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        !self.models[1][Predicate::TERMINAL.index()].is_empty()
    }

    fn legal(&self, role: RoleId) -> &[RoleMove] {
        &self.legal[role.index()]
    }

    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort> {
        let goals = self.of_role(1, Predicate::GOAL, role);
        let mut goals: Vec<i64> = goals
            .into_iter()
            .filter_map(|goal| self.terms.show(goal).to_string().parse().ok())
            .collect();
        goals.sort_unstable();
        Ok(goals)
    }

    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort> {
        let mut facts = self.models[1].clone();
        facts[Predicate::DOES.index()] = moves
            .iter()
            .enumerate()
            .map(|(role, made)| vec![self.roles[role], Term(made.0)])
            .collect();
        self.models[2] = self.complete_phase(facts, Phase::Moves)?;
        *next = self.models[2][Predicate::NEXT.index()].iter().map(|row| row[0]).collect();
        Ok(())
    }

    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort> {
        Ok(self.of_role(2, Predicate::SEES, role).into_iter().map(|term| Percept(term.0)).collect())
    }

    fn complete(&mut self) -> Result<(), CutShort> {
        Ok(())
    }

    fn holds(&mut self, predicate: Predicate, row: &[Term]) -> Result<bool, CutShort> {
        Ok(self.models[1][predicate.index()].contains(row))
    }

    fn move_term(&self, _: RoleId, made: RoleMove) -> Term {
        Term(made.0)
    }

    fn show_position(&self, position: &Self::Position) -> Vec<String> {
        let mut facts: Vec<String> =
            position.iter().map(|&fact| self.terms.show(fact).to_string()).collect();
        facts.sort();
        facts
    }

    fn show_term(&self, term: Term) -> String {
        self.terms.show(term).to_string()
    }

    fn show_move(&self, _: RoleId, made: RoleMove) -> String {
        self.terms.show(Term(made.0)).to_string()
    }

    fn show_percept(&self, _: RoleId, percept: Percept) -> String {
        self.terms.show(Term(percept.0)).to_string()
    }
}

//! The initial states: all values of the atoms for which `initial` holds, and every other rule that speaks of one state.

use super::condition::place;
use super::definition::Definitions;
use super::ground::Description;
use super::no_model::NoModel;
use crate::work::Work;
use hexa_logic::{Fluent, PathFormula, PathFormulas, PathNode};
use rustc_hash::FxHashMap;

/// The initial states, packed; at most so many.
pub(crate) fn initial_states(
    description: &mut Description,
    definitions: &Definitions,
    most: usize,
    work: &Work<'_>,
) -> Result<Vec<Vec<u64>>, NoModel> {
    let atoms = description.signature.atoms().len();
    let initial = description.signature.initial();
    let formulas = &mut description.formulas;
    let mut meanings: FxHashMap<Fluent, PathFormula> = FxHashMap::default();
    for (&fact, &formula) in &definitions.derived {
        work.step(1)?;
        let meaning = unfold_meaning(formulas, formula, &meanings);
        meanings.insert(fact, meaning);
    }
    let mut rules: Vec<PathFormula> = definitions
        .of_states
        .iter()
        .map(|&rule| unfold_meaning(formulas, rule, &meanings))
        .collect();
    rules.push(meanings[&initial]);
    let all = formulas.and(rules);
    let (words, found) = (atoms.div_ceil(64).max(1), Vec::new());
    let mut search = Search { formulas, atoms, most, work, words, found };
    search.solve(all)?;
    match search.found.is_empty() {
        true => Err(NoModel::NoInitialState),
        false => Ok(search.found),
    }
}

/// A formula with the meanings of derived facts in their place.
fn unfold_meaning(
    formulas: &mut PathFormulas,
    formula: PathFormula,
    meanings: &FxHashMap<Fluent, PathFormula>,
) -> PathFormula {
    formulas.replace(formula, &mut |_, node| {
        node.fluent().and_then(|fluent| meanings.get(&fluent).copied())
    })
}

struct Search<'f> {
    formulas: &'f mut PathFormulas,
    atoms: usize,
    most: usize,
    work: &'f Work<'f>,
    words: usize,
    found: Vec<Vec<u64>>,
}

impl Search<'_> {
    /// Finds all values of the atoms for which a formula holds.
    fn solve(&mut self, formula: PathFormula) -> Result<(), NoModel> {
        let mut waiting = vec![(formula, vec![None; self.atoms])];
        while let Some((formula, mut values)) = waiting.pop() {
            self.work.step(1 + self.atoms as u64)?;
            let formula = self.propagate(formula, &mut values);
            if *self.formulas.node(formula) == PathNode::Constant(false) {
                continue;
            }
            match self.open(formula, &values) {
                None => self.add(&values)?,
                Some(atom) => {
                    for value in [true, false] {
                        let mut values = values.clone();
                        values[atom] = Some(value);
                        waiting.push((self.with_values(formula, &values), values));
                    }
                    if waiting.len() > self.most {
                        return Err(NoModel::TooManyStates(self.most));
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives atoms the values that they have to have.
    fn propagate(&mut self, mut formula: PathFormula, values: &mut [Option<bool>]) -> PathFormula {
        loop {
            let literals = self.literals(formula);
            if literals.is_empty() {
                return formula;
            }
            for &(fact, value) in &literals {
                values[fact.0 as usize] = Some(value);
            }
            formula = self.with_values(formula, values);
        }
    }

    /// An atom without a value; one of the formula, if there is one, since it settles more than others.
    fn open(&self, formula: PathFormula, values: &[Option<bool>]) -> Option<usize> {
        let fluent = |node: &PathNode| node.fluent().map(|fluent| fluent.0 as usize);
        let spoken_of = self.formulas.parts(formula, fluent).into_iter().min();
        spoken_of.or_else(|| values.iter().position(Option::is_none))
    }

    /// The atoms that have to be true or false.
    fn literals(&self, formula: PathFormula) -> Vec<(Fluent, bool)> {
        let node = self.formulas.node(formula);
        let parts = if let PathNode::And(of) = node { &of[..] } else { &[formula] };
        let literals = |&part: &PathFormula| self.formulas.literals(part, true);
        parts.iter().filter_map(literals).flatten().collect()
    }

    fn with_values(&mut self, formula: PathFormula, values: &[Option<bool>]) -> PathFormula {
        self.formulas.replace(formula, &mut |formulas, node| {
            let value = values[node.fluent()?.0 as usize];
            value.map(|value| formulas.constant(value))
        })
    }

    fn add(&mut self, values: &[Option<bool>]) -> Result<(), NoModel> {
        if self.found.len() == self.most {
            return Err(NoModel::TooManyStates(self.most));
        }
        let mut words = vec![0; self.words];
        for atom in (0..self.atoms).filter(|&atom| values[atom] == Some(true)) {
            let (word, bit) = place(Fluent(atom as u32));
            words[word as usize] |= bit;
        }
        self.found.push(words);
        Ok(())
    }
}

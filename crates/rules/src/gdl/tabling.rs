//! Evaluation on demand: a relation is asked for the rows that somebody needs, with what is known of them, and the
//! answers to every question are kept in a table (tabling: OLDT resolution, Tamaki and Sato 1986, with the completion
//! of tables that depend on each other by iteration). So relations whose rows are too many together, or have no end,
//! can be used as long as the questions are few. A condition with `not` is decided when the table of its question is
//! complete; a question that would have to be decided before itself is a circle through `not`, and is told as such.
//!
//! The stack of open questions is kept by hand, so that long chains of questions need no stack of the machine.

use super::cut_short::CutShort;
use super::database::{Database, Table};
use super::dependency::{Dependencies, Phase};
use super::join::{
    KEY_PLACES, KeyPart, Match, compile, existing, instance, is_same, key, match_row, match_term,
    note_access,
};
use super::program::{Atom, Condition, Pattern, Predicate, ProgramRule};
use super::rulebook::Rulebook;
use super::term::{MAX_DEPTH, Term, Terms};
use crate::work::Work;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Stands in a question where nothing is known.
pub const FREE: Term = Term(u32::MAX);

/// What is known of the first so many arguments counts in a question.
const ASKED_PLACES: usize = 64;

/// A question: a relation, and what is known of its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Question {
    predicate: Predicate,
    known: Box<[Term]>,
}

/// The table of a question, by the phase of its relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TableId {
    phase: Phase,
    number: u32,
}

/// The answers to a question.
#[derive(Clone, Debug)]
struct Answers {
    question: Question,
    rows: Table,
    state: Completion,
}

/// How far the answers to a question are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Completion {
    /// They have to be looked for, perhaps again.
    New,
    /// They are looked for, at this place of the stack.
    Open(u32),
    /// They were looked for, but depend on those at this place of the stack.
    Waiting(u32),
    /// These are all.
    Complete,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    numbers: FxHashMap<Question, u32>,
    tables: Vec<Answers>,
    rows: usize,
}

impl Tables {
    fn size(&self) -> usize {
        self.tables.len() + self.rows
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.tables.clear();
        self.rows = 0;
    }
}

/// Answers questions about relations, and keeps the answers.
#[derive(Clone, Debug)]
pub struct Tabling {
    rules: Arc<[Vec<ProgramRule>]>,
    dependencies: Arc<Dependencies>,
    /// What relations are called.
    names: Arc<[String]>,
    /// What must be known of a relation before it is asked.
    required: Arc<[u64]>,
    /// Relations whose rows are all in the database.
    is_stored: Vec<bool>,
    plans: FxHashMap<(Predicate, u64), Arc<[Way]>>,
    of_phase: [Tables; 3],
    most: usize,
    stack: Vec<Frame>,
    waiting: Vec<TableId>,
    /// How many answers were found, to see whether there are new ones.
    found: u64,
}

/// A way to answer a kind of question: a rule with its conditions in order.
#[derive(Clone, Debug)]
struct Way {
    head: Atom,
    /// What is known, by its places.
    known: Box<[(usize, Match)]>,
    steps: Box<[Step]>,
    variables: usize,
}

#[derive(Clone, Debug)]
enum Step {
    Find(Lookup),
    Ask(Inquiry),
    LackStored(Lookup),
    LackAsked(Inquiry),
    Distinct(Pattern, Pattern),
    Same(Pattern, Pattern),
}

/// How rows of the database are found.
#[derive(Clone, Debug)]
struct Lookup {
    predicate: Predicate,
    /// The whole row, if everything is known of it.
    row: Option<Box<[Pattern]>>,
    index: Option<usize>,
    key: Box<[KeyPart]>,
    matches: Box<[Match]>,
}

/// What is asked of a relation.
#[derive(Clone, Debug)]
struct Inquiry {
    predicate: Predicate,
    known: Box<[Option<Pattern>]>,
    matches: Box<[Match]>,
}

/// A question that is being answered.
#[derive(Clone, Debug)]
struct Frame {
    table: TableId,
    ways: Arc<[Way]>,
    way: usize,
    values: Vec<Term>,
    /// Where the steps of the way stand that have been entered.
    cursors: Vec<Cursor>,
    direction: Direction,
    /// The lowest place of the stack that the answers depend on.
    low: u32,
    /// How many tables were waiting, and how many answers were found, when it was begun.
    waiting: usize,
    found: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// A rule is begun.
    Start,
    /// The next step is entered.
    Forward,
    /// The last step looks for another row.
    Back,
}

#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// Rows of the database, all of them.
    Rows(u32),
    /// Rows of the database that an index finds.
    Keyed(u64, u32),
    /// The answers to a question.
    Answers(TableId, u32),
    /// There is nothing more to try.
    Once,
}

/// What a frame needs.
enum Need {
    /// To go on.
    Nothing,
    /// Answers to another question first.
    Answers(TableId),
    /// All ways were tried.
    Done,
}

/// Where rows and terms are.
pub struct Ground<'a> {
    /// The stored relations.
    pub database: &'a mut Database,
    /// The terms.
    pub terms: &'a mut Terms,
    /// To whom work is reported.
    pub work: &'a Work<'a>,
}

impl Tabling {
    /// For a game of which some relations are stored. Facts of the others go to the database too.
    pub fn new(
        game: &Rulebook,
        is_stored: Vec<bool>,
        most: usize,
        on: &mut Ground<'_>,
    ) -> Result<Self, CutShort> {
        let mut rules = vec![Vec::new(); game.program.relations.len()];
        for rule in &game.program.rules {
            on.work.step(1)?;
            let predicate = rule.head.predicate;
            if is_stored[predicate.index()] {
                continue;
            }
            let row = rule.head.arguments.iter().map(|pattern| match pattern {
                Pattern::Ground(term) => Some(*term),
                Pattern::Variable(_) | Pattern::Compound(..) => None,
            });
            match row.collect::<Option<Vec<Term>>>().filter(|_| rule.body.is_empty()) {
                Some(row) => _ = on.database.table_mut(predicate).insert(&row, on.terms),
                None => rules[predicate.index()].push(rule.clone()),
            }
        }
        let relations = (0..game.program.relations.len() as u32).map(Predicate);
        Ok(Self {
            rules: rules.into(),
            dependencies: Arc::new(game.dependencies.clone()),
            names: relations
                .map(|predicate| game.program.relation_name(predicate).to_owned())
                .collect(),
            required: game.required.clone().into(),
            is_stored,
            plans: FxHashMap::default(),
            of_phase: Default::default(),
            most,
            stack: Vec::new(),
            waiting: Vec::new(),
            found: 0,
        })
    }

    /// Forgets what depends on the state, or on the moves.
    pub fn forget(&mut self, from: Phase) {
        self.stack.clear();
        self.waiting.clear();
        for phase in [Phase::State, Phase::Moves] {
            if phase >= from {
                self.of_phase[phase as usize].clear();
            }
        }
        // What never changes is kept, but not at the cost of the rest.
        if self.of_phase[0].size() > self.most / 2 {
            self.of_phase[0].clear();
        }
    }

    /// The rows of a relation that agree with what is known of it, in the order in which they were found.
    pub fn ask(
        &mut self,
        predicate: Predicate,
        known: &[Term],
        on: &mut Ground<'_>,
    ) -> Result<Vec<Box<[Term]>>, CutShort> {
        if self.is_stored[predicate.index()] {
            let table = on.database.table(predicate);
            let rows = (0..table.len()).map(|row| table.row(row));
            let agrees = |row: &&[Term]| {
                row.iter().zip(known).all(|(term, known)| *known == FREE || term == known)
            };
            return Ok(rows.filter(agrees).map(Into::into).collect());
        }
        let id = self.table_of(predicate, known.into())?;
        if let Err(cut_short) = self.complete(id, on) {
            self.give_up();
            return Err(cut_short);
        }
        let rows = &self.answers(id).rows;
        let agrees = |row: &&[Term]| {
            row.iter().zip(known).all(|(term, known)| *known == FREE || term == known)
        };
        Ok((0..rows.len()).map(|row| rows.row(row)).filter(agrees).map(Into::into).collect())
    }

    /// Tables that are not complete are begun anew when they are asked for again.
    fn give_up(&mut self) {
        let open: Vec<TableId> =
            self.stack.drain(..).map(|frame| frame.table).chain(self.waiting.drain(..)).collect();
        for id in open {
            self.answers_mut(id).state = Completion::New;
        }
    }

    fn answers(&self, id: TableId) -> &Answers {
        &self.of_phase[id.phase as usize].tables[id.number as usize]
    }

    fn answers_mut(&mut self, id: TableId) -> &mut Answers {
        &mut self.of_phase[id.phase as usize].tables[id.number as usize]
    }

    fn table_of(&mut self, predicate: Predicate, known: Box<[Term]>) -> Result<TableId, CutShort> {
        let phase = self.dependencies.phase(predicate);
        let total: usize = self.of_phase.iter().map(Tables::size).sum();
        let tables = &mut self.of_phase[phase as usize];
        let question = Question { predicate, known };
        if let Some(&number) = tables.numbers.get(&question) {
            return Ok(TableId { phase, number });
        }
        if total >= self.most {
            return Err(CutShort::Answers(self.most));
        }
        let number = tables.tables.len() as u32;
        let rows = Table::new(question.known.len());
        tables.numbers.insert(question.clone(), number);
        tables.tables.push(Answers { question, rows, state: Completion::New });
        Ok(TableId { phase, number })
    }

    /// Finds all answers to a question.
    fn complete(&mut self, id: TableId, on: &mut Ground<'_>) -> Result<(), CutShort> {
        if self.answers(id).state == Completion::Complete {
            return Ok(());
        }
        self.open(id, on)?;
        while let Some(mut frame) = self.stack.pop() {
            let need = self.advance(&mut frame, on);
            self.stack.push(frame);
            match need? {
                Need::Nothing => {}
                Need::Answers(other) => self.open(other, on)?,
                Need::Done => self.close(),
            }
        }
        Ok(())
    }

    fn open(&mut self, id: TableId, on: &mut Ground<'_>) -> Result<(), CutShort> {
        let place = self.stack.len() as u32;
        let question = self.answers(id).question.clone();
        let ways = self.ways(&question, on)?;
        self.answers_mut(id).state = Completion::Open(place);
        self.stack.push(Frame {
            table: id,
            ways,
            way: 0,
            values: Vec::new(),
            cursors: Vec::new(),
            direction: Direction::Start,
            low: u32::MAX,
            waiting: self.waiting.len(),
            found: self.found,
        });
        Ok(())
    }

    /// All ways of the last question were tried: it is complete, or tried again, or waits for one before it.
    fn close(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let place = self.stack.len() as u32;
        if frame.low < place {
            self.waiting.push(frame.table);
            for at in frame.waiting..self.waiting.len() {
                self.answers_mut(self.waiting[at]).state = Completion::Waiting(frame.low);
            }
            if let Some(before) = self.stack.last_mut() {
                before.low = before.low.min(frame.low);
            }
            return;
        }
        let is_settled = frame.low > place || frame.found == self.found;
        let state = if is_settled { Completion::Complete } else { Completion::New };
        for at in frame.waiting..self.waiting.len() {
            self.answers_mut(self.waiting[at]).state = state;
        }
        self.waiting.truncate(frame.waiting);
        if is_settled {
            self.answers_mut(frame.table).state = Completion::Complete;
        } else {
            let found = self.found;
            self.stack.push(Frame {
                way: 0,
                direction: Direction::Start,
                low: u32::MAX,
                found,
                ..frame
            });
        }
    }

    /// Goes on with a question until another has to be answered, or a while.
    fn advance(&mut self, frame: &mut Frame, on: &mut Ground<'_>) -> Result<Need, CutShort> {
        let ways = frame.ways.clone();
        let Some(way) = ways.get(frame.way) else { return Ok(Need::Done) };
        loop {
            on.work.step(1)?;
            match frame.direction {
                Direction::Start => {
                    frame.cursors.clear();
                    frame.values.clear();
                    frame.values.resize(way.variables, FREE);
                    let known = &self.answers(frame.table).question.known;
                    let matches = |(place, matched): &(usize, Match)| {
                        match_term(matched, known[*place], &mut frame.values, on.terms)
                    };
                    if !way.known.iter().all(matches) {
                        frame.way += 1;
                        return Ok(Need::Nothing);
                    }
                    frame.direction = Direction::Forward;
                }
                Direction::Forward => match way.steps.get(frame.cursors.len()) {
                    None => {
                        let is_decided = self.answer(frame.table, way, &frame.values, on)?;
                        if is_decided {
                            frame.way = ways.len();
                            frame.direction = Direction::Start;
                            return Ok(Need::Nothing);
                        }
                        frame.direction = Direction::Back;
                    }
                    Some(step) => {
                        if let Need::Answers(id) = self.enter(step, frame, on)? {
                            return Ok(Need::Answers(id));
                        }
                    }
                },
                Direction::Back => {
                    let Some(last) = frame.cursors.len().checked_sub(1) else {
                        frame.way += 1;
                        frame.direction = Direction::Start;
                        return Ok(Need::Nothing);
                    };
                    match self.next_row(&way.steps[last], last, frame, on)? {
                        true => frame.direction = Direction::Forward,
                        false => _ = frame.cursors.pop(),
                    }
                }
            }
        }
    }

    /// Enters the next step: a test is made, what finds rows is set before the first.
    fn enter(
        &mut self,
        step: &Step,
        frame: &mut Frame,
        on: &mut Ground<'_>,
    ) -> Result<Need, CutShort> {
        let decide = |frame: &mut Frame, holds: bool| {
            if holds {
                frame.cursors.push(Cursor::Once);
            } else {
                frame.direction = Direction::Back;
            }
        };
        match step {
            Step::Find(lookup) => match &lookup.row {
                Some(row) => decide(frame, holds(lookup.predicate, row, &frame.values, on)),
                None => {
                    frame.cursors.push(lookup.start(&frame.values));
                    frame.direction = Direction::Back;
                }
            },
            Step::LackStored(lookup) => match &lookup.row {
                Some(row) => decide(frame, !holds(lookup.predicate, row, &frame.values, on)),
                None => {
                    let mut cursor = lookup.start(&frame.values);
                    let found = lookup.next(&mut cursor, &mut frame.values, on)?;
                    decide(frame, !found);
                }
            },
            Step::Ask(inquiry) => {
                let id = self.asked(inquiry, &frame.values, on)?;
                match self.answers(id).state {
                    Completion::New => return Ok(Need::Answers(id)),
                    Completion::Open(place) | Completion::Waiting(place) => {
                        frame.low = frame.low.min(place)
                    }
                    Completion::Complete => {}
                }
                frame.cursors.push(Cursor::Answers(id, 0));
                frame.direction = Direction::Back;
            }
            Step::LackAsked(inquiry) => {
                let id = self.asked(inquiry, &frame.values, on)?;
                let from = match self.answers(id).state {
                    Completion::New => return Ok(Need::Answers(id)),
                    Completion::Complete => {
                        let found =
                            self.next_answer(inquiry, id, 0, &mut frame.values, on)?.is_some();
                        decide(frame, !found);
                        return Ok(Need::Nothing);
                    }
                    Completion::Open(place) | Completion::Waiting(place) => place,
                };
                return Err(self.circle(from, frame.table, id, on.terms));
            }
            Step::Distinct(left, right) => {
                let same = is_same(left, right, &frame.values, on.terms);
                decide(frame, !same);
            }
            Step::Same(left, right) => {
                let same = is_same(left, right, &frame.values, on.terms);
                decide(frame, same);
            }
        }
        Ok(Need::Nothing)
    }

    /// Looks for the next row of a step.
    fn next_row(
        &mut self,
        step: &Step,
        at: usize,
        frame: &mut Frame,
        on: &mut Ground<'_>,
    ) -> Result<bool, CutShort> {
        match (step, frame.cursors[at]) {
            (_, Cursor::Once) => Ok(false),
            (Step::Find(lookup), mut cursor) => {
                let found = lookup.next(&mut cursor, &mut frame.values, on)?;
                frame.cursors[at] = cursor;
                Ok(found)
            }
            (Step::Ask(inquiry), Cursor::Answers(id, from)) => {
                let found = self.next_answer(inquiry, id, from, &mut frame.values, on)?;
                if let Some(row) = found {
                    frame.cursors[at] = Cursor::Answers(id, row + 1);
                }
                Ok(found.is_some())
            }
            (
                Step::Ask(_)
                | Step::LackStored(_)
                | Step::LackAsked(_)
                | Step::Distinct(..)
                | Step::Same(..),
                _,
            ) => Ok(false),
        }
    }

    fn next_answer(
        &self,
        inquiry: &Inquiry,
        id: TableId,
        from: u32,
        values: &mut [Term],
        on: &Ground<'_>,
    ) -> Result<Option<u32>, CutShort> {
        let rows = &self.answers(id).rows;
        for row in from..rows.len() {
            on.work.step(1)?;
            if match_row(&inquiry.matches, rows.row(row), values, on.terms) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// The table of what a condition asks.
    fn asked(
        &mut self,
        inquiry: &Inquiry,
        values: &[Term],
        on: &mut Ground<'_>,
    ) -> Result<TableId, CutShort> {
        let term = |known: &Option<Pattern>| match known {
            Some(pattern) => instance(pattern, values, on.terms),
            None => FREE,
        };
        let known: Box<[Term]> = inquiry.known.iter().map(term).collect();
        if known.iter().any(|&term| term != FREE && on.terms.depth(term) > MAX_DEPTH) {
            return Err(CutShort::Depth(MAX_DEPTH));
        }
        self.table_of(inquiry.predicate, known)
    }

    /// Adds an answer; says whether there cannot be another.
    fn answer(
        &mut self,
        id: TableId,
        way: &Way,
        values: &[Term],
        on: &mut Ground<'_>,
    ) -> Result<bool, CutShort> {
        let row: Vec<Term> =
            way.head.arguments.iter().map(|pattern| instance(pattern, values, on.terms)).collect();
        if row.iter().any(|&term| on.terms.depth(term) > MAX_DEPTH) {
            return Err(CutShort::Depth(MAX_DEPTH));
        }
        let total: usize = self.of_phase.iter().map(Tables::size).sum();
        let answers = self.answers_mut(id);
        let is_new = answers.rows.insert(&row, on.terms);
        let is_decided = !answers.question.known.contains(&FREE);
        if is_new {
            self.of_phase[id.phase as usize].rows += 1;
            self.found += 1;
            if total >= self.most {
                return Err(CutShort::Answers(self.most));
            }
        }
        Ok(is_decided)
    }

    /// The questions that depend on each other, from a place of the stack on.
    fn circle(&self, from: u32, last: TableId, denied: TableId, terms: &Terms) -> CutShort {
        let open = self.stack.iter().skip(from as usize).map(|frame| frame.table);
        let mut circle: Vec<TableId> = open.chain([last, denied]).collect();
        if circle.len() > 1 && circle.first() == circle.last() {
            circle.pop();
        }
        CutShort::Circle(circle.into_iter().map(|id| self.show_question(id, terms)).collect())
    }

    /// A question as it is written; where nothing is known stands a question mark.
    fn show_question(&self, id: TableId, terms: &Terms) -> String {
        let Question { predicate, known } = &self.answers(id).question;
        let name = &self.names[predicate.index()];
        if known.is_empty() {
            return name.clone();
        }
        let show = |&term: &Term| match term {
            FREE => "?".to_owned(),
            term => terms.show(term).to_string(),
        };
        let known: Vec<String> = known.iter().map(show).collect();
        format!("({name} {})", known.join(" "))
    }

    fn unbound(&self, rule: &ProgramRule) -> CutShort {
        CutShort::Unbound(self.names[rule.head.predicate.index()].clone())
    }

    /// The ways to answer questions in which the same is known.
    fn ways(&mut self, question: &Question, on: &mut Ground<'_>) -> Result<Arc<[Way]>, CutShort> {
        let known = question.known.iter().take(ASKED_PLACES).enumerate();
        let mask = known
            .fold(0, |mask, (place, &term)| if term == FREE { mask } else { mask | 1 << place });
        if let Some(ways) = self.plans.get(&(question.predicate, mask)) {
            return Ok(ways.clone());
        }
        let rules = self.rules.clone();
        let mut ways = Vec::new();
        if on.database.table(question.predicate).len() > 0 {
            ways.push(self.stored_way(question.predicate, mask, question.known.len(), on));
        }
        for rule in &rules[question.predicate.index()] {
            on.work.step(1 + rule.body.len() as u64)?;
            ways.push(self.way(rule, mask, on)?);
        }
        let ways: Arc<[Way]> = ways.into();
        self.plans.insert((question.predicate, mask), ways.clone());
        Ok(ways)
    }

    /// Facts of the relation itself.
    fn stored_way(
        &self,
        predicate: Predicate,
        mask: u64,
        arity: usize,
        on: &mut Ground<'_>,
    ) -> Way {
        let head =
            Atom { predicate, arguments: (0..arity as u32).map(Pattern::Variable).collect() };
        let mut bound = FxHashSet::default();
        let known = known_places(&head, mask, &mut bound);
        let steps = [Step::Find(lookup(&head, &mut bound, on))].into();
        Way { head, known, steps, variables: arity }
    }

    fn way(&self, rule: &ProgramRule, mask: u64, on: &mut Ground<'_>) -> Result<Way, CutShort> {
        let mut bound = FxHashSet::default();
        let known = known_places(&rule.head, mask, &mut bound);
        let mut rest: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::new();
        while let Some(next) = rest.iter().copied().min_by_key(|&at| self.rank(rule, at, &bound)) {
            rest.retain(|&at| at != next);
            let condition = &rule.body[next].condition;
            if self.is_early(condition, &bound) {
                return Err(self.unbound(rule));
            }
            steps.push(self.step(condition, &mut bound, on));
        }
        let mut is_bound = true;
        rule.head.each_variable(&mut |variable| is_bound &= bound.contains(&variable));
        if !is_bound {
            return Err(self.unbound(rule));
        }
        Ok(Way {
            head: rule.head.clone(),
            known,
            steps: steps.into(),
            variables: rule.variables.len(),
        })
    }

    /// Whether something must be known first.
    fn is_early(&self, condition: &Condition, bound: &FxHashSet<u32>) -> bool {
        let mut unbound = false;
        let mut note = |variable| unbound |= !bound.contains(&variable);
        match condition {
            Condition::Holds(atom) => {
                let required = self.required[atom.predicate.index()];
                for (_, pattern) in atom
                    .arguments
                    .iter()
                    .enumerate()
                    .take(ASKED_PLACES)
                    .filter(|(place, _)| required >> place & 1 == 1)
                {
                    pattern.each_variable(&mut note);
                }
            }
            Condition::Fails(atom) => atom.each_variable(&mut note),
            Condition::Distinct(left, right) | Condition::Same(left, right) => {
                left.each_variable(&mut note);
                right.each_variable(&mut note);
            }
        }
        unbound
    }

    /// What comes first: tests; then what is fully known; then rows of the database that are joined to what is known;
    /// then questions of which something is known. Among these, facts of the state come before a question that leaves more
    /// than two variables open: they are few, while such a question may have as many answers as there are combinations.
    fn rank(&self, rule: &ProgramRule, at: usize, bound: &FxHashSet<u32>) -> (u32, usize, usize) {
        let condition = &rule.body[at].condition;
        if self.is_early(condition, bound) {
            return (9, 0, at);
        }
        let (mut known, mut fresh) = (0_usize, FxHashSet::default());
        let mut note = |variable| match bound.contains(&variable) {
            true => known += 1,
            false => _ = fresh.insert(variable),
        };
        match condition {
            Condition::Holds(atom) => {
                atom.each_variable(&mut note);
                let is_stored = self.is_stored[atom.predicate.index()];
                let changes = self.dependencies.phase(atom.predicate) != Phase::Static;
                let (kind, open) = match (fresh.len(), is_stored, known) {
                    (0, true, _) => (1, 0),
                    (0, false, _) => (3, 0),
                    (1.., true, 1..) => (4, fresh.len()),
                    (1..=2, false, 1..) => (5, 0),
                    // The moves that are made, and the facts of a state, are few.
                    (1.., true, 0) if changes => (5, 1),
                    (3.., false, 1..) => (5, fresh.len()),
                    (1.., true, 0) => (6, fresh.len()),
                    (1.., false, 0) => (7, fresh.len()),
                };
                (kind, open, at)
            }
            Condition::Fails(atom) if self.is_stored[atom.predicate.index()] => (0, 0, at),
            // What may depend on the head is decided last, so that fewer circles are met that are none.
            Condition::Fails(atom)
                if self.dependencies.is_mutual(atom.predicate, rule.head.predicate) =>
            {
                (8, 0, at)
            }
            Condition::Fails(_) => (2, 0, at),
            Condition::Distinct(..) | Condition::Same(..) => (0, 0, at),
        }
    }

    fn step(&self, condition: &Condition, bound: &mut FxHashSet<u32>, on: &mut Ground<'_>) -> Step {
        match condition {
            Condition::Holds(atom) if self.is_stored[atom.predicate.index()] => {
                Step::Find(lookup(atom, bound, on))
            }
            Condition::Holds(atom) => Step::Ask(inquiry(atom, bound)),
            Condition::Fails(atom) if self.is_stored[atom.predicate.index()] => {
                Step::LackStored(lookup(atom, bound, on))
            }
            Condition::Fails(atom) => Step::LackAsked(inquiry(atom, bound)),
            Condition::Distinct(left, right) => Step::Distinct(left.clone(), right.clone()),
            Condition::Same(left, right) => Step::Same(left.clone(), right.clone()),
        }
    }
}

/// How what is known is compared with a head.
fn known_places(head: &Atom, mask: u64, bound: &mut FxHashSet<u32>) -> Box<[(usize, Match)]> {
    let places = head.arguments.iter().enumerate().take(ASKED_PLACES);
    let known = places.filter(|(place, _)| mask >> place & 1 == 1);
    known.map(|(place, pattern)| (place, compile(pattern, bound))).collect()
}

fn is_known(pattern: &Pattern, bound: &FxHashSet<u32>) -> bool {
    let mut known = true;
    pattern.each_variable(&mut |variable| known &= bound.contains(&variable));
    known
}

fn lookup(atom: &Atom, bound: &mut FxHashSet<u32>, on: &mut Ground<'_>) -> Lookup {
    let row = atom
        .arguments
        .iter()
        .all(|pattern| is_known(pattern, bound))
        .then(|| atom.arguments.clone());
    let (mut access, mut key) = (Vec::new(), Vec::new());
    if row.is_none() {
        for (place, pattern) in atom.arguments.iter().enumerate().take(KEY_PLACES) {
            note_access(pattern, vec![place as u16], bound, &mut access, &mut key);
        }
    }
    let index = (!access.is_empty())
        .then(|| on.database.table_mut(atom.predicate).index(&access, on.terms));
    let matches = atom.arguments.iter().map(|pattern| compile(pattern, bound)).collect();
    Lookup { predicate: atom.predicate, row, index, key: key.into(), matches }
}

fn inquiry(atom: &Atom, bound: &mut FxHashSet<u32>) -> Inquiry {
    let known = |(place, pattern): (usize, &Pattern)| {
        (place < ASKED_PLACES && is_known(pattern, bound)).then(|| pattern.clone())
    };
    let known = atom.arguments.iter().enumerate().map(known).collect();
    let matches = atom.arguments.iter().map(|pattern| compile(pattern, bound)).collect();
    Inquiry { predicate: atom.predicate, known, matches }
}

/// Whether a row without variables is in the database.
fn holds(predicate: Predicate, row: &[Pattern], values: &[Term], on: &Ground<'_>) -> bool {
    let row: Option<Vec<Term>> =
        row.iter().map(|pattern| existing(pattern, values, on.terms)).collect();
    row.is_some_and(|row| on.database.table(predicate).find(&row).is_some())
}

impl Lookup {
    fn start(&self, values: &[Term]) -> Cursor {
        match self.index {
            Some(_) => Cursor::Keyed(key(&self.key, values), 0),
            None => Cursor::Rows(0),
        }
    }

    fn next(
        &self,
        cursor: &mut Cursor,
        values: &mut [Term],
        on: &Ground<'_>,
    ) -> Result<bool, CutShort> {
        let table = on.database.table(self.predicate);
        match (cursor, self.index) {
            (Cursor::Rows(next), _) => {
                while *next < table.len() {
                    on.work.step(1)?;
                    *next += 1;
                    if match_row(&self.matches, table.row(*next - 1), values, on.terms) {
                        return Ok(true);
                    }
                }
            }
            (Cursor::Keyed(key, next), Some(index)) => {
                let rows = table.rows_with(index, *key);
                while let Some(&row) = rows.get(*next as usize) {
                    on.work.step(1)?;
                    *next += 1;
                    if match_row(&self.matches, table.row(row), values, on.terms) {
                        return Ok(true);
                    }
                }
            }
            (Cursor::Keyed(..), None) | (Cursor::Answers(..) | Cursor::Once, _) => {}
        }
        Ok(false)
    }
}

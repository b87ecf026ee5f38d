//! The model that a description defines (EGDL def. 1): all states that can be reached from the initial ones, packed into bits,
//! with every legal joint action. Players cannot tell states apart that look the same to them.

use super::condition::{Condition, Derivation, place};
use super::definition::{Definitions, NextValue, definitions};
use super::ground::Description;
use super::initial::initial_states;
use super::no_model::{NoModel, PositionFlaw, ReachedPosition};
use super::signature::Signature;
use crate::frame::{Classes, Frame, FrameBuilder, Valuation, bits_of};
use crate::packed::Packed;
use crate::work::Work;
use fixedbitset::FixedBitSet;
use hexa_lang::SourceId;
use hexa_logic::{Agent, AgentAction, Fluent, PathFormula, PathFormulas, PathNode, Stop, Stopped};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How much a model may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelLimits {
    /// The most states.
    pub states: usize,
    /// The most steps.
    pub steps: usize,
}

impl Default for ModelLimits {
    fn default() -> Self {
        Self { states: 20_000_000, steps: 100_000_000 }
    }
}

/// A model of a description.
#[derive(Clone, Debug)]
pub struct TransitionModel {
    /// States, steps and classes.
    pub frame: Frame,
    /// For each state the words of its facts.
    rows: Vec<u64>,
    layout: Layout,
    /// How many steps lead from states that are not terminal.
    transitions: usize,
}

/// Fluents are bits, atoms first.
#[derive(Clone, Copy, Debug)]
struct Layout {
    atoms: usize,
    facts: usize,
}

/// What a joint action does to atoms.
#[derive(Clone, Debug)]
struct Update {
    /// Atoms that stay as they are.
    keep: Vec<u64>,
    /// Atoms that become true.
    set: Vec<u64>,
    /// Atoms that become what a condition says.
    found: Vec<(Fluent, Condition)>,
    /// Atoms of which just one of two conditions has to hold.
    said: Vec<(Fluent, Condition, Condition)>,
}

impl TransitionModel {
    /// Builds the model of a description.
    pub fn new(
        description: &mut Description,
        source: SourceId,
        limits: ModelLimits,
        stop: &Stop,
    ) -> Result<Self, NoModel> {
        let work = Work::new(stop);
        let definitions = definitions(description, source, &work)?;
        let start = initial_states(description, &definitions, limits.states, &work)?;
        let mut building = Building::new(description, definitions, limits, work);
        building.begin(start)?;
        building.run()?;
        Ok(building.finish()?)
    }

    /// How many steps lead from states that are not terminal.
    pub fn transitions(&self) -> usize {
        self.transitions
    }

    /// The atoms that are true in a state.
    pub fn atoms(&self, state: u32) -> Vec<Fluent> {
        let facts = facts_of(self.layout.row(&self.rows, state));
        facts.into_iter().filter(|fact| (fact.0 as usize) < self.layout.atoms).collect()
    }

    /// The atoms that are true in some initial states and not in others.
    pub fn atoms_of_starts(&self) -> Vec<Fluent> {
        let width = self.layout.state_width();
        let (mut some, mut all) = (vec![0; width], vec![u64::MAX; width]);
        for &state in self.frame.initial() {
            let row = self.layout.row(&self.rows, state);
            for (at, word) in row[..width].iter().enumerate() {
                some[at] |= word;
                all[at] &= word;
            }
        }
        let differ: Vec<u64> = some.iter().zip(&all).map(|(some, all)| some & !all).collect();
        let facts = facts_of(&differ).into_iter();
        facts.filter(|fact| (fact.0 as usize) < self.layout.atoms).collect()
    }

    /// Whether a fact holds in a state.
    pub fn holds(&self, fact: Fluent, state: u32) -> bool {
        has(self.layout.row(&self.rows, state), fact)
    }

    /// What a model takes, in bytes.
    pub fn bytes(&self) -> usize {
        8 * self.rows.capacity() + self.frame.bytes()
    }
}

impl Valuation for TransitionModel {
    fn truth(&self, fact: Fluent) -> FixedBitSet {
        let (word, bit) = place(fact);
        let (rows, width) = (&self.rows, self.layout.width());
        bits_of(self.frame.states(), |state| rows[state * width + word as usize] & bit != 0)
    }
}

impl Layout {
    /// The words of all facts.
    fn width(self) -> usize {
        self.facts.div_ceil(64)
    }

    /// The words of the atoms.
    fn state_width(self) -> usize {
        self.atoms.div_ceil(64).max(1)
    }

    fn row(self, rows: &[u64], state: u32) -> &[u64] {
        &rows[state as usize * self.width()..][..self.width()]
    }
}

fn facts_of(row: &[u64]) -> Vec<Fluent> {
    let bits = |(at, word): (usize, &u64)| {
        let word = *word;
        (0..64)
            .filter(move |bit| word >> bit & 1 == 1)
            .map(move |bit| Fluent((64 * at + bit) as u32))
    };
    row.iter().enumerate().flat_map(bits).collect()
}

/// A model that is being built.
struct Building<'d> {
    formulas: &'d mut PathFormulas,
    signature: &'d Signature,
    definitions: Definitions,
    limits: ModelLimits,
    work: Work<'d>,
    layout: Layout,
    derivation: Derivation,
    states: Packed,
    /// For each state that was looked at the words of its facts.
    rows: Vec<u64>,
    initial: usize,
    frame: FrameBuilder,
    transitions: usize,
    /// For each agent the words and masks of what says which of their actions are legal.
    places: Vec<Vec<(usize, u64)>>,
    joints: Joints,
    /// What changes whatever is done.
    anyhow: Update,
    /// What else each joint action changes.
    updates: Vec<Update>,
}

impl<'d> Building<'d> {
    fn new(
        description: &'d mut Description,
        definitions: Definitions,
        limits: ModelLimits,
        work: Work<'d>,
    ) -> Self {
        let Description { formulas, signature, .. } = description;
        let layout = Layout { atoms: signature.atoms().len(), facts: signature.facts() };
        let derivation = derivation(formulas, &definitions);
        let mut moves = vec![Vec::new(); signature.agents().len()];
        for (at, (_, agent)) in signature.moves().enumerate() {
            moves[agent.index()].push(AgentAction(at as u32));
        }
        let joints = Joints::new(&moves, signature.moves().len());
        let places = moves.iter().map(|moves| masks(signature, moves)).collect();
        let anyhow = Update::none(layout.state_width());
        let states = Packed::new(layout.state_width());
        let frame = FrameBuilder::new(Vec::new(), Vec::new());
        Self {
            formulas,
            signature,
            definitions,
            limits,
            work,
            layout,
            derivation,
            states,
            rows: Vec::new(),
            initial: 0,
            frame,
            transitions: 0,
            places,
            joints,
            anyhow,
            updates: Vec::new(),
        }
    }

    fn begin(&mut self, start: Vec<Vec<u64>>) -> Result<(), Stopped> {
        for state in &start {
            self.states.insert(state);
        }
        self.initial = self.states.len();
        self.frame = FrameBuilder::new(Vec::new(), (0..self.initial as u32).collect());
        self.anyhow = self.update(None)?;
        Ok(())
    }

    /// Looks at states in the order in which they were found. Some are looked at together: that the next states are known
    /// already is then asked for many in a row, which waits less for memory.
    fn run(&mut self) -> Result<(), NoModel> {
        let mut words = vec![0; self.layout.width()];
        let mut room = Room {
            legal: vec![Vec::new(); self.places.len()],
            picks: vec![0; self.places.len()],
            anyhow: vec![0; self.layout.state_width()],
            next: Vec::new(),
            waiting: Vec::new(),
        };
        let mut at = 0;
        while (at as usize) < self.states.len() {
            let end = self.states.len().min(at as usize + TOGETHER) as u32;
            for at in at..end {
                self.work.step(1)?;
                words.fill(0);
                words[..self.layout.state_width()].copy_from_slice(self.states.row(at));
                self.derivation.derive(&mut words);
                self.rows.extend_from_slice(&words);
                self.flaws(at, &words)?;
                self.legal(&words, &mut room.legal);
                self.legal_flaws(at, &words, &room.legal)?;
                self.expand(at, &words, &mut room)?;
            }
            self.lead_on(&mut room, at..end)?;
            at = end;
        }
        Ok(())
    }

    /// The legal actions of each agent, in order.
    fn legal(&self, words: &[u64], legal: &mut [Vec<AgentAction>]) {
        let first = self.signature.legal(AgentAction(0)).0;
        for (legal, places) in legal.iter_mut().zip(&self.places) {
            legal.clear();
            for &(word, mask) in places {
                let mut left = words[word] & mask;
                while left != 0 {
                    legal.push(AgentAction(64 * word as u32 + left.trailing_zeros() - first));
                    left &= left - 1;
                }
            }
        }
    }

    fn flaws(&self, at: u32, words: &[u64]) -> Result<(), NoModel> {
        let is_initial = has(words, self.signature.initial());
        let flaw = match (is_initial, (at as usize) < self.initial) {
            (true, false) => PositionFlaw::InitialAgain,
            (true, true) if has(words, self.signature.terminal()) => {
                PositionFlaw::InitialAndTerminal
            }
            _ => return Ok(()),
        };
        Err(self.flaw(flaw, at))
    }

    fn legal_flaws(
        &self,
        at: u32,
        words: &[u64],
        legal: &[Vec<AgentAction>],
    ) -> Result<(), NoModel> {
        let is_terminal = has(words, self.signature.terminal());
        for (index, legal) in legal.iter().enumerate() {
            let agent = Agent::from_index(index);
            let noop = self.signature.noop(agent);
            let flaw = match is_terminal {
                false if legal.is_empty() => PositionFlaw::NoLegalAction(agent),
                true if !legal.contains(&noop) => PositionFlaw::NoNoopAtTheEnd(agent),
                true => match legal.iter().find(|&&action| action != noop) {
                    Some(&action) => PositionFlaw::LegalAtTheEnd(action),
                    None => continue,
                },
                false => continue,
            };
            return Err(self.flaw(flaw, at));
        }
        Ok(())
    }

    /// All steps from a state, and the words of the states that they lead to.
    fn expand(&mut self, at: u32, words: &[u64], room: &mut Room) -> Result<(), NoModel> {
        // Many actions of many agents are too many together before the first is looked at.
        let many = room.legal.iter().fold(1, |many: usize, legal| many.saturating_mul(legal.len()));
        if many.saturating_add(self.frame.steps() + room.waiting.len()) > self.limits.steps {
            return Err(NoModel::TooManySteps(self.limits.steps));
        }
        let is_terminal = has(words, self.signature.terminal());
        if !is_terminal {
            room.anyhow.fill(0);
            if let Err(flaw) = self.anyhow.apply(words, &mut room.anyhow) {
                let joint = self.joint(&room.legal, &room.picks)?;
                return Err(self.flaw_of_effects(flaw, (at, words), joint));
            }
        }
        loop {
            self.work.step(1)?;
            let joint = self.joint(&room.legal, &room.picks)?;
            if is_terminal {
                room.waiting.push((at, joint, Leads::Nowhere));
            } else {
                self.transitions += 1;
                let start = room.next.len();
                room.next.extend_from_slice(&room.anyhow);
                let next = &mut room.next[start..];
                if let Err(flaw) = self.updates[joint as usize].apply(words, next) {
                    return Err(self.flaw_of_effects(flaw, (at, words), joint));
                }
                room.waiting.push((at, joint, Leads::On));
            }
            if !following(&room.legal, &mut room.picks) {
                return Ok(());
            }
        }
    }

    /// The steps from some states, with the states that they lead to.
    fn lead_on(&mut self, room: &mut Room, states: Range<u32>) -> Result<(), NoModel> {
        let mut next = room.next.chunks_exact(self.layout.state_width());
        let mut last = states.start;
        for &(at, joint, leads) in &room.waiting {
            while last < at {
                self.frame.end_state();
                last += 1;
            }
            let row = match leads {
                Leads::On => next.next(),
                Leads::Nowhere => None,
            };
            let to = row.map_or(Ok(at), |row| self.state_with(row, at, joint))?;
            self.frame.step(joint, to);
        }
        while last < states.end {
            self.frame.end_state();
            last += 1;
        }
        room.next.clear();
        room.waiting.clear();
        Ok(())
    }

    /// The state with these words.
    fn state_with(&mut self, row: &[u64], at: u32, joint: u32) -> Result<u32, NoModel> {
        let (to, is_new) = self.states.insert(row);
        if is_new && to as usize == self.limits.states {
            return Err(NoModel::TooManyStates(self.limits.states));
        }
        match to < self.initial as u32 {
            true => Err(self.flaw_after(at, joint)),
            false => Ok(to),
        }
    }

    /// The number of a joint action.
    fn joint(&mut self, legal: &[Vec<AgentAction>], picks: &[usize]) -> Result<u32, Stopped> {
        let moves = || legal.iter().zip(picks).map(|(legal, &pick)| legal[pick]);
        if let Some(known) = self.joints.find(moves()) {
            return Ok(known);
        }
        let joint: Box<[AgentAction]> = moves().collect();
        let update = self.update(Some(&joint))?;
        self.updates.push(update);
        let number = self.frame.joint(joint);
        self.joints.insert(moves(), number);
        Ok(number)
    }

    /// What a joint action changes in states that are not terminal, or what changes whatever is done.
    fn update(&mut self, joint: Option<&[AgentAction]>) -> Result<Update, Stopped> {
        let mut update = Update::none(self.layout.state_width());
        for atom in 0..self.layout.atoms {
            self.work.step(1)?;
            let next = self.definitions.next[atom].clone();
            if joint.is_some() != self.depends_on_actions(&next) {
                continue;
            }
            let (fact, joint) = (Fluent(atom as u32), joint.unwrap_or_default());
            let value = match next {
                NextValue::Exactly(formula) => self.with_actions(formula, joint),
                NextValue::When(conditions) => {
                    let [on, off] =
                        [true, false].map(|value| self.either(&conditions, value, joint));
                    if self.formulas.not(on) != off {
                        let [on, off] = [on, off].map(|side| Condition::of(self.formulas, side));
                        update.said.push((fact, on, off));
                    }
                    on
                }
            };
            update.exactly(self.formulas, fact, value);
        }
        Ok(update)
    }

    fn depends_on_actions(&self, next: &NextValue) -> bool {
        let depends = |formula: PathFormula| self.formulas.depth(formula) > 0;
        match next {
            NextValue::Exactly(formula) => depends(*formula),
            NextValue::When(conditions) => conditions.iter().any(|&(when, ..)| depends(when)),
        }
    }

    /// When conditions say that an atom is true next, or false.
    fn either(
        &mut self,
        conditions: &[(PathFormula, bool, usize)],
        value: bool,
        joint: &[AgentAction],
    ) -> PathFormula {
        let such = conditions.iter().filter(|(_, then, _)| *then == value);
        let of: Vec<PathFormula> = such.map(|&(when, ..)| self.with_actions(when, joint)).collect();
        self.formulas.or(of)
    }

    /// A formula when it is known what is done, and that it is not over.
    fn with_actions(&mut self, formula: PathFormula, joint: &[AgentAction]) -> PathFormula {
        let terminal = self.signature.terminal();
        self.formulas.replace(formula, &mut |formulas, node| {
            if let PathNode::Does(action) = node {
                return Some(formulas.constant(joint.contains(action)));
            }
            (node.fluent() == Some(terminal)).then(|| formulas.constant(false))
        })
    }

    fn flaw(&self, flaw: PositionFlaw, at: u32) -> NoModel {
        let Ok(play) = self.frame.play_to(at, self.work.stop()) else { return NoModel::Stopped };
        let play = play.unwrap_or_default();
        NoModel::State(flaw, ReachedPosition { play, atoms: facts_of(self.states.row(at)) })
    }

    /// That a joint action leads back to the start.
    fn flaw_after(&self, at: u32, joint: u32) -> NoModel {
        match self.flaw(PositionFlaw::InitialAgain, at) {
            NoModel::State(flaw, mut reached) => {
                reached.play.push(self.frame.joint_actions(joint).into());
                NoModel::State(flaw, reached)
            }
            other @ NoModel::Rules(_)
            | other @ NoModel::NoInitialState
            | other @ NoModel::TooManyStates(_)
            | other @ NoModel::TooManySteps(_)
            | other @ NoModel::Stopped => other,
        }
    }

    /// That rules say nothing of an atom, or too much.
    fn flaw_of_effects(
        &mut self,
        (fact, said): (Fluent, Said),
        (at, words): (u32, &[u64]),
        joint: u32,
    ) -> NoModel {
        let joint: Box<[AgentAction]> = self.frame.joint_actions(joint).into();
        let flaw = match said {
            Said::Nothing => PositionFlaw::NotSaid(fact, joint),
            Said::Both => {
                let rules = self.opposed_rules(fact, words, &joint);
                PositionFlaw::BothSaid(fact, joint, rules)
            }
        };
        self.flaw(flaw, at)
    }

    /// Two rules that say different things of an atom in a state, after a joint action.
    fn opposed_rules(&mut self, fact: Fluent, words: &[u64], joint: &[AgentAction]) -> [usize; 2] {
        let NextValue::When(conditions) = self.definitions.next[fact.0 as usize].clone() else {
            return [0; 2];
        };
        [true, false].map(|value| {
            let such = conditions.iter().filter(|(_, then, _)| *then == value);
            let mut says = such.filter(|(when, ..)| {
                let when = self.with_actions(*when, joint);
                Condition::of(self.formulas, when).holds(words)
            });
            says.next().map_or(0, |&(_, _, rule)| rule)
        })
    }

    fn finish(mut self) -> Result<TransitionModel, Stopped> {
        self.states = Packed::default();
        self.rows.shrink_to_fit();
        let seen = std::mem::take(&mut self.definitions.seen);
        let classes = seen.iter().map(|seen| self.classes(seen));
        let classes = classes.collect::<Result<Vec<Classes>, Stopped>>()?;
        let (layout, transitions) = (self.layout, self.transitions);
        let frame = self.frame.finish(classes, self.work.stop())?;
        Ok(TransitionModel { frame, rows: self.rows, layout, transitions })
    }

    /// The classes of states that look the same to somebody who sees so much.
    fn classes(&self, seen: &[PathFormula]) -> Result<Classes, Stopped> {
        let (mut mask, mut others) = (vec![0; self.layout.state_width()], Vec::new());
        for &formula in seen {
            match self.atom(formula) {
                Some(fact) => {
                    let (word, bit) = place(fact);
                    mask[word as usize] |= bit;
                }
                None => others.push(Condition::of(self.formulas, formula)),
            }
        }
        let mut look = vec![0; mask.len() + others.len().div_ceil(64)];
        let mut looks = Packed::new(look.len());
        let mut of = Vec::with_capacity(self.rows.len() / self.layout.width().max(1));
        for row in self.rows.chunks_exact(self.layout.width()) {
            self.work.step(1)?;
            look.fill(0);
            look.iter_mut().zip(row).zip(&mask).for_each(|((look, row), mask)| *look = row & mask);
            for (at, _) in others.iter().enumerate().filter(|(_, other)| other.holds(row)) {
                look[mask.len() + at / 64] |= 1 << (at % 64);
            }
            of.push(looks.insert(&look).0);
        }
        Ok(Classes { of, count: looks.len() })
    }

    /// The atom that a formula is, or denies.
    fn atom(&self, formula: PathFormula) -> Option<Fluent> {
        let node = self.formulas.node(formula);
        if let PathNode::Not(body) = node {
            return self.atom(*body);
        }
        node.fluent().filter(|fluent| (fluent.0 as usize) < self.layout.atoms)
    }
}

/// What is used for each state anew.
struct Room {
    /// For each agent their legal actions.
    legal: Vec<Vec<AgentAction>>,
    /// For each agent the place of one of these.
    picks: Vec<usize>,
    /// What is true next whatever is done.
    anyhow: Vec<u64>,
    /// The words of the next states.
    next: Vec<u64>,
    /// Steps: the states that they lead from, and what is done.
    waiting: Vec<(u32, u32, Leads)>,
}

/// Where a step leads.
#[derive(Clone, Copy)]
enum Leads {
    /// To a state of which the words are known.
    On,
    /// To the state that it leads from: it is over.
    Nowhere,
}

/// So many states are looked at together.
const TOGETHER: usize = 64;

/// What conditions say of the next value of an atom, if not one thing.
#[derive(Clone, Copy)]
enum Said {
    Nothing,
    Both,
}

impl Update {
    fn none(words: usize) -> Self {
        let (found, said) = (Vec::new(), Vec::new());
        Self { keep: vec![0; words], set: vec![0; words], found, said }
    }

    /// The next value of an atom is what a formula says.
    fn exactly(&mut self, formulas: &PathFormulas, fact: Fluent, formula: PathFormula) {
        let (word, bit) = place(fact);
        let node = formulas.node(formula);
        if node.fluent() == Some(fact) {
            self.keep[word as usize] |= bit;
        } else if let PathNode::Constant(value) = node {
            self.set[word as usize] |= if *value { bit } else { 0 };
        } else {
            self.found.push((fact, Condition::of(formulas, formula)));
        }
    }

    /// Adds what is true next.
    #[inline]
    fn apply(&self, words: &[u64], next: &mut [u64]) -> Result<(), (Fluent, Said)> {
        for (fact, on, off) in &self.said {
            match (on.holds(words), off.holds(words)) {
                (true, true) => return Err((*fact, Said::Both)),
                (false, false) => return Err((*fact, Said::Nothing)),
                _ => {}
            }
        }
        for (at, next) in next.iter_mut().enumerate() {
            *next |= words[at] & self.keep[at] | self.set[at];
        }
        for (fact, condition) in &self.found {
            if condition.holds(words) {
                let (word, bit) = place(*fact);
                next[word as usize] |= bit;
            }
        }
        Ok(())
    }
}

/// The numbers of joint actions.
enum Joints {
    /// Few enough for a table: for each action its share of the place in it.
    Table(Vec<usize>, Vec<u32>),
    Listed(FxHashMap<Box<[AgentAction]>, u32>),
}

/// The largest table of joint actions.
const LARGEST_TABLE: usize = 1 << 20;

impl Joints {
    fn new(moves: &[Vec<AgentAction>], count: usize) -> Self {
        let (mut shares, mut size) = (vec![0; count], 1usize);
        for moves in moves {
            for (at, action) in moves.iter().enumerate() {
                shares[action.0 as usize] = at * size;
            }
            size = size.saturating_mul(moves.len());
            if size > LARGEST_TABLE {
                return Self::Listed(FxHashMap::default());
            }
        }
        Self::Table(shares, vec![u32::MAX; size])
    }

    #[inline]
    fn find(&self, moves: impl Iterator<Item = AgentAction>) -> Option<u32> {
        match self {
            Self::Table(shares, table) => {
                let at: usize = moves.map(|action| shares[action.0 as usize]).sum();
                (table[at] != u32::MAX).then_some(table[at])
            }
            Self::Listed(known) => known.get(&moves.collect::<Vec<_>>()[..]).copied(),
        }
    }

    fn insert(&mut self, moves: impl Iterator<Item = AgentAction>, number: u32) {
        match self {
            Self::Table(shares, table) => {
                table[moves.map(|action| shares[action.0 as usize]).sum::<usize>()] = number;
            }
            Self::Listed(known) => _ = known.insert(moves.collect(), number),
        }
    }
}

/// How facts that are no atoms are found.
fn derivation(formulas: &PathFormulas, definitions: &Definitions) -> Derivation {
    let mut levels: FxHashMap<Fluent, usize> = FxHashMap::default();
    let mut facts = Vec::new();
    for (&derived, &formula) in &definitions.derived {
        let needed = formulas.parts(formula, PathNode::fluent);
        let level =
            needed.iter().filter_map(|fact| levels.get(fact)).max().map_or(0, |level| level + 1);
        levels.insert(derived, level);
        facts.push((level, derived, Condition::of(formulas, formula)));
    }
    Derivation::new(facts)
}

/// The words and masks of what says which of some actions are legal.
fn masks(signature: &Signature, moves: &[AgentAction]) -> Vec<(usize, u64)> {
    let mut masks: Vec<(usize, u64)> = Vec::new();
    for &action in moves {
        let (word, bit) = place(signature.legal(action));
        match masks.last_mut() {
            Some((last, mask)) if *last == word as usize => *mask |= bit,
            _ => masks.push((word as usize, bit)),
        }
    }
    masks
}

#[inline]
fn has(words: &[u64], fact: Fluent) -> bool {
    let (word, bit) = place(fact);
    words[word as usize] & bit != 0
}

/// Goes on to the next choice of one of each; whether there is one.
fn following(of: &[Vec<AgentAction>], picks: &mut [usize]) -> bool {
    for (of, pick) in of.iter().zip(picks) {
        *pick += 1;
        if *pick < of.len() {
            return true;
        }
        *pick = 0;
    }
    false
}

//! The pre-model of a formula (*Epistemic GDL*, sec. 3.2, defs. 6 to 8), and the model that is made of it (def. 9), to the letter.
//!
//! What is provable is decided by eliminating types ([`Consistent`]), which needs neither. So what the paper says of both can be tried
//! on any formula whose closures can be listed. Disjunctions of the same formulas in another order count as one.

use crate::elimination::{Consistent, Goal, Undecided};
use crate::proof::{ProofSystem, Signature};
use crate::sentence::{Operator, Party, Sentence, Sentences, Shape, Who};
use hexa_engine::{Limit, Limits};
use hexa_logic::Agent;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// The most formulas of a closure above which there is another: that has a formula for every set of them.
const MOST_FORMULAS: usize = 9;

/// The most atoms that a model with all sets of them as states is made of.
const MOST_ATOMS: usize = 12;

/// Why there is no pre-model here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPreModel {
    /// The alternation depth is more than one: some closures have a formula for each set of formulas of a closure that has one for
    /// each set of formulas.
    Depth(usize),
    /// The basic closure has so many formulas, and the next one a formula for each set of them.
    TooMany(usize),
    /// It was not decided what is consistent.
    Undecided(Undecided),
}

impl From<Undecided> for NoPreModel {
    fn from(undecided: Undecided) -> Self {
        Self::Undecided(undecided)
    }
}

impl From<Limit> for NoPreModel {
    fn from(limit: Limit) -> Self {
        Self::Undecided(Undecided::Limit(limit))
    }
}

/// What the basic closure contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreModelReading {
    /// What the definition says.
    Literal,
    /// Also every letter of the signature, so that each state says what is legal and what is done.
    AllLetters,
}

/// Where a state leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// By every joint action that is legal in it (def. 6).
    Legal,
    /// By the joint action that is done in it, according to its formula.
    Done,
}

/// States with steps of joint actions, which need not be determined by what is done: a pre-model, or a model.
#[derive(Clone, Debug, Default)]
pub struct PathModel {
    /// For each state the letters that hold, but for `does(a)`.
    pub facts: Vec<FxHashSet<Sentence>>,
    /// For each state its steps: the action of each agent, by `does(a)`, and where it leads.
    pub steps: Vec<Vec<(Vec<Sentence>, usize)>>,
    /// For each agent and state the number of its class.
    pub classes: Vec<(Agent, Vec<usize>)>,
}

/// The beginning of a path.
pub type PathStart = Vec<(usize, Vec<Sentence>)>;

/// The pre-model of a formula.
#[derive(Debug)]
pub struct PreModel<'s> {
    /// What is consistent.
    pub consistent: Consistent<'s>,
    /// The signature.
    pub signature: &'s Signature,
    /// The alternation depth.
    pub depth: usize,
    /// The basic closure.
    pub basic: Vec<Sentence>,
    /// For each index the decided sentences of its closure.
    pub closures: Vec<(Vec<Agent>, Vec<Sentence>)>,
    /// The states: their indices, by their places in `closures`, and atoms.
    pub states: Vec<(usize, Vec<(Sentence, bool)>)>,
    /// The states as a model with paths.
    pub paths: PathModel,
    /// For each state and agent what is known, by its formulas.
    pub known: Vec<Vec<Vec<Sentence>>>,
}

/// `cl_0`: closed under subformulas and negation, with `E C ψ` for `C ψ`, and what each knows for `E ψ`.
#[expect(clippy::wildcard_enum_match_arm, reason = "other sentences have parts alone")]
pub fn basic_closure(
    sentences: &mut Sentences,
    formula: Sentence,
    letters: &[Sentence],
) -> Vec<Sentence> {
    let (mut closure, mut met) = (Vec::new(), FxHashSet::default());
    let mut waiting = letters.to_vec();
    waiting.push(formula);
    while let Some(at) = waiting.pop() {
        if !met.insert(at) {
            continue;
        }
        closure.push(at);
        let shape = sentences.shape(at).clone();
        shape.parts(|part| waiting.push(part));
        match shape {
            Shape::Box(Operator::Everybody(party), body) => {
                for agent in sentences.members(party).agents.clone() {
                    waiting.push(sentences.boxed(Operator::Knows(agent), body));
                }
            }
            Shape::Box(Operator::Common(party), _) => {
                waiting.push(sentences.boxed(Operator::Everybody(party), at));
            }
            _ => {}
        }
        if !matches!(shape, Shape::Not(_)) {
            waiting.push(sentences.not(at));
        }
    }
    closure.sort_unstable();
    closure
}

/// The greatest number of alternations of distinct agents' knowledge along a branch; 0 if it speaks of common knowledge.
pub fn alternation_depth(sentences: &Sentences, formula: Sentence) -> usize {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only knowledge alternates")]
    fn depth(sentences: &Sentences, at: Sentence, last: Option<Who>) -> Option<usize> {
        let (here, then) = match sentences.shape(at) {
            Shape::Box(Operator::Common(_), _) => return None,
            Shape::Box(Operator::Knows(who), _) => (usize::from(last != Some(*who)), Some(*who)),
            _ => (0, last),
        };
        let mut deepest = Some(0);
        sentences.shape(at).parts(|part| {
            let below = depth(sentences, part, then);
            deepest = deepest.zip(below).map(|(one, two): (usize, usize)| one.max(two));
        });
        deepest.map(|deepest| here + deepest)
    }
    depth(sentences, formula, None).unwrap_or(0)
}

/// `cl_{k,r}`: a closure with what an agent knows of disjunctions of it, and does not know.
fn with_knowledge(sentences: &mut Sentences, closure: &[Sentence], who: Who) -> Vec<Sentence> {
    let mut all = closure.to_vec();
    for set in 1..1usize << closure.len() {
        let some = (0..closure.len()).filter(|at| set >> at & 1 == 1).map(|at| closure[at]);
        let some = sentences.or(some.collect());
        let knows = sentences.boxed(Operator::Knows(who), some);
        all.extend([knows, sentences.not(knows)]);
    }
    all.sort_unstable();
    all.dedup();
    all
}

impl<'s> PreModel<'s> {
    /// The pre-model of a formula. `letters` are all that can be said of states and actions in the signature.
    pub fn new(
        sentences: &'s mut Sentences,
        signature: &'s Signature,
        letters: &[Sentence],
        formula: Sentence,
        (reading, update): (PreModelReading, Update),
        limits: &Limits,
    ) -> Result<Self, NoPreModel> {
        let depth = alternation_depth(sentences, formula);
        if depth > 1 {
            return Err(NoPreModel::Depth(depth));
        }
        let also = if reading == PreModelReading::AllLetters { letters } else { &[] };
        let basic = basic_closure(sentences, formula, also);
        if depth > 0 && basic.len() > MOST_FORMULAS {
            return Err(NoPreModel::TooMany(basic.len()));
        }
        let agents: Vec<Agent> = sentences.agents().collect();
        let mut closures = Vec::new();
        if depth == 0 {
            closures.push((Vec::new(), basic.clone()));
        } else {
            let mut all = basic.clone();
            for &agent in &agents {
                let closure = with_knowledge(sentences, &basic, Who::Agent(agent));
                all.extend(&closure);
                closures.push((vec![agent], closure));
            }
            all.sort_unstable();
            all.dedup();
            closures.insert(0, (Vec::new(), all));
        }
        let mut about = letters.to_vec();
        for &sentence in &closures[0].1 {
            about.push(sentence);
            if is_decided(sentences, sentence) {
                about.push(sentences.boxed(Operator::Next, sentence));
            }
        }
        for closure in &mut closures {
            closure.1.retain(|&sentence| is_decided(sentences, sentence));
        }
        let next: FxHashMap<Sentence, Sentence> = closures[0]
            .1
            .iter()
            .map(|&sentence| (sentence, sentences.boxed(Operator::Next, sentence)))
            .collect();
        let formula = sentences.and(vec![formula]);
        let goal = Goal { system: ProofSystem::Egdl, signature, everywhere: &[], formula };
        let consistent = Consistent::new(sentences, &goal, &about, limits)?;
        let mut states = Vec::new();
        for (index, (_, decided)) in closures.iter().enumerate() {
            states.extend(consistent.atoms(decided)?.into_iter().map(|atom| (index, atom)));
        }
        let mut made = Self {
            consistent,
            signature,
            depth,
            basic,
            closures,
            states,
            paths: PathModel::default(),
            known: Vec::new(),
        };
        made.know(&agents);
        made.say(letters)?;
        made.go(&next, update)?;
        Ok(made)
    }

    /// What an agent knows in each state, and which states are alike: indices that are the same once the agent is added, and the
    /// same formulas known.
    fn know(&mut self, agents: &[Agent]) {
        let sentences = self.consistent.sentences();
        for (_, atom) in &self.states {
            let of = |agent: &Agent| {
                let knows = |(sentence, value): &(Sentence, bool)| {
                    let by = Operator::Knows(Who::Agent(*agent));
                    matches!(sentences.shape(*sentence), Shape::Box(operator, _) if *operator == by && *value)
                };
                atom.iter().filter(|literal| knows(literal)).map(|(known, _)| *known).collect()
            };
            self.known.push(agents.iter().map(of).collect());
        }
        for (at, &agent) in agents.iter().enumerate() {
            let mut numbers: FxHashMap<(Vec<Agent>, &Vec<Sentence>), usize> = FxHashMap::default();
            let mut classes = Vec::new();
            for (state, (index, _)) in self.states.iter().enumerate() {
                let mut extended = self.closures[*index].0.clone();
                if extended.last() != Some(&agent) {
                    extended.push(agent);
                }
                let new = numbers.len();
                let look = (extended, &self.known[state][at]);
                classes.push(*numbers.entry(look).or_insert(new));
            }
            self.paths.classes.push((agent, classes));
        }
    }

    /// What holds in each state: what its formula entails.
    fn say(&mut self, letters: &[Sentence]) -> Result<(), Limit> {
        for (_, atom) in &self.states {
            let mut facts = FxHashSet::default();
            for &letter in letters {
                if self.consistent.entails(atom, letter)? {
                    facts.insert(letter);
                }
            }
            self.paths.facts.push(facts);
        }
        Ok(())
    }

    /// Where each state leads.
    fn go(&mut self, next: &FxHashMap<Sentence, Sentence>, update: Update) -> Result<(), Limit> {
        let sentences = self.consistent.sentences();
        let letter = |letter| sentences.known(&Shape::Letter(letter));
        let mut all = Vec::new();
        for (state, (index, atom)) in self.states.iter().enumerate() {
            let mut joint: Vec<Vec<Sentence>> = vec![Vec::new()];
            for deeds in &self.signature.actions {
                let can = deeds.iter().filter_map(|deed| {
                    let (legal, does) = (letter(deed.legal)?, letter(deed.does)?);
                    let said = if update == Update::Done { does } else { legal };
                    self.paths.facts[state].contains(&said).then_some(does)
                });
                let can: Vec<Sentence> = can.collect();
                let with = |before: Vec<Sentence>| {
                    can.iter().map(move |&does| [&before[..], &[does]].concat()).collect::<Vec<_>>()
                };
                joint = joint.into_iter().flat_map(with).collect();
            }
            let mut to = Vec::new();
            if !joint.is_empty() {
                for (other, (other_index, other_atom)) in self.states.iter().enumerate() {
                    if other_index != index {
                        continue;
                    }
                    let mut both = atom.clone();
                    both.extend(other_atom.iter().map(|(of, value)| (next[of], *value)));
                    if self.consistent.allows(&both)? {
                        to.push(other);
                    }
                }
            }
            let steps = joint.iter().flat_map(|done| to.iter().map(|&to| (done.clone(), to)));
            all.push(steps.collect());
        }
        self.paths.steps = all;
        Ok(())
    }

    /// Def. 8: for each agent the action that the formula of a state says is done; none if it says of no action that it is.
    pub fn done(&self, state: usize) -> Option<Vec<Sentence>> {
        let sentences = self.consistent.sentences();
        let mut done = Vec::new();
        for deeds in &self.signature.actions {
            let does = |letter| sentences.known(&Shape::Letter(letter));
            let said = deeds.iter().filter_map(|deed| does(deed.does));
            done.push(said.into_iter().find(|does| self.paths.facts[state].contains(does))?);
        }
        Some(done)
    }

    /// Def. 8: a sequence of states and actions from a state, up to a length; where it cannot go on it ends.
    pub fn generated(&self, state: usize, length: usize) -> PathStart {
        let (mut path, mut at) = (Vec::new(), state);
        while path.len() <= length {
            let Some(done) = self.done(at) else { break };
            let next = self.paths.steps[at].iter().find(|(by, _)| *by == done).map(|(_, to)| *to);
            path.push((at, done));
            let Some(next) = next else { break };
            at = next;
        }
        path
    }

    /// Def. 9: the model whose states are the sets of atoms; with the place of each set that has one element only. None if there are too
    /// many atoms.
    pub fn determined(&self) -> Option<(PathModel, Vec<usize>)> {
        let mut model = PathModel::default();
        let mut sets: Vec<(usize, Vec<usize>)> = Vec::new();
        for index in 0..self.closures.len() {
            let of: Vec<usize> =
                (0..self.states.len()).filter(|&state| self.states[state].0 == index).collect();
            if of.len() > MOST_ATOMS {
                return None;
            }
            for set in 1..1usize << of.len() {
                let members = (0..of.len()).filter(|at| set >> at & 1 == 1).map(|at| of[at]);
                sets.push((index, members.collect()));
            }
        }
        let places: FxHashMap<&[usize], usize> =
            sets.iter().enumerate().map(|(at, (_, set))| (&set[..], at)).collect();
        let sentences = self.consistent.sentences();
        let of_all = |name: &str| {
            sentences.known_letter(name).and_then(|it| sentences.known(&Shape::Letter(it)))
        };
        let strict: Vec<Sentence> =
            ["initial", "terminal"].into_iter().filter_map(of_all).collect();
        for (_, set) in &sets {
            let mut facts = FxHashSet::default();
            for &state in set {
                facts.extend(self.paths.facts[state].iter().copied());
            }
            let is_win = |letter: &Sentence| matches!(sentences.shape(*letter), Shape::Letter(it) if sentences.letter_name(*it).starts_with("wins("));
            facts.retain(|letter| {
                (!strict.contains(letter) && !is_win(letter))
                    || set.iter().all(|&state| self.paths.facts[state].contains(letter))
            });
            model.facts.push(facts);
            let mut by: Vec<(Vec<Sentence>, Vec<usize>)> = Vec::new();
            for (done, to) in set.iter().flat_map(|&state| &self.paths.steps[state]) {
                match by.iter_mut().find(|(other, _)| other == done) {
                    Some((_, all)) => all.push(*to),
                    None => by.push((done.clone(), vec![*to])),
                }
            }
            let steps = by.into_iter().filter_map(|(done, mut to)| {
                to.sort_unstable();
                to.dedup();
                places.get(&to[..]).map(|&to| (done, to))
            });
            model.steps.push(steps.collect());
        }
        for (at, (agent, _)) in self.paths.classes.iter().enumerate() {
            let mut numbers: FxHashMap<(Vec<Agent>, Vec<Sentence>), usize> = FxHashMap::default();
            let mut classes = Vec::new();
            for (index, set) in &sets {
                let mut extended = self.closures[*index].0.clone();
                if extended.last() != Some(agent) {
                    extended.push(*agent);
                }
                let mut known: Vec<Sentence> =
                    set.iter().flat_map(|&state| self.known[state][at].iter().copied()).collect();
                known.sort_unstable();
                known.dedup();
                let new = numbers.len();
                classes.push(*numbers.entry((extended, known)).or_insert(new));
            }
            model.classes.push((*agent, classes));
        }
        let alone = (0..self.states.len()).map(|state| places[&[state][..]]).collect();
        Some((model, alone))
    }
}

fn is_decided(sentences: &Sentences, sentence: Sentence) -> bool {
    matches!(sentences.shape(sentence), Shape::Letter(_) | Shape::Variable(_) | Shape::Box(..))
}

/// How many steps of a path a sentence depends on.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is done and what is next takes steps"
)]
pub fn steps_ahead(sentences: &Sentences, sentence: Sentence) -> usize {
    let mut most = 0;
    sentences.shape(sentence).parts(|part| most = most.max(steps_ahead(sentences, part)));
    match sentences.shape(sentence) {
        Shape::Letter(letter) if sentences.letter_name(*letter).starts_with("does(") => 1,
        Shape::Box(Operator::Next, _) => most + 1,
        Shape::Box(..) => 0,
        _ => most,
    }
}

impl PathModel {
    /// The states from which a path goes on for ever.
    pub fn lasting(&self) -> Vec<bool> {
        let mut lasting = vec![true; self.steps.len()];
        loop {
            let goes_on = |state: usize| self.steps[state].iter().any(|(_, to)| lasting[*to]);
            let next: Vec<bool> =
                (0..lasting.len()).map(|state| lasting[state] && goes_on(state)).collect();
            if next == lasting {
                return lasting;
            }
            lasting = next;
        }
    }
}

/// Truth on the paths of a model (def. 5).
#[derive(Debug)]
pub struct Truth<'m> {
    model: &'m PathModel,
    sentences: &'m Sentences,
    lasting: Vec<bool>,
    /// Whether a sentence holds on all paths from a state.
    known: RefCell<FxHashMap<(Sentence, usize), bool>>,
}

impl<'m> Truth<'m> {
    /// On the paths of this model.
    pub fn new(model: &'m PathModel, sentences: &'m Sentences) -> Self {
        Self { model, sentences, lasting: model.lasting(), known: RefCell::default() }
    }

    /// All beginnings of paths from a state: so many steps, and the state after them.
    pub fn starts(&self, state: usize, length: usize) -> Vec<PathStart> {
        if !self.lasting[state] {
            return Vec::new();
        }
        if length == 0 {
            return vec![vec![(state, Vec::new())]];
        }
        let mut all = Vec::new();
        for (done, to) in &self.model.steps[state] {
            for rest in self.starts(*to, length - 1) {
                let mut start = vec![(state, done.clone())];
                start.extend(rest);
                all.push(start);
            }
        }
        all
    }

    /// Whether a sentence holds on all paths from a state.
    pub fn holds_from(&self, sentence: Sentence, state: usize) -> bool {
        if let Some(&known) = self.known.borrow().get(&(sentence, state)) {
            return known;
        }
        let starts = self.starts(state, steps_ahead(self.sentences, sentence));
        let holds = starts.iter().all(|path| self.holds(sentence, path));
        self.known.borrow_mut().insert((sentence, state), holds);
        holds
    }

    /// Whether a sentence holds on a path, which is as long as the sentence looks ahead.
    pub fn holds(&self, sentence: Sentence, path: &[(usize, Vec<Sentence>)]) -> bool {
        let holds = |part: Sentence| self.holds(part, path);
        match self.sentences.shape(sentence) {
            Shape::True => true,
            Shape::False | Shape::Variable(_) => false,
            Shape::Letter(letter) if self.sentences.letter_name(*letter).starts_with("does(") => {
                path[0].1.contains(&sentence)
            }
            Shape::Letter(_) => self.model.facts[path[0].0].contains(&sentence),
            Shape::Not(body) => !holds(*body),
            Shape::And(of) => of.iter().all(|&part| holds(part)),
            Shape::Or(of) => of.iter().any(|&part| holds(part)),
            Shape::Implies(left, right) => !holds(*left) || holds(*right),
            Shape::Iff(left, right) => holds(*left) == holds(*right),
            Shape::Box(Operator::Next, body) => self.holds(*body, &path[1..]),
            Shape::Box(operator, body) => {
                let reached = self.reached(*operator, path[0].0);
                reached.into_iter().all(|state| self.holds_from(*body, state))
            }
        }
    }

    /// The states that an operator of knowledge speaks of.
    pub fn reached(&self, operator: Operator, state: usize) -> Vec<usize> {
        let of_party = |party: Party| {
            let members = self.sentences.members(party).agents.clone();
            self.model
                .classes
                .iter()
                .filter(move |(agent, _)| members.contains(&Who::Agent(*agent)))
        };
        let alike = |class: &[usize], state: usize| {
            (0..class.len()).filter(|&to| class[to] == class[state]).collect::<Vec<_>>()
        };
        match operator {
            Operator::Knows(who) => {
                let own = self.model.classes.iter().find(|(agent, _)| Who::Agent(*agent) == who);
                own.map(|(_, class)| alike(class, state)).unwrap_or_default()
            }
            Operator::Everybody(party) => {
                of_party(party).flat_map(|(_, class)| alike(class, state)).collect()
            }
            Operator::Common(party) => {
                let (mut met, mut at) = (vec![state], 0);
                while at < met.len() {
                    let more: Vec<usize> =
                        of_party(party).flat_map(|(_, class)| alike(class, met[at])).collect();
                    for to in more {
                        if !met.contains(&to) {
                            met.push(to);
                        }
                    }
                    at += 1;
                }
                met
            }
            Operator::Distributed(_) | Operator::Next | Operator::After(_) => Vec::new(),
        }
    }
}

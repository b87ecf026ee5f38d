//! The completeness proof of *Epistemic GDL* (sec. 3.2), step by step, on the pre-models of all small formulas: of one agent with one
//! action, or two. What is provable is decided by eliminating types, which needs no pre-model.

use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use hexa_logic::Stream;
use hexa_proof::checker::{self, check};
use hexa_proof::elimination::{Decision, Goal, decide};
use hexa_proof::premodel::{NoPreModel, PreModel, PreModelReading, Truth, Update, steps_ahead};
use hexa_proof::{
    Deed, Development, Operator, ProofSystem, Sentence, Sentences, Shape, Signature, Theorem, Who,
};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "pre-models: implications compose", at: file!(), run: implications_compose },
    Check { name: "pre-models: atoms decide", at: file!(), run: atoms_decide },
    Check { name: "pre-models: some atom holds", at: file!(), run: some_atom_holds },
    Check { name: "pre-models: as defined", at: file!(), run: as_defined },
    Check { name: "pre-models: more than one successor", at: file!(), run: several_successors },
    Check { name: "pre-models: the same is decided", at: file!(), run: same_is_decided },
    Check { name: "pre-models: unrelated states", at: file!(), run: unrelated },
    Check { name: "pre-models: related states", at: file!(), run: related },
    Check {
        name: "pre-models: related states of the longer index",
        at: file!(),
        run: related_longer,
    },
    Check { name: "pre-models: what is not known", at: file!(), run: not_known },
    Check { name: "pre-models: what is not common knowledge", at: file!(), run: not_common },
    Check { name: "pre-models: generated paths", at: file!(), run: generated_paths },
    Check {
        name: "pre-models: generated paths, repaired",
        at: file!(),
        run: generated_paths_repaired,
    },
    Check { name: "pre-models: truth on generated paths", at: file!(), run: truth_on_paths },
    Check {
        name: "pre-models: truth on generated paths, repaired",
        at: file!(),
        run: truth_on_paths_repaired,
    },
    Check { name: "pre-models: sets of atoms are a model", at: file!(), run: sets_are_a_model },
    Check { name: "pre-models: images of paths", at: file!(), run: images_of_paths },
    Check { name: "pre-models: truth on images", at: file!(), run: truth_on_images },
    Check { name: "games: proofs or finite models", at: file!(), run: proofs_or_models },
    Check { name: "games: knowledge alone", at: file!(), run: knowledge_alone },
];

/// A signature with all that can be said of a state.
struct Language {
    sentences: Sentences,
    signature: Signature,
    letters: Vec<Sentence>,
    /// As readers see it.
    name: String,
    /// Whether formulas may speak of the next state.
    has_time: bool,
}

fn language(agents: &[&str], actions: &[&str]) -> Language {
    let mut sentences = Sentences::default();
    let facts = ["p", "initial", "terminal"];
    let mut letters: Vec<Sentence> = facts.iter().map(|name| sentences.letter(name)).collect();
    let mut signature = Signature::default();
    for agent in agents {
        sentences.agent(agent);
        letters.push(sentences.letter(&format!("wins({agent})")));
        let mut deeds = Vec::new();
        for action in actions {
            let legal = sentences.name(&format!("legal({action}^{agent})"));
            let does = sentences.name(&format!("does({action}^{agent})"));
            letters.push(sentences.make(Shape::Letter(legal)));
            letters.push(sentences.make(Shape::Letter(does)));
            deeds.push(Deed { legal, does });
        }
        signature.actions.push(deeds);
    }
    let each = actions.join(" or ");
    let name = format!("{} can do {each}", agents.join(" and "));
    Language { sentences, signature, letters, name, has_time: true }
}

impl Language {
    /// All formulas of at most so many symbols.
    fn formulas(&mut self, symbols: usize) -> Vec<Sentence> {
        let mut by_size: Vec<Vec<Sentence>> = vec![Vec::new(), self.letters.clone()];
        let agents: Vec<_> = self.sentences.agents().collect();
        let party = self.sentences.party_of(agents.clone());
        let mut operators = vec![Operator::Common(party)];
        operators.extend(self.has_time.then_some(Operator::Next));
        operators.extend(agents.iter().map(|&agent| Operator::Knows(Who::Agent(agent))));
        for size in 2..=symbols {
            let mut found = Vec::new();
            for body in by_size[size - 1].clone() {
                found.push(self.sentences.not(body));
                let boxed = |&operator: &Operator| self.sentences.boxed(operator, body);
                found.extend(operators.iter().map(boxed));
            }
            for left in 1..size - 1 {
                for one in by_size[left].clone() {
                    for &two in &by_size[size - 1 - left] {
                        found.push(self.sentences.and(vec![one, two]));
                    }
                }
            }
            by_size.push(found);
        }
        by_size.concat()
    }
}

impl Language {
    /// A random formula of so many symbols.
    fn random(&mut self, stream: &mut Stream, symbols: usize) -> Sentence {
        if symbols <= 1 {
            return self.letters[stream.below(self.letters.len())];
        }
        let agents: Vec<_> = self.sentences.agents().collect();
        match stream.below(7) {
            0 | 1 => {
                let body = self.random(stream, symbols - 1);
                self.sentences.not(body)
            }
            2 | 3 if symbols > 2 => {
                let left = 1 + stream.below(symbols - 2);
                let parts = [left, symbols - 1 - left].map(|size| self.random(stream, size));
                self.sentences.and(parts.to_vec())
            }
            4 if self.has_time => {
                let body = self.random(stream, symbols - 1);
                self.sentences.boxed(Operator::Next, body)
            }
            5 => {
                let body = self.random(stream, symbols - 1);
                let party = self.sentences.party_of(agents);
                self.sentences.boxed(Operator::Common(party), body)
            }
            _ => {
                let who = agents[stream.below(agents.len())];
                let body = self.random(stream, symbols - 1);
                self.sentences.knows(who, body)
            }
        }
    }
}

/// How many random formulas are tried, of at most how many symbols.
fn sample(work: &Work) -> (usize, usize) {
    match work.effort {
        Effort::Short => (300, 16),
        Effort::Deep => (5000, 20),
    }
}

/// A formula as the paper writes it.
fn written(sentences: &Sentences, sentence: Sentence) -> String {
    let part = |of: &Sentence| {
        let text = written(sentences, *of);
        match sentences.shape(*of) {
            Shape::And(_) | Shape::Or(_) | Shape::Implies(..) | Shape::Iff(..) => {
                format!("({text})")
            }
            Shape::True
            | Shape::False
            | Shape::Letter(_)
            | Shape::Variable(_)
            | Shape::Not(_)
            | Shape::Box(..) => text,
        }
    };
    let joined = |of: &[Sentence], by: &str| of.iter().map(part).collect::<Vec<_>>().join(by);
    match sentences.shape(sentence) {
        Shape::True => "true".to_owned(),
        Shape::False => "false".to_owned(),
        Shape::Letter(letter) => sentences.letter_name(*letter).to_owned(),
        Shape::Variable(variable) => sentences.variable_name(*variable).to_owned(),
        Shape::Not(body) => format!("~{}", part(body)),
        Shape::And(of) => joined(of, " & "),
        Shape::Or(of) => joined(of, " | "),
        Shape::Implies(left, right) => format!("{} -> {}", part(left), part(right)),
        Shape::Iff(left, right) => format!("{} <-> {}", part(left), part(right)),
        Shape::Box(operator, body) => {
            let before = match operator {
                Operator::Knows(Who::Agent(agent)) => format!("K_{}", sentences.agent_name(*agent)),
                Operator::Knows(Who::Variable(_)) => "K".to_owned(),
                Operator::Everybody(_) => "E".to_owned(),
                Operator::Common(_) => "C".to_owned(),
                Operator::Distributed(_) => "D".to_owned(),
                Operator::Next => "next".to_owned(),
                Operator::After(_) => "[..]".to_owned(),
            };
            format!("{before} {}", part(body))
        }
    }
}

/// A state as readers see it: the letters and operators that are true in it.
fn state(model: &PreModel<'_>, at: usize) -> String {
    let sentences = model.consistent.sentences();
    let mut basic = model.basic.clone();
    basic.retain(|sentence| !matches!(sentences.shape(*sentence), Shape::Not(_)));
    let (_, atom) = &model.states[at];
    let holds = |sentence: &&Sentence| model.consistent.value(atom, **sentence);
    let true_ones: Vec<String> =
        basic.iter().filter(holds).map(|&sentence| written(sentences, sentence)).collect();
    match true_ones.is_empty() {
        true => "the state in which nothing of its closure holds".to_owned(),
        false => format!("the state of {}", true_ones.join(", ")),
    }
}

/// What a pre-model is asked: why a claim fails in it, if it does.
type Question = fn(&mut PreModel<'_>, &Work) -> Result<Option<String>, String>;

/// How many symbols formulas have.
fn symbols(work: &Work) -> usize {
    match work.effort {
        Effort::Short => 2,
        Effort::Deep => 3,
    }
}

/// Asks the pre-models of all small formulas, those with the fewest symbols first.
fn ask(work: &Work, (reading, update): (PreModelReading, Update), question: Question) -> Verdict {
    let most = symbols(work);
    let (mut asked, mut left_out) = (0usize, 0usize);
    for actions in [&["noop"][..], &["noop", "x"]] {
        let mut language = language(&["r"], actions);
        for formula in language.formulas(most) {
            if work.go_on().is_err() {
                return Verdict::Open("it was stopped".to_owned());
            }
            let Language { sentences, signature, letters, name, .. } = &language;
            let mut sentences = sentences.clone();
            let text = written(&sentences, formula);
            let how = (reading, update);
            let found =
                PreModel::new(&mut sentences, signature, letters, formula, how, &work.limits);
            let mut model = match found {
                Ok(model) => model,
                Err(NoPreModel::Depth(_) | NoPreModel::TooMany(_)) => {
                    left_out += 1;
                    continue;
                }
                Err(NoPreModel::Undecided(why)) => return Verdict::Open(format!("{why:?}")),
            };
            asked += 1;
            match question(&mut model, work) {
                Ok(None) => {}
                Ok(Some(witness)) => {
                    let witness = format!("the pre-model of {text}, where {name}: {witness}");
                    work.tell(witness.clone());
                    return Verdict::Fails(witness);
                }
                Err(why) => return Verdict::Open(why),
            }
        }
    }
    let mut bound = format!("the pre-models of {asked} formulas, of at most {most} symbols");
    if left_out > 0 {
        bound.push_str(&format!("; {left_out} others have closures too large to list"));
    }
    Verdict::HoldsUpTo(bound)
}

const LITERAL: (PreModelReading, Update) = (PreModelReading::Literal, Update::Legal);
const REPAIRED: (PreModelReading, Update) = (PreModelReading::AllLetters, Update::Done);

/// Prop. 3.1, for sentences that are any.
fn implications_compose(_: &Work) -> Verdict {
    let mut development = Development::new(ProofSystem::Egdl);
    let of = &mut development.sentences;
    let [x, one, two] = ["X", "f1", "f2"].map(|name| of.letter(name));
    let (first, second) = (of.implies(x, one), of.implies(one, two));
    let both = of.and(vec![first, second]);
    let third = of.implies(x, two);
    let formula = of.implies(both, third);
    let signature = Signature::default();
    let goal = Goal { system: ProofSystem::Egdl, signature: &signature, everywhere: &[], formula };
    let decision = decide(&mut development.sentences, &goal, &hexa_engine::Limits::default());
    let is_proved = matches!(decision, Ok(Decision::Provable(_)));
    holds_if(is_proved, || "it has no proof".to_owned())
}

fn atoms_decide(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        for (at, (index, atom)) in model.states.iter().enumerate() {
            for &sentence in &model.closures[*index].1 {
                let value = model.consistent.value(atom, sentence);
                let mut entailed = model.consistent.entails(atom, sentence);
                if !value {
                    let against = [&atom[..], &[(sentence, true)]].concat();
                    entailed = model.consistent.allows(&against).map(|allowed| !allowed);
                }
                if !entailed.map_err(|limit| limit.to_string())? {
                    return Ok(Some(format!("{} does not decide", state(model, at))));
                }
            }
        }
        Ok(None)
    })
}

fn some_atom_holds(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, work| {
        let formula: Vec<Vec<(Sentence, bool)>> = model
            .states
            .iter()
            .filter(|(index, _)| *index == 0)
            .map(|(_, atom)| atom.clone())
            .collect();
        let mut sentences = model.consistent.sentences().clone();
        let mut some = Vec::new();
        for atom in formula {
            let all = atom.into_iter().map(|(sentence, value)| match value {
                true => sentence,
                false => sentences.not(sentence),
            });
            let all = all.collect::<Vec<_>>();
            some.push(sentences.and(all));
        }
        let formula = sentences.or(some);
        let goal = Goal {
            system: ProofSystem::Egdl,
            signature: model.signature,
            everywhere: &[],
            formula,
        };
        match decide(&mut sentences, &goal, &work.limits) {
            Ok(Decision::Provable(_)) => Ok(None),
            Ok(Decision::Refutable(_)) => Ok(Some("the disjunction has no proof".to_owned())),
            Err(why) => Err(format!("{why:?}")),
        }
    })
}

/// Atoms are the maximal consistent sets, each asked for by itself.
fn as_defined(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, work| {
        let formula = model.basic.clone();
        let mut sentences = model.consistent.sentences().clone();
        let decided: Vec<Sentence> =
            formula.into_iter().filter(|&of| model.consistent.is_decided(of)).collect();
        if decided.len() > 4 {
            return Ok(None);
        }
        let mut consistent = 0;
        for set in 0..1usize << decided.len() {
            let all = decided.iter().enumerate().map(|(at, &sentence)| match set >> at & 1 == 1 {
                true => sentence,
                false => sentences.not(sentence),
            });
            let all = all.collect::<Vec<_>>();
            let all = sentences.and(all);
            let formula = sentences.not(all);
            let goal = Goal {
                system: ProofSystem::Egdl,
                signature: model.signature,
                everywhere: &[],
                formula,
            };
            match decide(&mut sentences, &goal, &work.limits) {
                Ok(Decision::Provable(_)) => {}
                Ok(Decision::Refutable(_)) => consistent += 1,
                Err(why) => return Err(format!("{why:?}")),
            }
        }
        let atoms = model.consistent.atoms(&decided).map_err(|limit| limit.to_string())?.len();
        let witness =
            || format!("{atoms} atoms of the basic closure, and {consistent} consistent sets");
        Ok((atoms != consistent).then(witness))
    })
}

/// The claim is that there are such formulas.
fn several_successors(work: &Work) -> Verdict {
    let found = ask(work, LITERAL, |model, _| {
        for (at, steps) in model.paths.steps.iter().enumerate() {
            for (done, to) in steps {
                if let Some((_, other)) = steps.iter().find(|(by, other)| by == done && other != to)
                {
                    let (one, two) = (state(model, *to), state(model, *other));
                    return Ok(Some(format!("{} leads to {one} and to {two}", state(model, at))));
                }
            }
        }
        Ok(None)
    });
    match found {
        Verdict::Fails(_) => Verdict::Holds,
        Verdict::HoldsUpTo(bound) => Verdict::Open(format!("no such state in {bound}")),
        other @ (Verdict::Holds | Verdict::Open(_)) => other,
    }
}

fn same_is_decided(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let sentences = model.consistent.sentences();
        for (agent, _) in &model.paths.classes {
            let by = Operator::Knows(Who::Agent(*agent));
            let of = |index: usize| {
                let known = |of: &&Sentence| matches!(sentences.shape(**of), Shape::Box(it, _) if *it == by);
                let mut all: Vec<Sentence> =
                    model.closures[index].1.iter().filter(known).copied().collect();
                all.sort_unstable();
                all
            };
            let extended = |index: usize| {
                let mut extended = model.closures[index].0.clone();
                if extended.last() != Some(agent) {
                    extended.push(*agent);
                }
                extended
            };
            for one in 0..model.closures.len() {
                for two in 0..one {
                    if extended(one) == extended(two) && of(one) != of(two) {
                        return Ok(Some("two indices decide other knowledge".to_owned()));
                    }
                }
            }
        }
        Ok(None)
    })
}

/// Prop. 5.1
fn unrelated(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        for (agent, class) in &model.paths.classes {
            for (one, (_, here)) in model.states.iter().enumerate() {
                for (two, (_, there)) in model.states.iter().enumerate() {
                    if class[one] != class[two] && is_near(model, one, two, Who::Agent(*agent)) {
                        let imagines =
                            model.consistent.allows_to_imagine(here, Who::Agent(*agent), there);
                        if imagines.map_err(|limit| limit.to_string())? {
                            return Ok(Some(format!(
                                "{} and {}",
                                state(model, one),
                                state(model, two)
                            )));
                        }
                    }
                }
            }
        }
        Ok(None)
    })
}

/// Whether the second state has the index of the first, or that with an agent added.
fn is_near(model: &PreModel<'_>, one: usize, two: usize, who: Who) -> bool {
    let index = |at: usize| &model.closures[model.states[at].0].0;
    let mut extended = index(one).clone();
    if extended.last().map(|&last| Who::Agent(last)) != Some(who)
        && let Who::Agent(agent) = who
    {
        extended.push(agent);
    }
    index(two) == index(one) || *index(two) == extended
}

fn related(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| related_of(model, false))
}

fn related_longer(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| related_of(model, true))
}

/// Props. 5.2 and 5.3: that one of the related states is so is known.
fn related_of(model: &mut PreModel<'_>, is_longer: bool) -> Result<Option<String>, String> {
    let sentences = &mut model.consistent.sentences().clone();
    for (agent, class) in &model.paths.classes {
        for (one, (index, here)) in model.states.iter().enumerate() {
            let mut wanted = model.closures[*index].0.clone();
            if is_longer && wanted.last() != Some(agent) {
                wanted.push(*agent);
            }
            if wanted.len() > model.depth {
                continue;
            }
            let mut some = Vec::new();
            for (two, (other, there)) in model.states.iter().enumerate() {
                if model.closures[*other].0 == wanted && class[one] == class[two] {
                    let all = there.iter().map(|&(sentence, value)| match value {
                        true => sentence,
                        false => sentences.not(sentence),
                    });
                    let all = all.collect::<Vec<_>>();
                    some.push(sentences.and(all));
                }
            }
            let some = sentences.or(some);
            let knows = sentences.knows(*agent, some);
            let all = here.iter().map(|&(sentence, value)| match value {
                true => sentence,
                false => sentences.not(sentence),
            });
            let all = all.collect::<Vec<_>>();
            let here = sentences.and(all);
            let formula = sentences.implies(here, knows);
            let goal = Goal {
                system: ProofSystem::Egdl,
                signature: model.signature,
                everywhere: &[],
                formula,
            };
            match decide(sentences, &goal, &hexa_engine::Limits::default()) {
                Ok(Decision::Provable(_)) => {}
                Ok(Decision::Refutable(_)) => return Ok(Some(state(model, one))),
                Err(why) => return Err(format!("{why:?}")),
            }
        }
    }
    Ok(None)
}

/// Prop. 6
fn not_known(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let sentences = model.consistent.sentences();
        for &sentence in &model.basic {
            let Shape::Box(Operator::Knows(Who::Agent(agent)), body) = *sentences.shape(sentence)
            else {
                continue;
            };
            let class = model.paths.classes.iter().find(|(other, _)| *other == agent);
            let Some((_, class)) = class else { continue };
            for (one, (index, atom)) in model.states.iter().enumerate() {
                let lacks = !model.consistent.value(atom, sentence);
                let found = model.states.iter().enumerate().any(|(two, (other, there))| {
                    other == index
                        && class[one] == class[two]
                        && !model.consistent.value(there, body)
                });
                if lacks != found {
                    return Ok(Some(format!(
                        "{} in {}",
                        written(sentences, sentence),
                        state(model, one)
                    )));
                }
            }
        }
        Ok(None)
    })
}

/// Prop. 7
fn not_common(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let sentences = model.consistent.sentences();
        let truth = Truth::new(&model.paths, sentences);
        for &sentence in &model.basic {
            let Shape::Box(operator @ Operator::Common(_), body) = *sentences.shape(sentence)
            else {
                continue;
            };
            for (one, (_, atom)) in model.states.iter().enumerate() {
                let lacks = !model.consistent.value(atom, sentence);
                let reached = truth.reached(operator, one);
                let fails = |&two: &usize| !model.consistent.value(&model.states[two].1, body);
                if lacks != reached.iter().any(fails) {
                    return Ok(Some(format!(
                        "{} in {}",
                        written(sentences, sentence),
                        state(model, one)
                    )));
                }
            }
        }
        Ok(None)
    })
}

/// How many steps of generated paths are looked at.
const STEPS: usize = 4;

/// Prop. 8
fn no_path(model: &mut PreModel<'_>, _: &Work) -> Result<Option<String>, String> {
    for at in 0..model.states.len() {
        if model.generated(at, STEPS).len() <= STEPS {
            let why = match model.done(at) {
                None => "says of no action that it is done",
                Some(_) => "leads nowhere by what is done",
            };
            return Ok(Some(format!("{} {why}", state(model, at))));
        }
    }
    Ok(None)
}

fn generated_paths(work: &Work) -> Verdict {
    ask(work, LITERAL, no_path)
}

fn generated_paths_repaired(work: &Work) -> Verdict {
    ask(work, REPAIRED, no_path)
}

/// Lemma 1
fn untrue(model: &mut PreModel<'_>, _: &Work) -> Result<Option<String>, String> {
    let sentences = model.consistent.sentences();
    let truth = Truth::new(&model.paths, sentences);
    for (at, (index, atom)) in model.states.iter().enumerate() {
        if !model.closures[*index].0.is_empty() {
            continue;
        }
        let path = model.generated(at, STEPS);
        if path.len() <= STEPS {
            continue;
        }
        for &sentence in &model.basic {
            let entailed = model.consistent.value(atom, sentence);
            if steps_ahead(sentences, sentence) <= STEPS && truth.holds(sentence, &path) != entailed
            {
                let (sentence, at) = (written(sentences, sentence), state(model, at));
                return Ok(Some(match entailed {
                    true => format!("{at} proves {sentence}, which is false on its path"),
                    false => format!("{at} refutes {sentence}, which is true on its path"),
                }));
            }
        }
    }
    Ok(None)
}

/// As the definitions say, and with all letters in the closures, so that there are paths.
fn truth_on_paths(work: &Work) -> Verdict {
    ask(work, LITERAL, untrue).and(ask(work, (PreModelReading::AllLetters, Update::Legal), untrue))
}

fn truth_on_paths_repaired(work: &Work) -> Verdict {
    ask(work, REPAIRED, untrue)
}

/// Prop. 9
fn sets_are_a_model(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let Some((sets, alone)) = model.determined() else { return Ok(None) };
        let sentences = model.consistent.sentences();
        let letter = |name: &str| {
            sentences.known_letter(name).and_then(|it| sentences.known(&Shape::Letter(it)))
        };
        let (initial, terminal) = (letter("initial"), letter("terminal"));
        let has =
            |of: Option<Sentence>, at: usize| of.is_some_and(|of| sets.facts[at].contains(&of));
        for at in 0..sets.facts.len() {
            let which = alone.iter().position(|&alone| alone == at);
            let which = which.map_or_else(|| "a set of states".to_owned(), |at| state(model, at));
            if has(initial, at) && has(terminal, at) {
                return Ok(Some(format!("{which} is initial and terminal")));
            }
            for deeds in &model.signature.actions {
                let legal = deeds.iter().filter(|deed| {
                    let legal = sentences.known(&Shape::Letter(deed.legal));
                    has(legal, at)
                });
                if legal.count() == 0 {
                    return Ok(Some(format!("nothing is legal in {which}")));
                }
            }
            for (done, to) in &sets.steps[at] {
                if has(initial, *to) {
                    return Ok(Some(format!("{which} leads to an initial state")));
                }
                let again = sets.steps[at].iter().filter(|(by, _)| by == done).count();
                if again > 1 || (has(terminal, at) && *to != at) {
                    return Ok(Some(format!("{which} leads elsewhere")));
                }
            }
        }
        Ok(None)
    })
}

/// Def. 10: the image of a path; where it cannot go on it ends.
fn image(
    sets: &hexa_proof::premodel::PathModel,
    start: usize,
    path: &hexa_proof::premodel::PathStart,
) -> hexa_proof::premodel::PathStart {
    let (mut image, mut at) = (Vec::new(), start);
    for (_, done) in path {
        image.push((at, done.clone()));
        match sets.steps[at].iter().find(|(by, _)| by == done) {
            Some((_, to)) => at = *to,
            None => break,
        }
    }
    image
}

/// Prop. 10
fn images_of_paths(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let Some((sets, alone)) = model.determined() else { return Ok(None) };
        let truth = Truth::new(&model.paths, model.consistent.sentences());
        for (at, &start) in alone.iter().enumerate() {
            for path in truth.starts(at, 2) {
                if image(&sets, start, &path[..2].to_vec()).len() < 2 {
                    return Ok(Some(state(model, at)));
                }
            }
        }
        Ok(None)
    })
}

/// Lemma 2, for formulas of the basic closure alone.
fn truth_on_images(work: &Work) -> Verdict {
    ask(work, LITERAL, |model, _| {
        let Some((sets, alone)) = model.determined() else { return Ok(None) };
        let sentences = model.consistent.sentences();
        let (here, there) = (Truth::new(&model.paths, sentences), Truth::new(&sets, sentences));
        for (at, &start) in alone.iter().enumerate() {
            for path in here.starts(at, 2) {
                let image = image(&sets, start, &path);
                for &sentence in &model.basic {
                    if steps_ahead(sentences, sentence) >= image.len() {
                        continue;
                    }
                    let (one, two) = (here.holds(sentence, &path), there.holds(sentence, &image));
                    if one != two {
                        let (sentence, at) = (written(sentences, sentence), state(model, at));
                        let value = |value: bool| if value { "true" } else { "false" };
                        return Ok(Some(format!(
                            "{sentence} is {} on a path from {at}, and {} on its image",
                            value(one),
                            value(two)
                        )));
                    }
                }
            }
        }
        Ok(None)
    })
}

/// Theorems 1 and 2: a formula has a proof that the checker accepts, or a finite model that refutes it.
fn proofs_or_models(work: &Work) -> Verdict {
    let (mut proved, mut refuted) = (0usize, 0usize);
    let (most, (many, longest)) = (symbols(work) + 1, sample(work));
    let mut stream = Stream::new(work.check, 1);
    for mut language in [language(&["r"], &["noop", "x"]), language(&["r", "s"], &["noop"])] {
        let mut formulas = language.formulas(most);
        for _ in 0..many {
            let symbols = 1 + stream.below(longest);
            formulas.push(language.random(&mut stream, symbols));
        }
        for formula in formulas {
            if work.go_on().is_err() {
                return Verdict::Open("it was stopped".to_owned());
            }
            match is_proved(&language, formula, work) {
                Ok(true) => proved += 1,
                Ok(false) => refuted += 1,
                Err(verdict) => return verdict,
            }
        }
    }
    work.tell(format!("{proved} formulas proved, {refuted} refuted by a finite model"));
    let random = 2 * many;
    Verdict::HoldsUpTo(format!(
        "all formulas of at most {most} symbols, and {random} random ones of at most {longest}"
    ))
}

/// Whether a formula has a proof, which is checked, or else a model that refutes it, in which it is looked up.
fn is_proved(language: &Language, formula: Sentence, work: &Work) -> Result<bool, Verdict> {
    let mut development = Development::new(ProofSystem::Egdl);
    development.sentences = language.sentences.clone();
    development.signature = language.signature.clone();
    let signature = &language.signature;
    let goal = Goal { system: ProofSystem::Egdl, signature, everywhere: &[], formula };
    let text = || written(&language.sentences, formula);
    match decide(&mut development.sentences, &goal, &work.limits) {
        Err(why) => Err(Verdict::Open(format!("{}: {why:?}", text()))),
        Ok(Decision::Refutable(structure)) => {
            match structure.truth(&development.sentences, formula).first() {
                Some(false) => Ok(false),
                Some(true) | None => {
                    Err(Verdict::Fails(format!("{} holds in its countermodel", text())))
                }
            }
        }
        Ok(Decision::Provable(lines)) => {
            development.theorems.push(Theorem {
                name: "theorem".into(),
                parameters: Vec::new(),
                conditions: Vec::new(),
                statement: formula,
                lines,
            });
            match check(&mut development, &checker::Limits::default()) {
                Ok(found) if found.iter().all(|found| found.faults.is_empty()) => Ok(true),
                Ok(found) => {
                    Err(Verdict::Fails(format!("the proof of {}: {:?}", text(), found[0].faults)))
                }
                Err(stopped) => Err(Verdict::Open(stopped.to_string())),
            }
        }
    }
}

/// Sec. 5: what speaks of knowledge alone is provable in the logic of games iff it is in S5 with common knowledge.
fn knowledge_alone(work: &Work) -> Verdict {
    let (most, (many, longest)) = (symbols(work) + 2, sample(work));
    let mut sentences = Sentences::default();
    for agent in ["r", "s"] {
        sentences.agent(agent);
    }
    let letters = ["p", "q"].map(|name| sentences.letter(name)).to_vec();
    let signature = Signature { actions: vec![Vec::new(); 2] };
    let mut language =
        Language { sentences, signature, letters, name: String::new(), has_time: false };
    let mut stream = Stream::new(work.check, 1);
    let mut formulas = language.formulas(most);
    for _ in 0..4 * many {
        let symbols = 1 + stream.below(longest);
        formulas.push(language.random(&mut stream, symbols));
    }
    let (asked, mut valid) = (formulas.len(), 0);
    for formula in formulas {
        if work.go_on().is_err() {
            return Verdict::Open("it was stopped".to_owned());
        }
        let signature = Signature::default();
        let answers = [ProofSystem::S5, ProofSystem::Egdl].map(|system| {
            let goal = Goal { system, signature: &signature, everywhere: &[], formula };
            let decision = decide(&mut language.sentences, &goal, &work.limits);
            decision.map(|decision| matches!(decision, Decision::Provable(_)))
        });
        let [Ok(s5), Ok(egdl)] = &answers else { return Verdict::Open(format!("{answers:?}")) };
        if s5 != egdl {
            return Verdict::Fails(written(&language.sentences, formula));
        }
        valid += usize::from(*s5);
    }
    work.tell(format!("{valid} of {asked} formulas are provable, in both"));
    let random = 4 * many;
    Verdict::HoldsUpTo(format!(
        "all formulas of two agents and two atoms of at most {most} symbols, and {random} random ones of at most {longest}"
    ))
}

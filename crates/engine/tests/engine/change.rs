//! What a trace tells of a step: every fact listed turned, and every fact that turned
//! follows. Facts are judged by evaluating them as formulas, which is not how they are found.

use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Content, Engine, Fact, Held, Knower, LeftOut, Limits, Observed, Proof, change};
use hexa_logic::{Agent, Atom, FormulaNode, Group, Stop, Terms, Vocabulary};

fn held(setup: &hexa_logic::Setup, vocabulary: &Vocabulary) -> Held {
    let limits = Limits::default();
    let built = Engine::Explicit.build(setup, vocabulary, &Terms::default(), &limits);
    built.expect("a small model can be built")
}

fn facts(before: &Held, after: &Held, vocabulary: &Vocabulary) -> hexa_engine::FactChange {
    let [old, new] = [before, after].map(|state| state.view().expect("few worlds"));
    let observed = |view| Observed { view, formulas: &[] };
    change(observed(&old), observed(&new), vocabulary, &Stop::new()).unwrap().facts
}

/// All candidates.
fn candidates(vocabulary: &Vocabulary, group: &Group) -> Vec<Fact> {
    let agents: Vec<Agent> = group.iter().collect();
    let mut found = Vec::new();
    let knowers = agents.iter().map(|&agent| Knower::Agent(agent)).chain([Knower::Everybody]);
    for knower in knowers {
        let mut contents = vec![Content::Everything];
        for atom in vocabulary.atoms() {
            contents.extend([Content::Holds(atom), Content::Fails(atom)]);
            for &agent in agents.iter().filter(|&&agent| knower != Knower::Agent(agent)) {
                contents.extend([
                    Content::Knows(agent, atom),
                    Content::KnowsNot(agent, atom),
                    Content::KnowsWhether(agent, atom),
                    Content::Unsure(agent, atom),
                ]);
            }
        }
        found.extend(contents.into_iter().map(|content| Fact { knower, content }));
    }
    found
}

fn holds(state: &Held, fact: Fact, vocabulary: &Vocabulary, group: &Group) -> bool {
    let mut terms = Terms::default();
    let formula = fact.formula(&mut terms, vocabulary, group, &[]);
    state.holds(&terms, formula).expect("a fact is defined")
}

/// Announces an atom, or that it is false, to everybody, or shows its value to one agent.
fn acted(before: &Held, choice: u8) -> Option<Held> {
    let mut terms = Terms::default();
    let atom = terms.formula(FormulaNode::Atom(Atom(u32::from(choice) % 2)));
    let other = terms.not(atom);
    let group = before.group();
    let announced = if choice & 2 == 0 { atom } else { other };
    let action = match choice & 12 {
        0 => terms.announcement(group, announced),
        kind => {
            let some: Group = group.iter().take(usize::from(kind / 4)).collect();
            let (yes, no) =
                (terms.announcement(some.clone(), atom), terms.announcement(some, other));
            let either = terms.action(hexa_logic::ActionNode::Choice(Box::new([yes, no]), None));
            terms.action(hexa_logic::ActionNode::Learn(group, either))
        }
    };
    before.update(&terms, action).ok()?.into_single()
}

fn check(before: &Held, after: &Held, vocabulary: &Vocabulary) -> Result<(), Failed> {
    let group = before.group();
    let told = facts(before, after, vocabulary);
    ensure_eq!(told.left_out, LeftOut::Nothing);
    ensure_eq!(told.proof, Proof::Smallest);
    for &fact in told.now.iter().chain(&told.so) {
        ensure!(!holds(before, fact, vocabulary, &group), "{fact:?} was true before");
        ensure!(holds(after, fact, vocabulary, &group), "{fact:?} is false after");
    }
    for &fact in &told.no_longer {
        ensure!(holds(before, fact, vocabulary, &group), "{fact:?} was false before");
        ensure!(!holds(after, fact, vocabulary, &group), "{fact:?} is true after");
    }
    let gained = candidates(vocabulary, &group).into_iter().filter(|&fact| {
        !holds(before, fact, vocabulary, &group) && holds(after, fact, vocabulary, &group)
    });
    for fact in gained.filter(|&fact| rules_out(fact)) {
        let follows = follows(before, after, &told.now, fact, vocabulary)?;
        ensure!(follows, "{fact:?} does not follow from {:?}", told.now);
    }
    Ok(())
}

fn rules_out(fact: Fact) -> bool {
    !matches!(fact.content, Content::Unsure(..) | Content::LacksSomething(_))
}

/// Whether a fact holds wherever the listed ones do, among many states that come from the state before by
/// taking links away. That can refute that it follows; it is not how the engine decides it.
fn follows(
    before: &Held,
    after: &Held,
    listed: &[Fact],
    fact: Fact,
    vocabulary: &Vocabulary,
) -> Result<bool, Failed> {
    let group = before.group();
    // If nothing is listed, nothing that was false before can follow.
    if listed.is_empty() {
        return Ok(false);
    }
    let mut states = vec![before.clone(), after.clone()];
    states.extend((0..16).filter_map(|choice| acted(before, choice)));
    states.extend((0..16).filter_map(|choice| acted(after, choice)));
    for state in states {
        let all = listed.iter().all(|&listed| holds(&state, listed, vocabulary, &group));
        if all && !holds(&state, fact, vocabulary, &group) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[test]
fn what_is_listed_turned_and_what_turned_follows() {
    cases("what is listed turned and what turned follows", 256, |case| {
        let setup = generate::model(case, 6, Access::Cells);
        let choice = case.below(16) as u8;
        let vocabulary = generate::vocabulary();
        let before = held(&setup, &vocabulary);
        if let Some(after) = acted(&before, choice) {
            check(&before, &after, &vocabulary)?;
        }
        Ok(())
    });
}

#[test]
fn between_any_two_states_what_is_listed_turned() {
    cases("between any two states what is listed turned", 256, |case| {
        let left = generate::model(case, 5, Access::Any);
        let right = generate::model(case, 5, Access::Any);
        let vocabulary = generate::vocabulary();
        let (before, after) = (held(&left, &vocabulary), held(&right, &vocabulary));
        let group = before.group();
        let told = facts(&before, &after, &vocabulary);
        for &fact in told.now.iter().chain(&told.so) {
            ensure!(!holds(&before, fact, &vocabulary, &group), "{fact:?}");
            ensure!(holds(&after, fact, &vocabulary, &group), "{fact:?}");
        }
        for &fact in &told.no_longer {
            ensure!(holds(&before, fact, &vocabulary, &group), "{fact:?}");
            ensure!(!holds(&after, fact, &vocabulary, &group), "{fact:?}");
        }
        Ok(())
    });
}

#[test]
fn no_change_is_told_of_a_state_and_itself() {
    cases("no change is told of a state and itself", 256, |case| {
        let setup = generate::model(case, 6, Access::Any);
        let vocabulary = generate::vocabulary();
        let state = held(&setup, &vocabulary);
        let told = facts(&state, &state, &vocabulary);
        ensure!(told.now.is_empty() && told.so.is_empty() && told.no_longer.is_empty());
        Ok(())
    });
}

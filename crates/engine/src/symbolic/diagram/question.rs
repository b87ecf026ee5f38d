//! How operations are done. Each is a question about functions that is answered by two smaller ones
//! of the same kind, one for each value of a variable (Bryant 1986). The questions that wait for an
//! answer are kept in a list, not on the stack of the program: there can be as many levels as there
//! are variables.

use super::memo::Key;
use super::store::{Edge, Halt, Store};

/// A question about functions.
pub(super) trait Question: Copy {
    /// The answer, if it is simple or remembered, or else the question to be asked.
    fn look(self, store: &mut Store) -> Result<Look<Self>, Halt>;

    /// The questions for each value of the first variable that may matter.
    fn split(self, store: &Store) -> Split<Self>;

    /// The answer, if the one where the variable is false is enough to know it.
    fn settle(self, _store: &Store, _variable: u32, _low: Edge) -> Option<Edge> {
        None
    }

    /// The answer from those for each value of the variable.
    fn join(self, store: &mut Store, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        store.make(variable, low, high)
    }

    /// What its answer is remembered by.
    fn key(self, store: &Store) -> Key;

    /// Where questions of this kind wait.
    fn waiting(store: &mut Store) -> &mut Vec<Waiting<Self>>;
}

/// What is known about a question at once.
pub(super) enum Look<Q> {
    Answer(Edge),
    /// The answer is that of this question, or its negation.
    Ask(Ask<Q>),
}

/// A question to be asked, and whether the negation of its answer is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask<Q> {
    pub(super) question: Q,
    pub(super) negated: bool,
}

/// A question for each value of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split<Q> {
    pub(super) variable: u32,
    pub(super) low: Q,
    pub(super) high: Q,
}

/// A question that waits for the answer to a smaller one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<Q> {
    ask: Ask<Q>,
    variable: u32,
    /// The answer where the variable is false, once it is found.
    low: Option<Edge>,
    high: Q,
}

/// The answer to a question.
pub(super) fn answer<Q: Question>(store: &mut Store, question: Q) -> Result<Edge, Halt> {
    match question.look(store)? {
        Look::Answer(answer) => Ok(answer),
        Look::Ask(ask) => {
            // Questions of other kinds may be asked meanwhile, but none of this kind.
            let mut waiting = std::mem::take(Q::waiting(store));
            let answer = descend(store, &mut waiting, ask);
            waiting.clear();
            *Q::waiting(store) = waiting;
            answer
        }
    }
}

/// Asks smaller and smaller questions until one is answered, and goes on with what waits for it.
fn descend<Q: Question>(
    store: &mut Store,
    waiting: &mut Vec<Waiting<Q>>,
    mut ask: Ask<Q>,
) -> Result<Edge, Halt> {
    loop {
        store.step()?;
        let Split { variable, low, high } = ask.question.split(store);
        let here = Waiting { ask, variable, low: None, high };
        let next = match low.look(store)? {
            Look::Ask(next) => {
                waiting.push(here);
                Look::Ask(next)
            }
            Look::Answer(low) => go_on(store, waiting, here, low)?,
        };
        ask = match next {
            Look::Ask(next) => next,
            Look::Answer(found) => match ascend(store, waiting, found)? {
                Look::Ask(next) => next,
                Look::Answer(answer) => return Ok(answer),
            },
        };
    }
}

/// Gives an answer to what waits for it; the question to be asked next, if there is one.
#[inline]
fn ascend<Q: Question>(
    store: &mut Store,
    waiting: &mut Vec<Waiting<Q>>,
    mut found: Edge,
) -> Result<Look<Q>, Halt> {
    while let Some(here) = waiting.pop() {
        found = match here.low {
            Some(low) => finish(store, &here, low, found)?,
            None => match go_on(store, waiting, here, found)? {
                Look::Answer(found) => found,
                ask => return Ok(ask),
            },
        };
    }
    Ok(Look::Answer(found))
}

/// Goes on with a question whose answer is known where the variable is false.
#[inline]
fn go_on<Q: Question>(
    store: &mut Store,
    waiting: &mut Vec<Waiting<Q>>,
    here: Waiting<Q>,
    low: Edge,
) -> Result<Look<Q>, Halt> {
    if let Some(settled) = here.ask.question.settle(store, here.variable, low) {
        store.memo.remember(here.ask.question.key(store), settled);
        return Ok(Look::Answer(settled.negated_if(here.ask.negated)));
    }
    match here.high.look(store)? {
        Look::Answer(high) => finish(store, &here, low, high).map(Look::Answer),
        ask => {
            waiting.push(Waiting { low: Some(low), ..here });
            Ok(ask)
        }
    }
}

/// Puts two answers together.
#[inline]
fn finish<Q: Question>(
    store: &mut Store,
    here: &Waiting<Q>,
    low: Edge,
    high: Edge,
) -> Result<Edge, Halt> {
    let Ask { question, negated } = here.ask;
    let answer = question.join(store, here.variable, low, high)?;
    store.memo.remember(question.key(store), answer);
    Ok(answer.negated_if(negated))
}

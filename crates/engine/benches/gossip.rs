//! Spreading gossip (thesis sec. 6.6): calls until everybody knows all secrets, in the
//! least number of them. What a caller may know of n secrets makes a frame of a call
//! with 3^2n events; a call is executed as a sequence of steps with three
//! alternatives each, so that no such frame is built and the worlds stay 2^n. Who
//! knows what is checked after every call. `cargo bench` takes up to 16 agents; as a
//! test, or with `--quick`, up to 6.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Limits, State, build, holds, is_valid, update};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Setup, Structure, Terms,
    Vocabulary,
};
use measuring::is_full;
use std::time::Instant;

fn main() {
    let sizes: &[usize] = if is_full() { &[4, 5, 6, 7, 8, 10, 12, 14, 16] } else { &[4, 5, 6] };
    sizes.iter().for_each(|&agents| Network::new(agents).spread());
}

/// Friends who call each other, each with a secret.
struct Network {
    agents: usize,
    terms: Terms,
    secrets: Vec<Formula>,
    state: State,
    /// For each agent the secrets that they should know by now.
    known: Vec<Vec<bool>>,
}

impl Network {
    fn new(agents: usize) -> Self {
        let mut vocabulary = Vocabulary::default();
        let mut terms = Terms::default();
        let mut secrets = Vec::new();
        for agent in 0..agents {
            vocabulary.add_agent(agent.to_string());
            let atom = vocabulary.add_atom(&format!("p{agent}"));
            secrets.push(terms.formula(FormulaNode::Atom(atom)));
        }
        let atoms: Vec<Atom> = vocabulary.atoms().collect();
        let setup = Setup::Structure(Structure {
            point: Some(atoms.iter().copied().step_by(2).collect()),
            atoms,
            observations: secrets.iter().map(|&secret| vec![secret]).collect(),
            law: Terms::TRUE,
        });
        let state = build(&setup, &vocabulary, &terms, &Limits::default()).expect("it fits");
        let known = (0..agents).map(|i| (0..agents).map(|k| i == k).collect()).collect();
        Self { agents, terms, secrets, state, known }
    }

    fn spread(mut self) {
        let calls = calls(self.agents);
        assert_eq!(calls.len(), 2 * self.agents - 4);
        let times: Vec<f64> = calls.iter().map(|&(i, j)| self.call(i, j)).collect();
        let (time, longest) =
            (times.iter().sum::<f64>(), times.iter().copied().fold(0.0, f64::max));
        assert!(self.known.iter().flatten().all(|&known| known));
        self.check_the_end();
        // What has to be written: a class for each agent in each world after each step.
        let written = self.state.world_count() * self.agents * 2 * self.agents * calls.len();
        println!(
            "{:>2} agents, {:>5} worlds: {} calls in {:.2} ms, the longest {:.2} ms; \
             {:.1} ns per world, agent and step",
            self.agents,
            self.state.world_count(),
            calls.len(),
            time * 1e3,
            longest * 1e3,
            time * 1e9 / written as f64,
        );
    }

    /// One call; its time in seconds.
    fn call(&mut self, caller: usize, called: usize) -> f64 {
        let action = self.calling(caller, called);
        assert_eq!(self.widest(action), 3);
        let start = Instant::now();
        let outcomes = update(&self.state, &self.terms, action).expect("a call is always possible");
        let time = start.elapsed().as_secs_f64();
        self.state = outcomes.into_single().expect("what is known is known");
        for secret in 0..self.agents {
            let shared = self.known[caller][secret] || self.known[called][secret];
            self.known[caller][secret] = shared;
            self.known[called][secret] = shared;
        }
        self.check();
        time
    }

    /// For each secret, everybody learns that the two learn what the caller knows of it; then the
    /// same for whom they called.
    fn calling(&mut self, caller: usize, called: usize) -> Action {
        let mut steps = Vec::new();
        for teller in [caller, called] {
            for secret in self.secrets.clone() {
                steps.push(self.telling([caller, called], Agent::from_index(teller), secret));
            }
        }
        self.terms.action(ActionNode::Sequence(steps.into()))
    }

    fn telling(&mut self, pair: [usize; 2], teller: Agent, secret: Formula) -> Action {
        let not = self.terms.not(secret);
        let knows = self.terms.formula(FormulaNode::Knows(teller, secret));
        let knows_not = self.terms.formula(FormulaNode::Knows(teller, not));
        let either = self.terms.or(vec![knows, knows_not]);
        let neither = self.terms.not(either);
        let pair: Group = pair.into_iter().map(Agent::from_index).collect();
        let parts = [knows, knows_not, neither].map(|f| self.terms.announcement(pair.clone(), f));
        let choice = self.terms.action(ActionNode::Choice(parts.into(), None));
        self.terms.action(ActionNode::Learn(Group::first(self.agents), choice))
    }

    /// The most alternatives of one choice in an action. Only sequences, which are executed step by
    /// step, are around the choices; so no step has more.
    fn widest(&self, action: Action) -> usize {
        let parts = |parts: &[Action]| parts.iter().map(|&a| self.widest(a)).max().unwrap_or(0);
        match self.terms.action_node(action) {
            ActionNode::Sequence(of) => parts(of),
            ActionNode::Choice(of, _) => {
                assert!(of.iter().all(|&part| self.widest(part) <= 1));
                of.len()
            }
            node => parts(node.parts()).max(1),
        }
    }

    /// The worlds stay what they are, and agents know the secrets that they were told.
    fn check(&mut self) {
        assert_eq!(self.state.world_count(), 1 << self.agents);
        for agent in 0..self.agents {
            for secret in 0..self.agents {
                let whether = self.knows_whether(agent, secret);
                let known = holds(&self.state, &self.terms, whether).expect("defined");
                assert_eq!(known, self.known[agent][secret], "agent {agent}, secret {secret}");
            }
        }
    }

    fn knows_whether(&mut self, agent: usize, secret: usize) -> Formula {
        let agent = Agent::from_index(agent);
        self.terms.formula(FormulaNode::KnowsWhether(agent, self.secrets[secret]))
    }

    /// Everybody knows that everybody knows everything, and nobody considers anything else possible.
    fn check_the_end(&mut self) {
        let mut all = Vec::new();
        for agent in 0..self.agents {
            all.extend((0..self.agents).map(|secret| self.knows_whether(agent, secret)));
        }
        let all = self.terms.and(all);
        let common = self.terms.formula(FormulaNode::Common(Group::first(self.agents), all));
        assert!(is_valid(&self.state, &self.terms, common).expect("defined"));
        assert_eq!(self.state.relevant_count(), Ok(1));
    }
}

/// The others call the first of four, the four call each other crosswise, the others call again.
fn calls(agents: usize) -> Vec<(usize, usize)> {
    let others = || (4..agents).map(|other| (other, 0));
    others().chain([(0, 1), (2, 3), (0, 2), (1, 3)]).chain(others()).collect()
}

//! Small games, made by chance (EGDL defs. 1, 2 and 5): the schemes and rules of EGDL hold on all of their paths.

use crate::second::{Modal, Tree, tree};
use hexa_lang::NoIncludes;
use hexa_lang::proof::load_proof;
use hexa_logic::Stream;
use hexa_proof::checker::{Limits, check};
use hexa_proof::reading::{Game, Games, read};
use std::collections::BTreeMap;

const AGENTS: [&str; 2] = ["x", "o"];

/// Two agents who can do something or nothing.
struct TwoActions;

impl Games for TwoActions {
    fn game(&self, _from: &str, _path: &str) -> Result<Game, String> {
        let actions =
            |agent: &str| (agent.to_owned(), vec![format!("noop^{agent}"), format!("a^{agent}")]);
        let mut fluents = vec!["p".to_owned(), "q".to_owned()];
        fluents.extend(["initial", "terminal"].map(str::to_owned));
        Ok(Game {
            agents: AGENTS.iter().map(|agent| actions(agent)).collect(),
            fluents,
            ..Game::default()
        })
    }
}

/// Every scheme and every rule of EGDL sec. 3.1, for this signature.
const TEXT: &str = "logic EGDL
game \"two\"
theorem a2: ~next initial
  1. ~next initial by axiom A2
theorem a3: terminal -> ~legal(a^x) & legal(noop^x)
  1. terminal -> ~legal(a^x) & legal(noop^x) by axiom A3
theorem a4: does(noop^o) | does(a^o)
  1. does(noop^o) | does(a^o) by axiom A4
theorem a5: ~(does(noop^o) & does(a^o))
  1. ~(does(noop^o) & does(a^o)) by axiom A5
theorem a6: next (p -> does(a^x)) -> (next p -> next does(a^x))
  1. next (p -> does(a^x)) -> (next p -> next does(a^x)) by axiom A6
theorem a7: ~next K_x does(a^o) <-> next ~K_x does(a^o)
  1. ~next K_x does(a^o) <-> next ~K_x does(a^o) by axiom A7
theorem a8: does(a^x) -> legal(a^x)
  1. does(a^x) -> legal(a^x) by axiom A8
theorem a9: M_x does(a^o) & p & terminal -> next (M_x does(a^o) & p)
  1. (M_x does(a^o) & p) & terminal -> next (M_x does(a^o) & p) by axiom A9
  2. M_x does(a^o) & p & terminal -> next (M_x does(a^o) & p) by 1
theorem a9-next: next (q & ~does(noop^x)) & terminal -> next next (q & ~does(noop^x))
  1. next (q & ~does(noop^x)) & terminal -> next next (q & ~does(noop^x)) by axiom A9
theorem a10: K_x (next p -> next q) -> (K_x next p -> K_x next q)
  1. K_x (next p -> next q) -> (K_x next p -> K_x next q) by axiom A10
theorem a11: K_x next p -> next p
  1. K_x next p -> next p by axiom A11
theorem a12: K_x does(a^x) -> K_x K_x does(a^x)
  1. K_x does(a^x) -> K_x K_x does(a^x) by axiom A12
theorem a13: ~K_x does(a^x) -> K_x ~K_x does(a^x)
  1. ~K_x does(a^x) -> K_x ~K_x does(a^x) by axiom A13
theorem a14: E next p <-> K_x next p & K_o next p
  1. E next p <-> K_x next p & K_o next p by axiom A14
theorem a15: C next p -> E (next p & C next p)
  1. C next p -> E (next p & C next p) by axiom A15
theorem r2: next next (does(a^x) -> legal(a^x))
  1. does(a^x) -> legal(a^x) by axiom A8
  2. next (does(a^x) -> legal(a^x)) by necessitation 1
  3. next next (does(a^x) -> legal(a^x)) by necessitation 2
theorem r3: K_o next ~initial
  1. ~next initial by axiom A2
  2. ~next initial <-> next ~initial by axiom A7
  3. next ~initial by 1, 2
  4. K_o next ~initial by necessitation 3
theorem r4: C next p -> C (next p | q)
  1. C next p -> E (next p & C next p) by axiom A15
  2. next p & C next p -> C next p & (next p | q) by tautology
  3. E (next p & C next p) -> E (C next p & (next p | q)) by monotonicity 2
  4. C next p -> E (C next p & (next p | q)) by 1, 3
  5. C next p -> C (next p | q) by induction 4
";

/// A game: its states, and what happens.
#[derive(Debug)]
struct Played {
    initial: Vec<bool>,
    terminal: Vec<bool>,
    /// For each agent and state whether it can do something, and whether it can do nothing.
    legal: [Vec<[bool; 2]>; 2],
    /// Which states an agent cannot tell apart: those of the same number.
    seen: [Vec<usize>; 2],
    /// Where actions lead: for each state, what x does and what o does.
    next: Vec<[[usize; 2]; 2]>,
    letters: BTreeMap<&'static str, Vec<bool>>,
}

/// What both do: 0 is nothing.
type Both = [usize; 2];

impl Played {
    fn new(stream: &mut Stream) -> Self {
        let states = 2 + stream.below(3);
        // The last state is not initial, so that there is one to go to.
        let initial: Vec<bool> = (0..states).map(|it| it + 1 < states && stream.flip()).collect();
        let terminal: Vec<bool> = initial.iter().map(|&it| !it && stream.one_in(3)).collect();
        let later: Vec<usize> = (0..states).filter(|&it| !initial[it]).collect();
        let mut legal = [Vec::new(), Vec::new()];
        let mut seen = [Vec::new(), Vec::new()];
        for agent in 0..2 {
            for &is_over in &terminal {
                let can = [[true, false], [false, true], [true, true]][stream.below(3)];
                legal[agent].push(if is_over { [true, false] } else { can });
                seen[agent].push(stream.below(2));
            }
        }
        let mut next = Vec::new();
        for (state, &is_over) in terminal.iter().enumerate() {
            let mut to = [[0; 2]; 2];
            to.iter_mut().flatten().for_each(|it| *it = later[stream.below(later.len())]);
            if is_over {
                to[0][0] = state;
            }
            next.push(to);
        }
        let mut letters = BTreeMap::new();
        for name in ["p", "q"] {
            letters.insert(name, (0..states).map(|_| stream.flip()).collect());
        }
        Self { initial, terminal, legal, seen, next, letters }
    }

    fn states(&self) -> usize {
        self.initial.len()
    }

    /// All that can be done in so many steps from a state.
    fn plays(&self, state: usize, steps: usize) -> Vec<Vec<Both>> {
        if steps == 0 {
            return vec![Vec::new()];
        }
        let can = |agent: usize, what: usize| self.legal[agent][state][what];
        let all = [[0, 0], [0, 1], [1, 0], [1, 1]].into_iter();
        let all = all.filter(|both| can(0, both[0]) && can(1, both[1]));
        let go_on = |both: Both| {
            let rest = self.plays(self.next[state][both[0]][both[1]], steps - 1);
            rest.into_iter().map(move |rest| [&[both][..], &rest].concat())
        };
        all.flat_map(go_on).collect()
    }

    /// The states that chains of some agents lead to, in one step or in any number of steps.
    fn reached(&self, state: usize, agents: &[usize], is_closed: bool) -> Vec<usize> {
        let mut found = vec![state];
        let mut at = 0;
        while at < found.len() {
            let from = found[at];
            for other in 0..self.states() {
                let is_seen = agents.iter().any(|&it| self.seen[it][from] == self.seen[it][other]);
                if is_seen && !found.contains(&other) {
                    found.push(other);
                }
            }
            at += 1;
            if !is_closed {
                break;
            }
        }
        found
    }

    /// Whether a sentence holds on a path, of which as much is given as it speaks of.
    fn holds(&self, state: usize, path: &[Both], tree: &Tree) -> bool {
        let here = |tree: &Tree| self.holds(state, path, tree);
        match tree {
            Tree::True => true,
            Tree::False => false,
            Tree::Any(_) => panic!("there are no parameters"),
            Tree::Letter(name) => self.letter(state, path, name),
            Tree::Not(body) => !here(body),
            Tree::And(parts) => parts.iter().all(here),
            Tree::Or(parts) => parts.iter().any(here),
            Tree::Implies(left, right) => !here(left) || here(right),
            Tree::Iff(left, right) => here(left) == here(right),
            Tree::Box(Modal::Next, body) => {
                let [x, o] = path[0];
                self.holds(self.next[state][x][o], &path[1..], body)
            }
            Tree::Box(modal, body) => {
                let number = |name: &String| AGENTS.iter().position(|it| it == name).expect("one");
                let states = match modal {
                    Modal::Knows(who) => self.reached(state, &[number(who)], false),
                    Modal::Everybody(group) => {
                        self.reached(state, &group.iter().map(number).collect::<Vec<_>>(), false)
                    }
                    Modal::Common(group) => {
                        self.reached(state, &group.iter().map(number).collect::<Vec<_>>(), true)
                    }
                    _ => panic!("the language has no other operators"),
                };
                let steps = depth(body);
                states.into_iter().all(|state| {
                    self.plays(state, steps).iter().all(|path| self.holds(state, path, body))
                })
            }
        }
    }

    fn letter(&self, state: usize, path: &[Both], name: &str) -> bool {
        let inside = name.split_once('(').map(|(word, rest)| (word, rest.trim_end_matches(')')));
        let action = |name: &str| {
            let (what, who) = name.split_once('^').expect("an action");
            (usize::from(who == "o"), usize::from(what == "a"))
        };
        match (name, inside) {
            ("initial", _) => self.initial[state],
            ("terminal", _) => self.terminal[state],
            (_, Some(("legal", name))) => {
                let (agent, what) = action(name);
                self.legal[agent][state][what]
            }
            (_, Some(("does", name))) => {
                let (agent, what) = action(name);
                path[0][agent] == what
            }
            _ => self.letters[name][state],
        }
    }
}

/// How many steps of a path a sentence speaks of.
fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::True | Tree::False | Tree::Any(_) => 0,
        Tree::Letter(name) => usize::from(name.starts_with("does(")),
        Tree::Not(body) => depth(body),
        Tree::And(parts) | Tree::Or(parts) => parts.iter().map(depth).max().unwrap_or(0),
        Tree::Implies(left, right) | Tree::Iff(left, right) => depth(left).max(depth(right)),
        Tree::Box(Modal::Next, body) => 1 + depth(body),
        Tree::Box(..) => 0,
    }
}

#[test]
fn what_is_proved_of_games_holds_in_games() {
    let loaded = load_proof("games.proof", TEXT, &NoIncludes);
    let mut development = read(&loaded, &TwoActions).expect("it can be read").development;
    let found = check(&mut development, &Limits::default()).expect("nobody stops it");
    assert!(found.iter().all(|checked| checked.faults.is_empty()), "{found:?}");
    let lines = development.theorems.iter().flat_map(|theorem| &theorem.lines);
    let trees: Vec<Tree> = lines.map(|line| tree(&development, line.sentence)).collect();
    let mut stream = Stream::new("games", 1);
    let mut terminal = 0;
    for _ in 0..300 {
        let game = Played::new(&mut stream);
        terminal += game.terminal.iter().filter(|&&it| it).count();
        for tree in &trees {
            for state in 0..game.states() {
                for path in game.plays(state, depth(tree)) {
                    assert!(
                        game.holds(state, &path, tree),
                        "{tree:?} on {path:?} from {state} in {game:?}"
                    );
                }
            }
        }
    }
    assert!(terminal > 50, "only {terminal} terminal states");
}

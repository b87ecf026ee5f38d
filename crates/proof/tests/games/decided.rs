//! The logic of games: what is decided against what random games say, and countermodels against the definition of models.

use hexa_engine::Limits;
use hexa_logic::Stream;
use hexa_proof::checker::{self, check};
use hexa_proof::elimination::{Decision, Goal, Structure, decide};
use hexa_proof::{
    Deed, Development, Operator, ProofLine, ProofSystem, Sentence, Sentences, Shape, Signature,
    Theorem, Who,
};

struct Game {
    sentences: Sentences,
    signature: Signature,
    letters: Vec<Sentence>,
}

fn game() -> Game {
    let mut sentences = Sentences::default();
    let mut signature = Signature::default();
    let mut letters: Vec<Sentence> =
        ["p", "q", "initial", "terminal"].iter().map(|name| sentences.letter(name)).collect();
    for agent in ["a", "b"] {
        sentences.agent(agent);
        let mut deeds = Vec::new();
        for action in ["noop", "x"] {
            let legal = sentences.name(&format!("legal({action}^{agent})"));
            let does = sentences.name(&format!("does({action}^{agent})"));
            letters.push(sentences.make(Shape::Letter(legal)));
            letters.push(sentences.make(Shape::Letter(does)));
            deeds.push(Deed { legal, does });
        }
        signature.actions.push(deeds);
    }
    Game { sentences, signature, letters }
}

impl Game {
    fn random(&mut self, stream: &mut Stream, size: usize) -> Sentence {
        if size <= 1 {
            return self.letters[stream.below(self.letters.len())];
        }
        let agents: Vec<_> = self.sentences.agents().collect();
        match stream.below(8) {
            0 | 1 => {
                let body = self.random(stream, size - 1);
                self.sentences.not(body)
            }
            2 | 3 => {
                let left = 1 + stream.below(size - 1);
                let parts = vec![self.random(stream, left), self.random(stream, size - left)];
                match stream.below(3) {
                    0 => self.sentences.and(parts),
                    1 => self.sentences.or(parts),
                    _ => self.sentences.implies(parts[0], parts[1]),
                }
            }
            4 => {
                let body = self.random(stream, size - 1);
                self.sentences.boxed(Operator::Next, body)
            }
            5 | 6 => {
                let who = Who::Agent(agents[stream.below(2)]);
                let body = self.random(stream, size - 1);
                self.sentences.boxed(Operator::Knows(who), body)
            }
            _ => {
                let party = self.sentences.party_of(agents);
                let body = self.random(stream, size - 1);
                self.sentences.boxed(Operator::Common(party), body)
            }
        }
    }

    fn decide(&mut self, formula: Sentence) -> Decision {
        let goal = Goal {
            system: ProofSystem::Egdl,
            signature: &self.signature,
            everywhere: &[],
            formula,
        };
        decide(&mut self.sentences, &goal, &Limits::default()).expect("small")
    }

    /// The checker accepts the lines.
    fn check(&mut self, formula: Sentence, lines: &[ProofLine]) {
        let mut development = Development::new(ProofSystem::Egdl);
        development.sentences = self.sentences.clone();
        development.signature = self.signature.clone();
        development.theorems.push(Theorem {
            name: "decided".into(),
            parameters: Vec::new(),
            conditions: Vec::new(),
            statement: formula,
            lines: lines.to_vec(),
        });
        let found = check(&mut development, &checker::Limits::default()).expect("not stopped");
        assert!(found[0].faults.is_empty(), "{:?}\n{lines:#?}", found[0].faults);
        assert!(found[0].foundations.is_empty());
    }

    /// Whether worlds are states with one path each of a model (defs. 1 and 2).
    fn is_model(&self, structure: &Structure) -> bool {
        let holds = |name: &str, at: usize| {
            let letter = self.sentences.known_letter(name).map(Shape::Letter);
            structure.worlds[at].iter().any(|&s| Some(self.sentences.shape(s)) == letter.as_ref())
        };
        (0..structure.worlds.len()).all(|at| {
            let next = structure.next[at];
            let ends = holds("terminal", at);
            let agents = ["a", "b"].iter().all(|agent| {
                let says = |what: &str, action: &str| {
                    let name = format!("{what}({action}^{agent})");
                    self.sentences.known_letter(&name).map(|_| holds(&name, at))
                };
                let spoken = structure.worlds.iter().flatten().any(|&s| {
                    matches!(self.sentences.shape(s), Shape::Letter(l)
                        if self.sentences.letter_name(*l).ends_with(&format!("^{agent})")))
                });
                let does: Vec<bool> =
                    ["noop", "x"].iter().filter_map(|action| says("does", action)).collect();
                let legal: Vec<bool> =
                    ["noop", "x"].iter().filter_map(|action| says("legal", action)).collect();
                !spoken
                    || (does.iter().filter(|&&does| does).count() == 1
                        && does.iter().zip(&legal).all(|(does, legal)| !does || *legal)
                        && (!ends || legal == [true, false]))
            });
            agents && !holds("initial", next) && (!ends || (next == at && !holds("initial", at)))
        })
    }

    /// A random structure that is a model.
    fn random_model(&mut self, stream: &mut Stream) -> Structure {
        let count = 1 + stream.below(4);
        let mut worlds = Vec::new();
        let mut next = Vec::new();
        let letters = self.letters.clone();
        for at in 0..count {
            let mut world = Vec::new();
            let ends = stream.below(3) == 0;
            for &letter in &letters[..2] {
                if stream.below(2) == 0 {
                    world.push(letter);
                }
            }
            if ends {
                world.push(letters[3]);
            } else if at == 0 && stream.below(2) == 0 {
                world.push(letters[2]);
            }
            for agent in 0..2 {
                let of = &letters[4 + 4 * agent..][..4];
                let done = if ends { 0 } else { stream.below(2) };
                for action in 0..2 {
                    if action == done || (!ends && stream.below(2) == 0) {
                        world.push(of[2 * action]);
                    }
                }
                world.push(of[2 * done + 1]);
            }
            worlds.push(world);
            next.push(if ends { at } else { stream.below(count) });
        }
        // No state leads to an initial one.
        for &to in &next {
            worlds[to].retain(|letter| *letter != letters[2]);
        }
        let agents: Vec<_> = self.sentences.agents().collect();
        let classes = agents
            .into_iter()
            .map(|agent| {
                let class = (0..count).map(|_| stream.below(count)).collect();
                (Who::Agent(agent), class)
            })
            .collect();
        Structure { worlds, classes, next }
    }
}

fn cases() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1)
}

fn seed() -> u64 {
    std::env::var("HEXA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

#[test]
fn what_is_refuted_has_a_model_and_what_is_proved_holds_in_all() {
    let mut stream = Stream::new("decisions of games", seed());
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..600 * cases() {
        let mut game = game();
        let size = 2 + stream.below(9);
        let formula = game.random(&mut stream, size);
        match game.decide(formula) {
            Decision::Refutable(structure) => {
                refuted += 1;
                assert!(!structure.truth(&game.sentences, formula)[0]);
                assert!(game.is_model(&structure), "{structure:?}");
            }
            Decision::Provable(lines) => {
                proved += 1;
                game.check(formula, &lines);
                for _ in 0..40 {
                    let model = game.random_model(&mut stream);
                    for line in &lines {
                        let truth = model.truth(&game.sentences, line.sentence);
                        assert!(truth.iter().all(|&holds| holds), "{line:?}");
                    }
                }
            }
        }
    }
    assert!(proved > 20 && refuted > 100, "{proved} {refuted}");
}

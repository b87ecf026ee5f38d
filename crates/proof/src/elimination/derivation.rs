//! From what types have in common to lines of a proof.

use super::facts::{Chainless, Known, Law, Needed, Normal, Why};
use super::rounds::Rounds;
use crate::proof::{Inference, ProofLine, ProofSystem};
use crate::sentence::{Operator, Sentence, Sentences, Shape, Who};
use rustc_hash::FxHashMap;

/// The lines of a proof of the formula, which is the last.
pub(super) fn derive(rounds: Rounds<'_>, needed: Needed) -> Vec<ProofLine> {
    let Rounds { sentences, goal, facts, .. } = rounds;
    let mut writer =
        Writer { system: goal.system, sentences, lines: Vec::new(), places: FxHashMap::default() };
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, sources) in needed.facts {
        let mut sources = sources.into_iter().map(|list| {
            list.into_iter().filter_map(|fact| places.get(&fact).copied()).collect::<Vec<_>>()
        });
        let place = match &facts[at].why {
            Why::Rule(name, instance) if name.is_empty() => {
                writer.line(*instance, Inference::Given)
            }
            Why::Rule(name, instance) => writer.line(*instance, Inference::Rule(name.clone())),
            Why::Axiom(law, sentence) => writer.axiom(*law, *sentence),
            Why::End(sentence) => writer.end(*sentence),
            Why::EndIsNoStart => writer.end_is_no_start(),
            Why::Known(known) => {
                let source = sources.next().unwrap_or_default();
                writer.known(known, source)
            }
            Why::Next(clause) => {
                let source = sources.next().unwrap_or_default();
                writer.next(clause, source)
            }
            Why::Common(chainless) => writer.common(chainless, sources.collect()),
        };
        places.insert(at, place);
    }
    let from = needed.for_formula.iter().filter_map(|fact| places.get(fact).copied()).collect();
    let last = writer.consequence(goal.formula, from);
    writer.end_at(last)
}

impl Law {
    /// What its scheme is called in a logic.
    fn name(self, system: ProofSystem) -> &'static str {
        let is_game = system == ProofSystem::Egdl;
        match self {
            Self::Distribution => {
                if is_game {
                    "A10"
                } else {
                    "K"
                }
            }
            Self::Truth => {
                if is_game {
                    "A11"
                } else {
                    "T"
                }
            }
            Self::PositiveIntrospection => {
                if is_game {
                    "A12"
                } else {
                    "4"
                }
            }
            Self::NegativeIntrospection => {
                if is_game {
                    "A13"
                } else {
                    "5"
                }
            }
            Self::Everybody => {
                if is_game {
                    "A14"
                } else {
                    "E"
                }
            }
            Self::Common => {
                if is_game {
                    "A15"
                } else {
                    "mix"
                }
            }
            Self::NeverInitial => "A2",
            Self::EndIsIdle => "A3",
            Self::SomethingIsDone => "A4",
            Self::OneThingIsDone => "A5",
            Self::NextDistribution => "A6",
            Self::NextOfNot => "A7",
            Self::DoneIsLegal => "A8",
            Self::EndStays => "A9",
        }
    }
}

struct Writer<'s> {
    system: ProofSystem,
    sentences: &'s mut Sentences,
    lines: Vec<ProofLine>,
    /// Where each sentence stands that does.
    places: FxHashMap<Sentence, usize>,
}

impl Writer<'_> {
    fn line(&mut self, sentence: Sentence, reason: Inference) -> usize {
        if let Some(&place) = self.places.get(&sentence) {
            return place;
        }
        self.lines.push(ProofLine { depth: 0, sentence, reason });
        self.places.insert(sentence, self.lines.len() - 1);
        self.lines.len() - 1
    }

    fn axiom(&mut self, law: Law, sentence: Sentence) -> usize {
        let name = law.name(self.system).into();
        self.line(sentence, Inference::Axiom(name))
    }

    fn consequence(&mut self, sentence: Sentence, mut from: Vec<usize>) -> usize {
        from.sort_unstable();
        from.dedup();
        self.line(sentence, Inference::Consequence(from))
    }

    /// The lines up to one, which is made the last.
    fn end_at(mut self, last: usize) -> Vec<ProofLine> {
        if last + 1 < self.lines.len() {
            let ProofLine { sentence, .. } = self.lines[last];
            self.lines.push(ProofLine {
                depth: 0,
                sentence,
                reason: Inference::Consequence(vec![last]),
            });
        }
        self.lines
    }

    fn literal(&mut self, (sentence, value): (Sentence, bool)) -> Sentence {
        if value { sentence } else { self.sentences.not(sentence) }
    }

    /// What denies a literal.
    fn denial(&mut self, (sentence, value): (Sentence, bool)) -> Sentence {
        self.literal((sentence, !value))
    }

    fn normal(&mut self, normal: &Normal) -> Sentence {
        let mut some = Vec::new();
        for conjunction in normal {
            let all = conjunction.iter().map(|&literal| self.literal(literal)).collect();
            some.push(self.sentences.and(all));
        }
        self.sentences.or(some)
    }

    /// That one of these holds, or the conclusion follows: `c1 -> (c2 -> ... -> conclusion)`. All of them, the longest first.
    fn chain(&mut self, conditions: &[Sentence], conclusion: Sentence) -> Vec<Sentence> {
        let mut chain = vec![conclusion];
        for &condition in conditions.iter().rev() {
            let rest = chain[chain.len() - 1];
            chain.push(self.sentences.implies(condition, rest));
        }
        chain.reverse();
        chain
    }

    /// `W | K_r ψ`, from lines that entail `W | ψ`.
    fn known(&mut self, known: &Known, source: Vec<usize>) -> usize {
        let operator = Operator::Knows(known.who);
        // W fails if a literal fails in each of its conjunctions.
        let clauses: Vec<Vec<Sentence>> = known
            .unless
            .iter()
            .map(|all| all.iter().map(|&literal| self.denial(literal)).collect())
            .collect();
        let conditions: Vec<Sentence> =
            clauses.iter().map(|clause| self.sentences.or(clause.clone())).collect();
        let chain = self.chain(&conditions, known.body);
        let start = self.consequence(chain[0], source);
        let mut from = self.distribute(operator, &conditions, &chain, start);
        for (clause, condition) in clauses.iter().zip(&conditions) {
            from.extend(self.introspect(known.who, clause, *condition));
        }
        let knows = self.sentences.boxed(operator, known.body);
        let unless = self.normal(&known.unless);
        let fact = match known.unless.is_empty() {
            true => knows,
            false => self.sentences.or(vec![unless, knows]),
        };
        self.consequence(fact, from)
    }

    /// What is behind an operator, from a line that is a chain: the chain itself and each step of it.
    fn distribute(
        &mut self,
        operator: Operator,
        conditions: &[Sentence],
        chain: &[Sentence],
        start: usize,
    ) -> Vec<usize> {
        let boxed = self.sentences.boxed(operator, chain[0]);
        let mut from = vec![self.line(boxed, Inference::Necessitation(start))];
        for (at, condition) in conditions.iter().enumerate() {
            let whole = self.sentences.boxed(operator, chain[at]);
            let condition = self.sentences.boxed(operator, *condition);
            let rest = self.sentences.boxed(operator, chain[at + 1]);
            let step = self.sentences.implies(condition, rest);
            let axiom = self.sentences.implies(whole, step);
            let is_next = operator == Operator::Next;
            let law = if is_next { Law::NextDistribution } else { Law::Distribution };
            from.push(self.axiom(law, axiom));
        }
        from
    }

    /// That an agent knows what they know and do not know, if one of these is so.
    fn introspect(&mut self, who: Who, clause: &[Sentence], condition: Sentence) -> Vec<usize> {
        let mut lines = Vec::new();
        for &literal in clause {
            let knows = self.sentences.boxed(Operator::Knows(who), literal);
            let introspection = self.sentences.implies(literal, knows);
            let is_denied = matches!(self.sentences.shape(literal), Shape::Not(_));
            let law = match is_denied {
                true => Law::NegativeIntrospection,
                false => Law::PositiveIntrospection,
            };
            lines.push(self.axiom(law, introspection));
            if literal != condition {
                let weaker = self.sentences.implies(literal, condition);
                let weaker = self.consequence(weaker, Vec::new());
                let knows_condition = self.sentences.boxed(Operator::Knows(who), condition);
                let knows_weaker = self.sentences.implies(knows, knows_condition);
                lines.push(self.line(knows_weaker, Inference::Monotonicity(weaker)));
            }
        }
        lines
    }

    /// A clause after `next`, from lines that entail it for all states but initial ones.
    fn next(&mut self, clause: &[(Sentence, bool)], source: Vec<usize>) -> usize {
        let initial = self.sentences.letter("initial");
        let not_initial = self.sentences.not(initial);
        let mut conditions = vec![not_initial];
        let (mut from, mut literals) = (Vec::new(), Vec::new());
        for &(sentence, value) in clause {
            let Shape::Box(_, body) = *self.sentences.shape(sentence) else { continue };
            literals.push(self.literal((sentence, value)));
            conditions.push(self.denial((body, value)));
            if value {
                from.push(self.next_of_not(body));
            }
        }
        let chain = self.chain(&conditions, Sentences::FALSE);
        let start = self.consequence(chain[0], source);
        from.extend(self.distribute(Operator::Next, &conditions, &chain, start));
        from.push(self.next_of_not(initial));
        let start = self.sentences.boxed(Operator::Next, initial);
        let never = self.sentences.not(start);
        from.push(self.axiom(Law::NeverInitial, never));
        // Nothing false is next either.
        from.extend(self.next_is_consistent());
        let fact = self.sentences.or(literals);
        self.consequence(fact, from)
    }

    /// `~next φ <-> next ~φ`
    fn next_of_not(&mut self, body: Sentence) -> usize {
        let next = self.sentences.boxed(Operator::Next, body);
        let left = self.sentences.not(next);
        let not = self.sentences.not(body);
        let right = self.sentences.boxed(Operator::Next, not);
        let axiom = self.sentences.iff(left, right);
        self.axiom(Law::NextOfNot, axiom)
    }

    /// Lines from which `~next false` follows.
    fn next_is_consistent(&mut self) -> Vec<usize> {
        let truth = self.sentences.not(Sentences::FALSE);
        let line = self.consequence(truth, Vec::new());
        let next = self.sentences.boxed(Operator::Next, truth);
        vec![self.line(next, Inference::Necessitation(line)), self.next_of_not(Sentences::FALSE)]
    }

    /// `φ & terminal -> next φ`
    fn stays(&mut self, body: Sentence) -> usize {
        let terminal = self.sentences.letter("terminal");
        let both = self.sentences.and(vec![body, terminal]);
        let next = self.sentences.boxed(Operator::Next, body);
        let axiom = self.sentences.implies(both, next);
        self.axiom(Law::EndStays, axiom)
    }

    /// `terminal -> (next ψ <-> ψ)`
    fn end(&mut self, next: Sentence) -> usize {
        let Shape::Box(_, body) = *self.sentences.shape(next) else { return 0 };
        let not = self.sentences.not(body);
        let from = vec![self.stays(body), self.stays(not), self.next_of_not(body)];
        let terminal = self.sentences.letter("terminal");
        let same = self.sentences.iff(next, body);
        let fact = self.sentences.implies(terminal, same);
        self.consequence(fact, from)
    }

    /// `terminal -> ~initial`
    fn end_is_no_start(&mut self) -> usize {
        let initial = self.sentences.letter("initial");
        let terminal = self.sentences.letter("terminal");
        let start = self.sentences.boxed(Operator::Next, initial);
        let never = self.sentences.not(start);
        let from = vec![self.stays(initial), self.axiom(Law::NeverInitial, never)];
        let not = self.sentences.not(initial);
        let fact = self.sentences.implies(terminal, not);
        self.consequence(fact, from)
    }

    /// `β -> C ψ`, by induction.
    fn common(&mut self, chainless: &Chainless, sources: Vec<Vec<usize>>) -> usize {
        let Chainless { party, body, cut_off, steps } = chainless;
        let beta = self.normal(cut_off);
        let both = self.sentences.and(vec![beta, *body]);
        let mut from = Vec::new();
        let mut each = Vec::new();
        for (step, sources) in steps.iter().zip(sources.chunks(2)) {
            let known = Known { body: both, ..step.known.clone() };
            from.push(self.known(&known, sources[0].clone()));
            let unless = self.normal(&known.unless);
            let not = self.sentences.not(unless);
            let shut = self.sentences.implies(beta, not);
            from.push(self.consequence(shut, sources[1].clone()));
            each.push(self.sentences.boxed(Operator::Knows(known.who), both));
        }
        let everybody = self.sentences.boxed(Operator::Everybody(*party), both);
        let each = self.sentences.and(each);
        let axiom = self.sentences.iff(everybody, each);
        from.push(self.axiom(Law::Everybody, axiom));
        let step = self.sentences.implies(beta, everybody);
        let step = self.consequence(step, from);
        let common = self.sentences.boxed(Operator::Common(*party), *body);
        let fact = self.sentences.implies(beta, common);
        self.line(fact, Inference::Induction(step))
    }
}

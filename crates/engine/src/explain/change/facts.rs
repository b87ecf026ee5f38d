//! The facts that became known, as few as say it all.
//!
//! A candidate is something that an agent knows, or that everybody with access
//! commonly knows: of the facts (an atom, its negation, the whole deal, a formula that
//! was tested), or of an agent's knowledge (they know an atom or its negation, know
//! whether, knows the whole deal, does not know whether). Candidates are judged in the actual
//! world before and after. Those that became true are *gained*, the others *lost*.
//!
//! **Smallest.** Knowing rules out chains of possibilities of the state before (see
//! [`chains`](super::chains)). The facts listed are a smallest set of gained ones that
//! rules out every chain that any gained one rules out; all the others follow from
//! them and from what was known. Among sets of that size the plainest facts are preferred: the deal,
//! then that an atom is true, then that it is false, then what somebody knows. Finding a smallest set
//! is a covering problem; the search is exact up to a limit, and [`Proof`] says if
//! the limit was hit.
//!
//! That somebody does *not* know rules out no chain. Such facts, and those that are lost, are listed unless
//! they follow from what is listed if nothing else is ruled out, or from one another.

use super::chains::Base;
use super::known::{Kind, Side};
use super::{Subject, cover};
use crate::limits::Pace;
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Stopped, Terms, Vocabulary};
use std::collections::BTreeSet;

/// Who knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Knower {
    /// It is common knowledge of all who have access.
    Everybody,
    /// This agent.
    Agent(Agent),
}

/// What is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// The value of every atom about cards; of every atom, if there are no cards.
    Everything,
    /// The atom is true.
    Holds(Atom),
    /// A formula is true, by its place among those observed.
    Formula(usize),
    /// The atom is false.
    Fails(Atom),
    /// The agent knows everything.
    KnowsEverything(Agent),
    /// The agent knows that the atom is true.
    Knows(Agent, Atom),
    /// The agent knows whether the atom is true.
    KnowsWhether(Agent, Atom),
    /// The agent knows that the atom is false.
    KnowsNot(Agent, Atom),
    /// The agent does not know everything.
    LacksSomething(Agent),
    /// The agent does not know whether the atom is true.
    Unsure(Agent, Atom),
}

impl Content {
    /// The agent whose knowledge it speaks of.
    pub fn about(self) -> Option<Agent> {
        match self {
            Self::Everything | Self::Holds(_) | Self::Formula(_) | Self::Fails(_) => None,
            Self::KnowsEverything(agent)
            | Self::Knows(agent, _)
            | Self::KnowsWhether(agent, _)
            | Self::KnowsNot(agent, _)
            | Self::LacksSomething(agent)
            | Self::Unsure(agent, _) => Some(agent),
        }
    }
}

/// Somebody knows something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// Who knows.
    pub knower: Knower,
    /// What.
    pub content: Content,
}

impl Fact {
    /// The fact as a formula: `everybody` are those who have access before and after, `formulas` those that
    /// were observed, of the same store.
    pub fn formula(
        &self,
        terms: &mut Terms,
        vocabulary: &Vocabulary,
        everybody: &Group,
        formulas: &[Formula],
    ) -> Formula {
        let everything = |terms: &mut Terms, agent: Agent| {
            let atoms: Vec<Atom> =
                Subject::of(vocabulary).atoms().ones().map(Atom::from_index).collect();
            let whether = |&atom: &Atom| {
                let atom = terms.formula(FormulaNode::Atom(atom));
                terms.formula(FormulaNode::KnowsWhether(agent, atom))
            };
            let parts = atoms.iter().map(whether).collect();
            terms.and(parts)
        };
        let literal = |terms: &mut Terms, atom: Atom, node: fn(&mut Terms, Formula) -> Formula| {
            let atom = terms.formula(FormulaNode::Atom(atom));
            node(terms, atom)
        };
        let inner = match self.content {
            Content::Everything => match self.knower {
                Knower::Agent(agent) => return everything(terms, agent),
                Knower::Everybody => return everything_is_common(terms, vocabulary, everybody),
            },
            Content::Holds(atom) => literal(terms, atom, |_, atom| atom),
            Content::Fails(atom) => literal(terms, atom, Terms::not),
            Content::Formula(at) => formulas[at],
            Content::KnowsEverything(agent) => everything(terms, agent),
            Content::LacksSomething(agent) => {
                let all = everything(terms, agent);
                terms.not(all)
            }
            Content::Knows(agent, atom) => {
                let known = literal(terms, atom, |_, atom| atom);
                terms.formula(FormulaNode::Knows(agent, known))
            }
            Content::KnowsNot(agent, atom) => {
                let known = literal(terms, atom, Terms::not);
                terms.formula(FormulaNode::Knows(agent, known))
            }
            Content::KnowsWhether(agent, atom) => {
                let known = literal(terms, atom, |_, atom| atom);
                terms.formula(FormulaNode::KnowsWhether(agent, known))
            }
            Content::Unsure(agent, atom) => {
                let known = literal(terms, atom, |_, atom| atom);
                let whether = terms.formula(FormulaNode::KnowsWhether(agent, known));
                terms.not(whether)
            }
        };
        terms.formula(match self.knower {
            Knower::Agent(agent) => FormulaNode::Knows(agent, inner),
            Knower::Everybody => FormulaNode::Common(everybody.clone(), inner),
        })
    }
}

/// Of every atom it is common knowledge that it is true, or that it is false. That is more than common
/// knowledge that everybody knows whether, if agents can be wrong.
fn everything_is_common(terms: &mut Terms, vocabulary: &Vocabulary, everybody: &Group) -> Formula {
    let subject = Subject::of(vocabulary);
    let mut parts = Vec::new();
    for atom in subject.atoms().ones().map(Atom::from_index) {
        let yes = terms.formula(FormulaNode::Atom(atom));
        let no = terms.not(yes);
        let known = [yes, no].map(|f| terms.formula(FormulaNode::Common(everybody.clone(), f)));
        parts.push(terms.or(known.to_vec()));
    }
    terms.and(parts)
}

/// Whether no smaller set of facts says as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// None does.
    Smallest,
    /// The search was ended by its limit: no fact is superfluous, but others may be fewer.
    Irredundant,
}

/// Facts that were not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// Nothing.
    Nothing,
    /// What is known of knowledge: it would take more steps than this.
    KnowledgeOfKnowledge(u64),
}

/// What became known, and what is not known any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactChange {
    /// True now, false before; all others of that kind follow.
    pub now: Vec<Fact>,
    /// What agents learnt of the facts and follows from these, in as few facts.
    pub so: Vec<Fact>,
    /// True before, false now.
    pub no_longer: Vec<Fact>,
    /// Whether `now` is smallest.
    pub proof: Proof,
    /// What was left out.
    pub left_out: LeftOut,
}

/// What is known of knowledge is only looked at if atoms times agents squared, or the links that
/// have to be compared with facts, are at most this many.
const MOST_STEPS: u64 = 100_000_000;

/// All candidates that became true or false, in two sets.
#[derive(Clone, Default)]
pub(super) struct Turned {
    pub(super) gained: BTreeSet<Fact>,
    pub(super) lost: BTreeSet<Fact>,
    pub(super) kept: BTreeSet<Fact>,
}

/// Compares what is known.
pub(super) fn compare(
    before: &Side<'_>,
    after: &Side<'_>,
    pace: &Pace,
) -> Result<FactChange, Stopped> {
    let shared: Group = before.group().iter().filter(|&a| after.group().contains(a)).collect();
    let (atoms, agents) = (before.subject.atoms().len() as u64, shared.len() as u64);
    let few = atoms * agents * agents <= MOST_STEPS / 100;
    let order = if few { Order::Two } else { Order::One };
    let turned = compare_facts(before, after, &shared, order, pace)?;
    let base = Base::new(before, after, &shared, &turned.kept, pace)?;
    match base.steps(&turned) {
        steps if few && steps <= MOST_STEPS => Comparison { base, turned }.run(LeftOut::Nothing),
        _ => {
            let turned = turned.of_facts();
            Comparison { base, turned }.run(LeftOut::KnowledgeOfKnowledge(MOST_STEPS))
        }
    }
}

/// What is known of the facts, or also what is known of that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    One,
    Two,
}

fn compare_facts(
    before: &Side<'_>,
    after: &Side<'_>,
    group: &Group,
    order: Order,
    pace: &Pace,
) -> Result<Turned, Stopped> {
    let old = candidates(before, group, order, pace)?;
    let new = candidates(after, group, order, pace)?;
    Ok(Turned {
        gained: new.difference(&old).copied().collect(),
        lost: old.difference(&new).copied().collect(),
        kept: old.intersection(&new).copied().collect(),
    })
}

/// The candidates that are true.
fn candidates(
    side: &Side<'_>,
    group: &Group,
    order: Order,
    pace: &Pace,
) -> Result<BTreeSet<Fact>, Stopped> {
    let mut found = BTreeSet::new();
    let everybody = (group.len() > 1).then_some(Knower::Everybody);
    for knower in everybody.into_iter().chain(group.iter().map(Knower::Agent)) {
        let worlds = side.possible(knower, group);
        pace.count(1 + (worlds.len() as u64).min(1 << 12))?;
        side.of_facts(knower, &worlds, &mut found);
        if order == Order::Two {
            for agent in group.iter().filter(|&agent| knower != Knower::Agent(agent)) {
                pace.count(1 + (worlds.len() as u64).min(1 << 12))?;
                side.of_knowledge(knower, &worlds, agent, &mut found);
            }
        }
    }
    Ok(found)
}

impl Turned {
    fn of_facts(&self) -> Self {
        let plain = |set: &BTreeSet<Fact>| {
            set.iter().filter(|fact| fact.content.about().is_none()).copied().collect()
        };
        Self { gained: plain(&self.gained), lost: plain(&self.lost), kept: plain(&self.kept) }
    }
}

struct Comparison<'a> {
    base: Base<'a>,
    turned: Turned,
}

impl Comparison<'_> {
    fn run(self, left_out: LeftOut) -> Result<FactChange, Stopped> {
        let gained = self.turned.gained.iter().copied();
        let (ruling, mute): (Vec<Fact>, Vec<Fact>) = gained.partition(|&f| self.base.rules(f));
        let (mut now, proof) = self.smallest(&ruling, &self.base.chains(&ruling)?)?;
        let unexplained = self.base.unexplained_facts(&now, &mute, &self.turned.lost)?;
        now.extend(
            self.drop_superfluous(&unexplained.gained, |kept, fact| self.implies(kept, fact)),
        );
        let no_longer =
            self.drop_superfluous(&unexplained.lost, |kept, fact| self.implies(fact, kept));
        let so = self.consequences(&now)?;
        Ok(FactChange { now, so, no_longer, proof, left_out })
    }

    fn smallest(&self, facts: &[Fact], chains: &[Vec<u32>]) -> Result<(Vec<Fact>, Proof), Stopped> {
        let weights: Vec<u64> = facts.iter().map(|&fact| self.weight(fact)).collect();
        let cover = cover::smallest(chains, &weights, self.base.pace)?;
        let chosen = cover.chosen.iter().map(|&at| facts[at as usize]).collect();
        Ok((chosen, if cover.proven { Proof::Smallest } else { Proof::Irredundant }))
    }

    /// One fact more weighs more than any preference.
    fn weight(&self, fact: Fact) -> u64 {
        let rank = match fact.content {
            Content::Everything if self.base.has_cards() => 0,
            Content::Holds(_) => 1,
            Content::Formula(_) => 2,
            Content::Fails(_) => 3,
            Content::Everything => 4,
            Content::KnowsEverything(_) => 5,
            Content::Knows(..) => 6,
            Content::KnowsWhether(..) => 7,
            Content::KnowsNot(..) | Content::LacksSomething(_) | Content::Unsure(..) => 8,
        };
        let alone = u64::from(fact.knower != Knower::Everybody);
        1_000_000 + 2 * rank + alone
    }

    /// For each agent what they learnt of the facts, without what is listed anyway.
    fn consequences(&self, now: &[Fact]) -> Result<Vec<Fact>, Stopped> {
        let mut so = Vec::new();
        for agent in self.base.group().iter() {
            let own = |fact: &&Fact| {
                fact.knower == Knower::Agent(agent) && fact.content.about().is_none()
            };
            let own: Vec<Fact> = self.turned.gained.iter().filter(own).copied().collect();
            let (learnt, _) = self.smallest(&own, &self.base.first_links(&own)?)?;
            so.extend(learnt.into_iter().filter(|&fact| !self.is_told_by(fact, now)));
        }
        Ok(so)
    }

    /// Whether a reader of the listed facts has read this one.
    fn is_told_by(&self, fact: Fact, now: &[Fact]) -> bool {
        now.iter().any(|&listed| {
            let reaches = listed.knower == fact.knower || listed.knower == Knower::Everybody;
            reaches
                && (listed.content == fact.content
                    || self.content_implies(listed.content, fact.content))
        })
    }

    /// Drops facts that another one makes superfluous, the least plain first.
    fn drop_superfluous(
        &self,
        facts: &BTreeSet<Fact>,
        superfluous: impl Fn(Fact, Fact) -> bool,
    ) -> Vec<Fact> {
        let mut kept: Vec<Fact> = facts.iter().copied().collect();
        kept.sort_by_key(|&fact| (self.weight(fact), fact));
        for at in (0..kept.len()).rev() {
            let fact = kept[at];
            if kept.iter().any(|&other| other != fact && superfluous(other, fact)) {
                kept.remove(at);
            }
        }
        kept
    }

    /// Whether one fact plainly implies another that was, or is, true of the same state.
    fn implies(&self, strong: Fact, weak: Fact) -> bool {
        let (s, w) = (strong.content, weak.content);
        let reaches = strong.knower == weak.knower || strong.knower == Knower::Everybody;
        let inside = reaches && (s == w || self.content_implies(s, w));
        inside
            || self.base.is_true_knowledge(strong.knower) && self.itself_implies(s, weak)
            || strong.knower == weak.knower && self.base.worlds_imply(strong, weak)
    }

    fn content_implies(&self, strong: Content, weak: Content) -> bool {
        use Content as C;
        let subject = |atom: Atom| self.base.is_subject(atom);
        match (strong, weak) {
            (C::Everything, C::Holds(atom) | C::Fails(atom)) => subject(atom),
            (C::Knows(agent, p), C::Holds(q)) | (C::KnowsNot(agent, p), C::Fails(q)) => {
                p == q && self.base.kind(agent) == Some(Kind::Knowledge)
            }
            (C::Knows(agent, p) | C::KnowsNot(agent, p), C::KnowsWhether(other, q)) => {
                (agent, p) == (other, q)
            }
            (C::KnowsEverything(agent), C::KnowsWhether(other, atom)) => {
                agent == other && subject(atom)
            }
            (C::Unsure(agent, atom), C::LacksSomething(other)) => agent == other && subject(atom),
            _ => false,
        }
    }

    /// What is known is true: then the agent it is about knows something themselves.
    fn itself_implies(&self, strong: Content, weak: Fact) -> bool {
        use Content as C;
        let Some(agent) = strong.about().filter(|&agent| weak.knower == Knower::Agent(agent))
        else {
            return false;
        };
        match (strong, weak.content) {
            (C::Knows(_, p), C::Holds(q)) | (C::KnowsNot(_, p), C::Fails(q)) => p == q,
            (C::KnowsEverything(_), C::Everything) => {
                self.base.kind(agent) == Some(Kind::Knowledge)
            }
            _ => false,
        }
    }
}

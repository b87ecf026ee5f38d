//! Formulas in SMCDEL's format. Everything that is not a prefix stands in brackets, so that nothing
//! depends on how tight its signs bind. What the format has no words for is named.

use crate::pieces::{self, Piece};
use hexa_logic::{
    Action, ActionNode, Agent, Comparison, CountTest, Formula, FormulaNode, Group, Manner,
    MessageIndex, Modality, Terms,
};

/// Something that the format cannot say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsayable {
    /// The smallest formula or action around it.
    pub term: Result<Formula, Action>,
    /// Why.
    pub why: &'static str,
}

/// What it takes to write formulas.
pub struct Speech<'a> {
    /// The store they are in.
    pub terms: &'a Terms,
    /// For each agent their name; none if they are left out.
    pub agents: &'a [Option<String>],
    /// For each atom its number; an atom without one is false everywhere.
    pub numbers: &'a [Option<u64>],
}

impl From<(Formula, &'static str)> for Unsayable {
    fn from((formula, why): (Formula, &'static str)) -> Self {
        Self { term: Ok(formula), why }
    }
}

/// Of longer lists, other counts than one and odd numbers are not spelt out.
const MOST_CASES: usize = 5000;

impl Speech<'_> {
    /// A formula.
    pub fn formula(&self, formula: Formula) -> Result<String, Unsayable> {
        pieces::write(formula, |formula| self.pieces(formula))
    }

    fn pieces(&self, formula: Formula) -> Result<Vec<Piece>, Unsayable> {
        let unsayable = |why| Unsayable::from((formula, why));
        Ok(match self.terms.node(formula) {
            FormulaNode::True => vec![Piece::text("Top")],
            FormulaNode::False => vec![Piece::text("Bot")],
            FormulaNode::Atom(atom) => match self.numbers.get(atom.index()) {
                Some(Some(number)) => vec![Piece::text(number.to_string())],
                _ => vec![Piece::text("Bot")],
            },
            FormulaNode::Not(inner) => vec![Piece::text("~"), Piece::Formula(*inner)],
            FormulaNode::And(of) => connective("AND", "Top", of),
            FormulaNode::Or(of) => connective("OR", "Bot", of),
            FormulaNode::Implies(left, right) => infix(*left, " -> ", *right),
            FormulaNode::Iff(left, right) => infix(*left, " iff ", *right),
            FormulaNode::Knows(agent, inner) | FormulaNode::Believes(agent, inner) => {
                self.knows(*agent, "that ", *inner)?
            }
            FormulaNode::KnowsWhether(agent, inner) => self.knows(*agent, "whether ", *inner)?,
            FormulaNode::Imagines(agent, inner) => {
                let mut parts = vec![Piece::text("~")];
                parts.extend(self.knows(*agent, "that ~", *inner)?);
                parts
            }
            FormulaNode::Everybody(group, inner) => {
                let each = group.iter().map(|agent| self.knows(agent, "that ", *inner));
                match each.collect::<Result<Vec<_>, _>>()? {
                    each if each.is_empty() => vec![Piece::text("Top")],
                    each => apply_word("AND", each),
                }
            }
            // Without steps, only the state itself is reached.
            FormulaNode::Common(group, inner) if group.is_empty() => vec![Piece::Formula(*inner)],
            FormulaNode::Common(group, inner) => {
                vec![
                    Piece::text(format!("({}) comknow that ", self.names(group)?)),
                    Piece::Formula(*inner),
                ]
            }
            FormulaNode::Distributed(group, _) if group.is_empty() => {
                return Err(unsayable("SMCDEL has no distributed knowledge of nobody"));
            }
            FormulaNode::Distributed(group, inner) => {
                vec![
                    Piece::text(format!("({}) distknow that ", self.names(group)?)),
                    Piece::Formula(*inner),
                ]
            }
            FormulaNode::After(modality, action, inner) => {
                return self.after(*modality, *action, *inner);
            }
            FormulaNode::Count(of, test) => count_cases(of, test).ok_or_else(|| {
                unsayable("SMCDEL counts one or an odd number, and this list is long")
            })?,
            FormulaNode::Probability(..) => return Err(unsayable("SMCDEL has no probabilities")),
        })
    }

    fn knows(&self, agent: Agent, how: &str, inner: Formula) -> Result<Vec<Piece>, Unsayable> {
        Ok(vec![Piece::text(format!("{} knows {how}", self.name(agent)?)), Piece::Formula(inner)])
    }

    fn name(&self, agent: Agent) -> Result<&str, Unsayable> {
        let name = self.agents.get(agent.index()).and_then(Option::as_deref);
        let why = "it speaks of an agent who is left out";
        name.ok_or(Unsayable { term: Ok(Terms::TRUE), why })
    }

    fn names(&self, group: &Group) -> Result<String, Unsayable> {
        let names = group.iter().map(|agent| self.name(agent));
        Ok(names.collect::<Result<Vec<_>, _>>()?.join(","))
    }

    fn after(
        &self,
        modality: Modality,
        action: Action,
        then: Formula,
    ) -> Result<Vec<Piece>, Unsayable> {
        let mut parts = Vec::new();
        self.announce(modality, action, &mut parts)?;
        parts.push(Piece::Formula(then));
        Ok(parts)
    }

    /// The prefixes that stand for an action.
    fn announce(
        &self,
        modality: Modality,
        action: Action,
        out: &mut Vec<Piece>,
    ) -> Result<(), Unsayable> {
        if let ActionNode::Sequence(of) = self.terms.action_node(action) {
            return of.iter().try_for_each(|&part| self.announce(modality, part, out));
        }
        let (head, said) = self.announcement(action).ok_or(Unsayable {
            term: Err(action),
            why: "SMCDEL has public announcements, and announcements to a group whether something holds",
        })?;
        let (open, close) = match modality {
            Modality::Every => ("[", "] "),
            Modality::Some => ("< ", " > "),
        };
        out.push(Piece::text(format!("{open}{head} ")));
        out.push(Piece::Formula(said));
        out.push(Piece::text(close));
        Ok(())
    }

    /// What stands before the formula that is announced, and the formula.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other actions announce nothing")]
    fn announcement(&self, action: Action) -> Option<(String, Formula)> {
        match self.terms.action_node(action) {
            ActionNode::Game(game) => self.announcement(game.description),
            ActionNode::Message(index) => self.message(*index),
            ActionNode::Choice(of, None) => {
                let (group, said) = self.whether(of)?;
                self.is_everybody(&group).then(|| ("?!".to_owned(), said))
            }
            ActionNode::Learn(group, inner) if self.is_everybody(group) => {
                match self.terms.action_node(*inner) {
                    ActionNode::Test(said) => Some(("!".to_owned(), *said)),
                    ActionNode::Choice(of, marked) => {
                        let (hearers, said) = self.whether(of)?;
                        // Who is left out is never spoken of, so that they may hear it or not.
                        let named = |agent| self.name(agent).ok();
                        let hearers: Vec<&str> = hearers.iter().filter_map(named).collect();
                        if hearers.is_empty() {
                            return None;
                        }
                        let hearers = hearers.join(",");
                        let said = match marked {
                            Some(at) => self.learnt_test(of[*at as usize])?.1,
                            None => said,
                        };
                        let sign = if marked.is_some() { "!" } else { "?!" };
                        Some((format!("{hearers} {sign}"), said))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What is said to everybody, or to some without a speaker.
    fn message(&self, index: MessageIndex) -> Option<(String, Formula)> {
        if let Some(said) = self.terms.announced(index) {
            return Some(("!".to_owned(), said));
        }
        let message = self.terms.said(index).0;
        let (Manner::Tell, Some(to), None) = (message.manner, &message.to, message.by) else {
            return None;
        };
        let hearers: Vec<&str> = to.iter().filter_map(|agent| self.name(agent).ok()).collect();
        (!hearers.is_empty()).then(|| (format!("{} !", hearers.join(",")), message.said))
    }

    /// A group that learns that φ, or learns that it is not so: the group and φ.
    fn whether(&self, of: &[Action]) -> Option<(Group, Formula)> {
        let &[left, right] = of else { return None };
        let ((group, said), (other, denied)) = (self.learnt_test(left)?, self.learnt_test(right)?);
        let not = |f: Formula, g: Formula| {
            *self.terms.node(f) == FormulaNode::Not(g) || (f, g) == (Terms::FALSE, Terms::TRUE)
        };
        (group == other && (not(denied, said) || not(said, denied))).then_some((group, said))
    }

    /// `L_B ?φ`
    fn learnt_test(&self, action: Action) -> Option<(Group, Formula)> {
        let ActionNode::Learn(group, inner) = self.terms.action_node(action) else { return None };
        let ActionNode::Test(said) = self.terms.action_node(*inner) else { return None };
        Some((group.clone(), *said))
    }

    /// Whether all agents that are not left out are in the group.
    fn is_everybody(&self, group: &Group) -> bool {
        let named = self.agents.iter().enumerate().filter(|(_, name)| name.is_some());
        named.map(|(at, _)| Agent::from_index(at)).all(|agent| group.contains(agent))
    }
}

fn infix(left: Formula, sign: &str, right: Formula) -> Vec<Piece> {
    vec![
        Piece::text("("),
        Piece::Formula(left),
        Piece::text(sign),
        Piece::Formula(right),
        Piece::text(")"),
    ]
}

fn connective(word: &str, of_none: &str, of: &[Formula]) -> Vec<Piece> {
    match of {
        [] => vec![Piece::text(of_none)],
        _ => apply_word(word, of.iter().map(|&part| vec![Piece::Formula(part)]).collect()),
    }
}

/// `AND (..., ...)`
fn apply_word(word: &str, of: Vec<Vec<Piece>>) -> Vec<Piece> {
    let mut parts = vec![Piece::text(format!("{word} ("))];
    for (at, part) in of.into_iter().enumerate() {
        parts.extend((at > 0).then(|| Piece::text(", ")));
        parts.extend(part);
    }
    parts.push(Piece::text(")"));
    parts
}

/// How many hold: `ONEOF`, `XOR`, or all cases one by one if they are few.
fn count_cases(of: &[Formula], test: &CountTest) -> Option<Vec<Piece>> {
    let all = 0..=of.len();
    let accepts = |count: usize| test.accepts(count as i64);
    if *test == CountTest::Compare(Comparison::Equal, 1) && !of.is_empty() {
        return Some(connective("ONEOF", "Bot", of));
    }
    if all.clone().all(|count| accepts(count) == (count % 2 == 1)) {
        return Some(connective("XOR", "Bot", of));
    }
    let mut cases = Vec::new();
    for count in all.filter(|&count| accepts(count)) {
        for chosen in choices(of.len(), count, MOST_CASES.checked_sub(cases.len())?)? {
            let literal = |at: usize| match chosen.contains(&at) {
                true => vec![Piece::Formula(of[at])],
                false => vec![Piece::text("~"), Piece::Formula(of[at])],
            };
            cases.push(apply_word("AND", (0..of.len()).map(literal).collect()));
        }
    }
    Some(match (cases.len(), of.len()) {
        (0, _) => vec![Piece::text("Bot")],
        (_, 0) => vec![Piece::text("Top")],
        _ => apply_word("OR", cases),
    })
}

/// All ways to choose so many of so many, unless there are too many.
fn choices(all: usize, count: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut chosen = vec![Vec::new()];
    for place in 0..count {
        let mut longer = Vec::new();
        for some in chosen {
            let first = some.last().map_or(0, |last| last + 1);
            for next in first..=all + place - count {
                longer.push([some.as_slice(), &[next]].concat());
            }
        }
        chosen = longer;
        if chosen.len() > most {
            return None;
        }
    }
    Some(chosen)
}

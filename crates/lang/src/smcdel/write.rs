//! Formulas in SMCDEL's format. Everything that is not a prefix stands in brackets, so that nothing
//! depends on how tight its signs bind. What the format has no words for is named.

use hexa_logic::{
    Action, ActionNode, Agent, Comparison, CountTest, Formula, FormulaNode, Group, Modality, Terms,
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
    /// For each agent his name; none if he is left out.
    pub agents: &'a [Option<String>],
    /// For each atom its number; an atom without one is false everywhere.
    pub numbers: &'a [Option<u64>],
}

/// What is still to be written.
enum Part {
    Text(String),
    Formula(Formula),
}

/// Of longer lists, other counts than one and odd numbers are not spelt out.
const MOST_CASES: usize = 5000;
/// Longer formulas are not written.
const MOST_BYTES: usize = 1 << 26;

impl Speech<'_> {
    /// A formula.
    pub fn formula(&self, formula: Formula) -> Result<String, Unsayable> {
        let mut out = String::new();
        let mut stack = vec![Part::Formula(formula)];
        while let Some(part) = stack.pop() {
            match part {
                Part::Text(text) => out.push_str(&text),
                Part::Formula(formula) => stack.extend(self.parts(formula)?.into_iter().rev()),
            }
            if out.len() > MOST_BYTES {
                return Err(Unsayable { term: Ok(formula), why: "it is too long to be written" });
            }
        }
        Ok(out)
    }

    fn parts(&self, formula: Formula) -> Result<Vec<Part>, Unsayable> {
        let unsayable = |why| Unsayable { term: Ok(formula), why };
        Ok(match self.terms.node(formula) {
            FormulaNode::True => vec![text("Top")],
            FormulaNode::False => vec![text("Bot")],
            FormulaNode::Atom(atom) => match self.numbers.get(atom.index()) {
                Some(Some(number)) => vec![text(number.to_string())],
                _ => vec![text("Bot")],
            },
            FormulaNode::Not(inner) => vec![text("~"), Part::Formula(*inner)],
            FormulaNode::And(of) => listed("AND", "Top", of),
            FormulaNode::Or(of) => listed("OR", "Bot", of),
            FormulaNode::Implies(left, right) => infix(*left, " -> ", *right),
            FormulaNode::Iff(left, right) => infix(*left, " iff ", *right),
            FormulaNode::Knows(agent, inner) => self.knows(*agent, "that ", *inner)?,
            FormulaNode::KnowsWhether(agent, inner) => self.knows(*agent, "whether ", *inner)?,
            FormulaNode::Imagines(agent, inner) => {
                let mut parts = vec![text("~")];
                parts.extend(self.knows(*agent, "that ~", *inner)?);
                parts
            }
            FormulaNode::Everybody(group, inner) => {
                let each = group.iter().map(|agent| self.knows(agent, "that ", *inner));
                match each.collect::<Result<Vec<_>, _>>()? {
                    each if each.is_empty() => vec![text("Top")],
                    each => bracketed("AND", each),
                }
            }
            // Without steps, only the state itself is reached.
            FormulaNode::Common(group, inner) if group.is_empty() => vec![Part::Formula(*inner)],
            FormulaNode::Common(group, inner) => {
                vec![text(format!("({}) comknow that ", self.names(group)?)), Part::Formula(*inner)]
            }
            FormulaNode::Distributed(group, _) if group.is_empty() => {
                return Err(unsayable("SMCDEL has no distributed knowledge of nobody"));
            }
            FormulaNode::Distributed(group, inner) => {
                vec![
                    text(format!("({}) distknow that ", self.names(group)?)),
                    Part::Formula(*inner),
                ]
            }
            FormulaNode::After(modality, action, inner) => {
                return self.after(*modality, *action, *inner);
            }
            FormulaNode::Count(of, test) => counted(of, test).ok_or_else(|| {
                unsayable("SMCDEL counts one or an odd number, and this list is long")
            })?,
            FormulaNode::Probability(..) => return Err(unsayable("SMCDEL has no probabilities")),
        })
    }

    fn knows(&self, agent: Agent, how: &str, inner: Formula) -> Result<Vec<Part>, Unsayable> {
        Ok(vec![text(format!("{} knows {how}", self.name(agent)?)), Part::Formula(inner)])
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
    ) -> Result<Vec<Part>, Unsayable> {
        let mut parts = Vec::new();
        self.announce(modality, action, &mut parts)?;
        parts.push(Part::Formula(then));
        Ok(parts)
    }

    /// The prefixes that stand for an action.
    fn announce(
        &self,
        modality: Modality,
        action: Action,
        out: &mut Vec<Part>,
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
        out.push(text(format!("{open}{head} ")));
        out.push(Part::Formula(said));
        out.push(text(close));
        Ok(())
    }

    /// What stands before the formula that is announced, and the formula.
    fn announcement(&self, action: Action) -> Option<(String, Formula)> {
        match self.terms.action_node(action) {
            ActionNode::Game(game) => self.announcement(game.description),
            ActionNode::Choice(of, None) => {
                let (group, said) = self.whether(of)?;
                self.is_everybody(&group).then(|| ("?!".to_owned(), said))
            }
            ActionNode::Learn(group, inner) if self.is_everybody(group) => {
                match self.terms.action_node(*inner) {
                    ActionNode::Test(said) => Some(("!".to_owned(), *said)),
                    ActionNode::Choice(of, marked) => {
                        let (hearers, said) = self.whether(of)?;
                        // Who is left out is never spoken of, so that he may hear it or not.
                        let named = |agent| self.name(agent).ok();
                        let hearers: Vec<&str> = hearers.iter().filter_map(named).collect();
                        if hearers.is_empty() {
                            return None;
                        }
                        let hearers = hearers.join(",");
                        let said = match marked {
                            Some(at) => self.tested(of[*at as usize])?.1,
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

    /// A group that learns that φ, or learns that it is not so: the group and φ.
    fn whether(&self, of: &[Action]) -> Option<(Group, Formula)> {
        let &[left, right] = of else { return None };
        let ((group, said), (other, denied)) = (self.tested(left)?, self.tested(right)?);
        let not = |f: Formula, g: Formula| {
            *self.terms.node(f) == FormulaNode::Not(g) || (f, g) == (Terms::FALSE, Terms::TRUE)
        };
        (group == other && (not(denied, said) || not(said, denied))).then_some((group, said))
    }

    /// `L_B ?φ`
    fn tested(&self, action: Action) -> Option<(Group, Formula)> {
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

fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

fn infix(left: Formula, sign: &str, right: Formula) -> Vec<Part> {
    vec![text("("), Part::Formula(left), text(sign), Part::Formula(right), text(")")]
}

fn listed(word: &str, of_none: &str, of: &[Formula]) -> Vec<Part> {
    match of {
        [] => vec![text(of_none)],
        _ => bracketed(word, of.iter().map(|&part| vec![Part::Formula(part)]).collect()),
    }
}

/// `AND (..., ...)`
fn bracketed(word: &str, of: Vec<Vec<Part>>) -> Vec<Part> {
    let mut parts = vec![text(format!("{word} ("))];
    for (at, part) in of.into_iter().enumerate() {
        parts.extend((at > 0).then(|| text(", ")));
        parts.extend(part);
    }
    parts.push(text(")"));
    parts
}

/// How many hold: `ONEOF`, `XOR`, or all cases one by one if they are few.
fn counted(of: &[Formula], test: &CountTest) -> Option<Vec<Part>> {
    let all = 0..=of.len();
    let accepts = |count: usize| test.accepts(count as i64);
    if *test == CountTest::Compare(Comparison::Equal, 1) && !of.is_empty() {
        return Some(listed("ONEOF", "Bot", of));
    }
    if all.clone().all(|count| accepts(count) == (count % 2 == 1)) {
        return Some(listed("XOR", "Bot", of));
    }
    let mut cases = Vec::new();
    for count in all.filter(|&count| accepts(count)) {
        for chosen in choices(of.len(), count, MOST_CASES.checked_sub(cases.len())?)? {
            let literal = |at: usize| match chosen.contains(&at) {
                true => vec![Part::Formula(of[at])],
                false => vec![text("~"), Part::Formula(of[at])],
            };
            cases.push(bracketed("AND", (0..of.len()).map(literal).collect()));
        }
    }
    Some(match (cases.len(), of.len()) {
        (0, _) => vec![text("Bot")],
        (_, 0) => vec![text("Top")],
        _ => bracketed("OR", cases),
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

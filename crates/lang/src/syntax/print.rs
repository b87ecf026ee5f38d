//! Formulas and actions back to text, with no more parentheses than needed. What
//! is printed reads back as the same term, with these exceptions: a count of other
//! formulas than atoms prints them, since the binder that gave them is gone, and a text
//! longer than the limit ends in `…`.

use super::spelling::Spelling;
use hexa_logic::{
    Action, ActionNode, Agent, Card, Comparison, CountTest, Formula, FormulaNode, GameAction,
    Group, Manner, Message, Modality, Move, Question, Ratio, Response, Terms, Vocabulary,
};

/// The longest text printed unless another limit is given, in bytes.
pub const MAX_PRINTED: usize = 1 << 20;

/// A formula as text.
pub fn formula_text(
    terms: &Terms,
    vocabulary: &Vocabulary,
    formula: Formula,
    spelling: Spelling,
) -> String {
    Printer { spelling, ..Printer::new(terms, vocabulary) }.formula(formula)
}

/// An action as text.
pub fn action_text(
    terms: &Terms,
    vocabulary: &Vocabulary,
    action: Action,
    spelling: Spelling,
) -> String {
    Printer { spelling, ..Printer::new(terms, vocabulary) }.action(action)
}

/// How groups are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupSpelling {
    /// `12` if all agents have names of one character, else `{anne,bert}`.
    #[default]
    Joined,
    /// Always `{1,2}`, which reads back whatever else is declared.
    Braces,
}

/// What it takes to print formulas and actions.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    /// The store they are in.
    pub terms: &'a Terms,
    /// The names.
    pub vocabulary: &'a Vocabulary,
    /// ASCII or Unicode.
    pub spelling: Spelling,
    /// How groups are printed.
    pub groups: GroupSpelling,
    /// The longest text, in bytes; what is longer ends in `…`.
    pub limit: usize,
    /// Names besides those of the vocabulary that a variable cannot have.
    pub taken: &'a [String],
}

/// How tight something binds; what is looser than its place gets parentheses.
type Level = u8;

const LOOSEST: Level = 0;
const CHOICE: Level = 1;
const CONCURRENT: Level = 2;
const SEQUENCE: Level = 3;
const ASSIGNMENT: Level = 4;
const IFF: Level = 5;
const IMPLIES: Level = 6;
const OR: Level = 7;
const AND: Level = 8;
const PREFIX: Level = 9;

/// What is still to be printed. A stack of these takes the place of recursion,
/// because terms can be deeper than any call stack.
enum Part {
    Sign(&'static str),
    Text(String),
    Formula(Formula, Level),
    Action(Action, Level),
    /// The operand of an operator with a subscript, which a parenthesis touches.
    FormulaAfterSubscript(Formula),
    ActionAfterSubscript(Action),
    /// A variable of a fixed point is named, and is bound until its end.
    Binder,
    BinderEnd,
    /// The variable that so many fixed points further in is bound.
    Variable(u32),
}

impl<'a> Printer<'a> {
    /// Prints in ASCII, with the usual limit.
    pub fn new(terms: &'a Terms, vocabulary: &'a Vocabulary) -> Self {
        Self {
            terms,
            vocabulary,
            spelling: Spelling::Ascii,
            groups: GroupSpelling::Joined,
            limit: MAX_PRINTED,
            taken: &[],
        }
    }

    /// A formula as text.
    pub fn formula(&self, formula: Formula) -> String {
        self.run(Part::Formula(formula, LOOSEST))
    }

    /// An action as text.
    pub fn action(&self, action: Action) -> String {
        self.run(Part::Action(action, LOOSEST))
    }

    /// A group as text, as it stands after `_`.
    pub fn group(&self, group: &Group) -> String {
        let agents: Vec<Agent> = self.vocabulary.agents().filter(|&a| group.contains(a)).collect();
        if !agents.is_empty() && agents.len() == self.vocabulary.agent_count() {
            return "all".to_owned();
        }
        let names: Vec<&str> = agents.iter().map(|&a| self.vocabulary.agent_name(a)).collect();
        if let [only] = names[..] {
            return only.to_owned();
        }
        let joined = names.concat();
        if self.groups == GroupSpelling::Joined && self.can_join(&joined) {
            joined
        } else {
            format!("{{{}}}", names.join(","))
        }
    }

    /// Whether names written together read as a group: a declared name would win,
    /// and a number has no leading zeros.
    fn can_join(&self, joined: &str) -> bool {
        let declared = self.vocabulary.atom(joined).is_some()
            || self.vocabulary.card(joined).is_some()
            || self.vocabulary.holder(joined).is_some();
        !joined.is_empty() && self.vocabulary.agents_join() && !declared && !joined.starts_with('0')
    }

    fn run(&self, first: Part) -> String {
        let mut out = String::new();
        let mut stack = vec![first];
        let mut bound: Vec<String> = Vec::new();
        while let Some(part) = stack.pop() {
            if out.len() > self.limit {
                let end = (0..=self.limit).rev().find(|&at| out.is_char_boundary(at));
                out.truncate(end.unwrap_or(0));
                out.push('…');
                break;
            }
            match part {
                Part::Sign(sign) => out.push_str(sign),
                Part::Text(text) => out.push_str(&text),
                Part::Formula(formula, level) => self.push_formula(formula, level, &mut stack),
                Part::Action(action, level) => self.push_action(action, level, &mut stack),
                Part::FormulaAfterSubscript(formula) => {
                    if self.formula_level(formula) >= PREFIX {
                        out.push(' ');
                    }
                    self.push_formula(formula, PREFIX, &mut stack);
                }
                Part::ActionAfterSubscript(action) => {
                    if self.action_level(action) >= PREFIX {
                        out.push(' ');
                    }
                    self.push_action(action, PREFIX, &mut stack);
                }
                Part::Binder => {
                    bound.push(self.variable_name(bound.len()));
                    out.extend(["fix ", &bound[bound.len() - 1], ": "]);
                }
                Part::BinderEnd => _ = bound.pop(),
                Part::Variable(index) => {
                    let binder = bound.len().checked_sub(1 + index as usize);
                    out.push_str(binder.map_or("…", |at| &bound[at]));
                }
            }
        }
        out
    }

    /// The name of the variable that this many fixed points further out is bound: x, y, z, x', ...,
    /// but none that is declared.
    fn variable_name(&self, outer: usize) -> String {
        let declared = |name: &str| {
            let starts = |atom: &str| atom.split(['_', '(']).next() == Some(name);
            self.vocabulary.atoms().any(|atom| starts(self.vocabulary.atom_name(atom)))
                || self.vocabulary.card(name).is_some()
                || self.vocabulary.holder(name).is_some()
                || self.taken.iter().any(|taken| taken == name)
        };
        let names = (0..).flat_map(|primes: usize| {
            ["x", "y", "z"].into_iter().map(move |letter| letter.to_owned() + &"'".repeat(primes))
        });
        names.filter(|name| !declared(name)).nth(outer).unwrap_or_default()
    }

    fn push_formula(&self, formula: Formula, level: Level, stack: &mut Vec<Part>) {
        push_enclosed(self.formula_parts(formula), self.formula_level(formula) < level, stack);
    }

    fn push_action(&self, action: Action, level: Level, stack: &mut Vec<Part>) {
        push_enclosed(self.action_parts(action), self.action_level(action) < level, stack);
    }

    fn formula_level(&self, formula: Formula) -> Level {
        match self.terms.node(formula) {
            FormulaNode::And(of) if of.len() > 1 => AND,
            FormulaNode::Or(of) if of.len() > 1 => OR,
            FormulaNode::And(of) | FormulaNode::Or(of) => of.first().map_or(PREFIX, |_| AND),
            FormulaNode::Implies(..) => IMPLIES,
            FormulaNode::Iff(..) => IFF,
            FormulaNode::True
            | FormulaNode::False
            | FormulaNode::Atom(_)
            | FormulaNode::Not(_)
            | FormulaNode::Knows(..)
            | FormulaNode::Believes(..)
            | FormulaNode::Imagines(..)
            | FormulaNode::KnowsWhether(..)
            | FormulaNode::Everybody(..)
            | FormulaNode::Common(..)
            | FormulaNode::Distributed(..)
            | FormulaNode::After(..)
            | FormulaNode::Count(..)
            | FormulaNode::Probability(..) => PREFIX,
        }
    }

    fn formula_parts(&self, formula: Formula) -> Vec<Part> {
        let sign = |ascii, unicode| self.spelling.choose(ascii, unicode);
        match self.terms.node(formula) {
            FormulaNode::True => vec![Part::Sign(sign("true", "⊤"))],
            FormulaNode::False => vec![Part::Sign(sign("false", "⊥"))],
            FormulaNode::Atom(atom) => {
                vec![Part::Text(self.vocabulary.atom_name(*atom).to_owned())]
            }
            FormulaNode::Not(inner) => {
                vec![Part::Sign(sign("~", "¬")), Part::Formula(*inner, PREFIX)]
            }
            FormulaNode::And(of) => {
                chain(of, Part::Formula, (AND, AND), sign(" & ", " ∧ "), sign("true", "⊤"))
            }
            FormulaNode::Or(of) => {
                chain(of, Part::Formula, (OR, AND), sign(" | ", " ∨ "), sign("false", "⊥"))
            }
            FormulaNode::Implies(left, right) => vec![
                Part::Formula(*left, IMPLIES + 1),
                Part::Sign(sign(" -> ", " → ")),
                Part::Formula(*right, IMPLIES),
            ],
            FormulaNode::Iff(left, right) => vec![
                Part::Formula(*left, IFF + 1),
                Part::Sign(sign(" <-> ", " ↔ ")),
                Part::Formula(*right, IFF + 1),
            ],
            FormulaNode::Knows(agent, inner) => self.of_agent("K", *agent, *inner),
            FormulaNode::Believes(agent, inner) => self.of_agent("B", *agent, *inner),
            FormulaNode::Imagines(agent, inner) => self.of_agent("M", *agent, *inner),
            FormulaNode::KnowsWhether(agent, inner) => self.of_agent("Kw", *agent, *inner),
            FormulaNode::Everybody(group, inner) => self.of_group("E", group, *inner),
            FormulaNode::Common(group, inner) => self.of_group("C", group, *inner),
            FormulaNode::Distributed(group, inner) => self.of_group("D", group, *inner),
            FormulaNode::After(modality, action, inner) => {
                let (open, close) = match modality {
                    Modality::Every => ("[", "] "),
                    Modality::Some => (sign("<", "⟨"), sign("> ", "⟩ ")),
                };
                let what = match self.plain_announcement(*action) {
                    Some(said) => vec![Part::Sign("!"), Part::Formula(said, LOOSEST)],
                    None => vec![Part::Action(*action, LOOSEST)],
                };
                let mut parts = vec![Part::Sign(open)];
                parts.extend(what);
                parts.extend([Part::Sign(close), Part::Formula(*inner, PREFIX)]);
                parts
            }
            FormulaNode::Count(of, test) if self.are_distinct_atoms(of) => {
                let name = self.variable_name(0);
                let start = format!("count({name} {} {{", self.spelling.choose("in", "∈"));
                let mut parts = vec![Part::Text(start)];
                parts.extend(separate(of.iter().map(|&f| Part::Formula(f, LOOSEST)), ", "));
                parts.push(Part::Text(format!("}}: {name}) {}", self.count_test(test))));
                parts
            }
            FormulaNode::Count(of, test) => {
                let mut parts = vec![Part::Sign("count(")];
                parts.extend(separate(of.iter().map(|&f| Part::Formula(f, LOOSEST)), ", "));
                parts.push(Part::Text(format!(") {}", self.count_test(test))));
                parts
            }
            FormulaNode::Probability(agent, inner, comparison, ratio) => vec![
                Part::Text(format!("P_{}(", self.vocabulary.agent_name(*agent))),
                Part::Formula(*inner, LOOSEST),
                Part::Text(format!(") {} {}", self.comparison(*comparison), ratio_text(*ratio))),
            ],
        }
    }

    /// Whether these are atoms, each once: then a variable can run through them.
    fn are_distinct_atoms(&self, of: &[Formula]) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let atom = |part: &Formula| matches!(self.terms.node(*part), FormulaNode::Atom(_));
        of.iter().all(|part| atom(part) && seen.insert(*part))
    }

    fn of_agent(&self, operator: &str, agent: Agent, inner: Formula) -> Vec<Part> {
        let name = self.vocabulary.agent_name(agent);
        vec![Part::Text(format!("{operator}_{name}")), Part::FormulaAfterSubscript(inner)]
    }

    fn of_group(&self, operator: &str, group: &Group, inner: Formula) -> Vec<Part> {
        let group = self.group(group);
        vec![Part::Text(format!("{operator}_{group}")), Part::FormulaAfterSubscript(inner)]
    }

    fn comparison(&self, comparison: Comparison) -> &'static str {
        match comparison {
            Comparison::NotEqual => self.spelling.choose("!=", "≠"),
            Comparison::AtMost => self.spelling.choose("<=", "≤"),
            Comparison::AtLeast => self.spelling.choose(">=", "≥"),
            Comparison::Equal | Comparison::Less | Comparison::Greater => comparison.symbol(),
        }
    }

    fn count_test(&self, test: &CountTest) -> String {
        match test {
            CountTest::Compare(comparison, number) => {
                format!("{} {}", self.comparison(*comparison), number_text(*number))
            }
            CountTest::OneOf(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(|&n| number_text(n)).collect();
                format!("{} {{{}}}", self.spelling.choose("in", "∈"), numbers.join(", "))
            }
        }
    }

    fn action_level(&self, action: Action) -> Level {
        match self.terms.action_node(action) {
            ActionNode::Choice(of, _) if of.len() > 1 => CHOICE,
            ActionNode::Concurrent(of) if of.len() > 1 => CONCURRENT,
            ActionNode::Sequence(of) if of.len() > 1 => SEQUENCE,
            ActionNode::Choice(of, _) | ActionNode::Concurrent(of) | ActionNode::Sequence(of) => {
                of.first().map_or(PREFIX, |_| CHOICE)
            }
            ActionNode::Assign(list) if list.len() == 1 => ASSIGNMENT,
            ActionNode::Fix(_) => LOOSEST,
            ActionNode::Message(_) => ASSIGNMENT,
            ActionNode::Epistemic(expression, _) => self.action_level(*expression),
            ActionNode::Test(_)
            | ActionNode::Learn(..)
            | ActionNode::Update(..)
            | ActionNode::Assign(_)
            | ActionNode::Star(_)
            | ActionNode::Event(..)
            | ActionNode::Game(_)
            | ActionNode::Suspect(..)
            | ActionNode::Variable(_) => PREFIX,
        }
    }

    fn action_parts(&self, action: Action) -> Vec<Part> {
        let sign = |ascii, unicode| self.spelling.choose(ascii, unicode);
        match self.terms.action_node(action) {
            ActionNode::Test(formula) if *formula == Terms::TRUE => vec![Part::Sign("skip")],
            ActionNode::Test(formula) => vec![Part::Sign("?"), Part::Formula(*formula, PREFIX)],
            ActionNode::Learn(group, inner) => self.acting("L", group, *inner),
            ActionNode::Update(group, inner) => self.acting("U", group, *inner),
            // The unit of `;` has no sign of its own.
            ActionNode::Sequence(of) => {
                chain(of, Part::Action, (SEQUENCE, CHOICE), " ; ", "(skip)^0")
            }
            ActionNode::Choice(of, None) => {
                chain(of, Part::Action, (CHOICE, CHOICE), sign(" + ", " ∪ "), sign("?false", "?⊥"))
            }
            ActionNode::Choice(of, Some(marked)) => self.marked_choice(of, *marked as usize),
            ActionNode::Concurrent(of) => {
                chain(of, Part::Action, (CONCURRENT, CHOICE), sign(" || ", " ∩ "), "skip")
            }
            ActionNode::Assign(list) => self.assignments(list),
            ActionNode::Star(inner) => {
                vec![Part::Sign("("), Part::Action(*inner, LOOSEST), Part::Sign(")^*")]
            }
            ActionNode::Event(frame, event) => {
                vec![Part::Text(self.event(frame.index(), event.index()))]
            }
            ActionNode::Game(game) => self.game_action(game),
            ActionNode::Message(index) => self.message(self.terms.said(*index).0),
            ActionNode::Suspect(group, inner) => self.acting("S", group, *inner),
            ActionNode::Fix(body) => {
                vec![Part::Binder, Part::Action(*body, LOOSEST), Part::BinderEnd]
            }
            ActionNode::Variable(index) => vec![Part::Variable(*index)],
            ActionNode::Epistemic(expression, _) => self.action_parts(*expression),
        }
    }

    fn message(&self, message: &Message) -> Vec<Part> {
        let mut parts = vec![
            Part::Text(format!("{} ", message.manner.word())),
            Part::Formula(message.said, LOOSEST),
        ];
        let to = message.to.as_ref().map(|to| format!(" to {}", self.hearers(to)));
        let by = message.by.map(|by| format!(" by {}", self.vocabulary.agent_name(by)));
        parts.extend(to.into_iter().chain(by).map(Part::Text));
        parts
    }

    /// `all`, or agents with commas between.
    fn hearers(&self, group: &Group) -> String {
        if group.len() == self.vocabulary.agent_count() {
            return "all".to_owned();
        }
        let names: Vec<&str> =
            group.iter().map(|agent| self.vocabulary.agent_name(agent)).collect();
        if names.is_empty() { "{}".to_owned() } else { names.join(", ") }
    }

    /// What an action announces to everybody without a speaker, which a modality writes as `!φ`.
    fn plain_announcement(&self, action: Action) -> Option<Formula> {
        let ActionNode::Message(index) = self.terms.action_node(action) else { return None };
        let message = self.terms.said(*index).0;
        (message.manner == Manner::Announce && message.by.is_none()).then_some(message.said)
    }

    fn acting(&self, operator: &str, group: &Group, inner: Action) -> Vec<Part> {
        let group = self.group(group);
        vec![Part::Text(format!("{operator}_{group}")), Part::ActionAfterSubscript(inner)]
    }

    fn marked_choice(&self, of: &[Action], marked: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for (at, &alternative) in of.iter().enumerate() {
            if at > 0 {
                parts.push(Part::Sign(self.spelling.choose(" + ", " ∪ ")));
            }
            if at == marked {
                parts.push(Part::Sign("!"));
                parts.push(Part::Action(alternative, PREFIX));
            } else {
                parts.push(Part::Action(alternative, CHOICE + 1));
            }
        }
        parts
    }

    fn assignments(&self, list: &[(hexa_logic::Atom, Formula)]) -> Vec<Part> {
        let assign = self.spelling.choose(" := ", " ≔ ");
        let mut parts = Vec::new();
        for (at, (atom, value)) in list.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            parts.push(Part::Text(format!("{comma}{}{assign}", self.vocabulary.atom_name(*atom))));
            parts.push(Part::Formula(*value, LOOSEST));
        }
        if list.len() != 1 {
            parts.insert(0, Part::Sign("("));
            parts.push(Part::Sign(")"));
        }
        parts
    }

    fn event(&self, frame: usize, event: usize) -> String {
        let Some(frame) = self.terms.frames().get(frame) else { return "…".to_owned() };
        let event = frame.events.get(event).map_or("…", |event| event.name.as_str());
        format!("{}({event})", frame.name)
    }

    fn game_action(&self, game: &GameAction) -> Vec<Part> {
        let Question { requester, respondent, .. } = &game.question;
        let requester = self.vocabulary.agent_name(*requester);
        let respondent = respondent.map_or("…", |agent| self.vocabulary.agent_name(agent));
        let name = |&card: &Card| self.vocabulary.card_name(card);
        let names = |cards: &[Card]| cards.iter().map(name).collect::<Vec<_>>().join(", ");
        let ask = format!("ask {requester} {respondent}");
        vec![Part::Text(match &game.name {
            Move::Look => format!("look {requester}"),
            Move::Win => format!("win {requester}"),
            Move::NoWin => format!("nowin {requester}"),
            Move::Show(cards, shown) => {
                let shown = shown.as_ref().map_or(String::new(), |card| format!(" {}", name(card)));
                format!("{ask} for {}: show{shown}", names(cards))
            }
            Move::NoShow(cards) => format!("{ask} for {}: no", names(cards)),
            Move::Answer => return self.question_and_answer(&ask, &game.question),
        })]
    }

    fn question_and_answer(&self, ask: &str, question: &Question) -> Vec<Part> {
        let mut parts = vec![Part::Text(format!("{ask} which "))];
        let answers = question.answers.iter();
        parts.extend(separate(answers.map(|&answer| Part::Formula(answer, LOOSEST)), ", "));
        let public = question.hearers.len() == self.vocabulary.agent_count();
        let word = if public { "say" } else { "tell" };
        match question.response {
            Response::None => parts.push(Part::Sign(": no")),
            Response::Some => parts.push(Part::Text(format!(": {word}"))),
            Response::This(at) => {
                parts.push(Part::Text(format!(": {word} ")));
                let given = question.answers.get(at as usize);
                parts.extend(given.map(|&answer| Part::Formula(answer, PREFIX)));
            }
        }
        let usual: Group = question.respondent.into_iter().chain([question.requester]).collect();
        if !public && question.response != Response::None && question.hearers != usual {
            parts.push(Part::Text(format!(" to {}", self.group(&question.hearers))));
        }
        parts
    }
}

/// Puts parts on the stack in reverse, in parentheses if they need them.
fn push_enclosed(parts: Vec<Part>, enclosed: bool, stack: &mut Vec<Part>) {
    if enclosed {
        stack.push(Part::Sign(")"));
    }
    stack.extend(parts.into_iter().rev());
    if enclosed {
        stack.push(Part::Sign("("));
    }
}

/// Several terms with a sign between them, each binding tighter than the sign. One stands alone, at its own level; none
/// is what the sign leaves unchanged.
fn chain<T: Copy>(
    of: &[T],
    part: fn(T, Level) -> Part,
    (level, alone): (Level, Level),
    sign: &'static str,
    unit: &'static str,
) -> Vec<Part> {
    match *of {
        [] => vec![Part::Sign(unit)],
        [only] => vec![part(only, alone)],
        _ => separate(of.iter().map(|&term| part(term, level + 1)), sign),
    }
}

fn separate(parts: impl Iterator<Item = Part>, sign: &'static str) -> Vec<Part> {
    let mut out = Vec::new();
    for part in parts {
        if !out.is_empty() {
            out.push(Part::Sign(sign));
        }
        out.push(part);
    }
    out
}

/// A number as it can be read back: there are no negative literals.
fn number_text(number: i64) -> String {
    if number < 0 { format!("(0 - {})", number.unsigned_abs()) } else { number.to_string() }
}

/// A fraction as it is written.
pub(crate) fn ratio_text(ratio: Ratio) -> String {
    let numerator = number_text(ratio.numerator());
    match ratio.denominator() {
        1 => numerator,
        denominator => format!("{numerator}/{denominator}"),
    }
}

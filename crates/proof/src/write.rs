//! Sentences as they are written: in ASCII, with the signs of the papers, or for LaTeX.

use crate::sentence::{Act, ActShape, Members, Operator, Party, Sentence, Sentences, Shape, Who};

/// Which signs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// `K_a p -> ~q`
    Ascii,
    /// `K_a p → ¬q`
    Unicode,
    /// `K_{a} p \to \neg q`
    Latex,
}

/// How tight a sentence is put together, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Or,
    And,
    Prefixed,
}

/// What is still to be written.
enum Todo<'t> {
    Sentence(Sentence, Level),
    Act(Act, bool),
    Text(&'t str),
    Who(Who),
    Party(Party),
}

impl Sentences {
    /// A sentence as it is written.
    pub fn write(&self, sentence: Sentence, script: Script) -> String {
        let mut writer = Writer { sentences: self, script, open: Vec::new(), text: String::new() };
        writer.open.push(Todo::Sentence(sentence, Level::Iff));
        while let Some(next) = writer.open.pop() {
            writer.step(next);
        }
        writer.text
    }
}

struct Writer<'s> {
    sentences: &'s Sentences,
    script: Script,
    open: Vec<Todo<'s>>,
    text: String,
}

impl<'s> Writer<'s> {
    fn sign(&self, ascii: &'s str) -> &'s str {
        let (unicode, latex) = match ascii {
            " <-> " => (" ↔ ", " \\leftrightarrow "),
            " -> " => (" → ", " \\to "),
            " | " => (" ∨ ", " \\lor "),
            " & " => (" ∧ ", " \\land "),
            "~" => ("¬", "\\neg "),
            "true" => ("⊤", "\\top"),
            "false" => ("⊥", "\\bot"),
            "next " => ("○", "\\bigcirc "),
            "{" => ("{", "\\{"),
            "}" => ("}", "\\}"),
            " + " => (" ∪ ", " \\cup "),
            same => (same, same),
        };
        match self.script {
            Script::Ascii => ascii,
            Script::Unicode => unicode,
            Script::Latex => latex,
        }
    }

    /// Puts what is to be written next on the stack.
    fn then(&mut self, items: Vec<Todo<'s>>) {
        self.open.extend(items.into_iter().rev());
    }

    fn step(&mut self, next: Todo<'s>) {
        match next {
            Todo::Text(text) => {
                let text = self.sign(text);
                self.text.push_str(text);
            }
            Todo::Who(who) => self.who(who),
            Todo::Party(party) => self.party(party),
            Todo::Act(act, is_alone) => self.act(act, is_alone),
            Todo::Sentence(sentence, around) => self.sentence(sentence, around),
        }
    }

    fn sentence(&mut self, sentence: Sentence, around: Level) {
        let sentences = self.sentences;
        let shape = sentences.shape(sentence);
        // `~K_a ~φ` is `M_a φ`, and `~[α]~φ` is `<α>φ`.
        if let Some((operator, body)) = self.as_dual(shape) {
            return self.operator(operator, body, true);
        }
        let (own, items) = match shape {
            Shape::True => (Level::Prefixed, vec![Todo::Text("true")]),
            Shape::False => (Level::Prefixed, vec![Todo::Text("false")]),
            Shape::Letter(letter) => return self.name(sentences.letter_name(*letter)),
            Shape::Variable(variable) => return self.name(sentences.variable_name(*variable)),
            Shape::Not(body) => {
                (Level::Prefixed, vec![Todo::Text("~"), Todo::Sentence(*body, Level::Prefixed)])
            }
            Shape::And(of) => (Level::And, list(of, " & ", "true", Level::Prefixed)),
            Shape::Or(of) => (Level::Or, list(of, " | ", "false", Level::And)),
            Shape::Implies(left, right) => (
                Level::Implies,
                vec![
                    Todo::Sentence(*left, Level::Or),
                    Todo::Text(" -> "),
                    Todo::Sentence(*right, Level::Implies),
                ],
            ),
            Shape::Iff(left, right) => (
                Level::Iff,
                vec![
                    Todo::Sentence(*left, Level::Implies),
                    Todo::Text(" <-> "),
                    Todo::Sentence(*right, Level::Implies),
                ],
            ),
            Shape::Box(operator, body) => return self.operator(*operator, *body, false),
        };
        if own < around {
            self.open.push(Todo::Text(")"));
            self.then(items);
            self.text.push('(');
        } else {
            self.then(items);
        }
    }

    fn as_dual(&self, shape: &Shape) -> Option<(Operator, Sentence)> {
        let Shape::Not(inside) = shape else { return None };
        let (operator, body) = self.sentences.as_box(*inside)?;
        let Shape::Not(body) = *self.sentences.shape(body) else { return None };
        matches!(operator, Operator::Knows(_) | Operator::After(_)).then_some((operator, body))
    }

    fn operator(&mut self, operator: Operator, body: Sentence, is_dual: bool) {
        let mut items = match operator {
            Operator::Knows(who) => {
                vec![Todo::Text(if is_dual { "M_" } else { "K_" }), Todo::Who(who), Todo::Text(" ")]
            }
            Operator::Everybody(party) => {
                vec![Todo::Text("E_"), Todo::Party(party), Todo::Text(" ")]
            }
            Operator::Common(party) => vec![Todo::Text("C_"), Todo::Party(party), Todo::Text(" ")],
            Operator::Distributed(party) => {
                vec![Todo::Text("D_"), Todo::Party(party), Todo::Text(" ")]
            }
            Operator::Next => vec![Todo::Text("next ")],
            Operator::After(act) if is_dual => {
                vec![Todo::Text("<"), Todo::Act(act, true), Todo::Text("> ")]
            }
            Operator::After(act) => vec![Todo::Text("["), Todo::Act(act, true), Todo::Text("] ")],
        };
        items.push(Todo::Sentence(body, Level::Prefixed));
        self.then(items);
    }

    /// A name; in LaTeX with its subscripts in braces.
    fn name(&mut self, name: &str) {
        if self.script != Script::Latex {
            return self.text.push_str(name);
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '\'';
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            match (end, first) {
                (0, '^' | '_') => {
                    let index = &rest[1..];
                    let end = match index.strip_prefix('{') {
                        Some(inside) => inside.find('}').map_or(index.len(), |end| end + 2),
                        None => index.find(|c| !is_word(c)).unwrap_or(index.len()),
                    };
                    let inside = index[..end].trim_start_matches('{').trim_end_matches('}');
                    self.text.push_str(&format!("{first}{{{inside}}}"));
                    rest = &index[end..];
                }
                (0, c) => {
                    self.text.push(c);
                    rest = &rest[c.len_utf8()..];
                }
                (end, _) => {
                    let is_long = end > 1 && rest[..end].chars().count() > 1;
                    let word = &rest[..end];
                    match is_long {
                        true => self.text.push_str(&format!("\\mathit{{{word}}}")),
                        false => self.text.push_str(word),
                    }
                    rest = &rest[end..];
                }
            }
        }
    }

    fn who(&mut self, who: Who) {
        let name = match who {
            Who::Agent(agent) => self.sentences.agent_name(agent),
            Who::Variable(variable) => self.sentences.variable_name(variable),
        };
        match self.script {
            Script::Latex => self.text.push_str(&format!("{{{name}}}")),
            Script::Ascii | Script::Unicode => self.text.push_str(name),
        }
    }

    fn party(&mut self, party: Party) {
        let text = self.sentences.write_party(party);
        match self.script {
            Script::Latex => {
                let text = text.replace('{', "\\{").replace('}', "\\}");
                self.text.push_str(&format!("{{{text}}}"));
            }
            Script::Ascii | Script::Unicode => self.text.push_str(&text),
        }
    }

    fn act(&mut self, act: Act, is_alone: bool) {
        let sentences = self.sentences;
        let items = match sentences.act_shape(act) {
            ActShape::Variable(variable) => return self.name(sentences.variable_name(*variable)),
            ActShape::Test(sentence) => {
                vec![Todo::Text("?"), Todo::Sentence(*sentence, Level::Prefixed)]
            }
            ActShape::Learn(party, inside) => vec![
                Todo::Text("L_"),
                Todo::Party(*party),
                Todo::Text(" "),
                Todo::Act(*inside, false),
            ],
            ActShape::Sequence(of) => in_brackets(acts(of, None, " ; "), is_alone),
            ActShape::Choice(of, mark) => in_brackets(acts(of, *mark, " + "), is_alone),
        };
        self.then(items);
    }
}

fn list<'s>(of: &[Sentence], sign: &'s str, none: &'s str, inside: Level) -> Vec<Todo<'s>> {
    if of.is_empty() {
        return vec![Todo::Text(none)];
    }
    let mut items = Vec::with_capacity(2 * of.len());
    for (at, &part) in of.iter().enumerate() {
        if at > 0 {
            items.push(Todo::Text(sign));
        }
        items.push(Todo::Sentence(part, inside));
    }
    items
}

fn acts<'s>(of: &[Act], mark: Option<u32>, sign: &'s str) -> Vec<Todo<'s>> {
    let mut items = Vec::with_capacity(3 * of.len());
    for (at, &part) in of.iter().enumerate() {
        if at > 0 {
            items.push(Todo::Text(sign));
        }
        if mark.is_some_and(|mark| mark as usize == at) {
            items.push(Todo::Text("!"));
        }
        items.push(Todo::Act(part, false));
    }
    items
}

fn in_brackets(mut items: Vec<Todo<'_>>, is_alone: bool) -> Vec<Todo<'_>> {
    if !is_alone {
        items.insert(0, Todo::Text("("));
        items.push(Todo::Text(")"));
    }
    items
}

impl Sentences {
    /// A group as it is written.
    pub fn write_party(&self, party: Party) -> String {
        let Members { agents, groups } = self.members(party);
        let agents = agents.iter().map(|who| match who {
            Who::Agent(agent) => self.agent_name(*agent),
            Who::Variable(variable) => self.variable_name(*variable),
        });
        let names: Vec<&str> =
            agents.chain(groups.iter().map(|&group| self.variable_name(group))).collect();
        match (&names[..], groups.len()) {
            ([only], 1) => (*only).to_owned(),
            _ => format!("{{{}}}", names.join(",")),
        }
    }

    /// An action as it is written.
    pub fn write_act(&self, act: Act, script: Script) -> String {
        let mut writer = Writer { sentences: self, script, open: Vec::new(), text: String::new() };
        writer.open.push(Todo::Act(act, true));
        while let Some(next) = writer.open.pop() {
            writer.step(next);
        }
        writer.text
    }
}

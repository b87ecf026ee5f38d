//! What is wrong with a proof, in words, at its place.

use crate::checker::{
    Checked, Fault, Foundations, NoReduction, Order, Scheme, SchemeForm, SideCondition, Wrong,
};
use crate::proof::{GroupCondition, Inference, Theorem};
use crate::reading::{ReadProofs, TheoremPlaces};
use crate::sentence::{Sentence, Who};
use crate::write::Script;
use hexa_lang::{Code, Diagnostic, Location, Span};

/// What is wrong with a theorem, and the lines that nothing needs, as warnings.
pub fn problems(reading: &ReadProofs, theorem: usize, checked: &Checked) -> Vec<Diagnostic> {
    let wording = Wording {
        reading,
        theorem: &reading.development.theorems[theorem],
        places: &reading.places[theorem],
    };
    let faults = checked.faults.iter().map(|fault| wording.fault(fault));
    // Of a theorem that is not proved it cannot be said what it needs.
    let unused = match checked.faults.is_empty() {
        true => &checked.unused[..],
        false => &[],
    };
    faults.chain(unused.iter().map(|&line| wording.unused(line))).collect()
}

/// What was proved: a theorem, or what follows from what.
pub fn result(reading: &ReadProofs, foundations: &Foundations) -> String {
    let sentences = &reading.development.sentences;
    let list = |of: &[Sentence]| -> String {
        let of: Vec<String> =
            of.iter().map(|&it| format!("`{}`", sentences.write(it, Script::Ascii))).collect();
        of.join(", ")
    };
    let mut from = Vec::new();
    match &foundations.rules[..] {
        [] => {}
        [only] => from.push(format!("from rule {only}")),
        several => from.push(format!("from the rules {}", several.join(", "))),
    }
    if !foundations.premises.is_empty() {
        from.push(format!("a consequence of {}", list(&foundations.premises)));
    }
    if !foundations.given.is_empty() {
        from.push(format!("a theorem if these are: {}", list(&foundations.given)));
    }
    match from.is_empty() {
        true => "a theorem".to_owned(),
        false => from.join("; "),
    }
}

struct Wording<'r> {
    reading: &'r ReadProofs,
    theorem: &'r Theorem,
    places: &'r TheoremPlaces,
}

impl Wording<'_> {
    fn write(&self, sentence: Sentence) -> String {
        const LONGEST: usize = 200;
        let text = self.reading.development.sentences.write(sentence, Script::Ascii);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{} ...`", &text[..end]),
            None => format!("`{text}`"),
        }
    }

    fn at(&self, span: Span) -> Location {
        Location { source: self.places.source, span }
    }

    fn label(&self, line: usize) -> String {
        let place = self.places.lines.get(line);
        place.map_or_else(|| format!("number {line}"), |place| place.label.to_string())
    }

    fn says(&self, line: usize) -> String {
        format!("line {} says {}", self.label(line), self.write(self.theorem.lines[line].sentence))
    }

    fn unused(&self, line: usize) -> Diagnostic {
        let message = format!("nothing that is proved needs line {}", self.label(line));
        let span = self.places.lines.get(line).map_or(self.places.name, |place| place.line);
        Diagnostic::without_place(Code::UnusedLine, message).at(self.at(span), "").as_warning()
    }

    fn fault(&self, fault: &Fault) -> Diagnostic {
        let (code, message, notes) = self.message(fault);
        let place = fault.line.and_then(|line| self.places.lines.get(line));
        let span = match (place, code) {
            (None, _) => self.places.name,
            (Some(place), Code::Uncitable) => place.reason,
            (Some(place), _) => place.line,
        };
        let mut problem = Diagnostic::without_place(code, message).at(self.at(span), "");
        for note in notes {
            problem = problem.note(note);
        }
        problem
    }

    fn message(&self, fault: &Fault) -> (Code, String, Vec<String>) {
        let name = &self.theorem.name;
        let unproved = |message: &str, notes| (Code::Unproved, message.to_owned(), notes);
        let uncitable = |message: String| (Code::Uncitable, message, Vec::new());
        match &fault.what {
            Wrong::NoLines => (Code::NotProved, format!("`{name}` has no proof"), Vec::new()),
            Wrong::NotReached => {
                let depth = self.theorem.lines.last().map_or(0, |line| line.depth);
                let notes = match depth {
                    0 => vec![format!("it should say {}", self.write(self.theorem.statement))],
                    _ => vec!["it stands under an assumption".to_owned()],
                };
                (Code::NotProved, format!("the last line is not what `{name}` says"), notes)
            }
            Wrong::DuplicateName(name) => {
                let message = format!("there is a theorem called `{name}` already");
                (Code::DuplicateName, message, Vec::new())
            }
            Wrong::DuplicateParameter => {
                (Code::DuplicateName, format!("`{name}` has a parameter twice"), Vec::new())
            }
            Wrong::Depth => (
                Code::Indentation,
                "this line stands under an assumption that is not there".to_owned(),
                Vec::new(),
            ),
            Wrong::TooDeep(most) => {
                let message = format!("more than {most} assumptions are nested");
                (Code::TooDeep, message, Vec::new())
            }
            Wrong::Forward(line) if Some(*line) == fault.line => {
                uncitable("a line cannot be used for itself".to_owned())
            }
            Wrong::Forward(line) => uncitable(format!(
                "line {} stands further down; a line uses earlier ones",
                self.label(*line)
            )),
            Wrong::OutOfSight(line) => uncitable(format!(
                "line {} stands under an assumption that is not open any more",
                self.label(*line)
            )),
            Wrong::UsesWrong(line) => {
                uncitable(format!("line {} does not follow", self.label(*line)))
            }
            Wrong::Depends { line, on } => {
                let (article, what) = match self.theorem.lines[*on].reason == Inference::Premise {
                    true => ("a", "premise"),
                    false => ("an", "assumption"),
                };
                let so = "so that it may hold here and nowhere else";
                let (line_name, on_name) = (self.label(*line), self.label(*on));
                let message = match line == on {
                    true => format!("line {line_name} is {article} {what}, {so}"),
                    false => {
                        format!("line {line_name} depends on the {what} in line {on_name}, {so}")
                    }
                };
                let note = "only what depends on no premise and no open assumption is known to everybody, and holds next";
                (Code::Uncitable, message, vec![note.to_owned()])
            }
            Wrong::NoConsequence => {
                let Some(Inference::Consequence(lines)) = self.reason(fault) else {
                    return unproved("this does not follow", Vec::new());
                };
                match lines.is_empty() {
                    true => unproved("this is no tautology", Vec::new()),
                    false => unproved(
                        "this does not follow by propositional logic",
                        lines.iter().map(|&line| self.says(line)).collect(),
                    ),
                }
            }
            Wrong::GaveUp(most) => (
                Code::Limit,
                format!(
                    "gave up: whether this follows was not found out with {most} looks at parts of sentences"
                ),
                vec!["smaller steps help: lines in between".to_owned()],
            ),
            Wrong::UnknownScheme(name) => {
                let message = format!("there is no scheme called `{name}`");
                let own = self.reading.development.system;
                let names: Vec<&str> = crate::checker::SCHEMES
                    .iter()
                    .filter(|scheme| scheme.systems.contains(&own))
                    .map(|scheme| scheme.names[0])
                    .collect();
                let note = format!("{} has {}", own.name(), names.join(", "));
                (Code::Uncitable, message, vec![note])
            }
            Wrong::ForeignScheme(name, system) => {
                let systems = Scheme::of_name(name).map_or(&[][..], |scheme| scheme.systems);
                let systems: Vec<&str> = systems.iter().map(|system| system.name()).collect();
                let message = format!("{} has no scheme `{name}`", system.name());
                let note = format!("it holds in {}", systems.join(", "));
                (Code::Uncitable, message, vec![note])
            }
            Wrong::NoInstance(name) => unproved(
                &format!("this is no instance of `{name}`"),
                vec![format!("`{name}` is {}", scheme_text(name))],
            ),
            Wrong::Side(name, side) => unproved(
                &format!("this would be an instance of `{name}`, but {}", side_text(*side)),
                vec![format!("`{name}` is {}", scheme_text(name))],
            ),
            Wrong::Expected(sentence) => unproved(
                "this is not what the scheme says",
                vec![format!("it says {}", self.write(*sentence))],
            ),
            Wrong::NoReduction(why) => unproved(&self.no_reduction(*why), Vec::new()),
            Wrong::NoActions => unproved(
                &format!(
                    "what holds after actions, or next, is no part of {}",
                    self.reading.development.system.name()
                ),
                Vec::new(),
            ),
            Wrong::NoModusPonens(one, other) => unproved(
                "modus ponens needs a line and the implication from it to this line",
                vec![self.says(*one), self.says(*other)],
            ),
            Wrong::NoNecessitation(line) => unproved(
                "this should be an operator before what the line says",
                vec![self.says(*line)],
            ),
            Wrong::NoMonotonicity(line) => unproved(
                "this should be an implication with one operator before both sides of that of the line",
                vec![self.says(*line)],
            ),
            Wrong::NoReplacement(line) => unproved(
                "this should be an equivalence whose sides differ only in the two sides of that of the line",
                vec![self.says(*line)],
            ),
            Wrong::NoInduction(line) => unproved(
                "induction goes from `φ -> E_B (φ & ψ)` to `φ -> C_B ψ`, or from `φ -> ψ & E_B φ`",
                vec![self.says(*line)],
            ),
            Wrong::WeakInduction(line) => unproved(
                "induction from `φ -> E_B (φ & ψ)` needs that what is known holds, and that somebody is in the group",
                vec![self.says(*line), "`φ -> ψ & E_B φ` would do".to_owned()],
            ),
            Wrong::NoLearntInduction(one, other) => unproved(
                "this induction goes from `χ -> [L_A ?φ] ψ` and `χ & φ -> E_B χ` to `χ -> [L_A ?φ] C_B ψ`, where everybody in B is in A",
                vec![self.says(*one), self.says(*other)],
            ),
            Wrong::NoAssumption(line) => {
                uncitable(format!("line {} is no assumption", self.label(*line)))
            }
            Wrong::OpenSubproof(line) => uncitable(format!(
                "the assumption in line {} is still open; what follows from it is said outside",
                self.label(*line)
            )),
            Wrong::NoSubproof { assumption, last } => unproved(
                "this should be the implication from the assumption to the last line under it",
                vec![self.says(*assumption), self.says(*last)],
            ),
            Wrong::UnknownRule(name) => {
                uncitable(match self.reading.development.rules.is_empty() {
                    true => "there is no game, and so no rule".to_owned(),
                    false => format!("the game has no rule `{name}`"),
                })
            }
            Wrong::NoRule(name) => {
                unproved(&format!("this is not what rule {name} of the game says"), Vec::new())
            }
            Wrong::UnknownLemma(lemma, order) => uncitable(match order {
                Order::Nowhere => format!("there is no theorem called `{lemma}`"),
                Order::Itself => format!("`{lemma}` cannot be used in its own proof"),
                Order::Later => {
                    format!("`{lemma}` is proved further down; a proof uses earlier theorems")
                }
            }),
            Wrong::WrongLemma(lemma) => uncitable(format!("`{lemma}` is not proved")),
            Wrong::Arity { wanted, given } => uncitable(format!(
                "the theorem is about {}, and {given} {} given",
                count(*wanted, "thing"),
                if *given == 1 { "is" } else { "are" }
            )),
            Wrong::Kind(place) => uncitable(format!(
                "argument {} is of another kind than what the theorem is about",
                place + 1
            )),
            Wrong::NoLemma(lemma) => {
                let theorems = &self.reading.development.theorems;
                let statement = theorems.iter().find(|theorem| *theorem.name == **lemma);
                let says =
                    statement.map(|it| format!("`{lemma}` says {}", self.write(it.statement)));
                unproved(&format!("this is no instance of `{lemma}`"), says.into_iter().collect())
            }
            Wrong::Condition(lemma, at) => {
                let theorems = &self.reading.development.theorems;
                let lemma_of = theorems.iter().find(|theorem| *theorem.name == **lemma);
                let condition = lemma_of.and_then(|theorem| theorem.conditions.get(*at));
                let asked = condition.map(|it| format!("it asks that {}", self.condition(*it)));
                unproved(
                    &format!("what `{lemma}` asks of agents and groups is not certain here"),
                    asked.into_iter().collect(),
                )
            }
            Wrong::Lines { wanted, given } => uncitable(format!(
                "the theorem starts from {}, and {given} {} given",
                count(*wanted, "line"),
                if *given == 1 { "is" } else { "are" }
            )),
            Wrong::NoStart(line) => unproved(
                &format!("line {} is not what the theorem starts from", self.label(*line)),
                vec![self.says(*line)],
            ),
            Wrong::PremiseInside => {
                unproved("what is proved from stands under no assumption", Vec::new())
            }
        }
    }

    fn reason(&self, fault: &Fault) -> Option<&Inference> {
        fault.line.and_then(|line| self.theorem.lines.get(line)).map(|line| &line.reason)
    }

    fn who(&self, who: Who) -> &str {
        let sentences = &self.reading.development.sentences;
        match who {
            Who::Agent(agent) => sentences.agent_name(agent),
            Who::Variable(variable) => sentences.variable_name(variable),
        }
    }

    fn condition(&self, condition: GroupCondition) -> String {
        let sentences = &self.reading.development.sentences;
        match condition {
            GroupCondition::Member(who, party) => {
                format!("{} is in {}", self.who(who), sentences.write_party(party))
            }
            GroupCondition::Subset(part, whole) => {
                let (part, whole) = (sentences.write_party(part), sentences.write_party(whole));
                format!("everybody in {part} is in {whole}")
            }
            GroupCondition::Inhabited(party) => {
                format!("somebody is in {}", sentences.write_party(party))
            }
        }
    }

    fn no_reduction(&self, why: NoReduction) -> String {
        match why {
            NoReduction::Shape => "this should be `[α] φ <-> ...`".to_owned(),
            NoReduction::General => {
                "this axiom is about actions in which everybody is named".to_owned()
            }
            NoReduction::Body => {
                "what is said after the action is not what the axiom is about".to_owned()
            }
            NoReduction::Choice => {
                "it is not settled which action it is; `after-choice` says what it may be"
                    .to_owned()
            }
            NoReduction::Blind(who) => {
                format!("the axiom does not say what {} knows after this action", self.who(who))
            }
            NoReduction::Alternatives(most) => {
                format!("gave up: it may be more than {most} actions")
            }
        }
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// What a scheme says.
pub fn scheme_text(name: &str) -> String {
    let Some(scheme) = Scheme::of_name(name) else { return "unknown".to_owned() };
    let pattern = |text: &str| format!("`{text}`");
    match scheme.form {
        SchemeForm::Pattern(text, SideCondition::Any) => pattern(text),
        SchemeForm::Pattern(text, SideCondition::Member) => {
            format!("{}, if a is in B", pattern(text))
        }
        SchemeForm::Pattern(text, SideCondition::Subset) => {
            format!("{}, if everybody in B is in B'", pattern(text))
        }
        SchemeForm::Pattern(text, SideCondition::Inhabited) => {
            format!("{}, if somebody is in B", pattern(text))
        }
        SchemeForm::Tautology => "any tautology".to_owned(),
        SchemeForm::Everybody => "`E_B φ ↔ K_a φ ∧ K_b φ ∧ ...`, for the agents of B".to_owned(),
        SchemeForm::OnlyNoop => {
            "`terminal → ¬legal(a) ∧ ... ∧ legal(noop)`, for the actions of an agent".to_owned()
        }
        SchemeForm::SomethingDone => {
            "`does(a) ∨ does(b) ∨ ...`, for the actions of an agent".to_owned()
        }
        SchemeForm::OneThingDone => {
            "`¬(does(a) ∧ does(b))`, for different actions of the same agent".to_owned()
        }
        SchemeForm::DoneIfLegal => "`does(a) → legal(a)`".to_owned(),
        SchemeForm::Reduction(reduction) => {
            use crate::checker::Reduction as R;
            let text = match reduction {
                R::Facts => "[α] p ↔ (pre(α) → p)",
                R::Negation => "[α] ¬φ ↔ (pre(α) → ¬[α] φ)",
                R::Knowledge => "[α] K_a φ ↔ (pre(α) → K_a [α] φ ∧ K_a [β] φ ∧ ...)",
                R::Sequence => "[α ; β] φ ↔ [α] [β] φ",
                R::Choice => "[α ∪ β] φ ↔ [α] φ ∧ [β] φ",
            };
            pattern(text)
        }
    }
}

fn side_text(side: SideCondition) -> &'static str {
    match side {
        SideCondition::Any => "it is not",
        SideCondition::Member => "it is not certain that the agent is in the group",
        SideCondition::Subset => {
            "it is not certain that everybody in the one group is in the other"
        }
        SideCondition::Inhabited => "it is not certain that somebody is in the group",
    }
}

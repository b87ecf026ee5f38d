//! A dialogue about a text: definitions and steps that are typed one after the other, questions about where they lead,
//! and the way back.

use crate::editor::Prompt;
use crate::engine_choice::suitable;
use crate::explained::Explained;
use crate::knowledge::Knowledge;
use crate::listing::{Listing, Worlds};
use crate::naming::Naming;
use crate::opened::Opened;
use crate::picture;
use crate::printed::{Printed, Truth};
use crate::problem::Problem;
use crate::refusal::{Means, format_of};
use crate::run::MOST_SHOWN;
use crate::session::{Effect, Session};
use crate::trace;
use crate::typed::{Typed, as_typed};
use crate::verdict::{Reason, Verdict};
use crate::why::Why;
use crate::witness::Witness;
use crate::words::trace::{Length, Traced};
use hexa_draw::Format;
use hexa_engine::{Limit, UBig};
use hexa_lang::{Sources, Step, StepKind};
use hexa_logic::Atom;
use hexa_text::{Code, Diagnostic};

/// How far back one can go. Older states are forgotten, with the memory they take.
const MOST_UNDONE: usize = 200;

/// A text that is talked about.
#[derive(Debug)]
pub struct Dialogue {
    opened: Opened,
    inputs: Vec<Typed>,
    /// The statements that were typed and add to the text.
    added: String,
    session: Session,
    /// Whether it is told what a step changes.
    pub tracing: bool,
    undone: Vec<Session>,
    done: Vec<Session>,
}

/// Who and what a text speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// Its agents.
    pub agents: Vec<String>,
    /// Its cards.
    pub cards: Vec<String>,
    /// Its atoms, other than those of cards.
    pub atoms: Vec<String>,
    /// A formula that can be typed.
    pub example: Option<String>,
}

/// What is answered to something that was typed.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Heard {
    /// For each step that was taken what there is to say.
    pub replies: Vec<StepReply>,
    /// What is wrong with the rest.
    pub problems: Vec<Problem>,
    /// Whether it was an action, which is executed only if `do` stands before it.
    pub is_action: bool,
}

/// What is said of a step that was taken.
#[derive(Clone, Debug)]
pub enum StepReply {
    /// The state has changed, or was gone back to.
    Moved {
        /// How many worlds there are now.
        worlds: Result<UBig, Limit>,
        /// What the step changed, if that is to be told.
        change: Option<Result<Box<Traced>, Limit>>,
    },
    /// The state was given a name.
    Saved,
    /// The step asserts, and this is the verdict.
    Verdict(Verdict),
    /// The step shows something; with why it is false, if it is a formula that is.
    Printed(Printed, Option<Reason>),
    /// The step wants a picture in a file.
    Drawn {
        /// The file.
        file: String,
        /// What belongs into it.
        picture: String,
    },
}

impl Dialogue {
    /// Begins at the initial state.
    pub fn start(opened: Opened) -> Result<Self, Problem> {
        let engine = suitable(&opened.document, &opened.limits).engine;
        match Session::start(&opened.document, engine, &opened.limits) {
            Ok(session) => Ok(Self {
                opened,
                inputs: Vec::new(),
                added: String::new(),
                session,
                tracing: false,
                undone: Vec::new(),
                done: Vec::new(),
            }),
            Err(problem) => Err(Problem::new(opened.at_initial_state(problem), &opened.sources)),
        }
    }

    /// The texts that problems show in.
    pub fn sources(&self) -> &Sources {
        &self.opened.sources
    }

    /// The text.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// How many worlds the current state has.
    pub fn worlds(&self) -> Result<UBig, Limit> {
        self.session.current().state.relevant_count()
    }

    /// What the next line is added to.
    pub fn prompt(&self) -> Prompt {
        let text = self.opened.sources.find(&self.opened.name);
        let text = text.map_or("", |found| self.opened.sources.get(found).text.as_str());
        Prompt { name: self.opened.name.clone(), text: format!("{text}\n{}", self.added) }
    }

    /// Who and what the text speaks of, in the order in which it is declared.
    pub fn cast(&self) -> Cast {
        let Opened { document, .. } = &self.opened;
        let names = &document.vocabulary;
        let of_cards = |atom: &Atom| names.holding(*atom).is_some();
        let atoms = names.atoms();
        Cast {
            agents: names.agents().map(|agent| names.agent_name(agent).to_owned()).collect(),
            cards: names.cards().map(|card| names.card_name(card).to_owned()).collect(),
            atoms: atoms
                .filter(|atom| !of_cards(atom))
                .map(|atom| names.atom_name(atom).to_owned())
                .collect(),
            example: names.agents().next().zip(names.atoms().next()).map(|(agent, atom)| {
                format!("K_{} {}", names.agent_name(agent), names.atom_name(atom))
            }),
        }
    }

    /// Every name that can be typed, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.opened.document.names();
        names.extend(self.session.saved_names().map(str::to_owned));
        names.sort();
        names.dedup();
        names
    }

    /// Takes statements of the language: definitions are added, steps are taken.
    pub fn statement(&mut self, text: &str) -> Heard {
        match self.read(text, "") {
            Ok(steps) => {
                // What declares and what gives names is there for what is typed next.
                let names = |step: &Step| matches!(step.kind, StepKind::Save(_));
                if steps.iter().all(names) {
                    self.added += &format!("{}\n", text.trim().replace('\n', "\n  "));
                }
                self.steps(&steps)
            }
            Err(problems) => Heard { problems, ..Heard::default() },
        }
    }

    /// Evaluates a formula. An action is not executed just like that.
    pub fn expression(&mut self, text: &str) -> Heard {
        match self.read(text, "print ") {
            Ok(steps) => self.steps(&steps),
            Err(problems) => {
                let (_, doing) = Typed::new(text, "do ", &mut self.opened.sources.clone());
                let is_action = self.opened.can_read(&doing) == Ok(true);
                Heard { problems, is_action, replies: Vec::new() }
            }
        }
    }

    /// Reads what was typed, with something before it that was not.
    fn read(&mut self, text: &str, prefix: &str) -> Result<Vec<Step>, Vec<Problem>> {
        let (typed, read) = Typed::new(text, prefix, &mut self.opened.sources);
        self.inputs.push(typed);
        let Opened { document, sources, limits, .. } = &mut self.opened;
        let found = document.read_until(&read, sources, &limits.stop);
        found.map_err(|found| {
            found.into_iter().take(MOST_SHOWN).map(|problem| self.problem(problem)).collect()
        })
    }

    fn problem(&self, problem: Diagnostic) -> Problem {
        let sources = &self.opened.sources;
        Problem::new(as_typed(problem, &self.inputs, sources), sources)
    }

    fn steps(&mut self, steps: &[Step]) -> Heard {
        let mut heard = Heard::default();
        for step in steps {
            let before = self.session.clone();
            match self.session.take(&self.opened.document, &self.opened.sources, step) {
                Ok(effect) => match self.reply(step, effect, &before) {
                    Ok(reply) => heard.replies.push(reply),
                    Err(problem) => {
                        heard.problems.push(self.problem(problem));
                        break;
                    }
                },
                Err(problem) => {
                    heard.problems.push(self.problem(problem));
                    break;
                }
            }
        }
        heard
    }

    fn reply(
        &mut self,
        step: &Step,
        effect: Effect,
        before: &Session,
    ) -> Result<StepReply, Diagnostic> {
        Ok(match effect {
            Effect::Quiet => {
                let change = self.change(before, step);
                self.remember(before.clone());
                if let StepKind::Save(_) = step.kind {
                    StepReply::Saved
                } else {
                    StepReply::Moved { worlds: self.worlds(), change }
                }
            }
            Effect::Verdict(verdict) => StepReply::Verdict(verdict),
            Effect::Printed(printed) => {
                let why = self.why_false(step, &printed);
                StepReply::Printed(printed, why)
            }
            Effect::Draw(file) => {
                let picture = self.draw(format_of(&file)?)?;
                StepReply::Drawn { file, picture }
            }
        })
    }

    /// What a step has changed, if that is to be told.
    fn change(&self, before: &Session, step: &Step) -> Option<Result<Box<Traced>, Limit>> {
        if !self.tracing || !trace::is_traced(step) {
            return None;
        }
        let document = &self.opened.document;
        let trace = trace::trace(before.current(), self.session.current(), step, document);
        Some(trace.map(|trace| Box::new(Traced::new(&trace, document, Length::Full))))
    }

    /// A world that stands against a formula that is false.
    fn why_false(&self, step: &Step, printed: &Printed) -> Option<Reason> {
        let (StepKind::Print(formula), Printed::Truth(Truth { here: false, .. })) =
            (&step.kind, printed)
        else {
            return None;
        };
        let witness = Witness {
            document: &self.opened.document,
            sources: &self.opened.sources,
            step,
            snapshot: self.session.current(),
        };
        witness.against(*formula)
    }

    fn remember(&mut self, before: Session) {
        self.undone.clear();
        if self.done.len() == MOST_UNDONE {
            self.done.remove(0);
        }
        self.done.push(before);
    }

    /// One step back. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.session, before));
        true
    }

    /// One step forth again. False if none was undone.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(std::mem::replace(&mut self.session, after));
        true
    }

    /// Back to the initial state; this can be undone.
    pub fn reset(&mut self) {
        let before = self.session.clone();
        self.session.reset();
        self.remember(before);
    }

    /// Explains a formula. The steps that led to the state are not told.
    pub fn explain(&mut self, text: &str) -> Result<Explained, Vec<Problem>> {
        let steps = self.read(text, "print ")?;
        let Some(step) = steps.first() else {
            return Err(vec![Problem::without_place(Code::Expected, "there is no formula")]);
        };
        let Opened { document, sources, limits, .. } = &self.opened;
        Why::new((document, sources), step, &[], self.session.current(), limits)
            .map(|why| Explained::new(&why))
            .map_err(|problem| vec![self.problem(problem)])
    }

    /// The current state.
    pub fn listing(&self) -> Result<Listing, Problem> {
        let listing = Listing::new(self.session.current(), &self.opened.document);
        listing.map_err(|limit| self.problem(self.refusal_of_limit(&limit)))
    }

    /// The worlds of the current state, all of them.
    pub fn all_worlds(&self) -> Result<Worlds, Problem> {
        let current = self.session.current();
        let view =
            current.state.view().map_err(|limit| self.problem(self.refusal_of_limit(&limit)))?;
        let setup = current.origin.setup(&self.opened.document);
        Ok(Worlds::new(&view, &Naming::new(&self.opened.document, setup)))
    }

    /// Who knows what.
    pub fn knowledge(&self) -> Result<Knowledge, Problem> {
        let state = &self.session.current().state;
        let knowledge = Knowledge::new(state, &self.opened.document.vocabulary);
        knowledge.map_err(|limit| self.problem(self.refusal_of_limit(&limit)))
    }

    /// A picture of the current state.
    pub fn picture(&self, format: Format) -> Result<String, Problem> {
        self.draw(format).map_err(|problem| self.problem(problem))
    }

    fn draw(&self, format: Format) -> Result<String, Diagnostic> {
        let drawn = picture::draw(self.session.current(), &self.opened.document, None, format);
        drawn.map_err(|limit| self.refusal_of_limit(&limit))
    }

    fn refusal_of_limit(&self, limit: &Limit) -> Diagnostic {
        let engine = self.session.current().state.engine();
        let Opened { document, limits, .. } = &self.opened;
        Means { document, engine, limits }.limit(limit)
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Printed, Reason, StepReply, Verdict};
    use crate::trace::StepChange;
    use crate::words;
    use hexa_engine::UBig;
    use serde::{Serialize, Serializer};

    /// The order of the fields is the order of the keys.
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Object<'a> {
        Moved {
            #[serde(serialize_with = "crate::json::digits_if_known")]
            worlds: Option<UBig>,
            trace: Option<&'a StepChange>,
        },
        Saved,
        Verdict {
            holds: bool,
            reason: Option<String>,
            because: Option<&'a Reason>,
        },
        Printed {
            truth: Option<bool>,
            text: String,
            reason: Option<String>,
        },
        Drawn {
            file: &'a str,
            picture: &'a str,
        },
    }

    impl Serialize for StepReply {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let object = match self {
                Self::Moved { worlds, change } => Object::Moved {
                    worlds: worlds.as_ref().ok().cloned(),
                    trace: change.as_ref().and_then(|it| it.as_ref().ok()).map(|it| &it.change),
                },
                Self::Saved => Object::Saved,
                Self::Verdict(Verdict { holds, reason }) => Object::Verdict {
                    holds: *holds,
                    reason: reason.as_ref().map(words::verdict::reason),
                    because: reason.as_ref(),
                },
                Self::Printed(printed, why) => Object::Printed {
                    truth: match printed {
                        Printed::Truth(truth) => Some(truth.here),
                        Printed::Number(_)
                        | Printed::Sizes(_)
                        | Printed::States(_)
                        | Printed::State(_)
                        | Printed::Knowledge(_) => None,
                    },
                    text: words::verdict::word_print(printed),
                    reason: why.as_ref().map(words::verdict::reason),
                },
                Self::Drawn { file, picture } => Object::Drawn { file, picture },
            };
            object.serialize(serializer)
        }
    }
}

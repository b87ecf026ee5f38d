//! Why an engine refused, in the words of the document: names instead of indices,
//! and the places in the text that the reasons come from.

use crate::engine_choice::task;
use crate::snapshot::Snapshot;
use hexa_draw::Format;
use hexa_engine::{
    BuildError, CompareError, Construct, Engine, EvalError, Lack, Limit, Limits, NoCells, Term,
    Unanswerable, Undefined, Unsupported, UpdateError, WayOut as LimitWayOut,
};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Location, Step, StepKind};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, GameAction, Manner, Message, Move,
    Response,
};
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use std::collections::BTreeSet;

/// What is known about the step that was refused.
#[derive(Clone, Copy)]
pub struct Refused<'a> {
    /// The document.
    pub document: &'a Document,
    /// The step.
    pub step: &'a Step,
    /// The state it was to be taken in.
    pub snapshot: &'a Snapshot,
    /// What may be used.
    pub limits: &'a Limits,
}

impl Refused<'_> {
    /// An action was not executed.
    pub fn update(&self, error: &UpdateError) -> Diagnostic {
        match error {
            UpdateError::NotExecutable { test } => self.not_executable(*test),
            UpdateError::NoOutcome { action } => self.no_outcome(*action),
            UpdateError::Evaluation(error) => self.evaluation(error),
        }
    }

    /// A formula was not evaluated.
    pub fn evaluation(&self, error: &EvalError) -> Diagnostic {
        match error {
            EvalError::Undefined(why) => self.undefined(why),
            EvalError::Unsupported(what) => self.unsupported(what),
            EvalError::Limit(limit) => self.limit(limit),
            EvalError::NoProbability { formula, action } => self.no_probability(*formula, *action),
            EvalError::Unweighed { formula, .. } => {
                let at = self.step.places.formula(*formula).unwrap_or(self.step.at);
                problem(Code::Limit, format!("gave up: {error}")).at(at, "this probability").help(
                    WayOut::from(setting(Engine::listing()))
                        .then(" may be able to list the worlds"),
                )
            }
            EvalError::Disagreement { action, atom } => self.disagreement(*action, *atom),
            EvalError::Unanswerable { action, why } => self.unanswerable(*action, why),
        }
    }

    /// How likely something is was not found out.
    pub fn unlisted(&self, formula: Formula) -> Diagnostic {
        let at = self.step.places.formula(formula).unwrap_or(self.step.at);
        problem(Code::Limit, "gave up: the worlds were not listed, as this probability needs")
            .at(at, "how likely this is")
            .help(
                WayOut::from(setting(Engine::listing()))
                    .then(" may be able to list the worlds; or compare it with a number: `check P_a(φ) >= 1/2`"),
            )
    }

    /// No alternative of an action can be executed.
    fn no_outcome(&self, action: Action) -> Diagnostic {
        let around = self.path_to(|part| part == action);
        let at = around.iter().rev().find_map(|&part| self.step.places.action(part));
        let at = at.unwrap_or(self.step.at);
        let message = "this action cannot be executed: none of its alternatives can";
        problem(Code::NotExecutable, message)
            .at(at, "every alternative has a test that is false in the actual world")
            .help("to assert that it cannot be executed, write `check blocked` instead of `do`")
    }

    /// A probability is not defined any more.
    fn no_probability(&self, formula: Formula, action: Action) -> Diagnostic {
        let at = self.step.places.formula(formula).unwrap_or(self.step.at);
        if self.document.terms.has_update(action) {
            return self.not_of_possibilities(formula, at);
        }
        let terms = &self.document.terms;
        let chances = if let ActionNode::Event(frame, _) = *terms.action_node(action) {
            terms.frame(frame).chances.as_ref().map(|_| frame)
        } else {
            None
        };
        let (message, help) = match chances {
            Some(frame) => {
                let name = &terms.frame(frame).name;
                let message = format!(
                    "undefined: in some world the chances of the events of `{name}` that can happen \
                     there do not add up to 1"
                );
                let help = "say how likely each event is where it can happen; an event that is more likely \
                            in some worlds than in others is several events that nobody tells apart";
                (message, help)
            }
            None => {
                let message = "undefined: an action made several worlds out of one, and nobody says how often";
                let help = "whoever answers a question (`ask`, or a frame with an `ask` clause) picks uniformly \
                            among the answers that are true; for other choices write a frame whose events \
                            have chances: `event e: chance 1/2`";
                (message.to_owned(), help)
            }
        };
        problem(Code::NoAccess, message).at(at, "this probability is undefined").help(help)
    }

    /// What counts worlds, or looks at all of them, means nothing where a program with `U` was executed.
    fn not_of_possibilities(&self, formula: Formula, at: Location) -> Diagnostic {
        let (what, why) = if let FormulaNode::Distributed(..) = self.document.terms.node(formula) {
            ("`D` of nobody", "which possibilities there are")
        } else {
            ("probability", "how many worlds are one possibility")
        };
        let message = format!("undefined: there is no {what} in a program with `U` or after it");
        problem(Code::NoAccess, message).at(at, "this is undefined").help(format!(
            "updates lead from possibilities to possibilities, and {why} is not settled by that; \
             ask before the program with `U`, or ask what agents know"
        ))
    }

    /// States that should be one disagree.
    fn disagreement(&self, action: Action, atom: Atom) -> Diagnostic {
        let at = self.step.places.action(action).unwrap_or(self.step.at);
        let atom = self.document.vocabulary.atom_name(atom);
        let message = format!("actions at the same time leave states that disagree on `{atom}`");
        problem(Code::NoAccess, message)
            .at(at, "what is learnt here would be both true and false")
            .help(format!("let at most one of the concurrent actions assign `{atom}`"))
    }

    /// There is no world where exactly these atoms are true.
    pub fn no_such_world(&self, atoms: &[Atom]) -> Diagnostic {
        let state = self.document.smcdel_state(atoms);
        problem(Code::NoState, format!("{state} is not one of the states"))
            .at(self.step.at, "it breaks the law")
            .help("ask for a state that obeys the law; `WHERE? Top` lists all of them")
    }

    /// Cells were not counted.
    pub fn classes(&self, error: NoCells) -> Diagnostic {
        self.lacking(error.agent, error.lack, self.step.at)
    }

    /// Two states were not compared.
    pub fn comparison(&self, error: &CompareError) -> Diagnostic {
        match error {
            CompareError::GaveUp(limit) => self.limit(limit),
            CompareError::DifferentEngines => self.means().comparison(error).at(self.step.at, ""),
        }
    }

    /// A limit was reached.
    pub fn limit(&self, limit: &Limit) -> Diagnostic {
        self.means().limit(limit).at(self.step.at, "nothing is known about the answer")
    }

    /// Worlds that cannot be reached are asked for, and are not kept.
    pub fn unreachable(&self) -> Diagnostic {
        if let Some(unfolded) = self.snapshot.unfolded {
            let message = "nothing is said here of worlds that cannot be reached";
            return problem(Code::Unsupported, message)
                .at(self.step.at, "")
                .at(unfolded, "what this builds is not the image of a whole model")
                .help("count those that can be reached: `expect worlds N`");
        }
        let means = self.means();
        let name = means.engine.name();
        let message = format!("the {name} engine does not keep worlds that cannot be reached");
        let reachable = "count those that can be reached, `expect worlds N`, or ";
        problem(Code::WrongEngine, message)
            .at(self.step.at, "")
            .help(means.other_engine().after(reachable))
    }

    fn means(&self) -> Means<'_> {
        let engine = self.snapshot.state.engine();
        Means { document: self.document, engine, limits: self.limits }
    }

    /// An action has several outcomes, or one that is a set of several states.
    pub fn several(&self, outcomes: usize) -> Diagnostic {
        if outcomes == 1 {
            let message = "the outcome of this action is a set of several states";
            return problem(Code::SeveralOutcomes, message)
                .at(self.step.at, "it can be spoken about, but not entered")
                .help(
                    "let somebody learn it, and it is one state: `L_all (...)` around the action",
                );
        }
        let message = format!("this action has {outcomes} outcomes, and `do` needs one");
        problem(Code::SeveralOutcomes, message)
            .at(self.step.at, "which of them is meant?")
            .help("mark the alternative that was chosen: `!α + β`")
    }

    fn not_executable(&self, test: Formula) -> Diagnostic {
        let message = "this action cannot be executed: a test fails in the actual world";
        let (at, label) = match self.step.places.formula(test) {
            Some(at) => (at, "this is false in the actual world".to_owned()),
            None => self.around_test(test),
        };
        problem(Code::NotExecutable, message)
            .at(at, label)
            .help("to assert that it cannot be executed, write `check blocked` instead of `do`")
    }

    /// The smallest part of the text around a test that is not itself in the text, and what is
    /// wrong with it.
    fn around_test(&self, test: Formula) -> (Location, String) {
        let terms = &self.document.terms;
        let is_test = |node: &ActionNode| {
            if let ActionNode::Message(index) = node {
                return terms.said(*index).1.events[0].precondition == test;
            }
            matches!(node, ActionNode::Test(of) if *of == test)
        };
        let around = self.path_to(|action| is_test(terms.action_node(action)));
        let placed = around.iter().rev().find_map(|&action| {
            Some((self.step.places.action(action)?, terms.action_node(action)))
        });
        match placed {
            Some((at, ActionNode::Game(game))) => (at, self.why_not(game)),
            Some((at, ActionNode::Message(index))) => (at, self.why_not_said(terms.said(*index).0)),
            Some((at, _)) => (at, "a test in this is false in the actual world".to_owned()),
            None => (self.step.at, "a test in this action is false in the actual world".to_owned()),
        }
    }

    /// Why a move that has a test cannot be made.
    fn why_not(&self, game: &GameAction) -> String {
        let name = |agent: Agent| self.document.vocabulary.agent_name(agent);
        let requester = name(game.question.requester);
        let respondent = game.question.respondent.map_or(requester, name);
        match game.name {
            Move::Win => format!("{requester} cannot win in the actual world"),
            Move::NoWin => format!("{requester} can win in the actual world"),
            Move::NoShow(_) => {
                format!("{respondent} holds one of these cards in the actual world")
            }
            Move::Answer if game.question.response == Response::None => {
                format!("{respondent} has an answer to give in the actual world")
            }
            Move::Look | Move::Show(..) | Move::Answer => {
                "the test of this move is false in the actual world".to_owned()
            }
        }
    }

    /// Why something cannot be said.
    fn why_not_said(&self, message: &Message) -> String {
        let speaker = message.by.map(|by| self.document.vocabulary.agent_name(by));
        match (message.manner, speaker) {
            (Manner::Lie, Some(name)) => {
                format!("{name} believes this in the actual world, so that it would be no lie")
            }
            (_, Some(name)) => format!("{name} does not know this in the actual world"),
            (_, None) => "this is false in the actual world".to_owned(),
        }
    }

    /// A question cannot be asked here.
    fn unanswerable(&self, action: Action, why: &Unanswerable) -> Diagnostic {
        let at = self.step.places.action(action).unwrap_or(self.step.at);
        let printer = Printer::new(&self.document.terms, &self.document.vocabulary);
        match *why {
            Unanswerable::NotKnown { answer, respondent } => {
                let name = self.document.vocabulary.agent_name(respondent);
                let answer = printer.formula(answer);
                let message =
                    format!("{name} cannot answer this: they may not know whether {answer}");
                problem(Code::Unanswerable, message)
                    .at(at, format!("there are worlds that {name} cannot tell apart, where {answer} is true in one only"))
                    .help(format!("ask for what {name} knows, for example `K_{name} (...)`"))
            }
            Unanswerable::NoAnswer => {
                problem(Code::Unanswerable, "this question has no answer in some world")
                    .at(at, "the answers do not cover all worlds")
                    .help("add an answer for the rest: `event none: otherwise`")
            }
        }
    }

    /// The actions from the whole step down to the first one that is wanted.
    fn path_to(&self, wanted: impl Fn(Action) -> bool) -> Vec<Action> {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<(Action, usize)> =
            action_of(&self.step.kind).map(|action| (action, 0)).into_iter().collect();
        let mut path = Vec::new();
        while let Some((action, depth)) = waiting.pop() {
            if !seen.insert(action) {
                continue;
            }
            path.truncate(depth);
            path.push(action);
            if wanted(action) {
                return path;
            }
            let parts = self.document.terms.action_node(action).parts();
            waiting.extend(parts.iter().rev().map(|&part| (part, depth + 1)));
        }
        Vec::new()
    }

    fn undefined(&self, why: &Undefined) -> Diagnostic {
        let at = match why.term {
            Term::Formula(formula) => self.step.places.formula(formula),
            Term::Action(action) => self.step.places.action(action),
        };
        self.lacking(why.agent, why.lack, at.unwrap_or(self.step.at))
    }

    fn lacking(&self, agent: Agent, lack: Lack, at: Location) -> Diagnostic {
        let name = self.document.vocabulary.agent_name(agent);
        match lack {
            Lack::Access if self.was_never_given(agent) => problem(
                Code::NoAccess,
                format!("undefined: the model defines no access for {name}"),
            )
            .at(at, format!("what {name} knows is undefined, which is not the same as false"))
            .help(format!(
                "write a clause `cells {name}: ...` in the model; `cells {name}:` alone says that \
                 {name} tells all worlds apart"
            )),
            Lack::Access => self.no_access(name, at),
            Lack::Cells => problem(Code::NoAccess, format!("undefined: {name} has no cells"))
                .at(at, format!("{name}'s access is given by arrows"))
                .help("cells and probabilities are defined for agents whose access is a partition"),
            Lack::CellsToLearn => {
                let message = format!("undefined: {name} learns, but has no cells");
                problem(Code::NoAccess, message)
                    .at(at, format!("{name}'s access is given by arrows"))
                    .help(
                        "learning (`L_B`) is defined for agents whose access is a partition; on any access: `announce \
                         φ` (everybody hears it), `tell φ to a`, `privately φ to a`, or the update `?φ ; U_all ?φ`",
                    )
            }
        }
    }

    /// Whether the state has grown out of a model that says nothing about the agent.
    fn was_never_given(&self, agent: Agent) -> bool {
        let model = self.snapshot.origin.setup(self.document).model();
        model.is_some_and(|model| !matches!(model.relations.get(agent.index()), Some(Some(_))))
    }

    fn no_access(&self, name: &str, at: Location) -> Diagnostic {
        let message = format!("undefined: agent {name} has no access to the state here");
        let problem = problem(Code::NoAccess, message)
            .at(at, format!("what {name} knows is undefined, which is not the same as false"));
        let problem = match self.snapshot.access_lost {
            Some(lost) => problem.at(lost, "this left access to fewer agents"),
            None => problem,
        };
        problem.help(
            "`?φ` and `p := φ` leave nobody access, `L_B α` leaves B, a frame leaves those it has \
             `cells` or `arrows` for; to keep everybody's access, write `L_all (...)` around the \
             action, or a clause for everybody in the frame; what is said to some is `tell φ to a`",
        )
    }

    fn unsupported(&self, what: &Unsupported) -> Diagnostic {
        let at = self.step.places.action(what.action).unwrap_or(self.step.at);
        if what.construct == Construct::NoMove {
            return self.means().no_move().at(at, "this is neither said in public nor a move");
        }
        let help = if let Construct::Update = what.construct {
            "only actions with frames can be game actions; `do` executes updates"
        } else {
            "a program with `U_B` is made of tests, `U_B`, `;` and `+`; unbounded repetition \
                 stands inside `[ ]` and `< >` only, outside of other actions"
        };
        problem(Code::Unsupported, what.to_string()).at(at, "this has no meaning here").help(help)
    }
}

/// The action that a step is about.
fn action_of(step: &StepKind) -> Option<Action> {
    if let StepKind::Do(action)
    | StepKind::CheckExecutable(action)
    | StepKind::CheckBlocked(action)
    | StepKind::ExpectAction(_, action)
    | StepKind::ExpectOutcomes(_, action) = *step
    {
        Some(action)
    } else {
        None
    }
}

/// The means that were not enough for a state or an answer.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The document that describes the state.
    pub document: &'a Document,
    /// The engine.
    pub engine: Engine,
    /// What may be used.
    pub limits: &'a Limits,
}

impl Means<'_> {
    /// A state was not built.
    pub fn build(&self, error: &BuildError) -> Diagnostic {
        match error {
            BuildError::SearchTooLong { limit: Limit::Stopped, .. }
            | BuildError::TooLarge(Limit::Stopped)
            | BuildError::TooManyWorlds { limit: Limit::Stopped, .. } => Diagnostic::for_stop(),
            BuildError::TooManyWorlds { limit, .. } => {
                problem(Code::Limit, error.to_string()).help(self.way_out(limit))
            }
            BuildError::SearchTooLong { limit, .. } | BuildError::TooLarge(limit) => {
                problem(Code::Limit, format!("gave up: {error}")).help(self.way_out(limit))
            }
            BuildError::NoWorldObeysTheLaw | BuildError::PointBreaksTheLaw => {
                problem(Code::NoState, error.to_string())
                    .help("change the law, or the actual world, so that the actual world obeys it")
            }
            BuildError::NotPropositional(_) | BuildError::Malformed(_) => {
                problem(Code::NoState, error.to_string())
            }
            BuildError::Weighed => {
                let message =
                    format!("the {} engine cannot hold this state: {error}", self.engine.name());
                problem(Code::WrongEngine, message).help(self.other_engine())
            }
            BuildError::NoDeal(why) => {
                let message =
                    format!("the {} engine cannot hold this state: {why}", self.engine.name());
                let holds = "it holds deals of cards that their holders have looked at; ";
                problem(Code::WrongEngine, message).help(self.other_engine().after(holds))
            }
            BuildError::NoDiagrams => {
                problem(Code::WrongEngine, error.to_string()).help(self.other_engine())
            }
        }
    }

    /// An action is none of those that the deals engine executes.
    fn no_move(&self) -> Diagnostic {
        let message = format!("the {} engine cannot execute this action", self.engine.name());
        let executes = "it executes what is said in public, `ask`, `win`, `nowin`, and a look at the table that \
                        everybody notices; ";
        problem(Code::WrongEngine, message).help(self.other_engine().after(executes))
    }

    /// Which engine could run what this one cannot.
    fn other_engine(&self) -> WayOut {
        let task = task(self.document, self.limits);
        let others: Vec<Engine> = Engine::ALL
            .into_iter()
            .filter(|engine| engine.is_general() && !engine.is_for_small_states())
            .collect();
        if let Some(other) = others.iter().find(|engine| engine.can_hold(&task).is_ok()) {
            return WayOut::from("run this with ").then(setting(*other));
        }
        let why = |engine: &Engine| {
            let why = engine.can_hold(&task).err()?;
            Some(format!("the {} engine cannot run this file, because {why}", engine.name()))
        };
        WayOut::from(others.iter().filter_map(why).collect::<Vec<_>>().join("; "))
    }

    /// A limit was reached.
    pub fn limit(&self, limit: &Limit) -> Diagnostic {
        if *limit == Limit::Stopped {
            return Diagnostic::for_stop();
        }
        let message = match self.engine.is_limit_of_listing(limit) {
            true => format!("gave up listing the worlds: {limit}"),
            false => format!("gave up: {limit}"),
        };
        problem(Code::Limit, message).help(self.way_out(limit))
    }

    /// States were not compared, or not listed.
    pub fn comparison(&self, error: &CompareError) -> Diagnostic {
        match error {
            CompareError::GaveUp(limit) => self.limit(limit),
            CompareError::DifferentEngines => problem(Code::WrongEngine, error.to_string()),
        }
    }

    /// What to do about a limit.
    fn way_out(&self, limit: &Limit) -> WayOut {
        let smaller = "make the state smaller";
        match self.engine.way_out(limit, &task(self.document, self.limits)) {
            LimitWayOut::RaiseWorlds => WayOut::from("raise the limit with ")
                .then(Setting::MaxWorlds)
                .then(", or make the state smaller"),
            LimitWayOut::RaiseNodes => {
                WayOut::from("raise it with ").then(Setting::MaxNodes).then(", or make the state smaller")
            }
            LimitWayOut::NotForSmallStates(other) => WayOut::from(format!(
                "this is a limit of the {} engine, which is for small states; run this with ",
                self.engine.name()
            ))
            .then(setting(other)),
            LimitWayOut::Unlisted(other) => WayOut::from("run this with ")
                .then(setting(other))
                .then(", which does not list worlds, or make the state smaller"),
            LimitWayOut::SmallerToList(engine) => self.smaller_to_list(engine),
            LimitWayOut::SmallerForMemory => WayOut::from(
                "half of the machine's memory is the limit; make the state smaller, for example \
                 with fewer cards, a stricter law, or another value for a parameter with ",
            )
            .then(Setting::Parameter),
            LimitWayOut::SmallerState if matches!(limit, Limit::Worlds(_)) => smaller.into(),
            LimitWayOut::SmallerState => WayOut::from(
                "make the state smaller, for example with another value for a parameter with ",
            )
            .then(Setting::Parameter),
            LimitWayOut::SmallerFormula => "name parts of the formula and check them one by one".into(),
            LimitWayOut::SmallerAction => {
                "make the action smaller: every way to choose in it is an event".into()
            }
            LimitWayOut::SmallerProgram => {
                "updates may lead to very many possibilities, and updates inside an update to new \
                 ones for ever; make the program or the state smaller"
                    .into()
            }
            LimitWayOut::ShorterPlay(other) => WayOut::from(format!(
                "this is a limit of the {} engine for one play; check the play in several scenarios, \
                 or run this with ",
                self.engine.name()
            ))
            .then(setting(other))
            .then(" if that can hold the states"),
            LimitWayOut::ProbabilityAlone => {
                "ask for the probability by itself: inside of `K`, `M`, `C` or `[ ]` it is found for \
                 everything that the agent might have seen"
                    .into()
            }
            LimitWayOut::AskAgain => "ask again, and give it more time".into(),
        }
    }

    /// What can be found out where worlds are not listed.
    fn smaller_to_list(&self, engine: Engine) -> WayOut {
        match engine.is_general() {
            true => WayOut::from(
                "in a state of this size truth and knowledge can be found out; probabilities, \
                 `^*`, `||`, `U`, comparisons, traces and pictures need a smaller one, for example \
                 with another value for a parameter with ",
            )
            .then(Setting::Parameter),
            false => "in a state of this size truth, knowledge, probabilities and numbers of worlds can be \
                      found out; comparisons, descriptions and pictures need a smaller one, for example \
                      later in the game or with fewer cards"
                .into(),
        }
    }
}

/// A limit was reached where nothing is known of the engine.
pub fn gave_up(limit: &Limit) -> Diagnostic {
    match limit {
        Limit::Stopped => Diagnostic::for_stop(),
        Limit::Worlds(_)
        | Limit::Memory { .. }
        | Limit::Work(_)
        | Limit::Depth(_)
        | Limit::Possibilities(_)
        | Limit::Events(_)
        | Limit::Nodes(_)
        | Limit::Shows(_)
        | Limit::Numbering => problem(Code::Limit, format!("gave up: {limit}")),
    }
}

/// The setting that asks for an engine.
fn setting(engine: Engine) -> Setting {
    Setting::Engine(engine.name().into())
}

fn problem(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::without_place(code, message)
}

/// The format that the name of a picture asks for.
pub fn format_of(file: &str) -> Result<Format, Diagnostic> {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    // As for paths: a name that starts with its only dot has no extension.
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    let found = extension.and_then(|(_, extension)| Format::drawn_for(extension));
    found.ok_or_else(|| {
        let message = format!("`{file}` is not the name of a picture");
        Diagnostic::without_place(Code::CannotDraw, message).help(
            "pictures are called something.svg, something.png, something.pdf, something.dot, something.tikz or something.tex",
        )
    })
}

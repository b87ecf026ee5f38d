//! From the text of a proof to a development: names become letters, agents, groups, lines.

use crate::proof::{
    Argument, Deed, Development, GroupCondition, Inference, Parameter, ProofLine, ProofSystem,
    Theorem,
};
use crate::sentence::{
    ActShape, Members, Operator, Party, Sentence, Sentences, Shape, Variable, Who,
};
use hexa_lang::proof::LoadedProof;
use hexa_lang::proof::tree::{
    ParameterKind, PartKind, ProofCondition, ProofOperator, ProofPart, ProofReason,
    ProofStatementKind, ProofTheorem, ProofTree, Word, WrittenLine,
};
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::{AgentAction, Fluent, PathFormula, PathFormulas, PathNode};
use rustc_hash::FxHashMap;

/// A game, as far as proofs are about it.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The names of its agents, each with those of their actions, the one without effect first.
    pub agents: Vec<(String, Vec<String>)>,
    /// What can be said of a state, by the numbers of fluents.
    pub fluents: Vec<String>,
    /// Names of actions, by their numbers.
    pub actions: Vec<String>,
    /// The formulas of the rules.
    pub formulas: PathFormulas,
    /// The rules: their names, each with its instances, each a conjunction of what is said.
    pub rules: Vec<(String, Vec<Vec<Said>>)>,
}

/// What a rule says, as far as it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// φ ↔ ψ
    Iff(PathFormula, PathFormula),
    /// φ → ψ
    Implies(PathFormula, PathFormula),
    /// φ
    Other(PathFormula),
}

/// Brings the games that proofs are about.
pub trait Games {
    /// The game that a path means in the text of that name, or why it cannot be had.
    fn game(&self, from: &str, path: &str) -> Result<Game, String>;
}

/// No game can be had.
#[derive(Clone, Copy, Debug)]
pub struct NoGames;

impl Games for NoGames {
    fn game(&self, _from: &str, _path: &str) -> Result<Game, String> {
        Err("no game can be read here".to_owned())
    }
}

/// Where a theorem is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoremPlaces {
    /// In which text.
    pub source: SourceId,
    /// Its name.
    pub name: Span,
    /// Its lines, each with its reason and its number or name.
    pub lines: Vec<LinePlace>,
}

/// Where a line is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePlace {
    /// All of it.
    pub line: Span,
    /// Why it may stand there.
    pub reason: Span,
    /// Its number or name.
    pub label: Box<str>,
}

/// A development with the places of its parts.
#[derive(Clone, Debug)]
pub struct ReadProofs {
    /// The theorems.
    pub development: Development,
    /// Where each of them is written.
    pub places: Vec<TheoremPlaces>,
    /// How many of them come from texts that are included.
    pub included: usize,
}

/// What texts say; or what is wrong with them.
pub fn read(loaded: &LoadedProof, games: &dyn Games) -> Result<ReadProofs, Vec<Diagnostic>> {
    let mut reader = Reader {
        development: Development::new(ProofSystem::K),
        places: Vec::new(),
        abbreviations: FxHashMap::default(),
        theorems: FxHashMap::default(),
        has_game: false,
        wrong: loaded.diagnostics.clone(),
        scope: FxHashMap::default(),
        tree: &ProofTree::default(),
        source: SourceId(0),
        memo: Vec::new(),
    };
    reader.choose_system(loaded);
    let mut included = 0;
    for (source, tree) in &loaded.trees {
        (reader.source, reader.tree) = (*source, tree);
        included = reader.development.theorems.len();
        reader.text(loaded, games);
    }
    match reader.wrong.is_empty() {
        true => Ok(ReadProofs { development: reader.development, places: reader.places, included }),
        false => Err(reader.wrong),
    }
}

struct Reader<'t> {
    development: Development,
    places: Vec<TheoremPlaces>,
    abbreviations: FxHashMap<Box<str>, Sentence>,
    theorems: FxHashMap<Box<str>, usize>,
    has_game: bool,
    wrong: Vec<Diagnostic>,
    /// The parameters of the theorem that is read.
    scope: FxHashMap<Box<str>, Parameter>,
    tree: &'t ProofTree,
    source: SourceId,
    /// What the parts of the tree have become.
    memo: Vec<Option<Meaning>>,
}

/// What a part of a text means.
#[derive(Clone, Copy)]
enum Meaning {
    Sentence(Sentence),
    Act(crate::sentence::Act),
}

type Read<T> = Result<T, Diagnostic>;

impl Reader<'_> {
    fn problem(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.source, span, message)
    }

    fn sentences(&mut self) -> &mut Sentences {
        &mut self.development.sentences
    }

    /// The logic of the text; it must have the theorems of what is included.
    fn choose_system(&mut self, loaded: &LoadedProof) {
        let mut systems: Vec<(ProofSystem, Location)> = Vec::new();
        for (source, tree) in &loaded.trees {
            self.source = *source;
            let before = systems.len();
            for statement in &tree.statements {
                let ProofStatementKind::Logic(name) = &statement.kind else { continue };
                let at = Location { source: *source, span: name.span };
                match ProofSystem::of_name(&name.text) {
                    Some(system) if systems.len() == before => systems.push((system, at)),
                    Some(_) => self.wrong.push(self.problem(
                        Code::DuplicateName,
                        name.span,
                        "the logic is named twice",
                    )),
                    None => {
                        let names: Vec<&str> =
                            ProofSystem::ALL.iter().map(|system| system.name()).collect();
                        let problem = self
                            .problem(
                                Code::UnknownName,
                                name.span,
                                format!("there is no logic called `{}`", name.text),
                            )
                            .help(format!("logics are {}", names.join(", ")));
                        self.wrong.push(problem);
                    }
                }
            }
            if systems.len() == before && self.wrong.is_empty() {
                let message = "this text does not say in which logic it proves";
                let problem = self.problem(Code::Expected, Span::new(0, 0), message);
                self.wrong.push(problem.help("begin with a line like `logic S5`"));
            }
        }
        let Some(&(own, _)) = systems.last() else { return };
        for (system, at) in systems {
            if !own.contains(system) {
                let message = format!(
                    "this text proves in {}, which is no part of {}",
                    system.name(),
                    own.name()
                );
                self.wrong.push(Diagnostic::without_place(Code::WrongKind, message).at(at, ""));
            }
        }
        self.development.system = own;
    }

    fn text(&mut self, loaded: &LoadedProof, games: &dyn Games) {
        self.memo = vec![None; self.tree.parts.len()];
        for statement in &self.tree.statements {
            let done = match &statement.kind {
                ProofStatementKind::Logic(_) | ProofStatementKind::Include(_) => Ok(()),
                ProofStatementKind::Agents(names) => {
                    names.iter().try_for_each(|name| self.declare_agent(name))
                }
                ProofStatementKind::Actions(names) => {
                    names.iter().try_for_each(|name| self.declare_action(name))
                }
                ProofStatementKind::Game(path) => {
                    let from = loaded.sources.get(self.source).name.clone();
                    let game = games.game(&from, &path.text);
                    self.enter_game(path, game)
                }
                ProofStatementKind::Let(name, body) => self.abbreviate(name, *body),
                ProofStatementKind::Theorem(theorem) => self.theorem(theorem),
            };
            if let Err(problem) = done {
                self.wrong.push(problem);
            }
        }
    }

    fn declare_agent(&mut self, name: &Word) -> Read<()> {
        if &*name.text == "all" || name.text.contains(['(', '{', '^', '_']) {
            return Err(self.problem(
                Code::ReservedName,
                name.span,
                format!("`{}` cannot be the name of an agent", name.text),
            ));
        }
        // Texts that are put together may name the same agents.
        self.sentences().agent(&name.text);
        Ok(())
    }

    /// An action of an agent who is declared; besides, they can do nothing.
    fn declare_action(&mut self, name: &Word) -> Read<()> {
        if self.has_game || self.development.system != ProofSystem::Egdl {
            let message = match self.has_game {
                true => "the actions are those of the game",
                false => "only proofs in EGDL are about actions of games",
            };
            return Err(self.problem(Code::WrongKind, name.span, message));
        }
        let after = name.text.split_once('^').map_or("", |(_, after)| after);
        let agent = after.split(['_', '(']).next().unwrap_or("");
        let Some(agent) = self.development.sentences.known_agent(agent) else {
            let message = format!("`{}` does not say whose action it is", name.text);
            let problem = self.problem(Code::UnknownName, name.span, message);
            return Err(problem.help("write `a^x` for an action of the agent x, after `agents x`"));
        };
        let Development { sentences, signature, .. } = &mut self.development;
        let agents: Vec<String> =
            sentences.agents().map(|agent| sentences.agent_name(agent).to_owned()).collect();
        let mut deed = |action: &str| Deed {
            legal: sentences.name(&format!("legal({action})")),
            does: sentences.name(&format!("does({action})")),
        };
        for agent in &agents[signature.actions.len()..] {
            signature.actions.push(vec![deed(&format!("noop^{agent}"))]);
        }
        let new = deed(&name.text);
        let theirs = &mut signature.actions[agent.index()];
        if !theirs.contains(&new) {
            theirs.push(new);
        }
        Ok(())
    }

    fn enter_game(&mut self, path: &Word, game: Result<Game, String>) -> Read<()> {
        let game = match game {
            Ok(game) => game,
            Err(why) => {
                let message = format!("cannot read {}: {why}", path.text);
                return Err(self.problem(Code::CannotRead, path.span, message));
            }
        };
        if self.has_game || self.development.system != ProofSystem::Egdl {
            let message = match self.has_game {
                true => "there is a game already",
                false => "only proofs in EGDL are about games",
            };
            return Err(self.problem(Code::WrongKind, path.span, message));
        }
        self.has_game = true;
        let plain = |name: &str| name.replace(' ', "");
        for (agent, actions) in &game.agents {
            self.sentences().agent(agent);
            let deeds = actions.iter().map(|action| {
                let action = plain(action);
                let sentences = &mut self.development.sentences;
                let (legal, does) = (format!("legal({action})"), format!("does({action})"));
                Deed { legal: sentences.name(&legal), does: sentences.name(&does) }
            });
            let deeds = deeds.collect();
            self.development.signature.actions.push(deeds);
        }
        for name in ["initial", "terminal"] {
            self.sentences().name(name);
        }
        for fluent in &game.fluents {
            self.sentences().name(&plain(fluent));
        }
        let mut known = FxHashMap::default();
        for (name, instances) in &game.rules {
            let mut sentences = Vec::new();
            for instance in instances {
                for said in instance {
                    let mut take = |formula: PathFormula| {
                        from_path(&mut self.development.sentences, &game, formula, &mut known)
                    };
                    let sentence = match *said {
                        Said::Iff(left, right) => {
                            let (left, right) = (take(left), take(right));
                            self.sentences().iff(left, right)
                        }
                        Said::Implies(left, right) => {
                            let (left, right) = (take(left), take(right));
                            self.sentences().implies(left, right)
                        }
                        Said::Other(formula) => take(formula),
                    };
                    sentences.push(sentence);
                }
            }
            self.development.rules.push((name.as_str().into(), sentences));
        }
        Ok(())
    }

    fn abbreviate(&mut self, name: &Word, body: ProofPart) -> Read<()> {
        let sentence = self.sentence(body)?;
        if self.abbreviations.insert(name.text.clone(), sentence).is_some() {
            return Err(self.problem(
                Code::DuplicateName,
                name.span,
                format!("there is a formula called `{}` already", name.text),
            ));
        }
        Ok(())
    }

    fn theorem(&mut self, theorem: &ProofTheorem) -> Read<()> {
        self.scope.clear();
        let mut parameters = Vec::new();
        for (kind, name) in &theorem.parameters {
            let variable = self.sentences().variable(&name.text);
            let parameter = match kind {
                ParameterKind::Formula => Parameter::Sentence(variable),
                ParameterKind::Agent => Parameter::Agent(variable),
                ParameterKind::Group => Parameter::Group(variable),
                ParameterKind::Action => Parameter::Act(variable),
            };
            let is_taken = self.development.sentences.known_agent(&name.text).is_some()
                || self.abbreviations.contains_key(&name.text);
            if self.scope.insert(name.text.clone(), parameter).is_some() || is_taken {
                let message = format!("`{}` has another meaning already", name.text);
                return Err(self.problem(Code::DuplicateName, name.span, message));
            }
            parameters.push(parameter);
        }
        // What parts mean depends on the parameters, so that nothing is kept from before.
        let mut conditions = Vec::new();
        for condition in &theorem.conditions {
            conditions.push(match condition {
                ProofCondition::Inhabited(group) => GroupCondition::Inhabited(self.party(group)?),
                ProofCondition::In(one, group) => match self.agent(one) {
                    Ok(who) => GroupCondition::Member(who, self.party(group)?),
                    Err(_) => GroupCondition::Subset(self.party(one)?, self.party(group)?),
                },
            });
        }
        let statement = self.sentence(theorem.statement)?;
        let mut labels: FxHashMap<&str, usize> = FxHashMap::default();
        for (number, line) in theorem.lines.iter().enumerate() {
            if labels.insert(&line.label.text, number).is_some() {
                let message = format!("there are two lines called `{}`", line.label.text);
                let problem = self.problem(Code::DuplicateName, line.label.span, message);
                self.wrong.push(problem);
            }
        }
        let mut lines = Vec::with_capacity(theorem.lines.len());
        let mut open: Vec<u32> = Vec::new();
        // In which column lines stand, under so many assumptions.
        let mut columns: Vec<u32> = Vec::new();
        let mut places = Vec::with_capacity(theorem.lines.len());
        for line in &theorem.lines {
            while open.last().is_some_and(|&column| column >= line.column) {
                open.pop();
            }
            columns.truncate(open.len() + 1);
            match columns.get(open.len()) {
                None => columns.push(line.column),
                Some(&column) if column == line.column => {}
                Some(_) => {
                    let message = "this line stands in another column than those before it";
                    let problem = self.problem(Code::Indentation, line.label.span, message);
                    let help = "only what stands under an assumption is indented further";
                    self.wrong.push(problem.help(help));
                }
            }
            if matches!(line.reason, ProofReason::Assumption) {
                open.push(line.column);
            }
            let depth = u32::try_from(open.len()).unwrap_or(u32::MAX);
            match self.line(line, depth, &labels) {
                Ok(line) => lines.push(line),
                Err(problem) => self.wrong.push(problem),
            }
            places.push(LinePlace {
                line: line.span,
                reason: line.reason_span,
                label: line.label.text.clone(),
            });
        }
        let name = &theorem.name;
        self.theorems.entry(name.text.clone()).or_insert(self.development.theorems.len());
        self.places.push(TheoremPlaces { source: self.source, name: name.span, lines: places });
        self.development.theorems.push(Theorem {
            name: name.text.clone(),
            parameters,
            conditions,
            statement,
            lines,
        });
        self.scope.clear();
        Ok(())
    }

    fn line(
        &mut self,
        line: &WrittenLine,
        depth: u32,
        labels: &FxHashMap<&str, usize>,
    ) -> Read<ProofLine> {
        let sentence = self.sentence(line.formula)?;
        let find = |label: &Word| {
            labels.get(&*label.text).copied().ok_or_else(|| {
                let message = format!("there is no line called `{}`", label.text);
                self.problem(Code::UnknownName, label.span, message)
            })
        };
        let reason = match &line.reason {
            ProofReason::Premise => Inference::Premise,
            ProofReason::Given => Inference::Given,
            ProofReason::Assumption => Inference::Assumption,
            ProofReason::Consequence(lines) => {
                Inference::Consequence(lines.iter().map(find).collect::<Read<_>>()?)
            }
            ProofReason::Axiom(name) => Inference::Axiom(name.text.clone()),
            ProofReason::Rule(name) => Inference::Rule(name.text.clone()),
            ProofReason::ModusPonens(one, other) => {
                Inference::ModusPonens(find(one)?, find(other)?)
            }
            ProofReason::Necessitation(from) => Inference::Necessitation(find(from)?),
            ProofReason::Monotonicity(from) => Inference::Monotonicity(find(from)?),
            ProofReason::Replacement(from) => Inference::Replacement(find(from)?),
            ProofReason::Induction(from) => Inference::Induction(find(from)?),
            ProofReason::LearntInduction(one, other) => {
                Inference::LearntInduction(find(one)?, find(other)?)
            }
            ProofReason::Subproof(from) => Inference::Subproof(find(from)?),
            ProofReason::Lemma(name, arguments, lines) => {
                let lines = lines.iter().map(find).collect::<Read<Vec<usize>>>()?;
                // What an argument is shows in the theorem; which one that is, the checker says.
                let known = self.theorems.get(&name.text);
                let parameters = known.map(|&at| self.development.theorems[at].parameters.clone());
                let mut found = Vec::new();
                for (at, &argument) in arguments.iter().enumerate() {
                    let parameter = parameters.as_ref().and_then(|it| it.get(at)).copied();
                    found.push(self.argument(argument, parameter)?);
                }
                Inference::Lemma(name.text.clone(), found, lines)
            }
        };
        Ok(ProofLine { depth, sentence, reason })
    }

    fn argument(&mut self, argument: ProofPart, parameter: Option<Parameter>) -> Read<Argument> {
        let part = &self.tree.parts[argument.0 as usize];
        let name = if let PartKind::Name(name) = part { Some(name) } else { None };
        Ok(match (parameter, name) {
            (Some(Parameter::Agent(_)), Some(name)) => Argument::Agent(self.agent(name)?),
            (Some(Parameter::Group(_)), Some(name)) => Argument::Group(self.party(name)?),
            (Some(Parameter::Act(_)), _) => Argument::Act(self.act(argument)?),
            _ => Argument::Sentence(self.sentence(argument)?),
        })
    }

    fn agent(&self, name: &Word) -> Read<Who> {
        match self.scope.get(&name.text) {
            Some(Parameter::Agent(variable)) => return Ok(Who::Variable(*variable)),
            Some(Parameter::Sentence(_) | Parameter::Group(_) | Parameter::Act(_)) | None => {}
        }
        let plain = name.text.trim_start_matches('{').trim_end_matches('}');
        match self.development.sentences.known_agent(plain) {
            Some(agent) => Ok(Who::Agent(agent)),
            None => {
                let message = format!("there is no agent called `{plain}`");
                let problem = self.problem(Code::UnknownName, name.span, message);
                Err(problem.help("name the agents: `agents a, b`; or make it a parameter of the theorem: `(agent a)`"))
            }
        }
    }

    fn party(&mut self, name: &Word) -> Read<Party> {
        let group = |reader: &Self, name: &str| match reader.scope.get(name) {
            Some(Parameter::Group(variable)) => Some(*variable),
            Some(Parameter::Sentence(_) | Parameter::Agent(_) | Parameter::Act(_)) | None => None,
        };
        let mut members = Members::default();
        let all = self.development.sentences.agents().map(Who::Agent);
        let is_joined = |text: &str| {
            let names = &self.development.sentences;
            text.chars().count() > 1
                && text.chars().all(|c| names.known_agent(c.encode_utf8(&mut [0; 4])).is_some())
        };
        let text: &str = &name.text;
        if text == "all" {
            members.agents.extend(all);
        } else if let Some(list) = text.strip_prefix('{') {
            for one in list.trim_end_matches('}').split(',').filter(|one| !one.is_empty()) {
                match group(self, one) {
                    Some(variable) => members.groups.push(variable),
                    None => {
                        let word = Word { text: one.into(), span: name.span };
                        members.agents.push(self.agent(&word)?);
                    }
                }
            }
        } else if let Some(variable) = group(self, text) {
            members.groups.push(variable);
        } else if self.agent(name).is_err() && is_joined(text) {
            for c in text.chars() {
                let agent = self.sentences().agent(c.encode_utf8(&mut [0; 4]));
                members.agents.push(Who::Agent(agent));
            }
        } else {
            members.agents.push(self.agent(name)?);
        }
        Ok(self.sentences().party(members))
    }

    /// Everybody.
    fn everybody(&mut self, span: Span) -> Read<Party> {
        let agents = self.development.sentences.agents();
        if agents.len() == 0 {
            let message = "nobody is named, so that it is not said who everybody is";
            return Err(self.problem(Code::NoAgents, span, message));
        }
        Ok(self.sentences().party_of(agents))
    }

    /// The parts of a part, before it; parts lie before what they are parts of.
    fn parts_of(&self, part: ProofPart) -> Vec<ProofPart> {
        let mut found = Vec::new();
        let mut open = vec![part];
        while let Some(part) = open.pop() {
            found.push(part);
            match &self.tree.parts[part.0 as usize] {
                PartKind::Constant(_) | PartKind::Name(_) => {}
                PartKind::Not(body)
                | PartKind::Knowledge(_, _, body)
                | PartKind::Next(body)
                | PartKind::Test(body)
                | PartKind::Announce(body)
                | PartKind::Learn(_, body) => open.push(*body),
                PartKind::And(of)
                | PartKind::Or(of)
                | PartKind::Sequence(of)
                | PartKind::Choice(of, _) => open.extend(of),
                PartKind::Implies(left, right) | PartKind::Iff(left, right) => {
                    open.extend([left, right]);
                }
                PartKind::After { action, body, .. } => open.extend([action, body]),
            }
        }
        found.sort_unstable();
        found
    }

    fn sentence(&mut self, part: ProofPart) -> Read<Sentence> {
        match self.meaning(part, false)? {
            Meaning::Sentence(sentence) => Ok(sentence),
            Meaning::Act(_) => {
                Err(self.problem(Code::WrongKind, Span::new(0, 0), "an action is no formula"))
            }
        }
    }

    fn act(&mut self, part: ProofPart) -> Read<crate::sentence::Act> {
        match self.meaning(part, true)? {
            Meaning::Act(act) => Ok(act),
            Meaning::Sentence(_) => {
                Err(self.problem(Code::WrongKind, Span::new(0, 0), "a formula is no action"))
            }
        }
    }

    fn meaning(&mut self, part: ProofPart, is_action: bool) -> Read<Meaning> {
        let parts = self.parts_of(part);
        // Names that stand where an action is needed.
        let mut actions = rustc_hash::FxHashSet::default();
        if is_action {
            actions.insert(part);
        }
        for part in &parts {
            let kind = &self.tree.parts[part.0 as usize];
            if let PartKind::After { action: part, .. } | PartKind::Learn(_, part) = kind {
                actions.insert(*part);
            }
            if let PartKind::Sequence(of) | PartKind::Choice(of, _) = kind {
                actions.extend(of);
            }
        }
        for &part in &parts {
            let made = self.part(part, actions.contains(&part))?;
            self.memo[part.0 as usize] = Some(made);
        }
        Ok(self.memo[part.0 as usize].expect("it was the last of its parts"))
    }

    fn made(&self, part: ProofPart) -> Sentence {
        match self.memo[part.0 as usize] {
            Some(Meaning::Sentence(sentence)) => sentence,
            Some(Meaning::Act(_)) | None => Sentences::TRUE,
        }
    }

    fn made_act(&mut self, part: ProofPart) -> crate::sentence::Act {
        match self.memo[part.0 as usize] {
            Some(Meaning::Act(act)) => act,
            Some(Meaning::Sentence(_)) | None => {
                self.sentences().act(ActShape::Test(Sentences::TRUE))
            }
        }
    }

    fn part(&mut self, part: ProofPart, is_action: bool) -> Read<Meaning> {
        let tree = self.tree;
        let shape = match &tree.parts[part.0 as usize] {
            PartKind::Constant(true) => Shape::True,
            PartKind::Constant(false) => Shape::False,
            PartKind::Name(name) if is_action => {
                let act = match self.scope.get(&name.text) {
                    Some(Parameter::Act(variable)) => ActShape::Variable(*variable),
                    Some(Parameter::Sentence(_) | Parameter::Agent(_) | Parameter::Group(_))
                    | None => {
                        let message = format!("there is no action called `{}`", name.text);
                        return Err(self.problem(Code::UnknownName, name.span, message));
                    }
                };
                return Ok(Meaning::Act(self.sentences().act(act)));
            }
            PartKind::Name(name) => return self.letter(name).map(Meaning::Sentence),
            PartKind::Not(body) => Shape::Not(self.made(*body)),
            PartKind::And(of) => Shape::And(of.iter().map(|&part| self.made(part)).collect()),
            PartKind::Or(of) => Shape::Or(of.iter().map(|&part| self.made(part)).collect()),
            PartKind::Implies(left, right) => Shape::Implies(self.made(*left), self.made(*right)),
            PartKind::Iff(left, right) => Shape::Iff(self.made(*left), self.made(*right)),
            PartKind::Next(body) => Shape::Box(Operator::Next, self.made(*body)),
            PartKind::Knowledge(operator, who, body) => {
                return self.knowledge(*operator, who.as_ref(), *body).map(Meaning::Sentence);
            }
            PartKind::After { action, body, some } => {
                let (act, body) = (self.made_act(*action), self.made(*body));
                let sentences = self.sentences();
                return Ok(Meaning::Sentence(match some {
                    false => sentences.boxed(Operator::After(act), body),
                    true => dual(sentences, Operator::After(act), body),
                }));
            }
            PartKind::Test(body) => {
                let body = self.made(*body);
                return Ok(Meaning::Act(self.sentences().act(ActShape::Test(body))));
            }
            PartKind::Announce(body) => {
                let party = self.everybody(Span::new(0, 0))?;
                let body = self.made(*body);
                let test = self.sentences().act(ActShape::Test(body));
                return Ok(Meaning::Act(self.sentences().act(ActShape::Learn(party, test))));
            }
            PartKind::Learn(who, inside) => {
                let party = self.party(who)?;
                let inside = self.made_act(*inside);
                return Ok(Meaning::Act(self.sentences().act(ActShape::Learn(party, inside))));
            }
            PartKind::Sequence(of) => {
                let of = of.iter().map(|&part| self.made_act(part)).collect();
                return Ok(Meaning::Act(self.sentences().act(ActShape::Sequence(of))));
            }
            PartKind::Choice(of, mark) => {
                let of = of.iter().map(|&part| self.made_act(part)).collect();
                return Ok(Meaning::Act(self.sentences().act(ActShape::Choice(of, *mark))));
            }
        };
        Ok(Meaning::Sentence(self.sentences().make(shape)))
    }

    fn letter(&mut self, name: &Word) -> Read<Sentence> {
        match self.scope.get(&name.text) {
            Some(Parameter::Sentence(variable)) => {
                let variable: Variable = *variable;
                return Ok(self.sentences().make(Shape::Variable(variable)));
            }
            Some(Parameter::Agent(_) | Parameter::Group(_) | Parameter::Act(_)) => {
                let message = format!("`{}` is no formula", name.text);
                return Err(self.problem(Code::WrongKind, name.span, message));
            }
            None => {}
        }
        if let Some(&sentence) = self.abbreviations.get(&name.text) {
            return Ok(sentence);
        }
        if self.has_game && self.development.sentences.known_letter(&name.text).is_none() {
            let message = format!("the game knows no `{}`", name.text);
            return Err(self.problem(Code::UnknownName, name.span, message));
        }
        Ok(self.sentences().letter(&name.text))
    }

    fn knowledge(
        &mut self,
        operator: ProofOperator,
        who: Option<&Word>,
        body: ProofPart,
    ) -> Read<Sentence> {
        let body = self.made(body);
        let agent = |reader: &Self| match who {
            Some(who) => reader.agent(who),
            None => {
                let message = "it is not said who knows: write `K_a`";
                Err(reader.problem(Code::Expected, Span::new(0, 0), message))
            }
        };
        let party = |reader: &mut Self| match who {
            Some(who) => reader.party(who),
            None => reader.everybody(Span::new(0, 0)),
        };
        let operator = match operator {
            ProofOperator::Knows => Operator::Knows(agent(self)?),
            ProofOperator::Imagines => {
                let operator = Operator::Knows(agent(self)?);
                return Ok(dual(self.sentences(), operator, body));
            }
            ProofOperator::KnowsWhether => {
                let operator = Operator::Knows(agent(self)?);
                let sentences = self.sentences();
                let not = sentences.not(body);
                let sides = [body, not].map(|side| sentences.boxed(operator, side));
                return Ok(sentences.or(sides.to_vec()));
            }
            ProofOperator::Everybody => Operator::Everybody(party(self)?),
            ProofOperator::Common => Operator::Common(party(self)?),
            ProofOperator::Distributed => Operator::Distributed(party(self)?),
        };
        Ok(self.sentences().boxed(operator, body))
    }
}

/// `~[]~φ`
fn dual(sentences: &mut Sentences, operator: Operator, body: Sentence) -> Sentence {
    let not = sentences.not(body);
    let all = sentences.boxed(operator, not);
    sentences.not(all)
}

/// A formula of a game as a sentence.
fn from_path(
    sentences: &mut Sentences,
    game: &Game,
    formula: PathFormula,
    known: &mut FxHashMap<PathFormula, Sentence>,
) -> Sentence {
    if let Some(&known) = known.get(&formula) {
        return known;
    }
    let mut each = |sentences: &mut Sentences, of: &[PathFormula]| -> Vec<Sentence> {
        of.iter().map(|&part| from_path(sentences, game, part, known)).collect()
    };
    let fluent = |Fluent(at): Fluent| game.fluents[at as usize].replace(' ', "");
    let made = match game.formulas.node(formula) {
        PathNode::Constant(true) => Sentences::TRUE,
        PathNode::Constant(false) => Sentences::FALSE,
        PathNode::Fluent(it) => sentences.letter(&fluent(*it)),
        PathNode::Does(AgentAction(at)) => {
            let name = game.actions[*at as usize].replace(' ', "");
            sentences.letter(&format!("does({name})"))
        }
        PathNode::Not(body) => {
            let body = each(sentences, &[*body])[0];
            sentences.not(body)
        }
        PathNode::And(of) => {
            let of = each(sentences, of);
            sentences.and(of)
        }
        PathNode::Or(of) => {
            let of = each(sentences, of);
            sentences.or(of)
        }
        PathNode::Next(body) => {
            let body = each(sentences, &[*body])[0];
            sentences.boxed(Operator::Next, body)
        }
        PathNode::Knows(agent, body) => {
            let body = each(sentences, &[*body])[0];
            let name = &game.agents[agent.index()].0;
            let agent = sentences.agent(name);
            sentences.knows(agent, body)
        }
        PathNode::Common(body) => {
            let body = each(sentences, &[*body])[0];
            let party = sentences.party_of(sentences.agents());
            sentences.boxed(Operator::Common(party), body)
        }
    };
    known.insert(formula, made);
    made
}

//! Actions: names resolved, macros and binders spelt out, and the conditions of the action language
//! checked: learners inside the group (thesis def. 26), marks of local choice (def. 30).
//! A program in which somebody suspects something is closed as a whole; see `suspicion`.

use super::name::listing;
use super::scope::{Bound, Entity, Env, Node};
use super::{Elaborator, MAX_EXPANSION};
use crate::syntax::Symbol;
use crate::syntax::tree::{
    ActionKind, Assignment, BindOp, Binder, ChainOp, Exponent, Expr, ExprKind,
};
use hexa_logic::{
    Action, ActionNode, Atom, Event, Formula, FrameIndex, Group, RelationSetup, Terms,
};
use hexa_text::Code;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Whether `α^*` may stand here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum Iteration {
    /// Inside `[ ]` and `< >`.
    Unbounded,
    /// Everywhere else.
    #[default]
    Bounded,
}

/// What the checks need to know of an action: thesis def. 27, whether it updates, and how long it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Learning {
    /// The agents who learn in it.
    pub learners: Group,
    /// Whether `L` occurs.
    pub learns: bool,
    /// Whether `U` occurs.
    pub updates: bool,
    /// Whether `S`, `fix` or one of its variables occurs.
    pub suspects: bool,
    /// The first part that cannot stand in one program with these.
    pub foreign: Option<Action>,
    /// Whether something else occurs that programs with `U` do not have: `:=`, `||` or `^*`.
    pub other: bool,
    /// How many tests, assignments and events it stands for, each as often as it is repeated.
    pub size: u64,
}

impl Elaborator<'_> {
    /// The action at a place.
    pub(super) fn action(&mut self, node: Node, env: &Env) -> Option<Action> {
        self.term(node, env)
    }

    /// The action of a modality: there, unbounded iteration is allowed.
    pub(super) fn action_in_modality(&mut self, node: Node, env: &Env) -> Option<Action> {
        let outside = std::mem::replace(&mut self.iteration, Iteration::Unbounded);
        let action = self.program(node, env);
        self.iteration = outside;
        action
    }

    /// The action of a step.
    pub(super) fn action_of_step(&mut self, node: Node) -> Option<Action> {
        self.iteration = Iteration::Bounded;
        self.program(node, &Env::default())
    }

    /// The action at a place that stands in no parentheses.
    pub(super) fn action_inside(&mut self, node: Node, env: &Env) -> Option<Action> {
        let tree = self.tree(node);
        match tree.kind(node.expr) {
            ExprKind::Error => None,
            ExprKind::Chain(ChainOp::Plus, parts) => self.choice(node, parts, env),
            ExprKind::Chain(ChainOp::Sequence, parts) => {
                self.composition(node, ActionNode::Sequence, parts, env)
            }
            ExprKind::Chain(ChainOp::Concurrent, parts) => {
                self.composition(node, ActionNode::Concurrent, parts, env)
            }
            ExprKind::Bind(op, binder, body) => self.bound_action(node, *op, binder, *body, env),
            ExprKind::Power(base, exponent) => self.iteration(node, *base, *exponent, env),
            ExprKind::Name(symbol) => self.named_action(node, *symbol, env),
            ExprKind::Apply(head, arguments) => {
                match self.definition_named(node.with(*head), env) {
                    Some(index) => self.expand(node, index, arguments, env),
                    None => match self.message_in_brackets(node, *head, arguments, env) {
                        Some(message) => message,
                        None => self.frame_action(node, *head, arguments, env),
                    },
                }
            }
            ExprKind::Action(kind) => self.action_of_kind(node, kind, env),
            ExprKind::Paren(_)
            | ExprKind::Text(_)
            | ExprKind::Keyword
            | ExprKind::Number(_)
            | ExprKind::Subscript(..)
            | ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Subsets(..)
            | ExprKind::Size(_)
            | ExprKind::Builtin(_)
            | ExprKind::Minus(..)
            | ExprKind::Times(_)
            | ExprKind::Chain(ChainOp::Iff | ChainOp::Implies | ChainOp::Or | ChainOp::And, _)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Formula(_) => self.error_help(
                Code::WrongKind,
                node,
                "this is not an action",
                "a formula φ is tested by `?φ`; everybody learns it by `L_all ?φ`",
            ),
        }
    }

    fn action_of_kind(&mut self, node: Node, kind: &ActionKind, env: &Env) -> Option<Action> {
        match kind {
            ActionKind::Skip => Some(self.terms.skip()),
            ActionKind::Test(formula) => {
                let formula = self.formula(node.with(*formula), env)?;
                Some(self.terms.action(ActionNode::Test(formula)))
            }
            ActionKind::Learn(group, inner) => {
                self.learn(node, node.with(*group), node.with(*inner), env)
            }
            ActionKind::Update(group, inner) => {
                self.update(node, node.with(*group), node.with(*inner), env)
            }
            ActionKind::Suspect(group, inner) => {
                self.suspect(node.with(*group), node.with(*inner), env)
            }
            ActionKind::Fix(variable, body) => {
                self.fixed_point(node.with(*variable), node.with(*body), env)
            }
            ActionKind::Mark(_) => self.stray_mark(node),
            ActionKind::Assign(assignments) => {
                let assignments = self.assignments(node, assignments, env)?;
                Some(self.terms.action(ActionNode::Assign(assignments.into())))
            }
            ActionKind::Look(agent) => self.look(node, *agent, env),
            ActionKind::Ask(ask) => self.ask(node, ask, env),
            ActionKind::Trade(trade) => self.trade(node, trade, env),
            ActionKind::Message(message) => self.message(node, message, env),
            ActionKind::Win(agent) => self.win_move(node, *agent, env),
            ActionKind::NoWin(agent) => self.nowin_move(node, *agent, env),
        }
    }

    fn stray_mark(&mut self, node: Node) -> Option<Action> {
        self.error_help(
            Code::BadMark,
            node,
            "`!` marks an alternative, and there is nothing to choose here",
            "`!α + β`: mark one whole operand of a `+`, in parentheses if need be; to announce φ write `announce φ`",
        )
    }

    fn learn(&mut self, node: Node, group: Node, inner: Node, env: &Env) -> Option<Action> {
        let names = group;
        let group = self.group(group, env);
        let inner = self.action(inner, env);
        let (group, inner) = group.zip(inner)?;
        let learning = self.learning(inner);
        if let Some(outside) = learning.learners.first_outside(&group) {
            let name = self.vocabulary.agent_name(outside).to_owned();
            let at = self.location(names);
            let diagnostic = self
                .diagnostic(
                    Code::LearnerOutside,
                    node,
                    format!("`{name}` learns something inside, but is not in this group"),
                )
                .at(at, format!("`{name}` is missing here"))
                .help(format!("add `{name}` to the group: who learns must be seen to learn"));
            self.report(diagnostic);
            return None;
        }
        if learning.updates {
            return self.report_mixed_logics(node);
        }
        Some(self.terms.action(ActionNode::Learn(group, inner)))
    }

    fn update(&mut self, node: Node, group: Node, inner: Node, env: &Env) -> Option<Action> {
        let group = self.group(group, env);
        let inner = self.action(inner, env);
        let (group, inner) = group.zip(inner)?;
        let action = self.terms.action(ActionNode::Update(group, inner));
        self.check_logics(node, action)
    }

    fn report_mixed_logics(&mut self, node: Node) -> Option<Action> {
        self.error_help(
            Code::MixedLogics,
            node,
            "`L` and `U` stand in one program",
            "in a program with `U` everybody keeps access (Knowledge games, def. 55), after `L_B` only B has \
             it (def. 34): use one of them in a program, or take several steps",
        )
    }

    fn beside_update(&mut self, node: Node) -> Option<Action> {
        self.error_help(
            Code::MixedLogics,
            node,
            "`:=`, `||` and `^*` have no meaning in a program with `U`",
            "a program with `U` is made of `?φ`, `U_B α`, `;` and `+` (Knowledge games, def. 53); `α^3` and \
             `α^*3` may stand in it",
        )
    }

    /// A chain of `+`, with at most one operand marked.
    fn choice(&mut self, node: Node, parts: &[Expr], env: &Env) -> Option<Action> {
        let mut chosen = None;
        let mut alternatives = Vec::new();
        for (at, &part) in parts.iter().enumerate() {
            let (operand, inner) = self.through_arguments(node.with(part), env);
            let mut alternative = operand;
            if let ExprKind::Action(ActionKind::Mark(marked)) = *self.kind(operand) {
                self.mark_once(operand, at, &mut chosen)?;
                alternative = operand.with(marked);
            }
            alternatives.push(self.action(alternative, &inner));
        }
        let alternatives = alternatives.into_iter().collect::<Option<Vec<_>>>()?;
        let whole = self.choose_among(alternatives, chosen);
        self.check_logics(node, whole)
    }

    fn mark_once(&mut self, node: Node, at: usize, chosen: &mut Option<usize>) -> Option<()> {
        if chosen.replace(at).is_none() {
            return Some(());
        }
        self.error_help(
            Code::BadMark,
            node,
            "a second alternative of the same choice is marked",
            "at most one `!` in a chain: one alternative is actually chosen",
        )
    }

    /// Looks through macro arguments, but not through parentheses: `(!α) + β` marks nothing.
    fn through_arguments<'e>(&self, node: Node, env: &'e Env) -> (Node, Cow<'e, Env>) {
        let in_parentheses = matches!(self.kind(node), ExprKind::Paren(_));
        if in_parentheses { (node, Cow::Borrowed(env)) } else { self.resolve(node, env) }
    }

    /// A choice among alternatives: of one it is that one, of none `?false`.
    pub(super) fn choose_among(
        &mut self,
        alternatives: Vec<Action>,
        chosen: Option<usize>,
    ) -> Action {
        match alternatives[..] {
            [] => self.terms.action(ActionNode::Test(Terms::FALSE)),
            [only] => only,
            _ => {
                let chosen = chosen.map(|at| at as u32);
                self.terms.action(ActionNode::Choice(alternatives.into(), chosen))
            }
        }
    }

    fn composition(
        &mut self,
        node: Node,
        compose: fn(Box<[Action]>) -> ActionNode,
        parts: &[Expr],
        env: &Env,
    ) -> Option<Action> {
        let parts: Vec<_> = parts.iter().map(|&part| self.action(node.with(part), env)).collect();
        let parts: Box<[Action]> = parts.into_iter().collect::<Option<_>>()?;
        let whole = self.terms.action(compose(parts));
        self.check_size(node, whole)?;
        self.check_logics(node, whole)
    }

    /// Repetitions share their parts, so a short action can stand for more than anybody can execute.
    fn check_size(&mut self, node: Node, action: Action) -> Option<()> {
        let size = self.learning(action).size;
        if size <= MAX_EXPANSION { Some(()) } else { self.too_long(node) }
    }

    fn too_long<T>(&mut self, node: Node) -> Option<T> {
        let message = format!("this stands for more than {MAX_EXPANSION} tests and assignments");
        self.error_help(Code::TooLarge, node, message, "repeat it less often")
    }

    fn check_logics(&mut self, node: Node, action: Action) -> Option<Action> {
        let learning = self.learning(action);
        match (learning.updates, learning.learns, learning.other) {
            (true, true, _) => self.report_mixed_logics(node),
            (true, false, true) => self.beside_update(node),
            _ => Some(action),
        }
    }

    fn bound_action(
        &mut self,
        node: Node,
        op: BindOp,
        binder: &Binder,
        body: Expr,
        env: &Env,
    ) -> Option<Action> {
        let join = match op {
            BindOp::Choice => |this: &mut Self, instances| this.choose_among(instances, None),
            BindOp::Seq => Self::in_sequence,
            BindOp::Forall | BindOp::Exists => {
                return self.error_help(
                    Code::WrongKind,
                    node,
                    "this is a formula, and an action is needed",
                    "`choice` and `seq` bind in actions; a formula φ is tested by `?(φ)`",
                );
            }
        };
        let instances = self.instances(node, binder, body, env)?;
        let whole = join(self, instances);
        self.check_size(node, whole)?;
        self.check_logics(node, whole)
    }

    /// One after the other: of one it is that one, of none the unit of `;`.
    fn in_sequence(&mut self, actions: Vec<Action>) -> Action {
        match actions[..] {
            [only] => only,
            _ => self.terms.action(ActionNode::Sequence(actions.into())),
        }
    }

    fn iteration(
        &mut self,
        node: Node,
        base: Expr,
        exponent: Exponent,
        env: &Env,
    ) -> Option<Action> {
        let action = self.action(node.with(base), env)?;
        match exponent {
            Exponent::Exactly(times) => {
                let times = self.natural(node.with(times), env)?;
                if self.learning(action).size.saturating_mul(times) > MAX_EXPANSION {
                    return self.too_long(node);
                }
                let copies = self.copies(node, action, times)?;
                Some(self.in_sequence(copies))
            }
            Exponent::AtMost(times) => {
                let times = self.natural(node.with(times), env)?;
                let mut powers = Vec::new();
                for times in 0..=times {
                    let copies = self.copies(node, action, times)?;
                    powers.push(self.in_sequence(copies));
                }
                let whole = self.choose_among(powers, None);
                self.check_size(node, whole).map(|()| whole)
            }
            Exponent::Star if self.iteration == Iteration::Unbounded => {
                let action = self.terms.action(ActionNode::Star(action));
                self.check_logics(node, action)
            }
            Exponent::Star => self.error_help(
                Code::UnboundedIteration,
                node,
                "an unbounded iteration stands only inside `[ ]` and `< >`",
                "write how often: `α^3`, or at most how often: `α^*3`",
            ),
        }
    }

    fn copies(&mut self, node: Node, action: Action, times: u64) -> Option<Vec<Action>> {
        (0..times).map(|_| self.spend(node).map(|()| action)).collect()
    }

    /// Simultaneous assignments, with lists by rule spelt out.
    pub(super) fn assignments(
        &mut self,
        node: Node,
        assignments: &[Assignment],
        env: &Env,
    ) -> Option<Vec<(Atom, Formula)>> {
        let mut result = Vec::new();
        let mut assigned = FxHashSet::default();
        for assignment in assignments {
            let atom = node.with(assignment.atom);
            let value = node.with(assignment.value);
            let mut each = |this: &mut Self, env: &Env| {
                let (target, value) = this.atom(atom, env).zip(this.formula(value, env))?;
                if !assigned.insert(target) {
                    let name = this.vocabulary.atom_name(target).to_owned();
                    let message = format!("`{name}` is assigned twice at the same time");
                    return this.error(Code::AssignedTwice, atom, message);
                }
                result.push((target, value));
                Some(())
            };
            match &assignment.rule {
                None => each(self, env)?,
                Some(rule) => self.for_each(node, rule, env, each)?,
            }
        }
        Some(result)
    }

    fn named_action(&mut self, node: Node, symbol: Symbol, env: &Env) -> Option<Action> {
        if let Some(&Bound::Fixed(binder)) = env.get(symbol) {
            return self.bound_variable(node, symbol, binder);
        }
        match self.scope.entity(symbol) {
            Some(Entity::Macro(index)) if env.get(symbol).is_none() => {
                self.expand(node, index, &[], env)
            }
            Some(Entity::Frame(index)) => {
                let events = &self.scope.frames[index].events;
                let events: Vec<&str> = events.iter().map(String::as_str).collect();
                let events = listing(&events);
                let help = format!("say which event happened: one of {events}");
                self.error_help(Code::WrongArity, node, "a frame alone is not an action", help)
            }
            Some(Entity::Atoms) => self.error_help(
                Code::WrongKind,
                node,
                "this is an atom, and an action is needed",
                "it is tested by `?p` and announced by `announce p`; in formulas `[!p] ψ`",
            ),
            _ if env.get(symbol).is_some() => {
                let message = "this variable stands for no action";
                self.error(Code::WrongKind, node, message)
            }
            None => self.unknown_name(node, symbol, "a declared action"),
            entity => {
                let name = self.scope.symbols.name(symbol).to_owned();
                self.not_a(node, &name, entity, "an action", &[])
            }
        }
    }

    /// `showing(red)`
    fn frame_action(
        &mut self,
        node: Node,
        head: Expr,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<Action> {
        let (head, inner) = self.resolve(node.with(head), env);
        let name = self.name(head, &inner)?;
        match self.scope.entity_named(&name) {
            Some(Entity::Frame(index)) => self.frame_event(node, index, arguments, env),
            Some(Entity::Atoms) => self.error_help(
                Code::WrongKind,
                node,
                "this is an atom, and an action is needed",
                "it is tested by `?p` and announced by `announce p`; in formulas `[!p] ψ`",
            ),
            entity => {
                let actions = self.action_names();
                self.not_a(head, &name, entity, "an action or a frame", &actions)
            }
        }
    }

    fn action_names(&self) -> Vec<String> {
        let mut names = self.scope.names();
        names.retain(|name| {
            matches!(self.scope.entity_named(name), Some(Entity::Macro(_) | Entity::Frame(_)))
        });
        names
    }

    fn frame_event(
        &mut self,
        node: Node,
        index: usize,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<Action> {
        let &[event] = arguments else {
            let message = format!("a frame takes one event, {} are given", arguments.len());
            return self.error(Code::WrongArity, node, message);
        };
        let name = self.atom_name(node.with(event), env)?;
        let events = self.scope.frames[index].events.clone();
        if events.is_empty() {
            // The frame is in error, which was told where it is declared.
            return None;
        }
        match events.iter().position(|event| *event == name) {
            Some(event) => {
                let (frame, event) = (FrameIndex::from_index(index), Event::from_index(event));
                Some(self.terms.action(ActionNode::Event(frame, event)))
            }
            None => self.not_a(node.with(event), &name, None, "an event of the frame", &events),
        }
    }

    /// Who learns in an action, and by which operators. Children are older than their parents, so the
    /// answers for all actions up to this one are filled in order.
    pub(super) fn learning(&mut self, action: Action) -> Learning {
        for index in self.learnings.len()..=action.index() {
            let learning = self.learning_of(Action::from_index(index));
            self.learnings.push(learning);
        }
        self.learnings[action.index()].clone()
    }

    fn learning_of(&self, action: Action) -> Learning {
        if let ActionNode::Event(frame, _) = self.terms.action_node(action) {
            return Learning { foreign: Some(action), ..self.frame_learning(*frame) };
        }
        if let ActionNode::Message(_) = self.terms.action_node(action) {
            let learners = self.everybody();
            return Learning {
                learners,
                learns: true,
                foreign: Some(action),
                size: 1,
                ..Learning::default()
            };
        }
        let mut whole = Learning::default();
        if let ActionNode::Test(_) | ActionNode::Assign(_) = self.terms.action_node(action) {
            whole.size = 1;
        }
        for part in self.terms.action_node(action).parts() {
            let part = &self.learnings[part.index()];
            whole.learners = whole.learners.union(&part.learners);
            whole.learns |= part.learns;
            whole.updates |= part.updates;
            whole.suspects |= part.suspects;
            whole.foreign = whole.foreign.or(part.foreign);
            whole.other |= part.other;
            whole.size = whole.size.saturating_add(part.size);
        }
        match self.terms.action_node(action) {
            ActionNode::Learn(group, _) => {
                whole.learners = whole.learners.union(group);
                whole.learns = true;
            }
            ActionNode::Update(..) => whole.updates = true,
            ActionNode::Suspect(..) | ActionNode::Fix(_) | ActionNode::Variable(_) => {
                whole.suspects = true;
            }
            ActionNode::Assign(_) | ActionNode::Concurrent(_) | ActionNode::Star(_) => {
                whole.other = true;
            }
            ActionNode::Test(_)
            | ActionNode::Sequence(_)
            | ActionNode::Choice(..)
            | ActionNode::Event(..)
            | ActionNode::Game(_)
            | ActionNode::Message(_)
            | ActionNode::Epistemic(..) => {}
        }
        if is_foreign(self.terms.action_node(action)) {
            whole.foreign = Some(action);
        }
        whole
    }

    /// In a frame, everybody who has access learns.
    fn frame_learning(&self, frame: FrameIndex) -> Learning {
        let declared = &self.frame_relations[frame.index()];
        let learners = declared
            .iter()
            .enumerate()
            .filter(|(_, relation): &(usize, &Option<RelationSetup>)| relation.is_some())
            .map(|(at, _)| hexa_logic::Agent::from_index(at))
            .collect();
        Learning { learners, learns: true, size: 1, ..Learning::default() }
    }
}

/// Whether a construct has no meaning among suspicions (thesis sec. 7.2.2).
fn is_foreign(node: &ActionNode) -> bool {
    use ActionNode as A;
    let own = matches!(node, A::Test(_) | A::Sequence(_) | A::Concurrent(_));
    !own && !matches!(node, A::Suspect(..) | A::Fix(_) | A::Variable(_) | A::Epistemic(..))
}

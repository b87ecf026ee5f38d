//! The names of a syntax tree, each with what fits where it stands and with what it means: a variable of the innermost
//! binder around it, a world or an event of its block, or what the file declares.

use super::names::{Declared, Globals, NameKind, Occurrence};
use super::slot::Slot;
use hexa_lang::Span;
use hexa_lang::syntax::tree::{
    AccessKind, ActionKind, Ask, Assignment, Binder, Builtin, Clause, ClauseKind, CountSide,
    Definition, Exponent, Expr, ExprKind, FormulaKind, Fraction, Item, KnowledgeOp, Message,
    Precondition, Quantity, Reply, ShownCard, Statement, StatementKind, Step, Trade, Tree, Wanted,
    Who, WinClause,
};
use std::collections::BTreeMap;

/// Names by their texts, with the place of what they mean.
pub(super) type Meanings = BTreeMap<Box<str>, usize>;

/// A walk through the statements of a text.
pub(super) struct Walk<'a> {
    tree: &'a Tree,
    text: &'a str,
    file: usize,
    globals: &'a Globals,
    /// What was found.
    pub occurrences: Vec<Occurrence>,
    /// What is declared inside of statements; counted on from the globals.
    pub inner: Vec<Declared>,
    locals: Vec<(Box<str>, usize)>,
    /// Worlds or events of the block.
    block: Meanings,
    whole: Span,
    /// Of the name that is looked for: what fits there, and the variables that it may be.
    pub watched: Option<Watched>,
    watch: Option<&'a str>,
}

/// What fits where a name stands, and what may be meant there besides what the file declares.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub slot: Slot,
    pub locals: Vec<Box<str>>,
    pub block: Vec<Box<str>>,
}

impl<'a> Walk<'a> {
    pub fn new(tree: &'a Tree, text: &'a str, file: usize, globals: &'a Globals) -> Self {
        Self {
            tree,
            text,
            file,
            globals,
            occurrences: Vec::new(),
            inner: Vec::new(),
            locals: Vec::new(),
            block: Meanings::default(),
            whole: Span::default(),
            watched: None,
            watch: None,
        }
    }

    /// Looks for the name that is spelt like this.
    pub fn watching(self, name: &'a str) -> Self {
        Self { watch: Some(name), ..self }
    }

    pub fn statements(&mut self) {
        let tree = self.tree;
        for statement in &tree.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        self.whole = statement.span;
        match &statement.kind {
            StatementKind::Error
            | StatementKind::Include(_)
            | StatementKind::Scenario(_)
            | StatementKind::Claim(..) => {}
            StatementKind::Agents(items) => self.items(items, Slot::Agent),
            StatementKind::Table(name) => self.expr(*name, Slot::Holder),
            StatementKind::Set(name, items) => {
                self.expr(*name, Slot::New);
                self.items(items, Slot::Element);
            }
            StatementKind::Param(name, value) => {
                self.expr(*name, Slot::New);
                self.expr(*value, Slot::Number);
            }
            StatementKind::Define(sort, name, parameters, body) => {
                self.expr(*name, Slot::New);
                let outer = self.locals.len();
                self.bind(parameters);
                self.expr(*body, slot_of_definition(*sort));
                self.locals.truncate(outer);
            }
            StatementKind::Clause(clause) => self.clause(clause),
            StatementKind::State(name, clauses) => {
                self.expr(*name, Slot::State);
                self.clauses(clauses);
            }
            StatementKind::StateFrom(name, _) => self.expr(*name, Slot::State),
            StatementKind::Win(WinClause::Hand(holder)) => self.expr(*holder, Slot::Holder),
            StatementKind::Win(WinClause::Deal | WinClause::Table) => {}
            StatementKind::Frame(name, clauses) => {
                self.expr(*name, Slot::New);
                self.block = self.globals.events_of(self.spelt(*name)).cloned().unwrap_or_default();
                self.clauses(clauses);
                self.block.clear();
            }
            StatementKind::Step(step) => self.step(step),
        }
    }

    fn clauses(&mut self, clauses: &'a [Clause]) {
        clauses.iter().for_each(|clause| self.clause(clause));
    }

    fn clause(&mut self, clause: &'a Clause) {
        match &clause.kind {
            ClauseKind::Error => {}
            ClauseKind::Deal(_, hands) => self.hands(hands),
            ClauseKind::Atoms(items) | ClauseKind::Hypercube(items) => {
                self.items(items, Slot::Atom)
            }
            ClauseKind::Observe(who, items) => {
                self.for_whom(who, |this| this.items(items, Slot::Formula))
            }
            ClauseKind::Law(formula) => self.expr(*formula, Slot::Formula),
            ClauseKind::Point(items) => {
                let slot = if self.block.is_empty() { Slot::Atom } else { Slot::World };
                self.items(items, slot);
            }
            ClauseKind::Model(clauses) => {
                self.declare_worlds(clauses);
                self.clauses(clauses);
                self.block.clear();
            }
            ClauseKind::World(name, atoms, weight, rule) => self.within(rule.as_ref(), |this| {
                this.expr(*name, Slot::World);
                this.items(atoms, Slot::Atom);
                this.fraction(weight.as_ref());
            }),
            ClauseKind::Access(who, access) => self.for_whom(who, |this| match access {
                AccessKind::Cells(cells) => this.items(cells, Slot::World),
                AccessKind::CellsBy(values) => this.exprs(values, Slot::Value),
                AccessKind::Arrows(arrows) => arrows.iter().for_each(|arrow| {
                    this.within(arrow.rule.as_ref(), |this| {
                        this.expr(arrow.from, Slot::World);
                        this.expr(arrow.to, Slot::World);
                    });
                }),
            }),
            ClauseKind::Event(name, precondition, chance, posts, rule) => {
                self.within(rule.as_ref(), |this| {
                    this.expr(*name, Slot::Event);
                    match precondition {
                        Precondition::Formula(formula) => this.expr(*formula, Slot::Formula),
                        Precondition::None | Precondition::Otherwise => {}
                    }
                    this.fraction(chance.as_ref());
                    this.assignments(posts);
                });
            }
            ClauseKind::Ask(asker, respondent) => self.exprs(&[*asker, *respondent], Slot::Agent),
        }
    }

    /// The worlds of a model have names of their own.
    fn declare_worlds(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            let ClauseKind::World(name, ..) = &clause.kind else { continue };
            let head = self.head(*name);
            let declared = self.declared(head, NameKind::World);
            if !self.block.contains_key(&*declared.name) {
                let name = declared.name.clone().into_boxed_str();
                let at = self.add(declared);
                self.block.insert(name, at);
            }
        }
    }

    fn step(&mut self, step: &'a Step) {
        match step {
            Step::Do(action) | Step::CheckExecutable(action) | Step::CheckBlocked(action) => {
                self.expr(*action, Slot::Action);
            }
            Step::ExpectAction(_, action) => self.expr(*action, Slot::Action),
            Step::Check(formula) | Step::CheckValid(formula) | Step::Print(formula) => {
                self.expr(*formula, Slot::Formula);
            }
            Step::ExpectOutcomes(number, action) => {
                self.expr(*number, Slot::Number);
                self.expr(*action, Slot::Action);
            }
            Step::ExpectWorlds(number)
            | Step::ExpectAllWorlds(number)
            | Step::ExpectMinimal(number) => {
                self.expr(*number, Slot::Number);
            }
            Step::ExpectClasses(agent, number) => {
                self.expr(*agent, Slot::Agent);
                self.expr(*number, Slot::Number);
            }
            Step::ExpectCompare(_, state) | Step::Save(state) | Step::Restore(state) => {
                self.expr(*state, Slot::State);
            }
            Step::ExpectNumber(quantity, _, number) => {
                self.quantity(quantity);
                self.expr(*number, Slot::Number);
            }
            Step::PrintNumber(quantity) => self.quantity(quantity),
            Step::PrintState | Step::PrintKnowledge | Step::PrintCount | Step::Draw(_) => {}
        }
    }

    fn quantity(&mut self, quantity: &'a Quantity) {
        match quantity {
            Quantity::Worlds | Quantity::AllWorlds | Quantity::Minimal => {}
            Quantity::Classes(agent) => self.expr(*agent, Slot::Agent),
            Quantity::Probability(agent, formula) => {
                self.expr(*agent, Slot::Agent);
                self.expr(*formula, Slot::Formula);
            }
            Quantity::Instances(binder, formula) => {
                self.within(Some(binder), |this| this.expr(*formula, Slot::Formula));
            }
            Quantity::Number(number) => self.expr(*number, Slot::Number),
        }
    }

    fn message(&mut self, message: &'a Message) {
        self.expr(message.said, Slot::Formula);
        self.exprs(&message.to, Slot::Group);
        self.exprs(message.by.as_slice(), Slot::Agent);
    }

    fn exprs(&mut self, exprs: &[Expr], slot: Slot) {
        exprs.iter().for_each(|&expr| self.expr(expr, slot));
    }

    fn hands(&mut self, hands: &[Vec<Expr>]) {
        hands.iter().for_each(|hand| self.exprs(hand, Slot::Card));
    }

    fn items(&mut self, items: &'a [Item], slot: Slot) {
        for item in items {
            self.within(item.rule.as_ref(), |this| this.expr(item.expr, slot));
        }
    }

    fn assignments(&mut self, assignments: &'a [Assignment]) {
        for one in assignments {
            self.within(one.rule.as_ref(), |this| {
                this.expr(one.atom, Slot::Atom);
                this.expr(one.value, Slot::Formula);
            });
        }
    }

    fn fraction(&mut self, fraction: Option<&Fraction>) {
        if let Some(fraction) = fraction {
            self.expr(fraction.above, Slot::Number);
            fraction.below.into_iter().for_each(|below| self.expr(below, Slot::Number));
        }
    }

    fn for_whom(&mut self, who: &'a Who, body: impl FnOnce(&mut Self)) {
        match who {
            Who::Listed(groups) => {
                self.exprs(groups, Slot::Group);
                body(self);
            }
            Who::Each(binder) => self.within(Some(binder), body),
        }
    }

    /// What stands in the scope of a binder.
    fn within(&mut self, binder: Option<&'a Binder>, body: impl FnOnce(&mut Self)) {
        let outer = self.locals.len();
        if let Some(binder) = binder {
            for (variables, domain) in &binder.variables {
                self.expr(*domain, Slot::Set);
                self.bind(variables);
            }
            binder.guard.into_iter().for_each(|guard| self.expr(guard, Slot::Value));
        }
        body(self);
        self.locals.truncate(outer);
    }

    fn bind(&mut self, variables: &[Expr]) {
        for &variable in variables {
            if self.tree.kind(variable).name().is_some() {
                let declared = self.declared(variable, NameKind::Variable);
                let name = declared.name.clone().into_boxed_str();
                let at = self.add(declared);
                self.locals.push((name, at));
            }
            self.expr(variable, Slot::New);
        }
    }

    fn add(&mut self, declared: Declared) -> usize {
        self.inner.push(declared);
        self.globals.declared.len() + self.inner.len() - 1
    }

    fn declared(&self, name: Expr, kind: NameKind) -> Declared {
        let (span, text) = (self.tree.span(name), self.spelt(name));
        Declared { name: text.to_owned(), kind, file: self.file, span, whole: self.whole }
    }

    /// The name at the head of `p`, `p_1` and `p(x)`.
    fn head(&self, expr: Expr) -> Expr {
        head(self.tree, expr)
    }

    fn spelt(&self, expr: Expr) -> &'a str {
        self.text.get(self.tree.span(expr).range()).unwrap_or_default()
    }

    fn expr(&mut self, expr: Expr, slot: Slot) {
        let tree = self.tree;
        match tree.kind(expr) {
            ExprKind::Error | ExprKind::Text(_) | ExprKind::Keyword => {}
            ExprKind::Paren(inner) => self.expr(*inner, slot),
            // Digits are a name where somebody or a card is meant.
            ExprKind::Number(_) => {
                if matches!(slot, Slot::Agent | Slot::Group | Slot::Holder | Slot::Card) {
                    self.occur(expr, slot);
                }
            }
            ExprKind::Name(_) => self.occur(expr, slot),
            ExprKind::Subscript(base, subscript) => {
                self.expr(*base, slot_of_head(slot));
                let head = self.spelt(*base);
                let of_atom = self.kind_of(head) == Some(NameKind::Atom);
                self.expr(*subscript, if of_atom { Slot::Value } else { Slot::Holder });
            }
            ExprKind::Apply(name, arguments) => self.apply(*name, arguments, slot),
            ExprKind::Set(items) => {
                let inside = if slot == Slot::Set { Slot::Element } else { slot };
                self.items(items, inside);
            }
            ExprKind::Range(from, to) => self.exprs(&[*from, *to], Slot::Number),
            ExprKind::Subsets(size, set) => {
                self.expr(*size, Slot::Number);
                self.expr(*set, Slot::Set);
            }
            ExprKind::Size(of) => self.expr(*of, Slot::Holder),
            ExprKind::Builtin(
                Builtin::All | Builtin::Agents | Builtin::Cards | Builtin::Holders | Builtin::Deals,
            ) => {}
            ExprKind::Minus(left, right) => self.exprs(&[*left, *right], slot),
            ExprKind::Times(factors) => self.exprs(factors, slot),
            ExprKind::Power(base, exponent) => {
                self.expr(*base, slot);
                match exponent {
                    Exponent::Exactly(times) | Exponent::AtMost(times) => {
                        self.expr(*times, Slot::Number)
                    }
                    Exponent::Star => {}
                }
            }
            ExprKind::Chain(_, parts) => self.exprs(parts, slot),
            ExprKind::Compare(_, left, right) => self.exprs(&[*left, *right], Slot::Value),
            ExprKind::In(element, set) => {
                self.expr(*element, Slot::Value);
                self.expr(*set, Slot::Set);
            }
            ExprKind::Bind(_, binder, body) => {
                self.within(Some(binder), |this| this.expr(*body, slot))
            }
            ExprKind::Formula(kind) => self.formula(kind),
            ExprKind::Action(kind) => self.action(kind),
        }
    }

    fn apply(&mut self, name: Expr, arguments: &'a [Expr], slot: Slot) {
        self.expr(name, slot_of_head(slot));
        let head = self.spelt(name);
        let of_frame = slot != Slot::Atom && self.kind_of(head) == Some(NameKind::Frame);
        if !of_frame {
            return self.exprs(arguments, Slot::Value);
        }
        let events = self.globals.events_of(head).cloned().unwrap_or_default();
        let outer = std::mem::replace(&mut self.block, events);
        self.exprs(arguments, Slot::Event);
        self.block = outer;
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "names of worlds are of a few kinds")]
    fn formula(&mut self, kind: &'a FormulaKind) {
        match kind {
            FormulaKind::True | FormulaKind::False => {}
            FormulaKind::Not(inner) => self.expr(*inner, Slot::Formula),
            FormulaKind::Knowledge(op, who, inner) => {
                self.expr(*who, slot_of_operator(*op));
                self.expr(*inner, Slot::Formula);
            }
            FormulaKind::After(_, action, inner) => {
                self.expr(*action, Slot::Action);
                self.expr(*inner, Slot::Formula);
            }
            FormulaKind::Count(binder, inner, side) => {
                self.within(Some(binder), |this| this.expr(*inner, Slot::Formula));
                match side {
                    CountSide::Compare(_, number) => self.expr(*number, Slot::Number),
                    CountSide::In(set) => self.expr(*set, Slot::Set),
                }
            }
            FormulaKind::Probability(agent, inner, _, above, below) => {
                self.expr(*agent, Slot::Agent);
                self.expr(*inner, Slot::Formula);
                self.expr(*above, Slot::Number);
                below.iter().for_each(|&below| self.expr(below, Slot::Number));
            }
            FormulaKind::DealIs(hands) | FormulaKind::TheoryIs(_, hands) => self.hands(hands),
            FormulaKind::HandIs(holder, cards) => {
                self.expr(*holder, Slot::Holder);
                self.exprs(cards, Slot::Card);
            }
            FormulaKind::WinIs(agent) => self.expr(*agent, Slot::Agent),
            // Worlds have names of their own: only what stands for one, or inside of its name, is looked up.
            FormulaKind::AtWorld(world) => match self.tree.kind(*world) {
                ExprKind::Set(_) => self.expr(*world, Slot::Set),
                ExprKind::Apply(_, arguments) => self.exprs(arguments, Slot::Element),
                _ if self.locals.iter().any(|(local, _)| &**local == self.spelt(*world)) => {
                    self.expr(*world, Slot::World);
                }
                _ => {}
            },
        }
    }

    fn action(&mut self, kind: &'a ActionKind) {
        match kind {
            ActionKind::Test(formula) => self.expr(*formula, Slot::Formula),
            ActionKind::Learn(group, inner)
            | ActionKind::Update(group, inner)
            | ActionKind::Suspect(group, inner) => {
                self.expr(*group, Slot::Group);
                self.expr(*inner, Slot::Action);
            }
            ActionKind::Fix(variable, body) => {
                let outer = self.locals.len();
                self.bind(&[*variable]);
                self.expr(*body, Slot::Action);
                self.locals.truncate(outer);
            }
            ActionKind::Mark(inner) => self.expr(*inner, Slot::Action),
            ActionKind::Assign(assignments) => self.assignments(assignments),
            ActionKind::Skip => {}
            ActionKind::Look(agent) | ActionKind::Win(agent) | ActionKind::NoWin(agent) => {
                self.expr(*agent, Slot::Agent);
            }
            ActionKind::Ask(ask) => self.ask(ask),
            ActionKind::Trade(trade) => self.trade(trade),
            ActionKind::Message(message) => self.message(message),
        }
    }

    fn ask(&mut self, ask: &'a Ask) {
        self.exprs(&[ask.asker, ask.respondent], Slot::Agent);
        match &ask.wanted {
            Wanted::Cards(cards, shown) => {
                self.items(cards, Slot::Card);
                match shown {
                    ShownCard::Show(card) => self.exprs(card.as_slice(), Slot::Card),
                    ShownCard::No => {}
                }
            }
            Wanted::Answers(answers, reply) => {
                self.items(answers, Slot::Formula);
                match reply {
                    Reply::Tell(answer, group) => {
                        self.exprs(answer.as_slice(), Slot::Formula);
                        self.exprs(group.as_slice(), Slot::Group);
                    }
                    Reply::Say(answer) => self.exprs(answer.as_slice(), Slot::Formula),
                    Reply::No => {}
                }
            }
        }
    }

    fn trade(&mut self, trade: &Trade) {
        self.exprs(&trade.traders, Slot::Agent);
        trade.given.iter().flatten().for_each(|cards| self.exprs(cards, Slot::Card));
    }

    /// What a name means here, as far as that is a kind of thing.
    fn kind_of(&self, name: &str) -> Option<NameKind> {
        let local = self.locals.iter().any(|(local, _)| &**local == name);
        let global = self.globals.by_name.get(name).map(|&at| self.globals.declared[at].kind);
        if local { Some(NameKind::Variable) } else { global }
    }

    fn occur(&mut self, expr: Expr, slot: Slot) {
        let (span, name) = (self.tree.span(expr), self.spelt(expr));
        if self.watch.is_some_and(|watched| name == watched) {
            let locals = self.locals.iter().rev().map(|(name, _)| name.clone()).collect();
            let mut block: Vec<Box<str>> = self.block.keys().cloned().collect();
            block.sort();
            self.watched = Some(Watched { slot, locals, block });
        }
        let local = self.locals.iter().rev().find(|(local, _)| &**local == name);
        let global = || match slot {
            Slot::State => self.globals.states.get(name).copied(),
            Slot::World | Slot::Event => {
                let of_block = self.block.get(name).copied();
                of_block.or_else(|| self.globals.by_name.get(name).copied())
            }
            Slot::Formula
            | Slot::Action
            | Slot::Number
            | Slot::Set
            | Slot::Group
            | Slot::Agent
            | Slot::Holder
            | Slot::Card
            | Slot::Element
            | Slot::Value
            | Slot::Atom
            | Slot::New => self.globals.by_name.get(name).copied(),
        };
        let meaning = local.map(|&(_, at)| at).or_else(global);
        self.occurrences.push(Occurrence { file: self.file, span, slot, meaning });
    }
}

/// The name at the head of `p`, `p_1` and `p(x)`.
pub(super) fn head(tree: &Tree, expr: Expr) -> Expr {
    if let ExprKind::Subscript(base, _) | ExprKind::Apply(base, _) = tree.kind(expr) {
        *base
    } else {
        expr
    }
}

/// The head of a formula is no formula yet.
fn slot_of_head(slot: Slot) -> Slot {
    if matches!(slot, Slot::Formula | Slot::New) { Slot::Atom } else { slot }
}

fn slot_of_definition(sort: Definition) -> Slot {
    match sort {
        Definition::Formula => Slot::Formula,
        Definition::Action => Slot::Action,
    }
}

fn slot_of_operator(op: KnowledgeOp) -> Slot {
    match op {
        KnowledgeOp::Knows
        | KnowledgeOp::Believes
        | KnowledgeOp::Imagines
        | KnowledgeOp::KnowsWhether => Slot::Agent,
        KnowledgeOp::Everybody | KnowledgeOp::Common | KnowledgeOp::Distributed => Slot::Group,
    }
}

//! Trees as text, fully parenthesised, so that tests can say what was read.
#![allow(dead_code)] // Each test file uses a part of this.

use hexa_lang::syntax::tree::*;
use hexa_lang::syntax::{Symbols, Tree, parse, parse_action, parse_formula};
use hexa_lang::{Diagnostic, SourceId, Sources};

/// The shape of a formula that must be read without errors.
pub fn formula(text: &str) -> String {
    let mut symbols = Symbols::default();
    let read = parse_formula(text, SourceId(0), &mut symbols);
    assert_eq!(read.diagnostics, [], "{text}");
    Shapes { tree: &read.tree, symbols: &symbols }.expr(read.expr)
}

/// The shape of an action that must be read without errors.
pub fn action(text: &str) -> String {
    let mut symbols = Symbols::default();
    let read = parse_action(text, SourceId(0), &mut symbols);
    assert_eq!(read.diagnostics, [], "{text}");
    Shapes { tree: &read.tree, symbols: &symbols }.expr(read.expr)
}

/// The shapes of the statements of a file that must be read without errors.
pub fn file(text: &str) -> Vec<String> {
    let mut symbols = Symbols::default();
    let read = parse(text, SourceId(0), &mut symbols);
    assert_eq!(read.diagnostics, [], "{text}");
    let shapes = Shapes { tree: &read.tree, symbols: &symbols };
    read.tree.statements.iter().map(|statement| shapes.statement(&statement.kind)).collect()
}

/// The errors of a file: code, line and column of each.
pub fn errors(text: &str) -> Vec<(String, usize, usize)> {
    let mut sources = Sources::default();
    let id = sources.add("test", text);
    diagnostics(text)
        .iter()
        .map(|diagnostic| {
            assert_eq!(diagnostic.place().map(|at| at.source), Some(id));
            let (line, column) = sources.line_column(diagnostic.place().expect("a place"));
            (diagnostic.code.as_str().to_owned(), line, column)
        })
        .collect()
}

/// The diagnostics of a file.
pub fn diagnostics(text: &str) -> Vec<Diagnostic> {
    parse(text, SourceId(0), &mut Symbols::default()).diagnostics
}

struct Shapes<'a> {
    tree: &'a Tree,
    symbols: &'a Symbols,
}

impl Shapes<'_> {
    fn exprs(&self, of: &[Expr]) -> String {
        let shapes: Vec<String> = of.iter().map(|&expr| self.expr(expr)).collect();
        shapes.join(" ")
    }

    fn expr(&self, expr: Expr) -> String {
        let one = |name: &str, a: Expr| format!("({name} {})", self.expr(a));
        let two =
            |name: &str, a: Expr, b: Expr| format!("({name} {} {})", self.expr(a), self.expr(b));
        match self.tree.kind(expr) {
            ExprKind::Error => "ERROR".into(),
            ExprKind::Paren(inner) => self.expr(*inner),
            ExprKind::Text(text) => format!("{text:?}"),
            ExprKind::Keyword => "KEYWORD".into(),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Name(symbol) => self.symbols.name(*symbol).into(),
            ExprKind::Subscript(base, sub) => format!("{}_{}", self.expr(*base), self.expr(*sub)),
            ExprKind::Apply(head, of) => format!("({} @ {})", self.expr(*head), self.exprs(of)),
            ExprKind::Set(items) => format!("{{{}}}", self.items(items)),
            ExprKind::Range(a, b) => two("..", *a, *b),
            ExprKind::Subsets(a, b) => two("sub", *a, *b),
            ExprKind::Size(of) => one("size", *of),
            ExprKind::Builtin(builtin) => format!("{builtin:?}").to_uppercase(),
            ExprKind::Minus(a, b) => two("-", *a, *b),
            ExprKind::Times(of) => format!("(* {})", self.exprs(of)),
            ExprKind::Power(base, exponent) => self.power(*base, *exponent),
            ExprKind::Chain(op, of) => format!("({op:?} {})", self.exprs(of)),
            ExprKind::Compare(op, a, b) => two(op.symbol(), *a, *b),
            ExprKind::In(a, b) => two("in", *a, *b),
            ExprKind::Formula(FormulaKind::True) => "TRUE".into(),
            ExprKind::Formula(FormulaKind::False) => "FALSE".into(),
            ExprKind::Formula(FormulaKind::Not(inner)) => one("~", *inner),
            ExprKind::Formula(FormulaKind::Knowledge(op, who, inner)) => {
                two(&format!("{op:?}"), *who, *inner)
            }
            ExprKind::Formula(FormulaKind::After(modality, action, inner)) => {
                two(&format!("{modality:?}"), *action, *inner)
            }
            ExprKind::Bind(op, binder, body) => {
                format!("({op:?} [{}] {})", self.binder(binder), self.expr(*body))
            }
            ExprKind::Formula(FormulaKind::Count(binder, body, side)) => {
                self.count(binder, *body, *side)
            }
            ExprKind::Formula(FormulaKind::Probability(agent, inner, op, above, below)) => {
                let below = below.map_or(String::new(), |below| format!("/{}", self.expr(below)));
                let (agent, inner) = (self.expr(*agent), self.expr(*inner));
                format!("(P {agent} {inner} {} {}{below})", op.symbol(), self.expr(*above))
            }
            ExprKind::Formula(FormulaKind::DealIs(hands)) => {
                format!("(deal {})", self.hands(hands))
            }
            ExprKind::Formula(FormulaKind::HandIs(holder, cards)) => {
                format!("(hand {} [{}])", self.expr(*holder), self.exprs(cards))
            }
            ExprKind::Formula(FormulaKind::WinIs(agent)) => one("canwin", *agent),
            ExprKind::Formula(FormulaKind::AtWorld(world)) => one("at", *world),
            ExprKind::Formula(FormulaKind::TheoryIs(name, hands)) => {
                format!("(theory {} {})", self.expr(*name), self.hands(hands))
            }
            ExprKind::Action(ActionKind::Test(inner)) => one("?", *inner),
            ExprKind::Action(ActionKind::Learn(who, inner)) => two("L", *who, *inner),
            ExprKind::Action(ActionKind::Update(who, inner)) => two("U", *who, *inner),
            ExprKind::Action(ActionKind::Suspect(who, inner)) => two("S", *who, *inner),
            ExprKind::Action(ActionKind::Fix(variable, body)) => two("fix", *variable, *body),
            ExprKind::Action(ActionKind::Mark(inner)) => one("!", *inner),
            ExprKind::Action(ActionKind::Assign(list)) => format!("({})", self.assignments(list)),
            ExprKind::Action(ActionKind::Skip) => "SKIP".into(),
            ExprKind::Action(ActionKind::Look(agent)) => one("look", *agent),
            ExprKind::Action(ActionKind::Ask(ask)) => self.ask(ask),
            ExprKind::Action(ActionKind::Trade(trade)) => {
                let [first, second] = trade.traders.map(|agent| self.expr(agent));
                let given = trade.given.as_ref();
                let given = given.map(|[mine, theirs]| {
                    format!(" [{}] [{}]", self.exprs(mine), self.exprs(theirs))
                });
                format!("(trade {first} {second}{})", given.unwrap_or_default())
            }
            ExprKind::Action(ActionKind::Message(message)) => {
                let Message { manner, said, to, by } = &**message;
                let to =
                    if to.is_empty() { String::new() } else { format!(" to {}", self.exprs(to)) };
                let by = by.map_or(String::new(), |by| format!(" by {}", self.expr(by)));
                format!("({} {}{to}{by})", manner.word(), self.expr(*said))
            }
            ExprKind::Action(ActionKind::Win(agent)) => one("win", *agent),
            ExprKind::Action(ActionKind::NoWin(agent)) => one("nowin", *agent),
        }
    }

    fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Worlds => "worlds".into(),
            Quantity::AllWorlds => "worlds all".into(),
            Quantity::Minimal => "minimal".into(),
            Quantity::Classes(agent) => format!("classes {}", self.expr(*agent)),
            Quantity::Probability(agent, body) => {
                format!("(P {} {})", self.expr(*agent), self.expr(*body))
            }
            Quantity::Instances(binder, body) => {
                format!("(count [{}] {})", self.binder(binder), self.expr(*body))
            }
            Quantity::Number(number) => self.expr(*number),
        }
    }

    fn power(&self, base: Expr, exponent: Exponent) -> String {
        let base = self.expr(base);
        match exponent {
            Exponent::Exactly(n) => format!("(^ {base} {})", self.expr(n)),
            Exponent::AtMost(n) => format!("(^* {base} {})", self.expr(n)),
            Exponent::Star => format!("(^* {base})"),
        }
    }

    fn count(&self, binder: &Binder, body: Expr, side: CountSide) -> String {
        let side = match side {
            CountSide::Compare(op, number) => format!("{} {}", op.symbol(), self.expr(number)),
            CountSide::In(set) => format!("in {}", self.expr(set)),
        };
        format!("(count [{}] {} {side})", self.binder(binder), self.expr(body))
    }

    fn ask(&self, ask: &Ask) -> String {
        let (asker, respondent) = (self.expr(ask.asker), self.expr(ask.respondent));
        let some = |said: &Option<Expr>| said.map_or("some".into(), |said| self.expr(said));
        match &ask.wanted {
            Wanted::Cards(cards, answer) => {
                let answer = match answer {
                    ShownCard::No => "no".into(),
                    ShownCard::Show(shown) => format!("show {}", some(shown)),
                };
                format!("(ask {asker} {respondent} [{}] {answer})", self.items(cards))
            }
            Wanted::Answers(answers, reply) => {
                let reply = match reply {
                    Reply::No => "no".into(),
                    Reply::Say(said) => format!("say {}", some(said)),
                    Reply::Tell(said, to) => format!("tell {} to {}", some(said), some(to)),
                };
                format!("(which {asker} {respondent} [{}] {reply})", self.items(answers))
            }
        }
    }

    fn hands(&self, hands: &[Vec<Expr>]) -> String {
        let hands: Vec<String> =
            hands.iter().map(|hand| format!("[{}]", self.exprs(hand))).collect();
        hands.join(" ")
    }

    fn rule(&self, rule: &Option<Binder>) -> String {
        rule.as_ref().map_or(String::new(), |rule| format!(" for [{}]", self.binder(rule)))
    }

    fn items(&self, items: &[Item]) -> String {
        let items: Vec<String> =
            items.iter().map(|item| self.expr(item.expr) + &self.rule(&item.rule)).collect();
        items.join(", ")
    }

    fn binder(&self, binder: &Binder) -> String {
        let parts: Vec<String> = binder
            .variables
            .iter()
            .map(|(names, domain)| format!("{} in {}", self.exprs(names), self.expr(*domain)))
            .collect();
        let guard =
            binder.guard.map_or(String::new(), |guard| format!(" where {}", self.expr(guard)));
        parts.join(", ") + &guard
    }

    fn assignments(&self, list: &[Assignment]) -> String {
        let list: Vec<String> = list
            .iter()
            .map(|one| {
                format!(
                    "{} := {}{}",
                    self.expr(one.atom),
                    self.expr(one.value),
                    self.rule(&one.rule)
                )
            })
            .collect();
        list.join(", ")
    }

    fn who(&self, who: &Who) -> String {
        match who {
            Who::Listed(list) => self.exprs(list),
            Who::Each(binder) => format!("[{}]", self.binder(binder)),
        }
    }

    fn clauses(&self, clauses: &[Clause]) -> String {
        let clauses: Vec<String> = clauses.iter().map(|clause| self.clause(&clause.kind)).collect();
        format!("{{{}}}", clauses.join("; "))
    }

    fn clause(&self, clause: &ClauseKind) -> String {
        match clause {
            ClauseKind::Deal(Facing::Up, hands) => format!("deal {}", self.hands(hands)),
            ClauseKind::Deal(Facing::Down, hands) => format!("facedown {}", self.hands(hands)),
            ClauseKind::Atoms(items) => format!("atoms {}", self.items(items)),
            ClauseKind::Observe(who, items) => {
                format!("observe {}: {}", self.who(who), self.items(items))
            }
            ClauseKind::Law(law) => format!("law {}", self.expr(*law)),
            ClauseKind::Point(items) => format!("point {}", self.items(items)),
            ClauseKind::Hypercube(items) => format!("hypercube {}", self.items(items)),
            ClauseKind::Model(clauses) => format!("model {}", self.clauses(clauses)),
            ClauseKind::World(name, atoms, weight, rule) => {
                let (name, atoms) = (self.expr(*name), self.items(atoms));
                format!("world {name}: [{atoms}]{}{}", self.fraction(weight), self.rule(rule))
            }
            ClauseKind::Access(who, AccessKind::Cells(items)) => {
                format!("cells {}: {}", self.who(who), self.items(items))
            }
            ClauseKind::Access(who, AccessKind::CellsBy(by)) => {
                format!("cells {} by {}", self.who(who), self.exprs(by))
            }
            ClauseKind::Access(who, AccessKind::Arrows(arrows)) => {
                let arrows: Vec<String> = arrows
                    .iter()
                    .map(|arrow| {
                        let (from, to) = (self.expr(arrow.from), self.expr(arrow.to));
                        format!("{from} -> {to}{}", self.rule(&arrow.rule))
                    })
                    .collect();
                format!("arrows {}: {}", self.who(who), arrows.join(", "))
            }
            ClauseKind::Ask(asker, respondent) => {
                format!("ask {} {}", self.expr(*asker), self.expr(*respondent))
            }
            ClauseKind::Event(name, pre, chance, post, rule) => {
                let pre = match pre {
                    Precondition::None => "none".into(),
                    Precondition::Formula(pre) => self.expr(*pre),
                    Precondition::Otherwise => "otherwise".into(),
                };
                let (name, post) = (self.expr(*name), self.assignments(post));
                let chance = self.fraction(chance);
                format!("event {name}: {pre},{chance} {post}{}", self.rule(rule))
            }
            ClauseKind::Error => "ERROR".into(),
        }
    }

    fn fraction(&self, fraction: &Option<Fraction>) -> String {
        match fraction {
            None => String::new(),
            Some(Fraction { above, below: None }) => format!(" {}", self.expr(*above)),
            Some(Fraction { above, below: Some(below) }) => {
                format!(" {}/{}", self.expr(*above), self.expr(*below))
            }
        }
    }

    fn statement(&self, statement: &StatementKind) -> String {
        match statement {
            StatementKind::Error => "ERROR".into(),
            StatementKind::Include(file) => format!("include {}", self.expr(*file)),
            StatementKind::Agents(items) => format!("agents {}", self.items(items)),
            StatementKind::Table(name) => format!("table {}", self.expr(*name)),
            StatementKind::Set(name, items) => {
                format!("set {} = {}", self.expr(*name), self.items(items))
            }
            StatementKind::Param(name, value) => {
                format!("param {} = {}", self.expr(*name), self.expr(*value))
            }
            StatementKind::Define(what, name, parameters, body) => {
                let (name, parameters) = (self.expr(*name), self.exprs(parameters));
                format!("{what:?} {name}({parameters}) = {}", self.expr(*body))
            }
            StatementKind::Clause(clause) => self.clause(&clause.kind),
            StatementKind::State(name, clauses) => {
                format!("state {} = {}", self.expr(*name), self.clauses(clauses))
            }
            StatementKind::StateFrom(name, file) => {
                format!("state {} from {}", self.expr(*name), self.expr(*file))
            }
            StatementKind::Win(WinClause::Hand(holder)) => {
                format!("win hand {}", self.expr(*holder))
            }
            StatementKind::Win(other) => format!("win {other:?}"),
            StatementKind::Frame(name, clauses) => {
                format!("frame {} {}", self.expr(*name), self.clauses(clauses))
            }
            StatementKind::Scenario(name) => format!("scenario {}", self.expr(*name)),
            StatementKind::Claim(stance, items) => {
                let items: Vec<String> = items.iter().map(|item| self.expr(*item)).collect();
                format!("{stance:?} {}", items.join(", "))
            }
            StatementKind::Step(step) => self.step(step),
        }
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Do(a) => format!("do {}", self.expr(*a)),
            Step::Check(a) => format!("check {}", self.expr(*a)),
            Step::CheckValid(a) => format!("valid {}", self.expr(*a)),
            Step::CheckExecutable(a) => format!("executable {}", self.expr(*a)),
            Step::CheckBlocked(a) => format!("blocked {}", self.expr(*a)),
            Step::ExpectAction(property, a) => format!("{property:?}: {}", self.expr(*a)),
            Step::ExpectOutcomes(n, a) => format!("outcomes {}: {}", self.expr(*n), self.expr(*a)),
            Step::ExpectWorlds(n) => format!("worlds {}", self.expr(*n)),
            Step::ExpectAllWorlds(n) => format!("worlds all {}", self.expr(*n)),
            Step::ExpectMinimal(n) => format!("minimal {}", self.expr(*n)),
            Step::ExpectClasses(a, n) => format!("classes {} = {}", self.expr(*a), self.expr(*n)),
            Step::ExpectCompare(likeness, name) => format!("{likeness:?} {}", self.expr(*name)),
            Step::Save(name) => format!("save {}", self.expr(*name)),
            Step::Restore(name) => format!("restore {}", self.expr(*name)),
            Step::Print(a) => format!("print {}", self.expr(*a)),
            Step::ExpectNumber(quantity, comparison, n) => {
                format!("{} {} {}", self.quantity(quantity), comparison.symbol(), self.expr(*n))
            }
            Step::PrintNumber(quantity) => format!("print {}", self.quantity(quantity)),
            Step::PrintCount => "print count".into(),
            Step::PrintState => "print state".into(),
            Step::PrintKnowledge => "print knowledge".into(),
            Step::Draw(file) => format!("draw {}", self.expr(*file)),
        }
    }
}

//! The agents and atoms of formulas that no text declares, told by where their names stand.

use super::SpokenOf;
use hexa_lang::syntax::tree::{ActionKind, Expr, ExprKind, FormulaKind, KnowledgeOp, Tree};
use hexa_lang::syntax::{Symbols, parse_formula};
use hexa_text::{Code, Diagnostic, Setting, SourceId, WayOut};
use std::collections::BTreeSet;

/// The names in formulas. What cannot be read is told when the formula is.
pub(super) fn names(formulas: &[&str]) -> Result<SpokenOf, Diagnostic> {
    let mut found = Found::default();
    for text in formulas {
        let mut symbols = Symbols::default();
        let parsed = parse_formula(text, SourceId(0), &mut symbols);
        if parsed.diagnostics.is_empty() {
            found.read(&parsed.tree, text)?;
        }
    }
    Ok(found.spoken_of())
}

/// A text that declares them: one world, where nothing is true.
pub(super) fn declarations(names: &SpokenOf) -> String {
    let mut text = format!("agents {}\n", names.agents.join(", "));
    if !names.atoms.is_empty() {
        text.push_str(&format!("atoms {}\n", names.atoms.join(", ")));
    }
    text.push_str("model\n  world w1:\n");
    for agent in &names.agents {
        text.push_str(&format!("  cells {agent}: {{w1}}\n"));
    }
    text.push_str("  point w1\n");
    text
}

fn is_of_group(operator: KnowledgeOp) -> bool {
    match operator {
        KnowledgeOp::Everybody | KnowledgeOp::Common | KnowledgeOp::Distributed => true,
        KnowledgeOp::Knows
        | KnowledgeOp::Believes
        | KnowledgeOp::Imagines
        | KnowledgeOp::KnowsWhether => false,
    }
}

#[derive(Default)]
struct Found {
    /// Those who know something, or are listed in a group.
    agents: BTreeSet<String>,
    /// Names of groups.
    groups: BTreeSet<String>,
    atoms: BTreeSet<String>,
}

impl Found {
    fn read(&mut self, tree: &Tree, text: &str) -> Result<(), Diagnostic> {
        let slice = |expr: Expr| {
            let span = tree.span(expr);
            text[span.start as usize..span.end as usize].trim().to_owned()
        };
        // What is part of a name, or says who.
        let mut taken: BTreeSet<Expr> = BTreeSet::new();
        let all = || (0..tree.len()).map(|at| Expr(at as u32));
        for expr in all() {
            let mut who =
                |of: Expr, is_group: bool| self.who(of, is_group, tree, &slice, &mut taken);
            match tree.kind(expr) {
                ExprKind::Formula(FormulaKind::Knowledge(op, of, _)) => who(*of, is_of_group(*op)),
                ExprKind::Formula(FormulaKind::Probability(of, ..)) => who(*of, false),
                ExprKind::Action(
                    ActionKind::Learn(of, _)
                    | ActionKind::Update(of, _)
                    | ActionKind::Suspect(of, _),
                ) => who(*of, true),
                ExprKind::Action(ActionKind::Message(message)) => {
                    message.to.iter().for_each(|&of| who(of, true));
                    message.by.iter().for_each(|&of| who(of, false));
                }
                ExprKind::Action(ActionKind::Fix(variable, _)) => _ = taken.insert(*variable),
                ExprKind::Subscript(base, below) => taken.extend([*base, *below]),
                ExprKind::Apply(head, arguments) => {
                    taken.insert(*head);
                    taken.extend(arguments);
                }
                ExprKind::Bind(..)
                | ExprKind::Formula(
                    FormulaKind::Count(..)
                    | FormulaKind::DealIs(_)
                    | FormulaKind::HandIs(..)
                    | FormulaKind::WinIs(_)
                    | FormulaKind::AtWorld(_)
                    | FormulaKind::TheoryIs(..),
                )
                | ExprKind::Action(
                    ActionKind::Look(_)
                    | ActionKind::Ask(_)
                    | ActionKind::Trade(_)
                    | ActionKind::Win(_)
                    | ActionKind::NoWin(_),
                ) => {
                    let message =
                        "this speaks of what a file declares: lists, cards, and who plays";
                    let what = format!("`{}`", slice(expr));
                    return Err(Diagnostic::without_place(Code::Expected, message)
                        .note(what)
                        .help(WayOut::from("name the file with ").then(Setting::Sources)));
                }
                ExprKind::Error
                | ExprKind::Paren(_)
                | ExprKind::Text(_)
                | ExprKind::Keyword
                | ExprKind::Number(_)
                | ExprKind::Name(_)
                | ExprKind::Set(_)
                | ExprKind::Range(..)
                | ExprKind::Subsets(..)
                | ExprKind::Size(_)
                | ExprKind::Builtin(_)
                | ExprKind::Minus(..)
                | ExprKind::Times(_)
                | ExprKind::Power(..)
                | ExprKind::Chain(..)
                | ExprKind::Compare(..)
                | ExprKind::In(..)
                | ExprKind::Formula(
                    FormulaKind::True
                    | FormulaKind::False
                    | FormulaKind::Not(_)
                    | FormulaKind::After(..),
                )
                | ExprKind::Action(
                    ActionKind::Test(_)
                    | ActionKind::Mark(_)
                    | ActionKind::Assign(_)
                    | ActionKind::Skip,
                ) => {}
            }
        }
        for expr in all().filter(|expr| !taken.contains(expr)) {
            if matches!(
                tree.kind(expr),
                ExprKind::Name(_) | ExprKind::Subscript(..) | ExprKind::Apply(..)
            ) {
                self.atoms.insert(slice(expr));
            }
        }
        Ok(())
    }

    /// Who is meant where an agent or a group stands.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever stands there is somebody")]
    fn who(
        &mut self,
        of: Expr,
        is_group: bool,
        tree: &Tree,
        slice: &impl Fn(Expr) -> String,
        taken: &mut BTreeSet<Expr>,
    ) {
        taken.insert(of);
        match tree.kind(of) {
            ExprKind::Set(items) => {
                for item in items {
                    taken.insert(item.expr);
                    self.agents.insert(slice(item.expr));
                }
            }
            ExprKind::Paren(inner) => self.who(*inner, is_group, tree, slice, taken),
            ExprKind::Builtin(_) => {}
            ExprKind::Name(_) | ExprKind::Number(_) if is_group => {
                _ = self.groups.insert(slice(of))
            }
            _ => _ = self.agents.insert(slice(of)),
        }
    }

    fn spoken_of(mut self) -> SpokenOf {
        let is_letter = |name: &String| name.chars().count() == 1;
        // `C_ab` is about a and b, as long as names of agents are letters.
        let all_letters = self.agents.iter().all(is_letter);
        for group in std::mem::take(&mut self.groups) {
            let can_be_cut = group.chars().all(char::is_alphanumeric);
            if all_letters && can_be_cut && !self.agents.contains(&group) {
                self.agents.extend(group.chars().map(String::from));
            } else {
                self.agents.insert(group);
            }
        }
        let mut agents: Vec<String> = self.agents.into_iter().collect();
        agents.sort_by_key(|name| {
            name.parse::<u64>().map_or((1, 0, name.clone()), |n| (0, n, String::new()))
        });
        if agents.is_empty() {
            let free = ["a", "b", "i"].into_iter().find(|name| !self.atoms.contains(*name));
            agents.push(free.unwrap_or("somebody").to_owned());
        }
        SpokenOf { agents, atoms: self.atoms.into_iter().collect() }
    }
}

//! Properties of reading and printing, for random texts and random terms.

use crate::parse_print_parse::parse_print_parse;
use hexa_lang::syntax::{GroupSpelling, Printer, Spelling, Symbols, parse};
use hexa_lang::{Document, NoIncludes, SourceId, Sources, StepKind, load};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Comparison, Formula, FormulaNode, Group, Manner, Message,
    Modality, Ratio,
};
use proptest::prelude::*;

/// Choices, made in advance: what is built from the same choices is the same, and
/// fewer or smaller choices build less.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: u8) -> u8 {
        self.0.next().map_or(0, |choice| choice % bound)
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u8) as usize]
    }
}

// Texts.

/// What texts are made of.
pub const SOUP: &[&str] = &[
    "p",
    "q'",
    "x",
    "S",
    "K",
    "_",
    "1",
    "12",
    "a",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "⟨",
    "⟩",
    "&",
    "|",
    "||",
    "->",
    "<->",
    "~",
    "!",
    "?",
    "+",
    "-",
    "*",
    "^",
    ",",
    ":",
    ":=",
    ";",
    "..",
    "/",
    "=",
    "!=",
    "<=",
    "\"",
    "#",
    "\n",
    "\n  ",
    "\n    ",
    " ",
    "forall",
    "count",
    "choice",
    "for",
    "in",
    "where",
    "all",
    "true",
    "skip",
    "sub",
    "size",
    "deal",
    "hand",
    "win",
    "look",
    "ask",
    "which",
    "tell",
    "announce",
    "lie",
    "to",
    "by",
    "B",
    "otherwise",
    "show",
    "check",
    "do",
    "model",
    "world",
    "cells",
    "by",
    "state",
    "frame",
    "event",
    "pre",
    "post",
    "set",
    "agents",
    "atoms",
    "expect",
    "worlds",
    "L",
    "P",
    "′",
    "∀",
];

fn name(choices: &mut Choices) -> String {
    choices.pick(&["p", "q'", "r_1", "c_a", "m(i)", "m(x,1)", "p_(i+1)", "0_a"]).to_owned()
}

fn who(choices: &mut Choices) -> String {
    choices.pick(&["a", "1", "12", "all", "{1, 2}", "B", "(i + 1)"]).to_owned()
}

fn who_told(choices: &mut Choices) -> String {
    choices.pick(&["a", "1", "12", "all", "{1, 2}", "B"]).to_owned()
}

fn space(choices: &mut Choices) -> &'static str {
    match choices.below(6) {
        0 => "",
        1 => "  ",
        2 => "\n   ",
        _ => " ",
    }
}

fn binder(choices: &mut Choices) -> String {
    let domains = ["S", "{1, 2}", "1..n", "agents", "sub(2, cards)", "1..size(S) - 1"];
    let first = format!("x, y in {}", choices.pick(&domains));
    let second = format!("z in {}", choices.pick(&domains));
    let guard =
        choices.pick(&["x < y", "~x = 1 & y in S", "(x + 1) * 2 >= n^2 | x != y", "x in {1}"]);
    match choices.below(4) {
        0 => first,
        1 => format!("{first}, {second}"),
        2 => format!("{second} where {guard}"),
        _ => format!("{first}, {second} where {guard}"),
    }
}

fn formula_text(choices: &mut Choices, fuel: u8) -> String {
    if fuel == 0 {
        return choices
            .pick(&["true", "false", "win_a", "deal(r | - | b w)", "hand_a(c d)"])
            .to_owned();
    }
    let fuel = fuel - 1;
    let s = space(choices);
    match choices.below(16) {
        14 => format!("B_{} {}", who(choices), prefix_formula_text(choices, fuel)),
        15 => {
            let (open, close) = [("[!", "]"), ("<!", ">")][choices.below(2) as usize];
            let said = formula_text(choices, fuel);
            format!("{open}({said}){s}{close}{s}{}", prefix_formula_text(choices, fuel))
        }
        0 | 1 => name(choices),
        2 => format!("~{s}{}", prefix_formula_text(choices, fuel)),
        3 => format!("K_{} {}", who(choices), prefix_formula_text(choices, fuel)),
        4 => format!("C_{}{s}({})", who(choices), formula_text(choices, fuel)),
        5 | 6 => {
            let op = choices.pick(&["&", "|", "->", "<->", "∧", "∨"]);
            let (left, right) = (formula_text(choices, fuel), formula_text(choices, fuel));
            format!(
                "({left}){s}{op}{s}{}",
                if choices.below(2) == 0 { format!("({right})") } else { right }
            )
        }
        7 => format!("[{}]{s}{}", action_text(choices, fuel), prefix_formula_text(choices, fuel)),
        8 => format!("<{}>{s}{}", action_text(choices, fuel), prefix_formula_text(choices, fuel)),
        9 => format!("forall {}:{s}{}", binder(choices), formula_text(choices, fuel)),
        10 => format!("count({}: {}) >= (n + 1)", binder(choices), formula_text(choices, fuel)),
        11 => format!("P_a({}) > 1/2", formula_text(choices, fuel)),
        12 => format!("f({}, {}, n - 1)", formula_text(choices, fuel), action_text(choices, fuel)),
        _ => format!(
            "{} & {}",
            prefix_formula_text(choices, fuel),
            prefix_formula_text(choices, fuel)
        ),
    }
}

fn prefix_formula_text(choices: &mut Choices, fuel: u8) -> String {
    if choices.below(2) == 0 { name(choices) } else { format!("({})", formula_text(choices, fuel)) }
}

fn action_text(choices: &mut Choices, fuel: u8) -> String {
    if fuel == 0 {
        let moves = [
            "skip",
            "look a",
            "win 3",
            "ask 2 1 for r, b: show r",
            "ask 2 1 for w: no",
            "f^*3",
            "ask 2 1 which p, ~q: tell ~q",
        ];
        return choices.pick(&moves).to_owned();
    }
    let fuel = fuel - 1;
    let s = space(choices);
    match choices.below(13) {
        11 => format!("announce {}", formula_text(choices, fuel)),
        12 => {
            let said = formula_text(choices, fuel);
            let how =
                ["tell {} to", "privately {} to", "lie {} by a to"][choices.below(3) as usize];
            let by = if how.starts_with("lie") { "" } else { choices.pick(&["", " by a"]) };
            format!("{} {}{by}", how.replace("{}", &said), who_told(choices))
        }
        0 => format!("?{s}{}", prefix_formula_text(choices, fuel)),
        1 => format!("L_{}{s}({})", who(choices), action_text(choices, fuel)),
        2 => format!("U_{} ?{}", who(choices), prefix_formula_text(choices, fuel)),
        3 | 4 => {
            let op = choices.pick(&["+", ";", "||", "∪", "∩"]);
            let (left, right) = (action_text(choices, fuel), action_text(choices, fuel));
            format!("({left}){s}{op}{s}({right})")
        }
        5 => format!("!({}) + ({})", action_text(choices, fuel), action_text(choices, fuel)),
        6 => format!("{} :={s}{}", name(choices), formula_text(choices, fuel)),
        7 => format!("(p := {}, r_1 := q for x in S)", formula_text(choices, fuel)),
        8 => format!("S_{}{s}({})", who(choices), action_text(choices, fuel)),
        9 => format!("(fix x':{s}{})", action_text(choices, fuel)),
        _ => format!("({})^(n-1)", action_text(choices, fuel)),
    }
}

// Terms.

fn document() -> Document {
    let text = "agents 1, 2, 3\natoms p, q(1,2)\ndeal r | w | b\nframe f\n  event red: pre r_1\n  event other:\n";
    let loaded = load("test.hexa", text, &NoIncludes, &[]);
    assert_eq!(loaded.diagnostics, []);
    loaded.document.expect("a document without problems")
}

struct Builder<'a> {
    document: &'a mut Document,
    choices: Choices<'a>,
}

impl Builder<'_> {
    fn agent(&mut self) -> Agent {
        Agent(u32::from(self.choices.below(3)))
    }

    fn group(&mut self) -> Group {
        let mut group = Group::empty();
        for _ in 0..=self.choices.below(3) {
            let agent = self.agent();
            group.insert(agent);
        }
        group
    }

    fn atom(&mut self) -> Atom {
        let count = self.document.vocabulary.atom_count() as u8;
        Atom(u32::from(self.choices.below(count)))
    }

    fn formulas(&mut self, fuel: u8) -> Vec<Formula> {
        (0..2 + self.choices.below(2)).map(|_| self.formula(fuel)).collect()
    }

    fn formula(&mut self, fuel: u8) -> Formula {
        if fuel == 0 {
            let atom = self.atom();
            return self.document.terms.formula(FormulaNode::Atom(atom));
        }
        let fuel = fuel - 1;
        let node = match self.choices.below(16) {
            15 => FormulaNode::Believes(self.agent(), self.formula(fuel)),
            0 => FormulaNode::True,
            1 => FormulaNode::False,
            2 => {
                let inner = self.formula(fuel);
                return self.document.terms.not(inner);
            }
            3 => {
                let of = self.formulas(fuel);
                return self.document.terms.and(of);
            }
            4 => {
                let of = self.formulas(fuel);
                return self.document.terms.or(of);
            }
            5 => FormulaNode::Implies(self.formula(fuel), self.formula(fuel)),
            6 => FormulaNode::Iff(self.formula(fuel), self.formula(fuel)),
            7 => FormulaNode::Knows(self.agent(), self.formula(fuel)),
            8 => FormulaNode::Imagines(self.agent(), self.formula(fuel)),
            9 => FormulaNode::KnowsWhether(self.agent(), self.formula(fuel)),
            10 => FormulaNode::Everybody(self.group(), self.formula(fuel)),
            11 => FormulaNode::Common(self.group(), self.formula(fuel)),
            12 => FormulaNode::Distributed(self.group(), self.formula(fuel)),
            13 => {
                let modality =
                    if self.choices.below(2) == 0 { Modality::Every } else { Modality::Some };
                FormulaNode::After(modality, self.program(fuel), self.formula(fuel))
            }
            _ => {
                let ratio =
                    Ratio::new(1, 1 + i64::from(self.choices.below(3))).expect("not over zero");
                FormulaNode::Probability(
                    self.agent(),
                    self.formula(fuel),
                    Comparison::AtLeast,
                    ratio,
                )
            }
        };
        self.document.terms.formula(node)
    }

    /// An action that leaves everybody access, so that what follows is defined.
    fn program(&mut self, fuel: u8) -> Action {
        if self.choices.below(4) == 1 {
            return self.message(fuel);
        }
        if self.choices.below(4) == 0 {
            let expression = self.expression(fuel, 0);
            let suspect = ActionNode::Suspect(Group::first(1), expression);
            let suspected = self.document.terms.action(suspect);
            if let Ok(program) = self.document.terms.epistemic_action(suspected, 3) {
                return program;
            }
        }
        let inner = self.action(fuel);
        let everybody = Group::first(3);
        self.document.terms.action(ActionNode::Learn(everybody, inner))
    }

    fn message(&mut self, fuel: u8) -> Action {
        let manners = [Manner::Announce, Manner::Tell, Manner::Privately, Manner::Lie];
        let manner = manners[self.choices.below(4) as usize];
        let said = self.formula(fuel);
        let named = manner != Manner::Announce && self.choices.below(4) > 0;
        let told = named.then(|| self.group().union(&Group::first(1)));
        let speaks = manner == Manner::Lie || self.choices.below(2) == 1;
        let by = speaks.then_some(Agent(2));
        let to = match manner {
            Manner::Announce => None,
            Manner::Lie => told,
            Manner::Tell | Manner::Privately => Some(told.unwrap_or(Group::first(1))),
        };
        self.document.terms.message(Message { manner, said, to, by }, 3)
    }

    /// An action expression with so many variables, all of them suspected.
    fn expression(&mut self, fuel: u8, variables: u32) -> Action {
        if fuel == 0 {
            return self.document.terms.skip();
        }
        let fuel = fuel - 1;
        let several = |this: &mut Self| -> Box<[Action]> {
            (0..2).map(|_| this.expression(fuel, variables)).collect()
        };
        let node = match self.choices.below(5) {
            0 => ActionNode::Test(self.formula(fuel)),
            1 => ActionNode::Sequence(several(self)),
            2 => ActionNode::Concurrent(several(self)),
            3 => ActionNode::Fix(self.expression(fuel, variables + 1)),
            _ => {
                let variable = self.choices.below(3);
                let inner = match u32::from(variable) < variables {
                    true => self.document.terms.action(ActionNode::Variable(variable.into())),
                    false => self.expression(fuel, variables),
                };
                ActionNode::Suspect(Group::first(1 + variable as usize), inner)
            }
        };
        self.document.terms.action(node)
    }

    fn actions(&mut self, fuel: u8) -> Box<[Action]> {
        (0..2 + self.choices.below(2)).map(|_| self.action(fuel)).collect()
    }

    fn action(&mut self, fuel: u8) -> Action {
        if fuel == 0 {
            return self.document.terms.skip();
        }
        let fuel = fuel - 1;
        let node = match self.choices.below(9) {
            8 => return self.message(fuel),
            0 => ActionNode::Test(self.formula(fuel)),
            1 => ActionNode::Learn(Group::first(3), self.action(fuel)),
            2 => ActionNode::Sequence(self.actions(fuel)),
            3 => ActionNode::Choice(self.actions(fuel), None),
            4 => {
                let of = self.actions(fuel);
                let marked = u32::from(self.choices.below(of.len() as u8));
                ActionNode::Choice(of, Some(marked))
            }
            5 => ActionNode::Concurrent(self.actions(fuel)),
            6 => {
                let atom = self.atom();
                ActionNode::Assign(Box::new([(atom, self.formula(fuel))]))
            }
            _ => ActionNode::Star(self.action(fuel)),
        };
        self.document.terms.action(node)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_text_is_read(text in "\\PC*") {
        parse_print_parse(&text);
    }

    #[test]
    fn any_tokens_are_read(choices in prop::collection::vec(any::<u8>(), 0..80), tight in any::<bool>()) {
        let mut choices = Choices(choices.iter());
        let mut text = String::new();
        while choices.0.len() > 0 {
            text.push_str(choices.pick(SOUP));
            text.push_str(if tight { "" } else { " " });
        }
        parse_print_parse(&text);
    }

    #[test]
    fn formatting_preserves_the_tree(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let mut choices = Choices(choices.iter());
        let text = format!("check {}\ndo {}\n", formula_text(&mut choices, 5), action_text(&mut choices, 5));
        let read = parse(&text, SourceId(0), &mut Symbols::default());
        prop_assert!(read.diagnostics.is_empty(), "{:?}\n{}", read.diagnostics, text);
        parse_print_parse(&text);
    }

    #[test]
    fn printed_formulas_read_back_as_themselves(choices in prop::collection::vec(any::<u8>(), 0..120)) {
        let mut document = document();
        let formula = Builder { document: &mut document, choices: Choices(choices.iter()) }.formula(5);
        for spelling in [Spelling::Ascii, Spelling::Unicode] {
            for groups in [GroupSpelling::Joined, GroupSpelling::Braces] {
                let printer = Printer::new(&document.terms, &document.vocabulary);
                let text = Printer { spelling, groups, ..printer }.formula(formula);
                let steps = document.read(&format!("check {text}"), &mut Sources::default());
                let steps = steps.unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
                match steps[0].kind {
                    StepKind::Check(again) => prop_assert_eq!(again, formula, "{}", text),
                    ref other => prop_assert!(false, "{:?}", other),
                }
            }
        }
    }
}

#[test]
fn groups_read_back_whatever_is_declared() {
    let heads = [
        ("agents a, b, c", "C_ab p"),
        ("agents a, b, c\nset ab = {a, c}", "C_{a,b} p"),
        ("agents a, b, c\nformula ab = true", "C_{a,b} p"),
        ("set kids = {a, b, c}\nagents kids", "C_{a,b} p"),
    ];
    for (head, printed) in heads {
        let text = format!("{head}\natoms p\npoint p\ncheck C_{{a,b}} p\n");
        let loaded = load("groups", &text, &NoIncludes, &[]);
        let mut document = loaded.document.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let StepKind::Check(formula) = document.scenarios[0].steps[0].kind else {
            panic!("{text}")
        };
        let again = Printer::new(&document.terms, &document.vocabulary).formula(formula);
        assert_eq!(again, printed, "{text}");
        let steps = document.read(&format!("check {again}"), &mut Sources::default());
        let steps = steps.unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        assert!(matches!(steps[0].kind, StepKind::Check(read) if read == formula), "{text}");
    }
}

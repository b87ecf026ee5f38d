//! A play as a file that can be run: the game, the deal, and one group of `do` lines for each turn.

use super::{CardGame, Category, Play, Reply, Step};
use hexa_logic::{
    Action, ActionNode, Agent, Card, CountTest, Formula, FormulaNode, GameAction, Group, Holder,
    Modality, Move, WinCondition,
};

/// Deals that are longer are broken.
const WIDTH: usize = 100;

impl Play {
    /// The play as a file, after a first line that says what it is.
    pub fn text(&self, title: &str) -> String {
        let mut blocks = vec![format!("# {title}\n"), self.declarations()];
        if self.steps().any(|step| matches!(step, Step::WrongAccusation(_))) {
            blocks.push(self.accusing());
        }
        for turn in self.turns.iter().filter(|turn| !turn.steps.is_empty()) {
            blocks.push(turn.steps.iter().map(|step| self.step_text(step) + "\n").collect());
        }
        blocks.join("\n")
    }

    /// A step as a line of a file.
    pub fn step_text(&self, step: &Step) -> String {
        let name = |agent: &Agent| self.vocabulary.agent_name(*agent);
        match step {
            Step::Answer { asker, respondent, cards, reply } => {
                format!("do {}", self.asking(*asker, *respondent, cards, *reply))
            }
            Step::NoWin(agent) => format!("do nowin {}", name(agent)),
            Step::Win(agent) => format!("do win {}", name(agent)),
            Step::WrongAccusation(agent) => format!("do accuses({})", name(agent)),
            Step::Announcement(formula) => format!("do L_all ?{}", self.prefix_text(*formula)),
        }
    }

    fn declarations(&self) -> String {
        let game = &self.game;
        let mut lines =
            vec![format!("agents {}", names(game.players.iter().map(|seat| &seat.name)))];
        lines.extend(game.table.iter().map(|table| format!("table {}", table.name)));
        for Category { name, cards } in &game.categories {
            lines.push(format!("set {name} = {}", names(cards.iter())));
        }
        lines.push(self.deal_text());
        let (card, table) = (self.variable("c"), self.vocabulary.holder_name(Holder::Table));
        for Category { name, .. } in &game.categories {
            lines.push(format!("law count({card} in {name}: {card}_{table}) = 1"));
        }
        lines.push(match game.win {
            WinCondition::Deal => "win deal".to_owned(),
            WinCondition::Table => "win table".to_owned(),
            WinCondition::Hand(holder) => {
                format!("win hand {}", self.vocabulary.holder_name(holder))
            }
        });
        lines.join("\n") + "\n"
    }

    /// The deal, on several lines if it is long.
    fn deal_text(&self) -> String {
        let (mut text, mut width) = (String::from("deal "), 0);
        for (at, hand) in self.deal().hands().iter().enumerate() {
            let hand = self.hand(hand);
            width += hand.len() + 3;
            let bar = if width > WIDTH { "\n    | " } else { " | " };
            width = if width > WIDTH { hand.len() } else { width };
            text += if at == 0 { "" } else { bar };
            text += &hand;
        }
        text
    }

    fn hand(&self, hand: &[Card]) -> String {
        let names: Vec<&str> = hand.iter().map(|&card| self.vocabulary.card_name(card)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    }

    /// A name that nothing has.
    fn variable(&self, name: &str) -> String {
        let is_taken = |name: &String| {
            let card = self.vocabulary.card(name).is_some();
            card || self.vocabulary.holder(name).is_some() || self.game.has_category(name)
        };
        let names = (0..).map(|primes| name.to_owned() + &"'".repeat(primes));
        names.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// What a wrong accusation is.
    fn accusing(&self) -> String {
        let (agent, card) = (self.variable("a"), self.variable("c"));
        let table = self.vocabulary.holder_name(Holder::Table);
        let (binder, seen) = if self.game.others_on_table() == 0 {
            let variables: Vec<String> = (1..=self.game.categories.len())
                .map(|at| self.variable(&format!("x{at}")))
                .collect();
            let of = variables.iter().zip(&self.game.categories);
            let binder = of.map(|(x, category)| format!("{x} in {}", category.name));
            let seen: Vec<String> = variables.iter().map(|x| format!("{x}_{table}")).collect();
            (binder.collect::<Vec<_>>().join(", "), seen.join(" & "))
        } else {
            let (hand, size) = (self.variable("H"), self.deal().hand(Holder::Table).len());
            (
                format!("{hand} in sub({size}, cards)"),
                format!("forall {card} in {hand}: {card}_{table}"),
            )
        };
        format!(
            "# The others learn that they did not know, and see that they look at the table.\n\
             action accuses({agent}) = nowin {agent} ; L_all(choice {binder}: L_{agent} ?({seen}))\n"
        )
    }

    fn asking(&self, asker: Agent, respondent: Agent, cards: &[Card], reply: Reply) -> String {
        let name = |agent| self.vocabulary.agent_name(agent);
        let wanted: Vec<&str> = cards.iter().map(|&card| self.vocabulary.card_name(card)).collect();
        let reply = match reply {
            Reply::No => "no".to_owned(),
            Reply::Shows(card) => format!("show {}", self.vocabulary.card_name(card)),
            Reply::ShowsSome => "show".to_owned(),
        };
        format!("ask {} {} for {}: {reply}", name(asker), name(respondent), wanted.join(", "))
    }

    /// A formula as text. What has several parts is in parentheses.
    pub fn formula_text(&self, formula: Formula) -> String {
        let winner = self.vocabulary.agents().find(|&agent| self.wins(agent) == formula);
        if let Some(agent) = winner {
            return format!("win_{}", self.vocabulary.agent_name(agent));
        }
        match self.terms.node(formula) {
            FormulaNode::True => "true".to_owned(),
            FormulaNode::False => "false".to_owned(),
            FormulaNode::Atom(atom) => self.vocabulary.atom_name(*atom).to_owned(),
            FormulaNode::Not(body) => format!("~{}", self.prefix_text(*body)),
            FormulaNode::And(of) => self.join(of, " & ", "true"),
            FormulaNode::Or(of) => self.join(of, " | ", "false"),
            FormulaNode::Implies(left, right) => self.join(&[*left, *right], " -> ", ""),
            FormulaNode::Iff(left, right) => self.join(&[*left, *right], " <-> ", ""),
            FormulaNode::Believes(agent, body) => self.operator("B", &(*agent).into(), *body),
            FormulaNode::Knows(agent, body) => self.operator("K", &(*agent).into(), *body),
            FormulaNode::Imagines(agent, body) => self.operator("M", &(*agent).into(), *body),
            FormulaNode::KnowsWhether(agent, body) => self.operator("Kw", &(*agent).into(), *body),
            FormulaNode::Everybody(group, body) => self.operator("E", group, *body),
            FormulaNode::Common(group, body) => self.operator("C", group, *body),
            FormulaNode::Distributed(group, body) => self.operator("D", group, *body),
            FormulaNode::After(modality, action, body) => {
                let (action, body) = (self.action_text(*action), self.prefix_text(*body));
                match modality {
                    Modality::Every => format!("[{action}] {body}"),
                    Modality::Some => format!("<{action}> {body}"),
                }
            }
            FormulaNode::Count(of, test) => {
                let variable = self.variable("x");
                let of: Vec<String> = of.iter().map(|&part| self.formula_text(part)).collect();
                format!(
                    "count({variable} in {{{}}}: {variable}) {}",
                    of.join(", "),
                    count_test_text(test)
                )
            }
            FormulaNode::Probability(agent, body, comparison, ratio) => format!(
                "P_{}({}) {} {}/{}",
                self.vocabulary.agent_name(*agent),
                self.formula_text(*body),
                comparison.symbol(),
                ratio.numerator(),
                ratio.denominator(),
            ),
        }
    }

    /// A formula as text that stands after a prefix.
    fn prefix_text(&self, formula: Formula) -> String {
        let text = self.formula_text(formula);
        let compared = matches!(
            self.terms.node(formula),
            FormulaNode::Count(..) | FormulaNode::Probability(..)
        );
        if compared { format!("({text})") } else { text }
    }

    fn join(&self, of: &[Formula], sign: &str, none: &str) -> String {
        let parts: Vec<String> = of.iter().map(|&part| self.prefix_text(part)).collect();
        match &parts[..] {
            [] => none.to_owned(),
            _ => format!("({})", parts.join(sign)),
        }
    }

    fn operator(&self, operator: &str, group: &Group, body: Formula) -> String {
        let body = self.prefix_text(body);
        let space = if body.starts_with('(') { "" } else { " " };
        format!("{operator}_{}{space}{body}", self.group_text(group))
    }

    fn group_text(&self, group: &Group) -> String {
        let names: Vec<&str> =
            group.iter().map(|agent| self.vocabulary.agent_name(agent)).collect();
        match names[..] {
            [only] => only.to_owned(),
            _ if *group == self.everybody() => "all".to_owned(),
            _ => format!("{{{}}}", names.join(",")),
        }
    }

    /// An action of a play as text.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub fn action_text(&self, action: Action) -> String {
        match self.terms.action_node(action) {
            ActionNode::Test(formula) => format!("?{}", self.prefix_text(*formula)),
            ActionNode::Learn(group, inner) => {
                let inner = self.action_text(*inner);
                let space = if inner.starts_with('(') { "" } else { " " };
                format!("L_{}{space}{inner}", self.group_text(group))
            }
            ActionNode::Sequence(of) => self.actions_text(of, " ; "),
            ActionNode::Choice(of, None) => self.actions_text(of, " + "),
            ActionNode::Game(game) => self.game_text(game),
            other => format!("{other:?}"),
        }
    }

    fn actions_text(&self, of: &[Action], sign: &str) -> String {
        let parts: Vec<String> = of.iter().map(|&part| self.action_text(part)).collect();
        format!("({})", parts.join(sign))
    }

    fn game_text(&self, game: &GameAction) -> String {
        let asker = game.question.requester;
        let asking = |cards: &[Card], reply| {
            self.asking(asker, game.question.respondent.unwrap_or(asker), cards, reply)
        };
        let name = self.vocabulary.agent_name(asker);
        match &game.name {
            Move::Show(cards, Some(card)) => asking(cards, Reply::Shows(*card)),
            Move::Show(cards, None) => asking(cards, Reply::ShowsSome),
            Move::NoShow(cards) => asking(cards, Reply::No),
            Move::Win => format!("win {name}"),
            Move::NoWin => format!("nowin {name}"),
            Move::Look | Move::Answer => self.action_text(game.description),
        }
    }
}

impl CardGame {
    fn has_category(&self, name: &str) -> bool {
        self.categories.iter().any(|category| category.name == name)
    }
}

fn names<'a>(of: impl Iterator<Item = &'a String>) -> String {
    of.map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn count_test_text(test: &CountTest) -> String {
    match test {
        CountTest::Compare(comparison, number) => format!("{} {number}", comparison.symbol()),
        CountTest::OneOf(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("in {{{}}}", numbers.join(", "))
        }
    }
}

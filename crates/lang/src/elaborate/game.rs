//! Card games in formulas and actions: descriptions of deals and hands (thesis def. 18), winning, and the
//! knowledge actions that describe the moves of a game (thesis def. 11 and sec. 5.3).

use super::Elaborator;
use super::scope::{Env, Node, closest};
use super::state::count_noun;
use super::value::Value;
use crate::syntax::tree::{Ask, Expr, ExprKind, Item, Reply, ShownCard, Wanted};
use hexa_logic::{
    Action, Agent, Card, Deal, Formula, FormulaNode, Group, Holder, Move, Question, Response,
    WinCondition,
};
use hexa_text::Code;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// More deals than this cannot be bound over.
const MAX_DEALS: usize = 1_000_000;

/// Deals of more cards are not listed: one card after the other is put into hands, each a level deeper.
const MAX_CARDS: usize = 2000;

impl Elaborator<'_> {
    /// Reports that there are no cards to speak of, if so.
    pub(super) fn require_cards(&mut self, node: Node) -> Option<()> {
        if self.scope.dealt.is_some() {
            return Some(());
        }
        self.error_help(
            Code::Misplaced,
            node,
            "there are no cards: the initial state is not a deal",
            "`deal r | w | b` gives one hand of cards to each agent",
        )
    }

    /// The cards of the initial deal.
    pub(super) fn cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> =
            self.scope.dealt.iter().flat_map(|dealt| dealt.deal.hands().concat()).collect();
        cards.sort_unstable();
        cards
    }

    pub(super) fn holds(&mut self, card: Card, holder: Holder) -> Formula {
        let atom = self.vocabulary.add_holding_atom(card, holder);
        self.terms.formula(FormulaNode::Atom(atom))
    }

    /// δ_d^a: the holder has exactly these cards.
    fn hand_formula(&mut self, holder: Holder, hand: &[Card]) -> Formula {
        let literals = self.hand_literals(holder, hand);
        self.terms.and(literals)
    }

    fn hand_literals(&mut self, holder: Holder, hand: &[Card]) -> Vec<Formula> {
        let (cards, hand) = (self.cards(), hand.iter().copied().collect::<FxHashSet<Card>>());
        cards
            .into_iter()
            .map(|card| {
                let held = self.holds(card, holder);
                if hand.contains(&card) { held } else { self.terms.not(held) }
            })
            .collect()
    }

    /// δ_d: exactly this deal.
    fn deal_formula(&mut self, deal: &Deal) -> Formula {
        let mut literals = Vec::new();
        for (holder, hand) in deal.holdings() {
            literals.extend(self.hand_literals(holder, hand));
        }
        self.terms.and(literals)
    }

    /// `deal(r | w | b)`, `deal(d)`
    pub(super) fn deal_is(
        &mut self,
        node: Node,
        hands: &[Vec<Expr>],
        env: &Env,
    ) -> Option<Formula> {
        self.require_cards(node)?;
        let deal = self.whole_deal(node, hands, env)?;
        Some(self.deal_formula(&deal))
    }

    /// A deal that says where every card is: a variable's, or hands.
    pub(super) fn whole_deal(
        &mut self,
        node: Node,
        hands: &[Vec<Expr>],
        env: &Env,
    ) -> Option<Arc<Deal>> {
        if let [only] = hands
            && let [name] = only[..]
            && let Some(deal) = self.deal_variable(node.with(name), env)
        {
            return Some(deal);
        }
        let deal = self.deal(node, hands, env)?;
        let held: FxHashSet<Card> = deal.hands().iter().flatten().copied().collect();
        let missing: Vec<String> = self
            .cards()
            .into_iter()
            .filter(|card| !held.contains(card))
            .map(|card| format!("`{}`", self.vocabulary.card_name(card)))
            .collect();
        if missing.is_empty() {
            return Some(Arc::new(deal));
        }
        self.error_help(
            Code::WrongCards,
            node,
            format!("nobody is dealt {}", missing.join(", ")),
            "a deal says where every card is; for one hand write `hand_a(...)`",
        )
    }

    /// The deal that hands of declared cards make.
    pub(super) fn deal(&mut self, node: Node, hands: &[Vec<Expr>], env: &Env) -> Option<Deal> {
        self.check_hand_count(node, hands.len())?;
        let mut seen = FxHashSet::default();
        let mut cards = Vec::new();
        for hand in hands {
            let mut held = Vec::new();
            for &name in hand {
                let card = self.card(node.with(name), env)?;
                if !seen.insert(card) {
                    return self.dealt_twice(node.with(name), card);
                }
                held.push(card);
            }
            cards.push(held);
        }
        Some(self.arrange(cards))
    }

    /// Hands in the order of this document, as a deal in the order of the vocabulary.
    pub(super) fn arrange(&self, hands: Vec<Vec<Card>>) -> Deal {
        let mut arranged = vec![Vec::new(); hands.len()];
        for (holder, hand) in self.holders_in_order().into_iter().zip(hands) {
            let place = match holder {
                Holder::Agent(agent) => agent.index(),
                Holder::Table => self.scope.agents.len(),
            };
            if let Some(there) = arranged.get_mut(place) {
                *there = hand;
            }
        }
        Deal::new(arranged, &self.vocabulary)
    }

    pub(super) fn dealt_twice<T>(&mut self, node: Node, card: Card) -> Option<T> {
        let name = self.vocabulary.card_name(card).to_owned();
        self.error_help(
            Code::CardDealtTwice,
            node,
            format!("the card `{name}` is dealt twice"),
            "every card is in one hand only",
        )
    }

    pub(super) fn check_hand_count(&mut self, node: Node, given: usize) -> Option<()> {
        let holders = self.holders_in_order();
        if given == holders.len() {
            return Some(());
        }
        let names: Vec<&str> = holders.iter().map(|&h| self.vocabulary.holder_name(h)).collect();
        let help = format!(
            "one hand for each of {}, separated by `|`; `-` is an empty hand",
            names.join(", ")
        );
        let there = if given == 1 { "there is" } else { "there are" };
        let (hands, holders) = (count_noun(given, "hand"), count_noun(holders.len(), "holder"));
        let message = format!("{there} {hands} for {holders}");
        self.error_help(Code::HandsDoNotMatch, node, message, help)
    }

    /// `hand_a(c d)`, `hand_a(d)`, `hand_a(H)`
    pub(super) fn hand_is(
        &mut self,
        node: Node,
        holder: Expr,
        cards: &[Expr],
        env: &Env,
    ) -> Option<Formula> {
        self.require_cards(node)?;
        let holder = self.holder(node.with(holder), env)?;
        if let [name] = cards {
            if let Some(deal) = self.deal_variable(node.with(*name), env) {
                return Some(self.hand_formula(holder, deal.hand(holder)));
            }
            if let Some(set) = self.set_variable(node.with(*name), env) {
                let hand = self.card_values(node.with(*name), &set)?;
                return Some(self.hand_formula(holder, &hand));
            }
        }
        let (mut hand, mut seen) = (Vec::new(), FxHashSet::default());
        for &name in cards {
            let card = self.card(node.with(name), env)?;
            if !seen.insert(card) {
                return self.dealt_twice(node.with(name), card);
            }
            hand.push(card);
        }
        Some(self.hand_formula(holder, &hand))
    }

    fn card_values(&mut self, node: Node, set: &[Value]) -> Option<Vec<Card>> {
        let mut cards = Vec::new();
        for value in set {
            let name = self.value_name(value);
            match name.as_deref().and_then(|name| self.vocabulary.card(name)) {
                Some(card) => cards.push(card),
                None => {
                    let message = format!("{} is not a card", self.describe_value(value));
                    let known: Vec<&str> = self
                        .vocabulary
                        .cards()
                        .map(|card| self.vocabulary.card_name(card))
                        .collect();
                    let meant = name.as_deref().and_then(|name| closest(name, known.into_iter()));
                    let help = meant.map(|meant| format!("did you mean `{meant}`?"));
                    return match help {
                        Some(help) => self.error_help(Code::WrongKind, node, message, help),
                        None => self.error(Code::WrongKind, node, message),
                    };
                }
            }
        }
        Some(cards)
    }

    /// `win_a`
    pub(super) fn win_is(&mut self, node: Node, agent: Expr, env: &Env) -> Option<Formula> {
        self.require_cards(node)?;
        let agent = self.agent(node.with(agent), env)?;
        self.winning(node, agent)
    }

    /// a knows whether c is at h, for all cards c and the holders h of the win condition.
    fn winning(&mut self, node: Node, agent: Agent) -> Option<Formula> {
        self.require_cards(node)?;
        let holders: Vec<Holder> = match self.win {
            WinCondition::Deal => self.vocabulary.holders().collect(),
            WinCondition::Table => vec![Holder::Table],
            WinCondition::Hand(holder) => vec![holder],
        };
        let cards = self.cards();
        let mut known = Vec::new();
        for card in cards {
            for &holder in &holders {
                self.spend(node)?;
                let held = self.holds(card, holder);
                known.push(self.terms.formula(FormulaNode::KnowsWhether(agent, held)));
            }
        }
        Some(self.terms.and(known))
    }

    pub(super) fn everybody(&self) -> Group {
        self.scope.agents.iter().copied().collect()
    }

    /// A move that everybody sees.
    fn game(&mut self, name: Move, question: Question) -> Action {
        let everybody = self.everybody();
        question.action(name, &mut self.terms, &everybody)
    }

    /// `look a`: everybody learns that a learns which cards they have.
    pub(super) fn look(&mut self, node: Node, agent: Expr, env: &Env) -> Option<Action> {
        self.require_cards(node)?;
        let agent = self.agent(node.with(agent), env)?;
        let size = self.scope.dealt.as_ref()?.deal.hand(Holder::Agent(agent)).len();
        let hands = self.sets_of_cards(node, size)?;
        let mut answers = Vec::new();
        for hand in hands {
            self.spend(node)?;
            answers.push(self.hand_formula(Holder::Agent(agent), &hand));
        }
        let question = Question {
            requester: agent,
            respondent: None,
            answers: answers.into(),
            response: Response::Some,
            hearers: agent.into(),
        };
        Some(self.game(Move::Look, question))
    }

    /// All sets of so many cards, each in the order of the deck.
    pub(super) fn sets_of_cards(&mut self, node: Node, size: usize) -> Option<Vec<Vec<Card>>> {
        let cards = self.cards();
        let mut hands: Vec<Vec<Card>> = vec![Vec::new()];
        for _ in 0..size {
            let mut larger = Vec::new();
            for hand in &hands {
                let next = hand.last().map_or(0, |card| card.index() + 1);
                for &card in &cards[next..] {
                    self.spend(node)?;
                    larger.push(hand.iter().copied().chain([card]).collect());
                }
            }
            hands = larger;
        }
        Some(hands)
    }

    /// `ask 2 1 for r, b: show r`, `ask 2 1 which ~r_1, ~w_1: tell ~w_1`
    pub(super) fn ask(&mut self, node: Node, ask: &Ask, env: &Env) -> Option<Action> {
        let asker = self.agent(node.with(ask.asker), env);
        let respondent = self.agent(node.with(ask.respondent), env);
        match &ask.wanted {
            Wanted::Cards(cards, answer) => {
                self.require_cards(node)?;
                let cards = self.requested_cards(node, cards, env);
                let ((asker, respondent), cards) = asker.zip(respondent).zip(cards)?;
                if asker == respondent {
                    let message = "players cannot ask themselves for a card";
                    return self.error(Code::BadRequest, node.with(ask.respondent), message);
                }
                self.ask_for_cards(node, (asker, respondent), cards, answer, env)
            }
            Wanted::Answers(answers, answer) => {
                let answers = self.possible_answers(node, answers, env);
                let ((asker, respondent), answers) = asker.zip(respondent).zip(answers)?;
                self.ask_which(node, (asker, respondent), answers, answer, env)
            }
        }
    }

    fn ask_for_cards(
        &mut self,
        node: Node,
        (requester, respondent): (Agent, Agent),
        cards: Box<[Card]>,
        answer: &ShownCard,
        env: &Env,
    ) -> Option<Action> {
        let held = |&card: &Card| self.holds(card, Holder::Agent(respondent));
        let answers = cards.iter().map(held).collect();
        let (name, response) = match answer {
            ShownCard::No => (Move::NoShow(cards), Response::None),
            ShownCard::Show(None) => (Move::Show(cards, None), Response::Some),
            ShownCard::Show(Some(shown)) => {
                let card = self.card(node.with(*shown), env)?;
                let Some(at) = cards.iter().position(|&asked| asked == card) else {
                    let message = "the card shown is none of those asked for";
                    return self.error(Code::BadRequest, node.with(*shown), message);
                };
                (Move::Show(cards, Some(card)), Response::This(at as u32))
            }
        };
        let hearers = [requester, respondent].into_iter().collect();
        let respondent = Some(respondent);
        Some(self.game(name, Question { requester, respondent, answers, response, hearers }))
    }

    fn possible_answers(
        &mut self,
        node: Node,
        items: &[Item],
        env: &Env,
    ) -> Option<Box<[Formula]>> {
        let mut answers: Vec<Formula> = Vec::new();
        self.for_items(node, items, env, |this, item, env| {
            let answer = this.formula(item, env)?;
            if !answers.contains(&answer) {
                answers.push(answer);
            }
            Some(())
        })?;
        if answers.is_empty() {
            return self.error(Code::BadRequest, node, "there is no possible answer");
        }
        Some(answers.into())
    }

    fn ask_which(
        &mut self,
        node: Node,
        (requester, respondent): (Agent, Agent),
        answers: Box<[Formula]>,
        reply: &Reply,
        env: &Env,
    ) -> Option<Action> {
        let (response, hearers) = match reply {
            Reply::No => (Response::None, self.everybody()),
            Reply::Say(said) => (self.chosen_answer(node, &answers, *said, env)?, self.everybody()),
            Reply::Tell(told, to) => {
                let mut hearers = match to {
                    Some(group) => self.group(node.with(*group), env)?,
                    None => requester.into(),
                };
                hearers.insert(respondent);
                (self.chosen_answer(node, &answers, *told, env)?, hearers)
            }
        };
        let respondent = Some(respondent);
        let question = Question { requester, respondent, answers, response, hearers };
        Some(self.game(Move::Answer, question))
    }

    /// Which of the possible answers was given.
    fn chosen_answer(
        &mut self,
        node: Node,
        answers: &[Formula],
        said: Option<Expr>,
        env: &Env,
    ) -> Option<Response> {
        let Some(said) = said else { return Some(Response::Some) };
        let given = self.formula(node.with(said), env)?;
        match answers.iter().position(|&answer| answer == given) {
            Some(at) => Some(Response::This(at as u32)),
            None => self.error_help(
                Code::BadRequest,
                node.with(said),
                "the answer given is none of those asked for",
                "repeat one of the answers after `which` as it is written there",
            ),
        }
    }

    fn requested_cards(&mut self, node: Node, items: &[Item], env: &Env) -> Option<Box<[Card]>> {
        let mut cards: Vec<Card> = Vec::new();
        self.for_items(node, items, env, |this, item, env| {
            let found = match this.set_variable_or_braces(item, env) {
                Some(set) => this.card_values(item, &set)?,
                None => vec![this.card(item, env)?],
            };
            for card in found {
                if !cards.contains(&card) {
                    cards.push(card);
                }
            }
            Some(())
        })?;
        if cards.is_empty() {
            return self.error(Code::BadRequest, node, "no card is asked for");
        }
        Some(cards.into())
    }

    fn set_variable_or_braces(&mut self, node: Node, env: &Env) -> Option<Arc<[Value]>> {
        let braces = matches!(self.kind(node), ExprKind::Set(_) | ExprKind::Builtin(_));
        if braces { self.set(node, env) } else { self.set_variable(node, env) }
    }

    /// `win 3`: the agent announces that they can win.
    pub(super) fn win_move(&mut self, node: Node, agent: Expr, env: &Env) -> Option<Action> {
        self.win_or_not(node, agent, Move::Win, Response::This(0), env)
    }

    /// `nowin 2`: the agent cannot win.
    pub(super) fn nowin_move(&mut self, node: Node, agent: Expr, env: &Env) -> Option<Action> {
        self.win_or_not(node, agent, Move::NoWin, Response::None, env)
    }

    /// An announcement is an answer to one's own question that everybody hears.
    fn win_or_not(
        &mut self,
        node: Node,
        agent: Expr,
        name: Move,
        response: Response,
        env: &Env,
    ) -> Option<Action> {
        let agent = self.agent(node.with(agent), env)?;
        let question = Question {
            requester: agent,
            respondent: Some(agent),
            answers: [self.winning(node, agent)?].into(),
            response,
            hearers: self.everybody(),
        };
        Some(self.game(name, question))
    }

    /// Refuses to list deals of so many cards that one is put after the other too often.
    pub(super) fn admit_cards(&mut self, node: Node, cards: usize) -> Option<()> {
        if cards <= MAX_CARDS {
            return Some(());
        }
        let message = format!("deals of {cards} cards are not listed; the limit is {MAX_CARDS}");
        self.error_help(Code::TooLarge, node, message, "take fewer cards")
    }

    /// The deals of the initial size that obey the law.
    pub(super) fn deals(&mut self, node: Node) -> Option<Arc<[Value]>> {
        if let Some(deals) = &self.scope.deals {
            return Some(deals.clone());
        }
        self.require_cards(node)?;
        let dealt = self.scope.dealt.clone()?;
        let law = self.all_laws(&dealt.laws)?;
        let mut deals = Vec::new();
        let mut hands: Vec<Vec<Card>> = vec![Vec::new(); dealt.deal.hands().len()];
        let cards = self.cards();
        self.admit_cards(node, cards.len())?;
        self.spread(node, &cards, &dealt.deal.size(), law, &mut hands, &mut deals)?;
        let deals: Arc<[Value]> = deals.into();
        self.scope.deals = Some(deals.clone());
        Some(deals)
    }

    /// Puts the next card in every hand that has room for it, in all ways.
    fn spread(
        &mut self,
        node: Node,
        cards: &[Card],
        size: &[usize],
        law: Formula,
        hands: &mut Vec<Vec<Card>>,
        deals: &mut Vec<Value>,
    ) -> Option<()> {
        self.spend(node)?;
        let Some((&card, rest)) = cards.split_first() else {
            let deal = Deal::new(hands.clone(), &self.vocabulary);
            if self.obeys(&deal, law) {
                deals.push(Value::Deal(Arc::new(deal)));
            }
            if deals.len() > MAX_DEALS {
                let message = format!("there are more than {MAX_DEALS} deals");
                return self.error(Code::TooLarge, node, message);
            }
            return Some(());
        };
        for at in 0..size.len() {
            if hands[at].len() < size[at] {
                hands[at].push(card);
                self.spread(node, rest, size, law, hands, deals)?;
                hands[at].pop();
            }
        }
        Some(())
    }

    /// Whether a deal obeys a propositional law. Atoms that speak of no card are false.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a law is propositional")]
    pub(super) fn obeys(&self, deal: &Deal, law: Formula) -> bool {
        match self.terms.node(law) {
            FormulaNode::True => true,
            FormulaNode::False => false,
            FormulaNode::Atom(atom) => self
                .vocabulary
                .holding(*atom)
                .is_some_and(|(card, holder)| deal.hand(holder).contains(&card)),
            FormulaNode::Not(inner) => !self.obeys(deal, *inner),
            FormulaNode::And(parts) => parts.iter().all(|&part| self.obeys(deal, part)),
            FormulaNode::Or(parts) => parts.iter().any(|&part| self.obeys(deal, part)),
            FormulaNode::Implies(left, right) => {
                !self.obeys(deal, *left) || self.obeys(deal, *right)
            }
            FormulaNode::Iff(left, right) => self.obeys(deal, *left) == self.obeys(deal, *right),
            FormulaNode::Count(parts, test) => {
                let count = parts.iter().filter(|&&part| self.obeys(deal, part)).count();
                test.accepts(count as i64)
            }
            // The law was checked to be propositional.
            _ => false,
        }
    }
}

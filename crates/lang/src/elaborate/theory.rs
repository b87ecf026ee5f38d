//! The theories of thesis ch. 3 as formulas: what everybody knows, and does not know, when cards have been
//! dealt. 33 for three players with one card each (defs. 15, 16), kgames and its parts for any deal
//! (defs. 19-22), prekgames before anybody has looked (def. 24).
//!
//! Each name means its theory only where a formula stands and nothing of that name is declared. Without an
//! argument a theory speaks of the deal of the file; with hands as its argument, of deals of that size. A law
//! holds for both. Holders of cards are the agents and the table, but only agents know.

use super::scope::{Env, Node};
use super::{Elaborator, MAX_EXPANSION};
use crate::syntax::tree::{Builtin, ChainOp, Expr, ExprKind};
use hexa_logic::{
    Agent, Card, Comparison, CountTest, Formula, FormulaNode, Holder, Terms, Vocabulary,
};
use hexa_text::Code;
use std::sync::Arc;

/// The theories that have a name, and whether the name may end in `33`.
const THEORIES: &[(&str, Theory, Sizes)] = &[
    ("kgames", Theory::KGames, Sizes::All),
    ("prekgames", Theory::PreKGames, Sizes::All),
    ("deals", Theory::Deals, Sizes::AllAnd33),
    ("seedontknow", Theory::SeeDontKnow, Sizes::All),
    ("see", Theory::See, Sizes::AllAnd33),
    ("dontsee", Theory::DontSee, Sizes::AllAnd33),
    ("seeall", Theory::SeeAll, Sizes::All),
    ("dontseeall", Theory::DontSeeAll, Sizes::All),
    ("seedeal", Theory::SeeDeal, Sizes::All),
    ("dontseedeal", Theory::DontSeeDeal, Sizes::All),
    ("atmost", Theory::AtMost, Sizes::AllAnd33),
    ("atleast", Theory::AtLeast, Sizes::AllAnd33),
    ("exactly", Theory::Exactly, Sizes::AllAnd33),
    ("dontknowthat", Theory::DontKnowThat, Sizes::AllAnd33),
    ("dontknownot", Theory::DontKnowNot, Sizes::AllAnd33),
    ("dontknow", Theory::DontKnow, Sizes::All),
    ("dontknowother", Theory::DontKnowOther, Sizes::AllAnd33),
    ("dontknowany", Theory::DontKnowAny, Sizes::All),
    ("", Theory::ThirtyThree, Sizes::Only33),
];

/// A theory, whatever the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Theory {
    KGames,
    PreKGames,
    ThirtyThree,
    Deals,
    SeeDontKnow,
    See,
    DontSee,
    SeeAll,
    DontSeeAll,
    SeeDeal,
    DontSeeDeal,
    AtMost,
    AtLeast,
    Exactly,
    DontKnowThat,
    DontKnowNot,
    DontKnow,
    DontKnowOther,
    DontKnowAny,
}

/// For which deals a theory has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sizes {
    All,
    AllAnd33,
    Only33,
}

/// A name of a theory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Of any deal.
    Of(Theory),
    /// Of the deals of r, w, b over 1, 2, 3.
    Of33(Theory),
}

/// The theory of that name.
pub(super) fn theory(name: &str) -> Option<Named> {
    let found = |base: &str| THEORIES.iter().find(|(known, ..)| *known == base);
    match (found(name), name.strip_suffix("33").and_then(found)) {
        (Some(&(_, theory, sizes)), _) if sizes != Sizes::Only33 => Some(Named::Of(theory)),
        (_, Some(&(_, theory, sizes))) if sizes != Sizes::All => Some(Named::Of33(theory)),
        _ => None,
    }
}

/// Whose cards a theory speaks of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Players {
    /// The agents, who are the first holders.
    agents: Vec<Agent>,
    /// `held[h][c]`: holder h has card c.
    held: Vec<Vec<Formula>>,
    /// How many cards each holder has.
    size: Vec<usize>,
    /// The cards as they are dealt in the file, if a law speaks of them.
    lawful: Option<(Vec<Card>, Formula)>,
}

/// A deal, described (def. 18): δ_d, and δ_d^h for each holder h.
#[derive(Debug)]
pub(super) struct Described {
    deal: Formula,
    hands: Vec<Formula>,
}

impl Players {
    fn cards(&self) -> usize {
        self.held.first().map_or(0, Vec::len)
    }

    /// Each agent with every other holder.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let holders = 0..self.held.len();
        let others = |a: usize| holders.clone().filter(move |&b| a != b).map(move |b| (a, b));
        (0..self.agents.len()).flat_map(others).collect()
    }

    /// How many cards neither of two holders has.
    fn elsewhere(&self, (a, b): (usize, usize)) -> usize {
        self.cards() - self.size[a] - self.size[b]
    }

    /// How many deals of this size there are, whatever the law says.
    fn deal_count(&self) -> u128 {
        let mut left = self.cards();
        let mut count: u128 = 1;
        for &size in &self.size {
            count = count.saturating_mul(binomial(left, size));
            left -= size;
        }
        count
    }
}

/// How many sets of `chosen` there are among so many.
fn binomial(among: usize, chosen: usize) -> u128 {
    let chosen = chosen.min(among - chosen);
    let mut count: u128 = 1;
    for at in 0..chosen {
        let Some(product) = count.checked_mul((among - at) as u128) else { return u128::MAX };
        count = product / (at as u128 + 1);
    }
    count
}

/// All sets of so many numbers below a bound, each in order.
fn subsets(size: usize, below: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let larger = |set: Vec<usize>| {
            let next = set.last().map_or(0, |last| last + 1);
            // As many must be left as are still missing.
            let end = (below + set.len() + 1).saturating_sub(size);
            (next..end).map(move |card| [&set[..], &[card]].concat())
        };
        sets = sets.into_iter().flat_map(larger).collect();
    }
    sets
}

impl Elaborator<'_> {
    /// The theory that a name stands for, unless something of that name is declared.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a theory")]
    pub(super) fn theory_named(&self, node: Node, env: &Env) -> Option<Named> {
        match *self.tree(node).kind(node.expr) {
            ExprKind::Builtin(Builtin::Deals) => theory("deals"),
            ExprKind::Name(symbol) if env.get(symbol).is_none() => {
                let name = self.scope.symbols.name(symbol);
                let declared = self.scope.entity(symbol).is_some();
                theory(name).filter(|_| !declared && self.vocabulary.atom(name).is_none())
            }
            ExprKind::Number(33) if self.scope.entity_named("33").is_none() => theory("33"),
            _ => None,
        }
    }

    /// `kgames`, `deals`, `33`
    pub(super) fn theory_of_file(&mut self, node: Node, named: Named) -> Option<Formula> {
        let (theory, players) = match named {
            Named::Of(theory) => (theory, self.players_of_file(node)?),
            Named::Of33(theory) => (theory, self.players_of_33(node)?),
        };
        self.theory_formula(node, theory, players)
    }

    /// `kgames(r w | b | -)`, `kgames(d)`
    pub(super) fn theory_of_hands(
        &mut self,
        node: Node,
        named: Named,
        hands: &[Vec<Expr>],
        env: &Env,
    ) -> Option<Formula> {
        let Named::Of(theory) = named else {
            let message = "this theory is about r, w, b and 1, 2, 3, and takes no argument";
            return self.error(Code::WrongArity, node, message);
        };
        let players = self.players_of_hands(node, hands, env)?;
        self.theory_formula(node, theory, players)
    }

    /// The hands in an argument that was read as a formula, as in `kgames(r | w | b)`.
    pub(super) fn hands_in(&self, node: Node, arguments: &[Expr]) -> Option<Vec<Vec<Expr>>> {
        let tree = self.tree(node);
        let hand = |&expr: &Expr| {
            let is_card = matches!(tree.kind(expr), ExprKind::Name(_) | ExprKind::Number(_));
            is_card.then(|| vec![expr])
        };
        let [only] = arguments else { return None };
        if let ExprKind::Chain(ChainOp::Or, hands) = tree.kind(*only) {
            return hands.iter().map(hand).collect();
        }
        hand(only).map(|hand| vec![hand])
    }

    fn players_of_file(&mut self, node: Node) -> Option<Players> {
        let Some(dealt) = self.scope.dealt.clone() else {
            return self.error_help(
                Code::Misplaced,
                node,
                "there are no cards: the initial state is not a deal",
                "say which deals are meant, as in `kgames(r | w | b)`; the atoms are then `r_1` and so on",
            );
        };
        let holders = self.holders_in_order();
        let size = holders.iter().map(|&holder| dealt.deal.hand(holder).len()).collect();
        self.players_of_cards(size)
    }

    /// The holders of the file, with hands of this size of the cards of the file.
    fn players_of_cards(&mut self, size: Vec<usize>) -> Option<Players> {
        let cards = self.cards();
        let holders = self.holders_in_order();
        let held = holders
            .iter()
            .map(|&holder| cards.iter().map(|&card| self.holds(card, holder)).collect())
            .collect();
        let laws = self.scope.dealt.as_ref().map(|dealt| dealt.laws.clone())?;
        let law = self.all_laws(&laws)?;
        let lawful = (law != Terms::TRUE).then_some((cards, law));
        Some(Players { agents: self.scope.agents.clone(), held, size, lawful })
    }

    fn players_of_hands(&mut self, node: Node, hands: &[Vec<Expr>], env: &Env) -> Option<Players> {
        if self.scope.dealt.is_some() {
            let deal = self.whole_deal(node, hands, env)?;
            let holders = self.holders_in_order();
            let size = holders.iter().map(|&holder| deal.hand(holder).len()).collect();
            return self.players_of_cards(size);
        }
        self.check_hand_count(node, hands.len())?;
        let mut cards: Vec<String> = Vec::new();
        for &card in hands.iter().flatten() {
            let name = self.name(node.with(card), env)?;
            if cards.contains(&name) {
                return self.named_twice(node.with(card), &name);
            }
            cards.push(name);
        }
        let size = hands.iter().map(Vec::len).collect();
        let holders = self.holders_in_order();
        let held = self.atoms_held(node, &holders, &cards)?;
        Some(Players { agents: self.scope.agents.clone(), held, size, lawful: None })
    }

    fn players_of_33(&mut self, node: Node) -> Option<Players> {
        let agents: Option<Vec<Agent>> =
            ["1", "2", "3"].iter().map(|name| self.vocabulary.agent(name)).collect();
        let Some(agents) = agents else {
            let message = "this theory is about the agents 1, 2 and 3, and they are not all here";
            let help = "`kgames` and its parts are about any agents and any deal";
            return self.error_help(Code::UnknownName, node, message, help);
        };
        let holders: Vec<Holder> = agents.iter().copied().map(Holder::Agent).collect();
        let held = self.atoms_held(node, &holders, &["r", "w", "b"].map(str::to_owned))?;
        Some(Players { agents, held, size: vec![1; 3], lawful: None })
    }

    /// The atoms `c_h` for these holders and cards, which must be there.
    fn atoms_held(
        &mut self,
        node: Node,
        holders: &[Holder],
        cards: &[String],
    ) -> Option<Vec<Vec<Formula>>> {
        let mut held = Vec::new();
        let mut missing = Vec::new();
        for &holder in holders {
            let mut row = Vec::new();
            for card in cards {
                match held_atom(&self.vocabulary, card, holder) {
                    Ok(atom) => row.push(self.terms.formula(FormulaNode::Atom(atom))),
                    Err(name) => missing.push(name),
                }
            }
            held.push(row);
        }
        if missing.is_empty() {
            return Some(held);
        }
        let names: Vec<&str> = missing.iter().map(String::as_str).collect();
        let message =
            format!("this theory speaks of atoms that are not here: {}", list_names(&names));
        let help =
            "it needs an atom for every card and every holder; `atoms r_1, ...` declares them";
        self.error_help(Code::UnknownName, node, message, help)
    }

    fn theory_formula(&mut self, node: Node, theory: Theory, players: Players) -> Option<Formula> {
        let key = (theory, players);
        if let Some(&known) = self.theories.get(&key) {
            return Some(known);
        }
        let formula = self.spell_theory(node, theory, &key.1)?;
        self.theories.insert(key, formula);
        Some(formula)
    }

    /// What a theory says: all of its conjuncts, or one of the deals.
    fn spell_theory(&mut self, node: Node, theory: Theory, players: &Players) -> Option<Formula> {
        let one_card = |_: usize| 1;
        let own_hand = |agent: usize| players.size[agent];
        let not_own = |agent: usize| players.cards() - players.size[agent];
        let other_hand = |_: usize, other: usize| players.size[other];
        let elsewhere = |agent: usize, other: usize| players.elsewhere((agent, other));
        let unless_own = |this: &mut Self, agent: usize, cards: &[usize], imagines: Formula| {
            let not_own = this.has_none(players, agent, cards);
            this.terms.formula(FormulaNode::Implies(not_own, imagines))
        };
        let conjuncts = match theory {
            Theory::Deals => {
                let deals = self.describe_deals(node, players)?;
                let deals = deals.iter().map(|described| described.deal).collect();
                return Some(self.terms.or(deals));
            }
            Theory::KGames => self.theories(node, &[Theory::Deals, Theory::SeeDontKnow], players),
            Theory::PreKGames => {
                self.theories(node, &[Theory::Deals, Theory::DontKnowAny], players)
            }
            Theory::ThirtyThree => {
                let parts = [Theory::See, Theory::Deals, Theory::DontKnowThat];
                self.theories(node, &parts, players)
            }
            // `K_a δ^a <-> M_a δ`
            Theory::SeeDontKnow => {
                self.about_deals(node, players, |terms, agent, hand, imagines| {
                    let knows = terms.formula(FormulaNode::Knows(agent, hand));
                    terms.formula(FormulaNode::Iff(knows, imagines))
                })
            }
            // `δ^a <-> M_a δ`
            Theory::DontKnow => self.about_deals(node, players, |terms, _, hand, imagines| {
                terms.formula(FormulaNode::Iff(hand, imagines))
            }),
            // `M_a δ`
            Theory::DontKnowAny => self.about_deals(node, players, |_, _, _, imagines| imagines),
            Theory::SeeDeal => self.about_hands(node, players, |_, hand| hand),
            Theory::DontSeeDeal => self.about_hands(node, players, Terms::not),
            Theory::See => self.about_seeing(node, players, one_card, Self::has_all),
            Theory::DontSee => self.about_seeing(node, players, one_card, Self::has_none),
            Theory::SeeAll => self.about_seeing(node, players, own_hand, Self::has_all),
            Theory::DontSeeAll => self.about_seeing(node, players, not_own, Self::has_none),
            Theory::AtMost => self.about_sharing(node, players),
            Theory::AtLeast => self.about_numbers(node, players, Terms::or),
            Theory::Exactly => self.about_numbers(node, players, exactly_one),
            Theory::DontKnowThat => {
                self.about_others(node, players, elsewhere, Self::has_none, |_, _, _, may| may)
            }
            Theory::DontKnowOther => {
                self.about_others(node, players, elsewhere, Self::has_none, unless_own)
            }
            Theory::DontKnowNot => {
                self.about_others(node, players, other_hand, Self::has_all, unless_own)
            }
        };
        Some(self.terms.and(conjuncts?))
    }

    fn theories(
        &mut self,
        node: Node,
        theories: &[Theory],
        players: &Players,
    ) -> Option<Vec<Formula>> {
        theories.iter().map(|&part| self.theory_formula(node, part, players.clone())).collect()
    }

    /// For each agent and deal, what the agent's hand in it has to do with being able to imagine it.
    fn about_deals(
        &mut self,
        node: Node,
        players: &Players,
        relate: impl Fn(&mut Terms, Agent, Formula, Formula) -> Formula,
    ) -> Option<Vec<Formula>> {
        let deals = self.describe_deals(node, players)?;
        let mut parts = Vec::new();
        for (at, &agent) in players.agents.iter().enumerate() {
            for described in deals.iter() {
                self.spend(node)?;
                let imagines = self.terms.formula(FormulaNode::Imagines(agent, described.deal));
                parts.push(relate(&mut self.terms, agent, described.hands[at], imagines));
            }
        }
        Some(parts)
    }

    /// For each agent and hand that they may have, `φ -> K_a φ` for a fact about the hand.
    fn about_hands(
        &mut self,
        node: Node,
        players: &Players,
        fact: impl Fn(&mut Terms, Formula) -> Formula,
    ) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for (at, &agent) in players.agents.iter().enumerate() {
            for hand in self.hands_of_player(node, players, at)? {
                self.spend(node)?;
                let fact = fact(&mut self.terms, hand);
                parts.push(self.fact_is_known(agent, fact));
            }
        }
        Some(parts)
    }

    /// `φ -> K_a φ`
    fn fact_is_known(&mut self, agent: Agent, fact: Formula) -> Formula {
        let known = self.terms.formula(FormulaNode::Knows(agent, fact));
        self.terms.formula(FormulaNode::Implies(fact, known))
    }

    /// For each agent and so many cards: if they have all, or none, of them they know it.
    fn about_seeing(
        &mut self,
        node: Node,
        players: &Players,
        size: impl Fn(usize) -> usize,
        fact: impl Fn(&mut Self, &Players, usize, &[usize]) -> Formula,
    ) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for (at, &agent) in players.agents.iter().enumerate() {
            self.each_card_set(node, size(at), players, |this, cards| {
                let fact = fact(this, players, at, cards);
                parts.push(this.fact_is_known(agent, fact));
            })?;
        }
        Some(parts)
    }

    /// No two holders have the same card.
    fn about_sharing(&mut self, node: Node, players: &Players) -> Option<Vec<Formula>> {
        let holders = players.held.len();
        let mut parts = Vec::new();
        for (a, b) in (0..holders).flat_map(|a| (a + 1..holders).map(move |b| (a, b))) {
            for card in 0..players.cards() {
                self.spend(node)?;
                let both = self.terms.and(vec![players.held[a][card], players.held[b][card]]);
                parts.push(self.terms.not(both));
            }
        }
        Some(parts)
    }

    /// For each holder: all of some, or of exactly one, set of so many cards are theirs.
    fn about_numbers(
        &mut self,
        node: Node,
        players: &Players,
        combine: impl Fn(&mut Terms, Vec<Formula>) -> Formula,
    ) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for holder in 0..players.held.len() {
            let mut hands = Vec::new();
            self.each_card_set(node, players.size[holder], players, |this, cards| {
                hands.push(this.has_all(players, holder, cards));
            })?;
            parts.push(combine(&mut self.terms, hands));
        }
        Some(parts)
    }

    /// For each agent, other holder and so many cards: the agent can imagine that the other has none, or all, of
    /// them; maybe only if the agent has none of them.
    fn about_others(
        &mut self,
        node: Node,
        players: &Players,
        size: impl Fn(usize, usize) -> usize,
        fact: impl Fn(&mut Self, &Players, usize, &[usize]) -> Formula,
        relate: impl Fn(&mut Self, usize, &[usize], Formula) -> Formula,
    ) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for (a, b) in players.pairs() {
            self.each_card_set(node, size(a, b), players, |this, cards| {
                let other = fact(this, players, b, cards);
                let imagines = FormulaNode::Imagines(players.agents[a], other);
                let imagines = this.terms.formula(imagines);
                parts.push(relate(this, a, cards, imagines));
            })?;
        }
        Some(parts)
    }

    /// Goes through all sets of so many cards, if they can be afforded.
    fn each_card_set(
        &mut self,
        node: Node,
        size: usize,
        players: &Players,
        mut each: impl FnMut(&mut Self, &[usize]),
    ) -> Option<()> {
        for cards in self.card_sets(node, size, players)? {
            self.go_on(1 + cards.len() as u64)?;
            each(self, &cards);
        }
        Some(())
    }

    fn has_all(&mut self, players: &Players, holder: usize, cards: &[usize]) -> Formula {
        self.terms.and(cards.iter().map(|&card| players.held[holder][card]).collect())
    }

    fn has_none(&mut self, players: &Players, holder: usize, cards: &[usize]) -> Formula {
        let none = cards.iter().map(|&card| self.terms.not(players.held[holder][card])).collect();
        self.terms.and(none)
    }

    /// δ_d^h for a hand.
    fn has_exactly(&mut self, players: &Players, holder: usize, hand: &[usize]) -> Formula {
        let literals = self.hand_of(players, holder, hand);
        self.terms.and(literals)
    }

    fn hand_of(&mut self, players: &Players, holder: usize, hand: &[usize]) -> Vec<Formula> {
        let held = players.held[holder].iter().enumerate();
        held.map(|(card, &atom)| match hand.contains(&card) {
            true => atom,
            false => self.terms.not(atom),
        })
        .collect()
    }

    /// All sets of so many cards, if they can be afforded.
    fn card_sets(&mut self, node: Node, size: usize, players: &Players) -> Option<Vec<Vec<usize>>> {
        let cards = players.cards();
        let count = binomial(cards, size);
        self.afford(node, count.saturating_mul(1 + size as u128), || {
            format!("there are {count} sets of {size} of the {cards} cards")
        })?;
        Some(subsets(size, cards))
    }

    /// The descriptions of the hands that a player may have: by law, those of some deal.
    fn hands_of_player(
        &mut self,
        node: Node,
        players: &Players,
        at: usize,
    ) -> Option<Vec<Formula>> {
        if players.lawful.is_some() {
            let mut hands: Vec<Formula> =
                self.describe_deals(node, players)?.iter().map(|deal| deal.hands[at]).collect();
            hands.sort_unstable();
            hands.dedup();
            return Some(hands);
        }
        let sets = self.card_sets(node, players.size[at], players)?;
        let describe = |hand: &Vec<usize>| {
            self.go_on(1 + hand.len() as u64)?;
            Some(self.has_exactly(players, at, hand))
        };
        sets.iter().map(describe).collect()
    }

    /// All deals of this size that obey the law, described.
    fn describe_deals(&mut self, node: Node, players: &Players) -> Option<Arc<[Described]>> {
        if let Some(known) = self.described_deals.get(players) {
            return Some(known.clone());
        }
        let count = players.deal_count();
        let literals = players.held.len() * players.cards();
        self.afford(node, count.saturating_mul(1 + literals as u128), || {
            format!("there are {count} deals of this size, each of {literals} literals")
        })?;
        self.admit_cards(node, players.cards())?;
        let mut deals = Vec::new();
        let mut hands = vec![Vec::new(); players.size.len()];
        self.complete_deals(players, 0, &mut hands, &mut deals)?;
        let deals: Arc<[Described]> = deals.into();
        self.described_deals.insert(players.clone(), deals.clone());
        Some(deals)
    }

    /// Puts the next card in every hand that has room for it, in all ways.
    fn complete_deals(
        &mut self,
        players: &Players,
        card: usize,
        hands: &mut Vec<Vec<usize>>,
        deals: &mut Vec<Described>,
    ) -> Option<()> {
        if card == players.cards() {
            self.go_on(1 + card as u64)?;
            if self.is_lawful(players, hands) {
                deals.push(self.describe(players, hands));
            }
            return Some(());
        }
        for at in 0..hands.len() {
            if hands[at].len() < players.size[at] {
                hands[at].push(card);
                self.complete_deals(players, card + 1, hands, deals)?;
                hands[at].pop();
            }
        }
        Some(())
    }

    fn is_lawful(&self, players: &Players, hands: &[Vec<usize>]) -> bool {
        let Some((cards, law)) = &players.lawful else { return true };
        let hand = |hand: &Vec<usize>| hand.iter().map(|&at| cards[at]).collect();
        self.obeys(&self.arrange(hands.iter().map(hand).collect()), *law)
    }

    fn describe(&mut self, players: &Players, hands: &[Vec<usize>]) -> Described {
        let literals: Vec<Vec<Formula>> =
            hands.iter().enumerate().map(|(at, hand)| self.hand_of(players, at, hand)).collect();
        let deal = self.terms.and(literals.concat());
        let hands = literals.into_iter().map(|hand| self.terms.and(hand)).collect();
        Described { deal, hands }
    }

    /// Counts work that is about to be done; refuses it as a whole if it is too much.
    fn afford(&mut self, node: Node, work: u128, what: impl FnOnce() -> String) -> Option<()> {
        let left = MAX_EXPANSION.saturating_sub(self.spent);
        if work <= u128::from(left) {
            self.spent += work as u64;
            return Some(());
        }
        let message = format!("{}: more than {MAX_EXPANSION} terms in all", what());
        let help = "a theory is spelt out for all of them: take fewer cards";
        self.error_help(Code::TooLarge, node, message, help)
    }

    fn named_twice<T>(&mut self, node: Node, card: &str) -> Option<T> {
        let message = format!("the card `{card}` is dealt twice");
        self.error_help(Code::CardDealtTwice, node, message, "every card is in one hand only")
    }
}

/// Exclusive disjunction (def. 62) is that exactly one holds, not that an odd number do.
fn exactly_one(terms: &mut Terms, of: Vec<Formula>) -> Formula {
    terms.formula(FormulaNode::Count(of.into(), CountTest::Compare(Comparison::Equal, 1)))
}

/// The atom that says that a holder has a card, or how it would be called.
fn held_atom(
    vocabulary: &Vocabulary,
    card: &str,
    holder: Holder,
) -> Result<hexa_logic::Atom, String> {
    let name = format!("{card}_{}", vocabulary.holder_name(holder));
    vocabulary.atom(&name).ok_or(name)
}

fn list_names(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    super::name::listing(&quoted.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::THEORY_WORDS;

    #[test]
    fn every_word_for_a_theory_names_one_and_there_are_no_others() {
        assert!(THEORY_WORDS.iter().all(|word| theory(word).is_some()));
        let of33 = THEORIES.iter().filter(|(.., sizes)| *sizes == Sizes::AllAnd33).count();
        assert_eq!(THEORY_WORDS.len(), THEORIES.len() + of33);
    }

    #[test]
    fn subsets_are_as_many_as_the_binomial_says() {
        for among in 0..8 {
            for chosen in 0..=among {
                assert_eq!(subsets(chosen, among).len() as u128, binomial(among, chosen));
            }
        }
        assert_eq!(binomial(200, 100), u128::MAX);
    }
}

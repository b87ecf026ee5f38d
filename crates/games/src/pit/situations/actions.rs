//! The actions of Pit as actions of the language (section 4.1), with suits: `h(u,i,m)` says that i holds at least m cards of
//! suit u, and `o(u,i)` that i offers cards of it.
//!
//! Departures: players know what they offer and have it, so that an offer makes an atom true that only they see; and whoever
//! gets several cards at once finds that many more of a suit than they knew of. For one card that is the paper's `Learncard`.

use super::state::PitState;
use super::table::DealTable;
use crate::pit::{Pair, Player, Suit};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Setup,
    Terms, Vocabulary, World, WorldSetup,
};

/// The language in which a deck is spoken of.
#[derive(Clone, Debug)]
pub struct PitLanguage {
    /// The names of players and atoms.
    pub names: Vocabulary,
    /// The formulas and actions.
    pub terms: Terms,
    players: usize,
    suits: usize,
    cards: usize,
    hand: usize,
    /// For each suit and player, the atoms for one card, for two, and so on.
    holds: Vec<Vec<Vec<Atom>>>,
    /// For each suit and player.
    offers: Vec<Vec<Atom>>,
}

impl PitLanguage {
    /// The language for a deck.
    pub fn new(table: &DealTable) -> Self {
        let deck = table.deck();
        let (players, suits, cards) = (deck.players(), deck.suits(), deck.cards());
        let mut names = Vocabulary::default();
        let agents: Vec<String> = (0..players).map(super::words::player).collect();
        agents.iter().for_each(|agent| _ = names.add_agent(agent.clone()));
        let mut holds = Vec::new();
        let mut offers = Vec::new();
        for suit in (0..suits).map(super::words::suit) {
            let atom = |names: &mut Vocabulary, of: &str, m| {
                names.add_atom(&format!("h({suit},{of},{m})"))
            };
            let all =
                agents.iter().map(|of| (1..=cards).map(|m| atom(&mut names, of, m)).collect());
            holds.push(all.collect());
            let all = agents.iter().map(|of| names.add_atom(&format!("o({suit},{of})")));
            offers.push(all.collect());
        }
        let terms = Terms::default();
        Self { names, terms, players, suits, cards, hand: deck.hand(), holds, offers }
    }

    fn everybody(&self) -> Group {
        Group::first(self.players)
    }

    fn atoms_of(&self, counts: &[u8]) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for (place, &many) in counts.iter().enumerate() {
            let (player, suit) = (place / self.suits, place % self.suits);
            atoms.extend(&self.holds[suit][player][..usize::from(many)]);
        }
        atoms
    }

    /// A state, written out.
    pub fn setup(&self, table: &DealTable, state: &PitState) -> Setup {
        let world = |world| WorldSetup {
            name: format!("v{world}"),
            atoms: self.atoms_of(&table.hands(state.deal(world)).concat()),
        };
        let cells = |player| state.cells(player).iter().map(|&cell| u32::from(cell)).collect();
        Setup::Model(ModelSetup {
            worlds: (0..state.worlds()).map(world).collect(),
            relations: (0..self.players).map(|n| Some(RelationSetup::Cells(cells(n)))).collect(),
            point: World::from_index(state.world()),
        })
    }

    /// All deals, with corners too, face down: nobody has looked. The actual one is this one, without a corner.
    pub fn face_down(&self, table: &DealTable, deal: usize) -> Setup {
        let all = super::table::all_deals(table.deck());
        let hands = table.hands(deal).concat();
        let point = all.iter().position(|counts| *counts == hands).unwrap_or(0);
        let world = |(at, counts): (usize, &Vec<u8>)| WorldSetup {
            name: format!("v{at}"),
            atoms: self.atoms_of(counts),
        };
        Setup::Model(ModelSetup {
            worlds: all.iter().enumerate().map(world).collect(),
            relations: vec![Some(RelationSetup::Cells(vec![0; all.len()])); self.players],
            point: World::from_index(point),
        })
    }

    /// That a player holds at least so many cards of a suit.
    pub fn holds(&mut self, suit: Suit, player: Player, many: usize) -> Formula {
        match many {
            0 => Terms::TRUE,
            many if many > self.cards => Terms::FALSE,
            many => self.terms.formula(FormulaNode::Atom(self.holds[suit][player][many - 1])),
        }
    }

    fn offers(&mut self, suit: Suit, player: Player) -> Formula {
        self.terms.formula(FormulaNode::Atom(self.offers[suit][player]))
    }

    /// That a player has a whole suit.
    pub fn corner(&mut self, player: Player) -> Formula {
        let whole = (0..self.suits).map(|suit| self.holds(suit, player, self.cards)).collect();
        self.terms.or(whole)
    }

    fn learn(&mut self, group: Group, action: Action) -> Action {
        self.terms.action(ActionNode::Learn(group, action))
    }

    fn alone(&mut self, player: Player, action: Action) -> Action {
        let alone = [Agent::from_index(player)].into_iter().collect();
        self.learn(alone, action)
    }

    fn look(&mut self, player: Player, what: Formula) -> Action {
        let test = self.terms.action(ActionNode::Test(what));
        self.alone(player, test)
    }

    fn in_turn(&mut self, steps: Vec<Action>) -> Action {
        self.terms.action(ActionNode::Sequence(steps.into()))
    }

    /// `Learnhand`: a player looks at their cards, and everybody sees that.
    pub fn learn_hand(&mut self, player: Player) -> Action {
        let mut hands = Vec::new();
        for counts in hands_of(self.suits, self.cards, self.hand) {
            let held: Vec<Formula> = counts
                .iter()
                .enumerate()
                .map(|(suit, &many)| self.holds(suit, player, many))
                .collect();
            let held = self.terms.and(held);
            hands.push(self.look(player, held));
        }
        let some = self.terms.action(ActionNode::Choice(hands.into(), None));
        self.learn(self.everybody(), some)
    }

    /// `Dealcards`: all look at their cards.
    pub fn deal(&mut self) -> Action {
        let looks = (0..self.players).map(|player| self.learn_hand(player)).collect();
        self.in_turn(looks)
    }

    /// `Offer`: a player offers so many cards of a suit. Everybody sees how many; only they know the suit.
    pub fn offer(&mut self, player: Player, suit: Suit, number: usize) -> Action {
        let offered = (0..self.suits).map(|suit| self.offered(player, suit, number)).collect();
        let some = self.terms.action(ActionNode::Choice(offered, Some(suit as u32)));
        self.learn(self.everybody(), some)
    }

    fn offered(&mut self, player: Player, suit: Suit, number: usize) -> Action {
        let held = self.holds(suit, player, number);
        let test = self.terms.action(ActionNode::Test(held));
        let says = Box::new([(self.offers[suit][player], Terms::TRUE)]);
        let says = self.terms.action(ActionNode::Assign(says));
        let offered = self.in_turn(vec![test, says]);
        self.alone(player, offered)
    }

    /// `Trade`: two players swap so many cards of what they offer, and both look at what they got. All offers are withdrawn.
    pub fn trade(&mut self, (first, second): Pair, number: usize) -> Action {
        let swap = self.swap((first, second), number);
        let swap = self.learn(self.everybody(), swap);
        let looks = [first, second].map(|player| self.learn_cards(player, number));
        self.in_turn(vec![swap, looks[0], looks[1]])
    }

    /// `Swap`: all assignments at once. What somebody holds then is what they held, less what they offered, with what the
    /// other offered.
    fn swap(&mut self, (first, second): Pair, number: usize) -> Action {
        let mut assigned = Vec::new();
        for (player, other) in [(first, second), (second, first)] {
            for suit in 0..self.suits {
                for many in 1..=self.cards {
                    let value = self.held_after(suit, (player, other), many, number);
                    assigned.push((self.holds[suit][player][many - 1], value));
                }
            }
        }
        assigned.extend(self.withdrawn());
        self.terms.action(ActionNode::Assign(assigned.into()))
    }

    fn held_after(
        &mut self,
        suit: Suit,
        (player, other): Pair,
        many: usize,
        number: usize,
    ) -> Formula {
        let (gives, gets) = (self.offers(suit, player), self.offers(suit, other));
        let (keeps, misses) = (self.terms.not(gives), self.terms.not(gets));
        let same = self.holds(suit, player, many);
        let less = self.holds(suit, player, many + number);
        let more = self.holds(suit, player, many.saturating_sub(number));
        let cases = [
            (gives, gets, same),
            (keeps, misses, same),
            (gives, misses, less),
            (keeps, gets, more),
        ];
        let cases = cases.map(|(given, got, held)| self.terms.and(vec![given, got, held]));
        self.terms.or(cases.into())
    }

    fn withdrawn(&self) -> Vec<(Atom, Formula)> {
        self.offers.iter().flatten().map(|&atom| (atom, Terms::FALSE)).collect()
    }

    /// `Learncard`, for so many cards of one suit: a player finds so many more than they knew of.
    fn learn_cards(&mut self, player: Player, number: usize) -> Action {
        let agent = Agent::from_index(player);
        let mut found = Vec::new();
        for suit in 0..self.suits {
            for many in number..=self.cards {
                let known = self.holds(suit, player, many - number);
                let known = self.terms.formula(FormulaNode::Knows(agent, known));
                let more = self.holds(suit, player, many - number + 1);
                let more = self.terms.formula(FormulaNode::Knows(agent, more));
                let unknown = self.terms.not(more);
                let held = self.holds(suit, player, many);
                let all = self.terms.and(vec![held, known, unknown]);
                found.push(self.look(player, all));
            }
        }
        let some = self.terms.action(ActionNode::Choice(found.into(), None));
        self.learn(self.everybody(), some)
    }

    /// All offers are withdrawn, as no two numbers are equal.
    pub fn withdraw(&mut self) -> Action {
        let all = self.withdrawn();
        let all = self.terms.action(ActionNode::Assign(all.into()));
        self.learn(self.everybody(), all)
    }

    /// `Nocorner`: everybody learns that none of these players has a corner.
    pub fn no_corner(&mut self, players: &[Player]) -> Action {
        let mut none = Vec::new();
        for &player in players {
            let corner = self.corner(player);
            none.push(self.terms.not(corner));
        }
        let none = self.terms.and(none);
        self.terms.announcement(self.everybody(), none)
    }

    /// `Cornered`: everybody learns that a player has all cards of a suit.
    pub fn cornered(&mut self, player: Player, suit: Suit) -> Action {
        let whole = self.holds(suit, player, self.cards);
        self.terms.announcement(self.everybody(), whole)
    }
}

/// All hands of so many cards.
fn hands_of(suits: usize, cards: usize, hand: usize) -> Vec<Vec<usize>> {
    if suits == 0 {
        return if hand == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with = |many: usize| {
        let rest = hands_of(suits - 1, cards, hand - many);
        rest.into_iter().map(move |rest| [&[many], &rest[..]].concat())
    };
    (0..=cards.min(hand)).flat_map(with).collect()
}

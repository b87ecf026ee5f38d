//! ArgumentStep by step from what the record tells to a fact, as a player would argue at the table: what is ruled out, what is left,
//! which hand is full. Each step needs only steps before it. Where such steps do not lead to the fact, all deals have to be
//! thought of together, and there are no steps to tell.

use crate::notebook::Told;
use crate::setup::Setup;
use hexa_engine::deals::{Event, Fact};
use hexa_logic::{Card, Holder, Stop, Stopped};

/// Why a step can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// It is what was told, by its place.
    Told(usize),
    /// Of several things one must hold, and this is the only one left.
    OnlyOneLeft(usize),
    /// The card is with somebody else.
    Elsewhere,
    /// Nobody else can have it.
    NobodyElse,
    /// All cards of the hand are known.
    HandFull,
    /// The hand would have too few cards without it.
    HandNeeds,
    /// The envelope has another card of the category.
    CategoryTaken,
    /// No other card of the category can be in the envelope.
    CategoryNeeds,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentStep {
    /// What it leads to.
    pub fact: Fact,
    /// Why.
    pub rule: Rule,
    /// The steps that it needs, by their places.
    pub from: Vec<usize>,
}

/// The steps from what is told to a fact; the last one is the fact. None, if such steps do not lead there.
pub fn steps(
    setup: &Setup,
    told: &[Told],
    goal: Fact,
    stop: &Stop,
) -> Result<Option<Vec<ArgumentStep>>, Stopped> {
    let mut argument = Argument { setup, steps: Vec::new() };
    let choices: Vec<(usize, Vec<Fact>)> = told
        .iter()
        .enumerate()
        .flat_map(|(at, told)| choices(told).into_iter().map(move |one| (at, one)))
        .collect();
    loop {
        let before = argument.steps.len();
        stop.count(before as u64 + 1)?;
        argument.add_what_is_told(&choices);
        argument.rule_out_elsewhere();
        argument.use_hand_sizes();
        argument.use_categories();
        argument.find_only_holders();
        if let Some(end) = argument.step_of(goal) {
            return Ok(Some(argument.steps_to(end)));
        }
        if argument.steps.len() == before {
            return Ok(None);
        }
    }
}

/// What is told, as choices: of each one thing holds.
fn choices(told: &Told) -> Vec<Vec<Fact>> {
    let has = |agent, card| Fact::Holds(Holder::Agent(agent), card);
    match &told.event {
        Event::Holds { holder, card, .. } => vec![vec![Fact::Holds(*holder, *card)]],
        Event::Lacks { holder, card, .. } => vec![vec![Fact::Lacks(*holder, *card)]],
        Event::NoCard { respondent, cards, .. } => {
            let holder = Holder::Agent(*respondent);
            cards.iter().map(|&card| vec![Fact::Lacks(holder, card)]).collect()
        }
        Event::Shows { respondent, card: Some(card), .. } => vec![vec![has(*respondent, *card)]],
        Event::Shows { respondent, cards, card: None, .. } => {
            vec![cards.iter().map(|&card| has(*respondent, card)).collect()]
        }
        Event::SomebodyShows { respondents, cards, .. } => {
            let each =
                respondents.iter().flat_map(|&one| cards.iter().map(move |&card| has(one, card)));
            vec![each.collect()]
        }
        Event::Wins { table: Some(cards), .. } => {
            cards.iter().map(|&card| vec![Fact::Holds(Holder::Table, card)]).collect()
        }
        Event::WrongAccusation { accused: Some(cards), .. } => {
            vec![cards.iter().map(|&card| Fact::Lacks(Holder::Table, card)).collect()]
        }
        // What these say of the cards depends on what somebody knows.
        Event::Wins { table: None, .. }
        | Event::WrongAccusation { accused: None, .. }
        | Event::NoWin(_)
        | Event::Knows { .. }
        | Event::KnowsNot { .. } => Vec::new(),
    }
}

fn opposite(fact: Fact) -> Fact {
    match fact {
        Fact::Holds(holder, card) => Fact::Lacks(holder, card),
        Fact::Lacks(holder, card) => Fact::Holds(holder, card),
    }
}

/// What is argued so far.
struct Argument<'s> {
    setup: &'s Setup,
    steps: Vec<ArgumentStep>,
}

impl Argument<'_> {
    fn step_of(&self, fact: Fact) -> Option<usize> {
        self.steps.iter().position(|step| step.fact == fact)
    }

    /// The steps to these facts, if all have been taken.
    fn all(&self, facts: impl Iterator<Item = Fact>) -> Option<Vec<usize>> {
        facts.map(|fact| self.step_of(fact)).collect()
    }

    fn add(&mut self, fact: Fact, rule: Rule, from: Vec<usize>) {
        if self.step_of(fact).is_none() {
            self.steps.push(ArgumentStep { fact, rule, from });
        }
    }

    fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        let deck = self.setup.deck();
        deck.cards().take(deck.dealt_count())
    }

    /// What is told, or is left of it.
    fn add_what_is_told(&mut self, choices: &[(usize, Vec<Fact>)]) {
        for (at, choice) in choices {
            if let [fact] = choice[..] {
                self.add(fact, Rule::Told(*at), Vec::new());
                continue;
            }
            for &fact in choice {
                let others =
                    choice.iter().filter(|&&other| other != fact).map(|&other| opposite(other));
                if let Some(from) = self.all(others) {
                    self.add(fact, Rule::OnlyOneLeft(*at), from);
                }
            }
        }
    }

    /// A card is with one holder only.
    fn rule_out_elsewhere(&mut self) {
        for place in 0..self.steps.len() {
            let Fact::Holds(holder, card) = self.steps[place].fact else { continue };
            for other in self.setup.holders().filter(|&other| other != holder) {
                self.add(Fact::Lacks(other, card), Rule::Elsewhere, vec![place]);
            }
        }
    }

    /// A hand has so many cards.
    fn use_hand_sizes(&mut self) {
        for player in self.setup.players() {
            let (holder, size) = (Holder::Agent(player), self.setup.size(player));
            let has = |argument: &Self, card| argument.step_of(Fact::Holds(holder, card));
            let lacks = |argument: &Self, card| argument.step_of(Fact::Lacks(holder, card));
            let known: Vec<usize> = self.cards().filter_map(|card| has(self, card)).collect();
            let without: Vec<usize> = self.cards().filter_map(|card| lacks(self, card)).collect();
            if known.len() == size {
                for card in
                    self.cards().filter(|&card| has(self, card).is_none()).collect::<Vec<_>>()
                {
                    self.add(Fact::Lacks(holder, card), Rule::HandFull, known.clone());
                }
            }
            if self.cards().count() - without.len() == size {
                for card in
                    self.cards().filter(|&card| lacks(self, card).is_none()).collect::<Vec<_>>()
                {
                    self.add(Fact::Holds(holder, card), Rule::HandNeeds, without.clone());
                }
            }
        }
    }

    /// One card of each category is in the envelope.
    fn use_categories(&mut self) {
        for category in self.setup.deck().dealt_categories() {
            let inside = |&card: &Card| Fact::Holds(Holder::Table, card);
            let outside = |&card: &Card| Fact::Lacks(Holder::Table, card);
            for card in &category {
                let others: Vec<&Card> = category.iter().filter(|&other| other != card).collect();
                if let Some(place) = self.step_of(inside(card)) {
                    for other in &others {
                        self.add(outside(other), Rule::CategoryTaken, vec![place]);
                    }
                }
                if let Some(from) = self.all(others.iter().map(|&other| outside(other))) {
                    self.add(inside(card), Rule::CategoryNeeds, from);
                }
            }
        }
    }

    /// Everybody else has been ruled out.
    fn find_only_holders(&mut self) {
        for card in self.cards().collect::<Vec<_>>() {
            for holder in self.setup.holders() {
                let others = self.setup.holders().filter(|&other| other != holder);
                if let Some(from) = self.all(others.map(|other| Fact::Lacks(other, card))) {
                    self.add(Fact::Holds(holder, card), Rule::NobodyElse, from);
                }
            }
        }
    }

    /// The steps that one needs, and itself, numbered anew.
    fn steps_to(&self, end: usize) -> Vec<ArgumentStep> {
        let mut needed = vec![false; end + 1];
        needed[end] = true;
        for place in (0..=end).rev() {
            if needed[place] {
                self.steps[place].from.iter().for_each(|&from| needed[from] = true);
            }
        }
        let number = |place: usize| needed[..place].iter().filter(|needed| **needed).count();
        let renumbered = |place: usize| {
            let step = &self.steps[place];
            ArgumentStep {
                from: step.from.iter().map(|&from| number(from)).collect(),
                ..step.clone()
            }
        };
        (0..=end).filter(|&place| needed[place]).map(renumbered).collect()
    }
}

//! In random plays of small card games the engine under test says what the explicit engine says, after every
//! move: how many worlds and cells there are, what each player knows of the cards and of what the
//! others know, random formulas about all that, exact probabilities, and which moves are blocked. A
//! case that fails is printed as a file that can be run.
//!
//! `HEXA_CASES=20` takes twenty times as many cases.

use hexa_cases::{Failed, cases, ensure_eq};
use hexa_engine::generate::Case;
use hexa_engine::generate::play::{Chances, Kind, Play, Reply, Step, small_game, tight_game};
use hexa_engine::{AccessView, Engine, EvalError, Held, Limit, Limits, UBig, UpdateError};
use hexa_logic::{
    Action, Agent, Atom, Card, Comparison, Formula, FormulaNode, Holder, Ratio, Terms,
};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The engine that is tested.
const UNDER_TEST: Engine = Engine::Deals;

/// Whether it keeps how likely worlds are.
const CHANCES: Chances = Chances::Asked;

fn limits() -> Limits {
    Limits { max_worlds: Some(2000), work: 20_000_000, nodes: 1 << 20, ..Limits::default() }
}

/// A random play of a game with up to so many cards, with up to so many turns.
fn random_play(case: &mut Case, cards: usize, turns: usize) -> Play {
    let game = if case.flip() { tight_game(case, cards) } else { small_game(case, cards) };
    let kind = if case.flip() { Kind::NoWins } else { Kind::Any };
    game.play(1 + case.below(turns), kind, &case.decisions(20..160))
}

/// A play on both engines, as far as it has come.
#[derive(Clone)]
struct Table {
    play: Play,
    explicit: Held,
    tested: Held,
    done: Vec<Step>,
}

/// How a step went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Went {
    /// It was executed.
    Well,
    /// Both engines say that it cannot be executed, or that it has several outcomes.
    Nowhere,
    /// The explicit engine gave up.
    TooFar,
}

impl Table {
    fn new(play: Play) -> Self {
        let [explicit, tested] = [Engine::Explicit, UNDER_TEST].map(|engine| {
            let built = engine.build(&play.setup, &play.vocabulary, &play.terms, &limits());
            built.expect("a small game")
        });
        Self { play, explicit, tested, done: Vec::new() }
    }

    /// The play so far as a file, with something to be checked at the end.
    fn told(&self, what: &str) -> String {
        let mut text = self.play.text("A case that fails.");
        let steps = text.find("\ndo ").unwrap_or(text.len());
        text.truncate(steps + 1);
        self.done.iter().for_each(|step| text += &(self.play.step_text(step) + "\n"));
        format!("{text}{what}\n")
    }

    /// Both engines execute a step, or neither does and both say why.
    fn step(&mut self, step: &Step) -> Result<Went, Failed> {
        let action = self.play.action(step);
        let after = |state: &Held| state.update(&self.play.terms, action);
        let (explicit, tested) = (after(&self.explicit), after(&self.tested));
        let told = || self.told(&format!("# blocked? {}", self.play.step_text(step)));
        match (explicit, tested) {
            (Err(UpdateError::Evaluation(EvalError::Limit(_))), _) => Ok(Went::TooFar),
            (Ok(explicit), Ok(tested)) => {
                let ways = (explicit.alternatives().len(), tested.alternatives().len());
                ensure_eq!(ways.0, ways.1, "{}", told());
                if let Some((explicit, tested)) = explicit.into_single().zip(tested.into_single()) {
                    (self.explicit, self.tested) = (explicit, tested);
                    self.done.push(step.clone());
                    return Ok(Went::Well);
                }
                Ok(Went::Nowhere)
            }
            (explicit, tested) => {
                ensure_eq!(explicit.err(), tested.err(), "{}", told());
                Ok(Went::Nowhere)
            }
        }
    }

    /// Both engines count the same worlds, and the same cells of every player.
    fn counts_agree(&self) -> Result<(), Failed> {
        let (explicit, tested) = (self.explicit.relevant_count(), self.tested.relevant_count());
        ensure_eq!(explicit, tested, "{}", self.told("expect worlds 0"));
        for agent in self.play.vocabulary.agents() {
            let (explicit, tested) =
                (self.explicit.class_count(agent), self.tested.class_count(agent));
            let name = self.play.vocabulary.agent_name(agent);
            let told = || self.told(&format!("expect classes {name} = 0"));
            ensure_eq!(explicit, tested, "{}", told());
        }
        Ok(())
    }

    /// Whether anybody can end their turn, or win, and what would be left then.
    fn endings_agree(&mut self) -> Result<(), Failed> {
        for agent in self.play.vocabulary.agents() {
            for step in [Step::NoWin(agent), Step::Win(agent), Step::WrongAccusation(agent)] {
                if !matches!(step, Step::WrongAccusation(_)) || has_table(&self.play) {
                    let mut ended = self.clone();
                    if ended.step(&step)? == Went::Well {
                        ended.counts_agree()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// How many worlds there are of each deal.
    fn choices(&self) -> BTreeMap<Vec<Atom>, usize> {
        let mut choices = BTreeMap::new();
        let view = self.explicit.view().expect("few worlds");
        for world in view.worlds {
            *choices.entry(world.atoms).or_insert(0) += 1;
        }
        choices
    }

    /// In as many relevant worlds, and in the actual one or not, both engines find a formula true.
    fn truth_agrees(&self, formula: Formula) -> Result<bool, Failed> {
        let terms = &self.play.terms;
        let explicit = self.explicit.extension(terms, formula, 0).map(|found| found.count);
        if explicit.as_ref().is_err_and(is_limit) {
            return Ok(false);
        }
        let told = || self.told(&format!("check {}", self.play.formula_text(formula)));
        let tested = self.tested.extension(terms, formula, 0).map(|found| found.count);
        ensure_eq!(&explicit, &tested, "worlds where it is true\n{}", told());
        let (here, there) =
            (self.explicit.holds(terms, formula), self.tested.holds(terms, formula));
        ensure_eq!(here, there, "in the actual world\n{}", told());
        let (here, there) =
            (self.explicit.is_valid(terms, formula), self.tested.is_valid(terms, formula));
        ensure_eq!(here, there, "in all worlds\n{}", told());
        Ok(explicit.is_ok())
    }

    /// Every formula that is made from a card at a holder.
    fn all_agree(&mut self, make: impl Fn(&mut Terms, Formula) -> Formula) -> Result<(), Failed> {
        for (card, holder) in holdings(&self.play) {
            let held = self.play.holding(card, holder);
            let formula = make(&mut self.play.terms, held);
            self.truth_agrees(formula)?;
        }
        Ok(())
    }

    /// Who knows of which card that somebody has it, or has it not; and who can win.
    fn first_order_agrees(&mut self) -> Result<(), Failed> {
        self.all_agree(|_, held| held)?;
        for agent in self.play.vocabulary.agents() {
            self.all_agree(|terms, held| terms.formula(FormulaNode::Knows(agent, held)))?;
            self.all_agree(|terms, held| knows_not(terms, agent, held))?;
            self.truth_agrees(self.play.wins(agent))?;
        }
        self.doubts_agree()
    }

    /// Everybody considers as many worlds possible where somebody does not have a card.
    fn doubts_agree(&mut self) -> Result<(), Failed> {
        let Ok(view) = self.explicit.view() else { return Ok(()) };
        for (card, holder) in holdings(&self.play) {
            let held = self.play.holding(card, holder);
            let terms = &self.play.terms;
            let Ok(truth) = self.explicit.truth(terms, held) else { continue };
            for (agent, access) in &view.access {
                let AccessView::Cells(cells) = access else { continue };
                let cell = cells.iter().find(|cell| cell.contains(&view.actual)).expect("a cell");
                let against = cell.iter().filter(|&&world| !truth[world]).count();
                let expected = (UBig::from(cell.len()), UBig::from(against));
                let tested = self.tested.card_game().expect("a card game");
                let found = tested.count_doubts(terms, *agent, held);
                ensure_eq!(found, Ok(expected), "{}", self.told("print state"));
            }
        }
        Ok(())
    }

    /// Who knows who knows what of the cards, and who knows who does not.
    fn second_order_agrees(&mut self) -> Result<(), Failed> {
        for agent in self.play.vocabulary.agents() {
            for other in self.play.vocabulary.agents().filter(|&other| other != agent) {
                self.all_agree(|terms, held| {
                    let known = terms.formula(FormulaNode::Knows(other, held));
                    terms.formula(FormulaNode::Knows(agent, known))
                })?;
                self.all_agree(|terms, held| {
                    let known = knows_not(terms, other, held);
                    terms.formula(FormulaNode::Knows(agent, known))
                })?;
                self.all_agree(|terms, held| {
                    let known = terms.formula(FormulaNode::Knows(other, held));
                    knows_not(terms, agent, known)
                })?;
            }
        }
        Ok(())
    }

    /// How likely each player thinks it that a card is somewhere, and that others know it.
    fn probabilities_agree(&mut self) -> Result<(), Failed> {
        for agent in self.play.vocabulary.agents() {
            for (card, holder) in holdings(&self.play) {
                let held = self.play.holding(card, holder);
                self.probability_agrees(agent, held)?;
                for other in self.play.vocabulary.agents().filter(|&other| other != agent) {
                    let known = self.play.terms.formula(FormulaNode::Knows(other, held));
                    self.probability_agrees(agent, known)?;
                }
            }
        }
        Ok(())
    }

    fn probability_agrees(&mut self, agent: Agent, of: Formula) -> Result<(), Failed> {
        let Some(value) = self.probability(agent, of) else {
            let half = Ratio::new(1, 2).expect("two is not zero");
            let asked = self.comparing(agent, of, Comparison::Less, half);
            self.truth_agrees(asked)?;
            return Ok(());
        };
        let other = mediant(value, Ratio::new(1, 2).expect("two is not zero"));
        for comparison in [Comparison::Equal, Comparison::Less, Comparison::AtLeast] {
            for ratio in [value, other] {
                let asked = self.comparing(agent, of, comparison, ratio);
                self.truth_agrees(asked)?;
            }
        }
        Ok(())
    }

    fn comparing(&mut self, agent: Agent, of: Formula, how: Comparison, with: Ratio) -> Formula {
        self.play.terms.formula(FormulaNode::Probability(agent, of, how, with))
    }

    /// An agent's probability in the actual world, if it is defined: searched for among all fractions by
    /// the explicit engine's comparisons (Stern-Brocot tree).
    fn probability(&mut self, agent: Agent, of: Formula) -> Option<Ratio> {
        let (mut below, mut above) = ((0, 1), (1, 0));
        let zero = Ratio::new(0, 1)?;
        if self.compares(agent, of, Comparison::Equal, zero)? {
            return Some(zero);
        }
        loop {
            let between = (below.0 + above.0, below.1 + above.1);
            let ratio = Ratio::new(between.0, between.1)?;
            if self.compares(agent, of, Comparison::Less, ratio)? {
                above = between;
            } else if self.compares(agent, of, Comparison::Equal, ratio)? {
                return Some(ratio);
            } else {
                below = between;
            }
        }
    }

    fn compares(
        &mut self,
        agent: Agent,
        of: Formula,
        how: Comparison,
        with: Ratio,
    ) -> Option<bool> {
        let asked = self.comparing(agent, of, how, with);
        self.explicit.holds(&self.play.terms, asked).ok()
    }
}

fn is_limit(error: &EvalError) -> bool {
    matches!(error, EvalError::Limit(Limit::Worlds(_) | Limit::Work(_)))
}

fn holdings(play: &Play) -> Vec<(Card, Holder)> {
    let holders = |card| play.vocabulary.holders().map(move |holder| (card, holder));
    play.vocabulary.cards().flat_map(holders).collect()
}

fn has_table(play: &Play) -> bool {
    play.game.table.as_ref().is_some_and(|table| table.cards > 0)
}

fn knows_not(terms: &mut Terms, agent: Agent, formula: Formula) -> Formula {
    let not = terms.not(formula);
    terms.formula(FormulaNode::Knows(agent, not))
}

/// A fraction near another, but not the same.
fn mediant(one: Ratio, other: Ratio) -> Ratio {
    let other = if one == other { Ratio::new(1, 3).expect("three is not zero") } else { other };
    let (top, bottom) = (
        one.numerator() + other.numerator(),
        one.denominator() as i64 + other.denominator() as i64,
    );
    Ratio::new(top, bottom).expect("a sum of positive numbers")
}

/// Counts how the steps of all plays went.
#[derive(Default)]
struct Tally {
    well: Cell<u32>,
    nowhere: Cell<u32>,
    told: Cell<u32>,
    filtered: Cell<u32>,
}

impl Tally {
    fn count(&self, went: Went) {
        let cell = match went {
            Went::Well => &self.well,
            Went::Nowhere => &self.nowhere,
            Went::TooFar => return,
        };
        cell.set(cell.get() + 1);
    }

    /// Whether somebody's not winning excluded something, and whether of some deal it excluded only some
    /// ways to choose what was shown.
    fn count_nowin(&self, before: &Table, after: &Table) {
        if !matches!(after.done.last(), Some(Step::NoWin(_) | Step::WrongAccusation(_))) {
            return;
        }
        let (before, after) = (before.choices(), after.choices());
        let fewer = |(deal, ways): (&Vec<Atom>, &usize)| ways < &before[deal];
        self.told.set(self.told.get() + u32::from(before != after));
        self.filtered.set(self.filtered.get() + u32::from(after.iter().any(fewer)));
    }
}

/// Follows random plays on both engines, and compares after every step.
fn follow(
    many: u32,
    (cards, turns): (usize, usize),
    agree: impl Fn(&mut Table) -> Result<(), Failed>,
) -> Tally {
    let tally = Tally::default();
    cases("plays", many, |case| {
        let play = random_play(case, cards, turns);
        let steps: Vec<Step> = play.steps().cloned().collect();
        let mut table = Table::new(play);
        agree(&mut table)?;
        for step in &steps {
            let before = table.clone();
            let went = table.step(step)?;
            tally.count(went);
            match went {
                Went::Well => {
                    tally.count_nowin(&before, &table);
                    agree(&mut table)?;
                }
                Went::Nowhere => {}
                Went::TooFar => break,
            }
        }
        Ok(())
    });
    tally
}

#[test]
fn worlds_cells_and_blocked_moves() {
    let tally = follow(300, (6, 8), |table| {
        table.counts_agree()?;
        table.endings_agree()
    });
    assert!(tally.well.get() > 1500, "too few steps: {}", tally.well.get());
    assert!(tally.nowhere.get() > 400, "too few blocked steps: {}", tally.nowhere.get());
    assert!(tally.told.get() > 40, "too few nowins that tell something: {}", tally.told.get());
    assert!(tally.filtered.get() > 5, "too few that exclude choices: {}", tally.filtered.get());
}

#[test]
fn what_everybody_knows_of_the_cards() {
    follow(50, (7, 5), Table::first_order_agrees);
}

#[test]
fn what_everybody_knows_of_what_others_know() {
    follow(30, (6, 4), Table::second_order_agrees);
}

#[test]
fn how_likely_everybody_thinks_it() {
    if CHANCES == Chances::Asked {
        follow(25, (5, 4), Table::probabilities_agree);
    }
}

/// What may be done next, whether it can or not.
fn next_moves(play: &mut Play) -> Vec<Action> {
    let mut steps = Vec::new();
    let [first, second] = [Agent(0), Agent(1)];
    let cards: Vec<Card> = play.vocabulary.cards().take(2).collect();
    for (asker, respondent) in [(first, second), (second, first)] {
        for reply in [Reply::No, Reply::Shows(cards[0]), Reply::ShowsSome] {
            steps.push(Step::Answer { asker, respondent, cards: cards.clone(), reply });
        }
        steps.extend([Step::NoWin(asker), Step::Win(asker)]);
    }
    if has_table(play) {
        steps.push(Step::WrongAccusation(second));
    }
    steps.iter().map(|step| play.action(step)).collect()
}

#[test]
fn random_formulas() {
    let (decided, all) = (Cell::new(0), Cell::new(0));
    cases("formulas about plays", 150, |case| {
        let mut play = random_play(case, 6, 4);
        let formulas: Vec<Vec<u8>> = (0..12).map(|_| case.decisions(0..40)).collect();
        let steps: Vec<Step> = play.steps().cloned().collect();
        let moves = next_moves(&mut play);
        let mut table = Table::new(play);
        for at in 0..=steps.len() {
            for decisions in &formulas {
                let formula = table.play.formula(CHANCES, &moves, decisions);
                let is_decided = table.truth_agrees(formula)?;
                decided.set(decided.get() + u32::from(is_decided));
                all.set(all.get() + 1);
            }
            match steps.get(at).map(|step| table.step(step)).transpose()? {
                Some(Went::TooFar) | None => break,
                Some(_) => {}
            }
        }
        Ok(())
    });
    assert!(decided.get() * 10 > all.get() * 9, "{} of {}", decided.get(), all.get());
}

/// What an engine finds out about a play: how many worlds there are, and cells of each player, and in how many worlds
/// formulas are true.
#[derive(Debug)]
struct Findings {
    counts: Vec<Option<UBig>>,
    truths: Vec<Result<UBig, EvalError>>,
}

impl Findings {
    fn of(state: &Held, play: &Play, formulas: &[Formula]) -> Self {
        let cells = play.vocabulary.agents().map(|agent| state.class_count(agent).ok()?.ok());
        let truth =
            |&formula: &Formula| state.extension(&play.terms, formula, 0).map(|found| found.count);
        Self {
            counts: std::iter::once(state.relevant_count().ok()).chain(cells).collect(),
            truths: formulas.iter().map(truth).collect(),
        }
    }
}

/// The game of *Russian cards* has 140 deals; larger ones are compared here, on every engine that holds them.
#[test]
fn deals_of_more_than_140_worlds() {
    let (large, largest, compared) = (Cell::new(0u32), Cell::new(0usize), Cell::new(0u32));
    cases("large deals", 120, |case| {
        let mut play = random_play(case, 9, 3);
        let drawn: Vec<Vec<u8>> = (0..6).map(|_| case.decisions(0..30)).collect();
        let engines = [Engine::Explicit, Engine::Symbolic, Engine::Deals];
        let build = |engine: Engine| {
            engine.build(&play.setup, &play.vocabulary, &play.terms, &limits()).ok()
        };
        let mut states: Vec<(Engine, Held)> =
            engines.into_iter().filter_map(|engine| Some((engine, build(engine)?))).collect();
        let Some((Engine::Explicit, listed)) = states.first() else { return Ok(()) };
        let worlds = listed.view().map_or(0, |view| view.worlds.len());
        if worlds <= 140 {
            return Ok(());
        }
        large.set(large.get() + 1);
        largest.set(largest.get().max(worlds));
        let moves = next_moves(&mut play);
        let steps: Vec<Step> = play.steps().cloned().collect();
        for at in 0..=steps.len() {
            let formula = |decisions: &Vec<u8>| play.formula(Chances::LeftOut, &moves, decisions);
            let formulas: Vec<Formula> = drawn.iter().map(formula).collect();
            let expected = Findings::of(&states[0].1, &play, &formulas);
            for (engine, state) in &states[1..] {
                let found = Findings::of(state, &play, &formulas);
                ensure_eq!(
                    &found.counts,
                    &expected.counts,
                    "{engine:?}: {}",
                    play.text("A case that fails.")
                );
                for (place, (found, expected)) in
                    found.truths.iter().zip(&expected.truths).enumerate()
                {
                    let gave_up = |found: &Result<UBig, EvalError>| {
                        matches!(found, Err(EvalError::Limit(_) | EvalError::Unsupported(_)))
                    };
                    if gave_up(found) || gave_up(expected) {
                        continue;
                    }
                    let told = || play.formula_text(formulas[place]);
                    ensure_eq!(
                        found,
                        expected,
                        "{engine:?}: {} after {at} steps of {}",
                        told(),
                        play.text("A case that fails.")
                    );
                    compared.set(compared.get() + 1);
                }
            }
            let Some(step) = steps.get(at) else { break };
            let action = play.action(step);
            let after = |(engine, state): &(Engine, Held)| {
                let after = state.update(&play.terms, action).ok()?.into_single()?;
                Some((*engine, after))
            };
            let next: Vec<(Engine, Held)> = states.iter().filter_map(after).collect();
            if next.first().is_some_and(|(engine, _)| *engine == Engine::Explicit) {
                states = next;
            }
        }
        Ok(())
    });
    assert!(large.get() >= 20 && largest.get() > 500, "{large:?} {largest:?}");
    assert!(compared.get() >= 500, "{compared:?}");
}

//! What an agent can tell of what others know, what can come of a question, and courses drawn at random, against lists of
//! all worlds.

use super::listed::{Listed, World, numbered};
use super::{entered, entries, holdings, place};
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::UBig;
use hexa_engine::deals::{
    Answer, Asked, Chance, Course, Event, Fact, Inquiry, Left, NoAnswer, NoView, Record, Reply,
};
use hexa_engine::generate::play::{CardGame, Kind, Play};
use hexa_logic::{Agent, Card, FormulaNode, Holder, Stream};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The worlds of a record, and those that an agent considers possible.
struct Looking<'l> {
    listed: &'l Listed<'l>,
    events: Vec<(usize, &'l Event)>,
    public: Vec<World>,
    cell: Vec<World>,
}

impl<'l> Looking<'l> {
    /// None if the agent's view is not told, or there are too many worlds.
    fn new(listed: &'l Listed<'l>, record: &'l Record, agent: Agent) -> Option<Self> {
        record.grid_of(agent).ok()?;
        let events = numbered(record.events());
        let public = listed.public(&events)?;
        let here = listed.worlds(&events)?.into_iter().next()?;
        let cell = listed.cell(agent, &here, &events)?;
        Some(Self { listed, events, public, cell })
    }

    fn sight(&self, world: &World, agent: Agent) -> Vec<usize> {
        self.listed.sight(world, agent, &self.events)
    }

    /// For each public world whether an agent knows something that holds in some.
    fn knows(&self, agent: Agent, holds: &[bool]) -> Vec<bool> {
        let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        for (world, holds) in self.public.iter().zip(holds) {
            *known.entry(self.sight(world, agent)).or_insert(true) &= holds;
        }
        self.public.iter().map(|world| known[&self.sight(world, agent)]).collect()
    }

    fn fact(&self, fact: Fact) -> Vec<bool> {
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = fact;
        let at = place(self.listed.play, holder);
        let has = |world: &World| world.deal[card.index()] == at;
        self.public.iter().map(|world| has(world) == matches!(fact, Fact::Holds(..))).collect()
    }

    /// The weights of the worlds in which something holds, and of all, among those that the agent considers possible.
    fn weights(&self, holds: &[bool]) -> (u128, u128) {
        let is_so = |world: &World| {
            let at = self
                .public
                .iter()
                .position(|other| (&other.deal, &other.shown) == (&world.deal, &world.shown));
            holds[at.expect("it is public")]
        };
        let part = self.cell.iter().filter(|world| is_so(world)).map(|world| world.weight).sum();
        (part, self.cell.iter().map(|world| world.weight).sum())
    }

    /// The tables that an agent thinks of, in each public world.
    fn tables(&self, agent: Agent) -> Vec<BTreeSet<Vec<Card>>> {
        let mut tables: BTreeMap<Vec<usize>, BTreeSet<Vec<Card>>> = BTreeMap::new();
        for world in &self.public {
            let table = self.listed.table_of(world);
            tables.entry(self.sight(world, agent)).or_default().insert(table);
        }
        self.public.iter().map(|world| tables[&self.sight(world, agent)].clone()).collect()
    }

    fn range(&self, of: impl Fn(usize) -> usize) -> Option<Left> {
        let at = |world: &World| {
            self.public
                .iter()
                .position(|other| (&other.deal, &other.shown) == (&world.deal, &world.shown))
        };
        let counts: Vec<u64> =
            self.cell.iter().filter_map(at).map(|world| of(world) as u64).collect();
        Some(Left { least: *counts.iter().min()?, most: *counts.iter().max()? })
    }
}

fn same(chance: &Chance, (part, all): (u128, u128)) -> Result<(), Failed> {
    ensure_eq!(&chance.part * UBig::from(all), &chance.all * UBig::from(part));
    ensure_eq!(chance.is_impossible(), part == 0);
    ensure_eq!(chance.is_certain(), part == all);
    let value = part as f64 / all as f64;
    ensure!((chance.value() - value).abs() < 1e-9);
    Ok(())
}

/// Each agent whose view is told, after each event that is possible.
fn looking(
    many: u32,
    most: usize,
    each: impl Fn(&Play, &Record, Agent, &Looking<'_>) -> Result<(), Failed>,
) {
    cases("views", many, |case| {
        entered(&entries(case), most, |play, listed, _, _, next| {
            let Ok(record) = next else { return Ok(()) };
            for agent in play.vocabulary.agents() {
                if let Some(looking) = Looking::new(listed, record, agent) {
                    each(play, record, agent, &looking)?;
                }
            }
            Ok(())
        })
    });
}

#[test]
fn insights_are_those_of_the_listed_worlds() {
    let (certain, possible) = (Cell::new(0), Cell::new(0));
    looking(40, 10, |play, record, agent, looking| {
        for other in play.vocabulary.agents() {
            let insight = record.insight(agent, other).expect("a small game");
            for (card, holder) in holdings(play) {
                let at = place(play, holder);
                for (fact, part) in [
                    (Fact::Holds(holder, card), &insight.holds[card.index()][at]),
                    (Fact::Lacks(holder, card), &insight.lacks[card.index()][at]),
                ] {
                    let known = looking.knows(other, &looking.fact(fact));
                    let weights = looking.weights(&known);
                    let chance = Chance { part: part.clone(), all: insight.total.clone() };
                    same(&chance, weights)?;
                    certain.set(certain.get() + u32::from(weights.0 == weights.1));
                    possible
                        .set(possible.get() + u32::from(0 < weights.0 && weights.0 < weights.1));
                }
            }
        }
        Ok(())
    });
    assert!(certain.get() > 1000 && possible.get() > 300, "{certain:?} {possible:?}");
}

#[test]
fn who_can_know_the_table_is_as_in_the_listed_worlds() {
    let (unsure, ranges) = (Cell::new(0), Cell::new(0));
    looking(150, 12, |play, record, agent, looking| {
        if play.game.table.is_none() {
            return Ok(());
        }
        let all: Vec<Card> = play.vocabulary.cards().collect();
        let some: Vec<Card> = all.iter().copied().step_by(2).collect();
        for other in play.vocabulary.agents() {
            let tables = looking.tables(other);
            let knows: Vec<bool> = tables.iter().map(|tables| tables.len() == 1).collect();
            let chance = record.knows_table(agent, other).expect("a small game");
            same(&chance, looking.weights(&knows))?;
            same(
                &record.knows_which(agent, other, &all).expect("a small game"),
                looking.weights(&knows),
            )?;
            unsure.set(unsure.get() + u32::from(!chance.is_certain() && !chance.is_impossible()));
            let among = |tables: &BTreeSet<Vec<Card>>| -> BTreeSet<Vec<Card>> {
                let some = |table: &Vec<Card>| {
                    table.iter().copied().filter(|card| some.contains(card)).collect()
                };
                tables.iter().map(some).collect()
            };
            let which: Vec<bool> = tables.iter().map(|tables| among(tables).len() == 1).collect();
            let chance = record.knows_which(agent, other, &some).expect("a small game");
            same(&chance, looking.weights(&which))?;
            let left = record.tables_left(agent, other).expect("a small game");
            ensure_eq!(left, looking.range(|world| tables[world].len()));
            ranges.set(ranges.get() + u32::from(left.is_some_and(|left| left.least < left.most)));
            let cards = |world: usize| {
                let cards: BTreeSet<Card> = tables[world].iter().flatten().copied().collect();
                cards.iter().filter(|card| some.contains(card)).count()
            };
            let left = record.cards_left(agent, other, &some).expect("a small game");
            ensure_eq!(left, looking.range(cards));
        }
        Ok(())
    });
    assert!(unsure.get() > 10 && ranges.get() > 15, "{unsure:?} {ranges:?}");
}

#[test]
fn what_somebody_knows_of_what_others_know_is_as_in_the_listed_worlds() {
    let (deep, formulas) = (Cell::new(0), Cell::new(0));
    looking(15, 9, |play, record, agent, looking| {
        let mut play = play.clone();
        for other in play.vocabulary.agents() {
            for third in play.vocabulary.agents() {
                for (card, holder) in holdings(&play) {
                    let (holds, lacks) = (Fact::Holds(holder, card), Fact::Lacks(holder, card));
                    for fact in [holds, lacks] {
                        let known =
                            looking.knows(other, &looking.knows(third, &looking.fact(fact)));
                        let weights = looking.weights(&known);
                        let chance =
                            record.knows_of(agent, (other, third), fact).expect("a small game");
                        same(&chance, weights)?;
                        deep.set(deep.get() + u32::from(weights.0 > 0));
                    }
                    let held = play.holding(card, holder);
                    let knows = play.terms.formula(FormulaNode::Knows(third, held));
                    let knows = play.terms.formula(FormulaNode::Knows(other, knows));
                    let chance = record.chance_of(agent, &play.terms, knows).expect("a small game");
                    let known =
                        record.knows_of(agent, (other, third), holds).expect("a small game");
                    ensure_eq!(chance, known);
                    formulas.set(formulas.get() + 1);
                }
            }
        }
        Ok(())
    });
    assert!(deep.get() > 500 && formulas.get() > 500, "{deep:?} {formulas:?}");
}

/// What is seen when some are asked, in each world that is considered possible, with its weight.
fn replies(
    play: &Play,
    worlds: &[World],
    inquiry: Inquiry<'_>,
    sees_card: bool,
) -> BTreeMap<(Reply, Vec<Card>), u128> {
    let mut found = BTreeMap::new();
    for world in worlds {
        let holder = place(play, Holder::Table);
        let table: Vec<Card> =
            play.vocabulary.cards().filter(|card| world.deal[card.index()] == holder).collect();
        for (shown, share) in showings(world, inquiry) {
            let seen = |&(agent, card): &(Agent, Card)| (agent, sees_card.then_some(card));
            let shown: Vec<(Agent, Option<Card>)> = shown.iter().map(seen).collect();
            let reply = match (inquiry.asked, &shown[..]) {
                (Asked::Everybody, _) => Reply::All(shown),
                (Asked::UntilOneShows, [(agent, card)]) => Reply::Shows(*agent, *card),
                (Asked::UntilOneShows, _) => Reply::Nobody,
            };
            *found.entry((reply, table.clone())).or_default() += world.weight * 12 / share;
        }
    }
    found
}

/// Who can show which cards in a world, and as how many equally likely choices.
fn showings(world: &World, inquiry: Inquiry<'_>) -> Vec<(Vec<(Agent, Card)>, u128)> {
    let mut all: Vec<(Vec<(Agent, Card)>, u128)> = vec![(Vec::new(), 1)];
    for &agent in inquiry.others {
        let is_held = |card: &Card| world.deal[card.index()] == agent.index();
        let held: Vec<Card> = inquiry.cards.iter().copied().filter(is_held).collect();
        if held.is_empty() {
            continue;
        }
        let with = |(shown, share): &(Vec<(Agent, Card)>, u128)| {
            let (shown, share) = (shown.clone(), share * held.len() as u128);
            let longer = |&card: &Card| ([&shown[..], &[(agent, card)]].concat(), share);
            held.iter().map(longer).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
        if inquiry.asked == Asked::UntilOneShows {
            break;
        }
    }
    all
}

fn told(answers: &[Answer]) -> BTreeMap<(Reply, Vec<Card>), UBig> {
    let each = |answer: &Answer| {
        let reply = &answer.reply;
        answer
            .hands
            .iter()
            .map(move |(hand, weight)| ((reply.clone(), hand.clone()), weight.clone()))
            .collect::<Vec<_>>()
    };
    answers.iter().flat_map(each).collect()
}

fn as_likely(
    answers: &[Answer],
    expected: &BTreeMap<(Reply, Vec<Card>), u128>,
) -> Result<(), Failed> {
    let told = told(answers);
    ensure_eq!(told.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    let (all, sum): (UBig, u128) = (told.values().sum(), expected.values().sum());
    ensure_eq!(answers.iter().map(Answer::weight).sum::<UBig>(), all.clone());
    for (weight, share) in told.values().zip(expected.values()) {
        ensure_eq!(weight * UBig::from(sum), &all * UBig::from(*share));
    }
    Ok(())
}

#[test]
fn answers_are_as_likely_as_in_the_listed_worlds() {
    let many = Cell::new(0);
    looking(60, 10, |play, record, agent, looking| {
        if play.game.table.is_none() {
            return Ok(());
        }
        let players = play.vocabulary.agent_count();
        let others: Vec<Agent> = (1..players)
            .map(|after| Agent::from_index((agent.index() + after) % players))
            .collect();
        let cards: Vec<Card> = play.vocabulary.cards().step_by(2).take(3).collect();
        let course =
            record.courses_of(agent).expect("a view").draw(&mut Stream::new("a course", 7));
        let course = course.expect("something is possible");
        for asked in [Asked::UntilOneShows, Asked::Everybody] {
            let inquiry = Inquiry { others: &others, cards: &cards, asked };
            let answers = record.answers(agent, inquiry, Holder::Table).expect("a small game");
            as_likely(&answers, &replies(play, &looking.cell, inquiry, true))?;
            many.set(many.get() + answers.len());
            let answers = record.answers_in_public(inquiry, Holder::Table).expect("a small game");
            // What was shown to others weighs nothing, for each of their choices is made.
            as_likely(&answers, &replies(play, &looking.public, inquiry, false))?;
            for other in play.vocabulary.agents() {
                let cell = in_course(looking, record, &course, other);
                let heard = record.answers_heard_in(&course, other, inquiry, Holder::Table);
                as_likely(&heard.expect("a small game"), &replies(play, &cell, inquiry, false))?;
                let shown = record.answers_in(&course, other, inquiry, Holder::Table);
                as_likely(&shown.expect("a small game"), &replies(play, &cell, inquiry, true))?;
            }
        }
        for other in play.vocabulary.agents() {
            let grid = record.grid_in(&course, other).expect("a small game");
            let hands = record.hands_in(&course, other, Holder::Table).expect("a small game");
            ensure_eq!(hands.iter().map(|(_, weight)| weight).sum::<UBig>(), grid.total);
        }
        Ok(())
    });
    assert!(many.get() > 400, "{many:?}");
}

/// How somebody hears others answer, in a world: who shows a card.
fn heard(world: &World, inquiry: Inquiry<'_>) -> Vec<Agent> {
    let (shown, _) = &showings(world, inquiry)[0];
    shown.iter().map(|(agent, _)| *agent).collect()
}

#[test]
fn what_others_learn_from_answers_is_as_in_the_listed_worlds() {
    let learned = Cell::new(0);
    looking(60, 9, |play, record, agent, looking| {
        let players = play.vocabulary.agent_count();
        let others: Vec<Agent> = (1..players)
            .map(|after| Agent::from_index((agent.index() + after) % players))
            .collect();
        let cards: Vec<Card> = play.vocabulary.cards().take(2).collect();
        let asked = [Asked::UntilOneShows, Asked::Everybody][agent.index() % 2];
        let inquiry = Inquiry { others: &others, cards: &cards, asked };
        for other in play.vocabulary.agents() {
            for (card, holder) in holdings(play) {
                let fact = Fact::Holds(holder, card);
                let holds = looking.fact(fact);
                let before = looking.knows(other, &holds);
                let mut known: BTreeMap<(Vec<usize>, Vec<Agent>), bool> = BTreeMap::new();
                let seen = |world: &World| (looking.sight(world, other), heard(world, inquiry));
                for (world, holds) in looking.public.iter().zip(&holds) {
                    *known.entry(seen(world)).or_insert(true) &= holds;
                }
                let worlds = looking.public.iter().zip(&before);
                let learns: Vec<bool> =
                    worlds.map(|(world, before)| !before && known[&seen(world)]).collect();
                let weights = looking.weights(&learns);
                let chances = record.learns(agent, other, (holder, &[card]), inquiry);
                same(&chances.expect("a small game")[0], weights)?;
                learned.set(learned.get() + u32::from(weights.0 > 0));
            }
        }
        Ok(())
    });
    assert!(learned.get() > 100, "{learned:?}");
}

/// The worlds that an agent considers possible in a course.
fn in_course(looking: &Looking<'_>, record: &Record, course: &Course, agent: Agent) -> Vec<World> {
    let play = looking.listed.play;
    let deal: Vec<usize> = course.held_by.iter().map(|&holder| place(play, holder)).collect();
    let shown = course.shown.iter().enumerate();
    let shown: Vec<(usize, Card)> = shown.filter_map(|(at, card)| Some((at, (*card)?))).collect();
    let here = World { deal, shown, weight: 1 };
    let cell = looking.listed.cell(agent, &here, &numbered(record.events()));
    cell.expect("few worlds")
}

/// Who holds each card, and which card was shown in which event.
type Drawn = (Vec<usize>, Vec<(usize, Card)>);

#[test]
fn courses_are_drawn_as_likely_as_they_are() {
    let compared = Cell::new(0);
    looking(25, 8, |play, record, agent, looking| {
        let is_untold = |event: &Event| matches!(event, Event::Shows { respondent, card: None, .. } if *respondent == agent);
        if record.events().iter().any(is_untold) {
            return Ok(());
        }
        let courses = record.courses_of(agent).expect("a view");
        let (draws, mut stream) = (3000, Stream::new("courses", 11));
        let mut counts: BTreeMap<Drawn, u32> = BTreeMap::new();
        for _ in 0..draws {
            let course = courses.draw(&mut stream).expect("something is possible");
            let deal = course.held_by.iter().map(|&holder| place(play, holder)).collect();
            let shown = course.shown.iter().enumerate();
            let shown = shown.filter_map(|(at, card)| Some((at, (*card)?))).collect();
            *counts.entry((deal, shown)).or_default() += 1;
        }
        let all: u128 = looking.cell.iter().map(|world| world.weight).sum();
        let mut seen = 0;
        for world in &looking.cell {
            let count =
                counts.get(&(world.deal.clone(), world.shown.clone())).copied().unwrap_or(0);
            let share = world.weight as f64 / all as f64;
            // Six times as far off as is usual.
            let usual = (f64::from(draws) * share * (1.0 - share)).sqrt();
            ensure!((f64::from(count) - f64::from(draws) * share).abs() <= 6.0 * usual + 1.0);
            seen += count;
        }
        ensure_eq!(seen, draws, "nothing else is drawn");
        compared.set(compared.get() + looking.cell.len());
        let (mut one, mut two) = (Stream::new("courses", 5), Stream::new("courses", 5));
        let again = record.courses_of(agent).expect("a view");
        for _ in 0..20 {
            ensure_eq!(courses.draw(&mut one), again.draw(&mut two));
        }
        Ok(())
    });
    assert!(compared.get() > 300, "{compared:?}");
}

#[test]
fn there_is_no_view_of_strangers() {
    let game = CardGame::cluedo(6);
    let play = game.play(0, Kind::Suspicions, &[]);
    let record = Record::new(&super::dealing(&play)).expect("a deal");
    let stranger = Agent(9);
    assert_eq!(record.courses_of(stranger).err(), Some(NoView::UnknownAgent(stranger)));
    assert_eq!(record.insight(Agent(0), Agent(1)).err(), Some(NoView::Hand(Agent(0))));
    let mut terms = play.terms.clone();
    let always = terms.formula(FormulaNode::True);
    let knows = terms.formula(FormulaNode::Knows(stranger, always));
    assert_eq!(
        record.chance_of(Agent(0), &terms, knows).err(),
        Some(NoAnswer::View(NoView::Hand(Agent(0))))
    );
}

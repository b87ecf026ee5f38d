//! Every long computation ends soon after somebody asks for its end, and gives back what it took. For each kind of computation
//! it is first measured how many steps it counts in all; then it is stopped at several places.

// A global allocator that counts can only be written with unsafe code.
#![allow(unsafe_code)]

use hexa_engine::deals::{Dealing, Event, Fact, NoView, Record, Refused, Witness};
use hexa_engine::generate::play::{CardGame, Kind, Play, Reply, Step, decisions_from};
use hexa_engine::translation::frame::{Frame, NoFrame};
use hexa_engine::translation::reduction::{Irreducible, Size, reduce};
use hexa_engine::translation::suspicion::{NoExpression, Way, suspicion};
use hexa_engine::{
    Bits, Bounds, CompareError, Engine, Entailment, GameAction, Held, Limit, Limits,
    MOST_STEPS_BETWEEN_LOOKS, Observed, Patience, Searched, State, TooMuch, assemble, bisimilar,
    build, change, contraction, countermodel, describe, distinguish, explain, hierarchy, holds,
    isomorphic, learning, rename_state, similar, truth, update, view,
};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Card, Comparison, CountTest, Deal, DealSetup, Formula,
    FormulaNode, Group, Holder, Modality, RelationSetup, Setup, Sight, Stop, Structure, Terms,
    Vocabulary, World,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering};

/// Counts the bytes that are held.
struct Counting;

static LIVE: AtomicI64 = AtomicI64::new(0);

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How a computation ended.
type Ended = Result<(), Limit>;

/// A kind of long computation, from its input on.
struct Computation {
    name: &'static str,
    run: fn(&Stop) -> Ended,
}

const fn computation(name: &'static str, run: fn(&Stop) -> Ended) -> Computation {
    Computation { name, run }
}

/// The least that is counted, so that there is something to be stopped. Steps are reported by the
/// thousand: what is stopped within the last few thousand may come to its end instead.
const LONG: u64 = 20_000;

/// All in one test: memory is counted for the whole program.
#[test]
fn every_long_computation_ends_soon_after_somebody_asks() {
    a_stop_that_was_cleared_stops_nothing();
    for computation in COMPUTATIONS {
        let stop = Stop::new();
        assert_eq!((computation.run)(&stop), Ok(()), "{}", computation.name);
        let steps = stop.progress().steps;
        assert!(steps >= LONG, "{} counts {steps} steps only", computation.name);
        for part in 1..=4 {
            stop_after(computation, steps * part / 8);
        }
        stop_after(computation, 1);
    }
}

fn stop_after(computation: &Computation, steps: u64) {
    let name = computation.name;
    let before = LIVE.load(Ordering::Relaxed);
    let stop = Stop::after(steps);
    assert_eq!((computation.run)(&stop), Err(Limit::Stopped), "{name} after {steps} steps");
    let more = stop.progress().steps - steps;
    drop(stop);
    assert!(more <= MOST_STEPS_BETWEEN_LOOKS, "{name}: {more} steps more after {steps}");
    let after = LIVE.load(Ordering::Relaxed);
    assert_eq!(after, before, "{name}: memory is not given back after {steps} steps");
}

fn a_stop_that_was_cleared_stops_nothing() {
    let stop = Stop::new();
    stop.ask();
    let scene = Muddy::new(8);
    let limits = limits(&stop);
    let built = build(&scene.setup, &scene.vocabulary, &scene.terms, &limits);
    assert!(built.is_err_and(|error| error.limit() == Some(&Limit::Stopped)));
    stop.clear();
    assert!(build(&scene.setup, &scene.vocabulary, &scene.terms, &limits).is_ok());
}

const COMPUTATIONS: &[Computation] = &[
    computation("building by a law", obeying),
    computation("building a deal", dealing),
    computation("a model written out", assembling),
    computation("knowledge", knowledge),
    computation("common knowledge", common_knowledge),
    computation("distributed knowledge", distributed_knowledge),
    computation("probability", probability),
    computation("counting", counting),
    computation("announcements", announcements),
    computation("announcements inside formulas", modalities),
    computation("learning one of several things", sums),
    computation("concurrent actions", concurrency),
    computation("updates", updates),
    computation("repetition", repetition),
    computation("contraction", contracting),
    computation("bisimilarity", comparing),
    computation("isomorphism", matching),
    computation("agent-similarity", renaming),
    computation("viewing", viewing),
    computation("telling apart", distinguishing),
    computation("describing", describing),
    computation("what changed", changing),
    computation("explaining", explaining),
    computation("countermodels", countermodels),
    computation("reduction", reducing),
    computation("frames", frames),
    computation("action expressions", expressions),
    computation("hierarchies of learning", hierarchies),
    computation("who learns what", who_learns),
    computation("definitions", definitions),
    computation("charts", charts),
    computation("records", records),
    computation("grids", grids),
    computation("what contradicts an event", conflicts),
    computation("what others know of a table", nested),
    computation("diagrams", diagrams),
];

fn limits(stop: &Stop) -> Limits {
    Limits { stop: stop.clone(), ..Limits::default() }
}

/// An error that may be a limit.
trait MayBeLimit {
    fn into_limit(self) -> Limit;
}

macro_rules! may_be_limit {
    ($($error:ty => |$name:ident| $limit:expr),* $(,)?) => {
        $(impl MayBeLimit for $error {
            fn into_limit(self) -> Limit {
                let $name = self;
                $limit
            }
        })*
    };
}

may_be_limit! {
    Limit => |limit| limit,
    hexa_logic::Stopped => |stopped| stopped.into(),
    hexa_engine::EvalError => |error| error.limit().cloned().unwrap_or_else(|| panic!("{error}")),
    hexa_engine::UpdateError => |error| error.limit().cloned().unwrap_or_else(|| panic!("{error}")),
    hexa_engine::BuildError => |error| error.limit().cloned().unwrap_or_else(|| panic!("{error}")),
    CompareError => |error| match error {
        CompareError::GaveUp(limit) => limit,
        CompareError::DifferentEngines => panic!("{error}"),
    },
    Irreducible => |error| match error {
        Irreducible::Stopped => Limit::Stopped,
        other => panic!("{other}"),
    },
    NoFrame => |error| match error {
        NoFrame::Stopped => Limit::Stopped,
        other => panic!("{other}"),
    },
    NoExpression => |error| match error {
        NoExpression::Frame(frame) => frame.into_limit(),
        other => panic!("{other}"),
    },
    hexa_engine::Undescribed => |error| match error {
        hexa_engine::Undescribed::Limit(limit) => limit,
        other => panic!("{other:?}"),
    },
    NoView => |error| match error {
        NoView::GaveUp(limit) => limit,
        other => panic!("{other:?}"),
    },
    hexa_engine::deals::Misdealt => |error| match error {
        hexa_engine::deals::Misdealt::GaveUp(limit) => limit,
        other => panic!("{other:?}"),
    },
    Refused => |error| match error {
        Refused::GaveUp(limit) => limit,
        other => panic!("{other:?}"),
    },
}

fn ended<T, E: MayBeLimit>(result: Result<T, E>) -> Result<T, Limit> {
    result.map_err(MayBeLimit::into_limit)
}

/// Children who see the foreheads of the others.
struct Muddy {
    vocabulary: Vocabulary,
    terms: Terms,
    setup: Setup,
    muddy: Vec<Formula>,
    everybody: Group,
}

impl Muddy {
    fn new(children: usize) -> Self {
        let (mut vocabulary, mut terms) = (Vocabulary::default(), Terms::default());
        for child in 0..children {
            vocabulary.add_agent(child.to_string());
            vocabulary.add_atom(&format!("m{child}"));
        }
        let atoms: Vec<Atom> = (0..children).map(Atom::from_index).collect();
        let muddy: Vec<Formula> =
            atoms.iter().map(|&atom| terms.formula(FormulaNode::Atom(atom))).collect();
        let sees = |child: usize| {
            let others = muddy.iter().enumerate().filter(|&(other, _)| other != child);
            others.map(|(_, &formula)| formula).collect()
        };
        let setup = Setup::Structure(Structure {
            point: Some(atoms.clone()),
            atoms,
            observations: (0..children).map(sees).collect(),
            law: Terms::TRUE,
        });
        Self { vocabulary, terms, setup, muddy, everybody: Group::first(children) }
    }

    fn state(&self, stop: &Stop) -> Result<State, Limit> {
        ended(build(&self.setup, &self.vocabulary, &self.terms, &limits(stop)))
    }

    fn held(&self, engine: Engine, stop: &Stop) -> Result<Held, Limit> {
        ended(engine.build(&self.setup, &self.vocabulary, &self.terms, &limits(stop)))
    }

    fn whether(&mut self, child: usize) -> Formula {
        let muddy = self.muddy[child];
        self.terms.formula(FormulaNode::KnowsWhether(Agent::from_index(child), muddy))
    }

    /// Nobody knows whether they are muddy themselves.
    fn nobody(&mut self) -> Formula {
        let known: Vec<Formula> = (0..self.muddy.len()).map(|child| self.whether(child)).collect();
        let unknown = known.into_iter().map(|known| self.terms.not(known)).collect();
        self.terms.and(unknown)
    }

    fn somebody(&mut self) -> Formula {
        self.terms.or(self.muddy.clone())
    }

    fn test(&mut self, formula: Formula) -> Action {
        self.terms.action(ActionNode::Test(formula))
    }

    /// A child learns whether another is muddy, and the others see that they do.
    fn look(&mut self, child: usize, other: usize) -> Action {
        let yes = self.muddy[other];
        let no = self.terms.not(yes);
        let learnt = [yes, no].map(|formula| {
            let test = self.test(formula);
            self.terms.action(ActionNode::Learn(Agent::from_index(child).into(), test))
        });
        let choice = self.terms.action(ActionNode::Choice(learnt.into(), None));
        self.terms.action(ActionNode::Learn(self.everybody.clone(), choice))
    }
}

fn obeying(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(20);
    let half = CountTest::Compare(Comparison::Equal, 10);
    let law = scene.terms.formula(FormulaNode::Count(scene.muddy.clone().into(), half));
    let Setup::Structure(structure) = &mut scene.setup else { return Ok(()) };
    structure.law = law;
    structure.point = None;
    scene.state(stop).map(drop)
}

/// Cards among three players, and what the first knows of them.
fn deal(sizes: &[usize]) -> (Vocabulary, Setup) {
    let mut vocabulary = Vocabulary::default();
    (0..sizes.len()).for_each(|agent| _ = vocabulary.add_agent(agent.to_string()));
    let cards: Vec<Card> = (0..sizes.iter().sum())
        .map(|card: usize| vocabulary.add_card(&format!("c{card}")))
        .collect();
    for &card in &cards {
        for agent in vocabulary.agents() {
            vocabulary.add_holding_atom(card, Holder::Agent(agent));
        }
    }
    let mut rest = &cards[..];
    let hands = sizes.iter().map(|&size| {
        let (hand, more) = rest.split_at(size);
        rest = more;
        hand.to_vec()
    });
    let deal = Deal::new(hands.collect(), &vocabulary);
    let setup = DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE };
    (vocabulary, Setup::Deal(setup))
}

fn dealing(stop: &Stop) -> Ended {
    let (vocabulary, setup) = deal(&[4, 4, 4]);
    ended(build(&setup, &vocabulary, &Terms::default(), &limits(stop))).map(drop)
}

/// A chain of worlds: two agents link them pairwise in turn.
fn chain(worlds: usize, stop: &Stop) -> Result<State, Limit> {
    let class = |shift: usize| (0..worlds).map(|w| ((w + shift) / 2) as u32).collect();
    let relations = [0, 1].map(|shift| Some(RelationSetup::Cells(class(shift))));
    let mut marked = Bits::with_capacity(worlds);
    marked.insert(0);
    let limits = limits(stop);
    ended(assemble(worlds, vec![marked], relations.into(), World(0), &limits))
}

fn assembling(stop: &Stop) -> Ended {
    let worlds = 20_000u32;
    let arrows = (0..worlds).flat_map(|w| [(w, w), (w, (w + 1) % worlds)]).collect();
    let relations = vec![Some(RelationSetup::Arrows(arrows))];
    let column = Bits::with_capacity(worlds as usize);
    let limits = limits(stop);
    ended(assemble(worlds as usize, vec![column], relations, World(0), &limits)).map(drop)
}

fn knowledge(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(15);
    let nobody = scene.nobody();
    ended(holds(&scene.state(stop)?, &scene.terms, nobody)).map(drop)
}

fn common_knowledge(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(16);
    let somebody = scene.somebody();
    let common = scene.terms.formula(FormulaNode::Common(scene.everybody.clone(), somebody));
    ended(truth(&scene.state(stop)?, &scene.terms, common)).map(drop)
}

fn distributed_knowledge(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(16);
    let somebody = scene.somebody();
    let group = scene.everybody.clone();
    let known = scene.terms.formula(FormulaNode::Distributed(group, somebody));
    ended(truth(&scene.state(stop)?, &scene.terms, known)).map(drop)
}

fn probability(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(13);
    let somebody = scene.somebody();
    let half = hexa_logic::Ratio::new(1, 2).expect("a number");
    let likely = FormulaNode::Probability(Agent(0), somebody, Comparison::AtLeast, half);
    let likely = scene.terms.formula(likely);
    ended(truth(&scene.state(stop)?, &scene.terms, likely)).map(drop)
}

fn counting(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(16);
    let three = CountTest::Compare(Comparison::AtLeast, 3);
    let many = scene.terms.formula(FormulaNode::Count(scene.muddy.clone().into(), three));
    ended(truth(&scene.state(stop)?, &scene.terms, many)).map(drop)
}

fn announcements(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(13);
    let (somebody, nobody) = (scene.somebody(), scene.nobody());
    let mut state = scene.state(stop)?;
    for said in [somebody, nobody, nobody, nobody] {
        let action = scene.terms.announcement(scene.everybody.clone(), said);
        let outcomes = ended(update(&state, &scene.terms, action))?;
        state = outcomes.into_single().expect("one state");
    }
    Ok(())
}

fn modalities(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(13);
    let (somebody, nobody) = (scene.somebody(), scene.nobody());
    let mut after = nobody;
    for said in [nobody, nobody, somebody] {
        let action = scene.terms.announcement(scene.everybody.clone(), said);
        after = scene.terms.formula(FormulaNode::After(Modality::Some, action, after));
    }
    ended(truth(&scene.state(stop)?, &scene.terms, after)).map(drop)
}

fn sums(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(11);
    let look = scene.look(0, 0);
    ended(update(&scene.state(stop)?, &scene.terms, look)).map(drop)
}

fn concurrency(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(11);
    let looks = [0, 1].map(|child| {
        let known = scene.muddy[child];
        let test = scene.test(known);
        scene.terms.action(ActionNode::Learn(Agent::from_index(child).into(), test))
    });
    let both = scene.terms.action(ActionNode::Concurrent(looks.into()));
    let learnt = scene.terms.action(ActionNode::Learn(scene.everybody.clone(), both));
    ended(update(&scene.state(stop)?, &scene.terms, learnt)).map(drop)
}

fn updates(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(6);
    let known = scene.muddy[0];
    let test = scene.test(known);
    let action = scene.terms.action(ActionNode::Update(Agent(0).into(), test));
    ended(update(&scene.state(stop)?, &scene.terms, action)).map(drop)
}

fn repetition(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(11);
    let (somebody, nobody) = (scene.somebody(), scene.nobody());
    let round = scene.terms.announcement(scene.everybody.clone(), nobody);
    let rounds = scene.terms.action(ActionNode::Star(round));
    let sometime = scene.terms.formula(FormulaNode::After(Modality::Some, rounds, somebody));
    ended(holds(&scene.state(stop)?, &scene.terms, sometime)).map(drop)
}

fn contracting(stop: &Stop) -> Ended {
    contraction(&chain(3_000, stop)?).map(drop)
}

fn comparing(stop: &Stop) -> Ended {
    bisimilar(&chain(3_000, stop)?, &chain(3_000, stop)?).map(drop)
}

fn matching(stop: &Stop) -> Ended {
    isomorphic(&chain(2_000, stop)?, &chain(2_000, stop)?).map(drop)
}

fn renaming(stop: &Stop) -> Ended {
    let state = chain(2_000, stop)?;
    let other = rename_state(&state, &[Agent(1), Agent(0)], &[Atom(0)])?;
    similar(&state, &other).map(drop)
}

fn viewing(stop: &Stop) -> Ended {
    view(&Muddy::new(11).state(stop)?).map(drop)
}

fn distinguishing(stop: &Stop) -> Ended {
    let (left, right) = (chain(40, stop)?, chain(41, stop)?);
    let patience = Patience { steps: 2_000_000, ..Patience::default() };
    distinguish(&left, &right, &mut Terms::default(), patience).map(drop)
}

fn describing(stop: &Stop) -> Ended {
    describe(&chain(120, stop)?, &mut Terms::default()).map(drop)
}

fn changing(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(8);
    let before = scene.state(stop)?;
    let nobody = scene.somebody();
    let action = scene.terms.announcement(scene.everybody.clone(), nobody);
    let after = ended(update(&before, &scene.terms, action))?.into_single().expect("one state");
    let (old, new) = (view(&before)?, view(&after)?);
    let observed = |view| Observed { view, formulas: &[] };
    ended(change(observed(&old), observed(&new), &scene.vocabulary, stop)).map(drop)
}

fn explaining(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(10);
    let somebody = scene.somebody();
    let common = scene.terms.formula(FormulaNode::Common(scene.everybody.clone(), somebody));
    ended(explain(&scene.state(stop)?, &scene.terms, common)).map(drop)
}

/// It is hard to see that nine pigeons do not fit into eight holes.
fn countermodels(stop: &Stop) -> Ended {
    const HOLES: u32 = 8;
    let mut terms = Terms::default();
    let mut is_in = |pigeon, hole| terms.formula(FormulaNode::Atom(Atom(pigeon * HOLES + hole)));
    let pigeons: Vec<Vec<Formula>> =
        (0..=HOLES).map(|pigeon| (0..HOLES).map(|hole| is_in(pigeon, hole)).collect()).collect();
    let mut premises: Vec<Formula> = pigeons.iter().map(|holes| terms.or(holes.clone())).collect();
    for hole in 0..HOLES as usize {
        for (at, one) in pigeons.iter().enumerate() {
            for other in &pigeons[..at] {
                let both = terms.and(vec![one[hole], other[hole]]);
                premises.push(terms.not(both));
            }
        }
    }
    let conclusion = Terms::FALSE;
    let asked = Entailment { terms: &terms, agents: 1, premises: &premises, conclusion };
    let bounds = Bounds { worlds: 1, conflicts: 30_000, stop: stop.clone() };
    match countermodel(asked, bounds).expect("no change") {
        Searched::GaveUp { over: TooMuch::Stopped, .. } => Err(Limit::Stopped),
        _ => Ok(()),
    }
}

/// Announcements, one after the other, and then what a child knows.
fn long_play(scene: &mut Muddy, rounds: usize) -> Formula {
    let mut after = scene.whether(0);
    for round in 0..rounds {
        let look = scene.look(round % 3, (round + 1) % 3);
        after = scene.terms.formula(FormulaNode::After(Modality::Every, look, after));
    }
    after
}

fn reducing(stop: &Stop) -> Ended {
    for rounds in 20..40 {
        let mut scene = Muddy::new(3);
        let after = long_play(&mut scene, rounds);
        let size = Size { formulas: 1_000_000, stop: stop.clone(), ..Size::default() };
        ended(reduce(&mut scene.terms, after, &scene.everybody, size))?;
    }
    Ok(())
}

fn sequence_of_looks(scene: &mut Muddy, looks: usize) -> Action {
    let looks: Vec<Action> = (0..looks).map(|look| scene.look(look % 3, (look + 1) % 3)).collect();
    scene.terms.action(ActionNode::Sequence(looks.into()))
}

fn frames(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(3);
    let looks = sequence_of_looks(&mut scene, 6);
    ended(Frame::new(&mut scene.terms, looks, &scene.everybody, 1_000, stop)).map(drop)
}

fn expressions(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(3);
    let Setup::Structure(_) = &scene.setup else { return Ok(()) };
    let looks: Vec<Action> = (0..6)
        .map(|look| {
            let known = scene.muddy[look % 3];
            let said = scene.test(known);
            let learnt =
                scene.terms.action(ActionNode::Learn(Agent::from_index(look % 3).into(), said));
            scene.terms.action(ActionNode::Learn(scene.everybody.clone(), learnt))
        })
        .collect();
    for action in looks {
        for _ in 0..1_200 {
            ended(suspicion(&mut scene.terms, action, 3, Way::Faithful, stop))?;
        }
    }
    Ok(())
}

/// A question with many answers, of which everybody hears something else.
fn question(answers: u32, agents: u32) -> GameAction {
    let hears = |agent: u32| (0..answers).map(|answer| answer >> agent & 1).collect();
    GameAction {
        requester: None,
        respondent: None,
        question: (0..answers).map(|answer| (0..answers).map(|w| w == answer).collect()).collect(),
        answer: vec![0],
        publicity: (0..agents).map(|agent| (Agent(agent), hears(agent))).collect(),
    }
}

fn hierarchies(stop: &Stop) -> Ended {
    hierarchy(&question(32, 5), &limits(stop)).map(drop)
}

fn who_learns(stop: &Stop) -> Ended {
    for _ in 0..200 {
        let found = learning(&question(16, 4), &limits(stop));
        if let Err(hexa_engine::Undescribed::Limit(limit)) = found {
            return Err(limit);
        }
    }
    Ok(())
}

fn diagrams(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(24);
    let (somebody, nobody) = (scene.somebody(), scene.nobody());
    let mut state = scene.held(Engine::Symbolic, stop)?;
    for said in [somebody].into_iter().chain([nobody; 20]) {
        let action = scene.terms.announcement(scene.everybody.clone(), said);
        state = ended(state.update(&scene.terms, action))?.into_single().expect("one state");
        ended(state.holds(&scene.terms, nobody))?;
    }
    Ok(())
}

fn definitions(stop: &Stop) -> Ended {
    let mut scene = Muddy::new(5);
    let nobody = scene.nobody();
    let state = scene.held(Engine::Definitional, stop)?;
    ended(state.is_valid(&scene.terms, nobody))?;
    ended(state.minimal_count()).map(drop)
}

fn charts(stop: &Stop) -> Ended {
    let (vocabulary, setup) = deal(&[10, 10, 10]);
    let mut terms = Terms::default();
    let held: Vec<Formula> = (0..vocabulary.atom_count())
        .map(|atom| terms.formula(FormulaNode::Atom(Atom::from_index(atom))))
        .collect();
    let three = CountTest::Compare(Comparison::Equal, 5);
    let of_second: Vec<Formula> = held.iter().skip(1).step_by(3).copied().take(24).collect();
    let many = terms.formula(FormulaNode::Count(of_second.into(), three));
    let known = terms.formula(FormulaNode::Knows(Agent(2), many));
    let common = terms.formula(FormulaNode::Common(Group::first(3), known));
    let state = ended(Engine::Deals.build(&setup, &vocabulary, &terms, &limits(stop)))?;
    ended(state.is_valid(&terms, known))?;
    ended(state.holds(&terms, common)).map(drop)
}

/// What the first player sees of a play of Cluedo.
fn written(turns: usize) -> (Play, Vec<Event>) {
    let play = CardGame::cluedo(6).play(turns, Kind::Suspicions, &decisions_from(1, 4000));
    let own = play.deal().hand(Holder::Agent(Agent(0))).iter().map(|&card| Event::Holds {
        holder: Holder::Agent(Agent(0)),
        card,
        seen: Witness::Only(Agent(0)),
    });
    let mut events: Vec<Event> = own.collect();
    for step in play.turns.iter().flat_map(|turn| &turn.steps) {
        let Step::Answer { asker, respondent, cards, reply } = step else { continue };
        let (requester, respondent, cards) = (*asker, *respondent, cards.clone());
        events.push(match *reply {
            Reply::No => Event::NoCard { requester, respondent, cards },
            Reply::Shows(card) => {
                let card = (requester == Agent(0) || respondent == Agent(0)).then_some(card);
                Event::Shows { requester, respondent, cards, card }
            }
            Reply::ShowsSome => Event::Shows { requester, respondent, cards, card: None },
        });
    }
    (play, events)
}

fn record(turns: usize, stop: &Stop) -> Result<Record, Limit> {
    let (play, events) = written(turns);
    let mut dealing = Dealing::new(&play.vocabulary, play.deal().size());
    let kinds = [(0, 6), (6, 12), (12, 21)];
    let cards = |(from, to): (usize, usize)| (from..to).map(Card::from_index).collect();
    dealing.categories = kinds.map(cards).into();
    dealing.limits = limits(stop);
    let mut record = ended(Record::new(&dealing))?;
    for event in events {
        record = ended(record.with(event))?;
    }
    Ok(record)
}

fn records(stop: &Stop) -> Ended {
    record(12, stop).map(drop)
}

fn grids(stop: &Stop) -> Ended {
    let record = record(6, stop)?;
    ended(record.grid_of(Agent(0)))?;
    ended(record.tables_of(Agent(0))).map(drop)
}

fn conflicts(stop: &Stop) -> Ended {
    let record = record(8, stop)?;
    for card in 0..6 {
        for holder in record.holders().collect::<Vec<_>>() {
            record.why(Fact::Lacks(holder, Card(card)))?;
        }
    }
    Ok(())
}

fn nested(stop: &Stop) -> Ended {
    let record = record(6, stop)?;
    ended(record.insight(Agent(0), Agent(1))).map(drop)
}

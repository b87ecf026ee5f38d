//! The search through the states of a knowledge game, those with the fewest questions first. States
//! are the same if renaming cards and agents makes them bisimilar. They are found a model at a time:
//! the worlds of a model that can be the actual one are its points.
//!
//! A turn is a question with its answer, and then somebody says that he cannot win, as the rules have
//! it. Where one stands in a turn is its stage; states are counted once, whatever the stage.

use crate::canonical::{Canonical, Form, Kinds, canonical, frame};
use crate::contraction::{components, contract};
use crate::game::{Game, MOST_WORLDS, NoWin, Own};
use crate::game_move::{Answer, Ask, Moved, answered, passed, wins};
use crate::model::Model;
use crate::world_set::WorldSet;
use hexa_logic::WinCondition;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most questions in a play.
    pub depth: Option<usize>,
    /// The most states.
    pub states: usize,
    /// Models of more worlds, before contraction, are not entered.
    pub worlds: usize,
    /// The bytes that states may take.
    pub memory: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { depth: None, states: 1_000_000, worlds: 5_000, memory: 2 << 30 }
    }
}

/// Which bound was reached, so that there may be more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// [`Bounds::depth`]
    Depth(usize),
    /// [`Bounds::states`]
    States(usize),
    /// [`Bounds::worlds`], and how many models were not entered.
    Worlds(usize, usize),
    /// [`Bounds::memory`]
    Memory(usize),
    /// Whoever watches the search has stopped it.
    Stopped,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(1) => write!(f, "plays of more than 1 question were not tried"),
            Self::Depth(most) => write!(f, "plays of more than {most} questions were not tried"),
            Self::States(most) => write!(f, "the limit is {most} states"),
            Self::Worlds(most, times) => {
                write!(f, "{times} moves that lead to more than {most} worlds were not made")
            }
            Self::Memory(most) => write!(f, "the limit is {most} bytes of memory for states"),
            Self::Stopped => write!(f, "it was stopped"),
        }
    }
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// What was looked for was found.
    Found(Found),
    /// There are no other states.
    Exhausted,
    /// There may be other states.
    Cut(Cut),
}

/// Where something was found: after a play, in a world of its last model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub(crate) batch: usize,
    pub(crate) world: usize,
    /// The card that is shown next, if that makes the state larger.
    pub(crate) next: Option<Growth>,
}

/// A card that is shown, and the numbers of worlds before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    pub(crate) ask: Ask,
    pub(crate) shown: Option<u8>,
    /// The worlds before.
    pub before: usize,
    /// The worlds after.
    pub after: usize,
}

/// What to look for.
pub enum Goal<'g> {
    /// Nothing: all states are counted.
    Nothing,
    /// A state where something holds. It is told in which worlds of a model it does, and must be
    /// something that other names for cards and agents do not change.
    Holds(&'g mut dyn FnMut(&Model) -> ControlFlow<(), WorldSet>),
    /// A state where nobody can win, and where somebody can as soon as it was said that nobody can
    /// win (thesis sec. 6.2.2), or as soon as who has asked said that he cannot.
    Unsuccessful(NoWin),
    /// A state that becomes larger when a card is shown (thesis sec. 5.3).
    Grows,
}

/// What was found with so many questions and not with fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Models.
    pub models: usize,
    /// States: models with an actual world.
    pub states: usize,
    /// The most worlds of a model.
    pub worlds: usize,
}

/// States and models up to agent-similarity (thesis def. 50).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimilarCount {
    /// Models.
    pub models: usize,
    /// States.
    pub states: usize,
}

/// Where one stands in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// Somebody may ask.
    Start,
    /// He has asked and was answered.
    Answered(u8),
    /// Somebody has asked and was answered, and who it was does not matter.
    AnsweredSomebody,
}

/// What led to a model, in the names of the model before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The cards were dealt.
    Deal,
    /// A question and its answer.
    Ask(Ask),
    /// He, or everybody, said that he cannot win.
    NoWin(Option<usize>),
}

/// Points of a model that were reached in the same way.
pub(crate) struct Batch {
    pub(crate) node: usize,
    pub(crate) stage: Stage,
    depth: usize,
    pub(crate) points: WorldSet,
    pub(crate) parent: usize,
    pub(crate) step: Step,
}

/// A search, with all that was found on the way.
pub struct Search {
    game: Game,
    bounds: Bounds,
    kinds: Kinds,
    forms: IndexSet<Form, FxBuildHasher>,
    /// For each model the points of all its batches.
    met: Vec<WorldSet>,
    pub(crate) batches: Vec<Batch>,
    reached: FxHashMap<(usize, Stage), WorldSet>,
    counts: Vec<Count>,
    states: usize,
    bytes: usize,
    refused: usize,
    stopped: bool,
    found: Option<Found>,
}

/// A connected part of what a move leads to.
pub(crate) struct Part {
    pub(crate) canonical: Canonical,
    pub(crate) model: Model,
    /// For each world before contraction its place in the part, if it is in it.
    pub(crate) place: Vec<Option<usize>>,
}

/// The parts of a model, contracted.
pub(crate) fn parts(model: &Model, kinds: &Kinds) -> Vec<Part> {
    let (small, block) = contract(model);
    let parts = components(&small);
    let mut found = Vec::with_capacity(parts.len());
    for worlds in parts {
        let mut rank = vec![None; small.worlds()];
        worlds.iter().enumerate().for_each(|(at, &world)| rank[usize::from(world)] = Some(at));
        let place = block.iter().map(|&world| rank[usize::from(world)]).collect();
        let model = match worlds.len() == small.worlds() {
            true => small.clone(),
            false => small.select(&worlds),
        };
        found.push(Part { canonical: canonical(&model, kinds), model, place });
    }
    found
}

impl Search {
    /// A search that has not begun.
    pub fn new(game: Game, bounds: Bounds) -> Self {
        let bounds = Bounds { worlds: bounds.worlds.min(MOST_WORLDS), ..bounds };
        Self {
            kinds: game.kinds(),
            game,
            bounds,
            forms: IndexSet::default(),
            met: Vec::new(),
            batches: Vec::new(),
            reached: FxHashMap::default(),
            counts: Vec::new(),
            states: 0,
            bytes: 0,
            refused: 0,
            stopped: false,
            found: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was found with each number of questions.
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// How many states were found.
    pub fn states(&self) -> usize {
        self.states
    }

    /// How many models were found.
    pub fn models(&self) -> usize {
        self.forms.len()
    }

    /// The models that were found, in the order found.
    pub fn found_models(&self) -> impl Iterator<Item = Model> + '_ {
        (0..self.forms.len()).map(|node| self.model(node))
    }

    /// Searches until it finds what it looks for. Before every move it asks whether to go on.
    pub fn run(
        &mut self,
        mut goal: Goal<'_>,
        mut watch: impl FnMut(&Search) -> ControlFlow<()>,
    ) -> End {
        self.deal(&mut goal);
        let mut at = 0;
        let mut shallow = false;
        while at < self.batches.len() && self.found.is_none() {
            if let Some(cut) = self.reached_bound() {
                return End::Cut(cut);
            }
            if self.stopped {
                return End::Cut(Cut::Stopped);
            }
            let may_ask = self.bounds.depth.is_none_or(|most| self.batches[at].depth < most);
            match self.batches[at].stage {
                Stage::Start if may_ask => self.ask(at, &mut goal, &mut watch),
                Stage::Start => shallow = true,
                _ => self.pass(at, &mut goal),
            }
            at += 1;
        }
        match (self.found.clone(), self.bounds.depth) {
            (Some(found), _) => End::Found(found),
            _ if self.stopped => End::Cut(Cut::Stopped),
            _ if self.refused > 0 => End::Cut(Cut::Worlds(self.bounds.worlds, self.refused)),
            (_, Some(depth)) if shallow => End::Cut(Cut::Depth(depth)),
            _ => End::Exhausted,
        }
    }

    /// How many states and models there are among those found, if only access counts.
    pub fn similar(&self) -> SimilarCount {
        let mut frames: IndexSet<Form, FxBuildHasher> = IndexSet::default();
        let mut states = BTreeSet::new();
        for (node, points) in self.met.iter().enumerate() {
            let canonical = frame(&self.model(node));
            let (kind, _) = frames.insert_full(canonical.form);
            states
                .extend(points.iter().map(|point| (kind, canonical.orbit[canonical.world[point]])));
        }
        SimilarCount { models: frames.len(), states: states.len() }
    }

    /// A model by its number.
    pub(crate) fn model(&self, node: usize) -> Model {
        self.forms[node].model(self.game.cards(), self.game.agents())
    }

    /// The number of a model's form, if it was found.
    pub(crate) fn is_form(&self, node: usize, form: &Form) -> bool {
        self.forms[node] == *form
    }

    pub(crate) fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    fn reached_bound(&self) -> Option<Cut> {
        if self.states > self.bounds.states {
            return Some(Cut::States(self.bounds.states));
        }
        (self.bytes > self.bounds.memory).then_some(Cut::Memory(self.bounds.memory))
    }

    fn deal(&mut self, goal: &mut Goal<'_>) {
        let model = Model::initial(&self.game);
        for part in parts(&model, &self.kinds) {
            let points = WorldSet::all(part.model.worlds());
            let way = Way { stage: Stage::Start, depth: 0, parent: 0, step: Step::Deal };
            self.arrive(&part, points, way, None, goal);
        }
    }

    /// All questions, with all answers.
    fn ask(
        &mut self,
        at: usize,
        goal: &mut Goal<'_>,
        watch: &mut dyn FnMut(&Search) -> ControlFlow<()>,
    ) {
        let model = self.model(self.batches[at].node);
        let asks: Vec<Ask> = self.game.asks().collect();
        // If asking tells nothing, it does not matter who is told that somebody has none of the cards.
        let mut told: FxHashMap<(usize, u16), (Moved, Vec<Part>)> = FxHashMap::default();
        for ask in asks {
            self.stopped |= watch(self).is_break();
            if self.stopped || self.found.is_some() {
                return;
            }
            let points = self.askable(at, &model, ask);
            if points.is_empty() {
                continue;
            }
            let shared = ask.answer == Answer::No && self.game.own != Own::Forbidden;
            if shared && let Some((moved, parts)) = told.get(&(ask.respondent, ask.cards)) {
                self.settle(at, ask, moved, parts, &points, goal);
                continue;
            }
            let Ok(moved) = answered(&model, self.game.own, ask, self.bounds.worlds) else {
                self.refused += 1;
                continue;
            };
            let parts = parts(&moved.model, &self.kinds);
            self.settle(at, ask, &moved, &parts, &points, goal);
            if shared {
                told.insert((ask.respondent, ask.cards), (moved, parts));
            }
        }
    }

    /// The points where the question is asked.
    fn askable(&self, at: usize, model: &Model, ask: Ask) -> WorldSet {
        let points = &self.batches[at].points;
        match self.game.own {
            Own::Avoided => WorldSet::of(model.worlds(), |world| {
                points.contains(world) && is_of_others(model, world, ask)
            }),
            Own::Allowed | Own::Forbidden => points.clone(),
        }
    }

    /// Where a question and its answer lead.
    fn settle(
        &mut self,
        at: usize,
        ask: Ask,
        moved: &Moved,
        parts: &[Part],
        points: &WorldSet,
        goal: &mut Goal<'_>,
    ) {
        let depth = self.batches[at].depth + 1;
        for part in parts {
            let settled = landed(part, moved, points);
            if settled.is_empty() {
                continue;
            }
            if let (Goal::Grows, Answer::Show) = (&goal, ask.answer) {
                self.compare(at, ask, moved, part, &settled);
            }
            let stage = match self.game.nowin {
                NoWin::Asker => Stage::Answered(part.canonical.agent[ask.asker] as u8),
                NoWin::All => Stage::AnsweredSomebody,
                NoWin::None => Stage::Start,
            };
            let way = Way { stage, depth, parent: at, step: Step::Ask(ask) };
            self.arrive(part, settled, way, Some(ask.asker), goal);
        }
    }

    /// Whether a card that was shown has made the state larger.
    fn compare(&mut self, at: usize, ask: Ask, moved: &Moved, part: &Part, settled: &WorldSet) {
        let before = self.model(self.batches[at].node).worlds();
        let after = part.model.worlds();
        let point = |&raw: &usize| part.place[raw].is_some_and(|place| settled.contains(place));
        let points = &self.batches[at].points;
        let is_point = |&raw: &usize| points.contains(usize::from(moved.origin[raw]));
        let raw = (0..moved.origin.len()).filter(point).find(is_point);
        if let (true, Some(raw)) = (after > before, raw) {
            let next = Growth { ask, shown: moved.shown[raw], before, after };
            let world = usize::from(moved.origin[raw]);
            self.found = Some(Found { batch: at, world, next: Some(next) });
        }
    }

    /// The end of a turn.
    fn pass(&mut self, at: usize, goal: &mut Goal<'_>) {
        let Batch { node, stage, depth, ref points, .. } = self.batches[at];
        let asker = match stage {
            Stage::Answered(asker) => Some(usize::from(asker)),
            _ => None,
        };
        let moved = ended(&self.model(node), &self.game, asker);
        let points = points.clone();
        for part in parts(&moved.model, &self.kinds) {
            let settled = landed(&part, &moved, &points);
            let step = Step::NoWin(asker);
            let way = Way { stage: Stage::Start, depth, parent: at, step };
            self.arrive(&part, settled, way, None, goal);
        }
    }

    /// Keeps the points of a model that are new at this stage.
    fn arrive(
        &mut self,
        part: &Part,
        settled: WorldSet,
        way: Way,
        asker: Option<usize>,
        goal: &mut Goal<'_>,
    ) {
        let canonical = &part.canonical;
        let worlds = part.model.worlds();
        let node = self.node(part, way.depth);
        let reached =
            self.reached.entry((node, way.stage)).or_insert_with(|| WorldSet::none(worlds));
        let mut points = WorldSet::none(worlds);
        settled.iter().for_each(|world| points.insert(canonical.world[world]));
        points.remove(reached);
        if points.is_empty() || self.found.is_some() {
            return;
        }
        reached.add(&points);
        let new = self.count(node, canonical, &points, way.depth);
        let batch = self.batches.len();
        let arrival = Arrival { part, asker, new, points: &points };
        if let Some(world) = self.look(&arrival, goal) {
            self.found = Some(Found { batch, world, next: None });
        }
        self.bytes += size_of::<Batch>() + 2 * points.bytes() + ENTRY_BYTES;
        let Way { stage, depth, parent, step } = way;
        self.batches.push(Batch { node, stage, depth, points, parent, step });
    }

    /// The number of a model.
    fn node(&mut self, part: &Part, depth: usize) -> usize {
        if let Some(node) = self.forms.get_index_of(&part.canonical.form) {
            return node;
        }
        self.bytes += part.canonical.form.bytes() + ENTRY_BYTES;
        self.met.push(WorldSet::none(part.model.worlds()));
        if self.counts.len() <= depth {
            self.counts.resize(depth + 1, Count::default());
        }
        let count = &mut self.counts[depth];
        count.models += 1;
        count.worlds = count.worlds.max(part.model.worlds());
        self.forms.insert_full(part.canonical.form.clone()).0
    }

    /// Counts the states that were not met before, at any stage; and whether there are any.
    fn count(
        &mut self,
        node: usize,
        canonical: &Canonical,
        points: &WorldSet,
        depth: usize,
    ) -> New {
        let met = &mut self.met[node];
        let known: BTreeSet<usize> = met.iter().map(|point| canonical.orbit[point]).collect();
        let orbits: BTreeSet<usize> = points.iter().map(|point| canonical.orbit[point]).collect();
        let new = orbits.difference(&known).count();
        met.add(points);
        if self.counts.len() <= depth {
            self.counts.resize(depth + 1, Count::default());
        }
        self.counts[depth].states += new;
        self.states += new;
        if new > 0 { New::States } else { New::Nothing }
    }

    /// The point of the model's form where the goal is met.
    fn look(&mut self, arrival: &Arrival<'_>, goal: &mut Goal<'_>) -> Option<usize> {
        let Arrival { part, asker, new, points } = arrival;
        let win = self.game.win;
        let at = &part.canonical.world;
        let place = match (goal, asker) {
            (Goal::Nothing | Goal::Grows, _) => None,
            (Goal::Holds(_) | Goal::Unsuccessful(NoWin::All), _) if *new == New::Nothing => None,
            (Goal::Holds(holds), _) => match holds(&part.model) {
                ControlFlow::Continue(worlds) => worlds.iter().find(|&w| points.contains(at[w])),
                ControlFlow::Break(()) => {
                    self.stopped = true;
                    None
                }
            },
            (Goal::Unsuccessful(who), asker) => {
                let is_point = |world| points.contains(at[world]);
                unsuccessful(&part.model, win, *who, *asker, is_point)
            }
        };
        place.map(|place| at[place])
    }
}

/// What a table of models and stages takes for an entry, roughly.
const ENTRY_BYTES: usize = 96;

/// Whether there is something that was not met before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum New {
    States,
    Nothing,
}

/// How one gets somewhere.
struct Way {
    stage: Stage,
    depth: usize,
    parent: usize,
    step: Step,
}

/// Points that are reached.
struct Arrival<'a> {
    part: &'a Part,
    /// Who has just asked, in the names of the part.
    asker: Option<usize>,
    new: New,
    /// In the places of the form.
    points: &'a WorldSet,
}

/// Whether the asker has none of the cards in a world.
pub(crate) fn is_of_others(model: &Model, world: usize, ask: Ask) -> bool {
    model.deal(world).hand(model.cards(), ask.asker) & ask.cards == 0
}

/// The end of a turn.
pub(crate) fn ended(model: &Model, game: &Game, asker: Option<usize>) -> Moved {
    match asker {
        Some(asker) => passed(model, game.win, NoWin::Asker, asker),
        None => passed(model, game.win, game.nowin, 0),
    }
}

/// The worlds of a part that points have become.
fn landed(part: &Part, moved: &Moved, points: &WorldSet) -> WorldSet {
    let mut landed = WorldSet::none(part.model.worlds());
    for (place, &origin) in part.place.iter().zip(&moved.origin) {
        if let (Some(place), true) = (place, points.contains(usize::from(origin))) {
            landed.insert(*place);
        }
    }
    landed
}

/// A point where nobody can win, until somebody, or everybody, says that he cannot.
fn unsuccessful(
    model: &Model,
    win: WinCondition,
    who: NoWin,
    asker: Option<usize>,
    is_point: impl Fn(usize) -> bool,
) -> Option<usize> {
    let asker = match (who, asker) {
        (NoWin::Asker, None) | (NoWin::None, _) => return None,
        (_, asker) => asker.unwrap_or(0),
    };
    let said = passed(model, win, who, asker);
    if said.origin.len() == model.worlds() {
        return None;
    }
    let before = somebody_wins(model, win);
    let after = somebody_wins(&said.model, win);
    let origins = said.origin.iter().map(|&origin| usize::from(origin)).zip(after);
    let mut turned = origins.filter(|&(origin, wins)| wins && !before[origin]);
    turned.find(|&(origin, _)| is_point(origin)).map(|(origin, _)| origin)
}

fn somebody_wins(model: &Model, win: WinCondition) -> Vec<bool> {
    let mut can = vec![false; model.worlds()];
    for player in 0..model.agents() {
        let wins = wins(model, win, player);
        can.iter_mut().zip(wins).for_each(|(can, wins)| *can |= wins);
    }
    can
}

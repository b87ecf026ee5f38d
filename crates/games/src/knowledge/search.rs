//! The search through the states of a knowledge game, those with the fewest questions first. States
//! are the same if renaming cards and agents makes them bisimilar. They are found a model at a time:
//! the worlds of a model that can be the actual one are its points.
//!
//! A turn is a question with its answer, and then somebody says that they cannot win, as the rules have
//! it. Where one stands in a turn is its stage; states are counted once, whatever the stage.

mod outcome;
mod parts;
mod unsuccessful;

pub use outcome::{DepthCount, Found, Growth, SearchBounds, SearchCut, SearchEnd, SimilarCount};
pub(super) use parts::{Part, parts};

use super::canonical::{Canonical, Form, frame};
use super::cards::CardSet;
use super::kinds::Kinds;
use super::moves::{Ask, HeardAnswer, Moved, apply_ask, apply_nowin};
use super::packed::PackedModel;
use super::rules::{KnowledgeGame, MOST_WORLDS, NoWin, OwnCards};
use super::world_set::WorldSet;
use hexa_logic::{Agent, Stop, Stopped};
use indexmap::IndexSet;
use parts::points_in_part;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use unsuccessful::find_unsuccessful;
/// What to look for.
pub enum SearchGoal<'g> {
    /// Nothing: all states are counted.
    Nothing,
    /// A state where something holds. It is told in which worlds of a model it does, and must be
    /// something that other names for cards and agents do not change.
    Holds(&'g mut dyn FnMut(&PackedModel) -> ControlFlow<(), WorldSet>),
    /// A state where nobody can win, and where somebody can as soon as it was said that nobody can
    /// win (thesis sec. 6.2.2), or as soon as who has asked said that they cannot.
    Unsuccessful(NoWin),
    /// A state that becomes larger when a card is shown (thesis sec. 5.3).
    Grows,
}

/// Where one stands in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stage {
    /// Somebody may ask.
    Start,
    /// This agent has asked and was answered.
    Answered(Agent),
    /// Somebody has asked and was answered, and who it was does not matter.
    AnsweredSomebody,
}

/// What led to a model, in the names of the model before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The cards were dealt.
    Deal,
    /// A question and its answer.
    Ask(Ask),
    /// Who has asked, or everybody, said that they cannot win.
    NoWin(Option<Agent>),
}

/// Points of a model that were reached in the same way.
pub(super) struct Batch {
    pub(super) node: usize,
    pub(super) stage: Stage,
    depth: usize,
    pub(super) points: WorldSet,
    pub(super) parent: usize,
    pub(super) step: Step,
}

/// A search, with all that was found on the way.
pub struct StateSearch {
    game: KnowledgeGame,
    bounds: SearchBounds,
    kinds: Kinds,
    forms: IndexSet<Form, FxBuildHasher>,
    /// For each model the points of all its batches.
    met: Vec<WorldSet>,
    pub(super) batches: Vec<Batch>,
    reached: FxHashMap<(usize, Stage), WorldSet>,
    counts: Vec<DepthCount>,
    states: usize,
    bytes: usize,
    refused: usize,
    found: Option<Found>,
}

impl StateSearch {
    /// A search that has not begun.
    pub fn new(game: KnowledgeGame, bounds: SearchBounds) -> Self {
        let bounds = SearchBounds { worlds: bounds.worlds.min(MOST_WORLDS), ..bounds };
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
            found: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &KnowledgeGame {
        &self.game
    }

    /// What was found with each number of questions.
    pub fn counts(&self) -> &[DepthCount] {
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
    pub fn found_models(&self) -> impl Iterator<Item = PackedModel> + '_ {
        (0..self.forms.len()).map(|node| self.model(node))
    }

    /// Whether a state was found, up to bisimilarity and other names.
    pub fn has_found(
        &self,
        model: &PackedModel,
        world: usize,
        stop: &Stop,
    ) -> Result<bool, Stopped> {
        for part in parts(model, &self.kinds, stop)? {
            let Some(place) = part.place.get(world).copied().flatten() else { continue };
            let Canonical { form, world, orbit, .. } = &part.canonical;
            let Some(node) = self.forms.get_index_of(form) else { return Ok(false) };
            let is_same = |point: usize| orbit[point] == orbit[world[place]];
            return Ok(self.met[node].iter().any(is_same));
        }
        Ok(false)
    }

    /// Searches until it finds what it looks for, or until somebody asks for the end. Whoever waits is
    /// shown the search before every move.
    ///
    /// Every move counts as a step, and every round of contraction and of bringing a model into its
    /// canonical form as many steps as the model has worlds: after somebody has asked for the end, no
    /// more is done than one of these.
    pub fn run(
        &mut self,
        mut goal: SearchGoal<'_>,
        stop: &Stop,
        watch: &mut dyn FnMut(&StateSearch),
    ) -> SearchEnd {
        match self.go_through(&mut goal, stop, watch) {
            Ok(end) => end,
            Err(Stopped) => SearchEnd::Cut(SearchCut::Stopped),
        }
    }

    fn go_through(
        &mut self,
        goal: &mut SearchGoal<'_>,
        stop: &Stop,
        watch: &mut dyn FnMut(&StateSearch),
    ) -> Result<SearchEnd, Stopped> {
        self.deal(goal, stop)?;
        let mut at = 0;
        let mut shallow = false;
        while at < self.batches.len() && self.found.is_none() {
            if let Some(cut) = self.reached_bound() {
                return Ok(SearchEnd::Cut(cut));
            }
            let may_ask = self.bounds.depth.is_none_or(|most| self.batches[at].depth < most);
            match self.batches[at].stage {
                Stage::Start if may_ask => self.ask(at, goal, stop, watch)?,
                Stage::Start => shallow = true,
                Stage::Answered(_) | Stage::AnsweredSomebody => self.end_turn(at, goal, stop)?,
            }
            at += 1;
        }
        Ok(match (self.found.clone(), self.bounds.depth) {
            (Some(found), _) => SearchEnd::Found(found),
            (None, _) if self.refused > 0 => {
                SearchEnd::Cut(SearchCut::Worlds(self.bounds.worlds, self.refused))
            }
            (None, Some(depth)) if shallow => SearchEnd::Cut(SearchCut::Depth(depth)),
            (None, _) => SearchEnd::Exhausted,
        })
    }

    /// How many states and models there are among those found, if only access counts.
    pub fn similar(&self, stop: &Stop) -> Result<SimilarCount, Stopped> {
        stop.look()?;
        let mut frames: IndexSet<Form, FxBuildHasher> = IndexSet::default();
        let mut states = BTreeSet::new();
        for (node, points) in self.met.iter().enumerate() {
            let canonical = frame(&self.model(node), stop)?;
            let (kind, _) = frames.insert_full(canonical.form);
            states
                .extend(points.iter().map(|point| (kind, canonical.orbit[canonical.world[point]])));
        }
        Ok(SimilarCount { models: frames.len(), states: states.len() })
    }

    /// A model by its number.
    pub(super) fn model(&self, node: usize) -> PackedModel {
        self.forms[node].model(self.game.cards(), self.game.agents())
    }

    /// The number of a model's form, if it was found.
    pub(super) fn is_form(&self, node: usize, form: &Form) -> bool {
        self.forms[node] == *form
    }

    pub(super) fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    fn reached_bound(&self) -> Option<SearchCut> {
        if self.states > self.bounds.states {
            return Some(SearchCut::States(self.bounds.states));
        }
        (self.bytes > self.bounds.memory).then_some(SearchCut::Memory(self.bounds.memory))
    }

    fn deal(&mut self, goal: &mut SearchGoal<'_>, stop: &Stop) -> Result<(), Stopped> {
        let model = PackedModel::initial(&self.game);
        for part in parts(&model, &self.kinds, stop)? {
            let points = WorldSet::all(part.model.worlds());
            let way = Way { stage: Stage::Start, depth: 0, parent: 0, step: Step::Deal };
            self.arrive(&part, points, way, None, goal)?;
        }
        Ok(())
    }

    /// All questions, with all answers.
    fn ask(
        &mut self,
        at: usize,
        goal: &mut SearchGoal<'_>,
        stop: &Stop,
        watch: &mut dyn FnMut(&StateSearch),
    ) -> Result<(), Stopped> {
        let model = self.model(self.batches[at].node);
        let asks: Vec<Ask> = self.game.asks().collect();
        // If asking tells nothing, it does not matter who is told that somebody has none of the cards.
        let mut after_no: FxHashMap<(Agent, CardSet), (Moved, Vec<Part>)> = FxHashMap::default();
        for ask in asks {
            watch(self);
            stop.count(1)?;
            if self.found.is_some() {
                return Ok(());
            }
            let points = self.askable(at, &model, ask);
            if points.is_empty() {
                continue;
            }
            let shared = ask.answer == HeardAnswer::No && self.game.own != OwnCards::Forbidden;
            if shared && let Some((moved, parts)) = after_no.get(&(ask.respondent, ask.cards)) {
                self.settle(at, ask, moved, parts, &points, goal)?;
                continue;
            }
            let Ok(moved) = apply_ask(&model, self.game.own, ask, self.bounds.worlds) else {
                self.refused += 1;
                continue;
            };
            let parts = parts(&moved.model, &self.kinds, stop)?;
            self.settle(at, ask, &moved, &parts, &points, goal)?;
            if shared {
                after_no.insert((ask.respondent, ask.cards), (moved, parts));
            }
        }
        Ok(())
    }

    /// The points where the question is asked.
    fn askable(&self, at: usize, model: &PackedModel, ask: Ask) -> WorldSet {
        let points = &self.batches[at].points;
        match self.game.own {
            OwnCards::Avoided => WorldSet::of(model.worlds(), |world| {
                points.contains(world) && is_of_others(model, world, ask)
            }),
            OwnCards::Allowed | OwnCards::Forbidden => points.clone(),
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
        goal: &mut SearchGoal<'_>,
    ) -> Result<(), Stopped> {
        let depth = self.batches[at].depth + 1;
        for part in parts {
            let settled = points_in_part(part, moved, points);
            if settled.is_empty() {
                continue;
            }
            if let (SearchGoal::Grows, HeardAnswer::Show) = (&goal, ask.answer) {
                self.compare(at, ask, moved, part, &settled);
            }
            let stage = match self.game.nowin {
                NoWin::Asker => Stage::Answered(part.canonical.agent[ask.asker.index()]),
                NoWin::All => Stage::AnsweredSomebody,
                NoWin::None => Stage::Start,
            };
            let way = Way { stage, depth, parent: at, step: Step::Ask(ask) };
            self.arrive(part, settled, way, Some(ask.asker), goal)?;
        }
        Ok(())
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
    fn end_turn(
        &mut self,
        at: usize,
        goal: &mut SearchGoal<'_>,
        stop: &Stop,
    ) -> Result<(), Stopped> {
        stop.count(1)?;
        let Batch { node, stage, depth, ref points, .. } = self.batches[at];
        let asker = match stage {
            Stage::Answered(asker) => Some(asker),
            Stage::Start | Stage::AnsweredSomebody => None,
        };
        let moved = after_turn(&self.model(node), &self.game, asker);
        let points = points.clone();
        for part in parts(&moved.model, &self.kinds, stop)? {
            let settled = points_in_part(&part, &moved, &points);
            let step = Step::NoWin(asker);
            let way = Way { stage: Stage::Start, depth, parent: at, step };
            self.arrive(&part, settled, way, None, goal)?;
        }
        Ok(())
    }

    /// Keeps the points of a model that are new at this stage.
    fn arrive(
        &mut self,
        part: &Part,
        settled: WorldSet,
        way: Way,
        asker: Option<Agent>,
        goal: &mut SearchGoal<'_>,
    ) -> Result<(), Stopped> {
        let canonical = &part.canonical;
        let worlds = part.model.worlds();
        let node = self.node(part, way.depth);
        let reached =
            self.reached.entry((node, way.stage)).or_insert_with(|| WorldSet::none(worlds));
        let mut points = WorldSet::none(worlds);
        settled.iter().for_each(|world| points.insert(canonical.world[world]));
        points.remove(reached);
        if points.is_empty() || self.found.is_some() {
            return Ok(());
        }
        reached.add(&points);
        let new = self.count(node, canonical, &points, way.depth);
        let batch = self.batches.len();
        let arrival = Arrival { part, asker, new, points: &points };
        if let Some(world) = self.look(&arrival, goal)? {
            self.found = Some(Found { batch, world, next: None });
        }
        self.bytes += size_of::<Batch>() + 2 * points.bytes() + ENTRY_BYTES;
        let Way { stage, depth, parent, step } = way;
        self.batches.push(Batch { node, stage, depth, points, parent, step });
        Ok(())
    }

    /// The number of a model.
    fn node(&mut self, part: &Part, depth: usize) -> usize {
        if let Some(node) = self.forms.get_index_of(&part.canonical.form) {
            return node;
        }
        self.bytes += part.canonical.form.bytes() + ENTRY_BYTES;
        self.met.push(WorldSet::none(part.model.worlds()));
        if self.counts.len() <= depth {
            self.counts.resize(depth + 1, DepthCount::default());
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
            self.counts.resize(depth + 1, DepthCount::default());
        }
        self.counts[depth].states += new;
        self.states += new;
        if new > 0 { New::States } else { New::Nothing }
    }

    /// The point of the model's form where the goal is met.
    fn look(
        &self,
        arrival: &Arrival<'_>,
        goal: &mut SearchGoal<'_>,
    ) -> Result<Option<usize>, Stopped> {
        let Arrival { part, asker, new, points } = arrival;
        let at = &part.canonical.world;
        let place = match goal {
            SearchGoal::Nothing | SearchGoal::Grows => None,
            SearchGoal::Holds(_) | SearchGoal::Unsuccessful(NoWin::All) if *new == New::Nothing => {
                None
            }
            SearchGoal::Holds(holds) => match holds(&part.model) {
                ControlFlow::Continue(worlds) => worlds.iter().find(|&w| points.contains(at[w])),
                ControlFlow::Break(()) => return Err(Stopped),
            },
            SearchGoal::Unsuccessful(who) => {
                let is_point = |world| points.contains(at[world]);
                find_unsuccessful(&part.model, self.game.win, *who, *asker, is_point)
            }
        };
        Ok(place.map(|place| at[place]))
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
    asker: Option<Agent>,
    new: New,
    /// In the places of the form.
    points: &'a WorldSet,
}

/// Whether the asker has none of the cards in a world.
pub(super) fn is_of_others(model: &PackedModel, world: usize, ask: Ask) -> bool {
    model.hand(world, ask.asker).and(ask.cards).is_empty()
}

/// What the end of a turn leads to.
pub(super) fn after_turn(model: &PackedModel, game: &KnowledgeGame, asker: Option<Agent>) -> Moved {
    match asker {
        Some(asker) => apply_nowin(model, game.win, NoWin::Asker, asker),
        None => apply_nowin(model, game.win, game.nowin, Agent(0)),
    }
}

//! What players know in the course of plays, computed once for all plays that go the same way: what is public leads to a
//! model, and the play itself is a world of it. Models are kept in tables that do not grow beyond a bound. Whoever plays borrows
//! a table from a shelf and gives it back, so that threads do not wait for each other and later plays find what earlier ones
//! computed.

use super::moves::{
    Ask, Moved, apply_ask, apply_cannot_win, apply_draw, apply_look, apply_wrong_guess,
    worlds_won_by,
};
use super::packed::PackedModel;
use super::rules::{KnowledgeGame, MOST_WORLDS};
use hexa_logic::{Agent, Card};
use rustc_hash::FxHashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A model that plays lead to, and who can win in it.
pub(super) struct KnownModel {
    pub(super) model: PackedModel,
    /// For each world the one that it comes from and the card that was shown, in order.
    comes_from: Vec<(u16, Option<Card>)>,
    /// For each world who can win there, a bit for each player.
    winners: Vec<u8>,
    next: Mutex<FxHashMap<PublicEvent, Arc<KnownModel>>>,
}

/// What everybody hears or sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PublicEvent {
    /// A question and its answer.
    Ask(Ask),
    /// A player looks at a card of the table.
    Draw(Agent),
    /// These players say that they cannot win, a bit for each.
    CannotWin(u8),
    /// This is not what must be known to win.
    WrongGuess(u64),
    /// A player sees what must be known to win.
    Look(Agent),
}

/// Models that plays led to, from the one after the deal on; how large the table is, and how often it helped.
pub(super) struct ModelTable {
    root: Arc<KnownModel>,
    most_worlds: u64,
    worlds: AtomicU64,
    found: AtomicU64,
    computed: AtomicU64,
}

/// All tables of a game: as many as there were plays at the same time.
pub(super) struct ModelShelf {
    most_worlds: u64,
    all: Mutex<Vec<Arc<ModelTable>>>,
    free: Mutex<Vec<Arc<ModelTable>>>,
}

/// A table that a play has borrowed, with all plays that were forked from it.
pub(super) struct BorrowedTable {
    table: Arc<ModelTable>,
    shelf: Arc<ModelShelf>,
}

/// How the tables of models of a game were used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// The worlds of the models in them.
    pub worlds: u64,
    /// How many models were found there.
    pub found: u64,
    /// How many had to be computed.
    pub computed: u64,
}

impl ModelShelf {
    /// With a table whose first model is this, where models with so many worlds are kept in each table.
    pub(super) fn new(root: KnownModel, most_worlds: u64) -> Self {
        let first = Arc::new(ModelTable::new(root, most_worlds));
        let (all, free) = (Mutex::new(vec![Arc::clone(&first)]), Mutex::new(vec![first]));
        Self { most_worlds, all, free }
    }

    /// A table that nobody else uses now; a new one, if there is none.
    pub(super) fn borrow_table(self: &Arc<Self>, root: &KnownModel) -> BorrowedTable {
        let table = lock(&self.free).pop().unwrap_or_else(|| {
            let table = Arc::new(ModelTable::new(root.without_next(), self.most_worlds));
            lock(&self.all).push(Arc::clone(&table));
            table
        });
        BorrowedTable { table, shelf: Arc::clone(self) }
    }

    /// How all tables were used so far.
    pub(super) fn usage(&self) -> TableUse {
        let mut sum = TableUse { worlds: 0, found: 0, computed: 0 };
        for table in lock(&self.all).iter() {
            sum.worlds += table.worlds.load(Ordering::Relaxed);
            sum.found += table.found.load(Ordering::Relaxed);
            sum.computed += table.computed.load(Ordering::Relaxed);
        }
        sum
    }
}

impl Deref for BorrowedTable {
    type Target = ModelTable;

    fn deref(&self) -> &ModelTable {
        &self.table
    }
}

impl Drop for BorrowedTable {
    fn drop(&mut self) {
        lock(&self.shelf.free).push(Arc::clone(&self.table));
    }
}

/// Nobody panics while a lock is held; and if, what is behind it is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ModelTable {
    fn new(root: KnownModel, most_worlds: u64) -> Self {
        let [worlds, found, computed] = [const { AtomicU64::new(0) }; 3];
        Self { root: Arc::new(root), most_worlds, worlds, found, computed }
    }

    /// The model after the deal.
    pub(super) fn root(&self) -> &Arc<KnownModel> {
        &self.root
    }

    /// Whether there is room for so many worlds more; if so, they are counted.
    fn make_room(&self, worlds: u64) -> bool {
        let taken = |used: u64| used.checked_add(worlds).filter(|&sum| sum <= self.most_worlds);
        self.worlds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }
}

impl KnownModel {
    /// The model after the deal.
    pub(super) fn initial(game: &KnowledgeGame) -> Self {
        let model = PackedModel::initial(game);
        let origin = (0..model.worlds() as u16).collect();
        let shown = vec![None; model.worlds()];
        Self::of(game, Moved { model, origin, shown })
    }

    /// The same model, where nothing is known of what comes after it.
    pub(super) fn without_next(&self) -> Self {
        Self {
            model: self.model.clone(),
            comes_from: self.comes_from.clone(),
            winners: self.winners.clone(),
            next: Mutex::default(),
        }
    }

    fn of(game: &KnowledgeGame, moved: Moved) -> Self {
        let Moved { model, origin, shown } = moved;
        let mut winners = vec![0u8; model.worlds()];
        for (at, player) in model.all_agents().enumerate() {
            let can = worlds_won_by(&model, game.win, player);
            winners.iter_mut().zip(can).for_each(|(winners, can)| *winners |= u8::from(can) << at);
        }
        let comes_from = origin.into_iter().zip(shown).collect();
        Self { model, comes_from, winners, next: Mutex::default() }
    }

    /// Who can win in a world, a bit for each player.
    pub(super) fn winners(&self, world: u16) -> u8 {
        self.winners[usize::from(world)]
    }

    /// The world that another becomes; `None` if it does not become one.
    pub(super) fn world(&self, from: u16, shown: Option<Card>) -> Option<u16> {
        self.comes_from.binary_search(&(from, shown)).ok().map(|world| world as u16)
    }

    /// What everybody hears or sees, in a world, with the card that is shown. `Ok(None)` if it cannot happen there, `Err` with
    /// how many worlds there would be, if they are too many.
    pub(super) fn after(
        &self,
        (game, table): (&KnowledgeGame, &ModelTable),
        event: PublicEvent,
        (world, shown): (u16, Option<Card>),
    ) -> Result<Option<(Arc<Self>, u16)>, usize> {
        let next = self.next((game, table), event)?;
        Ok(next.world(world, shown).map(|world| (next, world)))
    }

    /// The model after what everybody hears or sees.
    pub(super) fn next(
        &self,
        (game, table): (&KnowledgeGame, &ModelTable),
        event: PublicEvent,
    ) -> Result<Arc<Self>, usize> {
        self.follow(table, event, || {
            let moved = match event {
                PublicEvent::Ask(ask) => apply_ask(&self.model, game.own, ask, MOST_WORLDS)?,
                PublicEvent::Draw(player) => apply_draw(&self.model, player, MOST_WORLDS)?,
                PublicEvent::CannotWin(players) => {
                    let said = self.model.all_agents().filter(|agent| players >> agent.0 & 1 == 1);
                    apply_cannot_win(&self.model, game.win, &said.collect::<Vec<_>>())
                }
                PublicEvent::WrongGuess(guess) => apply_wrong_guess(&self.model, game.win, guess),
                PublicEvent::Look(player) => apply_look(&self.model, game.win, player),
            };
            Ok(Self::of(game, moved))
        })
    }

    fn follow(
        &self,
        table: &ModelTable,
        event: PublicEvent,
        compute: impl FnOnce() -> Result<Self, usize>,
    ) -> Result<Arc<Self>, usize> {
        let mut next = lock(&self.next);
        if let Some(known) = next.get(&event) {
            table.found.fetch_add(1, Ordering::Relaxed);
            return Ok(Arc::clone(known));
        }
        table.computed.fetch_add(1, Ordering::Relaxed);
        let computed = Arc::new(compute()?);
        if table.make_room(computed.model.worlds() as u64 + 1) {
            next.insert(event, Arc::clone(&computed));
        }
        Ok(computed)
    }
}

//! What players know in the course of plays, computed once for all plays that go the same way: what is public leads to a
//! model, and the play itself is a world of it. Models are kept in a table that does not grow beyond a bound.

use super::moves::{Ask, HeardAnswer, Moved, apply_ask, apply_nowin, worlds_won_by};
use super::packed::PackedModel;
use super::rules::{KnowledgeGame, MOST_WORLDS, NoWin};
use hexa_logic::{Agent, Card};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A model that plays lead to, and who can win in it.
pub(super) struct KnownModel {
    pub(super) model: PackedModel,
    /// For each world the one that it comes from and the card that was shown, in order.
    comes_from: Vec<(u16, Option<Card>)>,
    /// For each world who can win there, a bit for each player.
    winners: Vec<u8>,
    next: Mutex<FxHashMap<PublicEvent, Arc<KnownModel>>>,
}

/// What everybody hears.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PublicEvent {
    Ask(Ask),
    NoWin(NoWin, Agent),
}

/// How large the table is, and how often it helped.
#[derive(Debug)]
pub(super) struct ModelTable {
    most_worlds: u64,
    worlds: AtomicU64,
    found: AtomicU64,
    computed: AtomicU64,
}

/// How a table of models was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// The worlds of the models in it.
    pub worlds: u64,
    /// How many models were found there.
    pub found: u64,
    /// How many had to be computed.
    pub computed: u64,
}

impl ModelTable {
    pub(super) fn new(most_worlds: u64) -> Self {
        let [worlds, found, computed] = [const { AtomicU64::new(0) }; 3];
        Self { most_worlds, worlds, found, computed }
    }

    pub(super) fn usage(&self) -> TableUse {
        let [worlds, found, computed] =
            [&self.worlds, &self.found, &self.computed].map(|count| count.load(Ordering::Relaxed));
        TableUse { worlds, found, computed }
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
    fn world(&self, from: u16, shown: Option<Card>) -> Option<u16> {
        self.comes_from.binary_search(&(from, shown)).ok().map(|world| world as u16)
    }

    /// A question is answered in a world. `Err` with how many worlds there would be, if they are too many.
    pub(super) fn ask(
        &self,
        (game, table): (&KnowledgeGame, &ModelTable),
        ask: Ask,
        (world, shown): (u16, Option<Card>),
    ) -> Result<Option<(Arc<Self>, u16)>, usize> {
        debug_assert_eq!(ask.answer == HeardAnswer::Show, shown.is_some());
        let next = self.follow(table, PublicEvent::Ask(ask), || {
            Ok(Self::of(game, apply_ask(&self.model, game.own, ask, MOST_WORLDS)?))
        })?;
        Ok(next.world(world, shown).map(|world| (next, world)))
    }

    /// The asker, or everybody, says that they cannot win.
    pub(super) fn nowin(
        &self,
        (game, table): (&KnowledgeGame, &ModelTable),
        asker: Agent,
        world: u16,
    ) -> Result<Option<(Arc<Self>, u16)>, usize> {
        let next = self.follow(table, PublicEvent::NoWin(game.nowin, asker), || {
            Ok(Self::of(game, apply_nowin(&self.model, game.win, game.nowin, asker)))
        })?;
        Ok(next.world(world, None).map(|world| (next, world)))
    }

    fn follow(
        &self,
        table: &ModelTable,
        event: PublicEvent,
        compute: impl FnOnce() -> Result<Self, usize>,
    ) -> Result<Arc<Self>, usize> {
        // Nobody panics while the lock is held; and if, what was put in is whole.
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
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

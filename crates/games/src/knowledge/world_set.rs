//! Sets of worlds of one model, as bits.

/// A set of worlds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorldSet(Box<[u64]>);

impl WorldSet {
    /// No world out of so many.
    pub fn none(worlds: usize) -> Self {
        Self(vec![0; worlds.div_ceil(64)].into())
    }

    /// All of so many worlds.
    pub fn all(worlds: usize) -> Self {
        Self::of(worlds, |_| true)
    }

    /// Those of so many worlds that are as asked for.
    pub fn of(worlds: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let mut set = Self::none(worlds);
        (0..worlds).filter(|&world| is_in(world)).for_each(|world| set.insert(world));
        set
    }

    /// Adds a world.
    pub fn insert(&mut self, world: usize) {
        self.0[world / 64] |= 1 << (world % 64);
    }

    /// Whether a world is in it.
    pub fn contains(&self, world: usize) -> bool {
        self.0[world / 64] >> (world % 64) & 1 == 1
    }

    /// Whether no world is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&bits| bits == 0)
    }

    /// Adds the worlds of another set.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(here, there)| *here |= there);
    }

    /// Takes the worlds of another set away.
    pub fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(here, there)| *here &= !there);
    }

    /// Its worlds, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|&world| self.contains(world))
    }

    /// What it takes to keep it.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len() * 8
    }
}

//! An agent's access between worlds (thesis def. 63): an equivalence relation as the
//! class of every world (defs. 70 and 71), or any relation as lists of arrows.
//!
//! Where the worlds are all valuations of some atoms, in order, the digits of a world's number are
//! the values of the atoms, and worlds look the same to somebody if they differ only in digits that
//! are hidden from them. Then nothing is listed until somebody asks for the class of a world.

use crate::explicit::bits::{Bits, WORD, across};
use crate::limits::Pace;
use hexa_logic::Stopped;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::OnceLock;

/// An agent's access.
#[derive(Clone, Debug)]
pub enum Relation {
    /// An equivalence relation.
    Cells(Cells),
    /// Any relation.
    Arrows(Arrows),
}

/// A partition: worlds with the same class look the same.
#[derive(Clone, Debug)]
pub struct Cells {
    /// Listed when it is asked for, if digits tell it.
    class: OnceLock<Vec<u32>>,
    bound: u32,
    digits: Option<Digits>,
}

/// The worlds are all numbers of so many binary digits, and some of these are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Digits {
    pub(crate) count: u32,
    /// One bit for each digit that is hidden.
    pub(crate) hidden: u32,
}

impl Digits {
    /// The class of each world: its number without the digits that are hidden.
    fn classes(self) -> Vec<u32> {
        let mut class = Vec::with_capacity(1 << self.count);
        class.push(0);
        let mut bound = 1;
        for digit in 0..self.count {
            let before = class.len();
            class.extend_from_within(..);
            if self.hidden >> digit & 1 == 0 {
                class[before..].iter_mut().for_each(|class| *class += bound);
                bound *= 2;
            }
        }
        class
    }
}

/// Any relation, in both directions.
#[derive(Clone, Debug)]
pub struct Arrows {
    forth: Lists,
    back: Lists,
}

/// One list of numbers for each of many places, in one array.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Relation {
    /// The relation between the worlds kept, which are renumbered in order.
    pub(crate) fn restrict(&self, kept: &Bits, pace: &Pace) -> Result<Self, Stopped> {
        Ok(match self {
            Self::Cells(cells) => Self::Cells(cells.restrict(kept, pace)?),
            Self::Arrows(arrows) => Self::Arrows(arrows.restrict(kept, pace)?),
        })
    }
}

impl Cells {
    /// A partition from the class of each world.
    pub(crate) fn new(class: Vec<u32>) -> Self {
        let bound = class.iter().max().map_or(0, |most| most + 1);
        Self::with_bound(class, bound)
    }

    /// A partition whose classes are known to be below a bound.
    pub(crate) fn with_bound(class: Vec<u32>, bound: u32) -> Self {
        Self { class: class.into(), bound, digits: None }
    }

    /// Worlds that differ only in hidden digits are together; fewer than 32 digits.
    pub(crate) fn hiding(digits: Digits) -> Self {
        let seen = digits.count - digits.hidden.count_ones();
        Self { class: OnceLock::new(), bound: 1 << seen, digits: Some(digits) }
    }

    /// Which digits are hidden, if the worlds are all numbers of some digits.
    pub(crate) fn digits(&self) -> Option<Digits> {
        self.digits
    }

    /// Whether the class of each world is listed.
    #[cfg(test)]
    pub(crate) fn is_listed(&self) -> bool {
        self.class.get().is_some()
    }

    /// All worlds in one class.
    pub(crate) fn universal(worlds: usize) -> Self {
        Self::with_bound(vec![0; worlds], 1)
    }

    /// Worlds are together iff they agree on every column.
    pub(crate) fn agreeing(worlds: usize, columns: &[&Bits], pace: &Pace) -> Result<Self, Stopped> {
        let (mut class, mut bound) = (vec![0; worlds], 1);
        let mut rest = columns;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(digits_at_once(worlds, bound)));
            bound = refine(&mut class, bound, now, pace)?;
            rest = later;
        }
        Ok(Self::with_bound(class, bound))
    }

    /// The class of each world.
    pub fn class(&self) -> &[u32] {
        self.class.get_or_init(|| self.digits.map(Digits::classes).unwrap_or_default())
    }

    /// The class of each world, for one pass: what was not listed before is not kept.
    fn classes(&self) -> Cow<'_, [u32]> {
        match (self.class.get(), self.digits) {
            (None, Some(digits)) => Cow::Owned(digits.classes()),
            (Some(_), _) | (None, None) => Cow::Borrowed(self.class()),
        }
    }

    /// How many worlds there are.
    pub(crate) fn worlds(&self) -> usize {
        self.digits.map_or_else(|| self.class().len(), |digits| 1 << digits.count)
    }

    /// Classes are below this.
    pub fn bound(&self) -> usize {
        self.bound as usize
    }

    /// The worlds of each class.
    pub(crate) fn members(&self, pace: &Pace) -> Result<Lists, Stopped> {
        let pairs = self.class().iter().enumerate().map(|(world, &class)| (class, world as u32));
        Lists::new(self.bound(), pairs, pace)
    }

    /// The partition into the meets of the cells of both.
    pub(crate) fn meet(&self, other: &Self, pace: &Pace) -> Result<Self, Stopped> {
        if let (Some(left), Some(right)) = (self.digits, other.digits)
            && left.count == right.count
        {
            return Ok(Self::hiding(Digits { hidden: left.hidden & right.hidden, ..left }));
        }
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let (left, right) = (self.class(), other.class());
        let class = pace.table(left.len(), |world| {
            let next = numbers.len() as u32;
            *numbers.entry((left[world], right[world])).or_insert(next)
        })?;
        Ok(Self::with_bound(class, numbers.len() as u32))
    }

    /// Several pieces one after the other: positions are together iff their pieces are of the same
    /// family and their worlds look the same.
    pub(crate) fn join_pieces(pieces: &[Piece<'_>], pace: &Pace) -> Result<Self, Stopped> {
        let size = pieces.iter().map(|piece| piece.worlds.len()).sum();
        let mut joined = vec![0; size];
        let mut rest = &mut joined[..];
        let mut places = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let (place, after) = rest.split_at_mut(piece.worlds.len());
            places.push((piece, place));
            rest = after;
        }
        places.sort_by_key(|(piece, _)| piece.family);
        let families = places.chunk_by_mut(|(left, _), (right, _)| left.family == right.family);
        let families: Vec<_> = families.collect();
        let bounds = families.iter().map(|family| family_bound(family) as u64).sum::<u64>();
        // Classes keep their order in each family, unless most numbers would be of no class.
        let bound = match u32::try_from(bounds) {
            Ok(bound) if bounds <= 2 * size as u64 => {
                shift_families(families, pace)?;
                bound
            }
            _ => number_families(families, pace)?,
        };
        Ok(Self::with_bound(joined, bound))
    }

    /// The same partition of positions, with classes numbered in order of appearance.
    pub(crate) fn renumber_classes(class: &[u32], pace: &Pace) -> Result<Vec<u32>, Stopped> {
        let mut numbers = Renumbering::new(class.iter().max().map_or(0, |most| *most as usize + 1));
        pace.table(class.len(), |at| numbers.number(class[at] as usize))
    }

    fn restrict(&self, kept: &Bits, pace: &Pace) -> Result<Self, Stopped> {
        let mut numbers = Renumbering::new(self.bound());
        let class = self.classes();
        let kept = kept.ones().map(|world| numbers.number(class[world] as usize));
        let class = pace.collect(kept)?;
        Ok(Self::with_bound(class, numbers.used))
    }
}

/// How many columns can be told apart at once with a table of at most four entries per world.
fn digits_at_once(worlds: usize, bound: u32) -> usize {
    let room = (4 * worlds + 1024) / (bound as usize).max(1);
    (room.max(2).ilog2() as usize).min(31)
}

/// Splits classes by up to [`digits_at_once`] columns; what they are below then.
fn refine(class: &mut [u32], bound: u32, columns: &[&Bits], pace: &Pace) -> Result<u32, Stopped> {
    let digits = columns.len();
    let mut numbers = Renumbering::new((bound as usize) << digits);
    pace.pass(class.len(), |piece| {
        let first = piece.start / WORD;
        for (at, chunk) in class[piece].chunks_mut(WORD).enumerate() {
            for (class, row) in chunk.iter_mut().zip(across(columns, first + at)) {
                *class = numbers.number((*class as usize) << digits | row as usize);
            }
        }
    })?;
    Ok(numbers.used)
}

/// Worlds of a partition that are listed as part of another one.
pub(crate) struct Piece<'a> {
    pub(crate) family: usize,
    pub(crate) cells: &'a Cells,
    pub(crate) worlds: &'a [u32],
}

/// The pieces of a family, each with the place where its classes are written.
type Family<'f, 'a> = &'f mut [(&'a Piece<'a>, &'a mut [u32])];

fn family_bound(family: &[(&Piece<'_>, &mut [u32])]) -> usize {
    family.iter().map(|(piece, _)| piece.cells.bound()).max().unwrap_or(0)
}

fn shift_families(families: Vec<Family<'_, '_>>, pace: &Pace) -> Result<(), Stopped> {
    let mut first = 0;
    for family in families {
        let bound = family_bound(family) as u32;
        for (piece, place) in family {
            let class = piece.cells.class();
            pace.pass(place.len(), |part| {
                for (place, &world) in place[part.clone()].iter_mut().zip(&piece.worlds[part]) {
                    *place = first + class[world as usize];
                }
            })?;
        }
        first += bound;
    }
    Ok(())
}

/// Numbers the classes of each family in order of appearance; how many there are.
fn number_families(families: Vec<Family<'_, '_>>, pace: &Pace) -> Result<u32, Stopped> {
    let bound = families.iter().map(|family| family_bound(family)).max().unwrap_or(0);
    let mut numbers = Renumbering::new(bound);
    for family in families {
        numbers.forget();
        for (piece, place) in family {
            let class = piece.cells.class();
            pace.pass(place.len(), |part| {
                for (place, &world) in place[part.clone()].iter_mut().zip(&piece.worlds[part]) {
                    *place = numbers.number(class[world as usize] as usize);
                }
            })?;
        }
    }
    Ok(numbers.used)
}

/// Gives out small numbers in order of appearance.
struct Renumbering {
    /// One more than the number given, so that zero stands for none.
    given: Vec<u32>,
    used: u32,
    /// How many numbers were used when all was forgotten: those do not count any more.
    forgotten: u32,
}

impl Renumbering {
    fn new(bound: usize) -> Self {
        Self { given: vec![0; bound], used: 0, forgotten: 0 }
    }

    #[inline]
    fn number(&mut self, old: usize) -> u32 {
        let given = &mut self.given[old];
        if *given <= self.forgotten {
            self.used += 1;
            *given = self.used;
        }
        *given - 1
    }

    /// From now on, everything gets a new number.
    fn forget(&mut self) {
        self.forgotten = self.used;
    }
}

impl Arrows {
    /// A relation between so many worlds from its pairs.
    pub(crate) fn new(worlds: usize, pairs: &[(u32, u32)], pace: &Pace) -> Result<Self, Stopped> {
        let mut forth = Lists::new(worlds, pairs.iter().copied(), pace)?;
        pace.each(0..worlds, |world| forth.list_mut(world).sort_unstable())?;
        let back = Lists::new(worlds, pairs.iter().map(|&(from, to)| (to, from)), pace)?;
        Ok(Self { forth, back })
    }

    /// The worlds an arrow from this one leads to, sorted.
    pub fn successors(&self, world: usize) -> &[u32] {
        self.forth.list(world)
    }

    /// The worlds with an arrow to this one.
    pub fn predecessors(&self, world: usize) -> &[u32] {
        self.back.list(world)
    }

    /// Between how many worlds.
    pub(crate) fn worlds(&self) -> usize {
        self.forth.starts.len() - 1
    }

    /// The relation as a partition, if it is an equivalence.
    pub(crate) fn as_cells(&self, pace: &Pace) -> Result<Option<Cells>, Stopped> {
        let least = |world| self.successors(world).first().copied();
        let Some(class) = (0..self.worlds()).map(least).collect::<Option<Vec<u32>>>() else {
            return Ok(None);
        };
        let equivalent = |(world, &class_of): (usize, &u32)| {
            let seen = self.successors(world);
            seen.binary_search(&(world as u32)).is_ok()
                && seen == self.successors(class_of as usize)
                && seen.iter().all(|&other| class[other as usize] == class_of)
        };
        let mut all = true;
        for (world, class) in class.iter().enumerate() {
            pace.count(1 + self.successors(world).len() as u64)?;
            all = all && equivalent((world, class));
        }
        match all {
            true => Ok(Some(Cells::new(Cells::renumber_classes(&class, pace)?))),
            false => Ok(None),
        }
    }

    /// All pairs, sorted.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.worlds())
            .flat_map(|from| self.successors(from).iter().map(move |&to| (from as u32, to)))
    }

    fn restrict(&self, kept: &Bits, pace: &Pace) -> Result<Self, Stopped> {
        let rank = ranks(kept, pace)?;
        let inside =
            |from: u32, to: u32| kept.contains(from as usize) && kept.contains(to as usize);
        let mut pairs = Vec::new();
        pace.each(self.pairs(), |(from, to)| {
            if inside(from, to) {
                pairs.push((rank[from as usize], rank[to as usize]));
            }
        })?;
        Self::new(kept.count_ones(..), &pairs, pace)
    }
}

/// For each world kept, how many kept ones come before it.
pub(crate) fn ranks(kept: &Bits, pace: &Pace) -> Result<Vec<u32>, Stopped> {
    let mut rank = vec![0; kept.len()];
    pace.each(kept.ones().enumerate(), |(at, world)| rank[world] = at as u32)?;
    Ok(rank)
}

impl Lists {
    /// Lists by counting: the order of the pairs is kept within a list.
    pub(crate) fn new(
        places: usize,
        pairs: impl Iterator<Item = (u32, u32)> + Clone,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let mut starts = vec![0; places + 1];
        pace.each(pairs.clone(), |(place, _)| starts[place as usize + 1] += 1)?;
        pace.each(0..places, |at| starts[at + 1] += starts[at])?;
        let mut next = starts.clone();
        let mut items = vec![0; starts[places]];
        pace.each(pairs, |(place, item)| {
            items[next[place as usize]] = item;
            next[place as usize] += 1;
        })?;
        Ok(Self { starts, items })
    }

    /// The list at a place.
    pub(crate) fn list(&self, place: usize) -> &[u32] {
        &self.items[self.starts[place]..self.starts[place + 1]]
    }

    /// How many items all lists have together.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The items of all lists, one list after the other.
    pub(crate) fn items(&self) -> &[u32] {
        &self.items
    }

    /// The same lists, where equal items that follow each other are there once.
    pub(crate) fn without_repetitions(mut self) -> Self {
        let (mut kept, mut start) = (0, 0);
        for place in 1..self.starts.len() {
            let (first, end) = (kept, self.starts[place]);
            for at in start..end {
                if kept == first || self.items[kept - 1] != self.items[at] {
                    self.items[kept] = self.items[at];
                    kept += 1;
                }
            }
            start = end;
            self.starts[place] = kept;
        }
        self.items.truncate(kept);
        self
    }

    /// The positions of a list's items among all items.
    pub(crate) fn range(&self, place: usize) -> std::ops::Range<usize> {
        self.starts[place]..self.starts[place + 1]
    }

    /// An item by its position among all items.
    pub(crate) fn item(&self, position: usize) -> u32 {
        self.items[position]
    }

    fn list_mut(&mut self, place: usize) -> &mut [u32] {
        &mut self.items[self.starts[place]..self.starts[place + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_logic::Stop;

    #[test]
    fn worlds_agree_on_many_columns_iff_their_rows_are_equal() {
        let worlds = 200;
        let columns: Vec<Bits> = (0..40)
            .map(|c| (0..worlds).filter(|w| (w * w + 7 * c * (w % 5)) % 3 == 0).collect::<Bits>())
            .map(|mut bits| {
                bits.grow(worlds);
                bits
            })
            .collect();
        let pace = Pace::new(&Stop::new());
        let cells = Cells::agreeing(worlds, &columns.iter().collect::<Vec<_>>(), &pace).unwrap();
        for v in 0..worlds {
            for w in 0..worlds {
                let same = columns.iter().all(|c| c.contains(v) == c.contains(w));
                assert_eq!(cells.class()[v] == cells.class()[w], same);
            }
        }
    }

    #[test]
    fn arrows_between_kept_worlds_survive() {
        let pace = &Pace::new(&Stop::new());
        let arrows = Arrows::new(4, &[(0, 1), (1, 3), (3, 3), (2, 0)], pace).unwrap();
        let kept: Bits = [1, 3].into_iter().collect();
        let pairs: Vec<_> = arrows.restrict(&kept, pace).unwrap().pairs().collect();
        assert_eq!(pairs, [(0, 1), (1, 1)]);
    }
}

//! What agents know, in all worlds at once (thesis def. 66; for arrows, the same
//! clauses without the assumption that access is an equivalence). On cells
//! knowledge is two passes over the class array: mark the classes with a world where
//! the formula fails, then read off one bit per world. Common knowledge is knowledge
//! on the connected components of the group's access, distributed knowledge on the
//! meet of the partitions. Where worlds look the same if they differ in some digits of
//! their numbers, no class array is read: a failure is carried to the other value of
//! each hidden digit by shifts of words, whichever worlds still exist.

use crate::explicit::bits::{self, Bits, WORD, Word};
use crate::explicit::model::Submodel;
use crate::explicit::relation::{Arrows, Cells, Digits, Lists, Relation};
use crate::limits::Pace;
use hexa_logic::{Agent, Group, Stopped};
use std::num::NonZeroU32;
use std::sync::Arc;

/// The worlds where something is known, or the end of the work.
type Known = Result<Bits, Stopped>;

/// `K_a`
pub(crate) fn knows(submodel: &Submodel, agent: Agent, column: &Bits, pace: &Pace) -> Known {
    match submodel.model.relation(agent) {
        Some(Relation::Cells(cells)) => on_cells(submodel, cells, column, pace),
        Some(Relation::Arrows(arrows)) => on_arrows(submodel, arrows, column, pace),
        // Undefined, which is decided before evaluation.
        None => Ok(Bits::with_capacity(column.len())),
    }
}

/// `M_a`, the dual of `K_a`.
pub(crate) fn imagines(submodel: &Submodel, agent: Agent, mut column: Bits, pace: &Pace) -> Known {
    bits::flip(&mut column);
    let mut excluded = knows(submodel, agent, &column, pace)?;
    bits::flip(&mut excluded);
    Ok(excluded)
}

/// `Kw_a`
pub(crate) fn knows_whether(
    submodel: &Submodel,
    agent: Agent,
    mut column: Bits,
    pace: &Pace,
) -> Known {
    let mut known = knows(submodel, agent, &column, pace)?;
    bits::flip(&mut column);
    known.union_with(&knows(submodel, agent, &column, pace)?);
    Ok(known)
}

/// `E_B`
pub(crate) fn everybody(submodel: &Submodel, group: &Group, column: &Bits, pace: &Pace) -> Known {
    let mut known = bits::all(column.len());
    for agent in group.iter() {
        known.intersect_with(&knows(submodel, agent, column, pace)?);
    }
    Ok(known)
}

/// `C_B`, over the reflexive and transitive closure.
pub(crate) fn common(submodel: &Submodel, group: &Group, column: Bits, pace: &Pace) -> Known {
    match submodel.model.partitions(group).as_deref() {
        Some([]) => Ok(column),
        Some([cells]) => on_cells(submodel, cells, &column, pace),
        Some(partitions) => match common_by_digits(submodel, partitions, &column, pace)? {
            Some(known) => Ok(known),
            None => common_on_components(submodel, group, column, pace),
        },
        None => avoiding_failures(submodel, group, column, pace),
    }
}

fn common_on_components(submodel: &Submodel, group: &Group, column: Bits, pace: &Pace) -> Known {
    match components(submodel, group, pace)? {
        Some(components) => on_cells(submodel, &components, &column, pace),
        None => Ok(column),
    }
}

/// The digits that are hidden from each, if all have partitions by digits.
fn all_digits(partitions: &[&Cells]) -> Option<Vec<Digits>> {
    partitions.iter().map(|cells| cells.digits()).collect()
}

/// Failures are carried on so often at most, before components are looked for.
const MOST_ROUNDS: usize = 32;

/// Common knowledge by carrying failures on until they reach no other world that exists; none if that takes
/// long, or if somebody's partition is not one by digits.
fn common_by_digits(
    submodel: &Submodel,
    partitions: &[&Cells],
    column: &Bits,
    pace: &Pace,
) -> Result<Option<Bits>, Stopped> {
    let Some(all) = all_digits(partitions) else { return Ok(None) };
    let exists = submodel.words();
    let mut doubtful: Vec<Word> = failing_words(submodel, column).map(|(_, word)| word).collect();
    for _ in 0..MOST_ROUNDS {
        let mut has_grown = false;
        for digits in &all {
            let mut reached = doubtful.clone();
            carry(&mut reached, digits.hidden, pace)?;
            for ((doubtful, reached), exists) in doubtful.iter_mut().zip(reached).zip(exists) {
                has_grown |= reached & exists & !*doubtful != 0;
                *doubtful |= reached & exists;
            }
        }
        if !has_grown {
            return Ok(Some(all_but(doubtful, column.len())));
        }
    }
    Ok(None)
}

/// `D_B`, over the intersection; of nobody, over all worlds.
pub(crate) fn distributed_knowledge(
    submodel: &Submodel,
    group: &Group,
    column: &Bits,
    pace: &Pace,
) -> Known {
    match submodel.model.partitions(group).as_deref() {
        Some([]) => Ok(match failures(submodel, column).next().is_some() {
            true => Bits::with_capacity(column.len()),
            false => bits::all(column.len()),
        }),
        Some([cells]) => on_cells(submodel, cells, column, pace),
        Some(partitions) => {
            let meet = submodel.model.meet(group, partitions, pace)?;
            on_cells(submodel, &meet, column, pace)
        }
        None => on_intersection(submodel, group, column, pace),
    }
}

/// The connected components of the group's access on the worlds that exist; none if one of
/// the group has arrows or if nobody is in it.
pub(crate) fn components(
    submodel: &Submodel,
    group: &Group,
    pace: &Pace,
) -> Result<Option<Arc<Cells>>, Stopped> {
    let Some(partitions) = submodel.model.partitions(group) else { return Ok(None) };
    let Some(&coarsest) = partitions.iter().min_by_key(|cells| cells.bound()) else {
        return Ok(None);
    };
    let worlds = coarsest.worlds();
    if submodel.size == worlds
        && let Some(digits) = all_digits(&partitions)
    {
        let hidden = digits.iter().fold(0, |hidden, digits| hidden | digits.hidden);
        return Ok(Some(Arc::new(Cells::hiding(Digits { hidden, ..digits[0] }))));
    }
    let make = || join(submodel, coarsest, &partitions, pace);
    submodel.components.get_or(group, worlds, make).map(Some)
}

/// The join of partitions on the worlds that exist, as a partition whose classes are those of
/// the coarsest, merged.
fn join(
    submodel: &Submodel,
    coarsest: &Cells,
    partitions: &[&Cells],
    pace: &Pace,
) -> Result<Cells, Stopped> {
    let mut merged = Merged::new(coarsest.bound());
    for cells in partitions.iter().filter(|&&cells| !std::ptr::eq(cells, coarsest)) {
        merged.join(submodel.words(), coarsest, cells, pace)?;
    }
    merged.flatten();
    let old = coarsest.class();
    let class = pace.table(old.len(), |world| merged.parent[old[world] as usize])?;
    Ok(Cells::with_bound(class, coarsest.bound() as u32))
}

/// Classes merged so far: a forest, where a parent is a smaller class or the class itself.
struct Merged {
    parent: Vec<u32>,
    /// How many were merged since all parents were roots.
    recent: usize,
}

/// What belongs to one large merged class, one bit per class and per cell. A world whose class and
/// cell both do has nothing left to say: bits that stay in the cache spare it the look-ups. In
/// random graphs most worlds are soon like that.
struct Settled {
    /// The root of that class, and how many of 8 classes it had, by a sample; none: no class is large.
    root: u32,
    eighths: usize,
    classes: Vec<Word>,
    cells: Vec<Word>,
}

impl Settled {
    fn new(merged: &Merged, cells: usize) -> Self {
        let mut settled =
            Self { root: 0, eighths: 0, classes: Vec::new(), cells: vec![0; cells.div_ceil(WORD)] };
        settled.update(merged);
        settled
    }

    /// Looks for the largest merged class again, if it has grown enough to pay for it.
    fn update(&mut self, merged: &Merged) {
        let (root, eighths) = merged.largest();
        if eighths < 3 || eighths < self.eighths + 2 {
            return;
        }
        if self.eighths > 0 && merged.parent[self.root as usize] != root {
            self.cells.fill(0);
        }
        (self.root, self.eighths) = (root, eighths);
        self.classes = bits::words(merged.parent.iter().map(|&parent| parent == root));
    }

    /// The worlds of a word that may still have something to say.
    fn open(&self, classes: &[u32], cells: &[u32]) -> Word {
        match self.eighths {
            0 => Word::MAX,
            _ => !(read_off(&self.classes, classes) & read_off(&self.cells, cells)),
        }
    }

    /// A world with this class and cell belongs to the large class.
    fn add(&mut self, class: u32, cell: u32) {
        let (class, cell) = (class as usize, cell as usize);
        self.classes[class / WORD] |= 1 << (class % WORD);
        self.cells[cell / WORD] |= 1 << (cell % WORD);
    }
}

impl Merged {
    fn new(classes: usize) -> Self {
        Self { parent: (0..classes as u32).collect(), recent: 0 }
    }

    fn root(&mut self, mut class: u32) -> u32 {
        while self.parent[class as usize] != class {
            let above = self.parent[self.parent[class as usize] as usize];
            self.parent[class as usize] = above;
            class = above;
        }
        class
    }

    fn merge(&mut self, left: u32, right: u32) {
        let (left, right) = (self.root(left), self.root(right));
        self.parent[left.max(right) as usize] = left.min(right);
        self.recent += usize::from(left != right);
    }

    /// Makes every parent a root. Parents come before their children, so one pass does it.
    fn flatten(&mut self) {
        for class in 0..self.parent.len() {
            self.parent[class] = self.parent[self.parent[class] as usize];
        }
        self.recent = 0;
    }

    /// The root of the largest merged class and its share in eighths, as far as a sample tells. Any
    /// root would be correct.
    fn largest(&self) -> (u32, usize) {
        let step = (self.parent.len() / 1024).max(1);
        let mut sample: Vec<u32> = self.parent.iter().step_by(step).copied().collect();
        sample.sort_unstable();
        let runs = sample.chunk_by(|left, right| left == right);
        let longest = runs.max_by_key(|run| run.len());
        longest.map_or((0, 0), |run| (run[0], run.len() * 8 / sample.len()))
    }

    /// Merges the classes that a cell of the other partition meets, 64 worlds at a time: first
    /// all their parents are looked up, then what their cells met first, then the parents of those.
    /// Memory answers such independent questions together, and what agrees then needs no merging.
    /// So that much agrees, all parents are made roots whenever an eighth of the classes was merged.
    fn join(
        &mut self,
        domain: &[Word],
        classes: &Cells,
        cells: &Cells,
        pace: &Pace,
    ) -> Result<(), Stopped> {
        let mut met: Vec<Option<NonZeroU32>> = vec![None; cells.bound()];
        self.flatten();
        let mut settled = Settled::new(self, cells.bound());
        let (classes, cells) = (classes.class(), cells.class());
        pace.pass(classes.len(), |piece| {
            let chunks = classes[piece.clone()].chunks(WORD).zip(cells[piece.clone()].chunks(WORD));
            for (&exists, (classes, cells)) in domain[piece.start / WORD..].iter().zip(chunks) {
                let open = exists & settled.open(classes, cells);
                if open == 0 {
                    continue;
                }
                self.join_word(open, classes, cells, &mut met, &mut settled);
                if self.recent > self.parent.len() / 8 {
                    self.flatten();
                    settled.update(self);
                }
            }
        })
    }

    fn join_word(
        &mut self,
        open: Word,
        classes: &[u32],
        cells: &[u32],
        met: &mut [Option<NonZeroU32>],
        settled: &mut Settled,
    ) {
        let mut pairs = [(0, 0); WORD];
        bits::each_one(open, 0, |bit| pairs[bit].0 = self.parent[classes[bit] as usize]);
        bits::each_one(open, 0, |bit| {
            pairs[bit].1 = first_met(&mut met[cells[bit] as usize], pairs[bit].0);
        });
        bits::each_one(open, 0, |bit| pairs[bit].1 = self.parent[pairs[bit].1 as usize]);
        bits::each_one(open, 0, |bit| {
            let (left, right) = pairs[bit];
            if left != right {
                self.merge(left, right);
            }
            if settled.eighths > 0 && (left == settled.root || right == settled.root) {
                settled.add(classes[bit], cells[bit]);
            }
        });
        if settled.eighths > 0 {
            settled.root = self.root(settled.root);
        }
    }
}

/// The class that a cell met first, which may be this one.
#[inline]
fn first_met(met: &mut Option<NonZeroU32>, class: u32) -> u32 {
    if met.is_none() {
        *met = NonZeroU32::new(class + 1);
    }
    met.map_or(class, |first| first.get() - 1)
}

/// The worlds that exist where a column is false, as words.
fn failing_words<'a>(
    submodel: &'a Submodel,
    column: &'a Bits,
) -> impl Iterator<Item = (usize, Word)> + 'a {
    let words = submodel.words().iter().zip(column.as_slice());
    words.map(|(&exists, &holds)| exists & !holds).enumerate()
}

/// The worlds that exist where a column is false.
fn failures<'a>(submodel: &'a Submodel, column: &'a Bits) -> impl Iterator<Item = usize> + 'a {
    failing_words(submodel, column).filter(|&(_, word)| word != 0).flat_map(|(at, word)| {
        (0..WORD).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * WORD + bit)
    })
}

/// Knowledge on a partition. The marks are bits, so that they stay in the cache when classes are
/// many and worlds of one class lie far apart.
fn on_cells(submodel: &Submodel, cells: &Cells, column: &Bits, pace: &Pace) -> Known {
    if let Some(digits) = cells.digits() {
        let mut failing = failing_words(submodel, column).map(|(_, word)| word).collect::<Vec<_>>();
        carry(&mut failing, digits.hidden, pace)?;
        return Ok(all_but(failing, column.len()));
    }
    let class = cells.class();
    let mut clean = vec![Word::MAX; cells.bound().div_ceil(WORD)];
    let (exists, holds) = (submodel.words(), column.as_slice());
    pace.pass(class.len(), |piece| {
        let words = piece.start / WORD..piece.end.div_ceil(WORD);
        let pairs = exists[words.clone()].iter().zip(&holds[words.clone()]);
        for (at, (&exists, &holds)) in words.zip(pairs) {
            bits::each_one(exists & !holds, at * WORD, |world| {
                let class = class[world] as usize;
                clean[class / WORD] &= !(1 << (class % WORD));
            });
        }
    })?;
    let mut known = Bits::with_capacity(column.len());
    let words = known.as_mut_slice();
    pace.pass(class.len(), |piece| {
        let words = &mut words[piece.start / WORD..];
        for (word, chunk) in words.iter_mut().zip(class[piece].chunks(WORD)) {
            *word = read_off(&clean, chunk);
        }
    })?;
    Ok(known)
}

/// The digits of a world's number that tell its place in a word.
const DIGITS_IN_WORD: u32 = WORD.ilog2();

/// Adds to a set of numbers those that differ in one hidden digit, for each hidden digit.
fn carry(set: &mut [Word], hidden: u32, pace: &Pace) -> Result<(), Stopped> {
    for digit in (0..u32::BITS).filter(|digit| hidden >> digit & 1 == 1) {
        match digit.checked_sub(DIGITS_IN_WORD) {
            None => carry_in_words(set, digit, pace)?,
            Some(digit) => carry_between_words(set, 1 << digit, pace)?,
        }
    }
    Ok(())
}

fn carry_in_words(set: &mut [Word], digit: u32, pace: &Pace) -> Result<(), Stopped> {
    let shift = 1 << digit;
    // The places where the digit is 0: runs of as many ones as zeros.
    let zero = Word::MAX / ((1 << shift) + 1);
    pace.pass(set.len(), |piece| {
        for word in &mut set[piece] {
            *word |= (*word & zero) << shift | *word >> shift & zero;
        }
    })
}

fn carry_between_words(set: &mut [Word], distance: usize, pace: &Pace) -> Result<(), Stopped> {
    const PIECE: usize = 1 << 12;
    for block in set.chunks_mut(2 * distance) {
        let (low, high) = block.split_at_mut(distance.min(block.len()));
        for (low, high) in low.chunks_mut(PIECE).zip(high.chunks_mut(PIECE)) {
            for (low, high) in low.iter_mut().zip(&mut *high) {
                *low |= *high;
                *high = *low;
            }
            pace.count(high.len() as u64)?;
        }
    }
    Ok(())
}

/// All worlds, of so many, that are not in a set.
fn all_but(mut set: Vec<Word>, worlds: usize) -> Bits {
    set.iter_mut().for_each(|word| *word = !*word);
    if let (Some(last), rest @ 1..) = (set.last_mut(), worlds % WORD) {
        *last &= (1 << rest) - 1;
    }
    Bits::with_capacity_and_blocks(worlds, set)
}

/// One bit per world: the mark of its class.
#[inline]
fn read_off(marks: &[Word], classes: &[u32]) -> Word {
    classes.iter().enumerate().fold(0, |word, (bit, &class)| {
        let class = class as usize;
        word | (marks[class / WORD] >> (class % WORD) & 1) << bit
    })
}

/// Knowledge on arrows: all worlds but those with an arrow to a failure.
fn on_arrows(submodel: &Submodel, arrows: &Arrows, column: &Bits, pace: &Pace) -> Known {
    let mut known = bits::all(column.len());
    for world in failures(submodel, column) {
        let from = arrows.predecessors(world);
        from.iter().for_each(|&from| known.remove(from as usize));
        pace.count(1 + from.len() as u64)?;
    }
    Ok(known)
}

/// Common knowledge where somebody has arrows: all worlds but those from which a chain of the
/// group's arrows leads to a failure.
fn avoiding_failures(submodel: &Submodel, group: &Group, column: Bits, pace: &Pace) -> Known {
    let mut doubtful = Bits::with_capacity(column.len());
    pace.each(failures(submodel, &column), |world| doubtful.insert(world))?;
    spread(submodel, group, &mut doubtful, Arrows::predecessors, pace)?;
    bits::flip(&mut doubtful);
    Ok(doubtful)
}

/// Adds to a set all existing worlds that steps of the group's access lead to.
pub(crate) fn spread(
    submodel: &Submodel,
    group: &Group,
    reached: &mut Bits,
    step: fn(&Arrows, usize) -> &[u32],
    pace: &Pace,
) -> Result<(), Stopped> {
    let relations = group.iter().filter_map(|agent| submodel.model.relation(agent));
    let mut ways =
        relations.map(|relation| Way::new(relation, pace)).collect::<Result<Vec<Way>, _>>()?;
    let mut waiting: Vec<usize> = reached.ones().collect();
    while let Some(world) = waiting.pop() {
        for way in &mut ways {
            let all = way.from(world, step);
            pace.count(1 + all.len() as u64)?;
            for &next in all {
                if submodel.domain.contains(next as usize) && !reached.put(next as usize) {
                    waiting.push(next as usize);
                }
            }
        }
    }
    Ok(())
}

/// One agent's access, prepared for walking along it.
enum Way<'m> {
    Cells { cells: &'m Cells, members: Lists, walked: Bits },
    Arrows(&'m Arrows),
}

impl<'m> Way<'m> {
    fn new(relation: &'m Relation, pace: &Pace) -> Result<Self, Stopped> {
        Ok(match relation {
            Relation::Cells(cells) => {
                let walked = Bits::with_capacity(cells.bound());
                Self::Cells { cells, members: cells.members(pace)?, walked }
            }
            Relation::Arrows(arrows) => Self::Arrows(arrows),
        })
    }

    /// Where a step leads; nowhere new from a cell that was walked before.
    fn from(&mut self, world: usize, step: fn(&Arrows, usize) -> &[u32]) -> &[u32] {
        match self {
            Self::Arrows(arrows) => step(arrows, world),
            Self::Cells { cells, members, walked } => {
                let class = cells.class()[world] as usize;
                if walked.put(class) { &[] } else { members.list(class) }
            }
        }
    }
}

/// Distributed knowledge where somebody has arrows.
fn on_intersection(submodel: &Submodel, group: &Group, column: &Bits, pace: &Pace) -> Known {
    let relations: Vec<&Relation> =
        group.iter().filter_map(|agent| submodel.model.relation(agent)).collect();
    let mut known = bits::all(column.len());
    for to in failures(submodel, column) {
        let first = relations.iter().find_map(|relation| match relation {
            Relation::Arrows(arrows) => Some(arrows.predecessors(to)),
            Relation::Cells(_) => None,
        });
        let first = first.unwrap_or(&[]);
        pace.count(1 + (first.len() * relations.len()) as u64)?;
        for &from in first {
            if relations.iter().all(|relation| leads(relation, from as usize, to)) {
                known.remove(from as usize);
            }
        }
    }
    Ok(known)
}

fn leads(relation: &Relation, from: usize, to: usize) -> bool {
    match relation {
        Relation::Cells(cells) => cells.class()[from] == cells.class()[to],
        Relation::Arrows(arrows) => arrows.successors(from).binary_search(&(to as u32)).is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::model::Model;
    use hexa_logic::Stop;

    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *seed >> 33
    }

    fn random(worlds: usize, of_eight: u64, seed: &mut u64) -> Bits {
        let mut set = Bits::with_capacity(worlds);
        (0..worlds).for_each(|world| set.set(world, next(seed) % 8 < of_eight));
        set
    }

    /// All numbers of so many digits, with access by digits, and the same with class arrays.
    fn models(count: u32, hidden: &[u32]) -> [Model; 2] {
        let worlds = 1 << count;
        let cells = |&hidden: &u32| Cells::hiding(Digits { count, hidden });
        let shifted: Vec<Cells> = hidden.iter().map(cells).collect();
        let class = |cells: &Cells| Cells::new(cells.class().to_vec());
        let listed: Vec<Cells> = hidden.iter().map(cells).map(|cells| class(&cells)).collect();
        [shifted, listed].map(|all| {
            let relations = all.into_iter().map(|cells| Some(Arc::new(Relation::Cells(cells))));
            Model::new(worlds, Vec::new(), relations.collect(), None)
        })
    }

    fn answers(submodel: &Submodel, agents: usize, column: &Bits, pace: &Pace) -> Vec<Bits> {
        let group = Group::first(agents);
        let mut all = vec![
            everybody(submodel, &group, column, pace).unwrap(),
            common(submodel, &group, column.clone(), pace).unwrap(),
            distributed_knowledge(submodel, &group, column, pace).unwrap(),
        ];
        for agent in group.iter() {
            all.push(knows(submodel, agent, column, pace).unwrap());
            all.push(knows_whether(submodel, agent, column.clone(), pace).unwrap());
        }
        for set in &mut all {
            set.intersect_with(&submodel.domain);
        }
        all
    }

    #[test]
    fn shifts_of_words_tell_what_class_arrays_tell() {
        let (pace, seed) = (&Pace::new(&Stop::new()), &mut 5);
        for round in 0..300 {
            let count = 1 + round % 10;
            let every = (1 << count) - 1;
            let own = 1 << (next(seed) as u32 % count);
            let hidden = [own, next(seed) as u32 & every, 1 << (count - 1), 0, every];
            let agents = 1 + next(seed) as usize % hidden.len();
            let models = models(count, &hidden[..agents]);
            let worlds = models[0].worlds();
            let (column, kept) =
                (random(worlds, 7, seed), random(worlds, 1 + round as u64 % 8, seed));
            // The whole hypercube; some of its worlds; and these renumbered, so that it is none.
            let renumbered = models.each_ref().map(|model| model.restrict(&kept, pace).unwrap());
            let [shifted, listed] = models.map(Submodel::whole);
            let told = answers(&shifted, agents, &column, pace);
            assert_eq!(told, answers(&listed, agents, &column, pace), "round {round}");
            let cells = shifted.model.partitions(&Group::first(agents)).unwrap();
            assert!(!cells.iter().any(|cells| cells.is_listed()), "round {round}: class arrays");
            let [some, same] = [&shifted, &listed].map(|whole| whole.narrow(&kept));
            let told = answers(&some, agents, &column, pace);
            assert_eq!(told, answers(&same, agents, &column, pace), "round {round}, narrowed");
            let column = bits::gather(&column, &kept, pace).unwrap();
            let [some, same] = renumbered.map(Submodel::whole);
            let told = answers(&some, agents, &column, pace);
            assert_eq!(told, answers(&same, agents, &column, pace), "round {round}, renumbered");
        }
    }

    /// A path that winds through the hypercube is longer than failures are carried.
    #[test]
    fn common_knowledge_on_a_long_path_is_found_on_components() {
        let pace = &Pace::new(&Stop::new());
        let hidden: Vec<u32> = (0..9).map(|digit| 1 << digit).collect();
        let [shifted, listed] = models(9, &hidden).map(Submodel::whole);
        // Each step changes one digit, and leads to no neighbour of an earlier world but the last.
        let mut path = Bits::with_capacity(512);
        let mut at = 0usize;
        for step in 0..400 {
            path.insert(at);
            let near = |to: usize| (0..9).filter(|d| path.contains(to ^ 1 << d)).count();
            let Some(digit) = (0..9).map(|d| (d * 5 + step) % 9).find(|d| near(at ^ 1 << d) == 1)
            else {
                break;
            };
            at ^= 1 << digit;
        }
        assert!(path.count_ones(..) > 2 * MOST_ROUNDS, "{} worlds", path.count_ones(..));
        let [shifted, listed] = [shifted, listed].map(|whole| whole.narrow(&path));
        let mut column = bits::all(512);
        column.remove(at);
        assert_eq!(answers(&shifted, 9, &column, pace), answers(&listed, 9, &column, pace));
    }
}

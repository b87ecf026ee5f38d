//! What agents know, in all worlds at once (thesis def. 66; for arrows, the same
//! clauses without the assumption that access is an equivalence). On cells
//! knowledge is two passes over the class array: mark the classes with a world where
//! the formula fails, then read off one bit per world. Common knowledge is knowledge
//! on the connected components of the group's access, distributed knowledge on the
//! meet of the partitions.

use crate::explicit::bits::{self, Bits, WORD, Word};
use crate::explicit::model::Submodel;
use crate::explicit::relation::{Arrows, Cells, Lists, Relation};
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
        Some(_) => match components(submodel, group, pace)? {
            Some(components) => on_cells(submodel, &components, &column, pace),
            None => Ok(column),
        },
        None => avoiding_failures(submodel, group, column, pace),
    }
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
    let worlds = coarsest.class().len();
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

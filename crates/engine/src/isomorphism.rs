//! Isomorphism of states (thesis def. 76): a bijection between the relevant worlds
//! that keeps access, valuation and the actual world. Refinement tells most worlds
//! apart; where it does not, a world is matched with each of its possible images in
//! turn. Giving up is an error, never an answer.

use crate::limits::{Limit, Work};
use crate::refinement::{Refined, Sights, Tally};
use crate::relation::{Cells, Lists, Relation};
use crate::state::State;

/// Whether two states over the same vocabulary are isomorphic.
pub fn isomorphic(left: &State, right: &State) -> Result<bool, Limit> {
    if left.group() != right.group() {
        return Ok(false);
    }
    let (left, right) = (left.only(&left.relevant()), right.only(&right.relevant()));
    if left.world_count() != right.world_count() {
        return Ok(false);
    }
    Matching::new(&left, &right).search()
}

/// A search for an isomorphism.
struct Matching<'a> {
    left: &'a State,
    right: &'a State,
    sights: Sights,
    work: Work,
    /// How many worlds each state has; the right one's are numbered after the left one's.
    worlds: usize,
}

/// A colouring, and a world of the left state whose images are tried.
struct Branch {
    colour: Vec<u32>,
    world: usize,
    images: Vec<usize>,
}

/// What a refined colouring says.
enum Verdict {
    /// The states differ.
    Different,
    /// Every world has one possible image.
    Matched(Vec<u32>),
    /// This world has several.
    Open(Branch),
}

impl<'a> Matching<'a> {
    fn new(left: &'a State, right: &'a State) -> Self {
        let work = Work::new(left.limits().work);
        let sights = Sights::new(&[left, right]);
        Self { left, right, sights, work, worlds: left.world_count() }
    }

    fn search(mut self) -> Result<bool, Limit> {
        let colour = self.sights.colour.clone();
        let (here, there) = (self.left.point().index(), self.right.point().index());
        let mut branches = vec![Branch { colour, world: here, images: vec![self.worlds + there] }];
        while let Some(branch) = branches.last_mut() {
            let Some(image) = branch.images.pop() else {
                branches.pop();
                continue;
            };
            let Some(colour) = matched(branch, image) else { continue };
            self.work.spend(self.sights.effort())?;
            match self.verdict(self.sights.refine(&colour, Tally::Members)) {
                Verdict::Different => {}
                Verdict::Matched(image) if self.preserves_access(&image) => return Ok(true),
                Verdict::Matched(_) => {}
                Verdict::Open(branch) => branches.push(branch),
            }
        }
        Ok(false)
    }

    fn verdict(&self, refined: Refined) -> Verdict {
        let members = Lists::new(refined.blocks, refined.block.iter().copied().zip(0..));
        let mut image = vec![0; self.worlds];
        let mut open: Option<&[u32]> = None;
        for block in 0..refined.blocks {
            let list = members.list(block);
            let left = list.partition_point(|&world| (world as usize) < self.worlds);
            if left * 2 != list.len() {
                return Verdict::Different;
            }
            match list {
                [world, other] => image[*world as usize] = other - self.worlds as u32,
                _ if open.is_none_or(|known| list.len() < known.len()) => open = Some(list),
                _ => {}
            }
        }
        let Some(list) = open else { return Verdict::Matched(image) };
        let (worlds, images) = list.split_at(list.len() / 2);
        let (world, images) = (worlds[0] as usize, images.iter().map(|&w| w as usize).collect());
        Verdict::Open(Branch { colour: refined.block, world, images })
    }

    fn preserves_access(&self, image: &[u32]) -> bool {
        self.left.group().iter().all(|agent| {
            match (self.left.model().relation(agent), self.right.model().relation(agent)) {
                (Some(left), Some(right)) => same_access(left, right, image),
                (left, right) => left.is_none() && right.is_none(),
            }
        })
    }
}

/// The colouring in which a world and its image differ from all others; none if they differ from
/// each other.
fn matched(branch: &Branch, image: usize) -> Option<Vec<u32>> {
    if branch.colour[branch.world] != branch.colour[image] {
        return None;
    }
    let mut colour = branch.colour.clone();
    let fresh = colour.iter().max().map_or(0, |most| most + 1);
    colour[branch.world] = fresh;
    colour[image] = fresh;
    // Colours are numbered without gaps: the old one may be used no more.
    Some(Cells::renumbered(&colour))
}

fn same_access(left: &Relation, right: &Relation, image: &[u32]) -> bool {
    let (from, to) = (Successors::new(left), Successors::new(right));
    if let (Relation::Cells(left), Relation::Cells(right)) = (left, right) {
        return same_cells(left, right, image);
    }
    (0..image.len()).all(|world| {
        let (here, there) = (from.of(world), to.of(image[world] as usize));
        let mut images: Vec<u32> = match here.len() == there.len() {
            true => here.iter().map(|&next| image[next as usize]).collect(),
            false => return false,
        };
        images.sort_unstable();
        images == there
    })
}

/// Whether a bijection of worlds is one of classes.
fn same_cells(left: &Cells, right: &Cells, image: &[u32]) -> bool {
    let moved: Vec<u32> = image.iter().map(|&world| right.class()[world as usize]).collect();
    Cells::renumbered(left.class()) == Cells::renumbered(&moved)
}

/// The worlds accessible from each world, sorted.
enum Successors<'a> {
    Cells(&'a Cells, Lists),
    Arrows(&'a crate::relation::Arrows),
}

impl<'a> Successors<'a> {
    fn new(relation: &'a Relation) -> Self {
        match relation {
            Relation::Cells(cells) => Self::Cells(cells, cells.members()),
            Relation::Arrows(arrows) => Self::Arrows(arrows),
        }
    }

    fn of(&self, world: usize) -> &[u32] {
        match self {
            Self::Cells(cells, members) => members.list(cells.class()[world] as usize),
            Self::Arrows(arrows) => arrows.successors(world),
        }
    }
}

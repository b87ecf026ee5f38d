//! Bijections between the things of two states that see the same: the common part of
//! isomorphism and agent-similarity. Refinement tells most things apart; where it
//! does not, one is matched with each of its possible images in turn. Giving up is
//! an error, never an answer.

use crate::compare::refinement::{Refined, Sights, Tally};
use crate::explicit::relation::{Arrows, Cells, Lists, Relation};
use crate::limits::{Limit, Limits, Pace, Work};
use hexa_logic::Stopped;

/// A search for a bijection.
pub(crate) struct Matching {
    sights: Sights,
    work: Work,
    /// How many things each side has; the right one's are numbered after the left one's.
    size: usize,
}

/// A colouring, and a thing on the left whose images are tried.
struct Branch {
    colour: Vec<u32>,
    thing: usize,
    images: Vec<usize>,
}

/// What a refined colouring says.
enum Verdict {
    /// The sides differ.
    Different,
    /// Everything has one possible image.
    Matched(Vec<u32>),
    /// This thing has several.
    Open(Branch),
}

impl Matching {
    /// Between the first half of what sees and the second.
    pub(crate) fn new(sights: Sights, size: usize, limits: &Limits) -> Self {
        Self { sights, work: Work::new(limits), size }
    }

    /// The images of the things on the left under a bijection that respects colours and maps the
    /// first point to the second; `fits` has the last word. Complete: none means that there is none.
    pub(crate) fn search(
        mut self,
        (here, there): (usize, usize),
        fits: impl Fn(&[u32]) -> Result<bool, Stopped>,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let colour = self.sights.colour.clone();
        let mut branches = vec![Branch { colour, thing: here, images: vec![self.size + there] }];
        while let Some(branch) = branches.last_mut() {
            let Some(image) = branch.images.pop() else {
                branches.pop();
                continue;
            };
            let Some(colour) = single_out_pair(branch, image, self.work.pace())? else { continue };
            self.work.spend(self.sights.effort())?;
            let refined = self.sights.refine(&colour, Tally::Members, self.work.pace())?;
            match self.verdict(refined)? {
                Verdict::Matched(image) if fits(&image)? => return Ok(Some(image)),
                Verdict::Different | Verdict::Matched(_) => {}
                Verdict::Open(branch) => branches.push(branch),
            }
        }
        Ok(None)
    }

    fn verdict(&self, refined: Refined) -> Result<Verdict, Stopped> {
        let pace = self.work.pace();
        let members = Lists::new(refined.blocks, refined.block.iter().copied().zip(0..), pace)?;
        let mut image = vec![0; self.size];
        let mut open: Option<&[u32]> = None;
        for block in 0..refined.blocks {
            let list = members.list(block);
            let left = list.partition_point(|&thing| (thing as usize) < self.size);
            if left * 2 != list.len() {
                return Ok(Verdict::Different);
            }
            match list {
                [thing, other] => image[*thing as usize] = other - self.size as u32,
                _ if open.is_none_or(|known| list.len() < known.len()) => open = Some(list),
                _ => {}
            }
        }
        let Some(list) = open else { return Ok(Verdict::Matched(image)) };
        let (things, images) = list.split_at(list.len() / 2);
        // The last image is tried first: the lists are turned around to begin at their starts.
        let images = images.iter().rev().map(|&image| image as usize).collect();
        Ok(Verdict::Open(Branch { colour: refined.block, thing: things[0] as usize, images }))
    }
}

/// The colouring in which a thing and its image differ from all others; none if they differ from
/// each other.
fn single_out_pair(
    branch: &Branch,
    image: usize,
    pace: &Pace,
) -> Result<Option<Vec<u32>>, Stopped> {
    if branch.colour[branch.thing] != branch.colour[image] {
        return Ok(None);
    }
    let mut colour = branch.colour.clone();
    let fresh = colour.iter().max().map_or(0, |most| most + 1);
    colour[branch.thing] = fresh;
    colour[image] = fresh;
    // Colours are numbered without gaps: the old one may be used no more.
    Cells::renumber_classes(&colour, pace).map(Some)
}

/// Whether a bijection of worlds keeps access, in both directions.
pub(crate) fn preserves_access(
    left: &Relation,
    right: &Relation,
    image: &[u32],
    pace: &Pace,
) -> Result<bool, Stopped> {
    if let (Relation::Cells(left), Relation::Cells(right)) = (left, right) {
        return same_cells(left, right, image, pace);
    }
    let (from, to) = (Successors::new(left, pace)?, Successors::new(right, pace)?);
    for (world, &there) in image.iter().enumerate() {
        let (here, there) = (from.of(world), to.of(there as usize));
        pace.count(1 + here.len() as u64)?;
        let mut images: Vec<u32> = here.iter().map(|&next| image[next as usize]).collect();
        images.sort_unstable();
        if images != there {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a bijection of worlds is one of classes.
fn same_cells(left: &Cells, right: &Cells, image: &[u32], pace: &Pace) -> Result<bool, Stopped> {
    let moved = pace.table(image.len(), |at| right.class()[image[at] as usize])?;
    Ok(Cells::renumber_classes(left.class(), pace)? == Cells::renumber_classes(&moved, pace)?)
}

/// The worlds accessible from each world, sorted.
enum Successors<'a> {
    Cells(&'a Cells, Lists),
    Arrows(&'a Arrows),
}

impl<'a> Successors<'a> {
    fn new(relation: &'a Relation, pace: &Pace) -> Result<Self, Stopped> {
        Ok(match relation {
            Relation::Cells(cells) => Self::Cells(cells, cells.members(pace)?),
            Relation::Arrows(arrows) => Self::Arrows(arrows),
        })
    }

    fn of(&self, world: usize) -> &[u32] {
        match self {
            Self::Cells(cells, members) => members.list(cells.class()[world] as usize),
            Self::Arrows(arrows) => arrows.successors(world),
        }
    }
}

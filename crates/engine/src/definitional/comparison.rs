//! Bisimulation as a greatest fixed point and isomorphism by trying bijections
//! (thesis defs. 74 to 76), between the relevant worlds of states.

use super::State;
use crate::limits::{Limit, Work};

/// When two states count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sameness {
    Bisimilar,
    Isomorphic,
}

/// Whether two states over the same vocabulary are the same.
pub(super) fn same(left: &State, right: &State, sameness: Sameness) -> Result<bool, Limit> {
    match sameness {
        Sameness::Bisimilar => bisimilar(left, right),
        Sameness::Isomorphic => isomorphic(left, right),
    }
}

/// Whether two states over the same vocabulary are bisimilar.
pub fn bisimilar(left: &State, right: &State) -> Result<bool, Limit> {
    if left.group() != right.group() {
        return Ok(false);
    }
    let related = greatest_bisimulation(left, right)?;
    Ok(related[left.point][right.point])
}

/// How many classes of bisimilar worlds there are among the relevant ones.
pub(super) fn minimal_count(state: &State) -> Result<usize, Limit> {
    let related = greatest_bisimulation(state, state)?;
    let relevant = state.relevant();
    let first = |&&world: &&usize| relevant.iter().all(|&w| w >= world || !related[world][w]);
    Ok(relevant.iter().filter(first).count())
}

/// The largest relation with **atoms**, **forth** and **back** (def. 74): start with all pairs that
/// agree on atoms, and take away those that break the other two until none does.
fn greatest_bisimulation(left: &State, right: &State) -> Result<Vec<Vec<bool>>, Limit> {
    let mut work = Work::new(left.limits.work);
    let (here, there) = (left.relevant(), right.relevant());
    let mut related = vec![vec![false; right.world_count()]; left.world_count()];
    for &v in &here {
        for &w in &there {
            related[v][w] = left.model.worlds[v].atoms == right.model.worlds[w].atoms;
        }
    }
    loop {
        let mut broken = Vec::new();
        for &v in &here {
            for &w in there.iter().filter(|&&w| related[v][w]) {
                work.spend((here.len() * there.len()) as u64)?;
                if !zigzag(left, right, &related, v, w) {
                    broken.push((v, w));
                }
            }
        }
        if broken.is_empty() {
            return Ok(related);
        }
        broken.into_iter().for_each(|(v, w)| related[v][w] = false);
    }
}

fn zigzag(left: &State, right: &State, related: &[Vec<bool>], v: usize, w: usize) -> bool {
    let (here, there) = (0..left.world_count(), 0..right.world_count());
    left.group().iter().all(|a| {
        let from_v = |x: &usize| left.model.related(a, v, *x);
        let from_w = |y: &usize| right.model.related(a, w, *y);
        let forth = here
            .clone()
            .filter(from_v)
            .all(|x| there.clone().filter(from_w).any(|y| related[x][y]));
        let back = there
            .clone()
            .filter(from_w)
            .all(|y| here.clone().filter(from_v).any(|x| related[x][y]));
        forth && back
    })
}

/// Whether two states over the same vocabulary are isomorphic.
pub fn isomorphic(left: &State, right: &State) -> Result<bool, Limit> {
    let here: Vec<usize> = left.relevant().into_iter().collect();
    let there: Vec<usize> = right.relevant().into_iter().collect();
    if left.group() != right.group() || here.len() != there.len() {
        return Ok(false);
    }
    let work = Work::new(left.limits.work);
    Bijection { left, right, here: &here, there: &there, images: Vec::new(), work }.extend()
}

/// A bijection under construction: images of the first worlds.
struct Bijection<'a> {
    left: &'a State,
    right: &'a State,
    here: &'a [usize],
    there: &'a [usize],
    images: Vec<usize>,
    work: Work,
}

impl Bijection<'_> {
    /// Whether the images found so far can be extended to all worlds.
    fn extend(&mut self) -> Result<bool, Limit> {
        if self.images.len() == self.here.len() {
            return Ok(true);
        }
        for &image in self.there {
            self.work.spend(self.images.len() as u64 + 1)?;
            if self.fits(image) {
                self.images.push(image);
                if self.extend()? {
                    return Ok(true);
                }
                self.images.pop();
            }
        }
        Ok(false)
    }

    /// Whether the next world can have this image.
    fn fits(&self, image: usize) -> bool {
        let world = self.here[self.images.len()];
        let same_atoms =
            self.left.model.worlds[world].atoms == self.right.model.worlds[image].atoms;
        let same_point = (world == self.left.point) == (image == self.right.point);
        let pairs = || {
            let earlier = self.here.iter().copied().zip(self.images.iter().copied());
            earlier.chain([(world, image)])
        };
        same_atoms
            && same_point
            && !self.images.contains(&image)
            && self.left.group().iter().all(|a| {
                let (l, r) = (&self.left.model, &self.right.model);
                pairs().all(|(v, i)| {
                    l.related(a, v, world) == r.related(a, i, image)
                        && l.related(a, world, v) == r.related(a, image, i)
                })
            })
    }
}

//! Bisimulation as a greatest fixed point, isomorphism by trying bijections (thesis
//! defs. 74 to 76), and agent-similarity by trying permutations of agents too (def.
//! 50), between the relevant worlds of states.

use super::State;
use crate::limits::{Limit, Work};
use hexa_logic::Agent;

/// When two states count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sameness {
    Bisimilar,
    Isomorphic,
    /// With the same worlds, as likely.
    Equal,
}

/// Whether two states over the same vocabulary are the same.
pub(super) fn same(left: &State, right: &State, sameness: Sameness) -> Result<bool, Limit> {
    match sameness {
        Sameness::Bisimilar => bisimilar(left, right),
        Sameness::Isomorphic => isomorphic(left, right),
        Sameness::Equal => Ok(left.point == right.point && left.model == right.model),
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
    let mut work = Work::new(&left.limits);
    let (here, there) = (left.relevant(), right.relevant());
    let mut related = vec![vec![false; right.world_count()]; left.world_count()];
    for &v in &here {
        work.spend(there.len() as u64)?;
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
        let from_v = |x: &usize| left.model.is_related(a, v, *x);
        let from_w = |y: &usize| right.model.is_related(a, w, *y);
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
    if left.group() != right.group() {
        return Ok(false);
    }
    let mut work = Work::new(&left.limits);
    let same: Vec<(Agent, Agent)> = left.group().iter().map(|agent| (agent, agent)).collect();
    exists_bijection(left, right, &same, Valuations::Kept, &mut work)
}

/// Who stands for whom if two states are agent-similar (def. 50): every permutation is tried.
pub fn similar(left: &State, right: &State) -> Result<Option<Vec<(Agent, Agent)>>, Limit> {
    let here: Vec<Agent> = left.group().iter().collect();
    let there: Vec<Agent> = right.group().iter().collect();
    if here.len() != there.len() {
        return Ok(None);
    }
    let mut work = Work::new(&left.limits);
    let mut permutation: Option<Vec<usize>> = Some((0..here.len()).collect());
    while let Some(places) = permutation {
        let images = places.iter().map(|&place| there[place]);
        let renaming: Vec<(Agent, Agent)> = here.iter().copied().zip(images).collect();
        if exists_bijection(left, right, &renaming, Valuations::Ignored, &mut work)? {
            return Ok(Some(renaming));
        }
        permutation = next_permutation(places);
    }
    Ok(None)
}

/// The next arrangement in the order of the dictionary.
fn next_permutation(mut places: Vec<usize>) -> Option<Vec<usize>> {
    let rise = (1..places.len()).rev().find(|&at| places[at - 1] < places[at])?;
    let pivot = rise - 1;
    let larger = (rise..places.len()).rev().find(|&at| places[at] > places[pivot])?;
    places.swap(pivot, larger);
    places[rise..].reverse();
    Some(places)
}

/// Whether images must have the same atoms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Valuations {
    Kept,
    Ignored,
}

fn exists_bijection(
    left: &State,
    right: &State,
    renaming: &[(Agent, Agent)],
    valuations: Valuations,
    work: &mut Work,
) -> Result<bool, Limit> {
    let here: Vec<usize> = left.relevant().into_iter().collect();
    let there: Vec<usize> = right.relevant().into_iter().collect();
    if here.len() != there.len() {
        return Ok(false);
    }
    let (here, there) = (&here, &there);
    Bijection { left, right, here, there, renaming, valuations, images: Vec::new() }.extend(work)
}

/// A bijection under construction: images of the first worlds.
struct Bijection<'a> {
    left: &'a State,
    right: &'a State,
    here: &'a [usize],
    there: &'a [usize],
    renaming: &'a [(Agent, Agent)],
    valuations: Valuations,
    images: Vec<usize>,
}

impl Bijection<'_> {
    /// Whether the images found so far can be extended to all worlds.
    fn extend(&mut self, work: &mut Work) -> Result<bool, Limit> {
        if self.images.len() == self.here.len() {
            return Ok(true);
        }
        for &image in self.there {
            work.spend(self.images.len() as u64 + 1)?;
            if self.fits(image) {
                self.images.push(image);
                if self.extend(work)? {
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
        let same_point = (world == self.left.point) == (image == self.right.point);
        let pairs = || {
            let earlier = self.here.iter().copied().zip(self.images.iter().copied());
            earlier.chain([(world, image)])
        };
        self.same_atoms(world, image)
            && same_point
            && !self.images.contains(&image)
            && self.renaming.iter().all(|&(a, b)| {
                let (l, r) = (&self.left.model, &self.right.model);
                pairs().all(|(v, i)| {
                    l.is_related(a, v, world) == r.is_related(b, i, image)
                        && l.is_related(a, world, v) == r.is_related(b, image, i)
                })
            })
    }

    fn same_atoms(&self, world: usize, image: usize) -> bool {
        self.valuations == Valuations::Ignored
            || self.left.model.worlds[world].atoms == self.right.model.worlds[image].atoms
    }
}

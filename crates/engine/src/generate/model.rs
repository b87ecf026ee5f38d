//! Models made from others, and all partitions of few worlds.

use hexa_logic::{ModelSetup, RelationSetup, Setup, World};

/// A model with another beside it; cells of the other are given by their numbers here.
pub fn beside(left: &Setup, right: &Setup, moved: impl Fn(u32) -> u32) -> Setup {
    let (Setup::Model(left), Setup::Model(right)) = (left, right) else { return left.clone() };
    let relation = |(l, r): (&Option<RelationSetup>, &Option<RelationSetup>)| match (l, r) {
        (Some(RelationSetup::Cells(l)), Some(RelationSetup::Cells(r))) => {
            let r = r.iter().map(|&class| moved(class));
            Some(RelationSetup::Cells(l.iter().copied().chain(r).collect()))
        }
        _ => None,
    };
    Setup::Model(ModelSetup {
        worlds: [left.worlds.as_slice(), &right.worlds].concat(),
        relations: left.relations.iter().zip(&right.relations).map(relation).collect(),
        point: left.point,
    })
}

/// The same model with its worlds listed backwards.
pub fn with_worlds_reversed(setup: &Setup) -> Setup {
    let Setup::Model(model) = setup else { return setup.clone() };
    let last = model.worlds.len() as u32 - 1;
    let back = |relation: &RelationSetup| match relation {
        RelationSetup::Cells(class) => RelationSetup::Cells(class.iter().rev().copied().collect()),
        RelationSetup::Arrows(pairs) => {
            let mut pairs: Vec<_> = pairs.iter().map(|&(v, w)| (last - v, last - w)).collect();
            pairs.sort_unstable();
            RelationSetup::Arrows(pairs)
        }
    };
    Setup::Model(ModelSetup {
        worlds: model.worlds.iter().rev().cloned().collect(),
        relations: model.relations.iter().map(|r| r.as_ref().map(back)).collect(),
        point: World(last - model.point.0),
    })
}

/// All partitions of so many worlds, as class arrays numbered in order of appearance.
pub fn partitions(worlds: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..worlds {
        let longer = |class: Vec<u32>| {
            let next = class.iter().max().map_or(0, |most| most + 1);
            (0..=next).map(move |cell| [class.as_slice(), &[cell]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

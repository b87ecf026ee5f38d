//! Keeping a picture readable: of a large model only the surroundings of the actual
//! world are drawn, and the legend says how large the whole is. Time and memory are
//! linear in the input, so a million worlds are no trouble.

use super::graph::{Graph, Relation};
use super::picture::{Access, Cut, Picture, PictureWorld, Spread, Whole};
use super::wording::world_name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most worlds that are drawn.
pub const MOST_WORLDS: usize = 60;
/// The most lines that are drawn; more are a hairball however they are laid out.
const MOST_LINES: usize = 240;
/// With fewer worlds than this, lines are drawn however many there are.
const FEWEST_WORLDS: usize = 10;

/// The picture itself if it can be read, otherwise a part of it.
pub fn fit(picture: &Picture) -> Cow<'_, Picture> {
    let mut most = MOST_WORLDS;
    let mut fitted = Cow::Borrowed(picture);
    loop {
        if fitted.worlds.len() > most {
            fitted = Cow::Owned(part_of(picture, most));
        }
        if lines(&fitted) <= MOST_LINES || most <= FEWEST_WORLDS || fitted.worlds.is_empty() {
            return fitted;
        }
        most = (fitted.worlds.len().min(most) * 2 / 3).max(FEWEST_WORLDS);
    }
}

/// About how many lines a picture needs.
fn lines(picture: &Picture) -> usize {
    let of = |relation: &Relation| match relation {
        Relation::Nobody => 0,
        Relation::Cells { cells, .. } => cells.iter().map(|cell| cell.len() - 1).sum(),
        Relation::Arrows(arrows) => arrows.drawn.len(),
    };
    Graph::new(picture).relations.iter().map(of).sum()
}

/// The relation of one agent, ready to be followed from a world.
enum Steps<'a> {
    None,
    Cells { of: Vec<Option<u32>>, cells: &'a [Vec<usize>] },
    Arrows(Vec<(usize, usize)>),
}

impl<'a> Steps<'a> {
    fn new(worlds: usize, access: &'a Access) -> Steps<'a> {
        match access {
            Access::Nobody => Steps::None,
            Access::Cells(cells) => {
                let mut of = vec![None; worlds];
                for (index, cell) in cells.iter().enumerate() {
                    for &world in cell.iter().filter(|&&w| w < worlds) {
                        if of[world].is_none() {
                            of[world] = u32::try_from(index).ok();
                        }
                    }
                }
                Steps::Cells { of, cells }
            }
            Access::Arrows(arrows) => {
                let mut sorted: Vec<(usize, usize)> =
                    arrows.iter().copied().filter(|&(u, v)| u < worlds && v < worlds).collect();
                sorted.sort_unstable();
                sorted.dedup();
                Steps::Arrows(sorted)
            }
        }
    }

    /// The worlds that the agent considers possible in a world.
    fn from(&self, world: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Steps::None => Box::new(std::iter::empty()),
            Steps::Cells { of, cells } => match of[world] {
                None => Box::new(std::iter::empty()),
                Some(cell) => {
                    let same = move |&v: &usize| of.get(v).copied().flatten() == Some(cell);
                    Box::new(cells[cell as usize].iter().copied().filter(same))
                }
            },
            Steps::Arrows(sorted) => {
                let start = sorted.partition_point(|&(u, _)| u < world);
                Box::new(sorted[start..].iter().take_while(move |a| a.0 == world).map(|a| a.1))
            }
        }
    }

    fn spread(&self) -> Spread {
        match self {
            Steps::None => Spread::Unknown,
            Steps::Arrows(sorted) => Spread::Arrows(sorted.len()),
            Steps::Cells { of, cells } => {
                let mut sizes = vec![0_usize; cells.len()];
                of.iter().flatten().for_each(|&cell| sizes[cell as usize] += 1);
                let mut histogram: BTreeMap<usize, usize> = BTreeMap::new();
                for size in sizes.into_iter().filter(|&size| size > 0) {
                    *histogram.entry(size).or_default() += 1;
                }
                Spread::Cells(histogram.into_iter().collect())
            }
        }
    }
}

fn part_of(picture: &Picture, most: usize) -> Picture {
    let worlds = picture.worlds.len();
    let steps: Vec<Steps> =
        picture.links.iter().take(picture.agents.len()).map(|a| Steps::new(worlds, a)).collect();
    let point = picture.point.filter(|&w| w < worlds);
    let centre = point.unwrap_or(0);
    let (kept, reach) = surroundings(worlds, &steps, centre, most);
    let name = match point {
        Some(_) => "the actual world".to_string(),
        None => format!("world {}", world_name(&picture.worlds[centre].label)),
    };
    let whole = Whole {
        worlds: picture.whole.as_ref().map_or(worlds.to_string(), |whole| whole.worlds.clone()),
        selection: reach.in_words(&name),
        spread: match &picture.whole {
            Some(whole) => whole.spread.clone(),
            None => steps.iter().map(Steps::spread).collect(),
        },
    };
    Picture {
        title: picture.title.clone(),
        agents: picture.agents.clone(),
        worlds: kept_worlds(picture, &steps, &kept),
        links: picture.links.iter().map(|access| kept_access(worlds, access, &kept)).collect(),
        point: point.and_then(|w| kept.binary_search(&w).ok()),
        also_actual: picture
            .also_actual
            .iter()
            .filter_map(|w| kept.binary_search(w).ok())
            .collect(),
        things: picture.things,
        whole: Some(whole),
        cells: picture.cells,
        notes: picture.notes.clone(),
    }
}

/// How the worlds were selected.
enum Reach {
    Links(usize),
    SomeOfOneLink,
    Reachable,
}

impl Reach {
    fn in_words(&self, centre: &str) -> String {
        match self {
            Reach::Links(1) => format!("those within one link of {centre}"),
            Reach::Links(n) => format!("those within {n} links of {centre}"),
            Reach::SomeOfOneLink => {
                format!("{centre} and, in turn for each agent, some of those one link away")
            }
            Reach::Reachable => format!("those that can be reached from {centre}"),
        }
    }
}

/// As many full rings of neighbours as fit, or a fair share of the first ring.
fn surroundings(worlds: usize, steps: &[Steps], centre: usize, most: usize) -> (Vec<usize>, Reach) {
    let mut kept = BTreeSet::from([centre]);
    let mut rim = vec![centre];
    for reach in 0..worlds {
        let mut seen = BTreeSet::new();
        'ring: for &world in &rim {
            for next in steps.iter().flat_map(|s| s.from(world)) {
                if !kept.contains(&next) {
                    seen.insert(next);
                }
                if kept.len() + seen.len() > most {
                    break 'ring;
                }
            }
        }
        if seen.is_empty() {
            return (kept.into_iter().collect(), Reach::Reachable);
        }
        if kept.len() + seen.len() > most {
            return match reach {
                0 => (fair_share(steps, centre, most), Reach::SomeOfOneLink),
                _ => (kept.into_iter().collect(), Reach::Links(reach)),
            };
        }
        rim = seen.iter().copied().collect();
        kept.extend(seen);
    }
    (kept.into_iter().collect(), Reach::Reachable)
}

/// Neighbours taken from each agent in turn, fewer than would fit: the rest of a
/// ring says little.
fn fair_share(steps: &[Steps], centre: usize, most: usize) -> Vec<usize> {
    let most = most.min(MOST_WORLDS / 2);
    let mut kept = BTreeSet::from([centre]);
    let mut sources: Vec<_> = steps.iter().map(|s| s.from(centre).peekable()).collect();
    while kept.len() < most && sources.iter_mut().any(|s| s.peek().is_some()) {
        for source in &mut sources {
            if kept.len() < most {
                kept.extend(source.next());
            }
        }
    }
    kept.into_iter().collect()
}

fn kept_worlds(picture: &Picture, steps: &[Steps], kept: &[usize]) -> Vec<PictureWorld> {
    let outside = |w: usize| kept.binary_search(&w).is_err();
    let leads_out = |world: usize| steps.iter().any(|s| s.from(world).any(outside));
    let keep = |&world: &usize| PictureWorld {
        cut: if leads_out(world) { Cut::LeadsOut } else { picture.worlds[world].cut },
        ..picture.worlds[world].clone()
    };
    kept.iter().map(keep).collect()
}

fn kept_access(worlds: usize, access: &Access, kept: &[usize]) -> Access {
    let rename = |w: usize| kept.binary_search(&w).ok().filter(|_| w < worlds);
    match access {
        Access::Nobody => Access::Nobody,
        Access::Cells(cells) => {
            let part = |cell: &Vec<usize>| cell.iter().filter_map(|&w| rename(w)).collect();
            let parts = cells.iter().map(part).filter(|cell: &Vec<usize>| !cell.is_empty());
            Access::Cells(parts.collect())
        }
        Access::Arrows(arrows) => {
            let both = |&(u, v): &(usize, usize)| Some((rename(u)?, rename(v)?));
            let parts: BTreeSet<(usize, usize)> = arrows.iter().filter_map(both).collect();
            Access::Arrows(parts.into_iter().collect())
        }
    }
}

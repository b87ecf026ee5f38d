//! Three agents who know their own local states and nothing of each other's: all combinations are
//! possible, and make a lattice (*Knowledge games*, sec. 7.3 and figure 7.3). To the right runs what the first agent
//! knows, towards the reader what the second does, upwards what the third does.

use super::figure::Shape;
use super::geometry::at;
use super::graph::{Graph, Relation, pair};

/// More worlds than this do not fit on a page.
const WORLDS: usize = 64;

/// The lattice, if the classes of three agents make one.
pub fn lattice(part: &Graph) -> Option<Shape> {
    if part.worlds > WORLDS {
        return None;
    }
    let linked = part.relations.iter().filter(|relation| !matches!(relation, Relation::Nobody));
    let axes: Vec<Vec<usize>> =
        linked.map(|relation| coordinates(relation, part.worlds)).collect::<Option<_>>()?;
    let [x, y, z] = &axes[..] else { return None };
    let places: Vec<[usize; 3]> = (0..part.worlds).map(|w| [x[w], y[w], z[w]]).collect();
    let sizes = [x, y, z].map(|axis| axis.iter().max().map_or(0, |last| last + 1));
    let mut different = places.clone();
    different.sort_unstable();
    different.dedup();
    let full = sizes.iter().product::<usize>() == part.worlds && different.len() == part.worlds;
    full.then(|| oblique_view(&places, sizes[1]))
}

/// The number of each world's class.
fn coordinates(relation: &Relation, worlds: usize) -> Option<Vec<usize>> {
    let Relation::Cells { cells, .. } = relation else { return None };
    let class = |world: usize| cells.iter().position(|cell| cell.contains(&world));
    (0..worlds).map(class).collect()
}

/// The view from above and from the right. The second axis comes towards the reader, so that they look down on the plane
/// where all local states differ, and sees the hexagon.
fn oblique_view(places: &[[usize; 3]], layers: usize) -> Shape {
    let forward = at(-1.08 / layers as f64, 1.0 / layers as f64);
    let place = |&[x, y, z]: &[usize; 3]| at(x as f64, -(z as f64)) + forward * y as f64;
    let mut shape = Shape { at: places.iter().map(place).collect(), ..Shape::default() };
    for (u, from) in places.iter().enumerate() {
        let next = |to: &[usize; 3]| (0..3).map(|k| from[k].abs_diff(to[k])).sum::<usize>() == 1;
        let after = places.iter().enumerate().skip(u + 1);
        shape.skeleton.extend(after.filter(|(_, to)| next(to)).map(|(v, _)| pair(u, v)));
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::super::picture::{Access, Picture, PictureWorld};
    use super::*;

    /// The first worlds of the cube of three agents with so many local states each.
    fn cube(states: usize, worlds: usize) -> Graph {
        let class = |world: usize, agent: u32| world / states.pow(agent) % states;
        let of = |agent: u32, state| (0..worlds).filter(move |&w| class(w, agent) == state);
        let cells =
            |agent| Access::Cells((0..states).map(|state| of(agent, state).collect()).collect());
        Graph::new(&Picture {
            agents: ["1", "2", "3"].map(str::to_owned).to_vec(),
            worlds: vec![PictureWorld::default(); worlds],
            links: (0..3).map(cells).collect(),
            ..Picture::default()
        })
    }

    #[test]
    fn a_cube_is_a_lattice() {
        let shape = lattice(&cube(3, 27)).unwrap_or_default();
        assert_eq!(shape.skeleton.len(), 54);
        for (u, p) in shape.at.iter().enumerate() {
            assert!(shape.at[..u].iter().all(|q| p.distance(*q) > 0.3), "{u} stands on another");
        }
    }

    #[test]
    fn a_part_of_a_cube_is_none() {
        assert!(lattice(&cube(3, 26)).is_none());
        assert!(lattice(&cube(5, 125)).is_none(), "it would be too large");
    }
}

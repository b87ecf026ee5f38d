//! The search for a path from a world to one where something is false that is no common knowledge there.
//!
//! A *frame* is a formula that holds in all worlds to which at most so many steps lead. Where a world is found in the last frame in
//! which the goal is reached, it is asked whence it is reached, back to the start, or the last frame is made
//! narrower by what shows that it is not. When two frames in a row are the same, everybody in the group knows what the frame says
//! wherever it is true: an induction.

use super::closure::{Answer, is_true};
use super::search::{Search, WorldAt};
use super::{Accessibility, TooMuch};
use batsat::Lit;

/// Of more lists than this, none is made simpler.
const MOST_SIMPLIFIED: usize = 40;

/// What came of the search.
pub(super) enum Reached {
    /// The worlds on the way, each with the access by which it is reached.
    Path(Vec<(usize, Box<[u64]>)>),
    /// The goal cannot be reached: in no world on any way are all literals of one of these lists true.
    Never(Vec<Vec<Lit>>),
}

/// Worlds on a way, each with the number of the access that leads on, and the values of its boxes.
type Trace = Vec<(usize, Box<[u64]>)>;

/// What access in a group hands on.
struct Handed {
    access: usize,
    boxes: Vec<Lit>,
}

struct Frames {
    /// What every access of the group hands on.
    handed: Vec<Handed>,
    /// What is so in the beginning, of all that is handed on.
    start: Vec<Lit>,
    /// That a frame counts, from the second one on; what counts in a frame counts in earlier ones too.
    counts: Vec<Lit>,
    /// What is true in no world of a frame, with the last such frame.
    never: Vec<(Vec<Lit>, usize)>,
    /// That the goal is reached.
    goal: Lit,
}

/// A world from which the goal is reached, and how far it may be from the start.
struct Duty {
    values: Box<[u64]>,
    frame: usize,
    /// The access that leads on from here.
    onward: Option<usize>,
}

pub(super) fn reach(
    search: &mut Search<'_>,
    start: WorldAt,
    place: u32,
) -> Result<Reached, TooMuch> {
    let goal = !search.closure.boxes[place as usize].body_literal;
    let common = search.closure.boxes[place as usize].access;
    let Accessibility::Common(group) = search.closure.accesses[common].clone() else {
        unreachable!("only what is common knowledge is looked for on paths");
    };
    let kind = search.worlds[start].kind;
    let mut handed = Vec::new();
    for access in 0..search.closure.accesses.len() {
        if matches!(&search.closure.accesses[access], Accessibility::Agent(agent) if group.contains(*agent))
        {
            let (places, _) = search.kinds.lead(kind, access, &search.closure)?;
            let boxes =
                places.iter().map(|&at| search.closure.boxes[at as usize].literal).collect();
            handed.push(Handed { access, boxes });
        }
    }
    let mut all: Vec<Lit> = handed.iter().flat_map(|one| one.boxes.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    let values = &search.worlds[start].values;
    let start = all.into_iter().map(|box_| so(values, box_)).collect();
    let mut frames = Frames { handed, start, counts: Vec::new(), never: Vec::new(), goal };
    let reached = frames.search(search);
    // The frames no longer count.
    for counts in frames.counts {
        search.closure.clause(&[!counts]);
    }
    reached
}

/// The box or its negation, whichever is true in a world.
fn so(values: &[u64], literal: Lit) -> Lit {
    if is_true(values, literal) { literal } else { !literal }
}

impl Frames {
    fn search(&mut self, search: &mut Search<'_>) -> Result<Reached, TooMuch> {
        let assumed: Vec<Lit> = self.start.iter().copied().chain([self.goal]).collect();
        if let Answer::World(values) = search.closure.solve(&assumed)? {
            return Ok(Reached::Path(vec![(self.handed[0].access, values)]));
        }
        for last in 1.. {
            if self.counts.len() < last {
                let counts = search.closure.fresh();
                self.counts.push(counts);
            }
            loop {
                let mut assumed = self.assume(last);
                assumed.push(self.goal);
                match search.closure.solve(&assumed)? {
                    Answer::Core(_) => break,
                    Answer::World(values) => {
                        if let Some(path) = self.trace(values, last, search)? {
                            return Ok(Reached::Path(path));
                        }
                    }
                }
            }
            if let Some(never) = self.push_on(search)? {
                return Ok(Reached::Never(self.simplify(never, search)?));
            }
        }
        unreachable!("there are finitely many formulas that frames can be")
    }

    /// What holds in a frame after the first.
    fn assume(&self, frame: usize) -> Vec<Lit> {
        self.counts[frame - 1..].to_vec()
    }

    /// Follows the way back from a world in a frame. None if it does not lead to the start; then the frames have become narrower.
    fn trace(
        &mut self,
        values: Box<[u64]>,
        frame: usize,
        search: &mut Search<'_>,
    ) -> Result<Option<Trace>, TooMuch> {
        let mut duties = vec![Duty { values, frame, onward: None }];
        while let Some(duty) = duties.last() {
            let (frame, mut blamed) = (duty.frame, Vec::new());
            let mut before = None;
            for at in 0..self.handed.len() {
                let handed: Vec<Lit> =
                    self.handed[at].boxes.iter().map(|&box_| so(&duty.values, box_)).collect();
                match self.ask_before(frame, &handed, search)? {
                    Answer::World(values) => {
                        before = Some((values, self.handed[at].access));
                        break;
                    }
                    Answer::Core(core) => blamed.extend(core),
                }
            }
            match before {
                Some((_, access)) if frame == 1 => {
                    // The first world agrees with the start on all that is handed on, so that one step from the start leads here.
                    let mut path = Vec::new();
                    let mut by = access;
                    while let Some(duty) = duties.pop() {
                        path.push((by, duty.values));
                        if let Some(onward) = duty.onward {
                            by = onward;
                        }
                    }
                    return Ok(Some(path));
                }
                Some((values, access)) => {
                    duties.push(Duty { values, frame: frame - 1, onward: Some(access) });
                }
                None => {
                    blamed.sort_unstable();
                    blamed.dedup();
                    self.exclude(blamed, frame, search);
                    duties.pop();
                }
            }
        }
        Ok(None)
    }

    /// A world in the frame before, in which these are true.
    fn ask_before(
        &self,
        frame: usize,
        handed: &[Lit],
        search: &mut Search<'_>,
    ) -> Result<Answer, TooMuch> {
        if frame == 1 {
            let differs = handed.iter().find(|&&literal| self.start.contains(&!literal));
            return Ok(match differs {
                Some(&differs) => Answer::Core(vec![differs]),
                None => search.closure.solve(&self.start)?,
            });
        }
        let mut assumed = self.assume(frame - 1);
        assumed.extend_from_slice(handed);
        let answer = search.closure.solve(&assumed)?;
        Ok(match answer {
            Answer::World(values) => Answer::World(values),
            Answer::Core(core) => {
                Answer::Core(core.into_iter().filter(|literal| handed.contains(literal)).collect())
            }
        })
    }

    fn exclude(&mut self, list: Vec<Lit>, frame: usize, search: &mut Search<'_>) {
        let clause: Vec<Lit> =
            list.iter().map(|&literal| !literal).chain([!self.counts[frame - 1]]).collect();
        search.closure.clause(&clause);
        self.never.push((list, frame));
    }

    /// What is never so in a frame may never be so in the next. If that is so of all, nothing else is ever reached.
    fn push_on(&mut self, search: &mut Search<'_>) -> Result<Option<Vec<Vec<Lit>>>, TooMuch> {
        for frame in 1..self.counts.len() + 1 {
            let mut stays = false;
            for at in 0..self.never.len() {
                let (ref list, last) = self.never[at];
                if last != frame {
                    continue;
                }
                let list = list.clone();
                if self.follows_in_next(frame, &list, search)? {
                    if frame == self.counts.len() {
                        let next = search.closure.fresh();
                        self.counts.push(next);
                    }
                    let counts = self.counts[frame];
                    let clause: Vec<Lit> =
                        list.iter().map(|&literal| !literal).chain([!counts]).collect();
                    search.closure.clause(&clause);
                    self.never[at].1 = frame + 1;
                } else {
                    stays = true;
                }
            }
            if !stays {
                let lists = self.never.iter().filter(|(_, last)| *last > frame);
                return Ok(Some(lists.map(|(list, _)| list.clone()).collect()));
            }
        }
        Ok(None)
    }

    fn follows_in_next(
        &self,
        frame: usize,
        list: &[Lit],
        search: &mut Search<'_>,
    ) -> Result<bool, TooMuch> {
        for one in &self.handed {
            let of_one =
                |literal: &&Lit| one.boxes.contains(*literal) || one.boxes.contains(&!**literal);
            let mut assumed = self.assume(frame);
            assumed.extend(list.iter().filter(of_one));
            if let Answer::World(_) = search.closure.solve(&assumed)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Fewer and shorter lists that do the same: the formula of the induction is learnt, and people read it.
    fn simplify(
        &self,
        mut never: Vec<Vec<Lit>>,
        search: &mut Search<'_>,
    ) -> Result<Vec<Vec<Lit>>, TooMuch> {
        never.sort_unstable();
        never.dedup();
        if never.len() > MOST_SIMPLIFIED {
            return Ok(never);
        }
        for at in 0..never.len() {
            for literal in never[at].clone() {
                let mut shorter = never.clone();
                shorter[at].retain(|&other| other != literal);
                let is_at_start = shorter[at].iter().all(|part| self.start.contains(part));
                if !is_at_start && self.is_kept(at, &shorter, search)? {
                    never = shorter;
                }
            }
        }
        never.sort_unstable();
        never.dedup();
        for at in (0..never.len()).rev() {
            let mut fewer = never.clone();
            fewer.remove(at);
            if self.is_invariant(&fewer, search)? {
                never = fewer;
            }
        }
        Ok(never)
    }

    /// Whether some literal of each list is false wherever the goal cannot be reached, and wherever access leads from there.
    fn is_invariant(&self, never: &[Vec<Lit>], search: &mut Search<'_>) -> Result<bool, TooMuch> {
        if !self.contradicts(never, &[self.goal], search)? {
            return Ok(false);
        }
        for at in 0..never.len() {
            if !self.is_kept(at, never, search)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether wherever no list is all true, and wherever access leads from there, this list is not all true.
    fn is_kept(
        &self,
        at: usize,
        never: &[Vec<Lit>],
        search: &mut Search<'_>,
    ) -> Result<bool, TooMuch> {
        for one in &self.handed {
            let own: Vec<Lit> = never[at]
                .iter()
                .copied()
                .filter(|&literal| one.boxes.contains(&literal) || one.boxes.contains(&!literal))
                .collect();
            if !self.contradicts(never, &own, search)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether these cannot be true where no list is all true.
    fn contradicts(
        &self,
        never: &[Vec<Lit>],
        these: &[Lit],
        search: &mut Search<'_>,
    ) -> Result<bool, TooMuch> {
        let counts = search.closure.fresh();
        for list in never {
            let clause: Vec<Lit> = list.iter().map(|&literal| !literal).chain([!counts]).collect();
            search.closure.clause(&clause);
        }
        let assumed: Vec<Lit> = these.iter().copied().chain([counts]).collect();
        let answer = search.closure.solve(&assumed)?;
        search.closure.clause(&[!counts]);
        Ok(matches!(answer, Answer::Core(_)))
    }
}

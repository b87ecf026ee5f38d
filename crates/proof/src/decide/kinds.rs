//! Which boxes matter in which worlds. In a world to which access leads, only what is said there matters, and what access hands on:
//! these are ever fewer boxes, unless common knowledge is spoken of. Worlds in which the same matters are of one kind.

use super::closure::Closure;
use super::core_language::Core;
use super::{Accessibility, Logic, TooMuch};
use hexa_logic::{Formula, FormulaNode};
use rustc_hash::FxHashMap;

/// Steps that listing may take.
const MOST_STEPS: u64 = 100_000_000;

/// A kind of worlds, by its place in [`Kinds`].
pub(super) type Kind = usize;

/// What matters in the worlds of a kind.
pub(super) struct KindOfWorld {
    /// The boxes, by their places.
    pub visible: Vec<u32>,
    /// For each access, the boxes that it hands on, and the kind of the worlds to which it leads.
    leads: Vec<Option<(std::rc::Rc<[u32]>, Kind)>>,
}

/// The kinds that were needed so far.
pub(super) struct Kinds {
    pub all: Vec<KindOfWorld>,
    by_visible: FxHashMap<Vec<u32>, Kind>,
    logic: Logic,
    /// For each access, those whose boxes it hands on.
    hands_on: Vec<Vec<bool>>,
    /// The box of a formula.
    box_at: FxHashMap<Formula, u32>,
    premises: Vec<Formula>,
    steps: u64,
}

/// Whether wherever the first leads the second does: then what the second says of worlds is the same there.
fn is_within(first: &Accessibility, second: &Accessibility) -> bool {
    match (first, second) {
        (Accessibility::Agent(a), Accessibility::Agent(b)) => a == b,
        (Accessibility::Agent(a), Accessibility::Common(group)) => group.contains(*a),
        (Accessibility::Distributed(group), Accessibility::Agent(a)) => group.contains(*a),
        (Accessibility::Distributed(more), Accessibility::Distributed(fewer)) => {
            fewer.is_subset(more)
        }
        (Accessibility::Distributed(group), Accessibility::Common(other)) => {
            group.iter().any(|agent| other.contains(agent))
        }
        (Accessibility::Common(fewer), Accessibility::Common(more)) => fewer.is_subset(more),
        (Accessibility::Agent(_) | Accessibility::Common(_), Accessibility::Distributed(_))
        | (Accessibility::Common(_), Accessibility::Agent(_)) => false,
    }
}

impl Kinds {
    /// The kind of the first world.
    pub const ROOT: Kind = 0;

    pub fn new(core: &Core, closure: &Closure) -> Result<Self, TooMuch> {
        let boxes = closure.boxes.iter().enumerate();
        let hands_on = |access: &Accessibility| {
            closure.accesses.iter().map(|other| is_within(access, other)).collect()
        };
        let mut kinds = Self {
            all: Vec::new(),
            by_visible: FxHashMap::default(),
            logic: core.logic,
            hands_on: closure.accesses.iter().map(hands_on).collect(),
            box_at: boxes.map(|(at, of)| (of.formula, at as u32)).collect(),
            premises: core.premises.clone(),
            steps: 0,
        };
        let said = core.premises.iter().copied().chain([core.conclusion]).collect();
        let visible = kinds.visible(said, Vec::new(), closure)?;
        kinds.intern(visible);
        Ok(kinds)
    }

    fn intern(&mut self, visible: Vec<u32>) -> Kind {
        let next = self.all.len();
        let kind = *self.by_visible.entry(visible.clone()).or_insert(next);
        if kind == next {
            self.all.push(KindOfWorld { visible, leads: vec![None; self.hands_on.len()] });
        }
        kind
    }

    /// The boxes in formulas, with some more; also those inside boxes, where a world can be one of those that it looks at.
    fn visible(
        &mut self,
        said: Vec<Formula>,
        also: Vec<u32>,
        closure: &Closure,
    ) -> Result<Vec<u32>, TooMuch> {
        let is_nested = self.logic != Logic::K;
        let mut seen: rustc_hash::FxHashSet<Formula> = said.iter().copied().collect();
        let mut open = said;
        let mut visible = also;
        while let Some(formula) = open.pop() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(TooMuch::Kinds(MOST_STEPS));
            }
            let node = closure.terms.node(formula);
            let is_box = matches!(
                node,
                FormulaNode::Knows(..) | FormulaNode::Common(..) | FormulaNode::Distributed(..)
            );
            if is_box {
                visible.push(self.box_at[&formula]);
            }
            if !is_box || is_nested {
                node.parts(|part| {
                    if seen.insert(part) {
                        open.push(part);
                    }
                });
            }
        }
        visible.sort_unstable();
        visible.dedup();
        Ok(visible)
    }

    /// The boxes that an access hands on from worlds of a kind, and the kind of the worlds to which it leads.
    pub fn lead(
        &mut self,
        kind: Kind,
        access: usize,
        closure: &Closure,
    ) -> Result<(std::rc::Rc<[u32]>, Kind), TooMuch> {
        if let Some(known) = &self.all[kind].leads[access] {
            return Ok(known.clone());
        }
        let handed: Vec<u32> = self.all[kind]
            .visible
            .iter()
            .copied()
            .filter(|&at| self.hands_on[access][closure.boxes[at as usize].access])
            .collect();
        let bodies = handed.iter().map(|&at| closure.boxes[at as usize].body);
        let said = bodies.chain(self.premises.iter().copied()).collect();
        let also = if self.logic.is_transitive() { handed.clone() } else { Vec::new() };
        let visible = self.visible(said, also, closure)?;
        let led = (handed.into(), self.intern(visible));
        self.all[kind].leads[access] = Some(led.clone());
        Ok(led)
    }
}

//! Gates in an order in which they can be computed. A gate is on if all signals of one of its clauses are.

/// The value of an input or gate, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signal(u32);

impl Signal {
    /// What is always on: the value that stands first.
    pub const ON: Signal = Signal(0);
    /// What is never on.
    pub const OFF: Signal = Signal(1);

    /// The value that stands at a place.
    pub fn at(place: u32) -> Self {
        Self(place << 1)
    }

    /// Its opposite.
    pub fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Where the value stands that it depends on.
    pub fn place(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is on.
    #[inline]
    pub fn is_on(self, values: &[u8]) -> bool {
        u32::from(values[(self.0 >> 1) as usize]) ^ (self.0 & 1) != 0
    }

    /// In which lanes it is on.
    #[inline]
    pub fn lanes(self, values: &[u64]) -> u64 {
        values[(self.0 >> 1) as usize] ^ 0_u64.wrapping_sub(u64::from(self.0 & 1))
    }
}

/// Gates that are computed one after the other.
#[derive(Clone, Default, Debug)]
pub struct Gates {
    blocks: Vec<Block>,
    /// Where the value of each gate stands, and where its clauses end.
    gates: Vec<(u32, u32)>,
    /// Where the signals of each clause end.
    clauses: Vec<u32>,
    signals: Vec<Signal>,
}

/// A number of gates that follow each other.
#[derive(Clone, Copy, Debug)]
struct Block {
    end: u32,
    kind: BlockKind,
}

/// How gates are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockKind {
    /// Once.
    Once,
    /// Until nothing changes: they depend on each other.
    Together,
}

impl Gates {
    /// Adds gates: the places of their values, with their clauses.
    pub fn push<'a>(
        &mut self,
        kind: BlockKind,
        gates: impl Iterator<Item = (u32, &'a [Vec<Signal>])>,
    ) {
        for (place, clauses) in gates {
            for clause in clauses {
                self.signals.extend(clause);
                self.clauses.push(self.signals.len() as u32);
            }
            self.gates.push((place, self.clauses.len() as u32));
        }
        let end = self.gates.len() as u32;
        match self.blocks.last_mut() {
            Some(last) if last.kind == BlockKind::Once && kind == BlockKind::Once => last.end = end,
            _ => self.blocks.push(Block { end, kind }),
        }
    }

    /// Computes all gates.
    pub fn run(&self, values: &mut [u8]) {
        self.run_blocks(values, Self::pass);
    }

    /// Computes all gates in 64 lanes at once.
    pub fn run_lanes(&self, values: &mut [u64]) {
        self.run_blocks(values, Self::pass_lanes);
    }

    /// Computes blocks one after the other, by a pass over some gates that says whether any changed.
    #[inline(always)]
    fn run_blocks<T: Default>(
        &self,
        values: &mut [T],
        pass: impl Fn(&Self, usize, usize, &mut [T]) -> bool,
    ) {
        let mut from = 0;
        for block in &self.blocks {
            let to = block.end as usize;
            match block.kind {
                BlockKind::Once => _ = pass(self, from, to, values),
                BlockKind::Together => {
                    for &(place, _) in &self.gates[from..to] {
                        values[place as usize] = T::default();
                    }
                    while pass(self, from, to, values) {}
                }
            }
            from = to;
        }
    }

    /// Computes some gates once; says whether any changed.
    fn pass(&self, from: usize, to: usize, values: &mut [u8]) -> bool {
        let mut clause = if from == 0 { 0 } else { self.gates[from - 1].1 as usize };
        let mut signal = if clause == 0 { 0 } else { self.clauses[clause - 1] as usize };
        let mut changed = 0;
        for &(place, end) in &self.gates[from..to] {
            let end = end as usize;
            let mut value = 0;
            for &last in &self.clauses[clause..end] {
                let last = last as usize;
                if self.signals[signal..last].iter().all(|signal| signal.is_on(values)) {
                    value = 1;
                    break;
                }
                signal = last;
            }
            if end > 0 {
                signal = self.clauses[end - 1] as usize;
            }
            clause = end;
            changed |= values[place as usize] ^ value;
            values[place as usize] = value;
        }
        changed != 0
    }

    fn pass_lanes(&self, from: usize, to: usize, values: &mut [u64]) -> bool {
        let mut clause = if from == 0 { 0 } else { self.gates[from - 1].1 as usize };
        let mut signal = if clause == 0 { 0 } else { self.clauses[clause - 1] as usize };
        let mut changed = 0;
        for &(place, end) in &self.gates[from..to] {
            let mut value = 0;
            for &last in &self.clauses[clause..end as usize] {
                let signals = &self.signals[signal..last as usize];
                value |= signals.iter().fold(!0, |all, signal| all & signal.lanes(values));
                signal = last as usize;
            }
            clause = end as usize;
            changed |= values[place as usize] ^ value;
            values[place as usize] = value;
        }
        changed != 0
    }
}

//! What a run takes, for the curious: worlds, nodes of diagrams, memory.

use crate::report::{counted, size};
use hexa_engine::{Engine, Ground, Held, Nodes, UBig};
use std::fs;

/// How large a state is.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The engine that holds it.
    pub engine: Engine,
    /// Why this one, unless it was asked for.
    pub ground: Option<Ground>,
    /// How many worlds there are, unless they cannot be counted.
    pub worlds: Option<UBig>,
    /// How large its diagrams are, if there are any.
    pub nodes: Option<Nodes>,
    size: String,
}

impl Usage {
    /// What a state takes.
    pub fn of(state: &Held, ground: Option<Ground>) -> Self {
        // Counting worlds makes nodes too; it should not count.
        let nodes = state.nodes();
        let worlds = state.relevant_count().ok();
        Self { engine: state.engine(), ground, worlds, nodes, size: size(state) }
    }

    /// The engine, and why if that is not plain.
    pub fn held(&self) -> String {
        let engine = self.engine.name();
        match self.ground {
            None | Some(Ground::FewWorlds) => format!("{engine} engine, {}", self.sizes()),
            Some(ground) => format!("{engine} engine ({ground}), {}", self.sizes()),
        }
    }

    /// Worlds and nodes.
    pub fn sizes(&self) -> String {
        match self.nodes {
            None => self.size.clone(),
            Some(Nodes { law, peak }) => {
                format!("{}, {}, at most {peak} so far", self.size, counted(law, "node"))
            }
        }
    }
}

/// The most bytes that this process has had, where the system tells.
pub fn peak_memory() -> Option<u64> {
    peak_of(&fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `VmHWM:     4096 kB` in bytes.
fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_found_among_other_lines() {
        assert_eq!(peak_of("VmRSS:\t 1 kB\nVmHWM:\t    16 kB\nThreads: 1\n"), Some(16 * 1024));
        assert_eq!(peak_of("nothing"), None);
    }
}

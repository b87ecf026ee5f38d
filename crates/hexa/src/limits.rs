//! How much memory there is to use.

use crate::cli::LimitArgs;
use crate::console::Console;
use hexa_engine::Limits;
use std::fs;

/// What is reserved for a node of a decision diagram.
const NODE_BYTES: u64 = 32;

/// The limits that were asked for; what was not, from the machine: half of its memory.
pub fn limits(args: &LimitArgs, console: &Console) -> Limits {
    let default = Limits::default();
    let memory = available().map_or(default.memory, |bytes| bytes / 2);
    // Room for nodes is reserved at the start, so that it must be there.
    let nodes = args.max_nodes.unwrap_or(default.nodes).min(memory / NODE_BYTES);
    let stop = console.watch.stop.clone();
    Limits { max_worlds: args.max_worlds, memory, nodes, stop, ..default }
}

/// The bytes of memory that this process may use: the machine's, or less in a container.
fn available() -> Option<u64> {
    let machine =
        fs::read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes_of("MemTotal:", &text));
    let container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok());
    machine.into_iter().chain(container).min()
}

/// The most bytes that this process has had, where the system tells.
pub fn peak_memory() -> Option<u64> {
    kilobytes_of("VmHWM:", &fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `MemTotal:       16384 kB`, or another one of that kind, in bytes.
fn kilobytes_of(name: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_among_others() {
        let text = "MemFree: 1 kB\nMemTotal:       16 kB\nSwapTotal: 3 kB\n";
        assert_eq!(kilobytes_of("MemTotal:", text), Some(16 * 1024));
        assert_eq!(kilobytes_of("VmHWM:", "VmRSS:\t 1 kB\nVmHWM:\t    8 kB\n"), Some(8 * 1024));
        assert_eq!(kilobytes_of("MemTotal:", "nothing"), None);
    }
}

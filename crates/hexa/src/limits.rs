//! How much memory there is to use.

use crate::cli::LimitArgs;
use crate::console::Console;
use crate::memory::Bytes;
use hexa_engine::Limits;
use std::fs;
use std::path::Path;

/// What a node of a decision diagram takes at most: as many nodes again may be there for a while, with their tables.
const NODE_BYTES: u64 = 96;

/// The limits that were asked for; what was not, from the machine.
pub fn limits(args: &LimitArgs, console: &Console) -> Limits {
    let default = Limits::default();
    let memory = console.watch.memory.0;
    let nodes = args.max_nodes.unwrap_or(default.nodes).min((memory / NODE_BYTES).max(1 << 12));
    let stop = console.watch.stop.clone();
    Limits { max_worlds: args.max_worlds, memory, nodes, stop, ..default }
}

/// Half of the memory that this process may have, or what is usual where that cannot be told.
pub fn usual_memory() -> Bytes {
    Bytes(available().map_or(Limits::default().memory, |bytes| (bytes / 2).max(1 << 20)))
}

/// The bytes of memory that this process may have: the machine's, or less in a container, or by the limits of the
/// process (`ulimit`).
fn available() -> Option<u64> {
    let machine = text_of("/proc/meminfo").and_then(|text| kilobytes_of("MemTotal:", &text));
    let limits = text_of("/proc/self/limits").unwrap_or_default();
    let status = text_of("/proc/self/status").unwrap_or_default();
    // Of the address space, some is taken already.
    let taken = kilobytes_of("VmSize:", &status).unwrap_or(0);
    let space = soft_limit("Max address space", &limits).map(|most| most.saturating_sub(taken));
    let data = soft_limit("Max data size", &limits);
    let groups = text_of("/proc/self/cgroup").unwrap_or_default();
    let containers = container_files(&groups);
    let containers = containers.iter().filter_map(|path| text_of(path)?.trim().parse::<u64>().ok());
    machine.into_iter().chain(space).chain(data).chain(containers).min()
}

fn text_of(path: impl AsRef<Path>) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// The line `Max address space   8192000000   unlimited   bytes`, as far as it is a number.
fn soft_limit(name: &str, limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The files that limit the memory of the groups (cgroups) of a process, of both versions, and of the groups
/// that they are in.
fn container_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(kinds), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (root, file) = match kinds {
            "" => ("/sys/fs/cgroup", "memory.max"),
            kinds if kinds.split(',').any(|kind| kind == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // In a container the path may be that of the machine outside; then the root is what is seen.
        let inside = |folder: &Path| format!("{root}{}", folder.display());
        let folders = Path::new(path).ancestors().map(inside);
        files.extend(folders.map(|folder| format!("{}/{file}", folder.trim_end_matches('/'))));
    }
    files
}

/// The most bytes that this process has had, where the system tells.
pub fn peak_memory() -> Option<u64> {
    kilobytes_of("VmHWM:", &text_of("/proc/self/status")?)
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

    #[test]
    fn limits_of_the_process_and_of_its_containers_count() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max data size             unlimited            unlimited            bytes\n\
                      Max address space         4096000000           unlimited            bytes\n";
        assert_eq!(soft_limit("Max address space", limits), Some(4_096_000_000));
        assert_eq!(soft_limit("Max data size", limits), None);
        assert_eq!(
            container_files("0::/user/one\n"),
            [
                "/sys/fs/cgroup/user/one/memory.max",
                "/sys/fs/cgroup/user/memory.max",
                "/sys/fs/cgroup/memory.max",
            ]
        );
        assert_eq!(
            container_files("5:cpu,cpuacct:/\n4:memory:/box\n"),
            [
                "/sys/fs/cgroup/memory/box/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            ]
        );
    }
}

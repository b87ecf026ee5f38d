//! How much of a table of games is whole: after every piece of it, how many games and bytes there are by then, and a checksum of
//! all of them (FNV-1a; Fowler, Noll, Vo). A check stands in a file of its own, so that the table stays a plain one.

/// A checksum of bytes, which more bytes can be added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// With these bytes added.
    pub fn with(self, bytes: &[u8]) -> Self {
        Self(
            bytes.iter().fold(self.0, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
            }),
        )
    }
}

/// So far a table is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Check {
    /// How many games are in it.
    pub games: u64,
    /// How many bytes it has, its header among them.
    pub bytes: u64,
    /// Their checksum.
    pub checksum: Checksum,
}

impl Check {
    /// The first line of a file of checks.
    pub const HEADER: &'static str = "games,bytes,checksum\n";

    /// After so many more games, with this text.
    pub fn after(self, games: u64, text: &[u8]) -> Self {
        Self {
            games: self.games + games,
            bytes: self.bytes + text.len() as u64,
            checksum: self.checksum.with(text),
        }
    }

    /// Its line.
    pub fn row(&self) -> String {
        format!("{},{},{:016x}\n", self.games, self.bytes, self.checksum.0)
    }

    fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(',');
        let (games, bytes) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let checksum = Checksum(u64::from_str_radix(parts.next()?, 16).ok()?);
        let check = Self { games, bytes, checksum };
        (check.row().trim_end() == line).then_some(check)
    }
}

/// The checks of a file from its lines, up to the first line that is none: the last one may have been written in part only.
pub fn read_checks(lines: impl Iterator<Item = String>) -> impl Iterator<Item = Check> {
    let mut lines = lines.fuse();
    let has_header = lines.next().is_some_and(|line| line == Check::HEADER);
    let checks = lines.map_while(|line| Check::read(line.strip_suffix('\n')?));
    let mut last: Option<Check> = None;
    checks.take_while(move |check| {
        let grows = last.is_none_or(|last| last.games < check.games && last.bytes < check.bytes);
        last = Some(*check);
        has_header && grows
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_read_up_to_the_first_torn_line() {
        let first = Check::default().after(2, b"one");
        let second = first.after(3, b"two");
        assert_eq!(second.checksum, Checksum::default().with(b"onetwo"));
        let text = format!("{}{}{}", Check::HEADER, first.row(), second.row());
        let read_checks = |text: &str| {
            let lines = text.split_inclusive('\n').map(str::to_owned);
            super::read_checks(lines).collect::<Vec<_>>()
        };
        assert_eq!(read_checks(&text), [first, second]);
        for at in 0..text.len() {
            let read = read_checks(&text[..at]);
            assert!(read.len() < 2 && [first, second].starts_with(&read), "{}", &text[..at]);
        }
        assert_eq!(read_checks(&format!("{}{}", text, first.row())), [first, second]);
    }
}

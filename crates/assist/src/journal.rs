//! The journal of a game as text: the set-up, a line `---`, and one line for each change. Lines are only added. What
//! follows the last line end was never acknowledged.

use crate::setup::{self, Setup};

/// What ends the set-up.
const RULER: &str = "---";

/// The first line, for people.
const TITLE: &str = "# A game of Cluedo: hexa assist cluedo";

/// What a journal says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Journal {
    /// The set-up.
    pub setup: String,
    /// The changes, with the numbers of their lines from 1 on.
    pub changes: Vec<(usize, String)>,
    /// The start of a line that was never acknowledged.
    pub torn: Option<String>,
    /// Where the next line goes, in bytes.
    pub end: u64,
    /// What has to stand before it.
    pub head: &'static str,
}

/// A journal that is not UTF-8 text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotText;

/// The journal of a game that begins.
pub fn begin(setup: &Setup) -> String {
    format!("{TITLE}\n{}{RULER}\n", setup::write(setup))
}

/// Reads a journal. One that somebody has written by hand ends with its last line, even if that has no end.
pub fn read(bytes: &[u8]) -> Result<Journal, NotText> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| NotText)?;
    if !text.lines().any(is_ruler) {
        let setup = std::str::from_utf8(bytes).map_err(|_| NotText)?.to_owned();
        let head = if whole == bytes.len() { "---\n" } else { "\n---\n" };
        return Ok(Journal { setup, end: bytes.len() as u64, head, ..Journal::default() });
    }
    let setup: String =
        text.lines().take_while(|line| !is_ruler(line)).map(|line| format!("{line}\n")).collect();
    let after = text.lines().enumerate().skip(setup.lines().count() + 1);
    let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let changes = after.filter(|(_, line)| says(line)).map(|(at, line)| (at + 1, line.to_owned()));
    let torn = (whole < bytes.len()).then(|| String::from_utf8_lossy(&bytes[whole..]).into_owned());
    Ok(Journal { setup, changes: changes.collect(), torn, end: whole as u64, head: "" })
}

fn is_ruler(line: &str) -> bool {
    line.trim() == RULER
}

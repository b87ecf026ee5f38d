//! How much memory the program holds, counted where it is taken. When it is more than allowed, the work is asked to end,
//! as it is when time is over, so that a command ends in an ordinary answer that names the limit. Only where the work
//! takes half as much again before it looks, or the system has none to give, the process ends at once, and says why.

// A global allocator can only be written with unsafe code.
#![allow(unsafe_code)]

use crate::last_words;
use hexa_logic::Stop;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// A number of bytes, as people say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl Bytes {
    /// Reads `800M`, `2G`, `1.5 GB` or a number of bytes; units are powers of 1000.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_suffix(['B', 'b']).unwrap_or(text);
        let unit = |letters: [char; 2], bytes: f64| Some((text.strip_suffix(letters)?, bytes));
        let (number, unit) = unit(['k', 'K'], 1e3)
            .or_else(|| unit(['m', 'M'], 1e6))
            .or_else(|| unit(['g', 'G'], 1e9))
            .or_else(|| unit(['t', 'T'], 1e12))
            .unwrap_or((text, 1.0));
        let bytes = number.trim().parse::<f64>().ok()? * unit;
        (bytes >= 1.0 && bytes <= i64::MAX as f64).then_some(Self(bytes as u64))
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >= 10_000_000_000 => write!(f, "{} GB", bytes / 1_000_000_000),
            bytes if bytes >= 10_000_000 => write!(f, "{} MB", bytes / 1_000_000),
            bytes if bytes >= 10_000 => write!(f, "{} kB", bytes / 1_000),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// The system's allocator, with a count of what it has given.
pub struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Bytes that are held, as far as threads have told.
static HELD: AtomicI64 = AtomicI64::new(0);
/// The most that may be held.
static LIMIT: AtomicI64 = AtomicI64::new(i64::MAX);
/// Whether it was more.
static OVER: AtomicBool = AtomicBool::new(false);
/// What is asked to end then.
static STOP: OnceLock<Stop> = OnceLock::new();

/// Threads tell so many bytes at once.
const BATCH: i64 = 1 << 18;

thread_local! {
    /// What this thread has taken and not told yet. It needs no memory of its own, and nothing at the end of the thread.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

// SAFETY: everything is left to the system's allocator; counting takes no memory.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        given(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        given(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        given(unsafe { System.realloc(pointer, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[inline]
fn count(bytes: i64) {
    let told = UNTOLD.try_with(|untold| {
        let all = untold.get() + bytes;
        let is_much = all.abs() >= BATCH;
        untold.set(if is_much { 0 } else { all });
        if is_much { all } else { 0 }
    });
    // At the very end of a thread there is nothing to remember it in.
    let told = told.unwrap_or(bytes);
    if told != 0 {
        tell(told);
    }
}

#[cold]
fn tell(bytes: i64) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    let limit = LIMIT.load(Ordering::Relaxed);
    if bytes > 0 && held > limit {
        OVER.store(true, Ordering::Relaxed);
        if let Some(stop) = STOP.get() {
            stop.ask();
        }
        if held > limit.saturating_add(limit / 2) {
            give_up();
        }
    }
}

#[inline]
fn given(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        give_up();
    }
    pointer
}

/// Ends the process, because there is no other way; this takes no memory.
#[cold]
fn give_up() -> ! {
    match LIMIT.load(Ordering::Relaxed) {
        i64::MAX => {
            last_words::end(format_args!("gave up: there is no more memory to be had"), None)
        }
        limit => last_words::end(
            format_args!("gave up: the memory limit of {} was reached", Bytes(limit as u64)),
            Some("raise it with --max-memory, or make the state smaller"),
        ),
    }
}

/// From now on, whoever holds more than that is asked to end.
pub fn limit(most: Bytes, stop: &Stop) {
    let _ = STOP.set(stop.clone());
    LIMIT.store(i64::try_from(most.0).unwrap_or(i64::MAX), Ordering::Relaxed);
}

/// The limit, if it was reached.
pub fn limit_reached() -> Option<Bytes> {
    OVER.load(Ordering::Relaxed).then(|| Bytes(LIMIT.load(Ordering::Relaxed) as u64))
}

/// Another piece of work begins: what was held before does not count.
pub fn begin() {
    OVER.store(false, Ordering::Relaxed);
}

/// Whether no more is held than allowed.
pub fn is_enough() -> bool {
    HELD.load(Ordering::Relaxed) <= LIMIT.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_counted_and_what_is_given_back_is_not() {
        let before = HELD.load(Ordering::Relaxed);
        let much = vec![0u8; 1 << 30];
        let with = HELD.load(Ordering::Relaxed);
        drop(std::hint::black_box(much));
        let after = HELD.load(Ordering::Relaxed);
        assert!(with >= before + (900 << 20), "{before} {with}");
        assert!(after <= with - (900 << 20), "{with} {after}");
    }

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let read = |text| Bytes::read(text).map(|bytes| bytes.0);
        assert_eq!(read("800M"), Some(800_000_000));
        assert_eq!(read("1.5 GB"), Some(1_500_000_000));
        assert_eq!(read("64kb"), Some(64_000));
        assert_eq!(read("123456"), Some(123_456));
        for wrong in ["", "M", "-1", "0", "many", "1e400", "nan"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let said = [12_345_678_900, 800_000_000, 64_000, 99].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(said, ["12 GB", "800 MB", "64 kB", "99 bytes"]);
    }
}

//! What commands say.

pub use crate::diagnostics::{render, render as render_warning};
pub use hexa_workbench::MOST_SHOWN;
pub use hexa_workbench::words::counted;

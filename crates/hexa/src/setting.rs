//! What the command line calls the settings that ways out speak of.

use hexa_text::{Setting, WayOut};
use std::borrow::Cow;

/// A way out, with the names of options in it.
pub fn way_out_text(way_out: &WayOut) -> String {
    way_out.text(option)
}

/// The option that sets it: options are called by the keys of settings.
fn option(setting: &Setting) -> Cow<'static, str> {
    if let Setting::Other(name) = setting {
        name.clone()
    } else {
        format!("--{}", setting.key()).into()
    }
}

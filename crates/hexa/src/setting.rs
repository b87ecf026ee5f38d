//! What the command line calls the settings that ways out speak of.

use hexa_text::{Setting, WayOut};
use std::borrow::Cow;

/// A way out, with the names of options in it.
pub fn way_out_text(way_out: &WayOut) -> String {
    way_out.text(option)
}

/// The option that sets it.
fn option(setting: &Setting) -> Cow<'static, str> {
    match setting {
        Setting::MaxWorlds => "--max-worlds".into(),
        Setting::MaxNodes => "--max-nodes".into(),
        Setting::MaxSize => "--max-size".into(),
        Setting::MaxStates => "--max-states".into(),
        Setting::MaxRules => "--max-rules".into(),
        Setting::Timeout => "--timeout".into(),
        Setting::Parameter => "--set".into(),
        Setting::Group => "--group".into(),
        Setting::Scenario => "--scenario".into(),
        Setting::Step => "--step".into(),
        Setting::FullTrace => "--trace=full".into(),
        Setting::Overwrite => "--force".into(),
        Setting::OutDir => "--out-dir".into(),
        Setting::Partial => "--partial".into(),
        Setting::Sources => "--from".into(),
        Setting::Engine(name) => format!("--engine {name}").into(),
        Setting::Depth(most) => format!("--depth {most}").into(),
        Setting::Tree(depth) => format!("--tree {depth}").into(),
        Setting::Other(name) => name.clone(),
    }
}

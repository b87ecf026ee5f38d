//! The commands in groups, as `hexa help` lists them.

use super::Cli;
use clap::{Command, CommandFactory};
use hexa_workbench::words::wrapping::fold;
use std::fmt::Write;

/// What commands are for, with the commands, most wanted first.
const GROUPS: [(&str, &[&str]); 9] = [
    ("Begin", &["new", "learn", "explain"]),
    (
        "Run and ask",
        &["run", "repl", "why", "compare", "describe", "strength", "translate", "reduce"],
    ),
    ("Decide and prove", &["valid", "satisfiable", "prove", "proof"]),
    ("Draw, write, convert", &["draw", "convert", "fmt"]),
    ("Play", &["play", "replay", "assist", "tournament", "experiment"]),
    ("Games that rules describe", &["gdl", "egdl"]),
    ("Compute about games", &["search", "questions", "sizes", "gossip", "value", "pit", "dice"]),
    ("Papers", &["reproduce"]),
    ("Editors and shells", &["lsp", "completions", "help"]),
];

/// The command line, with its commands in groups.
pub fn command() -> Command {
    let mut plain = Cli::command();
    plain.build();
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{title}:");
        for command in names.iter().filter_map(|name| plain.find_subcommand(name)) {
            let about = command.get_about().map_or(String::new(), ToString::to_string);
            let _ = writeln!(list, "  {:<13}{}", command.get_name(), fold(&about, 15, 100));
        }
        list.push('\n');
    }
    // In a template, braces are for clap.
    let list = list.replace('{', "(").replace('}', ")");
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    );
    Cli::command().help_template(template)
}

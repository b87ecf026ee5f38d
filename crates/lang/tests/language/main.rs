//! The Hexa language and that of SMCDEL: what is read, what is refused and where, and that printing and formatting change
//! nothing.

mod elaborate;
mod latex;
mod messages;
#[path = "../../../../fuzz/bodies/parse_print_parse.rs"]
mod parse_print_parse;
mod smcdel;
mod stopping;
mod syntax;
mod syntax_errors;
mod syntax_format;
mod syntax_fuzz;
mod syntax_properties;
mod syntax_shape;

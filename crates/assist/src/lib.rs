//! An assistant for people who play Cluedo at a table: what was seen and said is written down event by event, and it says
//! where the cards can be, what the others can know, and what to do next. Nothing here reads files or prints, and nothing
//! looks at a clock.

pub mod advice;

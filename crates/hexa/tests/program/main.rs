//! The program, as people and other programs use it: its commands, its pages, every scenario of the project on every
//! engine, and the rules of the house. One test program, because linking takes longer than most tests.

mod actions_agreement;
mod architecture;
mod assist;
mod bridge;
mod chances;
mod classics;
mod cluedo_boards;
mod cmd;
mod deal_explanations;
mod failed_lines;
mod figures;
mod gdl;
mod grammar;
mod hostile;
mod lsp;
mod manual;
mod messages;
mod moments;
mod new_file;
#[cfg(unix)]
mod pages;
mod pit;
mod play;
mod printed_numbers;
mod recorded_games;
mod reduction_texts;
mod reference;
mod repl;
mod reproduce;
mod run_watch;
mod scenarios;
mod schema;
mod search;
mod smcdel_agreement;
mod sturdy;
mod suspicion_translation;
mod theories;
mod tournament;
mod updates_agreement;

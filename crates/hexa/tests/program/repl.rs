//! `hexa repl` at a pseudo-terminal: what is pasted there, line by line or in brackets, is all answered; Tab, Ctrl-C
//! and the words that everybody tries first do what they should.

use rexpect::session::{PtySession, spawn_command};
use std::process::Command;

const PATIENCE: Option<u64> = Some(60_000);

/// What is pasted, and what there is to see afterwards, in this order.
const PASTED: [&str; 3] = ["K_3 r_1", "do L_123 ?~w_1", "K_3 r_1"];
const ANSWERS: [&str; 3] = ["false (true in", "4 worlds", "true (in"];

fn sit_down() -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(["repl", "--no-color"]);
    // No history is read or kept.
    command.env("XDG_STATE_HOME", "/nonexistent").env("HOME", "/nonexistent").env("TERM", "xterm");
    let mut session = spawn_command(command, PATIENCE).expect("runs at a terminal");
    expect(&mut session, "hexa> ");
    session
}

fn expect(session: &mut PtySession, text: &str) {
    session.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn paste(session: &mut PtySession, text: &str) {
    session.send(text).expect("is typed");
    session.flush().expect("is typed");
}

fn leave(mut session: PtySession) {
    paste(&mut session, ":quit\r");
    session.exp_eof().expect("ends");
}

#[test]
fn lines_that_are_pasted_at_once_are_all_answered() {
    let mut session = sit_down();
    paste(&mut session, &(PASTED.join("\r") + "\r"));
    ANSWERS.iter().for_each(|answer| expect(&mut session, answer));
    leave(session);
}

#[test]
fn lines_that_are_pasted_in_brackets_are_all_answered() {
    let mut session = sit_down();
    paste(&mut session, &format!("\x1b[200~{}\r\x1b[201~\r", PASTED.join("\r")));
    ANSWERS.iter().for_each(|answer| expect(&mut session, answer));
    leave(session);
}

#[test]
fn the_first_lines_say_who_and_what_there_is() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(["repl", "--no-color"]);
    command.env("XDG_STATE_HOME", "/nonexistent").env("HOME", "/nonexistent").env("TERM", "xterm");
    let mut session = spawn_command(command, PATIENCE).expect("runs at a terminal");
    for line in ["agents 1, 2, 3", "cards r, w, b", "such as K_1 r_1"] {
        expect(&mut session, line);
    }
    paste(&mut session, "quit\r");
    session.exp_eof().expect("ends");
}

#[test]
fn words_that_everybody_tries_first_are_understood_and_tab_completes() {
    let mut session = sit_down();
    paste(&mut session, "help\r");
    expect(&mut session, "Type a formula to see");
    paste(&mut session, ":und\t\r");
    expect(&mut session, "nothing to undo");
    paste(&mut session, "che\t K_1 r_1\r");
    expect(&mut session, "ok");
    paste(&mut session, "exit\r");
    session.exp_eof().expect("ends");
}

#[test]
fn ctrl_c_ends_the_computation_and_not_the_dialogue() {
    let mut session = sit_down();
    paste(&mut session, "[(L_123 (L_1 ?r_1 + L_2 ?true + L_3 ?w_2))^*] r_1\r");
    expect(&mut session, "at work for");
    session.send_control('c').expect("is typed");
    expect(&mut session, "error[R015]");
    paste(&mut session, "K_1 r_1\r");
    expect(&mut session, "true (in");
    leave(session);
}

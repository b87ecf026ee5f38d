//! The commands of a dialogue, and what they do.

/// Every command, as it is typed.
pub const COMMANDS: &[&str] = &[
    ":draw",
    ":help",
    ":knowledge",
    ":load",
    ":names",
    ":quit",
    ":redo",
    ":reset",
    ":state",
    ":trace",
    ":undo",
    ":who",
    ":why",
    ":worlds",
];

/// What can be typed.
pub const HELP: &str = "\
Type a formula to see whether it is true, and in how many worlds:
  K_1 r_1                   1 knows that they hold r
  C_123 ~K_2 r_1            it is common knowledge that 2 does not know it
Type a step to take it:
  do L_123 ?~r_2            it is publicly announced that 2 does not hold r
  check K_3 r_1             ok or FAILED
  expect worlds 4           count the relevant worlds
  save s, restore s         name a state, go back to it; `initial` is always there
Type a definition to add it:
  formula happy(a) = K_a r_1
  set pair = {1, 2}
Commands:
  :who, :knowledge          who knows what
  :why K_1 w_2              whether a formula is true, and why
  :state                    the worlds, and what each agent cannot tell apart
  :worlds                   the worlds with what is true there
  :undo, :redo              one step back, one step forth again
  :reset                    back to the initial state
  :trace on, :trace off     tell what every step changes, and who learns what
  :draw hexa.svg            a picture of the state (.svg, .dot, .tikz, .tex)
  :load FILE                another document
  :names                    every name that can be used
  help, quit                this text; leave (:help, :quit, exit and Ctrl-D work too)
Tab completes what fits where you are; Ctrl-C ends a computation, and the state stays as it was.
A line with an open bracket goes on in the next line; an empty line or a command ends it.
";

//! What can be asked of `hexa valid`, `hexa satisfiable` and `hexa prove`: a formula, and the logic.

use super::ReadingArgs;
use clap::{Args, ValueEnum};
use hexa_workbench::validity::LogicName;
use std::path::PathBuf;

pub const HELP_VALID: &str = "\
Examples:
  hexa valid 'K_a p -> p'                      agents and atoms are told by where they stand
  hexa valid 'K_a p -> K_a K_a p' --logic t    a countermodel, as a file
  hexa valid 'C_ab (p -> E_ab p) -> (p -> C_ab p)'
  hexa valid 'K_a p -> K_b p' > no.hexa; hexa run no.hexa
  hexa valid 'K_a (p | q) -> K_a p | K_a q' --smallest
  hexa valid 'M_b r_1' --in 'dealt' --from scenarios/hexa.hexa
  hexa valid '[L_ab ?p] C_ab p'                with actions
  hexa valid - < long.txt
  hexa valid 'does(a^x) -> legal(a^x)' --logic egdl
  hexa valid 'initial -> C initial' --logic egdl --from games/egdl/krieg-2x2.egdl

What is asked is whether the formula is true in all worlds of all models of the logic, of any size. If
it is not, a model with a world where it is false is printed as a file: `hexa run` confirms it.

Exit status: 0 valid, 1 not valid, 2 gave up, or it could not be decided.";

pub const HELP_SATISFIABLE: &str = "\
Examples:
  hexa satisfiable 'p & ~K_a p'                a model, as a file
  hexa satisfiable 'K_a p & ~p' --logic kd45   a mistaken belief
  hexa satisfiable 'p & ~K_a p & K_a ~(p & ~K_a p)' --smallest

What is asked is whether the formula is true in some world of some model of the logic, of any size.

Exit status: 0 satisfiable, 1 not satisfiable, 2 gave up, or it could not be decided.";

pub const HELP_PROVE: &str = "\
Examples:
  hexa prove 'K_a p -> K_a (p | q)'             a proof, line by line
  hexa prove 'C_ab (p -> E_ab p) -> (p -> C_ab p)' --explain
  hexa prove 'K_a p -> p' > t.proof; hexa proof check t.proof
  hexa prove 'C_ab p' --in p                    from what is true in all worlds

The proof is checked before it is printed. If the formula is not valid, a countermodel is printed.

Exit status: 0 proved, 1 not valid, 2 gave up, or it could not be decided, or the proof is too long.";

/// Arguments of `hexa prove`.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// Say in words why each line may stand where it does
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub decide: DecideArgs,
}

/// Arguments of `hexa valid` and `hexa satisfiable`.
#[derive(Args, Debug)]
pub struct DecideArgs {
    /// The formula; `-` is standard input
    #[arg(value_name = "FORMULA", allow_hyphen_values = true)]
    pub formula: String,
    /// The logic: which models are meant
    #[arg(long, value_enum, value_name = "LOGIC", default_value_t = LogicArg::S5)]
    pub logic: LogicArg,
    /// The file whose names and definitions the formula uses
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// What is true in all worlds; may be given several times
    #[arg(long = "in", value_name = "FORMULA")]
    pub premises: Vec<String>,
    /// Look for a model with the fewest worlds
    #[arg(long)]
    pub smallest: bool,
    /// Write the model, if there is one, to a file
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Write the proof, if there is one, to a file
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// A logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogicArg {
    /// Any access
    K,
    /// Access is reflexive
    T,
    /// Access is reflexive and transitive
    S4,
    /// Access is an equivalence; with E, D and C
    S5,
    /// The same, by the name of its axioms
    S5ec,
    /// Access is serial, transitive and Euclidean: beliefs
    Kd45,
    /// S5 with actions
    Del,
    /// Games that are given by rules
    Egdl,
}

impl From<LogicArg> for LogicName {
    fn from(logic: LogicArg) -> Self {
        match logic {
            LogicArg::K => Self::K,
            LogicArg::T => Self::T,
            LogicArg::S4 => Self::S4,
            LogicArg::S5 => Self::S5,
            LogicArg::S5ec => Self::S5ec,
            LogicArg::Kd45 => Self::Kd45,
            LogicArg::Del => Self::Del,
            LogicArg::Egdl => Self::Egdl,
        }
    }
}

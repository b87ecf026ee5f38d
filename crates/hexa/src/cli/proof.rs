//! What can be asked of `hexa proof`: proofs that are checked, and texts of proofs in their usual form.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with proofs.
#[derive(Subcommand, Debug)]
pub enum ProofCommand {
    /// Check every line of every theorem
    #[command(after_help = "\
Examples:
  hexa proof check proofs/common-knowledge.proof
  hexa proof check proofs/*.proof --include-dir games/egdl
  hexa proof check proofs/common-knowledge.proof --latex

docs/proofs.md says how proofs are written.

Exit status: 0 all is proved; 1 a line does not follow; 2 a text cannot be read.")]
    Check(ProofCheckArgs),
    /// Rewrite texts of proofs in their usual form
    Fmt(ProofFmtArgs),
}

/// Arguments of `hexa proof check`.
#[derive(Args, Debug)]
pub struct ProofCheckArgs {
    /// Texts of proofs; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the proofs for LaTeX, if all is proved
    #[arg(long, conflicts_with = "json")]
    pub latex: bool,
    /// Let texts include what lies in this folder too, beside what lies in their own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub include_dir: Vec<PathBuf>,
}

/// Arguments of `hexa proof fmt`.
#[derive(Args, Debug)]
pub struct ProofFmtArgs {
    /// Texts of proofs; - is standard input, which is written to standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; exit status 1 if a text is not in its usual form
    #[arg(long)]
    pub check: bool,
}

//! The command line: what can be asked of `hexa`, with an example for everything.

mod assist;
mod egdl;
mod gdl;
mod groups;
mod moment_file;
mod numbers;
mod play;
mod proof;
mod search;
mod tournament;
mod validity;

pub use assist::{AssistArgs, AssistGame};
pub use egdl::{EgdlArgs, Recalling};
pub use gdl::{GdlArgs, GdlEngine, GdlRecall};
pub use groups::command;
pub use moment_file::{ModelFormat, MomentFileArgs};
pub use numbers::{DiceArgs, GossipArgs, PitArgs, QuestionsArgs, SizesArgs, ValueArgs};
pub use play::{PlayArgs, ReplayArgs};
pub use proof::{ProofCheckArgs, ProofCommand, ProofFmtArgs};
pub use search::{GameArgs, OwnCards, Passing, Saying, SearchArgs, Winning};
pub use tournament::{ExperimentArgs, TournamentArgs};
pub use validity::{DecideArgs, ProveArgs};

use crate::memory::Bytes;
use crate::watch::Timeout;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hexa_engine::Engine;
use hexa_workbench::convert;
use hexa_workbench::convert::game::GameTarget;
use hexa_workbench::translate;
use std::path::PathBuf;

/// The version, with the commit where whoever built it said which: `HEXA_COMMIT`, set by `./release`. The sources alone do not
/// tell, so that the same sources give the same program.
pub const VERSION: &str = env!("HEXA_VERSION");

/// The command line as a whole.
#[derive(Parser, Debug)]
#[command(
    name = "hexa",
    version = VERSION,
    about = "A workbench for knowledge games: who knows what, and what changes it",
    max_term_width = 100,
    after_help = "\
Examples:
  hexa new                        write a first file; then:  hexa run first.hexa
  hexa learn                      lessons and exercises, from nothing
  hexa repl                       ask questions about three players with one card each
  hexa why first.hexa 'K_anne white(bert)'
  hexa play                       list the games that can be played
Every command says more: hexa run --help, hexa play --help, ...

Exit status: 0 all is well; 1 something asserted does not hold (`run`), states differ (`compare`), a
countermodel was found (`strength`, `valid`), none was found (`search`), or files would change
(`fmt --check`); 2 something could not be run; 101 the program is at fault, see what it says."
)]
pub struct Cli {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN", global = true)]
    pub color: ColorChoice,
    /// The same as --color never
    #[arg(long, global = true, conflicts_with = "color")]
    pub no_color: bool,
    /// Print answers as JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,
    /// Give up after so many seconds: what was being done is reported as a limit reached [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = timeout, global = true)]
    pub timeout: Option<Timeout>,
    /// Give up when more memory is held than this, such as 800M or 4G [default: half of what the process may have]
    #[arg(long, value_name = "SIZE", value_parser = memory, global = true)]
    pub max_memory: Option<Bytes>,
    /// Take warnings about texts for errors
    #[arg(long, value_enum, value_name = "WHAT", global = true)]
    pub deny: Option<Denied>,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What can be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Denied {
    /// Texts that probably mean something else
    Warnings,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play the scenarios of files and check what they assert
    #[command(after_help = "\
Examples:
  hexa run hexa.hexa                      one line for each check, then `N passed, M failed`
  hexa run muddy.hexa --set n=12          with another value for the parameter n
  hexa run scenarios --quiet              all .hexa files of a folder, and only what does not hold
  hexa run scenarios/*.hexa --json        one JSON object per line, for programs
  hexa run hexa.hexa --trace              what every step changes, and who learns what
  hexa run hexa.hexa --latex > play.tex   the same for a paper, with pictures
  hexa run muddy.hexa --set n=40 --engine symbolic   as decision diagrams, without listing worlds
  hexa run big.hexa --timeout 60          give up after a minute
  hexa run muddy.smcdel.txt               answer the queries of a file of SMCDEL
  echo 'check K_1 r_1' | cat deal.hexa - | hexa run -

Exit status: 0 all hold, 1 something failed, 2 something could not be run.")]
    Run(RunArgs),
    /// Ask questions and play moves, line by line
    #[command(after_help = "\
Examples:
  hexa repl                    three players, one card each: red, white, blue
  hexa repl cluedo.hexa        from the initial state of a file
  printf 'K_1 r_1\\n:who\\n' | hexa repl

Type a formula to evaluate it, a step such as `do L_123 ?~r_2` to take it,
`:help` for the rest.")]
    Repl(ReplArgs),
    /// Draw a state as SVG, PNG, PDF, Graphviz or TikZ
    #[command(after_help = "\
Examples:
  hexa draw hexa.hexa -o hexa.svg                       the last state of the first scenario
  hexa draw hexa.hexa --step 0 -o hexa.svg              the initial state
  hexa draw hexa.hexa --line 16 -o there.svg            the state of line 16
  hexa draw hexa.hexa --scenario show -o after.svg      after all steps of a scenario
  hexa draw hexa.hexa --film -o film.svg                all states on the way, one after the other
  hexa draw hexa.hexa --cells outlines -o cells.pdf     what agents cannot tell apart, as outlines
  hexa draw hexa.hexa -o - --format dot | neato -n -Tpng > hexa.png
  hexa draw hexa.hexa --scenario show --before-after -o show.svg   what the last move changed
  hexa draw frames.hexa --frame 'showing(red)' -o frame.svg        a frame, with its actual event
  hexa draw hexa.hexa --action 'L_123(!L_12 ?r_1 + L_12 ?w_1)' -o action.svg
  hexa draw hexa.hexa --scenario show --product -o product.svg     state times frame
  hexa draw hexa.hexa --tree 2 --group 12 -o tree.svg   what 1 and 2 consider possible, as a tree

Without --scenario, --step and --line all steps of the first scenario are played. Checks and prints
are steps too, but are not run; `hexa why FILE --steps` lists all with their numbers.")]
    Draw(DrawArgs),
    /// Say whether two states are isomorphic, bisimilar or agent-similar, and why they differ
    #[command(after_help = "\
States:
  FILE         the initial state of a file; `-` is standard input
  FILE#NAME    a state that the file declares or saves under this name, or
               the state after all steps of the scenario of this name
  FILE#N       the state after all steps of the N-th scenario

Examples:
  hexa compare hexa.hexa tetra.hexa               the initial states of two files
  hexa compare hexa.hexa hexa.hexa#nowhite        before and after a move
  hexa compare 'hexa.hexa#after a move' 'hexa.hexa#2'

States of two files are compared by the names of agents and atoms. An atom that only one of
them has counts as false in the other; the agents must be the same.

If the states are not bisimilar, a formula is printed that is true in the first and false in
the second. It is a shortest one of those made of atoms, true, false, ~, &, |, K, M, Kw, and C
for all who have access, each counting as one symbol; if it may not be, that is said.

Exit status: 0 bisimilar, 1 different, 2 something could not be run.")]
    Compare(CompareArgs),
    /// Say whether a formula holds in a state, and why
    #[command(after_help = "\
Examples:
  hexa why hexa.hexa 'K_1 w_2'                     in the last state of the first scenario
  hexa why hexa.hexa --step 0 'K_1 w_2'            in the initial state
  hexa why hexa.hexa --scenario show 'K_2 r_1'     after all steps of a scenario
  hexa why hexa.hexa --scenario 2 'K_2 r_1'        of the second one
  hexa why hexa.hexa --line 16 'K_2 r_1'           in the state of line 16
  hexa why hexa.hexa --steps                       which steps there are
  hexa why hexa.hexa --step 1 'C_123 ~w_1'         after the first step of the first scenario
  hexa why muddy.hexa --set n=6 '~K_1 m(1)' --json

Of what is not known, a world that stands against it is named, with the path to it; of what is
known, the worlds that are still considered possible, and the step that excluded the others.

Exit status: 0 the formula was explained, whether it is true or false; 2 it could not be.")]
    Why(WhyArgs),
    /// Describe a state by a formula that is true in no other, up to bisimilarity, or a game action by a
    /// knowledge action
    #[command(after_help = "\
Examples:
  hexa describe hexa.hexa                          the initial state
  hexa describe hexa.hexa --scenario show          after all steps of a scenario
  hexa describe hexa.hexa --latex                  the same for a paper, with a picture
  hexa describe hexa.hexa --after 'L_123 ?r_1'     the description, revised by an action
  hexa describe revision.hexa --theory prekgames --after alllook   what any formula becomes
  hexa describe hexa.hexa --equations --group 12   what 1 and 2 consider possible, as equations
  hexa describe hexa.hexa --action 'ask 2 1 for r, w: show r'   a game action, and who learns more
                                                                than whom

What is printed are definitions that can be added to the file: a formula for each world, up to
bisimilarity, and the formula `description`. It is true in the state, which is checked, and in
those bisimilar to it only; if access is a partition, among the states where it is one.
With --action, the knowledge action is `described`, and it is checked that it does what the game
action does. Equations are no part of the language, and cannot be added to the file.

Exit status: 0 it was described, 2 it could not be.")]
    Describe(DescribeArgs),
    /// Compare how strong two formulas are, in models of any size
    #[command(after_help = "\
Examples:
  hexa strength hexa.hexa see33 dontsee33 --in 33
  hexa strength hexa.hexa exactly33 deals33 --in 33 --worlds 8
  hexa strength ignorance.hexa dontknownot dontknow --in deals --in see --worlds 12
  hexa strength hexa.hexa r_1 'K_1 r_1' --implies   r_1 in all worlds is known, r_1 in one need not be

A formula can take the place of another in a theory if, wherever the theory with the one instead
of the other is true in all worlds, the other is true in all worlds too. If each can take the
place of the other, they are equally strong. What stands after --in is the theory; a conjunction
counts as the set of its parts. To imply the other formula is more: --implies asks whether it is true
in each world where the one is, in models in which the theory is true in all worlds.

Whether an S5 model of any size stands against it is decided; of countermodels, one with the fewest
worlds is looked for. It is checked, and printed as a state and a scenario that can be added to the
file. Where the decision gives up, only models of at most so many worlds are searched, and that there
is none among them says nothing about larger ones.

Exit status: 1 a countermodel was found; otherwise 0 there is none, of any size or of at most so many
worlds, 2 the search was given up, or could not be made, or the premises have no model of so few worlds.")]
    Strength(StrengthArgs),
    /// Say whether a formula is valid, without a bound: yes, or a countermodel that can be run
    #[command(after_help = validity::HELP_VALID)]
    Valid(DecideArgs),
    /// Say whether a formula is satisfiable, without a bound: a model that can be run, or no
    #[command(after_help = validity::HELP_SATISFIABLE)]
    Satisfiable(DecideArgs),
    /// Prove a formula: a proof that a person can follow, and that was checked
    #[command(after_help = validity::HELP_PROVE)]
    Prove(ProveArgs),
    /// What the papers claim, and what comes out when it is computed
    #[command(after_help = "\
Examples:
  hexa reproduce                              every claim of every paper, with its verdict
  hexa reproduce --paper thesis --item 'Prop. 16'
  hexa reproduce -o report.html               as a page; report.md for Markdown
  hexa reproduce --deep                       with long searches
  hexa reproduce --from .                     with the scenarios and lists of a copy of the sources

A claim holds, holds up to a bound (which is named), fails (with a witness), is open, or not checkable
(with the reason). Other rows are not true or false: definitions are implemented, questions answered,
misprints and what is so by construction are told as such. Totals count claims. Every row names the
scenario or program that was run: `hexa run` runs the scenario again.

Exit status: 0 every claim has a verdict or a reason, 1 some have neither, 2 something could not be run.")]
    Reproduce(ReproduceArgs),
    /// Write an action in the language of a neighbouring framework
    #[command(after_help = "\
Examples:
  hexa translate hexa.hexa 'L_123 ?r_1' --to updates
  hexa translate hexa.hexa 'L_123(!L_12 ?r_1 + skip)' --to suspicion
  hexa translate hexa.hexa 'ask 2 1 for r, w: show r' --to frame
  hexa translate hexa.hexa 'ask 2 1 for r, w: show r' --to frame --latex

What is printed can be added to the file; its last line defines the action `translated`. A frame
and an expression with suspicion change states as the action does. A program with updates does so
in some cases and not in others, see docs/language.md.

Exit status: 0 it was translated, 2 it has no translation.")]
    Translate(TranslateArgs),
    /// Say what holds after actions without speaking of actions
    #[command(after_help = "\
Examples:
  hexa reduce '[L_123 ?~w_1] K_2 r_1'              three players, one card each
  hexa reduce hexa.hexa '[ask 2 1 for r, w: show r] (K_2 r_1 & ~K_3 r_1)'
  hexa reduce muddy.hexa '<father> exists i in kids: K_i m(i)' --set n=4
  hexa reduce '[L_123 ?~w_1] K_2 r_1' --latex      for a paper

What is printed is a formula without `[α]` and `<α>`. It is equivalent to the one given in every
state in which that one means something and the agents of the file's initial state have access.
A long one is printed as definitions that can be added to the file; the last is `reduced`.

Common knowledge after an action is in general no statement about the state before it: its place
is shown. Nor are probabilities reduced, `^*`, `U_B`, and `||` under `L_B`.

Exit status: 0 it was reduced, 2 it could not be.")]
    Reduce(ReduceArgs),
    /// Look through the states that plays of a knowledge game lead to
    #[command(after_help = "\
Examples:
  hexa search --hands 1,1,1 --ask 1..3 --similar   how many states there are, and how many kinds
  hexa search --hands 1,1,2 --unsuccessful all     nobody can win, and as soon as that is said
                                                   somebody can
  hexa search --hands 1,2,2 --ask 2 --grows        a card is shown, and the state gets larger
  hexa search --hands 1,1,2 --table 1 --ask 2 --win table --nowin all --depth 3
  hexa search --hands 1,1,2 --property '~win_1' --action 'nowin 2' --becomes win_1
  hexa search --hands 1,2,2 --ask 2 --max-states 100000 --stats

Agents are called 1, 2, 3 and so on, cards k, l, m, n, o, p, q, r, s, u, v, w, and the table t. In a turn, any
player asks another for one of some cards and is shown one or told that there is none; then they say
that they cannot win, unless they can. States are the same if renaming cards, and agents who have as many
cards, makes them bisimilar; names that a formula mentions are not renamed.

What is found is printed as a file that `hexa run` runs; no play with fewer questions leads to it.
docs/search.md says more.

Exit status: 0 it was found, or all states were counted; 1 there is none, or none with as many
questions as --depth allows; 2 the search was cut off, or could not be made.")]
    Search(SearchArgs),
    /// Play a game, against strategies or with other people
    #[command(after_help = "\
Examples:
  hexa play                                      list the games
  hexa play 'knowledge(hands=1,1,1; ask=1)'      play the first player, against random moves
  hexa play --hands 1,1,1 --ask 1                the same
  hexa play kuhn --seat 2 --against random       play the second player
  hexa play games/gdl/guess.gdl --log us.play    keep the play in a file
  hexa play --resume us.play                     go on with it
  hexa play kuhn --seat all                      several people at one screen, in turn

Type `help` in it. docs/play.md says more.

Exit status: 0 all is well; 2 there is no such game, or a line from a pipe was refused.")]
    Play(PlayArgs),
    /// Tell a play again from its log, and when a player could have known what
    #[command(after_help = "\
Examples:
  hexa replay us.play                as the only person saw it
  hexa replay us.play --seat 2       as another player saw it
  hexa replay us.play --seat all     all that happened")]
    Replay(ReplayArgs),
    /// Say how few and how many calls spread all secrets, and who knows what after each call
    #[command(after_help = "\
Examples:
  hexa gossip --agents 6
  hexa gossip --agents 6 --calls 12,34,56,13,45,16,24,35

Everybody hears who calls whom. Persons are counted from 1 (in JSON from 0). All sequences of calls are
looked at, for at most 7 persons; for 7 that takes a while.

Exit status: 0 it was computed, 2 there are too many persons, or it was stopped.")]
    Gossip(GossipArgs),
    /// Compare the questions of who begins a game, by four measures
    #[command(after_help = "\
Examples:
  hexa questions --hands 1,1,1                      three players with one card each
  hexa questions --hands 2,2 --table 1 --win table --ask 1,2
  hexa questions --cluedo                           a first suspicion in Cluedo

On average over the answers: how many deals are left for who asks, how many worlds the next state has (up to
bisimilarity; for --cluedo, as they are built), how many bits are still to be found out, and the
chance to be able to win after the answer. Questions that differ in names of cards are told once.
docs/search.md says more.

Exit status: 0 it was computed, 2 there is no such game, or it is too large.")]
    Questions(QuestionsArgs),
    /// Say how large states become when a card is shown, once and again
    #[command(after_help = "\
Examples:
  hexa sizes --hands 3,3,3,3,3,3 --table 3 --ask 3        Cluedo without kinds of cards
  hexa sizes --hands 3,2,2 --ask 2 --shown 4
  hexa sizes --kinds 6,6,9                                deals of Cluedo, and the agents' models of them

Exit status: 0 it was computed, 2 there is no such game, or the numbers are too large.")]
    Sizes(SizesArgs),
    /// Say how likely who begins a small game wins, if both players play as well as they can
    #[command(after_help = "\
Examples:
  hexa value --hands 2,2 --table 1 --ask 1
  hexa value --hands 2,2 --table 1 --ask 2

Two players ask each other in turn, for one card or for one of two, never the same question twice; who
knows the table after the answer wins. Only games are solved that end with the second question of who
begins, and the program says so where that is not known.

Exit status: 0 it was computed, 2 there is no such game, or it is not solved.")]
    Value(ValueArgs),
    /// Derive the situations of Pit, and solve it: payoffs, equilibria, trees of plays
    #[command(after_help = "\
Examples:
  hexa pit                                  SixPit: three players, three suits of two cards
  hexa pit --shared 1,0,1/2 --json          a shares, b does not
  hexa pit --tree --deal wx.wy.xy --first ab -o tree.svg

Exit status: 0 it was computed, 2 there is no such game, or it was not found out.")]
    Pit(PitArgs),
    /// Say how likely dice throw so much, or more
    #[command(after_help = "\
Examples:
  hexa dice
  hexa dice --dice 3 --sides 8 --json

Exit status: 0 it was computed, 2 there are no such dice.")]
    Dice(DiceArgs),
    /// Play and check games that are given by rules in GDL, GDL-II or GDL-III
    #[command(after_help = "\
Examples:
  hexa gdl guess.gdl                        roles, moves, how it is run, how many states there are
  hexa gdl guess.gdl --playouts 10000       random plays: how long they are, and what they are worth
  hexa gdl huge.kif --engine interpreter    without compiling the rules
  hexa gdl guess.gdl --check '(tries 1) & (secret 1) -> ~K_guesser (secret 7)'
  hexa gdl drop.gdl --check '(line white) -> terminal' --depth 6
  hexa gdl guess.gdl --to hexa --length 2 > guess.hexa   the histories of two steps as a model
  hexa gdl guess.gdl --to dot --after '(hide 3) noop; noop (guess 5)' | neato -n -Tpng > guess.png

Formulas are made of atoms as in the file, `initial`, `(does r m)`, ~ & | -> <->, next, K_r, M_r, E
and C. They are checked in all histories, or in those of at most --depth steps; where one fails, a
shortest play to it is shown, and what a player cannot tell from it. Facts may stand without `true`.
After the end of a play nothing changes.

Rules are compiled into a network of gates before play. Where that would be too large, they are
interpreted, which is slower; what is used is printed. docs/gdl.md says more.

Exit status: 0 all is well, 1 a formula does not hold, 2 something could not be run.")]
    Gdl(GdlArgs),
    /// Build the model of a game described in EGDL, and check its rules and other formulas
    #[command(after_help = "\
Examples:
  hexa egdl games/egdl/krieg-tictactoe.egdl        states, classes, and which rules hold
  hexa egdl krieg-tictactoe.egdl --recall own-action       with rule 10
  hexa egdl krieg-tictactoe.egdl --check 'legal(a^r_{i,j}) -> K_r legal(a^r_{i,j})'
  hexa egdl krieg-tictactoe.egdl --from 'a^x_{2,2}; a^o_{2,2}' --check 'K_o p^x_{2,2}'
  hexa egdl krieg-tictactoe.egdl --recall perfect --depth 4 --check 'p^r_{i,j} -> M_{-r} p^r_{i,j}'
  hexa egdl krieg-tictactoe.egdl --from 'a^x_{2,2}; a^o_{2,2}' --to hexa > state.hexa
                                                   a state with what is possible there, as a model

Formulas speak of paths: `initial`, `terminal`, `wins(r)`, `legal(a)`, `does(a)`, atoms, `next φ`, `K_r φ`, `M_r φ`,
`E φ`, `C φ`, `~ & | -> <->`, `forall i: φ`, `exists i in 1..3: φ`. Indices that are free in a formula take all
their values. docs/egdl.md says how games are written and which rules define the model.

Exit status: 0 all rules and formulas hold; 1 some do not; 2 there is no model, or a limit was
reached.")]
    Egdl(EgdlArgs),
    /// Check proofs, line by line: what is known, what is common knowledge, what follows from a game's rules
    #[command(subcommand)]
    Proof(ProofCommand),
    /// Let strategies play a game against each other, many times, and compare them
    #[command(after_help = "\
Examples:
  hexa tournament kuhn --players random,random --games 10000 -o results
  hexa tournament 'knowledge(hands=1,1,1; ask=1)' --players random,random,random -o results
  hexa tournament kuhn --players random,random --games 20000 -o results   ten thousand more

Seats are turned, and every deal is played by all line-ups. With more strategies than seats, all
choices of them play. The folder gets games.csv, summary.csv, report.md and report.html. Whatever
interrupts a tournament, the same command goes on with it, and the same seed gives the same bytes.
docs/tournaments.md says more.

Exit status: 0 all games were played, 2 something could not be done, or it was interrupted.")]
    Tournament(TournamentArgs),
    /// Play the agents of the Cluedo agents project against each other, and say which of its conclusions stand
    #[command(after_help = "\
Examples:
  hexa experiment agents -o results --quick    seconds, to see that it works
  hexa experiment agents -o results            minutes: the project's line-ups
  hexa experiment agents -o results --full     hours: everything

The folder gets report.md, report.html and experiment.csv, and a folder for each tournament.
Whatever interrupts it, the same command goes on with it. docs/agents.md has the findings.

Exit status: 0 all games are there, 2 something cannot be played or written, or it was stopped.")]
    Experiment(ExperimentArgs),
    /// Write a file in another format: SMCDEL's, Hexa, Graphviz, TikZ, or ISPL
    #[command(after_help = "\
Examples:
  hexa convert muddy.smcdel.txt --to hexa -o muddy.hexa
  hexa convert hexa.hexa --to smcdel               the deals as a law, checks as queries
  hexa convert muddy.smcdel.txt --to dot | neato -n -Tpng > muddy.png
  hexa convert hexa.hexa --to tikz -o hexa.tikz    the initial state as a picture
  hexa convert muddy.smcdel.txt --to ispl          for the model checker MCMAS
  hexa convert hexa.hexa --to smcdel --partial     what cannot be said becomes a comment
  hexa convert 'kuhn(cards=3)' --to efg -o k.efg   the tree of a game, for Gambit

What is executed with `do` becomes part of the queries after it. What the other format has no
words for is an error that names it, and nothing is written, unless with --partial. What is
written in SMCDEL's format and in Hexa has been read back.

Exit status: 0 it was converted, 2 it could not be.")]
    Convert(ConvertArgs),
    /// Bring files into their usual form, in place
    #[command(after_help = "\
Examples:
  hexa fmt hexa.hexa            rewrite the file, if anything changes
  hexa fmt --check *.hexa       only say which files would change; exit status 1 if any
  hexa fmt --unicode hexa.hexa  write ¬ ∧ ∨ → ↔ instead of ~ & | -> <->
  hexa fmt - < hexa.hexa        from standard input to standard output

A file with errors is left as it is; exit status 2.")]
    Fmt(FmtArgs),
    /// Write a first file to start from, with remarks; no file is overwritten
    #[command(after_help = "Examples:\n  hexa new\n  hexa new wise.hexa")]
    New {
        /// The file
        #[arg(value_name = "FILE", default_value = "first.hexa")]
        file: PathBuf,
    },
    /// Lessons to read, and exercises: `hexa run` says what is missing next
    #[command(after_help = "\
Examples:
  hexa learn                   list the lessons and exercises
  hexa learn 2                 read a lesson
  hexa learn 2.1               write the file of an exercise, 2-1.hexa
  hexa run 2-1.hexa            judge what you have written, with a hint to what is missing
  hexa learn 2.1 --solution    print a solution
  hexa learn --from course.exercises   exercises of your own, see docs/tutorial/README.md")]
    Learn(LearnArgs),
    /// Sit at a table with you: write down what happens, tell where the cards can be
    Assist {
        /// The game
        #[command(subcommand)]
        game: AssistGame,
    },
    /// Help an editor: problems while typing, completion, verdicts, the state at the cursor
    #[command(after_help = "\
Editors start this themselves and talk to it over standard input and output, by the Language Server
Protocol. docs/editors.md says how to set up VS Code, Vim, Neovim, Emacs and Helix.")]
    Lsp(LspArgs),
    /// Say what an error code means; without a code, list all
    #[command(after_help = "\
Examples:
  hexa explain R002
  hexa explain")]
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  hexa completions bash > ~/.local/share/bash-completion/completions/hexa
  hexa completions fish > ~/.config/fish/completions/hexa.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a manual page for each command into a folder
    #[command(hide = true)]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

/// Arguments of `hexa run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Files to run; of a folder all that end in .hexa, sorted; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Tell only what does not hold or could not be run, and the summary
    #[arg(long, short, conflicts_with_all = ["verbose", "trace", "latex"])]
    pub quiet: bool,
    /// Run again whenever a file has changed, until Ctrl-C
    #[arg(long, short)]
    pub watch: bool,
    /// How states are held
    #[arg(long, default_value = "auto", value_name = "ENGINE", value_parser = engines())]
    pub engine: String,
    #[command(flatten)]
    pub order: OrderArgs,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Print LaTeX: every scenario with its states as pictures, and what each step changes
    #[arg(long)]
    pub latex: bool,
    /// Tell what each `do` and `restore` changes: worlds, whose cells split, and the fewest facts that
    /// say what became known; `--trace=full` shortens no list
    #[arg(long, value_enum, value_name = "LENGTH", num_args = 0..=1, require_equals = true,
        default_missing_value = "short")]
    pub trace: Option<TraceLength>,
    /// Say which engine is used, how large the states and their diagrams are, and how much memory was
    /// used at most
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Where `draw` steps write their pictures
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out_dir: PathBuf,
}

/// In which order decision diagrams ask for variables. Answers do not depend on it, only how much
/// time and memory they take.
#[derive(Args, Debug)]
pub struct OrderArgs {
    /// In which order decision diagrams ask for the atoms of the initial state; answers do not depend on it
    #[arg(long, value_enum, default_value_t = OrderChoice::Auto, value_name = "ORDER")]
    pub order: OrderChoice,
    /// Look for a better order when the initial state is built, and whenever its law has become
    /// twice as large
    #[arg(long)]
    pub reorder: bool,
}

/// An order of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderChoice {
    /// As with `force` if that is clearly better, otherwise as declared
    Auto,
    /// As the atoms were declared
    Declared,
    /// As laws and observations mention them
    Mention,
    /// What is mentioned together stands together
    Force,
}

/// Which state of a file is meant.
#[derive(Args, Debug)]
pub struct MomentArgs {
    /// The scenario to play first, by its name, how that begins, or its number
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// How many of its steps to play [default: all of the scenario that is chosen]
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// Play what stands in its scenario up to this line
    #[arg(long, value_name = "LINE", conflicts_with_all = ["scenario", "step"])]
    pub line: Option<usize>,
}

/// Values for parameters.
#[derive(Args, Clone, Debug, Default)]
pub struct SettingArgs {
    /// Give a parameter of the files another value
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    pub set: Vec<(String, i64)>,
    /// Let files include what lies in this folder too, beside what lies in their own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub include_dir: Vec<PathBuf>,
}

/// What may be used.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArgs {
    /// The most worlds that a model may list [default: what fits in half of the memory]
    #[arg(long, value_name = "N")]
    pub max_worlds: Option<u64>,
    /// The most nodes of decision diagrams [default: 67108864]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
}

/// Arguments of `hexa learn`.
#[derive(Args, Clone, Debug)]
pub struct LearnArgs {
    /// A lesson to read, such as 2, or an exercise to begin, such as 2.1 [default: list all]
    #[arg(value_name = "LESSON")]
    pub what: Option<String>,
    /// Print a solution, and write nothing
    #[arg(long, requires = "what")]
    pub solution: bool,
    /// Where to write the file of an exercise [default: 2-1.hexa for 2.1]; nothing is overwritten
    #[arg(long, short, value_name = "FILE", conflicts_with = "solution")]
    pub output: Option<PathBuf>,
    /// Take the exercises of this file, instead of those that come with Hexa
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Arguments of `hexa lsp`.
#[derive(Args, Clone, Debug)]
pub struct LspArgs {
    /// Talk over standard input and output, as is always done; some clients say so
    #[arg(long, hide = true)]
    pub stdio: bool,
    /// Let texts include what lies in this folder too, beside what lies in their own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub include_dir: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How a file is read, and what may be used.
#[derive(Args, Clone, Debug, Default)]
pub struct ReadingArgs {
    #[command(flatten)]
    pub settings: SettingArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Arguments of `hexa repl`.
#[derive(Args, Clone, Debug)]
pub struct ReplArgs {
    /// The file whose initial state to start from
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How classes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CellsChoice {
    /// As links
    Links,
    /// As outlines
    Outlines,
}

/// Arguments of `hexa draw`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub moment: MomentArgs,
    /// Draw the state before the last `do`, and the state after it, side by side
    #[arg(long, group = "what")]
    pub before_after: bool,
    /// Draw all states on the way to this one, one after the other, with the steps between them
    #[arg(long, group = "what")]
    pub film: bool,
    /// How to draw what an agent cannot tell apart: as links that hold the worlds together, or as outlines around them
    #[arg(long, value_enum, default_value_t = CellsChoice::Links, value_name = "HOW", conflicts_with = "tree")]
    pub cells: CellsChoice,
    /// Take bisimilar worlds together, so that each is drawn once
    #[arg(long, conflicts_with_all = ["product", "frame", "action"])]
    pub minimal: bool,
    /// The same, with the frame of the action between them: state times frame is the next state
    #[arg(long, group = "what")]
    pub product: bool,
    /// Draw a declared frame instead of a state; `NAME(event)` sets the event apart
    #[arg(long, value_name = "NAME", group = "what")]
    pub frame: Option<String>,
    /// Draw the frame of an action instead of a state: all actions of its type, by their preconditions
    #[arg(long, value_name = "ACTION", group = "what")]
    pub action: Option<String>,
    /// Draw the state as a tree of this depth: what agents consider possible, what they consider possible
    /// there, and so on
    #[arg(long, value_name = "DEPTH", group = "what")]
    pub tree: Option<usize>,
    /// In the tree, only what agents of this group consider possible
    #[arg(long, value_name = "GROUP", requires = "tree")]
    pub group: Option<String>,
    /// The picture: out.svg, out.png, out.pdf, out.dot, out.tikz, out.tex; `-` is standard output
    #[arg(long, short, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The format, if the name of the picture does not tell
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// Overwrite the picture even if it was not drawn by hexa
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A state
    #[arg(value_name = "A")]
    pub left: String,
    /// Another state
    #[arg(value_name = "B")]
    pub right: String,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa why`.
#[derive(Args, Debug)]
pub struct WhyArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The formula
    #[arg(value_name = "FORMULA", required_unless_present = "steps")]
    pub formula: Option<String>,
    #[command(flatten)]
    pub moment: MomentArgs,
    /// List the steps of the file with their numbers and lines instead
    #[arg(long, conflicts_with_all = ["formula", "scenario", "step", "line"])]
    pub steps: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa describe`.
#[derive(Args, Debug)]
pub struct DescribeArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub moment: MomentArgs,
    /// Describe this game action by a knowledge action instead
    #[arg(long, value_name = "ACTION", conflicts_with_all = ["after", "equations", "group"])]
    pub action: Option<String>,
    /// Describe the state after this action: what the description becomes when it is executed
    #[arg(long, value_name = "ACTION", conflicts_with = "group")]
    pub after: Option<String>,
    /// With --after: not the state, but what this theory becomes, any formula that is true in all worlds; its models
    /// are looked for
    #[arg(long, value_name = "FORMULA", requires = "after", conflicts_with_all = ["scenario", "step", "line", "latex"])]
    pub theory: Option<String>,
    /// With --theory: the most worlds that its models may have
    #[arg(long, value_name = "N", default_value_t = 6, requires = "theory", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub worlds: u8,
    /// Write the state as a system of equations, of which it is the solution
    #[arg(long, conflicts_with_all = ["after", "latex"])]
    pub equations: bool,
    /// With --equations: only what these agents consider possible
    #[arg(long, value_name = "GROUP", requires = "equations")]
    pub group: Option<String>,
    /// Print LaTeX, in the notation of the papers
    #[arg(long)]
    pub latex: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa strength`.
#[derive(Args, Debug)]
pub struct StrengthArgs {
    /// The file whose names the formulas use; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A formula
    #[arg(value_name = "FORMULA")]
    pub left: String,
    /// Another formula
    #[arg(value_name = "FORMULA")]
    pub right: String,
    /// What else is true in all worlds; may be given several times
    #[arg(long = "in", value_name = "FORMULA")]
    pub theory: Vec<String>,
    /// Ask whether one formula implies the other in each world, instead of taking its place
    #[arg(long)]
    pub implies: bool,
    /// The most worlds that a countermodel may have
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub worlds: u8,
    /// The most conflicts that the search may run into, for each number of worlds
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub conflicts: u64,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa reproduce`.
#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// Only the claims of this paper: thesis, cluedo, egdl, agents or pit
    #[arg(long, value_name = "PAPER")]
    pub paper: Option<String>,
    /// Only this item; may be given several times
    #[arg(long, value_name = "ITEM")]
    pub item: Vec<String>,
    /// Long searches too
    #[arg(long)]
    pub deep: bool,
    /// Write the table to a file: HTML if it ends so, and Markdown otherwise
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Take scenarios and lists of claims from a copy of the sources, instead of those built in
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Arguments of `hexa translate`.
#[derive(Args, Debug)]
pub struct TranslateArgs {
    /// The file whose names the action uses; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The action
    #[arg(value_name = "ACTION")]
    pub action: String,
    /// What to write it as
    #[arg(long, value_enum, value_name = "FRAMEWORK")]
    pub to: Framework,
    /// Print LaTeX, in the notation of the papers
    #[arg(long)]
    pub latex: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `hexa reduce`.
#[derive(Args, Debug)]
pub struct ReduceArgs {
    /// The file whose names the formula uses, `-` is standard input; may be left out [default: three
    /// players, one card each: red, white, blue]
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The formula
    #[arg(value_name = "FORMULA")]
    pub formula: Option<String>,
    /// The most formulas that may be made on the way, equal ones counted once
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_size: usize,
    /// Print LaTeX, in the notation of the papers
    #[arg(long)]
    pub latex: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// A way to write actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Framework {
    /// Gerbrandy's updates U_B (Knowledge games, def. 56)
    Updates,
    /// Baltag's expressions with suspicion and fixed points (Knowledge games, def. 59)
    Suspicion,
    /// A frame, with all actions of its type as events (Knowledge games, defs. 38 to 43)
    Frame,
}

impl From<Framework> for translate::Framework {
    fn from(framework: Framework) -> Self {
        match framework {
            Framework::Updates => Self::Updates,
            Framework::Suspicion => Self::Suspicion,
            Framework::Frame => Self::Frame,
        }
    }
}

/// Arguments of `hexa convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// The file, of Hexa or of SMCDEL; `-` is standard input; for efg and tree a game, by file or name
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Target,
    /// Where to write it [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write what can be said; what cannot becomes a comment
    #[arg(long)]
    pub partial: bool,
    /// Overwrite the file if it is there already
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// A format to convert to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// The text format of SMCDEL
    Smcdel,
    /// The language of Hexa, from a file of SMCDEL
    Hexa,
    /// Graphviz: a picture of the initial state
    Dot,
    /// LaTeX: a picture of the initial state
    Tikz,
    /// The language of MCMAS: the initial state as an interpreted system
    Ispl,
    /// Gambit: the tree of a game, of at most a million nodes, or as many as --max-nodes says
    Efg,
    /// The flat tree of a game, as JSON
    Tree,
}

/// What becomes of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Of a text.
    Text(convert::Target),
    /// Of a game.
    Game(GameTarget),
}

impl From<Target> for Conversion {
    fn from(target: Target) -> Self {
        match target {
            Target::Smcdel => Self::Text(convert::Target::Smcdel),
            Target::Hexa => Self::Text(convert::Target::Hexa),
            Target::Dot => Self::Text(convert::Target::Dot),
            Target::Tikz => Self::Text(convert::Target::Tikz),
            Target::Ispl => Self::Text(convert::Target::Ispl),
            Target::Efg => Self::Game(GameTarget::Efg),
            Target::Tree => Self::Game(GameTarget::Tree),
        }
    }
}

/// Arguments of `hexa fmt`.
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// Files to format; `-` is standard input, written to standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Change nothing; say which files would change
    #[arg(long)]
    pub check: bool,
    /// Write the symbols of logic: ¬ ∧ ∨ → ↔
    #[arg(long, conflicts_with = "ascii")]
    pub unicode: bool,
    /// Write ASCII: ~ & | -> <->
    #[arg(long)]
    pub ascii: bool,
}

/// Arguments of `hexa explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A code such as E020 or R002
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// How much a trace tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceLength {
    /// A few lines
    Short,
    /// All facts
    Full,
}

/// The kind of file a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// A self-contained image for web pages
    Svg,
    /// Graphviz
    Dot,
    /// LaTeX
    Tikz,
}

/// The names of engines, with what each is good for.
fn engines() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help(
        "Whichever suits: explicit for small states, deals for card games, symbolic for other large ones",
    );
    let mut engines = Engine::ALL.to_vec();
    engines.sort_by_key(|engine| engine.name());
    let named = engines.into_iter();
    let named = named.map(|engine| PossibleValue::new(engine.name()).help(engine.summary()));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
}

/// Reads a number of seconds.
fn timeout(text: &str) -> Result<Timeout, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(Timeout::of_seconds)
        .ok_or_else(|| format!("`{text}` is not a number of seconds; write for example 60 or 0.5"))
}

/// Reads `800M` or `4G`.
fn memory(text: &str) -> Result<Bytes, String> {
    Bytes::read(text)
        .ok_or_else(|| format!("`{text}` is not a size; write for example 800M, 4G or 1000000000"))
}

/// Reads `n=4`.
fn setting(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=NUMBER, for example n=4")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err("the name of the parameter is missing; write NAME=NUMBER".to_owned());
    }
    let number = value.parse::<i64>().map_err(|_| match value.is_empty() {
        true => "the value is missing; write NAME=NUMBER".to_owned(),
        false => format!("`{value}` is not an integer that fits in 64 bits"),
    })?;
    Ok((name.to_owned(), number))
}

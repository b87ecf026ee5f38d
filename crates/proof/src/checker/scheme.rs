//! The schemes of the logics, as the papers write them: their names, what they say, where they hold, and where they stand.
//!
//! | operator | schemes | from |
//! |---|---|---|
//! | `K_a` | K, T, 4, 5 | thesis def. 67; EGDL sec. 3.1, A10 to A13 |
//! | `E_B` | E | EGDL sec. 3.1, A14 |
//! | `C_B` | KC, TC, EC, induction; mix | thesis def. 68; EGDL sec. 3.1, A15 |
//! | `next` | A6, A7, A9 | EGDL sec. 3.1 |
//!
//! `C_B` speaks of the reflexive and transitive closure, so that TC holds even where T does not. A group may be empty: what everybody in
//! it knows is anything, and only what holds is its common knowledge.

use crate::proof::System;

/// A scheme of some logics.
pub struct Scheme {
    /// What it is called; the papers' names come first.
    pub names: &'static [&'static str],
    /// What it says.
    pub form: Form,
    /// The logics that have it.
    pub systems: &'static [System],
}

/// What a scheme says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// This, for all sentences φ, ψ, agents a, groups B, B' and actions α for which that holds.
    Pattern(&'static str, Side),
    /// All tautologies.
    Tautology,
    /// `E_B φ ↔ ⋀ K_a φ`, for the agents a of B.
    Everybody,
    /// `terminal → ⋀ ¬legal(a) ∧ legal(noop)`, for the actions a of an agent but `noop`.
    OnlyNoop,
    /// `⋁ does(a)`, for the actions a of an agent.
    SomethingDone,
    /// `¬(does(a) ∧ does(b))`, for different actions of the same agent.
    OneThingDone,
    /// `does(a) → legal(a)`
    DoneIfLegal,
    /// What holds after an action, said of the state before it.
    Reduction(Reduction),
}

/// What is asked of the agents and groups of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Nothing.
    Any,
    /// a is in B.
    Member,
    /// Everybody in B is in B'.
    Subset,
    /// Somebody is in B.
    Inhabited,
}

/// What is said after an action (thesis defs. 40 and 43).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// `[α]p ↔ (pre(α) → p)`
    Facts,
    /// `[α]¬φ ↔ (pre(α) → ¬[α]φ)`
    Negation,
    /// `[α]K_a φ ↔ (pre(α) → ⋀ K_a [β]φ)`, for the actions β that a cannot tell from α.
    Knowledge,
    /// `[α ; β]φ ↔ [α][β]φ`
    Sequence,
    /// `[α]φ ↔ [β]φ ∧ ...`, for the actions β that α may be: `[α + β]φ ↔ [α]φ ∧ [β]φ`.
    Choice,
}

const ALL: &[System] = &[System::K, System::T, System::S4, System::S5, System::KD45, System::Egdl];
const TRUTHFUL: &[System] = &[System::T, System::S4, System::S5, System::Egdl];
const POSITIVE: &[System] = &[System::S4, System::S5, System::KD45, System::Egdl];
const NEGATIVE: &[System] = &[System::S5, System::KD45, System::Egdl];
const SERIAL: &[System] = &[System::T, System::S4, System::S5, System::KD45, System::Egdl];
const GAMES: &[System] = &[System::Egdl];
const CHANGING: &[System] = &[System::K, System::T, System::S4, System::S5];

/// All schemes.
#[rustfmt::skip]
pub const SCHEMES: [Scheme; 42] = [
    Scheme { names: &["A1", "tautology"], form: Form::Tautology, systems: ALL },
    // What an agent knows.
    Scheme { names: &["K", "A10", "distribution"], form: Form::Pattern("K_a (φ → ψ) → (K_a φ → K_a ψ)", Side::Any), systems: ALL },
    Scheme { names: &["T", "A11", "truth"], form: Form::Pattern("K_a φ → φ", Side::Any), systems: TRUTHFUL },
    Scheme { names: &["4", "A12", "positive-introspection"], form: Form::Pattern("K_a φ → K_a K_a φ", Side::Any), systems: POSITIVE },
    Scheme { names: &["5", "A13", "negative-introspection"], form: Form::Pattern("¬K_a φ → K_a ¬K_a φ", Side::Any), systems: NEGATIVE },
    Scheme { names: &["D", "consistency"], form: Form::Pattern("K_a φ → ¬K_a ¬φ", Side::Any), systems: SERIAL },
    // What everybody knows.
    Scheme { names: &["E", "A14"], form: Form::Everybody, systems: ALL },
    Scheme { names: &["KE"], form: Form::Pattern("E_B (φ → ψ) → (E_B φ → E_B ψ)", Side::Any), systems: ALL },
    Scheme { names: &["EK"], form: Form::Pattern("E_B φ → K_a φ", Side::Member), systems: ALL },
    Scheme { names: &["EE"], form: Form::Pattern("E_B' φ → E_B φ", Side::Subset), systems: ALL },
    Scheme { names: &["TE"], form: Form::Pattern("E_B φ → φ", Side::Inhabited), systems: TRUTHFUL },
    // What is common knowledge.
    Scheme { names: &["KC"], form: Form::Pattern("C_B (φ → ψ) → (C_B φ → C_B ψ)", Side::Any), systems: ALL },
    Scheme { names: &["TC"], form: Form::Pattern("C_B φ → φ", Side::Any), systems: ALL },
    Scheme { names: &["EC"], form: Form::Pattern("C_B φ → E_B C_B φ", Side::Any), systems: ALL },
    Scheme { names: &["mix", "A15"], form: Form::Pattern("C_B φ → E_B (φ ∧ C_B φ)", Side::Any), systems: ALL },
    Scheme { names: &["induction"], form: Form::Pattern("C_B (φ → E_B φ) → (φ → C_B φ)", Side::Any), systems: ALL },
    // What a group knows together.
    Scheme { names: &["KD"], form: Form::Pattern("D_B (φ → ψ) → (D_B φ → D_B ψ)", Side::Any), systems: ALL },
    Scheme { names: &["TD"], form: Form::Pattern("D_B φ → φ", Side::Any), systems: TRUTHFUL },
    Scheme { names: &["4D"], form: Form::Pattern("D_B φ → D_B D_B φ", Side::Any), systems: POSITIVE },
    Scheme { names: &["5D"], form: Form::Pattern("¬D_B φ → D_B ¬D_B φ", Side::Any), systems: NEGATIVE },
    Scheme { names: &["KDa"], form: Form::Pattern("K_a φ → D_B φ", Side::Member), systems: ALL },
    Scheme { names: &["DK"], form: Form::Pattern("D_a φ → K_a φ", Side::Any), systems: ALL },
    Scheme { names: &["DD"], form: Form::Pattern("D_B φ → D_B' φ", Side::Subset), systems: ALL },
    // Games that are given by rules.
    Scheme { names: &["A2"], form: Form::Pattern("¬next initial", Side::Any), systems: GAMES },
    Scheme { names: &["A3"], form: Form::OnlyNoop, systems: GAMES },
    Scheme { names: &["A4"], form: Form::SomethingDone, systems: GAMES },
    Scheme { names: &["A5"], form: Form::OneThingDone, systems: GAMES },
    Scheme { names: &["A6"], form: Form::Pattern("next (φ → ψ) → (next φ → next ψ)", Side::Any), systems: GAMES },
    Scheme { names: &["A7"], form: Form::Pattern("¬next φ ↔ next ¬φ", Side::Any), systems: GAMES },
    Scheme { names: &["A8"], form: Form::DoneIfLegal, systems: GAMES },
    Scheme { names: &["A9"], form: Form::Pattern("φ ∧ terminal → next φ", Side::Any), systems: GAMES },
    // What holds after actions.
    Scheme { names: &["after-distribution"], form: Form::Pattern("[α] (φ → ψ) → ([α] φ → [α] ψ)", Side::Any), systems: CHANGING },
    Scheme { names: &["after-facts"], form: Form::Reduction(Reduction::Facts), systems: CHANGING },
    Scheme { names: &["after-negation"], form: Form::Reduction(Reduction::Negation), systems: CHANGING },
    Scheme { names: &["after-knowledge"], form: Form::Reduction(Reduction::Knowledge), systems: CHANGING },
    Scheme { names: &["after-sequence"], form: Form::Reduction(Reduction::Sequence), systems: CHANGING },
    Scheme { names: &["learnt-knowledge"], form: Form::Pattern("[L_B ?φ] K_a ψ ↔ (φ → K_a [L_B ?φ] ψ)", Side::Member), systems: CHANGING },
    Scheme { names: &["learnt-everybody"], form: Form::Pattern("[L_B' ?φ] E_B ψ ↔ (φ → E_B [L_B' ?φ] ψ)", Side::Subset), systems: CHANGING },
    Scheme { names: &["learnt-distributed"], form: Form::Pattern("[L_B' ?φ] D_B ψ ↔ (φ → D_B [L_B' ?φ] ψ)", Side::Subset), systems: CHANGING },
    Scheme { names: &["learnt-negation"], form: Form::Pattern("[L_B ?φ] ¬ψ ↔ (φ → ¬[L_B ?φ] ψ)", Side::Any), systems: CHANGING },
    Scheme { names: &["learnt-twice"], form: Form::Pattern("[L_B ?φ] [L_B ?ψ] χ ↔ [L_B ?(φ ∧ [L_B ?φ] ψ)] χ", Side::Any), systems: CHANGING },
    Scheme { names: &["after-choice"], form: Form::Reduction(Reduction::Choice), systems: CHANGING },
];

impl Scheme {
    /// The scheme of that name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.names.contains(&name))
    }
}

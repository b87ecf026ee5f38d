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

use crate::proof::ProofSystem;

/// A scheme of some logics.
pub struct Scheme {
    /// What it is called; the papers' names come first.
    pub names: &'static [&'static str],
    /// What it says.
    pub form: SchemeForm,
    /// The logics that have it.
    pub systems: &'static [ProofSystem],
}

/// What a scheme says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemeForm {
    /// This, for all sentences φ, ψ, agents a, groups B, B' and actions α for which that holds.
    Pattern(&'static str, SideCondition),
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
pub enum SideCondition {
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

const ALL: &[ProofSystem] = &[
    ProofSystem::K,
    ProofSystem::T,
    ProofSystem::S4,
    ProofSystem::S5,
    ProofSystem::KD45,
    ProofSystem::Egdl,
];
const TRUTHFUL: &[ProofSystem] =
    &[ProofSystem::T, ProofSystem::S4, ProofSystem::S5, ProofSystem::Egdl];
const POSITIVE: &[ProofSystem] =
    &[ProofSystem::S4, ProofSystem::S5, ProofSystem::KD45, ProofSystem::Egdl];
const NEGATIVE: &[ProofSystem] = &[ProofSystem::S5, ProofSystem::KD45, ProofSystem::Egdl];
const SERIAL: &[ProofSystem] =
    &[ProofSystem::T, ProofSystem::S4, ProofSystem::S5, ProofSystem::KD45, ProofSystem::Egdl];
const GAMES: &[ProofSystem] = &[ProofSystem::Egdl];
const CHANGING: &[ProofSystem] =
    &[ProofSystem::K, ProofSystem::T, ProofSystem::S4, ProofSystem::S5];

/// All schemes.
#[rustfmt::skip]
pub const SCHEMES: [Scheme; 42] = [
    Scheme { names: &["A1", "tautology"], form: SchemeForm::Tautology, systems: ALL },
    // What an agent knows.
    Scheme { names: &["K", "A10", "distribution"], form: SchemeForm::Pattern("K_a (φ → ψ) → (K_a φ → K_a ψ)", SideCondition::Any), systems: ALL },
    Scheme { names: &["T", "A11", "truth"], form: SchemeForm::Pattern("K_a φ → φ", SideCondition::Any), systems: TRUTHFUL },
    Scheme { names: &["4", "A12", "positive-introspection"], form: SchemeForm::Pattern("K_a φ → K_a K_a φ", SideCondition::Any), systems: POSITIVE },
    Scheme { names: &["5", "A13", "negative-introspection"], form: SchemeForm::Pattern("¬K_a φ → K_a ¬K_a φ", SideCondition::Any), systems: NEGATIVE },
    Scheme { names: &["D", "consistency"], form: SchemeForm::Pattern("K_a φ → ¬K_a ¬φ", SideCondition::Any), systems: SERIAL },
    // What everybody knows.
    Scheme { names: &["E", "A14"], form: SchemeForm::Everybody, systems: ALL },
    Scheme { names: &["KE"], form: SchemeForm::Pattern("E_B (φ → ψ) → (E_B φ → E_B ψ)", SideCondition::Any), systems: ALL },
    Scheme { names: &["EK"], form: SchemeForm::Pattern("E_B φ → K_a φ", SideCondition::Member), systems: ALL },
    Scheme { names: &["EE"], form: SchemeForm::Pattern("E_B' φ → E_B φ", SideCondition::Subset), systems: ALL },
    Scheme { names: &["TE"], form: SchemeForm::Pattern("E_B φ → φ", SideCondition::Inhabited), systems: TRUTHFUL },
    // What is common knowledge.
    Scheme { names: &["KC"], form: SchemeForm::Pattern("C_B (φ → ψ) → (C_B φ → C_B ψ)", SideCondition::Any), systems: ALL },
    Scheme { names: &["TC"], form: SchemeForm::Pattern("C_B φ → φ", SideCondition::Any), systems: ALL },
    Scheme { names: &["EC"], form: SchemeForm::Pattern("C_B φ → E_B C_B φ", SideCondition::Any), systems: ALL },
    Scheme { names: &["mix", "A15"], form: SchemeForm::Pattern("C_B φ → E_B (φ ∧ C_B φ)", SideCondition::Any), systems: ALL },
    Scheme { names: &["induction"], form: SchemeForm::Pattern("C_B (φ → E_B φ) → (φ → C_B φ)", SideCondition::Any), systems: ALL },
    // What a group knows together.
    Scheme { names: &["KD"], form: SchemeForm::Pattern("D_B (φ → ψ) → (D_B φ → D_B ψ)", SideCondition::Any), systems: ALL },
    Scheme { names: &["TD"], form: SchemeForm::Pattern("D_B φ → φ", SideCondition::Any), systems: TRUTHFUL },
    Scheme { names: &["4D"], form: SchemeForm::Pattern("D_B φ → D_B D_B φ", SideCondition::Any), systems: POSITIVE },
    Scheme { names: &["5D"], form: SchemeForm::Pattern("¬D_B φ → D_B ¬D_B φ", SideCondition::Any), systems: NEGATIVE },
    Scheme { names: &["KDa"], form: SchemeForm::Pattern("K_a φ → D_B φ", SideCondition::Member), systems: ALL },
    Scheme { names: &["DK"], form: SchemeForm::Pattern("D_a φ → K_a φ", SideCondition::Any), systems: ALL },
    Scheme { names: &["DD"], form: SchemeForm::Pattern("D_B φ → D_B' φ", SideCondition::Subset), systems: ALL },
    // Games that are given by rules.
    Scheme { names: &["A2"], form: SchemeForm::Pattern("¬next initial", SideCondition::Any), systems: GAMES },
    Scheme { names: &["A3"], form: SchemeForm::OnlyNoop, systems: GAMES },
    Scheme { names: &["A4"], form: SchemeForm::SomethingDone, systems: GAMES },
    Scheme { names: &["A5"], form: SchemeForm::OneThingDone, systems: GAMES },
    Scheme { names: &["A6"], form: SchemeForm::Pattern("next (φ → ψ) → (next φ → next ψ)", SideCondition::Any), systems: GAMES },
    Scheme { names: &["A7"], form: SchemeForm::Pattern("¬next φ ↔ next ¬φ", SideCondition::Any), systems: GAMES },
    Scheme { names: &["A8"], form: SchemeForm::DoneIfLegal, systems: GAMES },
    Scheme { names: &["A9"], form: SchemeForm::Pattern("φ ∧ terminal → next φ", SideCondition::Any), systems: GAMES },
    // What holds after actions.
    Scheme { names: &["after-distribution"], form: SchemeForm::Pattern("[α] (φ → ψ) → ([α] φ → [α] ψ)", SideCondition::Any), systems: CHANGING },
    Scheme { names: &["after-facts"], form: SchemeForm::Reduction(Reduction::Facts), systems: CHANGING },
    Scheme { names: &["after-negation"], form: SchemeForm::Reduction(Reduction::Negation), systems: CHANGING },
    Scheme { names: &["after-knowledge"], form: SchemeForm::Reduction(Reduction::Knowledge), systems: CHANGING },
    Scheme { names: &["after-sequence"], form: SchemeForm::Reduction(Reduction::Sequence), systems: CHANGING },
    Scheme { names: &["learnt-knowledge"], form: SchemeForm::Pattern("[L_B ?φ] K_a ψ ↔ (φ → K_a [L_B ?φ] ψ)", SideCondition::Member), systems: CHANGING },
    Scheme { names: &["learnt-everybody"], form: SchemeForm::Pattern("[L_B' ?φ] E_B ψ ↔ (φ → E_B [L_B' ?φ] ψ)", SideCondition::Subset), systems: CHANGING },
    Scheme { names: &["learnt-distributed"], form: SchemeForm::Pattern("[L_B' ?φ] D_B ψ ↔ (φ → D_B [L_B' ?φ] ψ)", SideCondition::Subset), systems: CHANGING },
    Scheme { names: &["learnt-negation"], form: SchemeForm::Pattern("[L_B ?φ] ¬ψ ↔ (φ → ¬[L_B ?φ] ψ)", SideCondition::Any), systems: CHANGING },
    Scheme { names: &["learnt-twice"], form: SchemeForm::Pattern("[L_B ?φ] [L_B ?ψ] χ ↔ [L_B ?(φ ∧ [L_B ?φ] ψ)] χ", SideCondition::Any), systems: CHANGING },
    Scheme { names: &["after-choice"], form: SchemeForm::Reduction(Reduction::Choice), systems: CHANGING },
];

impl Scheme {
    /// The scheme of that name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.names.contains(&name))
    }
}

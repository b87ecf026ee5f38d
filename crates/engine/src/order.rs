//! In which order decision diagrams ask for atoms, and how large they become: what can be wished and said of
//! them without having any.

/// In which order diagrams ask for the atoms of a structure. Answers never depend on it, only how
/// large diagrams are. Deals are always held card by card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As atoms are drawn together if that is clearly better, otherwise as declared.
    #[default]
    Auto,
    /// As the atoms were declared.
    Declared,
    /// As the law and the observations mention them.
    Mentioned,
    /// As atoms are drawn together that are mentioned together.
    DrawnTogether,
}

/// How large diagrams are. The same work always leads to the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// Those of the law, which says what the worlds are, if no edges were marked as negated.
    pub law: usize,
    /// The most that were kept at once so far, for all purposes; not fewer than those of the law.
    pub peak: usize,
}

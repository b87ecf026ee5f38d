//! The list of claims: every definition, example, fact, proposition, figure, table, conjecture,
//! question and checkable sentence of five papers, each in a few words. It is data, in
//! `crates/papers/claims`.

use serde::Deserialize;
use std::fmt;

/// A paper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Paper {
    /// *Knowledge games*
    Thesis,
    /// *The description of game actions in Cluedo*
    Cluedo,
    /// *Epistemic GDL*
    Egdl,
    /// The Cluedo agents project
    Agents,
    /// *Logic and game theory of Pit*
    Pit,
}

impl Paper {
    /// All papers, in the order in which they are told.
    pub const ALL: [Self; 5] = [Self::Thesis, Self::Cluedo, Self::Egdl, Self::Agents, Self::Pit];

    /// The name by which claims call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Thesis => "thesis",
            Self::Cluedo => "cluedo",
            Self::Egdl => "egdl",
            Self::Agents => "agents",
            Self::Pit => "pit",
        }
    }

    /// Its list of claims.
    pub fn list(self) -> &'static str {
        match self {
            Self::Thesis => include_str!("../claims/thesis.toml"),
            Self::Cluedo => include_str!("../claims/cluedo.toml"),
            Self::Egdl => include_str!("../claims/egdl.toml"),
            Self::Agents => include_str!("../claims/agents.toml"),
            Self::Pit => include_str!("../claims/pit.toml"),
        }
    }
}

/// What sort of item a claim is in its paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// A definition. It is neither true nor false: what is checked is that Hexa implements it.
    Definition,
    /// An example.
    Example,
    /// A fact.
    Fact,
    /// A proposition, theorem, lemma, corollary, axiom or rule.
    Proposition,
    /// A figure.
    Figure,
    /// A table.
    Table,
    /// A conjecture.
    Conjecture,
    /// A question.
    Question,
    /// A sentence of the text.
    Sentence,
    /// No sentence of the paper but one of ours: what takes the place of a claim that fails, or what is near to it.
    Variant,
}

/// What can be found out about an item. Only claims and variants are true or false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Nature {
    /// It says that something is so.
    Claim,
    /// It says what a word means.
    Definition,
    /// It asks.
    Question,
    /// It is a slip of the printed text.
    Misprint,
    /// It is so because the model is built so: to check it is to check the program.
    Construction,
    /// It is a claim that is not the paper's.
    Variant,
}

impl Nature {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Self; 6] = [
        Self::Claim,
        Self::Definition,
        Self::Question,
        Self::Misprint,
        Self::Construction,
        Self::Variant,
    ];
}

/// A claim of a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The paper.
    pub paper: Paper,
    /// The item, such as `Prop. 5`; a checkable sentence is `sec. 5.3 (2)`, the second of its section.
    pub item: String,
    /// The section.
    pub section: String,
    /// What sort of item it is.
    pub kind: ItemKind,
    /// What it says, in a few words.
    pub claim: String,
    /// How it is read, where that matters.
    pub reading: Option<String>,
    /// The program that checks it ([`crate::checks`]).
    pub check: Option<String>,
    /// Why it cannot have a verdict.
    pub reason: Option<String>,
    /// It is a slip of the printed text: what is meant.
    pub misprint: Option<String>,
    /// It is so by construction: what is built so.
    pub construction: Option<String>,
    /// It speaks of more than scenarios can look at: the instances that they look at.
    pub instances: Option<String>,
    /// A definition that is not implemented as it is printed: how it is printed, and what is implemented.
    pub departs: Option<String>,
    /// What the assertions of scenarios show against it, in words.
    pub witness: Option<String>,
    /// The answer to a question that scenarios or a program confirm, in words.
    pub answer: Option<String>,
    /// The command that computes it for other parameters.
    pub command: Option<String>,
}

impl Claim {
    /// What can be found out about it.
    pub fn nature(&self) -> Nature {
        match self.kind {
            _ if self.misprint.is_some() => Nature::Misprint,
            _ if self.construction.is_some() => Nature::Construction,
            ItemKind::Definition => Nature::Definition,
            ItemKind::Question => Nature::Question,
            ItemKind::Variant => Nature::Variant,
            ItemKind::Example
            | ItemKind::Fact
            | ItemKind::Proposition
            | ItemKind::Figure
            | ItemKind::Table
            | ItemKind::Conjecture
            | ItemKind::Sentence => Nature::Claim,
        }
    }

    /// The name by which scenarios call it: the paper and the item.
    pub fn name(&self) -> String {
        format!("{} {}", self.paper.name(), self.item)
    }
}

/// A list that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The paper.
    pub paper: Paper,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of claims `{}` cannot be read: {}", self.paper.name(), self.why)
    }
}

impl std::error::Error for Unreadable {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    claim: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    item: String,
    section: String,
    kind: ItemKind,
    claim: String,
    reading: Option<String>,
    check: Option<String>,
    reason: Option<String>,
    misprint: Option<String>,
    construction: Option<String>,
    instances: Option<String>,
    departs: Option<String>,
    witness: Option<String>,
    answer: Option<String>,
    command: Option<String>,
}

/// The claims of a paper, from its list.
pub fn read(paper: Paper, list: &str) -> Result<Vec<Claim>, Unreadable> {
    let list: List =
        toml::from_str(list).map_err(|error| Unreadable { paper, why: error.to_string() })?;
    let claim = |row: Row| {
        let Row { item, section, kind, claim, reading, check, reason, .. } = row;
        let Row { misprint, construction, instances, departs, witness, answer, command, .. } = row;
        Claim {
            paper,
            item,
            section,
            kind,
            claim,
            reading,
            check,
            reason,
            misprint,
            construction,
            instances,
            departs,
            witness,
            answer,
            command,
        }
    };
    Ok(list.claim.into_iter().map(claim).collect())
}

//! What to draw: worlds, who confuses which, and the actual world.

/// A state, or a part of one, ready to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// A heading, and the name that screen readers say.
    pub title: Option<String>,
    /// Names of the agents.
    pub agents: Vec<String>,
    /// The worlds; links and point refer to them by position.
    pub worlds: Vec<PictureWorld>,
    /// The access of each agent, in the order of `agents`.
    pub links: Vec<Access>,
    /// The actual world.
    pub point: Option<usize>,
    /// Further worlds that may be the actual one.
    pub also_actual: Vec<usize>,
    /// What the nodes are.
    pub things: Things,
    /// Present when `worlds` is only a part of a larger model.
    pub whole: Option<Whole>,
    /// How classes are drawn.
    pub cells: Cells,
    /// Further lines for the legend.
    pub notes: Vec<String>,
}

/// How the classes of an equivalence relation are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// As links that hold their worlds together.
    #[default]
    Links,
    /// As outlines around their worlds.
    Outlines,
}

/// What the nodes of a picture are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Things {
    /// Worlds of a model.
    #[default]
    Worlds,
    /// Events of a frame.
    Events,
}

impl Things {
    /// What one of them is called.
    pub fn one(self) -> &'static str {
        match self {
            Things::Worlds => "world",
            Things::Events => "event",
        }
    }
}

/// Pictures side by side, with a sign between each two.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// A heading for all.
    pub title: Option<String>,
    /// The pictures, each with the word by which the legend refers to it.
    pub pictures: Vec<(String, Picture)>,
    /// One less than there are pictures.
    pub signs: Vec<Sign>,
}

/// What stands between two pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// An action leads from the one to the other.
    Arrow(String),
    /// They are multiplied.
    Times,
    /// This is the product.
    Equals,
}

/// One world.
#[derive(Clone, Debug, Default)]
pub struct PictureWorld {
    /// Its name: a deal such as `rwb`, or what is true there such as `p, q`.
    pub label: String,
    /// Smaller lines under the name.
    pub details: Vec<String>,
    /// Whether links lead from here to worlds that are not in the picture.
    pub cut: Cut,
}

/// Whether everything accessible from a world is in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// All of it is.
    #[default]
    Complete,
    /// Some links lead out of the picture.
    LeadsOut,
    /// In a tree: there is more below.
    Subtree,
}

/// The access of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// The agent is not in the model's group: it has no access anywhere.
    #[default]
    Nobody,
    /// An equivalence relation, by its classes. In a world that no class contains
    /// the agent has no access; list singletons.
    Cells(Vec<Vec<usize>>),
    /// Any other relation, as pairs from, to.
    Arrows(Vec<(usize, usize)>),
}

/// The model that a picture shows a part of.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// Its number of worlds, in digits: it may exceed any machine integer.
    pub worlds: String,
    /// Which worlds were kept, e.g. `those within one link of the actual world`.
    pub selection: String,
    /// The relation of each agent in the whole model, where known.
    pub spread: Vec<Spread>,
}

/// The size of one agent's relation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// Nothing is said of it.
    #[default]
    Unknown,
    /// How many classes there are of each size: pairs of size and number.
    Cells(Vec<(usize, usize)>),
    /// The number of arrows.
    Arrows(usize),
}

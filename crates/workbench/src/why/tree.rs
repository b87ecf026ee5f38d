//! An explanation as plain data: the tree that the engine found, with names instead of places.

use super::Why;
use super::exclusion::{Exclusion, Narrowing, exclusions, narrowings};
use super::names::{Names, inside};
use hexa_engine::{Because, Explanation, PathStep, UBig, Whose};
use hexa_logic::Agent;

/// A formula in a world, with why it is true or false there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Clause {
    /// The formula, cut off if it is long.
    pub formula: String,
    /// The world.
    pub world: String,
    /// Whether it is true there.
    pub holds: bool,
    /// Why.
    pub because: Grounds,
}

/// Why a formula is true or false. Agents and worlds are given by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(tag = "kind"))]
pub enum Grounds {
    /// That is how it is in this world.
    #[cfg_attr(feature = "json", serde(rename = "valuation"))]
    Valuation,
    /// Because of its parts.
    #[cfg_attr(feature = "json", serde(rename = "parts"))]
    Parts {
        /// How many parts decide it.
        decisive: usize,
        /// How many there are.
        of: usize,
        /// Some of those that decide it.
        parts: Vec<Clause>,
    },
    /// Because of what is true in another world.
    #[cfg_attr(feature = "json", serde(rename = "world"))]
    World {
        /// The way there.
        path: Vec<PathLink>,
        /// What is true there.
        there: Box<Clause>,
    },
    /// Because somebody considers two worlds possible that differ.
    #[cfg_attr(feature = "json", serde(rename = "both"))]
    Both {
        /// Who.
        agent: String,
        /// One where it is true.
        true_in: String,
        /// One where it is false.
        false_in: String,
    },
    /// Because it is so in all worlds that somebody considers possible.
    #[cfg_attr(feature = "json", serde(rename = "all worlds"))]
    AllWorlds {
        /// Who: one agent, or several together.
        of: Vec<String>,
        /// The worlds.
        worlds: Vec<String>,
        /// The truth value there.
        value: bool,
        /// The worlds that steps excluded; none if that is not known.
        excluded: Option<Vec<Exclusion>>,
    },
    /// The same where the worlds are too many to list.
    #[cfg_attr(feature = "json", serde(rename = "many worlds"))]
    ManyWorlds {
        /// How many worlds who considers possible.
        worlds: Vec<Counted>,
        /// The truth value there.
        value: bool,
        /// The steps that excluded worlds where it has another; none if that is not known.
        narrowed: Option<Vec<Narrowing>>,
    },
    /// Because each of them knows it.
    #[cfg_attr(feature = "json", serde(rename = "everybody"))]
    Everybody {
        /// Everybody, with the worlds they consider possible.
        agents: Vec<Knower>,
    },
    /// Because an action cannot be executed.
    #[cfg_attr(feature = "json", serde(rename = "not executable"))]
    NotExecutable,
    /// Because of what is true after an action.
    #[cfg_attr(feature = "json", serde(rename = "after"))]
    After {
        /// How many outcomes the action has.
        outcomes: usize,
        /// What is true in one of them.
        there: Box<Clause>,
    },
    /// Because so many of some formulas hold.
    #[cfg_attr(feature = "json", serde(rename = "count"))]
    Count {
        /// How many formulas there are.
        of: usize,
        /// Those that hold.
        holding: Vec<String>,
    },
    /// Because that is the probability.
    #[cfg_attr(feature = "json", serde(rename = "probability"))]
    Probability {
        /// Of so many ...
        part: String,
        /// ... out of so many.
        whole: String,
    },
    /// Because evaluation says so.
    #[cfg_attr(feature = "json", serde(rename = "unexplained"))]
    Unexplained,
}

/// A step from a world to one that somebody considers possible there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PathLink {
    /// Who: one agent, or several together.
    pub by: Vec<String>,
    /// Where it leads.
    pub to: String,
}

/// How many worlds somebody considers possible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Counted {
    /// Who: one agent, or several together.
    pub of: Vec<String>,
    /// How many, with all digits.
    pub count: String,
}

/// Somebody, with the worlds they consider possible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Knower {
    /// Who.
    pub agent: String,
    /// The worlds.
    pub worlds: Vec<String>,
}

/// The whole explanation.
pub(crate) fn clause(why: &Why<'_>) -> Clause {
    Tree { names: Names::new(why, &why.scene.view) }.clause(&why.scene.explanation)
}

struct Tree<'a> {
    names: Names<'a>,
}

impl Tree<'_> {
    fn clause(&self, told: &Explanation) -> Clause {
        Clause {
            formula: self.names.formula(told.formula),
            world: self.world(told.world),
            holds: told.holds,
            because: self.grounds(told),
        }
    }

    fn grounds(&self, told: &Explanation) -> Grounds {
        match &told.because {
            Because::Valuation => Grounds::Valuation,
            Because::Parts { shown, decisive, of } => {
                let parts = shown.iter().map(|part| self.clause(part)).collect();
                Grounds::Parts { decisive: *decisive, of: *of, parts }
            }
            Because::World { path, there } => {
                let step = |step: &PathStep| PathLink {
                    by: self.whose(&step.by),
                    to: self.world(step.to),
                };
                let path = path.iter().map(step).collect();
                Grounds::World { path, there: Box::new(self.clause(there)) }
            }
            Because::Both { agent, yes, no } => Grounds::Both {
                agent: self.agent(*agent),
                true_in: self.world(*yes),
                false_in: self.world(*no),
            },
            Because::AllWorlds { of, worlds, value } => Grounds::AllWorlds {
                of: self.whose(of),
                worlds: self.worlds(worlds),
                value: *value,
                excluded: self.exclusions(told, of),
            },
            Because::ManyWorlds { of, value } => {
                let one = |(whose, count): &(Whose, UBig)| Counted {
                    of: self.whose(whose),
                    count: count.to_string(),
                };
                let worlds = of.iter().map(one).collect();
                Grounds::ManyWorlds {
                    worlds,
                    value: *value,
                    narrowed: self.narrowings(told, of, *value),
                }
            }
            Because::Everybody(all) => {
                let one = |(agent, worlds): &(Agent, Vec<usize>)| Knower {
                    agent: self.agent(*agent),
                    worlds: self.worlds(worlds),
                };
                Grounds::Everybody { agents: all.iter().map(one).collect() }
            }
            Because::Blocked => Grounds::NotExecutable,
            Because::After { outcomes, scene } => {
                let other = Tree { names: Names::new(self.names.why, &scene.view) };
                let there = Box::new(other.clause(&scene.explanation));
                Grounds::After { outcomes: *outcomes, there }
            }
            Because::Count { holding, of } => {
                let holding = holding.iter().map(|&part| self.names.formula(part)).collect();
                Grounds::Count { of: *of, holding }
            }
            Because::Probability { part, whole } => {
                Grounds::Probability { part: part.clone(), whole: whole.clone() }
            }
            Because::Unexplained => Grounds::Unexplained,
        }
    }

    fn world(&self, place: usize) -> String {
        self.names.world(place).to_owned()
    }

    fn worlds(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| self.world(place)).collect()
    }

    fn agent(&self, agent: Agent) -> String {
        self.names.agent(agent).to_owned()
    }

    fn whose(&self, whose: &Whose) -> Vec<String> {
        match whose {
            Whose::Agent(agent) => vec![self.agent(*agent)],
            Whose::Together(group) | Whose::Chains(group) => {
                group.iter().map(|agent| self.agent(agent)).collect()
            }
        }
    }

    /// The steps that excluded worlds for the agent, in the actual world of the state asked about.
    fn narrowings(
        &self,
        told: &Explanation,
        of: &[(Whose, UBig)],
        value: bool,
    ) -> Option<Vec<Narrowing>> {
        let why = self.names.why;
        let asked = std::ptr::eq(self.names.view, &raw const why.scene.view);
        match of {
            [(Whose::Agent(agent), _)]
                if value && asked && told.world == self.names.view.actual =>
            {
                narrowings(why, *agent, inside(why, told)?)
            }
            _ => None,
        }
    }

    /// The worlds that steps excluded for the agent, in the actual world of the state asked about.
    fn exclusions(&self, told: &Explanation, of: &Whose) -> Option<Vec<Exclusion>> {
        let why = self.names.why;
        let asked = std::ptr::eq(self.names.view, &raw const why.scene.view);
        match of {
            Whose::Agent(agent) if asked && told.world == self.names.view.actual => {
                exclusions(why, *agent, inside(why, told)?)
            }
            Whose::Agent(_) | Whose::Together(_) | Whose::Chains(_) => None,
        }
    }
}

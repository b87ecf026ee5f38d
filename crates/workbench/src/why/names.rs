//! What worlds, agents and formulas are called in an explanation.

use super::Why;
use crate::naming::Naming;
use hexa_engine::{AccessView, Explanation, PathStep, View, Whose, WorldView};
use hexa_lang::syntax::Printer;
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Holder, Setup, Sight, Vocabulary};

/// The longest formula that is quoted in full, in bytes.
const LONG: usize = 60;

/// The names of the worlds of one state.
pub struct Names<'a> {
    pub(crate) why: &'a Why<'a>,
    pub(crate) view: &'a View,
    labels: Vec<String>,
}

impl<'a> Names<'a> {
    /// Names for the worlds of a state that has grown out of the same description.
    pub(crate) fn new(why: &'a Why<'a>, view: &'a View) -> Self {
        let setup = why.snapshot.origin.setup(why.document);
        let names = Naming::new(why.document, setup).names(view).into_iter();
        Self { why, view, labels: names.map(|name| name.label).collect() }
    }

    /// The same, for lines that break at spaces: names that are not too long for that stay whole.
    pub(crate) fn unbroken(mut self) -> Self {
        let short = self.labels.iter_mut().filter(|label| label.len() <= LONG);
        short.for_each(|label| *label = label.replace(' ', "\u{a0}"));
        self
    }

    /// A world.
    pub(crate) fn world(&self, place: usize) -> &str {
        &self.labels[place]
    }

    pub(crate) fn vocabulary(&self) -> &'a Vocabulary {
        &self.why.document.vocabulary
    }

    pub(crate) fn agent(&self, agent: Agent) -> &'a str {
        self.vocabulary().agent_name(agent)
    }

    /// `1`, `1 and 2`, `1, 2 and 3`.
    pub(crate) fn agents(&self, group: &Group) -> String {
        let names: Vec<&str> = group.iter().map(|agent| self.agent(agent)).collect();
        match names.split_last() {
            None => "nobody".to_owned(),
            Some((only, [])) => (*only).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }

    /// A formula: as it stands in the text if that is shorter, cut off if it is still long.
    pub(crate) fn formula(&self, formula: Formula) -> String {
        let why = self.why;
        let printer = Printer::new(&why.document.terms, self.vocabulary());
        let said = Printer { limit: LONG, ..printer }.formula(formula);
        let place = why.step.places.formula(formula);
        let written = place.map(|at| why.sources.snippet(at).trim());
        let shorter = |text: &&str| text.len() < said.len() && !text.contains('\n');
        written.filter(shorter).map_or_else(|| said.clone(), str::to_owned)
    }

    /// `rwb -1- rbw -2- wbr`, with arrows where access is not a partition.
    pub(crate) fn path(&self, from: usize, steps: &[PathStep]) -> String {
        let mut text = self.world(from).to_owned();
        for step in steps {
            let by = match &step.by {
                Whose::Agent(agent) => self.agent(*agent).to_owned(),
                Whose::Together(group) | Whose::Chains(group) => self.agents(group),
            };
            let head = if self.confuses(&step.by) { "-" } else { "->" };
            text += &format!(" -{by}{head} {}", self.world(step.to));
        }
        text
    }

    /// Whether somebody's access is a partition, so that they cannot tell worlds apart.
    pub(crate) fn confuses(&self, whose: &Whose) -> bool {
        let cells = |agent: Agent| {
            let mut access = self.view.access.iter();
            access.any(|(of, access)| *of == agent && matches!(access, AccessView::Cells(_)))
        };
        match whose {
            Whose::Agent(agent) => cells(*agent),
            Whose::Together(group) | Whose::Chains(group) => group.iter().all(cells),
        }
    }

    /// What an agent sees that is the same in two worlds, if that is all that they saw at the start.
    pub(crate) fn same_sight(&self, agent: Agent, one: usize, other: usize) -> Option<String> {
        let (one, other) = (&self.view.worlds[one], &self.view.worlds[other]);
        let same = |atom: &Atom| holds(one, *atom) == holds(other, *atom);
        match self.setup() {
            Setup::Deal(deal) if deal.sight == Sight::OwnCards => {
                let all = self.own_atoms(agent);
                all.iter().all(same).then(|| format!("they hold {} in both", self.hand(agent, one)))
            }
            Setup::Structure(structure) => {
                let seen = structure.observations.get(agent.index())?;
                let terms = &self.why.document.terms;
                let atoms: Option<Vec<Atom>> = seen
                    .iter()
                    .map(|&formula| {
                        if let FormulaNode::Atom(atom) = terms.node(formula) {
                            Some(*atom)
                        } else {
                            None
                        }
                    })
                    .collect();
                let all = atoms?.iter().all(same);
                all.then(|| "what they observe is the same in both".to_owned())
            }
            Setup::Hypercube(cube) => {
                let all = cube.atoms.get(agent.index())?.iter().all(same);
                all.then(|| "their local state is the same in both".to_owned())
            }
            Setup::Deal(_) | Setup::Model(_) | Setup::Weighed(_) => None,
        }
    }

    /// The description that the state has grown out of.
    pub(crate) fn setup(&self) -> &'a Setup {
        self.why.snapshot.origin.setup(self.why.document)
    }

    fn own_atoms(&self, agent: Agent) -> Vec<Atom> {
        let names = self.vocabulary();
        names.cards().filter_map(|card| names.holding_atom(card, Holder::Agent(agent))).collect()
    }

    /// The cards that an agent holds in a world.
    pub(crate) fn hand(&self, agent: Agent, world: &WorldView) -> String {
        let names = self.vocabulary();
        let held = names.cards().filter(|&card| {
            let atom = names.holding_atom(card, Holder::Agent(agent));
            atom.is_some_and(|atom| holds(world, atom))
        });
        let cards: Vec<&str> = held.map(|card| names.card_name(card)).collect();
        if cards.is_empty() { "no card".to_owned() } else { cards.join(", ") }
    }
}

/// The formula inside the operator of an explained one.
pub(crate) fn inside(why: &Why<'_>, told: &Explanation) -> Option<Formula> {
    let mut body = None;
    why.document.terms.node(told.formula).parts(|part| body = Some(part));
    body
}

fn holds(world: &WorldView, atom: Atom) -> bool {
    world.atoms.binary_search(&atom).is_ok()
}

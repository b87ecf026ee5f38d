//! A formula that is true in a state and in those bisimilar to it only (thesis sec. 3.4), as definitions that can be
//! added to the file.

pub mod action;
pub mod theory;

use crate::latex::{self, Form};
use crate::naming::Naming;
use crate::opened::{Opened, When};
use crate::refusal::Means;
use crate::session;
use crate::snapshot::{Origin, Snapshot};
use crate::words::description as words;
use hexa_engine::{
    AccessView, Among, Description, Limits, Revised, Sight, View, contraction, describe, revise,
    view,
};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Step, StepKind};
use hexa_logic::{
    Action, Atom, Card, DealSetup, Formula, FormulaNode, Holder, Modality, Setup, Sight as Look,
    Terms,
};
use hexa_text::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Larger states are not described.
const MOST_WORLDS: usize = 1 << 16;

/// A state, described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct StateDescription {
    /// A theory of its deal that describes it (thesis props. 5 and 7), if there is one.
    pub theory: Option<String>,
    /// How many worlds there are, up to bisimilarity.
    pub worlds: usize,
    /// Whether it is told from the states whose access is a partition only.
    pub among_partitions: bool,
    /// A definition for each world, and `description` last.
    pub definitions: Vec<Definition>,
    /// The same as it can be added to the file or to a paper.
    pub text: String,
}

/// A formula with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The formula.
    pub formula: String,
}

impl Opened {
    /// Describes a state, or the state after an action in it.
    pub fn describe(
        &mut self,
        when: &When,
        after: Option<&str>,
        form: Form,
    ) -> Result<StateDescription, Diagnostic> {
        // Names of worlds may be taken: then they are numbered.
        for names in [Names::Called, Names::Numbered] {
            let mut opened = self.clone();
            let described = describe_state(&mut opened, when, after, (names, form));
            self.sources = opened.sources;
            if let Some(found) = described.map_err(|problem| *problem)? {
                return Ok(found);
            }
        }
        let message = "the description could not be read back";
        Err(Diagnostic::without_place(Code::NotRun, message))
    }
}

/// How worlds are called in definitions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Called,
    Numbered,
}

/// The description, if its definitions fit into the file.
fn describe_state(
    opened: &mut Opened,
    when: &When,
    after: Option<&str>,
    (names, form): (Names, Form),
) -> Result<Option<StateDescription>, Box<Diagnostic>> {
    let after = after.map(|text| opened.action(text)).transpose()?;
    let before = opened.reach(when)?.snapshot().clone();
    let mut snapshot = before.clone();
    if let Some((action, typing)) = &after {
        let Opened { document, sources, limits, .. } = &*opened;
        snapshot = session::execute((document, sources), &typing.step, *action, &before, limits)
            .map_err(|problem| opened.as_typed(problem, typing))?;
    }
    let revised_by = after.as_ref().map(|&(action, _)| (&before, action));
    let mut found = definitions(&opened.document, (&snapshot, revised_by), &opened.limits, names)?;
    let asked = format!("{}print description\n", found.text);
    let Opened { document, sources, limits, .. } = &mut *opened;
    let steps = document.read_until(&asked, sources, &limits.stop);
    opened.go_on()?;
    let Ok([Step { kind: StepKind::Print(formula), .. }]) = steps.as_deref() else {
        return Ok(None);
    };
    let (formula, document) = (*formula, &mut opened.document);
    let mut holds = matches!(snapshot.state.holds(&document.terms, formula), Ok(true));
    if let Some((action, _)) = after {
        let node = FormulaNode::After(Modality::Some, action, formula);
        let revised = document.terms.formula(node);
        holds &= matches!(before.state.holds(&document.terms, revised), Ok(true));
    }
    opened.go_on()?;
    if !holds {
        let message = "the description was not found to be true in the state it describes";
        return Err(Box::new(Diagnostic::without_place(Code::Limit, message)));
    }
    match form {
        Form::Latex => {
            let text = latex::lines(&found.text)?;
            let picture = latex::state(&snapshot, &opened.document).unwrap_or_default();
            found.text = format!("{}{picture}{text}", latex::NEEDS);
        }
        Form::Hexa => {
            found.theory = theory(opened, &snapshot);
            opened.go_on()?;
            let remark = found.theory.as_deref().map(words::theory);
            found.text = remark.unwrap_or_default() + &found.text;
        }
    }
    Ok(Some(found))
}

fn definitions(
    document: &Document,
    (snapshot, revised_by): (&Snapshot, Option<(&Snapshot, Action)>),
    limits: &Limits,
    names: Names,
) -> Result<StateDescription, Box<Diagnostic>> {
    if !snapshot.state.has_at_most(MOST_WORLDS).map_err(|_| Box::new(Diagnostic::for_stop()))? {
        let message =
            format!("gave up: states of more than {MOST_WORLDS} worlds are not described");
        let problem = Diagnostic::without_place(Code::Limit, message);
        return Err(Box::new(problem.help("make the state smaller")));
    }
    let means = Means { document, engine: snapshot.state.engine(), limits };
    let gave_up = |limit| means.limit(&limit);
    let mut terms = document.terms.clone();
    let revised = revised_by.and_then(|(before, action)| {
        revise_description(document, before, action, (&mut terms, limits))
    });
    let (description, seen) = match revised {
        Some(Revised { state, theory }) => (theory, view(&state).map_err(gave_up)?),
        None => {
            let state = snapshot.state.list_worlds().map_err(|error| means.comparison(&error))?;
            let description = describe(&state, &mut terms).map_err(gave_up)?;
            (description, contraction(&state).and_then(|small| view(&small)).map_err(gave_up)?)
        }
    };
    let among = match seen.access.iter().all(|(_, access)| matches!(access, AccessView::Cells(_))) {
        true => Among::Partitions,
        false => Among::All,
    };
    let setup = snapshot.origin.setup(document);
    Ok(Writer::new((document, setup), &seen, &description, &terms, names).describe_state(among))
}

/// What the description of a state becomes by an action, without another look at the state (thesis sec. 3.5). None where
/// descriptions do not decide what the action asks for, or where it leads to several states.
fn revise_description(
    document: &Document,
    before: &Snapshot,
    action: Action,
    (terms, limits): (&mut Terms, &Limits),
) -> Option<Revised> {
    if before.state.has_at_most(MOST_WORLDS) != Ok(true) {
        return None;
    }
    let old = describe(&before.state.list_worlds().ok()?, terms).ok()?;
    let found = revise(&old, action, &document.vocabulary, terms, limits).ok()?;
    let mut all = found.into_iter().flatten();
    all.next().filter(|_| all.next().is_none())
}

/// Writes a description.
struct Writer<'a> {
    document: &'a Document,
    description: &'a Description,
    terms: &'a Terms,
    names: Vec<String>,
    /// For each world its deal, if worlds are deals.
    deals: Option<Vec<String>>,
}

impl<'a> Writer<'a> {
    fn new(
        (document, setup): (&'a Document, &Setup),
        seen: &View,
        description: &'a Description,
        terms: &'a Terms,
        names: Names,
    ) -> Self {
        let called = Naming::new(document, setup).names(seen).into_iter().map(|name| name.label);
        let mut taken = BTreeSet::new();
        let names = called.enumerate().map(|(at, label)| match names {
            Names::Numbered => format!("world{}", at + 1),
            Names::Called => {
                let mut name = label.replace('~', "not");
                name.retain(char::is_alphanumeric);
                if name.is_empty() {
                    name.push_str("none");
                }
                if name.chars().all(|c| c.is_ascii_digit()) {
                    name.insert(0, 'w');
                }
                while !taken.insert(name.clone()) {
                    name.push('\'');
                }
                name
            }
        });
        let names = names.collect();
        let deals = match setup {
            // After an assignment, a card may be in two places.
            Setup::Deal(_) => {
                seen.worlds.iter().map(|world| deal_text(document, &world.atoms)).collect()
            }
            Setup::Structure(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => None,
        };
        Self { document, description, terms, names, deals }
    }

    fn describe_state(&self, among: Among) -> StateDescription {
        let worlds = self.names.len();
        let named =
            |at: usize| Definition { name: self.names[at].clone(), formula: self.world(at) };
        let mut definitions: Vec<Definition> = (0..worlds).map(named).collect();
        definitions.push(Definition { name: "description".to_owned(), formula: self.whole(among) });
        let line = |it: &Definition| format!("formula {} = {}\n", it.name, it.formula);
        let text = words::head(worlds, among) + &definitions.iter().map(line).collect::<String>();
        let among_partitions = matches!(among, Among::Partitions);
        StateDescription { theory: None, worlds, among_partitions, definitions, text }
    }

    /// What is true in a world.
    fn world(&self, at: usize) -> String {
        let parts = if let FormulaNode::And(parts) = self.terms.node(self.description.worlds[at]) {
            parts.to_vec()
        } else {
            vec![self.description.worlds[at]]
        };
        let rest = parts.iter().filter(|&&part| !self.is_told_by_deal(part));
        let rest = rest.map(|&part| self.operand(part));
        let all: Vec<String> =
            self.deals.iter().map(|deals| deals[at].clone()).chain(rest).collect();
        if all.is_empty() { "true".to_owned() } else { all.join(" & ") }
    }

    /// Whether a literal says where a card is, which the deal says.
    fn is_told_by_deal(&self, part: Formula) -> bool {
        if part == Terms::TRUE {
            return self.deals.is_some();
        }
        let node = self.terms.node(part);
        let inner = if let FormulaNode::Not(inner) = node { self.terms.node(*inner) } else { node };
        let atom = if let FormulaNode::Atom(atom) = inner { Some(*atom) } else { None };
        let holds = |atom| self.document.vocabulary.holding(atom).is_some();
        self.deals.is_some() && atom.is_some_and(holds)
    }

    /// A formula as it can stand between `&`.
    fn operand(&self, formula: Formula) -> String {
        let text = Printer::new(self.terms, &self.document.vocabulary).formula(formula);
        if let FormulaNode::And(_) | FormulaNode::Or(_) | FormulaNode::Implies(..) =
            self.terms.node(formula)
        {
            format!("({text})")
        } else {
            text
        }
    }

    fn whole(&self, among: Among) -> String {
        let description = self.description;
        let fixed = description.everywhere.iter().filter(|&&part| !self.is_told_by_deal(part));
        let mut common: Vec<String> = fixed.map(|&part| self.operand(part)).collect();
        common.extend(description.sights.iter().map(|sight| self.sight(sight, among)));
        let actual = &self.names[description.actual];
        let group = Printer::new(self.terms, &self.document.vocabulary).group(&description.group);
        match (common.is_empty(), description.group.is_empty()) {
            (true, _) => actual.clone(),
            (_, true) => format!("{actual} & {}", common.join(" & ")),
            _ => format!("{actual} & C_{group} (\n    {})", common.join("\n    & ")),
        }
    }

    fn sight(&self, sight: &Sight, among: Among) -> String {
        let agent = self.document.vocabulary.agent_name(sight.agent);
        let name = |&world: &usize| self.names[world].as_str();
        let one_of = |worlds: &[usize]| worlds.iter().map(name).collect::<Vec<_>>().join(" | ");
        let inside = |worlds: &[usize]| match worlds {
            [] => "false".to_owned(),
            [one] => name(one).to_owned(),
            several => format!("({})", one_of(several)),
        };
        let mut then = vec![format!("K_{agent} {}", inside(&sight.seen))];
        if sight.seen.len() > 1 || among == Among::All {
            then.extend(sight.seen.iter().map(|world| format!("M_{agent} {}", name(world))));
        }
        format!("({} -> {})", one_of(&sight.from), then.join(" & "))
    }
}

/// `deal(r | w | b)`, if every card is in one place.
fn deal_text(document: &Document, atoms: &[Atom]) -> Option<String> {
    let vocabulary = &document.vocabulary;
    let is_at = |card: Card, holder: Holder| {
        vocabulary.holding_atom(card, holder).is_some_and(|atom| atoms.binary_search(&atom).is_ok())
    };
    let places = |card: Card| vocabulary.holders().filter(|&holder| is_at(card, holder)).count();
    if vocabulary.cards().any(|card| places(card) != 1) {
        return None;
    }
    let hand = |holder: Holder| {
        let cards = vocabulary.cards().filter(|&card| is_at(card, holder));
        let cards: Vec<&str> = cards.map(|card| vocabulary.card_name(card)).collect();
        if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
    };
    let hands: Vec<String> = vocabulary.holders().map(hand).collect();
    Some(format!("deal({})", hands.join(" | ")))
}

/// In larger states nobody looks for a theory.
const MOST_WORLDS_OF_THEORY: usize = 2000;

/// The theory of its deal that describes a state (thesis props. 5 and 7), if there is one.
fn theory(opened: &Opened, snapshot: &Snapshot) -> Option<String> {
    let document = &opened.document;
    let Setup::Deal(dealt) = snapshot.origin.setup(document) else { return None };
    let vocabulary = &document.vocabulary;
    let small = snapshot.state.has_at_most(MOST_WORLDS_OF_THEORY) == Ok(true);
    // A theory speaks of nothing but cards, and of the knowledge of everybody.
    let only_cards = vocabulary.atoms().all(|atom| vocabulary.holding(atom).is_some());
    let everybody = snapshot.state.group().len() == vocabulary.agent_count();
    if snapshot.origin != Origin::Initial || !small || !only_cards || !everybody {
        return None;
    }
    let looks = [("kgames", Look::OwnCards), ("prekgames", Look::FaceDown)];
    let (name, _) = looks.into_iter().find(|&(_, sight)| {
        let setup = Setup::Deal(DealSetup { sight, ..dealt.clone() });
        let (engine, limits) = (snapshot.state.engine(), &opened.limits);
        let state = engine.build(&setup, vocabulary, &document.terms, limits);
        state.is_ok_and(|state| state.bisimilar(&snapshot.state) == Ok(true))
    })?;
    let view = snapshot.state.view().ok()?;
    let said = format!("{} & C_all {name}", deal_text(document, &view.worlds[view.actual].atoms)?);
    is_meant(opened, name, &said, snapshot).then_some(said)
}

/// Whether the name means the theory, and not something of the file, and what is said of it is true.
fn is_meant(opened: &Opened, name: &str, said: &str, snapshot: &Snapshot) -> bool {
    let read = |text: String| {
        let (mut document, mut sources) = (opened.document.clone(), opened.sources.clone());
        let steps = document.read_until(&text, &mut sources, &opened.limits.stop);
        steps.map(|steps| (document, steps))
    };
    let free = read(format!("formula {name} = true\n")).is_ok();
    let holds = read(format!("print {said}\n")).is_ok_and(|(document, steps)| match steps[..] {
        [Step { kind: StepKind::Print(formula), .. }] => {
            snapshot.state.holds(&document.terms, formula) == Ok(true)
        }
        _ => false,
    });
    free && holds
}

//! `hexa describe`: a formula that is true in a state and in those bisimilar to it only (thesis sec.
//! 3.4), as definitions that can be added to the file.

use crate::cli::DescribeArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::latex;
use crate::limits::limits;
use crate::moment::Asked;
use crate::naming::Naming;
use crate::opened::{Opened, open};
use crate::problem::{Problem, RunCode};
use crate::refusal::Means;
use crate::report::clean;
use crate::session::{self, Origin, Snapshot};
use crate::{describe_action, possibility};
use hexa_engine::{
    AccessView, Among, Description, Limits, Sight, View, contraction, describe, view,
};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Sources, Step, StepKind};
use hexa_logic::{
    Atom, Card, DealSetup, Formula, FormulaNode, Holder, Modality, Setup, Sight as Look, Terms,
};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Larger states are not described.
const MOST_WORLDS: usize = 1 << 16;

/// Describes a state.
pub fn run(args: &DescribeArgs, console: &mut Console) -> io::Result<Status> {
    if let Some(action) = &args.action {
        return describe_action::run(args, action, console);
    }
    if args.equations {
        return possibility::run(args, console);
    }
    let Some(opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    // Names of worlds may be taken: then they are numbered.
    for names in [Names::ByDeals, Names::Numbered] {
        let mut opened = opened.clone();
        match described(args, &mut opened, names) {
            Ok(Some(text)) => {
                console.out.write_all(clean(&text).as_bytes())?;
                return Ok(Status::Fine);
            }
            Ok(None) => {}
            Err(problem) => return opened.complain(&problem, console),
        }
    }
    let message = "the description could not be read back";
    opened.complain(&Problem::new(RunCode::NotRun.as_str(), message), console)
}

/// How worlds are called in definitions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    ByDeals,
    Numbered,
}

/// The description, if its definitions fit into the file.
fn described(
    args: &DescribeArgs,
    opened: &mut Opened,
    names: Names,
) -> Result<Option<String>, Box<Problem>> {
    let after = args.after.as_ref().map(|text| opened.action(text)).transpose()?;
    let mut snapshot = reached(args, opened)?;
    let before = snapshot.clone();
    if let Some((action, typing)) = &after {
        let Opened { document, sources, .. } = &*opened;
        let limits = limits(&args.limits);
        snapshot = session::executed((document, sources), &typing.step, *action, &snapshot, limits)
            .map_err(|problem| opened.as_typed(problem, typing))?;
    }
    let lines = definitions(&opened.document, &snapshot, limits(&args.limits), names)?;
    let asked = format!("{lines}print description\n");
    let steps = opened.document.read(&asked, &mut opened.sources);
    let formula = match steps.as_deref() {
        Ok([step]) => match step.kind {
            StepKind::Print(formula) => formula,
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let document = &mut opened.document;
    let mut holds = matches!(snapshot.state.holds(&document.terms, formula), Ok(true));
    if let Some((action, _)) = after {
        let node = FormulaNode::After(Modality::Some, action, formula);
        let revised = document.terms.formula(node);
        holds &= matches!(before.state.holds(&document.terms, revised), Ok(true));
    }
    match holds {
        true if args.latex => {
            let text = latex::lines(&lines)?;
            let picture = latex::state(&snapshot, document).unwrap_or_default();
            Ok(Some(format!("{}{picture}{text}", latex::NEEDS)))
        }
        true => {
            let remark = remark(document, &snapshot, &opened.sources);
            Ok(Some(remark.unwrap_or_default() + &lines))
        }
        false => {
            let message = "the description was not found to be true in the state it describes";
            Err(Box::new(Problem::new(RunCode::Limit.as_str(), message)))
        }
    }
}

/// The state that is meant, before anything else is executed.
fn reached(args: &DescribeArgs, opened: &Opened) -> Result<Snapshot, Box<Problem>> {
    let Opened { document, sources, name, .. } = opened;
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = asked.stepped(args.moment.scenario.as_deref(), args.moment.step)?;
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, name, sources))?;
    Ok(reached.snapshot().clone())
}

fn definitions(
    document: &Document,
    snapshot: &Snapshot,
    limits: Limits,
    names: Names,
) -> Result<String, Box<Problem>> {
    if !snapshot.state.has_at_most(MOST_WORLDS) {
        let message =
            format!("gave up: states of more than {MOST_WORLDS} worlds are not described");
        let problem = Problem::new(RunCode::Limit.as_str(), message);
        return Err(Box::new(problem.help("make the state smaller")));
    }
    let means = Means { document, engine: snapshot.state.engine(), limits };
    let state = snapshot.state.listed().map_err(|error| means.comparison(&error))?;
    let mut terms = document.terms.clone();
    let gave_up = |limit| Problem::new(RunCode::Limit.as_str(), format!("gave up: {limit}"));
    let description = describe(&state, &mut terms).map_err(gave_up)?;
    let seen = contraction(&state).and_then(|small| view(&small)).map_err(gave_up)?;
    let among = match seen.access.iter().all(|(_, access)| matches!(access, AccessView::Cells(_))) {
        true => Among::Partitions,
        false => Among::All,
    };
    let setup = snapshot.origin.setup(document);
    Ok(Writer::new((document, setup), &seen, &description, &terms, names).text(among))
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
        let naming = Naming::new(document, setup);
        let mut taken = BTreeSet::new();
        let numbered = |at: usize| format!("world{}", at + 1);
        let names = seen.worlds.iter().enumerate().map(|(at, world)| match names {
            Names::Numbered => numbered(at),
            Names::ByDeals => {
                let label = naming.name(world).label;
                let mut name: String = label.chars().filter(|c| c.is_alphanumeric()).collect();
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
            _ => None,
        };
        Self { document, description, terms, names, deals }
    }

    fn text(&self, among: Among) -> String {
        let count = self.names.len();
        let worlds = if count == 1 { "one world".to_owned() } else { format!("{count} worlds") };
        let among_which = match among {
            Among::Partitions => " Among the states where access is a partition,",
            Among::All => "",
        };
        let mut text = format!(
            "# {worlds}, up to bisimilarity.{among_which}\n# `description` is true in this state and in those \
             bisimilar to it only.\n"
        );
        for at in 0..count {
            text.push_str(&format!("formula {} = {}\n", self.names[at], self.world(at)));
        }
        text.push_str(&self.whole(among));
        text
    }

    /// What is true in a world.
    fn world(&self, at: usize) -> String {
        let parts = match self.terms.node(self.description.worlds[at]) {
            FormulaNode::And(parts) => parts.to_vec(),
            _ => vec![self.description.worlds[at]],
        };
        let rest = parts.iter().filter(|&&part| !self.is_told_by_deal(part));
        let rest = rest.map(|&part| self.operand(part));
        let all: Vec<String> =
            self.deals.iter().map(|deals| deals[at].clone()).chain(rest).collect();
        if all.is_empty() { "true".to_owned() } else { all.join(" & ") }
    }

    /// Whether a literal says where a card is, which the deal says.
    fn is_told_by_deal(&self, part: Formula) -> bool {
        let atom = match self.terms.node(part) {
            FormulaNode::Atom(atom) => Some(*atom),
            FormulaNode::Not(inner) => match self.terms.node(*inner) {
                FormulaNode::Atom(atom) => Some(*atom),
                _ => None,
            },
            FormulaNode::True => return self.deals.is_some(),
            _ => None,
        };
        let holds = |atom| self.document.vocabulary.holding(atom).is_some();
        self.deals.is_some() && atom.is_some_and(holds)
    }

    /// A formula as it can stand between `&`.
    fn operand(&self, formula: Formula) -> String {
        let text = Printer::new(self.terms, &self.document.vocabulary).formula(formula);
        match self.terms.node(formula) {
            FormulaNode::And(_) | FormulaNode::Or(_) | FormulaNode::Implies(..) => {
                format!("({text})")
            }
            _ => text,
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
            (true, _) => format!("formula description = {actual}\n"),
            (_, true) => format!("formula description = {actual} & {}\n", common.join(" & ")),
            _ => format!(
                "formula description = {actual} & C_{group} (\n    {})\n",
                common.join("\n    & ")
            ),
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
        vocabulary.held(card, holder).is_some_and(|atom| atoms.binary_search(&atom).is_ok())
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

/// If the state is the one that a theory of its deal describes (thesis props. 5 and 7), a remark that says so.
fn remark(document: &Document, snapshot: &Snapshot, sources: &Sources) -> Option<String> {
    let Setup::Deal(dealt) = snapshot.origin.setup(document) else { return None };
    let vocabulary = &document.vocabulary;
    let small = snapshot.state.has_at_most(MOST_WORLDS_OF_THEORY);
    // A theory speaks of nothing but cards, and of the knowledge of everybody.
    let only_cards = vocabulary.atoms().all(|atom| vocabulary.holding(atom).is_some());
    let everybody = snapshot.state.group().len() == vocabulary.agent_count();
    if snapshot.origin != Origin::Initial || !small || !only_cards || !everybody {
        return None;
    }
    let looks = [("kgames", Look::OwnCards), ("prekgames", Look::FaceDown)];
    let (name, _) = looks.into_iter().find(|&(_, sight)| {
        let setup = Setup::Deal(DealSetup { sight, ..dealt.clone() });
        let limits = Limits::default();
        let state = snapshot.state.engine().build(&setup, vocabulary, &document.terms, &limits);
        state.is_ok_and(|state| state.bisimilar(&snapshot.state) == Ok(true))
    })?;
    let view = snapshot.state.view().ok()?;
    let said = format!("{} & C_all {name}", deal_text(document, &view.worlds[view.actual].atoms)?);
    is_meant(document, name, &said, snapshot, sources)
        .then(|| format!("# A theory of its deal describes this state: `{said}`. Spelt out:\n#\n"))
}

/// Whether the name means the theory, and not something of the file, and what is said of it is true.
fn is_meant(
    document: &Document,
    name: &str,
    said: &str,
    snapshot: &Snapshot,
    sources: &Sources,
) -> bool {
    let read = |text: String| {
        let mut document = document.clone();
        let steps = document.read(&text, &mut sources.clone());
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

//! Game actions and the knowledge actions that describe them (thesis sec. 5.2).

mod describable;

use super::snippet::{Snippet, document, verdict_or_open};
use super::{Check, Work, holds_if};
use crate::Verdict;
use describable::{Forms, Frame, Sequences, describable, describe_frame, game_frames, partitions};
use hexa_engine::{
    Engine, Flaw, GameAction, Held, Hierarchy, NoGameAction, Undescribed, describe_game_action,
    game_action, hierarchy,
};
use hexa_lang::syntax::{Spelling, action_text};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, ModelSetup, RelationSetup, Setup,
    Terms, Vocabulary, World, WorldSetup,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "every game action is described", at: file!(), run: every_game_action },
    Check { name: "descriptions without sequences", at: file!(), run: without_sequences },
    Check { name: "what descriptions are like", at: file!(), run: what_descriptions_are_like },
    Check { name: "hierarchy of learning", at: file!(), run: hierarchy_of_learning },
    Check { name: "the order of groups", at: file!(), run: order_of_groups },
    Check { name: "largest groups", at: file!(), run: largest_groups },
    Check { name: "bottom and top", at: file!(), run: bottom_and_top },
    Check { name: "the first to learn more", at: file!(), run: first_to_learn_more },
    Check { name: "the broadcast unit", at: file!(), run: broadcast_unit },
    Check { name: "describe", at: file!(), run: describe_always },
    Check { name: "describing how red is shown", at: file!(), run: showing_red },
    Check { name: "describe for chains", at: file!(), run: describe_for_chains },
    Check { name: "marks of describe", at: file!(), run: marks_of_describe },
    Check { name: "public actions as game actions", at: file!(), run: public_actions },
];

/// The most answers of frames that are looked at.
const MOST_ANSWERS: usize = 5;

/// Which frames of game actions no knowledge action has (def. 46).
fn every_game_action(work: &Work) -> Verdict {
    let (most, mut forms) = (MOST_ANSWERS, Forms::default());
    let found = match describable(work, most, Sequences::With, &mut forms) {
        Ok(found) => found,
        Err(stopped) => return Verdict::Open(stopped),
    };
    let mut counts = Vec::new();
    let mut witness = None;
    for answers in 1..=most {
        let all = game_frames(answers, &mut forms);
        let missing: Vec<&Frame> = all.iter().filter(|frame| !found.contains(frame)).collect();
        counts.push(format!("{} of {} with {answers}", all.len() - missing.len(), all.len()));
        witness = witness.or_else(|| missing.first().map(|frame| describe_frame(frame)));
    }
    let counts = format!("of three agents, by number of answers: {}", counts.join(", "));
    match witness {
        None => Verdict::HoldsUpTo(format!("all frames {counts}")),
        Some(witness) => {
            Verdict::Fails(format!("{witness}: no knowledge action has this frame ({counts})"))
        }
    }
}

/// A frame that only sequences have.
fn without_sequences(work: &Work) -> Verdict {
    let mut forms = Forms::default();
    let [with, without] = [Sequences::With, Sequences::Without]
        .map(|sequences| describable(work, 4, sequences, &mut forms));
    let (with, without) = match (with, without) {
        (Ok(with), Ok(without)) => (with, without),
        (Err(stopped), _) | (_, Err(stopped)) => return Verdict::Open(stopped),
    };
    for answers in 1..=4 {
        let all = game_frames(answers, &mut forms);
        let only = all.iter().find(|frame| with.contains(frame) && !without.contains(frame));
        if let Some(frame) = only {
            let witness = format!("{}: only sequences have this frame", describe_frame(frame));
            return Verdict::Fails(format!("{witness}, of all with up to {answers} answers"));
        }
    }
    Verdict::HoldsUpTo("all frames of three agents with up to 4 answers".to_owned())
}

/// A question to the first of three agents: they cannot tell two worlds apart where the answer is the
/// same, and the others can tell no worlds apart.
struct Asked {
    held: Held,
    terms: Terms,
    names: Vocabulary,
    /// A formula for each answer.
    formulas: Vec<Formula>,
}

impl Asked {
    fn new(work: &Work, answers: usize) -> Result<Self, String> {
        let mut names = Vocabulary::default();
        (1..=describable::AGENTS).for_each(|at| {
            names.add_agent(at.to_string());
        });
        let atoms: Vec<Atom> = (0..=answers).map(|at| names.add_atom(&format!("p{at}"))).collect();
        let worlds = (0..2 * answers).map(|at| WorldSetup {
            name: format!("w{at}"),
            atoms: [atoms[at / 2]]
                .into_iter()
                .chain((at % 2 == 1).then_some(atoms[answers]))
                .collect(),
        });
        let own = (0..2 * answers).map(|at| at as u32 / 2).collect();
        let none = vec![0; 2 * answers];
        let setup = Setup::Model(ModelSetup {
            worlds: worlds.collect(),
            relations: [own, none.clone(), none].map(|c| Some(RelationSetup::Cells(c))).to_vec(),
            point: World(0),
        });
        let mut terms = Terms::default();
        let formulas =
            atoms[..answers].iter().map(|&atom| terms.formula(FormulaNode::Atom(atom))).collect();
        let held = Engine::Explicit.build(&setup, &names, &terms, &work.limits);
        Ok(Self { held: held.map_err(|error| format!("{error:?}"))?, terms, names, formulas })
    }

    /// The game action in which the others hear so much.
    fn game(&self, given: usize, heard: [&Vec<u8>; 2]) -> GameAction {
        let answers = self.formulas.len();
        let worlds = 0..2 * answers;
        let apart: Vec<u8> = (0..answers as u8).collect();
        let wide = |numbers: &Vec<u8>| numbers.iter().map(|&number| u32::from(number)).collect();
        GameAction {
            requester: None,
            respondent: Some(Agent(0)),
            question: (0..answers)
                .map(|answer| worlds.clone().map(|world| world / 2 == answer).collect())
                .collect(),
            answer: vec![given],
            publicity: [&apart, heard[0], heard[1]]
                .iter()
                .zip(0..)
                .map(|(heard, agent)| (Agent(agent), wide(heard)))
                .collect(),
        }
    }

    /// Whether an action describes a game action: they have the same frame (def. 46).
    fn describes(&self, terms: &Terms, action: Action, game: &GameAction) -> Result<bool, String> {
        match game_action(&self.held, terms, action) {
            Ok(found) => Ok(found.game.is_same(game)),
            Err(NoGameAction::Flawed(_)) => Ok(false),
            Err(NoGameAction::Undecided(why)) => Err(why.to_string()),
        }
    }
}

/// Looks at all game actions of three agents with at most 4 answers, the fewest first: what the two who
/// do not answer hear of them.
fn each_game(
    work: &Work,
    mut test: impl FnMut(&Asked, &GameAction) -> Result<Option<Verdict>, String>,
) -> Verdict {
    let mut looked = 0;
    let mut all = || -> Result<Option<Verdict>, String> {
        for answers in 1..=4 {
            let asked = Asked::new(work, answers)?;
            for second in partitions(answers) {
                work.go_on()?;
                for third in partitions(answers) {
                    for given in 0..answers {
                        looked += 1;
                        let game = asked.game(given, [&second, &third]);
                        if let Some(verdict) = test(&asked, &game)? {
                            return Ok(Some(verdict));
                        }
                    }
                }
            }
        }
        Ok(None)
    };
    let found = all();
    let bound = format!("all {looked} game actions of three agents with up to 4 answers");
    found.map_or_else(Verdict::Open, |found| found.unwrap_or(Verdict::HoldsUpTo(bound)))
}

/// What the two who do not answer hear, in words.
fn heard(game: &GameAction) -> String {
    let narrow = |(_, heard): &(Agent, Vec<u32>)| heard.iter().map(|&n| n as u8).collect();
    let heard: Vec<Vec<u8>> = game.publicity.iter().map(narrow).collect();
    let heard = [0, 1, 2].map(|agent| Some(heard[agent].clone()));
    describe_frame(&Frame { events: game.question.len(), heard })
}

/// In a description the one who answers tells all alternatives apart, each test is on their knowledge, and
/// the frame is S5 for everybody.
fn what_descriptions_are_like(work: &Work) -> Verdict {
    each_game(work, |asked, game| {
        let mut terms = asked.terms.clone();
        let limits = work.limits.clone();
        let described = match describe_game_action(game, &asked.formulas, &limits, &mut terms) {
            Ok(described) => described.whole,
            Err(Undescribed::Tangled { .. }) => return Ok(None),
            Err(other) => return Err(format!("{other:?}")),
        };
        let found = match game_action(&asked.held, &terms, described) {
            Ok(found) => found.game,
            Err(NoGameAction::Flawed(_)) => {
                return Ok(Some(Verdict::Fails(format!("{} is no game action", heard(game)))));
            }
            Err(NoGameAction::Undecided(why)) => return Err(why.to_string()),
        };
        let apart = |heard: &Vec<u32>| heard.iter().collect::<BTreeSet<_>>().len() == heard.len();
        let identity = found.publicity.first().is_some_and(|(_, heard)| apart(heard));
        let known = |answer: &Vec<bool>| answer.chunks(2).all(|cell| cell[0] == cell[1]);
        let fine = identity
            && found.publicity.len() == describable::AGENTS
            && found.question.iter().all(known)
            && found.is_same(game);
        Ok((!fine).then(|| Verdict::Fails(heard(game))))
    })
}

/// Groups as bits, and what they confuse together: for each answer the least one in its class.
struct Order {
    confused: Vec<Vec<usize>>,
}

impl Order {
    fn new(game: &GameAction) -> Self {
        let confused = (0..1 << game.publicity.len()).map(|group| together(game, group)).collect();
        Self { confused }
    }

    /// A ≤ B (def. 47), where nobody confuses nothing, not even an answer with itself.
    fn below(&self, left: usize, right: usize) -> bool {
        let (l, r) = (&self.confused[left], &self.confused[right]);
        let alike = |of: &Vec<usize>, i: usize, j: usize| of[i] == of[j];
        let pairs = (0..l.len()).flat_map(|i| (0..l.len()).map(move |j| (i, j)));
        left == 0 || right != 0 && pairs.into_iter().all(|(i, j)| !alike(l, i, j) || alike(r, i, j))
    }

    fn same(&self, left: usize, right: usize) -> bool {
        self.below(left, right) && self.below(right, left)
    }

    fn groups(&self) -> std::ops::Range<usize> {
        0..self.confused.len()
    }

    /// The largest groups of their classes.
    fn representatives(&self) -> Vec<usize> {
        let inside = |group: usize| {
            self.groups().filter(|&other| self.same(other, group)).all(|other| other & !group == 0)
        };
        self.groups().filter(|&group| inside(group)).collect()
    }

    /// The groups that are the first to learn more than one.
    fn first_below(&self, group: usize) -> Vec<usize> {
        let all = self.representatives();
        let strictly = |left: usize, right: usize| left != right && self.below(left, right);
        let between = |low: usize| all.iter().any(|&c| strictly(low, c) && strictly(c, group));
        all.iter().copied().filter(|&low| strictly(low, group) && !between(low)).collect()
    }
}

fn together(game: &GameAction, group: usize) -> Vec<usize> {
    let mut class: Vec<usize> = (0..game.question.len()).collect();
    let members = game.publicity.iter().filter(|(agent, _)| group >> agent.index() & 1 == 1);
    for (_, heard) in members {
        for i in 0..heard.len() {
            for j in 0..i {
                if heard[i] == heard[j] {
                    let (from, to) = (class[i].max(class[j]), class[i].min(class[j]));
                    class.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
                }
            }
        }
    }
    class
}

fn bits(group: &Group) -> usize {
    group.iter().map(|agent| 1 << agent.index()).sum()
}

fn group_text(group: usize) -> String {
    let members: Vec<String> =
        (0..8).filter(|at| group >> at & 1 == 1).map(|at| (at + 1).to_string()).collect();
    format!("{{{}}}", members.join(", "))
}

/// The engine's hierarchy is what comparing all subsets gives.
fn hierarchy_of_learning(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        let order = Order::new(game);
        let found = hierarchy(game, &work.limits).map_err(|limit| limit.to_string())?;
        let groups: Vec<usize> = found.groups.iter().map(bits).collect();
        let literal: BTreeSet<usize> =
            order.representatives().into_iter().filter(|&group| group != 0).collect();
        let mut same = literal == groups.iter().copied().collect();
        for (&group, below) in groups.iter().zip(&found.first_to_learn_more) {
            let below: BTreeSet<usize> = below.iter().map(|&at| groups[at]).collect();
            let mut literal: BTreeSet<usize> = order.first_below(group).into_iter().collect();
            literal.remove(&0);
            same &= below == literal;
        }
        Ok((!same).then(|| Verdict::Fails(heard(game))))
    })
}

/// Example 43: the hierarchy of showing red is {1, 2} below {1, 2, 3}, and the procedure gives the familiar action.
fn showing_red(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let text = "agents 1, 2, 3\ndeal r | w | b\ndo L_123(!L_12 ?r_1 + L_12 ?w_1 + L_12 ?b_1)\n\
                    do ask 2 1 for cards: show r\n";
        let snippet = Snippet::read(work, text)?;
        let [familiar, shown] = snippet.actions()[..] else { return Err("two actions".to_owned()) };
        let held = snippet.hold(Engine::Explicit)?;
        let of = |action| match game_action(&held, &snippet.document.terms, action) {
            Ok(understood) => Ok(understood),
            Err(no) => Err(format!("{no:?}")),
        };
        let (mut shown, familiar) = (of(shown)?, of(familiar)?);
        let limits = work.limits.clone();
        let groups = hierarchy(&shown.game, &limits).map_err(|limit| limit.to_string())?.groups;
        let described =
            describe_game_action(&shown.game, &shown.answers, &limits, &mut shown.terms)
                .map_err(|no| format!("{no:?}"))?;
        let again = match game_action(&held, &shown.terms, described.whole) {
            Ok(understood) => understood.game,
            Err(no) => return Err(format!("{no:?}")),
        };
        let groups: Vec<usize> = groups.iter().map(bits).collect();
        work.tell(format!("the hierarchy has {} groups above the empty one", groups.len()));
        let same = groups == [0b011, 0b111] && again.is_same(&familiar.game);
        Ok(holds_if(same, || format!("the groups are {groups:?}")))
    })())
}

/// Different groups that are each below the other.
fn order_of_groups(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        if game.question.len() < 2 {
            return Ok(None);
        }
        let order = Order::new(game);
        let pairs = order.groups().flat_map(|a| (0..a).map(move |b| (b, a)));
        let tied = pairs.into_iter().find(|&(a, b)| order.same(a, b));
        Ok(tied.map(|(a, b)| {
            let groups =
                format!("{} and {} are each below the other", group_text(a), group_text(b));
            Verdict::Fails(format!("{}: {groups}", heard(game)))
        }))
    })
}

/// Every class has a largest group, and who learns more is fewer.
fn largest_groups(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        let order = Order::new(game);
        let tops = order.representatives();
        let has_top = |group| tops.iter().any(|&top| order.same(group, top));
        let fewer = |a: usize, b: usize| !order.below(a, b) || a & !b == 0;
        let fine =
            order.groups().all(has_top) && tops.iter().all(|&a| tops.iter().all(|&b| fewer(a, b)));
        Ok((!fine).then(|| Verdict::Fails(heard(game))))
    })
}

/// Nobody is below all, everybody above all.
fn bottom_and_top(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        let order = Order::new(game);
        let tops = order.representatives();
        let everybody = order.groups().end - 1;
        let fine = tops.contains(&0)
            && tops.contains(&everybody)
            && tops.iter().all(|&group| order.below(0, group) && order.below(group, everybody));
        Ok((!fine).then(|| Verdict::Fails(heard(game))))
    })
}

/// A group such that several are the first to learn more.
fn first_to_learn_more(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        let order = Order::new(game);
        for group in order.representatives() {
            let below = order.first_below(group);
            if let [a, b, ..] = below[..] {
                let groups = format!(
                    "{} and {} are both the first to learn more than {}",
                    group_text(a),
                    group_text(b),
                    group_text(group)
                );
                return Ok(Some(Verdict::Fails(format!("{}: {groups}", heard(game)))));
            }
        }
        Ok(None)
    })
}

/// Just above nobody there is one group: all who tell all answers apart.
fn broadcast_unit(work: &Work) -> Verdict {
    each_game(work, |_, game| {
        let order = Order::new(game);
        let above = |&group: &usize| order.first_below(group) == [0];
        let units: Vec<usize> = order.representatives().into_iter().filter(above).collect();
        let apart = |heard: &Vec<u32>| heard.iter().collect::<BTreeSet<_>>().len() == heard.len();
        let who = game.publicity.iter().filter(|(_, heard)| apart(heard));
        let who: usize = who.map(|(agent, _)| 1 << agent.index()).sum();
        let fine = units == [who] && who & 1 == 1;
        Ok((!fine).then(|| Verdict::Fails(heard(game))))
    })
}

/// Def. 48 to the letter. Every group that is among the first to learn more is offered all of its
/// answers.
struct Describing<'a> {
    game: &'a GameAction,
    formulas: &'a [Formula],
    levels: &'a Hierarchy,
    terms: &'a mut Terms,
    /// The most alternatives of a choice that get a mark.
    marks: usize,
}

impl Describing<'_> {
    /// What a group may learn of some answers, and whether the answer given is among it.
    fn alternatives(&mut self, group: Option<usize>, answers: &[usize]) -> Vec<(Action, bool)> {
        let given = self.game.answer[0];
        let Some(group) = group else {
            let tests = answers.iter().map(|&answer| self.formulas[answer]).collect();
            let tests = self.terms.or(tests);
            return vec![(self.terms.action(ActionNode::Test(tests)), answers.contains(&given))];
        };
        let members = self.levels.groups[group].clone();
        let class = together(self.game, bits(&members));
        let classes: BTreeSet<usize> = answers.iter().map(|&answer| class[answer]).collect();
        let below = &self.levels.first_to_learn_more[group];
        let below: Vec<Option<usize>> = match below.is_empty() {
            true => vec![None],
            false => below.iter().copied().map(Some).collect(),
        };
        let mut all = Vec::new();
        for number in classes {
            let part: Vec<usize> =
                answers.iter().copied().filter(|&answer| class[answer] == number).collect();
            let mut inner = Vec::new();
            for &next in &below {
                inner.extend(self.alternatives(next, &part));
            }
            let choice = self.choice(&inner);
            let learnt = self.terms.action(ActionNode::Learn(members.clone(), choice));
            all.push((learnt, part.contains(&given)));
        }
        all
    }

    /// A choice; if several alternatives should be marked, the first of them is.
    fn choice(&mut self, alternatives: &[(Action, bool)]) -> Action {
        if let [(only, _)] = alternatives {
            return *only;
        }
        let marked = alternatives.iter().filter(|(_, given)| *given).count();
        self.marks = self.marks.max(marked);
        let mark = alternatives.iter().position(|(_, given)| *given).map(|at| at as u32);
        let parts = alternatives.iter().map(|(action, _)| *action).collect();
        self.terms.action(ActionNode::Choice(parts, mark))
    }
}

/// What def. 48 makes of a game action.
struct Made {
    action: Action,
    terms: Terms,
    /// The most marks in one choice.
    marks: usize,
    chain: bool,
}

fn describe(work: &Work, asked: &Asked, game: &GameAction) -> Result<Made, String> {
    let levels = hierarchy(game, &work.limits).map_err(|limit| limit.to_string())?;
    let mut terms = asked.terms.clone();
    let mut describing = Describing {
        game,
        formulas: &asked.formulas,
        levels: &levels,
        terms: &mut terms,
        marks: 0,
    };
    let all: Vec<usize> = (0..game.question.len()).collect();
    let made = describing.alternatives(Some(levels.groups.len() - 1), &all);
    let action = describing.choice(&made);
    let marks = describing.marks;
    let chain = levels.first_to_learn_more.iter().all(|below| below.len() <= 1);
    Ok(Made { action, terms, marks, chain })
}

impl Made {
    fn text(&self, asked: &Asked) -> String {
        action_text(&self.terms, &asked.names, self.action, Spelling::Ascii)
    }
}

/// A game action that def. 48 does not describe.
fn describe_always(work: &Work) -> Verdict {
    each_game(work, |asked, game| {
        let made = describe(work, asked, game)?;
        let fine = asked.describes(&made.terms, made.action, game)?;
        Ok((!fine).then(|| {
            Verdict::Fails(format!("{}: `{}` does not describe it", heard(game), made.text(asked)))
        }))
    })
}

/// Def. 48 describes just the game actions whose groups that learn are a chain.
fn describe_for_chains(work: &Work) -> Verdict {
    each_game(work, |asked, game| {
        let made = describe(work, asked, game)?;
        let fine = asked.describes(&made.terms, made.action, game)? == made.chain;
        Ok((!fine).then(|| Verdict::Fails(heard(game))))
    })
}

/// A game action where def. 48 puts two marks into one choice, which is no bundle.
fn marks_of_describe(work: &Work) -> Verdict {
    each_game(work, |asked, game| {
        let made = describe(work, asked, game)?;
        Ok((made.marks > 1).then(|| {
            let why = format!("{} alternatives of one choice would be marked", made.marks);
            Verdict::Fails(format!("{}: in `{}` {why}", heard(game), made.text(asked)))
        }))
    })
}

/// Public knowledge actions of the three players: announcements of one or two cards, and what one or two
/// groups learn of one card each.
fn public_texts() -> Vec<String> {
    let atoms: Vec<String> = "rwb"
        .chars()
        .flat_map(|card| (1..=3).map(move |player| format!("{card}_{player}")))
        .collect();
    let mut all: Vec<String> = atoms.iter().map(|atom| format!("L_123 ?{atom}")).collect();
    for (at, first) in atoms.iter().enumerate() {
        all.extend(atoms[at + 1..].iter().map(|second| format!("L_123 ?({first} | {second})")));
    }
    let groups = ["", "L_1 ", "L_2 ", "L_3 ", "L_12 ", "L_13 ", "L_23 ", "L_123 "];
    for (at, first) in atoms.iter().enumerate() {
        for second in &atoms[at..] {
            for left in groups {
                for right in groups {
                    all.push(format!("L_123({left}?{first} + {right}?{second})"));
                }
            }
        }
    }
    all
}

fn kind(flaw: &Flaw) -> &'static str {
    match flaw {
        Flaw::ChangesFacts => "change facts",
        Flaw::NoPartition(_) => "meet access that is no partition",
        Flaw::LeavesOut(..) => "leave somebody out",
        Flaw::NoEquivalence(_) => "confuse somebody without an equivalence",
        Flaw::SameAnswer(..) => "have one answer twice",
        Flaw::NoRespondent(_) => "have nobody who could answer",
    }
}

/// Which of them are game actions, and why others are not.
fn public_actions(work: &Work) -> Verdict {
    let found = || -> Result<Verdict, String> {
        let texts = public_texts();
        let steps: String = texts.iter().map(|text| format!("expect game: {text}\n")).collect();
        let document = document(&format!("agents 1, 2, 3\ndeal r | w | b\n{steps}"))?;
        let (names, terms) = (&document.vocabulary, &document.terms);
        let held = Engine::Explicit.build(&document.initial, names, terms, &work.limits);
        let held = held.map_err(|error| format!("{error:?}"))?;
        let (mut games, mut flaws, mut least) = (0, BTreeMap::new(), None);
        let steps = document.scenarios.iter().flat_map(|scenario| &scenario.steps);
        for (step, text) in steps.zip(&texts) {
            work.go_on()?;
            let hexa_lang::StepKind::ExpectAction(_, action) = step.kind else { continue };
            match game_action(&held, terms, action) {
                Ok(_) => games += 1,
                Err(NoGameAction::Flawed(flawed)) => {
                    *flaws.entry(kind(&flawed.flaw)).or_insert(0) += 1;
                    least.get_or_insert(text);
                }
                Err(NoGameAction::Undecided(why)) => return Err(why.to_string()),
            }
        }
        let why: Vec<String> =
            flaws.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let counts = format!("of {} small ones {games} are; {}", texts.len(), why.join(", "));
        Ok(holds_if(least.is_none(), || {
            format!("`{}` is none ({counts})", least.map_or("", String::as_str))
        }))
    };
    verdict_or_open(found())
}

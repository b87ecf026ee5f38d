//! A second checker, slow and written from the definitions (thesis defs. 67 and 68): trees instead of a store, one rule after the other,
//! consequence by trying everything. It shares nothing with the first one. What it does not know, it refuses.

use hexa_proof::{
    Act, ActShape, Argument, Development, GroupCondition, Inference, Operator, Parameter, Party,
    ProofLine, ProofSystem, Sentence, Shape, Theorem, Who,
};
use std::collections::{BTreeMap, BTreeSet};

/// A sentence as a tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tree {
    True,
    False,
    Letter(String),
    Any(String),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Iff(Box<Tree>, Box<Tree>),
    Box(Modal, Box<Tree>),
}

/// An operator. Groups are sets of names, those of variables with a mark.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Modal {
    Knows(String),
    Everybody(BTreeSet<String>),
    Common(BTreeSet<String>),
    Distributed(BTreeSet<String>),
    Next,
    /// `[L_B ?φ]`
    Learnt(BTreeSet<String>, Box<Tree>),
    /// Another action, about which nothing is known here.
    Other(String),
}

/// A name that stands for any agent.
pub fn any_agent(name: &str) -> String {
    format!("any {name}")
}

/// A name that stands for any group.
pub fn any_group(name: &str) -> String {
    format!("group {name}")
}

/// A sentence of a development as a tree.
pub fn tree(of: &Development, sentence: Sentence) -> Tree {
    let names = &of.sentences;
    let each = |parts: &[Sentence]| parts.iter().map(|&part| tree(of, part)).collect();
    let boxed = |part: &Sentence| Box::new(tree(of, *part));
    match names.shape(sentence) {
        Shape::True => Tree::True,
        Shape::False => Tree::False,
        Shape::Letter(letter) => Tree::Letter(names.letter_name(*letter).to_owned()),
        Shape::Variable(it) => Tree::Any(names.variable_name(*it).to_owned()),
        Shape::Not(body) => Tree::Not(boxed(body)),
        Shape::And(parts) => Tree::And(each(parts)),
        Shape::Or(parts) => Tree::Or(each(parts)),
        Shape::Implies(left, right) => Tree::Implies(boxed(left), boxed(right)),
        Shape::Iff(left, right) => Tree::Iff(boxed(left), boxed(right)),
        Shape::Box(operator, body) => Tree::Box(
            match operator {
                Operator::Knows(who) => Modal::Knows(agent(of, *who)),
                Operator::Everybody(party) => Modal::Everybody(group(of, *party)),
                Operator::Common(party) => Modal::Common(group(of, *party)),
                Operator::Distributed(party) => Modal::Distributed(group(of, *party)),
                Operator::Next => Modal::Next,
                Operator::After(act) => action(of, *act),
            },
            boxed(body),
        ),
    }
}

fn action(of: &Development, act: Act) -> Modal {
    if let ActShape::Learn(party, inside) = of.sentences.act_shape(act)
        && let ActShape::Test(body) = of.sentences.act_shape(*inside)
    {
        return Modal::Learnt(group(of, *party), Box::new(tree(of, *body)));
    }
    Modal::Other(format!("{act:?}"))
}

fn agent(of: &Development, who: Who) -> String {
    match who {
        Who::Agent(agent) => of.sentences.agent_name(agent).to_owned(),
        Who::Variable(it) => any_agent(of.sentences.variable_name(it)),
    }
}

fn group(of: &Development, party: Party) -> BTreeSet<String> {
    let members = of.sentences.members(party);
    let agents = members.agents.iter().map(|&who| agent(of, who));
    let groups = members.groups.iter().map(|&it| any_group(of.sentences.variable_name(it)));
    agents.chain(groups).collect()
}

/// Whether the nth theorem is proved, if those before it are. Rules of games and other actions than `L_B ?φ` are not known here.
pub fn is_proved(of: &Development, number: usize) -> bool {
    let theorem = &of.theorems[number];
    let names: Vec<&str> = of.theorems[..number].iter().map(|it| &*it.name).collect();
    let conditions = conditions(of, theorem);
    let judge = Judge { of, number, theorem, conditions };
    !names.contains(&&*theorem.name)
        && (0..theorem.lines.len()).all(|line| judge.follows(line))
        && theorem.lines.last().is_some_and(|it| it.depth == 0 && it.sentence == theorem.statement)
}

/// What is certain: pairs of sets, the first included in the second, and sets in which somebody is.
#[derive(Default)]
struct Known {
    included: Vec<(BTreeSet<String>, BTreeSet<String>)>,
    inhabited: Vec<BTreeSet<String>>,
}

fn conditions(of: &Development, theorem: &Theorem) -> Known {
    let mut known = Known::default();
    for condition in &theorem.conditions {
        match *condition {
            GroupCondition::Member(who, party) => {
                known.included.push((BTreeSet::from([agent(of, who)]), group(of, party)));
                known.inhabited.push(group(of, party));
            }
            GroupCondition::Subset(part, whole) => {
                known.included.push((group(of, part), group(of, whole)));
            }
            GroupCondition::Inhabited(party) => known.inhabited.push(group(of, party)),
        }
    }
    known
}

impl Known {
    fn is_included(&self, part: &BTreeSet<String>, whole: &BTreeSet<String>) -> bool {
        let mut whole = whole.clone();
        loop {
            let before = whole.len();
            for (small, large) in &self.included {
                if large.is_subset(&whole) {
                    whole.extend(small.iter().cloned());
                }
            }
            if whole.len() == before {
                return part.is_subset(&whole);
            }
        }
    }

    fn is_inhabited(&self, group: &BTreeSet<String>) -> bool {
        group.iter().any(|name| !name.starts_with("group "))
            || self.inhabited.iter().any(|part| part.is_subset(group))
    }
}

struct Judge<'d> {
    of: &'d Development,
    number: usize,
    theorem: &'d Theorem,
    conditions: Known,
}

impl Judge<'_> {
    fn tree(&self, line: usize) -> Tree {
        tree(self.of, self.theorem.lines[line].sentence)
    }

    /// The assumptions that a line stands under, itself included if it is one.
    fn under(&self, line: usize) -> Vec<usize> {
        let mut open: Vec<usize> = Vec::new();
        for (at, it) in self.theorem.lines[..=line].iter().enumerate() {
            let is_assumption = it.reason == Inference::Assumption;
            let outside = it.depth as usize - usize::from(is_assumption && it.depth > 0);
            open.truncate(outside);
            if is_assumption {
                open.push(at);
            }
        }
        open
    }

    /// Whether it stands where lines can stand.
    fn is_placed(&self, line: usize) -> bool {
        let it = &self.theorem.lines[line];
        let before = if line == 0 { Vec::new() } else { self.under(line - 1) };
        match it.reason {
            Inference::Assumption => it.depth >= 1 && it.depth as usize <= before.len() + 1,
            Inference::Premise | Inference::Given => it.depth == 0,
            _ => it.depth as usize <= before.len(),
        }
    }

    fn sees(&self, line: usize, used: usize) -> bool {
        let mine = self.under(line);
        used < line && self.under(used).iter().all(|it| mine.contains(it))
    }

    /// The premises and assumptions that a line depends on.
    fn depends(&self, line: usize) -> BTreeSet<usize> {
        let all = |lines: &[usize]| lines.iter().flat_map(|&it| self.depends(it)).collect();
        match &self.theorem.lines[line].reason {
            Inference::Premise | Inference::Assumption => BTreeSet::from([line]),
            Inference::Subproof(assumption) => {
                let mut depends = self.depends(self.last_under(*assumption, line));
                depends.remove(assumption);
                depends
            }
            Inference::Consequence(lines) => all(lines),
            Inference::ModusPonens(one, other) => all(&[*one, *other]),
            Inference::Lemma(_, _, lines) => all(lines),
            _ => BTreeSet::new(),
        }
    }

    fn last_under(&self, assumption: usize, before: usize) -> usize {
        let under = |&line: &usize| self.under(line).contains(&assumption);
        (assumption..before).take_while(under).last().unwrap_or(assumption)
    }

    fn is_theorem(&self, line: usize, used: usize) -> bool {
        self.sees(line, used) && self.depends(used).is_empty()
    }

    fn follows(&self, line: usize) -> bool {
        let what = self.tree(line);
        let changes = |modal: &Modal| match modal {
            Modal::Learnt(..) => self.of.system != ProofSystem::KD45,
            Modal::Next | Modal::Other(_) => false,
            Modal::Knows(_) | Modal::Everybody(_) | Modal::Common(_) | Modal::Distributed(_) => {
                true
            }
        };
        self.is_placed(line)
            && match &self.theorem.lines[line].reason {
                Inference::Premise | Inference::Given | Inference::Assumption => true,
                Inference::Rule(_) => false,
                Inference::Consequence(lines) => {
                    let from: Vec<Tree> = lines.iter().map(|&it| self.tree(it)).collect();
                    lines.iter().all(|&it| self.sees(line, it)) && is_consequence(&from, &what)
                }
                Inference::Axiom(name) => self.is_axiom(name, &what),
                Inference::ModusPonens(one, other) => {
                    let (first, second) = (self.tree(*one), self.tree(*other));
                    let leads = |from: &Tree, to: &Tree| {
                        *to == Tree::Implies(Box::new(from.clone()), Box::new(what.clone()))
                    };
                    self.sees(line, *one)
                        && self.sees(line, *other)
                        && (leads(&first, &second) || leads(&second, &first))
                }
                Inference::Necessitation(from) => {
                    self.is_theorem(line, *from)
                        && matches!(&what, Tree::Box(modal, body) if changes(modal) && **body == self.tree(*from))
                }
                Inference::Monotonicity(from) => {
                    let Tree::Implies(left, right) = self.tree(*from) else { return false };
                    let Tree::Implies(less, more) = &what else { return false };
                    let Tree::Box(modal, goal) = &**more else { return false };
                    let boxed = |tree: &Tree| Tree::Box(modal.clone(), Box::new(tree.clone()));
                    let each = match &*left {
                        Tree::And(parts) => **less == Tree::And(parts.iter().map(boxed).collect()),
                        _ => false,
                    };
                    self.is_theorem(line, *from)
                        && changes(modal)
                        && *goal == right
                        && (each || **less == boxed(&left))
                }
                Inference::Replacement(from) => {
                    let Tree::Iff(one, other) = self.tree(*from) else { return false };
                    let Tree::Iff(left, right) = &what else { return false };
                    self.is_theorem(line, *from) && differ_in(left, right, &one, &other, &changes)
                }
                Inference::Induction(from) => {
                    self.is_theorem(line, *from) && self.is_induction(&self.tree(*from), &what)
                }
                Inference::LearntInduction(one, other) => {
                    self.is_theorem(line, *one)
                        && self.is_theorem(line, *other)
                        && self.is_learnt_induction(&self.tree(*one), &self.tree(*other), &what)
                }
                Inference::Subproof(assumption) => {
                    let assumption = *assumption;
                    if assumption >= line
                        || self.theorem.lines[assumption].reason != Inference::Assumption
                        || self.under(line).contains(&assumption)
                    {
                        return false;
                    }
                    let last = self.last_under(assumption, line);
                    let outside = self.under(assumption);
                    let outside = &outside[..outside.len() - 1];
                    let mine = self.under(line);
                    outside.iter().all(|it| mine.contains(it))
                        && self.under(last).len() == outside.len() + 1
                        && what
                            == Tree::Implies(
                                Box::new(self.tree(assumption)),
                                Box::new(self.tree(last)),
                            )
                }
                Inference::Lemma(name, arguments, lines) => {
                    self.is_lemma(line, &what, name, arguments, lines)
                }
            }
    }

    fn is_induction(&self, from: &Tree, what: &Tree) -> bool {
        let (Tree::Implies(left, step), Tree::Implies(same, right)) = (from, what) else {
            return false;
        };
        let Tree::Box(Modal::Common(group), goal) = &**right else { return false };
        let everybody =
            |tree: &Tree| Tree::Box(Modal::Everybody(group.clone()), Box::new(tree.clone()));
        let both = |one: &Tree, other: &Tree| {
            [
                Tree::And(vec![one.clone(), other.clone()]),
                Tree::And(vec![other.clone(), one.clone()]),
            ]
        };
        let is_truthful = [ProofSystem::T, ProofSystem::S4, ProofSystem::S5, ProofSystem::Egdl]
            .contains(&self.of.system);
        let strong = is_truthful
            && self.conditions.is_inhabited(group)
            && both(left, goal).iter().any(|it| **step == everybody(it));
        left == same
            && (strong
                || both(goal, &everybody(left)).contains(step)
                || left == goal && **step == everybody(left))
    }

    fn is_learnt_induction(&self, after: &Tree, step: &Tree, what: &Tree) -> bool {
        let Tree::Implies(kept, right) = what else { return false };
        let Tree::Box(learnt, common) = &**right else { return false };
        let (Modal::Learnt(all, said), Tree::Box(Modal::Common(group), goal)) = (learnt, &**common)
        else {
            return false;
        };
        let first = Tree::Implies(kept.clone(), Box::new(Tree::Box(learnt.clone(), goal.clone())));
        let second = Tree::Implies(
            Box::new(Tree::And(vec![(**kept).clone(), (**said).clone()])),
            Box::new(Tree::Box(Modal::Everybody(group.clone()), kept.clone())),
        );
        self.of.system != ProofSystem::KD45
            && *after == first
            && *step == second
            && self.conditions.is_included(group, all)
    }

    /// Only the schemes that the library uses of those without games.
    fn is_axiom(&self, name: &str, what: &Tree) -> bool {
        use ProofSystem as S;
        let system = self.of.system;
        let holds_in = |systems: &[S]| systems.contains(&system);
        let is_reflexive = holds_in(&[S::T, S::S4, S::S5, S::Egdl]);
        let is_transitive = holds_in(&[S::S4, S::S5, S::KD45, S::Egdl]);
        let is_euclidean = holds_in(&[S::S5, S::KD45, S::Egdl]);
        let (left, right) = match what {
            Tree::Implies(left, right) | Tree::Iff(left, right) => (&**left, &**right),
            _ => return ["A1", "tautology"].contains(&name) && is_consequence(&[], what),
        };
        let is_implication = matches!(what, Tree::Implies(..));
        let modal = match left {
            Tree::Box(modal, _) => Some(modal.clone()),
            Tree::Not(inside) => match &**inside {
                Tree::Box(modal, _) => Some(modal.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(modal) = modal else {
            return ["A1", "tautology"].contains(&name) && is_consequence(&[], what);
        };
        let boxed = |modal: &Modal, tree: &Tree| Tree::Box(modal.clone(), Box::new(tree.clone()));
        let not = |tree: &Tree| Tree::Not(Box::new(tree.clone()));
        let body = match left {
            Tree::Box(_, body) => (**body).clone(),
            _ => Tree::True,
        };
        let kind = match &modal {
            Modal::Knows(_) => "K",
            Modal::Everybody(_) => "E",
            Modal::Common(_) => "C",
            Modal::Distributed(_) => "D",
            Modal::Next | Modal::Learnt(..) | Modal::Other(_) => "",
        };
        let distributes = || {
            let Tree::Implies(first, second) = &body else { return false };
            let expected =
                Tree::Implies(Box::new(boxed(&modal, first)), Box::new(boxed(&modal, second)));
            is_implication && *right == expected
        };
        let is_positive = || is_implication && *right == boxed(&modal, left);
        let is_negative =
            || is_implication && *left == not(&denied(left)) && *right == boxed(&modal, left);
        match (name, kind) {
            ("K" | "A10" | "distribution", "K") | ("KE", "E") | ("KC", "C") | ("KD", "D") => {
                distributes()
            }
            ("T" | "A11" | "truth", "K") | ("TD", "D") => {
                is_reflexive && is_implication && *right == body
            }
            ("TC", "C") => is_implication && *right == body,
            ("4" | "A12" | "positive-introspection", "K") | ("4D", "D") => {
                is_transitive && matches!(left, Tree::Box(..)) && is_positive()
            }
            ("5" | "A13" | "negative-introspection", "K") | ("5D", "D") => {
                is_euclidean && matches!(left, Tree::Not(_)) && is_negative()
            }
            ("D" | "consistency", "K") => {
                let expected = not(&boxed(&modal, &not(&body)));
                (is_reflexive || system == S::KD45) && is_implication && *right == expected
            }
            ("E" | "A14", "E") => {
                let Modal::Everybody(group) = &modal else { return false };
                let known: BTreeSet<Tree> =
                    group.iter().map(|it| boxed(&Modal::Knows(it.clone()), &body)).collect();
                let said: BTreeSet<Tree> = match right {
                    Tree::And(parts) => parts.iter().cloned().collect(),
                    Tree::True => BTreeSet::new(),
                    other => BTreeSet::from([other.clone()]),
                };
                !is_implication
                    && matches!(left, Tree::Box(..))
                    && group.iter().all(|it| !it.starts_with("group "))
                    && said == known
            }
            ("EK", "E") => {
                let (Modal::Everybody(group), Tree::Box(Modal::Knows(who), same)) = (&modal, right)
                else {
                    return false;
                };
                let who = BTreeSet::from([who.clone()]);
                is_implication && **same == body && self.conditions.is_included(&who, group)
            }
            ("TE", "E") => {
                let Modal::Everybody(group) = &modal else { return false };
                is_reflexive
                    && is_implication
                    && *right == body
                    && self.conditions.is_inhabited(group)
            }
            ("EE", "E") => {
                let (Modal::Everybody(group), Tree::Box(Modal::Everybody(part), same)) =
                    (&modal, right)
                else {
                    return false;
                };
                is_implication && **same == body && self.conditions.is_included(part, group)
            }
            ("EC", "C") => {
                let Modal::Common(group) = &modal else { return false };
                is_implication && *right == boxed(&Modal::Everybody(group.clone()), left)
            }
            ("mix" | "A15", "C") => {
                let Modal::Common(group) = &modal else { return false };
                let both = Tree::And(vec![body.clone(), left.clone()]);
                is_implication && *right == boxed(&Modal::Everybody(group.clone()), &both)
            }
            ("KDa", "K") => {
                let (Modal::Knows(who), Tree::Box(Modal::Distributed(group), same)) =
                    (&modal, right)
                else {
                    return false;
                };
                let who = BTreeSet::from([who.clone()]);
                is_implication && **same == body && self.conditions.is_included(&who, group)
            }
            ("A1" | "tautology", _) => is_consequence(&[], what),
            _ => false,
        }
    }

    fn is_lemma(
        &self,
        line: usize,
        what: &Tree,
        name: &str,
        arguments: &[Argument],
        lines: &[usize],
    ) -> bool {
        let of = self.of;
        let found = of.theorems[..self.number].iter().enumerate().find(|(_, it)| *it.name == *name);
        let Some((_, lemma)) = found else { return false };
        let starts = lemma.lines.iter();
        let starts: Vec<&ProofLine> = starts
            .filter(|it| matches!(it.reason, Inference::Premise | Inference::Given))
            .collect();
        if starts.len() != lines.len()
            || !arguments.is_empty() && arguments.len() != lemma.parameters.len()
        {
            return false;
        }
        let mut instead = Instead::default();
        for (parameter, argument) in lemma.parameters.iter().zip(arguments) {
            let name = of.sentences.variable_name(parameter.variable()).to_owned();
            match (parameter, argument) {
                (Parameter::Sentence(_), Argument::Sentence(it)) => {
                    instead.sentences.insert(name, tree(of, *it));
                }
                (Parameter::Agent(_), Argument::Agent(it)) => {
                    instead.groups.insert(any_agent(&name), BTreeSet::from([agent(of, *it)]));
                }
                (Parameter::Group(_), Argument::Group(it)) => {
                    instead.groups.insert(any_group(&name), group(of, *it));
                }
                _ => return false,
            }
        }
        // What is not given is found by comparing, and then put in place and compared again.
        instead.find(&tree(of, lemma.statement), what);
        for (start, &used) in starts.iter().zip(lines) {
            instead.find(&tree(of, start.sentence), &self.tree(used));
        }
        let start_fits = |(start, &used): (&&ProofLine, &usize)| {
            let may = match start.reason {
                Inference::Given => self.is_theorem(line, used),
                _ => self.sees(line, used),
            };
            may && instead.put(&tree(of, start.sentence)) == self.tree(used)
        };
        let conditions = conditions(of, lemma);
        instead.put(&tree(of, lemma.statement)) == *what
            && starts.iter().zip(lines).all(start_fits)
            && conditions.included.iter().all(|(part, whole)| {
                let (part, whole) = (instead.group(part), instead.group(whole));
                self.conditions.is_included(&part, &whole)
            })
            && conditions
                .inhabited
                .iter()
                .all(|group| self.conditions.is_inhabited(&instead.group(group)))
    }
}

fn denied(tree: &Tree) -> Tree {
    match tree {
        Tree::Not(inside) => (**inside).clone(),
        other => other.clone(),
    }
}

/// What stands for what.
#[derive(Default)]
struct Instead {
    sentences: BTreeMap<String, Tree>,
    groups: BTreeMap<String, BTreeSet<String>>,
}

impl Instead {
    fn find(&mut self, pattern: &Tree, what: &Tree) {
        match (pattern, what) {
            (Tree::Any(name), _) => {
                self.sentences.entry(name.clone()).or_insert_with(|| what.clone());
            }
            (Tree::Not(one), Tree::Not(other)) => self.find(one, other),
            (Tree::And(one), Tree::And(other)) | (Tree::Or(one), Tree::Or(other)) => {
                one.iter().zip(other).for_each(|(one, other)| self.find(one, other));
            }
            (Tree::Implies(a, b), Tree::Implies(c, d)) | (Tree::Iff(a, b), Tree::Iff(c, d)) => {
                self.find(a, c);
                self.find(b, d);
            }
            (Tree::Box(one, a), Tree::Box(other, b)) => {
                match (one, other) {
                    (Modal::Knows(one), Modal::Knows(other)) => {
                        self.find_group(
                            &BTreeSet::from([one.clone()]),
                            &BTreeSet::from([other.clone()]),
                        );
                    }
                    (Modal::Everybody(one), Modal::Everybody(other))
                    | (Modal::Common(one), Modal::Common(other))
                    | (Modal::Distributed(one), Modal::Distributed(other)) => {
                        self.find_group(one, other);
                    }
                    (Modal::Learnt(one, p), Modal::Learnt(other, q)) => {
                        self.find_group(one, other);
                        self.find(p, q);
                    }
                    _ => {}
                }
                self.find(a, b);
            }
            _ => {}
        }
    }

    fn find_group(&mut self, one: &BTreeSet<String>, other: &BTreeSet<String>) {
        if one.len() == 1 {
            let name = one.iter().next().expect("there is one").clone();
            let is_any = name.starts_with("any ") && other.len() == 1 || name.starts_with("group ");
            if is_any {
                self.groups.entry(name).or_insert_with(|| other.clone());
            }
        }
    }

    fn group(&self, group: &BTreeSet<String>) -> BTreeSet<String> {
        let one = |name: &String| {
            self.groups.get(name).cloned().unwrap_or_else(|| BTreeSet::from([name.clone()]))
        };
        group.iter().flat_map(one).collect()
    }

    fn put(&self, pattern: &Tree) -> Tree {
        let each = |parts: &[Tree]| parts.iter().map(|part| self.put(part)).collect();
        let boxed = |part: &Tree| Box::new(self.put(part));
        match pattern {
            Tree::True | Tree::False | Tree::Letter(_) => pattern.clone(),
            Tree::Any(name) => self.sentences.get(name).cloned().unwrap_or(pattern.clone()),
            Tree::Not(body) => Tree::Not(boxed(body)),
            Tree::And(parts) => Tree::And(each(parts)),
            Tree::Or(parts) => Tree::Or(each(parts)),
            Tree::Implies(left, right) => Tree::Implies(boxed(left), boxed(right)),
            Tree::Iff(left, right) => Tree::Iff(boxed(left), boxed(right)),
            Tree::Box(modal, body) => {
                let modal = match modal {
                    Modal::Knows(who) => {
                        let who = self.group(&BTreeSet::from([who.clone()]));
                        Modal::Knows(who.into_iter().next().unwrap_or_default())
                    }
                    Modal::Everybody(group) => Modal::Everybody(self.group(group)),
                    Modal::Common(group) => Modal::Common(self.group(group)),
                    Modal::Distributed(group) => Modal::Distributed(self.group(group)),
                    Modal::Learnt(group, said) => Modal::Learnt(self.group(group), boxed(said)),
                    Modal::Next => Modal::Next,
                    Modal::Other(name) => Modal::Other(name.clone()),
                };
                Tree::Box(modal, boxed(body))
            }
        }
    }
}

/// Whether two trees differ only where one has the one and the other the other.
fn differ_in(
    left: &Tree,
    right: &Tree,
    one: &Tree,
    other: &Tree,
    changes: &dyn Fn(&Modal) -> bool,
) -> bool {
    let inside = |left: &Tree, right: &Tree| differ_in(left, right, one, other, changes);
    left == right
        || left == one && right == other
        || left == other && right == one
        || match (left, right) {
            (Tree::Not(a), Tree::Not(b)) => inside(a, b),
            (Tree::And(a), Tree::And(b)) | (Tree::Or(a), Tree::Or(b)) => {
                a.len() == b.len() && !a.is_empty() && a.iter().zip(b).all(|(a, b)| inside(a, b))
            }
            (Tree::Implies(a, b), Tree::Implies(c, d)) | (Tree::Iff(a, b), Tree::Iff(c, d)) => {
                inside(a, c) && inside(b, d)
            }
            (Tree::Box(m, a), Tree::Box(n, b)) => m == n && changes(m) && inside(a, b),
            _ => false,
        }
}

/// Whether something follows by propositional logic: one part after the other is tried both ways.
fn is_consequence(from: &[Tree], what: &Tree) -> bool {
    let mut all = from.to_vec();
    all.push(Tree::Not(Box::new(what.clone())));
    !can_hold(&Tree::And(all))
}

fn can_hold(tree: &Tree) -> bool {
    match first_opaque(tree) {
        None => value(tree),
        Some(part) => {
            [Tree::True, Tree::False].iter().any(|value| can_hold(&with(tree, &part, value)))
        }
    }
}

fn first_opaque(tree: &Tree) -> Option<Tree> {
    match tree {
        Tree::True | Tree::False => None,
        Tree::Letter(_) | Tree::Any(_) | Tree::Box(..) => Some(tree.clone()),
        Tree::Not(body) => first_opaque(body),
        Tree::And(parts) | Tree::Or(parts) => parts.iter().find_map(first_opaque),
        Tree::Implies(left, right) | Tree::Iff(left, right) => {
            first_opaque(left).or_else(|| first_opaque(right))
        }
    }
}

/// A tree with a part replaced by a value; what is settled by that is left out.
fn with(tree: &Tree, part: &Tree, value: &Tree) -> Tree {
    if tree == part {
        return value.clone();
    }
    match tree {
        Tree::True | Tree::False | Tree::Letter(_) | Tree::Any(_) | Tree::Box(..) => tree.clone(),
        Tree::Not(body) => match with(body, part, value) {
            Tree::True => Tree::False,
            Tree::False => Tree::True,
            body => Tree::Not(Box::new(body)),
        },
        Tree::And(parts) => {
            let parts: Vec<Tree> = parts.iter().map(|it| with(it, part, value)).collect();
            match parts.contains(&Tree::False) {
                true => Tree::False,
                false => Tree::And(parts.into_iter().filter(|it| *it != Tree::True).collect()),
            }
        }
        Tree::Or(parts) => {
            let parts: Vec<Tree> = parts.iter().map(|it| with(it, part, value)).collect();
            match parts.contains(&Tree::True) {
                true => Tree::True,
                false => Tree::Or(parts.into_iter().filter(|it| *it != Tree::False).collect()),
            }
        }
        Tree::Implies(left, right) => {
            let (left, right) = (with(left, part, value), with(right, part, value));
            match left == Tree::False || right == Tree::True {
                true => Tree::True,
                false => Tree::Implies(Box::new(left), Box::new(right)),
            }
        }
        Tree::Iff(left, right) => {
            Tree::Iff(Box::new(with(left, part, value)), Box::new(with(right, part, value)))
        }
    }
}

fn value(tree: &Tree) -> bool {
    match tree {
        Tree::True => true,
        Tree::False | Tree::Letter(_) | Tree::Any(_) | Tree::Box(..) => false,
        Tree::Not(body) => !value(body),
        Tree::And(parts) => parts.iter().all(value),
        Tree::Or(parts) => parts.iter().any(value),
        Tree::Implies(left, right) => !value(left) || value(right),
        Tree::Iff(left, right) => value(left) == value(right),
    }
}

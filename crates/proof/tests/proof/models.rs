//! Small models, made by chance: what is proved holds in all worlds of all of them (thesis def. 66).

use crate::library::proved;
use crate::second::{Modal, Tree, any_agent, any_group, tree};
use hexa_logic::Stream;
use hexa_proof::{Development, GroupCondition, Inference, Parameter, ProofSystem, Theorem, Who};
use std::collections::{BTreeMap, BTreeSet};

/// A model: who considers what possible, and where letters and variables are true.
#[derive(Clone, Debug)]
struct Model {
    worlds: usize,
    access: BTreeMap<String, Vec<BTreeSet<usize>>>,
    truth: BTreeMap<String, BTreeSet<usize>>,
    /// Who the agents and groups are that may be any.
    groups: BTreeMap<String, BTreeSet<String>>,
}

/// A line of a theorem that does not hold in some model, with it: the line and the model. Where a derived rule does not start, nothing is
/// asked; what depends on premises or assumptions is asked where these hold.
pub fn counterexample(
    of: &Development,
    number: usize,
    stream: &mut Stream,
    tries: usize,
) -> Option<String> {
    let theorem = &of.theorems[number];
    let trees: Vec<Tree> = theorem.lines.iter().map(|line| tree(of, line.sentence)).collect();
    (0..tries).find_map(|_| {
        let model = model(of, theorem, stream)?;
        let holds = |line: usize, world| model.holds(world, &trees[line]);
        let all = |line: usize| (0..model.worlds).all(|world| holds(line, world));
        let starts = |line: usize| theorem.lines[line].reason == Inference::Given;
        if (0..trees.len()).any(|line| starts(line) && !all(line)) {
            return None;
        }
        // What is assumed where a line stands.
        let mut open: Vec<usize> = Vec::new();
        let mut premises: Vec<usize> = Vec::new();
        for (line, it) in theorem.lines.iter().enumerate() {
            let is_assumption = it.reason == Inference::Assumption;
            open.truncate(it.depth as usize - usize::from(is_assumption));
            if is_assumption {
                open.push(line);
            }
            if it.reason == Inference::Premise {
                premises.push(line);
            }
            for world in 0..model.worlds {
                let assumed = open.iter().chain(&premises).all(|&line| holds(line, world));
                if assumed && !holds(line, world) {
                    return Some(format!("line {line} in world {world} of {model:?}"));
                }
            }
        }
        None
    })
}

/// A model of the logic, in which agents and groups are as the theorem asks.
fn model(of: &Development, theorem: &Theorem, stream: &mut Stream) -> Option<Model> {
    let worlds = 1 + stream.below(4);
    let mut names: BTreeSet<String> =
        of.sentences.agents().map(|agent| of.sentences.agent_name(agent).to_owned()).collect();
    names.extend(["u", "v", "w"].map(str::to_owned));
    let names: Vec<String> = names.into_iter().collect();
    let access = names.iter().map(|name| (name.clone(), access(of.system, worlds, stream)));
    let mut model =
        Model { worlds, access: access.collect(), truth: BTreeMap::new(), groups: BTreeMap::new() };
    for parameter in &theorem.parameters {
        let name = of.sentences.variable_name(parameter.variable());
        match parameter {
            Parameter::Sentence(_) | Parameter::Act(_) => {}
            Parameter::Agent(_) => {
                let who = names[stream.below(names.len())].clone();
                model.groups.insert(any_agent(name), BTreeSet::from([who]));
            }
            Parameter::Group(_) => {
                let who = names.iter().filter(|_| stream.below(2) == 0).cloned().collect();
                model.groups.insert(any_group(name), who);
            }
        }
    }
    let mut letters = BTreeSet::new();
    theorem.lines.iter().for_each(|line| collect(&tree(of, line.sentence), &mut letters));
    for letter in letters {
        let truth = (0..worlds).filter(|_| stream.below(2) == 0).collect();
        model.truth.insert(letter, truth);
    }
    let group = |party| {
        let members = of.sentences.members(party);
        let agents = members.agents.iter().map(|&who| name_of(of, who));
        let groups = members.groups.iter().map(|&it| any_group(of.sentences.variable_name(it)));
        model.group(&agents.chain(groups).collect())
    };
    let is_so = theorem.conditions.iter().all(|condition| match *condition {
        GroupCondition::Member(who, party) => {
            model.group(&BTreeSet::from([name_of(of, who)])).is_subset(&group(party))
        }
        GroupCondition::Subset(part, whole) => group(part).is_subset(&group(whole)),
        GroupCondition::Inhabited(party) => !group(party).is_empty(),
    });
    is_so.then_some(model)
}

fn name_of(of: &Development, who: Who) -> String {
    match who {
        Who::Agent(agent) => of.sentences.agent_name(agent).to_owned(),
        Who::Variable(it) => any_agent(of.sentences.variable_name(it)),
    }
}

fn collect(tree: &Tree, letters: &mut BTreeSet<String>) {
    match tree {
        Tree::True | Tree::False => {}
        Tree::Letter(name) => {
            letters.insert(name.clone());
        }
        Tree::Any(name) => {
            letters.insert(format!("any {name}"));
        }
        Tree::Not(body) => collect(body, letters),
        Tree::And(parts) | Tree::Or(parts) => parts.iter().for_each(|it| collect(it, letters)),
        Tree::Implies(left, right) | Tree::Iff(left, right) => {
            collect(left, letters);
            collect(right, letters);
        }
        Tree::Box(modal, body) => {
            if let Modal::Learnt(_, said) = modal {
                collect(said, letters);
            }
            collect(body, letters);
        }
    }
}

/// Access as the logic has it.
fn access(system: ProofSystem, worlds: usize, stream: &mut Stream) -> Vec<BTreeSet<usize>> {
    let any: Vec<BTreeSet<usize>> =
        (0..worlds).map(|_| (0..worlds).filter(|_| stream.below(3) == 0).collect()).collect();
    let cells: Vec<usize> = (0..worlds).map(|_| stream.below(worlds)).collect();
    let cell = |world: usize| (0..worlds).filter(|&it| cells[it] == cells[world]).collect();
    let reflexive = |of: &[BTreeSet<usize>]| -> Vec<BTreeSet<usize>> {
        of.iter()
            .enumerate()
            .map(|(world, to)| to.iter().copied().chain([world]).collect())
            .collect()
    };
    match system {
        ProofSystem::K => any,
        ProofSystem::T => reflexive(&any),
        ProofSystem::S4 => {
            let mut all = reflexive(&any);
            for _ in 0..worlds {
                all = all
                    .iter()
                    .map(|to| to.iter().flat_map(|&it| all[it].clone()).collect())
                    .collect();
            }
            all
        }
        ProofSystem::S5 | ProofSystem::Egdl => (0..worlds).map(cell).collect(),
        ProofSystem::KD45 => {
            // Each cell has some worlds that are considered possible in it.
            let kept: Vec<bool> = (0..worlds).map(|_| stream.below(2) == 0).collect();
            let seen = |world: usize| -> BTreeSet<usize> {
                let all: BTreeSet<usize> = cell(world);
                let kept: BTreeSet<usize> = all.iter().copied().filter(|&it| kept[it]).collect();
                if kept.is_empty() { all } else { kept }
            };
            (0..worlds).map(seen).collect()
        }
    }
}

impl Model {
    fn group(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let one = |name: &String| {
            self.groups.get(name).cloned().unwrap_or_else(|| BTreeSet::from([name.clone()]))
        };
        names.iter().flat_map(one).collect()
    }

    fn holds(&self, world: usize, tree: &Tree) -> bool {
        match tree {
            Tree::True => true,
            Tree::False => false,
            Tree::Letter(name) => self.truth[name].contains(&world),
            Tree::Any(name) => self.truth[&format!("any {name}")].contains(&world),
            Tree::Not(body) => !self.holds(world, body),
            Tree::And(parts) => parts.iter().all(|it| self.holds(world, it)),
            Tree::Or(parts) => parts.iter().any(|it| self.holds(world, it)),
            Tree::Implies(left, right) => !self.holds(world, left) || self.holds(world, right),
            Tree::Iff(left, right) => self.holds(world, left) == self.holds(world, right),
            Tree::Box(Modal::Learnt(group, said), body) => {
                !self.holds(world, said) || self.after(&self.group(group), said).holds(world, body)
            }
            Tree::Box(modal, body) => {
                self.seen(world, modal).into_iter().all(|it| self.holds(it, body))
            }
        }
    }

    /// The worlds that an operator speaks of.
    fn seen(&self, world: usize, modal: &Modal) -> BTreeSet<usize> {
        let of = |names: &BTreeSet<String>, world: usize| -> Vec<BTreeSet<usize>> {
            self.group(names).iter().map(|name| self.access[name][world].clone()).collect()
        };
        match modal {
            Modal::Knows(who) => of(&BTreeSet::from([who.clone()]), world).concat_all(),
            Modal::Everybody(group) => of(group, world).concat_all(),
            Modal::Common(group) => {
                let mut found = BTreeSet::from([world]);
                let mut open = vec![world];
                while let Some(world) = open.pop() {
                    let next = of(group, world).concat_all();
                    open.extend(next.into_iter().filter(|&it| found.insert(it)));
                }
                found
            }
            Modal::Distributed(group) => {
                let all: BTreeSet<usize> = (0..self.worlds).collect();
                of(group, world)
                    .into_iter()
                    .fold(all, |all, it| all.intersection(&it).copied().collect())
            }
            Modal::Next | Modal::Other(_) | Modal::Learnt(..) => {
                panic!("this is not asked of models")
            }
        }
    }

    /// The model after a group has learnt something. Worlds where it is false are left, and nobody gets there; whoever is not in the
    /// group is left with where they are.
    fn after(&self, group: &BTreeSet<String>, said: &Tree) -> Model {
        let left: BTreeSet<usize> = (0..self.worlds).filter(|&it| self.holds(it, said)).collect();
        let mut after = self.clone();
        for (name, access) in &mut after.access {
            for (world, to) in access.iter_mut().enumerate() {
                *to = match group.contains(name) {
                    true => to.intersection(&left).copied().collect(),
                    false => BTreeSet::from([world]),
                };
            }
        }
        after
    }
}

/// Sets put together.
trait ConcatAll {
    fn concat_all(self) -> BTreeSet<usize>;
}

impl ConcatAll for Vec<BTreeSet<usize>> {
    fn concat_all(self) -> BTreeSet<usize> {
        self.into_iter().flatten().collect()
    }
}

#[test]
fn every_line_of_the_library_holds_in_models() {
    let mut lines = 0;
    for (text, tried) in proved().into_iter().enumerate() {
        let development = tried.reading.expect("it was read").development;
        let mut stream = Stream::new("models", text as u64);
        for (number, theorem) in development.theorems.iter().enumerate() {
            let has_other =
                |line: &hexa_proof::ProofLine| speaks_of_others(&tree(&development, line.sentence));
            if theorem.lines.iter().any(has_other) {
                continue;
            }
            let against = counterexample(&development, number, &mut stream, 200);
            assert_eq!(against, None, "{}", theorem.name);
            lines += theorem.lines.len();
        }
    }
    assert!(lines > 150, "only {lines} lines");
}

/// Whether it is about actions that are not looked at here.
pub fn speaks_of_others(tree: &Tree) -> bool {
    match tree {
        Tree::True | Tree::False | Tree::Letter(_) | Tree::Any(_) => false,
        Tree::Not(body) => speaks_of_others(body),
        Tree::And(parts) | Tree::Or(parts) => parts.iter().any(speaks_of_others),
        Tree::Implies(left, right) | Tree::Iff(left, right) => {
            speaks_of_others(left) || speaks_of_others(right)
        }
        Tree::Box(modal, body) => match modal {
            Modal::Next | Modal::Other(_) => true,
            Modal::Learnt(_, said) => speaks_of_others(said) || speaks_of_others(body),
            Modal::Knows(_) | Modal::Everybody(_) | Modal::Common(_) | Modal::Distributed(_) => {
                speaks_of_others(body)
            }
        },
    }
}

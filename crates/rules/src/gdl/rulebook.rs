//! A game description that was read and checked.

use super::cut_short::{CutShort, RuleLimits};
use super::database::Database;
use super::dependency::{Dependencies, Phase, uses};
use super::folding::fold;
use super::join::Negation;
use super::kif;
use super::modes::required_places;
use super::program::{KEYWORDS, Predicate, Program};
use super::read;
use super::referee::RoleId;
use super::safety;
use super::saturation::{Nobody, Saturation, Workspace};
use super::stratification;
use super::tabling::{self, Tabling};
use super::term::{Term, Terms};
use super::unbound_roles::bind_roles;
use crate::work::Work;
use hexa_lang::{Diagnostic, SourceId, Sources};
use hexa_logic::{Stop, Stopped};

/// A game.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Its rules.
    pub program: Program,
    /// What depends on what in them.
    pub dependencies: Dependencies,
    /// For each relation, the set of places that must be known before it can be asked.
    pub required: Vec<u64>,
}

/// What came of reading a text.
#[derive(Debug)]
pub struct LoadedRulebook {
    /// The text, with one kind of line end.
    pub sources: Sources,
    /// The rulebook, if nothing is wrong with it.
    pub game: Option<Rulebook>,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// What is strange.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and checks a game description.
pub fn load(name: &str, text: &str) -> LoadedRulebook {
    let loaded = load_until(name, text, &Stop::new());
    loaded.expect("nobody else has this flag")
}

/// Reads and checks a game description, unless somebody asks for the end.
pub fn load_until(name: &str, text: &str, stop: &Stop) -> Result<LoadedRulebook, Stopped> {
    let mut sources = Sources::default();
    let source = sources.add(name, kif::plain_lines(text));
    let (game, mut errors, mut warnings) =
        read_game(&sources.get(source).text, source, &Work::new(stop))?;
    for diagnostics in [&mut errors, &mut warnings] {
        diagnostics.sort_by_key(Diagnostic::place);
        fold(diagnostics);
    }
    let warnings = warnings.into_iter().map(Diagnostic::as_warning).collect();
    let game = errors.is_empty().then_some(game);
    Ok(LoadedRulebook { sources, game, errors, warnings })
}

fn read_game(
    text: &str,
    source: SourceId,
    work: &Work<'_>,
) -> Result<(Rulebook, Vec<Diagnostic>, Vec<Diagnostic>), Stopped> {
    let (expressions, mut errors) = kif::read(text, source, work)?;
    let (mut program, wrong, mut warnings) = read::rules(&expressions, source, work)?;
    drop(expressions);
    // Whoever asks with enough known may ask any relation that is the game's own, also one that no rule uses.
    let is_open = |predicate: Predicate| predicate.index() >= KEYWORDS.len();
    let required = required_places(&program, is_open, work)?;
    warnings.extend(bind_roles(&mut program, &required, source, work)?);
    let dependencies = Dependencies::of(&program, work)?;
    // What a text that cannot be read lacks says nothing about it.
    let is_readable = errors.is_empty() && wrong.is_empty();
    errors.extend(wrong);
    let findings = safety::check(&program, (&dependencies, &required), source, work)?;
    let about_rules =
        |diagnostic: &Diagnostic| is_readable || diagnostic.code != hexa_lang::Code::NoGame;
    errors.extend(findings.errors.into_iter().filter(about_rules));
    warnings.extend(findings.warnings.into_iter().filter(|_| is_readable));
    let game = Rulebook { program, dependencies, required };
    if errors.is_empty() {
        errors.extend(stratification::check(&game, source, work)?);
    }
    Ok((game, errors, warnings))
}

/// What holds in all states.
#[derive(Clone, Debug)]
pub struct Statics {
    /// The atoms; tables of other relations are empty.
    pub database: Database,
    /// The terms.
    pub terms: Terms,
    /// The roles, in the order of the file.
    pub roles: Vec<Term>,
    /// Which of them is chance.
    pub random: Option<RoleId>,
    /// Which relations are computed at all.
    pub needed: Vec<bool>,
    /// Which relations that never change are too large to be computed, or can only be asked: their tables are empty.
    pub on_demand: Vec<bool>,
}

impl Statics {
    /// The roles as they are written.
    pub fn role_names(&self) -> Vec<String> {
        self.roles.iter().map(|&role| self.terms.show(role).to_string()).collect()
    }
}

impl Rulebook {
    /// Computes what holds in all states, of what plays need and of some other relations.
    pub fn statics(
        &self,
        also: &[Predicate],
        limits: RuleLimits,
        stop: &Stop,
    ) -> Result<Statics, CutShort> {
        let work = Work::new(stop);
        let needed = self.needed_relations(also);
        let mut database =
            Database::new(self.program.relations.iter().map(|relation| relation.arity));
        let mut terms = self.program.terms.clone();
        let mut on_demand = vec![false; self.program.relations.len()];
        let users = self.relations_used(&work)?;
        for stratum in self.strata(Phase::Static, &needed) {
            let is_asked = |&member: &Predicate| {
                self.required[member.index()] != 0
                    || self.dependencies.is_mixed(member)
                    || users[member.index()].iter().any(|used| on_demand[used.index()])
            };
            let mut is_left = stratum.iter().any(is_asked);
            if !is_left {
                let rules = self.saturation(&stratum, (&mut database, &terms), Negation::Exact);
                let mut workspace =
                    Workspace { database: &mut database, terms: &mut terms, limits, stop };
                is_left = match rules.run(&mut workspace, &mut Nobody) {
                    Ok(()) => false,
                    Err(CutShort::Stopped) => return Err(CutShort::Stopped),
                    Err(_) => true,
                };
            }
            if is_left {
                for member in stratum {
                    database.table_mut(member).clear();
                    on_demand[member.index()] = true;
                }
            }
        }
        if on_demand.contains(&true) {
            self.ask_for_all(&mut database, &mut terms, &mut on_demand, limits, &work)?;
        }
        let table = database.table(Predicate::ROLE);
        let roles: Vec<Term> = (0..table.len()).map(|row| table.row(row)[0]).collect();
        let random = roles.iter().position(|&role| terms.name(terms.node(role).name) == "random");
        let random = random.map(RoleId::from_index);
        Ok(Statics { database, terms, roles, random, needed, on_demand })
    }

    /// Asks for all rows of the relations that must be complete, and of those that are small after all.
    fn ask_for_all(
        &self,
        database: &mut Database,
        terms: &mut Terms,
        on_demand: &mut [bool],
        limits: RuleLimits,
        work: &Work<'_>,
    ) -> Result<(), CutShort> {
        let phase = |predicate: usize| self.dependencies.phase(Predicate(predicate as u32));
        let is_stored = (0..on_demand.len())
            .map(|predicate| phase(predicate) == Phase::Static && !on_demand[predicate])
            .collect();
        let mut ground = tabling::Ground { database, terms, work };
        let mut tabling = Tabling::new(self, is_stored, limits.answers, &mut ground)?;
        for stratum in &self.dependencies.strata {
            for &predicate in stratum {
                if !on_demand[predicate.index()] {
                    continue;
                }
                let must = matches!(predicate, Predicate::ROLE | Predicate::INIT);
                let is_mixed = self.dependencies.is_mixed(predicate);
                if !must && (!is_mixed || self.required[predicate.index()] != 0) {
                    continue;
                }
                let known = vec![tabling::FREE; self.program.relations[predicate.index()].arity];
                match tabling.ask(predicate, &known, &mut ground) {
                    Ok(rows) => {
                        on_demand[predicate.index()] = false;
                        let table = ground.database.table_mut(predicate);
                        table.clear();
                        for row in rows {
                            table.insert(&row, ground.terms);
                        }
                    }
                    Err(cut_short @ (CutShort::Stopped | CutShort::Circle(_))) => {
                        return Err(cut_short);
                    }
                    Err(cut_short) if must => return Err(cut_short),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }

    /// The relations that the rules of each relation use.
    fn relations_used(&self, work: &Work<'_>) -> Result<Vec<Vec<Predicate>>, Stopped> {
        let mut used = vec![Vec::new(); self.program.relations.len()];
        for rule in &self.program.rules {
            work.step(1 + rule.body.len() as u64)?;
            let conditions = rule.body.iter().flat_map(|literal| uses(&self.program, literal));
            used[rule.head.predicate.index()].extend(conditions.map(|(predicate, _)| predicate));
        }
        Ok(used)
    }

    /// The strata of a phase.
    pub fn strata(&self, phase: Phase, needed: &[bool]) -> Vec<Vec<Predicate>> {
        let of_phase = |stratum: &&Vec<Predicate>| {
            stratum
                .iter()
                .any(|&member| self.dependencies.phase(member) == phase && needed[member.index()])
        };
        self.dependencies.strata.iter().filter(of_phase).cloned().collect()
    }

    /// The rules of a stratum, planned.
    pub fn saturation(
        &self,
        stratum: &[Predicate],
        (database, terms): (&mut Database, &Terms),
        negation: Negation,
    ) -> Saturation {
        let rules = self.program.rules.iter().enumerate();
        let rules = rules.filter(|(_, rule)| stratum.contains(&rule.head.predicate));
        let rules = rules.map(|(number, rule)| (number as u32, rule.clone()));
        Saturation::new(rules, stratum, (database, terms), (&self.dependencies, negation))
    }

    /// Whether players see only what the rules say they see; otherwise they see everything.
    pub fn has_percepts(&self) -> bool {
        self.program.is_defined(Predicate::SEES)
    }

    /// The relations that plays need, and those that these depend on.
    fn needed_relations(&self, also: &[Predicate]) -> Vec<bool> {
        let mut needed = vec![false; self.program.relations.len()];
        let mut open = vec![
            Predicate::ROLE,
            Predicate::INIT,
            Predicate::TRUE,
            Predicate::NEXT,
            Predicate::LEGAL,
            Predicate::DOES,
            Predicate::GOAL,
            Predicate::TERMINAL,
            Predicate::SEES,
        ];
        open.extend(also);
        let mut used = vec![Vec::new(); self.program.relations.len()];
        for rule in &self.program.rules {
            let conditions = rule.body.iter().flat_map(|literal| uses(&self.program, literal));
            used[rule.head.predicate.index()].extend(conditions.map(|(predicate, _)| predicate));
        }
        while let Some(predicate) = open.pop() {
            if !std::mem::replace(&mut needed[predicate.index()], true) {
                open.extend(&used[predicate.index()]);
            }
        }
        needed
    }
}

//! Models of one moment of a game that is given by rules: what players know there by the rules' own evaluator is what they know in
//! the model that is written, read back and evaluated by the engine of models.

use hexa_engine::{Engine, Limits};
use hexa_lang::{NoIncludes, StepKind, load};
use hexa_logic::{Setup, Stop, World};
use hexa_rules::egdl::{self, EgdlRecall, EgdlRequest};
use hexa_rules::gdl::{self, GdlFailure, GdlRequest, HistoryExport, HistoryMoment};
use hexa_rules::{AskedFormula, PointedModel, words};
use hexa_workbench::Opened;
use hexa_workbench::convert::Target;
use std::path::Path;

/// What is said of a moment, by the places of atoms and agents.
enum Said {
    Atom(usize),
    Not(Box<Said>),
    And(Box<Said>, Box<Said>),
    Knows(usize, Box<Said>),
    Common(Box<Said>),
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % bound
    }

    fn said(&mut self, moment: &PointedModel, depth: usize) -> Said {
        let kind = if depth == 0 { 0 } else { self.below(7) };
        let mut part = || Box::new(self.said(moment, depth.saturating_sub(1)));
        match kind {
            0 => Said::Atom(self.below(moment.atoms.len())),
            1 => Said::Not(part()),
            2 | 3 => Said::And(part(), part()),
            4 => Said::Common(part()),
            _ => {
                let of = part();
                Said::Knows(self.below(moment.agents.len()), of)
            }
        }
    }
}

/// As the model says it, or as the game does.
fn text(said: &Said, moment: &PointedModel, common: &str, in_game: bool) -> String {
    let name = |of: &hexa_rules::NameInGame| match in_game {
        true => of.game.clone(),
        false => of.name.clone(),
    };
    let of = |said: &Said| text(said, moment, common, in_game);
    match said {
        Said::Atom(at) => name(&moment.atoms[*at]),
        Said::Not(body) => format!("~{}", of(body)),
        Said::And(left, right) => format!("({} & {})", of(left), of(right)),
        Said::Knows(agent, body) => format!("K_{} {}", name(&moment.agents[*agent]), of(body)),
        Said::Common(body) => format!("{common} {}", of(body)),
    }
}

/// Formulas about a moment, in the words of the game and of the model.
fn formulas(moment: &PointedModel, seed: u64) -> (Vec<AskedFormula>, Vec<String>) {
    let mut chance = Chance(seed);
    let said: Vec<Said> = (0..60).map(|_| chance.said(moment, 4)).collect();
    let asked = |said| AskedFormula { name: "asked".into(), text: text(said, moment, "C", true) };
    let own = said.iter().map(|said| text(said, moment, "C_all", false)).collect();
    (said.iter().map(asked).collect(), own)
}

/// For each formula the worlds in which it is true in the model that was written; the first is the actual one.
fn truths(moment: &PointedModel, formulas: &[String]) -> Vec<(bool, usize)> {
    let mut written = words::pointed::text("a test", moment);
    formulas.iter().for_each(|formula| written += &format!("print {formula}\n"));
    let loaded = load("moment.hexa", &written, &NoIncludes, &[]);
    assert!(loaded.diagnostics.is_empty(), "{:?}\n{written}", loaded.diagnostics);
    let document = loaded.document.expect("a document");
    let Setup::Model(model) = &document.initial else { panic!("a model") };
    let states: Vec<_> = (0..model.worlds.len())
        .map(|at| {
            let mut pointed = model.clone();
            pointed.point = World::from_index(at);
            let (setup, limits) = (Setup::Model(pointed), Limits::default());
            Engine::Explicit.build(&setup, &document.vocabulary, &document.terms, &limits)
        })
        .map(|state| state.expect("a small model"))
        .collect();
    let steps = document.scenarios.iter().flat_map(|scenario| &scenario.steps);
    steps
        .map(|step| {
            let StepKind::Print(formula) = step.kind else { panic!("a formula") };
            let truth = |at: usize| states[at].holds(&document.terms, formula).expect("defined");
            let all = (0..states.len()).filter(|&at| truth(at)).count();
            (truth(model.point.index()), all)
        })
        .collect()
}

fn game(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    std::fs::read_to_string(path).expect("a game")
}

/// In how many histories of at most so many steps each formula fails, and how many there are.
fn failing(request: &GdlRequest, depth: usize) -> Vec<(usize, usize)> {
    let request = GdlRequest { depth: Some(depth), export: None, ..request.clone() };
    let answer = gdl::answer(&request, &Stop::new(), &mut |_| ()).answer.expect("an answer");
    let verdicts = answer.model.expect("a model").verdicts;
    verdicts.iter().map(|verdict| (verdict.failing, verdict.checked)).collect()
}

#[test]
fn histories_of_one_length_are_models_in_which_the_same_is_known() {
    let mut compared = 0;
    let mut known = 0;
    for name in ["guess", "muddy", "showdown"] {
        let mut request = GdlRequest::new(name, game(&format!("gdl/{name}.gdl")));
        for length in 0..4 {
            request.checks.clear();
            let moment = HistoryMoment::Steps(length);
            request.export = Some(HistoryExport { moment, max_worlds: 10_000 });
            let answer = gdl::answer(&request, &Stop::new(), &mut |_| ()).answer;
            let moment = match answer {
                Ok(answer) => answer.exported.expect("a model"),
                Err(GdlFailure::NoHistoryOfLength(_)) => break,
                Err(other) => panic!("{other:?}"),
            };
            let worlds = moment.model.worlds.len();
            let (asked, own) = formulas(&moment, length as u64 + 7);
            request.checks = asked;
            let (all, shorter) = (
                failing(&request, length),
                match length {
                    0 => vec![(0, 0); own.len()],
                    _ => failing(&request, length - 1),
                },
            );
            for (at, (_, holding)) in truths(&moment, &own).into_iter().enumerate() {
                let [(failing, checked), (before, fewer)] = [all[at], shorter[at]];
                assert_eq!(checked - fewer, worlds, "{name}, {length} steps");
                assert_eq!(failing - before, worlds - holding, "{name}, {length}: {}", own[at]);
                compared += 1;
                known += usize::from(holding > 0 && holding < worlds);
            }
        }
    }
    assert!(compared >= 540 && known >= 60, "{compared} compared, {known} of some worlds only");
}

#[test]
fn states_with_what_is_possible_are_models_in_which_the_same_is_known() {
    let krieg = ["", "a^x_{1,1}", "a^x_{1,1}; a^o_{1,1}", "a^x_{1,2}; a^o_{2,1}; a^x_{2,1}"];
    let kuhn = ["initial 1", "initial 2; pass^a", "initial 5; pass^a; bet^b"];
    let cups = ["", "put^hider_2", "put^hider_1; lift^seeker_3"];
    let games = [("krieg-2x2", &krieg[..], "a^x_{2,2}"), ("kuhn-poker", &kuhn[..], "bet^a")];
    let games = games.into_iter().chain([("cups", &cups[..], "put^hider_1")]);
    let mut compared = [0, 0];
    for (name, moments, next) in games {
        for (at, from) in moments.iter().enumerate() {
            for recall in
                [EgdlRecall::None, EgdlRecall::Perfect { depth: 3 }, EgdlRecall::OwnAction]
            {
                let mut request = EgdlRequest::new(name, game(&format!("egdl/{name}.egdl")));
                request.recall = recall;
                request.from = Some((*from).to_owned());
                // What is about to be done belongs to the moment only if agents know it.
                match recall {
                    EgdlRecall::OwnAction if at > 0 => continue,
                    EgdlRecall::OwnAction => request.along = Some(next.to_owned()),
                    EgdlRecall::None | EgdlRecall::Perfect { .. } => {}
                }
                let exported = egdl::export(&request, 10_000, &Stop::new()).exported;
                let moment = exported.unwrap_or_else(|why| panic!("{name}, {from}: {why:?}"));
                let (asked, own) = formulas(&moment, at as u64 + 3);
                request.checks = asked;
                let answer = egdl::answer(&request, &Stop::new()).answer.expect("an answer");
                for (at, (truth, _)) in truths(&moment, &own).into_iter().enumerate() {
                    let check = &answer.checks[at];
                    assert_eq!(check.failing == 0, truth, "{name}, {from}: {}", check.label);
                    compared[usize::from(truth)] += 1;
                }
            }
        }
    }
    assert!(compared[0] > 300 && compared[1] > 300, "{compared:?}");
}

/// Worlds with the same facts are told apart by atoms that number cells; what is true of facts and knowledge stays.
#[test]
fn a_moment_in_smcdels_format_answers_alike() {
    let mut request = EgdlRequest::new("kuhn", game("egdl/kuhn-poker.egdl"));
    request.from = Some("initial 3; pass^a".to_owned());
    let moment = egdl::export(&request, 100, &Stop::new()).exported.expect("a model");
    let (_, own) = formulas(&moment, 11);
    let truths = truths(&moment, &own);
    let mut text = words::pointed::text("a test", &moment);
    for (formula, (truth, _)) in own.iter().zip(&truths) {
        let sign = if *truth { "" } else { "~" };
        text += &format!("check {sign}({formula})\n");
    }
    let loaded = load("moment.hexa", &text, &NoIncludes, &[]);
    let mut opened = Opened::new("moment", loaded, Limits::default()).expect("it is read");
    let written = opened.convert(Target::Smcdel).expect("it is written").whole().expect("all");
    let loaded = load("moment.smcdel.txt", &written, &NoIncludes, &[]);
    let document = loaded.document.expect("it is read back");
    let queries: usize = document.scenarios.iter().map(|scenario| scenario.steps.len()).sum();
    assert!(queries >= own.len(), "{queries} queries");
    let file = std::env::temp_dir().join(format!("hexa-bridge-{}.smcdel.txt", std::process::id()));
    std::fs::write(&file, &written).expect("it can be written");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_hexa"));
    let output = { run }.arg("run").arg(&file).output().expect("it runs");
    let _ = std::fs::remove_file(&file);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let true_ones = told.lines().filter(|line| line.starts_with("true")).count();
    assert_eq!(true_ones, own.len(), "{told}");
}

#[test]
fn names_that_the_language_reserves_are_replaced() {
    let text = "(role K) (role all) (init (true' 1)) (init in) (init (p a b)) (init (p_a b))
        (<= (legal ?r go) (role ?r)) (<= (next done) (does K go)) (<= terminal (true done))
        (<= (goal ?r 1) (role ?r)) (<= (sees ?r nothing) (role ?r))";
    let mut request = GdlRequest::new("odd", text);
    let moment = HistoryMoment::Steps(0);
    request.export = Some(HistoryExport { moment, max_worlds: 10 });
    let answer = gdl::answer(&request, &Stop::new(), &mut |_| ()).answer.expect("an answer");
    let moment = answer.exported.expect("a model");
    let atoms: Vec<(String, usize)> =
        moment.atoms.iter().map(|atom| (atom.name.clone(), 1)).collect();
    let own: Vec<String> = atoms.iter().map(|(name, _)| name.clone()).collect();
    // That the play is not over can be said, too.
    let (facts, over) = own.split_at(4);
    assert_eq!(truths(&moment, facts), vec![(true, 1); 4]);
    assert_eq!((over, truths(&moment, over)), (&["terminal".to_owned()][..], vec![(false, 0)]));
}

//! Equally strong (thesis def. 17) by listing all small models, against the search for a countermodel.

use super::{Verdict, Work, holds_if, search, verdict_or_open};
use crate::checks::snippet::{Snippet, in_words};
use hexa_engine::Engine;
use hexa_engine::generate::model::partitions;
use hexa_logic::{Atom, Formula, ModelSetup, RelationSetup, Setup, World, WorldSetup};

/// Two agents and two facts.
const GAME: &str = "agents 1, 2\nmodel\n  world w: p, q\n  cells all: {w}\n  point w\n";

/// What is compared.
const FORMULAS: [&str; 12] = [
    "p",
    "q",
    "~p",
    "p -> q",
    "K_1 p",
    "Kw_1 p",
    "M_1 p",
    "K_2 q -> K_1 p",
    "Kw_2 K_1 p",
    "C_12 p",
    "E_12(p | q)",
    "D_12 p",
];

/// The most worlds of the models that are listed.
const WORLDS: usize = 3;

/// In each theory of one formula, whether a formula can take the place of another is the same by
/// looking at all models and by searching for one.
pub(super) fn by_listing(work: &Work) -> Verdict {
    verdict_or_open(compare_all(work))
}

fn compare_all(work: &Work) -> Result<Verdict, String> {
    let checks: String = FORMULAS.map(|formula| format!("check {formula}\n")).concat();
    let snippet = Snippet::read(work, &format!("{GAME}{checks}"))?;
    let formulas = snippet.formulas();
    let mut valid = Vec::new();
    for model in small_models() {
        valid.push(valid_in(work, &snippet, &formulas, model)?);
    }
    let all = 0..formulas.len();
    let mut different = None;
    for (part, has, lacks) in
        all.clone().flat_map(|i| all.clone().flat_map(move |j| (0..12).map(move |k| (i, j, k))))
    {
        work.go_on()?;
        let by_listing = valid.iter().any(|valid| valid[part] && valid[has] && !valid[lacks]);
        let found =
            search(work, &snippet, &[formulas[part], formulas[has]], formulas[lacks], WORLDS)?;
        if by_listing != found.is_some() {
            different.get_or_insert((part, has, lacks));
        }
    }
    let Some((part, has, lacks)) = different else {
        return Ok(Verdict::HoldsUpTo(format!("models of at most {WORLDS} worlds")));
    };
    let [part, has, lacks] = [part, has, lacks].map(|at| FORMULAS[at]);
    Ok(holds_if(false, || format!("{has} in the place of {lacks}, in the theory {part}")))
}

/// Which formulas are true in all worlds of a model.
fn valid_in(
    work: &Work,
    snippet: &Snippet,
    formulas: &[Formula],
    model: ModelSetup,
) -> Result<Vec<bool>, String> {
    let mut valid = vec![true; formulas.len()];
    for at in 0..model.worlds.len() {
        let setup = Setup::Model(ModelSetup { point: World::from_index(at), ..model.clone() });
        let (names, terms) = (&snippet.document.vocabulary, &snippet.document.terms);
        let state = in_words(Engine::Definitional.build(&setup, names, terms, &work.limits))?;
        for (valid, &formula) in valid.iter_mut().zip(formulas) {
            *valid &= in_words(state.holds(terms, formula))?;
        }
    }
    Ok(valid)
}

/// All S5 models of two agents and two atoms, of at most so many worlds; the order of the worlds does not
/// matter.
fn small_models() -> Vec<ModelSetup> {
    let mut models = Vec::new();
    for worlds in 1..=WORLDS {
        for valuation in valuations(worlds) {
            for first in partitions(worlds) {
                for second in partitions(worlds) {
                    let relations =
                        [&first, &second].map(|of| Some(RelationSetup::Cells(of.clone())));
                    let world = |atoms: &Vec<Atom>| WorldSetup {
                        name: String::new(),
                        atoms: atoms.clone(),
                    };
                    models.push(ModelSetup {
                        worlds: valuation.iter().map(world).collect(),
                        relations: relations.to_vec(),
                        point: World(0),
                    });
                }
            }
        }
    }
    models
}

/// What may be true in so many worlds, in increasing order.
fn valuations(worlds: usize) -> Vec<Vec<Vec<Atom>>> {
    let atoms =
        |code: usize| (0..2).filter(|at| code >> at & 1 == 1).map(Atom::from_index).collect();
    let mut codes: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..worlds {
        let longer = |codes: &Vec<usize>| {
            let least = codes.last().copied().unwrap_or(0);
            let codes = codes.clone();
            (least..4).map(move |code| [codes.clone(), vec![code]].concat())
        };
        codes = codes.iter().flat_map(longer).collect();
    }
    codes.into_iter().map(|codes| codes.into_iter().map(atoms).collect()).collect()
}

//! Shapes of states: agent-similarity (thesis def. 50) and the states of the hexa game (sec. 6.2), and the
//! solids that tetra and showing a card in it are (sec. 6.3).

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Work, holds_if, random};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::generate::model::with_worlds_reversed;
use hexa_engine::generate::{self, Access};
use hexa_engine::{AccessView, Engine, State, View, contraction, isomorphic, similar, view};
use hexa_logic::{Action, ModelSetup, RelationSetup, Setup, Terms, World, WorldSetup};
use std::fmt::Write as _;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "agent-similarity", at: file!(), run: similarity },
    Check { name: "1 and 2 change places", at: file!(), run: exchanged },
    Check { name: "states of the hexa game", at: file!(), run: game_states },
    Check { name: "models of the hexa game", at: file!(), run: game_models },
    Check { name: "similar models, other states", at: file!(), run: figures_c_and_d },
    Check { name: "truncated tetrahedron", at: file!(), run: tetrahedron },
    Check { name: "truncated octahedron", at: file!(), run: octahedron },
];

/// Two engines say the same of all frames, and renaming agents and worlds leaves a similar state.
fn similarity(work: &Work) -> Verdict {
    random::search(work, 400, "pairs of frames of at most 3 worlds", |case| {
        let one = generate::model(case, 3, Access::Any);
        let other = generate::model(case, 3, Access::Any);
        let turn = case.below(3);
        let answer = |engine, one: &Setup, other: &Setup| -> Result<bool, String> {
            let [one, other] = [one, other].map(|setup| held(work, engine, setup));
            Ok(in_words(one?.similar(&other?))?.is_some())
        };
        let [fast, slow] =
            [Engine::Explicit, Engine::Definitional].map(|engine| answer(engine, &one, &other));
        if fast? != slow? {
            return Err(Doubt::Witness(format!("two engines disagree on {one:?} and {other:?}")));
        }
        match answer(Engine::Explicit, &one, &disguised(&one, turn))? {
            true => Ok(()),
            false => {
                Err(Doubt::Witness(format!("not similar to itself under other names: {one:?}")))
            }
        }
    })
}

fn held(work: &Work, engine: Engine, setup: &Setup) -> Result<hexa_engine::Held, String> {
    in_words(engine.build(setup, &generate::vocabulary(), &Terms::default(), &work.limits))
}

/// The same frame with other agents and its worlds backwards; nothing is true anywhere.
fn disguised(setup: &Setup, turn: usize) -> Setup {
    let Setup::Model(mut model) = with_worlds_reversed(setup) else { return setup.clone() };
    model.relations.rotate_left(turn);
    model.worlds.iter_mut().for_each(|world| world.atoms.clear());
    Setup::Model(model)
}

const HEXA: &str = "agents 1, 2, 3\ndeal r | w | b\n";

/// Who stands for whom if two states are agent-similar.
fn alike(left: &State, right: &State) -> Result<Option<Vec<(u32, u32)>>, String> {
    let found = in_words(similar(left, right))?;
    let named = |pairs: Vec<(hexa_logic::Agent, hexa_logic::Agent)>| {
        pairs.iter().map(|(left, right)| (left.0 + 1, right.0 + 1)).collect()
    };
    Ok(found.map(named))
}

/// Whether the models of two states are agent-similar, whatever the actual worlds.
fn models_alike(left: &State, right: &State) -> Result<bool, String> {
    for world in right.domain().ones() {
        if let Some(there) = right.at(World::from_index(world))
            && alike(left, &there)?.is_some()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The two deals that 2 confuses in the end are like the two that 1 confuses.
fn exchanged(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let text =
            Snippet::read(work, &format!("{HEXA}do ask 2 1 for w: no ; nowin 2\ndo L_123 ?r_1\n"))?;
        let initial = text.initial()?;
        let actions = text.actions();
        let [passed, told] = [actions[0], actions[1]].map(|action| text.after(&initial, action));
        let found = alike(&passed?, &told?)?;
        Ok(holds_if(found == Some(vec![(1, 2), (2, 1), (3, 3)]), || format!("{found:?}")))
    })())
}

/// Every question of a player, each with all its answers, and that they cannot win.
fn turn(asker: u32) -> String {
    let mut text = format!("scenario \"{asker}\"\ndo nowin {asker}\n");
    for respondent in (1..=3).filter(|&respondent| respondent != asker) {
        for asked in ["r", "w", "b", "r, w", "r, b", "w, b", "r, w, b"] {
            for card in asked.split(", ") {
                let _ = writeln!(text, "do ask {asker} {respondent} for {asked}: show {card}");
            }
            let _ = writeln!(text, "do ask {asker} {respondent} for {asked}: no");
        }
    }
    text
}

/// The states that plays lead through, isomorphic ones once: somebody asks and is answered, and says that
/// they cannot win. Who can win does, which ends the play.
fn plays(work: &Work) -> Result<Vec<State>, String> {
    let text = Snippet::read(work, &format!("{HEXA}{}{}{}", turn(1), turn(2), turn(3)))?;
    let actions = text.actions();
    let turns: Vec<(Action, &[Action])> =
        actions.chunks(actions.len() / 3).map(|turn| (turn[0], &turn[1..])).collect();
    let mut moves = vec![text.initial()?];
    let mut all = moves.clone();
    let mut at = 0;
    while at < moves.len() {
        let before = moves[at].clone();
        for &(nowin, answers) in &turns {
            for &answer in answers {
                for answered in text.outcomes(&before, answer)? {
                    for passed in text.outcomes(&answered, nowin)? {
                        add_new(&mut all, in_words(contraction(&passed))?)?;
                        add_new(&mut moves, in_words(contraction(&passed))?)?;
                    }
                    add_new(&mut all, in_words(contraction(&answered))?)?;
                }
            }
        }
        at += 1;
    }
    Ok(all)
}

fn add_new(known: &mut Vec<State>, state: State) -> Result<(), String> {
    for known in known.iter() {
        if in_words(isomorphic(known, &state))? {
            return Ok(());
        }
    }
    known.push(state);
    Ok(())
}

/// How many kinds of states there are.
fn kinds(
    states: &[State],
    alike: impl Fn(&State, &State) -> Result<bool, String>,
) -> Result<usize, String> {
    let mut kinds: Vec<&State> = Vec::new();
    'states: for state in states {
        for kind in &kinds {
            if alike(kind, state)? {
                continue 'states;
            }
        }
        kinds.push(state);
    }
    Ok(kinds.len())
}

/// Seven game states up to agent-similarity.
fn game_states(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let found = kinds(&plays(work)?, |left, right| Ok(alike(left, right)?.is_some()))?;
        Ok(holds_if(found == 7, || format!("there are {found} states up to agent-similarity")))
    })())
}

/// Six game models up to agent-similarity.
fn game_models(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let found = kinds(&plays(work)?, models_alike)?;
        Ok(holds_if(found == 6, || format!("there are {found} models up to agent-similarity")))
    })())
}

/// Figures 6.2.c and d: one path of four deals, with the actual one inside or at an end.
fn figures_c_and_d(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let shown = "do ask 2 1 for r, w: show r\ndo ask 2 1 for r, b: show r\n";
        let text = Snippet::read(work, &format!("{HEXA}{shown}"))?;
        let initial = text.initial()?;
        let actions = text.actions();
        let (c, d) = (text.after(&initial, actions[0])?, text.after(&initial, actions[1])?);
        let (models, states) = (models_alike(&c, &d)?, alike(&c, &d)?.is_some());
        Ok(holds_if(models && !states, || {
            format!("the models are similar: {models}; the states are similar: {states}")
        }))
    })())
}

/// A graph as a state: one agent, whose arrows are the edges in both directions.
fn graph(work: &Work, vertices: usize, edges: &[(usize, usize)]) -> Result<State, String> {
    let mut names = hexa_logic::Vocabulary::default();
    names.add_agent("edge");
    let both = edges.iter().flat_map(|&(v, w)| [(v as u32, w as u32), (w as u32, v as u32)]);
    let mut arrows: Vec<(u32, u32)> = both.collect();
    arrows.sort_unstable();
    let world = |at| WorldSetup { name: format!("v{at}"), atoms: Vec::new() };
    let setup = Setup::Model(ModelSetup {
        worlds: (0..vertices).map(world).collect(),
        relations: vec![Some(RelationSetup::Arrows(arrows))],
        point: World(0),
    });
    in_words(hexa_engine::build(&setup, &names, &Terms::default(), &work.limits))
}

/// All pairs of places for which something holds.
fn edges(places: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let pairs = (0..places).flat_map(|v| (v + 1..places).map(move |w| (v, w)));
    pairs.filter(|&(v, w)| linked(v, w)).collect()
}

fn confuses(view: &View, agent: usize, v: usize, w: usize) -> bool {
    match &view.access[agent].1 {
        AccessView::Cells(cells) => cells.iter().any(|cell| cell.contains(&v) && cell.contains(&w)),
        AccessView::Arrows(arrows) => arrows.contains(&(v, w)),
    }
}

/// Whether two graphs are the same up to names. All corners of these solids are alike, so that it does not
/// matter which one is the first.
fn same_graph(
    work: &Work,
    one: &[(usize, usize)],
    other: &[(usize, usize)],
    corners: usize,
) -> Result<bool, String> {
    in_words(isomorphic(&graph(work, corners, one)?, &graph(work, corners, other)?))
}

const TETRA: &str = "agents 1, 2, 3\ndeal n | e | s w\n";

/// The corners of a truncated tetrahedron: at each corner one for each other corner. Two at the same corner
/// are linked, and the two ends of what is left of an edge.
fn truncated_tetrahedron() -> Vec<(usize, usize)> {
    let corners: Vec<(usize, usize)> =
        (0..4).flat_map(|at| (0..4).filter(move |&to| to != at).map(move |to| (at, to))).collect();
    edges(12, |v, w| {
        let ((at, to), (there, back)) = (corners[v], corners[w]);
        at == there || (at == back && to == there)
    })
}

/// The orders of four things, two of which are linked if two neighbours change places.
fn truncated_octahedron() -> Vec<(usize, usize)> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..4 {
        let longer = |order: Vec<usize>| {
            let left: Vec<usize> = (0..4).filter(|thing| !order.contains(thing)).collect();
            left.into_iter().map(move |thing| [order.as_slice(), &[thing]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    edges(orders.len(), |v, w| {
        let differ: Vec<usize> = (0..4).filter(|&at| orders[v][at] != orders[w][at]).collect();
        differ.len() == 2 && differ[1] == differ[0] + 1
    })
}

/// The links of 2 and of 3 in tetra are the edges of a truncated tetrahedron.
fn tetrahedron(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let view = in_words(view(&Snippet::read(work, TETRA)?.initial()?))?;
        let corners = view.worlds.len();
        let links = edges(corners, |v, w| confuses(&view, 1, v, w) || confuses(&view, 2, v, w));
        let same = corners == 12 && same_graph(work, &links, &truncated_tetrahedron(), corners)?;
        Ok(holds_if(same, || format!("{corners} worlds and {} links", links.len())))
    })())
}

/// After 3 has shown a card to 2: the links of 2, of 3, and of 1 between worlds of the same deal are the edges of
/// a truncated octahedron.
fn octahedron(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let text = Snippet::read(work, &format!("{TETRA}do ask 2 3 for cards: show s\n"))?;
        let view = in_words(view(&text.after(&text.initial()?, text.actions()[0])?))?;
        let corners = view.worlds.len();
        let links = edges(corners, |v, w| {
            let same_deal = view.worlds[v].atoms == view.worlds[w].atoms;
            confuses(&view, 1, v, w)
                || confuses(&view, 2, v, w)
                || same_deal && confuses(&view, 0, v, w)
        });
        let same = corners == 24 && same_graph(work, &links, &truncated_octahedron(), corners)?;
        Ok(holds_if(same, || format!("{corners} worlds and {} links", links.len())))
    })())
}

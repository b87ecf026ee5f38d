//! Models of games, and what players know in them.

use super::games::{game, read};
use hexa_lang::{Code, SourceId};
use hexa_logic::{PathFormula, Stop};
use hexa_rules::gdl::{
    DefinitionalReferee, HistoryLimits, HistoryModel, Interpreter, Network, NoHistoryModel,
    Playing, Queries, Referee, Remembering, RoleId, RuleLimits, Rulebook, Stuck, build,
};
use hexa_rules::{Checker, Recall};

const ALL: HistoryLimits = HistoryLimits { states: 100_000, depth: None };

struct Built<R: Referee> {
    game: Rulebook,
    model: HistoryModel<R::Position>,
    queries: Queries,
    asked: Vec<PathFormula>,
    referee: R,
}

fn queries(game: &mut Rulebook, asked: &[&str]) -> (Queries, Vec<PathFormula>) {
    let mut queries =
        Queries::new(&game.statics(&[], RuleLimits::default(), &Stop::new()).expect("small"));
    let read = |text: &&str| {
        queries.read(game, text, SourceId(0)).unwrap_or_else(|wrong| panic!("{wrong:?}"))
    };
    let asked = asked.iter().map(read).collect();
    (queries, asked)
}

fn by_network(
    mut game: Rulebook,
    asked: &[&str],
    remembering: Remembering,
    extent: HistoryLimits,
) -> Result<Built<Network>, NoHistoryModel> {
    let (mut queries, asked) = queries(&mut game, asked);
    let mut referee =
        Network::new(&game, &queries.relations(), RuleLimits::default(), &Stop::new())
            .expect("small");
    let model =
        build(&mut referee, &game, &mut queries, remembering, extent, &Stop::new(), |_, _| ())?;
    Ok(Built { game, model, queries, asked, referee })
}

fn perfect(game: Rulebook, asked: &[&str]) -> Built<Network> {
    by_network(game, asked, Remembering::Everything, ALL).expect("a model")
}

/// In how many histories each formula holds on all paths.
fn counts<R: Referee>(built: &mut Built<R>) -> Vec<usize> {
    let Built { model, queries, asked, .. } = built;
    let (stop, formulas) = (Stop::new(), &mut queries.formulas);
    let mut checker = Checker::new(&model.frame, model, formulas, Recall::None, 1_000_000, &stop);
    asked
        .iter()
        .map(|&formula| checker.everywhere(formula).expect("few steps").count_ones(..))
        .collect()
}

/// That formulas hold everywhere, and their negations do not.
#[track_caller]
fn assert_everywhere(game: Rulebook, asked: &[&str]) {
    let mut built = perfect(game, asked);
    let all = built.model.frame.states();
    for (count, asked) in counts(&mut built).into_iter().zip(asked) {
        assert_eq!(count, all, "{asked}");
    }
}

#[test]
fn muddy_children_step_forward_when_they_know() {
    assert_everywhere(
        game("muddy"),
        &[
            "(round 1) -> C ((dirty ann) | (dirty bob) | (dirty cat))",
            "(round 1) & (dirty ann) & (tidy bob) & (tidy cat) -> K_ann (dirty ann)",
            "(round 1) & (dirty ann) & (dirty bob) -> ~K_ann (dirty ann) & ~K_ann (tidy ann)",
            "(round 2) & (dirty ann) & (dirty bob) & (tidy cat) -> K_ann (dirty ann) & K_bob (dirty bob)",
            "(round 2) & (dirty ann) & (dirty bob) & (tidy cat) -> ~K_cat (tidy cat)",
            "(round 3) & (dirty ann) & (dirty bob) & (dirty cat) -> E (dirty ann)",
            "(sure ann) <-> K_ann (dirty ann) | K_ann (tidy ann)",
            "(legal ann forward) -> (sure ann)",
            "(round 2) & (dirty ann) & (tidy bob) & (tidy cat) -> C (dirty ann)",
            "terminal <-> everybody",
            "(true (round 1)) -> next (true (round 2))",
        ],
    );
}

#[test]
fn children_are_as_many_rounds_away_as_are_muddy() {
    let built = perfect(game("muddy"), &[]);
    let playing = Playing { plays: 2000, seed: 1, max_steps: 100 };
    let plays = built.model.plays(4, playing, &Stop::new());
    assert_eq!((plays.finished, plays.shortest, plays.longest), (2000, Some(3), Some(4)));
    assert_eq!(plays.goals[1].keys().collect::<Vec<_>>(), [&Some(100)]);
}

#[test]
fn a_guesser_knows_what_the_answers_leave() {
    assert_everywhere(
        game("guess"),
        &[
            "(secret 5) -> next ((does guesser (guess 1)) -> true)",
            "(true found) -> K_guesser (true found)",
            "(secret 4) & (does guesser (guess 4)) -> next K_guesser (secret 4)",
            "(secret 1) & (does guesser (guess 2)) -> next K_guesser (secret 1)",
            "(secret 7) & (does guesser (guess 6)) -> next K_guesser (secret 7)",
            "(tries 0) & (secret 3) -> ~K_guesser (secret 3)",
            "(tries 1) & (secret 3) & K_guesser ((secret 3) | (secret 4)) -> next ((tries 2) -> (found | ~found))",
            "terminal -> M_guesser true",
            "initial -> (legal guesser noop) & ~(legal guesser (guess 1))",
        ],
    );
}

#[test]
fn everybody_sees_everything_in_plain_games() {
    let built = perfect(
        game("countdown"),
        &["K_left (heap zero) | K_left ~(heap zero)", "(goal left 100)"],
    );
    assert_eq!(
        (built.model.frame.states(), built.model.states(), built.model.terminal, built.model.steps),
        (14, 14, 2, 22)
    );
    assert_everywhere(
        game("countdown"),
        &["C (heap zero) | C ~(heap zero)", "(turn left) <-> K_right (turn left)"],
    );
}

#[test]
fn who_remembers_only_the_last_step_knows_less() {
    let asked = ["(tries 2) & (secret 1) -> K_guesser ~(secret 7)"];
    let all = perfect(game("guess"), &asked);
    let last = by_network(game("guess"), &asked, Remembering::LastStep, ALL).expect("a model");
    assert!(last.model.frame.states() < all.model.frame.states());
    let (mut all, mut last) = (all, last);
    let missing = |built: &mut Built<Network>| built.model.frame.states() - counts(built)[0];
    let (all, last) = (missing(&mut all), missing(&mut last));
    assert!(last > 0 && all == 0, "{all} {last}");
}

#[test]
fn the_interpreter_gives_the_same_model() {
    for name in ["guess", "showdown", "bridges"] {
        let asked = ["terminal", "K_0 terminal"].map(|text| match name {
            "guess" => text.replace("K_0", "K_guesser"),
            "showdown" => text.replace("K_0", "K_second"),
            _ => text.replace("K_0", "K_storm"),
        });
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let mut network = perfect(game(name), &asked);
        let mut rules = game(name);
        let (mut queries, formulas) = queries(&mut rules, &asked);
        let mut referee =
            Interpreter::new(&rules, &queries.relations(), RuleLimits::default(), &Stop::new())
                .expect("small");
        let stop = Stop::new();
        let model = build(
            &mut referee,
            &rules,
            &mut queries,
            Remembering::Everything,
            ALL,
            &stop,
            |_, _| (),
        )
        .expect("a model");
        assert_eq!(model.frame.states(), network.model.frame.states());
        assert_eq!((model.steps, model.terminal), (network.model.steps, network.model.terminal));
        let mut interpreted = Built { game: rules, model, queries, asked: formulas, referee };
        assert_eq!(counts(&mut interpreted), counts(&mut network), "{name}");
    }
}

/// A history by definition: what everybody has done and seen, and what holds at its end.
struct History {
    node: u32,
    done: Vec<Vec<String>>,
    seen: Vec<Vec<Vec<String>>>,
    holds: Vec<bool>,
}

/// All histories of at most some steps, by the definition, with the states of the model that they lead to.
fn histories(built: &Built<Network>, steps: usize) -> Vec<History> {
    let mut referee = DefinitionalReferee::new(&built.game);
    let start = History {
        node: 0,
        done: vec![Vec::new(); referee.roles()],
        seen: vec![Vec::new(); referee.roles()],
        holds: Vec::new(),
    };
    let mut open = vec![(start, referee.initial())];
    let mut found = Vec::new();
    while let Some((mut history, state)) = open.pop() {
        referee.enter(&state).expect("small");
        let atoms = built.queries.gdl_fluents().map(|said| match said {
            hexa_rules::gdl::GdlFluent::Initial => false,
            hexa_rules::gdl::GdlFluent::Atom(predicate, row) => {
                referee.holds(*predicate, row).expect("small")
            }
        });
        history.holds = atoms.collect();
        if !referee.is_terminal() && history.done[0].len() < steps {
            for step in built.model.frame.steps(history.node) {
                let mut moves = vec![None; referee.roles()];
                for &made in built.model.frame.actions(step) {
                    let (role, term) = built.queries.move_of(made).expect("a move");
                    let shown = built.referee.show_move(role, find(&built.referee, role, term));
                    let legal = referee.legal(role).iter().copied();
                    moves[role.index()] =
                        legal.into_iter().find(|&legal| referee.show_move(role, legal) == shown);
                }
                let moves: Vec<_> =
                    moves.into_iter().map(|made| made.expect("it is legal")).collect();
                let mut next = state.clone();
                referee.make(&moves, &mut next).expect("small");
                let mut longer = History {
                    node: built.model.frame.to(step),
                    done: history.done.clone(),
                    seen: history.seen.clone(),
                    holds: Vec::new(),
                };
                for (role, &made) in RoleId::first(moves.len()).zip(&moves) {
                    longer.done[role.index()].push(referee.show_move(role, made));
                    let seen = referee.sees(role).expect("small");
                    longer.seen[role.index()].push(
                        seen.into_iter()
                            .map(|percept| referee.show_percept(role, percept))
                            .collect(),
                    );
                }
                open.push((longer, next));
                referee.enter(&state).expect("small");
            }
        }
        found.push(history);
    }
    found
}

fn find(network: &Network, role: RoleId, term: hexa_rules::gdl::Term) -> hexa_rules::gdl::RoleMove {
    let all = (0..network.moves_of(role) as u32).map(hexa_rules::gdl::RoleMove);
    all.into_iter().find(|&made| network.move_term(role, made) == term).expect("a move of the game")
}

#[test]
fn knowledge_is_what_holds_in_all_histories_that_look_the_same() {
    for (name, atoms) in [
        (
            "showdown",
            &[
                "(holds first king)",
                "(holds second jack)",
                "(phase over)",
                "(wins first)",
                "raised",
            ][..],
        ),
        ("guess", &["(secret 3)", "found", "(tries 2)", "terminal"]),
    ] {
        let mut built = perfect(game(name), atoms);
        let histories = histories(&built, 10);
        assert!(histories.len() > built.model.frame.states() / 2);
        let stop = Stop::new();
        let players = built.queries.players().to_vec();
        for (agent, &role) in players.iter().enumerate() {
            for (fact, text) in atoms.iter().enumerate() {
                let atom = built.asked[fact];
                let knows =
                    built.queries.formulas.knows(hexa_logic::Agent::from_index(agent), atom);
                let Built { model, queries, .. } = &mut built;
                let mut checker = Checker::new(
                    &model.frame,
                    model,
                    &mut queries.formulas,
                    Recall::None,
                    1_000_000,
                    &stop,
                );
                let known = checker.everywhere(knows).expect("few steps");
                for one in &histories {
                    let alike = histories.iter().filter(|other| {
                        let role = role.index();
                        other.done[role] == one.done[role] && other.seen[role] == one.seen[role]
                    });
                    let is_known = alike.into_iter().all(|other| other.holds[fact]);
                    assert_eq!(
                        known[one.node as usize], is_known,
                        "{name} {}: {:?}",
                        text, one.done
                    );
                }
            }
        }
    }
}

#[test]
fn models_that_are_too_large_are_given_up_and_can_be_cut() {
    let few = HistoryLimits { states: 500, depth: None };
    let Err(NoHistoryModel::TooMany { most: 500, depth }) =
        by_network(game("drop"), &[], Remembering::Everything, few)
    else {
        panic!("it is larger");
    };
    let cut = HistoryLimits { states: 500, depth: Some(depth) };
    let built =
        by_network(game("drop"), &["terminal"], Remembering::Everything, cut).expect("it fits");
    assert!(!built.model.is_whole && built.model.within(depth) == built.model.frame.states());
    let deeper = HistoryLimits { states: 500, depth: Some(depth + 1) };
    assert!(by_network(game("drop"), &[], Remembering::Everything, deeper).is_err());
}

#[test]
fn a_player_without_a_move_is_no_model() {
    let stuck = read(
        "(role me) (init (n 0)) (<= (legal me go) (true (n 0))) (<= (next (n 1)) (true (n 0))) (<= terminal (true (n 2))) (goal me 0)",
    );
    let Err(NoHistoryModel::Stuck(Stuck::NoMove { role: RoleId(0), position, moves })) =
        by_network(stuck, &[], Remembering::Everything, ALL)
    else {
        panic!("nobody has a move");
    };
    assert_eq!((position, moves), (vec!["(n 1)".to_owned()], vec![vec!["go".to_owned()]]));
}

#[test]
fn formulas_that_cannot_be_read() {
    let wrong = |text: &str| {
        let mut game = game("guess");
        let mut queries =
            Queries::new(&game.statics(&[], RuleLimits::default(), &Stop::new()).expect("small"));
        queries.read(&mut game, text, SourceId(0)).expect_err(text).code
    };
    assert_eq!(wrong(""), Code::Expected);
    assert_eq!(wrong("terminal &"), Code::Expected);
    assert_eq!(wrong("terminal terminal"), Code::Expected);
    assert_eq!(wrong("(terminal & found"), Code::Unclosed);
    assert_eq!(wrong("K_nobody terminal"), Code::UnknownName);
    assert_eq!(wrong("K_random terminal"), Code::WrongKind);
    assert_eq!(wrong("(secrets 1)"), Code::UnknownName);
    assert_eq!(wrong("(secret 1 2)"), Code::UnknownName);
    assert_eq!(wrong("(secret ?n)"), Code::WrongKind);
    assert_eq!(wrong("(sees guesser right)"), Code::WrongKind);
    assert_eq!(wrong("(does nobody noop)"), Code::UnknownName);
    assert_eq!(wrong("(does guesser)"), Code::WrongArity);
    assert_eq!(wrong(&"~".repeat(5000)), Code::TooDeep);
    assert_eq!(wrong(&"(".repeat(5000)), Code::TooDeep);
}

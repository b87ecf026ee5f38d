//! Plays as files. The games of `scenarios/cluedo` are random plays with fixed seeds, with checks added:
//! `HEXA_BLESS=1` writes those that are missing. Any play is written in the usual form, and reads back as
//! what it was.

use hexa_cases::{cases, ensure_eq};
use hexa_engine::generate::play::{
    CardGame, Chances, Kind, Play, Step, decisions_from, small_game,
};
use hexa_engine::{Engine, Held, Limits, UBig};
use hexa_lang::syntax::{Spelling, format};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{Action, Formula, Setup, Terms, Vocabulary};
use std::fs;
use std::path::{Path, PathBuf};

/// The file, the number of players, which is also the seed, and the number of suspicions.
const GAMES: [(&str, usize, usize); 4] = [
    ("three-players.hexa", 3, 15),
    ("four-players.hexa", 4, 20),
    ("five-players.hexa", 5, 25),
    ("six-players.hexa", 6, 40),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/cluedo")
}

fn recorded(players: usize, suspicions: usize) -> String {
    let decisions = decisions_from(players as u64, 2000);
    let play = CardGame::cluedo(players).play(suspicions, Kind::Suspicions, &decisions);
    let title = format!("A game of Cluedo with {players} players: {suspicions} random suspicions.");
    play.text(&title)
}

/// What is declared and done, without remarks and checks.
fn happens(text: &str) -> Vec<&str> {
    let kept = ["agents", "table", "set", "deal", "law", "win", "do"];
    let mut inside = false;
    let is_kept = |line: &&str| {
        if !line.starts_with(' ') {
            inside = line.split(' ').next().is_some_and(|word| kept.contains(&word));
        }
        inside
    };
    text.lines().filter(is_kept).collect()
}

#[test]
fn recorded_games_are_what_their_seeds_give() {
    for (name, players, suspicions) in GAMES {
        let path = folder().join(name);
        let play = recorded(players, suspicions);
        if std::env::var_os("HEXA_BLESS").is_some() && !path.exists() {
            fs::create_dir_all(folder()).expect("the folder can be made");
            fs::write(&path, &play).expect("the file can be written");
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        assert_eq!(happens(&text), happens(&play), "{name}");
        assert_eq!(format(&text, Spelling::Ascii).ok(), Some(text), "{name} is in its usual form");
    }
}

fn limits() -> Limits {
    Limits { max_worlds: Some(1000), ..Limits::default() }
}

fn read(text: &str) -> Document {
    let loaded = load("play.hexa", text, &NoIncludes, &[]);
    assert!(loaded.diagnostics.is_empty(), "{:?}\n{text}", loaded.diagnostics);
    loaded.document.expect("there are no problems")
}

fn build(setup: &Setup, names: &Vocabulary, terms: &Terms) -> Held {
    Engine::Explicit.build(setup, names, terms, &limits()).expect("a small game")
}

/// The sizes of the states that the actions lead to; those that are blocked lead nowhere. The last state.
fn follow(mut state: Held, terms: &Terms, actions: &[Action]) -> (Vec<Option<UBig>>, Held) {
    let mut sizes = Vec::new();
    for &action in actions {
        let next = state.update(terms, action).ok().and_then(|outcomes| outcomes.into_single());
        sizes.push(next.as_ref().and_then(|next| next.relevant_count().ok()));
        state = next.unwrap_or(state);
    }
    (sizes, state)
}

#[test]
fn plays_are_written_in_the_usual_form_and_read_back() {
    cases("plays as files", 300, |case| {
        let (game, turns) = (small_game(case, 6), 1 + case.below(4));
        let mut play = game.play(turns, Kind::Any, &case.decisions(0..80));
        let actions = play.moves();
        let asked = play.formula(Chances::Asked, &actions, &case.decisions(0..30));
        let check = format!("\ncheck {}\n", play.formula_text(asked));
        let text = play.text("A play.") + &check;
        ensure_eq!(format(&text, Spelling::Ascii).ok(), Some(text.clone()));
        let document = read(&text);
        let (done, checked) = steps(&document);
        let (sizes, end) =
            follow(build(&play.setup, &play.vocabulary, &play.terms), &play.terms, &actions);
        let initial = build(&document.initial, &document.vocabulary, &document.terms);
        let (read_sizes, read_end) = follow(initial, &document.terms, &done);
        ensure_eq!(sizes, read_sizes, "{}", text);
        ensure_eq!(
            end.extension(&play.terms, asked, 0).ok(),
            read_end.extension(&document.terms, checked, 0).ok(),
            "{}",
            text
        );
        Ok(())
    });
}

/// What is done, and what is checked at the end.
fn steps(document: &Document) -> (Vec<Action>, Formula) {
    let steps = document.scenarios.iter().flat_map(|scenario| &scenario.steps);
    let (mut done, mut checked) = (Vec::new(), Terms::TRUE);
    for step in steps {
        match step.kind {
            StepKind::Do(action) => done.push(action),
            StepKind::Check(formula) => checked = formula,
            _ => {}
        }
    }
    (done, checked)
}

/// Whoever cannot win says so; the first who can, does.
#[test]
fn plays_end_when_somebody_wins() {
    let mut ended = 0;
    for seed in 0..20 {
        let play = six_cards().play(8, Kind::Suspicions, &decisions_from(seed, 200));
        let mut state = build(&play.setup, &play.vocabulary, &play.terms);
        let play: Play = play.with_endings(|terms, action| match state.update(terms, action) {
            Ok(outcomes) => {
                state = outcomes.into_single().expect("one thing happens");
                true
            }
            Err(_) => false,
        });
        let last = play.steps().last().expect("something happens");
        ended += u32::from(matches!(last, Step::Win(_)));
        let nowins = play.steps().filter(|step| matches!(step, Step::NoWin(_))).count();
        assert_eq!(nowins + usize::from(matches!(last, Step::Win(_))), play.turns.len());
    }
    assert!(ended > 5, "only {ended} end");
}

/// Three players, two cards of each of three kinds.
fn six_cards() -> CardGame {
    let mut game = CardGame::cluedo(3);
    game.categories.iter_mut().for_each(|category| category.cards.truncate(2));
    game.players.iter_mut().for_each(|player| player.cards = 1);
    game
}

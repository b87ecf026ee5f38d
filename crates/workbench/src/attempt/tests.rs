//! The exercises that come with Hexa are judged as they say.

use crate::Opened;
use crate::exercise::{BUILT_IN, Exercise, ExerciseOutcome, Missing, lessons, read_lessons};
use hexa_engine::Limits;
use hexa_lang::syntax::{Spelling, format_until};
use hexa_lang::{NoIncludes, load};
use hexa_logic::Stop;

fn outcome(exercise: &Exercise, text: &str) -> ExerciseOutcome {
    let opened = Opened::new("f", load("f", text, &NoIncludes, &[]), Limits::default());
    exercise.judge(text, opened.as_ref().ok())
}

#[test]
fn every_file_of_exercises_can_be_read() {
    for (_, text) in BUILT_IN {
        let read = read_lessons("exercises", text);
        let read = read.unwrap_or_else(|wrong| panic!("{}: {text:.80}", wrong.0.message));
        assert_eq!(read.len(), 1, "{text:.80}");
    }
    assert_eq!(lessons().len(), BUILT_IN.len());
}

#[test]
fn every_exercise_is_solved_by_its_solution_and_by_nothing_less() {
    let mut hints = 0;
    for lesson in lessons() {
        assert!((3..=6).contains(&lesson.exercises.len()), "lesson {}", lesson.number);
        for exercise in &lesson.exercises {
            let name = &exercise.name;
            assert!(name.starts_with(&format!("{}.", lesson.number)), "{name}");
            let solved = outcome(exercise, &exercise.solution);
            assert_eq!(solved, ExerciseOutcome::Solved, "{name}");
            let started = outcome(exercise, &exercise.file(None));
            assert_ne!(started, ExerciseOutcome::Solved, "{name}");
            for (at, requirement) in exercise.requirements.iter().enumerate() {
                let hint = requirement.hint.clone();
                assert!(!hint.is_empty(), "{name}: no hint {at}");
                assert!(!requirement.attempts.is_empty(), "{name}: nobody gets: {hint}");
                for attempt in &requirement.attempts {
                    hints += 1;
                    let expected =
                        ExerciseOutcome::Missing(Missing::Requirement { at, hint: hint.clone() });
                    assert_eq!(outcome(exercise, attempt), expected, "{name}:\n{attempt}");
                }
            }
        }
    }
    assert!(hints > 60, "only {hints} attempts");
}

#[test]
fn solutions_are_in_their_usual_form() {
    for exercise in lessons().iter().flat_map(|lesson| &lesson.exercises) {
        let formatted = format_until(&exercise.solution, Spelling::AsWritten, &Stop::new());
        assert_eq!(formatted.as_deref().ok(), Some(&*exercise.solution), "{}", exercise.name);
    }
}

#[test]
fn what_belongs_to_no_exercise_in_particular_has_its_hints_too() {
    let text = "#! lesson 1: L\n#! exercise 1.1: E\ndo it\n#! start\nagents a\natoms p, q\npoint p\n___\n\
                #! solution\ncheck p\n#! initially check p & ~q\nno hint\n";
    let lessons = read_lessons("f", text).expect("it is right");
    let exercise = &lessons[0].exercises[0];
    let start = "agents a\natoms p, q\npoint p\n";
    let missing = |text: &str| match outcome(exercise, text) {
        ExerciseOutcome::Missing(missing) => missing,
        ExerciseOutcome::Solved => panic!("{text}"),
    };
    assert_eq!(missing(&format!("# ___\n{start}___\n")), Missing::Gap { line: 5, hint: None });
    let given = "point p".to_owned();
    assert_eq!(missing(&start.replace("point p", "point q")), Missing::Given { given });
    assert_eq!(missing(&format!("{start}check K_b p\n")), Missing::Unreadable);
    assert_eq!(missing(&start.replace("agents a", "agents a\nagents")), Missing::Unreadable);
    let step = "check q".to_owned();
    assert_eq!(missing(&format!("{start}check q\n")), Missing::OwnCheck { line: 4, step });
    assert_eq!(missing(&format!("{start}announce q\n")), Missing::Unreadable);
    let spaced = format!("{}# done\n", start.replace("p, q", "p,  q   # two"));
    assert_eq!(outcome(exercise, &spaced), ExerciseOutcome::Solved);
    // Somebody whom the exercise speaks of is not there.
    let text = text.replace("#! start", "#! open\n#! start").replace("check p &", "check K_a p &");
    let lessons = read_lessons("f", &text).expect("it is right");
    let outcome = outcome(&lessons[0].exercises[0], "agents b\natoms p, q\npoint p\n");
    let ExerciseOutcome::Missing(Missing::Unspeakable { why }) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(why.contains("`a`"), "{why}");
}

//! What is missing in a learner's text, in words.

use crate::exercise::{Exercise, Lesson, Missing};

/// What is missing next.
pub fn missing(missing: &Missing) -> String {
    match missing {
        Missing::Gap { line, hint } => {
            let hint = hint.as_ref().map_or(String::new(), |hint| format!(": {hint}"));
            format!("there is a gap in line {line}{hint}")
        }
        Missing::Given { given } => {
            format!("`{given}` belongs to the exercise and is gone or was changed; write it again")
        }
        Missing::Unreadable => "first mend the error that is shown above".to_owned(),
        Missing::Unspeakable { why } => {
            format!("what is asked cannot be said about your text: {why}")
        }
        Missing::Requirement { hint, .. } => hint.clone(),
        Missing::OwnCheck { line, step } => {
            format!("what is asked is all there, but line {line} of yours does not hold: {step}")
        }
    }
}

/// Lessons with their exercises, by name and title.
pub fn contents(lessons: &[Lesson]) -> String {
    let exercise = |exercise: &Exercise| format!("  {:<6}{}\n", exercise.name, exercise.title);
    let lesson = |lesson: &Lesson| {
        let exercises: String = lesson.exercises.iter().map(exercise).collect();
        format!("{}. {}\n{exercises}", lesson.number, lesson.title)
    };
    lessons.iter().map(lesson).collect()
}

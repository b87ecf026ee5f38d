//! Reading files of exercises.

use super::{Exercise, ExerciseMoment, GAP, Lesson, Requirement, Wanted};
use hexa_text::{Code, Diagnostic, Sources, Span};

/// The lessons of a file, or what is wrong with it.
pub fn read_lessons(name: &str, text: &str) -> Result<Vec<Lesson>, Box<(Diagnostic, Sources)>> {
    let mut reader = Reader::default();
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let end = part_end(rest);
        if let Err(message) = reader.part(&rest[..end]) {
            let mut sources = Sources::default();
            let source = sources.add(name, text);
            let line = rest.find('\n').unwrap_or(rest.len());
            let span = Span::new(at, at + line);
            let problem = Diagnostic::new(Code::Expected, source, span, message);
            return Err(Box::new((problem, sources)));
        }
        rest = &rest[end..];
    }
    Ok(reader.lessons)
}

/// Where the part ends that a text starts with.
fn part_end(text: &str) -> usize {
    text.find("\n#!").map_or(text.len(), |at| at + 1)
}

#[derive(Default)]
struct Reader {
    lessons: Vec<Lesson>,
}

impl Reader {
    /// Takes a line that starts with `#!`, and what stands below it.
    fn part(&mut self, part: &str) -> Result<(), String> {
        let (line, below) = part.split_once('\n').unwrap_or((part, ""));
        let Some(line) = line.strip_prefix("#!") else {
            return match part.trim().is_empty() {
                true => Ok(()),
                false => Err("a file of exercises starts with `#! lesson 1: TITLE`".to_owned()),
            };
        };
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let below = below.trim_matches('\n');
        match word {
            "lesson" => {
                let (number, title) = named(rest)?;
                let (page, exercises) = (String::new(), Vec::new());
                self.lessons.push(Lesson { number, title, page, exercises });
            }
            "exercise" => {
                let (name, title) = named(rest)?;
                let exercise = Exercise { name, title, task: below.to_owned(), ..empty() };
                let lesson = self.lessons.last_mut();
                lesson.ok_or("an exercise belongs to a lesson")?.exercises.push(exercise);
            }
            "start" => self.exercise()?.start = format!("{below}\n"),
            "open" => self.exercise()?.open = true,
            "solution" => {
                let exercise = self.exercise()?;
                exercise.solution = filled(&exercise.start, rest, below)?;
            }
            "gap" => self.exercise()?.gap = Some(paragraph(below)),
            "uses" => self.require(Wanted::Uses(list(rest)), below)?,
            "avoids" => self.require(Wanted::Avoids(list(rest)), below)?,
            "initially" => self.holds(ExerciseMoment::Initially, rest, below)?,
            "finally" => self.holds(ExerciseMoment::Finally, rest, below)?,
            "after" => {
                let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once("\": "));
                let (scenario, steps) = quoted.ok_or("write `after \"SCENARIO\": STEP`")?;
                self.holds(ExerciseMoment::After(scenario.to_owned()), steps, below)?;
            }
            "attempt" => {
                let exercise = self.exercise()?;
                let attempt = filled(&exercise.start, rest, below)?;
                let last = exercise.requirements.last_mut();
                last.ok_or("an attempt stands after what it lacks")?.attempts.push(attempt);
            }
            _ => {
                return Err(format!(
                    "`{word}` is no part of an exercise: there are lesson, exercise, start, open, solution, gap, uses, avoids, \
                     initially, finally, after and attempt"
                ));
            }
        }
        Ok(())
    }

    fn exercise(&mut self) -> Result<&mut Exercise, String> {
        let exercise = self.lessons.last_mut().and_then(|lesson| lesson.exercises.last_mut());
        exercise.ok_or_else(|| "this belongs to an exercise".to_owned())
    }

    fn require(&mut self, wanted: Wanted, hint: &str) -> Result<(), String> {
        let requirement = Requirement { wanted, hint: paragraph(hint), attempts: Vec::new() };
        self.exercise()?.requirements.push(requirement);
        Ok(())
    }

    /// Adds a step to what was wanted last, if that has no hint yet.
    fn holds(&mut self, moment: ExerciseMoment, step: &str, hint: &str) -> Result<(), String> {
        let exercise = self.exercise()?;
        if let Some(Requirement {
            wanted: Wanted::Holds { moment: last, steps }, hint: said, ..
        }) = exercise.requirements.last_mut()
            && said.is_empty()
        {
            if *last != moment {
                return Err("steps of one requirement are taken in the same state".to_owned());
            }
            *steps += &format!("{step}\n");
            *said = paragraph(hint);
            return Ok(());
        }
        self.require(Wanted::Holds { moment, steps: format!("{step}\n") }, hint)
    }
}

fn empty() -> Exercise {
    Exercise {
        name: String::new(),
        title: String::new(),
        task: String::new(),
        start: String::new(),
        solution: String::new(),
        open: false,
        gap: None,
        requirements: Vec::new(),
    }
}

/// `1.2: Title`
fn named(text: &str) -> Result<(String, String), String> {
    let (name, title) = text.split_once(": ").ok_or("write a name, a colon and a title")?;
    match name.contains(char::is_whitespace) {
        true => Err("there are no spaces in the name of an exercise".to_owned()),
        false => Ok((name.to_owned(), title.trim().to_owned())),
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|word| word.trim().to_owned()).collect()
}

/// Lines as one.
fn paragraph(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The start with its gaps filled: the only gap with all lines, or each of several with one line.
fn filled(start: &str, how: &str, filling: &str) -> Result<String, String> {
    let gaps = start.matches(GAP).count();
    let lines: Vec<&str> = match (how, gaps) {
        ("whole", _) => return Ok(format!("{filling}\n")),
        ("", 1) => vec![filling],
        ("", _) => filling.lines().collect(),
        _ => return Err("write `whole`, or nothing".to_owned()),
    };
    if lines.len() != gaps || gaps == 0 {
        return Err(format!("the start has {gaps} gaps, and here are {} lines", lines.len()));
    }
    let mut pieces = start.split(GAP);
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for (line, piece) in lines.iter().zip(pieces) {
        text += line;
        text += piece;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_file_of_exercises_is_said_at_its_line() {
        let lesson = "#! lesson 1: L\n";
        let exercise = format!("{lesson}#! exercise 1.1: E\ndo it\n#! start\n___ ___\n");
        for (text, line, words) in [
            ("agents 1\n".to_owned(), 1, "starts with"),
            ("#! start\n".to_owned(), 1, "belongs to an exercise"),
            (format!("{lesson}#! exercise one\n"), 2, "a colon"),
            (format!("{lesson}#! exercise a b: E\n"), 2, "no spaces"),
            (format!("{exercise}#! solution\none line\n"), 6, "has 2 gaps"),
            (format!("{exercise}#! solution half\n"), 6, "`whole`"),
            (format!("{exercise}#! attempt whole\n"), 6, "after what it lacks"),
            (format!("{exercise}#! after check p\n"), 6, "SCENARIO"),
            (format!("{exercise}#! initially check p\n#! finally check p\n"), 7, "same state"),
            (format!("{exercise}#! answer\n"), 6, "no part of an exercise"),
        ] {
            let (problem, sources) = *read_lessons("f", &text).expect_err("it is wrong");
            assert!(problem.message.contains(words), "{text}: {}", problem.message);
            let place = problem.place().expect("a place");
            assert_eq!(sources.line_column(place).0, line, "{text}");
        }
    }

    #[test]
    fn gaps_are_filled() {
        let text = "#! lesson 1: L\n#! exercise 1.1: E\ndo it\n\n#! start\na ___ b ___\n\n#! solution\n1\n2\n\
                    #! uses x\nuse\nx\n#! attempt whole\nnothing\n";
        let lessons = read_lessons("f", text).expect("it is right");
        let exercise = &lessons[0].exercises[0];
        assert_eq!((&*exercise.task, &*exercise.solution), ("do it", "a 1 b 2\n"));
        assert_eq!(exercise.requirements[0].hint, "use x");
        assert_eq!(exercise.requirements[0].attempts, ["nothing\n"]);
    }
}

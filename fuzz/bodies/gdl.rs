//! Games in GDL: read, played at random, counted and asked about with small limits, by the network and by the
//! interpreter, which must agree wherever both answer.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, stop};
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{GdlAnswer, GdlFailure, GdlRequest, Playing, RuleEngine, answer};
use hexa_rules::words;

/// Asks for everything that can be asked of a game.
pub fn play(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let plays = GdlRequest {
        plays: Some(Playing { plays: 3, seed: 1, max_steps: 12 }),
        ..small_request(text)
    };
    let positions = small_request(text);
    let check =
        AskedFormula { name: "formula".to_owned(), text: "terminal | ~terminal".to_owned() };
    let model = GdlRequest { checks: vec![check], depth: Some(2), ..small_request(text) };
    let outcomes = [plays, positions, model].map(|request| compare_engines(&request));
    let digests = outcomes.iter().map(|outcome| format!("{outcome:?} ")).collect::<String>();
    let [first, ..] = outcomes;
    match first {
        Outcome::Refused | Outcome::GaveUp => first,
        Outcome::Answered(_) => Outcome::Answered(digest(&digests)),
    }
}

fn small_request(text: &str) -> GdlRequest {
    let small = GdlRequest::new("f.gdl", text);
    GdlRequest { max_positions: 60, max_rules: 3_000, ..small }
}

fn compare_engines(request: &GdlRequest) -> Outcome {
    let answers = [RuleEngine::Network, RuleEngine::Interpreter].map(|engine| {
        let stop = stop();
        let outcome = answer(&GdlRequest { engine, ..request.clone() }, &stop, &mut |_| {});
        assert_kept(&stop);
        match &outcome.answer {
            Ok(answer) => drop(words::gdl::answer(answer)),
            Err(failure) => drop(words::gdl::failure(failure)),
        }
        outcome.answer
    });
    let [network, interpreter] = answers.each_ref().map(known);
    if let (Some(network), Some(interpreter)) = (&network, &interpreter) {
        assert_eq!(network, interpreter, "network and interpreter differ on\n{}", request.text);
    }
    match (&answers[0], network) {
        (Err(GdlFailure::Wrong(_)), _) => Outcome::Refused,
        (_, Some(known)) => Outcome::Answered(digest(&known)),
        (_, None) => Outcome::GaveUp,
    }
}

/// What is known of the game and depends on nothing but its rules.
fn known(answer: &Result<GdlAnswer, GdlFailure>) -> Option<String> {
    match answer {
        Ok(answer) if answer.stopped.is_none() => {
            let positions = answer.positions.as_ref().filter(|count| count.is_complete);
            let model = answer.model.as_ref();
            let plays = answer.plays.as_ref().map(|plays| &plays.statistics);
            (answer.positions.is_none() || positions.is_some())
                .then(|| format!("{:?} {positions:?} {model:?} {plays:?}", answer.roles))
        }
        Ok(_) => None,
        Err(GdlFailure::Wrong(wrong)) => Some(format!("{wrong:?}")),
        Err(GdlFailure::NoMove { role, position, .. }) => Some(format!("{role} {position:?}")),
        // Limits are those of each engine.
        Err(_) => None,
    }
}

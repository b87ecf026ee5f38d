//! A random walk through a game, told in the words of the file, so that referees can be compared.

use hexa_logic::Stream;
use hexa_rules::gdl::{Referee, RoleId};

/// What a referee says in one state, and of one step from there.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Stage {
    facts: Vec<String>,
    is_terminal: bool,
    legal: Vec<Vec<String>>,
    goals: Vec<Vec<i64>>,
    sees: Vec<Vec<String>>,
}

/// A random walk of some steps.
pub fn walk(referee: &mut impl Referee, seed: u64, steps: usize) -> Vec<Stage> {
    let mut stream = Stream::new("walk", seed);
    let mut state = referee.initial();
    let mut stages = Vec::new();
    for _ in 0..steps {
        referee.enter(&state).expect("small");
        let roles = RoleId::first(referee.roles());
        let shown =
            |role| referee.legal(role).iter().map(|&made| referee.show_move(role, made)).collect();
        let legal: Vec<Vec<String>> = roles.clone().map(shown).collect();
        let mut stage = Stage {
            facts: referee.show_position(&state),
            is_terminal: referee.is_terminal(),
            goals: roles.clone().map(|role| referee.goals(role).expect("small")).collect(),
            legal,
            sees: Vec::new(),
        };
        let is_over = stage.legal.iter().any(Vec::is_empty);
        if !is_over {
            let choose = |role| {
                let legal = referee.legal(role);
                legal[stream.below(legal.len())]
            };
            let moves: Vec<_> = roles.clone().map(choose).collect();
            referee.make(&moves, &mut state).expect("small");
            for role in roles {
                let seen = referee.sees(role).expect("small");
                let mut seen: Vec<_> =
                    seen.into_iter().map(|percept| referee.show_percept(role, percept)).collect();
                seen.sort();
                stage.sees.push(seen);
            }
        }
        stages.push(stage);
        if is_over {
            break;
        }
    }
    stages
}

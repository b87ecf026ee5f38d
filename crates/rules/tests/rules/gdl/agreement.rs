//! A network, the interpreter and the definition say the same of every state.

use super::games::{GAMES, game, read};
use super::walk::walk;
use hexa_logic::{Stop, Stream};
use hexa_rules::gdl::{
    DefinitionalReferee, Interpreter, Network, PlayEnd, Playing, RoleId, RuleLimits, Rulebook,
    play, trace,
};

fn assert_agreement(game: &Rulebook, seed: u64, steps: usize, text: &str) {
    let bounds = RuleLimits::default();
    let mut network = Network::new(game, &[], bounds, &Stop::new()).expect("small");
    let mut interpreter = Interpreter::new(game, &[], bounds, &Stop::new()).expect("small");
    let mut definition = DefinitionalReferee::new(game);
    let meant = walk(&mut definition, seed, steps);
    assert_eq!(walk(&mut interpreter, seed, steps), meant, "interpreter\n{text}");
    assert_eq!(walk(&mut network, seed, steps), meant, "network\n{text}");
    interpreter.evaluate_on_demand().expect("small");
    assert_eq!(walk(&mut interpreter, seed, steps), meant, "on demand\n{text}");
}

#[test]
fn all_referees_agree_on_the_games() {
    for (name, text) in GAMES {
        for seed in 0..20 {
            assert_agreement(&game(name), seed, 30, text);
        }
    }
}

#[test]
fn all_referees_agree_on_random_games() {
    for seed in 0..300 {
        let text = random_game(seed);
        assert_agreement(&read(&text), seed, 8, &text);
    }
}

#[test]
fn all_referees_agree_where_relations_depend_on_their_negation_by_name() {
    for seed in 0..200 {
        let text = random_game(seed) + &random_chains(seed);
        assert_agreement(&read(&text), seed, 8, &text);
    }
}

#[test]
fn plays_are_the_same_one_by_one_and_64_at_a_time() {
    let stop = Stop::new();
    for (name, _) in GAMES.iter().filter(|(name, _)| *name != "muddy") {
        let game = game(name);
        let mut network =
            Network::new(&game, &[], RuleLimits::default(), &Stop::new()).expect("small");
        let mut interpreter =
            Interpreter::new(&game, &[], RuleLimits::default(), &Stop::new()).expect("small");
        for max_steps in [0, 2, 3, 1000] {
            let playing = Playing { plays: 333, seed: 5, max_steps };
            let together = network.plays(playing, &stop, &mut |_| ()).expect("plays end");
            assert_eq!(
                play(&mut network, playing, &stop, &mut |_| ()),
                Ok(together.clone()),
                "{name}"
            );
            assert_eq!(play(&mut interpreter, playing, &stop, &mut |_| ()), Ok(together), "{name}");
        }
    }
}

#[test]
fn plays_that_get_stuck_are_counted_and_the_first_is_found() {
    // Whoever throws the third head in a row cannot go on.
    let text = "(role random) (role me) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (legal random tail) (true (n ?x)))
        (<= (legal random head) (true (n ?x)))
        (<= (legal me wait) (true (n ?x)) (distinct ?x 3))
        (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) (does random head))
        (<= (next (n 0)) (does random tail))
        (<= terminal (true (n 9))) (<= (goal ?r 0) (role ?r))";
    let game = read(text);
    let mut network = Network::new(&game, &[], RuleLimits::default(), &Stop::new()).expect("small");
    let mut interpreter =
        Interpreter::new(&game, &[], RuleLimits::default(), &Stop::new()).expect("small");
    let playing = Playing { plays: 200, seed: 3, max_steps: 40 };
    let stop = Stop::new();
    let together = network.plays(playing, &stop, &mut |_| ()).expect("plays");
    let alone = play(&mut interpreter, playing, &stop, &mut |_| ()).expect("plays");
    assert_eq!(alone, together);
    assert_eq!((together.plays, together.finished), (200, 0));
    assert!(together.stuck > 100 && together.stuck + together.left() == 200);
    let number = together.first_stuck.expect("some play");
    let traced = trace(&mut network, playing, number, &stop).expect("a play");
    assert_eq!(trace(&mut interpreter, playing, number, &stop), Ok(traced.clone()));
    assert_eq!(
        (traced.end, traced.position),
        (PlayEnd::Stuck(RoleId(1)), vec!["(n 3)".to_owned()])
    );
    assert_eq!(traced.moves.last().expect("some moves"), &["head", "wait"]);
    for earlier in 0..number {
        assert_eq!(
            trace(&mut network, playing, earlier, &stop).expect("a play").end,
            PlayEnd::Left
        );
    }
}

/// Rules at random: relations `d0` to `d3` of the state, each on those before it or on itself.
fn random_game(seed: u64) -> String {
    let mut rules = Rules { stream: Stream::new("random game", seed), text: String::new() };
    rules.text += "(role one) (role two) (c a) (c b) (c k)\n(e a b) (e b k) (e k a)\n";
    for fact in
        ["(init (p a))", "(init (p b))", "(init (q a b))", "(init (q b (f k)))", "(init on)"]
    {
        if rules.stream.below(2) == 0 {
            rules.text += fact;
        }
    }
    for relation in 0..4 {
        for _ in 0..1 + rules.stream.below(3) {
            let positive: Vec<String> =
                (0..=relation).map(|number| format!("(d{number} $)")).collect();
            let negative: Vec<String> =
                (0..relation).map(|number| format!("(d{number} $)")).collect();
            rules.rule(&format!("(d{relation} $)"), &positive, &negative);
        }
    }
    let all: Vec<String> = (0..4).map(|number| format!("(d{number} $)")).collect();
    rules.rule("(legal one (m $))", &all, &all);
    rules.rule("(legal two (m $))", &all, &all);
    rules.text += "(<= (legal ?r stay) (role ?r))\n";
    let with_moves: Vec<String> =
        all.iter().cloned().chain(["(does one (m $))".into(), "(does ?r (m $))".into()]).collect();
    for head in [
        "(next (p $))",
        "(next (q $ (f ?x)))",
        "(next (q $ $))",
        "(sees one (at $))",
        "(sees two $)",
    ] {
        for _ in 0..1 + rules.stream.below(2) {
            rules.rule(head, &with_moves, &with_moves);
        }
    }
    rules.text += "(<= (next on) (not (true on)))\n";
    rules.rule("(goal one 10)", &all, &all);
    rules.rule("(goal two 20)", &all, &all);
    rules.rule("terminal", &all, &all);
    rules.text
}

/// Relations `w0` to `w2` that depend on each other and on their negations, but each atom only on later ones.
fn random_chains(seed: u64) -> String {
    let mut stream = Stream::new("random chains", seed);
    let mut text = String::from("(o a b) (o b k) (o a k) (o k (f k)) (o b (f k))\n");
    for relation in 0..3 {
        text += &format!("(<= (w{relation} ?x) (o ?x ?y) (true (p ?y)))\n");
        for _ in 0..1 + stream.below(3) {
            text += &format!("(<= (w{relation} ?x) (o ?x ?y)");
            for _ in 0..1 + stream.below(2) {
                let other = format!("(w{} ?y)", stream.below(3));
                let shown = match stream.below(3) {
                    0 => other,
                    1 => format!("(not {other})"),
                    _ => "(not (true (p ?x)))".to_owned(),
                };
                text += &format!(" {shown}");
            }
            text += ")\n";
        }
    }
    text += "(<= (legal ?r (go ?x)) (role ?r) (w0 ?x))\n(<= (next (p ?x)) (does one (go ?x)))\n";
    text += "(<= (next (p ?y)) (o ?x ?y) (w1 ?x) (not (w2 ?x)))\n";
    text + "(<= (goal one 30) (w1 ?x) (not (w2 ?x)))\n"
}

struct Rules {
    stream: Stream,
    text: String,
}

impl Rules {
    /// A rule whose conditions are of the state, or of some other kinds. A `$` stands for any term.
    fn rule(&mut self, head: &str, positive: &[String], negative: &[String]) {
        let state =
            ["(true (p $))", "(true (q $ ?y))", "(c $)", "(e $ ?z)", "(true (q ?x (f ?z)))"];
        let kinds: Vec<String> =
            state.iter().map(|kind| kind.to_string()).chain(positive.to_vec()).collect();
        let mut body = String::from(" (c ?x)");
        for _ in 0..1 + self.stream.below(2) {
            body += " ";
            let kind = kinds[self.stream.below(kinds.len())].clone();
            body += &self.filled(&kind);
        }
        let mut bound: Vec<&str> =
            ["?x", "?y", "?z"].into_iter().filter(|name| body.contains(name)).collect();
        bound.push("a");
        let tests: Vec<String> =
            ["(true on)", "(true (p $))", "(e $ $)", "(distinct $ $)", "(or (true on) (e $ $))"]
                .iter()
                .map(|test| test.to_string())
                .chain(negative.iter().filter(|test| !test.contains("?r")).cloned())
                .collect();
        if self.stream.below(2) == 0 {
            let test = tests[self.stream.below(tests.len())].clone();
            body += &format!(" (not {})", self.filled_with(&test, &bound));
        }
        let head = self.filled_with(head, &bound);
        self.text += &format!("(<= {head}{body})\n");
    }

    fn filled(&mut self, pattern: &str) -> String {
        self.filled_with(pattern, &["?x", "?y", "?z", "a", "k"])
    }

    fn filled_with(&mut self, pattern: &str, terms: &[&str]) -> String {
        let mut parts = pattern.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            filled += terms[self.stream.below(terms.len())];
            filled += part;
        }
        filled
    }
}

//! Agent-similarity (thesis def. 50): the explicit engine agrees with the definition, and the states
//! of hexa that are alike are those of section 6.2.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::model::with_worlds_reversed;
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, Held, Limits, State, build, contraction, isomorphic, similar, update};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Deal, DealSetup, Formula, FormulaNode, Group, Holder,
    ModelSetup, RelationSetup, Setup, Sight, Terms, Vocabulary, World,
};

fn held(setup: &Setup, engine: Engine) -> Held {
    let names = generate::vocabulary();
    engine.build(setup, &names, &Terms::default(), &Limits::default()).expect("a small model")
}

/// The same frame with other agents and its worlds backwards; nothing is true anywhere.
fn disguised(setup: &Setup, turn: usize) -> Setup {
    let Setup::Model(mut model) = with_worlds_reversed(setup) else { return setup.clone() };
    model.relations.rotate_left(turn);
    model.worlds.iter_mut().for_each(|world| world.atoms.clear());
    Setup::Model(model)
}

/// The same access, every cell written out as arrows.
fn as_arrows(setup: &Setup) -> Setup {
    let Setup::Model(model) = setup else { return setup.clone() };
    let arrows = |relation: &RelationSetup| match relation {
        RelationSetup::Cells(class) => {
            let pairs = (0..class.len()).flat_map(|v| (0..class.len()).map(move |w| (v, w)));
            let pairs = pairs.filter(|&(v, w)| class[v] == class[w]);
            RelationSetup::Arrows(pairs.map(|(v, w)| (v as u32, w as u32)).collect())
        }
        arrows => arrows.clone(),
    };
    let relations = model.relations.iter().map(|r| r.as_ref().map(arrows)).collect();
    Setup::Model(ModelSetup { relations, ..model.clone() })
}

/// Without access for some agents.
fn without(setup: Setup, mask: u8) -> Setup {
    let Setup::Model(mut model) = setup else { return setup };
    for (at, relation) in model.relations.iter_mut().enumerate() {
        if mask >> at & 1 == 1 {
            *relation = None;
        }
    }
    Setup::Model(model)
}

#[test]
fn both_engines_say_the_same_of_small_frames() {
    cases("both engines say the same of small frames", 1500, |case| {
        let left = generate::model(case, 3, Access::Any);
        let right = generate::model(case, 3, Access::Any);
        let masks = (case.below(8) as u8, case.below(8) as u8);
        let (left, right) = (without(left, masks.0), without(right, masks.1));
        let answer = |engine| {
            let found = held(&left, engine).similar(&held(&right, engine)).expect("small");
            found.is_some()
        };
        ensure_eq!(answer(Engine::Explicit), answer(Engine::Definitional));
        Ok(())
    });
}

#[test]
fn renaming_agents_and_worlds_leaves_a_similar_state() {
    cases("renaming agents and worlds leaves a similar state", 1500, |case| {
        let setup = generate::model(case, 6, Access::Any);
        let turn = case.below(3);
        let mask = case.below(8) as u8;
        let setup = without(setup, mask);
        let other = disguised(&setup, turn);
        for engine in Engine::GENERAL {
            let found = held(&setup, engine).similar(&held(&other, engine)).expect("small");
            let pairs = found.expect("similar by construction");
            ensure_eq!(pairs.len(), 3 - mask.count_ones() as usize);
            let images: Group = pairs.iter().map(|&(_, image)| image).collect();
            ensure_eq!(images, held(&other, engine).group());
        }
        Ok(())
    });
}

#[test]
fn how_access_was_described_does_not_matter() {
    cases("how access was described does not matter", 1500, |case| {
        let setup = generate::model(case, 5, Access::Cells);
        let turn = case.below(3);
        let other = disguised(&as_arrows(&setup), turn);
        for engine in Engine::GENERAL {
            let found = held(&setup, engine).similar(&held(&other, engine)).expect("small");
            ensure!(found.is_some());
        }
        Ok(())
    });
}

#[test]
fn isomorphic_states_are_similar() {
    cases("isomorphic states are similar", 1500, |case| {
        let left = generate::model(case, 3, Access::Cells);
        let right = generate::model(case, 3, Access::Cells);
        let explicit = |setup: &Setup| {
            let (names, terms) = (generate::vocabulary(), Terms::default());
            build(setup, &names, &terms, &Limits::default()).expect("a small model")
        };
        let (left, right) = (explicit(&left), explicit(&right));
        let same = isomorphic(&left, &right).expect("small");
        ensure!(!same || similar(&left, &right).expect("small").is_some());
        Ok(())
    });
}

/// What players do who can win.
#[derive(Clone, Copy)]
enum Winners {
    EndThePlay,
    PlayOn,
}

/// Three players with one card each, and what can be said of them.
struct Hexa {
    terms: Terms,
    names: Vocabulary,
    initial: State,
}

impl Hexa {
    fn new() -> Self {
        let mut names = Vocabulary::default();
        let players: Vec<Agent> = ["1", "2", "3"].map(|name| names.add_agent(name)).to_vec();
        let cards = ["r", "w", "b"].map(|name| names.add_card(name));
        for card in cards {
            players
                .iter()
                .for_each(|&player| _ = names.add_holding_atom(card, Holder::Agent(player)));
        }
        let deal = Deal::new(cards.iter().map(|&card| vec![card]).collect(), &names);
        let setup = DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE };
        let terms = Terms::default();
        let initial = build(&Setup::Deal(setup), &names, &terms, &Limits::default());
        Self { terms, initial: initial.expect("six deals"), names }
    }

    fn holds(&mut self, card: &str, player: u32) -> Formula {
        let card = self.names.card(card).expect("a card");
        let atom = self.names.holding_atom(card, Holder::Agent(Agent(player - 1))).expect("dealt");
        self.terms.formula(FormulaNode::Atom(atom))
    }

    fn announce(&mut self, formula: Formula) -> Action {
        self.terms.announcement(Group::first(3), formula)
    }

    /// The respondent shows the asker one of the cards, the first; the third sees that they do.
    fn show(&mut self, respondent: u32, asker: u32, cards: &[&str]) -> Action {
        let pair: Group = [respondent, asker].map(|player| Agent(player - 1)).into_iter().collect();
        let mut shown = Vec::new();
        for card in cards {
            let held = self.holds(card, respondent);
            shown.push(self.terms.announcement(pair.clone(), held));
        }
        let choice = self.terms.action(ActionNode::Choice(shown.into(), Some(0)));
        self.terms.action(ActionNode::Learn(Group::first(3), choice))
    }

    fn after(&self, state: &State, action: Action) -> Option<State> {
        update(state, &self.terms, action).ok()?.into_single()
    }

    fn reached(&self, action: Action) -> State {
        self.after(&self.initial, action).expect("executable")
    }

    /// The player knows the deal.
    fn wins(&mut self, player: u32) -> Formula {
        let atoms: Vec<Atom> = self.names.atoms().collect();
        let mut known = Vec::new();
        for atom in atoms {
            let atom = self.terms.formula(FormulaNode::Atom(atom));
            known.push(self.terms.formula(FormulaNode::KnowsWhether(Agent(player - 1), atom)));
        }
        self.terms.and(known)
    }

    /// Every question of a player to another, each with its answers: one of the cards is shown, or
    /// the other has none of them.
    fn answers(&mut self, asker: u32) -> Vec<Action> {
        let questions: [&[&str]; 7] =
            [&["r"], &["w"], &["b"], &["r", "w"], &["r", "b"], &["w", "b"], &["r", "w", "b"]];
        let mut answers = Vec::new();
        for respondent in (1..=3).filter(|&respondent| respondent != asker) {
            for cards in questions {
                for first in 0..cards.len() {
                    let mut cards = cards.to_vec();
                    cards.rotate_left(first);
                    answers.push(self.show(respondent, asker, &cards));
                }
                let held = cards.iter().map(|card| self.holds(card, respondent)).collect();
                let some = self.terms.or(held);
                let none = self.terms.not(some);
                answers.push(self.announce(none));
            }
        }
        answers
    }

    /// The asker says that they cannot win.
    fn nowin(&mut self, asker: u32) -> Action {
        let wins = self.wins(asker);
        let not = self.terms.not(wins);
        self.announce(not)
    }

    /// The states that plays lead through, isomorphic ones once: somebody asks and is answered, and
    /// says that they cannot win, if they cannot.
    fn game_states(&mut self, winners: Winners) -> Vec<State> {
        let turns = [1, 2, 3].map(|asker| (self.answers(asker), self.nowin(asker)));
        let mut before_moves = vec![self.initial.clone()];
        let mut all = before_moves.clone();
        let mut at = 0;
        while at < before_moves.len() {
            let before = before_moves[at].clone();
            for (answers, nowin) in &turns {
                for answered in answers.iter().filter_map(|&play| self.after(&before, play)) {
                    add_new(&mut all, contraction(&answered).unwrap());
                    let ended = match (self.after(&answered, *nowin), winners) {
                        (Some(passed), _) => passed,
                        (None, Winners::PlayOn) => answered,
                        (None, Winners::EndThePlay) => continue,
                    };
                    add_new(&mut all, contraction(&ended).unwrap());
                    add_new(&mut before_moves, contraction(&ended).unwrap());
                }
            }
            at += 1;
        }
        all
    }
}

fn add_new(known: &mut Vec<State>, state: State) {
    if !known.iter().any(|known| isomorphic(known, &state).expect("small")) {
        known.push(state);
    }
}

/// One of each kind.
fn kinds(states: &[State], alike: impl Fn(&State, &State) -> bool) -> Vec<&State> {
    let mut kinds: Vec<&State> = Vec::new();
    for state in states {
        if !kinds.iter().any(|kind| alike(kind, state)) {
            kinds.push(state);
        }
    }
    kinds
}

fn alike(left: &State, right: &State) -> Option<Vec<(u32, u32)>> {
    let found = similar(left, right).expect("small")?;
    Some(found.iter().map(|(left, right)| (left.0 + 1, right.0 + 1)).collect())
}

/// Whether the models of two states are agent-similar, whatever the actual worlds.
fn models_alike(left: &State, right: &State) -> bool {
    let worlds: Vec<usize> = right.domain().ones().collect();
    worlds.iter().any(|&world| {
        let there = right.at(World::from_index(world)).expect("it exists");
        alike(left, &there).is_some()
    })
}

#[test]
fn two_deals_that_2_confuses_are_like_two_deals_that_1_confuses() {
    let mut hexa = Hexa::new();
    let (white_1, red_1) = (hexa.holds("w", 1), hexa.holds("r", 1));
    let not_white = hexa.terms.not(white_1);
    let (first, told) = (hexa.announce(not_white), hexa.announce(red_1));
    let wins_2 = hexa.wins(2);
    let passes = hexa.terms.not(wins_2);
    let passes = hexa.announce(passes);
    let passed = hexa.after(&hexa.reached(first), passes).expect("2 cannot win");
    assert_eq!(passed.world_count(), 2);
    // 1 and 3 tell the two deals apart, so either can stand for 2.
    assert_eq!(alike(&passed, &hexa.reached(told)), Some(vec![(1, 2), (2, 1), (3, 3)]));
    assert_eq!(alike(&passed, &hexa.reached(first)), None);
}

#[test]
fn figures_6_2_c_and_d_are_similar_as_models_and_not_as_states() {
    let mut hexa = Hexa::new();
    let (with_white, with_blue) = (hexa.show(1, 2, &["r", "w"]), hexa.show(1, 2, &["r", "b"]));
    let with_white = hexa.reached(with_white);
    let with_blue = hexa.reached(with_blue);
    // One path of four deals, with the actual one inside or at an end.
    let all = hexa.show(1, 2, &["r", "w", "b"]);
    assert_eq!([&with_white, &with_blue].map(State::relevant_count), [Ok(4), Ok(4)]);
    assert!(models_alike(&with_white, &with_blue));
    assert_eq!(alike(&with_white, &with_blue), None);
    assert!(!models_alike(&with_white, &hexa.reached(all)));
}

#[test]
fn a_permutation_is_found_among_many() {
    // Muddy children: every permutation of the children that keeps the muddy ones is one.
    let mut names = Vocabulary::default();
    let atoms: Vec<Atom> = (0..9).map(|at| names.add_atom(&format!("m{at}"))).collect();
    (0..9).for_each(|at| _ = names.add_agent(format!("{at}")));
    let mut terms = Terms::default();
    let seen: Vec<Formula> = atoms.iter().map(|&m| terms.formula(FormulaNode::Atom(m))).collect();
    let somebody = terms.or(seen.clone());
    let father = terms.announcement(Group::first(9), somebody);
    let others = |at: usize| seen.iter().enumerate().filter(move |(other, _)| *other != at);
    let children = |point: &[usize]| {
        let setup = Setup::Structure(hexa_logic::Structure {
            atoms: atoms.clone(),
            observations: (0..9).map(|at| others(at).map(|(_, &m)| m).collect()).collect(),
            law: Terms::TRUE,
            point: Some(point.iter().map(|&at| atoms[at]).collect()),
        });
        build(&setup, &names, &terms, &Limits::default()).expect("512 worlds")
    };
    let told = |point| update(&children(point), &terms, father).expect("true").into_single();
    let [two, other_two, three] =
        [&[0, 1][..], &[5, 7], &[0, 1, 2]].map(|point| told(point).expect("one outcome"));
    let found = alike(&two, &other_two).expect("similar");
    let images: Group = found.iter().filter(|pair| pair.0 <= 2).map(|pair| Agent(pair.1)).collect();
    assert_eq!(images, [6, 8].map(Agent).into_iter().collect());
    assert_eq!(alike(&two, &three), None);
}

/// How many game states and game models there are up to agent-similarity.
fn counts(winners: Winners) -> (usize, usize) {
    let all = Hexa::new().game_states(winners);
    let states = kinds(&all, |left, right| alike(left, right).is_some());
    (states.len(), kinds(&all, models_alike).len())
}

#[test]
fn hexa_has_seven_game_states_and_six_game_models_up_to_similarity() {
    assert_eq!(counts(Winners::EndThePlay), (7, 6));
    // If 2, who has seen red, goes on asking, 3 can say that they do not have red either. That
    // leaves a path of three deals.
    assert_eq!(counts(Winners::PlayOn), (9, 7));
}

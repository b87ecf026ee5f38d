//! Game actions as the thesis defines them (defs. 9 to 14), on random questions in states of card
//! games: propositions 2 and 3, and that moves do what their quintuples and their descriptions do.

use hexa_cases::cases;
use hexa_engine::definitional::game_action::GameAction;
use hexa_engine::definitional::{State, bisimilar, isomorphic};
use hexa_engine::generate::Case;
use hexa_engine::{
    Engine, Held, Hierarchy, Limits, NoGameAction, Undescribed, UpdateError, describe_game_action,
    game_action, hierarchy,
};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Card, Deal, DealSetup, Formula, FormulaNode, Group, Holder,
    Move, Question, Response, Setup, Sight, Terms, Vocabulary,
};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Hands of cards that games start with; the last one may be the table's.
const GAMES: [(&[&str], bool); 4] = [
    (&["b", "w"], false),
    (&["r", "w", "b"], false),
    (&["n", "e", "sw"], false),
    (&["a", "bc", "d"], true),
];

/// A game with its words.
#[derive(Clone)]
struct Game {
    names: Vocabulary,
    terms: Terms,
    setup: Setup,
}

impl Game {
    fn new((hands, table): (&[&str], bool), sight: Sight) -> Self {
        let mut names = Vocabulary::default();
        let agents = if table { hands.len() - 1 } else { hands.len() };
        (1..=agents).for_each(|at| {
            names.add_agent(at.to_string());
        });
        if table {
            names.set_table("t");
        }
        let mut hand = |hand: &&str| hand.chars().map(|c| names.add_card(&c.to_string())).collect();
        let hands: Vec<Vec<Card>> = hands.iter().map(&mut hand).collect();
        for card in names.cards() {
            for holder in names.holders() {
                names.add_holding_atom(card, holder);
            }
        }
        let deal = Deal::new(hands, &names);
        let setup = Setup::Deal(DealSetup { deal, sight, law: Terms::TRUE });
        Self { names, terms: Terms::default(), setup }
    }

    fn build(&self, engine: Engine) -> Held {
        let limits = Limits::default();
        engine.build(&self.setup, &self.names, &self.terms, &limits).expect("a small state")
    }

    fn initial(&self) -> State {
        definitional(self.build(Engine::Definitional))
    }

    fn everybody(&self) -> Group {
        Group::first(self.names.agent_count())
    }

    fn held(&mut self, card: Card, holder: Holder) -> Formula {
        let atom = self.names.holding_atom(card, holder).expect("an atom");
        self.terms.formula(FormulaNode::Atom(atom))
    }

    /// The action of a question.
    fn play(&mut self, name: Move, question: Question) -> Action {
        let everybody = self.everybody();
        question.action(name, &mut self.terms, &everybody)
    }

    fn wins(&mut self, agent: Agent) -> Formula {
        let mut known = Vec::new();
        for card in self.names.cards().collect::<Vec<_>>() {
            for holder in self.names.holders().collect::<Vec<_>>() {
                let held = self.held(card, holder);
                known.push(self.terms.formula(FormulaNode::KnowsWhether(agent, held)));
            }
        }
        self.terms.and(known)
    }

    /// A move, as the numbers decide.
    fn random_move(&mut self, dice: &mut Case) -> Action {
        let agents: Vec<Agent> = self.everybody().iter().collect();
        let cards: Vec<Card> = self.names.cards().collect();
        let requester = agents[dice.below(agents.len())];
        let respondent = agents[dice.below(agents.len())];
        let asked: Vec<Card> = cards.iter().copied().filter(|_| dice.below(2) == 0).collect();
        let asked = if asked.is_empty() { cards[..1].to_vec() } else { asked };
        let holder = Holder::Agent(respondent);
        let held: Vec<Formula> = asked.iter().map(|&card| self.held(card, holder)).collect();
        let response = match dice.below(3) {
            0 => Response::None,
            _ => Response::This(dice.below(asked.len()) as u32),
        };
        let (name, answers, response, respondent, hearers) = match dice.below(4) {
            0 => {
                let response = if dice.below(2) == 0 { Response::None } else { Response::This(0) };
                let wins = self.wins(requester);
                (Move::Answer, vec![wins], response, requester, self.everybody())
            }
            1 => {
                let answers: Vec<Formula> = held.iter().map(|&f| self.terms.not(f)).collect();
                let mut hearers: Group = respondent.into();
                agents.iter().filter(|_| dice.below(2) == 0).for_each(|&a| hearers.insert(a));
                (Move::Answer, answers, response, respondent, hearers)
            }
            _ => {
                let name = match response {
                    Response::This(at) => {
                        Move::Show(asked.clone().into(), Some(asked[at as usize]))
                    }
                    _ => Move::NoShow(asked.clone().into()),
                };
                let pair = [requester, respondent].into_iter().collect();
                (name, held, response, respondent, pair)
            }
        };
        let (answers, respondent) = (answers.into(), Some(respondent));
        self.play(name, Question { requester, respondent, answers, response, hearers })
    }
}

fn definitional(held: Held) -> State {
    held.as_defined().cloned().expect("the definitional engine was asked")
}

/// A set of worlds.
type Set = BTreeSet<usize>;

/// A partition of things, as the numbers decide: which class each is in.
fn partition<T>(things: &[T], dice: &mut Case) -> Vec<usize> {
    let classes = 1 + dice.below(things.len());
    things.iter().map(|_| dice.below(classes)).collect()
}

/// Def. 9 at random: a covering by unions of the respondent's cells, and what everybody hears.
fn random_question(state: &State, dice: &mut Case) -> GameAction {
    let agents: Vec<Agent> = state.group().iter().collect();
    let respondent = agents[dice.below(agents.len())];
    let worlds = 0..state.world_count();
    let cell = |v: usize| -> Set {
        worlds.clone().filter(|&w| state.is_related(respondent, v, w)).collect()
    };
    let cells: BTreeSet<Set> = worlds.clone().map(cell).collect();
    let cells: Vec<Set> = cells.into_iter().collect();
    let mut question: BTreeSet<Set> = BTreeSet::new();
    for _ in 0..2 {
        let class = partition(&cells, dice);
        for chosen in 0..cells.len() {
            let parts = cells.iter().zip(&class).filter(|(_, c)| **c == chosen);
            question.insert(parts.flat_map(|(cell, _)| cell.iter().copied()).collect());
        }
    }
    question.remove(&Set::new());
    let answers: Vec<Set> = question.iter().cloned().collect();
    let true_here: Vec<&Set> = answers.iter().filter(|a| a.contains(&state.point())).collect();
    let answer = true_here[dice.below(true_here.len())].clone();
    let mut publicity = BTreeMap::new();
    for agent in agents {
        let class = match agent == respondent {
            true => (0..answers.len()).collect(),
            false => partition(&answers, dice),
        };
        let pairs = (0..answers.len()).flat_map(|i| (0..answers.len()).map(move |j| (i, j)));
        let confused = pairs.filter(|&(i, j)| class[i] == class[j]);
        let confused = confused.map(|(i, j)| (answers[i].clone(), answers[j].clone())).collect();
        publicity.insert(agent, confused);
    }
    GameAction { question, respondent, answer, publicity }
}

/// Def. 7: every world is a deal, and agents know their own cards.
fn is_knowledge_game_state(game: &Game, state: &State) -> bool {
    let hand = |world: usize, holder: Holder| -> Vec<Card> {
        let atoms = state.atoms(world);
        let holds = |card: &Card| {
            game.names.holding_atom(*card, holder).is_some_and(|a| atoms.contains(&a))
        };
        game.names.cards().filter(holds).collect()
    };
    let initial = game.initial();
    let deals: BTreeSet<Vec<_>> =
        (0..initial.world_count()).map(|w| initial.atoms(w).to_vec()).collect();
    let worlds = || 0..state.world_count();
    let pairs = || worlds().flat_map(|v| worlds().map(move |w| (v, w)));
    worlds().all(|w| deals.contains(&state.atoms(w).to_vec()))
        && state.group().iter().all(|agent| {
            let holder = Holder::Agent(agent);
            let related = |v, w| state.is_related(agent, v, w);
            worlds().all(|w| related(w, w))
                && pairs().filter(|&(v, w)| related(v, w)).all(|(v, w)| {
                    hand(v, holder) == hand(w, holder)
                        && worlds().all(|u| related(v, u) == related(w, u))
                })
        })
}

/// Whether all answers are connected by what agents confuse.
fn is_connected(action: &GameAction) -> bool {
    let mut reached: BTreeSet<Set> = BTreeSet::from([action.answer.clone()]);
    let mut waiting = vec![action.answer.clone()];
    while let Some(answer) = waiting.pop() {
        for (from, to) in action.publicity.values().flatten() {
            if *from == answer && reached.insert(to.clone()) {
                waiting.push(to.clone());
            }
        }
    }
    reached == action.question
}

/// The largest states that random questions are asked in.
const MOST_WORLDS: usize = 60;

/// Questions one after the other, with the states before and after.
fn play_on(dice: &mut Case, each: &dyn Fn(&Game, &State, &GameAction, &State)) {
    let game = Game::new(GAMES[dice.below(GAMES.len())], Sight::OwnCards);
    let mut state = game.initial();
    for _ in 0..3 {
        let action = random_question(&state, dice);
        assert!(action.is_for(&state) && action.is_executable(&state));
        let next = action.execute(&state).expect("it can be executed");
        each(&game, &state, &action, &next);
        if next.world_count() > MOST_WORLDS {
            return;
        }
        state = next;
    }
}

#[test]
fn proposition_2_the_next_state_is_a_knowledge_game_state() {
    cases("proposition 2 the next state is a knowledge game state", 100, |dice| {
        play_on(dice, &|game, _, action, next| {
            let size: usize = action.question.iter().map(BTreeSet::len).sum();
            assert_eq!(next.world_count(), size);
            assert!(is_knowledge_game_state(game, next));
        });
        Ok(())
    });
}

/// The product walks from (w, R') to (w', R') inside one answer, and from (w, R') to (w', R'') where an
/// agent confuses both the worlds and the answers. So it is enough that every answer is connected by
/// itself, and that who confuses two answers confuses a world of the one with a world of the other.
fn is_linked(state: &State, action: &GameAction) -> bool {
    let related = |agent: Agent, left: &Set, right: &Set| {
        left.iter().any(|&v| right.iter().any(|&w| state.is_related(agent, v, w)))
    };
    let mut links = action.publicity.iter();
    action.question.iter().all(|answer| is_connected_inside(state, answer))
        && links.all(|(agent, pairs)| pairs.iter().all(|(i, j)| related(*agent, i, j)))
}

/// Whether access inside a set of worlds connects all of them.
fn is_connected_inside(state: &State, set: &Set) -> bool {
    let Some(&first) = set.first() else { return true };
    let (mut reached, mut waiting) = (Set::from([first]), vec![first]);
    while let Some(v) = waiting.pop() {
        for &w in set {
            let step = state.group().iter().any(|agent| state.is_related(agent, v, w));
            if step && reached.insert(w) {
                waiting.push(w);
            }
        }
    }
    reached == *set
}

#[test]
fn proposition_3_holds_for_connected_answers_that_are_linked() {
    let connected = Cell::new(0);
    cases("proposition 3 holds for connected answers that are linked", 300, |dice| {
        play_on(dice, &|_, before, action, next| {
            let all = before.relevant().len() == before.world_count();
            if all && is_connected(action) && is_linked(before, action) {
                connected.set(connected.get() + 1);
                assert_eq!(next.relevant().len(), next.world_count());
            }
        });
        Ok(())
    });
    assert!(connected.get() > 50, "the hypothesis held {} times", connected.get());
}

/// Two worlds that only 2 confuses; 1 is asked which is the case, and only 3 does not hear their answer.
/// State and frame are connected, and their product is not: 2 hears the answer, and 3 needs not. No
/// smaller state has two answers.
#[test]
fn proposition_3_fails_in_a_state_of_two_worlds() {
    let mut game = Game::new(GAMES[1], Sight::OwnCards);
    let cards: Vec<Card> = game.names.cards().collect();
    let [one, two, three] = [Agent(0), Agent(1), Agent(2)];
    // 1 does not have white, and that did not help 2.
    let (white, wins) = (game.held(cards[1], Holder::Agent(one)), game.wins(two));
    let mut state = game.initial();
    for formula in [white, wins] {
        let not = game.terms.not(formula);
        let announced = game.terms.announcement(game.everybody(), not);
        let next = state.update(&game.terms, announced).expect("true").into_single();
        state = next.expect("one state");
    }
    assert_eq!((state.world_count(), state.relevant().len()), (2, 2));
    let answers = [Set::from([0]), Set::from([1])];
    let same = || answers.iter().map(|answer| (answer.clone(), answer.clone()));
    let other = [(0, 1), (1, 0)].map(|(i, j)| (answers[i].clone(), answers[j].clone()));
    let action = GameAction {
        question: answers.iter().cloned().collect(),
        respondent: one,
        answer: Set::from([state.point()]),
        publicity: BTreeMap::from([
            (one, same().collect()),
            (two, same().collect()),
            (three, same().chain(other).collect()),
        ]),
    };
    assert!(action.is_for(&state) && is_connected(&action));
    let next = action.execute(&state).expect("true");
    assert_eq!((next.world_count(), next.relevant().len()), (2, 1));
}

#[test]
fn a_trivial_action_changes_nothing() {
    let trivial = Cell::new(0);
    cases("a trivial action changes nothing", 300, |dice| {
        play_on(dice, &|_, before, action, next| {
            // Def. 12 speaks of the actual world only; nothing changes if it holds everywhere.
            let everywhere = (0..before.world_count())
                .all(|w| before.at(w).is_some_and(|state| action.is_trivial(&state)));
            if everywhere {
                trivial.set(trivial.get() + 1);
                assert_eq!(isomorphic(before, next), Ok(true));
            }
        });
        Ok(())
    });
    assert!(trivial.get() > 0);
}

/// The quintuple that the engine finds, as the definitions have it.
fn literal(found: &hexa_engine::GameAction, state: &State) -> Option<GameAction> {
    let worlds: Vec<usize> = state.relevant().into_iter().collect();
    let set = |answer: &Vec<bool>| -> Set {
        answer.iter().zip(&worlds).filter(|(inside, _)| **inside).map(|(_, &w)| w).collect()
    };
    let answers: Vec<Set> = found.question.iter().map(set).collect();
    let [answer] = found.answer[..] else { return None };
    let pairs = || (0..answers.len()).flat_map(|i| (0..answers.len()).map(move |j| (i, j)));
    let publicity = found.publicity.iter().map(|(agent, class)| {
        let confused = pairs().filter(|&(i, j)| class[i] == class[j]);
        (*agent, confused.map(|(i, j)| (answers[i].clone(), answers[j].clone())).collect())
    });
    Some(GameAction {
        question: answers.iter().cloned().collect(),
        respondent: found.respondent?,
        answer: answers[answer].clone(),
        publicity: publicity.collect(),
    })
}

/// Moves made by both engines, and by the definitions: the explicit engine runs the question, the
/// definitional one the description, and def. 14 multiplies.
#[test]
fn moves_do_what_their_quintuples_do() {
    let (made, compared) = (Cell::new(0), Cell::new(0));
    cases("moves do what their quintuples do", 150, |dice| {
        let mut game = Game::new(GAMES[dice.below(GAMES.len())], Sight::OwnCards);
        let mut explicit = game.build(Engine::Explicit);
        let mut literally = game.build(Engine::Definitional);
        for _ in 0..4 {
            let action = game.random_move(dice);
            let found = game_action(&literally, &game.terms, action);
            let by_explicit = game_action(&explicit, &game.terms, action);
            let next = explicit.update(&game.terms, action);
            let next_literally = literally.update(&game.terms, action);
            assert_eq!(found.is_ok(), by_explicit.is_ok());
            let (next, next_literally) = match (next, next_literally) {
                (Ok(next), Ok(other)) => (next, other),
                (
                    Err(UpdateError::NotExecutable { .. }),
                    Err(UpdateError::NotExecutable { .. }),
                ) => {
                    let here = literally.view().expect("few worlds").actual;
                    assert!(!found.is_ok_and(|found| found.game.is_executable(here)));
                    continue;
                }
                (left, right) => panic!("{left:?} but {right:?}"),
            };
            let next = next.into_single().expect("one outcome");
            let next_literally = next_literally.into_single().expect("one outcome");
            made.set(made.get() + 1);
            assert_eq!(next.relevant_count(), next_literally.relevant_count());
            let [worlds, worlds_literally] = [&next, &next_literally]
                .map(|state| state.view().expect("few worlds").worlds.len());
            assert_eq!(worlds, worlds_literally);
            for agent in game.everybody().iter() {
                assert_eq!(next.class_count(agent), next_literally.class_count(agent));
            }
            assert_eq!(next.minimal_count(), next_literally.minimal_count());
            let (before, after) = (definitional(literally), definitional(next_literally.clone()));
            let quintuple = found.ok().and_then(|found| literal(&found.game, &before));
            let all_relevant = before.relevant().len() == before.world_count();
            if let Some(quintuple) = quintuple.filter(|_| all_relevant) {
                compared.set(compared.get() + 1);
                assert!(quintuple.is_for(&before));
                let multiplied = quintuple.execute(&before).expect("executable");
                assert_eq!(isomorphic(&multiplied, &after), Ok(true));
            }
            if next.has_at_most(MOST_WORLDS) != Ok(true) {
                return Ok(());
            }
            (explicit, literally) = (next, next_literally);
        }
        Ok(())
    });
    assert!(compared.get() > 50 && made.get() > 100, "{} of {}", compared.get(), made.get());
}

/// The formulas of answers, if all worlds are relevant and no two have the same valuation.
fn answers_by_valuation(
    game: &mut Game,
    state: &State,
    action: &GameAction,
) -> Option<Vec<Formula>> {
    let valuations: BTreeSet<Vec<Atom>> =
        (0..state.world_count()).map(|w| state.atoms(w).to_vec()).collect();
    if valuations.len().min(state.relevant().len()) < state.world_count() {
        return None;
    }
    let mut world = |w: usize| {
        let atoms = (0..game.names.atom_count()).map(Atom::from_index);
        let literals: Vec<Formula> = atoms
            .map(|atom| {
                let positive = game.terms.formula(FormulaNode::Atom(atom));
                let holds = state.atoms(w).contains(&atom);
                if holds { positive } else { game.terms.not(positive) }
            })
            .collect();
        game.terms.and(literals)
    };
    let worlds: Vec<Formula> = (0..state.world_count()).map(&mut world).collect();
    let set = |answer: &Set| answer.iter().map(|&w| worlds[w]).collect::<Vec<Formula>>();
    Some(action.question.iter().map(|answer| game.terms.or(set(answer))).collect())
}

/// The same game action, with answers by their places.
fn placed(action: &GameAction, state: &State) -> hexa_engine::GameAction {
    let answers: Vec<&Set> = action.question.iter().collect();
    let heard = |agent: &Agent| {
        let confused = &action.publicity[agent];
        let pair = |i: usize, j: usize| (answers[i].clone(), answers[j].clone());
        let first = |i| (0..answers.len()).find(|&j| confused.contains(&pair(i, j)));
        (0..answers.len()).map(|i| first(i).expect("reflexive") as u32).collect()
    };
    let bits = |answer: &&Set| (0..state.world_count()).map(|w| answer.contains(&w)).collect();
    hexa_engine::GameAction {
        requester: None,
        respondent: Some(action.respondent),
        question: answers.iter().map(bits).collect(),
        answer: (0..answers.len()).filter(|&at| *answers[at] == action.answer).collect(),
        publicity: action.publicity.keys().map(|agent| (*agent, heard(agent))).collect(),
    }
}

/// Whether a knowledge action describes a game action (def. 46): the frame of the one is that of the
/// other. For a frame that is no game action's, it does not.
fn describes(state: &State, terms: &Terms, described: Action, action: &GameAction) -> bool {
    let held = Held::from(state.clone());
    match game_action(&held, terms, described) {
        Ok(found) => found.game.is_same(&placed(action, state)),
        Err(NoGameAction::Flawed(_)) => false,
        Err(NoGameAction::Undecided(why)) => panic!("{why:?}"),
    }
}

#[test]
fn descriptions_of_game_actions_describe_them() {
    let (described, tangled) = (Cell::new(0), Cell::new(0));
    cases("descriptions of game actions describe them", 300, |dice| {
        play_on(dice, &|game, state, action, next| {
            let mut game = Game { terms: Terms::default(), ..game.clone() };
            let Some(answers) = answers_by_valuation(&mut game, state, action) else { return };
            let limits = Limits::default();
            let placed = placed(action, state);
            let found = describe_game_action(&placed, &answers, &limits, &mut game.terms);
            let found = match found {
                Ok(found) => found,
                Err(Undescribed::Tangled { .. }) => return tangled.set(tangled.get() + 1),
                Err(other) => panic!("{other:?}"),
            };
            described.set(described.get() + 1);
            assert!(describes(state, &game.terms, found.whole, action));
            for action in [found.whole, found.short] {
                let held = Held::from(state.clone());
                let after = held.update(&game.terms, action).expect("executable");
                let after = definitional(after.into_single().expect("one outcome"));
                assert_eq!(bisimilar(&after, next), Ok(true));
            }
        });
        Ok(())
    });
    let counts = (described.get(), tangled.get());
    assert!(counts.0 > 200 && counts.1 > 10, "described and tangled: {counts:?}");
}

/// Def. 48 to the letter: every group that is the first to learn more than another is offered all of
/// its answers.
fn literally(
    group: Option<usize>,
    answers: &[usize],
    action: &hexa_engine::GameAction,
    formulas: &[Formula],
    hierarchy: &Hierarchy,
    terms: &mut Terms,
) -> Vec<(Action, bool)> {
    let given = action.answer[0];
    let Some(group) = group else {
        let tests = terms.or(answers.iter().map(|&answer| formulas[answer]).collect());
        return vec![(terms.action(ActionNode::Test(tests)), answers.contains(&given))];
    };
    let members = &hierarchy.groups[group];
    let mut class: Vec<usize> = (0..action.question.len()).collect();
    for (_, heard) in action.publicity.iter().filter(|(agent, _)| members.contains(*agent)) {
        for (i, j) in (0..heard.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            if heard[i] == heard[j] {
                let (from, to) = (class[i], class[j]);
                class.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
            }
        }
    }
    let classes: BTreeSet<usize> = answers.iter().map(|&answer| class[answer]).collect();
    let mut all = Vec::new();
    for number in classes {
        let part: Vec<usize> = answers.iter().copied().filter(|&a| class[a] == number).collect();
        let below = &hierarchy.first_to_learn_more[group];
        let below: Vec<Option<usize>> =
            if below.is_empty() { vec![None] } else { below.iter().copied().map(Some).collect() };
        let mut inner = Vec::new();
        for next in below {
            inner.extend(literally(next, &part, action, formulas, hierarchy, terms));
        }
        let choice = chosen(&inner, terms);
        let learn = ActionNode::Learn(members.clone(), choice);
        all.push((terms.action(learn), part.contains(&given)));
    }
    all
}

fn chosen(alternatives: &[(Action, bool)], terms: &mut Terms) -> Action {
    if let [(only, _)] = alternatives {
        return *only;
    }
    let mark = alternatives.iter().position(|(_, given)| *given).map(|at| at as u32);
    let parts = alternatives.iter().map(|(action, _)| *action).collect();
    terms.action(ActionNode::Choice(parts, mark))
}

/// Proposition 16 says that def. 48 always gives a description. It does where the groups of the
/// hierarchy are a chain, and nowhere else.
#[test]
fn proposition_16_holds_for_chains_of_learning_only() {
    let (chains, others) = (Cell::new(0), Cell::new(0));
    let least = Cell::new(usize::MAX);
    cases("proposition 16 holds for chains of learning only", 300, |dice| {
        play_on(dice, &|game, state, action, _| {
            let mut game = Game { terms: Terms::default(), ..game.clone() };
            let Some(answers) = answers_by_valuation(&mut game, state, action) else { return };
            let placed = placed(action, state);
            let levels = hierarchy(&placed, &Limits::default()).expect("few agents");
            let all: Vec<usize> = (0..answers.len()).collect();
            let top = levels.groups.len() - 1;
            let made = literally(Some(top), &all, &placed, &answers, &levels, &mut game.terms);
            let made = chosen(&made, &mut game.terms);
            let chain = levels.first_to_learn_more.iter().all(|below| below.len() <= 1);
            let counted = if chain { &chains } else { &others };
            counted.set(counted.get() + 1);
            if !chain {
                least.set(least.get().min(answers.len()));
            }
            assert_eq!(describes(state, &game.terms, made, action), chain);
        });
        Ok(())
    });
    let counts = (chains.get(), others.get());
    assert!(counts.0 > 50 && counts.1 > 30, "chains and others: {counts:?}");
    assert_eq!(least.get(), 3);
}

//! Local and product interpretation on the examples of the papers, computed by the
//! definitional engine.

use hexa_engine::definitional::product::{self, ActionFrame};
use hexa_engine::definitional::{Reading, State, bisimilar, build, isomorphic};
use hexa_engine::{EvalError, Limit, Limits, UpdateError};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Deal, DealSetup, Event, EventClause, EventModel, Formula,
    FormulaNode, Group, Holder, Modality, ModelSetup, RelationSetup, Setup, Sight, Terms,
    Vocabulary, World, WorldSetup,
};

/// A state with the terms that are said of it.
struct Table {
    names: Vocabulary,
    terms: Terms,
    state: State,
}

impl Table {
    /// A deal of cards with one letter each, one hand for each agent.
    fn dealt(hands: &[&str], sight: Sight) -> Self {
        let mut names = Vocabulary::default();
        for at in 1..=hands.len() {
            names.add_agent(at.to_string());
        }
        let card = |names: &mut Vocabulary, card: char| names.add_card(&card.to_string());
        let dealt =
            hands.iter().map(|hand| hand.chars().map(|c| card(&mut names, c)).collect()).collect();
        for card in names.cards() {
            for holder in names.holders() {
                names.add_holding_atom(card, holder);
            }
        }
        let deal = Deal::new(dealt, &names);
        let setup = Setup::Deal(DealSetup { deal, sight, law: Terms::TRUE });
        Self::new(names, &setup)
    }

    fn hexa() -> Self {
        Self::dealt(&["r", "w", "b"], Sight::OwnCards)
    }

    /// Atoms, worlds given by the atoms true in them, the first one actual, and for each agent the
    /// cell of each world.
    fn model(atoms: &[&str], worlds: &[&[&str]], cells: &[&[u32]]) -> Self {
        let mut names = Vocabulary::default();
        for at in 1..=cells.len() {
            names.add_agent(at.to_string());
        }
        for atom in atoms {
            names.add_atom(atom);
        }
        let worlds = worlds.iter().enumerate().map(|(at, atoms)| WorldSetup {
            name: format!("w{at}"),
            atoms: atoms.iter().map(|atom| names.atom(atom).expect("declared")).collect(),
        });
        let setup = Setup::Model(ModelSetup {
            worlds: worlds.collect(),
            relations: cells.iter().map(|c| Some(RelationSetup::Cells(c.to_vec()))).collect(),
            point: World(0),
        });
        Self::new(names, &setup)
    }

    /// Section 6.1: both agents' access is universal.
    fn letter() -> Self {
        Self::model(&["p"], &[&["p"], &[]], &[&[0, 0], &[0, 0]])
    }

    fn new(names: Vocabulary, setup: &Setup) -> Self {
        let terms = Terms::default();
        let state = build(setup, &names, &terms, &Limits::default()).expect("a small state");
        Self { names, terms, state }
    }

    /// `p`, or `r_1`.
    fn atom(&mut self, name: &str) -> Formula {
        let atom = self.atom_named(name);
        self.terms.formula(FormulaNode::Atom(atom))
    }

    fn atom_named(&self, name: &str) -> Atom {
        match name.split_once('_') {
            None => self.names.atom(name).expect("declared"),
            Some((card, agent)) => {
                let holder = Holder::Agent(self.names.agent(agent).expect("declared"));
                self.names
                    .holding_atom(self.names.card(card).expect("dealt"), holder)
                    .expect("an atom")
            }
        }
    }

    fn not(&mut self, formula: Formula) -> Formula {
        self.terms.not(formula)
    }

    fn knows(&mut self, agent: u32, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Knows(Agent(agent - 1), formula))
    }

    fn imagines(&mut self, agent: u32, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::Imagines(Agent(agent - 1), formula))
    }

    fn after(&mut self, modality: Modality, action: Action, formula: Formula) -> Formula {
        self.terms.formula(FormulaNode::After(modality, action, formula))
    }

    /// The agent knows where all cards are.
    fn knows_the_deal(&mut self, agent: u32) -> Formula {
        let atoms: Vec<Atom> = self.names.atoms().collect();
        let whether = atoms.into_iter().map(|atom| {
            let atom = self.terms.formula(FormulaNode::Atom(atom));
            self.terms.formula(FormulaNode::KnowsWhether(Agent(agent - 1), atom))
        });
        let whether = whether.collect();
        self.terms.and(whether)
    }

    fn test(&mut self, formula: Formula) -> Action {
        self.terms.action(ActionNode::Test(formula))
    }

    fn test_atom(&mut self, name: &str) -> Action {
        let atom = self.atom(name);
        self.test(atom)
    }

    fn test_not(&mut self, name: &str) -> Action {
        let atom = self.atom(name);
        let not = self.not(atom);
        self.test(not)
    }

    fn learn(&mut self, group: &[u32], action: Action) -> Action {
        let group = group.iter().map(|agent| Agent(agent - 1)).collect();
        self.terms.action(ActionNode::Learn(group, action))
    }

    fn choice(&mut self, of: &[Action]) -> Action {
        self.terms.action(ActionNode::Choice(of.into(), None))
    }

    /// A choice of which the alternative at this place is marked.
    fn marked(&mut self, mark: u32, of: &[Action]) -> Action {
        self.terms.action(ActionNode::Choice(of.into(), Some(mark)))
    }

    fn sequence(&mut self, of: &[Action]) -> Action {
        self.terms.action(ActionNode::Sequence(of.into()))
    }

    fn at_once(&mut self, of: &[Action]) -> Action {
        self.terms.action(ActionNode::Concurrent(of.into()))
    }

    /// Each of the agents learns, in turn, what is true of each atom.
    fn learning(&mut self, group: &[u32], atoms: &[&str]) -> Vec<Action> {
        let learn = |this: &mut Self, atom: &&str| {
            let test = this.test_atom(atom);
            this.learn(group, test)
        };
        atoms.iter().map(|atom| learn(self, atom)).collect()
    }

    fn learning_not(&mut self, group: &[u32], atoms: &[&str]) -> Vec<Action> {
        let learn = |this: &mut Self, atom: &&str| {
            let test = this.test_not(atom);
            this.learn(group, test)
        };
        atoms.iter().map(|atom| learn(self, atom)).collect()
    }

    fn outcomes(&self, action: Action) -> Vec<Vec<State>> {
        let outcomes = self.state.update(&self.terms, action).expect("executable");
        outcomes.alternatives().to_vec()
    }

    fn only(&self, action: Action) -> State {
        let outcomes = self.state.update(&self.terms, action).expect("executable");
        outcomes.into_single().expect("one outcome")
    }

    fn check(&self, state: &State, formula: Formula) -> bool {
        state.holds(&self.terms, formula).expect("defined")
    }
}

const ALL: [u32; 3] = [1, 2, 3];

fn cells(state: &State) -> Vec<usize> {
    let group: Vec<Agent> = state.group().iter().collect();
    group.into_iter().map(|agent| state.class_count(agent).expect("cells")).collect()
}

/// Product interpretation, which must be bisimilar.
fn multiplied(table: &Table, action: Action) -> State {
    let outcomes = product::update(&table.state, &table.terms, action).expect("executable");
    let state = outcomes.into_single().expect("one outcome");
    assert!(bisimilar(&state, &table.only(action)).expect("small"));
    state
}

#[test]
fn tell_leaves_two_deals() {
    let mut t = Table::hexa();
    let test = t.test_atom("r_1");
    let tell = t.learn(&ALL, test);
    let told = t.only(tell);
    assert_eq!((told.relevant().len(), told.minimal_count()), (2, Ok(2)));
    let (one, two) = (t.knows_the_deal(1), t.knows_the_deal(2));
    assert!(!t.check(&told, one) && t.check(&told, two));
    assert_eq!(multiplied(&t, tell).world_count(), 2);
}

#[test]
fn show_keeps_six_deals_and_2_knows_his() {
    let mut t = Table::hexa();
    let cards = t.learning(&[1, 2], &["r_1", "w_1", "b_1"]);
    let (shown, kind) = (t.marked(0, &cards), t.choice(&cards));
    let (show, kind) = (t.learn(&ALL, shown), t.learn(&ALL, kind));
    let state = t.only(show);
    assert_eq!((state.relevant().len(), state.minimal_count()), (6, Ok(6)));
    assert_eq!(cells(&state), [3, 6, 3]);
    let [one, two, three] = ALL.map(|agent| t.knows_the_deal(agent));
    assert!(state.is_valid(&t.terms, two).expect("defined"));
    assert!(!t.check(&state, one) && !t.check(&state, three));
    // In each state there is one action of the type that can be executed.
    assert!(bisimilar(&state, &t.only(kind)).expect("small"));
    assert!(isomorphic(&multiplied(&t, show), &state).expect("small"));
    let other = t.marked(1, &cards);
    let other = t.learn(&ALL, other);
    let blocked = t.state.update(&t.terms, other).expect_err("1 has no white card");
    assert_eq!(blocked, UpdateError::NotExecutable { test: t.atom("w_1") });
}

#[test]
fn whisper_gives_twelve_worlds_and_only_a_lucky_answer_tells_2_the_deal() {
    let mut t = Table::hexa();
    let cards = t.learning_not(&[1, 2], &["r_1", "w_1", "b_1"]);
    let two = t.knows_the_deal(2);
    for (mark, lucky) in [(1, false), (2, true)] {
        let said = t.marked(mark, &cards);
        let whisper = t.learn(&ALL, said);
        let state = t.only(whisper);
        assert_eq!((state.relevant().len(), state.minimal_count()), (12, Ok(12)));
        assert_eq!(t.check(&state, two), lucky);
        assert_eq!(multiplied(&t, whisper).world_count(), 12);
    }
    let kind = t.choice(&cards);
    let kind = t.learn(&ALL, kind);
    assert_eq!(t.outcomes(kind).len(), 2);
    let some = t.after(Modality::Some, kind, two);
    let every = t.after(Modality::Every, kind, two);
    assert!(t.check(&t.state, some) && !t.check(&t.state, every));
}

#[test]
fn what_3_knows_is_undefined_after_1_and_2_learn_something() {
    let mut t = Table::hexa();
    let test = t.test_atom("r_1");
    let learn = t.learn(&[1, 2], test);
    assert_eq!(t.only(learn).group(), Group::first(2));
    let red = t.atom("r_1");
    let three = t.knows(3, red);
    let after = t.after(Modality::Every, learn, three);
    assert!(matches!(t.state.holds(&t.terms, after), Err(EvalError::Undefined(_))));
    // After a test on your knowledge, it is no longer there.
    let one = t.knows(1, red);
    let tested = t.test(one);
    let after = t.after(Modality::Every, tested, one);
    assert!(matches!(t.state.holds(&t.terms, after), Err(EvalError::Undefined(_))));
    // A branch that is undefined makes the whole undefined, marked or not.
    let later = t.learn(&ALL, test);
    let wrong = t.sequence(&[learn, later]);
    let either = t.marked(0, &[later, wrong]);
    assert!(matches!(
        t.state.update(&t.terms, either),
        Err(UpdateError::Evaluation(EvalError::Undefined(_)))
    ));
    // What is said after a marked choice is said after the marked alternative.
    let either = t.marked(0, &[later, learn]);
    let after = t.after(Modality::Every, either, three);
    assert!(t.check(&t.state, after));
}

#[test]
fn example_36_shows_two_cards_at_once() {
    let mut t = Table::dealt(&["n", "e", "sw"], Sight::OwnCards);
    let mut pairs = Vec::new();
    let mut mark = 0;
    for i in ["n", "e", "s", "w"] {
        for j in ["n", "e", "s", "w"].into_iter().filter(|j| *j != i) {
            if (i, j) == ("s", "w") {
                mark = pairs.len() as u32;
            }
            let left = t.learning(&[1, 3], &[&format!("{i}_3")]);
            let right = t.learning(&[2, 3], &[&format!("{j}_3")]);
            pairs.push(t.at_once(&[left, right].concat()));
        }
    }
    let alone = t.outcomes(pairs[mark as usize]);
    assert_eq!((alone.len(), alone[0].len()), (1, 2));
    let shown = t.marked(mark, &pairs);
    let kind = t.choice(&pairs);
    let (show, kind) = (t.learn(&ALL, shown), t.learn(&ALL, kind));
    let state = t.only(show);
    assert_eq!((state.relevant().len(), state.minimal_count()), (24, Ok(24)));
    assert_eq!(t.outcomes(kind).len(), 2);
    let (north, south, west) = (t.atom("n_3"), t.atom("s_3"), t.atom("w_3"));
    let (one_south, one_north) = (t.knows(1, south), t.knows(1, north));
    let two_west = t.knows(2, west);
    let (both, either) =
        (t.terms.and(vec![one_south, two_west]), t.terms.or(vec![one_south, one_north]));
    let three = t.knows(3, both);
    let two_guesses = t.knows(2, either);
    let two_not = t.knows(2, one_south);
    assert!(t.check(&state, three) && t.check(&state, two_guesses) && !t.check(&state, two_not));
}

#[test]
fn example_39_gives_two_worlds_locally_and_four_in_the_product() {
    let mut t = Table::hexa();
    let learn = t.learning(&[1], &["w_2"]);
    let twice = t.choice(&[learn[0], learn[0]]);
    assert_eq!(t.only(twice).world_count(), 2);
    assert_eq!(multiplied(&t, twice).world_count(), 4);
    // Lemma λ of proposition 15 fails here: either action has the same image, which 1 considers
    // possible in it, but they tell the actions apart. The proposition holds all the same.
    let frame = ActionFrame::new(&t.terms, twice, &Group::first(3), &Limits::default());
    let frame = frame.expect("a knowledge action");
    let &[left, right] = frame.actions() else { panic!("two actions") };
    let images = |action| t.state.images(frame.terms(), action, Reading::Marked).expect("defined");
    let image = |action| images(action)[t.state.point()][0][0].clone();
    assert!(isomorphic(&image(left), &image(right)).expect("small"));
    assert!(!frame.is_related(Agent(0), left, right));
}

#[test]
fn example_40_gives_models_for_different_groups() {
    let mut t = Table::hexa();
    let (one, two) = (t.learning(&[1], &["r_1"]), t.learning(&[2], &["w_2"]));
    let either = t.choice(&[one, two].concat());
    let local = t.outcomes(either);
    let product = product::update(&t.state, &t.terms, either).expect("executable");
    assert_eq!((local.len(), product.alternatives().len()), (2, 2));
    for (agent, (local, product)) in (0..).zip(local.iter().zip(product.alternatives())) {
        assert_eq!(local[0].group(), Group::from(Agent(agent)));
        assert_eq!((local[0].world_count(), product[0].world_count()), (2, 4));
        assert_eq!((local[0].relevant().len(), product[0].relevant().len()), (2, 2));
        assert!(bisimilar(&local[0], &product[0]).expect("small"));
    }
    let frame = ActionFrame::new(&t.terms, either, &Group::first(3), &Limits::default());
    let frame = frame.expect("a knowledge action");
    let &[left, right] = frame.actions() else { panic!("two actions") };
    for agent in (0..3).map(Agent) {
        assert_eq!(frame.is_related(agent, left, left), agent == Agent(0));
        assert_eq!(frame.is_related(agent, right, right), agent == Agent(1));
        assert!(!frame.is_related(agent, left, right));
    }
}

#[test]
fn the_letter_is_read_in_many_ways() {
    let mut t = Table::letter();
    let (one, two) = (t.learning(&[1], &["p"]), t.learning(&[2], &["p"]));
    let (one_not, two_not) = (t.learning_not(&[1], &["p"]), t.learning_not(&[2], &["p"]));
    let (one, two, one_not, two_not) = (one[0], two[0], one_not[0], two_not[0]);
    let (nothing, aloud) = (t.terms.skip(), t.test_atom("p"));
    let (both, both_not) = (t.at_once(&[one, two]), t.at_once(&[one_not, two_not]));
    // Worlds, relevant ones, cells of either agent. If one of the two has read it, both know who:
    // that model has two parts.
    let actions: [(&[Action], usize, usize, [usize; 2]); 6] = [
        (&[aloud], 1, 1, [1, 1]),
        (&[one, one_not], 2, 2, [2, 1]),
        (&[one, one_not, nothing], 4, 4, [3, 1]),
        (&[one, one_not, two, two_not], 4, 2, [2, 1]),
        (&[one, one_not, nothing, two, two_not], 6, 6, [3, 3]),
        (&[one, one_not, nothing, two, two_not, both, both_not], 8, 8, [3, 3]),
    ];
    for (of, worlds, relevant, partitions) in actions {
        let either = t.marked(0, of);
        let action = t.learn(&[1, 2], either);
        let state = t.only(action);
        assert_eq!((state.world_count(), state.relevant().len()), (worlds, relevant));
        assert_eq!(state.minimal_count(), Ok(relevant));
        assert_eq!(cells(&state), partitions);
    }
}

#[test]
fn a_look_that_is_only_suspected_doubles_the_deals() {
    // Example 46, and figure 7.1.f.
    let mut t = Table::dealt(&["r", "w", "b"], Sight::FaceDown);
    let mut looks = t.learning(&[1], &["r_1", "w_1", "b_1"]);
    looks.push(t.terms.skip());
    let suspected = t.marked(3, &looks);
    let suspected = t.learn(&ALL, suspected);
    let state = t.only(suspected);
    assert_eq!((state.relevant().len(), cells(&state)), (12, vec![4, 1, 1]));
    let red = t.atom("r_1");
    let one = t.knows(1, red);
    let two = t.imagines(2, one);
    assert!(t.check(&state, two) && !t.check(&state, one));
    let mut t = Table::hexa();
    let shown = t.learning(&[1, 2], &["r_1"])[0];
    let skip = t.terms.skip();
    let suspected = t.marked(0, &[shown, skip]);
    let suspected = t.learn(&ALL, suspected);
    assert_eq!(t.only(suspected).relevant().len(), 8);
}

#[test]
fn a_frame_for_showing_does_what_the_action_does() {
    let mut t = Table::hexa();
    let event = |t: &mut Table, name: &str| EventClause {
        name: name.to_owned(),
        precondition: t.atom(name),
        postcondition: Vec::new(),
    };
    let events = ["r_1", "w_1", "b_1"].map(|name| event(&mut t, name)).into();
    let apart = Some(RelationSetup::Cells(vec![0, 1, 2]));
    let together = Some(RelationSetup::Cells(vec![0, 0, 0]));
    let relations = vec![apart.clone(), apart, together];
    let frame = t.terms.add_frame(EventModel {
        name: "showing".into(),
        events,
        relations,
        roles: None,
        chances: None,
    });
    let red = t.terms.action(ActionNode::Event(frame, Event(0)));
    let white = t.terms.action(ActionNode::Event(frame, Event(1)));
    let cards = t.learning(&[1, 2], &["r_1", "w_1", "b_1"]);
    let shown = t.marked(0, &cards);
    let show = t.learn(&ALL, shown);
    assert!(isomorphic(&t.only(red), &t.only(show)).expect("small"));
    let blocked = UpdateError::NotExecutable { test: t.atom("w_1") };
    assert_eq!(t.state.update(&t.terms, white).map(drop), Err(blocked));
    // Unmarked, either event may have happened; learning it changes nothing more.
    let learnt = t.learn(&ALL, red);
    assert!(isomorphic(&t.only(learnt), &t.only(red)).expect("small"));
}

#[test]
fn assignments_are_simultaneous_and_leave_nobody_access() {
    let mut t = Table::model(&["p", "q"], &[&["p"], &["q"]], &[&[0, 0], &[0, 1]]);
    let (p, q) = (t.atom_named("p"), t.atom_named("q"));
    let (is_p, is_q) = (t.atom("p"), t.atom("q"));
    let swap = t.terms.action(ActionNode::Assign([(p, is_q), (q, is_p)].into()));
    assert_eq!(t.only(swap).group(), Group::empty());
    let swap = t.learn(&[1, 2], swap);
    let state = t.only(swap);
    let two = t.knows(2, is_q);
    let one = t.knows(1, is_q);
    assert!(t.check(&state, two) && !t.check(&state, one));
    // Several states that disagree do not make one.
    let set = |t: &mut Table, to| t.terms.action(ActionNode::Assign([(p, to)].into()));
    let (yes, no) = (set(&mut t, Terms::TRUE), set(&mut t, Terms::FALSE));
    let both = t.at_once(&[yes, no]);
    let after = t.after(Modality::Some, both, is_p);
    assert!(!t.check(&t.state, after));
    let learnt = t.learn(&[1, 2], both);
    let wrong = UpdateError::Evaluation(EvalError::Disagreement { action: learnt, atom: p });
    assert_eq!(t.state.update(&t.terms, learnt).map(drop), Err(wrong));
}

#[test]
fn nothing_is_the_unit_of_sequences_and_skip_under_learning() {
    let mut t = Table::hexa();
    let nothing = t.sequence(&[]);
    assert!(isomorphic(&t.only(nothing), &t.state).expect("small"));
    let test = t.test_atom("r_1");
    let tell = t.learn(&ALL, test);
    let padded = t.sequence(&[nothing, tell, nothing]);
    assert!(isomorphic(&t.only(padded), &t.only(tell)).expect("small"));
    let skip = t.terms.skip();
    let (left, right) = (t.learn(&[1, 2], nothing), t.learn(&[1, 2], skip));
    assert!(isomorphic(&t.only(left), &t.only(right)).expect("small"));
    let never = t.choice(&[]);
    let blocked = UpdateError::NoOutcome { action: never };
    assert_eq!(t.state.update(&t.terms, never).map(drop), Err(blocked));
}

#[test]
fn models_that_differ_in_access_only_are_equal_after_a_test() {
    // Def. 33.b: the set of models that `(L_{} ?p + L_1 ?p) ; ?p` gives has one element.
    let mut t = Table::model(&["p"], &[&["p"]], &[&[0]]);
    let test = t.test_atom("p");
    let (nobody, one) = (t.learn(&[], test), t.learn(&[1], test));
    let either = t.choice(&[nobody, one]);
    let tested = t.sequence(&[either, test]);
    let action = t.learn(&[1], tested);
    assert_eq!(t.only(action).world_count(), 1);
}

#[test]
fn bisimilar_states_of_a_set_are_followed_separately() {
    // Two models of 1 and 2 that are bisimilar but not equal: what follows is chosen for each.
    let mut t = Table::model(&["p"], &[&["p"]], &[&[0], &[0]]);
    let test = t.test_atom("p");
    let once = t.learn(&[1, 2], test);
    let twice = t.learn(&[1, 2], once);
    let (both, one) = (t.at_once(&[once, twice]), t.learn(&[1], test));
    let either = t.choice(&[once, one]);
    let action = t.sequence(&[both, either]);
    assert_eq!(t.outcomes(both).iter().map(Vec::len).collect::<Vec<_>>(), [1]);
    assert_eq!(t.outcomes(action).len(), 3);
}

#[test]
fn iteration_is_explored_until_nothing_new_is_found() {
    let mut t = Table::hexa();
    let cards = t.learning(&[1, 2], &["r_1", "w_1", "b_1"]);
    let kind = t.choice(&cards);
    let show = t.learn(&ALL, kind);
    let often = t.terms.action(ActionNode::Star(show));
    let two = t.knows_the_deal(2);
    let some = t.after(Modality::Some, often, two);
    let every = t.after(Modality::Every, often, two);
    assert!(t.check(&t.state, some) && !t.check(&t.state, every));
    let again = t.sequence(&[show, often]);
    let every = t.after(Modality::Every, again, two);
    assert!(t.check(&t.state, every));
    // A limit is an error, never an answer.
    let whispers = t.learning_not(&[1, 2], &["r_1", "w_1", "b_1"]);
    let kind = t.choice(&whispers);
    let whisper = t.learn(&ALL, kind);
    let often = t.terms.action(ActionNode::Star(whisper));
    let some = t.after(Modality::Some, often, Terms::FALSE);
    let limits = Limits { max_worlds: Some(20), ..Limits::default() };
    let (names, deal) = (t.names.clone(), ["r", "w", "b"]);
    let hands = deal.map(|card| vec![names.card(card).expect("dealt")]).into();
    let deal = Deal::new(hands, &names);
    let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
    let small = build(&setup, &names, &t.terms, &limits).expect("six deals");
    let limit = EvalError::Limit(Limit::Worlds(20));
    assert_eq!(small.holds(&t.terms, some), Err(limit));
    assert!(matches!(
        t.state.update(&t.terms, often),
        Err(UpdateError::Evaluation(EvalError::Unsupported(_)))
    ));
}

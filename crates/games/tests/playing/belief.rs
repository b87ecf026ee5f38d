//! Beliefs: by trying all plays, by the models of knowledge games, and by hand.

use hexa_games::belief::{
    Belief, BeliefLimits, BeliefOf, MoveModel, NoBelief, UniformMoves, belief, enumerate,
    knowledge_model, knowledge_model_of_play,
};
use hexa_games::catalogue::named_game;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Chance, Game, GameLimit, Move, Play, PlayStep, Player, Trouble, Turn};
use hexa_games::knowledge::{
    Drawing, Guessing, KnowledgeGame, PackedModel, PlayedKnowledgeGame, Protocol, SearchBounds,
    SearchGoal, StateSearch, TurnOrder, WrongGuess,
};
use hexa_games::named::Named;
use hexa_games::tree::{FlatTree, TreeGame};
use hexa_logic::{
    Agent, Card, Comparison, Formula, FormulaNode, Group, Ratio, Stop, Stream, Terms,
};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

fn game(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).expect("a game")
}

fn of(player: Player, information: &[u8]) -> BeliefOf<'_> {
    let limits = BeliefLimits::default();
    BeliefOf { player, information, model: &UniformMoves, limits }
}

fn information(play: &dyn Play, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    play.information(player, &mut bytes);
    bytes
}

/// The step with this text, for whoever's turn it is.
fn step_called(play: &dyn Play, text: &str) -> PlayStep {
    match play.turn() {
        Turn::Chance => {
            let Ok(Chance::Listed(moves, _)) = play.chance() else { panic!("chance is listed") };
            let made = moves.iter().find(|&&made| play.chance_text(made) == text);
            PlayStep::Chance(*made.unwrap_or_else(|| panic!("no chance {text}")))
        }
        Turn::Decision(player) => {
            let made = play.moves(*player).iter().find(|&&m| play.move_text(*player, m) == text);
            PlayStep::Moves(vec![*made.unwrap_or_else(|| panic!("no move {text}"))])
        }
        turn => panic!("{turn:?}"),
    }
}

fn play_by(game: &Arc<dyn Game>, texts: &[&str]) -> (Box<dyn Play>, Vec<PlayStep>) {
    let mut play = Arc::clone(game).start(&Stop::new()).expect("it starts");
    let mut way = Vec::new();
    for text in texts {
        let step = step_called(&*play, text);
        play.apply(&step).expect("it is legal");
        way.push(step);
    }
    (play, way)
}

fn random_step(play: &dyn Play, stream: &mut Stream) -> Option<PlayStep> {
    match play.turn() {
        Turn::Over => None,
        Turn::Chance => Some(play.draw(stream).expect("it can be drawn").0),
        turn => {
            let pick = |&player: &Player| *stream.pick(play.moves(player)).expect("a move");
            Some(PlayStep::Moves(turn.players().iter().map(pick).collect()))
        }
    }
}

fn content(belief: &Belief) -> Vec<(Vec<PlayStep>, String, String)> {
    let of = |one: &hexa_games::belief::Possible| {
        (one.way.clone(), one.probability.to_string(), one.reach.to_string())
    };
    belief.positions().iter().map(of).collect()
}

/// The models of a knowledge game say the same as trying all plays: the same positions, with the same weights.
#[test]
fn models_and_enumeration_give_the_same_belief() {
    let games = [
        "knowledge(hands=1,1,1; ask=1)",
        "knowledge(hands=1,1,1; ask=1,2; nowin=all)",
        "knowledge(hands=2,1; table=1; ask=2; win=table)",
        "knowledge(hands=2,1,1; ask=2; own=forbidden)",
        "knowledge(hands=1,1,1; table=1; ask=1; win=table; order=any)",
        "knowledge(hands=1,2; table=2; ask=1; win=table; draw=allowed)",
        "knowledge(hands=1,1,1; ask=1; end=may)",
        "knowledge(hands=1,1,1; ask=1; guess=after)",
        "knowledge(hands=1,1,1; ask=1; guess=instead)",
        "knowledge(hands=1,1; table=1; ask=1; win=table; end=may; guess=instead; wrong=heard)",
        "knowledge(hands=1,1; table=1; ask=1; win=table; order=start; nowin=all; guess=after)",
    ];
    let stop = Stop::new();
    for name in games {
        let game = game(name);
        for seed in 0..3 {
            let mut stream = Stream::new("beliefs", seed);
            let mut play = Arc::clone(&game).start(&stop).expect("it starts");
            for _ in 0..5 {
                for player in Player::first(game.declaration().players.len()) {
                    let bytes = information(&*play, player);
                    let by_model = belief(&game, of(player, &bytes), &stop).expect("a belief");
                    let tried = enumerate(&game, of(player, &bytes), &stop).expect("a belief");
                    assert_eq!(content(&by_model), content(&tried), "{name} {player:?} {play:?}");
                }
                let Some(step) = random_step(&*play, &mut stream) else { break };
                play.apply(&step).expect("it is legal");
            }
        }
    }
}

/// Whoever wins in a model wins by what they know: the deals in a player's cell are those that they consider possible, except
/// in the middle of a turn, when it counts too that something is left to be chosen.
#[test]
fn cells_of_models_are_what_players_consider_possible() {
    let guessing = |guessing, wrong| Protocol { guessing, wrong, ..Protocol::default() };
    let cases = [
        (&[2, 2][..], 1, 1, Protocol::default()),
        (&[2, 1, 1], 0, 2, Protocol { order: TurnOrder::Any, ..Protocol::default() }),
        (&[1, 1], 2, 1, Protocol { drawing: Drawing::Allowed, ..Protocol::default() }),
        (&[1, 1, 1], 0, 1, guessing(Guessing::After, WrongGuess::Hidden)),
        (&[1, 1, 1], 1, 1, guessing(Guessing::Instead, WrongGuess::Hidden)),
        (&[1, 1, 1], 1, 1, guessing(Guessing::Instead, WrongGuess::Heard)),
    ];
    let stop = Stop::new();
    for (hands, table, ask, protocol) in cases {
        let rules = KnowledgeGame::new(hands, table, &[ask]).expect("there is such a game");
        let names = hexa_games::knowledge::vocabulary(&rules);
        let played = PlayedKnowledgeGame::by_protocol(rules, protocol).expect("it can be played");
        let played = Arc::new(played);
        let game: Arc<dyn Game> = Arc::clone(&played) as Arc<dyn Game>;
        let mut compared = 0;
        for seed in 0..8 {
            let mut stream = Stream::new("cells", seed);
            let (mut play, mut way) = play_by(&game, &[]);
            while let Some(step) = random_step(&*play, &mut stream) {
                play.apply(&step).expect("it is legal");
                way.push(step);
                let (model, world) = played.state_after(&way).expect("legal").expect("dealt");
                let last = play.memory(Player(0)).since(0).last().map(|last| last.public[0]);
                // An open question, or a card that is drawn.
                if *play.turn() == Turn::Over || matches!(last, Some(1 | 5)) {
                    continue;
                }
                for player in Player::first(hands.len()) {
                    let bytes = information(&*play, player);
                    let believed = belief(&game, of(player, &bytes), &stop).expect("a belief");
                    let deals: BTreeSet<Vec<String>> =
                        believed.positions().iter().map(|one| one.play.facts()).collect();
                    let cells = model.cells(Agent(player.0));
                    let in_cell = (0..model.worlds()).filter(|&other| cells[other] == cells[world]);
                    let facts = |world: usize| -> Vec<String> {
                        let holders = (0..model.cards()).map(|card| {
                            let card = Card::from_index(card);
                            format!(
                                "{}_{}",
                                names.card_name(card),
                                names.holder_name(model.holder(world, card))
                            )
                        });
                        holders.collect()
                    };
                    let cell: BTreeSet<Vec<String>> = in_cell.map(facts).collect();
                    assert_eq!(deals, cell, "{hands:?} {protocol:?} {way:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 10, "{hands:?} {protocol:?}");
    }
}

/// In Kuhn poker with three cards, who has 2 considers 1 and 3 possible; a bet of the other tells nothing to the rules.
#[test]
fn beliefs_in_kuhn_poker() {
    let game = game("kuhn(cards=3)");
    let (play, way) = play_by(&game, &["3", "2", "bet"]);
    let stop = Stop::new();
    let bytes = information(&*play, Player(1));
    let second = belief(&game, of(Player(1), &bytes), &stop).expect("a belief");
    assert_eq!(second.positions().len(), 2);
    assert_eq!(second.probability_of_fact("holds(1,3)").to_string(), "1/2");
    assert_eq!(second.probability_of_fact("holds(1,2)").to_string(), "0");
    let facts = second.known_facts();
    assert_eq!(facts.known, ["holds(2,2)"]);
    assert_eq!(facts.possible.len(), 2);
    let mut stream = Stream::new("draws", 5);
    let drawn =
        (0..400).filter(|_| second.draw(&mut stream).facts().contains(&"holds(1,3)".to_owned()));
    assert!((160..240).contains(&drawn.count()));

    let model =
        knowledge_model_of_play(&game, &way, (&UniformMoves, BeliefLimits::default()), &stop);
    let model = model.expect("a model");
    let mut terms = Terms::default();
    let mut atom = |name: &str| {
        let atom = model.vocabulary.atom(name).expect("a fact");
        terms.formula(FormulaNode::Atom(atom))
    };
    let [first_has_3, second_has_2] = ["holds(1,3)", "holds(2,2)"].map(&mut atom);
    let holds = |terms: &Terms, formula| model.holds(terms, formula, &stop).expect("an answer");
    let knows = |terms: &mut Terms, player, formula| {
        terms.formula(FormulaNode::Knows(Agent(player), formula))
    };
    let own = knows(&mut terms, 0, first_has_3);
    assert!(holds(&terms, own));
    let other = knows(&mut terms, 0, second_has_2);
    assert!(!holds(&terms, other));
    let half = Ratio::new(1, 2).expect("a half");
    let even = FormulaNode::Probability(Agent(0), second_has_2, Comparison::Equal, half);
    let even = terms.formula(even);
    assert!(holds(&terms, even));
    let everybody: Group = model.vocabulary.agents().collect();
    let common = terms.formula(FormulaNode::Common(everybody, even));
    assert!(
        !holds(&terms, common),
        "who has 3 believes the other has 2 in two cases of three only"
    );
}

/// Formulas of a game state as the engine of packed models sees them, and as beliefs do.
#[test]
fn nested_and_common_knowledge_agree_with_the_models_of_the_game() {
    let rules = KnowledgeGame::new(&[1, 1, 1], 0, &[1]).expect("there is such a game");
    let played = Arc::new(PlayedKnowledgeGame::new(rules.clone()).expect("it can be played"));
    let game: Arc<dyn Game> = Arc::clone(&played) as Arc<dyn Game>;
    let stop = Stop::new();
    for texts in [
        &["k | l | m"][..],
        &["k | l | m", "ask 2 for k"],
        &["k | l | m", "ask 2 for k", "ask 1 for l"],
    ] {
        let (play, way) = play_by(&game, texts);
        if *play.turn() == Turn::Over {
            continue;
        }
        let by_belief =
            knowledge_model_of_play(&game, &way, (&UniformMoves, BeliefLimits::default()), &stop);
        let by_belief = by_belief.expect("a model");
        let (packed, world) = played.state_after(&way).expect("it is legal").expect("it is dealt");
        let names = hexa_games::knowledge::vocabulary(&rules);
        let state = hexa_games::knowledge::state(&packed, world, &names).expect("few worlds");
        let mut terms = Terms::default();
        let mut formulas: Vec<Formula> =
            names.atoms().map(|atom| terms.formula(FormulaNode::Atom(atom))).collect();
        let atoms = formulas.clone();
        let everybody: Group = names.agents().collect();
        for &atom in &atoms {
            let not = terms.not(atom);
            formulas.push(terms.formula(FormulaNode::Common(everybody.clone(), not)));
            for agent in names.agents() {
                let knows = terms.formula(FormulaNode::Knows(agent, atom));
                formulas.push(knows);
                for other in names.agents() {
                    formulas.push(terms.formula(FormulaNode::Knows(other, knows)));
                    let ignorant = terms.not(knows);
                    formulas.push(terms.formula(FormulaNode::Knows(other, ignorant)));
                }
            }
        }
        for formula in formulas {
            let here = by_belief.holds(&terms, formula, &stop).expect("an answer");
            let there = hexa_engine::holds(&state, &terms, formula).expect("an answer");
            assert_eq!(here, there, "{texts:?} {:?}", terms.node(formula));
        }
    }
}

/// The belief of a player as a model: what holds in all of it is what they know.
#[test]
fn a_belief_as_a_model_says_what_the_player_knows() {
    let game = game("knowledge(hands=1,1,1; ask=1)");
    let (play, _) = play_by(&game, &["k | l | m", "ask 2 for k"]);
    let stop = Stop::new();
    let bytes = information(&*play, Player(2));
    let model = knowledge_model(&game, of(Player(2), &bytes), &stop).expect("a model");
    let mut terms = Terms::default();
    let atom = |terms: &mut Terms, name: &str| {
        let atom = model.vocabulary.atom(name).expect("a fact");
        terms.formula(FormulaNode::Atom(atom))
    };
    let [own, hidden] = ["m_3", "l_2"].map(|name| atom(&mut terms, name));
    assert_eq!(model.holds(&terms, own, &stop), Ok(true));
    // 2 does not have k, and 3 has m: 3 knows the deal.
    assert_eq!(model.holds(&terms, hidden, &stop), Ok(true));
}

#[test]
fn too_much_is_said_and_never_guessed() {
    let game = game("kuhn(cards=50)");
    let (play, _) = play_by(&game, &["3", "2", "bet"]);
    let bytes = information(&*play, Player(1));
    let mut asked = of(Player(1), &bytes);
    asked.limits.positions = 10;
    let limit = |limit| Some(NoBelief::Trouble(Trouble::Limit(limit)));
    assert_eq!(belief(&game, asked, &Stop::new()).err(), limit(GameLimit::Positions(10)));
    asked.limits = BeliefLimits { visited: 30, ..BeliefLimits::default() };
    assert_eq!(belief(&game, asked, &Stop::new()).err(), limit(GameLimit::Nodes(30)));
    let stopped = belief(&game, of(Player(1), &bytes), &Stop::after(10)).err();
    assert_eq!(stopped, Some(NoBelief::Trouble(Trouble::Stopped)));
    assert_eq!(
        belief(&game, of(Player(1), b"nonsense"), &Stop::new()).err(),
        Some(NoBelief::Impossible)
    );
    for name in ["knowledge", "knowledge(guess=after)"] {
        let game = self::game(name);
        for wrong in
            [&b"x"[..], &[0, 1, 0, 0], &[0, 1, 9, 0], &[0, 2, 7, 200, 0], &[0, 3, 3, 200, 0, 0]]
        {
            let none = belief(&game, of(Player(0), wrong), &Stop::new()).err();
            assert_eq!(none, Some(NoBelief::Impossible), "{wrong:?}");
        }
    }
}

/// All positions of plays are among the states that the search finds, up to names.
#[test]
fn positions_of_plays_are_states_of_the_search() {
    for (hands, table, depth) in
        [(&[1, 1, 1][..], 0, usize::MAX), (&[2, 2], 1, 4), (&[1, 1, 2], 0, 3)]
    {
        let rules = KnowledgeGame::new(hands, table, &[1]).expect("there is such a game");
        let mut search = StateSearch::new(rules.clone(), SearchBounds::default());
        search.run(SearchGoal::Nothing, &Stop::new(), &mut |_| {});
        let game = Arc::new(PlayedKnowledgeGame::new(rules).expect("it can be played"));
        let mut walk = Walk { game, search, met: HashSet::new(), way: Vec::new(), depth };
        let mut play = Arc::clone(&walk.game).start(&Stop::new()).expect("it starts");
        walk.visit(&mut *play);
        assert!(walk.met.len() > 10, "{hands:?}");
    }
}

struct Walk {
    game: Arc<PlayedKnowledgeGame>,
    search: StateSearch,
    met: HashSet<String>,
    way: Vec<PlayStep>,
    depth: usize,
}

impl Walk {
    /// With one card each, answers are forced, and what a player considers possible is a cell of the model.
    fn compare_cells(&self, play: &dyn Play, (model, world): (&PackedModel, usize)) {
        if self.game.rules().hands() != [1, 1, 1] || *play.turn() == Turn::Over {
            return;
        }
        let game: Arc<dyn Game> = Arc::clone(&self.game) as Arc<dyn Game>;
        for player in Player::first(3) {
            let bytes = information(play, player);
            let believed = belief(&game, of(player, &bytes), &Stop::new()).expect("a belief");
            let cells = model.cells(Agent(player.0));
            let cell = cells.iter().filter(|&&cell| cell == cells[world]).count();
            assert_eq!(believed.positions().len(), cell, "{:?}", self.way);
        }
    }

    fn visit(&mut self, play: &mut dyn Play) {
        let state = self.game.state_after(&self.way).expect("it is legal");
        if let Some((model, world)) = state
            && self.met.insert(format!("{model:?} {world}"))
        {
            let found = self.search.has_found(&model, world, &Stop::new());
            assert_eq!(found, Ok(true), "{:?}", self.way);
            self.compare_cells(play, (&model, world));
        }
        if self.way.len() >= self.depth {
            return;
        }
        let steps: Vec<PlayStep> = match play.turn() {
            Turn::Chance => {
                let Ok(Chance::Listed(moves, _)) = play.chance() else { panic!("it is listed") };
                moves.iter().map(|&made| PlayStep::Chance(made)).collect()
            }
            turn => {
                let moves = turn.players().iter().flat_map(|&player| play.moves(player).to_vec());
                moves.map(|made: Move| PlayStep::Moves(vec![made])).collect()
            }
        };
        for step in steps {
            play.apply(&step).expect("it is legal");
            self.way.push(step);
            self.visit(play);
            self.way.pop();
            play.undo();
        }
    }
}

/// Reach is the probability of a play by chance and uniform moves, and sums to one over all ends.
#[test]
fn weights_of_a_play_that_nobody_observes_sum_to_one() {
    let game = game("kuhn(cards=3)");
    let play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let bytes = information(&*play, Player(1));
    let before = belief(&game, of(Player(1), &bytes), &Stop::new()).expect("a belief");
    // At the start, and after the first card: the second player has noticed nothing.
    let places: Vec<usize> = before.positions().iter().map(|one| one.way.len()).collect();
    assert_eq!(places, [0, 1, 1, 1]);
    let sum = before.positions().iter().fold(RBig::ZERO, |sum, one| sum + &one.probability.0);
    assert_eq!(sum, RBig::ONE);
    assert_eq!(before.positions()[0].probability.to_string(), "1/2");
}

/// A player who passes with anything but the highest card, and bets with it.
struct Honest;

impl MoveModel for Honest {
    fn name(&self) -> String {
        "honest".to_owned()
    }

    fn chance_of(&self, play: &dyn Play, player: Player, made: Move) -> Exact {
        let highest = format!("holds({},3)", player.0 + 1);
        let bets = play.facts().contains(&highest);
        Exact(if bets == (made == Move(1)) { RBig::ONE } else { RBig::ZERO })
    }
}

/// A model of moves weighs positions and does not rule them out; what it says never happens has no probabilities.
#[test]
fn other_models_of_moves_weigh_otherwise() {
    let game = game("kuhn(cards=3)");
    let (play, _) = play_by(&game, &["3", "2", "bet"]);
    let bytes = information(&*play, Player(1));
    let asked = BeliefOf { model: &Honest, ..of(Player(1), &bytes) };
    let second = belief(&game, asked, &Stop::new()).expect("a belief");
    assert_eq!(second.model, "honest");
    assert_eq!(second.positions().len(), 2);
    assert_eq!(second.probability_of_fact("holds(1,3)").to_string(), "1");
    assert!(
        second
            .known_facts()
            .possible
            .iter()
            .any(|(fact, p)| fact == "holds(1,1)" && p.to_string() == "0")
    );
    let (play, _) = play_by(&game, &["1", "3", "bet"]);
    let bytes = information(&*play, Player(1));
    let asked = BeliefOf { model: &Honest, ..of(Player(1), &bytes) };
    let never = NoBelief::NeverPlayed { model: "honest".to_owned() };
    assert_eq!(belief(&game, asked, &Stop::new()).err(), Some(never));
}

/// A tree writes its information sets in its own way; what is possible in them is the same.
#[test]
fn beliefs_in_a_tree_are_those_of_the_game() {
    let game = game("kuhn(cards=3)");
    let stop = Stop::new();
    let tree = FlatTree::of(&game, 1_000, &stop).expect("it is small");
    let tree: Arc<dyn Game> = Arc::new(TreeGame::new(tree));
    for texts in [&["3", "2"][..], &["3", "2", "bet"], &["1", "2", "pass", "bet"]] {
        let (play, way) = play_by(&game, texts);
        let mut same = Arc::clone(&tree).start(&stop).expect("it starts");
        way.iter().for_each(|step| same.apply(step).expect("it is legal there too"));
        let player = play.turn().players()[0];
        let (here, there) = (information(&*play, player), information(&*same, player));
        // A tree has an information set for who is asked; in the game itself, who is asked sees that they are.
        let is_asked = |play: &dyn Play| play.turn().players().contains(&player);
        let here = belief(&game, of(player, &here), &stop).expect("a belief");
        let here = here.given(&is_asked).expect("they are asked");
        let there = belief(&tree, of(player, &there), &stop).expect("a belief");
        assert_eq!(content(&here), content(&there), "{texts:?}");
    }
}

/// Nobody counts on others not asking for cards of their own, so that it stays possible that they did.
#[test]
fn what_is_avoided_stays_possible() {
    let stop = Stop::new();
    for (own, positions) in [("avoided", 2), ("forbidden", 1)] {
        let game =
            game(&format!("knowledge(hands=1,1; table=1; ask=1; win=table; own={own}; end=may)"));
        let (play, _) = play_by(&game, &["k | l | m", "ask 2 for m", "pass"]);
        let bytes = information(&*play, Player(1));
        let second = belief(&game, of(Player(1), &bytes), &stop).expect("a belief");
        assert_eq!(second.positions().len(), positions, "{own}");
    }
}

/// Bytes that were written by hand lead to an answer or to none, and to nothing worse.
#[test]
fn forged_information_is_no_trouble() {
    let stop = Stop::new();
    let mut refused = 0;
    for name in [
        "knowledge(hands=1,1,1; ask=1; guess=after)",
        "knowledge(hands=1,1; table=2; ask=1; win=table; order=any; end=may; draw=allowed)",
        "knowledge(hands=2,1; table=1; ask=1,2; nowin=all; guess=instead; wrong=heard)",
        "kuhn(cards=3)",
    ] {
        let game = game(name);
        let mut stream = Stream::new("forged", 3);
        for _ in 0..100 {
            let (mut play, _) = play_by(&game, &[]);
            for _ in 0..stream.below(6) {
                if let Some(step) = random_step(&*play, &mut stream) {
                    play.apply(&step).expect("it is legal");
                }
            }
            let mut bytes = information(&*play, Player(0));
            for _ in 0..=stream.below(3) {
                match (bytes.is_empty(), stream.below(3)) {
                    (false, 0) => _ = bytes.remove(stream.below(bytes.len())),
                    (false, 1) => {
                        let at = stream.below(bytes.len());
                        bytes[at] = stream.below(10) as u8;
                    }
                    _ => bytes.insert(stream.below(bytes.len() + 1), stream.below(256) as u8),
                }
            }
            for player in [Player(0), Player(9)] {
                refused += usize::from(belief(&game, of(player, &bytes), &stop).is_err());
            }
            let _ = game.view(Player(0), &bytes);
        }
    }
    assert!(refused > 400, "{refused}");
}

//! Strong players of Cluedo in tiny games, with boards and without, by all rules: games end, who accuses only when certain is
//! right, and what is concluded from somebody's not accusing is so among perfect logicians.

use crate::cluedo_seats::strategy;
use hexa_games::cluedo::agents::AgentWhy;
use hexa_games::cluedo::board::Board;
use hexa_games::cluedo::players::account::Account;
use hexa_games::cluedo::players::notes::{Memories, Notes};
use hexa_games::cluedo::players::nowin::Conclusions;
use hexa_games::cluedo::players::questions::Suspicions;
use hexa_games::cluedo::players::sample::{Sample, ShowNotice};
use hexa_games::cluedo::players::{CluedoAim, CluedoWhy};
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice, CluedoRules, Ending};
use hexa_games::game::{Game, Memory, Move, Observation, Play, PlayStep, Player};
use hexa_games::measures::Measure;
use hexa_games::named::Named;
use hexa_games::strategy::Why;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) fn cases() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// A game by its name, which may be a file of a board with settings.
pub(crate) fn open(name: &str) -> Arc<CluedoGame> {
    let rules = match name.split_once(".board(") {
        None => CluedoRules::named(&Named::read(name).expect("a name")),
        Some((file, settings)) => {
            let board = Board::read(&read(&format!("{file}.board"))).expect("a board");
            let named = Named::read(&format!("cluedo({settings}")).expect("a name");
            CluedoRules::with_board(&named, Some(board))
        }
    };
    Arc::new(CluedoGame::new(rules.unwrap_or_else(|why| panic!("{name}: {why}"))))
}

/// Moves on the board at random, and does all else as a strategy does: it gets where the strategy would not go.
struct Wanderer {
    strategy: Box<dyn Strategy>,
    game: Arc<CluedoGame>,
}

impl Strategy for Wanderer {
    fn begin(&mut self, player: Player) {
        self.strategy.begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.strategy.observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        match self.game.meaning(decision.moves[0]) {
            Some(CluedoMove::Travel(_)) => {
                // It says where it would go.
                self.strategy.choose(decision, stream, stop)?;
                Ok(stream.below(decision.moves.len()))
            }
            _ => self.strategy.choose(decision, stream, stop),
        }
    }

    fn explain(&self) -> Option<Why> {
        self.strategy.explain()
    }
}

/// What a player chose, of what, and why.
pub(crate) struct Choice {
    pub(crate) made: Move,
    pub(crate) moves: Vec<Move>,
    pub(crate) why: Option<Why>,
    /// What they had noticed.
    pub(crate) account: Account,
}

/// A strategy with an account of what its player notices and what they choose, for a test to look at.
struct Watched {
    strategy: Box<dyn Strategy>,
    account: Rc<RefCell<Account>>,
    choices: Rc<RefCell<Vec<Choice>>>,
}

impl Strategy for Watched {
    fn begin(&mut self, player: Player) {
        self.account.borrow_mut().begin(player);
        self.strategy.begin(player);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.account.borrow_mut().observe(observed);
        self.strategy.observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let chosen = self.strategy.choose(decision, stream, stop)?;
        self.choices.borrow_mut().push(Choice {
            made: decision.moves[chosen],
            moves: decision.moves.to_vec(),
            why: self.strategy.explain(),
            account: self.account.borrow().clone(),
        });
        Ok(chosen)
    }
}

fn notices(memory: &Memory) -> impl Iterator<Item = CluedoNotice> {
    memory.since(0).filter_map(CluedoNotice::read)
}

/// What a player knows, as the player and the test see it.
type SharedAccount = Rc<RefCell<Account>>;

/// Plays games; before each step and at the end it is looked at the game and at what everybody has noticed. What all chose.
pub(crate) fn watch(
    game: &Arc<CluedoGame>,
    line_up: &[&str],
    games: std::ops::Range<u64>,
    look: &mut dyn FnMut(&dyn Play, &[SharedAccount]),
) -> Vec<Choice> {
    let players = game.rules().hands().len();
    let choices = Rc::new(RefCell::new(Vec::new()));
    let accounts: Vec<SharedAccount> =
        (0..players).map(|_| Rc::new(RefCell::new(Account::new(game.rules())))).collect();
    let mut seats: Vec<Box<dyn Strategy>> = Vec::new();
    for (seat, account) in accounts.iter().enumerate() {
        let name = line_up[seat % line_up.len()];
        let strategy = match name.strip_prefix("wander ") {
            None => strategy(name, game),
            Some(name) => {
                let strategy = strategy(name, game);
                Box::new(Wanderer { strategy, game: Arc::clone(game) })
            }
        };
        let (account, choices) = (Rc::clone(account), Rc::clone(&choices));
        seats.push(Box::new(Watched { strategy, account, choices }));
    }
    let stop = Stop::new();
    for number in games {
        let mut play = Arc::clone(game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(29, number, players);
        let see = &mut |play: &dyn Play, _: &PlayStep| look(play, &accounts);
        let end = play_on(&mut *play, &mut seats, &mut streams, 4_000, &stop, see);
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{line_up:?}: {end:?}");
        look(&*play, &accounts);
    }
    choices.take()
}

/// What is in the envelope: what nobody has.
fn envelope(accounts: &[Rc<RefCell<Account>>]) -> CluedoCards {
    let all = accounts[0].borrow().dealt().all;
    accounts.iter().fold(all, |left, account| left & !account.borrow().hand())
}

/// Games in which a player can end a turn without a chance to accuse, and games by all other rules.
const RULES: &[(&str, u64)] = &[
    ("cluedo(players=3; deck=2/2/4; board=ring; ends=unrefuted; summons=never)", 800),
    (
        "cluedo(players=3; deck=2/2/4; board=ring; ends=unrefuted; summons=in-reach; stay=forbidden)",
        400,
    ),
    ("cluedo(players=3; deck=2/2/4; board=ring; summoned=must-move; cards=drawn)", 400),
    ("games/cluedo/three-rooms.board(players=2; deck=2/2/3; ends=unrefuted)", 600),
    (
        "games/cluedo/three-rooms.board(players=3; deck=2/2/3; ends=unrefuted; summons=in-reach; cards=drawn)",
        600,
    ),
    (
        "games/cluedo/corridor.board(players=3; deck=2/2/2; ends=unrefuted; stay=forbidden; dice=1)",
        200,
    ),
    ("games/cluedo/corridor.board(players=2; deck=2/2/2; dice=0; steps=1)", 200),
    ("games/cluedo/two-rooms.board(players=3; deck=2/2/2)", 400),
    ("cluedo(players=3; deck=3/3/3; ends=unrefuted)", 200),
    ("cluedo(players=2; deck=2/2/3; asked=everybody)", 400),
    ("cluedo(players=4; deck=3/3/3; asked=everybody; ends=unrefuted)", 200),
    ("cluedo(hands=3,1,0; deck=2/2/3; start=highest)", 400),
];

/// Among perfect logicians nobody accuses wrongly who concludes from the others' not accusing, and nothing that is so is
/// excluded by it, whoever concludes it.
#[test]
fn among_perfect_logicians_not_accusing_tells_nothing_false() {
    let mut excluded = 0;
    for &(name, games) in RULES {
        let game = open(name);
        let line_up = ["nowin", "perfect", "perfect(asks=any)", "nowin"];
        _ = watch(&game, &line_up, 0..games * cases(), &mut |play, accounts| {
            let last = notices(play.memory(Player(0))).last();
            assert!(!matches!(last, Some(CluedoNotice::Wrong { .. })), "{name}: {last:?}");
            if play.steps() < 2 {
                return;
            }
            let truth = envelope(accounts);
            for account in accounts {
                let mut account = account.borrow_mut();
                let possible = account.envelopes_without_win();
                assert!(possible.contains(&truth), "{name}: {:?}", account.notices());
                excluded += usize::from(possible.len() < account.envelopes().len());
            }
        });
    }
    assert!(excluded > 1_000, "{excluded}");
}

/// Strong players of all kinds, as small as they can be.
const STRONG: &[&str] = &[
    "perfect",
    "perfect(asks=any)",
    "perfect(accuses=weighed; games=256)",
    "nowin",
    "nowin(asks=entropy; draws=40)",
    "nested(worlds=3; draws=40)",
    "nested(asks=entropy; worlds=3; draws=40)",
    "measure(by=entropy; draws=40)",
    "measure(by=deals; draws=40)",
    "measure(by=worlds; draws=40)",
    "measure(by=win; draws=40)",
    "lookahead(plays=5; games=256; draws=40)",
    "assistant(games=256)",
];

/// The triples that are asked for by some moves.
pub(crate) fn suspicions(game: &CluedoGame, moves: &[Move]) -> Vec<CluedoCards> {
    let cards = |made: &Move| match game.meaning(*made) {
        Some(CluedoMove::Suspect(cards)) => Some(cards),
        _ => None,
    };
    moves.iter().filter_map(cards).collect()
}

/// On a board the reason is about the suspicion that is made, of those in the room; before moving it names the triple.
#[test]
fn reasons_on_boards_are_about_what_is_done() {
    let (mut moved, mut suspected, mut elsewhere) = (0, 0, 0);
    for (at, strong) in STRONG.iter().enumerate() {
        for name in [
            "cluedo(players=2; deck=2/2/4; board=ring; summons=never)",
            "games/cluedo/three-rooms.board(players=2; deck=2/2/3; ends=unrefuted)",
        ] {
            let game = open(name);
            let first = at as u64;
            let line_up = [&**strong, &format!("wander {strong}")];
            for choice in watch(&game, &line_up, first..first + 2 * cases(), &mut |_, _| {}) {
                let Some(Why::Cluedo(reason)) = &choice.why else { panic!("{strong}: no reason") };
                let text = hexa_games::words::why(choice.why.as_ref().expect("a reason"));
                let mut account = choice.account;
                let legal = suspicions(&game, &choice.moves);
                match (game.meaning(choice.made), &reason.aim) {
                    (Some(CluedoMove::Travel(_)), CluedoAim::ToSuspect(cards)) => {
                        assert!(text.contains(&format!("suspect {}.", cards.join(", "))), "{text}");
                        assert_eq!(cards.len(), 3, "{strong}");
                        moved += 1;
                    }
                    (Some(CluedoMove::Travel(_)), CluedoAim::ToAccuse(_)) => {}
                    (Some(CluedoMove::Suspect(_)), CluedoAim::ToAccuse(_)) => {
                        assert!(game.rules().ends == Ending::Unrefuted, "{text}");
                    }
                    (Some(CluedoMove::Suspect(cards)), CluedoAim::InRoom) => {
                        let possible = account.envelopes().iter().filter(|one| legal.contains(one));
                        match reason.why {
                            CluedoWhy::Possible { envelopes } => {
                                // `nowin` may know more.
                                assert!(envelopes <= possible.count(), "{text}");
                                assert!(account.envelopes().contains(&cards), "{text}");
                            }
                            CluedoWhy::PossibleElsewhere { among } => {
                                assert!(among <= legal.len(), "{text}");
                                elsewhere += 1;
                            }
                            CluedoWhy::AnyTriple { among } => assert_eq!(among, legal.len()),
                            CluedoWhy::Bluff { own, .. } => {
                                assert_eq!(own as u32, (cards & account.hand()).count_ones());
                            }
                            CluedoWhy::Measured { measure: Measure::Entropy, worth, .. } => {
                                is_least_open(&game, &account, cards, &legal, worth.value());
                            }
                            _ => {}
                        }
                        suspected += 1;
                    }
                    (Some(CluedoMove::Suspect(cards)), CluedoAim::Move) => {
                        assert_eq!(account.envelopes(), [cards], "{strong}: it wins");
                    }
                    (Some(CluedoMove::Travel(_) | CluedoMove::Suspect(_)), _) => panic!("{text}"),
                    _ => {}
                }
            }
        }
    }
    assert!(moved > 50 && suspected > 50 && elsewhere > 0, "{moved} {suspected} {elsewhere}");
}

/// What `nowin` concludes from others' not accusing holds if they are perfect logicians, and it says so: agents may know and not
/// accuse, so that they may be wrong about them.
#[test]
fn nowin_says_that_it_takes_the_others_for_perfect_logicians() {
    let game = open("cluedo(players=3; deck=3/3/3)");
    let (mut assumed, mut certain) = (0, 0);
    let line_up = ["nowin", "agent(order=1; mode=page)", "agent(order=0)"];
    for choice in watch(&game, &line_up, 0..300 * cases(), &mut |_, _| {}) {
        let Some(why @ Why::Cluedo(reason)) = &choice.why else { continue };
        let says = hexa_games::words::why(why).contains("perfect logicians");
        match reason.why {
            CluedoWhy::OnlyWithoutWin { .. } => assumed += 1,
            CluedoWhy::OnlyEnvelope => certain += 1,
            _ => {}
        }
        let is_seen = matches!(
            reason.why,
            CluedoWhy::OnlyEnvelope | CluedoWhy::ShownBefore | CluedoWhy::AnyCard { .. }
        );
        assert_eq!(says, !is_seen, "{reason:?}");
    }
    assert!(assumed > 5 && certain > 5, "{assumed} {certain}");
}

/// Agents say why they do what they do, on a board also what they go for.
#[test]
fn agents_say_why() {
    let (mut whys, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (name, games) in [
        ("cluedo(players=3; deck=3/3/3)", 6),
        ("games/cluedo/three-rooms.board(players=3; deck=2/2/3; summons=always)", 20),
    ] {
        let game = open(name);
        for mode in ["right", "page", "program"] {
            let agents = [0, 1, 2].map(|order| format!("agent(order={order}; mode={mode})"));
            let line_up = [&*agents[0], &*agents[1], &format!("wander {}", agents[2])];
            for mut choice in watch(&game, &line_up, 0..games * cases(), &mut |_, _| {}) {
                let Some(why @ Why::CluedoAgent(reason)) = &choice.why else { panic!("{mode}") };
                let text = hexa_games::words::why(why);
                let possible = choice.account.envelopes();
                match (game.meaning(choice.made), &reason.aim, reason.why) {
                    (Some(CluedoMove::Travel(_)), CluedoAim::ToSuspect(cards), _) => {
                        assert!(text.contains(&cards.join(", ")), "{text}");
                    }
                    (Some(CluedoMove::Suspect(made)), CluedoAim::InsteadOf(cards), _) => {
                        let deck = game.rules().deck();
                        let named = |card| made >> card & 1 == 1;
                        let same = cards.iter().filter(|name| {
                            deck.cards().any(|card| deck.name(card) == **name && named(card.0))
                        });
                        assert_eq!(same.count(), 2, "{text}");
                    }
                    (
                        Some(CluedoMove::Suspect(_)),
                        CluedoAim::Move,
                        AgentWhy::GoalDeck { among } | AgentWhy::MostFrequent { among },
                    ) => {
                        // No agent knows more than follows.
                        assert!(mode != "right" || among >= possible.len(), "{text}");
                    }
                    (Some(CluedoMove::Suspect(_)), CluedoAim::Move, AgentWhy::Decided { .. }) => {}
                    (
                        Some(CluedoMove::Accuse(cards)),
                        CluedoAim::Move,
                        AgentWhy::OnlyGoalDeck | AgentWhy::Unrefuted,
                    ) => assert!(mode != "right" || possible == [cards], "{text}"),
                    (
                        Some(CluedoMove::EndTurn),
                        CluedoAim::Move,
                        AgentWhy::Waits { goal_decks },
                    ) => assert!(goal_decks != 1, "{text}"),
                    (Some(CluedoMove::Show(card)), CluedoAim::Move, AgentWhy::ShownBefore) => {
                        let asker = choice.account.suspicion().expect("a suspicion").by;
                        let is_it =
                            |show: &ShowNotice| show.asker == asker && show.seen == 1 << card.0;
                        assert!(choice.account.shows().iter().any(is_it), "{text}");
                    }
                    (Some(CluedoMove::Show(_)), CluedoAim::Move, AgentWhy::AnyCard { among }) => {
                        assert_eq!(among, choice.moves.len())
                    }
                    other => panic!("{other:?}"),
                }
                let word = format!("{:?}", reason.why);
                whys.insert(word.split([' ', '{']).next().unwrap_or_default().to_owned());
                texts.insert(text);
            }
        }
    }
    assert!(whys.len() >= 7 && texts.len() > 30, "{whys:?} {}", texts.len());
}

/// A suspicion leaves so many bits open, and no other that can be made leaves fewer.
fn is_least_open(
    game: &CluedoGame,
    account: &Account,
    made: CluedoCards,
    legal: &[CluedoCards],
    worth: f64,
) {
    let stop = Stop::new();
    let mut notes = Notes::new(game.rules(), Memories::Good, &stop).expect("a deal");
    notes.take(game.rules(), account).expect("it happened");
    let how = (1, Conclusions::Answers);
    let sample = Sample::draw(account, &notes, how, &mut Stream::new("open", 1), &stop);
    let sample = sample.expect("no limit");
    let questions = Suspicions::new(account, game.rules(), &sample);
    let open = |cards| questions.worth(Measure::Entropy, cards, &stop).expect("not stopped");
    let least = legal.iter().map(|&cards| open(cards)).fold(f64::INFINITY, f64::min);
    assert!((open(made) - least).abs() < 1e-6, "{made:b}");
    assert!((worth - least).abs() < 1e-6, "{worth} {least}");
}

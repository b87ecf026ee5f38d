//! Strong players of Cluedo in tiny games, with boards and without, by all rules: games end, who accuses only when certain is
//! right, and what is concluded from somebody's not accusing is so among perfect logicians.

use hexa_games::cluedo::board::Board;
use hexa_games::cluedo::players::account::Account;
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoNotice, CluedoRules};
use hexa_games::game::{Game, Memory, Observation, Play, PlayStep, Player};
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

fn cases() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// A game by its name, which may be a file of a board with settings.
fn open(name: &str) -> Arc<CluedoGame> {
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

fn strategy(name: &str, game: &Arc<CluedoGame>) -> Box<dyn Strategy> {
    let game: Arc<dyn Game> = Arc::<CluedoGame>::clone(game);
    let named = Named::read(name).expect("a name");
    named_strategy(&named, &game).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// A strategy with an account of what its player notices, for a test to look at.
struct Watched {
    strategy: Box<dyn Strategy>,
    account: Rc<RefCell<Account>>,
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
        self.strategy.choose(decision, stream, stop)
    }
}

fn notices(memory: &Memory) -> impl Iterator<Item = CluedoNotice> {
    memory.since(0).filter_map(CluedoNotice::read)
}

/// Plays games; before each step and at the end it is looked at the game and at what everybody has noticed.
fn watch(
    game: &Arc<CluedoGame>,
    line_up: &[&str],
    games: std::ops::Range<u64>,
    look: &mut dyn FnMut(&dyn Play, &[Rc<RefCell<Account>>]),
) {
    let players = game.rules().hands().len();
    let accounts: Vec<Rc<RefCell<Account>>> =
        (0..players).map(|_| Rc::new(RefCell::new(Account::new(game.rules())))).collect();
    let mut seats: Vec<Box<dyn Strategy>> = Vec::new();
    for (seat, account) in accounts.iter().enumerate() {
        let strategy = strategy(line_up[seat % line_up.len()], game);
        seats.push(Box::new(Watched { strategy, account: Rc::clone(account) }));
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
        watch(&game, &line_up, 0..games * cases(), &mut |play, accounts| {
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

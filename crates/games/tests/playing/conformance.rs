//! The conformance suite finds what is wrong: a game that passes is told lies about, or its plays are spoilt in one way.

use hexa_games::catalogue::named_game;
use hexa_games::conformance::{DeclarationFault, Trials, Violation, Wrong, conform};
use hexa_games::exact::Exact;
use hexa_games::game::{
    Chance, Declaration, Forgetting, Game, Memory, Move, MoveNumbers, Observation, Play,
    PlayLength, PlayStep, Player, PlayerView, Recall, RecallFailure, Seats, Sum, Symmetry, Trouble,
    Turn,
};
use hexa_games::named::Named;
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// How plays are spoilt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spoilt {
    Not,
    /// Nothing is taken back.
    Undo,
    /// A fork is a new play.
    Fork,
    /// Moves that are not legal are the first legal one.
    Illegal,
    /// Only the beginning of what is remembered counts.
    Information,
    /// How many steps there were counts too.
    Divines,
    /// The first player has one more move where the second has the highest card.
    Moves,
    /// The last move cannot be made.
    Legal,
    /// Moves stand in the other order.
    Order,
    /// Drawn moves are said to be certain.
    Draw,
}

/// The move of which there is one more: the same as the one before it.
const MORE: Move = Move(2);

/// A game, spoilt.
struct Liar {
    inner: Arc<dyn Game>,
    declaration: Declaration,
    spoilt: Spoilt,
}

struct LiarPlay {
    inner: Box<dyn Play>,
    start: Box<dyn Play>,
    moves: Vec<Vec<Move>>,
    spoilt: Spoilt,
}

impl LiarPlay {
    fn of(inner: Box<dyn Play>, start: Box<dyn Play>, spoilt: Spoilt) -> Self {
        let mut play = Self { inner, start, moves: Vec::new(), spoilt };
        play.list();
        play
    }

    fn list(&mut self) {
        let mut moves: Vec<Vec<Move>> = {
            let players = self.inner.returns().map_or(2, |worths| worths.len());
            Player::first(players).map(|player| self.inner.moves(player).to_vec()).collect()
        };
        let is_high = self.inner.facts().contains(&"holds(2,3)".to_owned());
        match self.spoilt {
            Spoilt::Moves if is_high && moves[0].len() > 1 => moves[0].push(MORE),
            Spoilt::Order => moves[0].reverse(),
            _ => {}
        }
        self.moves = moves;
    }
}

impl Game for Liar {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        self.inner.tell(player, observed)
    }

    fn view(&self, _: Player, _: &[u8]) -> Result<PlayerView, Trouble> {
        Ok(PlayerView::default())
    }

    fn start(self: Arc<Self>, stop: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let inner = Arc::clone(&self.inner).start(stop)?;
        let start = inner.fork();
        Ok(Box::new(LiarPlay::of(inner, start, self.spoilt)))
    }
}

impl Play for LiarPlay {
    fn turn(&self) -> &Turn {
        self.inner.turn()
    }

    fn moves(&self, player: Player) -> &[Move] {
        &self.moves[player.index()]
    }

    fn move_text(&self, player: Player, made: Move) -> String {
        self.inner.move_text(player, made)
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        self.inner.chance()
    }

    fn chance_text(&self, made: Move) -> String {
        self.inner.chance_text(made)
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let (step, probability) = self.inner.draw(stream)?;
        let certain = Exact::read("1").expect("a number");
        Ok((step, if self.spoilt == Spoilt::Draw { certain } else { probability }))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let last_cannot = self.spoilt == Spoilt::Legal && *step == PlayStep::Moves(vec![Move(1)]);
        if last_cannot {
            return Err(Trouble::WrongTurn);
        }
        let is_spoilt = self.spoilt == Spoilt::Moves && self.moves[0].contains(&MORE);
        let is_more = is_spoilt && *step == PlayStep::Moves(vec![MORE]);
        let step = if is_more { &PlayStep::Moves(vec![Move(1)]) } else { step };
        let mut made = self.inner.apply(step);
        if made.is_err() && self.spoilt == Spoilt::Illegal {
            made = self.inner.apply(&PlayStep::Moves(vec![Move(0)]));
        }
        self.list();
        made
    }

    fn undo(&mut self) {
        if self.spoilt != Spoilt::Undo {
            self.inner.undo();
        }
        self.list();
    }

    fn steps(&self) -> usize {
        self.inner.steps()
    }

    fn memory(&self, player: Player) -> &Memory {
        self.inner.memory(player)
    }

    fn information(&self, player: Player, bytes: &mut Vec<u8>) {
        self.inner.information(player, bytes);
        match self.spoilt {
            Spoilt::Information => bytes.truncate(1),
            Spoilt::Divines => bytes.push(u8::from(self.inner.facts().len() > 1)),
            _ => {}
        }
    }

    fn facts(&self) -> Vec<String> {
        self.inner.facts()
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        self.inner.rewards()
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        self.inner.returns()
    }

    fn fork(&self) -> Box<dyn Play> {
        let inner = if self.spoilt == Spoilt::Fork { &self.start } else { &self.inner };
        Box::new(LiarPlay::of(inner.fork(), self.start.fork(), self.spoilt))
    }
}

fn try_spoilt(
    name: &str,
    spoilt: Spoilt,
    lie: impl FnOnce(&mut Declaration),
) -> Option<Box<Violation>> {
    let inner = named_game(&Named::read(name).expect("a name")).expect("a game");
    let mut declaration = inner.declaration().clone();
    lie(&mut declaration);
    let game: Arc<dyn Game> = Arc::new(Liar { inner, declaration, spoilt });
    conform(&game, Trials { plays: 60, steps: 50, seed: 1 }, &Stop::new()).err()
}

fn spoil(spoilt: Spoilt) -> Wrong {
    try_spoilt("kuhn", spoilt, |_| {}).expect("it is spoilt").wrong
}

fn lie(name: &str, lie: impl FnOnce(&mut Declaration)) -> Wrong {
    try_spoilt(name, Spoilt::Not, lie).expect("it is a lie").wrong
}

fn exact(text: &str) -> Exact {
    Exact::read(text).expect("a number")
}

#[test]
fn spoilt_plays_are_found() {
    assert_eq!(try_spoilt("kuhn", Spoilt::Not, |_| {}), None);
    assert_eq!(spoil(Spoilt::Undo), Wrong::UndoDiffers);
    assert_eq!(spoil(Spoilt::Fork), Wrong::ForkDiffers);
    assert!(matches!(spoil(Spoilt::Illegal), Wrong::IllegalTaken(_)));
    assert_eq!(spoil(Spoilt::Order), Wrong::MovesUnordered(Player(0)));
    assert!(matches!(spoil(Spoilt::Legal), Wrong::LegalFails(_, Trouble::WrongTurn)));
    assert!(matches!(spoil(Spoilt::Draw), Wrong::DrawnUnlisted(_)));
}

#[test]
fn two_plays_are_named_where_it_takes_two() {
    let two = |spoilt, wrong: Wrong| {
        let found = try_spoilt("kuhn", spoilt, |declared| {
            declared.numbers = MoveNumbers::PerPosition;
        });
        let found = found.expect("it is spoilt");
        assert_eq!(found.wrong, wrong);
        assert!(found.other.is_some_and(|other| other != found.play));
    };
    two(Spoilt::Information, Wrong::Forgets(Player(0)));
    two(Spoilt::Divines, Wrong::Divines(Player(0)));
    two(Spoilt::Moves, Wrong::MovesDiffer(Player(0)));
}

#[test]
fn false_declarations_are_found() {
    let name = "kuhn";
    let of = |fault| Wrong::Declaration(fault);
    assert_eq!(
        lie(name, |declared| declared.players[1] = "1".to_owned()),
        of(DeclarationFault::Players)
    );
    assert_eq!(
        lie(name, |declared| declared.seats = Seats::Exchanged(vec!["white".to_owned()])),
        of(DeclarationFault::Seats)
    );
    assert_eq!(lie(name, |declared| declared.recall.clear()), of(DeclarationFault::Recall));
    let twice = |declared: &mut Declaration| {
        declared.parameters.push(("cards".to_owned(), "4".to_owned()));
    };
    assert_eq!(lie(name, twice), of(DeclarationFault::Parameters));
    let renamed = |declared: &mut Declaration| {
        let MoveNumbers::Listed(moves) = &mut declared.numbers else { panic!("they are listed") };
        moves[1].reverse();
    };
    assert_eq!(lie(name, renamed), Wrong::MoveRenamed(Player(1), Move(0)));
    assert!(matches!(
        lie(name, |declared| declared.payoffs = Some((exact("-1"), exact("1")))),
        Wrong::PayoffOutside(..)
    ));
    assert_eq!(
        lie(name, |declared| declared.sum = Sum::Constant(exact("1"))),
        Wrong::SumDiffers(exact("0"))
    );
    assert_eq!(lie(name, |declared| declared.length = PlayLength::AtMost(4)), Wrong::TooLong);
    assert_eq!(
        lie(name, |declared| declared.perfect_information = true),
        Wrong::PositionsDiffer(Player(1))
    );
    let forgets = |declared: &mut Declaration| {
        let plays = [["chance: 1", "chance: 2"], ["chance: 1", "chance: 3"]];
        let plays = plays.map(|play| play.map(str::to_owned).to_vec());
        let failure = RecallFailure { kind: Forgetting::Knowledge, plays };
        declared.recall[0] = Recall::Imperfect(Some(Box::new(failure)));
    };
    assert_eq!(lie(name, forgets), Wrong::ForgettingUnshown(Player(0)));
}

#[test]
fn what_is_no_symmetry_is_found() {
    let cards = |names: &[(&str, &str)]| -> Vec<(String, String)> {
        names.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect()
    };
    let with = |name, players: &[u32], names: &[(&str, &str)]| {
        let players = players.iter().copied().map(Player).collect();
        let symmetry = Symmetry { players, names: cards(names) };
        try_spoilt(name, Spoilt::Not, |declared| declared.symmetries = vec![symmetry])
            .map(|violation| violation.wrong)
    };
    // Cards of poker have ranks, and who begins has another part than who does not.
    assert_eq!(with("kuhn", &[1, 0], &[]), Some(Wrong::NoSymmetry(0)));
    let three = "knowledge(hands=1,1,1; order=start)";
    let all = &[("k", "l"), ("l", "m"), ("m", "k")];
    assert_eq!(with(three, &[1, 2, 0], all), None);
    assert_eq!(with(three, &[1, 0, 2], all), Some(Wrong::NoSymmetry(0)));
    assert_eq!(with("knowledge", &[1, 2, 0], all), Some(Wrong::NoSymmetry(0)));
    let broken = Some(Wrong::Declaration(DeclarationFault::Symmetry(0)));
    assert_eq!(with("knowledge", &[0, 0, 1], all), broken);
    assert_eq!(with("knowledge", &[0, 1, 2], &[("k", "l")]), broken);
}

/// What a game is made from makes the same game, also where all settings are said.
#[test]
fn parameters_make_the_same_game() {
    for name in [
        "kuhn",
        "knowledge",
        "knowledge(hands=2,1; table=2; ask=1,2; win=hand:2; end=may)",
        "cluedo",
        "cluedo(players=4; deck=6/6/7; board=ring; ends=unrefuted; summons=in-reach; cards=drawn)",
        "cluedo(hands=3,2,1; deck=3/3/3; asked=everybody; wrong=heard; out=not-asked; turns=50)",
    ] {
        let game = named_game(&Named::read(name).expect("a name")).expect("a game");
        let declared = game.declaration();
        let word = Named::word(&Named::read(name).expect("a name").word);
        let all =
            declared.parameters.iter().fold(word, |named, (key, value)| named.with(key, value));
        let again = named_game(&all).expect("the same game");
        assert_eq!(again.declaration(), declared, "{all}");
        assert!(declared.parameters.len() >= all.settings.len() && !declared.parameters.is_empty());
    }
}

#[test]
fn symmetries_of_knowledge_games_are_found() {
    let count = |name: &str| {
        let game = named_game(&Named::read(name).expect("a name")).expect("a game");
        game.declaration().symmetries.len()
    };
    // Neighbours among the cards; two turns of the circle; neighbours among the players.
    assert_eq!(count("knowledge(hands=2,2,2)"), 5);
    assert_eq!(count("knowledge(hands=2,2,2; order=start)"), 5 + 2);
    assert_eq!(count("knowledge(hands=2,1,2; order=start)"), 4);
    assert_eq!(count("knowledge(hands=2,2,1; order=any)"), 4 + 1);
    assert_eq!(count("knowledge(hands=2,2,2; order=any; win=hand:1)"), 5 + 1);
}

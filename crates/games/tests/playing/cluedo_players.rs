//! Strong players of Cluedo: what they know is what holds in all deals that agree with what they noticed.

use crate::cluedo_seats::{cluedo, strategy};
use hexa_games::catalogue::named_game;
use hexa_games::cluedo::players::account::{Account, World};
use hexa_games::cluedo::players::clues::bits;
use hexa_games::cluedo::players::notes::{Memories, Notes, agent_of};
use hexa_games::cluedo::players::nowin::Conclusions;
use hexa_games::cluedo::players::questions::Suspicions;
use hexa_games::cluedo::players::sample::{Sample, SampleBasis};
use hexa_games::cluedo::{CluedoCards, CluedoMove, CluedoNotice, CluedoRules};
use hexa_games::game::{Game, Observation, Play, PlayStep, Player};
use hexa_games::measures::{CluedoTable, Measure, OwnAsked, compare_suspicions};
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Card, Stop, Stream};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

fn cases() -> u64 {
    std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// A strategy that writes down what its player notices, so that a test can look at it.
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

/// Plays games and looks at what everybody has noticed before each step.
fn watch(name: &str, strategies: &[&str], games: u64, look: &mut dyn FnMut(&mut Account)) {
    let game = cluedo(name);
    let players = game.rules().hands().len();
    let accounts: Vec<Rc<RefCell<Account>>> =
        (0..players).map(|_| Rc::new(RefCell::new(Account::new(game.rules())))).collect();
    let mut watched: Vec<Box<dyn Strategy>> = (0..players)
        .map(|at| {
            let strategy = strategy(strategies[at % strategies.len()], &game);
            Box::new(Watched { strategy, account: Rc::clone(&accounts[at]) }) as Box<dyn Strategy>
        })
        .collect();
    let stop = Stop::new();
    for number in 0..games {
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(5, number, players);
        let see = &mut |play: &dyn Play, _: &PlayStep| {
            if play.steps() > 0 {
                accounts.iter().for_each(|account| look(&mut account.borrow_mut()));
            }
        };
        let end = play_on(&mut *play, &mut watched, &mut streams, 4_000, &stop, see);
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{name}: {end:?}");
    }
}

/// All deals, each as the envelope and the hands.
pub(crate) fn all_deals(rules: &CluedoRules) -> Vec<(CluedoCards, Vec<CluedoCards>)> {
    let cards = |category: &hexa_games::cluedo::Category| category.cards.clone();
    let all: CluedoCards = rules.deck().cards().fold(0, |all, card| all | 1 << card.0);
    let mut deals: Vec<(CluedoCards, Vec<CluedoCards>)> = vec![(0, Vec::new())];
    for category in rules.deck().categories() {
        let with = |(envelope, _): &(CluedoCards, Vec<CluedoCards>)| {
            let envelope = *envelope;
            cards(category).into_iter().map(move |card| (envelope | 1 << card.0, Vec::new()))
        };
        deals = deals.iter().flat_map(with).collect();
    }
    for &size in rules.hands() {
        let mut longer = Vec::new();
        for (envelope, hands) in deals {
            let left = hands.iter().fold(all & !envelope, |left, hand: &CluedoCards| left & !hand);
            let mut chosen = vec![0 as CluedoCards];
            for card in bits(left) {
                chosen.extend(chosen.clone().into_iter().map(|set| set | card));
            }
            for hand in chosen.into_iter().filter(|set| set.count_ones() as usize == size) {
                longer.push((envelope, hands.iter().copied().chain([hand]).collect()));
            }
        }
        deals = longer;
    }
    deals
}

/// Whether a deal agrees with everything that a player has noticed: the definition, notice by notice.
pub(crate) fn agrees(
    account: &Account,
    (envelope, hands): &(CluedoCards, Vec<CluedoCards>),
) -> bool {
    let mut asked = 0;
    account.notices().iter().all(|notice| match *notice {
        CluedoNotice::Dealt(hand) => hands[account.player().index()] == hand,
        CluedoNotice::Suspicion(_, cards) => {
            asked = cards;
            true
        }
        CluedoNotice::Pass(by) => hands[by.index()] & asked == 0,
        CluedoNotice::Show(by, Some(card)) => hands[by.index()] & asked & 1 << card.0 != 0,
        CluedoNotice::Show(by, None) => hands[by.index()] & asked != 0,
        CluedoNotice::Right(_, cards) => *envelope == cards,
        CluedoNotice::Wrong { named, envelope: seen, .. } => {
            named.is_none_or(|cards| cards != *envelope)
                && seen.is_none_or(|seen| seen == *envelope)
        }
        CluedoNotice::EndOfTurn(_) | CluedoNotice::Board(_) => true,
    })
}

/// The envelopes that are possible by a plain list of worlds.
fn listed(account: &Account, deals: &[(CluedoCards, Vec<CluedoCards>)]) -> Vec<CluedoCards> {
    let possible = deals.iter().filter(|deal| agrees(account, deal)).map(|deal| deal.0);
    let mut envelopes: Vec<CluedoCards> = possible.collect();
    envelopes.sort_unstable();
    envelopes.dedup();
    envelopes
}

#[test]
fn what_the_perfect_logician_knows_is_what_holds_in_a_plain_list_of_worlds() {
    let agent = "agent(order=0)";
    for (name, strategies) in [
        ("cluedo(players=2; deck=2/2/3)", &["perfect"][..]),
        ("cluedo(players=3; deck=3/3/3)", &["perfect", agent]),
        ("cluedo(players=3; deck=3/2/3; hands=3,2,0)", &["perfect(asks=any)"]),
        ("cluedo(players=4; deck=3/3/3; asked=everybody)", &["perfect", "perfect(asks=any)"]),
        (
            "cluedo(players=3; deck=2/3/3; wrong=heard; out=not-asked; accuser=told; last=accuses; turns=30)",
            &["random", "perfect"],
        ),
        ("cluedo(players=3; deck=2/2/3; turns=30)", &["random", "perfect"]),
    ] {
        let deals = all_deals(cluedo(name).rules());
        let mut positions = 0;
        watch(name, strategies, 6 * cases(), &mut |account| {
            let mut known = account.envelopes().to_vec();
            known.sort_unstable();
            assert_eq!(known, listed(account, &deals), "{name}: {:?}", account.notices());
            positions += 1;
        });
        assert!(positions > 50, "{name}: {positions}");
    }
}

/// The deals engine counts deals by weights of charts, and shares no code with the search for one deal. More than 100 positions
/// are compared.
#[test]
fn at_full_size_the_perfect_logician_knows_what_the_deals_engine_counts() {
    let mut most = 0;
    for (name, games) in [
        ("cluedo(players=6)", 1),
        ("cluedo(players=4; hands=6,6,3,3)", 1),
        ("cluedo(players=3)", 6),
    ] {
        let rules = cluedo(name).rules().clone();
        let (mut seen, mut compared) = (0u64, 0u64);
        let wanted = 34 * cases();
        watch(name, &["perfect"], games * cases(), &mut |account| {
            seen += 1;
            if seen % 4 != 0 || compared >= wanted {
                return;
            }
            compared += 1;
            let mut notes = Notes::new(&rules, Memories::Bad, &Stop::new()).expect("a deal");
            notes.take(&rules, account).expect("it happened");
            let counted = notes.record().tables_of(agent_of(account.player())).expect("no limit");
            let set = |(cards, _): &(Vec<hexa_logic::Card>, _)| {
                cards.iter().fold(0, |set: CluedoCards, card| set | 1 << card.0)
            };
            let mut counted: Vec<CluedoCards> = counted.iter().map(set).collect();
            counted.sort_unstable();
            let mut known = account.envelopes().to_vec();
            known.sort_unstable();
            assert_eq!(known, counted, "{name}: {:?}", account.notices());
            most = most.max(known.len());
        });
        assert_eq!(compared, wanted, "{name}");
    }
    assert!(most > 20, "{most}");
}

fn wins(name: &str, strategies: &[&str], games: u64) -> Vec<u64> {
    let game = cluedo(name);
    let mut seats: Vec<Box<dyn Strategy>> =
        strategies.iter().map(|name| strategy(name, &game)).collect();
    let mut wins = vec![0; seats.len()];
    let stop = Stop::new();
    for number in 0..games {
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(3, number, seats.len());
        let end = play_on(&mut *play, &mut seats, &mut streams, 10_000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        let winner = returns.iter().position(|worth| worth.to_string() == "1");
        if let Some(winner) = winner {
            wins[winner] += 1;
        }
    }
    wins
}

/// In all seats. Agents that reason rightly and suspect the most frequent cards win a little more often than perfect logicians who
/// suspect at random (`hexa experiment agents --full`).
#[test]
fn perfect_logicians_win_more_often_than_agents_of_the_page_and_of_the_program() {
    for agent in ["agent(order=0)", "agent(order=2; mode=page)", "agent(order=2; mode=program)"] {
        let mut won = 0;
        for seat in 0..3 {
            let mut seats = [agent; 3];
            seats[seat] = "perfect";
            won += wins("cluedo(players=3; deck=4/4/4)", &seats, 40)[seat];
        }
        // Half of the games, where a third would be its share.
        assert!(won > 60, "{agent}: {won} of 120");
    }
}

#[test]
fn players_of_cluedo_refuse_other_games() {
    let kuhn = named_game(&Named::word("kuhn")).expect("a game");
    for name in ["perfect", "nowin", "nested", "measure", "lookahead", "assistant"] {
        let refused = named_strategy(&Named::word(name), &kuhn).err().expect("no Cluedo");
        assert!(refused.to_string().contains("cluedo"), "{refused}");
    }
    let game: Arc<dyn Game> = cluedo("cluedo");
    for name in
        ["perfect(asks=nothing)", "perfect(order=1)", "measure(by=luck)", "nested(worlds=0)"]
    {
        assert!(named_strategy(&Named::read(name).expect("a name"), &game).is_err(), "{name}");
    }
}

/// What a position means to a player: the first move there, and why.
#[test]
fn a_player_says_why() {
    let game = cluedo("cluedo(players=3; deck=2/2/2)");
    let mut player = strategy("perfect", &game);
    let (stop, mut stream) = (Stop::new(), Stream::new("why", 1));
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let (step, _) = play.draw(&mut stream).expect("a deal");
    play.apply(&step).expect("a deal");
    player.begin(Player(0));
    play.memory(Player(0)).since(0).for_each(|observed| player.observe(observed));
    let (moves, text) = (play.moves(Player(0)), |made| play.move_text(Player(0), made));
    let decision = Decision { player: Player(0), information: &[], moves, text: &text };
    let chosen = player.choose(decision, &mut stream, &stop).expect("a move");
    assert!(matches!(game.meaning(moves[chosen]), Some(CluedoMove::Suspect(_))));
    let why = player.explain().map(|why| hexa_games::words::why(&why)).expect("a reason");
    // One card is theirs: one of two in its category, so that 4 of 8 triples are left.
    assert_eq!(why, "The suspicion was drawn from the 4 triples that can be in the envelope.");
}

/// By notice, the card that was shown, from all who saw one; and the hands.
fn true_world(accounts: &Accounts) -> World {
    let hands: Vec<CluedoCards> = accounts.iter().map(|account| account.borrow().hand()).collect();
    let first = accounts[0].borrow();
    let all = first.dealt().all;
    let envelope = hands.iter().fold(all, |left, hand| left & !hand);
    let mut shown = vec![0; first.notices().len()];
    for account in accounts {
        for show in account.borrow().shows() {
            shown[show.at] |= show.seen;
        }
    }
    World { envelope, hands, shown }
}

/// What all players have noticed.
type Accounts = [Rc<RefCell<Account>>];

/// Plays games and looks at what all have noticed before each step.
fn watch_together(name: &str, strategies: &[&str], games: u64, look: &mut dyn FnMut(&Accounts)) {
    let game = cluedo(name);
    let players = game.rules().hands().len();
    let accounts: Vec<Rc<RefCell<Account>>> =
        (0..players).map(|_| Rc::new(RefCell::new(Account::new(game.rules())))).collect();
    let mut watched: Vec<Box<dyn Strategy>> = (0..players)
        .map(|at| {
            let strategy = strategy(strategies[at % strategies.len()], &game);
            Box::new(Watched { strategy, account: Rc::clone(&accounts[at]) }) as Box<dyn Strategy>
        })
        .collect();
    let stop = Stop::new();
    for number in 0..games {
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(6, number, players);
        let see = &mut |play: &dyn Play, _: &PlayStep| {
            if play.steps() > 0 {
                look(&accounts);
            }
        };
        let end = play_on(&mut *play, &mut watched, &mut streams, 4_000, &stop, see);
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{name}: {end:?}");
    }
}

/// What a player takes another to know in the world as it is, is what that player knows.
#[test]
fn what_others_know_in_the_true_world_is_what_they_know() {
    let mut compared = 0;
    for (name, strategies) in [
        ("cluedo(players=3; deck=3/3/3)", &["perfect"][..]),
        ("cluedo(players=4; deck=4/3/4; asked=everybody)", &["perfect(asks=any)"]),
        ("cluedo(players=3; deck=3/3/3; wrong=heard; turns=20)", &["perfect", "random"]),
    ] {
        watch_together(name, strategies, 2 * cases(), &mut |accounts| {
            let world = true_world(accounts);
            for (own, account) in accounts.iter().enumerate() {
                for (seat, other) in accounts.iter().enumerate() {
                    let player = Player::from_index(seat);
                    let (account, mut other) = (
                        account.borrow(),
                        match own == seat {
                            true => continue,
                            false => other.borrow_mut(),
                        },
                    );
                    if account.is_out(player) || account.is_out(account.player()) {
                        continue;
                    }
                    let mut thought = account.clues_in(&world, player).envelopes(account.dealt());
                    let mut known = other.envelopes().to_vec();
                    thought.sort_unstable();
                    known.sort_unstable();
                    assert_eq!(thought, known, "{name}: {:?}", account.notices());
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 200, "{compared}");
}

/// The envelopes that are possible when everybody who ended a turn did not know the envelope then: by the definition, with all
/// deals and all cards that can have been shown.
fn listed_without_win(
    account: &Account,
    deals: &[(CluedoCards, Vec<CluedoCards>)],
) -> Vec<CluedoCards> {
    let (notices, shows) = (account.notices(), account.shows());
    // Whether a deal agrees with what everybody heard before a moment.
    let is_public = |deal: &(CluedoCards, Vec<CluedoCards>), end: usize| {
        let mut asked = 0;
        notices[..end].iter().all(|notice| match *notice {
            CluedoNotice::Suspicion(_, cards) => {
                asked = cards;
                true
            }
            CluedoNotice::Pass(by) => deal.1[by.index()] & asked == 0,
            CluedoNotice::Show(by, _) => deal.1[by.index()] & asked != 0,
            CluedoNotice::Dealt(_)
            | CluedoNotice::Right(..)
            | CluedoNotice::Wrong { .. }
            | CluedoNotice::EndOfTurn(_)
            | CluedoNotice::Board(_) => true,
        })
    };
    let ends = notices.iter().enumerate().filter_map(|(at, notice)| match notice {
        CluedoNotice::EndOfTurn(by) if *by != account.player() => Some((*by, at)),
        _ => None,
    });
    let ends: Vec<(Player, usize)> = ends.collect();
    let possible = deals.iter().filter(|deal| agrees(account, deal));
    // Who asked sees where the cards lie that were shown: all choices of these are tried together, for one player at a time.
    let may_wait = |deal: &(CluedoCards, Vec<CluedoCards>), player: Player| {
        let to_player: Vec<_> = shows.iter().filter(|show| show.asker == player).collect();
        let mut choices: Vec<Vec<CluedoCards>> = vec![Vec::new()];
        for show in &to_player {
            let held = deal.1[show.shower.index()] & show.cards;
            let among: Vec<CluedoCards> =
                if show.seen != 0 { vec![show.seen] } else { bits(held).collect() };
            choices = choices
                .iter()
                .flat_map(|chosen| {
                    let with = |&card: &CluedoCards| [&chosen[..], &[card]].concat();
                    among.iter().map(with).collect::<Vec<_>>()
                })
                .collect();
        }
        choices.iter().any(|chosen| {
            ends.iter().filter(|(by, _)| *by == player).all(|&(_, end)| {
                deals.iter().any(|other| {
                    other.0 != deal.0
                        && other.1[player.index()] == deal.1[player.index()]
                        && is_public(other, end)
                        && to_player.iter().zip(chosen).all(|(show, card)| {
                            show.at >= end || other.1[show.shower.index()] & card != 0
                        })
                })
            })
        })
    };
    let players = Player::first(account.dealt().sizes.len());
    let mut envelopes: Vec<CluedoCards> = possible
        .filter(|deal| players.clone().all(|player| may_wait(deal, player)))
        .map(|deal| deal.0)
        .collect();
    envelopes.sort_unstable();
    envelopes.dedup();
    envelopes
}

#[test]
fn what_follows_from_not_accusing_is_what_holds_in_a_plain_list_of_worlds() {
    let (mut excluded, mut compared) = (0, 0);
    for name in [
        "cluedo(players=3; deck=2/2/3)",
        "cluedo(players=2; deck=2/2/3)",
        "cluedo(players=3; deck=2/3/3; hands=2,2,1)",
    ] {
        let deals = all_deals(cluedo(name).rules());
        watch(name, &["perfect(asks=any)"], 4 * cases(), &mut |account| {
            let mut known = account.envelopes_without_win();
            known.sort_unstable();
            let listed = listed_without_win(account, &deals);
            assert_eq!(known, listed, "{name}: {:?}", account.notices());
            compared += 1;
            excluded += usize::from(known.len() < account.envelopes().len());
        });
    }
    assert!(compared > 50 && excluded > 0, "{compared} {excluded}");
}

/// The first suspicion, by the counts of `measures`: these count deals by where the cards asked for lie.
#[test]
fn measures_of_the_first_suspicion_are_those_that_are_counted() {
    let game = cluedo("cluedo(players=3; deck=2/3/3)");
    let (stop, mut stream) = (Stop::new(), Stream::new("measures", 1));
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let (step, _) = play.draw(&mut stream).expect("a deal");
    play.apply(&step).expect("a deal");
    let mut account = Account::new(game.rules());
    account.begin(Player(0));
    play.memory(Player(0)).since(0).for_each(|observed| account.observe(observed));
    let mut notes = Notes::new(game.rules(), Memories::Good, &stop).expect("a deal");
    notes.take(game.rules(), &account).expect("it happened");
    let how = (10, Conclusions::Answers);
    let sample = Sample::draw(&account, &notes, how, &mut stream, &stop).expect("no limit");
    let SampleBasis::Listed(deals) = sample.basis else { panic!("few deals") };
    let own: Vec<usize> = account
        .dealt()
        .categories
        .iter()
        .map(|cards| (cards & account.hand()).count_ones() as usize)
        .collect();
    let hands = game.rules().hands().to_vec();
    let table = CluedoTable { kinds: [2, 3, 3], hands, own: [own[0], own[1], own[2]] };
    let counted = compare_suspicions(&table);
    assert_eq!(counted.deals_before, deals as u128);
    let public: Vec<Vec<CluedoCards>> =
        all_deals(game.rules()).into_iter().map(|(_, hands)| hands).collect();
    let worlds = public.len() as f64;
    assert_eq!(counted.worlds_before, public.len() as u128);
    let questions = Suspicions::new(&account, game.rules(), &sample).with_public(public);
    let mut compared = 0;
    for &cards in game.triples() {
        let is_own =
            [0, 1, 2].map(|at| account.dealt().categories[at] & cards & account.hand() != 0);
        let of = counted.questions.iter().find(|one| one.own == OwnAsked::Kinds(is_own));
        let of = of.expect("a question");
        let worth = |measure| questions.worth(measure, cards, &stop).expect("not stopped");
        let is_close = |one: f64, two: f64| (one - two).abs() < 1e-9;
        assert!(is_close(worth(Measure::Entropy), of.entropy), "{is_own:?}");
        assert!(is_close(worth(Measure::Win), of.win.to_f64()), "{is_own:?}");
        assert!(is_close(worth(Measure::Deals) * deals as f64, of.deals.to_f64()), "{is_own:?}");
        assert!(is_close(worth(Measure::Worlds) * worlds, of.worlds.to_f64()), "{is_own:?}");
        compared += 1;
    }
    assert_eq!(compared, 18);
}

/// The fewest worlds are left by asking for own cards: everybody passes, so that nothing is shown which makes more worlds, and
/// whoever knows only what is public takes that for unlikely. It tells the player nothing.
#[test]
fn the_fewest_worlds_are_left_by_asking_for_own_cards() {
    let table = CluedoTable { kinds: [4, 4, 4], hands: vec![3, 3, 3], own: [1, 1, 1] };
    let counted = compare_suspicions(&table);
    let best = |measure| -> Vec<OwnAsked> {
        let places = counted.preferred.by(measure).iter();
        places.map(|&at| counted.questions[at].own.clone()).collect()
    };
    assert_eq!(best(Measure::Worlds), [OwnAsked::Kinds([true; 3])]);
    let least = counted.questions.iter().map(|one| one.entropy).fold(f64::INFINITY, f64::min);
    let own = counted.questions.iter().find(|one| one.own == OwnAsked::Kinds([true; 3]));
    let own = own.expect("a question");
    assert!(least < own.entropy && own.entropy == counted.entropy_before);

    let game = cluedo("cluedo(players=3; deck=4/4/4)");
    let (stop, mut stream) = (Stop::new(), Stream::new("worlds", 1));
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    // The first player has the second of each category.
    let hands = [[1, 5, 9], [2, 6, 10], [3, 7, 11]].map(|cards| cards.map(Card));
    let deck = game.rules().deck();
    let names = |cards: &[Card]| cards.iter().map(|&card| deck.name(card)).collect::<Vec<_>>();
    let sets = std::iter::once([0, 4, 8].map(Card)).chain(hands);
    let deal: Vec<String> = sets.map(|cards| names(&cards).join(", ")).collect();
    play.apply(&PlayStep::Drawn(deal.join(" | "))).expect("a deal");
    let mut player = strategy("measure(by=worlds)", &game);
    player.begin(Player(0));
    play.memory(Player(0)).since(0).for_each(|observed| player.observe(observed));
    let (moves, text) = (play.moves(Player(0)), |made| play.move_text(Player(0), made));
    let decision = Decision { player: Player(0), information: &[], moves, text: &text };
    let chosen = player.choose(decision, &mut stream, &stop).expect("a move");
    let asked = format!("suspect {}", names(&hands[0]).join(", "));
    assert_eq!(text(moves[chosen]), asked);
    let why = player.explain().map(|why| hexa_games::words::why(&why)).expect("a reason");
    assert!(why.contains("for somebody who knows only what is public"), "{why}");
}

const ALL: &[&str] = &[
    "perfect(accuses=weighed; games=300)",
    "nowin(asks=entropy; draws=40)",
    "nested(worlds=3; draws=40)",
    "measure(by=deals; draws=40)",
    "measure(by=worlds; draws=40)",
    "measure(by=win; draws=40)",
    "lookahead(plays=5; games=300; draws=40)",
];

/// Players of all kinds finish games by all rules.
#[test]
fn all_players_play_by_all_rules() {
    for (name, from) in [
        ("cluedo(players=2; deck=2/2/3; wrong=heard)", 0),
        ("cluedo(players=3; deck=3/3/3; asked=everybody; accuser=told)", 1),
        ("cluedo(hands=3,1,0,2; deck=3/3/3; out=not-asked; last=accuses; turns=60)", 3),
        ("cluedo(players=10; deck=4/4/5; turns=40)", 0),
        ("cluedo(players=3; deck=3/3/3; suspicion=may)", 2),
    ] {
        let game = cluedo(name);
        let players = game.rules().hands().len();
        let line_up: Vec<&str> = (0..players).map(|at| ALL[(from + at) % ALL.len()]).collect();
        let mut seats: Vec<Box<dyn Strategy>> =
            line_up.iter().map(|name| strategy(name, &game)).collect();
        let stop = Stop::new();
        let mut play = Arc::clone(&game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(3, 1, players);
        let end = play_on(&mut *play, &mut seats, &mut streams, 10_000, &stop, &mut |_, _| {});
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{name}: {end:?}");
        assert!(seats.iter().any(|seat| seat.explain().is_some()), "{name}: somebody says why");
    }
}

/// Who avoids own cards names none where the category has others, and the same player does otherwise.
#[test]
fn own_cards_are_named_only_where_they_may_be() {
    for (may, may_not) in [
        ("measure(draws=60)", "measure(own=no; draws=60)"),
        ("nested(worlds=3; draws=60)", "nested(own=no; worlds=3; draws=60)"),
        ("lookahead(plays=5; draws=60)", "lookahead(own=no; plays=5; draws=60)"),
    ] {
        let mut own = [0, 0];
        for (at, player) in [may, may_not].into_iter().enumerate() {
            watch("cluedo(players=3; deck=3/3/4)", &[player], 6, &mut |account| {
                let Some(suspicion) = account.suspicion() else { return };
                if suspicion.by != account.player() {
                    return;
                }
                let (dealt, hand) = (account.dealt(), account.hand());
                let has_others = |category: &&CluedoCards| **category & !hand != 0;
                let others = dealt.categories.iter().filter(has_others);
                let avoidable = others.fold(0, |all, category| all | category);
                own[at] += usize::from(suspicion.cards & hand & avoidable != 0);
            });
        }
        assert!(own[0] > 0 && own[1] == 0, "{may}: {own:?}");
    }
}

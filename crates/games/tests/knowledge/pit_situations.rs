//! Situations of Pit and the games that are derived from them, against plays with named cards.

use hexa_games::exact::RBig;
use hexa_games::pit::situations::{
    ChoiceNames, DealTable, DealtCorners, DerivationRequest, Derived, Exchanged, FirstTraders,
    KnowledgeDepth, NoDerivation, PitCensus, PitCut, PitLimits, PitStage, count_situations,
    count_to_depth, derive, grow_tree, write_hands,
};
use hexa_games::pit::{PitDeck, ratio};
use hexa_games::situations::{CourseEnd, SituationGame};
use hexa_logic::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

fn deck(players: usize, suits: usize, cards: usize) -> PitDeck {
    PitDeck::new(players, suits, cards).expect("a deck")
}

fn request(deck: PitDeck) -> DerivationRequest {
    DerivationRequest {
        deck,
        most: deck.cards(),
        knowledge: KnowledgeDepth::All,
        names: ChoiceNames::Kept,
        corners: DealtCorners::Never,
        rounds: None,
    }
}

fn derived(request: &DerivationRequest) -> Derived {
    derive(request, &PitLimits::default(), &Stop::new()).expect("it can begin")
}

fn game(request: &DerivationRequest) -> SituationGame {
    let game = derived(request).game.expect("all was found");
    assert_eq!(game.check(), Ok(()));
    game
}

fn depth(depth: usize) -> NonZeroUsize {
    NonZeroUsize::new(depth).expect("positive")
}

fn census(deck: PitDeck, exchanged: Exchanged, limits: &PitLimits) -> PitCensus {
    let table = DealTable::new(deck, deck.cards(), limits).expect("few deals");
    count_situations(&table, exchanged, limits, &Stop::new()).expect("few names")
}

#[test]
fn sixpit_has_one_situation_after_the_deal_and_three_after_a_trade() {
    let limits = PitLimits::default();
    let by_suits = census(deck(3, 3, 2), Exchanged::Nobody, &limits);
    assert_eq!((by_suits.situations, by_suits.cut), (4, None));
    assert_eq!(by_suits.by_rounds, [1, 3]);
    let by_all = census(deck(3, 3, 2), Exchanged::Everybody, &limits);
    assert_eq!((by_all.situations, by_all.cut), (2, None));
}

#[test]
fn choices_of_sixpit_are_to_share_or_not() {
    let names = ["deal", "dealt", "ab", "ac", "bc"];
    let kept = derived(&request(deck(3, 3, 2)));
    let game = kept.game.expect("all was found");
    assert_eq!(game.situations.iter().map(|of| &of.name[..]).collect::<Vec<_>>(), names);
    let choices = game.choices.iter().map(|of| (of.player, &of.name[..]));
    let by_traders = [
        (0, "after ab"),
        (1, "after ab"),
        (0, "after ac"),
        (2, "after ac"),
        (1, "after bc"),
        (2, "after bc"),
    ];
    assert_eq!(choices.collect::<Vec<_>>(), by_traders);
    assert!(game.choices.iter().all(|of| of.alternatives == ["shared", "distinct"]));
    // Traders know the deal, and the third player does not.
    for situation in &kept.situations[1..] {
        let (a, b) = situation.last_traders().expect("there was a trade");
        for player in 0..3 {
            assert_eq!(situation.considered[player] == 1, player == a || player == b);
            assert_eq!(situation.choices[player].is_some(), player == a || player == b);
        }
    }
    let forgotten = DerivationRequest { names: ChoiceNames::Forgotten, ..request(deck(3, 3, 2)) };
    let game = self::game(&forgotten);
    let choices = game.choices.iter().map(|of| (of.player, &of.name[..]));
    assert_eq!(
        choices.collect::<Vec<_>>(),
        [(0, "after a trade"), (1, "after a trade"), (2, "after a trade")]
    );
    assert!(game.choices.iter().all(|of| of.alternatives == ["shared", "distinct"]));
}

/// A deal of cards with names, two of each suit, with all that each player saw.
#[derive(Clone)]
struct Named {
    hands: [Vec<usize>; 3],
    seen: [Vec<Vec<usize>>; 3],
}

const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

fn suit(card: usize) -> usize {
    card / 2
}

impl Named {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for code in 0..3usize.pow(6) {
            let holder = |card: u32| code / 3usize.pow(card) % 3;
            let hand = |player| (0..6).filter(|&card| holder(card as u32) == player).collect();
            let hands: [Vec<usize>; 3] = [0, 1, 2].map(hand);
            if hands.iter().all(|hand| hand.len() == 2) {
                let seen = [0, 1, 2].map(|player| vec![suits_of(&hands[player])]);
                all.push(Self { hands, seen });
            }
        }
        all
    }

    fn corner(&self) -> Option<usize> {
        (0..3).find(|&player| suit(self.hands[player][0]) == suit(self.hands[player][1]))
    }

    fn swap(&self, (a, b): (usize, usize), (given, got): (usize, usize)) -> Self {
        let mut next = self.clone();
        for (player, gives, gets) in [(a, given, got), (b, got, given)] {
            next.hands[player].retain(|&card| card != gives);
            next.hands[player].push(gets);
            next.hands[player].sort_unstable();
            next.seen[player].push(vec![a, b, suit(gives), suit(gets)]);
        }
        next.seen[3 - a - b].push(vec![a, b]);
        next
    }

    fn by_suit(&self) -> [Vec<usize>; 3] {
        [0, 1, 2].map(|player| suits_of(&self.hands[player]))
    }
}

fn suits_of(hand: &[usize]) -> Vec<usize> {
    let mut suits: Vec<usize> = hand.iter().map(|&card| suit(card)).collect();
    suits.sort_unstable();
    suits
}

/// Deals by suits.
type Deals = BTreeSet<[Vec<usize>; 3]>;

/// What each player considers possible, by what they saw.
fn considered(all: &[Named]) -> [BTreeMap<Vec<Vec<usize>>, Deals>; 3] {
    [0, 1, 2].map(|player| {
        let mut sets: BTreeMap<_, Deals> = BTreeMap::new();
        for named in all {
            sets.entry(named.seen[player].clone()).or_default().insert(named.by_suit());
        }
        sets
    })
}

/// How often a player shares after a trade of this pair.
fn share(player: usize, (a, b): (usize, usize)) -> RBig {
    ratio(1, 2 + (7 * player + 3 * a + b) as u32)
}

/// How likely each card of a player is offered: by what they know of whom they traded with last, or at random.
fn offers(
    named: &Named,
    player: usize,
    last: Option<(usize, usize)>,
    known: &Deals,
) -> Vec<(usize, RBig)> {
    let partner = match last {
        Some((a, b)) if a == player => Some(b),
        Some((a, b)) if b == player => Some(a),
        _ => None,
    };
    let chance = |card: usize| match partner {
        None => ratio(1, 2),
        Some(partner) => {
            let holds = |deal: &[Vec<usize>; 3]| deal[partner].contains(&suit(card));
            assert_eq!(known.iter().any(holds), known.iter().all(holds), "it is known");
            let shared = share(player, last.expect("there is a partner"));
            if known.iter().all(holds) { shared } else { RBig::ONE - shared }
        }
    };
    named.hands[player].iter().map(|&card| (card, chance(card))).collect()
}

/// How likely each end of a round is: the pair that traded if nobody wins, or the winner.
type Ends = BTreeMap<Result<(usize, usize), usize>, RBig>;

/// One round from a world, by cards; and the worlds in which the game goes on.
fn play(named: &Named, offers: &[Vec<(usize, RBig)>; 3]) -> (Ends, Vec<Named>) {
    let (mut ends, mut next) = (Ends::new(), Vec::new());
    for (x, of_x) in &offers[0] {
        for (y, of_y) in &offers[1] {
            for (z, of_z) in &offers[2] {
                for (a, b) in PAIRS {
                    let cards = [*x, *y, *z];
                    let after = named.swap((a, b), (cards[a], cards[b]));
                    let end = after.corner().map_or(Ok((a, b)), Err);
                    *ends.entry(end).or_default() += ratio(1, 3) * of_x * of_y * of_z;
                    if end.is_ok() {
                        next.push(after);
                    }
                }
            }
        }
    }
    (ends, next)
}

/// The same from the derived game.
fn derived_ends(game: &SituationGame, situation: &str) -> Ends {
    let of = |name: &str| game.situations.iter().position(|of| of.name == name);
    let pair_of = |at: usize| PAIRS.into_iter().find(|&(a, b)| of(&letters(a, b)) == Some(at));
    let chance_of = |&(choice, alternative): &(usize, usize)| {
        let choice = &game.choices[choice];
        let pair =
            PAIRS.into_iter().find(|&(a, b)| choice.name == format!("after {}", letters(a, b)));
        let shared = share(choice.player, pair.expect("choices are after trades"));
        match &choice.alternatives[alternative][..] {
            "shared" => shared,
            "distinct" => RBig::ONE - shared,
            other => panic!("{other}"),
        }
    };
    let mut ends = Ends::new();
    for course in &game.situations[of(situation).expect("a situation")].courses {
        let chance =
            course.made.iter().fold(course.chance.clone(), |all, made| all * chance_of(made));
        let end = match &course.end {
            CourseEnd::Situation(next) => Ok(pair_of(*next).expect("a trade")),
            CourseEnd::Over(worth) => {
                Err(worth.iter().position(|of| *of == ratio(2, 1)).expect("a winner"))
            }
        };
        *ends.entry(end).or_default() += chance;
    }
    ends
}

fn letters(a: usize, b: usize) -> String {
    [a, b].map(|player| ["a", "b", "c"][player]).concat()
}

#[test]
fn courses_of_sixpit_are_those_of_named_cards() {
    let game = game(&request(deck(3, 3, 2)));
    let mut worlds: Vec<(Named, Option<(usize, usize)>)> = Named::all()
        .into_iter()
        .filter(|named| named.corner().is_none())
        .map(|named| (named, None))
        .collect();
    assert_eq!((Named::all().len(), worlds.len()), (90, 48));
    let mut compared = BTreeMap::new();
    for _ in 0..3 {
        let all: Vec<Named> = worlds.iter().map(|(named, _)| named.clone()).collect();
        let known = considered(&all);
        let mut next = Vec::new();
        for (named, last) in &worlds {
            let of = [0, 1, 2]
                .map(|player| offers(named, player, *last, &known[player][&named.seen[player]]));
            let (ends, after) = play(named, &of);
            let situation = last.map_or("dealt".to_owned(), |(a, b)| letters(a, b));
            assert_eq!(ends, derived_ends(&game, &situation), "{situation}");
            *compared.entry(situation).or_insert(0) += 1;
            let last = after.into_iter().map(|after| {
                let views = after.seen[0].last().expect("there was a round").clone();
                let pair = (views[0], views[1]);
                (after, Some(pair))
            });
            next.extend(last);
        }
        // Which card the third one offered and kept makes no difference: one of two is enough, and so is one named card of two.
        next.sort_by_key(|(named, _)| (named.seen.clone(), named.hands.clone()));
        next.dedup_by_key(|(named, _)| (named.seen.clone(), named.by_suit()));
        worlds = next;
    }
    assert_eq!(compared.len(), 4, "{compared:?}");
}

/// At the deal players know their hands and nothing else, so that suits are alike of which they hold equally many.
#[test]
fn first_rounds_of_nine_cards_are_as_by_hand() {
    for most in [1, 3] {
        let request = DerivationRequest { most, rounds: Some(1), ..request(deck(3, 3, 3)) };
        let derived = derived(&request);
        let game = derived.game.expect("all was found");
        assert_eq!(game.check(), Ok(()));
        let weight = |held: u8, number: usize| usize::from(held) * 5 + number * 3 + 1;
        for (at, situation) in derived.situations.iter().enumerate() {
            let mut expected = vec![RBig::ZERO; 4];
            by_hand(&situation.hands, most, weight, &mut expected);
            let mut found = vec![RBig::ZERO; 4];
            for course in &game.situations[at + 1].courses {
                let chance =
                    course.made.iter().fold(course.chance.clone(), |all, &(choice, made)| {
                        let of = &derived.choices[choice];
                        let weights: Vec<usize> = of
                            .alternatives
                            .iter()
                            .map(|meanings| {
                                let meaning = meanings.first().expect("it means something");
                                weight(meaning.held, meaning.number)
                            })
                            .collect();
                        let sum: usize = weights.iter().sum();
                        all * RBig::from_parts(weights[made].into(), sum.into())
                    });
                let CourseEnd::Over(worth) = &course.end else { panic!("there is one round") };
                let winner = worth.iter().position(|of| *of == ratio(2, 1)).unwrap_or(3);
                found[winner] += chance;
            }
            assert_eq!(found, expected, "{:?}", situation.hands);
        }
    }
}

/// All offers of all players, classes by how many they hold and how many they offer; the winner's chance, and nobody's.
fn by_hand(
    hands: &[Vec<u8>],
    most: usize,
    weight: impl Fn(u8, usize) -> usize,
    expected: &mut [RBig],
) {
    let options: Vec<Vec<(usize, usize, RBig)>> = hands
        .iter()
        .map(|hand| {
            let mut offers = Vec::new();
            for (suit, &held) in hand.iter().enumerate() {
                (1..=usize::from(held).min(most))
                    .for_each(|number| offers.push((suit, held, number)));
            }
            let classes: BTreeSet<(u8, usize)> =
                offers.iter().map(|&(_, held, number)| (held, number)).collect();
            let sum: usize = classes.iter().map(|&(held, number)| weight(held, number)).sum();
            let chance = |held: u8, number: usize| {
                let alike = offers.iter().filter(|&&(_, h, n)| (h, n) == (held, number)).count();
                RBig::from_parts(weight(held, number).into(), (sum * alike).into())
            };
            offers
                .iter()
                .map(|&(suit, held, number)| (suit, number, chance(held, number)))
                .collect()
        })
        .collect();
    for x in &options[0] {
        for y in &options[1] {
            for z in &options[2] {
                let offers = [x, y, z];
                let pairs: Vec<_> =
                    PAIRS.into_iter().filter(|&(a, b)| offers[a].1 == offers[b].1).collect();
                let chance = &x.2 * &y.2 * &z.2;
                if pairs.is_empty() {
                    expected[3] += &chance;
                }
                for &(a, b) in &pairs {
                    let mut after = hands.to_vec();
                    for (player, other) in [(a, b), (b, a)] {
                        after[player][offers[player].0] -= offers[player].1 as u8;
                        after[player][offers[other].0] += offers[other].1 as u8;
                    }
                    let winners: Vec<usize> =
                        (0..3).filter(|&player| after[player].contains(&3)).collect();
                    let each = &chance / RBig::from(pairs.len() * winners.len().max(1));
                    if winners.is_empty() {
                        expected[3] += &each;
                    }
                    winners.iter().for_each(|&winner| expected[winner] += &each);
                }
            }
        }
    }
}

/// With 15 of 21 deals of SixPit somebody has a corner: 42 of 90 deals of named cards.
#[test]
fn the_deal_can_end_the_play() {
    let request = DerivationRequest { corners: DealtCorners::Possible, ..request(deck(3, 3, 2)) };
    let game = game(&request);
    let chances =
        game.situations[0].courses.iter().map(|course| (&course.end, course.chance.clone()));
    let open: Vec<_> = chances.filter(|(end, _)| matches!(end, CourseEnd::Situation(1))).collect();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].1, ratio(48, 90));
    assert_eq!(game.situations[0].courses.len(), 4);
    let won = &game.situations[0].courses[1];
    assert_eq!(won.chance, ratio(14, 90));
}

#[test]
fn games_to_a_depth_are_the_game_when_the_depth_is_enough() {
    for names in [ChoiceNames::Kept, ChoiceNames::Forgotten] {
        let all = DerivationRequest { names, ..request(deck(3, 3, 2)) };
        let at = |n| DerivationRequest { knowledge: KnowledgeDepth::ToDepth(depth(n)), ..all };
        for n in [2, 3, 4] {
            assert_eq!(game(&at(n)), game(&all));
        }
        // To depth 1 players do not know who else knows the deal, and so not with whom they traded.
        let facts = game(&at(1));
        assert_eq!(facts.situations.len(), 5);
        assert!(facts.choices.len() < game(&all).choices.len());
    }
    let all = DerivationRequest { most: 1, rounds: Some(2), ..request(deck(3, 3, 3)) };
    let at = |n| DerivationRequest { knowledge: KnowledgeDepth::ToDepth(depth(n)), ..all };
    let sizes = |request: &DerivationRequest| {
        let found = derived(request);
        assert_eq!(found.game.as_ref().map(SituationGame::check), Some(Ok(())));
        (found.situations.len(), found.choices.len())
    };
    assert!(sizes(&at(1)) < sizes(&all));
    for n in [2, 3] {
        assert_eq!(sizes(&at(n)), sizes(&all));
    }
}

#[test]
fn nine_cards_have_finitely_many_situations_to_depth_one() {
    let limits = PitLimits::default();
    for most in [1, 3] {
        let table = DealTable::new(deck(3, 3, 3), most, &limits).expect("few deals");
        let count = |exchanged| {
            let found = count_to_depth(&table, depth(1), exchanged, &limits, &Stop::new());
            let found = found.expect("few names");
            assert_eq!(found.cut, None);
            found.situations
        };
        let (by_suits, by_all) = (count(Exchanged::Nobody), count(Exchanged::Everybody));
        assert!(by_all < by_suits && by_suits < 6 * by_all, "{by_suits} {by_all}");
        let request = DerivationRequest {
            most,
            knowledge: KnowledgeDepth::ToDepth(depth(1)),
            ..request(deck(3, 3, 3))
        };
        assert_eq!(derived(&request).situations.len(), by_suits);
    }
}

/// Two players always know each other's hands.
#[test]
fn two_players_know_the_deal() {
    for (suits, cards) in [(2, 2), (2, 3), (2, 4), (2, 9), (3, 2), (4, 2), (3, 4)] {
        let found = derived(&request(deck(2, suits, cards)));
        assert!(found.situations.iter().all(|of| of.considered == [1, 1] && of.worlds == Some(1)));
        assert_eq!(found.game.expect("all was found").check(), Ok(()));
    }
}

#[test]
fn limits_are_named_and_what_was_found_is_kept() {
    let nine = request(deck(3, 3, 3));
    let with = |limits| derive(&nine, &limits, &Stop::new());
    let all = PitLimits::default();
    assert_eq!(with(PitLimits { deals: 54, ..all }), Err(NoDerivation::Cut(PitCut::Deals(54))));
    assert_eq!(
        with(PitLimits { renamings: 5, ..all }),
        Err(NoDerivation::Cut(PitCut::Renamings(5)))
    );
    let few = with(PitLimits { models: 4, ..all }).expect("it begins");
    assert_eq!((few.game.is_none(), few.cut), (true, Some(PitCut::Models(4))));
    assert!(!few.situations.is_empty());
    let few = with(PitLimits { worlds: 200, ..all }).expect("it begins");
    assert_eq!(few.cut, Some(PitCut::Worlds(200)));
    let few = with(PitLimits { situations: 50, ..all }).expect("it begins");
    assert_eq!(few.cut, Some(PitCut::Situations(50)));
    let few = with(PitLimits { bytes: 5_000, ..all }).expect("it begins");
    assert_eq!(few.cut, Some(PitCut::Bytes(5_000)));
    let few = census(deck(3, 3, 3), Exchanged::Everybody, &PitLimits { worlds: 500, ..all });
    assert_eq!(few.cut, Some(PitCut::Worlds(500)));
    assert!(few.models > few.explored && few.explored > 0);
    let by_depth = DerivationRequest { knowledge: KnowledgeDepth::ToDepth(depth(2)), ..nine };
    let few = derive(&by_depth, &PitLimits { parts: 2_000, ..all }, &Stop::new());
    assert_eq!(few.expect("it begins").cut, Some(PitCut::Parts(2_000)));
    let stopped = derive(&nine, &all, &Stop::after(50_000)).expect("it begins");
    assert_eq!(stopped.cut, Some(PitCut::Stopped));
    let one_card = derive(&request(deck(3, 3, 1)), &all, &Stop::new());
    assert_eq!(one_card, Err(NoDerivation::NoOpenDeal));
}

/// Figure 2: from `wx.wy.xy`, Anne and Bill trade; two of four trades end the play.
#[test]
fn the_tree_of_figure_2() {
    let limits = PitLimits::default();
    let table = DealTable::new(deck(3, 3, 2), 1, &limits).expect("few deals");
    let deal = table.find(&[1, 1, 0, 1, 0, 1, 0, 1, 1]).expect("an open deal");
    let grow = |first, rounds| {
        grow_tree(&table, deal, first, rounds, &limits, &Stop::new()).expect("few names")
    };
    let tree = grow(FirstTraders::These((0, 1)), 1);
    assert_eq!((tree.nodes.len(), tree.edges.len(), tree.cut), (5, 4, None));
    assert_eq!((tree.nodes[0].worlds.len(), &tree.nodes[0].considered[..]), (6, &[2, 2, 2][..]));
    let found: Vec<(String, String)> = tree
        .edges
        .iter()
        .map(|edge| {
            let actions: Vec<String> = edge.actions[3..].iter().map(ToString::to_string).collect();
            let to = &tree.nodes[edge.to];
            (actions.join(" ; "), write_hands(&to.worlds[to.actual]))
        })
        .collect();
    let expected = [
        ("Trade(a,b,1)(w,w) ; Nocorner(a,b)", "wx.wy.xy"),
        ("Trade(a,b,1)(w,y) ; Cornered(b,w)", "xy.ww.xy"),
        ("Trade(a,b,1)(x,w) ; Cornered(a,w)", "ww.xy.xy"),
        ("Trade(a,b,1)(x,y) ; Nocorner(a,b)", "wy.wx.xy"),
    ];
    let expected = expected.map(|(actions, hands)| (actions.to_owned(), hands.to_owned()));
    assert_eq!(found, expected);
    for edge in &tree.edges {
        let node = &tree.nodes[edge.to];
        match node.stage {
            PitStage::Open { .. } => assert_eq!(node.considered, [1, 1, 2]),
            PitStage::Won(winner) => {
                assert!(node.worlds[node.actual][winner].contains(&2));
                assert_eq!((node.worlds.len(), &node.considered[..]), (1, &[1, 1, 1][..]));
            }
        }
    }
    // The two nodes that go on are alike, but for names; and the pattern comes again.
    assert_eq!(tree.nodes[1].stage, tree.nodes[4].stage);
    let deeper = grow(FirstTraders::Any, 2);
    assert_eq!(deeper.nodes.len(), 1 + 12 + 6 * 12);
    let kinds: BTreeSet<(usize, usize)> = deeper
        .nodes
        .iter()
        .filter_map(|node| match node.stage {
            PitStage::Open { by_suits, by_all } => Some((by_suits, by_all)),
            PitStage::Won(_) => None,
        })
        .collect();
    assert_eq!(kinds, BTreeSet::from([(0, 0), (1, 1), (2, 1), (3, 1)]));
    let cut = grow_tree(
        &table,
        deal,
        FirstTraders::Any,
        3,
        &PitLimits { situations: 20, ..limits },
        &Stop::new(),
    );
    let cut = cut.expect("it begins");
    assert_eq!((cut.nodes.len(), cut.cut), (20, Some(PitCut::Situations(20))));
}

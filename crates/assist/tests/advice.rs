//! Advice in small games, against lists of all deals and choices: the definitions, transcribed.

mod listing;

use hexa_assist::advice::{
    Advisor, Basis, Choice, Deeper, GameRequest, GuessRequest, NoAdvice, Recommendation,
    ShowRequest, Strength, SuggestProgress, SuggestRequest, Suggestion, Warning, When,
    WhenQuestion,
};
use hexa_engine::UBig;
use hexa_engine::deals::{Asked, Chance, Event, Fact, Inquiry, Left, NoView, Reply};
use hexa_logic::{Agent, Card, Holder, Stream};
use listing::{Listing, Small, World, games};
use std::collections::{BTreeMap, BTreeSet};

/// Who asks for advice, and the others.
const ME: Agent = Agent(0);
const OTHERS: [Agent; 2] = [Agent(1), Agent(2)];

fn is_same(chance: &Chance, (part, all): (u64, u64)) -> bool {
    &chance.part * UBig::from(all) == &chance.all * UBig::from(part)
}

#[test]
fn close_is_how_many_tables_the_others_can_think_of() {
    let (mut sure, mut open) = (0, 0);
    for game in games(40) {
        let (record, listing) = (game.record(), Listing::new(&game));
        let close = Advisor::new(&record, &game.categories, ME).close().expect("a small game");
        assert_eq!(close.iter().map(|one| one.opponent).collect::<Vec<_>>(), OTHERS);
        for one in &close {
            let tables = |world: &World| listing.tables(world, one.opponent);
            assert!(is_same(&one.knows, listing.weigh(|world| tables(world).len() == 1)));
            assert_eq!(one.left, Ok(range(&listing, |world| tables(world).len())));
            sure += usize::from(one.knows.is_certain());
            open += usize::from(!one.knows.is_certain() && !one.knows.is_impossible());
            for (category, cards) in one.categories.iter().zip(&game.categories) {
                let there = |world: &World| {
                    let there: BTreeSet<Card> = tables(world).into_iter().flatten().collect();
                    there.iter().filter(|card| cards.contains(card)).count()
                };
                assert!(is_same(&category.knows, listing.weigh(|world| there(world) == 1)));
                assert_eq!(category.left, Ok(range(&listing, there)));
            }
        }
    }
    assert!(sure > 2 && open > 10, "{sure} {open}");
}

fn range(listing: &Listing<'_>, count: impl Fn(&World) -> usize) -> Left {
    let counts: Vec<u64> = listing.cell(ME).iter().map(|world| count(world) as u64).collect();
    let (least, most) = (counts.iter().min(), counts.iter().max());
    Left { least: *least.expect("a world"), most: *most.expect("a world") }
}

#[test]
fn what_somebody_knows_is_what_holds_in_all_that_he_thinks_of() {
    let (mut known, mut deep) = (0, 0);
    for game in games(16) {
        let (record, listing) = (game.record(), Listing::new(&game));
        for opponent in OTHERS {
            let advisor = Advisor::new(&record, &game.categories, ME);
            let what = advisor.what(opponent).expect("a small game");
            let weigh = |fact: Fact| {
                let knows = listing.knows(opponent, |world| game.holds(world, fact));
                listing.weigh(|world| knows.contains(&listing.sight(world, opponent)))
            };
            for card in &what.cards {
                let mut all = (0, 1);
                for holder in game.vocabulary.holders() {
                    let weights = weigh(Fact::Holds(holder, card.card));
                    all = (all.0 + weights.0, weights.1);
                    check(&card.holds, holder, weights);
                    check(&card.lacks, holder, weigh(Fact::Lacks(holder, card.card)));
                    known += usize::from(weights.0 > 0);
                }
                assert!(is_same(&card.whereabouts, all));
            }
            deep += what.deeper.len();
            for third in [ME, Agent(1), Agent(2)].into_iter().filter(|&third| third != opponent) {
                for (card, holder) in game.holdings() {
                    let fact = Fact::Holds(holder, card);
                    let knows = listing.knows(third, |world| game.holds(world, fact));
                    let knows = listing
                        .knows(opponent, |world| knows.contains(&listing.sight(world, third)));
                    let (part, all) =
                        listing.weigh(|world| knows.contains(&listing.sight(world, opponent)));
                    let is_public = listing.worlds.iter().all(|world| game.holds(world, fact));
                    let told = what.deeper.contains(&Deeper { third, fact });
                    assert_eq!(told, part == all && !is_public, "{third:?} {fact:?}");
                }
            }
        }
    }
    assert!(known > 150 && deep > 20, "{known} {deep}");
}

fn check(told: &[(Holder, Chance)], holder: Holder, weights: (u64, u64)) {
    match told.iter().find(|(other, _)| *other == holder) {
        Some((_, chance)) => assert!(is_same(chance, weights) && weights.0 > 0),
        None => assert_eq!(weights.0, 0),
    }
}

/// What is seen when somebody asks all others, who all answer.
fn replies_of_all(world: &World, cards: &[Card]) -> Vec<(Reply, f64)> {
    let mut all = vec![(Vec::new(), 1.0)];
    for agent in OTHERS {
        let one = replies(world, &[agent], cards);
        let with = |(shown, share): &(Vec<(Agent, Option<Card>)>, f64)| {
            let longer = one.iter().map(|(reply, chance)| {
                let own = match reply {
                    Reply::Shows(agent, card) => vec![(*agent, *card)],
                    Reply::Nobody | Reply::All(_) => Vec::new(),
                };
                ([&shown[..], &own[..]].concat(), share * chance)
            });
            longer.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter().map(|(shown, share)| (Reply::All(shown), share)).collect()
}

/// What is seen when somebody asks, each with its chance in a world.
fn replies(world: &World, others: &[Agent], cards: &[Card]) -> Vec<(Reply, f64)> {
    for &agent in others {
        let held = cards.iter().copied();
        let held: Vec<Card> =
            held.filter(|card| world.deal[card.index()] == agent.index()).collect();
        if !held.is_empty() {
            let share = 1.0 / held.len() as f64;
            return held.iter().map(|&card| (Reply::Shows(agent, Some(card)), share)).collect();
        }
    }
    vec![(Reply::Nobody, 1.0)]
}

/// The same for those who do not see the card.
fn heard(world: &World, others: &[Agent], cards: &[Card]) -> Reply {
    without_cards(&replies(world, others, cards)[0].0)
}

fn without_cards(reply: &Reply) -> Reply {
    match reply {
        Reply::Shows(agent, _) => Reply::Shows(*agent, None),
        Reply::Nobody => Reply::Nobody,
        Reply::All(shown) => Reply::All(shown.iter().map(|(agent, _)| (*agent, None)).collect()),
    }
}

/// I(table; answer), from its definition.
fn information(
    listing: &Listing<'_>,
    worlds: &[&World],
    answers: impl Fn(&World) -> Vec<(Reply, f64)>,
) -> f64 {
    let all: f64 = worlds.iter().map(|world| world.weight as f64).sum();
    let mut joint: BTreeMap<(Vec<Card>, Reply), f64> = BTreeMap::new();
    for world in worlds {
        for (reply, share) in answers(world) {
            let cell = joint.entry((listing.table(world), reply)).or_default();
            *cell += share * world.weight as f64 / all;
        }
    }
    let mut tables: BTreeMap<&Vec<Card>, f64> = BTreeMap::new();
    let mut replies: BTreeMap<Reply, f64> = BTreeMap::new();
    for ((table, reply), share) in &joint {
        *tables.entry(table).or_default() += share;
        *replies.entry(reply.clone()).or_default() += share;
    }
    let both = joint
        .iter()
        .map(|((table, reply), share)| share * (share / (tables[table] * replies[reply])).log2());
    both.sum()
}

fn everything_exact(seed: u64) -> SuggestRequest {
    SuggestRequest { exact: usize::MAX, courses: 1, ..SuggestRequest::new(seed) }
}

/// What is seen of an answer in a world, each with its chance.
type Replies = fn(&World, &[Card]) -> Vec<(Reply, f64)>;

const MODES: [(Asked, Replies); 2] = [
    (Asked::UntilOneShows, |world, cards| replies(world, &OTHERS, cards)),
    (Asked::Everybody, replies_of_all),
];

#[test]
fn exact_suggestions_are_ranked_by_what_they_tell_less_what_they_leak() {
    let mut settled = [0, 0];
    for (at, game) in games(16).into_iter().enumerate() {
        let (asked, replies) = MODES[at % 2];
        let (record, listing) = (game.record(), Listing::new(&game));
        let advisor = Advisor::new(&record, &game.categories, ME);
        let request = SuggestRequest { asked, ..everything_exact(3) };
        let mut suggestions = advisor.suggest(request).expect("a small game");
        suggestions.finish().expect("a small game");
        let ranked = suggestions.ranked();
        assert_eq!(ranked.len(), game.categories.iter().map(Vec::len).product::<usize>());
        assert!(ranked.windows(2).all(|two| two[0].score >= two[1].score));
        for one in ranked {
            assert_eq!(one.basis, Basis::Exact);
            let seen = |world: &World| replies(world, &one.cards);
            let gain = information(&listing, &listing.cell(ME), seen);
            let all: Vec<&World> = listing.worlds.iter().collect();
            let hears = |world: &World| vec![(without_cards(&seen(world)[0].0), 1.0)];
            let leak = information(&listing, &all, hears);
            assert!((one.gain - gain).abs() < 1e-9, "{one:?} {gain}");
            assert!((one.leak - leak).abs() < 1e-9, "{one:?} {leak}");
            assert!((one.score - (gain - 0.5 * leak)).abs() < 1e-9);
            settled[at % 2] += check_answers(&listing, one, replies);
        }
    }
    assert!(settled.iter().all(|many| *many > 5), "{settled:?}");
}

/// The chances of the answers, and which of them settle the table; how many do.
fn check_answers(listing: &Listing<'_>, one: &Suggestion, replies: Replies) -> usize {
    let cell = listing.cell(ME);
    let all: f64 = cell.iter().map(|world| world.weight as f64).sum();
    let mut chances: BTreeMap<Reply, (f64, BTreeSet<Vec<Card>>)> = BTreeMap::new();
    for world in &cell {
        for (reply, share) in replies(world, &one.cards) {
            let (chance, tables) = chances.entry(reply).or_default();
            *chance += share * world.weight as f64 / all;
            tables.insert(listing.table(world));
        }
    }
    let exact = one.exact.as_ref().expect("it is exact");
    assert_eq!(exact.answers.len(), chances.len());
    for (reply, chance) in &exact.answers {
        assert!((chance.value() - chances[reply].0).abs() < 1e-9);
    }
    let tables: BTreeSet<_> = chances.values().flat_map(|(_, tables)| tables).collect();
    let settles = chances.iter().filter(|(_, (_, after))| tables.len() > 1 && after.len() == 1);
    let settling: BTreeSet<Reply> = settles.map(|(reply, _)| reply.clone()).collect();
    assert_eq!(exact.settling.iter().cloned().collect::<BTreeSet<_>>(), settling);
    let likely: f64 = settling.iter().map(|reply| chances[reply].0).sum();
    assert!((exact.settles.value() - likely).abs() < 1e-9);
    settling.len()
}

#[test]
fn warnings_are_what_an_answer_may_tell_of_the_hand() {
    let (mut warned, mut harmless) = (0, 0);
    for game in games(30) {
        let (record, listing) = (game.record(), Listing::new(&game));
        let advisor = Advisor::new(&record, &game.categories, ME);
        let cards: Vec<Card> = game.categories.iter().map(|category| category[0]).collect();
        let warnings = advisor.hand_warnings(&cards, Asked::UntilOneShows).expect("a small game");
        for &card in &game.hand(ME) {
            for opponent in OTHERS {
                let has = |world: &World| world.deal[card.index()] == ME.index();
                let before = listing.knows(opponent, has);
                let seen =
                    |world: &World| (listing.sight(world, opponent), heard(world, &OTHERS, &cards));
                let doubted = listing.worlds.iter().filter(|world| !has(world));
                let doubted: BTreeSet<_> = doubted.map(seen).collect();
                let weights = listing.weigh(|world| {
                    let was_known = before.contains(&listing.sight(world, opponent));
                    !was_known && !doubted.contains(&seen(world))
                });
                let told = warnings.iter().find_map(|warning| match warning {
                    Warning::Hand { opponent: who, card: what, chance } => {
                        ((*who, *what) == (opponent, card)).then_some(chance)
                    }
                    Warning::Table { .. } => None,
                });
                match told {
                    Some(chance) => assert!(weights.0 > 0 && is_same(chance, weights)),
                    None => assert_eq!(weights.0, 0),
                }
                warned += usize::from(told.is_some());
                harmless += usize::from(told.is_none());
            }
        }
    }
    assert!(warned > 3 && harmless > 3, "{warned} {harmless}");
}

#[test]
fn estimates_are_close_to_what_is_exact_and_the_same_for_a_seed() {
    for game in games(4) {
        let record = game.record();
        let advisor = Advisor::new(&record, &game.categories, ME);
        let drawn = |seed: u64| {
            let request = SuggestRequest { exact: 0, ..SuggestRequest::new(seed) };
            let mut suggestions = advisor.suggest(request).expect("a small game");
            suggestions.finish().expect("a small game");
            suggestions.ranked().into_iter().cloned().collect::<Vec<Suggestion>>()
        };
        let mut exact = advisor.suggest(everything_exact(1)).expect("a small game");
        exact.finish().expect("a small game");
        let exact = exact.ranked();
        let (one, two) = (drawn(1), drawn(1));
        assert_eq!(one, two, "the same seed");
        for estimate in &one {
            let same = exact.iter().find(|other| other.cards == estimate.cards);
            let same = same.expect("all are there");
            assert!((estimate.gain - same.gain).abs() < 0.03, "{estimate:?} {same:?}");
            assert!((estimate.leak - same.leak).abs() < 0.03, "{estimate:?} {same:?}");
            for answer in &estimate.answers {
                let known = same.answers.iter().find(|other| other.reply == answer.reply);
                let known = known.expect("what is drawn is possible");
                assert!((known.chance - answer.chance).abs() < 0.02);
            }
        }
    }
}

#[test]
fn suggestions_come_step_by_step_and_name_reachable_rooms_only() {
    let game = &games(1)[0];
    let record = game.record();
    let advisor = Advisor::new(&record, &game.categories, ME);
    let room = game.categories[1][2];
    let request = SuggestRequest { reachable: vec![room], exact: 2, ..SuggestRequest::new(1) };
    let mut suggestions = advisor.suggest(request).expect("a small game");
    assert_eq!(suggestions.progress(), SuggestProgress::Starting);
    assert_eq!(suggestions.step(), Ok(SuggestProgress::Drawing));
    let first: Vec<Suggestion> = suggestions.ranked().into_iter().cloned().collect();
    assert_eq!(first.len(), game.categories[0].len());
    assert!(first.iter().all(|one| one.cards[1] == room && one.basis == Basis::Drawn(2000)));
    suggestions.finish().expect("a small game");
    for one in &suggestions.ranked()[..2] {
        let exact = one.exact.as_ref().expect("the best are exact");
        assert!(exact.leaks.is_some() && exact.warnings.is_some());
    }
}

#[test]
fn opponents_learn_what_the_answer_tells_them() {
    for game in games(3) {
        let (record, listing) = (game.record(), Listing::new(&game));
        let advisor = Advisor::new(&record, &game.categories, ME);
        let request = SuggestRequest { exact: 1, courses: 400, ..SuggestRequest::new(5) };
        let mut suggestions = advisor.suggest(request).expect("a small game");
        suggestions.finish().expect("a small game");
        let best = suggestions.ranked()[0];
        let leaks = best.exact.as_ref().and_then(|exact| exact.leaks.as_ref());
        for leak in leaks.expect("looked for") {
            let hears = |world: &World| vec![(heard(world, &OTHERS, &best.cards), 1.0)];
            let expected = listing.mean(|world| {
                let cell = listing.alike(&listing.sight(world, leak.opponent), leak.opponent);
                information(&listing, &cell, hears)
            });
            assert!((leak.bits - expected).abs() < 0.05, "{} {expected}", leak.bits);
        }
    }
}

#[test]
fn what_is_shown_tells_as_little_as_possible() {
    let mut chosen = 0;
    for game in games(16) {
        let (record, listing) = (game.record(), Listing::new(&game));
        let advisor = Advisor::new(&record, &game.categories, ME);
        let cards: Vec<Card> = game.hand(ME);
        if cards.len() < 2 {
            continue;
        }
        let asker = Agent(1);
        let request = ShowRequest::new(asker, Strength::Perfect, cards.clone());
        let advice = advisor.show(&request).expect("a small game");
        assert_eq!(advisor.show(&request), Ok(advice.clone()), "the same position");
        let shown = advice.cards;
        assert_eq!(shown.len(), cards.len());
        let ranks: Vec<(bool, f64)> =
            shown.iter().map(|one| (!one.is_known(), one.table_bits + one.hand_bits)).collect();
        assert!(ranks.windows(2).all(|two| two[0] <= two[1]), "{ranks:?}");
        for one in &shown {
            let (table, hand) = (listing.table_place(), ME.index());
            let expected = |of: usize| {
                listing.mean(|world| moved(&listing, world, (asker, &cards, one.card), of))
            };
            // A card that is known already is not weighed.
            if advice.courses > 0 {
                assert!((one.table_bits - expected(table)).abs() < 0.3, "{one:?}");
                assert!((one.hand_bits - expected(hand)).abs() < 0.3, "{one:?}");
                let total = |card: Card| {
                    let bits = |of| {
                        listing.mean(|world| moved(&listing, world, (asker, &cards, card), of))
                    };
                    bits(table) + bits(hand)
                };
                if advice.choice == Choice::Least {
                    let best = total(shown[0].card);
                    assert!(cards.iter().all(|&card| best <= total(card) + 1e-9));
                }
            }
            let knows = listing.knows(asker, |world| world.deal[one.card.index()] == hand);
            let weights = listing.weigh(|world| knows.contains(&listing.sight(world, asker)));
            assert!(is_same(&one.knows, weights));
        }
        chosen += usize::from(ranks[0] != ranks[1]);
    }
    assert!(chosen > 5, "{chosen}");
}

/// How far a card that is shown moves what the asker believes somebody to have, in a world.
fn moved(
    listing: &Listing<'_>,
    world: &World,
    (asker, cards, shown): (Agent, &[Card], Card),
    holder: usize,
) -> f64 {
    let mine = |world: &World, card: &Card| world.deal[card.index()] == ME.index();
    let (mut before, mut after): (BTreeMap<Vec<usize>, f64>, BTreeMap<Vec<usize>, f64>) =
        Default::default();
    for other in listing.alike(&listing.sight(world, asker), asker) {
        let held = cards.iter().filter(|card| mine(other, card)).count();
        let cards = 0..other.deal.len();
        let hand: Vec<usize> = cards.filter(|&card| other.deal[card] == holder).collect();
        if held > 0 {
            *before.entry(hand.clone()).or_default() += other.weight as f64;
        }
        if mine(other, &shown) {
            *after.entry(hand).or_default() += other.weight as f64 / held as f64;
        }
    }
    let (all_before, all_after): (f64, f64) = (before.values().sum(), after.values().sum());
    let each = after.iter().map(|(hand, weight)| {
        let (one, two) = (weight / all_after, before[hand] / all_before);
        one * (one / two).log2()
    });
    each.sum()
}

#[test]
fn a_card_that_was_shown_before_is_shown_again() {
    let game = Small::new(&[2, 2, 1], 4);
    let hand = game.hand(ME);
    let (requester, respondent) = (Agent(1), ME);
    let event = Event::Shows { requester, respondent, cards: hand.clone(), card: Some(hand[1]) };
    let record = game.record().with(event).expect("they have it");
    let request = ShowRequest::new(Agent(1), Strength::Ordinary, hand.clone());
    let advice = Advisor::new(&record, &game.categories, ME).show(&request);
    let advice = advice.expect("a small game");
    assert_eq!(advice.choice, Choice::Known);
    let shown = advice.cards;
    let last = record.events().len() - 1;
    assert_eq!((shown[0].card, shown[0].seen_before), (hand[1], Some(last)));
    assert_eq!(shown[1].seen_before, None);
}

/// The game goes on with the player after the one who asks for advice.
fn guessing(strength: Strength) -> GuessRequest {
    let (strengths, next, asked) = (vec![strength; 3], Agent(1), Default::default());
    GuessRequest::new(GameRequest { strengths, out: Vec::new(), silent: Vec::new(), next, asked })
}

#[test]
fn the_best_candidate_is_the_likeliest_table() {
    let (mut sure, mut waits) = (0, 0);
    for game in games(30) {
        let (record, listing) = (game.record(), Listing::new(&game));
        let advisor = Advisor::new(&record, &game.categories, ME);
        let guess = advisor.guess(&guessing(Strength::Ordinary)).expect("a small game");
        let again = advisor.guess(&guessing(Strength::Ordinary));
        assert_eq!(again, Ok(guess.clone()), "the same position");
        let mut tables: BTreeMap<Vec<Card>, u64> = BTreeMap::new();
        for world in listing.cell(ME) {
            *tables.entry(listing.table(world)).or_default() += world.weight;
        }
        let (most, all) = (*tables.values().max().expect("a world"), tables.values().sum::<u64>());
        let first = tables.iter().find(|(_, weight)| **weight == most).expect("the likeliest");
        assert_eq!((&guess.best.table, guess.candidates), (first.0, tables.len()));
        assert!(is_same(&guess.best.chance, (most, all)));
        let chance = most as f64 / all as f64;
        match (guess.recommendation, guess.between) {
            (Recommendation::Accuse, None) => assert_eq!(tables.len(), 1),
            (Recommendation::Risk, Some(between)) => assert!(between.high < chance),
            (Recommendation::Wait, Some(between)) => assert!(chance < between.low),
            (Recommendation::TooClose, Some(between)) => {
                assert!(between.low <= chance && chance <= between.high);
            }
            other => panic!("{other:?}"),
        }
        sure += usize::from(tables.len() == 1);
        waits += usize::from(guess.recommendation == Recommendation::Wait);
    }
    assert!(sure > 0 && waits > 3, "{sure} {waits}");
}

/// Who knows the table for certain, reasons well and moves next wins before anybody else can.
#[test]
fn waiting_loses_against_somebody_who_knows_the_table() {
    let mut tried = 0;
    for game in games(60) {
        let record = game.record();
        let advisor = Advisor::new(&record, &game.categories, ME);
        let close = advisor.close().expect("a small game");
        let guess = advisor.guess(&guessing(Strength::Perfect)).expect("a small game");
        if close[0].knows.is_certain() && guess.candidates > 1 {
            assert_eq!(guess.waiting.hits, 0);
            assert_eq!(guess.recommendation, Recommendation::Risk);
            tried += 1;
        }
    }
    assert!(tried > 0, "{tried}");
}

/// Three players, the cards of whom one has shown some to the first again and again.
#[test]
fn a_card_that_is_shown_again_is_no_fresh_evidence() {
    let mut differs = 0;
    for seed in 0..24 {
        let mut game = Small::new(&[2, 2, 1], seed);
        game.ask_again_and_again(6, &mut Stream::new("again", seed));
        let forgetful = game.record();
        let record = forgetful.with_memory([Agent(1), Agent(2)]);
        let listing = Listing::with_memory(&game);
        let grid = record.grid_of(ME).expect("a small game");
        for (card, holder) in game.holdings() {
            let place = game.vocabulary.holders().position(|other| other == holder);
            let part = grid.held[card.index()][place.expect("a holder")].clone();
            let chance = Chance { part, all: grid.total.clone() };
            let fact = Fact::Holds(holder, card);
            let listed = listing.weigh(|world| game.holds(world, fact));
            assert!(is_same(&chance, listed), "{seed}: {card:?} {holder:?}");
        }
        differs += usize::from(forgetful.grid_of(ME) != Ok(grid));
    }
    assert!(differs > 3, "{differs}");
}

/// What can have been seen does not grow with every question that was asked before: it would be twice as much each time.
#[test]
fn equal_questions_count_once() {
    let game = Small::new(&[2, 2, 1], 3);
    let cards = game.hand(Agent(1));
    let (requester, respondent) = (Agent(2), Agent(1));
    let asked = |times: usize| {
        let again = Event::Shows { requester, respondent, cards: cards.clone(), card: None };
        let ask =
            |record: hexa_engine::deals::Record| record.with(again.clone()).expect("they have it");
        (0..times).fold(game.record(), |record, _| ask(record))
    };
    let advice = |record: &hexa_engine::deals::Record| {
        let advisor = Advisor::new(record, &game.categories, ME);
        let close = advisor.close().expect("a small game");
        (close, OTHERS.map(|other| advisor.what(other).expect("a small game")))
    };
    let (once, often) = (asked(1), asked(60));
    let remembering = |record: &hexa_engine::deals::Record| record.with_memory(OTHERS);
    assert_eq!(advice(&remembering(&once)).0, advice(&remembering(&often)).0);
    // Who does not remember shows both of their cards some time.
    let forgetful = advice(&often).0;
    assert_eq!(forgetful, advice(&asked(2)).0);
    assert_ne!(forgetful, advice(&once).0);
}

/// Who remembers answers with the card that was shown before, so that asking again tells nothing.
#[test]
fn who_is_asked_again_shows_the_same_card() {
    let game = Small::new(&[2, 2, 1], 3);
    let cards = game.hand(Agent(1));
    let (requester, respondent) = (ME, Agent(1));
    let shows = Event::Shows { requester, respondent, cards: cards.clone(), card: Some(cards[0]) };
    let forgetful = game.record().with(shows).expect("they have it");
    let replies = |record: &hexa_engine::deals::Record| -> Vec<Reply> {
        let inquiry = Inquiry { others: &OTHERS, cards: &cards, asked: Asked::UntilOneShows };
        let answers = record.answers(ME, inquiry, Holder::Table).expect("a small game");
        answers.into_iter().map(|answer| answer.reply).collect()
    };
    let record = forgetful.with_memory([Agent(1)]);
    assert_eq!(replies(&record), [Reply::Shows(Agent(1), Some(cards[0]))]);
    assert_eq!(replies(&forgetful).len(), 2);
    let mut stream = Stream::new("again", 1);
    let again = record
        .with(Event::Shows { requester: Agent(2), respondent, cards: cards.clone(), card: None })
        .and_then(|record| {
            record.with(Event::Shows { requester: Agent(2), respondent, cards, card: None })
        })
        .expect("they have them");
    let courses = again.courses_of(ME).expect("a small game");
    for _ in 0..50 {
        let course = courses.draw(&mut stream).expect("a course");
        let shown: Vec<_> = course.shown.iter().rev().take(2).collect();
        assert_eq!(shown[0], shown[1]);
    }
}

#[test]
fn when_is_the_first_event_after_which_it_was_known() {
    let mut after = 0;
    let said = |first: Option<usize>| match first {
        None => When::NotYet,
        Some(0) => When::Always,
        Some(many) => When::After(many - 1),
    };
    for game in games(20) {
        let record = game.record();
        let advisor = Advisor::new(&record, &game.categories, ME);
        let all = record.events().len();
        for (card, holder) in game.holdings() {
            let place = game.vocabulary.holders().position(|other| other == holder);
            let place = place.expect("a holder");
            let first = (0..=all).find(|&many| {
                let grid = record.up_to(many).grid_of(ME);
                grid.is_ok_and(|grid| grid.held[card.index()][place] == grid.total)
            });
            let when = advisor.when(WhenQuestion::Fact(Fact::Holds(holder, card)));
            assert_eq!(when, Ok(said(first)));
            after += usize::from(matches!(when, Ok(When::After(_))));
        }
        let known =
            |many: &usize| record.up_to(*many).tables_of(ME).is_ok_and(|tables| tables.len() == 1);
        assert_eq!(advisor.when(WhenQuestion::Table), Ok(said((0..=all).find(known))));
    }
    assert!(after > 30, "{after}");
}

#[test]
fn who_has_not_told_his_hand_gets_no_advice() {
    let game = Small::new(&[2, 2, 1], 1);
    let record = game.empty();
    let advisor = Advisor::new(&record, &game.categories, ME);
    let no_hand = Some(NoAdvice::NoView(NoView::Hand(ME)));
    assert_eq!(advisor.close().err(), no_hand);
    assert_eq!(advisor.what(Agent(1)).err(), no_hand);
    assert_eq!(advisor.suggest(SuggestRequest::new(1)).err(), no_hand);
    let show = ShowRequest::new(Agent(1), Strength::Ordinary, vec![Card(0)]);
    assert_eq!(advisor.show(&show).err(), no_hand);
    assert_eq!(advisor.guess(&guessing(Strength::Ordinary)).err(), no_hand);
    let (stranger, record) = (Agent(7), game.record());
    let advisor = Advisor::new(&record, &game.categories, ME);
    assert_eq!(
        advisor.what(stranger).err(),
        Some(NoAdvice::NoView(NoView::UnknownAgent(stranger)))
    );
}

//! How large states are and become (thesis sec. 5.3).

use super::actions::{WHISPER, holds_or, on_actions, state};
use super::random::search_fitting;
use super::snippet::{self, document, verdict_or_open};
use super::{Check, Work};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::definitional::State;
use hexa_engine::definitional::product::ActionFrame;
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, Held, UpdateError};
use hexa_lang::StepKind;
use hexa_logic::{Action, ActionNode, Terms};
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "sizes of initial states", at: file!(), run: initial_states },
    Check { name: "sizes after showing", at: file!(), run: after_showing },
    Check { name: "sizes after not showing", at: file!(), run: after_not_showing },
    Check { name: "sizes after passing", at: file!(), run: after_passing },
    Check { name: "sizes after sequences", at: file!(), run: after_sequences },
    Check { name: "sizes grow with actions", at: file!(), run: growth },
    Check { name: "sizes after announcements", at: file!(), run: after_announcements },
    Check { name: "sizes of Cluedo", at: file!(), run: cluedo },
    Check { name: "sizes of Cluedo with kinds of cards", at: file!(), run: cluedo_with_kinds },
];

/// How many cards each player has.
type Hands = Vec<usize>;

/// All hands of so many players and cards, each of at least so many.
fn hands(players: usize, cards: usize, least: usize) -> Vec<Hands> {
    if players == 0 {
        return if cards == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in least..=cards {
        for rest in hands(players - 1, cards - first, least) {
            all.push([&[first][..], &rest].concat());
        }
    }
    all
}

/// The games that are looked at: three players with up to 6 cards, four with up to 5.
fn games(least: usize) -> Vec<Hands> {
    let sizes = (1..=6).map(|cards| (3, cards)).chain((1..=5).map(|cards| (4, cards)));
    sizes.flat_map(|(players, cards)| hands(players, cards, least)).collect()
}

const GAMES: &str = "three players with up to 6 cards and four with up to 5";

fn card(at: usize) -> String {
    ((b'a' + at as u8) as char).to_string()
}

/// A deal as text: the first cards for the first player, and so on.
fn dealt(hands: &Hands) -> String {
    let agents: Vec<String> = (1..=hands.len()).map(|at| at.to_string()).collect();
    let mut next = 0;
    let mut hand = |&size: &usize| {
        let cards: Vec<String> = (next..next + size).map(card).collect();
        next += size;
        if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
    };
    let hands: Vec<String> = hands.iter().map(&mut hand).collect();
    format!("agents {}\ndeal {}\n", agents.join(", "), hands.join(" | "))
}

/// For each list of moves the sizes after each of them, and before. A move that cannot be made ends the
/// list.
fn sizes(work: &Work, hands: &Hands, plays: &[Vec<String>]) -> Result<Vec<Vec<u64>>, String> {
    let mut text = dealt(hands);
    for moves in plays {
        text += "scenario \"play\"\n";
        moves.iter().for_each(|one| text += &format!("do {one}\n"));
    }
    let document = document(&text)?;
    let (names, terms) = (&document.vocabulary, &document.terms);
    let initial = Engine::Explicit.build(&document.initial, names, terms, &work.limits);
    let initial = initial.map_err(|error| format!("{error:?}"))?;
    let mut all = Vec::new();
    for scenario in &document.scenarios {
        let mut held = initial.clone();
        let mut sizes = vec![size(&held)?];
        for step in &scenario.steps {
            let StepKind::Do(action) = step.kind else { continue };
            match held.update(terms, action) {
                Ok(outcomes) => held = outcomes.into_single().ok_or("several outcomes")?,
                Err(UpdateError::Evaluation(error)) => return Err(format!("{error:?}")),
                Err(_) => break,
            }
            sizes.push(size(&held)?);
        }
        all.push(sizes);
    }
    Ok(all)
}

fn size(held: &Held) -> Result<u64, String> {
    let count = held.relevant_count().map_err(|limit| limit.to_string())?;
    u64::try_from(count).map_err(|_| "too many worlds".to_owned())
}

fn factorial(of: usize) -> u64 {
    (1..=of as u64).product()
}

fn binomial(of: usize, some: usize) -> u64 {
    if some > of { 0 } else { factorial(of) / factorial(some) / factorial(of - some) }
}

/// m! over the factorials of the hands.
fn multinomial(hands: &Hands) -> u64 {
    hands.iter().fold(factorial(hands.iter().sum()), |rest, &hand| rest / factorial(hand))
}

/// A binomial for each player: of the cards that are left they draw theirs.
fn drawn(hands: &Hands) -> u64 {
    let mut left: usize = hands.iter().sum();
    let mut draw = |&hand: &usize| {
        let ways = binomial(left, hand);
        left -= hand;
        ways
    };
    hands.iter().map(&mut draw).product()
}

/// The least and the largest of many shares, each with the first game where it came out.
#[derive(Default)]
struct Range {
    least: Option<((u64, u64), String)>,
    most: Option<((u64, u64), String)>,
}

impl Range {
    fn add(&mut self, found: (u64, u64), hands: &Hands, asked: &str) {
        let is_less = |one: (u64, u64), two: (u64, u64)| one.0 * two.1 < two.0 * one.1;
        let place = || Some((found, format!("hands of {hands:?} cards{asked}")));
        if self.least.as_ref().is_none_or(|(least, _)| is_less(found, *least)) {
            self.least = place();
        }
        if self.most.as_ref().is_none_or(|(most, _)| is_less(*most, found)) {
            self.most = place();
        }
    }

    /// The two, and what they are.
    fn tell(&self, work: &Work, say: impl Fn(String) -> String) {
        for (name, found) in [("least", &self.least), ("largest", &self.most)] {
            if let Some((share, place)) = found {
                work.tell(format!("{name}: {} ({place})", say(share_text(*share))));
            }
        }
    }
}

fn share_text((part, whole): (u64, u64)) -> String {
    let common = divisor(part, whole).max(1);
    match whole / common {
        1 => (part / common).to_string(),
        whole => format!("{}/{whole}", part / common),
    }
}

fn asked_for(cards: usize) -> String {
    format!(", {cards} asked for")
}

/// Tests all games, and says how many there were.
fn all_games(
    work: &Work,
    least: usize,
    mut test: impl FnMut(&Hands) -> Result<(), Doubt>,
) -> Verdict {
    let all = games(least);
    for hands in &all {
        match work.go_on().map_err(Doubt::from).and_then(|()| test(hands)) {
            Ok(()) => {}
            Err(Doubt::Unsettled(why)) => return Verdict::Open(why),
            Err(Doubt::Witness(witness)) => {
                return Verdict::Fails(format!("hands of {hands:?} cards: {witness}"));
            }
        }
    }
    Verdict::HoldsUpTo(format!("{} deals: {GAMES}", all.len()))
}

/// The initial state has as many worlds as both formulas say, all relevant and no two bisimilar; of two
/// players only the actual deal is relevant.
fn initial_states(work: &Work) -> Verdict {
    let mut told = Range::default();
    let mut all: Vec<Hands> = games(1);
    all.extend((2..=5).flat_map(|cards| hands(2, cards, 1)));
    for hands in &all {
        let counted = count_worlds(work, hands);
        let (formula, relevant) = match hands.len() {
            2 => (multinomial(hands), 1),
            _ => (multinomial(hands), multinomial(hands)),
        };
        match counted {
            Ok(found) if found == (formula, relevant, relevant) && drawn(hands) == formula => {
                told.add((found.0, 1), hands, "");
            }
            Ok(found) => {
                return Verdict::Fails(format!(
                    "hands of {hands:?} cards: worlds, relevant and minimal ones are {found:?}"
                ));
            }
            Err(why) => return Verdict::Open(why),
        }
    }
    told.tell(work, |worlds| format!("{worlds} worlds"));
    Verdict::HoldsUpTo(format!("{} deals: two players with up to 5 cards, {GAMES}", all.len()))
}

/// Worlds, relevant ones, and those left if bisimilar ones are taken together.
fn count_worlds(work: &Work, hands: &Hands) -> Result<(u64, u64, u64), String> {
    let document = document(&format!("{}check true\n", dealt(hands)))?;
    let (names, terms) = (&document.vocabulary, &document.terms);
    let held = Engine::Definitional.build(&document.initial, names, terms, &work.limits);
    let held = held.map_err(|error| format!("{error:?}"))?;
    let Some(state) = held.as_defined() else { return Err("another engine".to_owned()) };
    let explicit = Engine::Explicit.build(&document.initial, names, terms, &work.limits);
    let explicit = explicit.map_err(|error| format!("{error:?}"))?;
    let minimal = explicit.minimal_count().map_err(|error| error.to_string())?;
    let minimal = u64::try_from(minimal).map_err(|error| error.to_string())?;
    Ok((state.world_count() as u64, state.relevant().len() as u64, minimal))
}

/// All nonempty sets of cards, by their places.
fn questions(hands: &Hands) -> impl Iterator<Item = Vec<usize>> + use<> {
    let cards: usize = hands.iter().sum();
    (1..1u32 << cards).map(move |set| (0..cards).filter(|at| set >> at & 1 == 1).collect())
}

fn question_text(requester: usize, cards: &[usize], answer: &str) -> String {
    let names: Vec<String> = cards.iter().map(|&at| card(at)).collect();
    format!("ask {requester} 1 for {}: {answer}", names.join(", "))
}

/// Showing one of t cards from a hand of r multiplies the size by t * r / m; so it gets smaller just if
/// that is less than one.
fn after_showing(work: &Work) -> Verdict {
    let mut told = Range::default();
    let verdict = all_games(work, 1, |hands| {
        let held: Vec<Vec<usize>> =
            questions(hands).filter(|question| question[0] < hands[0]).collect();
        let plays: Vec<Vec<String>> = held
            .iter()
            .map(|question| {
                vec![question_text(2, question, &format!("show {}", card(question[0])))]
            })
            .collect();
        let cards: u64 = hands.iter().sum::<usize>() as u64;
        for (question, found) in held.iter().zip(sizes(work, hands, &plays)?) {
            let factor = (question.len() * hands[0]) as u64;
            let [before, after] = found[..] else {
                return Err(Doubt::Witness("it cannot be shown".to_owned()));
            };
            let as_said = after * cards == before * factor && (after < before) == (factor < cards);
            holds_or(as_said, &format!("asked for {} cards, {found:?}", question.len()))?;
            told.add((after, before), hands, &asked_for(question.len()));
        }
        Ok(())
    });
    told.tell(work, |share| format!("the size times {share}"));
    verdict
}

/// Not having any of t cards leaves as large a share as binomials say.
fn after_not_showing(work: &Work) -> Verdict {
    let mut told = Range::default();
    let verdict = all_games(work, 1, |hands| {
        let held: Vec<Vec<usize>> =
            questions(hands).filter(|question| question[0] >= hands[0]).collect();
        let plays: Vec<Vec<String>> =
            held.iter().map(|question| vec![question_text(2, question, "no")]).collect();
        let cards: usize = hands.iter().sum();
        for (question, found) in held.iter().zip(sizes(work, hands, &plays)?) {
            let [before, after] = found[..] else {
                return Err(Doubt::Witness("they cannot say no".to_owned()));
            };
            let (all, left) =
                (binomial(cards, question.len()), binomial(cards - hands[0], question.len()));
            let as_said = after * all == before * left;
            holds_or(as_said, &format!("asked for {} cards, {found:?}", question.len()))?;
            told.add((after, before), hands, &asked_for(question.len()));
        }
        Ok(())
    });
    told.tell(work, |share| format!("the size times {share}"));
    verdict
}

/// What passing does: nothing in initial states; after one question the shares that are left are listed.
fn after_passing(work: &Work) -> Verdict {
    let (mut initial, mut shares) = (0, BTreeSet::new());
    let all = games(1);
    for hands in &all {
        let mut plays = vec![vec!["nowin 1".to_owned()]];
        for question in questions(hands) {
            let answer = match question[0] < hands[0] {
                true => format!("show {}", card(question[0])),
                false => "no".to_owned(),
            };
            plays.push(vec![question_text(2, &question, &answer), "nowin 2".to_owned()]);
        }
        let found = match sizes(work, hands, &plays) {
            Ok(found) => found,
            Err(why) => return Verdict::Open(why),
        };
        initial += usize::from(found[0].len() == 1 || found[0][0] == found[0][1]);
        for after in &found[1..] {
            if let [_, before, left] = after[..] {
                let (common, whole) = (divisor(left, before), before);
                shares.insert((left / common, whole / common));
            }
        }
    }
    if initial < all.len() {
        return Verdict::Fails("passing makes an initial state smaller".to_owned());
    }
    let least = shares.iter().min_by(|(a, b), (c, d)| (a * d).cmp(&(c * b)));
    let least = least.map_or_else(String::new, |(a, b)| format!("{a}/{b}"));
    Verdict::Open(format!(
        "in {initial} initial states ({GAMES}) it leaves all or is impossible; after one question it \
         leaves one of {} shares, the least of them {least}; no formula is known",
        shares.len()
    ))
}

fn divisor(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { divisor(right, left % right) }
}

fn only(state: &State, terms: &Terms, action: Action) -> Option<State> {
    state.update(terms, action).ok()?.into_single()
}

/// A sequence leads to as many worlds as its parts, one after the other.
fn after_sequences(work: &Work) -> Verdict {
    search_fitting(work, 400, "pairs of actions on models of up to 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let first = decisions(case);
        let second = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let [first, second] = [first, second].map(|decisions| {
            let action = grow(&mut terms, Kind::Knowledge, &decisions);
            terms.action(ActionNode::Learn(everybody(), action))
        });
        let both = terms.action(ActionNode::Sequence([first, second].into()));
        let whole = only(&state, &terms, both);
        let Some(between) = only(&state, &terms, first) else { return Ok(false) };
        let (Some(whole), Some(after)) = (whole, only(&between, &terms, second)) else {
            return Ok(false);
        };
        let found = (whole.world_count(), after.world_count());
        holds_or(found.0 == found.1, &format!("at once and in turn: {found:?}"))
    })
}

/// There are at most as many worlds as pairs of a world and an action of the type, and n whispers reach
/// that: twice as many worlds each time.
fn growth(work: &Work) -> Verdict {
    let random = on_actions(work, 1000, |state, terms, action| {
        let Ok(actions) = ActionFrame::size(terms, action) else { return Ok(false) };
        let Ok(outcomes) = state.update(terms, action) else { return Ok(false) };
        let most = actions * state.world_count();
        let mut found = outcomes.alternatives().iter().flatten().map(State::world_count);
        holds_or(found.all(|count| most >= count.into()), "has too many worlds")
    });
    let whispers = vec![WHISPER.to_owned(); 4];
    let named = "agents 1, 2, 3\ndeal r | w | b\n";
    let steps: String = whispers.iter().map(|one| format!("do {one}\n")).collect();
    let whispered = || -> Result<Verdict, String> {
        let document = document(&format!("{named}{steps}"))?;
        let (names, terms) = (&document.vocabulary, &document.terms);
        let held = Engine::Explicit.build(&document.initial, names, terms, &work.limits);
        let mut held = held.map_err(|error| format!("{error:?}"))?;
        let mut found = vec![size(&held)?];
        for action in snippet::actions(&document) {
            let outcomes = held.update(terms, action).map_err(|error| error.to_string())?;
            held = outcomes.into_single().ok_or("several outcomes")?;
            found.push(size(&held)?);
        }
        Ok(super::holds_if(found == [6, 12, 24, 48, 96], || format!("whispering: {found:?}")))
    };
    random.and(verdict_or_open(whispered()))
}

/// Of `!L_A ?φ + τ` the rest does not matter, and there are never more relevant worlds than before.
fn after_announcements(work: &Work) -> Verdict {
    search_fitting(work, 1000, "announcements on models of up to 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let first = decisions(case);
        let second = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let formula = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &first);
        let rest = grow(&mut terms, Kind::Knowledge, &second);
        let rest = terms.action(ActionNode::Learn(everybody(), rest));
        let test = terms.action(ActionNode::Test(formula));
        let told = terms.action(ActionNode::Learn(everybody(), test));
        let chosen = terms.action(ActionNode::Choice([told, rest].into(), Some(0)));
        let (Some(told), Some(chosen)) = (only(&state, &terms, told), only(&state, &terms, chosen))
        else {
            return Ok(false);
        };
        let [before, after, alike] = [&state, &told, &chosen].map(|state| state.relevant().len());
        holds_or(after == alike && after <= before, &format!("{before} to {after} or {alike}"))
    })
}

/// How many deals leave the first hand with each number of the cards asked for.
fn by_number_held(hands: &Hands, asked: usize) -> Vec<u128> {
    let cards: usize = hands.iter().sum();
    let others: Hands = hands[1..].to_vec();
    let choose = |of: usize, some: usize| -> u128 {
        if some > of { 0 } else { (0..some).fold(1, |n, i| n * (of - i) as u128 / (i + 1) as u128) }
    };
    let mut left: usize = others.iter().sum();
    let mut rest: u128 = 1;
    for &hand in &others {
        rest *= choose(left, hand);
        left -= hand;
    }
    let deals = |n: usize| match hands[0].checked_sub(n) {
        Some(more) => choose(asked, n) * choose(cards - asked, more) * rest,
        None => 0,
    };
    (0..=asked).map(deals).collect()
}

/// The sizes before, after a first and after a second showing of the same cards: a deal with n of them
/// at who shows is there n times after each.
fn shown_twice(hands: &Hands, asked: usize) -> [u128; 3] {
    let deals = by_number_held(hands, asked);
    [0, 1, 2].map(|times| deals.iter().zip(0u128..).map(|(deals, n)| deals * n.pow(times)).sum())
}

/// Real Cluedo, by counting. That the counting is right is seen in small games where a fourth player sees
/// no card, so that all worlds are relevant.
fn cluedo(work: &Work) -> Verdict {
    let small = all_games(work, 1, |hands| {
        let cards: usize = hands.iter().sum();
        for asked_for in (2..cards).filter(|_| hands.len() > 3) {
            let question: Vec<usize> = (0..asked_for).collect();
            let show = |requester| question_text(requester, &question, "show a");
            let found = &sizes(work, hands, &[vec![show(2), show(3)]])?[0];
            let counted = shown_twice(hands, asked_for).map(|size| size as u64);
            holds_or(found[..] == counted, &format!("{asked_for} cards: {found:?} {counted:?}"))?;
        }
        Ok(())
    });
    let [before, first, second] = shown_twice(&vec![3; 7], 3);
    work.tell(format!("{before} worlds, {first} after a first showing, {second} after a second"));
    match small {
        Verdict::HoldsUpTo(_) if second > first => Verdict::Fails(format!(
            "6 asks 1 for three cards and is shown one: {before} worlds become {first}; 5 asks 1 for \
             the same cards and is shown one: they become {second}"
        )),
        Verdict::HoldsUpTo(_) => Verdict::Open("this way it does not grow".to_owned()),
        other @ (Verdict::Holds | Verdict::Open(_) | Verdict::Fails(_)) => {
            Verdict::Open(format!("sizes are counted wrongly: {other}"))
        }
    }
}

/// Real Cluedo with a suspect, a weapon and a room on the table, one of each of which is asked for: the
/// sizes before and after the first player shows one.
fn shown_of_each_kind(kinds: [u128; 3]) -> [u128; 2] {
    let mut sizes = [0, 0];
    for tabled in 0..8usize {
        let ways = (0..3).map(|at| if tabled >> at & 1 == 1 { 1 } else { kinds[at] - 1 });
        let ways: u128 = ways.product();
        let left = 3 - tabled.count_ones() as usize;
        let deals = by_number_held(&vec![3; 6], left);
        for (deals, n) in deals.iter().zip(0u128..) {
            sizes[0] += ways * deals;
            sizes[1] += ways * deals * n;
        }
    }
    sizes
}

/// Whether 9/21 are left there too.
fn cluedo_with_kinds(work: &Work) -> Verdict {
    let [before, after] = shown_of_each_kind([6, 6, 9]);
    let common = divisor(after as u64, before as u64) as u128;
    let share = format!("{}/{}", after / common, before / common);
    let told = format!("{before} worlds become {after}: {share} are left");
    work.found(after * 21 == before * 9, told)
}

//! What `nested` expects others to learn, where all worlds are listed: against a plain list of all deals with all that can have
//! been shown, by the definition.

use crate::cluedo_players::{agrees, all_deals};
use crate::cluedo_tiny::{Choice, cases, open, suspicions, watch};
use hexa_games::cluedo::edition::Asked;
use hexa_games::cluedo::players::account::Account;
use hexa_games::cluedo::players::clues::bits;
use hexa_games::cluedo::players::sample::SampleBasis;
use hexa_games::cluedo::players::{CluedoAim, CluedoWhy};
use hexa_games::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice};
use hexa_games::game::{Move, Player};
use hexa_games::strategy::Why;
use std::collections::{BTreeMap, BTreeSet};

type Deal = (CluedoCards, Vec<CluedoCards>);

/// A deal, what was shown by notice, and how likely both are up to a factor.
struct SituationCourse<'d> {
    deal: &'d Deal,
    shown: BTreeMap<usize, CluedoCards>,
    chance: f64,
}

/// All that is possible for a player.
fn courses<'d>(account: &Account, deals: &'d [Deal]) -> Vec<SituationCourse<'d>> {
    let mut all = Vec::new();
    for deal in deals.iter().filter(|deal| agrees(account, deal)) {
        let mut courses = vec![SituationCourse { deal, shown: BTreeMap::new(), chance: 1.0 }];
        let shows = account.shows();
        for (number, show) in shows.iter().enumerate() {
            let earlier = &shows[..number];
            let mut longer = Vec::new();
            for course in courses {
                let held = deal.1[show.shower.index()] & show.cards;
                let same = earlier
                    .iter()
                    .filter(|one| (one.asker, one.shower) == (show.asker, show.shower));
                let before = same.fold(0, |all, one| all | course.shown[&one.at]);
                let among = if held & before != 0 { held & before } else { held };
                for card in bits(among).filter(|&card| show.seen == 0 || show.seen == card) {
                    let mut shown = course.shown.clone();
                    shown.insert(show.at, card);
                    // What the player showed was their own choice.
                    let part = match show.shower == account.player() {
                        true => 1.0,
                        false => 1.0 / f64::from(among.count_ones()),
                    };
                    longer.push(SituationCourse { deal, shown, chance: course.chance * part });
                }
            }
            courses = longer;
        }
        all.extend(courses);
    }
    let sum: f64 = all.iter().map(|one| one.chance).sum();
    all.iter_mut().for_each(|one| one.chance /= sum);
    all
}

/// Whether a deal agrees with what everybody heard.
fn is_public(account: &Account, deal: &Deal) -> bool {
    let mut asked = 0;
    account.notices().iter().all(|notice| match *notice {
        CluedoNotice::Suspicion(_, cards) => {
            asked = cards;
            true
        }
        CluedoNotice::Pass(by) => deal.1[by.index()] & asked == 0,
        CluedoNotice::Show(by, _) => deal.1[by.index()] & asked != 0,
        _ => true,
    })
}

/// What everybody hears of the answers to a suspicion: who shows a card, in turn.
fn heard(game: &CluedoGame, asker: Player, cards: CluedoCards, deal: &Deal) -> Vec<usize> {
    let players = deal.1.len();
    let seats = (1..players).map(|after| (asker.index() + after) % players);
    let able = seats.filter(|&seat| deal.1[seat] & cards != 0);
    match game.rules().edition.asked {
        Asked::UntilOneShows => able.take(1).collect(),
        Asked::Everybody => able.collect(),
    }
}

/// How many bits another player can think of, before a suspicion and after it, in a course.
fn open_for(
    (account, game, deals): (&Account, &CluedoGame, &[&Deal]),
    rival: Player,
    course: &SituationCourse<'_>,
    cards: Option<CluedoCards>,
) -> f64 {
    let shows = account.shows();
    let is_possible = |other: &&&Deal| {
        other.1[rival.index()] == course.deal.1[rival.index()]
            && shows
                .iter()
                .filter(|show| show.asker == rival)
                .all(|show| other.1[show.shower.index()] & course.shown[&show.at] != 0)
            && cards.is_none_or(|cards| {
                let by = account.player();
                heard(game, by, cards, other) == heard(game, by, cards, course.deal)
            })
    };
    let envelopes: BTreeSet<CluedoCards> =
        deals.iter().filter(is_possible).map(|other| other.0).collect();
    (envelopes.len() as f64).log2()
}

fn entropy(parts: &BTreeMap<CluedoCards, f64>) -> f64 {
    let all: f64 = parts.values().sum();
    parts.values().map(|part| -part * (part / all).log2()).sum()
}

/// How many bits a suspicion is expected to tell the player of the envelope.
fn gain(
    account: &Account,
    game: &CluedoGame,
    courses: &[SituationCourse<'_>],
    cards: CluedoCards,
) -> f64 {
    let me = account.player();
    let mut before = BTreeMap::new();
    let mut after: BTreeMap<Vec<CluedoCards>, BTreeMap<CluedoCards, f64>> = BTreeMap::new();
    for course in courses {
        *before.entry(course.deal.0).or_insert(0.0) += course.chance;
        // What is shown, by each who shows something.
        let mut answers: Vec<(Vec<CluedoCards>, f64)> = vec![(Vec::new(), course.chance)];
        for seat in heard(game, me, cards, course.deal) {
            let held = course.deal.1[seat] & cards;
            let shows = account.shows();
            let own = shows.iter().filter(|one| one.asker == me && one.shower.index() == seat);
            let again = own.fold(0, |all, one| all | one.seen) & held;
            let among = if again != 0 { again } else { held };
            let part = f64::from(among.count_ones());
            answers = answers
                .into_iter()
                .flat_map(|(shown, chance)| {
                    bits(among).map(move |card| {
                        let one = (seat as CluedoCards) << 56 | card;
                        ([&shown[..], &[one]].concat(), chance / part)
                    })
                })
                .collect();
        }
        for (shown, chance) in answers {
            *after.entry(shown).or_default().entry(course.deal.0).or_insert(0.0) += chance;
        }
    }
    entropy(&before) - after.values().map(entropy).sum::<f64>()
}

/// How many bits a suspicion is expected to tell another player, on average.
fn leak(
    (account, game, deals): (&Account, &CluedoGame, &[&Deal]),
    courses: &[SituationCourse<'_>],
    cards: CluedoCards,
) -> f64 {
    let rivals: Vec<Player> = Player::first(account.dealt().sizes.len())
        .filter(|&rival| rival != account.player() && !account.is_out(rival))
        .collect();
    let mut leak = 0.0;
    for course in courses {
        for &rival in &rivals {
            let open = |cards| open_for((account, game, deals), rival, course, cards);
            leak += course.chance * (open(None) - open(Some(cards))) / rivals.len() as f64;
        }
    }
    leak
}

/// Whether the reason for a suspicion holds: what it tells, and that no other tells more.
fn check(game: &CluedoGame, deals: &[Deal], choice: &Choice) -> bool {
    let Some(Why::Cluedo(reason)) = &choice.why else { return false };
    let (CluedoAim::Move | CluedoAim::InRoom) = reason.aim else { return false };
    let CluedoWhy::Bluff { gain: told, leak: leaked, tried, basis, own } = reason.why else {
        return false;
    };
    let Some(CluedoMove::Suspect(made)) = game.meaning(choice.made) else { panic!("{reason:?}") };
    assert!(matches!(basis, SampleBasis::Listed(_)), "{basis:?}");
    let account = &choice.account;
    assert_eq!((made & account.hand()).count_ones() as usize, own);
    let courses = courses(account, deals);
    let public: Vec<&Deal> = deals.iter().filter(|deal| is_public(account, deal)).collect();
    let legal = suspicions(game, &choice.moves);
    let score = |cards| {
        let gain = gain(account, game, &courses, cards);
        (gain, leak((account, game, &public), &courses, cards))
    };
    let (gain, leak) = score(made);
    assert!((gain - told.value()).abs() < 2e-6, "{gain} {told:?}");
    assert!((leak - leaked.value()).abs() < 2e-6, "{leak} {leaked:?}");
    assert!(tried <= legal.len());
    for other in legal {
        let (more, leaks) = score(other);
        assert!(more - leaks <= gain - leak + 2e-6, "{other:b}: {:?}", account.notices());
    }
    true
}

#[test]
fn nested_makes_the_best_of_all_suspicions_by_a_plain_list_of_worlds() {
    let mut compared = 0;
    for (name, games) in [
        ("cluedo(players=3; deck=2/2/3)", 8),
        ("cluedo(players=3; deck=2/2/3; asked=everybody)", 8),
        ("cluedo(players=2; deck=2/3/2)", 8),
        ("games/cluedo/three-rooms.board(players=3; deck=2/2/3)", 8),
    ] {
        let game = open(name);
        let deals = all_deals(game.rules());
        for choice in watch(&game, &["nested"], 0..games * cases(), &mut |_, _| {}) {
            compared += u32::from(check(&game, &deals, &choice));
        }
    }
    assert!(compared > 40, "{compared}");
}

/// How likely whoever asks knows the envelope after a card is shown to them, and how many bits they can think of.
fn effect(
    (account, deals): (&Account, &[&Deal]),
    courses: &[SituationCourse<'_>],
    card: CluedoCards,
) -> (f64, f64) {
    let (asker, me) = (account.suspicion().expect("a suspicion").by, account.player());
    let shows = account.shows();
    let (mut knows, mut open) = (0.0, 0.0);
    for course in courses {
        let is_possible = |other: &&&Deal| {
            other.1[asker.index()] == course.deal.1[asker.index()]
                && other.1[me.index()] & card != 0
                && shows
                    .iter()
                    .filter(|show| show.asker == asker)
                    .all(|show| other.1[show.shower.index()] & course.shown[&show.at] != 0)
        };
        let envelopes: BTreeSet<CluedoCards> =
            deals.iter().filter(is_possible).map(|other| other.0).collect();
        knows += if envelopes.len() == 1 { course.chance } else { 0.0 };
        open += course.chance * (envelopes.len() as f64).log2();
    }
    (knows, open)
}

#[test]
fn nested_shows_the_best_card_by_a_plain_list_of_worlds() {
    let mut compared = 0;
    for name in ["cluedo(players=3; deck=2/3/3)", "cluedo(players=2; deck=2/2/3; asked=everybody)"]
    {
        let game = open(name);
        let deals = all_deals(game.rules());
        for choice in watch(&game, &["nested"], 0..20 * cases(), &mut |_, _| {}) {
            let Some(Why::Cluedo(reason)) = &choice.why else { continue };
            let CluedoWhy::LeavesMost { knows, open, basis } = reason.why else { continue };
            assert!(matches!(basis, SampleBasis::Listed(_)), "{basis:?}");
            let account = &choice.account;
            let courses = courses(account, &deals);
            let public: Vec<&Deal> = deals.iter().filter(|deal| is_public(account, deal)).collect();
            let effect_of = |made: Move| match game.meaning(made) {
                Some(CluedoMove::Show(card)) => effect((account, &public), &courses, 1 << card.0),
                other => panic!("{other:?}"),
            };
            let best = effect_of(choice.made);
            assert!((best.0 - knows.value()).abs() < 2e-6, "{best:?} {knows:?}");
            assert!((best.1 - open.value()).abs() < 2e-6, "{best:?} {open:?}");
            for &other in &choice.moves {
                let (knows, open) = effect_of(other);
                assert!(knows >= best.0 - 1e-9, "{knows} {best:?}");
                assert!(knows > best.0 + 1e-9 || open <= best.1 + 1e-9, "{open} {best:?}");
            }
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Cards that the player cannot tell apart make no difference, so that one suspicion of each kind is enough.
#[test]
fn suspicions_of_one_kind_tell_the_same() {
    let game = open("cluedo(players=3; deck=2/3/3)");
    let deals = all_deals(game.rules());
    let (mut alike, mut kinds_found) = (0, BTreeSet::new());
    for choice in watch(&game, &["perfect"], 0..2 * cases(), &mut |_, _| {}) {
        let account = &choice.account;
        let legal = suspicions(&game, &choice.moves);
        let kinds = account.kinds_of_cards();
        let courses = courses(account, &deals);
        let public: Vec<&Deal> = deals.iter().filter(|deal| is_public(account, deal)).collect();
        let mut found: BTreeMap<Vec<usize>, (f64, f64)> = BTreeMap::new();
        for cards in legal {
            let kind = bits(cards).map(|card| kinds[card.trailing_zeros() as usize]).collect();
            let told = gain(account, &game, &courses, cards);
            let leaked = leak((account, &game, &public), &courses, cards);
            match found.get(&kind) {
                Some((gain, leak)) => {
                    assert!((gain - told).abs() < 1e-9 && (leak - leaked).abs() < 1e-9);
                    alike += 1;
                }
                None => _ = found.insert(kind, (told, leaked)),
            }
        }
        kinds_found.insert(found.len());
    }
    assert!(alike > 10 && kinds_found.len() > 2, "{alike} {kinds_found:?}");
}

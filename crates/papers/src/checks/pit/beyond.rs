//! Beyond SixPit as the paper has it (*Logic and game theory of Pit*, sections 5 and 6): nine cards, players who go by what
//! they remember, and several couples who trade at once.

use super::{half, list_values};
use crate::Verdict;
use crate::checks::{Check, Effort, Work, holds_if};
use hexa_games::catalogue::named_game;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Chance, Move, Play, PlayStep, Player, Trouble, Turn};
use hexa_games::named::Named;
use hexa_games::pit::situations::{
    ChoiceNames, DealTable, DealtCorners, DerivationRequest, Exchanged, KnowledgeDepth,
    NoDerivation, PitCut, PitLimits, count_situations, count_to_depth, derive,
};
use hexa_games::pit::{PitDeck, Sharing, remembering_game};
use hexa_games::situations::{SituationGame, values_at};
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::Stop;
use hexa_workbench::words::pit::why_cut;
use std::num::NonZeroUsize;
use std::sync::Arc;

pub(in crate::checks) const CHECKS: &[Check] = &[
    Check { name: "NinePit: situations", at: file!(), run: nine_cards },
    Check { name: "SixPit: players who remember", at: file!(), run: players_who_remember },
    Check { name: "FourPit: several couples", at: file!(), run: several_couples },
];

/// Three suits of three cards, offers of one card: situations after one round, facts that are known, and how far a search comes.
fn nine_cards(work: &Work) -> Verdict {
    count_nine_cards(work).unwrap_or_else(|cut| Verdict::Open(why_cut(cut)))
}

fn count_nine_cards(work: &Work) -> Result<Verdict, PitCut> {
    let (stop, limits) = (&work.limits.stop, PitLimits::default());
    let Ok(deck) = PitDeck::new(3, 3, 3) else {
        return Ok(Verdict::Open("there is no such deck".to_owned()));
    };
    let request = DerivationRequest {
        deck,
        most: 1,
        knowledge: KnowledgeDepth::All,
        names: ChoiceNames::Forgotten,
        corners: DealtCorners::Never,
        rounds: Some(2),
    };
    let found = match derive(&request, &limits, stop) {
        Ok(found) => found,
        Err(NoDerivation::Cut(cut)) => return Err(cut),
        Err(NoDerivation::NoOpenDeal) => return Ok(Verdict::Fails("no open deal".to_owned())),
    };
    let after = |rounds| found.situations.iter().filter(|one| one.rounds == rounds).count();
    let offers = found.choices.iter().map(|choice| choice.alternatives.len()).max();
    work.tell(format!(
        "{} situations after the deal, {} after one round; choices of up to {} offers",
        after(0),
        after(1),
        offers.unwrap_or_default()
    ));
    let table = DealTable::new(deck, 1, &limits)?;
    let facts = count_to_depth(&table, NonZeroUsize::MIN, Exchanged::Nobody, &limits, stop)?;
    work.tell(format!("{} situations, if only knowledge of facts counts", facts.situations));
    let situations = match work.effort {
        Effort::Short => 10_000,
        Effort::Deep => limits.situations,
    };
    let search = PitLimits { situations, ..limits };
    let all = count_situations(&table, Exchanged::Everybody, &search, stop)?;
    let ended = all.cut.map_or_else(|| "there are no more".to_owned(), why_cut);
    work.tell(format!(
        "{} models with {} situations, up to the names of players too: {ended}",
        all.models, all.situations
    ));
    Ok(holds_if(after(1) > 3 && facts.cut.is_none() && offers > Some(2), || {
        format!("{} situations after one round", after(1))
    }))
}

/// Who did not trade remembers up to two trades of the others. All pure strategies are tried against an equilibrium of each kind of
/// those who do not remember. One has numbers that are no fractions: there they are taken to ten digits, and what is gained
/// is far more than these can change.
fn players_who_remember(work: &Work) -> Verdict {
    let game = remembering_game(Sharing::Alike, 2);
    let mixed = RBig::from_parts(3_149_910_603_u64.into(), 10_000_000_000_u64.into());
    let sure = [RBig::ZERO, RBig::ONE, RBig::ONE];
    let known = [[half(), half(), half()], sure, [mixed.clone(), mixed, RBig::ONE]];
    let mut gained = Vec::new();
    for shared in &known {
        // In all three, what the first gains says enough, or the second, who does what the third does.
        let each = [0, 1].map(|player| gain(&game, shared, player));
        let [Some(first), Some(second)] = each else {
            return Verdict::Open("nothing can be expected".to_owned());
        };
        let gain = first.max(second);
        let exact = gain.to_string();
        let most = if exact.len() < 20 { exact } else { format!("{:.6}", gain.to_f64().value()) };
        let at = shared.each_ref().map(|of| format!("{:.4}", of.to_f64().value()));
        work.tell(format!("at ({}) somebody gains {most} at most", at.join(", ")));
        gained.push(gain);
    }
    let thousandth = RBig::ONE / RBig::from(1000);
    let holds = gained[0] == RBig::ZERO && gained[1..].iter().all(|gain| *gain > thousandth);
    holds_if(holds, || list_values(&gained))
}

/// What a player gains by the best of their pure strategies, if the others do not remember.
fn gain(game: &SituationGame, shared: &[RBig; 3], player: usize) -> Option<RBig> {
    let plain: Vec<RBig> =
        (0..game.choices.len()).map(|at| shared.get(at).cloned().unwrap_or_else(half)).collect();
    let value = |of: &[RBig]| {
        let strategies: Vec<Vec<RBig>> =
            of.iter().map(|one| vec![one.clone(), RBig::ONE - one]).collect();
        Some(values_at(game, &strategies)?.swap_remove(game.start).swap_remove(player))
    };
    let own: Vec<usize> =
        (0..game.choices.len()).filter(|&at| game.choices[at].player == player).collect();
    let before = value(&plain)?;
    let mut best = before.clone();
    for number in 0..1usize << own.len() {
        let mut other = plain.clone();
        for (place, &at) in own.iter().enumerate() {
            other[at] = RBig::from(number >> place & 1);
        }
        best = best.max(value(&other)?);
    }
    Some(best - before)
}

/// How likely somebody wins if all offer anything: in two rounds with three players, where several couples are one, and in one
/// round with four players. And how often nobody has won after many rounds, if four players share.
fn several_couples(work: &Work) -> Verdict {
    let stop = &work.limits.stop;
    let compare = |rules: &str| {
        let one = winning_chance(&format!("pit({rules})"), stop)?;
        Some((one, winning_chance(&format!("pit({rules}; pairs=all)"), stop)?))
    };
    let three = compare("players=3; cards=2; deal=open; rounds=2");
    let four = compare("players=4; cards=2; deal=open; rounds=1");
    let (Some(three), Some(four)) = (three, four) else {
        return Verdict::Open("it was stopped".to_owned());
    };
    let told = |players: &str, rounds: &str, (one, all): &(RBig, RBig)| {
        format!(
            "{players} players win in {rounds} with probability {one} if one couple trades, {all} if all do who can"
        )
    };
    work.tell(told("three", "two rounds", &three));
    work.tell(told("four", "one round", &four));
    let lasting = |setting: &str| {
        let name = format!("pit(players=4; cards=2; deal=open{setting}; rounds={ROUNDS})");
        lasting_plays(&name, "shared", stop)
    };
    let (Some(one), Some(all)) = (lasting(""), lasting("; pairs=all")) else {
        return Verdict::Open("it was stopped".to_owned());
    };
    work.tell(format!(
        "of {PLAYS} plays by four who share, nobody has won after {ROUNDS} rounds in {one} if one couple trades, in {all} if all do who can"
    ));
    let is_so = three.0 == three.1 && four.0 < four.1 && one == 0 && all > 0;
    holds_if(is_so, || "that is not so".to_owned())
}

/// So many plays, of so many rounds.
const PLAYS: u64 = 40;
const ROUNDS: u32 = 200;

/// In how many plays by one strategy nobody wins.
fn lasting_plays(name: &str, strategy: &str, stop: &Stop) -> Option<usize> {
    let game = named_game(&Named::read(name).ok()?).ok()?;
    let players = game.declaration().players.len();
    let mut lasting = 0;
    for number in 0..PLAYS {
        let named = Named::word(strategy);
        let made = (0..players).map(|_| named_strategy(&named, &game).ok());
        let mut strategies: Vec<Box<dyn Strategy>> =
            made.map(|one| one.map(|one| one as Box<dyn Strategy>)).collect::<Option<_>>()?;
        let mut play = Arc::clone(&game).start(stop).ok()?;
        let mut streams = PlayStreams::new(1, number, players);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 10_000, stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(worths)) = end else { return None };
        lasting += usize::from(worths.iter().all(|worth| *worth == Exact::default()));
    }
    Some(lasting)
}

/// How likely somebody wins, if everybody makes each move with the same chance.
fn winning_chance(name: &str, stop: &Stop) -> Option<RBig> {
    let game = named_game(&Named::read(name).ok()?).ok()?;
    let mut play = game.start(stop).ok()?;
    win_on(&mut *play, stop).ok()
}

/// The same from where a play stands.
fn win_on(play: &mut dyn Play, stop: &Stop) -> Result<RBig, Trouble> {
    stop.count(1)?;
    let steps: Vec<(PlayStep, RBig)> = match play.turn() {
        Turn::Over => {
            let is_won = play.returns()?.iter().any(|worth| *worth != Exact::default());
            return Ok(if is_won { RBig::ONE } else { RBig::ZERO });
        }
        Turn::Chance => match play.chance()? {
            Chance::Listed(moves, weights) => {
                let step = |(at, &made)| (PlayStep::Chance(made), weights.probability(at).0);
                moves.iter().enumerate().map(step).collect()
            }
            Chance::Drawn => return Err(Trouble::NoSuchChance),
        },
        turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
            let mut joint = vec![Vec::new()];
            for &player in turn.players() {
                joint = longer(play, player, &joint);
            }
            let each = RBig::ONE / RBig::from(joint.len() as u64);
            joint.into_iter().map(|moves| (PlayStep::Moves(moves), each.clone())).collect()
        }
    };
    let mut sum = RBig::ZERO;
    for (step, chance) in steps {
        play.apply(&step)?;
        sum += chance * win_on(play, stop)?;
        play.undo();
    }
    Ok(sum)
}

/// All beginnings of joint moves, with each move of one more player.
fn longer(play: &dyn Play, player: Player, joint: &[Vec<Move>]) -> Vec<Vec<Move>> {
    let with = |before: &Vec<Move>| {
        let before = before.clone();
        play.moves(player).iter().map(move |&made| {
            let mut moves = before.clone();
            moves.push(made);
            moves
        })
    };
    joint.iter().flat_map(with).collect()
}

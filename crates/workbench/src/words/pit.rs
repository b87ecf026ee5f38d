//! The English of Pit: deals, situations, equilibria, trees of plays, and why nothing can be said.

mod equilibria;
mod tree;

pub use tree::tree;

use super::{count_noun, list};
use crate::pit::{NoPitReport, PitReport, PitRequest, PitStep, SharedReport, SituationRow};
use equilibria::{game_of, sensible};
use hexa_games::exact::Exact;
use hexa_games::pit::situations::{NoDerivation, PitCut};
use hexa_games::pit::{NoPitDeck, NoPitGame, OfferedTrade, Pair};
use hexa_text::{Code, Diagnostic};

/// A play of more situations than this is not listed.
const MOST_SITUATIONS: usize = 24;

/// What can be said of a game of Pit.
pub fn report(of: &PitReport) -> String {
    let mut text = head(of) + &deals(of) + &situations(of);
    if !of.trades.is_empty() {
        text += &trades(&of.trades);
    }
    if let Some(one_move) = &of.one_move {
        text += "\nOne move, after two players traded and nobody has a corner; a play that goes on is worth nothing\n";
        text += &game_of(one_move, None);
    }
    if let Some(full) = &of.full {
        text += "\nThe full game, if everybody offers alike after all of their trades\n";
        text += &ending(of);
        text += &game_of(full, Some(&of.situations));
    }
    if let Some(by_last) = &of.by_last_trade {
        text += "\nThe full game, if players may look at who traded last\n";
        text += &game_of(by_last, None);
    }
    text += &sensible(of);
    if let Some(given) = &of.shared {
        text += &shared(given);
    }
    text
}

fn head(of: &PitReport) -> String {
    let most = match of.most {
        1 => "one card is offered at a time".to_owned(),
        most => format!("up to {most} cards of a suit are offered at a time"),
    };
    format!(
        "Pit for {} with {} of {}, {} in a hand; {most}\n",
        count_noun(of.players, "player"),
        count_noun(of.suits, "suit"),
        count_noun(of.cards, "card"),
        count_noun(of.hand, "card"),
    )
}

fn deals(of: &PitReport) -> String {
    let uncounted = || "too many to count".to_owned();
    let lines = [
        (of.deals.hands.clone(), "hands, if cards of a suit look alike"),
        (of.deals.named.clone(), "deals of cards that are told apart"),
        (
            of.deals.by_suit.clone().unwrap_or_else(uncounted),
            "deals, if cards of a suit look alike",
        ),
        (of.deals.without_corner.clone().unwrap_or_else(uncounted), "of these without a corner"),
    ];
    let width = lines.iter().map(|(many, _)| many.len()).max().unwrap_or(0);
    let line = |(many, what): &(String, &str)| format!("  {many:>width$}  {what}\n");
    format!("\nDeals\n{}", lines.iter().map(line).collect::<String>())
}

fn situations(of: &PitReport) -> String {
    let mut text =
        "\nSituations: what everybody knows while nobody has a corner, up to the names of suits\n"
            .to_owned();
    let many = of.situations.len();
    if many > 0 && many <= MOST_SITUATIONS {
        let titles =
            ["", "hands", "traded last", "rounds", "worlds", "deals that each considers possible"];
        let mut rows = vec![titles.map(str::to_owned).to_vec()];
        rows.extend(of.situations.iter().map(situation));
        text += &table(&rows, 3);
    }
    if let Some(cut) = of.cut {
        text += &format!("  not all are known: {}\n", why_cut(cut));
        if many > 0 {
            text += &format!("  {} found until then\n", count_noun(many, "situation"));
        }
        return text;
    }
    let after = of.situations.iter().filter(|one| one.rounds > 0).count();
    text += &format!(
        "  {} in all, {after} of them only after the first round\n",
        count_noun(many, "situation")
    );
    text + &alike(&of.situations)
}

fn situation(of: &SituationRow) -> Vec<String> {
    let considered: Vec<String> = of.considered.iter().map(ToString::to_string).collect();
    let last = match of.last {
        Some(pair) => both(pair),
        None if of.is_after_trades => "it varies".to_owned(),
        None => "nobody".to_owned(),
    };
    let worlds = of.worlds.map_or_else(|| "-".to_owned(), |many| many.to_string());
    vec![
        of.name.clone(),
        of.hands.clone(),
        last,
        of.rounds.to_string(),
        worlds,
        considered.join(" "),
    ]
}

fn both((first, second): Pair) -> String {
    format!("{} and {}", letter(first), letter(second))
}

fn letter(player: usize) -> char {
    char::from(b'a' + (player % 26) as u8)
}

/// Which situations differ only in names.
fn alike(all: &[SituationRow]) -> String {
    let Some(kinds) = all.iter().map(|one| one.kind).collect::<Option<Vec<usize>>>() else {
        return String::new();
    };
    let most = kinds.iter().copied().max().map_or(0, |most| most + 1);
    let mut text = format!("  {} if players get other names, too", count_noun(most, "situation"));
    let of_kind = |kind: usize| {
        let named = all.iter().zip(&kinds).filter(move |&(_, &of)| of == kind);
        named.map(|(one, _)| one.name.clone()).collect::<Vec<String>>()
    };
    let groups: Vec<String> =
        (0..most).map(of_kind).filter(|group| group.len() > 1).map(|group| list(&group)).collect();
    if !groups.is_empty() && all.len() <= MOST_SITUATIONS {
        text += &format!(": alike are {}", groups.join("; "));
    }
    text + "\n"
}

fn trades(of: &[OfferedTrade]) -> String {
    let mut text = "\nTrades in wx.wy.xy (wheat, flax, rye), and what a, b and c get\n".to_owned();
    for trade in of {
        let ([i, j], [u, v]) = (trade.traders, trade.offered);
        let [a, b, c] = trade.payoff;
        let winner =
            trade.winner.map_or("nobody wins".to_owned(), |player| format!("{player} wins"));
        text +=
            &format!("  {i}'s {u} for {j}'s {v}  {}  {a:>3} {b:>3} {c:>3}  {winner}\n", trade.deal);
    }
    text
}

/// Whether play ends.
fn ending(of: &PitReport) -> String {
    match &of.ending_chance {
        Some(least) if *least > Exact::default() => format!(
            "  whatever everybody does, a round ends the play with probability {least} at least: it ends\n"
        ),
        Some(_) | None => "  a play that never ends is worth nothing to anybody\n".to_owned(),
    }
}

fn shared(of: &SharedReport) -> String {
    let written: Vec<String> = of.shared.iter().map(ToString::to_string).collect();
    let mut text =
        format!("\nIf they share with probabilities {}, they can expect\n", list(&written));
    let row = |name: String, values: Vec<String>| [vec![name], values].concat();
    let exact = |values: &[Exact]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
    let players: Vec<String> =
        (0..of.shared.len()).map(|player| letter(player).to_string()).collect();
    let mut rows = vec![row(String::new(), players)];
    rows.push(row("of one move after a and b traded".to_owned(), exact(&of.one_move)));
    for one in &of.full {
        let when = match one.situation.as_str() {
            "dealt" => "of the whole play".to_owned(),
            name => format!("of the rest after {name}"),
        };
        rows.push(row(when, exact(&one.values)));
    }
    text += &table(&rows, 1);
    text += &is_equilibrium(of.is_equilibrium_of_one_move, "one move");
    text += &is_equilibrium(of.is_equilibrium, "the full game");
    if !of.not_offering.is_empty() {
        text += "\nWho offers nothing in one move after a and b traded can expect\n";
        let each = &of.not_offering;
        let values = |of: &dyn Fn(usize) -> String| (0..each.len()).map(of).collect::<Vec<_>>();
        let rows = [
            row(
                "if the others trade in 1 move of 3".to_owned(),
                values(&|at| each[at].as_often.to_string()),
            ),
            row(
                "if the others trade for sure".to_owned(),
                values(&|at| each[at].surely.to_string()),
            ),
            row("and wins with probability".to_owned(), values(&|at| each[at].wins.to_string())),
        ];
        text += &table(&rows, 1);
    }
    text
}

fn is_equilibrium(of: Option<bool>, game: &str) -> String {
    match of {
        Some(true) => format!("  nobody can do better alone in {game}: it is an equilibrium\n"),
        Some(false) => format!("  somebody can do better alone in {game}: it is no equilibrium\n"),
        None => String::new(),
    }
}

/// Columns, the first so many of which begin at the left.
fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            line += "  ";
            line += &match column < left {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// What ended a derivation.
pub fn why_cut(cut: PitCut) -> String {
    match cut {
        PitCut::Deals(most) => format!("gave up: the deck has more than {most} deals"),
        PitCut::Renamings(most) => {
            format!(
                "gave up: there are more than {most} ways to give suits and players other names"
            )
        }
        PitCut::Worlds(most) => format!("gave up: a model has more than {most} worlds"),
        PitCut::Models(most) => format!("gave up: there are more than {most} models"),
        PitCut::Bytes(most) => format!("gave up: models take more than {} MB", most >> 20),
        PitCut::Situations(most) => format!("gave up: there are more than {most} situations"),
        PitCut::Parts(most) => format!("gave up: there are more than {most} states of knowledge"),
        PitCut::Stopped => "gave up: it was stopped".to_owned(),
    }
}

/// What a picture of a tree is called.
pub fn title(of: &PitRequest) -> String {
    let (players, suits, cards) = (of.deck.players(), of.deck.suits(), of.deck.cards());
    format!("Pit: {players} players, {suits} suits of {}", count_noun(cards, "card"))
}

/// What is being done.
pub fn step(step: PitStep) -> &'static str {
    match step {
        PitStep::Situations => "deriving situations",
        PitStep::OneMove => "solving one move",
        PitStep::Full => "solving the full game",
        PitStep::ByLastTrade => "solving the full game by who traded last",
    }
}

/// Why nothing can be said, and what to do.
fn problem(why: &NoPitReport) -> Diagnostic {
    let wrong = |message: String| Diagnostic::without_place(Code::NoState, message);
    match why {
        NoPitReport::Deck(why) => wrong(why.to_string()).help(deck_help(why)),
        &NoPitReport::Most { most, hand } => wrong(NoPitGame::Most { most, hand }.to_string())
            .help(format!("let offers be of 1 to {hand} cards")),
        NoPitReport::Shared { players } => wrong(format!(
            "there must be {}, one for each player, from 0 to 1",
            count_noun(players, "probability").replace("probabilitys", "probabilities")
        ))
        .help(format!("write them as {}", vec!["1/2"; *players].join(","))),
        NoPitReport::NoChoices => wrong(
            "nothing is shared here: no choice of these players is between what they share with whom they traded last and what they do not, or not all situations are known"
                .to_owned(),
        )
        .help("leave the probabilities out"),
        NoPitReport::FirstTraders { players } => {
            let last = letter(players - 1);
            wrong(format!("who trades first is said by two different letters from a to {last}"))
                .help("write ab for the first two")
        }
        NoPitReport::Picture => {
            let message = "a tree is drawn to a file that ends with .svg or .dot";
            Diagnostic::without_place(Code::CannotDraw, message).help("call it tree.svg")
        }
        NoPitReport::NoSuchDeal => wrong("there is no such deal of this deck".to_owned())
            .help("write hands with points between them, such as wx.wy.xy; the first suits are w, x, y, z"),
        NoPitReport::DealtCorner { player } => wrong(format!(
            "in this deal {} has a corner, so that nobody trades",
            letter(*player)
        ))
        .help("deal a whole suit to nobody, as in wx.wy.xy"),
        NoPitReport::Derivation(NoDerivation::NoOpenDeal) => {
            wrong("in every deal somebody has a corner, so that nobody ever trades".to_owned())
                .help("take more cards of each suit")
        }
        NoPitReport::Stopped | NoPitReport::Derivation(NoDerivation::Cut(PitCut::Stopped)) => {
            Diagnostic::for_stop()
        }
        &NoPitReport::Derivation(NoDerivation::Cut(cut)) => {
            Diagnostic::without_place(Code::Limit, why_cut(cut)).help("take fewer cards or players")
        }
    }
}

impl From<NoPitReport> for Diagnostic {
    fn from(why: NoPitReport) -> Self {
        problem(&why)
    }
}

fn deck_help(why: &NoPitDeck) -> String {
    match why {
        NoPitDeck::Players(_) => "nobody trades alone; SixPit has 3 players".to_owned(),
        NoPitDeck::Suits(_) => "with one suit everybody has a corner; SixPit has 3".to_owned(),
        NoPitDeck::Cards(_) => "SixPit has 2 cards in a suit".to_owned(),
        NoPitDeck::Uneven { players, .. } => format!(
            "take as many suits as players, or another number of cards that {players} players can share evenly"
        ),
        NoPitDeck::NoCorner { .. } => "take at least as many suits as players".to_owned(),
    }
}

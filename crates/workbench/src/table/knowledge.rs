//! What a player knows at the table: the facts that hold in every position that they consider possible, and how likely the
//! others are; and since when they know one.

use super::answer::{FactStanding, Refused, TableEvent, WhyShown};
use super::seen::{Seen, SeenTurn};
use hexa_games::belief::{BeliefLimits, BeliefOf, NoBelief, Possible, UniformMoves, belief};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Player, Turn};
use hexa_games::words;
use hexa_lang::closest;
use hexa_logic::Stop;
use std::collections::{BTreeMap, BTreeSet};

/// What a player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct KnownShown {
    /// Who.
    pub player: String,
    /// How many positions they consider possible.
    pub positions: usize,
    /// What they know to be the case.
    pub known: Vec<String>,
    /// What they consider possible, with how likely it is.
    pub possible: Vec<(String, String)>,
    /// Whether it was asked how likely things are.
    pub detail: KnownDetail,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum KnownDetail {
    /// What is known, and what is open.
    Facts,
    /// How likely what is open is, too.
    Chances,
}

/// What a player considers possible who also sees whether they are asked, and whether the play is over.
struct Considered {
    positions: usize,
    /// Whether somebody can be there, and does not only pass through while chance moves.
    is_lived_in: bool,
    /// What is the case everywhere.
    known: BTreeSet<String>,
    /// What is the case somewhere, with how likely it is.
    possible: BTreeMap<String, Exact>,
}

/// What a player can see of whose turn it is.
fn is_seen_turn(status: SeenTurn, player: Player, turn: &Turn) -> bool {
    match (status, turn) {
        (SeenTurn::Asked, turn) => turn.players().contains(&player),
        (SeenTurn::Over, turn) => *turn == Turn::Over,
        // Chance moves at once: nobody ever waits for it.
        (SeenTurn::Waiting, turn) => *turn != Turn::Chance,
    }
}

/// What a player with this information set considers possible.
fn consider(
    seen: &Seen,
    (information, status): (&[u8], SeenTurn),
    stop: &Stop,
) -> Result<Considered, NoBelief> {
    let of = BeliefOf {
        player: seen.player,
        information,
        model: &UniformMoves,
        limits: BeliefLimits::default(),
    };
    let belief = belief(&seen.game, of, stop)?;
    let all = || belief.positions().iter();
    let fits = |one: &&Possible| is_seen_turn(status, seen.player, one.play.turn());
    let mut positions: Vec<&Possible> = all().filter(fits).collect();
    if positions.is_empty() {
        positions = all().collect();
    }
    let mut facts: BTreeMap<String, (usize, RBig)> = BTreeMap::new();
    let mut whole = RBig::ZERO;
    for one in &positions {
        whole += &one.probability.0;
        for fact in one.play.facts() {
            let (count, sum) = facts.entry(fact).or_insert((0, RBig::ZERO));
            *count += 1;
            *sum += &one.probability.0;
        }
    }
    let mut considered = Considered {
        positions: positions.len(),
        is_lived_in: positions.iter().any(|one| *one.play.turn() != Turn::Chance),
        known: BTreeSet::new(),
        possible: BTreeMap::new(),
    };
    for (fact, (count, sum)) in facts {
        if count == positions.len() {
            considered.known.insert(fact);
        } else {
            considered.possible.insert(fact, Exact(sum / &whole));
        }
    }
    Ok(considered)
}

fn refused(seen: &Seen, why: &NoBelief) -> Refused {
    Refused::NoBelief { why: words::no_belief(why, seen.game.declaration()) }
}

/// What a player knows.
pub fn known(seen: &Seen, detail: KnownDetail, stop: &Stop) -> TableEvent {
    match consider(seen, (&seen.information, seen.turn), stop) {
        Err(why) => TableEvent::Refused { why: refused(seen, &why) },
        Ok(now) => TableEvent::Known(KnownShown {
            player: seen.name().to_owned(),
            positions: now.positions,
            known: now.known.into_iter().collect(),
            possible: now.possible.into_iter().map(|(fact, p)| (fact, p.to_string())).collect(),
            detail,
        }),
    }
}

/// Since when a player knows a fact, and from what.
pub fn why(seen: &Seen, fact: &str, stop: &Stop) -> TableEvent {
    let answer = why_or_not(seen, fact, stop);
    answer.map_or_else(|why| TableEvent::Refused { why }, TableEvent::Why)
}

fn why_or_not(seen: &Seen, fact: &str, stop: &Stop) -> Result<WhyShown, Refused> {
    let fact = fact.split_whitespace().collect::<String>();
    let now = consider(seen, (&seen.information, seen.turn), stop);
    let now = now.map_err(|why| refused(seen, &why))?;
    let mut shown = WhyShown {
        player: seen.name().to_owned(),
        standing: now.standing(&fact),
        fact,
        since: Vec::new(),
        positions: None,
    };
    if matches!(shown.standing, FactStanding::Open(_)) {
        return Ok(shown);
    }
    let mut facts: BTreeSet<String> = now.facts().cloned().collect();
    // The last moment at which it was not known, and the first one after it.
    let (mut before, mut since) = (None, None);
    let mut look = |noticed: usize, then: &Considered| {
        if then.standing(&shown.fact) != shown.standing {
            (before, since) = (Some((noticed, then.lived_in())), None);
        } else if since.is_none() {
            since = Some((noticed, then.positions));
        }
    };
    for (noticed, information) in &seen.moments {
        match consider(seen, (information, SeenTurn::Waiting), stop) {
            Ok(then) => {
                facts.extend(then.facts().cloned());
                look(*noticed, &then);
            }
            // Nobody is ever in the middle of a step.
            Err(NoBelief::Impossible) => {}
            Err(why) => return Err(refused(seen, &why)),
        }
    }
    look(seen.memory.len(), &now);
    if shown.standing == FactStanding::KnownNot && !facts.contains(&shown.fact) {
        let fact = shown.fact;
        let meant = closest(&fact, facts.iter().map(String::as_str)).map(str::to_owned);
        return Err(Refused::NoSuchFact { fact, facts: facts.into_iter().collect(), meant });
    }
    if let (Some((from, positions_before)), Some((to, positions))) = (before, since) {
        shown.since = seen.heard_between(from, to);
        shown.positions = positions_before.map(|before| (positions, before));
    }
    Ok(shown)
}

impl Considered {
    /// How many positions were possible for somebody to be in.
    fn lived_in(&self) -> Option<usize> {
        self.is_lived_in.then_some(self.positions)
    }

    fn facts(&self) -> impl Iterator<Item = &String> {
        self.known.iter().chain(self.possible.keys())
    }

    fn standing(&self, fact: &str) -> FactStanding {
        match (self.known.contains(fact), self.possible.get(fact)) {
            (true, _) => FactStanding::Known,
            (false, Some(p)) => FactStanding::Open(p.to_string()),
            (false, None) => FactStanding::KnownNot,
        }
    }
}

/// What a player knows at a moment.
pub(super) struct Settled {
    /// The facts that they know to be the case.
    pub(super) known: BTreeSet<String>,
    /// How many positions they consider possible.
    pub(super) positions: usize,
}

/// What a player knows.
pub(super) fn settled_facts(seen: &Seen, stop: &Stop) -> Result<Settled, NoBelief> {
    let now = consider(seen, (&seen.information, seen.turn), stop)?;
    Ok(Settled { known: now.known, positions: now.positions })
}

/// How facts are laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactLayout {
    /// Who holds what, or another relation of two things.
    Grid {
        /// What stands at the left.
        rows: Vec<String>,
        /// What stands above.
        columns: Vec<String>,
        /// For each row and column how it stands with the fact.
        cells: Vec<Vec<FactStanding>>,
    },
    /// What is where on a board; several things where it is not known.
    Board {
        /// Columns, rows and what can be there.
        places: Vec<(String, String, Vec<String>)>,
    },
    /// Facts of no particular shape.
    List {
        /// What is known to be the case.
        known: Vec<String>,
        /// What is possible.
        possible: Vec<(String, String)>,
    },
}

/// The parts of a fact that has a shape: what it is about, and its name or its relation.
enum Shape<'f> {
    Pair(&'f str, [&'f str; 2]),
    Place([&'f str; 3]),
}

fn shape(fact: &str) -> Option<Shape<'_>> {
    if let Some(inside) = fact.strip_suffix(')') {
        let (name, inside) = inside.split_once('(')?;
        let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
        let is_plain = !inside.contains(['(', ')']);
        return match (name, &parts[..]) {
            ("cell", &[x, y, what]) if is_plain => Some(Shape::Place([x, y, what])),
            (_, &[what, x, y]) if is_plain && is_number(x) && is_number(y) => {
                Some(Shape::Place([x, y, what]))
            }
            (_, &[x, y, what]) if is_plain && is_number(x) && is_number(y) => {
                Some(Shape::Place([x, y, what]))
            }
            (name, &[first, second]) if is_plain => Some(Shape::Pair(name, [first, second])),
            _ => None,
        };
    }
    let (card, holder) = fact.rsplit_once('_')?;
    (!card.is_empty() && !holder.is_empty()).then_some(Shape::Pair("_", [holder, card]))
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

/// Facts as people read them: those of a shape together.
pub fn layouts(known: &KnownShown) -> Vec<FactLayout> {
    let open = known.possible.iter().map(|(fact, p)| (fact, FactStanding::Open(p.clone())));
    let mut all: Vec<(&String, FactStanding)> =
        known.known.iter().map(|fact| (fact, FactStanding::Known)).chain(open).collect();
    all.sort_by(|left, right| left.0.cmp(right.0));
    let mut layouts = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut places: Vec<(String, String, Vec<String>)> = Vec::new();
    let (mut sure, mut possible) = (Vec::new(), Vec::new());
    for (fact, standing) in &all {
        match (shape(fact), standing) {
            (Some(Shape::Pair(name, _)), _) => {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            (Some(Shape::Place([x, y, what])), _) => {
                match places.iter_mut().find(|(column, row, _)| column == x && row == y) {
                    Some((_, _, there)) => there.push(what.to_owned()),
                    None => places.push((x.to_owned(), y.to_owned(), vec![what.to_owned()])),
                }
            }
            (None, FactStanding::Open(p)) => possible.push(((*fact).clone(), p.clone())),
            (None, FactStanding::Known | FactStanding::KnownNot) => sure.push((*fact).clone()),
        }
    }
    layouts.extend(names.into_iter().map(|name| grid(name, &all)));
    if !places.is_empty() {
        layouts.push(FactLayout::Board { places });
    }
    if !(sure.is_empty() && possible.is_empty()) {
        layouts.push(FactLayout::List { known: sure, possible });
    }
    layouts
}

fn grid(name: &str, all: &[(&String, FactStanding)]) -> FactLayout {
    let pairs = || {
        all.iter().filter_map(|(fact, standing)| match shape(fact)? {
            Shape::Pair(of, pair) if of == name => Some((pair, standing)),
            Shape::Pair(..) | Shape::Place(_) => None,
        })
    };
    let values = |place: usize| {
        let mut values: Vec<&str> = pairs().map(|(pair, _)| pair[place]).collect();
        values.sort_by(|left, right| compare_numbers(left, right));
        values.dedup();
        values
    };
    let (columns, rows) = (values(0), values(1));
    let standing = |row: &str, column: &str| {
        let found = pairs().find(|(pair, _)| *pair == [column, row]);
        found.map_or(FactStanding::KnownNot, |(_, standing)| standing.clone())
    };
    let cells = rows.iter().map(|row| columns.iter().map(|column| standing(row, column)).collect());
    let cells = cells.collect();
    let texts = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    FactLayout::Grid { rows: texts(&rows), columns: texts(&columns), cells }
}

/// Numbers by their size, before other texts.
pub fn compare_numbers(left: &str, right: &str) -> std::cmp::Ordering {
    let key = |text: &str| text.parse::<u64>().map_or((1, 0), |number| (0, number));
    key(left).cmp(&key(right)).then_with(|| left.cmp(right))
}

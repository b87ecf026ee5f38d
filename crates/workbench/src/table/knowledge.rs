//! What a player knows at the table: the facts that hold in every position that they consider possible, and how likely the
//! others are; and since when they know one.

use super::answer::{FactStanding, Refused, TableEvent, WhyShown};
use super::seen::{Seen, SeenTurn};
use hexa_games::belief::{
    BeliefLimits, BeliefOf, MoveModel, NoBelief, Outlook, Possible, UniformMoves, belief,
};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Game, Player, Turn};
use hexa_games::words;
use hexa_lang::closest;
use hexa_logic::Stop;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct KnownShown {
    /// Who.
    pub player: String,
    /// How many positions they consider possible; none where they are too many to list.
    pub positions: Option<usize>,
    /// What they know to be the case.
    pub known: Vec<String>,
    /// What they consider possible, with how likely it is.
    pub possible: Vec<(String, String)>,
    /// The name of the model of the others' moves by which it is.
    pub model: String,
    /// Whether it was asked how likely things are.
    pub detail: KnownDetail,
    /// The cards of the game in its order, if it has cards.
    pub cards: Vec<String>,
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
    positions: Option<usize>,
    /// Whether somebody can be there, and does not only pass through while chance moves.
    is_lived_in: bool,
    /// What is the case everywhere.
    known: BTreeSet<String>,
    /// What is the case somewhere, with how likely it is.
    possible: BTreeMap<String, Exact>,
    /// The name of the model of the others' moves.
    model: String,
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
    let own_way = Arc::clone(&seen.game).epistemic().and_then(|game| game.find_outlook(of, stop));
    if let Some(outlook) = own_way {
        return Ok(Considered::of_outlook(outlook?));
    }
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
        positions: Some(positions.len()),
        is_lived_in: positions.iter().any(|one| *one.play.turn() != Turn::Chance),
        known: BTreeSet::new(),
        possible: BTreeMap::new(),
        model: belief.model.clone(),
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
            model: now.model,
            detail,
            cards: card_names(&seen.game),
        }),
    }
}

/// The cards of a game that has cards.
pub(super) fn card_names(game: &Arc<dyn Game>) -> Vec<String> {
    let Some(game) = Arc::clone(game).epistemic() else { return Vec::new() };
    let vocabulary = game.vocabulary();
    vocabulary.cards().map(|card| vocabulary.card_name(card).to_owned()).collect()
}

/// The facts that a player knows now and did not know when they were asked last.
pub(super) fn news(seen: &Seen, stop: &Stop) -> Result<Vec<String>, NoBelief> {
    let now = consider(seen, (&seen.information, seen.turn), stop)?;
    let is_before = |(noticed, _): &&(usize, Vec<u8>)| *noticed <= seen.last_asked;
    let Some((_, then)) = seen.moments.iter().rev().find(is_before) else {
        return Ok(now.known.into_iter().collect());
    };
    let then = match consider(seen, (then, SeenTurn::Waiting), stop) {
        Ok(then) => then.known,
        // Nobody is ever in the middle of a step.
        Err(NoBelief::Impossible) => BTreeSet::new(),
        Err(why) => return Err(why),
    };
    Ok(now.known.difference(&then).cloned().collect())
}

/// Since when a player knows a fact, and from what.
pub fn why(seen: &Seen, fact: &str, stop: &Stop) -> TableEvent {
    let answer = find_reason(seen, fact, stop);
    answer.map_or_else(|why| TableEvent::Refused { why }, TableEvent::Why)
}

/// The same, if it can be found out.
pub(super) fn find_reason(seen: &Seen, fact: &str, stop: &Stop) -> Result<WhyShown, Refused> {
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
        if Related::read(&shown.fact).is_some_and(|fact| fact.is_like(&facts)) {
            return Ok(shown);
        }
        let fact = shown.fact;
        let meant = closest(&fact, facts.iter().map(String::as_str)).map(str::to_owned);
        return Err(Refused::NoSuchFact { fact, facts: facts.into_iter().collect(), meant });
    }
    if let (Some((from, positions_before)), Some((to, positions))) = (before, since) {
        shown.since = seen.heard_between(from, to);
        shown.positions = positions.zip(positions_before);
    }
    Ok(shown)
}

impl Considered {
    fn of_outlook(outlook: Outlook) -> Self {
        let is_certain = |p: &Exact| p.0 == RBig::ONE;
        let mut considered = Self {
            positions: None,
            is_lived_in: true,
            known: BTreeSet::new(),
            possible: BTreeMap::new(),
            model: UniformMoves.name(),
        };
        for (fact, p) in outlook.facts {
            match is_certain(&p) {
                true => _ = considered.known.insert(fact),
                false => _ = considered.possible.insert(fact, p),
            }
        }
        considered
    }

    /// How many positions were possible for somebody to be in.
    fn lived_in(&self) -> Option<usize> {
        self.positions.filter(|_| self.is_lived_in)
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
    /// How many positions they consider possible; none where they are too many to list.
    pub(super) positions: Option<usize>,
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
        /// The relation; nothing where facts are written without one, such as `k_1`.
        relation: Option<String>,
        /// What stands at the left.
        rows: Vec<String>,
        /// What stands above.
        columns: Vec<String>,
        /// For each row and column how it stands with the fact.
        cells: Vec<Vec<FactStanding>>,
    },
    /// What is where on a board.
    Board {
        /// The relation.
        relation: String,
        /// The places of which there is a fact that is known or open.
        places: Vec<BoardPlace>,
    },
    /// Facts of no particular shape.
    List {
        /// What is known to be the case.
        known: Vec<String>,
        /// What is possible.
        possible: Vec<(String, String)>,
    },
}

/// A place of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPlace {
    /// Its column.
    pub column: String,
    /// Its row.
    pub row: String,
    /// What is known to be there: several things only where the game puts several things there at once.
    pub known: Vec<String>,
    /// What may be there, with how likely it is; the most likely first.
    pub possible: Vec<(String, String)>,
}

/// A fact that is written as a relation of some things.
struct Related<'f> {
    /// How many things, and the relation, which is empty in facts such as `k_1`.
    relation: (usize, &'f str),
    things: Vec<&'f str>,
}

impl<'f> Related<'f> {
    fn read(fact: &'f str) -> Option<Self> {
        let (name, things) = match fact.strip_suffix(')') {
            Some(inside) => {
                let (name, inside) = inside.split_once('(')?;
                let is_plain = !inside.contains(['(', ')']);
                let things = is_plain.then(|| inside.split(',').map(str::trim).collect())?;
                (name, things)
            }
            None => {
                let (card, holder) = fact.rsplit_once('_')?;
                ("", vec![holder, card])
            }
        };
        let things: Vec<&str> = things;
        let is_whole = things.iter().all(|thing| !thing.is_empty());
        is_whole.then_some(Self { relation: (things.len(), name), things })
    }

    /// Whether this may be a fact of a game with such facts.
    fn is_like(&self, facts: &BTreeSet<String>) -> bool {
        let like = || {
            let facts = facts.iter().filter_map(|fact| Related::read(fact));
            facts.filter(|fact| fact.relation == self.relation)
        };
        match self.relation {
            // Any word with such a line in it would be one.
            (_, "") => (0..self.things.len())
                .all(|at| like().any(|fact| fact.things.get(at) == self.things.get(at))),
            _ => like().next().is_some(),
        }
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

/// Facts of one relation: the things that are related, the fact, and how it stands with it.
type Facts<'f> = Vec<(Vec<&'f str>, &'f str, FactStanding)>;

/// Facts as people read them: those of one relation together, if they have a shape.
pub fn layouts(known: &KnownShown) -> Vec<FactLayout> {
    let open = known.possible.iter().map(|(fact, p)| (fact, FactStanding::Open(p.clone())));
    let mut all: Vec<(&String, FactStanding)> =
        known.known.iter().map(|fact| (fact, FactStanding::Known)).chain(open).collect();
    all.sort_by(|left, right| left.0.cmp(right.0));
    let mut relations: BTreeMap<(usize, &str), Facts<'_>> = BTreeMap::new();
    let mut others = Vec::new();
    for (fact, standing) in all {
        match Related::read(fact) {
            Some(Related { relation: relation @ (2 | 3, _), things }) => {
                relations.entry(relation).or_default().push((things, fact, standing));
            }
            Some(_) | None => others.push((fact.as_str(), standing)),
        }
    }
    let mut layouts = Vec::new();
    for ((count, name), facts) in relations {
        match (count, value_at(name, &facts)) {
            (2, _) => layouts.push(grid(name, &facts, &known.cards)),
            (_, Some(value_at)) => layouts.push(board(name, value_at, &facts)),
            (_, None) => {
                others.extend(facts.into_iter().map(|(_, fact, standing)| (fact, standing)));
            }
        }
    }
    others.sort_by_key(|(fact, _)| *fact);
    let (mut sure, mut possible) = (Vec::new(), Vec::new());
    for (fact, standing) in others {
        match standing {
            FactStanding::Open(p) => possible.push((fact.to_owned(), p)),
            FactStanding::Known | FactStanding::KnownNot => sure.push(fact.to_owned()),
        }
    }
    if !(sure.is_empty() && possible.is_empty()) {
        layouts.push(FactLayout::List { known: sure, possible });
    }
    layouts
}

/// Which of three things is the one that is at a place, if the other two are always a column and a row.
fn value_at(name: &str, facts: &Facts<'_>) -> Option<usize> {
    let are_numbers = |first: usize, second: usize| {
        let is_at = |things: &[&str], at: usize| things.get(at).is_some_and(|it| is_number(it));
        facts.iter().all(|(things, ..)| is_at(things, first) && is_at(things, second))
    };
    match name {
        "cell" => Some(2),
        _ if are_numbers(1, 2) => Some(0),
        _ if are_numbers(0, 1) => Some(2),
        _ => None,
    }
}

fn board(name: &str, value_at: usize, facts: &Facts<'_>) -> FactLayout {
    let mut places: BTreeMap<(&str, &str), BoardPlace> = BTreeMap::new();
    for (things, _, standing) in facts {
        let mut things = things.clone();
        let value = things.remove(value_at).to_owned();
        let &[column, row] = &things[..] else { continue };
        let place = places.entry((column, row)).or_insert_with(|| BoardPlace {
            column: column.to_owned(),
            row: row.to_owned(),
            known: Vec::new(),
            possible: Vec::new(),
        });
        match standing {
            FactStanding::Open(p) => place.possible.push((value, p.clone())),
            FactStanding::Known | FactStanding::KnownNot => place.known.push(value),
        }
    }
    let mut places: Vec<BoardPlace> = places.into_values().collect();
    for place in &mut places {
        place.possible.sort_by_cached_key(|(_, p)| Reverse(Exact::read(p)));
    }
    FactLayout::Board { relation: name.to_owned(), places }
}

fn grid(name: &str, facts: &Facts<'_>, cards: &[String]) -> FactLayout {
    let place_of = |value: &str| cards.iter().position(|card| card == value);
    let values = |place: usize| {
        let mut values: Vec<&str> =
            facts.iter().filter_map(|(pair, ..)| pair.get(place).copied()).collect();
        values.sort_by(|left, right| {
            place_of(left).cmp(&place_of(right)).then_with(|| compare_numbers(left, right))
        });
        values.dedup();
        values
    };
    let (columns, rows) = (values(0), values(1));
    let standing = |row: &str, column: &str| {
        let found = facts.iter().find(|(pair, ..)| *pair == [column, row]);
        found.map_or(FactStanding::KnownNot, |(.., standing)| standing.clone())
    };
    let cells = rows.iter().map(|row| columns.iter().map(|column| standing(row, column)).collect());
    let cells = cells.collect();
    let texts = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    let relation = (!name.is_empty()).then(|| name.to_owned());
    FactLayout::Grid { relation, rows: texts(&rows), columns: texts(&columns), cells }
}

/// Numbers by their size, before other texts.
pub fn compare_numbers(left: &str, right: &str) -> std::cmp::Ordering {
    let key = |text: &str| text.parse::<u64>().map_or((1, 0), |number| (0, number));
    key(left).cmp(&key(right)).then_with(|| left.cmp(right))
}

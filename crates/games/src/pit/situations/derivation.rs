//! The game that comes back to the same situations, derived from what players know (section 5).
//!
//! What a player cannot tell apart, up to other names, is one choice. Its alternatives are the offers that other names do not
//! exchange; of offers that are alike each is as likely as the others, as nothing tells them apart.

use super::courses::{Courses, Leads, OfferClass, Options, RoundEnd, leave_out_idle, play_all};
use super::known_by_depth::ByDepth;
use super::known_by_models::ByModels;
use super::limits::{PitCut, PitLimits};
use super::meaning::{OfferMeaning, meaning};
use super::renaming::Exchanged;
use super::states::{ChoiceNames, Standing, States};
use super::table::DealTable;
use super::words;
use crate::exact::RBig;
use crate::pit::{Pair, PitDeck, Player};
use crate::situations::{Choice, CourseEnd, Situation, SituationCourse, SituationGame};
use hexa_logic::Stop;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

/// Whether somebody may have a corner when the cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum DealtCorners {
    /// Cards are dealt anew until nobody has one.
    Never,
    /// Then the play is over at once.
    Possible,
}

/// How much of what players know tells situations apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Knowledge {
    /// All of it.
    All,
    /// To this depth: to depth 1 of facts, to depth 2 of what others know of facts, and so on.
    ToDepth(NonZeroUsize),
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DerivationRequest {
    /// The deck.
    pub deck: PitDeck,
    /// The most cards that are offered at once; all of a suit, if it is more.
    pub most: usize,
    /// How much of what players know counts.
    pub knowledge: Knowledge,
    /// Whether choices depend on who the others are.
    pub names: ChoiceNames,
    /// Whether the deal can end the play.
    pub corners: DealtCorners,
    /// After so many rounds nobody wins; without a number there is no end to it.
    pub rounds: Option<usize>,
}

/// What was derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// The game, if all situations were found. Its first situation is the deal; the others are those below, in order.
    pub game: Option<SituationGame>,
    /// The situations after the deal.
    pub situations: Vec<PitSituation>,
    /// The choices of the game, in its order.
    pub choices: Vec<PitChoice>,
    /// What ended the derivation early.
    pub cut: Option<PitCut>,
}

/// A situation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitSituation {
    /// What each player holds of each suit, with some names of suits.
    pub hands: Vec<Vec<u8>>,
    /// After how few rounds it occurs.
    pub rounds: usize,
    /// Who can have traded last.
    pub last: BTreeSet<Pair>,
    /// Whether it occurs before any trade.
    pub is_untraded: bool,
    /// How many worlds its model has, if all that is known counts.
    pub worlds: Option<usize>,
    /// How many deals each player considers possible. Who considers one knows the deal.
    pub considered: Vec<usize>,
    /// For each player their choice, if they have one.
    pub choices: Vec<Option<usize>>,
    /// A number, the same for situations that differ only in the names of suits and players; if there are few situations.
    pub kind: Option<usize>,
}

/// Of more situations than this it is not said which differ in names only.
const MOST_KINDS: usize = 200;

impl PitSituation {
    /// Who traded last, if that is the same whenever the situation occurs.
    pub fn last_traders(&self) -> Option<Pair> {
        match (self.is_untraded, self.last.len()) {
            (false, 1) => self.last.first().copied(),
            (false, _) | (true, _) => None,
        }
    }
}

/// A choice, and what its alternatives mean.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitChoice {
    /// Whose.
    pub player: Player,
    /// The situations in which it is made, by their places among those after the deal.
    pub situations: Vec<usize>,
    /// For each alternative what the offers mean that it stands for.
    pub alternatives: Vec<BTreeSet<OfferMeaning>>,
}

/// An offer in a situation, as an alternative of a choice.
struct Use {
    situation: usize,
    choice: usize,
    alternative: usize,
    meaning: OfferMeaning,
}

/// A derivation under way.
struct Derivation<'a, S> {
    table: &'a DealTable,
    states: S,
    request: &'a DerivationRequest,
    limits: &'a PitLimits,
    stop: &'a Stop,
    /// Where play can stand; if rounds are counted, after how many.
    found: IndexSet<(usize, Standing), FxBuildHasher>,
    situations: Vec<PitSituation>,
    /// What can come of a round in each, if that was gone through.
    courses: Vec<Courses>,
    /// From which situation to which, and who traded in between if somebody did.
    steps: BTreeSet<(usize, usize, Option<Pair>)>,
    /// The choices, by their players and what these cannot tell apart.
    choices: IndexMap<(Player, usize), Vec<OfferClass>, FxBuildHasher>,
    uses: Vec<Use>,
}

/// Why there is nothing to derive a game from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum NoDerivation {
    /// In every deal somebody has a corner.
    NoOpenDeal,
    /// Not even what is known when the cards are dealt is within limits.
    Cut(PitCut),
}

impl From<PitCut> for NoDerivation {
    fn from(cut: PitCut) -> Self {
        Self::Cut(cut)
    }
}

/// The game of a deck.
pub fn derive(
    request: &DerivationRequest,
    limits: &PitLimits,
    stop: &Stop,
) -> Result<Derived, NoDerivation> {
    let table = DealTable::new(request.deck, request.most, limits)?;
    if table.open() == 0 {
        return Err(NoDerivation::NoOpenDeal);
    }
    match request.knowledge {
        Knowledge::All => {
            let states = ByModels::new(&table, request.names, limits, stop)?;
            Derivation::new(&table, states, request, limits, stop).run()
        }
        Knowledge::ToDepth(depth) => {
            let nobody = Exchanged::Nobody;
            let states = ByDepth::new(&table, depth, nobody, request.names, limits, stop)?;
            Derivation::new(&table, states, request, limits, stop).run()
        }
    }
}

impl<'a, S: States> Derivation<'a, S> {
    fn new(
        table: &'a DealTable,
        states: S,
        request: &'a DerivationRequest,
        limits: &'a PitLimits,
        stop: &'a Stop,
    ) -> Self {
        Self {
            table,
            states,
            request,
            limits,
            stop,
            found: IndexSet::default(),
            situations: Vec::new(),
            courses: Vec::new(),
            steps: BTreeSet::new(),
            choices: IndexMap::default(),
            uses: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Derived, NoDerivation> {
        let start = self.deal()?;
        while self.courses.len() < self.found.len() {
            let mut open: Vec<usize> = (self.courses.len()..self.found.len()).collect();
            self.courses.resize(self.found.len(), Courses::new());
            // Those that share a model come one after the other, so that it is played on from once.
            open.sort_by_key(|&at| self.found[at].1.knowledge);
            for at in open {
                match self.explore(at) {
                    Ok(courses) => self.courses[at] = courses,
                    Err(cut) => return Ok(self.finish(start, Some(cut))),
                }
            }
        }
        Ok(self.finish(start, None))
    }

    /// What can come of the deal.
    fn deal(&mut self) -> Result<Courses, PitCut> {
        let mut courses = Courses::new();
        for deal in 0..self.table.open() {
            let standing = self.states.dealt(deal)?;
            let at = self.enter(0, standing)?;
            self.situations[at].is_untraded = true;
            let chance = match self.request.corners {
                DealtCorners::Never => self.table.chance_if_open(deal),
                DealtCorners::Possible => self.table.chance(deal),
            };
            *courses.entry((Vec::new(), Leads::To(at))).or_default() += chance;
        }
        if self.request.corners == DealtCorners::Possible {
            for (winners, chance) in self.table.cornered() {
                let each = chance / RBig::from(winners.len());
                for &winner in winners {
                    *courses.entry((Vec::new(), Leads::Won(winner))).or_default() += &each;
                }
            }
        }
        Ok(courses)
    }

    /// The place of a situation, which may be new.
    fn enter(&mut self, rounds: usize, standing: Standing) -> Result<usize, PitCut> {
        let counted = self.request.rounds.map_or(0, |_| rounds);
        if let Some(at) = self.found.get_index_of(&(counted, standing)) {
            return Ok(at);
        }
        if self.found.len() >= self.limits.situations {
            return Err(PitCut::Situations(self.limits.situations));
        }
        let deal = self.states.deal(standing)?;
        let players = 0..self.table.deck().players();
        let mut considered = Vec::new();
        for player in players.clone() {
            considered.push(self.states.considered(standing, player)?.len());
        }
        self.situations.push(PitSituation {
            hands: self.table.hands(deal),
            rounds,
            last: BTreeSet::new(),
            is_untraded: false,
            worlds: self.states.worlds(standing),
            considered,
            choices: players.map(|_| None).collect(),
            kind: None,
        });
        Ok(self.found.insert_full((counted, standing)).0)
    }

    /// What can come of a round in a situation.
    fn explore(&mut self, at: usize) -> Result<Courses, PitCut> {
        self.stop.count(1)?;
        let standing = self.found[at].1;
        let rounds = self.situations[at].rounds + 1;
        let is_last = self.request.rounds.is_some_and(|most| rounds >= most);
        let deal = self.states.deal(standing)?;
        let mut options = Vec::new();
        for player in 0..self.table.deck().players() {
            options.push(self.options(at, standing, deal, player)?);
        }
        let mut by_pair: BTreeMap<Option<Pair>, Courses> = BTreeMap::new();
        for played in play_all(self.table, deal, &options) {
            let leads = match played.end {
                RoundEnd::Won(player) => Leads::Won(player),
                RoundEnd::Open(_) if is_last => Leads::Nowhere,
                RoundEnd::Open(given) => {
                    let next = self.states.after(standing, &played.round, given)?;
                    let next = self.enter(rounds, next)?;
                    self.steps.insert((at, next, played.round.matched));
                    Leads::To(next)
                }
            };
            let courses = by_pair.entry(played.round.matched).or_default();
            *courses.entry((played.made, leads)).or_default() += played.chance;
        }
        let mut all = Courses::new();
        for courses in by_pair.into_values() {
            for (way, chance) in leave_out_idle(courses, |choice| self.choices[choice].len()) {
                *all.entry(way).or_default() += chance;
            }
        }
        Ok(all)
    }

    /// What a player can offer. If not all offers are alike, there is a choice.
    fn options(
        &mut self,
        at: usize,
        standing: Standing,
        deal: usize,
        player: Player,
    ) -> Result<Options, PitCut> {
        let outlook = self.states.outlook(standing, player)?;
        let mut options = Options::new(self.table, self.table.hand(deal, player), &outlook);
        if options.classes.len() > 1 {
            let entry = self.choices.entry((player, outlook.class));
            let choice = entry.index();
            let known = entry.or_insert_with(|| options.classes.clone());
            debug_assert_eq!(*known, options.classes);
            options.choice = Some(choice);
            self.situations[at].choices[player] = Some(choice);
            let considered = self.states.considered(standing, player)?;
            for &offer in &options.offers {
                if let Some((choice, alternative)) = options.made(offer) {
                    let meaning =
                        meaning(self.table, &considered, player, (offer.suit, offer.number));
                    self.uses.push(Use { situation: at, choice, alternative, meaning });
                }
            }
        }
        Ok(options)
    }

    /// Who can have traded last, from situation to situation: rounds without a trade change nothing about it.
    fn spread_last(&mut self) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for &(from, to, traders) in &self.steps {
                let (mut last, mut is_untraded) = (BTreeSet::from_iter(traders), false);
                if traders.is_none() {
                    last.extend(&self.situations[from].last);
                    is_untraded = self.situations[from].is_untraded;
                }
                let to = &mut self.situations[to];
                let before = (to.last.len(), to.is_untraded);
                to.last.extend(last);
                to.is_untraded |= is_untraded;
                is_done &= before == (to.last.len(), to.is_untraded);
            }
        }
    }

    fn finish(mut self, start: Courses, cut: Option<PitCut>) -> Derived {
        self.spread_last();
        if cut.is_none() && self.situations.len() <= MOST_KINDS {
            let all: Vec<Standing> = self.found.iter().map(|&(_, standing)| standing).collect();
            let kinds = self.states.kinds(&all).ok().flatten().unwrap_or_default();
            for (situation, kind) in self.situations.iter_mut().zip(kinds) {
                situation.kind = Some(kind);
            }
        }
        let mut choices = self.describe_choices();
        let order: Vec<Vec<usize>> = choices.iter_mut().map(order_alternatives).collect();
        for courses in &mut self.courses {
            let renamed =
                |&(choice, alternative): &(usize, usize)| (choice, order[choice][alternative]);
            let way = |((made, leads), chance): ((Vec<_>, _), _)| {
                ((made.iter().map(renamed).collect(), leads), chance)
            };
            *courses = std::mem::take(courses).into_iter().map(way).collect();
        }
        let game = cut.is_none().then(|| self.game(start, &choices));
        Derived { game, situations: self.situations, choices, cut }
    }

    fn describe_choices(&self) -> Vec<PitChoice> {
        let new = |(&(player, _), alternatives): (&(Player, usize), &Vec<OfferClass>)| PitChoice {
            player,
            situations: Vec::new(),
            alternatives: vec![BTreeSet::new(); alternatives.len()],
        };
        let mut choices: Vec<PitChoice> = self.choices.iter().map(new).collect();
        for of in &self.uses {
            let choice = &mut choices[of.choice];
            let mut meaning = of.meaning.clone();
            let partner = |(a, b)| match choice.player {
                player if player == a => Some(b),
                player if player == b => Some(a),
                _ => None,
            };
            meaning.partner = self.situations[of.situation].last_traders().and_then(partner);
            choice.alternatives[of.alternative].insert(meaning);
            choice.situations.push(of.situation);
        }
        choices.iter_mut().for_each(|choice| choice.situations.dedup());
        choices
    }

    /// The game in words.
    fn game(&self, start: Courses, choices: &[PitChoice]) -> SituationGame {
        let players = self.table.deck().players();
        let names = words::situation_names(&self.situations);
        let about = words::choice_names(choices, &self.situations);
        let choice = |(choice, name): (&PitChoice, String)| Choice {
            player: choice.player,
            name,
            alternatives: words::alternative_names(choice),
        };
        let all = std::iter::once(start).chain(self.courses.iter().cloned());
        let situation = |(name, courses)| Situation { name, courses: self.courses(courses) };
        let names = std::iter::once(words::DEAL.to_owned()).chain(names);
        SituationGame {
            players: (0..players).map(words::player).collect(),
            choices: choices.iter().zip(about).map(choice).collect(),
            situations: names.zip(all).map(situation).collect(),
            start: 0,
        }
    }

    /// The deal is the first situation, and the others come after it.
    fn courses(&self, courses: Courses) -> Vec<SituationCourse> {
        let players = self.table.deck().players();
        let end = |leads| match leads {
            Leads::To(at) => CourseEnd::Situation(at + 1),
            Leads::Won(winner) => CourseEnd::Over(worth(players, winner)),
            Leads::Nowhere => CourseEnd::Over(vec![RBig::ZERO; players]),
        };
        let course = |((made, leads), chance)| SituationCourse { chance, made, end: end(leads) };
        courses.into_iter().map(course).collect()
    }
}

/// Puts the alternatives in order: fewer cards first, then what is shared. Says where each of them went.
fn order_alternatives(choice: &mut PitChoice) -> Vec<usize> {
    let mut order: Vec<usize> = (0..choice.alternatives.len()).collect();
    let key = |&at: &usize| {
        let first = choice.alternatives[at].first();
        first.map(|meaning| {
            (meaning.number, meaning.sharing().is_none(), meaning.sharing(), meaning)
        })
    };
    order.sort_by_key(key);
    choice.alternatives = order.iter().map(|&at| choice.alternatives[at].clone()).collect();
    let mut to = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &at)| to[at] = place);
    to
}

/// The winner gets one from each of the others.
fn worth(players: usize, winner: Player) -> Vec<RBig> {
    let of = |player| match player == winner {
        true => RBig::from(players - 1),
        false => -RBig::ONE,
    };
    (0..players).map(of).collect()
}

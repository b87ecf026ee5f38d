//! The worlds that a player considers possible, with how likely they are: all of them, where they can be listed; of more, some
//! that the deals engine draws exactly as likely as they are. All deals are equally likely at first, and who shows a card picks
//! it uniformly among those asked for that they have; who has shown one of them to the same player before shows that again.

use super::account::{Account, World};
use super::clues::{DealtHands, bits};
use super::notes::{Notes, agent_of};
use super::nowin::Conclusions;
use crate::cluedo::{CluedoCards, CluedoNotice};
use crate::game::Player;
use crate::strategy::NoChoice;
use hexa_engine::Limit;
use hexa_engine::deals::{Course, NoView};
use hexa_logic::{Holder, Stop, Stream};

/// Where the worlds of a sample come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleBasis {
    /// They are all deals that are possible, so many; what others were shown is gone through as well.
    Listed(usize),
    /// So many were drawn.
    Drawn(usize),
}

/// A world of a sample.
#[derive(Clone, Debug)]
pub struct SampleWorld {
    /// The world.
    pub world: World,
    /// How likely it is; all together are one.
    pub chance: f64,
    /// Its share of the deals that are possible; all together are one.
    pub share: f64,
}

/// Worlds that a player considers possible.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The worlds.
    pub worlds: Vec<SampleWorld>,
    /// Where they come from.
    pub basis: SampleBasis,
}

/// No more deals are listed; and of how many it is not even tried, as the bits of the places that cards have.
const MOST_LISTED: usize = 3_000;
const MOST_BITS: f64 = 22.0;

/// So many worlds in a row may be drawn that do not agree with what else was concluded.
const MOST_REFUSED: usize = 20;

impl Sample {
    /// The worlds, all or so many drawn, that agree with what is concluded.
    pub fn draw(
        account: &Account,
        notes: &Notes,
        (draws, conclusions): (usize, Conclusions),
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<Self, NoChoice> {
        if let Some(listed) = Self::list(account, conclusions) {
            return Ok(listed);
        }
        let me = agent_of(account.player());
        let courses = notes.record().courses_of(me).map_err(refuse_view)?;
        let mut worlds = Vec::with_capacity(draws);
        let mut refused = 0;
        while worlds.len() < draws {
            stop.count(1).map_err(|_| NoChoice::Stopped)?;
            let Some(course) = courses.draw(stream) else { break };
            let world = world_of(&course, notes, account);
            if refused < MOST_REFUSED && !account.agrees_with(conclusions, &world) {
                refused += 1;
                continue;
            }
            refused = 0;
            let share = 1.0 / account.chance_of_shows(&world.hands);
            worlds.push(SampleWorld { world, chance: 1.0, share });
        }
        let basis = SampleBasis::Drawn(worlds.len());
        Ok(Self { worlds, basis }.normalized())
    }

    /// All worlds, if they are few. What others were shown is not told: see [`Account::sights`].
    fn list(account: &Account, conclusions: Conclusions) -> Option<Self> {
        let dealt = account.dealt();
        if account.own().bits_of_places(dealt) > MOST_BITS {
            return None;
        }
        let shown = account.own_sights();
        let deals = account.own().list_deals(dealt, MOST_LISTED)?;
        let world = |(envelope, hands): DealtHands| {
            let chance = account.chance_of_shows(&hands);
            let world = World { envelope, hands, shown: shown.clone() };
            SampleWorld { world, chance, share: 1.0 }
        };
        let mut worlds: Vec<SampleWorld> = deals.into_iter().map(world).collect();
        let waits = account.waits(conclusions);
        let agree = |one: &SampleWorld| account.chance_of_waiting(&waits, &one.world);
        let agreeing: Vec<f64> = worlds.iter().map(agree).collect();
        if agreeing.iter().any(|&chance| chance > 0.0) {
            worlds.iter_mut().zip(&agreeing).for_each(|(one, part)| one.chance *= part);
            worlds.retain(|one| one.chance > 0.0);
        }
        let basis = SampleBasis::Listed(worlds.len());
        Some(Self { worlds, basis }.normalized())
    }

    fn normalized(mut self) -> Self {
        let chances: f64 = self.worlds.iter().map(|one| one.chance).sum();
        let shares: f64 = self.worlds.iter().map(|one| one.share).sum();
        for one in &mut self.worlds {
            one.chance /= chances;
            one.share /= shares;
        }
        self
    }
}

/// Why a player does not move if the record does not tell what is needed.
pub(super) fn refuse_view(no: NoView) -> NoChoice {
    match no {
        NoView::GaveUp(limit) => refuse_limit(limit),
        NoView::UnknownAgent(_) | NoView::Hand(_) | NoView::Shown(_) | NoView::Table => {
            NoChoice::UnknownInformation
        }
    }
}

/// Why a player does not move if a limit was hit.
pub(super) fn refuse_limit(limit: Limit) -> NoChoice {
    limit.into()
}

/// A course of a record as a world.
fn world_of(course: &Course, notes: &Notes, account: &Account) -> World {
    let players = account.dealt().sizes.len();
    let (mut hands, mut envelope) = (vec![0 as CluedoCards; players], 0);
    for (card, holder) in course.held_by.iter().enumerate() {
        match holder {
            Holder::Agent(agent) => hands[agent.index()] |= 1 << card,
            Holder::Table => envelope |= 1 << card,
        }
    }
    let shown = |(notice, &events): (&CluedoNotice, &usize)| match notice {
        CluedoNotice::Show(..) => {
            let card = events.checked_sub(1).and_then(|at| course.shown.get(at).copied().flatten());
            card.map_or(0, |card| 1 << card.0)
        }
        CluedoNotice::Dealt(_)
        | CluedoNotice::Suspicion(..)
        | CluedoNotice::Pass(_)
        | CluedoNotice::Right(..)
        | CluedoNotice::Wrong { .. }
        | CluedoNotice::EndOfTurn(_)
        | CluedoNotice::Board(_) => 0,
    };
    let shown = account.notices().iter().zip(notes.events_after()).map(shown).collect();
    World { envelope, hands, shown }
}

/// A card that was shown: the notice, who asked, who showed it, what was asked for, and the card if the player saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShowNotice {
    /// The place of the notice.
    pub at: usize,
    /// Who asked.
    pub asker: Player,
    /// Who showed a card.
    pub shower: Player,
    /// What was asked for.
    pub cards: CluedoCards,
    /// The card, as a set; nothing if it was not seen.
    pub seen: CluedoCards,
}

impl Account {
    /// All cards that were shown, in order.
    pub fn shows(&self) -> Vec<ShowNotice> {
        let (mut shows, mut asked) = (Vec::new(), (Player(0), 0));
        for (at, notice) in self.notices().iter().enumerate() {
            match notice {
                CluedoNotice::Suspicion(by, cards) => asked = (*by, *cards),
                CluedoNotice::Show(by, card) => {
                    let seen = card.map_or(0, |card| 1 << card.0);
                    let (asker, cards) = asked;
                    shows.push(ShowNotice { at, asker, shower: *by, cards, seen });
                }
                CluedoNotice::Dealt(_)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_) => {}
            }
        }
        shows
    }

    /// How likely it was that the player was shown what they were shown, with these hands.
    pub fn chance_of_shows(&self, hands: &[CluedoCards]) -> f64 {
        let mut before = vec![0; hands.len()];
        let mut chance = 1.0;
        for show in self.shows().iter().filter(|show| show.asker == self.player()) {
            let shower = show.shower.index();
            let again = before[shower] & show.cards;
            let among = if again & show.seen != 0 { again } else { hands[shower] & show.cards };
            chance /= f64::from(among.count_ones().max(1));
            before[shower] |= show.seen;
        }
        chance
    }

    /// By notice, the card that the player saw.
    fn own_sights(&self) -> Vec<CluedoCards> {
        let mut shown = vec![0; self.notices().len()];
        self.shows().iter().for_each(|show| shown[show.at] = show.seen);
        shown
    }

    /// All that another player can have been shown before a notice, with some hands, each with how likely that is. A card is in
    /// one hand, so that the set says who showed what.
    pub fn sights(
        &self,
        player: Player,
        hands: &[CluedoCards],
        before: usize,
    ) -> Vec<(CluedoCards, f64)> {
        let mut sights: Vec<(CluedoCards, f64)> = vec![(0, 1.0)];
        for show in self.shows().iter().filter(|show| show.asker == player && show.at < before) {
            let held = hands[show.shower.index()] & show.cards;
            let more = |&(seen, chance): &(CluedoCards, f64)| {
                let among = match (show.seen, held & seen) {
                    (0, 0) => held,
                    (0, again) => again,
                    (card, _) => card,
                };
                let part = chance / f64::from(among.count_ones().max(1));
                bits(among).map(move |card| (seen | card, part))
            };
            sights = add_up(sights.iter().flat_map(more).collect());
        }
        sights
    }
}

/// The chances of equal sets together.
fn add_up(mut sights: Vec<(CluedoCards, f64)>) -> Vec<(CluedoCards, f64)> {
    sights.sort_by_key(|(seen, _)| *seen);
    sights.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        first.1 += if is_same { next.1 } else { 0.0 };
        is_same
    });
    sights
}

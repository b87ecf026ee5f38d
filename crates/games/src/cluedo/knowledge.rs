//! What players know in the course of Cluedo (Knowledge games def. 66; Cluedo paper sec. 2), from a record of what they have
//! noticed: where every card can be and how likely that is, and positions that are drawn exactly, at any size. Where all
//! deals are listed, trying all plays gives the same, except while somebody chooses which card to show: that they have a
//! choice follows from nothing having been heard yet, and is not concluded here.

use super::CluedoCards;
use super::game::{CluedoGame, CluedoMove, CluedoNotice, fact_name};
use super::players::account::Account;
use super::players::notes::{Memories, NoNotes, Notes, agent_of};
use crate::belief::{
    Belief, BeliefOf, EpistemicGame, MoveModel, NoBelief, Outlook, PositionSampler, UniformMoves,
    enumerate,
};
use crate::exact::{Exact, RBig};
use crate::game::{Game, GameLimit, Memory, Move, Play, PlayStep, Player, Trouble};
use hexa_engine::Limit;
use hexa_engine::deals::{Course, Courses, Misdealt, NoView, Obstacle};
use hexa_logic::{Card, Holder, Stop, Stream, Vocabulary};
use std::collections::BTreeMap;
use std::sync::Arc;

impl EpistemicGame for CluedoGame {
    fn find_belief(self: Arc<Self>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
        let game: Arc<dyn Game> = self;
        enumerate(&game, of, stop)
    }

    fn find_outlook(
        self: Arc<Self>,
        of: BeliefOf<'_>,
        stop: &Stop,
    ) -> Option<Result<Outlook, NoBelief>> {
        (!self.has_listed_deals()).then(|| self.outlook(of, stop))
    }

    fn find_sampler(
        self: Arc<Self>,
        of: BeliefOf<'_>,
        stop: &Stop,
    ) -> Result<Box<dyn PositionSampler>, NoBelief> {
        if !is_uniform(of.model) {
            return Err(NoBelief::DrawnChance);
        }
        let noticed = self.noticed(of, stop)?;
        let courses = noticed.notes.record().courses_of(agent_of(of.player)).map_err(unseen)?;
        Ok(Box::new(CluedoSampler { game: self, player: of.player, noticed, courses }))
    }

    fn needed_facts(&self, _: Player, play: &dyn Play) -> Option<Vec<String>> {
        Some(play.facts().into_iter().filter(|fact| fact.ends_with("_t")).collect())
    }

    fn is_stake(&self, _: Player, made: Move) -> bool {
        match self.meaning(made) {
            Some(CluedoMove::Accuse(_)) => true,
            Some(
                CluedoMove::Suspect(_)
                | CluedoMove::EndTurn
                | CluedoMove::Show(_)
                | CluedoMove::Travel(_),
            )
            | None => false,
        }
    }

    fn vocabulary(&self) -> Vocabulary {
        vocabulary(self)
    }
}

/// What a player has noticed.
struct Noticed {
    account: Account,
    notes: Notes,
}

/// The names of players, cards and facts.
fn vocabulary(game: &CluedoGame) -> Vocabulary {
    let (deck, rules) = (game.rules().deck(), game.rules());
    let mut vocabulary = Vocabulary::default();
    for player in 1..=rules.hands().len() {
        vocabulary.add_agent(player.to_string());
    }
    vocabulary.set_table("t");
    deck.cards().for_each(|card| _ = vocabulary.add_card(&fact_name(deck.name(card))));
    vocabulary
}

/// Why there is no record of what was noticed.
fn unwritten(why: &NoNotes) -> NoBelief {
    match why {
        NoNotes::Misdealt(Misdealt::GaveUp(limit)) | NoNotes::Refused(Obstacle::GaveUp(limit)) => {
            gave_up(limit)
        }
        NoNotes::Misdealt(_) | NoNotes::Refused(Obstacle::Reason(_)) => NoBelief::Impossible,
    }
}

/// What a player sees is all told.
fn unseen(why: NoView) -> NoBelief {
    match why {
        NoView::GaveUp(limit) => gave_up(&limit),
        NoView::UnknownAgent(_) | NoView::Hand(_) | NoView::Shown(_) | NoView::Table => {
            NoBelief::Impossible
        }
    }
}

/// What is computed here is for players who move uniformly.
fn is_uniform(model: &dyn MoveModel) -> bool {
    model.name() == UniformMoves.name()
}

impl CluedoGame {
    /// What a player has noticed, and it as a record. Nobody is taken to remember what they have shown, so that whoever shows a
    /// card picks it uniformly.
    fn noticed(&self, of: BeliefOf<'_>, stop: &Stop) -> Result<Noticed, NoBelief> {
        let memory = Memory::read(of.information).ok_or(NoBelief::Impossible)?;
        let mut account = Account::new(self.rules());
        account.begin(of.player);
        memory.since(0).for_each(|observed| account.observe(observed));
        if account.notices().len() != memory.len() {
            return Err(NoBelief::Impossible);
        }
        let notes = Notes::new(self.rules(), Memories::Bad, stop);
        let mut notes = notes.map_err(|why| unwritten(&why))?;
        notes.take(self.rules(), &account).map_err(|why| unwritten(&why))?;
        Ok(Noticed { account, notes })
    }

    /// Where every card can be for a player, and how likely that is if the others move uniformly.
    pub fn outlook(&self, of: BeliefOf<'_>, stop: &Stop) -> Result<Outlook, NoBelief> {
        if !is_uniform(of.model) {
            return Err(NoBelief::DrawnChance);
        }
        let noticed = self.noticed(of, stop)?;
        // Before the deal nobody holds anything.
        if noticed.account.notices().is_empty() {
            return Ok(Outlook::default());
        }
        let record = noticed.notes.record();
        let grid = record.grid_of(agent_of(of.player)).map_err(unseen)?;
        let total = RBig::from(grid.total);
        if total == RBig::ZERO {
            return Err(NoBelief::Impossible);
        }
        let deck = self.rules().deck();
        let mut facts = BTreeMap::new();
        for (card, held) in deck.cards().zip(grid.held) {
            let name = fact_name(deck.name(card));
            for (holder, weight) in record.holders().zip(held) {
                let weight = RBig::from(weight);
                if weight != RBig::ZERO {
                    let fact = format!("{name}_{}", holder_name(holder));
                    facts.insert(fact, Exact(weight / &total));
                }
            }
        }
        // Where pawns stand everybody sees.
        let memory = Memory::read(of.information).ok_or(NoBelief::Impossible)?;
        let pawns = self.pawn_facts_seen(&memory).into_iter();
        facts.extend(pawns.map(|fact| (fact, Exact(RBig::ONE))));
        Ok(Outlook { facts })
    }
}

fn holder_name(holder: Holder) -> String {
    match holder {
        Holder::Agent(agent) => (agent.0 + 1).to_string(),
        Holder::Table => "t".to_owned(),
    }
}

fn gave_up(limit: &Limit) -> NoBelief {
    NoBelief::Trouble(match *limit {
        Limit::Stopped => Trouble::Stopped,
        Limit::Worlds(most) => {
            Trouble::Limit(GameLimit::Worlds(usize::try_from(most).unwrap_or(usize::MAX)))
        }
        Limit::Numbering => Trouble::Limit(GameLimit::Worlds(u32::MAX as usize)),
        Limit::Memory { allowed, .. } => source("bytes of memory", allowed),
        Limit::Work(most) => source("steps of work", most),
        Limit::Depth(most) => source("levels of nesting", most),
        Limit::Possibilities(most) => source("possibilities", most),
        Limit::Events(most) => source("events of a frame", most),
        Limit::Nodes(most) => source("nodes of decision diagrams", most),
        Limit::Shows(most) => source("cards shown", most),
    })
}

fn source(what: &'static str, most: u64) -> Trouble {
    Trouble::Limit(GameLimit::Source(what, most))
}

/// Positions that a player considers possible.
struct CluedoSampler {
    game: Arc<CluedoGame>,
    player: Player,
    noticed: Noticed,
    courses: Courses,
}

impl PositionSampler for CluedoSampler {
    fn draw(&self, stream: &mut Stream, stop: &Stop) -> Result<Box<dyn Play>, NoBelief> {
        let course = self.courses.draw(stream).ok_or(NoBelief::Impossible)?;
        let mut play = Arc::clone(&self.game).start(stop)?;
        let Noticed { account, notes } = &self.noticed;
        for (at, (notice, events)) in account.notices().iter().zip(notes.events_after()).enumerate()
        {
            // What nobody chooses has come by itself.
            if play.memory(self.player).len() > at {
                continue;
            }
            // If the notice is of a card that was shown, that was the last event.
            let last = events.checked_sub(1).and_then(|last| course.shown.get(last));
            let shown = last.copied().flatten();
            let step = self.step(*notice, (&course, shown), stream).ok_or(NoBelief::Impossible)?;
            play.apply(&step)?;
        }
        Ok(play)
    }
}

impl CluedoSampler {
    /// The step in a course that leads to a notice.
    fn step(
        &self,
        notice: CluedoNotice,
        (course, shown): (&Course, Option<Card>),
        stream: &mut Stream,
    ) -> Option<PlayStep> {
        let made = match notice {
            CluedoNotice::Dealt(_) => return self.deal(course),
            CluedoNotice::Board(notice) => return self.game.step_on_board(notice),
            // That somebody has no card to show comes by itself.
            CluedoNotice::Pass(_) => return None,
            CluedoNotice::Suspicion(_, cards) => CluedoMove::Suspect(cards),
            CluedoNotice::Show(_, card) => CluedoMove::Show(card.or(shown)?),
            CluedoNotice::Right(_, cards) => CluedoMove::Accuse(cards),
            CluedoNotice::Wrong { named: Some(cards), .. } => CluedoMove::Accuse(cards),
            CluedoNotice::Wrong { named: None, .. } => {
                let envelope = cards_of(course, Holder::Table);
                let triples = self.game.triples().iter().copied();
                let wrong: Vec<CluedoCards> = triples.filter(|&cards| cards != envelope).collect();
                CluedoMove::Accuse(*stream.pick(&wrong)?)
            }
            CluedoNotice::EndOfTurn(_) => CluedoMove::EndTurn,
        };
        Some(PlayStep::Moves(vec![self.game.move_of(made)?]))
    }

    fn deal(&self, course: &Course) -> Option<PlayStep> {
        let players = Player::first(self.game.rules().hands().len());
        let hands = players.map(|player| cards_of(course, Holder::Agent(agent_of(player))));
        self.game.step_of_deal(&(cards_of(course, Holder::Table), hands.collect()))
    }
}

fn cards_of(course: &Course, holder: Holder) -> CluedoCards {
    let held = course.held_by.iter().enumerate().filter(|(_, by)| **by == holder);
    held.fold(0, |cards, (card, _)| cards | 1 << card)
}

//! What every game must satisfy, tried on random plays: legal moves can be made and others are refused, an information set
//! tells the legal moves and what its player remembers, whoever notices something public notices the same, chance adds
//! up, undo undoes, a play that is made again is the same, and what the game declares is so. A game that passes is not
//! proved right; one that fails is told by plays that anybody can make again.

mod declared;
mod mirror;
mod picture;

pub use declared::DeclarationFault;

use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, ChanceError, Game, GameLimit, Memory, Move, MoveNumbers, Play, PlayLength, PlayStep,
    Player, Recall, Sum, Trouble, Turn,
};
use hexa_logic::{Stop, Stream};
use mirror::Mirror;
use picture::Picture;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trials {
    /// How many random plays.
    pub plays: u64,
    /// Plays are left after so many steps.
    pub steps: usize,
    /// The seed.
    pub seed: u64,
}

/// What was tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// Plays that came to an end.
    pub finished: u64,
    /// Plays that were left.
    pub left: u64,
    /// Plays that the rules let come to no good end, and say so: somebody must move and cannot, forced moves do not end, or
    /// the play is worth nothing that could be told.
    pub stranded: u64,
    /// The first of these: why, and its steps as texts.
    pub first_stranded: Option<(Trouble, Vec<String>)>,
    /// Steps in all.
    pub steps: u64,
    /// Information sets of each player in which they were asked.
    pub information_sets: Vec<usize>,
}

/// What a game does wrong, with the steps of the play, and of another where it takes two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What is wrong.
    pub wrong: Wrong,
    /// The steps, as texts.
    pub play: Vec<String>,
    /// Those of the other play.
    pub other: Option<Vec<String>>,
}

/// What a game does wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// What is declared cannot be so.
    Declaration(DeclarationFault),
    /// The plays by which a player is said to forget do not show it.
    ForgettingUnshown(Player),
    /// A move that is listed beforehand has another text.
    MoveRenamed(Player, Move),
    /// Several players choose at once, and everybody is said to see everything.
    AtOnce,
    /// Two positions that a player cannot tell apart differ, and everybody is said to see everything.
    PositionsDiffer(Player),
    /// The image of a play under a symmetry, by its number, is no such play.
    NoSymmetry(usize),
    /// A legal step fails.
    LegalFails(PlayStep, Trouble),
    /// A step that is not legal is taken.
    IllegalTaken(PlayStep),
    /// It is a player's turn who has no choice.
    NoChoice(Player),
    /// The moves of a player are not in order, or one is there twice.
    MovesUnordered(Player),
    /// Two plays that a player cannot tell apart give them different moves.
    MovesDiffer(Player),
    /// A player with perfect recall cannot tell two plays apart in which they have done or noticed other things.
    Forgets(Player),
    /// Two plays in which a player has done and noticed the same are told apart.
    Divines(Player),
    /// What is public is not the same for two players.
    PublicDiffers(Player, Player),
    /// A player who has chosen does not remember it.
    OwnMoveMissing(Player),
    /// Undo leads elsewhere.
    UndoDiffers,
    /// A fork of the play differs, or changes with it.
    ForkDiffers,
    /// The same steps lead elsewhere the second time.
    ReplayDiffers,
    /// The probabilities of chance do not add up to one.
    ChanceSum(Exact),
    /// What is drawn is not among what is listed, or has another probability.
    DrawnUnlisted(PlayStep),
    /// A play is worth less or more than declared for a player.
    PayoffOutside(Player, Exact),
    /// The worths of all players do not add up as declared.
    SumDiffers(Exact),
    /// A play is longer than declared.
    TooLong,
    /// The view of a player could not be made.
    NoView(Player, Trouble),
    /// Something else went wrong.
    Trouble(Trouble),
}

/// Tries a game on random plays.
pub fn conform(game: &Arc<dyn Game>, trials: Trials, stop: &Stop) -> Result<Tried, Box<Violation>> {
    let declaration = game.declaration();
    let before = |wrong| Box::new(Violation { wrong, play: Vec::new(), other: None });
    declared::check(declaration).map_err(|fault| before(Wrong::Declaration(fault)))?;
    declared::check_recall(game, stop).map_err(before)?;
    let players = declaration.players.len();
    let mirror = |symmetry| Mirror::new(symmetry, declaration.players.clone());
    let mut trying = Trying {
        game,
        trials,
        stop,
        tried: Tried { information_sets: vec![0; players], ..Tried::default() },
        sets: (0..players).map(|_| FxHashMap::default()).collect(),
        remembered: vec![FxHashMap::default(); players],
        texts: Vec::new(),
        mirrors: declaration.symmetries.iter().cloned().map(mirror).collect(),
    };
    for number in 0..trials.plays {
        let mut stream = Stream::new("conformance", trials.seed.wrapping_add(number));
        trying.texts.clear();
        if let Err(found) = trying.play(number, &mut stream) {
            let (wrong, other) = *found;
            return Err(Box::new(Violation { wrong, play: trying.texts, other }));
        }
    }
    for (sets, count) in trying.sets.iter().zip(&mut trying.tried.information_sets) {
        *count = sets.values().filter(|met| !met.moves.is_empty()).count();
    }
    Ok(trying.tried)
}

/// An information set that was met.
struct Met {
    moves: Vec<Move>,
    memory: Vec<u8>,
    play: Vec<String>,
    /// What was the case there, if whoever is asked is said to see it.
    facts: Option<Vec<String>>,
}

/// The information set that goes with what a player remembers, and the play.
type Remembered = (Vec<u8>, Vec<String>);

struct Trying<'g> {
    game: &'g Arc<dyn Game>,
    trials: Trials,
    stop: &'g Stop,
    tried: Tried,
    /// For each player what was met with each information set.
    sets: Vec<FxHashMap<Vec<u8>, Met>>,
    /// For each player the information set that goes with what they remember.
    remembered: Vec<FxHashMap<Vec<u8>, Remembered>>,
    /// The steps of this play.
    texts: Vec<String>,
    mirrors: Vec<Mirror>,
}

/// What is wrong, and the other play.
type Found = Box<(Wrong, Option<Vec<String>>)>;

fn found(wrong: Wrong) -> Found {
    Box::new((wrong, None))
}

fn trouble(trouble: Trouble) -> Found {
    found(Wrong::Trouble(trouble))
}

impl Trying<'_> {
    fn start(&self) -> Result<Box<dyn Play>, Found> {
        Arc::clone(self.game).start(self.stop).map_err(trouble)
    }

    fn play(&mut self, number: u64, stream: &mut Stream) -> Result<(), Found> {
        let mut play = self.start()?;
        let mut made = Vec::new();
        let mut seen = vec![Picture::of(&*play)];
        while *play.turn() != Turn::Over {
            if made.len() == self.trials.steps {
                self.tried.left += 1;
                return self.again(number, &made, &seen);
            }
            self.look(&*play)?;
            let step = self.choose(&*play, stream)?;
            self.refuse_others(&mut *play)?;
            if let Some(why) = self.take(&mut *play, &step, &seen[made.len()])? {
                self.strand(why);
                return self.again(number, &made, &seen);
            }
            made.push(step);
            seen.push(Picture::of(&*play));
        }
        self.look(&*play)?;
        match play.returns() {
            Err(why @ Trouble::NoPayoff(_)) => self.strand(why),
            Err(why) => return Err(trouble(why)),
            Ok(returns) => {
                self.end(&*play, &returns)?;
                self.tried.finished += 1;
            }
        }
        self.again(number, &made, &seen)
    }

    /// The play comes to no good end.
    fn strand(&mut self, why: Trouble) {
        self.tried.stranded += 1;
        let texts = &self.texts;
        self.tried.first_stranded.get_or_insert_with(|| (why, texts.clone()));
    }

    /// Whether what players know fits what they remember, and the moves they have.
    fn look(&mut self, play: &dyn Play) -> Result<(), Found> {
        let declaration = self.game.declaration();
        let players = declaration.players.len();
        let publics: Vec<Vec<&[u8]>> =
            Player::first(players).map(|player| public(play.memory(player))).collect();
        if let Some(other) = publics.iter().position(|public| *public != publics[0]) {
            return Err(found(Wrong::PublicDiffers(Player(0), Player::from_index(other))));
        }
        let sees_all = declaration.perfect_information;
        if let (true, Turn::Simultaneous(_)) = (sees_all, play.turn()) {
            return Err(found(Wrong::AtOnce));
        }
        for player in Player::first(players) {
            let mut bytes = Vec::new();
            play.information(player, &mut bytes);
            self.game.view(player, &bytes).map_err(|why| found(Wrong::NoView(player, why)))?;
            let moves = play.moves(player).to_vec();
            if play.turn().players().contains(&player) && moves.len() < 2 {
                return Err(found(Wrong::NoChoice(player)));
            }
            if !moves.is_sorted_by(|left, right| left < right) {
                return Err(found(Wrong::MovesUnordered(player)));
            }
            if let MoveNumbers::Listed(texts) = &declaration.numbers {
                let text = |made: Move| texts[player.index()].get(made.index());
                let is_renamed = |&made: &Move| text(made) != Some(&play.move_text(player, made));
                if let Some(made) = moves.iter().copied().find(is_renamed) {
                    return Err(found(Wrong::MoveRenamed(player, made)));
                }
            }
            let memory = play.memory(player).bytes().to_vec();
            let recall = &declaration.recall[player.index()];
            if let (Recall::Perfect, Some((set, other))) =
                (recall, self.remembered[player.index()].get(&memory))
                && *set != bytes
            {
                return Err(Box::new((Wrong::Divines(player), Some(other.clone()))));
            }
            let asked = play.turn().players().contains(&player);
            let facts = (asked && sees_all).then(|| play.facts());
            match self.sets[player.index()].get_mut(&bytes) {
                Some(met) if *recall == Recall::Perfect && met.memory != memory => {
                    return Err(Box::new((Wrong::Forgets(player), Some(met.play.clone()))));
                }
                Some(met) if facts.is_some() && met.facts.is_some() && facts != met.facts => {
                    return Err(Box::new((Wrong::PositionsDiffer(player), Some(met.play.clone()))));
                }
                Some(met) if asked && met.moves.is_empty() => {
                    (met.moves, met.facts) = (moves, facts)
                }
                Some(met) if asked && met.moves != moves && !declaration.tries => {
                    return Err(Box::new((Wrong::MovesDiffer(player), Some(met.play.clone()))));
                }
                Some(_) => {}
                None => {
                    let play = self.texts.clone();
                    self.remembered[player.index()]
                        .insert(memory.clone(), (bytes.clone(), play.clone()));
                    self.sets[player.index()].insert(bytes, Met { moves, memory, play, facts });
                }
            }
        }
        Ok(())
    }

    fn choose(&self, play: &dyn Play, stream: &mut Stream) -> Result<PlayStep, Found> {
        match play.turn() {
            Turn::Chance => {
                let (step, probability) = play.draw(stream).map_err(trouble)?;
                let Chance::Listed(moves, weights) = play.chance().map_err(trouble)? else {
                    return Ok(step);
                };
                let sum = (0..weights.len()).map(|at| weights.probability(at).0);
                let sum = sum.fold(RBig::ZERO, |sum, one| sum + one);
                if sum != RBig::ONE || moves.len() != weights.len() {
                    return Err(found(Wrong::ChanceSum(Exact(sum))));
                }
                let listed = moves.iter().position(|&made| step == PlayStep::Chance(made));
                match listed {
                    Some(at) if weights.probability(at) == probability => Ok(step),
                    Some(_) | None => Err(found(Wrong::DrawnUnlisted(step))),
                }
            }
            turn @ (Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over) => {
                let pick = |&player: &Player| stream.pick(play.moves(player)).copied();
                let moves: Option<Vec<Move>> = turn.players().iter().map(pick).collect();
                moves.map(PlayStep::Moves).ok_or_else(|| trouble(Trouble::WrongTurn))
            }
        }
    }

    /// Steps that are not legal here.
    fn refuse_others(&self, play: &mut dyn Play) -> Result<(), Found> {
        let players = play.turn().players().to_vec();
        let mut others = vec![
            PlayStep::Moves(vec![Move(u32::MAX); players.len()]),
            PlayStep::Moves(vec![Move(0); players.len() + 1]),
            PlayStep::Drawn("\u{0}".to_owned()),
        ];
        if let Some(&first) = players.first() {
            let legal = play.moves(first).to_vec();
            let beyond = (0..=legal.len() as u32).map(Move).find(|made| !legal.contains(made));
            let mut moves: Vec<Move> =
                players.iter().filter_map(|&player| play.moves(player).first().copied()).collect();
            if let (Some(beyond), Some(place)) = (beyond, moves.first_mut()) {
                *place = beyond;
                others.push(PlayStep::Moves(moves));
            }
            others.push(PlayStep::Chance(Move(0)));
        } else {
            others.push(PlayStep::Chance(Move(u32::MAX)));
        }
        let before = Picture::of(play);
        for other in others {
            if play.apply(&other).is_ok() {
                return Err(found(Wrong::IllegalTaken(other)));
            }
            if Picture::of(play) != before {
                return Err(found(Wrong::UndoDiffers));
            }
        }
        Ok(())
    }

    /// Takes a step; takes it back, and takes it again. If the rules lead nowhere from there, nothing has changed: then it is
    /// said why.
    fn take(
        &mut self,
        play: &mut dyn Play,
        step: &PlayStep,
        before: &Picture,
    ) -> Result<Option<Trouble>, Found> {
        self.texts.push(word_step(play, self.game.as_ref(), step));
        self.tried.steps += 1;
        let mut fork = play.fork();
        let legal = |why| found(Wrong::LegalFails(step.clone(), why));
        let noticed: Vec<usize> =
            play.turn().players().iter().map(|&player| play.memory(player).len()).collect();
        let players = play.turn().players().to_vec();
        match play.apply(step) {
            Ok(()) => {}
            Err(why) if !leads_nowhere(&why) => return Err(legal(why)),
            Err(why) => {
                if Picture::of(play) != *before || fork.apply(step).as_ref() != Err(&why) {
                    return Err(found(Wrong::UndoDiffers));
                }
                return Ok(Some(why));
            }
        }
        let after = Picture::of(play);
        for (&player, noticed) in players.iter().zip(noticed) {
            if play.memory(player).since(noticed).all(|observed| observed.own.is_none()) {
                return Err(found(Wrong::OwnMoveMissing(player)));
            }
        }
        if Picture::of(&*fork) != *before {
            return Err(found(Wrong::ForkDiffers));
        }
        fork.apply(step).map_err(legal)?;
        if Picture::of(&*fork) != after {
            return Err(found(Wrong::ForkDiffers));
        }
        play.undo();
        if Picture::of(play) != *before {
            return Err(found(Wrong::UndoDiffers));
        }
        play.apply(step).map_err(legal)?;
        if Picture::of(play) != after {
            return Err(found(Wrong::UndoDiffers));
        }
        Ok(None)
    }

    /// What a play that is over is worth.
    fn end(&self, play: &dyn Play, returns: &[Exact]) -> Result<(), Found> {
        let declaration = self.game.declaration();
        if let Some((least, most)) = &declaration.payoffs {
            for (worth, player) in returns.iter().zip(Player::first(returns.len())) {
                if worth < least || worth > most {
                    return Err(found(Wrong::PayoffOutside(player, worth.clone())));
                }
            }
        }
        let sum = Exact(returns.iter().fold(RBig::ZERO, |sum, worth| sum + &worth.0));
        match &declaration.sum {
            Sum::Constant(constant) if *constant != sum => {
                return Err(found(Wrong::SumDiffers(sum)));
            }
            Sum::Constant(_) | Sum::General => {}
        }
        match declaration.length {
            PlayLength::AtMost(most) if play.steps() > most => Err(found(Wrong::TooLong)),
            PlayLength::AtMost(_) | PlayLength::Unbounded => Ok(()),
        }
    }

    /// The same play once more, from its start.
    fn again(&mut self, number: u64, made: &[PlayStep], seen: &[Picture]) -> Result<(), Found> {
        let mut play = self.start()?;
        for (step, before) in made.iter().zip(seen) {
            if Picture::of(&*play) != *before {
                return Err(found(Wrong::ReplayDiffers));
            }
            play.apply(step).map_err(trouble)?;
        }
        match seen.last() {
            Some(last) if Picture::of(&*play) != *last => Err(found(Wrong::ReplayDiffers)),
            Some(_) | None => self.mirror(number, made),
        }
    }

    /// The same play beside its image, under one symmetry after the other.
    fn mirror(&mut self, number: u64, made: &[PlayStep]) -> Result<(), Found> {
        let Some(at) = number.checked_rem(self.mirrors.len() as u64) else { return Ok(()) };
        let at = at as usize;
        let none = || found(Wrong::NoSymmetry(at));
        let (mut play, mut image) = (self.start()?, self.start()?);
        let mirror = &mut self.mirrors[at];
        for step in made {
            if !mirror.compare(&*play, &*image).map_err(trouble)? {
                return Err(none());
            }
            let other = mirror.step(&*play, step, &*image).map_err(trouble)?.ok_or_else(none)?;
            play.apply(step).map_err(trouble)?;
            image.apply(&other).map_err(|_| none())?;
        }
        match mirror.compare(&*play, &*image).map_err(trouble)? {
            true => Ok(()),
            false => Err(none()),
        }
    }
}

/// Whether rules lead nowhere: then it is not the game's fault that a legal step fails, but that of its author.
fn leads_nowhere(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Stuck(_)
        | Trouble::Chance(ChanceError::Nothing)
        | Trouble::Limit(GameLimit::Steps(_)) => true,
        Trouble::Chance(
            ChanceError::NotPositive(_) | ChanceError::Sum(_) | ChanceError::Denominator,
        )
        | Trouble::Limit(
            GameLimit::Moves(_)
            | GameLimit::Nodes(_)
            | GameLimit::Positions(_)
            | GameLimit::Worlds(_)
            | GameLimit::Source(..),
        )
        | Trouble::NoSuchMove { .. }
        | Trouble::WrongTurn
        | Trouble::NoSuchChance
        | Trouble::NoPayoff(_)
        | Trouble::NoInformation
        | Trouble::MovesDiffer(_)
        | Trouble::Stopped => false,
    }
}

fn public(memory: &Memory) -> Vec<&[u8]> {
    memory.since(0).map(|observed| observed.public).filter(|public| !public.is_empty()).collect()
}

/// A step as it is written: the moves of those who are asked with their names, or what chance does.
pub fn word_step(play: &dyn Play, game: &dyn Game, step: &PlayStep) -> String {
    match step {
        PlayStep::Moves(moves) => {
            let names = &game.declaration().players;
            let word = |(&player, &made): (&Player, &Move)| {
                format!("{}: {}", names[player.index()], play.move_text(player, made))
            };
            let words: Vec<String> = play.turn().players().iter().zip(moves).map(word).collect();
            words.join("; ")
        }
        PlayStep::Chance(made) => format!("chance: {}", play.chance_text(*made)),
        PlayStep::Drawn(text) => format!("chance: {text}"),
    }
}

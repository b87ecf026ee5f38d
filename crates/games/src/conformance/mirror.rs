//! Whether a symmetry that a game declares is one: a play and its image are made side by side. Everywhere the images of those
//! who are asked are asked, with the images of their moves; chance does the images of what it does, as likely; players
//! whose plays cannot be told apart cannot tell the images apart, and nobody else can; and everybody gets the same.

use crate::exact::Exact;
use crate::game::{Chance, Play, PlayStep, Player, Symmetry, Trouble, Turn};
use rustc_hash::FxHashMap;

/// A symmetry, and which information sets are images of which.
pub(super) struct Mirror {
    symmetry: Symmetry,
    names: Vec<String>,
    /// For each player the image of each information set, and what each image is of.
    sets: Vec<[FxHashMap<Vec<u8>, Vec<u8>>; 2]>,
}

impl Mirror {
    pub(super) fn new(symmetry: Symmetry, names: Vec<String>) -> Self {
        let sets = names.iter().map(|_| Default::default()).collect();
        Self { symmetry, names, sets }
    }

    fn image(&self, text: &str) -> String {
        self.symmetry.image(text, &self.names)
    }

    /// Whether two positions look like images.
    pub(super) fn compare(&mut self, play: &dyn Play, image: &dyn Play) -> Result<bool, Trouble> {
        let mut asked: Vec<Player> =
            play.turn().players().iter().map(|&player| self.symmetry.player(player)).collect();
        asked.sort_unstable();
        if asked != image.turn().players() || is_chance(play) != is_chance(image) {
            return Ok(false);
        }
        for &player in play.turn().players() {
            let of = self.symmetry.player(player);
            let texts = |play: &dyn Play, player| -> Vec<String> {
                play.moves(player).iter().map(|&made| play.move_text(player, made)).collect()
            };
            let mut images: Vec<String> =
                texts(play, player).iter().map(|text| self.image(text)).collect();
            let mut moves = texts(image, of);
            images.sort_unstable();
            moves.sort_unstable();
            if images != moves {
                return Ok(false);
            }
        }
        if is_chance(play) {
            let listed = |play: &dyn Play| -> Result<Vec<(String, Exact)>, Trouble> {
                match play.chance()? {
                    Chance::Drawn => Ok(Vec::new()),
                    Chance::Listed(moves, weights) => {
                        let one = |(at, &made)| (play.chance_text(made), weights.probability(at));
                        Ok(moves.iter().enumerate().map(one).collect())
                    }
                }
            };
            let renamed = |(text, weight): (String, Exact)| (self.image(&text), weight);
            let mut images: Vec<_> = listed(play)?.into_iter().map(renamed).collect();
            let mut moves = listed(image)?;
            images.sort_unstable();
            moves.sort_unstable();
            if images != moves {
                return Ok(false);
            }
        }
        if let (Ok(worths), Ok(images)) = (play.returns(), image.returns()) {
            let is_same = |player: Player| {
                worths.get(player.index()) == images.get(self.symmetry.player(player).index())
            };
            if !Player::first(worths.len()).all(is_same) {
                return Ok(false);
            }
        }
        Ok(Player::first(self.names.len()).all(|player| self.pair(player, play, image)))
    }

    /// Whether an information set has always the same image, and the image is of no other.
    fn pair(&mut self, player: Player, play: &dyn Play, image: &dyn Play) -> bool {
        let (mut set, mut other) = (Vec::new(), Vec::new());
        play.information(player, &mut set);
        image.information(self.symmetry.player(player), &mut other);
        let [images, origins] = &mut self.sets[player.index()];
        let is_image = *images.entry(set.clone()).or_insert_with(|| other.clone()) == other;
        is_image && *origins.entry(other).or_insert_with(|| set.clone()) == set
    }

    /// The image of a step, if it can be made.
    pub(super) fn step(
        &self,
        play: &dyn Play,
        step: &PlayStep,
        image: &dyn Play,
    ) -> Result<Option<PlayStep>, Trouble> {
        let found = match step {
            PlayStep::Moves(moves) => {
                let asked = play.turn().players();
                let made = |of: &Player| {
                    let place =
                        asked.iter().position(|&player| self.symmetry.player(player) == *of)?;
                    let text = self.image(&play.move_text(asked[place], *moves.get(place)?));
                    let mut legal = image.moves(*of).iter().copied();
                    legal.find(|&made| image.move_text(*of, made) == text)
                };
                image.turn().players().iter().map(made).collect::<Option<_>>().map(PlayStep::Moves)
            }
            PlayStep::Chance(made) => {
                let text = self.image(&play.chance_text(*made));
                match image.chance()? {
                    Chance::Drawn => None,
                    Chance::Listed(moves, _) => moves
                        .iter()
                        .copied()
                        .find(|&made| image.chance_text(made) == text)
                        .map(PlayStep::Chance),
                }
            }
            PlayStep::Drawn(text) => Some(PlayStep::Drawn(self.image(text))),
        };
        Ok(found)
    }
}

fn is_chance(play: &dyn Play) -> bool {
    *play.turn() == Turn::Chance
}

//! What can be typed, with examples.

use crate::command::HelpTopic;

/// All topics in a few lines.
const ALL: &str = "\
What happens, one line each; names can be shortened, commas and stops left out:
  bob: plum rope hall. ann no, me no, eve shows   bob suspects; everybody answers in turn
  bob: plum rope hall > eve                       the same: all before eve have none
  me: plum rope hall > eve rope                   eve shows you the rope
  bob: plum rope hall. none                       nobody has any of them
  bob: plum rope hall. ann no, somebody shows     you did not see who
  bob: plum rope hall. ann ?, eve shows           you missed what ann did
  bob accuses plum rope hall: wrong               or `right`; `bob accuses: wrong` if not heard
  bob has plum, bob has not plum                  you saw it; `everybody sees bob has plum`
  bob knows the room                              it was let slip; or `knows not the room`
  bob passes                                      bob ends a move without asking
Questions:
  grid                 where every card can be         envelope   what can be in the envelope
  changes              what is new since your last look    what if LINE   what would follow from it
  why plum at bob      the reasons                      list       all entries with their numbers
Advice:
  suggest hall study   what to ask for in these rooms; without rooms, in any
  show bob: plum rope hall   which card to show bob
  who                  how close the others are         what bob   what bob knows
  guess?               accuse now, or wait              when plum  since when you could know it
Corrections:
  undo, redo           take back the last change        fix a      take a way out that was offered
  edit 3: LINE         write entry 3 anew               delete 3   leave entry 3 out
  insert 3: LINE       put a line before entry 3        set hand: plum, rope   correct the set-up
More:
  perfect bob, forgetful bob, logician bob     how bob plays; see `help players`
  settings             who plays what                   save-as FILE
  sheet-as FILE        the grid as a table (.csv) or a picture (.svg)
  help TOPIC           suspicions, accusations, seen, grid, why, advice, corrections, cards, players
  quit                 everything is saved already
";

const SUSPICIONS: &str = "\
bob: plum rope hall. ann no, me no, eve shows
  Bob suspects. First who asks, then `:`, then one card of each category in any order, then the
  answers in turn, from the player on the left of bob, until somebody shows a card.
  `eve shows plum` if you saw the card. You must name it if it was shown to you or by you.
  If all before eve have none: `bob: plum rope hall > eve`. If nobody has one: `none`.
  If you missed what ann did: `ann ?`. If you did not see who showed: `somebody shows`.
  Names and cards can be shortened as long as it is clear what is meant: `b: pl ro ha > e`.
";

const ACCUSATIONS: &str = "\
bob accuses plum rope hall: wrong
bob accuses: wrong
bob accuses plum rope hall: right
  Without cards if you did not hear them.
";

const SEEN: &str = "\
bob has plum
bob has not plum
everybody sees bob has plum
envelope has plum
  What you saw by accident. Without `everybody sees` the others are taken not to know it.
";

const GRID: &str = "\
grid
  One row for each card, one column for each player, the envelope last. `yes` and `-` (no) are
  certain. A number is how likely it is, in percent: rounded, but never 0 or 100 unless certain.
envelope
  For each category how likely its cards are, and the most likely cards together.
changes
  What became certain since you last looked at the grid, the envelope or the changes.
";

const WHY: &str = "\
why plum at bob
why hall
  The fewest entries that it follows from, and the way from them to it. `why hall` asks about
  whoever has the hall or, if nobody is sure to, about the envelope.
";

const ADVICE: &str = "\
suggest
suggest hall study
  The suspicions that tell you most of the envelope and the others least. Name the rooms that you can
  reach. You are warned where asking may give away your cards.
show bob: plum rope hall
  Which of your cards to show: one that bob knows of already, or else the one that tells bob least.
who
  How likely each of the others knows the envelope by now, and how much each can still think of.
what bob
  What bob knows for certain, what bob may know, and what bob knows that others know.
guess?
  Whether to accuse now, or to wait: what wins more often, if the others play as `settings` says.
when, when plum at bob
  The first entry after which you could have known the envelope, or where a card is.
  What others know is what they could conclude from what you have typed, if they make no mistakes.
";

const CORRECTIONS: &str = "\
undo, redo
edit 3: bob: plum rope hall > eve
delete 3
insert 3: ann passes
set hand: plum, rope, hall, study
set players: ann, bob, me, zoe
  Everything is worked out anew. If a line cannot be, it is refused, with the fewest entries that it
  does not go together with, and with ways out: `fix a` takes the first. `set` changes what was said
  before the game, in the words of `settings`; several at once with `;` between them.
";

const PLAYERS: &str = "\
perfect bob
  Bob draws every conclusion from all that happens. All others are taken to be ordinary: they only
  cross off the cards that they have seen. It matters for `guess?` and `show`.
forgetful bob
  Bob does not remember which cards were shown to whom. All others are taken to show a card again
  that they have shown to the same player before, so that it tells nothing new.
logician bob
  From then on, when bob ends a move without accusing, that counts as proof that bob cannot
  know the envelope yet. People forget and wait, so nobody is taken to be
  one unless you say so. Say any of these again to take it back.
";

/// Help on a topic, or on everything.
pub fn help(topic: HelpTopic) -> &'static str {
    match topic {
        HelpTopic::All => ALL,
        HelpTopic::Suspicions => SUSPICIONS,
        HelpTopic::Accusations => ACCUSATIONS,
        HelpTopic::Seen => SEEN,
        HelpTopic::Grid => GRID,
        HelpTopic::Why => WHY,
        HelpTopic::Advice => ADVICE,
        HelpTopic::Corrections => CORRECTIONS,
        HelpTopic::Players => PLAYERS,
    }
}

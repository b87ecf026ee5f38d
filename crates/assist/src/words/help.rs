//! What can be typed, with examples.

use crate::command::HelpTopic;

/// All topics in a few lines.
const ALL: &str = "\
What happens, one line each; names can be shortened, commas and stops left out:
  bob: plum rope hall. ann no, eve shows    bob suspects; others answer in turn
  bob: plum rope hall > eve                 the same: all before eve have none
  me: plum rope hall > eve rope             eve shows you the rope
  bob: plum rope hall. none                 nobody has any of them
  bob: plum rope hall. somebody shows       you did not see who
  bob: plum rope hall. ann ?, eve shows     you missed what ann did
  bob accuses plum rope hall: wrong         or `right`
  bob accuses: wrong                        you did not hear the cards
  bob has plum, bob has not plum            you saw it, and nobody else
  everybody sees bob has plum               all saw it
  bob knows the room, bob knows it          bob let it slip; or `bob knows not it`
  bob passes                                bob ends a move without asking
Questions:
  grid                       where every card can be
  envelope                   what can be in the envelope
  changes                    what is new since your last look
  why plum at bob            the reasons
  what if bob has plum       what would follow, without entering it
  list                       all entries with their numbers
Advice:
  suggest hall study         what to ask for in these rooms, or in any
  show bob: plum rope hall   which card to show bob
  guess?                     accuse now, or wait
  who                        how close the others are
  what bob                   what bob knows
  when, when plum            since when you could know the envelope, or a card
Corrections:
  undo, redo                 take back the last change, or make it again
  fix a                      take a way out that was offered
  edit 3: LINE               write entry 3 anew
  insert 3: LINE             put a line before entry 3
  delete 3                   leave entry 3 out
  set hand: plum, rope       correct what was said before the game
More:
  settings                   what was said before the game
  perfect bob                how bob plays; also `forgetful bob`, `logician bob`
  sheet-as FILE              the grid as a table (.csv) or picture (.svg, .png)
  save-as FILE               the game in another file
  help TOPIC                 more about one of the topics below
  quit                       everything is saved already
Topics: suspicions, accusations, seen, grid, why, advice, corrections, players, cards
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
  Without cards if you did not hear them. Whether the others hear what is named in a wrong
  accusation, yours too, is the rule `wrong accusations` of `settings`; they hear that it is wrong.
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
what if bob has plum
  What would follow from a line, which is not entered.
sheet-as sheet.csv
  Writes the grid to a file, as a table (.csv) or as a picture (.svg, .png).
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

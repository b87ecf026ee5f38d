//! The cards of editions, with what else people call them. Each list stands in at least two public places that do not copy each
//! other, which are named with it.

/// A name, and the others that something goes by.
type Called = (&'static str, &'static str);

/// The cards of an edition, by category.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardList {
    /// What the edition is called, and its other names.
    pub names: &'static [&'static str],
    /// Where the list was found.
    pub sources: &'static [&'static str],
    /// The categories with their cards.
    pub categories: &'static [(Called, &'static [Called])],
}

const SUSPECTS: Called = ("suspects", "persons/people/murderers/who");
const WEAPONS: Called = ("weapons", "with what");
const ROOMS: Called = ("rooms", "places/where");

const MUSTARD: Called = ("mustard", "colonel mustard/col mustard");
const PLUM: Called = ("plum", "professor plum/prof plum");
const GREEN: Called = ("green", "mr green/reverend green/rev green");
const PEACOCK: Called = ("peacock", "mrs peacock");
const SCARLETT: Called = ("scarlett", "miss scarlett/scarlet/miss scarlet");
const WHITE_OR_ORCHID: Called = ("white", "mrs white/orchid/doctor orchid/dr orchid");

const CANDLESTICK: Called = ("candlestick", "");
const DAGGER: Called = ("dagger", "knife");
const LEAD_PIPE: Called = ("lead pipe", "pipe/lead piping");
const REVOLVER: Called = ("revolver", "gun/pistol");
const ROPE: Called = ("rope", "");
const WRENCH: Called = ("wrench", "spanner");

const SIX_WEAPONS: &[Called] = &[CANDLESTICK, DAGGER, LEAD_PIPE, REVOLVER, ROPE, WRENCH];

const NINE_ROOMS: &[Called] = &[
    ("ballroom", ""),
    ("billiard room", "billiards/pool room/games room"),
    ("conservatory", ""),
    ("dining room", ""),
    ("hall", ""),
    ("kitchen", ""),
    ("library", ""),
    ("lounge", "sitting room/living room"),
    ("study", "office"),
];

impl CardList {
    /// All lists.
    pub const ALL: [Self; 3] = [Self::CLASSIC, Self::ORCHID, Self::MASTER_DETECTIVE];

    /// The classic cards, in the British and in the American naming.
    pub const CLASSIC: Self = Self {
        names: &["classic", "cluedo", "clue"],
        sources: &[
            "puzzles.wikia.com, page Cluedo, and christmastoys.org.uk, category Cluedo (British names)",
            "htfbw.com, Board-Games 38740, and the README of github.com/MiriamMalta/Clue (American names)",
        ],
        categories: &[
            (SUSPECTS, &[MUSTARD, PLUM, GREEN, PEACOCK, SCARLETT, WHITE_OR_ORCHID]),
            (WEAPONS, SIX_WEAPONS),
            (ROOMS, NINE_ROOMS),
        ],
    };

    /// Since 2016 Dr. Orchid stands in for Mrs. White; weapons and rooms are the classic ones.
    pub const ORCHID: Self = Self {
        names: &["orchid", "dr orchid", "2016"],
        sources: &[
            "radiotimes.com, Cluedo kills off Mrs White and replaces her with Dr Orchid",
            "jezebel.com, Mrs. White Will Be Gone From the Clue Board",
        ],
        categories: &[
            (
                SUSPECTS,
                &[MUSTARD, PLUM, GREEN, PEACOCK, SCARLETT, ("orchid", "doctor orchid/dr orchid")],
            ),
            (WEAPONS, SIX_WEAPONS),
            (ROOMS, NINE_ROOMS),
        ],
    };

    /// Master Detective (1988): ten suspects, eight weapons, twelve rooms.
    pub const MASTER_DETECTIVE: Self = Self {
        names: &["master detective", "super cluedo"],
        sources: &[
            "github.com/lowlydba/clue-sheet, clue-master.md (weapons and rooms)",
            "themindcafe.com.sg, Clue Master Detective (30 cards; the suspects, poison, horseshoe and twelve rooms)",
            "Wikipedia, Cluedo Master Detective (suspects)",
        ],
        categories: &[
            (
                SUSPECTS,
                &[
                    MUSTARD,
                    PLUM,
                    GREEN,
                    PEACOCK,
                    SCARLETT,
                    ("white", "mrs white"),
                    ("brunette", "monsieur brunette/m brunette"),
                    ("gray", "sergeant gray/sgt gray/grey/sergeant grey"),
                    ("peach", "miss peach"),
                    ("rose", "madame rose/mme rose"),
                ],
            ),
            (
                WEAPONS,
                &[
                    CANDLESTICK,
                    DAGGER,
                    ("horseshoe", ""),
                    LEAD_PIPE,
                    ("poison", ""),
                    REVOLVER,
                    ROPE,
                    WRENCH,
                ],
            ),
            (
                ROOMS,
                &[
                    ("billiard room", "billiards"),
                    ("carriage house", ""),
                    ("conservatory", ""),
                    ("courtyard", ""),
                    ("dining room", ""),
                    ("drawing room", ""),
                    ("fountain", ""),
                    ("gazebo", ""),
                    ("kitchen", ""),
                    ("library", ""),
                    ("studio", ""),
                    ("trophy room", ""),
                ],
            ),
        ],
    };

    /// The list of an edition, by any of its names.
    pub fn called(text: &str) -> Option<Self> {
        let text = super::names::fold(text);
        let is = |list: &Self| list.names.contains(&text.as_str());
        Self::ALL.into_iter().find(is)
    }
}

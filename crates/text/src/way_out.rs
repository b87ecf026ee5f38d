//! What to do about a problem, as data: words that are the same everywhere, and settings that every interface has
//! its own name for. The command line calls the limit of worlds `--max-worlds`, a page shows a slider.

use std::borrow::Cow;
use std::fmt;

/// What to do about a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct WayOut {
    /// In this order.
    pub pieces: Vec<Phrase>,
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Phrase {
    /// Words.
    Words(Cow<'static, str>),
    /// Something that can be set.
    Setting(Setting),
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])* $name:ident => $word:literal;)*) => {
        /// Something that whoever asks can set.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
        pub enum Setting {
            $($(#[doc = $doc])* $name,)*
            /// The engine, by its name.
            Engine(Cow<'static, str>),
            /// How many steps a play or a path may have.
            Depth(u64),
            /// How deep a tree is drawn.
            Tree(usize),
            /// Something that only one interface has, by the name it has there.
            Other(Cow<'static, str>),
        }

        impl Setting {
            /// The same for every interface: what a setting is called in data, with its value if there is one.
            pub fn key(&self) -> Cow<'static, str> {
                match self {
                    $(Self::$name => $word.into(),)*
                    Self::Engine(name) => format!("engine {name}").into(),
                    Self::Depth(most) => format!("depth {most}").into(),
                    Self::Tree(depth) => format!("tree {depth}").into(),
                    Self::Other(name) => name.clone(),
                }
            }
        }
    };
}

settings! {
    /// The most worlds that a state may have.
    MaxWorlds => "max-worlds";
    /// The most nodes of decision diagrams.
    MaxNodes => "max-nodes";
    /// The longest formula that may be written.
    MaxSize => "max-size";
    /// The most states of a game.
    MaxStates => "max-states";
    /// The most rules without variables.
    MaxRules => "max-rules";
    /// The most memory that may be held.
    MaxMemory => "max-memory";
    /// How long an answer may take.
    Timeout => "timeout";
    /// The value of a parameter of a text.
    Parameter => "set";
    /// The agents that are looked at.
    Group => "group";
    /// The scenario.
    Scenario => "scenario";
    /// How many steps of it.
    Step => "step";
    /// All facts of a trace.
    FullTrace => "trace=full";
    /// That files may be overwritten.
    Overwrite => "force";
    /// Where pictures are written.
    OutDir => "out-dir";
    /// That what cannot be converted becomes a comment.
    Partial => "partial";
    /// Where the project's sources are.
    Sources => "from";
}

impl WayOut {
    /// Worded by an interface that has its own names for settings.
    pub fn text(&self, name: impl Fn(&Setting) -> Cow<'static, str>) -> String {
        let piece = |piece: &Phrase| match piece {
            Phrase::Words(words) => words.clone(),
            Phrase::Setting(setting) => name(setting),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// With other words.
    pub fn map_words(self, change: impl Fn(String) -> String) -> Self {
        let piece = |piece| match piece {
            Phrase::Words(words) => Phrase::Words(change(words.into_owned()).into()),
            Phrase::Setting(setting) => Phrase::Setting(setting),
        };
        Self { pieces: self.pieces.into_iter().map(piece).collect() }
    }

    /// Goes on with more words, or a setting.
    pub fn then(mut self, piece: impl Into<Phrase>) -> Self {
        self.pieces.push(piece.into());
        self
    }

    /// Several ways out, any of which will do; nothing if there are none.
    pub fn any_of(ways: impl IntoIterator<Item = Self>) -> Option<Self> {
        let join = |mut all: Self, way: Self| {
            all.pieces.push(", or ".into());
            all.pieces.extend(way.pieces);
            all
        };
        ways.into_iter().reduce(join)
    }

    /// With words before it.
    pub fn after(mut self, words: impl Into<Phrase>) -> Self {
        self.pieces.insert(0, words.into());
        self
    }

    /// Whether it speaks of settings, and is not words alone.
    pub fn has_settings(&self) -> bool {
        self.settings().next().is_some()
    }

    /// The settings that it speaks of.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.pieces.iter().filter_map(|piece| match piece {
            Phrase::Words(_) => None,
            Phrase::Setting(setting) => Some(setting),
        })
    }
}

/// With the keys of settings, for an interface without names of its own.
impl fmt::Display for WayOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Setting::key))
    }
}

impl From<&str> for Phrase {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned().into())
    }
}

impl From<String> for Phrase {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl From<Setting> for Phrase {
    fn from(setting: Setting) -> Self {
        Self::Setting(setting)
    }
}

impl<P: Into<Phrase>> From<P> for WayOut {
    fn from(piece: P) -> Self {
        Self { pieces: vec![piece.into()] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interface_has_its_own_words() {
        let way_out =
            WayOut::from("raise the limit with ").then(Setting::MaxWorlds).then(", or not");
        assert_eq!(way_out.to_string(), "raise the limit with max-worlds, or not");
        let flag = |setting: &Setting| format!("--{}", setting.key()).into();
        assert_eq!(way_out.text(flag), "raise the limit with --max-worlds, or not");
        assert_eq!(way_out.settings().collect::<Vec<_>>(), [&Setting::MaxWorlds]);
    }
}

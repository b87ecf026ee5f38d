//! Flat trees as data for other programs: version 1 of the format that `docs/games.md` describes. Numbers are fractions in
//! texts, labels of information sets are bytes in hexadecimal digits. What is read is checked.

use super::{FlatTree, NodeKind, TreeNode, TreeSet};
use crate::exact::Exact;
use crate::game::{Player, Weights};
use crate::hexadecimal::{read_bytes, show_bytes};
use crate::words::weights_fault;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

const FORMAT: &str = "hexa-tree";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeForm<'t> {
    format: Cow<'t, str>,
    version: u32,
    name: Cow<'t, str>,
    #[serde(default)]
    about: Cow<'t, str>,
    players: Cow<'t, [String]>,
    sets: Cow<'t, [TreeSet]>,
    weights: Vec<Vec<Exact>>,
    chances: Cow<'t, [Vec<String>]>,
    payoffs: Cow<'t, [Vec<Exact>]>,
    nodes: Cow<'t, [TreeNode]>,
}

impl Serialize for FlatTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts =
            |weights: &Weights| (0..weights.len()).map(|at| weights.probability(at)).collect();
        let form = TreeForm {
            format: FORMAT.into(),
            version: VERSION,
            name: (&*self.name).into(),
            about: (&*self.about).into(),
            players: (&*self.players).into(),
            sets: (&*self.sets).into(),
            weights: self.weights.iter().map(parts).collect(),
            chances: (&*self.chances).into(),
            payoffs: (&*self.payoffs).into(),
            nodes: (&*self.nodes).into(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FlatTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = TreeForm::deserialize(deserializer)?;
        if form.format != FORMAT || form.version != VERSION {
            return Err(D::Error::custom(format!(
                "expected `{FORMAT}` in version {VERSION}, found `{}` in version {}",
                form.format, form.version
            )));
        }
        let weights = form.weights.iter().enumerate().map(|(at, parts)| {
            Weights::new(parts).map_err(|why| D::Error::custom(weights_fault(at, &why)))
        });
        let tree = Self {
            name: form.name.into_owned(),
            about: form.about.into_owned(),
            players: form.players.into_owned(),
            nodes: form.nodes.into_owned(),
            sets: form.sets.into_owned(),
            weights: weights.collect::<Result<_, _>>()?,
            chances: form.chances.into_owned(),
            payoffs: form.payoffs.into_owned(),
        };
        tree.check().map_err(D::Error::custom)?;
        Ok(tree)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetForm<'t> {
    player: u32,
    label: Cow<'t, str>,
    #[serde(default)]
    words: Cow<'t, str>,
    moves: Cow<'t, [String]>,
}

impl Serialize for TreeSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let label = show_bytes(&self.label).into();
        let (words, moves) = ((&*self.words).into(), (&*self.moves).into());
        SetForm { player: self.player.0, label, words, moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TreeSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SetForm { player, label, words, moves } = SetForm::deserialize(deserializer)?;
        let wrong = || D::Error::custom(format!("`{label}` are no bytes in hexadecimal digits"));
        let label = read_bytes(&label).ok_or_else(wrong)?.into();
        let (words, moves) = (words.into_owned(), moves.into_owned());
        Ok(Self { player: Player(player), label, words, moves })
    }
}

/// A node. Which other numbers there are depends on its kind.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeForm {
    parent: u32,
    kind: KindForm,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    children: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    names: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pays: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KindForm {
    Decision,
    Chance,
    End,
}

impl Serialize for TreeNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, set, chance) = match self.kind {
            NodeKind::Decision(set) => (KindForm::Decision, Some(set), None),
            NodeKind::Chance { weights, names } => (KindForm::Chance, None, Some((weights, names))),
            NodeKind::End => (KindForm::End, None, None),
        };
        let has_children = kind != KindForm::End;
        let form = NodeForm {
            parent: self.parent,
            kind,
            first: has_children.then_some(self.first),
            children: has_children.then_some(self.children),
            set,
            weights: chance.map(|(weights, _)| weights),
            names: chance.map(|(_, names)| names),
            pays: self.pays,
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TreeNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let NodeForm { parent, kind, first, children, set, weights, names, pays } =
            NodeForm::deserialize(deserializer)?;
        let kind = match (kind, set, weights, names) {
            (KindForm::Decision, Some(set), None, None) => NodeKind::Decision(set),
            (KindForm::Chance, None, Some(weights), Some(names)) => {
                NodeKind::Chance { weights, names }
            }
            (KindForm::End, None, None, None) => NodeKind::End,
            (KindForm::Decision | KindForm::Chance | KindForm::End, ..) => {
                let message = "a decision has a `set`, chance has `weights` and `names`, and an end has none of them";
                return Err(D::Error::custom(message));
            }
        };
        let (first, children) = (first.unwrap_or(0), children.unwrap_or(0));
        Ok(Self { parent, first, children, kind, pays })
    }
}

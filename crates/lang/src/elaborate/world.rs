//! Worlds as formulas: `at w` says that the actual world is w, as `deal(d)` says that the deal is d. It is the conjunction of
//! the atoms that are true in w and of the negations of the others, so it keeps its meaning after an assignment.

use super::Elaborator;
use super::name::listing;
use super::scope::{Env, Node, closest};
use crate::syntax::tree::ExprKind;
use hexa_logic::{Atom, Formula, FormulaNode, Setup};
use hexa_text::Code;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The worlds that a formula can speak of by name, and the atoms that tell worlds apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worlds {
    /// What is true in a world, and which atoms the worlds of its model speak of.
    by_name: FxHashMap<String, (Vec<Atom>, Arc<[Atom]>)>,
    /// Names, in the order in which they are given.
    names: Vec<String>,
    /// The name of another world where the same is true.
    twins: FxHashMap<String, String>,
    /// The atoms that the worlds of the initial state differ in.
    atoms: Vec<Atom>,
}

impl Worlds {
    /// The worlds of a state; a name that is known already keeps its meaning.
    pub fn add(&mut self, setup: &Setup) {
        let first = self.atoms.is_empty();
        let atoms: Arc<[Atom]> = match setup {
            Setup::Deal(_) => return,
            Setup::Structure(structure) => structure.atoms.clone().into(),
            Setup::Hypercube(cube) => cube.atoms.iter().flatten().copied().collect(),
            Setup::Model(model) | Setup::Weighed(hexa_logic::WeighedModel { model, .. }) => {
                let mut atoms: Vec<Atom> =
                    model.worlds.iter().flat_map(|world| &world.atoms).copied().collect();
                atoms.sort_unstable();
                atoms.dedup();
                atoms.into()
            }
        };
        let mut met: FxHashMap<&[Atom], &str> = FxHashMap::default();
        for world in setup.model().into_iter().flat_map(|model| &model.worlds) {
            if self.by_name.contains_key(&world.name) {
                continue;
            }
            if let Some(twin) = met.insert(&world.atoms, &world.name) {
                self.twins.insert(twin.to_owned(), world.name.clone());
                self.twins.insert(world.name.clone(), twin.to_owned());
            }
            self.names.push(world.name.clone());
            self.by_name.insert(world.name.clone(), (world.atoms.clone(), Arc::clone(&atoms)));
        }
        if first {
            self.atoms = atoms.to_vec();
        }
    }
}

impl Elaborator<'_> {
    /// `at w`, `at {p, q}`
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is no set is the name of a world")]
    pub(super) fn at_world(&mut self, node: Node, env: &Env) -> Option<Formula> {
        let (held, atoms) = match self.kind(node) {
            ExprKind::Set(items) => {
                let items = items.clone();
                let mut held = Vec::new();
                self.for_items(node, &items, env, |this, item, env| {
                    held.push(this.atom(item, env)?);
                    Some(())
                })?;
                (held, self.scope.worlds.atoms.clone())
            }
            _ => {
                let name = self.atom_name(node, env)?;
                if let Some(twin) = self.scope.worlds.twins.get(&name) {
                    let message = format!("the same is true in `{name}` and in `{twin}`");
                    let help = "no formula tells them apart everywhere; give one of them an atom of its own: `world w: here`";
                    return self.error_help(Code::WrongKind, node, message, help);
                }
                match self.scope.worlds.by_name.get(&name) {
                    Some((held, atoms)) => (held.clone(), atoms.to_vec()),
                    None => return self.no_such_world(node, &name),
                }
            }
        };
        let mut all = Vec::new();
        for atom in atoms.iter().chain(held.iter().filter(|atom| !atoms.contains(atom))) {
            let formula = self.terms.formula(FormulaNode::Atom(*atom));
            all.push(if held.contains(atom) { formula } else { self.terms.not(formula) });
        }
        Some(self.terms.and(all))
    }

    fn no_such_world(&mut self, node: Node, name: &str) -> Option<Formula> {
        let names = &self.scope.worlds.names;
        let help = match closest(name, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if names.is_empty() => {
                "only the worlds of a `model` have names; list the atoms that are true: `at {p, q}`, \
                 and of cards write `deal(r | w | b)`"
                    .to_owned()
            }
            None => format!("the worlds are {}", listing(&names.iter().map(String::as_str).collect::<Vec<_>>())),
        };
        self.error_help(Code::UnknownName, node, format!("there is no world `{name}`"), help)
    }
}

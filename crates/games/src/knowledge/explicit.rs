//! Packed models as states of the explicit engine, where formulas of the whole language can be
//! evaluated.

use super::packed::PackedModel;
use super::rules::{CARD_NAMES, KnowledgeGame};
use hexa_engine::{BuildError, Limits, State, build};
use hexa_logic::{
    Atom, Card, Holder, ModelSetup, RelationSetup, Setup, Terms, Vocabulary, World, WorldSetup,
};

/// The names of a game: agents are numbers, cards are letters, the table is `t`.
pub fn vocabulary(game: &KnowledgeGame) -> Vocabulary {
    let mut names = Vocabulary::default();
    for agent in 1..=game.agents() {
        names.add_agent(agent.to_string());
    }
    if game.table() > 0 {
        names.set_table("t");
    }
    for name in &CARD_NAMES[..game.cards()] {
        let card = names.add_card(name);
        let holders: Vec<Holder> = names.holders().collect();
        holders.iter().for_each(|&holder| _ = names.add_holding_atom(card, holder));
    }
    names
}

/// A world of a packed model as the actual one, in a vocabulary that has its cards and holders under
/// the same numbers.
pub fn state(model: &PackedModel, world: usize, names: &Vocabulary) -> Result<State, BuildError> {
    let worlds = (0..model.worlds())
        .map(|world| WorldSetup { name: format!("w{world}"), atoms: atoms(model, world, names) });
    let cells = |agent| model.cells(agent).iter().map(|&cell| u32::from(cell)).collect();
    let relations = model.all_agents().map(|agent| Some(RelationSetup::Cells(cells(agent))));
    let setup = ModelSetup {
        worlds: worlds.collect(),
        relations: relations.collect(),
        point: World::from_index(world),
    };
    build(&Setup::Model(setup), names, &Terms::default(), &Limits::default())
}

/// The atoms that are true in a world.
fn atoms(model: &PackedModel, world: usize, names: &Vocabulary) -> Vec<Atom> {
    let cards = (0..model.cards()).map(Card::from_index);
    cards.filter_map(|card| names.holding_atom(card, model.holder(world, card))).collect()
}

//! What the engines answer: against the definitions, against lists of everything, against each other.
//! One program, for every test program has to be linked with the engine.

mod adequacy;
mod agreement;
mod change;
mod choice;
mod countermodel;
mod deals_agreement;
mod deals_enumerated;
mod deals_forgotten;
mod deals_record;
mod definitional_actions;
mod definitional_propositions;
mod description;
mod distinguishing;
mod epistemic_actions;
mod explanation;
mod frames;
mod game_actions;
mod initial_states;
mod messages;
mod no_silent_contraction;
mod propositions;
mod reduction;
mod similarity;
mod small;
mod symbolic;
mod undefined_agreement;

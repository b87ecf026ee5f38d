//! The explicit engine: states whose worlds are listed. One column of bits per atom and one class array per
//! agent; knowledge is a pass over memory.

pub(crate) mod bits;
pub(crate) mod called;
pub(crate) mod counting;
pub(crate) mod execution;
pub(crate) mod extension;
pub(crate) mod initial;
pub(crate) mod interpretation;
pub(crate) mod iteration;
pub(crate) mod knowledge;
pub(crate) mod modality;
pub(crate) mod model;
pub(crate) mod places;
pub(crate) mod pointed;
pub(crate) mod probability;
pub(crate) mod relation;
pub(crate) mod relevant;
pub(crate) mod state;
pub(crate) mod truth;
pub(crate) mod valuations;
pub(crate) mod view;
pub(crate) mod weights;

//! Answers as JSON: one path for every interface that speaks it. What an answer looks like is decided where its type is
//! declared; here is what numbers of any size look like.

use hexa_engine::UBig;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// An answer, on one line.
pub fn to_json(answer: &impl Serialize) -> String {
    // A type of ours has string keys and no cycles, so that there is nothing that could go wrong.
    serde_json::to_string(answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// A number with all of its digits, however many these are.
pub(crate) fn digits<S: Serializer>(number: &UBig, serializer: S) -> Result<S::Ok, S::Error> {
    match RawValue::from_string(number.to_string()) {
        Ok(raw) => raw.serialize(serializer),
        Err(error) => Err(serde::ser::Error::custom(error)),
    }
}

/// A number that may not be known.
pub(crate) fn digits_if_known<S: Serializer>(
    number: &Option<UBig>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => digits(number, serializer),
        None => serializer.serialize_none(),
    }
}

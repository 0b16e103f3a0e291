//! Whole numbers of the data, each with what is allowed.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// An integer from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Int<const MIN: u8, const MAX: u8>(pub(crate) u8);

impl<const MIN: u8, const MAX: u8> Int<MIN, MAX> {
    pub(crate) fn value(self) -> u8 {
        self.0
    }
}

impl<'de, const MIN: u8, const MAX: u8> Deserialize<'de> for Int<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Range { min: MIN, max: MAX }).map(Int)
    }
}

/// What is allowed: a visitor that all integers share.
struct Range {
    min: u8,
    max: u8,
}

impl Visitor<'_> for Range {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {} to {}", self.min, self.max)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u8, E> {
        let Range { min, max } = self;
        u8::try_from(value)
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| E::custom(format_args!("{value} is not from {min} to {max}")))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<u8, E> {
        Err(E::custom(format_args!("\"{value}\" is no number from {} to {}", self.min, self.max)))
    }
}

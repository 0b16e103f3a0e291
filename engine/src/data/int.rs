//! Whole numbers of the data, each with what is allowed.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
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
        struct Range<const MIN: u8, const MAX: u8>;
        impl<const MIN: u8, const MAX: u8> Visitor<'_> for Range<MIN, MAX> {
            type Value = Int<MIN, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number from {MIN} to {MAX}")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
                if (i64::from(MIN)..=i64::from(MAX)).contains(&value) {
                    return Ok(Int(value as u8));
                }
                Err(E::custom(format_args!("{value} is not from {MIN} to {MAX}")))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
                Err(E::custom(format_args!("\"{value}\" is no number from {MIN} to {MAX}")))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
                Err(E::invalid_type(Unexpected::Float(value), &self))
            }
        }
        deserializer.deserialize_any(Range)
    }
}

//! Values read into typed tables; an error knows the key where it arose.

use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Value;

use super::error::one_line;

/// Reads a value into a typed table.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, TypeError> {
    T::deserialize(Reader(value))
}

/// A value that a typed table does not take.
#[derive(Debug)]
pub(crate) struct TypeError {
    /// The dotted key, as `costs[1].value`; empty for the whole.
    pub key: String,
    /// What is wrong with it.
    pub message: String,
}

impl TypeError {
    /// The dotted key, or `.` for the whole.
    pub(crate) fn key(&self) -> &str {
        if self.key.is_empty() { "." } else { &self.key }
    }

    /// The same error, seen from the list around it.
    #[cold]
    fn in_list(self, index: usize) -> TypeError {
        self.below(&format!("[{index}]"))
    }

    /// The same error, seen from the table or list around it.
    #[cold]
    fn below(mut self, name: &str) -> TypeError {
        let separator = if self.key.is_empty() || self.key.starts_with('[') { "" } else { "." };
        self.key = format!("{name}{separator}{}", self.key);
        self
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for TypeError {}

impl Error for TypeError {
    fn custom<M: fmt::Display>(message: M) -> TypeError {
        TypeError { key: String::new(), message: one_line(&message.to_string()) }
    }
}

/// The only deserializer, so that what is derived for typed tables is compiled once, with one call of a visitor for each kind
/// of value.
struct Reader(Value);

impl Reader {
    #[cold]
    fn is_not(&self, expected: &dyn Expected) -> TypeError {
        let found = match &self.0 {
            Value::Boolean(value) => Unexpected::Bool(*value),
            Value::Integer(value) => Unexpected::Signed(*value),
            Value::Float(value) => Unexpected::Float(*value),
            Value::String(value) => Unexpected::Str(value),
            Value::Datetime(_) => Unexpected::Other("date"),
            Value::Array(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }
}

/// Functions for types that one kind of value is read into.
macro_rules! one_kind {
    ($($deserialize:ident),* => $kind:ident, $visit:ident) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeError> {
            match self.0 {
                Value::$kind(value) => visitor.$visit(value),
                _ => Err(self.is_not(&visitor)),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = TypeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeError> {
        match self.0 {
            Value::Boolean(value) => visitor.visit_bool(value),
            Value::Integer(value) => visitor.visit_i64(value),
            Value::Float(value) => visitor.visit_f64(value),
            Value::String(value) => visitor.visit_string(value),
            Value::Datetime(value) => visitor.visit_string(value.to_string()),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Table(_) => self.deserialize_map(visitor),
        }
    }

    one_kind!(deserialize_bool => Boolean, visit_bool);
    one_kind!(deserialize_i8, deserialize_i16, deserialize_i32, deserialize_i64 => Integer, visit_i64);
    one_kind!(deserialize_u8, deserialize_u16, deserialize_u32, deserialize_u64 => Integer, visit_i64);
    one_kind!(deserialize_str, deserialize_string => String, visit_string);

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeError> {
        let Value::Array(values) = self.0 else { return Err(self.is_not(&visitor)) };
        let mut elements = Elements { length: values.len(), rest: values.into_iter() };
        let read = visitor.visit_seq(&mut elements)?;
        match elements.rest.len() {
            0 => Ok(read),
            _ => Err(Error::invalid_length(elements.length, &"fewer elements in array")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, TypeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeError> {
        let Value::Table(table) = self.0 else { return Err(self.is_not(&visitor)) };
        visitor.visit_map(Entries { rest: table.into_iter(), entry: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TypeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TypeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, TypeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TypeError> {
        match self.0 {
            Value::String(variant) => visitor.visit_enum(variant.into_deserializer()),
            _ => Err(Error::custom("expected a text")),
        }
    }

    forward_to_deserialize_any! { f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any }
}

struct Elements {
    length: usize,
    rest: std::vec::IntoIter<Value>,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = TypeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, TypeError> {
        let index = self.length - self.rest.len();
        let Some(value) = self.rest.next() else { return Ok(None) };
        seed.deserialize(Reader(value)).map(Some).map_err(|error| error.in_list(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries {
    rest: toml::map::IntoIter<String, Value>,
    /// The one whose key has been read.
    entry: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = TypeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, TypeError> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        let (key, _) = self.entry.insert((key, value));
        let deserializer: StringDeserializer<TypeError> = key.clone().into_deserializer();
        seed.deserialize(deserializer).map(Some).map_err(|error| error.below(key))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, TypeError> {
        let (key, value) = self.entry.take().expect("a key has been read");
        seed.deserialize(Reader(value)).map_err(|error| error.below(&key))
    }
}

#[cfg(test)]
#[path = "typed_tests.rs"]
mod tests;

//! Reading engines' observations back from their JSON form.

use alloc::string::String;
use core::fmt::Display;
use core::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a value that is a text in JSON.
pub(crate) fn from_text<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Writes `Deserialize` for types that are texts in JSON.
macro_rules! read_from_text {
    ($($type:ty),*) => {
        $(
            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $crate::read::from_text(deserializer)
                }
            }
        )*
    };
}

pub(crate) use read_from_text;

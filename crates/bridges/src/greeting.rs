//! The greeting of a program that searches for moves, and the options that it lists.

use std::time::{Duration, Instant};

use crate::child::{BridgeError, Child};
use crate::spec::Protocol;

/// The time limit for the answer to the greeting. It is slightly shorter than the caller's time limit for the
/// first answer of the bridge.
const GREETING: Duration = Duration::from_secs(8);

/// An option that a program lists.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) name: String,
    values: Values,
}

/// The values that an option may have.
#[derive(Debug, PartialEq, Eq)]
enum Values {
    Listed(Vec<String>),
    Between(i64, i64),
    Any,
}

impl Choice {
    /// An option of this name that takes any value.
    #[cfg(test)]
    pub(crate) fn named(name: &str) -> Self {
        Self { name: name.into(), values: Values::Any }
    }

    /// Reads the text after `option`: `name UCI_Variant type combo default chess var chess var horde`.
    fn read(told: &str) -> Self {
        let told = told.strip_prefix("name ").unwrap_or(told);
        let (name, rest) = told.split_once(" type ").unwrap_or((told, ""));
        let mut words = rest.split_whitespace();
        let number = |label: &str| -> Option<i64> {
            let mut words = rest.split_whitespace().skip_while(|word| *word != label).skip(1);
            words.next()?.parse().ok()
        };
        let values = match words.next() {
            Some("combo") => {
                // The default may follow the allowed values.
                let value =
                    |told: &str| told.split(" default ").next().unwrap_or_default().trim().to_string();
                let listed = rest.split(" var ").skip(1).map(value);
                Values::Listed(listed.collect())
            }
            Some("check") => Values::Listed(vec!["true".into(), "false".into()]),
            Some("spin") => match (number("min"), number("max")) {
                (Some(min), Some(max)) => Values::Between(min, max),
                _ => Values::Any,
            },
            _ => Values::Any,
        };
        Self { name: name.trim().into(), values }
    }

    /// Checks that the option accepts a value. A program may ignore an unknown value, and then play a
    /// different game.
    ///
    /// # Errors
    /// Returns the accepted values as text.
    pub(crate) fn takes(&self, value: &str) -> Result<(), String> {
        match &self.values {
            Values::Listed(values) if !values.is_empty() => {
                let is_listed = values.iter().any(|other| other.eq_ignore_ascii_case(value));
                if is_listed { Ok(()) } else { Err(values.join(", ")) }
            }
            Values::Between(min, max) => {
                let is_between = value.parse().is_ok_and(|value: i64| (*min..=*max).contains(&value));
                if is_between { Ok(()) } else { Err(format!("numbers from {min} to {max}")) }
            }
            Values::Listed(_) | Values::Any => Ok(()),
        }
    }
}

/// Greets the program, and returns its name and its options.
pub(crate) fn greet(child: &mut Child, protocol: Protocol) -> Result<(String, Vec<Choice>), BridgeError> {
    let (hello, ok) = (protocol.name(), format!("{protocol}ok"));
    let (mut name, mut options) = (child.program.clone(), Vec::new());
    child.say(hello)?;
    let deadline = Instant::now() + GREETING;
    while let Some(line) = child.hear_until(deadline)? {
        let line = line.trim();
        if let Some(told) = line.strip_prefix("id name ") {
            name = told.trim().into();
        } else if let Some(told) = line.strip_prefix("option ") {
            options.push(Choice::read(told));
        } else if line == ok {
            return Ok((name, options));
        }
    }
    Err(BridgeError::Said(format!("no `{ok}` within {} s of `{hello}`", GREETING.as_secs())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_the_values_that_they_may_have() {
        let combo = Choice::read("name Style type combo default a bit var a bit var none");
        assert_eq!(combo.name, "Style");
        assert_eq!((combo.takes("A bit"), combo.takes("b")), (Ok(()), Err("a bit, none".into())));
        let last = Choice::read("name Style type combo var a var b default a");
        assert_eq!((last.takes("b"), last.takes("c")), (Ok(()), Err("a, b".into())));
        let spin = Choice::read("name Hash Size type spin default 16 min 1 max 64");
        assert_eq!(spin.name, "Hash Size");
        assert_eq!((spin.takes("64"), spin.takes("65")), (Ok(()), Err("numbers from 1 to 64".into())));
        assert!(spin.takes("many").is_err());
        let check = Choice::read("name Ponder type check default false");
        assert_eq!((check.takes("true"), check.takes("yes")), (Ok(()), Err("true, false".into())));
        assert_eq!(Choice::read("name Hash type spin default 16").takes("many"), Ok(()));
        assert_eq!(Choice::read("name File type string default <empty>").takes("a.log"), Ok(()));
    }
}

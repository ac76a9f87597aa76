//! Numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Parses a number in `range`. The message about any other text names the range.
pub(crate) fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {} to {}", range.start(), range.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_range_are_read_and_other_texts_are_reported_the_range() {
        let read = number(1..=256u16);
        assert_eq!((read("1"), read("256")), (Ok(1), Ok(256)));
        for text in ["", "0", "257", "-1", "65536", "x", "1e1", "1.5", " 1"] {
            assert_eq!(read(text), Err("expected a number from 1 to 256".into()), "{text}");
        }
    }
}

//! Parsing of numbers that have only one spelling, such as the numbers of cells and of moves played.

use core::str::FromStr;

/// Parses a number that consists only of digits, without sign or leading zeros.
pub(crate) fn number<T: FromStr>(text: &str) -> Option<T> {
    let canonical = text == "0" || !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| canonical)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_number_is_read_in_one_way_of_writing_it() {
        assert_eq!(["0", "7", "255"].map(number::<u8>), [Some(0), Some(7), Some(255)]);
        for text in ["", "00", "07", "+7", "-0", " 7", "7 ", "256", "x"] {
            assert_eq!(number::<u8>(text), None, "{text:?}");
        }
    }
}

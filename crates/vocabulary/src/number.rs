//! Reading numbers, in the same way for all games.

use core::str::FromStr;

/// The number that a text writes in digits alone, without sign or leading zeros.
pub(crate) fn number<T: FromStr>(text: &str) -> Option<T> {
    let canonical = text == "0" || !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| canonical)
}

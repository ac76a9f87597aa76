//! Numbers in sentences.

/// A number of things, with the word for one or for several of them.
pub(crate) fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 2].map(|plies| count(plies, "ply", "plies")), ["0 plies", "1 ply", "2 plies"]);
    }
}

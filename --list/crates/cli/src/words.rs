//! Numbers in sentences.

pub(crate) use bustan_harness::compare::grouped;

/// A number of things, with the word for one or for several of them.
pub(crate) fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// A number of things, in millions where there are millions.
pub(crate) fn rounded(number: u64, one: &str, several: &str) -> String {
    const MILLION: u64 = 1_000_000;
    match number {
        1 => format!("1 {one}"),
        0..MILLION => format!("{} {several}", grouped(number)),
        _ => format!("{:.1} million {several}", number as f64 / MILLION as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_can_be_read() {
        let told = [999_999, 1_000_000, 5_312_345].map(|number| rounded(number, "ply", "plies"));
        assert_eq!(told, ["999,999 plies", "1.0 million plies", "5.3 million plies"]);
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!([1, 2].map(|plies| rounded(plies, "ply", "plies")), ["1 ply", "2 plies"]);
        assert_eq!([0, 1, 2].map(|plies| count(plies, "ply", "plies")), ["0 plies", "1 ply", "2 plies"]);
    }
}

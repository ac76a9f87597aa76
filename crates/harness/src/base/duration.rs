//! Parses durations such as `30s`.

use std::time::Duration;

/// The longest accepted duration.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Parses a number with a unit, `ms`, `s`, `m`, `min` or `h`; without a unit, the number is in seconds.
///
/// # Errors
/// A message that shows valid durations, or says that the duration is too long.
pub fn parse(text: &str) -> Result<Duration, String> {
    let problem =
        || format!("{text:?} is not a duration; expected a number and a unit, such as 30s, 2m, 1h or 500ms");
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| problem())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(problem()),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time <= LONGEST => Ok(time),
        _ => Err(format!("{text:?} is longer than a year")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_units_are_read() {
        for (text, millis) in
            [("30s", 30_000), ("2m", 120_000), ("1h", 3_600_000), ("500ms", 500), ("1.5", 1500)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "s", "-1s", "1d", "1 s", "1..5s", "1e9", "99999999999h", "\u{0661}s"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

//! Formats times for people and for programs.

use std::time::{Duration, SystemTime};

/// Returns a time in UTC in ISO 8601, to the second, such as `2026-02-28T23:59:59Z`. A time before 1970
/// counts as the beginning of 1970.
pub(super) fn utc(moment: SystemTime) -> String {
    let seconds = moment.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// Returns the date of the day that is `days` days after 1 January 1970. Years are counted from March, so
/// that a leap day is the last day of its year; 400 years have 146,097 days.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_772_323_199, "2026-02-28T23:59:59Z"),
            (1_772_323_200, "2026-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert_eq!(utc(SystemTime::UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = civil(0);
        for days in 1..200_000 {
            let (year, month, day) = civil(days);
            let next = match last {
                _ if day > 1 => (last.0, last.1, last.2 + 1),
                (year, 12, 31) => (year + 1, 1, 1),
                (year, month, days) => {
                    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
                    let long = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
                    assert_eq!(days, long[month as usize - 1], "the last day of {year}-{month}");
                    (year, month + 1, 1)
                }
            };
            assert_eq!((year, month, day), next);
            last = next;
        }
    }
}

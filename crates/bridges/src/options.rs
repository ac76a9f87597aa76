//! Messages about options that a program does not take.

use crate::child::BridgeError;
use crate::greeting::Choice;
use crate::spec::VARIANT;

/// The words of these messages, by which [`is_about_option`] recognises them.
const MISSING: [&str; 2] = [" has no ", "; it has "];
const REFUSED: &str = " refuses the option ";

/// Whether a line that a bridge wrote is about an option that its program does not take. The program speaks
/// its protocol then.
///
/// ```
/// use bustan_bridges::is_about_option;
///
/// assert!(is_about_option("Mine has no Threads \"many\"; it has numbers from 1 to 64"));
/// assert!(!is_about_option("no `uciok` within 8 s of `uci`"));
/// ```
pub fn is_about_option(line: &str) -> bool {
    line.contains(REFUSED) || MISSING.iter().all(|words| line.contains(words))
}

/// The error for an option that the program does not list.
pub(crate) fn unnamed(name: &str, option: &str, known: &[Choice]) -> BridgeError {
    let options: Vec<&str> = known.iter().map(|option| option.name.as_str()).collect();
    let meant = match option.eq_ignore_ascii_case(VARIANT) {
        true => ", so it plays no variants".into(),
        false => near(option, &options),
    };
    let has = if options.is_empty() { "none".into() } else { options.join(", ") };
    BridgeError::Said(format!("{name} has no option {option:?}{meant}; it has {has}"))
}

/// The error for a value that an option does not have.
pub(crate) fn unknown_value(name: &str, option: &str, value: &str, values: &str) -> BridgeError {
    let meant = near(value, &values.split(", ").collect::<Vec<_>>());
    BridgeError::Said(format!("{name} has no {option} {value:?}{meant}; it has {values}"))
}

/// The error for an option that the program itself refuses.
pub(crate) fn refused(name: &str, option: &str, value: &str, message: &str) -> BridgeError {
    BridgeError::Said(format!("{name}{REFUSED}{option} {value:?}: {message}"))
}

/// The name that was probably meant, in words that follow others; empty if none is near.
fn near(word: &str, names: &[&str]) -> String {
    let small = word.to_lowercase();
    let meant = names.iter().find(|name| is_near(&small, &name.to_lowercase()));
    meant.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// Whether two words differ by at most one typing error: a letter replaced, added or left out, or two
/// swapped.
///
/// ```
/// use bustan_bridges::is_near;
///
/// assert!(is_near("ucii", "uci") && is_near("cui", "uci") && !is_near("icu", "uci"));
/// ```
pub fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    match (one, other) {
        ([], []) => true,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && one == other => true,
        _ => {
            let after = one.get(1..).zip(other.get(1..));
            one.get(1..) == Some(other)
                || other.get(1..) == Some(one)
                || after.is_some_and(|(one, other)| one == other)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_about_an_option_names_the_one_that_is_meant() {
        let known = ["Threads", "Hash"].map(Choice::named);
        for (lost, told) in [
            (
                unnamed("It", "Hsh", &known),
                "It has no option \"Hsh\" (did you mean Hash?); it has Threads, Hash",
            ),
            (unnamed("It", "Ponder", &known), "It has no option \"Ponder\"; it has Threads, Hash"),
            (
                unnamed("It", VARIANT, &[]),
                "It has no option \"UCI_Variant\", so it plays no variants; it has none",
            ),
            (
                unknown_value("It", "UCI_Variant", "atomik", "atomic, chess"),
                "It has no UCI_Variant \"atomik\" (did you mean atomic?); it has atomic, chess",
            ),
            (
                refused("It", "boardsize", "99", "unacceptable size"),
                "It refuses the option boardsize \"99\": unacceptable size",
            ),
        ] {
            let BridgeError::Said(words) = lost else { panic!("{lost:?}") };
            assert_eq!(words, told);
            assert!(is_about_option(&words), "{words}");
        }
    }
}

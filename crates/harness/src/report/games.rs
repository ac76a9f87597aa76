//! The games of findings as printed by a summary: each only once, and truncated.

use super::finding::Finding;
use crate::compare::plural;

/// The maximum number of lines of a game that a summary prints.
const LINES: usize = 20;

/// The games of the findings of a summary, in the order of the findings.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The record and the name of each finding.
    all: Vec<(String, String)>,
}

impl Games {
    /// Collects the shortest games of `findings`.
    pub fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        let game = |finding: &Finding| (finding.best().record.to_string(), finding.stem());
        Self { all: findings.into_iter().map(game).collect() }
    }

    /// Returns where the summary prints the game of `record`, as seen from the finding `name`: with an
    /// earlier finding or, unless it is the finding's `own` game, with a later one. Returns `None` if the
    /// game is to be printed with the finding `name`.
    pub(super) fn place(&self, record: &str, name: &str, own: bool) -> Option<String> {
        let here = self.all.iter().position(|(_, other)| other == name)?;
        let there = self.all.iter().position(|(other, _)| other == record)?;
        let name = &self.all[there].1;
        match there.cmp(&here) {
            std::cmp::Ordering::Less => Some(format!("the game of finding {name} above")),
            std::cmp::Ordering::Greater if !own => Some(format!("the game of finding {name} below")),
            _ => None,
        }
    }
}

/// Returns a game on separate lines of `width` columns. If it is long and there is a `file` with the whole
/// game, only its first lines and the name of the file.
pub(super) fn shortened(game: &str, width: usize, file: Option<&str>) -> String {
    let width = width.saturating_sub(2).max(1);
    let rows = |line: &str| line.chars().count().div_ceil(width).max(1);
    let all: usize = game.lines().map(rows).sum();
    let Some(file) = file.filter(|_| all > LINES) else { return indented(game) };
    let (mut kept, mut left) = (String::new(), LINES);
    for line in game.lines() {
        if rows(line) <= left {
            kept += &format!("{line}\n");
            left -= rows(line);
            continue;
        }
        // A line with many moves is cut between two of them.
        let first: String = line.chars().take(left * width).collect();
        let end = first.rfind([';', ' ']).unwrap_or(0);
        kept += &first[..end];
        break;
    }
    let more = plural(all - LINES, "more line");
    format!("{}\n  ... ({more}; the whole game is in {file})", indented(kept.trim_end()))
}

/// Indents each line by two spaces.
fn indented(text: &str) -> String {
    format!("  {}", text.replace('\n', "\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        (0..count).map(|number| format!("play black a{number}")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_game_is_cut_after_twenty_lines_if_a_file_has_all_of_them() {
        let whole = shortened(&lines(20), 80, Some("x.txt"));
        assert_eq!((whole.lines().count(), whole.contains("...")), (20, false));
        let cut = shortened(&lines(57), 80, Some("x.txt"));
        assert_eq!(cut.lines().count(), 21);
        assert!(cut.starts_with("  play black a0\n  play black a1\n"), "{cut}");
        assert!(cut.ends_with("a19\n  ... (37 more lines; the whole game is in x.txt)"), "{cut}");
        assert_eq!(shortened(&lines(57), 80, None).lines().count(), 57);
        assert!(
            shortened(&lines(21), 80, Some("x.txt")).ends_with("(1 more line; the whole game is in x.txt)")
        );
    }

    #[test]
    fn a_long_line_is_cut_between_two_moves() {
        let game = "W[P1a1];".repeat(200);
        let cut = shortened(&game, 42, Some("x.txt"));
        assert_eq!(cut.lines().next().unwrap().len(), 2 + 800 - 1);
        assert!(cut.contains("W[P1a1]\n  ... (20 more lines; "), "{cut}");
    }

    #[test]
    fn a_game_is_printed_with_the_first_finding_that_has_it() {
        let games = Games {
            all: [("g", "a"), ("h", "b"), ("g", "c")].map(|(game, name)| (game.into(), name.into())).into(),
        };
        let place = |game, name, own| games.place(game, name, own).unwrap_or_default();
        assert_eq!(place("g", "a", true), "");
        assert_eq!(place("g", "c", true), "the game of finding a above");
        assert_eq!(place("g", "b", false), "the game of finding a above");
        assert_eq!(place("h", "a", false), "the game of finding b below");
        assert_eq!(place("h", "a", true), "");
        assert_eq!(place("x", "a", false), "");
    }
}

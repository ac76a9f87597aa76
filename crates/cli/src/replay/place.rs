//! Finds a move of a record in its text.

use bustan_harness::erased::Rules;

use crate::failure::Failure;

/// Adds the place of its move to a failure.
pub(super) fn placed(failure: Failure, rules: Rules, text: &str) -> Failure {
    match failure {
        Failure::IllegalMove { file, ply, said, reason, .. } => {
            Failure::IllegalMove { file, ply, place: place(rules, text, ply), said, reason }
        }
        other => other,
    }
}

/// The line and the column, both from 1, of the word for the move of ply `ply`, counted from 1: the text up
/// to the end of this word is the first that has `ply` moves.
fn place(rules: Rules, text: &str, ply: usize) -> Option<(usize, usize)> {
    let ends: Vec<usize> = text.match_indices([' ', '\t', '\r', '\n', ';', '#']).map(|(at, _)| at).collect();
    let has_ply = |end: &usize| rules.record(&text[..*end]).is_ok_and(|record| record.moves.len() >= ply);
    let end = ends.get(ends.partition_point(|end| !has_ply(end))).copied().unwrap_or(text.len());
    let word = text[..end].rfind([' ', '\t', '\r', '\n', ';', ']']).map_or(0, |at| at + 1);
    let start =
        match text[..end].strip_suffix(']').and_then(|element| element.rfind([' ', '\t', '\r', '\n', ';'])) {
            Some(before) => before + 1,
            None if text[..end].ends_with(']') => 0,
            None => word,
        };
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    Some((text[..start].matches('\n').count() + 1, text[line_start..start].chars().count() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_either_form() {
        let rules = |name| bustan_games::find(name).unwrap().rules;
        let dominions = "# two; moves\nW[P63i9];\n  B[P55h8]; W[pass]";
        let margo = "Start[4 swap]\n1 C5* # swapped\n2. E5 C7\nWhite wins";
        for (found, expected) in [
            (place(rules("dominions"), dominions, 1), (2, 1)),
            (place(rules("dominions"), dominions, 2), (3, 3)),
            (place(rules("dominions"), dominions, 3), (3, 13)),
            (place(rules("margo"), margo, 1), (2, 3)),
            (place(rules("margo"), margo, 2), (2, 3)),
            (place(rules("margo"), margo, 3), (3, 4)),
            (place(rules("margo"), margo, 4), (3, 7)),
            (place(rules("margo"), "Start[4 white 0];W[C5];B[E5]", 2), (1, 24)),
        ] {
            assert_eq!(found, Some(expected));
        }
    }
}

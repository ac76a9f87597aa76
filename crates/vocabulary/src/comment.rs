//! Comments in lines of words.

/// Returns a line without its comment, which starts with a `#` at the start of the line or after white space.
/// A `#` inside a word, as in the move `Qxf7#`, does not start a comment.
///
/// ```
/// use bustan_vocabulary::uncommented;
///
/// assert_eq!(uncommented("a1 Qxf7# # two moves"), "a1 Qxf7# ");
/// assert_eq!(uncommented("play black Qh4#"), "play black Qh4#");
/// assert_eq!(uncommented("# nothing"), "");
/// ```
pub fn uncommented(line: &str) -> &str {
    let mut begins = true;
    let comment = line.char_indices().find_map(|(at, sign)| {
        let found = (begins && sign == '#').then_some(at);
        begins = sign.is_whitespace();
        found
    });
    &line[..comment.unwrap_or(line.len())]
}

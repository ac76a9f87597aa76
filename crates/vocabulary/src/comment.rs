//! Comments in lines of words.

/// Where the comment of a line begins: at a `#` at its beginning or behind white space. Inside a word, as in the
/// move `Qxf7#`, it is a sign like any other.
///
/// ```
/// use bustan_vocabulary::comment;
///
/// assert_eq!(comment("play black Qh4# # mate"), Some(16));
/// assert_eq!(comment("play black Qh4#"), None);
/// assert_eq!(comment("# nothing"), Some(0));
/// ```
pub fn comment(line: &str) -> Option<usize> {
    let mut begins = true;
    line.char_indices().find_map(|(at, sign)| {
        let found = (begins && sign == '#').then_some(at);
        begins = sign.is_whitespace();
        found
    })
}

/// A line without its [`comment`].
///
/// ```
/// assert_eq!(bustan_vocabulary::uncommented("a1 Qxf7# # two moves"), "a1 Qxf7# ");
/// ```
pub fn uncommented(line: &str) -> &str {
    &line[..comment(line).unwrap_or(line.len())]
}

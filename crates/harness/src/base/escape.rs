//! Escapes foreign text, such as a message from a program under test, for use in markup.

/// Escapes text for use as content or as an attribute value in HTML and XML. Replaces characters that are
/// invalid in either format, and characters that change the direction of text.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            '\u{fffe}'
            | '\u{ffff}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                escaped.push('\u{fffd}');
            }
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns a link to a file in the same directory, as an attribute value.
pub(crate) fn link(name: &str) -> String {
    // With this prefix, the name cannot be mistaken for a URL with a scheme.
    format!("./{}", encoded(name))
}

/// Percent-encodes text for use in a URL.
pub fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_where_it_stands_or_is_read_as_markup() {
        assert_eq!(
            escape("<a href=\"x\" id='y'>&amp;"),
            "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;"
        );
        assert_eq!(
            escape("a\0b\x1b[1m\u{ffff}\u{202e}c\r\n\td"),
            "a\u{fffd}b\u{fffd}[1m\u{fffd}\u{fffd}c\u{fffd}\n\td"
        );
        assert_eq!(escape("é ä 棋"), "é ä 棋");
    }

    #[test]
    fn a_link_leads_to_a_file_next_to_the_page() {
        assert_eq!(link("dominions-verdict-0-7.txt"), "./dominions-verdict-0-7.txt");
        assert_eq!(link("javascript:x('\"<ä"), "./javascript%3Ax%28%27%22%3C%C3%A4");
    }
}

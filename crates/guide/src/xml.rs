//! An XML writer that cannot leave an element open or a text unescaped.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};

/// An attribute: its name and its value, which is formatted with `Display`.
pub(crate) type Attribute<'a> = (&'static str, &'a dyn Display);

/// A document under construction, with one element per line.
pub(crate) struct Writer {
    text: String,
    open: Vec<&'static str>,
}

impl Writer {
    /// Returns an empty document.
    pub(crate) fn new() -> Self {
        Self { text: String::new(), open: Vec::new() }
    }

    /// Opens an element, which contains everything up to [`close`](Self::close).
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[Attribute<'_>]) {
        self.tag(name, attributes, ">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.end(name);
        }
    }

    /// Adds an element without content.
    pub(crate) fn leaf(&mut self, name: &'static str, attributes: &[Attribute<'_>]) {
        self.tag(name, attributes, "/>\n");
    }

    /// Adds an element that contains a text.
    pub(crate) fn text(&mut self, name: &'static str, attributes: &[Attribute<'_>], content: &dyn Display) {
        self.tag(name, attributes, ">");
        self.escaped(content);
        self.end(name);
    }

    /// Returns the document, with all elements closed.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn indent(&mut self) {
        self.text.extend(self.open.iter().map(|_| ' '));
    }

    fn tag(&mut self, name: &str, attributes: &[Attribute<'_>], end: &str) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (key, value) in attributes {
            self.text.push(' ');
            self.text.push_str(key);
            self.text.push_str("=\"");
            self.escaped(value);
            self.text.push('"');
        }
        self.text.push_str(end);
    }

    fn end(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    fn escaped(&mut self, value: &dyn Display) {
        // Writing to a string cannot fail. If a `Display` implementation fails, there is nothing more to
        // write.
        let _ = write!(Escape(&mut self.text), "{value}");
    }
}

/// Forwards text, but escapes the characters with a special meaning in XML and removes those that XML cannot
/// contain.
struct Escape<'a>(&'a mut String);

impl Write for Escape<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() && !matches!(c, '\t' | '\n' | '\r') => {}
                c => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_attributes_are_escaped() {
        let mut writer = Writer::new();
        writer.text("t", &[("a", &"\"<&>\u{1b}'")], &"<&>\u{0}");
        assert_eq!(writer.finish(), "<t a=\"&quot;&lt;&amp;&gt;'\">&lt;&amp;&gt;</t>\n");
    }

    #[test]
    fn finishing_closes_what_is_open() {
        let mut writer = Writer::new();
        writer.open("a", &[]);
        writer.open("b", &[("x", &1)]);
        writer.leaf("c", &[]);
        writer.close();
        writer.open("d", &[]);
        assert_eq!(writer.finish(), "<a>\n <b x=\"1\">\n  <c/>\n </b>\n <d>\n </d>\n</a>\n");
    }
}

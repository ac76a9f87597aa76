//! A game in the notations of other tools, as contained in reports.

use std::fmt::Write;

use bustan_guide::Form;
use serde_json::{Value, json};

use crate::base::escape::escape;
use crate::compare::divergence::Divergence;
use crate::erased::Record;
use crate::report::finding::Finding;

impl Divergence {
    /// Returns the record up to the position where the engines differ. If the last move is the move in
    /// question, which was queried but not played, it is removed.
    pub fn before(&self) -> Record {
        let mut record = self.record.clone();
        if self.question {
            record.moves.pop();
        }
        record
    }
}

impl Finding {
    /// Returns the shortest game in the notations of other tools, up to the position where the engines
    /// differ. A move that was queried but not played is removed.
    pub fn forms(&self) -> Vec<Form> {
        self.replay.forms(&self.best().before())
    }
}

/// Returns a line or a paragraph for each notation, in plain text; empty if there are none.
pub fn text(forms: &[Form]) -> String {
    let mut text = String::new();
    for Form { name, text: form, link } in forms {
        // A text with several lines begins on a new line at the left margin, because programs that read
        // it would take indentation as a part of it.
        let separator = if form.contains('\n') { '\n' } else { ' ' };
        let _ = writeln!(text, "{name}:{separator}{form}");
        if let Some(link) = link {
            let _ = writeln!(text, "Analysis board: {link}");
        }
    }
    if text.is_empty() { text } else { format!("\nTo paste elsewhere:\n{text}") }
}

/// Returns the notations as HTML; empty if there are none.
pub(super) fn html(forms: &[Form]) -> String {
    let mut html = String::new();
    for Form { name, text, link } in forms {
        let link = link.as_ref().map(|link| format!(" · <a href=\"{}\">analysis board</a>", escape(link)));
        let _ = writeln!(
            html,
            "<p>{}{}</p>\n<pre>{}</pre>",
            escape(name),
            link.unwrap_or_default(),
            escape(text)
        );
    }
    if html.is_empty() { html } else { format!("<h3>To paste elsewhere</h3>\n{html}") }
}

/// Reads the forms that [`object`] wrote. A link is one that such a form has, even if the file was edited.
pub(super) fn read(object: Option<&Value>) -> Vec<Form> {
    let read = |form: &Value| {
        let text = |key: &str| form.get(key)?.as_str().map(String::from);
        let link = text("link").filter(|link| link.starts_with("https://"));
        Some(Form { name: text("name")?, text: text("text")?, link })
    };
    object.and_then(Value::as_array).into_iter().flatten().filter_map(read).collect()
}

/// Returns the notations as JSON.
pub fn object(forms: &[Form]) -> Value {
    forms
        .iter()
        .map(|Form { name, text, link }| json!({ "name": name, "text": text, "link": link }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_they_were_written_and_links_lead_to_pages_only() {
        let link = Some("https://example.org/8/8".to_string());
        let forms = [Form { link, ..Form::new("FEN", "8/8") }, Form::new("PGN", "[Result \"*\"]\n\n1. e4 *")];
        assert_eq!(read(Some(&object(&forms))), forms);
        let active = json!([{ "name": "FEN", "text": "8/8", "link": "javascript:alert(1)" }]);
        assert_eq!(read(Some(&active)), [Form::new("FEN", "8/8")]);
        assert_eq!(read(None), []);
    }

    #[test]
    fn texts_begin_at_the_edge_and_pages_escape_them() {
        let link = Some("https://example.org/8/8".to_string());
        let forms = [Form { link, ..Form::new("FEN", "8/8") }, Form::new("PGN", "[Result \"*\"]\n\n1. e4 *")];
        let told = "\nTo paste elsewhere:\nFEN: 8/8\nAnalysis board: https://example.org/8/8\nPGN:\n[Result \"*\"]\n\n1. e4 *\n";
        assert_eq!((text(&forms).as_str(), text(&[]).as_str(), html(&[]).as_str()), (told, "", ""));
        let page = html(&forms);
        assert!(html(&[Form::new("<b>", "")]).contains("&lt;b&gt;"));
        assert!(
            page.contains("<a href=\"https://example.org/8/8\">") && page.contains("&quot;*&quot;"),
            "{page}"
        );
    }
}

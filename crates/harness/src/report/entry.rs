//! A finding as reported in a directory, for any game.

use std::time::Duration;

use bustan_guide::{Form, Style};
use roxmltree::Document;
use serde_json::{Map, Value};

use super::boards::IMAGE;
use super::{WIDTH, written};
use crate::report::finding::{Finding, Shorter};
use crate::report::opinions::Opinions;

/// Everything that the reports contain about a finding.
#[derive(Clone, Debug, Default)]
pub(super) struct FindingEntry {
    /// The JSON object of the finding.
    pub(super) object: Map<String, Value>,
    /// The name of the finding's files, without extension.
    pub(super) stem: String,
    pub(super) signature: String,
    pub(super) kind: String,
    pub(super) headline: String,
    pub(super) details: Vec<String>,
    pub(super) record: String,
    /// The moves of the shortest game in human notation, if it differs from the notation of the protocol.
    pub(super) written: Option<String>,
    /// The shortest game in the notations of other tools.
    pub(super) forms: Vec<Form>,
    /// The number of moves of the shortest game.
    pub(super) moves: usize,
    /// A description of the length of the shortest game.
    pub(super) length: String,
    /// A shorter game that shows another difference.
    pub(super) shorter: Option<Shorter>,
    /// The verdicts of additional engines in a sentence, if there are any.
    pub(super) opinions: Option<String>,
    /// A description of the number of games that showed the finding, and of the first of them.
    pub(super) rate: String,
    /// A description of the origin of the finding.
    pub(super) origin: String,
    /// The commands that reproduce the finding and that replay it.
    pub(super) commands: Vec<String>,
    /// The human-readable report, including the boards.
    pub(super) report: String,
    /// The boards as pictures, each with its title.
    pub(super) pictures: Vec<(String, String)>,
    /// Sentences about engines that report only a part of the position.
    pub(super) remarks: Vec<String>,
    /// The names of the finding's files.
    pub(super) files: Vec<String>,
    pub(super) first: u64,
    /// The time from the start of the run until the finding was found, if times are reported.
    pub(super) after: Option<Duration>,
}

impl FindingEntry {
    pub(super) fn new(finding: &Finding) -> Self {
        let best = finding.best();
        Self {
            object: finding.object(),
            stem: finding.stem(),
            signature: best.signature.to_string(),
            kind: best.signature.kind().to_string(),
            headline: best.headline.clone(),
            details: best.details.clone(),
            record: written(&best.record),
            written: finding.moves(),
            forms: finding.forms(),
            moves: best.record.moves.len(),
            length: finding.length(),
            rate: finding.frequency(),
            shorter: finding.shorter.clone(),
            opinions: finding.opinions.as_ref().map(Opinions::words),
            origin: finding.origin(),
            commands: std::iter::once(finding.command.clone())
                .chain(finding.replay())
                .map(|one| one.text)
                .collect(),
            report: finding.report(Style { colour: false, alternative: false, groups: true }, WIDTH),
            pictures: best
                .pictures()
                .into_iter()
                .filter_map(|(whose, svg)| Some((whose, harmless(&svg)?)))
                .collect(),
            remarks: best.remarks(),
            files: finding.names(),
            first: finding.first,
            after: None,
        }
    }

    /// Sets the time at which the finding was found: `now`, or the time of the entry in `before` for the same
    /// finding or for the same game.
    pub(super) fn came(&mut self, before: &[Self], now: Option<Duration>) {
        let named = before.iter().find(|entry| entry.stem == self.stem);
        let known = named.or_else(|| before.iter().find(|entry| entry.first == self.first));
        self.after = known.map_or(now, |entry| entry.after);
    }

    /// Returns the sort key of the entry among those of its game. Short games come first.
    pub(super) fn rank(&self) -> (usize, u64) {
        (self.moves, self.first)
    }
}

/// Elements that may do more than draw.
const ACTIVE: [&str; 11] = [
    "script",
    "style",
    "foreignObject",
    "iframe",
    "use",
    "a",
    // Animations change attributes after the check.
    "set",
    "animate",
    "animateMotion",
    "animateTransform",
    "handler",
];

/// Returns the root element of a picture, if it is a well-formed SVG that only draws, so that a page may
/// contain it.
pub(super) fn harmless(svg: &str) -> Option<String> {
    let document = Document::parse(svg).ok()?;
    let root = document.root_element();
    let draws = root.descendants().filter(|node| node.is_element()).all(|node| {
        // An image in a data URL runs no scripts and loads nothing.
        let is_image = node.tag_name().name() == "image";
        let plain = |name: &str, value: &str| match name {
            "href" => is_image && value.starts_with(IMAGE),
            // Styles have other ways to contain a URL, and to hide it.
            "style" => !value.contains(['(', '\\', '@']),
            _ => !name.starts_with("on") && !value.contains("url("),
        };
        !ACTIVE.contains(&node.tag_name().name()) && node.attributes().all(|it| plain(it.name(), it.value()))
    });
    let bare =
        !root.descendants().any(|node| node.is_comment() || node.is_pi()) && !svg.contains("<![CDATA[");
    (root.tag_name().name() == "svg" && draws && bare).then(|| svg[root.range()].to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_drawn_and_nothing_else_happens() {
        let plain = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>x</title><rect fill=\"#fff\"/></svg>";
        assert_eq!(harmless(plain).as_deref(), Some(plain));
        assert_eq!(harmless(&format!("<?xml version=\"1.0\"?>\n{plain}\n")).as_deref(), Some(plain));
        for harm in [
            "<script>x</script>",
            "<rect onload=\"x\"/>",
            "<a href=\"x\"/>",
            "<style>p{}</style>",
            "<rect fill=\"url(http://x)\"/>",
            "<foreignObject/>",
            "<set attributeName=\"href\" to=\"http://x/\"/>",
            "<animate attributeName=\"href\" values=\"http://x/\"/>",
            "<rect style=\"background: image-set('http://x/' 1x)\"/>",
            "<rect style=\"fill: u\\72l(http://x/)\"/>",
            "<!-- x -->",
            "<rect>",
            "</svg><p>",
            "<![CDATA[</svg><p>]]>",
            "<image href=\"http://x/\"/>",
            "<image href=\"data:text/html,x\"/>",
            "<rect href=\"data:image/svg+xml,x\"/>",
        ] {
            assert_eq!(harmless(&plain.replace("<rect", &format!("{harm}<rect"))), None, "{harm}");
        }
        let image = plain.replace("<rect", "<image href=\"data:image/svg+xml,%3Csvg%2F%3E\"/><rect");
        assert_eq!(harmless(&image), Some(image));
        assert_eq!(harmless("<html/>"), None);
        assert_eq!(harmless(""), None);
    }
}

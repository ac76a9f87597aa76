//! Findings, for people and for programs, the same wherever one is told.

use std::fmt::Write;

use bustan_core::{Explore, Picture, Style};
use bustan_harness::deepen::Shortest;
use bustan_harness::finding::Finding;
use serde_json::{Value, json};

use crate::divergence::{self, WIDTH};

/// A finding for a person.
pub(crate) fn text<G: Explore + Picture>(finding: &Finding<G>, style: Style) -> String {
    let mut text = finding.text(style, WIDTH);
    if let Some(dir) = finding.written.files.first().and_then(|file| file.parent()) {
        let _ = writeln!(text, "Written to {}/{}.*", dir.display(), finding.stem());
    }
    text
}

/// A finding for a program.
pub(crate) fn object<G: Picture>(finding: &Finding<G>) -> Value {
    let mut object = divergence::object(finding.best());
    let more = [
        ("proven_shortest", json!(finding.shrunk.as_ref().is_some_and(|shrunk| shrunk.shortest == Shortest::Proven))),
        ("original_record", json!(finding.original.record.to_string())),
        ("reproducible", json!(finding.reproducible)),
        ("count", json!(finding.count)),
        ("seed", json!(finding.seed)),
        ("number", json!(finding.game)),
        ("policy", json!(finding.policy)),
        ("command", json!(finding.command)),
        ("replay", json!(finding.replay())),
        ("files", json!(finding.written.files)),
    ];
    object.extend(more.map(|(key, value)| (key.to_string(), value)));
    object.into()
}

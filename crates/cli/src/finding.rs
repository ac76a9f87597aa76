//! Findings for people, the same in every command.

use std::fmt::Write;

use bustan_guide::{Explore, Picture, Style};
use bustan_harness::report::finding::Finding;

use crate::divergence::WIDTH;

/// A finding for a person.
pub(crate) fn text<G: Explore + Picture>(finding: &Finding<G>, style: Style) -> String {
    let mut text = finding.text(style, WIDTH);
    if let Some(dir) = finding.written.files.first().and_then(|file| file.parent()) {
        let _ = writeln!(text, "Written to {}/{}.*", dir.display(), finding.stem());
    }
    text
}

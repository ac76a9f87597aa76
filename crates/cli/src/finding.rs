//! Findings for people, the same in every command.

use std::fmt::Write;

use bustan_guide::Style;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::games::Games;

use crate::divergence::WIDTH;

/// A finding for a person, as a part of a summary with these games.
pub(crate) fn text(finding: &Finding, style: Style, games: &Games) -> String {
    let mut text = finding.summary(style, WIDTH, games);
    if let Some(dir) = finding.written.files.first().and_then(|file| file.parent()) {
        let _ = writeln!(text, "Written to {}/{}.*", dir.display(), finding.stem());
    }
    text
}

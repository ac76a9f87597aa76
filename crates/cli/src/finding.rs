//! Findings as text and as JSON, shared by all commands.

use std::fmt::Write;

use bustan_guide::Style;
use bustan_harness::compare::divergence::Divergence;
use bustan_harness::report::finding::Finding;
use bustan_harness::report::games::Games;

use serde_json::{Map, Value, json};

use crate::divergence::WIDTH;

/// A finding as JSON.
pub(crate) fn object(finding: &Finding) -> Map<String, Value> {
    let mut object = finding.object();
    object.insert("position".into(), position(finding.best()));
    object
}

/// The position at which a difference occurs, by the rules of a game that Bustan knows: its text, and the
/// number of moves before it. `null` if the moves are illegal by the rules.
pub(crate) fn position(Divergence { record, question, .. }: &Divergence) -> Value {
    let plies = record.moves.len() - usize::from(*question);
    let reach = || {
        let mut engine = bustan_games::of(record.start.rules())?.reference.at(&record.start).ok()?;
        record.moves[..plies].iter().try_for_each(|(player, mv)| engine.play(*player, mv).ok())?;
        engine.position()
    };
    reach().map_or(Value::Null, |position| json!({ "text": position.to_string(), "ply": plies }))
}

/// A finding as text, for a summary of `games`.
pub(crate) fn text(finding: &Finding, style: Style, games: &Games) -> String {
    let mut text = finding.summary(style, WIDTH, games);
    if let Some(dir) = finding.written.files.first().and_then(|file| file.parent()) {
        let _ = writeln!(text, "Written to {}/{}.*", dir.display(), finding.stem());
    }
    text
}

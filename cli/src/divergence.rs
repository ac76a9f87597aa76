//! A divergence for programs, the same wherever one is told.

use bustan_core::Game;
use bustan_harness::divergence::Divergence;
use serde_json::{Map, Value, json};

/// The columns a divergence is laid out for on a terminal.
pub(crate) const WIDTH: usize = 120;

/// The word for what came of comparing engines.
pub(crate) fn verdict(diverges: bool) -> &'static str {
    if diverges { "diverge" } else { "agree" }
}

/// What is known of a divergence wherever it was found.
pub(crate) fn object<G: Game>(divergence: &Divergence<G>) -> Map<String, Value> {
    [
        ("game", json!(G::NAME)),
        ("kind", json!(divergence.signature.kind().to_string())),
        ("signature", json!(divergence.signature.to_string())),
        ("headline", json!(divergence.headline)),
        ("details", json!(divergence.details)),
        ("record", json!(divergence.record.to_string())),
        ("moves", json!(divergence.record.moves.len())),
        ("question", json!(divergence.question)),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_string(), value))
    .collect()
}

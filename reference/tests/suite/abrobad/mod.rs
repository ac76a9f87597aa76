//! Tests of the reference engine of Abrobad with invariants of every game. Positions judged by hand are data
//! in `tests/cases`, for all engines.

mod laws;

use bustan_reference::abrobad::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::abrobad::Observation;

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

//! Outcomes of positions, as text and as JSON.

use bustan_solve::Outcome;
use bustan_vocabulary::Measure;
use serde::Serialize;
use serde_json::{Value, json};

use crate::words::count;

/// The outcome of a position as JSON. `value` is `win`, `lose`, `tie` or `draw`; in games of points, the lead
/// replaces the first three. `remoteness` is null for a draw.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) value: Value,
    pub(crate) remoteness: Option<u16>,
}

impl Report {
    pub(crate) fn new(measure: Measure, outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ends { lead, remoteness } => {
                Self { value: value(measure, lead), remoteness: Some(remoteness) }
            }
            Outcome::Draw => Self { value: json!("draw"), remoteness: None },
        }
    }
}

/// A lead as JSON.
pub(crate) fn value(measure: Measure, lead: i16) -> Value {
    match measure {
        Measure::Score => json!(lead),
        Measure::Result => json!(word(lead)),
    }
}

/// The word for a lead in a game with winners and losers.
pub(crate) const fn word(lead: i16) -> &'static str {
    match lead {
        1.. => "win",
        0 => "tie",
        _ => "lose",
    }
}

/// An outcome as text, as in `win in 15` or `+3 in 8`.
pub(crate) fn words(measure: Measure, outcome: Outcome) -> String {
    match (outcome, measure) {
        (Outcome::Draw, _) => "draw".into(),
        (Outcome::Ends { lead, remoteness: 0 }, _) => {
            format!("{}, the game is over", lead_words(measure, lead))
        }
        (Outcome::Ends { lead, remoteness }, _) => format!("{} in {remoteness}", lead_words(measure, lead)),
    }
}

fn lead_words(measure: Measure, lead: i16) -> String {
    match measure {
        Measure::Result => word(lead).into(),
        Measure::Score if lead == 0 => "0".into(),
        Measure::Score => format!("{lead:+}"),
    }
}

/// The moves of a position with their outcomes for the player to move, grouped by outcome, best first.
pub(crate) fn moves_text<M: ToString>(measure: Measure, moves: &[(M, Outcome)]) -> String {
    let mut groups: Vec<(Outcome, Vec<String>)> = Vec::new();
    for (mv, outcome) in moves {
        match groups.iter_mut().find(|(other, _)| other == outcome) {
            Some((_, names)) => names.push(mv.to_string()),
            None => groups.push((*outcome, vec![mv.to_string()])),
        }
    }
    groups.sort_by_key(|&(outcome, _)| std::cmp::Reverse(outcome.worth()));
    let line = |(outcome, names): &(Outcome, Vec<String>)| {
        let number = count(names.len() as u64, "move", "moves");
        format!("  {}, {number}: {}\n", words(measure, *outcome), names.join(" "))
    };
    groups.iter().map(line).collect()
}

/// The moves as JSON, sorted by move.
pub(crate) fn moves_json<M: ToString>(measure: Measure, moves: &[(M, Outcome)]) -> Value {
    let object = |(mv, outcome): &(M, Outcome)| {
        let Report { value, remoteness } = Report::new(measure, *outcome);
        json!({"move": mv.to_string(), "value": value, "remoteness": remoteness})
    };
    moves.iter().map(object).collect()
}

//! The playthroughs of Margo.

use bustan_vocabulary::margo::{Observation, Point};

use super::{name, words, write_to};

/// Writes the observation line by line, except for the legal moves and the board.
pub(super) fn write_seen(text: &mut String, seen: &Observation) {
    let scores: Vec<String> = seen.scores.iter().map(|(player, balls)| format!("{player} {balls}")).collect();
    let points = |points: &[Point]| if points.is_empty() { "-".into() } else { words(points) };
    write_to(
        text,
        format_args!(
            "ply {}, to move {}, over {}, winner {}{}\n\
                 score: {}\n\
                 buried: {}\n\
                 captured: {}\n",
            seen.ply,
            name(seen.to_move),
            seen.over,
            name(seen.winner),
            if seen.by_capture { " by capture" } else { "" },
            scores.join(", "),
            points(&seen.buried),
            points(&seen.captured),
        ),
    );
    for group in &seen.groups {
        let (colour, balls, freedoms) = (group.colour, words(&group.balls), points(&group.freedoms));
        write_to(text, format_args!("{colour} group {balls}: freedoms {freedoms}\n"));
    }
}

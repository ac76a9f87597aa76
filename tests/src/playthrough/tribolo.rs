//! The playthroughs of Tribolo.

use bustan_vocabulary::tribolo::{Cell, Observation};

use super::{name, words, write_to};

/// Writes the observation line by line, except for the legal moves and the board.
pub(super) fn write_seen(text: &mut String, seen: &Observation) {
    let cells = |cells: &[Cell]| if cells.is_empty() { "-".into() } else { words(cells) };
    let scores: Vec<String> = seen.scores.iter().map(|(player, score)| format!("{player} {score}")).collect();
    write_to(
        text,
        format_args!(
            "ply {}, to move {}, over {}, winner {}\n\
                 score: {}\n\
                 taken: {}\n",
            seen.ply,
            name(seen.to_move),
            seen.over,
            name(seen.winner),
            scores.join(", "),
            cells(&seen.taken),
        ),
    );
    for (player, moves) in &seen.moves {
        write_to(text, format_args!("{player} could move at: {}\n", cells(moves)));
    }
    for (destination, over) in &seen.jumps {
        write_to(text, format_args!("jumps from {destination}: {}\n", words(over)));
    }
}

//! The playthroughs of Dominions.

use bustan_vocabulary::dominions::{Cell, Each, Move, Observation, Tile};

use super::{name, words, write_to};

/// The maximum number of legal moves that are listed: the number on the empty board of side 2.
const LISTED: usize = 106;

/// Writes the observation line by line, except for the legal moves and the board.
pub(super) fn write_seen(text: &mut String, seen: &Observation) {
    let Each { white, black } = seen.scores;
    write_to(
        text,
        format_args!(
            "ply {}, passes {}, to move {}, over {}, winner {}\n\
                 score: white {white}, black {black}\n\
                 white's hand: {}\n\
                 black's hand: {}\n",
            seen.ply,
            seen.passes,
            name(seen.to_move),
            seen.over,
            name(seen.winner),
            ranges(&seen.hands.white),
            ranges(&seen.hands.black),
        ),
    );
    for group in &seen.groups {
        let (controller, liberties) = (group.controller, group.liberties);
        let (cells, free) = (words(&group.cells), words(&group.liberty_cells));
        write_to(text, format_args!("{controller} group {cells}: liberties {liberties} at {free}\n"));
    }
    for section in &seen.sections {
        write_to(text, format_args!("section {}: liberties {}\n", words(&section.cells), section.liberties));
    }
}

/// Writes the number of legal moves, and lists the moves unless there are too many.
pub(super) fn tell_legal<M: ToString>(text: &mut String, moves: &[M]) {
    let moves: Vec<Move> = moves.iter().filter_map(|mv| mv.to_string().parse().ok()).collect();

    write_to(text, format_args!("legal: {}\n", moves.len()));
    if moves.len() > LISTED {
        return;
    }
    let mut places: Vec<(Cell, Tile)> = moves
        .iter()
        .filter_map(|&mv| match mv {
            Move::Place(tile, cell) => Some((cell, tile)),
            Move::Pass => None,
        })
        .collect();
    places.sort_unstable();
    for at_cell in places.chunk_by(|a, b| a.0 == b.0) {
        let tiles: Vec<Tile> = at_cell.iter().map(|&(_, tile)| tile).collect();
        write_to(text, format_args!("  {}: {}\n", at_cell[0].0, ranges(&tiles)));
    }
    if moves.contains(&Move::Pass) {
        text.push_str("  pass\n");
    }
}

/// Formats sorted tiles as `1-3 5 7-63`.
fn ranges(tiles: &[Tile]) -> String {
    let numbers: Vec<u8> = tiles.iter().map(|tile| tile.number()).collect();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    let runs: Vec<String> = runs.collect();
    if runs.is_empty() { "-".into() } else { runs.join(" ") }
}

//! Observations of positions in text form, for the tests of modules that read observations.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{
    Cell, Direction, Each, Group, Observation, Player, Position, Section, Side, Tile,
};

use super::geometry::{neighbour, opposite};

/// Returns an engine's observation of the position with this text.
pub(super) fn observation(text: &str) -> Observation {
    let position: Position = text.parse().expect("a position");
    let side = position.side();
    let board = position.tiles().clone();
    let hands = Each::new(|player| {
        let placed = |tile: Tile| board.values().any(|piece| (piece.owner, piece.tile) == (player, tile));
        Tile::all().filter(|&tile| !placed(tile)).collect::<Vec<_>>()
    });
    let scores = Each::new(|player| {
        let controlled = board.values().filter(|piece| piece.controller == player).count();
        controlled as i32 - hands.get(player).len() as i32
    });
    let over = position.passes() == 2;
    let seen = Observation {
        game: "dominions",
        size: side.get(),
        ply: position.ply(),
        to_move: (!over).then_some(position.turn()),
        over,
        winner: None,
        scores,
        board,
        hands,
        passes: position.passes(),
        groups: Vec::new(),
        sections: Vec::new(),
    };
    Observation { groups: groups(&seen, side), sections: sections(&seen, side), ..seen }
}

fn groups(seen: &Observation, side: Side) -> Vec<Group> {
    components(seen, side, |a, b| a == b)
        .into_iter()
        .map(|cells| {
            let free = liberties(seen, side, &cells);
            let distinct: BTreeSet<Cell> = free.iter().copied().collect();
            Group {
                controller: seen.board[&cells[0]].controller,
                cells,
                liberties: free.len() as u32,
                liberty_cells: distinct.into_iter().collect(),
            }
        })
        .collect()
}

fn sections(seen: &Observation, side: Side) -> Vec<Section> {
    components(seen, side, |_, _| true)
        .into_iter()
        .map(|cells| Section { liberties: liberties(seen, side, &cells).len() as u32, cells })
        .collect()
}

fn components(seen: &Observation, side: Side, together: fn(Player, Player) -> bool) -> Vec<Vec<Cell>> {
    let mut left: BTreeSet<Cell> = seen.board.keys().copied().collect();
    let mut all = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut cells = Vec::from([first]);
        let mut done = 0;
        while let Some(&cell) = cells.get(done) {
            done += 1;
            for (direction, next) in beams(seen, side, cell) {
                let linked = seen.board.get(&next).is_some_and(|piece| {
                    piece.tile.has_beam(opposite(direction))
                        && together(piece.controller, seen.board[&cell].controller)
                });
                if linked && left.remove(&next) {
                    cells.push(next);
                }
            }
        }
        cells.sort();
        all.push(cells);
    }
    all
}

fn liberties(seen: &Observation, side: Side, cells: &[Cell]) -> Vec<Cell> {
    let targets = cells.iter().flat_map(|&cell| beams(seen, side, cell)).map(|(_, next)| next);
    targets.filter(|next| !seen.board.contains_key(next)).collect()
}

fn beams(seen: &Observation, side: Side, cell: Cell) -> impl Iterator<Item = (Direction, Cell)> {
    let tile = seen.board[&cell].tile;
    Direction::ALL
        .into_iter()
        .filter(move |&direction| tile.has_beam(direction))
        .filter_map(move |direction| Some((direction, neighbour(side, cell, direction)?)))
}

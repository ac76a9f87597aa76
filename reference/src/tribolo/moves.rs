//! Moves: the jumps on a board, the reasons against a move, and the board after a move.

use std::collections::BTreeMap;

use bustan_vocabulary::tribolo::{Cell, Content, Move, Player, Reason};

use super::board::Board;

/// A jump: a line from an empty cell over cells of one opponent to a cell of the jumping player
/// [tribolo 2.2].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// The empty cell at which the line starts, which is the cell of the move.
    pub(super) destination: Cell,
    /// The cells of the opponent that are jumped over, at least one.
    pub(super) over: Vec<Cell>,
    /// The jumping player, who owns the cell at which the line ends.
    pub(super) by: Player,
}

/// All jumps of all three players. On every line, a jump is a window of three runs, the first empty, the
/// second of one player and the third of another [tribolo 2.2], or the mirror image of such a window.
///
/// The runs of a window are adjacent. So the cells jumped over are consecutive, the nearest empty cell is
/// next to them, and the third run does not belong to the player of the second. A wall or another empty cell
/// is in a separate run, and beyond the edge there is no third run, so none of these ends a jump
/// [tribolo 2.3].
pub(super) fn jumps(board: &Board) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for runs in board.runs() {
        for window in runs.windows(3) {
            let mirror = [window[2], window[1], window[0]];
            jumps.extend(jump(board, [window[0], window[1], window[2]], |empty| empty.last()));
            jumps.extend(jump(board, mirror, |empty| empty.first()));
        }
    }
    jumps
}

/// The jump from `empty` over `middle` to `end`, if their contents make it a jump. `nearest` selects the cell
/// of `empty` that is adjacent to `middle`.
fn jump(
    board: &Board,
    [empty, middle, end]: [&[Cell]; 3],
    nearest: fn(&[Cell]) -> Option<&Cell>,
) -> Option<Jump> {
    let content = |run: &[Cell]| run.first().and_then(|&cell| board.at(cell));
    match (content(empty)?, content(middle)?, content(end)?) {
        (Content::Empty, Content::Owned(_), Content::Owned(by)) => {
            Some(Jump { destination: *nearest(empty)?, over: middle.to_vec(), by })
        }
        _ => None,
    }
}

/// Returns those of all `jumps` on a board that a move of `player` makes: all jumps of the player from the
/// cell of the move [tribolo 2.5].
///
/// # Errors
/// If the move makes no jump, returns the first reason against it, in the order of [`Reason`] [tribolo 2.7],
/// except for the reasons that concern the turn.
pub(super) fn jumps_at(
    board: &Board,
    jumps: Vec<Jump>,
    player: Player,
    Move(cell): Move,
) -> Result<Vec<Jump>, Reason> {
    match board.at(cell) {
        None => return Err(Reason::OffBoard),
        Some(Content::Empty) => {} // [tribolo 2.1]
        Some(_) => return Err(Reason::Occupied),
    }
    // One jump is enough [tribolo 2.4].
    let made: Vec<Jump> =
        jumps.into_iter().filter(|jump| jump.by == player && jump.destination == cell).collect();
    if made.is_empty() { Err(Reason::NoJump) } else { Ok(made) }
}

/// The cells at which `player` has a jump, sorted and without duplicates.
pub(super) fn destinations(jumps: &[Jump], player: Player) -> Vec<Cell> {
    conversions(jumps, player).into_keys().collect()
}

/// For each cell at which `player` has a jump, the cells jumped over from it, sorted.
pub(super) fn conversions(jumps: &[Jump], player: Player) -> BTreeMap<Cell, Vec<Cell>> {
    let mut conversions: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for jump in jumps.iter().filter(|jump| jump.by == player) {
        conversions.entry(jump.destination).or_default().extend(&jump.over);
    }
    conversions.values_mut().for_each(|over| over.sort());
    conversions
}

/// The board after the `jumps` of a move: the cells jumped over and the cell of the move belong to the player
/// [tribolo 2.5]. No other cells change [tribolo 2.6].
pub(super) fn after(board: &Board, jumps: &[Jump]) -> Board {
    let mut after = board.clone();
    for jump in jumps {
        after.give(jump.destination, jump.by);
        jump.over.iter().for_each(|&cell| after.give(cell, jump.by));
    }
    after
}

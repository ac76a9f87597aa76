//! Move: the jumps on a board, the reasons against a move, and the board after a move.

use std::collections::BTreeMap;

use bustan_vocabulary::tribolo::{Cell, Content, Move, Player, Reason};

use super::board::Board;

/// A jump: a line from an empty cell over cells of one opponent to a cell of the player who jumps
/// [tribolo 2.2].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// The empty cell where the line begins.
    pub(super) destination: Cell,
    /// The cells of the opponent, at least one.
    pub(super) over: Vec<Cell>,
    /// The player whose cell closes the line.
    pub(super) by: Player,
}

/// All jumps of all three players: on every line, the windows of three runs that are empty, of one player and
/// of another [tribolo 2.2], and their mirror images.
///
/// The runs of a window are adjacent. So the cells jumped over are consecutive, the last empty cell is next
/// to them, and the third run is of another player than the second. A wall or another empty cell is a run of
/// its own, and beyond the edge there is no third run: neither closes a line [tribolo 2.3].
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

/// The jump from `empty` over `middle` to `end` if their contents make one. `nearest` picks the cell that is
/// adjacent to the middle.
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

/// The jumps, out of all `jumps` on a board, that a move of `player` makes: all of the player's jumps from
/// there [tribolo 2.5].
///
/// # Errors
/// If the move makes none, returns the first reason why, in the order of [`Reason`] [tribolo 2.7], apart from
/// those that concern the turn.
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

/// The cells at which a player has a jump, sorted, each once.
pub(super) fn destinations(jumps: &[Jump], player: Player) -> Vec<Cell> {
    conversions(jumps, player).into_keys().collect()
}

/// For each cell at which a player has a jump, the cells jumped over from there, sorted.
pub(super) fn conversions(jumps: &[Jump], player: Player) -> BTreeMap<Cell, Vec<Cell>> {
    let mut conversions: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for jump in jumps.iter().filter(|jump| jump.by == player) {
        conversions.entry(jump.destination).or_default().extend(&jump.over);
    }
    conversions.values_mut().for_each(|over| over.sort());
    conversions
}

/// The board after a player's jumps: the cells jumped over and the cell of the move become the player's
/// [tribolo 2.5]. No others change [tribolo 2.6].
pub(super) fn after(board: &Board, jumps: &[Jump]) -> Board {
    let mut after = board.clone();
    for jump in jumps {
        after.give(jump.destination, jump.by);
        jump.over.iter().for_each(|&cell| after.give(cell, jump.by));
    }
    after
}

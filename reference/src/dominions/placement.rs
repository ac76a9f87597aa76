//! Placement: which moves are legal, and the reasons against illegal ones.

use std::collections::BTreeSet;

use bustan_vocabulary::dominions::{Cell, Move, Piece, Player, Reason, Tile};

use super::board::{Around, Beside, Board, opposite};
use super::groups::{group_cells, liberties, section_cells};
use super::state::State;

/// Checks whether `player` may make a move [dominions 2.1]. If not, returns the first reason against it, in
/// the order of [`Reason`] [dominions 2.9].
pub(super) fn verdict(state: &State, player: Player, mv: Move) -> Result<(), Reason> {
    if state.over() {
        return Err(Reason::GameOver);
    }
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    let Move::Place(tile, cell) = mv else {
        return Ok(()); // Passing is always allowed [dominions 2.2].
    };
    if !state.board.has(cell) {
        return Err(Reason::OffBoard);
    }
    if state.board.at(cell).is_some() {
        return Err(Reason::Occupied);
    }
    if !state.hand(player).contains(&tile) {
        return Err(Reason::NotInHand);
    }
    Rules::new(&state.board, player).placement(tile, cell, &state.board.around(cell))
}

/// All legal moves of the player to move, found by trying every tile in hand on every empty cell.
pub(super) fn legal_moves(state: &State) -> Vec<Move> {
    if state.over() {
        return Vec::new();
    }
    let rules = Rules::new(&state.board, state.turn);
    let hand = state.hand(state.turn);
    let mut moves = vec![Move::Pass];
    for cell in state.board.cells().filter(|&cell| state.board.at(cell).is_none()) {
        let around = state.board.around(cell);
        let fitting = hand.iter().filter(|&&tile| rules.placement(tile, cell, &around).is_ok());
        moves.extend(fitting.map(|&tile| Move::Place(tile, cell)));
    }
    moves
}

/// The three rules for placing a tile from hand on an empty cell. Facts about the whole board are computed
/// once and used for all cells and tiles.
struct Rules<'a> {
    board: &'a Board,
    mover: Player,
    /// Whether the board has no tiles.
    empty: bool,
    /// The cells of the mover's groups that are whole sections.
    whole: BTreeSet<Cell>,
}

impl<'a> Rules<'a> {
    fn new(board: &'a Board, mover: Player) -> Self {
        let sections = section_cells(board);
        let whole = group_cells(board)
            .into_iter()
            .filter(|group| board.at(group[0]).is_some_and(|piece| piece.controller == mover))
            .filter(|group| sections.contains(group))
            .flatten()
            .collect();
        Self { board, mover, empty: board.tiles().next().is_none(), whole }
    }

    /// Checks that a placement obeys all three rules. If not, returns the first rule that it breaks
    /// [dominions 2.9].
    fn placement(&self, tile: Tile, cell: Cell, around: &Around) -> Result<(), Reason> {
        if !matches(tile, around) {
            return Err(Reason::Mismatch);
        }
        if !self.contact(tile, around) {
            return Err(Reason::Contact);
        }
        if self.oscillates(tile, cell, around) {
            return Err(Reason::Oscillation);
        }
        Ok(())
    }

    /// Whether a placement satisfies the contact rule: the board is empty [dominions 2.5], the cell is next
    /// to a tile of the opponent [dominions 2.6], or the tile extends a group that is a whole section
    /// [dominions 2.7].
    fn contact(&self, tile: Tile, around: &Around) -> bool {
        self.empty
            || around.iter().any(|(direction, beside)| match beside {
                Beside::Edge | Beside::Empty(_) => false,
                Beside::Tile(_, other) if other.controller == self.mover.opponent() => true,
                Beside::Tile(neighbour, _) => tile.has_beam(*direction) && self.whole.contains(neighbour),
            })
    }

    /// Whether the section of the new tile would have no liberty [dominions 2.8].
    fn oscillates(&self, tile: Tile, cell: Cell, around: &Around) -> bool {
        // A beam of the new tile that points at an empty cell is a liberty of the section. Without such a
        // beam, check the whole section.
        if around
            .iter()
            .any(|(direction, beside)| matches!(beside, Beside::Empty(_)) && tile.has_beam(*direction))
        {
            return false;
        }
        let mut after = self.board.clone();
        after.put(cell, Piece { tile, owner: self.mover, controller: self.mover });
        section_cells(&after)
            .iter()
            .any(|section| section.contains(&cell) && liberties(&after, section).is_empty())
    }
}

/// Whether a tile matches its surroundings: beam meets beam and blank meets blank [dominions 2.3], and no
/// beam points off the board [dominions 2.4].
fn matches(tile: Tile, around: &Around) -> bool {
    around.iter().all(|(direction, beside)| match beside {
        Beside::Edge => !tile.has_beam(*direction),
        Beside::Empty(_) => true,
        Beside::Tile(_, other) => tile.has_beam(*direction) == other.tile.has_beam(opposite(*direction)),
    })
}

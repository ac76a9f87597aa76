//! The observation of a game. Groups are reported as they are stored.

use bustan_vocabulary::Game as _;
use bustan_vocabulary::dominions::{
    Cell, Dominions, Each, Group, Observation, Piece, Player, Position, Section,
};

use super::game::{Game, Square, cell};

impl Game {
    fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.squares.iter().enumerate().filter_map(|(at, square)| match square {
            Square::Tile(piece, _) => Some((cell(at)?, *piece)),
            _ => None,
        })
    }

    /// The current position; `None` if the game has more moves than a position can record.
    pub(super) fn position(&self) -> Option<Position> {
        Position::new(self.side, self.turn, self.passes, self.ply, self.pieces()).ok()
    }

    /// The complete observation.
    pub(super) fn observe(&self) -> Observation {
        let scores = Each::new(|player| self.score(player));
        let winner = match scores.white - scores.black {
            lead if !self.over || lead == 0 => None,
            lead if lead > 0 => Some(Player::White),
            _ => Some(Player::Black),
        };
        Observation {
            game: Dominions::NAME,
            size: self.side.get(),
            ply: self.ply,
            to_move: self.to_move(),
            over: self.over,
            winner,
            scores,
            board: self.pieces().collect(),
            hands: Each::new(|player| self.hand(player)),
            passes: self.passes,
            groups: self.seen_groups(),
            sections: self.seen_sections(),
        }
    }

    fn score(&self, player: Player) -> i32 {
        let controlled = self.pieces().filter(|(_, piece)| piece.controller == player).count();
        controlled as i32 - self.hands[player as usize].count_ones() as i32
    }

    fn seen_groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Player::ALL
            .into_iter()
            .flat_map(|player| self.groups.of(player).values().map(move |group| (player, group)))
            .map(|(controller, group)| Group {
                controller,
                cells: names(group.squares.iter().copied()),
                liberties: group.liberties,
                liberty_cells: names(group.squares.iter().flat_map(|&at| self.liberties(at))),
            })
            .collect();
        groups.sort_by(|one, other| one.cells.cmp(&other.cells));
        groups
    }

    fn seen_sections(&self) -> Vec<Section> {
        let mut left: Vec<usize> = (0..self.squares.len()).filter(|&at| self.tile(at).is_some()).collect();
        let mut sections = Vec::new();
        while let Some(at) = left.pop() {
            let squares = self.section(vec![at]);
            left.retain(|at| !squares.contains(at));
            let liberties = squares.iter().map(|&at| self.liberties(at).count() as u32).sum();
            sections.push(Section { cells: names(squares), liberties });
        }
        sections.sort_by(|one, other| one.cells.cmp(&other.cells));
        sections
    }

    /// The empty squares at which the beams of the tile on `at` point.
    fn liberties(&self, at: usize) -> impl Iterator<Item = usize> {
        let beams = self.tile(at).into_iter().flat_map(move |tile| self.beams(at, tile));
        beams.filter(|(_, square)| matches!(square, Square::Empty)).map(|(next, _)| next)
    }

    /// A hash of the tiles, the player to move and the passes: the sum of a scrambled number for each of
    /// them.
    pub(super) fn hash(&self) -> u64 {
        let turn = self.to_move().map_or(2, |player| player as u64);
        let tiles = self.pieces().map(|(cell, Piece { tile, owner, controller })| {
            let place = u64::from(cell.row()) << 8 | u64::from(cell.column());
            place << 16 | u64::from(tile.number()) << 8 | (owner as u64) << 1 | controller as u64
        });
        tiles.chain([1 << 63 | turn << 8 | u64::from(self.passes)]).map(scramble).fold(0, u64::wrapping_add)
    }
}

/// The names of squares, sorted and without duplicates.
fn names(squares: impl IntoIterator<Item = usize>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = squares.into_iter().filter_map(cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A bijection of 64-bit numbers with values that look random. It consists of multiplications by odd numbers
/// and shifts.
fn scramble(mut x: u64) -> u64 {
    for factor in [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0xA5A5_71B3_0F2C_4D6B] {
        x = (x ^ x >> 32).wrapping_mul(factor);
    }
    x ^ x >> 29
}

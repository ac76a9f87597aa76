//! Builds a board from a position, with all tiles at once instead of one by one.

use bustan_vocabulary::dominions::{Invalid, Position};

use super::grid::{OFF, opposite};
use super::links::Liberties;
use super::{Board, TAKEN, bits, hash, neighbour};

impl Board {
    /// The board at a position.
    ///
    /// # Errors
    /// Returns the first fault: a beam that meets a blank or the edge comes before a group without a liberty
    /// [dominions 6.3]. There are no other faults [dominions 6.4].
    pub fn from_position(position: &Position) -> Result<Self, Invalid> {
        let mut board = Self::new(position.side());
        board.turn = position.turn() as u8;
        board.passes = position.passes();
        board.ply = position.ply() as u16;
        board.hash = hash::passes(board.passes) ^ if board.turn == 1 { hash::TURN } else { 0 };
        for (&name, piece) in position.tiles() {
            let cell = board.grid.index(name).expect("the cells of a position are on its board");
            let (tile, owner) = (piece.tile.number(), piece.owner as u8);
            board.put_loose(cell, tile, owner, piece.controller as u8);
        }
        board.check_beams(position)?;
        if board.on_board != [0, 0] {
            board.link_all();
            board.check_liberties(position)?;
            board.count_contact();
            board.count_fitting();
        }
        Ok(board)
    }

    /// Fills an empty board with tiles, each given by its cell, number, owner and controller. A game must be
    /// able to reach the position.
    pub(super) fn fill(&mut self, tiles: impl Iterator<Item = (u8, u8, u8, u8)>) {
        for (cell, tile, owner, controller) in tiles {
            self.put_loose(cell, tile, owner, controller);
        }
        if self.on_board != [0, 0] {
            self.link_all();
            self.count_contact();
            self.count_fitting();
        }
    }

    /// Puts a tile on the board without linking it to others.
    fn put_loose(&mut self, cell: u8, tile: u8, owner: u8, controller: u8) {
        let c = usize::from(cell);
        self.tiles[c] = tile;
        self.owners[c] = owner;
        self.controllers[c] = controller;
        self.on_board[usize::from(controller)] += 1;
        self.hands[usize::from(owner)] = self.hands[usize::from(owner)].toggled(tile);
        self.hash ^= hash::placed(cell, tile, owner);
        if owner != controller {
            self.hash ^= hash::flipped(cell);
        }
        for direction in 0..6 {
            let n = usize::from(neighbour!(self, cell, direction));
            let (side, beam) = (opposite(direction), tile >> direction & 1);
            self.occupied[n] |= 1 << side;
            self.required[n] |= beam << side;
            self.fits[n] = self.fits[n].narrowed(side, beam);
        }
    }

    /// Returns an error if a beam meets a blank or the edge [dominions 6.1].
    fn check_beams(&self, position: &Position) -> Result<(), Invalid> {
        for &name in position.tiles().keys() {
            let cell = self.grid.index(name).expect("the cells of a position are on its board");
            let c = usize::from(cell);
            let wrong = (self.tiles[c] & self.occupied[c]) ^ self.required[c];
            if bits(wrong).any(|direction| neighbour!(self, cell, direction) == OFF) {
                return Err(Invalid::Edge(name));
            }
            // A neighbour with a smaller name would have reported the same fault already.
            let other = bits(wrong).map(|direction| self.grid.name(neighbour!(self, cell, direction))).min();
            if let Some(other) = other {
                return Err(Invalid::Mismatch(name, other));
            }
        }
        Ok(())
    }

    /// Finds all groups [dominions 3.1] and sections [dominions 3.2].
    fn link_all(&mut self) {
        for cell in 0..self.grid.cells {
            let c = usize::from(cell);
            if self.tiles[c] == 0 {
                continue;
            }
            let free = self.tiles[c] & !self.occupied[c];
            let controller = self.controllers[c];
            self.group[c] = cell;
            self.next_cell[c] = cell;
            self.size[c] = 1;
            self.beams[c] = free.count_ones() as u16;
            self.section[c] = cell;
            self.next_group[c] = cell;
            self.controlled[c] = [1 - controller, controller];
            self.liberties[c] = Liberties::NONE;
            for direction in bits(free) {
                self.liberties[c] += Liberties::at(neighbour!(self, cell, direction));
            }
        }
        for cell in 0..self.grid.cells {
            let c = usize::from(cell);
            for direction in bits(self.tiles[c] & self.occupied[c]) {
                let n = usize::from(neighbour!(self, cell, direction));
                let section = |board: &Self, cell: usize| board.section[usize::from(board.group[cell])];
                let (here, there) = (section(self, c), section(self, n));
                if here != there {
                    self.join_sections(here, there, &mut ());
                }
                if self.controllers[c] == self.controllers[n] && self.group[c] != self.group[n] {
                    self.join_groups(self.group[c], self.group[n], &mut ());
                }
            }
        }
    }

    /// Returns an error if a group has no liberty [dominions 6.2].
    fn check_liberties(&self, position: &Position) -> Result<(), Invalid> {
        for &name in position.tiles().keys() {
            if self.liberties(name) == Some(0) {
                return Err(Invalid::NoLiberty(name));
            }
        }
        Ok(())
    }

    /// Counts, for each empty cell, the neighbouring tiles of the opponent [dominions 2.6] and the beams that
    /// point at the cell from groups that are whole sections [dominions 2.7].
    fn count_contact(&mut self) {
        self.contact = [[0; super::LEN]; 2];
        for cell in 0..self.grid.cells {
            let c = usize::from(cell);
            if self.tiles[c] == 0 {
                continue;
            }
            let opponent = usize::from(self.controllers[c] ^ 1);
            for direction in bits(!self.occupied[c] & 0x3f) {
                self.contact[opponent][usize::from(neighbour!(self, cell, direction))] += 1;
            }
            if self.group[c] == cell && self.is_whole(self.section[c]) {
                self.extend_contact(cell, 1);
            }
        }
        for cell in 0..usize::from(self.grid.cells) {
            if self.tiles[cell] != 0 {
                self.contact[0][cell] = TAKEN;
                self.contact[1][cell] = TAKEN;
            }
        }
    }

    /// Bans oscillating tiles [dominions 2.8] and counts, for each empty cell, the tiles of each hand that
    /// fit it.
    fn count_fitting(&mut self) {
        for cell in 0..self.grid.cells {
            if self.names_section(cell) {
                self.ban_oscillation(cell, &mut ());
            }
        }
        for cell in 0..usize::from(self.grid.cells) {
            for player in 0..2 {
                self.counts[player][cell] = self.fits[cell].intersection(self.hands[player]).len() as u8;
            }
        }
    }
}

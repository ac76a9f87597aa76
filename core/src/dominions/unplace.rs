//! Takes moves back: the reverse of [`place`](super::place).

use super::grid::opposite;
use super::journal::{Journal, Placement, Ply, Step};
use super::legal::change_fitting;
use super::links::Liberties;
use super::{Board, hash, neighbour};

impl Board {
    /// Takes back the last move recorded in `journal`; returns `false` if there is none. The board must be in
    /// the state in which that move left it.
    pub fn undo(&mut self, journal: &mut Journal) -> bool {
        match journal.plies.pop() {
            None => return false,
            Some(Ply::Pass) => {
                self.passes -= 1;
                self.hash ^= hash::TURN ^ hash::passes(self.passes) ^ hash::passes(self.passes + 1);
                self.turn ^= 1;
                self.ply -= 1;
            }
            Some(Ply::Placement { placement, passes }) => {
                while journal.steps.len() > placement.steps {
                    if let Some(step) = journal.steps.pop() {
                        self.retrace(step);
                    }
                }
                self.unplace(&placement, passes);
            }
        }
        true
    }

    fn retrace(&mut self, step: Step) {
        match step {
            Step::JoinedGroups { kept, lost } => self.part_groups(kept, lost),
            Step::JoinedSections { kept, lost } => self.part_sections(kept, lost),
            Step::Attached { group } => self.extend_contact(group, 1),
            Step::Whole { group } => self.extend_contact(group, -1),
            Step::Flipped { group } => self.change_controller(group),
            Step::Banned { cell, before } => {
                let c = usize::from(cell);
                let tile = self.banned[c];
                self.banned[c] = before;
                self.fits[c] = self.fits[c].toggled(tile);
                for player in 0..2 {
                    self.counts[player][c] += u8::from(self.hands[player].has(tile));
                }
            }
        }
    }

    /// Removes a tile, which must be a single group and section, from the board and returns it to the hand of
    /// its owner.
    fn unplace(&mut self, placement: &Placement, passes: u8) {
        let cell = placement.cell;
        let c = usize::from(cell);
        let tile = self.tiles[c];
        self.ply -= 1;
        self.turn ^= 1;
        self.passes = passes;
        let mover = self.turn;
        self.hash ^= hash::placed(cell, tile, mover) ^ hash::TURN ^ hash::passes(passes);
        self.on_board[usize::from(mover)] -= 1;
        self.tiles[c] = 0;

        self.hands[usize::from(mover)] = self.hands[usize::from(mover)].toggled(tile);
        self.open_sides(cell, placement);
        self.return_to_hand(tile);
        for direction in 0..6 {
            let n = usize::from(neighbour!(self, cell, direction));
            for player in 0..2 {
                self.counts[player][n] = self.fits[n].intersection(self.hands[player]).len() as u8;
            }
        }
        for player in 0..2 {
            self.contact[player][c] = placement.contact[player];
            self.counts[player][c] = placement.counts[player];
        }
        for direction in super::bits(self.required[c]) {
            let group = usize::from(self.group[usize::from(neighbour!(self, cell, direction))]);
            self.beams[group] += 1;
            self.liberties[usize::from(self.section[group])] += Liberties::at(cell);
        }
        if self.on_board == [0, 0] {
            self.open_everywhere();
        }
    }

    fn open_sides(&mut self, cell: u8, placement: &Placement) {
        let mover = usize::from(self.turn);
        for direction in 0..6 {
            let n = usize::from(neighbour!(self, cell, direction));
            let side = opposite(direction);
            self.occupied[n] &= !(1 << side);
            self.required[n] &= !(1 << side);
            self.fits[n] = placement.fits[direction];
            self.contact[mover ^ 1][n] = self.contact[mover ^ 1][n].wrapping_sub(1);
            let extended = placement.extended >> direction & 1;
            self.contact[mover][n] = self.contact[mover][n].wrapping_sub(extended as i8);
        }
    }

    fn return_to_hand(&mut self, tile: u8) {
        let sides = [&self.occupied, &self.required, &self.banned];
        change_fitting(tile, sides, &mut self.counts[usize::from(self.turn)], u8::wrapping_add);
    }
}

//! Placing a tile: removing it from the hand, closing sides, linking, capturing and banning.

use super::grid::{SPAN, opposite};
use super::journal::{Note, Placement, Step};
use super::legal::change_fitting;
use super::links::Liberties;
use super::{Board, TAKEN, TileSet, bits, hash, neighbour};

/// The groups and sections around a placement.
struct Linked {
    /// The group of the new tile. `section`: the section of the new tile.
    group: u8,
    section: u8,
    /// The opponent's groups that have no liberties left, each once.
    dead: [u8; 6],
    dead_len: usize,
}

impl Linked {
    /// Records one of the opponent's groups in `dead` if it has no liberties left.
    #[inline]
    fn note_dead(&mut self, group: u8, beams: u16) {
        if beams == 0 && !self.dead[..self.dead_len].contains(&group) {
            self.dead[self.dead_len] = group;
            self.dead_len += 1;
        }
    }
}

impl Board {
    /// Places a tile of the player to move and passes the turn. The placement must be legal.
    pub(super) fn place(&mut self, cell: u8, tile: u8, journal: &mut impl Note) {
        let c = usize::from(cell);
        let mover = self.turn;
        // After the first tile, contact is no longer given on every cell [dominions 2.5].
        if self.on_board == [0, 0] {
            for contact in &mut self.contact {
                contact[..SPAN].fill(0);
            }
        }
        let links = self.required[c];
        let free = tile & !self.occupied[c];
        let mixed = self.fill_liberty(cell, links);
        let extended = if mixed { 0 } else { free };
        journal.placement(self.passes, |steps| Placement {
            cell,
            extended,
            contact: [self.contact[0][c], self.contact[1][c]],
            counts: [self.counts[0][c], self.counts[1][c]],
            fits: core::array::from_fn(|direction| self.fits[usize::from(neighbour!(self, cell, direction))]),
            steps,
        });

        self.take_from_hand(tile);
        let liberties = self.close_sides(cell, tile, free, extended);
        self.put(cell, tile, free, liberties);
        if links != 0 {
            let mut linked = self.link(cell, links, mixed, journal);
            self.capture(cell, &mut linked, mixed, journal);
        }
        self.ban_oscillation(self.section[usize::from(self.group[c])], journal);

        self.hash ^= hash::placed(cell, tile, mover) ^ hash::TURN ^ hash::passes(self.passes);
        self.passes = 0;
        self.turn ^= 1;
        self.ply += 1;
    }

    /// Subtracts the beams that point at `cell`, because they are no longer liberties [dominions 3.3].
    /// `links` are the directions of these beams, seen from `cell`. Returns whether one of them belongs to a
    /// section in which the opponent of the player to move controls a tile.
    #[inline]
    fn fill_liberty(&mut self, cell: u8, links: u8) -> bool {
        let opponent = usize::from(self.turn ^ 1);
        let mut mixed = false;
        for direction in bits(links) {
            let group = usize::from(self.group[usize::from(neighbour!(self, cell, direction))]);
            let section = usize::from(self.section[group]);
            self.beams[group] -= 1;
            self.liberties[section] -= Liberties::at(cell);
            mixed |= self.controlled[section][opponent] != 0;
        }
        mixed
    }

    /// Removes a tile from the hand of the player to move, and decrements the count of every cell that it
    /// fitted, for all cells at once.
    #[inline]
    fn take_from_hand(&mut self, tile: u8) {
        let mover = usize::from(self.turn);
        self.hands[mover] = self.hands[mover].toggled(tile);
        let sides = [&self.occupied, &self.required, &self.banned];
        change_fitting(tile, sides, &mut self.counts[mover], u8::wrapping_sub);
    }

    /// Closes the side of each neighbour that faces the new tile. Fewer tiles fit the neighbour
    /// [dominions 2.3], and the opponent gains a contact [dominions 2.6]. In the directions of the `extended`
    /// beams of the tile, its player gains a contact, too [dominions 2.7]. Returns the liberties of the
    /// tile's `free` beams [dominions 3.3].
    ///
    /// Occupied neighbours and neighbours off the board are updated as well: their values are never read, and
    /// a test to exclude them would cost more than it saves.
    #[inline]
    fn close_sides(&mut self, cell: u8, tile: u8, free: u8, extended: u8) -> Liberties {
        let mover = usize::from(self.turn);
        let mut liberties = Liberties::NONE;
        let mut fitting = [TileSet::EMPTY; 12];
        for direction in 0..6 {
            let neighbour = neighbour!(self, cell, direction);
            let n = usize::from(neighbour);
            let side = opposite(direction);
            let beam = tile >> direction & 1;
            self.occupied[n] |= 1 << side;
            self.required[n] |= beam << side;
            let fits = self.fits[n].narrowed(side, beam);
            self.fits[n] = fits;
            for player in 0..2 {
                fitting[2 * direction + player] = fits.intersection(self.hands[player]);
            }
            self.contact[mover ^ 1][n] = self.contact[mover ^ 1][n].wrapping_add(1);
            self.contact[mover][n] = self.contact[mover][n].wrapping_add((extended >> direction & 1) as i8);
            liberties += Liberties::at(neighbour).times(free >> direction & 1);
        }
        let counts = TileSet::lens(&fitting);
        for direction in 0..6 {
            let n = usize::from(neighbour!(self, cell, direction));
            self.counts[0][n] = counts[2 * direction] as u8;
            self.counts[1][n] = counts[2 * direction + 1] as u8;
        }
        liberties
    }

    /// Puts a tile on the board as a separate group and section.
    #[inline]
    fn put(&mut self, cell: u8, tile: u8, free: u8, liberties: Liberties) {
        let c = usize::from(cell);
        let mover = self.turn;
        self.tiles[c] = tile;
        self.owners[c] = mover;
        self.controllers[c] = mover;
        self.contact[0][c] = TAKEN;
        self.contact[1][c] = TAKEN;
        self.on_board[usize::from(mover)] += 1;

        self.group[c] = cell;
        self.next_cell[c] = cell;
        self.size[c] = 1;
        self.beams[c] = free.count_ones() as u16;
        self.section[c] = cell;
        self.next_group[c] = cell;
        self.liberties[c] = liberties;
        self.controlled[c] = [1 - mover, mover];
    }

    /// Merges the new tile with the sections [dominions 3.2] and the mover's groups [dominions 3.1] that it
    /// is linked to.
    #[inline]
    fn link(&mut self, cell: u8, links: u8, mixed: bool, journal: &mut impl Note) -> Linked {
        let mut linked = Linked { group: cell, section: cell, dead: [0; 6], dead_len: 0 };
        // The single tile is never larger than the group or section that it joins first.
        let first = neighbour!(self, cell, links.trailing_zeros());
        let group = self.group[usize::from(first)];
        linked.section = self.section[usize::from(group)];
        self.leave_whole(linked.section, group, mixed, journal);
        self.attach_section(linked.section, cell, journal);
        if self.controllers[usize::from(first)] == self.turn {
            self.attach_group(group, cell, journal);
            linked.group = group;
        } else {
            linked.note_dead(group, self.beams[usize::from(group)]);
        }
        for direction in bits(links & (links - 1)) {
            let neighbour = usize::from(neighbour!(self, cell, direction));
            let group = self.group[neighbour];
            let section = self.section[usize::from(group)];
            if section != linked.section {
                self.leave_whole(section, group, mixed, journal);
                linked.section = self.join_sections(linked.section, section, journal);
            }
            if self.controllers[neighbour] != self.turn {
                linked.note_dead(group, self.beams[usize::from(group)]);
            } else if group != linked.group {
                linked.group = self.join_groups(linked.group, group, journal);
            }
        }
        linked
    }

    /// Records that a group is no longer a whole section if its section becomes part of a `mixed` one
    /// [dominions 2.7].
    #[inline]
    fn leave_whole(&mut self, section: u8, group: u8, mixed: bool, journal: &mut impl Note) {
        if mixed && self.is_whole(section) {
            self.extend_contact(group, -1);
            journal.step(Step::Attached { group });
        }
    }

    /// Captures first the opponent's groups without liberties [dominions 4.1], then the group of the new tile
    /// if it still has none [dominions 4.2]. Afterwards every group has a liberty [dominions 4.3].
    #[inline]
    fn capture(&mut self, cell: u8, linked: &mut Linked, mixed: bool, journal: &mut impl Note) {
        for &group in &linked.dead[..linked.dead_len] {
            self.flip(group, journal);
        }
        let group = self.group[usize::from(cell)];
        if self.beams[usize::from(group)] == 0 {
            self.flip(group, journal);
        }
        // Before the captures, a mixed section was not a whole section of either player.
        if mixed && self.is_whole(linked.section) {
            let group = self.group[usize::from(cell)];
            self.extend_contact(group, 1);
            journal.step(Step::Whole { group });
        }
    }

    /// Captures a group: changes its controller [dominions 1.4], and merges it with the groups of the new
    /// controller that it is linked to [dominions 3.1].
    #[cold]
    fn flip(&mut self, group: u8, journal: &mut impl Note) {
        self.change_controller(group);
        journal.step(Step::Flipped { group });
        let mut members = [0; 126];
        let mut len = 0;
        let mut cell = group;
        loop {
            members[len] = cell;
            len += 1;
            cell = self.next_cell[usize::from(cell)];
            if cell == group {
                break;
            }
        }
        let controller = self.controllers[usize::from(group)];
        let mut united = group;
        for &cell in &members[..len] {
            let links = self.tiles[usize::from(cell)] & self.occupied[usize::from(cell)];
            for direction in bits(links) {
                let neighbour = usize::from(neighbour!(self, cell, direction));
                if self.controllers[neighbour] == controller && self.group[neighbour] != united {
                    united = self.join_groups(united, self.group[neighbour], journal);
                }
            }
        }
    }

    /// Changes the controller of all tiles of a group, and the contacts that depend on it. The function is
    /// its own inverse.
    pub(super) fn change_controller(&mut self, group: u8) {
        let from = self.controllers[usize::from(group)];
        let to = from ^ 1;
        let section = usize::from(self.section[usize::from(group)]);
        let size = self.size[usize::from(group)];
        self.controlled[section][usize::from(from)] -= size;
        self.controlled[section][usize::from(to)] += size;
        self.on_board[usize::from(from)] -= size;
        self.on_board[usize::from(to)] += size;
        let mut cell = group;
        loop {
            self.controllers[usize::from(cell)] = to;
            self.hash ^= hash::flipped(cell);
            for direction in bits(!self.occupied[usize::from(cell)] & 0x3f) {
                let empty = usize::from(neighbour!(self, cell, direction));
                self.contact[usize::from(to)][empty] -= 1;
                self.contact[usize::from(from)][empty] += 1;
            }
            cell = self.next_cell[usize::from(cell)];
            if cell == group {
                return;
            }
        }
    }

    /// Bans an oscillating tile [dominions 2.8]. `section` must be the only section whose liberties have
    /// changed. If it and all other sections that point at its liberty cell have no other liberty cell, the
    /// tile with exactly the required beams would leave the joined section without a liberty, so it is banned
    /// there.
    #[inline]
    pub(super) fn ban_oscillation(&mut self, section: u8, journal: &mut impl Note) {
        let liberties = self.liberties[usize::from(section)];
        if !liberties.is_one_cell() {
            return;
        }
        let cell = liberties.cell();
        let c = usize::from(cell);
        let tile = self.required[c];
        let all = bits(tile).all(|direction| {
            let group = self.group[usize::from(neighbour!(self, cell, direction))];
            self.liberties[usize::from(self.section[usize::from(group)])].is_one_cell()
        });
        if !all || !self.fits[c].has(tile) {
            return;
        }
        journal.step(Step::Banned { cell, before: self.banned[c] });
        self.banned[c] = tile;
        self.fits[c] = self.fits[c].toggled(tile);
        for player in 0..2 {
            self.counts[player][c] -= u8::from(self.hands[player].has(tile));
        }
    }

    /// Passes the turn. Two consecutive passes end the game [dominions 5.1].
    pub(super) fn pass_turn(&mut self) {
        self.hash ^= hash::TURN ^ hash::passes(self.passes) ^ hash::passes(self.passes + 1);
        self.passes += 1;
        self.turn ^= 1;
        self.ply += 1;
    }
}

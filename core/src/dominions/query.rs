//! Queries of a board: tiles, groups, sections, liberties, scores.

use alloc::vec::Vec;

use bustan_vocabulary::Standing;
use bustan_vocabulary::dominions::{
    Cell, Each, Group, Observation, Piece, Player, Position, Section, Side, Tile,
};

use super::{Board, TileSet, bits, hash, neighbour};

impl Board {
    /// The side of the board.
    pub fn side(&self) -> Side {
        Side::new(self.grid.side).expect("a board's side is one")
    }

    /// The number of moves played, passes included.
    pub const fn ply(&self) -> u32 {
        self.ply as u32
    }

    /// The number of consecutive passes up to now, 0 to 2. The game is over after two.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// A 64-bit hash of the tiles with their controllers, the player to move (no player when the game is
    /// over) and the passes, but not of the number of moves. The hash is the same in every version of this
    /// crate's major release and on every platform.
    pub const fn hash(&self) -> u64 {
        if self.passes == 2 && self.turn == 1 { self.hash ^ hash::TURN } else { self.hash }
    }

    /// The tile on `cell`, if any.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.piece_at(self.grid.index(cell)?)
    }

    fn piece_at(&self, cell: u8) -> Option<Piece> {
        Some(Piece {
            tile: Tile::new(self.tiles[usize::from(cell)])?,
            owner: Self::player(self.owners[usize::from(cell)]),
            controller: Self::player(self.controllers[usize::from(cell)]),
        })
    }

    /// The tiles that `player` has left.
    pub fn hand(&self, player: Player) -> TileSet {
        self.hands[player as usize]
    }

    /// The number of tiles that `player` controls on the board, minus the number of tiles left in the
    /// player's hand [dominions 5.2].
    pub fn score(&self, player: Player) -> i32 {
        i32::from(self.on_board[player as usize]) - self.hand(player).len() as i32
    }

    /// The territory of `player` as the MindSports applet displays it: the score plus 63.
    pub fn territory(&self, player: Player) -> i32 {
        self.score(player) + i32::from(Tile::COUNT)
    }

    /// The player with the higher score; `None` if the scores are equal [dominions 5.3].
    pub fn leader(&self) -> Option<Player> {
        match self.score(Player::White) - self.score(Player::Black) {
            0 => None,
            lead if lead > 0 => Some(Player::White),
            _ => Some(Player::Black),
        }
    }

    /// The scores of both players.
    pub fn standing(&self) -> Standing {
        Standing::of_points(&[self.score(Player::White), self.score(Player::Black)])
    }

    /// The number of liberties, in beams, of the group on `cell`; `None` if the cell has no tile.
    pub fn liberties(&self, cell: Cell) -> Option<u32> {
        let group = self.group_at(cell)?;
        Some(u32::from(self.beams[usize::from(group)]))
    }

    /// The number of liberties, in beams, of the section on `cell`; `None` if the cell has no tile.
    pub fn section_liberties(&self, cell: Cell) -> Option<u32> {
        let group = self.group_at(cell)?;
        Some(self.liberties[usize::from(self.section[usize::from(group)])].beams())
    }

    /// The group on `cell`; `None` if the cell has no tile.
    pub fn group(&self, cell: Cell) -> Option<Group> {
        self.group_at(cell).map(|group| self.describe_group(group))
    }

    fn group_at(&self, cell: Cell) -> Option<u8> {
        let index = usize::from(self.grid.index(cell)?);
        (self.tiles[index] != 0).then(|| self.group[index])
    }

    /// All groups, sorted by their smallest cells.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.group_names().map(|group| self.describe_group(group)).collect();
        groups.sort_unstable_by_key(|group| group.cells[0]);
        groups
    }

    /// All sections, sorted by their smallest cells.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = (0..self.grid.cells)
            .filter(|&cell| self.names_section(cell))
            .map(|cell| self.describe_section(cell))
            .collect();
        sections.sort_unstable_by_key(|section| section.cells[0]);
        sections
    }

    /// The names of all groups, each the number of one of its cells.
    fn group_names(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.grid.cells)
            .filter(|&cell| self.tiles[usize::from(cell)] != 0 && self.group[usize::from(cell)] == cell)
    }

    /// Whether the number of this cell is the name of a section. The name may be that of a former group that
    /// has merged into another.
    pub(super) fn names_section(&self, cell: u8) -> bool {
        self.tiles[usize::from(cell)] != 0 && self.section[usize::from(self.group[usize::from(cell)])] == cell
    }

    fn members(&self, group: u8) -> impl Iterator<Item = u8> + '_ {
        let mut next = Some(group);
        core::iter::from_fn(move || {
            let cell = next?;
            next = Some(self.next_cell[usize::from(cell)]).filter(|&cell| cell != group);
            Some(cell)
        })
    }

    fn names(&self, cells: impl Iterator<Item = u8>) -> Vec<Cell> {
        let mut names: Vec<Cell> = cells.map(|cell| self.grid.name(cell)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn describe_group(&self, group: u8) -> Group {
        let free = |cell: u8| bits(self.tiles[usize::from(cell)] & !self.occupied[usize::from(cell)]);
        let liberties = self
            .members(group)
            .flat_map(|cell| free(cell).map(move |direction| neighbour!(self, cell, direction)));
        Group {
            controller: Self::player(self.controllers[usize::from(group)]),
            cells: self.names(self.members(group)),
            liberties: u32::from(self.beams[usize::from(group)]),
            liberty_cells: self.names(liberties),
        }
    }

    fn describe_section(&self, section: u8) -> Section {
        let cells = (0..self.grid.cells).filter(|&cell| {
            let group = self.group[usize::from(cell)];
            self.tiles[usize::from(cell)] != 0 && self.section[usize::from(group)] == section
        });
        Section { cells: self.names(cells), liberties: self.liberties[usize::from(section)].beams() }
    }

    /// Everything that can be observed of the position.
    pub fn observe(&self) -> Observation {
        let over = self.passes == 2;
        Observation {
            game: "dominions",
            size: self.grid.side,
            ply: self.ply(),
            to_move: self.turn(),
            over,
            winner: self.leader().filter(|_| over),
            scores: Each::new(|player| self.score(player)),
            board: self.pieces().collect(),
            hands: Each::new(|player| self.hand(player).iter().collect()),
            passes: self.passes,
            groups: self.groups(),
            sections: self.sections(),
        }
    }

    fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        (0..self.grid.cells).filter_map(|cell| Some((self.grid.name(cell), self.piece_at(cell)?)))
    }

    /// The current position, from which [`from_position`](Self::from_position) restores the board.
    pub fn position(&self) -> Position {
        // The number of moves always fits the tiles and passes [dominions 6.5].
        Position::new(self.side(), Self::player(self.turn), self.passes, self.ply(), self.pieces())
            .expect("a board holds each tile and each cell once")
    }
}

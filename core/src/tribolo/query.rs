//! The interface between a board and the vocabulary of the game: setting up, checking moves, observing.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation, Player, Position, Reason};

use super::board::{Board, Ply};
use super::lane::Word;
use super::lines::At;

fn name(at: At) -> Cell {
    Cell::new(at.column as u8, at.row as u8).expect("every cell of a board has a name")
}

fn place(cell: Cell) -> At {
    At { row: usize::from(cell.row()), column: usize::from(cell.column()) }
}

fn sorted(cells: impl Iterator<Item = At>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.map(name).collect();
    cells.sort_unstable();
    cells
}

impl<W: Word> Board<W> {
    /// A game that starts from a position. Any position is allowed [tribolo 4.1], whether or not any player
    /// has a legal move [tribolo 4.2].
    pub(super) fn from_position(position: &Position) -> Self {
        let mut board = Self::new(position.size());
        let rows = position.cells().chunks(usize::from(position.size().width()));
        for (row, contents) in rows.enumerate() {
            for (column, &content) in contents.iter().enumerate() {
                let at = At { row, column };
                match content {
                    Content::Wall => board.keep_wall(at),
                    Content::Empty => board.open(at),
                    Content::Owned(player) => {
                        board.open(at);
                        board.give(at, player as usize);
                    }
                }
            }
        }
        board.ply = position.ply();
        board.begin(position.asked() as u8);
        board
    }

    /// The current position, from which [`from_position`](Self::from_position) can start a game with the same
    /// player to move [tribolo 4.4]. There are never more moves than owned cells [tribolo 4.3].
    pub(super) fn position(&self) -> Position {
        let cells = self.size.cells().map(|cell| self.content(cell)).collect();
        Position::new(self.size, cells, Player::ALL[usize::from(self.turn)], self.ply)
            .expect("the number of cells fits the size, and there are at least as many owned cells as moves")
    }

    /// The content of `cell`, which must be on the board [tribolo 1.3].
    fn content(&self, cell: Cell) -> Content {
        let at = place(cell);
        match Player::ALL.into_iter().find(|&player| self.rows[player as usize].has(at)) {
            Some(player) => Content::Owned(player),
            None if self.empty.has(at) => Content::Empty,
            None => Content::Wall,
        }
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        (!self.over).then(|| Player::ALL[usize::from(self.turn)])
    }

    /// Returns the place of a move that `player` may play in the current position, or the first reason
    /// against the move [tribolo 2.7].
    pub(super) fn check(&self, player: Player, mv: Move) -> Result<At, Reason> {
        let at = place(mv.0);
        match () {
            () if self.over => Err(Reason::GameOver),
            () if self.turn != player as u8 => Err(Reason::NotYourTurn),
            () if !self.size.has(mv.0) => Err(Reason::OffBoard),
            () if self.content(mv.0) != Content::Empty => Err(Reason::Occupied),
            () if !self.can_move(at) => Err(Reason::NoJump),
            () => Ok(at),
        }
    }

    /// The legal moves of the player to move.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        self.legal.iter().map(|at| Move(name(at))).collect()
    }

    /// The cells at which `player` has a jump, sorted. It need not be the turn of `player`.
    pub(super) fn moves(&self, player: Player) -> Vec<Cell> {
        sorted(self.cells(player as u8).iter())
    }

    /// The cells that `player` would jump over from each cell with a jump, sorted. It need not be the turn of
    /// `player`.
    pub(super) fn jumps(&self, player: Player) -> BTreeMap<Cell, Vec<Cell>> {
        let jumped =
            |at: At| sorted(self.flips(at, player as usize, self.height).cells(at).map(|(at, _)| at));
        self.cells(player as u8).iter().map(|at| (name(at), jumped(at))).collect()
    }

    /// The player with the most cells; `None` if several share the most [tribolo 3.5].
    fn leader(&self) -> Option<Player> {
        let scores = self.scores();
        let score = |&player: &Player| scores[player as usize];
        let most = scores.iter().max();
        let mut leaders = Player::ALL.into_iter().filter(|player| Some(&score(player)) == most);
        leaders.next().filter(|_| leaders.next().is_none())
    }

    /// The cells that the move of `ply` jumped over, sorted.
    pub(super) fn taken(ply: &Ply<W>) -> Vec<Cell> {
        sorted(ply.flips.cells(ply.at).map(|(at, _)| at))
    }

    /// Everything that can be observed of the position, except the cells that the last move jumped over.
    pub(super) fn observe(&self) -> Observation {
        let contents = self.size.cells().map(|cell| (cell, self.content(cell)));
        Observation {
            game: "tribolo",
            width: self.size.width(),
            height: self.size.height(),
            ply: self.ply,
            to_move: self.to_move(),
            over: self.over,
            winner: self.leader().filter(|_| self.over),
            // All three players have a score, even without cells [tribolo 3.6].
            scores: Player::ALL.into_iter().zip(self.scores()).collect(),
            board: contents.filter(|&(_, content)| content != Content::Empty).collect(),
            jumps: self.to_move().map(|player| self.jumps(player)).unwrap_or_default(),
            moves: Player::ALL.into_iter().map(|player| (player, self.moves(player))).collect(),
            taken: Vec::new(),
        }
    }
}

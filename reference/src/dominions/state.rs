//! The state of a game, its moves, its end and its score.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::dominions::{Cell, Dominions, Each, Move, Observation, Piece, Player, Position, Tile};

use super::board::Board;
use super::capture::capture;
use super::groups::{groups, sections};

/// The full state at one moment of a game.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    /// The player to move. When the game is over, the player whose turn it would be.
    pub(super) turn: Player,
    /// The number of consecutive passes up to now, at most 2.
    passes: u8,
    /// The number of moves played, passes included.
    ply: u32,
}

impl State {
    /// The state that a position describes.
    pub(super) fn at(position: &Position) -> Self {
        Self {
            board: Board::of(position),
            turn: position.turn(),
            passes: position.passes(),
            ply: position.ply(),
        }
    }

    /// This state as a position. The number of moves always fits the tiles and passes [dominions 6.5].
    pub(super) fn position(&self) -> Option<Position> {
        Position::new(self.board.side, self.turn, self.passes, self.ply, self.board.tiles()).ok()
    }

    /// Makes a legal move of the player to move. The opponent moves next [dominions 1.5].
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::Place(tile, cell) => {
                self.board.put(cell, Piece { tile, owner: self.turn, controller: self.turn });
                capture(&mut self.board, self.turn, cell);
                self.passes = 0;
            }
            Move::Pass => self.passes += 1,
        }
        self.turn = self.turn.opponent();
        self.ply += 1;
    }

    /// The tiles of `player` that are not on the board, sorted. A player has one copy of each tile
    /// [dominions 1.3].
    pub(super) fn hand(&self, player: Player) -> Vec<Tile> {
        let owned = self.board.tiles().filter(|(_, piece)| piece.owner == player);
        let placed: BTreeSet<Tile> = owned.map(|(_, piece)| piece.tile).collect();
        Tile::all().filter(|tile| !placed.contains(tile)).collect()
    }

    /// Whether the game is over: the last two moves were passes [dominions 5.1].
    pub(super) fn over(&self) -> bool {
        self.passes == 2
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self) -> Option<Player> {
        if self.over() { None } else { Some(self.turn) }
    }

    /// The number of tiles that `player` controls on the board minus the number of tiles left in hand
    /// [dominions 5.2].
    fn score(&self, player: Player) -> i32 {
        let controlled = self.board.tiles().filter(|(_, piece)| piece.controller == player).count();
        controlled as i32 - self.hand(player).len() as i32
    }

    /// The winner of a game that is over: the player with the higher score [dominions 5.3]. `None` for equal
    /// scores and in a game that is not over.
    fn winner(&self) -> Option<Player> {
        if !self.over() {
            return None;
        }
        match self.score(Player::White).cmp(&self.score(Player::Black)) {
            Ordering::Greater => Some(Player::White),
            Ordering::Equal => None,
            Ordering::Less => Some(Player::Black),
        }
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self) -> Observation {
        Observation {
            game: Dominions::NAME,
            size: self.board.side.get(),
            ply: self.ply,
            to_move: self.to_move(),
            over: self.over(),
            winner: self.winner(),
            scores: Each::new(|player| self.score(player)),
            board: self.board.tiles().collect(),
            hands: Each::new(|player| self.hand(player)),
            passes: self.passes,
            groups: groups(&self.board),
            sections: sections(&self.board),
        }
    }

    /// A hash of everything that distinguishes positions of a game: the tiles, the player to move and the
    /// passes. It is the same in every run.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let tiles: Vec<(Cell, Piece)> = self.board.tiles().collect();
        (tiles, self.to_move(), self.passes).hash(&mut hasher);
        hasher.finish()
    }
}

//! Positions as text.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::moves::parse_tile;
use super::{Cell, Piece, Player, PlayerError, Side};

/// A position: the tiles on the board, the player to move, and the numbers of moves and of passes.
///
/// The text form is one line of words:
///
/// ```text
/// 9 white 0 2 W63i9 B55h8*
/// ```
///
/// The words are the side of the board, the player to move, the number of consecutive passes so far (2: the
/// game is over), the number of moves played, and the tiles, sorted by cell. Each tile consists of the
/// owner's initial, the number of the tile, the cell, and a star if the opponent controls the tile. Trailing
/// words between the side and the tiles may be omitted. By default, White is to move, there are no passes,
/// and the number of moves is the sum of tiles and passes.
///
/// A value of this type is consistent: every occupied cell is on the board, no player has placed a tile
/// twice, and the number of moves is possible with these tiles and passes. Only an engine can decide whether
/// the beams match and the groups have liberties; see [`Invalid`]. The position need not be reachable in a
/// game: either player may be to move after any number of moves, and tiles need not be connected.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    side: Side,
    turn: Player,
    passes: u8,
    ply: u32,
    tiles: BTreeMap<Cell, Piece>,
}

impl Position {
    /// The empty board of this side, with White to move.
    pub const fn initial(side: Side) -> Self {
        Self { side, turn: Player::White, passes: 0, ply: 0, tiles: BTreeMap::new() }
    }

    /// Returns a position from its parts; see the accessors of the same names.
    ///
    /// # Errors
    /// Fails if the parts contradict each other.
    pub fn new(
        side: Side,
        turn: Player,
        passes: u8,
        ply: u32,
        tiles: impl IntoIterator<Item = (Cell, Piece)>,
    ) -> Result<Self, PositionError> {
        let mut position = Self { side, turn, passes, ply, tiles: BTreeMap::new() };
        let mut placed = [0; 2];
        for (cell, piece) in tiles {
            position.put(cell, piece, &mut placed)?;
        }
        position.check_counts()?;
        Ok(position)
    }

    /// Puts a tile on the board. `placed` holds, for each player, one bit per tile that is already on the
    /// board.
    fn put(&mut self, cell: Cell, piece: Piece, placed: &mut [u64; 2]) -> Result<(), PositionError> {
        if !self.side.has(cell) {
            return Err(PositionError::OffBoard(cell, self.side));
        }
        let held = &mut placed[piece.owner as usize];
        let bit = 1 << (piece.tile.number() - 1);
        if *held & bit != 0 {
            let same = |(_, other): &(&Cell, &Piece)| (other.owner, other.tile) == (piece.owner, piece.tile);
            let at = self.tiles.iter().find(same).map_or(cell, |(&at, _)| at);
            return Err(PositionError::TileTwice(piece, at, cell));
        }
        *held |= bit;
        match self.tiles.insert(cell, piece) {
            Some(_) => Err(PositionError::CellTwice(cell)),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> Result<(), PositionError> {
        if self.passes > 2 {
            return Err(PositionError::Passes(self.passes));
        }
        let (tiles, passes) = (self.tiles.len() as u32, u32::from(self.passes));
        // There is at most one pass before each placement: a second one would have ended the game.
        let (least, most) = (tiles + passes, 2 * tiles + passes);
        if !(least..=most).contains(&self.ply) {
            return Err(PositionError::Ply { ply: self.ply, least, most });
        }
        Ok(())
    }

    /// The side of the board.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The player to move; when the game is over, the player who would be next to move.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The number of consecutive passes so far, 0 to 2; after two passes the game is over.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of moves played, passes included.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The tiles on the board, by cell.
    pub const fn tiles(&self) -> &BTreeMap<Cell, Piece> {
        &self.tiles
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side, turn, passes, ply, tiles } = self;
        write!(f, "{side} {turn} {passes} {ply}")?;
        for (cell, piece) in tiles {
            let star = if piece.owner == piece.controller { "" } else { "*" };
            write!(f, " {}{}{cell}{star}", piece.owner.initial(), piece.tile)?;
        }
        Ok(())
    }
}

/// An inconsistency of a position, in its text or between its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word of the text is not a side from 2 to 9.
    #[error("{0:?} is not a size; a position begins with the side of the board, 2 to 9")]
    Side(String),
    /// The word at the place of the player to move does not name a player.
    #[error(transparent)]
    Player(PlayerError),
    /// A word is neither a tile on a cell nor one of the numbers.
    #[error("{0:?} is not a tile on a cell, such as W63i9 or B55h8*")]
    Word(String),
    /// A tile is on a cell that the board does not have.
    #[error("cell {0} is not on a board of side {1}")]
    OffBoard(Cell, Side),
    /// There are two tiles on one cell.
    #[error("there are two tiles on {0}")]
    CellTwice(Cell),
    /// A tile occurs twice with the same owner.
    #[error("{} has tile {} twice, on {} and on {}", .0.owner, .0.tile, .1, .2)]
    TileTwice(Piece, Cell, Cell),
    /// There are more than two consecutive passes.
    #[error("{0} consecutive passes; the game ends after 2")]
    Passes(u8),
    /// The number of moves is impossible with these tiles and passes.
    #[error("{ply} moves do not lead here: the tiles and passes take {least} to {most}")]
    Ply {
        /// The number of moves given.
        ply: u32,
        /// The smallest possible number of moves.
        least: u32,
        /// The largest possible number of moves, with a pass before every placement.
        most: u32,
    },
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let first = words.next().unwrap_or_default();
        let side = first.parse().map_err(|_| PositionError::Side(first.into()))?;
        // The word of a tile contains a number.
        let turn = words.next_if(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
        let mut position = Self::initial(side);
        position.turn = turn.map_or(Ok(Player::White), str::parse).map_err(PositionError::Player)?;
        let mut count = || words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let (passes, ply) = match turn {
            Some(_) => (count(), count()),
            None => (None, None),
        };
        if let Some(word) = passes {
            position.passes = word.parse().map_err(|_| PositionError::Word(word.into()))?;
        }
        let mut placed = [0; 2];
        for word in words {
            let (cell, piece) = parse_piece(word).ok_or_else(|| PositionError::Word(word.into()))?;
            position.put(cell, piece, &mut placed)?;
        }
        position.ply = match ply {
            Some(word) => word.parse().map_err(|_| PositionError::Word(word.into()))?,
            None => position.tiles.len() as u32 + u32::from(position.passes),
        };
        position.check_counts()?;
        Ok(position)
    }
}

/// Parses a tile on a cell, such as `W63i9` or `B55h8*`.
fn parse_piece(word: &str) -> Option<(Cell, Piece)> {
    let (initial, rest) = word.split_at_checked(1)?;
    let owner: Player = initial.parse().ok()?;
    let (tile, rest) = parse_tile(rest)?;
    let (cell, controller) = match rest.strip_suffix('*') {
        Some(cell) => (cell, owner.opponent()),
        None => (rest, owner),
    };
    let piece = Piece { tile: tile.ok()?, owner, controller };
    Some((cell.parse().ok()?, piece))
}

/// Why an engine refuses a position: no game can reach it. Engines report the first fault in this order:
/// faults of beams before missing liberties; then by cell, ascending; for one cell, the edge before its
/// neighbours, which are ascending, too.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// The tile on this cell has a beam off the board.
    #[error("the tile on {0} has a beam off the board")]
    Edge(Cell),
    /// A beam of one of these neighbours meets a blank side of the other. The smaller cell is first.
    #[error("between {0} and {1} a beam meets a blank")]
    Mismatch(Cell, Cell),
    /// The group whose smallest cell is this one has no liberty.
    #[error("the group of {0} has no liberty")]
    NoLiberty(Cell),
}

impl Position {
    /// Returns the initial position for the words of `boardsize` or `--size`.
    pub(super) fn from_size(words: &[&str]) -> Result<Self, String> {
        let side = match words {
            [] => Ok(Side::STANDARD),
            [word] if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Err(format!("{word:?} is not a size, from 2 to 9, and Dominions has no options"))
            }
            [word] => word.parse().map_err(|error: super::SideError| error.to_string()),
            _ => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                Err(format!("{:?}: the size is one number, from 2 to 9", words.join(" ")))
            }
        };
        side.map(Self::initial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["9 white 0 0", "2 black 1 3 W1b2 B2c2*", "3 white 2 2"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn counts_may_be_left_out() {
        for (short, full) in [
            ("9", "9 white 0 0"),
            ("3 b", "3 black 0 0"),
            ("3 B1c3", "3 white 0 1 B1c3"),
            ("3 black 1 w1c3", "3 black 1 2 W1c3"),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn contradictions_are_named() {
        for (text, message) in [
            ("", "\"\" is not a size; a position begins with the side of the board, 2 to 9"),
            ("400", "\"400\" is not a size; a position begins with the side of the board, 2 to 9"),
            ("9 green", "\"green\" is not a player; the players are white and black"),
            ("9 W63i9 X1i8", "\"X1i8\" is not a tile on a cell, such as W63i9 or B55h8*"),
            ("9 W64i9", "\"W64i9\" is not a tile on a cell, such as W63i9 or B55h8*"),
            ("2 W1i9", "cell i9 is not on a board of side 2"),
            ("9 W1i9 B1i9", "there are two tiles on i9"),
            ("9 W1i9 W1h9*", "white has tile 1 twice, on i9 and on h9"),
            ("9 white 3", "3 consecutive passes; the game ends after 2"),
            ("9 white 0 0 W1i9", "0 moves do not lead here: the tiles and passes take 1 to 2"),
            ("9 white 0 3 W1i9", "3 moves do not lead here: the tiles and passes take 1 to 2"),
            ("9 white 0 99999999999", "\"99999999999\" is not a tile on a cell, such as W63i9 or B55h8*"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}

//! Positions, and the reasons why a position is refused.

use alloc::string::String;

use thiserror::Error;

use super::{Cell, Kind, Man, Player};

/// The draws that end a game in addition to stalemate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draws {
    /// No other draws.
    #[default]
    None,
    /// Draws that a player may claim: threefold repetition, 50 moves and insufficient material.
    Claim,
    /// Draws that end a game by themselves: fivefold repetition, 75 moves and dead positions.
    Auto,
}

impl Draws {
    /// The words of the option in the text of a position; empty for [`None`](Self::None).
    pub const fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Claim => " draws claim",
            Self::Auto => " draws auto",
        }
    }
}

/// A side of the board, which the square of the king divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wing {
    /// The side to the right of the king, as White sees it.
    King,
    /// The side to the left of the king, as White sees it.
    Queen,
}

/// The rooks with which castling may still be allowed, by player and wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rights {
    rooks: [[Option<Cell>; 2]; 2],
}

impl Rights {
    /// The order of the rights in a text: White first, the king's wing first.
    pub const ORDER: [(Player, Wing); 4] = [
        (Player::White, Wing::King),
        (Player::White, Wing::Queen),
        (Player::Black, Wing::King),
        (Player::Black, Wing::Queen),
    ];

    /// The square of the rook of a right; `None` without the right.
    pub const fn rook(&self, player: Player, wing: Wing) -> Option<Cell> {
        self.rooks[player as usize][wing as usize]
    }

    /// Sets the square of the rook of a right, or removes the right.
    pub const fn set(&mut self, player: Player, wing: Wing, rook: Option<Cell>) {
        self.rooks[player as usize][wing as usize] = rook;
    }

    /// Iterates over the rights, in [`ORDER`](Self::ORDER), with the squares of the rooks.
    pub fn all(&self) -> impl Iterator<Item = (Player, Wing, Cell)> {
        let this = *self;
        Self::ORDER
            .into_iter()
            .filter_map(move |(player, wing)| Some((player, wing, this.rook(player, wing)?)))
    }
}

/// The parts of a position, which [`Position::new`] checks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Parts {
    /// The pieces, in the order of [`Cell::BOARD`].
    pub board: [Option<Man>; 64],
    /// The player to move or, if the game is over, the player who would be next to move.
    pub turn: Player,
    /// The castling rights, as the squares of the rooks.
    pub rights: Rights,
    /// The square that a pawn of the opponent has just crossed by a double step.
    pub en_passant: Option<Cell>,
    /// The number of moves of both players since a capture or a pawn move.
    pub halfmoves: u32,
    /// The fullmove number of FEN: it starts at 1 and increases after each move by Black.
    pub fullmoves: u32,
    /// Whether the game is a game of Chess960.
    pub chess960: bool,
    /// The draws that end the game.
    pub draws: Draws,
    /// Whether the game is drawn by a repetition. The rest of the position does not show this, because it
    /// does not contain the earlier positions.
    pub drawn: bool,
}

impl Parts {
    /// An empty board, with White to move.
    pub const EMPTY: Self = Self {
        board: [None; 64],
        turn: Player::White,
        rights: Rights { rooks: [[None; 2]; 2] },
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
        chess960: false,
        draws: Draws::None,
        drawn: false,
    };

    /// The index of a player's first rank, from 0.
    pub const fn home(player: Player) -> u8 {
        match player {
            Player::White => 0,
            Player::Black => 7,
        }
    }

    /// The square of a player's king if it is on the player's first rank. `None` unless there is exactly one
    /// king on it.
    pub fn king_at_home(&self, player: Player) -> Option<Cell> {
        let king = Some(Man { player, kind: Kind::King });
        let mut kings = self.at_home(player).filter(|cell| self.board[cell.place()] == king);
        kings.next().filter(|_| kings.next().is_none())
    }

    /// The squares of a player's first rank, from the a-file.
    fn at_home(&self, player: Player) -> impl DoubleEndedIterator<Item = Cell> {
        (0..8).filter_map(move |file| Cell::new(file, Self::home(player)))
    }

    /// The square of the outermost rook on the first rank of `player`, on the side `wing` of the king.
    pub(super) fn outermost(&self, player: Player, wing: Wing) -> Option<Cell> {
        let king = self.king_at_home(player)?;
        let rook = |cell: &Cell| self.board[cell.place()] == Some(Man { player, kind: Kind::Rook });
        let mut rooks = self.at_home(player).filter(rook);
        match wing {
            Wing::King => rooks.next_back().filter(|rook| rook.file() > king.file()),
            Wing::Queen => rooks.next().filter(|rook| rook.file() < king.file()),
        }
    }

    /// The number of moves played by both players, computed from the fullmove number.
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmoves - 1) + self.turn as u32
    }
}

/// A position: the pieces, the player to move, the castling rights, the en passant square, the counters of
/// moves, and the options.
///
/// Its text form is Forsyth-Edwards notation, followed by the options:
///
/// ```text
/// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 chess960 draws claim
/// ```
///
/// Trailing fields after the board may be omitted, even if options follow. In the text, a castling right is a
/// letter of `KQkq`, for the outermost rook on its wing, or the file of the rook, which requires `chess960`.
/// A letter of `KQkq` is printed if it means this rook. After `draws claim` or `draws auto`, the word `drawn`
/// means that the game is over by a repetition.
///
/// A value of this type is consistent: if a player has a castling right, the king and the rook are on
/// suitable squares. Only an engine can decide whether a game can reach the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    parts: Parts,
}

impl Position {
    /// The largest number of moves that a position can record.
    pub const MOST: u32 = 999_999_999;

    /// Returns a position from its parts.
    ///
    /// # Errors
    /// Fails if the king or the rook of a castling right is not on a suitable square, if an en passant square
    /// is on the wrong rank, if counters are too large, or if `drawn` is set although the options include no
    /// draws.
    pub fn new(parts: Parts) -> Result<Self, PositionError> {
        for (player, wing, rook) in parts.rights.all() {
            let error = || PositionError::Right { player, rook };
            let king = parts.king_at_home(player).ok_or_else(error)?;
            let stands = parts.board[rook.place()] == Some(Man { player, kind: Kind::Rook })
                && rook.rank() == Parts::home(player)
                && (rook.file() > king.file()) == (wing == Wing::King);
            let standard = king.file() == 4 && matches!(rook.file(), 0 | 7);
            if !stands || !(parts.chess960 || standard) {
                return Err(error());
            }
        }
        let third = match parts.turn {
            Player::White => 5,
            Player::Black => 2,
        };
        if let Some(cell) = parts.en_passant.filter(|cell| cell.rank() != third) {
            return Err(PositionError::EnPassant { cell, turn: parts.turn });
        }
        let most = parts.halfmoves.max(parts.fullmoves);
        if most > Self::MOST {
            return Err(PositionError::TooMany(most));
        }
        if parts.fullmoves == 0 {
            return Err(PositionError::NoNumber);
        }
        if parts.drawn && parts.draws == Draws::None {
            return Err(PositionError::Drawn);
        }
        Ok(Self { parts })
    }

    /// The parts of the position.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The piece on a square, if any.
    pub const fn man(&self, cell: Cell) -> Option<Man> {
        self.parts.board[cell.place()]
    }
}

/// An inconsistency of a position, in its text or between its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word of the text is not a board.
    #[error(
        "{0:?} is not a board; a board is eight ranks joined by /, from the eighth down, each of eight squares: \
         letters of PNBRQK and pnbrqk for pieces, numbers for empty squares"
    )]
    Board(String),
    /// The board has too few or too many ranks.
    #[error("{word:?} is not a board: it has {count} ranks, separated by /, not 8")]
    Ranks {
        /// The board.
        word: String,
        /// The number of ranks.
        count: usize,
    },
    /// A rank of the board has too few or too many squares.
    #[error("rank {rank}, {word:?}, has {count} squares, not 8")]
    Rank {
        /// The number of the rank, from 1.
        rank: u8,
        /// The rank.
        word: String,
        /// The number of squares of the rank.
        count: usize,
    },
    /// A rank contains two consecutive numbers of empty squares.
    #[error("two digits follow each other in rank {rank}, {word:?}; one digit counts adjacent empty squares")]
    Digits {
        /// The number of the rank, from 1.
        rank: u8,
        /// The rank.
        word: String,
    },
    /// A letter of the board is not a piece.
    #[error(
        "{letter:?} in rank {rank} is neither a piece, one of PNBRQK and pnbrqk, nor a number of empty squares, 1 to 8"
    )]
    Letter {
        /// The number of the rank, from 1.
        rank: u8,
        /// The letter.
        letter: char,
    },
    /// A word after the board is not a value of its field.
    #[error("expected {expected}, found {word:?}")]
    Word {
        /// The word.
        word: String,
        /// A description of the expected word.
        expected: &'static str,
    },
    /// A field is missing: the word at its place would be a value of a later field.
    #[error("expected {expected}, found {word:?}; is a field before it missing?")]
    Missing {
        /// The word.
        word: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A player has a castling right, but the king is not on the first rank.
    #[error("the castling right {letter:?} has no king: {player} has no king on {home}", home = home(*.player))]
    NoKing {
        /// The letter of the right.
        letter: char,
        /// The player.
        player: Player,
    },
    /// There is no rook for a castling right.
    #[error(
        "the castling right {letter:?} has no rook on its side of the king on {king}, on {home}",
        home = home(*.player)
    )]
    NoRook {
        /// The letter of the right.
        letter: char,
        /// The player.
        player: Player,
        /// The square of the king.
        king: Cell,
    },
    /// A castling right occurs twice.
    #[error("the castling right {0:?} is named twice")]
    Twice(char),
    /// A castling right whose king or rook is not on its square in the standard game.
    #[error(
        "{player} cannot castle with {rook}: the king has to be on {king} and the rook on {rooks}, unless the position \
         is one of chess960",
        king = first(*.player)[0],
        rooks = first(*.player)[1]
    )]
    Right {
        /// The player.
        player: Player,
        /// The square of the rook.
        rook: Cell,
    },
    /// The en passant square is on the wrong rank.
    #[error(
        "{turn} cannot capture en passant on {cell}: with {turn} to move the en passant square is on {rank}",
        rank = if *.turn == Player::White { "rank 6" } else { "rank 3" }
    )]
    EnPassant {
        /// The en passant square.
        cell: Cell,
        /// The player to move.
        turn: Player,
    },
    /// A counter is larger than a position can record.
    #[error("{0} moves are too many; a position may have at most {most}", most = Position::MOST)]
    TooMany(u32),
    /// The fullmove number is 0.
    #[error("move numbers start at 1")]
    NoNumber,
    /// The position is marked as drawn, although the options include no draws.
    #[error("a game is drawn by a repetition only with draws claim or draws auto")]
    Drawn,
}

/// A description of a player's first rank, for messages.
const fn home(player: Player) -> &'static str {
    match player {
        Player::White => "rank 1",
        Player::Black => "rank 8",
    }
}

/// The initial squares of a player's king and rooks in the standard game, for messages.
const fn first(player: Player) -> [&'static str; 2] {
    match player {
        Player::White => ["e1", "a1 or h1"],
        Player::Black => ["e8", "a8 or h8"],
    }
}

/// Why an engine refuses a position: no game can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// A player has no king, or several.
    #[error("{player} has {count} kings, not one")]
    Kings {
        /// The player.
        player: Player,
        /// The number of kings.
        count: u32,
    },
    /// A player has too many pieces.
    #[error("{player} has {count} pieces, more than 16")]
    Pieces {
        /// The player.
        player: Player,
        /// The number of pieces.
        count: u32,
    },
    /// A player has too many pawns.
    #[error("{player} has {count} pawns, more than 8")]
    Pawns {
        /// The player.
        player: Player,
        /// The number of pawns.
        count: u32,
    },
    /// There is a pawn on the first or the last rank.
    #[error("a pawn cannot be on {0}")]
    Pawn(Cell),
    /// The player who is not to move is in check.
    #[error("{0} is in check but not to move")]
    InCheck(Player),
    /// No pawn can have just crossed the en passant square.
    #[error("no pawn can just have crossed {0}")]
    EnPassant(Cell),
    /// More than two pieces give check.
    #[error("{0} pieces give check, more than two")]
    Checks(u32),
}

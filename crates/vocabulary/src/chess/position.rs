//! Positions, and the faults that one may have.

use alloc::string::String;

use thiserror::Error;

use super::{Cell, Kind, Man, Player};

/// Which draws end a game besides stalemate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draws {
    /// None.
    #[default]
    None,
    /// Draws that a player may claim, at the third repetition and after 50 moves, and insufficient material.
    Claim,
    /// Draws that end a game by themselves: the fifth time, 75 moves, dead positions.
    Auto,
}

impl Draws {
    /// The words that follow a position in its text; empty for none.
    pub const fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Claim => " draws claim",
            Self::Auto => " draws auto",
        }
    }
}

/// A wing of the board, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wing {
    /// On the right of the king.
    King,
    /// On the left of the king.
    Queen,
}

/// The rooks with which castling may still be allowed, by player and wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rights {
    rooks: [[Option<Cell>; 2]; 2],
}

impl Rights {
    /// The rights in the order in which they are written: White first, the king's wing first.
    pub const ORDER: [(Player, Wing); 4] = [
        (Player::White, Wing::King),
        (Player::White, Wing::Queen),
        (Player::Black, Wing::King),
        (Player::Black, Wing::Queen),
    ];

    /// The square of a rook.
    pub const fn rook(&self, player: Player, wing: Wing) -> Option<Cell> {
        self.rooks[player as usize][wing as usize]
    }

    /// Sets the square of a rook.
    pub const fn set(&mut self, player: Player, wing: Wing, rook: Option<Cell>) {
        self.rooks[player as usize][wing as usize] = rook;
    }

    /// All rooks, in order.
    pub fn all(&self) -> impl Iterator<Item = (Player, Wing, Cell)> {
        let this = *self;
        Self::ORDER
            .into_iter()
            .filter_map(move |(player, wing)| Some((player, wing, this.rook(player, wing)?)))
    }
}

/// The parts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Parts {
    /// The pieces, in the order of [`Cell::BOARD`].
    pub board: [Option<Man>; 64],
    /// The player on turn, or whose turn it would be if the game is over.
    pub turn: Player,
    /// The rooks that may castle.
    pub rights: Rights,
    /// The square that a pawn of the opponent has just crossed.
    pub en_passant: Option<Cell>,
    /// The number of moves of both players since a capture or a pawn move.
    pub halfmoves: u32,
    /// The number of the full move, which increases after Black's move.
    pub fullmoves: u32,
    /// Whether this is a game of Chess960.
    pub chess960: bool,
    /// Which draws end the game.
    pub draws: Draws,
    /// Whether the game is drawn by a repetition, which only the earlier moves show.
    pub drawn: bool,
}

impl Parts {
    /// An empty board, White on turn.
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

    /// The first rank of a player.
    pub const fn home(player: Player) -> u8 {
        match player {
            Player::White => 0,
            Player::Black => 7,
        }
    }

    /// The king of a player on the player's first rank; `None` unless there is exactly one.
    pub fn king_at_home(&self, player: Player) -> Option<Cell> {
        let king = Some(Man { player, kind: Kind::King });
        let mut kings = self.at_home(player).filter(|cell| self.board[cell.place()] == king);
        kings.next().filter(|_| kings.next().is_none())
    }

    /// The squares of a player's first rank.
    fn at_home(&self, player: Player) -> impl DoubleEndedIterator<Item = Cell> {
        (0..8).filter_map(move |file| Cell::new(file, Self::home(player)))
    }

    /// The outermost rook of a player on a wing, as White sees it.
    pub(super) fn outermost(&self, player: Player, wing: Wing) -> Option<Cell> {
        let king = self.king_at_home(player)?;
        let rook = |cell: &Cell| self.board[cell.place()] == Some(Man { player, kind: Kind::Rook });
        let mut rooks = self.at_home(player).filter(rook);
        match wing {
            Wing::King => rooks.next_back().filter(|rook| rook.file() > king.file()),
            Wing::Queen => rooks.next().filter(|rook| rook.file() < king.file()),
        }
    }

    /// The number of moves played before this one, computed from its number.
    pub const fn ply(&self) -> u32 {
        2 * (self.fullmoves - 1) + self.turn as u32
    }
}

/// A position: the pieces, the player on turn, the castling rights and the en passant square, how far the
/// game has come, and the options.
///
/// As text it is in Forsyth-Edwards notation, followed by the options:
///
/// ```text
/// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1 chess960 draws claim
/// ```
///
/// The words after the board may be left out from the right, except for the options. A castling right is read
/// as one of `KQkq`, the outermost rook on its wing, or as the file of the rook, which needs `chess960`. It
/// is printed as one of `KQkq` if that means this rook. After `draws claim` or `draws auto`, the word `drawn`
/// means that the game is over by a repetition.
///
/// A value of this type is consistent as a description: a player who may castle has king and rook in the
/// right places. Only an engine can decide whether a game could lead to the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    parts: Parts,
}

impl Position {
    /// The largest number of moves that a position can record.
    pub const MOST: u32 = 999_999_999;

    /// A position from its parts.
    ///
    /// # Errors
    /// Fails if a castling right has no king or rook, if an en passant square is on the wrong rank, if
    /// counters are too large, or if a game is drawn although no draw ends it.
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

    /// The piece on a square.
    pub const fn man(&self, cell: Cell) -> Option<Man> {
        self.parts.board[cell.place()]
    }
}

/// A fault of a position as a description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word is not a board.
    #[error(
        "{0:?} is not a board; a board is eight ranks joined by /, from the eighth down, each of eight squares: \
         letters of PNBRQK and pnbrqk for pieces, numbers for empty squares"
    )]
    Board(String),
    /// The board has too few ranks, or too many.
    #[error("{word:?} is not a board: it has {count} ranks, separated by /, not 8")]
    Ranks {
        /// The board.
        word: String,
        /// The number of ranks.
        count: usize,
    },
    /// A rank of the board has too few squares, or too many.
    #[error("rank {rank}, {word:?}, has {count} squares, not 8")]
    Rank {
        /// The number of the rank, from 1.
        rank: u8,
        /// The rank.
        word: String,
        /// The number of its squares.
        count: usize,
    },
    /// Two numbers of empty squares follow each other.
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
    /// A word after the board has the wrong form.
    #[error("expected {expected}, found {word:?}")]
    Word {
        /// The word.
        word: String,
        /// A description of the expected word.
        expected: &'static str,
    },
    /// A word after the board would be a later field.
    #[error("expected {expected}, found {word:?}; is a field before it missing?")]
    Missing {
        /// The word.
        word: String,
        /// The expected value.
        expected: &'static str,
    },
    /// A right to castle of a player whose king is not on the first rank.
    #[error("the castling right {letter:?} has no king: {player} has no king on {home}", home = home(*.player))]
    NoKing {
        /// The right.
        letter: char,
        /// The player.
        player: Player,
    },
    /// A right to castle names no rook.
    #[error(
        "the castling right {letter:?} has no rook on its side of the king on {king}, on {home}",
        home = home(*.player)
    )]
    NoRook {
        /// The right.
        letter: char,
        /// The player.
        player: Player,
        /// The square of the king.
        king: Cell,
    },
    /// A right to castle comes twice.
    #[error("the castling right {0:?} is named twice")]
    Twice(char),
    /// A castling right without king and rook in the right places.
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
    /// A cell for a capture en passant on the wrong rank.
    #[error(
        "{turn} cannot capture en passant on {cell}: with {turn} to move the en passant square is on {rank}",
        rank = if *.turn == Player::White { "rank 6" } else { "rank 3" }
    )]
    EnPassant {
        /// The square.
        cell: Cell,
        /// The player on turn.
        turn: Player,
    },
    /// More moves than a position can record.
    #[error("{0} moves are too many; a position tells at most {most}", most = Position::MOST)]
    TooMany(u32),
    /// The number of the full move is 0.
    #[error("the number of the move is from 1")]
    NoNumber,
    /// Drawn although no draw ends the game.
    #[error("a game is drawn by a repetition only with draws claim or draws auto")]
    Drawn,
}

/// The first rank of a player, in words.
const fn home(player: Player) -> &'static str {
    match player {
        Player::White => "rank 1",
        Player::Black => "rank 8",
    }
}

/// The squares of the king and of the rooks with which the standard game begins, in words.
const fn first(player: Player) -> [&'static str; 2] {
    match player {
        Player::White => ["e1", "a1 or h1"],
        Player::Black => ["e8", "a8 or h8"],
    }
}

/// Why an engine refuses a position: it could not arise by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// A player has no king or several.
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
    /// A pawn on the first or the last rank.
    #[error("a pawn cannot stand on {0}")]
    Pawn(Cell),
    /// The player who is not on turn is in check.
    #[error("{0} is in check and not on turn")]
    InCheck(Player),
    /// No pawn can just have crossed the square.
    #[error("no pawn can just have crossed {0}")]
    EnPassant(Cell),
    /// More than two pieces give check.
    #[error("{0} pieces give check, more than two")]
    Checks(u32),
}

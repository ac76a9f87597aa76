//! A game: the board of `cozy-chess`, and the facts that it does not store.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{
    Cell, Draws, Man, Move, Observation, Parts, Player, Position, Reason, Wing, castling as castling_text,
};
use bustan_vocabulary::{Draw, Playout, Standing};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square, get_pawn_attacks};

use crate::names::{cell, color, home, kind, piece, player, square};
use crate::reasons::{against, against_castling, castling};
use crate::{Refusal, setup};

/// The state of a game after some move.
#[derive(Clone, Debug)]
struct Moment {
    board: Board,
    /// The hash of the facts that make two positions the same.
    hash: u64,
    /// The halfmove clock, which `cozy-chess` stops counting at 100.
    halfmoves: u32,
    fullmoves: u32,
    /// The number of times that the position has occurred since the setup.
    appeared: u32,
}

/// A game in progress, with its earlier states.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    now: Moment,
    before: Vec<Moment>,
    chess960: bool,
    draws: Draws,
    /// Whether the game was set up as drawn by repetition.
    drawn: bool,
}

impl Default for Table {
    fn default() -> Self {
        let board = Board::startpos();
        let now = Moment { hash: hash(&board), board, halfmoves: 0, fullmoves: 1, appeared: 1 };
        Self { now, before: Vec::new(), chess960: false, draws: Draws::None, drawn: false }
    }
}

/// The square that a pawn has just crossed, if it can be captured on that square [chess 9.8]. The board
/// stores the square after every double step.
fn en_passant(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let crossed = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let mut pawns =
        (get_pawn_attacks(crossed, !color) & board.colored_pieces(color, Piece::Pawn)).into_iter();
    pawns
        .any(|from| board.is_legal(cozy_chess::Move { from, to: crossed, promotion: None }))
        .then_some(crossed)
}

/// A hash of the facts that make two positions the same [chess 7.2].
fn hash(board: &Board) -> u64 {
    if en_passant(board).is_some() { board.hash() } else { board.hash_without_ep() }
}

/// Whether the side to move has a legal move.
fn can_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether the pieces suffice to conclude that neither player can be checkmated [chess 7.6].
fn is_dead(board: &Board) -> bool {
    let kings = board.pieces(Piece::King);
    let (bishops, knights) = (board.pieces(Piece::Bishop), board.pieces(Piece::Knight));
    let others = board.occupied() ^ kings;
    if others == knights {
        return knights.len() < 2;
    }
    let one_colour =
        (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
    others == bishops && one_colour
}

impl Table {
    pub(crate) fn at(position: &Position) -> Result<Self, Refusal> {
        let board = setup::board(position)?;
        let &Parts { halfmoves, fullmoves, chess960, draws, drawn, .. } = position.parts();
        // [chess 7.8]
        let now = Moment { hash: hash(&board), board, halfmoves, fullmoves, appeared: 1 };
        Ok(Self { now, before: Vec::new(), chess960, draws, drawn })
    }

    /// Whether the position has occurred often enough for a draw.
    fn is_repeated(&self) -> bool {
        match self.draws {
            Draws::None => false,
            // [chess 7.1]
            Draws::Claim => self.drawn || self.now.appeared >= 3,
            // [chess 7.4]
            Draws::Auto => self.drawn || self.now.appeared >= 5,
        }
    }

    /// Whether the game is drawn although there may be legal moves.
    fn is_drawn(&self) -> bool {
        let most = match self.draws {
            Draws::None => return false,
            // [chess 7.3]
            Draws::Claim => 100,
            // [chess 7.5]
            Draws::Auto => 150,
        };
        self.now.halfmoves >= most || is_dead(&self.now.board) || self.is_repeated()
    }

    /// Whether the game is over [chess 6.3].
    fn is_over(&self) -> bool {
        self.is_drawn() || !can_move(&self.now.board)
    }

    /// The side to move, even if the game is over.
    fn mover(&self) -> Player {
        player(self.now.board.side_to_move())
    }

    pub(crate) fn turn(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.mover())
    }

    /// Converts a move of a player to the type of `cozy-chess` if it is legal, or returns why it is not.
    fn legal(&self, by: Player, mv: Move) -> Result<cozy_chess::Move, Reason> {
        let board = &self.now.board;
        if self.is_over() {
            return Err(Reason::GameOver);
        }
        if by != self.mover() {
            return Err(Reason::NotYourTurn);
        }
        let (from, to) = (square(mv.from), square(mv.to));
        match board.color_on(from) {
            None => return Err(Reason::NoPiece),
            Some(color) if player(color) != by => return Err(Reason::NotOwn),
            Some(_) => {}
        }
        let rook = castling(board, from, to, self.chess960).filter(|_| mv.promotion.is_none());
        if rook.is_none() && board.color_on(to) == Some(color(by)) {
            return Err(Reason::Occupied);
        }
        let said = cozy_chess::Move { from, to: rook.unwrap_or(to), promotion: mv.promotion.map(piece) };
        match rook {
            _ if board.is_legal(said) => Ok(said),
            Some(rook) => Err(against_castling(board, rook)),
            None => Err(against(board, said, en_passant(board))),
        }
    }

    pub(crate) fn judge(&self, by: Player, mv: Move) -> Result<(), Reason> {
        self.legal(by, mv).map(|_| ())
    }

    pub(crate) fn play(&mut self, by: Player, mv: Move) -> Result<(), Reason> {
        let said = self.legal(by, mv)?;
        self.make(said);
        Ok(())
    }

    /// Makes a move, which must be legal.
    fn make(&mut self, mv: cozy_chess::Move) {
        let (board, color) = (&self.now.board, self.now.board.side_to_move());
        let resets = board.pieces(Piece::Pawn).has(mv.from) || board.colors(!color).has(mv.to);
        let mut after = self.now.clone();
        after.board.play_unchecked(mv);
        after.hash = hash(&after.board);
        after.halfmoves = if resets { 0 } else { self.now.halfmoves.saturating_add(1) };
        after.fullmoves += color as u32;
        self.before.push(core::mem::replace(&mut self.now, after));
        if self.draws != Draws::None {
            let since = self.before.iter().rev().take(self.now.halfmoves as usize);
            self.now.appeared = 1 + since.filter(|before| before.hash == self.now.hash).count() as u32;
        }
    }

    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.now = before;
        true
    }

    /// All legal moves in the type of `cozy-chess`.
    fn moves(&self) -> Vec<cozy_chess::Move> {
        let mut moves = Vec::new();
        if !self.is_drawn() {
            self.now.board.generate_moves(|of_piece| {
                moves.extend(of_piece);
                false
            });
        }
        moves
    }

    /// Converts a legal move to Bustan's type.
    fn name(&self, mv: cozy_chess::Move) -> Move {
        let board = &self.now.board;
        let color = board.side_to_move();
        let castles = board.colors(color).has(mv.to) && !self.chess960;
        let to = match castles {
            true if mv.to.file() > mv.from.file() => home(File::G, color),
            true => home(File::C, color),
            false => mv.to,
        };
        Move { from: cell(mv.from), to: cell(to), promotion: mv.promotion.map(kind) }
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        self.moves().into_iter().map(|mv| self.name(mv)).collect()
    }

    pub(crate) fn hash(&self) -> u64 {
        self.now.hash
    }

    /// The parts of the position. The number of moves is limited to the largest that a position can record
    /// [chess 9.9].
    pub(crate) fn parts(&self) -> Parts {
        let Moment { board, halfmoves, fullmoves, .. } = &self.now;
        let mut parts = Parts {
            turn: self.mover(),
            en_passant: en_passant(board).map(cell),
            halfmoves: (*halfmoves).min(Position::MOST),
            fullmoves: (*fullmoves).min(Position::MOST),
            chess960: self.chess960,
            draws: self.draws,
            // [chess 9.10]
            drawn: self.is_repeated(),
            ..Parts::EMPTY
        };
        for (cell, man) in self.men() {
            parts.board[cell.place()] = Some(man);
        }
        for player in Player::ALL {
            let rights = board.castle_rights(color(player));
            for (wing, file) in [(Wing::King, rights.short), (Wing::Queen, rights.long)] {
                parts.rights.set(player, wing, file.map(|file| cell(home(file, color(player)))));
            }
        }
        parts
    }

    fn men(&self) -> BTreeMap<Cell, Man> {
        let board = &self.now.board;
        let man = |square| {
            let (color, piece) = board.color_on(square).zip(board.piece_on(square))?;
            Some((cell(square), Man { player: player(color), kind: kind(piece) }))
        };
        board.occupied().into_iter().filter_map(man).collect()
    }

    pub(crate) fn observe(&self) -> Observation {
        let Moment { board, halfmoves, fullmoves, .. } = &self.now;
        let (mover, check) = (self.mover(), !board.checkers().is_empty());
        Observation {
            game: "chess",
            ply: 2 * (fullmoves - 1) + mover as u32,
            to_move: self.turn(),
            over: self.is_over(),
            // [chess 6.1]
            winner: (check && !can_move(board)).then(|| mover.opponent()),
            board: self.men(),
            castling: castling_text(&self.parts()),
            en_passant: en_passant(board).map(cell),
            check,
            halfmoves: *halfmoves,
            fullmoves: *fullmoves,
            turn: mover,
        }
    }

    /// The standing: the winner [chess 6.1], and the values of both players' pieces.
    pub(crate) fn standing(&self) -> Standing {
        let board = &self.now.board;
        let mated = !board.checkers().is_empty() && !can_move(board);
        Standing::of_result(mated.then(|| self.mover().opponent() as usize), &worth(board))
    }

    /// The number of legal sequences of exactly `depth` moves.
    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.draws == Draws::None {
            return count(&self.now.board, depth);
        }
        let mut nodes = 0;
        for mv in self.moves() {
            self.make(mv);
            nodes += self.perft(depth - 1);
            self.undo();
        }
        nodes
    }

    /// Plays uniformly random legal moves with the option `draws auto`, so that the FIDE Laws end every game
    /// [chess 7.9].
    pub(crate) fn playout(&mut self, draw: &mut Draw<'_>) -> Playout {
        let mut done = Playout::default();
        let mut moves = self.moves();
        while !moves.is_empty() {
            done.plies += 1;
            done.legal += moves.len() as u64;
            self.draws = Draws::Auto;
            self.make(moves[draw(moves.len() as u32) as usize]);
            moves = self.moves();
        }
        done
    }
}

/// The values of the pieces of White and of Black, in hundredths of a pawn. A pawn is worth more the nearer
/// it is to promotion.
fn worth(board: &Board) -> [i32; 2] {
    const WORTH: [(Piece, i32); 5] = [
        (Piece::Pawn, 100),
        (Piece::Knight, 300),
        (Piece::Bishop, 300),
        (Piece::Rook, 500),
        (Piece::Queen, 900),
    ];
    [Color::White, Color::Black].map(|color| {
        let of = |(piece, worth)| board.colored_pieces(color, piece).len() as i32 * worth;
        let advanced = |pawn: Square| pawn.rank().relative_to(color) as i32 - Rank::Second as i32;
        let pawns = board.colored_pieces(color, Piece::Pawn).into_iter();
        WORTH.map(of).iter().sum::<i32>() + pawns.map(advanced).sum::<i32>()
    })
}

/// The number of legal sequences if only checkmate and stalemate end a game. The moves of the last ply are
/// counted without being played.
fn count(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|of_piece| {
        if depth == 1 {
            nodes += of_piece.len() as u64;
        } else {
            for mv in of_piece {
                let mut after = board.clone();
                after.play_unchecked(mv);
                nodes += count(&after, depth - 1);
            }
        }
        false
    });
    nodes
}

//! A third engine of chess, in which a flaw can be planted: one of sixteen mistakes of various kinds, or
//! another classic error of move generators.
//!
//! Real programs make these mistakes: in castling, en passant captures, promotions, pins, the end of the
//! game, and the stored state. With [`ChessFlaw::None`] the engine is correct. It shares only the vocabulary
//! with the other two engines of the project, so that a planted flaw makes it differ from both.
//!
//! `game.rs` contains the state of a game and its moves; `setup.rs` decides which positions can be set up.

mod game;
mod setup;

use std::fmt;

use bustan_vocabulary::chess::{Chess, Draws, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Engine, Game as _, NoStart, Playout, Ruling};

use game::Game;

/// A mistake to plant in a [`FlawedChess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessFlaw {
    /// No mistake.
    None,
    /// A king may castle over an attacked square.
    CastlesThroughCheck,
    /// A king may castle out of check.
    CastlesOutOfCheck,
    /// A king may castle on the side of the c-file although there is a piece on the b-file.
    CastlesOverPiece,
    /// In Chess960, castling is allowed although the moved rook exposes its king to check.
    CastlingUncovers,
    /// The right to castle with a rook is kept when the rook is captured.
    RightsKept,
    /// Taking back a move does not restore the castling right that it lost.
    UndoForgetsRights,
    /// An en passant capture may expose the player's own king along the rank of both pawns.
    EnPassantUncovers,
    /// A pawn that has moved a single square to its fourth rank can be captured en passant.
    EnPassantAfterOneStep,
    /// A pawn that was captured en passant stays on the board.
    EnPassantTakesNothing,
    /// A pawn moves two squares over a piece.
    DoubleStepJumps,
    /// A pawn can only become a queen.
    QueenOnly,
    /// A pinned knight may move.
    PinnedKnightMoves,
    /// A stalemated player loses.
    StalemateLoses,
    /// With `draws claim`, castling rights are ignored when positions are compared for repetition.
    RepetitionIgnoresRights,
    /// With `draws auto`, a lone knight does not end the game, although it cannot lead to checkmate.
    LoneKnightAlive,
    /// A pawn move does not reset the half-move count.
    PawnsCounted,
    /// The right to castle with a rook is kept when a king captures the rook.
    RightsKeptFromKing,
    /// The right to castle with a rook is kept when a knight captures the rook.
    RightsKeptFromKnight,
    /// The right to castle with a rook is kept when a pawn captures the rook and is promoted.
    RightsKeptFromPawn,
    /// The right to castle with a rook is kept when the rook moves.
    RightsKeptByMovedRook,
    /// The right to castle is lost when another rook moves from the file of the castling rook.
    RightsLostWithOtherRook,
    /// A king may castle into check.
    CastlesIntoCheck,
    /// A king may not castle if the rook crosses an attacked square.
    CastlesNotPastAttack,
    /// A king may not castle with an attacked rook.
    CastlesNotWithAttackedRook,
    /// A king may castle over a square that the opponent's king attacks. This has no observable effect,
    /// because the opponent's king then also attacks the king's target.
    CastlingIgnoresKing,
    /// A king may castle over a square that a pawn attacks.
    CastlingIgnoresPawns,
    /// An en passant capture may expose the player's own king on a file.
    EnPassantUncoversFile,
    /// An en passant capture may expose the player's own king on a diagonal.
    EnPassantUncoversDiagonal,
    /// A player in check cannot capture en passant, not even the pawn that gives check.
    CheckingPawnStays,
    /// The en passant square remains after a king move.
    EnPassantLasts,
    /// A pawn can capture en passant around the edge of the board.
    EnPassantWraps,
    /// A pawn that captures can only become a queen.
    CapturesPromoteToQueen,
    /// A pawn cannot become a knight.
    NoKnights,
    /// In double check, blocking or capturing one of the two checking pieces is enough.
    DoubleCheckBlocked,
    /// A pinned queen, rook or bishop may not move along the line of the pin.
    PinnedStays,
    /// A pinned pawn may not move along the line of the pin.
    PinnedPawnStays,
    /// A king in check may step back along the line of the checking piece.
    KingRetreats,
    /// A king may capture a protected piece.
    KingTakesProtected,
    /// A king may step next to the other king.
    KingsTouch,
    /// With `draws claim`, a position with an en passant capture that is not legal differs from the same
    /// position without it.
    RepetitionCountsBarred,
    /// A capture does not reset the half-move count.
    CapturesCounted,
    /// Taking back a move does not restore the en passant square.
    UndoForgetsEnPassant,
    /// In Chess960, castling only requires that the squares between king and rook are empty, not those
    /// beyond.
    CastlingLooksBetween,
    /// In Chess960, pieces in the way of the castling rook are ignored on squares that the king does not
    /// cross.
    CastlesOverRooksWay,
    /// In Chess960, a king that is already on its target square may not castle.
    KingInPlaceStays,
    /// In Chess960, a castling right with an inner rook is interpreted as one with the outermost rook.
    RightsOfOuterRook,
}

impl ChessFlaw {
    /// More classic errors of move generators, without one that has no observable effect and one that rarely
    /// has one.
    pub const CLASSIC: [Self; 28] = [
        Self::RightsKeptFromKing,
        Self::RightsKeptFromKnight,
        Self::RightsKeptFromPawn,
        Self::RightsKeptByMovedRook,
        Self::RightsLostWithOtherRook,
        Self::CastlesIntoCheck,
        Self::CastlesNotPastAttack,
        Self::CastlesNotWithAttackedRook,
        Self::CastlingIgnoresPawns,
        Self::EnPassantUncoversFile,
        Self::EnPassantUncoversDiagonal,
        Self::CheckingPawnStays,
        Self::EnPassantWraps,
        Self::CapturesPromoteToQueen,
        Self::NoKnights,
        Self::DoubleCheckBlocked,
        Self::PinnedStays,
        Self::PinnedPawnStays,
        Self::KingRetreats,
        Self::KingTakesProtected,
        Self::KingsTouch,
        Self::RepetitionCountsBarred,
        Self::CapturesCounted,
        Self::UndoForgetsEnPassant,
        Self::CastlingLooksBetween,
        Self::CastlesOverRooksWay,
        Self::KingInPlaceStays,
        Self::RightsOfOuterRook,
    ];

    /// The mistakes that have an effect only in Chess960.
    pub const CHESS960: [Self; 5] = [
        Self::CastlingUncovers,
        Self::CastlingLooksBetween,
        Self::CastlesOverRooksWay,
        Self::KingInPlaceStays,
        Self::RightsOfOuterRook,
    ];

    /// Sixteen mistakes of various kinds.
    pub const ALL: [Self; 16] = [
        Self::CastlesThroughCheck,
        Self::CastlesOutOfCheck,
        Self::CastlesOverPiece,
        Self::CastlingUncovers,
        Self::RightsKept,
        Self::UndoForgetsRights,
        Self::EnPassantUncovers,
        Self::EnPassantAfterOneStep,
        Self::EnPassantTakesNothing,
        Self::DoubleStepJumps,
        Self::QueenOnly,
        Self::PinnedKnightMoves,
        Self::StalemateLoses,
        Self::RepetitionIgnoresRights,
        Self::LoneKnightAlive,
        Self::PawnsCounted,
    ];
}

impl fmt::Display for ChessFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::CastlesThroughCheck => "castles-through-check",
            Self::CastlesOutOfCheck => "castles-out-of-check",
            Self::CastlesOverPiece => "castles-over-piece",
            Self::CastlingUncovers => "castling-uncovers",
            Self::RightsKept => "rights-kept",
            Self::UndoForgetsRights => "undo-forgets-rights",
            Self::EnPassantUncovers => "en-passant-uncovers",
            Self::EnPassantAfterOneStep => "en-passant-after-one-step",
            Self::EnPassantTakesNothing => "en-passant-takes-nothing",
            Self::DoubleStepJumps => "double-step-jumps",
            Self::QueenOnly => "queen-only",
            Self::PinnedKnightMoves => "pinned-knight-moves",
            Self::StalemateLoses => "stalemate-loses",
            Self::RepetitionIgnoresRights => "repetition-ignores-rights",
            Self::LoneKnightAlive => "lone-knight-alive",
            Self::PawnsCounted => "pawns-counted",
            Self::RightsKeptFromKing => "rights-kept-from-king",
            Self::RightsKeptFromKnight => "rights-kept-from-knight",
            Self::RightsKeptFromPawn => "rights-kept-from-pawn",
            Self::RightsKeptByMovedRook => "rights-kept-by-moved-rook",
            Self::RightsLostWithOtherRook => "rights-lost-with-other-rook",
            Self::CastlesIntoCheck => "castles-into-check",
            Self::CastlesNotPastAttack => "castles-not-past-attack",
            Self::CastlesNotWithAttackedRook => "castles-not-with-attacked-rook",
            Self::CastlingIgnoresKing => "castling-ignores-king",
            Self::CastlingIgnoresPawns => "castling-ignores-pawns",
            Self::EnPassantUncoversFile => "en-passant-uncovers-file",
            Self::EnPassantUncoversDiagonal => "en-passant-uncovers-diagonal",
            Self::CheckingPawnStays => "checking-pawn-stays",
            Self::EnPassantLasts => "en-passant-lasts",
            Self::EnPassantWraps => "en-passant-wraps",
            Self::CapturesPromoteToQueen => "captures-promote-to-queen",
            Self::NoKnights => "no-knights",
            Self::DoubleCheckBlocked => "double-check-blocked",
            Self::PinnedStays => "pinned-stays",
            Self::PinnedPawnStays => "pinned-pawn-stays",
            Self::KingRetreats => "king-retreats",
            Self::KingTakesProtected => "king-takes-protected",
            Self::KingsTouch => "kings-touch",
            Self::RepetitionCountsBarred => "repetition-counts-barred",
            Self::CapturesCounted => "captures-counted",
            Self::UndoForgetsEnPassant => "undo-forgets-en-passant",
            Self::CastlingLooksBetween => "castling-looks-between",
            Self::CastlesOverRooksWay => "castles-over-rooks-way",
            Self::KingInPlaceStays => "king-in-place-stays",
            Self::RightsOfOuterRook => "rights-of-outer-rook",
        })
    }
}

/// A chess engine with one planted flaw, or with none.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::chess::Player;
/// use bustan_flawed::flawed_chess::{ChessFlaw, FlawedChess};
///
/// let mut engine = FlawedChess::new(ChessFlaw::CastlesThroughCheck);
/// engine.setup(&"3r2k1/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?).expect("it can be set up");
/// assert_eq!(engine.play(Player::White, &"e1c1".parse().expect("a move")), Ok(())); // The rook attacks d1.
/// # Ok::<(), bustan_vocabulary::chess::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FlawedChess {
    game: Game,
    /// The states of the game before each move since the setup, oldest first.
    before: Vec<Game>,
}

impl FlawedChess {
    /// Returns an engine with `flaw` at the standard initial position.
    ///
    /// # Panics
    /// Never panics, because the standard initial position is valid.
    pub fn new(flaw: ChessFlaw) -> Self {
        let start = Chess::initial(&[]).expect("the standard game has a beginning");
        Self { game: Game::at(flaw, &start).settled(), before: Vec::new() }
    }

    /// Plays a legal move, and counts how often the new position has occurred.
    fn make(&mut self, mv: Move) {
        let mut after = self.game.after(mv);
        if after.draws() != Draws::None {
            let same = self.before.iter().chain([&self.game]).filter(|before| before.is_same(&after));
            after.appeared = 1 + same.count();
        }
        self.before.push(std::mem::replace(&mut self.game, after));
    }
}

impl Engine for FlawedChess {
    type Game = Chess;
    type Observation = Observation;

    fn name(&self) -> String {
        format!("flawed ({})", self.game.flaw)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let game = Game::at(self.game.flaw, position);
        game.validate()?;
        self.game = game.settled();
        self.before.clear();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.game.check(player, *mv)?;
        self.make(*mv);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        self.game.to_move()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.game.check(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.game.moves())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.game.observe())
    }

    fn undo(&mut self) -> Option<bool> {
        let Some(before) = self.before.pop() else { return Some(false) };
        self.game = match self.game.flaw {
            ChessFlaw::UndoForgetsRights => before.with_rights_of(&self.game),
            ChessFlaw::UndoForgetsEnPassant => before.without_en_passant(),
            _ => before,
        };
        Some(true)
    }

    fn hash(&self) -> Option<u64> {
        Some(self.game.hash())
    }

    fn position(&self) -> Option<Position> {
        self.game.position()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }

    /// The playout sets the option `draws auto` at its first move, because it might not end otherwise.
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let mut done = Playout::default();
        let mut moves = self.game.moves();
        while !moves.is_empty() {
            done.plies += 1;
            done.legal += moves.len() as u64;
            self.game.parts.draws = Draws::Auto;
            self.make(moves[draw(moves.len() as u32) as usize]);
            moves = self.game.moves();
        }
        Some(done)
    }
}

//! Knowledge of chess for the tooling: starting positions, policies, events, reductions, and the symmetries
//! of the board.
//!
//! This module reads observations and does not decide what is legal. Most mistakes in it only make testing
//! less effective, but a wrong invariant of observations reports correct engines as faulty. See [`Explore`].

mod altered;
mod castling960;
mod compose;
mod conventions;
mod critical;
mod dead;
mod epd;
mod explain;
mod forms;
mod material;
mod misread;
mod pgn;
mod picture;
mod pieces;
mod reduce;
mod san;
mod small;
mod starts;
mod steer;
mod symmetry;
mod touch;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{
    Cell, Chess, Draws, Kind, Man, Move, Observation, Parts, Player, Position, Reason,
};
use bustan_vocabulary::{Draw, Engine, Record};

use crate::tables::events;
use crate::{
    ClassRequest, Classes, Dialect, Explore, Form, GameError, Line, LineError, Playable, Policy, Small,
};

events! {
    Short = "castles-to-the-g-file": "a king castled to the g-file",
    Long = "castles-to-the-c-file": "a king castled to the c-file",
    RookTaken = "castling-rooks-captured": "a rook that could have castled was captured",
    DoubleStep = "double-steps": "a pawn moved two squares",
    Offered = "en-passants-offered": "a pawn can be captured en passant",
    EnPassant = "en-passants": "a pawn was captured en passant",
    Promotion = "promotions": "a pawn became a queen",
    Underpromotion = "underpromotions": "a pawn became another piece",
    Capture = "captures": "a piece was captured",
    Check = "checks": "a king is in check",
    Checkmate = "checkmates": "a king was checkmated",
    Drawn = "draws": "a game was drawn",
    Bare = "bare-kings": "the last piece but the kings was captured",
    Fifty = "fifty-moves": "each player has made 50 moves without a pawn and a capture",
    CheckRefusal = "check-refusals": "a proposal was refused because of check",
    NoMoveRefusal = "no-move-refusals": "a proposal was refused because the piece makes no such move",
    PromotionRefusal = "promotion-refusals":
        "a proposal was refused because it names a piece, or none, where it should not",
    OccupiedRefusal = "occupied-refusals": "a proposal was refused because an own piece is there",
    NotOwnRefusal = "not-own-refusals": "a proposal was refused because the piece is the opponent's",
    NoPieceRefusal = "no-piece-refusals": "a proposal was refused because no piece is there",
    EnPassantBarred = "en-passants-barred": "an en passant capture is illegal, because the king would be in check",
    EnPassantDiscovers = "en-passants-barred-by-discovery":
        "the same, and only because the captured pawn leaves its square, too",
    BarredOnRank = "en-passants-barred-on-ranks": "a capture en passant would expose the own king on a rank",
    BarredOnFile = "en-passants-barred-on-files": "a capture en passant would expose the own king on a file",
    BarredOnDiagonal = "en-passants-barred-on-diagonals":
        "a capture en passant would expose the own king on a diagonal",
    EnPassantOpensRank = "en-passants-checking-on-ranks": "a capture en passant opened a rank for a check",
    EnPassantOpensFile = "en-passants-checking-on-files": "a capture en passant opened a file for a check",
    EnPassantOpensDiagonal = "en-passants-checking-on-diagonals":
        "a capture en passant opened a diagonal for a check",
    CheckingPawn = "checks-by-double-steps":
        "a pawn that moved two squares gives check, and a pawn is next to it, where it may capture it en \
         passant",
    CastlingOut = "castlings-out-of-check": "a king in check would otherwise be able to castle",
    CastlingThrough = "castlings-through-attack": "a king would cross an attacked square to castle",
    CastlingInto = "castlings-into-check": "a king would be in check after castling",
    CastlingPast = "castlings-past-attack":
        "only the rook would cross an attacked square, such as b1, so that castling is legal",
    CastlingRookAttacked = "castlings-with-attacked-rooks": "the castling rook is attacked, and castling is legal all the same",
    CastlingBetween = "castlings-barred-by-rooks-and-kings":
        "only rooks and kings are between king and castling rook",
    CastlingBeside = "castlings-beside-rooks-and-kings":
        "the squares between king and castling rook are free, and another rook or king is near them",
    RookTakenByKing = "castling-rooks-captured-by-kings": "a king captured a rook that could have castled",
    RookTakenByQueen = "castling-rooks-captured-by-queens": "a queen captured a rook that could have castled",
    RookTakenByRook = "castling-rooks-captured-by-rooks": "a rook captured a rook that could have castled",
    RookTakenByBishop = "castling-rooks-captured-by-bishops": "a bishop captured a rook that could have castled",
    RookTakenByKnight = "castling-rooks-captured-by-knights": "a knight captured a rook that could have castled",
    RookTakenByPawn = "castling-rooks-captured-by-pawns":
        "a pawn captured a rook that could have castled, and was promoted",
    DoubleCheck = "double-checks": "a king is attacked by two pieces",
    AlongPin = "moves-along-pins": "a pinned piece moved along the line of the pin",
    PromotionCapture = "promotions-with-capture": "a pawn captured and was promoted",
    UnderpromotionCapture = "underpromotions-with-capture": "a pawn captured and became another piece than a queen",
    UnderpromotionCheck = "underpromotions-with-check":
        "a pawn became another piece than a queen, and the king is in check",
    Stalemate = "stalemates": "a game was drawn by stalemate",
    StalemateBlocked = "stalemates-with-blocked-pawns": "the same, and a pawn of the side to move is blocked",
    RepeatedRights = "repetitions-with-other-rights": "the same board came again with other rights to castle",
    RepeatedBarred = "repetitions-after-barred-en-passants":
        "a position came again in which a capture en passant was barred the first time",
    LoneKnight = "lone-knights": "only the kings and a knight are left",
    LoneBishop = "lone-bishops": "only the kings and a bishop are left",
    OneColour = "bishops-on-one-colour":
        "only the kings and two or more bishops are left, all on squares of one colour",
    TwoMinors = "two-minor-pieces":
        "only the kings and two bishops or knights are left, with which checkmate is possible",
    Rights960 = "chess960-castling-rights" within "chess960-castling-rights":
        "the player to move has a right to castle with king or rook on a square of Chess960",
    CastlingUncovers = "castlings-uncovering-kings" within "chess960-castling-rights":
        "castling would leave the king in check, and only because the castling rook shields it",
    KingInPlace = "castlings-with-kings-in-place" within "chess960-castling-rights":
        "castling is legal, and moves the rook alone",
    RookInPlace = "castlings-with-rooks-in-place" within "chess960-castling-rights":
        "castling is legal, and moves the king alone",
    CastlingExchange = "castlings-to-the-square-of-the-other" within "chess960-castling-rights":
        "castling is legal, and the king takes the square of the rook, or the rook that of the king",
    CastlingBeyond = "castlings-barred-beyond-king-and-rook" within "chess960-castling-rights":
        "a piece bars castling, and none is between king and castling rook",
    OuterRook = "castlings-with-inner-rooks" within "chess960-castling-rights":
        "a player has a right to castle with a rook, and another own rook is nearer to the edge",
}

impl Explore for Chess {
    const POLICIES: &'static [Policy] = steer::POLICIES;
    const EVENTS: &'static [crate::Event] = EVENTS;
    const PUBLISHED: &'static [&'static str] = &starts::PUBLISHED;
    const IMPOSSIBLE: &'static str = "8/8/8/8/8/8/8/8 w - - 0 1";
    const CONVENTIONS: Option<crate::Conventions<Self>> = Some(conventions::CONVENTIONS);
    /// Limits test games, because a game of kings alone would never end.
    const MOST_MOVES: usize = 120;
    const LEVELS: [&'static str; 3] = ["alphabeta:1", "alphabeta,nodes=5000", "alphabeta,nodes=100000"];

    /// Parses FEN, in which the counters may be omitted, or EPD with operations.
    fn read_line(line: &str) -> Result<Line, LineError> {
        epd::read(line)
    }

    /// With an option for draws, the result depends on earlier positions.
    fn recurrence(start: &Position) -> crate::Recurrence {
        match start.parts().draws {
            Draws::None => crate::Recurrence::Free,
            Draws::Claim | Draws::Auto => crate::Recurrence::Counts,
        }
    }

    /// Returns the standard position in one of four games, an arrangement of Chess960 in another one, and
    /// otherwise a position close to something rare. In half of the games, stalemate is the only draw.
    fn start(draw: &mut Draw<'_>) -> Position {
        starts::drawn(draw)
    }

    fn small(number: u64, playable: &Playable<'_, Position>, draw: &mut Draw<'_>) -> Option<Small<Self>> {
        small::drawn(number, playable, draw)
    }

    /// Converts to the options of `like`. Every position is also a position of Chess960.
    fn with_rules_of(position: &Position, like: &Position) -> Option<Position> {
        let Parts { chess960, draws, .. } = *like.parts();
        let fits = chess960 || !position.parts().chess960;
        fits.then(|| changed(position, |parts| (parts.chess960, parts.draws) = (chess960, draws)))
    }

    fn altered(position: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        altered::drawn(position, draw)
    }

    /// Returns the classes of positions with given pieces.
    fn classes(
        asked: &ClassRequest<'_>,
        like: &Position,
    ) -> Option<Result<Box<dyn Classes<Position>>, String>> {
        Some(material::classes(asked, like))
    }

    fn start_like(like: &Position, draw: &mut Draw<'_>) -> Position {
        like.drawn_by_lot(draw).unwrap_or_else(|| like.clone())
    }

    /// Returns `true`: games of chess can be started from any position.
    fn is_start(_: &Position) -> bool {
        true
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        (!position.parts().drawn).then_some(position.parts().turn)
    }

    /// Reopens a game that was drawn by repetition.
    fn as_start(position: &Position) -> Position {
        changed(position, |parts| parts.drawn = false)
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        steer::weigh(policy, seen, moves, weights);
    }

    /// Proposes mostly a move of a piece of the player on turn, mostly to a square where such a piece could
    /// move on some board.
    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        steer::proposal(seen, draw)
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        let mut hit = |event: Event| hit(event as usize);
        let Some(man) = before.board.get(&mv.from) else { return };
        let (pawn, king) = (man.kind == Kind::Pawn, man.kind == Kind::King);
        match castles(before, mv) {
            Some(true) => hit(Event::Short),
            Some(false) => hit(Event::Long),
            None => {}
        }
        let taken = before.board.get(&mv.to).filter(|other| other.player != man.player);
        if taken.is_some_and(|man| man.kind == Kind::Rook) && before.castling != after.castling && !king {
            hit(Event::RookTaken);
        }
        if pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2 {
            hit(Event::DoubleStep);
        }
        if after.en_passant.is_some() {
            hit(Event::Offered);
        }
        if pawn && before.en_passant == Some(mv.to) && mv.from.file() != mv.to.file() {
            hit(Event::EnPassant);
        }
        match mv.promotion {
            Some(Kind::Queen) => hit(Event::Promotion),
            Some(_) => hit(Event::Underpromotion),
            None => {}
        }
        if after.board.len() < before.board.len() {
            hit(Event::Capture);
            if after.board.len() == 2 {
                hit(Event::Bare);
            }
        }
        if after.check {
            hit(Event::Check);
        }
        match after.winner {
            Some(_) => hit(Event::Checkmate),
            None if after.over => hit(Event::Drawn),
            None => {}
        }
        if after.halfmoves == 100 {
            hit(Event::Fifty);
        }
        critical::count(before, mv, after, &mut hit);
    }

    fn repetition_events(
        earlier: &mut dyn Iterator<Item = &Observation>,
        now: &Observation,
        hit: &mut dyn FnMut(usize),
    ) {
        critical::repeated(earlier, now, &mut |event| hit(event as usize));
    }

    /// The number of pieces on the board.
    fn groups(seen: &Observation) -> usize {
        seen.board.len()
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        let event = match reason {
            Reason::Check => Event::CheckRefusal,
            Reason::NoMove => Event::NoMoveRefusal,
            Reason::Promotion => Event::PromotionRefusal,
            Reason::Occupied => Event::OccupiedRefusal,
            Reason::NotOwn => Event::NotOwnRefusal,
            Reason::NoPiece => Event::NoPieceRefusal,
            Reason::GameOver | Reason::NotYourTurn => return None,
        };
        Some(event as usize)
    }

    /// Checks that each player has exactly one king, and that a winner gives check.
    fn inconsistency(seen: &Observation) -> Option<String> {
        for player in Player::ALL {
            let kings = seen.board.values().filter(|&&man| man == Man { player, kind: Kind::King }).count();
            if kings != 1 {
                return Some(format!("{player} has {kings} kings"));
            }
        }
        let winner = seen.winner?;
        if !seen.check || !seen.over {
            return Some(format!("{winner} has won without check, or before the end"));
        }
        (winner == seen.turn).then(|| format!("{winner} has won and would be to move"))
    }

    fn most_points_win(_: &Observation) -> bool {
        false
    }

    /// Parses a move in standard algebraic notation or in UCI notation.
    fn read_move(seen: &Observation, legal: &[Move], word: &str) -> Option<Move> {
        san::meant(seen, legal, word)
    }

    /// Formats a move in standard algebraic notation.
    fn write_move(before: &Observation, legal: &[Move], mv: &Move, after: &Observation) -> Option<String> {
        Some(san::san(before, legal, mv)? + san::sign(after))
    }

    /// Formats moves in standard algebraic notation.
    fn write_moves<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        pgn::moves(record, engine)
    }

    /// Parses a game in Portable Game Notation.
    fn read_game<E>(text: &str, number: Option<usize>, engine: E) -> Option<Result<Record<Self>, GameError>>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        pgn::read(text, number, engine)
    }

    /// Formats a game in Portable Game Notation.
    fn write_game<E>(record: &Record<Self>, engine: E) -> Option<String>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        pgn::write(record, engine)
    }

    fn explain(game: &Record<Self>, seen: &Observation, mv: &Move, reason: &Reason) -> Option<String> {
        explain::explain(game, seen, mv, *reason)
    }

    fn rule(game: &Record<Self>, seen: &Observation, mv: &Move, reason: &Reason) -> Option<&'static str> {
        explain::rule(game, seen, mv, *reason)
    }

    fn explain_word(game: &Record<Self>, seen: &Observation, legal: &[Move], word: &str) -> Option<String> {
        misread::misread(game, seen, legal, word)
    }

    fn fault(text: &str) -> usize {
        Position::read(text).err().map_or(0, |(at, _)| at)
    }

    fn forms<E>(record: &Record<Self>, engine: impl Fn() -> Option<E>, _: &Dialect) -> Vec<Form>
    where
        E: Engine<Game = Self, Observation = Observation>,
    {
        forms::forms(record, engine)
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        reduce::reductions(record)
    }

    fn small_starts(like: &Position) -> Vec<Position> {
        starts::small(like)
    }
}

/// Whether, and how, a move castles: `Some(true)` to the g-file, `Some(false)` to the c-file.
fn castles(seen: &Observation, mv: &Move) -> Option<bool> {
    let man = seen.board.get(&mv.from).filter(|man| man.kind == Kind::King)?;
    let rook = seen.board.get(&mv.to) == Some(&Man { player: man.player, kind: Kind::Rook });
    (rook || mv.from.file().abs_diff(mv.to.file()) > 1).then_some(mv.to.file() > mv.from.file())
}

/// Returns a position with changed parts; the unchanged position if the result would be invalid.
fn changed(position: &Position, change: impl FnOnce(&mut Parts)) -> Position {
    let mut parts = position.parts().clone();
    change(&mut parts);
    Position::new(parts).unwrap_or_else(|_| position.clone())
}

/// Returns a position with a different option for draws.
fn with_draws(position: &Position, draws: Draws) -> Position {
    changed(position, |parts| parts.draws = draws)
}

/// The distance between two squares, in files and ranks.
fn apart(one: Cell, other: Cell) -> (u8, u8) {
    (one.file().abs_diff(other.file()), one.rank().abs_diff(other.rank()))
}

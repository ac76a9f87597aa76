//! Notations for observations and positions of chess that are not differences of rules.

use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::chess::{Cell, Chess, Kind, Man, Move, Observation, Parts, Player, Position};

use super::changed;
use crate::convention::{Convention, Conventions};

/// The conventions, by their indices in [`ALL`].
#[derive(Clone, Copy)]
enum ConventionId {
    Always,
    Beside,
    Files,
    FilesFromQueens,
    BlackFirst,
    QueensFirst,
    NoHalfmoves,
    NoFullmoves,
    FromZero,
}

const WAYS: [ConventionId; 9] = [
    ConventionId::Always,
    ConventionId::Beside,
    ConventionId::Files,
    ConventionId::FilesFromQueens,
    ConventionId::BlackFirst,
    ConventionId::QueensFirst,
    ConventionId::NoHalfmoves,
    ConventionId::NoFullmoves,
    ConventionId::FromZero,
];

const EN_PASSANT: &str = "en_passant";
const CASTLING: &str = "castling";
const HALFMOVES: &str = "halfmoves";
const FULLMOVES: &str = "fullmoves";

const fn convention(key: &'static str, name: &'static str) -> Convention {
    Convention { key, name, remedy: "", always: None }
}

/// The conventions, in the order of [`WAYS`].
const ALL: [Convention; WAYS.len()] = [
    Convention {
        remedy: "ep=legal with an adapter that has it",
        ..convention(EN_PASSANT, "en passant square after every double push")
    },
    Convention {
        remedy: "ep=legal with an adapter that has it",
        ..convention(
            EN_PASSANT,
            "en passant square where a pawn could capture, even if its king would then be in check",
        )
    },
    convention(CASTLING, "castling rights by the files of the rooks, as HAha"),
    convention(CASTLING, "castling rights by the files of the rooks, as AHah"),
    convention(CASTLING, "castling rights of black first, as kqKQ"),
    convention(CASTLING, "castling rights of the queen's side first, as QKqk"),
    Convention { always: Some(0), ..convention(HALFMOVES, "halfmoves not counted, always 0") },
    Convention { always: Some(1), ..convention(FULLMOVES, "fullmoves not counted, always 1") },
    convention(FULLMOVES, "fullmoves counted from 0"),
];

/// See [`CONVENTIONS`](crate::Explore::CONVENTIONS).
pub(super) const CONVENTIONS: Conventions<Chess> = Conventions {
    all: &ALL,
    // After the second line, a pawn crosses the square next to a pawn on e5, which is pinned by a queen on
    // e7.
    lines: &["g1f3 g8f6 f3g1", "e2e4 a7a6 b1c3 a6a5 c3b5 a5a4 b5d6 e7d6 e4e5 d8e7 a2a3 f7f5"],
    start,
    shown,
    told,
};

/// The standard starting position with the options of `like`.
fn start(like: &Position) -> Option<Position> {
    let Parts { chess960, draws, .. } = *like.parts();
    let standard = Chess::initial(&[]).ok()?;
    Some(changed(&standard, |parts| (parts.chess960, parts.draws) = (chess960, draws)))
}

/// Converts an observation by the rules to that of an engine that follows a convention.
fn shown(convention: usize, start: &Position, last: Option<&Move>, seen: &Observation) -> Observation {
    let mut shown = seen.clone();
    match WAYS[convention] {
        ConventionId::Always => shown.en_passant = crossed(start, last, seen),
        ConventionId::Beside => shown.en_passant = attacked(start, last, seen),
        ConventionId::Files => {
            shown.castling = castling(seen, true, [Player::White, Player::Black], [true, false])
        }
        ConventionId::FilesFromQueens => {
            shown.castling = castling(seen, true, [Player::White, Player::Black], [false, true]);
        }
        ConventionId::BlackFirst => {
            shown.castling = castling(seen, false, [Player::Black, Player::White], [true, false]);
        }
        ConventionId::QueensFirst => {
            shown.castling = castling(seen, false, [Player::White, Player::Black], [false, true]);
        }
        ConventionId::NoHalfmoves => shown.halfmoves = 0,
        ConventionId::NoFullmoves => shown.fullmoves = 1,
        ConventionId::FromZero => shown.fullmoves = seen.fullmoves.saturating_sub(1),
    }
    shown
}

/// The square that a pawn has just crossed, if a pawn of the player to move attacks it, even if the capture
/// is illegal.
pub(super) fn attacked(start: &Position, last: Option<&Move>, seen: &Observation) -> Option<Cell> {
    crossed(start, last, seen).filter(|cell| is_attacked(seen, *cell))
}

/// The square that a pawn has just crossed, whether or not it can be captured. At the start of the game, the
/// en passant square of the position.
fn crossed(start: &Position, last: Option<&Move>, seen: &Observation) -> Option<Cell> {
    let Some(&Move { from, to, .. }) = last else { return start.parts().en_passant };
    let pawn = seen.board.get(&to).is_some_and(|man| man.kind == Kind::Pawn);
    let double = pawn && from.rank().abs_diff(to.rank()) == 2;
    double.then(|| Cell::new(from.file(), from.rank().midpoint(to.rank()))).flatten()
}

/// Whether a pawn of the player to move attacks a square.
fn is_attacked(seen: &Observation, cell: Cell) -> bool {
    let rank = if seen.turn == Player::White { cell.rank().checked_sub(1) } else { Some(cell.rank() + 1) };
    let pawn = Man { player: seen.turn, kind: Kind::Pawn };
    let files = [cell.file().checked_sub(1), Some(cell.file() + 1)].into_iter().flatten();
    let mut beside = files.filter_map(|file| Cell::new(file, rank?));
    beside.any(|from| seen.board.get(&from) == Some(&pawn))
}

/// The castling rights in a different notation: `files` selects the files of the rooks instead of the letters
/// that `seen` uses, `players` is the order of the players, and `kings` is the order of the sides, where
/// `true` is the king's side.
fn castling(seen: &Observation, files: bool, players: [Player; 2], kings: [bool; 2]) -> String {
    let rights: Vec<(char, Player, Cell, bool)> =
        seen.castling.chars().filter_map(|letter| right(seen, letter)).collect();
    let mut text = String::new();
    for player in players {
        for king in kings {
            let of_side = rights.iter().filter(|(_, of, _, side)| (*of, *side) == (player, king));
            for (letter, _, rook, _) in of_side {
                let file =
                    if player == Player::White { rook.letter().to_ascii_uppercase() } else { rook.letter() };
                text.push(if files { file } else { *letter });
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}

/// The meaning of a letter of castling rights: the letter, the player, the square of the rook, and whether
/// the rook is on the king's side.
fn right(seen: &Observation, letter: char) -> Option<(char, Player, Cell, bool)> {
    let player = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
    let home = Parts::home(player);
    let at = |kind| {
        let is = move |cell: &Cell| seen.board.get(cell) == Some(&Man { player, kind });
        (0..8).filter_map(move |file| Cell::new(file, home)).filter(is)
    };
    let king = at(Kind::King).next()?;
    let rook = match letter.to_ascii_lowercase() {
        'k' => at(Kind::Rook).next_back(),
        'q' => at(Kind::Rook).next(),
        file => at(Kind::Rook).find(|rook| rook.letter() == file),
    }?;
    Some((letter, player, rook, rook.file() > king.file()))
}

/// The position with the value that the observation `shown` has under `key`. Castling rights are parsed in
/// any notation.
fn told(position: &Position, key: &str, shown: &Observation) -> Position {
    changed(position, |parts| match key {
        EN_PASSANT => parts.en_passant = shown.en_passant,
        HALFMOVES => parts.halfmoves = shown.halfmoves.min(Position::MOST),
        // A fullmove number of 0 counts as 1.
        FULLMOVES => parts.fullmoves = shown.fullmoves.clamp(1, Position::MOST),
        _ => {}
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::string::ToString;
    use alloc::vec;

    /// An observation of a position by the rules, with the parts that conventions need.
    fn seen(text: &str) -> Observation {
        let position: Position = text.parse().unwrap();
        let parts = position.parts();
        let men = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.man(cell)?)));
        Observation {
            game: "chess",
            ply: parts.ply(),
            to_move: Some(parts.turn),
            over: false,
            winner: None,
            board: men.collect::<BTreeMap<_, _>>(),
            castling: bustan_vocabulary::chess::castling(parts),
            en_passant: None,
            check: false,
            halfmoves: parts.halfmoves,
            fullmoves: parts.fullmoves,
            turn: parts.turn,
        }
    }

    #[test]
    fn squares_for_en_passant_are_named_by_the_last_move() {
        let start: Position = "4k3/8/8/8/1p6/8/P1P5/4K3 w - - 0 1".parse().unwrap();
        for (mv, after, squares) in [
            ("c2c4", "4k3/8/8/8/1pP5/8/P7/4K3 b - - 0 1", [Some("c3"), Some("c3")]),
            ("a2a4", "4k3/8/8/8/Pp6/8/2P5/4K3 b - - 0 1", [Some("a3"), Some("a3")]),
            ("a2a4", "4k3/8/8/8/P4p2/8/2P5/4K3 b - - 0 1", [Some("a3"), None]),
            ("c2c3", "4k3/8/8/8/1p6/2P5/P7/4K3 b - - 0 1", [None, None]),
            ("e1e2", "4k3/8/8/8/1p6/8/P1P1K3/8 b - - 1 1", [None, None]),
            ("b7b5", "4k3/8/8/PpP5/8/8/8/4K3 w - - 0 2", [Some("b6"), Some("b6")]),
        ] {
            let (mv, after) = (mv.parse().unwrap(), seen(after));
            let found = [0, 1].map(|way| shown(way, &start, Some(&mv), &after).en_passant);
            assert_eq!(found, squares.map(|square| square.map(|square| square.parse().unwrap())), "{mv}");
        }
    }

    #[test]
    fn rights_to_castle_are_written_by_files_and_in_other_orders() {
        let all = seen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let some = seen("rr2k3/8/8/8/8/8/8/4K1R1 w Gb - 0 1 chess960");
        let start = Chess::initial(&[]).unwrap();
        let written = |seen: &Observation| -> Vec<String> {
            (2..6).map(|way| shown(way, &start, None, seen).castling).collect()
        };
        assert_eq!(written(&all), vec!["HAha", "AHah", "kqKQ", "QKqk"]);
        assert_eq!(written(&some), vec!["Gb", "Gb", "bK", "Kb"]);
        assert_eq!(written(&seen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), vec!["-"; 4]);
    }

    #[test]
    fn counters_may_be_constant_or_begin_at_0() {
        let seen = seen("4k3/8/8/8/8/8/8/4K3 w - - 12 30");
        let start = Chess::initial(&[]).unwrap();
        let found = [6, 7, 8].map(|way| shown(way, &start, None, &seen));
        assert_eq!(found.map(|seen| (seen.halfmoves, seen.fullmoves)), [(0, 30), (12, 1), (12, 29)]);
        let position: Position = "4k3/8/8/8/8/8/8/4K3 w - - 12 30".parse().unwrap();
        let texts = [(6, HALFMOVES), (7, FULLMOVES), (8, FULLMOVES)]
            .map(|(way, key)| told(&position, key, &shown(way, &start, None, &seen)).to_string());
        assert_eq!(
            texts,
            ["0 30", "12 1", "12 29"].map(|counters| position.to_string().replace("12 30", counters))
        );
    }

    #[test]
    fn a_convention_has_one_key_and_a_name_of_its_own() {
        assert_eq!(ALL.len(), WAYS.len());
        for (place, one) in ALL.iter().enumerate() {
            assert!(ALL.iter().skip(place + 1).all(|other| other.name != one.name), "{}", one.name);
        }
    }
}

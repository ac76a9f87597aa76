//! Moves in short algebraic notation, as appendix C of the Laws describes it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Observation, Player};

use super::castles;

/// A move in short algebraic notation, without the sign for a check. `legal` are all legal moves.
pub(super) fn san(seen: &Observation, legal: &[Move], mv: &Move) -> Option<String> {
    let man = seen.board.get(&mv.from)?;
    match castles(seen, mv) {
        Some(true) => return Some("O-O".into()),
        Some(false) => return Some("O-O-O".into()),
        None => {}
    }
    let pawn = man.kind == Kind::Pawn;
    let captures = seen.board.contains_key(&mv.to) || (pawn && mv.from.file() != mv.to.file());
    let mut text = String::new();
    if pawn {
        text.extend(captures.then(|| mv.from.letter()));
    } else {
        text.push(man.kind.letter().to_ascii_uppercase());
        text.push_str(&origin(seen, legal, mv));
    }
    text.push_str(if captures { "x" } else { "" });
    text.push_str(&format!("{}", mv.to));
    text.extend(mv.promotion.iter().flat_map(|kind| ['=', kind.letter().to_ascii_uppercase()]));
    Some(text)
}

/// A move in short algebraic notation if it is one of all the `legal` moves. Any other move is written with both of its
/// squares, such as `Ke1g2`, or as a castling if it has the form of one.
pub(super) fn word(seen: &Observation, legal: &[Move], mv: &Move, chess960: bool) -> Option<String> {
    if legal.contains(mv) { san(seen, legal, mv) } else { Some(illegal(seen, mv, chess960)) }
}

/// A move that is not legal. Only a king that leaves its square as in castling castles: on its first rank, in the
/// standard game from the e-file to the g-file or the c-file, in Chess960 to the square of an own rook.
fn illegal(seen: &Observation, mv: &Move, chess960: bool) -> String {
    let Some(man) = seen.board.get(&mv.from) else { return format!("{mv}") };
    let home = if man.player == Player::White { 0 } else { 7 };
    let on_home = mv.from.rank() == home && mv.to.rank() == home && mv.promotion.is_none();
    let rook = Man { player: man.player, kind: Kind::Rook };
    let is_castling = match chess960 {
        true => seen.board.get(&mv.to) == Some(&rook),
        false => mv.from.letter() == 'e' && ['c', 'g'].contains(&mv.to.letter()),
    };
    if man.kind == Kind::King && man.player == seen.turn && on_home && is_castling {
        return if mv.to.file() > mv.from.file() { "O-O".into() } else { "O-O-O".into() };
    }
    let mut text = String::new();
    text.extend((man.kind != Kind::Pawn).then(|| man.kind.letter().to_ascii_uppercase()));
    text.push_str(&format!("{}{}", mv.from, mv.to));
    text.extend(mv.promotion.iter().flat_map(|kind| ['=', kind.letter().to_ascii_uppercase()]));
    text
}

/// As much of the cell that a piece leaves as tells it from others of its kind that can move to the same cell: the
/// file if that is enough, else the rank if that is enough, else both.
fn origin(seen: &Observation, legal: &[Move], mv: &Move) -> String {
    let man = seen.board.get(&mv.from);
    let same = |other: &&Move| {
        let is_rival = other.to == mv.to && other.from != mv.from && seen.board.get(&other.from) == man;
        is_rival && castles(seen, other).is_none()
    };
    let rivals: Vec<Cell> = legal.iter().filter(same).map(|other| other.from).collect();
    let on_file = rivals.iter().any(|cell| cell.file() == mv.from.file());
    let on_rank = rivals.iter().any(|cell| cell.rank() == mv.from.rank());
    let mut text = String::new();
    if !rivals.is_empty() && (!on_file || on_rank) {
        text.push(mv.from.letter());
    }
    if on_file {
        text.push_str(&format!("{}", mv.from.rank() + 1));
    }
    text
}

/// The sign behind a move that leads to what is seen: for a checkmate, for a check.
pub(super) fn sign(after: &Observation) -> &'static str {
    match after.winner {
        Some(_) => "#",
        None if after.check => "+",
        None => "",
    }
}

/// The legal move that a word means: in short algebraic notation, with any signs behind it, or as UCI writes it.
pub(super) fn meant(seen: &Observation, legal: &[Move], word: &str) -> Option<Move> {
    let plain = word.trim_end_matches(['+', '#', '!', '?']).replace('0', "O").replace('=', "");
    let is_meant = |mv: &&Move| san(seen, legal, mv).is_some_and(|san| san.replace('=', "") == plain);
    let by_name = || word.parse().ok().filter(|mv| legal.contains(mv));
    legal.iter().find(is_meant).copied().or_else(by_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn told(position: &str, moves: &[&str], mv: &str) -> String {
        let seen = crate::chess::compose::observed(&position.parse().unwrap());
        let legal: Vec<Move> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
        let mv = mv.parse().unwrap();
        let text = san(&seen, &legal, &mv).unwrap();
        assert_eq!(meant(&seen, &legal, &text), Some(mv));
        for signs in ["+", "#", "!?"] {
            assert_eq!(meant(&seen, &legal, &format!("{text}{signs}")), Some(mv));
        }
        text
    }

    #[test]
    fn pieces_are_told_apart_by_file_by_rank_or_by_both() {
        let queens = "k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";
        let moves = ["e4e1", "h4e1", "h1e1", "h4h3"];
        assert_eq!(moves.map(|mv| told(queens, &moves, mv)), ["Qee1", "Qh4e1", "Q1e1", "Qh3"]);
        let rooks = "k7/8/8/R7/8/8/8/R6K w - - 0 1";
        let moves = ["a1a3", "a5a3"];
        assert_eq!(moves.map(|mv| told(rooks, &moves, mv)), ["R1a3", "R5a3"]);
    }

    #[test]
    fn captures_promotions_and_castling_have_their_signs() {
        let position = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
        let moves = ["b7a8n", "b7b8q", "e5d6", "a1a8", "e1g1", "e1c1", "e1e2"];
        let expected = ["bxa8=N", "b8=Q", "exd6", "Rxa8", "O-O", "O-O-O", "Ke2"];
        assert_eq!(moves.map(|mv| told(position, &moves, mv)), expected);
        let chess960 = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1 chess960";
        assert_eq!(told(chess960, &["f1g1", "f1f2"], "f1g1"), "O-O");
    }

    #[test]
    fn a_move_that_is_not_legal_is_written_with_both_squares() {
        let words = |position: &str, moves: &[&str], chess960| -> Vec<String> {
            let seen = crate::chess::compose::observed(&position.parse().unwrap());
            let legal = [Move::new("e1".parse().unwrap(), "e2".parse().unwrap())];
            moves.iter().map(|mv| word(&seen, &legal, &mv.parse().unwrap(), chess960).unwrap()).collect()
        };
        let position = "r3k2r/1P4pp/8/3pP3/8/8/6P1/R3K2R w KQkq - 0 1";
        let moves = [
            "e1e2", "e1g2", "e1c2", "e1h1", "e1f1", "e8g8", "a1e1", "d4d5", "d5d4", "b7b8", "b7b8q", "e5d6",
            "a1b3",
        ];
        let expected = [
            "Ke2", "Ke1g2", "Ke1c2", "Ke1h1", "Ke1f1", "Ke8g8", "Ra1e1", "d4d5", "d5d4", "b7b8", "b7b8=Q",
            "e5d6", "Ra1b3",
        ];
        assert_eq!(words(position, &moves, false), expected);
        // An engine that castles where it may not is said to castle.
        assert_eq!(words(position, &["e1g1", "e1c1"], false), ["O-O", "O-O-O"]);
        assert_eq!(words("4k3/8/8/8/8/8/8/4K2n w - - 0 1", &["e1g1"], false), ["O-O"]);
        assert_eq!(words("4k3/8/8/8/4K3/8/8/7R w - - 0 1", &["e4g4"], false), ["Ke4g4"]);
        let chess960 = "4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1 chess960";
        assert_eq!(
            words(chess960, &["f1g1", "f1b1", "f1d1", "f1h1"], true),
            ["O-O", "O-O-O", "Kf1d1", "Kf1h1"]
        );
    }

    #[test]
    fn other_spellings_are_read_and_other_moves_are_not() {
        let seen =
            crate::chess::compose::observed(&"r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".parse().unwrap());
        let legal: Vec<Move> = ["b7a8n", "e1g1"].map(|mv| mv.parse().unwrap()).into();
        let read =
            |words: Vec<&str>| words.into_iter().map(|word| meant(&seen, &legal, word)).collect::<Vec<_>>();
        assert_eq!(read(vec!["bxa8N", "b7a8n", "bxa8=N+"]), [Some(legal[0]); 3]);
        assert_eq!(read(vec!["0-0", "O-O#", "e1g1"]), [Some(legal[1]); 3]);
        assert_eq!(read(vec!["", "#", "Ke2", "e1e2", "O-O-O", "b8=Q", "é"]), [None; 7]);
    }
}

//! Moves in short algebraic notation, as appendix C of the Laws describes it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Kind, Move, Observation};

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

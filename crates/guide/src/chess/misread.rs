//! Human-readable explanations why a word is not a legal move.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::chess::{Cell, Chess, Kind, Man, Move, Observation, Parts, Player, Reason};

use super::critical::{DIAGONAL, LEAPS, Men, STRAIGHT, direction, forward, stepped};
use super::explain::explain;
use super::san::{Meaning, SanMatches, WrittenMove, san};

/// Explains why a word in algebraic notation does not denote exactly one legal move after those of `game`.
/// `seen` is the observation of the position, and `legal` are all legal moves. `None` if the word does not
/// denote a move, or if there is no explanation.
pub(super) fn misread(
    game: &Record<Chess>,
    seen: &Observation,
    legal: &[Move],
    word: &str,
) -> Option<String> {
    let said = WrittenMove::read(word.trim_end_matches(['+', '#', '!', '?']))?;
    if said.among(seen, legal) == SanMatches::Several {
        let all: Vec<String> = said.all(seen, legal).iter().filter_map(|mv| san(seen, legal, mv)).collect();
        return Some(format!("it may be {}", all.join(" or ")));
    }
    let case = Case { game, seen, men: Men::of(seen) };
    match said.meaning() {
        _ if seen.over => case.why(&case.any()?),
        Meaning::Named(mv) => case.why(&mv),
        Meaning::Castles { short } => case.why_no_castling(short),
        Meaning::Goes { kind: Kind::Pawn, file, rank, takes, to, promotion } => {
            case.why_no_pawn((file, rank), takes, Move { from: to, to, promotion })
        }
        Meaning::Goes { kind, file, rank, takes, to, .. } => case.why_no_piece(kind, (file, rank), takes, to),
    }
}

/// A position in which a word is interpreted.
struct Case<'c> {
    game: &'c Record<Chess>,
    seen: &'c Observation,
    men: Men,
}

impl Case<'_> {
    /// A move of any piece of the player to move.
    fn any(&self) -> Option<Move> {
        self.men.all(self.seen.turn).map(|(cell, _)| Move::new(cell, cell)).next()
    }

    /// Explains why a move is illegal.
    fn why(&self, mv: &Move) -> Option<String> {
        let reasons = Reason::ALL.into_iter().filter(|reason| *reason != Reason::NotYourTurn);
        reasons.into_iter().find_map(|reason| explain(self.game, self.seen, mv, reason))
    }

    /// Explains why a move is illegal; `takes` states whether the word marks it as a capture.
    fn why_taking(&self, mv: &Move, takes: bool) -> Option<String> {
        let empty = takes && self.men.at(mv.to).is_none();
        self.why(mv).or_else(|| empty.then(|| format!("there is nothing to capture on {}", mv.to)))
    }

    fn why_no_castling(&self, short: bool) -> Option<String> {
        let (player, home) = (self.seen.turn, Parts::home(self.seen.turn));
        let none = || {
            let side = if short { "kingside" } else { "queenside" };
            format!("{player} does not have the right to castle {side}")
        };
        let king = self.men.king(player)?;
        let own = |letter: &char| letter.is_ascii_uppercase() == (player == Player::White);
        let rooks = self.seen.castling.chars().filter(own);
        let mut rooks = rooks.filter_map(|letter| self.men.castling_rook(letter, king, player));
        let Some(rook) = rooks.find(|rook| (rook.file() > king.file()) == short) else { return Some(none()) };
        let to = match self.game.start.parts().chess960 {
            true => rook,
            false => Cell::new(if short { 6 } else { 2 }, home)?,
        };
        self.why(&Move::new(king, to))
    }

    /// Explains why no pawn of the player makes the move `to`, if the pawn's square is not known.
    fn why_no_pawn(&self, (file, rank): (Option<u8>, Option<u8>), takes: bool, to: Move) -> Option<String> {
        let (player, up) = (self.seen.turn, forward(self.seen.turn));
        let behind = |file: u8| {
            let to = to.to;
            let cells = (0..8).filter_map(move |rank| Cell::new(file, rank));
            let near = |cell: &Cell| (i16::from(to.rank()) - i16::from(cell.rank())) * i16::from(up);
            let pawn = Some(Man { player, kind: Kind::Pawn });
            cells.filter(|cell| self.men.at(*cell) == pawn && near(cell) > 0).min_by_key(near)
        };
        let from = match (file, rank) {
            (Some(file), Some(rank)) => Cell::new(file, rank),
            (Some(file), None) => {
                let step = i16::from(file) - i16::from(to.to.file());
                let beside = i8::try_from(step).ok().and_then(|step| stepped(to.to, (step, -up)));
                beside.filter(|_| step.abs() == 1 && self.has_pawn(beside)).or_else(|| behind(file))
            }
            _ => behind(to.to.file()),
        };
        match from.filter(|_| self.has_pawn(from)) {
            Some(from) => self.why_taking(&Move { from, ..to }, takes),
            None => Some(match self.men.at(to.to).filter(|man| man.player == player) {
                Some(own) => format!("{} is occupied by {player}'s own {}", to.to, own.kind.name()),
                None => format!("{player} has no pawn that could move to {}", to.to),
            }),
        }
    }

    fn has_pawn(&self, cell: Option<Cell>) -> bool {
        cell.and_then(|cell| self.men.at(cell)) == Some(Man { player: self.seen.turn, kind: Kind::Pawn })
    }

    /// Explains why no piece of this kind, on the file and rank that the word may name, can move to a square.
    fn why_no_piece(
        &self,
        kind: Kind,
        (file, rank): (Option<u8>, Option<u8>),
        takes: bool,
        to: Cell,
    ) -> Option<String> {
        let (player, name) = (self.seen.turn, kind.name());
        let fits = |cell: &Cell| {
            file.is_none_or(|file| file == cell.file()) && rank.is_none_or(|rank| rank == cell.rank())
        };
        let own = self.men.all(player).filter(|(_, other)| *other == kind).map(|(cell, _)| cell);
        let own: Vec<Cell> = own.filter(fits).collect();
        let near: Vec<Cell> = own.iter().copied().filter(|from| reaches(kind, *from, to)).collect();
        let near = if own.len() == 1 { &own } else { &near };
        match near[..] {
            [] if own.is_empty() => Some(format!("{player} has no {name}{}", place(file, rank))),
            [] => Some(format!("none of {player}'s {name}s moves to {to}")),
            [from] => self.why_taking(&Move::new(from, to), takes),
            _ => {
                let why = |from: &Cell| Some(format!("from {from}, {}", self.why(&Move::new(*from, to))?));
                let all: Vec<String> = near.iter().filter_map(why).collect();
                (!all.is_empty()).then(|| all.join("; "))
            }
        }
    }
}

/// Whether a piece of this kind can move from one square to another on an empty board.
fn reaches(kind: Kind, from: Cell, to: Cell) -> bool {
    let along = |lines: &[(i8, i8)]| direction(from, to).is_some_and(|step| lines.contains(&step));
    let is_step = |steps: &[(i8, i8)]| steps.iter().any(|step| stepped(from, *step) == Some(to));
    match kind {
        Kind::Pawn => false,
        Kind::Knight => is_step(&LEAPS),
        Kind::King => is_step(&STRAIGHT) || is_step(&DIAGONAL),
        Kind::Rook => along(&STRAIGHT),
        Kind::Bishop => along(&DIAGONAL),
        Kind::Queen => along(&STRAIGHT) || along(&DIAGONAL),
    }
}

/// A phrase about the file and the rank on which a word places a piece, which follows the name of the piece.
fn place(file: Option<u8>, rank: Option<u8>) -> String {
    let letter = |file: u8| char::from(b'a' + file);
    match (file, rank) {
        (None, None) => String::new(),
        (Some(file), None) => format!(" on the {}-file", letter(file)),
        (None, Some(rank)) => format!(" on rank {}", rank + 1),
        (Some(file), Some(rank)) => format!(" on {}{}", letter(file), rank + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// The explanation for a word in a position with the given legal moves.
    fn told(position: &str, legal: &[&str], word: &str) -> Option<String> {
        let start: bustan_vocabulary::chess::Position = position.parse().unwrap();
        let seen = crate::chess::compose::observed(&start);
        let legal: Vec<Move> = legal.iter().map(|mv| mv.parse().unwrap()).collect();
        misread(&Record::new(start), &seen, &legal, word)
    }

    #[test]
    fn a_word_that_is_not_a_legal_move_is_explained() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let rooks = "4k3/8/8/8/8/8/8/R2PK2R w K - 0 1";
        let pinned = "4k3/4r3/8/8/8/8/4N3/4K1N1 w - - 0 1";
        for (position, legal, word, words) in [
            (start, &[][..], "e5", "a pawn does not move from e2 to e5"),
            (start, &[], "exd3", "there is nothing to capture on d3"),
            (start, &[], "axd3", "a pawn does not move from a2 to d3"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", &[], "e4", "e4 is occupied by white's own pawn"),
            (start, &["g1f3"], "Nxf3", "there is nothing to capture on f3"),
            (start, &[], "Nd5", "none of white's knights moves to d5"),
            (start, &[], "Nge5", "a knight does not move from g1 to e5"),
            (start, &[], "Nce5", "white has no knight on the c-file"),
            (start, &[], "N3e5", "white has no knight on rank 3"),
            (start, &[], "Qg4+", "the pawn on e2 is in the way"),
            (start, &[], "e2e5", "a pawn does not move from e2 to e5"),
            (start, &[], "0-0", "the bishop on f1 is in the way of castling"),
            (rooks, &[], "O-O-O", "white does not have the right to castle queenside"),
            (rooks, &[], "Qd2", "white has no queen"),
            (rooks, &[], "Rd1", "from a1, d1 is occupied by white's own pawn"),
            (pinned, &[], "Nc3", "moving the knight would expose the king"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &[], "a8", "a pawn that reaches the last rank is promoted"),
            ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", &["b1d2", "f1d2"], "Nd2", "it may be Nbd2 or Nfd2"),
        ] {
            let told = told(position, legal, word).unwrap_or_default();
            assert!(told.starts_with(words), "{position} {word}: {told}");
        }
        for word in ["", "x", "Zz9", "é"] {
            assert_eq!(told(start, &[], word), None, "{word}");
        }
    }

    #[test]
    fn castling_of_chess960_goes_to_the_rook() {
        let words = Some("the king would castle through check on d1".to_string());
        assert_eq!(told("4k3/3r4/8/8/8/8/8/1R2K3 w Q - 0 1 chess960", &[], "O-O-O"), words);
    }
}

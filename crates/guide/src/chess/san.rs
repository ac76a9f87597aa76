//! Moves in standard algebraic notation, as described in appendix C of the FIDE Laws of Chess.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Observation, Player};

use super::castles;

/// Formats a move in standard algebraic notation, without a sign for check. `legal` are all legal moves.
pub(super) fn san(seen: &Observation, legal: &[Move], mv: &Move) -> Option<String> {
    let man = seen.board.get(&mv.from)?;
    match castles(seen, mv) {
        Some(true) => return Some("O-O".into()),
        Some(false) => return Some("O-O-O".into()),
        None => {}
    }
    let pawn = man.kind == Kind::Pawn;
    let captures = is_capture(seen, mv);
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

/// Formats a move in standard algebraic notation if it is in `legal`, the list of all legal moves. Any other
/// move is formatted with both of its squares, such as `Ke1g2`, or as castling if it corresponds to one.
pub(super) fn word(seen: &Observation, legal: &[Move], mv: &Move, chess960: bool) -> Option<String> {
    if legal.contains(mv) { san(seen, legal, mv) } else { Some(illegal(seen, mv, chess960)) }
}

/// Formats a move that is not legal. It is formatted as castling only if a king on its first rank moves as in
/// castling: in the standard game from the e-file to the g-file or the c-file, in Chess960 to the square of
/// the player's own rook.
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

/// Whether a move that is not castling captures a piece.
fn is_capture(seen: &Observation, mv: &Move) -> bool {
    let pawn = seen.board.get(&mv.from).is_some_and(|man| man.kind == Kind::Pawn);
    seen.board.contains_key(&mv.to) || (pawn && mv.from.file() != mv.to.file())
}

/// The disambiguation of a move: the part of the square of origin that distinguishes the piece from others of
/// its kind that can move to the same square. It is the file if that suffices, otherwise the rank if that
/// suffices, otherwise both.
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

/// The sign for check or checkmate after a move that leads to the observation `after`; empty if neither
/// applies.
pub(super) fn sign(after: &Observation) -> &'static str {
    match after.winner {
        Some(_) => "#",
        None if after.check => "+",
        None => "",
    }
}

/// Returns the legal move that a word denotes, in algebraic notation with any signs after it, or in UCI
/// notation.
pub(super) fn meant(seen: &Observation, legal: &[Move], word: &str) -> Option<Move> {
    let said = WrittenMove::read(word.trim_end_matches(['+', '#', '!', '?']))?;
    match said.among(seen, legal) {
        SanMatches::One(mv) => Some(mv),
        SanMatches::Nothing => word.parse().ok().filter(|mv| legal.contains(mv)),
        SanMatches::Several => None,
    }
}

/// A parsed move in algebraic or UCI notation, whose meaning may depend on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenMove {
    meaning: Meaning,
    /// Whether a sign after the move claims checkmate.
    mate: bool,
    /// Whether the word marks the move as an en passant capture.
    en_passant: bool,
}

/// The move, without signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The squares of origin and target, as in UCI notation.
    Named(Move),
    /// Castling to the g-file (`short`) or the c-file.
    Castles { short: bool },
    /// A move of a piece to a square. The word may specify the file and the rank of origin, and a capture.
    Goes { kind: Kind, file: Option<u8>, rank: Option<u8>, takes: bool, to: Cell, promotion: Option<Kind> },
}

/// The legal moves that match a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SanMatches {
    /// Exactly one legal move matches.
    One(Move),
    /// No legal move matches.
    Nothing,
    /// Several legal moves match.
    Several,
}

impl WrittenMove {
    /// Parses a move without annotations, in short or long algebraic notation or in UCI notation. `None` for
    /// any other word.
    pub(super) fn read(word: &str) -> Option<Self> {
        let plain = word.trim_end_matches(['+', '#']);
        let signs = &word[plain.len()..];
        if !matches!(signs, "" | "+" | "++" | "#") {
            return None;
        }
        let passing = ["e.p.", "e.p"].iter().find_map(|end| plain.strip_suffix(end));
        let plain = passing.unwrap_or(plain);
        let meaning = match plain.replace(['0', 'o'], "O").as_str() {
            "O-O" => Meaning::Castles { short: true },
            "O-O-O" => Meaning::Castles { short: false },
            // The letter of a piece is a capital: B1c3 is a move of a bishop, and b1c3 names two squares.
            _ if plain.starts_with(|c: char| c.is_ascii_uppercase()) => {
                goes(plain).or_else(|| named(plain))?
            }
            _ => named(plain).or_else(|| goes(plain))?,
        };
        Some(Self { meaning, mate: signs == "#", en_passant: passing.is_some() })
    }

    /// The move, without signs.
    pub(super) const fn meaning(self) -> Meaning {
        self.meaning
    }

    /// All legal moves that match.
    pub(super) fn all(self, seen: &Observation, legal: &[Move]) -> Vec<Move> {
        legal.iter().copied().filter(|mv| self.fits(seen, mv)).collect()
    }

    /// Finds the legal move that is meant. `legal` are all legal moves. A castling may also be in the
    /// notation of the other game, standard or Chess960.
    pub(super) fn among(self, seen: &Observation, legal: &[Move]) -> SanMatches {
        match (&self.all(seen, legal)[..], self.meaning) {
            ([mv], _) => SanMatches::One(*mv),
            ([], Meaning::Named(mv)) => {
                respelled(seen, legal, &mv).map_or(SanMatches::Nothing, SanMatches::One)
            }
            ([], _) => SanMatches::Nothing,
            _ => SanMatches::Several,
        }
    }

    fn fits(self, seen: &Observation, mv: &Move) -> bool {
        match self.meaning {
            Meaning::Named(named) => named == *mv,
            Meaning::Castles { short } => castles(seen, mv) == Some(short),
            Meaning::Goes { kind, file, rank, takes, to, promotion } => {
                let captures = is_capture(seen, mv);
                // A file alone before a pawn's target means a capture.
                let pawn = kind != Kind::Pawn || rank.is_some() || captures == file.is_some();
                seen.board.get(&mv.from).is_some_and(|man| man.kind == kind)
                    && (mv.to, mv.promotion) == (to, promotion)
                    && file.is_none_or(|file| file == mv.from.file())
                    && rank.is_none_or(|rank| rank == mv.from.rank())
                    && pawn
                    && (captures || !takes)
                    && castles(seen, mv).is_none()
            }
        }
    }

    /// Whether the word marks the move as an en passant capture.
    pub(super) const fn says_en_passant(self) -> bool {
        self.en_passant
    }

    /// Whether the sign after the move claims checkmate, although `after` is not a checkmate.
    pub(super) fn falsely_mates(self, after: &Observation) -> bool {
        self.mate && after.winner.is_none()
    }
}

/// If `mv` is a castling in the notation of the other game, returns the legal castling that it means. In the
/// standard game, this is a move of the king to its rook; in Chess960, to the g-file or the c-file.
fn respelled(seen: &Observation, legal: &[Move], mv: &Move) -> Option<Move> {
    let side = castles(seen, mv)?;
    let rook = |to: &Cell| {
        let king = seen.board.get(&mv.from);
        let rook = seen.board.get(to).filter(|man| man.kind == Kind::Rook);
        rook.is_some_and(|rook| king.is_some_and(|king| king.player == rook.player))
    };
    let is_other = |other: &&Move| {
        let to_rook = rook(&mv.to);
        let square =
            if to_rook { !rook(&other.to) } else { rook(&other.to) && [2, 6].contains(&mv.to.file()) };
        other.from == mv.from && castles(seen, other) == Some(side) && square
    };
    let is_home = mv.from.rank() == mv.to.rank() && mv.promotion.is_none();
    legal.iter().find(is_other).copied().filter(|_| is_home)
}

/// Parses a move in UCI notation: two squares and, for a promotion, the piece.
fn named(word: &str) -> Option<Meaning> {
    word.parse().ok().map(Meaning::Named)
}

/// Parses the letter of a piece, any disambiguation, a capture sign, the target square and the piece of a
/// promotion.
fn goes(word: &str) -> Option<Meaning> {
    let (word, promotion) = promotion(word);
    let (kind, rest) = match piece(word.chars().next()?) {
        Some(kind) => (kind, &word[1..]),
        None => (Kind::Pawn, word),
    };
    let square = rest.char_indices().nth_back(1)?.0;
    let (from, to) = rest.split_at(square);
    let to = to.parse().ok().filter(|_| to.starts_with(|c: char| c.is_ascii_lowercase()))?;
    let (from, takes) = match from.strip_suffix(['x', ':']) {
        Some(from) => (from, true),
        None => (from.strip_suffix('-').unwrap_or(from), false),
    };
    let (file, rank) = match from.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] if kind != Kind::Pawn => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return None,
    };
    let may_promote = kind == Kind::Pawn || promotion.is_none();
    may_promote.then_some(Meaning::Goes { kind, file, rank, takes, to, promotion })
}

/// Splits a word into the part before the piece of a promotion and that piece, as in `e8=Q`, `e8Q` or
/// `e8(Q)`.
fn promotion(word: &str) -> (&str, Option<Kind>) {
    let inside = word.strip_suffix(')').unwrap_or(word);
    let Some((at, letter)) = inside.char_indices().next_back() else { return (word, None) };
    let rest = match inside.len() < word.len() {
        true => inside[..at].strip_suffix('('),
        false => Some(inside[..at].strip_suffix(['=', '/']).unwrap_or(&inside[..at])),
    };
    let kind = piece(letter.to_ascii_uppercase()).filter(|kind| Move::PROMOTIONS.contains(kind));
    match (rest, kind) {
        (Some(rest), Some(kind)) if rest.ends_with(['1', '8']) => (rest, Some(kind)),
        _ => (word, None),
    }
}

/// The kind of piece that a capital letter denotes.
fn piece(letter: char) -> Option<Kind> {
    Kind::of_letter(letter).filter(|_| letter.is_ascii_uppercase())
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
    fn pieces_are_distinguished_by_file_by_rank_or_by_both() {
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
        // A castling that an engine plays illegally is still formatted as castling.
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
        // Castling in the notation of Chess960, but not with another rook.
        assert_eq!(read(vec!["e1h1", "e1h1+"]), [Some(legal[1]); 2]);
        assert_eq!(read(vec!["e1a1", "e1f1", "e1h2", "e1h1q"]), [None; 4]);
    }

    #[test]
    fn castling_of_chess960_may_be_spelled_as_in_the_standard_game() {
        let seen =
            crate::chess::compose::observed(&"4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1 chess960".parse().unwrap());
        let legal: Vec<Move> = ["e1b1", "e1g1"].map(|mv| mv.parse().unwrap()).into();
        for (word, expected) in [
            ("e1c1", Some(legal[0])),
            ("e1b1", Some(legal[0])),
            ("O-O-O", Some(legal[0])),
            ("e1g1", Some(legal[1])),
            ("O-O", Some(legal[1])),
            // Other rooks, and moves that are not castling.
            ("e1a1", None),
            ("e1h1", None),
            ("e1f1", None),
            ("e1e3", None),
        ] {
            assert_eq!(meant(&seen, &legal, word), expected, "{word}");
        }
    }
}

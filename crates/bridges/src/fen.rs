//! Parsing of position texts of chess, xiangqi and shogi.

use serde_json::{Map, Value, json};

use crate::spec::Protocol;

/// A parsed FEN or SFEN, with the fields that the keys of a state need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fen {
    /// The occupied squares and their pieces.
    pub(crate) board: Vec<(String, String)>,
    /// Whether the first player is to move.
    pub(crate) first: bool,
    /// The pieces in hand of the first and of the second player, if the text has a field for them.
    hands: Option<[String; 2]>,
    /// The fields after the player to move.
    rest: Vec<String>,
    protocol: Protocol,
}

/// The order of pieces in hand in chess and its variants.
const ORDER: &str = "KQRBNP";

/// The order of pieces in hand in an SFEN.
const SHOGI: &str = "RBGSNLP";

impl Fen {
    /// Parses a text; `None` if it is not a position text of the protocol.
    pub(crate) fn read(text: &str, protocol: Protocol) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (board, turn) = (words.next()?, words.next()?);
        let rest: Vec<String> = words.map(String::from).collect();
        let (rows, pocket) = match board.split_once('[') {
            Some((rows, pocket)) => (rows, Some(pocket.strip_suffix(']')?)),
            None => (board, None),
        };
        let first = match (protocol, turn) {
            (Protocol::Usi, "b") | (_, "w" | "r") if (protocol, turn) != (Protocol::Usi, "w") => true,
            (Protocol::Usi, "w") | (_, "b") => false,
            _ => return None,
        };
        let hands = match protocol {
            Protocol::Usi => Some(rest.first()?.clone()),
            _ => pocket.map(String::from),
        };
        let board = cells(rows, protocol)?;
        Some(Self { board, first, hands: hands.map(|hands| sorted(&hands, protocol)), rest, protocol })
    }

    /// The keys of a state. The key of the en passant square is included if a legal move captures on the
    /// square, or if the text has no such square. Otherwise it is omitted, because programs follow different
    /// conventions.
    pub(crate) fn keys(&self, legal: Option<&str>, is_960: bool) -> Map<String, Value> {
        let mut keys = Map::new();
        let board = self.board.iter().map(|(cell, piece)| (cell.clone(), piece.clone().into()));
        keys.insert("board".into(), Value::Object(board.collect()));
        if let Some([first, second]) = &self.hands {
            let (name, [one, other]) = match self.protocol {
                Protocol::Usi => ("hands", ["black", "white"]),
                _ => ("pockets", ["white", "black"]),
            };
            keys.insert(name.into(), json!({ one: first, other: second }));
        }
        if self.protocol == Protocol::Uci {
            if let Some(castling) = self.castling(is_960) {
                keys.insert("castling".into(), castling.into());
            }
            if let Some(cell) = self.en_passant(legal) {
                keys.insert("en_passant".into(), cell.into());
            }
            if let Some([half, full]) = self.counters() {
                // Programs disagree about what resets this counter in games in which captured pieces return.
                if self.hands.is_none() {
                    keys.insert("halfmoves".into(), half.into());
                }
                keys.insert("fullmoves".into(), full.into());
            }
        }
        keys
    }

    /// Whether a piece is on a square.
    pub(crate) fn has(&self, (cell, piece): (&str, &str)) -> bool {
        self.board.iter().any(|(at, other)| at == cell && other == piece)
    }

    /// The number of plies since a capture or a pawn move, and the fullmove number, if the text has both.
    fn counters(&self) -> Option<[u64; 2]> {
        match &self.rest[..] {
            [_, _, .., half, full] => Some([half.parse().ok()?, full.parse().ok()?]),
            _ => None,
        }
    }

    /// Whether the last move makes earlier positions unreachable: a capture or a pawn move.
    pub(crate) fn is_final(&self) -> bool {
        self.protocol == Protocol::Uci && self.hands.is_none() && matches!(self.counters(), Some([0, _]))
    }

    /// The text in comparable form: with a halfmove clock of 0 if there are pieces in hand, and with shogi's
    /// pieces in hand in the usual order. `None` if the program omits a part of it or uses a notation that
    /// cannot be compared.
    pub(crate) fn text(&self, told: &str, legal: Option<&str>, is_960: bool) -> Option<String> {
        let mut words: Vec<&str> = told.split_whitespace().collect();
        let (castling, cell);
        if self.protocol == Protocol::Uci {
            self.counters()?;
            castling = self.castling(is_960)?;
            cell = self.en_passant(legal)?.unwrap_or_else(|| "-".into());
            (words[2], words[3]) = (&castling, &cell);
            // Adapters omit the halfmove clock as well.
            let half = words.len() - 2;
            if self.hands.is_some() {
                words[half] = "0";
            }
        }
        let hands = self.hands.as_ref().map(hand_field).unwrap_or_default();
        if self.protocol == Protocol::Usi && words.len() > 2 {
            words[2] = &hands;
        }
        Some(words.join(" "))
    }

    /// Returns a Chess960 position in a form that all programs understand: `K` and `Q` if the king and the
    /// rook are on their standard squares, otherwise the letter of the rook's file. Some programs take `Q` to
    /// mean a king on the e-file and a rook on the a-file, and others the outermost rook.
    pub(crate) fn sent(&self, text: &str) -> String {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let Some(told) = self.rest.first() else { return text.into() };
        let letters: String = told
            .chars()
            .map(|letter| {
                let white = letter.is_ascii_uppercase();
                let file = match self.wing(letter) {
                    Some((_, rooks)) if "kq".contains(letter.to_ascii_lowercase()) => rooks.first().copied(),
                    Some(_) => Some(letter.to_ascii_lowercase()),
                    None => None,
                };
                let home = self.has(if white { ("e1", "K") } else { ("e8", "k") });
                let sent = match (file, self.wing(letter)) {
                    (Some('h'), Some((true, _))) if home => 'k',
                    (Some('a'), Some((false, _))) if home => 'q',
                    (Some(file), _) => file,
                    (None, _) => return letter,
                };
                if white { sent.to_ascii_uppercase() } else { sent }
            })
            .collect();
        words[2] = &letters;
        words.join(" ")
    }

    /// A player's castling on the king's or the queen's side in Chess960 notation: the squares of the king
    /// and the rook. `None` if several rooks are on that side.
    pub(crate) fn castled(&self, first: bool, short: bool) -> Option<String> {
        let letter = match (first, short) {
            (true, true) => 'K',
            (true, false) => 'Q',
            (false, true) => 'k',
            (false, false) => 'q',
        };
        let king = self.board.iter().find(|(_, piece)| piece == if first { "K" } else { "k" })?;
        match self.wing(letter)?.1[..] {
            [rook] => Some(format!("{}{rook}{}", king.0, king.0.get(1..)?)),
            _ => None,
        }
    }

    /// Interprets a letter of the castling rights: whether it means the king's side, and the files of the
    /// rooks on that side of the king's rank, the outermost first. `None` unless the player has exactly one
    /// king on the first rank.
    fn wing(&self, letter: char) -> Option<(bool, Vec<char>)> {
        let white = letter.is_ascii_uppercase();
        let row = if white { "1" } else { "8" };
        let files = |piece: &str| -> Vec<char> {
            let piece = if white { piece.to_uppercase() } else { piece.into() };
            let has = self.board.iter().filter(|(cell, other)| *other == piece && cell[1..] == *row);
            has.filter_map(|(cell, _)| cell.chars().next()).collect()
        };
        let [king] = files("k")[..] else { return None };
        let short = match letter.to_ascii_lowercase() {
            'k' => true,
            'q' => false,
            file @ 'a'..='h' => file > king,
            _ => return None,
        };
        let mut rooks: Vec<char> = files("r").into_iter().filter(|file| (*file > king) == short).collect();
        rooks.sort_unstable();
        if short {
            rooks.reverse();
        }
        Some((short, rooks))
    }

    /// The castling rights in X-FEN, in the usual order: `K` for the outermost rook on the king's side,
    /// whatever its file, and otherwise the letter of the rook's file. `None` if the text has none, or if the
    /// rook of a Chess960 position is ambiguous, because programs then disagree about `K` and `Q`.
    fn castling(&self, is_960: bool) -> Option<String> {
        let told = self.rest.first()?;
        let mut rights = Vec::new();
        for letter in told.chars().filter(|letter| *letter != '-') {
            let (black, file) = (letter.is_ascii_lowercase(), letter.to_ascii_lowercase());
            let Some((short, rooks)) = self.wing(letter) else {
                rights.push((black, false, letter));
                continue;
            };
            let side = if short { 'k' } else { 'q' };
            let meant = match file {
                'k' | 'q' if is_960 && rooks.len() > 1 => return None,
                'k' | 'q' => file,
                file if rooks.first().is_none_or(|rook| *rook == file) => side,
                file => file,
            };
            rights.push((black, !short, if black { meant } else { meant.to_ascii_uppercase() }));
        }
        rights.sort_unstable();
        let letters: String = rights.into_iter().map(|(.., letter)| letter).collect();
        Some(if letters.is_empty() { "-".into() } else { letters })
    }

    /// The square that a pawn has crossed by a double step, if the pawn can be captured en passant. The outer
    /// `None` means that this is unknown: the text has a square, but no legal move captures on it.
    fn en_passant(&self, legal: Option<&str>) -> Option<Option<String>> {
        let cell = self.rest.get(1)?;
        if cell == "-" {
            return Some(None);
        }
        let legal = legal?;
        let pawn = if self.first { "P" } else { "p" };
        let takes = |mv: &str| {
            let (Some(from), Some(to)) = (mv.get(..2), mv.get(2..4)) else { return false };
            to == cell && from[..1] != to[..1] && self.has((from, pawn))
        };
        legal.split(' ').any(takes).then(|| Some(cell.clone()))
    }
}

/// The occupied squares of a board, given as rows.
fn cells(rows: &str, protocol: Protocol) -> Option<Vec<(String, String)>> {
    let rows: Vec<&str> = rows.split('/').collect();
    let widths = rows.iter().map(|row| pieces(row)).collect::<Option<Vec<_>>>()?;
    let width = widths.iter().map(|(_, width)| *width).max()?;
    let height = rows.len();
    let mut board = Vec::new();
    for (row, (pieces, _)) in widths.into_iter().enumerate() {
        for (column, piece) in pieces {
            let letter =
                |at: usize| u8::try_from(at).ok().filter(|at| *at < 26).map(|at| char::from(b'a' + at));
            let cell = match protocol {
                Protocol::Usi => format!("{}{}", width - column, letter(row)?),
                Protocol::Ucci => format!("{}{}", letter(column)?, height - 1 - row),
                _ => format!("{}{}", letter(column)?, height - row),
            };
            board.push((cell, piece));
        }
    }
    Some(board)
}

/// Why a text that parses as a position is invalid: it has rows of different lengths, a `+` without a
/// following piece, or an invalid character among the pieces in hand.
pub(crate) fn fault(text: &str, protocol: Protocol) -> Option<&'static str> {
    let mut words = text.split_whitespace();
    let board = words.next()?;
    let (rows, pocket) = board.split_once('[').map_or((board, None), |(rows, pocket)| (rows, Some(pocket)));
    let widths: Vec<usize> = rows.split('/').filter_map(pieces).map(|(_, width)| width).collect();
    let hands = if protocol == Protocol::Usi {
        words.nth(1)
    } else {
        pocket.map(|pocket| pocket.trim_end_matches(']'))
    };
    let named = |hands: &str| {
        hands == "-"
            || !hands.ends_with(|c: char| c.is_ascii_digit())
                && hands.chars().all(|c| c.is_ascii_alphanumeric())
    };
    match () {
        () if widths.iter().any(|width| *width != widths[0]) => {
            Some("the rows of the board have different lengths")
        }
        () if rows.split('/').any(|row| row.ends_with('+')) => Some("a + is not followed by a piece"),
        () if hands.is_some_and(|hands| !named(hands)) => Some("the pieces in hand cannot be read"),
        () => None,
    }
}

/// The pieces of a row with their columns, and the number of columns.
fn pieces(row: &str) -> Option<(Vec<(usize, String)>, usize)> {
    let (mut pieces, mut column, mut gap, mut sign) = (Vec::new(), 0, 0, String::new());
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            gap = gap * 10 + digit as usize;
            if gap > 1_000 {
                return None;
            }
            continue;
        }
        column += std::mem::take(&mut gap);
        match c {
            '+' => sign.push(c),
            // `~` follows a promoted piece. Boards contain only the letters of pieces.
            '~' if !pieces.is_empty() => {}
            c if c.is_ascii_alphabetic() || c == '*' => {
                pieces.push((column, std::mem::take(&mut sign) + &c.to_string()));
                column += 1;
            }
            _ => return None,
        }
    }
    Some((pieces, column + gap))
}

/// The pieces in hand of each player, sorted, expanded and in capitals: `2Pb` becomes `PP` and `B`.
fn sorted(hands: &str, protocol: Protocol) -> [String; 2] {
    let order = if protocol == Protocol::Usi { "" } else { ORDER };
    let (mut both, mut number) = ([Vec::new(), Vec::new()], 0);
    for c in hands.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = (number * 10 + digit as usize).min(1_000);
        } else if c.is_ascii_alphabetic() {
            let copies = std::mem::take(&mut number).max(1);
            both[usize::from(c.is_ascii_lowercase())]
                .extend(std::iter::repeat_n(c.to_ascii_uppercase(), copies));
        }
    }
    both.map(|mut pieces| {
        pieces.sort_by_key(|piece| (order.find(*piece).unwrap_or(order.len()), *piece));
        pieces.into_iter().collect()
    })
}

/// The SFEN field of the pieces in hand of both players: `RG2Pb`.
fn hand_field([first, second]: &[String; 2]) -> String {
    let mut text = String::new();
    for (hand, white) in [(first, false), (second, true)] {
        for piece in SHOGI.chars() {
            let copies = hand.matches(piece).count();
            if copies > 1 {
                text += &copies.to_string();
            }
            if copies > 0 {
                text.push(if white { piece.to_ascii_lowercase() } else { piece });
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, protocol: Protocol, legal: Option<&str>) -> Value {
        Value::Object(Fen::read(text, protocol).unwrap().keys(legal, false))
    }

    #[test]
    fn chess_is_reported_by_cells_with_rights_and_counters() {
        let told = keys("4k3/8/8/8/4P3/8/8/4K2R b K - 0 12", Protocol::Uci, None);
        let board = json!({"e8": "k", "e4": "P", "e1": "K", "h1": "R"});
        assert_eq!(
            told,
            json!({"board": board, "castling": "K", "en_passant": null, "halfmoves": 0, "fullmoves": 12})
        );
        // Keys that the text does not determine are omitted.
        assert_eq!(keys("4k3/8/8/8/4P3/8/8/4K2R b", Protocol::Uci, None), json!({"board": board}));
        let text = "4k3/8/8/8/4P3/8/8/4K2R b K -";
        assert_eq!(
            keys(text, Protocol::Uci, None),
            json!({"board": board, "castling": "K", "en_passant": null})
        );
        assert_eq!(Fen::read(text, Protocol::Uci).unwrap().text(text, None, false), None);
    }

    #[test]
    fn a_pawn_is_taken_in_passing_only_by_a_listed_move_of_a_pawn() {
        let text = "4k3/8/8/8/3pP3/8/8/4K2r b - e3 0 1";
        for (legal, cell) in [("d4e3 h1h2", Some(json!("e3"))), ("d4d3 h1h2", None)] {
            assert_eq!(keys(text, Protocol::Uci, Some(legal)).get("en_passant").cloned(), cell);
        }
        let fen = Fen::read(text, Protocol::Uci).unwrap();
        assert_eq!(fen.text(text, Some("d4e3"), false).as_deref(), Some(text));
        // Either the text follows another convention, or the program misses the move; the list of moves
        // decides.
        assert_eq!(fen.text(text, Some("d4d3"), false), None);
        // Without a list of moves, the convention is not known.
        assert_eq!(
            (keys(text, Protocol::Uci, None).get("en_passant"), fen.text(text, None, false)),
            (None, None)
        );
    }

    #[test]
    fn files_of_rooks_become_the_letters_of_x_fen() {
        let castling = |text: &str| keys(text, Protocol::Uci, None)["castling"].clone();
        assert_eq!(castling("nrk1r3/8/8/8/8/8/8/NRK1R1R1 w EBeb - 0 1"), "EQkq");
        assert_eq!(castling("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1"), "KQkq");
        assert_eq!(castling("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "-");
        assert_eq!(castling("4k3/8/8/8/8/8/8/3RK3 w D - 0 1"), "Q");
        assert_eq!(castling("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1"), "KQkq");
    }

    #[test]
    fn rights_of_chess960_are_compared_by_their_meaning_and_sent_so_that_all_read_them() {
        let castling = |text: &str| Fen::read(text, Protocol::Uci).unwrap().castling(true);
        let sent = |text: &str| Fen::read(text, Protocol::Uci).unwrap().sent(text);
        for (told, rights, word) in [
            ("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", Some("Q"), "D"),
            ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", Some("Q"), "D"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", Some("KQkq"), "KQkq"),
            ("4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", Some("D"), "D"),
            ("4k3/8/8/8/8/8/8/R2RK3 w A - 0 1", Some("Q"), "Q"),
            // Either the rook on the a-file or the rook next to the king may be meant.
            ("4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1", None, "Q"),
            ("1r2k1r1/8/8/8/8/8/8/4K3 w kq - 0 1", Some("kq"), "gb"),
            ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", Some("KQ"), "HA"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some("-"), "-"),
        ] {
            assert_eq!(castling(told).as_deref(), rights, "{told}");
            assert_eq!(sent(told).split(' ').nth(2), Some(word), "{told}");
        }
        let castled = |text: &str, first| Fen::read(text, Protocol::Uci).unwrap().castled(first, false);
        assert_eq!(castled("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", true).as_deref(), Some("e1d1"));
        assert_eq!(castled("r2rk3/8/8/8/8/8/8/4K3 b a - 0 1", false), None);
    }

    #[test]
    fn what_says_nothing_in_a_position_is_a_fault() {
        let fault = |text: &str, protocol| fault(text, protocol).unwrap_or("none");
        for (text, protocol, told) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Protocol::Uci, "none"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", Protocol::Uci, "the rows of the board have different lengths"),
            ("4k3/8/8/8/8/8/8/4K2Q~[pPNn] w - - 0 1", Protocol::Uci, "none"),
            ("4k3/8/8/8/8/8/8/4K3[p!] w - - 0 1", Protocol::Uci, "the pieces in hand cannot be read"),
            ("4k4/9/9/9/9/9/9/1+R7/4K4 w RG2Pb 3", Protocol::Usi, "none"),
            ("4k4/9/9/9/9/9/9/9/4K4 w - 3", Protocol::Usi, "none"),
            ("4k4/9/9/9/9/9/9/9/4K4 w RG2 3", Protocol::Usi, "the pieces in hand cannot be read"),
            ("4k4/9/9/9/9/9/9/9/4K4+ w - 3", Protocol::Usi, "a + is not followed by a piece"),
        ] {
            assert_eq!(fault(text, protocol), told, "{text}");
        }
    }

    #[test]
    fn shogi_counts_from_the_right_and_has_hands() {
        let told = keys("4k4/9/9/9/9/9/9/1+R7/4K4 w RG2Pb 3", Protocol::Usi, None);
        assert_eq!(
            told,
            json!({"board": {"5a": "k", "8h": "+R", "5i": "K"}, "hands": {"black": "GPPR", "white": "B"}})
        );
        let text = |hands: &str| {
            let told = format!("4k4/9/9/9/9/9/9/9/4K4 w {hands} 3");
            Fen::read(&told, Protocol::Usi).unwrap().text(&told, None, false).unwrap()
        };
        assert_eq!(text("P2pRPb"), "4k4/9/9/9/9/9/9/9/4K4 w R2Pb2p 3");
        assert_eq!(text("-"), "4k4/9/9/9/9/9/9/9/4K4 w - 3");
        assert!(!Fen::read("9/9/9/9/9/9/9/9/9 w - 1", Protocol::Usi).unwrap().first);
        assert!(Fen::read("9/9/9/9/9/9/9/9/9 b - 1", Protocol::Usi).unwrap().first);
    }

    #[test]
    fn xiangqi_counts_rows_from_0_and_pockets_are_sorted() {
        let told = keys("4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1", Protocol::Ucci, None);
        assert_eq!(told, json!({"board": {"e9": "k", "d0": "K"}}));
        let told = keys("4k3/8/8/8/8/8/8/4K2Q~[pPNn] w - - 0 1", Protocol::Uci, None);
        assert_eq!(
            (&told["pockets"], &told["board"]["h1"]),
            (&json!({"white": "NP", "black": "NP"}), &json!("Q"))
        );
        let text = "4k3/8/8/8/8/8/8/4K2Q~[pPNn] w - - 7 9";
        assert_eq!(keys(text, Protocol::Uci, None).get("halfmoves"), None);
        let fen = Fen::read(text, Protocol::Uci).unwrap();
        assert_eq!(fen.text(text, Some("h1h2"), false).unwrap(), "4k3/8/8/8/8/8/8/4K2Q~[pPNn] w - - 0 9");
    }

    #[test]
    fn what_is_no_position_is_not_read() {
        for text in ["", "8/8", "8/8/!/8 w", "8 x", "9999999999/8 w - - 0 1", "8[Q w - -"] {
            assert_eq!(Fen::read(text, Protocol::Uci), None, "{text}");
        }
        for text in ["é/8 w - - 0 1", "~/8 w", "8 b"] {
            assert_eq!(Fen::read(text, Protocol::Usi), None, "{text}");
        }
    }
}

//! Position texts of chess, xiangqi and shogi, taken apart.

use serde_json::{Map, Value, json};

use crate::spec::Protocol;

/// A FEN or an SFEN, taken apart as far as keys tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fen {
    /// The occupied cells and their pieces.
    pub(crate) board: Vec<(String, String)>,
    /// The first player is on turn.
    pub(crate) first: bool,
    /// The pieces in hand, if the text has a place for them: of the first player, and of the second.
    hands: Option<[String; 2]>,
    /// The words behind the player on turn.
    rest: Vec<String>,
    protocol: Protocol,
}

/// The order of pieces in hand of chess and its variants; that of shogi is that of their letters.
const ORDER: &str = "KQRBNP";

/// The order of pieces in hand in an SFEN.
const SHOGI: &str = "RBGSNLP";

impl Fen {
    /// Takes a text apart; `None` if it is not of this kind.
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

    /// The keys of a state, and the cell behind a pawn that may be taken in passing if `legal` lists such a move.
    pub(crate) fn keys(&self, legal: Option<&str>) -> Map<String, Value> {
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
            keys.insert("castling".into(), self.castling().into());
            keys.insert("en_passant".into(), self.en_passant(legal).into());
            if let [.., half, full] = &self.rest[..]
                && let (Ok(half), Ok(full)) = (half.parse::<u64>(), full.parse::<u64>())
            {
                keys.insert("halfmoves".into(), half.into());
                keys.insert("fullmoves".into(), full.into());
            }
        }
        keys
    }

    /// Whether the move that led here can never be taken back in the game: a capture or a move of a pawn.
    pub(crate) fn is_final(&self) -> bool {
        self.protocol == Protocol::Uci && matches!(&self.rest[..], [.., half, _] if half == "0")
    }

    /// The text with the cell behind a pawn only where it may be taken in passing, and with the pieces in hand of shogi
    /// in their usual order.
    pub(crate) fn text(&self, told: &str, legal: Option<&str>) -> String {
        let mut words: Vec<&str> = told.split_whitespace().collect();
        let cell = self.en_passant(legal).unwrap_or_else(|| "-".into());
        let castling = self.castling();
        if self.protocol == Protocol::Uci && words.len() > 3 {
            (words[2], words[3]) = (&castling, &cell);
        }
        let hands = self.hands.as_ref().map(hand_field).unwrap_or_default();
        if self.protocol == Protocol::Usi && words.len() > 2 {
            words[2] = &hands;
        }
        words.join(" ")
    }

    /// The rights to castle in the letters of X-FEN: `K` for the outermost rook on the king's side, whatever its
    /// file, else the letter of its file.
    fn castling(&self) -> String {
        let Some(told) = self.rest.first() else { return "-".into() };
        let outermost = |letter: char| -> char {
            let white = letter.is_ascii_uppercase();
            let [king, rook] =
                ["k", "r"].map(|piece| if white { piece.to_uppercase() } else { piece.into() });
            let on = |piece: &str| -> Vec<&str> {
                let has = self.board.iter().filter(|(_, other)| *other == piece);
                has.map(|(cell, _)| &**cell)
                    .filter(|cell| cell[1..] == *if white { "1" } else { "8" })
                    .collect()
            };
            let (kings, rooks) = (on(&king), on(&rook));
            let [king] = kings[..] else { return letter };
            let file = letter.to_ascii_lowercase();
            let Some(of_king) = king.chars().next() else { return letter };
            let files = rooks.iter().filter_map(|cell| cell.chars().next());
            let side = if file > of_king { 'k' } else { 'q' };
            let further = |other: char| if file > of_king { other > file } else { other < file };
            match files.into_iter().any(further) {
                true => letter,
                false if white => side.to_ascii_uppercase(),
                false => side,
            }
        };
        let letters =
            told.chars().map(|c| if matches!(c.to_ascii_lowercase(), 'a'..='h') { outermost(c) } else { c });
        letters.collect()
    }

    /// The cell behind a pawn that moved two steps, if it may be taken in passing.
    fn en_passant(&self, legal: Option<&str>) -> Option<String> {
        let cell = self.rest.get(1).filter(|cell| *cell != "-")?;
        let Some(legal) = legal else { return Some(cell.clone()) };
        let pawn = if self.first { "P" } else { "p" };
        let takes = |mv: &str| {
            let (Some(from), Some(to)) = (mv.get(..2), mv.get(2..4)) else { return false };
            to == cell
                && from[..1] != to[..1]
                && self.board.iter().any(|(at, piece)| at == from && piece == pawn)
        };
        legal.split(' ').any(takes).then(|| cell.clone())
    }
}

/// The occupied cells of the rows of a board.
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
            // Marks a piece that was promoted, behind it. Boards have the letters of pieces alone.
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

/// The pieces in hand of both players, each sorted, without numbers: `2Pb` is `PP` and `b`, in capitals both.
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

/// The field of an SFEN for the pieces in hand of both players: `RG2Pb`.
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
        Value::Object(Fen::read(text, protocol).unwrap().keys(legal))
    }

    #[test]
    fn chess_is_told_by_cells_with_rights_and_counters() {
        let told = keys("4k3/8/8/8/4P3/8/8/4K2R b K e3 0 12", Protocol::Uci, None);
        assert_eq!(
            told,
            json!({"board": {"e8": "k", "e4": "P", "e1": "K", "h1": "R"}, "castling": "K", "en_passant": "e3",
                "halfmoves": 0, "fullmoves": 12})
        );
    }

    #[test]
    fn a_pawn_is_taken_in_passing_only_by_a_listed_move_of_a_pawn() {
        let text = "4k3/8/8/8/3pP3/8/8/4K2r b - e3 0 1";
        for (legal, cell) in [("d4e3 h1h2", Some("e3")), ("d4d3 h1h2", None)] {
            assert_eq!(keys(text, Protocol::Uci, Some(legal))["en_passant"], json!(cell));
        }
        let fen = Fen::read(text, Protocol::Uci).unwrap();
        assert_eq!(fen.text(text, Some("d4d3")), "4k3/8/8/8/3pP3/8/8/4K2r b - - 0 1");
    }

    #[test]
    fn files_of_rooks_become_the_letters_of_x_fen() {
        let castling = |text: &str| keys(text, Protocol::Uci, None)["castling"].clone();
        assert_eq!(castling("nrk1r3/8/8/8/8/8/8/NRK1R1R1 w EBeb - 0 1"), "EQkq");
        assert_eq!(castling("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1"), "KQkq");
        assert_eq!(castling("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "-");
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
            Fen::read(&told, Protocol::Usi).unwrap().text(&told, None)
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

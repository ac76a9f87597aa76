//! A game in the notation of the protocol that the program under test speaks, for use in other tools.

use bustan_guide::{Dialect, Form};
use bustan_vocabulary::Record;

use super::{Any, Move, Position};

/// The letters of columns in GTP, which omits I.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Returns the notations of a game. There are none if the protocol is not known, or if the moves or the start
/// are not in the notation of the protocol.
pub(super) fn forms(record: &Record<Any>, dialect: &Dialect) -> Vec<Form> {
    let form = match dialect.protocol.as_str() {
        "uci" => position(record, "fen").map(|text| Form::new("UCI", text)),
        "ucci" => position(record, "fen").map(|text| Form::new("UCCI", text)),
        "usi" => position(record, "sfen").map(|text| Form::new("USI", text)),
        "gtp" => game_of_go(record, dialect.board.as_deref()).map(|text| Form::new("SGF", text)),
        "uhp" => game_string(record, dialect.board.as_deref()).map(|text| Form::new("game string", text)),
        _ => None,
    };
    form.into_iter().collect()
}

/// Returns the command `position` of UCI, UCCI or USI. In the command, `word` precedes the text of a
/// position.
fn position(record: &Record<Any>, word: &str) -> Option<String> {
    let start = match &record.start {
        Position::Standard => "startpos".into(),
        Position::Sized(_) => return None,
        Position::SetUp(text) => format!("{word} {}", text.trim_end_matches(" chess960")),
    };
    let moves: Vec<String> = record.moves.iter().map(|(_, mv)| mv.to_string()).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    let is_960 = matches!(&record.start, Position::SetUp(text) if text.ends_with(" chess960"));
    let option = if is_960 { "setoption name UCI_Chess960 value true\n" } else { "" };
    Some(format!("{option}position {start}{moves}"))
}

/// Returns a game of Go in SGF. It must begin on an empty board of a known size.
fn game_of_go(record: &Record<Any>, board: Option<&str>) -> Option<String> {
    let size = match &record.start {
        Position::Standard => board?,
        Position::Sized(words) => words,
        Position::SetUp(_) => return None,
    };
    let size: usize = size.parse().ok().filter(|size| (1..=COLUMNS.len()).contains(size))?;
    let mut text = format!("(;GM[1]FF[4]SZ[{size}]");
    for (player, mv) in &record.moves {
        let player = match player.to_string().as_str() {
            "black" => 'B',
            "white" => 'W',
            _ => return None,
        };
        text += &format!(";{player}[{}]", point(mv, size)?);
    }
    Some(text + ")")
}

/// Returns a vertex in SGF, where rows are counted from the top; an empty text for a pass.
fn point(mv: &Move, size: usize) -> Option<String> {
    let vertex = mv.to_string().to_uppercase();
    if vertex == "PASS" {
        return Some(String::new());
    }
    let column = COLUMNS.find(vertex.chars().next()?).filter(|column| *column < size)?;
    let row: usize = vertex.get(1..)?.parse().ok().filter(|row| (1..=size).contains(row))?;
    let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap_or_default());
    Some([letter(column), letter(size - row)].iter().collect())
}

/// Returns the game string of a game of Hive that is not over.
fn game_string(record: &Record<Any>, kind: Option<&str>) -> Option<String> {
    let text = match &record.start {
        Position::Standard => kind.unwrap_or("Base"),
        Position::Sized(_) => return None,
        Position::SetUp(text) => text,
    };
    let mut parts = text.split(';');
    let kind = parts.next()?;
    // The state and the player to move follow from the moves.
    let before = parts.skip(2).map(String::from);
    let moves = record.moves.iter().map(|(_, mv)| mv.to_string().replace('_', " "));
    let moves: Vec<String> = before.chain(moves).collect();
    let state = if moves.is_empty() { "NotStarted" } else { "InProgress" };
    let (player, turn) = (["White", "Black"][moves.len() % 2], moves.len() / 2 + 1);
    let header = [kind.to_string(), state.into(), format!("{player}[{turn}]")];
    Some(header.into_iter().chain(moves).collect::<Vec<_>>().join(";"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(protocol: &str, board: Option<&str>, record: &str) -> Vec<String> {
        let dialect = Dialect { protocol: protocol.into(), board: board.map(String::from) };
        let record: Record<Any> = record.parse().unwrap();
        forms(&record, &dialect).into_iter().map(|form| format!("{}: {}", form.name, form.text)).collect()
    }

    #[test]
    fn a_game_is_written_in_the_protocol_of_the_program() {
        let game = "clear_board\nplay black e2e4\nplay white e7e5";
        for (protocol, form) in [
            ("uci", "UCI: position startpos moves e2e4 e7e5"),
            ("ucci", "UCCI: position startpos moves e2e4 e7e5"),
            ("usi", "USI: position startpos moves e2e4 e7e5"),
        ] {
            assert_eq!(told(protocol, None, game), [form]);
        }
        let set_up = "bustan-setup 9/9 b - 1\nplay black 7g7f";
        assert_eq!(told("usi", None, set_up), ["USI: position sfen 9/9 b - 1 moves 7g7f"]);
        let chess960 = "bustan-setup 3RK3/8 w D - 0 1 chess960";
        let command = "UCI: setoption name UCI_Chess960 value true\nposition fen 3RK3/8 w D - 0 1";
        assert_eq!(told("uci", None, chess960), [command]);
        let hive = "clear_board\nplay white wS1\nplay black bS1_wS1-\nplay white wQ_-wS1";
        let string = "game string: Base+M;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1";
        assert_eq!(told("uhp", Some("Base+M"), hive), [string]);
        assert_eq!(told("uhp", None, "clear_board"), ["game string: Base;NotStarted;White[1]"]);
        let set_up = "bustan-setup Base;InProgress;Black[1];wS1\nplay black bS1_wS1-";
        assert_eq!(told("uhp", None, set_up), ["game string: Base;InProgress;White[2];wS1;bS1 wS1-"]);
    }

    #[test]
    fn a_game_of_go_has_its_size_and_counts_rows_from_above() {
        let go = "clear_board\nplay black A1\nplay white J9\nplay black pass";
        assert_eq!(told("gtp", Some("9"), go), ["SGF: (;GM[1]FF[4]SZ[9];B[ai];W[ia];B[])"]);
        let sized = "boardsize 9\nclear_board\nplay black c3";
        assert_eq!(told("gtp", None, sized), ["SGF: (;GM[1]FF[4]SZ[9];B[cg])"]);
        for (board, game) in [(None, go), (Some("5"), go), (Some("9"), "clear_board\nplay red A1")] {
            assert_eq!(told("gtp", board, game), [""; 0]);
        }
    }

    #[test]
    fn nothing_is_made_up() {
        for (protocol, game) in
            [("", "clear_board\nplay black e2e4"), ("uci", "boardsize 9\nclear_board\nplay black e5")]
        {
            assert_eq!(told(protocol, None, game), [""; 0]);
        }
    }
}

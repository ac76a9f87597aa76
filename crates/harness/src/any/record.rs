//! Records as the GTP commands that replay them.

use std::fmt;

use bustan_vocabulary::{Record, RecordError};

use super::position::{SIZED, STANDARD};
use super::{Any, Position};

/// The command that sets up a position.
const TOLD: &str = "bustan-setup";

/// The command that plays a move.
const PLAY: &str = "play";

pub(super) fn write(record: &Record<Any>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &record.start {
        Position::SetUp(text) => write!(f, "{TOLD} {text}")?,
        // Programs disagree about whether a new size clears the board.
        Position::Sized(_) => write!(f, "{}\n{STANDARD}", record.start)?,
        Position::Standard => f.write_str(STANDARD)?,
    }
    record.moves.iter().try_for_each(|(player, mv)| write!(f, "\n{PLAY} {player} {mv}"))
}

pub(super) fn parse(text: &str) -> Result<Record<Any>, RecordError> {
    let mut start = None;
    let mut moves = Vec::new();
    for (number, whole) in (1..).zip(text.lines()) {
        let line = whole.trim();
        let error = |part: &str, problem: String| {
            let column = whole.find(part).map_or(1, |at| whole[..at].chars().count() + 1);
            RecordError { line: number, column, problem }
        };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            PLAY => {
                let Some((colour, mv)) = rest.split_once(char::is_whitespace) else {
                    return Err(error(
                        line,
                        format!("{line:?} is incomplete; a move looks like \"play black e5\""),
                    ));
                };
                let mv = mv.trim();
                let player = colour.parse().map_err(|problem| error(colour, format!("{problem}")))?;
                moves.push((player, mv.parse().map_err(|problem| error(mv, format!("{problem}")))?));
            }
            STANDARD if rest.is_empty() && moves.is_empty() && matches!(start, Some(Position::Sized(_))) => {}
            STANDARD | SIZED | TOLD if start.is_some() || !moves.is_empty() => {
                return Err(error(command, format!("{command} is only allowed at the beginning")));
            }
            STANDARD if rest.is_empty() => start = Some(Position::Standard),
            SIZED if !rest.is_empty() => start = Some(line.parse().unwrap_or_else(|never| match never {})),
            TOLD if !rest.is_empty() => start = Some(Position::SetUp(rest.into())),
            _ => {
                let what = "expected a command such as \"play black e5\", or at the beginning boardsize, bustan-setup or clear_board";
                return Err(error(line, format!("{what}, not {line:?}")));
            }
        }
    }
    Ok(Record { start: start.unwrap_or(Position::Standard), moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back() {
        for text in [
            "clear_board",
            "clear_board\nplay x a1",
            "boardsize 5 swap\nclear_board\nplay black D4\nplay black pass",
            "bustan-setup rnbq/8 [-] w; KQ\nplay white e2e4\nplay black e7e8=Q+",
        ] {
            let record: Record<Any> = text.parse().unwrap();
            assert_eq!(record.to_string(), text);
            let short = text.replace("swap\nclear_board", "swap");
            assert_eq!(short.parse::<Record<Any>>().unwrap().to_string(), text);
            let spaced = format!("# found\n\n  {}\n", text.replace('\n', " \n\n\t"));
            let read: Record<Any> = spaced.parse().unwrap();
            assert_eq!((read.start, read.moves), (record.start, record.moves));
        }
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, place) in [
            ("play black", (1, 1)),
            ("# one\n play black e5 e6", (2, 13)),
            ("play black e5\nclear_board", (2, 1)),
            ("boardsize 5\nboardsize 7", (2, 1)),
            ("boardsize 5\nplay black e5\nclear_board", (3, 1)),
            ("boardsize 5\nclear_board 5", (2, 1)),
            ("boardsize", (1, 1)),
            ("clear_board now", (1, 1)),
            ("  genmove black", (1, 3)),
            ("play aaaaaaaaaaaaaaaaaaaaaaaaa e5", (1, 6)),
            ("W[e5]", (1, 1)),
        ] {
            let error = text.parse::<Record<Any>>().unwrap_err();
            assert_eq!((error.line, error.column), place, "{error}");
        }
    }
}

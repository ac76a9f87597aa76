//! The server side of Bustan's protocol, for all bridges.

use std::io::{BufReader, Read};

use bustan_harness::protocol::gtp::Line;
use bustan_vocabulary::uncommented;

use crate::child::BridgeError;
use crate::outlet::Outlet;

/// Why a command was not executed.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The command is refused with this message, without any change.
    Refused(String),
    /// The program has exited or is no longer usable.
    BridgeError(BridgeError),
}

impl CommandError {
    /// Returns a refusal with this message.
    pub(crate) fn refused(message: &str) -> Self {
        Self::Refused(message.into())
    }

    /// Returns the refusal of a move with this reason.
    pub(crate) fn illegal(reason: &str) -> Self {
        Self::Refused(format!("illegal move: {reason}"))
    }
}

impl From<BridgeError> for CommandError {
    fn from(lost: BridgeError) -> Self {
        Self::BridgeError(lost)
    }
}

/// An answer, or the reason why there is none.
pub(crate) type CommandResult<T = String> = Result<T, CommandError>;

/// The reason with which a bridge refuses a move of a player who is not to move, without querying the
/// program.
pub const NOT_YOUR_TURN: &str = "not-your-turn";

/// Checks that a player, named in a command, is to move. The first letter suffices.
pub(crate) fn is_turn_of(player: &str, turn: &str) -> CommandResult<()> {
    match !player.is_empty() && turn.starts_with(player) {
        true => Ok(()),
        false => Err(CommandError::illegal(NOT_YOUR_TURN)),
    }
}

/// A program with another protocol, controlled by the commands of Bustan's protocol.
pub(crate) trait Bridge {
    /// The name of the program.
    fn name(&self) -> String;

    /// The supported commands in addition to `name`, `clear_board`, `play` and `quit`.
    fn commands(&self) -> Vec<&'static str>;

    /// Starts a new game of the current size.
    fn clear(&mut self) -> CommandResult;

    /// Starts a new game of a different size.
    fn resize(&mut self, _: &str) -> CommandResult {
        unknown()
    }

    /// The size of the board.
    fn size(&mut self) -> CommandResult {
        unknown()
    }

    /// Plays a move for a player.
    fn play(&mut self, player: &str, mv: &str) -> CommandResult;

    /// Selects a move for a player and plays it.
    fn genmove(&mut self, _: &str) -> CommandResult {
        unknown()
    }

    /// Undoes the last move.
    fn undo(&mut self) -> CommandResult;

    /// The legal moves, separated by spaces.
    fn legal(&mut self) -> CommandResult;

    /// The state as a JSON object.
    fn state(&mut self) -> CommandResult;

    /// The position as text.
    fn position(&mut self) -> CommandResult {
        unknown()
    }

    /// Starts a game at a position.
    fn set_up(&mut self, _: &str) -> CommandResult {
        unknown()
    }

    /// The number of sequences of legal moves with a given length.
    fn perft(&mut self, _: u32) -> CommandResult {
        unknown()
    }

    /// The variants that a position text can name, separated by commas.
    fn variants(&mut self) -> CommandResult {
        unknown()
    }

    /// A drawing of the board.
    fn board(&mut self) -> CommandResult {
        unknown()
    }
}

/// The answer to a command that the bridge does not list.
fn unknown() -> CommandResult {
    Err(CommandError::refused("unknown command"))
}

/// The commands that every bridge supports.
const ALWAYS: [&str; 8] =
    ["protocol_version", "name", "version", "known_command", "list_commands", "clear_board", "play", "quit"];

/// Answers every line of `reader`. Answers are written when no further line has arrived yet.
pub(crate) fn serve(
    bridge: &mut dyn Bridge,
    mut reader: BufReader<impl Read>,
    outlet: &Outlet,
) -> Result<(), BridgeError> {
    loop {
        // If the reader is gone, nobody can be notified.
        let Ok(Some(line)) = next(&mut reader, outlet) else { return Ok(()) };
        let text = line.text();
        let text = uncommented(&text).trim();
        if text.is_empty() {
            continue;
        }
        let (id, rest) = numbered(text);
        let (command, words) =
            rest.split_once(' ').map_or((rest, ""), |(command, words)| (command, words.trim()));
        let told = if line.is_cut() {
            Err(CommandError::refused("line too long"))
        } else {
            answer(bridge, command, words)
        };
        let (sign, told) = match told {
            Ok(told) => ('=', told),
            Err(CommandError::Refused(message)) => ('?', message),
            Err(CommandError::BridgeError(lost)) => {
                // Earlier answers are still written.
                outlet.write_anyway();
                return Err(lost);
            }
        };
        // A drawing starts on a new line, because its first line may be indented.
        let begins = if told.starts_with('\n') { "\n" } else { "" };
        let lines: Vec<&str> = told.lines().filter(|line| !line.trim().is_empty()).collect();
        outlet.answer(&format!("{sign}{id} {begins}{}\n\n", lines.join("\n")));
        if command == "quit" {
            outlet.write_anyway();
            return Ok(());
        }
    }
}

/// Reads the next line. If it has not arrived yet, first writes the pending answers.
fn next(reader: &mut BufReader<impl Read>, outlet: &Outlet) -> std::io::Result<Option<Line>> {
    if !reader.buffer().contains(&b'\n') {
        outlet.write()?;
    }
    Line::read(reader)
}

/// Splits off the number of a command.
fn numbered(text: &str) -> (&str, &str) {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match text[digits..].strip_prefix(' ') {
        Some(rest) if digits > 0 => (&text[..digits], rest.trim_start()),
        _ => ("", text),
    }
}

fn answer(bridge: &mut dyn Bridge, command: &str, words: &str) -> CommandResult {
    let commands = bridge.commands();
    let known = |command: &str| ALWAYS.contains(&command) || commands.contains(&command);
    if !known(command) {
        return unknown();
    }
    match command {
        "protocol_version" => Ok("2".into()),
        "name" => Ok(bridge.name()),
        "version" | "quit" => Ok(String::new()),
        "known_command" => Ok(known(words).to_string()),
        "list_commands" => Ok(ALWAYS.iter().chain(&commands).copied().collect::<Vec<_>>().join("\n")),
        "clear_board" => bridge.clear(),
        "boardsize" => bridge.resize(words),
        "query_boardsize" => bridge.size(),
        "play" => match words.split_whitespace().collect::<Vec<_>>()[..] {
            [player, mv] => bridge.play(&player.to_lowercase(), mv),
            _ => Err(CommandError::refused("syntax error")),
        },
        "genmove" => bridge.genmove(&words.to_lowercase()),
        "undo" => bridge.undo(),
        "bustan-legal" => bridge.legal(),
        "bustan-state" => bridge.state(),
        "bustan-position" => bridge.position(),
        "bustan-setup" => bridge.set_up(words),
        "bustan-variants" => bridge.variants(),
        "bustan-perft" => match words.parse() {
            Ok(0) => Ok("1".into()),
            Ok(depth) => bridge.perft(depth),
            Err(_) => Err(CommandError::refused("syntax error")),
        },
        _ => bridge.board(),
    }
}

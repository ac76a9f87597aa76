//! Go programs that support plain GTP.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::child::{BridgeError, Child};
use crate::options;
use crate::outlet::Outlet;
use crate::server::{Bridge, CommandError, CommandResult, is_turn_of};
use crate::spec::Spec;

/// The players in turn order.
const PLAYERS: [&str; 2] = ["black", "white"];

/// The letters of columns, which skip I.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The board size assumed for a program that does not report one.
const STANDARD: usize = 19;

/// The time limit for the first answer. It is slightly shorter than that of the caller of the bridge.
const GREETING: Duration = Duration::from_secs(8);

/// The maximum length, in characters, of a quotation of output that is not an answer.
const QUOTED: usize = 100;

/// A Go program in a game.
pub(crate) struct Gtp {
    child: Child,
    name: String,
    known: Vec<String>,
    size: usize,
    /// Whether the program reported the size of its board.
    reports_size: bool,
    /// The number of consecutive passes at the start and after each move.
    passes: Vec<u32>,
}

impl Gtp {
    /// Starts the program and determines its commands. The option `boardsize` sets the size of the board.
    pub(crate) fn start(spec: &Spec, outlet: &Outlet) -> Result<Self, BridgeError> {
        let child = Child::start(spec, outlet)?;
        let mut gtp = Self {
            child,
            name: spec.words[0].clone(),
            known: Vec::new(),
            size: STANDARD,
            reports_size: false,
            passes: vec![0],
        };
        if let Ok(name) = gtp.greet()? {
            gtp.name = name;
            if let Ok(version) = gtp.ask("version")? {
                gtp.name = format!("{} {version}", gtp.name);
            }
        }
        let listed = gtp.ask("list_commands")?.unwrap_or_default();
        gtp.known = listed.split_whitespace().map(String::from).collect();
        if let Ok(size) = gtp.ask("query_boardsize")?
            && let Ok(size) = size.parse()
        {
            (gtp.size, gtp.reports_size) = (size, true);
        }
        for (option, value) in &spec.options {
            let value = value.as_deref().unwrap_or_default();
            if option != "boardsize" {
                return Err(BridgeError::Said(format!(
                    "gtp: has no option {option:?}; it has boardsize, as in boardsize=5"
                )));
            }
            match gtp.resize(value) {
                Ok(_) => {}
                Err(CommandError::BridgeError(lost)) => return Err(lost),
                Err(CommandError::Refused(message)) => {
                    return Err(options::refused(&gtp.name, option, value, &message));
                }
            }
        }
        Ok(gtp)
    }

    /// Sends a command. Returns the answer or the error message.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, BridgeError> {
        self.child.say(command)?;
        self.answer(command)
    }

    /// Requests the name. Lines before the answer are ignored, because many programs print a banner first.
    fn greet(&mut self) -> Result<Result<String, String>, BridgeError> {
        let (deadline, mut said) = (Instant::now() + GREETING, String::new());
        self.child.say("name")?;
        while let Some(line) = self.child.hear_until(deadline)? {
            if is_answer(&line) {
                return self.answer_from("name", &line);
            }
            if said.is_empty() {
                said = line.trim().chars().take(QUOTED).collect();
            }
        }
        let (program, seconds) = (&self.child.program, GREETING.as_secs());
        let said = if said.is_empty() { "it says nothing".into() } else { format!("it says {said:?}") };
        Err(BridgeError::Said(format!(
            "{program} does not speak GTP: within {seconds} s no answer to \"name\" begins with = or ?; {said}"
        )))
    }

    fn answer(&mut self, command: &str) -> Result<Result<String, String>, BridgeError> {
        let mut first = self.child.read_line()?;
        while first.trim().is_empty() {
            first = self.child.read_line()?;
        }
        self.answer_from(command, &first)
    }

    /// Reads an answer whose first line is `first`.
    fn answer_from(&mut self, command: &str, first: &str) -> Result<Result<String, String>, BridgeError> {
        let Some(text) = first.strip_prefix(['=', '?']) else {
            return Err(self.child.astray(command, first));
        };
        let mut text = text.trim().to_string();
        loop {
            let line = self.child.read_line()?;
            if line.trim().is_empty() {
                break;
            }
            text += "\n";
            text += line.trim_end();
        }
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    fn command_result(&mut self, command: &str) -> CommandResult {
        self.ask(command)?.map_err(CommandError::Refused)
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    fn turn(&self) -> &'static str {
        PLAYERS[(self.passes.len() - 1) % 2]
    }

    fn is_over(&self) -> bool {
        self.passes.last().is_some_and(|passes| *passes >= 2)
    }

    /// All vertices, row by row from the bottom.
    fn vertices(&self) -> Vec<String> {
        let columns = COLUMNS.chars().take(self.size);
        (1..=self.size).flat_map(|row| columns.clone().map(move |column| format!("{column}{row}"))).collect()
    }

    fn begin(&mut self) {
        self.passes = vec![0];
    }
}

/// Whether a line starts an answer: after the sign and the command's number, if any, the line ends or
/// continues with a space. Banners may start with a row of such signs.
fn is_answer(line: &str) -> bool {
    line.strip_prefix(['=', '?']).is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.is_empty() || rest.starts_with(char::is_whitespace)
    })
}

impl Bridge for Gtp {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn commands(&self) -> Vec<&'static str> {
        let mut commands = vec!["bustan-state"];
        if self.knows("boardsize") {
            commands.push("boardsize");
        }
        if self.reports_size {
            commands.push("query_boardsize");
        }
        if self.knows("undo") {
            commands.push("undo");
        }
        if self.knows("genmove") {
            commands.push("genmove");
        }
        if self.knows("all_legal") || self.knows("is_legal") {
            commands.push("bustan-legal");
        }
        if self.knows("showboard") {
            commands.push("showboard");
        }
        commands
    }

    fn clear(&mut self) -> CommandResult {
        self.command_result("clear_board")?;
        self.begin();
        Ok(String::new())
    }

    fn resize(&mut self, words: &str) -> CommandResult {
        let Some(size) = words.parse().ok().filter(|size| (1..=COLUMNS.len()).contains(size)) else {
            let largest = COLUMNS.len();
            return Err(CommandError::refused(&format!(
                "unacceptable size: boards have 1 to {largest} lines"
            )));
        };
        self.command_result(&format!("boardsize {size}"))?;
        // The standard does not specify that the board is empty after a change of its size.
        self.command_result("clear_board")?;
        self.size = size;
        self.begin();
        Ok(String::new())
    }

    fn size(&mut self) -> CommandResult {
        Ok(self.size.to_string())
    }

    fn play(&mut self, player: &str, mv: &str) -> CommandResult {
        if self.is_over() {
            return Err(CommandError::illegal("game-over"));
        }
        is_turn_of(player, self.turn())?;
        let pass = mv.eq_ignore_ascii_case("pass");
        self.command_result(&format!("play {} {mv}", self.turn()))?;
        self.passes.push(if pass { self.passes.last().map_or(0, |passes| passes + 1) } else { 0 });
        Ok(String::new())
    }

    fn genmove(&mut self, player: &str) -> CommandResult {
        if self.is_over() {
            return Err(CommandError::refused("game over"));
        }
        is_turn_of(player, self.turn())?;
        let mv = self.command_result(&format!("genmove {}", self.turn()))?;
        if !mv.eq_ignore_ascii_case("resign") {
            let pass = mv.eq_ignore_ascii_case("pass");
            self.passes.push(if pass { self.passes.last().map_or(0, |passes| passes + 1) } else { 0 });
        }
        Ok(mv)
    }

    fn undo(&mut self) -> CommandResult {
        if self.passes.len() == 1 {
            return Err(CommandError::refused("cannot undo"));
        }
        self.command_result("undo")?;
        self.passes.pop();
        Ok(String::new())
    }

    fn legal(&mut self) -> CommandResult {
        if self.is_over() {
            return Ok(String::new());
        }
        let turn = self.turn();
        let mut legal: Vec<String> = if self.knows("all_legal") {
            let listed = self.command_result(&format!("all_legal {turn}"))?;
            let vertices = listed.split_whitespace().map(str::to_uppercase);
            vertices.filter(|vertex| vertex != "PASS").collect()
        } else {
            let vertices = self.vertices();
            let questions: Vec<String> =
                vertices.iter().map(|vertex| format!("is_legal {turn} {vertex}")).collect();
            self.child.say(&questions.join("\n"))?;
            let mut legal = Vec::new();
            for (vertex, question) in vertices.into_iter().zip(&questions) {
                if self.answer(question)?.is_ok_and(|answer| matches!(answer.as_str(), "1" | "true")) {
                    legal.push(vertex);
                }
            }
            legal
        };
        legal.sort_unstable();
        legal.push("pass".into());
        Ok(legal.join(" "))
    }

    fn state(&mut self) -> CommandResult {
        let over = self.is_over();
        let to_move = (!over).then(|| self.turn());
        let mut state = json!({ "to_move": to_move, "over": over });
        if self.knows("list_stones") {
            let mut board = Map::new();
            for player in PLAYERS {
                let stones = self.command_result(&format!("list_stones {player}"))?;
                board.extend(stones.split_whitespace().map(|vertex| (vertex.to_uppercase(), player.into())));
            }
            state["board"] = Value::Object(board);
        }
        if self.knows("captures") {
            let mut captures = Map::new();
            for player in PLAYERS {
                let count = self.command_result(&format!("captures {player}"))?;
                let count = count.parse::<u64>().map_err(|_| self.child.astray("captures", &count))?;
                captures.insert(player.into(), count.into());
            }
            state["captures"] = Value::Object(captures);
        }
        Ok(state.to_string())
    }

    fn board(&mut self) -> CommandResult {
        Ok(format!("\n{}", self.command_result("showboard")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_of_signs_is_no_answer() {
        for answer in ["=", "?", "= Mine", "=1 Mine", "=1", "? unknown command", "=\tMine"] {
            assert!(is_answer(answer), "{answer:?}");
        }
        for banner in ["=====", "== Mine ==", "??", "=-=-=", "Mine = best", "", " = Mine"] {
            assert!(!is_answer(banner), "{banner:?}");
        }
    }
}

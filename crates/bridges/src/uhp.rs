//! Hive programs that support UHP.

use serde_json::json;

use crate::child::{BridgeError, Child};
use crate::hive::Hive;
use crate::options;
use crate::outlet::Outlet;
use crate::server::{Bridge, CommandError, CommandResult, is_turn_of};
use crate::spec::Spec;

/// A Hive program in a game.
pub(crate) struct Uhp {
    child: Child,
    name: String,
    /// The kind of game that is started, such as `Base+MLP`.
    kind: String,
    /// The game as last printed by the program.
    game: Game,
    legal: Option<String>,
    /// The moves of the game, and the number of moves with which it was set up.
    moves: Vec<String>,
    given: usize,
    /// The table at the start and after each move.
    tables: Vec<Hive>,
}

/// A parsed game string, such as `Base;InProgress;White[3];wS1;bG1 -wS1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Game {
    kind: String,
    state: String,
    /// The player to move with the number of the turn, in the program's notation.
    told: String,
    turn: &'static str,
    moves: Vec<String>,
}

/// The states of a game. In the first two, the game is not over.
const STATES: [&str; 5] = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];

impl Game {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(';');
        let (kind, state, told) =
            (parts.next()?.into(), parts.next()?.to_string(), parts.next()?.to_string());
        STATES.contains(&state.as_str()).then_some(())?;
        let (player, number) = told.strip_suffix(']')?.split_once('[')?;
        number.parse::<u32>().ok()?;
        let turn = ["white", "black"].into_iter().find(|name| player.eq_ignore_ascii_case(name))?;
        let moves = parts.map(|mv| mv.trim().to_string()).filter(|mv| !mv.is_empty()).collect();
        Some(Self { kind, state, told, turn, moves })
    }

    fn is_over(&self) -> bool {
        !STATES[..2].contains(&self.state.as_str())
    }

    fn winner(&self) -> Option<&'static str> {
        match self.state.as_str() {
            "WhiteWins" => Some("white"),
            "BlackWins" => Some("black"),
            _ => None,
        }
    }
}

impl Uhp {
    /// Starts the program. The option `type` sets the kind of game; all other options are passed to the
    /// program.
    pub(crate) fn start(spec: &Spec, outlet: &Outlet) -> Result<Self, BridgeError> {
        let mut child = Child::start(spec, outlet)?;
        // Programs print a greeting without a request.
        let greeting = answer(&mut child, "")?;
        let told = greeting.iter().find_map(|line| line.strip_prefix("id "));
        let name = told.unwrap_or(&spec.words[0]).to_string();
        let mut kind = "Base".to_string();
        for (option, value) in &spec.options {
            let value = value.clone().unwrap_or_default();
            if option == "type" {
                kind = value;
                continue;
            }
            let command = format!("options set {option} {value}");
            child.say(&command)?;
            if let Err(message) = refused(answer(&mut child, &command)?) {
                return Err(options::refused(&name, option, &value, &message));
            }
        }
        let game = Game::default();
        let (moves, tables) = (Vec::new(), vec![Hive::default()]);
        let mut uhp = Self { child, name, kind, game, legal: None, moves, given: 0, tables };
        match uhp.clear() {
            Ok(_) => Ok(uhp),
            Err(CommandError::BridgeError(lost)) => Err(lost),
            Err(CommandError::Refused(message)) => {
                Err(options::refused(&uhp.name, "type", &uhp.kind, &message))
            }
        }
    }

    fn ask(&mut self, command: &str) -> CommandResult<Vec<String>> {
        self.child.say(command)?;
        refused(answer(&mut self.child, command)?).map_err(CommandError::Refused)
    }

    /// Sends a command that changes the game, and reads the game string in the answer.
    fn change(&mut self, command: &str) -> CommandResult {
        let told = self.ask(command)?.into_iter().next().unwrap_or_default();
        self.game = Game::read(&told).ok_or_else(|| self.child.astray(command, &told))?;
        self.legal = None;
        Ok(String::new())
    }

    /// Starts a game, and adds the moves with which it is set up.
    fn begin(&mut self, game: &str) -> CommandResult {
        let command = format!("newgame {game}");
        self.change(&command)?;
        let moves = std::mem::take(&mut self.game.moves);
        (self.moves, self.tables, self.given) = (Vec::new(), vec![Hive::default()], moves.len());
        for mv in &moves {
            if self.enter(mv).is_none() {
                return Err(CommandError::BridgeError(self.child.astray(&command, mv)));
            }
        }
        Ok(String::new())
    }

    /// The current table.
    fn table(&self) -> &Hive {
        &self.tables[self.tables.len() - 1]
    }

    /// Records a move that the program has made; `None` if it is not a move.
    fn enter(&mut self, mv: &str) -> Option<()> {
        let mut table = self.table().clone();
        self.moves.push(table.spelled(mv)?);
        table.play(mv)?;
        self.tables.push(table);
        Some(())
    }
}

/// Reads the lines of an answer up to its `ok`.
fn answer(child: &mut Child, command: &str) -> Result<Vec<String>, BridgeError> {
    /// An upper bound on the number of lines of an answer.
    const MOST: usize = 100_000;
    let mut lines: Vec<String> = Vec::new();
    loop {
        let line = child.read_line()?.trim().to_string();
        if line == "ok" {
            return Ok(lines);
        }
        if lines.len() == MOST {
            return Err(child.astray(command, &lines[0]));
        }
        lines.extend(Some(line).filter(|line| !line.is_empty()));
    }
}

/// Returns the lines of an answer, or the message of a refusal.
fn refused(lines: Vec<String>) -> Result<Vec<String>, String> {
    match lines.first() {
        Some(first) if first.starts_with("err") || first.starts_with("invalidmove") => Err(lines.join(" ")),
        _ => Ok(lines),
    }
}

impl Bridge for Uhp {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn commands(&self) -> Vec<&'static str> {
        vec!["undo", "bustan-legal", "bustan-state", "bustan-position", "bustan-setup"]
    }

    fn clear(&mut self) -> CommandResult {
        self.begin(&self.kind.clone())
    }

    fn play(&mut self, player: &str, mv: &str) -> CommandResult {
        if self.game.is_over() {
            return Err(CommandError::illegal("game-over"));
        }
        is_turn_of(player, self.game.turn)?;
        let mv = mv.replace('_', " ");
        // Only one notation is accepted, because another notation would count as a different move.
        match self.table().spelled(&mv) {
            Some(word) if word == mv => {}
            Some(word) => {
                return Err(CommandError::illegal(&format!("it is spelled {}", word.replace(' ', "_"))));
            }
            None => return Err(CommandError::illegal("no such move")),
        }
        // Some programs have a separate command for a pass, but all of them accept a pass as a move.
        self.change(&format!("play {mv}"))?;
        self.enter(&mv);
        Ok(String::new())
    }

    fn undo(&mut self) -> CommandResult {
        if self.moves.len() == self.given {
            return Err(CommandError::refused("cannot undo"));
        }
        self.change("undo 1")?;
        self.moves.pop();
        self.tables.pop();
        Ok(String::new())
    }

    fn legal(&mut self) -> CommandResult {
        if self.game.is_over() {
            return Ok(String::new());
        }
        if let Some(legal) = &self.legal {
            return Ok(legal.clone());
        }
        let listed = self.ask("validmoves")?;
        let listed =
            listed.iter().flat_map(|line| line.split(';')).map(str::trim).filter(|mv| !mv.is_empty());
        let mut moves = Vec::new();
        for mv in listed {
            let Some(word) = self.table().spelled(mv) else {
                return Err(CommandError::BridgeError(self.child.astray("validmoves", mv)));
            };
            moves.push(word.replace(' ', "_"));
        }
        moves.sort_unstable();
        Ok(self.legal.insert(moves.join(" ")).clone())
    }

    fn state(&mut self) -> CommandResult {
        let (over, winner) = (self.game.is_over(), self.game.winner());
        let to_move = (!over).then_some(self.game.turn);
        Ok(json!({ "to_move": to_move, "over": over, "winner": winner }).to_string())
    }

    fn position(&mut self) -> CommandResult {
        let Game { kind, state, told, .. } = &self.game;
        let header = [kind, state, told].into_iter();
        Ok(header.chain(&self.moves).map(String::as_str).collect::<Vec<_>>().join(";"))
    }

    fn set_up(&mut self, text: &str) -> CommandResult {
        self.begin(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_string_tells_turn_end_and_winner() {
        let game = Game::read("Base+MLP;InProgress;Black[2];wS1;bG1 -wS1;wQ wS1/").unwrap();
        assert_eq!((game.turn, game.is_over(), game.winner()), ("black", false, None));
        let game = Game::read("Base;WhiteWins;White[9];wS1").unwrap();
        assert_eq!((game.is_over(), game.winner()), (true, Some("white")));
        assert!(Game::read("Base;Draw;White[9]").unwrap().is_over());
        for text in [
            "",
            "Base;Draw",
            "Base;Adjourned;White[9]",
            "Base;Draw;White",
            "Base;Draw;Whites[9]",
            "Base;Draw;White[x]",
        ] {
            assert_eq!(Game::read(text), None, "{text}");
        }
    }
}

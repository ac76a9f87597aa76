//! Hive programs that speak UHP.

use serde_json::json;

use crate::child::{Child, Lost};
use crate::server::{Bridge, Told, Trouble};
use crate::spec::Spec;

/// A Hive program in a game.
pub(crate) struct Uhp {
    child: Child,
    name: String,
    /// The kind of game that begins, such as `Base+MLP`.
    kind: String,
    /// The game as the program tells it.
    game: Game,
    legal: Option<String>,
    /// The number of moves since the game was begun or set up.
    moves: usize,
}

/// A game string, `Base;InProgress;White[3];wS1;bG1 -wS1`, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Game {
    text: String,
    state: String,
    turn: &'static str,
}

impl Game {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(';');
        let (_, state, turn) = (parts.next()?, parts.next()?, parts.next()?);
        let turn = ["white", "black"].into_iter().find(|player| turn.to_lowercase().starts_with(player))?;
        Some(Self { text: text.into(), state: state.into(), turn })
    }

    fn is_over(&self) -> bool {
        !matches!(self.state.as_str(), "NotStarted" | "InProgress")
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
    /// Starts the program. The option `type` sets the kind of game, other options are those of the program.
    pub(crate) fn start(spec: &Spec) -> Result<Self, Lost> {
        let mut child = Child::start(spec)?;
        // Programs introduce themselves without being asked.
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
                return Err(Lost::Said(format!("{name} refuses option {option:?}: {message}")));
            }
        }
        let game = Game { text: String::new(), state: String::new(), turn: "white" };
        let mut uhp = Self { child, name, kind, game, legal: None, moves: 0 };
        match uhp.clear() {
            Ok(_) => Ok(uhp),
            Err(Trouble::Lost(lost)) => Err(lost),
            Err(Trouble::Refused(message)) => {
                Err(Lost::Said(format!("{} refuses a new game of {}: {message}", uhp.name, uhp.kind)))
            }
        }
    }

    fn ask(&mut self, command: &str) -> Told<Vec<String>> {
        self.child.say(command)?;
        refused(answer(&mut self.child, command)?).map_err(Trouble::Refused)
    }

    /// Gives a command that changes the game and reads the game that it answers.
    fn change(&mut self, command: &str) -> Told {
        let told = self.ask(command)?.into_iter().next().unwrap_or_default();
        self.game = Game::read(&told).ok_or_else(|| self.child.astray(command, &told))?;
        self.legal = None;
        Ok(String::new())
    }
}

/// The lines of an answer up to its `ok`.
fn answer(child: &mut Child, command: &str) -> Result<Vec<String>, Lost> {
    /// More lines than any answer has.
    const MOST: usize = 100_000;
    let mut lines: Vec<String> = Vec::new();
    loop {
        let line = child.hear()?.trim().to_string();
        if line == "ok" {
            return Ok(lines);
        }
        if lines.len() == MOST {
            return Err(child.astray(command, &lines[0]));
        }
        lines.extend(Some(line).filter(|line| !line.is_empty()));
    }
}

/// The lines of an answer, or the message of a refusal.
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

    fn clear(&mut self) -> Told {
        self.moves = 0;
        self.change(&format!("newgame {}", self.kind))
    }

    fn play(&mut self, player: &str, mv: &str) -> Told {
        if self.game.is_over() {
            return Err(Trouble::illegal("game-over"));
        }
        if player.is_empty() || !self.game.turn.starts_with(player) {
            return Err(Trouble::illegal("not-your-turn"));
        }
        // As a move, a pass has a command of its own in some programs; all of them play it.
        self.change(&format!("play {}", mv.replace('_', " ")))?;
        self.moves += 1;
        Ok(String::new())
    }

    fn undo(&mut self) -> Told {
        if self.moves == 0 {
            return Err(Trouble::refused("cannot undo"));
        }
        self.change("undo 1")?;
        self.moves -= 1;
        Ok(String::new())
    }

    fn legal(&mut self) -> Told {
        if self.game.is_over() {
            return Ok(String::new());
        }
        if let Some(legal) = &self.legal {
            return Ok(legal.clone());
        }
        let listed = self.ask("validmoves")?;
        let moves = listed.iter().flat_map(|line| line.split(';')).map(|mv| mv.trim().replace(' ', "_"));
        let mut moves: Vec<String> = moves.filter(|mv| !mv.is_empty()).collect();
        moves.sort_unstable();
        Ok(self.legal.insert(moves.join(" ")).clone())
    }

    fn state(&mut self) -> Told {
        let (over, winner) = (self.game.is_over(), self.game.winner());
        let to_move = (!over).then_some(self.game.turn);
        Ok(json!({ "to_move": to_move, "over": over, "winner": winner }).to_string())
    }

    fn position(&mut self) -> Told {
        Ok(self.game.text.clone())
    }

    fn set_up(&mut self, text: &str) -> Told {
        self.change(&format!("newgame {text}"))?;
        self.moves = 0;
        Ok(String::new())
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
        assert_eq!((Game::read("Base;Draw"), Game::read("")), (None, None));
    }
}

//! Information about a game, as sent to pages.

use bustan_guide::Choice;
use serde::Serialize;
use serde_json::Value;

/// A game, as shown by a page.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The name of the game in the tooling.
    pub game: &'static str,
    /// The human-readable name of the game.
    pub title: &'static str,
    /// Instructions for selecting a move.
    pub how: &'static str,
    /// The clickable board, as an SVG document.
    pub svg: Option<String>,
    /// The player to move or the winner, as text.
    pub headline: String,
    /// Facts that the board does not show.
    pub facts: Vec<String>,
    /// The result of a completed game, in the notation of records.
    pub result: Option<String>,
    /// The players in turn order.
    pub players: Vec<Player>,
    /// The index of the player to move; `None` when the game is over.
    pub turn: Option<usize>,
    /// The legal moves as a tree of targets whose leaves are `null`, if a human player is to move.
    pub moves: Option<Value>,
    /// The choices next to the board.
    pub tray: Vec<Item>,
    /// The targets that are neither on the board nor next to it, in display order.
    pub buttons: &'static [&'static str],
    /// Whether the board can be flipped.
    pub flips: bool,
    /// The moves so far: for each, the index of the player, the move in the notation of records, and the move
    /// in human notation.
    pub history: Vec<(usize, String, String)>,
    /// The number of undone moves, which can be redone.
    pub undone: usize,
    /// The position in the notation of the game.
    pub position: Option<String>,
}

/// A player of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// The colour.
    pub name: String,
    /// The computer player or external program in the seat; `None` stands for a human player.
    pub seat: Option<String>,
    /// The points, in a game of points.
    pub points: Option<i32>,
}

/// A choice next to the board.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// The name of the target.
    pub target: String,
    /// The human-readable label.
    pub label: String,
    /// A drawing of the target, as an SVG document.
    pub svg: String,
    /// The choices that follow after the target is clicked.
    pub then: Vec<Item>,
}

impl From<Choice> for Item {
    fn from(choice: Choice) -> Self {
        let Choice { target, label, svg, then } = choice;
        Self { target, label, svg, then: then.into_iter().map(Self::from).collect() }
    }
}

/// The effect of a move.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// The board with the move as a ghost, as an SVG document.
    pub svg: String,
    /// The cells whose contents would change.
    pub changes: Vec<String>,
}

/// A move, as text and as targets.
#[derive(Clone, Debug, Serialize)]
pub struct MoveInWords {
    /// The move in the notation of records.
    #[serde(rename = "move")]
    pub text: String,
    /// The targets that select the move.
    pub steps: Vec<String>,
}

/// The result of a computer player.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The best move.
    pub best: MoveInWords,
    /// The best move in human notation.
    pub words: String,
    /// The evaluations of the analysed moves, the best first.
    pub moves: Vec<(MoveInWords, MoveValue)>,
}

/// The value of a move for the player who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MoveValue {
    /// The outcome if it is proven: `win`, `tie`, `lose` or `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The lead at the end of the game, if it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<i32>,
    /// The number of moves to the end of the game, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The expected share of the points, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The estimated lead after some more moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<i32>,
}

impl From<Option<bustan_players::Value>> for MoveValue {
    fn from(value: Option<bustan_players::Value>) -> Self {
        use bustan_players::Value;
        match value {
            None => Self::default(),
            Some(Value::Share(share)) => Self { share: Some(share), ..Self::default() },
            Some(Value::Estimate(lead)) => Self { estimate: Some(lead), ..Self::default() },
            Some(Value::Draw) => Self { outcome: Some("draw"), ..Self::default() },
            Some(Value::Lead { lead, moves }) => {
                let outcome = match lead {
                    1.. => "win",
                    0 => "tie",
                    _ => "lose",
                };
                Self { outcome: Some(outcome), lead: Some(lead), remoteness: moves, ..Self::default() }
            }
        }
    }
}

//! Information about a game, as sent to pages.

use bustan_guide::Choice;
use serde::Serialize;
use serde_json::Value;

/// A game as a page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The name of the game for programs.
    pub game: &'static str,
    /// The name of the game for people.
    pub title: &'static str,
    /// How a move is chosen, in words.
    pub how: &'static str,
    /// The board to be touched, an SVG document.
    pub svg: Option<String>,
    /// The player to move or the winner, in words.
    pub headline: String,
    /// Facts that the board does not show.
    pub facts: Vec<String>,
    /// The result of a game that is over, in the notation of records.
    pub result: Option<String>,
    /// The players in turn order.
    pub players: Vec<Player>,
    /// The number of the player to move; `None` when the game is over.
    pub turn: Option<usize>,
    /// The legal moves as a tree of targets, if a person is to choose. Its leaves are `null`.
    pub moves: Option<Value>,
    /// The choices next to the board.
    pub tray: Vec<Item>,
    /// The targets that are neither on the board nor next to it, in the order in which they are offered.
    pub buttons: &'static [&'static str],
    /// Whether the board can be flipped.
    pub flips: bool,
    /// The moves so far: the number of the player, the move in the notation of records, and in that of
    /// people.
    pub history: Vec<(usize, String, String)>,
    /// The number of moves that were taken back and can be made again.
    pub undone: usize,
    /// The position in the game's own text form.
    pub position: Option<String>,
}

/// A player of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// The colour.
    pub name: String,
    /// The player of the tooling in its seat; `None` is a person.
    pub seat: Option<String>,
    /// The points, in a game of points.
    pub points: Option<i32>,
}

/// A choice next to the board.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// Its target.
    pub target: String,
    /// Its name for people.
    pub label: String,
    /// A drawing of it, an SVG document.
    pub svg: String,
    /// The next choices.
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
    /// The board with the move as a ghost, an SVG document.
    pub svg: String,
    /// The cells whose contents would change.
    pub changes: Vec<String>,
}

/// A move in words.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// In the notation of records.
    #[serde(rename = "move")]
    pub text: String,
    /// The targets that choose it.
    pub steps: Vec<String>,
}

/// The result of a player of the tooling.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The move that it would play.
    pub best: Said,
    /// The same move in the notation of people.
    pub words: String,
    /// The evaluations of the moves that it has looked at, the best first.
    pub moves: Vec<(Said, Worth)>,
}

/// The worth of a move to the player who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Worth {
    /// `win`, `tie`, `lose` or `draw`, if that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// The lead at the end of the game, if that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<i32>,
    /// The number of moves to the end, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The expected share of the game, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The lead some moves ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<i32>,
}

impl From<Option<bustan_players::Value>> for Worth {
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

//! A tiny game for testing the tester, and an engine of it in which flaws can be planted.
//!
//! Strip is played on a row of cells. Players `x` and `o` take turns to mark an empty cell that is not next
//! to one of their own cells. A player who cannot do so loses. The score is the number of marked cells.

mod engine;
mod program;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use bustan_guide::{Compose, Event, Explore, Overlay, Picture, Policy, Style, Symmetric, Touch};
use bustan_vocabulary::{Draw, Game, Record};
use serde::Serialize;

pub(crate) use engine::{Flaw, StripEngine};

/// A text that closes any surrounding markup unless it is escaped.
pub(crate) const MARKUP: &str =
    "]]></failure></pre></style><script>alert(1)</script> <img src=x onerror='y'> & \"'";

#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    X,
    O,
}

impl Player {
    pub(crate) fn other(self) -> Self {
        if self == Self::X { Self::O } else { Self::X }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::X { "x" } else { "o" })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad;

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad text")
    }
}

impl Error for Bad {}

impl FromStr for Player {
    type Err = Bad;

    fn from_str(text: &str) -> Result<Self, Bad> {
        match text {
            "x" | "X" => Ok(Self::X),
            "o" | "O" => Ok(Self::O),
            _ => Err(Bad),
        }
    }
}

/// A cell by its number, from 0; formatted with a leading `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Mark(pub u8);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl FromStr for Mark {
    type Err = Bad;

    fn from_str(text: &str) -> Result<Self, Bad> {
        text.strip_prefix('c').and_then(|number| number.parse().ok()).map(Self).ok_or(Bad)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
    GameOver,
    NotYourTurn,
    OffBoard,
    Occupied,
    Beside,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn => "not-your-turn",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Beside => "beside",
        })
    }
}

/// A position, formatted as the player to move and the cells, e.g. `o x...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) turn: Player,
    pub(crate) cells: Vec<Option<Player>>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.turn)?;
        self.cells.iter().try_for_each(|cell| match cell {
            Some(player) => write!(f, "{player}"),
            None => f.write_str("."),
        })
    }
}

impl FromStr for Position {
    type Err = Bad;

    fn from_str(text: &str) -> Result<Self, Bad> {
        let (turn, cells) = text.split_once(' ').ok_or(Bad)?;
        let cell = |c: char| match c {
            '.' => Ok(None),
            'x' => Ok(Some(Player::X)),
            'o' => Ok(Some(Player::O)),
            _ => Err(Bad),
        };
        let cells: Vec<_> = cells.chars().map(cell).collect::<Result<_, _>>()?;
        if cells.is_empty() || cells.len() > 12 {
            return Err(Bad);
        }
        Ok(Self { turn: turn.parse()?, cells })
    }
}

/// The position has two adjacent cells of one player. Holds the number of the second one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invalid(pub usize);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{} is beside a cell of the same player", self.0)
    }
}

impl Error for Invalid {}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Observation {
    pub(crate) to_move: Option<String>,
    pub(crate) board: BTreeMap<String, String>,
    pub(crate) size: usize,
    pub(crate) scores: BTreeMap<String, i32>,
    /// The winner, if the engine names one; [`Game::final_score`] ignores it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<String>,
}

impl Game for Strip {
    const NAME: &'static str = "strip";
    const PLAYERS: &'static [Player] = &[Player::X, Player::O];

    type Player = Player;
    type Move = Mark;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = (Option<String>, BTreeMap<String, String>);

    fn initial(words: &[&str]) -> Result<Position, String> {
        let size =
            words.first().map_or(Ok(7), |word| word.parse()).map_err(|_| "a size is a number".to_string())?;
        Ok(Position { turn: Player::X, cells: vec![None; size] })
    }

    fn identity(seen: &Observation) -> Self::Identity {
        (seen.to_move.clone(), seen.board.clone())
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move.as_ref().and_then(|player| player.parse().ok())
    }

    fn final_score(_: &Observation) -> String {
        "0".into()
    }
}

impl Symmetric for Strip {}

impl Explore for Strip {
    const POLICIES: &'static [Policy] =
        &[Policy { name: "uniform", about: "any" }, Policy { name: "left", about: "to the left" }];
    const EVENTS: &'static [Event] = &[
        Event::new("marks", "a mark"),
        Event::new("ends", "the end"),
        Event::new("beside", "beside another"),
    ];

    fn start(draw: &mut Draw<'_>) -> Position {
        let size = 5 + draw(5) as usize;
        Position { turn: Player::X, cells: vec![None; size] }
    }

    fn is_start(position: &Position) -> bool {
        position.turn == Player::X && position.cells.iter().all(Option::is_none)
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        Some(position.turn)
    }

    fn weigh(policy: usize, _: &Observation, moves: &[Mark], weights: &mut Vec<u32>) {
        weights.extend(moves.iter().map(|mv| if policy == 0 { 1 } else { 20 - u32::from(mv.0) }));
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Mark> {
        Some(Mark(draw(seen.size as u32 + 1) as u8))
    }

    fn events(_: &Observation, _: &Mark, after: &Observation, hit: &mut dyn FnMut(usize)) {
        hit(0);
        if after.to_move.is_none() {
            hit(1);
        }
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        (reason == Reason::Beside).then_some(2)
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        let mut start = record.start.clone();
        if start.cells.len() < 2 || start.cells.pop() != Some(None) {
            return Vec::new();
        }
        vec![Record { start, moves: record.moves.clone() }]
    }

    fn nameable(start: &Position) -> Option<Vec<Mark>> {
        Some((0..start.cells.len() as u8).map(Mark).collect())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        (1..6).map(|size| Position { turn: Player::X, cells: vec![None; size] }).collect()
    }
}

impl Picture for Strip {
    fn board(seen: &Observation, _: Style, overlay: &Overlay<'_, Self>) -> String {
        format!("{:?} {:?}\n", seen.board, overlay.marked)
    }

    fn svg(_: &Observation, _: &Overlay<'_, Self>) -> String {
        "<svg/>".into()
    }
}

impl Touch for Strip {}

impl Compose for Strip {}

//! A toy game for the tests of sessions. Players take pieces from a pile, and the game ends when it is empty.

use std::fmt;
use std::str::FromStr;

use bustan_guide::{Compose, Event, Explore, Overlay, Picture, Policy, Style, Symmetric, Touch};
use bustan_vocabulary::{Draw, Engine, Game, NoStart, Record};
use thiserror::Error;

use super::{Options, Session};
use crate::base::policies::GENERAL;
use crate::erased::{ErasedEngine, rules};

/// Starts a session with a pile of 5 and a perft limit of 4.
pub(super) fn session() -> Session {
    let options = Options { perft_limit: 4, ..Options::default() };
    let home = rules::<Toy>().initial(&[]).unwrap();
    Session::new(ErasedEngine::new(Counter::default()), home, options).unwrap()
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Toy;

/// An invalid text or position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(super) struct Wrong(&'static str);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Player {
    Ann,
    Ben,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Ann { "ann" } else { "ben" })
    }
}

impl FromStr for Player {
    type Err = Wrong;
    fn from_str(text: &str) -> Result<Self, Wrong> {
        match text.to_ascii_lowercase().as_str() {
            "a" | "ann" => Ok(Self::Ann),
            "b" | "ben" => Ok(Self::Ben),
            _ => Err(Wrong("no player")),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Move {
    Take(u8),
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(n) => write!(f, "take{n}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = Wrong;
    fn from_str(text: &str) -> Result<Self, Wrong> {
        match text.strip_prefix("take").map(str::parse) {
            Some(Ok(n)) => Ok(Self::Take(n)),
            None if text == "pass" => Ok(Self::Pass),
            _ => Err(Wrong("no move")),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reason {
    NotYourTurn,
    TooMany,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::NotYourTurn { "not-your-turn" } else { "too-many" })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    pile: u8,
    turn: Player,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pile, self.turn)
    }
}

impl FromStr for Position {
    type Err = Wrong;
    fn from_str(text: &str) -> Result<Self, Wrong> {
        let wrong = Wrong("a position is a pile and a player");
        let (pile, turn) = text.split_once(' ').ok_or(wrong.clone())?;
        Ok(Self { pile: pile.parse().map_err(|_| wrong)?, turn: turn.parse()? })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub(super) struct Observation {
    pile: u8,
    to_move: Option<String>,
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const PLAYERS: &'static [Player] = &[Player::Ann, Player::Ben];
    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Wrong;
    type Observation = Observation;
    type Identity = Observation;

    fn initial(words: &[&str]) -> Result<Position, String> {
        let pile = match words {
            [] => 5,
            [word] => word.parse().ok().filter(|&pile| pile < 10).ok_or("too big")?,
            _ => return Err("one number".into()),
        };
        Ok(Position { pile, turn: Player::Ann })
    }
    fn identity(seen: &Observation) -> Observation {
        seen.clone()
    }
    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move.as_ref().and_then(|name| name.parse().ok())
    }
    fn final_score(seen: &Observation) -> String {
        format!("{} left", seen.pile)
    }
    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }
}

impl Picture for Toy {
    fn board(seen: &Observation, _: Style, _: &Overlay<'_, Self>) -> String {
        format!("\npile\n\n  {}\n", seen.pile)
    }
    fn svg(_: &Observation, _: &Overlay<'_, Self>) -> String {
        "<svg/>".into()
    }
}

/// Sessions use no method of `Symmetric`, nor of the traits implemented below.
impl Symmetric for Toy {}

impl Explore for Toy {
    const POLICIES: &'static [Policy] = GENERAL;
    const EVENTS: &'static [Event] = &[];

    fn start(_: &mut Draw<'_>) -> Position {
        Position { pile: 5, turn: Player::Ann }
    }
    fn is_start(position: &Position) -> bool {
        position.turn == Player::Ann
    }
    fn first_to_move(position: &Position) -> Option<Player> {
        Some(position.turn)
    }
    fn weigh(_: usize, _: &Observation, _: &[Move], _: &mut Vec<u32>) {}
    fn proposal(_: &Observation, _: &mut Draw<'_>) -> Option<Move> {
        None
    }
    fn events(_: &Observation, _: &Move, _: &Observation, _: &mut dyn FnMut(usize)) {}
    fn refusal_event(_: Reason) -> Option<usize> {
        None
    }
    fn reductions(_: &Record<Self>) -> Vec<Record<Self>> {
        Vec::new()
    }
    fn small_starts(like: &Position) -> Vec<Position> {
        vec![like.clone()]
    }
}

impl Touch for Toy {}

impl Compose for Toy {}

#[derive(Clone, Debug)]
pub(super) struct Counter {
    now: Position,
    past: Vec<Position>,
}

impl Default for Counter {
    fn default() -> Self {
        Self { now: Position { pile: 5, turn: Player::Ann }, past: Vec::new() }
    }
}

impl Engine for Counter {
    type Game = Toy;
    type Observation = Observation;

    fn name(&self) -> String {
        "counter".into()
    }
    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Wrong>> {
        if position.pile == 7 {
            return Err(Wrong("no game leads to a pile of 7").into());
        }
        *self = Self { now: position.clone(), past: Vec::new() };
        Ok(())
    }
    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        if Some(player) != self.turn() {
            return Err(Some(Reason::NotYourTurn));
        }
        if !self.legal_moves().unwrap().contains(mv) {
            return Err(Some(Reason::TooMany));
        }
        self.past.push(self.now.clone());
        if let Move::Take(n) = mv {
            self.now.pile = self.now.pile.saturating_sub(*n);
        }
        self.now.turn = if player == Player::Ann { Player::Ben } else { Player::Ann };
        Ok(())
    }
    fn turn(&self) -> Option<Player> {
        (self.now.pile > 0).then_some(self.now.turn)
    }
    fn legal_moves(&self) -> Option<Vec<Move>> {
        let takes: &[u8] = match self.now.pile {
            0 => return Some(Vec::new()),
            13 => &[],
            1 => &[1],
            2..=8 => &[2, 1],
            _ => &[2, 10, 1],
        };
        Some([Move::Pass].into_iter().chain(takes.iter().copied().map(Move::Take)).collect())
    }
    fn observe(&self) -> Option<Observation> {
        Some(Observation { pile: self.now.pile, to_move: self.turn().map(|player| player.to_string()) })
    }
    fn undo(&mut self) -> Option<bool> {
        let last = self.past.pop();
        let any = last.is_some();
        self.now = last.unwrap_or_else(|| self.now.clone());
        Some(any)
    }
    fn position(&self) -> Option<Position> {
        Some(self.now.clone())
    }
}

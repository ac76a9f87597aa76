//! Margo, by Cameron Browne: Go with balls that stack.
//!
//! The board is a square of holes. A ball is placed in a hole or on top of four balls, so that a pyramid
//! grows on the board. Balls of one colour that touch and are visible form a *group*, which lives as long as
//! one of its balls is next to an empty hole, a *freedom* of the group. Groups without freedom are lifted,
//! except for balls that support others: these balls stay as *zombies*.
//!
//! # Rules
//! The document `docs/rules/margo.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! This module is the vocabulary: [`Cell`], [`Point`], [`Move`], [`Setup`], [`Position`], [`Observation`].
//! The engines are the modules `margo` of `bustan-core` and `bustan-reference`.

mod book;
mod moves;
mod observation;
mod player;
mod point;
mod position;
mod position_text;
mod result;
mod setup;
mod size;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer};

pub use crate::player::PlayerError;
pub use moves::{Move, MoveError, Reason};
pub use observation::{Group, Observation};
pub use player::Player;
pub use point::{Cell, CellError, Point, PointError};
pub use position::{Invalid, Position, Stage};
pub use position_text::PositionError;
pub use setup::Setup;
pub use size::{Size, SizeError};

use crate::{Game, Record, RecordError};

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margo;

/// The facts that make two positions the same: the balls, buried ones included, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Point, Player>,
    to_move: Option<Player>,
}

impl Game for Margo {
    const NAME: &'static str = "margo";
    const PLAYERS: &'static [Player] = &Player::ALL;
    const REASONS: &'static [Reason] = &Reason::ALL;
    const OPTIONS: &'static str = "swap, atari, cutting off, players 3";

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn code(mv: &Move) -> Option<u64> {
        match *mv {
            Move::Place(cell) => Some(cell.code()),
            Move::Swap => Some(u64::MAX),
        }
    }

    fn decode(code: u64) -> Option<Move> {
        if code == u64::MAX { Some(Move::Swap) } else { Cell::decode(code).map(Move::Place) }
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        Setup::from_words(words).map(Position::initial)
    }

    fn identity(seen: &Observation) -> Identity {
        Identity { board: seen.board.clone(), to_move: seen.to_move }
    }

    /// Removes the balls that the last move lifted, and reduces a larger number of moves to one that a
    /// position can record.
    fn without_history(seen: &Observation) -> Observation {
        let players = seen.setup.players().len() as u32;
        let left_out = seen.ply.saturating_sub(Position::MAX_PLY).div_ceil(players) * players;
        Observation { captured: Vec::new(), ply: seen.ply - left_out, ..seen.clone() }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        // An external program cannot report that a game was won by a capture.
        let by_capture = like.by_capture && read.winner == like.winner;
        Some(Observation { game: like.game, setup: like.setup, by_capture, ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    /// The lead for two players, the number of balls of each player for three, as in `W+3` and `white 5 black
    /// 3 grey 2`. If the winner has won by a capture without having the most balls, the lead is 0.
    fn final_score(seen: &Observation) -> String {
        let balls = |player| seen.scores.get(&player).copied().unwrap_or_default();
        if seen.setup.three {
            let words: Vec<String> =
                Player::ALL.iter().map(|&player| format!("{player} {}", balls(player))).collect();
            return words.join(" ");
        }
        let (white, black) = (balls(Player::White), balls(Player::Black));
        let leader = if white > black { Player::White } else { Player::Black };
        match (seen.winner.filter(|_| seen.by_capture), white.abs_diff(black)) {
            (None, 0) => "0".into(),
            (Some(winner), _) if winner != leader => format!("{}+0", winner.initial()),
            (_, lead) => format!("{}+{lead}", leader.initial()),
        }
    }

    /// Describes the refusal. A swap that is not allowed has the same reason as a ball without a platform,
    /// but a different text.
    fn refusal(mv: &Move, reason: &Reason) -> String {
        match (mv, reason) {
            (Move::Swap, Reason::Unsupported) => {
                "a swap answers the first ball, in a game with the option swap".into()
            }
            _ => reason.to_string(),
        }
    }

    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        book::parse(text)
    }

    fn contradiction(text: &str, end: &Observation) -> Option<RecordError> {
        book::contradiction(text, end)
    }

    fn print_record(record: &Record<Self>, end: Option<&Observation>) -> Option<String> {
        book::print(record, end)
    }
}

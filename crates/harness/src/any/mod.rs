//! Any game: the vocabulary for engines of a game that Bustan does not know.
//!
//! This module contains no rules. A move is a word, a position is a text, a player has the name that an
//! engine gives it, and an observation is a JSON object. Two [programs](crate::protocol::foreign) are
//! compared by whether they give the same answers. Boards are shown as the engines draw them.

mod colour;
mod forms;
mod moves;
mod position;
mod reason;
mod record;
mod smaller;
mod state;
mod words;

use std::fmt;

use bustan_guide::{
    Compose, Dialect, Event, Explore, Form, Line, LineError, Overlay, Picture, Playable, Policy, Small,
    Style, Symmetric, Touch,
};
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::{Draw, Engine, Game, Record, RecordError};
use serde_json::Value;

use crate::base::policies::GENERAL;
use crate::base::svg::lettered;

pub use colour::{Colour, ColourError};
pub use moves::{Move, MoveError};
pub use position::{Invalid, Position};
pub use reason::Reason;
pub use state::State;

/// The FEN of the standard initial position of chess.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game whose rules are unknown.
///
/// ```
/// use bustan_vocabulary::Record;
/// use bustan_harness::any::Any;
///
/// let game = "boardsize 9\nclear_board\nplay black e5\nplay white e5";
/// let record: Record<Any> = game.parse()?;
/// assert_eq!((record.moves.len(), record.to_string()), (2, game.to_string()));
/// # Ok::<(), bustan_vocabulary::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Any;

impl Game for Any {
    const NAME: &'static str = "any";
    const OPAQUE: bool = true;

    /// The players who take turns if neither engine reports the player to move.
    const PLAYERS: &'static [Colour] = &[Colour::BLACK, Colour::WHITE];

    type Player = Colour;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = State;
    type Identity = String;

    fn initial(words: &[&str]) -> Result<Position, String> {
        Ok(if words.is_empty() { Position::Standard } else { Position::Sized(words.join(" ")) })
    }

    fn initial_words(position: &Position) -> Option<String> {
        match position {
            Position::Standard => Some(String::new()),
            Position::Sized(words) => Some(words.clone()),
            Position::SetUp(_) => None,
        }
    }

    fn identity(seen: &State) -> String {
        serde_json::to_string(seen).unwrap_or_default()
    }

    fn to_move(seen: &State) -> Option<Colour> {
        seen.to_move()?.as_str()?.parse().ok()
    }

    /// Returns an empty text, because the result is whatever an engine reports.
    fn final_score(_: &State) -> String {
        String::new()
    }

    fn describe_move(player: Colour, mv: &Move) -> String {
        format!("{player} {mv}")
    }

    fn player_index(player: Colour) -> Option<u16> {
        Some(player.0)
    }

    fn player_at(index: u16) -> Colour {
        Colour(index)
    }

    fn reason_index(reason: Reason) -> Option<u32> {
        Some(reason.0)
    }

    fn reason_at(index: u32) -> Option<Reason> {
        Some(Reason(index))
    }

    /// Accepts any words as a reason.
    fn read_reason(words: &str) -> Option<Reason> {
        Reason::of(words)
    }

    fn parse_record(text: &str) -> Option<Result<Record<Self>, RecordError>> {
        Some(record::parse(text))
    }

    fn write_record(record: &Record<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        record::write(record, f)
    }
}

impl Symmetric for Any {}

impl Explore for Any {
    const POLICIES: &'static [Policy] = GENERAL;
    const EVENTS: &'static [Event] = &[];

    /// Parses a line like one of chess, because most games whose positions begin like those of chess are
    /// variants of it.
    fn read_line(line: &str) -> Result<Line, LineError> {
        Chess::read_line(line)
    }

    fn start(_: &mut Draw<'_>) -> Position {
        Position::Standard
    }

    fn is_start(position: &Position) -> bool {
        !matches!(position, Position::SetUp(_))
    }

    /// Returns the first of [`PLAYERS`](Game::PLAYERS), because positions do not contain the player to move.
    fn first_to_move(_: &Position) -> Option<Colour> {
        Self::PLAYERS.first().copied()
    }

    fn weigh(_: usize, _: &State, _: &[Move], _: &mut Vec<u32>) {}

    fn proposal(_: &State, _: &mut Draw<'_>) -> Option<Move> {
        None
    }

    fn events(_: &State, _: &Move, _: &State, _: &mut dyn FnMut(usize)) {}

    /// Returns `None`, because each program has its own words for reasons.
    fn refusal_event(_: Reason) -> Option<usize> {
        None
    }

    fn next_player(_: &State, _: Colour, _: &Move, after: &State) -> Option<Colour> {
        Self::to_move(after)
    }

    fn forms<E>(record: &Record<Self>, _: impl Fn() -> Option<E>, dialect: &Dialect) -> Vec<Form>
    where
        E: Engine<Game = Self, Observation = State>,
    {
        forms::forms(record, dialect)
    }

    /// Returns games with the same moves from smaller positions, if the text of the position looks like one
    /// of chess or shogi.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        // Without a move, it is unknown whether a program can play from the position.
        let Position::SetUp(text) = &record.start else { return Vec::new() };
        if record.moves.is_empty() {
            return Vec::new();
        }
        let from = |text| Record { start: Position::SetUp(text), moves: record.moves.clone() };
        smaller::smaller(text).into_iter().map(from).collect()
    }

    /// Returns a position of chess as FEN, with moves in UCI notation, because most games whose positions are
    /// FENs are variants of chess.
    fn small(number: u64, _: &Playable<'_, Position>, draw: &mut Draw<'_>) -> Option<Small<Self>> {
        let standard = Chess::initial(&[]).ok()?;
        let Small { start, moves, plies, .. } = Chess::small(number, &Playable::Like(&standard), draw)?;
        let moves = moves.iter().filter_map(|mv| mv.to_string().parse().ok()).collect();
        let start = Position::SetUp(start.to_string());
        Some(Small { start, moves, policy: 0, plies })
    }

    fn offers_small(home: &Position) -> bool {
        matches!(home, Position::SetUp(text) if text == CHESS)
    }

    /// Returns only the same start, because it is unknown whether another board is smaller.
    fn small_starts(like: &Position) -> Vec<Position> {
        vec![like.clone()]
    }
}

/// Positions cannot be composed, because their texts have no known meaning.
impl Compose for Any {}

/// Moves are chosen by their texts.
impl Touch for Any {
    const TITLE: &'static str = "Any game";
}

impl Picture for Any {
    /// Returns the whole observation, with one line for each key.
    fn board(seen: &State, _: Style, _: &Overlay<'_, Self>) -> String {
        let members = seen.value().and_then(Value::as_object).into_iter().flatten();
        members.map(|(key, value)| format!("{key}: {value}\n")).collect()
    }

    fn svg(seen: &State, overlay: &Overlay<'_, Self>) -> String {
        lettered("", &Self::board(seen, Style::default(), overlay))
    }
}

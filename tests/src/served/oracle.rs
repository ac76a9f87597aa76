//! The expected state of a game, computed by the reference engine.

use bustan_games::{Registered, find};
use bustan_harness::compare::engine_participant::EngineKind;
use bustan_harness::erased::{ErasedEngine, Move, Overlay, Position, Record};

/// A position and its board, according to the reference engine.
pub(super) struct Seen {
    pub(super) position: Option<String>,
    /// The clickable board, as an SVG document.
    pub(super) svg: Option<String>,
}

/// A move as a request names it: by its text, or by the targets that are clicked to select it.
pub(super) enum Chosen {
    Text(String),
    Steps(Vec<String>),
}

/// The start of a game, as a setup or as a record.
pub(super) enum Start<'a> {
    Setup(&'a str),
    Record(&'a str),
}

/// Starts a game. Returns it with the moves that the record contains.
pub(super) fn begin(game: &str, start: Start<'_>) -> (Begun, Vec<String>) {
    let game = find(game).expect("the game is registered");
    let record = match start {
        Start::Setup(words) => {
            let words: Vec<&str> = words.split_whitespace().collect();
            Record::new(game.rules.initial(&words).expect("these are words of a setup"))
        }
        Start::Record(text) => game.rules.record(text.trim()).expect("the server writes records"),
    };
    let moves = record.moves.iter().map(|(_, mv)| mv.to_string()).collect();
    (Begun { game, start: record.start }, moves)
}

/// Returns the board of a position, or the reason why the position is invalid.
pub(super) fn seen(game: &str, position: &str) -> Result<Seen, String> {
    let game = find(game).expect("the game is registered");
    let position = game.rules.position(position)?;
    let engine = game.reference.at(&position).map_err(|error| error.to_string())?;
    Ok(shown(&engine, None))
}

fn shown(engine: &ErasedEngine, last: Option<&Move>) -> Seen {
    let overlay = Overlay { last, touch: true, ..Overlay::default() };
    Seen {
        position: engine.position().map(|position| position.to_string()),
        svg: engine.observe().map(|seen| seen.svg(&overlay)),
    }
}

/// A game and its start position.
pub(super) struct Begun {
    game: &'static Registered,
    start: Position,
}

impl Begun {
    /// Returns an engine after the given moves, and the last move.
    fn engine(&self, kind: &EngineKind, moves: &[String]) -> (ErasedEngine, Option<Move>) {
        let mut engine = kind.at(&self.start).expect("the game has begun there");
        let mut last = None;
        for mv in moves {
            let mv = self.game.rules.mv(mv).unwrap_or_else(|error| panic!("{error}"));
            let player = engine.turn().unwrap_or_else(|| panic!("{mv} is made after the end"));
            let made = engine.play(player, &mv);
            assert!(made.is_ok(), "the reference refuses {mv}, which the server has made: {made:?}");
            last = Some(mv);
        }
        (engine, last)
    }

    /// The legal moves, from the fast engine, because it is faster and other tests compare it with the
    /// reference engine.
    pub(super) fn legal(&self, moves: &[String]) -> Vec<String> {
        let legal = self.engine(&self.game.fast, moves).0.legal_moves();
        legal.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// Whether the game is not over after the given moves.
    pub(super) fn goes_on(&self, moves: &[String]) -> bool {
        self.engine(&self.game.reference, moves).0.turn().is_some()
    }

    /// The targets that select a move; `None` if the text is not a move.
    pub(super) fn steps(&self, mv: &str) -> Option<Vec<String>> {
        Some(self.game.rules.mv(mv).ok()?.steps())
    }

    /// The move that a text denotes, in the notation of records or in human notation.
    fn meant(&self, moves: &[String], text: &str) -> Option<Move> {
        let named = self.game.rules.mv(text).ok();
        if named.as_ref().is_some_and(|mv| mv.to_string() == text) {
            return named;
        }
        let (engine, _) = self.engine(&self.game.fast, moves);
        let people = || engine.observe()?.read_move(&engine.legal_moves()?, text);
        people().or(named)
    }

    /// Returns the chosen move if the reference engine accepts it, and otherwise the reason of the refusal,
    /// if any.
    pub(super) fn takes(&self, moves: &[String], chosen: &Chosen) -> Result<String, Option<String>> {
        let rules = self.game.rules;
        let mv = match chosen {
            Chosen::Text(text) => self.meant(moves, text.trim()),
            Chosen::Steps(steps) => rules.aim(&steps.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        let mv = mv.ok_or(None)?;
        let (mut engine, _) = self.engine(&self.game.reference, moves);
        let player = engine.turn().ok_or(None)?;
        engine.play(player, &mv).map_err(|reason| reason.map(|reason| reason.to_string()))?;
        Ok(mv.to_string())
    }

    /// The board after the given moves.
    pub(super) fn after(&self, moves: &[String]) -> Seen {
        let (engine, last) = self.engine(&self.game.reference, moves);
        shown(&engine, last.as_ref())
    }
}

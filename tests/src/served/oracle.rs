//! What the reference engine makes of a game.

use std::marker::PhantomData;

use bustan_games::compiled::Compiled;
use bustan_games::{Plays, Visit, visit};
use bustan_guide::Overlay;
use bustan_vocabulary::{Record, Typed};

/// A board as the reference engine knows it.
pub(super) struct Seen {
    pub(super) position: Option<String>,
    /// Its drawing, to be touched.
    pub(super) svg: Option<String>,
}

/// A move as a request names it.
pub(super) enum Chosen {
    Text(String),
    Steps(Vec<String>),
}

/// A game from its start on, whichever it is.
pub(super) trait Oracle {
    /// The legal moves; those of the fast engine, which is held against the reference elsewhere.
    fn legal(&self, moves: &[String]) -> Vec<String>;

    /// Whether somebody is on turn.
    fn goes_on(&self, moves: &[String]) -> bool;

    /// The targets that choose a move; `None` for a text that is no move.
    fn steps(&self, mv: &str) -> Option<Vec<String>>;

    /// The move after these moves, if the engine takes it, or else the reason; `None` if it gives none.
    fn takes(&self, moves: &[String], chosen: &Chosen) -> Result<String, Option<String>>;

    /// The board after these moves.
    fn after(&self, moves: &[String]) -> Seen;
}

/// Where a game begins.
pub(super) enum Start<'a> {
    Setup(&'a str),
    Record(&'a str),
}

/// A game, with the moves behind it.
pub(super) fn begin(game: &str, start: Start<'_>) -> (Box<dyn Oracle>, Vec<String>) {
    visit(game, Begin(start)).expect("the game is registered")
}

/// The board of a position, or why it is none.
pub(super) fn seen(game: &str, position: &str) -> Result<Seen, String> {
    visit(game, See(position)).expect("the game is registered")
}

struct Begin<'a>(Start<'a>);

impl Visit for Begin<'_> {
    type Output = (Box<dyn Oracle>, Vec<String>);

    fn visit<G: Compiled, F: Plays<G>, R: Plays<G>>(self) -> Self::Output {
        let record: Record<G> = match self.0 {
            Start::Setup(words) => {
                let words: Vec<&str> = words.split_whitespace().collect();
                Record::new(G::initial(&words).expect("these are words of a setup"))
            }
            Start::Record(text) => text.trim().parse().expect("the server writes records"),
        };
        let moves = record.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        (Box::new(Begun::<G, F, R> { start: record.start, engines: PhantomData }), moves)
    }
}

struct See<'a>(&'a str);

impl Visit for See<'_> {
    type Output = Result<Seen, String>;

    fn visit<G: Compiled, F: Plays<G>, R: Plays<G>>(self) -> Self::Output {
        let position: G::Position = self.0.parse().map_err(|error| format!("{error}"))?;
        let mut engine = R::default();
        engine.setup(&position).map_err(|error| error.to_string())?;
        Ok(shown::<G, R>(&engine, None))
    }
}

fn shown<G: Compiled, R: Plays<G>>(engine: &R, last: Option<&G::Move>) -> Seen {
    let overlay = Overlay { last, touch: true, ..Overlay::default() };
    Seen {
        position: engine.position().map(|position| position.to_string()),
        svg: engine.observe().map(|seen| G::svg(&seen, &overlay)),
    }
}

struct Begun<G: Typed, F, R> {
    start: G::Position,
    engines: PhantomData<fn() -> (F, R)>,
}

impl<G: Compiled, F: Plays<G>, R: Plays<G>> Begun<G, F, R> {
    /// An engine that has played these moves.
    fn engine<E: Plays<G>>(&self, moves: &[String]) -> (E, Option<G::Move>) {
        let mut engine = E::default();
        engine.setup(&self.start).expect("the game has begun there");
        let mut last = None;
        for mv in moves {
            let mv: G::Move = mv.parse().unwrap_or_else(|error| panic!("{error}"));
            let player = engine.turn().unwrap_or_else(|| panic!("{mv} is made after the end"));
            let made = engine.play(player, &mv);
            assert!(made.is_ok(), "the reference refuses {mv}, which the server has made: {made:?}");
            last = Some(mv);
        }
        (engine, last)
    }
}

impl<G: Compiled, F: Plays<G>, R: Plays<G>> Oracle for Begun<G, F, R> {
    fn legal(&self, moves: &[String]) -> Vec<String> {
        let legal = self.engine::<F>(moves).0.legal_moves();
        legal.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    fn goes_on(&self, moves: &[String]) -> bool {
        self.engine::<R>(moves).0.turn().is_some()
    }

    fn steps(&self, mv: &str) -> Option<Vec<String>> {
        Some(G::steps(&mv.parse().ok()?))
    }

    fn takes(&self, moves: &[String], chosen: &Chosen) -> Result<String, Option<String>> {
        let mv = match chosen {
            Chosen::Text(text) => text.trim().parse().ok(),
            Chosen::Steps(steps) => G::aim((), &steps.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        let mv: G::Move = mv.ok_or(None)?;
        let (mut engine, _) = self.engine::<R>(moves);
        let player = engine.turn().ok_or(None)?;
        engine.play(player, &mv).map_err(|reason| reason.map(|reason| reason.to_string()))?;
        Ok(mv.to_string())
    }

    fn after(&self, moves: &[String]) -> Seen {
        let (engine, last) = self.engine::<R>(moves);
        shown::<G, R>(&engine, last.as_ref())
    }
}

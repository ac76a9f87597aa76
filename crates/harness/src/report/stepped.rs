//! A game as played by two engines, ply by ply, for the page that steps through it.
use bustan_vocabulary::NoStart;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::entry::harmless;
use crate::compare::audit::{Audit, audit_along, audit_passing};
use crate::compare::divergence::{Divergence, Role};
use crate::compare::known::KnownDifferences;
use crate::compare::lockstep::{Factories, Lockstep};
use crate::compare::participant::Drawing;
use crate::compare::reported_state::ReportedState;
use crate::erased::{Move, Overlay, Record};
use crate::report::boards::{BOTH, Sides, own, pictured};

/// How thoroughly two engines are compared along a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// With every check at every ply and after the game, like when a finding is confirmed.
    Whole,
    /// Only with the checks of the positions along the game, which is faster.
    Along,
}

/// A game on two engines, up to its end or to the position where they differ.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// The names of the engine under test and of the reference, once they have started.
    pub engines: Option<[String; 2]>,
    /// The name of the game.
    pub game: &'static str,
    /// The start and the position after each move, up to the last on which the engines agree.
    pub plies: Vec<Ply>,
    /// The legal moves at the last position.
    pub legal: Vec<Move>,
    /// The board of the last position as an SVG element that can be [clicked](Overlay::touch) to choose a
    /// move.
    pub touched: Option<Figure>,
    /// The result of the comparison: whether the engines agreed, differed, or refused the start or a move.
    pub end: Audit,
}

/// A position of a game on which both engines agree.
#[derive(Clone, Debug, Serialize)]
pub struct Ply {
    /// The move that led to the position, with its player; `None` at the start.
    pub said: Option<String>,
    /// The boards of the engines, only one if both report the same.
    pub boards: Vec<Figure>,
    /// The reports of the engine under test and of the reference: an object with `reported`, the reported
    /// values by their keys, and `not_reported`, the missing keys; `null` if the engine was not queried.
    pub states: [Option<Value>; 2],
    /// The player to move.
    pub turn: Option<String>,
}

/// A board with its title.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// The name of the engine, or `both engines`.
    pub title: String,
    /// The board as an SVG element; `null` if the engine does not report it.
    pub svg: Option<String>,
}

impl Figure {
    /// Returns the figures of boards, without pictures that may do more than draw.
    fn all(boards: Vec<(String, Option<String>)>) -> Vec<Self> {
        let figure = |(title, svg): (String, Option<String>)| {
            let svg = match svg {
                Some(svg) => Some(harmless(&svg)?),
                None => None,
            };
            Some(Self { title, svg })
        };
        boards.into_iter().filter_map(figure).collect()
    }
}

/// The last position of a game, with the reports and drawings of both engines.
struct LastPosition<'l, 'm> {
    lockstep: &'l Lockstep<'m>,
    engines: [String; 2],
    seen: [Option<ReportedState>; 2],
    drawings: [Option<Drawing>; 2],
}

impl<'l, 'm> LastPosition<'l, 'm> {
    fn new(lockstep: &'l Lockstep<'m>) -> Self {
        let engines = [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string());
        let seen = lockstep.reports();
        // A board that an engine reports as data is drawn by the tooling.
        let draws = seen.each_ref().map(|shown| {
            lockstep.rules().is_opaque() || shown.as_ref().is_none_or(|shown| shown.board().is_none())
        });
        let drawings = lockstep.drawings(draws);
        Self { lockstep, engines, seen, drawings }
    }

    fn ply(&self) -> Ply {
        let record = self.lockstep.record();
        let last = record.moves.last();
        let overlay = Overlay { last: last.map(|(_, mv)| mv), ..Overlay::default() };
        let Self { engines, seen, drawings, .. } = self;
        let sides = Sides { engines, moment: String::new(), seen, drawings, overlay };
        Ply {
            said: last.map(|(player, mv)| player.describe_move(mv)),
            boards: Figure::all(sides.figures()),
            states: states(seen),
            turn: self.lockstep.turn().map(|player| player.to_string()),
        }
    }

    /// Returns the board on which to choose a move, as reported by the more trusted engine, or as drawn by an
    /// engine in a game that cannot draw it. Pictures are preferred to text drawings.
    fn touched(&self) -> Option<Figure> {
        if self.lockstep.rules().is_opaque()
            && let Some((engine, drawing)) = Drawing::preferred(&self.drawings)
        {
            return Some(Figure { title: self.whose(engine), svg: harmless(&own("", drawing)) });
        }
        let record = self.lockstep.record();
        let overlay =
            Overlay { last: record.moves.last().map(|(_, mv)| mv), touch: true, ..Overlay::default() };
        let svg = harmless(&pictured("", self.lockstep.seen()?, &overlay));
        Some(Figure { title: self.whose(1), svg })
    }

    /// Returns the name of an engine, or the title for both engines if they show the same board.
    fn whose(&self, engine: usize) -> String {
        let Self { engines, seen, drawings, .. } = self;
        let overlay = Overlay::default();
        let sides = Sides { engines, moment: String::new(), seen, drawings, overlay };
        if sides.agree() { BOTH.into() } else { engines[engine].clone() }
    }
}

/// Returns the reports of both engines as JSON.
fn states(seen: &[Option<ReportedState>; 2]) -> [Option<Value>; 2] {
    seen.each_ref().map(|shown| shown.as_ref().map(ReportedState::object))
}

/// Plays a record on new engines, and collects their reports at every ply. Known differences are ignored.
pub fn stepped(
    factories: Factories<'_>,
    known: &mut KnownDifferences,
    record: &Record,
    closely: Thoroughness,
) -> Stepped {
    let (mut engines, mut plies, mut legal, mut touched) = (None, Vec::new(), Vec::new(), None);
    let reached = |lockstep: &Lockstep<'_>| {
        engines
            .get_or_insert_with(|| [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string()));
        let here = LastPosition::new(lockstep);
        plies.push(here.ply());
        legal = lockstep.legal().to_vec();
        touched = here.touched();
    };
    let end = match closely {
        Thoroughness::Whole => audit_passing(factories, known, record, reached),
        Thoroughness::Along => audit_along(factories, known, record, reached),
    };
    if let Audit::Diverged(found) = &end {
        engines = Some(found.engines.clone());
    }
    Stepped { engines, game: record.start.rules().name(), plies, legal, touched, end }
}

impl Stepped {
    /// Returns the game as a JSON object for a page: `game`, `engines` (or `null`), `plies` (an array of
    /// [`Ply`]), `touched` (a [`Figure`]: the board of the last ply on which to choose a move, or `null`),
    /// `verdict` (`"agree"`, `"differ"`, `"refused"` if both engines refuse the start or a move, or
    /// `"untold"` if one does not report whether a move is legal), `words` (the verdict in a sentence), and
    /// `finding`: `null` unless the engines differ, otherwise the object of [`findings.json`](super::json)
    /// for the difference, with `boards` and `states` as in a [`Ply`], `shown` (the number of moves before
    /// these boards) and `marked` (the cells that differ).
    pub fn object(&self) -> Value {
        let (verdict, words) = match &self.end {
            Audit::Agreed => ("agree", "the engines agree".to_string()),
            Audit::Unstartable(NoStart::Unable) => {
                ("refused", "an engine cannot be set up at the starting position".into())
            }
            Audit::Unstartable(invalid) => ("refused", format!("both engines refuse the start: {invalid}")),
            Audit::Unplayable(ply, reason) => {
                let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
                ("refused", format!("both engines refuse the move of ply {ply}{reason}"))
            }
            Audit::Diverged(found) if found.is_interruption() => ("untold", found.headline.clone()),
            Audit::Diverged(found) => ("differ", found.headline.clone()),
        };
        let finding = match &self.end {
            Audit::Diverged(found) if !found.is_interruption() => Some(difference(found)),
            _ => None,
        };
        json!({
            "game": self.game,
            "engines": self.engines,
            "plies": self.plies,
            "touched": self.touched,
            "verdict": verdict,
            "words": words,
            "finding": finding,
        })
    }
}

/// Returns a difference as a JSON object, with the boards and the reports of both engines.
fn difference(found: &Divergence) -> Map<String, Value> {
    let mut object = found.object();
    for (key, value) in [
        ("boards", json!(Figure::all(found.figures()))),
        ("states", json!(states(&found.seen))),
        ("shown", json!(found.shown)),
        ("marked", json!(found.marked)),
    ] {
        object.insert(key.into(), value);
    }
    object
}

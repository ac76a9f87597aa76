//! A game as two engines play it, ply by ply, for a page that steps through it.

use bustan_guide::{Explore, Overlay, Picture};
use bustan_vocabulary::{Game, NoStart, Record};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::entry::harmless;
use crate::compare::divergence::{Divergence, Role};
use crate::compare::known::Known;
use crate::compare::lockstep::{Factories, Lockstep};
use crate::report::boards::{own, pictured};
use crate::run::audit::{Audit, audit_along, audit_passing};

/// How closely two engines are compared along a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closely {
    /// With every check at every ply and behind the game, as a finding is confirmed.
    Whole,
    /// With the checks of the positions along the game only, which is quicker.
    Along,
}

/// A game on two engines, up to its end or to where they differ.
#[derive(Clone, Debug)]
pub struct Stepped<G: Game> {
    /// The names of the engine under test and of the other, once they have begun.
    pub engines: Option<[String; 2]>,
    /// The start and what each move led to, as far as the engines agree.
    pub plies: Vec<Ply>,
    /// The legal moves at the last of these.
    pub legal: Vec<G::Move>,
    /// Its board as an SVG element that is [touched](Overlay::touch) to choose a move.
    pub touched: Option<String>,
    /// How the game ends.
    pub end: Audit<G>,
}

/// A position of a game on which both engines agree.
#[derive(Clone, Debug, Serialize)]
pub struct Ply {
    /// The move that led there, with its player; none at the start.
    pub said: Option<String>,
    /// The board as an SVG element.
    pub board: Option<String>,
    /// What was observed, as JSON.
    pub state: Option<String>,
    /// Who is on turn.
    pub turn: Option<String>,
}

impl Ply {
    fn of<G: Explore + Picture>(lockstep: &Lockstep<'_, G>) -> Self {
        let record = lockstep.record();
        let last = record.moves.last();
        let seen = lockstep.seen();
        Self {
            said: last.map(|(player, mv)| G::said(*player, mv)),
            board: board(lockstep, false),
            state: seen.and_then(indented),
            turn: lockstep.turn().map(|player| player.to_string()),
        }
    }
}

/// The board with the last move marked; that of a game which cannot draw it as an engine does.
fn board<G: Explore + Picture>(lockstep: &Lockstep<'_, G>, touch: bool) -> Option<String> {
    if G::OPAQUE
        && let Some(drawing) = lockstep.drawing()
    {
        return harmless(&own("", &drawing));
    }
    let record = lockstep.record();
    let last = record.moves.last().map(|(_, mv)| mv);
    harmless(&pictured::<G>("", lockstep.seen()?, &Overlay { last, touch, ..Overlay::default() }))
}

fn indented(seen: &impl Serialize) -> Option<String> {
    serde_json::to_string_pretty(seen).ok()
}

/// Plays a record on new engines and keeps what they show at every ply. Passes over differences that are known.
pub fn stepped<G: Explore + Picture>(
    factories: Factories<'_, G>,
    known: &mut Known,
    record: &Record<G>,
    closely: Closely,
) -> Stepped<G> {
    let (mut engines, mut plies, mut legal, mut touched) = (None, Vec::new(), Vec::new(), None);
    let reached = |lockstep: &Lockstep<'_, G>| {
        engines
            .get_or_insert_with(|| [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string()));
        plies.push(Ply::of(lockstep));
        legal = lockstep.legal().to_vec();
        touched = board(lockstep, true);
    };
    let end = match closely {
        Closely::Whole => audit_passing(factories, known, record, reached),
        Closely::Along => audit_along(factories, known, record, reached),
    };
    if let Audit::Diverged(found) = &end {
        engines = Some(found.engines.clone());
    }
    Stepped { engines, plies, legal, touched, end }
}

impl<G: Explore + Picture> Stepped<G> {
    /// The same as a JSON object for a page: `game`, `engines` (or `null`), `plies` (an array of [`Ply`]),
    /// `touched` (the board of the last of them to choose a move on, or `null`), `verdict` (`"agree"`, `"differ"`, or `"refused"` where both refuse the start or a move, `"untold"` where one does not tell whether a move is legal), `words` (the
    /// same in a sentence), and `finding`: `null` unless they differ, otherwise the object of
    /// [`findings.json`](super::json) for the difference, with `boards` (an array of objects with `title` and
    /// `svg`), `states` (what the engine under test and the other observed, as JSON texts or `null`), `shown`
    /// (the number of moves before these) and `marked` (the cells that differ).
    pub fn object(&self) -> Value {
        let (verdict, words) = match &self.end {
            Audit::Agreed => ("agree", "the engines agree".to_string()),
            Audit::Unstartable(NoStart::Unable) => {
                ("refused", "an engine cannot be set up where the game starts".into())
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
            "game": G::NAME,
            "engines": self.engines,
            "plies": self.plies,
            "touched": self.touched,
            "verdict": verdict,
            "words": words,
            "finding": finding,
        })
    }
}

/// A difference with the boards and the observations of both engines.
fn difference<G: Explore + Picture>(found: &Divergence<G>) -> Map<String, Value> {
    let boards = found.pictures().into_iter().filter_map(|(title, svg)| Some((title, harmless(&svg)?)));
    let boards: Vec<Value> = boards.map(|(title, svg)| json!({"title": title, "svg": svg})).collect();
    let states = found.seen.each_ref().map(|seen| seen.as_ref().and_then(indented));
    let mut object = found.object();
    for (key, value) in [
        ("boards", json!(boards)),
        ("states", json!(states)),
        ("shown", json!(found.shown)),
        ("marked", json!(found.marked)),
    ] {
        object.insert(key.into(), value);
    }
    object
}

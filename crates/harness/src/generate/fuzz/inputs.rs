//! Converts games to inputs of a fuzzer: the game of a divergence, so that it is kept in the corpus, or any
//! other game, to be used as a seed.

use super::play::CHECKS;
use super::script::{Action, ActionKind, LONGEST, Script, ScriptStart};
use super::{Input, Law};
use crate::base::Dice;
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::{Factories, Lockstep};
use crate::erased::Record;

/// The number of values to try with each kind of action, to reproduce a divergence that occurs after the last
/// move.
const NUMBERS: u16 = 16;

/// Returns an input that plays the game of a divergence and violates its invariant with the same signature;
/// `None` if none was found.
pub fn divergence_input(factories: Factories<'_>, law: Law, divergence: &Divergence) -> Option<Vec<u8>> {
    let mut script = written(factories, &divergence.record)?;
    let shows = |script: &Script| {
        let input = Input::read(divergence.record.start.rules(), law, &script.bytes()?)?;
        let mut lockstep = Lockstep::new(factories, CHECKS, input.start.clone());
        let found = input.play(&mut lockstep).err()?;
        (found.signature == divergence.signature).then_some(())
    };
    if shows(&script).is_some() {
        return script.bytes();
    }
    for kind in [ActionKind::Back, ActionKind::Branch, ActionKind::Check, ActionKind::Ask, ActionKind::Pass] {
        for number in 0..NUMBERS {
            script.actions.push(Action { kind, number });
            if shows(&script).is_some() {
                return script.bytes();
            }
            script.actions.pop();
        }
    }
    // A duplicate of the engines is made before the last move.
    script.actions.last_mut()?.kind = ActionKind::Duplicate;
    shows(&script).and_then(|()| script.bytes())
}

/// Returns an input that plays the moves of a record, as far as the engines accept them. If the record has
/// more than [`LONGEST`] moves, the input plays the last [`LONGEST`] from the position before them. Returns
/// `None` if an engine cannot begin at the start or reports no position, if a move that cannot be played
/// cannot be drawn either, or if the text of the start is too long for an input.
pub fn input(factories: Factories<'_>, record: &Record) -> Option<Vec<u8>> {
    let (before, last) = record.moves.split_at(record.moves.len().saturating_sub(LONGEST));
    let mut start = record.start.clone();
    if !before.is_empty() {
        let mut engine = factories.subject.make();
        engine.setup(&start).ok()?;
        engine.play_all(before).ok()?;
        start = engine.position()?;
    }
    written(factories, &Record { start, moves: last.to_vec() })?.bytes()
}

/// Returns the script of a record. A last move that cannot be played is queried, if it can be drawn.
fn written(factories: Factories<'_>, record: &Record) -> Option<Script> {
    if record.moves.len() > LONGEST {
        return None;
    }
    let mut script = Script { place: ScriptStart::Text(record.start.to_string()), actions: Vec::new() };
    let mut lockstep = Lockstep::new(factories, CHECKS, record.start.clone());
    if !lockstep.begin(&record.start).ok()? {
        return None;
    }
    for (player, mv) in &record.moves {
        let moves = lockstep.listed_under_test().ok()?;
        let own = lockstep.turn() == Some(*player);
        if let Ok(index) =
            moves.binary_search(mv).map_err(|_| ()).and_then(|index| own.then_some(index).ok_or(()))
        {
            script.actions.push(Action::playing(index, moves.len()));
        } else {
            let drawn = |number: &u16| {
                let mut dice = Dice::new((*number).into());
                let asked = super::play::question(&lockstep, &mut dice);
                asked.as_ref() == Some(&(*player, mv.clone()))
            };
            script.actions.push(Action { kind: ActionKind::Ask, number: (0..=u16::MAX).find(drawn)? });
        }
        if !lockstep.step(*player, mv, false).unwrap_or(false) {
            break;
        }
    }
    Some(script)
}

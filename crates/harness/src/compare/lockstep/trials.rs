//! Finds out what is legal on an engine that lists no moves: it is made to play what may be one, and to take it back.

use bustan_guide::Explore;
use bustan_vocabulary::Game;

use super::back::withdraw;
use super::{Located, Lockstep};
use crate::compare::divergence::{Kind, Violation};
use crate::compare::recorder::Recorder;

impl<G: Explore> Lockstep<'_, G> {
    /// The words that are tried as moves on an engine that lists none.
    fn words(&self) -> &[G::Move] {
        match self.subject.trials() {
            [] => self.oracle.trials(),
            words => words,
        }
    }

    /// Whether something says how games go on if neither engine lists moves.
    pub(crate) fn has_words(&self) -> bool {
        !self.words().is_empty()
    }

    /// Gives an engine that lists no moves the list of those that it plays, among the words to try and the moves that
    /// the other engine lists. The lists are that of the engine under test and that of the other, both sorted.
    ///
    /// # Errors
    /// An engine is not as it was after it took the moves back.
    pub(super) fn try_moves(&mut self, lists: &mut [Option<Vec<G::Move>>; 2]) -> Result<(), Located<G>> {
        let words = self.words();
        if words.is_empty() || lists.iter().all(Option::is_some) {
            return Ok(());
        }
        let Some(player) = self.turn() else { return Ok(()) };
        let count = words.len();
        let mut moves = words.to_vec();
        moves.extend(lists.iter().flatten().flatten().cloned());
        moves.sort_unstable();
        moves.dedup();
        self.compared.tried(count);
        let told = lists.iter().position(Option::is_some);
        let mut recorders = [&mut self.subject, &mut self.oracle];
        for (recorder, list) in recorders.iter_mut().zip(lists.iter_mut()) {
            if list.is_none() {
                *list = Some(played(recorder, &self.start, &self.moves, player, &moves)?);
            }
        }
        let (Some(told), [Some(one), Some(other)]) = (told, lists) else { return Ok(()) };
        let (told, tried, recorder) = match told {
            0 => (one, other, &mut self.subject),
            _ => (other, one, &mut self.oracle),
        };
        // A move in other letters, `d4` where `D4` is listed, is the same move if both play it.
        let spelled = |mv: &G::Move| told.iter().any(|other| spelled_alike(mv, other));
        let unlisted = |mv: &&G::Move| told.binary_search(mv).is_err();
        let spellings: Vec<G::Move> =
            tried.iter().filter(unlisted).filter(|mv| spelled(mv)).cloned().collect();
        let same = played(recorder, &self.start, &self.moves, player, &spellings)?;
        tried.retain(|mv| same.binary_search(mv).is_err());
        Ok(())
    }
}

/// Whether two moves differ in nothing but small letters and capitals.
pub(crate) fn spelled_alike<M: ToString>(one: &M, other: &M) -> bool {
    one.to_string().eq_ignore_ascii_case(&other.to_string())
}

/// Those of some sorted moves that an engine plays. It takes each back.
fn played<G: Game>(
    recorder: &mut Recorder<'_, G>,
    start: &G::Position,
    history: &[(G::Player, G::Move)],
    player: G::Player,
    moves: &[G::Move],
) -> Result<Vec<G::Move>, Violation> {
    let mut played = Vec::new();
    for mv in moves {
        if recorder.play(player, mv).is_ok() {
            withdraw(recorder, start, history)?;
            played.push(mv.clone());
        }
    }
    recorder.still(0, Kind::Undo, "after moves were tried and taken back")?;
    Ok(played)
}

//! Laws about an engine's answers at one position and about the move that led to it.

use serde_json::Value;

use super::{broken, results};
use crate::compare::divergence::Violation;
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::{verdict_words, who};
use crate::erased::{Move, Observation, Player};

/// The number of legal moves, spread over the list, about which an engine is queried.
const ASKED: usize = 12;

impl Recorder<'_> {
    /// Checks the current position, which `last` led to. `legal` are its legal moves, if they are known.
    pub(crate) fn keeps_laws(
        &self,
        last: Option<&(Player, Move)>,
        legal: Option<&[Move]>,
    ) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        if let (Some(Some(player)), Some(legal)) = (self.trail.turn(), legal) {
            self.accepts(player, legal)?;
        }
        if let Some(seen) = self.trail.observation() {
            self.agrees_with_itself(seen)?;
        }
        self.keeps_succession(last)
    }

    /// Checks that the position with another player to move has another hash if and only if its identity
    /// differs.
    pub(crate) fn tells_turns_apart(&mut self) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let (Some(position), Some(Some(player)), Some(hash)) =
            (self.engine.position(), self.trail.turn(), self.trail.hash())
        else {
            return Ok(());
        };
        let Some(here) = self.trail.observation().and_then(Observed::own).map(Observation::identity) else {
            return Ok(());
        };
        let (text, on_turn) = (position.to_string(), player.to_string());
        // The word of the text for the player to move is unambiguous only if it occurs once.
        if text.split(' ').filter(|word| *word == on_turn).count() != 1 {
            return Ok(());
        }
        for other in position.rules().players().iter().filter(|&&other| other != player) {
            let other = other.to_string();
            let words = text.split(' ').map(|word| if word == on_turn { &other } else { word });
            let text = words.collect::<Vec<_>>().join(" ");
            let Ok(position) = position.rules().position(&text) else { continue };
            let Ok(spare) = self.spare.setup(&position) else { continue };
            let there = spare.hash();
            let seen = spare.observe();
            let Some(seen) = seen.as_ref().and_then(Observed::own) else { continue };
            if there.is_some() && (seen.identity() == here) != (there == Some(hash)) {
                let words = if there == Some(hash) {
                    "and its hash is the same"
                } else {
                    "but its hash is different"
                };
                return broken(
                    &self.name,
                    &["turn", "hash"],
                    &format!("with {other} to move the position is {text:?}, {words}"),
                );
            }
        }
        Ok(())
    }

    /// Checks that the current answers can follow the answers before the move `last`.
    pub(crate) fn keeps_succession(&self, last: Option<&(Player, Move)>) -> Result<(), Violation> {
        match (self.trail.observation_before(), last, self.trail.observation()) {
            (Some(before), Some(last), Some(after)) => self.follows(before, last, after),
            _ => Ok(()),
        }
    }

    /// Checks that a sample of the listed moves is legal.
    fn accepts(&self, player: Player, legal: &[Move]) -> Result<(), Violation> {
        for mv in legal.iter().step_by(legal.len().div_ceil(ASKED).max(1)) {
            if let Some(verdict @ Err(_)) = self.engine.verdict(player, mv) {
                let verdict = verdict_words(&verdict);
                let words = match self.engine.legal_moves() {
                    Some(_) => format!("lists the move {mv}, but it is {verdict}"),
                    None => format!("says {mv} is {verdict}, but the other engine lists it"),
                };
                return broken(&self.name, &["listed", &verdict], &words);
            }
        }
        Ok(())
    }

    /// Checks that the turn, the end and the winner of an observation are consistent, and that the rest is as
    /// the game declares.
    fn agrees_with_itself(&self, seen: &Observed) -> Result<(), Violation> {
        let Some(turn) = self.trail.turn() else { return Ok(()) };
        let Some(shown) = self.trail.shown_json() else { return Ok(()) };
        if let Some(seen) = seen.own() {
            let to_move = seen.to_move();
            if to_move != turn {
                let words = format!("{} is to move, but {} in the observation", who(turn), who(to_move));
                return broken(&self.name, &["observed", "turn"], &words);
            }
            if let Some(wrong) = seen.inconsistency() {
                return broken(&self.name, &["inconsistent"], &wrong);
            }
            if let Some((what, wrong)) = results::fault(seen, &shown) {
                return broken(&self.name, &["result", what], &wrong);
            }
        }
        if let Some(over) = shown.get("over").and_then(Value::as_bool)
            && over == turn.is_some()
        {
            let words =
                format!("the game is {}over, with {} to move", if over { "" } else { "not " }, who(turn));
            return broken(&self.name, &["over"], &words);
        }
        match shown.get("winner") {
            Some(Value::String(winner)) if turn.is_some() => {
                broken(&self.name, &["winner"], &format!("{winner} has won, and the game is not over"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a move is one ply, and that the next player is as the game declares.
    fn follows(
        &self,
        before: &Observed,
        (player, mv): &(Player, Move),
        after: &Observed,
    ) -> Result<(), Violation> {
        if let (Some(was), Some(is)) = (self.trail.ply_shown(1), self.trail.ply_shown(0))
            && was + 1 != is
        {
            let words = format!("the number of moves played was {was}, and is {is} after {mv}");
            return broken(&self.name, &["ply"], &words);
        }
        let (Some(before), Some(after)) = (before.own(), after.own()) else { return Ok(()) };
        let to_move = after.to_move();
        let expected = before.next_player(*player, mv, after);
        if to_move.is_some() && to_move != expected {
            let words = format!("after {mv} of {player}, {} is to move, not {}", who(to_move), who(expected));
            return broken(&self.name, &["turn", "order"], &words);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

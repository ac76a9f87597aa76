//! Programs that do not list moves: a move is considered legal if the program plays it when it may not search
//! any other.

use std::time::{Duration, Instant};

use super::{NO_MOVES, Search, untold};
use crate::child::BridgeError;
use crate::server::CommandResult;
use crate::spec::Protocol;

/// The time limit of each search that tests whether a program searches only the moves after `searchmoves`.
pub(super) const SEARCHING: Duration = Duration::from_millis(500);

impl Search {
    /// Whether the program searches only the moves after `searchmoves`. This is assumed if it plays weak
    /// moves when each of them is the only one allowed, and does not play a move of the other player.
    pub(super) fn obeys(&mut self) -> Result<bool, BridgeError> {
        if let Some(obeys) = self.obeys {
            return Ok(obeys);
        }
        let (weak, illegal): (&[&str], _) = match self.protocol {
            Protocol::Usi => (&["1g1f", "9g9f", "5g5f"], "5c5d"),
            Protocol::Ucci => (&["a3a4", "i3i4", "e3e4"], "e6e5"),
            // The last moves are for variants with a different start position: racing kings, horde and larger
            // boards.
            _ => (
                &[
                    "a2a3", "h2h3", "a2a4", "h2h4", "h2g3", "g2g3", "f2g3", "a4a5", "h4h5", "a3a4", "i3i4",
                    "c3c4",
                ],
                "e7e5",
            ),
        };
        let (mut played, mut others, mut none) = (Vec::new(), 0, 0);
        for mv in weak {
            match self.tried(mv)? {
                Some(best) if best == *mv => played.push(mv),
                Some(best) if NO_MOVES.contains(&best.as_str()) => none += 1,
                Some(_) => others += 1,
                None => break,
            }
            if played.len() == 2 {
                break;
            }
        }
        let mut obeys = played.len() == 2 || (played.len() == 1 && others == 0 && none > 0);
        // A program that plays at random does not repeat its moves.
        for mv in &played {
            obeys = obeys && self.tried(mv)?.as_deref() == Some(mv);
        }
        obeys = obeys && self.tried(illegal)?.is_some_and(|best| best != illegal);
        self.obeys = Some(obeys);
        Ok(obeys)
    }

    /// The move that the program plays at the start if `mv` is the only move to search; `None` if it does not
    /// play a move in time.
    fn tried(&mut self, mv: &str) -> Result<Option<String>, BridgeError> {
        let best = self.searched("position startpos", mv, Some(SEARCHING))?;
        self.slow |= best.is_none();
        Ok(best)
    }

    /// The move that the program plays at `position` if `mv` is the only move to search; `None` if it does
    /// not play a move in time.
    fn searched(
        &mut self,
        position: &str,
        mv: &str,
        most: Option<Duration>,
    ) -> Result<Option<String>, BridgeError> {
        self.chosen(position, &format!("depth 1 searchmoves {mv}"), most)
    }

    /// The move that the program plays at a position after the command `go`; `None` if it does not play a
    /// move in time.
    fn chosen(
        &mut self,
        position: &str,
        go: &str,
        most: Option<Duration>,
    ) -> Result<Option<String>, BridgeError> {
        self.child.say(&format!("{position}\ngo {go}"))?;
        let mut deadline = most.map(|most| Instant::now() + most);
        let mut stopped = false;
        loop {
            let line = match deadline {
                None => Some(self.child.read_line()?),
                Some(deadline) => self.child.hear_until(deadline)?,
            };
            let Some(line) = line else {
                if stopped {
                    return Ok(None);
                }
                self.child.say("stop")?;
                (deadline, stopped) = (most.map(|most| Instant::now() + most), true);
                continue;
            };
            if let Some(best) = best(&line) {
                return Ok(Some(best.into()).filter(|_| !stopped));
            }
        }
    }

    /// Returns the program's notation for a move that the program does not list but would play.
    ///
    /// # Errors
    /// Fails also if the program does not play a move and does not show whether it considers the game drawn.
    pub(super) fn tries(&mut self, mv: &str) -> CommandResult<Option<String>> {
        let position = self.command();
        let (own, mut plays) = self.tries_at(&position, mv)?;
        if own.is_some() || plays {
            return Ok(own);
        }
        // The program may consider the game drawn by repetition or by the 50-move rule. Neither applies to a
        // position without a history.
        let text = self.look()?.text.clone().filter(|_| self.plain);
        let Some((text, bare)) = text.and_then(|text| without_history(&text).map(|bare| (text, bare))) else {
            return Ok(None);
        };
        let own;
        (own, plays) = self.tries_at(&format!("position fen {bare}"), mv)?;
        if own.is_none() && !plays && is_bare(&text) {
            let name = &self.name;
            return Err(untold(&format!(
                "{name} at {position:?}: plays no move with so few pieces, so it is unknown whether {mv} is \
                 legal"
            )));
        }
        Ok(own)
    }

    /// Returns the program's notation for a move if the program would play it at `position`, and whether the
    /// program would play any move.
    fn tries_at(&mut self, position: &str, mv: &str) -> Result<(Option<String>, bool), BridgeError> {
        let other = self.castling(0, mv).map(|words| words[1]);
        let first = self.turn()? == self.players()[0];
        let mut plays = true;
        for word in [Some(mv), other].into_iter().flatten() {
            let best = self.searched(position, word, None)?.unwrap_or_default();
            plays &= !NO_MOVES.contains(&best.as_str());
            let best = self.spelled(&best, first, None).filter(|best| best.word == mv);
            if let Some(best) = best {
                return Ok((Some(best.own), true));
            }
        }
        if !plays {
            let best = self.chosen(position, "depth 1", None)?.unwrap_or_default();
            plays = !NO_MOVES.contains(&best.as_str());
        }
        Ok((None, plays))
    }
}

/// A chess position with its counters reset; `None` if it has too few fields.
fn without_history(text: &str) -> Option<String> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [board, turn, castling, passing, ..] => Some(format!("{board} {turn} {castling} {passing} 0 1")),
        _ => None,
    }
}

/// Whether a chess position has only kings, bishops and knights, so that programs may consider it drawn.
fn is_bare(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or_default();
    !board.contains(|c: char| c.is_ascii_alphabetic() && !"KBN".contains(c.to_ascii_uppercase()))
}

/// The move of a `bestmove` line.
pub(super) fn best(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_lose_their_history() {
        let text = "8/8/8/k7/8/8/8/KBn5 w - - 99 120";
        assert_eq!(without_history(text).as_deref(), Some("8/8/8/k7/8/8/8/KBn5 w - - 0 1"));
        assert_eq!(without_history("8/8 w"), None);
        assert!(is_bare(text) && !is_bare("8/8/8/k7/8/8/8/KBp5 w - - 0 1"));
    }
}

//! Brings both engines to a position, from their current position or from a start.

use super::{Line, Replayer, asks};
use crate::compare::lockstep::{Checked, Lockstep};
use crate::erased::{Move, Player, Position, Record};

/// The number of moves played without a comparison that cost as much work as a compared move.
const LED: u64 = 4;

/// The number of moves whose undoing costs as much as a new game.
const NEW_GAME: usize = 2;

impl Replayer<'_> {
    /// Begins a line and plays its first moves that are known, or assumed, not to show a divergence. Returns
    /// the number of moves played; `None` if the engines cannot begin at the start of the line.
    pub(super) fn approach(&mut self, line: &Line, assuming: bool) -> Checked<Option<usize>> {
        self.assumed = false;
        self.late = false;
        let Some(memory) = &mut self.memory else {
            let begun = self.begin(&line.start)?;
            self.start.get_or_insert_with(|| self.made.elapsed());
            return Ok(begun.then_some(0));
        };
        // If the last move is a query, the last two moves are followed closely, because the meaning of the
        // query depends on the position before it.
        let closely = if self.varies && !asks(self.wanted.kind()) { 1 } else { 2 };
        let most = line.moves.len().saturating_sub(closely);
        let (mut players, compared) = memory.reached.along(line);
        let compared = compared.min(most);
        let mut led = compared;
        if assuming && let Some(scout) = &memory.scout {
            (players, led) = (scout.players().to_vec(), most);
        }
        if assuming && self.varies && memory.scout.is_none() {
            let here = on_the_way(&self.lockstep, line, most);
            if here.len() > led {
                (led, players) = (here.len(), here);
            }
        }
        let moves: Vec<_> = players.into_iter().zip(line.moves.iter().cloned()).take(led).collect();
        if let Ok(true) = self.bring_unlisted(&line.start, &moves) {
            self.assumed = moves.len() > compared;
            return Ok(Some(moves.len()));
        }
        // An engine refuses a move, or the game ends. Replaying move by move shows where.
        Ok(self.begin(&line.start)?.then_some(0))
    }

    /// Begins a game, and compares the engines at its start.
    fn begin(&mut self, start: &Position) -> Checked<bool> {
        let begun = self.lockstep.begin(start)?;
        if begun {
            self.compared_at = Some(start.clone());
        }
        Ok(begun)
    }

    /// Brings both engines to the position after `moves`, from their current position or from the start,
    /// without comparing anything. Returns `false` if they do not reach it.
    pub(crate) fn bring(&mut self, start: &Position, moves: &[(Player, Move)]) -> Checked<bool> {
        self.bring_there(start, moves, true)
    }

    /// Does the same as [`bring`](Self::bring), but does not list the legal moves of the position.
    pub(crate) fn bring_unlisted(&mut self, start: &Position, moves: &[(Player, Move)]) -> Checked<bool> {
        self.bring_there(start, moves, false)
    }

    fn bring_there(&mut self, start: &Position, moves: &[(Player, Move)], listed: bool) -> Checked<bool> {
        let takes_back = self.takes_back();
        let mut there = None;
        if let Some(here) = self.lockstep.at_hand().filter(|here| takes_back && here.start == *start) {
            let same = here.moves.iter().zip(moves).take_while(|(here, there)| here == there).count();
            let (back, ahead) = (here.moves.len() - same, moves.len() - same);
            // If the time is limited, a new game costs time, too.
            let (gained, least) = if self.varies { (NEW_GAME, 0) } else { (0, 1) };
            if same >= least && back + ahead <= moves.len() + gained {
                self.cost += (back as u64).div_ceil(LED);
                there = Some(same);
                if !self.lockstep.retract(same, listed && ahead == 0)? {
                    self.stop_taking_back();
                    there = None;
                }
            }
        }
        let begins = there.is_none();
        if begins && listed && moves.is_empty() {
            return self.begin(start);
        }
        let compared = self.varies && self.compared_at.as_ref() == Some(start);
        let begun = match (begins, compared) {
            (false, _) => true,
            (true, false) => self.begin(start)?,
            // The lists at the start have been compared.
            (true, true) => self.lockstep.begin_unlisted(start)?,
        };
        if !begun {
            return Ok(false);
        }
        let there = there.unwrap_or(0);
        self.cost += ((moves.len() - there) as u64).div_ceil(LED);
        self.lockstep.lead(&moves[there..], listed)
    }

    /// Whether both engines take back a move of `record`. Tries it.
    pub(crate) fn tries_taking_back(&mut self, record: &Record) -> bool {
        for moves in [2, 1] {
            let there = record
                .moves
                .get(..moves)
                .is_some_and(|moves| matches!(self.bring(&record.start, moves), Ok(true)));
            if !there {
                return false;
            }
        }
        self.takes_back()
    }

    /// Stops taking back moves from now on, because an engine did not do so correctly.
    pub(in crate::shrink) fn stop_taking_back(&mut self) {
        self.memory.iter_mut().for_each(|memory| memory.takes_back = false);
    }

    /// Whether both engines have taken back moves correctly so far.
    pub(in crate::shrink) fn takes_back(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.takes_back)
    }
}

/// Returns the players of the current game, if `line` begins with its moves and there are at most `most` of
/// them.
fn on_the_way(lockstep: &Lockstep<'_>, line: &Line, most: usize) -> Vec<Player> {
    let here = lockstep.at_hand().filter(|here| here.start == line.start && here.moves.len() <= most);
    let begins = |here: &Record| here.moves.iter().zip(&line.moves).all(|((_, mv), next)| mv == next);
    here.filter(begins)
        .map(|here| here.moves.into_iter().map(|(player, _)| player).collect())
        .unwrap_or_default()
}

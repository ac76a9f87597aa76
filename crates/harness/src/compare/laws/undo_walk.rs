//! Undo restores every earlier position of a game, even after moves that were played in another order.

use crate::compare::divergence::{Kind, Role, Violation};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position};

/// While undoing, and after a transposition, legal moves are compared at the first `FEW` plies and at every
/// `FEW`th ply after them. While undoing, they are counted at every `FEW`th ply. The oracle plays a
/// transposition at every `FEW`th ply.
const FEW: usize = 8;

/// The maximum distance between the two moves of a transposition, in plies. A transposition swaps a move with
/// the next different move of the same player. No game has more than three players.
const SOON: usize = 3;

/// The maximum number of moves of a game in which the oracle plays transpositions.
const LONGEST_TRANSPOSED: usize = 64;

/// The current step of a [walk](Recorder::walk).
#[derive(Clone, Copy, Debug)]
pub(crate) enum WalkStep {
    /// The engine undoes the game.
    Back,
    /// The engine replays the game.
    Again,
    /// The engine plays a transposition, or the moves after one.
    Aside(Transposition),
}

/// Moves of a game in another order: the next move is swapped with the next different move of the same
/// player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transposition {
    /// The number of moves of the game before the transposition.
    ply: usize,
    /// The number of plies between the two swapped moves.
    later: usize,
}

impl Transposition {
    /// Returns the transposition after the first `ply` moves, if there is one.
    fn at<P: PartialEq, M: PartialEq>(ply: usize, moves: &[(P, M)]) -> Option<Self> {
        let (first, others) = moves[ply..].split_first()?;
        let next = others.iter().take(SOON).position(|(player, mv)| *player == first.0 && *mv != first.1)?;
        Some(Self { ply, later: next + 1 })
    }

    /// Returns the moves of the transposition in their new order. `moves` are all moves of the game.
    fn order<P, M>(self, moves: &[(P, M)]) -> impl Iterator<Item = &(P, M)> {
        let (first, second) = (self.ply, self.ply + self.later);
        [second].into_iter().chain(first + 1..second).chain([first]).map(|at| &moves[at])
    }

    /// Describes the transposition that was tried.
    fn description<P, M: ToString>(self, moves: &[(P, M)]) -> String {
        let order: Vec<String> = self.order(moves).map(|(_, mv)| mv.to_string()).collect();
        format!(
            "the game was taken back, and after ply {} its next moves were tried in another order, as far as the engine \
             accepts them, and taken back: {}",
            self.ply,
            order.join(", ")
        )
    }
}

/// The extent to which a game was undone.
enum UndoExtent {
    /// The engine cannot undo.
    Unable,
    /// The engine undoes no more moves because of a limit, and has replayed the game.
    Limited,
    /// The engine has undone the whole game.
    AtTheStart,
}

/// A violation, with the number of moves that the engine should then have on its board; `None` if the engine
/// is at no ply of the game.
pub(crate) type Astray = (Option<usize>, Violation);

/// The result of a walk.
pub(crate) type Walked = Result<(), Astray>;

/// A game that a walk undoes and replays.
#[derive(Clone, Copy)]
pub(crate) struct WalkedGame<'g> {
    /// The starting position.
    pub(crate) start: &'g Position,
    /// The moves of the game.
    pub(crate) moves: &'g [(Player, Move)],
    /// The sorted legal moves at each position from the start to the end, where they are known.
    pub(crate) legal: &'g [Option<Vec<Move>>],
}

impl WalkedGame<'_> {
    /// Returns the sorted legal moves after `ply` moves, if they are known.
    fn legal_at(&self, ply: usize) -> Option<&[Move]> {
        self.legal.get(ply)?.as_deref()
    }
}

/// Whether lists of legal moves are compared at `ply` of a walk.
const fn is_looked_at(ply: usize) -> bool {
    ply < FEW || ply.is_multiple_of(FEW)
}

impl Recorder<'_> {
    /// Undoes the game to its start and compares the answers at every ply with the earlier ones, then replays
    /// the game. Does both once more [with transpositions](Self::wander). In long games, not every list is
    /// compared. A violation comes with the number of moves that the engine should then have on its board, or
    /// with `None` if the engine is at no ply of the game.
    pub(crate) fn walk(&mut self, game: WalkedGame<'_>) -> Walked {
        if self.is_trusted() {
            return Ok(());
        }
        let walked = self.walk_twice(game);
        if self.fault().is_none() {
            self.walking = None;
        }
        walked
    }

    fn walk_twice(&mut self, game: WalkedGame<'_>) -> Walked {
        match self.go_back(game)? {
            UndoExtent::Unable => Ok(()),
            UndoExtent::Limited => self.still_at_the_end(game, "after the game was begun and played again"),
            UndoExtent::AtTheStart => {
                self.go_again(game)?;
                self.wander(game)
            }
        }
    }

    /// Undoes the game to its start, as far as the engine can.
    fn go_back(&mut self, game: WalkedGame<'_>) -> Result<UndoExtent, Astray> {
        self.walking = Some(WalkStep::Back);
        let length = game.moves.len();
        for (ply, (_, mv)) in game.moves.iter().enumerate().rev() {
            match self.engine.undo() {
                None if ply + 1 == length => return Ok(UndoExtent::Unable),
                Some(true) => {}
                Some(false) => {
                    let kept = self.keeps_move(mv, ply);
                    if self.is_limited(game, ply)? {
                        return Ok(UndoExtent::Limited);
                    }
                    return Err((Some(ply + 1), kept));
                }
                None => return Err((Some(ply + 1), self.keeps_move(mv, ply))),
            }
            let when = format!("taken back to ply {ply}, before {mv}");
            self.is_back_at(game, ply, &when).map_err(|violation| (Some(ply), violation))?;
        }
        if self.engine.undo() == Some(true) {
            let words = format!("{}: takes back a move at the start of the game", self.name);
            return Err((Some(0), Violation::new(Kind::Undo, &["beyond"], words)));
        }
        let start = self.still(length, Kind::Undo, "after trying to take back a move at the start");
        start.map_err(|violation| (Some(0), violation))?;
        Ok(UndoExtent::AtTheStart)
    }

    /// Checks that the engine, which has undone the moves after `ply`, is in its earlier state.
    fn is_back_at(&mut self, game: WalkedGame<'_>, ply: usize, when: &str) -> Result<(), Violation> {
        let undone = game.moves.len() - ply;
        self.still(undone, Kind::Undo, when)?;
        if undone == 1 || is_looked_at(ply) {
            self.still_legal(game, ply, when)?;
        }
        if undone == 1 || ply.is_multiple_of(FEW) {
            self.still_counts(game, ply, when)?;
        }
        Ok(())
    }

    /// Replays the game that was undone.
    fn go_again(&mut self, game: WalkedGame<'_>) -> Walked {
        self.walking = Some(WalkStep::Again);
        for ply in 0..game.moves.len() {
            self.play_again(game, ply)?;
        }
        self.still_at_the_end(game, "after the game was taken back and played again")
    }

    /// Undoes the game and replays it with transpositions: before a move, the next moves are played in
    /// another order, as far as the engine accepts them, and undone. An engine that does not undo them
    /// completely may go wrong when the same moves follow at other plies. The oracle, which is slow, plays
    /// few transpositions, and none in long games; programs play none.
    fn wander(&mut self, game: WalkedGame<'_>) -> Walked {
        let moves = game.moves;
        if self.engine.is_costly() || self.role() == Role::Oracle && moves.len() > LONGEST_TRANSPOSED {
            return Ok(());
        }
        self.walking = Some(WalkStep::Back);
        for (ply, (_, mv)) in moves.iter().enumerate().rev() {
            if self.engine.undo() != Some(true) {
                return Err((Some(ply + 1), self.keeps_move(mv, ply)));
            }
        }
        self.walking = Some(WalkStep::Again);
        let walked = self.go_again_transposing(game);
        walked.map_err(|(ply, violation)| {
            let tried = self.walking(moves).into_iter().collect();
            (ply, violation.with((tried, Vec::new())))
        })
    }

    /// Replays the game that was undone, with transpositions.
    fn go_again_transposing(&mut self, game: WalkedGame<'_>) -> Walked {
        for ply in 0..game.moves.len() {
            let may_transpose = self.role() == Role::Subject || ply.is_multiple_of(FEW);
            let transposition = Transposition::at(ply, game.moves).filter(|_| may_transpose);
            if let Some(transposition) = transposition {
                self.transpose(transposition, game.moves)?;
            }
            self.play_again(game, ply)?;
            if transposition.is_some() && is_looked_at(ply) {
                let check = self.still_legal(game, ply + 1, "after the game was taken back and played again");
                check.map_err(|violation| (Some(ply + 1), violation))?;
            }
        }
        let when = "after the game was taken back and played again, with moves in another order taken back on the way";
        self.still_at_the_end(game, when)
    }

    /// Plays the moves of a transposition, as far as the engine accepts them, and undoes them.
    fn transpose(&mut self, transposition: Transposition, moves: &[(Player, Move)]) -> Walked {
        self.walking = Some(WalkStep::Aside(transposition));
        let played: Vec<&Move> = transposition
            .order(moves)
            .map_while(|(player, mv)| self.engine.play(*player, mv).is_ok().then_some(mv))
            .collect();
        for (before, mv) in played.iter().enumerate().rev() {
            if self.engine.undo() != Some(true) {
                let place = transposition.ply + before + 1;
                let words = format!(
                    "{}: does not take back {mv}, played in another order as move {place}",
                    self.name
                );
                return Err((None, Violation::new(Kind::Undo, &["refused"], words)));
            }
        }
        Ok(())
    }

    /// Replays the move at index `ply`.
    fn play_again(&mut self, game: WalkedGame<'_>, ply: usize) -> Walked {
        let (player, mv) = &game.moves[ply];
        self.engine.play(*player, mv).map_err(|_| {
            let words = format!("{}: refuses {mv}, which it accepted before it was taken back", self.name);
            (Some(ply), Violation::new(Kind::Undo, &["again"], words))
        })
    }

    /// Checks that the engine, which has replayed the game, is in its earlier state at its end.
    fn still_at_the_end(&self, game: WalkedGame<'_>, when: &str) -> Walked {
        let length = game.moves.len();
        self.still(0, Kind::Undo, when)
            .and_then(|()| self.still_legal(game, length, when))
            .map_err(|violation| (Some(length), violation))
    }

    /// Describes the step at which a walk through `moves` ended early.
    pub(crate) fn walking(&self, moves: &[(Player, Move)]) -> Option<String> {
        Some(match self.walking? {
            WalkStep::Back => "while the game was taken back".into(),
            WalkStep::Again => "while the game was played again, after it was taken back".into(),
            WalkStep::Aside(transposition) => transposition.description(moves),
        })
    }

    /// Checks that the engine's count equals the known number of legal moves at `ply`.
    fn still_counts(&mut self, game: WalkedGame<'_>, ply: usize, when: &str) -> Result<(), Violation> {
        match game.legal_at(ply) {
            Some(expected) => self.counts(expected.len(), when).map(drop),
            None => Ok(()),
        }
    }

    /// Checks that the engine lists the known legal moves at `ply`.
    fn still_legal(&self, game: WalkedGame<'_>, ply: usize, when: &str) -> Result<(), Violation> {
        match game.legal_at(ply) {
            Some(expected) => self.still_lists(expected, Kind::Undo, when),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_changes_places_with_the_next_other_one_of_its_player() {
        let order = |game: &str| {
            let moves: Vec<(char, char)> =
                game.split(' ').map(|mv| (mv.as_bytes()[0] as char, mv.as_bytes()[1] as char)).collect();
            let transposition = Transposition::at(0, &moves)?;
            let order = transposition.order(&moves).map(|(player, mv)| format!("{player}{mv}"));
            Some(order.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(order("a1 b2 a3 b4 a5").as_deref(), Some("a3 b2 a1"));
        assert_eq!(order("a1 a2 b3").as_deref(), Some("a2 a1"));
        assert_eq!(order("a1 b2 c3 a4").as_deref(), Some("a4 b2 c3 a1"));
        assert_eq!(order("a1 a1 b3 a4").as_deref(), Some("a4 a1 b3 a1"));
        assert_eq!(order("a1 b2 a1 b3 a4"), None);
        assert_eq!(order("a1 b2 c3"), None);
        assert_eq!(order("a1"), None);
    }
}

//! A Tic-Tac-Toe engine with one planted bug, for tests.

use bustan_core::tictactoe::FastEngine;
use bustan_vocabulary::tictactoe::{self, Invalid, Move, Observation, Player, Reason, TicTacToe};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling};

use super::*;
use crate::base::Stop;
use crate::compare::laws::Symmetries;
use crate::erased::{rules, shared_player, shared_reason};

/// A planted bug of a Tic-Tac-Toe engine, which takes effect after two moves unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mistake {
    Nothing,
    RefusesTheStart,
    HasAnotherOnTurn,
    IsOver,
    IsNotOverAtTheEnd,
    ShowsAWinner,
    ListsALess,
    ListsAMore,
    ListsALessAndAMore,
    ListsTwice,
    CallsLegalIllegal,
    CallsIllegalLegal,
    GivesAnotherReason,
    PlaysWhatItRefuses,
    RefusesWhatItLists,
    ChangesWhenItRefuses,
    CountsAMore,
    CountsASequenceMore,
    HashesAlike,
    IsElsewhere,
    ChangesWhenItTakesBack,
    ShowsAWinnerWhenItTakesBack,
    ListsLessWhereItBegins(usize),
    CallsIllegalWhereItBegins,
    HashesWhereItBegins,
    CallsIllegalAndListsALess,
    TakesTheFirst,
    /// Counts no legal moves in random games.
    PlaysOutWithoutMoves,
    /// Forbids a cell to both players, and does not count sequences.
    ForbidsACell,
    Panics,
    PanicsIn(&'static str),
    CannotBeDuplicated,
}

/// An engine with a planted bug.
pub(crate) struct Faulty {
    engine: FastEngine,
    mistake: Mistake,
    plies: usize,
    /// The number of moves of the position at which the engine was set up.
    begun: usize,
    changed: bool,
}

impl Faulty {
    pub(crate) fn new(mistake: Mistake) -> Self {
        Self { engine: FastEngine::default(), mistake, plies: 0, begun: 0, changed: false }
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == mistake && self.plies == 2
    }

    fn begins_with(&self, mistake: Mistake) -> bool {
        self.makes(mistake) && self.begun == 2
    }

    fn forbids(&self, mv: &Move) -> bool {
        self.makes(Mistake::ForbidsACell) && mv.to_string() == FORBIDDEN
    }

    fn asked(&self, call: &'static str) {
        assert!(!self.makes(Mistake::PanicsIn(call)), "no more");
    }
}

/// A cell that is taken after two moves of the [`GAME`].
pub(super) const TAKEN: &str = "b2";
/// A cell that is free after two moves of the [`GAME`].
pub(super) const FREE: &str = "c3";
/// A cell that a faulty engine may forbid.
const FORBIDDEN: &str = "a3";

impl Engine for Faulty {
    type Game = TicTacToe;
    type Observation = Observation;

    fn name(&self) -> String {
        "faulty".into()
    }

    fn setup(&mut self, position: &tictactoe::Position) -> Result<(), NoStart<Invalid>> {
        if self.mistake == Mistake::RefusesTheStart {
            return Err(NoStart::Invalid(Invalid::Counts { x: 0, o: 0, turn: Player::X }));
        }
        Engine::setup(&mut self.engine, position)?;
        self.plies = position.ply() as usize;
        (self.begun, self.changed) = (self.plies, false);
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        assert!(!self.makes(Mistake::Panics), "no more");
        if self.makes(Mistake::RefusesWhatItLists) || self.forbids(mv) {
            return Err(None);
        }
        let played = Engine::play(&mut self.engine, player, mv);
        if played.is_err() {
            self.changed |= self.makes(Mistake::ChangesWhenItRefuses);
            return if self.makes(Mistake::PlaysWhatItRefuses) { Ok(()) } else { played };
        }
        self.plies += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        let over_late = self.mistake == Mistake::IsNotOverAtTheEnd && self.plies == GAME.len();
        if over_late || self.makes(Mistake::HasAnotherOnTurn) {
            return Some(Player::O);
        }
        Engine::turn(&self.engine).filter(|_| !self.makes(Mistake::IsOver))
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        let refuses =
            [Mistake::CallsLegalIllegal, Mistake::RefusesWhatItLists, Mistake::CallsIllegalAndListsALess];
        let right = Engine::verdict(&self.engine, player, mv);
        match right {
            Ruling::Legal if refuses.contains(&self.mistake) && self.plies == 2 => Ruling::Refused,
            Ruling::Legal if self.forbids(mv) => Ruling::Refused,
            Ruling::Legal if self.begins_with(Mistake::CallsIllegalWhereItBegins) => {
                Ruling::Illegal(Reason::OffBoard)
            }
            Ruling::Illegal(_) if self.makes(Mistake::CallsIllegalLegal) => Ruling::Legal,
            Ruling::Illegal(_) if self.makes(Mistake::GivesAnotherReason) => {
                Ruling::Illegal(Reason::OffBoard)
            }
            _ => right,
        }
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let mut moves = Engine::legal_moves(&self.engine)?;
        let both = self.makes(Mistake::ListsALessAndAMore);
        let less = self.makes(Mistake::ListsALess)
            || self.makes(Mistake::CallsIllegalAndListsALess)
            || self.begins_with(Mistake::CallsIllegalWhereItBegins);
        if both || less {
            moves.retain(|mv| mv.to_string() != FREE);
        }
        moves.retain(|mv| !self.forbids(mv));
        if let Mistake::ListsLessWhereItBegins(less) = self.mistake
            && self.begins_with(self.mistake)
        {
            moves.truncate(moves.len() - less);
        }
        if both || self.makes(Mistake::ListsAMore) {
            moves.push(TAKEN.parse().unwrap());
        }
        if self.makes(Mistake::ListsTwice) {
            moves.push(moves[0]);
        }
        Some(moves)
    }

    fn observe(&self) -> Option<Observation> {
        let mut seen = Engine::observe(&self.engine)?;
        let changed = self.changed && self.makes(Mistake::ShowsAWinnerWhenItTakesBack);
        if changed || self.makes(Mistake::ShowsAWinner) {
            seen.winner = Some(Player::X);
        }
        Some(seen)
    }

    fn undo(&mut self) -> Option<bool> {
        self.asked("undo");
        let done = Engine::undo(&mut self.engine)?;
        self.plies -= usize::from(done);
        self.changed |=
            self.makes(Mistake::ChangesWhenItTakesBack) || self.makes(Mistake::ShowsAWinnerWhenItTakesBack);
        Some(done)
    }

    fn hash(&self) -> Option<u64> {
        let changed = self.changed && !self.makes(Mistake::ShowsAWinnerWhenItTakesBack);
        let hash = Engine::hash(&self.engine)?
            ^ u64::from(changed || self.begins_with(Mistake::HashesWhereItBegins));
        Some(if self.mistake == Mistake::HashesAlike { 1 } else { hash })
    }

    fn position(&self) -> Option<tictactoe::Position> {
        self.asked("position");
        if self.makes(Mistake::IsElsewhere) {
            return "x........ o".parse().ok();
        }
        Engine::position(&self.engine)
    }

    fn duplicate(&self) -> Option<Self> {
        if self.mistake == Mistake::CannotBeDuplicated {
            return None;
        }
        Some(Self { engine: Engine::duplicate(&self.engine)?, ..*self })
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.asked(if depth == 1 { "perft" } else { "perft of two" });
        if self.mistake == Mistake::ForbidsACell {
            return None;
        }
        let more = match depth {
            1 => self.makes(Mistake::CountsAMore),
            _ => self.makes(Mistake::CountsASequenceMore),
        };
        Some(Engine::perft(&mut self.engine, depth)? + u64::from(more))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        if self.mistake == Mistake::TakesTheFirst {
            return Engine::playout(&mut self.engine, &mut |_| 0);
        }
        self.asked("playout");
        let done = Engine::playout(&mut self.engine, draw)?;
        Some(if self.makes(Mistake::PlaysOutWithoutMoves) { Playout { legal: 0, ..done } } else { done })
    }
}

/// A game that X wins.
pub(super) const GAME: [&str; 5] = ["b2", "a1", "a3", "b1", "c1"];

/// Plays the game with every check after two moves.
pub(crate) fn played(lockstep: &mut Lockstep<'_>) -> Checked {
    let rules = rules::<TicTacToe>();
    let start = rules.initial(&[]).unwrap();
    assert!(lockstep.begin(&start)?);
    let step = |lockstep: &mut Lockstep<'_>, mv: &str| {
        let player = lockstep.turn().unwrap();
        lockstep.step(player, &rules.mv(mv).unwrap(), true).map(|played| assert!(played, "{mv}"))
    };
    for mv in &GAME[..2] {
        step(lockstep, mv)?;
    }
    let [taken, free] = [TAKEN, FREE].map(|mv| rules.mv(mv).unwrap());
    let [x, o] = [Player::X, Player::O].map(shared_player::<TicTacToe>);
    let [occupied, not_your_turn] = [Reason::Occupied, Reason::NotYourTurn].map(shared_reason::<TicTacToe>);
    lockstep.list()?;
    assert_eq!(lockstep.ask(x, &taken)?, Some(Err(Some(occupied))));
    assert_eq!(lockstep.ask(o, &free)?, Some(Err(Some(not_your_turn))));
    assert_eq!(lockstep.ask(x, &free)?, Some(Ok(())));
    lockstep.count()?;
    assert!(lockstep.count_two()?);
    lockstep.text()?;
    lockstep.laws(Symmetries::All)?;
    lockstep.playout(2, Stop::default())?;
    lockstep.branch(&free)?;
    lockstep.walk()?;
    lockstep.succession()?;
    for mv in &GAME[2..] {
        step(lockstep, mv)?;
    }
    assert_eq!(lockstep.turn(), None);
    Ok(())
}

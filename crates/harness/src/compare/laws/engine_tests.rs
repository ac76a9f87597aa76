//! Each planted bug that an engine can have by itself, and the check that finds it.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use bustan_core::tictactoe::FastEngine;
use bustan_vocabulary::tictactoe::{Invalid, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout};

use super::*;
use crate::base::Stop;
use crate::compare::divergence::{Divergence, Role};
use crate::compare::lockstep::{Checks, Factories, Factory, Lockstep};
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::who;
use crate::erased::{self, own_observation, rules, shared_observation, shared_player};

/// A planted bug of a Tic-Tac-Toe engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    Nothing,
    /// Reports that it cannot undo.
    NeverUndoes,
    /// Undoes one move, then reports that there is none to undo.
    UndoesOnce,
    /// Undoes one move, then reports that it cannot undo.
    UndoesOnceAndCannotAgain,
    /// Undoes four moves, then reports that there is none to undo.
    UndoesFourTimes,
    /// Undoes a move although there is none.
    UndoesBeyond,
    /// Reports the wrong player to move after a request to undo a move although there is none.
    TurnsAfterBeyond,
    /// Reports the wrong player to move at positions with this number of moves, once a move was undone.
    Turns(usize),
    /// Reports the wrong hash at positions with this number of moves, once a move was undone.
    Hashes(usize),
    /// Reports the wrong hash in its observation at positions with this number of moves, once a move was
    /// undone.
    ShowsHash(usize),
    /// Lists too few moves at positions with this number of moves, once a move was undone.
    Lists(usize),
    /// Counts too many moves at positions with this number of moves, once a move was undone.
    Counts(usize),
    CountsNothing,
    /// Refuses moves at positions with this number of moves, once a move was undone.
    Refuses(usize),
    /// Does not undo a move completely, so that the list is wrong if the move was played at a later ply
    /// before.
    ListsByLaterPlies,
    /// Does not undo a move that was played at another ply before.
    UndoesAtOnePlyOnly,
    PanicsAtOtherPlies,
    PanicsTakingBack,
    /// Refuses the next move after it has undone this number of moves.
    RefusesAfterUndoing(usize),
    /// Panics at the next move after it has undone this number of moves.
    PanicsAfterUndoing(usize),
    /// Refuses the next move after it has undone this number of moves. Then panics when it is queried for the
    /// board.
    BreaksAfterUndoing(usize),
    /// Keeps the undone moves, and lists too few moves once two of them were replayed immediately.
    Redoes,
    /// The duplicate reports the wrong player to move until a move is played on it.
    TwinTurnsUntilItPlays,
    TwinRefuses,
    TwinHashesOnceItPlays,
    TwinNeverUndoes,
    TwinUndoesOnce,
    TwinUndoesAlways,
    TwinTouchesOriginal,
    /// Does not play random games.
    PlaysNone,
    DrawsAndPlaysNone,
    EndsEarly,
    CountsNoPly,
    CountsFewChoices,
    PlaysOtherwiseAgain,
    CountsAPlyMore,
    TakesTheFirst,
    PlayingTouchesOriginal,
    EndsWhereNoGameLeads,
    EndsElsewhere,
    EndsShowingAnotherHash,
    /// Reports a position that no game reaches.
    IsWhereNoGameLeads,
    IsElsewhere,
    HashesAnewSetUp,
    CannotBeSetUpAgain,
    /// The hash is the same for all positions.
    HashesAlike,
    /// The hash depends on how the position was reached.
    HashesByTheWay,
}

/// An engine with a planted bug.
struct Faulty {
    engine: FastEngine,
    mistake: Mistake,
    plies: usize,
    undone: usize,
    beyond: bool,
    twin: bool,
    /// Whether a move has been played on the engine since it was created.
    played: bool,
    played_out: bool,
    /// The number of marks on the board at the last setup.
    begun: u32,
    /// The cells played in the game.
    cells: [usize; 9],
    /// For each cell, the first ply at which it was ever played.
    first: [Option<usize>; 9],
    /// For each cell, the last ply at which it was ever played.
    last: [usize; 9],
    /// The undone cells that can still be replayed in order.
    kept: Vec<usize>,
    /// The number of undone moves that were replayed in order.
    again: usize,
    broken: bool,
    /// Whether the engine was changed through a duplicate. Shared with the duplicates.
    touched: Rc<Cell<bool>>,
    /// The number of random games played. Shared with the duplicates.
    games: Rc<Cell<u64>>,
}

impl Faulty {
    fn new(mistake: Mistake) -> Self {
        Self {
            engine: FastEngine::default(),
            mistake,
            plies: 0,
            undone: 0,
            beyond: false,
            twin: false,
            played: false,
            played_out: false,
            begun: 0,
            cells: [0; 9],
            first: [None; 9],
            last: [0; 9],
            kept: Vec::new(),
            again: 0,
            broken: false,
            touched: Rc::default(),
            games: Rc::default(),
        }
    }

    fn makes(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }

    /// Whether the planted bug takes effect at the current ply, after a move was undone.
    fn goes_wrong(&self, mistake: fn(usize) -> Mistake) -> bool {
        self.undone > 0 && self.makes(mistake(self.plies))
    }
}

impl Engine for Faulty {
    type Game = TicTacToe;
    type Observation = Observation;

    fn name(&self) -> String {
        "faulty".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        if self.makes(Mistake::CannotBeSetUpAgain) && position.ply() > 0 {
            return Err(NoStart::Unable);
        }
        Engine::setup(&mut self.engine, position)?;
        self.begun = position.ply();
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        if self.goes_wrong(Mistake::Refuses) || self.twin && self.makes(Mistake::TwinRefuses) {
            return Err(None);
        }
        assert!(!self.makes(Mistake::PanicsAfterUndoing(self.undone)), "a move too much");
        self.broken |= self.makes(Mistake::BreaksAfterUndoing(self.undone));
        if self.broken || self.makes(Mistake::RefusesAfterUndoing(self.undone)) {
            return Err(None);
        }
        Engine::play(&mut self.engine, player, mv)?;
        let cell = usize::from(3 * (mv.0.row() - 1) + mv.0.column());
        let elsewhere = self.first[cell].is_some_and(|ply| ply != self.plies);
        assert!(!(elsewhere && self.makes(Mistake::PanicsAtOtherPlies)), "a move at another ply");
        match self.kept.pop() {
            Some(last) if last == cell => self.again += 1,
            _ => self.kept.clear(),
        }
        self.cells[self.plies] = cell;
        self.first[cell].get_or_insert(self.plies);
        self.last[cell] = self.last[cell].max(self.plies);
        self.plies += 1;
        self.played = true;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        let turned = self.goes_wrong(Mistake::Turns)
            || self.twin && !self.played && self.makes(Mistake::TwinTurnsUntilItPlays)
            || self.beyond && self.makes(Mistake::TurnsAfterBeyond);
        let turn = Engine::turn(&self.engine)?;
        Some(if !turned {
            turn
        } else if turn == Player::X {
            Player::O
        } else {
            Player::X
        })
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let mut moves = Engine::legal_moves(&self.engine)?;
        let later = (0..self.plies).any(|ply| self.last[self.cells[ply]] > ply);
        let wrong = self.goes_wrong(Mistake::Lists)
            || later && self.makes(Mistake::ListsByLaterPlies)
            || self.again >= 2 && self.makes(Mistake::Redoes);
        moves.truncate(moves.len() - usize::from(wrong));
        Some(moves)
    }

    fn observe(&self) -> Option<Observation> {
        assert!(!self.broken, "nothing to show");
        let mut seen = Engine::observe(&self.engine)?;
        let wrong = self.goes_wrong(Mistake::ShowsHash)
            || self.played_out && self.makes(Mistake::EndsShowingAnotherHash);
        seen.hash += u32::from(wrong);
        Some(seen)
    }

    fn undo(&mut self) -> Option<bool> {
        assert!(!self.makes(Mistake::PanicsTakingBack), "a move back");
        if self.makes(Mistake::NeverUndoes) || self.twin && self.makes(Mistake::TwinNeverUndoes) {
            return None;
        }
        if self.undone == 1 && self.makes(Mistake::UndoesOnceAndCannotAgain) {
            return None;
        }
        let once = self.makes(Mistake::UndoesOnce) || self.twin && self.makes(Mistake::TwinUndoesOnce);
        if once && self.undone == 1 || self.undone == 4 && self.makes(Mistake::UndoesFourTimes) {
            return Some(false);
        }
        if self.plies == 0 {
            self.beyond = true;
            let goes_on =
                self.makes(Mistake::UndoesBeyond) || self.twin && self.makes(Mistake::TwinUndoesAlways);
            return Some(goes_on);
        }
        let only = self.first[self.cells[self.plies - 1]];
        if only != Some(self.plies - 1) && self.makes(Mistake::UndoesAtOnePlyOnly) {
            return Some(false);
        }
        self.touched.set(self.touched.get() || self.twin && self.makes(Mistake::TwinTouchesOriginal));
        self.plies -= 1;
        self.undone += 1;
        self.kept.push(self.cells[self.plies]);
        Engine::undo(&mut self.engine)
    }

    fn hash(&self) -> Option<u64> {
        let wrong = self.goes_wrong(Mistake::Hashes)
            || self.twin && self.played && self.makes(Mistake::TwinHashesOnceItPlays)
            || !self.twin && self.touched.get()
            || self.begun > 0 && self.makes(Mistake::HashesAnewSetUp);
        match self.mistake {
            Mistake::HashesAlike => Some(1),
            Mistake::HashesByTheWay => Some(self.undone as u64),
            _ => Some(Engine::hash(&self.engine)? ^ u64::from(wrong)),
        }
    }

    fn position(&self) -> Option<Position> {
        let told = match self.mistake {
            Mistake::IsWhereNoGameLeads => "xx....... x",
            Mistake::IsElsewhere => "x........ o",
            Mistake::EndsWhereNoGameLeads if self.played_out => "xx....... x",
            Mistake::EndsElsewhere if self.played_out => "x........ o",
            _ => return Engine::position(&self.engine),
        };
        told.parse().ok()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(Self {
            engine: Engine::duplicate(&self.engine)?,
            touched: self.touched.clone(),
            games: self.games.clone(),
            kept: self.kept.clone(),
            twin: true,
            played: false,
            ..*self
        })
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        if self.makes(Mistake::CountsNothing) {
            return None;
        }
        Some(Engine::perft(&mut self.engine, depth)? + u64::from(self.goes_wrong(Mistake::Counts)))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        if self.makes(Mistake::PlaysNone) {
            return None;
        }
        if self.makes(Mistake::DrawsAndPlaysNone) {
            draw(9);
            return None;
        }
        let mut done = Playout::default();
        while let Some(player) = Engine::turn(&self.engine) {
            let moves = Engine::legal_moves(&self.engine)?;
            let drawn = draw(moves.len() as u32);
            let index = if self.makes(Mistake::TakesTheFirst) { 0 } else { drawn };
            Engine::play(&mut self.engine, player, &moves[index as usize]).ok()?;
            done.plies += 1;
            done.legal += moves.len() as u64;
            if self.makes(Mistake::EndsEarly) {
                break;
            }
        }
        self.played_out = true;
        self.games.set(self.games.get() + 1);
        match self.mistake {
            Mistake::CountsNoPly => done.plies = 0,
            Mistake::CountsFewChoices => done.legal = done.plies - 1,
            Mistake::PlaysOtherwiseAgain => done.legal += self.games.get(),
            Mistake::CountsAPlyMore => done.plies += 1,
            Mistake::PlayingTouchesOriginal => self.touched.set(true),
            _ => {}
        }
        Some(done)
    }
}

/// Parses a move.
fn mv(text: &str) -> erased::Move {
    rules::<TicTacToe>().mv(text).unwrap()
}

/// Parses a position.
fn at(text: &str) -> erased::Position {
    rules::<TicTacToe>().position(text).unwrap()
}

/// Returns a type-erased player.
fn by(player: Player) -> erased::Player {
    shared_player::<TicTacToe>(player)
}

/// Returns the recorder of an engine that has played `moves` from `start`, with recorded answers before and
/// after each move, and the moves.
fn recorded<'m>(
    engine: &'m dyn Factory,
    start: &str,
    moves: &[&str],
) -> (Recorder<'m>, Vec<(erased::Player, erased::Move)>) {
    let mut recorder = Recorder::new(Role::Subject, engine);
    assert!(recorder.engine.setup(&at(start)).is_ok());
    recorder.note(true);
    let mut played = Vec::new();
    for text in moves {
        let mv = (recorder.trail.turn().unwrap().unwrap(), mv(text));
        assert!(recorder.engine.play(mv.0, &mv.1).is_ok());
        recorder.note(true);
        played.push(mv);
    }
    (recorder, played)
}

const EMPTY: &str = "......... x";

/// Declares that a setup restores every part of an observation.
const NOTHING: Unrestored<'_> = Unrestored { fleeting: None, by_rules: &[] };

/// Walks through a game from the empty board.
fn walk(
    recorder: &mut Recorder<'_>,
    moves: &[(erased::Player, erased::Move)],
    legal: &[Option<Vec<erased::Move>>],
) -> Result<(), Astray> {
    recorder.walk(WalkedGame { start: &at(EMPTY), moves, legal })
}

fn name(found: Violation) -> String {
    found.signature.to_string()
}

#[test]
fn mistakes_in_taking_back_are_found_where_they_are() {
    for (mistake, found) in [
        (Mistake::Nothing, None),
        (Mistake::NeverUndoes, None),
        (Mistake::UndoesOnce, Some((Some(2), "undo-refused"))),
        (Mistake::UndoesOnceAndCannotAgain, Some((Some(2), "undo-refused"))),
        // Four undone moves: the three moves of the game, and one more in the second pass.
        (Mistake::UndoesFourTimes, Some((Some(2), "undo-refused"))),
        (Mistake::UndoesBeyond, Some((Some(0), "undo-beyond"))),
        (Mistake::TurnsAfterBeyond, Some((Some(0), "undo-turn"))),
        (Mistake::Turns(2), Some((Some(2), "undo-turn"))),
        (Mistake::Turns(1), Some((Some(1), "undo-turn"))),
        (Mistake::Turns(0), Some((Some(0), "undo-turn"))),
        (Mistake::Hashes(1), Some((Some(1), "undo-hash"))),
        (Mistake::Hashes(3), Some((Some(3), "undo-hash"))),
        (Mistake::ShowsHash(1), Some((Some(1), "undo-observation-hash"))),
        (Mistake::Lists(2), Some((Some(2), "undo-legal"))),
        (Mistake::Lists(1), Some((Some(1), "undo-legal"))),
        (Mistake::Lists(0), Some((Some(0), "undo-legal"))),
        (Mistake::Lists(3), Some((Some(3), "undo-legal"))),
        // Moves are counted after the last move was undone, and at the start.
        (Mistake::Counts(2), Some((Some(2), "count-perft"))),
        (Mistake::Counts(1), None),
        (Mistake::Counts(0), Some((Some(0), "count-perft"))),
        (Mistake::Refuses(0), Some((Some(0), "undo-again"))),
        (Mistake::Refuses(1), Some((Some(1), "undo-again"))),
        (Mistake::ListsByLaterPlies, Some((Some(1), "undo-legal"))),
        (Mistake::UndoesAtOnePlyOnly, Some((None, "undo-refused"))),
        (Mistake::Redoes, Some((Some(3), "undo-legal"))),
    ] {
        let make = move || Faulty::new(mistake);
        let walked = |trusted| {
            let (mut recorder, moves) = recorded(&make, EMPTY, &["b2", "a1", "c3"]);
            let (mut other, _) = recorded(&FastEngine::default, EMPTY, &[]);
            let mut legal = Vec::new();
            for mv in moves.iter().map(Some).chain([None]) {
                legal.push(other.engine.legal_moves().map(|mut moves| {
                    moves.sort_unstable();
                    moves
                }));
                assert!(mv.is_none_or(|mv| other.engine.play(mv.0, &mv.1).is_ok()));
            }
            recorder.trust(trusted);
            walk(&mut recorder, &moves, &legal)
        };
        let expected = found.map(|(ply, found)| (ply, found.to_string()));
        assert_eq!(walked(false).err().map(|(ply, found)| (ply, name(found))), expected, "{mistake:?}");
        assert!(walked(true).is_ok(), "{mistake:?}");
    }
}

/// Returns the divergence found by a walk through `moves` with one faulty engine.
fn found_on_a_walk(mistake: Mistake, role: Role, moves: &[&str]) -> Divergence {
    let (faulty, sound) = (move || Faulty::new(mistake), FastEngine::default);
    let factories = match role {
        Role::Subject => Factories { subject: &faulty as &dyn Factory, oracle: &sound },
        Role::Oracle => Factories { subject: &sound, oracle: &faulty },
    };
    let start = at(EMPTY);
    let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
    assert!(lockstep.begin(&start).unwrap());
    for text in moves {
        let player = lockstep.turn().unwrap();
        assert!(lockstep.step(player, &mv(text), false).unwrap());
    }
    *lockstep.walk().unwrap_err()
}

#[test]
fn what_a_walk_was_at_is_reported_with_the_board_of_the_game() {
    let aside = "the game was taken back, and after ply 0 its next moves were tried in another order, as far as the engine \
                 accepts them, and taken back: c3, a1, b2";
    let again = "while the game was played again, after it was taken back";
    let refuses = "refuses b2, which it accepted before it was taken back";
    for (mistake, headline, told, shown) in [
        (Mistake::RefusesAfterUndoing(3), refuses, None, 0),
        (
            Mistake::ListsByLaterPlies,
            "after the game was taken back and played again, the legal moves differ",
            Some(aside),
            1,
        ),
        (
            Mistake::UndoesAtOnePlyOnly,
            "does not take back b2, played in another order as move 3",
            Some(aside),
            3,
        ),
        (Mistake::PanicsAtOtherPlies, "panics in play: a move at another ply", Some(aside), 3),
        // Six moves are undone before the transposition, and three in it.
        (Mistake::RefusesAfterUndoing(9), refuses, Some(aside), 0),
        (Mistake::PanicsAfterUndoing(9), "panics in play: a move too much", Some(aside), 3),
        (Mistake::PanicsTakingBack, "panics in undo: a move back", Some("while the game was taken back"), 3),
        (Mistake::PanicsAfterUndoing(3), "panics in play: a move too much", Some(again), 3),
    ] {
        for role in [Role::Subject, Role::Oracle] {
            let found = found_on_a_walk(mistake, role, &["b2", "a1", "c3"]);
            let without_place = found.headline.split(" (at ").next().unwrap();
            assert_eq!(without_place, format!("faulty: {headline}"));
            assert_eq!(found.details.last().map(String::as_str), told, "{mistake:?}");
            assert_eq!((found.record.moves.len(), found.shown), (3, shown), "{mistake:?}");
            let plies =
                found.seen.map(|seen| Some(own_observation::<TicTacToe>(seen?.board()?).ply as usize));
            assert_eq!(plies, [Some(shown); 2], "{mistake:?}");
        }
    }
    // A game of one move has no transpositions.
    let found = found_on_a_walk(Mistake::PanicsAfterUndoing(2), Role::Subject, &["b2"]);
    assert_eq!(found.details, [again]);
}

#[test]
fn an_engine_that_panics_while_its_board_is_asked_for_is_a_finding_without_board() {
    let found = found_on_a_walk(Mistake::BreaksAfterUndoing(9), Role::Subject, &["b2", "a1", "c3"]);
    assert_eq!(found.signature.to_string(), "undo-again");
    assert_eq!(
        found.seen.map(|seen| Some(own_observation::<TicTacToe>(seen?.board()?).ply)),
        [None, Some(0)]
    );
}

#[test]
fn a_walk_that_is_over_is_not_reported() {
    let (mut recorder, moves) = recorded(&FastEngine::default, EMPTY, &["b2", "a1", "c3"]);
    assert!(walk(&mut recorder, &moves, &[]).is_ok());
    assert_eq!(recorder.walking(&moves), None);
    recorder.walking = Some(WalkStep::Back);
    recorder.renew(true);
    assert_eq!(recorder.walking(&moves), None);
}

#[test]
fn mistakes_of_duplicates_are_found() {
    for (mistake, found) in [
        (Mistake::Nothing, None),
        (Mistake::TwinTurnsUntilItPlays, Some("clone-turn")),
        (Mistake::TwinRefuses, Some("clone-refuses")),
        (Mistake::TwinHashesOnceItPlays, Some("clone-hash")),
        (Mistake::TwinNeverUndoes, None),
        (Mistake::TwinUndoesOnce, Some("clone-undo")),
        (Mistake::TwinUndoesAlways, None),
        (Mistake::TwinTouchesOriginal, Some("clone-hash")),
    ] {
        let make = move || Faulty::new(mistake);
        let (mut recorder, _) = recorded(&make, EMPTY, &["b2"]);
        let twin = recorder.engine.duplicate().unwrap();
        let (player, mv) = (by(Player::O), mv("a1"));
        assert!(recorder.engine.play(player, &mv).is_ok());
        recorder.note(true);
        let judged = recorder.judge_duplicate(twin, player, &mv);
        assert_eq!(judged.err().map(name).as_deref(), found, "{mistake:?}");
    }
}

#[test]
fn mistakes_of_random_games_are_found() {
    for (mistake, found) in [
        (Mistake::Nothing, None),
        (Mistake::PlaysNone, None),
        (Mistake::DrawsAndPlaysNone, Some("count-playout-refused")),
        (Mistake::EndsEarly, Some("count-playout-unfinished")),
        (Mistake::CountsNoPly, Some("count-playout-plies")),
        (Mistake::CountsFewChoices, Some("count-playout-legal")),
        (Mistake::PlaysOtherwiseAgain, Some("count-playout-dice")),
        (Mistake::CountsAPlyMore, Some("count-playout-ply")),
        (Mistake::EndsWhereNoGameLeads, Some("count-playout-end")),
        (Mistake::EndsElsewhere, Some("count-playout-end")),
        (Mistake::EndsShowingAnotherHash, Some("count-playout-end")),
        (Mistake::TakesTheFirst, Some("count-playout-odds")),
        (Mistake::PlayingTouchesOriginal, Some("clone-hash")),
    ] {
        let make = move || Faulty::new(mistake);
        let played = |even, trusted| {
            let (mut recorder, _) = recorded(&make, "xoxxo.o.. x", &[]);
            recorder.trust(trusted);
            recorder.playout(rules::<TicTacToe>(), &Dice::new(3), Stop::default(), even).err().map(name)
        };
        assert_eq!(played(true, false).as_deref(), found, "{mistake:?}");
        let uneven = found.filter(|_| mistake != Mistake::TakesTheFirst);
        assert_eq!(played(false, false).as_deref(), uneven, "{mistake:?}");
        assert_eq!(played(true, true), None, "{mistake:?}");
    }
}

#[test]
fn a_game_that_is_over_has_random_games_without_moves() {
    let make = || Faulty::new(Mistake::CountsAPlyMore);
    let (mut recorder, _) = recorded(&make, "xx.oo.... x", &["c3"]);
    let played = recorder.playout(rules::<TicTacToe>(), &Dice::new(3), Stop::default(), true);
    assert_eq!(played.err().map(name).as_deref(), Some("count-playout-plies"));
    let (mut recorder, _) = recorded(&FastEngine::default, "xx.oo.... x", &["c3"]);
    assert!(recorder.playout(rules::<TicTacToe>(), &Dice::new(3), Stop::default(), true).is_ok());
}

#[test]
fn a_position_that_an_engine_does_not_get_back_to_is_found() {
    for (mistake, found) in [
        (Mistake::Nothing, None),
        (Mistake::IsWhereNoGameLeads, Some("text-position-refused")),
        (Mistake::IsElsewhere, Some("text-position-observation-board-canonical-hash")),
        (Mistake::HashesAnewSetUp, Some("hash-equal-positions")),
        (Mistake::CannotBeSetUpAgain, None),
    ] {
        let make = move || Faulty::new(mistake);
        let said = |same: bool, trusted| {
            let (mut recorder, _) = recorded(&make, EMPTY, &["b2"]);
            recorder.trust(trusted);
            recorder.text(|_| same, NOTHING).err().map(name)
        };
        assert_eq!(said(true, false).as_deref(), found, "{mistake:?}");
        let unlike = found.filter(|_| mistake != Mistake::HashesAnewSetUp);
        assert_eq!(said(false, false).as_deref(), unlike, "{mistake:?}");
        assert_eq!(said(true, true), None, "{mistake:?}");
    }
}

#[test]
fn a_hash_belongs_to_one_class_of_positions() {
    let make = |mistake| move || Faulty::new(mistake);
    let sound = make(Mistake::Nothing);
    let (mut recorder, _) = recorded(&sound, EMPTY, &["b2"]);
    assert!(recorder.enter_hash(0).is_ok() && recorder.enter_hash(0).is_ok());
    recorder.trail.clear();
    assert!(recorder.enter_hash(1).is_ok(), "nothing was looked at");

    let alike = make(Mistake::HashesAlike);
    let (mut recorder, _) = recorded(&alike, EMPTY, &["b2"]);
    assert!(recorder.enter_hash(0).is_ok());
    assert_eq!(recorder.enter_hash(1).err().map(name).as_deref(), Some("hash-different-positions"));
    recorder.trail.clear();
    recorder.note(true);
    assert!(recorder.enter_hash(1).is_ok(), "another game");

    let by_the_way = make(Mistake::HashesByTheWay);
    let (mut recorder, _) = recorded(&by_the_way, EMPTY, &["b2"]);
    assert!(recorder.enter_hash(0).is_ok());
    assert_eq!(recorder.engine.undo(), Some(true));
    recorder.note(true);
    assert_eq!(recorder.enter_hash(0).err().map(name).as_deref(), Some("hash-equal-positions"));
}

#[test]
fn a_text_that_comes_again_means_the_same() {
    for (mistake, found) in [
        (Mistake::Nothing, Ok(true)),
        (Mistake::Lists(0), Err("law-same-position-legal")),
        (Mistake::ShowsHash(0), Err("law-same-position-hash")),
        (Mistake::Hashes(0), Ok(true)),
    ] {
        let make = move || Faulty::new(mistake);
        let (mut recorder, _) = recorded(&make, EMPTY, &[]);
        let mut means = |words| recorder.keeps_meaning(words).map_err(name);
        assert_eq!(means(0), Ok(false), "{mistake:?}");
        assert!(recorder.engine.play(by(Player::X), &mv("b2")).is_ok());
        recorder.note(true);
        let mut means = |words| recorder.keeps_meaning(words).map_err(name);
        assert_eq!(means(0), Ok(false), "{mistake:?}");
        // The text without its two words is empty.
        assert_eq!(means(2), Ok(false), "{mistake:?}");
        assert_eq!(recorder.engine.undo(), Some(true));
        recorder.note(true);
        assert_eq!(recorder.keeps_meaning(0).map_err(name), found.map_err(Into::into), "{mistake:?}");
    }
}

#[test]
fn moves_are_counted_by_engines_that_can() {
    let sound = || Faulty::new(Mistake::Nothing);
    let (mut recorder, _) = recorded(&sound, EMPTY, &["b2"]);
    assert_eq!(recorder.counts(8, "now").map_err(name), Ok(true));
    assert_eq!(recorder.counts(9, "now").map_err(name), Err("count-perft".into()));
    recorder.trust(true);
    assert_eq!(recorder.counts(9, "now").map_err(name), Ok(false));
    let silent = || Faulty::new(Mistake::CountsNothing);
    let (mut recorder, _) = recorded(&silent, EMPTY, &["b2"]);
    assert_eq!(recorder.counts(9, "now").map_err(name), Ok(false));
}

#[test]
fn what_changes_without_a_move_is_found_at_a_glance() {
    for (mistake, found) in [
        (Mistake::Nothing, None),
        (Mistake::Turns(0), Some("refusal-turn")),
        (Mistake::Hashes(0), Some("refusal-hash")),
        // The cheap check does not include the observation.
        (Mistake::ShowsHash(0), None),
    ] {
        let make = move || Faulty::new(mistake);
        let (mut recorder, _) = recorded(&make, EMPTY, &["b2"]);
        assert_eq!(recorder.engine.undo(), Some(true));
        recorder.trail.forget(1);
        let glanced = recorder.still_at_a_glance(Kind::Refusal, "after a refusal");
        assert_eq!(glanced.err().map(name).as_deref(), found, "{mistake:?}");
        recorder.trust(true);
        assert!(recorder.still_at_a_glance(Kind::Refusal, "after a refusal").is_ok(), "{mistake:?}");
    }
}

/// Returns the keys to ignore.
fn keys(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_ignored_is_not_looked_at() {
    for (mistake, key, found) in [
        (Mistake::ShowsHash(1), "board", Some("undo-observation-hash")),
        (Mistake::ShowsHash(1), "hash", None),
        (Mistake::Turns(1), "board", Some("undo-turn")),
        (Mistake::Turns(1), "to_move", None),
        // The hash of the engine is not the one in its observation.
        (Mistake::Hashes(1), "hash", Some("undo-hash")),
    ] {
        let make = move || Faulty::new(mistake);
        let (mut recorder, moves) = recorded(&make, EMPTY, &["b2", "a1", "c3"]);
        recorder.trail.ignore(&keys(&[key]));
        let walked = walk(&mut recorder, &moves, &[]).map_err(|(_, found)| name(found));
        assert_eq!(walked.err().as_deref(), found, "{mistake:?} without {key}");
    }
    for (key, found) in [("board", Some("count-playout-end")), ("hash", None)] {
        let make = || Faulty::new(Mistake::EndsShowingAnotherHash);
        let (mut recorder, _) = recorded(&make, "xoxxo.o.. x", &[]);
        recorder.trail.ignore(&keys(&[key]));
        let played = recorder.playout(rules::<TicTacToe>(), &Dice::new(3), Stop::default(), true);
        assert_eq!(played.err().map(name).as_deref(), found, "without {key}");
    }
}

#[test]
fn moves_that_are_new_or_missing_in_a_list_are_named() {
    let make = || Faulty::new(Mistake::Lists(0));
    let (mut recorder, _) = recorded(&make, "xoxxoo.x. o", &[]);
    let listed = |recorder: &Recorder<'_>, expected: &[&str]| {
        let mut expected: Vec<erased::Move> = expected.iter().map(|text| mv(text)).collect();
        expected.sort_unstable();
        recorder.still_lists(&expected, Kind::Undo, "now").map_err(|found| found.details)
    };
    assert_eq!(listed(&recorder, &["a1", "c1"]), Ok(()));
    let details = |words: &[&str]| Err(words.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(listed(&recorder, &["a1"]), details(&["c1 is new"]));
    assert_eq!(listed(&recorder, &["a1", "b2", "c1"]), details(&["b2 is missing"]));
    assert_eq!(listed(&recorder, &["b2", "c1"]), details(&["a1 is new", "b2 is missing"]));
    recorder.trust(true);
    assert_eq!(listed(&recorder, &["b2"]), Ok(()));
}

#[test]
fn what_is_no_part_of_the_json_form_is_compared_as_well() {
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::tribolo::Tribolo;
    let recorder = Recorder::new(Role::Subject, &FastEngine::default);
    let mut engine = FastEngine::default();
    Engine::setup(&mut engine, &"5x1 BR.GB blue 0".parse().unwrap()).unwrap();
    let mut seen = Engine::observe(&engine).unwrap();
    let was = Observed::Own(shared_observation::<Tribolo>(seen.clone()));
    assert!(recorder.differs(&was, &was).is_none());
    seen.taken.push("b1".parse().unwrap());
    let found = recorder.differs(&was, &Observed::Own(shared_observation::<Tribolo>(seen))).unwrap();
    assert!(found.keys.contains("taken"), "{:?}", found.keys);
}

#[test]
fn where_no_player_is_on_turn_nobody_is_named() {
    assert_eq!(
        (who(Some(by(Player::O))), who(None::<erased::Player>)),
        ("o".to_string(), "nobody".to_string())
    );
}

#[test]
fn a_random_game_that_is_to_stop_says_nothing() {
    let make = || Faulty::new(Mistake::EndsEarly);
    let (mut recorder, _) = recorded(&make, EMPTY, &[]);
    let flag = std::sync::atomic::AtomicBool::new(true);
    let told = Stop { flag: Some(&flag), ..Stop::default() };
    assert!(recorder.playout(rules::<TicTacToe>(), &Dice::new(3), told, true).is_ok());
    flag.store(false, std::sync::atomic::Ordering::Relaxed);
    let told = Stop { flag: Some(&flag), ..Stop::default() };
    assert!(recorder.playout(rules::<TicTacToe>(), &Dice::new(3), told, true).is_err());
}

//! Games that are longer than those of Tic-Tac-Toe: which plies are checked while a long game is undone, and
//! the limits of random games.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bustan_vocabulary::{Draw, Playout};

use super::*;
use crate::any::{self, Any};
use crate::base::Stop;
use crate::compare::divergence::Role;
use crate::compare::engine_participant::FactoryFn;
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Participant, Unset, Verdict};
use crate::compare::recorder::Recorder;
use crate::erased::{Move, Player, Position, shared_position, unknown};

/// A planted bug of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    Nothing,
    /// Lists an extra move at positions with this number of moves, once a move was undone.
    Lists(usize),
    /// Counts an extra move at positions with this number of moves, once a move was undone.
    Counts(usize),
    /// Lists an extra move at positions with this number of moves, once a move was played at a ply other than
    /// its first one.
    ListsAside(usize),
    /// Does not play random games to the end.
    EndsEarly,
    /// Counts more legal moves in each further random game.
    PlaysOtherwiseAgain,
    /// Reports a position that does not survive being written and read.
    HasABlankPosition,
}

/// An engine of a game in which every move is accepted but only `on` is listed, at every ply.
#[derive(Clone)]
struct Long {
    length: usize,
    mistake: Mistake,
    plies: usize,
    undone: bool,
    /// The ply at which each move was first played.
    first: BTreeMap<Move, usize>,
    /// Whether a move was played at a ply other than its first one.
    aside: bool,
    /// The number of draws in a random game.
    draws: u32,
    games: Rc<Cell<u64>>,
}

impl Participant for Long {
    fn name(&self) -> String {
        "long".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset> {
        (self.plies, self.undone) = (0, false);
        Ok(())
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        self.aside |= *self.first.entry(mv.clone()).or_insert(self.plies) != self.plies;
        self.plies += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (self.plies < self.length).then_some(unknown().players()[self.plies % 2])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let wrong = self.undone && self.mistake == Mistake::Lists(self.plies)
            || self.aside && self.mistake == Mistake::ListsAside(self.plies);
        let words = if wrong { &["off", "on"][..] } else { &["on"] };
        Some(words.iter().map(|word| unknown().mv(word).unwrap()).collect())
    }

    fn undo(&mut self) -> Option<bool> {
        self.undone = true;
        let any = self.plies > 0;
        self.plies -= usize::from(any);
        Some(any)
    }

    fn position(&self) -> Option<Position> {
        let blank = if self.mistake == Mistake::HasABlankPosition { " " } else { "" };
        Some(shared_position::<Any>(&any::Position::SetUp(format!("{blank}ply {}", self.plies))))
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        Some(Box::new(self.clone()))
    }

    fn perft(&mut self, _: u32) -> Option<u64> {
        Some(1 + u64::from(self.undone && self.mistake == Mistake::Counts(self.plies)))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        for _ in 0..self.draws {
            draw(2);
        }
        self.games.set(self.games.get() + 1);
        let plies = (self.length - self.plies) as u64;
        self.plies = self.length - usize::from(self.mistake == Mistake::EndsEarly);
        let more = if self.mistake == Mistake::PlaysOtherwiseAgain { self.games.get() } else { 0 };
        Some(Playout { plies, legal: plies + more })
    }
}

fn long(length: usize, mistake: Mistake, draws: u32) -> impl Factory {
    // Each engine has its own counter of games.
    FactoryFn(move || Long {
        length,
        mistake,
        plies: 0,
        undone: false,
        first: BTreeMap::new(),
        aside: false,
        draws,
        games: Rc::default(),
    })
}

/// Returns a game whose moves are all the same, or all different.
fn game(length: usize, all_the_same: bool) -> Vec<(Player, Move)> {
    let word = |ply: usize| if all_the_same { "on".into() } else { format!("on{ply}") };
    (0..length).map(|ply| (unknown().players()[ply % 2], unknown().mv(&word(ply)).unwrap())).collect()
}

/// Returns the finding of a walk through a game, and the number of moves at which it occurs.
fn walked(role: Role, mistake: Mistake, moves: &[(Player, Move)]) -> Option<(usize, String)> {
    let make = long(moves.len(), mistake, 1);
    let mut recorder = Recorder::new(role, &make);
    recorder.note(false);
    for (player, mv) in moves {
        assert!(recorder.engine.play(*player, mv).is_ok());
        recorder.note(false);
    }
    let legal = vec![Some(vec![unknown().mv("on").unwrap()]); moves.len() + 1];
    let game = WalkedGame { start: &unknown().initial(&[]).unwrap(), moves, legal: &legal };
    recorder.walk(game).err().map(|(ply, found)| (ply.unwrap(), found.signature.to_string()))
}

#[test]
fn lists_are_compared_at_the_ends_of_a_long_way_and_at_some_of_the_plies_between() {
    for all_the_same in [true, false] {
        let moves = game(20, all_the_same);
        assert_eq!(walked(Role::Subject, Mistake::Nothing, &moves), None);
        for ply in 0..=20 {
            // After a transposition, the list is compared after the next move.
            let looked_at =
                ply < 8 || [8, 16, 19, 20].contains(&ply) || !all_the_same && [9, 17].contains(&ply);
            let expected = looked_at.then(|| (ply, "undo-legal".to_string()));
            assert_eq!(walked(Role::Subject, Mistake::Lists(ply), &moves), expected, "ply {ply}");
        }
    }
}

#[test]
fn lists_are_compared_after_transpositions() {
    let moves = game(20, false);
    for ply in 0..=20 {
        let found = |looked_at: bool| looked_at.then(|| (ply, "undo-legal".to_string()));
        let by = |role| walked(role, Mistake::ListsAside(ply), &moves);
        assert_eq!(by(Role::Subject), found((1..=9).contains(&ply) || [17, 20].contains(&ply)), "ply {ply}");
        assert_eq!(by(Role::Oracle), found([1, 9, 17, 20].contains(&ply)), "ply {ply}");
    }
}

#[test]
fn the_oracle_plays_no_transpositions_in_long_games() {
    for (length, by_oracle) in [(64, true), (65, false)] {
        let by = |role| walked(role, Mistake::ListsAside(1), &game(length, false)).is_some();
        assert_eq!([by(Role::Subject), by(Role::Oracle)], [true, by_oracle], "{length} moves");
    }
}

#[test]
fn moves_are_counted_at_the_ends_of_a_long_way_and_at_some_of_the_plies_between() {
    for ply in 0..20 {
        let looked_at = [0, 8, 16, 19].contains(&ply);
        let expected = looked_at.then(|| (ply, "count-perft".to_string()));
        assert_eq!(walked(Role::Subject, Mistake::Counts(ply), &game(20, true)), expected, "ply {ply}");
    }
}

/// Returns the finding about the random games of an engine.
fn played(length: usize, mistake: Mistake, draws: u32) -> Option<String> {
    let make = long(length, mistake, draws);
    let mut recorder = Recorder::new(Role::Subject, &make);
    recorder.note(false);
    let played = recorder.playout(unknown(), &Dice::new(1), Stop::default(), false);
    played.err().map(|found| found.signature.to_string())
}

#[test]
fn a_random_game_is_broken_off_after_a_great_many_draws() {
    let early = Some("count-playout-unfinished".to_string());
    assert_eq!(played(3, Mistake::EndsEarly, 1), early);
    assert_eq!(played(3, Mistake::EndsEarly, 1 << 17), early);
    assert_eq!(played(3, Mistake::EndsEarly, (1 << 17) + 1), None);
    assert_eq!(played(3, Mistake::EndsEarly, 1 << 19), None);
}

#[test]
fn a_random_game_is_played_again_if_it_is_short() {
    let differs = Some("count-playout-dice".to_string());
    assert_eq!(played(1, Mistake::PlaysOtherwiseAgain, 1), differs);
    assert_eq!(played(64, Mistake::PlaysOtherwiseAgain, 1), differs);
    assert_eq!(played(65, Mistake::PlaysOtherwiseAgain, 1), None);
    assert_eq!(played(64, Mistake::Nothing, 1), None);
}

#[test]
fn a_position_that_is_read_back_as_another_is_found() {
    for (mistake, found) in
        [(Mistake::Nothing, None), (Mistake::HasABlankPosition, Some("text-position-changed"))]
    {
        let make = long(3, mistake, 1);
        let mut recorder = Recorder::new(Role::Subject, &make);
        recorder.note(false);
        let said = recorder
            .text(|_| false, Unrestored { fleeting: None, by_rules: &[] })
            .map_err(|found| found.signature.to_string());
        assert_eq!(said.err().as_deref(), found);
    }
}

//! Games that are longer than those of Tic-Tac-Toe: what is looked at on a long way back, and how long a random game may
//! take.

use std::rc::Rc;

use bustan_vocabulary::{Draw, Playout};

use super::*;
use crate::protocol::any::{Any, Colour, Move, Position};

/// A mistake of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    Nothing,
    /// It lists, or counts, a move more where so many moves are on the board, once a move was taken back.
    Lists(usize),
    Counts(usize),
    /// It does not end its random games.
    EndsEarly,
    /// It counts more choices in each random game.
    PlaysOtherwiseAgain,
    /// Its position does not survive its text.
    HasABlankPosition,
}

/// An engine of a game in which one word is legal, over and over.
#[derive(Clone)]
struct Long {
    length: usize,
    mistake: Mistake,
    plies: usize,
    undone: bool,
    /// How many numbers it draws in a random game.
    draws: u32,
    games: Rc<Cell<u64>>,
}

impl Participant<Any> for Long {
    fn name(&self) -> String {
        "long".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset<Any>> {
        (self.plies, self.undone) = (0, false);
        Ok(())
    }

    fn play(&mut self, _: Colour, _: &Move) -> Verdict<Any> {
        self.plies += 1;
        Ok(())
    }

    fn turn(&self) -> Option<Colour> {
        (self.plies < self.length).then_some(Any::PLAYERS[self.plies % 2])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let wrong = self.undone && self.mistake == Mistake::Lists(self.plies);
        let words = if wrong { &["off", "on"][..] } else { &["on"] };
        Some(words.iter().map(|word| word.parse().unwrap()).collect())
    }

    fn undo(&mut self) -> Option<bool> {
        self.undone = true;
        let any = self.plies > 0;
        self.plies -= usize::from(any);
        Some(any)
    }

    fn position(&self) -> Option<Position> {
        let blank = if self.mistake == Mistake::HasABlankPosition { " " } else { "" };
        Some(Position::SetUp(format!("{blank}ply {}", self.plies)))
    }

    fn duplicate(&self) -> Option<Box<dyn Participant<Any>>> {
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

fn long(length: usize, mistake: Mistake, draws: u32) -> impl Factory<Any> {
    // What counts the games is made with each engine.
    move || Long { length, mistake, plies: 0, undone: false, draws, games: Rc::default() }
}

/// What is found on the way back from the end of a game of 20 moves, and after how many of them.
fn walked(mistake: Mistake) -> Option<(usize, String)> {
    let make = long(20, mistake, 1);
    let mut recorder = Recorder::new(Role::Subject, &make);
    recorder.note(false);
    let word: Move = "on".parse().unwrap();
    let moves: Vec<(Colour, Move)> = (0..20).map(|ply| (Any::PLAYERS[ply % 2], word.clone())).collect();
    for (player, mv) in &moves {
        assert!(recorder.play(*player, mv).is_ok());
        recorder.note(false);
    }
    let legal = vec![Some(vec![word]); 21];
    recorder.walk(&moves, &legal).err().map(|(ply, found)| (ply, found.signature.to_string()))
}

#[test]
fn lists_are_compared_at_the_ends_of_a_long_way_and_at_some_of_the_plies_between() {
    assert_eq!(walked(Mistake::Nothing), None);
    for ply in 0..=20 {
        let looked_at = ply < 8 || [8, 16, 19, 20].contains(&ply);
        let expected = looked_at.then(|| (ply, "undo-legal".to_string()));
        assert_eq!(walked(Mistake::Lists(ply)), expected, "ply {ply}");
    }
}

#[test]
fn moves_are_counted_at_the_ends_of_a_long_way_and_at_some_of_the_plies_between() {
    for ply in 0..20 {
        let looked_at = [0, 8, 16, 19].contains(&ply);
        let expected = looked_at.then(|| (ply, "count-perft".to_string()));
        assert_eq!(walked(Mistake::Counts(ply)), expected, "ply {ply}");
    }
}

/// What is found of the random games of an engine.
fn played(length: usize, mistake: Mistake, draws: u32) -> Option<String> {
    let make = long(length, mistake, draws);
    let mut recorder = Recorder::new(Role::Subject, &make);
    recorder.note(false);
    let played = recorder.playout(&Dice::new(1), Stop::default(), false);
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
        let said = recorder.text(|_| false, None).map_err(|found| found.signature.to_string());
        assert_eq!(said.err().as_deref(), found);
    }
}

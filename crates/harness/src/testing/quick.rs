//! Quick games: compares only legal moves and states of two engines, as fast as the engines answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use bustan_vocabulary::{Engine, Record};
use serde::Serialize;

use super::{Answers, LONGEST, Trial, Words};
use crate::any::{Any, Move, Position, State};
use crate::base::Dice;
use crate::base::parallel::Workers;
use crate::compare::panics::answer;

/// The result of the quick games.
pub(super) enum Quick {
    /// The engines agree in all games.
    Agreed {
        plies: u64,
        /// The number of plies per second, on all cores.
        rate: f64,
    },
    /// The engines differ. Holds the number of the first game in which they do, and the record of that game
    /// up to the move after which, or about which, they differ.
    Differ(u64, Record<Any>),
}

/// Plays `trial.games` games with random legal moves on both engines, until they differ.
pub(super) fn play<A: Answers, B: Answers>(mine: &A, theirs: &B, trial: Trial) -> Quick {
    let (next, plies) = (AtomicU64::new(0), AtomicU64::new(0));
    let first: Mutex<Option<(u64, Vec<String>)>> = Mutex::default();
    let begun = Instant::now();
    Workers::new(thread::available_parallelism().map_or(1, usize::from)).all(&|| {
        let mut pair = Pair { states: Default::default() };
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            // Every game with a lower number than the first one that differs is played, so the result is the
            // same on every machine.
            let before = |first: &Option<(u64, _)>| first.as_ref().is_none_or(|(first, _)| game < *first);
            if game >= trial.games || !before(&first.lock().unwrap_or_else(PoisonError::into_inner)) {
                break;
            }
            let mut moves = Vec::new();
            let dice = Dice::of_game(trial.seed, game);
            // A panic also counts as a difference.
            let agree = answer(|| pair.agree(mine.clone(), theirs.clone(), dice, &mut moves));
            plies.fetch_add(moves.len() as u64, Ordering::Relaxed);
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if agree != Ok(true) && before(&first) {
                *first = Some((game, moves));
            }
        }
    });
    let plies = plies.into_inner();
    match first.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((game, moves)) => Quick::Differ(game, record(mine, &moves)),
        None => Quick::Agreed { plies, rate: plies as f64 / begun.elapsed().as_secs_f64() },
    }
}

/// Compares two engines. Holds reusable buffers for their serialised states.
struct Pair {
    states: [Vec<u8>; 2],
}

impl Pair {
    /// Plays a game. Returns `false` as soon as the engines differ. Appends the moves played, and the
    /// disputed move, if any, to `moves`.
    fn agree<A: Answers, B: Answers>(
        &mut self,
        mut mine: A,
        mut theirs: B,
        mut dice: Dice,
        moves: &mut Vec<String>,
    ) -> bool {
        loop {
            let (mut legal, mut other) = (mine.legal(), theirs.legal());
            legal.sort_unstable();
            other.sort_unstable();
            if legal != other || !self.alike(&mine.state(), &theirs.state()) {
                return false;
            }
            if legal.is_empty() || moves.len() == LONGEST {
                return true;
            }
            let mv = legal.swap_remove(dice.below(legal.len() as u32) as usize);
            moves.push(mv);
            let mv = &moves[moves.len() - 1];
            if !mine.play(mv) || !theirs.play(mv) {
                return false;
            }
        }
    }

    /// Whether two states have the same values for the keys that both have.
    fn alike(&mut self, mine: &impl Serialize, theirs: &impl Serialize) -> bool {
        let [one, other] = &mut self.states;
        one.clear();
        other.clear();
        let both = serde_json::to_writer(&mut *one, mine).and(serde_json::to_writer(&mut *other, theirs));
        if both.is_err() || !one.starts_with(b"{") {
            return false;
        }
        one == other || shows_the_same(one, other).unwrap_or(false)
    }
}

/// Whether two JSON objects have the same values for the keys that both have; `None` if one is not an object.
fn shows_the_same(one: &[u8], other: &[u8]) -> Option<bool> {
    let read = |text| State::read(std::str::from_utf8(text).ok()?);
    let (one, other) = (read(one)?, read(other)?);
    let (one, other) = (one.value()?.as_object()?, other.value()?.as_object()?);
    Some(one.iter().all(|(key, value)| other.get(key).is_none_or(|other| other == value)))
}

/// Returns the record of a game with the given moves. The record ends early where the engine reports no
/// player to move, and after a move that the engine refuses.
fn record<A: Answers>(mine: &A, moves: &[String]) -> Record<Any> {
    let mut record = Record::new(Position::Standard);
    let mut engine = Words::new(mine.clone());
    for mv in moves {
        let next = answer(|| Some((engine.turn()?, mv.parse::<Move>().ok()?)));
        let Ok(Some((player, mv))) = next else { break };
        record.moves.push((player, mv.clone()));
        if !matches!(answer(|| engine.play(player, &mv)), Ok(Ok(()))) {
            break;
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::panic;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::super::assert_any_agrees;
    use super::*;

    /// The planted bug of a [`Walk`].
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Flaw {
        None,
        /// Reports a wrong state after eight steps to the right, which few games make.
        Far,
        /// Panics after eight steps to the right.
        Panics,
        /// Lists a step that it refuses.
        Refuses,
        /// Reports no legal steps, in one call only.
        Once,
        /// As `Far`, but is slow to report the wrong state the first time.
        Late,
    }

    /// A game of eight steps, each to the left or to the right.
    #[derive(Clone, Debug)]
    struct Walk {
        flaw: Flaw,
        steps: String,
    }

    static ONCE: AtomicBool = AtomicBool::new(true);
    static LATE: AtomicBool = AtomicBool::new(true);

    impl Answers for Walk {
        fn legal(&self) -> Vec<String> {
            let none =
                self.steps.len() == 8 || self.flaw == Flaw::Once && ONCE.swap(false, Ordering::Relaxed);
            if none { Vec::new() } else { vec!["left".into(), "right".into()] }
        }

        fn play(&mut self, mv: &str) -> bool {
            if self.flaw == Flaw::Refuses && self.steps == "lr" && mv == "left" {
                return false;
            }
            self.steps += &mv[..1];
            assert!(self.flaw != Flaw::Panics || self.steps != "r".repeat(8), "too far");
            true
        }

        fn state(&self) -> impl Serialize {
            let far = matches!(self.flaw, Flaw::Far | Flaw::Late) && self.steps == "r".repeat(8);
            if far && self.flaw == Flaw::Late && LATE.swap(false, Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(300));
            }
            BTreeMap::from([("steps", if far { "somewhere" } else { &self.steps })])
        }
    }

    fn walk(flaw: Flaw) -> Walk {
        Walk { flaw, steps: String::new() }
    }

    /// Returns the failure message of comparing two walks.
    fn told(mine: Flaw, theirs: Flaw) -> String {
        let told = panic::catch_unwind(move || assert_any_agrees(walk(mine), walk(theirs)));
        told.expect_err("they differ").downcast::<String>().map(|text| *text).unwrap_or_default()
    }

    #[test]
    fn games_that_agree_are_counted() {
        let trial = Trial { games: 50, seed: 3 };
        let Quick::Agreed { plies, .. } = play(&walk(Flaw::None), &walk(Flaw::None), trial) else {
            panic!("they agree")
        };
        assert_eq!(plies, 400);
    }

    #[test]
    fn what_shows_in_one_game_of_256_is_found_and_reported_as_a_test() {
        for flaw in [Flaw::Far, Flaw::Panics] {
            let text = told(flaw, Flaw::None);
            let line = text.lines().find(|line| line.starts_with("As a test: ")).unwrap_or(&text);
            assert_eq!(line.matches("right").count(), 8, "{text}");
            assert_eq!(text.contains("too far"), flaw == Flaw::Panics, "{text}");
        }
    }

    #[test]
    fn the_first_game_that_differs_is_reported_whoever_plays_it() {
        let trial = Trial { games: 1000, seed: 1 };
        let number = |flaw| match play(&walk(flaw), &walk(Flaw::None), trial) {
            Quick::Differ(game, record) => (game, record.to_string()),
            Quick::Agreed { .. } => panic!("they differ"),
        };
        // On more than one core, the game with the lowest number ends after others that differ.
        assert_eq!(number(Flaw::Late), number(Flaw::Far));
    }

    #[test]
    fn a_move_that_both_list_and_refuse_is_a_finding() {
        let text = told(Flaw::Refuses, Flaw::Refuses);
        assert!(
            text.contains("Walk (2): lists left, but refuses it; Walk (1): lists left, but refuses it"),
            "{text}"
        );
    }

    #[test]
    fn what_does_not_come_again_is_reported_as_that() {
        let text = told(Flaw::Once, Flaw::None);
        assert!(text.contains("one of them is not deterministic"), "{text}");
    }
}

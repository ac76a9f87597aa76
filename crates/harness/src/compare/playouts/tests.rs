//! Random games of engines that draw moves uniformly, and of engines that do not.

use std::rc::Rc;

use bustan_vocabulary::dominions::{self, Dominions};
use bustan_vocabulary::{Draw, Playout};

use super::*;
use crate::any::{self, Any};
use crate::compare::divergence::Role;
use crate::compare::participant::{Participant, Unset, Verdict};
use crate::erased::{Move, Player, Position, own_move, rules, shared_move, shared_position, unknown};

/// Two tile placements of Dominions.
const PLACEMENTS: [&str; 2] = ["P10b2", "P11b2"];

/// How an engine draws the moves of a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// One draw for each move.
    Fair,
    /// One draw for each move, where the first number selects the last move, and so on.
    Backwards,
    /// The first move, regardless of the dice.
    First,
    /// The first of two moves with probability 2/3.
    Loaded,
    /// Ignores the results of some dice, given as their number and their number of sides, then always plays
    /// the first move.
    Throws(usize, u32),
    /// Ignores the results of some dice, given as their number and their number of sides, then draws
    /// uniformly.
    ThrowsAndIsFair(usize, u32),
    /// Dice whose number of sides differs in every game.
    Changing,
    /// At most one move.
    EndsEarly,
    /// Does not support random games.
    PlaysNone,
    /// Does not support duplicates.
    HasNoDuplicate,
    /// The number of legal moves is one too high.
    CountsMore,
}

/// An engine of a game in which the position after `n` moves has `widths[n]` legal moves.
#[derive(Clone)]
struct Lots {
    widths: &'static [u32],
    way: Way,
    path: Vec<u32>,
    /// The number of random games played.
    games: Rc<Cell<u32>>,
}

impl Participant for Lots {
    fn name(&self) -> String {
        "lots".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset> {
        Ok(())
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        self.path.push(mv.to_string().parse().unwrap());
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (self.path.len() < self.widths.len()).then_some(unknown().players()[0])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let width = self.widths.get(self.path.len())?;
        Some((0..*width).map(|mv| unknown().mv(&mv.to_string()).unwrap()).collect())
    }

    fn position(&self) -> Option<Position> {
        Some(shared_position::<Any>(&any::Position::SetUp(format!("{:?}", self.path))))
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        (self.way != Way::HasNoDuplicate).then(|| Box::new(self.clone()) as Box<dyn Participant>)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.games.set(self.games.get() + 1);
        let mut done = Playout::default();
        if let Way::Throws(times, sides) | Way::ThrowsAndIsFair(times, sides) = self.way {
            for _ in 0..times {
                draw(sides);
            }
        }
        while let Some(&width) = self.widths.get(self.path.len()) {
            let mv = match self.way {
                Way::Backwards => width - 1 - draw(width),
                Way::First | Way::Throws(..) => 0,
                Way::Loaded => draw(width + 1) % width,
                Way::Changing => draw(self.games.get() + 1) % width,
                Way::PlaysNone => return None,
                _ => draw(width),
            };
            self.path.push(mv);
            done.plies += 1;
            done.legal += u64::from(width);
            if self.way == Way::EndsEarly {
                break;
            }
        }
        done.legal += u64::from(self.way == Way::CountsMore);
        Some(done)
    }
}

/// Returns the name and the description of the error in the random games of an engine.
fn found(widths: &'static [u32], way: Way) -> Option<(&'static str, String)> {
    let lots = Lots { widths, way, path: Vec::new(), games: Rc::default() };
    playout_error(unknown(), &Watched::of(Role::Subject, Box::new(lots)))
}

/// Returns only the name of the error in the random games of an engine.
fn short(widths: &'static [u32], way: Way) -> Option<&'static str> {
    found(widths, way).map(|(what, _)| what)
}

#[test]
fn equal_lots_are_found_fair_however_they_are_drawn() {
    for widths in [&[2][..], &[1, 1], &[3, 3, 3], &[2, 1, 3], &[5, 7], &[]] {
        for way in [Way::Fair, Way::Backwards, Way::ThrowsAndIsFair(1, 1)] {
            assert_eq!(found(widths, way), None, "{widths:?} {way:?}");
        }
    }
    assert_eq!(short(&[2, 3], Way::ThrowsAndIsFair(2, 3)), None);
}

#[test]
fn unequal_lots_are_reported_in_percent() {
    let words = |position: &str, plies: u32, legal: u32, found: &str, expected: &str| {
        let words = format!(
            "reaches {position:?} after {plies} moves, with {legal} to choose from, in {found} % of all \
             cases, and with equal probabilities in {expected} %"
        );
        Some(("odds", words))
    };
    assert_eq!(found(&[2], Way::First), words("[0]", 1, 2, "100.0000", "50.0000"));
    assert_eq!(found(&[2, 4], Way::First), words("[0, 0]", 2, 6, "100.0000", "12.5000"));
    assert_eq!(found(&[2], Way::Loaded), words("[0]", 1, 2, "66.6667", "50.0000"));
    assert_eq!(found(&[1, 2], Way::CountsMore), words("[0, 0]", 2, 3, "0.0000", "50.0000"));
    // There is only one legal move.
    assert_eq!(found(&[1, 1], Way::First), None);
}

#[test]
fn a_game_that_ends_early_is_reported() {
    assert_eq!(found(&[2, 2], Way::EndsEarly), Some(("unfinished", "ends before the game is over".into())));
    assert_eq!(found(&[2], Way::EndsEarly), None);
}

#[test]
fn an_engine_that_cannot_says_nothing() {
    for way in [Way::PlaysNone, Way::HasNoDuplicate] {
        assert_eq!(found(&[2], way), None, "{way:?}");
    }
}

#[test]
fn games_are_counted_out_where_they_are_few() {
    assert_eq!(short(&[64], Way::First), Some("odds"));
    assert_eq!(short(&[65], Way::First), None);
    // Two moves, with 31 or 32 moves after each.
    assert_eq!(short(&[2, 31], Way::First), Some("odds"));
    assert_eq!(short(&[2, 32], Way::First), None);
    // The outcomes of the dice are limited, too.
    assert_eq!(short(&[2], Way::Throws(1, 64)), Some("odds"));
    assert_eq!(short(&[2], Way::Throws(1, 65)), None);
    assert_eq!(short(&[2], Way::Throws(6, 2)), Some("odds"));
    assert_eq!(short(&[2], Way::Throws(7, 2)), None);
    // The number of dice per game is limited, too.
    assert_eq!(short(&[2], Way::Throws(64, 1)), Some("odds"));
    assert_eq!(short(&[2], Way::Throws(65, 1)), None);
}

#[test]
fn dice_that_are_others_every_time_say_nothing() {
    assert_eq!(found(&[2, 2], Way::Changing), None);
}

/// An engine of Dominions at an invented position, where the game is over after one of two placements and a
/// pass, or after an immediate pass.
#[derive(Clone, Default)]
struct Passing {
    played: Vec<dominions::Move>,
    /// Whether a random game may begin with a pass.
    passes_at_once: bool,
}

impl Passing {
    fn legal(&self) -> Vec<dominions::Move> {
        let placed = |text: &str| text.parse().unwrap();
        match self.played.len() {
            0 => vec![dominions::Move::Pass, placed(PLACEMENTS[0]), placed(PLACEMENTS[1])],
            _ => vec![dominions::Move::Pass],
        }
    }
}

impl Participant for Passing {
    fn name(&self) -> String {
        "passing".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset> {
        Ok(())
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        self.played.push(own_move::<Dominions>(mv));
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (self.played.last() != Some(&dominions::Move::Pass)).then_some(rules::<Dominions>().players()[0])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.legal().iter().map(shared_move::<Dominions>).collect())
    }

    fn position(&self) -> Option<Position> {
        rules::<Dominions>().initial(&[]).ok()
    }

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
        Some(Box::new(self.clone()))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let mut moves = self.legal();
        let legal = moves.len() as u64;
        if !self.passes_at_once {
            moves.remove(0);
        }
        self.played.push(moves.swap_remove(draw(moves.len() as u32) as usize));
        let at_once = self.turn().is_none();
        if !at_once {
            self.played.push(dominions::Move::Pass);
        }
        let after = u64::from(!at_once);
        Some(Playout { plies: 1 + after, legal: legal + after })
    }
}

#[test]
fn a_random_game_has_a_pass_only_where_nothing_else_is_legal() {
    let found = |passes_at_once| {
        let passing = Passing { passes_at_once, ..Passing::default() };
        playout_error(rules::<Dominions>(), &Watched::of(Role::Subject, Box::new(passing)))
    };
    assert_eq!(found(false), None);
    assert_eq!(found(true).map(|(what, _)| what), Some("odds"));
}

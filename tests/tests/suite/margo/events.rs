//! Checks those events of Margo that depend on the iteration in which balls were lifted.
//!
//! The guide derives these events from the observations before and after a move. Here a short, independent
//! implementation repeats the captures of random games, iteration by iteration.

use std::collections::{BTreeMap, BTreeSet};

use bustan_core::margo::FastEngine;
use bustan_guide::Explore;
use bustan_harness::base::Dice;
use bustan_vocabulary::Engine;
use bustan_vocabulary::margo::{Margo, Move, Observation, Player, Point};

type Balls = BTreeMap<Point, Player>;

fn step(point: Point, (right, back, up): (i8, i8, i8), size: u8) -> Option<Point> {
    let by = |from: u8, by: i8| from.checked_add_signed(by);
    let (col, row, level) = (by(point.col(), right)?, by(point.row(), back)?, by(point.level(), up)?);
    let across = size.checked_sub(level)?;
    if col < across && row < across { Point::new(col, row, level) } else { None }
}

const SIDES: [(i8, i8, i8); 4] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)];
const ABOVE: [(i8, i8, i8); 4] = [(0, 0, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1)];
const BELOW: [(i8, i8, i8); 4] = [(0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)];

/// A position during captures.
struct Table {
    size: u8,
    cutting: bool,
    balls: Balls,
}

impl Table {
    fn steps<'a>(&'a self, from: Point, steps: &'a [(i8, i8, i8)]) -> impl Iterator<Item = Point> + 'a {
        steps.iter().filter_map(move |&by| step(from, by, self.size))
    }

    fn is_visible(&self, ball: Point) -> bool {
        step(ball, (-1, -1, 2), self.size).is_none_or(|over| !self.balls.contains_key(&over))
    }

    fn is_cut(&self, a: Point, b: Point) -> bool {
        let over: Vec<Point> =
            self.steps(a, &ABOVE).filter(|&over| self.steps(b, &ABOVE).any(|other| other == over)).collect();
        let foreign = |over: &Point| self.balls.get(over).is_some_and(|colour| *colour != self.balls[&a]);
        self.cutting && over.len() == 2 && over.iter().all(foreign)
    }

    /// The visible balls of a colour that are in groups without freedom [margo 4.1].
    fn strangled(&self, colour: Player) -> BTreeSet<Point> {
        let mut left: BTreeSet<Point> = self
            .balls
            .iter()
            .filter(|&(&ball, &of)| of == colour && self.is_visible(ball))
            .map(|(&ball, _)| ball)
            .collect();
        // Removes the balls next to an empty hole, then the balls connected to them, and so on.
        let breathes = |ball: &Point| {
            ball.level() == 0 && self.steps(*ball, &SIDES).any(|hole| !self.balls.contains_key(&hole))
        };
        let mut ahead: Vec<Point> = left.iter().copied().filter(breathes).collect();
        left.retain(|ball| !breathes(ball));
        while let Some(ball) = ahead.pop() {
            let sides =
                self.steps(ball, &SIDES).filter(|&side| !(left.contains(&side) && self.is_cut(ball, side)));
            let touched: Vec<Point> =
                sides.chain(self.steps(ball, &ABOVE)).chain(self.steps(ball, &BELOW)).collect();
            ahead.extend(touched.into_iter().filter(|other| left.remove(other)));
        }
        left
    }

    /// Lifts the balls that are captured after `mover` has placed a ball [margo 5.1]. Returns each lifted
    /// ball with its iteration, counted from 1.
    fn capture(&mut self, players: &[Player], mover: Player) -> BTreeMap<Point, usize> {
        let mut lifted = BTreeMap::new();
        let (mut iteration, mut idle) = (0, 0);
        while idle < players.len() {
            iteration += 1;
            let colour = players[(mover as usize + iteration) % players.len()];
            let mut doomed: Vec<Point> = self.strangled(colour).into_iter().collect();
            doomed.sort_by_key(|ball| std::cmp::Reverse(ball.level()));
            doomed.retain(|&ball| {
                let free = !self.steps(ball, &ABOVE).any(|above| self.balls.contains_key(&above));
                if free {
                    self.balls.remove(&ball);
                }
                free
            });
            idle = if doomed.is_empty() { idle + 1 } else { 0 };
            lifted.extend(doomed.into_iter().map(|ball| (ball, iteration)));
        }
        lifted
    }
}

/// Repeats the captures of a move. Returns whether it captured anything, whether the mover's own iteration
/// did, and whether a later iteration did.
fn carried_out(before: &Observation, mv: Move, after: &Observation) -> [bool; 3] {
    let (Move::Place(cell), Some(mover)) = (mv, before.to_move) else { return [false; 3] };
    let free = |level: &u8| Point::at(cell, *level).is_some_and(|point| !before.board.contains_key(&point));
    let placed = (0..before.size).find(free).and_then(|level| Point::at(cell, level)).unwrap();
    let mut table = Table { size: before.size, cutting: before.setup.cutting, balls: before.board.clone() };
    table.balls.insert(placed, mover);
    let players = before.setup.players();
    let lifted = table.capture(players, mover);
    assert!(lifted.keys().eq(after.captured.iter()), "{mv} at {before:?}");
    let captures = lifted.keys().any(|ball| before.board.get(ball).is_some_and(|colour| *colour != mover));
    let in_one =
        |wanted: fn(usize, usize) -> bool| lifted.values().any(|&iteration| wanted(iteration, players.len()));
    [
        captures,
        in_one(|iteration, players| iteration == players),
        in_one(|iteration, players| iteration > players),
    ]
}

#[test]
fn iterations_are_counted_as_they_took_place() {
    let names = ["captures", "second-iterations", "third-iterations"];
    let events = names.map(|name| Margo::EVENTS.iter().position(|known| known.name == name).unwrap());
    let mut totals = [0; 3];
    for game in 0..400 {
        let mut dice = Dice::of_game(5, game);
        let start = Margo::start(&mut |n| dice.below(n));
        // The last two policies, which aim for captures in several iterations, play every other game.
        let others = Margo::POLICIES.len() as u32 - 2;
        let seeking = game % 2 == 0;
        let policy = if seeking { others + dice.below(2) } else { dice.below(others) } as usize;
        let mut engine = FastEngine::default();
        engine.setup(&start).unwrap();
        let mut before = engine.observe().unwrap();
        for _ in 0..150 {
            let Some(player) = engine.turn() else { break };
            let mut legal = engine.legal_moves().unwrap();
            legal.sort_unstable();
            let mut weights = Vec::new();
            Margo::weigh(policy, &before, &legal, &mut weights);
            let mv = legal[dice.weighted(&weights)];
            engine.play(player, &mv).unwrap();
            let after = engine.observe().unwrap();
            let mut told = [false; 3];
            Margo::events(&before, &mv, &after, &mut |event| {
                for (told, wanted) in told.iter_mut().zip(events) {
                    *told |= event == wanted;
                }
            });
            assert_eq!(told, carried_out(&before, mv, &after), "{mv} at {}", start);
            for (total, told) in totals.iter_mut().zip(told) {
                *total += u32::from(told);
            }
            before = after;
        }
    }
    assert!(totals[0] > 1000 && totals[1] > 20 && totals[2] > 20, "{totals:?}");
}

//! The solver's graph of numbered positions, for small boards.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Margo, Player, Point, Position, Setup, Stage};
use bustan_vocabulary::{Measure, Solve};

use super::Board;
use super::grid::Grid;

/// The size of the largest board whose positions fit in one number.
const LARGEST: u8 = 4;

/// The bit of a number that holds the player to move.
const TURN: u32 = 62;

/// The positions of two-player Margo on a small board as a graph without history: positions can repeat, and
/// the legal moves depend only on the position. A game with a history is a path in this graph that visits no
/// position twice.
///
/// A number has two bits for each point, of which size 4 has 30, and one bit for the player to move.
#[derive(Clone)]
pub struct Graph {
    board: Board,
    start: u64,
    /// For each symmetry of the square, the image of each point.
    images: Arc<[Vec<u8>]>,
}

impl Graph {
    /// The images of the points when every level is rotated by quarter turns, with or without a reflection.
    fn images(grid: &Grid) -> Arc<[Vec<u8>]> {
        let image = |point: Point, turns: u8, mirrored: bool| {
            let last = grid.size - 1 - point.level();
            let start = (if mirrored { last - point.col() } else { point.col() }, point.row());
            let (column, row) = (0..turns).fold(start, |(column, row), _| (row, last - column));
            Point::new(column, row, point.level()).and_then(|image| grid.index(image))
        };
        let points = |(turns, mirrored)| {
            let names = (0..grid.points() as u16).map(|at| grid.name(at));
            names.filter_map(|point| image(point, turns, mirrored)).map(|image| image as u8).collect()
        };
        (0..4).flat_map(|turns| [(turns, false), (turns, true)]).map(points).collect()
    }

    fn board(&self, number: u64) -> Board {
        let position = self.position(number);
        self.board.at(&position).expect("positions reached by play can be set up")
    }
}

impl Board {
    fn number(&self) -> u64 {
        self.plane.first().copied().unwrap_or_default() | u64::from(self.turn) << TURN
    }

    /// The lead of the player to move, in balls.
    fn lead(&self) -> i32 {
        let [own, other] =
            [self.turn, self.next_turn()].map(|player| self.score(Self::player(player)) as i32);
        own - other
    }
}

impl Solve for Graph {
    type Game = Margo;
    const MEASURE: Measure = Measure::Score;
    const SYMMETRIES: u32 = 8;

    fn from_start(start: &Position) -> Result<Self, String> {
        let Setup { size, swap, atari, three, .. } = start.setup();
        let unfit = [(swap, "swap"), (atari, "atari"), (three, "three players")];
        if let Some((_, variant)) = unfit.into_iter().find(|(chosen, _)| *chosen) {
            return Err(format!(
                "Margo with {variant} cannot be solved; the standard game and cutting off can"
            ));
        }
        if size.get() > LARGEST {
            return Err(format!(
                "the positions on size {size} are too large to be numbered; those on size 2 to 4 can be"
            ));
        }
        let board = Board::from_position(start).map_err(|invalid| invalid.to_string())?;
        Ok(Self { start: board.number(), images: Self::images(&board.grid), board })
    }

    fn start(&self) -> u64 {
        self.start
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        let mut board = self.board(number);
        if board.is_over() {
            return Some(board.lead());
        }
        for at in 0..board.placements().len() {
            board.make(board.placements()[at]);
            each(board.number());
            board.undo();
        }
        None
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        let (setup, is) = (self.board.setup, position.setup());
        if setup != is {
            return Err(format!("it is of a game with the setup {is}, not {setup}"));
        }
        let board = self.board.at(&position.reopened()).map_err(|invalid| invalid.to_string())?;
        Ok(board.number())
    }

    fn position(&self, number: u64) -> Position {
        let point = |at: usize| Player::ALL.get((number >> (2 * at) & 3) as usize - 1).copied();
        let occupied = (0..self.board.grid.points()).filter(|at| number >> (2 * at) & 3 != 0);
        let balls = occupied.filter_map(|at| Some((self.board.grid.name(at as u16), point(at)?)));
        let turn = Board::player((number >> TURN & 1) as u8);
        Position::earliest(self.board.setup, Some(turn), Stage::Open, balls)
            .expect("the balls of a position rest on each other")
    }

    fn canonical(&self, number: u64) -> u64 {
        let image = |points: &Vec<u8>| {
            let moved = points.iter().enumerate().map(|(at, &to)| (number >> (2 * at) & 3) << (2 * to));
            moved.fold(number & 1 << TURN, |image, pair| image | pair)
        };
        self.images.iter().map(image).min().unwrap_or(number)
    }

    fn stuck(&self, number: u64) -> Option<i32> {
        Some(self.board(number).lead())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::margo::Size;
    use std::collections::BTreeSet;

    fn reached(size: u8) -> (Graph, BTreeSet<u64>) {
        let start = Position::initial(Setup::standard(Size::new(size).unwrap()));
        let mut graph = Graph::from_start(&start).unwrap();
        let mut known = BTreeSet::from([graph.start()]);
        let mut left: Vec<u64> = known.iter().copied().collect();
        while let Some(number) = left.pop() {
            graph.expand(number, &mut |child| left.extend(known.insert(child).then_some(child)));
        }
        (graph, known)
    }

    #[test]
    fn the_known_number_of_positions_is_reached() {
        assert_eq!(reached(2).1.len(), 43);
    }

    #[test]
    fn numbers_lead_back_to_positions() {
        let (graph, known) = reached(2);
        for number in known {
            assert_eq!(graph.number(&graph.position(number)), Ok(number));
        }
    }

    #[test]
    fn symmetric_positions_have_one_canonical_form() {
        let (graph, known) = reached(2);
        let classes: BTreeSet<u64> = known.iter().map(|&number| graph.canonical(number)).collect();
        assert_eq!(classes.len(), 9);
        assert!(classes.iter().all(|&number| graph.canonical(number) == number));
    }

    #[test]
    fn games_that_cannot_be_numbered_are_refused() {
        for (text, message) in [
            ("5", "the positions on size 5 are too large to be numbered; those on size 2 to 4 can be"),
            ("3 swap", "Margo with swap cannot be solved; the standard game and cutting off can"),
        ] {
            assert_eq!(Graph::from_start(&text.parse().unwrap()).map(|_| ()), Err(message.into()));
        }
    }
}

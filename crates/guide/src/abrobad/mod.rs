//! Knowledge of Abrobad for the tooling: starting positions, policies, events, reductions, and the symmetries
//! of the board.
//!
//! This module reads observations and does not decide what is legal. Most mistakes in it only make testing
//! less effective, but a wrong invariant of observations reports correct engines as faulty. See [`Explore`].

mod compose;
mod picture;
mod touch;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Record};

use crate::symmetry::{image_of, without_two};
use crate::tables::{events, policies};
use crate::{Explore, Policy, Symmetric};

// Uniformly random games end soon. Each policy gives one kind of move more weight. Every legal move keeps
// some weight, so that no policy can get stuck.
policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Slide = "slide": "slides, and hardly ever the end of the game",
    Gather = "gather": "slides next to own stones, so that placing is possible again",
    Scatter = "scatter": "slides away from own stones",
    Crowd = "crowd": "placements next to the opponent's stones",
    End = "end": "the end of the game, as soon as it is allowed",
}

events! {
    Slide = "slides": "a stone slid",
    Jump = "jumps": "a stone slid over others",
    Reopened = "placings-reopened": "after a slide the mover could place again on another turn",
    Merge = "merges": "the mover has fewer groups after a placement or a slide",
    Split = "splits": "the mover has more groups after a slide",
    End = "ends": "the game was ended",
    LosingEnd = "ends-that-lose": "the game was ended by the player who lost",
    Filled = "boards-filled": "the last empty cell was filled by placing",
    EvenEnd = "even-ends": "the game ended with the same number of groups for both players",
    MustPlace = "must-place-refusals": "a proposal was refused because a stone had to be placed",
    AdjacentOwn = "adjacent-own-refusals":
        "a proposal was refused because the cell is next to a stone of the same player",
    Occupied = "occupied-refusals": "a proposal was refused because the cell is not empty",
    NotOwn = "not-own-refusals": "a proposal was refused because the stone is not the player's own",
    NoSlide = "no-slide-refusals": "a proposal was refused because no such slide exists",
    OffBoard = "off-board-refusals": "a proposal was refused because the board has no such cell",
}

impl Explore for Abrobad {
    const POLICIES: &'static [Policy] = POLICIES;
    const EVENTS: &'static [crate::Event] = EVENTS;
    const IMPOSSIBLE: &'static str = "xxx......... x 0";

    fn recurrence(_: &Position) -> crate::Recurrence {
        crate::Recurrence::Free
    }

    /// Returns, in one of three games, a position with a random number of randomly placed stones, otherwise
    /// the initial position.
    fn start(draw: &mut Draw<'_>) -> Position {
        if draw(3) > 0 {
            return Position::initial();
        }
        let empty = draw(5) + 1;
        let stones = [(); 12].map(|()| match draw(empty + 2) {
            0 => Some(Player::X),
            1 => Some(Player::O),
            _ => None,
        });
        let turn = Player::ALL[draw(2) as usize];
        let count = stones.iter().flatten().count() as u32;
        Position::new(stones, turn, count).unwrap_or_else(|_| Position::initial())
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial()
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        position.stones().contains(&None).then_some(position.turn())
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        let want = Want::of(policy);
        let (Some(player), false) = (seen.to_move, want == Want::Uniform) else {
            weights.resize(moves.len(), 1);
            return;
        };
        let view = View::new(seen);
        weights.extend(moves.iter().map(|&mv| {
            let beside = |player| match mv {
                Move::End => 0,
                Move::Place(to) => view.beside(to, player, None) as u32,
                Move::Slide(from, to) => view.beside(to, player, Some(from)) as u32,
            };
            let open = || view.after(mv, player).open(player) as u32;
            match (want, mv) {
                (Want::End, Move::End) => 40,
                (Want::Slide | Want::Gather | Want::Scatter, Move::End) => 1,
                (Want::Gather, _) => 10 + 20 * beside(player) + 100 * open(),
                (Want::Scatter, _) => 10 + 60 / (1 + beside(player)),
                (Want::Crowd, _) => 1 + 4 * beside(player.opponent()),
                (Want::Slide, _) => 60,
                (Want::End | Want::Uniform, _) => 1,
            }
        }));
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        let view = View::new(seen);
        Some(match draw(16) {
            0 => Move::End,
            1 => Move::Place(any(draw)),
            2 => Move::Slide(any(draw), any(draw)),
            3..=7 => Move::Place(board(draw)),
            // Usually a slide of a stone of the player to move, and usually to an empty cell.
            _ => {
                let from = tries(draw, |cell| seen.to_move.is_some() && view.at(cell) == seen.to_move);
                let to = tries(draw, |cell| view.at(cell).is_none());
                Move::Slide(from, to)
            }
        })
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        let mut hit = |event: Event| hit(event as usize);
        let Some(mover) = before.to_move else { return };
        let (old, new) = (groups(before, mover), groups(after, mover));
        match *mv {
            Move::End => {
                hit(Event::End);
                if after.winner == Some(mover.opponent()) {
                    hit(Event::LosingEnd);
                }
            }
            Move::Place(_) if after.over => hit(Event::Filled),
            Move::Place(_) => {}
            Move::Slide(from, to) => {
                hit(Event::Slide);
                if far(from, to) {
                    hit(Event::Jump);
                }
                if View::new(after).open(mover) > 0 {
                    hit(Event::Reopened);
                }
                if new > old {
                    hit(Event::Split);
                }
            }
        }
        if *mv != Move::End && new < old {
            hit(Event::Merge);
        }
        if after.over && new == groups(after, mover.opponent()) {
            hit(Event::EvenEnd);
        }
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        let event = match reason {
            Reason::MustPlace => Event::MustPlace,
            Reason::AdjacentOwn => Event::AdjacentOwn,
            Reason::Occupied => Event::Occupied,
            Reason::NotOwn => Event::NotOwn,
            Reason::NoSlide => Event::NoSlide,
            Reason::OffBoard => Event::OffBoard,
            Reason::GameOver | Reason::NotYourTurn => return None,
        };
        Some(event as usize)
    }

    /// Checks that every stone is in one group of its colour, that there is a winner exactly if the board is
    /// full, and that only the winner has a point.
    fn inconsistency(seen: &Observation) -> Option<String> {
        let mut grouped: Vec<(Cell, Player)> = seen
            .groups
            .iter()
            .flat_map(|group| group.cells.iter().map(|&cell| (cell, group.colour)))
            .collect();
        grouped.sort_unstable();
        if !grouped.into_iter().eq(seen.board.iter().map(|(&cell, &stone)| (cell, stone))) {
            return Some("the groups are not the stones".into());
        }
        if seen.winner.is_some() != (seen.board.len() == 12) {
            return Some(format!("{} stones, and the winner is {:?}", seen.board.len(), seen.winner));
        }
        let expected = Player::ALL.map(|player| (player, u32::from(seen.winner == Some(player))));
        (!seen.scores.iter().map(|(&player, &score)| (player, score)).eq(expected))
            .then(|| format!("the scores {:?} do not follow from the winner", seen.scores))
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        let mut found = Vec::new();
        without_stones(record, &mut found);
        without_moves(record, &mut found);
        without_past(record, &mut found);
        images(record, &mut found);
        // Every candidate is smaller in a well-founded order: numbers only decrease, and there are finitely
        // many lists of a given number of moves on the board.
        found.retain(|candidate| measure(candidate) < measure(record));
        found
    }

    /// All placements, all slides from one cell to another, and the end of the game.
    fn nameable(_: &Position) -> Option<Vec<Move>> {
        let slides = |from| Cell::BOARD.into_iter().map(move |to| Move::Slide(from, to));
        let moves = Cell::BOARD.into_iter().map(Move::Place).chain(Cell::BOARD.into_iter().flat_map(slides));
        Some(moves.chain([Move::End]).collect())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        [Position::initial()].to_vec()
    }
}

/// The stones of a position, in the order of [`Cell::BOARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    stones: [Option<Player>; 12],
}

impl View {
    fn new(seen: &Observation) -> Self {
        Self { stones: Cell::BOARD.map(|cell| seen.board.get(&cell).copied()) }
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.stones[cell.place()?]
    }

    /// Returns the board after `player` has made `mv`. Returns it unchanged for `Move::End`: the stones that
    /// the opponent then receives [abrobad 2.3] are not added.
    fn after(mut self, mv: Move, player: Player) -> Self {
        let mut set = |cell: Cell, stone| {
            if let Some(place) = cell.place() {
                self.stones[place] = stone;
            }
        };
        match mv {
            Move::End => {}
            Move::Place(cell) => set(cell, Some(player)),
            Move::Slide(from, to) => {
                set(from, None);
                set(to, Some(player));
            }
        }
        self
    }

    /// The neighbours of a cell.
    fn around(cell: Cell) -> impl Iterator<Item = Cell> {
        Cell::BOARD.into_iter().filter(move |&other| {
            let Some(((x, y), (z, w))) = cell.centre().zip(other.centre()) else { return false };
            matches!((x.abs_diff(z), y.abs_diff(w)), (2, 0) | (1, 1))
        })
    }

    /// The number of neighbours of `cell` with a stone of `player`, ignoring the stone on `without`.
    fn beside(&self, cell: Cell, player: Player, without: Option<Cell>) -> usize {
        Self::around(cell).filter(|&other| Some(other) != without && self.at(other) == Some(player)).count()
    }

    /// The number of empty cells without a neighbouring stone of `player`.
    fn open(&self, player: Player) -> usize {
        let open = |&cell: &Cell| self.at(cell).is_none() && self.beside(cell, player, None) == 0;
        Cell::BOARD.into_iter().filter(open).count()
    }
}

fn groups(seen: &Observation, player: Player) -> usize {
    seen.groups.iter().filter(|group| group.colour == player).count()
}

/// Whether two cells are not neighbours.
fn far(from: Cell, to: Cell) -> bool {
    View::around(from).all(|cell| cell != to)
}

/// A random cell of the board.
fn board(draw: &mut Draw<'_>) -> Cell {
    Cell::BOARD[draw(12) as usize]
}

/// A random cell of the board, or one of the first numbers that are not on it.
fn any(draw: &mut Draw<'_>) -> Cell {
    Cell::new(draw(15) as u8 + 1).unwrap_or(Cell::BOARD[0])
}

/// A random cell of the board for which `kind` is true, if a few attempts find one; otherwise any cell.
fn tries(draw: &mut Draw<'_>, kind: impl Fn(Cell) -> bool) -> Cell {
    let mut cell = board(draw);
    for _ in 0..3 {
        if kind(cell) {
            break;
        }
        cell = board(draw);
    }
    cell
}

/// The largest number of moves of a game from which all pairs of moves are removed as candidates. In longer
/// games, only pairs of moves near each other are removed.
const FEW_MOVES: usize = 40;

/// The largest distance between the two removed moves in a longer game.
const NEAR: usize = 6;

/// The sort key of a game by simplicity, most important part first: the number of stones at the start, the
/// number of moves, the number of moves played before the start, and the cells.
fn measure(record: &Record<Abrobad>) -> (usize, usize, u32, Vec<Move>, &Position) {
    let stones = record.start.stones().iter().flatten().count();
    let moves = record.moves.iter().map(|&(_, mv)| mv).collect();
    (stones, record.moves.len(), record.start.ply(), moves, &record.start)
}

/// Adds the games from a start without one of its stones.
fn without_stones(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let start = &record.start;
    for place in (0..12).filter(|&place| start.stones()[place].is_some()) {
        let mut stones = *start.stones();
        stones[place] = None;
        let count = stones.iter().flatten().count() as u32;
        for ply in [count, start.ply()] {
            if let Ok(start) = Position::new(stones, start.turn(), ply) {
                found.push(Record { start, moves: record.moves.clone() });
            }
        }
    }
}

/// Adds the games that result from removing two moves, one of each player. Abrobad has no pass, and the
/// players alternate, so a single move cannot be removed.
fn without_moves(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let count = record.moves.len();
    let far = if count <= FEW_MOVES { count } else { NEAR };
    for first in (0..count).rev() {
        let seconds = first + 1..count.min(first + 1 + far);
        found.extend(seconds.filter_map(|second| without_two(record, first, second)));
    }
}

/// Adds the game from the same start with fewer moves played before it.
fn without_past(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let start = &record.start;
    let count = start.stones().iter().flatten().count() as u32;
    if let Ok(start) = Position::new(*start.stones(), start.turn(), count) {
        found.push(Record { start, moves: record.moves.clone() });
    }
}

/// Adds the images of the game under the symmetries of the board. Images with exchanged players are included
/// unless the game starts from the initial position, where X is to move.
fn images(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let images = (1..Abrobad::symmetries(&record.start)).map(|symmetry| image_of(record, symmetry));
    let begins = Abrobad::is_start(&record.start);
    found.extend(images.filter(|image| !begins || Abrobad::is_start(&image.start)));
}

/// The six symmetries of the board, numbered from 0. From number 6 on, the players are exchanged as well: for
/// a game in progress, it does not matter which player moved first.
///
/// If each cell gets three coordinates from 0 to 3, one for each direction of rows, which add up to 5, the
/// symmetries of the board are the permutations of the coordinates.
impl Symmetric for Abrobad {
    fn symmetries(_: &Position) -> usize {
        12
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let mut stones = [None; 12];
        for (cell, stone) in Cell::BOARD.into_iter().zip(position.stones()) {
            if let Some(place) = image(cell, symmetry).place() {
                stones[place] = stone.map(|player| Self::image_player(player, symmetry));
            }
        }
        let turn = Self::image_player(position.turn(), symmetry);
        // The image has the same numbers of stones, with or without the players exchanged.
        Position::new(stones, turn, position.ply()).unwrap_or_else(|_| position.clone())
    }

    fn image_move(_: &Position, mv: &Move, symmetry: usize) -> Move {
        match *mv {
            Move::End => Move::End,
            Move::Place(cell) => Move::Place(image(cell, symmetry)),
            Move::Slide(from, to) => Move::Slide(image(from, symmetry), image(to, symmetry)),
        }
    }

    fn image_player(player: Player, symmetry: usize) -> Player {
        if symmetry >= 6 { player.opponent() } else { player }
    }

    fn canonical(position: &Position) -> Position {
        (1..12).fold(position.clone(), |first, symmetry| first.min(Self::image(position, symmetry)))
    }
}

/// The permutations of the coordinates; the first is the identity.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// For each symmetry of the board and each index in [`Cell::BOARD`], the index of the image.
const IMAGES: [[u8; 12]; 6] = {
    let mut images = [[0; 12]; 6];
    let mut symmetry = 0;
    while symmetry < 6 {
        let mut place = 0;
        while place < 12 {
            let (from, order) = (coordinates(place), ORDERS[symmetry]);
            images[symmetry][place] = place_at([from[order[0]], from[order[1]], from[order[2]]]);
            place += 1;
        }
        symmetry += 1;
    }
    images
};

/// The three coordinates of a cell of the board.
const fn coordinates(place: usize) -> [u8; 3] {
    match Cell::BOARD[place].centre() {
        Some((x, y)) => {
            let across = (x + 2 - y) / 2;
            [across, y, 5 - across - y]
        }
        None => panic!("every cell of the board has a centre"),
    }
}

/// The index of the cell with these coordinates.
const fn place_at([across, y, _]: [u8; 3]) -> u8 {
    let mut place = 0;
    while coordinates(place)[0] != across || coordinates(place)[1] != y {
        place += 1;
    }
    place as u8
}

/// The image of a cell.
fn image(cell: Cell, symmetry: usize) -> Cell {
    cell.place().map_or(cell, |place| Cell::BOARD[usize::from(IMAGES[symmetry % 6][place])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn texts(record: &str) -> Vec<String> {
        let record: Record<Abrobad> = record.parse().unwrap();
        Abrobad::reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn stones_and_the_past_are_left_out() {
        let found = texts("Start[x.o......... x 8];X[7]");
        for expected in [
            "Start[..o......... x 1];X[7]",
            "Start[x........... x 8];X[7]",
            "Start[x.o......... x 2];X[7]",
            "Start[o.x......... o 8];O[7]",
        ] {
            // The last line is an image that is not simpler.
            assert_eq!(
                found.contains(&expected.to_string()),
                !expected.starts_with("Start[o.x"),
                "{found:?}"
            );
        }
    }

    #[test]
    fn moves_are_left_out_in_pairs_and_turned() {
        let found = texts("X[12];O[8];X[6]");
        for expected in ["X[6]", "X[12]", "X[1];O[4];X[10]"] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in ["Start[x.o...x.o... o 9];O[12];X[3-4];O[0]", "X[12];O[8];X[6];O[99]", "X[9];O[10-11]"] {
            let mut record: Record<Abrobad> = text.parse().unwrap();
            let mut steps = 0;
            while let Some(smaller) = Abrobad::reductions(&record).pop() {
                assert!(measure(&smaller) < measure(&record));
                record = smaller;
                steps += 1;
                assert!(steps < 1000, "{text} is reduced for ever");
            }
        }
    }

    #[test]
    fn the_symmetries_turn_and_mirror_the_triangle() {
        let mut images: Vec<Vec<u8>> =
            (0..6).map(|symmetry| Cell::BOARD.map(|cell| image(cell, symmetry).get()).to_vec()).collect();
        assert_eq!(images[0], (1..=12).collect::<Vec<u8>>());
        // The images include the mirror image and the rotation by a third that maps the short side 1 2 to
        // 9 12.
        assert!(images.contains(&[2, 1, 5, 4, 3, 9, 8, 7, 6, 12, 11, 10].to_vec()));
        assert!(images.contains(&[9, 12, 5, 8, 11, 2, 4, 7, 10, 1, 3, 6].to_vec()));
        images.iter_mut().for_each(|image| image.sort_unstable());
        assert!(images.iter().all(|image| *image == images[0]));
    }

    #[test]
    fn the_later_half_exchanges_the_players() {
        let position: Position = "x.o......... x 4".parse().unwrap();
        assert_eq!(Abrobad::image(&position, 6).to_string(), "o.x......... o 4");
        assert_eq!(Abrobad::image_player(Player::O, 7), Player::X);
        let mv = "1-13".parse().unwrap();
        assert_eq!(Abrobad::image_move(&position, &mv, 6).to_string(), "1-13");
        assert_eq!(Abrobad::image_move(&position, &Move::End, 11), Move::End);
    }

    #[test]
    fn the_canonical_position_is_that_of_all_images() {
        let position: Position = "xo..x...o..x x 9".parse().unwrap();
        let canonical = Abrobad::canonical(&position);
        for symmetry in 0..12 {
            assert_eq!(Abrobad::canonical(&Abrobad::image(&position, symmetry)), canonical);
        }
    }
}

//! The solver's graph of numbered positions, for small boards and for one player against the two others.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bustan_vocabulary::tribolo::{Content, Player, Position, Size, Tribolo};
use bustan_vocabulary::{Measure, Solve};

use super::board::{Board, Ply};
use super::lines::At;

/// The maximum number of cells, walls excluded, whose contents fit in one number.
const CELLS: usize = 30;

/// Two bits of a number: the content of a cell, the player to move, or the player whom the graph is for.
const PAIR: u64 = 3;

/// The lower of the two bits of each cell.
const LOWER: u64 = (1 << (2 * CELLS)) / 3;

/// The lowest bits, in a number, of the player to move. `OWN`: those of the player whom the graph is for.
const TURN: u32 = 2 * CELLS as u32;
const OWN: u32 = TURN + 2;

/// The value in place of the player to move when the game is over.
const OVER: u64 = 3;

/// The place recorded for a wall, whose content is not part of a number.
const NOWHERE: u8 = u8::MAX;

/// Lanes wide enough for every board that has few enough cells, however long its sides are.
type Wide = u128;

/// The positions of Tribolo on a small board as a graph for one of the players, who plays against both others
/// together. A lead is the number of cells that this player owns minus that of the better of the others. No
/// position repeats.
///
/// A number has two bits for each cell that is not a wall: 0 for an empty cell, otherwise one more than the
/// number of the owner. The player to move and the player whom the graph is for are stored above these bits.
/// Walls never change, so they are not part of a number.
///
/// Rotating the colours changes nothing if it also rotates the player whom the graph is for. So the canonical
/// position is always one for blue, and the graphs for the other two players share blue's canonical
/// positions.
#[derive(Clone)]
pub struct Graph {
    /// The board with its walls and without owners.
    empty: Board<Wide>,
    start: u64,
    /// The number of moves played before the start position.
    ply: u32,
    /// For each cell in row-major order, its place in a number.
    places: Arc<[u8]>,
    /// For each place, the cell.
    cells: Arc<[At]>,
    /// For each symmetry of the board that keeps the walls in place, the place to which it maps each place.
    images: Arc<[Vec<u8>]>,
}

impl Graph {
    fn board(&self, number: u64) -> Board<Wide> {
        let mut board = self.empty.clone();
        for (place, &at) in self.cells.iter().enumerate() {
            let content = content(number, place);
            if content != 0 {
                board.give(at, content as usize - 1);
            }
        }
        let turn = on_turn(number);
        board.begin(if turn == OVER { own(number) } else { turn as u8 });
        board
    }

    /// The number of the position that follows that of `number` after the move `ply` of `mover`. `board` is
    /// the board after the move.
    fn after(&self, number: u64, mover: u8, ply: &Ply<Wide>, board: &Board<Wide>) -> u64 {
        let width = usize::from(board.size.width());
        let changed = ply.flips.cells(ply.at).map(|(at, _)| at).chain([ply.at]);
        let cells = changed.fold(cells(number), |cells, at| {
            let shift = 2 * u32::from(self.places[at.row * width + at.column]);
            cells & !(PAIR << shift) | (u64::from(mover) + 1) << shift
        });
        cells | turn(board) << TURN | u64::from(own(number)) << OWN
    }

    /// The number of cells that `player` owns.
    fn score(number: u64, player: u8) -> i32 {
        // Both bits of a pair are set exactly where the contents are equal.
        let same = !(number ^ (LOWER * (u64::from(player) + 1)));
        (same & same >> 1 & LOWER).count_ones() as i32
    }
}

/// The content of the cell at `place`.
const fn content(number: u64, place: usize) -> u64 {
    number >> (2 * place) & PAIR
}

/// The contents of all cells, without the two players.
const fn cells(number: u64) -> u64 {
    number & !(!0 << TURN)
}

/// The player to move in the position of `number`, or [`OVER`].
const fn on_turn(number: u64) -> u64 {
    number >> TURN & PAIR
}

/// The player whom the number is for.
const fn own(number: u64) -> u8 {
    (number >> OWN & PAIR) as u8
}

/// The player to move on a board, or [`OVER`].
fn turn(board: &Board<Wide>) -> u64 {
    if board.over { OVER } else { u64::from(board.turn) }
}

/// For each distinct symmetry of the board that keeps the walls in place, the place to which it maps each
/// place.
fn images(size: Size, places: &[u8]) -> Vec<Vec<u8>> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    // Reflections from left to right, from top to bottom, and at the diagonal. Only a square board keeps its
    // shape under the last one.
    let place = |[across, down, diagonal]: [bool; 3], index: usize| {
        let column = if across { width - 1 - index % width } else { index % width };
        let row = if down { height - 1 - index / width } else { index / width };
        places[if diagonal { column * width + row } else { row * width + column }]
    };
    let ways = (0..8).map(|way| [way & 1 != 0, way & 2 != 0, way & 4 != 0]);
    let ways = ways.filter(|&[.., diagonal]| !diagonal || width == height);
    let images = ways.map(|way| (0..places.len()).map(|index| place(way, index)).collect::<Vec<u8>>());
    let keeps_walls =
        |image: &Vec<u8>| image.iter().zip(places).all(|(&to, &from)| (to == NOWHERE) == (from == NOWHERE));
    let open = |image: Vec<u8>| image.into_iter().filter(|&place| place != NOWHERE).collect();
    images.filter(keeps_walls).map(open).collect::<BTreeSet<_>>().into_iter().collect()
}

impl Solve for Graph {
    type Game = Tribolo;
    const MEASURE: Measure = Measure::Score;
    const SYMMETRIES: u32 = 24;

    fn from_start(start: &Position) -> Result<Self, String> {
        let size = start.size();
        let mut empty = Board::new(size);
        let (mut places, mut cells) = (Vec::new(), Vec::new());
        for (cell, &content) in size.cells().zip(start.cells()) {
            let at = At { row: usize::from(cell.row()), column: usize::from(cell.column()) };
            let place = if content == Content::Wall { NOWHERE } else { cells.len() as u8 };
            places.push(place);
            if place != NOWHERE {
                empty.open(at);
                cells.push(at);
            }
            if cells.len() > CELLS {
                return Err(too_large(start));
            }
        }
        let images = images(size, &places).into();
        let (places, cells) = (places.into(), cells.into());
        let mut graph = Self { empty, start: 0, ply: start.ply(), places, cells, images };
        graph.start = graph.number_for(start, None)?;
        Ok(graph)
    }

    fn players(&self) -> Vec<(Player, Self)> {
        let players = Player::ALL[usize::from(own(self.start))].cycle();
        let cells = self.start & !(!0 << OWN);
        players.map(|player| (player, Self { start: cells | (player as u64) << OWN, ..self.clone() })).into()
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        Some(on_turn(number) == u64::from(own(number)))
    }

    fn start(&self) -> u64 {
        self.start
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        if on_turn(number) == OVER {
            let cells = cells(number);
            let [player, next, last] = Player::ALL[usize::from(own(number))].cycle();
            let score = |player| Self::score(cells, player as u8);
            return Some(score(player) - score(next).max(score(last)));
        }
        let mut board = self.board(number);
        let mover = board.turn;
        for at in board.cells(mover).iter() {
            let ply = board.make(at);
            each(self.after(number, mover, &ply, &board));
            board.unmake(&ply);
        }
        None
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        self.number_for(position, Some(own(self.start)))
    }

    fn position(&self, number: u64) -> Position {
        let held = |place| match content(number, usize::from(place)) {
            0 => Content::Empty,
            owner => Content::Owned(Player::ALL[owner as usize - 1]),
        };
        let held = |&place: &u8| if place == NOWHERE { Content::Wall } else { held(place) };
        let turn = on_turn(number);
        let asked = if turn == OVER { own(number).into() } else { turn };
        let stages = |number| self.stage(number).unwrap_or_default();
        let ply = self.ply + stages(number).saturating_sub(stages(self.start));
        let cells = self.places.iter().map(held).collect();
        Position::new(self.empty.size, cells, Player::ALL[asked as usize], ply)
            .expect("the number of cells fits the size, and there are at least as many owned cells as moves")
    }

    /// The number of owned cells, to which every move adds one.
    fn stage(&self, number: u64) -> Option<u32> {
        let cells = cells(number);
        Some(((cells | cells >> 1) & LOWER).count_ones())
    }

    /// The smallest number among the symmetric images in which blue is the player whom the number is for.
    fn canonical(&self, number: u64) -> u64 {
        let own = u64::from(own(number));
        let passed_on = |player: u64| (player + 3 - own) % 3;
        let contents = [0, 1, 2, 3].map(|content| if content == 0 { 0 } else { passed_on(content - 1) + 1 });
        let image = |image: &Vec<u8>| {
            image.iter().enumerate().fold(0, |cells, (place, &there)| {
                cells | contents[content(number, place) as usize] << (2 * u32::from(there))
            })
        };
        let cells = self.images.iter().map(image).min().unwrap_or_default();
        let turn = on_turn(number);
        cells | if turn == OVER { OVER } else { passed_on(turn) } << TURN
    }
}

impl Graph {
    /// The number of a position for `player`, or if `None` for the player to move.
    fn number_for(&self, position: &Position, player: Option<u8>) -> Result<u64, String> {
        let (size, is) = (self.empty.size, position.size());
        if size != is {
            return Err(format!("the position has a board of size {is}, not {size}"));
        }
        for ((cell, &held), &place) in size.cells().zip(position.cells()).zip(&*self.places) {
            match (held == Content::Wall, place == NOWHERE) {
                (true, false) => return Err(format!("{cell} is a wall here, but not at the start")),
                (false, true) => {
                    return Err(format!("{cell} is not a wall here, but it is one at the start"));
                }
                _ => {}
            }
        }
        let board = Board::<Wide>::from_position(position);
        let open = position.cells().iter().filter(|&&held| held != Content::Wall);
        let cells = open.zip(0..).fold(0, |cells, (held, place)| {
            cells | held.owner().map_or(0, |owner| owner as u64 + 1) << (2 * place)
        });
        let player = player.unwrap_or(board.turn);
        Ok(cells | turn(&board) << TURN | u64::from(player) << OWN)
    }
}

fn too_large(start: &Position) -> String {
    let open = start.cells().iter().filter(|&&content| content != Content::Wall).count();
    format!(
        "the positions of {open} cells without a wall, on a board of size {}, are too many to be numbered; those of up to {CELLS} can be",
        start.size()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn graph(text: &str) -> Graph {
        Graph::from_start(&text.parse().unwrap()).unwrap()
    }

    /// All positions that games reach.
    fn reached(graph: &Graph) -> BTreeSet<u64> {
        let mut walker = graph.clone();
        let mut known = BTreeSet::from([graph.start()]);
        let mut left: Vec<u64> = known.iter().copied().collect();
        while let Some(number) = left.pop() {
            walker.expand(number, &mut |child| left.extend(known.insert(child).then_some(child)));
        }
        known
    }

    const SETUPS: [&str; 4] = [
        "5x3 ..R...RBG..B..# blue 3",
        "3x3 ...RB.GB. green",
        "1x26 .RB#.GR.######.BR.#####G.# red",
        "4x3 .BR..GB.R#G. red",
    ];

    #[test]
    fn the_graph_has_the_moves_of_the_board() {
        for graph in SETUPS.map(graph) {
            for number in reached(&graph) {
                let position = graph.position(number);
                assert_eq!(graph.number(&position), Ok(number), "{position}");
                let mut board = Board::<Wide>::from_position(&position);
                let mut walker = graph.clone();
                let mut below = Vec::new();
                let ended = walker.expand(number, &mut |child| below.push(child));
                assert_eq!(ended.is_some(), board.over, "{position}");
                let moves: Vec<At> =
                    if board.over { Vec::new() } else { board.cells(board.turn).iter().collect() };
                let played = moves.into_iter().map(|at| {
                    let ply = board.make(at);
                    let child = graph.number(&board.position()).unwrap();
                    assert!(graph.stage(child) > graph.stage(number));
                    // The position also records the number of moves played.
                    assert_eq!(graph.position(child).ply(), board.ply);
                    board.unmake(&ply);
                    child
                });
                assert_eq!(below, played.collect::<Vec<_>>(), "{position}");
            }
        }
    }

    #[test]
    fn an_ended_game_has_the_lead_over_the_better_of_the_others() {
        for (text, leads) in
            [("3x2 BBRRRG blue", [-1, 1, -2]), ("3x1 BB. green", [2, -2, -2]), ("2x1 #. red", [0; 3])]
        {
            for (player, mut graph) in graph(text).players() {
                let lead = graph.expand(graph.start(), &mut |_| {});
                assert_eq!(lead, Some(leads[player as usize]), "{player} in {text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_numbered_is_refused() {
        let refused = |board: &str| Graph::from_start(&board.parse().unwrap()).map(|_| ()).unwrap_err();
        assert_eq!(
            refused(&alloc::format!("8x4 #{} blue", ".".repeat(31))),
            "the positions of 31 cells without a wall, on a board of size 8x4, are too many to be numbered; those of up to 30 can be"
        );
        assert!(Graph::from_start(&alloc::format!("8x4 ##{} blue", "B".repeat(30)).parse().unwrap()).is_ok());
        let graph = graph("3x2 .RB..# blue");
        for (text, message) in [
            ("2x3 .RB..# blue", "the position has a board of size 2x3, not 3x2"),
            ("3x2 .RB#.# blue", "a2 is a wall here, but not at the start"),
            ("3x2 .RB... blue", "c2 is not a wall here, but it is one at the start"),
        ] {
            assert_eq!(
                graph.number(&text.parse().unwrap()).map_err(|problem| problem.to_string()),
                Err(message.into())
            );
        }
    }
}

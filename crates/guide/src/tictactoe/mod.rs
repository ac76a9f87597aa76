//! Knowledge of Tic-Tac-Toe for the tooling: starting positions, policies, events, reductions, and the
//! symmetries of the board.
//!
//! This module reads observations and does not decide what is legal. Most mistakes in it only make testing
//! less effective, but a wrong invariant of observations reports correct engines as faulty. See [`Explore`].

mod compose;
mod picture;
mod touch;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Draw, Record};

use crate::symmetry::{image_of, without_two};
use crate::tables::{events, policies};
use crate::{Explore, Policy, Symmetric};

// Each policy leads to one kind of end of the game.
policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Line = "line": "two and three in a row",
    Tie = "tie": "no three in a row, so that the board fills",
    Block = "block": "between the opponent's marks",
}

events! {
    Row = "rows": "three in a row",
    Column = "columns": "three in a column",
    Diagonal = "diagonals": "three in a diagonal",
    DoubleLine = "double-lines": "two lines at once",
    Tie = "ties": "a full board without a line",
    LastMarkLine = "last-mark-lines": "the ninth mark made a line",
    XWins = "wins-of-x": "X won",
    OWins = "wins-of-o": "O won",
    MisereLoss = "misere-losses": "a line lost the game",
    OccupiedRefusal = "occupied-refusals": "a proposal was refused because the cell was marked",
    OffBoardRefusal = "off-board-refusals": "a proposal was refused because the board has no such cell",
}

impl Explore for TicTacToe {
    const POLICIES: &'static [Policy] = POLICIES;
    const EVENTS: &'static [crate::Event] = EVENTS;
    const IMPOSSIBLE: &'static str = "xxx...... o";

    fn recurrence(_: &Position) -> crate::Recurrence {
        crate::Recurrence::Never
    }

    /// Returns the start of a misère game in one of three games, otherwise that of the standard game.
    fn start(draw: &mut Draw<'_>) -> Position {
        Position::initial(draw(3) == 0)
    }

    fn is_start(position: &Position) -> bool {
        *position == Position::initial(position.misere())
    }

    /// Returns `None` on a full board. Only an engine can decide whether there are three marks in a row.
    fn first_to_move(position: &Position) -> Option<Player> {
        position.marks().contains(&None).then_some(position.turn())
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
        let want = Want::of(policy);
        let Some(player) = seen.to_move else {
            weights.resize(moves.len(), 1);
            return;
        };
        weights.extend(moves.iter().map(|mv| {
            let near =
                |player| through(seen, mv.0, player).map(|(_, marks)| [0, 3, 40][marks.min(2)]).sum::<u32>();
            match want {
                Want::Uniform => 1,
                Want::Line => 1 + near(player),
                Want::Tie if through(seen, mv.0, player).any(|(_, marks)| marks == 2) => 1,
                Want::Tie => 20,
                Want::Block => 1 + near(player.opponent()),
            }
        }));
    }

    /// Proposes any cell on the board or just beyond it.
    fn proposal(_: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
        Some(match draw(5) {
            0 => Cell::new(draw(5) as u8, draw(6) as u8).map_or(Move(Cell::BOARD[0]), Move),
            _ => Move(Cell::BOARD[draw(9) as usize]),
        })
    }

    fn events(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(usize)) {
        let mut hit = |event: Event| hit(event as usize);
        let Some(mover) = before.to_move else { return };
        let mut lines = 0;
        for (kind, _) in through(before, mv.0, mover).filter(|&(_, marks)| marks == 2) {
            lines += 1;
            hit(match kind {
                Kind::Row => Event::Row,
                Kind::Column => Event::Column,
                Kind::Diagonal => Event::Diagonal,
            });
        }
        if lines > 1 {
            hit(Event::DoubleLine);
        }
        if lines > 0 && after.board.len() == 9 {
            hit(Event::LastMarkLine);
        }
        match after.winner {
            Some(Player::X) => hit(Event::XWins),
            Some(Player::O) => hit(Event::OWins),
            None if after.over => hit(Event::Tie),
            None => {}
        }
        if after.winner == Some(mover.opponent()) {
            hit(Event::MisereLoss);
        }
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        match reason {
            Reason::Occupied => Some(Event::OccupiedRefusal as usize),
            Reason::OffBoard => Some(Event::OffBoardRefusal as usize),
            Reason::GameOver | Reason::NotYourTurn => None,
        }
    }

    /// Checks that X has at most one mark more than O, and that only the winner has a point.
    fn inconsistency(seen: &Observation) -> Option<String> {
        let marks = |player| seen.board.values().filter(|&&mark| mark == player).count();
        let (x, o) = (marks(Player::X), marks(Player::O));
        if x != o && x != o + 1 {
            return Some(format!("X has {x} marks and O {o}"));
        }
        if x + o != seen.ply as usize {
            return Some(format!("there are {} marks after {} moves", x + o, seen.ply));
        }
        if seen.over && seen.winner.is_none() && x + o < 9 {
            return Some("a tie with empty cells".into());
        }
        let expected = Player::ALL.map(|player| (player, u32::from(seen.winner == Some(player))));
        (!seen.scores.iter().map(|(&player, &score)| (player, score)).eq(expected))
            .then(|| format!("the scores {:?} do not follow from the winner", seen.scores))
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        let mut found = Vec::new();
        played(record, &mut found);
        without_marks(record, &mut found);
        // Tic-Tac-Toe has no pass, and the players alternate, so a move is removed together with one of the
        // other player.
        let count = record.moves.len();
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        found.extend(pairs.filter_map(|(first, second)| without_two(record, first, second)));
        if record.start.misere() {
            let start = Position::new(*record.start.marks(), record.start.turn(), false);
            found.push(Record { start, moves: record.moves.clone() });
        }
        found.extend((1..Self::symmetries(&record.start)).map(|symmetry| image_of(record, symmetry)));
        // Every candidate is smaller in a well-founded order: there are finitely many positions, and finitely
        // many lists of a given number of cells.
        found.retain(|candidate| measure(candidate) < measure(record));
        found
    }

    /// All cells of the board.
    fn nameable(_: &Position) -> Option<Vec<Move>> {
        Some(Cell::BOARD.map(Move).to_vec())
    }

    fn small_starts(_: &Position) -> Vec<Position> {
        [false, true].map(Position::initial).to_vec()
    }
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Row,
    Column,
    Diagonal,
}

/// The lines of three cells, as indices in [`Cell::BOARD`].
const LINES: [(Kind, [usize; 3]); 8] = [
    (Kind::Row, [0, 1, 2]),
    (Kind::Row, [3, 4, 5]),
    (Kind::Row, [6, 7, 8]),
    (Kind::Column, [0, 3, 6]),
    (Kind::Column, [1, 4, 7]),
    (Kind::Column, [2, 5, 8]),
    (Kind::Diagonal, [0, 4, 8]),
    (Kind::Diagonal, [2, 4, 6]),
];

/// For each line through `cell`: its kind, and the number of the other two cells that `player` has marked.
fn through(seen: &Observation, cell: Cell, player: Player) -> impl Iterator<Item = (Kind, usize)> {
    let place = cell.place();
    let own = move |&&other: &&usize| {
        Some(other) != place
            && Cell::BOARD.get(other).is_some_and(|cell| seen.board.get(cell) == Some(&player))
    };
    LINES
        .iter()
        .filter(move |(_, places)| place.is_some_and(|place| places.contains(&place)))
        .map(move |(kind, places)| (*kind, places.iter().filter(own).count()))
}

/// The sort key of a game by simplicity, most important part first: the number of marks at the start, the
/// number of moves, the option, and the names of the cells.
fn measure(record: &Record<TicTacToe>) -> (u32, usize, bool, Vec<Move>, &Position) {
    let cells = record.moves.iter().map(|&(_, mv)| mv).collect();
    (record.start.ply(), record.moves.len(), record.start.misere(), cells, &record.start)
}

/// Adds the game in which X and O place the marks of the start in turn on an empty board.
fn played(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    let marks = |player| {
        let own = Cell::BOARD.into_iter().filter(move |&cell| record.start.mark(cell) == Some(player));
        own.map(move |cell| (player, Move(cell)))
    };
    let (x, mut o) = (marks(Player::X), marks(Player::O));
    let mut moves = Vec::new();
    for mv in x {
        moves.push(mv);
        moves.extend(o.next());
    }
    moves.extend(record.moves.iter().copied());
    found.push(Record { start: Position::initial(record.start.misere()), moves });
}

/// Adds the games from a start without one mark of each player.
fn without_marks(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    let marks = record.start.marks();
    let places = |player| (0..9).filter(move |&place| marks[place] == Some(player));
    for (x, o) in places(Player::X).flat_map(|x| places(Player::O).map(move |o| (x, o))) {
        let mut fewer = *marks;
        (fewer[x], fewer[o]) = (None, None);
        let start = Position::new(fewer, record.start.turn(), record.start.misere());
        found.push(Record { start, moves: record.moves.clone() });
    }
}

/// The eight symmetries of the square. Symmetry `n` mirrors the board left to right if `n` is at least 4,
/// then rotates it clockwise by `n % 4` quarters of a turn. Exchanging the players is not a symmetry, because
/// X always moves first.
impl Symmetric for TicTacToe {
    fn symmetries(_: &Position) -> usize {
        8
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let mut marks = [None; 9];
        for (place, mark) in position.marks().iter().enumerate() {
            marks[image(place, symmetry)] = *mark;
        }
        Position::new(marks, position.turn(), position.misere())
    }

    fn image_move(_: &Position, mv: &Move, symmetry: usize) -> Move {
        Move(mv.0.place().map_or(mv.0, |place| Cell::BOARD[image(place, symmetry)]))
    }

    fn canonical(position: &Position) -> Position {
        (1..8).fold(position.clone(), |first, symmetry| first.min(Self::image(position, symmetry)))
    }
}

/// The index of the image of a cell; both are indices in [`Cell::BOARD`].
fn image(place: usize, symmetry: usize) -> usize {
    let (row, column) = (place / 3, place % 3);
    let start = if symmetry >= 4 { (row, 2 - column) } else { (row, column) };
    let (row, column) = (0..symmetry % 4).fold(start, |(row, column), _| (column, 2 - row));
    3 * row + column
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn texts(record: &str) -> Vec<String> {
        let record: Record<TicTacToe> = record.parse().unwrap();
        TicTacToe::reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_start_is_played_or_left_out() {
        let found = texts("Start[x..o..... x misere];X[b2]");
        for expected in [
            "Start[......... x misere];X[a3];O[a2];X[b2]",
            "Start[......... x misere];X[b2]",
            "Start[x..o..... x];X[b2]",
        ] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn moves_are_left_out_in_pairs_and_turned() {
        let found = texts("X[c3];O[b2];X[a3]");
        for expected in ["X[a3]", "X[c3]", "X[a1];O[b2];X[a3]"] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in ["Start[xo.ox.... x misere];X[c1]", "X[c3];O[b2];X[c1];O[c2];X[z9]"] {
            let mut record: Record<TicTacToe> = text.parse().unwrap();
            let mut steps = 0;
            while let Some(smaller) = TicTacToe::reductions(&record).pop() {
                assert!(measure(&smaller) < measure(&record));
                record = smaller;
                steps += 1;
                assert!(steps < 1000, "{text} is reduced for ever");
            }
        }
    }

    #[test]
    fn the_symmetries_turn_and_mirror() {
        let position: Position = "xo....... x".parse().unwrap();
        let images = [
            "xo.......",
            "..x..o...",
            ".......ox",
            "...o..x..",
            ".ox......",
            ".....o..x",
            "......xo.",
            "x..o.....",
        ];
        for (symmetry, image) in images.iter().enumerate() {
            assert_eq!(TicTacToe::image(&position, symmetry).to_string(), alloc::format!("{image} x"));
        }
        let mv = "b3".parse().unwrap();
        assert_eq!(TicTacToe::image_move(&position, &mv, 1).to_string(), "c2");
        assert_eq!(TicTacToe::image_move(&position, &"d4".parse().unwrap(), 1).to_string(), "d4");
    }

    #[test]
    fn the_canonical_position_is_that_of_all_images() {
        let position: Position = "xo..x...o x misere".parse().unwrap();
        let canonical = TicTacToe::canonical(&position);
        for symmetry in 0..8 {
            assert_eq!(TicTacToe::canonical(&TicTacToe::image(&position, symmetry)), canonical);
        }
    }
}

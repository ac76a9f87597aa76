//! The engine: a board of characters, and the lines as indices of its cells.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::tictactoe::{Cell, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use super::TicTacToeFlaw as Flaw;
use super::{Planted, PlantedMove};

/// The lines. The last one is the diagonal that a flaw omits.
const LINES: [&str; 8] = ["012", "345", "678", "036", "147", "258", "048", "246"];

/// The index of `c1`, the cell that a flaw omits from the moves or the hash.
const LAST: usize = 8;

/// A Tic-Tac-Toe engine with the currently planted flaw, if any.
///
/// ```
/// use bustan_vocabulary::Engine;
/// use bustan_flawed::flawed_tictactoe::{FlawedTicTacToe, TicTacToeFlaw};
///
/// TicTacToeFlaw::MissingDiagonal.plant(|| {
///     let mut engine = FlawedTicTacToe::default();
///     engine.setup(&"oox.x.x.. o".parse().expect("a position")).expect("it can be reached");
///     assert!(engine.turn().is_some()); // The game should be over.
/// });
/// ```
#[derive(Clone, Debug)]
pub struct FlawedTicTacToe {
    board: [char; 9],
    turn: Player,
    misere: bool,
    played: Vec<usize>,
}

impl Default for FlawedTicTacToe {
    fn default() -> Self {
        Self { board: ['.'; 9], turn: Player::X, misere: false, played: Vec::new() }
    }
}

impl FlawedTicTacToe {
    fn has_line(&self, player: Player) -> bool {
        let own = |place: char| {
            place.to_digit(10).is_some_and(|place| self.board[place as usize] == player.initial())
        };
        let known = if Flaw::MissingDiagonal.is_planted() { &LINES[..7] } else { &LINES[..] };
        known.iter().any(|line| line.chars().all(own))
    }

    fn is_full(&self) -> bool {
        !self.board.contains(&'.')
    }

    fn is_over(&self) -> bool {
        self.is_full() || Player::ALL.into_iter().any(|player| self.has_line(player))
    }

    fn winner(&self) -> Option<Player> {
        match Player::ALL.into_iter().find(|&player| self.has_line(player)) {
            Some(player) if self.misere => Some(player.opponent()),
            Some(player) => Some(player),
            None if Flaw::FullBoardWins.is_planted() && self.is_full() => Some(self.turn.opponent()),
            None if Flaw::TieForO.is_planted() && self.is_full() => Some(Player::O),
            None => None,
        }
    }

    fn judge(&self, player: Player, cell: Cell) -> Result<usize, Reason> {
        let to_move = self.turn().ok_or(Reason::GameOver)?;
        if player != to_move {
            return Err(Reason::NotYourTurn);
        }
        let place = cell.place().ok_or(Reason::OffBoard)?;
        let forgotten = Flaw::CellForgotten.is_planted() && place == LAST;
        if self.board[place] != '.' || forgotten { Err(Reason::Occupied) } else { Ok(place) }
    }

    fn number(board: &[char; 9]) -> u32 {
        board.iter().rev().fold(0, |number, mark| {
            3 * number
                + match mark {
                    'O' => 1,
                    'X' => 2,
                    _ => 0,
                }
        })
    }

    /// The smallest position number among the rotated and reflected boards.
    fn canonical(&self) -> u32 {
        let mut board = self.board;
        let mut least = u32::MAX;
        for step in 0..8 {
            least = least.min(Self::number(&board));
            board = std::array::from_fn(|place| {
                let (row, column) = (place / 3, place % 3);
                // Alternates between swapping rows with columns and reversing the rows, which yields all
                // eight symmetries.
                if step % 2 == 0 { board[3 * column + row] } else { board[3 * (2 - row) + column] }
            });
        }
        least
    }
}

impl Engine for FlawedTicTacToe {
    type Game = Planted;
    type Observation = Observation;

    fn name(&self) -> String {
        "flawed".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        let board = position.marks().map(|mark| mark.map_or('.', Player::initial));
        let next = Self { board, turn: position.turn(), misere: position.misere(), played: Vec::new() };
        let count = |player: Player| board.iter().filter(|&&mark| mark == player.initial()).count() as u32;
        let (x, o) = (count(Player::X), count(Player::O));
        // If X is always to move, the numbers of marks do not determine the player to move.
        if x != o + u32::from(next.turn == Player::O) && !Flaw::AlwaysX.is_planted() {
            return Err(Invalid::Counts { x, o, turn: next.turn }.into());
        }
        if next.has_line(next.turn) {
            return Err(Invalid::Line(next.turn).into());
        }
        *self = next;
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &PlantedMove) -> Result<(), Option<Reason>> {
        let place = self.judge(player, mv.0.0)?;
        self.board[place] = player.initial();
        self.played.push(place);
        if !Flaw::AlwaysX.is_planted() {
            self.turn = player.opponent();
        }
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.turn)
    }

    fn verdict(&self, player: Player, mv: &PlantedMove) -> Ruling<Reason> {
        self.judge(player, mv.0.0).into()
    }

    fn legal_moves(&self) -> Option<Vec<PlantedMove>> {
        let listed = |place: &usize| match Flaw::MovesAfterEnd.is_planted() && self.is_over() {
            true => self.board[*place] == '.',
            false => self.judge(self.turn, Cell::BOARD[*place]).is_ok(),
        };
        let mut places: Vec<usize> = (0..9).filter(listed).collect();
        if Flaw::UnlistedMove.is_planted() && places.len() > 1 {
            places.pop();
        }
        Some(places.into_iter().map(|place| PlantedMove(Move(Cell::BOARD[place]))).collect())
    }

    fn observe(&self) -> Option<Observation> {
        let marks = Cell::BOARD.into_iter().zip(self.board);
        let board: BTreeMap<Cell, Player> =
            marks.filter_map(|(cell, mark)| Some((cell, mark.to_string().parse().ok()?))).collect();
        let winner = self.winner();
        Some(Observation {
            game: "tictactoe",
            size: 3,
            ply: board.len() as u32,
            to_move: self.turn(),
            over: self.is_over(),
            winner,
            scores: Player::ALL
                .into_iter()
                .map(|player| (player, u32::from(winner == Some(player))))
                .collect(),
            board,
            hash: Self::number(&self.board),
            canonical: self.canonical(),
            misere: self.misere,
        })
    }

    fn undo(&mut self) -> Option<bool> {
        let Some(place) = self.played.pop() else { return Some(false) };
        self.board[place] = '.';
        if !Flaw::UndoForgetsTurn.is_planted() && !Flaw::AlwaysX.is_planted() {
            self.turn = self.turn.opponent();
        }
        Some(true)
    }

    /// Hashes only the marks. They determine the player to move, and if the player were hashed as well, one
    /// cell would follow from the other cells and the player.
    fn hash(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        let hashed = if Flaw::HashIgnoresCell.is_planted() { &self.board[..LAST] } else { &self.board[..] };
        hashed.hash(&mut hasher);
        Some(hasher.finish())
    }

    fn position(&self) -> Option<Position> {
        Some(Position::new(self.board.map(|mark| mark.to_string().parse().ok()), self.turn, self.misere))
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }
}

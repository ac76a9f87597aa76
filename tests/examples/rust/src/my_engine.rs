//! Tic-Tac-Toe, to be replaced with your engine: the type that `main.rs` uses.

const CELLS: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [6, 4, 2]];

/// A game, by the marks on its cells.
pub struct Game {
    marks: [Option<&'static str>; 9],
    played: usize,
}

impl Game {
    /// Starts a new game.
    pub fn start() -> Self {
        Self { marks: [None; 9], played: 0 }
    }

    /// All legal moves; empty when the game is over.
    pub fn legal_moves(&self) -> Vec<&'static str> {
        let owned = |line: &[usize; 3]| {
            let [a, b, c] = line.map(|cell| self.marks[cell]);
            a.is_some() && a == b && b == c
        };
        if LINES.iter().any(owned) {
            return Vec::new();
        }
        (0..9).filter(|&cell| self.marks[cell].is_none()).map(|cell| CELLS[cell]).collect()
    }

    /// Plays a move. Returns false, and changes nothing, if the rules forbid it.
    pub fn play(&mut self, player: &str, mv: &str) -> bool {
        let turn = ["x", "o"][self.played % 2];
        if player != turn || !self.legal_moves().contains(&mv) {
            return false;
        }
        for (cell, mark) in CELLS.iter().zip(&mut self.marks) {
            if *cell == mv {
                *mark = Some(turn);
            }
        }
        self.played += 1;
        true
    }
}

//! A stub, to be replaced with your engine: the type that `main.rs` uses. It knows only moves of the start.

const PLAYERS: &str = "x o";
const MOVES: &str = "a1 b1 c1";

/// A game, as the number of its moves.
pub struct Game {
    played: usize,
}

impl Game {
    /// Starts a new game.
    pub fn start() -> Self {
        Self { played: 0 }
    }

    /// All legal moves; empty when the game is over.
    pub fn legal_moves(&self) -> Vec<&'static str> {
        if self.played > 0 {
            return Vec::new();
        }
        MOVES.split(' ').collect()
    }

    /// Plays a move. Returns false, and changes nothing, if the rules forbid it.
    pub fn play(&mut self, player: &str, mv: &str) -> bool {
        let first = PLAYERS.split(' ').next();
        let legal = first == Some(player) && self.legal_moves().contains(&mv);
        self.played += usize::from(legal);
        legal
    }
}

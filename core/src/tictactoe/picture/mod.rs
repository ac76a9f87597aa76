//! Pictures of Tic-Tac-Toe, for terminals and for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have is left out.

mod svg;
mod terminal;

use alloc::format;
use alloc::string::String;

use super::{Cell, Move, Observation, TicTacToe};
use crate::{Picture, Style};

impl Picture for TicTacToe {
    /// See [`Picture::board`]. Brackets are marks; in the alternative style X and O are a cross and a circle. There are no groups to
    /// number.
    fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
        terminal::board(seen, style, marked)
    }

    /// See [`Picture::svg`].
    fn svg(seen: &Observation, last: Option<&Move>, marked: &[String]) -> String {
        svg::document(seen, last.map(|mv| mv.0), marked)
    }
}

/// The cells of the board among `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|cell: &Cell| cell.place().is_some())
}

/// How far the game has come and whose turn it is, e.g. `After 3 moves, O to move`.
fn status(seen: &Observation) -> String {
    let moves = if seen.ply == 1 { "1 move".into() } else { format!("{} moves", seen.ply) };
    match (seen.to_move, seen.winner) {
        (Some(player), _) if seen.ply == 0 => format!("{} to begin", player.initial()),
        (Some(player), _) => format!("After {moves}, {} to move", player.initial()),
        (None, Some(player)) => format!("{} has won after {moves}", player.initial()),
        (None, None) => format!("Tied after {moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::tictactoe::Position;

    /// A board as an engine would show it before the end.
    pub(super) fn observed(position: &str) -> Observation {
        let position: Position = position.parse().unwrap();
        Observation {
            game: TicTacToe::NAME,
            size: 3,
            ply: position.ply(),
            to_move: Some(position.turn()),
            over: false,
            winner: None,
            scores: Default::default(),
            board: Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.mark(cell)?))).collect(),
            hash: 0,
            canonical: 0,
            misere: position.misere(),
        }
    }

    #[test]
    fn the_status_tells_how_far_the_game_is() {
        assert_eq!(status(&observed(".........")), "X to begin");
        assert_eq!(status(&observed("x........")), "After 1 move, O to move");
        let ended = Observation { to_move: None, ..observed("xo.......") };
        assert_eq!(status(&ended), "Tied after 2 moves");
        let won = Observation { winner: Some(crate::tictactoe::Player::O), ..ended };
        assert_eq!(status(&won), "O has won after 2 moves");
    }
}

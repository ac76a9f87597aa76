//! Pictures of Tic-Tac-Toe, for terminals and for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have
//! is left out.

mod svg;
mod terminal;

use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Observation, Player, TicTacToe};

use crate::sheet::Caption;
use crate::{Overlay, Picture, Style};

impl Picture for TicTacToe {
    /// See [`Picture::board`]. Stars are around the marks of a line of three once the game is over; in the
    /// alternative style X and O are a cross and a circle. There are no groups to number.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::board(seen, style, overlay)
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::caption(seen, style, overlay)
    }

    /// See [`Picture::svg`]. A bar goes through a line of three once the game is over.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        svg::document(seen, overlay)
    }
}

/// The cells of the board among `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|cell: &Cell| cell.place().is_some())
}

fn caption(seen: &Observation) -> Caption {
    Caption::new::<TicTacToe>(
        seen,
        seen.ply,
        seen.winner,
        seen.scores.iter().map(|(&player, &score)| (player, score.into())),
    )
}

/// The lines of three equal marks of a game that is over, by what is on the board and not by who has won.
fn lines(seen: &Observation) -> Vec<[Cell; 3]> {
    const PLACES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let equal = |line: &[Cell; 3]| {
        let [a, b, c]: [Option<&Player>; 3] = line.each_ref().map(|cell| seen.board.get(cell));
        a.is_some() && a == b && b == c
    };
    let lines = PLACES.iter().map(|line| line.map(|place| Cell::BOARD[place]));
    lines.filter(|line| seen.to_move.is_none() && equal(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::Game;
    use bustan_vocabulary::tictactoe::Position;

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
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board: Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.mark(cell)?))).collect(),
            hash: 0,
            canonical: 0,
            misere: position.misere(),
        }
    }

    #[test]
    fn lines_of_three_are_found_when_the_game_is_over() {
        let over = |position| Observation { to_move: None, ..observed(position) };
        let names = |seen: &Observation| -> Vec<String> {
            lines(seen).iter().flatten().map(alloc::string::ToString::to_string).collect()
        };
        assert_eq!(names(&over("xxxoo....")), ["a3", "b3", "c3"]);
        assert_eq!(names(&over("x.ox.ox..")), ["a3", "a2", "a1"]);
        assert_eq!(names(&over("xxoxoooox")), ["c3", "b2", "a1"]);
        assert!(names(&over("xoxxoxoxo")).is_empty());
        assert!(names(&observed("xxxoo....")).is_empty(), "not over, by what is observed");
        assert_eq!(lines(&over("xxxxooxoo")).len(), 2, "one move may end in two lines");
    }
}

//! Pictures of Abrobad, for terminals and for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have is left out.

mod svg;
mod terminal;

use alloc::format;
use alloc::string::String;

use super::{Abrobad, Cell, Move, Observation, Player};
use crate::{Picture, Style};

impl Picture for Abrobad {
    /// See [`Picture::board`]. An empty cell shows its number, brackets are marks; in the alternative style stones are circles.
    fn board(seen: &Observation, style: Style, marked: &[String]) -> String {
        terminal::board(seen, style, marked)
    }

    /// See [`Picture::svg`]. Stones of a group are joined.
    fn svg(seen: &Observation, last: Option<&Move>, marked: &[String]) -> String {
        svg::document(seen, last.copied(), marked)
    }
}

/// The cells of the board among `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|cell: &Cell| cell.place().is_some())
}

/// How far the game has come and whose turn it is, e.g. `After 3 moves, O to move, who must place`.
fn status(seen: &Observation) -> String {
    let moves = if seen.ply == 1 { "1 move".into() } else { format!("{} moves", seen.ply) };
    let place = if seen.must_place { ", who must place" } else { "" };
    match (seen.to_move, seen.winner) {
        (Some(player), _) if seen.ply == 0 => format!("{} to begin", player.initial()),
        (Some(player), _) => format!("After {moves}, {} to move{place}", player.initial()),
        (None, Some(player)) => format!("{} has won after {moves}", player.initial()),
        (None, None) => format!("Over after {moves}"),
    }
}

/// A player's groups, e.g. `X: 3 groups`.
fn tally(seen: &Observation, player: Player) -> String {
    match seen.groups.iter().filter(|group| group.colour == player).count() {
        1 => format!("{}: 1 group", player.initial()),
        count => format!("{}: {count} groups", player.initial()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::abrobad::{Group, Position};

    /// A board as an engine would show it before the end, each stone a group of its own but for those on cells 1 and 2.
    pub(super) fn observed(position: &str) -> Observation {
        let position: Position = position.parse().unwrap();
        let stones = Cell::BOARD.into_iter().zip(position.stones());
        let board: alloc::collections::BTreeMap<_, _> =
            stones.filter_map(|(cell, stone)| Some((cell, (*stone)?))).collect();
        let mut groups: alloc::vec::Vec<Group> =
            board.iter().map(|(&cell, &colour)| Group { colour, cells: [cell].to_vec() }).collect();
        if position.stones()[0].is_some() && position.stones()[0] == position.stones()[1] {
            let second = groups.remove(1);
            groups[0].cells.extend(second.cells);
        }
        Observation {
            game: Abrobad::NAME,
            size: 12,
            ply: position.ply(),
            to_move: Some(position.turn()),
            over: false,
            winner: None,
            scores: Default::default(),
            board,
            groups,
            must_place: true,
            turn: position.turn(),
        }
    }

    #[test]
    fn the_status_tells_how_far_the_game_is() {
        assert_eq!(status(&observed("............")), "X to begin");
        assert_eq!(status(&observed("x...........")), "After 1 move, O to move, who must place");
        let won = Observation { to_move: None, winner: Some(Player::O), ..observed("xo..........") };
        assert_eq!(status(&won), "O has won after 2 moves");
        assert_eq!(tally(&won, Player::X), "X: 1 group");
        assert_eq!(tally(&observed("............"), Player::O), "O: 0 groups");
    }
}

//! Pictures of Abrobad, for terminals and for publication.
//!
//! Both draw what an observation says and check nothing. What it says of cells that the board does not have
//! is left out.

mod svg;
mod terminal;

use alloc::format;
use alloc::string::String;

use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Observation, Player};

use crate::sheet::Caption;
use crate::{Overlay, Picture, Style};

impl Picture for Abrobad {
    /// See [`Picture::board`]. An empty cell shows its number; in the alternative style stones are circles.
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::board(seen, style, overlay)
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        terminal::caption(seen, style, overlay)
    }

    /// See [`Picture::svg`]. Stones of a group are joined.
    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        svg::document(seen, overlay)
    }
}

/// The cells of the board among `marked` names.
fn cells(marked: &[String]) -> impl Iterator<Item = Cell> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(|cell: &Cell| cell.place().is_some())
}

fn caption(seen: &Observation) -> Caption {
    let scores = seen.scores.iter().map(|(&player, &score)| (player, score.into()));
    let mut caption = Caption::new::<Abrobad>(seen, seen.ply, seen.winner, scores);
    if seen.must_place && seen.to_move.is_some() {
        caption.turn.push_str(", who must place");
    }
    caption
}

/// The cell of the board where a move puts a stone.
fn target(mv: &Move) -> Option<Cell> {
    let (Move::Place(to) | Move::Slide(_, to)) = *mv else { return None };
    Some(to).filter(|to| to.place().is_some())
}

/// How many groups there are of each colour, e.g. `groups: x 3, o 1`.
fn tally(seen: &Observation) -> String {
    let count = |player| seen.groups.iter().filter(|group| group.colour == player).count();
    let [x, o] = Player::ALL.map(|player| format!("{player} {}", count(player)));
    format!("groups: {x}, {o}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_vocabulary::Game;
    use bustan_vocabulary::abrobad::{Group, Position};

    /// A board as an engine would show it before the end, each stone a group of its own but for those on
    /// cells 1 and 2.
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
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board,
            groups,
            must_place: true,
            turn: position.turn(),
        }
    }

    #[test]
    fn groups_are_counted() {
        assert_eq!(tally(&observed("xo..........")), "groups: x 1, o 1");
        assert_eq!(tally(&observed("............")), "groups: x 0, o 0");
    }
}

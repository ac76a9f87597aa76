//! The end: whether the game is over, and who has won.

use std::collections::BTreeMap;

use bustan_vocabulary::abrobad::{Cell, Group, Player};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::UnGraphMap;

use super::board::{Board, adjacent};
use super::state::State;

/// Whether the game is over: the board is full [abrobad 3.1]. A repeated position does not end it
/// [abrobad 3.4].
pub(super) fn over(board: &Board) -> bool {
    board.empty_cells().next().is_none()
}

/// All groups [abrobad 3.2]: the components of the graph in which adjacent stones of one colour share an
/// edge, ordered by their smallest cells.
pub(super) fn groups(board: &Board) -> Vec<Group> {
    let mut graph: UnGraphMap<Cell, ()> = UnGraphMap::new();
    for (&cell, &colour) in &board.stones {
        graph.add_node(cell);
        for other in adjacent(cell).filter(|&other| board.at(other) == Some(colour)) {
            graph.add_edge(cell, other, ());
        }
    }
    let mut groups: Vec<Group> = tarjan_scc(&graph)
        .into_iter()
        .map(|mut cells| {
            cells.sort();
            Group { colour: board.stones[&cells[0]], cells }
        })
        .collect();
    groups.sort_by_key(|group| group.cells[0]);
    groups
}

/// The winner of a game that is over: the player to move if this player has fewer groups, otherwise the
/// opponent [abrobad 3.3].
pub(super) fn winner(state: &State) -> Option<Player> {
    if !over(&state.board) {
        return None;
    }
    let groups = groups(&state.board);
    let count = |player| groups.iter().filter(|group| group.colour == player).count();
    let (on_turn, opponent) = (state.turn, state.turn.opponent());
    Some(if count(on_turn) >= count(opponent) { opponent } else { on_turn })
}

/// The scores: 1 for the winner, 0 for everyone else [abrobad 3.5].
pub(super) fn scores(state: &State) -> BTreeMap<Player, u32> {
    let winner = winner(state);
    Player::ALL.into_iter().map(|player| (player, u32::from(winner == Some(player)))).collect()
}

//! Groups, sections, liberties.

use std::collections::{BTreeMap, BTreeSet};

use bustan_vocabulary::dominions::{Cell, Group, Piece, Section};
use petgraph::graph::UnGraph;
use petgraph::visit::{Dfs, VisitMap};

use super::board::{Beside, Board, opposite};

/// A graph whose nodes are cells, in their order.
type Graph = UnGraph<Cell, ()>;

/// All groups [dominions 3.1], sorted by their smallest cells.
pub(super) fn groups(board: &Board) -> Vec<Group> {
    group_cells(board)
        .into_iter()
        .filter_map(|cells| {
            let liberties = liberties(board, &cells);
            let liberty_cells: BTreeSet<Cell> = liberties.iter().copied().collect();
            Some(Group {
                controller: board.at(cells[0])?.controller,
                cells,
                liberties: liberties.len() as u32,
                liberty_cells: liberty_cells.into_iter().collect(),
            })
        })
        .collect()
}

/// All sections [dominions 3.2], sorted by their smallest cells.
pub(super) fn sections(board: &Board) -> Vec<Section> {
    section_cells(board)
        .into_iter()
        .map(|cells| {
            let liberties = liberties(board, &cells).len() as u32;
            Section { cells, liberties }
        })
        .collect()
}

/// The cells of all groups: linked tiles of one controller [dominions 3.1].
pub(super) fn group_cells(board: &Board) -> Vec<Vec<Cell>> {
    components(&links(board, |one, other| one.controller == other.controller))
}

/// The cells of all sections, which link tiles of both controllers [dominions 3.2].
pub(super) fn section_cells(board: &Board) -> Vec<Vec<Cell>> {
    components(&links(board, |_, _| true))
}

/// The liberties of the tiles on `cells`: the empty cells at which their beams point, with one entry for each
/// beam [dominions 3.3].
pub(super) fn liberties(board: &Board, cells: &[Cell]) -> Vec<Cell> {
    let mut liberties = Vec::new();
    for (cell, piece) in cells.iter().filter_map(|&cell| Some((cell, board.at(cell)?))) {
        for (direction, beside) in board.around(cell) {
            if let Beside::Empty(neighbour) = beside
                && piece.tile.has_beam(direction)
            {
                liberties.push(neighbour);
            }
        }
    }
    liberties
}

/// The graph of the occupied cells. Two neighbours share an edge if they are linked beam to beam and `joined`
/// returns `true` for their tiles.
fn links(board: &Board, joined: impl Fn(Piece, Piece) -> bool) -> Graph {
    let mut graph = Graph::default();
    let nodes: BTreeMap<Cell, _> = board.tiles().map(|(cell, _)| (cell, graph.add_node(cell))).collect();
    for (cell, piece) in board.tiles() {
        for (direction, beside) in board.around(cell) {
            // Add each link only once, from the smaller of its two cells.
            if let Beside::Tile(neighbour, other) = beside
                && cell < neighbour
                && piece.tile.has_beam(direction)
                && other.tile.has_beam(opposite(direction))
                && joined(piece, other)
            {
                graph.add_edge(nodes[&cell], nodes[&neighbour], ());
            }
        }
    }
    graph
}

/// The connected components of a graph, sorted by their smallest cells. The cells of each component are
/// sorted.
fn components(graph: &Graph) -> Vec<Vec<Cell>> {
    let mut components: Vec<Vec<Cell>> = Vec::new();
    let mut search = Dfs::empty(graph);
    for first in graph.node_indices() {
        if search.discovered.is_visited(&first) {
            continue;
        }
        search.move_to(first);
        let mut component = Vec::new();
        while let Some(reached) = search.next(graph) {
            component.push(graph[reached]);
        }
        component.sort();
        components.push(component);
    }
    components
}

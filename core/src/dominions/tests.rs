//! Tests of the methods that `Board` has in addition to the `Engine` interface. Their results are compared
//! with observations.

use std::format;
use std::string::ToString;
use std::vec::Vec;

use bustan_vocabulary::Engine;
use bustan_vocabulary::dominions::{Cell, Move, Piece, Player, Side, Tile};

use super::{Board, FastEngine, Journal, TileSet, hash};

/// The boards at every position of random games.
fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    let mut state = 1u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as u32) % below
    };
    for side in [2, 3, 5, 9] {
        let mut board = Board::new(Side::new(side).unwrap());
        boards.push(board.clone());
        while board.turn().is_some() {
            let count = board.legal_count();
            let mv = if count == 0 { Move::Pass } else { board.nth_legal(draw(count)).unwrap() };
            board.play(mv).unwrap();
            boards.push(board.clone());
        }
    }
    boards
}

/// Names of all cells of the board, and of some cells that are not on it.
fn cells() -> impl Iterator<Item = Cell> {
    (0..18).flat_map(|row| (0..19).filter_map(move |column| Cell::new(row, column)))
}

#[test]
fn legal_placements_are_the_same_however_they_are_asked_for() {
    for board in boards().into_iter().step_by(3) {
        let listed: Vec<Move> = board.legal_placements().collect();
        let numbered: Vec<Move> = (0..board.legal_count()).map_while(|n| board.nth_legal(n)).collect();
        assert_eq!(numbered, listed, "{board:?}");
        assert_eq!(board.nth_legal(board.legal_count()), None);
        let by_cell: Vec<Move> = cells()
            .flat_map(|cell| board.legal_tiles(cell).iter().map(move |tile| Move::Place(tile, cell)))
            .collect();
        assert_eq!(by_cell.len(), listed.len(), "{board:?}");
        assert!(by_cell.iter().all(|mv| listed.contains(mv)), "{board:?}");
    }
}

#[test]
fn nothing_can_be_placed_when_the_game_is_over() {
    let mut board = Board::new(Side::new(3).unwrap());
    board.play(Move::Pass).unwrap();
    assert!(cells().any(|cell| !board.legal_tiles(cell).is_empty()));
    board.play(Move::Pass).unwrap();
    assert!(cells().all(|cell| board.legal_tiles(cell).is_empty()));
    assert_eq!((board.legal_count(), board.legal_placements().count(), board.nth_legal(0)), (0, 0, None));
}

#[test]
fn a_board_set_up_has_the_hash_of_the_board_played() {
    for board in boards() {
        assert_eq!(Board::from_position(&board.position()).unwrap().hash(), board.hash(), "{board:?}");
    }
}

#[test]
fn hashes_are_those_of_every_version() {
    let mut board = Board::new(Side::new(3).unwrap());
    let hashes = [Some(100), None, Some(3), None, None].map(|number| {
        board.play(number.map_or(Move::Pass, |number| board.nth_legal(number).unwrap())).unwrap();
        board.hash()
    });
    let expected = [
        0x1743_41e5_fe79_9b2d,
        0x7bce_8a7a_c6c8_2bbc,
        0xa09d_f4f6_1196_f3c0,
        0xcc10_3f69_2927_4351,
        0x2ae9_cc2e_8a20_793b,
    ];
    assert_eq!(hashes, expected, "{board:?}");
}

#[test]
fn a_journal_has_the_moves_that_can_be_taken_back() {
    let (mut board, mut journal) = (Board::new(Side::new(3).unwrap()), Journal::new());
    assert!(journal.is_empty());
    for moves in 1..3 {
        board.play_noted(Player::ALL[moves - 1], Move::Pass, &mut journal).unwrap();
        assert_eq!((journal.len(), journal.is_empty()), (moves, false));
    }
    assert!(board.undo(&mut journal) && board.undo(&mut journal) && !board.undo(&mut journal));
    assert!(journal.is_empty());
}

#[test]
fn single_cells_show_what_the_whole_board_shows() {
    for board in boards() {
        let (pieces, groups, sections) = (board.position(), board.groups(), board.sections());
        for cell in cells() {
            let piece = pieces.tiles().get(&cell);
            let shown = |piece: Piece| (piece.tile, piece.owner, piece.controller);
            assert_eq!(board.piece(cell).map(shown), piece.copied().map(shown), "{board:?} {cell}");
            let group = groups.iter().find(|group| group.cells.contains(&cell));
            assert_eq!(board.group(cell).as_ref(), group, "{board:?} {cell}");
            assert_eq!(board.liberties(cell), group.map(|group| group.liberties), "{board:?} {cell}");
            let section = sections.iter().find(|section| section.cells.contains(&cell));
            assert_eq!(
                board.section_liberties(cell),
                section.map(|section| section.liberties),
                "{board:?} {cell}"
            );
        }
        let seen = board.observe();
        assert_eq!((board.passes(), board.side().get(), board.ply()), (seen.passes, seen.size, seen.ply));
        for player in [Player::White, Player::Black] {
            assert_eq!(board.territory(player), board.score(player) + 63);
        }
        assert_eq!(format!("{board:?}"), format!("Board({})", board.position()));
    }
}

#[test]
fn the_engine_answers_all_that_it_can_be_asked() {
    let board = boards().remove(40);
    let mut engine = FastEngine::default();
    engine.setup(&board.position()).unwrap();
    assert_eq!(engine.board().position(), board.position());
    assert_eq!(engine.standing(), Some(board.standing()));
    assert_eq!(engine.duplicate().and_then(|twin| twin.position()), Some(board.position()));
    let mut other = FastEngine::default();
    other.clone_from(&engine);
    assert_eq!(other.position(), Some(board.position()));
    assert_eq!(engine.perft(0), Some(1));
    assert!(engine.hash().is_some() && engine.observe().is_some() && engine.legal_moves().is_some());
    assert_eq!(engine.undo(), Some(false));
    assert!(engine.playout(&mut |_| 0).is_some());
    assert_eq!(engine.name(), "fast");
    assert_eq!(format!("{engine:?}"), format!("FastEngine({})", engine.position().unwrap()));
}

#[test]
fn each_fact_has_a_number_of_its_own_in_the_hash() {
    let cells = 0..126;
    let placed = cells
        .clone()
        .flat_map(|cell| (1..64).flat_map(move |tile| [0, 1].map(|owner| hash::placed(cell, tile, owner))));
    let facts = placed.chain(cells.map(hash::flipped)).chain([hash::TURN, hash::passes(1), hash::passes(2)]);
    let facts: Vec<u64> = facts.collect();
    let different: std::collections::BTreeSet<u64> = facts.iter().copied().collect();
    assert_eq!((different.len(), different.contains(&0)), (facts.len(), false));
}

#[test]
fn a_journal_has_room_for_a_whole_game() {
    for journal in [Journal::new(), Journal::new().clone()] {
        assert!(journal.plies.capacity() >= 254 && journal.steps.capacity() >= 126 * 17, "{journal:?}");
    }
}

#[test]
fn sets_of_tiles_are_sets() {
    let tiles = || [5, 63, 8].into_iter().filter_map(Tile::new);
    let set: TileSet = tiles().collect();
    assert_eq!((set.len(), set.is_empty(), TileSet::EMPTY.is_empty()), (3, false, true));
    assert!(tiles().all(|tile| set.contains(tile)) && !set.contains(Tile::new(6).unwrap()));
    assert_eq!(format!("{set:?}"), format!("{:?}", set.iter().collect::<std::collections::BTreeSet<_>>()));
    assert_eq!(set.iter().map(|tile| tile.to_string()).collect::<Vec<_>>().len(), 3);
    assert_eq!(TileSet::default(), TileSet::EMPTY);
}

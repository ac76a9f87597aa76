//! Compares the engine with a slow computation from cells, at every position that games reach.

use std::collections::{BTreeMap, BTreeSet};
use std::vec::Vec;

use bustan_vocabulary::tictactoe::{Cell, Move, Player, Position, Reason};
use bustan_vocabulary::{Engine, Solve};

use super::{Board, FastEngine, Graph};

type Cells = [Option<Player>; 9];

/// Whether `player` has three marks in a column, in a row or on a diagonal.
fn lined(cells: &Cells, player: Player) -> bool {
    let has = |column: usize, row: usize| cells[3 * row + column] == Some(player);
    (0..3).any(|i| (0..3).all(|j| has(i, j)) || (0..3).all(|j| has(j, i)))
        || (0..3).all(|i| has(i, i))
        || (0..3).all(|i| has(i, 2 - i))
}

fn over(cells: &Cells) -> bool {
    Player::ALL.iter().any(|&player| lined(cells, player)) || cells.iter().all(Option::is_some)
}

/// Every position that games reach, found by playing all moves on plain cells.
fn reached() -> BTreeSet<(Cells, Player)> {
    let mut known = BTreeSet::new();
    let mut left = std::vec![([None; 9], Player::X)];
    while let Some((cells, turn)) = left.pop() {
        if !known.insert((cells, turn)) || over(&cells) {
            continue;
        }
        for cell in (0..9).filter(|&cell| cells[cell].is_none()) {
            let mut after = cells;
            after[cell] = Some(turn);
            left.push((after, turn.opponent()));
        }
    }
    known
}

fn number(cells: &Cells) -> u32 {
    let digit = |mark: &Option<Player>| mark.map_or(0, |player| 2 - player as u32);
    cells.iter().rev().fold(0, |sum, mark| 3 * sum + digit(mark))
}

/// The board rotated by a quarter turn.
fn turned(cells: &Cells) -> Cells {
    core::array::from_fn(|place| cells[3 * (2 - place % 3) + place / 3])
}

fn reflected(cells: &Cells) -> Cells {
    core::array::from_fn(|place| cells[3 * (place / 3) + 2 - place % 3])
}

#[test]
fn every_position_shows_what_cell_by_cell_it_is() {
    let reached = reached();
    assert_eq!(reached.len(), 5478);
    let mut canonical = BTreeSet::new();
    for misere in [false, true] {
        for &(cells, turn) in &reached {
            let position = Position::new(cells, turn, misere);
            let mut board = Board::from_position(&position).unwrap();
            assert_eq!(board.position(), position);
            let seen = board.observe();
            assert_eq!(seen.hash, number(&cells));
            let mut images = std::vec![cells];
            for _ in 0..3 {
                images.push(turned(images.last().unwrap()));
            }
            images.extend(images.clone().iter().map(reflected));
            assert_eq!(Some(seen.canonical), images.iter().map(number).min());
            canonical.insert(seen.canonical);
            let line = Player::ALL.into_iter().find(|&player| lined(&cells, player));
            let winner = line.map(|player| if misere { player.opponent() } else { player });
            assert_eq!((seen.winner, seen.over), (winner, over(&cells)));
            assert_eq!(seen.to_move, (!over(&cells)).then_some(turn));
            let scores: BTreeMap<Player, u32> =
                [Player::X, Player::O].map(|p| (p, u32::from(winner == Some(p)))).into();
            assert_eq!(seen.scores, scores);
            let legal: Vec<Move> = board.legal_moves().collect();
            let free = Cell::BOARD.into_iter().zip(cells).filter(|(_, mark)| mark.is_none() && !seen.over);
            assert!(legal.iter().copied().eq(free.map(|(cell, _)| Move(cell))));
            assert_eq!((legal.len() as u32, legal.len() as u64), (board.legal_count(), board.perft(1)));
            for mv in legal {
                let mut after = cells;
                after[mv.0.place().unwrap()] = Some(turn);
                board.play(mv).unwrap();
                assert_eq!(board.position(), Position::new(after, turn.opponent(), misere));
                assert!(board.undo());
            }
            assert_eq!(board.observe(), seen);
        }
    }
    assert_eq!(canonical.len(), 765);
}

#[test]
fn exactly_the_positions_that_games_reach_can_be_set_up() {
    let reached = reached();
    for number in 0..3u32.pow(9) {
        let digit = |place| number / 3u32.pow(place as u32) % 3;
        let cells =
            core::array::from_fn(|place| [None, Some(Player::O), Some(Player::X)][digit(place) as usize]);
        for turn in Player::ALL {
            let set_up = Board::from_position(&Position::new(cells, turn, false));
            assert_eq!(set_up.is_ok(), reached.contains(&(cells, turn)), "{cells:?}");
        }
    }
}

#[test]
fn a_refused_move_is_refused_for_the_first_reason() {
    let mut board = Board::new(false);
    let mv = |text: &str| text.parse::<Move>().unwrap();
    assert_eq!(board.play_for(Player::O, mv("d4")), Err(Reason::NotYourTurn));
    assert_eq!(board.play(mv("d4")), Err(Reason::OffBoard));
    for text in ["a1", "a2", "b1", "b2"] {
        board.play(mv(text)).unwrap();
    }
    assert_eq!(board.play(mv("a1")), Err(Reason::Occupied));
    board.play(mv("c1")).unwrap();
    assert_eq!((board.winner(), board.legal_count()), (Some(Player::X), 0));
    assert_eq!(board.check(Player::X, mv("d4")), Err(Reason::GameOver));
}

#[test]
fn sequences_are_as_many_as_known() {
    let board = Board::new(false);
    let counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    assert!((0..).zip(counts).all(|(depth, count)| board.perft(depth) == count));
}

#[test]
fn the_graph_has_the_moves_of_the_board() {
    for misere in [false, true] {
        let mut graph = Graph::from_start(&Position::initial(misere)).unwrap();
        for &(cells, turn) in &reached() {
            let mut board = Board::from_position(&Position::new(cells, turn, misere)).unwrap();
            let mut below = Vec::new();
            let ended = graph.expand(board.number().into(), &mut |number| below.push(number as u32));
            let lead = |winner: Player| if winner == turn { 1 } else { -1 };
            assert_eq!(ended, board.is_over().then(|| board.winner().map_or(0, lead)));
            for mv in board.legal_moves() {
                board.play(mv).unwrap();
                assert!(below.contains(&board.number()));
                board.undo();
            }
            assert_eq!(below.len() as u32, board.legal_count());
            assert_eq!(graph.position(board.number().into()), board.position());
        }
    }
}

#[test]
fn random_games_come_to_an_end() {
    let mut engine = FastEngine::default();
    let mut state = 1u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as u32) % below
    };
    for _ in 0..200 {
        engine.setup(&Position::initial(false)).unwrap();
        let done = engine.playout(&mut draw).unwrap();
        assert!(engine.turn().is_none() && (5..=9).contains(&done.plies));
    }
}

//! Compares the engine with a walk over single cells, and its records with a computation from scratch.

use alloc::collections::{BTreeMap, BTreeSet};
use std::string::{String, ToString};
use std::vec::Vec;

use bustan_vocabulary::tribolo::{
    Cell, Content, Lot, Move, Observation, Player, Position, Reason, Size, Tribolo,
};
use bustan_vocabulary::{Engine, Game, Ruling, Standing};

use super::board::{Board, Ply};
use super::lane::Word;
use super::lines::At;
use super::{FastEngine, hash};

type Jumps = BTreeMap<Cell, Vec<Cell>>;

/// The jumps of `player`, found by walking from every empty cell in all directions.
fn walk(position: &Position, player: Player) -> Jumps {
    let at = |column: i32, row: i32| -> Option<Content> {
        position.at(Cell::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?)
    };
    let mut jumps = Jumps::new();
    for cell in position.size().cells().filter(|&cell| position.at(cell) == Some(Content::Empty)) {
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let step = |n: i32| (i32::from(cell.column()) + n * right, i32::from(cell.row()) + n * down);
            let content = |n: i32| at(step(n).0, step(n).1);
            let Some(Content::Owned(over)) = content(1) else { continue };
            let end = (1..).find(|&n| content(n) != Some(Content::Owned(over))).unwrap();
            if over != player && content(end) == Some(Content::Owned(player)) {
                let cells =
                    (1..end).map(step).map(|(column, row)| Cell::new(column as u8, row as u8).unwrap());
                jumps.entry(cell).or_default().extend(cells);
            }
        }
    }
    jumps.values_mut().for_each(|cells| cells.sort_unstable());
    jumps
}

/// The position after a move, computed with [`walk`].
fn walked(position: &Position, mover: Player, cell: Cell) -> Position {
    let mut cells = position.cells().to_vec();
    for &taken in walk(position, mover)[&cell].iter().chain([&cell]) {
        cells[position.size().index(taken).unwrap()] = Content::Owned(mover);
    }
    let after = Position::new(position.size(), cells, mover.next(), position.ply() + 1).unwrap();
    let able = mover.next().cycle().into_iter().find(|&player| !walk(&after, player).is_empty());
    Position::new(after.size(), after.cells().to_vec(), able.unwrap_or(mover.next()), after.ply()).unwrap()
}

/// The smallest sizes, sizes near the border between narrow and wide lanes, the largest size, and some
/// others.
fn sizes() -> impl Iterator<Item = Size> {
    const SIDES: [u8; 8] = [1, 2, 3, 5, 11, 16, 17, 26];
    SIDES.into_iter().flat_map(|width| SIDES.into_iter().filter_map(move |height| Size::new(width, height)))
}

/// A board with random cells. `owned` of ten cells are owned on average; most of the others are empty.
fn drawn(size: Size, owned: u32, lot: &mut Lot) -> Position {
    let content = |lot: &mut Lot| match lot.below(10) {
        n if n < owned => Content::Owned(Player::ALL[lot.below(3) as usize]),
        n if n + 1 < 10 => Content::Empty,
        _ => Content::Wall,
    };
    let cells = (0..size.count()).map(|_| content(lot)).collect();
    Position::new(size, cells, Player::ALL[lot.below(3) as usize], 0).unwrap()
}

fn engine(position: &Position) -> FastEngine {
    let mut engine = FastEngine::default();
    engine.setup(position).unwrap();
    engine
}

fn text(position: &str) -> FastEngine {
    engine(&position.parse().unwrap())
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Everything that the engine reports about the position.
fn state(engine: &FastEngine) -> String {
    shown(engine, engine.observe())
}

/// The same as [`state`], but without the report on the last move.
fn standing(engine: &FastEngine) -> String {
    shown(engine, engine.observe().as_ref().map(Tribolo::without_history))
}

fn shown(engine: &FastEngine, seen: Option<Observation>) -> String {
    let jumps = Player::ALL.map(|player| engine.jumps(player));
    std::format!("{seen:?} {:?} {jumps:?} {:?}", engine.position(), engine.hash())
}

#[test]
fn jumps_are_those_of_a_walk_from_every_cell() {
    let mut lot = Lot::new(1);
    for (size, owned) in sizes().flat_map(|size| [(size, 3), (size, 7), (size, 9)]) {
        let position = drawn(size, owned, &mut lot);
        let engine = engine(&position);
        for player in Player::ALL {
            let jumps = walk(&position, player);
            assert_eq!(
                engine.moves(player),
                jumps.keys().copied().collect::<Vec<_>>(),
                "{player} in {position}"
            );
            assert_eq!(engine.jumps(player), jumps, "{player} in {position}");
        }
    }
}

#[test]
fn runs_of_every_length_are_jumped_over_in_every_direction() {
    for side in 3..=Size::MAX {
        let size = Size::new(side, side).unwrap();
        let last = side - 1;
        for place in [|i, _| (i, 0), |i, last| (last, i), |i, _| (i, i), |i, last| (last - i, i)]
            as [fn(u8, u8) -> (u8, u8); 4]
        {
            for backward in [false, true] {
                let line: Vec<Cell> = (0..side)
                    .map(|i| if backward { last - i } else { i })
                    .map(|i| place(i, last))
                    .map(|(column, row)| Cell::new(column, row).unwrap())
                    .collect();
                for (mover, over) in Player::ALL.iter().flat_map(|&m| [(m, m.next()), (m, m.next().next())]) {
                    let mut cells = std::vec![Content::Wall; size.count()];
                    for (i, &cell) in line.iter().enumerate() {
                        cells[size.index(cell).unwrap()] = match i {
                            0 => Content::Empty,
                            i if i + 1 == line.len() => Content::Owned(mover),
                            _ => Content::Owned(over),
                        };
                    }
                    let engine = engine(&Position::new(size, cells, mover, 0).unwrap());
                    let mut jumped = line[1..line.len() - 1].to_vec();
                    jumped.sort_unstable();
                    assert_eq!(engine.jumps(mover), Jumps::from([(line[0], jumped)]), "{engine:?}");
                }
            }
        }
    }
}

#[test]
fn every_move_of_a_game_does_what_a_walk_says_and_is_taken_back() {
    let mut lot = Lot::new(2);
    for size in sizes() {
        let mut engine = engine(&Position::from_seed(size, 3));
        let mut states = Vec::from([state(&engine)]);
        while let Some(player) = engine.turn() {
            let before = engine.position().unwrap();
            let moves = engine.legal_moves().unwrap();
            let mv = moves[lot.below(moves.len() as u32) as usize];
            assert_eq!(engine.play(player, &mv), Ok(()));
            assert_eq!(
                engine.position().unwrap(),
                walked(&before, player, mv.0),
                "{player} {mv} in {before}"
            );
            states.push(state(&engine));
        }
        while let Some(expected) = states.pop() {
            assert_eq!(state(&engine), expected);
            assert_eq!(engine.undo(), Some(!states.is_empty()));
        }
    }
}

#[test]
fn a_game_played_and_the_same_position_set_up_are_alike() {
    let mut lot = Lot::new(3);
    for size in sizes() {
        let mut engine = engine(&Position::from_seed(size, 4));
        while let Some(player) = engine.turn() {
            let moves = engine.legal_moves().unwrap();
            engine.play(player, &moves[lot.below(moves.len() as u32) as usize]).unwrap();
            assert_eq!(standing(&engine), standing(&self::engine(&engine.position().unwrap())));
        }
    }
}

/// Wide lanes fit any board and must yield the same moves as narrow ones.
#[test]
fn narrow_and_wide_lanes_agree() {
    fn played<W: Word>(position: &Position, seed: u64) -> (Vec<Position>, u64) {
        let mut lot = Lot::new(seed);
        let mut board = Board::<W>::from_position(position);
        let nodes = board.perft(3);
        let mut positions = Vec::from([board.position()]);
        while !board.over {
            let (_, at) = board.legal.drawn(board.height, |count| lot.below(count));
            let _: Ply<W> = board.make(at);
            positions.push(board.position());
        }
        (positions, nodes)
    }
    for seed in 0..20 {
        for size in ["16x11", "16x16", "3x16", "16x1", "5x4"] {
            let position = Position::from_seed(size.parse().unwrap(), seed);
            assert_eq!(played::<u64>(&position, seed), played::<u128>(&position, seed));
        }
    }
}

/// The records of a board must always equal those computed from scratch.
#[test]
fn records_of_moves_made_and_taken_back_are_those_of_the_position() {
    fn agrees<W: Word>(board: &Board<W>) {
        let position = board.position();
        let afresh = Board::<W>::from_position(&position);
        assert_eq!(board.rows, afresh.rows, "{position}");
        assert_eq!(board.lines, afresh.lines, "{position}");
        assert_eq!(board.empty, afresh.empty, "{position}");
        assert_eq!(board.legal, afresh.legal, "{position}");
        assert_eq!(board.legal, board.cells(board.turn), "{position}");
        assert_eq!((board.turn, board.over, board.hash()), (afresh.turn, afresh.over, afresh.hash()));
        let owned = |player| position.cells().iter().filter(|held| held.owner() == Some(player)).count();
        assert_eq!(board.scores().map(|score| score as usize), Player::ALL.map(owned), "{position}");
    }
    fn played<W: Word>(position: &Position, lot: &mut Lot) {
        let mut board = Board::<W>::from_position(position);
        let mut plies = Vec::new();
        while !board.over {
            let (_, at) = board.legal.drawn(board.height, |count| lot.below(count));
            plies.push(board.make(at));
            agrees(&board);
        }
        for ply in plies.iter().rev() {
            board.unmake(ply);
            board.survey();
            agrees(&board);
        }
    }
    let mut lot = Lot::new(6);
    for size in sizes() {
        let position = Position::from_seed(size, 8);
        if size.width() <= 16 && size.height() <= 16 {
            played::<u64>(&position, &mut lot);
        }
        played::<u128>(&position, &mut lot);
    }
}

#[test]
fn every_legal_cell_is_drawn_by_the_number_of_those_before_it() {
    let mut lot = Lot::new(7);
    for size in sizes() {
        let position = drawn(size, 7, &mut lot);
        let board = Board::<u128>::from_position(&position);
        for (n, at) in board.legal.iter().enumerate() {
            let count = board.legal.count();
            assert_eq!(board.legal.drawn(board.height, |_| n as u32), (count, at), "{position}");
        }
    }
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    fn count(engine: &mut FastEngine, depth: u32) -> u64 {
        let Some(player) = engine.turn().filter(|_| depth > 0) else { return u64::from(depth == 0) };
        let moves = engine.legal_moves().unwrap().into_iter();
        moves
            .map(|mv| {
                engine.play(player, &mv).unwrap();
                let below = count(engine, depth - 1);
                engine.undo();
                below
            })
            .sum()
    }
    for size in ["5x4", "8x8", "16x11", "20x3"] {
        let mut engine = engine(&Position::from_seed(size.parse().unwrap(), 5));
        let before = state(&engine);
        for depth in 0..4 {
            assert_eq!(engine.perft(depth), Some(count(&mut engine, depth)), "{size}, depth {depth}");
            assert_eq!(state(&engine), before);
        }
    }
}

#[test]
fn random_games_draw_every_move_alike() {
    let start = engine(&Position::from_seed(Size::STANDARD, 6));
    let moves = start.legal_moves().unwrap();
    let chosen = moves.iter().enumerate().map(|(choice, _)| {
        let mut asked = 0;
        let mut game = start.clone();
        let done = game.playout(&mut |n| {
            asked += 1;
            if asked == 1 {
                assert_eq!(n as usize, moves.len());
                choice as u32
            } else {
                0
            }
        });
        assert_eq!(done.unwrap().plies, asked);
        assert_eq!((game.turn(), game.undo()), (None, Some(false)));
        game.position().unwrap().to_string()
    });
    let ends: BTreeSet<String> = chosen.collect();
    let expected = moves.iter().map(|&mv| {
        let mut game = start.clone();
        let mut mv: Option<Move> = Some(mv);
        while let (Some(player), Some(now)) = (game.turn(), mv) {
            game.play(player, &now).unwrap();
            mv = game.legal_moves().unwrap().first().copied();
        }
        game.position().unwrap().to_string()
    });
    assert_eq!(ends, expected.collect());
}

#[test]
fn the_first_reason_that_applies_is_given() {
    let mut engine = text("6x1 .RB#.G blue 0");
    let refused = |engine: &mut FastEngine, player, name: &str, reason| {
        let mv = Move(cell(name));
        assert_eq!(engine.verdict(player, &mv), Ruling::Illegal(reason));
        assert_eq!(engine.play(player, &mv), Err(Some(reason)));
    };
    refused(&mut engine, Player::Red, "z9", Reason::NotYourTurn);
    refused(&mut engine, Player::Blue, "a2", Reason::OffBoard);
    refused(&mut engine, Player::Blue, "d1", Reason::Occupied);
    refused(&mut engine, Player::Blue, "b1", Reason::Occupied);
    refused(&mut engine, Player::Blue, "e1", Reason::NoJump);
    assert_eq!(engine.verdict(Player::Blue, &Move(cell("a1"))), Ruling::Legal);
    assert_eq!(engine.play(Player::Blue, &Move(cell("a1"))), Ok(()));
    refused(&mut engine, Player::Red, "z9", Reason::GameOver);
}

#[test]
fn players_without_a_move_are_skipped_and_undo_takes_back_the_skips() {
    for (start, mover, name, next) in [
        ("7x1 .RB#.RB red 0", Player::Blue, "a1", Some(Player::Blue)),
        ("7x1 .RB#.BG blue 0", Player::Blue, "a1", Some(Player::Green)),
        ("7x1 .RB#.BR blue 0", Player::Blue, "a1", Some(Player::Red)),
        ("3x1 .RB red 0", Player::Blue, "a1", None),
    ] {
        let mut engine = text(start);
        let before = state(&engine);
        assert_eq!(engine.turn(), Some(mover), "{start}");
        engine.play(mover, &Move(cell(name))).unwrap();
        assert_eq!(engine.turn(), next, "{start}");
        assert_eq!(engine.undo(), Some(true));
        assert_eq!(state(&engine), before);
    }
}

#[test]
fn a_game_without_moves_is_over_at_once_and_keeps_the_player_asked() {
    let mut engine = text("3x1 B#G green 0");
    assert_eq!(engine.turn(), None);
    assert_eq!(engine.position().unwrap().to_string(), "3x1 B#G green 0");
    assert_eq!((engine.perft(0), engine.perft(1), engine.perft(2)), (Some(1), Some(0), Some(0)));
    assert_eq!(engine.undo(), Some(false));
}

#[test]
fn only_a_largest_score_of_one_player_at_the_end_wins() {
    let winner = |position| text(position).observe().unwrap().winner;
    assert_eq!(winner("4x1 BRBR green 0"), None);
    assert_eq!(winner("5x1 BRBRB green 0"), Some(Player::Blue));
    assert_eq!(winner("6x1 .RBBBB red 0"), None);
}

#[test]
fn the_engine_has_standings_duplicates_and_a_name() {
    let engine = text("6x1 .RBBBG red 0");
    let points: Vec<i32> = engine.observe().unwrap().scores.values().map(|&score| score as i32).collect();
    assert_eq!(points.iter().sum::<i32>(), 5);
    assert_eq!(engine.standing(), Some(Standing::of_points(&points)));
    assert_eq!(engine.duplicate().map(|twin| state(&twin)), Some(state(&engine)));
    assert_eq!(engine.name(), "fast");
}

#[test]
fn hashes_differ_by_turn_by_owner_and_by_wall() {
    let boards = ["4x2 .RB..BR. blue 0", "4x2 .RB..BR. red 0", "4x2 .RB..BR# blue 0", "4x2 .RBG.BR. blue 0"];
    let hashes: Vec<u64> = boards.iter().map(|board| text(board).hash().unwrap()).collect();
    assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), hashes.len());
    assert_eq!(text("4x2 .RB..BR. blue 0").hash(), text("4x2 .RB..BR. blue 2").hash());
    // When the game is over, no player is to move, whichever player was asked first.
    assert_eq!(text("3x1 B#G green 0").hash(), text("3x1 B#G blue 0").hash());
}

#[test]
fn every_bit_of_a_hash_says_something_whoever_is_on_turn() {
    let mut lot = Lot::new(5);
    let mut bits = BTreeMap::<Option<Player>, (u64, u64)>::new();
    for _ in 0..1_000 {
        let engine = engine(&drawn(Size::STANDARD, [0, 7][lot.below(2) as usize], &mut lot));
        let (on, off) = bits.entry(engine.turn()).or_default();
        *on |= engine.hash().unwrap();
        *off |= !engine.hash().unwrap();
    }
    assert!(bits.len() == 4 && bits.values().all(|&both| both == (!0, !0)), "{bits:x?}");
}

#[test]
fn no_two_facts_about_a_position_have_the_same_number_in_its_hash() {
    let cells = (0..26).flat_map(|row| (0..26).map(move |column| At { row, column }));
    let contents = cells.flat_map(|at| (0..4).map(move |content| hash::cell(at, content)));
    let numbers: Vec<u64> = contents.chain((0..3).map(hash::turn)).chain([hash::OVER]).collect();
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len());
    assert_eq!(numbers.iter().filter(|&&number| number == 0).count(), 1);
    assert_eq!(hash::turn(0), 0);
}

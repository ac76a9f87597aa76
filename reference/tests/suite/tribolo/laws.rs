//! Invariants that are checked before every move of random games.

use std::collections::HashMap;

use bustan_reference::tribolo::ReferenceEngine;
use bustan_vocabulary::tribolo::{Cell, Content, Lot, Move, Player, Position, Size, Tribolo};
use bustan_vocabulary::{Engine, Game, Ruling};

use super::seen;

/// A board of a random size up to 8 x 8 with random contents, or a standard setup.
fn board(lot: &mut Lot) -> Position {
    if lot.below(30) == 0 {
        return Position::from_seed(Size::STANDARD, lot.next_u64());
    }
    let size = Size::new(1 + lot.below(8) as u8, 1 + lot.below(8) as u8).unwrap();
    let empty = 1 + lot.below(6);
    let cells = (0..size.count())
        .map(|_| if lot.below(8) < empty { Content::Empty } else { Content::ALL[1 + lot.below(4) as usize] })
        .collect();
    Position::new(size, cells, Player::ALL[lot.below(3) as usize], 0).unwrap()
}

/// Plays uniformly random games, and calls `law` before each move and at the end.
fn in_random_games(law: impl FnMut(&mut ReferenceEngine)) {
    in_games(60, law);
}

fn in_games(games: u32, mut law: impl FnMut(&mut ReferenceEngine)) {
    let mut lot = Lot::new(4);
    for _ in 0..games {
        let mut engine = ReferenceEngine::default();
        engine.setup(&board(&mut lot)).unwrap();
        while let Some(player) = engine.turn() {
            law(&mut engine);
            let moves = engine.legal_moves().unwrap();
            let mv = moves[lot.below(moves.len() as u32) as usize];
            assert_eq!(engine.play(player, &mv), Ok(()));
        }
        law(&mut engine);
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..18).flat_map(|column| (0..13).filter_map(move |row| Cell::new(column, row)))
}

#[test]
fn setup_restores_every_position_of_a_game() {
    let mut other = ReferenceEngine::default();
    in_random_games(|engine| {
        let position = engine.position().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        other.setup(&position).unwrap();
        assert_eq!((seen(&other), other.hash()), (Tribolo::without_history(&seen(engine)), engine.hash()));
        assert_eq!(other.position(), Some(position));
        assert_eq!(other.undo(), Some(false));
    });
}

#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    in_games(20, |engine| {
        let listed = engine.legal_moves().unwrap();
        assert!(listed.is_sorted_by(|a, b| a < b), "each is listed once");
        for player in Player::ALL {
            let allowed: Vec<Cell> =
                cells().filter(|&cell| engine.verdict(player, &Move(cell)) == Ruling::Legal).collect();
            let listed = if engine.turn() == Some(player) { listed.clone() } else { Vec::new() };
            let mut sorted = allowed.clone();
            sorted.sort();
            assert_eq!(sorted.into_iter().map(Move).collect::<Vec<_>>(), listed);
        }
    });
}

#[test]
fn play_answers_as_verdict_does_and_is_taken_back_whole() {
    in_games(20, |engine| {
        let before = (seen(engine), engine.hash());
        let player = engine.turn().unwrap_or(Player::Blue);
        for cell in cells() {
            let verdict = engine.verdict(player, &Move(cell)).answer().unwrap();
            assert_eq!(engine.play(player, &Move(cell)), verdict);
            if verdict.is_ok() {
                assert_ne!(seen(engine).board, before.0.board);
                assert_eq!(engine.undo(), Some(true));
            }
        }
        assert_eq!((seen(engine), engine.hash()), before);
    });
}

#[test]
fn a_move_gives_its_player_what_it_takes_and_one() {
    in_random_games(|engine| {
        let (before, Some(player)) = (seen(engine), engine.turn()) else { return };
        for (&cell, over) in &before.jumps {
            engine.play(player, &Move(cell)).unwrap();
            let after = seen(engine);
            let gain = |who| i64::from(after.scores[&who]) - i64::from(before.scores[&who]);
            assert_eq!(gain(player), 1 + over.len() as i64);
            assert_eq!(Player::ALL.map(gain).iter().sum::<i64>(), 1);
            let changed = before.board.iter().filter(|&(cell, content)| after.board[cell] != *content);
            assert_eq!(changed.map(|(&cell, _)| cell).collect::<Vec<_>>(), *over);
            assert_eq!(after.board[&cell], Content::Owned(player));
            engine.undo().unwrap();
        }
    });
}

#[test]
fn the_board_says_who_is_on_turn() {
    in_random_games(|engine| {
        let before = seen(engine);
        assert_eq!(before.over, before.moves.values().all(Vec::is_empty));
        let Some(player) = before.to_move else { return };
        assert_eq!(before.jumps.keys().copied().collect::<Vec<_>>(), before.moves[&player]);
        for &cell in &before.moves[&player] {
            engine.play(player, &Move(cell)).unwrap();
            let after = seen(engine);
            let next = player.next().cycle().into_iter().find(|player| !after.moves[player].is_empty());
            assert_eq!(after.to_move, next);
            engine.undo().unwrap();
        }
    });
}

/// Walking outward from each empty cell, as the rules describe a move, must find the same jumps as the
/// windows of runs.
#[test]
fn jumps_are_those_found_by_walking() {
    in_random_games(|engine| {
        let seen = seen(engine);
        let at = |x: i32, y: i32| {
            let on_board = 0 <= x && x < i32::from(seen.width) && 0 <= y && y < i32::from(seen.height);
            let cell = on_board.then(|| Cell::new(x as u8, y as u8).unwrap())?;
            Some((cell, seen.board.get(&cell).copied().unwrap_or(Content::Empty)))
        };
        for player in Player::ALL {
            let mut found: HashMap<Cell, Vec<Cell>> = HashMap::new();
            for (x, y) in (0..26).flat_map(|x| (0..26).map(move |y| (x, y))) {
                let Some((start, Content::Empty)) = at(x, y) else { continue };
                for (dx, dy) in
                    (-1..2).flat_map(|dx| (-1..2).map(move |dy| (dx, dy))).filter(|&step| step != (0, 0))
                {
                    let line: Vec<_> = (1..).map_while(|k| at(x + k * dx, y + k * dy)).collect();
                    let Some(&(_, Content::Owned(over))) = line.first() else { continue };
                    let n = line.iter().take_while(|(_, content)| content.owner() == Some(over)).count();
                    if over != player && line.get(n).and_then(|(_, content)| content.owner()) == Some(player)
                    {
                        found.entry(start).or_default().extend(line[..n].iter().map(|&(cell, _)| cell));
                    }
                }
            }
            found.values_mut().for_each(|over| over.sort());
            let mut moves: Vec<Cell> = found.keys().copied().collect();
            moves.sort();
            assert_eq!(moves, seen.moves[&player]);
            if seen.to_move == Some(player) {
                assert_eq!(found, seen.jumps.clone().into_iter().collect());
            }
        }
    });
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let mut by_hash = HashMap::new();
    let mut by_identity = HashMap::new();
    in_random_games(|engine| {
        let identity = Tribolo::identity(&seen(engine));
        assert_eq!(by_hash.entry(engine.hash()).or_insert_with(|| identity.clone()), &identity);
        assert_eq!(*by_identity.entry(identity).or_insert_with(|| engine.hash()), engine.hash());
    });
}

/// The perft counts were computed by a program that shares no code with this project, from the setup that the
/// documentation describes.
#[test]
fn the_standard_setup_of_seed_0_has_so_many_sequences_of_moves() {
    let mut engine = ReferenceEngine::default();
    for (depth, nodes) in (0..).zip([1, 8, 86, 520, 3_730]) {
        assert_eq!(engine.perft(depth), Some(nodes), "depth {depth}");
    }
}

//! Compares both engines of Tribolo on all small boards, and in all games from a few small setups.

use bustan_core::tribolo::FastEngine;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_tests::is_thorough;
use bustan_vocabulary::Engine;
use bustan_vocabulary::tribolo::{Content, Move, Observation, Player, Position, Size, Tribolo};
use rayon::prelude::*;

/// The maximum number of cells of boards with one row or column.
fn longest() -> u8 {
    if is_thorough() { 8 } else { 7 }
}

/// The board whose cells are the digits of `number` in base 5. Every board of the given size has a number.
fn board(size: Size, mut number: u32, asked: Player) -> Position {
    let cells = (0..size.count())
        .map(|_| {
            let content = Content::ALL[number as usize % 5];
            number /= 5;
            content
        })
        .collect();
    Position::new(size, cells, asked, 0).expect("a board of this size")
}

/// All results at a position.
fn said<E>(engine: &E) -> (Option<Observation>, Option<Player>, Vec<Move>, Option<Position>)
where
    E: Engine<Game = Tribolo, Observation = Observation>,
{
    let mut moves = engine.legal_moves().unwrap();
    moves.sort_unstable();
    (engine.observe(), engine.turn(), moves, engine.position())
}

/// The maximum number of cells of boards on which the verdicts on every cell for every player are compared.
const ASKED: usize = 5;

/// Returns a difference between the results of two engines at a position or after one of its moves, if there
/// is one.
fn difference<E>(subject: &mut E, reference: &mut ReferenceEngine, position: &Position) -> Option<String>
where
    E: Engine<Game = Tribolo, Observation = Observation>,
{
    subject.setup(position).expect("every position will do");
    reference.setup(position).expect("every position will do");
    let before = said(reference);
    if said(subject) != before {
        return Some(format!("{position}"));
    }
    if position.size().count() <= ASKED {
        for (player, cell) in
            Player::ALL.into_iter().flat_map(|player| position.size().cells().map(move |cell| (player, cell)))
        {
            if subject.verdict(player, &Move(cell)) != reference.verdict(player, &Move(cell)) {
                return Some(format!("{position}, asked about {player} {cell}"));
            }
        }
    }
    let (_, turn, moves, _) = &before;
    let player = (*turn)?;
    if player != position.asked() {
        // The engines must report the position with the player to move as the player asked first; its moves
        // are compared when that position is set up.
        let asked = Position::new(position.size(), position.cells().to_vec(), player, position.ply());
        return (before.3 != asked.ok()).then(|| format!("{position}, told as {:?}", before.3));
    }
    for mv in moves {
        let played = (subject.play(player, mv), reference.play(player, mv)) == (Ok(()), Ok(()));
        if !played || said(subject) != said(reference) {
            return Some(format!("{position}, {mv}"));
        }
        if (subject.undo(), reference.undo()) != (Some(true), Some(true)) || said(subject) != before {
            return Some(format!("{position}, {mv} taken back"));
        }
    }
    None
}

/// Returns the first difference on any board of a size, with each player asked first. A player who can move
/// is to move when asked first, so the jumps of all three players are compared.
fn on_all_boards<E>(width: u8, height: u8, subject: impl Fn() -> E + Sync) -> Option<String>
where
    E: Engine<Game = Tribolo, Observation = Observation>,
{
    let size = Size::new(width, height).unwrap();
    let boards = 5_u32.pow(size.count() as u32);
    let engines = || (subject(), ReferenceEngine::default());
    let boards = (0..boards).into_par_iter().map_init(engines, |(subject, reference), number| {
        Player::ALL.into_iter().find_map(|asked| difference(subject, reference, &board(size, number, asked)))
    });
    boards.find_map_first(|difference| difference)
}

#[test]
fn all_boards_of_one_row_are_the_same_on_both_engines() {
    for width in 1..=longest() {
        assert_eq!(on_all_boards(width, 1, FastEngine::default), None);
    }
}

#[test]
fn all_boards_of_one_column_are_the_same_on_both_engines() {
    for height in 1..=longest() {
        assert_eq!(on_all_boards(1, height, FastEngine::default), None);
    }
}

#[test]
fn all_boards_of_two_rows_of_three_cells_are_the_same_on_both_engines() {
    assert_eq!(on_all_boards(3, 2, FastEngine::default), None);
}

#[test]
fn lines_of_up_to_five_cells_show_every_planted_flaw_but_those_of_a_diagonal_and_of_long_lines() {
    for flaw in TriboloFlaw::ALL {
        let found = (1..=5).find_map(|width| on_all_boards(width, 1, || FlawedTribolo::new(flaw)));
        let shown = !matches!(flaw, TriboloFlaw::SevenDirections | TriboloFlaw::LongRuns);
        assert_eq!(found.is_some(), shown, "{flaw}: {found:?}");
    }
    assert_eq!(on_all_boards(5, 1, || FlawedTribolo::new(TriboloFlaw::None)), None);
}

/// Plays every game from the current position to its end with both engines, and counts the positions by the
/// number of moves played.
fn all_games(fast: &mut FastEngine, reference: &mut ReferenceEngine, depth: usize, counts: &mut Vec<u64>) {
    if counts.len() == depth {
        counts.push(0);
    }
    counts[depth] += 1;
    let before = said(reference);
    assert_eq!(said(fast), before);
    let (_, turn, moves, position) = &before;
    for mv in moves {
        let player = turn.expect("who can move is on turn");
        assert_eq!(
            (fast.play(player, mv), reference.play(player, mv)),
            (Ok(()), Ok(())),
            "{position:?}, {mv}"
        );
        all_games(fast, reference, depth + 1, counts);
        assert_eq!((fast.undo(), reference.undo()), (Some(true), Some(true)));
    }
    assert_eq!(said(fast), before);
}

/// Plays all games from a setup. Returns the number of sequences of moves of each length, which must equal
/// the perft counts of the optimised engine.
fn all_games_from(text: &str) -> Vec<u64> {
    let start: Position = text.parse().unwrap();
    let (mut fast, mut reference) = (FastEngine::default(), ReferenceEngine::default());
    assert_eq!((fast.setup(&start), reference.setup(&start)), (Ok(()), Ok(())));
    let mut counts = Vec::new();
    all_games(&mut fast, &mut reference, 0, &mut counts);
    for (depth, &count) in (0..).zip(&counts) {
        assert_eq!(fast.perft(depth), Some(count), "{text}, depth {depth}");
    }
    assert_eq!(fast.perft(counts.len() as u32), Some(0));
    counts
}

/// Setups, and the numbers of sequences of 0, 1, 2, ... moves from each, counted by a program that shares no
/// code with this project.
const GAMES: [(&str, &[u64]); 9] = [
    ("8x1 .RRB#GR. blue", &[1, 1, 1]),
    ("7x1 .RB#BR. red", &[1, 2, 2]),
    ("5x3 .RB..G.R.B..GR. red", &[1, 2, 2, 2, 2, 2]),
    ("4x4 B..GR.RB.BG.G.R. blue", &[1, 4, 7, 19, 34, 58, 76, 70]),
    ("4x4 ....#RG..BR..GB. green", &[1, 3, 11, 27, 58, 150, 272, 493, 671, 603]),
    ("4x4 .......BGR....B. red", &[1, 1, 3, 4, 14, 31, 90, 224, 521, 1116, 1867, 2602, 2371]),
    ("5x4 ..R##..R..B..G....B. red", &[1, 1, 1, 3, 4, 16, 36, 96, 184, 489, 1045, 2101, 2938, 2302]),
    ("5x4 ..RG..BGB..BB..#GG.. green", &[1, 5, 12, 36, 109, 274, 550, 1200, 2130, 3139, 2960]),
    ("4x4 B.......GB...GBB green", &[1, 2, 7, 21, 57, 135, 378, 925, 1996, 2804, 2255]),
];

#[test]
fn all_games_from_small_setups_are_the_same_on_both_engines_and_as_many_as_counted_elsewhere() {
    for (text, counts) in GAMES {
        assert_eq!(all_games_from(text), counts, "{text}");
    }
}

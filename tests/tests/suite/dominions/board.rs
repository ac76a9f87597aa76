//! Property tests of the queries of the optimised engine's board. The result of each query must agree with
//! the observation and the legal moves.

use bustan_core::dominions::{Board, TileSet};
use bustan_tests::dominions::pair::{Pair, Snapshot};
use bustan_tests::dominions::strategies;
use bustan_tests::laws::config;
use bustan_tests::regressions;
use bustan_vocabulary::dominions::{Each, Move, Observation, Player, Tile};
use proptest::prelude::*;

/// An engine pair at a position, and its snapshot.
fn board() -> impl Strategy<Value = (Pair, Snapshot)> {
    prop_oneof![3 => strategies::position(), 1 => strategies::recoloured()].prop_filter_map(
        "no such position arises",
        |position| {
            let pair = Pair::at(&position).ok()?;
            let told = pair.snapshot();
            Some((pair, told))
        },
    )
}

fn placements(legal: &[Move]) -> Vec<Move> {
    legal.iter().copied().filter(|&mv| mv != Move::Pass).collect()
}

/// The player with the higher score, whether or not the game is over.
fn leader(seen: &Observation) -> Option<Player> {
    let Each { white, black } = seen.scores;
    match white.cmp(&black) {
        std::cmp::Ordering::Greater => Some(Player::White),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Player::Black),
    }
}

proptest! {
    #![proptest_config(config(256, regressions!("dominions_board")))]

    #[test]
    fn counting_choosing_and_listing_placements_agree((pair, told) in board()) {
        let board = pair.fast.board();
        let legal = placements(&told.legal);
        prop_assert_eq!(board.legal_count() as usize, legal.len());
        let listed: Vec<Move> = board.legal_placements().collect();
        let chosen: Vec<Move> = (0..board.legal_count()).filter_map(|n| board.nth_legal(n)).collect();
        prop_assert_eq!(&chosen, &listed);
        for n in [board.legal_count(), board.legal_count() + 1, u32::MAX] {
            prop_assert_eq!(board.nth_legal(n), None);
        }
        let mut sorted = listed;
        sorted.sort_unstable();
        prop_assert_eq!(sorted, legal);
    }

    #[test]
    fn the_tiles_of_each_cell_are_those_of_the_legal_moves((pair, told) in board(), elsewhere in strategies::cell()) {
        let board = pair.fast.board();
        for cell in board.side().cells().chain([elsewhere]) {
            let tiles = told.legal.iter().filter_map(|&mv| match mv {
                Move::Place(tile, at) if at == cell => Some(tile),
                _ => None,
            });
            prop_assert_eq!(board.legal_tiles(cell), tiles.collect::<TileSet>(), "{}", cell);
        }
    }

    #[test]
    fn what_lies_on_each_cell_is_what_is_seen((pair, told) in board(), elsewhere in strategies::cell()) {
        let board = pair.fast.board();
        let seen = &told.seen;
        for cell in board.side().cells().chain([elsewhere]) {
            let group = seen.groups.iter().find(|group| group.cells.contains(&cell));
            let section = seen.sections.iter().find(|section| section.cells.contains(&cell));
            prop_assert_eq!(board.piece(cell), seen.board.get(&cell).copied(), "{}", cell);
            prop_assert_eq!(board.group(cell), group.cloned(), "{}", cell);
            prop_assert_eq!(board.liberties(cell), group.map(|group| group.liberties), "{}", cell);
            prop_assert_eq!(board.section_liberties(cell), section.map(|section| section.liberties), "{}", cell);
        }
        prop_assert_eq!(&board.groups(), &seen.groups);
        prop_assert_eq!(&board.sections(), &seen.sections);
        prop_assert_eq!(&board.observe(), seen);
    }

    #[test]
    fn players_have_what_is_seen((pair, told) in board()) {
        let board = pair.fast.board();
        let seen = &told.seen;
        for player in Player::ALL {
            let hand: Vec<Tile> = board.hand(player).iter().collect();
            prop_assert_eq!(&hand, seen.hands.get(player));
            prop_assert_eq!(board.score(player), *seen.scores.get(player));
            prop_assert_eq!(board.territory(player), *seen.scores.get(player) + 63);
        }
        prop_assert_eq!(board.leader(), leader(seen));
        prop_assert_eq!((board.turn(), board.passes(), board.ply()), (seen.to_move, seen.passes, seen.ply));
        prop_assert_eq!(board.side().get(), seen.size);
    }

    #[test]
    fn a_board_and_its_position_are_made_of_each_other((pair, told) in board()) {
        let board = pair.fast.board();
        prop_assert_eq!(&board.position(), &told.position);
        let again = Board::from_position(&told.position).unwrap();
        prop_assert_eq!((again.observe(), again.hash()), (board.observe(), board.hash()));
    }

    #[test]
    fn playing_with_and_without_a_journal_is_the_same((pair, told) in board(), choice in any::<prop::sample::Index>()) {
        let board = pair.fast.board();
        let Some(player) = board.turn() else { return Ok(()) };
        let mv = told.legal[choice.index(told.legal.len())];
        let (mut plain, mut noted, mut journal) = (board.clone(), board.clone(), Default::default());
        prop_assert_eq!(plain.play(mv), board.check(player, mv));
        prop_assert_eq!(noted.play_noted(player, mv, &mut journal), Ok(()));
        prop_assert_eq!((plain.observe(), plain.hash()), (noted.observe(), noted.hash()));
        prop_assert_eq!(plain.legal_placements().collect::<Vec<_>>(), noted.legal_placements().collect::<Vec<_>>());
        prop_assert!(noted.undo(&mut journal) && journal.is_empty());
        prop_assert_eq!((noted.observe(), noted.hash()), (board.observe(), board.hash()));
        prop_assert!(!noted.undo(&mut journal));
    }

    #[test]
    fn a_random_game_of_the_board_ends_and_counts_its_moves((pair, _) in board(), seed in any::<u64>()) {
        let board = pair.fast.board();
        let mut word = seed;
        let mut played = board.clone();
        let mut draws = 0;
        let done = played.playout(&mut |n| {
            draws += 1;
            assert!(draws <= 126, "each player has 63 tiles");
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((word >> 33) % u64::from(n)) as u32
        });
        prop_assert_eq!(played.turn(), None);
        prop_assert_eq!(done.plies, u64::from(played.ply() - board.ply()));
        prop_assert!(done.legal >= done.plies);
        prop_assert!(Pair::at(&played.position()).is_ok());
    }
}

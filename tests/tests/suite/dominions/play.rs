//! Property tests of play, for both engines of Dominions in lockstep and for each alone.

use bustan_core::dominions::FastEngine;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::dominions::pair::{Pair, seen, sorted_legal};
use bustan_tests::dominions::strategies::{self, game, outcome, short_game};
use bustan_tests::laws::config;
use bustan_tests::regressions;
use bustan_vocabulary::dominions::{Dominions, Move, Player, Position, Reason, Side};
use bustan_vocabulary::{Engine, Game, Record};
use proptest::prelude::*;
use proptest::sample::Index;

/// Both engines at the start of a game.
fn start(record: &Record<Dominions>) -> Pair {
    Pair::at(&record.start).expect("games start from the empty board")
}

/// Both engines at the end of a game.
fn end(record: &Record<Dominions>) -> Pair {
    let mut pair = start(record);
    for &(_, mv) in &record.moves {
        assert_eq!(pair.play(mv), Ok(()));
    }
    pair
}

/// Plays legal moves, one for each of `choices`, and compares everything after each move.
fn play_on(pair: &mut Pair, choices: &[Index]) {
    for choice in choices {
        let legal = pair.legal();
        if legal.is_empty() {
            break;
        }
        assert_eq!(pair.play(legal[choice.index(legal.len())]), Ok(()));
        pair.seen();
    }
    pair.legal();
}

/// Returns the engine after `moves`, each played for the player to move; `None` if one of them is illegal.
fn line<E: Engine<Game = Dominions> + Default>(start: &Position, moves: &[Move]) -> Option<E> {
    let mut engine = E::default();
    engine.setup(start).ok()?;
    for mv in moves {
        engine.play(engine.turn()?, mv).ok()?;
    }
    Some(engine)
}

/// Checks that the hashes after two orders of the same moves are equal if and only if the positions are
/// equal. Does nothing if one of the orders cannot be played.
fn hashes_tell<E>(start: &Position, moves: &[Move], others: &[Move]) -> Result<(), TestCaseError>
where
    E: Engine<Game = Dominions, Observation = <Dominions as Game>::Observation> + Default,
{
    let (Some(one), Some(other)) = (line::<E>(start, moves), line::<E>(start, others)) else { return Ok(()) };
    let same = Dominions::identity(&seen(&one)) == Dominions::identity(&seen(&other));
    prop_assert_eq!(one.hash() == other.hash(), same, "{}: {:?} and {:?}", one.name(), moves, others);
    Ok(())
}

/// Returns the largest depth from 1 to 3 at which there are few enough sequences of moves for the reference
/// engine.
fn depth(pair: &mut Pair) -> u32 {
    (2..=3).take_while(|&depth| pair.fast.perft(depth).is_some_and(|nodes| nodes < 3000)).last().unwrap_or(1)
}

proptest! {
    #![proptest_config(config(256, regressions!("dominions_play")))]

    #[test]
    fn the_engines_agree_after_every_move(record in game()) {
        let mut pair = start(&record);
        pair.snapshot();
        for &(player, mv) in &record.moves {
            prop_assert_eq!(pair.verdict(player, mv), Ok(()));
            prop_assert_eq!(pair.play(mv), Ok(()));
            pair.snapshot();
        }
    }

    #[test]
    fn every_move_gets_the_same_verdict_and_a_refused_one_changes_nothing(
        (record, moves) in game().prop_flat_map(|record| {
            let near = strategies::mv_near(record.start.side());
            (Just(record), prop::collection::vec(prop_oneof![9 => near, 1 => strategies::mv()], 60))
        }),
    ) {
        let mut pair = end(&record);
        let before = pair.snapshot();
        for mv in moves {
            let turn = pair.turn();
            for player in Player::ALL {
                let verdict = pair.verdict(player, mv);
                if turn.is_some_and(|turn| turn != player) {
                    prop_assert_eq!(verdict, Err(Reason::NotYourTurn));
                }
                if Some(player) == turn {
                    prop_assert_eq!(verdict.is_ok(), before.legal.contains(&mv));
                }
            }
            match pair.play(mv) {
                Ok(()) => { pair.undo(); }
                Err(reason) => prop_assert_eq!(reason == Reason::GameOver, turn.is_none()),
            }
        }
        prop_assert_eq!(pair.snapshot(), before);
    }

    #[test]
    fn taking_back_restores_everything(record in game()) {
        let mut pair = start(&record);
        let mut snapshots = Vec::new();
        for &(_, mv) in &record.moves {
            snapshots.push(pair.snapshot());
            prop_assert_eq!(pair.play(mv), Ok(()));
        }
        while let Some(before) = snapshots.pop() {
            prop_assert!(pair.undo());
            prop_assert_eq!(pair.snapshot(), before);
        }
        prop_assert!(!pair.undo());
    }

    #[test]
    fn setting_up_a_position_restores_everything_but_the_way_there(
        record in game(),
        choices in prop::collection::vec(any::<Index>(), 0..6),
    ) {
        let pair = end(&record);
        let mut again = Pair::at(&pair.position()).unwrap();
        prop_assert_eq!(again.snapshot(), pair.snapshot());
        prop_assert!(!again.undo());
        play_on(&mut again, &choices);
    }

    #[test]
    fn any_position_is_refused_for_the_same_fault_or_played_on_alike(
        position in prop_oneof![
            2 => strategies::scattered(prop_oneof![3 => Just(2), 2 => Just(3), 1 => 4..=9_u8].prop_map(side), 5),
            3 => strategies::recoloured(),
        ],
        choices in prop::collection::vec(any::<Index>(), 0..8),
    ) {
        if let Ok(mut pair) = Pair::at(&position) {
            prop_assert_eq!(pair.position(), position);
            let before = pair.snapshot();
            play_on(&mut pair, &choices);
            while pair.undo() {}
            prop_assert_eq!(pair.snapshot(), before);
        }
    }

    #[test]
    fn a_refused_position_changes_nothing(record in short_game(3, 6), position in strategies::scattered(Just(side(3)), 6)) {
        let mut pair = end(&record);
        let before = pair.snapshot();
        if pair.reference.setup(&position).is_err() {
            prop_assert!(pair.fast.setup(&position).is_err());
            prop_assert_eq!(pair.snapshot(), before);
            prop_assert_eq!(pair.undo(), !record.moves.is_empty());
        }
    }

    #[test]
    fn a_duplicate_shares_nothing(record in game(), choices in prop::collection::vec(any::<Index>(), 1..6)) {
        let mut pair = end(&record);
        let before = pair.snapshot();
        let mut copy = Pair { fast: pair.fast.duplicate().unwrap(), reference: pair.reference.duplicate().unwrap() };
        play_on(&mut copy, &choices);
        prop_assert_eq!(pair.snapshot(), before.clone());
        play_on(&mut pair, &choices);
        while copy.undo() {}
        prop_assert_eq!(copy.position(), record.start.clone());
    }

    #[test]
    fn hashes_are_equal_exactly_when_transposed_moves_lead_to_the_same_position(
        record in prop_oneof![short_game(2, 8), short_game(3, 14), game()],
    ) {
        let moves: Vec<Move> = record.moves.iter().map(|&(_, mv)| mv).collect();
        for first in 0..moves.len() {
            // Exchange the move with each of the next three moves of the same player.
            for second in (first + 2..moves.len()).step_by(2).take(3) {
                let mut others = moves.clone();
                others.swap(first, second);
                for end in second + 1..=moves.len().min(second + 2) {
                    hashes_tell::<FastEngine>(&record.start, &moves[..end], &others[..end])?;
                }
                if record.start.side().get() == 2 {
                    hashes_tell::<ReferenceEngine>(&record.start, &moves[..=second], &others[..=second])?;
                }
            }
        }
    }

    #[test]
    fn hashes_along_a_game_are_equal_exactly_when_positions_are(record in game()) {
        let mut pair = start(&record);
        let mut known = vec![pair.snapshot()];
        for &(_, mv) in &record.moves {
            prop_assert_eq!(pair.play(mv), Ok(()));
            let now = pair.snapshot();
            for before in &known {
                let same = Dominions::identity(&now.seen) == Dominions::identity(&before.seen);
                prop_assert_eq!([0, 1].map(|engine| now.hashes[engine] == before.hashes[engine]), [same; 2]);
            }
            known.push(now);
        }
    }

    #[test]
    fn both_engines_count_the_same_sequences(record in prop_oneof![short_game(2, 10), short_game(3, 24)]) {
        let mut pair = end(&record);
        let before = pair.snapshot();
        for depth in 0..=depth(&mut pair) {
            prop_assert_eq!(pair.fast.perft(depth), pair.reference.perft(depth), "depth {}", depth);
        }
        prop_assert_eq!(pair.snapshot(), before);
    }

    #[test]
    fn sequences_are_those_of_one_move_less_after_each_move(record in prop_oneof![short_game(2, 10), short_game(3, 24)]) {
        let mut pair = end(&record);
        let depth = depth(&mut pair);
        let all = pair.fast.perft(depth);
        let mut sum = 0;
        for mv in sorted_legal(&pair.fast) {
            pair.fast.play(pair.fast.turn().unwrap(), &mv).unwrap();
            sum += pair.fast.perft(depth - 1).unwrap();
            pair.fast.undo();
        }
        prop_assert_eq!(all, Some(sum));
        prop_assert_eq!(pair.fast.perft(0), Some(1));
    }

    #[test]
    fn positions_of_games_say_how_they_are_to_be_scored(record in game()) {
        let seen = end(&record).seen();
        for player in Player::ALL {
            let controlled = seen.board.values().filter(|piece| piece.controller == player).count();
            let placed = seen.board.values().filter(|piece| piece.owner == player).count();
            prop_assert_eq!(*seen.scores.get(player), controlled as i32 - seen.hands.get(player).len() as i32);
            prop_assert_eq!(seen.hands.get(player).len() + placed, 63);
        }
        let lead = seen.scores.white - seen.scores.black;
        let winner = [(lead > 0, Player::White), (lead < 0, Player::Black)];
        let winner = winner.into_iter().find(|&(leads, _)| leads && seen.over).map(|(_, player)| player);
        prop_assert_eq!(seen.winner, winner);
        prop_assert!(seen.groups.iter().all(|group| group.liberties > 0));
        prop_assert!(seen.sections.iter().all(|section| section.liberties > 0));
        let position = outcome(&record);
        prop_assert_eq!(position.tiles(), &seen.board);
    }
}

fn side(cells: u8) -> Side {
    Side::new(cells).expect("a side from 2 to 9")
}

//! The reference engine of Dominions against what is known of the game: the published sample game, counts of
//! move sequences, and positions small enough to be judged by eye.
//!
//! Most positions are on side 2, seven cells around `b2`:
//!
//! ```text
//!   c2 c3
//! b1 b2 b3
//!   a1 a2
//! ```
//!
//! Tile numbers are sums of top-right 1, top-left 2, left 4, bottom-left 8, bottom-right 16, right 32.

use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::dominions::{Cell, Dominions, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, Game, Record, Ruling};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// The verdict on a move of the player on turn.
fn verdict(engine: &ReferenceEngine, mv: &str) -> Result<(), Reason> {
    let player = engine.turn().unwrap_or(Player::White);
    engine.verdict(player, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
}

/// Plays moves of the players on turn.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// The position that a legal move leads to.
fn after(position: &str, mv: &str) -> String {
    let mut engine = at(position);
    play(&mut engine, mv);
    engine.position().unwrap().to_string()
}

/// Plays uniformly random games on every board and calls `law` before each move.
fn in_random_games(mut law: impl FnMut(&mut ReferenceEngine)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for (side, games) in [(2, 300), (3, 20), (4, 10), (5, 5), (9, 1)] {
        for _ in 0..games {
            let mut engine = at(&format!("{side}"));
            while let Some(player) = engine.turn() {
                law(&mut engine);
                let moves = engine.legal_moves().unwrap();
                let mv = moves[random.random_range(0..moves.len())];
                assert_eq!(engine.play(player, &mv), Ok(()));
            }
            law(&mut engine);
        }
    }
}

fn sample() -> Record<Dominions> {
    include_str!("../../../tests/golden/dominions-sample.txt").parse().unwrap()
}

#[test]
fn the_sample_game_is_legal_and_scores_as_the_applet_says() {
    let mut engine = ReferenceEngine::default();
    let record = sample();
    assert_eq!(record.moves.len(), 62);
    for (ply, (player, mv)) in record.moves.iter().enumerate() {
        assert_eq!(engine.play(*player, mv), Ok(()), "{mv}");
        if ply + 1 == 61 {
            let seen = seen(&engine);
            let tiles = Player::ALL
                .map(|player| seen.board.values().filter(|piece| piece.controller == player).count());
            assert_eq!(tiles, [18, 43]);
            assert_eq!((seen.scores.white, seen.scores.black), (-14, 10));
        }
    }
    let seen = seen(&engine);
    assert_eq!((seen.scores.white, seen.scores.black), (-14, 12));
    assert_eq!((seen.hands.white.len(), seen.hands.black.len()), (32, 32));
    assert_eq!((seen.groups.len(), seen.sections.len()), (11, 3));
    assert_eq!((seen.over, seen.winner), (false, None));
    play(&mut engine, "pass pass");
    assert_eq!(engine.observe().unwrap().winner, Some(Player::Black));
}

#[test]
fn undo_goes_back_to_the_start_and_no_further() {
    let mut engine = ReferenceEngine::default();
    let mut states = Vec::new();
    for (player, mv) in &sample().moves {
        states.push((engine.observe(), engine.hash(), engine.legal_moves()));
        engine.play(*player, mv).unwrap();
    }
    while let Some(state) = states.pop() {
        assert_eq!(engine.undo(), Some(true));
        assert_eq!((engine.observe(), engine.hash(), engine.legal_moves()), state);
    }
    assert_eq!(engine.undo(), Some(false));
    assert_eq!(engine.observe(), ReferenceEngine::default().observe());
}

#[test]
fn counts_of_move_sequences_are_the_known_ones() {
    assert_eq!(ReferenceEngine::default().perft(1), Some(11320));
    assert_eq!(at("2").perft(1), Some(106));
    assert_eq!(at("2").perft(2), Some(3139));
    assert_eq!(at("3").perft(1), Some(574));
}

#[test]
fn every_reason_is_given() {
    for (position, mv, reason) in [
        ("2 white 2 2", "pass", Reason::GameOver),
        ("2 white 0 1 W1b2", "P1a3", Reason::OffBoard),
        ("2 white 0 1 W1b2", "P1b2", Reason::Occupied),
        ("2 white 0 1 W1b2", "P1a1", Reason::NotInHand),
        ("2 white 0 1 W1b2", "P2c3", Reason::Mismatch),
        ("2 white 0 1 W1b2", "P32c2", Reason::Contact),
        ("2 black 0 1 W1b2", "P8c3", Reason::Oscillation),
    ] {
        assert_eq!(verdict(&at(position), mv), Err(reason), "{position}, {mv}");
    }
    let mut engine = at("2");
    assert_eq!(engine.play(Player::Black, &Move::Pass), Err(Some(Reason::NotYourTurn)));
}

#[test]
fn the_first_reason_that_applies_is_given() {
    // [dominions 2.9]
    let over = at("2 white 2 3 W1b2");
    assert_eq!(over.verdict(Player::Black, &"P1i9".parse().unwrap()), Ruling::Illegal(Reason::GameOver));
    let white = at("2 white 0 1 W1b2");
    assert_eq!(white.verdict(Player::Black, &"P1i9".parse().unwrap()), Ruling::Illegal(Reason::NotYourTurn));
    for (mv, reason) in [
        ("P1z999", Reason::OffBoard),
        ("P1a0", Reason::OffBoard),
        ("P1b2", Reason::Occupied),
        ("P1c2", Reason::NotInHand),
        ("P2c2", Reason::Mismatch),
        ("P4c2", Reason::Mismatch),
        ("P32c2", Reason::Contact),
    ] {
        assert_eq!(verdict(&white, mv), Err(reason), "{mv}");
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut engine = at("2 white 0 1 W1b2");
    let before = seen(&engine);
    assert_eq!(engine.play(Player::White, &"P32c2".parse().unwrap()), Err(Some(Reason::Contact)));
    assert_eq!((seen(&engine), engine.undo()), (before, Some(false)));
}

#[test]
fn beams_meet_beams_and_blanks_meet_blanks_and_the_edge() {
    // [dominions 2.3] [dominions 2.4]
    let engine = at("2 black 0 1 W33b2");
    for (mv, legal) in [
        ("P24c3", true),  // beams to b2 and to the empty b3
        ("P20c3", false), // blank towards the beam of b2
        ("P25c3", false), // a beam off the board
        ("P33b1", false), // a beam towards the blank of b2
        ("P1b1", true),   // blank against blank
    ] {
        assert_eq!(verdict(&engine, mv), if legal { Ok(()) } else { Err(Reason::Mismatch) }, "{mv}");
    }
    assert_eq!(verdict(&at("2"), "P4b1"), Err(Reason::Mismatch));
}

#[test]
fn a_tile_may_touch_an_opponents_tile_by_a_blank_edge() {
    // [dominions 2.6]
    assert_eq!(verdict(&at("2 black 0 1 W1b2"), "P32c2"), Ok(()));
}

#[test]
fn contact_goes_by_controller_not_by_owner() {
    // [dominions 2.6]
    assert_eq!(verdict(&at("2 white 0 1 W1b2*"), "P32c2"), Ok(()));
    assert_eq!(verdict(&at("2 black 0 1 W1b2*"), "P32c2"), Err(Reason::Contact));
}

#[test]
fn a_group_that_is_a_whole_section_may_be_extended_and_no_longer_when_the_opponent_attaches() {
    // [dominions 2.7]
    // c3 and b2 lie on the top-right diagonal, a1 at its other end.
    assert_eq!(verdict(&at("2 white 0 1 W9b2"), "P33a1"), Ok(()));
    assert_eq!(verdict(&at("2 white 0 2 W9b2 B24c3"), "P33a1"), Err(Reason::Contact));
    assert_eq!(verdict(&at("2 white 0 2 W9b2 B24c3*"), "P33a1"), Ok(()));
}

#[test]
fn one_whole_section_among_the_linked_groups_is_enough() {
    // [dominions 2.7]
    // On side 3 the row c1 to c5 runs through the centre. White's c2 hangs on black's c1; c4 is a whole
    // section by itself until black attaches at c5. The cell between them touches no black tile.
    assert_eq!(verdict(&at("3 white 0 3 B33c1 W36c2 W37c4"), "P38c3"), Ok(()));
    assert_eq!(verdict(&at("3 white 0 4 B33c1 W36c2 W37c4 B12c5"), "P38c3"), Err(Reason::Contact));
}

#[test]
fn after_a_pass_as_first_move_the_first_tile_may_go_anywhere() {
    // [dominions 2.2] [dominions 2.5]
    let mut engine = at("2");
    play(&mut engine, "pass");
    assert_eq!((engine.turn(), engine.perft(1)), (Some(Player::Black), Some(106)));
    play(&mut engine, "P48b1");
    assert_eq!(engine.position().unwrap().to_string(), "2 white 0 2 B48b1");
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    // [dominions 5.1]
    let mut engine = at("2");
    play(&mut engine, "pass pass");
    let end = seen(&engine);
    assert_eq!((end.over, end.to_move, end.winner, end.passes), (true, None, None, 2));
    assert_eq!((end.scores.white, end.scores.black), (-63, -63));
    assert_eq!((engine.turn(), engine.legal_moves()), (None, Some(Vec::new())));

    let mut engine = at("2");
    play(&mut engine, "pass P1b2 pass");
    assert_eq!((engine.turn(), seen(&engine).winner), (Some(Player::Black), None));
    play(&mut engine, "pass");
    assert_eq!((engine.turn(), seen(&engine).winner), (None, Some(Player::Black)));
}

#[test]
fn two_beams_into_one_cell_are_two_liberties() {
    // [dominions 3.3]
    let seen = seen(&at("2 white 0 2 W33b1 W24c2"));
    assert_eq!((seen.groups.len(), seen.sections.len()), (1, 1));
    assert_eq!((seen.groups[0].liberties, seen.sections[0].liberties), (2, 2));
    assert_eq!(seen.groups[0].liberty_cells, [cell("b2")]);
}

#[test]
fn a_group_without_liberties_flips_to_the_player_who_took_the_last() {
    // [dominions 4.1]
    assert_eq!(after("2 black 0 1 W1b2", "P12c3"), "2 white 0 2 W1b2* B12c3");
}

#[test]
fn two_groups_are_captured_at_once() {
    // [dominions 4.1]
    assert_eq!(after("2 black 0 2 W32b1 W4b3", "P37b2"), "2 white 0 3 W32b1* B37b2 W4b3*");
}

#[test]
fn a_group_placed_without_liberties_is_captured_in_turn() {
    // [dominions 4.2]
    assert_eq!(after("2 black 0 1 W3b2", "P8c3"), "2 white 0 2 W3b2 B8c3*");
}

#[test]
fn a_capture_that_opens_no_liberty_does_not_save_the_captor() {
    // [dominions 4.2]
    // Black's tile takes b1, which gives black's group no liberty: both go to White, whose b3 has one left.
    assert_eq!(after("2 black 0 2 W32b1 W6b3", "P36b2"), "2 white 0 3 W32b1 B36b2* W6b3");
}

#[test]
fn a_captured_group_unites_with_the_captors_groups_and_their_liberties_count() {
    // [dominions 4.1] [dominions 4.2]
    // White's b2 dies between black's new c3 and black's a1; the united black group lives by the liberty of
    // a1.
    let mut engine = at("2 black 0 2 W9b2 B33a1");
    play(&mut engine, "P8c3");
    assert_eq!(engine.position().unwrap().to_string(), "2 white 0 3 B33a1 W9b2* B8c3");
    assert_eq!((seen(&engine).groups.len(), seen(&engine).groups[0].liberties), (1, 1));
}

#[test]
fn a_section_of_several_groups_may_not_lose_its_last_liberty() {
    // [dominions 2.8]
    // White's b1 and black's c2 are linked; the only liberties of both point at b2.
    let engine = at("2 white 0 2 W33b1 B24c2");
    assert_eq!((seen(&engine).groups.len(), seen(&engine).sections.len()), (2, 1));
    assert_eq!(verdict(&engine, "P6b2"), Err(Reason::Oscillation));
    assert_eq!(verdict(&engine, "P7b2"), Ok(()));
}

#[test]
fn setup_refuses_with_the_first_fault() {
    // [dominions 6.3]
    let refuse = |text: &str| {
        let mut engine = at("2 white 0 1 W1b2");
        let before = seen(&engine);
        let fault = engine.setup(&text.parse::<Position>().unwrap()).unwrap_err();
        assert_eq!(seen(&engine), before);
        fault
    };
    for (text, fault) in [
        ("2 white 0 1 W4b1", Invalid::Edge(cell("b1"))),
        ("2 white 0 2 W32b1 W2b2", Invalid::Mismatch(cell("b1"), cell("b2"))),
        ("2 white 0 2 W1b1 W4b2", Invalid::Mismatch(cell("b1"), cell("b2"))),
        ("2 white 0 2 W1b2 B8c3", Invalid::NoLiberty(cell("b2"))),
        ("2 white 0 2 W3b2 B8c3", Invalid::NoLiberty(cell("c3"))),
        // A fault of beams at a later cell comes before one of liberties.
        ("2 white 0 3 W32a1 B4a2 W1b3", Invalid::Edge(cell("b3"))),
        // The smallest cell comes first, whatever the fault; at one cell the edge; of its neighbours the
        // smallest.
        ("2 white 0 3 W32b1 W2b2 W1b3", Invalid::Mismatch(cell("b1"), cell("b2"))),
        ("2 white 0 2 W36b1 W2b2", Invalid::Edge(cell("b1"))),
        ("2 white 0 3 W33b1 W2b2 W32c2", Invalid::Mismatch(cell("b1"), cell("b2"))),
    ] {
        assert_eq!(refuse(text), fault.into(), "{text}");
    }
}

#[test]
fn setup_restores_every_position_of_a_game() {
    let mut other = ReferenceEngine::default();
    in_random_games(|engine| {
        let position = engine.position().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        other.setup(&position).unwrap();
        assert_eq!(
            (other.observe(), other.hash(), other.turn()),
            (engine.observe(), engine.hash(), engine.turn())
        );
        assert_eq!(other.undo(), Some(false));
    });
}

#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.size > 3 {
            return;
        }
        let Some(player) = engine.turn() else {
            assert_eq!(engine.legal_moves(), Some(Vec::new()));
            return;
        };
        let mut listed = engine.legal_moves().unwrap();
        listed.sort();
        let cells = (0..5).flat_map(|row| (1..=5).filter_map(move |column| Cell::new(row, column)));
        let places = cells.flat_map(|cell| {
            bustan_vocabulary::dominions::Tile::all().map(move |tile| Move::Place(tile, cell))
        });
        let mut allowed: Vec<Move> =
            places.chain([Move::Pass]).filter(|mv| engine.verdict(player, mv) == Ruling::Legal).collect();
        allowed.sort();
        assert_eq!(listed, allowed);
    });
}

#[test]
fn after_every_move_every_group_and_section_has_a_liberty() {
    // [dominions 4.3]
    in_random_games(|engine| {
        let seen = seen(engine);
        assert!(seen.groups.iter().all(|group| group.liberties > 0));
        assert!(seen.sections.iter().all(|section| section.liberties > 0));
    });
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let mut known = std::collections::HashMap::new();
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.size == 2 {
            let identity = Dominions::identity(&seen);
            assert_eq!(known.entry(engine.hash()).or_insert_with(|| identity.clone()), &identity);
        }
    });
    // The same position after more moves; then the same tiles with the other player on turn, then after a
    // pass.
    let one = at("2 white 0 2 W9b2 B24c3").hash();
    assert_eq!(at("2 white 0 4 W9b2 B24c3").hash(), one);
    assert_ne!(at("2 black 0 2 W9b2 B24c3").hash(), one);
    assert_ne!(at("2 white 1 3 W9b2 B24c3").hash(), one);
    assert_ne!(at("2 white 0 2 W9b2 B24c3*").hash(), one);
    assert_ne!(at("2 white 0 2 W9b2* B24c3").hash(), one);
}

#[test]
fn a_duplicate_shares_nothing() {
    let mut engine = at("2");
    play(&mut engine, "P1b2");
    let before = seen(&engine);
    let mut copy = engine.duplicate().unwrap();
    play(&mut copy, "P12c3 pass");
    assert_eq!(seen(&engine), before);
    assert_eq!((copy.undo(), copy.undo(), copy.undo()), (Some(true), Some(true), Some(true)));
    assert_eq!((copy.observe(), seen(&engine)), (at("2").observe(), before));
}

//! The engine of Dominions in which flaws can be planted must play by the rules if no flaw is planted, and
//! each flaw must be revealed.

use std::collections::HashMap;

use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_vocabulary::dominions::{Cell, Dominions, Move, Piece, Player, Position, Side, Tile};
use bustan_vocabulary::{Engine, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

/// Chooses a legal move at random, but rarely a pass.
fn choose(moves: &[Move], random: &mut Random) -> Move {
    let mv = moves[random.random_range(0..moves.len())];
    if mv == Move::Pass && random.random_range(0..4) > 0 {
        moves[random.random_range(0..moves.len())]
    } else {
        mv
    }
}

/// Returns any placement, most often one on the board.
fn proposal(side: u8, random: &mut Random) -> Move {
    let tile = Tile::new(random.random_range(1..=63)).unwrap();
    let column = if random.random_range(0..20) == 0 { 0..=Cell::MAX_COLUMN } else { 0..=2 * u16::from(side) };
    Move::Place(tile, Cell::new(random.random_range(0..2 * side), random.random_range(column)).unwrap())
}

fn sorted_moves(engine: &impl Engine<Game = Dominions>) -> Vec<Move> {
    let mut moves = engine.legal_moves().unwrap();
    moves.sort();
    moves
}

/// Whether two engines agree on everything that can be compared without playing further moves.
fn agree(flawed: &FlawedDominions, reference: &ReferenceEngine) -> bool {
    flawed.observe() == reference.observe()
        && flawed.turn() == reference.turn()
        && sorted_moves(flawed) == sorted_moves(reference)
        && flawed.position() == reference.position()
}

fn engines(flaw: DominionsFlaw, position: &Position) -> (FlawedDominions, ReferenceEngine) {
    let (mut flawed, mut reference) = (FlawedDominions::new(flaw), ReferenceEngine::default());
    flawed.setup(position).unwrap();
    reference.setup(position).unwrap();
    (flawed, reference)
}

fn initial(side: u8) -> Position {
    Position::initial(Side::new(side).unwrap())
}

#[test]
fn without_a_flaw_it_agrees_with_the_reference() {
    let mut random = Random::seed_from_u64(1);
    for (side, games) in [(2, 3000), (3, 1000), (4, 200), (5, 60)] {
        let mut identities = HashMap::new();
        for _ in 0..games {
            let (mut flawed, mut reference) = engines(DominionsFlaw::None, &initial(side));
            let mut plies = 0;
            loop {
                let position = reference.position().unwrap();
                assert!(agree(&flawed, &reference), "{position}");
                let identity = Dominions::identity(&reference.observe().unwrap());
                assert_eq!(identities.entry(flawed.hash()).or_insert_with(|| identity.clone()), &identity);
                for player in Player::ALL {
                    let mv = proposal(side, &mut random);
                    assert_eq!(
                        flawed.verdict(player, &mv),
                        reference.verdict(player, &mv),
                        "{position}, {mv}"
                    );
                }
                let Some(player) = reference.turn() else { break };
                let mv = choose(&sorted_moves(&reference), &mut random);
                assert_eq!(flawed.play(player, &mv), Ok(()), "{position}, {mv}");
                assert_eq!(reference.play(player, &mv), Ok(()));
                plies += 1;
            }
            let back = random.random_range(0..=plies);
            for _ in 0..back {
                assert_eq!((flawed.undo(), reference.undo()), (Some(true), Some(true)));
            }
            assert!(agree(&flawed, &reference));
            let mut fresh = FlawedDominions::new(DominionsFlaw::None);
            fresh.setup(&reference.position().unwrap()).unwrap();
            assert!(agree(&fresh, &reference));
            assert_eq!(fresh.hash(), flawed.hash());
        }
    }
}

#[test]
fn both_engines_find_the_same_first_fault_in_a_position() {
    let mut random = Random::seed_from_u64(3);
    let mut refused = 0;
    for _ in 0..20_000 {
        let side = Side::new(random.random_range(2..=3)).unwrap();
        let cells: Vec<Cell> = side.cells().collect();
        let tiles = (0..random.random_range(1..5)).map(|_| {
            let cell = cells[random.random_range(0..cells.len())];
            let tile = Tile::new(random.random_range(1..=63)).unwrap();
            let [owner, controller] = [0, 1].map(|_| Player::ALL[random.random_range(0..2)]);
            (cell, Piece { tile, owner, controller })
        });
        let Ok(position) = Position::new(side, Player::White, 0, 4, tiles) else { continue };
        let (mut flawed, mut reference) =
            (FlawedDominions::new(DominionsFlaw::None), ReferenceEngine::default());
        let verdict = flawed.setup(&position);
        assert_eq!(verdict, reference.setup(&position), "{position}");
        refused += u32::from(verdict.is_err());
        assert!(verdict.is_err() || agree(&flawed, &reference), "{position}");
    }
    assert!(refused > 1000);
}

#[test]
fn each_flaw_shows_where_it_must() {
    for (flaw, position, moves) in [
        (DominionsFlaw::SharedKeys, "2", "P9b2 P24c3 P10b3"),
        (DominionsFlaw::CaptorRemoved, "2", "P1b2 P12c3"),
        (DominionsFlaw::FirstPassEnds, "2", "pass"),
        (DominionsFlaw::GuessedOscillation, "2 white 0 2 W33b1 B24c2", ""),
        (DominionsFlaw::CaptorSpared, "2 black 0 2 W32b1 W6b3", "P36b2"),
        (DominionsFlaw::StaleWholeFlag, "2", "P9b2 P24c3"),
    ] {
        for planted in [flaw, DominionsFlaw::None] {
            let (mut flawed, mut reference) = engines(planted, &position.parse().unwrap());
            for mv in moves.split_ascii_whitespace() {
                assert!(agree(&flawed, &reference), "{planted} before {mv}");
                let (player, mv) = (reference.turn().unwrap(), mv.parse().unwrap());
                assert_eq!((flawed.play(player, &mv), reference.play(player, &mv)), (Ok(()), Ok(())));
            }
            assert_eq!(agree(&flawed, &reference), planted == DominionsFlaw::None, "{planted}");
        }
    }
}

#[test]
fn a_flaw_gives_wrong_answers_and_no_panic() {
    for flaw in DominionsFlaw::ALL {
        let mut random = Random::seed_from_u64(4);
        for game in 0..400 {
            let mut engine = FlawedDominions::new(flaw);
            engine.setup(&initial([2, 3, 3, 5][game % 4])).unwrap();
            while let Some(player) = engine.turn() {
                let mv = choose(&engine.legal_moves().unwrap(), &mut random);
                assert_eq!(engine.play(player, &mv), Ok(()));
                engine.observe().unwrap();
                engine.hash().unwrap();
                engine.position().unwrap();
            }
            while engine.undo() == Some(true) {}
            assert_eq!(engine.observe().unwrap().ply, 0);
        }
    }
}

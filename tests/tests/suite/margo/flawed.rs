//! The engine of Margo in which flaws can be planted must play by the rules if no flaw is planted.

use std::collections::HashMap;

use bustan_reference::margo::ReferenceEngine;
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_vocabulary::margo::{Cell, Margo, Move, Player, Position};
use bustan_vocabulary::{Engine, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

/// The start positions, and the number of games from each.
const GAMES: [(&str, u32); 9] = [
    ("2", 60),
    ("3", 120),
    ("4", 40),
    ("5", 5),
    ("2 swap players 3", 30),
    ("3 cutting off", 60),
    ("3 swap atari", 40),
    ("4 players 3", 20),
    ("4 cutting off players 3", 20),
];

/// The maximum number of moves of a game.
const MOST_PLIES: usize = 120;

fn sorted_moves(engine: &impl Engine<Game = Margo>) -> Vec<Move> {
    let mut moves = engine.legal_moves().unwrap();
    moves.sort();
    moves
}

/// Checks that two engines agree on everything that can be compared without playing further moves.
fn assert_agreement(flawed: &FlawedMargo, reference: &ReferenceEngine) {
    let position = reference.position();
    let name = || position.as_ref().map(ToString::to_string).unwrap_or_default();
    assert_eq!(flawed.observe(), reference.observe(), "{}", name());
    assert_eq!(flawed.turn(), reference.turn(), "{}", name());
    assert_eq!(sorted_moves(flawed), sorted_moves(reference), "{}", name());
    assert_eq!(flawed.position(), position);
}

/// Returns any placement on or near the board, or a swap.
fn proposal(size: u8, random: &mut Random) -> Move {
    let mut coordinate = || random.random_range(1..=2 * size + 1);
    let (x, y) = (coordinate(), coordinate());
    if x == y && y > 2 * size { Move::Swap } else { Move::Place(Cell::new(x, y).unwrap()) }
}

fn play_and_compare(start: &Position, random: &mut Random) {
    let (mut flawed, mut reference) = (FlawedMargo::new(MargoFlaw::None), ReferenceEngine::default());
    flawed.setup(start).unwrap();
    reference.setup(start).unwrap();
    let mut identities = HashMap::new();
    let mut plies = 0;
    loop {
        assert_agreement(&flawed, &reference);
        let identity = Margo::identity(&reference.observe().unwrap());
        assert_eq!(identities.entry(flawed.hash()).or_insert_with(|| identity.clone()), &identity);
        for player in Player::ALL {
            let mv = proposal(start.setup().size.get(), random);
            assert_eq!(flawed.verdict(player, &mv), reference.verdict(player, &mv), "{player} {mv}");
        }
        let Some(player) = reference.turn().filter(|_| plies < MOST_PLIES) else { break };
        let moves = sorted_moves(&reference);
        let mv = moves[random.random_range(0..moves.len())];
        assert_eq!(flawed.play(player, &mv), Ok(()), "{mv}");
        assert_eq!(reference.play(player, &mv), Ok(()));
        plies += 1;
    }
    for _ in 0..random.random_range(0..=plies) {
        assert_eq!((flawed.undo(), reference.undo()), (Some(true), Some(true)));
    }
    assert_agreement(&flawed, &reference);
    let position = reference.position().unwrap();
    assert_eq!((flawed.setup(&position), reference.setup(&position)), (Ok(()), Ok(())));
    assert_agreement(&flawed, &reference);
    assert_eq!(flawed.undo(), Some(false));
}

#[test]
fn without_a_flaw_it_agrees_with_the_reference() {
    let mut random = Random::seed_from_u64(1);
    for (start, games) in GAMES {
        for _ in 0..games {
            play_and_compare(&start.parse().unwrap(), &mut random);
        }
    }
}

#[test]
fn it_refuses_what_the_reference_refuses() {
    for text in [
        "2 white 4 BA1:0 WC1:0 WA3:0",
        "2 black 5 WA1:0 WC1:0 WA3:0 BC3:0",
        "2 white 6 BA1:0 WC1:0 WA3:0 BC3:0",
    ] {
        let position: Position = text.parse().unwrap();
        let verdicts =
            (FlawedMargo::new(MargoFlaw::None).setup(&position), ReferenceEngine::default().setup(&position));
        assert_eq!(verdicts.0, verdicts.1, "{text}");
        assert!(verdicts.0.is_err(), "{text}");
    }
}

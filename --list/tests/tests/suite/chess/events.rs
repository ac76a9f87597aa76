//! The events of chess: the positions that engines often get wrong are recognised.

use bustan_guide::Explore;
use bustan_reference::chess::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::chess::Chess;

/// The events of the last of some moves, by name.
fn events(start: &str, moves: &str) -> Vec<&'static str> {
    let mut engine = ReferenceEngine::default();
    engine.setup(&start.parse().expect("a position")).expect("a game can begin there");
    let mut found = Vec::new();
    for word in moves.split(' ') {
        let mv = word.parse().expect("a move");
        let before = engine.observe().expect("the engine observes");
        engine
            .play(engine.turn().expect("a player"), &mv)
            .unwrap_or_else(|reason| panic!("{word}: {reason:?}"));
        found.clear();
        let after = engine.observe().expect("the engine observes");
        Chess::events(&before, &mv, &after, &mut |event| found.push(Chess::EVENTS[event].name));
    }
    found
}

/// The events that say that a position is critical.
const CRITICAL: [&str; 10] = [
    "en-passants-barred",
    "en-passants-barred-by-discovery",
    "castlings-out-of-check",
    "castlings-through-attack",
    "castlings-into-check",
    "castlings-past-attack",
    "double-checks",
    "moves-along-pins",
    "promotions-with-capture",
    "stalemates",
];

#[test]
fn critical_positions_are_recognised() {
    for (start, moves, expected) in [
        // The fifth rank is open without both pawns, with one of them it is not.
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "e2e4",
            &["en-passants-barred", "en-passants-barred-by-discovery"][..],
        ),
        (
            "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
            "d7d5",
            &["en-passants-barred", "en-passants-barred-by-discovery"],
        ),
        // The capturing pawn is pinned on its file, on a diagonal.
        ("3kr3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", &["en-passants-barred"]),
        ("3k4/3p2b1/8/4P3/8/8/1K6/8 b - - 0 1", "d7d5", &["en-passants-barred"]),
        // It may capture along the line of the pin, and nothing bars a pawn that is not pinned.
        ("1b1k4/3p4/8/4P3/8/6K1/8/8 b - - 0 1", "d7d5", &[]),
        ("3k4/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", &[]),
        // Castling.
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3f3", &["castlings-through-attack"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3g4", &["castlings-into-check"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3e3", &["castlings-out-of-check"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3b3", &["castlings-past-attack"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3h3", &["castlings-past-attack"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b - - 0 1", "g3e3", &[]),
        ("4k3/8/8/8/8/6r1/8/RN2K1NR b KQ - 0 1", "g3f3", &[]),
        ("4k3/8/8/8/8/6r1/8/R3K1NR b KQ - 0 1", "g3d3", &["castlings-through-attack"]),
        ("r3k2r/8/8/8/8/8/6R1/4K3 w kq - 0 1", "g2f2", &["castlings-through-attack"]),
        ("4k3/8/8/8/8/2r5/8/1R1K3R b KQ - 0 1 chess960", "c3g3", &["castlings-into-check"]),
        // Checks, pins, promotions, ends.
        ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", &["double-checks"]),
        ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c5", &[]),
        ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", &["moves-along-pins"]),
        ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7", &["moves-along-pins"]),
        ("4k3/8/4r3/8/8/4N3/4R3/4K3 w - - 0 1", "e2d2", &[]),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", &["promotions-with-capture"]),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n", &[]),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", &["stalemates"]),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8", &[]),
        ("7k/7p/5K1P/8/8/8/8/5Q2 w - - 0 1", "f1g1", &["stalemates"]),
        ("7k/8/5K2/8/8/8/6r1/5N2 w - - 99 70 draws claim", "f1h2", &[]),
    ] {
        let found = events(start, moves);
        let critical: Vec<_> = found.into_iter().filter(|name| CRITICAL.contains(name)).collect();
        assert_eq!(critical, expected, "{start} {moves}");
    }
}

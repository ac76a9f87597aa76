//! The events of chess: positions that engines often get wrong must be recognised.

use bustan_guide::Explore;
use bustan_reference::chess::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::chess::{Chess, Observation};

/// The names of the events of the last move.
fn events(start: &str, moves: &str) -> Vec<&'static str> {
    let mut seen: Vec<Observation> = Vec::new();
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
        let mut hit = |event: usize| found.push(Chess::EVENTS[event].name);
        Chess::events(&before, &mv, &after, &mut hit);
        seen.push(before);
        Chess::repetition_events(&mut seen.iter().rev(), &after, &mut hit);
    }
    found
}

/// The first of the events for critical positions, which are the last events in the list.
const FIRST_CRITICAL: &str = "en-passants-barred";

#[test]
fn critical_positions_are_recognised() {
    for (start, moves, expected) in [
        // If both pawns are gone, the fifth rank is open; if only one of them is gone, it is not.
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "e2e4",
            &["en-passants-barred", "en-passants-barred-on-ranks", "en-passants-barred-by-discovery"][..],
        ),
        (
            "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
            "d7d5",
            &["en-passants-barred", "en-passants-barred-on-ranks", "en-passants-barred-by-discovery"],
        ),
        // The capturing pawn is pinned on its file or on a diagonal.
        (
            "3kr3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "d7d5",
            &["en-passants-barred", "en-passants-barred-on-files"],
        ),
        (
            "3k4/3p2b1/8/4P3/8/8/1K6/8 b - - 0 1",
            "d7d5",
            &["en-passants-barred", "en-passants-barred-on-diagonals"],
        ),
        // A pinned pawn may capture along the line of the pin, and a pawn that is not pinned may capture.
        ("1b1k4/3p4/8/4P3/8/6K1/8/8 b - - 0 1", "d7d5", &[]),
        ("3k4/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", &[]),
        // The pawn that moved two squares gives check, with and without a pawn next to it.
        ("3k4/3p4/8/4P3/4K3/8/8/8 b - - 0 1", "d7d5", &["checks-by-double-steps"]),
        ("3k4/3p4/8/7P/4K3/8/8/8 b - - 0 1", "d7d5", &[]),
        // The capture gives check along a rank, a file or a diagonal, or the capturing pawn gives check.
        ("8/5p2/8/R3P2k/8/8/8/4K3 b - - 0 1", "f7f5 e5f6", &["en-passants-checking-on-ranks"]),
        ("4k3/3p4/8/4P3/8/8/4R3/4K3 b - - 0 1", "d7d5 e5d6", &["en-passants-checking-on-files"]),
        ("7k/3p4/8/4P3/3B4/8/8/4K3 b - - 0 1", "d7d5 e5d6", &["en-passants-checking-on-diagonals"]),
        ("8/3p4/8/4P3/8/1B6/8/1K4k1 b - - 0 1", "d7d5 e5d6", &[]),
        ("8/3p4/4k3/4P3/8/1B6/8/1K6 b - - 0 1", "d7d5 e5d6", &["en-passants-checking-on-diagonals"]),
        ("8/3pk3/8/4P3/8/8/8/1K6 b - - 0 1", "d7d5 e5d6", &[]),
        // A castling right is lost because a piece of each kind captures the rook.
        ("8/8/8/8/8/8/1k6/R3K3 b Q - 0 1", "b2a1", &["castling-rooks-captured-by-kings"]),
        ("7k/8/8/8/q7/8/8/R3K3 b Q - 0 1", "a4a1", &["castling-rooks-captured-by-queens"]),
        ("7k/8/8/8/r7/8/8/R3K3 b Q - 0 1", "a4a1", &["castling-rooks-captured-by-rooks"]),
        ("k7/8/8/3b4/8/8/8/4K2R b K - 0 1", "d5h1", &["castling-rooks-captured-by-bishops", "lone-bishops"]),
        ("k7/8/8/8/8/6n1/8/4K2R b K - 0 1", "g3h1", &["castling-rooks-captured-by-knights", "lone-knights"]),
        (
            "7k/8/8/8/8/8/1p6/R3K3 b Q - 0 1",
            "b2a1n",
            &[
                "promotions-with-capture",
                "underpromotions-with-capture",
                "castling-rooks-captured-by-pawns",
                "lone-knights",
            ],
        ),
        ("7k/8/8/8/r7/8/8/R3K3 b - - 0 1", "a4a1", &[]),
        // Castling.
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3f3", &["castlings-through-attack"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3g4", &["castlings-into-check"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3e3", &["castlings-out-of-check"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3b3", &["castlings-past-attack"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b KQ - 0 1", "g3h3", &["castlings-with-attacked-rooks"]),
        ("4k3/8/8/8/8/6r1/8/R3K2R b - - 0 1", "g3e3", &[]),
        ("4k3/8/8/8/8/6r1/8/RN2K1NR b KQ - 0 1", "g3f3", &[]),
        ("4k3/8/8/8/8/6r1/8/R3K1NR b KQ - 0 1", "g3d3", &["castlings-through-attack"]),
        ("r3k2r/8/8/8/8/8/6R1/4K3 w kq - 0 1", "g2f2", &["castlings-through-attack"]),
        (
            "4k3/8/8/8/8/2r5/8/1R1K3R b KQ - 0 1 chess960",
            "c3g3",
            &["castlings-into-check", "chess960-castling-rights", "castlings-to-the-square-of-the-other"],
        ),
        ("7k/8/8/8/8/8/8/RR2K3 b Q - 0 1", "h8h7", &["castlings-barred-by-rooks-and-kings"]),
        ("7k/8/8/8/8/8/8/RN2K3 b Q - 0 1", "h8h7", &[]),
        ("7k/8/8/8/8/8/8/R3K2R b Q - 0 1", "h8g7", &["castlings-beside-rooks-and-kings"]),
        ("8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", "e1e2", &[]),
        (
            "8/8/8/8/8/k7/8/R3K3 b Q - 0 1",
            "a3b2",
            &["castlings-into-check", "castlings-beside-rooks-and-kings"],
        ),
        // Checks, pins, promotions, ends.
        ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", &["double-checks"]),
        ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c5", &[]),
        ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", &["moves-along-pins"]),
        ("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7", &["moves-along-pins"]),
        ("4k3/8/4r3/8/8/4N3/4R3/4K3 w - - 0 1", "e2d2", &[]),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", &["promotions-with-capture"]),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n", &[]),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8r", &["underpromotions-with-check"]),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", &["stalemates"]),
        ("7k/8/6K1/p7/P7/8/8/5Q2 w - - 0 1", "f1f7", &["stalemates", "stalemates-with-blocked-pawns"]),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8", &[]),
        ("7k/7p/5K1P/8/8/8/8/5Q2 w - - 0 1", "f1g1", &["stalemates", "stalemates-with-blocked-pawns"]),
        // The same board with other castling rights, and after a double step that could not be captured.
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2 e8e7 e2e1 e7e8", &["repetitions-with-other-rights"]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e2 e8e7 e2e1 e7e8", &[]),
        (
            "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
            "d7d5 a5a4 d8d7 a4a5 d7d8",
            &["repetitions-after-barred-en-passants"],
        ),
        ("3k4/3p4/8/K1P5/8/8/8/8 b - - 0 1", "d7d5 a5a4 d8d7 a4a5 d7d8", &[]),
        ("7k/8/5K2/8/8/8/6r1/5N2 w - - 99 70 draws claim", "f1h2", &[]),
        // Few pieces remain.
        ("7k/8/8/8/8/2n5/1R6/K7 b - - 0 1", "c3a2", &[]),
        ("7k/8/8/8/8/3n4/1R6/K7 b - - 0 1", "d3b2", &["lone-knights"]),
        ("7k/8/8/8/8/2b5/1R6/K7 b - - 0 1", "c3b2", &["lone-bishops"]),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8b", &["lone-bishops"]),
        ("7k/8/8/B7/8/4n3/1b6/K7 w - - 0 1", "a1b2", &["two-minor-pieces"]),
        ("7k/8/8/B7/8/2b5/1R6/K7 b - - 0 1", "c3b2", &["bishops-on-one-colour"]),
        ("7k/8/8/1B6/8/2b5/1R6/K7 b - - 0 1", "c3b2", &["two-minor-pieces"]),
        ("7k/8/8/1R6/8/2b5/1R6/K7 b - - 0 1", "c3b2", &[]),
        // Castling in Chess960: the rook shields the king, the king or the rook stays on its square, or they
        // exchange squares.
        (
            "4k3/8/8/8/8/8/8/qR1K4 b Q - 0 1 chess960",
            "e8e7",
            &["chess960-castling-rights", "castlings-uncovering-kings"],
        ),
        (
            "4k3/8/8/8/8/8/8/R1K5 b Q - 0 1 chess960",
            "e8e7",
            &["chess960-castling-rights", "castlings-with-kings-in-place"],
        ),
        (
            "4k3/8/8/8/8/8/8/3R1K2 b Q - 0 1 chess960",
            "e8e7",
            &["chess960-castling-rights", "castlings-with-rooks-in-place"],
        ),
        (
            "4k3/8/8/8/8/8/8/5KR1 b K - 0 1 chess960",
            "e8e7",
            &["chess960-castling-rights", "castlings-to-the-square-of-the-other"],
        ),
        // A piece beyond the king and the rook prevents castling; a piece between them does not count.
        (
            "4k3/8/8/8/8/8/8/RK1N4 b Q - 0 1 chess960",
            "e8e7",
            &["chess960-castling-rights", "castlings-barred-beyond-king-and-rook"],
        ),
        ("4k3/8/8/8/8/8/8/R1NK4 b Q - 0 1 chess960", "e8e7", &["chess960-castling-rights"]),
        (
            "4k3/8/8/8/8/8/8/RR2K3 b B - 0 1 chess960",
            "e8e7",
            &["castlings-beside-rooks-and-kings", "chess960-castling-rights", "castlings-with-inner-rooks"],
        ),
    ] {
        let found = events(start, moves);
        let place = |name: &str| Chess::EVENTS.iter().position(|event| event.name == name);
        let is_critical = |name: &&str| place(name) >= place(FIRST_CRITICAL);
        let critical: Vec<_> = found.into_iter().filter(is_critical).collect();
        assert_eq!(critical, expected, "{start} {moves}");
    }
}

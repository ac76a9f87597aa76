//! Short games that lead to classic errors of engines for Go-like games.

use bustan_vocabulary::Draw;
use bustan_vocabulary::margo::Margo;

use crate::{Small, small};

/// The policies for the moves after the event.
const POLICIES: [&str; 3] = ["ko", "capture", "uniform"];

/// See [`Table`](small::Table).
pub(crate) const SHORT: &small::Table = &[
    (
        "kos",
        &[
            "3: E1 A3 C3 E5 A1 C1",
            "4: A3 G3 C1 E1 C5 E5 E3 C3",
            "5: A5 A7 C7 C9 A9",
            "4: E3 G3 C1 A3 G1 E1",
            "5: G3 E3 I1 G1 I5 I3",
        ],
    ),
    (
        "snapbacks",
        &["2: A1 C3 A3 C1 A3 A1 A3", "4: A5 A3 C5 C3 E3 G7 E1 G5 A1 C1 A1", "3: C3 A1 E1 C5 A5 E5 C1 A3 A5"],
    ),
    (
        "double-captures",
        &[
            "3: A3 A1 E3 E1 C1",
            "4: A3 C3 C1 G3 C5 A7 G1 G7 G5 C7 E3",
            "4: C3 C1 C7 C5 E5 A7 A5",
            "5: C3 C1 E3 A3 A5 E1 G1 I9 A1",
            "4: C3 G5 E1 C1 A5 A3 A1",
            "3: A1 C3 C1 E1 E3 E5 A5 A3 B2 E1",
        ],
    ),
    (
        "capture-races",
        &["2: A1 C1 A3 C3", "4: C1 C3 A1 A3 E3 G7 G1 E1", "2: A1 C3 A3 C1", "4: C3 C1 A5 A3 A1"],
    ),
    (
        "ko-retakes",
        &[
            "4: E1 A3 C3 G7 A1 C1 G1 A7 A1",
            "4: A3 G3 C1 E1 C5 E5 E3 C3 A7 G7 E3",
            "5: A5 A7 C7 C9 A9 E5 E1 A7",
            "4: G7 E7 E5 G5 C7 C5 G7",
            "5: G1 G3 C7 E1 C3 I1 I3 C1 G1",
        ],
    ),
    (
        "group-suicides",
        &["3: C3 C1 E5 A5 A3", "4: A1 A3 G7 C3 G5 E1", "4: C1 C3 A1 A3 G7 E3 G5 G1", "4: C5 E7 C7 A5 A3"],
    ),
    (
        "long-repetitions",
        &[
            "5: C1 C3 G1 A3 E3 G9 G7 C9 I7 E7 A1 E1 C1 I9 E9",
            "5: E1 A3 C3 I1 G1 I5 E9 G3 G7 I7 A1 A9 I9 C1 I3 G9 A1 I1",
        ],
    ),
    ("repetitions-with-other-turn", &["4: C1 C3 G1 A3 E3 A7 A1 E1 C1", "5: C9 E9 E7 G7 G9 I7 I9 E9 G9"]),
    (
        "inner-captures",
        &[
            "2: A1 C3 A3 C1 A3 A1 A3",
            "4: C3 A3 A5 C1 E1 G7 A1",
            "4: C5 C3 A3 A1 G1 E1 E3 G7 C1",
            "4: E3 E5 C5 C3 E1 C1 A5 A3 A1",
        ],
    ),
    ("swaps", &["3 swap: A1 swap", "4 swap: C3 swap"]),
    ("triple-merges", &["4: C1 G7 A3 G5 E3 A7 C3", "4: A1 C1 E1 E3 C3 G1 C1", "5: G5 G9 E7 C1 C5 E1 E5"]),
    ("edge-captures", &["4: C1 A1 G7 E1 G5 C3"]),
    ("corner-captures", &["3: A1 A3 E5 C1", "4: A3 A1 C1"]),
    ("second-iterations", &["4: A1 A3 C1 C3 A5 B2 C5 E1 B4 G7 E3"]),
    ("third-iterations", &["4: C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5 A1"]),
    ("zombies", &["4: C3 A3 A5 C5 C1 B4 A1 A7 E5 E3 D4 G1 E1 D2 B2 C3"]),
    ("uncoverings", &["4: E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3 G1"]),
];

/// Draws the short game with this number.
pub(super) fn drawn(number: u64, draw: &mut Draw<'_>) -> Option<Small<Margo>> {
    small::drawn(SHORT, &POLICIES, number, draw)
}

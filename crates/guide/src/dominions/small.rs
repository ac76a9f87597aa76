//! Short games that lead to classic errors of engines for Go-like games.

use bustan_vocabulary::Draw;
use bustan_vocabulary::dominions::Dominions;

use crate::{Small, small};

/// The policies for the moves after the event.
const POLICIES: [&str; 3] = ["capture", "suicide", "fight"];

/// See [`Table`](small::Table).
pub(crate) const SHORT: &small::Table = &[
    (
        "recaptures",
        &[
            "2: P1a2 P10b3 P20c3",
            "3: P16c3 P3b3 P57c4",
            "2: P4b2 P33b1 P40c2",
            "3: P1b4 P10c5 P22d5",
            "2: P8b3 P5a2 P34a1",
            "3: P2a1 P17b1 P9c2",
        ],
    ),
    (
        "capture-races",
        &[
            "2: P14b2 P48c2 P4c3",
            "3: P10d3 P5c2 P32c1",
            "2: P61b2 P12c3 P32c2",
            "3: P13c4 P24d5 P2c5",
            "2: P35a1 P17b1 P8c2",
            "3: P26b2 P3a1 P16b1",
        ],
    ),
    (
        "group-suicides",
        &[
            "2: P24c3 P31b2 P2b3",
            "3: P32a2 P52b3 P6a3",
            "3: P4e4 P38d3 P48e3",
            "4: P12e3 P39d2 P48e2",
            "3: P6c2 P49d2 P32c1",
            "3: P10c2 P1c1 pass P24d2",
        ],
    ),
    (
        "inner-captures",
        &[
            "2: P31b2 P12c3 P56c2 P3a2 P3a1 P49b1",
            "4: P27e4 P22f4 P16g4 pass P4e3 P33e2 P40f3",
            "2: P9b2 P28c3 P40c2 P33a1 P4a2 pass P2b3",
            "3: P29d3 P43c2 P17b2 P56d2 P14c3 P1b1 P1c1",
            "3: P5d3 pass P24e4 P41d2 pass P2d4 P33c1 pass P8e3",
        ],
    ),
    ("passes-apart", &["2: pass P12c3 pass", "3: pass P16c1 pass", "3: P10d3 pass P5c2 pass"]),
    ("edge-captures", &["2: P8b3 P5a2", "3: P16d2 P6c2", "3: P16d5 P10c5", "3: P16b1 P34a1"]),
    ("corner-captures", &["2: P1a2 P10b3", "3: P16c1 P3b1", "2: P2a1 P49b1", "3: P16e5 P14d5"]),
    (
        "triple-merges",
        &[
            "2: P24c3 P45b2 P1a2 P14b3",
            "3: P14c4 P19d4 P52e4 P12e5",
            "4: P11d6 P13c5 P46c4 P1b4",
            "2: P2b2 P34a1 P17b1 P24c2",
            "3: P42b3 P7b4 P19c4 P8c5",
            "4: P21f6 P28g7 P44g6 P2f7",
        ],
    ),
    (
        "shared-liberties",
        &[
            "2: P29b2 P33b1 P40c2 P28c3",
            "3: P15b2 pass P48c2 P13c3",
            "2: P31b2 pass P3a1 P49b1",
            "3: P15d3 P5c2 P49c1 P41d2",
            "3: P35b1 pass P48c1 P46c2",
        ],
    ),
    (
        "double-captures",
        &[
            "3: P38c2 P20d3 P7c3 P33c1 P56d2",
            "4: P2c4 P8b3 P1c3 P30d4",
            "3: P36b3 P36a2 pass P34b2 P5a3 P14b4",
            "4: P45e5 P25f6 P2f7 P11f5 P40g6 P28g7",
            "3: P63c2 P19b1 P3a1 P25d2 P8e3 pass P49c1",
        ],
    ),
    (
        "capture-then-suicide",
        &[
            "3: P3b1 P1a1 P43c2 P60c3 P9b2",
            "4: P8b3 P24b2 pass P4a3 P35a2",
            "3: P30d4 P16d5 P4e5 P36d3 P40e3 P52e4",
            "3: P49c2 P8d2 P30b2 pass P17c1 P34b1",
        ],
    ),
    ("opening-passes", &["2: pass", "3: pass"]),
    ("endings", &["2: P14b2 pass pass", "3: pass pass", "3: P10d3 P5c2 pass pass"]),
];

/// Draws the short game with this number.
pub(super) fn drawn(number: u64, draw: &mut Draw<'_>) -> Option<Small<Dominions>> {
    small::drawn(SHORT, &POLICIES, number, draw)
}

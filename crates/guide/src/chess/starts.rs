//! Starting positions of test games.

use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Draws, Position};
use bustan_vocabulary::{Draw, Game};

use super::{changed, with_draws};
use crate::Symmetric;

/// Positions close to something rare.
const NEAR: [&str; 28] = [
    // Castling, and pieces that prevent it.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "2r1k2r/8/8/8/8/8/8/R3K1R1 w Qk - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/8/8/8/qRK4R w KQ - 0 1 chess960",
    // En passant captures, pinned ones and those that discover a check.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/B7/1P1K4/8 w - - 0 1",
    "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    // Promotions.
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    // Pins and checks.
    "4k3/4q3/8/1b6/4r3/8/3NB3/4K2q w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "3q1rk1/8/8/2b5/8/8/3RP1B1/4K2R w K - 0 1",
    // Stalemates, checkmates, dead positions and long games.
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    "4k3/8/8/8/8/8/8/2BQK1N1 w - - 0 1",
    "4k3/2b5/8/8/8/8/5B2/4K3 w - - 98 120",
    "8/8/3k4/8/3N4/3K4/8/r7 w - - 140 160",
    "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
    "r3k3/p7/8/8/8/8/P7/R3K3 w Qq - 0 1",
    "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
];

/// Positions with published perft counts, the same as in `tests/positions/chess.epd`.
pub(super) const PUBLISHED: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 chess960",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 chess960",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9 chess960",
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9 chess960",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
];

/// Small positions, the smallest first.
const SMALL: [&str; 6] = [
    "8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
    "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1",
    "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
];

/// Parses the positions of `texts`, and skips invalid ones.
fn read(texts: &[&str]) -> Vec<Position> {
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

/// Draws a position from which a test game starts.
pub(super) fn drawn(draw: &mut Draw<'_>) -> Position {
    let kind = draw(8);
    let beginning = match kind {
        0 | 1 => Chess::initial(&[]).ok(),
        2 => Chess::initial(&["chess960"]).ok().and_then(|like| Chess::random_setup(&like, draw)),
        _ => None,
    };
    let position = beginning.unwrap_or_else(|| {
        let all = read(&NEAR);
        let position = &all[draw(all.len() as u32) as usize];
        let position = Chess::image(position, draw(Chess::symmetries(position) as u32) as usize);
        changed(&position, |parts| parts.chess960 |= kind == 3)
    });
    match draw(4) {
        0 => with_draws(&position, Draws::Claim),
        1 => with_draws(&position, Draws::Auto),
        _ => position,
    }
}

/// The small positions, with the options of `like`.
pub(super) fn small(like: &Position) -> Vec<Position> {
    let with_options = |position: &Position| {
        changed(position, |parts| {
            parts.chess960 = like.parts().chess960;
            parts.draws = like.parts().draws;
        })
    };
    read(&SMALL).iter().map(with_options).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert_eq!(read(&NEAR).len(), NEAR.len());
        assert_eq!(read(&SMALL).len(), SMALL.len());
    }

    #[test]
    fn starts_have_all_options() {
        let mut number = 0;
        let mut draw = |n| {
            number = (number * 25 + 13) % 1009;
            number % n
        };
        let starts: Vec<Position> = (0..200).map(|_| drawn(&mut draw)).collect();
        for draws in [Draws::None, Draws::Claim, Draws::Auto] {
            assert!(starts.iter().any(|start| start.parts().draws == draws));
        }
        assert!(starts.iter().any(|start| start.parts().chess960));
    }
}

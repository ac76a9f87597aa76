//! Positions to start test games from.
//!
//! Setups as they are drawn for people need many moves before much is at stake. Most test games start on boards that are small and
//! filled in ways that make trouble frequent: nearly full ones, walls everywhere, one row or column only, two colours only.

use alloc::vec::Vec;

use crate::Draw;
use crate::tribolo::view::View;
use crate::tribolo::{Content, Player, Position, Size};

/// How a board is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filling {
    /// By lot, as games are set up.
    Dealt,
    /// A cell of each kind with these shares: empty, wall, blue, red, green.
    Mixed([u32; 5]),
}

/// The fillings of small boards, and how often, out of their sum.
const FILLINGS: [(Filling, u32); 8] = [
    (Filling::Dealt, 1),
    (Filling::Mixed([3, 1, 2, 2, 2]), 4),
    (Filling::Mixed([1, 1, 3, 3, 3]), 3),
    // Nearly full: few moves are left, and soon none for somebody.
    (Filling::Mixed([1, 0, 5, 5, 5]), 3),
    // Walls everywhere.
    (Filling::Mixed([3, 5, 3, 3, 3]), 3),
    // Long runs of one colour.
    (Filling::Mixed([2, 1, 1, 8, 1]), 2),
    // A player without cells is never on turn.
    (Filling::Mixed([2, 1, 3, 3, 0]), 1),
    (Filling::Mixed([6, 0, 1, 1, 1]), 2),
];

/// How large a board is: the greatest width and height, and how often, out of the sum. Each is drawn from 1 to that.
const SIZES: [([u8; 2], u32); 6] = [([4, 4], 6), ([8, 1], 3), ([1, 8], 3), ([7, 6], 6), ([26, 2], 1), ([2, 26], 1)];

/// A starting position; see [`Explore::start`](crate::Explore::start).
pub(super) fn start(draw: &mut Draw<'_>) -> Position {
    // A fuzzer that has run out of bytes draws 0 throughout: it is to get a small board.
    match draw(40) {
        38 => Position::deal(Size::STANDARD, draw),
        39 => Position::deal(any_size([26, 26], draw), draw),
        _ => {
            let mut start = small_board(draw);
            // On small boards it often happens that nobody can move. Such games are worth a look, but few.
            for _ in 0..3 {
                if View::of(&start).mobility() != [0; 3] {
                    break;
                }
                start = small_board(draw);
            }
            start
        }
    }
}

fn small_board(draw: &mut Draw<'_>) -> Position {
    let size = any_size(pick(&SIZES, draw), draw);
    filled(size, pick(&FILLINGS, draw), draw)
}

/// Small starting positions; see [`Explore::small_starts`](crate::Explore::small_starts).
pub(super) fn small() -> Vec<Position> {
    // Lines that are closed by nothing, and those with one move; two players who can move, skips, a second turn, both opponents,
    // diagonals, crossing lines.
    const SMALL: [&str; 19] = [
        "2x1 .R blue",
        "3x1 .R# blue",
        "3x1 .RB blue",
        "3x1 .RB red",
        "4x1 .RB. blue",
        "4x1 .RGB blue",
        "4x1 .RRB blue",
        "5x1 .B.BR red",
        "5x1 .RB#. blue",
        "5x1 BR.GB blue",
        "5x1 BR.RB blue",
        "6x1 .RBRG. blue",
        "7x1 .RB#BR. blue",
        "7x1 .RB#GR. blue",
        "3x3 ....R...B blue",
        "3x3 B...R.... blue",
        "3x3 .R.GBRB.G blue",
        "4x3 .RB.G.R.BG.. blue",
        "4x4 B..GR.RB.BG.G.R. blue",
    ];
    SMALL.iter().filter_map(|text| text.parse().ok()).collect()
}

fn any_size([width, height]: [u8; 2], draw: &mut Draw<'_>) -> Size {
    let mut side = |greatest: u8| 1 + draw(u32::from(greatest)) as u8;
    let (width, height) = (side(width), side(height));
    Size::new(width, height).unwrap_or(Size::STANDARD)
}

fn filled(size: Size, filling: Filling, draw: &mut Draw<'_>) -> Position {
    let Filling::Mixed(shares) = filling else { return Position::deal(size, draw) };
    // The colours are exchanged so that each is in each part.
    let turn = draw(3) as usize;
    let shares: Vec<(Content, u32)> = Content::ALL.into_iter().zip(shares).collect();
    let cells = (0..size.count())
        .map(|_| match pick(&shares, draw) {
            Content::Owned(player) => Content::Owned(player.cycle()[turn]),
            other => other,
        })
        .collect();
    let asked = Player::ALL[draw(3) as usize];
    Position::dealt(size, cells, asked)
}

/// One of several things, each as often as its share.
fn pick<T: Copy>(shares: &[(T, u32)], draw: &mut Draw<'_>) -> T {
    let mut drawn = draw(shares.iter().map(|(_, share)| share).sum());
    for &(thing, share) in shares {
        if drawn < share {
            return thing;
        }
        drawn -= share;
    }
    shares[0].0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tribolo::Lot;
    use alloc::string::ToString;

    #[test]
    fn small_starts_come_smallest_first_and_most_have_a_move() {
        let small = small();
        assert_eq!(small.len(), 19);
        assert!(small.is_sorted_by_key(|position| position.size().count()));
        let without = small.iter().filter(|position| View::of(position).mobility() == [0; 3]);
        assert_eq!(without.count(), 2, "those with lines that are closed by nothing");
    }

    #[test]
    fn starts_are_mostly_small_and_mostly_playable() {
        let mut lot = Lot::new(1);
        let mut draw = |n| lot.below(n);
        let starts: Vec<Position> = (0..2_000).map(|_| start(&mut draw)).collect();
        let count = |kind: &dyn Fn(&Position) -> bool| starts.iter().filter(|&start| kind(start)).count();
        assert!(count(&|start| start.size() == Size::STANDARD) > 20);
        assert!(count(&|start| start.size().width() == 1 || start.size().height() == 1) > 400);
        assert!(count(&|start| start.size().count() <= 42) > 1_600);
        assert!(count(&|start| start.size().width() == 26 || start.size().height() == 26) > 2);
        assert!(count(&|start| View::of(start).mobility() != [0; 3]) > 1_400);
        assert!(starts.iter().all(|start| start.ply() == 0 && start.to_string().parse().as_ref() == Ok(start)));
    }
}

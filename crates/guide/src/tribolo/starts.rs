//! Positions from which test games start.
//!
//! In games from normal random setups, many moves pass before anything of interest occurs. Most test games
//! therefore start on small boards that are filled so that hard cases are frequent: almost full boards,
//! boards with many walls, with a single row or column, or with only two colours. A few boards are long, for
//! jumps from one end to the other, which are impossible on small boards.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use bustan_vocabulary::Draw;
use bustan_vocabulary::tribolo::{Content, Player, Position, Size};

use crate::tribolo::view::{STEPS, View};

/// A method of filling a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filling {
    /// Random cells, as for a normal game.
    Dealt,
    /// Random cells with these relative frequencies: empty, wall, blue, red, green.
    Mixed([u32; 5]),
    /// Cells of one colour, except for a few lines that lead across them from an empty cell to a cell of
    /// another colour.
    Runs,
}

/// The methods of filling boards, and the weight of each.
const FILLINGS: [(Filling, u32); 9] = [
    (Filling::Dealt, 1),
    (Filling::Mixed([3, 1, 2, 2, 2]), 4),
    (Filling::Mixed([1, 1, 3, 3, 3]), 3),
    // Almost full boards: few moves are left, and soon some player has none.
    (Filling::Mixed([1, 0, 5, 5, 5]), 3),
    // Many walls.
    (Filling::Mixed([3, 5, 3, 3, 3]), 3),
    // Long runs of one colour.
    (Filling::Mixed([2, 1, 1, 8, 1]), 2),
    // A player without cells never moves.
    (Filling::Mixed([2, 1, 3, 3, 0]), 1),
    (Filling::Mixed([6, 0, 1, 1, 1]), 2),
    (Filling::Runs, 1),
];

/// The sizes of boards: the largest width and height, up to which each side is drawn from 1, and the weight
/// of each.
const SIZES: [([u8; 2], u32); 6] =
    [([4, 4], 6), ([8, 1], 3), ([1, 8], 3), ([7, 6], 6), ([26, 2], 1), ([2, 26], 1)];

/// Lengths of a side for which an engine may have to use a different representation than for the standard
/// board, which has 16 columns.
const LONG: RangeInclusive<u8> = 17..=Size::MAX;

/// Draws a starting position; see [`Explore::start`](crate::Explore::start).
pub(super) fn start(draw: &mut Draw<'_>) -> Position {
    // A fuzzer that has run out of bytes always draws 0, and should get a small board.
    match draw(40) {
        35..=37 => playable(&mut |draw| filled(long_size(draw), Filling::Runs, draw), draw),
        38 => Position::random_setup(Size::STANDARD, draw),
        39 => Position::random_setup(any_size([26, 26], draw), draw),
        _ => playable(
            &mut |draw| filled(any_size(pick(&SIZES, draw), draw), pick(&FILLINGS, draw), draw),
            draw,
        ),
    }
}

/// Draws a starting position of this size; see [`Explore::start_like`](crate::Explore::start_like).
pub(super) fn start_of(size: Size, draw: &mut Draw<'_>) -> Position {
    playable(&mut |draw| filled(size, pick(&FILLINGS, draw), draw), draw)
}

/// Selects one of a few random positions, preferably one in which a player can move. On many small boards no
/// player can move; only a few of these are worth testing.
fn playable(make: &mut dyn FnMut(&mut Draw<'_>) -> Position, draw: &mut Draw<'_>) -> Position {
    let mut position = make(draw);
    for _ in 0..3 {
        if View::of(&position).mobility() != [0; 3] {
            break;
        }
        position = make(draw);
    }
    position
}

/// Returns small starting positions; see [`Explore::small_starts`](crate::Explore::small_starts).
pub(super) fn small() -> Vec<Position> {
    // Lines that no cell closes; positions with one move; two players who can move; skipped turns; a second
    // turn for the same player; jumps over both opponents; diagonals; crossing lines. In two of the
    // positions, a line that no cell closes and a diagonal do not belong to the player to move.
    const SMALL: [&str; 21] = [
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
        "6x1 .B#.RB blue",
        "6x1 .RBRG. blue",
        "7x1 .RB#BR. blue",
        "7x1 .RB#GR. blue",
        "3x3 ....R...B blue",
        "3x3 B...R.... blue",
        "3x3 .R.GBRB.G blue",
        "3x3 R...B.BR. blue",
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

/// Draws a size with one side in [`LONG`].
fn long_size(draw: &mut Draw<'_>) -> Size {
    let long = LONG.start() + draw(u32::from(LONG.end() - LONG.start()) + 1) as u8;
    // The other side is short, or long enough for diagonals of the same length.
    let other = if draw(3) > 0 { 1 + draw(4) as u8 } else { long };
    let (width, height) = if draw(2) == 0 { (long, other) } else { (other, long) };
    Size::new(width, height).unwrap_or(Size::STANDARD)
}

fn filled(size: Size, filling: Filling, draw: &mut Draw<'_>) -> Position {
    match filling {
        Filling::Dealt => Position::random_setup(size, draw),
        Filling::Mixed(shares) => mixed(size, shares, draw),
        Filling::Runs => runs(size, draw),
    }
}

fn runs(size: Size, draw: &mut Draw<'_>) -> Position {
    let [over, mover, third] = Player::ALL[draw(3) as usize].cycle();
    let cells = vec![Content::Owned(over); size.count()];
    let mut view = View::of(&Position::dealt(size, cells, mover));
    for _ in 0..2 + draw(3) {
        let Some(on) = size.cells().nth(draw(size.count() as u32) as usize) else { continue };
        let (right, down) = *pick_one(&STEPS, draw);
        // The run usually goes from one edge of the board to the other, otherwise from or to any cell on the
        // line.
        let from = view.ray(on, (-right, -down)).last().filter(|_| draw(4) > 0).unwrap_or(on);
        let ray: Vec<_> = view.ray(from, (right, down)).collect();
        let Some(&edge) = ray.last() else { continue };
        let end = if draw(4) > 0 { edge } else { *pick_one(&ray, draw) };
        view.put(from, Content::Empty);
        view.put(end, Content::Owned(if draw(3) > 0 { mover } else { third }));
    }
    let asked = *pick_one(&Player::ALL, draw);
    Position::dealt(size, view.into_cells(), asked)
}

fn pick_one<'a, T>(of: &'a [T], draw: &mut Draw<'_>) -> &'a T {
    &of[draw(of.len() as u32) as usize]
}

fn mixed(size: Size, shares: [u32; 5], draw: &mut Draw<'_>) -> Position {
    // The colours are rotated, so that each player takes each role.
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

/// Selects a random item with a probability proportional to its share.
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
    use alloc::string::ToString;
    use bustan_vocabulary::tribolo::Lot;

    #[test]
    fn small_starts_come_smallest_first_and_most_have_a_move() {
        let small = small();
        assert_eq!(small.len(), 21);
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
        assert!(
            starts.iter().all(|start| start.ply() == 0 && start.to_string().parse().as_ref() == Ok(start))
        );
    }

    #[test]
    fn starts_of_a_size_have_it_and_are_filled_in_many_ways() {
        let mut lot = Lot::new(2);
        let mut draw = |n| lot.below(n);
        for (size, playable) in
            [("1x1", 0), ("5x1", 80), ("4x4", 180), ("16x11", 195), ("26x3", 180), ("26x26", 190)]
        {
            let size: Size = size.parse().unwrap();
            let starts: Vec<Position> = (0..200).map(|_| start_of(size, &mut draw)).collect();
            assert!(starts.iter().all(|start| start.size() == size && start.ply() == 0));
            let found = starts.iter().filter(|start| View::of(start).mobility() != [0; 3]).count();
            assert!(found >= playable, "{size}: {found}");
            let full = starts.iter().filter(|start| {
                let empty = start.cells().iter().filter(|&&cell| cell == Content::Empty).count();
                empty * 4 < size.count()
            });
            assert!(size.count() == 1 || (40..160).contains(&full.count()), "{size}");
        }
    }

    #[test]
    fn some_starts_have_jumps_over_sixteen_cells_in_each_direction() {
        let mut lot = Lot::new(3);
        let mut draw = |n| lot.below(n);
        let mut found = [0; 8];
        for _ in 0..20_000 {
            let view = View::of(&start(&mut draw));
            if view.size.width().max(view.size.height()) < 18 {
                continue;
            }
            for cell in view.size.cells().filter(|&cell| view.is_empty(cell)) {
                for (step, _) in Player::ALL
                    .into_iter()
                    .flat_map(|player| view.jumps(cell, player))
                    .filter(|jump| jump.1 >= 16)
                {
                    found[STEPS.iter().position(|&other| other == step).unwrap()] += 1;
                }
            }
        }
        assert!(found.iter().all(|&count| count >= 5), "{found:?}");
    }
}

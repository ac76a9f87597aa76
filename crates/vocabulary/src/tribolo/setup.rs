//! Random setups, and the words that request a setup.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::size::length;
use super::{Content, Lot, Player, Position, Size};

/// The contents that are dealt, in this order.
const DEALT: [Content; 4] =
    [Content::Owned(Player::Blue), Content::Owned(Player::Red), Content::Owned(Player::Green), Content::Wall];

impl Size {
    /// The number of cells that each player owns at the start, and also the number of walls: 12 on the
    /// standard board and, on other boards with `n` cells, `n * 12 / 176`, rounded down, but at least 1. A
    /// board with fewer than four cells omits the last of blue, red, green and wall.
    pub const fn share(self) -> usize {
        let scaled = self.count() * 12 / Self::STANDARD.count();
        if scaled == 0 { 1 } else { scaled }
    }
}

impl Position {
    /// Draws a starting position of this size with `draw`, which must return a number below `n` for each `n >
    /// 0`.
    ///
    /// A Fisher-Yates shuffle permutes the cells, which are initially in row-major order, from the front: for
    /// each `i` from 0, the cell at `i` is exchanged with the cell at `i` plus a random number below `count -
    /// i`. The first [`share`](Size::share) cells become blue, the next `share` red, then green, then walls.
    /// The shuffle stops after these cells, because the order of the others does not matter. The last random
    /// number, below 3, selects the player asked first: blue, red or green.
    pub fn random_setup(size: Size, draw: &mut dyn FnMut(u32) -> u32) -> Self {
        let count = size.count();
        let mut order: Vec<u16> = (0..count as u16).collect();
        let mut cells = vec![Content::Empty; count];
        let dealt = DEALT.into_iter().flat_map(|content| core::iter::repeat_n(content, size.share()));
        for (i, content) in dealt.take(count).enumerate() {
            let other = i + draw((count - i) as u32) as usize;
            order.swap(i, other);
            cells[usize::from(order[i])] = content;
        }
        let asked = Player::ALL[draw(3) as usize];
        Self::dealt(size, cells, asked)
    }

    /// Returns the starting position of this size for a seed: [`random_setup`](Self::random_setup) with the
    /// numbers of a [`Lot`] with this seed. It is the same on every machine and in every version.
    pub fn from_seed(size: Size, seed: u64) -> Self {
        let mut lot = Lot::new(seed);
        Self::random_setup(size, &mut |n| lot.below(n))
    }

    /// Parses the words of `boardsize` or `--size`: a width and a height, then `seed` and a number. Either
    /// part may be missing. Instead of the seed, the cells and the rest of the text of a position may follow.
    /// One string may contain several words, separated by spaces.
    pub(super) fn from_words(words: &[&str]) -> Result<Self, String> {
        let mut words = words.iter().flat_map(|word| word.split_ascii_whitespace()).peekable();
        let first = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let size = match first {
            None => Size::STANDARD,
            Some(word) if word.contains(['x', 'X']) => word.parse().map_err(|error| format!("{error}"))?,
            Some(width) => {
                let Some(height) = words.next_if(|word| !word.eq_ignore_ascii_case("seed")) else {
                    return Err(format!(
                        "a size is a width and a height, such as 16 11; {width:?} has no height"
                    ));
                };
                let side = |what, text: &str| {
                    length(text).ok_or_else(|| format!("the {what} of a board is from 1 to 26, not {text:?}"))
                };
                let (width, height) = (side("width", width)?, side("height", height)?);
                Size::new(width, height)
                    .ok_or_else(|| format!("there is no board of {width} by {height} cells"))?
            }
        };
        if words.peek().is_some_and(|word| word.chars().all(|symbol| Content::from_symbol(symbol).is_some()))
        {
            let text = words.fold(format!("{size}"), |text, word| text + " " + word);
            return text.parse().map_err(|error| format!("{error}"));
        }
        let mut seed = 0;
        if words.next_if(|word| word.eq_ignore_ascii_case("seed")).is_some() {
            let word = words.next().ok_or("seed needs a number, such as seed 7")?;
            seed = word
                .parse()
                .ok()
                .filter(|_| !word.starts_with('+'))
                .ok_or_else(|| format!("a seed is a number from 0 to {}, not {word:?}", u64::MAX))?;
        }
        match words.next() {
            None => Ok(Self::from_seed(size, seed)),
            Some(word) => Err(format!(
                "{word:?} is unexpected; a setup is a width and a height, then seed and a number or the cells and a player"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn count(position: &Position, content: Content) -> usize {
        position.cells().iter().filter(|&&cell| cell == content).count()
    }

    /// The values must never change, because otherwise old seeds would yield different games. They were
    /// computed independently of this crate, from the documentation alone.
    #[test]
    fn the_setup_of_a_seed_never_changes() {
        for (seed, text) in [
            (
                0,
                concat!(
                    "16x11 ",
                    "....R......G.GR..BG........G.GG.R..B.G..G.B......B.B.....G.#.......B......#..R.R...#R.B..BR..G..",
                    "..#..R#.#.R....BR..............#R.........G....#.##..B...B...#....#B..GR........",
                    " blue 0"
                ),
            ),
            (
                7,
                concat!(
                    "16x11 ",
                    "....G....G..............BB...R..GR....B#.BB...#G.BR...G.......BR....G............#...GR..#......",
                    "GR...R..G#B..#..G.....B......#...#B...#..R..#.G.#...B....R.....RR..#G..B.......R",
                    " blue 0"
                ),
            ),
            (9, "5x4 G...R...B#.......... green 0"),
            (
                18446744073709551615,
                concat!("8x8 ", ".R#......GR.....B#..GR..........B.............G...#BBG...R.#....", " red 0"),
            ),
            (3, "2x1 RB blue 0"),
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(Position::from_seed(position.size(), seed).to_string(), text);
        }
    }

    #[test]
    fn the_standard_board_has_twelve_of_each() {
        for seed in 0..50 {
            let position = Position::from_seed(Size::STANDARD, seed);
            assert_eq!(DEALT.map(|content| count(&position, content)), [12; 4]);
            assert_eq!(count(&position, Content::Empty), 128);
        }
    }

    #[test]
    fn other_boards_have_their_share() {
        for (size, each) in
            [("1x1", [1, 0, 0, 0]), ("1x2", [1, 1, 0, 0]), ("3x1", [1, 1, 1, 0]), ("2x2", [1; 4])]
                .into_iter()
                .chain([("5x4", [1; 4]), ("8x8", [4; 4]), ("26x26", [46; 4])])
        {
            let position = Position::from_seed(size.parse().unwrap(), 1);
            assert_eq!(DEALT.map(|content| count(&position, content)), each, "{size}");
        }
    }

    #[test]
    fn everyone_is_asked_first_alike_and_every_cell_is_drawn_alike() {
        let mut asked = [0; 3];
        let mut walls = [0; 176];
        for seed in 0..6_000 {
            let position = Position::from_seed(Size::STANDARD, seed);
            asked[position.asked() as usize] += 1;
            position.cells().iter().zip(&mut walls).for_each(|(&c, n)| *n += u32::from(c == Content::Wall));
        }
        assert!(asked.iter().all(|count| (1_850..2_150).contains(count)), "{asked:?}");
        assert!(walls.iter().all(|count| (310..510).contains(count)), "{walls:?}");
    }

    #[test]
    fn words_say_size_and_seed() {
        for (words, size, seed) in [
            (&[][..], "16x11", 0),
            (&["16", "11"], "16x11", 0),
            (&["5", "4"], "5x4", 0),
            (&["5x4"], "5x4", 0),
            (&["5 4 seed 9"], "5x4", 9),
            (&["16", "11", "seed", "7"], "16x11", 7),
            (&["SEED", "18446744073709551615"], "16x11", u64::MAX),
        ] {
            let expected = Position::from_seed(size.parse().unwrap(), seed);
            assert_eq!(Position::from_words(words), Ok(expected), "{words:?}");
        }
    }

    #[test]
    fn words_may_give_the_cells() {
        for words in [&["3", "2", ".rB#.G", "red"][..], &["3x2", ".RB#.G red 0"], &["3x2 .RB#.G r"]] {
            assert_eq!(Position::from_words(words), Ok("3x2 .RB#.G red".parse().unwrap()), "{words:?}");
        }
        for (words, message) in [
            (
                &["3x2", ".RB#."][..],
                "the player asked first is missing; blue, red or green follows the cells",
            ),
            (&["3x2", ".RB#.", "red"], "a board of size 3x2 has 6 cells, not 5"),
            (&[".RB#.", "red"], "a board of size 16x11 has 176 cells, not 5"),
        ] {
            assert_eq!(Position::from_words(words), Err(message.into()));
        }
    }

    #[test]
    fn unacceptable_words_are_named() {
        for (words, message) in [
            (&["16"][..], "a size is a width and a height, such as 16 11; \"16\" has no height"),
            (&["16", "seed", "7"], "a size is a width and a height, such as 16 11; \"16\" has no height"),
            (&["27", "4"], "the width of a board is from 1 to 26, not \"27\""),
            (&["4", "0"], "the height of a board is from 1 to 26, not \"0\""),
            (
                &["4x0"],
                "\"4x0\" is not a size; a size is a width and a height, each from 1 to 26, such as 16x11",
            ),
            (&["seed"], "seed needs a number, such as seed 7"),
            (&["seed", "-1"], "a seed is a number from 0 to 18446744073709551615, not \"-1\""),
            (
                &["4", "4", "4"],
                "\"4\" is unexpected; a setup is a width and a height, then seed and a number or the cells and a player",
            ),
            (
                &["blue"],
                "\"blue\" is unexpected; a setup is a width and a height, then seed and a number or the cells and a player",
            ),
        ] {
            assert_eq!(
                Position::from_words(words).map_err(|problem| problem.to_string()),
                Err(message.to_string())
            );
        }
    }
}

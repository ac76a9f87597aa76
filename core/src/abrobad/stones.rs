//! What lies on the board and who is on turn, as a value to be copied; what the rules say of it.

use super::tables::{CELLS, FULL, NEIGHBOURS, RAYS, around, bits, count_groups, first};

/// Stones and turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    /// The cells of X's and of O's stones.
    pub(super) of: [u16; 2],
    /// The player on turn, 0 or 1, also when the game is over.
    pub(super) turn: u8,
}

/// What can be done on turn, cells numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Place(u8),
    Slide(u8, u8),
    End,
}

impl Stones {
    /// The empty board [abrobad 1.4], X on turn [abrobad 1.3].
    pub(super) const EMPTY: Self = Self { of: [0; 2], turn: 0 };

    pub(super) const fn own(self) -> u16 {
        self.of[self.turn as usize]
    }

    pub(super) const fn free(self) -> u16 {
        FULL & !(self.of[0] | self.of[1])
    }

    /// Whether the game is over: the board is full [abrobad 3.1]. Nothing else ends it [abrobad 3.4].
    pub(super) const fn is_over(self) -> bool {
        self.free() == 0
    }

    /// The cells on which a stone may be placed: the empty ones that no own stone is next to. While there are
    /// any, one must [abrobad 2.1].
    pub(super) fn places(self) -> u16 {
        self.free() & !around(self.own())
    }

    /// The cells to which the stone on a cell may slide, if it may slide at all [abrobad 2.2].
    pub(super) fn slides(self, cell: usize) -> u16 {
        let free = self.free();
        let [a, b, c, d, e, f] = &RAYS[cell];
        first(a & free, 0)
            | first(b & free, 1)
            | first(c & free, 2)
            | first(d & free, 3)
            | first(e & free, 4)
            | first(f & free, 5)
    }

    /// All that can be done, each once: to place [abrobad 2.1], or else to slide [abrobad 2.2] or to end the
    /// game [abrobad 2.3], and nothing else [abrobad 2.4].
    pub(super) fn each_act(self, mut each: impl FnMut(Act)) {
        if self.is_over() {
            return;
        }
        let places = self.places();
        if places != 0 {
            return bits(places).for_each(|cell| each(Act::Place(cell as u8)));
        }
        for from in bits(self.own()) {
            bits(self.slides(from)).for_each(|to| each(Act::Slide(from as u8, to as u8)));
        }
        each(Act::End);
    }

    /// How much can be done.
    pub(super) fn count_acts(self) -> u32 {
        if self.is_over() {
            return 0;
        }
        match self.places().count_ones() {
            0 => 1 + bits(self.own()).map(|cell| self.slides(cell).count_ones()).sum::<u32>(),
            places => places,
        }
    }

    /// The stones after something that can be done. Nothing is captured [abrobad 1.5]; the end fills the
    /// board for the opponent [abrobad 2.3]; the opponent is next [abrobad 1.3].
    pub(super) fn after(mut self, act: Act) -> Self {
        let (turn, free) = (usize::from(self.turn), self.free());
        match act {
            Act::Place(cell) => self.of[turn] |= 1 << cell,
            Act::Slide(from, to) => self.of[turn] ^= 1 << from | 1 << to,
            Act::End => self.of[1 - turn] |= free,
        }
        self.turn ^= 1;
        self
    }

    /// Of a full board, the player who has won: the one on turn, unless it has at least as many groups as the
    /// other [abrobad 3.3].
    pub(super) fn winner(self) -> Option<u8> {
        if !self.is_over() {
            return None;
        }
        let [own, other] =
            [self.turn, self.turn ^ 1].map(|player| count_groups(self.of[usize::from(player)]));
        Some(if own < other { self.turn } else { self.turn ^ 1 })
    }

    /// Whether an own stone is next to a cell.
    pub(super) const fn touches_own(self, cell: usize) -> bool {
        NEIGHBOURS[cell] & self.own() != 0
    }

    /// The stones as a string of digits to base 3, cell 1 the last digit: 0 for none, 1 for X, 2 for O;
    /// doubled, and one more when O is on turn.
    pub(super) fn number(self) -> u32 {
        let [x, o] = self.of.map(|cells| TERNARY[usize::from(cells)]);
        2 * (x + 2 * o) + u32::from(self.turn)
    }

    /// The stones of a number below [`NUMBERS`].
    pub(super) fn from_number(number: u32) -> Self {
        let digits = number / 2;
        let (low, high) = (DIGITS[(digits % HALF) as usize], DIGITS[(digits / HALF) as usize]);
        let of = [0, 1].map(|player| low[player] | high[player] << (CELLS / 2));
        Self { of, turn: (number % 2) as u8 }
    }
}

/// One more than the largest number of stones.
pub(super) const NUMBERS: u32 = 2 * HALF * HALF;

/// The number of ways to fill half of the cells.
const HALF: u32 = 3u32.pow(CELLS as u32 / 2);

/// The value of a set of cells when each has the digit 1.
pub(super) static TERNARY: [u32; 1 << CELLS] = {
    let mut values = [0; 1 << CELLS];
    let (mut set, mut highest, mut weight) = (1, 1, 1);
    while set < values.len() {
        if set == 2 * highest {
            (highest, weight) = (set, 3 * weight);
        }
        values[set] = values[set - highest] + weight;
        set += 1;
    }
    values
};

/// The cells that have the digit 1 and those that have 2, for half of the digits.
static DIGITS: [[u16; 2]; HALF as usize] = {
    let mut sets = [[0; 2]; HALF as usize];
    let mut number = 0;
    while number < sets.len() {
        let (mut rest, mut cell) = (number, 0);
        while rest != 0 {
            if rest % 3 != 0 {
                sets[number][rest % 3 - 1] |= 1 << cell;
            }
            (rest, cell) = (rest / 3, cell + 1);
        }
        number += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_the_stones() {
        for number in (0..NUMBERS).step_by(7).chain([NUMBERS - 1]) {
            let stones = Stones::from_number(number);
            assert_eq!(stones.of[0] & stones.of[1], 0);
            assert_eq!(stones.number(), number);
        }
    }

    #[test]
    fn an_empty_board_has_the_number_0() {
        assert_eq!(Stones::EMPTY.number(), 0);
        assert_eq!(Stones { of: [1, 0], turn: 1 }.number(), 3);
        assert_eq!(Stones { of: [0, 2], turn: 0 }.number(), 12);
    }
}

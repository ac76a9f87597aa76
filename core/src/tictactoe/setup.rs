//! Between a board and its position in words.

use bustan_vocabulary::tictactoe::{Invalid, Player, Position};

use super::tables::has_line;
use super::{Board, Marks};

impl Board {
    /// The game that begins at a position.
    ///
    /// # Errors
    /// When no game can lead there [tictactoe 3.1]: by the numbers of marks [tictactoe 3.2], or because there
    /// was a line already [tictactoe 3.3].
    pub fn from_position(position: &Position) -> Result<Self, Invalid> {
        let mut of = [0; 2];
        for (place, mark) in position.marks().iter().enumerate() {
            if let Some(player) = mark {
                of[*player as usize] |= 1 << place;
            }
        }
        let turn = position.turn();
        let [x, o] = of.map(u16::count_ones);
        if x != o + turn as u32 {
            return Err(Invalid::Counts { x, o, turn });
        }
        if has_line(of[turn as usize]) {
            return Err(Invalid::Line(turn));
        }
        Ok(Self { marks: Marks { of }, misere: position.misere(), before: Default::default() })
    }

    /// The position in words; [`from_position`](Self::from_position) begins a game there.
    pub fn position(&self) -> Position {
        let of = self.marks.of;
        let mark = |place| Player::ALL.into_iter().find(|&player| of[player as usize] >> place & 1 == 1);
        Position::new(core::array::from_fn(mark), Player::ALL[self.marks.turn()], self.misere)
    }
}

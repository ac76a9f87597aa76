//! Validation of positions that are set up.

use bustan_vocabulary::chess::{Cell, Invalid, Kind, Man, Player};

use super::game::{Game, rank_for};

impl Game {
    /// Checks that a game can start from this state.
    pub(super) fn validate(&self) -> Result<(), Invalid> {
        let count = |player, is: &dyn Fn(Kind) -> bool| {
            self.men().filter(|(_, man)| man.player == player && is(man.kind)).count() as u32
        };
        for player in Player::ALL {
            let count = count(player, &|kind| kind == Kind::King);
            if count != 1 {
                return Err(Invalid::Kings { player, count });
            }
        }
        for player in Player::ALL {
            let count = count(player, &|_| true);
            if count > 16 {
                return Err(Invalid::Pieces { player, count });
            }
        }
        for player in Player::ALL {
            let count = count(player, &|kind| kind == Kind::Pawn);
            if count > 8 {
                return Err(Invalid::Pawns { player, count });
            }
        }
        let at_end = |&(cell, man): &(Cell, Man)| man.kind == Kind::Pawn && matches!(cell.rank(), 0 | 7);
        if let Some((cell, _)) = self.men().find(at_end) {
            return Err(Invalid::Pawn(cell));
        }
        let (player, other) = (self.parts.turn, self.parts.turn.opponent());
        if self.in_check(other) {
            return Err(Invalid::InCheck(other));
        }
        if let Some(crossed) = self.parts.en_passant
            && !self.was_crossed(crossed)
        {
            return Err(Invalid::EnPassant(crossed));
        }
        let Some(king) = self.king(player) else { return Ok(()) };
        let attackers = self.men().filter(|(_, man)| man.player == other);
        let checks =
            attackers.filter(|&(from, man)| self.attacked_from(from, man).contains(&king)).count() as u32;
        if checks > 2 { Err(Invalid::Checks(checks)) } else { Ok(()) }
    }

    /// Whether a pawn of the player who is not to move can have crossed a square in the last move.
    fn was_crossed(&self, crossed: Cell) -> bool {
        let (player, other) = (self.parts.turn, self.parts.turn.opponent());
        let pawn = Man { player: other, kind: Kind::Pawn };
        let on = |rank: u8| {
            Cell::BOARD
                .into_iter()
                .find(|&cell| cell.file() == crossed.file() && rank_for(other, cell) == rank)
        };
        let (Some(from), Some(to)) = (on(2), on(4)) else { return false };
        let stands = self.man(to) == Some(pawn) && self.man(crossed).is_none() && self.man(from).is_none();
        let mut before = self.clone();
        before.parts.board[to.place()] = None;
        before.parts.board[from.place()] = Some(pawn);
        stands && !before.in_check(player)
    }
}

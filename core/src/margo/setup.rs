//! Builds a board from a position.

use alloc::sync::Arc;

use bustan_vocabulary::margo::{Invalid, Point, Position};

use super::grid::Grid;
use super::links::LINKS;
use super::{Board, Stage};

impl Board {
    /// A game that starts from a position.
    ///
    /// # Errors
    /// Fails if a ball floats, or else if a ball could be lifted [margo 8.3].
    pub fn from_position(position: &Position) -> Result<Self, Invalid> {
        Self::on_grid(position, Arc::new(Grid::new(position.setup().size)))
    }

    /// A game that starts from a position, like [`from_position`](Self::from_position). It reuses the tables
    /// of this board if the size is the same.
    pub(super) fn at(&self, position: &Position) -> Result<Self, Invalid> {
        let size = position.setup().size;
        let grid = if size == self.setup.size { self.grid.clone() } else { Arc::new(Grid::new(size)) };
        Self::on_grid(position, grid)
    }

    /// A game that starts from a position, unless a ball floats [margo 8.1] or could be lifted [margo 8.2].
    fn on_grid(position: &Position, grid: Arc<Grid>) -> Result<Self, Invalid> {
        let mut board = Self::bare(position.setup(), grid);
        let index = |board: &Self, point: Point| {
            board.grid.index(point).expect("the balls of a position are on its board")
        };
        for &point in position.balls().keys() {
            let below = board.grid.site(index(&board, point)).below();
            let below = below.into_iter().filter(|&support| usize::from(support) < board.grid.points());
            let gaps = below
                .map(|support| board.grid.name(support))
                .filter(|gap| !position.balls().contains_key(gap));
            if let Some(gap) = gaps.min() {
                return Err(Invalid::Floating(point, gap));
            }
        }
        for (&point, &player) in position.balls() {
            let point = index(&board, point);
            board.fill(point, player as u8 + 1);
        }
        board.group_all();
        board.turn = position.turn() as u8;
        board.ply = position.ply();
        board.stage = position.stage();
        let free = |&&point: &&Point| board.is_liftable(index(&board, point));
        if let Some(&point) = position.balls().keys().find(free) {
            return Err(Invalid::Liftable(point));
        }
        board.begin();
        Ok(board)
    }

    fn group_all(&mut self) {
        let all = 0..self.grid.points() as u16;
        let visible =
            |board: &Self, point: u16| board.spots[usize::from(point)].is_ball() && board.is_visible(point);
        for point in all.clone().filter(|&point| visible(self, point)).collect::<alloc::vec::Vec<_>>() {
            let label = self.open_group(self.contacts_of(point).of_size(1));
            self.label(point, label);
        }
        for point in all {
            if visible(self, point) {
                for link in 0..LINKS {
                    self.link_one(point, link);
                }
            }
        }
    }

    /// Whether the ball on a point could be lifted: its group has no freedom, and every ball that rests on it
    /// could be lifted as well [margo 8.2].
    fn is_liftable(&self, point: u16) -> bool {
        let spot = self.spots[usize::from(point)];
        let on_it = self.grid.site(point).above().into_iter();
        self.is_strangled(point)
            && on_it
                .filter(|&above| self.spots[usize::from(above)].is_ball())
                .all(|above| self.spots[usize::from(above)].colour == spot.colour && self.is_liftable(above))
    }

    /// The current position, from which [`from_position`](Self::from_position) can start a game, without the
    /// history [margo 8.6]. If the number of moves exceeds the largest that a position can record, whole
    /// rounds are subtracted [margo 8.5].
    pub fn position(&self) -> Position {
        let round = self.setup.players().len() as u32;
        let beyond = self.ply.saturating_sub(Position::MAX_PLY).next_multiple_of(round);
        Position::new(self.setup, Self::player(self.turn), self.ply - beyond, self.stage, self.pieces())
            .expect("the balls of a board rest on each other and suit the number of moves")
    }

    /// Whether a capture won the game.
    pub const fn is_won_by_capture(&self) -> bool {
        matches!(self.stage, Stage::Won)
    }
}

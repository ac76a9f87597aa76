//! The state of a game, as a position and as an observation.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::Game;
use bustan_vocabulary::margo::{Group, Margo, Observation, Player, Point, Position, Stage};

use super::board::Board;
use super::connection::{buried, groups};
use super::end::{over, scores, winner};
use super::freedom::freedoms;

/// The full state at one moment of a game. The history is a list of earlier states.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    /// The player to move. When the game is over, the player whose turn it would be.
    pub(super) turn: Player,
    /// The number of moves played, the swap included [margo 9.2].
    pub(super) ply: u32,
    /// The points from which the last move lifted balls, sorted.
    pub(super) captured: Vec<Point>,
    /// Whether the game was won by a capture or set up as over. A game whose stage is open is also over if
    /// there is no legal move.
    pub(super) stage: Stage,
}

impl State {
    /// The state that a position describes. The number of moves of a position fits its balls and its player
    /// to move [margo 8.4].
    pub(super) fn at(position: &Position) -> Self {
        Self {
            board: Board::new(position.setup(), position.balls()),
            turn: position.turn(),
            ply: position.ply(),
            captured: Vec::new(),
            stage: position.stage(),
        }
    }

    /// The player after the player to move.
    pub(super) fn next_player(&self) -> Player {
        self.player_after(1)
    }

    /// The player before the player to move.
    pub(super) fn previous_player(&self) -> Player {
        self.player_after(self.board.setup.players().len() - 1)
    }

    /// The player who is to move `turns` turns after the current one [margo 1.5] [margo 12.1].
    fn player_after(&self, turns: usize) -> Player {
        let players = self.board.setup.players();
        let now = players.iter().position(|&player| player == self.turn).unwrap_or_default();
        players[(now + turns) % players.len()]
    }

    /// The player to move; `None` when the game is over.
    pub(super) fn to_move(&self, earlier: &[Self]) -> Option<Player> {
        if over(self, earlier) { None } else { Some(self.turn) }
    }

    /// This state as a position. If the number of moves exceeds what a position can record, as many rounds as
    /// needed are subtracted [margo 8.5].
    pub(super) fn position(&self, earlier: &[Self]) -> Option<Position> {
        let mut ply = self.ply;
        while ply > Position::MAX_PLY {
            ply -= self.board.setup.players().len() as u32;
        }
        let stage = if self.stage == Stage::Open && over(self, earlier) { Stage::Over } else { self.stage };
        Position::new(self.board.setup, self.turn, ply, stage, self.board.balls()).ok()
    }

    /// Everything that can be observed of the state.
    pub(super) fn observe(&self, earlier: &[Self]) -> Observation {
        let to_move = self.to_move(earlier);
        let mut buried: Vec<Point> =
            self.board.balls().map(|(ball, _)| ball).filter(|&ball| buried(&self.board, ball)).collect();
        buried.sort();
        Observation {
            game: Margo::NAME,
            size: self.board.setup.size.get(),
            ply: self.ply,
            to_move,
            over: to_move.is_none(),
            winner: if to_move.is_none() { winner(self) } else { None },
            scores: scores(self),
            board: self.board.balls().collect(),
            groups: self.groups(),
            buried,
            captured: self.captured.clone(),
            setup: self.board.setup,
            by_capture: self.stage == Stage::Won,
        }
    }

    /// The groups of all colours, sorted by their smallest balls, as observations contain them.
    fn groups(&self) -> Vec<Group> {
        let report = |colour, mut balls: Vec<Point>| {
            let mut freedoms: Vec<Point> = freedoms(&self.board, &balls).collect();
            freedoms.sort();
            freedoms.dedup();
            balls.sort();
            Group { colour, balls, freedoms }
        };
        let of = |colour| groups(&self.board, colour).into_iter().map(move |balls| report(colour, balls));
        let mut groups: Vec<Group> =
            self.board.setup.players().iter().flat_map(|&colour| of(colour)).collect();
        groups.sort_by_key(|group| group.balls[0]);
        groups
    }

    /// A hash of everything that distinguishes positions of a game: the balls and the player to move. It is
    /// the same in every run.
    pub(super) fn hash(&self, earlier: &[Self]) -> u64 {
        let balls: BTreeMap<Point, Player> = self.board.balls().collect();
        let mut hasher = DefaultHasher::new();
        (balls, self.to_move(earlier)).hash(&mut hasher);
        hasher.finish()
    }
}

//! The game with its flaws. Only its symmetries and the texts of its moves differ from Tic-Tac-Toe.

use std::fmt;
use std::str::FromStr;

use bustan_guide::{Compose, Event, Explore, Overlay, Picture, Policy, Style, Symmetric, Touch};
use bustan_vocabulary::tictactoe::{
    Cell, Identity, Invalid, Move, MoveError, Observation, Player, Position, Reason, TicTacToe,
};
use bustan_vocabulary::{Draw, Game, Record};

use super::TicTacToeFlaw;

/// Tic-Tac-Toe with the currently planted flaw, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted;

/// A move of [`Planted`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlantedMove(pub Move);

impl fmt::Display for PlantedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = self.0.0;
        let higher =
            Cell::new(cell.column(), cell.row() + 1).filter(|_| TicTacToeFlaw::TextOffByOne.is_planted());
        fmt::Display::fmt(&higher.unwrap_or(cell), f)
    }
}

impl fmt::Debug for PlantedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl FromStr for PlantedMove {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Self)
    }
}

impl Game for Planted {
    const NAME: &'static str = "tictactoe";
    const PLAYERS: &'static [Player] = TicTacToe::PLAYERS;

    type Player = Player;
    type Move = PlantedMove;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn initial(words: &[&str]) -> Result<Position, String> {
        TicTacToe::initial(words)
    }

    fn identity(seen: &Observation) -> Identity {
        TicTacToe::identity(seen)
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        TicTacToe::to_move(seen)
    }

    fn final_score(seen: &Observation) -> String {
        TicTacToe::final_score(seen)
    }
}

/// The symmetry whose row in the table is wrong in two cells.
const WRONG: usize = 5;

/// The index to which the wrong symmetry maps an index.
const fn confused(place: usize) -> usize {
    match place {
        0 => 1,
        1 => 0,
        other => other,
    }
}

impl Symmetric for Planted {
    fn symmetries(position: &Position) -> usize {
        if TicTacToeFlaw::ThreeSymmetries.is_planted() { 3 } else { TicTacToe::symmetries(position) }
    }

    fn image(position: &Position, symmetry: usize) -> Position {
        let image = TicTacToe::image(position, symmetry);
        if TicTacToeFlaw::WrongSymmetry.is_planted() && symmetry == WRONG {
            let marks = std::array::from_fn(|place| image.marks()[confused(place)]);
            return Position::new(marks, image.turn(), image.misere());
        }
        image
    }

    fn image_move(position: &Position, mv: &PlantedMove, symmetry: usize) -> PlantedMove {
        let Move(cell) = TicTacToe::image_move(position, &mv.0, symmetry);
        let confused = cell
            .place()
            .filter(|_| TicTacToeFlaw::WrongSymmetry.is_planted() && symmetry == WRONG)
            .map(confused);
        PlantedMove(Move(confused.map_or(cell, |place| Cell::BOARD[place])))
    }
}

impl Explore for Planted {
    const POLICIES: &'static [Policy] = TicTacToe::POLICIES;
    const EVENTS: &'static [Event] = TicTacToe::EVENTS;

    fn start(draw: &mut Draw<'_>) -> Position {
        TicTacToe::start(draw)
    }

    fn is_start(position: &Position) -> bool {
        TicTacToe::is_start(position)
    }

    fn first_to_move(position: &Position) -> Option<Player> {
        TicTacToe::first_to_move(position)
    }

    fn weigh(policy: usize, seen: &Observation, moves: &[PlantedMove], weights: &mut Vec<u32>) {
        let moves: Vec<Move> = moves.iter().map(|mv| mv.0).collect();
        TicTacToe::weigh(policy, seen, &moves, weights);
    }

    fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<PlantedMove> {
        TicTacToe::proposal(seen, draw).map(PlantedMove)
    }

    fn events(before: &Observation, mv: &PlantedMove, after: &Observation, hit: &mut dyn FnMut(usize)) {
        TicTacToe::events(before, &mv.0, after, hit);
    }

    fn refusal_event(reason: Reason) -> Option<usize> {
        TicTacToe::refusal_event(reason)
    }

    fn inconsistency(seen: &Observation) -> Option<String> {
        TicTacToe::inconsistency(seen)
    }

    fn reductions(record: &Record<Self>) -> Vec<Record<Self>> {
        let moves = record.moves.iter().map(|&(player, mv)| (player, mv.0)).collect();
        let reduced = TicTacToe::reductions(&Record { start: record.start.clone(), moves });
        let planted = |record: Record<TicTacToe>| Record {
            start: record.start,
            moves: record.moves.into_iter().map(|(player, mv)| (player, PlantedMove(mv))).collect(),
        };
        reduced.into_iter().map(planted).collect()
    }

    fn small_starts(like: &Position) -> Vec<Position> {
        TicTacToe::small_starts(like)
    }
}

impl Picture for Planted {
    fn board(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        TicTacToe::board(seen, style, &plain(overlay))
    }

    fn caption(seen: &Observation, style: Style, overlay: &Overlay<'_, Self>) -> String {
        TicTacToe::caption(seen, style, &plain(overlay))
    }

    fn svg(seen: &Observation, overlay: &Overlay<'_, Self>) -> String {
        TicTacToe::svg(seen, &plain(overlay))
    }
}

/// Returns the same overlay for Tic-Tac-Toe.
fn plain<'a>(overlay: &Overlay<'a, Planted>) -> Overlay<'a, TicTacToe> {
    let Overlay { last, question, marked, touch, board_only, flipped } = *overlay;
    Overlay {
        last: last.map(|mv| &mv.0),
        question: question.map(|(player, mv)| (player, &mv.0)),
        marked,
        touch,
        board_only,
        flipped,
    }
}

impl Touch for Planted {}

impl Compose for Planted {}

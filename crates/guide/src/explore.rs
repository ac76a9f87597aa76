//! What the tooling may know of a game to test engines well.

use alloc::string::String;
use alloc::vec::Vec;

use bustan_vocabulary::{Draw, Record};

use crate::Symmetric;

/// A way of choosing moves that leads play to certain kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The name on the command line.
    pub name: &'static str,
    /// What it seeks, in a few words.
    pub about: &'static str,
}

/// Something that a move or a refusal can bring about, and that is worth counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name in summaries, such as `captures`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl Event {
    /// An event with its name and what it is.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }
}

/// What the tooling may know about a game to test its engines well: where to start, where to steer, what to
/// count, how to make a game smaller, what observations have to obey. It reads observations and decides
/// nothing about the rules. A wrong answer about where to start, to steer or to make smaller makes testing
/// poorer. One to which the laws hold engines, in [`inconsistency`](Explore::inconsistency),
/// [`most_points_win`](Explore::most_points_win), [`next_player`](Explore::next_player) or a symmetry, has
/// them told to differ though they do not; and a wrong [`afresh`](Explore::afresh) lets an enumeration pass
/// positions by.
pub trait Explore: Symmetric {
    /// The policies, the uniform one first.
    const POLICIES: &'static [Policy];

    /// The events worth counting, e.g. `captures`, in the order of the summary.
    const EVENTS: &'static [Event];

    /// A position to start a test game from. Standard and small boards are mixed so that the small ones, on
    /// which more happens per second, are frequent.
    fn start(draw: &mut Draw<'_>) -> Self::Position;

    /// A position to start a test game from, of the same kind as `like`: the same size, the same options. In
    /// a game whose setup is drawn by lot each may be another one; by default it is `like` itself.
    fn start_like(like: &Self::Position, draw: &mut Draw<'_>) -> Self::Position {
        let _ = draw;
        like.clone()
    }

    /// Whether games are played from this position, as opposed to one that can only be set up. A game that
    /// diverges is worth more to its reader when it can be played from the beginning.
    fn is_start(position: &Self::Position) -> bool;

    /// The player on turn at the start of a position, as far as the position itself tells; `None` when it is
    /// over.
    fn first_to_move(position: &Self::Position) -> Option<Self::Player>;

    /// The position without what only the moves before tell of it, as when the game is over because all that
    /// is left would repeat a position: one at which a game can begin. That can be more than games come
    /// to; enumerations say so.
    fn afresh(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// How much `policy` (an index into [`POLICIES`](Explore::POLICIES)) wants each of the legal `moves`:
    /// weights, parallel to `moves`, appended to the empty `weights`. A move of weight 0 is chosen only
    /// when all are.
    fn weigh(policy: usize, seen: &Self::Observation, moves: &[Self::Move], weights: &mut Vec<u32>);

    /// A move to ask both engines about, often an illegal one; near what is interesting, such as beside the
    /// tiles placed. `None` where nothing is known that could be proposed.
    fn proposal(seen: &Self::Observation, draw: &mut Draw<'_>) -> Option<Self::Move>;

    /// Which [`EVENTS`](Explore::EVENTS) a move brought about: calls `hit` with the index of each, once per
    /// occurrence.
    fn events(
        before: &Self::Observation,
        mv: &Self::Move,
        after: &Self::Observation,
        hit: &mut dyn FnMut(usize),
    );

    /// The [`EVENTS`](Explore::EVENTS) index that counts refusals for this reason, if it is worth counting.
    fn refusal_event(reason: Self::Reason) -> Option<usize>;

    /// What of an observation contradicts the rest of it, in words, such as scores that do not add up; `None`
    /// when all is well. It is about what an observation says, not about what is legal.
    fn inconsistency(seen: &Self::Observation) -> Option<String> {
        let _ = seen;
        None
    }

    /// Whether the most points win the game that an observation shows. The laws then compare the winner that
    /// it names with its scores; not so where a game is won in another way, such as by a capture.
    fn most_points_win(seen: &Self::Observation) -> bool {
        let _ = seen;
        true
    }

    /// The player whose turn comes after a move that `player` made, if the game is not over. By default the
    /// next one in the order of [`PLAYERS`](bustan_vocabulary::Game::PLAYERS).
    fn next_player(
        before: &Self::Observation,
        player: Self::Player,
        mv: &Self::Move,
        after: &Self::Observation,
    ) -> Option<Self::Player> {
        let _ = (before, mv, after);
        let mut turns = Self::PLAYERS.iter().cycle().skip_while(|&&other| other != player);
        turns.nth(1).copied()
    }

    /// Games that say the same in a smaller or simpler way: the same moves on a smaller board, elsewhere on
    /// it, with simpler tiles. Dropping moves and replacing them by passes is the tooling's own work.
    /// Most promising first; the candidates need not be legal games, but must be smaller or simpler than
    /// `record` in some order that has no infinite descent.
    fn reductions(record: &Record<Self>) -> Vec<Record<Self>>;

    /// Positions from which one move may lead to `position`, with that move, most promising first. The
    /// tooling finds out by playing it whether it does, and so comes from a position set up to a game
    /// from the start.
    fn before(position: &Self::Position) -> Vec<(Self::Position, Self::Move)> {
        let _ = position;
        Vec::new()
    }

    /// The same moves from a position like the one where `record` starts but easier to come to by play, as
    /// when all players have made equally many moves to get there. `None` where the game knows no such
    /// thing, as without [`before`](Explore::before).
    fn reachable(record: &Record<Self>, draw: &mut Draw<'_>) -> Option<Record<Self>> {
        let _ = (record, draw);
        None
    }

    /// Every move that can be named on the board of a game from `start`, legal or not, each once; cells
    /// beyond the board are left out. `None` where nobody can tell. A search that asks about all of these
    /// has asked about everything.
    fn nameable(start: &Self::Position) -> Option<Vec<Self::Move>> {
        let _ = start;
        None
    }

    /// Small starting positions on which an exhaustive search for a game shorter than one from `like` is
    /// worth while, smallest first; with the variants of `like`, where the game has such.
    fn small_starts(like: &Self::Position) -> Vec<Self::Position>;
}

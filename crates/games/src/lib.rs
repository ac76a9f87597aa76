//! The games of this project with their two engines each: the one place that lists them.

pub mod compiled;

use bustan_guide::{Explore, Picture};
use bustan_vocabulary::{Engine, Game, Solve};

/// Something to be done for a game, whichever it is: what a command of the command line is to this crate.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it for the game `G` with its optimised engine `F` and its reference engine `R`; both begin as
    /// their `Default`, the standard initial position.
    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send,
        R: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send;
}

/// The game that a command is about when none is named.
pub const DEFAULT_GAME: &str = <bustan_vocabulary::dominions::Dominions as Game>::NAME;

macro_rules! games {
    ($($game:ty: $fast:ty, $reference:ty;)*) => {
        /// The names of all games.
        pub const GAMES: &[&str] = &[$(<$game as Game>::NAME),*];

        /// The options that the setup of each game takes, for people, as in `misere for tictactoe`.
        pub fn options() -> String {
            let each = [$((<$game as Game>::OPTIONS, <$game as Game>::NAME)),*];
            let taken = each.into_iter().filter(|(options, _)| !options.is_empty());
            taken.map(|(options, game)| format!("{options} for {game}")).collect::<Vec<_>>().join("; ")
        }

        /// Calls `visitor` for the game of this name; `None` when there is no such game.
        pub fn visit<V: Visit>(game: &str, visitor: V) -> Option<V::Output> {
            match game {
                $(<$game as Game>::NAME => Some(visitor.visit::<$game, $fast, $reference>()),)*
                _ => None,
            }
        }
    };
}

games! {
    bustan_vocabulary::dominions::Dominions: bustan_core::dominions::FastEngine, bustan_reference::dominions::ReferenceEngine;
    bustan_vocabulary::margo::Margo: bustan_core::margo::FastEngine, bustan_reference::margo::ReferenceEngine;
    bustan_vocabulary::tribolo::Tribolo: bustan_core::tribolo::FastEngine, bustan_reference::tribolo::ReferenceEngine;
    bustan_vocabulary::tictactoe::TicTacToe: bustan_core::tictactoe::FastEngine, bustan_reference::tictactoe::ReferenceEngine;
    bustan_vocabulary::abrobad::Abrobad: bustan_core::abrobad::FastEngine, bustan_reference::abrobad::ReferenceEngine;
}

/// Something to be done for a game that can be solved, whichever it is.
pub trait VisitGraph {
    /// What comes of it.
    type Output;

    /// Does it for the game whose positions `S` numbers, with its optimised engine.
    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve,
        F: Engine<Game = S::Game> + Default;
}

macro_rules! graphs {
    ($($game:ty: $graph:ty, $fast:ty;)*) => {
        /// The names of the games that can be solved.
        pub const SOLVABLE: &[&str] = &[$(<$game as Game>::NAME),*];

        /// Which way of [numbering](Solve::NUMBERING) the positions of the game of this name is in use; `None` when there is no such
        /// game that can be solved.
        pub fn numbering(game: &str) -> Option<u16> {
            match game {
                $(<$game as Game>::NAME => Some(<$graph as Solve>::NUMBERING),)*
                _ => None,
            }
        }

        /// Calls `visitor` for the game of this name; `None` when there is no such game that can be solved.
        pub fn visit_graph<V: VisitGraph>(game: &str, visitor: V) -> Option<V::Output> {
            match game {
                $(<$game as Game>::NAME => Some(visitor.visit::<$graph, $fast>()),)*
                _ => None,
            }
        }
    };
}

graphs! {
    bustan_vocabulary::dominions::Dominions: bustan_core::dominions::Graph, bustan_core::dominions::FastEngine;
    bustan_vocabulary::margo::Margo: bustan_core::margo::Graph, bustan_core::margo::FastEngine;
    bustan_vocabulary::tribolo::Tribolo: bustan_core::tribolo::Graph, bustan_core::tribolo::FastEngine;
    bustan_vocabulary::tictactoe::TicTacToe: bustan_core::tictactoe::Graph, bustan_core::tictactoe::FastEngine;
    bustan_vocabulary::abrobad::Abrobad: bustan_core::abrobad::Graph, bustan_core::abrobad::FastEngine;
}

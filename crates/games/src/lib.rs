//! The games of this project with their two engines each. This crate is the only place that lists them.
//!
//! [`find`] returns a type-erased game, and [`all`] returns all of them. They are used by the command line,
//! the pages, the fuzz targets, and tests that fail if a game is forgotten. [`visit`] and [`games!`] are for
//! code that needs the types of a game, such as benchmarks and tests of invariants.

pub mod fuzz;
#[cfg(feature = "players")]
mod players;
mod registry;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::{Engine, Game, Solve};

#[cfg(feature = "players")]
pub use players::{bot, counter, seats, solved};
pub use registry::{Registered, all, find, of, rules_of};

/// An engine in [`games!`] for the game `G`. Its `Default` is at the standard initial position, and it
/// returns observations in the game's own type.
pub trait Plays<G: Game>: Engine<Game = G, Observation = G::Observation> + Clone + Default + Send {}

impl<G, E> Plays<G> for E
where
    G: Game,
    E: Engine<Game = G, Observation = G::Observation> + Clone + Default + Send,
{
}

/// A task that is generic over the game.
pub trait Visit {
    /// The result.
    type Output;

    /// Runs the task for the game `G` with its fast engine `F` and its reference engine `R`.
    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Compose,
        F: Plays<G>,
        R: Plays<G>;
}

/// The game of a command that does not name one.
pub const DEFAULT_GAME: &str = <bustan_vocabulary::dominions::Dominions as Game>::NAME;

/// The fast engines: those of `bustan-core`, and those that wrap third-party packages.
pub mod fast {
    pub use bustan_chess as chess;
    pub use bustan_core::{abrobad, dominions, margo, tictactoe, tribolo};
}

/// Calls a macro with all games: for each, its module, whose name is the same in every crate, and its type.
#[macro_export]
macro_rules! games {
    ($then:ident) => {
        $then! {
            dominions::Dominions,
            margo::Margo,
            tribolo::Tribolo,
            tictactoe::TicTacToe,
            abrobad::Abrobad,
            chess::Chess,
        }
    };
}

/// A task that is generic over a game that can be solved.
pub trait VisitGraph {
    /// The result.
    type Output;

    /// Runs the task for the game whose positions `S` numbers, with its fast engine.
    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve<Game: Game> + 'static,
        F: Engine<Game = S::Game> + Default;
}

macro_rules! register {
    ($($module:ident::$Game:ident,)*) => {
        /// The names of all games.
        pub const GAMES: &[&str] = &[$(<bustan_vocabulary::$module::$Game as Game>::NAME),*];

        /// A human-readable list of the setup options of each game, as in `tictactoe: misere`.
        pub fn options() -> String {
            let each = [$(bustan_vocabulary::$module::$Game::OPTIONS),*];
            let taken = each.into_iter().zip(GAMES).filter(|(options, _)| !options.is_empty());
            taken.map(|(options, game)| format!("{game}: {options}")).collect::<Vec<_>>().join("; ")
        }

        /// Calls `visitor` for the game with this name; `None` if there is no such game.
        pub fn visit<V: Visit>(game: &str, visitor: V) -> Option<V::Output> {
            match game {
                $(<bustan_vocabulary::$module::$Game as Game>::NAME => Some(visitor.visit::<
                    bustan_vocabulary::$module::$Game,
                    crate::fast::$module::FastEngine,
                    bustan_reference::$module::ReferenceEngine,
                >()),)*
                _ => None,
            }
        }

        /// The current version of the [numbering](Solve::NUMBERING) of a game's positions; `None` if there is
        /// no game with this name.
        pub fn numbering(game: &str) -> Option<u16> {
            match game {
                $(<bustan_vocabulary::$module::$Game as Game>::NAME => {
                    Some(<crate::fast::$module::Graph as Solve>::NUMBERING)
                })*
                _ => None,
            }
        }

        /// Calls `visitor` for the graph of the game with this name; `None` if there is no such game.
        pub fn visit_graph<V: VisitGraph>(game: &str, visitor: V) -> Option<V::Output> {
            match game {
                $(<bustan_vocabulary::$module::$Game as Game>::NAME => Some(
                    visitor.visit::<crate::fast::$module::Graph, crate::fast::$module::FastEngine>()
                ),)*
                _ => None,
            }
        }
    };
}

games!(register);

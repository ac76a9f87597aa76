//! The games of this project with their two engines each: the one place that lists them.
//!
//! [`find`] gives a game as an object, and [`all`] all of them: to the command line, the pages, the fuzz targets, and tests
//! that fail where a game is forgotten. [`visit`] and [`games!`] are for whoever needs a game's own types, such as benchmarks
//! and tests of laws.

pub mod fuzz;
#[cfg(feature = "players")]
mod players;
mod registry;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::{Engine, Game, Solve};

#[cfg(feature = "players")]
pub use players::{bot, counter, seats, solved};
pub use registry::{Registered, all, find, of, rules_of};

/// An engine of [`games!`] for the game `G`. It begins as its `Default`, the standard initial position, and
/// shows what it observes in the game's own terms.
pub trait Plays<G: Game>: Engine<Game = G, Observation = G::Observation> + Clone + Default + Send {}

impl<G, E> Plays<G> for E
where
    G: Game,
    E: Engine<Game = G, Observation = G::Observation> + Clone + Default + Send,
{
}

/// Something to be done for a game with its own types.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it for the game `G` with its optimised engine `F` and its reference engine `R`.
    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Compose,
        F: Plays<G>,
        R: Plays<G>;
}

/// The game that a command is about when none is named.
pub const DEFAULT_GAME: &str = <bustan_vocabulary::dominions::Dominions as Game>::NAME;

/// The fast engines: those of `bustan-core`, and those that wrap other people's packages.
pub mod fast {
    pub use bustan_chess as chess;
    pub use bustan_core::{abrobad, dominions, margo, tictactoe, tribolo};
}

/// Calls a macro with all games: the module in which each is, in every crate, and the type that names it.
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

/// Something to be done for a game that can be solved, whichever it is.
pub trait VisitGraph {
    /// What comes of it.
    type Output;

    /// Does it for the game whose positions `S` numbers, with its optimised engine.
    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve<Game: Game> + 'static,
        F: Engine<Game = S::Game> + Default;
}

macro_rules! register {
    ($($module:ident::$Game:ident,)*) => {
        /// The names of all games.
        pub const GAMES: &[&str] = &[$(<bustan_vocabulary::$module::$Game as Game>::NAME),*];

        /// The options that the setup of each game takes, for people, as in `tictactoe: misere`.
        pub fn options() -> String {
            let each = [$(bustan_vocabulary::$module::$Game::OPTIONS),*];
            let taken = each.into_iter().zip(GAMES).filter(|(options, _)| !options.is_empty());
            taken.map(|(options, game)| format!("{game}: {options}")).collect::<Vec<_>>().join("; ")
        }

        /// Calls `visitor` for the game of this name; `None` when there is no such game.
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

        /// Which way of [numbering](Solve::NUMBERING) the positions of the game of this name is in use; `None`
        /// when there is no such game.
        pub fn numbering(game: &str) -> Option<u16> {
            match game {
                $(<bustan_vocabulary::$module::$Game as Game>::NAME => {
                    Some(<crate::fast::$module::Graph as Solve>::NUMBERING)
                })*
                _ => None,
            }
        }

        /// Calls `visitor` for the game of this name; `None` when there is no such game.
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

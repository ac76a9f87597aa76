//! Games, positions and players for tests.

use std::sync::atomic::AtomicBool;

use bustan_games::fast;
use bustan_guide::Explore;
use bustan_harness::base::Dice;
use bustan_players::{Bot, SpecError, Thought, Value, player};
use bustan_vocabulary::{Engine, Game, Record, Solve};

/// A game, with its fast engine and its graph.
pub(crate) trait Fast: Explore {
    type Engine: Engine<Game = Self, Observation = Self::Observation> + Clone + Default + Send;
    type Graph: Solve<Game = Self> + 'static;
}

/// A task that is generic over the game.
pub(crate) trait EachGame {
    fn each<G: Fast>(&mut self);
}

macro_rules! fast {
    ($($module:ident::$Game:ident,)*) => {
        $(
            impl Fast for bustan_vocabulary::$module::$Game {
                type Engine = fast::$module::FastEngine;
                type Graph = fast::$module::Graph;
            }
        )*

        pub(crate) fn each_game(work: &mut impl EachGame) {
            $(work.each::<bustan_vocabulary::$module::$Game>();)*
        }
    };
}

bustan_games::games!(fast);

/// Creates a player from its description, for games with `players` players.
pub(crate) fn made<G: Fast>(words: &str, players: usize, seed: u64) -> Result<Box<dyn Bot<G>>, SpecError> {
    player::<G::Graph, G::Engine>(&words.parse()?, players, seed, bustan_games::numbering)
}

/// Creates a player that must support the game.
pub(crate) fn bot<G: Fast>(words: &str, players: usize, seed: u64) -> Box<dyn Bot<G>> {
    made(words, players, seed).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the analysis of the position at the end of a game.
pub(crate) fn think<G: Game>(bot: &mut dyn Bot<G>, game: &Record<G>) -> Thought<G::Move> {
    bot.think(game, &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}: {game}"))
}

/// The number of players in a game from `start`.
pub(crate) fn players<G: Fast>(start: &G::Position) -> usize {
    let mut engine = G::Engine::default();
    assert!(engine.setup(start).is_ok());
    engine.standing().unwrap().players()
}

/// The lead of a value, if it is proven.
pub(crate) fn lead(value: Option<Value>) -> Option<i32> {
    match value {
        Some(Value::Lead { lead, .. }) => Some(lead),
        _ => None,
    }
}

/// A random game of at most `plies` moves, with its engine at the end.
pub(crate) fn random_game<G: Fast>(
    start: &G::Position,
    plies: usize,
    dice: &mut Dice,
) -> (Record<G>, G::Engine) {
    let mut engine = G::Engine::default();
    assert!(engine.setup(start).is_ok());
    let mut game = Record::new(start.clone());
    while let Some(player) = engine.turn().filter(|_| game.moves.len() < plies) {
        let mut moves = engine.legal_moves().unwrap();
        moves.retain(|mv| !G::is_swap(mv));
        moves.sort_unstable();
        let mv = dice.pick(&moves).clone();
        engine.play(player, &mv).unwrap();
        game.moves.push((player, mv));
    }
    (game, engine)
}

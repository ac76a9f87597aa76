//! A game on an engine that a player follows.

use bustan_guide::Explore;
use bustan_vocabulary::{Engine, Game, Record, Standing};

use crate::BotError;

/// An engine at the final position of a game.
pub(crate) struct Table<E: Engine> {
    engine: E,
    /// The game that was followed last, if any.
    game: Option<Record<E::Game>>,
}

impl<E: Engine<Game: Explore> + Default> Table<E> {
    pub(crate) fn new() -> Self {
        Self { engine: E::default(), game: None }
    }

    pub(crate) const fn engine(&self) -> &E {
        &self.engine
    }

    pub(crate) const fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    /// Follows a game to its end. Returns the number of moves by which it continues the previous game, or
    /// `None` if it does not continue that game.
    pub(crate) fn follow(&mut self, game: &Record<E::Game>) -> Result<Option<usize>, BotError> {
        let known = self.game.take().filter(|known| {
            known.start == game.start
                && known.moves.len() <= game.moves.len()
                && known.moves[..] == game.moves[..known.moves.len()]
        });
        let at = known.as_ref().map(|known| known.moves.len());
        if at.is_none() {
            self.engine.setup(&game.start).map_err(|error| BotError::Start(error.to_string()))?;
        }
        for (number, (player, mv)) in game.moves.iter().enumerate().skip(at.unwrap_or_default()) {
            self.engine.play(*player, mv).map_err(|_| BotError::Illegal {
                ply: number + 1,
                said: E::Game::describe_move(*player, mv),
            })?;
        }
        self.game = Some(game.clone());
        Ok(at.map(|at| game.moves.len() - at))
    }
}

/// The index of a player in turn order.
pub(crate) fn place<G: Game>(player: G::Player) -> usize {
    G::player_index(player).map_or(0, usize::from)
}

/// The moves that a player considers, sorted: all legal moves, except that a swap of colours is included only
/// if no other move is legal. Searches identify players by their colours, which a swap would exchange.
pub(crate) fn considered<M: Ord>(mut moves: Vec<M>, is_swap: impl Fn(&M) -> bool) -> Vec<M> {
    if moves.len() > 1 {
        moves.retain(|mv| !is_swap(mv));
    }
    moves.sort_unstable();
    moves
}

/// The moves that a player considers in the current position of an engine.
pub(crate) fn choices<E: Engine<Game: Explore>>(
    engine: &E,
) -> Result<Vec<<E::Game as Game>::Move>, BotError> {
    let moves = engine.legal_moves().ok_or_else(|| BotError::Unanswered(engine.name(), "its legal moves"))?;
    Ok(considered(moves, E::Game::is_swap))
}

pub(crate) fn standing<E: Engine>(engine: &E) -> Result<Standing, BotError> {
    engine.standing().ok_or_else(|| BotError::Unanswered(engine.name(), "which player is ahead"))
}

/// Plays a move that is known to be legal.
pub(crate) fn make<E: Engine>(
    engine: &mut E,
    player: <E::Game as Game>::Player,
    mv: &<E::Game as Game>::Move,
) -> Result<(), BotError> {
    let refused = |_| BotError::Illegal { ply: 0, said: E::Game::describe_move(player, mv) };
    engine.play(player, mv).map_err(refused)
}

/// Undoes a move of [`make`].
pub(crate) fn unmake<E: Engine>(engine: &mut E) -> Result<(), BotError> {
    match engine.undo() {
        Some(true) => Ok(()),
        _ => Err(BotError::Unanswered(engine.name(), "the position before a move")),
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection on 64-bit numbers.
pub(crate) const fn mix(number: u64) -> u64 {
    let x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

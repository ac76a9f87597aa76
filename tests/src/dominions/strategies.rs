//! Proptest strategies for the vocabulary and the games of Dominions.
//!
//! There are three kinds of positions. A [`game`] reaches positions by legal play of the reference engine,
//! with the same policies as in `bustan check`, so that captures and bans are frequent. [`scattered`] places
//! arbitrary tiles on arbitrary cells, and [`recoloured`] changes the controllers in a position that a game
//! has reached; an engine may have to refuse positions of these two kinds.

use bustan_harness::generate::strategies::game_from;
use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::dominions::{Cell, Dominions, Move, Piece, Player, Position, Side, Tile};
use bustan_vocabulary::{Engine, Record};
use proptest::prelude::*;
use proptest::sample::select;

/// A player.
pub fn player() -> impl Strategy<Value = Player> + Clone {
    select(&Player::ALL[..])
}

/// A side of the board.
pub fn side() -> impl Strategy<Value = Side> + Clone {
    select(Side::all().collect::<Vec<_>>())
}

/// A tile.
pub fn tile() -> impl Strategy<Value = Tile> + Clone {
    select(Tile::all().collect::<Vec<_>>())
}

/// Any cell that has a name, most often a cell on or near a real board.
pub fn cell() -> impl Strategy<Value = Cell> + Clone {
    (0..26_u8, prop_oneof![0..=17_u16, 0..=Cell::MAX_COLUMN])
        .prop_map(|(row, column)| Cell::new(row, column).expect("rows and columns in range have names"))
}

/// Any move, legal or not. Passes are rare.
pub fn mv() -> impl Strategy<Value = Move> + Clone {
    prop_oneof![
        1 => Just(Move::Pass),
        6 => (tile(), cell()).prop_map(|(tile, cell)| Move::Place(tile, cell)),
    ]
}

/// Any move to a cell on a board or just beyond it.
pub fn mv_near(side: Side) -> impl Strategy<Value = Move> {
    let rows = 0..2 * side.get();
    let columns = 0..=2 * u16::from(side.get());
    (tile(), rows, columns).prop_map(|(tile, row, column)| {
        Cell::new(row, column).map_or(Move::Pass, |cell| Move::Place(tile, cell))
    })
}

/// A tile with an owner and a controller.
fn piece() -> impl Strategy<Value = Piece> {
    (tile(), player(), player()).prop_map(|(tile, owner, controller)| Piece { tile, owner, controller })
}

/// A consistent position with arbitrary tiles on arbitrary cells. Games cannot reach most of these positions.
pub fn scattered(side: impl Strategy<Value = Side>, most: usize) -> impl Strategy<Value = Position> {
    side.prop_flat_map(move |side| {
        let cells: Vec<Cell> = side.cells().collect();
        let tiles = prop::collection::vec((select(cells), piece()), 0..=most);
        (Just(side), tiles, player(), 0..=2_u8, any::<prop::sample::Index>())
    })
    .prop_map(|(side, tiles, turn, passes, spare)| {
        let mut kept: Vec<(Cell, Piece)> = Vec::new();
        for (cell, piece) in tiles {
            let taken = |&(at, other): &(Cell, Piece)| {
                at == cell || (other.tile, other.owner) == (piece.tile, piece.owner)
            };
            if !kept.iter().any(taken) {
                kept.push((cell, piece));
            }
        }
        let least = kept.len() as u32 + u32::from(passes);
        let ply = least + spare.index(kept.len() + 1) as u32;
        Position::new(side, turn, passes, ply, kept).expect("no cell and no tile is used twice")
    })
}

/// A legal game.
///
/// Most games are on small boards, where more happens in fewer moves. A game may end with two passes. In
/// nearly half of the games, players pass only if no other move is legal.
pub fn game() -> impl Strategy<Value = Record<Dominions>> {
    let large = (6..=9_u8).prop_map(empty);
    prop_oneof![
        5 => short_game(2, 13),
        5 => short_game(3, 33),
        2 => short_game(4, 49),
        1 => short_game(5, 39),
        1 => game_from::<ReferenceEngine>(large, 0..=11),
    ]
}

/// A legal game of at most `plies` moves on the board with the given side.
pub fn short_game(side: u8, plies: usize) -> impl Strategy<Value = Record<Dominions>> {
    game_from::<ReferenceEngine>(Just(empty(side)), 0..=plies)
}

fn empty(side: u8) -> Position {
    Position::initial(Side::new(side).expect("the strategies draw sides of boards"))
}

/// Returns the position at the end of a game.
///
/// # Panics
/// Panics if the game is not legal.
pub fn outcome(record: &Record<Dominions>) -> Position {
    let mut engine = ReferenceEngine::default();
    engine.setup(&record.start).expect("a game starts from a position");
    for (player, mv) in &record.moves {
        engine.play(*player, mv).expect("the game is legal");
    }
    engine.position().expect("the reference engine tells its position")
}

/// A position that legal play has reached.
pub fn position() -> impl Strategy<Value = Position> {
    game().prop_map(|game| outcome(&game))
}

/// A position whose beams match, but with any controllers, any player to move and any number of earlier
/// moves.
pub fn recoloured() -> impl Strategy<Value = Position> {
    (position(), any::<u128>(), player(), 0..=2_u8, any::<prop::sample::Index>()).prop_map(
        |(position, flips, turn, passes, spare)| {
            let tiles = position.tiles().iter().enumerate().map(|(index, (&cell, &piece))| {
                let controller =
                    if flips >> index & 1 == 1 { piece.controller.opponent() } else { piece.controller };
                (cell, Piece { controller, ..piece })
            });
            let count = position.tiles().len();
            let ply = (count + usize::from(passes) + spare.index(count + 1)) as u32;
            Position::new(position.side(), turn, passes, ply, tiles).expect("cells and tiles are used once")
        },
    )
}

#[cfg(test)]
mod tests {
    use super::super::pair::seen;
    use super::*;
    use bustan_guide::Explore;
    use bustan_vocabulary::dominions::Reason;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    fn samples<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
        let mut runner = TestRunner::deterministic();
        let sample = |_| strategy.new_tree(&mut runner).expect("no sample is rejected").current();
        (0..count).map(sample).collect()
    }

    #[test]
    fn games_reach_every_event_that_moves_bring_about() {
        let mut counts = vec![0; Dominions::EVENTS.len()];
        for record in samples(game(), 300) {
            let mut engine = ReferenceEngine::default();
            engine.setup(&record.start).unwrap();
            let mut earlier = vec![seen(&engine)];
            for (player, mv) in &record.moves {
                engine.play(*player, mv).unwrap();
                let (now, mut hit) = (seen(&engine), |event: usize| counts[event] += 1);
                Dominions::events(&earlier[earlier.len() - 1], mv, &now, &mut hit);
                Dominions::repetition_events(&mut earlier.iter().rev(), &now, &mut hit);
                earlier.push(now);
            }
        }
        for (event, count) in Dominions::EVENTS.iter().zip(&counts) {
            let refusal = Reason::ALL.into_iter().filter_map(Dominions::refusal_event);
            if !refusal.map(|event| Dominions::EVENTS[event]).any(|refused| refused == *event) {
                assert!(*count >= 5, "{}: {count}, of {counts:?}", event.name);
            }
        }
    }

    #[test]
    fn positions_made_up_are_often_refused_and_often_accepted() {
        let accepted = |positions: Vec<Position>| {
            let mut engine = ReferenceEngine::default();
            positions.iter().filter(|position| engine.setup(position).is_ok()).count()
        };
        let scattered = accepted(samples(scattered(Just(Side::new(3).unwrap()), 5), 400));
        let recoloured = accepted(samples(recoloured(), 400));
        assert!(
            (40..360).contains(&scattered) && (40..360).contains(&recoloured),
            "{scattered} {recoloured}"
        );
    }
}

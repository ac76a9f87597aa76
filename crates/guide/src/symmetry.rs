//! The ways to see a game from elsewhere.

use alloc::string::ToString;

use bustan_vocabulary::{Game, Record};

/// The symmetries of a game's rules, as they act on what can be said about it.
///
/// A board that is turned or mirrored, or on which the players have changed colours, is another board, but
/// nothing that the rules say of it is new. Such a way to see a game from elsewhere is a *symmetry*, what it
/// makes of a thing the thing's *image*. That a game is the same in all its images is a law that each engine
/// can be held to by itself, and what is known of one position need not be worked out again for its images.
///
/// The symmetries of a board are numbered from 0, which changes nothing, and any two of them, one after the
/// other, are a third. What happens to one part of a game must happen to all: when a move can be played, its
/// image can be played in the image of the position by the image of the player, and leads to the image of
/// what it leads to.
///
/// By default a game has no symmetry but the one that changes nothing.
pub trait Symmetric: Game {
    /// How many symmetries there are on the board of this position, 1 or more. The images of a position have
    /// as many.
    fn symmetries(position: &Self::Position) -> usize {
        let _ = position;
        1
    }

    /// The image of a position.
    fn image(position: &Self::Position, symmetry: usize) -> Self::Position {
        let _ = symmetry;
        position.clone()
    }

    /// The image of a move that can be talked about in this position. A cell that the board does not have
    /// stays where it is.
    fn image_move(position: &Self::Position, mv: &Self::Move, symmetry: usize) -> Self::Move {
        let _ = (position, symmetry);
        mv.clone()
    }

    /// Who a player plays as.
    fn image_player(player: Self::Player, symmetry: usize) -> Self::Player {
        let _ = symmetry;
        player
    }

    /// The one image that stands for all: equal for two positions exactly when they are images of each other.
    /// It is the first of the images in some order, by default that of their texts.
    fn canonical(position: &Self::Position) -> Self::Position {
        let images = (0..Self::symmetries(position)).map(|symmetry| Self::image(position, symmetry));
        let first =
            images.map(|image| (image.to_string(), image)).min_by(|(one, _), (other, _)| one.cmp(other));
        first.map_or_else(|| position.clone(), |(_, image)| image)
    }
}

/// A game as it is seen from elsewhere.
pub(crate) fn image_of<G: Symmetric>(record: &Record<G>, symmetry: usize) -> Record<G> {
    let image = |(player, mv): &(G::Player, G::Move)| {
        (G::image_player(*player, symmetry), G::image_move(&record.start, mv, symmetry))
    };
    Record { start: G::image(&record.start, symmetry), moves: record.moves.iter().map(image).collect() }
}

/// A game without two of its moves, by number; `None` when both are of one player, for then who is on turn
/// would not fit the moves between them.
pub(crate) fn without_two<G: Game>(record: &Record<G>, first: usize, second: usize) -> Option<Record<G>> {
    let moves = record.moves.iter().enumerate();
    let kept = moves.filter(|&(number, _)| number != first && number != second);
    (record.moves[first].0 != record.moves[second].0)
        .then(|| Record { start: record.start.clone(), moves: kept.map(|(_, mv)| mv.clone()).collect() })
}

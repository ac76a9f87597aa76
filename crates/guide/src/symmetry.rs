//! The symmetries of a game.

use alloc::string::ToString;

use bustan_vocabulary::{Game, Record};

/// The symmetries of a game's rules and their effect on positions, moves and players.
///
/// A board that is rotated or mirrored, or on which the players have exchanged colours, is another board, but
/// the rules treat it the same way. Such a change is a *symmetry*, and it maps a thing to its *image*. Every
/// image of a game must be a game as well; this invariant can test each engine by itself. And facts about one
/// position need not be worked out again for its images.
///
/// The symmetries of a board are numbered from 0, which changes nothing, and the composition of any two of
/// them is a third. A symmetry acts on all parts of a game alike: if a move can be played, the image of the
/// player can play its image in the image of the position, and the result is the image of the original
/// result.
///
/// By default a game has only the symmetry that changes nothing.
pub trait Symmetric: Game {
    /// The number of symmetries on the board of this position, 1 or more. The images of a position have the
    /// same number.
    fn symmetries(position: &Self::Position) -> usize {
        let _ = position;
        1
    }

    /// The image of a position.
    fn image(position: &Self::Position, symmetry: usize) -> Self::Position {
        let _ = symmetry;
        position.clone()
    }

    /// The image of a move in this position. A cell that is not on the board does not change.
    fn image_move(position: &Self::Position, mv: &Self::Move, symmetry: usize) -> Self::Move {
        let _ = (position, symmetry);
        mv.clone()
    }

    /// The image of a player.
    fn image_player(player: Self::Player, symmetry: usize) -> Self::Player {
        let _ = symmetry;
        player
    }

    /// Whether this symmetry keeps the number of moves played. It does not if the players are exchanged and
    /// the number increases only after the moves of one of them, as in Forsyth-Edwards notation.
    fn keeps_ply(symmetry: usize) -> bool {
        let _ = symmetry;
        true
    }

    /// Whether two positions differ at most in the number of moves played.
    fn are_same_but_for_ply(one: &Self::Position, other: &Self::Position) -> bool {
        one == other
    }

    /// The image that represents all images: equal for two positions exactly if they are images of each
    /// other. It is the first image in some order, by default that of their texts.
    fn canonical(position: &Self::Position) -> Self::Position {
        let images = (0..Self::symmetries(position)).map(|symmetry| Self::image(position, symmetry));
        let first =
            images.map(|image| (image.to_string(), image)).min_by(|(one, _), (other, _)| one.cmp(other));
        first.map_or_else(|| position.clone(), |(_, image)| image)
    }
}

/// The image of a game.
pub(crate) fn image_of<G: Symmetric>(record: &Record<G>, symmetry: usize) -> Record<G> {
    let image = |(player, mv): &(G::Player, G::Move)| {
        (G::image_player(*player, symmetry), G::image_move(&record.start, mv, symmetry))
    };
    Record { start: G::image(&record.start, symmetry), moves: record.moves.iter().map(image).collect() }
}

/// A game without two of its moves, by number; `None` if both are by the same player, because then the turns
/// would not fit the moves between them.
pub(crate) fn without_two<G: Game>(record: &Record<G>, first: usize, second: usize) -> Option<Record<G>> {
    let moves = record.moves.iter().enumerate();
    let kept = moves.filter(|&(number, _)| number != first && number != second);
    (record.moves[first].0 != record.moves[second].0)
        .then(|| Record { start: record.start.clone(), moves: kept.map(|(_, mv)| mv.clone()).collect() })
}

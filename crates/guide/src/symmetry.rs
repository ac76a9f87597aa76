//! The symmetries of a game.

use alloc::string::ToString;

use bustan_vocabulary::{Game, Record};

/// The symmetries of a game's rules, and their effect on positions, moves and players.
///
/// The rules treat a board the same way if it is rotated or mirrored, or if the players exchange colours.
/// Such a transformation is a *symmetry*. It maps positions, moves and players to their *images*. The image
/// of a legal game must be a legal game; this invariant can be used to test a single engine. In addition,
/// facts about a position also hold for its images and need not be computed again.
///
/// The symmetries of a board are numbered from 0, which is the identity, and the composition of any two
/// symmetries is a symmetry. A symmetry is consistent with the rules: if a player can make a move, the image
/// of the player can make the image of the move in the image of the position, and the result is the image of
/// the original result.
///
/// By default, a game has only the identity.
pub trait Symmetric: Game {
    /// The number of symmetries on the board of `position`, at least 1. It is the same for all images of the
    /// position.
    fn symmetries(position: &Self::Position) -> usize {
        let _ = position;
        1
    }

    /// The image of a position.
    fn image(position: &Self::Position, symmetry: usize) -> Self::Position {
        let _ = symmetry;
        position.clone()
    }

    /// The image of a move in `position`. A cell that is not on the board is its own image.
    fn image_move(position: &Self::Position, mv: &Self::Move, symmetry: usize) -> Self::Move {
        let _ = (position, symmetry);
        mv.clone()
    }

    /// The image of a player.
    fn image_player(player: Self::Player, symmetry: usize) -> Self::Player {
        let _ = symmetry;
        player
    }

    /// Whether a symmetry preserves the number of moves played. It does not if it exchanges the players and
    /// the number increases only after the moves of one player, as in Forsyth-Edwards notation.
    fn keeps_ply(symmetry: usize) -> bool {
        let _ = symmetry;
        true
    }

    /// Whether two positions differ at most in the number of moves played.
    fn are_same_but_for_ply(one: &Self::Position, other: &Self::Position) -> bool {
        one == other
    }

    /// The image that represents all images of a position: two positions have the same one if and only if
    /// they are images of each other. It is the first image in some order, by default in the order of their
    /// texts.
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

/// Returns the game that results from removing the moves with the indices `first` and `second`. Returns
/// `None` if both moves are by the same player, because the players would then not alternate between them.
pub(crate) fn without_two<G: Game>(record: &Record<G>, first: usize, second: usize) -> Option<Record<G>> {
    let moves = record.moves.iter().enumerate();
    let kept = moves.filter(|&(number, _)| number != first && number != second);
    (record.moves[first].0 != record.moves[second].0)
        .then(|| Record { start: record.start.clone(), moves: kept.map(|(_, mv)| mv.clone()).collect() })
}

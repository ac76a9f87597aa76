//! Small positions one move before a dead position, or before a position that looks dead but is not.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::chess::{Cell, Draws, Kind, Move, Player};

use super::small::{Case, Draft, any, man};

use Kind::{Bishop, Knight};

/// The pieces that remain in addition to the kings: for each, whether it belongs to the player who moves
/// last, and its kind. Also whether bishops are on squares of one colour.
struct RemainingPieces {
    men: &'static [(bool, Kind)],
    one_colour: bool,
}

impl RemainingPieces {
    const fn new(men: &'static [(bool, Kind)]) -> Self {
        Self { men, one_colour: true }
    }

    const fn of_both_colours(men: &'static [(bool, Kind)]) -> Self {
        Self { men, one_colour: false }
    }
}

/// A single knight.
const KNIGHT: [RemainingPieces; 2] =
    [RemainingPieces::new(&[(true, Knight)]), RemainingPieces::new(&[(false, Knight)])];

/// A single bishop.
const BISHOP: [RemainingPieces; 2] =
    [RemainingPieces::new(&[(true, Bishop)]), RemainingPieces::new(&[(false, Bishop)])];

/// Bishops on squares of one colour.
const BISHOPS: [RemainingPieces; 3] = [
    RemainingPieces::new(&[(true, Bishop), (false, Bishop)]),
    RemainingPieces::new(&[(true, Bishop), (true, Bishop)]),
    RemainingPieces::new(&[(false, Bishop), (false, Bishop), (true, Bishop)]),
];

/// Two pieces with which checkmate is possible.
const ALIVE: [RemainingPieces; 7] = [
    RemainingPieces::new(&[(true, Knight), (true, Knight)]),
    RemainingPieces::new(&[(true, Bishop), (true, Knight)]),
    RemainingPieces::new(&[(true, Knight), (false, Knight)]),
    RemainingPieces::new(&[(true, Knight), (false, Bishop)]),
    RemainingPieces::new(&[(true, Bishop), (false, Knight)]),
    RemainingPieces::of_both_colours(&[(true, Bishop), (false, Bishop)]),
    RemainingPieces::of_both_colours(&[(true, Bishop), (true, Bishop)]),
];

/// The classes of remaining pieces, which are used in turn.
const CLASSES: [&[RemainingPieces]; 4] = [&KNIGHT, &BISHOP, &BISHOPS, &ALIVE];

/// Whether a square is light.
const fn is_light(cell: Cell) -> bool {
    (cell.file() + cell.rank()) % 2 == 1
}

/// Composes a position with one move, after which the kings and few other pieces remain. The move is a
/// capture or, in one of four games, a promotion.
pub(super) fn near(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let player = Player::ALL[draw(2) as usize];
    let mut draft = Draft { complete: true, ..Draft::new(player, "bare", case) };
    // The cases go through all classes, their pieces, and both options for draws.
    let (round, place) = (case.number as usize / CLASSES.len(), case.number as usize % CLASSES.len());
    let class = CLASSES[place];
    let left = &class[round % class.len()];
    draft.parts.draws = [Draws::Auto, Draws::Claim][round / class.len() % 2];
    let light = draw(2) == 0;
    let promotes = draw(4) == 0 && left.men[0].0;
    let mut last = None;
    for (place, (own, kind)) in left.men.iter().enumerate() {
        let light = if left.one_colour || place == 0 { light } else { !light };
        let suits = |cell: Cell| {
            let stands = !promotes || last.is_some() || cell.rank() == end(player);
            (*kind != Bishop || is_light(cell) == light) && stands
        };
        let owner = if *own { player } else { player.opponent() };
        let cell = draft.put_among(man(owner, *kind), draw, suits)?;
        last = last.or(Some((cell, *kind)));
    }
    for player in Player::ALL {
        draft.put_king(player, draw)?;
    }
    let before = match (promotes, last) {
        (true, Some((to, kind))) => promotion(&mut draft, player, to, kind),
        _ => capture(&mut draft, player, draw),
    };
    before.map(|mv| {
        draft.moves.push(mv);
        draft
    })
}

/// The last rank of a player's pawns.
const fn end(player: Player) -> u8 {
    if matches!(player, Player::White) { 7 } else { 0 }
}

/// Takes back the promotion by which a piece reached its square.
fn promotion(draft: &mut Draft, player: Player, to: Cell, kind: Kind) -> Option<Move> {
    let from = Cell::new(to.file(), to.rank().abs_diff(1))?;
    draft.parts.board[to.place()] = None;
    draft.put(from, man(player, Kind::Pawn))?;
    Some(Move { from, to, promotion: Some(kind) })
}

/// Takes back a capture: moves a piece of the player back, and puts a piece of the opponent on its square.
fn capture(draft: &mut Draft, player: Player, draw: &mut Draw<'_>) -> Option<Move> {
    let men = draft.men();
    let own: Vec<(Cell, Kind)> = men.all(player).collect();
    let (to, kind) = any(&own, draw)?;
    // With a captured bishop, the position before the capture might already be dead.
    let taken = any(&[Kind::Pawn, Knight, Kind::Rook, Kind::Queen], draw)?;
    draft.parts.board[to.place()] = None;
    draft.put(to, man(player.opponent(), taken))?;
    let men = draft.men();
    let attacks = |cell: Cell| {
        let without = men.attackers(to, player);
        men.with(cell, Some(man(player, kind))).attackers(to, player) > without
    };
    let from = draft.put_among(man(player, kind), draw, attacks)?;
    draft.men().is_safe(from, to, player).then(|| Move::new(from, to))
}

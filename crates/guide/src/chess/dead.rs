//! Small positions that are one move from a dead position, or from one that looks dead but is not.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::chess::{Cell, Draws, Kind, Move, Player};

use super::small::{Case, Draft, any, man};

use Kind::{Bishop, Knight};

/// The pieces left next to the kings, of the player who moves last (`true`) or of the opponent (`false`), and
/// whether bishops are on squares of one colour.
struct Left {
    men: &'static [(bool, Kind)],
    one_colour: bool,
}

impl Left {
    const fn new(men: &'static [(bool, Kind)]) -> Self {
        Self { men, one_colour: true }
    }

    const fn of_both_colours(men: &'static [(bool, Kind)]) -> Self {
        Self { men, one_colour: false }
    }
}

/// A knight alone.
const KNIGHT: [Left; 2] = [Left::new(&[(true, Knight)]), Left::new(&[(false, Knight)])];

/// A bishop alone.
const BISHOP: [Left; 2] = [Left::new(&[(true, Bishop)]), Left::new(&[(false, Bishop)])];

/// Bishops on squares of one colour.
const BISHOPS: [Left; 3] = [
    Left::new(&[(true, Bishop), (false, Bishop)]),
    Left::new(&[(true, Bishop), (true, Bishop)]),
    Left::new(&[(false, Bishop), (false, Bishop), (true, Bishop)]),
];

/// Two pieces with which checkmate is possible.
const ALIVE: [Left; 7] = [
    Left::new(&[(true, Knight), (true, Knight)]),
    Left::new(&[(true, Bishop), (true, Knight)]),
    Left::new(&[(true, Knight), (false, Knight)]),
    Left::new(&[(true, Knight), (false, Bishop)]),
    Left::new(&[(true, Bishop), (false, Knight)]),
    Left::of_both_colours(&[(true, Bishop), (false, Bishop)]),
    Left::of_both_colours(&[(true, Bishop), (true, Bishop)]),
];

/// The classes of remaining pieces, taken in turn.
const CLASSES: [&[Left]; 4] = [&KNIGHT, &BISHOP, &BISHOPS, &ALIVE];

/// Whether a square is light.
const fn is_light(cell: Cell) -> bool {
    (cell.file() + cell.rank()) % 2 == 1
}

/// A capture, or in one game of four the promotion of a pawn, after which the kings and few pieces are left.
pub(super) fn near(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let player = Player::ALL[draw(2) as usize];
    let mut draft = Draft { complete: true, ..Draft::new(player, "bare", case) };
    // Each class, each of its pieces, and both options for draws in turn.
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

/// Takes back the promotion by which a piece came to its square.
fn promotion(draft: &mut Draft, player: Player, to: Cell, kind: Kind) -> Option<Move> {
    let from = Cell::new(to.file(), to.rank().abs_diff(1))?;
    draft.parts.board[to.place()] = None;
    draft.put(from, man(player, Kind::Pawn))?;
    Some(Move { from, to, promotion: Some(kind) })
}

/// Takes a capture back: the piece that made it returns, and a piece of the opponent is on its square.
fn capture(draft: &mut Draft, player: Player, draw: &mut Draw<'_>) -> Option<Move> {
    let men = draft.men();
    let own: Vec<(Cell, Kind)> = men.all(player).collect();
    let (to, kind) = any(&own, draw)?;
    // With one more bishop the position might be dead before the capture.
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

//! Small positions of Chess960 shortly before castling, in which engines that know only the standard game
//! make mistakes.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::chess::{Cell, Kind, Move, Player, Wing};

use super::apart;
use super::small::{Case, Draft, any, man};

use Player::{Black, White};

/// A castling: the files of the king and the rook before and after it.
#[derive(Clone, Copy)]
struct CastlingFiles {
    wing: Wing,
    from: [u8; 2],
    to: [u8; 2],
}

/// Whether a castling suits a case.
type Suits = fn(&CastlingFiles) -> bool;

/// Puts the pieces of a case near king and rook; `None` if the random choices do not allow it.
type Put = fn(&mut Draft, CastlingFiles, &mut Draw<'_>) -> Option<()>;

/// The cases, which are used in turn: which castling, and the pieces near it. A case that random play rarely
/// reaches is listed twice.
const CASES: [(Suits, Put); 8] = [
    // The rook shields its king from an attacker near the corner.
    (|way| way.shields(), CastlingFiles::put_behind),
    // The rook is already on its target square.
    (|way| way.from[1] == way.to[1], CastlingFiles::put_any),
    // Another rook is nearer to the edge than the one that may castle.
    (|way| way.outside().next().is_some(), CastlingFiles::put_outer_rook),
    // A square that the king or the rook crosses or reaches is attacked.
    (|way| way.passed().next().is_some(), CastlingFiles::put_attack),
    (|way| way.shields(), CastlingFiles::put_behind),
    // The king is already on its target square.
    (|way| way.from[0] == way.to[0], CastlingFiles::put_any),
    // A piece is on the path of the king or the rook, but not between them.
    (|way| way.beyond().next().is_some(), CastlingFiles::put_beyond),
    // The king or the rook moves to the square of the other.
    (|way| way.from[0] == way.to[1] || way.from[1] == way.to[0], CastlingFiles::put_any),
];

/// Kinds of pieces that attack from a distance.
const ATTACKERS: [Kind; 4] = [Kind::Rook, Kind::Queen, Kind::Bishop, Kind::Knight];

/// The files between two files, including both.
fn stretch(one: u8, other: u8) -> impl Iterator<Item = u8> {
    one.min(other)..=one.max(other)
}

impl CastlingFiles {
    /// All castlings on either wing.
    fn all() -> impl Iterator<Item = Self> {
        let of_wing = |(wing, to): (Wing, [u8; 2])| {
            let pairs = (1..7).flat_map(|king| (0..8).map(move |rook| [king, rook]));
            let on_wing = move |[king, rook]: &[u8; 2]| {
                if wing == Wing::King { rook > king } else { rook < king }
            };
            pairs.filter(on_wing).map(move |from| Self { wing, from, to })
        };
        [(Wing::King, [6, 5]), (Wing::Queen, [2, 3])].into_iter().flat_map(of_wing)
    }

    /// Whether the files of the king and the rook differ from those in the standard game.
    const fn is_another(&self) -> bool {
        self.from[0] != 4 || !matches!(self.from[1], 0 | 7)
    }

    /// The files that the king and the rook cross or reach, except those from which they start.
    fn passed(&self) -> impl Iterator<Item = u8> + '_ {
        let [king, rook] = [0, 1].map(|piece| stretch(self.from[piece], self.to[piece]));
        king.chain(rook).filter(|file| !self.from.contains(file))
    }

    /// The crossed files that are not between the king and the rook.
    fn beyond(&self) -> impl Iterator<Item = u8> + '_ {
        let [king, rook] = self.from;
        self.passed().filter(move |file| !stretch(king, rook).any(|between| between == *file))
    }

    /// The files between the rook and the edge.
    fn outside(&self) -> impl Iterator<Item = u8> + use<> {
        let rook = self.from[1];
        if self.wing == Wing::King { rook + 1..8 } else { 0..rook }
    }

    /// Whether an attacker between the rook and the edge would give check to the king as soon as the rook has
    /// moved.
    fn shields(&self) -> bool {
        let [_, rook] = self.from;
        let outside = if self.wing == Wing::King { rook > self.to[0] } else { rook < self.to[0] };
        outside && self.outside().next().is_some()
    }

    /// Puts a rook or a queen between the rook and the edge, so that the king would be in check after
    /// castling.
    fn put_behind(draft: &mut Draft, way: Self, draw: &mut Draw<'_>) -> Option<()> {
        let file = any(&way.outside().collect::<Vec<_>>(), draw)?;
        let kind = any(&[Kind::Rook, Kind::Queen], draw)?;
        draft.put(Cell::new(file, 0)?, man(Black, kind))
    }

    /// Puts another rook between the rook and the edge, or an attacker that does not prevent castling, or
    /// nothing.
    fn put_any(draft: &mut Draft, way: Self, draw: &mut Draw<'_>) -> Option<()> {
        match draw(3) {
            0 => Some(()),
            1 if way.outside().next().is_some() => Self::put_outer_rook(draft, way, draw),
            _ => {
                let attacker = man(Black, any(&ATTACKERS, draw)?);
                let men = draft.men();
                let king = stretch(way.from[0], way.to[0]).filter_map(|file| Cell::new(file, 0));
                let passed: Vec<Cell> = king.collect();
                let spares = |cell: Cell| {
                    let men = men.with(cell, Some(attacker));
                    cell.rank() > 0 && passed.iter().all(|passed| men.attackers(*passed, Black) == 0)
                };
                draft.put_among(attacker, draw, |cell| cell.rank() < 4 && spares(cell)).map(drop)
            }
        }
    }

    /// Puts a piece of either player on the path of the king or the rook, but not between them.
    fn put_beyond(draft: &mut Draft, way: Self, draw: &mut Draw<'_>) -> Option<()> {
        let file = any(&way.beyond().collect::<Vec<_>>(), draw)?;
        let (player, kind) =
            any(&[(White, Kind::Knight), (White, Kind::Bishop), (Black, Kind::Knight)], draw)?;
        draft.put(Cell::new(file, 0)?, man(player, kind))
    }

    /// Puts another white rook between the rook and the edge.
    fn put_outer_rook(draft: &mut Draft, way: Self, draw: &mut Draw<'_>) -> Option<()> {
        let file = any(&way.outside().collect::<Vec<_>>(), draw)?;
        draft.put(Cell::new(file, 0)?, man(White, Kind::Rook))
    }

    /// Puts a black piece that attacks a square which the king or the rook crosses or reaches, but not from
    /// the first rank.
    fn put_attack(draft: &mut Draft, way: Self, draw: &mut Draw<'_>) -> Option<()> {
        let target = Cell::new(any(&way.passed().collect::<Vec<_>>(), draw)?, 0)?;
        let attacker = man(Black, any(&ATTACKERS, draw)?);
        let men = draft.men();
        let attacks =
            |cell: Cell| cell.rank() > 0 && men.with(cell, Some(attacker)).attackers(target, Black) > 0;
        draft.put_among(attacker, draw, attacks).map(drop)
    }
}

/// Composes a position of Chess960 with king and rook, a castling right, and the pieces of the case. The
/// first moves of the game do not change these pieces.
pub(super) fn castling(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let turn = Player::ALL[draw(2) as usize];
    let mut draft = Draft::new(turn, "castle", case);
    let (suits, put) = CASES[(case.number % CASES.len() as u64) as usize];
    let mut ways: Vec<CastlingFiles> =
        CastlingFiles::all().filter(|way| way.is_another() && suits(way)).collect();
    let has_outside = |way: &CastlingFiles| way.outside().next().is_some();
    let inner = draw(2) == 0 && ways.iter().any(has_outside);
    if inner {
        ways.retain(has_outside);
    }
    let way = any(&ways, draw)?;
    let [king, rook] = way.from.map(|file| Cell::new(file, 0));
    draft.put(king?, man(White, Kind::King))?;
    draft.put_castling_rook(way.wing, rook?)?;
    put(&mut draft, way, draw)?;
    if inner {
        // If another piece is already there, nothing changes.
        CastlingFiles::put_outer_rook(&mut draft, way, draw).unwrap_or_default();
    }
    if draw(2) == 0 {
        put_other_rook(&mut draft, way, draw)?;
    }
    let black = draft.put_king(Black, draw)?;
    let men = draft.men();
    let near = |to: Cell| apart(black, to).0 <= 1 && apart(black, to).1 <= 1;
    let steps = draft.empty(|to| near(to) && men.is_safe(black, to, Black));
    let step = any(&steps, draw)?;
    let pawn = draft.put_among(man(White, Kind::Pawn), draw, |cell| (1..5).contains(&cell.rank()))?;
    let push = Move::new(pawn, Cell::new(pawn.file(), pawn.rank() + 1)?);
    let step = Move::new(black, step);
    draft.moves = match turn {
        White => vec![push, step],
        Black => vec![step, push, Move::new(step.to, black)],
    };
    Some(draft)
}

/// Puts a rook with a castling right on the other wing, as at the start of a game. In one of two games, the
/// rook is on its target square for castling, if possible.
fn put_other_rook(draft: &mut Draft, way: CastlingFiles, draw: &mut Draw<'_>) -> Option<()> {
    let other = if way.wing == Wing::King { Wing::Queen } else { Wing::King };
    let files = if other == Wing::King { way.from[0] + 1..8 } else { 0..way.from[0] };
    let mut free = draft.empty(|cell| cell.rank() == 0 && files.contains(&cell.file()));
    let in_place = Cell::new(if other == Wing::King { 5 } else { 3 }, 0)?;
    if draw(2) == 0 && free.contains(&in_place) {
        free = vec![in_place];
    }
    any(&free, draw).map_or(Some(()), |rook| draft.put_castling_rook(other, rook))
}

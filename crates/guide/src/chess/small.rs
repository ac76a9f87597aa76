//! Short games that start in small positions and lead to classic errors of move generators.
//!
//! A position is composed of a few pieces, with moves that lead to its subject. Every position is accepted by
//! any program that checks whether a game can reach it: see [`Draft::sound`].

use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Chess, Draws, Kind, Man, Move, Parts, Player, Position, Wing};
use bustan_vocabulary::{Draw, Game};

use super::critical::{DIAGONAL, Men, STRAIGHT, stepped};
use super::{apart, castling960, dead, steer};
use crate::{Playable, Small, Symmetric};

use Player::{Black, White};

/// The subjects of short games, which are used in turn. A subject that needs more games to occur is listed
/// more often.
const SUBJECTS: [Subject; 12] = [
    castling,
    en_passant,
    right_by_capture,
    promotion,
    repetition,
    castling,
    en_passant,
    right_by_capture,
    stalemate,
    en_passant,
    double_check,
    pin,
];

/// The entries of [`SUBJECTS`] that are replaced by a dead position, each after the remainder, modulo three,
/// of the rounds in which this applies. Their subjects occur often enough in the other rounds.
const DEAD: [(u64, usize); 5] = [(0, 10), (0, 11), (1, 3), (2, 8), (2, 11)];

/// The entry of [`SUBJECTS`] that is a game of Chess960 in every round if the engines know Chess960, and the
/// entries that are one in one of [`ROUNDS`] rounds.
const CHESS960: usize = 5;
const SOMETIMES: [usize; 5] = [0, 2, 4, 7, 10];
const ROUNDS: u64 = 5;

/// Composes a position; `None` if the random choices do not allow it.
type Subject = fn(Case, &mut Draw<'_>) -> Option<Draft>;

/// A case of a subject.
#[derive(Clone, Copy)]
pub(super) struct Case {
    /// The number that selects the case.
    pub(super) number: u64,
    /// Whether the position is one of Chess960.
    pub(super) chess960: bool,
}

/// The maximum number of attempts to compose a position.
const ATTEMPTS: u32 = 24;

/// The smallest ply at which a short game ends; it may end up to four plies later.
const SHORTEST: usize = 8;

/// Pieces that are put near a king that may castle; rooks and kings are most frequent.
const NEAR: [(Player, Kind); 10] = [
    (White, Kind::Rook),
    (Black, Kind::Rook),
    (Black, Kind::King),
    (Black, Kind::Queen),
    (White, Kind::Rook),
    (Black, Kind::Bishop),
    (Black, Kind::King),
    (Black, Kind::Knight),
    (Black, Kind::Rook),
    (Black, Kind::Pawn),
];

/// Squares for the other king, as file and rank from 0. From the first ones, it attacks a square that the
/// white king crosses when castling.
const BY_KING: [(u8, u8); 10] =
    [(2, 1), (6, 1), (2, 1), (6, 1), (2, 1), (6, 1), (1, 1), (7, 1), (4, 2), (2, 2)];

/// Files between a king and a rook that may castle.
const BETWEEN: [u8; 5] = [1, 2, 3, 5, 6];

/// A position being composed.
pub(super) struct Draft {
    pub(super) parts: Parts,
    pub(super) moves: Vec<Move>,
    pub(super) policy: &'static str,
    /// Whether the position must not get another piece.
    pub(super) complete: bool,
}

/// The subject of the short game with this number, and its case.
fn subject(number: u64, playable: &Playable<'_, Position>) -> (Subject, Case) {
    let subjects = SUBJECTS.len() as u64;
    let (round, place) = (number / subjects, (number % subjects) as usize);
    let is_960 = |often: bool| match playable {
        Playable::Like(like) => like.parts().chess960,
        Playable::Known(knows) => often && Chess::initial(&["chess960"]).is_ok_and(|start| knows(&start)),
    };
    let mut places = DEAD.iter().filter(|(rest, _)| round % 3 == *rest);
    if let Some(second) = places.position(|(_, dead)| *dead == place) {
        return (dead::near, Case { number: 2 * round + second as u64, chess960: is_960(false) });
    }
    let sometimes = SOMETIMES.contains(&place) && round % ROUNDS == ROUNDS / 2;
    let chess960 = is_960(place == CHESS960 || sometimes);
    let subject = SUBJECTS[place];
    // If a subject is listed several times, each entry starts with a different case.
    (subject, Case { number: round + place as u64, chess960 })
}

/// Draws the short game with this number.
pub(super) fn drawn(
    number: u64,
    playable: &Playable<'_, Position>,
    draw: &mut Draw<'_>,
) -> Option<Small<Chess>> {
    let (subject, case) = subject(number, playable);
    let draft = (0..ATTEMPTS).find_map(|_| subject(case, draw).filter(Draft::sound))?;
    let mut draft = draft.with_another(draw);
    if let Playable::Like(like) = playable {
        draft.parts.draws = like.parts().draws;
    }
    let position = Position::new(draft.parts).ok()?;
    let symmetry = draw(Chess::symmetries(&position) as u32) as usize;
    let moves = draft.moves.iter().map(|mv| Chess::image_move(&position, mv, symmetry)).collect();
    let policy = steer::POLICIES.iter().position(|policy| policy.name == draft.policy).unwrap_or(0);
    let plies = SHORTEST + draw(5) as usize;
    let plies = if draft.moves.len() < SHORTEST { plies } else { draft.moves.len() + 2 };
    Some(Small { start: Chess::image(&position, symmetry), moves, policy, plies })
}

/// A random element of a list.
pub(super) fn any<T: Copy>(of: &[T], draw: &mut Draw<'_>) -> Option<T> {
    if of.is_empty() { None } else { Some(of[draw(of.len() as u32) as usize]) }
}

pub(super) const fn man(player: Player, kind: Kind) -> Man {
    Man { player, kind }
}

impl Draft {
    /// An empty board with `turn` to move.
    pub(super) fn new(turn: Player, policy: &'static str, case: Case) -> Self {
        let parts = Parts { turn, chess960: case.chess960, ..Parts::EMPTY };
        Self { parts, moves: Vec::new(), policy, complete: false }
    }

    pub(super) fn men(&self) -> Men {
        Men(self.parts.board)
    }

    /// Puts a piece on an empty square; `None` if the square is occupied, or a pawn cannot be on it.
    pub(super) fn put(&mut self, cell: Cell, man: Man) -> Option<()> {
        let stands = man.kind != Kind::Pawn || !matches!(cell.rank(), 0 | 7);
        let place = &mut self.parts.board[cell.place()];
        (stands && place.is_none()).then(|| *place = Some(man))
    }

    /// The empty squares that satisfy `of`.
    pub(super) fn empty(&self, of: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let empty = |cell: &Cell| self.parts.board[cell.place()].is_none();
        Cell::BOARD.into_iter().filter(|cell| empty(cell) && of(*cell)).collect()
    }

    /// Puts a piece on a random empty square that satisfies the condition.
    pub(super) fn put_among(
        &mut self,
        man: Man,
        draw: &mut Draw<'_>,
        of: impl Fn(Cell) -> bool,
    ) -> Option<Cell> {
        let cell = any(&self.empty(of), draw)?;
        self.put(cell, man)?;
        Some(cell)
    }

    /// Puts a king on a random square that no piece of the opponent attacks.
    pub(super) fn put_king(&mut self, player: Player, draw: &mut Draw<'_>) -> Option<Cell> {
        let men = self.men();
        let safe = |cell: Cell| {
            let men = men.with(cell, Some(man(player, Kind::King)));
            men.attackers(cell, player.opponent()) == 0
        };
        self.put_among(man(player, Kind::King), draw, safe)
    }

    /// Puts the white king, and rooks with castling rights on `wings`, on their squares in the standard game.
    /// In Chess960, puts them anywhere on the first rank.
    fn put_castling(&mut self, wings: &[Wing], draw: &mut Draw<'_>) -> Option<()> {
        let king = if self.parts.chess960 { 1 + draw(6) as u8 } else { 4 };
        self.put(Cell::new(king, 0)?, man(White, Kind::King))?;
        for wing in wings {
            let file = match (wing, self.parts.chess960) {
                (Wing::King, false) => 7,
                (Wing::Queen, false) => 0,
                (Wing::King, true) => king + 1 + draw(u32::from(7 - king)) as u8,
                (Wing::Queen, true) => draw(king.into()) as u8,
            };
            self.put_castling_rook(*wing, Cell::new(file, 0)?)?;
        }
        Some(())
    }

    /// Puts a white rook with a castling right on a square.
    pub(super) fn put_castling_rook(&mut self, wing: Wing, rook: Cell) -> Option<()> {
        self.put(rook, man(White, Kind::Rook))?;
        self.parts.rights.set(White, wing, Some(rook));
        Some(())
    }

    /// Whether every program accepts the position: each player has one king, the player who is not to move is
    /// not in check, at most one piece gives check, no pawn is on the first or last rank, and there is no en
    /// passant square.
    fn sound(&self) -> bool {
        let men = self.men();
        let kings = Player::ALL.map(|player| {
            let mut kings = men.all(player).filter(|(_, kind)| *kind == Kind::King);
            kings.next().filter(|_| kings.next().is_none())
        });
        let [Some((white, _)), Some((black, _))] = kings else { return false };
        let attackers =
            |player: Player| men.attackers(if player == White { white } else { black }, player.opponent());
        let turn = self.parts.turn;
        attackers(turn.opponent()) == 0
            && attackers(turn) <= 1
            && self.parts.en_passant.is_none()
            && Position::new(self.parts.clone()).is_ok()
    }

    /// Adds another piece in one of two games, if the position may get one and is still sound with it.
    fn with_another(self, draw: &mut Draw<'_>) -> Self {
        if self.complete {
            return self;
        }
        let (player, kind) = (Player::ALL[draw(2) as usize], Kind::ALL[draw(5) as usize]);
        let mut parts = self.parts.clone();
        let cell = Cell::BOARD[draw(64) as usize];
        if draw(2) == 0 || parts.board[cell.place()].is_some() {
            return self;
        }
        if kind == Kind::Pawn && matches!(cell.rank(), 0 | 7) {
            return self;
        }
        parts.board[cell.place()] = Some(man(player, kind));
        let more = Self { parts, moves: self.moves.clone(), ..self };
        if more.sound() { more } else { self }
    }
}

/// The squares in a direction from a square, which is not included.
fn ray(from: Cell, step: (i8, i8)) -> Vec<Cell> {
    core::iter::successors(stepped(from, step), |cell| stepped(*cell, step)).collect()
}

/// The kind of a random slider that moves in a direction.
fn slider(step: (i8, i8), draw: &mut Draw<'_>) -> Kind {
    match (draw(3), step.0 == 0 || step.1 == 0) {
        (0, _) => Kind::Queen,
        (_, true) => Kind::Rook,
        (_, false) => Kind::Bishop,
    }
}

/// King and rook with a castling right, and a piece near them; the cases go through the kinds of pieces.
/// Chess960 has separate cases.
fn castling(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    if case.chess960 {
        return castling960::castling(case, draw);
    }
    let policy = if draw(3) == 0 { "check" } else { "castle" };
    let mut draft = Draft::new(Player::ALL[draw(2) as usize], policy, case);
    let wings: &[Wing] = match draw(3) {
        0 => &[Wing::King],
        1 => &[Wing::Queen],
        _ => &[Wing::King, Wing::Queen],
    };
    draft.put_castling(wings, draw)?;
    let (player, kind) = NEAR[(case.number % NEAR.len() as u64) as usize];
    let (file, rank) = match kind {
        Kind::King => any(&BY_KING, draw)?,
        Kind::Pawn => (draw(8) as u8, 1 + draw(2) as u8),
        _ if draw(3) == 0 => (any(&BETWEEN, draw)?, 0),
        // A square of the first three ranks.
        _ => (draw(8) as u8, draw(3) as u8),
    };
    draft.put(Cell::new(file, rank)?, man(player, kind))?;
    // In some games, many moves have been made without a capture.
    if draw(6) == 0 {
        (draft.parts.halfmoves, draft.parts.fullmoves) = (96, 60);
    }
    if kind != Kind::King {
        let far = draw(2) == 0;
        let men = draft.men();
        let safe = |cell: Cell| {
            let men = men.with(cell, Some(man(Black, Kind::King)));
            (!far || cell.rank() > 5) && men.attackers(cell, White) == 0
        };
        draft.put_among(man(Black, Kind::King), draw, safe)?;
    }
    if draw(2) == 0 {
        let (player, kind) = any(&[(White, Kind::Rook), (Black, Kind::Rook), (Black, Kind::Queen)], draw)?;
        draft.put_among(man(player, kind), draw, |cell| cell.rank() < 4)?;
    }
    Some(draft)
}

/// A rook with a castling right that a piece can capture; the cases go through the kinds of pieces.
fn right_by_capture(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(Black, "castle", case);
    let wing = any(&[Wing::King, Wing::Queen], draw)?;
    let wings: &[Wing] = if draw(2) == 0 { &[Wing::King, Wing::Queen] } else { &[wing] };
    draft.put_castling(wings, draw)?;
    let rook = draft.parts.rights.rook(White, wing)?;
    let kind = Kind::ALL[(case.number % 6) as usize];
    let men = draft.men();
    let attacks = |cell: Cell| {
        let man = man(Black, kind);
        let stands = kind != Kind::Pawn || cell.rank() == 1;
        stands && men.with(cell, Some(man)).attackers(rook, Black) > 0
    };
    let from = draft.put_among(man(Black, kind), draw, attacks)?;
    if kind != Kind::King {
        draft.put_king(Black, draw)?;
    }
    let promotion = if kind == Kind::Pawn { any(&Move::PROMOTIONS, draw) } else { None };
    draft.moves.push(Move { from, to: rook, promotion });
    Some(draft)
}

/// A pawn that can be captured en passant. A king and a slider are on the same rank, file or diagonal, or the
/// pawn attacks a king.
fn en_passant(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(Black, "en-passant", case);
    let (own, other) = if draw(4) == 0 { any(&[(1, 0), (6, 7)], draw)? } else { beside(draw)? };
    let [pawn, crossed, from] = [4, 5, 6].map(|rank| Cell::new(other, rank));
    let (capturer, pawn, from) = (Cell::new(own, 4)?, pawn?, from?);
    draft.put(capturer, man(White, Kind::Pawn))?;
    draft.put(from, man(Black, Kind::Pawn))?;
    draft.moves.push(Move::new(from, pawn));
    // A pawn at the opposite edge, from which a shift of a bitboard without masking would wrap to the crossed
    // square.
    if matches!(other, 0 | 7) {
        draft.put(Cell::new(7 - other, if other == 0 { 3 } else { 5 })?, man(White, Kind::Pawn))?;
    }
    let at_risk = if case.number.is_multiple_of(2) { White } else { Black };
    let step = match case.number / 2 % 4 {
        0 => (1, 0),
        1 => (0, 1),
        2 => any(&DIAGONAL, draw)?,
        _ if at_risk == White => {
            // The pawn gives check.
            let king = Cell::new(any(&[own, (2 * other).checked_sub(own)?], draw)?, 3)?;
            draft.put(king, man(White, Kind::King))?;
            draft.put_king(Black, draw)?;
            return Some(draft);
        }
        _ => any(&DIAGONAL, draw)?,
    };
    // If Black's king is at risk, Black moves the pawn between the king and a slider.
    let blocks = at_risk == Black && case.number / 2 % 4 == 3;
    let ends = match step {
        (1, 0) => [
            ray(if own < other { capturer } else { pawn }, (-1, 0)),
            ray(if own < other { pawn } else { capturer }, (1, 0)),
        ],
        (files, ranks) => {
            let through = if blocks { pawn } else { capturer };
            [ray(through, step), ray(through, (-files, -ranks))]
        }
    };
    let swapped = draw(2) as usize;
    let free = |cell: &Cell| Some(*cell) != crossed && *cell != from;
    let on = |end: usize, draw: &mut Draw<'_>| {
        let cells: Vec<Cell> = ends[end ^ swapped].iter().copied().filter(free).collect();
        any(&cells, draw)
    };
    let king = on(0, draw)?;
    draft.put(king, man(at_risk, Kind::King))?;
    let kind = slider(step, draw);
    draft.put(on(1, draw)?, man(at_risk.opponent(), kind))?;
    draft.put_king(at_risk.opponent(), draw)?;
    // In some games, the pawn is not captured immediately, and must not be captured a move later.
    if at_risk == Black && draw(3) == 0 {
        let king = draft.men().king(White)?;
        let near = |to: Cell| apart(king, to).0 <= 1 && apart(king, to).1 <= 1;
        let to = any(&draft.empty(near), draw)?;
        draft.moves.push(Move::new(king, to));
    }
    Some(draft)
}

/// Two adjacent files.
fn beside(draw: &mut Draw<'_>) -> Option<(u8, u8)> {
    let own = draw(8) as u8;
    let other = if draw(2) == 0 { own.checked_sub(1)? } else { own + 1 };
    (other < 8).then_some((own, other))
}

/// A pawn one step before promotion. In one of two games it captures, and it gives check if possible.
fn promotion(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(White, "promote", case);
    let (own, other) = beside(draw)?;
    let from = Cell::new(own, 6)?;
    draft.put(from, man(White, Kind::Pawn))?;
    let kind = Move::PROMOTIONS[(case.number % 4) as usize];
    let taken = Cell::new(other, 7)?;
    draft.put(taken, man(Black, any(&Move::PROMOTIONS, draw)?))?;
    let captures = (case.number / 4).is_multiple_of(2);
    let to = if captures { taken } else { Cell::new(own, 7)? };
    let before = draft.men();
    let after = before.with(from, None).with(to, Some(man(White, kind)));
    let checks = draw(3) > 0;
    let suits = |cell: Cell| {
        let attacked = after.attackers(cell, White) > 0;
        before.attackers(cell, White) == 0 && attacked == checks
    };
    draft.put_among(man(Black, Kind::King), draw, suits)?;
    draft.put_king(White, draw)?;
    draft.moves.push(Move { from, to, promotion: Some(kind) });
    Some(draft)
}

/// Pieces by file and rank, and the squares of origin and target of a move that gives stalemate.
type Net<'n> = (&'n [(u8, u8, Man)], [(u8, u8); 2]);

/// A move that gives stalemate, usually with pawns that block each other.
fn stalemate(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(White, "uniform", case);
    let nets: [Net<'_>; 3] = [
        (
            &[
                (7, 7, man(Black, Kind::King)),
                (5, 6, man(White, Kind::King)),
                (6, 4, man(White, Kind::Queen)),
            ],
            [(6, 4), (6, 5)],
        ),
        (
            &[(7, 7, man(Black, Kind::King)), (6, 5, man(White, Kind::King)), (4, 6, man(White, Kind::Rook))],
            [(4, 6), (6, 6)],
        ),
        (
            &[
                (7, 7, man(Black, Kind::King)),
                (6, 5, man(White, Kind::King)),
                (5, 2, man(White, Kind::Queen)),
            ],
            [(5, 2), (5, 6)],
        ),
    ];
    let (men, [from, to]) = any(&nets, draw)?;
    for (file, rank, man) in men {
        draft.put(Cell::new(*file, *rank)?, *man)?;
    }
    for _ in 0..draw(3) {
        let (file, rank) = (draw(4) as u8, 1 + draw(5) as u8);
        draft.put(Cell::new(file, rank)?, man(White, Kind::Pawn))?;
        draft.put(Cell::new(file, rank + 1)?, man(Black, Kind::Pawn))?;
    }
    draft.moves.push(Move::new(Cell::new(from.0, from.1)?, Cell::new(to.0, to.1)?));
    Some(draft)
}

/// A piece between a slider and the white king that moves away and gives check as well. In one of two games,
/// the king may castle.
fn double_check(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(Black, "check", case);
    if draw(2) == 0 {
        draft.put_castling(&[any(&[Wing::King, Wing::Queen], draw)?], draw)?;
    } else {
        draft.put_among(man(White, Kind::King), draw, |_| true)?;
    }
    let king = draft.men().king(White)?;
    let lines: Vec<(i8, i8)> = STRAIGHT.into_iter().chain(DIAGONAL).collect();
    let step = any(&lines, draw)?;
    let line = ray(king, step);
    let near = any(line.get(1..)?, draw)?;
    let behind: Vec<Cell> = line.iter().copied().skip_while(|cell| *cell != near).skip(1).collect();
    draft.put(any(&behind, draw)?, man(Black, slider(step, draw)))?;
    let kind = any(&[Kind::Knight, Kind::Bishop, Kind::Rook], draw)?;
    let men = draft.men();
    let reaches = |from: Cell, to: Cell| {
        let alone = men.with(from, Some(man(Black, kind)));
        let discovered = usize::from(!line.contains(&from));
        from != to && alone.attackers(to, Black) > men.attackers(to, Black) + discovered
    };
    let to: Vec<Cell> = draft
        .empty(|to| {
            !line.contains(&to)
                && reaches(near, to)
                && men.with(to, Some(man(Black, kind))).attackers(king, Black) > 1
        })
        .into_iter()
        .collect();
    draft.put(near, man(Black, kind))?;
    draft.moves.push(Move::new(near, any(&to, draw)?));
    draft.put_king(Black, draw)?;
    Some(draft)
}

/// A piece between its king and a slider that moves along the line of the pin.
fn pin(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = Draft::new(White, "pin", case);
    let king = draft.put_among(man(White, Kind::King), draw, |_| true)?;
    let step = if case.number.is_multiple_of(2) { any(&STRAIGHT, draw)? } else { any(&DIAGONAL, draw)? };
    let line = ray(king, step);
    let near = draw(line.len().checked_sub(1)? as u32 + 1) as usize;
    let far = near + 1 + draw(line.len() as u32) as usize;
    let (pinned, pinning) = (*line.get(near)?, *line.get(far)?);
    let pawn = step == (0, 1) && far > near + 1 || step.1 == 1 && step.0 != 0 && far == near + 1;
    let kind = if pawn && draw(2) == 0 { Kind::Pawn } else { slider(step, draw) };
    draft.put(pinned, man(White, kind))?;
    draft.put(pinning, man(Black, slider(step, draw)))?;
    draft.put_king(Black, draw)?;
    let to = if kind == Kind::Pawn { line[near + 1] } else { any(&line[near + 1..=far], draw)? };
    let promotion = (kind == Kind::Pawn && to.rank() == 7).then_some(Kind::Knight);
    draft.moves.push(Move { from: pinned, to, promotion });
    Some(draft)
}

/// A repetition of a board after the loss of a castling right, or after a double step that no pawn may
/// capture.
fn repetition(case: Case, draw: &mut Draw<'_>) -> Option<Draft> {
    let mut draft = match case.number % 2 {
        0 => {
            let mut draft = Draft::new(White, "repeat", case);
            draft.put_castling(&[any(&[Wing::King, Wing::Queen], draw)?], draw)?;
            draft.put_king(Black, draw)?;
            draft
        }
        // The king at risk is that of the player who must not capture.
        _ => en_passant(Case { number: case.number / 2 % 3 * 2, ..case }, draw)?,
    };
    let men = draft.men();
    let men = draft.moves.iter().fold(men, |men, mv| {
        let moved = men.at(mv.from);
        men.with(mv.to, moved).with(mv.from, None)
    });
    let shuffle = |player: Player, draw: &mut Draw<'_>| {
        let king = men.king(player)?;
        let free = |to: &Cell| men.at(*to).is_none() && men.is_safe(king, *to, player);
        let near = |to: &Cell| *to != king && apart(king, *to).0 <= 1 && apart(king, *to).1 <= 1;
        let to: Vec<Cell> = Cell::BOARD.into_iter().filter(|to| near(to) && free(to)).collect();
        Some((king, any(&to, draw)?))
    };
    let (white, black) = (shuffle(White, draw)?, shuffle(Black, draw)?);
    for _ in 0..2 {
        for (from, to) in [white, black, (white.1, white.0), (black.1, black.0)] {
            draft.moves.push(Move::new(from, to));
        }
    }
    draft.policy = "repeat";
    draft.parts.draws = if draw(4) == 0 { Draws::None } else { Draws::Claim };
    Some(draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deterministic source of numbers that eventually yields all of them.
    fn dice(mut seed: u64) -> impl FnMut(u32) -> u32 {
        move |n| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(n)) as u32
        }
    }

    #[test]
    fn every_subject_gives_sound_positions() {
        let mut draw = dice(1);
        let subjects = SUBJECTS.into_iter().chain([dead::near as Subject]).enumerate();
        for ((place, subject), chess960) in subjects.flat_map(|one| [(one, false), (one, true)]) {
            let sound = |number: &u64| {
                let draft = subject(Case { number: *number, chess960 }, &mut draw);
                draft.is_some_and(|draft| draft.sound())
            };
            assert!((0..400).filter(sound).count() > 20, "subject {place}");
        }
    }

    #[test]
    fn nearly_every_number_gives_a_game() {
        let mut draw = dice(2);
        let rules = Playable::Known(&|_| true);
        assert!((0..1200).filter(|number| drawn(*number, &rules, &mut draw).is_some()).count() > 1150);
    }

    #[test]
    fn games_have_the_rules_that_a_run_names_or_known_ones() {
        let (mut draw, standard) = (dice(3), |position: &Position| !position.parts().chess960);
        for words in ["", "chess960", "draws claim", "chess960 draws auto"] {
            let like = Chess::initial(&[words]).unwrap();
            let games: Vec<_> =
                (0..240).filter_map(|n| drawn(n, &Playable::Like(&like), &mut draw)).collect();
            let rules = |position: &Position| (position.parts().chess960, position.parts().draws);
            assert!(games.iter().all(|small| rules(&small.start) == rules(&like)), "{words}");
        }
        let mut are = |knows: &dyn Fn(&Position) -> bool| {
            let games = (0..240).filter_map(|n| drawn(n, &Playable::Known(knows), &mut draw));
            games.filter(|small| !standard(&small.start)).count()
        };
        assert_eq!(are(&standard), 0);
        assert!((20..40).contains(&are(&|_| true)));
    }
}

//! Positions in which engines often make mistakes, and the events that count them.
//!
//! This module examines only pieces and lines, and does not decide whether a move is legal.

use alloc::vec::Vec;

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Observation, Parts, Player};

use super::Event;

/// The steps of rooks, of bishops and of knights, as files and ranks.
pub(super) const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(super) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The pieces on the board, by the indices of their squares.
#[derive(Clone)]
pub(super) struct Men(pub(super) [Option<Man>; 64]);

/// Reports the events of a move of the player to move in `before`.
pub(super) fn count(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let (Some(man), men) = (before.board.get(&mv.from).copied(), Men::of(after)) else { return };
    if man.kind == Kind::Pawn {
        men.pawn_moved(before, mv, after, hit);
    }
    if let Some(event) = right_lost_to(man, before, mv, after) {
        hit(event);
    }
    if man.kind != Kind::King && Men::of(before).is_pinned(mv.from, man.player) {
        hit(Event::AlongPin);
    }
    if after.board.len() < before.board.len() || mv.promotion.is_some() {
        men.few_left().into_iter().for_each(&mut *hit);
    }
    let turn = after.turn;
    if after.check && men.king(turn).is_some_and(|king| men.attackers(king, turn.opponent()) > 1) {
        hit(Event::DoubleCheck);
    }
    if after.over {
        if after.winner.is_none() && !after.check && !men.can_move(turn) {
            hit(Event::Stalemate);
            if men.has_blocked_pawn(turn) {
                hit(Event::StalemateBlocked);
            }
        }
        return;
    }
    men.prevented_castling(after, hit);
}

/// Reports the events of a position that has occurred before in the same game. `earlier` are the previous
/// observations, the latest first.
pub(super) fn repeated(
    earlier: &mut dyn Iterator<Item = &Observation>,
    now: &Observation,
    hit: &mut dyn FnMut(Event),
) {
    // Only positions since the last capture or pawn move can be equal to the current one.
    let most = usize::try_from(now.halfmoves).unwrap_or(usize::MAX);
    let earlier: Vec<&Observation> = earlier.take(most.saturating_add(1)).collect();
    let (mut rights, mut barred) = (false, false);
    for (back, seen) in earlier.iter().enumerate().take(most).skip(3).step_by(2) {
        if seen.board != now.board {
            continue;
        }
        rights |= seen.castling != now.castling;
        let pushed = earlier.get(back + 1).is_some_and(|before| is_barred_push(before, seen));
        barred |= pushed && seen.castling == now.castling;
    }
    if rights {
        hit(Event::RepeatedRights);
    }
    if barred {
        hit(Event::RepeatedBarred);
    }
}

/// Whether the move between two observations is a double step to a square next to a pawn of the opponent that
/// must not capture it.
fn is_barred_push(before: &Observation, after: &Observation) -> bool {
    let own = Man { player: before.turn, kind: Kind::Pawn };
    let came = after.board.iter().find(|(cell, man)| **man == own && before.board.get(cell) != Some(&own));
    let Some((&pawn, _)) = came.filter(|_| after.en_passant.is_none()) else { return false };
    let back = -2 * forward(before.turn);
    let double = stepped(pawn, (0, back))
        .is_some_and(|from| before.board.get(&from) == Some(&own) && !after.board.contains_key(&from));
    double && Men::of(after).pawns_beside(pawn, after.turn).next().is_some()
}

/// The event, if any, of the opponent losing a castling right because the piece `man` captures the rook.
fn right_lost_to(man: Man, before: &Observation, mv: &Move, after: &Observation) -> Option<Event> {
    let of_opponent = |seen: &Observation| {
        let is_own = |letter: &char| letter.is_ascii_uppercase() != (man.player == Player::White);
        seen.castling.chars().filter(|letter| letter.is_ascii_alphabetic() && is_own(letter)).count()
    };
    let rook = Man { player: man.player.opponent(), kind: Kind::Rook };
    let lost = before.board.get(&mv.to) == Some(&rook) && of_opponent(after) < of_opponent(before);
    lost.then_some(match man.kind {
        Kind::King => Event::RookTakenByKing,
        Kind::Queen => Event::RookTakenByQueen,
        Kind::Rook => Event::RookTakenByRook,
        Kind::Bishop => Event::RookTakenByBishop,
        Kind::Knight => Event::RookTakenByKnight,
        Kind::Pawn => Event::RookTakenByPawn,
    })
}

/// Returns the event for a line in a direction: `events` are those of ranks, files and diagonals.
fn of_line((files, ranks): (i8, i8), events: [Event; 3]) -> Event {
    match (files, ranks) {
        (_, 0) => events[0],
        (0, _) => events[1],
        _ => events[2],
    }
}

impl Men {
    pub(super) fn of(seen: &Observation) -> Self {
        let mut men = [None; 64];
        for (cell, man) in &seen.board {
            men[cell.place()] = Some(*man);
        }
        Self(men)
    }

    pub(super) fn at(&self, cell: Cell) -> Option<Man> {
        self.0[cell.place()]
    }

    /// The same pieces, but with `man` on the square `cell`.
    pub(super) fn with(&self, cell: Cell, man: Option<Man>) -> Self {
        let mut men = self.clone();
        men.0[cell.place()] = man;
        men
    }

    /// The squares and kinds of a player's pieces.
    pub(super) fn all(&self, player: Player) -> impl Iterator<Item = (Cell, Kind)> {
        Cell::BOARD.into_iter().filter_map(move |cell| {
            let man = self.at(cell).filter(|man| man.player == player)?;
            Some((cell, man.kind))
        })
    }

    pub(super) fn king(&self, player: Player) -> Option<Cell> {
        self.all(player).find(|(_, kind)| *kind == Kind::King).map(|(cell, _)| cell)
    }

    /// The first piece on a line from a square, which is not included, and its square.
    pub(super) fn first(&self, from: Cell, step: (i8, i8)) -> Option<(Cell, Man)> {
        let mut cell = from;
        loop {
            cell = stepped(cell, step)?;
            if let Some(man) = self.at(cell) {
                return Some((cell, man));
            }
        }
    }

    /// The square of the first piece on a line, if the piece is a slider of `player` that moves along such
    /// lines.
    fn slider(&self, from: Cell, step: (i8, i8), player: Player) -> Option<Cell> {
        let kind = if step.0 == 0 || step.1 == 0 { Kind::Rook } else { Kind::Bishop };
        let (cell, man) = self.first(from, step)?;
        (man.player == player && (man.kind == Kind::Queen || man.kind == kind)).then_some(cell)
    }

    /// The number of pieces of `player` that attack a square.
    pub(super) fn attackers(&self, cell: Cell, player: Player) -> usize {
        let is = |step: (i8, i8), kind| {
            let man = stepped(cell, step).and_then(|cell| self.at(cell));
            man == Some(Man { player, kind })
        };
        let lines = STRAIGHT.into_iter().chain(DIAGONAL);
        let sliders = lines.clone().filter(|step| self.slider(cell, *step, player).is_some());
        let leaps = LEAPS.into_iter().filter(|step| is(*step, Kind::Knight));
        let kings = lines.filter(|step| is(*step, Kind::King));
        let down = -forward(player);
        let pawns = [(-1, down), (1, down)].into_iter().filter(|step| is(*step, Kind::Pawn));
        sliders.count() + leaps.count() + kings.count() + pawns.count()
    }

    /// Whether the piece on `cell` is the only piece between the king of `player` and an attacker.
    fn is_pinned(&self, cell: Cell, player: Player) -> bool {
        let Some(king) = self.king(player) else { return false };
        let Some(step) = direction(king, cell) else { return false };
        self.first(king, step).is_some_and(|(first, _)| first == cell)
            && self.slider(cell, step, player.opponent()).is_some()
    }

    /// Whether the king of `player` is not attacked after a move from one square to another.
    pub(super) fn is_safe(&self, from: Cell, to: Cell, player: Player) -> bool {
        let after = self.with(to, self.at(from)).with(from, None);
        after.king(player).is_none_or(|king| after.attackers(king, player.opponent()) == 0)
    }

    /// Whether a player who is not in check has a legal move. Ignores en passant captures and castling:
    /// neither is ever the only kind of legal move unless `seen` offers it.
    fn can_move(&self, player: Player) -> bool {
        self.all(player).any(|(from, kind)| {
            let free = |to: Cell| self.at(to).is_none_or(|man| man.player != player);
            let safe = |to: Cell| free(to) && self.is_safe(from, to, player);
            let leaps = |steps: &[(i8, i8)]| steps.iter().filter_map(|step| stepped(from, *step)).any(safe);
            match kind {
                Kind::Knight => leaps(&LEAPS),
                Kind::King => leaps(&STRAIGHT) || leaps(&DIAGONAL),
                Kind::Pawn => {
                    let up = forward(player);
                    let ahead = stepped(from, (0, up)).filter(|to| self.at(*to).is_none());
                    let sides = [(-1, up), (1, up)].into_iter().filter_map(|step| stepped(from, step));
                    ahead.is_some_and(safe) || sides.filter(|to| self.at(*to).is_some()).any(safe)
                }
                // If a slider has a safe move along a line, it has one of one step, unless it captures the
                // pinning piece; then it can also move one step towards that piece.
                Kind::Rook => leaps(&STRAIGHT),
                Kind::Bishop => leaps(&DIAGONAL),
                Kind::Queen => leaps(&STRAIGHT) || leaps(&DIAGONAL),
            }
        })
    }

    /// The squares of a player's pawns on adjacent files of the same rank.
    fn pawns_beside(&self, cell: Cell, player: Player) -> impl Iterator<Item = Cell> {
        let pawn = Man { player, kind: Kind::Pawn };
        let beside = [-1, 1].into_iter().filter_map(move |file| stepped(cell, (file, 0)));
        beside.filter(move |from| self.at(*from) == Some(pawn))
    }

    /// Whether a pawn of the player cannot move forward because a piece is in front of it.
    fn has_blocked_pawn(&self, player: Player) -> bool {
        let mut pawns = self.all(player).filter(|(_, kind)| *kind == Kind::Pawn);
        pawns.any(|(pawn, _)| {
            stepped(pawn, (0, forward(player))).is_some_and(|ahead| self.at(ahead).is_some())
        })
    }

    /// The direction from a player's king to an opponent's slider that attacks it.
    fn attacked_along(&self, player: Player) -> Option<(i8, i8)> {
        let king = self.king(player)?;
        let mut lines = STRAIGHT.into_iter().chain(DIAGONAL);
        lines.find(|step| self.slider(king, *step, player.opponent()).is_some())
    }

    /// The event, if any, for few remaining pieces, with which checkmate is impossible or almost impossible.
    fn few_left(&self) -> Option<Event> {
        let left: Vec<(Cell, Kind)> = Player::ALL
            .into_iter()
            .flat_map(|player| self.all(player).filter(|(_, kind)| *kind != Kind::King))
            .collect();
        let colours = |of: u8| left.iter().all(|(cell, _)| (cell.file() + cell.rank()) % 2 == of);
        match left[..] {
            [(_, Kind::Knight)] => Some(Event::LoneKnight),
            [(_, Kind::Bishop)] => Some(Event::LoneBishop),
            [_, _, ..]
                if left.iter().all(|(_, kind)| *kind == Kind::Bishop) && (colours(0) || colours(1)) =>
            {
                Some(Event::OneColour)
            }
            [(_, Kind::Knight | Kind::Bishop), (_, Kind::Knight | Kind::Bishop)] => Some(Event::TwoMinors),
            _ => None,
        }
    }

    /// Reports the events of a pawn move.
    fn pawn_moved(&self, before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
        let captures = mv.from.file() != mv.to.file();
        if let Some(kind) = mv.promotion {
            let under = kind != Kind::Queen;
            for (event, is) in [
                (Event::PromotionCapture, captures),
                (Event::UnderpromotionCapture, under && captures),
                (Event::UnderpromotionCheck, under && after.check),
            ] {
                if is {
                    hit(event);
                }
            }
        }
        if captures && before.en_passant == Some(mv.to) {
            let events =
                [Event::EnPassantOpensRank, Event::EnPassantOpensFile, Event::EnPassantOpensDiagonal];
            // The attacker is not the pawn but a slider, whose line the pawn has opened.
            if let Some(step) = self.attacked_along(after.turn) {
                hit(of_line(step, events));
            }
        }
        if mv.from.rank().abs_diff(mv.to.rank()) != 2 {
            return;
        }
        if !after.check {
            self.barred_en_passant(mv.to, after.turn, hit);
        } else if self.pawn_attacks_king(mv.to, after.turn)
            && self.pawns_beside(mv.to, after.turn).next().is_some()
        {
            hit(Event::CheckingPawn);
        }
    }

    /// Whether a pawn attacks the king of `player`.
    fn pawn_attacks_king(&self, pawn: Cell, player: Player) -> bool {
        let up = forward(player.opponent());
        let attacked = [-1, 1].into_iter().filter_map(|file| stepped(pawn, (file, up)));
        self.king(player).is_some_and(|king| attacked.into_iter().any(|cell| cell == king))
    }

    /// Reports events for pawns next to a pawn that has just made a double step, if they must not capture it.
    fn barred_en_passant(&self, pawn: Cell, turn: Player, hit: &mut dyn FnMut(Event)) {
        let Some(crossed) = stepped(pawn, (0, forward(turn))) else { return };
        let (mut barred, mut discovers) = (None, false);
        for from in self.pawns_beside(pawn, turn) {
            let captured = self.with(pawn, None);
            if !captured.is_safe(from, crossed, turn) {
                let after = captured.with(crossed, self.at(from)).with(from, None);
                barred = after.attacked_along(turn).or(barred);
                discovers |= self.is_safe(from, crossed, turn);
            }
        }
        if let Some(step) = barred {
            hit(Event::EnPassantBarred);
            hit(of_line(step, [Event::BarredOnRank, Event::BarredOnFile, Event::BarredOnDiagonal]));
        }
        if discovers {
            hit(Event::EnPassantDiscovers);
        }
    }

    /// Reports events for castling rights, and for pieces that prevent castling or almost do.
    fn prevented_castling(&self, seen: &Observation, hit: &mut dyn FnMut(Event)) {
        let Some(king) = self.king(seen.turn).filter(|king| king.rank() == Parts::home(seen.turn)) else {
            return;
        };
        let mut found: Vec<Event> = Vec::new();
        let is_own = |letter: &char| letter.is_ascii_uppercase() == (seen.turn == Player::White);
        let letters = seen.castling.chars().filter(is_own);
        let rooks: Vec<Cell> =
            letters.filter_map(|letter| self.castling_rook(letter, king, seen.turn)).collect();
        let ways = rooks.iter().map(|rook| self.castling_events(seen, king, *rook, &mut found));
        // `fold` evaluates every castling; `any` would stop early.
        if ways.fold(false, |any, free| any | free) && self.is_heavy_near(king, &rooks) {
            found.push(Event::CastlingBeside);
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().for_each(hit);
    }

    /// Collects the events of the castling right with one rook. Returns whether castling is possible.
    fn castling_events(&self, seen: &Observation, king: Cell, rook: Cell, found: &mut Vec<Event>) -> bool {
        let (player, home) = (seen.turn, Parts::home(seen.turn));
        let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
        let (Some(to), Some(rook_to)) = (Cell::new(king_file, home), Cell::new(rook_file, home)) else {
            return false;
        };
        let way = |from: Cell, to: Cell| {
            let (low, high) = (from.file().min(to.file()), from.file().max(to.file()));
            (low..=high).filter_map(move |file| Cell::new(file, home))
        };
        let others = |cell: &Cell| *cell != king && *cell != rook && self.at(*cell).is_some();
        let mut in_the_way = way(king, to).chain(way(rook, rook_to)).filter(others).peekable();
        if king.file() != 4 || !matches!(rook.file(), 0 | 7) {
            found.push(Event::Rights960);
        }
        let outer = if rook.file() > king.file() { rook.file() + 1..8 } else { 0..rook.file() };
        let own_rook = Some(Man { player, kind: Kind::Rook });
        let is_rook = |file| Cell::new(file, home).is_some_and(|cell| self.at(cell) == own_rook);
        found.extend(outer.into_iter().any(is_rook).then_some(Event::OuterRook));
        if in_the_way.peek().is_some() {
            let heavy = |cell: Cell| self.at(cell).is_some_and(|man| is_heavy(man.kind));
            if in_the_way.all(heavy) {
                found.push(Event::CastlingBetween);
            }
            found.extend((!way(king, rook).any(|cell| others(&cell))).then_some(Event::CastlingBeyond));
            return false;
        }
        let attacked = |cell: Cell| self.with(king, None).attackers(cell, player.opponent()) > 0;
        let crossed = || way(king, to).filter(|cell| *cell != king && *cell != to).any(attacked);
        let beyond = || {
            let past = way(rook, rook_to).filter(|cell| *cell != rook);
            past.filter(|cell| !way(king, to).any(|on| on == *cell)).any(attacked)
        };
        match () {
            () if seen.check => found.push(Event::CastlingOut),
            () if crossed() => found.push(Event::CastlingThrough),
            () if to != king && attacked(to) => found.push(Event::CastlingInto),
            () if self.is_uncovered([king, rook], [to, rook_to], player) => {
                found.push(Event::CastlingUncovers)
            }
            () => {
                found.extend(beyond().then_some(Event::CastlingPast));
                found.extend(attacked(rook).then_some(Event::CastlingRookAttacked));
                found.extend((king == to).then_some(Event::KingInPlace));
                found.extend((rook == rook_to).then_some(Event::RookInPlace));
                found.extend((rook == to || king == rook_to).then_some(Event::CastlingExchange));
            }
        }
        true
    }

    /// Whether the king of a player is in check after castling with the given squares of king and rook,
    /// before and after it.
    pub(super) fn is_uncovered(
        &self,
        [king, rook]: [Cell; 2],
        [to, rook_to]: [Cell; 2],
        player: Player,
    ) -> bool {
        let after = self.with(king, None).with(rook, None);
        let after = after.with(to, self.at(king)).with(rook_to, self.at(rook));
        after.attackers(to, player.opponent()) > 0
    }

    /// Whether another rook or king is near the king, on the first two ranks.
    fn is_heavy_near(&self, king: Cell, rooks: &[Cell]) -> bool {
        let near =
            |cell: &Cell| cell.rank().abs_diff(king.rank()) < 2 && *cell != king && !rooks.contains(cell);
        let mut men = Cell::BOARD.into_iter().filter(near).filter_map(|cell| self.at(cell));
        men.any(|man| is_heavy(man.kind))
    }

    /// The square of the rook that a letter of the castling rights denotes.
    pub(super) fn castling_rook(&self, letter: char, king: Cell, player: Player) -> Option<Cell> {
        let is_rook = |cell: &Cell| self.at(*cell) == Some(Man { player, kind: Kind::Rook });
        let cells = (0..8).filter_map(|file| Cell::new(file, king.rank()));
        let mut rooks = cells.filter(is_rook);
        match letter.to_ascii_lowercase() {
            'k' => rooks.next_back().filter(|rook| rook.file() > king.file()),
            'q' => rooks.next().filter(|rook| rook.file() < king.file()),
            file => rooks.find(|rook| rook.letter() == file),
        }
    }
}

/// Whether pieces of this kind take part in castling.
const fn is_heavy(kind: Kind) -> bool {
    matches!(kind, Kind::King | Kind::Rook)
}

/// The step along a file, a rank or a diagonal from one square towards another.
pub(super) fn direction(from: Cell, to: Cell) -> Option<(i8, i8)> {
    let [files, ranks] =
        [(from.file(), to.file()), (from.rank(), to.rank())].map(|(from, to)| to as i8 - from as i8);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (aligned && from != to).then_some((files.signum(), ranks.signum()))
}

/// Returns the square one step away.
pub(super) fn stepped(cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
    Cell::new(cell.file().checked_add_signed(files)?, cell.rank().checked_add_signed(ranks)?)
}

/// The direction in which a player's pawns move: 1 or -1.
pub(super) const fn forward(player: Player) -> i8 {
    match player {
        Player::White => 1,
        Player::Black => -1,
    }
}

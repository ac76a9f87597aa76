//! Positions at which engines often err: what is counted of them.
//!
//! This looks at pieces and lines alone, and reports no verdict on a move.

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Observation, Parts, Player};

use super::Event;

/// The steps of rooks, of bishops and of knights, in files and ranks.
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The pieces, by the places of their cells.
#[derive(Clone)]
struct Men([Option<Man>; 64]);

/// Counts what a move of this player led to.
pub(super) fn count(before: &Observation, mv: &Move, after: &Observation, hit: &mut dyn FnMut(Event)) {
    let (Some(man), men) = (before.board.get(&mv.from).copied(), Men::of(after)) else { return };
    if man.kind == Kind::Pawn && mv.promotion.is_some() && mv.from.file() != mv.to.file() {
        hit(Event::PromotionCapture);
    }
    if man.kind != Kind::King && Men::of(before).is_pinned(mv.from, man.player) {
        hit(Event::AlongPin);
    }
    let turn = after.turn;
    if after.check && men.king(turn).is_some_and(|king| men.attackers(king, turn.opponent()) > 1) {
        hit(Event::DoubleCheck);
    }
    if after.over {
        if after.winner.is_none() && !after.check && !men.can_move(turn) {
            hit(Event::Stalemate);
        }
        return;
    }
    if man.kind == Kind::Pawn && mv.from.rank().abs_diff(mv.to.rank()) == 2 && !after.check {
        men.barred_en_passant(mv.to, turn, hit);
    }
    men.prevented_castling(after, hit);
}

impl Men {
    fn of(seen: &Observation) -> Self {
        let mut men = [None; 64];
        for (cell, man) in &seen.board {
            men[cell.place()] = Some(*man);
        }
        Self(men)
    }

    fn at(&self, cell: Cell) -> Option<Man> {
        self.0[cell.place()]
    }

    /// The same with another content of a cell.
    fn with(&self, cell: Cell, man: Option<Man>) -> Self {
        let mut men = self.clone();
        men.0[cell.place()] = man;
        men
    }

    /// The cells of a player's pieces of a kind.
    fn all(&self, player: Player) -> impl Iterator<Item = (Cell, Kind)> {
        Cell::BOARD.into_iter().filter_map(move |cell| {
            let man = self.at(cell).filter(|man| man.player == player)?;
            Some((cell, man.kind))
        })
    }

    fn king(&self, player: Player) -> Option<Cell> {
        self.all(player).find(|(_, kind)| *kind == Kind::King).map(|(cell, _)| cell)
    }

    /// The first piece along a line.
    fn first(&self, from: Cell, step: (i8, i8)) -> Option<(Cell, Man)> {
        let mut cell = from;
        loop {
            cell = stepped(cell, step)?;
            if let Some(man) = self.at(cell) {
                return Some((cell, man));
            }
        }
    }

    /// The piece of a player that is on a line and moves along such lines.
    fn slider(&self, from: Cell, step: (i8, i8), player: Player) -> Option<Cell> {
        let kind = if step.0 == 0 || step.1 == 0 { Kind::Rook } else { Kind::Bishop };
        let (cell, man) = self.first(from, step)?;
        (man.player == player && (man.kind == Kind::Queen || man.kind == kind)).then_some(cell)
    }

    /// The number of a player's pieces that attack a cell.
    fn attackers(&self, cell: Cell, player: Player) -> usize {
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

    /// Whether a piece is the only one between its own king and an attacker.
    fn is_pinned(&self, cell: Cell, player: Player) -> bool {
        let Some(king) = self.king(player) else { return false };
        let Some(step) = direction(king, cell) else { return false };
        self.first(king, step).is_some_and(|(first, _)| first == cell)
            && self.slider(cell, step, player.opponent()).is_some()
    }

    /// Whether a move from one cell to another leaves the king of the player unattacked.
    fn is_safe(&self, from: Cell, to: Cell, player: Player) -> bool {
        let after = self.with(to, self.at(from)).with(from, None);
        after.king(player).is_none_or(|king| after.attackers(king, player.opponent()) == 0)
    }

    /// Whether a player not in check can move, without en passant captures and castling, which are never the
    /// only moves where neither is offered.
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
                // A slider that has a safe move along a line has one of one step there, or captures the pinning piece,
                // and then it can go one step towards it.
                Kind::Rook => leaps(&STRAIGHT),
                Kind::Bishop => leaps(&DIAGONAL),
                Kind::Queen => leaps(&STRAIGHT) || leaps(&DIAGONAL),
            }
        })
    }

    /// Finds pawns next to one that has just moved two squares that may not capture it.
    fn barred_en_passant(&self, pawn: Cell, turn: Player, hit: &mut dyn FnMut(Event)) {
        let Some(crossed) = stepped(pawn, (0, forward(turn))) else { return };
        let own = Man { player: turn, kind: Kind::Pawn };
        let beside = [-1, 1].into_iter().filter_map(|file| stepped(pawn, (file, 0)));
        let (mut barred, mut discovers) = (false, false);
        for from in beside.filter(|from| self.at(*from) == Some(own)) {
            let kept = self.is_safe(from, crossed, turn);
            if !self.with(pawn, None).is_safe(from, crossed, turn) {
                barred = true;
                discovers |= kept;
            }
        }
        if barred {
            hit(Event::EnPassantBarred);
        }
        if discovers {
            hit(Event::EnPassantDiscovers);
        }
    }

    /// Looks for rights to castle with a free way that an attack prevents, or does not.
    fn prevented_castling(&self, seen: &Observation, hit: &mut dyn FnMut(Event)) {
        let Some(king) = self.king(seen.turn) else { return };
        let (player, home) = (seen.turn, Parts::home(seen.turn));
        if king.rank() != home {
            return;
        }
        let mut found = [false; 4];
        for letter in
            seen.castling.chars().filter(|letter| letter.is_ascii_uppercase() == (player == Player::White))
        {
            let Some(rook) = self.castling_rook(letter, king, player) else { continue };
            let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
            let (Some(to), Some(rook_to)) = (Cell::new(king_file, home), Cell::new(rook_file, home)) else {
                continue;
            };
            let way = |from: Cell, to: Cell| {
                let (low, high) = (from.file().min(to.file()), from.file().max(to.file()));
                (low..=high).filter_map(move |file| Cell::new(file, home))
            };
            let free = |cell: Cell| cell == king || cell == rook || self.at(cell).is_none();
            if !way(king, to).chain(way(rook, rook_to)).all(free) {
                continue;
            }
            let attacked = |cell: Cell| self.with(king, None).attackers(cell, player.opponent()) > 0;
            let crossed = || way(king, to).filter(|cell| *cell != king && *cell != to).any(attacked);
            let beyond =
                || way(rook, rook_to).filter(|cell| !way(king, to).any(|on| on == *cell)).any(attacked);
            let event = match () {
                () if seen.check => 0,
                () if crossed() => 1,
                () if to != king && attacked(to) => 2,
                () if beyond() => 3,
                () => continue,
            };
            found[event] = true;
        }
        let events = [Event::CastlingOut, Event::CastlingThrough, Event::CastlingInto, Event::CastlingPast];
        events.into_iter().zip(found).filter(|(_, found)| *found).for_each(|(event, _)| hit(event));
    }

    /// The cell of the rook that a letter among the rights to castle means.
    fn castling_rook(&self, letter: char, king: Cell, player: Player) -> Option<Cell> {
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

/// The step along a file, a rank or a diagonal from one cell to another.
fn direction(from: Cell, to: Cell) -> Option<(i8, i8)> {
    let [files, ranks] =
        [(from.file(), to.file()), (from.rank(), to.rank())].map(|(from, to)| to as i8 - from as i8);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (aligned && from != to).then_some((files.signum(), ranks.signum()))
}

/// The cell a step away.
fn stepped(cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
    Cell::new(cell.file().checked_add_signed(files)?, cell.rank().checked_add_signed(ranks)?)
}

/// The direction in which a player's pawns move.
const fn forward(player: Player) -> i8 {
    match player {
        Player::White => 1,
        Player::Black => -1,
    }
}

//! The state of a game, and the moves in it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::chess::{
    Cell, Draws, Kind, Man, Move, Observation, Parts, Player, Position, Reason, Wing, castling as rights_text,
};

use super::ChessFlaw;

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// The state of a game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) flaw: ChessFlaw,
    /// All parts of the position. The numbers of moves are not limited to what a position can record.
    pub(super) parts: Parts,
    /// The number of times that the position has occurred since the setup.
    pub(super) appeared: usize,
    /// The square that a pawn crossed in the last move if a pawn of the opponent is next to it, whether or
    /// not the capture is legal.
    offered: Option<Cell>,
    /// The moves of the player to move, whether or not the game is over.
    possible: Vec<Move>,
}

/// The squares of the king and the rook before and after castling.
#[derive(Clone, Copy)]
struct Castling {
    king: [Cell; 2],
    rook: [Cell; 2],
    wing: Wing,
}

/// The square that is `files` files and `ranks` ranks away, if it is on the board.
fn shifted(cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
    Cell::new(cell.file().checked_add_signed(files)?, cell.rank().checked_add_signed(ranks)?)
}

/// The direction in which the pawns of `player` move.
fn ahead(player: Player) -> i8 {
    if player == Player::White { 1 } else { -1 }
}

/// The rank of a square, from 1, as `player` sees the board.
pub(super) fn rank_for(player: Player, cell: Cell) -> u8 {
    if player == Player::White { cell.rank() + 1 } else { 8 - cell.rank() }
}

/// The squares between two squares of a rank, inclusive.
fn stretch(one: Cell, other: Cell) -> impl Iterator<Item = Cell> {
    let (low, high) = (one.file().min(other.file()), one.file().max(other.file()));
    (low..=high).filter_map(move |file| Cell::new(file, one.rank()))
}

impl Game {
    /// Returns the state at a position.
    pub(super) fn at(flaw: ChessFlaw, position: &Position) -> Self {
        let parts = position.parts().clone();
        let mut game = Self { flaw, parts, appeared: 1, offered: None, possible: Vec::new() };
        if flaw == ChessFlaw::RightsOfOuterRook {
            game.give_rights_to_outer_rooks();
        }
        game
    }

    /// Replaces each castling right by one with the outermost rook on its side.
    fn give_rights_to_outer_rooks(&mut self) {
        let rights: Vec<(Player, Wing, Cell)> = self.parts.rights.all().collect();
        for (player, wing, rook) in rights {
            let edge = if wing == Wing::King { 7 } else { 0 };
            let is_rook = |cell: &Cell| self.man(*cell) == Some(Man { player, kind: Kind::Rook });
            let outer = Cell::new(edge, rook.rank()).map(|edge| stretch(edge, rook).filter(is_rook));
            let outer = outer.into_iter().flatten().max_by_key(|cell| cell.file().abs_diff(rook.file()));
            self.parts.rights.set(player, wing, outer);
        }
    }

    pub(super) fn man(&self, cell: Cell) -> Option<Man> {
        self.parts.board[cell.place()]
    }

    pub(super) fn draws(&self) -> Draws {
        self.parts.draws
    }

    pub(super) fn men(&self) -> impl Iterator<Item = (Cell, Man)> + '_ {
        Cell::BOARD.into_iter().filter_map(|cell| Some((cell, self.man(cell)?)))
    }

    fn set(&mut self, cell: Cell, man: Option<Man>) {
        self.parts.board[cell.place()] = man;
    }

    /// Collects the squares in a direction from `from`, up to and including the first piece.
    fn walk(&self, from: Cell, direction: (i8, i8), found: &mut Vec<Cell>) {
        let mut at = from;
        while let Some(next) = shifted(at, direction) {
            found.push(next);
            if self.man(next).is_some() {
                return;
            }
            at = next;
        }
    }

    /// The squares that the piece on a square attacks.
    pub(super) fn attacked_from(&self, from: Cell, man: Man) -> Vec<Cell> {
        let mut found = Vec::new();
        match man.kind {
            Kind::Pawn => {
                found.extend([-1, 1].into_iter().filter_map(|side| shifted(from, (side, ahead(man.player)))));
            }
            Kind::Knight => found.extend(LEAPS.into_iter().filter_map(|leap| shifted(from, leap))),
            Kind::King => {
                let steps = STRAIGHT.into_iter().chain(DIAGONAL);
                found.extend(steps.filter_map(|step| shifted(from, step)));
            }
            Kind::Bishop => DIAGONAL.into_iter().for_each(|way| self.walk(from, way, &mut found)),
            Kind::Rook => STRAIGHT.into_iter().for_each(|way| self.walk(from, way, &mut found)),
            Kind::Queen => {
                STRAIGHT.into_iter().chain(DIAGONAL).for_each(|way| self.walk(from, way, &mut found));
            }
        }
        found
    }

    /// Whether `player` attacks a square. To find out, it checks for each kind of piece whether an opponent's
    /// piece on the square would attack a piece of the same kind.
    pub(super) fn attacks(&self, player: Player, cell: Cell) -> bool {
        !self.attackers(player, cell).is_empty()
    }

    /// The pieces of `player` that attack a square.
    fn attackers(&self, player: Player, cell: Cell) -> Vec<(Cell, Kind)> {
        let of_kind = |kind| {
            let back = self.attacked_from(cell, Man { player: player.opponent(), kind });
            let back = back.into_iter().filter(move |from| self.man(*from) == Some(Man { player, kind }));
            back.map(move |from| (from, kind))
        };
        Kind::ALL.into_iter().flat_map(of_kind).collect()
    }

    pub(super) fn king(&self, player: Player) -> Option<Cell> {
        self.men().find(|&(_, man)| man == Man { player, kind: Kind::King }).map(|(cell, _)| cell)
    }

    pub(super) fn in_check(&self, player: Player) -> bool {
        self.king(player).is_some_and(|king| self.attacks(player.opponent(), king))
    }

    /// The squares that the piece on a square can reach, without castling and regardless of check.
    fn reached_from(&self, from: Cell, man: Man) -> Vec<Cell> {
        let mut found = self.attacked_from(from, man);
        if man.kind != Kind::Pawn {
            found.retain(|&to| self.man(to).is_none_or(|other| other.player != man.player));
            return found;
        }
        found.retain(|&to| match self.man(to) {
            Some(other) => other.player != man.player,
            None => self.parts.en_passant == Some(to),
        });
        found.extend(self.parts.en_passant.filter(|to| self.wraps(man.player, from, *to)));
        let step = (0, ahead(man.player));
        let Some(one) = shifted(from, step) else { return found };
        let is_free = |cell: Cell| self.man(cell).is_none();
        if is_free(one) {
            found.push(one);
        }
        if rank_for(man.player, from) == 2 && (is_free(one) || self.flaw == ChessFlaw::DoubleStepJumps) {
            found.extend(shifted(one, step).filter(|&two| is_free(two)));
        }
        found
    }

    /// The castling that a move of the player to move means, if the player still has the right to it.
    fn castling(&self, mv: Move) -> Option<Castling> {
        let player = self.parts.turn;
        let king = self.king(player).filter(|king| *king == mv.from && mv.promotion.is_none())?;
        [(Wing::King, [6, 5]), (Wing::Queen, [2, 3])].into_iter().find_map(|(wing, files)| {
            let rook = self.parts.rights.rook(player, wing)?;
            let [to, beside] = files.map(|file| Cell::new(file, king.rank()));
            let (to, beside) = (to?, beside?);
            let named = if self.parts.chess960 { rook } else { to };
            (named == mv.to).then_some(Castling { king: [king, to], rook: [rook, beside], wing })
        })
    }

    /// Whether the move of a pawn by a bit shift would go from one edge of the board to the other.
    fn wraps(&self, player: Player, from: Cell, to: Cell) -> bool {
        let (from_rank, to_rank) = (rank_for(player, from), rank_for(player, to));
        let edge = match (from.file(), to.file()) {
            (7, 0) => to_rank == from_rank + 2,
            (0, 7) => to_rank == from_rank,
            _ => false,
        };
        self.flaw == ChessFlaw::EnPassantWraps && edge
    }

    /// Whether an attack on a square prevents castling.
    fn bars_castling(&self, cell: Cell) -> bool {
        let ignored = match self.flaw {
            ChessFlaw::CastlingIgnoresKing => Some(Kind::King),
            ChessFlaw::CastlingIgnoresPawns => Some(Kind::Pawn),
            _ => None,
        };
        let attackers = self.attackers(self.parts.turn.opponent(), cell);
        attackers.into_iter().any(|(_, kind)| Some(kind) != ignored)
    }

    fn judge_castling(&self, castling: Castling) -> Result<(), Reason> {
        let Castling { king, rook, wing } = castling;
        let passed = |cell: Cell| cell == king[0] || cell == rook[0];
        let skips = self.flaw == ChessFlaw::CastlesOverPiece && wing == Wing::Queen;
        let between: Vec<Cell> = stretch(king[0], rook[0]).collect();
        let mut ways =
            stretch(king[0], king[1]).chain(stretch(rook[0], rook[1])).filter(|cell| match self.flaw {
                ChessFlaw::CastlingLooksBetween => between.contains(cell),
                ChessFlaw::CastlesOverRooksWay => {
                    between.contains(cell) || stretch(king[0], king[1]).any(|on| on == *cell)
                }
                _ => !(skips && cell.file() == 1),
            });
        // Every square between the king and the rook is on one of these paths, except squares beyond the
        // target of a rook that is closer.
        if ways.any(|cell| !passed(cell) && self.man(cell).is_some()) {
            return Err(Reason::NoMove);
        }
        if self.flaw == ChessFlaw::KingInPlaceStays && king[0] == king[1] {
            return Err(Reason::NoMove);
        }
        let looked_at = stretch(king[0], king[1]).filter(|&cell| match self.flaw {
            ChessFlaw::CastlesThroughCheck => king.contains(&cell),
            ChessFlaw::CastlesOutOfCheck => cell != king[0],
            ChessFlaw::CastlesIntoCheck => cell != king[1],
            _ => true,
        });
        let more: Vec<Cell> = match self.flaw {
            ChessFlaw::CastlesNotPastAttack => {
                stretch(rook[0], rook[1]).filter(|cell| *cell != rook[0]).collect()
            }
            ChessFlaw::CastlesNotWithAttackedRook => vec![rook[0]],
            _ => Vec::new(),
        };
        let barred = looked_at.chain(more).any(|cell| self.bars_castling(cell));
        if barred { Err(Reason::Check) } else { Ok(()) }
    }

    /// The state after the pieces of a move have been moved. Nothing else changes.
    fn carried(&self, mv: Move, castling: Option<Castling>) -> Self {
        let (mut next, player) = (self.clone(), self.parts.turn);
        if let Some(Castling { king, rook, .. }) = castling {
            next.set(king[0], None);
            next.set(rook[0], None);
            next.set(king[1], Some(Man { player, kind: Kind::King }));
            next.set(rook[1], Some(Man { player, kind: Kind::Rook }));
            return next;
        }
        let Some(man) = self.man(mv.from) else { return next };
        next.set(mv.from, None);
        next.set(mv.to, Some(Man { kind: mv.promotion.unwrap_or(man.kind), ..man }));
        if self.takes_en_passant(mv)
            && let Some(beside) = Cell::new(mv.to.file(), mv.from.rank())
        {
            next.set(beside, None);
        }
        next
    }

    fn takes_en_passant(&self, mv: Move) -> bool {
        let pawn = self.man(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        pawn && mv.from.file() != mv.to.file() && self.man(mv.to).is_none()
    }

    /// Whether a move leaves the king of the player to move in check.
    fn exposes(&self, mv: Move, castling: Option<Castling>) -> bool {
        let player = self.parts.turn;
        let kind = self.man(mv.from).map_or(Kind::King, |man| man.kind);
        let knight = kind == Kind::Knight;
        let mut after = self.carried(mv, castling);
        if let Some(exposes) = self.exposes_by_flaw(mv, kind, &after).filter(|_| castling.is_none()) {
            return exposes;
        }
        match self.flaw {
            ChessFlaw::CastlingUncovers | ChessFlaw::CastlesIntoCheck if castling.is_some() => return false,
            ChessFlaw::PinnedKnightMoves if knight => return false,
            ChessFlaw::EnPassantUncovers if self.takes_en_passant(mv) => {
                let beside = Cell::new(mv.to.file(), mv.from.rank());
                let on_rank = self.king(player).is_some_and(|king| king.rank() == mv.from.rank());
                if let (Some(beside), true) = (beside, on_rank) {
                    after.set(beside, self.man(beside));
                }
            }
            _ => {}
        }
        after.in_check(player)
    }

    /// Whether a move other than castling leaves the king of the player to move in check, if the flaw affects
    /// the answer; otherwise `None`.
    fn exposes_by_flaw(&self, mv: Move, kind: Kind, after: &Self) -> Option<bool> {
        let (player, opponent) = (self.parts.turn, self.parts.turn.opponent());
        let king = self.king(player)?;
        let on_lines = |is_line: &dyn Fn(Cell, Cell) -> bool| {
            let attackers = after.attackers(opponent, king);
            attackers.into_iter().all(|(from, _)| is_line(king, from))
        };
        let pinned = || {
            let mut without = self.clone();
            without.set(mv.from, None);
            without.in_check(player) && !self.in_check(player)
        };
        let en_passant = self.takes_en_passant(mv);
        match self.flaw {
            ChessFlaw::EnPassantUncoversFile if en_passant => {
                let same = |one: Cell, other: Cell| one.file() == other.file();
                Some(!on_lines(&same))
            }
            ChessFlaw::EnPassantUncoversDiagonal if en_passant => {
                let diagonal =
                    |one: Cell, other: Cell| one.file() != other.file() && one.rank() != other.rank();
                Some(!on_lines(&diagonal))
            }
            ChessFlaw::CheckingPawnStays if en_passant && self.in_check(player) => Some(true),
            ChessFlaw::DoubleCheckBlocked if kind != Kind::King => {
                let before = self.attackers(opponent, king).len();
                (before > 1).then(|| after.attackers(opponent, king).len() >= before)
            }
            ChessFlaw::PinnedStays if matches!(kind, Kind::Queen | Kind::Rook | Kind::Bishop) => {
                pinned().then_some(true)
            }
            ChessFlaw::PinnedPawnStays if kind == Kind::Pawn => pinned().then_some(true),
            ChessFlaw::KingRetreats if kind == Kind::King => {
                let mut blocked = after.clone();
                blocked.set(mv.from, Some(Man { player, kind: Kind::Pawn }));
                Some(blocked.attacks(opponent, mv.to))
            }
            ChessFlaw::KingTakesProtected if kind == Kind::King => self.man(mv.to).map(|_| false),
            ChessFlaw::KingsTouch if kind == Kind::King => {
                let attackers = after.attackers(opponent, mv.to);
                Some(attackers.into_iter().any(|(_, kind)| kind != Kind::King))
            }
            _ => None,
        }
    }

    /// Whether the flaw forbids a promotion.
    fn refuses_promotion(&self, mv: Move) -> bool {
        let Some(kind) = mv.promotion else { return false };
        match self.flaw {
            ChessFlaw::QueenOnly => kind != Kind::Queen,
            ChessFlaw::CapturesPromoteToQueen => kind != Kind::Queen && mv.from.file() != mv.to.file(),
            ChessFlaw::NoKnights => kind == Kind::Knight,
            _ => false,
        }
    }

    /// Whether the flaw keeps a castling right with the rook on a square when a piece of `kind` moves from or
    /// to that square.
    fn keeps_right(&self, kind: Kind, rook: Cell, mv: Move) -> bool {
        match self.flaw {
            ChessFlaw::RightsKept => rook == mv.to,
            ChessFlaw::RightsKeptFromKing => rook == mv.to && kind == Kind::King,
            ChessFlaw::RightsKeptFromKnight => rook == mv.to && kind == Kind::Knight,
            ChessFlaw::RightsKeptFromPawn => rook == mv.to && kind == Kind::Pawn,
            ChessFlaw::RightsKeptByMovedRook => rook == mv.from,
            _ => false,
        }
    }

    /// Returns the reason against a move of the player to move, whether or not the game is over.
    fn judge(&self, mv: Move) -> Result<(), Reason> {
        let player = self.parts.turn;
        let man = self.man(mv.from).ok_or(Reason::NoPiece)?;
        if man.player != player {
            return Err(Reason::NotOwn);
        }
        let castling = self.castling(mv);
        if let Some(castling) = castling {
            self.judge_castling(castling)?;
        } else {
            if self.man(mv.to).is_some_and(|other| other.player == player) {
                return Err(Reason::Occupied);
            }
            if !self.reached_from(mv.from, man).contains(&mv.to) {
                return Err(Reason::NoMove);
            }
            let promotes = man.kind == Kind::Pawn && rank_for(player, mv.to) == 8;
            if promotes != mv.promotion.is_some() {
                return Err(Reason::Promotion);
            }
            if self.refuses_promotion(mv) {
                return Err(Reason::Promotion);
            }
        }
        if self.exposes(mv, castling) { Err(Reason::Check) } else { Ok(()) }
    }

    /// All moves against which there is no reason.
    fn all_possible(&self) -> Vec<Move> {
        let player = self.parts.turn;
        let mut found = Vec::new();
        for (from, man) in self.men().filter(|(_, man)| man.player == player) {
            let mut targets = self.reached_from(from, man);
            if man.kind == Kind::King {
                let rank = from.rank();
                targets.extend((0..8).filter_map(|file| Cell::new(file, rank)));
                targets.sort();
                targets.dedup();
            }
            for to in targets {
                let promotes = man.kind == Kind::Pawn && rank_for(player, to) == 8;
                let named = if promotes { &Move::PROMOTIONS.map(Some)[..] } else { &[None] };
                let moves = named.iter().map(|&promotion| Move { from, to, promotion });
                found.extend(moves.filter(|&mv| self.judge(mv).is_ok()));
            }
        }
        found
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        if self.is_drawn() { Vec::new() } else { self.possible.clone() }
    }

    fn is_repeated(&self) -> bool {
        match self.draws() {
            Draws::None => false,
            Draws::Claim => self.parts.drawn || self.appeared >= 3,
            Draws::Auto => self.parts.drawn || self.appeared >= 5,
        }
    }

    fn is_drawn(&self) -> bool {
        let counted = match self.draws() {
            Draws::None => return false,
            Draws::Claim => self.parts.halfmoves >= 100,
            Draws::Auto => self.parts.halfmoves >= 150,
        };
        counted || self.is_dead() || self.is_repeated()
    }

    fn is_dead(&self) -> bool {
        let others: Vec<(Cell, Man)> = self.men().filter(|(_, man)| man.kind != Kind::King).collect();
        let all = |kind| others.iter().all(|(_, man)| man.kind == kind);
        let most = if self.flaw == ChessFlaw::LoneKnightAlive { 0 } else { 1 };
        let shades = |shade| others.iter().all(|(cell, _)| (cell.file() + cell.rank()) % 2 == shade);
        (all(Kind::Knight) && others.len() <= most) || (all(Kind::Bishop) && (shades(0) || shades(1)))
    }

    fn is_over(&self) -> bool {
        self.is_drawn() || self.possible.is_empty()
    }

    fn winner(&self) -> Option<Player> {
        let player = self.parts.turn;
        let lost = self.in_check(player) || self.flaw == ChessFlaw::StalemateLoses;
        (lost && self.possible.is_empty()).then(|| player.opponent())
    }

    pub(super) fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.parts.turn)
    }

    /// Checks that `player` may play `mv`.
    pub(super) fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        if self.is_over() {
            return Err(Reason::GameOver);
        }
        if player != self.parts.turn {
            return Err(Reason::NotYourTurn);
        }
        self.judge(mv)
    }

    /// The game after a legal move, except for the number of occurrences of the new position.
    pub(super) fn after(&self, mv: Move) -> Self {
        let player = self.parts.turn;
        let castling = self.castling(mv);
        let mut next = self.carried(mv, castling);
        let kind = self.man(mv.from).map_or(Kind::King, |man| man.kind);
        let pawn = kind == Kind::Pawn;
        let captures = castling.is_none() && self.man(mv.to).is_some();
        if self.flaw == ChessFlaw::EnPassantTakesNothing && self.takes_en_passant(mv) {
            next.parts.board = self.parts.board;
            next.set(mv.from, None);
            next.set(mv.to, self.man(mv.from));
        }
        let counts = self.flaw == ChessFlaw::CapturesCounted;
        let resets = (captures && !counts) || (pawn && self.flaw != ChessFlaw::PawnsCounted);
        next.parts.halfmoves = if resets { 0 } else { self.parts.halfmoves.saturating_add(1) };
        next.parts.fullmoves += u32::from(player == Player::Black);
        let king = self.king(player) == Some(mv.from);
        for (owner, wing, rook) in self.parts.rights.all() {
            let touched = (rook == mv.from || rook == mv.to) && !self.keeps_right(kind, rook, mv);
            let other = self.flaw == ChessFlaw::RightsLostWithOtherRook
                && kind == Kind::Rook
                && owner == player
                && rook.file() == mv.from.file();
            if (king && owner == player) || touched || other {
                next.parts.rights.set(owner, wing, None);
            }
        }
        next.parts.turn = player.opponent();
        let ranks = mv.from.rank().abs_diff(mv.to.rank());
        let fourth = rank_for(player, mv.to) == 4 && mv.from.file() == mv.to.file();
        let offers = ranks == 2 || (self.flaw == ChessFlaw::EnPassantAfterOneStep && fourth);
        let lasts = self.flaw == ChessFlaw::EnPassantLasts && kind == Kind::King;
        next.parts.en_passant = match pawn && offers {
            true => shifted(mv.to, (0, -ahead(player))),
            false => self.parts.en_passant.filter(|_| lasts),
        };
        let pawn_of_opponent = Some(Man { player: player.opponent(), kind: Kind::Pawn });
        let mut beside = [-1, 1].into_iter().filter_map(|side| shifted(mv.to, (side, 0)));
        next.offered =
            next.parts.en_passant.filter(|_| beside.any(|cell| self.man(cell) == pawn_of_opponent));
        next.appeared = 1;
        next.settled()
    }

    /// The game with its list of moves, and without an en passant square on which no capture is legal.
    pub(super) fn settled(mut self) -> Self {
        if let Some(cell) = self.parts.en_passant {
            let player = self.parts.turn;
            let pawn = Man { player, kind: Kind::Pawn };
            let takes = |side| {
                let from = shifted(cell, (side, -ahead(player)));
                from.is_some_and(|from| {
                    self.man(from) == Some(pawn) && self.judge(Move::new(from, cell)).is_ok()
                })
            };
            if !takes(-1) && !takes(1) {
                self.parts.en_passant = None;
            }
        }
        self.possible = self.all_possible();
        self
    }

    /// Whether two positions of a game are equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let barred = self.flaw == ChessFlaw::RepetitionCountsBarred && self.draws() == Draws::Claim;
        let same_offer = !barred || self.offered == other.offered;
        let (one, other) = (&self.parts, &other.parts);
        let same_en_passant = same_offer && one.en_passant == other.en_passant;
        let forgetful = self.flaw == ChessFlaw::RepetitionIgnoresRights && one.draws == Draws::Claim;
        one.board == other.board
            && one.turn == other.turn
            && same_en_passant
            && (one.rights == other.rights || forgetful)
    }

    /// The game with the castling rights of another state.
    pub(super) fn with_rights_of(mut self, other: &Self) -> Self {
        self.parts.rights = other.parts.rights;
        self.settled()
    }

    /// The game without an en passant square.
    pub(super) fn without_en_passant(mut self) -> Self {
        self.parts.en_passant = None;
        self.settled()
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let Parts { board, turn, rights, en_passant, .. } = &self.parts;
        (board, turn, rights, en_passant).hash(&mut hasher);
        hasher.finish()
    }

    fn told(&self) -> Parts {
        Parts {
            halfmoves: self.parts.halfmoves.min(Position::MOST),
            fullmoves: self.parts.fullmoves.min(Position::MOST),
            drawn: self.is_repeated(),
            ..self.parts.clone()
        }
    }

    pub(super) fn position(&self) -> Option<Position> {
        Position::new(self.told()).ok()
    }

    pub(super) fn observe(&self) -> Observation {
        let parts = &self.parts;
        let board: BTreeMap<Cell, Man> = self.men().collect();
        Observation {
            game: "chess",
            ply: parts.ply(),
            to_move: self.to_move(),
            over: self.is_over(),
            winner: self.winner(),
            board,
            castling: rights_text(parts),
            en_passant: parts.en_passant,
            check: self.in_check(parts.turn),
            halfmoves: parts.halfmoves,
            fullmoves: parts.fullmoves,
            turn: parts.turn,
        }
    }
}

//! A moment of a game, and the moves from it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_vocabulary::chess::{
    Cell, Draws, Kind, Man, Move, Observation, Parts, Player, Position, Reason, Wing, castling as rights_text,
};

use super::ChessFlaw;

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// A moment of a game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) flaw: ChessFlaw,
    /// Everything that a position tells, with the true numbers of moves.
    pub(super) parts: Parts,
    /// How often the position has appeared since the setup.
    pub(super) appeared: usize,
    /// The moves of the player on turn, whether the game is over or not.
    possible: Vec<Move>,
}

/// King and rook, from where to where.
#[derive(Clone, Copy)]
struct Castling {
    king: [Cell; 2],
    rook: [Cell; 2],
    wing: Wing,
}

/// The cell some files and ranks further.
fn shifted(cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
    Cell::new(cell.file().checked_add_signed(files)?, cell.rank().checked_add_signed(ranks)?)
}

/// The direction in which a player's pawns move.
fn ahead(player: Player) -> i8 {
    if player == Player::White { 1 } else { -1 }
}

/// The rank of a cell as a player counts it, from 1.
pub(super) fn rank_for(player: Player, cell: Cell) -> u8 {
    if player == Player::White { cell.rank() + 1 } else { 8 - cell.rank() }
}

/// The cells of a rank from one file to another, both included.
fn stretch(one: Cell, other: Cell) -> impl Iterator<Item = Cell> {
    let (low, high) = (one.file().min(other.file()), one.file().max(other.file()));
    (low..=high).filter_map(move |file| Cell::new(file, one.rank()))
}

impl Game {
    /// A position as it is told.
    pub(super) fn at(flaw: ChessFlaw, position: &Position) -> Self {
        Self { flaw, parts: position.parts().clone(), appeared: 1, possible: Vec::new() }
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

    /// The cells from one on in a direction, up to the first piece.
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

    /// The cells that the piece on a cell attacks.
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

    /// Whether a player attacks a cell: whether a piece of the opponent there would attack one of its own kind.
    pub(super) fn attacks(&self, player: Player, cell: Cell) -> bool {
        Kind::ALL.into_iter().any(|kind| {
            let back = self.attacked_from(cell, Man { player: player.opponent(), kind });
            back.into_iter().any(|from| self.man(from) == Some(Man { player, kind }))
        })
    }

    pub(super) fn king(&self, player: Player) -> Option<Cell> {
        self.men().find(|&(_, man)| man == Man { player, kind: Kind::King }).map(|(cell, _)| cell)
    }

    pub(super) fn in_check(&self, player: Player) -> bool {
        self.king(player).is_some_and(|king| self.attacks(player.opponent(), king))
    }

    /// Where the piece on a cell goes, castling and check left aside.
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

    /// The castling that a move of the player on turn means, if the right to it is left.
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

    fn judge_castling(&self, castling: Castling) -> Result<(), Reason> {
        let Castling { king, rook, wing } = castling;
        let passed = |cell: Cell| cell == king[0] || cell == rook[0];
        let skips = self.flaw == ChessFlaw::CastlesOverPiece && wing == Wing::Queen;
        let mut ways = stretch(king[0], king[1]).chain(stretch(rook[0], rook[1]));
        // Between king and rook all is on one of these ways, but for a rook that is nearer than its goal.
        if ways.any(|cell| !passed(cell) && self.man(cell).is_some() && !(skips && cell.file() == 1)) {
            return Err(Reason::NoMove);
        }
        let looked_at = stretch(king[0], king[1]).filter(|&cell| match self.flaw {
            ChessFlaw::CastlesThroughCheck => king.contains(&cell),
            ChessFlaw::CastlesOutOfCheck => cell != king[0],
            _ => true,
        });
        let opponent = self.parts.turn.opponent();
        for cell in looked_at {
            if self.attacks(opponent, cell) {
                return Err(Reason::Check);
            }
        }
        Ok(())
    }

    /// The pieces after a move, and nothing else changed.
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

    /// Whether a move leaves the king of its player in check.
    fn exposes(&self, mv: Move, castling: Option<Castling>) -> bool {
        let player = self.parts.turn;
        let knight = self.man(mv.from).is_some_and(|man| man.kind == Kind::Knight);
        let mut after = self.carried(mv, castling);
        match self.flaw {
            ChessFlaw::CastlingUncovers if castling.is_some() => return false,
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

    /// What is against a move of the player on turn, whether the game is over or not.
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
            if self.flaw == ChessFlaw::QueenOnly && mv.promotion.is_some_and(|kind| kind != Kind::Queen) {
                return Err(Reason::Promotion);
            }
        }
        if self.exposes(mv, castling) { Err(Reason::Check) } else { Ok(()) }
    }

    /// All that nothing is against.
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

    /// Whether a player may make a move.
    pub(super) fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        if self.is_over() {
            return Err(Reason::GameOver);
        }
        if player != self.parts.turn {
            return Err(Reason::NotYourTurn);
        }
        self.judge(mv)
    }

    /// The game after a legal move, the number of its appearances left aside.
    pub(super) fn after(&self, mv: Move) -> Self {
        let player = self.parts.turn;
        let castling = self.castling(mv);
        let mut next = self.carried(mv, castling);
        let pawn = self.man(mv.from).is_some_and(|man| man.kind == Kind::Pawn);
        let captures = castling.is_none() && self.man(mv.to).is_some();
        if self.flaw == ChessFlaw::EnPassantTakesNothing && self.takes_en_passant(mv) {
            next.parts.board = self.parts.board;
            next.set(mv.from, None);
            next.set(mv.to, self.man(mv.from));
        }
        let resets = captures || (pawn && self.flaw != ChessFlaw::PawnsCounted);
        next.parts.halfmoves = if resets { 0 } else { self.parts.halfmoves.saturating_add(1) };
        next.parts.fullmoves += u32::from(player == Player::Black);
        let king = self.king(player) == Some(mv.from);
        for (owner, wing, rook) in self.parts.rights.all() {
            let taken = rook == mv.to && self.flaw != ChessFlaw::RightsKept;
            if (king && owner == player) || rook == mv.from || taken {
                next.parts.rights.set(owner, wing, None);
            }
        }
        next.parts.turn = player.opponent();
        let ranks = mv.from.rank().abs_diff(mv.to.rank());
        let fourth = rank_for(player, mv.to) == 4 && mv.from.file() == mv.to.file();
        let offers = ranks == 2 || (self.flaw == ChessFlaw::EnPassantAfterOneStep && fourth);
        next.parts.en_passant = if pawn && offers { shifted(mv.to, (0, -ahead(player))) } else { None };
        next.appeared = 1;
        next.settled()
    }

    /// The same with its moves, and without a cell for a capture en passant that nobody can make.
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

    /// Whether two positions of a game are the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (one, other) = (&self.parts, &other.parts);
        let forgetful = self.flaw == ChessFlaw::RepetitionIgnoresRights && one.draws == Draws::Claim;
        one.board == other.board
            && one.turn == other.turn
            && one.en_passant == other.en_passant
            && (one.rights == other.rights || forgetful)
    }

    /// The same with the rights to castle of another moment.
    pub(super) fn with_rights_of(mut self, other: &Self) -> Self {
        self.parts.rights = other.parts.rights;
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

//! Human-readable explanations why a move is illegal.
//!
//! An explanation states only facts that the board shows. If they do not support the reason that an engine
//! gives, there is no explanation.

use alloc::format;
use alloc::string::{String, ToString};

use bustan_vocabulary::Record;
use bustan_vocabulary::chess::{Cell, Chess, Draws, Kind, Man, Move, Observation, Parts, Player, Reason};

use super::critical::{DIAGONAL, LEAPS, Men, STRAIGHT, direction, forward, stepped};

/// Explains why a move after those of `game` is illegal for `reason`. `seen` is the observation before the
/// move.
pub(super) fn explain(game: &Record<Chess>, seen: &Observation, mv: &Move, reason: Reason) -> Option<String> {
    let man = seen.board.get(&mv.from).copied();
    let told = match (reason, man) {
        (Reason::GameOver, _) => seen.over.then(|| over(seen)),
        (Reason::NotYourTurn, _) => Some(format!("it is {}'s turn", seen.to_move?)),
        (Reason::NoPiece, None) => Some(format!("there is no piece on {}", mv.from)),
        (Reason::NotOwn, Some(man)) if man.player != seen.turn => {
            Some(format!("the {} on {} is {}'s", man.kind.name(), mv.from, man.player))
        }
        _ => None,
    };
    let man = man.filter(|man| man.player == seen.turn && !seen.over);
    told.or_else(|| Case { game, seen, men: Men::of(seen), mv, man: man? }.words(reason))
}

/// The number of the rule that forbids such a move, if the position bears the reason out.
pub(super) fn rule(
    game: &Record<Chess>,
    seen: &Observation,
    mv: &Move,
    reason: Reason,
) -> Option<&'static str> {
    explain(game, seen, mv, reason)?;
    let man = seen.board.get(&mv.from).copied().filter(|man| man.player == seen.turn && !seen.over);
    match (reason, man) {
        // With options, other draws end a game than stalemate.
        (Reason::GameOver, _) if seen.winner.is_none() && game.start.parts().draws == Draws::None => {
            Some("6.2")
        }
        (Reason::NoMove | Reason::Check, Some(man)) => {
            Some(Case { game, seen, men: Men::of(seen), mv, man }.rule(reason))
        }
        _ => None,
    }
}

/// How a game has ended.
fn over(seen: &Observation) -> String {
    match seen.winner {
        Some(winner) => format!("the game is over: {winner} has won by checkmate"),
        None => "the game is over: it is drawn".into(),
    }
}

/// A move of a piece of the player to move.
struct Case<'c> {
    game: &'c Record<Chess>,
    seen: &'c Observation,
    men: Men,
    mv: &'c Move,
    man: Man,
}

/// A castling to which a move corresponds.
struct Castling {
    king: Cell,
    rook: Cell,
    king_to: Cell,
    rook_to: Cell,
}

impl Case<'_> {
    fn words(&self, reason: Reason) -> Option<String> {
        if let Some(castling) = self.castling() {
            return self.against_castling(&castling, reason);
        }
        if let Some(own) = self.men.at(self.mv.to).filter(|other| other.player == self.man.player) {
            let words = format!("{} is occupied by {}'s own {}", self.mv.to, own.player, own.kind.name());
            return (reason == Reason::Occupied).then(|| words + &self.respelled());
        }
        let taken = self.taken_in_passing();
        if taken.is_none()
            && let Some(words) = self.against_shape()
        {
            return (reason == Reason::NoMove).then(|| words + &self.respelled());
        }
        if let Some(words) = self.against_promotion().filter(|_| taken.is_none()) {
            return (reason == Reason::Promotion).then_some(words);
        }
        // If an en passant capture is illegal, the position does not name its square, so engines report that
        // there is no such move.
        let fits = reason == Reason::Check || (taken.is_some() && reason == Reason::NoMove);
        self.against_check(taken).filter(|_| fits)
    }

    /// The castling to which the move corresponds: a move of a king on its first rank, in the standard game
    /// from the e-file to the g-file or the c-file, in Chess960 to the square of the player's own rook.
    fn castling(&self) -> Option<Castling> {
        let (player, Move { from, to, promotion }) = (self.man.player, *self.mv);
        let home = Parts::home(player);
        let chess960 = self.game.start.parts().chess960;
        let rook = Man { player, kind: Kind::Rook };
        let short = to.file() > from.file();
        let at = |file: u8| Cell::new(file, home);
        let has_form = self.man.kind == Kind::King
            && promotion.is_none()
            && [from.rank(), to.rank()] == [home; 2]
            && if chess960 {
                self.men.at(to) == Some(rook)
            } else {
                from.file() == 4 && [2, 6].contains(&to.file())
            };
        let (king_file, rook_file) = if short { (6, 5) } else { (2, 3) };
        let rook = if chess960 { to } else { at(if short { 7 } else { 0 })? };
        let castling = Castling { king: from, rook, king_to: at(king_file)?, rook_to: at(rook_file)? };
        has_form.then_some(castling)
    }

    /// The number of the rule against a move that is illegal for this reason.
    fn rule(&self, reason: Reason) -> &'static str {
        let chess960 = self.game.start.parts().chess960;
        if let Some(castling) = self.castling() {
            return match reason {
                Reason::Check if chess960 => "8.4",
                Reason::Check => "4.3",
                _ if !self.castling_rooks(castling.king).any(|rook| rook == castling.rook) => "4.2",
                _ if chess960 => "8.3",
                _ => "4.4",
            };
        }
        if reason == Reason::Check || self.taken_in_passing().is_some() {
            return "5.2";
        }
        let Move { from, to, .. } = *self.mv;
        let is_on = |lines: &[(i8, i8)]| direction(from, to).is_some_and(|step| lines.contains(&step));
        match self.man.kind {
            Kind::Bishop if is_on(&DIAGONAL) => "2.7",
            Kind::Rook if is_on(&STRAIGHT) => "2.7",
            Kind::Queen if is_on(&DIAGONAL) || is_on(&STRAIGHT) => "2.7",
            Kind::Bishop => "2.4",
            Kind::Rook => "2.5",
            Kind::Queen => "2.6",
            Kind::Knight => "2.8",
            Kind::King => "2.9",
            Kind::Pawn if from.file() != to.file() => "3.3",
            Kind::Pawn if from.rank().abs_diff(to.rank()) == 2 => "3.2",
            Kind::Pawn => "3.1",
        }
    }

    fn against_castling(&self, castling: &Castling, reason: Reason) -> Option<String> {
        let Castling { king, rook, king_to, rook_to } = *castling;
        let (player, side) =
            (self.man.player, if rook.file() > king.file() { "kingside" } else { "queenside" });
        if !self.castling_rooks(king).any(|other| other == rook) {
            let fits = reason == Reason::NoMove || reason == Reason::Occupied;
            return fits.then(|| format!("{player} does not have the right to castle {side}"));
        }
        let home = king.rank();
        let way = |from: Cell, to: Cell| {
            let (low, high) = (from.file().min(to.file()), from.file().max(to.file()));
            (low..=high).filter_map(move |file| Cell::new(file, home))
        };
        let other = |cell: &Cell| ![king, rook].contains(cell) && self.men.at(*cell).is_some();
        let mut in_the_way = way(king, king_to).chain(way(rook, rook_to));
        if let Some(cell) = in_the_way.find(other) {
            let kind = self.men.at(cell)?.kind.name();
            return (reason == Reason::NoMove)
                .then(|| format!("the {kind} on {cell} is in the way of castling"));
        }
        let attacked = |cell: &Cell| self.men.with(king, None).attackers(*cell, player.opponent()) > 0;
        let mut crossed = way(king, king_to).filter(|cell| ![king, king_to].contains(cell));
        let words = match () {
            () if self.in_check() => "a king may not castle out of check".into(),
            () => match crossed.find(attacked) {
                Some(cell) => format!("the king would castle through check on {cell}"),
                None if king_to != king && attacked(&king_to) => {
                    format!("the king would castle into check on {king_to}")
                }
                None if self.men.is_uncovered([king, rook], [king_to, rook_to], player) => {
                    format!("without the rook on {rook} the king would be in check")
                }
                None => return None,
            },
        };
        (reason == Reason::Check).then_some(words)
    }

    /// The rooks with which the player has a castling right.
    fn castling_rooks(&self, king: Cell) -> impl Iterator<Item = Cell> {
        let player = self.man.player;
        let own = move |letter: &char| letter.is_ascii_uppercase() == (player == Player::White);
        let rights = self.seen.castling.chars().filter(own);
        rights.filter_map(move |letter| self.men.castling_rook(letter, king, player))
    }

    /// If the move is a castling in the notation of the other game (standard instead of Chess960, or vice
    /// versa), returns the correct notation as a phrase that continues a sentence; otherwise returns an empty
    /// text.
    fn respelled(&self) -> String {
        let Move { from, to, promotion } = *self.mv;
        let home = Parts::home(self.man.player);
        let chess960 = self.game.start.parts().chess960;
        let is_move =
            self.man.kind == Kind::King && promotion.is_none() && [from.rank(), to.rank()] == [home; 2];
        let means = |rook: &Cell| {
            let target = if rook.file() > from.file() { 6 } else { 2 };
            if chess960 { to.file() == target } else { to == *rook }
        };
        let rook = self.castling_rooks(from).find(means);
        let target = if to.file() > from.file() { 6 } else { 2 };
        let target = Cell::new(target, home).filter(|_| !chess960).or(rook);
        match rook.zip(target).filter(|_| is_move) {
            Some((_, target)) => format!(", and castling is {from}{target}"),
            None => String::new(),
        }
    }

    fn in_check(&self) -> bool {
        let player = self.man.player;
        self.men.king(player).is_some_and(|king| self.men.attackers(king, player.opponent()) > 0)
    }

    /// Explains why the piece cannot move in this way, irrespective of checks. `None` if it can.
    fn against_shape(&self) -> Option<String> {
        let Move { from, to, .. } = *self.mv;
        let kind = self.man.kind;
        let is_step = |steps: &[(i8, i8)]| steps.iter().any(|step| stepped(from, *step) == Some(to));
        let along = |lines: &[(i8, i8)]| direction(from, to).filter(|step| lines.contains(step));
        let lines: &[(i8, i8)] = match kind {
            Kind::Pawn => return self.against_pawn(),
            Kind::Knight if is_step(&LEAPS) => return None,
            Kind::King if is_step(&STRAIGHT) || is_step(&DIAGONAL) => return None,
            Kind::Knight | Kind::King => &[],
            Kind::Rook => &STRAIGHT,
            Kind::Bishop => &DIAGONAL,
            Kind::Queen if along(&STRAIGHT).is_some() => &STRAIGHT,
            Kind::Queen => &DIAGONAL,
        };
        match along(lines) {
            Some(step) => self.blocked(step),
            None => Some(format!("a {} does not move from {from} to {to}", kind.name())),
        }
    }

    /// Describes the piece between the squares of a move along a line, if any.
    fn blocked(&self, step: (i8, i8)) -> Option<String> {
        let Move { from, to, .. } = *self.mv;
        let (cell, man) = self.men.first(from, step)?;
        let distance = |cell: Cell| from.file().abs_diff(cell.file()).max(from.rank().abs_diff(cell.rank()));
        (distance(cell) < distance(to)).then(|| format!("the {} on {cell} is in the way", man.kind.name()))
    }

    fn against_pawn(&self) -> Option<String> {
        let Move { from, to, .. } = *self.mv;
        let up = forward(self.man.player);
        let ahead = stepped(from, (0, up));
        let beside = [-1, 1].into_iter().any(|file| stepped(from, (file, up)) == Some(to));
        if beside {
            // A capture of the player's own piece has already been excluded.
            let nothing = self.men.at(to).is_none() && self.seen.en_passant != Some(to);
            return nothing.then(|| format!("there is nothing to capture on {to}"));
        }
        let two = ahead.and_then(|ahead| stepped(ahead, (0, up)));
        let is_first = from.rank() == Parts::home(self.man.player).saturating_add_signed(up);
        let straight = ahead == Some(to) || (two == Some(to) && is_first);
        if !straight {
            let is_far = two == Some(to);
            return Some(match is_far {
                true => "a pawn moves two squares only from where it started".into(),
                false => format!("a pawn does not move from {from} to {to}"),
            });
        }
        let way = ahead.into_iter().chain(Some(to));
        let (cell, man) = way.into_iter().find_map(|cell| Some((cell, self.men.at(cell)?)))?;
        Some(match cell == to {
            true => format!("a pawn does not capture straight ahead, and a {} is on {to}", man.kind.name()),
            false => format!("the {} on {cell} is in the way", man.kind.name()),
        })
    }

    /// The square of the pawn that the move would capture en passant: it has just made a double step past the
    /// target square.
    fn taken_in_passing(&self) -> Option<Cell> {
        let Move { from, to, .. } = *self.mv;
        let (player, up) = (self.man.player, forward(self.man.player));
        let is_capture = self.man.kind == Kind::Pawn
            && [-1, 1].into_iter().any(|file| stepped(from, (file, up)) == Some(to))
            && self.men.at(to).is_none();
        let pawn = stepped(to, (0, -up)).filter(|_| is_capture)?;
        let is_pawn = self.men.at(pawn) == Some(Man { player: player.opponent(), kind: Kind::Pawn });
        let crossed = match self.game.moves.last() {
            Some((_, last)) => (last.to == pawn && Some(last.from) == stepped(to, (0, up))).then_some(to),
            None => self.game.start.parts().en_passant,
        };
        (is_pawn && (crossed == Some(to) || self.seen.en_passant == Some(to))).then_some(pawn)
    }

    fn against_promotion(&self) -> Option<String> {
        let last = Parts::home(self.man.player.opponent());
        let promotes = self.man.kind == Kind::Pawn && self.mv.to.rank() == last;
        match (promotes, self.mv.promotion) {
            (true, None) => {
                Some("a pawn that reaches the last rank is promoted, and the move names no piece".into())
            }
            (false, Some(_)) if self.man.kind == Kind::Pawn => {
                Some("a pawn is promoted only on the last rank".to_string())
            }
            (false, Some(_)) => {
                Some(format!("only a pawn is promoted, and a {} moves", self.man.kind.name()))
            }
            _ => None,
        }
    }

    /// Explains how the move leaves the king in check, if it does.
    fn against_check(&self, taken: Option<Cell>) -> Option<String> {
        let Move { from, to, .. } = *self.mv;
        let player = self.man.player;
        let before = match taken {
            Some(pawn) => self.men.with(pawn, None),
            None => self.men.with(to, None),
        };
        if before.is_safe(from, to, player) {
            return None;
        }
        let words = match (self.man.kind, taken, self.in_check()) {
            (Kind::King, ..) => format!("the king would be in check on {to}"),
            (_, Some(_), true) => "en passant would leave the king in check".into(),
            (_, Some(_), false) => "en passant would expose the king".into(),
            (_, None, true) => "the king would still be in check".into(),
            (kind, None, false) => format!("moving the {} would expose the king", kind.name()),
        };
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The explanation for a move from a position, or from the position after the move `last` if it is not
    /// empty.
    fn told(position: &str, last: &str, mv: &str, reason: Reason) -> Option<String> {
        let start: bustan_vocabulary::chess::Position = position.parse().unwrap();
        let seen = crate::chess::compose::observed(&start);
        let moves: Vec<_> = last.parse().ok().map(|last| (seen.turn.opponent(), last)).into_iter().collect();
        explain(&Record { start, moves }, &seen, &mv.parse().unwrap(), reason)
    }

    /// The rule that is cited for a move at a position.
    fn cited(position: &str, mv: &str, reason: Reason) -> Option<&'static str> {
        let start: bustan_vocabulary::chess::Position = position.parse().unwrap();
        let seen = crate::chess::compose::observed(&start);
        rule(&Record { start, moves: Vec::new() }, &seen, &mv.parse().unwrap(), reason)
    }

    #[test]
    fn the_rule_of_the_piece_and_the_case_is_cited() {
        let castles = "4k3/8/8/8/8/8/5r2/R3KB1R w KQ - 0 1";
        for (position, mv, reason, rule) in [
            ("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1c1", Reason::NoMove, "2.7"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2", Reason::NoMove, "2.5"),
            ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1a2", Reason::NoMove, "2.4"),
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1b3", Reason::NoMove, "2.6"),
            ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1b3", Reason::NoMove, "2.8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", Reason::NoMove, "2.9"),
            ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a3", Reason::NoMove, "3.1"),
            ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a4", Reason::NoMove, "3.2"),
            ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2b3", Reason::NoMove, "3.3"),
            ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", Reason::NoMove, "4.4"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", Reason::NoMove, "4.2"),
            ("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1g1", Reason::Check, "4.3"),
            ("4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", "e1e2", Reason::Check, "5.2"),
            ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", Reason::Check, "5.2"),
        ] {
            assert_eq!(cited(position, mv, reason), Some(rule), "{position} {mv}");
        }
        // The position does not bear such a reason out.
        assert_eq!(cited("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", Reason::NoMove), None);
        assert_eq!(cited(castles, "a1a2", Reason::Occupied), None);
    }

    #[test]
    fn each_reason_has_its_words() {
        for (position, mv, reason, words) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", Reason::NoPiece, "there is no piece on a1"),
            ("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "a7a6", Reason::NotOwn, "the pawn on a7 is black's"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7", Reason::NotYourTurn, "it is white's turn"),
            (
                "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
                "a1b1",
                Reason::Occupied,
                "b1 is occupied by white's own knight",
            ),
            ("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1c1", Reason::NoMove, "the knight on b1 is in the way"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b2", Reason::NoMove, "a rook does not move from a1 to b2"),
            (
                "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
                "b1b3",
                Reason::NoMove,
                "a knight does not move from b1 to b3",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", Reason::NoMove, "a king does not move from e1 to e3"),
            ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a4", Reason::NoMove, "the pawn on a3 is in the way"),
            ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2b3", Reason::NoMove, "there is nothing to capture on b3"),
            (
                "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
                "a3a5",
                Reason::NoMove,
                "a pawn moves two squares only from where it started",
            ),
            (
                "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                "a7a8",
                Reason::Promotion,
                "a pawn that reaches the last rank is promoted, and the move names no piece",
            ),
            (
                "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
                "a2a3q",
                Reason::Promotion,
                "a pawn is promoted only on the last rank",
            ),
            (
                "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
                "e1e2q",
                Reason::Promotion,
                "only a pawn is promoted, and a king moves",
            ),
            ("4k3/8/8/8/8/8/7r/4K3 w - - 0 1", "e1e2", Reason::Check, "the king would be in check on e2"),
            (
                "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
                "e2c3",
                Reason::Check,
                "moving the knight would expose the king",
            ),
            ("4k3/4r3/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", Reason::Check, "the king would still be in check"),
            (
                "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
                "e1g1",
                Reason::NoMove,
                "white does not have the right to castle kingside",
            ),
            (
                "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
                "e1c1",
                Reason::NoMove,
                "the knight on b1 is in the way of castling",
            ),
            (
                "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1",
                "e1g1",
                Reason::Check,
                "a king may not castle out of check",
            ),
            (
                "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1",
                "e1g1",
                Reason::Check,
                "the king would castle through check on f1",
            ),
            (
                "4k3/2r5/8/8/8/8/8/R3K2R w KQ - 0 1",
                "e1c1",
                Reason::Check,
                "the king would castle into check on c1",
            ),
        ] {
            assert_eq!(told(position, "", mv, reason), Some(words.to_string()), "{position} {mv}");
        }
    }

    #[test]
    fn en_passant_that_exposes_the_king_is_named_whatever_the_position_tells_of_it() {
        let rank = "4k3/8/8/K3pP1r/8/8/8/8 w - - 0 1";
        let exposes = Some("en passant would expose the king".to_string());
        for reason in [Reason::NoMove, Reason::Check] {
            assert_eq!(told(rank, "e7e5", "f5e6", reason), exposes);
        }
        // The pawn has not just moved, or not by a double step.
        let nothing = Some("there is nothing to capture on e6".to_string());
        for last in ["", "e8d8", "e6e5"] {
            assert_eq!(told(rank, last, "f5e6", Reason::NoMove), nothing, "{last}");
        }
        let still = "4k3/8/8/4pP1r/7K/8/8/8 w - - 0 1";
        let left = Some("en passant would leave the king in check".to_string());
        assert_eq!(told(still, "e7e5", "f5e6", Reason::NoMove), left);
        // A legal capture has no explanation.
        let legal = "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1";
        assert_eq!(told(legal, "e7e5", "f5e6", Reason::NoMove), None);
    }

    #[test]
    fn chess960_castles_to_the_rook() {
        let words = |position, mv, reason| told(position, "", mv, reason);
        let uncovered = Some("without the rook on b1 the king would be in check".to_string());
        for (position, mv) in [
            ("4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1 chess960", "e1b1"),
            ("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1 chess960", "c1b1"),
        ] {
            assert_eq!(words(position, mv, Reason::Check), uncovered, "{position}");
        }
        let lost = "4k3/8/8/8/8/8/8/1RK5 w - - 0 1 chess960";
        let told = Some("white does not have the right to castle queenside".to_string());
        assert_eq!(words(lost, "c1b1", Reason::Occupied), told);
        assert_eq!(
            words("4k3/8/8/8/8/8/8/4K2R w K - 0 1 chess960", "e1g1", Reason::NoMove).as_deref(),
            Some("a king does not move from e1 to g1, and castling is e1h1")
        );
    }

    #[test]
    fn castling_to_the_rook_is_spelled_otherwise_in_the_standard_game() {
        let words = |castling| {
            told(&format!("4k3/8/8/8/8/8/8/R3K2R w {castling} - 0 1"), "", "e1h1", Reason::Occupied).unwrap()
        };
        assert_eq!(words("KQ"), "h1 is occupied by white's own rook, and castling is e1g1");
        assert_eq!(words("Q"), "h1 is occupied by white's own rook");
    }

    #[test]
    fn a_reason_that_the_board_does_not_bear_out_has_no_words() {
        let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
        for reason in [
            Reason::GameOver,
            Reason::NoPiece,
            Reason::NotOwn,
            Reason::Occupied,
            Reason::NoMove,
            Reason::Promotion,
            Reason::Check,
        ] {
            assert_eq!(told(start, "", "a2a3", reason), None, "{reason}");
        }
    }
}

//! Enumeration of all positions with given pieces.
//!
//! A class is a set of pieces, such as king and rook against king, `KRk`. Its positions are all placements of
//! the pieces with two kings that are not next to each other and no pawn on the first or the last rank, with
//! either player to move, with every set of castling rights for which king and rooks are on suitable squares,
//! and with and without each en passant square. A square is an en passant square if a pawn may just have
//! crossed it by a double step and is now next to a pawn of the player to move, whether or not the capture is
//! legal. The engines refuse positions in which the player who is not to move is in check, or in which the
//! double step cannot have been the last move.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::cmp::Reverse;
use core::ops::ControlFlow;

use bustan_vocabulary::chess::{Cell, Kind, Man, Parts, Player, Position, Rights, Wing};

use super::apart;
use crate::{ClassRequest, ClassSelection, Classes, Visit};

/// The maximum number of pieces of a class.
const MOST: usize = 5;

/// The maximum number of pieces for which all classes can be requested at once: without and with the
/// restriction to special positions.
const MOST_OF_ALL: [u32; 2] = [4, 5];

/// The pieces of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    /// The letters of the pieces, White's first, ordered by value.
    name: String,
    /// The pieces except the kings, in the order in which they are placed: rooks and pawns first.
    men: Vec<Man>,
    /// The lengths of two prefixes of `men`: the rooks and White's pawns, and the rooks and all pawns.
    decisive: [usize; 2],
}

/// Classes of positions, and the options of their games.
#[derive(Debug)]
struct Material {
    classes: Vec<Class>,
    /// The squares of the kings for each block, White's first.
    kings: Vec<[Cell; 2]>,
    like: Parts,
    special: bool,
}

/// Returns the classes that the user requests.
///
/// # Errors
/// Returns a message that describes what is wrong with the request.
pub(super) fn classes(
    asked: &ClassRequest<'_>,
    like: &Position,
) -> Result<Box<dyn Classes<Position>>, String> {
    let mut classes = match asked.which {
        ClassSelection::UpTo(men) => up_to(men, asked.special)?,
        ClassSelection::Named(names) => named(names)?,
    };
    if asked.special {
        let special = |class: &Class| class.may_be_special();
        if let (ClassSelection::Named(_), Some(class)) =
            (asked.which, classes.iter().find(|class| !special(class)))
        {
            return Err(format!(
                "{} has no position with a castling right or an en passant square",
                class.name
            ));
        }
        classes.retain(special);
    }
    let Parts { chess960, draws, .. } = *like.parts();
    let like = Parts { chess960, draws, ..Parts::EMPTY };
    Ok(Box::new(Material { classes, kings: kings(), like, special: asked.special }))
}

/// All classes with at most `men` pieces, the smallest first.
fn up_to(men: u32, special: bool) -> Result<Vec<Class>, String> {
    let most = MOST_OF_ALL[usize::from(special)];
    if !(2..=most).contains(&men) {
        return Err(format!(
            "all classes of {men} pieces are not enumerated, but those of 2 to {} pieces and, with --special, to {}; \
             --material names single classes of up to {MOST}",
            MOST_OF_ALL[0], MOST_OF_ALL[1]
        ));
    }
    let kinds = || Kind::ALL.into_iter().rev().filter(|kind| *kind != Kind::King);
    let others: Vec<Man> =
        Player::ALL.into_iter().flat_map(|player| kinds().map(move |kind| Man { player, kind })).collect();
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    let mut classes = Vec::new();
    for _ in 2..=men {
        let class = |set: &Vec<usize>| Class::of(set.iter().map(|&place| others[place]).collect());
        classes.extend(sets.iter().map(class));
        let longer = |set: &Vec<usize>| {
            let (set, last) = (set.clone(), set.last().copied().unwrap_or_default());
            (last..others.len()).map(move |next| [&set[..], &[next]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    Ok(classes)
}

/// The classes with these names, each once.
fn named(names: &[String]) -> Result<Vec<Class>, String> {
    let mut classes = Vec::new();
    for name in names {
        let class = read(name)?;
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    Ok(classes)
}

/// Parses the letters of a class, in any order.
fn read(name: &str) -> Result<Class, String> {
    let mut men = Vec::new();
    for letter in name.chars() {
        men.push(Man::of_letter(letter).ok_or_else(|| {
            format!(
                "{name:?}: {letter:?} is not a piece; the pieces are KQRBNP for white and kqrbnp for black"
            )
        })?);
    }
    for player in Player::ALL {
        let king = Man { player, kind: Kind::King };
        match men.iter().filter(|man| **man == king).count() {
            1 => {}
            0 => return Err(format!("{name:?}: {player} has no king; a class is written as in KRk")),
            kings => return Err(format!("{name:?}: {player} has {kings} kings")),
        }
    }
    if men.len() > MOST {
        return Err(format!("{name:?}: {} pieces are too many; a class has at most {MOST}", men.len()));
    }
    men.retain(|man| man.kind != Kind::King);
    Ok(Class::of(men))
}

impl Class {
    /// The class of two kings and the pieces `men`.
    fn of(mut men: Vec<Man>) -> Self {
        let kings = Player::ALL.map(|player| Man { player, kind: Kind::King });
        let mut all: Vec<Man> = men.iter().copied().chain(kings).collect();
        all.sort_by_key(|man| (man.player, Reverse(man.kind)));
        let order = |man: &Man| match (man.kind, man.player) {
            (Kind::Rook, _) => 0,
            (Kind::Pawn, Player::White) => 1,
            (Kind::Pawn, Player::Black) => 2,
            _ => 3,
        };
        men.sort_by_key(|man| (order(man), *man));
        let decisive = [1, 2].map(|last| men.iter().filter(|man| order(man) <= last).count());
        Self { name: all.iter().map(ToString::to_string).collect(), men, decisive }
    }

    /// Whether a position of the class can have a castling right or an en passant square.
    fn may_be_special(&self) -> bool {
        self.men.iter().any(|man| man.kind == Kind::Rook) || self.has_pawns()
    }

    /// Whether a position of the class with the kings on these squares, White's first, can have a castling
    /// right or an en passant square.
    fn may_be_special_with(&self, kings: [Cell; 2], chess960: bool) -> bool {
        let home = |(player, king): (Player, Cell)| {
            let at_home = king.rank() == Parts::home(player) && (chess960 || king.file() == 4);
            at_home && self.men.contains(&Man { player, kind: Kind::Rook })
        };
        Player::ALL.into_iter().zip(kings).any(home) || self.has_pawns()
    }

    /// Whether both players have pawns.
    fn has_pawns(&self) -> bool {
        Player::ALL.into_iter().all(|player| self.men.contains(&Man { player, kind: Kind::Pawn }))
    }
}

/// The squares of two kings, White's first, that are not adjacent.
fn kings() -> Vec<[Cell; 2]> {
    let pairs = Cell::BOARD.into_iter().flat_map(|white| Cell::BOARD.map(|black| [white, black]));
    pairs.filter(|[white, black]| apart(*white, *black).0.max(apart(*white, *black).1) > 1).collect()
}

impl Classes<Position> for Material {
    fn names(&self) -> Vec<String> {
        self.classes.iter().map(|class| class.name.clone()).collect()
    }

    fn blocks(&self) -> u64 {
        self.kings.len() as u64
    }

    fn block(&self, class: usize, block: u64, visit: &mut Visit<'_, Position>) -> ControlFlow<()> {
        let found = usize::try_from(block).ok().and_then(|block| self.kings.get(block));
        let Some((kings, class)) = found.zip(self.classes.get(class)) else {
            return ControlFlow::Continue(());
        };
        if self.special && !class.may_be_special_with(*kings, self.like.chess960) {
            return ControlFlow::Continue(());
        }
        let mut parts = self.like.clone();
        for (player, king) in Player::ALL.into_iter().zip(kings) {
            parts.board[king.place()] = Some(Man { player, kind: Kind::King });
        }
        self.place(class, &mut parts, 0, 0, visit)
    }
}

impl Material {
    /// Places the pieces of the class from index `at` on, and puts the first of them only on squares from
    /// `from` on.
    fn place(
        &self,
        class: &Class,
        parts: &mut Parts,
        at: usize,
        from: usize,
        visit: &mut Visit<'_, Position>,
    ) -> ControlFlow<()> {
        let [whites, all] = class.decisive;
        if self.special && (at == all && !may_be_special(parts) || at == whites && !may_become_special(parts))
        {
            return ControlFlow::Continue(());
        }
        let Some(&man) = class.men.get(at) else { return self.variants(parts, visit) };
        let alike = class.men.get(at + 1) == Some(&man);
        for cell in &Cell::BOARD[from..] {
            let stands = man.kind != Kind::Pawn || !matches!(cell.rank(), 0 | 7);
            if !stands || parts.board[cell.place()].is_some() {
                continue;
            }
            parts.board[cell.place()] = Some(man);
            let next = if alike { cell.place() + 1 } else { 0 };
            self.place(class, parts, at + 1, next, visit)?;
            parts.board[cell.place()] = None;
        }
        ControlFlow::Continue(())
    }

    /// Visits the positions with these pieces: with either player to move, all castling rights and all en
    /// passant squares.
    fn variants(&self, parts: &mut Parts, visit: &mut Visit<'_, Position>) -> ControlFlow<()> {
        for rights in all_rights(parts) {
            for turn in Player::ALL {
                let squares = core::iter::once(None).chain(crossed(parts, turn).map(Some));
                for en_passant in squares {
                    if self.special && en_passant.is_none() && rights == Rights::default() {
                        continue;
                    }
                    if let Ok(position) = Position::new(Parts { turn, rights, en_passant, ..parts.clone() }) {
                        visit(&position)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether a position with these kings, rooks and pawns can have a castling right or an en passant square.
fn may_be_special(parts: &Parts) -> bool {
    may_castle(parts) || Player::ALL.into_iter().any(|turn| crossed(parts, turn).next().is_some())
}

/// Whether a position can still have a castling right or an en passant square once the pawns of Black are
/// placed. White's pawns must be where one can capture, or be captured, en passant.
fn may_become_special(parts: &Parts) -> bool {
    let pawn = Some(Man { player: Player::White, kind: Kind::Pawn });
    parts.board[24..40].contains(&pawn) || may_castle(parts)
}

/// Whether a king and a rook are where a player can have a castling right.
fn may_castle(parts: &Parts) -> bool {
    let right = |player| {
        let king = parts.king_at_home(player);
        king.is_some_and(|king| rooks_at_home(parts, player, king).next().is_some())
    };
    Player::ALL.into_iter().any(right)
}

/// All sets of castling rights with these pieces, starting with the empty set.
fn all_rights(parts: &Parts) -> Vec<Rights> {
    let mut all = vec![Rights::default()];
    for player in Player::ALL {
        let Some(king) = parts.king_at_home(player) else { continue };
        for rook in rooks_at_home(parts, player, king) {
            let wing = if rook.file() > king.file() { Wing::King } else { Wing::Queen };
            let with = |rights: &Rights| {
                let mut rights = *rights;
                let free = rights.rook(player, wing).is_none();
                rights.set(player, wing, Some(rook));
                free.then_some(rights)
            };
            let more: Vec<Rights> = all.iter().filter_map(with).collect();
            all.extend(more);
        }
    }
    all
}

/// The rooks with which a player can have a castling right if the king is on the square `king`.
fn rooks_at_home(parts: &Parts, player: Player, king: Cell) -> impl Iterator<Item = Cell> {
    let rook = Some(Man { player, kind: Kind::Rook });
    let files = (0..8).filter(move |file| parts.chess960 || king.file() == 4 && matches!(file, 0 | 7));
    let cells = files.filter_map(move |file| Cell::new(file, Parts::home(player)));
    cells.filter(move |cell| parts.board[cell.place()] == rook)
}

/// The squares that a pawn of the opponent may have just crossed, next to a pawn of the player to move.
fn crossed(parts: &Parts, turn: Player) -> impl Iterator<Item = Cell> {
    let [to, over, from] = if turn == Player::White { [4, 5, 6] } else { [3, 2, 1] };
    let man = |file: u8, rank| Cell::new(file, rank).and_then(|cell| parts.board[cell.place()]);
    let pawn = move |file, player| man(file, to) == Some(Man { player, kind: Kind::Pawn });
    let stepped = move |file: &u8| {
        pawn(*file, turn.opponent())
            && man(*file, over).is_none()
            && man(*file, from).is_none()
            && (pawn(file.wrapping_sub(1), turn) || pawn(file + 1, turn))
    };
    (0..8).filter(stepped).filter_map(move |file| Cell::new(file, over))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::ToString;

    fn asked(names: &[&str], special: bool, like: &str) -> Result<Box<dyn Classes<Position>>, String> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let like = Position::from_words(&[like]).unwrap();
        classes(&ClassRequest { which: ClassSelection::Named(&names), special }, &like)
    }

    fn error(names: &[&str], special: bool) -> String {
        asked(names, special, "").unwrap_err()
    }

    /// The positions in the given blocks of a class.
    fn of_blocks(name: &str, special: bool, like: &str, blocks: impl Iterator<Item = u64>) -> Vec<Position> {
        let classes = asked(&[name], special, like).unwrap();
        let mut all = Vec::new();
        for block in blocks {
            let from = all.len();
            let _ = classes.block(0, block, &mut |position| {
                all.push(position.clone());
                ControlFlow::Continue(())
            });
            let different: BTreeSet<&Position> = all[from..].iter().collect();
            assert_eq!(different.len(), all.len() - from, "{name}");
        }
        all
    }

    /// All positions of a class.
    fn positions(name: &str, special: bool, like: &str) -> Vec<Position> {
        of_blocks(name, special, like, 0..kings().len() as u64)
    }

    #[test]
    fn two_kings_have_3612_placements() {
        assert_eq!(positions("Kk", false, "").len(), 2 * 3612);
        // A queen can be on each of the other squares, and a pawn on those of six ranks.
        for (block, kings) in (0..).zip(kings()).step_by(31) {
            let home = kings.iter().filter(|king| matches!(king.rank(), 0 | 7)).count();
            let one = |name| of_blocks(name, false, "", block..block + 1).len();
            assert_eq!([one("KQk"), one("Kkp")], [2 * 62, 2 * (48 - (2 - home))], "{kings:?}");
        }
    }

    #[test]
    fn a_rook_at_home_may_have_a_right_or_not() {
        // With a king on e1, the other king can be on 58 squares, or on 57 if one of them is taken by the
        // rook.
        let rights = positions("KRk", true, "");
        assert_eq!(rights.len(), 2 * (57 + 57));
        assert!(rights.iter().all(|position| position.parts().rights.all().count() == 1));
        let all = of_blocks("KRk", false, "", (0..3612).step_by(97));
        let special = of_blocks("KRk", true, "", (0..3612).step_by(97));
        assert_eq!(all.len(), 2 * 62 * 3612usize.div_ceil(97) + special.len());
        // Either both rooks are on their initial squares, with three sets of rights, or one of them is, and
        // the other is on one of 60 - 1 squares.
        let both = 56 * 3;
        let one = 2 * 57 * (64 - 3) - 2 * 56;
        assert_eq!(positions("KRRk", true, "").len(), 2 * (both + one));
    }

    #[test]
    fn chess960_has_a_right_for_each_rook_next_to_its_king() {
        let all = positions("KRk", true, "chess960");
        // For each of eight squares of the king, the rook can be on seven squares.
        let expected: usize = (0..8u8)
            .map(|file| {
                let king = Cell::new(file, 0).unwrap();
                let free = |cell: &Cell| apart(king, *cell).0.max(apart(king, *cell).1) > 1;
                let others = Cell::BOARD.into_iter().filter(free);
                others.map(|other| 7 - usize::from(other.rank() == 0)).sum::<usize>()
            })
            .sum();
        assert_eq!(all.len(), 2 * expected);
        assert!(all.iter().all(|position| position.to_string().ends_with(" 0 1 chess960")));
    }

    #[test]
    fn pawns_next_to_each_other_may_have_an_en_passant_square() {
        let blocks = || (0..3612usize).step_by(37);
        let squares = of_blocks("KPkp", true, "", blocks().map(|block| block as u64));
        // Counted square by square: seven pairs of adjacent files in two orders, and kings that are not on
        // any of four squares.
        let kings = kings();
        let mut expected = [0, 0];
        for (own, other) in (0..7u8).flat_map(|file| [(file, file + 1), (file + 1, file)]) {
            let cell = |file, rank| Cell::new(file, rank).unwrap();
            for (side, [to, over, from]) in [[4, 5, 6], [3, 2, 1]].into_iter().enumerate() {
                let taken = [cell(own, to), cell(other, to), cell(other, over), cell(other, from)];
                let free = |block: &usize| kings[*block].iter().all(|king| !taken.contains(king));
                expected[side] += blocks().filter(free).count();
            }
        }
        let of = |player| squares.iter().filter(|position| position.parts().turn == player).count();
        assert_eq!(Player::ALL.map(of), expected);
        assert!(expected[0] > 1000);
    }

    #[test]
    fn pieces_of_one_kind_are_not_distinguished() {
        let pairs: usize = 62 * 61 / 2;
        assert_eq!(of_blocks("KNNk", false, "", 7..8).len(), 2 * pairs);
    }

    #[test]
    fn options_of_the_setup_are_kept() {
        let drawn = positions("Kk", false, "draws auto");
        assert!(drawn.iter().all(|position| position.to_string().ends_with(" draws auto")));
    }

    #[test]
    fn all_classes_up_to_a_number_of_pieces_are_named() {
        let names = |men, special| {
            let like = Position::from_words(&[]).unwrap();
            classes(&ClassRequest { which: ClassSelection::UpTo(men), special }, &like)
                .map(|classes| classes.names())
        };
        assert_eq!(names(2, false).unwrap(), ["Kk"]);
        let three = names(3, false).unwrap();
        assert_eq!(three.len(), 11);
        assert_eq!(three[..7], ["Kk", "KQk", "KRk", "KBk", "KNk", "KPk", "Kkq"]);
        assert_eq!(names(4, false).unwrap().len(), 11 + 55);
        assert_eq!(names(3, true).unwrap(), ["KRk", "Kkr"]);
        assert_eq!(names(4, true).unwrap().len(), 2 + 19 + 1);
        for (men, special) in [(0, false), (1, false), (5, false), (6, true)] {
            assert!(names(men, special).unwrap_err().contains("2 to 4 pieces and, with --special, to 5"));
        }
    }

    #[test]
    fn what_is_wrong_with_a_class_is_reported() {
        let names = asked(&["kRK", "KkP", "KRk"], false, "").unwrap().names();
        assert_eq!(names, ["KRk", "KPk"]);
        for (name, words) in [
            ("KXk", "\"KXk\": 'X' is not a piece"),
            ("KRr", "\"KRr\": black has no king"),
            ("", "\"\": white has no king"),
            ("KKk", "\"KKk\": white has 2 kings"),
            ("KQRBkq", "6 pieces are too many; a class has at most 5"),
        ] {
            assert!(error(&[name], false).contains(words), "{}", error(&[name], false));
        }
        assert_eq!(
            error(&["KRk", "KQkp"], true),
            "KQkp has no position with a castling right or an en passant square"
        );
    }

    #[test]
    fn a_block_ends_where_its_visitor_breaks() {
        let classes = asked(&["KQk"], false, "").unwrap();
        let mut visited = 0;
        let ended = classes.block(0, 5, &mut |_| {
            visited += 1;
            if visited == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((visited, ended), (7, ControlFlow::Break(())));
        assert!(classes.block(0, classes.blocks(), &mut |_| ControlFlow::Break(())).is_continue());
        assert!(classes.block(1, 0, &mut |_| ControlFlow::Break(())).is_continue());
    }
}

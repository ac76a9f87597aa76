//! Reductions of games to smaller or simpler ones.
//!
//! Any board can be a setup, so a game can start at a later position of another game. A reduction therefore
//! removes the earlier moves and simplifies the board at that moment. The board is computed without an engine
//! and may be wrong. In that case, the candidate does not show the same divergence, and no harm is done.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::tribolo::{Cell, Content, Move, Player, Position, Size, Tribolo};

use super::view::View;

type Game = Record<Tribolo>;

/// The largest number of non-empty cells of a board on which every simpler content is tried for each cell. On
/// a fuller board, cells are only emptied.
const FEW_CELLS: usize = 16;

/// The complexity of a cell's content; a smaller number is simpler.
const fn rank(content: Content) -> u8 {
    match content {
        Content::Empty => 0,
        Content::Wall => 1,
        Content::Owned(player) => 2 + player as u8,
    }
}

/// The sort key of a game by simplicity, most important part first: the number of moves, the size of the
/// board (low rather than narrow), the number of owned cells, of walls, and of moves before the start,
/// whether the player asked first is the player to move, and finally the colours and the names of the cells.
/// The numbers cannot become negative, and there are finitely many boards of a size, so simplification always
/// terminates.
fn measure(game: &Game) -> impl Ord + use<> {
    let start = &game.start;
    let count = |kind: fn(&Content) -> bool| start.cells().iter().filter(|content| kind(content)).count();
    let asked =
        game.moves.first().map_or(start.asked() != Player::Blue, |&(player, _)| player != start.asked());
    (
        (game.moves.len(), start.size().count(), start.size().height()),
        (
            count(|content| content.owner().is_some()),
            count(|&content| content == Content::Wall),
            start.ply(),
            asked,
        ),
        start.cells().iter().map(|&content| rank(content)).collect::<Vec<u8>>(),
        game.moves.clone(),
    )
}

/// Returns the candidates, most promising first; see [`Explore::reductions`](crate::Explore::reductions).
pub(super) fn reductions(game: &Game) -> Vec<Game> {
    let mut found = Vec::new();
    later(game, &mut found);
    smaller_boards(game, &mut found);
    emptied(game, &mut found);
    shorter_diagonals(game, &mut found);
    from_the_start(game, &mut found);
    simpler_cells(game, &mut found);
    other_colours(game, &mut found);
    images(game, &mut found);
    sheared(game, &mut found);
    known_boards(game, &mut found);
    let now = measure(game);
    found.retain(|candidate| measure(candidate) < now);
    found
}

/// A game that starts with `cells` and no earlier moves.
fn game(size: Size, cells: Vec<Content>, asked: Player, moves: Vec<(Player, Move)>) -> Game {
    Record { start: Position::dealt(size, cells, asked), moves }
}

/// Adds the games from a later start, the latest first.
fn later(record: &Game, found: &mut Vec<Game>) {
    let mut boards = Vec::from([View::of(&record.start)]);
    for &(player, Move(cell)) in &record.moves {
        let after = boards.last().map(|view| view.after(cell, player));
        boards.extend(after);
    }
    let asked = |played: usize| {
        played.checked_sub(1).map_or(record.start.asked(), |last| record.moves[last].0.next())
    };
    let late = boards.into_iter().enumerate().skip(1).rev();
    found.extend(late.map(|(played, view)| {
        game(view.size, view.into_cells(), asked(played), record.moves[played..].to_vec())
    }));
}

/// Adds the same moves on a part of the board; large pieces are cut off before small ones.
fn smaller_boards(record: &Game, found: &mut Vec<Game>) {
    let (width, height) = (record.start.size().width(), record.start.size().height());
    for upright in [false, true] {
        let length = if upright { height } else { width };
        let mut piece = length / 2;
        while piece > 0 {
            for at in (0..length).step_by(usize::from(piece)) {
                let cut = at..(at + piece).min(length);
                // The cells after the removed piece are shifted by its length.
                let place = |cell: Cell| {
                    let along = if upright { cell.row() } else { cell.column() };
                    let along = match along {
                        _ if cut.contains(&along) => return None,
                        _ if along < cut.start => along,
                        _ => along - (cut.end - cut.start),
                    };
                    if upright { Cell::new(cell.column(), along) } else { Cell::new(along, cell.row()) }
                };
                let left = length - (cut.end - cut.start);
                let size = if upright { Size::new(width, left) } else { Size::new(left, height) };
                found.extend(size.and_then(|size| moved(record, size, &place)));
            }
            piece /= 2;
        }
    }
}

/// The game with all cells relocated, without the cells that have no new place. `None` if a move is on a cell
/// without a new place.
fn moved(record: &Game, size: Size, place: &dyn Fn(Cell) -> Option<Cell>) -> Option<Game> {
    let mut view = View::of(&Position::dealt(size, alloc::vec![Content::Empty; size.count()], Player::Blue));
    for (cell, &content) in record.start.size().cells().zip(record.start.cells()) {
        if let Some(cell) = place(cell) {
            view.put(cell, content);
        }
    }
    let moves = record.moves.iter().map(|&(player, Move(cell))| Some((player, Move(place(cell)?))));
    Some(game(size, view.into_cells(), record.start.asked(), moves.collect::<Option<_>>()?))
}

/// The game with different contents of the cells at the start.
fn with(record: &Game, change: impl Fn(usize, Content) -> Content) -> Game {
    let cells =
        record.start.cells().iter().enumerate().map(|(index, &content)| change(index, content)).collect();
    game(record.start.size(), cells, record.start.asked(), record.moves.clone())
}

/// Adds the games with parts of the board emptied, large ones first.
fn emptied(record: &Game, found: &mut Vec<Game>) {
    let occupied: Vec<usize> = occupied(record).collect();
    let mut piece = occupied.len();
    while piece > 0 {
        for cells in occupied.chunks(piece) {
            found.push(with(
                record,
                |index, content| if cells.contains(&index) { Content::Empty } else { content },
            ));
        }
        piece /= 2;
    }
}

/// Adds the games that result from removing the row and the column of a non-empty cell, so that a diagonal
/// through the cell is shorter but otherwise unchanged.
fn shorter_diagonals(record: &Game, found: &mut Vec<Game>) {
    let size = record.start.size();
    let Some(smaller) = Size::new(size.width() - 1, size.height() - 1) else { return };
    let occupied: Vec<usize> = occupied(record).collect();
    if occupied.len() > FEW_CELLS {
        return;
    }
    for cut in occupied.into_iter().filter_map(|index| size.cells().nth(index)) {
        let along =
            |along: u8, cut: u8| if along == cut { None } else { Some(along - u8::from(along > cut)) };
        let place =
            |cell: Cell| Cell::new(along(cell.column(), cut.column())?, along(cell.row(), cut.row())?);
        found.extend(moved(record, smaller, &place));
    }
}

fn occupied(record: &Game) -> impl Iterator<Item = usize> + '_ {
    let cells = record.start.cells().iter().enumerate();
    cells.filter(|&(_, &content)| content != Content::Empty).map(|(index, _)| index)
}

/// Adds the game with its board as a setup without earlier moves. The player asked first is the player of the
/// first move or, without moves, blue.
fn from_the_start(record: &Game, found: &mut Vec<Game>) {
    found.push(with(record, |_, content| content));
    let first = record.moves.first().map_or(Player::Blue, |&(player, _)| player);
    found.push(game(record.start.size(), record.start.cells().to_vec(), first, record.moves.clone()));
}

/// Adds the games in which a single cell becomes a wall or belongs to a player earlier in the order.
fn simpler_cells(record: &Game, found: &mut Vec<Game>) {
    let occupied: Vec<usize> = occupied(record).collect();
    if occupied.len() > FEW_CELLS {
        return;
    }
    for at in occupied {
        let simpler =
            Content::ALL.into_iter().filter(|&content| rank(content) < rank(record.start.cells()[at]));
        found.extend(
            simpler.map(|simple| with(record, |index, content| if index == at { simple } else { content })),
        );
    }
}

/// Adds the games with rotated colours.
fn other_colours(record: &Game, found: &mut Vec<Game>) {
    for by in 1..3 {
        let other = |player: Player| player.cycle()[by];
        let cells = record.start.cells().iter().map(|&content| match content {
            Content::Owned(player) => Content::Owned(other(player)),
            content => content,
        });
        let moves = record.moves.iter().map(|&(player, mv)| (other(player), mv)).collect();
        found.push(game(record.start.size(), cells.collect(), other(record.start.asked()), moves));
    }
}

/// Adds the rotations and reflections of the game.
fn images(record: &Game, found: &mut Vec<Game>) {
    let (width, height) = (record.start.size().width(), record.start.size().height());
    for image in 1..8 {
        let place = |cell: Cell| {
            let column =
                if image & 1 == 0 { Some(cell.column()) } else { (width - 1).checked_sub(cell.column()) };
            let row = if image & 2 == 0 { Some(cell.row()) } else { (height - 1).checked_sub(cell.row()) };
            if image & 4 == 0 { Cell::new(column?, row?) } else { Cell::new(row?, column?) }
        };
        let size = if image & 4 == 0 { Size::new(width, height) } else { Size::new(height, width) };
        found.extend(size.and_then(|size| moved(record, size, &place)));
    }
}

/// Adds the games on sheared boards, reduced to the smallest board with all cells in use. Shifting the rows
/// against each other turns diagonals into columns, and shifting the columns turns them into rows.
fn sheared(record: &Game, found: &mut Vec<Game>) {
    let used = record.start.size().cells().zip(record.start.cells());
    let used = used.filter(|&(_, &content)| content != Content::Empty).map(|(cell, _)| cell);
    let used: Vec<Cell> = used.chain(record.moves.iter().map(|&(_, Move(cell))| cell)).collect();
    for (shift_rows, by) in [(true, 1), (true, -1), (false, 1), (false, -1)] {
        let shear = |cell: Cell| {
            let (column, row) = (i16::from(cell.column()), i16::from(cell.row()));
            if shift_rows { (column + by * row, row) } else { (column, row + by * column) }
        };
        let (columns, rows) =
            (used.iter().map(|&cell| shear(cell).0), used.iter().map(|&cell| shear(cell).1));
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return };
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return };
        let place = |cell: Cell| {
            let (column, row) = shear(cell);
            let on_board = (left..=right).contains(&column) && (top..=bottom).contains(&row);
            Cell::new(u8::try_from(column - left).ok()?, u8::try_from(row - top).ok()?).filter(|_| on_board)
        };
        let side = |first: i16, last: i16| u8::try_from(last - first + 1).ok();
        let size =
            side(left, right).zip(side(top, bottom)).and_then(|(width, height)| Size::new(width, height));
        found.extend(size.and_then(|size| moved(record, size, &place)));
    }
}

/// The largest number of moves of a game for which boards with a single feature each are tried.
const FEW_MOVES: usize = 1;

/// Adds games of at most one move on boards that each have a single feature.
fn known_boards(record: &Game, found: &mut Vec<Game>) {
    if record.moves.len() > FEW_MOVES {
        return;
    }
    for start in super::starts::small() {
        let player = start.asked();
        let mut moves: Vec<Vec<(Player, Move)>> =
            start.size().cells().map(|cell| Vec::from([(player, Move(cell))])).collect();
        moves.truncate(moves.len() * record.moves.len());
        moves.push(Vec::new());
        found.extend(moves.into_iter().map(|moves| Record { start: start.clone(), moves }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tribolo::starts::start;
    use alloc::format;
    use alloc::string::{String, ToString};
    use bustan_vocabulary::tribolo::Lot;

    fn texts(record: &str) -> Vec<String> {
        reductions(&record.parse().unwrap()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn diagonals_get_shorter_on_boards_that_are_both_narrower_and_lower() {
        let found = texts("Start[4x4 ....,.R..,..R.,...B blue 0];B[a1]".replace(',', "").as_str());
        assert!(found.contains(&"Start[3x3 ....R...B blue 0];B[a1]".into()), "{found:?}");
    }

    #[test]
    fn a_game_can_begin_at_a_later_position() {
        let found = texts("Start[8x1 .RRB#GR. blue 0];B[a1];G[h1]");
        assert_eq!(found[0], "Start[8x1 BBBB#GGG blue 0]");
        assert_eq!(found[1], "Start[8x1 BBBB#GR. red 0];G[h1]", "red, who comes after blue, is asked first");
    }

    #[test]
    fn parts_of_the_board_without_moves_are_cut_off() {
        let found = texts("Start[4x2 .RB.#G.. blue 0];B[a1]");
        for expected in ["2x2 .R#G", "4x1 .RB.", "3x2 .RB#G.", "3x2 .B.#..", "3x2 .R.#G."] {
            assert!(found.contains(&format!("Start[{expected} blue 0];B[a1]")), "{expected}: {found:#?}");
        }
        assert!(!found.iter().any(|text| text.contains("4x1 #G..")), "the move at a1 would be lost");
    }

    #[test]
    fn cells_are_emptied_and_made_simpler() {
        let found = texts("Start[4x1 .GR# green 0];G[a1]");
        for expected in ["4x1 ....", "4x1 ..R#", "4x1 .GR.", "4x1 .BR#", "4x1 .##."] {
            let expected = format!("Start[{expected} green 0];G[a1]");
            assert_eq!(found.contains(&expected), !expected.contains("##."), "{expected}: {found:#?}");
        }
    }

    #[test]
    fn colours_are_rotated_and_boards_turned() {
        let found = texts("Start[1x3 BRG green 3];G[a3]");
        assert!(found.contains(&"Start[3x1 GRB green 0];G[a1]".to_string()), "{found:#?}");
        let found = texts("Start[1x3 .GR red 0];R[a1]");
        assert!(found.contains(&"Start[1x3 .BG green 0];G[a1]".to_string()), "{found:#?}");
        assert!(found.contains(&"Start[3x1 .GR red 0];R[a1]".to_string()), "{found:#?}");
    }

    #[test]
    fn diagonals_become_columns_and_rows() {
        let found = texts("Start[4x4 .....R....B..... blue 0];B[a1]");
        assert!(found.contains(&"Start[1x3 .RB blue 0];B[a1]".to_string()), "{found:#?}");
        assert!(found.contains(&"Start[3x1 .RB blue 0];B[a1]".to_string()), "{found:#?}");
    }

    #[test]
    fn repeated_reduction_ends() {
        let mut lot = Lot::new(5);
        for _ in 0..40 {
            let mut record: Game = Record::new(start(&mut |n| lot.below(n)));
            let cells: Vec<Cell> = record.start.size().cells().collect();
            let mut cell = || cells[lot.below(cells.len() as u32) as usize];
            record.moves = Player::ALL.into_iter().map(|player| (player, Move(cell()))).collect();
            let mut steps = 0;
            while let Some(smaller) = reductions(&record).pop() {
                assert!(measure(&smaller) < measure(&record));
                record = smaller;
                steps += 1;
                assert!(steps < 5_000, "reduced for ever");
            }
        }
    }
}

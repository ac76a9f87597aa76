//! Compares the engine with a slow computation from cells and coordinates, for a sample of all positions.

use std::collections::BTreeSet;
use std::vec::Vec;

use bustan_vocabulary::abrobad::{Cell, Move, Player, Position, Reason};
use bustan_vocabulary::{Engine, Solve};

use super::stones::{NUMBERS, Stones};
use super::{Board, Graph};

type Cells = [Option<Player>; 12];

fn at(x: i32, y: i32) -> Option<usize> {
    Cell::BOARD.iter().position(|cell| cell.centre().map(|(x, y)| (x.into(), y.into())) == Some((x, y)))
}

/// The cells in each direction from `from`, nearest first.
fn lines(from: usize) -> Vec<Vec<usize>> {
    let (x, y) = Cell::BOARD[from].centre().map(|(x, y)| (i32::from(x), i32::from(y))).unwrap();
    let directions = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    let line = |(dx, dy)| (1..4).map_while(move |steps| at(x + steps * dx, y + steps * dy)).collect();
    directions.into_iter().map(line).collect()
}

fn beside(from: usize) -> Vec<usize> {
    lines(from).iter().filter_map(|line| line.first().copied()).collect()
}

/// The legal moves, found cell by cell.
fn legal(cells: &Cells, player: Player) -> BTreeSet<Move> {
    let own = |cell: &usize| cells[*cell] == Some(player);
    let free: Vec<usize> = (0..12).filter(|&cell| cells[cell].is_none()).collect();
    let places: BTreeSet<Move> = free
        .iter()
        .filter(|&&cell| !beside(cell).iter().any(own))
        .map(|&cell| Move::Place(Cell::BOARD[cell]))
        .collect();
    if free.is_empty() || !places.is_empty() {
        return places;
    }
    let slides = (0..12).filter(own).flat_map(|from| {
        let stops =
            lines(from).into_iter().filter_map(|line| line.into_iter().find(|&cell| cells[cell].is_none()));
        stops.map(move |to| Move::Slide(Cell::BOARD[from], Cell::BOARD[to]))
    });
    slides.chain([Move::End]).collect()
}

fn groups(cells: &Cells, player: Player) -> usize {
    let mut labels: Vec<usize> = (0..12).collect();
    for _ in 0..12 {
        for cell in 0..12 {
            for other in beside(cell) {
                if cells[cell] == Some(player) && cells[other] == Some(player) {
                    labels[cell] = labels[cell].min(labels[other]);
                }
            }
        }
    }
    let own = (0..12).filter(|&cell| cells[cell] == Some(player));
    own.map(|cell| labels[cell]).collect::<BTreeSet<_>>().len()
}

/// The cells after a move.
fn after(cells: &Cells, player: Player, mv: Move) -> Cells {
    let mut cells = *cells;
    let place = |cell: Cell| cell.place().unwrap();
    match mv {
        Move::Place(cell) => cells[place(cell)] = Some(player),
        Move::Slide(from, to) => {
            cells[place(from)] = None;
            cells[place(to)] = Some(player);
        }
        Move::End => cells.iter_mut().for_each(|cell| *cell = cell.or(Some(player.opponent()))),
    }
    cells
}

fn sample() -> impl Iterator<Item = Stones> {
    (0..NUMBERS).step_by(101).map(Stones::from_number)
}

#[test]
fn what_is_legal_is_what_cell_by_cell_is() {
    for stones in sample() {
        let mut board = Board::from_position(&stones.position(12));
        let cells = *board.position().stones();
        let player = stones.player();
        let moves: BTreeSet<Move> = board.legal_moves().collect();
        assert_eq!(moves, legal(&cells, player), "{}", board.position());
        assert_eq!(moves.len(), board.legal_moves().count());
        assert_eq!(moves.len() as u32, board.legal_count());
        assert_eq!([1, moves.len() as u64], [0, 1].map(|depth| board.perft(depth)));
        for mv in moves {
            let before = board.observe();
            board.play(mv).unwrap();
            assert_eq!(*board.position().stones(), after(&cells, player, mv));
            assert_eq!(board.position().turn(), player.opponent());
            assert_eq!(board.ply(), before.ply + 1);
            assert!(board.undo());
            assert_eq!(board.observe(), before);
        }
    }
}

#[test]
fn every_move_not_listed_is_refused_and_every_reason_is_given() {
    let cells = || (1..=13).filter_map(Cell::new);
    let said: Vec<Move> = cells()
        .map(Move::Place)
        .chain(cells().flat_map(|from| cells().map(move |to| Move::Slide(from, to))))
        .chain([Move::End])
        .collect();
    let mut reasons = BTreeSet::new();
    for stones in sample().step_by(11) {
        let board = Board::from_position(&stones.position(12));
        let moves: BTreeSet<Move> = board.legal_moves().collect();
        for &mv in &said {
            let verdict = board.check(stones.player(), mv);
            assert_eq!(verdict.is_ok(), moves.contains(&mv), "{} {mv}", board.position());
            reasons.extend(verdict.err());
        }
        reasons.extend(board.check(stones.player().opponent(), Move::End).err());
    }
    assert!(reasons.into_iter().eq(Reason::ALL));
}

#[test]
fn the_player_on_turn_at_a_full_board_wins_with_fewer_groups_only() {
    let mut seen = [0; 2];
    for x in 0..1 << 12 {
        for turn in 0..2 {
            let board = Board::from_position(&Stones { of: [x, !x & 0xfff], turn }.position(12));
            let cells = *board.position().stones();
            let player = Player::ALL[usize::from(turn)];
            let (own, other) = (groups(&cells, player), groups(&cells, player.opponent()));
            let wins = own < other;
            assert_eq!(board.winner(), Some(if wins { player } else { player.opponent() }));
            assert_eq!(board.groups().len(), own + other);
            seen[usize::from(wins)] += 1;
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0);
}

#[test]
fn the_graph_has_the_moves_of_the_board() {
    let mut graph = Graph::from_start(&Position::initial()).unwrap();
    for stones in sample() {
        let mut board = Board::from_position(&stones.position(12));
        let mut below = Vec::new();
        let ended = graph.expand(stones.number().into(), &mut |number| below.push(number));
        assert_eq!(ended.is_some(), board.is_over());
        assert_eq!(ended == Some(1), board.winner() == Some(stones.player()));
        let mut played: Vec<u64> = Vec::new();
        for mv in board.legal_moves().collect::<Vec<_>>() {
            board.play(mv).unwrap();
            played.push(graph.number(&board.position()).unwrap());
            board.undo();
        }
        below.sort_unstable();
        played.sort_unstable();
        assert_eq!(below, played, "{}", board.position());
        assert_eq!(graph.number(&graph.position(stones.number().into())), Ok(stones.number().into()));
    }
}

#[test]
fn symmetric_positions_have_one_canonical_form_and_symmetric_moves() {
    let graph = Graph::from_start(&Position::initial()).unwrap();
    for stones in sample().step_by(3) {
        let number = u64::from(stones.number());
        let canonical = graph.canonical(number);
        assert_eq!(graph.canonical(canonical), canonical);
        for images in &super::stones::IMAGES {
            let of = stones.of.map(|cells| super::stones::image(cells, images));
            assert_eq!(graph.canonical(Stones { of, turn: stones.turn }.number().into()), canonical);
            let exchanged = Stones { of: [of[1], of[0]], turn: 1 - stones.turn };
            assert_eq!(graph.canonical(exchanged.number().into()), canonical);
        }
        let below = |number| {
            let (mut numbers, mut other) = (Vec::new(), graph);
            let ended = other.expand(number, &mut |child| numbers.push(graph.canonical(child)));
            numbers.sort_unstable();
            (ended, numbers)
        };
        assert_eq!(below(number), below(canonical));
    }
}

#[test]
fn random_games_come_to_an_end() {
    let mut engine = super::FastEngine::default();
    let mut state = 1u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as u32) % below
    };
    for _ in 0..200 {
        engine.setup(&Position::initial()).unwrap();
        let done = engine.playout(&mut draw).unwrap();
        assert!(engine.turn().is_none() && done.plies >= 5 && done.legal >= done.plies);
        assert_eq!(engine.undo(), Some(false));
    }
}

//! Compares the engine with known facts, and its records with a computation from scratch.

use std::string::ToString;
use std::vec::Vec;

use bustan_vocabulary::Playout;
use bustan_vocabulary::margo::{Move, Player, Point, Position, Reason, Stage};

use super::groups::NONE;
use super::links::LINKS;
use super::{Board, EMPTY, Scratch};

fn board(text: &str) -> Board {
    Board::from_position(&text.parse().unwrap()).unwrap()
}

fn played(start: &str, moves: &str) -> Board {
    let mut board = board(start);
    for mv in moves.split_whitespace() {
        assert_eq!(board.play(mv.parse().unwrap()), Ok(()), "{mv}");
    }
    board
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn perft(size: &str, depth: u32) -> u64 {
    board(size).perft(depth)
}

#[test]
fn small_boards_have_these_counts() {
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|depth| perft("2", depth)), [4, 12, 24, 16, 32, 32, 16, 48]);
    assert_eq!([1, 2, 3, 4].map(|depth| perft("3", depth)), [9, 72, 504, 2976]);
}

#[test]
fn the_longest_game_of_size_2_has_24_moves() {
    let mut board = board("2");
    assert!(board.perft(24) > 0);
    assert_eq!(board.perft(25), 0);
}

/// The number of positions, including the player to move, that can be reached if repetition is ignored.
fn reachable(size: &str) -> usize {
    let start = board(size);
    let mut known = std::collections::BTreeSet::from([(start.plane.clone(), start.turn)]);
    let mut left = std::vec![start.position()];
    while let Some(position) = left.pop() {
        let mut board = Board::from_position(&position).unwrap();
        for mv in board.legal_moves().collect::<Vec<_>>() {
            board.play(mv).unwrap();
            if known.insert((board.plane.clone(), board.turn)) {
                let (turn, ply, balls) = (Board::player(board.turn), board.ply(), board.pieces());
                left.push(Position::new(board.setup, turn, ply, Stage::Open, balls).unwrap());
            }
            board.undo();
        }
    }
    known.len()
}

#[test]
fn small_boards_reach_these_numbers_of_positions() {
    assert_eq!([reachable("2"), reachable("3")], [43, 51_039]);
}

#[test]
fn a_buried_ball_survives_the_capture_of_its_own_pyramid() {
    let mut board = played("4", "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3");
    assert_eq!(board.buried(), [point("C3:0")]);
    board.play("G1".parse().unwrap()).unwrap();
    assert_eq!(board.ball(point("C3:0")), Some(Player::White));
    assert_eq!(board.ball(point("C3:2")), None);
    assert!(board.buried().is_empty());
}

#[test]
fn a_third_iteration_lifts_what_the_first_uncovered() {
    let board = played("4", "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5 A1");
    assert_eq!(board.ball(point("E5:0")), None);
    assert!(board.captured().contains(&point("E5:0")));
}

#[test]
fn a_ball_without_freedom_is_suicide() {
    let mut board = played("3", "C1 A5 A3");
    assert_eq!(board.play("A1".parse().unwrap()), Err(Reason::Suicide));
}

#[test]
fn a_position_may_not_come_back() {
    // A ko in the corner: retaking immediately is illegal, but legal after an exchange elsewhere.
    let mut board = played("4", "E1 C1 C3 A3 A1");
    assert_eq!(board.captured(), [point("C1:0")]);
    let retake: Move = "C1".parse().unwrap();
    assert_eq!(board.play(retake), Err(Reason::Repetition));
    for mv in ["G7", "E7"] {
        board.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(board.play(retake), Ok(()));
    assert_eq!(board.captured(), [point("A1:0")]);
}

#[test]
fn two_balls_over_a_contact_cut_it_unless_cutting_is_off() {
    // Black bridges the contact of E3 and E5 with D4 and F4. Nothing else connects E3 and E5.
    let moves = "E3 C3 E5 C5 A1 G3 A3 G5 A5 D4 A7 F4";
    let groups = |start| played(start, moves).group(point("E3:0")).unwrap().balls;
    assert_eq!(groups("4"), [point("E3:0")]);
    assert_eq!(groups("4 cutting off"), [point("E3:0"), point("E5:0")]);
}

#[test]
fn the_swap_exchanges_people_and_not_colours() {
    let mut board = played("4 swap", "C3");
    assert_eq!(board.legal_count(), 16);
    let hash = board.hash();
    board.play(Move::Swap).unwrap();
    assert_eq!((board.ply(), board.turn(), board.hash()), (2, Some(Player::Black), hash));
    assert_eq!(board.play(Move::Swap), Err(Reason::Unsupported));
    assert!(board.position().swapped());
    assert_eq!(board.legal_count(), 15);
    assert!(board.undo() && board.can_swap() && board.undo() && !board.undo());
}

#[test]
fn the_first_capture_wins_with_atari() {
    let board = played("4 atari", "A1 A3 G7 C1");
    assert_eq!((board.turn(), board.leader(), board.legal_count()), (None, Some(Player::Black), 0));
    assert_eq!(board.captured(), [point("A1:0")]);
    let again = Board::from_position(&board.position()).unwrap();
    assert_eq!((again.leader(), again.hash()), (Some(Player::Black), board.hash()));
}

#[test]
fn positions_with_a_ball_to_be_lifted_are_refused() {
    for (text, ball) in [
        ("3 white 8 WA1:0 BA3:0 BC1:0", "A1:0"),
        ("2 WA1:0 WC1:0 WA3:0 BC3:0", "A1:0"),
        ("2 WA1:0 WC1:0 WA3:0 WC3:0 WB2:1", "A1:0"),
        ("2 WA1:0 WC1:0 WA3:0 WC3:0 BB2:1", "B2:1"),
    ] {
        let position: Position = text.parse().unwrap();
        let message = std::format!(
            "the ball at {ball} would have been lifted: its group has no freedom and nothing pins it"
        );
        assert_eq!(Board::from_position(&position).map(|_| ()).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_burial_parts_what_rests_on_the_ball_on_opposite_corners() {
    // White's D2 and B4 are connected only through C3, and E3 next to D2 has the only freedom. Black on C3
    // leaves B4 and B6 without one; B4 is pinned.
    let black = "BA1:0 BC1:0 BE1:0 BA3:0 BA5:0 BC5:0 BE5:0 BA7:0 BC7:0 BB2:1 BD4:1";
    let white = "WC3:0 WE3:0 WD2:1 WB4:1 WB6:1";
    let mirror = |name: char| match name {
        'A'..='G' => char::from(b'A' + b'G' - name as u8),
        other => other,
    };
    let text = std::format!("{black} {white}");
    let mirrored: Vec<std::string::String> = text
        .split(' ')
        .map(|ball| {
            ball.chars().enumerate().map(|(at, name)| if at == 1 { mirror(name) } else { name }).collect()
        })
        .collect();
    for (balls, mv, lifted) in [(text, "C3", "B6:1"), (mirrored.join(" "), "E3", "F6:1")] {
        let start = std::format!("4 black {balls}");
        let on = board(&start).open_point(mv.parse().unwrap()).unwrap();
        assert!(board(&start).may_part(on, 2), "{mv}");
        assert_eq!(played(&start, mv).captured(), [point(lifted)]);
    }
}

/// A reproducible source of random numbers.
fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (((state >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// Asserts that every record of the board agrees with its definition.
fn assert_consistent(board: &Board) {
    let points = board.grid.points() as u16;
    for point in 0..points {
        let spot = board.spots[usize::from(point)];
        let site = board.grid.site(point);
        let ball = |other: u16| board.spots[usize::from(other)].is_ball();
        let count = |others: [u16; 4]| others.into_iter().filter(|&other| ball(other)).count() as u8;
        assert_eq!(spot.carries, if spot.is_ball() { count(site.above()) } else { 0 });
        assert_eq!(spot.support, if site.level == 0 { 4 } else { count(site.below()) });
        let room = site.around().into_iter().filter(|&hole| {
            usize::from(hole) < board.grid.points() && board.spots[usize::from(hole)].colour == EMPTY
        });
        assert_eq!(spot.room, if site.level == 0 { room.count() as u8 } else { 0 });
        let bare = spot.is_ball() && spot.carries == 0;
        assert_eq!(board.bare[usize::from(point) / 64] >> (point % 64) & 1 == 1, bare);
        let open = spot.colour == EMPTY && spot.support == 4;
        assert_eq!(board.open[usize::from(point) / 64] >> (point % 64) & 1 == 1, open);
        for link in 0..LINKS {
            let connected = spot.is_ball() && board.is_connected(point, link);
            assert_eq!(board.is_linked(point, link), connected, "link {link} of {}", board.grid.name(point));
        }
        assert_eq!(spot.group == NONE, !spot.is_ball() || !board.is_visible(point));
    }
    let fresh = board.at(&board.position()).expect("a position of a game is stable");
    assert_eq!((fresh.hash, &fresh.plane, fresh.balls), (board.hash, &board.plane, board.balls));
    assert_eq!((fresh.groups(), fresh.buried()), (board.groups(), board.buried()));
    for point in 0..points {
        let spot = board.spots[usize::from(point)];
        if spot.group != NONE {
            assert_eq!(board.group_of(point), fresh.group_of(point));
        }
    }
    assert!(board.scratch.relieved.iter().all(|&count| count == 0));
}

/// The state that undo must restore.
fn state(board: &Board) -> (std::string::String, Vec<Move>, u64, Vec<Point>, Vec<Point>) {
    let legal = board.legal_moves().collect();
    let seen = std::format!("{:?}", board.observe());
    (seen, legal, board.hash(), board.captured(), board.buried())
}

#[test]
fn every_record_agrees_with_the_definitions() {
    let mut draw = dice(1);
    for setup in
        ["2", "3", "4", "5", "4 cutting off", "4 players 3", "3 swap atari", "6", "5 cutting off players 3"]
    {
        for _ in 0..12 {
            let mut board = board(setup);
            while !board.is_over() && board.ply() < 300 {
                let moves: Vec<Move> = board.legal_moves().collect();
                board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
                assert_consistent(&board);
            }
        }
    }
}

#[test]
fn undo_restores_everything() {
    let mut draw = dice(2);
    for setup in ["3", "4", "5", "4 cutting off", "4 players 3", "3 swap", "4 atari"] {
        for _ in 0..10 {
            let mut board = board(setup);
            let mut before = Vec::new();
            while !board.is_over() && before.len() < 200 {
                before.push(state(&board));
                let moves: Vec<Move> = board.legal_moves().collect();
                board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
            }
            while let Some(state_before) = before.pop() {
                assert!(board.undo());
                assert_eq!(state(&board), state_before);
                assert_consistent(&board);
            }
            assert!(!board.undo());
        }
    }
}

#[test]
fn verdicts_without_a_trial_agree_with_a_trial() {
    let mut draw = dice(3);
    for setup in ["3", "4", "5", "6", "4 cutting off", "5 cutting off players 3", "5 players 3"] {
        for _ in 0..30 {
            let mut board = board(setup);
            while !board.is_over() && board.ply() < 300 {
                let mut tried = board.clone();
                for point in 0..board.grid.points() as u16 {
                    if board.open[usize::from(point) / 64] >> (point % 64) & 1 == 1 {
                        let cell = board.grid.name(point).cell();
                        let player = Board::player(board.turn);
                        let expected = tried.attempt(point, board.turn + 1);
                        assert_eq!(
                            board.check(player, Move::Place(cell)),
                            expected,
                            "{} {cell}",
                            board.position()
                        );
                    }
                }
                let moves: Vec<Move> = board.legal_moves().collect();
                board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
            }
        }
    }
}

/// Asserts that, for each point and each colour that it does not hold now, the traces record the last
/// position in which it held that colour. `planes` are the planes of all positions.
fn assert_traced(board: &Board, planes: &[Vec<u64>]) {
    for point in 0..board.grid.points() as u16 {
        let held = |plane: &Vec<u64>| (plane[usize::from(point) / 32] >> (point % 32 * 2) & 3) as u8;
        for colour in (0..4).filter(|&colour| colour != board.spots[usize::from(point)].colour) {
            let last = planes.iter().rposition(|plane| held(plane) == colour);
            assert_eq!(board.traces.seen(point, colour), last.map_or(0, |place| place as u32 + 1));
        }
    }
}

#[test]
fn traces_tell_what_points_held_also_after_undo() {
    let mut draw = dice(5);
    for setup in ["2", "3", "4", "4 players 3", "4 black 9 WC1:0 BC3:0 WE3:0 BA3:0 WC5:0"] {
        for _ in 0..10 {
            let mut board = board(setup);
            let mut planes = std::vec![board.plane.clone()];
            for _ in 0..300 {
                if board.is_over() || planes.len() > 1 && draw(4) == 0 {
                    board.undo();
                    planes.pop();
                } else {
                    let moves: Vec<Move> = board.legal_moves().collect();
                    board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
                    planes.push(board.plane.clone());
                }
                assert_traced(&board, &planes);
            }
        }
    }
}

#[test]
fn traces_rule_out_no_repetition() {
    let mut draw = dice(6);
    let mut seen = [0; 2];
    for setup in ["2", "3", "4", "4 cutting off", "3 players 3", "4 black 9 WC1:0 BC3:0 WE3:0 BA3:0 WC5:0"] {
        for _ in 0..60 {
            let mut board = board(setup);
            while !board.is_over() && board.ply() < 200 {
                let (colour, recent) = (board.turn + 1, board.recent(board.turn + 1));
                for &point in &board.repeating[board.repeating_from..] {
                    assert!(
                        !board.is_novel(point, colour, &[]) && board.traces.seen(point, colour) >= recent
                    );
                    seen[0] += 1;
                }
                seen[1] +=
                    board.placements().iter().filter(|&&point| board.is_novel(point, colour, &[])).count();
                let moves: Vec<Move> = board.legal_moves().collect();
                board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn the_position_set_up_may_not_come_back() {
    let start = played("4", "E1 C1 C3 A3").position().to_string();
    let mut board = played(&start, "A1");
    assert_eq!(board.play("C1".parse().unwrap()), Err(Reason::Repetition));
}

#[test]
fn a_ball_that_may_fall_by_a_cut_or_with_its_group_rules_no_repetition_out() {
    // White's upper ball on F4 cuts G3 from its group, and Black's E1 and G1 are lifted. G1 itself has no
    // freedom.
    let start = "8 black 101 WF4:1 WH4:1 WJ4:1 WE3:0 WI3:0 WI1:0 WK3:0 WC1:0 BG3:0 BG5:0 BE5:0 BK1:0 BJ2:1 BC3:0 \
                 BD4:1 BC5:0 BI5:2 BH6:1 BJ6:1 BI5:0 BK5:0 BG7:0 BI7:0 BK7:0 BO3:0 BM1:0 BM5:0";
    let mut board = played(start, "E1 M3 G1");
    assert_eq!(board.play("F4".parse().unwrap()), Err(Reason::Repetition));
    // White's O9 lifts the balls that pin I7, which no longer has a freedom and is lifted as well.
    let start = "9 black 101 WG9:0 WG5:0 WM7:0 WK5:0 WM5:0 WI11:0 WK11:0 WG11:0 WO9:0 WM11:0 WJ10:1 WL6:1 BG7:0 \
                 BK7:0 BI9:0 BK9:0 BI5:0 BE9:0 BE5:0 BA7:0 BC9:0 BC5:0 BQ9:0 BO7:0 BO11:0";
    let mut board = played(start, "M9 E7 H10 I7 J8 C7 G7");
    assert_eq!(board.play("O9".parse().unwrap()), Err(Reason::Repetition));
}

#[test]
fn a_buried_ball_that_comes_to_light_may_save_the_ball_placed() {
    let start = "4 black 151 BA1:0 BA3:0 BA5:0 WA7:0 BB4:1 BB6:1 WC3:0 BC5:0 WC5:2 WC7:0 WD4:1 WD6:1 WE1:0 \
                 BE3:0 BE5:0 BE7:0 WG1:0 BG7:0";
    let board = played(start, "C1");
    assert_eq!(board.ball(point("C5:2")), None);
    let group = board.group(point("C1:0")).unwrap();
    assert!(group.balls.contains(&point("C5:0")) && !group.freedoms.is_empty());
}

#[test]
fn a_contact_that_is_cut_no_more_may_save_the_ball_placed() {
    // The ball on I9 has no freedom. It lifts D4, and E5 of its group is connected with C5 and E3 again.
    let start = "5 black 55 BA1:0 BA3:0 BA5:0 WA9:0 BB4:1 BC1:0 WC3:0 BC5:0 BC7:0 BC9:0 WD4:1 WD6:1 WD8:1 BE1:0 \
                 BE3:0 BE5:0 BE7:0 BE7:2 BE9:0 BF2:1 WF4:1 BF6:1 WF8:1 BG1:0 WG3:0 BG5:0 BG5:2 BG7:0 WG9:0 WH4:1 \
                 BH6:1 BI1:0 BI3:0 WI5:0 BI7:0";
    let board = played(start, "I9");
    assert_eq!(board.captured(), [point("D4:1")]);
    let group = board.group(point("I9:0")).unwrap();
    assert!(group.balls.contains(&point("C5:0")) && !group.freedoms.is_empty());
}

#[test]
fn a_buried_ball_joins_no_group() {
    let board = played("4", "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3");
    let index = |name: &str| board.grid.index(point(name)).unwrap();
    assert!(!board.would_join(index("G7:0"), index("C3:0"), 1));
    assert!(
        board.would_join(index("G1:0"), index("E3:0"), 1)
            && !board.would_join(index("G1:0"), index("E3:0"), 2)
    );
}

#[test]
fn a_playout_goes_to_the_end() {
    let mut draw = dice(4);
    for setup in ["2", "7", "9", "19 players 3", "5 swap"] {
        let mut board = board(setup);
        let Playout { plies, legal } = board.playout(&mut draw);
        assert!(board.is_over() && legal >= plies && plies == u64::from(board.ply()));
        assert_consistent(&board);
    }
}

#[test]
fn a_position_with_more_moves_than_it_can_record_can_still_be_read() {
    let last = "4 black 999999999 WA1:0".parse().unwrap();
    let mut board = Board::from_position(&last).unwrap();
    board.play("G7".parse().unwrap()).unwrap();
    let position = board.position();
    assert_eq!(position.to_string().parse(), Ok(position));
}

#[test]
fn a_capture_that_leaves_living_supports_is_over_after_its_first_iteration() {
    for (colour, moves) in [(2, "C3 C1 G7 A3 E7 A1 B2 E3 G5"), (1, "C1 C3 A3 G7 A1 B2 E3 G5")] {
        let mut board = played("4", moves);
        let hole = board.grid.index(point("C5:0")).unwrap();
        assert!(board.collect_first(hole, colour), "{}", board.position());
        let lifted: Vec<Point> = board.scratch.lifted.iter().map(|&ball| board.grid.name(ball)).collect();
        assert_eq!(lifted, [point("B2:1"), point("C3:0")]);
    }
}

#[test]
fn what_is_foreseen_of_a_capture_comes_true() {
    // Next, a cut that splits a group into three parts, of which the part without contacts is lifted. Then
    // captures of one iteration and of three.
    let games = [
        (
            "7 players 3 black 46 WG3:0 GG5:0 WH4:1 GI3:0 GI5:0 BI7:0 WJ6:1 BK3:0 GK5:0 WK7:0 BM3:0 GM5:0 WM7:0",
            "",
        ),
        ("4", "C3 C1 G7 A3 E7 A1 B2 E3 G5"),
        ("4", "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5"),
    ];
    let (mut falls, mut settles) = ([0; 2], [0; 2]);
    for (start, moves) in games {
        let mut board = played(start, moves);
        let colour = board.turn + 1;
        for mv in board.legal_moves().collect::<Vec<_>>() {
            let point = board.open_point(mv).unwrap();
            let hole = board.grid.site(point).level == 0;
            // With three players, captures in holes are made before they are judged.
            if hole && board.players > 2 {
                continue;
            }
            let foreseen =
                if hole { board.collect_first(point, colour) } else { !board.may_topple(point, colour) };
            let lifted = if hole { board.scratch.lifted.len() } else { 0 };
            board.play(mv).unwrap();
            let more = board.captured().len() > lifted;
            assert!(!(foreseen && more), "{mv} in {start} {moves}");
            let seen = if hole { &mut settles } else { &mut falls };
            seen[usize::from(more)] += 1;
            board.undo();
        }
    }
    assert!(falls.iter().chain(&settles).all(|&count| count > 0), "{falls:?} {settles:?}");
}

#[test]
fn counts_are_those_of_moves_played_one_by_one() {
    fn count(board: &mut Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves: Vec<Move> = board.legal_moves().collect();
        let each = moves.into_iter().map(|mv| {
            board.play(mv).unwrap();
            let count = count(board, depth - 1);
            board.undo();
            count
        });
        each.sum()
    }
    for (start, moves) in [("3", ""), ("3 swap", ""), ("3 swap", "A1"), ("2 players 3", "A1 C3")] {
        let mut board = played(start, moves);
        for depth in 0..4 {
            assert_eq!(board.perft(depth), count(&mut board, depth), "{start} {moves} {depth}");
        }
    }
}

#[test]
fn hashes_are_those_of_every_version() {
    let mut board = board("2");
    let hashes = ["A1", "A3", "C1"].map(|mv| {
        board.play(mv.parse().unwrap()).unwrap();
        board.hash()
    });
    assert_eq!(hashes, [0x5ccb_cfd3_8ae1_93ce, 0x1198_e0b5_4d91_7d09, 0xb44a_0e35_edc5_57f3]);
    let hash = |stage: &str| self::board(&std::format!("4 white 2 {stage}WA1:0 BA3:0")).hash();
    assert_ne!(hash("over "), hash(""));
}

#[test]
fn stamps_begin_again_only_when_their_numbers_run_out() {
    for left in 0..6 {
        let mut scratch = Scratch::new(2);
        scratch.stamps.fill(1);
        scratch.next_stamp = u32::MAX - left;
        let first = scratch.fresh_stamps(3);
        let (expected, stamps) = if left < 3 { (1, [0; 3]) } else { (u32::MAX - left, [1; 3]) };
        assert_eq!((first, scratch.next_stamp), (expected, expected + 3), "{left}");
        assert_eq!(scratch.stamps, stamps, "{left}");
    }
}

//! Tests variations of games in which moves set the cells of a board to values, so that many of the moves
//! that matter do not look alike.

use std::collections::BTreeSet;

use bustan_guide::Style;

use super::timed::{TIMED, set_up, with_shrinker, within};
use super::*;
use crate::any::{self, Any};
use crate::compare::lockstep::Factories;
use crate::erased::own_position;
use crate::shrink::alike::alike;

/// The values of the cells `a` to `i`.
type Board = [usize; 9];

/// A program in which the move `a3` sets the cell `a` to 3, whatever its value was. Games never end.
#[derive(Clone)]
struct Values {
    /// Whether a move sets the cell to 1 for the first player and to 2 for the second, whatever value it
    /// names.
    owned: bool,
    /// Whether the program reports a wrong state.
    wrong: fn(&Board) -> bool,
    /// The move that is missing from the program's list.
    lacks: fn(&Board) -> Option<&'static str>,
    /// The move that the program refuses.
    refuses: fn(&Board) -> Option<&'static str>,
    /// The number of times that the program had to play `i3`.
    played: Option<&'static AtomicU64>,
    boards: Vec<Board>,
}

const SOUND_VALUES: Values = Values {
    owned: false,
    wrong: |_| false,
    lacks: |_| None,
    refuses: |_| None,
    played: None,
    boards: Vec::new(),
};

impl Values {
    fn board(&self) -> Board {
        self.boards.last().copied().unwrap_or_default()
    }

    fn text(&self) -> String {
        self.board().iter().map(ToString::to_string).collect()
    }
}

impl Participant for Values {
    fn name(&self) -> String {
        "values".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        let text = match own_position::<Any>(position) {
            any::Position::SetUp(text) => text.clone(),
            _ => "000000000 0".into(),
        };
        let (board, plies) = text.split_once(' ').unwrap();
        let mut values = Board::default();
        values.iter_mut().zip(board.bytes()).for_each(|(value, digit)| *value = usize::from(digit - b'0'));
        // Only the player to move matters.
        self.boards = vec![values; plies.parse::<usize>().unwrap() % 2 + 1];
        Ok(())
    }

    fn play(&mut self, _: Player, mv: &Move) -> Verdict {
        let text = mv.to_string();
        if let Some(played) = self.played.filter(|_| text == "i3") {
            played.fetch_add(1, Ordering::SeqCst);
        }
        if (self.refuses)(&self.board()) == Some(&text) {
            return Err(None);
        }
        let [place, value] = *text.as_bytes() else { return Err(None) };
        let mut board = self.board();
        let player = 2 - self.boards.len() % 2;
        board[usize::from(place - b'a')] = if self.owned { player } else { usize::from(value - b'0') };
        self.boards.push(board);
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        Some(players()[(self.boards.len() + 1) % 2])
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        let moves = ('a'..='i').flat_map(|place| (1..=3).map(move |value| format!("{place}{value}")));
        let lacks = (self.lacks)(&self.board());
        Some(moves.filter(|mv| lacks != Some(mv)).map(|text| mv(&text)).collect())
    }

    fn observe(&self) -> Option<Observed> {
        let shown = json!({ "board": self.text(), "wrong": (self.wrong)(&self.board()) });
        Some(Observed::Said(State::read(&shown.to_string()).unwrap()))
    }

    fn position(&self) -> Option<Position> {
        Some(set_up(&format!("{} {}", self.text(), self.boards.len() + 1)))
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.boards.len() > 1 && self.boards.pop().is_some())
    }

    fn is_costly(&self) -> bool {
        true
    }
}

/// Returns the game with the moves in `text`.
fn moves(text: &str) -> Record {
    let moves = text.split(' ').enumerate();
    let moves = moves.map(|(at, text)| (players()[at % 2], mv(text))).collect();
    Record { start: standard(), moves }
}

/// Returns the number of cells with the value `value`.
fn places_of(board: &Board, value: usize) -> usize {
    board.iter().filter(|&&other| other == value).count()
}

/// Calls `work` with a shrinker of a game of `program`.
fn of_program<T>(program: &Values, text: &str, work: impl FnOnce(&mut Shrinker<'_, '_>) -> T) -> T {
    let (subject, oracle) =
        (FactoryFn(|| program.clone()), FactoryFn(|| Values { owned: program.owned, ..SOUND_VALUES }));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &moves(text));
    with_shrinker(factories, &divergence, work)
}

#[test]
fn moves_that_left_no_trace_are_left_out_at_once() {
    let program = Values { wrong: |board| board[..3] == [1, 2, 3], ..SOUND_VALUES };
    let set_again = "a2 b1 c1 a3 b3 a2 c2 b1 d1 e1 d2 c1 d3 a1 b2 e2 f1 f2 f3 c3";
    let (left, cost) = of_program(&program, set_again, |shrinker| {
        let traces = shrinker.replayer.take_traces(&shrinker.best.record).unwrap();
        let before = shrinker.replayer.cost;
        shrinker.keep_traces(&traces);
        (shrinker.len(), shrinker.replayer.cost - before)
    });
    // The last moves on a to f remain, and moves of the other player that balance them. One game was played.
    assert!(left <= 8 && cost < 12, "{left} {cost}");
}

#[test]
fn a_game_that_cannot_lose_a_move_becomes_shorter_by_other_moves() {
    let program = Values { wrong: |board| board.iter().sum::<usize>() >= 12, ..SOUND_VALUES };
    let (left, varied) = of_program(&program, "a2 b2 c2 d2 e2 f2", |shrinker| {
        shrinker.settle();
        let left = shrinker.len();
        shrinker.vary(Budget { regenerate: 4_000, ..TIMED });
        (left, shrinker.len())
    });
    assert_eq!((left, varied), (6, 4));
}

#[test]
fn a_game_that_cannot_lose_a_move_becomes_shorter_if_the_players_change_sides() {
    // The state is wrong if one player has a1 and c3 and the other has b1.
    let show = |seen: &mut tictactoe::Observation| {
        let [a1, b1, c3] = ["a1", "b1", "c3"].map(|cell| seen.board.get(&cell.parse().unwrap()));
        if a1.is_some() && a1 == c3 && b1.is_some() && a1 != b1 {
            seen.scores.insert(tictactoe::Player::X, 7);
        }
    };
    let engine = bustan_core::tictactoe::FastEngine::default;
    let subject = FactoryFn(|| Flawed::<TicTacToe> {
        engine: Box::new(EngineParticipant::new(engine())),
        show,
        costly: true,
        unable: true,
    });
    let factories = Factories { subject: &subject, oracle: &engine };
    // The second player takes a1 and c3, and the first player has one move too many.
    let record = rules::<TicTacToe>().record("X[b1];O[a1];X[a2];O[c3]").unwrap();
    let divergence = diverged(factories, KnownDifferences::default(), &record);
    let settled = with_shrinker(factories, &divergence, |shrinker| {
        shrinker.settle();
        shrinker.best.record.to_string()
    });
    assert_eq!(settled, "X[a1];O[b1];X[c3]");
}

#[test]
fn places_of_both_players_are_exchanged() {
    // No move of the longer game can be removed or replaced.
    let wrong = |board: &Board| matches!(board, [1, 1, 1, 2, 2, 2, ..] | [1, 2, 0, 1, 0, 2, 0, 0, 0]);
    let program = Values { owned: true, wrong, ..SOUND_VALUES };
    let (left, varied) = of_program(&program, "a1 d1 g1 e1 b1 h1 c1 f1", |shrinker| {
        shrinker.settle();
        let left = shrinker.len();
        shrinker.vary(Budget { regenerate: 4_000, ..TIMED });
        (left, shrinker.len())
    });
    assert_eq!((left, varied), (6, 4));
}

#[test]
fn the_first_player_shows_on_the_other_side_what_the_second_showed() {
    let wrong = |board: &Board| board[..3] == [2; 3] || board[6..] == [1; 3];
    let program = Values { owned: true, wrong, ..SOUND_VALUES };
    let (left, turned) = of_program(&program, "d1 a1 e1 b1 f1 c1", |shrinker| {
        shrinker.progress.extent.note("a1");
        shrinker.progress.extent.note("i3");
        let left = shrinker.len();
        assert!(shrinker.turn_about(TIMED));
        (left, shrinker.len())
    });
    assert_eq!((left, turned), (6, 5));
}

#[test]
fn a_player_fills_a_row_of_which_the_game_found_has_one_place() {
    // The first player has a, d, f and i, or three adjacent cells.
    let wrong = |board: &Board| board[2..5] == [1; 3] || [0, 3, 5, 8].iter().all(|&place| board[place] == 1);
    let program = Values { owned: true, wrong, ..SOUND_VALUES };
    let (left, filled) = of_program(&program, "a1 b1 f1 g2 i1 h1 d1", |shrinker| {
        ["a1", "i3"].iter().for_each(|mv| shrinker.progress.extent.note(mv));
        let left = shrinker.len();
        shrinker.play_rows(TIMED);
        let places: BTreeSet<_> = shrinker.line().moves.iter().step_by(2).map(ToString::to_string).collect();
        (left, places)
    });
    assert_eq!((left, filled), (7, BTreeSet::from(["c1", "d1", "e1"].map(Into::into))));
}

#[test]
fn the_players_change_sides_and_make_their_moves_in_another_order() {
    // A player has the first two cells, the other player has the next two, and the former moved last. The
    // game in which that is the second player has no wasted move.
    let wrong = |board: &Board| match board[..4] {
        [1, 1, 2, 2] => places_of(board, 1) > places_of(board, 2),
        [2, 2, 1, 1] => places_of(board, 1) == places_of(board, 2),
        _ => false,
    };
    let program = Values { owned: true, wrong, ..SOUND_VALUES };
    let left = of_program(&program, "a1 c1 i1 d1 b1", |shrinker| {
        shrinker.cross_sides(TIMED);
        shrinker.len()
    });
    assert_eq!(left, 4);
}

#[test]
fn a_move_of_each_player_is_left_out_before_single_ones() {
    let wrong = |board: &Board| board[..3] == [1, 1, 2];
    let program = Values { owned: true, wrong, ..SOUND_VALUES };
    let left = of_program(&program, "a1 h1 e1 c1 b1", |shrinker| {
        shrinker.drop_chunks();
        shrinker.len()
    });
    assert_eq!(left, 3);
}

#[test]
fn random_searches_within_a_time_share_their_engines() {
    let made: &AtomicU64 = Box::leak(Box::default());
    let subject = FactoryFn(move || {
        made.fetch_add(1, Ordering::SeqCst);
        Values { wrong: |board| board[..5] == [1, 2, 3, 1, 2], ..SOUND_VALUES }
    });
    let oracle = FactoryFn(|| SOUND_VALUES);
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &moves("a1 b2 c3 f1 d1 e2"));
    let searched = |varies| {
        with_shrinker(factories, &divergence, |shrinker| {
            let replayer = &mut shrinker.replayer;
            replayer.varies = varies;
            let starts = [divergence.record.start.clone()];
            let before = made.load(Ordering::SeqCst);
            for mut next in [0, 10, 20] {
                let found = deepen::random_search(replayer, &starts, &mut next, 4, 40, within(60));
                assert!(found.is_none());
            }
            made.load(Ordering::SeqCst) - before
        })
    };
    assert_eq!([true, false].map(searched), [1, 3]);
}

#[test]
fn games_that_differ_in_the_last_move_share_the_others() {
    let program = Values { wrong: |board| board[0] == 1, ..SOUND_VALUES };
    let cost = of_program(&program, "b1 c1 d1 e1 a1", |shrinker| {
        let mut cost = |text| {
            let before = shrinker.replayer.cost;
            assert!(shrinker.replayer.run(&Line::of(&moves(text))).is_none());
            shrinker.replayer.cost - before
        };
        cost("b1 c1 d1 e1 f1");
        cost("b1 c1 d1 e1 f2")
    });
    // The cost of the game, its last move, and one move taken back.
    assert_eq!(cost, 3);
}

#[test]
fn a_move_that_lists_show_to_be_in_dispute_is_not_asked_about() {
    let lacks: fn(&Board) -> Option<&'static str> = |board| (board[..2] == [1, 1]).then_some("i3");
    let asked = |refuses, varies| {
        let played: &AtomicU64 = Box::leak(Box::default());
        let refuses: fn(&Board) -> _ = if refuses { lacks } else { |_| None };
        let program = Values { lacks, refuses, played: Some(played), ..SOUND_VALUES };
        of_program(&program, "c1 d1 a1 b1 i3", |shrinker| {
            let replayer = &mut shrinker.replayer;
            replayer.varies = varies;
            let line = |text| Line::of(&moves(text));
            let before = played.load(Ordering::SeqCst);
            assert!(replayer.by_lists && replayer.run(&line("a1 d2 i3")).is_none());
            let asked = played.load(Ordering::SeqCst) - before;
            assert_eq!(replayer.run(&line("a1 b1 i3")).map(|shown| shown.record.moves.len()), Some(3));
            asked
        })
    };
    for refuses in [true, false] {
        assert_eq!(asked(refuses, true), 0);
        assert!(asked(refuses, false) > 0);
    }
}

#[test]
fn a_move_that_is_listed_and_refused_is_asked_about() {
    // The program's list is not wrong, so only the query shows the difference.
    let refuses: fn(&Board) -> Option<&'static str> = |board| (board[0] == 1).then_some("i3");
    let subject = FactoryFn(|| Values { refuses, ..SOUND_VALUES });
    let oracle = FactoryFn(|| SOUND_VALUES);
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &moves("c1 a1 i3"));
    with_shrinker(factories, &divergence, |shrinker| {
        assert!(!shrinker.replayer.by_lists);
        assert!(shrinker.replayer.run(&Line::of(&moves("a1 i3"))).is_some());
    });
}

#[test]
fn a_shorter_game_from_the_start_is_reported_though_it_is_about_another_move() {
    let lacks: fn(&Board) -> Option<&'static str> = |board| match board {
        [1, 2, 3, 1, ..] => Some("i3"),
        [.., 3, 0] => Some("i2"),
        _ => None,
    };
    let (subject, oracle) =
        (FactoryFn(|| Values { lacks, refuses: lacks, ..SOUND_VALUES }), FactoryFn(|| SOUND_VALUES));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &moves("e1 a1 f1 b2 g1 c3 e2 d1 i3"));
    let found = shrink(factories, &divergence, TIMED, within(10)).unwrap();
    assert_eq!(found.divergence.record.moves.len(), 1, "{}", found.divergence.record);
    let same = found.same_signature.as_deref().unwrap();
    assert_eq!((same.record.moves.len(), &same.signature), (2, &divergence.signature));
    assert!(!alike(&found.divergence, same));
    if let Some(from_start) = found.from_start.as_deref() {
        assert!(from_start.record.moves.len() > 2 && alike(&found.divergence, from_start));
    }
    let finding = finding(*divergence, Some(found));
    let text = finding.text(Style::default(), 80);
    assert!(text.contains("game from the start has the same signature (2 moves): "), "{text}");
}

#[test]
fn lists_are_compared_where_a_game_of_one_move_begins() {
    let lacks: fn(&Board) -> Option<&'static str> = |board| (board[..3] == [1, 2, 3]).then_some("i3");
    let (subject, oracle) = (FactoryFn(|| Values { lacks, ..SOUND_VALUES }), FactoryFn(|| SOUND_VALUES));
    let factories = Factories { subject: &subject, oracle: &oracle };
    let divergence = diverged(factories, KnownDifferences::default(), &moves("e1 a1 f1 b2 g1 c3 i3"));
    assert_eq!(divergence.signature.kind(), Kind::LegalSet);
    let found = shrink(factories, &divergence, TIMED, within(10)).unwrap();
    assert_eq!(found.divergence.record.moves.len(), 1, "{}", found.divergence.record);
}

#[test]
fn a_game_that_a_search_has_seen_counts_though_its_lists_agree() {
    // Two bugs with one signature: a move that is neither listed nor played, and one that is listed but not
    // played.
    let subject = FactoryFn(|| Values {
        lacks: |board| (board[0] == 1).then_some("i3"),
        refuses: |board| (board[..2].contains(&1)).then_some("i3"),
        ..SOUND_VALUES
    });
    let oracle = FactoryFn(|| SOUND_VALUES);
    let factories = Factories { subject: &subject, oracle: &oracle };
    let [divergence, other] =
        ["c1 a1 i3", "b1 i3"].map(|text| diverged(factories, KnownDifferences::default(), &moves(text)));
    assert_eq!(divergence.signature, other.signature);
    with_shrinker(factories, &divergence, |shrinker| {
        let replayer = &mut shrinker.replayer;
        // As a candidate, the last move is not queried; then a search finds that it shows the difference.
        assert!(replayer.run(&Line::of(&other.record)).is_none() && replayer.by_lists);
        assert!(replayer.confirm(&other).is_some());
        assert!(!replayer.by_lists);
        assert!(replayer.run(&Line::of(&other.record)).is_some());
    });
}

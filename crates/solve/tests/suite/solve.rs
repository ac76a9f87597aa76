//! Tests that solve known games exactly, and check random graphs against the definition of an outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bustan_games::numbering;
use bustan_solve::database::{self, Database, DatabaseError, Subject};
use bustan_solve::history::{HistoryError, search};
use bustan_solve::{Limits, Outcome, Progress, Solution, SolveError, best, solve};
use bustan_vocabulary::tictactoe::{Position, TicTacToe};
use bustan_vocabulary::{Game, Measure, Solve};

pub(crate) const ALL: Limits = Limits { symmetry: false, memory: 1 << 30 };
const CLASSES: Limits = Limits { symmetry: true, ..ALL };

pub(crate) fn graph<S: Solve>(words: &[&str]) -> S {
    S::from_start(&S::Game::initial(words).unwrap()).unwrap()
}

fn solved<S: Solve>(graph: &S, limits: Limits) -> Solution {
    solve(graph, limits, &Progress::default()).unwrap()
}

const fn ends(lead: i16, remoteness: u16) -> Outcome {
    Outcome::Ends { lead, remoteness }
}

/// The number of positions with each lead, the best first, without draws.
fn by_lead(solution: &Solution) -> Vec<(i16, u64)> {
    let mut leads = BTreeMap::new();
    for row in solution.table() {
        if let Outcome::Ends { lead, .. } = row.outcome {
            *leads.entry(lead).or_insert(0) += row.positions;
        }
    }
    leads.into_iter().rev().collect()
}

/// Checks that every outcome follows from those of the children. Because remoteness decreases towards the end
/// of the game, no other outcome is possible: each side reaches its outcome by following the children.
fn assert_consistent<S: Solve>(graph: &S, solution: &Solution, symmetry: bool) {
    let mut walker = graph.clone();
    for (number, outcome) in solution.iter() {
        let mut children = Vec::new();
        let ended = walker.expand(number, &mut |child| {
            let child = if symmetry { graph.canonical(child) } else { child };
            children.push(solution.of(child).expect("children are solved"));
        });
        let expected = match ended {
            Some(lead) => ends(lead as i16, 0),
            None => best(graph.own_turn(number), children).unwrap(),
        };
        assert_eq!(outcome, expected, "{number}");
    }
}

#[test]
fn tic_tac_toe_is_a_tie_in_nine() {
    let graph = graph::<bustan_core::tictactoe::Graph>(&[]);
    let solution = solved(&graph, ALL);
    assert_eq!((solution.positions(), solution.at_start()), (5478, ends(0, 9)));
    assert_eq!(by_lead(&solution), [(1, 2836), (0, 1068), (-1, 1574)]);
    assert_eq!(solution.figures().ends().collect::<Vec<_>>(), [(0, 16), (-1, 942)]);
    assert_consistent(&graph, &solution, false);
    let classes = solved(&graph, CLASSES);
    assert_eq!((classes.positions(), classes.at_start()), (765, ends(0, 9)));
    assert_consistent(&graph, &classes, true);
    assert!(solution.iter().all(|(number, outcome)| classes.of(graph.canonical(number)) == Some(outcome)));
}

#[test]
fn misere_tic_tac_toe_is_a_tie_in_nine() {
    let graph = graph::<bustan_core::tictactoe::Graph>(&["misere"]);
    let (solution, classes) = (solved(&graph, ALL), solved(&graph, CLASSES));
    assert_eq!((solution.positions(), classes.positions()), (5478, 765));
    assert_eq!((solution.at_start(), classes.at_start()), (ends(0, 9), ends(0, 9)));
    assert_consistent(&graph, &solution, false);
    assert_consistent(&graph, &classes, true);
}

#[test]
fn abrobad_is_a_win_in_fifteen() {
    let graph = graph::<bustan_core::abrobad::Graph>(&[]);
    let solution = solved(&graph, ALL);
    assert_eq!((solution.positions(), solution.at_start()), (700_030, ends(1, 15)));
    assert_eq!(by_lead(&solution), [(1, 404_271), (-1, 295_759)]);
    assert_consistent(&graph, &solution, false);
    let classes = solved(&graph, CLASSES);
    assert_eq!((classes.positions(), classes.at_start()), (64_293, ends(1, 15)));
    assert_consistent(&graph, &classes, true);
    assert!(
        solution
            .iter()
            .step_by(7)
            .all(|(number, outcome)| classes.of(graph.canonical(number)) == Some(outcome))
    );
}

#[test]
fn dominions_on_side_2_is_won_by_two_points() {
    let graph = graph::<bustan_core::dominions::Graph>(&["2"]);
    let classes = solved(&graph, CLASSES);
    assert_eq!((classes.positions(), classes.at_start()), (328_818, ends(2, 8)));
    assert_consistent(&graph, &classes, true);
}

#[test]
fn margo_without_its_history_has_draws() {
    let graph = graph::<bustan_core::margo::Graph>(&["2"]);
    let solution = solved(&graph, ALL);
    assert_eq!((solution.positions(), solution.at_start()), (43, Outcome::Draw));
    assert_consistent(&graph, &solution, false);
    let graph = self::graph::<bustan_core::margo::Graph>(&["3"]);
    let solution = solved(&graph, ALL);
    assert_eq!((solution.positions(), solution.at_start()), (51_039, ends(5, 17)));
    assert_consistent(&graph, &solution, false);
}

#[test]
fn margo_of_size_2_with_its_history_has_no_game_of_more_than_24_moves() {
    let graph = graph::<bustan_core::margo::Graph>(&["2"]);
    let searched = search(&graph, ALL, &Progress::default()).unwrap();
    assert_eq!((searched.longest, searched.positions), (24, 43));
    assert!(
        searched.children.len() == 4
            && searched.children.iter().all(|(_, outcome)| *outcome != Outcome::Draw)
    );
    let children = searched.children.iter().map(|&(_, outcome)| outcome);
    assert_eq!(best(graph.own_turn(graph.start()), children), Some(searched.outcome));
}

#[test]
fn games_without_a_history_or_with_too_long_a_one_are_not_searched() {
    let progress = Progress::default();
    assert_eq!(
        search(&graph::<bustan_core::abrobad::Graph>(&[]), ALL, &progress).unwrap_err(),
        HistoryError::NoHistory
    );
    assert_eq!(
        search(&graph::<bustan_core::margo::Graph>(&["3"]), ALL, &progress).unwrap_err(),
        HistoryError::TooMany
    );
}

/// The items of `Solve` for a graph of numbers that do not represent positions. The graph starts at 0.
macro_rules! of_numbers_alone {
    () => {
        type Game = TicTacToe;
        const MEASURE: Measure = Measure::Score;

        fn from_start(_: &Position) -> Result<Self, String> {
            Err("it is not made from a position".into())
        }

        fn start(&self) -> u64 {
            0
        }

        fn number(&self, _: &Position) -> Result<u64, String> {
            Ok(0)
        }

        fn position(&self, _: u64) -> Position {
            Position::initial(false)
        }
    };
}

/// A graph of numbers, or a copy of a graph without the features that make it cheaper to solve.
#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) children: Vec<Vec<u64>>,
    pub(crate) ends: Vec<Option<i32>>,
    pub(crate) bounded: bool,
    pub(crate) staged: bool,
    /// The numbers at which the player of the graph is to move, if the turn need not pass with every move.
    pub(crate) own: Option<Vec<bool>>,
}

impl Solve for Plain {
    of_numbers_alone!();

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        self.children[number as usize].iter().for_each(|&child| each(child));
        self.ends[number as usize]
    }

    fn bound(&self) -> Option<u64> {
        self.bounded.then_some(self.ends.len() as u64)
    }

    fn stage(&self, number: u64) -> Option<u32> {
        self.staged.then_some(number as u32)
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        self.own.as_ref().map(|own| own[number as usize])
    }
}

impl Plain {
    /// A random graph. Without `loops`, children have larger numbers than their parents.
    pub(crate) fn random(seed: u64, loops: bool, spread: i32) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut draw = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let size = 2 + draw(30);
        let (mut children, mut ends) = (Vec::new(), Vec::new());
        for number in 0..size {
            let last = !loops && number + 1 == size;
            if last || (number > 0 && draw(4) == 0) {
                children.push(Vec::new());
                ends.push(Some(draw(2 * spread as u64 + 1) as i32 - spread));
            } else {
                let child = |n: u64| if loops { n % size } else { number + 1 + n % (size - number - 1) };
                children.push((0..=draw(3)).map(|_| child(draw(1000))).collect());
                ends.push(None);
            }
        }
        Self { children, ends, bounded: true, staged: false, own: None }
    }

    /// Returns the graph with one player against all others, and with random turns.
    pub(crate) fn with_turns(self, seed: u64) -> Self {
        let own = |number: usize| {
            (number as u64 + 1).wrapping_mul(seed | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1
        };
        Self { own: Some((0..self.ends.len()).map(own).collect()), ..self }
    }

    /// Returns the graph from the point of view of the other side.
    fn reversed(self) -> Self {
        let own = self.own.map(|own| own.into_iter().map(|own| !own).collect());
        let ends = self.ends.into_iter().map(|end| end.map(|lead| -lead)).collect();
        Self { own, ends, ..self }
    }
}

#[test]
fn who_wins_hurries_and_who_loses_holds_out() {
    let alternating = Plain::random(1, false, 1);
    let one_for_all = Plain { own: Some(vec![true, false]), ..alternating.clone() };
    let (draw, win, loss) = (Outcome::Draw, |moves| ends(1, moves), |moves| ends(-1, moves));
    for (graph, number, children, expected) in [
        (&alternating, 0, &[loss(4), loss(2), win(9), ends(0, 1), draw][..], win(3)),
        (&alternating, 0, &[win(3), win(7), win(5)], loss(8)),
        (&alternating, 0, &[win(3), ends(0, 7), ends(0, 5), draw], ends(0, 6)),
        (&alternating, 0, &[win(3), draw], draw),
        (&alternating, 0, &[ends(-3, 8), ends(-2, 1)], ends(3, 9)),
        (&alternating, 0, &[ends(3, 9), ends(2, 1)], ends(-2, 2)),
        (&one_for_all, 0, &[win(4), win(2), loss(9), draw], win(3)),
        (&one_for_all, 0, &[loss(3), loss(7), ends(-2, 9)], loss(8)),
        (&one_for_all, 1, &[loss(4), loss(2), win(9), draw], loss(3)),
        (&one_for_all, 1, &[win(3), win(7), ends(2, 9)], win(8)),
        (&one_for_all, 1, &[win(3), ends(0, 7), ends(0, 5), draw], ends(0, 6)),
    ] {
        assert_eq!(best(graph.own_turn(number), children.iter().copied()), Some(expected), "{children:?}");
    }
    assert_eq!(best(alternating.own_turn(0), []), None);
}

#[test]
fn graphs_with_loops_are_solved_as_outcomes_must_be() {
    let mut draws = 0;
    let mut seen = BTreeSet::new();
    for seed in 1..3000 {
        for spread in [1, 4] {
            let graph = Plain::random(seed, true, spread);
            let solution = solved(&graph, ALL);
            assert_consistent(&graph, &solution, false);
            let hashed = solved(&Plain { bounded: false, ..graph }, ALL);
            assert!(solution.iter().eq(hashed.iter()));
            draws += usize::from(solution.at_start() == Outcome::Draw);
            seen.extend(by_lead(&solution).into_iter().map(|(lead, _)| lead));
        }
    }
    assert!(draws > 50 && seen.len() == 9, "{draws} {seen:?}");
}

#[test]
fn graphs_in_which_the_turn_may_stay_are_solved_as_outcomes_must_be() {
    let mut draws = 0;
    for seed in 1..3000 {
        let graph = Plain::random(seed, true, 4).with_turns(seed);
        let solution = solved(&graph, ALL);
        assert_consistent(&graph, &solution, false);
        draws += usize::from(solution.at_start() == Outcome::Draw);
        let hashed = solved(&Plain { bounded: false, ..graph.clone() }, ALL);
        assert!(solution.iter().eq(hashed.iter()));
        let others = solved(&graph.reversed(), ALL);
        assert!(solution.iter().eq(others.iter().map(|(number, outcome)| (number, outcome.reversed()))));
    }
    assert!(draws > 50, "{draws}");
}

#[test]
fn leads_that_do_not_fit_are_refused() {
    for (lead, fits) in [(32_766, true), (-32_766, true), (32_767, false), (-32_767, false), (65_536, false)]
    {
        for (bounded, staged) in [(true, false), (false, false), (false, true)] {
            let (children, ends) = (vec![vec![1], vec![]], vec![None, Some(lead)]);
            let graph = Plain { children, ends, bounded, staged, own: None };
            let solution = solve(&graph, ALL, &Progress::default());
            assert_eq!(
                solution.map(|solution| solution.at_start()).ok(),
                fits.then(|| self::ends(-lead as i16, 1))
            );
        }
    }
}

/// A game of `moves` moves without choices, which the player to move at the end loses.
#[derive(Clone)]
struct Chain {
    moves: u64,
    bounded: bool,
    staged: bool,
}

impl Solve for Chain {
    of_numbers_alone!();

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        if number == self.moves {
            return Some(-1);
        }
        each(number + 1);
        None
    }

    fn bound(&self) -> Option<u64> {
        self.bounded.then_some(self.moves + 1)
    }

    fn stage(&self, number: u64) -> Option<u32> {
        self.staged.then_some(number as u32)
    }
}

#[test]
fn the_longest_way_to_an_end_that_is_counted_has_65534_moves() {
    for (bounded, staged) in [(true, false), (false, false), (false, true)] {
        let solution = solved(&Chain { moves: 65_534, bounded, staged }, ALL);
        assert_eq!(solution.at_start(), ends(-1, 65_534));
        assert_eq!(solution.table().len(), 65_535);
        let longer = solve(&Chain { moves: 65_535, bounded, staged }, ALL, &Progress::default());
        assert_eq!(longer.unwrap_err(), SolveError::TooLong);
    }
}

#[test]
fn layers_and_edges_come_to_the_same() {
    for seed in 1..2000 {
        let graph = Plain::random(seed, false, 3);
        let graph = if seed % 2 == 0 { graph.with_turns(seed) } else { graph };
        let solution = solved(&graph, ALL);
        assert_consistent(&graph, &solution, false);
        let layered = solved(&Plain { bounded: false, staged: true, ..graph }, ALL);
        assert!(solution.iter().eq(layered.iter()));
        assert_eq!(solution.figures().moves(), layered.figures().moves());
    }
}

#[test]
#[should_panic(expected = "a move leads from stage 1 to stage 0, which is not a later one")]
fn a_move_to_an_earlier_stage_is_refused() {
    let children = vec![vec![1], vec![0]];
    let graph = Plain { children, ends: vec![None, None], bounded: false, staged: true, own: None };
    let _ = solve(&graph, ALL, &Progress::default());
}

#[test]
fn limits_are_kept_and_reported() {
    let graph = graph::<bustan_core::abrobad::Graph>(&[]);
    let limits = Limits { memory: 10 << 20, ..ALL };
    let error = solve(&graph, limits, &Progress::default()).unwrap_err();
    assert!(matches!(error, SolveError::Memory { limit: 10_485_760, .. }), "{error}");
    assert!(error.to_string().ends_with("solving them takes more than 10 MB"), "{error}");
    let progress = Progress::default();
    progress.stop.store(true, Ordering::Relaxed);
    assert_eq!(solve(&graph, ALL, &progress).unwrap_err(), SolveError::Interrupted(0));
}

/// A graph with four thousand positions after the start and a thousand final positions after each of them. It
/// counts the children that it has returned.
#[derive(Clone, Default)]
struct Wide {
    told: Arc<AtomicU64>,
}

impl Solve for Wide {
    of_numbers_alone!();

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        let children = match number {
            0 => 1..4000,
            1..4000 => 1000 * (number + 4)..1000 * (number + 5),
            _ => return Some(0),
        };
        self.told.fetch_add(children.end - children.start, Ordering::Relaxed);
        children.for_each(each);
        None
    }
}

#[test]
fn positions_count_when_they_are_found_not_when_they_are_gone_through() {
    let graph = Wide::default();
    let error = solve(&graph, Limits { memory: 1 << 20, ..ALL }, &Progress::default()).unwrap_err();
    let told = graph.told.load(Ordering::Relaxed);
    assert!(matches!(error, SolveError::Memory { positions, .. } if positions <= told + 1), "{error}");
    // Numbers and edges alone take twelve bytes each.
    assert!(12 * told < 1 << 20, "{told} children");
}

fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

pub(crate) fn subject() -> Subject {
    Subject { game: "tictactoe".into(), numbering: 1, start: "......... x".into(), symmetry: false }
}

#[test]
fn a_file_has_every_position_and_no_other() {
    let path = temporary("whole.db");
    let solution = solved(&graph::<bustan_core::tictactoe::Graph>(&[]), ALL);
    let bytes = database::write(&path, &subject(), std::slice::from_ref(&solution)).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    assert!(bytes < 3 * solution.positions(), "{bytes}");
    let database = Database::open(&path, numbering).unwrap();
    assert_eq!((database.subject(), database.positions()), (&subject(), 5478));
    let found = database.find(0..20_000);
    assert!(found.into_iter().eq(solution.iter()));
    let draws = solved(&graph::<bustan_core::margo::Graph>(&["2"]), ALL);
    database::write(&path, &subject(), std::slice::from_ref(&draws)).unwrap();
    let database = Database::open(&path, numbering).unwrap();
    assert!(database.find(draws.iter().map(|(number, _)| number)).into_iter().eq(draws.iter()));
}

#[test]
fn a_file_that_is_damaged_anywhere_is_refused() {
    let path = temporary("damaged.db");
    let solution = solved(&Plain::random(5, true, 2), ALL);
    database::write(&path, &subject(), std::slice::from_ref(&solution)).unwrap();
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        for bit in [0, 7] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(&path, bytes).unwrap();
            assert!(Database::open(&path, numbering).is_err(), "byte {at}, bit {bit}");
        }
        fs::write(&path, &whole[..at]).unwrap();
        assert!(Database::open(&path, numbering).is_err(), "{at} bytes");
    }
    fs::write(&path, [&whole[..], &[0]].concat()).unwrap();
    assert!(matches!(Database::open(&path, numbering), Err(DatabaseError::Length { .. })));
    fs::write(&path, whole).unwrap();
    assert!(Database::open(&path, numbering).is_ok());
}

/// Replaces the checksum of a file's content by the correct one.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len() - 4];
    [content, &crc32fast::hash(content).to_le_bytes()].concat()
}

#[test]
fn a_file_that_is_whole_but_of_something_else_is_refused() {
    let path = temporary("other.db");
    let solution = [solved(&Plain::random(5, true, 2), ALL)];
    for (subject, message) in [
        (
            Subject { numbering: 7, ..subject() },
            "numbers positions in way 7, this program in way 1; solve the game again",
        ),
        (
            Subject { game: "ludo".into(), ..subject() },
            "is for the game \"ludo\", which this program cannot solve",
        ),
    ] {
        database::write(&path, &subject, &solution).unwrap();
        assert_eq!(
            Database::open(&path, numbering).unwrap_err().to_string(),
            format!("{} {message}", path.display())
        );
    }
    database::write(&path, &subject(), &solution).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!(sealed(&whole), whole);
    // The offset of the number of positions; the number of entries follows.
    let counts = 8 + 2 + 8 + 2 + "tictactoe".len() + 2 + 4 + "......... x".len() + 1;
    let version = Database::open(&path, numbering).and_then(|_| {
        let mut bytes = whole.clone();
        bytes[8] = 1;
        fs::write(&path, sealed(&bytes)).unwrap();
        Database::open(&path, numbering)
    });
    assert!(matches!(version, Err(DatabaseError::Version(_, 1))));
    for (at, more) in [(counts, 200), (counts + 8, 1), (counts + 8, u8::MAX), (counts + 16, 1)] {
        let mut bytes = whole.clone();
        bytes[at] = bytes[at].wrapping_add(more);
        fs::write(&path, sealed(&bytes)).unwrap();
        assert!(matches!(Database::open(&path, numbering), Err(DatabaseError::Content(_))), "byte {at}");
    }
    // Each of the last entries takes two bytes.
    for left_out in 1..5 {
        let mut bytes = [&whole[..whole.len() - 4 - left_out], &[0; 4]].concat();
        let length = (bytes.len() as u64).to_le_bytes();
        bytes[10..18].copy_from_slice(&length);
        fs::write(&path, sealed(&bytes)).unwrap();
        assert!(
            matches!(Database::open(&path, numbering), Err(DatabaseError::Content(_))),
            "{left_out} bytes left out"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_what_is_no_file_is_left_alone() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let dir = temporary("links");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("real")).unwrap();
    let solution = solved(&Plain::random(5, true, 2), ALL);
    // Covers links to a file that exists and to one that does not exist yet, both via another link.
    database::write(&dir.join("real/old.db"), &subject(), &[solved(&Plain::random(2, true, 2), ALL)])
        .unwrap();
    for name in ["old.db", "new.db"] {
        let (outer, inner) = (dir.join(name), dir.join(format!("inner-{name}")));
        symlink(format!("inner-{name}"), &outer).unwrap();
        symlink(format!("real/{name}"), &inner).unwrap();
        database::probe(&outer).unwrap();
        database::write(&outer, &subject(), std::slice::from_ref(&solution)).unwrap();
        assert!(outer.is_symlink() && inner.is_symlink() && !dir.join("real").join(name).is_symlink());
        assert_eq!(
            Database::open(&dir.join("real").join(name), numbering).unwrap().positions(),
            solution.positions()
        );
    }
    let fifo = dir.join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    symlink("fifo", dir.join("to-fifo")).unwrap();
    symlink("circle", dir.join("circle")).unwrap();
    for name in ["fifo", "to-fifo", "circle", "real"] {
        let path = dir.join(name);
        assert!(database::probe(&path).is_err(), "{name}");
        assert!(database::write(&path, &subject(), std::slice::from_ref(&solution)).is_err(), "{name}");
    }
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    let left = fs::read_dir(&dir).unwrap().chain(fs::read_dir(dir.join("real")).unwrap());
    assert!(
        left.map(|entry| entry.unwrap().file_name()).all(|name| !name.to_string_lossy().ends_with(".part"))
    );
}

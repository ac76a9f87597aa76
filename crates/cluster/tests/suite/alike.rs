//! Tests that many workers find the same solution as one process in memory, byte for byte.

use std::path::Path;
use std::sync::Arc;

use bustan_cluster::{Plan, Solved};
use bustan_solve::database::{self, Subject};
use bustan_solve::{Limits, Progress, solve_all};
use bustan_vocabulary::tictactoe::{Position, TicTacToe};
use bustan_vocabulary::{Game, Measure, Solve};
use proptest::prelude::*;

fn plan<S: Solve + 'static>(graph: S, start: String, symmetry: bool, threads: usize) -> Plan<S> {
    let subject = Subject { game: S::Game::NAME.into(), numbering: S::NUMBERING, start, symmetry };
    Plan { graph, subject, limits: Limits { symmetry, memory: 1 << 32 }, threads, spill: None, tiers: None }
}

/// Returns the file and the printed form of the solutions.
fn told(folder: &Path, subject: &Subject, solved: Solved) -> (Vec<u8>, String) {
    let path = folder.join("db");
    let each = match solved {
        Solved::Memory(solutions) => {
            database::write(&path, subject, &solutions).unwrap();
            solutions.iter().map(|solution| format!("{:?}\n", solution.figures())).collect()
        }
        Solved::Disk(spilled) => {
            spilled.write(&path, subject).unwrap();
            let each = spilled.figures.iter().map(|figures| format!("{figures:?}\n")).collect();
            spilled.clear().unwrap();
            each
        }
    };
    (std::fs::read(path).unwrap(), each)
}

fn assert_alike<S: Solve + 'static>(graph: &S, start: &str, symmetry: bool, workers: &[usize]) {
    let folder = tempfile::tempdir().unwrap();
    let first = plan(graph.clone(), start.into(), symmetry, 1);
    let (_, solutions) = solve_all(graph, first.limits, &Progress::default()).unwrap();
    let alone = told(folder.path(), &first.subject, Solved::Memory(solutions));
    for &threads in workers {
        let tiers = folder.path().join(format!("{threads}"));
        let plan = Plan { tiers: Some(tiers), ..plan(graph.clone(), start.into(), symmetry, threads) };
        let solved = plan.solve(&Progress::default()).unwrap();
        let together = told(folder.path(), &plan.subject, solved);
        assert!(alone == together, "{threads} workers: {}\n{}", alone.1, together.1);
        let spill = folder.path().join("spill");
        let on_disk = Plan { spill: Some(spill.clone()), ..plan.clone() };
        let solved = on_disk.solve(&Progress::default()).unwrap();
        assert!(matches!(solved, Solved::Disk(_)));
        let gathered = told(folder.path(), &plan.subject, solved);
        assert!(alone == gathered && !spill.exists(), "{threads} workers: {}\n{}", alone.1, gathered.1);
        for again in workers {
            let plan = Plan { threads: *again, ..plan.clone() };
            let solved = plan.solve(&Progress::default()).unwrap();
            let resumed = told(folder.path(), &plan.subject, solved);
            assert!(alone == resumed, "{threads} workers, then {again}");
        }
    }
}

fn game<S: Solve + 'static>(words: &[&str], symmetry: bool) {
    let start = S::Game::initial(words).unwrap();
    assert_alike(&S::from_start(&start).unwrap(), &start.to_string(), symmetry, &[1, 2, 4]);
}

#[test]
fn games_with_stages_are_solved_alike() {
    game::<bustan_core::tictactoe::Graph>(&[], false);
    game::<bustan_core::tictactoe::Graph>(&["misere"], true);
    game::<bustan_core::dominions::Graph>(&["2"], true);
}

#[test]
fn games_with_loops_are_solved_alike() {
    game::<bustan_core::margo::Graph>(&["2"], false);
    game::<bustan_core::margo::Graph>(&["2"], true);
    game::<bustan_core::margo::Graph>(&["3"], true);
    game::<bustan_core::abrobad::Graph>(&[], true);
}

#[test]
fn games_for_three_are_solved_alike() {
    game::<bustan_core::tribolo::Graph>(&["3x3", "seed", "1"], false);
}

/// A graph with random edges, whose positions do not belong to a game.
#[derive(Clone, Debug)]
struct Random {
    /// The children of each position, or the lead at the end of the game.
    nodes: Arc<Vec<Result<Vec<u64>, i32>>>,
    staged: bool,
    /// The positions at which the player of the graph is to move, for graphs in which one player plays
    /// against all others.
    turns: Option<Arc<Vec<bool>>>,
}

impl Solve for Random {
    type Game = TicTacToe;
    const MEASURE: Measure = Measure::Score;

    fn from_start(_: &Position) -> Result<Self, String> {
        Err("it begins nowhere".into())
    }

    fn start(&self) -> u64 {
        0
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        match &self.nodes[number as usize] {
            Ok(children) => {
                children.iter().for_each(|&child| each(child));
                None
            }
            Err(lead) => Some(*lead),
        }
    }

    fn number(&self, _: &Position) -> Result<u64, String> {
        Err("it has no positions".into())
    }

    fn position(&self, _: u64) -> Position {
        unreachable!("it has no positions")
    }

    fn stage(&self, number: u64) -> Option<u32> {
        // Some stages have many positions, and some have none.
        self.staged.then_some((number / 3 * 2) as u32 + u32::from(!number.is_multiple_of(3)))
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        self.turns.as_ref().map(|turns| turns[number as usize])
    }
}

fn graphs() -> impl Strategy<Value = Random> {
    (2usize..60, any::<bool>(), any::<bool>()).prop_flat_map(|(size, staged, versus)| {
        let node = (prop::collection::vec(any::<prop::sample::Index>(), 0..5), -3..4i32);
        let nodes = prop::collection::vec(node, size);
        (nodes, prop::collection::vec(any::<bool>(), size)).prop_map(move |(nodes, turns)| {
            let stage = |number: u64| number / 3 * 2 + u64::from(!number.is_multiple_of(3));
            let made = nodes.iter().enumerate().map(|(at, (children, lead))| {
                let children = children.iter().map(|child| child.index(size) as u64);
                let children: Vec<u64> =
                    children.filter(|&child| !staged || stage(child) > stage(at as u64)).collect();
                if children.is_empty() { Err(*lead) } else { Ok(children) }
            });
            let nodes = Arc::new(made.collect());
            Random { nodes, staged, turns: versus.then(|| Arc::new(turns)) }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_graphs_are_solved_alike(graph in graphs()) {
        assert_alike(&graph, "0", false, &[1, 2, 4]);
    }
}

//! Benchmarks of the engines of every game side by side.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use bustan_bench::table::side_by_side;
use bustan_bench::{at, dice, random_play};
use bustan_core::{dominions, tribolo};
use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::Explore;
use bustan_harness::compare::lockstep::{Checks, Factories, Lockstep};
use bustan_harness::erased::{Guided, shared_record};
use bustan_vocabulary::tribolo::Player;
use bustan_vocabulary::{Engine, Game, Record};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group};

/// The plan for the benchmarks of a game. `starts`: the setups for random games, of which the first is used
/// for everything else as well. `perft`: the setup and the depth for counting sequences of moves.
struct Plan {
    starts: &'static [&'static str],
    perft: (&'static str, u32),
}

/// Returns the plan for a game. The default plan uses its standard setup.
fn plan(game: &str) -> Plan {
    match game {
        "dominions" => Plan { starts: &["9", "3"], perft: ("2", 3) },
        "margo" => Plan { starts: &["7", "4", "9"], perft: ("3", 4) },
        "tribolo" => Plan { starts: &["16x11", "26x26"], perft: ("16x11", 3) },
        "tictactoe" => Plan { starts: &["3"], perft: ("3", 6) },
        "abrobad" => Plan { starts: &["12"], perft: ("12", 5) },
        "chess" => Plan { starts: &["8"], perft: ("8", 3) },
        _ => Plan { starts: &[""], perft: ("", 3) },
    }
}

/// Measures both engines of a game.
struct Measured<'a>(&'a mut Criterion);

impl Visit for Measured<'_> {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Guided,
        F: Plays<G>,
        R: Plays<G>,
    {
        let Plan { starts, perft: (small, depth) } = plan(G::NAME);
        let start = |words: &str| G::initial(&[words]).expect("words for a start");
        let mut group = grouped::<G>(self.0, "playout");
        for words in starts {
            playout::<F>(&mut group, words, &start(words));
            playout::<R>(&mut group, words, &start(words));
        }
        group.finish();

        let (record, positions) = random_play::<F>(&start(starts[0]), 1);
        let positions: Vec<G::Position> = positions.into_iter().step_by(10).collect();
        let mut group = grouped::<G>(self.0, "legal set");
        legal_set::<F>(&mut group, &positions);
        legal_set::<R>(&mut group, &positions);
        group.finish();

        let mut group = grouped::<G>(self.0, "play and undo");
        play_and_undo::<F>(&mut group, &record);
        play_and_undo::<R>(&mut group, &record);
        group.finish();

        let nodes = at::<F>(&start(small)).perft(depth).expect("the engine counts");
        let mut group = grouped::<G>(self.0, "perft");
        perft::<F>(&mut group, small, &start(small), depth, nodes);
        perft::<R>(&mut group, small, &start(small), depth, nodes);
        group.finish();

        let mut group = grouped::<G>(self.0, "lockstep");
        for words in &starts[..starts.len().min(2)] {
            let (record, _) = random_play::<F>(&start(words), 1);
            lockstep::<F, R>(&mut group, words, &record);
            lockstep::<F, F>(&mut group, words, &record);
            lockstep::<R, R>(&mut group, words, &record);
        }
        group.finish();
    }
}

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn grouped<'a, G: Game>(c: &'a mut Criterion, what: &str) -> Group<'a> {
    let mut group = c.benchmark_group(format!("{}, {what}", G::NAME));
    group.sample_size(10);
    group
}

/// Measures whole random games, each with a new setup if setups are random. The throughput is in games.
fn playout<E: Engine<Game: Explore> + Default>(
    group: &mut Group<'_>,
    words: &str,
    start: &<E::Game as Game>::Position,
) {
    let mut engine = at::<E>(start);
    let mut draw = dice(1);
    group.throughput(Throughput::Elements(1));
    group.bench_function(format!("{}/{words}", engine.name()), |b| {
        b.iter(|| {
            assert!(engine.setup(&E::Game::start_like(start, &mut draw)).is_ok(), "a start");
            engine.playout(&mut draw)
        });
    });
}

/// Measures listing the legal moves at every tenth position of a game. The throughput is in positions.
fn legal_set<E: Engine + Default>(group: &mut Group<'_>, positions: &[<E::Game as Game>::Position]) {
    let engines: Vec<E> = positions.iter().map(at).collect();
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(format!("{}/list", E::default().name()), |b| {
        b.iter(|| {
            engines.iter().map(|engine| engine.legal_moves().map_or(0, |moves| moves.len())).sum::<usize>()
        });
    });
}

/// Measures playing and undoing a whole recorded game. The throughput is in plies.
fn play_and_undo<E: Engine + Default>(group: &mut Group<'_>, record: &Record<E::Game>) {
    let mut engine = at::<E>(&record.start);
    group.throughput(Throughput::Elements(record.moves.len() as u64));
    group.bench_function(engine.name(), |b| {
        b.iter(|| {
            for (player, mv) in &record.moves {
                assert!(engine.play(*player, mv).is_ok(), "the game is legal");
            }
            while engine.undo() == Some(true) {}
        });
    });
}

/// Measures counting sequences of moves. The throughput is in sequences.
fn perft<E: Engine + Default>(
    group: &mut Group<'_>,
    words: &str,
    start: &<E::Game as Game>::Position,
    depth: u32,
    nodes: u64,
) {
    let mut engine = at::<E>(start);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function(format!("{}/{words}, depth {depth}", engine.name()), |b| {
        b.iter(|| assert_eq!(engine.perft(depth), Some(nodes)));
    });
}

/// Measures a whole recorded game in lockstep, with all comparisons after every ply. The throughput is in
/// plies. Measuring each engine against itself shows its part of the cost.
fn lockstep<A, B>(group: &mut Group<'_>, words: &str, record: &Record<A::Game>)
where
    A: Engine<Game: Guided> + Default,
    B: Engine<Game = A::Game> + Default,
{
    let factories = Factories { subject: &A::default, oracle: &B::default };
    let record = &shared_record(record);
    let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
    let name = format!("{} against {}/{words}", A::default().name(), B::default().name());
    group.throughput(Throughput::Elements(record.moves.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| {
            assert_eq!(lockstep.begin(&record.start).ok(), Some(true));
            for (player, mv) in &record.moves {
                assert_eq!(lockstep.step(*player, mv, false).ok(), Some(true));
            }
        });
    });
}

fn games(c: &mut Criterion) {
    for game in GAMES {
        visit(game, Measured(c)).expect("the game is registered");
    }
}

/// Measures, in Dominions, counting the legal moves without listing them, and the shortest list of at least
/// 314 moves; and in Tribolo, the cells at which each of the three players can move.
fn special(c: &mut Criterion) {
    let start = |words| bustan_vocabulary::dominions::Dominions::initial(&[words]).expect("a size");
    let (_, positions) = random_play::<dominions::FastEngine>(&start("9"), 1);
    let engines: Vec<dominions::FastEngine> = positions.iter().step_by(10).map(at).collect();
    let mut counts = c.benchmark_group("dominions, legal set");
    counts.sample_size(10).throughput(Throughput::Elements(engines.len() as u64));
    counts.bench_function("fast/count", |b| {
        b.iter(|| black_box(&engines).iter().map(|engine| engine.board().legal_count()).sum::<u32>());
    });
    counts.throughput(Throughput::Elements(1));
    let all = positions.iter().map(at::<dominions::FastEngine>);
    let long = all.filter(|engine| engine.board().legal_count() >= 314);
    let long = long.min_by_key(|engine| engine.board().legal_count()).expect("the game has such a position");
    counts.bench_function(format!("fast/a list of {}", long.board().legal_count()), |b| {
        b.iter(|| black_box(&long).legal_moves());
    });
    counts.finish();

    let start = bustan_vocabulary::tribolo::Tribolo::initial(&["seed 1"]).expect("a setup");
    let (_, positions) = random_play::<tribolo::FastEngine>(&start, 1);
    let engines: Vec<tribolo::FastEngine> = positions.iter().step_by(10).map(at).collect();
    let slow: Vec<bustan_reference::tribolo::ReferenceEngine> =
        positions.iter().step_by(10).map(at).collect();
    let mut all = c.benchmark_group("tribolo, moves of all three");
    all.sample_size(10).throughput(Throughput::Elements(engines.len() as u64));
    all.bench_function("fast", |b| {
        let count = |engine: &tribolo::FastEngine| -> usize {
            Player::ALL.iter().map(|&player| engine.moves(player).len()).sum()
        };
        b.iter(|| black_box(&engines).iter().map(count).sum::<usize>());
    });
    all.bench_function("reference, everything observed", |b| {
        b.iter(|| {
            black_box(&slow).iter().filter_map(Engine::observe).map(|seen| seen.moves.len()).sum::<usize>()
        });
    });
    all.finish();
}

fn configured() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = benches;
    config = configured();
    targets = games, special
}

/// Runs the benchmarks, and prints the measurements of both engines side by side.
fn main() {
    let begun = SystemTime::now();
    benches();
    configured().configure_from_args().final_summary();
    let folder = std::env::var_os("CRITERION_HOME").map_or_else(
        || {
            let program = std::env::current_exe().expect("the path of this program");
            program.ancestors().nth(3).expect("a target directory").join("criterion")
        },
        PathBuf::from,
    );
    if let Some(table) = side_by_side(&folder, begun) {
        println!("{table}");
    }
}

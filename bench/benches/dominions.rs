//! Compares the speed of Dominions' engines.

use std::hint::black_box;
use std::time::Duration;

use bustan_bench::{at, dice, random_game};
use bustan_core::dominions::{Board, FastEngine, Journal};
use bustan_harness::lockstep::{Checks, Factories, Lockstep};
use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::dominions::{Dominions, Observation, Position, Side};
use bustan_vocabulary::{Engine, Record};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

fn side(cells: u8) -> Side {
    Side::new(cells).expect("a side from 2 to 9")
}

/// Every tenth position of a random game on the standard board.
fn positions() -> Vec<Position> {
    random_game(Side::STANDARD, 1).1.into_iter().step_by(10).collect()
}

/// Whole random games; the throughput is in games, of 128 plies each on average.
fn playout(c: &mut Criterion) {
    fn with<E: Engine<Game = Dominions> + Default>(group: &mut BenchmarkGroup<'_, WallTime>, side: Side) {
        let mut engine: E = E::default();
        let mut draw = dice(1);
        let name = format!("{}/side {side}", engine.name());
        let start = Position::initial(side);
        group.bench_function(name, |b| {
            b.iter(|| {
                engine.setup(&start).expect("the empty board");
                engine.playout(&mut draw)
            });
        });
    }
    let mut group = c.benchmark_group("playout");
    group.sample_size(10).throughput(Throughput::Elements(1));
    with::<FastEngine>(&mut group, Side::STANDARD);
    with::<FastEngine>(&mut group, side(3));
    with::<ReferenceEngine>(&mut group, side(3));
    with::<ReferenceEngine>(&mut group, Side::STANDARD);
    group.finish();
}

/// The legal moves of every tenth position of a game, as a list; the throughput is in positions. The
/// optimised board also counts them without making a list.
fn legal_set(c: &mut Criterion) {
    fn with<E: Engine<Game = Dominions> + Default>(
        group: &mut BenchmarkGroup<'_, WallTime>,
        positions: &[Position],
    ) {
        let engines: Vec<E> = positions.iter().map(at).collect();
        group.bench_function(format!("{}/list", E::default().name()), |b| {
            b.iter(|| {
                engines
                    .iter()
                    .map(|engine| engine.legal_moves().map_or(0, |moves| moves.len()))
                    .sum::<usize>()
            });
        });
    }
    let positions = positions();
    let boards: Vec<Board> =
        positions.iter().map(|position| at::<FastEngine>(position).board().clone()).collect();
    let mut group = c.benchmark_group("legal set");
    group.sample_size(10).throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("fast/count", |b| {
        b.iter(|| black_box(&boards).iter().map(Board::legal_count).sum::<u32>());
    });
    with::<FastEngine>(&mut group, &positions);
    with::<ReferenceEngine>(&mut group, &positions);
    group.finish();
}

/// A whole recorded game played and taken back; the throughput is in plies.
fn play_and_undo(c: &mut Criterion) {
    fn with<E: Engine<Game = Dominions> + Default>(group: &mut BenchmarkGroup<'_, WallTime>) {
        let (record, _) = random_game(Side::STANDARD, 1);
        group.throughput(Throughput::Elements(record.moves.len() as u64));
        let mut engine: E = at(&record.start);
        group.bench_function(engine.name(), |b| {
            b.iter(|| {
                for (player, mv) in &record.moves {
                    engine.play(*player, mv).expect("the game is legal");
                }
                while engine.undo() == Some(true) {}
            });
        });
    }
    let mut group = c.benchmark_group("play and undo");
    group.sample_size(10);
    with::<FastEngine>(&mut group);
    with::<ReferenceEngine>(&mut group);
    group.finish();
}

/// Counting sequences of moves; the throughput is in sequences.
fn perft(c: &mut Criterion) {
    fn with<E: Engine<Game = Dominions> + Default>(
        group: &mut BenchmarkGroup<'_, WallTime>,
        cells: u8,
        depth: u32,
        nodes: u64,
    ) {
        let mut engine: E = at(&Position::initial(side(cells)));
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{}/side {cells}, depth {depth}", engine.name()), |b| {
            b.iter(|| assert_eq!(engine.perft(depth), Some(nodes)));
        });
    }
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    with::<FastEngine>(&mut group, 2, 3, 39_642);
    with::<ReferenceEngine>(&mut group, 2, 3, 39_642);
    let nodes = Board::new(Side::STANDARD).perft(2, &mut Journal::new());
    with::<FastEngine>(&mut group, 9, 2, nodes);
    group.finish();
}

/// A whole recorded game in lockstep, everything compared after every ply; the throughput is in plies. Each
/// engine against itself shows its share of the price.
fn lockstep(c: &mut Criterion) {
    fn with<A, B>(group: &mut BenchmarkGroup<'_, WallTime>, record: &Record<Dominions>)
    where
        A: Engine<Game = Dominions, Observation = Observation> + Default,
        B: Engine<Game = Dominions, Observation = Observation> + Default,
    {
        let factories = Factories { subject: &|| A::default(), oracle: &|| B::default() };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
        let name =
            format!("{} against {}/side {}", A::default().name(), B::default().name(), record.start.side());
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
    let mut group = c.benchmark_group("lockstep");
    group.sample_size(10);
    for side in [side(3), Side::STANDARD] {
        let (record, _) = random_game(side, 1);
        with::<FastEngine, ReferenceEngine>(&mut group, &record);
        with::<FastEngine, FastEngine>(&mut group, &record);
        with::<ReferenceEngine, ReferenceEngine>(&mut group, &record);
    }
    group.finish();
}

fn configured() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = dominions;
    config = configured();
    targets = playout, legal_set, play_and_undo, perft, lockstep
}
criterion_main!(dominions);

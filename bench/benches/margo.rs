//! Compares the speed of Margo's engines.

use std::time::Duration;

use bustan_bench::{at, dice, random_play};
use bustan_core::margo::FastEngine;
use bustan_harness::lockstep::{Checks, Factories, Lockstep};
use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::margo::{Margo, Observation, Position, Setup, Size};
use bustan_vocabulary::{Engine, Record};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

/// The empty board of this size.
fn empty(size: u8) -> Position {
    Position::initial(Setup::standard(Size::new(size).expect("a size from 2 to 19")))
}

/// Every tenth position of a random game on the standard board.
fn positions() -> Vec<Position> {
    random_play::<FastEngine>(&empty(7), 1).1.into_iter().step_by(10).collect()
}

/// Whole random games; the throughput is in games, of some hundreds of plies on the larger boards.
fn playout(c: &mut Criterion) {
    fn with<E: Engine<Game = Margo> + Default>(group: &mut BenchmarkGroup<'_, WallTime>, size: u8) {
        let start = empty(size);
        let mut engine: E = at(&start);
        let mut draw = dice(1);
        let name = format!("{}/size {size}", engine.name());
        group.bench_function(name, |b| {
            b.iter(|| {
                engine.setup(&start).expect("the empty board");
                engine.playout(&mut draw)
            });
        });
    }
    let mut group = c.benchmark_group("margo, playout");
    group.sample_size(10).throughput(Throughput::Elements(1));
    for size in [4, 7, 9] {
        with::<FastEngine>(&mut group, size);
        with::<ReferenceEngine>(&mut group, size);
    }
    group.finish();
}

/// The legal moves of every tenth position of a game, as a list; the throughput is in positions.
fn legal_set(c: &mut Criterion) {
    fn with<E: Engine<Game = Margo> + Default>(
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
    let mut group = c.benchmark_group("margo, legal set");
    group.sample_size(10).throughput(Throughput::Elements(positions.len() as u64));
    with::<FastEngine>(&mut group, &positions);
    with::<ReferenceEngine>(&mut group, &positions);
    group.finish();
}

/// A whole recorded game played and taken back; the throughput is in plies.
fn play_and_undo(c: &mut Criterion) {
    fn with<E: Engine<Game = Margo> + Default>(group: &mut BenchmarkGroup<'_, WallTime>) {
        let (record, _) = random_play::<FastEngine>(&empty(7), 1);
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
    let mut group = c.benchmark_group("margo, play and undo");
    group.sample_size(10);
    with::<FastEngine>(&mut group);
    with::<ReferenceEngine>(&mut group);
    group.finish();
}

/// Counting sequences of moves; the throughput is in sequences.
fn perft(c: &mut Criterion) {
    fn with<E: Engine<Game = Margo> + Default>(
        group: &mut BenchmarkGroup<'_, WallTime>,
        size: u8,
        depth: u32,
        nodes: u64,
    ) {
        let mut engine: E = at(&empty(size));
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{}/size {size}, depth {depth}", engine.name()), |b| {
            b.iter(|| assert_eq!(engine.perft(depth), Some(nodes)));
        });
    }
    let mut group = c.benchmark_group("margo, perft");
    group.sample_size(10);
    with::<FastEngine>(&mut group, 3, 4, 2976);
    with::<ReferenceEngine>(&mut group, 3, 4, 2976);
    let nodes = at::<FastEngine>(&empty(7)).perft(3).expect("a count");
    with::<FastEngine>(&mut group, 7, 3, nodes);
    group.finish();
}

/// A whole recorded game in lockstep, everything compared after every ply; the throughput is in plies. Each
/// engine against itself shows its share of the price.
fn lockstep(c: &mut Criterion) {
    fn with<A, B>(group: &mut BenchmarkGroup<'_, WallTime>, record: &Record<Margo>)
    where
        A: Engine<Game = Margo, Observation = Observation> + Default,
        B: Engine<Game = Margo, Observation = Observation> + Default,
    {
        let factories = Factories { subject: &|| A::default(), oracle: &|| B::default() };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
        let name = format!(
            "{} against {}/size {}",
            A::default().name(),
            B::default().name(),
            record.start.setup().size
        );
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
    let mut group = c.benchmark_group("margo, lockstep");
    group.sample_size(10);
    for size in [4, 7] {
        let (record, _) = random_play::<FastEngine>(&empty(size), 1);
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
    name = margo;
    config = configured();
    targets = playout, legal_set, play_and_undo, perft, lockstep
}
criterion_main!(margo);

//! Compares the speed of Tribolo's engines.

use std::hint::black_box;
use std::time::Duration;

use bustan_bench::{at, dice, random_play};
use bustan_core::tribolo::FastEngine;
use bustan_harness::lockstep::{Checks, Factories, Lockstep};
use bustan_reference::tribolo::ReferenceEngine;
use bustan_vocabulary::tribolo::{Observation, Player, Position, Size, Tribolo};
use bustan_vocabulary::{Engine, Record};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

/// Whole random games, each from a setup of its own; the throughput is in games, of 128 plies each on
/// average.
fn playout(c: &mut Criterion) {
    fn with<E: Engine<Game = Tribolo> + Default>(group: &mut BenchmarkGroup<'_, WallTime>, size: Size) {
        let mut engine: E = E::default();
        let mut draw = dice(1);
        group.bench_function(format!("{}/{size}", engine.name()), |b| {
            b.iter(|| {
                engine.setup(&Position::random_setup(size, &mut draw)).expect("every position will do");
                engine.playout(&mut draw)
            });
        });
    }
    let mut group = c.benchmark_group("playout");
    group.sample_size(10).throughput(Throughput::Elements(1));
    with::<FastEngine>(&mut group, Size::STANDARD);
    with::<ReferenceEngine>(&mut group, Size::STANDARD);
    let largest = Size::new(Size::MAX, Size::MAX).unwrap_or(Size::STANDARD);
    with::<FastEngine>(&mut group, largest);
    with::<ReferenceEngine>(&mut group, largest);
    group.finish();
}

/// The moves of all three players, as lists, at every tenth position of a game; the throughput is in
/// positions.
fn moves_of_all(c: &mut Criterion) {
    let positions: Vec<Position> = random_play::<FastEngine>(&Position::from_seed(Size::STANDARD, 1), 1)
        .1
        .into_iter()
        .step_by(10)
        .collect();
    let fast: Vec<FastEngine> = positions.iter().map(at::<FastEngine>).collect();
    let reference: Vec<ReferenceEngine> = positions.iter().map(at::<ReferenceEngine>).collect();
    let mut group = c.benchmark_group("moves of all three");
    group.sample_size(10).throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("fast", |b| {
        b.iter(|| {
            let of = |engine: &FastEngine| Player::ALL.map(|player| engine.moves(player).len());
            black_box(&fast).iter().map(of).fold([0; 3], |sum, moves| [0, 1, 2].map(|i| sum[i] + moves[i]))
        });
    });
    group.bench_function("reference, everything observed", |b| {
        b.iter(|| {
            black_box(&reference)
                .iter()
                .filter_map(Engine::observe)
                .map(|seen| seen.moves.len())
                .sum::<usize>()
        });
    });
    group.finish();
}

/// A whole recorded game played and taken back; the throughput is in plies.
fn play_and_undo(c: &mut Criterion) {
    fn with<E: Engine<Game = Tribolo> + Default>(group: &mut BenchmarkGroup<'_, WallTime>) {
        let (record, _) = random_play::<FastEngine>(&Position::from_seed(Size::STANDARD, 1), 1);
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
    fn with<E: Engine<Game = Tribolo> + Default>(
        group: &mut BenchmarkGroup<'_, WallTime>,
        start: &Position,
        depth: u32,
    ) {
        let mut engine: E = at(start);
        let nodes = at::<FastEngine>(start).perft(depth).unwrap_or_default();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{}/{}, depth {depth}", engine.name(), start.size()), |b| {
            b.iter(|| assert_eq!(engine.perft(depth), Some(nodes)));
        });
    }
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    let start = Position::from_seed(Size::STANDARD, 0);
    with::<FastEngine>(&mut group, &start, 3);
    with::<ReferenceEngine>(&mut group, &start, 3);
    with::<FastEngine>(&mut group, &start, 5);
    group.finish();
}

/// A whole recorded game in lockstep, everything compared after every ply; the throughput is in plies.
fn lockstep(c: &mut Criterion) {
    fn with<A, B>(group: &mut BenchmarkGroup<'_, WallTime>, record: &Record<Tribolo>)
    where
        A: Engine<Game = Tribolo, Observation = Observation> + Default,
        B: Engine<Game = Tribolo, Observation = Observation> + Default,
    {
        let factories = Factories { subject: &|| A::default(), oracle: &|| B::default() };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
        let name = format!("{} against {}/{}", A::default().name(), B::default().name(), record.start.size());
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
    let (record, _) = random_play::<FastEngine>(&Position::from_seed(Size::STANDARD, 1), 1);
    with::<FastEngine, ReferenceEngine>(&mut group, &record);
    with::<FastEngine, FastEngine>(&mut group, &record);
    with::<ReferenceEngine, ReferenceEngine>(&mut group, &record);
    group.finish();
}

fn configured() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = tribolo;
    config = configured();
    targets = playout, moves_of_all, play_and_undo, perft, lockstep
}
criterion_main!(tribolo);

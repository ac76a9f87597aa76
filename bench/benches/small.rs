//! Compares the speed of the engines of Tic-Tac-Toe and Abrobad.

use std::time::Duration;

use bustan_bench::dice;
use bustan_reference as reference;
use bustan_vocabulary::{Engine, Game};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Whole random games; the throughput is in games.
fn playout(c: &mut Criterion) {
    fn with<E: Engine + Default>(c: &mut Criterion) {
        let start = E::Game::initial(&[]).expect("a standard position");
        let (mut engine, mut draw) = (E::default(), dice(1));
        let mut group = c.benchmark_group(format!("playout/{}", E::Game::NAME));
        group.sample_size(10).throughput(Throughput::Elements(1));
        group.bench_function(engine.name(), |b| {
            b.iter(|| {
                assert!(engine.setup(&start).is_ok());
                engine.playout(&mut draw)
            });
        });
        group.finish();
    }
    with::<bustan_core::tictactoe::FastEngine>(c);
    with::<reference::tictactoe::ReferenceEngine>(c);
    with::<bustan_core::abrobad::FastEngine>(c);
    with::<reference::abrobad::ReferenceEngine>(c);
}

/// Counting sequences of moves; the throughput is in sequences.
fn perft(c: &mut Criterion) {
    fn with<E: Engine + Default>(c: &mut Criterion, depth: u32, nodes: u64) {
        let mut engine = E::default();
        let mut group = c.benchmark_group(format!("perft/{}, depth {depth}", E::Game::NAME));
        group.sample_size(10).throughput(Throughput::Elements(nodes));
        group.bench_function(engine.name(), |b| b.iter(|| assert_eq!(engine.perft(depth), Some(nodes))));
        group.finish();
    }
    with::<bustan_core::tictactoe::FastEngine>(c, 9, 127_872);
    with::<reference::tictactoe::ReferenceEngine>(c, 6, 54_720);
    let nodes = bustan_core::abrobad::FastEngine::default().perft(5).expect("the engine counts");
    with::<bustan_core::abrobad::FastEngine>(c, 5, nodes);
    with::<reference::abrobad::ReferenceEngine>(c, 5, nodes);
}

fn configured() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1))
}

criterion_group! {
    name = small;
    config = configured();
    targets = playout, perft
}
criterion_main!(small);

//! The graphs used to solve games find the symmetries of their boards by themselves. Every symmetry that the
//! guide knows is among them.

use std::collections::BTreeSet;

use bustan_guide::Symmetric;
use bustan_vocabulary::{Game, Solve};

/// Every `step`-th position of those that up to `most` moves lead to.
fn some<S: Solve>(graph: &S, most: usize, step: usize) -> Vec<u64> {
    let mut walker = graph.clone();
    let mut known = BTreeSet::from([graph.start()]);
    let mut last: Vec<u64> = known.iter().copied().collect();
    for _ in 0..most {
        let mut next = Vec::new();
        for number in last.into_iter().step_by(step) {
            walker.expand(number, &mut |child| next.extend(known.insert(child).then_some(child)));
        }
        last = next;
    }
    known.into_iter().step_by(step).collect()
}

/// Checks that the images of a position have its canonical number, each in the graph of the player who is the
/// image of the graph's. Skips images that do not belong to the same game because their walls lie elsewhere.
/// Returns the number of comparisons.
fn hold<S: Solve<Game: Symmetric>>(start: &str, most: usize, step: usize) -> usize {
    let start = start.parse().unwrap_or_else(|_| panic!("{start} is a position"));
    let one = S::from_start(&start).expect("it can be numbered");
    let graphs = one.players();
    let mut compared = 0;
    let mut compare = |player: Option<<S::Game as Game>::Player>, graph: &S| {
        for number in some(graph, most, step) {
            let (position, canonical) = (graph.position(number), graph.canonical(number));
            assert_eq!(graph.canonical(canonical), canonical, "{position}");
            for symmetry in 0..S::Game::symmetries(&position) {
                let plays = player.map(|player| S::Game::image_player(player, symmetry));
                let there = graphs
                    .iter()
                    .find(|(player, _)| Some(*player) == plays)
                    .map_or(graph, |(_, graph)| graph);
                let image = S::Game::image(&position, symmetry);
                if let Ok(image) = there.number(&image) {
                    assert_eq!(there.canonical(image), canonical, "image {symmetry} of {position}");
                    compared += 1;
                }
            }
        }
    };
    match &graphs[..] {
        [] => compare(None, &one),
        graphs => graphs.iter().for_each(|(player, graph)| compare(Some(*player), graph)),
    }
    compared
}

#[test]
fn the_images_of_a_position_have_its_canonical_number() {
    let compared = [
        hold::<bustan_core::dominions::Graph>("2 white 0 0", 4, 31),
        hold::<bustan_core::margo::Graph>("2", 20, 1),
        hold::<bustan_core::margo::Graph>("3 cutting off white 0", 5, 5),
        hold::<bustan_core::tribolo::Graph>("3x3 ...RB.GB. green", 9, 1),
        hold::<bustan_core::tribolo::Graph>("5x2 .RB..R.G#B red", 9, 1),
        hold::<bustan_core::tribolo::Graph>("3x3 #R..B.GB# blue", 9, 1),
        hold::<bustan_core::tictactoe::Graph>("......... x", 9, 1),
        hold::<bustan_core::abrobad::Graph>("............ x 0", 5, 5),
    ];
    assert!(compared.iter().all(|&compared| compared > 15), "{compared:?}");
}

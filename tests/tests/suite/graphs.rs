//! The graphs that are used to solve games find the symmetries of their boards independently. They must find
//! every symmetry that the guide knows, have the same moves as the reference engines, and fulfil their
//! promises about position numbers.

use std::collections::BTreeSet;

use bustan_guide::Symmetric;
use bustan_vocabulary::{Engine, Game, Measure, Solve};
use serde_json::Value;

/// Returns every `step`-th of the positions that can be reached with at most `most` moves.
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

/// Checks that the symmetric images of positions have the same canonical number, each in the graph of the
/// player who is the image of the graph's player. Images with walls at other places are skipped, because they
/// belong to another game. Returns the number of comparisons.
fn hold<S: Solve<Game: Symmetric>>(start: &str, most: usize, step: usize) -> usize {
    let start = start.parse().unwrap_or_else(|_| panic!("{start} is a position"));
    let one = S::from_start(&start).expect("it can be numbered");
    let graphs = one.players();
    let mut compared = 0;
    let mut compare = |player: Option<<S::Game as Game>::Player>, graph: &S| {
        for number in some(graph, most, step) {
            let (position, canonical) = (graph.position(number), graph.canonical(number));
            let mut images = BTreeSet::new();
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
                    images.insert(image);
                    compared += 1;
                }
            }
            assert!(images.contains(&canonical), "{canonical} is no image of {position}");
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
        hold::<bustan_core::tribolo::Graph>("6x5 GBBB..RRBBR..BGB..BGGBR.GGGRRR blue 14", 12, 2),
        hold::<bustan_core::tictactoe::Graph>("......... x", 9, 1),
        hold::<bustan_core::abrobad::Graph>("............ x 0", 5, 5),
    ];
    assert!(compared.iter().all(|&compared| compared > 15), "{compared:?}");
}

/// The optional data that a graph provides about its numbers.
#[derive(Debug, PartialEq)]
struct Says {
    bound: bool,
    stage: bool,
    stuck: bool,
    sides: bool,
}

/// The lead of `player` according to an observation.
fn lead<S: Solve>(shown: &Value, player: <S::Game as Game>::Player) -> i64 {
    let name = player.to_string();
    match S::MEASURE {
        Measure::Result if shown["winner"].is_null() => 0,
        Measure::Result if shown["winner"] == name => 1,
        Measure::Result => -1,
        Measure::Score => {
            let scores = shown["scores"].as_object().expect("there are scores");
            let points = |score: &Value| score.as_i64().expect("a score is a number");
            let others = scores.iter().filter(|(of, _)| **of != name).map(|(_, score)| points(score));
            points(&scores[&name]) - others.max().expect("there are others")
        }
    }
}

/// Checks, for every graph of a start position, that it has the same moves and ends as the engine, that
/// symmetric positions have symmetric successors, and that it fulfils its promises about numbers. Returns the
/// number of positions, and the number of moves that ended the game.
fn keep<S: Solve<Game: Game>, E: Engine<Game = S::Game> + Default>(
    start: &str,
    most: usize,
    step: usize,
    says: &Says,
) -> [usize; 2] {
    let start = start.parse().unwrap_or_else(|_| panic!("{start} is a position"));
    let graph = S::from_start(&start).expect("it can be numbered");
    assert_eq!(graph.number(&start), Ok(graph.start()), "{start}");
    let graphs: Vec<_> = graph.players().into_iter().map(|(player, graph)| (Some(player), graph)).collect();
    assert_eq!(graphs.is_empty(), !says.sides, "{start}");
    let graphs = if graphs.is_empty() { vec![(None, graph)] } else { graphs };
    let (mut kept, mut ends) = (0, 0);
    for (own, graph) in graphs {
        let numbers = some(&graph, most, step);
        for &number in &numbers {
            let position = graph.position(number);
            assert_eq!(graph.number(&position), Ok(number), "{position}");
            let said = Says {
                bound: graph.bound().is_some(),
                stage: graph.stage(number).is_some(),
                stuck: graph.stuck(number).is_some(),
                sides: graph.own_turn(number).is_some(),
            };
            assert_eq!(said, *says, "{position}");
            assert!(graph.bound().is_none_or(|bound| number < bound), "{position}");

            let mut engine = E::default();
            engine.setup(&position).unwrap_or_else(|_| panic!("{position} can be set up"));
            let turn = engine.turn();
            assert_eq!(graph.own_turn(number), own.map(|own| turn == Some(own)), "{position}");
            if own.is_none() && turn.is_some() {
                let begun = S::from_start(&position).map(|graph| graph.start());
                assert_eq!(begun, Ok(number), "{position}");
            }

            let below = Below::of(&graph, number);
            assert_eq!(turn.is_none(), below.ended.is_some(), "{position}");
            let mut played = BTreeSet::new();
            for mv in engine.legal_moves().expect("it lists its moves") {
                let player = turn.expect("nothing is legal once the game is over");
                engine.play(player, &mv).unwrap_or_else(|_| panic!("{mv} is legal in {position}"));
                let there = engine.position().expect("it tells its position");
                let child = graph.number(&there).expect("it belongs to the game");
                let shown = serde_json::to_value(engine.observe()).expect("it has a JSON form");
                let next = S::Game::PLAYERS.iter().copied().find(|&next| next != player);
                let lead = own.or(next).map(|of| lead::<S>(&shown, of) as i32);
                assert_eq!(
                    Below::of(&graph, child).ended,
                    lead.filter(|_| engine.turn().is_none()),
                    "{there}"
                );
                ends += usize::from(engine.turn().is_none());
                assert_eq!(graph.stuck(child), lead.filter(|_| says.stuck), "{there}");
                assert!(!says.stage || graph.stage(child) > graph.stage(number), "{there}");
                assert_eq!(engine.undo(), Some(true));
                played.insert(child);
            }
            assert_eq!(below.children, played, "{position}");

            let canonical = graph.canonical(number);
            let image = Below::of(&graph, canonical);
            assert_eq!(image.classes(&graph), below.classes(&graph), "{position}");
            let of = |number| (graph.own_turn(number), graph.stuck(number), graph.stage(number));
            assert_eq!((image.ended, of(canonical)), (below.ended, of(number)), "{position}");
        }
        kept += numbers.len();
    }
    [kept, ends]
}

/// The successors of a position, or the result of the game.
struct Below {
    ended: Option<i32>,
    children: BTreeSet<u64>,
}

impl Below {
    fn of<S: Solve>(graph: &S, number: u64) -> Self {
        let mut children = BTreeSet::new();
        let ended = graph.clone().expand(number, &mut |child| _ = children.insert(child));
        Self { ended, children }
    }

    /// The successors up to symmetry.
    fn classes<S: Solve>(&self, graph: &S) -> BTreeSet<u64> {
        self.children.iter().map(|&child| graph.canonical(child)).collect()
    }
}

#[test]
fn graphs_have_the_moves_of_the_references_and_what_they_say_holds() {
    use bustan_core as core;
    use bustan_reference as reference;

    fn all<S: Solve<Game: Game>, E: Engine<Game = S::Game> + Default>(
        says: Says,
        starts: &[(&str, usize, usize)],
    ) {
        let mut ended = 0;
        for &(start, most, step) in starts {
            let [kept, ends] = keep::<S, E>(start, most, step, &says);
            assert!(kept > 30, "{start}: only {kept} positions");
            ended += ends;
        }
        assert!(ended > 5, "{starts:?}: only {ended} ends");
    }
    let says = |bound, stage, stuck, sides| Says { bound, stage, stuck, sides };
    all::<core::dominions::Graph, reference::dominions::ReferenceEngine>(
        says(false, true, false, false),
        &[("2 white 0 0", 4, 7), ("2 black 1 1", 2, 2)],
    );
    all::<core::margo::Graph, reference::margo::ReferenceEngine>(
        says(false, false, true, false),
        &[("2", 20, 1), ("3 cutting off white 0", 6, 5), ("4", 3, 3)],
    );
    all::<core::tribolo::Graph, reference::tribolo::ReferenceEngine>(
        says(false, true, false, true),
        &[
            ("3x3 ...RB.GB. green", 9, 1),
            ("5x3 ..R...RBG..B..# blue 3", 12, 2),
            ("6x5 GBBB..RRBBR..BGB..BGGBR.GGGRRR blue 14", 12, 2),
        ],
    );
    all::<core::tictactoe::Graph, reference::tictactoe::ReferenceEngine>(
        says(true, true, false, false),
        &[("......... x", 9, 1), ("x...o.... x misere", 7, 1)],
    );
    all::<core::abrobad::Graph, reference::abrobad::ReferenceEngine>(
        says(true, false, false, false),
        &[("............ x 0", 12, 3), ("x....o...... x 2", 9, 2)],
    );
}

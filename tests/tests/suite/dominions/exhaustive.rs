//! Compares both engines at every position of the board of side 2 after up to three moves, with every
//! sequence of moves that reaches it; with `BUSTAN_PLIES=5`, after up to five moves.
//!
//! The reference engine visits each *position* once: it stores only the board, so its results cannot depend
//! on how a position was reached. The optimised engine stores much more state, so it plays all *sequences* of
//! moves, and its results after each move and each undo are compared with those of the reference engine.
//!
//! Up to four moves there are 395,073 sequences and 191,793 positions. 28,950 of the positions have at most
//! three moves; at these, the engines are queried for the verdict on every move. Up to five moves there are
//! 759,428 positions and 2,454,489 sequences.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;
use std::{env, mem};

use bustan_core::dominions::FastEngine;
use bustan_reference::dominions::ReferenceEngine;
use bustan_tests::dominions::pair::{Pair, seen, sorted_legal};
use bustan_vocabulary::dominions::{Dominions, Move, Observation, Player, Position, Reason, Side, Tile};
use bustan_vocabulary::{Engine, Game};
use rayon::prelude::*;

/// The number of different positions after each number of moves.
const POSITIONS: [usize; 6] = [1, 106, 3_139, 25_704, 162_843, 567_635];

/// The number of sequences of each number of moves.
const SEQUENCES: [u64; 6] = [1, 106, 3_139, 39_642, 352_185, 2_059_416];

/// The verdict on every move is compared at positions after at most `ASKED` moves.
const ASKED: usize = 3;

/// Data about a position that both engines must agree on.
struct Known {
    /// The digest of all results of the reference engine at the position; see [`digest`].
    said: u64,
    /// The hashes of the optimised engine, set up at the position, and of the reference engine.
    hashes: [u64; 2],
}

/// The positions after a given number of moves.
type Layer = HashMap<Position, Known>;

/// The maximum number of moves, from the environment variable `BUSTAN_PLIES`.
static PLIES: LazyLock<usize> = LazyLock::new(|| {
    let plies = env::var("BUSTAN_PLIES").map_or(3, |plies| plies.parse().expect("BUSTAN_PLIES is a number"));
    assert!(
        (ASKED..POSITIONS.len()).contains(&plies),
        "BUSTAN_PLIES is a number from {ASKED} to {}",
        POSITIONS.len() - 1
    );
    plies
});

static LAYERS: LazyLock<Vec<Layer>> = LazyLock::new(layers);

/// Hashes all results at a position into one number. Different results yield different numbers, except for
/// hash collisions.
fn digest<E>(engine: &E, legal: &[Move]) -> u64
where
    E: Engine<Game = Dominions, Observation = Observation>,
{
    let Observation {
        game,
        size,
        ply,
        to_move,
        over,
        winner,
        scores,
        board,
        hands,
        passes,
        groups,
        sections,
    } = &seen(engine);
    let mut hasher = DefaultHasher::new();
    (game, size, ply, to_move, over, winner, scores, board, hands, passes).hash(&mut hasher);
    for group in groups {
        (group.controller, &group.cells, group.liberties, &group.liberty_cells).hash(&mut hasher);
    }
    for section in sections {
        (&section.cells, section.liberties).hash(&mut hasher);
    }
    (engine.turn(), legal).hash(&mut hasher);
    hasher.finish()
}

fn at<E: Engine<Game = Dominions> + Default>(position: &Position) -> E {
    let mut engine = E::default();
    engine.setup(position).unwrap();
    engine
}

/// Returns a position and the data about it and, if `further`, the positions after each legal move, of which
/// some may be equal.
fn know(position: Position, further: bool) -> (Position, Known, Vec<Position>) {
    let mut reference: ReferenceEngine = at(&position);
    let hashes = [at::<FastEngine>(&position).hash().unwrap(), reference.hash().unwrap()];
    let moves = sorted_legal(&reference);
    let known = Known { said: digest(&reference, &moves), hashes };
    let children = moves.iter().filter(|_| further).map(|mv| {
        reference.play(reference.turn().unwrap(), mv).unwrap();
        let child = reference.position().unwrap();
        assert_eq!(reference.undo(), Some(true));
        child
    });
    let children = children.collect();
    (position, known, children)
}

fn layers() -> Vec<Layer> {
    let mut positions = HashSet::from(["2".parse().unwrap()]);
    let layer = |ply| {
        let further = ply < *PLIES;
        let here = mem::take(&mut positions);
        let found: Vec<_> = here.into_par_iter().map(|position| know(position, further)).collect();
        found
            .into_iter()
            .map(|(position, known, children)| {
                positions.extend(children);
                (position, known)
            })
            .collect()
    };
    (0..=*PLIES).map(layer).collect()
}

/// Compares all results of the optimised engine with the data about the position.
fn compare(engine: &FastEngine, ply: usize) {
    let position = engine.position().unwrap();
    let known = LAYERS[ply].get(&position);
    let known =
        known.unwrap_or_else(|| panic!("the reference engine does not come to {position} in {ply} moves"));
    let said = digest(engine, &sorted_legal(engine));
    if said != known.said {
        // This comparison fails with a detailed message.
        Pair { fast: engine.clone(), reference: at(&position) }.snapshot();
    }
    assert_eq!((said, engine.board().hash()), (known.said, known.hashes[0]), "{position}");
}

/// Compares after all sequences of moves that continue from the current position, and counts the sequences by
/// length.
fn walk(engine: &mut FastEngine, ply: usize) -> [u64; 6] {
    compare(engine, ply);
    let mut visited = [0; 6];
    visited[ply] = 1;
    if ply == *PLIES {
        return visited;
    }
    let gist = |engine: &FastEngine| (engine.board().hash(), engine.board().legal_count());
    let before = gist(engine);
    for mv in engine.legal_moves().unwrap() {
        engine.play(engine.turn().unwrap(), &mv).unwrap();
        for (sum, more) in visited.iter_mut().zip(walk(engine, ply + 1)) {
            *sum += more;
        }
        assert_eq!(engine.undo(), Some(true));
        assert_eq!(gist(engine), before, "after {mv} is taken back at {}", engine.position().unwrap());
    }
    compare(engine, ply);
    visited
}

#[test]
fn after_every_sequence_of_moves_the_engines_agree() {
    assert!(LAYERS.iter().map(HashMap::len).eq(POSITIONS[..=*PLIES].iter().copied()));
    let start: FastEngine = at(&"2".parse().unwrap());
    compare(&start, 0);
    let moves = start.legal_moves().unwrap();
    let below = moves.par_iter().map(|mv| {
        let mut engine = start.clone();
        engine.play(Player::White, mv).unwrap();
        let visited = walk(&mut engine, 1);
        assert_eq!(engine.undo(), Some(true));
        compare(&engine, 0);
        assert_eq!(engine.undo(), Some(false));
        visited
    });
    let visited = below.reduce(|| [0; 6], |a, b| std::array::from_fn(|ply| a[ply] + b[ply]));
    assert_eq!(visited[1..=*PLIES], SEQUENCES[1..=*PLIES]);
}

#[test]
fn every_position_can_be_set_up() {
    for (ply, layer) in LAYERS.iter().enumerate() {
        layer.par_iter().for_each(|(position, _)| compare(&at(position), ply));
    }
}

#[test]
fn hashes_are_equal_exactly_when_positions_are_the_same() {
    let mut hashes: HashMap<_, [u64; 2]> = HashMap::new();
    for (position, known) in LAYERS.iter().flatten() {
        let identity = Dominions::identity(&seen(&at::<FastEngine>(position)));
        let first = hashes.entry(identity).or_insert(known.hashes);
        assert_eq!(*first, known.hashes, "{position}");
    }
    for engine in 0..2 {
        let different: HashSet<u64> = hashes.values().map(|hashes| hashes[engine]).collect();
        assert_eq!(different.len(), hashes.len());
    }
}

#[test]
fn every_move_gets_the_same_verdict() {
    let beyond = ["a3", "b4", "d3"].map(|name| name.parse().unwrap());
    let cells = Side::new(2).unwrap().cells().chain(beyond);
    let places = cells.flat_map(|cell| Tile::all().map(move |tile| Move::Place(tile, cell)));
    let moves: Vec<Move> = places.chain([Move::Pass]).collect();
    let given = |position: &Position| {
        let pair = Pair::at(position).unwrap();
        let opponent = position.turn().opponent();
        let out_of_turn = pair.verdict(opponent, Move::Pass);
        let verdicts = moves.iter().map(|&mv| pair.verdict(position.turn(), mv)).chain([out_of_turn]);
        verdicts.filter_map(Result::err).collect::<HashSet<Reason>>()
    };
    let asked = LAYERS[..=ASKED].par_iter().flatten();
    let reasons = asked.map(|(position, _)| given(position)).reduce(HashSet::new, |a, b| &a | &b);
    assert_eq!(reasons.len(), Reason::ALL.len());
}

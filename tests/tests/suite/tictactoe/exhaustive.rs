//! Compares both engines at every position of Tic-Tac-Toe, in the standard and in the misère game: 5478 each,
//! or 765 up to symmetry.

use std::collections::{BTreeMap, HashMap, HashSet};

use bustan_core::tictactoe::FastEngine;
use bustan_guide::Symmetric;
use bustan_harness::compare::laws::Symmetries;
use bustan_harness::compare::lockstep::{Checks, Factories, Lockstep};
use bustan_harness::erased::shared_position;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::{Cell, Move, Observation, Player, Position, Reason, TicTacToe};
use bustan_vocabulary::{Engine, Game};

fn at<E: Engine<Game = TicTacToe> + Default>(position: &Position) -> E {
    let mut engine = E::default();
    engine.setup(position).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    engine
}

/// All results of an engine at a position: the observation, also as JSON, the legal moves, the verdict on
/// every move for both players, and the perft counts.
#[derive(Debug, PartialEq)]
struct Said {
    seen: Observation,
    json: String,
    turn: Option<Player>,
    position: Position,
    legal: Vec<Move>,
    verdicts: Vec<Result<(), Option<Reason>>>,
    counts: [Option<u64>; 2],
}

fn said<E: Engine<Game = TicTacToe, Observation = Observation>>(engine: &mut E) -> Said {
    let beyond = ["d1", "a4", "b0", "d4", "z99"].map(|cell| cell.parse().unwrap());
    let moves: Vec<Move> = Cell::BOARD.into_iter().chain(beyond).map(Move).collect();
    let mut legal = engine.legal_moves().unwrap();
    legal.sort_unstable();
    let asked = Player::ALL.into_iter().flat_map(|player| moves.iter().map(move |mv| (player, mv)));
    let seen = engine.observe().unwrap();
    Said {
        json: serde_json::to_string(&seen).unwrap(),
        seen,
        turn: engine.turn(),
        position: engine.position().unwrap(),
        legal,
        verdicts: asked.map(|(player, mv)| engine.verdict(player, mv).answer().unwrap()).collect(),
        counts: [engine.perft(1), engine.perft(2)],
    }
}

/// Returns all positions that can be reached from `start`, with their observations. At each position and
/// after each of its moves, the engines are compared.
fn reached(start: &Position) -> HashMap<Position, Observation> {
    let mut known = HashMap::new();
    let mut ahead = vec![start.clone()];
    while let Some(position) = ahead.pop() {
        if known.contains_key(&position) {
            continue;
        }
        let (mut fast, mut reference): (FastEngine, ReferenceEngine) = (at(&position), at(&position));
        let here = said(&mut reference);
        assert_eq!(said(&mut fast), here, "{position}");
        for mv in &here.legal {
            let player = here.turn.unwrap();
            assert_eq!(
                (fast.play(player, mv), reference.play(player, mv)),
                (Ok(()), Ok(())),
                "{position}, {mv}"
            );
            assert_eq!(said(&mut fast), said(&mut reference), "{position}, {mv}");
            ahead.push(fast.position().unwrap());
            assert_eq!((fast.undo(), reference.undo()), (Some(true), Some(true)));
            assert_eq!(
                (said(&mut fast), said(&mut reference).seen),
                (said(&mut at::<FastEngine>(&position)), here.seen.clone())
            );
        }
        known.insert(position, here.seen);
    }
    known
}

#[test]
fn all_positions_are_the_same_on_both_engines() {
    for misere in [false, true] {
        let known = reached(&Position::initial(misere));
        assert_eq!(known.len(), 5478);
        assert_eq!(known.values().map(|seen| seen.canonical).collect::<HashSet<_>>().len(), 765);
        assert_eq!(known.keys().map(TicTacToe::canonical).collect::<HashSet<_>>().len(), 765);
        let mut ends = BTreeMap::new();
        for seen in known.values().filter(|seen| seen.over) {
            let in_a_row = seen.winner.map(|winner| if misere { winner.opponent() } else { winner });
            *ends.entry(in_a_row).or_insert(0) += 1;
        }
        assert_eq!(ends, BTreeMap::from([(None, 16), (Some(Player::X), 626), (Some(Player::O), 316)]));
    }
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let known = reached(&Position::initial(false));
    let hashes = |hash: fn(&Position) -> Option<u64>| known.keys().map(hash).collect::<HashSet<_>>().len();
    assert_eq!(hashes(|position| at::<FastEngine>(position).hash()), known.len());
    assert_eq!(hashes(|position| at::<ReferenceEngine>(position).hash()), known.len());
    assert_eq!(known.values().map(|seen| seen.hash).collect::<HashSet<_>>().len(), known.len());
    let identities: HashSet<_> = known.values().map(TicTacToe::identity).collect();
    assert_eq!(identities.len(), known.len());
}

#[test]
fn the_same_arrangements_can_be_set_up_on_both_engines() {
    let mut accepted = 0;
    for number in 0..3_usize.pow(9) {
        let mark = |place: u32| [None, Some(Player::O), Some(Player::X)][number / 3_usize.pow(place) % 3];
        let marks = std::array::from_fn(|place| mark(place as u32));
        for (turn, misere) in [(Player::X, false), (Player::O, false), (Player::X, true), (Player::O, true)] {
            let position = Position::new(marks, turn, misere);
            let (mut fast, mut reference) = (FastEngine::default(), ReferenceEngine::default());
            let verdict = reference.setup(&position);
            assert_eq!(fast.setup(&position), verdict, "{position}");
            accepted += u32::from(verdict.is_ok());
        }
    }
    assert_eq!(accepted, 2 * 5478);
}

#[test]
fn all_laws_hold_at_every_position() {
    let factories = Factories { subject: &FastEngine::default, oracle: &ReferenceEngine::default };
    let start = Position::initial(false);
    let mut lockstep = Lockstep::new(factories, Checks::ALL, shared_position::<TicTacToe>(&start));
    for position in reached(&start).keys() {
        assert!(matches!(lockstep.begin(&shared_position::<TicTacToe>(position)), Ok(true)), "{position}");
        if let Err(divergence) = lockstep.laws(Symmetries::All) {
            panic!("{divergence}\n{}", divergence.record);
        }
    }
}

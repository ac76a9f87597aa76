//! Compares solutions of Tribolo for each of the three players with a search on the reference engine, written
//! for this test.

use std::collections::HashMap;
use std::path::PathBuf;

use bustan_core::tribolo::{FastEngine, Graph};
use bustan_games::numbering;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_solve::database::{self, Database, Subject};
use bustan_solve::{Limits, Outcome, Progress, best, moves, of_move, solve, solve_all};
use bustan_vocabulary::tribolo::{Content, Identity, Player, Position, Size, Tribolo};
use bustan_vocabulary::{Engine, Game, Measure, Solve};

const ALL: Limits = Limits { symmetry: false, memory: 1 << 30 };
const CLASSES: Limits = Limits { symmetry: true, ..ALL };

/// Setups with many kinds of positions and games: skipped turns, moves by both others in a row, ends on full
/// and on open boards, ties.
const SETUPS: [&str; 12] = [
    "6x1 .RBG.. blue",
    "9x1 .GR.BRB.. blue",
    "1x8 RBG..RB. blue",
    "8x1 .RB#.GR. blue",
    "3x3 BR.G.R.B. blue",
    "3x3 ...RB.GB. green",
    "4x3 BR..G#R..BG. blue",
    "4x3 #G...BR...B. red",
    "3x4 .#..BGRB..#. green",
    "5x3 ..R...RBG..B..# blue",
    "4x4 B...R....GR#.B.. green",
    "4x4 #....BR..GB....# blue",
];

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// The results of the search: for each identity, the position, the lead of the player at the end of the game,
/// and the number of moves to the end.
type Known = HashMap<Identity, (Position, i32, u32)>;

/// The lead of the player `one` over the better of the two others, if `one` maximises it and the two others
/// minimise it, and the number of moves to the end.
fn search(engine: &mut ReferenceEngine, one: Player, known: &mut Known) -> (i32, u32) {
    let seen = engine.observe().unwrap();
    let identity = Tribolo::identity(&seen);
    if let Some(&(_, lead, moves)) = known.get(&identity) {
        return (lead, moves);
    }
    let found = if let Some(player) = engine.turn() {
        let mut children = Vec::new();
        for mv in engine.legal_moves().unwrap() {
            engine.play(player, &mv).unwrap();
            let (lead, moves) = search(engine, one, known);
            assert_eq!(engine.undo(), Some(true));
            children.push((lead, moves + 1));
        }
        let leads = children.iter().map(|child| child.0);
        let lead = if player == one { leads.max() } else { leads.min() }.expect("who is on turn has a move");
        let ways = children.iter().filter(|child| child.0 == lead).map(|child| child.1);
        // A player who does not fall behind selects the shortest path.
        let content = if player == one { lead >= 0 } else { lead <= 0 };
        (lead, if content { ways.min() } else { ways.max() }.unwrap())
    } else {
        let others = seen.scores.iter().filter(|(player, _)| **player != one).map(|(_, score)| *score as i32);
        (seen.scores[&one] as i32 - others.max().unwrap(), 0)
    };
    known.insert(identity, (engine.position().unwrap(), found.0, found.1));
    found
}

fn searched(start: &Position, one: Player) -> Known {
    let mut engine = ReferenceEngine::default();
    engine.setup(start).unwrap();
    let mut known = Known::new();
    search(&mut engine, one, &mut known);
    known
}

/// Compares the solution, with and without symmetry, with the search, and returns the number of positions.
fn compare(start: &Position) -> u64 {
    let graph = Graph::from_start(start).unwrap();
    let (sides, solutions) = solve_all(&graph, ALL, &Progress::default()).unwrap();
    let (_, classes) = solve_all(&graph, CLASSES, &Progress::default()).unwrap();
    assert_eq!(sides.len(), 3);
    let mut turn = ReferenceEngine::default();
    turn.setup(start).unwrap();
    assert_eq!(sides[0].player, Some(turn.turn().unwrap_or(start.asked())), "{start}");
    for ((side, solution), classes) in sides.iter().zip(&solutions).zip(&classes) {
        let one = side.player.unwrap();
        let known = searched(start, one);
        assert_eq!(solution.positions(), known.len() as u64, "{start}");
        for (position, lead, moves) in known.values() {
            let number = side.graph.number(position).unwrap();
            let expected = Outcome::Ends { lead: *lead as i16, remoteness: *moves as u16 };
            assert_eq!(solution.of(number), Some(expected), "{one} at {position} from {start}");
            assert_eq!(
                classes.of(side.graph.canonical(number)),
                Some(expected),
                "{one} at {position} from {start}"
            );
        }
    }
    solutions[0].positions()
}

#[test]
fn every_position_has_the_value_and_the_remoteness_of_a_search() {
    let positions: Vec<u64> = SETUPS.iter().map(|text| compare(&position(text))).collect();
    assert_eq!(positions, [5, 14, 7, 3, 6, 26, 25, 39, 49, 602, 1724, 5593]);
}

/// All boards of a size, with each player asked first.
fn boards(size: Size) -> impl Iterator<Item = Position> {
    let boards = 5usize.pow(size.count() as u32);
    (0..boards).flat_map(move |board| {
        let cells = (0..size.count() as u32)
            .map(|place| Content::ALL[board / 5usize.pow(place) % 5])
            .collect::<Vec<_>>();
        Player::ALL.map(|asked| Position::new(size, cells.clone(), asked, 0).unwrap())
    })
}

#[test]
fn every_board_of_a_single_row_has_the_value_of_a_search() {
    for width in 1..=5 {
        boards(Size::new(width, 1).unwrap()).for_each(|start| {
            compare(&start);
        });
    }
}

/// The graph without its stages, so that it is solved with stored edges.
#[derive(Clone)]
struct Edges(Graph);

impl Solve for Edges {
    type Game = Tribolo;
    const MEASURE: Measure = Measure::Score;

    fn from_start(start: &Position) -> Result<Self, String> {
        Graph::from_start(start).map(Self)
    }

    fn start(&self) -> u64 {
        self.0.start()
    }

    fn own_turn(&self, number: u64) -> Option<bool> {
        self.0.own_turn(number)
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        self.0.expand(number, each)
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        self.0.number(position)
    }

    fn position(&self, number: u64) -> Position {
        self.0.position(number)
    }

    fn canonical(&self, number: u64) -> u64 {
        self.0.canonical(number)
    }
}

#[test]
fn layers_and_edges_come_to_the_same() {
    for text in SETUPS {
        for (_, graph) in Graph::from_start(&position(text)).unwrap().players() {
            for limits in [ALL, CLASSES] {
                let layered = solve(&graph, limits, &Progress::default()).unwrap();
                let edges = solve(&Edges(graph.clone()), limits, &Progress::default()).unwrap();
                assert!(layered.iter().eq(edges.iter()), "{text}");
                assert_eq!(
                    (layered.figures().moves(), layered.at_start()),
                    (edges.figures().moves(), edges.at_start())
                );
            }
        }
    }
}

#[test]
fn parents_and_children_agree_move_by_move() {
    for text in SETUPS {
        let (sides, solutions) =
            solve_all(&Graph::from_start(&position(text)).unwrap(), ALL, &Progress::default()).unwrap();
        for (side, solution) in sides.iter().zip(&solutions) {
            for (number, outcome) in solution.iter() {
                let position = side.graph.position(number);
                assert_eq!(side.graph.number(&position), Ok(number), "{position}");
                let moves = moves::<Graph, FastEngine>(&side.graph, &position).unwrap();
                let of = |&(_, child): &(_, u64)| solution.of(child).expect("children are solved");
                if let Some(expected) = best(side.graph.own_turn(number), moves.iter().map(of)) {
                    assert_eq!(outcome, expected, "{position}");
                    let leads_there = |mv| of_move(side.graph.own_turn(number), of(mv)) == outcome;
                    assert!(moves.iter().any(leads_there), "{position}");
                }
            }
        }
    }
}

/// At most one player is ahead: the leads that the players can force add up to at most zero.
#[test]
fn at_most_one_player_can_make_sure_of_a_lead() {
    for text in SETUPS {
        let (_, solutions) =
            solve_all(&Graph::from_start(&position(text)).unwrap(), ALL, &Progress::default()).unwrap();
        let leads = solutions.iter().map(|solution| match solution.at_start() {
            Outcome::Ends { lead, .. } => lead,
            Outcome::Draw => panic!("nothing comes again in {text}"),
        });
        assert!(leads.filter(|&lead| lead > 0).count() <= 1, "{text}");
    }
}

#[test]
fn a_file_has_the_outcomes_for_all_players() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tribolo.db");
    let start = position("4x4 .B...R#...G..... blue");
    let graph = Graph::from_start(&start).unwrap();
    for limits in [ALL, CLASSES] {
        let (sides, solutions) = solve_all(&graph, limits, &Progress::default()).unwrap();
        let subject = Subject {
            game: Tribolo::NAME.into(),
            numbering: Graph::NUMBERING,
            start: start.to_string(),
            symmetry: limits.symmetry,
        };
        database::write(&path, &subject, &solutions).unwrap();
        let database = Database::open(&path, numbering).unwrap();
        assert_eq!((database.subject(), database.positions()), (&subject, solutions[0].positions()));
        for (side, solution) in sides.iter().zip(&solutions) {
            let found = database.find(solution.iter().map(|(number, _)| number));
            assert!(found.into_iter().eq(solution.iter()), "{:?}", side.player);
        }
    }
}

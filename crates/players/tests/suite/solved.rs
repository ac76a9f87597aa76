//! Tests that no player loses value in a solved game if its horizon reaches the end.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use bustan_core::{abrobad, tribolo};
use bustan_harness::base::Dice;
use bustan_players::{Bot, Value};
use bustan_solve::database::{self, Subject};
use bustan_solve::{Limits, Outcome, Progress, Solution, moves, of_move, sides, solve};
use bustan_vocabulary::abrobad::Abrobad;
use bustan_vocabulary::dominions::Dominions;
use bustan_vocabulary::margo::Margo;
use bustan_vocabulary::tictactoe::TicTacToe;
use bustan_vocabulary::tribolo::Tribolo;
use bustan_vocabulary::{Engine, Game, Record, Solve};

use crate::common::{Fast, bot, lead, made, random_game, think};

const LIMITS: Limits = Limits { symmetry: false, memory: 1 << 31 };

/// A solved game: its graph with the solution, and its engine.
struct Known<G: Fast> {
    graph: G::Graph,
    solution: Solution,
    start: String,
}

impl<G: Fast> Known<G> {
    fn of(start: &str) -> Self {
        let position = start.parse().unwrap_or_else(|_| panic!("{start}"));
        let graph = G::Graph::from_start(&position).unwrap();
        let solution = solve(&graph, LIMITS, &Progress::default()).unwrap();
        Self { graph, solution, start: start.into() }
    }

    fn position(&self) -> G::Position {
        self.start.parse().unwrap_or_else(|_| panic!("{}", self.start))
    }

    fn outcome(&self, position: &G::Position) -> Outcome {
        self.solution.of(self.graph.number(position).unwrap()).unwrap()
    }

    /// The outcomes of the moves of a position, for the player who makes them.
    fn moves(&self, position: &G::Position) -> BTreeMap<G::Move, Outcome> {
        let own_turn = self.graph.own_turn(self.graph.number(position).unwrap());
        let moves = moves::<G::Graph, G::Engine>(&self.graph, position).unwrap();
        let of = |child| of_move(own_turn, self.solution.of(child).unwrap());
        moves.into_iter().map(|(mv, child)| (mv, of(child))).collect()
    }
}

/// The lead in an outcome; 0 for a draw.
fn lead_of(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Ends { lead, .. } => lead.into(),
        Outcome::Draw => 0,
    }
}

/// Lets a player analyse a position, as a game without moves. The selected move must preserve the value, and
/// values reported as proven must be correct.
fn keeps<G: Fast>(known: &Known<G>, bot: &mut dyn Bot<G>, position: &G::Position) -> Option<Value> {
    let outcomes = known.moves(position);
    let best = outcomes.values().copied().map(lead_of).max()?;
    let thought = think(bot, &Record::new(position.clone()));
    let name = bot.name();
    let kept = lead_of(outcomes[&thought.best]);
    assert_eq!(kept, best, "{name} plays {} at {position}", thought.best);
    for opinion in &thought.moves {
        if let Some(told) = lead(opinion.value) {
            assert_eq!(told, lead_of(outcomes[&opinion.mv]), "{name} on {} at {position}", opinion.mv);
        }
    }
    thought.value()
}

/// All positions of a game except final ones.
fn positions<G: Fast>(known: &Known<G>) -> Vec<G::Position> {
    let mut graph = known.graph.clone();
    let mut numbers = std::collections::BTreeSet::from([graph.start()]);
    let mut left: Vec<u64> = numbers.iter().copied().collect();
    let mut open = Vec::new();
    while let Some(number) = left.pop() {
        let mut below = Vec::new();
        if graph.expand(number, &mut |child| below.push(child)).is_none() {
            open.push(number);
        }
        left.extend(below.into_iter().filter(|&child| numbers.insert(child)));
    }
    open.sort_unstable();
    open.into_iter().map(|number| known.graph.position(number)).collect()
}

/// Lets players analyse positions of a game. Each player must find the value.
fn everybody_knows<G: Fast>(known: &Known<G>, words: &[&str], positions: &[G::Position]) {
    for words in words {
        let mut bot = bot::<G>(words, 2, 0);
        for position in positions {
            let value = keeps(known, &mut *bot, position);
            // A single legal move is not analysed, and a search does not end if neither side can force an
            // end.
            let outcome = known.outcome(position);
            if known.moves(position).len() > 1 && outcome != Outcome::Draw {
                assert_eq!(lead(value), Some(lead_of(outcome)), "{words} at {position}");
            }
        }
    }
}

/// Positions of random games: `each` positions per game, with at most `most` moves.
fn samples<G: Fast>(known: &Known<G>, games: u64, each: usize, most: usize) -> Vec<G::Position> {
    let mut samples = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let (game, _) = random_game::<G>(&known.position(), usize::MAX, &mut dice);
        let mut engine = G::Engine::default();
        assert!(engine.setup(&game.start).is_ok());
        let mut late = Vec::new();
        for (player, mv) in &game.moves {
            if engine.legal_moves().unwrap().len() <= most {
                late.push(engine.position().unwrap());
            }
            engine.play(*player, mv).unwrap();
        }
        late.reverse();
        samples.extend(late.into_iter().take(each));
    }
    samples
}

#[test]
fn nobody_errs_in_tic_tac_toe() {
    for start in ["......... x", "......... x misere"] {
        let known = Known::<TicTacToe>::of(start);
        let positions = positions(&known);
        assert_eq!(positions.len(), 4520);
        let words = ["alphabeta:9", "paranoid,nodes=1000000", "bestreply:9", "mcts:1000000"];
        everybody_knows(&known, &words, &positions);
    }
}

const ABROBAD: &str = "............ x 0";

/// Searches whose depth is the distance to the win.
fn alphabeta_wins_abrobad(every: usize) {
    let known = Known::<Abrobad>::of(ABROBAD);
    let positions = positions(&known);
    let mut bots: BTreeMap<u16, Box<dyn Bot<_>>> = BTreeMap::new();
    for position in positions.iter().step_by(every) {
        let Outcome::Ends { lead: expected, remoteness } = known.outcome(position) else {
            panic!("neither side can force an end: {position}");
        };
        let bot = bots.entry(remoteness).or_insert_with(|| bot(&format!("alphabeta:{remoteness}"), 2, 0));
        let value = keeps(&known, &mut **bot, position);
        // The path to the end is as short as possible.
        let told = Some(Value::Lead { lead: expected.into(), moves: Some(remoteness.into()) });
        assert_eq!(value, told, "{position}");
    }
}

#[test]
fn alphabeta_knows_the_value_of_positions_of_abrobad_and_how_far_the_end_is() {
    alphabeta_wins_abrobad(6007);
}

#[test]
#[ignore = "takes minutes"]
fn alphabeta_knows_the_value_of_every_position_of_abrobad() {
    alphabeta_wins_abrobad(1);
}

#[test]
fn mcts_keeps_the_value_of_positions_of_abrobad_that_it_sees_to_the_end() {
    let known = Known::<Abrobad>::of(ABROBAD);
    let near =
        |position: &_| matches!(known.outcome(position), Outcome::Ends { remoteness, .. } if remoteness <= 5);
    let positions: Vec<_> = positions(&known).into_iter().step_by(1009).filter(near).collect();
    assert!(positions.len() > 100, "{}", positions.len());
    everybody_knows(&known, &["mcts:200000"], &positions);
}

const DOMINIONS: &str = "2 white 0 0";

fn nobody_errs_in_dominions(games: u64, most: usize) {
    let known = Known::<Dominions>::of(DOMINIONS);
    let samples = samples(&known, games, 4, most);
    let words = ["alphabeta,nodes=100000000", "bestreply,nodes=100000000", "mcts:100000000"];
    everybody_knows(&known, &words, &samples);
}

#[test]
fn nobody_errs_in_the_endgames_of_dominions() {
    nobody_errs_in_dominions(6, 40);
}

#[test]
#[ignore = "takes minutes"]
fn nobody_errs_in_many_endgames_of_dominions() {
    nobody_errs_in_dominions(60, 60);
}

/// The lead of the player to move under perfect play, computed by a search through all games; `None` if there
/// are too many.
fn exhausted<E: Engine + Clone>(engine: &E, left: &mut u32, depth: u32) -> Option<i32> {
    let player = engine.turn()?;
    *left = left.checked_sub(1).filter(|_| depth < 100)?;
    let place = |player| E::Game::PLAYERS.iter().position(|&other| other == player).unwrap();
    let mut best = None;
    for mv in engine.legal_moves().unwrap() {
        let mut next = engine.clone();
        next.play(player, &mv).unwrap();
        let lead = match next.turn() {
            None => next.standing().unwrap().lead(place(player)),
            Some(_) => -exhausted(&next, left, depth + 1)?,
        };
        best = best.max(Some(lead));
    }
    best
}

/// Because the rules forbid repetition, earlier positions matter, so the players get the whole game.
fn nobody_errs_in_margo(words: &[&str], games: u64, most: u32) -> usize {
    let start = Margo::initial(words).unwrap();
    let mut known = 0;
    for seed in 0..games {
        let (whole, _) = random_game::<Margo>(&start, usize::MAX, &mut Dice::new(seed));
        let plies = whole.moves.len().saturating_sub(2 + seed as usize % 8);
        let (game, engine) = random_game::<Margo>(&start, plies, &mut Dice::new(seed));
        let Some(turn) = engine.turn().filter(|_| engine.legal_moves().unwrap().len() > 1) else { continue };
        let Some(expected) = exhausted(&engine, &mut most.clone(), 0) else { continue };
        known += 1;
        for words in ["alphabeta,nodes=100000000", "mcts:100000000"] {
            let thought = think(&mut *bot::<Margo>(words, 2, seed), &game);
            assert_eq!(lead(thought.value()), Some(expected), "{words}: {game}");
            let mut next = engine.clone();
            next.play(turn, &thought.best).unwrap();
            let kept = match next.turn() {
                None => -next.standing().unwrap().lead(1 - turn as usize),
                Some(_) => -exhausted(&next, &mut most.clone(), 0).unwrap(),
            };
            assert_eq!(kept, expected, "{words} plays {}: {game}", thought.best);
        }
    }
    known
}

#[test]
fn nobody_errs_in_margo_where_no_position_may_come_again() {
    let boards = [&["2"][..], &["3", "atari"]];
    let known = boards.map(|words| nobody_errs_in_margo(words, 30, 20_000));
    assert!(known.iter().all(|&known| known > 10), "{known:?}");
}

#[test]
#[ignore = "takes minutes"]
fn nobody_errs_in_many_endgames_of_margo() {
    let boards = [&["2"][..], &["3", "atari"], &["3", "cutting", "off", "atari"]];
    let known = boards.map(|words| nobody_errs_in_margo(words, 200, 200_000));
    assert!(known.iter().all(|&known| known > 0), "{known:?}");
}

/// The lead that one of three players can force against the two others.
#[test]
fn paranoid_search_knows_what_each_of_three_can_force() {
    for start in ["4x3 RB...G...#.. blue", "4x3 .BR..GB.R#G. red", "3x3 ...RB.GB. green"] {
        let position = start.parse().unwrap_or_else(|_| panic!("{start}"));
        let graph = tribolo::Graph::from_start(&position).unwrap();
        let known: Vec<_> = sides(&graph)
            .into_iter()
            .map(|side| {
                let solution = solve(&side.graph, LIMITS, &Progress::default()).unwrap();
                (side.player.unwrap(), Known { graph: side.graph, solution, start: start.into() })
            })
            .collect();
        let mut bots: [Box<dyn Bot<_>>; 2] =
            ["paranoid:40", "paranoid,nodes=10000000"].map(|words| bot::<Tribolo>(words, 3, 0));
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let plies = dice.below(4) as usize;
            let (_, engine) = random_game::<Tribolo>(&position, plies, &mut dice);
            let Some(turn) = engine.turn().filter(|_| engine.legal_moves().unwrap().len() > 1) else {
                continue;
            };
            let (_, own) = known.iter().find(|(player, _)| *player == turn).unwrap();
            let now = engine.position().unwrap();
            for bot in &mut bots {
                let value = keeps(own, &mut **bot, &now);
                assert_eq!(lead(value), Some(lead_of(own.outcome(&now))), "{} at {now}", bot.name());
            }
        }
    }
}

/// Writes a file of solved positions.
fn file<G: Fast>(known: &Known<G>) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    let (game, start) = (G::NAME.to_string(), known.start.clone());
    let subject = Subject { game, numbering: G::Graph::NUMBERING, start, symmetry: false };
    database::write(file.path(), &subject, std::slice::from_ref(&known.solution)).unwrap();
    file
}

#[test]
fn a_file_of_solved_positions_wins_as_soon_and_loses_as_late_as_can_be() {
    let known = Known::<Abrobad>::of(ABROBAD);
    let file = file(&known);
    let mut solved = bot::<Abrobad>(&format!("solved:{}", file.path().display()), 2, 0);
    let mut game = Record::new(known.position());
    let mut engine = abrobad::FastEngine::default();
    engine.setup(&game.start).unwrap();
    while let Some(turn) = engine.turn() {
        let thought = think(&mut *solved, &game);
        let left = 15 - game.moves.len() as u32;
        let lead = if game.moves.len().is_multiple_of(2) { 1 } else { -1 };
        assert_eq!(thought.value(), Some(Value::Lead { lead, moves: Some(left) }), "{game}");
        engine.play(turn, &thought.best).unwrap();
        game.moves.push((turn, thought.best));
    }
    assert_eq!(game.moves.len(), 15);
    for position in positions(&known).iter().step_by(40_009) {
        keeps(&known, &mut *solved, position);
    }
}

#[test]
fn a_file_for_other_positions_or_another_game_is_refused() {
    let known = Known::<TicTacToe>::of("......... x misere");
    let file = file(&known);
    let words = format!("solved:{}", file.path().display());
    let mut solved = bot::<TicTacToe>(&words, 2, 0);
    let standard = "".parse().unwrap();
    let told = solved.think(&standard, &AtomicBool::new(false)).unwrap_err().to_string();
    assert_eq!(told, "it is of the standard game, not of the misere one");
    let refused = made::<Dominions>(&words, 2, 0);
    let refused = refused.map(|_| ()).unwrap_err().to_string();
    assert!(refused.ends_with("is for tictactoe, not for dominions"), "{refused}");
}

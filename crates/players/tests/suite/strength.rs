//! Tests that stronger players win.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use bustan_core::tictactoe::FastEngine;
use bustan_harness::erased::{ErasedEngine, Guided, shared_position};
use bustan_players::contest::{self, Contender, Ending, Plan, Progress, Report};
use bustan_players::object;
use bustan_vocabulary::abrobad::Abrobad;
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::dominions::Dominions;
use bustan_vocabulary::margo::Margo;
use bustan_vocabulary::tictactoe::{Move, Player, Position, TicTacToe};
use bustan_vocabulary::tribolo::Tribolo;
use bustan_vocabulary::{Engine, Game, Record};

use crate::common::{Fast, bot, players, think};

/// Plays a match between two players, from the start for `words`.
fn played<G: Fast + Guided>(words: &[&str], names: [&str; 2], rounds: u64) -> Report {
    let start = G::initial(words).unwrap();
    let players = players::<G>(&start);
    let contender = |name: &str| {
        let name = name.to_string();
        let make = {
            let name = name.clone();
            move |seed| Box::new(object(bot::<G>(&name, players, seed))) as _
        };
        Contender { name, make: Box::new(make), fresh: true }
    };
    let contenders = names.map(contender);
    let start = shared_position::<G>(&start);
    let plan =
        Plan { start, drawn: true, players, rounds, opening: 2, plies: 300, seed: 3, jobs: 1, sprt: None };
    let report = contest::run(
        &|| ErasedEngine::new(G::Engine::default()),
        &plan,
        &contenders,
        &Progress::new(AtomicBool::new(false).into()),
        &|_| {},
    );
    assert!(report.games.iter().all(|game| !matches!(game.ending, Ending::Lost(..))));
    report
}

/// The share of the points of the first player, in per cent.
fn share<G: Fast + Guided>(words: &[&str], names: [&str; 2], rounds: u64) -> f64 {
    let (share, _) = played::<G>(words, names, rounds).share(0).unwrap();
    100.0 * share
}

#[test]
fn normal_beats_any_move_in_nine_games_of_ten() {
    assert!(share::<Dominions>(&["3"], ["normal", "uniform"], 15) >= 90.0);
    assert!(share::<Margo>(&["3"], ["normal", "uniform"], 15) >= 90.0);
    assert!(share::<Abrobad>(&[], ["normal", "uniform"], 30) >= 90.0);
    assert!(share::<Chess>(&[], ["normal", "uniform"], 2) >= 75.0);
}

/// In Tic-Tac-Toe, a random player may by chance find the moves to a tie.
#[test]
fn strong_loses_no_game_against_any_move() {
    let report = played::<TicTacToe>(&[], ["strong", "uniform"], 60);
    let lost = report.games.iter().filter(|game| game.points[usize::from(game.seats[0] != 0)] == 0.0).count();
    // A game may be lost after its two random opening moves.
    assert!(lost <= 6, "{lost}");
    assert!(share::<Dominions>(&["3"], ["mcts:2000", "uniform"], 8) >= 99.0);
}

/// The expected points of a player in Tic-Tac-Toe against a random player. The player follows `choose` where
/// it returns a move, and plays perfectly otherwise.
fn expected(
    position: &Position,
    own: Player,
    choose: &mut dyn FnMut(&Position) -> Option<Move>,
    known: &mut HashMap<Position, f64>,
) -> f64 {
    if let Some(&points) = known.get(position) {
        return points;
    }
    let mut engine = FastEngine::default();
    assert_eq!(engine.setup(position), Ok(()));
    let points = match engine.turn() {
        None => f64::from(engine.standing().unwrap().lead(own as usize).signum() + 1) / 2.0,
        Some(turn) => {
            let chosen = (turn == own).then(|| choose(position)).flatten();
            let moves = chosen.map_or_else(|| engine.legal_moves().unwrap(), |mv| vec![mv]);
            let behind = moves.iter().map(|mv| {
                let mut next = engine.clone();
                next.play(turn, mv).unwrap();
                expected(&next.position().unwrap(), own, choose, known)
            });
            let behind: Vec<f64> = behind.collect();
            match turn == own {
                true => behind.into_iter().fold(0.0, f64::max),
                false => behind.iter().sum::<f64>() / behind.len() as f64,
            }
        }
    };
    known.insert(position.clone(), points);
    points
}

/// The expected share of the points if the player has both colours in turn and the first move is random.
fn share_in_tictactoe(choose: &mut dyn FnMut(&Position) -> Option<Move>) -> f64 {
    let start = TicTacToe::initial(&[]).unwrap();
    let mut engine = FastEngine::default();
    engine.setup(&start).unwrap();
    let first = engine.legal_moves().unwrap();
    let mut points = 0.0;
    for own in TicTacToe::PLAYERS.iter().copied() {
        let mut known = HashMap::new();
        for mv in &first {
            let mut engine = engine.clone();
            engine.play(engine.turn().unwrap(), mv).unwrap();
            points += expected(&engine.position().unwrap(), own, choose, &mut known);
        }
    }
    points / (2 * first.len()) as f64
}

/// A random player sometimes finds the moves to a tie, which limits the share of any player. Players expect
/// the best reply, so they do not set traps for a random player. All shares are exact, because no game is
/// played.
#[test]
fn strong_gets_nearly_all_that_can_be_got_from_any_move_in_tictactoe() {
    let best = share_in_tictactoe(&mut |_| None);
    assert!((best - 0.978_902).abs() < 1e-6, "{best}");
    for (words, most) in [("strong", 0.006), ("normal", 0.012), ("easy", 0.07)] {
        let mut asked = 0;
        let share = share_in_tictactoe(&mut |position| {
            asked += 1;
            Some(think(&mut *bot::<TicTacToe>(words, 2, asked), &Record::new(position.clone())).best)
        });
        println!("{words}: {share:.4} of {best:.4}");
        assert!(share <= best && best - share <= most, "{words}: {share} of {best}");
    }
}

#[test]
fn more_playouts_win_more() {
    assert!(share::<Dominions>(&["3"], ["mcts:1000", "mcts:30"], 15) >= 65.0);
}

/// Each player is alone against two copies of the other in the same number of games; equal players get half
/// of the points.
#[test]
fn tree_search_beats_the_player_of_two_plies_in_tribolo() {
    let mcts = share::<Tribolo>(&["8x8", "seed", "1"], ["mcts:300", "twoply"], 8);
    assert!(mcts >= 60.0, "{mcts}");
}

/// The same seeds yield the same games, whatever else is played at the same time.
#[test]
fn a_match_depends_on_its_seed_alone() {
    let texts = |report: Report| -> Vec<String> {
        report
            .games
            .iter()
            .map(|game| format!("{} {:?} {:?}", game.record, game.seats, game.points))
            .collect()
    };
    let once = texts(played::<Abrobad>(&[], ["mcts:20", "uniform"], 10));
    assert_eq!(once.len(), 20);
    assert_eq!(texts(played::<Abrobad>(&[], ["mcts:20", "uniform"], 10)), once);
}

/// In Tribolo, each round has a new random setup, unless the match starts from a given one.
#[test]
fn rounds_begin_where_they_should() {
    let report = played::<Tribolo>(&["6x5", "seed", "1"], ["uniform", "uniform"], 3);
    let starts: Vec<String> = report.games.iter().map(|game| game.record.start.to_string()).collect();
    let empty = |start: &String| start.matches('.').count();
    assert_eq!(starts.len(), 18);
    assert!(starts.chunks(6).all(|round| round.iter().all(|start| *start == round[0])));
    assert!(starts[0] != starts[6] && starts[6] != starts[12]);
    // All setups have the same number of empty cells.
    assert!(starts.iter().all(|start| empty(start) == empty(&starts[0])), "{starts:?}");
}

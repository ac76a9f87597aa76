//! Stronger players win.

use std::sync::atomic::AtomicBool;

use bustan_players::contest::{self, Contender, Ending, Plan, Progress, Report};
use bustan_vocabulary::abrobad::Abrobad;
use bustan_vocabulary::chess::Chess;
use bustan_vocabulary::dominions::Dominions;
use bustan_vocabulary::margo::Margo;
use bustan_vocabulary::tictactoe::TicTacToe;
use bustan_vocabulary::tribolo::Tribolo;

use crate::common::{Fast, bot, players};

/// A match between two players, from the start of these words.
fn played<G: Fast>(words: &[&str], names: [&str; 2], rounds: u64) -> Report<G> {
    let start = G::initial(words).unwrap();
    let players = players::<G>(&start);
    let contender = |name: &str| {
        let name = name.to_string();
        let make = {
            let name = name.clone();
            move |seed| Box::new(bot::<G>(&name, players, seed)) as _
        };
        Contender { name, make: Box::new(make), fresh: true }
    };
    let contenders = names.map(contender);
    let plan =
        Plan { start, drawn: true, players, rounds, opening: 2, plies: 300, seed: 3, jobs: 1, sprt: None };
    let report =
        contest::run::<G::Engine>(&plan, &contenders, &Progress::new(AtomicBool::new(false).into()), &|_| {});
    assert!(report.games.iter().all(|game| !matches!(game.ending, Ending::Lost(..))));
    report
}

/// The share of the points that the first player got, in hundredths.
fn share<G: Fast>(words: &[&str], names: [&str; 2], rounds: u64) -> f64 {
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

/// In Tic-Tac-Toe one who plays at random may stumble on the moves to a tie.
#[test]
fn strong_loses_no_game_against_any_move() {
    let report = played::<TicTacToe>(&[], ["strong", "uniform"], 60);
    let lost = report.games.iter().filter(|game| game.points[usize::from(game.seats[0] != 0)] == 0.0).count();
    // Two moves drawn by lot may have lost the game.
    assert!(lost <= 6, "{lost}");
    assert!(share::<Dominions>(&["3"], ["mcts:2000", "uniform"], 8) >= 99.0);
}

#[test]
fn more_playouts_win_more() {
    assert!(share::<Dominions>(&["3"], ["mcts:1000", "mcts:30"], 15) >= 65.0);
}

/// Each is alone against two of the other as often as the other; equals have half of the points.
#[test]
fn tree_search_beats_the_player_of_two_plies_in_tribolo() {
    let mcts = share::<Tribolo>(&["8x8", "seed", "1"], ["mcts:300", "twoply"], 8);
    assert!(mcts >= 60.0, "{mcts}");
}

/// The same seeds give the same games, whoever plays them side by side.
#[test]
fn a_match_depends_on_its_seed_alone() {
    let texts = |report: Report<Abrobad>| -> Vec<String> {
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

/// In Tribolo each round has a setup of its own, unless the match is to begin at one.
#[test]
fn rounds_begin_where_they_should() {
    let report = played::<Tribolo>(&["6x5", "seed", "1"], ["uniform", "uniform"], 3);
    let starts: Vec<String> = report.games.iter().map(|game| game.record.start.to_string()).collect();
    let empty = |start: &String| start.matches('.').count();
    assert_eq!(starts.len(), 18);
    assert!(starts.chunks(6).all(|round| round.iter().all(|start| *start == round[0])));
    assert!(starts[0] != starts[6] && starts[6] != starts[12]);
    // As many cells are empty as in any other setup.
    assert!(starts.iter().all(|start| empty(start) == empty(&starts[0])), "{starts:?}");
}

//! Tests of any player in any game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bustan_harness::base::Dice;
use bustan_players::BotError;
use bustan_vocabulary::dominions::Dominions;
use bustan_vocabulary::margo::Margo;
use bustan_vocabulary::tictactoe::TicTacToe;
use bustan_vocabulary::tribolo::Tribolo;
use bustan_vocabulary::{Engine, Game, Record};

use crate::common::{EachGame, Fast, bot, each_game, made, players, random_game, think};

struct PlayOn<'w>(&'w [&'w str]);

impl EachGame for PlayOn<'_> {
    /// Plays from several positions to the end, or for some moves, with the same player in all seats.
    fn each<G: Fast>(&mut self) {
        for words in self.0 {
            let mut dice = Dice::new(11);
            for seed in 0..3 {
                let start = G::start(&mut |n| dice.below(n));
                let (mut game, mut engine) = random_game::<G>(&start, 20, &mut dice);
                let players = players::<G>(&start);
                let (mut one, mut twin) = (bot::<G>(words, players, seed), bot::<G>(words, players, seed));
                for _ in 0..4 {
                    let Some(turn) = engine.turn() else { break };
                    let thought = think(&mut *one, &game);
                    let again = think(&mut *twin, &game);
                    assert_eq!(format!("{again:?}"), format!("{thought:?}"), "{words}: {game}");
                    assert_eq!(engine.play(turn, &thought.best), Ok(()), "{words}: {game}");
                    assert_eq!(thought.moves[0].mv, thought.best, "{words}: {game}");
                    game.moves.push((turn, thought.best));
                }
                if engine.turn().is_none() {
                    let told = one.think(&game, &AtomicBool::new(false));
                    assert_eq!(told.map(|thought| thought.best), Err(BotError::Over));
                }
            }
        }
    }
}

#[test]
fn every_player_plays_legal_moves_in_every_game_and_the_same_with_the_same_seed() {
    each_game(&mut PlayOn(&[
        "uniform",
        "mcts:20",
        "paranoid,nodes=300",
        "bestreply,nodes=300",
        "twoply,nodes=300",
    ]));
    each_game(&mut PlayOn(&["easy"]));
}

#[test]
fn a_player_may_be_asked_about_any_game_in_any_order() {
    let game = |text: &str| text.parse::<Record<TicTacToe>>().unwrap();
    for words in ["uniform", "mcts:50", "alphabeta:9"] {
        let mut bot = bot::<TicTacToe>(words, 2, 1);
        for text in ["", "X[b2]", "X[b2];O[a1];X[c1]", "X[b2]", "Start[x........];O[b2]", "X[a1];O[b2]"] {
            think(&mut *bot, &game(text));
        }
        let refused = |bot: &mut dyn bustan_players::Bot<TicTacToe>, text: &str| {
            bot.think(&game(text), &AtomicBool::new(false)).unwrap_err().to_string()
        };
        assert_eq!(refused(&mut *bot, "X[a1];O[b2];X[b2]"), "ply 3: X[b2] is illegal");
        assert!(refused(&mut *bot, "Start[xxx......]").starts_with("no game begins there: "));
        let over = "X[a1];O[a2];X[b1];O[b2];X[c1]";
        assert_eq!(refused(&mut *bot, over), "the game is over");
        think(&mut *bot, &game("X[a1];O[b2]"));
    }
}

#[test]
fn who_is_stopped_answers_at_once() {
    for words in ["mcts,time=1h", "alphabeta,time=1h", "paranoid:200", "mcts:1000000000"] {
        let mut bot = bot::<Dominions>(words, 2, 0);
        let (begun, stop) = (Instant::now(), AtomicBool::new(true));
        let game = Record::new(Dominions::initial(&["3"]).unwrap());
        let thought = bot.think(&game, &stop).unwrap();
        let mut engine = bustan_core::dominions::FastEngine::default();
        engine.setup(&game.start).unwrap();
        assert_eq!(engine.play(engine.turn().unwrap(), &thought.best), Ok(()), "{words}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{words}");
    }
}

#[test]
fn a_limit_of_time_is_kept() {
    for words in ["mcts,time=50ms", "alphabeta,time=50ms", "strong,time=50ms"] {
        let mut bot = bot::<Dominions>(words, 2, 0);
        let begun = Instant::now();
        think(&mut *bot, &Record::new(Dominions::initial(&[]).unwrap()));
        let took = begun.elapsed();
        assert!(took >= Duration::from_millis(50) && took < Duration::from_secs(5), "{words}: {took:?}");
    }
}

#[test]
fn a_limit_of_work_is_kept() {
    for (words, most) in [("mcts:77", 77), ("alphabeta,nodes=77", 77), ("alphabeta:1", 600)] {
        let mut bot = bot::<Dominions>(words, 2, 0);
        let work = think(&mut *bot, &Record::new(Dominions::initial(&["3"]).unwrap())).work;
        assert!(work > 0 && work <= most, "{words}: {work}");
    }
}

/// A search identifies players by their colours, which a swap exchanges.
#[test]
fn nobody_swaps() {
    let game: Record<Margo> = "Start[3 swap white 0];W[C3]".parse().unwrap();
    for words in ["uniform", "mcts:30", "alphabeta:1"] {
        for seed in 0..20 {
            let best = think(&mut *bot::<Margo>(words, 2, seed), &game).best;
            assert_ne!(best.to_string(), "swap", "{words}");
        }
    }
}

#[test]
fn what_does_not_suit_a_game_is_reported() {
    let refused = |words: &str| made::<Tribolo>(words, 3, 0).map(|_| ()).unwrap_err().to_string();
    let alphabeta = "alphabeta:3 does not play tribolo: alpha-beta is for two players; for more there are \
                     paranoid and bestreply";
    assert_eq!(refused("alphabeta:3"), alphabeta);
    assert!(refused("solved:no-such.db").starts_with("solved:no-such.db does not play tribolo: cannot read"));
}

#[test]
fn the_levels_of_every_game_name_players() {
    struct Levels;
    impl EachGame for Levels {
        fn each<G: Fast>(&mut self) {
            let start = G::initial(&[]).unwrap();
            for words in ["easy", "normal", "strong", "strong,time=1s,seed=4"] {
                let bot = bot::<G>(words, players::<G>(&start), 0);
                assert_eq!(bot.name(), words);
            }
            for words in G::LEVELS {
                let spec: bustan_players::Spec = words.parse().unwrap();
                assert_eq!(spec.limits.time, None, "{}: {words}", G::NAME);
            }
        }
    }
    each_game(&mut Levels);
}

//! The invariants of every game: each engine is compared with itself, with all checks after every move of
//! random games.

use std::sync::atomic::AtomicU64;

use bustan_games::{GAMES, Plays, Registered, Visit, all, find, visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::base::{Dice, Stop};
use bustan_harness::compare::engine_participant::EngineKind;
use bustan_harness::compare::lockstep::{Checks, Factories, Lockstep};
use bustan_harness::erased::Position;
use bustan_harness::generate::coverage::Coverage;
use bustan_harness::generate::{Ending, GameConfig, Hooks, Played, Start, play};
use bustan_vocabulary::{Engine, Ruling};

/// Plays games from the two largest of the small start positions that the guide provides. Returns the number
/// of moves.
fn small(game: &Registered, games: u64) -> u64 {
    let standard = game.rules.initial(&[]).expect("every game has a standard start");
    let starts = standard.small_starts();
    starts.iter().rev().take(2).map(|start| both(game, start, games)).sum()
}

/// Plays games from the start position for the setup `words`. Returns the number of moves.
fn alone(name: &str, words: &[&str], games: u64) -> u64 {
    let game = find(name).expect("the game is registered");
    both(game, &game.rules.initial(words).unwrap(), games)
}

/// Plays games from a start position with each engine, which is compared with itself. Returns the number of
/// moves.
fn both(game: &Registered, start: &Position, games: u64) -> u64 {
    [&game.fast, &game.reference].into_iter().map(|engine| plies(engine, start, games)).sum()
}

/// Plays games from a start position, each twice. Returns the number of moves of these games.
fn plies(engine: &EngineKind, start: &Position, games: u64) -> u64 {
    let rules = engine.rules();
    let factories = Factories { subject: engine, oracle: engine };
    let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
    let start_like = Some(Start::Like(start.clone()));
    let config = GameConfig {
        start: start_like,
        thorough: true,
        ..GameConfig::drawn(rules, 2000.min(rules.most_moves()))
    };
    let mut once = |game| -> Played {
        let mut coverage = Coverage::new(rules);
        let dice = Dice::of_game(5, game);
        let counter = AtomicU64::new(0);
        play(&mut lockstep, &config, game, dice, &mut coverage, Hooks::new(Stop::default(), &counter))
    };
    let mut plies = 0;
    for game in 0..games {
        let (played, again) = (once(game), once(game));
        assert!(played.ending == Ending::Played, "{:?}", played.found);
        assert_eq!((played.plies, &played.asked), (again.plies, &again.asked), "the same seed, another game");
        plies += played.plies;
    }
    plies
}

/// Plays random games from each of several positions. Both engines must meet the invariants.
fn random(name: &str, starts: &[&str]) {
    let game = find(name).expect("the game is registered");
    for start in starts {
        let Ok(start) = game.rules.position(start) else { panic!("{start}") };
        let mut lockstep = Lockstep::new(game.factories(), Checks::ALL, start.clone());
        let played = lockstep.begin(&start).and_then(|begun| {
            assert!(begun, "{start}");
            lockstep.playout(4, Stop::default())
        });
        if let Err(divergence) = played {
            panic!("{start}: {}", divergence.headline);
        }
    }
}

/// Queries both engines at the start position and after a move.
struct Whole;

impl Visit for Whole {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        fn look<G: Explore, E: Engine<Game = G> + Default>(name: &str) {
            let (mut engine, mut dice) = (E::default(), Dice::new(1));
            let start = G::initial(&[]).expect("every game has a standard start");
            assert!(engine.setup(&start).is_ok());
            assert_eq!(engine.name(), name, "{}", G::NAME);
            for ply in 0..2 {
                let moves = engine.legal_moves().expect("it lists moves");
                let named = format!("{name} engine of {}, ply {ply}", G::NAME);
                assert!(engine.observe().is_some(), "{named}");
                assert!(engine.hash().is_some(), "{named}");
                assert!(engine.position().is_some(), "{named}");
                let mut twin = engine.duplicate().expect("it makes duplicates");
                assert!(twin.playout(&mut |n| dice.below(n)).is_some(), "{named}");
                assert!(engine.perft(1).is_some(), "{named}");
                let turn = engine.turn().expect("the game goes on");
                assert!(!matches!(engine.verdict(turn, &moves[0]), Ruling::Unknown), "{named}");
                assert!(engine.play(turn, &moves[0]).is_ok(), "{named}");
            }
            assert_eq!(engine.undo(), Some(true), "{name} engine of {}", G::NAME);
        }
        look::<G, F>("fast");
        look::<G, R>("reference");
    }
}

/// Results that an engine does not provide are not compared, and a check does not report that they are
/// missing.
#[test]
fn both_engines_of_every_game_tell_all_that_is_compared() {
    for game in GAMES {
        visit(game, Whole).expect("the game is registered");
    }
}

#[test]
fn random_games_of_chess_have_ends_of_their_own() {
    let starts = [
        "RK5k/1q4pp/8/8/8/8/8/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/8/8 w - - 99 80 draws claim",
        "8/8/4k3/8/8/4K3/8/7R w - - 99 80 draws claim",
        "8/p7/8/8/8/5k2/8/5N1K b - - 99 60 draws claim",
    ];
    random("chess", &starts);
}

/// Plays all registered games on small boards.
#[test]
fn every_game_obeys_the_laws_on_small_boards() {
    for game in all() {
        let plies = small(game, 4);
        assert!(plies > 0, "{}", game.rules.name());
    }
}

macro_rules! laws {
    ($($test:ident: $game:literal $words:expr, $games:literal games;)*) => {
        $(
            #[test]
            fn $test() {
                let plies = alone($game, &$words, $games);
                assert!(plies >= 4 * $games, "{plies} moves");
            }
        )*
    };
}

laws! {
    dominions_obeys_the_laws: "dominions" ["3"], 12 games;
    margo_obeys_the_laws: "margo" ["3"], 12 games;
    margo_for_three_obeys_the_laws: "margo" ["3", "players", "3"], 6 games;
    tribolo_obeys_the_laws: "tribolo" ["6", "5"], 12 games;
    tic_tac_toe_obeys_the_laws: "tictactoe" [], 100 games;
    misere_tic_tac_toe_obeys_the_laws: "tictactoe" ["misere"], 100 games;
    abrobad_obeys_the_laws: "abrobad" [], 20 games;
}

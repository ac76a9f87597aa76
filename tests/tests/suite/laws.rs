//! The laws of every game, checked on each engine alone, with every check after every move of random games.

use std::sync::atomic::AtomicU64;

use bustan_games::{Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::coverage::Coverage;
use bustan_harness::dice::Dice;
use bustan_harness::generate::{Ending, GameConfig, Played, Start, Stop, play};
use bustan_harness::lockstep::{Checks, Factories, Lockstep};
use bustan_vocabulary::Engine;

/// Games from the start on a board of this size, with the same engine on both sides, for both engines.
struct Alone<'a> {
    words: &'a [&'a str],
    games: u64,
}

impl Visit for Alone<'_> {
    type Output = u64;

    fn visit<G, F, R>(self) -> u64
    where
        G: Explore + Picture,
        F: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send,
        R: Engine<Game = G, Observation = G::Observation> + Default + Clone + Send,
    {
        self.games::<G, F>() + self.games::<G, R>()
    }
}

impl Alone<'_> {
    /// Plays the games twice and returns how many moves they have.
    fn games<G, E>(&self) -> u64
    where
        G: Explore,
        E: Engine<Game = G, Observation = G::Observation> + Default,
    {
        let start = G::initial(self.words).unwrap();
        let factories = Factories { subject: &E::default, oracle: &E::default };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        let config =
            GameConfig { policy: None, start: Some(Start::Like(start)), max_plies: 2000, thorough: true };
        let mut once = |game| -> Played<G> {
            let mut coverage = Coverage::new::<G>();
            let dice = Dice::of_game(5, game);
            play(&mut lockstep, &config, dice, &mut coverage, Stop::default(), &AtomicU64::new(0))
        };
        let mut plies = 0;
        for game in 0..self.games {
            let (played, again) = (once(game), once(game));
            assert!(matches!(played.ending, Ending::Agreed), "{:?}", played.ending);
            assert_eq!(
                (played.plies, &played.asked),
                (again.plies, &again.asked),
                "the same seed, another game"
            );
            plies += played.plies;
        }
        plies
    }
}

macro_rules! laws {
    ($($test:ident: $game:literal $words:expr, $games:literal games;)*) => {
        $(
            #[test]
            fn $test() {
                let plies = visit($game, Alone { words: &$words, games: $games }).expect("the game is registered");
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

//! Laws of the protocol, over all games.

use bustan_games::{GAMES, Plays, Visit, visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::base::Dice;
use bustan_harness::protocol::gtp::{Line, Options, Session};
use bustan_vocabulary::{Engine, Typed};

/// Random positions: one session prints the text, and another reads it.
struct RoundTrips {
    games: u64,
}

/// A session's answer to a command that it must not refuse.
#[track_caller]
fn answer<G, E>(session: &mut Session<E>, command: &str) -> String
where
    G: Picture + Typed,
    E: Engine<Game = G, Observation = G::Observation>,
{
    let answer = session.respond(&Line::from(command)).expect("a command").to_string();
    let text = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{command}: {answer}"));
    text.trim_end_matches('\n').into()
}

impl Visit for RoundTrips {
    type Output = ();

    fn visit<G, F, R>(self)
    where
        G: Explore + Typed + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let mut reader = Session::new(F::default(), G::initial(&[]).unwrap(), Options::default()).unwrap();
        for game in 0..self.games {
            let mut dice = Dice::of_game(11, game);
            let start = G::start(&mut |n| dice.below(n));
            let mut engine = F::default();
            engine.setup(&start).unwrap();
            let mut writer = Session::new(F::default(), start, Options::default()).unwrap();
            for _ in 0..dice.below(30) {
                let Some(player) = engine.turn() else { break };
                let mv = dice.pick(&engine.legal_moves().unwrap()).clone();
                engine.play(player, &mv).unwrap();
                answer(&mut writer, &format!("play {player} {mv}"));
            }
            let position = answer(&mut writer, "bustan-position");
            answer(&mut reader, &format!("bustan-setup {position}"));
            assert_eq!(answer(&mut reader, "bustan-position"), position);
            let standing = G::without_history(&engine.observe().unwrap());
            assert_eq!(
                answer(&mut reader, "bustan-state"),
                serde_json::to_string(&standing).unwrap(),
                "{position}"
            );
        }
    }
}

#[test]
fn setting_up_the_position_that_a_session_prints_restores_its_state() {
    for game in GAMES {
        visit(game, RoundTrips { games: 1_000 }).expect("the game is registered");
    }
}

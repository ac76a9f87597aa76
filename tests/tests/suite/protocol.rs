//! Properties of the protocol, for all games.

use bustan_games::{Registered, all};
use bustan_harness::base::Dice;
use bustan_harness::protocol::gtp::{Line, Options, Session};

/// The response of a session to a command that it must not refuse.
#[track_caller]
fn answer(session: &mut Session, command: &str) -> String {
    let answer = session.respond(&Line::from(command)).expect("a command").to_string();
    let text = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{command}: {answer}"));
    text.trim_end_matches('\n').into()
}

/// Plays to random positions. One session prints each position, and another must accept it.
fn round_trips(game: &Registered, games: u64) {
    let session = |start| Session::new(game.fast.engine(), start, Options::default()).unwrap();
    let mut reader = session(game.rules.initial(&[]).unwrap());
    for number in 0..games {
        let mut dice = Dice::of_game(11, number);
        let start = game.rules.start(&mut |n| dice.below(n));
        let mut engine = game.fast.at(&start).unwrap();
        let mut writer = session(start);
        for _ in 0..dice.below(30) {
            let Some(player) = engine.turn() else { break };
            let mv = dice.pick(&engine.legal_moves().unwrap()).clone();
            engine.play(player, &mv).unwrap();
            answer(&mut writer, &format!("play {player} {mv}"));
        }
        let position = answer(&mut writer, "bustan-position");
        answer(&mut reader, &format!("bustan-setup {position}"));
        assert_eq!(answer(&mut reader, "bustan-position"), position);
        let standing = engine.observe().unwrap().without_history();
        assert_eq!(
            answer(&mut reader, "bustan-state"),
            serde_json::to_string(&standing).unwrap(),
            "{position}"
        );
    }
}

#[test]
fn setting_up_the_position_that_a_session_prints_restores_its_state() {
    for game in all() {
        round_trips(game, 1_000);
    }
}

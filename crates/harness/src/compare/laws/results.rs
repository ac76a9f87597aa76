//! Laws of results: the winner, the scores and the result agree.

use serde_json::Value;

use crate::compare::who;
use crate::erased::{Observation, Player};

/// Returns the name and the description of an error in the result of an observation; `None` if there is no
/// error, and also if the observation does not contain a winner and the scores of two or more players, or
/// cannot be interpreted.
///
/// `shown` is the observation as JSON.
pub(super) fn fault(seen: &Observation, shown: &Value) -> Option<(&'static str, String)> {
    if seen.rules().is_opaque() {
        return None;
    }
    let score = |player: &Player| shown.get("scores")?.get(player.to_string())?.as_i64();
    let scores: Vec<(Player, i64)> =
        seen.rules().players().iter().filter_map(|&player| Some((player, score(&player)?))).collect();
    let winner = match shown.get("winner")? {
        Value::String(name) => Some(seen.rules().player(name).ok()?),
        _ => None,
    };
    if scores.len() < 2 {
        return None;
    }
    let leader = leader(&scores);
    let words: Vec<String> = scores.iter().map(|(player, score)| format!("{player} {score}")).collect();
    let words = words.join(" ");
    if seen.to_move().is_none() && seen.most_points_win() && winner != leader {
        let wrong = format!(
            "the game is over with scores {words}, but the reported winner is {} instead of {}",
            who(winner),
            who(leader)
        );
        return Some(("winner", wrong));
    }
    let expected = if scores.len() == 2 { lead(&scores, winner.or(leader)) } else { words.clone() };
    let told = seen.final_score();
    let wrong = || {
        format!(
            "the result is given as {told:?}, but with {words} and {} as winner it is {expected:?}",
            who(winner)
        )
    };
    (told != expected).then(|| ("told", wrong()))
}

/// Returns the player with the most points; `None` if several players have them.
fn leader<P: Copy>(scores: &[(P, i64)]) -> Option<P> {
    let most = scores.iter().map(|&(_, score)| score).max()?;
    match scores.iter().filter(|&&(_, score)| score == most).collect::<Vec<_>>()[..] {
        [&(leader, _)] => Some(leader),
        _ => None,
    }
}

/// Returns the expected result of a two-player game in which the player `ahead`, if any, has won or leads.
fn lead<P: Copy + PartialEq + ToString>(scores: &[(P, i64)], ahead: Option<P>) -> String {
    let Some(ahead) = ahead else { return "0".into() };
    let points: i64 =
        scores.iter().map(|&(player, score)| if player == ahead { score } else { -score }).sum();
    format!("{}+{}", ahead.to_string()[..1].to_uppercase(), points.max(0))
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::abrobad::Abrobad;
    use bustan_vocabulary::dominions::{self, Dominions};
    use bustan_vocabulary::margo::{self, Margo};
    use bustan_vocabulary::tictactoe::{self, TicTacToe};
    use bustan_vocabulary::tribolo::{self, Tribolo};
    use bustan_vocabulary::{Engine, Game};

    use super::*;
    use crate::compare::diff::json;
    use crate::erased::{Guided, shared_observation};

    /// Returns an engine's observation of a position.
    fn at<E: Engine<Game: Game<Observation = E::Observation>> + Default>(position: &str) -> E::Observation {
        let mut engine = E::default();
        let Ok(position) = position.parse() else { panic!("{position} is not a position") };
        assert!(engine.setup(&position).is_ok());
        engine.observe().unwrap()
    }

    /// Returns the name of the error in the result of an observation.
    fn wrong<G: Guided>(seen: &G::Observation) -> Option<&'static str> {
        let seen = shared_observation::<G>(seen.clone());
        fault(&seen, &json(&seen)).map(|(what, _)| what)
    }

    #[test]
    fn right_results_are_accepted_and_winners_who_have_not_won_are_not() {
        let mut seen = at::<bustan_core::tictactoe::FastEngine>("xxxoo.... o");
        assert_eq!((wrong::<TicTacToe>(&seen), TicTacToe::final_score(&seen)), (None, "X+1".into()));
        seen.winner = Some(tictactoe::Player::O);
        assert_eq!(wrong::<TicTacToe>(&seen), Some("winner"));
        let mut seen = at::<bustan_core::tictactoe::FastEngine>("xoxxoooxx o");
        assert_eq!((wrong::<TicTacToe>(&seen), TicTacToe::final_score(&seen)), (None, "0".into()));
        seen.winner = Some(tictactoe::Player::X);
        assert_eq!(wrong::<TicTacToe>(&seen), Some("winner"));

        let mut seen = at::<bustan_core::dominions::FastEngine>("2 white 2 3 W3a1");
        assert_eq!((wrong::<Dominions>(&seen), Dominions::final_score(&seen)), (None, "W+2".into()));
        seen.winner = Some(dominions::Player::Black);
        assert_eq!(wrong::<Dominions>(&seen), Some("winner"));
        seen.winner = None;
        assert_eq!(wrong::<Dominions>(&seen), Some("winner"));

        let mut seen = at::<bustan_core::tribolo::FastEngine>("5x1 BBR#G blue");
        assert_eq!(
            (wrong::<Tribolo>(&seen), Tribolo::final_score(&seen)),
            (None, "blue 2 red 1 green 1".into())
        );
        seen.winner = Some(tribolo::Player::Green);
        assert_eq!(wrong::<Tribolo>(&seen), Some("winner"));
        let mut seen = at::<bustan_core::tribolo::FastEngine>("5x1 BBRRG blue");
        assert_eq!(wrong::<Tribolo>(&seen), None);
        seen.winner = Some(tribolo::Player::Blue);
        assert_eq!(wrong::<Tribolo>(&seen), Some("winner"));

        for position in ["xxxxxxoooooo x 11", "x.....xo.... x 3"] {
            assert_eq!(
                wrong::<Abrobad>(&at::<bustan_core::abrobad::FastEngine>(position)),
                None,
                "{position}"
            );
        }
    }

    #[test]
    fn a_capture_wins_whatever_the_balls_and_three_players_are_reported_by_their_balls() {
        let won = at::<bustan_core::margo::FastEngine>("4 atari white 6 won BA1:0 WC3:0 WE5:0");
        assert_eq!((wrong::<Margo>(&won), Margo::final_score(&won)), (None, "B+0".into()));
        let counted = margo::Observation { by_capture: false, ..won };
        assert_eq!(wrong::<Margo>(&counted), Some("winner"));
        for position in
            ["4 players 3 black 4 WA1:0 BC3:0 GE5:0 WG7:0", "4 players 3 atari black 4 won WA1:0 BC3:0 GE5:0"]
        {
            assert_eq!(wrong::<Margo>(&at::<bustan_core::margo::FastEngine>(position)), None, "{position}");
        }
        let three = at::<bustan_core::margo::FastEngine>("4 players 3 black 4 over WA1:0 BC3:0 GE5:0 WG7:0");
        assert_eq!(
            (wrong::<Margo>(&three), Margo::final_score(&three)),
            (None, "white 2 black 1 grey 1".into())
        );
        assert_eq!(wrong::<Margo>(&margo::Observation { winner: None, ..three }), Some("winner"));
    }
}

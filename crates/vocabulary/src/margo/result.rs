//! Results as stated by records in the notation of the book.
//!
//! Examples are `White wins`, `Black won by 3`, `White resigns`, `White 25, Black 20`, `Draw` and `Result:
//! W+3`. A line with any unknown word does not count as a result, because its meaning is unknown.

use alloc::format;
use alloc::string::String;

use super::{Margo, Observation, Player};
use crate::Game;

/// The outcome that a line claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Winner(Player),
    Loser(Player),
    Draw,
    /// A result that cannot be compared with an observation.
    Something,
}

/// Whether a line states a result.
pub(super) fn is_result(line: &str) -> bool {
    claim(line).is_some()
}

fn claim(line: &str) -> Option<Claim> {
    let mut words = line.split([' ', '\t', ':', ',', '.', '!', '=']).filter(|word| !word.is_empty());
    let first = words.next()?.to_ascii_lowercase();
    match &first[..] {
        "draw" | "drawn" => return Some(Claim::Draw),
        "result" | "score" => {
            let rest = words.next().unwrap_or_default();
            let named = || {
                line.split_once([':', ' ']).and_then(|(_, rest)| claim(rest.trim_start_matches([':', ' '])))
            };
            return Some(match rest.split_once('+') {
                Some((player, _)) => player.parse().map_or(Claim::Something, Claim::Winner),
                None if rest == "0" => Claim::Draw,
                None => named().unwrap_or(Claim::Something),
            });
        }
        _ => {}
    }
    let player = Player::ALL.into_iter().find(|player| format!("{player}") == first)?;
    let second = words.next()?.to_ascii_lowercase();
    match &second[..] {
        "wins" | "won" | "win" => Some(Claim::Winner(player)),
        "loses" | "lost" | "resigns" | "resigned" => Some(Claim::Loser(player)),
        score if score.starts_with(|c: char| c.is_ascii_digit()) => Some(Claim::Something),
        _ => None,
    }
}

/// Returns the contradiction, if any, between a line with a result and `end`, the observation after the
/// moves: the end of the game, or a position in which the player to move resigned.
pub(super) fn contradiction(line: &str, resigned: bool, end: &Observation) -> Option<String> {
    let players = end.setup.players();
    let (winner, why) = match end.to_move {
        None => (end.winner, format!("the game ends {}", Margo::final_score(end))),
        Some(player) if resigned && players.len() == 2 => {
            (players.iter().copied().find(|&other| other != player), format!("{player} resigned"))
        }
        // The players resigned or agreed on a result, so there is nothing to compare.
        Some(_) => return None,
    };
    let holds = match claim(line)? {
        Claim::Winner(player) => winner == Some(player),
        Claim::Loser(player) => winner.is_some() && winner != Some(player),
        Claim::Draw => winner.is_none(),
        Claim::Something => true,
    };
    (!holds).then(|| format!("the record says {line:?}, but {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    use crate::margo::Setup;

    /// An observation with the setup of `words`, this player to move and this winner.
    fn seen(
        words: &[&str],
        to_move: Option<Player>,
        winner: Option<Player>,
        scores: [(Player, u32); 2],
    ) -> Observation {
        let setup = Setup::from_words(words).unwrap();
        Observation {
            game: "margo",
            size: setup.size.get(),
            ply: 3,
            to_move,
            over: to_move.is_none(),
            winner,
            scores: scores.into(),
            board: Default::default(),
            groups: Default::default(),
            buried: Default::default(),
            captured: Default::default(),
            setup,
            by_capture: winner.is_some(),
        }
    }

    #[test]
    fn only_results_are_results() {
        for line in [
            "White wins",
            "black won by 3",
            "Draw",
            "Result: W+3",
            "Result: 0",
            "White 25, Black 20",
            "Score",
        ] {
            assert!(is_result(line), "{line}");
        }
        for line in ["White", "White plays well", "White[C5]", "C5", "Drawing near", "Blackwins"] {
            assert!(!is_result(line), "{line}");
        }
    }

    #[test]
    fn a_result_is_compared_with_the_end_of_the_game() {
        let scores = [(Player::White, 2), (Player::Black, 0)];
        let end = seen(&["3", "atari"], None, Some(Player::White), scores);
        assert_eq!(Margo::final_score(&end), "W+2");
        for line in ["White wins", "Black lost", "Result: W+2", "White 2, Black 0", "Result: white wins"] {
            assert_eq!(contradiction(line, false, &end), None, "{line}");
        }
        for line in ["Black wins", "White resigns", "Draw", "Result: B+3", "Result: 0"] {
            let problem = contradiction(line, false, &end);
            assert_eq!(problem, Some(["the record says \"", line, "\", but the game ends W+2"].concat()));
        }
    }

    #[test]
    fn a_player_who_resigns_does_not_win() {
        let scores = [(Player::White, 1), (Player::Black, 0)];
        let open = seen(&["4"], Some(Player::Black), None, scores);
        let problem = contradiction("Black wins", true, &open);
        assert_eq!(problem, Some("the record says \"Black wins\", but black resigned".to_string()));
        assert_eq!(contradiction("White wins", true, &open), None);
        assert_eq!(contradiction("Black wins", false, &open), None);
    }
}

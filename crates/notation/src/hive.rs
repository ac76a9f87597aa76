//! Game strings of Hive in the Universal Hive Protocol, such as `Base;InProgress;Black[2];wS1;bG1 -wS1;wQ
//! wS1/`.

use bustan_bridges::hive_words;
use bustan_harness::erased::{Record, Rules};

use crate::games::Game;
use crate::place::{Wrong, lines, quote, wrong};

/// Parses the games in a text, one per line.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let all = lines(text).map(|(at, line)| (at + line.len() - line.trim_start().len(), line.trim()));
    let said = all.filter(|(_, line)| !line.is_empty() && !crate::format::is_comment(line));
    said.map(|(at, line)| game(rules, text, at, line)).collect()
}

fn game(rules: Rules, text: &str, at: usize, line: &str) -> Result<Game, Wrong> {
    let mut next = at;
    let parts: Vec<(usize, &str)> = line
        .split(';')
        .map(|part| {
            next += part.len() + 1;
            (next - part.len() - 1 + part.len() - part.trim_start().len(), part.trim())
        })
        .collect();
    let [(_, kind), _, (turn_at, turn), moves @ ..] = &parts[..] else {
        return wrong(
            at,
            "a game string has a type, a state, a turn and the moves, with semicolons between them",
        );
    };
    let moves: Vec<(usize, &str)> = moves.iter().copied().filter(|(_, mv)| !mv.is_empty()).collect();
    if plies(turn) != Some(moves.len()) {
        let problem = format!("{} is not the turn after {} moves", quote(turn), moves.len());
        return wrong(*turn_at, problem);
    }
    let words: Vec<&str> = moves.iter().map(|(_, mv)| *mv).collect();
    let words = hive_words(&words).map_err(|index| {
        let (at, mv) = moves[index];
        Wrong { at, problem: format!("{} is not a move there; a move looks like \"wG1 -bS1\"", quote(mv)) }
    })?;
    let start =
        rules.position(&format!("{kind};NotStarted;White[1]")).or_else(|problem| wrong(at, problem))?;
    let mut record = Record::new(start);
    for ((number, (at, _)), word) in moves.iter().enumerate().zip(&words) {
        let player = rules.player(["white", "black"][number % 2]).or_else(|problem| wrong(*at, problem))?;
        record.moves.push((player, rules.mv(word).or_else(|problem| wrong(*at, problem))?));
    }
    let places: Vec<usize> = moves.iter().map(|(at, _)| *at).collect();
    Ok(Game::new(record, text, at, &places))
}

/// The number of moves before a turn such as `Black[2]`.
fn plies(turn: &str) -> Option<usize> {
    let (player, number) = turn.strip_suffix(']')?.split_once('[')?;
    let rounds = number.parse::<usize>().ok()?.checked_sub(1)?;
    let black = ["white", "black"].iter().position(|name| player.eq_ignore_ascii_case(name))?;
    rounds.checked_mul(2)?.checked_add(black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_games::rules_of;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let games = games(rules_of("any").unwrap(), text).map_err(|wrong| wrong.placed(text).to_string())?;
        Ok(games.iter().map(|game| game.record.to_string()).collect())
    }

    #[test]
    fn moves_are_in_the_spelling_of_the_bridge() {
        let text = "Base+MLP;InProgress;Black[2];wS1;bG1 -wS1;wQ bG1\\\n";
        let told = "bustan-setup Base+MLP;NotStarted;White[1]\nplay white wS1\nplay black bG1_-wS1\nplay white wQ_bG1\\";
        assert_eq!(read(text), Ok(vec![told.into()]));
        assert_eq!(read("Base;NotStarted;White[1]").unwrap().len(), 1);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, problem) in [
            ("Base;InProgress", "line 1, column 1: a game string has a type"),
            ("Base;InProgress;Black[2];wS1", "line 1, column 17: \"Black[2]\" is not the turn after 1 moves"),
            ("Base;InProgress;White[2];wS1;bG1 -wQ", "line 1, column 30: \"bG1 -wQ\" is not a move"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}

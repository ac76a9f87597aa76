//! Games as they are passed to engines: the command `position` of UCI, USI and UCCI, its parts alone, and moves alone.

use bustan_games::of;
use bustan_harness::erased::{Move, Player, Position, Record, Rules};

use crate::Format;
use crate::chess::{is_chess, with_variant};
use crate::format::{self, SESSION, is_comment, is_coordinates};
use crate::games::Game;
use crate::place::{Wrong, lines, quote, words, wrong};

/// A move as it is written, with its byte.
type Word<'a> = (usize, &'a str);

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Start {
    /// In the standard position.
    Standard,
    /// At the position with this text, at this byte.
    SetUp(usize, String),
}

/// A game as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Command<'a> {
    at: usize,
    start: Start,
    moves: Vec<Word<'a>>,
}

/// The players of a kind of game, the first to move first, and the letter in a position of the second.
struct Sides {
    names: [&'static str; 2],
    second: &'static str,
}

/// The sides of the game of a format.
const fn sides(format: Format) -> Sides {
    match format {
        Format::Usi | Format::Sfen => Sides { names: ["black", "white"], second: "w" },
        Format::Ucci | Format::Xiangqi => Sides { names: ["red", "black"], second: "b" },
        _ => Sides { names: ["white", "black"], second: "b" },
    }
}

/// The games of a text, one for each command; a text of moves alone is one game.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let format = format::of(text).unwrap_or(Format::Uci);
    let commands = match moves_alone(text) {
        Some(command) => vec![command],
        None => commands(text)?,
    };
    commands.into_iter().map(|command| game(rules, format, text, &command)).collect()
}

/// A text of moves alone, with lines of comments between them.
fn moves_alone(text: &str) -> Option<Command<'_>> {
    let lines = lines(text).filter(|(_, line)| !is_comment(line.trim()));
    let moves: Vec<Word<'_>> = lines.flat_map(|(at, line)| words(line, at)).collect();
    let is_move = |word: &str| is_coordinates(word) || format::is_shogi(word) || format::is_xiangqi(word);
    let &(at, first) = moves.first()?;
    is_move(first).then_some(Command { at, start: Start::Standard, moves })
}

/// The commands of a text, one to a line. Ignores what else a session has, and answers.
fn commands(text: &str) -> Result<Vec<Command<'_>>, Wrong> {
    let mut commands = Vec::new();
    for (at, line) in lines(text) {
        let all = words(line, at);
        // A log marks what is said to the program, and what the program says.
        let all = if all.first().is_some_and(|(_, word)| *word == ">") { &all[1..] } else { &all[..] };
        match all.first() {
            None => {}
            Some((_, "<")) => {}
            Some((_, word)) if SESSION.contains(word) || is_comment(line.trim()) => {}
            Some(_) => commands.push(command(all)?),
        }
    }
    if commands.is_empty() { wrong(0, "there is no command position") } else { Ok(commands) }
}

/// The command of a line with these words.
fn command<'a>(all: &[Word<'a>]) -> Result<Command<'a>, Wrong> {
    let at = all[0].0;
    let rest = if all[0].1 == "position" { &all[1..] } else { all };
    let moves = rest.iter().position(|(_, word)| *word == "moves").unwrap_or(rest.len());
    let (begin, moves) = (&rest[..moves], rest.get(moves + 1..).unwrap_or_default().to_vec());
    let start = match begin {
        [(_, "startpos")] => Start::Standard,
        [(_, "startpos"), (at, word), ..] => {
            return wrong(*at, format!("expected moves after startpos, not {}", quote(word)));
        }
        [(at, word @ ("fen" | "sfen"))] => return wrong(*at, format!("no position follows {word}")),
        [(_, "fen" | "sfen"), (at, _), ..] => {
            let fields: Vec<&str> = begin[1..].iter().map(|(_, word)| *word).collect();
            Start::SetUp(*at, fields.join(" "))
        }
        [(at, word), ..] => {
            let problem = format!("expected startpos, fen or sfen with a position, not {}", quote(word));
            return wrong(*at, problem);
        }
        [] => return wrong(at, "no position follows the command position"),
    };
    Ok(Command { at, start, moves })
}

/// A command as a game.
fn game(rules: Rules, format: Format, text: &str, command: &Command<'_>) -> Result<Game, Wrong> {
    let start = start(rules, command)?;
    let [mut turn, mut other] = players(rules, format, &command.start, command.at)?;
    let named = |(at, word): &Word<'_>| {
        rules.mv(word).map_err(|problem| Wrong { at: *at, problem: null_move(word).unwrap_or(problem) })
    };
    let all_named = command.moves.iter().all(|(_, word)| rules.mv(word).is_ok());
    let moves = match is_chess(rules) && !all_named {
        true => heard(rules, &start, &command.moves)?,
        false => command.moves.iter().map(named).collect::<Result<Vec<_>, _>>()?,
    };
    let mut record = Record::new(start);
    for mv in moves {
        record.moves.push((turn, mv));
        (turn, other) = (other, turn);
    }
    let places: Vec<usize> = command.moves.iter().map(|(at, _)| *at).collect();
    Ok(Game::new(record, text, command.at, &places))
}

/// What is wrong with a null move.
fn null_move(word: &str) -> Option<String> {
    matches!(word, "0000" | "--" | "null")
        .then(|| format!("{} is a null move, which hands over the turn; remove it", quote(word)))
}

fn start(rules: Rules, command: &Command<'_>) -> Result<Position, Wrong> {
    match &command.start {
        Start::Standard => rules.initial(&[]).or_else(|problem| wrong(command.at, problem)),
        Start::SetUp(at, text) => {
            let text = if is_chess(rules) { with_variant(text) } else { text.clone() };
            rules.position(&text).or_else(|problem| wrong(*at, format!("bad position: {problem}")))
        }
    }
}

/// The players, the one on turn at the start first.
fn players(rules: Rules, format: Format, start: &Start, at: usize) -> Result<[Player; 2], Wrong> {
    let Sides { names, second } = sides(format);
    let player = |name: &str| rules.player(name).or_else(|problem| wrong(at, problem));
    let [one, other] = [player(names[0])?, player(names[1])?];
    let begins_second =
        matches!(start, Start::SetUp(_, text) if text.split_whitespace().nth(1) == Some(second));
    Ok(if begins_second { [other, one] } else { [one, other] })
}

/// The moves that people write as in `Nf3`, which takes an engine to understand.
fn heard(rules: Rules, start: &Position, moves: &[Word<'_>]) -> Result<Vec<Move>, Wrong> {
    let at = moves.first().map_or(0, |(at, _)| *at);
    let Some(game) = of(rules) else { return wrong(at, "nothing is known of the moves of this game") };
    let mut engine = game.reference.engine();
    if let Err(problem) = engine.setup(start) {
        return wrong(at, format!("bad position: {problem}"));
    }
    let mut heard = Vec::new();
    for (at, word) in moves {
        let (seen, legal) = (engine.observe(), engine.legal_moves().unwrap_or_default());
        let mv = seen.and_then(|seen| seen.read_move(&legal, word));
        let (Some(mv), Some(player)) = (mv, engine.turn()) else {
            let problem =
                null_move(word).unwrap_or_else(|| format!("{} is not a legal move there", quote(word)));
            return wrong(*at, problem);
        };
        if engine.play(player, &mv).is_err() {
            return wrong(*at, format!("{} is not a legal move there", quote(word)));
        }
        heard.push(mv);
    }
    Ok(heard)
}

/// The position after the moves of the only command of a line; `None` if the line is not one.
pub(crate) fn position(rules: Rules, line: &str) -> Option<Result<Position, Wrong>> {
    let all = words(line, 0);
    matches!(all.first()?.1, "position" | "startpos" | "fen" | "sfen").then(|| {
        let format = format::of(line).unwrap_or(Format::Uci);
        let game = command(&all).and_then(|command| game(rules, format, line, &command))?;
        crate::positions::end(&game).map_err(|(ply, problem)| {
            let at = command(&all).ok().and_then(|command| Some(command.moves.get(ply?)?.0));
            Wrong { at: at.unwrap_or(0), problem }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_games::rules_of;

    fn read(game: &str, text: &str) -> Result<Vec<String>, String> {
        let games = games(rules_of(game).unwrap(), text).map_err(|wrong| wrong.placed(text).to_string())?;
        Ok(games.iter().map(|game| game.record.to_string()).collect())
    }

    #[test]
    fn commands_and_moves_are_games() {
        let start = "W[e2e4];B[e7e5];W[g1f3]";
        for text in [
            "position startpos moves e2e4 e7e5 g1f3",
            "startpos moves e2e4 e7e5 g1f3\n",
            "startpos moves e4 e5 Nf3",
            "e2e4 e7e5\n# a knight\ng1f3\n",
            "uci\nisready\nposition startpos moves e2e4 e7e5 g1f3\ngo depth 9\nbestmove b8c6\n",
            "> position startpos moves e2e4 e7e5 g1f3\n> go perft 1\n< a7a6: 1\n",
        ] {
            assert_eq!(read("chess", text), Ok(vec![start.into()]), "{text}");
        }
        let set_up = "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8g8 e1g1";
        let expected = "Start[r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1];B[e8g8];W[e1g1]";
        assert_eq!(read("chess", set_up), Ok(vec![expected.into()]));
        let two = "position startpos\nposition startpos moves e2e4\n";
        assert_eq!(read("chess", two).unwrap().len(), 2);
        let files = "fen 5k2/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1";
        let expected = "Start[5k2/8/8/8/8/8/8/5KR1 w K - 0 1 chess960];W[f1g1]";
        assert_eq!(read("chess", files), Ok(vec![expected.into()]));
    }

    #[test]
    fn shogi_and_xiangqi_have_their_players() {
        for (text, expected) in [
            ("position startpos moves 7g7f 3c3d", "clear_board\nplay black 7g7f\nplay white 3c3d"),
            ("sfen 9/9 w - 2 moves 3c3d", "bustan-setup 9/9 w - 2\nplay white 3c3d"),
            ("7g7f 3c3d", "clear_board\nplay black 7g7f\nplay white 3c3d"),
            ("position startpos moves h2e2 h9g7", "clear_board\nplay red h2e2\nplay black h9g7"),
            ("startpos moves e2e4", "clear_board\nplay white e2e4"),
        ] {
            assert_eq!(read("any", text), Ok(vec![expected.into()]), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, problem) in [
            ("position", "line 1, column 1: no position follows the command position"),
            ("position startpos e2e4", "line 1, column 19: expected moves after startpos, not \"e2e4\""),
            ("position fen", "line 1, column 10: no position follows fen"),
            (
                "position here",
                "line 1, column 10: expected startpos, fen or sfen with a position, not \"here\"",
            ),
            ("isready\n nonsense", "line 2, column 2: expected startpos, fen or sfen with a position"),
            ("isready", "line 1, column 1: there is no command position"),
            ("position startpos moves e4 Ke3", "line 1, column 28: \"Ke3\" is not a legal move there"),
            ("position startpos moves e2e4 0000", "line 1, column 30: \"0000\" is a null move"),
            ("fen 8/8 w - - 0 1", "line 1, column 5: bad position: \"8/8\" is not a board"),
            ("e2e4 e7e5\ng1f3 xyz", "line 2, column 6: \"xyz\" is not a legal move there"),
        ] {
            let told = read("chess", text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }
}

//! Games in the notation of engine protocols: the command `position` of UCI, USI and UCCI, parts of it, and
//! plain moves.

use bustan_games::of;
use bustan_harness::erased::{Move, Player, Position, Record, Rules};

use crate::Format;
use crate::chess::{is_chess, with_variant};
use crate::format::{self, SESSION, is_comment, is_coordinates};
use crate::games::Game;
use crate::place::{Wrong, lines, quote, words, wrong};

/// A word of a text, after its byte offset.
type Word<'a> = (usize, &'a str);

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Start {
    /// The standard starting position.
    Standard,
    /// The position with this text, after its byte offset.
    SetUp(usize, String),
}

/// A game in a text, before its moves are parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Command<'a> {
    at: usize,
    start: Start,
    moves: Vec<Word<'a>>,
}

/// The players of a kind of game, in turn order, and the letter of the second player in a position.
struct Sides {
    names: [&'static str; 2],
    second: &'static str,
}

/// The players of the games of a format.
const fn sides(format: Format) -> Sides {
    match format {
        Format::Usi | Format::Sfen => Sides { names: ["black", "white"], second: "w" },
        Format::Ucci | Format::Xiangqi => Sides { names: ["red", "black"], second: "b" },
        _ => Sides { names: ["white", "black"], second: "b" },
    }
}

/// Parses the games of a text, one per command; a text that consists only of moves is one game.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let format = format::of(text).unwrap_or(Format::Uci);
    let commands = match moves_alone(text) {
        Some(command) => vec![command],
        None => commands(text)?,
    };
    commands.into_iter().map(|command| game(rules, format, text, &command)).collect()
}

/// Parses a text that consists only of moves, possibly with comment lines between them.
fn moves_alone(text: &str) -> Option<Command<'_>> {
    let lines = lines(text).filter(|(_, line)| !is_comment(line.trim()));
    let moves: Vec<Word<'_>> = lines.flat_map(|(at, line)| words(line, at)).collect();
    let is_move = |word: &str| is_coordinates(word) || format::is_shogi(word) || format::is_xiangqi(word);
    let &(at, first) = moves.first()?;
    is_move(first).then_some(Command { at, start: Start::Standard, moves })
}

/// Parses the commands of a text, one per line. Output of a program and other commands of a session are
/// ignored. If the text is a session that contains a command, all other lines are ignored as well, such as
/// the name that a program prints when it starts.
fn commands(text: &str) -> Result<Vec<Command<'_>>, Wrong> {
    let is_lenient = is_session(text) && has_command(text);
    let mut commands = Vec::new();
    for (at, line) in lines(text) {
        let all = words(line, at);
        let Some(all) = said(&all) else { continue };
        match all.first() {
            None => {}
            Some((_, word)) if SESSION.contains(word) || is_comment(line.trim()) => {}
            Some((_, word)) if is_lenient && !is_begin(word) => {}
            Some(_) => commands.push(command(all)?),
        }
    }
    if commands.is_empty() { wrong(0, "no position command found") } else { Ok(commands) }
}

/// Whether a word starts the command `position`, or a part of it that may be used on its own.
pub(crate) fn is_begin(word: &str) -> bool {
    matches!(word, "position" | "startpos" | "fen" | "sfen")
}

/// Whether a text contains lines that occur only in a session.
pub(crate) fn is_session(text: &str) -> bool {
    text.lines().any(|line| {
        let all = words(line, 0);
        let is_first = |(_, word): &Word<'_>| SESSION.contains(word) || word.starts_with(['<', '>']);
        all.first().is_some_and(is_first) || command_in(&all).is_some_and(|at| at > 0)
    })
}

/// Whether a text contains the command `position`, at the start of a line or after the words that a log adds
/// before it.
pub(crate) fn has_command(text: &str) -> bool {
    text.lines().any(|line| command_in(&words(line, 0)).is_some())
}

/// The maximum number of words that a log adds before a command, such as the time and the name of the
/// program.
const BEFORE: usize = 6;

/// The index of the first word of a command `position` that was sent to a program, in the words of a line.
fn command_in(line: &[Word<'_>]) -> Option<usize> {
    // A program may repeat the command in its output.
    if is_answer(line) || line.first().is_some_and(|(_, word)| matches!(*word, "info" | "#")) {
        return None;
    }
    let is_command = |pair: &[Word<'_>]| matches!(pair, [(_, "position"), (_, "startpos" | "fen" | "sfen")]);
    line.windows(2).take(BEFORE + 1).position(is_command)
}

/// Whether a log marks a line as output of a program.
fn is_answer(line: &[Word<'_>]) -> bool {
    line.iter().take(BEFORE).any(|(_, word)| word.starts_with('<'))
}

/// The words that were sent to a program: the whole line, or the part after the mark of a log. `None` if the
/// line is output of the program.
fn said<'l, 'a>(line: &'l [Word<'a>]) -> Option<&'l [Word<'a>]> {
    let marked = line.first().is_some_and(|(_, word)| word.starts_with('>'));
    let begin = command_in(line).unwrap_or(usize::from(marked));
    (!is_answer(line)).then_some(&line[begin..])
}

/// Parses the words of a command.
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

/// Converts a command to a game.
fn game(rules: Rules, format: Format, text: &str, command: &Command<'_>) -> Result<Game, Wrong> {
    let start = start(rules, command)?;
    let [mut turn, mut other] = players(rules, format, &command.start, command.at)?;
    let named = |(at, word): &Word<'_>| {
        rules.mv(word).map_err(|problem| Wrong { at: *at, problem: null_move(word).unwrap_or(problem) })
    };
    let all_named = command.moves.iter().all(|(_, word)| rules.mv(word).is_ok());
    let moves = match is_chess(rules) && !all_named {
        true => heard(rules, &start, &command.moves)?,
        false => {
            let moves = command.moves.iter().map(named).collect::<Result<Vec<_>, _>>()?;
            if is_chess(rules) { respelled(rules, &start, &command.moves, moves) } else { moves }
        }
    };
    let mut record = Record::new(start);
    for mv in moves {
        record.moves.push((turn, mv));
        (turn, other) = (other, turn);
    }
    let places: Vec<usize> = command.moves.iter().map(|(at, _)| *at).collect();
    Ok(Game::new(record, text, command.at, &places))
}

/// The error for a null move; `None` if the word is not one.
fn null_move(word: &str) -> Option<String> {
    matches!(word, "0000" | "--" | "null")
        .then(|| format!("{} is a null move, which hands over the turn; remove it", quote(word)))
}

fn start(rules: Rules, command: &Command<'_>) -> Result<Position, Wrong> {
    match &command.start {
        Start::Standard => rules.initial(&[]).or_else(|problem| wrong(command.at, problem)),
        Start::SetUp(at, text) => {
            let text = if is_chess(rules) { with_variant(text) } else { text.clone() };
            let read = rules.position(&text);
            read.or_else(|problem| wrong(at + rules.fault(&text), format!("bad position: {problem}")))
        }
    }
}

/// The two players, starting with the player to move at the start.
fn players(rules: Rules, format: Format, start: &Start, at: usize) -> Result<[Player; 2], Wrong> {
    let Sides { names, second } = sides(format);
    let player = |name: &str| rules.player(name).or_else(|problem| wrong(at, problem));
    let [one, other] = [player(names[0])?, player(names[1])?];
    let begins_second =
        matches!(start, Start::SetUp(_, text) if text.split_whitespace().nth(1) == Some(second));
    Ok(if begins_second { [other, one] } else { [one, other] })
}

/// Parses moves in human notation, such as `Nf3`. Their meaning depends on the position, so an engine plays
/// them.
fn heard(rules: Rules, start: &Position, moves: &[Word<'_>]) -> Result<Vec<Move>, Wrong> {
    let at = moves.first().map_or(0, |(at, _)| *at);
    let Some(game) = of(rules) else { return wrong(at, "nothing is known of the moves of this game") };
    let mut engine = game.reference.engine();
    if let Err(problem) = engine.setup(start) {
        return wrong(at, format!("bad position: {problem}"));
    }
    let mut record = Record::new(start.clone());
    for (at, word) in moves {
        let (seen, legal) = (engine.observe(), engine.legal_moves().unwrap_or_default());
        let mv = seen.as_ref().and_then(|seen| seen.read_move(&legal, word));
        let played = mv.zip(engine.turn()).filter(|(mv, player)| engine.play(*player, mv).is_ok());
        let Some((mv, player)) = played else {
            let why = seen.and_then(|seen| record.explain_word(&seen, &legal, word));
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            let illegal = || format!("{} is not a legal move there{why}", quote(word));
            return wrong(*at, null_move(word).unwrap_or_else(illegal));
        };
        record.moves.push((player, mv));
    }
    Ok(record.moves.into_iter().map(|(_, mv)| mv).collect())
}

/// Converts castling moves of a chess game that are in the notation of the other variant: that of Chess960 in
/// the standard game, or vice versa.
fn respelled(rules: Rules, start: &Position, words: &[Word<'_>], mut moves: Vec<Move>) -> Vec<Move> {
    let is_along_a_rank = |word: &str| matches!(word.as_bytes(), [_, from, _, to] if from == to);
    let Some(last) = words.iter().rposition(|(_, word)| is_along_a_rank(word)) else { return moves };
    let Some(mut engine) = of(rules).map(|game| game.reference.engine()) else { return moves };
    if engine.setup(start).is_err() {
        return moves;
    }
    for ((_, word), mv) in words.iter().zip(&mut moves).take(last + 1) {
        let Some(player) = engine.turn() else { break };
        if engine.play(player, mv).is_ok() {
            continue;
        }
        let (seen, legal) = (engine.observe(), engine.legal_moves().unwrap_or_default());
        let meant = seen.and_then(|seen| seen.read_move(&legal, word));
        let Some(meant) = meant.filter(|meant| engine.play(player, meant).is_ok()) else { break };
        *mv = meant;
    }
    moves
}

/// The position after the moves of the only command in a line; `None` if the line is not a command.
pub(crate) fn position(rules: Rules, line: &str) -> Option<Result<Position, Wrong>> {
    let all = words(line, 0);
    let all = all.strip_prefix(&[(0, ">")]).unwrap_or(&all);
    is_begin(all.first()?.1).then(|| {
        let format = format::of(line).unwrap_or(Format::Uci);
        let game = command(all).and_then(|command| game(rules, format, line, &command))?;
        crate::positions::end(&game).map_err(|(ply, problem)| {
            let at = command(all).ok().and_then(|command| Some(command.moves.get(ply?)?.0));
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
            ">> position startpos moves e2e4 e7e5 g1f3\n<< position startpos\n",
            "An engine by its authors\nuci\nid name x\nposition startpos moves e2e4 e7e5 g1f3\nNodes searched: 1\n",
            "1234 >x(0): uci\n1235 <x(0): position startpos\n1236 >x(0): position startpos moves e2e4 e7e5 g1f3\n",
            "[12:00:01.5] -> x: position startpos moves e2e4 e7e5 g1f3\ninfo string position startpos\n",
        ] {
            assert_eq!(read("chess", text), Ok(vec![start.into()]), "{text}");
        }
        let set_up = "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8g8 e1g1";
        let expected = "Start[r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1];B[e8g8];W[e1g1]";
        assert_eq!(read("chess", set_up), Ok(vec![expected.into()]));
        // The castling is in the notation of the other variant, standard or Chess960.
        let castled = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1 e8e7";
        let expected = "Start[4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1];W[e1g1];B[e8e7]";
        assert_eq!(read("chess", castled), Ok(vec![expected.into()]));
        let castled = "fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1c1";
        let expected = "Start[4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 chess960];W[e1a1]";
        assert_eq!(read("chess", castled), Ok(vec![expected.into()]));
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
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, problem) in [
            ("position", "line 1, column 1: no position follows the command position"),
            ("position startpos e2e4", "line 1, column 19: expected moves after startpos, not \"e2e4\""),
            ("position fen", "line 1, column 10: no position follows fen"),
            (
                "position here",
                "line 1, column 10: expected startpos, fen or sfen with a position, not \"here\"",
            ),
            ("isready\n nonsense", "line 2, column 2: expected startpos, fen or sfen with a position"),
            ("isready", "line 1, column 1: no position command found"),
            (
                "position startpos\nnonsense",
                "line 2, column 1: expected startpos, fen or sfen with a position",
            ),
            (
                "uci\nBy its authors\nposition startpos e2e4",
                "line 3, column 19: expected moves after startpos",
            ),
            (
                "position startpos moves e2e4 e7e5 e1e2 e8e7 Nc4",
                "line 1, column 45: \"Nc4\" is not a legal move there: none of white's knights moves to c4",
            ),
            (
                "fen 4k3/8/8/8/8/8/8/44 w - - 0 1",
                "line 1, column 21: bad position: two digits follow each other in rank 1",
            ),
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

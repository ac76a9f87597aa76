//! GTP sessions, including answers and commands that do not concern the moves of a game.

use std::collections::BTreeSet;

use bustan_harness::erased::{Move, Player, Position, Record, Rules};
use bustan_vocabulary::uncommented;

use crate::games::Game;
use crate::logged::{Line, Way, stripped};
use crate::place::{Wrong, quote, words, wrong};

/// The commands that do not affect the moves of a game.
const ASIDE: [&str; 30] = [
    "all_legal",
    "bustan-legal",
    "bustan-perft",
    "bustan-position",
    "bustan-score",
    "bustan-state",
    "bustan-svg",
    "bustan-variants",
    "captures",
    "cputime",
    "estimate_score",
    "final_score",
    "final_status_list",
    "get_komi",
    "is_legal",
    "known_command",
    "komi",
    "list_commands",
    "list_stones",
    "move_history",
    "name",
    "protocol_version",
    "query_boardsize",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "version",
    "kgs-time_settings",
];

/// The commands that affect a game. They end an answer even without a blank line.
const GAME: [&str; 6] = ["boardsize", "bustan-setup", "clear_board", "genmove", "play", "undo"];

/// A game that has been parsed, possibly only in part.
struct Read {
    begin: usize,
    start: Position,
    moves: Vec<(Player, Move)>,
    places: Vec<usize>,
}

/// The effect of the next answer.
#[derive(Clone, Copy)]
enum Waiting<'a> {
    /// The answer has no effect.
    Nothing,
    /// The answer decides whether the last move is part of the game.
    Played,
    /// The answer decides whether a move was undone.
    TakenBack,
    /// The answer contains a move of the player with this name, which is at this byte offset.
    Generated(usize, &'a str),
}

/// The state of parsing a session.
struct Session<'a> {
    rules: Rules,
    /// Whether the game is Go, whose programs use `black` and `D4` instead of abbreviations and lower case.
    is_go: bool,
    /// The arguments of the last `boardsize`.
    size: String,
    done: Vec<Read>,
    game: Read,
    waiting: Waiting<'a>,
    /// A move that was refused. If no other move follows, it is the move in question and becomes the last
    /// move of the game; otherwise it is ignored.
    refused: Option<(Player, Move, usize)>,
    /// The move that was undone last.
    undone: Option<(Player, Move, usize)>,
    in_answer: bool,
}

/// Reads the games of a session: each `clear_board`, `boardsize` and `bustan-setup` after a move begins
/// another game. In a log, each process has a session; games without moves, and those that an earlier process has
/// played, are then left out.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let processes: BTreeSet<usize> = stripped(text).map(|line| line.process).collect();
    let mut games: Vec<Game> = Vec::new();
    for &process in &processes {
        for game in session(rules, text, process)? {
            let is_known = games.iter().any(|other| other.record.to_string() == game.record.to_string());
            let is_empty = processes.len() > 1 && game.record.moves.is_empty();
            if !is_known && !is_empty {
                games.push(game);
            }
        }
    }
    Ok(games)
}

/// Reads the games of the session of a process.
fn session(rules: Rules, text: &str, process: usize) -> Result<Vec<Game>, Wrong> {
    let start = rules.initial(&[]).or_else(|problem| wrong(0, problem))?;
    let game = Read { begin: 0, start, moves: Vec::new(), places: Vec::new() };
    let mut session = Session {
        rules,
        is_go: rules.is_opaque() && is_go(text),
        size: String::new(),
        done: Vec::new(),
        game,
        waiting: Waiting::Nothing,
        refused: None,
        undone: None,
        in_answer: false,
    };
    let mut own = stripped(text).filter(|line| line.process == process);
    own.try_for_each(|line| session.line(line))?;
    session.answered()?;
    session.ask_again();
    let Session { mut done, game, .. } = session;
    done.push(game);
    let game =
        |Read { begin, start, moves, places }| Game::new(Record { start, moves }, text, begin, &places);
    Ok(done.into_iter().map(game).collect())
}

impl<'a> Session<'a> {
    fn line(&mut self, Line { at, text: line, way, .. }: Line<'a>) -> Result<(), Wrong> {
        let all = words(uncommented(line), at);
        self.in_answer &= way != Way::Sent;
        let Some(&(at, first)) = all.first() else {
            self.in_answer &= !line.trim().is_empty();
            return Ok(());
        };
        if let Some(answer) = first.strip_prefix(['=', '?']).filter(|rest| is_number(rest)) {
            let words: Vec<_> = all[1..].to_vec();
            // The sign may be joined to the answer, as in `=B2`.
            let joined = !answer.bytes().all(|byte| byte.is_ascii_digit());
            let words = if joined { vec![(at + 1, &first[1..])] } else { words };
            return self.answer(first.starts_with('='), &words);
        }
        // The answer to list_commands has the names of commands.
        if way == Way::Received {
            return Ok(());
        }
        let all = if first.bytes().all(|byte| byte.is_ascii_digit()) && all.len() > 1 {
            &all[1..]
        } else {
            &all[..]
        };
        if self.in_answer && !GAME.contains(&all[0].1) {
            return Ok(());
        }
        self.in_answer = false;
        self.answered()?;
        self.command(all, line)
    }

    fn command(&mut self, all: &[(usize, &'a str)], line: &'a str) -> Result<(), Wrong> {
        let (at, name) = all[0];
        match (name, &all[1..]) {
            ("play", [(colour_at, colour), (mv_at, mv)]) => {
                let player = self.player(*colour_at, colour)?;
                self.play(player, *mv_at, mv)?;
                self.waiting = Waiting::Played;
                Ok(())
            }
            ("play", [_]) if uncommented(line).len() < line.len() => {
                let (begins, named) = (uncommented(line).len(), line.find(name).unwrap_or_default());
                let comment = line[begins..].split_whitespace().next().unwrap_or_default();
                wrong(at + begins - named, format!("{} begins a comment", quote(comment)))
            }
            ("play", [] | [_]) => wrong(
                at,
                format!("{} is incomplete; a move looks like \"play black e5\"", quote(line.trim())),
            ),
            ("play", _) => wrong(
                at,
                format!("{} is not a move; a move looks like \"play black D4\"", quote(line.trim())),
            ),
            ("genmove", [(_, colour)]) => {
                self.waiting = Waiting::Generated(at, colour);
                Ok(())
            }
            ("genmove", _) => wrong(at, "genmove names one player"),
            ("undo", []) => {
                self.undone = self.pop();
                self.waiting = Waiting::TakenBack;
                if self.undone.is_none() { wrong(at, "there is no move to take back") } else { Ok(()) }
            }
            ("clear_board", []) => self.begin(at, None),
            ("boardsize", size @ [_, ..]) => {
                let size: Vec<&str> = size.iter().map(|(_, word)| *word).collect();
                self.size = size.join(" ");
                self.begin(at, None)
            }
            ("bustan-setup", [(position_at, _), ..]) => {
                let text = line.split_once(name).map_or("", |(_, rest)| rest.trim());
                let position = self.rules.position(text).or_else(|problem| wrong(*position_at, problem))?;
                self.begin(at, Some(position))
            }
            _ if ASIDE.contains(&name) => Ok(()),
            _ if GAME.contains(&name) => {
                wrong(at, format!("{} is not a valid {name} command", quote(line.trim())))
            }
            _ => {
                let problem = format!(
                    "unsupported command {}; remove it if the game does not depend on it",
                    quote(name)
                );
                wrong(at, problem)
            }
        }
    }

    /// Starts a game at a position, or at the initial position of the current size.
    fn begin(&mut self, at: usize, position: Option<Position>) -> Result<(), Wrong> {
        let words: Vec<&str> = self.size.split_whitespace().collect();
        let start = match position {
            Some(position) => position,
            None => self.rules.initial(&words).or_else(|problem| wrong(at, problem))?,
        };
        self.ask_again();
        let begin = if self.game.moves.is_empty() { self.game.begin } else { at };
        let game = Read { begin, start, moves: Vec::new(), places: Vec::new() };
        let old = std::mem::replace(&mut self.game, game);
        if !old.moves.is_empty() {
            self.done.push(old);
        }
        Ok(())
    }

    /// If a move was refused and no other followed, appends it as the last move of the game.
    fn ask_again(&mut self) {
        let refused = self.refused.take();
        self.push(refused);
    }

    fn push(&mut self, mv: Option<(Player, Move, usize)>) {
        if let Some((player, mv, at)) = mv {
            self.game.moves.push((player, mv));
            self.game.places.push(at);
        }
    }

    /// Removes and returns the last move.
    fn pop(&mut self) -> Option<(Player, Move, usize)> {
        let (player, mv) = self.game.moves.pop()?;
        Some((player, mv, self.game.places.pop()?))
    }

    /// Processes an answer to the last command.
    fn answer(&mut self, good: bool, words: &[(usize, &'a str)]) -> Result<(), Wrong> {
        self.in_answer = true;
        match std::mem::replace(&mut self.waiting, Waiting::Nothing) {
            Waiting::Played if !good => {
                self.refused = self.pop();
                Ok(())
            }
            Waiting::TakenBack if !good => {
                let undone = self.undone.take();
                self.push(undone);
                Ok(())
            }
            Waiting::Generated(at, colour) if good => match words.first() {
                Some((_, word)) if word.eq_ignore_ascii_case("resign") => Ok(()),
                Some(&(mv_at, mv)) => {
                    let player = self.player(at, colour)?;
                    self.play(player, mv_at, mv)
                }
                None => wrong(at, "the answer to genmove has no move"),
            },
            _ => Ok(()),
        }
    }

    /// Checks that a required answer is not missing.
    fn answered(&mut self) -> Result<(), Wrong> {
        match std::mem::replace(&mut self.waiting, Waiting::Nothing) {
            Waiting::Generated(at, _) => {
                wrong(at, "the answer to genmove is missing, so nothing says which move was made")
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, player: Player, at: usize, word: &str) -> Result<(), Wrong> {
        let go = if self.is_go { vertex(word) } else { None };
        let mv = self.rules.mv(go.as_deref().unwrap_or(word)).or_else(|problem| wrong(at, problem))?;
        self.refused = None;
        self.push(Some((player, mv, at)));
        Ok(())
    }

    /// The player with this name or initial.
    fn player(&self, at: usize, word: &str) -> Result<Player, Wrong> {
        let small = word.to_ascii_lowercase();
        if self.rules.is_opaque() {
            let name = match small.as_str() {
                "b" | "black" if self.is_go => "black",
                "w" | "white" if self.is_go => "white",
                _ => word,
            };
            return self.rules.player(name).or_else(|problem| wrong(at, problem));
        }
        let named = |player: &&Player| player.to_string().starts_with(&small) && !small.is_empty();
        let mut all = self.rules.players().iter().filter(named);
        match (all.next(), all.next()) {
            (Some(&player), None) => Ok(player),
            _ => self.rules.player(word).or_else(|problem| wrong(at, problem)),
        }
    }
}

/// Whether a session is a game of Go: it contains a komi, abbreviated colours, or vertices in capitals.
fn is_go(text: &str) -> bool {
    stripped(text).filter(|line| line.way != Way::Received).any(|line| {
        let all = words(line.text, line.at);
        let names: Vec<&str> = all.iter().map(|(_, word)| *word).collect();
        let numbered = names.first().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
        match names[usize::from(numbered)..] {
            ["komi", ..] => true,
            ["genmove", colour] => is_short(colour),
            ["play", colour, mv] => {
                is_short(colour) || vertex(mv).is_some_and(|vertex| vertex == mv && mv != "pass")
            }
            _ => false,
        }
    })
}

/// Whether a text is a log of a session: a command of a game follows a time or a mark.
pub(crate) fn is_log(text: &str) -> bool {
    let is_inside = |at: usize| text[..at].trim_end_matches([' ', '\t']).ends_with(|c: char| c != '\n');
    let mut logged = stripped(text).filter(|line| line.way == Way::Sent || is_inside(line.at));
    logged.any(|line| line.text.split_whitespace().next().is_some_and(|first| GAME.contains(&first)))
}

/// Whether a word is an abbreviated colour.
fn is_short(colour: &str) -> bool {
    matches!(colour, "b" | "w" | "B" | "W")
}

/// Whether a record of an unknown game was parsed from a Go session with abbreviated colours, as in `play b
/// D4`. In records, colours are not abbreviated.
pub(crate) fn is_abbreviated(record: &Record) -> bool {
    let abbreviated =
        |(player, mv): &(Player, Move)| is_short(&player.to_string()) && vertex(&mv.to_string()).is_some();
    record.start.rules().is_opaque() && !record.moves.is_empty() && record.moves.iter().all(abbreviated)
}

/// Converts a vertex of Go, or a pass, to the notation of programs; `None` for any other word.
fn vertex(word: &str) -> Option<String> {
    if word.eq_ignore_ascii_case("pass") {
        return Some("pass".into());
    }
    let (column, row) = word.split_at_checked(1)?;
    let is_column = column.starts_with(|c: char| c.is_ascii_alphabetic() && !c.eq_ignore_ascii_case(&'i'));
    let is_row = row.parse::<u8>().is_ok_and(|row| (1..=25).contains(&row)) && !row.starts_with(['0', '+']);
    (is_column && is_row).then(|| word.to_ascii_uppercase())
}

/// Whether the text after the sign of an answer can be its number or the answer itself.
fn is_number(rest: &str) -> bool {
    rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
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
    fn sessions_are_games() {
        let expected = "boardsize 5\nclear_board\nplay black C3\nplay white D4\nplay black B2";
        for text in [
            "boardsize 5\nkomi 6.5\nplay B C3\n= \n\nplay W d4\ngenmove b\n= B2\n\n",
            "1 boardsize 5\n=1\n\n2 clear_board\n=2\n\n3 play black c3\n=3\n\n4 play white d4\n=4\n\n5 genmove b\n=5 b2\n\n",
            "boardsize 5\nplay b C3\nplay w D4\nplay b A1\nundo\nplay b B2\nshowboard\n=\n  A B C\n white to move\n\nquit\n",
            "boardsize 5\nplay b C3\nplay w D4\nundo\n? cannot undo\n\nplay w C3\n? illegal move\n\nplay b B2\n= \n",
        ] {
            assert_eq!(read("any", text), Ok(vec![expected.into()]), "{text}");
        }
        let two = "clear_board\nplay b D4\nclear_board\nplay b E5\ngenmove w\n= resign\n";
        assert_eq!(read("any", two).unwrap(), ["clear_board\nplay black D4", "clear_board\nplay black E5"]);
        let question = "clear_board\nplay b D4\nplay w D4\n? illegal move\n\n";
        assert_eq!(read("any", question).unwrap(), ["clear_board\nplay black D4\nplay white D4"]);
        let words = "boardsize 3\nplay x b2\n=\n\nplay o a1\n=\n\n";
        let told = "boardsize 3\nclear_board\nplay x b2\nplay o a1";
        assert_eq!(read("any", words), Ok(vec![told.into()]));
        let own = "boardsize 3\nplay x b2\n=\n\nplay o a1\n=\n\n";
        assert_eq!(read("tictactoe", own), Ok(vec!["X[b2];O[a1]".into()]));
        assert_eq!(read("chess", "play white e2e4\nplay b e7e5\n"), Ok(vec!["W[e2e4];B[e7e5]".into()]));
    }

    #[test]
    fn logs_are_games() {
        let one = "boardsize 5\nclear_board\nplay black C3\nplay white D4";
        for text in [
            "[12:00:01] boardsize 5\n[12:00:01] =\n[12:00:02] play B C3\n[12:00:02] =\n[12:00:03] genmove w\n[12:00:04] = D4\n",
            ">> list_commands\n<< = name\n<< undo\n<< boardsize\n<<\n>> boardsize 5\n<< =\n>> play b C3\n<< =\n>> genmove w\n<< = D4\n",
            "1: gtp:a\n1 0.1 > name\n1 0.1 < = A\n2: gtp:b\n2 0.1 > name\n2 0.1 < = B\n1 0.2 > boardsize 5\n1 0.2 < =\n\
             2 0.2 > boardsize 5\n2 0.2 < =\n1 0.3 > play black C3\n2 0.3 > play black C3\n1 0.3 < =\n2 0.3 < =\n\
             1 0.4 > play white D4\n1 0.4 < =\n2 0.4 > play white D4\n2 0.4 < =\n",
        ] {
            assert_eq!(read("any", text), Ok(vec![one.into()]), "{text}");
        }
        let told = read("any", "1: gtp:a\n1 0.1 > play b D4\n1 0.1 > undo now\n").unwrap_err();
        assert!(told.starts_with("line 3, column 9: \"undo now\" is not a valid undo command"), "{told}");
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, problem) in [
            ("play b", "line 1, column 1: \"play b\" is incomplete; a move looks like"),
            ("1 play b #D4 E5", "line 1, column 10: \"#D4\" begins a comment"),
            ("play b D4 E5", "line 1, column 1: \"play b D4 E5\" is not a move; a move looks like"),
            ("clear_board\ngenmove b\n", "line 2, column 1: the answer to genmove is missing"),
            ("genmove b\n= \n", "line 1, column 1: the answer to genmove has no move"),
            ("boardsize 9\nfixed_handicap 2\n", "line 2, column 1: unsupported command \"fixed_handicap\""),
            ("undo", "line 1, column 1: there is no move to take back"),
            ("clear_board now", "line 1, column 1: \"clear_board now\" is not a valid clear_board command"),
        ] {
            let told = read("any", text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
        assert!(read("margo", "boardsize 99\n").unwrap_err().starts_with("line 1, column 1: "));
        assert!(read("tictactoe", "play x hello").unwrap_err().starts_with("line 1, column 8: "));
    }

    #[test]
    fn vertices_are_written_as_programs_write_them() {
        let read = ["d4", "T19", "PASS", "i5", "D0", "D44", "e2e4", "D+4", ""].map(vertex);
        let expected = [Some("D4"), Some("T19"), Some("pass"), None, None, None, None, None, None];
        assert_eq!(read.each_ref().map(Option::as_deref), expected);
    }
}

//! Games of Go in Smart Game Format.
//!
//! Only the main line of each game is parsed: everything before the first closing parenthesis. Therefore no
//! tree is built, and lines and nesting of any length are parsed without recursion. Each property keeps its
//! byte offset.

use bustan_harness::erased::{Player, Record, Rules};

use crate::games::Game;
use crate::place::{Wrong, quote, wrong};

/// Numbers of the property `GM` and their games, limited to widely played ones.
const GAMES: [(u32, &str); 12] = [
    (2, "Othello"),
    (3, "chess"),
    (4, "Gomoku or Renju"),
    (5, "Nine Men's Morris"),
    (6, "Backgammon"),
    (7, "xiangqi"),
    (8, "shogi"),
    (9, "Lines of Action"),
    (11, "Hex"),
    (18, "Amazons"),
    (21, "TwixT"),
    (27, "Hive"),
];

/// The columns of a Go board in GTP.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A property and its values, all with their byte offsets.
struct Property {
    at: usize,
    name: String,
    values: Vec<(usize, String)>,
}

/// The properties of the main line of a game, and the byte offset of its start.
struct MainLine {
    at: usize,
    properties: Vec<Property>,
}

/// Parses the games in a text.
pub(crate) fn games(rules: Rules, text: &str) -> Result<Vec<Game>, Wrong> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while let Some(line) = reader.game()? {
        games.push(game(rules, text, &line)?);
    }
    Ok(games)
}

/// Reads properties from the start of a text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        self.text[self.at..].chars().next()
    }

    /// Reads the main line of the next game; `None` at the end of the text.
    fn game(&mut self) -> Result<Option<MainLine>, Wrong> {
        match self.peek() {
            None => return Ok(None),
            Some('(') => {}
            Some(sign) => {
                return wrong(self.at, format!("expected ( at the beginning of a game, not {sign:?}"));
            }
        }
        let (begin, mut depth, mut main) = (self.at, 0_usize, true);
        let mut properties = Vec::new();
        while let Some(sign) = self.peek() {
            match sign {
                '(' => (depth, self.at) = (depth + 1, self.at + 1),
                ')' => {
                    (depth, self.at, main) = (depth - 1, self.at + 1, false);
                    if depth == 0 {
                        return Ok(Some(MainLine { at: begin, properties }));
                    }
                }
                ';' => self.at += 1,
                _ => {
                    let property = self.property()?;
                    properties.extend(Some(property).filter(|_| main));
                }
            }
        }
        wrong(begin, "the game is not closed by )")
    }

    /// Reads a property. Lower-case letters in its name, which occur in old files, are ignored.
    fn property(&mut self) -> Result<Property, Wrong> {
        let at = self.at;
        let rest = &self.text[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name: String = rest[..end].chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            let sign: String = rest.chars().take(1).collect();
            return wrong(at, format!("expected a property such as B[cc], not {}", quote(&sign)));
        }
        self.at += end;
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            values.push(self.value()?);
        }
        match values.is_empty() {
            true => wrong(at, format!("the property {name} has no value in brackets")),
            false => Ok(Property { at, name, values }),
        }
    }

    /// Reads a value in brackets, in which a backslash escapes the next character.
    fn value(&mut self) -> Result<(usize, String), Wrong> {
        let begin = self.at;
        let (mut value, mut escaped) = (String::new(), false);
        for (at, sign) in self.text[begin + 1..].char_indices() {
            match sign {
                _ if std::mem::take(&mut escaped) => value.push(sign),
                '\\' => escaped = true,
                ']' => {
                    self.at = begin + 1 + at + 1;
                    return Ok((begin + 1, value));
                }
                _ => value.push(sign),
            }
        }
        wrong(begin, "the value is not closed by ]")
    }
}

/// Converts a main line to a game in the notation of GTP programs.
fn game(rules: Rules, text: &str, line: &MainLine) -> Result<Game, Wrong> {
    let of_name = |name: &str| line.properties.iter().find(|property| property.name == name);
    if let Some((at, value)) = of_name("GM").map(|property| &property.values[0])
        && value.trim() != "1"
    {
        return wrong(*at, another(value.trim()));
    }
    if let Some(property) = line.properties.iter().find(|it| matches!(it.name.as_str(), "AB" | "AW" | "AE")) {
        let problem = format!(
            "{} sets stones up, which GTP has no command for; begin the game on an empty board",
            property.name
        );
        return wrong(property.at, problem);
    }
    let size = of_name("SZ").map_or(Ok(19), |property| size(&property.values[0]))?;
    let start = rules.initial(&[&size.to_string()]).or_else(|problem| wrong(line.at, problem))?;
    let mut record = Record::new(start);
    let mut places = Vec::new();
    for Property { name, values, .. } in &line.properties {
        let player = match name.as_str() {
            "B" => "black",
            "W" => "white",
            _ => continue,
        };
        let (at, value) = &values[0];
        let player: Player = rules.player(player).or_else(|problem| wrong(*at, problem))?;
        let vertex = vertex(value.trim(), size).ok_or_else(|| Wrong {
            at: *at,
            problem: format!("{} is not a point of a board of {size} lines", quote(value)),
        })?;
        record.moves.push((player, rules.mv(&vertex).or_else(|problem| wrong(*at, problem))?));
        places.push(*at);
    }
    Ok(Game::new(record, text, line.at, &places))
}

/// The error for a game other than Go.
fn another(number: &str) -> String {
    let known =
        number.parse::<u32>().ok().and_then(|number| GAMES.iter().find(|(other, _)| *other == number));
    match known {
        Some((_, name)) => format!(
            "GM[{number}] is a game of {name} in SGF, of which only games of Go are read; write its moves as a session, such as \"play black d3\""
        ),
        None => format!("GM[{}] is not Go, and only games of Go are read from SGF", number.escape_debug()),
    }
}

/// The number of lines of a board.
fn size((at, value): &(usize, String)) -> Result<usize, Wrong> {
    let value = value.trim();
    let one = match value.split_once(':') {
        Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
        _ => value,
    };
    match one.parse::<usize>() {
        Ok(size) if (1..=COLUMNS.len()).contains(&size) => Ok(size),
        _ => wrong(*at, format!("{} is not the size of a square board of up to 25 lines", quote(value))),
    }
}

/// Converts a point to a vertex of GTP. An empty point is a pass, and so is `tt` on a board of up to 19
/// lines.
fn vertex(point: &str, size: usize) -> Option<String> {
    if point.is_empty() || point == "tt" && size <= 19 {
        return Some("pass".into());
    }
    let [column, row] = *point.as_bytes() else { return None };
    let [column, row] =
        [column, row].map(|letter| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a')));
    let (column, row) = (column.filter(|column| *column < size)?, row.filter(|row| *row < size)?);
    Some(format!("{}{}", COLUMNS.chars().nth(column)?, size - row))
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
    fn the_main_line_is_read() {
        let text = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[6.5]PB[A]PW[B]C[a comment \\] with a bracket]\n;B[cc];W[cd]C[x](;B[dd];W[];B[])(;B[bb]))";
        let moves = "play black C3\nplay white C2\nplay black D2\nplay white pass\nplay black pass";
        assert_eq!(read(text), Ok(vec![format!("boardsize 5\nclear_board\n{moves}")]));
        let two = "(;SZ[9];B[aa];W[ia])\n(;FF[3]GaMe[1]SiZe[19:19];Black[qd];W[tt])";
        let expected = [
            "boardsize 9\nclear_board\nplay black A9\nplay white J9",
            "boardsize 19\nclear_board\nplay black R16\nplay white pass",
        ];
        assert_eq!(read(two).unwrap(), expected);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, problem) in [
            ("(;GM[11]SZ[11];B[aa])", "line 1, column 6: GM[11] is a game of Hex in SGF"),
            ("(;GM[x])", "line 1, column 6: GM[x] is not Go"),
            ("(;GM[1]\nAB[dd][pp];W[qq])", "line 2, column 1: AB sets stones up"),
            ("(;SZ[9:7])", "line 1, column 6: \"9:7\" is not the size of a square board"),
            ("(;SZ[9];B[jj])", "line 1, column 11: \"jj\" is not a point of a board of 9 lines"),
            ("(;B[aa]", "line 1, column 1: the game is not closed by )"),
            ("(;B[aa)", "line 1, column 4: the value is not closed by ]"),
            ("(;B)", "line 1, column 3: the property B has no value"),
            ("(;B[aa]) x", "line 1, column 10: expected ( at the beginning of a game"),
            ("(;5)", "line 1, column 3: expected a property such as B[cc]"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.starts_with(problem), "{text}: {told}");
        }
    }

    #[test]
    fn lines_and_nestings_of_any_length_are_read() {
        let long = format!("(;SZ[9]{})", ";B[aa]".repeat(100_000));
        assert_eq!(games(rules_of("any").unwrap(), &long).unwrap()[0].record.moves.len(), 100_000);
        let deep = format!("{}{}", "(;C[x]".repeat(100_000), ")".repeat(100_000));
        assert_eq!(read(&deep).unwrap().len(), 1);
    }
}

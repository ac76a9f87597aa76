//! Parts that the pictures of all games share: the text below a board, the page of a drawing, and the colours
//! of terminals.
//!
//! A caption shows the player to move or the winner, the scores, and the meaning of the signs on the board.
//! Terminals and drawings use the same wording in the same order. Captions contain only facts of the
//! observation and do not depend on the rules of a game.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

use bustan_vocabulary::Game;
use bustan_vocabulary::abrobad::Player;

use crate::xml::{Attribute, Writer};
use crate::{Overlay, Style};

/// The background of a drawing, and the colour of its text.
pub(crate) const PAGE: &str = "#f7f4ee";
pub(crate) const INK: &str = "#2b2a28";
pub(crate) const FAINT: &str = "#5f5138";
/// The colours of outlines: the last move, marked cells, and the disputed move.
pub(crate) const LAST: &str = "#1d78d6";
pub(crate) const MARK: &str = "#e0301e";
pub(crate) const QUESTION: &str = "#8a2be2";
/// The colours of a cell, and of the lines between cells.
pub(crate) const CELL: &str = "#e8d9b8";
pub(crate) const GRID: &str = "#bda877";
/// The colour of dark pieces, and of the text on light ones.
pub(crate) const DARK: &str = "#34373d";
/// The class of elements for coordinates, which are on the page next to the board.
pub(crate) const LABELS: &str = "labels";
/// The opacity of a ghost.
pub(crate) const GHOST: &str = "0.5";
/// The dash pattern of a ghost's outline.
pub(crate) const DASHES: &str = "7 4";

/// The smallest width of a drawing, which provides space for its caption.
pub(crate) const LEAST_WIDTH: f32 = 360.0;
/// The distance from the board to the first line of the legend, if the drawing has a caption.
const HEAD: f32 = 76.0;
/// The distance between lines of the legend.
const LINE: f32 = 17.0;
/// The distance between the scores of two players.
const SCORE: f32 = 118.0;
/// The average width of a character of the legend.
const LETTER: f32 = 6.4;
/// The maximum number of columns of a legend on a terminal.
const COLUMNS: usize = 58;

/// The text about a position, which is the same for all pictures.
pub(crate) struct Caption {
    /// The number of moves played; `None` if only the board is drawn.
    ply: Option<u32>,
    /// The player to move, or the winner, as text; empty if only the board is drawn.
    pub(crate) turn: String,
    scores: Vec<(String, i64)>,
    /// The result, unless it only repeats the scores.
    result: Option<String>,
}

impl Caption {
    /// The caption for an observation.
    pub(crate) fn new<G: Game>(
        seen: &G::Observation,
        ply: u32,
        winner: Option<G::Player>,
        scores: impl IntoIterator<Item = (G::Player, i64)>,
    ) -> Self {
        let scores: Vec<(String, i64)> =
            scores.into_iter().map(|(player, score)| (player.to_string(), score)).collect();
        let turn = match (G::to_move(seen), winner) {
            (Some(player), _) => format!("{player} to move"),
            (None, Some(player)) => format!("game over: {player} wins"),
            (None, None) => format!("game over: shared{}", among(&scores)),
        };
        let plain: Vec<String> = scores.iter().map(|(player, score)| format!("{player} {score}")).collect();
        let result = Some(G::final_score(seen)).filter(|result| *result != plain.join(" "));
        Self { ply: Some(ply), turn, scores, result }
    }

    /// Returns the caption as the overlay requires it: empty if only the board is drawn.
    pub(crate) fn within<G: Game>(self, overlay: &Overlay<'_, G>) -> Self {
        if overlay.board_only {
            return Self { ply: None, turn: String::new(), scores: Vec::new(), result: None };
        }
        self
    }

    /// The caption for a terminal, including the legend.
    pub(crate) fn text(&self, legend: &[String]) -> String {
        let scores: Vec<String> =
            self.scores.iter().map(|(player, score)| format!("{player} {score}")).collect();
        let result = self.result.as_ref().map_or_else(String::new, |result| format!(" ({result})"));
        let scores = (!scores.is_empty()).then(|| format!("scores: {}{result}", scores.join(", ")));
        let turn = Some(self.turn.clone()).filter(|turn| !turn.is_empty());
        turn.into_iter().chain(scores).chain(wrapped(legend, COLUMNS)).map(|line| line + "\n").collect()
    }

    /// The scores as text, with typographic minus signs.
    fn printed(&self) -> impl Iterator<Item = String> {
        self.scores.iter().map(|(player, score)| {
            let minus = if *score < 0 { "\u{2212}" } else { "" };
            format!("{player} {minus}{}", score.unsigned_abs())
        })
    }
}

/// An SVG document of a single piece, which `draw` draws around the centre. `reach` is the distance from the
/// centre to the edge.
pub(crate) fn alone(reach: u32, draw: impl FnOnce((u32, u32), &mut Writer)) -> String {
    let mut out = Writer::new();
    let view = format!("0 0 {0} {0}", 2 * reach);
    out.open("svg", &[("xmlns", &"http://www.w3.org/2000/svg"), ("viewBox", &view)]);
    draw((reach, reach), &mut out);
    out.finish()
}

/// Adds a transparent shape that selects the cell `name` when clicked. `words` describes the content of the
/// cell.
pub(crate) fn target(
    shape: &'static str,
    place: &[Attribute<'_>],
    name: &dyn Display,
    words: &dyn Display,
    out: &mut Writer,
) {
    let named = [("data-target", name), ("aria-label", words), ("fill", &"transparent" as &dyn Display)];
    out.leaf(shape, &[place, &named].concat());
}

/// The players who share the win, as a phrase; empty if all players do.
fn among(scores: &[(String, i64)]) -> String {
    let most = scores.iter().map(|&(_, score)| score).max();
    let leaders: Vec<&str> =
        scores.iter().filter(|&&(_, score)| Some(score) == most).map(|(player, _)| player.as_str()).collect();
    if leaders.len() == scores.len() { String::new() } else { format!(" by {}", leaders.join(" and ")) }
}

/// The legend of an overlay on a terminal. `drawn` states whether the board shows the disputed move.
pub(crate) fn signs<G: Game>(overlay: &Overlay<'_, G>, drawn: bool) -> Vec<String> {
    let marked = (!overlay.marked.is_empty()).then(|| "[ ] marked".into());
    let question = overlay.question.map(|(player, mv)| {
        let sign = if drawn { "( ) " } else { "" };
        format!("{sign}disputed: {player} {mv}")
    });
    marked.into_iter().chain(question).collect()
}

/// The names in `marked` that denote cells of the board.
pub(crate) fn named<C: FromStr>(marked: &[String], has: impl Fn(&C) -> bool) -> impl Iterator<Item = C> {
    marked.iter().filter_map(|name| name.parse().ok()).filter(move |cell| has(cell))
}

/// A cell of a terminal between two signs: parentheses around a disputed move, brackets around a marked cell,
/// and otherwise `sign`, which may be a space, on both sides.
pub(crate) fn between(content: &str, ghost: bool, marked: bool, sign: char, style: Style) -> String {
    let (colour, signs) = match (ghost, marked) {
        (true, _) => (ansi::QUESTION, ['(', ')']),
        (false, true) => (ansi::MARK, ['[', ']']),
        (false, false) => (ansi::MARK, [sign; 2]),
    };
    let [left, right] = signs.map(|sign| match style.colour && sign != ' ' {
        true => format!("{colour}{sign}{}", ansi::RESET),
        false => sign.to_string(),
    });
    format!("{left}{content}{right}")
}

/// A piece of X or O on a terminal, one column wide: the initial or, in the alternative style, one of
/// `alternatives`.
pub(crate) fn x_or_o(player: Player, alternatives: [char; 2], style: Style) -> String {
    let letter = if style.alternative { alternatives[player as usize] } else { player.initial() };
    let colours = [ansi::X, ansi::O][player as usize];
    if style.colour { format!("{colours}{letter}{}", ansi::RESET) } else { letter.into() }
}

/// The part of a drawing's legend for the overlay: the outlines of the last move and of marked cells, if they
/// are drawn.
pub(crate) fn outlines<G: Game>(
    overlay: &Overlay<'_, G>,
    last: Option<&str>,
    marked: Option<&str>,
) -> Vec<String> {
    let last = last.map(|sign| format!("{sign}: last move"));
    let marked = marked.map(|sign| format!("{sign}: marked"));
    let question = overlay.question.map(|(player, mv)| format!("dashed: disputed, {player} {mv}"));
    [last, marked, question].into_iter().flatten().collect()
}

/// Joins items into lines of at most `columns` columns. A single item may be longer.
fn wrapped(things: &[String], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for thing in things {
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(thing) <= columns => {
                line.push_str("; ");
                line.push_str(thing);
            }
            _ => lines.push(thing.clone()),
        }
    }
    lines
}

/// The number of columns of a text on a terminal, without its colour codes.
fn width(text: &str) -> usize {
    let mut code = false;
    let shown = |&c: &char| {
        let shown = !code && c != '\x1b';
        code = (code && c != 'm') || c == '\x1b';
        shown
    };
    text.chars().filter(shown).count()
}

/// The page of a drawing, with the caption below its board.
pub(crate) struct Sheet {
    width: f32,
    /// The vertical position of the caption.
    top: f32,
    caption: Caption,
    legend: Vec<String>,
    /// The legend of a drawing that consists of only the board.
    bare: Option<String>,
}

impl Sheet {
    /// Returns a page for a board of this width and height, including margins.
    pub(crate) fn new<G: Game>(
        board: (f32, f32),
        caption: Caption,
        legend: &[String],
        overlay: &Overlay<'_, G>,
    ) -> Self {
        let caption = caption.within(overlay);
        let bare = overlay.touch.then(|| legend.join("; "));
        let width = if overlay.touch { board.0 } else { board.0.max(LEAST_WIDTH) };
        let legend = wrapped(legend, ((width - 24.0) / LETTER) as usize);
        Self { width, top: board.1, caption, legend, bare }
    }

    /// The width of the page.
    pub(crate) fn width(&self) -> f32 {
        self.width
    }

    /// The distance from the board to the first line of the legend.
    fn head(&self) -> f32 {
        if self.caption.turn.is_empty() { LINE } else { HEAD }
    }

    /// Opens the document. `board` describes the board, for example `A Margo board of size 4`.
    pub(crate) fn open(&self, game: &str, board: &str, out: &mut Writer) {
        if let Some(legend) = &self.bare {
            let view = format!("0 0 {} {}", Px(self.width), Px(self.top));
            out.open("svg", &[("xmlns", &"http://www.w3.org/2000/svg"), ("viewBox", &view)]);
            out.text("title", &[], &board);
            out.text("desc", &[], legend);
            return;
        }
        let lines = self.legend.len() as f32;
        let (width, height) = (Px(self.width), Px(self.top + self.head() + LINE * lines));
        out.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("viewBox", &format!("0 0 {width} {height}")),
                ("width", &width),
                ("height", &height),
                ("role", &"img"),
                ("font-family", &"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"),
            ],
        );
        let Caption { ply, turn, .. } = &self.caption;
        let after = match ply {
            None => String::new(),
            Some(1) => format!(" after 1 move: {turn}"),
            Some(ply) => format!(" after {ply} moves: {turn}"),
        };
        out.text("title", &[], &format!("{game}{after}"));
        let scores: Vec<String> = self.caption.printed().collect();
        let scores = match scores.is_empty() {
            true => String::new(),
            false => format!(" Scores: {}.", scores.join(", ")),
        };
        out.text("desc", &[], &format!("{board}{after}.{scores}"));
        out.leaf("rect", &[("width", &width), ("height", &height), ("rx", &"10"), ("fill", &PAGE)]);
    }

    /// Draws the caption and ends the document. `swatch` draws the piece of a player, who is given as a
    /// number, around a point.
    pub(crate) fn finish(
        &self,
        mut out: Writer,
        swatch: impl FnMut(usize, (f32, f32), &mut Writer),
    ) -> String {
        if self.bare.is_some() {
            return out.finish();
        }
        let middle = Px(self.width / 2.0);
        if !self.caption.turn.is_empty() {
            self.words(swatch, &mut out);
        }
        out.open("g", &[("fill", &FAINT), ("font-size", &"12"), ("text-anchor", &"middle")]);
        let mut y = self.top + self.head();
        for line in &self.legend {
            out.text("text", &[("x", &middle), ("y", &Px(y))], line);
            y += LINE;
        }
        out.close();
        out.finish()
    }

    /// Draws the lines of the caption: the turn, and the scores with the result.
    fn words(&self, mut swatch: impl FnMut(usize, (f32, f32), &mut Writer), out: &mut Writer) {
        let middle = Px(self.width / 2.0);
        out.open("g", &[("fill", &INK), ("font-size", &"15")]);
        out.text(
            "text",
            &[
                ("x", &middle),
                ("y", &Px(self.top + 16.0)),
                ("font-size", &"18"),
                ("font-weight", &"600"),
                ("text-anchor", &"middle"),
            ],
            &self.caption.turn,
        );
        let scores: Vec<String> = self.caption.printed().collect();
        // Without scores, the result only repeats the turn.
        let result = self.caption.result.as_ref().filter(|_| !scores.is_empty());
        let across =
            SCORE * scores.len() as f32 + result.map_or(-SCORE / 4.0, |result| 8.0 * result.len() as f32);
        let (mut x, y) = ((self.width - across) / 2.0, self.top + 43.0);
        for (number, score) in scores.iter().enumerate() {
            swatch(number, (x + 12.0, y), out);
            out.text("text", &[("x", &Px(x + 30.0)), ("y", &Px(y + 5.0))], score);
            x += SCORE;
        }
        if let Some(result) = result {
            out.text("text", &[("x", &Px(x)), ("y", &Px(y + 5.0))], &format!("({result})"));
        }
        out.close();
    }
}

/// A length in pixels, which is printed with at most one decimal.
#[derive(Clone, Copy)]
pub(crate) struct Px(pub(crate) f32);

impl Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Escape sequences for colours on terminals. Those of pieces set both the foreground and the background. All
/// colours are among the 216 colours and the greys that look the same on every terminal, so that pieces are
/// readable on both dark and light terminals.
pub(crate) mod ansi {
    pub(crate) const RESET: &str = "\x1b[0m";
    /// The colours of brackets around marked cells, and of parentheses around the disputed cell.
    pub(crate) const MARK: &str = "\x1b[1;38;5;197m";
    pub(crate) const QUESTION: &str = "\x1b[1;38;5;165m";

    pub(crate) const WHITE: &str = "\x1b[38;5;16;48;5;255m";
    pub(crate) const BLACK: &str = "\x1b[38;5;255;48;5;238m";
    pub(crate) const GREY: &str = "\x1b[38;5;16;48;5;247m";
    pub(crate) const WHITE_MARKED: &str = "\x1b[1;38;5;160;48;5;255m";
    pub(crate) const BLACK_MARKED: &str = "\x1b[1;38;5;217;48;5;238m";
    /// The colours of discs on a wooden board, in the colour of the player.
    pub(crate) const WHITE_DISC: &str = "\x1b[38;5;231;48;5;137m";
    pub(crate) const BLACK_DISC: &str = "\x1b[38;5;16;48;5;137m";

    pub(crate) const X: &str = "\x1b[1;38;5;255;48;5;25m";
    pub(crate) const O: &str = "\x1b[1;38;5;16;48;5;173m";

    pub(crate) const BLUE: &str = "\x1b[38;5;255;48;5;25m";
    pub(crate) const RED: &str = "\x1b[38;5;255;48;5;124m";
    pub(crate) const GREEN: &str = "\x1b[38;5;16;48;5;71m";
    pub(crate) const WALL: &str = "\x1b[38;5;255;48;5;240m";
}

/// The number of elements of a document with the attribute and this value.
#[cfg(test)]
pub(crate) fn with(text: &str, attribute: &str, value: &str) -> usize {
    let document = roxmltree::Document::parse(text).expect("well-formed XML");
    document.descendants().filter(|node| node.attribute(attribute) == Some(value)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// The red, green and blue components, from 0 to 255, of one of the 256 terminal colours.
    fn rgb(colour: u32) -> [u32; 3] {
        match colour {
            16..232 => {
                let steps = [0, 95, 135, 175, 215, 255];
                let at = colour - 16;
                [at / 36, at / 6 % 6, at % 6].map(|step| steps[step as usize])
            }
            232..256 => [8 + 10 * (colour - 232); 3],
            _ => panic!("{colour} is as the terminal likes it"),
        }
    }

    /// The contrast ratio of two colours, from 1 to 21.
    fn contrast(one: u32, other: u32) -> f64 {
        let light = |colour| {
            let [r, g, b] = rgb(colour).map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.04045 {
                    part / 12.92
                } else {
                    std::f64::consts::E.powf(2.4 * ((part + 0.055) / 1.055).ln())
                }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    /// The numbers after `38;5` and `48;5` in an escape sequence.
    fn colours(code: &str) -> [Option<u32>; 2] {
        let words: Vec<&str> = code.trim_start_matches("\x1b[").trim_end_matches('m').split(';').collect();
        ["38", "48"]
            .map(|key| words.windows(3).find(|three| three[0] == key && three[1] == "5")?[2].parse().ok())
    }

    #[test]
    fn pieces_are_readable_on_any_terminal() {
        use ansi::*;
        for code in [WHITE, BLACK, GREY, WHITE_MARKED, BLACK_MARKED, X, O, BLUE, RED, GREEN, WALL] {
            let [Some(letter), Some(behind)] = colours(code) else {
                panic!("{code:?} leaves one to the terminal")
            };
            assert!(contrast(letter, behind) >= 4.5, "{code:?}");
        }
        for code in [WHITE_DISC, BLACK_DISC] {
            let [Some(disc), Some(behind)] = colours(code) else {
                panic!("{code:?} leaves one to the terminal")
            };
            assert!(contrast(disc, behind) >= 3.0, "{code:?}");
        }
        // These colours appear on the terminal's own background.
        for code in [MARK, QUESTION] {
            let [Some(letter), None] = colours(code) else { panic!("{code:?}") };
            assert!([16, 231].into_iter().all(|behind| contrast(letter, behind) >= 3.0), "{code:?}");
        }
    }

    #[test]
    fn a_legend_is_broken_between_its_items() {
        let items = ["abc", "\x1b[1mde\x1b[0m", "fghijklmnop", "q"].map(String::from);
        let expected = vec!["abc; \x1b[1mde\x1b[0m", "fghijklmnop", "q"];
        assert_eq!(wrapped(&items, 10), expected);
        assert!(wrapped(&[], 10).is_empty());
    }

    #[test]
    fn a_shared_game_names_those_who_lead() {
        let scores = |all: &[i64]| -> Vec<(String, i64)> {
            ["blue", "red", "green"].iter().zip(all).map(|(name, &score)| (name.to_string(), score)).collect()
        };
        assert_eq!(among(&scores(&[1, 1, 1])), "");
        assert_eq!(among(&scores(&[2, 2, 1])), " by blue and red");
        assert_eq!(among(&[]), "");
    }

    #[test]
    fn lengths_have_at_most_one_decimal() {
        assert_eq!([2.0, 2.25, -0.01].map(|length| Px(length).to_string()), ["2", "2.2", "0"]);
    }
}

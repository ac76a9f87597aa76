//! A divergence for a person: in words, with the boards of both engines, and as a picture.

use std::fmt::Write;

use bustan_core::{Explore, Game, Picture, Style};

use crate::divergence::Divergence;
use crate::report::escape::escape;
use crate::watch::answer;

/// The columns between two boards.
const GAP: usize = 4;

impl<G: Explore + Picture> Divergence<G> {
    /// What differs, the game, and both boards, side by side where `width` columns allow. `length` says something about the
    /// length of the game.
    pub fn text(&self, length: &str, style: Style, width: usize) -> String {
        let ending = if self.question { ", the last of which is the move in question" } else { "" };
        let record = self.record.to_string().replace('\n', "\n  ");
        let game = match record.is_empty() {
            true => format!("The game: {length}"),
            false => format!("The game ({length}){ending}:\n  {record}"),
        };
        format!("{}: {self}\n\n{game}\n\n{}", G::NAME, self.boards(style, width))
    }

    /// The boards of both engines with the differing cells marked; one when they agree.
    fn boards(&self, style: Style, width: usize) -> String {
        let board = |board: Board<'_, G>| match board {
            Board::Seen(seen) => drawn_whatever_it_is(|| G::board(seen, style, &self.marked)),
            Board::Drawn(drawing) => format!("{drawing}\n"),
        };
        match &self.titled()[..] {
            [(title, one), (other_title, other)] => {
                beside((title, &board(*one)), (other_title, &board(*other)), width) + "\n"
            }
            [(title, one)] => format!("{title}:\n{}\n", board(*one)),
            _ => String::new(),
        }
    }

    /// The boards there are, with whose they are and when: that of the engine trusted more first, one if they are alike.
    fn titled(&self) -> Vec<(String, Board<'_, G>)> {
        let moment = self.moment();
        let [subject, oracle] = [0, 1].map(|engine| self.board(engine));
        if let (Some(one), Some(other)) = (subject, oracle)
            && one == other
        {
            return vec![(format!("both engines{moment}"), other)];
        }
        let [ours, theirs] = self.engines.each_ref().map(|name| format!("{name}{moment}"));
        [(theirs, oracle), (ours, subject)].into_iter().filter_map(|(title, board)| Some((title, board?))).collect()
    }

    /// The board of one of the engines.
    fn board(&self, engine: usize) -> Option<Board<'_, G>> {
        let seen = self.seen[engine].as_ref();
        let drawn = self.drawings[engine].as_deref().map(Board::Drawn);
        // What means nothing to the game cannot be drawn by it.
        if G::OPAQUE { drawn.or(seen.map(Board::Seen)) } else { seen.map(Board::Seen).or(drawn) }
    }

    /// Of which moment the boards are, where it is not the end of the game.
    fn moment(&self) -> String {
        match (self.shown, self.record.moves.len() - usize::from(self.question)) {
            (shown, played) if shown == played => String::new(),
            (0, _) => " at the start".into(),
            (1, _) => " after 1 move".into(),
            (shown, _) => format!(" after {shown} moves"),
        }
    }

    /// The position as SVG according to the engine trusted more, as far as one can tell.
    pub fn svg(&self) -> Option<String> {
        self.board(1).or_else(|| self.board(0)).map(|board| self.drawn(board))
    }

    /// The position as SVG according to the engine under test, where that differs.
    pub fn subject_svg(&self) -> Option<String> {
        let [subject, oracle] = [self.board(0)?, self.board(1)?];
        (subject != oracle).then(|| self.drawn(subject))
    }

    /// Both positions as SVG, each with whose it is and when; one when they agree. In the order in which boards are told.
    pub(crate) fn pictures(&self) -> Vec<(String, String)> {
        self.titled().into_iter().map(|(title, board)| (title, self.drawn(board))).collect()
    }

    fn drawn(&self, board: Board<'_, G>) -> String {
        let played = self.record.moves.get(..self.shown).unwrap_or_default();
        let last = played.last().filter(|_| !self.question).map(|(_, mv)| mv);
        match board {
            Board::Seen(seen) => drawn_whatever_it_is(|| G::svg(seen, last, &self.marked)),
            Board::Drawn(drawing) => lettered(drawing),
        }
    }
}

/// A picture of what an engine says: there may be none of what cannot be.
fn drawn_whatever_it_is(draw: impl FnOnce() -> String) -> String {
    answer(draw).unwrap_or_default()
}

/// The board of one engine.
enum Board<'d, G: Game> {
    /// What it observes.
    Seen(&'d G::Observation),
    /// How it draws it.
    Drawn(&'d str),
}

// Not derived: that would ask for the same of `G`, which says nothing.
impl<G: Game> Clone for Board<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Board<'_, G> {}

impl<G: Game> PartialEq for Board<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Seen(one), Self::Seen(other)) => one == other,
            (Self::Drawn(one), Self::Drawn(other)) => one == other,
            _ => false,
        }
    }
}

/// The size of a character of a drawing, in units of SVG.
const LETTER: (usize, usize) = (9, 18);

/// Lines of text as SVG.
pub(crate) fn lettered(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = ((widest + 2) * LETTER.0, (lines.len() + 1) * LETTER.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n \
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (line, at) in lines.iter().zip(1..) {
        let (line, x, y) = (escape(line), LETTER.0, at * LETTER.1);
        let _ = writeln!(
            svg,
            " <text x=\"{x}\" y=\"{y}\" xml:space=\"preserve\" font-family=\"monospace\" font-size=\"15\" fill=\"#000000\">{line}</text>"
        );
    }
    svg + "</svg>\n"
}

/// Two titled blocks of lines beside each other, or below each other when they would be too wide.
fn beside(left: (&str, &str), right: (&str, &str), width: usize) -> String {
    let block = |(title, lines): (&str, &str)| -> Vec<String> {
        std::iter::once(format!("{title}:")).chain(lines.lines().map(str::to_string)).collect()
    };
    let (left, right) = (block(left), block(right));
    let widest = |lines: &[String]| lines.iter().map(|line| columns(line)).max().unwrap_or(0);
    let (tab, rest) = (widest(&left) + GAP, widest(&right));
    if tab + rest > width {
        return [left, right].concat().join("\n") + "\n";
    }
    let mut text = String::new();
    for i in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(i).map_or("", |line| line), right.get(i).map_or("", |line| line));
        let line = format!("{left}{:pad$}{right}", "", pad = tab - columns(left));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The number of columns a line takes on a terminal: its characters without the escape sequences of colours.
fn columns(line: &str) -> usize {
    let mut escape = false;
    let visible = line.chars().filter(|&c| {
        let shown = !escape && c != '\x1b';
        escape = (escape && c != 'm') || c == '\x1b';
        shown
    });
    visible.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stand_beside_each_other_whatever_their_colours() {
        let text = beside(("one", "\x1b[1mab\x1b[0m\nc"), ("two", "x\ny\nz"), 80);
        assert_eq!(text, "one:    two:\n\x1b[1mab\x1b[0m      x\nc       y\n        z\n");
    }

    #[test]
    fn blocks_too_wide_for_the_terminal_stand_below_each_other() {
        assert_eq!(beside(("one", "ab"), ("two", "xy"), 8), "one:\nab\ntwo:\nxy\n");
    }
}

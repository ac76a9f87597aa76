//! A divergence for a person: in words, with the boards of both engines, and as a picture.

use std::fmt::Write;

use bustan_core::{Picture, Style};

use crate::divergence::Divergence;

/// The columns between two boards.
const GAP: usize = 4;

impl<G: Picture> Divergence<G> {
    /// What differs, the game, and both boards, side by side where `width` columns allow. `length` says something about the
    /// length of the game.
    pub fn text(&self, length: &str, style: Style, width: usize) -> String {
        let ending = if self.question { ", the last of which is the move in question" } else { "" };
        let game = format!("The game ({length}){ending}:\n  {}", self.record);
        format!("{}: {self}\n\n{game}\n\n{}", G::NAME, self.boards(style, width))
    }

    /// The boards of both engines with the differing cells marked; one when they agree.
    fn boards(&self, style: Style, width: usize) -> String {
        let [subject, oracle] = &self.seen;
        let moment = self.moment();
        let [subject_name, oracle_name] = &self.engines.each_ref().map(|name| format!("{name}{moment}"));
        let board = |seen: &G::Observation| G::board(seen, style, &self.marked);
        match (oracle, subject) {
            (Some(oracle), Some(subject)) if oracle == subject => {
                format!("both engines{moment}:\n{}\n", board(oracle))
            }
            (Some(oracle), Some(subject)) => {
                beside((oracle_name, &board(oracle)), (subject_name, &board(subject)), width) + "\n"
            }
            (Some(seen), None) => format!("{oracle_name}:\n{}\n", board(seen)),
            (None, Some(seen)) => format!("{subject_name}:\n{}\n", board(seen)),
            (None, None) => String::new(),
        }
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
        let [subject, oracle] = &self.seen;
        oracle.as_ref().or(subject.as_ref()).map(|seen| self.drawn(seen))
    }

    /// The position as SVG according to the engine under test, where that differs.
    pub fn subject_svg(&self) -> Option<String> {
        match &self.seen {
            [Some(subject), Some(oracle)] if subject != oracle => Some(self.drawn(subject)),
            _ => None,
        }
    }

    /// Both positions as SVG, each with whose it is and when; one when they agree. In the order in which boards are told.
    pub(crate) fn pictures(&self) -> Vec<(String, String)> {
        let moment = self.moment();
        let [subject, oracle] = self.engines.each_ref().map(|name| format!("{name}{moment}"));
        match &self.seen {
            [Some(seen), Some(other)] if seen == other => vec![(format!("both engines{moment}"), self.drawn(seen))],
            [ours, theirs] => {
                let both = [(oracle, theirs), (subject, ours)].into_iter();
                both.filter_map(|(whose, seen)| Some((whose, self.drawn(seen.as_ref()?)))).collect()
            }
        }
    }

    fn drawn(&self, seen: &G::Observation) -> String {
        let played = self.record.moves.get(..self.shown).unwrap_or_default();
        let last = played.last().filter(|_| !self.question).map(|(_, mv)| mv);
        G::svg(seen, last, &self.marked)
    }
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

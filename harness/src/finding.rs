//! A finding: a divergence with where it came from and what became of it.

use std::fmt::Write;
use std::path::PathBuf;

use bustan_core::{Game, Picture, Style};

use crate::divergence::Divergence;
use crate::shrink::{Shortest, Shrunk};

/// A divergence that a run found.
#[derive(Clone, Debug)]
pub struct Finding<G: Game> {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run, from 0.
    pub game: u64,
    /// The policy that game began with.
    pub policy: &'static str,
    /// How many games of the run diverged with this signature.
    pub count: u64,
    /// A command that finds it again.
    pub command: String,
    /// The divergence as the game showed it.
    pub original: Divergence<G>,
    /// Whether it came again when the game was replayed on new engines. If not, an engine carries something over from
    /// one game to the next, or does not do the same twice.
    pub reproducible: bool,
    /// The files it was written to.
    pub files: Vec<PathBuf>,
    /// The short game, once there is one.
    pub shrunk: Option<Shrunk<G>>,
}

/// A blank between two boards.
const GAP: usize = 4;

impl<G: Game> Finding<G> {
    /// The divergence of the shortest game known.
    pub fn best(&self) -> &Divergence<G> {
        self.shrunk.as_ref().map_or(&self.original, |shrunk| &shrunk.divergence)
    }

    /// The name of its files, without extension: game, signature and seed.
    pub fn stem(&self) -> String {
        format!("{}-{}-{}", G::NAME, self.original.signature, self.seed)
    }

    /// What is known about the length of the game, in words.
    pub fn length(&self) -> String {
        let moves = plural(self.best().record.moves.len(), "move");
        match &self.shrunk {
            None if self.reproducible => format!("{moves}, not shrunk yet"),
            None => format!("{moves}; does not come again on new engines, so not shrunk"),
            Some(shrunk) => {
                let from = self.original.record.moves.len();
                let proof = match shrunk.shortest {
                    Shortest::Proven => "proven shortest on the small boards".into(),
                    Shortest::SearchedTo(0) => "not proven shortest".into(),
                    Shortest::SearchedTo(depth) => format!("no game of up to {} does", plural(depth, "move")),
                };
                let cut = if shrunk.interrupted { "; shrinking was interrupted" } else { "" };
                format!("{moves}, shrunk from {from}, {proof}{cut}")
            }
        }
    }
}

impl<G: Picture> Finding<G> {
    /// The report for a person: what differs, the game, and both boards, side by side where `width` columns allow.
    pub fn text(&self, style: Style, width: usize) -> String {
        let best = self.best();
        let mut text = String::new();
        let _ = writeln!(text, "{}: {}", G::NAME, best.headline);
        for detail in best.details.iter().filter(|&detail| !best.headline.ends_with(detail.as_str())) {
            let _ = writeln!(text, "  {detail}");
        }
        let ending = if best.question { ", the last of which is the move in question" } else { "" };
        let _ = writeln!(text, "\nThe game ({}){ending}:\n  {}\n", self.length(), best.record);
        text.push_str(&boards(best, style, width));
        let _ = writeln!(text, "Found in game {} (policy {}), signature {}.", self.game, self.policy, best.signature);
        let _ = writeln!(text, "Find it again: {}", self.command);
        text
    }
}

/// The boards of both engines with the differing cells marked; one when they agree.
fn boards<G: Picture>(divergence: &Divergence<G>, style: Style, width: usize) -> String {
    let [subject, oracle] = &divergence.seen;
    let [subject_name, oracle_name] = &divergence.engines;
    let board = |seen: &G::Observation| G::board(seen, style, &divergence.marked);
    match (oracle, subject) {
        (Some(oracle), Some(subject)) if oracle == subject => format!("both engines:\n{}\n", board(oracle)),
        (Some(oracle), Some(subject)) => {
            beside((oracle_name, &board(oracle)), (subject_name, &board(subject)), width) + "\n"
        }
        (Some(seen), None) => format!("{oracle_name}:\n{}\n", board(seen)),
        (None, Some(seen)) => format!("{subject_name}:\n{}\n", board(seen)),
        (None, None) => String::new(),
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

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
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

//! Reports on a solved game.

use std::fmt::Write;
use std::time::Duration;

use bustan_solve::database::Subject;
use bustan_solve::{Figures, Outcome, Row};
use bustan_vocabulary::Measure;
use serde_json::{Value, json};

use crate::solved;
use crate::words::count;

/// The result of solving a game.
pub(super) struct Solved<M> {
    pub(super) measure: Measure,
    pub(super) subject: Subject,
    /// The players whose outcomes the solutions contain, in a game for more than two; otherwise empty.
    pub(super) players: Vec<String>,
    /// The figures for each player, or a single one for all players. The first are printed in full.
    pub(super) figures: Vec<Figures>,
    /// The moves at the start with their outcomes for the player to move.
    pub(super) openings: Vec<(M, Outcome)>,
    pub(super) elapsed: Duration,
    /// The number of bytes written to the file.
    pub(super) written: Option<u64>,
}

impl<M: ToString> Solved<M> {
    pub(super) fn json(&self) -> Value {
        let solution = &self.figures[0];
        let mut json = json!({
            "game": self.subject.game,
            "position": self.subject.start,
            "symmetry": self.subject.symmetry,
            "positions": solution.positions(),
            "start": solved::Report::new(self.measure, solution.at_start()),
            "moves": solved::moves_json(self.measure, &self.openings),
            "primitives": self.primitives(solution),
            "branching": {"moves": solution.moves(), "mean": solution.branching(), "most": solution.most_moves()},
            "table": self.table(solution),
            "seconds": self.elapsed.as_secs_f64(),
            "bytes": self.written,
        });
        if let Some(player) = self.players.first() {
            json["player"] = json!(player);
            json["players"] = self.players.iter().zip(&self.figures).map(|one| self.player(one)).collect();
        }
        json
    }

    fn player(&self, (player, solution): (&String, &Figures)) -> Value {
        let solved::Report { value, remoteness } = solved::Report::new(self.measure, solution.at_start());
        json!({
            "player": player,
            "value": value,
            "remoteness": remoteness,
            "primitives": self.primitives(solution),
            "table": self.table(solution),
        })
    }

    fn primitives(&self, solution: &Figures) -> Value {
        let value = |lead| solved::value(self.measure, lead);
        solution
            .ends()
            .map(|(lead, positions)| json!({"value": value(lead), "positions": positions}))
            .collect()
    }

    fn table(&self, solution: &Figures) -> Value {
        let row = |row: Row| {
            let solved::Report { value, remoteness } = solved::Report::new(self.measure, row.outcome);
            json!({"value": value, "remoteness": remoteness, "positions": row.positions})
        };
        solution.table().iter().copied().map(row).collect()
    }

    pub(super) fn text(&self) -> String {
        let Self { measure, figures, subject, .. } = self;
        let solution = &figures[0];
        let mut text = String::new();
        let of = self.players.first().map(|player| format!("{player} ")).unwrap_or_default();
        let words = solved::words(*measure, solution.at_start());
        let _ = writeln!(text, "{}: {of}{words} from {}", subject.game, subject.start);
        text += &solved::moves_text(*measure, &self.openings);
        for (player, solution) in self.players.iter().zip(figures).skip(1) {
            let _ = writeln!(text, "{player} {}", solved::words(*measure, solution.at_start()));
        }
        let symmetry = if subject.symmetry { ", one of each symmetric set" } else { "" };
        let seconds = self.elapsed.as_secs_f64();
        let positions = count(solution.positions(), "position", "positions");
        let rate = figures.iter().map(Figures::positions).sum::<u64>() as f64 / seconds.max(1e-6);
        let times = if figures.len() > 1 { " for each player" } else { "" };
        let _ =
            writeln!(text, "\n{positions}{symmetry}, solved{times} in {seconds:.3} s, {rate:.0} positions/s");
        let ends: Vec<String> = solution
            .ends()
            .map(|(lead, number)| {
                let outcome = Outcome::Ends { lead, remoteness: 0 };
                let word = solved::words(*measure, outcome);
                format!("{number} {}", word.trim_end_matches(", the game is over"))
            })
            .collect();
        let _ = writeln!(text, "primitives: {}", ends.join(", "));
        let (moves, most) = (solution.moves(), solution.most_moves());
        let moves = count(moves, "move", "moves");
        let _ =
            writeln!(text, "branching: {moves}, {:.2} a position, {most} at most\n", solution.branching());
        if let Some(player) = self.players.first() {
            let _ = writeln!(text, "outcomes that {player} can force:");
        }
        text += &match measure {
            Measure::Result => by_remoteness(solution.table()),
            Measure::Score => by_lead(solution.table()),
        };
        if let Some(bytes) = self.written {
            let _ = writeln!(text, "\nwritten: {}", count(bytes, "byte", "bytes"));
        }
        text
    }
}

/// The table of a game that is won or lost: a line for each remoteness, a column for each value.
fn by_remoteness(rows: &[Row]) -> String {
    let ends = |row: &Row| match row.outcome {
        Outcome::Ends { lead, remoteness } => Some((lead, remoteness, row.positions)),
        Outcome::Draw => None,
    };
    let columns =
        [1, -1, 0].map(|lead| rows.iter().filter_map(ends).filter(|row| row.0 == lead).collect::<Vec<_>>());
    let at = |lead: usize, remoteness: u16| -> u64 {
        columns[lead].iter().filter(|row| row.1 == remoteness).map(|row| row.2).sum()
    };
    let line = |first: String, cells: [u64; 3]| {
        format!("{first:>10} {:>10} {:>10} {:>10}\n", cells[0], cells[1], cells[2])
    };
    let mut text = format!("{:>10} {:>10} {:>10} {:>10}\n", "remoteness", "win", "lose", "tie");
    let longest = rows.iter().filter_map(ends).map(|row| row.1).max();
    for remoteness in longest.into_iter().flat_map(|longest| 0..=longest) {
        text += &line(remoteness.to_string(), [0, 1, 2].map(|column| at(column, remoteness)));
    }
    text += &line("all".into(), columns.each_ref().map(|column| column.iter().map(|row| row.2).sum()));
    text + &draws(rows)
}

/// The table of a game of points: a line for each lead.
fn by_lead(rows: &[Row]) -> String {
    let mut leads: Vec<(i16, u64, u16, u16)> = Vec::new();
    for row in rows {
        let Outcome::Ends { lead, remoteness } = row.outcome else { continue };
        match leads.last_mut().filter(|last| last.0 == lead) {
            Some(last) => *last = (lead, last.1 + row.positions, last.2, remoteness),
            None => leads.push((lead, row.positions, remoteness, remoteness)),
        }
    }
    let mut text = format!("{:>6} {:>12}  remoteness\n", "lead", "positions");
    for (lead, positions, least, most) in leads {
        let _ = writeln!(text, "{lead:>+6} {positions:>12}  {least} to {most}");
    }
    text + &draws(rows)
}

fn draws(rows: &[Row]) -> String {
    match rows.iter().find(|row| row.outcome == Outcome::Draw) {
        Some(row) => format!("draws: {}\n", row.positions),
        None => String::new(),
    }
}

//! `bustan solve`.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_core::{Engine, Game, Measure, Solve};
use bustan_harness::registry::VisitGraph;
use bustan_harness::solve::database::{self, Subject};
use bustan_harness::solve::history::{Searched, search};
use bustan_harness::solve::{Limits, Outcome, Progress, Row, Solution, moves, solve};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::args::{Memory, Size, SolvableNames, visit_graph};
use crate::failure::Failure;
use crate::watch::{drawing, stop_on_signals};
use crate::words::count;
use crate::{files, solved};

/// Find out what comes of every position of a game
///
/// Goes through all positions that are reached from the start and tells of each what comes of it when both sides play as well as
/// can be: win, lose, tie or, where neither side can force an end, draw, for the player on turn; in games of points the lead. The
/// remoteness is the number of moves to the end: who comes out ahead hurries, who does not holds out. The whole table of values
/// and remotenesses is printed; --db keeps what was found of every position in a file for the command query.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan solve abrobad                       win in 15; 700030 positions\n  \
    bustan solve tictactoe --misere --json\n  \
    bustan solve dominions --size 2 --symmetry\n  \
    bustan solve margo --size 2 --history\n  \
    bustan solve abrobad --db abrobad.db && bustan query abrobad.db '............ x 0'")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = SolvableNames)]
    game: String,
    #[command(flatten)]
    size: Size,
    /// Play the misère game, where there is one
    #[arg(long)]
    misere: bool,
    /// Solve only one of symmetric positions; counts are then of those
    #[arg(long)]
    symmetry: bool,
    /// Solve only the start, and with the history of the game, where the rules forbid that a position comes again
    #[arg(long, conflicts_with_all = ["db", "symmetry"])]
    history: bool,
    /// Write every position with its outcome to this file
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Options of the game's setup, after all others: for Margo swap, atari, cutting off; with or without dashes
    #[arg(value_name = "SETUP", trailing_var_arg = true, allow_hyphen_values = true)]
    setup: Vec<String>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = args.game.clone();
    visit_graph(&game, args)
}

impl VisitGraph for Args {
    type Output = Result<ExitCode, Failure>;

    fn visit<S, F>(self) -> Self::Output
    where
        S: Solve,
        F: Engine<Game = S::Game> + Default,
    {
        let mut setup = self.setup.clone();
        setup.extend(self.misere.then(|| "misere".to_string()));
        let start = self.size.initial_with::<S::Game>(&setup)?;
        let graph = S::from_start(&start).map_err(Failure::Usage)?;
        let symmetry = self.symmetry && S::SYMMETRIES > 1;
        let limits = Limits { symmetry, memory: self.memory.bytes() };
        if self.history {
            return self.search::<S, F>(&graph, &start, limits);
        }
        if let Some(path) = &self.db {
            // Better said before than after a long time.
            database::probe(path).map_err(Failure::Database)?;
        }
        let begun = Instant::now();
        let solution = watched(S::Game::NAME, |progress| solve(&graph, limits, progress)).map_err(Failure::Unsolved)?;
        let elapsed = begun.elapsed();
        let representative = |number| if symmetry { graph.canonical(number) } else { number };
        let moves = moves::<S, F>(&graph, &start).map_err(Failure::Position)?;
        let openings = moves
            .into_iter()
            .filter_map(|(mv, number)| Some((mv, solution.of(representative(number))?.before())))
            .collect::<Vec<_>>();
        let subject = Subject { game: S::Game::NAME.into(), start: start.to_string(), symmetry };
        let written = self.db.as_ref().map(|path| database::write(path, &subject, &solution));
        let (written, unwritten) = match written.transpose() {
            Ok(bytes) => (bytes, Ok(())),
            // What was found is still told.
            Err(error) => (None, Err(Failure::Database(error))),
        };
        let solved = Solved { measure: S::MEASURE, subject, solution, openings, elapsed, written };
        if self.json {
            files::print_json(&solved.json())?
        } else {
            files::print(&solved.text())?
        }
        unwritten.map(|()| ExitCode::SUCCESS)
    }
}

impl Args {
    /// Solves the start with the history of the game.
    fn search<S, F>(&self, graph: &S, start: &<S::Game as Game>::Position, limits: Limits) -> Result<ExitCode, Failure>
    where
        S: Solve,
        F: Engine<Game = S::Game> + Default,
    {
        let begun = Instant::now();
        let searched = watched(S::Game::NAME, |progress| search(graph, limits, progress));
        let searched = searched.map_err(|error| Failure::Usage(error.to_string()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let of =
            |number| searched.children.iter().find(|(child, _)| *child == number).map(|(_, outcome)| outcome.before());
        let moves = moves::<S, F>(graph, start).map_err(Failure::Position)?;
        let openings: Vec<_> = moves.into_iter().filter_map(|(mv, child)| Some((mv, of(child)?))).collect();
        let Searched { outcome, positions, histories, longest, .. } = searched;
        if self.json {
            files::print_json(&json!({
                "game": S::Game::NAME,
                "position": start.to_string(),
                "history": true,
                "positions": positions,
                "histories": histories,
                "longest": longest,
                "start": solved::Report::new(S::MEASURE, outcome),
                "moves": solved::moves_json(S::MEASURE, &openings),
                "seconds": seconds,
            }))?;
        } else {
            let words = solved::words(S::MEASURE, outcome);
            let openings = solved::moves_text(S::MEASURE, &openings);
            files::print(&format!(
                "{}: {words} from {start}, no position twice\n{openings}\n{}, {}, the longest game {}, in {seconds:.3} s\n",
                S::Game::NAME,
                count(positions, "position", "positions"),
                count(histories, "history", "histories"),
                count(longest.into(), "move", "moves"),
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows a line on standard error, if that is a terminal, while `run` lasts.
fn watched<T>(game: &str, run: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress { stop: stop_on_signals(), ..Progress::default() };
    let begun = Instant::now();
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(&format!("{game} {{elapsed}} {{msg}}")) {
        bar.set_style(style);
    }
    let draw = |bar: &ProgressBar| {
        let (found, solved) = (progress.found.load(Ordering::Relaxed), progress.solved.load(Ordering::Relaxed));
        let rate = (found + solved) as f64 / begun.elapsed().as_secs_f64().max(0.001);
        let found = count(found, "position", "positions");
        bar.set_message(format!("{found} found, {solved} solved, {rate:.0} positions/s"));
    };
    drawing(&bar, draw, || run(&progress))
}

/// What was found.
struct Solved<M> {
    measure: Measure,
    subject: Subject,
    solution: Solution,
    /// The moves at the start with what comes of them for the player who makes them.
    openings: Vec<(M, Outcome)>,
    elapsed: Duration,
    /// The bytes of the file written.
    written: Option<u64>,
}

impl<M: ToString> Solved<M> {
    fn json(&self) -> Value {
        let Self { measure, solution, .. } = self;
        let row = |row: &Row| {
            let solved::Report { value, remoteness } = solved::Report::new(*measure, row.outcome);
            json!({"value": value, "remoteness": remoteness, "positions": row.positions})
        };
        let end = |(lead, positions): (i32, u64)| json!({"value": solved::value(*measure, lead as i16), "positions": positions});
        json!({
            "game": self.subject.game,
            "position": self.subject.start,
            "symmetry": self.subject.symmetry,
            "positions": solution.positions(),
            "start": solved::Report::new(*measure, solution.at_start()),
            "moves": solved::moves_json(*measure, &self.openings),
            "primitives": solution.ends().map(end).collect::<Vec<_>>(),
            "branching": {"moves": solution.moves(), "mean": solution.branching(), "most": solution.most_moves()},
            "table": solution.table().iter().map(row).collect::<Vec<_>>(),
            "seconds": self.elapsed.as_secs_f64(),
            "bytes": self.written,
        })
    }

    fn text(&self) -> String {
        let Self { measure, solution, subject, .. } = self;
        let mut text = String::new();
        let _ =
            writeln!(text, "{}: {} from {}", subject.game, solved::words(*measure, solution.at_start()), subject.start);
        text += &solved::moves_text(*measure, &self.openings);
        let symmetry = if subject.symmetry { ", of symmetric ones one" } else { "" };
        let seconds = self.elapsed.as_secs_f64();
        let positions = count(solution.positions(), "position", "positions");
        let rate = solution.positions() as f64 / seconds.max(1e-6);
        let _ = writeln!(text, "\n{positions}{symmetry}, solved in {seconds:.3} s, {rate:.0} positions/s");
        let ends: Vec<String> = solution
            .ends()
            .map(|(lead, number)| {
                let outcome = Outcome::Ends { lead: lead as i16, remoteness: 0 };
                let word = solved::words(*measure, outcome);
                format!("{number} {}", word.trim_end_matches(", the game is over"))
            })
            .collect();
        let _ = writeln!(text, "primitives: {}", ends.join(", "));
        let (moves, most) = (solution.moves(), solution.most_moves());
        let _ = writeln!(text, "branching: {moves} moves, {:.2} a position, {most} at most\n", solution.branching());
        text += &match measure {
            Measure::Result => by_remoteness(&solution.table()),
            Measure::Score => by_lead(&solution.table()),
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
    let columns = [1, -1, 0].map(|lead| rows.iter().filter_map(ends).filter(|row| row.0 == lead).collect::<Vec<_>>());
    let at = |lead: usize, remoteness: u16| -> u64 {
        columns[lead].iter().filter(|row| row.1 == remoteness).map(|row| row.2).sum()
    };
    let line =
        |first: String, cells: [u64; 3]| format!("{first:>10} {:>10} {:>10} {:>10}\n", cells[0], cells[1], cells[2]);
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

//! `bustan solve`.

mod report;
#[cfg(feature = "cluster")]
mod together;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_games::Registered;
use bustan_harness::erased::Position;
use bustan_harness::spill::LEAST;
use bustan_solve::database::{self, Subject};
use bustan_solve::history::Searched;
use bustan_solve::spilled::Spilled;
use bustan_solve::{Figures, Graph, Limits, Outcome, Progress, Solution, of_move};
use indicatif::ProgressBar;
use serde_json::json;

use crate::args::{GameNames, Memory, Start, find, setup_help};
use crate::failure::Failure;
use crate::watch::{bar, drawing, stop_on_signals};
use crate::words::count;
use crate::{files, solved};
use report::Solved;

/// Find the outcome of every position of a game
///
/// Visits all positions that are reached from the start and finds the outcome of each for the player to move
/// under perfect play: win, lose or tie, or draw if neither side can force an end; in games with points the
/// lead. The remoteness is the number of moves to the end: the player who wins plays for a short game, the
/// other for a long one. The whole table of values and remotenesses is printed; --db keeps the outcome of
/// every position in a file for the command query.
///
/// In Tribolo, a game for three, the value is the best lead over the better of the two others that a player
/// can force while those two minimise it together. It is printed for each player; the table is for the player
/// to move at the start.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan solve abrobad                       win in 15; 700030 positions\n  \
    bustan solve tictactoe --misere --json\n  \
    bustan solve dominions --size 2 --symmetry\n  \
    bustan solve margo --size 2 --history\n  \
    bustan solve tribolo --size 3x3 seed 1\n  \
    bustan solve tribolo --position '4x3 RB...G...#.. blue'\n  \
    bustan solve dominions --size 2 --memory 16 --spill work --db dominions.db\n  \
    bustan solve abrobad --db abrobad.db && bustan query abrobad.db '............ x 0'")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    #[command(flatten)]
    start: Start,
    /// Play the misère game, if there is one
    #[arg(long)]
    misere: bool,
    /// Solve only one position of each symmetric set; the counts are then of such sets
    #[arg(long)]
    symmetry: bool,
    /// Solve only the start, with the history of the game, for rules that forbid repeating a position
    #[arg(long, conflicts_with_all = ["db", "symmetry", "spill"])]
    history: bool,
    /// Write every position with its outcome to this file
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    together: together::Together,
    /// Keep the positions in files of this directory. It must contain nothing else. Use this for games with
    /// more positions than fit into memory; the same command resumes an ended run. The files are removed at
    /// the end
    #[arg(long, value_name = "DIR")]
    spill: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[arg(value_name = "SETUP", help = setup_help(), trailing_var_arg = true, allow_hyphen_values = true)]
    setup: Vec<String>,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.solve(game)
}

impl Args {
    fn solve(self, game: &Registered) -> Result<ExitCode, Failure> {
        let mut setup = self.setup.clone();
        setup.extend(self.misere.then(|| "misere".to_string()));
        let start = self.start.position(game.rules, &setup)?;
        game.fast.at(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let graph = &*game.graph(&start).map_err(Failure::Usage)?;
        let symmetry = self.symmetry && graph.symmetries() > 1;
        let limits = Limits { symmetry, memory: self.memory.bytes() };
        if self.history {
            return self.search(graph, &start, limits);
        }
        if self.spill.is_some() && limits.memory < LEAST {
            return Err(Failure::Usage(format!("--spill needs --memory {} or more", LEAST >> 20)));
        }
        #[cfg(feature = "cluster")]
        if self.together.asked() {
            return together::run(&self, graph, &start, limits);
        }
        self.probe()?;
        let begun = Instant::now();
        let on = match &self.spill {
            None => {
                let solved = watched(&self.game, |progress| graph.solve_all(limits, progress));
                SolvedOn::Memory(solved.map_err(Failure::Unsolved)?)
            }
            Some(dir) => {
                let subject = self.subject(graph, &start);
                let solved =
                    watched(&self.game, |progress| graph.solve_all_in(dir, &subject, limits, progress));
                SolvedOn::Disk(solved.map_err(Failure::Spilled)?)
            }
        };
        self.report(graph, &start, on, begun.elapsed()).map(|()| ExitCode::SUCCESS)
    }
}

impl Args {
    /// Checks that the file can be written, because an error should be reported before a long computation
    /// rather than after it.
    fn probe(&self) -> Result<(), Failure> {
        self.db.as_ref().map_or(Ok(()), |path| database::probe(path).map_err(Failure::Database))
    }

    fn subject(&self, graph: &dyn Graph, start: &Position) -> Subject {
        Subject {
            game: self.game.clone(),
            numbering: graph.numbering(),
            start: start.to_string(),
            symmetry: self.symmetry && graph.symmetries() > 1,
        }
    }

    /// Prints the solution, and writes the file.
    fn report(
        &self,
        graph: &dyn Graph,
        start: &Position,
        on: SolvedOn,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        let subject = self.subject(graph, start);
        let canonical = |child| if subject.symmetry { graph.canonical(child) } else { child };
        let moves = graph.moves(start).map_err(Failure::Position)?;
        let own_turn = graph.own_turn(graph.start());
        let children: Vec<u64> = moves.iter().map(|(_, child)| canonical(*child)).collect();
        let openings = moves.into_iter().zip(on.find(&children)?);
        let openings =
            openings.filter_map(|((mv, _), outcome)| Some((mv, of_move(own_turn, outcome?)))).collect();
        let written = self.db.as_ref().map(|path| on.write(path, &subject));
        let (written, unwritten) = match written.transpose() {
            Ok(bytes) => (bytes, Ok(())),
            // The result is printed nevertheless.
            Err(error) => (None, Err(error)),
        };
        let players =
            graph.sides().iter().filter_map(|(player, _)| *player).map(|by| by.to_string()).collect();
        let figures = on.figures();
        let solved =
            Solved { measure: graph.measure(), subject, players, figures, openings, elapsed, written };
        if self.json {
            files::print_json("solve", &solved.json())?
        } else {
            files::print(&solved.text())?
        }
        unwritten?;
        // The work can be resumed until everything has been printed and written.
        on.clear()
    }

    /// Solves the start with the history of the game.
    fn search(&self, graph: &dyn Graph, start: &Position, limits: Limits) -> Result<ExitCode, Failure> {
        let begun = Instant::now();
        let searched = watched(&self.game, |progress| graph.search(limits, progress));
        let searched = searched.map_err(|error| Failure::Usage(error.to_string()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let of = |number| {
            let (_, outcome) = searched.children.iter().find(|(child, _)| *child == number)?;
            Some(of_move(graph.own_turn(graph.start()), *outcome))
        };
        let moves = graph.moves(start).map_err(Failure::Position)?;
        let openings: Vec<_> = moves.into_iter().filter_map(|(mv, child)| Some((mv, of(child)?))).collect();
        let Searched { outcome, positions, histories, longest, .. } = searched;
        if self.json {
            files::print_json(
                "solve",
                &json!({
                    "game": self.game,
                    "position": start.to_string(),
                    "history": true,
                    "positions": positions,
                    "histories": histories,
                    "longest": longest,
                    "start": solved::Report::new(graph.measure(), outcome),
                    "moves": solved::moves_json(graph.measure(), &openings),
                    "seconds": seconds,
                }),
            )?;
        } else {
            let words = solved::words(graph.measure(), outcome);
            let openings = solved::moves_text(graph.measure(), &openings);
            files::print(&format!(
                "{}: {words} from {start}, no position twice\n{openings}\n{}, {}, the longest game {}, in {seconds:.3} s\n",
                self.game,
                count(positions, "position", "positions"),
                count(histories, "history", "histories"),
                count(longest.into(), "move", "moves"),
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The solution of a game, in memory or on disk.
enum SolvedOn {
    Memory(Vec<Solution>),
    Disk(Spilled),
}

impl SolvedOn {
    /// The figures of the solutions: one for each player, or a single one.
    fn figures(&self) -> Vec<Figures> {
        match self {
            Self::Memory(solutions) => solutions.iter().map(Solution::figures).collect(),
            Self::Disk(spilled) => spilled.figures.clone(),
        }
    }

    /// The outcomes of positions in the first solution; `None` for a position that is not in it.
    fn find(&self, numbers: &[u64]) -> Result<Vec<Option<Outcome>>, Failure> {
        match self {
            Self::Memory(solutions) => Ok(numbers.iter().map(|&number| solutions[0].of(number)).collect()),
            Self::Disk(spilled) => spilled.find(numbers).map_err(|error| Failure::Spilled(error.into())),
        }
    }

    /// Writes the file of solved positions.
    fn write(&self, path: &Path, subject: &Subject) -> Result<u64, Failure> {
        match self {
            Self::Memory(solutions) => database::write(path, subject, solutions).map_err(Failure::Database),
            Self::Disk(spilled) => spilled.write(path, subject).map_err(Failure::Spilled),
        }
    }

    /// Removes the intermediate files.
    fn clear(self) -> Result<(), Failure> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Disk(spilled) => spilled.clear().map_err(|error| Failure::Spilled(error.into())),
        }
    }
}

/// Shows the progress of solving on standard error while `run` runs.
fn watched<T>(game: &str, run: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress { stop: stop_on_signals(), ..Progress::default() };
    let begun = Instant::now();
    let bar = bar(game, None);
    let draw = |bar: &ProgressBar| {
        let (found, solved) =
            (progress.found.load(Ordering::Relaxed), progress.solved.load(Ordering::Relaxed));
        let seconds = begun.elapsed().as_secs_f64().max(0.001);
        let rate = (found + solved) as f64 / seconds;
        // The total is known only once all positions have been found.
        let left = match solved {
            0 => String::new(),
            _ => format!(", about {:.0} s left", found.saturating_sub(solved) as f64 / rate),
        };
        let disk = match progress.bytes.load(Ordering::Relaxed) >> 20 {
            0 => String::new(),
            megabytes => format!(", {megabytes} MB on disk"),
        };
        let found = count(found, "position", "positions");
        bar.set_message(format!("{found} found, {solved} solved, {rate:.0} positions/s{left}{disk}"));
    };
    drawing(game, &bar, draw, || run(&progress))
}

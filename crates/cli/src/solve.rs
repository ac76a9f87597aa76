//! `bustan solve`.

mod report;
#[cfg(feature = "cluster")]
mod together;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_games::VisitGraph;
use bustan_games::compiled::CompiledGraph;
use bustan_harness::solve::database::{self, Subject};
use bustan_harness::solve::history::Searched;
use bustan_harness::solve::{Limits, Progress, Solution, moves, of_move, sides};
use bustan_vocabulary::{Engine, Game};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::args::{GameNames, Memory, Start, setup_help, visit_graph};
use crate::failure::Failure;
use crate::watch::{drawing, stop_on_signals};
use crate::words::count;
use crate::{files, solved};
use report::Solved;

/// Find the outcome of every position of a game
///
/// Goes through all positions that are reached from the start and finds the outcome of each for the player on
/// turn, when both sides play as well as they can: win, lose or tie, or draw if neither side can force an
/// end; in games of points the lead. The remoteness is the number of moves to the end: a player who comes out
/// ahead plays for a short game, the other for a long one. The whole table of values and remotenesses is
/// printed; --db keeps the outcome of every position in a file for the command query.
///
/// In Tribolo, a game for three, the value is the best lead over the better of the two others that a player
/// can force whatever those two do; the two together hold it down. It is printed for each player; the table
/// is that of the player on turn at the start.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan solve abrobad                       win in 15; 700030 positions\n  \
    bustan solve tictactoe --misere --json\n  \
    bustan solve dominions --size 2 --symmetry\n  \
    bustan solve margo --size 2 --history\n  \
    bustan solve tribolo --size 3x3 seed 1\n  \
    bustan solve tribolo --position '4x3 RB...G...#.. blue'\n  \
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
    /// Solve only one of the positions that are images of each other; the counts are then of those
    #[arg(long)]
    symmetry: bool,
    /// Solve only the start, with the history of the game, for rules that forbid repeating a position
    #[arg(long, conflicts_with_all = ["db", "symmetry"])]
    history: bool,
    /// Write every position with its outcome to this file
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    together: together::Together,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[arg(value_name = "SETUP", help = setup_help(), trailing_var_arg = true, allow_hyphen_values = true)]
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
        S: CompiledGraph,
        F: Engine<Game = S::Game> + Default,
    {
        let mut setup = self.setup.clone();
        setup.extend(self.misere.then(|| "misere".to_string()));
        let start = self.start.position::<S::Game>(&setup)?;
        F::default().setup(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let graph = S::from_start(&start).map_err(Failure::Usage)?;
        let symmetry = self.symmetry && S::SYMMETRIES > 1;
        let limits = Limits { symmetry, memory: self.memory.bytes() };
        if self.history {
            return self.search::<S, F>(&graph, &start, limits);
        }
        #[cfg(feature = "cluster")]
        if self.together.asked() {
            return together::run::<S, F>(&self, &graph, &start, limits);
        }
        self.probe()?;
        let begun = Instant::now();
        let solved = watched(S::Game::NAME, |progress| graph.solve_all(limits, progress));
        let (_, solutions) = solved.map_err(Failure::Unsolved)?;
        self.tell::<S, F>(&graph, &start, solutions, begun.elapsed()).map(|()| ExitCode::SUCCESS)
    }
}

impl Args {
    /// It is better to report before a long time than after it that the file cannot be written.
    fn probe(&self) -> Result<(), Failure> {
        self.db.as_ref().map_or(Ok(()), |path| database::probe(path).map_err(Failure::Database))
    }

    fn subject<S: CompiledGraph>(&self, start: &<S::Game as Game>::Position) -> Subject {
        Subject {
            game: S::Game::NAME.into(),
            numbering: S::NUMBERING,
            start: start.to_string(),
            symmetry: self.symmetry && S::SYMMETRIES > 1,
        }
    }

    /// Prints what was solved, and writes the file.
    fn tell<S, F>(
        &self,
        graph: &S,
        start: &<S::Game as Game>::Position,
        solutions: Vec<Solution>,
        elapsed: Duration,
    ) -> Result<(), Failure>
    where
        S: CompiledGraph,
        F: Engine<Game = S::Game> + Default,
    {
        let subject = self.subject::<S>(start);
        let of = |child| solutions[0].of(if subject.symmetry { graph.canonical(child) } else { child });
        let moves = moves::<S, F>(graph, start).map_err(Failure::Position)?;
        let own_turn = graph.own_turn(graph.start());
        let openings = moves
            .into_iter()
            .filter_map(|(mv, child)| Some((mv, of_move(own_turn, of(child)?))))
            .collect::<Vec<_>>();
        let written = self.db.as_ref().map(|path| database::write(path, &subject, &solutions));
        let (written, unwritten) = match written.transpose() {
            Ok(bytes) => (bytes, Ok(())),
            // The result is still printed.
            Err(error) => (None, Err(Failure::Database(error))),
        };
        let sides = sides(graph);
        let players = sides.iter().filter_map(|side| side.player).map(|player| player.to_string()).collect();
        let solved = Solved { measure: S::MEASURE, subject, players, solutions, openings, elapsed, written };
        if self.json {
            files::print_json(&solved.json())?
        } else {
            files::print(&solved.text())?
        }
        unwritten
    }

    /// Solves the start with the history of the game.
    fn search<S, F>(
        &self,
        graph: &S,
        start: &<S::Game as Game>::Position,
        limits: Limits,
    ) -> Result<ExitCode, Failure>
    where
        S: CompiledGraph,
        F: Engine<Game = S::Game> + Default,
    {
        let begun = Instant::now();
        let searched = watched(S::Game::NAME, |progress| graph.search(limits, progress));
        let searched = searched.map_err(|error| Failure::Usage(error.to_string()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let of = |number| {
            let (_, outcome) = searched.children.iter().find(|(child, _)| *child == number)?;
            Some(of_move(graph.own_turn(graph.start()), *outcome))
        };
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

/// Shows on standard error how far solving has come while `run` lasts.
fn watched<T>(game: &str, run: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress { stop: stop_on_signals(), ..Progress::default() };
    let begun = Instant::now();
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(&format!("{game} {{elapsed}} {{msg}}")) {
        bar.set_style(style);
    }
    let draw = |bar: &ProgressBar| {
        let (found, solved) =
            (progress.found.load(Ordering::Relaxed), progress.solved.load(Ordering::Relaxed));
        let rate = (found + solved) as f64 / begun.elapsed().as_secs_f64().max(0.001);
        let found = count(found, "position", "positions");
        bar.set_message(format!("{found} found, {solved} solved, {rate:.0} positions/s"));
    };
    drawing(game, &bar, draw, || run(&progress))
}

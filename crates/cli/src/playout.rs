//! `bustan playout`.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_games::Registered;
use bustan_harness::run::playout::{self, Progress, Summary, Until};
use serde::Serialize;

use crate::args::{EngineChoice, GameNames, MOST_JOBS, Size, find};
use crate::failure::Failure;
use crate::files;
use crate::number::number;
use crate::watch::{bar, cut_off, shown, stop_on_signals};
use crate::words::count;

/// The time limit if no number of games is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Benchmark: play uniformly random games
///
/// Plays full games on one core, or with --jobs on more, each move drawn uniformly from all legal moves, a
/// pass only if nothing else is legal. The same seed and number of jobs give the same games. Ctrl-C ends the
/// run with the figures so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bustan playout dominions --games 50000 --seed 1\n  \
    bustan playout dominions --games 50000 --jobs 2")]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameNames)]
    game: String,
    /// How many games to play [default: as many as fit into two seconds]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    games: Option<u64>,
    #[command(flatten)]
    size: Size,
    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// How many jobs play in parallel; the first uses the seed, the others the seeds after it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: u16,
    /// Which engine plays
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The object that `--json` prints.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    seed: u64,
    jobs: u16,
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let game = find(&args.game)?;
    args.play(game)
}

impl Args {
    fn play(self, game: &Registered) -> Result<ExitCode, Failure> {
        let start = self.size.initial(game.rules)?;
        let engine =
            self.engine.of(game).at(&start).map_err(|invalid| Failure::Position(invalid.to_string()))?;
        let until = self.games.map_or(Until::Elapsed(DEFAULT_TIME), Until::Games);
        let progress = Progress { stop: stop_on_signals(), ..Progress::default() };
        let summary = watched(self.games, &progress, || {
            playout::run(&engine, self.seed, until, self.jobs.into(), &progress)
        });
        let interrupted = progress.stop.load(Ordering::Relaxed);
        let summary = summary.ok_or_else(|| Failure::Unanswered(engine.name(), "its legal moves"))?;
        let report = Report {
            game: self.game,
            engine: engine.name(),
            size: self.size.given().map(String::from),
            seed: self.seed,
            jobs: self.jobs,
            summary,
            interrupted,
        };
        if self.json {
            files::print_json("playout", &report)?
        } else {
            files::print(&report.text())?
        }
        Ok(if interrupted { cut_off() } else { ExitCode::SUCCESS })
    }
}

/// Shows the progress of a run on a terminal while `run` runs.
fn watched<T>(games: Option<u64>, progress: &Progress, run: impl FnOnce() -> T) -> T {
    let bar = bar("playout", games);
    let begun = Instant::now();
    let draw = |bar: &indicatif::ProgressBar| {
        let [games, plies] = [&progress.games, &progress.plies].map(|figure| figure.load(Ordering::Relaxed));
        let rate = plies as f64 / begun.elapsed().as_secs_f64().max(0.001);
        bar.set_position(games);
        let [games, plies] = [count(games, "game", "games"), count(plies, "ply", "plies")];
        bar.set_message(format!("{games}, {plies}, {rate:.0} plies/s"));
    };
    shown(&bar, draw, run)
}

impl Report {
    fn text(&self) -> String {
        let Summary { games, plies, seconds, plies_per_second, mean_legal, mean_plies } = self.summary;
        format!(
            "{} of {}, {} in {seconds:.3} s on the engine {}: {plies_per_second:.0} plies/s\n\
             {mean_plies:.1} plies a game, {mean_legal:.1} legal moves a ply{}\n",
            count(games, "game", "games"),
            self.game,
            count(plies, "ply", "plies"),
            self.engine,
            if self.interrupted { "; interrupted" } else { "" },
        )
    }
}

//! Shows the progress of a check.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_harness::report::finding::Finding;
use bustan_harness::report::live::GameProgress;
use bustan_harness::run::check::{Plan, Progress};
use indicatif::ProgressBar;

use crate::watch::{bar, drawing, found, say};
use crate::words::count;

/// Shows the progress of a check on standard error while `run` runs. `run` receives the function to call with
/// findings.
pub(crate) fn show<T>(
    game: &str,
    plan: &Plan,
    progress: &Progress,
    run: impl FnOnce(&(dyn Fn(&Finding) + Sync)) -> T,
) -> T {
    let bar = bar(game, Some(length(plan)));
    let begun = Instant::now();
    let found = |finding: &Finding| {
        found();
        let verb = match (&finding.shrunk, finding.reproducible) {
            (Some(_), _) => "shrunk",
            (None, Some(true)) => "found, shrinking",
            (None, _) => "found",
        };
        say(&bar, &format!("{verb}: {} ({})", finding.best().headline, finding.length()));
    };
    drawing(game, &bar, |bar| draw(bar, plan, progress, begun.elapsed()), || run(&found))
}

/// The length of the progress bar, in games or in milliseconds.
fn length(plan: &Plan) -> u64 {
    plan.games.unwrap_or_else(|| plan.time.map_or(1, |time| time.as_millis() as u64))
}

fn draw(bar: &ProgressBar, plan: &Plan, progress: &Progress, elapsed: Duration) {
    let games = progress.games.load(Ordering::Relaxed);
    let plies = progress.plies.load(Ordering::Relaxed);
    let findings = progress.findings.load(Ordering::Relaxed);
    if findings > 0 {
        // The finding is on disk; shrinking it may still take a while before it is reported.
        found();
    }
    bar.set_position(if plan.games.is_some() { games } else { elapsed.as_millis() as u64 });
    let shrinking = progress.shrinking.load(Ordering::Relaxed);
    let doing = progress.meter.words().or(shrinking.then(|| "shrinking".to_string()));
    if let Some(reports) = &plan.reports {
        let left = left(plan, games, elapsed).filter(|_| !shrinking);
        reports.note(GameProgress { games, plies, elapsed, left, doing: doing.clone() });
    }
    let doing = doing.map(|doing| format!(", {doing}")).unwrap_or_default();
    let rate = plies as f64 / elapsed.as_secs_f64().max(0.001);
    let [games, plies, findings] =
        [count(games, "game", "games"), count(plies, "ply", "plies"), count(findings, "finding", "findings")];
    bar.set_message(format!("{games}, {plies}, {rate:.0} plies/s, {findings}{doing}"));
}

/// The estimated remaining time: the rest of the time limit, or the mean time of a game for each remaining
/// game, whichever is less.
fn left(plan: &Plan, games: u64, elapsed: Duration) -> Option<Duration> {
    let by_time = plan.time.map(|time| time.saturating_sub(elapsed));
    let by_games = plan
        .games
        .filter(|_| games > 0)
        .map(|all| elapsed.mul_f64(all.saturating_sub(games) as f64 / games as f64));
    by_time.into_iter().chain(by_games).min()
}

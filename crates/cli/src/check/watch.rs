//! Shows how far a check has come.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_guide::Explore;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::check::{Plan, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::watch::{drawing, found, say};
use crate::words::count;

/// Shows on standard error how far a check has come while `run` lasts. `run` gets the function to call with
/// findings.
pub(crate) fn show<G: Explore, T>(
    game: &str,
    plan: &Plan<G>,
    progress: &Progress,
    run: impl FnOnce(&(dyn Fn(&Finding<G>) + Sync)) -> T,
) -> T {
    let bar = ProgressBar::new(length(plan));
    let template = format!("{game} {{bar:24}} {{elapsed}} {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    let begun = Instant::now();
    let found = |finding: &Finding<G>| {
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

/// The length of the bar: games, or milliseconds.
fn length<G: Explore>(plan: &Plan<G>) -> u64 {
    plan.games.unwrap_or_else(|| plan.time.map_or(1, |time| time.as_millis() as u64))
}

fn draw<G: Explore>(bar: &ProgressBar, plan: &Plan<G>, progress: &Progress, elapsed: Duration) {
    let games = progress.games.load(Ordering::Relaxed);
    let plies = progress.plies.load(Ordering::Relaxed);
    let findings = progress.findings.load(Ordering::Relaxed);
    if findings > 0 {
        // The finding is on disk; it may still be shrunk for a while before it is reported.
        found();
    }
    bar.set_position(if plan.games.is_some() { games } else { elapsed.as_millis() as u64 });
    let shrinking = progress.shrinking.load(Ordering::Relaxed).then(|| "shrinking".to_string());
    let doing = progress.meter.words().or(shrinking).map(|doing| format!(", {doing}")).unwrap_or_default();
    let rate = plies as f64 / elapsed.as_secs_f64().max(0.001);
    let [games, plies, findings] =
        [count(games, "game", "games"), count(plies, "ply", "plies"), count(findings, "finding", "findings")];
    bar.set_message(format!("{games}, {plies}, {rate:.0} plies/s, {findings}{doing}"));
}

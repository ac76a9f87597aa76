//! The check of one game.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bustan_games::counter;
use bustan_guide::Style;
use bustan_harness::base::journal::Journal;
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Position, Rules};
use bustan_harness::generate::{GameConfig, Start};
use bustan_harness::report::Reports;
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::check::{self, Batch, Log, Plan, Progress, Recorded};
use bustan_harness::shrink::Budget;

use super::{Args, GameSummary, budget, show};
use crate::args::jobs;
use crate::earlier::Earlier;
use crate::failure::Failure;
use crate::foreign::ComparedEngines;
use crate::positions::{self, Listed};
use crate::start::judged;
use crate::{accept, files, probe, replay};

/// The divisor of the run's time that yields the time limit for rechecking findings of earlier runs.
const LOOKING: u32 = 2;

/// The default limit on the plies of a game. A game that reaches the limit is stopped, so its end is not
/// compared. Games of Abrobad can last forever. Games of Margo on large boards, and games of programs with
/// their own rules, can be longer. A game may define a smaller limit.
const MAX_PLIES: usize = 2000;

/// The positions of a file at which games begin.
pub(super) struct Listing {
    /// The name of the file, for messages.
    pub(super) file: String,
    pub(super) positions: Vec<Listed>,
}

impl Listing {
    /// The start positions, except those at which an engine cannot play, and a line for each reason for such
    /// exceptions.
    fn among(&self, factories: Factories<'_>) -> Result<(Option<Start>, Vec<String>), Failure> {
        let (listed, skipped) = positions::playable(self.positions.clone(), factories);
        if listed.is_empty() {
            return Err(positions::none_left(&self.file, &skipped));
        }
        let positions = listed.into_iter().map(|listed| listed.position).collect();
        Ok((Some(Start::Among(positions)), positions::skipped(&skipped)))
    }
}

/// The check of one game.
pub(super) struct One<'a> {
    pub(super) args: &'a Args,
    pub(super) rivals: Option<&'a ComparedEngines>,
    pub(super) listed: Option<&'a Listing>,
    pub(super) reports: Reports,
    pub(super) time: Duration,
    pub(super) recorded: Recorded,
    pub(super) log: Option<Log>,
    pub(super) stop: Arc<AtomicBool>,
}

/// The games that earlier parts of a run played, and the journal for new games.
#[derive(Default)]
pub(super) struct EarlierGames {
    /// The games, by the name of the game or mirror.
    pub(super) played: BTreeMap<String, Vec<Batch>>,
    /// Whether `played` contains all games of the run.
    pub(super) complete: bool,
    pub(super) journal: Option<Arc<Journal>>,
}

impl EarlierGames {
    /// The recorded games of the part `name`, and the log for new games.
    pub(super) fn of(&self, name: &str, every: Duration) -> (Recorded, Option<Log>) {
        let batches = self.played.get(name).cloned().unwrap_or_default();
        let log = self.journal.clone().map(|journal| Log { journal, part: name.into(), every });
        (Recorded { batches, complete: self.complete }, log)
    }
}

impl One<'_> {
    /// Checks the game with the two engines of `factories`.
    pub(super) fn check(self, rules: Rules, factories: Factories<'_>) -> Result<GameSummary, Failure> {
        let (args, rivals) = (self.args, self.rivals);
        let named = args.setup.initial(rules, None)?;
        let home = args.against.begins(named.clone());
        let (start, skipped) = self.start(factories, &home)?;
        let known = args.accept.known()?;
        let earlier = self.earlier(rules, factories, &known)?;
        if rivals.is_some() {
            args.accept.keys_exist(factories, &home)?;
        }
        let progress = Progress { stop: Arc::clone(&self.stop), ..Progress::default() };
        let plan = Plan {
            still: earlier.iter().filter_map(Earlier::shown).collect(),
            open: earlier.iter().filter(|finding| finding.is_open()).count(),
            apart: args.against.left_out(&named).into_iter().collect(),
            ..self.plan(start, &home, known)?
        };
        let outcome =
            show(rules.name(), &plan, &progress, |found| check::run(&plan, factories, &progress, found));
        let style = Style { colour: args.colour.on_stdout(), alternative: false, groups: false };
        let summary = GameSummary::new(rules, &outcome, style, plan.max_findings > 1);
        let summary = summary.behind(earlier).without_positions(skipped);
        let Some(rivals) = rivals else { return Ok(summary) };
        let interrupted = progress.stop.load(Ordering::Relaxed);
        let hints = match outcome.verdict {
            Verdict::Differ if !interrupted && outcome.broken_off.is_none() => {
                let start = Some(&home).filter(|_| args.setup.is_given());
                probe::hints(rules, rivals, start, plan.known.ignored())
            }
            _ => Vec::new(),
        };
        Ok(summary.about_program(hints))
    }

    /// The start of games, if the arguments specify it, and a line for each reason why positions are skipped.
    fn start(
        &self,
        factories: Factories<'_>,
        home: &Position,
    ) -> Result<(Option<Start>, Vec<String>), Failure> {
        let setup = &self.args.setup;
        if setup.is_exact() {
            judged(factories, home)?;
            return Ok((Some(Start::At(home.clone())), Vec::new()));
        }
        if setup.is_given() {
            return Ok((Some(Start::Like(home.clone())), Vec::new()));
        }
        self.listed.map_or(Ok((None, Vec::new())), |listed| listed.among(factories))
    }

    /// Rechecks the findings of earlier runs, and prints the result.
    fn earlier(
        &self,
        rules: Rules,
        factories: Factories<'_>,
        known: &KnownDifferences,
    ) -> Result<Vec<Earlier>, Failure> {
        let args = self.args;
        let Some(dir) = &args.out else { return Ok(Vec::new()) };
        // Without a time limit, the games may take any time, and so may rechecking.
        let by_games = args.games.is_some() && args.time.is_none();
        let time = if by_games { Duration::MAX } else { self.time / LOOKING };
        let earlier = Earlier::all(dir, rules, factories, self.rivals, known, time, &self.stop);
        if !args.json {
            files::print(&earlier.iter().map(Earlier::line).collect::<String>())
                .or_else(Failure::unless_unread)?;
        }
        Ok(earlier)
    }

    /// The games to play, and how to handle findings.
    fn plan(self, start: Option<Start>, home: &Position, known: KnownDifferences) -> Result<Plan, Failure> {
        let (args, rules) = (self.args, home.rules());
        let policy = args.policy(rules)?;
        Ok(Plan {
            seed: args.seed,
            games: args.games,
            shard: args.slice.part(),
            recorded: self.recorded,
            log: self.log,
            reproducible: args.slice.is_reproducible(),
            time: (args.games.is_none() || args.time.is_some()).then_some(self.time),
            jobs: jobs(args.jobs),
            config: GameConfig {
                policy,
                experts: args.experts(policy, home)?,
                counter: counter(rules),
                start,
                thorough: args.thorough,
                ..GameConfig::drawn(rules, args.plies.unwrap_or(MAX_PLIES.min(rules.most_moves())))
            },
            required: args.required(rules)?,
            still: Vec::new(),
            open: 0,
            others: self.rivals.map_or_else(Vec::new, |rivals| rivals.others(home)),
            max_findings: args.max_findings(),
            budget: Budget {
                together: args.together(self.rivals, self.time),
                ..budget(self.rivals, args.shrink_time)
            },
            reports: Some(self.reports),
            search: args.search(rules.name(), self.rivals, &known),
            known,
            apart: Vec::new(),
            replay: replay::command(rules, self.rivals).accepting(accept::OPTION),
        })
    }
}

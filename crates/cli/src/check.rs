//! `bustan check`.

mod page;
mod summary;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bustan_games::{GAMES, Registered, counter, seats};
use bustan_guide::{Explore, Style};
use bustan_harness::any::Any;
use bustan_harness::base::duration;
use bustan_harness::base::journal::Journal;
use bustan_harness::compare::known::Known;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Erased, Position, Rules};
use bustan_harness::generate::policies;
use bustan_harness::generate::{Experts, GameConfig, Start};
use bustan_harness::report::Reports;
use bustan_harness::report::command::{Command, word};
use bustan_harness::report::finding::{Extent, Search};
use bustan_harness::report::verdict::Verdict;
use bustan_harness::run::check::{self, Batch, Entry, Log, Plan, Progress, Recorded, Told, parts};
use bustan_harness::shrink::Budget;
use bustan_players::Spec;
use bustan_vocabulary::Game;

use crate::accept::{self, Accept};
use crate::args::{MOST_JOBS, Setup, find, jobs, rules_of};
use crate::colour::Colour;
use crate::earlier::Earlier;
use crate::failure::{BAD_INPUT, DIVERGENCE, Failure};
use crate::foreign::{Against, GamesAndAny, Rivals, hold, unknown_game};
use crate::gtp::chooser;
use crate::merge::{self, Merged};
use crate::number::number;
use crate::pair::Beside;
use crate::policies::PolicyNames;
use crate::positions::{Listed, Source};
use crate::serve::Listen;
use crate::slice::{self, Course, Slice};
use crate::sources::Watch;
use crate::start::judged;
use crate::symmetry::{Mirror, Mirrors, seen};
use crate::watch::{complain, cut_off, stop_on_signals};
use crate::{files, positions, probe, replay};
use page::Page;
pub(crate) use summary::{GameSummary, Summary};
pub(crate) use watch::show;

/// How long all games together are checked by default.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

/// How long a finding about a program is shrunk at most by default. `bustan shrink` goes on from there.
const SHRINK_TIME: Duration = Duration::from_secs(30);

/// The number of different findings after which a check of a program ends by default, if time limits it.
const MOST_FINDINGS: usize = 5;

/// One in so many parts of the time may go into looking at findings of earlier runs.
const LOOKING: u32 = 2;

/// A game longer than this is broken off, so that its end is not compared. Games of Abrobad can go on for
/// ever, and those of Margo on large boards, or of programs with rules of their own, can be longer. A game may
/// have a smaller number of its own.
const MAX_PLIES: usize = 2000;

/// Compare two engines, or programs with --against, in test games
///
/// Plays test games on two engines of a game, by default the optimised one and the reference engine, and
/// compares everything after every move. If they differ in a game, it is made as short as it can be and
/// explained; other differences that come up meanwhile are findings of their own. The same seed gives the
/// same games and, with --games, the same findings with any number of jobs. If time ends a run, the number of
/// games depends on the speed of the machine; each finding comes again by its own command. Ctrl-C ends the
/// run with its summary. Exit code 0: they agree in at least three finished games, or in as many as were
/// asked for; 1: they differ; 2: too few games were finished to say anything, a program does not start, bad arguments,
/// or the summary cannot be written; 128 + N: signal N cut the run off before anything was found.
///
/// Beside the files of each finding the directory for findings has index.html for a browser, findings.json
/// for programs and junit.xml for continuous integration. They report on the last run that wrote there; with
/// --out that includes a run without findings. They are whole at any moment, even if the run is killed.
/// Findings of earlier runs stay and are listed.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(only_with_serve),
    after_help = "Examples:\n  \
    bustan check                               all games, half a minute\n  \
    bustan check dominions --time 2m --jobs 4\n  \
    bustan check margo --size 5 swap           with an option of the game's setup\n  \
    bustan check tribolo --size 5x4            a new setup of this size for each game\n  \
    bustan check tribolo --size 5x4 seed 7     one setup for all games\n  \
    bustan check dominions --size 3 --policy capture --games 1000 --seed 7 --out findings\n  \
    bustan check dominions --keep-going --time 8h --out findings\n  \
    bustan check dominions --time 10m --serve  looked at in the browser as it goes\n  \
    bustan check dominions --against 'python3 engine.py' --timeout 2s\n  \
    bustan check any --against ./mine --with 'gnugo --mode gtp'\n  \
    bustan check any --against ./mine --symmetry symmetries.txt"
)]
pub(crate) struct Args {
    /// The game; all games by default; any for a game that Bustan does not know
    #[arg(value_parser = GamesAndAny)]
    game: Option<String>,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    games: Option<u64>,
    /// How long to play, such as 30s, 2m or 1h; shared by all games. With --games it ends a run that takes
    /// longer [default: 30s without --games]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Break games off after this many moves
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    plies: Option<usize>,
    /// Begin games at the positions of this file, one to a line, alone or with operations of EPD, or in the SFEN of an
    /// unknown game; - is standard input. Counts such as ';D2 400' are not compared, and other operations are ignored
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "position", "setup"], requires = "game")]
    positions: Option<PathBuf>,
    /// What that file holds, once it was read.
    #[arg(skip)]
    source: Option<Source>,
    /// Events that the games must reach for a verdict, separated by commas, such as captures>0,oscillation-bans>5
    #[arg(long, value_name = "EVENT>N", value_delimiter = ',', requires = "game")]
    require: Vec<String>,
    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    setup: Setup,
    /// How many games to play at once, at most 256 [default: the number of cores]
    #[arg(long, value_name = "J", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// How to choose moves; by default all policies in turn. bustan policies GAME explains them. The name of a
    /// player, such as normal or mcts:1000, has it choose seven moves of eight
    #[arg(long, value_name = "P", value_parser = PolicyNames)]
    policy: Option<String>,
    /// Make every check after every move of all games, not only of one game in 24
    #[arg(long)]
    thorough: bool,
    /// Go on after a finding until the time or the games are over, and count how often each comes up. Games,
    /// too, go on behind what they show. Two findings are the same if the same thing differs: the kind, the
    /// rule, the reason
    #[arg(long)]
    keep_going: bool,
    /// Go on until each game has this many different findings; one that only comes up while another is made
    /// short does not count [default: 1; 5 with --against and without --games]
    #[arg(long, value_name = "N", conflicts_with = "keep_going", value_parser = number(1..=usize::MAX), allow_negative_numbers = true)]
    max_findings: Option<usize>,
    /// Directory for findings: records, reports and pictures [default: bustan-findings, if there are any]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How long to spend at most on making a finding short and, if the time of the run is limited, on all findings
    /// together; the short game may then differ from run to run [default with a program: half of --time, 30s if that is
    /// not given; otherwise the work is limited, not the time]
    #[arg(long, value_name = "D", value_parser = duration::parse, allow_negative_numbers = true)]
    shrink_time: Option<Duration>,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    mirrors: Mirrors,
    #[command(flatten)]
    accept: Accept,
    /// Print what the games of each policy reached, too
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    slice: Slice,
    /// The parts of a run that are put together, if that is what it is about.
    #[arg(skip)]
    merged: Option<Merged>,
    #[command(flatten)]
    colour: Colour,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show the run in the browser as it goes, on a page that this program serves. On a terminal the page stays until
    /// Ctrl-C, unless the variable CI is set
    #[arg(long)]
    serve: bool,
    #[command(flatten)]
    listen: Listen,
}

pub(crate) fn run(mut args: Args) -> ExitCode {
    match args.run() {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Refuses options about the page where there is none.
fn only_with_serve(option: clap::Arg) -> clap::Arg {
    let of_page = ["port", "address", "no_open"].contains(&option.get_id().as_str());
    if of_page { option.requires("serve") } else { option }
}

impl Args {
    /// Whether programs are compared.
    pub(crate) fn starts_programs(&self) -> bool {
        self.against.is_given()
    }

    /// The same run with all that its parts have played, for this merge.
    pub(crate) fn merging(self, merge: merge::Args, merged: Merged) -> Self {
        let merge::Args { out, jobs, coverage, colour, json, .. } = merge;
        let (out, merged, slice) = (Some(out), Some(merged), self.slice.merging());
        Self { out, jobs, coverage, colour, json, merged, slice, ..self }
    }

    /// What was played of the run before, and where to write down what is played now.
    fn past(&self) -> Result<Past, Failure> {
        if let Some(merged) = &self.merged {
            let batches = |told: &Vec<Told>| told.iter().flat_map(|told| told.batches.clone()).collect();
            let played = merged.told.iter().map(|(name, told)| (name.clone(), batches(told))).collect();
            return Ok(Past { played, complete: true, journal: None });
        }
        let files = self.positions.iter().map(PathBuf::as_path).chain(self.accept.files());
        let files = files.chain(self.against.words()).map(PathBuf::from).chain(self.mirrors.file());
        let files: Vec<PathBuf> = files.collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        if self.slice.is_logged() {
            let Some(games) = self.games else {
                return Err(Failure::Usage(
                    "--shard and --resume take --games: the games of a run are dealt out".into(),
                ));
            };
            if self.time.is_some() {
                let problem =
                    "--time does not go with --shard and --resume: such a run ends with its last game";
                return Err(Failure::Usage(problem.into()));
            }
            self.slice.has_share(games, "games")?;
        }
        let course = self.slice.course::<Entry>(self.out.as_deref(), slice::arguments(), &files)?;
        let Some(Course { journal, entries }) = course else { return Ok(Past::default()) };
        let damaged = |problem| Failure::Usage(format!("{}: {problem}", journal.path().display()));
        let told = parts(self.slice.part(), entries).map_err(damaged)?;
        let played = told.into_iter().map(|(name, told)| (name, told.batches)).collect();
        Ok(Past { played, complete: false, journal: Some(Arc::new(journal)) })
    }

    /// The command that makes this run.
    fn typed(&self) -> String {
        match &self.merged {
            Some(merged) => slice::reproducing(&merged.arguments, self.out.as_deref()),
            None if self.slice.is_reproducible() => {
                slice::reproducing(&slice::arguments(), self.out.as_deref())
            }
            None => typed(),
        }
    }

    fn run(&mut self) -> Result<ExitCode, Failure> {
        // From the first moment, because a program may take long to start.
        let stop = stop_on_signals();
        self.source = self.positions.as_deref().map(positions::read).transpose()?;
        self.source.as_ref().and_then(positions::unread).iter().for_each(|unread| complain(unread));
        let mut rivals = self.against.rivals()?;
        if let Some(rivals) = rivals.as_ref().filter(|_| !self.setup.is_given()) {
            rivals.have_one_size()?;
        }
        self.accept.known()?;
        let games: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None if rivals.is_some() => {
                return Err(Failure::Usage("with --against, name the game that it plays".into()));
            }
            None => GAMES.to_vec(),
        };
        let mirrors = self.mirrors.read(self.game.as_deref())?;
        // An error about the last game is reported before the first is played.
        for game in &games {
            self.judge(game, rivals.as_ref(), !mirrors.is_empty())
                .map_err(|failure| failure.of_one_of(game, games.len()))?;
        }
        if rivals.is_none() {
            let mut keys = BTreeSet::new();
            for game in &games {
                keys.extend(self.keys(find(game)?)?);
            }
            self.accept.are_among(&keys)?;
        }
        // What is played one after the other: each game, or a game in the mirror of each symmetry.
        let pieces: Vec<(String, &str, Option<&Mirror>)> = match mirrors.is_empty() {
            true => games.iter().map(|game| (game.to_string(), *game, None)).collect(),
            false => mirrors
                .iter()
                .map(|mirror| (format!("{} ({})", Any::NAME, mirror.place), Any::NAME, Some(mirror)))
                .collect(),
        };
        let games: Vec<&str> = pieces.iter().map(|(_, game, _)| *game).collect();
        let past = self.past()?;
        let reports = files::reports(self.out.as_deref())?;
        let reports = if self.slice.is_reproducible() { reports.untimed() } else { reports };
        let reports = reports.of_run(&self.typed(), self.seed, &games);
        // That the page cannot be served is told before a program starts.
        let listening = self.serve.then(|| self.listen.start()).transpose()?;
        if let Some(rivals) = &mut rivals {
            rivals.start()?;
        }
        let watch = Arc::<Watch>::default();
        let page = listening.zip(reports.live()).map(|(listening, live)| {
            // With symmetries a program is compared with itself in a mirror, which only the run has.
            let alone = mirrors.is_empty();
            let beside = Beside {
                own: self.game.clone().filter(|_| alone).map(|game| vec![game]),
                rivals: rivals.clone().filter(|_| alone),
                directory: alone.then(|| reports.dir().into()),
                stop: Arc::clone(&stop),
                watch: Arc::clone(&watch),
            };
            Page::open(&self.listen, listening, live, beside)
        });
        let share = self.time.unwrap_or(DEFAULT_TIME) / pieces.len() as u32;
        let colour = self.colour.on_stdout();
        // The exit code counts even when nobody reads standard output.
        let mut printed = Ok(());
        let names: Vec<&str> = pieces.iter().map(|(name, ..)| name.as_str()).collect();
        let mut summary = Summary::new(self.seed, &names, colour);
        if self.slice.is_reproducible() {
            summary = summary.untimed();
        }
        if self.slice.is_logged() {
            summary = summary.going_on();
        }
        if !mirrors.is_empty() {
            summary = summary.of_symmetries();
        }
        let running = watch.run();
        for (name, game, mirror) in &pieces {
            if printed.is_err() || stop.load(Ordering::Relaxed) && !summary.is_empty() {
                break;
            }
            let (rivals, reports) = (seen(rivals.clone(), *mirror), reports.clone());
            let rivals = rivals.as_ref();
            let (recorded, log) = past.of(name, self.slice.every());
            let one =
                One { args: self, rivals, reports, time: share, recorded, log, stop: Arc::clone(&stop) };
            let rules = rules_of(game)?;
            let home = || Ok(Some(self.against.begins(self.setup.initial(rules, None)?)));
            let checked = hold(rules, rivals, &home, |factories| one.check(rules, factories))?;
            summary.add(checked.named(name));
            if !self.json {
                printed = files::print(&summary.last_line()).or_else(Failure::unless_unread);
            }
        }
        drop(running);
        let code = conclude(&summary, &reports, printed, self.json, self.coverage);
        if let Some(page) = page {
            page.stay(&stop);
        }
        Ok(code)
    }

    /// Makes sure that a game can be checked as the arguments say, as far as possible without a program under
    /// test.
    fn judge(&self, game: &str, rivals: Option<&Rivals>, mirrored: bool) -> Result<(), Failure> {
        self.accept.suit(game)?;
        let rules = rules_of(game)?;
        if rules.is_opaque() && !mirrored && !rivals.is_some_and(Rivals::are_programs) {
            return Err(unknown_game());
        }
        let start = self.sound(rules)?;
        // If both engines are of this project, they can judge the position where games begin.
        match bustan_games::of(rules).filter(|_| rivals.is_none() && self.setup.is_exact()) {
            Some(game) => judged(game.factories(), &start),
            None => Ok(()),
        }
    }

    /// Makes sure that the arguments make sense for this game, and returns the position where games begin.
    fn sound(&self, rules: Rules) -> Result<Position, Failure> {
        self.policy(rules)?;
        self.required(rules)?;
        self.listed(rules)?;
        self.setup.initial(rules, None)
    }

    /// The keys that the engines of a game of this project show, if any are to be ignored.
    fn keys(&self, game: &Registered) -> Result<BTreeSet<String>, Failure> {
        Ok(self.accept.keys(game.factories(), &self.setup.initial(game.rules, None)?))
    }

    /// The positions where games begin, if there is a file of them.
    fn listed(&self, rules: Rules) -> Result<Option<Vec<Listed>>, Failure> {
        let Some(source) = &self.source else { return Ok(None) };
        let begins = |one: Listed| Listed { position: self.against.begins(one.position), ..one };
        Ok(Some(positions::listed(rules, source)?.into_iter().map(begins).collect()))
    }

    /// The same, as places where games begin, without those at which an engine does not play, and a line for each
    /// reason why not.
    fn among(&self, rules: Rules, factories: Factories<'_>) -> Result<(Option<Start>, Vec<String>), Failure> {
        let (Some(source), Some(listed)) = (&self.source, self.listed(rules)?) else {
            return Ok((None, Vec::new()));
        };
        let (listed, skipped) = positions::playable(listed, factories);
        if listed.is_empty() {
            return Err(positions::none_left(source.name(), &skipped));
        }
        let positions = listed.into_iter().map(|listed| listed.position).collect();
        Ok((Some(Start::Among(positions)), positions::skipped(&skipped)))
    }

    /// The events that are required, by their indices, each with the number that they must exceed.
    fn required(&self, rules: Rules) -> Result<Vec<(usize, u64)>, Failure> {
        let required = |text: &String| {
            let told = text.split_once('>').and_then(|(name, most)| Some((name, most.parse().ok()?)));
            let Some((name, most)) = told else {
                return Err(Failure::Usage(format!(
                    "--require: {text:?} is not an event and a number, as in \"captures>0\""
                )));
            };
            let place = rules.events().iter().position(|event| event.name == name);
            place.map(|place| (place, most)).ok_or_else(|| {
                let names: Vec<&str> = rules.events().iter().map(|event| event.name).collect();
                let has = if names.is_empty() { "none".into() } else { names.join(", ") };
                Failure::Usage(format!("--require: {} has no event {name:?}; it has {has}", rules.name()))
            })
        };
        self.require.iter().map(required).collect()
    }

    fn policy(&self, rules: Rules) -> Result<Option<usize>, Failure> {
        let Some(name) = &self.policy else { return Ok(None) };
        let place = policies::of(rules).position(|policy| policy.name == name);
        match place.filter(|&place| rules.is_opaque() || place < policies::of_players(rules)) {
            Some(place) => Ok(Some(place)),
            None if !rules.is_opaque() && self.player().is_some() => Ok(Some(policies::of_players(rules))),
            None => {
                let names: Vec<String> =
                    policies::of(rules).map(|policy| format!("{} ({})", policy.name, policy.about)).collect();
                Err(Failure::Usage(format!(
                    "{} has no policy {name:?}; it has {}",
                    rules.name(),
                    names.join(", ")
                )))
            }
        }
    }

    /// The player that chooses moves, if the name of the policy is that of a player.
    fn player(&self) -> Option<Spec> {
        self.policy.as_ref()?.parse().ok()
    }

    /// What makes the players that choose moves, if `policy` is theirs.
    fn experts(&self, policy: Option<usize>, home: &Position) -> Result<Option<Experts>, Failure> {
        let rules = home.rules();
        let theirs = policy == Some(policies::of_players(rules));
        let Some(spec) = self.player().filter(|_| theirs) else { return Ok(None) };
        // A player that does not suit the game is told before any game is played.
        let known = seats(home).unwrap_or(rules.players().len());
        chooser(rules, &spec, known, 0).map(drop)?;
        Ok(Some(Experts(Arc::new(move |start: &Position, seed| {
            chooser(rules, &spec, seats(start)?, seed).ok()
        }))))
    }

    /// The number of different findings after which to end.
    fn max_findings(&self) -> usize {
        // A run with --games ends after the same number of findings however fast a program is.
        let by_time = self.against.is_given() && self.games.is_none();
        let default = if by_time { MOST_FINDINGS } else { 1 };
        if self.keep_going { usize::MAX } else { self.max_findings.unwrap_or(default) }
    }

    /// The time for shrinking all findings of a run together, if it is limited.
    fn together(&self, rivals: Option<&Rivals>, time: Duration) -> Option<Duration> {
        let half = || if self.time.is_some() { time / 2 } else { SHRINK_TIME };
        let limited = self.games.is_none() || self.time.is_some();
        limited.then(|| self.shrink_time.or_else(|| rivals.map(|_| half())))?
    }

    /// Has people find a finding again by this command.
    fn search(&self, game: &str, rivals: Option<&Rivals>, known: &Known) -> Search {
        let options = self.deciding(game, rivals, known);
        Search::new(move |Extent { seed, games, keeps_going }| {
            let limits = ["--seed".to_string(), seed.to_string(), "--games".into(), games.to_string()];
            let going = keeps_going.then(|| "--keep-going".to_string());
            let words = ["bustan", "check"].map(String::from).into_iter().chain(options.clone());
            Command::new(words.chain(limits).chain(going))
        })
    }

    /// The arguments of such a run, without seed, number of games and limits.
    fn deciding(&self, game: &str, rivals: Option<&Rivals>, known: &Known) -> Vec<String> {
        let mut words = vec![game.to_string()];
        words.extend(rivals.into_iter().flat_map(Rivals::options).cloned());
        words.extend(self.setup.arguments());
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [option.to_string(), value]));
        };
        add("--policy", self.policy.clone());
        add("--plies", self.plies.map(|plies| plies.to_string()));
        add("--positions", self.positions.as_ref().map(|file| file.to_string_lossy().into_owned()));
        words.extend(self.thorough.then(|| "--thorough".to_string()));
        words.extend(accept::options(known.accepted(), known));
        let time =
            self.shrink_time.map(|time| ["--shrink-time".to_string(), format!("{}s", time.as_secs_f64())]);
        words.extend(time.into_iter().flatten());
        words
    }
}

/// The limits of shrinking. Where an engine is a program, time is limited.
pub(crate) fn budget(rivals: Option<&Rivals>, time: Option<Duration>) -> Budget {
    match rivals {
        Some(_) => Budget { time: Some(time.unwrap_or(SHRINK_TIME)), ..Budget::PROGRAMS },
        None => Budget { time, ..Budget::default() },
    }
}

/// Ends a run: completes its reports, prints the rest of its summary unless `printed` says that nobody reads
/// it, and tells the exit code.
pub(crate) fn conclude(
    summary: &Summary<'_>,
    reports: &Reports,
    mut printed: Result<(), Failure>,
    json: bool,
    coverage: bool,
) -> ExitCode {
    let told = reports.finish().map_err(|error| error.to_string());
    if printed.is_ok() {
        let text = || files::print(&summary.rest(coverage));
        printed =
            if json { files::print_json(&summary.json()) } else { text() }.or_else(Failure::unless_unread);
    }
    let mut unwritten = summary.unwritten();
    unwritten.extend(told.as_ref().err());
    unwritten.dedup();
    for &error in &unwritten {
        Failure::Usage(error.clone()).report();
    }
    for problem in summary.untested() {
        Failure::Usage(problem).report();
    }
    let code = match (printed, &told) {
        _ if summary.goes_on() => return cut_off(),
        (Err(failure), _) => failure.report(),
        (Ok(()), Err(_)) => ExitCode::from(BAD_INPUT),
        (Ok(()), Ok(())) => match summary.verdict() {
            Verdict::Agree => ExitCode::SUCCESS,
            Verdict::Interrupted => cut_off(),
            _ => ExitCode::from(BAD_INPUT),
        },
    };
    // A difference matters more than any other trouble.
    if summary.verdict() == Verdict::Differ { ExitCode::from(DIVERGENCE) } else { code }
}

/// The check of one game.
struct One<'a> {
    args: &'a Args,
    rivals: Option<&'a Rivals>,
    reports: Reports,
    time: Duration,
    recorded: Recorded,
    log: Option<Log>,
    stop: Arc<AtomicBool>,
}

/// What was played of a run before, and where to write down what is played now.
#[derive(Default)]
struct Past {
    /// The games, by the name of what they are games of.
    played: BTreeMap<String, Vec<Batch>>,
    /// Whether these are all games.
    complete: bool,
    journal: Option<Arc<Journal>>,
}

impl Past {
    /// What was played of the games of this name, and where to write down what is played now.
    fn of(&self, name: &str, every: Duration) -> (Recorded, Option<Log>) {
        let batches = self.played.get(name).cloned().unwrap_or_default();
        let log = self.journal.clone().map(|journal| Log { journal, part: name.into(), every });
        (Recorded { batches, complete: self.complete }, log)
    }
}

impl One<'_> {
    fn check(self, rules: Rules, factories: Factories<'_>) -> Result<GameSummary, Failure> {
        let (args, game) = (self.args, rules.name());
        let named = args.setup.initial(rules, None)?;
        let home = args.against.begins(named.clone());
        let (start, skipped) = if args.setup.is_given() {
            let kind = if args.setup.is_exact() { Start::At } else { Start::Like };
            if args.setup.is_exact() {
                judged(factories, &home)?;
            }
            (Some(kind(home.clone())), Vec::new())
        } else {
            args.among(rules, factories)?
        };
        let known = args.accept.known()?;
        let earlier = match &args.out {
            Some(dir) => {
                // Without a time, games take as long as they take, and so does this.
                let by_games = args.games.is_some() && args.time.is_none();
                let time = if by_games { Duration::MAX } else { self.time / LOOKING };
                Earlier::all(dir, rules, factories, self.rivals, &known, time, &self.stop)
            }
            None => Vec::new(),
        };
        if !args.json {
            files::print(&earlier.iter().map(Earlier::line).collect::<String>())
                .or_else(Failure::unless_unread)?;
        }
        if self.rivals.is_some() {
            args.accept.keys_exist(factories, &home)?;
        }
        let policy = args.policy(rules)?;
        let plan = Plan {
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
                experts: args.experts(policy, &home)?,
                counter: counter(rules),
                start,
                thorough: args.thorough,
                ..GameConfig::drawn(rules, args.plies.unwrap_or(MAX_PLIES.min(Erased::most_moves_of(rules))))
            },
            required: args.required(rules)?,
            still: earlier.iter().filter_map(Earlier::shown).collect(),
            open: earlier.iter().filter(|finding| finding.is_open()).count(),
            others: self.rivals.map_or_else(Vec::new, |rivals| rivals.others(&home)),
            max_findings: args.max_findings(),
            budget: Budget {
                together: args.together(self.rivals, self.time),
                ..budget(self.rivals, args.shrink_time)
            },
            reports: Some(self.reports),
            search: args.search(game, self.rivals, &known),
            known,
            apart: args.against.left_out(&named).into_iter().collect(),
            replay: replay::command(rules, self.rivals).accepting(accept::OPTION),
        };
        let progress = Progress { stop: self.stop, ..Progress::default() };
        let outcome = show(game, &plan, &progress, |found| check::run(&plan, factories, &progress, found));
        let style = Style { colour: args.colour.on_stdout(), alternative: false, groups: false };
        let summary = GameSummary::new(rules, &outcome, style, plan.max_findings > 1);
        let summary = summary.behind(earlier).without_positions(skipped);
        let Some(rivals) = self.rivals else { return Ok(summary) };
        let interrupted = progress.stop.load(Ordering::Relaxed);
        let hints = match outcome.verdict {
            Verdict::Differ if !interrupted && outcome.broken_off.is_none() => probe::hints(
                rules,
                rivals,
                Some(&home).filter(|_| args.setup.is_given()),
                plan.known.ignored(),
            ),
            _ => Vec::new(),
        };
        Ok(summary.about_program(hints))
    }
}

/// This command as it was typed.
fn typed() -> String {
    let words = std::env::args_os().skip(1).map(|argument| word(&argument.to_string_lossy()));
    std::iter::once("bustan".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
